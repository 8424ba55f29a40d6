"""Game families of the catalog, one module each."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
