"""Pyomo's solvers: choice, options checked, duals by row name."""

from __future__ import annotations

import logging

import pytest

from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.pyomo import PyomoBackend
from seqform.backends.solvers.pyomo_run import PyomoOutcome, termination_of
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination

PYOMO = PyomoBackend()
CASES = {case.name: case.model for case in program_cases()}


def through(solver: str, **raw: object) -> SolveOptions:
    if solver not in PYOMO.solvers():
        pytest.skip(f"Pyomo does not find {solver} on this machine")
    return SolveOptions(raw={"solver": solver, **raw})


def test_the_default_solver_is_highs() -> None:
    answer = PYOMO.solve(kuhn_program())
    assert answer.solved
    assert answer.options == {"solver": "highs"}
    assert "Pyomo" in answer.solver
    assert "highs" in answer.solver
    assert answer.iterations is not None
    assert answer.iterations > 0


def test_portable_options_reach_highs() -> None:
    answer = PYOMO.solve(kuhn_program(), SolveOptions(tolerance=1e-8, threads=1, time_limit=60))
    assert answer.options == {"solver": "highs", "time_limit": 60, "kkt_tolerance": 1e-8, "threads": 1}


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


def test_an_iteration_limit_after_the_time_limit_is_a_time_limit() -> None:
    outcome = PyomoOutcome("maxIterations", False, {}, 2.0, None, "")
    assert termination_of(outcome, SolveOptions(time_limit=1)) is Termination.TIME_LIMIT


def test_an_option_that_glpk_refuses_is_an_option_error() -> None:
    answer = PYOMO.solve(kuhn_program(), through("glpk"))
    assert answer.objective == pytest.approx(-1 / 18)
    with pytest.raises(OptionError, match="Invalid option"):
        PYOMO.solve(kuhn_program(), through("glpk", no_such_option=1))


def test_an_option_that_cbc_ignores_is_an_option_error() -> None:
    assert PYOMO.solve(kuhn_program(), through("cbc")).objective == pytest.approx(-1 / 18)
    with pytest.raises(OptionError, match="No match for no_such_option"):
        PYOMO.solve(kuhn_program(), through("cbc", no_such_option=1))


def test_pyomos_log_is_left_as_it_was() -> None:
    logger = logging.getLogger("pyomo")
    before = (list(logger.handlers), logger.propagate, logger.level)
    PYOMO.solve(kuhn_program())
    assert (list(logger.handlers), logger.propagate, logger.level) == before
