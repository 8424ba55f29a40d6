"""The backends `cvxpy` and `pyomo`: the same optima, options, and failures of the solvers behind them."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import cvxpy
import numpy as np
import pytest
from pyomo import environ as pyomo
from solver_runs import through

import seqform as sf
from seqform.backends import ChoosesSolver, SolveOptions, get, traits_of
from seqform.backends.conformance.linear import kuhn_program, linear_program, program_cases
from seqform.backends.solvers.cvxpy import _Run, _termination
from seqform.backends.solvers.modelling import (
    complementarity_to_pyomo,
    cvxpy_duals,
    cvxpy_groups,
    to_cvxpy,
    to_named_cvxpy,
    to_pyomo,
)
from seqform.backends.solvers.pyomo import PyomoOutcome, termination_of
from seqform.errors import ModelError, OptionError, SolveError
from seqform.models import Termination, linear_complementarity_problem

SOLVABLE = [
    case for case in program_cases() if case.value is not None and case.model.matrix.shape[1] > 0
]


@pytest.mark.parametrize("case", SOLVABLE, ids=[case.name for case in SOLVABLE])
def test_both_cvxpy_problems_have_the_same_optimum_and_duals(case: Any) -> None:
    assert to_named_cvxpy(case.model).solve(solver="HIGHS") == pytest.approx(
        float(case.value), abs=1e-7
    )
    problem = to_cvxpy(case.model)
    assert problem.solve(solver="HIGHS") == pytest.approx(float(case.value), abs=1e-7)
    duals = cvxpy_duals(case.model, problem)
    assert duals is not None
    assert case.model.residuals(np.asarray(problem.var_dict["x"].value), duals).worst < 1e-6
    if case.dual is not None:
        assert duals == pytest.approx(case.dual.to_floats(), abs=1e-6)


def test_the_cvxpy_problem_has_labelled_groups_and_can_be_extended() -> None:
    program = linear_program(
        "max", [3, 2], [(None, [1, 1], 4), (1, [1, 0], 1)], [(0, 3), (0, None)]
    )
    groups = {name: index.tolist() for name, index in cvxpy_groups(program).items()}
    assert groups == {
        "equality": [1],
        "lower": [],
        "upper": [0],
        "column lower": [0, 1],
        "column upper": [0],
    }
    problem = to_cvxpy(program)
    assert cvxpy_duals(program, problem) is None
    assert [each.label for each in problem.constraints] == [
        "equality",
        "upper",
        "column lower",
        "column upper",
    ]
    x = problem.var_dict["x"]
    extended = cvxpy.Problem(problem.objective, [*problem.constraints, x[1] <= 1])
    assert problem.solve(solver="HIGHS") == pytest.approx(9)
    assert extended.solve(solver="HIGHS") == pytest.approx(5)
    duals = cvxpy_duals(program, extended)
    assert duals is not None
    assert duals.tolist() == pytest.approx([0, 3])


def test_the_pyomo_model_is_indexed_by_names_and_can_be_extended() -> None:
    program = replace(
        linear_program(
            "max",
            [3, 2, 0],
            [(None, [1, 1, 0], 4), (1, [1, 0, 0], 3)],
            [(0, None), (0, None), (2, 5)],
        ),
        row_names=["K: land", "K: labour"],
        column_names=["wheat", "rye", "idle"],
    )
    model = to_pyomo(program)
    assert isinstance(model, pyomo.ConcreteModel)
    assert list(model.row) == ["K: land", "K: labour"]
    assert model.x["idle"].bounds == (2, 5)
    assert model.x["wheat"].bounds == (0, None)
    solver = pyomo.SolverFactory("highs")
    solver.solve(model)
    assert pyomo.value(model.objective) == pytest.approx(11)
    assert [model.dual[model.row[name]] for name in program.row_names] == pytest.approx([2, 1])
    model.quota = pyomo.Constraint(expr=model.x["wheat"] <= 2)
    pyomo.SolverFactory("highs").solve(model)
    assert pyomo.value(model.objective) == pytest.approx(10)


def test_pyomo_gets_no_vacuous_rows_and_impossible_ones_are_refused() -> None:
    program = linear_program(
        "max", [1], [(None, [1], 5), (-1, [0], 1), (None, [1], None)], [(0, None)]
    )
    assert list(to_pyomo(program).row) == ["row 0"]
    with pytest.raises(ModelError, match="row 0 has no entries and bounds that exclude zero"):
        to_pyomo(linear_program("max", [1], [(1, [0], 2)], [(0, None)]))


MIXED = linear_complementarity_problem(
    [[1, 0, -1], [0, 1, -1], [1, 1, 0]], [-2, 0, -1], [False, False, True]
)


def test_the_model_has_the_names_signs_and_rows_of_the_problem() -> None:
    model = complementarity_to_pyomo(MIXED)
    assert list(model.z) == ["z1", "z2", "z3"]
    assert [variable.bounds for variable in model.z.values()] == [
        (0, None),
        (0, None),
        (None, None),
    ]
    assert list(model.w) == list(model.pair) == ["w1", "w2"]
    assert str(model.row["w1"].expr) == "z[z1] - z[z3] - w[w1]  ==  2.0"
    assert str(model.row["w3"].expr) == "z[z1] + z[z2]  ==  1.0"
    assert not list(model.component_objects(pyomo.Objective))


def test_empty_rows_are_left_out_and_contradictory_ones_refused() -> None:
    empty = complementarity_to_pyomo(linear_complementarity_problem([], []))
    assert (len(empty.z), len(empty.row), len(empty.pair)) == (0, 0, 0)
    idle = linear_complementarity_problem([[1, 0], [0, 0]], [-1, 0], [False, True])
    assert list(complementarity_to_pyomo(idle).row) == ["w1"]
    with pytest.raises(ModelError, match="w2 has to be zero, but no variable is in it"):
        complementarity_to_pyomo(
            linear_complementarity_problem([[1, 0], [0, 0]], [-1, -1], [False, True])
        )


def test_the_model_goes_to_nl_files_after_a_transformation_alone(tmp_path: Path) -> None:
    file = tmp_path / "mixed.nl"
    with pytest.raises(ValueError, match="Complementarity"):  # Pyomo drops nothing
        complementarity_to_pyomo(MIXED).write(str(file))
    model = complementarity_to_pyomo(MIXED)
    pyomo.TransformationFactory("mpec.nl").apply_to(model)
    model.write(str(file))
    lines = file.read_text(encoding="utf-8").splitlines()
    variables, rows = (int(count) for count in lines[1].split()[:2])
    assert variables == rows  # a mixed complementarity problem has to be square
    complementary = [line for line in lines if line.startswith("5 1 ")]
    assert [line.split()[2] for line in complementary] == ["1", "2"]  # that is z1 and z2
    model = complementarity_to_pyomo(MIXED)
    pyomo.TransformationFactory("mpec.simple_nonlinear").apply_to(model)
    products = [
        row
        for row in model.component_data_objects(pyomo.Constraint)
        if row.body.polynomial_degree() == 2
    ]
    assert len(products) == 2
    model.write(str(file))


CASES = {case.name: case.model for case in program_cases()}


@pytest.mark.parametrize(
    ("backend", "raw", "message"),
    [
        ("highs", {"time_limt": 1}, "no option 'time_limt'; did you mean time_limit"),
        (
            "highs",
            {"solver": "magic"},
            "solver = 'magic': one of choose, simplex, ipx, hipo, pdlp, hipdlp",
        ),
        ("highs", {"solver": "ipm"}, "stands for one of two methods: choose ipx or hipo"),
        ("highs", {"time_limit": "soon"}, "time_limit = 'soon': a number"),
        ("highs", {7: 7}, "names of options are strings, not 7"),
        ("scipy", {"time_limt": 1}, "no option 'time_limt'; did you mean time_limit"),
        ("scipy", {"time_limit": "soon"}, "time_limit: a number expected, not 'soon'"),
        ("scipy", {"method": "simplex"}, "one of highs, highs-ds, highs-ipm"),
        ("scipy", {"primal_feasibility_tolerance": 1e-30}, "refuses the options"),
        ("cvxpy", {"solver": "CLARABLE"}, "did you mean CLARABEL"),
        ("cvxpy", {"solver": "CLARABEL", "max_iter": "many"}, "max_iter"),
        ("cvxpy", {"solver": "HIGHS", "time_limt": 5}, "did you mean time_limit"),
        ("cvxpy", {"solver": "SCIPY", "time_limt": 5}, "time_limt"),
        ("cvxpy", {"solver": "SCIPY", "scipy_options": 5}, "a dictionary expected"),
        ("pyomo", {"solver": "hihgs"}, "did you mean highs"),
        ("pyomo", {"time_limt": 1}, "did you mean time_limit"),
    ],
)
def test_a_bad_option_is_an_option_error(backend: str, raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        get(backend).solve(kuhn_program(), SolveOptions(raw=raw))


@pytest.mark.parametrize(
    ("backend", "solver", "options", "expected"),
    [
        (
            "cvxpy",
            "CLARABEL",
            {"tolerance": 1e-6},
            {"tol_gap_abs": 1e-6, "tol_gap_rel": 1e-6, "tol_feas": 1e-6},
        ),
        ("cvxpy", "CLARABEL", {"threads": 1}, {"max_threads": 1}),
        ("cvxpy", "SCS", {"time_limit": 9}, {"time_limit_secs": 9}),
        ("cvxpy", "OSQP", {"tolerance": 1e-6}, {"eps_abs": 1e-6, "eps_rel": 1e-6}),
        ("cvxpy", "HIGHS", {"threads": 1, "time_limit": 9}, {"threads": 1, "time_limit": 9}),
        ("cvxpy", "SCIPY", {"time_limit": 9}, {"scipy_options": {"time_limit": 9}}),
        (
            *("pyomo", "highs", {"tolerance": 1e-8, "threads": 1, "time_limit": 60}),
            {"time_limit": 60, "kkt_tolerance": 1e-8, "threads": 1},
        ),
    ],
)
def test_portable_options_reach_the_solver(
    backend: str, solver: str, options: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = get(backend).solve(kuhn_program(), SolveOptions(**options, raw={"solver": solver}))
    assert answer.solved
    assert answer.options == {"solver": solver, **expected}


@pytest.mark.parametrize(
    ("backend", "raw", "expected"),
    [
        ("highs", {"simplex_iteration_limit": 3, "presolve": "off"}, Termination.ITERATION_LIMIT),
        ("scipy", {"time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("scipy", {"maxiter": 1, "presolve": False}, Termination.ITERATION_LIMIT),
        ("pyomo", {"time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("pyomo", {"simplex_iteration_limit": 1, "presolve": "off"}, Termination.ITERATION_LIMIT),
        ("cvxpy", {"solver": "CLARABEL", "max_iter": 1}, Termination.ITERATION_LIMIT),
        ("cvxpy", {"solver": "CLARABEL", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("cvxpy", {"solver": "SCS", "max_iters": 1}, Termination.ITERATION_LIMIT),
        ("cvxpy", {"solver": "SCS", "time_limit_secs": 1e-9}, Termination.TIME_LIMIT),
        ("cvxpy", {"solver": "OSQP", "max_iter": 1}, Termination.ITERATION_LIMIT),
        ("cvxpy", {"solver": "OSQP", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("cvxpy", {"solver": "SCIPY", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("cvxpy", {"solver": "HIGHS", "time_limit": 1e-9}, Termination.TIME_LIMIT),
    ],
)
def test_time_and_iteration_limits_are_distinguished(
    backend: str, raw: dict[str, Any], expected: Termination
) -> None:
    answer = get(backend).solve(kuhn_program(), SolveOptions(raw=raw))
    assert answer.termination is expected
    if backend == "scipy":
        assert answer.dual is None
    if backend == "highs":
        assert raw.items() <= answer.options.items()


@pytest.mark.parametrize("name", ["highs", "scipy", "cvxpy", "pyomo"])
def test_backends_write_to_the_terminal_only_if_verbose(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    backend = get(name)
    assert isinstance(backend, ChoosesSolver)
    for solver in backend.solvers():
        backend.solve(
            kuhn_program(), SolveOptions(raw={traits_of(backend).solver_option or "": solver})
        )
    assert capfd.readouterr() == ("", "")
    backend.solve(kuhn_program(), SolveOptions(verbose=True))
    assert ("Clarabel" if name == "cvxpy" else "HiGHS") in capfd.readouterr().out


@pytest.mark.parametrize("solver", ["CLARABEL", "SCS", "OSQP"])
def test_a_certificate_of_dual_infeasibility_does_not_mean_unbounded(solver: str) -> None:
    answer = get("cvxpy").solve(CASES["unbounded, maximised"], SolveOptions(raw={"solver": solver}))
    assert answer.termination is Termination.INFEASIBLE_OR_UNBOUNDED
    assert answer.status.startswith("unbounded")


_UNLIMITED = _Run({}, 0.1, 4)


@pytest.mark.parametrize(
    ("status", "words", "expected"),
    [
        ("optimal", "Solved", Termination.SOLVED),
        ("optimal_inaccurate", "AlmostSolved", Termination.NUMERICAL_ERROR),
        (
            "optimal_inaccurate",
            "solved (inaccurate - reached max_iters)",
            Termination.ITERATION_LIMIT,
        ),
        ("infeasible", "PrimalInfeasible", Termination.INFEASIBLE),
        ("infeasible_inaccurate", "AlmostPrimalInfeasible", Termination.NUMERICAL_ERROR),
        ("unbounded", "DualInfeasible", Termination.INFEASIBLE_OR_UNBOUNDED),
        ("unbounded_inaccurate", "AlmostDualInfeasible", Termination.NUMERICAL_ERROR),
        ("infeasible_or_unbounded", "", Termination.INFEASIBLE_OR_UNBOUNDED),
        ("user_limit", "", Termination.ITERATION_LIMIT),
        ("user_limit", "MaxTime", Termination.TIME_LIMIT),
        ("solver_error", "interrupted", Termination.INTERRUPTED),
        ("solver_error", "InsufficientProgress", Termination.ERROR),
        ("UNKNOWN", "", Termination.NUMERICAL_ERROR),
        ("a status of the future", "", Termination.ERROR),
    ],
)
def test_every_status_of_cvxpy_has_a_meaning(
    status: str, words: str, expected: Termination
) -> None:
    assert _termination("CLARABEL", status, words, _UNLIMITED) is expected


@pytest.mark.parametrize(
    ("solver", "passed", "seconds", "iterations", "expected"),
    [
        ("OSQP", {"time_limit": 0.5}, 0.5, 40, Termination.TIME_LIMIT),
        ("OSQP", {"time_limit": 0.5}, 0.4, 40, Termination.NUMERICAL_ERROR),
        ("OSQP", {"max_iter": 40}, 0.4, 40, Termination.ITERATION_LIMIT),
        ("OSQP", {}, 0.4, 10_000, Termination.ITERATION_LIMIT),
        ("CLARABEL", {"max_iter": 5, "time_limit": 9.0}, 0.4, 5, Termination.ITERATION_LIMIT),
        ("CLARABEL", {"max_iter": 5}, 0.4, 4, Termination.NUMERICAL_ERROR),
        ("ECOS", {"max_iters": 7}, 0.4, 7, Termination.ITERATION_LIMIT),
        ("SCIPY", {"scipy_options": {"time_limit": 0.1}}, 0.4, None, Termination.TIME_LIMIT),
    ],
)
def test_a_point_that_is_called_inaccurate_at_a_limit_is_that_of_the_limit(
    solver: str,
    passed: dict[str, Any],
    seconds: float,
    iterations: int | None,
    expected: Termination,
) -> None:
    assert (
        _termination(solver, "optimal_inaccurate", "", _Run(passed, seconds, iterations))
        is expected
    )
    assert (
        _termination(solver, "optimal", "", _Run(passed, seconds, iterations)) is Termination.SOLVED
    )


def test_a_stop_of_glop_without_a_point_is_its_time_limit() -> None:
    run = _Run({"time_limit_sec": 0.001}, 0.2, None)
    assert _termination("GLOP", "solver_error", "", run) is Termination.TIME_LIMIT
    assert _termination("GLOP", "user_limit", "", run) is Termination.TIME_LIMIT


def test_the_point_of_clarabel_at_an_iteration_limit_is_handed_over_whatever_it_is_called() -> None:
    statuses = ""
    for limit in range(1, 7):
        with pytest.raises(
            SolveError, match=r"stopped early .* value of Player 1 is between"
        ) as failure:
            sf.solve("kuhn", backend="cvxpy", raw={"max_iter": limit})
        assert failure.value.equilibrium.certificate.nash_conv > 0
        statuses += str(failure.value)
    assert "AlmostSolved" in statuses
    assert "MaxIterations" in statuses


def test_all_statuses_that_cvxpy_knows_are_mapped() -> None:
    settings = cvxpy.settings
    for status in {*settings.SOLUTION_PRESENT, *settings.INF_OR_UNB, settings.UNKNOWN}:
        assert _termination("CLARABEL", status, "", _UNLIMITED) is not Termination.ERROR
    assert _termination("GLOP", "infeasible", "", _UNLIMITED) is Termination.INFEASIBLE_OR_UNBOUNDED


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("optimal", Termination.SOLVED),
        ("infeasible", Termination.INFEASIBLE),
        ("infeasibleOrUnbounded", Termination.INFEASIBLE_OR_UNBOUNDED),
        ("maxTimeLimit", Termination.TIME_LIMIT),
        ("maxIterations", Termination.ITERATION_LIMIT),
        ("userInterrupt", Termination.INTERRUPTED),
        ("other", Termination.NUMERICAL_ERROR),
        ("licensingProblems", Termination.ERROR),
        ("error: no such file", Termination.ERROR),
    ],
)
def test_every_condition_of_pyomo_has_a_meaning(condition: str, expected: Termination) -> None:
    assert (
        termination_of(PyomoOutcome(condition, False, {}, 0.1, None, ""), SolveOptions())
        is expected
    )

    # Pyomo does not always distinguish them.
    late = PyomoOutcome("maxIterations", False, {}, 2.0, None, "")
    assert termination_of(late, SolveOptions(time_limit=1)) is Termination.TIME_LIMIT


@pytest.mark.parametrize(
    ("solver", "complaint"), [("glpk", "Invalid option"), ("cbc", "No match for no_such_option")]
)
def test_an_option_that_a_solver_refuses_or_ignores_is_an_option_error(
    solver: str, complaint: str
) -> None:
    assert get("pyomo").solve(kuhn_program(), through(solver)).objective == pytest.approx(-1 / 18)
    with pytest.raises(OptionError, match=complaint):
        get("pyomo").solve(kuhn_program(), through(solver, no_such_option=1))


def test_pyomos_log_is_left_as_it_was() -> None:
    logger = logging.getLogger("pyomo")
    before = (list(logger.handlers), logger.propagate, logger.level)
    get("pyomo").solve(kuhn_program())
    assert (list(logger.handlers), logger.propagate, logger.level) == before
