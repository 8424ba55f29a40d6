"""Utility profile sets of Littman et al.: payoffs of the subgame perfect equilibria of two players without chance.

The sets of all positions lie on the grid of the payoffs that occur.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.bestnash.induction import tables_of
from seqform.backends.bestnash.set_store import (
    BOTTOM,
    DONE,
    LEFT,
    NO_ROOM,
    POSITION,
    RIGHT,
    SETS,
    TOP,
    Ranks,
    SetStore,
    empty_store,
    enlarged,
    merge_upwards,
)
from seqform.errors import GameError, SolveError
from seqform.models.games.positions import Moves, PositionGraph
from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.numbers.text import counted
from seqform.models.strategies.profile_set import UtilityProfileSet

_PAUSE_AFTER = 2 * 10**7
"""Words of sets gone through in one call of the kernel, so that the keyboard can interrupt it."""


@dataclass(frozen=True, eq=False)
class PayoffGrid:
    """The grid of the payoffs of two players, points and open intervals alternating.

    `axes` are U^1 and U^2 of the paper, ascending. `places`, shape (2, outcomes), has row and column of every outcome;
    they are even, since the intervals lie at the odd places.
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


@dataclass(frozen=True, eq=False, repr=False)
class ProfileSets:
    """The utility profile set at every position of a game; `mixing` if players may mix.

    `store` has the distinct sets, and `number`, shape (n,), the one at every position.
    """

    graph: PositionGraph
    grid: PayoffGrid
    store: SetStore
    number: Moves
    mixing: bool

    @property
    def root(self) -> UtilityProfileSet:
        """The payoffs of the subgame perfect equilibria of the game."""
        return self.at(0)

    @property
    def distinct(self) -> int:
        """The number of different sets that are more than an outcome."""
        return int(self.store.used[SETS])

    def at(self, position: int) -> UtilityProfileSet:
        """Return the payoffs of the subgame perfect equilibria from a position on.

        The set's grid reaches from its least payoffs to its greatest.
        """
        number = int(self.number[position])
        box = self.store.box[number].tolist()
        if number < self.store.outcomes:
            return self._cropped(box, np.ones((1, 1), dtype=np.bool_))
        first, last = box[LEFT] >> 6, box[RIGHT] >> 6
        rows, words = box[BOTTOM] - box[TOP] + 1, last - first + 1
        begin = int(self.store.offset[number - self.store.outcomes])
        packed = self.store.words[begin : begin + rows * words].astype("<u8").view(np.uint8)
        cells = np.unpackbits(packed.reshape(rows, 8 * words), axis=1, bitorder="little").astype(np.bool_)
        return self._cropped(box, cells[:, box[LEFT] - 64 * first : box[RIGHT] - 64 * first + 1])

    def _cropped(self, box: list[int], cells: Mask) -> UtilityProfileSet:
        axes = zip(self.grid.axes, (TOP, LEFT), (BOTTOM, RIGHT), strict=True)
        first, second = (axis.take(slice(box[begin] // 2, box[end] // 2 + 1)) for axis, begin, end in axes)
        return UtilityProfileSet((first, second), cells, pure=not self.mixing)

    def __repr__(self) -> str:
        return f"<ProfileSets of {self.graph.title!r}: {counted(self.distinct, 'distinct set')} beside the outcomes>"


def profile_sets(
    graph: PositionGraph,
    *,
    mixing: bool = True,
    through: Sequence[tuple[Fraction, Fraction]] = (),
    memory: int = 4 * 2**30,
) -> ProfileSets:
    """Find the payoffs of the subgame perfect equilibria of a two-player game without chance, at every position.

    Where positions are shared, play may depend on the moves that led there: the sets are those of the tree.

    Without mixing, the best payoffs may be missed (the paper's figure 4). The payoffs in `through` are put on the grid
    too, so that they can be attained where a set has them within a line or rectangle. `memory` is the most bytes that
    the sets may take.

    Raises GameError if there are not two players, or there is chance, and SolveError if the sets take too much memory.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), section 2.
    """
    _check(graph)
    grid = PayoffGrid.of(graph.payoffs, through)
    store, sets = empty_store(grid.places), np.array(graph.outcome, dtype=np.int32)
    tables = tables_of(graph)
    place = np.array([len(graph) - 1, 0, -1], dtype=np.int64)
    ended = NO_ROOM
    while ended != DONE:
        ended = merge_upwards(tables, mixing, store, _PAUSE_AFTER, sets, place)
        if ended == NO_ROOM:
            store = enlarged(store)
            if store.size > memory:
                rows, columns = map(len, grid.axes)
                raise SolveError(
                    f"the utility profile sets take more than {memory / 2**30:.1f} GiB: {int(store.used[SETS]):,} "
                    f"different ones on a grid of {rows:,} × {columns:,} payoffs, {int(place[POSITION]) + 1:,} of "
                    f"{len(graph):,} positions to go. Allow more memory, make payoffs coarser so that fewer differ, or "
                    "use backward induction"
                )
    return ProfileSets(graph, grid, store, sets, mixing)


def _check(graph: PositionGraph) -> None:
    if len(graph.players) == 1:
        raise GameError("optimal equilibria of one player: all of them pay the same, and backward induction finds one")
    if len(graph.players) != 2:
        raise GameError(
            f"optimal equilibria of {counted(len(graph.players), 'player')}: only two players are covered; for three "
            "or more it is open whether they can be found efficiently (Littman et al. 2006, figure 2). With pure, the "
            "best equilibrium in pure moves is found; without an objective, any subgame perfect equilibrium"
        )
    if graph.has_chance:
        raise GameError(
            "optimal equilibria of a game with chance moves are NP-hard to find (Littman et al. 2006, section 1.6). "
            "Backward induction finds some subgame perfect equilibrium; `best_nash` finds the best one of a two-player "
            "game whose sets do not grow too large"
        )
