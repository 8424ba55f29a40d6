"""Mathematical programs and their solutions."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
