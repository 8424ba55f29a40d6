"""Equivalent linear programs with fewer nonzeros, for matrices with repeated patterns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from seqform.builders.forms.class_game import EndPayoffs
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, entries, magnitude
from seqform.models.numbers.integers import SAFE
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced, unchanged
from seqform.system.packages import require

_MOST_COLUMNS = 5000
"""Limit on the columns of a block, which are all compared with each other."""

_DENSE = 2**22
"""Largest number of comparisons that are made one by one."""

Triples = tuple[Ints, Ints, Ints]

_EMPTY: Triples = (np.zeros(0, dtype=np.int64),) * 3


@dataclass(frozen=True, eq=False)
class FactoredColumns:
    """Products Uᵀx through `size` auxiliary variables a: the rows of ``V a + W x = 0`` define them, Uᵀx = R a + S x.

    Each is a sparse matrix of integers as (rows, columns, values). V is square and invertible.
    """

    size: int
    V: Triples
    W: Triples
    R: Triples
    S: Triples


def factored_columns(matrix: Ints) -> FactoredColumns:
    """Factor a small dense integer matrix U, of shape (n, k), so that Uᵀx takes few nonzeros.

    Columns that are multiples of each other share a variable; the distinct ones form a minimum spanning tree by the
    number of entries in which one differs from another, or from its negative, or from zero. A typical vector that is
    no column (the most frequent value of each row) may join, which catches a matrix that differs from one of rank
    one in few entries. Where a root takes many entries to define, an equation between two members of its tree that
    follows from no other takes its place: in a showdown, the sum of all hands below the best is that of all
    hands above the worst, but for these two.

    References
    ----------
    Zhang & Sandholm, Sparsified linear programming for zero-sum equilibrium finding, ICML 2020, for A = Â + U M⁻¹ Vᵀ;
    Farina & Sandholm, Fast payoff matrix sparsification techniques for structured extensive-form games, AAAI 2022, for
    differences of hands in the order of their strength.
    """
    if not matrix.size or matrix.shape[1] > _MOST_COLUMNS:
        return _plain(matrix)
    columns = _distinct(matrix)
    candidates = [_Tree(columns, hub) for hub in (None, *_typical(columns.vectors))]
    best = min(candidates, key=lambda tree: tree.cost)
    return best.factors() if best.cost < np.count_nonzero(matrix) else _plain(matrix)


@dataclass(frozen=True, eq=False)
class _Distinct(Immutable):
    """The distinct columns up to a factor: column k of U is ``scale[k]`` times vector ``which[k]``, -1 for zero."""

    vectors: Ints  # shape (n, distinct)
    which: Ints
    scale: Ints

    @property
    def uses(self) -> Ints:
        return np.bincount(self.which[self.which >= 0], minlength=self.vectors.shape[1])


def _distinct(matrix: Ints) -> _Distinct:
    primitive, scale = _primitive(matrix)
    filled = np.flatnonzero(scale)
    vectors, place = np.unique(primitive[:, filled], axis=1, return_inverse=True)
    which = np.full(matrix.shape[1], -1, dtype=np.int64)
    which[filled] = place.reshape(-1)
    return _Distinct(vectors, which, scale)


def _primitive(matrix: Ints) -> tuple[Ints, Ints]:
    """Return the columns without common factors, their first entries positive, and the factors."""
    common = np.gcd.reduce(matrix, axis=0)
    lead = np.take_along_axis(matrix, (matrix != 0).argmax(axis=0)[None, :], axis=0)[0]
    scale = np.where(lead < 0, -common, common)
    return matrix // np.where(scale == 0, 1, scale), scale


def _typical(vectors: Ints) -> list[Ints]:
    """Return vectors of the most frequent values, and of the most frequent absolute values, of each row."""
    if vectors.shape[1] < 2:
        return []
    hubs = [np.array([_mode(row) for row in rows], dtype=np.int64) for rows in (vectors, np.abs(vectors))]
    kept = [hub for hub in hubs if hub.any() and not (vectors == hub[:, None]).all(axis=0).any()]
    return kept[:1] if len(kept) == 2 and np.array_equal(kept[0], kept[1]) else kept


def _mode(row: Ints) -> int:
    values, counts = np.unique(row, return_counts=True)
    return int(values[counts.argmax()])


class _Tree:
    """A minimum spanning tree of vectors, zero among them, and the cost of defining them along it."""

    def __init__(self, columns: _Distinct, hub: Ints | None) -> None:
        self.columns = columns
        self.vectors = columns.vectors if hub is None else np.column_stack([columns.vectors, hub])
        self.uses = columns.uses if hub is None else np.append(columns.uses, 0)
        self.filled = np.count_nonzero(self.vectors, axis=0)
        self.same, self.opposite = _distances(self.vectors, self.filled)
        self.parent, self.sign = self._spanned()
        self.inlined = self._inlined()
        self.cost = self._total()

    def __len__(self) -> int:
        return int(self.vectors.shape[1])

    def _spanned(self) -> tuple[Ints, Ints]:
        """Return each vector's parent, -1 for zero, and whether it is like the parent (1) or its negative (-1)."""
        apart = np.minimum(self.same, self.opposite) + 2
        nearest = self.filled + 1
        parent, self.order = np.full(len(self), -1, dtype=np.int64), []
        waiting = np.ones(len(self), dtype=bool)
        for _ in range(len(self)):
            one = int(np.where(waiting, nearest, np.iinfo(np.int64).max).argmin())
            waiting[one] = False
            self.order.append(one)
            closer = waiting & (apart[one] < nearest)
            parent[closer] = one
            nearest = np.where(closer, apart[one], nearest)
        places = np.arange(len(self))
        sign = np.where((parent >= 0) & (self.opposite[parent, places] < self.same[parent, places]), -1, 1)
        return parent, sign

    def _difference(self, one: int) -> Ints:
        """Return the difference of the vector from its parent."""
        vector: Ints = self.vectors[:, one]
        return vector if self.parent[one] < 0 else vector - self.sign[one] * self.vectors[:, self.parent[one]]

    def _inlined(self) -> npt.NDArray[np.bool_]:
        """Return a mask of the vectors without a variable of their own, and choose the equations that replace roots."""
        places = np.arange(len(self))
        rooted = self.parent < 0
        toward = np.where(self.sign > 0, self.same[self.parent, places], self.opposite[self.parent, places])
        differing = np.where(rooted, self.filled, toward)
        defined = differing + np.where(rooted, 1, 2) + self.uses
        spelled_out = self.uses * (differing + np.where(rooted, 0, 1))
        needed = np.zeros(len(self), dtype=bool)
        needed[self.parent[self.parent >= 0]] = True
        self.closing = self._closing()
        for one, other in self.closing.values():
            needed[[one, other]] = True
        inlined = ~needed & (spelled_out <= defined)
        self.costs = np.where(inlined, spelled_out, defined)
        return np.asarray(inlined, dtype=bool)

    def _closing(self) -> dict[int, tuple[int, int]]:
        """Return for every root with a longer definition the pair of its tree whose equation replaces it."""
        root, side = np.zeros(len(self), dtype=np.int64), np.ones(len(self), dtype=np.int64)
        for one in self.order:
            above = self.parent[one]
            root[one] = one if above < 0 else root[above]
            side[one] = 1 if above < 0 else side[above] * self.sign[one]
        pairs = {}
        for one in np.flatnonzero(self.parent < 0).tolist():
            tree = np.flatnonzero(root == one)
            alike = side[tree][:, None] == side[tree][None, :]
            block = np.ix_(tree, tree)
            apart = np.where(alike, self.opposite[block], self.same[block])
            best = int(apart.argmin())
            if len(tree) > 1 and apart.flat[best] + 2 < self.filled[one] + 1:
                pairs[one] = (int(tree[best // len(tree)]), int(tree[best % len(tree)]))
        self.alike = side
        return pairs

    def _total(self) -> int:
        saved = 0
        for root, (one, other) in self.closing.items():
            saved += int(self.filled[root] + 1 - (self._closing_entries(one, other)[1] + 2 - (one == other)))
        return int(self.costs.sum()) - saved

    def _closing_entries(self, one: int, other: int) -> tuple[int, int]:
        """Return the factor between the two in their equation, and in how many entries they differ then."""
        factor = -1 if self.alike[one] == self.alike[other] else 1
        return factor, int((self.opposite if factor < 0 else self.same)[one, other])

    def factors(self) -> FactoredColumns:
        """Return the matrices."""
        kept = np.flatnonzero(~self.inlined)
        number = np.full(len(self), -1, dtype=np.int64)
        number[kept] = np.arange(len(kept))
        V, W, R, S = (list[tuple[int, Ints, Ints]]() for _ in range(4))
        for row, one in enumerate(kept.tolist()):
            if one in self.closing:
                first, second = self.closing[one]
                factor, _ = self._closing_entries(first, second)
                V.append((row, number[[first, second]], np.array([1, -factor], dtype=np.int64)))
                W.append((row, *_nonzeros(factor * self.vectors[:, second] - self.vectors[:, first])))
            else:
                parent = self.parent[one]
                used = [one] if parent < 0 else [one, parent]
                V.append((row, number[used], np.array([1, -self.sign[one]], dtype=np.int64)[: len(used)]))
                W.append((row, *_nonzeros(-self._difference(one))))
        for column, (one, scale) in enumerate(
            zip(self.columns.which.tolist(), self.columns.scale.tolist(), strict=True)
        ):
            if one < 0:
                continue
            if not self.inlined[one]:
                R.append((column, number[[one]], np.array([scale], dtype=np.int64)))
                continue
            if self.parent[one] >= 0:
                R.append((column, number[[self.parent[one]]], np.array([scale * self.sign[one]], dtype=np.int64)))
            S.append((column, *_nonzeros(scale * self._difference(one))))
        return FactoredColumns(len(kept), *map(_given_by_row, (V, W, R, S)))


def _given_by_row(parts: list[tuple[int, Ints, Ints]]) -> Triples:
    """Return a sparse matrix whose entries are given as rows with their columns and values."""
    if not parts:
        return _EMPTY
    rows, columns, values = zip(*parts, strict=True)
    joined, others = np.concatenate(columns), np.concatenate(values)
    return np.repeat(rows, [len(part) for part in columns]), joined.astype(np.int64), others.astype(np.int64)


def _nonzeros(vector: Ints) -> tuple[Ints, Ints]:
    places = np.flatnonzero(vector)
    return places, vector[places]


def _plain(matrix: Ints) -> FactoredColumns:
    columns, rows = np.nonzero(matrix.T)
    return FactoredColumns(0, _EMPTY, _EMPTY, _EMPTY, (columns, rows, matrix[rows, columns]))


def _distances(vectors: Ints, filled: Ints) -> tuple[Ints, Ints]:
    """Return in how many entries each vector differs from each, and from the negative of each."""
    if vectors.size * vectors.shape[1] <= _DENSE:
        left, right = vectors[:, :, None], vectors[:, None, :]
        return np.count_nonzero(left != right, axis=0), np.count_nonzero(left != -right, axis=0)
    rows, columns = np.nonzero(vectors)
    values = vectors[rows, columns]
    spread = 2 * int(np.abs(values).max(initial=0)) + 1
    union = filled[:, None] + filled[None, :] - _shared(columns, rows, rows)
    same = union - _shared(columns, rows * spread + values, rows * spread + values)
    opposite = union - _shared(columns, rows * spread + values, rows * spread - values)
    return same, opposite


def _shared(columns: Ints, left: Ints, right: Ints) -> Ints:
    """Return for each pair of columns how many of the first's left keys are among the second's right keys."""
    require("scipy.sparse")
    from scipy.sparse import csr_array

    keys, place = np.unique(np.concatenate([left, right]), return_inverse=True)
    first, second = (
        csr_array((np.ones(len(half), dtype=np.int64), (columns, half)), shape=(int(columns.max()) + 1, len(keys)))
        for half in np.split(place.reshape(-1), 2)
    )
    return np.asarray((first @ second.T).toarray(), dtype=np.int64)


_LARGEST = 2**24
"""Limit on the size of connected tables; larger ones are not factored."""


@dataclass(frozen=True, eq=False)
class Direction(Immutable):
    """An end whose payoffs, after the histories of a group, are one of its tables times a number for each history.

    `other_choice` is the opponent's last choice of the round, `denominator` that of the scales.
    """

    other_choice: int
    table: int
    scales: npt.NDArray[np.int64]
    denominator: int


@dataclass(frozen=True, eq=False)
class Group(Immutable):
    """The ends of a round at which the player's last choice is the same, after histories that value them alike.

    Each table has shape (pairs,), one entry for each pair of classes.
    """

    number: int
    own_choice: int
    histories: Ints
    tables: tuple[Ints, ...]
    directions: tuple[Direction, ...]


def groups(ends: list[EndPayoffs]) -> Iterator[Group]:
    """Group ends after moves of both players, so that each group's tables are factored once for all histories."""
    by_choice: dict[tuple[int, int], list[EndPayoffs]] = {}
    for end in ends:
        by_choice.setdefault((end.number, end.own_choice), []).append(end)
    for (number, own_choice), members in by_choice.items():
        primitive, scales = zip(*(_primitive(end.coefficients) for end in members), strict=True)
        stacked = np.concatenate(primitive, axis=0)
        kinds, kind = np.unique(stacked, axis=1, return_inverse=True)
        for place in range(kinds.shape[1]):
            histories = np.flatnonzero(kind.reshape(-1) == place)
            vectors = [tuple(vector.tolist()) for vector in np.split(kinds[:, place], len(members))]
            distinct = list(dict.fromkeys(vector for vector in vectors if any(vector)))
            directions = tuple(
                Direction(end.other_choice, distinct.index(vector), scale[histories], end.denominator)
                for end, vector, scale in zip(members, vectors, scales, strict=True)
                if any(vector)
            )
            tables = tuple(members[0].tables @ np.array(vector, dtype=np.int64) for vector in distinct)
            yield Group(number, own_choice, histories, tables, directions)


def factored_tables(tables: tuple[Ints, ...], own_class: Ints, other_class: Ints) -> FactoredColumns:
    """Factor tables of pairs of classes, side by side: column t·m + j is table t's column of the opponent's class j.

    Components of classes that can meet are factored separately, such as the hands on one public board. Tables and
    classes have one entry for each pair.
    """
    require("scipy.sparse")
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    heights, width = int(own_class.max()) + 1, int(other_class.max()) + 1
    # The opponent's classes come after the player's, as the nodes of one graph.
    edges = coo_array((np.ones(len(own_class)), (own_class, heights + other_class)), shape=(heights + width,) * 2)
    _, label = connected_components(edges, directed=False)
    order = np.argsort(label[own_class], kind="stable")
    bounds = np.flatnonzero(np.diff(label[own_class][order], prepend=-1, append=-1))
    known: dict[tuple[tuple[int, ...], bytes], FactoredColumns] = {}
    parts = [
        _component([table[pairs] for table in tables], own_class[pairs], other_class[pairs], width, known)
        for pairs in (order[start:stop] for start, stop in itertools.pairwise(bounds))
    ]
    offsets = np.cumsum([0, *(part.size for part in parts)])
    return FactoredColumns(
        int(offsets[-1]),
        _joined([part.V for part in parts], offsets, offsets),
        _joined([part.W for part in parts], offsets, None),
        _joined([part.R for part in parts], None, offsets),
        _joined([part.S for part in parts], None, None),
    )


def _component(
    tables: list[Ints],
    own_class: Ints,
    other_class: Ints,
    width: int,
    known: dict[tuple[tuple[int, ...], bytes], FactoredColumns],
) -> FactoredColumns:
    """Factor the tables of one component; equal components are factored once."""
    rows, row = np.unique(own_class, return_inverse=True)
    columns, column = np.unique(other_class, return_inverse=True)
    names = (np.arange(len(tables))[:, None] * width + columns[None, :]).ravel()
    if len(rows) * len(names) > _LARGEST:
        plain = [(place * width + other_class, own_class, table) for place, table in enumerate(tables)]
        joined, owns, values = (np.concatenate(part) for part in zip(*plain, strict=True))
        return FactoredColumns(0, _EMPTY, _EMPTY, _EMPTY, summed((joined, owns, values)))
    matrix = np.zeros((len(rows), len(tables), len(columns)), dtype=np.int64)
    for place, table in enumerate(tables):
        matrix[row, place, column] = table
    key = (matrix.shape, matrix.tobytes())
    if key not in known:
        known[key] = factored_columns(matrix.reshape(len(rows), -1))
    local = known[key]
    return FactoredColumns(
        local.size,
        local.V,
        (local.W[0], rows[local.W[1]], local.W[2]),
        (names[local.R[0]], local.R[1], local.R[2]),
        (names[local.S[0]], rows[local.S[1]], local.S[2]),
    )


def _joined(parts: list[Triples], rows: Ints | None, columns: Ints | None) -> Triples:
    first, second, third = (np.concatenate(column) for column in zip(*parts, strict=True))
    sizes = [len(part[0]) for part in parts]
    return (
        first if rows is None else first + np.repeat(rows[:-1], sizes),
        second if columns is None else second + np.repeat(columns[:-1], sizes),
        third,
    )


def summed(entries: Triples) -> Triples:
    """Add up entries at the same place, and leave out those that cancel."""
    rows, columns, values = entries
    if not len(rows):
        return entries
    width = int(columns.max()) + 1
    keys, place = np.unique(rows * width + columns, return_inverse=True)
    totals = np.zeros(len(keys), dtype=np.int64)
    np.add.at(totals, place.reshape(-1), values)
    kept = totals != 0
    return keys[kept] // width, keys[kept] % width, totals[kept]


def sparsify(program: LinearProgram) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return a program with the same optimum in which sums that many rows share are auxiliary variables.

    The factored entries are those in rows that are no equations and in columns that have bounds: in the
    programs of a sequence form these are the payoffs. Rows and columns that these entries connect, directly or through
    others, make a block, and each block is factored by itself; see `factored_columns`. Blocks beyond some
    millions of places are left as they are. For a game known by its classes, `sparsified_lp` gets further. See Zhang &
    Sandholm, Sparsified linear programming for zero-sum equilibrium finding, ICML 2020.

    `target` has the rows and columns of `program` first, then one equation and one free column for every auxiliary
    variable. `lift` drops these, and the basis. A program whose numbers need more than 64 bits is left as it is.
    """
    matrix = program.matrix
    m, n = matrix.shape
    bounded = program.columns.has_lower | program.columns.has_upper
    chosen = ~program.rows.fixed[matrix.rows] & bounded[matrix.columns]
    if matrix.values.numerators.dtype == object or not chosen.any():
        return Reduced(program, unchanged)
    numerators, denominator = matrix.values.numerators, matrix.values.denominator
    factors = factored_tables((numerators[chosen],), matrix.columns[chosen], matrix.rows[chosen])
    extra = factors.size
    if max(magnitude(factors.V[2]), magnitude(factors.W[2])) * denominator >= SAFE:
        return Reduced(program, unchanged)
    parts = (
        (matrix.rows[~chosen], matrix.columns[~chosen], numerators[~chosen]),
        (factors.R[0], n + factors.R[1], factors.R[2]),
        factors.S,
        (m + factors.V[0], n + factors.V[1], factors.V[2] * denominator),
        (m + factors.W[0], factors.W[1], factors.W[2] * denominator),
    )
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    target = replace(
        program,
        objective=ExactArray.concatenate([program.objective, ExactArray.zeros(extra)]),
        matrix=ExactMatrix.from_entries((m + extra, n + extra), rows, columns, ExactArray(values, denominator)),
        rows=Bounds.concatenate([program.rows, Bounds.equal(ExactArray.zeros(extra))]),
        columns=Bounds.concatenate([program.columns, Bounds.free(extra)]),
        row_names=[*program.row_names, *LazyNames(extra, "definition {}".format)],
        column_names=[*program.column_names, *LazyNames(extra, "auxiliary {}".format)],
        name=f"{program.name}, sparsified",
    )

    def lift(raw: RawSolution) -> RawSolution:
        return replace(
            raw,
            primal=None if raw.primal is None else entries(raw.primal, slice(0, n)),
            dual=None if raw.dual is None else entries(raw.dual, slice(0, m)),
            ray=None,
            basis=None,
        )

    return Reduced(target, lift)
