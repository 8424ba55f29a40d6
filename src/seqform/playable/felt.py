"""Cards and stakes of games in which chance deals: whom each card reaches, and what the players have put in.

Both are properties of the whole game and of the public actions, never of cards that are hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import PUBLIC, Comparison, Constant
from seqform.models.numbers.exact import Ints

FOLD = "fold"
"""The action, in any case, after which a player loses what that player has put in."""

MOST_DEALT = 16
"""Bound on the moves of chance in a play; beyond it no cards are drawn."""

Stakes = tuple[Fraction | None, Fraction | None]


class Felt:
    """The cards of a game by their places among chance's moves, and the stakes after every public history.

    The stake of a player is what is lost by the next fold, or at a showdown where no fold is left.

    - `receivers`: For each move of chance the player who observes it, `PUBLIC` for both, None for nobody.

    Examples
    --------
    >>> import seqform as sf
    >>> felt = felt_of_tree(sf.load("kuhn"))
    >>> felt.receivers, felt.stakes(["check", "bet"])
    ((0, 1), (Fraction(1, 1), Fraction(2, 1)))
    """

    def __init__(
        self, receivers: Sequence[int | None], histories: dict[tuple[str, ...], Stakes]
    ) -> None:
        self.receivers = tuple(receivers)
        self._histories = histories

    def stakes(self, actions: Sequence[str]) -> tuple[Fraction, Fraction] | None:
        """Return what the players have put in after some actions; None in games without stakes.

        After a fold the other player has put in as much as before it.
        """
        now = self._histories.get(tuple(actions), (None, None))
        before = self._histories.get(tuple(actions[:-1]), (None, None))
        first, second = (
            one if one is not None else other for one, other in zip(now, before, strict=True)
        )
        return None if first is None or second is None else (first, second)


def felt_of_tree(game: ExtensiveGame) -> Felt | None:
    """Return the felt of a game on its tree; None where chance deals no player a card of the player's own.

    A player observes the k-th move of chance if it is the same at all nodes of every later information set.
    """
    labels, names = _edge_labels(game)
    receivers = _receivers(game, labels)
    if receivers is None or not {0, 1} & set(receivers):
        return None
    folds = {number for number, name in enumerate(names) if name.casefold() == FOLD}
    return Felt(
        receivers, _histories(game, labels, names, folds) if folds and game.is_zero_sum else {}
    )


def felt_of_deals(game: OrderedGame) -> Felt:
    """Return the felt of a game with ordered signals."""
    actions = {action for one in game.rounds for action in one.stage.action}
    histories: dict[tuple[str, ...], Stakes] = {}
    if game.constant_sum == 0 and any(action.casefold() == FOLD for action in actions):
        _visit(game, (), (0, 0, 0), histories)
    return Felt(game.receivers[-1], histories)


def _edge_labels(game: ExtensiveGame) -> tuple[Ints, list[str]]:
    """Return for every node the number of the name of the action that leads there, and the names."""
    numbers: dict[str, int] = {}
    flat = [
        numbers.setdefault(name, len(numbers)) for actions in game.action_names for name in actions
    ]
    above = game.infoset[game.parent[1:]]
    labels = np.full(len(game), -1, dtype=np.int64)
    labels[1:] = np.array(flat, dtype=np.int64)[
        game.information_sets.action_start[above] + game.action[1:]
    ]
    return labels, list(numbers)


def _receivers(game: ExtensiveGame, labels: Ints) -> list[int | None] | None:
    """Return who observes each move of chance; None if that differs from play to play, or there are too many."""
    by_chance = np.zeros(len(game), dtype=bool)
    by_chance[1:] = game.player[game.parent[1:]] == CHANCE
    dealt = np.zeros(len(game), dtype=np.int64)
    for level in game.levels[1:]:
        dealt[level] = dealt[game.parent[level]] + by_chance[level]
    if dealt.max() > MOST_DEALT:
        return None
    receivers: list[int | None] = []
    for place in range(1, int(dealt.max()) + 1):
        card = np.full(len(game), -1, dtype=np.int64)
        for level in game.levels[1:]:
            new = by_chance[level] & (dealt[level] == place)
            card[level] = np.where(new, labels[level], card[game.parent[level]])
        seen = []
        for player in (0, 1):
            nodes = np.flatnonzero(game.player == player)
            least, most = np.full((2, len(game.information_sets)), -1, dtype=np.int64)
            least[game.infoset[nodes]] = card[nodes]
            np.minimum.at(least, game.infoset[nodes], card[nodes])
            np.maximum.at(most, game.infoset[nodes], card[nodes])
            if np.any((least == -1) & (most != -1)):
                return None
            seen.append(bool(np.all(least == most)))
        receivers.append(PUBLIC if all(seen) else seen.index(True) if any(seen) else None)
    return receivers


def _histories(
    game: ExtensiveGame, labels: Ints, names: list[str], folds: set[int]
) -> dict[tuple[str, ...], Stakes]:
    """Return the stakes after every history of the players' actions, whatever chance has dealt."""
    numbers: dict[tuple[int, int], int] = {}
    paths: list[tuple[str, ...]] = [()]
    above = [0]
    group = np.zeros(len(game), dtype=np.int64)
    for level in game.levels[1:]:
        before = group[game.parent[level]]
        label = np.where(game.player[game.parent[level]] == CHANCE, -1, labels[level])
        pairs, inverse = np.unique(np.stack([before, label]), axis=1, return_inverse=True)
        found = []
        for history, action in pairs.T.tolist():
            if action >= 0 and (history, action) not in numbers:
                numbers[history, action] = len(paths)
                paths.append((*paths[history], names[action]))
                above.append(history)
            found.append(numbers[history, action] if action >= 0 else history)
        group[level] = np.array(found, dtype=np.int64)[inverse.ravel()]
    payoffs: Any = game.leaf_payoffs[0]
    least: list[list[int | None]] = [[None] * len(paths) for _ in (0, 1)]
    ends = game.leaves
    movers = game.player[game.parent[ends]].tolist()
    largest: dict[int, int] = {}  # at showdowns, where a draw is no sign of the stakes
    for history, mover, label, payoff in zip(
        group[ends].tolist(),
        movers,
        labels[ends].tolist(),
        payoffs.numerators.tolist(),
        strict=True,
    ):
        if label in folds:
            least[mover][history] = _least(least[mover][history], payoff if mover else -payoff)
        else:
            largest[history] = max(largest.get(history, 0), abs(payoff))
    for history, stake in largest.items():
        for of_player in least:
            of_player[history] = _least(of_player[history], stake)
    for of_player in least:
        for history in range(len(paths) - 1, 0, -1):
            of_player[above[history]] = _least(of_player[above[history]], of_player[history])
    first, second = (
        [None if one is None else Fraction(one, payoffs.denominator) for one in of_player]
        for of_player in least
    )
    return {path: (first[place], second[place]) for place, path in enumerate(paths)}


