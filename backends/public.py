"""The public names of `seqform.backends`."""

from seqform.backends.protocol import (
    Backend,
    CallsSolver,
    ChoosesSolver,
    PerturbedBackend,
    SolveOptions,
    Traits,
    traits_of,
)
from seqform.backends.registry import BackendInfo, OptionInfo, describe, get, names

__all__ = [
    "Backend",
    "BackendInfo",
    "CallsSolver",
    "ChoosesSolver",
    "OptionInfo",
    "PerturbedBackend",
    "SolveOptions",
    "Traits",
    "describe",
    "get",
    "names",
    "traits_of",
]
