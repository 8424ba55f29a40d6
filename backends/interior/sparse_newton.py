"""Newton systems of saddle-point problems: a sparse elimination, and a dense core where it fills in.

The unknowns are the plans x, y and the values p, q of the information sets; the matrix is

    [ Θ₀  E₀ᵀ  -A    ·  ]
    [ E₀   ·    ·    ·  ]
    [ Aᵀ   ·   Θ₁  E₁ᵀ  ]
    [ ·    ·   E₁    ·  ],

of which only Θ changes from one iteration to the next. Sequences are eliminated in the order of their degrees, the
value of an information set only after all its choices, so that its pivot is the sum of their 1/Θ.

Games whose payoffs follow their information fill in little, and SuperLU factors the whole matrix. Payoffs at random
pairs of sequences do fill in: then the elimination ends where the rest is nearly dense, and LAPACK factors that core,
with row exchanges, many times faster than a sparse factorization does.
"""

from __future__ import annotations

import heapq
import time
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from seqform.models.numbers.exact import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csc_array, csr_array

LEAST_CORE = 1000
"""The size of a core below which SuperLU is as fast on the whole matrix."""

DENSE = 25
"""An unknown with more than one in so many of the rest as neighbors begins the core. With 3 the core of 9,000 random
sequences is smaller by 2 %, and the ordering takes eight times as long."""

MOST_WORK = 2e8
"""Sum of the squares of the degrees after which the elimination ends, seconds of the ordering."""

CHUNK = 256
"""Columns of the core that are computed at a time."""

SAMPLE = 800
"""The size of matrices whose product is timed, for a forecast."""

SAMPLES = 4
"""Number of timings, of which the shortest counts: other processes may delay a few milliseconds many times over."""

FACTOR_SLOWDOWN = 3.0
"""Time of a multiplication in a dense factorization, relative to one in a product."""

SPARSE_SLOWDOWN = 30.0
"""The same for a sparse factorization."""


class Ordering(NamedTuple):
    """An order of elimination: the unknowns eliminated first, with their multiplications, and those of the core."""

    first: Ints
    core: Ints
    work: float


def ordering(neighbors: list[set[int]], follows: list[int]) -> Ordering:
    """Return an order of elimination by least degrees, which ends where the rest is nearly dense.

    - `neighbors`: Of each unknown the others in its row; they are used up.
    - `follows`: Of each sequence the unknown of its information set's value; -1 for these unknowns themselves.
    """
    choices_left: dict[int, int] = {}
    for value in follows:
        if value >= 0:
            choices_left[value] = choices_left.get(value, 0) + 1

    # Entries of the heap with a degree that has changed since are passed over.
    heap = [(len(neighbors[k]), k) for k, value in enumerate(follows) if value >= 0]
    heapq.heapify(heap)
    order: list[int] = []
    is_eliminated = bytearray(len(neighbors))
    left = len(neighbors)
    work = 0.0
    while heap:
        degree, pivot = heapq.heappop(heap)
        if is_eliminated[pivot] or degree != len(neighbors[pivot]):
            continue
        if (DENSE * degree >= left and left > LEAST_CORE) or work > MOST_WORK:
            break
        is_eliminated[pivot] = 1
        order.append(pivot)
        left -= 1
        work += degree * degree
        value = follows[pivot]
        if value >= 0:
            choices_left[value] -= 1

        # All neighbors of the pivot become neighbors of each other.
        around = neighbors[pivot]
        for k in around:
            own = neighbors[k]
            own |= around
            own.discard(k)
            own.discard(pivot)
            if choices_left.get(k, 0) == 0:
                heapq.heappush(heap, (len(own), k))
        neighbors[pivot] = set()
    core = np.flatnonzero(np.frombuffer(is_eliminated, dtype=np.uint8) == 0)
    return Ordering(np.array(order, dtype=np.int64), core.astype(np.int64), work)


class _Block:
    """Some rows and columns of the matrix, whose entries are found by their numbers."""

    def __init__(self, rows: Ints, columns: Ints, entries: Ints, shape: tuple[int, int]) -> None:
        from scipy.sparse import csc_array

        # The number 0 would be dropped, so that they are counted from 1.
        self._matrix = csc_array((entries + 1.0, (rows, columns)), shape=shape)
        self._entries = self._matrix.data.astype(np.int64) - 1

    def matrix(self, values: Floats) -> csc_array:
        """Return the block of the matrix with these entries."""
        matrix = self._matrix.copy()
        matrix.data = values[self._entries]
        return matrix


