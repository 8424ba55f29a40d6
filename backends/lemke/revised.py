"""Lemke's algorithm on factored bases, in doubles and residues, with an exact proof of the end.

The path is that on the tableau, pivot for pivot. A pivot that doubles cannot decide is decided by the lexico-minimum
ratio test in rational arithmetic. If the residues fail, once in some hundred thousand runs, the tableau is the
fallback.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain

import numpy as np

from seqform.backends.lemke import kernel
from seqform.backends.lemke.exact_basis import ExactBasis, PathSystem, UndecidedError
from seqform.backends.lemke.layout import (
    BLOCKS,
    HIGHER,
    Q,
    lay_out,
    new_basis,
    new_record,
    new_scratch,
    right_sides,
)
from seqform.backends.lemke.path import (
    LemkeResult,
    PathLimits,
    PivotRule,
    RepetitionDetector,
    TieColumns,
    exact_leaving_place,
    first_basis,
    first_step,
    result_without_pivots,
)
from seqform.backends.lemke.state import BlockLayout, PathState, Record
from seqform.backends.linalg.tables import FULL, enlarged, new_changes, new_factors
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, Floats, Ints, nearest_double
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, Termination, permutation_sign
from seqform.system.deadline import Deadline, OutOfTimeError


def exact_leaving(
    basis: ExactBasis,
    entering: int,
    rule: PivotRule,
    ties: TieColumns,
    higher: Sequence[ExactArray] = (),
) -> int:
    """Return the variable that leaves as another enters, -1 if none does, in rational arithmetic."""
    column = basis.solve(basis.column(entering))
    orders = chain([basis.values], map(basis.solve, higher))
    place = exact_leaving_place(
        rule,
        basis.basis,
        basis.sign_constrained,
        column.numerators,
        (order.numerators for order in orders),
        (tie.numerators for tie in tie_values(basis, rule, ties)),
    )
    return int(basis.basis[place]) if place >= 0 else -1


def tie_values(basis: ExactBasis, rule: PivotRule, ties: TieColumns) -> Iterator[ExactArray]:
    """Yield B⁻¹C and B⁻¹L of the pivot rule, column by column."""
    yield from map(basis.solve, ties.combinations(basis.problem, rule))
    for variable, sign in ties.columns():
        yield basis.solve(basis.column(variable)) * sign


FIRST_CHUNK = 8  # pivots before the clock is read first
MOST_GROWTH = 4  # from one chunk to the next, since pivots become slower on the way
CHUNK_SECONDS = 0.2  # between two checks of the clock
FACTOR_SPACE = 4  # in multiples of the entries of all columns
CHANGE_SPACE = 24  # in multiples of the rows

ENDS = (Termination.SOLVED, Termination.SECONDARY_RAY, Termination.ERROR)
"""Terminations that are proved before they are returned."""


class ResidueError(Exception):
    """The prime divides a number that it should not, or a basis is singular modulo the prime; caught in `backend`."""


def follow_revised(
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    limits: PathLimits,
    layout: BlockLayout | None = None,
    higher: Sequence[ExactArray] = (),
) -> LemkeResult:
    """Follow the path as `backend.follow_path`; raises ResidueError if the tableau has to be used instead."""
    trivial = result_without_pivots(problem, higher)
    if trivial is not None:
        return trivial
    try:
        own_layout = layout or lay_out(problem)
        return RevisedPath(problem, rule, limits, own_layout, tuple(higher)).follow()
    except ZeroDivisionError as error:
        raise ResidueError(str(error)) from None


@dataclass
class RevisedPath:
    """A path on factored bases: `refactor` factors the first one, and `follow` ends at a result."""

    problem: LinearComplementarityProblem
    rule: PivotRule
    limits: PathLimits
    layout: BlockLayout
    higher: tuple[ExactArray, ...] = ()
    records: list[Record] = field(default_factory=lambda: [new_record(0)])
    pivots: int = 0
    repeats: bool = False
    started: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        self.deadline = Deadline(self.limits.seconds)
        self.first_basis, self.ties = first_basis(self.problem)
        self.at_start = ExactBasis(self.problem, self.first_basis)
        self.detector = RepetitionDetector(self.first_basis)
        self.state = self._new_state()

    def follow(self) -> LemkeResult:
        """Follow the path to its end, or to a limit.

        The kernel makes pivots in chunks, so that the clock is read several times a second. Where it is in doubt about
        a pivot, the blocks are factored again, which removes rounding errors, and the pivot is tried once more; still
        in doubt, it is decided exactly (`_decided`) and handed to the kernel.
        """
        self.refactor()
        first = self._first_step()
        if first is None:
            return self._end(Termination.SOLVED)
        entering, leaving = first

        budget = FIRST_CHUNK
        retried = False
        try:
            while True:
                code, following = self._run(entering, leaving, budget)
                seconds = time.perf_counter() - self.started
                if code == kernel.DONE:
                    holds = self._free_rows_hold()
                    return self._end(Termination.SOLVED if holds else Termination.ERROR)

                entering = following
                leaving = -1
                if code == kernel.RAY:
                    return self._end(Termination.SECONDARY_RAY, entering)

                if code == kernel.DOUBT:
                    if self.limits.reached(self.pivots, seconds) is Termination.TIME_LIMIT:
                        return self._end(Termination.TIME_LIMIT)
                    budget = 1
                    if not retried and any(changes.number for changes in self.state.changes):
                        self.refactor()
                        retried = True
                        continue
                    leaving = self._decided(entering)
                    if leaving < 0:
                        return self._end(Termination.SECONDARY_RAY, entering)
                    retried = False
                    continue

                retried = False
                if self.repeats:
                    return self._end(Termination.REPEATED_BASIS)
                limit = self.limits.reached(self.pivots, seconds)
                if limit is not None:
                    return self._end(limit)
                if self.limits.progress is not None:
                    self.limits.progress(
                        f"{self.pivots:,} pivots, z0 = {self.records[-1].z0[-1]:.4f}"
                    )
                budget = self._next_budget(budget, seconds)
        except KeyboardInterrupt:
            return self._end(Termination.INTERRUPTED)

    def _next_budget(self, budget: int, seconds: float) -> int:
        """Return the number of pivots of the next chunk: for `CHUNK_SECONDS`, at most `MOST_GROWTH` times as many."""
        per_pivot = max(seconds / max(1, self.pivots), 1e-9)
        in_time = int(CHUNK_SECONDS / per_pivot)
        return max(1, min(MOST_GROWTH * budget, in_time))

    def _first_step(self) -> tuple[int, int] | None:
        """Return the first entering and leaving variable, as `first_step` does."""
        problem = self.problem
        start = problem.start
        at_start = self.at_start
        assert problem.covering_vector is not None

        values = PolynomialArray((problem.q, *self.higher))
        slopes = problem.covering_vector
        rising = slopes.numerators > 0
        if start is not None:
            values = PolynomialArray((at_start.values, *map(at_start.solve, self.higher)))
            if start.falling:
                slopes = at_start.solve(slopes)
            rising = at_start.solve(at_start.column(int(start.entering))).numerators < 0

        ties = partial(tie_values, at_start, self.rule, self.ties)
        return first_step(problem, values, slopes, np.asarray(rising, dtype=bool), ties)

    def _new_state(self) -> PathState:
        """Return the arrays of the kernel at the first basis, which `refactor` has still to factor."""
        n = len(self.problem)
        layout = self.layout
        sides = right_sides(self.problem, layout, self.rule, self.ties, self.higher)
        basis = new_basis(self._by_blocks(self.first_basis), len(sides.doubles))

        first, second = np.diff(layout.first_row).tolist()
        space = FACTOR_SPACE * len(layout.columns.at) + n + 64
        factors = (new_factors(first, space), new_factors(second, space))
        changes = (
            new_changes(kernel.MOST_CHANGES, CHANGE_SPACE * first + 1),
            new_changes(kernel.MOST_CHANGES, CHANGE_SPACE * second + 1),
        )
        return PathState(layout, sides, basis, factors, changes, new_scratch(n))

    def _free_rows_hold(self) -> bool:
        """Return whether the slacks of the free variables are 0, by their residues, in all orders of ε."""
        slacks = np.flatnonzero(self.problem.free)
        places = np.asarray(self.state.basis.place)[slacks]
        residues = np.asarray(self.state.basis.residues)
        orders = [Q, *range(HIGHER, len(residues))]
        return not np.any(residues[np.ix_(orders, places[places >= 0])])

    def _by_blocks(self, variables: Ints) -> Ints:
        """Assign basic variables to places of their blocks; z0 takes the remaining one."""
        block = np.asarray(self.layout.block_of)[variables]  # -1 of z0
        sizes = np.diff(self.layout.first_row)
        incomplete = np.flatnonzero(np.bincount(block[block >= 0], minlength=BLOCKS) < sizes)
        home = incomplete[0] if len(incomplete) else 0
        block = np.where(block < 0, home, block)

        order = np.lexsort((variables, block))
        if not np.array_equal(np.bincount(block, minlength=BLOCKS), sizes):
            raise ModelError(
                "the basis to start from is singular: its variables do not match the blocks of the problem"
            )
        placed: Ints = variables[order]
        return placed

    def _run(self, entering: int, leaving: int, budget: int) -> tuple[int, int]:
        """Make up to `budget` pivots, and return the code of the kernel and the next entering variable."""
        if self.limits.pivots is not None:
            budget = min(budget, self.limits.pivots - self.pivots)
        record = new_record(budget)
        # Before the kernel fills it: Ctrl-C is raised as soon as the kernel returns.
        self.records.append(record)

        random_ties = self.rule.ties == "random-column"
        following = entering
        code = kernel.WORN
        while code == kernel.WORN:
            code, following = kernel.follow(
                self.state, record, following, leaving, self.rule.early_exit, random_ties
            )
            leaving = -1
            if code == kernel.WORN:
                self.refactor()

        self.pivots += record.length
        entered, left, _ = _made(record)
        self.repeats |= self.detector.repeated(entered, left)
        return code, following

    @cached_property
    def _system(self) -> PathSystem:
        """The integer system of the problem, for pivots that digits decide."""
        return PathSystem(self.problem, self.rule, self.ties, self.higher)

    def _decided(self, entering: int) -> int:
        """Return the leaving variable where doubles cannot decide, -1 without any."""
        variable = self.state.basis.variable
        try:
            place = self._system.leaving_place(self.state, entering)
        except UndecidedError:
            basis = ExactBasis(self.problem, np.array(variable))
            return exact_leaving(basis, entering, self.rule, self.ties, self.higher)
        return int(variable[place]) if place >= 0 else -1

    def refactor(self) -> None:
        """Factor both blocks of the basis, with more space for the factors if they need it."""
        for block in range(BLOCKS):
            while (outcome := kernel.refactor(self.state, block)) == FULL:
                first, second = self.state.factors
                if block == 0:
                    self.state.factors = enlarged(first), second
                else:
                    self.state.factors = first, enlarged(second)
            if outcome < 0:
                raise ResidueError("a basis is singular modulo the prime")

    def _end(self, termination: Termination, entering: int = -1) -> LemkeResult:
        """Return the result at the present basis, solved exactly and proved; on a ray `entering` enters last.

        Raises ResidueError if the proof fails. At the time limit a result without the proof, and without the higher
        orders that are still missing, is returned as such.
        """
        basis = self.state.basis
        problem = self.problem
        n = len(problem)
        values = np.asarray(basis.values)
        at_end = ExactBasis(problem, np.array(basis.variable), values[Q])

        # The points (z, z0) in each order of ε, each the solution for its own q.
        constants = [problem.q, *self.higher]
        doubles = values[[Q, *range(HIGHER, len(values))]]
        points: list[ExactArray] = []
        for order, q in enumerate(constants):
            if points and self.deadline.passed:
                termination = Termination.TIME_LIMIT
                entering = -1
                break
            points.append(at_end.spread(at_end.values_for(q, doubles[order])))

        columns = zip(*map(_made, self.records), strict=True)
        entered, left, z0 = (np.concatenate(column) for column in columns)
        ray = None
        if entering >= 0:
            ray = at_end.direction(entering)
            entered = np.append(entered, entering)
            left = np.append(left, -1)
            z0 = np.append(z0, nearest_double(points[0][n]))

        if termination in ENDS:
            is_solved = termination is Termination.SOLVED
            try:
                is_proved = self._holds(constants, points, solved=is_solved)
            except OutOfTimeError:
                termination = Termination.TIME_LIMIT
                ray = None
            else:
                if ray is not None:
                    is_proved = is_proved and self._holds([ExactArray.zeros(n)], [ray])
                if not is_proved:
                    raise ResidueError("the end of the path fails its proof")

        determinant = self._determinant(len(left))
        path = ComplementaryPath(problem, self.first_basis, entered, left, z0, determinant)
        point, *higher = points
        z = point.take(slice(0, n)).reduced()
        return LemkeResult(termination, path, z, point[n], ray, tuple(higher))

    def _determinant(self, pivots: int) -> int:
        """Return the sign of the determinant of the last basis.

        A pivot element is positive and keeps it, but for the first one as z0 falls from ∞.
        """
        start = self.problem.start
        if start is None:
            return -1 if pivots else 1
        at_start = self._sign_of_start() if start.determinant is None else start.determinant
        return -at_start if start.falling and pivots else at_start

    def _sign_of_start(self) -> int:
        """Return the sign of the determinant of the first basis in doubles; by the residues it is not zero."""
        try:
            factors = self.at_start.factors
        except (RuntimeError, ModelError):
            raise ResidueError(
                "doubles cannot decide the sign of the determinant at the start"
            ) from None
        sign = permutation_sign(factors.perm_r) * permutation_sign(factors.perm_c)
        if np.count_nonzero(factors.U.diagonal() < 0) % 2:
            sign = -sign
        return sign

    def _holds(
        self, constants: list[ExactArray], points: list[ExactArray], *, solved: bool = False
    ) -> bool:
        """Return whether (z, z0) and constant + M z + d z0 satisfy all sign constraints for all small ε.

        There are a constant and a point of shape (n + 1,) per order of ε. A solution also has z0 = 0, and zero slack
        for each free variable.
        """
        problem = self.problem
        n = len(problem)
        assert problem.covering_vector is not None

        slacks = []
        for order, (constant, point) in enumerate(zip(constants, points, strict=True)):
            if order:
                self.deadline.check()
            slack = constant + problem.matrix.dot(point.take(slice(0, n)))
            if point[n]:
                slack = slack + problem.covering_vector * point[n]
            slacks.append(slack)

        of_slacks = PolynomialArray(tuple(slacks)).signs()
        of_point = PolynomialArray(tuple(points)).signs()
        is_constrained = ~np.append(problem.free, False)
        if np.any(of_slacks < 0) or np.any(of_point[is_constrained] < 0):
            return False
        return not (solved and (of_point[n] or np.any(of_slacks[problem.free])))


def _made(record: Record) -> tuple[Ints, Ints, Floats]:
    """Return the entering and leaving variables and the values of z0 of the pivots that were made."""
    made = slice(record.length)
    return (
        np.asarray(record.entering)[made],
        np.asarray(record.leaving)[made],
        np.asarray(record.z0)[made],
    )
