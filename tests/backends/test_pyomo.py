"""Pyomo's solvers: choice, options checked, duals by row name."""

from __future__ import annotations

import logging

import pytest

from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.pyomo import PyomoBackend
from seqform.backends.solvers.pyomo_run import Outcome, termination_of
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination

PYOMO = PyomoBackend()
CASES = {case.name: case.model for case in program_cases()}


def through(solver: str, **raw: object) -> SolveOptions:
    if solver not in PYOMO.solvers():
        pytest.skip(f"Pyomo does not find {solver} on this machine")
    return SolveOptions(raw={"solver": solver, **raw})


def test_highs_unless_told_otherwise() -> None:
    answer = PYOMO.solve(kuhn_program())
    assert answer.solved
    assert answer.options == {"solver": "highs"}
    assert "Pyomo" in answer.solver
    assert "highs" in answer.solver
    assert answer.iterations is not None
    assert answer.iterations > 0


@pytest.mark.parametrize(("solver", "message"), [("hihgs", "did you mean highs"), ("ipopt", "such as"), (3, "not 3")])
def test_an_unknown_solver_is_an_option_error_that_lists_the_known(solver: object, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        PYOMO.solve(kuhn_program(), SolveOptions(raw={"solver": solver}))


def test_options_of_highs_are_checked_though_pyomo_does_not() -> None:
    with pytest.raises(OptionError, match="did you mean time_limit"):
        PYOMO.solve(kuhn_program(), SolveOptions(raw={"time_limt": 1}))
    with pytest.raises(OptionError, match="time_limit = 'soon'"):
        PYOMO.solve(kuhn_program(), SolveOptions(raw={"time_limit": "soon"}))
    answer = PYOMO.solve(kuhn_program(), SolveOptions(tolerance=1e-8, threads=1, time_limit=60))
    assert answer.options == {"solver": "highs", "time_limit": 60, "kkt_tolerance": 1e-8, "threads": 1}


def test_the_number_of_threads_may_change_between_solves() -> None:
    for threads in (1, 2, 1):
        assert PYOMO.solve(kuhn_program(), SolveOptions(threads=threads)).solved


def test_limits_and_verdicts_are_told() -> None:
    assert PYOMO.solve(kuhn_program(), SolveOptions(time_limit=1e-9)).termination is Termination.TIME_LIMIT
    limited = SolveOptions(raw={"simplex_iteration_limit": 1, "presolve": "off"})
    assert PYOMO.solve(kuhn_program(), limited).termination is Termination.ITERATION_LIMIT
    assert PYOMO.solve(CASES["infeasible rows"]).termination is Termination.INFEASIBLE
    unbounded = PYOMO.solve(CASES["unbounded, maximised"])
    assert unbounded.termination is Termination.UNBOUNDED
    assert unbounded.primal is None


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
    assert termination_of(Outcome(condition, False, {}, 0.1, None, ""), SolveOptions()) is expected


def test_an_iteration_limit_after_the_time_limit_is_a_time_limit() -> None:
    outcome = Outcome("maxIterations", False, {}, 2.0, None, "")
    assert termination_of(outcome, SolveOptions(time_limit=1)) is Termination.TIME_LIMIT


def test_glpk_solves_kuhn_poker_and_refuses_options_it_does_not_have() -> None:
    answer = PYOMO.solve(kuhn_program(), through("glpk"))
    assert answer.objective == pytest.approx(-1 / 18)
    with pytest.raises(OptionError, match="Invalid option"):
        PYOMO.solve(kuhn_program(), through("glpk", no_such_option=1))


def test_cbc_goes_on_without_an_option_it_does_not_have_but_seqform_does_not() -> None:
    assert PYOMO.solve(kuhn_program(), through("cbc")).objective == pytest.approx(-1 / 18)
    with pytest.raises(OptionError, match="No match for no_such_option"):
        PYOMO.solve(kuhn_program(), through("cbc", no_such_option=1))


def test_pyomos_log_is_left_as_it_was() -> None:
    logger = logging.getLogger("pyomo")
    before = (list(logger.handlers), logger.propagate, logger.level)
    PYOMO.solve(kuhn_program())
    assert (list(logger.handlers), logger.propagate, logger.level) == before


def test_quiet_unless_verbose(capfd: pytest.CaptureFixture[str]) -> None:
    for solver in PYOMO.solvers():
        PYOMO.solve(kuhn_program(), through(solver))
    assert capfd.readouterr() == ("", "")
    PYOMO.solve(kuhn_program(), SolveOptions(verbose=True))
    assert "HiGHS" in capfd.readouterr().out
