"""Equivalent linear programs with fewer nonzeros, for matrices with repeated patterns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

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
    if best.cost >= np.count_nonzero(matrix):
        return _plain(matrix)
    return best.factors()


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
    """Return vectors of the most frequent values, and of the most frequent absolute values, of each row.

    Only those that are new: not zero, none of the vectors, and one of the two where they are equal.
    """
    if vectors.shape[1] < 2:
        return []
    hubs: list[Ints] = []
    for rows in (vectors, np.abs(vectors)):
        hub = np.array([_mode(row) for row in rows], dtype=np.int64)
        is_column = (vectors == hub[:, None]).all(axis=0).any()
        is_known = any(np.array_equal(hub, known) for known in hubs)
        if hub.any() and not is_column and not is_known:
            hubs.append(hub)
    return hubs


def _mode(row: Ints) -> int:
    values, counts = np.unique(row, return_counts=True)
    return int(values[counts.argmax()])


class _Branches(NamedTuple):
    """A spanning tree: each vector's parent, -1 for zero, a sign, and the vectors from the roots on.

    The sign is 1 where a vector is compared with its parent, -1 where with the negative of its parent.
    """

    parent: Ints
    sign: Ints
    order: list[int]

    @property
    def rooted(self) -> npt.NDArray[np.bool_]:
        """A mask of the roots, the children of zero."""
        return np.asarray(self.parent < 0, dtype=bool)


class _Closing(NamedTuple):
    """The equation ``first - factor * second = w`` in place of a root's definition; w has so many `entries`."""

    first: int
    second: int
    factor: int
    entries: int

    @property
    def cost(self) -> int:
        """The nonzeros of the equation: one variable instead of two where both are the same."""
        variables = 1 if self.first == self.second else 2
        return self.entries + variables


class _Tree:
    """A minimum spanning tree of vectors, zero among them, and the cost of defining them along it."""

    # A variable a_k stands for (vector k)ᵀx. It is defined by its difference from its parent's, in few entries of x.
    # Of n hands in a showdown, ordered by strength, the column of one differs from the next one's in two entries, for
    # these two hands: a definition takes 2 entries of x, a_k and its parent, and the use of a_k, 5 nonzeros in all,
    # where the n columns had n - 1 each. The steps, each from the results of those before:
    #   1. distances between all vectors, and to the negatives,
    #   2. the tree, along the least distances, from zero on,
    #   3. for roots, which are far from zero, an equation within their tree that is shorter than their definition,
    #   4. the vectors that are used so seldom that they are spelled out where they are used, without a variable.
    def __init__(self, columns: _Distinct, hub: Ints | None) -> None:
        self.columns = columns
        self.vectors = columns.vectors
        uses = columns.uses
        if hub is not None:
            self.vectors = np.column_stack([columns.vectors, hub])
            uses = np.append(uses, 0)
        filled = np.count_nonzero(self.vectors, axis=0)
        distances = _distances(self.vectors, filled)

        self.branches = _spanning_tree(distances, filled)
        self.closing = _closing_equations(self.branches, distances, filled)
        differing = _differing(self.branches, distances, filled)
        self.inlined, costs = _definitions(self.branches, self.closing, uses, differing)
        saved = sum(
            int(filled[root]) + 1 - equation.cost for root, equation in self.closing.items()
        )
        self.cost = int(costs.sum()) - saved

    def factors(self) -> FactoredColumns:
        """Return the matrices."""
        variables = np.flatnonzero(~self.inlined)
        number = np.full(len(self.inlined), -1, dtype=np.int64)
        number[variables] = np.arange(len(variables))

        V: list[tuple[int, Ints, Ints]] = []
        W: list[tuple[int, Ints, Ints]] = []
        for row, vector in enumerate(variables.tolist()):
            members, signs, difference = self._equation(vector)
            V.append((row, number[members], np.array(signs, dtype=np.int64)))
            W.append((row, *_nonzeros(-difference)))

        R: list[tuple[int, Ints, Ints]] = []
        S: list[tuple[int, Ints, Ints]] = []
        uses = zip(self.columns.which.tolist(), self.columns.scale.tolist(), strict=True)
        for column, (vector, scale) in enumerate(uses):
            if vector < 0:
                continue
            parent, sign = self._parent(vector)
            if not self.inlined[vector]:
                R.append((column, number[[vector]], np.array([scale], dtype=np.int64)))
                continue
            if parent >= 0:
                R.append((column, number[[parent]], np.array([scale * sign], dtype=np.int64)))
            S.append((column, *_nonzeros(scale * self._difference(vector))))
        return FactoredColumns(len(variables), *map(_given_by_row, (V, W, R, S)))

    def _equation(self, vector: int) -> tuple[list[int], list[int], Ints]:
        """Return the members of the equation that a vector's variable has, their factors, and what they add up to."""
        if vector in self.closing:
            first, second, factor, _ = self.closing[vector]
            return (
                [first, second],
                [1, -factor],
                self.vectors[:, first] - factor * self.vectors[:, second],
            )
        parent, sign = self._parent(vector)
        if parent < 0:
            return [vector], [1], self.vectors[:, vector]
        return [vector, parent], [1, -sign], self._difference(vector)

    def _parent(self, vector: int) -> tuple[int, int]:
        return int(self.branches.parent[vector]), int(self.branches.sign[vector])

    def _difference(self, vector: int) -> Ints:
        """Return the difference of a vector from its parent."""
        entries: Ints = self.vectors[:, vector]
        parent, sign = self._parent(vector)
        if parent < 0:
            return entries
        return entries - sign * self.vectors[:, parent]


