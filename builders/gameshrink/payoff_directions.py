"""What a player can gain or lose by the signals, once the ways of playing are put aside."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.errors import GameError
from seqform.models.deals import Deals
from seqform.models.exact import Ints, magnitude
from seqform.models.immutable import Immutable
from seqform.models.ordered_game import OrderedGame
from seqform.models.signal_features import Comparison, Feature

_SAFE = 2**62


@dataclass(frozen=True, eq=False)
class PayoffDirections(Immutable):
    """The combinations of features of which the payoffs of a round are multiples.

    Two deals pay both players the same at all ends and histories of the round, u^j(z̃, ϑ) = u^j(z̃, ϑ') for all z̃, if
    and only if all these combinations agree: the payoffs are multiples of them plus what does not depend on signals.

    Attributes
    ----------
    features : tuple of Feature
        Those that matter.
    coefficients : ndarray of int, shape (directions, features)
        Without common factors, the first nonzero one of each row positive.
    scales : tuple of Fraction
        The largest multiple of each combination that a payoff contains.
    """

    features: tuple[Feature, ...]
    coefficients: Ints
    scales: tuple[Fraction, ...]

    def __len__(self) -> int:
        return len(self.coefficients)

    def values(self, game: OrderedGame, number: int, deals: Deals) -> list[Ints]:
        """Return every combination at every deal of round `number`."""
        views = game.views[number]
        features = [np.asarray(feature.values(deals, (views, views)), dtype=np.int64) for feature in self.features]
        bounds = [magnitude(values) for values in features]
        combinations: list[Ints] = []
        for row in self.coefficients.tolist():
            if sum(abs(coefficient) * bound for coefficient, bound in zip(row, bounds, strict=True)) >= _SAFE:
                raise GameError(f"{game.title}: payoffs of round {number + 1} need more than 62 bits")
            parts = [values * factor for factor, values in zip(row, features, strict=True) if factor]
            combinations.append(parts[0] if len(parts) == 1 else np.sum(parts, axis=0))
        return combinations


def payoff_directions(game: OrderedGame, number: int) -> PayoffDirections:
    """Return what the payoffs of both players in round `number` (from 0) depend on.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> directions = payoff_directions(kuhn("kuhn"), 0)
    >>> directions.coefficients.tolist(), directions.scales
    ([[1]], (Fraction(2, 1),))
    """
    table = game.payoffs[number]
    by_feature = np.moveaxis(table.numerators, 1, 0)[1:].reshape(len(game.features) - 1, -1)
    used = np.flatnonzero(by_feature.any(axis=1))
    scales: dict[tuple[int, ...], Fraction] = {}
    for row in np.unique(by_feature[used].T, axis=0).tolist() if len(used) else []:
        factor = math.gcd(*row)
        if factor:
            sign = 1 if next(filter(None, row)) > 0 else -1
            direction = tuple(sign * value // factor for value in row)
            scales[direction] = max(scales.get(direction, Fraction(0)), Fraction(factor, table.denominator))
    coefficients = np.array(list(scales), dtype=np.int64).reshape(len(scales), len(used))
    return PayoffDirections(tuple(game.features[one + 1] for one in used), coefficients, tuple(scales.values()))


def plays_alike(game: OrderedGame) -> bool:
    """Tell whether the players may swap their signals: payoffs rest on comparisons, and signals are equally likely.

    Their signals then mean the same to both, and so a filter that is right for one is right for the other.
    """
    features = [feature for number in range(len(game.rounds)) for feature in payoff_directions(game, number).features]
    return game.weights is None and all(isinstance(feature, Comparison) for feature in features)
