"""What the subgame perfect equilibria of every subgame can pay (getEquilibriumUPS of Littman et al.)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.bestnash.grid import PayoffGrid, tables_of
from seqform.backends.bestnash.set_kernels import DONE, NO_ROOM, POSITION, merge_upwards
from seqform.backends.bestnash.set_store import BOTTOM, LEFT, RIGHT, SETS, TOP, SetStore, empty_store, enlarged
from seqform.errors import GameError, SolveError
from seqform.models.games.positions import Moves, PositionGraph
from seqform.models.numbers.exact import Mask
from seqform.models.numbers.text import counted
from seqform.models.strategies.profile_set import UtilityProfileSet

_PAUSE_AFTER = 2 * 10**7
"""Words of sets gone through in one call of the kernel, so that the keyboard can interrupt it."""

_MEMORY = 4 * 2**30


@dataclass(frozen=True, eq=False, repr=False)
class ProfileSets:
    """The utility profile set at every position of a game.

    Attributes
    ----------
    store : SetStore
        The sets, each once.
    number : ndarray of int32, shape (n,)
        Of the set at every position.
    mixing : bool
        Whether players may mix.
    """

    graph: PositionGraph
    grid: PayoffGrid
    store: SetStore
    number: Moves
    mixing: bool

    @property
    def root(self) -> UtilityProfileSet:
        """What the subgame perfect equilibria of the game can pay."""
        return self.at(0)

    @property
    def distinct(self) -> int:
        """The number of different sets that are more than an outcome."""
        return int(self.store.used[SETS])

    def at(self, position: int) -> UtilityProfileSet:
        """Return what the subgame perfect equilibria from a position on can pay.

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
    memory: int = _MEMORY,
) -> ProfileSets:
    """Find what the subgame perfect equilibria of a two-player game without chance can pay, at every position.

    Where positions are shared, play may depend on the way that led there: the sets are those of the tree.

    Parameters
    ----------
    graph : PositionGraph
        Two players, no chance.
    mixing : bool
        False for equilibria in which nobody mixes; those can miss the best payoffs (the paper's figure 4).
    through : sequence of pairs of fractions
        Payoffs to be put on the grid too, so that they can be attained where a set has them within a line or rectangle.
    memory : int
        How many bytes the sets may take.

    Raises
    ------
    GameError
        If there are not two players, or there is chance.
    SolveError
        If the sets take too much memory.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), section 2.
    """
    _check(graph)
    grid = PayoffGrid.of(graph.payoffs, through)
    store, sets = empty_store(grid.places), np.array(graph.outcome, dtype=np.int32)
    first_move, child, player = tables_of(graph)
    place = np.array([len(graph) - 1, 0, -1], dtype=np.int64)
    ended = NO_ROOM
    while ended != DONE:
        ended = merge_upwards(first_move, child, player, mixing, store, _PAUSE_AFTER, sets, place)
        if ended == NO_ROOM:
            store = enlarged(store)
            _check_size(store, grid, memory, int(place[POSITION]), len(graph))
    return ProfileSets(graph, grid, store, sets, mixing)


def _check(graph: PositionGraph) -> None:
    if len(graph.players) == 1:
        raise GameError("optimal equilibria of one player: all of them pay the same, and backward induction finds one")
    if len(graph.players) != 2:
        raise GameError(
            f"optimal equilibria of {counted(len(graph.players), 'player')}: only two players are covered; for three "
            "or more it is open whether they can be found efficiently (Littman et al. 2006, figure 2). "
            "Backward induction finds some subgame perfect equilibrium of any number of players"
        )
    if graph.has_chance:
        raise GameError(
            "optimal equilibria of a game with chance moves are NP-hard to find (Littman et al. 2006, section 1.6). "
            "Backward induction finds some subgame perfect equilibrium; `best_nash_with_chance` finds the best one of "
            "a two-player tree whose sets do not grow too large"
        )


def _check_size(store: SetStore, grid: PayoffGrid, memory: int, position: int, positions: int) -> None:
    if store.size > memory:
        rows, columns = (len(axis) for axis in grid.axes)
        raise SolveError(
            f"the utility profile sets take more than {memory / 2**30:.1f} GiB: {int(store.used[SETS]):,} different "
            f"ones on a grid of {rows:,} × {columns:,} payoffs, {position + 1:,} of {positions:,} positions to go. "
            "Allow more memory, make payoffs coarser so that fewer differ, or use backward induction"
        )
