"""SciPy's linprog: methods, options checked, statuses."""

from __future__ import annotations

from typing import Any

import pytest

from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.scipy import ScipyBackend
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination

SCIPY = ScipyBackend()
CASES = {case.name: case.model for case in program_cases()}


@pytest.mark.parametrize("method", SCIPY.solvers())
def test_each_method_solves_kuhn_poker_and_tells_the_verdicts_apart(method: str) -> None:
    options = SolveOptions(raw={"method": method}, tolerance=1e-8)
    answer = SCIPY.solve(kuhn_program(), options)
    assert answer.objective == pytest.approx(-1 / 18)
    assert answer.options["method"] == method
    assert ("ipm_optimality_tolerance" in answer.options) == (method == "highs-ipm")
    assert SCIPY.solve(CASES["infeasible rows"], options).termination is Termination.INFEASIBLE
    assert SCIPY.solve(CASES["unbounded, maximised"], options).termination is Termination.UNBOUNDED


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"time_limt": 1}, "no option 'time_limt'; did you mean time_limit"),
        ({"time_limit": "soon"}, "time_limit: a number expected, not 'soon'"),
        ({"time_limit": True}, "time_limit: a number expected"),
        ({"maxiter": 1.5}, "maxiter: a whole number expected"),
        ({"presolve": 1}, "presolve: True or False expected"),
        ({"method": 1}, "method: a string expected"),
        ({"method": "simplex"}, "one of highs, highs-ds, highs-ipm"),
        ({"primal_feasibility_tolerance": 1e-30}, "refuses the options"),
    ],
)
def test_a_bad_option_is_an_option_error(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        SCIPY.solve(kuhn_program(), SolveOptions(raw=raw))


def test_threads_are_nothing_that_linprog_has() -> None:
    with pytest.raises(OptionError, match="option threads"):
        SCIPY.solve(kuhn_program(), SolveOptions(threads=1))


def test_limits_are_told_apart() -> None:
    assert SCIPY.solve(kuhn_program(), SolveOptions(time_limit=1e-9)).termination is Termination.TIME_LIMIT
    limited = SolveOptions(raw={"maxiter": 1, "presolve": False})
    answer = SCIPY.solve(kuhn_program(), limited)
    assert answer.termination is Termination.ITERATION_LIMIT
    assert answer.dual is None


def test_quiet_unless_verbose(capfd: pytest.CaptureFixture[str]) -> None:
    SCIPY.solve(kuhn_program())
    assert capfd.readouterr() == ("", "")
    SCIPY.solve(kuhn_program(), SolveOptions(verbose=True))
    assert "HiGHS" in capfd.readouterr().out
