"""Linear programs whose matrix is a polynomial in one parameter, and their optimal bases as functions of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from seqform.errors import ModelError
from seqform.models.numbers.algebraic import AlgebraicNumber, RationalFunction
from seqform.models.numbers.exact import ExactMatrix
from seqform.models.programs.linear import LinearProgram


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
        if not self.matrices or any(part.shape != self.program.matrix.shape for part in self.matrices):
            raise ModelError("parametric program: one matrix for each power of the parameter, of one shape, expected")

    def at(self, value: Fraction) -> LinearProgram:
        """Return the program at a rational value of the parameter."""
        total, power = self.matrices[0], Fraction(1)
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
