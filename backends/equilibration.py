"""Linear programs for solvers in doubles whose numbers are far apart in size: rows and columns times powers of two.

Solvers have absolute tolerances, and drop small entries, such as HiGHS those below 1e-9. One factor for a whole program
helps where all numbers are of extreme size, not where a payoff of 1 decides beside one of 10^12. Between such a program
and its solver row i is multiplied by 2^r_i and column j by 2^c_j: no digit changes, and the way back is exact. Exported
programs are not scaled, and a program in the ordinary range is passed on as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.protocol import SolveOptions, Traits
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    Floats,
    Ints,
    Mask,
    Vector,
    magnitude,
    powers_of_two,
)
from seqform.models.programs.linear import Bounds, LinearProgram, MixedIntegerProgram
from seqform.models.programs.solutions import CUT_SHORT, RawSolution, Termination
from seqform.system.deadline import Deadline

ORDINARY_RANGE = 24
"""Entries of a matrix are scaled if the largest is more than two to this, about 10^7, times the smallest."""

LARGEST_EXPONENT = 300
"""Programs with sizes beyond two to this, or below two to minus this, are passed on as they are, so that all numbers of
the way back are doubles."""

PRECISION = 1e-3
"""The largest residual, relative to the least entry, beside which every entry counts."""

USABLE = 1e-7
"""The largest residual, relative to the largest entry, of an answer that may pass its certificate."""

MEAN_ROUNDS = 20
LARGEST_ROUNDS = 4
"""Rounds of scaling by geometric means, and by largest entries after them."""

AnyProgram = LinearProgram | MixedIntegerProgram


@dataclass(frozen=True, eq=False)
class Scaling(Immutable):
    """Exponents of the powers of two by which the numbers of a linear program are multiplied.

    - `rows`, shape (m,), `columns`, shape (n,): Those of an entry are that of its row and that of its column.
    - `right`: Of the row bounds, besides that of the row.
    - `objective`: Of the objective, besides those of the columns.
    """

    rows: Ints
    columns: Ints
    right: int
    objective: int

    def scaled(self, program: LinearProgram) -> LinearProgram:
        """Return the program with x_j / 2^(c_j - right) in place of x_j."""
        matrix = program.matrix
        of_entries = self.rows[matrix.rows] + self.columns[matrix.columns]
        values = matrix.values * powers_of_two(of_entries)
        return replace(
            program,
            objective=program.objective * powers_of_two(self.columns + self.objective),
            matrix=replace(matrix, values=values.reduced()),
            rows=_times(program.rows, self.rows + self.right),
            columns=_times(program.columns, self.right - self.columns),
        )

    @property
    def inverse(self) -> Scaling:
        """The scaling back, whose lift takes answers to the program to those of the scaled one."""
        return Scaling(-self.rows, -self.columns, -self.right, -self.objective)

    def lift(self, raw: RawSolution) -> RawSolution:
        """Return an answer to the scaled program as one to the program itself; its basis is the same.

        A dual is the derivative of the objective by a row bound: both have been multiplied.
        """
        of_points = self.columns - self.right
        of_ray = self.rows  # of the multipliers that prove an infeasible program
        if raw.termination is Termination.UNBOUNDED:
            of_ray = of_points

        objective = raw.objective
        bound = raw.bound
        of_objective = -(self.objective + self.right)
        if isinstance(objective, Fraction):
            objective = objective * Fraction(2) ** of_objective
        elif objective is not None:
            objective = math.ldexp(objective, of_objective)
        if bound is not None:
            bound = math.ldexp(bound, of_objective)
        return replace(
            raw,
            primal=_shifted(raw.primal, of_points),
            dual=_shifted(raw.dual, self.rows - self.objective),
            ray=_shifted(raw.ray, of_ray),
            objective=objective,
            bound=bound,
        )


def scaling_of(program: LinearProgram, fixed: Mask) -> Scaling:
    """Return the scaling that brings the entries of a program near to 1; `fixed` columns, shape (n,), are not scaled.

    Rows and columns are divided in turns by the geometric means of their entries, which minimizes the squares of the
    logarithms (Curtis & Reid 1972), and then by their largest entries, so that no number exceeds the others in its row:
    violations are measured against it. Bounds and objective get a common factor each, for a largest number near 1.

    References
    ----------
    Curtis & Reid, On the automatic scaling of matrices for Gaussian elimination, IMA Journal of Applied Mathematics 10
    (1972).
    """
    matrix = program.matrix
    m, n = matrix.shape
    sizes = matrix.values.binary_exponents().astype(np.float64)
    of_rows = np.zeros(m)
    of_columns = np.zeros(n)
    for _ in range(MEAN_ROUNDS):
        of_rows = -_means(matrix.rows, sizes + of_columns[matrix.columns], m)
        of_columns = -_means(matrix.columns, sizes + of_rows[matrix.rows], n)
        of_columns[fixed] = 0
    for _ in range(LARGEST_ROUNDS):
        scaled = sizes + of_rows[matrix.rows] + of_columns[matrix.columns]
        of_rows -= _largest(matrix.rows, scaled, m)
        scaled = sizes + of_rows[matrix.rows] + of_columns[matrix.columns]
        of_columns -= _largest(matrix.columns, scaled, n)
        of_columns[fixed] = 0

    rows = np.rint(of_rows).astype(np.int64)
    columns = np.rint(of_columns).astype(np.int64)
    right = 0
    if not fixed.any():  # a factor of the bounds is one of all columns
        bounds = _times(program.rows, rows)
        lower = bounds.lower.take(bounds.has_lower)
        upper = bounds.upper.take(bounds.has_upper)
        right = -_largest_exponent(lower, upper)
    objective = program.objective * powers_of_two(columns)
    return Scaling(rows, columns, right, -_largest_exponent(objective))


def solved_scaled(
    solve: Callable[..., RawSolution],
    traits: Traits,
    model: AnyProgram,
    options: SolveOptions | None,
    *start: Any,
) -> RawSolution:
    """Return the answer of a solver in doubles to a program of which `needs_scaling`, with a remark in its status.

    The solver gets the scaled program, with its finest tolerances unless there are others. If it fails, or leaves
    residuals, it gets the program as it is, too, and the better answer is returned. `solve` takes a model, the options
    and `start`, and returns a checked answer.
    """
    options = options or SolveOptions()
    deadline = Deadline(options.time_limit)
    program = program_of(model)
    fixed = np.zeros(len(program.columns), dtype=bool)
    if isinstance(model, MixedIntegerProgram):
        fixed = model.integer
    scaling = scaling_of(program, fixed)
    scaled = scaling.scaled(program)
    asked: AnyProgram = scaled
    if isinstance(model, MixedIntegerProgram):
        asked = MixedIntegerProgram(scaled, model.integer)

    answer = scaling.lift(solve(asked, _with_fine_tolerances(options, traits), *start))
    how = "rows and columns scaled"
    is_cut_short = answer.termination in CUT_SHORT
    if not is_cut_short and not (answer.solved and _is_precise(program, answer)):
        unscaled = solve(model, replace(options, time_limit=deadline.left), *start)
        if _is_better(program, scaling, unscaled, answer):
            answer = unscaled
            how = "solved without scaling"
    return replace(answer, status=f"{answer.status}; {how}, {_remark(program, answer)}")


def _is_better(
    program: LinearProgram, scaling: Scaling, second: RawSolution, first: RawSolution
) -> bool:
    """Return whether a second answer is better than a first one, which is that of the scaled program.

    The only one that is solved is, and the only one whose residuals are small beside the largest entry, as certificates
    require. Else the residuals in the scaled program decide, where each row counts by its own entries.
    """
    if not (second.solved and first.solved):
        return not first.solved
    _, largest = program.matrix.values.extremes()
    is_usable = [residual(program, answer) <= USABLE * largest for answer in (first, second)]
    if is_usable[0] != is_usable[1]:
        return is_usable[1]
    scaled = scaling.scaled(program)
    back = scaling.inverse
    return residual(scaled, back.lift(second)) < residual(scaled, back.lift(first))


def _is_precise(program: LinearProgram, answer: RawSolution) -> bool:
    """Return whether the residuals of an answer are small beside every entry; or it has no duals."""
    if answer.primal is None or answer.dual is None:
        return True
    least = abs(program.matrix.values[_least_entry(program)])
    return residual(program, answer) <= PRECISION * least


def residual(program: LinearProgram, answer: RawSolution) -> float:
    """Return the largest residual of an answer, infinite if it is no pair of points."""
    if answer.primal is None or answer.dual is None:
        return math.inf
    return float(program.residuals(answer.primal, answer.dual).worst)


def smaller_residuals(
    program: LinearProgram, first: RawSolution, second: RawSolution
) -> RawSolution:
    """Return the answer with the smaller residuals; the first if they are equal, or neither is a pair of points."""
    if residual(program, second) < residual(program, first):
        return second
    return first


def program_of(model: AnyProgram) -> LinearProgram:
    """Return a linear program, or the relaxation of a mixed-integer one."""
    return model.program if isinstance(model, MixedIntegerProgram) else model


def needs_scaling(program: LinearProgram) -> bool:
    """Return whether a program's entries are far apart in size, and all far from the limits of doubles."""
    values = program.matrix.values
    apart = values.range_exponent()
    if apart <= ORDINARY_RANGE or apart - _largest_exponent(values) >= LARGEST_EXPONENT:
        return False
    bounds = (program.rows.lower, program.rows.upper, program.columns.lower, program.columns.upper)
    return _largest_exponent(values, program.objective, *bounds) < LARGEST_EXPONENT


