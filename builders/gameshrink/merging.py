"""GameShrink: the information filter under which a player no longer sees what the algorithm takes to be alike."""

from __future__ import annotations

import numpy as np

from seqform.builders.gameshrink.matching_costs import MatchingCosts, matching_costs
from seqform.builders.gameshrink.payoff_directions import plays_alike
from seqform.builders.gameshrink.signal_types import signal_types
from seqform.builders.gameshrink.union_find import UnionFind
from seqform.errors import GameError, ModelError
from seqform.models.exact import Ints
from seqform.models.information_filter import InformationFilter, first_members, numbered
from seqform.models.ordered_game import OrderedGame

Filters = tuple[InformationFilter, InformationFilter]


Threshold = float | list[float] | tuple[float, ...]
"""One number for every round, or one for each."""


def game_shrink(game: OrderedGame, threshold: Threshold = 0.0) -> Filters:
    """Return what GameShrink finds for player 1 and for player 2 (Gilpin & Sandholm, algorithm 2).

    Each player's signal tree is walked from the top: views of a round whose views of the round before share a
    class are siblings, and siblings are united if they are isomorphic, or with a threshold if they match at no more
    than that cost.

    Where players may swap their signals both filters are the same object.

    Parameters
    ----------
    game : OrderedGame
    threshold : float, or one for each round
        The knob: 0 unites isomorphic views only, ``math.inf`` leaves one class a round. In between it bounds
        the average difference of payoffs between matched leaves, as a share of the largest
        difference that signals can make anywhere in the game (see `MatchingCosts`); so where signals are
        equally likely, 1 is as good as infinite. Uniting is transitive: members of a class may be farther apart
        than the threshold if others lie between them, as ranks of cards do. That may take a round from hundreds of
        classes to a few between two neighbouring numbers, so that each round may have a number of its own.

    Returns
    -------
    (InformationFilter, InformationFilter)

    Raises
    ------
    GameError
        If `game` is not an ordered game.
    ModelError
        If the threshold is not a number from 0, or there is neither one nor one for each round.

    Notes
    -----
    The partition is the paper's, and so are the sizes that it gives. It is not lossless in general: that views beat as
    many of the opponent's holdings does not say that they beat the same ones, as an equilibrium of the smaller game may
    assume.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import leduc
    >>> game_shrink(leduc("leduc"))[0]
    <InformationFilter of 'leduc': 3 / 7 classes>
    >>> game_shrink(leduc("leduc"), 0.3)[0], game_shrink(leduc("leduc"), [0.3, 0])[0]
    (<InformationFilter of 'leduc': 1 / 3 classes>, <InformationFilter of 'leduc': 1 / 3 classes>)
    """
    check_game(game)
    first = player_filter(game, 0, threshold)
    return first, first if plays_alike(game) else player_filter(game, 1, threshold)


def player_filter(game: OrderedGame, player: int, threshold: Threshold = 0.0) -> InformationFilter:
    """Return what GameShrink finds for one player, 0 or 1; see `game_shrink`."""
    check_game(game)
    thresholds = _by_rounds(game, threshold)
    if player not in (0, 1):
        raise ModelError(f"GameShrink: player {player!r}: 0 or 1 expected")
    costs = matching_costs(game, player) if any(thresholds) else None
    classes: list[Ints] = []
    for number, (views, one) in enumerate(zip(game.views, signal_types(game, player), strict=True)):
        parents = classes[-1][views.parent] if classes else np.zeros(len(views), dtype=np.int64)
        sets = UnionFind(len(views))
        isomorphic = numbered(parents * one.num_types + one.types)
        first = first_members(isomorphic)
        sets.unite(np.arange(len(views)), first[isomorphic])
        if costs is not None and thresholds[number] > 0:
            for siblings in _families(parents, first):
                _unite_close(sets, costs, number, siblings, one.types[siblings], thresholds[number])
        classes.append(sets.classes())
    return InformationFilter(game, tuple(classes))


def _families(parents: Ints, views: Ints) -> list[Ints]:
    """Return the views with equal parents together."""
    order = views[np.argsort(parents[views], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(parents[order])) + 1)


def _unite_close(
    sets: UnionFind, costs: MatchingCosts, number: int, views: Ints, types: Ints, threshold: float
) -> None:
    """Unite siblings of different types that match at no more than the threshold."""
    if threshold >= costs.largest:
        sets.unite(views[1:], views[:-1])
        return
    for one, others, bounds in costs.candidates(number, types, threshold):
        if costs.bound_is_cost(number):
            sets.unite(views[others], np.full(len(others), views[one]))
            continue
        for other in others[np.argsort(bounds, kind="stable")].tolist():
            apart = not sets.same(int(views[one]), int(views[other]))
            if apart and costs.within(number, int(types[one]), int(types[other]), threshold):
                sets.unite(views[one : one + 1], views[other : other + 1])


def check_game(game: OrderedGame) -> None:
    """Raise a GameError unless this is an ordered game."""
    if not isinstance(game, OrderedGame):
        raise GameError(
            f"GameShrink: a game with ordered signals (OrderedGame) expected, not {type(game).__name__}: elsewhere "
            "merging isomorphic subtrees can change the equilibria; for any other two-player game use the "
            "equitable partition (seqform.builders.equitable_partition), which is safe there"
        )


def _by_rounds(game: OrderedGame, threshold: Threshold) -> list[float]:
    """Return the threshold of every round."""
    rounds = len(game.rounds)
    thresholds = list(threshold) if isinstance(threshold, list | tuple) else [threshold] * rounds
    for one in thresholds:
        check_threshold(one)
    if len(thresholds) != rounds:
        raise ModelError(f"GameShrink: {len(thresholds)} thresholds; one, or one for each of {rounds} rounds, expected")
    return thresholds


def check_threshold(threshold: object) -> None:
    """Raise a ModelError unless this is a number from 0 to infinity."""
    if isinstance(threshold, bool) or not isinstance(threshold, int | float) or not threshold >= 0:
        raise ModelError(f"GameShrink: threshold {threshold!r}: a number from 0 to infinity expected")
