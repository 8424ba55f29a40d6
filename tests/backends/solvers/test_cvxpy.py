"""CVXPY's solvers: choice, options under their own names, statuses."""

from __future__ import annotations

import pytest

from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.cvxpy import CvxpyBackend, _termination
from seqform.models.programs.solutions import Termination

CVXPY = CvxpyBackend()
CASES = {case.name: case.model for case in program_cases()}


def test_the_name_of_the_solver_is_case_insensitive() -> None:
    assert CVXPY.solve(kuhn_program(), SolveOptions(raw={"solver": "scipy"})).options["solver"] == "SCIPY"


def test_solvers_that_cannot_be_loaded_or_are_unreliable_are_not_listed() -> None:
    import cvxpy

    offered = CVXPY.solvers()
    assert set(offered) <= set(cvxpy.installed_solvers())
    assert not {"SCIP", "QOCO", "CBC", "IPOPT"} & set(offered)


@pytest.mark.parametrize("solver", ["CLARABEL", "SCS", "OSQP"])
def test_a_certificate_of_dual_infeasibility_does_not_mean_unbounded(solver: str) -> None:
    answer = CVXPY.solve(CASES["unbounded, maximised"], SolveOptions(raw={"solver": solver}))
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