def _visit(
    game: OrderedGame,
    path: tuple[str, ...],
    at: tuple[int, int, int],
    histories: dict[tuple[str, ...], Stakes],
) -> Stakes:
    """Enter the stakes from a point of the betting on, given by round, history of the rounds before, and node."""
    number, past, node = at
    stage = game.rounds[number].stage
    stakes: Stakes = (None, None)
    if node in stage.continuing:
        after = past * len(stage.continuing) + stage.continuing.index(node)
        return _visit(game, path, (number + 1, after, 0), histories)
    if node in stage.ends:
        payoffs = game.payoffs[number]
        row = payoffs.numerators[0, :, stage.ends.index(node), past].tolist()
        kinds = [type(feature) for feature in game.features]
        folded = stage.player[stage.parent[node]] if stage.action[node].casefold() == FOLD else None
        fixed = sum(value for value, kind in zip(row, kinds, strict=True) if kind is Constant)
        open_ones = sum(
            abs(value) for value, kind in zip(row, kinds, strict=True) if kind is Comparison
        )
        lost = Fraction(abs(fixed) + open_ones, payoffs.denominator)
        stakes = (None if folded == 1 else lost, None if folded == 0 else lost)
    for child in stage.children[node]:
        below = _visit(game, (*path, stage.action[child]), (number, past, child), histories)
        stakes = (_least(stakes[0], below[0]), _least(stakes[1], below[1]))
    histories[path] = stakes
    return stakes


def _least(one: Any, other: Any) -> Any:
    return min((each for each in (one, other) if each is not None), default=None)
