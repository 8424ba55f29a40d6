"""Interior-point methods for constant-sum games."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
