"""Linear programs with a polynomial matrix, and their optimal bases over an interval, each proved on its own part.

At a number t the program is solved exactly. The solutions at its optimal basis are rational functions of t, and the
basis is optimal wherever finitely many polynomials are not negative: the interval around t reaches to their nearest
roots of odd order. What is left of the whole interval on either side is treated in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from seqform.backends.answers import solved_in_doubles
from seqform.backends.exact.simplex import ComputationalForm, basic_block, submatrix
from seqform.backends.exact.solution import exact_solution
from seqform.backends.linalg.polynomial_solve import solve_sparse
from seqform.backends.perturbed.proofs import equations
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.numbers.algebraic import (
    AlgebraicNumber,
    Polynomial,
    RationalFunction,
    rational,
    roots_between,
    simplest_between,
    value_at,
)
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import rounded, shown_rational
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import Basis
from seqform.system.deadline import Deadline
from seqform.system.packages import require


@dataclass(frozen=True, eq=False, repr=False)
class ParametricProgram:
    """A linear program with the matrix M_0 + t M_1 + ... + t^D M_D; `program` has M_0 and all the rest.

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactArray
    >>> from seqform.models.programs.linear import Bounds
    >>> square = ExactMatrix.from_dense([[1]])
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1]), square, Bounds.at_most(ExactArray.of([1])), Bounds.nonnegative(1), ["a"], ["b"])
    >>> parametric = ParametricProgram(program, (square, square))
    >>> parametric.at(Fraction(3)).matrix.values[0]
    Fraction(4, 1)
    """

    program: LinearProgram
    matrices: tuple[ExactMatrix, ...]

    def __post_init__(self) -> None:
        shapes = {part.shape for part in self.matrices}
        if shapes != {self.program.matrix.shape}:
            raise ModelError(
                "parametric program: one matrix for each power of the parameter, of one shape, expected"
            )

    def at(self, value: Fraction) -> LinearProgram:
        """Return the program at a rational value of the parameter."""
        total = self.matrices[0]
        power = Fraction(1)
        for part in self.matrices[1:]:
            power *= value
            if power:
                total += replace(part, values=part.values * power)
        return replace(self.program, matrix=total)

    def __repr__(self) -> str:
        return f"<ParametricProgram of degree {len(self.matrices) - 1}: {self.program!r}>"


@dataclass(frozen=True, eq=False)
class BasisPiece:
    """An interval of the parameter on which one basis of a parametric program is optimal, with its solutions.

    The primal and the dual solution are `primal` and `dual` over `denominator`, rational polynomials of FLINT's;
    `value` is the objective.
    """

    start: AlgebraicNumber
    end: AlgebraicNumber
    primal: Sequence[Any]
    dual: Sequence[Any]
    denominator: Any
    value: RationalFunction


Progress = Callable[[str], None]


def optimal_pieces(
    program: ParametricProgram,
    start: Fraction,
    end: Fraction,
    *,
    deadline: Deadline | None = None,
    progress: Progress | None = None,
) -> list[BasisPiece]:
    """Return bases that are optimal on intervals which cover [start, end], from left to right.

    The intervals meet at their ends. The program needs a solution at every value of the parameter, and bounds of 0 but
    for equations.

    Raises SolveError if the program has no solution at some value, or the deadline passes.
    """
    deadline = deadline or Deadline()
    pieces: list[BasisPiece] = []

    # A stack of the parts that are not covered yet; a piece leaves one on either side.
    open_parts = [(AlgebraicNumber.of(start), AlgebraicNumber.of(end))]
    while open_parts:
        low, high = open_parts.pop()
        if not low < high:
            continue
        deadline.check()
        place = number_between(low, high)
        if progress is not None:
            progress(f"basis {len(pieces) + 1} at {rounded(place, 6)}")

        left, right, piece = _piece_around(program, place, low, high, deadline)
        open_parts += [(right, high), (low, left)]
        if piece is not None:
            pieces.append(piece)
    return sorted(pieces, key=lambda piece: piece.start)


def number_between(low: AlgebraicNumber, high: AlgebraicNumber) -> Fraction:
    """Return a simple rational number in the middle part of an interval."""
    # Until the enclosures of both ends are apart.
    while not low.high < high.low:
        low = low.refined()
        high = high.refined()
    third = (high.low - low.high) / 3
    return simplest_between(low.high + third, high.low - third)


def _piece_around(
    program: ParametricProgram,
    place: Fraction,
    low: AlgebraicNumber,
    high: AlgebraicNumber,
    deadline: Deadline,
) -> tuple[AlgebraicNumber, AlgebraicNumber, BasisPiece | None]:
    """Return the ends, within bounds, of the interval around a number on which its optimal basis is optimal.

    There is no piece if the basis is optimal at this number alone.
    """
    at_place = program.at(place)
    options = SolveOptions(time_limit=deadline.left, raw={"solver": "simplex"})
    approximate = solved_in_doubles(HighsBackend(), at_place, options)
    raw = exact_solution(at_place, approximate, time_limit=deadline.left)
    if not raw.solved or raw.basis is None:
        raise SolveError(
            f"{at_place.name} at {shown_rational(place)}: {raw.termination} ({raw.status})", raw
        )

    primal, dual, denominator = _functions(program, raw.basis, deadline)
    sign = 1 if value_at(denominator, place) > 0 else -1
    conditions = {}  # without repetitions, by their text
    for condition in (
        denominator.numer() * sign,
        *_conditions(program, primal, dual, denominator, sign),
    ):
        conditions[str(condition)] = condition

    # Each condition holds at the place, and up to its nearest roots of odd order on both sides.
    middle = AlgebraicNumber.of(place)
    left = low
    right = high
    for condition in conditions.values():
        before, after = signs_beside(condition, place)
        if value_at(condition, place) < 0:
            raise CertificationError(
                "an optimal basis fails its check as a function; please report the game"
            )
        if before < 0:
            left = middle
        elif left < place:
            left = max([left, *roots_between(condition, left.low, place)])
        if after < 0:
            right = middle
        elif place < right:
            right = min([right, *roots_between(condition, place, right.high)])
        if not left < right:
            return middle, middle, None

    total = primal[0] * 0
    for j, cost in enumerate(program.program.objective.to_fractions()):
        if cost:
            total += primal[j] * rational(cost)
    value = RationalFunction.of(total, denominator)
    return left, right, BasisPiece(left, right, primal, dual, denominator, value)


def _functions(
    program: ParametricProgram, basis: Basis, deadline: Deadline
) -> tuple[list[Polynomial], list[Polynomial], Polynomial]:
    """Return both basic solutions as polynomials over one denominator."""
    fmpq_poly = require("flint").fmpq_poly
    form = ComputationalForm(program.program)
    columns, rows = basic_block(form, form.statuses_of(basis))
    parts = [submatrix(part, rows, columns) for part in program.matrices]
    bounds = program.program.rows
    right = bounds.lower.where(bounds.fixed).take(rows)
    costs = program.program.objective.take(columns)

    def solved(
        matrices: list[ExactMatrix], constants: ExactArray
    ) -> tuple[list[Polynomial], Polynomial]:
        return solve_sparse(
            equations(matrices, PolynomialArray.constant(constants)), len(rows), deadline
        )

    primal_values, primal_denominator = solved(parts, right)
    dual_values, dual_denominator = solved([part.T for part in parts], costs)
    common_factor = primal_denominator.gcd(dual_denominator)
    common = primal_denominator * (dual_denominator // common_factor)

    primal = [fmpq_poly()] * form.column_count
    for place, value in zip(columns.tolist(), primal_values, strict=True):
        primal[place] = value * (common // primal_denominator)
    dual = [fmpq_poly()] * form.row_count
    for place, value in zip(rows.tolist(), dual_values, strict=True):
        dual[place] = value * (common // dual_denominator)
    return primal, dual, common


def _conditions(
    program: ParametricProgram,
    primal: list[Polynomial],
    dual: list[Polynomial],
    denominator: Polynomial,
    sign: int,
) -> Iterator[Polynomial]:
    """Yield the polynomials that are not negative wherever a pair is optimal, near a number with this denominator.

    They are the slacks of primal and dual rows and columns, of equations with both signs: a pair that is feasible, and
    complementary by its basis, is optimal.
    """
    model = program.program
    rows = model.rows
    columns = model.columns
    sense = 1 if model.sense == "max" else -1

    # Everything is multiplied by the denominator.
    activities = _product(program.matrices, primal)
    sides = [denominator * rational(side) for side in _sides(rows).to_fractions()]
    slacks = [activity - side for activity, side in zip(activities, sides, strict=True)]
    costs = [denominator * rational(cost) for cost in model.objective.to_fractions()]
    products = _product([part.T for part in program.matrices], dual)
    reduced = [cost - product for cost, product in zip(costs, products, strict=True)]

    yield from _signed(slacks, rows.has_lower, rows.has_upper, sign)
    yield from _signed(primal, columns.has_lower, columns.has_upper, sign)
    yield from _signed(dual, ~rows.has_lower, ~rows.has_upper, sense * sign)
    yield from _signed(reduced, ~columns.has_lower, ~columns.has_upper, sense * sign)


def _sides(bounds: Bounds) -> ExactArray:
    """Return the lower bounds, the upper ones where there are none."""
    only_upper = bounds.has_upper & ~bounds.has_lower
    return bounds.lower.where(bounds.has_lower) + bounds.upper.where(only_upper)


def _signed(
    functions: list[Polynomial], rising: Mask, falling: Mask, sign: int
) -> Iterator[Polynomial]:
    """Yield functions that have to be at least 0 where `rising`, at most 0 where `falling`, and 0 where both.

    The slack of an equation may be basic in a degenerate basis, and 0 at one number alone.
    """
    for function, low, high in zip(functions, rising.tolist(), falling.tolist(), strict=True):
        for is_bounded, direction in ((low, sign), (high, -sign)):
            if not function or not is_bounded:
                continue
            if function.degree() > 0:
                yield function.numer() * direction
            elif function[0] * direction < 0:
                raise CertificationError(
                    "an optimal basis fails its check as a function; please report the game"
                )


def _product(
    matrices: tuple[ExactMatrix, ...] | list[ExactMatrix], vector: list[Polynomial]
) -> list[Polynomial]:
    """Return (M_0 + t M_1 + ...) · vector."""
    from flint import fmpq_poly

    total = [fmpq_poly()] * matrices[0].shape[0]
    for power, part in enumerate(matrices):
        raised = fmpq_poly([0] * power + [1])
        values = part.values.to_fractions()
        for i, j, value in zip(part.rows.tolist(), part.columns.tolist(), values, strict=True):
            if vector[j]:
                total[i] = total[i] + vector[j] * raised * rational(value)
    return total


def signs_beside(function: Polynomial, place: Fraction) -> tuple[int, int]:
    """Return the signs of a polynomial that is not zero just left and just right of a number."""
    # Near the number the polynomial has the signs of its first derivative that is not zero there, times a power.
    order = 0
    while (value := value_at(function, place)) == 0:
        function = function.derivative()
        order += 1
    right = 1 if value > 0 else -1
    return right * (-1) ** order, right
