"""Mixed-integer programs through HiGHS: optimum and bound, limits, options, and the model itself."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tampered import CASES as SUITE
from tampered import Tampered, failure

from seqform.backends.conformance import check
from seqform.backends.conformance.linear import linear_program
from seqform.backends.conformance.mixed_integer import judge_point, mixed_integer_cases
from seqform.backends.exact.backend import ExactBackend
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import ModelError, OptionError, UnsupportedModelError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.mixed_integer import MixedIntegerProgram
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


def test_gaps_are_zero_unless_asked_for() -> None:
    answer = HIGHS.solve(CASES["knapsack"])
    assert answer.options["mip_rel_gap"] == answer.options["mip_abs_gap"] == 0
    answer = HIGHS.solve(CASES["knapsack"], SolveOptions(raw={"mip_rel_gap": 0.5}))
    assert answer.options["mip_rel_gap"] == 0.5


def test_the_tolerance_applies_to_integer_variables_too() -> None:
    answer = HIGHS.solve(CASES["knapsack"], SolveOptions(tolerance=1e-8))
    assert answer.options["mip_feasibility_tolerance"] == 1e-8


@pytest.mark.parametrize("name", ["odd and even", "endless"])
def test_without_an_optimum_there_is_no_bound(name: str) -> None:
    answer = HIGHS.solve(CASES[name])
    assert not answer.solved
    assert answer.bound is None


def test_an_empty_row_that_cannot_hold_has_no_bound_either() -> None:
    program = linear_program("max", [1], [(1, [0], 2)], [(0, 1)])
    answer = HIGHS.solve(MixedIntegerProgram(program, np.array([True])))
    assert answer.termination is Termination.INFEASIBLE
    assert answer.bound is None


def test_at_a_time_limit_point_and_bound_enclose_the_optimum() -> None:
    model = market_split()
    answer = HIGHS.solve(model, SolveOptions(time_limit=0.3))
    assert answer.termination is Termination.TIME_LIMIT
    assert answer.objective is not None
    assert answer.bound is not None
    assert answer.bound <= answer.objective
    judge_point(model, answer, 1e-6)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent the POSIX way")
def test_control_c_stops_the_search_and_is_reported() -> None:
    sent = threading.Event()

    def interrupt(line: str) -> None:
        if "%" in line and not sent.is_set():  # a line about the search, not about the model
            sent.set()
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.3)  # the waiting thread notices it within a tenth of a second

    answer = HIGHS.solve(market_split(), SolveOptions(progress=interrupt, time_limit=30))
    assert answer.termination is Termination.INTERRUPTED
    assert HIGHS.solve(CASES["knapsack"]).solved


@pytest.mark.parametrize("raw", [{"solver": "simplex"}, {"solver": "choose"}])
def test_methods_for_linear_programs_are_refused(raw: dict[str, str]) -> None:
    with pytest.raises(OptionError, match="solver"):
        HIGHS.solve(CASES["knapsack"], SolveOptions(raw=raw))


def test_a_basis_to_start_from_is_refused() -> None:
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


# ---- the conformance suite ----


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bound": None}, "the bound is missing"),
        ({"bound": 20.0}, "better by 3 than the bound allows"),
        ({"bound": 24.0}, "the bound is 24.0; correct is 23"),
        ({"objective": 24.0}, "the objective is 24.0; the point's is 23"),
        ({"primal": np.array([1.0, 1.0, 0.0, 0.5])}, "an integer variable is off by 0.5"),
        ({"primal": np.array([1.0, 1.0, 1.0, 1.0])}, "violated by 5"),
        ({"primal": None}, "4 primal values expected"),
    ],
)
def test_the_suite_detects_wrong_answers(changes: dict[str, object], message: str) -> None:
    name = "knapsack of a mixed-integer program"
    check(Tampered("highs"), SUITE[name])
    wrong = Tampered("highs", lambda answer: replace(answer, **changes) if answer.solved else answer)
    assert message in failure(wrong, name)
