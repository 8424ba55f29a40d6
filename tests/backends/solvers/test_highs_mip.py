"""Mixed-integer programs through HiGHS: optimum and bound, limits, options, and the model itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solver_runs import interrupt_once, posix

from seqform.backends.conformance.linear import linear_program
from seqform.backends.conformance.mixed_integer import judge_point, mixed_integer_cases
from seqform.backends.exact.backend import ExactBackend
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import ModelError, OptionError, UnsupportedModelError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.models.programs.solutions import Basis, Termination

HIGHS = HighsBackend()
CASES = {case.name.partition(" of a ")[0]: case.model for case in mixed_integer_cases()}


def market_split(rows: int = 4, size: int = 30, seed: int = 0) -> MixedIntegerProgram:
    """A market split problem: few rows, and a search that takes long."""
    weights = np.random.default_rng(seed).integers(0, 100, (rows, size))
    coefficients = [
        [*row, *(1 if k == i else 0 for k in range(rows)), *(-1 if k == i else 0 for k in range(rows))]
        for i, row in enumerate(weights.tolist())
    ]
    halves = [sum(row) // 2 for row in weights.tolist()]
    program = linear_program(
        "min",
        [0] * size + [1] * (2 * rows),
        [(half, row, half) for half, row in zip(halves, coefficients, strict=True)],
        [(0, 1)] * size + [(0, None)] * (2 * rows),
    )
    return MixedIntegerProgram(program, np.arange(size + 2 * rows) < size)


@pytest.mark.parametrize("name", ["knapsack", "cover", "rounded down", "one of two whole", "packing 12 objects"])
def test_the_answer_has_a_point_its_objective_and_the_same_bound_but_no_duals(name: str) -> None:
    answer = HIGHS.solve(CASES[name])
    assert answer.solved
    assert answer.objective == pytest.approx(answer.bound, abs=1e-6)
    assert answer.dual is None
    assert answer.basis is None


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (SolveOptions(), {"mip_rel_gap": 0, "mip_abs_gap": 0}),
        (SolveOptions(raw={"mip_rel_gap": 0.5}), {"mip_rel_gap": 0.5}),
        (SolveOptions(tolerance=1e-8), {"mip_feasibility_tolerance": 1e-8}),
    ],
)
def test_gaps_are_zero_unless_asked_for_and_the_tolerance_applies_to_integer_variables(
    options: SolveOptions, expected: dict[str, Any]
) -> None:
    assert expected.items() <= HIGHS.solve(CASES["knapsack"], options).options.items()


def test_without_an_optimum_there_is_no_bound() -> None:
    empty_row = MixedIntegerProgram(linear_program("max", [1], [(1, [0], 2)], [(0, 1)]), np.array([True]))
    for model in (CASES["odd and even"], CASES["endless"], empty_row):
        answer = HIGHS.solve(model)
        assert not answer.solved
        assert answer.bound is None


def test_at_a_time_limit_point_and_bound_enclose_the_optimum() -> None:
    model = market_split()
    answer = HIGHS.solve(model, SolveOptions(time_limit=0.3))
    assert answer.termination is Termination.TIME_LIMIT
    assert answer.objective is not None
    assert answer.bound is not None
    assert answer.bound <= answer.objective
    judge_point(model, answer, 1e-6)


@posix
def test_control_c_stops_the_search_and_is_reported() -> None:
    interrupt = interrupt_once("%")  # in a line about the search, not about the model
    answer = HIGHS.solve(market_split(), SolveOptions(progress=interrupt, time_limit=30))
    assert answer.termination is Termination.INTERRUPTED
    assert HIGHS.solve(CASES["knapsack"]).solved


def test_methods_for_linear_programs_and_a_basis_to_start_from_are_refused() -> None:
    for method in ("simplex", "choose"):
        with pytest.raises(OptionError, match="solver"):
            HIGHS.solve(CASES["knapsack"], SolveOptions(raw={"solver": method}))
    basis = Basis(np.ones(4, dtype=np.int8), np.zeros(1, dtype=np.int8))
    with pytest.raises(OptionError, match="basis"):
        HIGHS.solve(CASES["knapsack"], basis=basis)


def test_backends_for_linear_programs_refuse_mixed_integer_ones() -> None:
    with pytest.raises(UnsupportedModelError, match="backend exact solves LinearProgram, not MixedIntegerProgram"):
        ExactBackend().solve(CASES["rounded down"])


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_random_programs_are_solved_as_enumeration_does(data: st.DataObject) -> None:
    size, rows = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    number = st.integers(-5, 5)
    table = data.draw(st.lists(st.lists(number, min_size=size, max_size=size), min_size=rows, max_size=rows))
    room = data.draw(st.lists(number, min_size=rows, max_size=rows))
    costs = data.draw(st.lists(number, min_size=size, max_size=size))
    senses: tuple[Literal["min", "max"], ...] = ("min", "max")
    sense = data.draw(st.sampled_from(senses))
    program = linear_program(sense, costs, [(None, a, b) for a, b in zip(table, room, strict=True)], [(0, 2)] * size)
    answer = HIGHS.solve(MixedIntegerProgram(program, np.ones(size, dtype=bool)))
    fits = [
        sum(c * x for c, x in zip(costs, point, strict=True))
        for point in product(range(3), repeat=size)
        if all(sum(a * x for a, x in zip(row, point, strict=True)) <= b for row, b in zip(table, room, strict=True))
    ]
    assert answer.solved == bool(fits)
    if fits:
        best = max(fits) if sense == "max" else min(fits)
        assert answer.objective == pytest.approx(best, abs=1e-6)
        assert answer.bound == pytest.approx(best, abs=1e-6)
    else:
        assert answer.termination is Termination.INFEASIBLE


# ---- the model ----


def test_a_mask_of_another_shape_or_kind_is_refused() -> None:
    program = CASES["knapsack"].program
    masks: tuple[Any, ...] = (np.ones(3, dtype=bool), np.ones(4, dtype=np.int64), np.ones((1, 4), dtype=bool))
    for mask in masks:
        with pytest.raises(ModelError, match="4 columns and a mask"):
            MixedIntegerProgram(program, mask)


def test_whole_numbers_can_be_fixed_and_the_rest_solved_exactly() -> None:
    left = CASES["one of two whole"].with_fixed(ExactArray.of([2]))
    answer = ExactBackend().solve(left)
    assert answer.objective == 7
    assert isinstance(answer.primal, ExactArray)
    assert answer.primal.to_fractions() == [2, Fraction(1, 2)]


def test_fixing_keeps_the_other_columns_bounds() -> None:
    model = MixedIntegerProgram(CASES["knapsack"].program, np.array([False, True, False, True]))
    left = model.with_fixed(ExactArray.of([1, 0]))
    assert left.columns.lower.to_fractions() == [0, 1, 0, 0]
    assert left.columns.upper.to_fractions() == [1, 1, 1, 0]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1, 1], "2 values for 4 whole numbers"),
        ([0, 0, 2, 0], "column .* cannot be 2"),
        ([0, Fraction(1, 2), 0, 0], "column .* cannot be 1/2"),
    ],
)
def test_values_that_do_not_fit_cannot_be_fixed(values: list[Fraction | int], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        CASES["knapsack"].with_fixed(ExactArray.of(values))
