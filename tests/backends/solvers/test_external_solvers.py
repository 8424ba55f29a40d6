"""Options, limits, infeasibility and output of the external solvers, through each backend that calls them."""

import logging
from typing import Any

import pytest
from solver_runs import through

from seqform.backends import ChoosesSolver, SolveOptions, get, traits_of
from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.backends.solvers.cvxpy import _termination
from seqform.backends.solvers.pyomo import PyomoOutcome, termination_of
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination

CASES = {case.name: case.model for case in program_cases()}


@pytest.mark.parametrize(
    ("backend", "raw", "message"),
    [
        ("highs", {"time_limt": 1}, "no option 'time_limt'; did you mean time_limit"),
        ("highs", {"solver": "magic"}, "solver = 'magic': one of choose, simplex, ipx, hipo, pdlp, hipdlp"),
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
        ("cvxpy", "CLARABEL", {"tolerance": 1e-6}, {"tol_gap_abs": 1e-6, "tol_gap_rel": 1e-6, "tol_feas": 1e-6}),
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
def test_time_and_iteration_limits_are_distinguished(backend: str, raw: dict[str, Any], expected: Termination) -> None:
    answer = get(backend).solve(kuhn_program(), SolveOptions(raw=raw))
    assert answer.termination is expected
    if backend == "scipy":
        assert answer.dual is None
    if backend == "highs":
        assert raw.items() <= answer.options.items()


@pytest.mark.parametrize("name", ["highs", "scipy", "cvxpy", "pyomo"])
def test_backends_write_to_the_terminal_only_if_verbose(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    backend = get(name)
    assert isinstance(backend, ChoosesSolver)
    for solver in backend.solvers():
        backend.solve(kuhn_program(), SolveOptions(raw={traits_of(backend).solver_option or "": solver}))
    assert capfd.readouterr() == ("", "")
    backend.solve(kuhn_program(), SolveOptions(verbose=True))
    assert ("Clarabel" if name == "cvxpy" else "HiGHS") in capfd.readouterr().out


@pytest.mark.parametrize("solver", ["CLARABEL", "SCS", "OSQP"])
def test_a_certificate_of_dual_infeasibility_does_not_mean_unbounded(solver: str) -> None:
    answer = get("cvxpy").solve(CASES["unbounded, maximised"], SolveOptions(raw={"solver": solver}))
    assert answer.termination is Termination.INFEASIBLE_OR_UNBOUNDED
    assert answer.status.startswith("unbounded")


@pytest.mark.parametrize(
    ("status", "words", "expected"),
    [
        ("optimal", "Solved", Termination.SOLVED),
        ("optimal_inaccurate", "AlmostSolved", Termination.NUMERICAL_ERROR),
        ("optimal_inaccurate", "solved (inaccurate - reached max_iters)", Termination.ITERATION_LIMIT),
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
def test_every_status_of_cvxpy_has_a_meaning(status: str, words: str, expected: Termination) -> None:
    assert _termination("CLARABEL", status, words) is expected
    assert _termination("GLOP", "infeasible", "") is Termination.INFEASIBLE_OR_UNBOUNDED


def test_all_statuses_that_cvxpy_knows_are_mapped() -> None:
    from cvxpy import settings

    known = {*settings.SOLUTION_PRESENT, *settings.INF_OR_UNB, settings.UNKNOWN}
    assert known
    for status in known:
        assert _termination("CLARABEL", status, "") is not Termination.ERROR


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
    assert termination_of(PyomoOutcome(condition, False, {}, 0.1, None, ""), SolveOptions()) is expected

    late = PyomoOutcome("maxIterations", False, {}, 2.0, None, "")  # Pyomo does not always distinguish them
    assert termination_of(late, SolveOptions(time_limit=1)) is Termination.TIME_LIMIT


@pytest.mark.parametrize(("solver", "complaint"), [("glpk", "Invalid option"), ("cbc", "No match for no_such_option")])
def test_an_option_that_a_solver_refuses_or_ignores_is_an_option_error(solver: str, complaint: str) -> None:
    assert get("pyomo").solve(kuhn_program(), through(solver)).objective == pytest.approx(-1 / 18)
    with pytest.raises(OptionError, match=complaint):
        get("pyomo").solve(kuhn_program(), through(solver, no_such_option=1))


def test_pyomos_log_is_left_as_it_was() -> None:
    logger = logging.getLogger("pyomo")
    before = (list(logger.handlers), logger.propagate, logger.level)
    get("pyomo").solve(kuhn_program())
    assert (list(logger.handlers), logger.propagate, logger.level) == before
