"""Lemke's algorithm on factored bases, in doubles and residues, with an exact proof of the end.

The path is that of `tableau`, pivot for pivot. A pivot that doubles cannot decide is decided by the lexico-minimum
ratio test in rational arithmetic. If the residues fail, once in some hundred thousand runs, the tableau is the
fallback.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from seqform.backends.lemke import kernel
from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.lemke.layout import (
    BLOCKS,
    HIGHER,
    TIES,
    BlockBasis,
    BlockLayout,
    D,
    Q,
    Record,
    RightSides,
    lay_out,
    new_path_scratch,
    new_record,
    right_sides,
)
from seqform.backends.lemke.path import (
    DEPENDENT_TIES,
    NEGATIVE_TIES,
    LemkeResult,
    PathLimits,
    PivotRule,
    check_start,
    combination,
    require_covering,
    require_feasible,
    result_at_slacks,
    slacks_solve,
)
from seqform.backends.linalg.tables import FULL, Changes, Factors, enlarged, new_changes, new_factors
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Mask
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, PathStart, Termination, permutation_sign


def exact_leaving(
    basis: ExactBasis, entering: int, rule: PivotRule, ties_from: Ints, higher: Sequence[ExactArray] = ()
) -> int:
    """Return the variable that leaves as another enters, -1 if none does.

    Parameters
    ----------
    ties_from : ndarray of int, shape (n,)
    higher : sequence of ExactArray
        q_1, ..., q_D, if q is a polynomial in ε.

    Raises
    ------
    ModelError
        If the columns that break ties are linearly dependent.
    """
    n = len(basis.problem)
    entries = basis.solve(basis.column(entering))
    free = np.concatenate([np.zeros(n, dtype=bool), basis.problem.free, [False]])
    positive = np.asarray(entries.numerators > 0, dtype=bool) & ~free[basis.basis]
    candidates = np.flatnonzero(positive).tolist()
    if not candidates:
        return -1
    candidates = _least(candidates, basis.values, entries)
    for order in higher:
        if len(candidates) > 1:
            candidates = _least(candidates, basis.solve(order), entries)
    if rule.early_exit and 2 * n in basis.basis[candidates]:
        return 2 * n
    if len(candidates) > 1 and rule.ties == "random-column":
        candidates = _least(candidates, basis.solve(combination(basis.problem, ties_from, rule.weights(n))), entries)
    for variable in ties_from.tolist():
        if len(candidates) == 1:
            break
        candidates = _least(candidates, basis.solve(basis.column(variable)), entries)
    if len(candidates) > 1:
        raise ModelError(DEPENDENT_TIES)
    return int(basis.basis[candidates[0]])


def first_leaving(values: PolynomialArray, slopes: ExactArray, movable: Mask, rule: PivotRule) -> int:
    """Return the place of the basic variable that reaches zero first as z0 falls from ∞, -1 if z0 itself does.

    It is the one whose z0 = -value / slope is largest, with ties broken as in `PivotRule`.

    Parameters
    ----------
    values : PolynomialArray, shape (n,)
        Of the basic variables at z0 = 0, in the order of the tie-breaking columns, which are their own.
    slopes : ExactArray, shape (n,)
        Their rates of increase with z0; positive wherever a value is negative.
    movable : ndarray of bool, shape (n,)
        The variables that may leave.
    """
    places = np.flatnonzero((values.signs() < 0) & movable).tolist()
    if not places:
        return -1
    for order in values.coefficients:
        places = _least(places, order, slopes)
    if rule.ties == "random-column":
        places = _least(places, ExactArray(rule.weights(len(values))), slopes)
    return int(places[-1])


def _least(candidates: list[int], values: ExactArray, entries: ExactArray) -> list[int]:
    ratios = [Fraction(int(values.numerators[c]), int(entries.numerators[c])) for c in candidates]
    least = min(ratios)
    return [c for c, ratio in zip(candidates, ratios, strict=True) if ratio == least]


FIRST_CHUNK = 256
CHUNK_SECONDS = 0.2  # between two checks of the clock
FACTOR_SPACE = 4  # in multiples of the entries of all columns
CHANGE_SPACE = 24  # in multiples of the rows

ENDS = (Termination.SOLVED, Termination.SECONDARY_RAY, Termination.ERROR)
"""Terminations that are proved before they are returned."""

Point = tuple[ExactArray, Fraction]
"""The numbers z and z0."""


class ResidueError(Exception):
    """The prime divides a number that it should not, or a basis is singular modulo the prime; caught in `engine`."""


def follow_revised(
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    limits: PathLimits,
    start: PathStart | None = None,
    layout: BlockLayout | None = None,
    higher: Sequence[ExactArray] = (),
) -> LemkeResult:
    """Follow the complementary path of a problem with its covering vector.

    Parameters
    ----------
    problem : LinearComplementarityProblem
        With a covering vector.
    start : PathStart, optional
        By default the basis of slacks, which z0 enters.
    layout : BlockLayout, optional
        Of the problem, if already computed; several starts can share it.
    higher : sequence of ExactArray, each of shape (n,)
        q_1, ..., q_D, if q is a polynomial in ε; the problem's own is q_0.

    Raises
    ------
    ModelError
        If a covering vector is required and absent, q is positive in the row of a free variable, or the start is
        not valid.
    ResidueError
        If the tableau has to be used instead.
    """
    if start is None and slacks_solve(problem, higher):
        return result_at_slacks(problem, higher)
    require_covering(problem)
    try:
        return _Path(problem, rule, limits, start, layout or lay_out(problem), tuple(higher)).follow()
    except ZeroDivisionError as error:
        raise ResidueError(str(error)) from None


@dataclass
class _Path:
    problem: LinearComplementarityProblem
    rule: PivotRule
    limits: PathLimits
    start: PathStart | None
    layout: BlockLayout
    higher: tuple[ExactArray, ...] = ()
    records: list[Record] = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.problem)
        slacks = np.arange(n)
        self.ties_from: Ints = slacks
        self.first_basis: Ints = slacks
        if self.start is not None:
            self.first_basis = self.start.basis
            if self.start.ties_from is not None:
                self.ties_from = self.start.ties_from
            check_start(self.problem, self.start, self.ties_from)
        self.pivots = 0

    def follow(self) -> LemkeResult:
        started = time.perf_counter()
        self._open()
        first = self._first_step()
        if first is None:
            return self._end(Termination.SOLVED, -1)
        entering, leaving = first
        budget, retried = FIRST_CHUNK, False
        try:
            while True:
                code, following = self._run(entering, leaving, budget)
                seconds = time.perf_counter() - started
                if code == kernel.DONE:
                    return self._end(Termination.SOLVED if self._free_rows_hold() else Termination.ERROR, -1)
                entering, leaving = following, -1
                if code == kernel.RAY:
                    return self._end(Termination.SECONDARY_RAY, entering)
                if code == kernel.BROKEN:
                    raise ResidueError("a basis is singular modulo the prime")
                if code == kernel.FULL_FACTORS:
                    self._refactor()
                    continue
                if code == kernel.DOUBT:
                    if retried or not any(changes.number[0] for changes in self.changes):
                        here = ExactBasis(self.problem, self.basis.variable.copy())
                        leaving = exact_leaving(here, entering, self.rule, self.ties_from, self.higher)
                        if leaving < 0:
                            return self._end(Termination.SECONDARY_RAY, entering)
                        budget, retried = 1, False
                        continue
                    self._refactor()
                    budget, retried = 1, True
                    continue
                retried = False
                if self.limits.pivots is not None and self.pivots >= self.limits.pivots:
                    return self._end(Termination.ITERATION_LIMIT, -1)
                if self.limits.seconds is not None and seconds >= self.limits.seconds:
                    return self._end(Termination.TIME_LIMIT, -1)
                if self.limits.progress is not None:
                    self.limits.progress(f"{self.pivots:,} pivots, z0 = {self.records[-1].z0[-1]:.4f}")
                per_pivot = seconds / max(1, self.pivots)
                budget = max(FIRST_CHUNK, int(CHUNK_SECONDS / max(per_pivot, 1e-9)))
        except KeyboardInterrupt:
            return self._end(Termination.INTERRUPTED, -1)

    def _first_step(self) -> tuple[int, int] | None:
        """Return the first entering variable, and the leaving one (-1 if undecided); None at a solution."""
        problem, start = self.problem, self.start
        assert problem.covering_vector is not None
        if start is None:
            values, slopes = PolynomialArray((problem.q, *self.higher)), problem.covering_vector
            movable = np.ones(len(problem), dtype=bool)
        else:
            at_start = ExactBasis(problem, self.first_basis)
            values = PolynomialArray((at_start.values, *(at_start.solve(order) for order in self.higher)))
            movable = at_start.sign_constrained
            slopes = at_start.solve(problem.covering_vector) if start.falling else ExactArray.zeros(len(problem))
            self._check_feasible(values, slopes, movable)
            if not start.falling:
                return start.entering, -1
        place = first_leaving(values, slopes, movable, self.rule)
        return None if place < 0 else (2 * len(problem), int(self.first_basis[place]))

    def _open(self) -> None:
        n, layout = len(self.problem), self.layout
        ties = combination(self.problem, self.ties_from, self.rule.weights(n))
        self.sides: RightSides = right_sides(self.problem, layout, ties, self.higher)
        variable = self._by_blocks(self.first_basis)
        place = np.full(2 * n + 1, -1, dtype=np.int64)
        place[variable] = np.arange(n)
        rows = len(self.sides.doubles)
        self.basis = BlockBasis(
            variable, place, np.zeros((rows, n)), np.zeros((rows, n), dtype=np.int64), np.zeros((rows, BLOCKS))
        )
        sizes = np.diff(layout.first_row).tolist()
        space = FACTOR_SPACE * len(layout.rows) + n + 64
        self.factors: tuple[Factors, Factors] = (new_factors(sizes[0], space), new_factors(sizes[1], space))
        self.changes: tuple[Changes, Changes] = (
            new_changes(kernel.MOST_CHANGES, CHANGE_SPACE * sizes[0] + 1),
            new_changes(kernel.MOST_CHANGES, CHANGE_SPACE * sizes[1] + 1),
        )
        self.scratch = new_path_scratch(n)
        self._refactor()

    def _check_feasible(self, values: PolynomialArray, slopes: ExactArray, movable: Mask) -> None:
        """Check that the rows of all variables that may leave are lexicographically nonnegative, up to C.

        If z0 falls from ∞, the slope of a variable, its rate of increase with z0, precedes its value.
        """
        settled = np.asarray(slopes.numerators > 0, dtype=bool) | ~movable
        for place in np.flatnonzero(~settled & (values.signs() <= 0)).tolist():
            variable = int(self.first_basis[place])
            name = self.problem.variable_name(variable)
            if slopes[place] < 0:
                raise ModelError(f"start of a path: {name} would be negative for large z0")
            require_feasible(name, values[place])
            if self.rule.ties == "random-column" and self._tie_value(int(self.basis.place[variable])) < 0:
                raise ModelError(NEGATIVE_TIES.format(name))

    def _tie_value(self, place: int) -> float:
        values, z0_place = self.basis.values, int(self.basis.place[-1])
        own = values[TIES, place]
        middle = self.layout.first_row[1]
        if z0_place >= 0 and (z0_place < middle) != (place < middle):
            own += values[D, place] * values[TIES, z0_place]
        return float(own)

    def _free_rows_hold(self) -> bool:
        slacks = np.flatnonzero(self.problem.free)
        places = self.basis.place[slacks]
        orders = [Q, *range(HIGHER, len(self.basis.residues))]
        return not np.any(self.basis.residues[np.ix_(orders, places[places >= 0])])

    def _by_blocks(self, variables: Ints) -> Ints:
        """Assign basic variables to places of their blocks; z0 takes the remaining one."""
        block = self.layout.block_of[variables]
        sizes = np.diff(self.layout.first_row)
        short = np.flatnonzero(np.bincount(block[block >= 0], minlength=BLOCKS) < sizes)
        block = np.where(block < 0, short[0] if len(short) else 0, block)
        order = np.lexsort((variables, block))
        if not np.array_equal(np.bincount(block, minlength=BLOCKS), sizes):
            raise ModelError(
                "the basis to start from is singular: its variables do not match the blocks of the problem"
            )
        placed: Ints = variables[order]
        return placed

    def _run(self, entering: int, leaving: int, budget: int) -> tuple[int, int]:
        if self.limits.pivots is not None:
            budget = min(budget, self.limits.pivots - self.pivots)
        record = new_record(budget)
        self.records.append(record)  # before the kernel fills it: Ctrl-C is raised as soon as the kernel returns
        code, following = kernel.follow(
            self.layout,
            self.sides,
            self.basis,
            self.factors,
            self.changes,
            self.scratch,
            record,
            entering,
            leaving,
            self.rule.early_exit,
            self.rule.ties == "random-column",
            self.ties_from,
        )
        self.pivots += int(record.length[0])
        return code, following

    def _refactor(self) -> None:
        for block in range(BLOCKS):
            outcome = self._refactor_block(block)
            while outcome == FULL:
                larger = enlarged(self.factors[block])
                self.factors = (larger, self.factors[1]) if block == 0 else (self.factors[0], larger)
                outcome = self._refactor_block(block)
            if outcome < 0:
                raise ResidueError("a basis is singular modulo the prime")

    def _refactor_block(self, block: int) -> int:
        return kernel.refactor(
            self.layout, self.sides, self.basis, self.factors[block], self.changes[block], self.scratch, block
        )

    def _end(self, termination: Termination, entering: int) -> LemkeResult:
        entered, left, z0 = self._steps()
        ray = None
        at_end = ExactBasis(self.problem, self.basis.variable.copy(), self.basis.values[Q])
        z, height = at_end.point()
        higher = tuple(
            at_end.spread(at_end.values_for(order, self.basis.values[HIGHER + k]))
            for k, order in enumerate(self.higher)
        )
        if entering >= 0:
            ray = at_end.direction(entering)
            entered, left, z0 = np.append(entered, entering), np.append(left, -1), np.append(z0, float(height))
        solved = termination is Termination.SOLVED
        reached = [(z, height), *map(_parted, higher)]
        if termination in ENDS and not self._on_a_path(reached, ray, solved=solved):
            raise ResidueError("the end of the path fails its proof")
        path = ComplementaryPath(self.problem, self.first_basis, entered, left, z0, self._determinant(len(left)))
        return LemkeResult(termination, path, z, height, ray, higher)

    def _steps(self) -> tuple[Ints, Ints, Floats]:
        """Return the entering variables, the leaving ones, and z0, for all pivots so far."""
        none = np.zeros(0, dtype=np.int64)
        parts = [(r.entering[: r.length[0]], r.leaving[: r.length[0]], r.z0[: r.length[0]]) for r in self.records]
        entering, leaving, z0 = (
            np.concatenate(column) for column in zip((none, none, np.zeros(0)), *parts, strict=True)
        )
        return entering, leaving, z0

    def _determinant(self, pivots: int) -> int:
        if self.start is None:
            return -1 if pivots else 1
        at_start = self._sign_of_start() if self.start.determinant is None else self.start.determinant
        return -at_start if self.start.falling and pivots else at_start

    def _sign_of_start(self) -> int:
        """Return the sign of the determinant of the first basis in doubles; by the residues it is not zero."""
        try:
            factors = ExactBasis(self.problem, self.first_basis).factors()
        except (RuntimeError, ModelError):
            raise ResidueError("doubles cannot decide the sign of the determinant at the start") from None
        negative = np.count_nonzero(factors.U.diagonal() < 0)
        return permutation_sign(factors.perm_r) * permutation_sign(factors.perm_c) * (-1 if negative % 2 else 1)

    def _on_a_path(self, reached: list[Point], ray: ExactArray | None, *, solved: bool) -> bool:
        """Return whether a point (z, z0), and the ray from it, satisfy all sign constraints.

        A solution also has z0 = 0, and zero slack for each free variable.
        """
        problem = self.problem
        holds = _satisfies(problem, [problem.q, *self.higher], reached, solved=solved)
        if ray is None or not holds:
            return holds
        return _satisfies(problem, [ExactArray.zeros(len(problem))], [_parted(ray)], solved=solved)


def _parted(point: ExactArray) -> Point:
    n = len(point) - 1
    return point.take(slice(0, n)), point[n]


def _satisfies(
    problem: LinearComplementarityProblem, constants: list[ExactArray], points: list[Point], *, solved: bool
) -> bool:
    """Return whether (z, z0) and constant + M z + d z0 satisfy all sign constraints for small ε.

    Parameters
    ----------
    constants, points : list
        One per order of ε.
    """
    d, slacks = problem.covering_vector, []
    assert d is not None
    for constant, (z, z0) in zip(constants, points, strict=True):
        slack = constant + problem.matrix.dot(z)
        slacks.append(slack + d * z0 if z0 else slack)
    of_slacks = PolynomialArray(tuple(slacks)).signs()
    of_z = PolynomialArray(tuple(z for z, _ in points)).signs()
    of_z0 = next((z0 for _, z0 in points if z0), Fraction(0))
    if of_z0 < 0 or np.any(of_slacks < 0) or np.any(of_z[~problem.free] < 0):
        return False
    return not (solved and (of_z0 != 0 or np.any(of_slacks[problem.free])))
