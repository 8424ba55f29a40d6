"""What everyone does at every position of a game of perfect information."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.errors import ModelError
from seqform.models.exact import ExactArray, Ints
from seqform.models.immutable import Immutable
from seqform.models.position_graph import END, Moves, PositionGraph


@dataclass(frozen=True, eq=False, repr=False)
class PositionStrategy(Immutable):
    """A move, or a lottery over two moves, at every position where a player moves.

    Parameters
    ----------
    graph : PositionGraph
    choice : ndarray of int32, shape (n,)
        Which of the position's moves is made, from 0; -1 where the game is over and where chance moves.
    mixed : ndarray of int, shape (k,), ascending
        The positions with a lottery.
    other : ndarray of int32, shape (k,)
        Their second move.
    probability : ExactArray of length k
        Of the second move, between 0 and 1; `choice` is made otherwise.
    """

    graph: PositionGraph
    choice: Moves
    mixed: Ints
    other: Moves
    probability: ExactArray

    def __post_init__(self) -> None:
        sizes = np.diff(self.graph.first_move)
        moving = self.graph.player >= 0
        if not len(self.mixed) == len(self.other) == len(self.probability):
            raise ModelError("strategy: the columns of lotteries differ in length")
        if len(self.mixed) and (
            self.mixed[0] < 0 or self.mixed[-1] >= len(self.graph) or np.any(np.diff(self.mixed) <= 0)
        ):
            raise ModelError("strategy: the positions of lotteries have to ascend")
        if not moving[self.mixed].all() or np.any(self.other < 0):
            raise ModelError("strategy: a lottery where no player moves, or without a second move")
        if len(self.choice) != len(self.graph) or np.any((self.choice >= 0) != moving):
            raise ModelError("strategy: a choice is needed exactly where a player moves")
        if np.any(self.choice >= np.maximum(sizes, 1)) or np.any(self.other >= sizes[self.mixed]):
            raise ModelError("strategy: a choice that is not there")
        if np.any(self.other == self.choice[self.mixed]):
            raise ModelError("strategy: a lottery needs two different moves")
        shares = self.probability.numerators
        if len(shares) and not 0 <= shares.min() <= shares.max() <= self.probability.denominator:
            raise ModelError("strategy: a probability that is not between 0 and 1")

    @classmethod
    def pure(cls, graph: PositionGraph, choice: Moves) -> PositionStrategy:
        """Return the strategy without lotteries."""
        none = np.zeros(0, dtype=np.int64)
        return cls(graph, choice, none, none.astype(np.int32), ExactArray.zeros(0))

    def at(self, position: int) -> dict[int, Fraction]:
        """Return the probabilities of the moves that are made at a position, by their number."""
        if self.graph.player[position] == END or self.choice[position] < 0:
            return {}
        place = int(np.searchsorted(self.mixed, position))
        choice = int(self.choice[position])
        if place == len(self.mixed) or self.mixed[place] != position:
            return {choice: Fraction(1)}
        share = self.probability[place]
        return {choice: 1 - share, int(self.other[place]): share}

    def __repr__(self) -> str:
        return f"<PositionStrategy of {self.graph.title!r}: {len(self.mixed):,} lotteries>"
