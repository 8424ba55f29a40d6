"""The knapsack problem, solved without games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from seqform.models.numbers.exact import Rational


def best_selection(weights: Sequence[int], values: Sequence[Rational], capacity: int) -> Fraction:
    """Return the largest value of a selection that fits, by dynamic programming over the room that is left."""
    best = [Fraction(0)] * (capacity + 1)
    for weight, value in zip(weights, values, strict=True):
        for room in range(capacity, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]
