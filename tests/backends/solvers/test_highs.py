"""HiGHS: options, methods, bases, limits and interruptions; mixed-integer programs."""

import gc
import re
import subprocess
import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solver_runs import exact_point, interrupt_once, posix, residuals_of

import seqform as sf
from seqform.backends import SolveOptions
from seqform.backends.conformance.linear import (
    judge_point,
    kuhn_program,
    linear_program,
    mixed_integer_cases,
    program_cases,
    random_program,
)
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.solvers import highs
from seqform.backends.solvers.highs import HighsBackend, basis_from_point
from seqform.builders import behavior_profile, sequence_form, zero_sum_lp
from seqform.builders.games import catalog
from seqform.errors import BackendError, BackendNotInstalledError, ModelError, OptionError
from seqform.models import Basis, BasisStatus, ExactArray, LinearProgram, RawSolution, Termination
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.system.packages import install_command

HIGHS = HighsBackend()
CASES = {case.name: case.model for case in program_cases()}


def hard_game(size: int = 300) -> LinearProgram:
    """A matrix game that takes HiGHS hundreds of iterations."""
    payoffs = np.random.default_rng(0).integers(-50, 50, (size, size)).tolist()
    return linear_program(
        "max",
        [0] * size + [1],
        [*((0, [*column, -1], None) for column in payoffs), (1, [1] * size + [0], 1)],
        [*[(0, None)] * size, (None, None)],
    )


def test_a_maximisation_that_presolve_reduces_to_nothing_is_solved_by_pdlp() -> None:
    program = linear_program("max", [1], [(None, [1], 1)], [(0, None)])
    answer = HIGHS.solve(program, SolveOptions(raw={"solver": "pdlp"}))
    assert answer.solved
    assert residuals_of(program, answer).worst == 0


def test_small_matrix_entries_are_kept_or_counted_in_the_status() -> None:
    program = linear_program(
        "max", [1, 1], [(None, [Fraction(1, 10**10), 1], Fraction(1, 10**10))], [(0, 10)] * 2
    )
    assert HIGHS.solve(program).objective == pytest.approx(1.0)
    program = linear_program("max", [1, 1], [(None, [Fraction(1, 10**14), 1], 1)], [(0, 10)] * 2)
    answer = HIGHS.solve(program)
    assert answer.solved
    assert "1 matrix entries too small and dropped" in answer.status


@pytest.mark.parametrize(
    ("program", "what"),
    [
        (linear_program("max", [1], [(None, [10**16], 1)], [(0, 1)]), "matrix entries"),
        (linear_program("max", [1], [(None, [1], 10**21)], [(0, 1)]), "bounds"),
        (linear_program("max", [10**21], [(None, [1], 1)], [(0, 1)]), "objective coefficients"),
    ],
)
def test_numbers_that_highs_would_misread_are_refused(program: LinearProgram, what: str) -> None:
    answer = HIGHS.solve(program)
    assert answer.termination is Termination.NUMERICAL_ERROR
    assert what in answer.status


def test_numbers_too_large_for_doubles_are_a_model_error() -> None:
    with pytest.raises(ModelError, match="too large for a double"):
        HIGHS.solve(linear_program("max", [10**400], [], [(0, 1)]))


@pytest.mark.parametrize("presolve", ["on", "off"])
@pytest.mark.parametrize(
    "raw",
    [
        {"simplex_iteration_limit": 300},
        {"simplex_iteration_limit": 300, "simplex_strategy": 4},
        {"solver": "ipx", "run_crossover": "off", "ipm_iteration_limit": 14},
        {"solver": "pdlp", "pdlp_iteration_limit": 4000},
    ],
    ids=["dual simplex", "primal simplex", "ipx", "pdlp"],
)
def test_the_last_iterate_at_a_limit_is_one_of_the_program_itself(
    raw: dict[str, Any], presolve: str
) -> None:
    """Each player's part of it, lifted to the game, has a guarantee, and the two enclose the value of Leduc."""
    leduc = sf.load("leduc")
    step = zero_sum_lp(sequence_form(leduc).target)
    stopped = HIGHS.solve(
        step.target, SolveOptions(tolerance=1e-9, raw={**raw, "presolve": presolve})
    )
    assert stopped.termination is Termination.ITERATION_LIMIT
    profile = behavior_profile(sequence_form(leduc).target, step.lift(stopped))
    most, other = sf.check(leduc, profile).best_response_values
    assert -other - 1e-9 <= -0.0856064 <= most + 1e-9
    if raw.get("solver"):
        residuals = residuals_of(step.target, stopped)
        assert max(residuals.primal_rows, residuals.primal_columns, residuals.dual) < 0.5


