"""Every backend keeps every promise, and the suite notices one that does not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from seqform.backends import Backend, ChoosesSolver, SolveOptions, describe, get
from seqform.backends.conformance import ConformanceCase, ConformanceFailure, cases, check, run
from seqform.backends.conformance.case import complementarity_problem
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

CASES = cases()
REGISTERED = {info.name: info for info in describe(details=True)}
VARIANTS = [(info.name, solver) for info in REGISTERED.values() for solver in info.solvers or (None,)]
MATRIX = [
    (name, solver, case)
    for name, solver in VARIANTS
    for case in CASES
    if case.model.__name__ in REGISTERED[name].supports
]
SMALL = {
    "LinearProgram": linear_program("min", [1], [], [(0, None)]),
    "LinearComplementarityProblem": complementarity_problem([[1]], [-1]),
}


@cache
def options_for(name: str, solver: str | None, model: str) -> SolveOptions:
    """A tight tolerance where the solver takes one; first-order methods stop at the first digits without.

    What is asked of saddle points and class games is the accuracy; of mixed-integer programs, no method is chosen.
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
def test_backend_keeps_its_promise(name: str, solver: str | None, case: ConformanceCase) -> None:
    if not REGISTERED[name].installed:
        pytest.skip(f"{name} is not installed: {REGISTERED[name].install}")
    unavailable = getattr(get(name), "unavailable", None)
    if unavailable is not None:
        pytest.skip(f"{name}: {unavailable}")
    options = options_for(name, solver, case.model.__name__)
    check(get(name), case, options, accuracy=1e-5 if (name, solver) in FIRST_ORDER else 1e-6)


def test_every_registered_backend_is_in_the_matrix_with_every_model_that_it_supports() -> None:
    tried = {(name, case.model.__name__) for name, _, case in MATRIX}
    assert tried == {(info.name, model) for info in REGISTERED.values() for model in info.supports}
    covered = set(VARIANTS)
    for solver in ("simplex", "ipm", "pdlp"):
        assert ("highs", solver) in covered
    for solver in ("CLARABEL", "SCS", "OSQP", "HIGHS", "SCIPY"):
        assert ("cvxpy", solver) in covered
    assert {("scipy", "highs"), ("scipy", "highs-ds"), ("scipy", "highs-ipm"), ("pyomo", "highs")} <= covered


def test_promises_have_names_of_their_own() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


class Fake:
    """HiGHS, with an answer that is tampered with."""

    name = "fake"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        return self.tamper(get("highs").solve(model, options))

    def tamper(self, answer: RawSolution) -> RawSolution:
        return answer


def broken(fake: Backend) -> set[str]:
    return {name for name, _ in run(fake).failures}


def test_the_suite_accepts_an_honest_backend() -> None:
    report = run(Fake())
    assert report.conforms, str(report)
    assert len(report.passed) == sum(case.model is LinearProgram for case in CASES)


def test_the_suite_notices_flipped_duals() -> None:
    class Flipped(Fake):
        def tamper(self, answer: RawSolution) -> RawSolution:
            return answer if answer.dual is None else replace(answer, dual=-answer.dual)

    report = run(Flipped())
    assert {"minimise, at least", "maximise, at most", "minimise, equal", "maximise, ranged"} <= broken(Flipped())
    messages = dict(report.failures)
    assert "with the opposite sign they would be right" in messages["maximise, at most"]


def test_the_suite_notices_duals_flipped_only_when_maximising() -> None:
    class FlippedMaximum(Fake):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            answer = super().solve(model, options)
            return answer if model.sense == "min" or answer.dual is None else replace(answer, dual=-answer.dual)

    failures = broken(FlippedMaximum())
    assert {"maximise, at least", "maximise, at most", "maximise, equal", "matrix game"} <= failures
    assert not any(name.startswith("minimise") for name in failures)


def test_the_suite_notices_a_false_claim_to_have_solved() -> None:
    class Optimist(Fake):
        def tamper(self, answer: RawSolution) -> RawSolution:
            return replace(answer, termination=Termination.SOLVED)

    assert {"infeasible rows", "infeasible empty row", "unbounded, maximised", "unbounded, minimised"} <= broken(
        Optimist()
    )


