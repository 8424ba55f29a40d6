"""The computational form of linear programs."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from seqform.backends.conformance.linear import linear_program
from seqform.backends.exact.basis import ComputationalForm
from seqform.errors import SolveError
from seqform.models.programs.solutions import Basis, BasisStatus

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
BASIC, LOWER, UPPER, FREE = BasisStatus.BASIC, BasisStatus.LOWER, BasisStatus.UPPER, BasisStatus.FREE

PROGRAM = linear_program(
    "max",
    [HALF, 3, 0, 1],
    [(None, [HALF, THIRD, 0, 0], 5), (THIRD, [0, 0, 4, 6], THIRD), (None, [0, 0, 0, 0], None)],
    [(0, None), (None, HALF), (-1, 2), (None, None)],
)
"""Columns with a lower bound, an upper one, both and none; rows below 5, equal to 1/3, and without entries."""


@pytest.fixture
def form() -> ComputationalForm:
    return ComputationalForm(PROGRAM)


def test_sizes_cost_and_bounds_of_the_form(form: ComputationalForm) -> None:
    assert (form.row_count, form.column_count, form.sign) == (3, 4, -1)
    assert form.cost.to_fractions() == [-HALF, -3, 0, -1, 0, 0, 0]
    smallest = ComputationalForm(replace(PROGRAM, sense="min"))
    assert smallest.sign == 1
    assert smallest.cost.to_fractions() == [HALF, 3, 0, 1, 0, 0, 0]
    assert form.fixed.tolist() == [False] * 5 + [True, False]
    assert form.boxed.tolist() == [False, False, True, False, False, False, False]
    bounds = form.bounds
    assert bounds.lower.denominator == bounds.upper.denominator == 6
    assert bounds.lower.to_fractions() == [0, 0, -1, 0, 0, THIRD, 0]
    assert bounds.upper.to_fractions() == [0, HALF, 2, 0, 5, THIRD, 0]
    assert bounds.has_lower.tolist() == [True, False, True, False, False, True, False]
    assert bounds.has_upper.tolist() == [False, True, True, False, True, True, False]


def test_rows_are_made_integral_by_the_least_factors(form: ComputationalForm) -> None:
    assert form.row_scale.to_fractions() == [6, 1, 1]
    assert form.integer_matrix.to_dense() == [[3, 2, 0, 0], [0, 0, 4, 6], [0, 0, 0, 0]]
    assert form.integer_matrix.values.denominator == 1
    empty = ComputationalForm(linear_program("min", [1], [], [(0, None)]))
    assert len(empty.row_scale) == 0


def test_nonbasic_variables_stand_at_the_bounds_that_they_have(form: ComputationalForm) -> None:
    asked = np.array([UPPER, LOWER, UPPER, LOWER, BASIC, UPPER, UPPER], dtype=np.int8)
    placed = form.nearest_statuses(asked)
    assert placed.tolist() == [LOWER, UPPER, UPPER, FREE, BASIC, UPPER, FREE]
    assert placed.dtype == np.int8
    all_lower = form.nearest_statuses(np.full(7, LOWER, dtype=np.int8))
    assert all_lower.tolist() == [LOWER, UPPER, LOWER, FREE, UPPER, LOWER, FREE]
    assert form.nonbasic_values(placed).to_fractions() == [0, HALF, 2, 0, 0, THIRD, 0]
    lower = np.array([BASIC, BASIC, LOWER, FREE, UPPER, LOWER, BASIC], dtype=np.int8)
    assert form.nonbasic_values(lower).to_fractions() == [0, 0, -1, 0, 5, THIRD, 0]


def test_a_basis_becomes_statuses_and_a_basis_again(form: ComputationalForm) -> None:
    basis = Basis(np.array([LOWER, BASIC, UPPER, FREE], dtype=np.int8), np.array([BASIC, LOWER, BASIC], dtype=np.int8))
    statuses = form.statuses_of(basis)
    assert statuses.tolist() == [LOWER, BASIC, UPPER, FREE, BASIC, LOWER, BASIC]
    again = form.basis_of(statuses)
    assert again.columns.tolist() == basis.columns.tolist()
    assert again.rows.tolist() == basis.rows.tolist()
    assert not np.shares_memory(again.columns, statuses)
    for columns, rows in ((3, 3), (4, 2), (3, 4)):
        other = Basis(np.zeros(columns, dtype=np.int8), np.zeros(rows, dtype=np.int8))
        with pytest.raises(SolveError, match=f"for {columns} columns and {rows} rows, the program has 4 and 3"):
            form.statuses_of(other)
    with pytest.raises(SolveError, match="exact solution: 7 is not a basis status"):
        form.statuses_of(Basis(np.array([0, 0, 7, 9], dtype=np.int8), np.zeros(3, dtype=np.int8)))
