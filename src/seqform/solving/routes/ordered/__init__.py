"""Routes of games with ordered signals, and the drafts of their plans."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
