"""Several equilibria of one game: at the ends of Lemke paths, single traces of these, and all of a small game."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