def test_the_suite_notices_infeasible_and_unbounded_mistaken_for_each_other() -> None:
    class Confused(Fake):
        def tamper(self, answer: RawSolution) -> RawSolution:
            swapped = {
                Termination.INFEASIBLE: Termination.UNBOUNDED,
                Termination.UNBOUNDED: Termination.INFEASIBLE,
            }
            return replace(answer, termination=swapped.get(answer.termination, answer.termination))

    assert {"infeasible rows", "unbounded, maximised", "infeasible, and its dual too"} <= broken(Confused())


def test_the_suite_notices_an_objective_of_the_other_sign() -> None:
    class Negated(Fake):
        def tamper(self, answer: RawSolution) -> RawSolution:
            return answer if answer.objective is None else replace(answer, objective=-answer.objective)

    assert {"minimise, at least", "Kuhn poker", "matrix game"} <= broken(Negated())


def test_the_suite_notices_swallowed_options_and_models() -> None:
    class Deaf(Fake):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            return get("highs").solve(model if isinstance(model, LinearProgram) else kuhn_program())

        solver_option = "solver"

    assert broken(Deaf()) == {"unknown option", "ill typed option", "wrong model"}


def test_the_suite_notices_a_time_limit_that_outlives_its_solve() -> None:
    class Forgetful(Fake):
        limit: float | None = None

        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            options = options or SolveOptions()
            self.limit = options.time_limit or self.limit
            answer = super().solve(model, options)
            return replace(answer, termination=Termination.TIME_LIMIT) if self.limit else answer

    assert "time limit" in broken(Forgetful())


def test_the_suite_notices_a_basis_of_the_wrong_size() -> None:
    class Overfull(Fake):
        def tamper(self, answer: RawSolution) -> RawSolution:
            if answer.basis is None:
                return answer
            basis = Basis(np.zeros_like(answer.basis.columns), np.zeros_like(answer.basis.rows))
            return replace(answer, basis=basis)

    assert "minimise, at least" in broken(Overfull())


def test_the_suite_demands_exactness_of_exact_backends() -> None:
    class Pretender(Fake):
        exact = True

    assert "matrix game in thirds" in broken(Pretender())


def test_a_crash_is_a_failure_that_names_the_exception() -> None:
    class Crashing(Fake):
        def tamper(self, answer: RawSolution) -> RawSolution:
            raise ZeroDivisionError("by zero")

    with pytest.raises(ConformanceFailure, match="raised ZeroDivisionError: by zero"):
        check(Crashing(), cases()[0])


@pytest.mark.parametrize("case", program_cases(), ids=[case.name for case in program_cases()])
def test_the_known_answers_are_optimal_exactly(case: Any) -> None:
    if case.primal is not None and case.dual is not None:
        assert case.program.residuals(case.primal, case.dual).worst == 0
        assert case.program.objective.dot(case.primal) == case.objective
    elif case.primal is not None:
        assert case.program.objective.dot(case.primal) == case.objective
    else:
        assert (case.objective is not None) == (case.terminations == {Termination.SOLVED})


@pytest.mark.parametrize("seed", range(30))
def test_random_programs_are_made_around_an_optimal_pair(seed: int) -> None:
    program, primal, dual = random_program(seed)
    assert isinstance(primal, ExactArray)
    assert program.residuals(primal, dual).worst == 0


@pytest.mark.parametrize("name", ["minimise, at least", "maximise, at most", "maximise, ranged", "mixed rows"])
def test_known_duals_are_derivatives_of_the_objective(name: str) -> None:
    case = next(case for case in program_cases() if case.name == name)
    rows, step = case.program.rows, Fraction(1, 1000)
    assert case.dual is not None
    assert case.objective is not None
    for i in range(len(rows)):
        shift = ExactArray.of([step if k == i else 0 for k in range(len(rows))])
        moved = replace(case.program, rows=replace(rows, lower=rows.lower + shift, upper=rows.upper + shift))
        answer = get("highs").solve(moved)
        assert answer.objective is not None
        rate = (answer.objective - float(case.objective)) / float(step)
        assert rate == pytest.approx(float(case.dual[i]), abs=1e-6)
