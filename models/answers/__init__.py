"""Equilibria, certificates, evidence for refinements, and paths."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
