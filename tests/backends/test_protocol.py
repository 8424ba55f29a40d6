"""Portable options under the names of solvers, suggestions, and programs that need no solver."""

from __future__ import annotations

from typing import Any

import pytest

from seqform.backends.conformance.linear import linear_program
from seqform.backends.protocol import SolveOptions, check_names, suggestion, translate
from seqform.backends.solvers.modelling import trivial_answer
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination

NAMES = {"time_limit": ("seconds",), "tolerance": ("primal", "dual")}


def test_portable_options_go_under_the_solvers_names() -> None:
    options = SolveOptions(time_limit=3, tolerance=1e-5)
    assert translate("Solver", options, NAMES) == {"seconds": 3, "primal": 1e-5, "dual": 1e-5}
    assert translate("Solver", SolveOptions(), NAMES) == {}


def test_a_portable_option_without_a_name_is_an_option_error() -> None:
    with pytest.raises(OptionError, match="option threads: Solver does not support it"):
        translate("Solver", SolveOptions(threads=2), NAMES)


def test_near_names_are_suggested_and_far_ones_are_not() -> None:
    assert suggestion("primall", NAMES["tolerance"]) == "; did you mean primal?"
    assert suggestion("zzz", NAMES["tolerance"]) == ""
    with pytest.raises(OptionError, match="Solver has no option 'sekonds'; did you mean seconds"):
        check_names("Solver", ["primal", "sekonds"], ["primal", "seconds"])


@pytest.mark.parametrize(
    "options",
    [
        {"time_limit": 0},
        {"time_limit": 10**400},
        {"time_limit": float("nan")},
        {"tolerance": "tight"},
        {"tolerance": True},
        {"threads": 0},
        {"threads": 1.0},
        {"verbose": 1},
        {"raw": ["solver"]},
    ],
)
def test_ill_typed_portable_options_are_option_errors(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(OptionError, match=f"option {name}: "):
        SolveOptions(**options)


def test_programs_that_need_no_solver_are_answered() -> None:
    empty = trivial_answer(linear_program("max", [], [(-1, [], 1)], []), "nobody")
    assert empty is not None
    assert (empty.termination, empty.objective, empty.solver) == (Termination.SOLVED, 0.0, "nobody")
    contradiction = trivial_answer(linear_program("min", [1], [(None, [1], 1), (1, [0], 2)], [(0, None)]), "nobody")
    assert contradiction is not None
    assert contradiction.termination is Termination.INFEASIBLE
    assert "row 1" in contradiction.status
    assert trivial_answer(linear_program("min", [1], [(-1, [0], 2)], [(0, None)]), "nobody") is None
