"""Strategies, profiles, families in ε, and beliefs."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
