"""Exact vectors and matrices, polynomials, and numbers as text."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
