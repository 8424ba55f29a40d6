"""The database of outcomes: for each view of a player the outcomes against all hands of the opponent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.errors import GameError, ModelError
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import PUBLIC, Comparison, Deals, Feature, Own, Signals, Views, drawn, of_views
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Floats, Ints, magnitude

_SAFE = 2**62


@dataclass(frozen=True, eq=False)
class PayoffDirections(Immutable):
    """The combinations of features of which the payoffs of a round are multiples.

    Two deals pay both players the same at all ends and histories of the round, u^j(z̃, ϑ) = u^j(z̃, ϑ') for all z̃, if
    and only if all these combinations agree: payoffs are multiples of them plus terms that do not depend on signals.

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
    """Return the payoff directions of round `number` (from 0), for both players."""
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
    """Return whether the players may swap their signals: payoffs are comparisons, and signals equally likely.

    Their signals then mean the same to both, and so a filter that is right for one is right for the other.
    """
    features = [feature for number in range(len(game.rounds)) for feature in payoff_directions(game, number).features]
    return game.weights is None and all(isinstance(feature, Comparison) for feature in features)


def colex_index(subsets: Ints) -> Ints:
    """Return index(c) = Σ C(c_i, i) of every subset (Gilpin & Sandholm, "Efficiency enhancements").

    Subsets of r numbers below n are mapped one to one onto 0, ..., C(n, r) - 1. They are the rows of an array of shape
    (k, r), c_1 < c_2 < ... < c_r.
    """
    subsets = np.asarray(subsets, dtype=np.int64)
    count, size = subsets.shape
    if np.any(subsets[:, 1:] <= subsets[:, :-1]) or np.any(subsets < 0):
        raise ModelError("colexicographic index: the numbers of a subset increase from 0 or more")
    if count == 0 or size == 0:
        return np.zeros(count, dtype=np.int64)
    largest = int(subsets.max())
    if math.comb(largest + 1, size) >= 2**63:
        raise ModelError(f"colexicographic index: subsets of {size} numbers up to {largest} need more than 63 bits")
    index = np.zeros(count, dtype=np.int64)
    for place in range(size):
        column = subsets[:, place]
        binomials = np.array([math.comb(value, place + 1) for value in range(int(column.max()) + 1)], dtype=np.int64)
        index += binomials[column]
    return index


@dataclass(frozen=True, eq=False)
class OutcomeDatabase(Immutable):
    """Outcomes of a round, an entry for each hand of a player, a column for each hand of the opponent.

    With (win, lose, tie) as outcomes, an entry's histogram is the paper's number of chances of being
    ranked higher than, lower than and the same as the opponent.

    Attributes
    ----------
    entry : ndarray of int, shape (views,)
        The entry of every view. Views that differ only in the order in which signals were revealed share one, where
        that order means nothing.
    outcomes : ndarray of int, shape (entries, holdings)
        From 0 without gaps. Two deals have the same one if and only if they pay the same however the round is played.
    chances : list of Fraction, shape entries × holdings, row by row, or None
        The probability of the opponent's hand given the entry; None if all are equally likely.
    positions : ndarray of float, shape (distinct outcomes, directions)
        Every outcome's part of the payoffs in the game's unit, as far as signals matter; the difference of two payoffs
        is at most the largest difference of these, and is that for some end and history.
    """

    entry: Ints
    outcomes: Ints
    chances: list[Fraction] | None
    positions: Floats


def outcome_database(game: OrderedGame, player: int, number: int) -> OutcomeDatabase | None:
    """Return the outcomes of round `number` (from 0), or None if payoffs there do not depend on the signals.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> database = outcome_database(kuhn("kuhn"), 0, 0)
    >>> database.outcomes.tolist(), database.positions.tolist()
    ([[0, 0], [1, 0], [1, 1]], [[-2.0], [2.0]])
    """
    directions = payoff_directions(game, number)
    if not len(directions):
        return None
    views = game.views[number]
    unordered = game.weights is None and order_means_nothing(directions, views)
    entry = unordered_entries(views) if unordered else np.arange(len(views))
    members = np.unique(entry, return_index=True)[1] if unordered else entry
    deals = _deals_of(game, player, number, members) if unordered else _all_deals(game, player, number)
    outcomes, positions = _outcomes(directions, directions.values(game, number, deals))
    chances = None if game.weights is None else _chances(deals, player, len(views))
    return OutcomeDatabase(entry, outcomes.reshape(len(members), -1), chances, positions)


def order_means_nothing(directions: PayoffDirections, views: Views) -> bool:
    """Return whether payoffs do not depend on the order in which signals to a player, or public ones, are revealed.

    Numbers that a player's view determines are looked up at all views; of a feature that is known by whole deals
    only, the answer is False.
    """
    functions = []
    for feature in directions.features:
        if not isinstance(feature, Comparison | Own):
            return False
        functions.append(feature.strength if isinstance(feature, Comparison) else feature.value)
    alike = _same_sets(views)
    at_views = (of_views(function, views) for function in functions)
    return all(np.array_equal(values, values[alike]) for values in at_views)


def unordered_entries(views: Views) -> Ints:
    """Return the entry of every view by its sets of public and of private signals, numbered without gaps.

    The place of a set among the sets of its size is its colexicographic index.
    """
    places, size = _colex_places(views)
    used = np.zeros(size, dtype=bool)
    used[places] = True
    return np.asarray((np.cumsum(used) - 1)[places])


def _colex_places(views: Views) -> tuple[Ints, int]:
    public, private = (
        colex_index(np.sort(views.signals[:, list(columns)], axis=1).astype(np.int64))
        for columns in (views.public, views.private)
    )
    width = int(private.max()) + 1
    return public * width + private, (int(public.max()) + 1) * width


def _same_sets(views: Views) -> Ints:
    """Return for every view one that stands for all views with the same sets of signals."""
    places, size = _colex_places(views)
    member = np.empty(size, dtype=np.int64)
    member[places] = np.arange(len(places))
    return member[places]


def _deals_of(game: OrderedGame, player: int, number: int, members: Ints) -> Deals:
    """Return the deals in which a player has one of the given views and the opponent's signals are in order."""
    views, receivers = game.views[number], game.receivers[number]
    seen = [column for column, who in enumerate(receivers) if who in (PUBLIC, player)]
    hidden = [column for column, who in enumerate(receivers) if who not in (PUBLIC, player)]
    own = views.signals[members]
    row, held = np.arange(len(members)), own
    for column in range(len(hidden)):
        above, held = drawn(held, len(game.signals))
        row = row[above]
        if column:
            in_order = held[:, -1] > held[:, -2]
            row, held = row[in_order], held[in_order]
    signals: Signals = np.empty((len(row), len(receivers)), dtype=np.int16)
    signals[:, seen] = own[row]
    signals[:, hidden] = held[:, own.shape[1] :]
    theirs = views.find(signals[:, [column for column, who in enumerate(receivers) if who != player]])
    mine = members[row]
    equally_likely = ExactArray(np.ones(len(row), dtype=np.int64), len(row))
    return Deals(signals, receivers, (mine, theirs) if player == 0 else (theirs, mine), equally_likely)


def _all_deals(game: OrderedGame, player: int, number: int) -> Deals:
    deals = game.deals(number)
    order = np.argsort(deals.view[player], kind="stable")
    return Deals(
        deals.signals[order],
        deals.receivers,
        (deals.view[0][order], deals.view[1][order]),
        deals.probability.take(order),
    )


def _outcomes(directions: PayoffDirections, values: list[Ints]) -> tuple[Ints, Floats]:
    outcomes = np.zeros(len(values[0]), dtype=np.int64)
    for one in values:
        places = dense(one)
        outcomes = dense(outcomes * (int(places.max()) + 1) + places)
    member = np.empty(int(outcomes.max()) + 1, dtype=np.int64)
    member[outcomes] = np.arange(len(outcomes))
    columns = [float(scale) * one[member] for scale, one in zip(directions.scales, values, strict=True)]
    return outcomes, np.stack(columns, axis=1)


def dense(values: Ints) -> Ints:
    """Return the same values as numbers from 0 without gaps, in the same order."""
    least = int(values.min())
    size = int(values.max()) - least + 1
    if size > 4 * len(values) + 1000:
        return np.asarray(np.unique(values, return_inverse=True)[1], dtype=np.int64)
    used = np.zeros(size, dtype=bool)
    used[values - least] = True
    numbers = np.cumsum(used, dtype=np.int64) - 1
    return np.asarray(numbers[values - least], dtype=np.int64)


def _chances(deals: Deals, player: int, num_views: int) -> list[Fraction]:
    view = deals.view[player]
    total = deals.probability.sum_by(view, num_views)
    return [deals.probability[place] / total[one] for place, one in enumerate(view.tolist())]
