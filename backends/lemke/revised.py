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
    place = exact_leaving_place(
        rule,
        basis.basis,
        basis.sign_constrained,
        basis.solve(basis.column(entering)).numerators,
        (values.numerators for values in chain([basis.values], map(basis.solve, higher))),
        (values.numerators for values in tie_values(basis, rule, ties)),
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
        return RevisedPath(
            problem, rule, limits, layout or lay_out(problem), tuple(higher)
        ).follow()
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
        """Follow the path to its end, or to a limit."""
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
                    return self._end(
                        Termination.SOLVED if self._free_rows_hold() else Termination.ERROR
                    )
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
                per_pivot = seconds / max(1, self.pivots)
                budget = max(
                    1, min(MOST_GROWTH * budget, int(CHUNK_SECONDS / max(per_pivot, 1e-9)))
                )
        except KeyboardInterrupt:
            return self._end(Termination.INTERRUPTED)

    def _first_step(self) -> tuple[int, int] | None:
        problem = self.problem
        start = self.problem.start
        at_start = self.at_start
        assert problem.covering_vector is not None
        values = PolynomialArray((problem.q, *self.higher))
        slopes = problem.covering_vector
        rising = slopes.numerators > 0
        if start is not None:
            values = PolynomialArray((at_start.values, *map(at_start.solve, self.higher)))
            slopes = at_start.solve(slopes) if start.falling else slopes
            rising = at_start.solve(at_start.column(int(start.entering))).numerators < 0
        ties = partial(tie_values, at_start, self.rule, self.ties)
        return first_step(problem, values, slopes, np.asarray(rising, dtype=bool), ties)

    def _new_state(self) -> PathState:
        n = len(self.problem)
        layout = self.layout
        sides = right_sides(self.problem, layout, self.rule, self.ties, self.higher)
        basis = new_basis(self._by_blocks(self.first_basis), len(sides.doubles))
        sizes = np.diff(layout.first_row).tolist()
        space = FACTOR_SPACE * len(layout.columns.at) + n + 64
        most = kernel.MOST_CHANGES
        return PathState(
            layout,
            sides,
            basis,
            (new_factors(sizes[0], space), new_factors(sizes[1], space)),
            (
                new_changes(most, CHANGE_SPACE * sizes[0] + 1),
                new_changes(most, CHANGE_SPACE * sizes[1] + 1),
            ),
            new_scratch(n),
        )

    def _free_rows_hold(self) -> bool:
        slacks = np.flatnonzero(self.problem.free)
        places = np.asarray(self.state.basis.place)[slacks]
        residues = np.asarray(self.state.basis.residues)
        orders = [Q, *range(HIGHER, len(residues))]
        return not np.any(residues[np.ix_(orders, places[places >= 0])])

    def _by_blocks(self, variables: Ints) -> Ints:
        """Assign basic variables to places of their blocks; z0 takes the remaining one."""
        block = np.asarray(self.layout.block_of)[variables]
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
        self.records.append(
            record
        )  # before the kernel fills it: Ctrl-C is raised as soon as the kernel returns
        code = kernel.WORN
        following = entering
        random_ties = self.rule.ties == "random-column"
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
        return PathSystem(self.problem, self.rule, self.ties, self.higher)

    def _decided(self, entering: int) -> int:
        """Return the leaving variable where doubles cannot decide, -1 without any."""
        variable = self.state.basis.variable
        try:
            place = self._system.leaving_place(self.state, entering)
        except UndecidedError:
            return exact_leaving(
                ExactBasis(self.problem, np.array(variable)),
                entering,
                self.rule,
                self.ties,
                self.higher,
            )
        return int(variable[place]) if place >= 0 else -1

    def refactor(self) -> None:
        """Factor both blocks of the basis, with more space for the factors if they need it."""
        for block in range(BLOCKS):
            while (outcome := kernel.refactor(self.state, block)) == FULL:
                first, second = self.state.factors
                larger = (enlarged(first), second) if block == 0 else (first, enlarged(second))
                self.state.factors = larger
            if outcome < 0:
                raise ResidueError("a basis is singular modulo the prime")

    def _end(self, termination: Termination, entering: int = -1) -> LemkeResult:
        basis = self.state.basis
        problem = self.problem
        n = len(self.problem)
        values = np.asarray(basis.values)
        at_end = ExactBasis(problem, np.array(basis.variable), values[Q])
        constants = [problem.q, *self.higher]
        doubles = values[[Q, *range(HIGHER, len(values))]]
        reached: list[ExactArray] = []
        for k, q in enumerate(constants):
            if reached and self.deadline.passed:
                termination = Termination.TIME_LIMIT
                entering = -1
                break
            reached.append(at_end.spread(at_end.values_for(q, doubles[k])))
        entered, left, z0 = (
            np.concatenate(column) for column in zip(*map(_made, self.records), strict=True)
        )
        ray = None
        if entering >= 0:
            ray = at_end.direction(entering)
            entered = np.append(entered, entering)
            left = np.append(left, -1)
            z0 = np.append(z0, nearest_double(reached[0][n]))
        if termination in ENDS:
            try:
                is_proved = self._holds(
                    constants, reached, solved=termination is Termination.SOLVED
                )
            except OutOfTimeError:
                termination = Termination.TIME_LIMIT
                ray = None
            else:
                if not is_proved or (
                    ray is not None and not self._holds([ExactArray.zeros(n)], [ray])
                ):
                    raise ResidueError("the end of the path fails its proof")
        path = ComplementaryPath(
            problem, self.first_basis, entered, left, z0, self._determinant(len(left))
        )
        z, *higher = reached
        return LemkeResult(
            termination, path, z.take(slice(0, n)).reduced(), z[n], ray, tuple(higher)
        )

    def _determinant(self, pivots: int) -> int:
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
        negative = np.count_nonzero(factors.U.diagonal() < 0)
        return (
            permutation_sign(factors.perm_r)
            * permutation_sign(factors.perm_c)
            * (-1 if negative % 2 else 1)
        )

    def _holds(
        self, constants: list[ExactArray], points: list[ExactArray], *, solved: bool = False
    ) -> bool:
        """Return whether (z, z0) and constant + M z + d z0 satisfy all sign constraints for all small ε.

        There are a constant and a point of shape (n + 1,) per order of ε. A solution also has z0 = 0, and zero slack
        for each free variable.
        """
        problem = self.problem
        n = len(self.problem)
        slacks = []
        assert problem.covering_vector is not None
        for order, (constant, point) in enumerate(zip(constants, points, strict=True)):
            if order:
                self.deadline.check()
            slack = constant + problem.matrix.dot(point.take(slice(0, n)))
            slacks.append(slack + problem.covering_vector * point[n] if point[n] else slack)
        of_slacks = PolynomialArray(tuple(slacks)).signs()
        of_point = PolynomialArray(tuple(points)).signs()
        if np.any(of_slacks < 0) or np.any(of_point[~np.append(problem.free, False)] < 0):
            return False
        return not (solved and (of_point[n] or np.any(of_slacks[problem.free])))


def _made(record: Record) -> tuple[Ints, Ints, Floats]:
    made = slice(record.length)
    return (
        np.asarray(record.entering)[made],
        np.asarray(record.leaving)[made],
        np.asarray(record.z0)[made],
    )
