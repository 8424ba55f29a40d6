"""The payoff grid: which payoffs occur, in order, and where on it every outcome lies.

The columns of a graph in the types that the loops are compiled for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.compiled import prepare
from seqform.models.games.positions import Movers, Moves, PositionGraph
from seqform.models.numbers.exact import ExactArray, Ints


def tables_of(graph: PositionGraph) -> tuple[Ints, Moves, Movers]:
    """Return `first_move`, `child` and `player` in the types that the loops are compiled for, and prepare the loops."""
    prepare("bestnash", len(graph.child))
    return (
        np.require(graph.first_move, np.int64, ["C", "W"]),
        np.require(graph.child, np.int32, ["C", "W"]),
        np.require(graph.player, np.int8, ["C", "W"]),
    )


Ranks = npt.NDArray[np.int32]


def ranks_of(payoffs: Sequence[ExactArray]) -> Ranks:
    """Return the rank of every player's payoff in every outcome, from 0, shape (players, outcomes).

    Examples
    --------
    >>> ranks_of([ExactArray.of([5, 5, 10**40]), ExactArray.of([1, 0, -1])]).tolist()
    [[0, 0, 1], [2, 1, 0]]
    """
    ranks = [np.unique(payoff.numerators, return_inverse=True)[1].reshape(-1) for payoff in payoffs]
    return np.ascontiguousarray(np.stack(ranks), dtype=np.int32)


@dataclass(frozen=True, eq=False)
class PayoffGrid:
    """The grid of the payoffs of two players, points and open intervals alternating.

    Attributes
    ----------
    axes : two ExactArrays, ascending
        U^1 and U^2 of the paper.
    places : ndarray of int32, shape (2, outcomes)
        Row and column of every outcome; even, since the intervals lie at the odd places.
    """

    axes: tuple[ExactArray, ExactArray]
    places: Ranks

    @classmethod
    def of(cls, payoffs: Sequence[ExactArray], through: Sequence[tuple[Fraction, Fraction]]) -> PayoffGrid:
        """Return the grid of the payoffs in all outcomes, and of those in `through`."""
        axes, places = [], []
        for number, payoff in enumerate(payoffs):
            every = ExactArray.concatenate([payoff, ExactArray.of([pair[number] for pair in through])])
            _, first, rank = np.unique(every.numerators, return_index=True, return_inverse=True)
            axes.append(every.take(first))
            places.append(2 * rank.reshape(-1)[: len(payoff)])
        return cls((axes[0], axes[1]), np.ascontiguousarray(np.stack(places), dtype=np.int32))

    def place(self, payoffs: tuple[Fraction, Fraction]) -> tuple[int, int] | None:
        """Return row and column of a pair of payoffs; None where one of them is not on the grid."""
        found = [axis.bisect(Fraction(value)) for axis, value in zip(self.axes, payoffs, strict=True)]
        (row, has_row), (column, has_column) = found
        return (2 * row, 2 * column) if has_row and has_column else None
