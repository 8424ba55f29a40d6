"""The public names of `seqform.backends`."""

from seqform.backends.protocol import Backend as Backend
from seqform.backends.protocol import CallsSolver as CallsSolver
from seqform.backends.protocol import ChoosesSolver as ChoosesSolver
from seqform.backends.protocol import PerturbedBackend as PerturbedBackend
from seqform.backends.protocol import SolveOptions as SolveOptions
from seqform.backends.protocol import Traits as Traits
from seqform.backends.protocol import traits_of as traits_of
from seqform.backends.registry import BackendInfo as BackendInfo
from seqform.backends.registry import OptionInfo as OptionInfo
from seqform.backends.registry import describe as describe
from seqform.backends.registry import get as get
from seqform.backends.registry import names as names
