"""Reductions of games and programs to smaller ones."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
