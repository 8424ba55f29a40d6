"""Games with ordered signals: limit poker, auctions, negotiations."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
