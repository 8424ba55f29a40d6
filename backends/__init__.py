"""Solver backends, their registry and the conformance suite."""

if __name__ != "seqform.backends":  # found through the current folder: there would be two copies of every class
    raise ImportError("import seqform.backends, not backends")

import sys
from types import ModuleType

from seqform.backends.protocol import Backend, CallsSolver, ChoosesSolver, PerturbedBackend, SolveOptions
from seqform.backends.registry import BackendInfo, describe, get, names

__all__ = [
    "Backend",
    "BackendInfo",
    "CallsSolver",
    "ChoosesSolver",
    "PerturbedBackend",
    "SolveOptions",
    "describe",
    "get",
    "names",
]


class _Listing(ModuleType):
    """The module, which lists the backends when it is called: ``seqform.backends()``."""

    def __call__(self, details: bool = False) -> list[BackendInfo]:
        """Describe all backends, as `describe` does."""
        return describe(details)


sys.modules[__name__].__class__ = _Listing
