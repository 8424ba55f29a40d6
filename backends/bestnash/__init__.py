"""Subgame perfect equilibria under perfect information: backward induction, and the best one (bestNash)."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
