"""Extensive games, ordered games and games of perfect information."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
