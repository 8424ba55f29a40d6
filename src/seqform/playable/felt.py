"""Cards and stakes of games in which chance deals: whom each card reaches, and what the players have put in.

Both are properties of the whole game and of the public actions, never of cards that are hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from math import comb
from typing import Any

import numpy as np

from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import PUBLIC, Comparison, Constant, LaterComparison
from seqform.models.numbers.exact import Ints

FOLD = "fold"
"""The action, in any case, after which a player loses what that player has put in."""

MOST_DEALT = 16
"""Bound on the moves of chance in a play; beyond it no cards are drawn."""

Stakes = tuple[Fraction | None, Fraction | None]


class Felt:
    """The cards of a game by their places among chance's moves, and the stakes after every public history.

    The stake of a player is what is lost by the next fold, or at a showdown where no fold is left.

    - `table`: Cards that both players see before chance moves, such as a board.
    - `receivers`: For each move of chance the player who observes it, `PUBLIC` for both, None for nobody.

    Examples
    --------
    >>> import seqform as sf
    >>> felt = felt_of_tree(sf.load("kuhn"))
    >>> felt.receivers, felt.stakes(["check", "bet"])
    ((0, 1), (Fraction(1, 1), Fraction(2, 1)))
    """

    def __init__(
        self,
        receivers: Sequence[int | None],
        histories: dict[tuple[str, ...], Stakes],
        table: Sequence[str] = (),
    ) -> None:
        self.receivers = tuple(receivers)
        self.table = tuple(table)
        self._histories = histories

    def stakes(self, actions: Sequence[str]) -> tuple[Fraction, Fraction] | None:
        """Return what the players have put in after some actions; None in games without stakes.

        After a fold the other player has put in as much as before it.
        """
        first, second = self._histories.get(tuple(actions), (None, None))
        before = self._histories.get(tuple(actions[:-1]), (None, None))
        if first is None:
            first = before[0]
        if second is None:
            second = before[1]
        if first is None or second is None:
            return None
        return first, second


def felt_of_tree(game: ExtensiveGame) -> Felt | None:
    """Return the felt of a game on its tree; None where chance deals no player a card of the player's own.

    A player observes the k-th move of chance if it is the same at all nodes of every later information set.
    """
    labels, names = _edge_labels(game)
    receivers = _receivers(game, labels)
    if receivers is None or not {0, 1} & set(receivers):
        return None
    folds = {number for number, name in enumerate(names) if name.casefold() == FOLD}
    histories: dict[tuple[str, ...], Stakes] = {}
    if folds and game.is_zero_sum:
        histories = _histories(game, labels, names, folds)
    return Felt(receivers, histories)


def felt_of_deals(game: OrderedGame) -> Felt:
    """Return the felt of a game with ordered signals."""
    actions: set[str] = set()
    for betting in game.rounds:
        actions.update(map(str.casefold, betting.stage.action))
    histories: dict[tuple[str, ...], Stakes] = {}
    if game.constant_sum == 0 and FOLD in actions:
        _visit(game, (), (0, 0, 0), histories)
    return Felt(game.receivers[-1], histories, game.table)


def _edge_labels(game: ExtensiveGame) -> tuple[Ints, list[str]]:
    """Return for every node the number of the name of the action that leads there, and the names."""
    actions = list(chain.from_iterable(game.action_names))  # set by set
    names = list(dict.fromkeys(actions))
    number_of = {name: number for number, name in enumerate(names)}
    numbers = np.array([number_of[name] for name in actions], dtype=np.int64)

    above = game.infoset[game.parent[1:]]
    places = game.information_sets.action_start[above] + game.action[1:]
    labels = np.full(len(game), -1, dtype=np.int64)
    labels[1:] = numbers[places]
    return labels, names


def _receivers(game: ExtensiveGame, labels: Ints) -> list[int | None] | None:
    """Return who observes each move of chance; None if that differs from play to play, or there are too many."""
    # How many moves of chance lead to each node, from the root downwards.
    by_chance = np.zeros(len(game), dtype=bool)
    by_chance[1:] = game.player[game.parent[1:]] == CHANCE
    dealt = np.zeros(len(game), dtype=np.int64)
    for level in game.levels[1:]:
        dealt[level] = dealt[game.parent[level]] + by_chance[level]
    if dealt.max() > MOST_DEALT:
        return None

    receivers: list[int | None] = []
    for place in range(1, int(dealt.max()) + 1):
        # The card that chance deals at this place on the way to each node, -1 before it.
        card = np.full(len(game), -1, dtype=np.int64)
        for level in game.levels[1:]:
            new = by_chance[level] & (dealt[level] == place)
            card[level] = np.where(new, labels[level], card[game.parent[level]])

        # The player has seen it if all nodes of each of the player's sets have the same card.
        has_seen = []
        for player in (0, 1):
            nodes = np.flatnonzero(game.player == player)
            sets = game.infoset[nodes]
            least, most = np.full((2, len(game.information_sets)), -1, dtype=np.int64)
            least[sets] = card[nodes]
            np.minimum.at(least, sets, card[nodes])
            np.maximum.at(most, sets, card[nodes])
            if np.any((least == -1) & (most != -1)):  # a set with nodes before and after the deal
                return None
            has_seen.append(bool(np.all(least == most)))

        if all(has_seen):
            receivers.append(PUBLIC)
        elif any(has_seen):
            receivers.append(has_seen.index(True))
        else:
            receivers.append(None)
    return receivers


def _histories(
    game: ExtensiveGame, labels: Ints, names: list[str], folds: set[int]
) -> dict[tuple[str, ...], Stakes]:
    """Return the stakes after every history of the players' actions, whatever chance has dealt.

    At an end by a fold, the player who folded has lost the stake. At all other ends both have put in the same, and the
    stake is the largest payoff after the history over all deals, since in a draw nobody loses it. A
    history in between has the least stake of those below it, found from the last history up.
    """
    history_at, paths, above = _public_histories(game, labels, names)
    payoffs: Any = game.leaf_payoffs[0]
    least: list[list[int | None]] = [[None] * len(paths), [None] * len(paths)]
    largest: dict[int, int] = {}
    ends = game.leaves
    columns = (history_at[ends], game.player[game.parent[ends]], labels[ends], payoffs.numerators)
    for history, mover, label, payoff in zip(*(column.tolist() for column in columns), strict=True):
        if label in folds:
            lost = payoff if mover == 1 else -payoff
            least[mover][history] = _least(least[mover][history], lost)
        else:
            largest[history] = max(largest.get(history, 0), abs(payoff))

    for of_player in least:
        for history, stake in largest.items():
            of_player[history] = _least(of_player[history], stake)
        for history in range(len(paths) - 1, 0, -1):
            of_player[above[history]] = _least(of_player[above[history]], of_player[history])

    stakes = {}
    for path, first, second in zip(paths, *least, strict=True):
        stakes[path] = (
            _fraction(first, payoffs.denominator),
            _fraction(second, payoffs.denominator),
        )
    return stakes


def _fraction(numerator: int | None, denominator: int) -> Fraction | None:
    return None if numerator is None else Fraction(numerator, denominator)


def _public_histories(
    game: ExtensiveGame, labels: Ints, names: list[str]
) -> tuple[Ints, list[tuple[str, ...]], list[int]]:
    """Return the number of the players' history at every node, and by number the history and the one above it.

    Histories are numbered from the root down, level by level, so that each comes after the one above it. All nodes of
    a level with the same history above and the same action since then have the same history.
    """
    numbers: dict[tuple[int, int], int] = {}
    paths: list[tuple[str, ...]] = [()]
    above = [0]
    history_at = np.zeros(len(game), dtype=np.int64)
    for level in game.levels[1:]:
        before = history_at[game.parent[level]]
        label = np.where(game.player[game.parent[level]] == CHANCE, -1, labels[level])
        pairs, inverse = np.unique(np.stack([before, label]), axis=1, return_inverse=True)
        histories = []  # those of the pairs
        for history, action in pairs.T.tolist():
            if action < 0:  # chance moved, which is no part of a public history
                histories.append(history)
                continue
            if (history, action) not in numbers:
                numbers[history, action] = len(paths)
                paths.append((*paths[history], names[action]))
                above.append(history)
            histories.append(numbers[history, action])
        history_at[level] = np.array(histories, dtype=np.int64)[inverse.ravel()]
    return history_at, paths, above


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
        coefficients = payoffs.numerators[0, :, stage.ends.index(node), past].tolist()
        certain = 0
        by_comparison = 0
        for feature, coefficient in zip(game.features, coefficients, strict=True):
            if type(feature) is Constant:
                certain += coefficient
            elif type(feature) is Comparison:
                by_comparison += abs(coefficient)
            elif isinstance(feature, LaterComparison):  # the same for each way to deal the rest
                left = len(game.signals) - len(game.receivers[number])
                by_comparison += abs(coefficient) * comb(left, feature.to_come)
        lost = Fraction(abs(certain) + by_comparison, payoffs.denominator)

        stakes = (lost, lost)
        if stage.action[node].casefold() == FOLD:
            # Only what the folding player has put in shows at a fold.
            stakes = (lost, None) if stage.player[stage.parent[node]] == 0 else (None, lost)
    for child in game.choices(number, past, node):
        below = _visit(game, (*path, stage.action[child]), (number, past, child), histories)
        stakes = (_least(stakes[0], below[0]), _least(stakes[1], below[1]))
    histories[path] = stakes
    return stakes


def _least(first: Any, second: Any) -> Any:
    """Return the lesser of two numbers, of which either may be None, for unknown."""
    if first is None or second is None:
        return second if first is None else first
    return min(first, second)
