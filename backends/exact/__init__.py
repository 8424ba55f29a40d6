"""Linear programs solved over the rational numbers, from the basis that a floating-point solver found."""

from seqform.backends.exact.backend import ExactBackend
from seqform.backends.exact.certificates import proves_infeasible, proves_unbounded
from seqform.backends.exact.solution import exact_solution

__all__ = ["ExactBackend", "exact_solution", "proves_infeasible", "proves_unbounded"]
