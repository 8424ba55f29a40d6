"""Linear algebra of the exact methods: sparse factors in doubles and residues, rational and polynomial systems."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
