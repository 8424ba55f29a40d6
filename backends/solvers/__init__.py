"""Backends on external solvers, one file a solver, and the conversion of models to CVXPY and Pyomo."""
