"""Extensive games from files, from rules, from other programs, and by name."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
