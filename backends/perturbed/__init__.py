"""Methods for linear programs with data that are polynomials in ε, for all small ε > 0."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