@pytest.mark.parametrize("method", ["simplex", "ipx", "pdlp"])
def test_a_limit_that_is_not_reached_changes_no_answer(method: str) -> None:
    """With a limit, presolve, the method and postsolve are three runs; here presolve leaves a program."""
    program = zero_sum_lp(sequence_form(sf.load("kuhn(ranks=13)")).target).target
    answer = HIGHS.solve(program, SolveOptions(time_limit=600, raw={"solver": method}))
    assert answer.solved and answer.options["solver"] == method
    assert answer.objective == pytest.approx(-5 / 78, abs=1e-6)


def test_the_zeros_that_hipdlp_leaves_at_a_limit_are_no_point() -> None:
    raw = {"solver": "hipdlp", "pdlp_iteration_limit": 80, "presolve": "off"}
    answer = HIGHS.solve(hard_game(60), SolveOptions(tolerance=1e-9, raw=raw))
    assert answer.termination is Termination.ITERATION_LIMIT
    assert (answer.primal, answer.dual, answer.objective) == (None, None, None)


def test_the_log_goes_to_progress_and_not_to_the_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    lines: list[str] = []
    HIGHS.solve(hard_game(60), SolveOptions(progress=lines.append))
    assert any("Objective value" in line for line in lines)
    assert all(line and line == line.strip() for line in lines)
    assert capfd.readouterr() == ("", "")
    HIGHS.solve(kuhn_program(), SolveOptions(progress=lines.append, raw={"solver": "pdlp"}))
    assert capfd.readouterr() == ("", "")


def hipo(**raw: Any) -> dict[str, Any]:
    """Return options that choose HiPO; skip the test if it is missing."""
    if "hipo" not in HIGHS.solvers():
        pytest.skip(f"HiPO is not installed: {install_command('highspy_extras')}")
    return {"solver": "hipo", **raw}


def test_hipo_without_its_package_is_an_error_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "highspy_extras", None)
    with pytest.raises(
        BackendNotInstalledError, match=r'solver = hipo .*pip install .*"seqform\[hipo\]"'
    ):
        HIGHS.solve(kuhn_program(), SolveOptions(raw={"solver": "hipo"}))


def test_hipo_has_defaults_for_games_that_options_replace() -> None:
    answer = HIGHS.solve(kuhn_program(), SolveOptions(raw=hipo()))
    expected = {
        "hipo_system": "augmented",
        "ipm_optimality_tolerance": 1e-7,
        "run_crossover": "off",
    }
    assert expected.items() <= answer.options.items()
    assert answer.basis is None
    answer = HIGHS.solve(
        kuhn_program(), SolveOptions(raw=hipo(hipo_system="normaleq", hipo_ordering="rcm"))
    )
    assert {"hipo_system": "normaleq", "hipo_ordering": "rcm"}.items() <= answer.options.items()


