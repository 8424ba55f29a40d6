"""How large an ordered game is, without building any of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from seqform.models.ordered_game import OrderedGame


@dataclass(frozen=True)
class OrderedSizes:
    """The sizes of an ordered game when it is written out in full.

    Attributes
    ----------
    signal_nodes : int
        Nodes of the signal tree: signals one after the other, whoever receives them.
    chance_nodes, decisions, leaves : int
        Nodes of the game tree.
    infosets, sequences : (int, int)
        Of each player; the empty sequence counts.
    """

    signal_nodes: int
    chance_nodes: int
    decisions: int
    leaves: int
    infosets: tuple[int, int]
    sequences: tuple[int, int]

    @property
    def nodes(self) -> int:
        """Nodes of the game tree."""
        return self.chance_nodes + self.decisions + self.leaves

    @property
    def program_shape(self) -> tuple[int, int]:
        """Rows and columns of the sequence-form linear program for player 1."""
        return (self.sequences[1] + 1 + self.infosets[0], self.sequences[0] + 1 + self.infosets[1])


def count(game: OrderedGame) -> OrderedSizes:
    """Return the sizes of a game.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import rhode_island
    >>> sizes = count(rhode_island("rhode-island"))
    >>> sizes.program_shape, sizes.signal_nodes
    ((91224226, 91224226), 6632705)
    """
    total = len(game.signals)
    chance = decisions = leaves = drawn = own = 0
    infosets, sequences = [0, 0], [1, 1]
    for one, histories in zip(game.rounds, game.num_histories, strict=True):
        own += one.public + one.private
        for _ in range(one.public + 2 * one.private):
            chance += histories * math.perm(total, drawn)
            drawn += 1
        positions = histories * math.perm(total, drawn)
        decisions += positions * (len(one.stage) - len(one.stage.leaves))
        leaves += positions * len(one.stage.ends)
        for player in (0, 1):
            own_positions = histories * math.perm(total, own)
            infosets[player] += own_positions * len(one.stage.sets(player))
            sequences[player] += own_positions * len(one.stage.sequences(player))
    return OrderedSizes(
        signal_nodes=sum(math.perm(total, length) for length in range(drawn + 1)),
        chance_nodes=chance,
        decisions=decisions,
        leaves=leaves,
        infosets=(infosets[0], infosets[1]),
        sequences=(sequences[0], sequences[1]),
    )