def _spanning_tree(distances: _Distances, filled: Ints) -> _Branches:
    """Return the tree of least cost from zero on, by Prim's algorithm: always the nearest vector is joined next.

    An edge costs its definition's nonzeros: the differing entries and both variables, or one beside zero.
    """
    size = len(filled)
    cost = np.minimum(distances.same, distances.opposite) + 2
    nearest = filled + 1
    parent = np.full(size, -1, dtype=np.int64)
    waiting = np.ones(size, dtype=bool)
    order = []
    for _ in range(size):
        joined = int(np.where(waiting, nearest, np.iinfo(np.int64).max).argmin())
        waiting[joined] = False
        order.append(joined)
        closer = waiting & (cost[joined] < nearest)
        parent[closer] = joined
        nearest = np.where(closer, cost[joined], nearest)

    places = np.arange(size)
    is_negative = (parent >= 0) & (
        distances.opposite[parent, places] < distances.same[parent, places]
    )
    return _Branches(parent, np.where(is_negative, -1, 1), order)


def _differing(branches: _Branches, distances: _Distances, filled: Ints) -> Ints:
    """Return in how many entries each vector differs from its parent, or from the negative of its parent."""
    places = np.arange(len(filled))
    same = distances.same[branches.parent, places]
    opposite = distances.opposite[branches.parent, places]
    from_parent = np.where(branches.sign > 0, same, opposite)
    return np.where(branches.rooted, filled, from_parent)


def _closing_equations(
    branches: _Branches, distances: _Distances, filled: Ints
) -> dict[int, _Closing]:
    """Return for every root with a longer definition the equation of its tree that replaces it.

    Along the tree, every member is known up to its root: member = side · root + differences. An equation determines
    the root if the root does not cancel in it: of two members on the same side it has to be their sum, of two on
    different sides their difference.
    """
    size = len(filled)
    root = np.zeros(size, dtype=np.int64)
    side = np.ones(size, dtype=np.int64)
    for vector in branches.order:
        parent = branches.parent[vector]
        if parent < 0:
            root[vector] = vector
        else:
            root[vector] = root[parent]
            side[vector] = side[parent] * branches.sign[vector]

    equations = {}
    for vector in np.flatnonzero(branches.rooted).tolist():
        tree = np.flatnonzero(root == vector)
        is_same_side = side[tree][:, None] == side[tree][None, :]
        block = np.ix_(tree, tree)
        entries = np.where(is_same_side, distances.opposite[block], distances.same[block])
        place = int(entries.argmin())
        least = int(entries.flat[place])
        if len(tree) > 1 and least + 2 < filled[vector] + 1:
            first, second = divmod(place, len(tree))
            factor = -1 if is_same_side[first, second] else 1
            equations[vector] = _Closing(int(tree[first]), int(tree[second]), factor, least)
    return equations


def _definitions(
    branches: _Branches, closing: dict[int, _Closing], uses: Ints, differing: Ints
) -> tuple[npt.NDArray[np.bool_], Ints]:
    """Return a mask of the vectors without a variable of their own, and the nonzeros that each of them takes.

    With a variable a vector takes its definition, in which the parent has a part, and one nonzero for each use. Without
    one, every use repeats the difference and the parent; so it cannot be the parent of others, or in an equation.
    """
    parents = np.where(branches.rooted, 0, 1)
    defined = differing + 1 + parents + uses
    spelled_out = uses * (differing + parents)

    needed = np.zeros(len(uses), dtype=bool)
    needed[branches.parent[~branches.rooted]] = True
    for equation in closing.values():
        needed[[equation.first, equation.second]] = True
    inlined = ~needed & (spelled_out <= defined)
    return np.asarray(inlined, dtype=bool), np.where(inlined, spelled_out, defined)


