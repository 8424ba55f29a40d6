"""Linear programs: validation, bounds, and residuals of solutions."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import exact

from seqform.backends.conformance.linear import linear_program, random_program
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram, to_arrays


def farm() -> LinearProgram:
    """Maximise x + y on x + 2 y <= 4, 3 x + y <= 6: optimal in (8/5, 6/5) with duals (2/5, 1/5)."""
    return linear_program("max", [1, 1], [(None, [1, 2], 4), (None, [3, 1], 6)], [(0, None), (0, None)])


BEST, PRICES = ExactArray.of([Fraction(8, 5), Fraction(6, 5)]), ExactArray.of([Fraction(2, 5), Fraction(1, 5)])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sense": "least"}, 'the sense is "min" or "max"'),
        ({"objective": ExactArray.of([1])}, "objective of length 1, but the matrix has 2 rows and 2 columns"),
        ({"rows": Bounds.free(3)}, "row bounds of length 3"),
        ({"columns": Bounds.free(1)}, "column bounds of length 1"),
        ({"row_names": ["a"]}, "row names of length 1"),
        ({"row_names": ["a", "a"]}, "row name 'a' is used twice"),
        ({"column_names": ["a", "a"]}, "column name 'a' is used twice"),
    ],
)
def test_parts_that_do_not_fit_are_a_model_error(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        replace(farm(), **change)


def test_crossed_and_uneven_bounds_are_a_model_error() -> None:
    every = np.ones(2, dtype=bool)
    with pytest.raises(ModelError, match="entry 1 has lower bound 3 above its upper bound 2"):
        Bounds(ExactArray.of([0, 3]), ExactArray.of([0, 2]), every, every)
    with pytest.raises(ModelError, match="differ in length"):
        Bounds(ExactArray.of([0]), ExactArray.of([0, 2]), every, every)


def test_an_optimal_pair_has_no_residuals_and_its_turned_duals_do() -> None:
    program = farm()
    residuals, turned = program.residuals(BEST, PRICES), program.residuals(BEST, -PRICES)
    assert residuals.worst == 0
    assert isinstance(residuals.worst, Fraction)
    assert turned.dual == Fraction(2)
    assert turned.gap > 0
    assert exact(program.reduced_costs(PRICES)).to_fractions() == [0, 0]
    assert program.objective_at(BEST) == Fraction(14, 5)
    assert program.objective_at(BEST.to_floats()) == pytest.approx(2.8)
    with pytest.raises(ModelError, match="1 primal and 2 dual values, but the program has 2 columns and 2 rows"):
        program.residuals(ExactArray.of([1]), PRICES)


@pytest.mark.parametrize(
    ("primal", "dual", "expected"),
    [
        ([2, 1], PRICES, {"primal_rows": Fraction(1), "primal_columns": 0, "dual": 0, "gap": Fraction(1, 5)}),
        ([-1, 2], PRICES, {"primal_rows": 0, "primal_columns": Fraction(1), "dual": 0, "gap": Fraction(9, 5)}),
        ([0, 0], ExactArray.of([0, 0]), {"primal_rows": 0, "primal_columns": 0, "dual": Fraction(1), "gap": 0}),
        ([0, 0], ExactArray.of([1, 0]), {"primal_rows": 0, "primal_columns": 0, "dual": 0, "gap": Fraction(4)}),
    ],
)
def test_each_residual_measures_its_own_miss(primal: list[Any], dual: ExactArray, expected: dict[str, Any]) -> None:
    residuals = farm().residuals(ExactArray.of(primal), dual)
    assert {name: getattr(residuals, name) for name in expected} == expected


@given(seed=st.integers(0, 10**6), nudge=st.fractions(-1, 1, max_denominator=7))
def test_residuals_in_doubles_agree_with_the_exact_ones(seed: int, nudge: Fraction) -> None:
    program, primal, dual = random_program(seed, rows=4, columns=5)
    primal = primal + ExactArray.of([nudge] * len(primal))
    exact = program.residuals(primal, dual)
    rounded = program.residuals(primal.to_floats(), dual.to_floats())
    for name in ("primal_rows", "primal_columns", "gap"):
        assert float(getattr(exact, name)) == pytest.approx(float(getattr(rounded, name)), abs=1e-9)


@given(seed=st.integers(0, 10**6))
def test_swapping_the_sense_and_the_signs_keeps_a_pair_optimal(seed: int) -> None:
    program, primal, dual = random_program(seed)
    other = replace(program, sense="min" if program.sense == "max" else "max", objective=-program.objective)
    assert other.residuals(primal, -dual).worst == 0


def test_arrays_are_the_nearest_doubles_and_numbers_too_large_a_model_error() -> None:
    program = linear_program("min", ["1/3"], [(None, ["2/3"], 5)], [(-1, None)])
    arrays = to_arrays(program)
    assert arrays.cost.tolist() == [1 / 3]
    assert arrays.matrix.toarray().tolist() == [[2 / 3]]
    assert (arrays.row_lower[0], arrays.row_upper[0]) == (-np.inf, 5)
    assert (arrays.column_lower[0], arrays.column_upper[0]) == (-1, np.inf)
    program = linear_program("min", [1], [(None, [10**400], 5)], [(0, None)], "huge")
    with pytest.raises(ModelError, match="huge: a number is too large for a double"):
        to_arrays(program)


def test_programs_without_rows_or_columns_are_programs() -> None:
    empty = LinearProgram("min", ExactArray.zeros(0), ExactMatrix.zeros((0, 0)), Bounds.free(0), Bounds.free(0), [], [])
    assert empty.residuals(ExactArray.zeros(0), ExactArray.zeros(0)).worst == 0
    assert empty.residuals(np.zeros(0), np.zeros(0)).worst == 0
