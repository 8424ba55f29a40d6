"""Proofs of infeasibility and unboundedness: each condition is necessary."""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

from seqform.backends.exact.solution import proves_infeasible, proves_unbounded
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram


def program(
    rows: Bounds, columns: Bounds, *, sense: Literal["min", "max"] = "max", matrix: list[list[int]] | None = None
) -> LinearProgram:
    """Two columns, x and 2 y to be optimized, and the rows x + y and x - y."""
    return LinearProgram(
        sense, of(1, 2), ExactMatrix.from_dense(matrix or [[1, 1], [1, -1]]), rows, columns, ["sum", "gap"], ["x", "y"]
    )


def of(*values: int) -> ExactArray:
    return ExactArray.of(list(values))


def box(lower: list[int | None], upper: list[int | None]) -> Bounds:
    """Bounds, None where there is none; a wrong number stands where it is not to be read."""
    has_lower, has_upper = (np.array([one is not None for one in side]) for side in (lower, upper))
    low = of(*(10**6 if one is None else one for one in lower))
    high = of(*(-(10**6) if one is None else one for one in upper))
    return Bounds(low, high, has_lower, has_upper)


# ---- Farkas ----


@pytest.mark.parametrize(("least", "proved"), [(2, False), (3, True)])
def test_row_lower_bounds_above_the_column_bounds_are_infeasible(least: int, proved: bool) -> None:
    """x and y are at most 1, and x + y is to be 2, or 3."""
    asked = program(box([least, None], [None, None]), box([None, None], [1, 1]))
    assert proves_infeasible(asked, of(-1, 0)) is proved
    assert not proves_infeasible(asked, of(1, 0))
    assert not proves_infeasible(asked, of(0, 0))


@pytest.mark.parametrize(("most", "proved"), [(2, False), (1, True)])
def test_row_upper_bounds_below_the_column_bounds_are_infeasible(most: int, proved: bool) -> None:
    asked = program(box([None, None], [most, None]), box([1, 1], [None, None]))
    assert proves_infeasible(asked, of(1, 0)) is proved


def test_lower_and_upper_bounds_are_combined() -> None:
    """x - y is at least 2 - 3 = -1 on the box, so at most -2 is infeasible and at most -1 is not."""
    for most, proved in ((-2, True), (-1, False)):
        assert (
            proves_infeasible(program(box([None, None], [None, most]), box([2, None], [None, 3])), of(0, 1)) is proved
        )


def test_no_proof_uses_an_absent_bound() -> None:
    rows, columns = box([5, None], [None, None]), box([None, None], [1, 1])
    assert proves_infeasible(program(rows, columns), of(-1, 0))
    for upper in ([1, None], [None, 1]):
        assert not proves_infeasible(program(rows, box([None, None], upper)), of(-1, 0))
    assert not proves_infeasible(program(box([None, None], [-5, None]), box([0, None], [None, None])), of(1, 0))
    assert not proves_infeasible(program(box([None, None], [None, None]), columns), of(-1, 0))
    assert not proves_infeasible(program(box([None, 5], [None, None]), columns), of(-1, 0))
    assert not proves_infeasible(program(rows, box([-(10**9), -(10**9)], [None, None])), of(1, 0))


# ---- rays ----

ROWS = box([0, None], [None, 4])
COLUMNS = box([1, 1], [None, None])
POINT, RAY = (2, 1), (1, 1)


def test_a_feasible_point_and_an_improving_ray_prove_a_program_unbounded() -> None:
    assert proves_unbounded(program(ROWS, COLUMNS), of(*POINT), of(*RAY))
    assert proves_unbounded(program(ROWS, COLUMNS), of(1, 1), of(0, 1))
    assert proves_unbounded(program(ROWS, COLUMNS), of(5, 1), of(*RAY))
    falling = program(box([None, 0], [None, None]), box([None, None], [9, 9]), sense="min")
    assert proves_unbounded(falling, of(1, 1), of(-1, -1))


@pytest.mark.parametrize(
    ("rows", "columns", "point", "ray"),
    [
        (ROWS, COLUMNS, (0, 1), RAY),  # x below its bound
        (ROWS, COLUMNS, (2, 0), RAY),
        (ROWS, box([None, None], [None, 9]), (2, 10), (1, 0)),  # y above its bound
        (ROWS, COLUMNS, (6, 1), RAY),  # x - y above 4
        (box([9, None], [None, None]), COLUMNS, POINT, RAY),  # x + y below 9
        (ROWS, COLUMNS, POINT, (-1, 1)),  # x falls towards its bound
        (ROWS, box([1, 1], [None, 9]), POINT, RAY),  # y rises towards its bound
        (ROWS, COLUMNS, POINT, (1, 0)),  # x - y rises towards 4
        (box([0, -9], [None, None]), COLUMNS, POINT, (0, 1)),  # x - y falls towards -9
        (ROWS, COLUMNS, POINT, (0, 0)),  # no gain
        (box([None, None], [None, None]), box([None, None], [None, None]), POINT, (2, -1)),  # no gain
        (box([None, None], [None, None]), box([None, None], [None, None]), POINT, (-1, -1)),  # a loss
    ],
)
def test_each_condition_of_a_ray_is_needed(
    rows: Bounds, columns: Bounds, point: tuple[int, int], ray: tuple[int, int]
) -> None:
    assert not proves_unbounded(program(rows, columns), of(*point), of(*ray))


def test_the_direction_of_a_gain_is_that_of_the_sense() -> None:
    free = program(box([None, None], [None, None]), box([None, None], [None, None]))
    for one, up in ((free, True), (replace(free, sense="min"), False)):
        assert proves_unbounded(one, of(0, 0), of(1, 0)) is up
        assert proves_unbounded(one, of(0, 0), of(-1, 0)) is not up
        assert not proves_unbounded(one, of(0, 0), of(2, -1))
