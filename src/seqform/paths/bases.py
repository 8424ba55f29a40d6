"""Complementary bases of an equilibrium at which the paths of a start end, found without following a path.

On a path z0 comes to 0, or rises from 0, at an equilibrium (x, y) of the game. A degenerate equilibrium has many
complementary bases, and most of them are no ends: with z0 a little above 0 a basic variable would be negative. The ends
are those whose basic variables are lexicographically positive in the columns [q, d, C, L]: d of z0, then the columns
that break ties along the path. With the pure lexicographic rule z0 may leave later than it can, and d is left out.

In other words, the ends are the solutions near (x, y) of the complementarity problem with the right-hand side q + d δ,
a little perturbed, where δ > 0 is small: for all small δ, of the game with the restricted strategy sets X(δ) and Y(δ).
Each has one basis, and its pairs are found one after the other: either z_i or w_i is zero. At z0 = δ the conditions on
x, v' and s, and those on y, u' and r, have no variable in common, so each player's plans are a polyhedron of their own,
and a pair leads on only if a face of each is left. That is decided by the simplex method: from a vertex of the face the
variable that is to be zero is lowered.

References
----------
von Stengel, van den Elzen & Talman, Econometrica 70 (2002), (4.2) and sections 6 and 7: vSvET.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from seqform.backends.lemke.exact_basis import ExactBasis, integer_columns
from seqform.backends.lemke.path import PivotRule, first_basis, lexico_minimum
from seqform.backends.lemke.revised import tie_values
from seqform.backends.linalg.rational_solve import is_singular
from seqform.builders.programs.lcp import GameLcp
from seqform.errors import ModelError
from seqform.models.answers.trace import same_plans
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Numerators
from seqform.models.numbers.text import short
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.strategies.behavior import RealizationPlans
from seqform.system.deadline import Deadline

MOST_ENTRIES = 2 * 10**7
"""Entries of tables that a search for bases computes before it stops: some seconds."""

MOST_FOUND = 100
"""Bases after which a search stops."""

MOST_VERTICES = 64
"""Vertices of each player's polyhedron that a search keeps."""


class EndBases(NamedTuple):
    """Bases of an equilibrium, each of shape (n,); `finished` if there are no others."""

    bases: tuple[Ints, ...]
    finished: bool


def solution_of(lcp: GameLcp, plans: RealizationPlans) -> ExactArray:
    """Return z of an equilibrium; raise ModelError if the plans are not exact, or no equilibrium."""
    z = lcp.point(plans)
    violation = lcp.base.residuals(z).worst
    if violation:
        raise ModelError(
            f"no equilibrium, exactly: its conditions are violated by {short(violation)}; a path is followed back from "
            "an equilibrium with fractions, as `equilibria` and `solve` by lemke return it"
        )
    return z


def end_bases(
    lcp: GameLcp,
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    plans: RealizationPlans,
    deadline: Deadline | None = None,
) -> EndBases:
    """Return the complementary bases of an equilibrium at which paths of a start end.

    - `problem`: That of the start, with its covering vector and first basis.
    - `plans`: The equilibrium, exact.

    The search stops at the deadline, after `MOST_ENTRIES` or with `MOST_FOUND`. Raises ModelError if the plans are no
    equilibrium.
    """
    z = solution_of(lcp, plans)
    search = _Search(lcp, problem, rule, z, deadline or Deadline())
    found: list[Ints] = []
    try:
        for basis in search.bases():
            found.append(basis)
            if len(found) > MOST_FOUND:
                return EndBases(tuple(found[:MOST_FOUND]), finished=False)
    except _StopError:
        return EndBases(tuple(found), finished=False)
    return EndBases(tuple(found), finished=True)


def is_end(
    lcp: GameLcp,
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    plans: RealizationPlans,
    basis: Ints,
) -> bool:
    """Return whether a basis is one of `end_bases`, without a search for the others."""
    return is_basis_of(lcp, plans, basis) and is_feasible(ExactBasis(problem, basis), problem, rule)