def _with_fine_tolerances(options: SolveOptions, traits: Traits) -> SolveOptions:
    """Return options with the finest tolerances of a solver, unless they have a tolerance, or choose a method."""
    if options.tolerance is not None or traits.solver_option in options.raw:
        return options
    return replace(options, raw={**traits.fine_options, **options.raw})


def _remark(program: LinearProgram, answer: RawSolution) -> str:
    """Return how far apart the entries of a program are, and what an answer leaves undecided."""
    matrix = program.matrix
    digits = round(matrix.values.range_exponent() * math.log10(2))
    text = f"as entries differ by a factor of 1e{digits}"
    if not answer.solved or _is_precise(program, answer):
        return text
    place = _least_entry(program)
    row = program.row_names[int(matrix.rows[place])]
    column = program.column_names[int(matrix.columns[place])]
    return (
        f"{text}; residuals remain that hide small entries, the least in row {row}, column {column}; exact=True, or "
        "--exact, takes all into account"
    )


def _least_entry(program: LinearProgram) -> int:
    """Return the place of the least entry of a program's matrix in size."""
    return int(np.argmin(np.abs(program.matrix.values.numerators)))


def _means(index: Ints, sizes: Floats, count: int) -> Floats:
    """Return the mean of the sizes with each index, 0 without any."""
    totals = np.bincount(index, weights=sizes, minlength=count)
    means: Floats = totals / np.maximum(1, np.bincount(index, minlength=count))
    return means


def _largest(index: Ints, sizes: Floats, count: int) -> Floats:
    """Return the largest of the sizes with each index, 0 without any."""
    largest = np.full(count, -np.inf)
    np.maximum.at(largest, index, sizes)
    return np.where(np.isfinite(largest), largest, 0.0)


def _largest_exponent(*vectors: ExactArray) -> int:
    """Return the exponent of the largest size among the numbers of some vectors, 0 if all are zero."""
    largest = max(Fraction(magnitude(own.numerators), own.denominator) for own in vectors)
    if largest == 0:
        return 0
    return largest.numerator.bit_length() - largest.denominator.bit_length()


def _times(bounds: Bounds, exponents: Ints) -> Bounds:
    """Return bounds times powers of two."""
    powers = powers_of_two(exponents)
    return replace(
        bounds,
        lower=(bounds.lower * powers).reduced(),
        upper=(bounds.upper * powers).reduced(),
    )


def _shifted(vector: Vector | None, exponents: Ints) -> Vector | None:
    """Return a vector times powers of two, exactly."""
    if vector is None:
        return None
    if isinstance(vector, ExactArray):
        return vector * powers_of_two(exponents)
    shifted: Floats = np.ldexp(vector, exponents)
    return shifted
