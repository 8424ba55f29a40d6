"""The database of outcomes: for what a player holds, what comes of it against all that the opponent may hold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.builders.gameshrink.colex import colex_index
from seqform.builders.gameshrink.payoff_directions import PayoffDirections, payoff_directions
from seqform.models.deals import PUBLIC, Deals, Signals, Views, drawn
from seqform.models.exact import ExactArray, Floats, Ints
from seqform.models.immutable import Immutable
from seqform.models.ordered_game import OrderedGame
from seqform.models.signal_features import Comparison, Own, Strength, of_views


@dataclass(frozen=True, eq=False)
class OutcomeDatabase(Immutable):
    """Outcomes of a round, an entry for each thing a player may hold, a column for each thing the opponent may hold.

    With (win, lose, tie) as outcomes, an entry's histogram is what the paper calls the number of chances of being
    ranked higher than, lower than and the same as the opponent.

    Attributes
    ----------
    entry : ndarray of int, shape (views,)
        The entry of every view. Views that differ only in the order in which signals were revealed share one, where
        that order means nothing.
    outcomes : ndarray of int, shape (entries, holdings)
        From 0 without gaps. Two deals have the same one if and only if they pay the same however the round is played.
    chances : list of Fraction, shape entries × holdings, row by row, or None
        How likely the opponent is to hold that, given the entry; None if all are equally likely.
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
    >>> from seqform.builders.games.ordered.poker_games import kuhn
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
    """Tell whether payoffs are the same in whatever order a player's signals, and the public ones, were revealed.

    Numbers that a player's view determines are looked up at all views; of a feature that is known by whole deals
    only, nothing is claimed.
    """
    alike: Ints | None = None
    for feature in directions.features:
        function = _of_one_view(feature)
        if function is None:
            return False
        alike = _same_sets(views) if alike is None else alike
        values = of_views(function, views)
        if not np.array_equal(values, values[alike]):
            return False
    return True


def _of_one_view(feature: object) -> Strength | None:
    if isinstance(feature, Comparison):
        return feature.strength
    return feature.value if isinstance(feature, Own) else None


def unordered_entries(views: Views) -> Ints:
    """Return the entry of every view by its sets of public and of private signals, numbered without gaps.

    The place of a set among the sets of its size is its colexicographic index.
    """
    places, size = _colex_places(views)
    used = np.zeros(size, dtype=bool)
    used[places] = True
    entry: Ints = (np.cumsum(used) - 1)[places]
    return entry


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