@pytest.mark.parametrize(
    "raw", [{}, {"presolve": "off"}, {"kkt_tolerance": 1e-8}, {"run_crossover": "on"}]
)
def test_the_iterations_of_hipo_go_to_progress_and_not_to_the_terminal(
    raw: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    lines: list[str] = []
    programs = [
        CASES[name] for name in ("no rows", "infeasible rows", "unbounded, maximised", "Kuhn poker")
    ]
    for program in [*programs, hard_game(60)]:
        HIGHS.solve(program, SolveOptions(progress=lines.append, raw=hipo(**raw)))
    assert capfd.readouterr() == ("", "")
    iterations = [
        line for line in lines if re.fullmatch(r"\d+( +-?[\d.]+e[+-]\d+){5} +[\d.]+", line)
    ]
    assert len(iterations) > 10
    HIGHS.solve(hard_game(60), SolveOptions(verbose=True, raw=hipo(**raw)))
    assert "Running HiPO" in capfd.readouterr().out


def test_hipo_refuses_rows_without_bounds_unless_presolve_removes_them() -> None:
    program = linear_program(
        "min", [1, 2], [(1, [1, 1], None), (None, [1, -1], None)], [(0, None)] * 2
    )
    assert HIGHS.solve(program, SolveOptions(raw=hipo())).objective == pytest.approx(1)
    with pytest.raises(OptionError, match="whose rows have bounds"):
        HIGHS.solve(program, SolveOptions(raw=hipo(presolve="off")))


def test_crossover_from_the_point_of_hipo_ends_at_an_optimal_basis() -> None:
    program = hard_game(60)
    answer = HIGHS.solve(program, SolveOptions(raw=hipo(run_crossover="on")))
    assert answer.solved
    assert residuals_of(program, answer).worst < 1e-12
    assert_optimal_basis(program, answer.basis)


def test_where_the_simplex_method_fails_others_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, runs = highs._solved_by, list[dict[str, Any]]()

    def failing(highspy: Any, program: Any, options: SolveOptions, *basis: Any) -> RawSolution:
        runs.append(dict(options.raw))
        answer = honest(highspy, program, options, *basis)
        return (
            answer
            if options.raw.get("solver") == "ipx"
            else RawSolution(Termination.ERROR, "Not Set")
        )

    monkeypatch.setattr(highs, "_solved_by", failing)
    program = hard_game(20)
    answer = HIGHS.solve(program)
    assert runs == [{}, {"presolve": "off"}, {"solver": "ipx"}]
    assert answer.solved
    assert answer.status == "Optimal, after: Not Set"
    assert residuals_of(program, answer).worst < 1e-6
    assert not HIGHS.solve(program, SolveOptions(raw={"solver": "simplex"})).solved


@posix
def test_control_c_stops_hipo_and_is_reported() -> None:
    answer = HIGHS.solve(hard_game(), SolveOptions(progress=interrupt_once("iter "), raw=hipo()))
    assert answer.termination is Termination.INTERRUPTED


def test_the_last_iterate_of_hipo_at_a_limit_is_a_point_of_the_whole_program() -> None:
    leduc = zero_sum_lp(sequence_form(catalog.make("leduc")).target).target
    answer = HIGHS.solve(leduc, SolveOptions(raw=hipo(ipm_iteration_limit=16)))
    assert answer.termination is Termination.ITERATION_LIMIT
    assert residuals_of(leduc, answer).worst < 0.01
    assert HIGHS.solve(leduc, SolveOptions(raw=hipo(ipm_iteration_limit=0))).primal is None


def test_an_exception_in_progress_stops_the_solve_and_is_raised() -> None:
    def fail(line: str) -> None:
        raise ArithmeticError(line)

    with pytest.raises(ArithmeticError):
        HIGHS.solve(hard_game(60), SolveOptions(progress=fail))


@pytest.mark.slow
@pytest.mark.parametrize("method", ["simplex", "ipx", "pdlp"])
def test_no_solver_of_highs_outlives_its_answer(method: str) -> None:
    def left() -> int:
        gc.collect()
        return sum(type(one).__name__ == "Highs" for one in gc.get_objects())

    before, program = left(), zero_sum_lp(sequence_form(catalog.make("kuhn")).target).target
    for _ in range(3):
        HighsBackend().solve(
            program, SolveOptions(raw={"solver": method}, progress=lambda text: None)
        )
    assert left() <= before


def test_control_c_stops_the_simplex_method_and_is_reported() -> None:
    options = SolveOptions(progress=interrupt_once(), raw={"presolve": "off", "solver": "simplex"})
    answer = HIGHS.solve(hard_game(), options)
    assert answer.termination is Termination.INTERRUPTED
    assert HIGHS.solve(kuhn_program()).solved


def test_a_final_basis_starts_the_next_solve_where_this_one_ended() -> None:
    first = HIGHS.solve(hard_game(40))
    assert first.basis is not None
    again = HIGHS.solve(hard_game(40), basis=first.basis)
    assert again.iterations == 0
    assert again.objective == pytest.approx(first.objective)


def test_a_basis_of_another_program_is_a_model_error() -> None:
    basis = HIGHS.solve(kuhn_program()).basis
    assert basis is not None
    with pytest.raises(ModelError, match="basis of 20 rows and 20 columns"):
        HIGHS.solve(hard_game(5), basis=basis)
    with pytest.raises(ModelError, match="40 basic rows and columns, of 20"):
        HIGHS.solve(kuhn_program(), basis=Basis(basis.columns * 0, basis.rows * 0))


def test_a_clash_with_another_copy_of_the_library_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools", ModuleType("ortools"))
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(BackendError, match="OR-Tools"):
        HIGHS.solve(kuhn_program())


def assert_optimal_basis(program: LinearProgram, basis: Basis | None) -> None:
    assert basis is not None
    assert np.count_nonzero(
        np.concatenate([basis.rows, basis.columns]) == BasisStatus.BASIC
    ) == len(basis.rows)
    answer = HIGHS.solve(program, basis=basis)
    assert answer.solved
    assert answer.iterations == 0
    assert residuals_of(program, answer).worst < 1e-6


@given(seed=st.integers(0, 10**6), noise=st.sampled_from([0.0, 1e-6, 1e-3]))
def test_crossover_makes_a_basis_of_a_point_near_an_optimum(seed: int, noise: float) -> None:
    program, primal, dual = random_program(seed)
    wobble = np.random.default_rng(seed)
    basis = basis_from_point(
        program,
        primal.to_floats() + noise * wobble.normal(size=len(primal)),
        dual.to_floats() + noise * wobble.normal(size=len(dual)),
    )
    assert_optimal_basis(program, basis)


def test_no_basis_comes_of_an_infeasible_program_or_a_point_that_is_not_finite() -> None:
    program = CASES["infeasible rows"]
    assert basis_from_point(program, np.zeros(1), np.zeros(2)) is None
    assert basis_from_point(program, np.array([np.nan]), np.zeros(2)) is None


INTEGER = {case.name.partition(" of a ")[0]: case.model for case in mixed_integer_cases()}


def market_split(rows: int = 4, size: int = 30, seed: int = 0) -> MixedIntegerProgram:
    """A market split problem: few rows, and a search that takes long."""
    weights = np.random.default_rng(seed).integers(0, 100, (rows, size))
    coefficients = [
        [
            *row,
            *(1 if k == i else 0 for k in range(rows)),
            *(-1 if k == i else 0 for k in range(rows)),
        ]
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
    answer = HIGHS.solve(INTEGER["knapsack"], options)
    assert expected.items() <= answer.options.items()
    assert (answer.dual, answer.basis) == (None, None)


def test_at_a_time_limit_point_and_bound_enclose_the_optimum() -> None:
    model = market_split()
    for limit in (0.3, 1.0, 4.0, 15.0, 60.0):
        answer = HIGHS.solve(model, SolveOptions(time_limit=limit))
        assert answer.termination is Termination.TIME_LIMIT
        if answer.objective is not None:  # a point was found in that time
            break
    assert answer.objective is not None
    assert answer.bound is not None
    assert answer.bound <= answer.objective
    judge_point(model, answer, 1e-6)


@posix
def test_control_c_stops_the_search_and_is_reported() -> None:
    interrupt = interrupt_once("%")  # in a line about the search, not about the model
    answer = HIGHS.solve(market_split(), SolveOptions(progress=interrupt, time_limit=200))
    assert answer.termination is Termination.INTERRUPTED
    assert HIGHS.solve(INTEGER["knapsack"]).solved


def test_methods_for_linear_programs_and_a_basis_to_start_from_are_refused() -> None:
    for method in ("simplex", "choose"):
        with pytest.raises(OptionError, match="solver"):
            HIGHS.solve(INTEGER["knapsack"], SolveOptions(raw={"solver": method}))
    basis = Basis(np.ones(4, dtype=np.int8), np.zeros(1, dtype=np.int8))
    with pytest.raises(OptionError, match="basis"):
        HIGHS.solve(INTEGER["knapsack"], basis=basis)


# ---- the model ----


def test_a_mask_of_another_shape_or_kind_is_refused() -> None:
    program = INTEGER["knapsack"].program
    masks: tuple[Any, ...] = (
        np.ones(3, dtype=bool),
        np.ones(4, dtype=np.int64),
        np.ones((1, 4), dtype=bool),
    )
    for mask in masks:
        with pytest.raises(ModelError, match="4 columns and a mask"):
            MixedIntegerProgram(program, mask)


def test_whole_numbers_can_be_fixed_and_the_rest_solved_exactly() -> None:
    left = INTEGER["one of two whole"].with_fixed(ExactArray.of([2]))
    answer = ExactBackend().solve(left)
    assert answer.objective == 7
    assert exact_point(answer).to_fractions() == [2, Fraction(1, 2)]


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
        INTEGER["knapsack"].with_fixed(ExactArray.of(values))


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["highs", "cvxpy", "pyomo"])
def test_nothing_is_written_to_standard_output(backend: str) -> None:
    """HiGHS (1.16) writes a banner when the first solver of a process is made, unless that one has no console."""
    solver = "{'solver': 'HIGHS'}" if backend == "cvxpy" else "{}"
    program = f"import seqform as sf; sf.solve('kuhn', backend={backend!r}, options=sf.SolveOptions(raw={solver}))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
