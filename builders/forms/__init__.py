"""Forms of a game: sequence form, reduced normal form, class game."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
