"""What has to hold of the columns of a game, apart from perfect recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from seqform.errors import GameError
from seqform.models.game_tables import CHANCE, NONE

if TYPE_CHECKING:
    from seqform.models.game import ExtensiveGame


def check_tree(game: ExtensiveGame) -> None:
    """Raise `GameError` unless the columns are a breadth-first tree that fits its tables."""
    n, sets = len(game.parent), game.information_sets
    if n == 0:
        raise GameError("a game needs at least one node")
    if len(game.players) != 2:
        raise GameError(f"two players expected, not {len(game.players)}")
    for what, column in (("infoset", game.infoset), ("outcome", game.outcome)):
        if len(column) != n:
            raise GameError(f"column {what!r} has {len(column)} entries for {n} nodes")
    if game.node_labels is not None and len(game.node_labels) != n:
        raise GameError(f"{len(game.node_labels)} node labels for {n} nodes")
    if np.any((game.infoset < NONE) | (game.infoset >= len(sets))):
        raise GameError("column 'infoset' names a row that the table of information sets does not have")
    used, first_use = np.unique(game.infoset[game.infoset != NONE], return_index=True)
    if not np.array_equal(used, np.arange(len(sets))) or np.any(np.diff(first_use) < 0):
        raise GameError(
            "the information sets are not numbered in the order in which nodes meet them, each met at least once; "
            "make them so by `breadth_first`"
        )
    if np.any((game.outcome < NONE) | (game.outcome >= len(game.outcomes))):
        raise GameError("column 'outcome' names a row that the table of outcomes does not have")
    if np.any(~np.isin(sets.player, (CHANCE, 0, 1))):
        raise GameError("an information set belongs to player 0, to player 1, or to chance (-1)")
    if np.any(np.diff(sets.action_start) < 1):
        empty = int(np.argmax(np.diff(sets.action_start) < 1))
        raise GameError(f"information set {sets.labels[empty]!r} has no actions")
    if not (len(sets.labels) == len(sets) == len(sets.action_start) - 1):
        raise GameError("the table of information sets has columns of different lengths")
    if not (len(sets.action_labels) == len(sets.probability) == sets.action_start[-1]):
        raise GameError("the table of information sets has action columns of different lengths")
    expected = np.repeat(np.arange(n), game.num_actions)
    if game.parent[0] != NONE or not np.array_equal(game.parent[1:], expected):
        raise GameError(
            "the nodes are not in breadth-first order, one child per action; make them so by `breadth_first`"
        )


def check_chance(game: ExtensiveGame) -> None:
    """Raise `GameError` unless chance's probabilities are distributions, exactly."""
    sets = game.information_sets
    owner = np.repeat(np.arange(len(sets)), np.diff(sets.action_start))
    by_chance = sets.player[owner] == CHANCE
    total = sets.probability.take(by_chance).sum_by(owner[by_chance], len(sets))
    negative = np.asarray(sets.probability.numerators < 0, dtype=bool) & by_chance
    wrong = np.asarray(total.numerators != total.denominator, dtype=bool) & (sets.player == CHANCE)
    if np.any(negative):
        place = int(np.argmax(negative))
        raise GameError(
            f"{_chance_set(game, int(owner[place]))}: action {sets.action_labels[place]!r} has probability "
            f"{sets.probability[place]}, below 0"
        )
    if np.any(wrong):
        row = int(np.argmax(wrong))
        raise GameError(f"{_chance_set(game, row)}: the probabilities sum to {total[row]}, not to 1")


def _chance_set(game: ExtensiveGame, row: int) -> str:
    node = int(np.argmax(game.infoset == row))
    path = " > ".join(game.path(node)) or "the root"
    return f"chance at {path}"
