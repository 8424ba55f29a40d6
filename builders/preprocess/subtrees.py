"""Extraction of a node and the nodes below it as a game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.models.games.extensive import NONE, ExtensiveGame, Outcomes, breadth_first
from seqform.models.games.infosets import ranges
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints


@dataclass(frozen=True, eq=False, repr=False)
class Subtree(Immutable):
    """A part of a game as a game; whole information sets of the players lie in it.

    Attributes
    ----------
    nodes : ndarray of int, ascending
        The whole game's node of every node of the part.
    game : ExtensiveGame
        The part. Both games number nodes, information sets and sequences in the same order.
    """

    whole: ExtensiveGame
    nodes: Ints
    game: ExtensiveGame

    @property
    def root(self) -> int:
        """The whole game's node where the part begins."""
        return int(self.nodes[0])

    def sequences(self, player: int) -> Ints:
        """Return the whole game's sequence of each of a player's sequences in the part but the empty one."""
        inner = self.nodes[~self.game.is_leaf]
        rows = np.unique(self.whole.infoset[inner[self.whole.player[inner] == player]])
        own = self.whole.sequences[player]
        sets = np.searchsorted(own.infosets, rows)
        return ranges(own.index.first_sequence[sets], own.index.num_actions[sets])

    def __repr__(self) -> str:
        return f"<Subtree at node {self.root:,} of {self.whole.title!r}: {len(self.nodes):,} nodes>"


def subtree(game: ExtensiveGame, nodes: Ints, ends: Ints, payoffs: tuple[ExactArray, ExactArray]) -> Subtree:
    """Return a part of a game as a game.

    Parameters
    ----------
    nodes : ndarray of int, ascending
        The first one is the root of the part; every other one comes with its parent.
    ends : ndarray of int
        Those of them that become leaves though they are inner nodes of the game.
    payoffs : two ExactArrays
        Each player's payoffs at these ends, outcomes above them included, as in the game's `leaf_payoffs`.

    Returns
    -------
    Subtree
        Outcomes above its root are not in its payoffs, which differ from the game's by a constant for each player.
    """
    infoset, outcome, at_ends = game.infoset[nodes], game.outcome[nodes], np.searchsorted(nodes, ends)
    infoset[at_ends] = NONE
    outcome[at_ends] = len(game.outcomes) + np.arange(len(ends))
    parent = np.searchsorted(nodes, game.parent[nodes])
    parent[0] = NONE
    first, second = (
        ExactArray.concatenate([game.outcomes.payoffs[player], payoffs[player] - _received_above(game, player, ends)])
        for player in (0, 1)
    )
    part = breadth_first(
        title=game.title,
        players=game.players,
        parent=parent,
        action=game.action[nodes],
        infoset=infoset,
        outcome=outcome,
        information_sets=game.information_sets,
        outcomes=Outcomes(game.outcomes.labels + ("",) * len(ends), (first, second)),
        node_labels=None if game.node_labels is None else [game.node_labels[node] for node in nodes],
        comment=game.comment,
        note=game.note,
    )
    return Subtree(game, nodes, part)


def _received_above(game: ExtensiveGame, player: int, nodes: Ints) -> ExactArray:
    """Return the sum of a player's payoffs at the outcomes strictly above some nodes."""
    table = game.outcomes.payoffs[player]
    if np.all(game.outcome[~game.is_leaf] == NONE):
        return ExactArray.zeros(len(nodes))
    here = np.append(table.numerators, 0)[game.outcome].astype(object)
    received = here.copy()
    for level in game.levels[1:]:
        received[level] += received[game.parent[level]]
    return ExactArray(received[nodes] - here[nodes], table.denominator)
