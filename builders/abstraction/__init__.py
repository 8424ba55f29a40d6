"""Information filters, and linear programs of games of classes."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
