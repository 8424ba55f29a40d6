"""Optimal bases of linear programs as functions of a parameter."""

from fractions import Fraction
from itertools import pairwise

from seqform.backends.perturbed.parametric import ParametricProgram, optimal_pieces
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram


def test_an_equation_that_holds_at_one_number_alone_is_no_piece() -> None:
    """max x with x + y = 1 and (t - 1/2) x = 0: at 1/2, where the interval is halved, the second slack is basic."""
    constant = ExactMatrix.from_dense([[1, 1], [Fraction(-1, 2), 0]])
    slope = ExactMatrix.from_dense([[0, 0], [1, 0]])
    rows, columns = Bounds.equal(ExactArray.of([1, 0])), Bounds.nonnegative(2)
    program = LinearProgram("max", ExactArray.of([1, 0]), constant, rows, columns, ["a", "b"], ["x", "y"])
    pieces = optimal_pieces(ParametricProgram(program, (constant, slope)), Fraction(0), Fraction(1))
    assert pieces[0].start == 0 and pieces[-1].end == 1
    assert all(one.end == other.start for one, other in pairwise(pieces))
    assert all(one.value(Fraction(1, 7)) == 0 for one in pieces)
