"""The suite notices backends that answer complementarity problems wrongly, and its known answers are right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from seqform.backends import SolveOptions, get
from seqform.backends.conformance import ConformanceFailure, cases, check
from seqform.backends.conformance.case import ProblemCase
from seqform.backends.conformance.complementarity import problem_cases, random_problem
from seqform.backends.conformance.games import kuhn_problem, three_equilibria
from seqform.backends.exact.complementarity import Sense, solve_on_support
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.programs.lcp import sequence_form_lcp
from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, RawSolution, Termination

CASES = {case.name: case for case in cases()}
PROBLEMS = {case.name: case for case in problem_cases()}
SENSES: tuple[Sense, ...] = ("min", "max")
RAY = "Murty 2.11 from (5, 16)"


class Fake:
    """Pyomo, with an answer that is tampered with."""

    name = "fake"
    supports: frozenset[type] = frozenset({LinearComplementarityProblem})
    exact = False

    def __init__(self, tamper: Callable[[RawSolution], RawSolution] = lambda answer: answer) -> None:
        self.tamper = tamper

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        return self.tamper(get("pyomo").solve(model, options))


def complaint(backend: Any, name: str) -> str:
    """Return what the suite says of a broken backend on one case."""
    with pytest.raises(ConformanceFailure) as caught:
        check(backend, CASES[name])
    return str(caught.value)


def moved(by: float) -> Callable[[RawSolution], RawSolution]:
    def tamper(answer: RawSolution) -> RawSolution:
        assert isinstance(answer.primal, np.ndarray)
        return replace(answer, primal=answer.primal + by)

    return tamper


@pytest.mark.parametrize(
    ("name", "by", "message"),
    [
        ("zero solves", -1e-3, "a variable is negative by 0.001"),
        ("positive definite", 1e-3, "both of a pair are positive by 0.003"),
        ("positive definite", -1e-3, "a slack is negative, or one of a free variable not zero, by 0.003"),
        ("free variables alone", 1e-3, "one of a free variable not zero, by 0.003"),
        ("nothing but zeros", -1e-3, "a variable is negative"),
    ],
)
def test_the_suite_notices_a_point_that_solves_nothing(name: str, by: float, message: str) -> None:
    check(Fake(), CASES[name])
    assert message in complaint(Fake(moved(by)), name)


def test_the_suite_notices_a_point_of_the_wrong_length() -> None:
    short = Fake(lambda answer: replace(answer, primal=np.zeros(1)))
    assert "2 primal values expected" in complaint(short, "positive definite")
    none = Fake(lambda answer: replace(answer, primal=None))
    assert "2 primal values expected" in complaint(none, "positive definite")


def test_the_suite_notices_a_false_claim_to_have_solved() -> None:
    optimist = Fake(lambda answer: replace(answer, termination=Termination.SOLVED, primal=np.zeros(2)))
    for name in ("feasible without solution", "equation without variables"):
        assert "says solved" in complaint(optimist, name)


def test_the_suite_notices_a_false_claim_that_there_is_no_solution() -> None:
    pessimist = Fake(lambda answer: replace(answer, termination=Termination.INFEASIBLE))
    for name in (RAY, "three solutions", "sequence form with three equilibria"):
        assert "says infeasible" in complaint(pessimist, name)


def test_the_suite_lets_a_ray_pass_only_where_a_path_may_end_in_one() -> None:
    walker = Fake(lambda answer: ray_answer([1, 0, Fraction(3, 10)]))
    check(walker, CASES[RAY])
    assert "says secondary ray" in complaint(walker, "positive definite")


def ray_answer(ray: list[Any] | None) -> RawSolution:
    exact = None if ray is None else ExactArray.of(ray)
    return RawSolution(Termination.SECONDARY_RAY, "z0 stays", ray=exact, solver="by hand")


@pytest.mark.parametrize(
    ("ray", "message"),
    [
        (None, "a secondary ray of 3 values expected"),
        ([1, 0], "a secondary ray of 3 values expected"),
        ([0, 0, 0], "the secondary ray is zero"),
        ([-1, 0, 0], "leads to negative values"),
        ([1, 0, 0], "slacks that are off by 4"),
        ([1, 0, 1], "raises both of a pair"),
    ],
)
def test_the_suite_notices_a_secondary_ray_that_is_none(ray: list[Any] | None, message: str) -> None:
    assert message in complaint(Fake(lambda answer: ray_answer(ray)), RAY)


def test_the_suite_wants_to_know_the_covering_vector_of_a_ray() -> None:
    walker = Fake(lambda answer: ray_answer([1, 1, 1, 1]))
    assert "neither the problem nor a path has a covering vector" in complaint(walker, "Murty 2.9")


def test_the_suite_demands_fractions_of_exact_backends() -> None:
    class Pretender(Fake):
        exact = True

    assert "an exact backend answers in fractions" in complaint(Pretender(), "no pairs")
    rounded = Fake(lambda answer: replace(answer, primal=ExactArray.of(map(Fraction, np.asarray(answer.primal)))))
    rounded.exact = True
    assert "positive definite, in thirds" in complaint(rounded, "positive definite, in thirds")


def test_the_suite_notices_a_path_that_ends_in_no_complementary_basis() -> None:
    one = PROBLEMS["one pair"].problem
    arrived = ComplementaryPath(one, np.array([0]), np.array([1]), np.array([0]), [Fraction(0)], 1)
    check(Fake(lambda answer: replace(answer, path=arrived)), CASES["one pair"])
    two = PROBLEMS["positive definite"].problem
    stuck = ComplementaryPath(two, np.array([0, 1]), np.array([2]), np.array([1]), [Fraction(0)], 1)
    broken = Fake(lambda answer: replace(answer, path=stuck))
    assert "not complementary" in complaint(broken, "positive definite")


@pytest.mark.parametrize("promise", ["unknown option", "ill typed option", "wrong model"])
def test_the_suite_notices_swallowed_options_and_models(promise: str) -> None:
    class Deaf(Fake):
        solver_option = "solver"

        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            known = isinstance(model, LinearComplementarityProblem)
            return get("pyomo").solve(model if known else PROBLEMS["one pair"].problem)

    assert "took an" in complaint(Deaf(), f"{promise} of a complementarity problem")


def test_the_suite_notices_a_time_limit_that_outlives_its_solve() -> None:
    class Forgetful(Fake):
        limit: float | None = None

        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            options = options or SolveOptions()
            self.limit = options.time_limit or self.limit
            answer = super().solve(model, options)
            return replace(answer, termination=Termination.TIME_LIMIT) if self.limit else answer

    assert "without a limit, says time limit" in complaint(Forgetful(), "time limit of a complementarity problem")


def supports_of(problem: LinearComplementarityProblem) -> Iterator[Mask]:
    for choice in product((False, True), repeat=int(np.count_nonzero(~problem.free))):
        support = problem.free.copy()
        support[~problem.free] = choice
        yield support


def all_vertices(case: ProblemCase) -> Iterator[ExactArray]:
    """Solutions on every support, at both ends of a direction that no edge is likely to be level in."""
    direction = ExactArray.of([3**i + i for i in range(len(case.problem))])
    for support in supports_of(case.problem):
        for sense in SENSES:
            answer = solve_on_support(case.problem, support, direction, sense)
            assert answer.termination in (Termination.SOLVED, Termination.INFEASIBLE)
            if isinstance(answer.primal, ExactArray) and answer.solved:
                yield answer.primal


SMALL = [case for case in problem_cases() if len(case.problem) <= 6]


@pytest.mark.parametrize(
    "case", [case for case in SMALL if case.solutions and "random" not in case.name], ids=lambda case: case.name
)
def test_the_known_solutions_are_all_that_there_are(case: ProblemCase) -> None:
    assert all(case.problem.residuals(solution).worst == 0 for solution in case.solutions)
    found = {tuple(z.to_fractions()) for z in all_vertices(case)}
    assert found == {tuple(solution.to_fractions()) for solution in case.solutions}


@pytest.mark.parametrize(
    "case", [case for case in SMALL if Termination.SOLVED not in case.terminations], ids=lambda case: case.name
)
def test_problems_without_solution_have_none(case: ProblemCase) -> None:
    assert not any(solve_on_support(case.problem, support).solved for support in supports_of(case.problem))


@pytest.mark.parametrize("case", [case for case in SMALL if case.invariant], ids=lambda case: case.name)
def test_what_solutions_have_in_common_is_common_to_all(case: ProblemCase) -> None:
    assert case.invariant is not None
    coefficients, value = case.invariant
    for support in supports_of(case.problem):
        for sense in SENSES:
            answer = solve_on_support(case.problem, support, coefficients, sense)
            assert answer.termination is Termination.INFEASIBLE or answer.objective == value


@pytest.mark.parametrize("seed", range(20))
def test_random_problems_have_a_positive_definite_matrix_and_the_solution_drawn(seed: int) -> None:
    problem, solution = random_problem(seed)
    dense = problem.matrix.to_scipy().toarray()
    assert np.linalg.eigvalsh(dense + dense.T).min() > 0
    assert problem.residuals(solution).worst == 0


def test_the_games_are_those_that_the_builder_makes() -> None:
    form = sequence_form(catalog.make("vsvet-figure-1")).target
    built, written = sequence_form_lcp(form).target, three_equilibria()
    assert built.matrix.equals(written.matrix)
    assert built.q.equals(written.q)
    assert np.array_equal(built.free, written.free)
    kuhn = sequence_form_lcp(sequence_form(catalog.make("kuhn")).target).target
    assert kuhn.matrix.shape == kuhn_problem().matrix.shape
    assert kuhn.matrix.nonzeros == kuhn_problem().matrix.nonzeros


def test_covering_vectors_of_games_cover() -> None:
    for problem in (three_equilibria(), kuhn_problem()):
        d = problem.covering_vector
        assert d is not None
        lifted = (problem.q + d).to_fractions()
        assert min(lifted) >= 0
