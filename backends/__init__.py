"""Solver backends, their registry and the conformance suite."""

if __name__ != "seqform.backends":  # found through the current folder: there would be two copies of every class
    raise ImportError("import seqform.backends, not backends")

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
