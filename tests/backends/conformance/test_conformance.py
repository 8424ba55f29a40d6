"""Every backend passes the conformance suite, the suite detects wrong answers, and its known answers are right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from tampered import CASES, Forgetful, Ignoring, Tampered, failure

from seqform.backends import ChoosesSolver, SolveOptions, describe, get
from seqform.backends.conformance import ConformanceCase, check, run
from seqform.backends.conformance.complementarity import complementarity_problem
from seqform.backends.conformance.linear import kuhn_program, linear_program, program_cases, random_program
from seqform.errors import OptionError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import Basis, RawSolution, Termination

FIRST_ORDER = {
    ("highs", "pdlp"),
    ("pdlp", None),
    ("cupdlpx", None),
    ("cvxpy", "SCS"),
    ("cvxpy", "OSQP"),
    ("cfr", None),
    ("pdhg", None),
}
WITHOUT_OPTIONS = {"SaddlePointProblem", "ClassGame", "MixedIntegerProgram"}

REGISTERED = {info.name: info for info in describe(details=True)}
VARIANTS = [(info.name, solver) for info in REGISTERED.values() for solver in info.solvers or (None,)]
MATRIX = [
    (name, solver, case)
    for name, solver in VARIANTS
    for case in CASES.values()
    if case.kind.__name__ in REGISTERED[name].supports
]
SMALL = {
    "LinearProgram": linear_program("min", [1], [], [(0, None)]),
    "LinearComplementarityProblem": complementarity_problem([[1]], [-1]),
}


@cache
def options_for(name: str, solver: str | None, model: str) -> SolveOptions:
    """The solver, and a tight tolerance if it takes one: the default of first-order methods is a few digits.

    The tolerance of saddle points and class games is the accuracy; mixed-integer programs have no choice of method.
    """
    if model in WITHOUT_OPTIONS:
        return SolveOptions()
    backend = get(name)
    raw = {backend.solver_option: solver} if isinstance(backend, ChoosesSolver) and solver else {}
    options = SolveOptions(raw=raw)
    try:
        backend.solve(SMALL[model], replace(options, tolerance=1e-8))
    except OptionError:
        return options
    return replace(options, tolerance=1e-8)


@pytest.mark.parametrize(
    ("name", "solver", "case"),
    [
        pytest.param(
            name, solver, case, id=f"{name}-{solver}-{case.name}", marks=[pytest.mark.slow] if name == "cfr" else []
        )
        for name, solver, case in MATRIX
    ],
)
def test_the_backend_passes_the_case(name: str, solver: str | None, case: ConformanceCase) -> None:
    if not REGISTERED[name].installed:
        pytest.skip(f"{name} is not installed: {REGISTERED[name].install}")
    unavailable = getattr(get(name), "unavailable", None)
    if unavailable is not None:
        pytest.skip(f"{name}: {unavailable}")
    options = options_for(name, solver, case.kind.__name__)
    check(get(name), case, options, accuracy=1e-5 if (name, solver) in FIRST_ORDER else 1e-6)


def test_every_registered_backend_is_in_the_matrix_with_every_model_that_it_supports() -> None:
    tried = {(name, case.kind.__name__) for name, _, case in MATRIX}
    assert tried == {(info.name, model) for info in REGISTERED.values() for model in info.supports}
    covered = set(VARIANTS)
    for solver in ("simplex", "ipm", "pdlp"):
        assert ("highs", solver) in covered
    for solver in ("CLARABEL", "SCS", "OSQP", "HIGHS", "SCIPY"):
        assert ("cvxpy", solver) in covered
    assert {("scipy", "highs"), ("scipy", "highs-ds"), ("scipy", "highs-ipm"), ("pyomo", "highs")} <= covered


def test_the_names_of_cases_are_unique() -> None:
    assert len(CASES) == 143


# ---- wrong answers to linear programs ----


def change_if(present: str, change: Callable[[RawSolution], dict[str, Any]]) -> Tampered:
    """Return HiGHS with a change of the answers that have the attribute."""
    return Tampered(
        "highs", lambda answer: answer if getattr(answer, present) is None else replace(answer, **change(answer))
    )


def failed(backend: Tampered) -> set[str]:
    """Return the cases about linear programs that a backend fails."""
    backend.supports = frozenset({LinearProgram})
    return {name for name, _ in run(backend).failures}


def test_an_unchanged_backend_conforms() -> None:
    backend = Tampered("highs")
    report = run(backend)
    assert report.conforms, str(report)
    assert len(report.passed) == sum(case.kind in backend.supports for case in CASES.values())


SWAPPED = {Termination.INFEASIBLE: Termination.UNBOUNDED, Termination.UNBOUNDED: Termination.INFEASIBLE}
WRONG = {
    "negated duals": (
        change_if("dual", lambda answer: {"dual": -np.asarray(answer.dual)}),
        {"minimise, at least", "maximise, at most", "minimise, equal", "maximise, ranged"},
    ),
    "always solved": (
        change_if("status", lambda _: {"termination": Termination.SOLVED}),
        {"infeasible rows", "infeasible empty row", "unbounded, maximised", "unbounded, minimised"},
    ),
    "infeasible and unbounded swapped": (
        change_if("status", lambda answer: {"termination": SWAPPED.get(answer.termination, answer.termination)}),
        {"infeasible rows", "unbounded, maximised", "infeasible, and its dual too"},
    ),
    "negated objective": (
        change_if("objective", lambda answer: {"objective": -(answer.objective or 0)}),
        {"minimise, at least", "Kuhn poker", "matrix game"},
    ),
    "all basic": (
        change_if(
            "basis",
            lambda answer: {"basis": Basis(0 * answer.basis.columns, 0 * answer.basis.rows)},  # type: ignore[union-attr]
        ),
        {"minimise, at least"},
    ),
    "time limit kept": (Forgetful("highs"), {"time limit"}),
}


@pytest.mark.parametrize(("backend", "expected"), WRONG.values(), ids=WRONG)
def test_the_suite_detects_wrong_answers(backend: Tampered, expected: set[str]) -> None:
    assert expected <= failed(backend)


def test_the_message_about_negated_duals_names_the_sign() -> None:
    assert "with the opposite sign they would be right" in failure(WRONG["negated duals"][0], "maximise, at most")


def test_the_suite_detects_duals_negated_only_in_maximisations() -> None:
    class NegatedMaximum(Tampered):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            answer = super().solve(model, options)
            return answer if model.sense == "min" or answer.dual is None else replace(answer, dual=-answer.dual)

    failures = failed(NegatedMaximum("highs"))
    assert {"maximise, at least", "maximise, at most", "maximise, equal", "matrix game"} <= failures
    assert not any(name.startswith("minimise") for name in failures)


def test_the_suite_detects_ignored_options_and_models() -> None:
    assert failed(Ignoring("highs", kuhn_program())) == {"unknown option", "ill typed option", "wrong model"}


def test_the_suite_requires_exact_answers_of_exact_backends() -> None:
    backend = Tampered("highs")
    backend.exact = True
    assert "matrix game in thirds" in failed(backend)


def test_a_crash_is_a_failure_that_names_the_exception() -> None:
    def crash(_: RawSolution) -> RawSolution:
        raise ZeroDivisionError("by zero")

    assert "raised ZeroDivisionError: by zero" in failure(Tampered("highs", crash), "no rows")


# ---- known answers ----


@pytest.mark.parametrize("case", program_cases(), ids=[case.name for case in program_cases()])
def test_the_known_answers_are_optimal_exactly(case: ConformanceCase) -> None:
    assert (case.value is not None) == (case.terminations == {Termination.SOLVED})
    if case.primal is not None and case.dual is not None:
        assert case.model.residuals(case.primal, case.dual).worst == 0
    if case.primal is not None:
        assert case.model.objective.dot(case.primal) == case.value


@pytest.mark.parametrize("seed", range(30))
def test_the_known_pair_of_a_random_program_is_optimal_exactly(seed: int) -> None:
    program, primal, dual = random_program(seed)
    assert isinstance(primal, ExactArray)
    assert program.residuals(primal, dual).worst == 0


@pytest.mark.parametrize("name", ["minimise, at least", "maximise, at most", "maximise, ranged", "mixed rows"])
def test_known_duals_are_derivatives_of_the_objective(name: str) -> None:
    case = CASES[name]
    rows, step = case.model.rows, Fraction(1, 1000)
    assert case.dual is not None
    assert case.value is not None
    for i in range(len(rows)):
        shift = ExactArray.of([step if k == i else 0 for k in range(len(rows))])
        moved = replace(case.model, rows=replace(rows, lower=rows.lower + shift, upper=rows.upper + shift))
        answer = get("highs").solve(moved)
        assert answer.objective is not None
        rate = (answer.objective - float(case.value)) / float(step)
        assert rate == pytest.approx(float(case.dual[i]), abs=1e-6)
