"""Sweeps: many cases from one declaration, with a row for each in a store, and reports of the rows."""

from seqform.experiments.store import read

__all__ = ["read"]