def _given_by_row(parts: list[tuple[int, Ints, Ints]]) -> Triples:
    """Return a sparse matrix whose entries are given as rows with their columns and values."""
    if not parts:
        return _EMPTY
    rows, columns, values = zip(*parts, strict=True)
    repeated = np.repeat(rows, [len(part) for part in columns])
    return (
        repeated,
        np.concatenate(columns).astype(np.int64),
        np.concatenate(values).astype(np.int64),
    )


def _nonzeros(vector: Ints) -> tuple[Ints, Ints]:
    places = np.flatnonzero(vector)
    return places, vector[places]


def _plain(matrix: Ints) -> FactoredColumns:
    columns, rows = np.nonzero(matrix.T)
    return FactoredColumns(0, _EMPTY, _EMPTY, _EMPTY, (columns, rows, matrix[rows, columns]))


class _Distances(NamedTuple):
    """In how many entries each vector differs from each, and from the negative of each; both of shape (n, n)."""

    same: Ints
    opposite: Ints


def _distances(vectors: Ints, filled: Ints) -> _Distances:
    """Count the entries in which vectors differ; `filled` has the number of nonzeros of each."""
    if vectors.size * vectors.shape[1] <= _DENSE:
        left = vectors[:, :, None]
        right = vectors[:, None, :]
        return _Distances(
            np.count_nonzero(left != right, axis=0), np.count_nonzero(left != -right, axis=0)
        )

    # Entries differ where one of both is nonzero, but for those with equal values: counted by products of sparse
    # matrices with a column for each row, and for each row and value, so that nothing of size n · k · k is made.
    rows, columns = np.nonzero(vectors)
    values = vectors[rows, columns]
    spread = 2 * int(np.abs(values).max(initial=0)) + 1
    union = filled[:, None] + filled[None, :] - _shared(columns, rows, rows)
    same = union - _shared(columns, rows * spread + values, rows * spread + values)
    opposite = union - _shared(columns, rows * spread + values, rows * spread - values)
    return _Distances(same, opposite)


def _shared(columns: Ints, left: Ints, right: Ints) -> Ints:
    """Return for each pair of columns how many of the first's left keys are among the second's right keys."""
    require("scipy.sparse")
    from scipy.sparse import csr_array

    keys, place = np.unique(np.concatenate([left, right]), return_inverse=True)
    shape = (int(columns.max()) + 1, len(keys))
    ones = np.ones(len(columns), dtype=np.int64)
    left_places, right_places = np.split(place.reshape(-1), 2)
    first = csr_array((ones, (columns, left_places)), shape=shape)
    second = csr_array((ones, (columns, right_places)), shape=shape)
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
        # Histories are alike if all ends have the same coefficients after them, up to a factor for each end.
        primitive, scales = zip(*(_primitive(end.coefficients) for end in members), strict=True)
        stacked = np.concatenate(primitive, axis=0)
        patterns, pattern_of = np.unique(stacked, axis=1, return_inverse=True)
        for place in range(patterns.shape[1]):
            histories = np.flatnonzero(pattern_of.reshape(-1) == place)
            vectors = [tuple(part.tolist()) for part in np.split(patterns[:, place], len(members))]

            # Ends with equal coefficients have one table; ends without any have none.
            distinct = list(dict.fromkeys(vector for vector in vectors if any(vector)))
            directions = []
            for end, vector, scale in zip(members, vectors, scales, strict=True):
                if any(vector):
                    table = distinct.index(vector)
                    directions.append(
                        Direction(end.other_choice, table, scale[histories], end.denominator)
                    )

            tables = tuple(
                members[0].tables @ np.array(vector, dtype=np.int64) for vector in distinct
            )
            yield Group(number, own_choice, histories, tables, tuple(directions))


