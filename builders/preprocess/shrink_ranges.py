"""Information filters of games with ranges by thresholds on the costs between hands.

Hands have weights, so that GameShrink's bijections of children become transport: two hands cost what it costs to move
the distribution of one's results into that of the other. Costs are nearly continuous there, and uniting every pair
within the threshold would make one class of all hands, each near the next. So a class has a first member, and the hands
within the threshold of that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seqform.builders.forms.hand_sums import hands_by_board
from seqform.errors import GameError
from seqform.models.games.abstraction import Filters, InformationFilter, numbered
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import Comparison
from seqform.models.numbers.exact import Floats, Ints

QUANTILES = 100
"""Quantiles of the results below a view by which distributions are compared before the last round."""

ROUNDING = 1e-12
"""Rounding tolerance of the comparison of a cost with a threshold."""


def range_filters(game: OrderedGame, thresholds: Sequence[float]) -> Filters:
    """Return filters of both players of a game with ranges that merge hands at a cost of at most a threshold.

    A hand's result in a deal is 1 for a win, 1/2 for a tie and 0 for a loss, at the end of the game and against the
    opponent's range. The cost of two views of the last round is that of moving the distribution of one's results into
    that of the other; of two views before it, of moving the distributions of the expected results of the last round's
    views below them, at `QUANTILES` quantiles. Siblings, views whose views of the round before share a class, are taken
    from the weakest on: the first that is in no class yet begins one, of all that are within the threshold of it.

    - `thresholds`: One for each round, from 0 to infinity.

    The filters lose value in general; of hands with equal distributions, at 0, as well. Raises GameError unless payoffs
    of the last round depend on one comparison of the players' signals.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> game = catalog.ordered("holdem(board=JsKs5cQs7d,pot=10,stack=30,ranges=random,bets=all-in)")
    >>> [own.num_classes for own in range_filters(game, [0.05])]
    [(17,), (17,)]
    """
    first, second = _results(game)
    return _filter(game, 0, thresholds, first), _filter(game, 1, thresholds, second)


class Results(NamedTuple):
    """Results of a player's views of the last round, each of shape (views,).

    - `losing`, `tying`: The probabilities of a loss and of a tie, against the hands of the opponent that may be met.
    - `met`: Their weight, as a share of that of all pairs of hands.
    """

    losing: Floats
    tying: Floats
    met: Floats


def _results(game: OrderedGame) -> tuple[Results, Results]:
    """Return the results of both players; a view that meets no hand of the opponent's loses half of the time."""
    number = len(game.rounds) - 1
    used = np.flatnonzero(game.payoffs[number].numerators.any(axis=(0, 2, 3))).tolist()
    features = [game.features[place] for place in used if place > 0]
    if len(features) != 1 or not isinstance(features[0], Comparison):
        raise GameError(
            f"{game.title}: a threshold is for games with ranges in which payoffs of the last round depend on one "
            "comparison of the players' signals: take filters of your own"
        )

    assert game.ranges is not None
    weights = [np.asarray(own / game.ranges.unit, np.float64) for own in game.ranges.weights]
    losing, tying, met = np.zeros((3, 2, len(game.views[number][0])))
    for views, hands, meets, sign in hands_by_board(game, number, features[0].strength):
        for player, signs in enumerate((sign, -sign.T)):
            opposing = np.where(meets, weights[1 - player][hands], 0.0)
            met[player, views] = opposing.sum(axis=1)
            losing[player, views] = np.where(signs < 0, opposing, 0.0).sum(axis=1)
            tying[player, views] = np.where(signs == 0, opposing, 0.0).sum(axis=1)

    is_alone = met == 0
    total = np.where(is_alone, 1.0, met)
    losing = np.where(is_alone, 0.5, losing / total)
    tying /= total
    return Results(losing[0], tying[0], met[0]), Results(losing[1], tying[1], met[1])


def _filter(
    game: OrderedGame, player: int, thresholds: Sequence[float], results: Results
) -> InformationFilter:
    """Return the filter of one player."""
    expected = 1 - results.losing - results.tying / 2
    last = len(game.rounds) - 1
    classes: list[Ints] = []
    above = np.zeros(len(game.views[0][player]), dtype=np.int64)
    for number, threshold in enumerate(thresholds):
        if number:
            above = classes[-1][game.views[number][player].parent]
        if number == last:
            distributions = np.stack([results.losing, results.losing + results.tying], axis=1)
        else:
            ancestors = _ancestors(game, player, number)
            distributions = 1 - _quantiles(ancestors, expected, results.met)
        # From the weakest on: these are distributions of losses.
        classes.append(_nearby(-distributions, above, threshold))
    return InformationFilter(game, tuple(classes))


def _ancestors(game: OrderedGame, player: int, number: int) -> Ints:
    """Return for each of a player's views of the last round the view of round `number` that it continues."""
    last = len(game.rounds) - 1
    ancestors = np.arange(len(game.views[last][player]))
    for later in range(last, number, -1):
        ancestors = game.views[later][player].parent[ancestors]
    return ancestors


def _quantiles(ancestors: Ints, values: Floats, weights: Floats) -> Floats:
    """Return the quantiles of the values below each ancestor, by their weights, shape (ancestors, QUANTILES)."""
    # Where all weights below an ancestor are 0, the values count alike.
    totals = np.bincount(ancestors, weights)
    counted = np.where(totals[ancestors] > 0, weights, 1.0)
    order = np.lexsort((values, ancestors))
    ancestors = ancestors[order]
    sums = np.cumsum(counted[order])
    starts = np.searchsorted(ancestors, np.arange(len(totals)))
    before = np.append(0.0, sums)[starts]
    shares = (sums - before[ancestors]) / np.bincount(ancestors, counted[order])[ancestors]

    # Ancestor k has the keys from k to k + 1.
    probabilities = (np.arange(QUANTILES) + 0.5) / QUANTILES
    asked = np.arange(len(totals))[:, None] + probabilities
    places = np.searchsorted(ancestors + np.minimum(shares, 1.0), asked)
    return values[order][places]


def _nearby(distributions: Floats, above: Ints, threshold: float) -> Ints:
    """Return the classes of views: of siblings, those within a threshold of the first, weakest, one of their class.

    - `distributions`, shape (views, m): Distances are the means of the differences of rows.
    - `above`, shape (views,): The class in the round before.
    """
    if threshold == np.inf:
        return numbered(above)
    means = distributions.mean(axis=1)
    order = np.lexsort((means, above))
    leaders = np.full(len(means), -1, dtype=np.int64)
    for siblings in np.split(order, np.flatnonzero(np.diff(above[order])) + 1):
        sorted_means = means[siblings]
        for place, leader in enumerate(siblings.tolist()):
            if leaders[leader] >= 0:
                continue
            # Means differ by the cost at most.
            stop = np.searchsorted(
                sorted_means, sorted_means[place] + threshold + ROUNDING, "right"
            )
            near = siblings[place:stop]
            near = near[leaders[near] < 0]
            costs = np.abs(distributions[near] - distributions[leader]).mean(axis=1)
            leaders[near[costs <= threshold + ROUNDING]] = leader
    return numbered(leaders)
