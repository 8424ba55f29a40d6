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

So the search goes:

1. Each player's table is brought to a vertex, where z_i is fixed at zero if w_i is positive at every basis.
2. Of each positive z_i the slack w_i is fixed at zero.
3. A pair one of whose variables cannot be zero is forced: the other one is fixed. This is repeated, since it may force
   further pairs.
4. Of one of the pairs that are left each variable in turn is fixed, and the search goes on from step 3 in both cases.

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
    bases: list[Ints] = []
    try:
        for basis in search.bases():
            if len(bases) == MOST_FOUND:
                return EndBases(tuple(bases), finished=False)
            bases.append(basis)
    except _StopError:
        return EndBases(tuple(bases), finished=False)
    return EndBases(tuple(bases), finished=True)


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
    # Row by row the first entry that is not zero has to be positive.
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
    problem = lcp.base
    n = len(problem)
    is_complementary = np.array_equal(np.sort(basis % n), np.arange(n))
    if not is_complementary or is_singular(integer_columns(problem, basis)):
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
        rows = ~staying[self.basis]
        n = len(staying) // 2
        partner_stays = np.roll(staying, n)
        is_settled = staying | partner_stays

        # The columns of slacks stay, since tie-breaking columns may be among them.
        num_sides = min(self.columns.place.values())
        variables = [v for v in self.columns.place if v < n or not is_settled[v]]
        places = [*range(num_sides), *(self.columns.place[v] for v in variables)]
        new_place = {old: new for new, old in enumerate(places)}
        columns = replace(
            self.columns,
            place={v: new_place[self.columns.place[v]] for v in variables},
            compared=[(new_place[place], sign) for place, sign in self.columns.compared],
        )
        return _Table(columns, self.entries[np.ix_(rows, places)], self.basis[rows])

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
        entries = self.entries.copy()
        pivot_row = entries[row] if column[row] > 0 else -entries[row]
        occurs = np.flatnonzero(pivot_row)
        rows = np.flatnonzero(column)
        rows = rows[rows != row]

        # Multiplied by the pivot instead of divided: rows stay integers, and their factors positive.
        changed = entries[rows] * abs(int(column[row]))
        changed[:, occurs] -= np.outer(column[rows], pivot_row[occurs])
        for place, numbers in zip(rows.tolist(), changed, strict=True):
            divisor = math.gcd(*numbers.tolist())
            entries[place] = numbers if divisor == 1 else numbers // divisor

        entries[row] = pivot_row
        basis = self.basis.copy()
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
        support = self._support()
        settled = self._settled()
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
        tables = list(tables)
        fixed = set(fixed)
        n = len(self.problem)
        left = self._after_forced(tables, fixed, undecided)
        if left is None:
            return
        if not left:
            free = n + np.flatnonzero(self.problem.free)
            yield np.concatenate([*(table.basis for table in tables), free, self._settled()])
            return

        # A pair with both variables basic has to change in either case: of others one is zero already.
        basic = tables[0].basic | tables[1].basic
        place = next((place for place in left if place in basic and n + place in basic), left[0])
        left.remove(place)
        for variable in (place, n + place):
            lowered = self._lowered(tables[self._side_of[variable]], variable, fixed)
            if lowered is not None:
                changed = self._exchanged(tables, variable, lowered)
                yield from self._decided(changed, fixed | {variable}, left)

    def _after_forced(
        self, tables: list[_Table], fixed: set[int], undecided: list[int]
    ) -> list[int] | None:
        """Fix, in place, what is forced, and return the pairs that are left; None if a pair leads nowhere.

        A pair is forced where one of its variables cannot be zero. Each that is fixed can force others.
        """
        left = deque(undecided)
        num_checked = 0  # since a variable was fixed: the last ones of those left
        while num_checked < len(left):
            place = left.popleft()
            can_be_zero: list[tuple[int, _Table]] = []
            for variable in (place, len(self.problem) + place):
                lowered = self._lowered(tables[self._side_of[variable]], variable, fixed)
                if lowered is not None:
                    can_be_zero.append((variable, lowered))
            if not can_be_zero:
                return None
            if len(can_be_zero) == 2:
                left.append(place)
                num_checked += 1
                continue
            variable, lowered = can_be_zero[0]
            tables[self._side_of[variable]] = lowered
            fixed.add(variable)
            num_checked = 0
        return list(left)

    def _exchanged(self, tables: list[_Table], variable: int, table: _Table) -> list[_Table]:
        """Return the tables with another one of the player whose variable is given."""
        exchanged = list(tables)
        exchanged[self._side_of[variable]] = table
        return exchanged

    def _support(self) -> Ints:
        """Return the places of the positive sign-constrained z_i."""
        return np.flatnonzero(~self.problem.free & np.asarray(self.z.numerators != 0, dtype=bool))

    def _settled(self) -> Ints:
        """Return places of w_i that are positive, and so basic, at every basis of the plans.

        Those of sequences that no own information set follows. The slack of others can be lowered: u' and v' of sets
        that are not reached are determined from below only, and `solution_of` has the least ones.
        """
        w = self.lcp.base.slack(self.z)
        assert isinstance(w, ExactArray)
        blocks = self.lcp.blocks
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
            rows = np.flatnonzero(np.asarray(divisors > 0, dtype=bool)).tolist()
            leaving = lexico_minimum(rows, divisors, table.compared())[0]
            table = self._pivoted(table, leaving, entering)
        return table

    def _feasible(self, table: _Table, fixed: set[int]) -> _Table | None:
        """Return a vertex from a basis some of whose variables may be negative; None without any."""
        while True:
            signs = table.signs()
            negative = np.flatnonzero(signs < 0)
            if not len(negative):
                return table
            row = int(negative[0])
            entering = self._entering(table, row, -1, fixed)
            if entering is None:
                return None
            # The row that is raised to zero counts with the opposite sign, the other negative ones not at all.
            turned = np.ones(len(signs), dtype=object)
            turned[row] = -1
            divisors = table.column(entering) * turned
            able = np.asarray((divisors > 0) & ((signs > 0) | (turned < 0)), dtype=bool)
            rows = np.flatnonzero(able).tolist()
            compared = (column * turned for column in table.compared())
            leaving = lexico_minimum(rows, divisors, compared)[0]
            table = self._pivoted(table, leaving, entering)

    def _entering(self, table: _Table, row: int, sign: int, fixed: set[int]) -> int | None:
        """Return a nonbasic variable with an entry of that sign in a row, None without any."""
        barred = fixed.union(table.basis.tolist())
        entries = table.entries[row]
        movable = table.columns.movable
        for variable, place in table.columns.place.items():
            has_sign = entries[place] * sign > 0
            if has_sign and variable not in barred and movable[variable]:
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
        lcp = self.lcp
        problem = self.problem
        n = len(problem)
        blocks = lcp.blocks
        places = np.arange(n)

        is_supported = np.isin(places, support)
        assert problem.covering_vector is not None
        sides = [
            problem.q + problem.matrix.dot(self.z.where(is_supported)),
            -problem.matrix.dot(ExactArray(is_supported.astype(np.int64))),
        ]
        if self.rule.early_exit:
            sides.append(problem.covering_vector)
        _, ties = first_basis(problem)
        sides += ties.combinations(problem, self.rule)

        first, second = lcp.spaces
        x = first.optimal_basis(-lcp.costs[0].dot(self.z.take(blocks.y))).basic
        y = second.optimal_basis(-lcp.costs[1].dot(self.z.take(blocks.x))).basic
        basis, _, _ = lcp.best_basis(x, y)

        # The rows of y and u have the variables x and v, those of x and v the variables y and u.
        of_x = np.concatenate([places[blocks.x], places[blocks.v]])
        of_y = np.concatenate([places[blocks.y], places[blocks.u]])
        stays = np.concatenate([np.isin(places, settled), problem.free])
        for side, (slacks, own) in enumerate(((of_y, of_x), (of_x, of_y))):
            variables = np.concatenate([slacks, n + own])
            self._side_of.update(dict.fromkeys(variables.tolist(), side))
            table = self._slack_table(sides, slacks, variables)
            yield self._at(table, np.intersect1d(basis, variables).tolist()).without(stays)

    def _slack_table(self, sides: Sequence[ExactArray], slacks: Ints, variables: Ints) -> _Table:
        """Return the table of the slacks of some rows; the right-hand sides and the columns are scaled."""
        problem = self.problem
        matrix = problem.matrix
        n = len(problem)
        dense = np.zeros((n, n), dtype=object)
        dense[matrix.rows, matrix.columns] = matrix.values.numerators.astype(object)
        own = variables[len(slacks) :] - n

        # Numerators stand for their numbers: each column is multiplied by its common denominator.
        right = [side.numerators.astype(object)[slacks] for side in sides]
        unit = np.zeros((len(slacks), len(slacks)), dtype=object)
        np.fill_diagonal(unit, 1)
        entries = np.column_stack([*right, unit, -dense[np.ix_(slacks, own)]])

        first_variable = len(sides)
        place = {variable: first_variable + k for k, variable in enumerate(variables.tolist())}
        compared = [(column, 1) for column in range(len(sides))]
        _, ties = first_basis(problem)
        for variable, sign in ties.columns():
            if variable in place:
                compared.append((place[variable], sign))
        movable = np.concatenate([~problem.free, ~problem.free])
        return _Table(_Columns(place, compared, movable), entries, slacks)

    def _at(self, table: _Table, basis: list[int]) -> _Table:
        """Return the table of another basis."""
        for variable in basis:
            if table.row_of(variable) is not None:
                continue
            occurs = table.column(variable) != 0
            rows = np.flatnonzero(occurs & ~np.isin(table.basis, basis))
            table = self._pivoted(table, int(rows[0]), variable)
        return table
