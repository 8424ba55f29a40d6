"""Certificates, recomputed on the original game by code that trusts no solver."""

from seqform.verify.best_response import best_response, payoff_per_sequence
from seqform.verify.certify import certify

__all__ = ["best_response", "certify", "payoff_per_sequence"]
