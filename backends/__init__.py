"""Solver backends, their registry and the conformance suite."""

if __name__ != "seqform.backends":  # found through the current folder: there would be two copies of every class
    raise ImportError("import seqform.backends, not backends")

import sys
from types import ModuleType

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


class _Listing(ModuleType):
    """The module, which lists the backends when it is called: ``seqform.backends()``."""

    def __call__(self, details: bool = False, name: str | None = None) -> list[BackendInfo]:
        """Describe all backends, or one, as `describe` does."""
        return describe(details, name)


sys.modules[__name__].__class__ = _Listing
