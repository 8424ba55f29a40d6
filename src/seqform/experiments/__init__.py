"""Sweeps: many cases from one declaration, with a row for each in a store, and reports of the rows."""

from seqform.experiments.store import read
from seqform.system.packages import submodules

__getattr__ = submodules(__name__)

__all__ = ["read"]
