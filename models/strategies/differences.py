"""Information sets at which strategies of one player differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.strategies.behavior import BehaviorStrategy


@dataclass(frozen=True)
class Difference:
    """An information set of the player at which the named strategies do not all agree.

    For each named strategy, `probabilities` has one probability for each action, and `allowed` whether its own choices
    allow the set to be reached.
    """

    infoset: str
    actions: tuple[str, ...]
    probabilities: tuple[tuple[Fraction, ...], ...]
    allowed: tuple[bool, ...]


def differences(strategies: Sequence[BehaviorStrategy]) -> Iterator[Difference]:
    """Yield the information sets at which exact strategies of one player do not all agree."""
    index = strategies[0].index
    table = np.array([strategy.probabilities for strategy in strategies])
    differing = set(index.infoset_of[np.asarray(table != table[0], dtype=bool).any(axis=0)].tolist())
    allowed = [_allowed(strategy) for strategy in strategies]
    for row in index.order.tolist():
        if row in differing:
            start, stop = index.first_sequence[row : row + 2]
            yield Difference(
                index.infoset_names[row],
                index.action_names[row],
                tuple(tuple(map(Fraction, shares)) for shares in table[:, start:stop]),
                tuple(bool(reached[row]) for reached in allowed),
            )


def _allowed(strategy: BehaviorStrategy) -> Mask:
    weights = strategy.plan.weights
    assert isinstance(weights, ExactArray)
    return np.asarray(weights.numerators[strategy.index.parent_sequence] > 0, dtype=bool)