class SparseNewtonSystem:
    """The Newton systems of a saddle-point problem."""

    def __init__(
        self, equations: tuple[csr_array, csr_array], payoffs: tuple[csr_array, csr_array]
    ) -> None:
        """Order the unknowns: plan and values of player 0, then those of player 1.

        - `equations`: E of each player, over the nonempty sequences.
        - `payoffs`: A and -Aᵀ.
        """
        self._squares = tuple(own.power(2) for own in equations)
        sizes = [equations[0].shape[1], equations[0].shape[0]]
        sizes += [equations[1].shape[1], equations[1].shape[0]]
        begin = np.cumsum([0, *sizes])
        self.size = int(begin[-1])

        # Θ stands on the diagonal of the plans; the blocks beside it follow, each with its transpose.
        plans = [np.arange(begin[0], begin[1]), np.arange(begin[2], begin[3])]
        rows = list(plans)
        columns = list(plans)
        fixed: list[Floats] = []
        follows = np.full(self.size, -1)
        for player in (0, 1):
            own = equations[player].tocoo()
            value = begin[2 * player + 1] + own.coords[0]
            sequence = begin[2 * player] + own.coords[1]
            follows[sequence[own.data > 0]] = value[own.data > 0]
            rows += [value, sequence]
            columns += [sequence, value]
            fixed += [own.data, own.data]
            gains = payoffs[player].tocoo()
            rows.append(begin[2 * player] + gains.coords[0])
            columns.append(begin[2 - 2 * player] + gains.coords[1])
            fixed.append(-gains.data)
        self._rows = np.concatenate(rows).astype(np.int64)
        self._columns = np.concatenate(columns).astype(np.int64)
        self._fixed = np.concatenate(fixed)

        beside = slice(len(plans[0]) + len(plans[1]), None)
        neighbors: list[set[int]] = [set() for _ in range(self.size)]
        pairs = zip(self._rows[beside].tolist(), self._columns[beside].tolist(), strict=True)
        for row, column in pairs:
            neighbors[row].add(column)
            neighbors[column].add(row)
        self.order = ordering(neighbors, follows.tolist())
        self.has_core = len(self.order.core) >= LEAST_CORE
        if self.has_core:
            self._blocks = self._split()
        else:
            numbers = np.arange(len(self._rows))
            self._blocks = [
                _Block(self._rows, self._columns, numbers, (self.size, self.size)),
            ]
        self._scale: Floats = np.empty(0)
        self._first: Any = None
        self._core: Any = None
        self._to_core: Any = None
        self._from_core: Any = None

    def _split(self) -> list[_Block]:
        """Return the four blocks of the unknowns that are eliminated first and of the core."""
        first, core, _ = self.order
        place = np.empty(self.size, dtype=np.int64)
        place[first] = np.arange(len(first))
        place[core] = np.arange(len(core))
        is_core = np.zeros(self.size, dtype=bool)
        is_core[core] = True
        sizes = (len(first), len(core))
        blocks = []
        for down in (0, 1):
            for across in (0, 1):
                here = (is_core[self._rows] == down) & (is_core[self._columns] == across)
                entries = np.flatnonzero(here)
                rows = place[self._rows[entries]]
                columns = place[self._columns[entries]]
                blocks.append(_Block(rows, columns, entries, (sizes[down], sizes[across])))
        return blocks

    @cached_property
    def seconds(self) -> float:
        """The time that a factorization takes, from that of a product of dense matrices, which is measured."""
        sample = np.full((SAMPLE, SAMPLE), 0.5)
        times = []
        for _ in range(SAMPLES):
            began = time.perf_counter()
            np.matmul(sample, sample)
            times.append(time.perf_counter() - began)
        of_multiplication = min(times) / SAMPLE**3

        of_core = FACTOR_SLOWDOWN if self.has_core else SPARSE_SLOWDOWN
        multiplications = of_core * len(self.order.core) ** 3 / 3
        multiplications += SPARSE_SLOWDOWN * self.order.work
        return multiplications * of_multiplication

    def factor(self, theta: tuple[Floats, Floats]) -> None:
        """Factor the matrix with weights Θ."""
        from scipy.linalg import lu_factor
        from scipy.sparse.linalg import splu

        # Scaled by the square roots of the diagonal, that of the Schur complement E Θ⁻¹ Eᵀ for the equations.
        scales = []
        for squares, own in zip(self._squares, theta, strict=True):
            scales.append(1.0 / np.sqrt(own))
            scales.append(1.0 / np.sqrt(squares @ (1.0 / own)))
        self._scale = np.concatenate(scales)
        values = np.concatenate([*theta, self._fixed])
        values *= self._scale[self._rows] * self._scale[self._columns]
        matrices = [block.matrix(values) for block in self._blocks]
        self._first = splu(
            matrices[0],
            permc_spec="NATURAL" if self.has_core else "MMD_AT_PLUS_A",
            diag_pivot_thresh=1e-3,
            options={"SymmetricMode": True},
        )
        if not self.has_core:
            return

        # What is left of the core after the elimination: its own block less what leads through the first unknowns.
        self._from_core = matrices[1].tocsr()
        self._to_core = matrices[2].tocsr()
        core = matrices[3].toarray(order="F")
        for begin in range(0, core.shape[1], CHUNK):
            columns = matrices[1][:, begin : begin + CHUNK].toarray()
            core[:, begin : begin + CHUNK] -= self._to_core @ self._first.solve(columns)
        self._core = lu_factor(core, overwrite_a=True, check_finite=False)

    def solve(self, right: Floats) -> Floats:
        """Return the solution of the factored system."""
        from scipy.linalg import lu_solve

        scaled = self._scale * right
        if not self.has_core:
            solution: Floats = self._scale * self._first.solve(scaled)
            return solution
        first, core, _ = self.order
        lack = scaled[core] - self._to_core @ self._first.solve(scaled[first])
        solution = np.empty_like(right)
        solution[core] = lu_solve(self._core, lack, check_finite=False)
        solution[first] = self._first.solve(scaled[first] - self._from_core @ solution[core])
        solution *= self._scale
        return solution
