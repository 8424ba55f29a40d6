"""Backends on external solvers, one file a solver, and the conversion of models to CVXPY and Pyomo."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
