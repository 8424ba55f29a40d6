"""Certifiers of profiles from anywhere, and the functions that call them."""

from seqform.solving.certifiers.registry import CERTIFIERS as CERTIFIERS
from seqform.solving.certifiers.registry import Certifier as Certifier
from seqform.solving.certifiers.registry import Verdict as Verdict
from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
