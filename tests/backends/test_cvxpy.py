"""CVXPY's solvers: choice, options in their own terms, honest statuses."""

from __future__ import annotations

from typing import Any

import pytest

from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.cvxpy import CvxpyBackend, _termination
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination

CVXPY = CvxpyBackend()
CASES = {case.name: case.model for case in program_cases()}


def test_clarabel_unless_told_otherwise() -> None:
    answer = CVXPY.solve(kuhn_program())
    assert answer.solved
    assert answer.options == {"solver": "CLARABEL"}
    assert answer.status == "optimal (Solved)"
    assert "CVXPY" in answer.solver
    assert "CLARABEL" in answer.solver


def test_the_solvers_name_may_be_written_small() -> None:
    assert CVXPY.solve(kuhn_program(), SolveOptions(raw={"solver": "scipy"})).options["solver"] == "SCIPY"


def test_solvers_that_cannot_be_loaded_or_trusted_are_not_offered() -> None:
    import cvxpy

    offered = CVXPY.solvers()
    assert set(offered) <= set(cvxpy.installed_solvers())
    assert not {"SCIP", "QOCO", "CBC", "IPOPT"} & set(offered)


@pytest.mark.parametrize(
    ("solver", "message"),
    [("CLARABLE", "did you mean CLARABEL"), ("MAGIC", "one of CLARABEL"), (3, "not 3")],
)
def test_an_unknown_solver_is_an_option_error_that_lists_the_known(solver: object, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        CVXPY.solve(kuhn_program(), SolveOptions(raw={"solver": solver}))


@pytest.mark.parametrize(
    ("solver", "options", "expected"),
    [
        ("CLARABEL", {"tolerance": 1e-6}, {"tol_gap_abs": 1e-6, "tol_gap_rel": 1e-6, "tol_feas": 1e-6}),
        ("CLARABEL", {"threads": 1}, {"max_threads": 1}),
        ("SCS", {"time_limit": 9}, {"time_limit_secs": 9}),
        ("OSQP", {"tolerance": 1e-6}, {"eps_abs": 1e-6, "eps_rel": 1e-6}),
        ("HIGHS", {"threads": 1, "time_limit": 9}, {"threads": 1, "time_limit": 9}),
        ("SCIPY", {"time_limit": 9}, {"scipy_options": {"time_limit": 9}}),
    ],
)
def test_portable_options_reach_the_solver(solver: str, options: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = CVXPY.solve(kuhn_program(), SolveOptions(**options, raw={"solver": solver}))
    assert answer.solved
    assert answer.options == {"solver": solver, **expected}


@pytest.mark.parametrize("solver", ["SCS", "OSQP", "SCIPY"])
def test_a_portable_option_that_a_solver_lacks_is_an_option_error(solver: str) -> None:
    with pytest.raises(OptionError, match=f"option threads: {solver}"):
        CVXPY.solve(kuhn_program(), SolveOptions(threads=1, raw={"solver": solver}))


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"solver": "CLARABEL", "max_iter": "many"}, "max_iter"),
        ({"solver": "OSQP", "max_iters": 5}, "max_iters"),
        ({"solver": "HIGHS", "time_limt": 5}, "did you mean time_limit"),
        ({"solver": "SCIPY", "time_limt": 5}, "time_limt"),
        ({"solver": "SCIPY", "scipy_options": 5}, "a dictionary expected"),
        ({"solver": "SCS", "eps_abs": "small"}, "eps_abs"),
    ],
)
def test_a_bad_option_of_a_solver_is_an_option_error(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        CVXPY.solve(kuhn_program(), SolveOptions(raw=raw))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"solver": "CLARABEL", "max_iter": 1}, Termination.ITERATION_LIMIT),
        ({"solver": "CLARABEL", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ({"solver": "SCS", "max_iters": 1}, Termination.ITERATION_LIMIT),
        ({"solver": "SCS", "time_limit_secs": 1e-9}, Termination.TIME_LIMIT),
        ({"solver": "OSQP", "max_iter": 1}, Termination.ITERATION_LIMIT),
        ({"solver": "OSQP", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ({"solver": "SCIPY", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ({"solver": "HIGHS", "time_limit": 1e-9}, Termination.TIME_LIMIT),
    ],
)
def test_limits_are_told_apart(raw: dict[str, Any], expected: Termination) -> None:
    assert CVXPY.solve(kuhn_program(), SolveOptions(raw=raw)).termination is expected


@pytest.mark.parametrize("solver", ["CLARABEL", "SCS", "OSQP"])
def test_a_certificate_that_the_dual_has_no_solution_is_not_called_unbounded(solver: str) -> None:
    answer = CVXPY.solve(CASES["unbounded, maximised"], SolveOptions(raw={"solver": solver}))
    assert answer.termination is Termination.INFEASIBLE_OR_UNBOUNDED
    assert answer.status.startswith("unbounded")


@pytest.mark.parametrize("solver", ["HIGHS", "SCIPY"])
def test_solvers_that_prove_it_are_believed(solver: str) -> None:
    options = SolveOptions(raw={"solver": solver})
    assert CVXPY.solve(CASES["unbounded, maximised"], options).termination is Termination.UNBOUNDED
    assert CVXPY.solve(CASES["infeasible rows"], options).termination is Termination.INFEASIBLE


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


def test_all_statuses_that_cvxpy_knows_are_mapped() -> None:
    from cvxpy import settings

    known = {*settings.SOLUTION_PRESENT, *settings.INF_OR_UNB, settings.UNKNOWN}
    assert known
    for status in known:
        assert _termination("CLARABEL", status, "") is not Termination.ERROR


def test_glop_calls_unbounded_programs_infeasible_so_neither_is_believed() -> None:
    assert _termination("GLOP", "infeasible", "") is Termination.INFEASIBLE_OR_UNBOUNDED


def test_quiet_unless_verbose(capfd: pytest.CaptureFixture[str]) -> None:
    for solver in ("CLARABEL", "SCS", "OSQP", "HIGHS", "SCIPY"):
        CVXPY.solve(kuhn_program(), SolveOptions(raw={"solver": solver}))
    assert capfd.readouterr() == ("", "")
    CVXPY.solve(kuhn_program(), SolveOptions(verbose=True))
    assert "Clarabel" in capfd.readouterr().out
