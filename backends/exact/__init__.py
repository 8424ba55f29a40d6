"""Linear programs solved over the rational numbers, from the basis that a floating-point solver found."""

from seqform.backends.exact.backend import ExactBackend
from seqform.backends.exact.solution import exact_solution, proves_infeasible, proves_unbounded

__all__ = ["ExactBackend", "exact_solution", "proves_infeasible", "proves_unbounded"]
