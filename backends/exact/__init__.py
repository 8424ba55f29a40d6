"""Exact solution of linear programs over the rationals, from the basis of a floating-point solver."""

from seqform.backends.exact.solution import (
    ExactBackend,
    exact_solution,
    proves_infeasible,
    proves_unbounded,
)
from seqform.system.packages import submodules

__getattr__ = submodules(__name__)

__all__ = ["ExactBackend", "exact_solution", "proves_infeasible", "proves_unbounded"]
