"""The public names of `seqform.verify`."""

from seqform.verify.consistent import consistency
from seqform.verify.nash import best_response, certify, payoff_per_sequence
from seqform.verify.perturbed import quasi_perfection
from seqform.verify.sequential import sequential_regrets
from seqform.verify.subgames import certify_subgame_perfect, subgame_perfect_violation

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