def is_feasible(
    at_basis: ExactBasis, problem: LinearComplementarityProblem, rule: PivotRule
) -> bool:
    """Return whether a path of a start ends at a complementary basis, without z0, of an equilibrium.

    `at_basis` may be of the problem of another start: they differ in the column of z0 alone.
    """
    undecided = np.flatnonzero(at_basis.sign_constrained)
    for column in _compared(at_basis, problem, rule):
        signs = np.sign(column.numerators[undecided])
        if np.any(signs < 0):
            return False
        undecided = undecided[signs == 0]
        if not len(undecided):
            return True
    return False


def is_basis_of(lcp: GameLcp, plans: RealizationPlans, basis: Ints) -> bool:
    """Return whether a basis is complementary, without z0, and its solution is an equilibrium, the one of the plans."""
    problem, n = lcp.base, len(lcp.base)
    if not np.array_equal(np.sort(basis % n), np.arange(n)) or is_singular(
        integer_columns(problem, basis)
    ):
        return False
    z, _ = ExactBasis(problem, basis).point()
    return not problem.residuals(z).worst and same_plans(lcp.plans(z), plans)


def _compared(
    at_basis: ExactBasis, problem: LinearComplementarityProblem, rule: PivotRule
) -> Iterator[ExactArray]:
    """Yield the columns in which an end of paths is lexicographically positive."""
    assert problem.covering_vector is not None
    yield at_basis.values
    if rule.early_exit:
        yield at_basis.solve(problem.covering_vector)
    yield from tie_values(at_basis, rule, first_basis(problem)[1])


# ---- the search ----


class _StopError(Exception):
    """A limit of the search is reached; caught in this module."""


@dataclass(frozen=True, eq=False)
class _Columns(Immutable):
    """The columns of a player's table: those that are compared, and those of the variables.

    - `place`: The column of each variable.
    - `compared`: The columns [q, d, C, L], each with a sign.
    - `movable`: Whether a variable is sign-constrained, shape (2n,).
    """

    place: dict[int, int]
    compared: list[tuple[int, int]]
    movable: Mask


@dataclass(frozen=True, eq=False)
class _Table(Immutable):
    """A vertex of one player's polyhedron: the rows of B⁻¹ times all columns, B the basis.

    Each row is multiplied by a positive number of its own, so that its entries are integers without a common divisor:
    signs and ratios within a row are those of B⁻¹. A pivot leaves rows as they are where the entering variable does not
    occur, which are most of them in the program of a tree.
    """

    columns: _Columns
    entries: Numerators
    basis: Ints

    @cached_property
    def basic(self) -> frozenset[int]:
        """The basic variables."""
        return frozenset(self.basis.tolist())

    def column(self, variable: int) -> Numerators:
        """Return the column of a variable."""
        return self.entries[:, self.columns.place[variable]]

    def row_of(self, variable: int) -> int | None:
        """Return the row in which a variable is basic, None if it is nonbasic."""
        rows = np.flatnonzero(self.basis == variable)
        return int(rows[0]) if len(rows) else None

    def compared(self) -> Iterator[Numerators]:
        """Yield the columns that are compared, one after the other."""
        for place, sign in self.columns.compared:
            yield self.entries[:, place] * sign

    def without(self, staying: Mask) -> _Table:
        """Return the table without the rows of basic variables that never leave, and columns that are not used again.

        - `staying`: Mask of shape (2n,) of the w_i and z_i that are basic at every basis; w_i or z_i is the other.
        """
        kept = ~staying[self.basis]
        n = len(staying) // 2
        partners = np.roll(staying, n)
        first = min(self.columns.place.values())
        variables = [v for v in self.columns.place if v < n or not (staying[v] or partners[v])]
        places = [*range(first), *(self.columns.place[v] for v in variables)]
        place_of = {v: first + number for number, v in enumerate(variables)}
        moved = {old: new for new, old in enumerate(places)}
        compared = [(moved[place], sign) for place, sign in self.columns.compared]
        return _Table(
            replace(self.columns, place=place_of, compared=compared),
            self.entries[np.ix_(kept, places)],
            self.basis[kept],
        )

    def signs(self) -> Ints:
        """Return the signs of the basic variables."""
        signs = np.zeros(len(self.basis), dtype=np.int64)
        for column in self.compared():
            undecided = signs == 0
            if not undecided.any():
                break
            signs[undecided] = np.sign(column[undecided]).astype(np.int64)
        return signs

    def touched(self, entering: int) -> int:
        """Return the number of entries in the rows that a pivot changes."""
        rows = int(np.count_nonzero(self.column(entering)))
        return rows * len(self.entries[0])

    def pivoted(self, row: int, entering: int) -> _Table:
        """Return the table after a pivot."""
        column = self.column(entering)
        entries, basis = self.entries.copy(), self.basis.copy()
        pivot_row = entries[row] if column[row] > 0 else -entries[row]
        occurs = np.flatnonzero(pivot_row)
        rows = np.flatnonzero(column)
        rows = rows[rows != row]

        changed = entries[rows] * abs(int(column[row]))
        changed[:, occurs] -= np.outer(column[rows], pivot_row[occurs])
        for place, numbers in zip(rows.tolist(), changed, strict=True):
            divisor = math.gcd(*numbers.tolist())
            entries[place] = numbers if divisor == 1 else numbers // divisor

        entries[row] = pivot_row
        basis[row] = entering
        return replace(self, entries=entries, basis=basis)


