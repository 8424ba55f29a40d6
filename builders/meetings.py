"""Whom each view of an ordered game may meet, and what comes of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.models.deals import Deals
from seqform.models.exact import ExactArray, Ints, Numerators, as_integers, magnitude, widened
from seqform.models.immutable import Immutable
from seqform.models.ordered_game import OrderedGame


@dataclass(frozen=True, eq=False)
class Meetings(Immutable):
    """The deals of a round as one player sees them: one row for each of the player's views.

    Every view goes with equally many deals, since what is left of the signals is.

    Attributes
    ----------
    opponents : ndarray of int, shape (n, m)
        The other player's view in each deal.
    chance : ndarray of integers, shape (n, m)
        The probability of each deal given the view, times a number common to the round.
    outcomes : tuple of ndarrays of integers, each of shape (n, m)
        For each combination of features that `deciding` returns its value in each deal.
    """

    opponents: Ints
    chance: Numerators
    outcomes: tuple[Numerators, ...]

    def weighted(self, outcome: int) -> Numerators:
        """Return the values of a combination of features, each times the probability of its deal."""
        values = self.outcomes[outcome]
        if self.chance.dtype == np.int8:  # every deal is equally likely
            return values
        bound = magnitude(self.chance) * max(1, magnitude(values))
        return as_integers(widened(self.chance, bound) * values)


def meetings(game: OrderedGame, player: int, number: int) -> Meetings:
    """Return whom a player's views of round `number` (from 0) may meet, and the features that decide payoffs there.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> seen = meetings(kuhn("kuhn"), 0, 0)
    >>> seen.opponents.tolist(), [outcome.tolist() for outcome in seen.outcomes]
    ([[1, 2], [0, 2], [0, 1]], [[[1, 1], [1, 1], [1, 1]], [[-1, -1], [1, -1], [1, 1]]])
    """
    deals, views = game.deals(number), game.views[number]
    by_view = np.argsort(deals.view[player], kind="stable").reshape(len(views), -1)
    combinations = deciding(game, player, number)
    values = [
        feature.values(deals, (views, views)) if combinations[:, place].any() else None
        for place, feature in enumerate(game.features)
    ]
    outcomes = []
    for coefficients in combinations:
        total: Numerators = np.zeros(1, dtype=np.int64)
        for coefficient, value in zip(coefficients.tolist(), values, strict=True):
            if coefficient and value is not None:
                bound = magnitude(total) + abs(coefficient) * magnitude(value)
                total = widened(total, bound) + widened(value, bound) * coefficient
        outcomes.append(_narrowed(total)[by_view])
    return Meetings(deals.view[1 - player].take(by_view), _conditional(deals, by_view), tuple(outcomes))


def deciding(game: OrderedGame, player: int, number: int) -> Ints:
    """Return the combinations of features that a player's payoffs in a round depend on, a basis of them.

    Parameters
    ----------
    game : OrderedGame
    player : int
        0 or 1: only the player's own payoffs count.
    number : int
        The round, from 0.

    Returns
    -------
    ndarray of int, shape (combinations, features)
        All coefficients of the round's payoffs are linear combinations of these rows.

    Examples
    --------
    In Leduc hold'em's first round only folds end the game, so nothing but the constant counts:

    >>> from seqform.builders.games.ordered.poker_games import leduc
    >>> deciding(leduc("leduc"), 0, 0).tolist(), deciding(leduc("leduc"), 0, 1).tolist()
    ([[1, 0]], [[1, 0], [0, 1]])
    """
    table = game.payoffs[number].numerators[player]
    vectors = np.unique(table.reshape(len(table), -1), axis=1).T
    rows = _echelon([[Fraction(value) for value in vector] for vector in vectors.tolist()])
    whole = [[value * math.lcm(*(other.denominator for other in row)) for value in row] for row in rows]
    return np.array([[int(value) for value in row] for row in whole], dtype=np.int64).reshape(-1, len(table))


def _echelon(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Return the reduced row echelon form, without the rows of zeros."""
    done: list[list[Fraction]] = []
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is None:
            continue
        unit = [value / pivot[column] for value in pivot]
        rows = [_without(row, unit, column) for row in rows if row is not pivot]
        done = [*(_without(row, unit, column) for row in done), unit]
    return done


def _without(row: list[Fraction], unit: list[Fraction], column: int) -> list[Fraction]:
    factor = row[column]
    return [value - factor * pivot for value, pivot in zip(row, unit, strict=True)] if factor else row


def _conditional(deals: Deals, by_view: Ints) -> Numerators:
    weights = deals.probability.numerators
    if len(weights) and (weights == weights[0]).all():
        return np.ones(by_view.shape, dtype=np.int8)
    return conditional(weights[by_view])


def conditional(weights: Numerators) -> Numerators:
    """Return every row divided by its sum, all of them times one number that makes them integers."""
    totals = [sum(row) for row in weights.tolist()]
    common = math.lcm(*totals)
    scaled = [
        [weight * (common // total) for weight in row] for row, total in zip(weights.tolist(), totals, strict=True)
    ]
    whole = ExactArray(np.array(scaled, dtype=object).reshape(-1), common).reduced()
    return whole.numerators.reshape(weights.shape)


def _narrowed(values: Numerators) -> Numerators:
    """Return the same integers in bytes where they fit, which is what showdowns come to."""
    return values.astype(np.int8) if magnitude(values) < 128 else values
