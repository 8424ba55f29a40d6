"""From payoffs to play: a strategy that attains a point of the utility profile set, from the initial position down."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.grid import PayoffGrid, tables_of
from seqform.backends.bestnash.profile_sets import ProfileSets
from seqform.backends.bestnash.set_kernels import aim_downwards
from seqform.errors import ModelError
from seqform.models.games.positions import Movers, PositionStrategy
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short

_POSITIONS_AT_ONCE = 1_000_000
"""In one call of the kernel, so that the keyboard can interrupt it."""

Places = npt.NDArray[np.int32]


def attain(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> PositionStrategy:
    """Return a subgame perfect equilibrium of a tree that pays a point of its utility profile set.

    Parameters
    ----------
    sets : ProfileSets
        Of a tree.
    payoffs : two fractions
        A point of the root set, on the grid.

    Raises
    ------
    ModelError
        If no such equilibrium pays that, the point is not on the grid, or the game is no tree.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), the end of section 2.
    """
    graph = sets.graph
    if not graph.is_tree:
        raise ModelError(
            "a tree is needed: where positions are shared, what to play depends on the way there; use `unfolded`"
        )
    target = np.zeros((len(graph), 2), dtype=np.int32)
    target[0] = wanted_place(sets, payoffs)
    choice = np.full(len(graph), -1, dtype=np.int32)
    other = np.full(len(graph), -1, dtype=np.int32)
    first_move, child, player = tables_of(graph)
    for begin in range(0, len(graph), _POSITIONS_AT_ONCE):
        end = min(begin + _POSITIONS_AT_ONCE, len(graph))
        aim_downwards(first_move, child, player, sets.store, sets.number, begin, end, target, choice, other)
    mixed = np.flatnonzero(other >= 0)
    ends = [target[child[first_move[mixed] + move[mixed]]] for move in (choice, other)]
    probability = shares(sets.grid, player[mixed], target[mixed], ends[0], ends[1])
    return PositionStrategy(graph, choice, mixed, other[mixed], probability)


def wanted_place(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> tuple[int, int]:
    """Return row and column of payoffs in the root set.

    Raises
    ------
    ModelError
        If they are not in it, or not on the grid.
    """
    pair = (Fraction(payoffs[0]), Fraction(payoffs[1]))
    text = f"({', '.join(map(short, pair))})"
    if pair not in sets.root:
        raise ModelError(f"payoffs {text}: no subgame perfect equilibrium{_kind(sets)} pays that")
    place = sets.grid.place(pair)
    if place is None:
        raise ModelError(
            f"payoffs {text}: not on the grid of the payoffs that occur; give them to `profile_sets` as `through`"
        )
    return place


def _kind(sets: ProfileSets) -> str:
    return "" if sets.mixing else " in pure moves"


def shares(grid: PayoffGrid, player: Movers, target: Places, low: Places, high: Places) -> ExactArray:
    """Return the probability of the second move of every lottery: λ with target = (1 - λ) low + λ high.

    Parameters
    ----------
    player : ndarray of int8, shape (k,)
        Who holds the lottery; it varies what the other one receives.
    target, low, high : ndarrays of int32, shape (k, 2)
        Places on the grid: what the lottery pays, and what its two moves lead to.
    """
    axis = 1 - player.astype(np.int64)
    row = np.arange(len(axis))
    places = np.stack([axis, target[row, axis], low[row, axis], high[row, axis]], axis=1)
    distinct, which = np.unique(places, axis=0, return_inverse=True)
    found = []
    for receiver, *three in distinct.tolist():
        at, begin, end = (int(grid.axes[receiver].numerators[place // 2]) for place in three)
        found.append(Fraction(at - begin, end - begin))
    return ExactArray.of(found).take(which.reshape(-1))
