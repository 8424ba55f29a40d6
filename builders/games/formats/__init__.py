"""Readers, writers and converters of game formats."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
