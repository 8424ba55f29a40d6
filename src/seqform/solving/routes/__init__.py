"""Routes from classes of games to problems, and back to certified answers."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
