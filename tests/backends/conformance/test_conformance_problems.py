"""The suite detects wrong answers to complementarity problems, and its known answers are right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from tampered import CASES, Forgetful, Ignoring, Tampered, failure

from seqform.backends.conformance import ConformanceCase, check
from seqform.backends.conformance.complementarity import kuhn_problem, problem_cases, random_problem, three_equilibria
from seqform.backends.exact.complementarity import Sense, solve_on_support
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.programs.lcp import sequence_form_lcp
from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, Termination

PROBLEMS = {case.name: case.model for case in problem_cases()}
SENSES: tuple[Sense, ...] = ("min", "max")
RAY = "Murty 2.11 from (5, 16)"


def changed(**changes: Any) -> Tampered:
    """Return Pyomo with other attributes of every answer."""
    return Tampered("pyomo", lambda answer: replace(answer, **changes))


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
def test_the_suite_detects_a_point_that_solves_nothing(name: str, by: float, message: str) -> None:
    check(Tampered("pyomo"), CASES[name])
    assert message in failure(Tampered("pyomo", lambda answer: replace(answer, primal=answer.primal + by)), name)


@pytest.mark.parametrize(
    ("changes", "names", "message"),
    [
        ({"primal": np.zeros(1)}, ["positive definite"], "2 primal values expected"),
        ({"primal": None}, ["positive definite"], "2 primal values expected"),
        (
            {"termination": Termination.SOLVED, "primal": np.zeros(2)},
            ["feasible without solution", "equation without variables"],
            "reported solved",
        ),
        (
            {"termination": Termination.INFEASIBLE},
            [RAY, "three solutions", "sequence form with three equilibria"],
            "reported infeasible",
        ),
    ],
)
def test_the_suite_detects_a_wrong_length_or_termination(
    changes: dict[str, Any], names: list[str], message: str
) -> None:
    for name in names:
        assert message in failure(changed(**changes), name)


def with_ray(ray: list[Any] | None) -> Tampered:
    exact = None if ray is None else ExactArray.of(ray)
    return changed(termination=Termination.SECONDARY_RAY, ray=exact)


def test_a_secondary_ray_is_accepted_only_where_a_path_may_end_in_one() -> None:
    backend = with_ray([1, 0, Fraction(3, 10)])
    check(backend, CASES[RAY])
    assert "reported secondary ray" in failure(backend, "positive definite")


@pytest.mark.parametrize(
    ("ray", "name", "message"),
    [
        (None, RAY, "a secondary ray of 3 values expected"),
        ([1, 0], RAY, "a secondary ray of 3 values expected"),
        ([0, 0, 0], RAY, "the secondary ray is zero"),
        ([-1, 0, 0], RAY, "leads to negative values"),
        ([1, 0, 0], RAY, "slacks that are off by 4"),
        ([1, 0, 1], RAY, "raises both of a pair"),
        ([1, 1, 1, 1], "Murty 2.9", "neither the problem nor a path has a covering vector"),
    ],
)
def test_the_suite_detects_a_false_secondary_ray(ray: list[Any] | None, name: str, message: str) -> None:
    assert message in failure(with_ray(ray), name)


def test_the_suite_requires_exact_solutions_of_exact_backends() -> None:
    backend = Tampered("pyomo")
    rounded = Tampered("pyomo", lambda answer: replace(answer, primal=ExactArray.of(map(Fraction, answer.primal))))
    backend.exact = rounded.exact = True
    assert "in doubles, not in fractions" in failure(backend, "no pairs")
    assert "positive definite, in thirds" in failure(rounded, "positive definite, in thirds")


def test_the_suite_detects_a_path_without_a_complementary_last_basis() -> None:
    one, two = PROBLEMS["one pair"], PROBLEMS["positive definite"]
    finished = ComplementaryPath(one, np.array([0]), np.array([1]), np.array([0]), [Fraction(0)], 1)
    check(changed(path=finished), CASES["one pair"])
    stuck = ComplementaryPath(two, np.array([0, 1]), np.array([2]), np.array([1]), [Fraction(0)], 1)
    assert "not complementary" in failure(changed(path=stuck), "positive definite")


@pytest.mark.parametrize("contract", ["unknown option", "ill typed option", "wrong model"])
def test_the_suite_detects_ignored_options_and_models(contract: str) -> None:
    ignoring = Ignoring("pyomo", PROBLEMS["one pair"])
    assert "accepted an" in failure(ignoring, f"{contract} of a complementarity problem")


def test_the_suite_detects_a_time_limit_that_outlives_its_solve() -> None:
    name = "time limit of a complementarity problem"
    assert "without a limit, reported time limit" in failure(Forgetful("pyomo"), name)


# ---- known answers ----


def supports_of(problem: LinearComplementarityProblem) -> Iterator[Mask]:
    for choice in product((False, True), repeat=int(np.count_nonzero(~problem.free))):
        support = problem.free.copy()
        support[~problem.free] = choice
        yield support


def all_vertices(case: ConformanceCase) -> Iterator[ExactArray]:
    """Solutions on every support, at both ends of a direction that no edge is likely to be level in."""
    direction = ExactArray.of([3**i + i for i in range(len(case.model))])
    for support in supports_of(case.model):
        for sense in SENSES:
            answer = solve_on_support(case.model, support, direction, sense)
            assert answer.termination in (Termination.SOLVED, Termination.INFEASIBLE)
            if isinstance(answer.primal, ExactArray) and answer.solved:
                yield answer.primal


SMALL = [case for case in problem_cases() if len(case.model) <= 6]


@pytest.mark.parametrize(
    "case", [case for case in SMALL if case.solutions and "random" not in case.name], ids=lambda case: case.name
)
def test_no_solution_is_missing_from_the_known_ones(case: ConformanceCase) -> None:
    assert all(case.model.residuals(solution).worst == 0 for solution in case.solutions)
    found = {tuple(z.to_fractions()) for z in all_vertices(case)}
    assert found == {tuple(solution.to_fractions()) for solution in case.solutions}


@pytest.mark.parametrize(
    "case", [case for case in SMALL if Termination.SOLVED not in case.terminations], ids=lambda case: case.name
)
def test_problems_without_solution_have_none(case: ConformanceCase) -> None:
    assert not any(solve_on_support(case.model, support).solved for support in supports_of(case.model))


@pytest.mark.parametrize("case", [case for case in SMALL if case.invariant], ids=lambda case: case.name)
def test_the_known_invariant_holds_on_every_support(case: ConformanceCase) -> None:
    assert case.invariant is not None
    coefficients, value = case.invariant.coefficients, case.invariant.value
    for support in supports_of(case.model):
        for sense in SENSES:
            answer = solve_on_support(case.model, support, coefficients, sense)
            assert answer.termination is Termination.INFEASIBLE or answer.objective == value


@pytest.mark.parametrize("seed", range(20))
def test_random_problems_have_a_positive_definite_matrix_and_the_solution_drawn(seed: int) -> None:
    problem, solution = random_problem(seed)
    dense = problem.matrix.to_scipy().toarray()
    assert np.linalg.eigvalsh(dense + dense.T).min() > 0
    assert problem.residuals(solution).worst == 0


def test_the_games_equal_those_of_the_builder() -> None:
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
