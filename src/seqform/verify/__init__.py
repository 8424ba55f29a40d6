"""Certificates, recomputed on the original game by code that trusts no solver."""

from seqform.verify.best_response import best_response, payoff_per_sequence
from seqform.verify.certify import certify
from seqform.verify.consistency import consistency
from seqform.verify.position_optimality import subgame_perfect_violation
from seqform.verify.quasi_perfection import quasi_perfection
from seqform.verify.sequential_rationality import sequential_regrets
from seqform.verify.subgame_perfection import certify_subgame_perfect

__all__ = [
    "best_response",
    "certify",
    "certify_subgame_perfect",
    "consistency",
    "payoff_per_sequence",
    "quasi_perfection",
    "sequential_regrets",
    "subgame_perfect_violation",
]