@dataclass(eq=False)
class _Search:
    """The search for the bases at which paths of a start end at a solution z."""

    lcp: GameLcp
    problem: LinearComplementarityProblem
    rule: PivotRule
    z: ExactArray
    deadline: Deadline
    entries: int = 0
    _vertices: tuple[deque[_Table], deque[_Table]] = field(
        default_factory=lambda: (deque(maxlen=MOST_VERTICES), deque(maxlen=MOST_VERTICES))
    )
    _side_of: dict[int, int] = field(default_factory=dict)

    def bases(self) -> Iterator[Ints]:
        """Yield the bases, each once."""
        support, settled = self._support(), self._settled()
        fixed = set((len(self.problem) + settled).tolist())
        tables: list[_Table] = []
        for table in self._first_tables(support, settled):
            feasible = self._feasible(table, fixed)
            if feasible is None:
                return
            tables.append(feasible)
        for slack in support.tolist():
            lowered = self._lowered(tables[self._side_of[slack]], slack, fixed)
            if lowered is None:
                return
            tables = self._exchanged(tables, slack, lowered)
            fixed.add(slack)
        decided = np.concatenate([support, settled])
        undecided = np.setdiff1d(np.flatnonzero(~self.problem.free), decided).tolist()
        yield from self._decided(tables, fixed, undecided)

    def _decided(
        self, tables: list[_Table], fixed: set[int], undecided: list[int]
    ) -> Iterator[Ints]:
        """Yield the bases whose pairs are decided as those in `fixed`, which are zero."""
        tables, fixed = list(tables), set(fixed)
        left = self._after_forced(tables, fixed, undecided)
        if left is None:
            return
        if not left:
            free = len(self.problem) + np.flatnonzero(self.problem.free)
            yield np.concatenate([*(table.basis for table in tables), free, self._settled()])
            return
        n = len(self.problem)
        basic = {variable for table in tables for variable in table.basis.tolist()}
        place = next((place for place in left if place in basic and n + place in basic), left[0])
        rest = [other for other in left if other != place]
        for variable in (place, n + place):
            lowered = self._lowered(tables[self._side_of[variable]], variable, fixed)
            if lowered is not None:
                yield from self._decided(
                    self._exchanged(tables, variable, lowered), fixed | {variable}, rest
                )

    def _after_forced(
        self, tables: list[_Table], fixed: set[int], undecided: list[int]
    ) -> list[int] | None:
        """Fix, in place, what is forced, and return the pairs that are left; None if a pair leads nowhere.

        A pair is forced where one of its variables cannot be zero. Each that is fixed can force others.
        """
        left, checked = list(undecided), 0
        while checked < len(left):
            place = left.pop(0)
            ways = {
                variable: lowered
                for variable in (place, len(self.problem) + place)
                if (lowered := self._lowered(tables[self._side_of[variable]], variable, fixed))
                is not None
            }
            if not ways:
                return None
            if len(ways) == 2:
                left.append(place)
                checked += 1
                continue
            ((variable, lowered),) = ways.items()
            tables[self._side_of[variable]] = lowered
            fixed.add(variable)
            checked = 0
        return left

    def _exchanged(self, tables: list[_Table], variable: int, table: _Table) -> list[_Table]:
        """Return the tables with another one of the player whose variable is given."""
        side = self._side_of[variable]
        return [table if place == side else held for place, held in enumerate(tables)]

    def _support(self) -> Ints:
        """Return the places of the positive sign-constrained z_i."""
        return np.flatnonzero(~self.problem.free & np.asarray(self.z.numerators != 0, dtype=bool))

    def _settled(self) -> Ints:
        """Return places of w_i that are positive, and so basic, at every basis of the plans.

        Those of sequences that no own information set follows. The slack of others can be lowered: u' and v' of sets
        that are not reached are determined from below only, and `solution_of` has the least ones.
        """
        w, blocks = self.lcp.base.slack(self.z), self.lcp.blocks
        assert isinstance(w, ExactArray)
        settled = np.asarray(w.numerators != 0, dtype=bool) & ~self.problem.free
        for space, own in zip(self.lcp.spaces, (blocks.x, blocks.y), strict=True):
            constraints = space.constraints
            followed = constraints.columns[constraints.values.numerators < 0]
            settled[own] &= ~np.isin(np.arange(constraints.shape[1]), followed)
        return np.flatnonzero(settled)

    def _lowered(self, table: _Table, variable: int, fixed: set[int]) -> _Table | None:
        """Return a vertex where a variable is zero, among those of the face where `fixed` are; None without any.

        One of the vertices that the search has come to before is taken where possible, without a pivot.
        """
        vertices = self._vertices[self._side_of[variable]]
        for known in reversed(vertices):
            if variable not in known.basic and known.basic.isdisjoint(fixed):
                return known
        lowered = self._pivoted_out(table, variable, fixed)
        if lowered is not None:
            vertices.append(lowered)
        return lowered

    def _pivoted_out(self, table: _Table, variable: int, fixed: set[int]) -> _Table | None:
        """Return such a vertex by the simplex method, from another vertex of the face."""
        while (row := table.row_of(variable)) is not None:
            entering = self._entering(table, row, 1, fixed)
            if entering is None:
                return None
            divisors = table.column(entering)
            places = np.flatnonzero(np.asarray(divisors > 0, dtype=bool)).tolist()
            table = self._pivoted(
                table, lexico_minimum(places, divisors, table.compared())[0], entering
            )
        return table

    def _feasible(self, table: _Table, fixed: set[int]) -> _Table | None:
        """Return a vertex from a basis some of whose variables may be negative; None without any."""
        while np.any((signs := table.signs()) < 0):
            row = int(np.flatnonzero(signs < 0)[0])
            entering = self._entering(table, row, -1, fixed)
            if entering is None:
                return None
            # The row that is raised to zero counts with the opposite sign, the other negative ones not at all.
            turned = np.ones(len(signs), dtype=object)
            turned[row] = -1
            divisors = table.column(entering) * turned
            able = np.asarray((divisors > 0) & ((signs > 0) | (turned < 0)), dtype=bool)
            places = np.flatnonzero(able).tolist()
            leaving = lexico_minimum(
                places, divisors, (column * turned for column in table.compared())
            )[0]
            table = self._pivoted(table, leaving, entering)
        return table

    def _entering(self, table: _Table, row: int, sign: int, fixed: set[int]) -> int | None:
        """Return a nonbasic variable with an entry of that sign in a row, None without any."""
        barred = fixed.union(table.basis.tolist())
        entries = table.entries[row]
        for variable, place in table.columns.place.items():
            if (
                entries[place] * sign > 0
                and variable not in barred
                and table.columns.movable[variable]
            ):
                return variable
        return None

    def _pivoted(self, table: _Table, row: int, entering: int) -> _Table:
        self.entries += table.touched(entering)
        if self.entries > MOST_ENTRIES or self.deadline.passed:
            raise _StopError
        return table.pivoted(row, entering)

    def _first_tables(self, support: Ints, settled: Ints) -> Iterator[_Table]:
        """Yield both players' tables at the bases of best responses to the equilibrium.

        A positive z_i counts from a little below its value on, so that the variables near it are nonnegative, and no
        vertex is far from it.
        """
        lcp, problem, n = self.lcp, self.problem, len(self.problem)
        blocks, (first, second), costs = lcp.blocks, lcp.spaces, lcp.costs
        supported = ExactArray(np.isin(np.arange(n), support).astype(np.int64))
        positive = self.z.where(np.isin(np.arange(n), support))
        assert problem.covering_vector is not None
        ties = first_basis(problem)[1]
        sides = [
            problem.q + problem.matrix.dot(positive),
            -problem.matrix.dot(supported),
            *([problem.covering_vector] if self.rule.early_exit else []),
            *ties.combinations(problem, self.rule),
        ]
        x = first.optimal_basis(-costs[0].dot(self.z.take(blocks.y))).basic
        y = second.optimal_basis(-costs[1].dot(self.z.take(blocks.x))).basic
        basis, _, _ = lcp.best_basis(x, y)
        stays = np.concatenate([np.isin(np.arange(n), settled), problem.free])
        places = np.arange(n)
        for side, (rows, own) in enumerate((
            ((blocks.y, blocks.u), (blocks.x, blocks.v)),
            ((blocks.x, blocks.v), (blocks.y, blocks.u)),
        )):  # fmt: skip
            slacks = np.concatenate([places[part] for part in rows])
            variables = np.concatenate([slacks, *(n + places[part] for part in own)])
            self._side_of.update(dict.fromkeys(variables.tolist(), side))
            table = self._slack_table(sides, slacks, variables)
            yield self._at(table, np.intersect1d(basis, variables).tolist()).without(stays)

    def _slack_table(self, sides: Sequence[ExactArray], slacks: Ints, variables: Ints) -> _Table:
        """Return the table of the slacks of some rows; the right-hand sides and the columns are scaled."""
        problem, n = self.problem, len(self.problem)
        dense = np.zeros((n, n), dtype=object)
        dense[problem.matrix.rows, problem.matrix.columns] = (
            problem.matrix.values.numerators.astype(object)
        )
        others = variables[len(slacks) :] - n
        unit = np.zeros((len(slacks), len(slacks)), dtype=object)
        np.fill_diagonal(unit, 1)
        right = [part.numerators.astype(object)[slacks] for part in sides]
        entries = np.column_stack([*right, unit, -dense[np.ix_(slacks, others)]])
        place = {
            variable: len(sides) + column for column, variable in enumerate(variables.tolist())
        }
        compared = [(column, 1) for column in range(len(sides))]
        for variable, sign in first_basis(problem)[1].columns():
            if variable in place:
                compared.append((place[variable], sign))
        movable = np.concatenate([~problem.free, ~problem.free])
        return _Table(_Columns(place, compared, movable), entries, slacks)

    def _at(self, table: _Table, basis: list[int]) -> _Table:
        """Return the table of another basis."""
        for variable in basis:
            if table.row_of(variable) is not None:
                continue
            rows = np.flatnonzero((table.column(variable) != 0) & ~np.isin(table.basis, basis))
            table = self._pivoted(table, int(rows[0]), variable)
        return table