def factored_tables(
    tables: tuple[Ints, ...], own_class: Ints, other_class: Ints
) -> FactoredColumns:
    """Factor tables of pairs of classes, side by side: column t·m + j is table t's column of the opponent's class j.

    Components of classes that can meet are factored separately, such as the hands on one public board. Tables and
    classes have one entry for each pair.
    """
    width = int(other_class.max()) + 1
    known: dict[tuple[tuple[int, ...], bytes], FactoredColumns] = {}
    parts = []
    for pairs in _components(own_class, other_class):
        own_tables = [table[pairs] for table in tables]
        parts.append(_component(own_tables, own_class[pairs], other_class[pairs], width, known))
    offsets = np.cumsum([0, *(part.size for part in parts)])
    return FactoredColumns(
        int(offsets[-1]),
        _joined([part.V for part in parts], offsets, offsets),
        _joined([part.W for part in parts], offsets, None),
        _joined([part.R for part in parts], None, offsets),
        _joined([part.S for part in parts], None, None),
    )


def _components(own_class: Ints, other_class: Ints) -> list[Ints]:
    """Return the pairs of each component of classes that pairs connect."""
    require("scipy.sparse")
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    # The opponent's classes come after the player's, as the nodes of one graph.
    height = int(own_class.max()) + 1
    size = height + int(other_class.max()) + 1
    edges = coo_array(
        (np.ones(len(own_class)), (own_class, height + other_class)), shape=(size, size)
    )
    _, label = connected_components(edges, directed=False)
    order = np.argsort(label[own_class], kind="stable")
    bounds = np.flatnonzero(np.diff(label[own_class][order], prepend=-1, append=-1))
    return [order[start:stop] for start, stop in itertools.pairwise(bounds)]


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
        names_of_pairs = [place * width + other_class for place in range(len(tables))]
        own_of_pairs = np.tile(own_class, len(tables))
        entries = (np.concatenate(names_of_pairs), own_of_pairs, np.concatenate(tables))
        return FactoredColumns(0, _EMPTY, _EMPTY, _EMPTY, summed(entries))

    matrix = np.zeros((len(rows), len(tables), len(columns)), dtype=np.int64)
    for place, table in enumerate(tables):
        matrix[row, place, column] = table
    key = (matrix.shape, matrix.tobytes())
    if key not in known:
        known[key] = factored_columns(matrix.reshape(len(rows), -1))
    local = known[key]

    # From the rows and columns of the component to those of all tables; variables are numbered by the caller.
    return FactoredColumns(
        local.size,
        local.V,
        (local.W[0], rows[local.W[1]], local.W[2]),
        (names[local.R[0]], local.R[1], local.R[2]),
        (names[local.S[0]], rows[local.S[1]], local.S[2]),
    )


def _joined(parts: list[Triples], row_offsets: Ints | None, column_offsets: Ints | None) -> Triples:
    """Return the entries of all parts; rows and columns that are variables of a part are shifted by its offset."""
    rows, columns, values = (np.concatenate(column) for column in zip(*parts, strict=True))
    sizes = [len(part[0]) for part in parts]
    if row_offsets is not None:
        rows = rows + np.repeat(row_offsets[:-1], sizes)
    if column_offsets is not None:
        columns = columns + np.repeat(column_offsets[:-1], sizes)
    return rows, columns, values


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
    numerators = matrix.values.numerators
    denominator = matrix.values.denominator
    bounded = program.columns.has_lower | program.columns.has_upper
    chosen = ~program.rows.fixed[matrix.rows] & bounded[matrix.columns]
    if numerators.dtype == object or not chosen.any():
        return Reduced(program, unchanged)

    factors = factored_tables((numerators[chosen],), matrix.columns[chosen], matrix.rows[chosen])
    extra = factors.size
    if max(magnitude(factors.V[2]), magnitude(factors.W[2])) * denominator >= SAFE:
        return Reduced(program, unchanged)

    # Definitions have integers, while the matrix is over its denominator: they are multiplied by it, which equations
    # with 0 on the right allow. `factored_tables` was given the columns as rows, so R and S are transposed already.
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
        matrix=ExactMatrix.from_entries(
            (m + extra, n + extra), rows, columns, ExactArray(values, denominator)
        ),
        rows=Bounds.concatenate([program.rows, Bounds.equal(ExactArray.zeros(extra))]),
        columns=Bounds.concatenate([program.columns, Bounds.free(extra)]),
        row_names=[*program.row_names, *LazyNames(extra, "definition {}".format)],
        column_names=[*program.column_names, *LazyNames(extra, "auxiliary {}".format)],
        name=f"{program.name}, sparsified",
    )

    def lift(raw: RawSolution) -> RawSolution:
        primal = None if raw.primal is None else entries(raw.primal, slice(0, n))
        dual = None if raw.dual is None else entries(raw.dual, slice(0, m))
        return replace(raw, primal=primal, dual=dual, ray=None, basis=None)

    return Reduced(target, lift)
