"""Pyomo's solvers: choice, options checked, duals by row name."""

from __future__ import annotations

import logging

import pytest
from solver_runs import through

from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.pyomo import PyomoBackend, PyomoOutcome, termination_of
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination

PYOMO = PyomoBackend()
CASES = {case.name: case.model for case in program_cases()}


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
    assert PYOMO.solve(kuhn_program(), through(solver)).objective == pytest.approx(-1 / 18)
    with pytest.raises(OptionError, match=complaint):
        PYOMO.solve(kuhn_program(), through(solver, no_such_option=1))


def test_pyomos_log_is_left_as_it_was() -> None:
    logger = logging.getLogger("pyomo")
    before = (list(logger.handlers), logger.propagate, logger.level)
    PYOMO.solve(kuhn_program())
    assert (list(logger.handlers), logger.propagate, logger.level) == before
