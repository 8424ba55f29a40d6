"""From a solver's zeros to an exact solution of a complementarity problem."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from solver_runs import exact_point

from seqform.backends.conformance.complementarity import random_degenerate_game, random_problem
from seqform.backends.exact.solution import exact_complementarity, solve_on_support, support_of, support_program
from seqform.backends.lemke.backend import LemkeBackend
from seqform.errors import ModelError
from seqform.models import ExactArray, RawSolution, Termination, linear_complementarity_problem

PAIR = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])


def near(point: np.ndarray) -> RawSolution:
    return RawSolution(Termination.SOLVED, "optimal", primal=point, solver="by eye")


@given(seed=some.integers(0, 10_000), noise=some.floats(0, 1e-7), size=some.integers(1, 7))
@example(seed=341, noise=2.93e-8, size=2)
def test_a_point_near_the_only_solution_gives_it_exactly(seed: int, noise: float, size: int) -> None:
    problem, solution = random_problem(seed, size)
    disturbance = noise * np.random.default_rng(seed).uniform(-1, 1, size)
    exact = exact_complementarity(problem, near(solution.to_floats() + disturbance))
    assert exact.solved
    assert exact_point(exact).equals(solution)
    assert exact.solver == "by eye, exact simplex"


@pytest.mark.parametrize("scale", [Fraction(1, 10**9), Fraction(1), Fraction(10**9)])
def test_the_support_does_not_depend_on_units(scale: Fraction) -> None:
    problem = random_degenerate_game(2)
    point = exact_point(LemkeBackend().solve(problem)).to_floats()
    scaled = replace(problem, matrix=replace(problem.matrix, values=problem.matrix.values * scale), q=problem.q * scale)
    assert np.array_equal(support_of(scaled, point), support_of(problem, point))


def test_noise_in_slacks_is_not_taken_for_a_slack() -> None:
    problem = linear_complementarity_problem([[3, 0], [0, 3]], [-1, -1])
    third = np.array([1 / 3 + 1e-15, 1 / 3 - 1e-15])
    assert support_of(problem, third).tolist() == [True, True]


def test_the_support_of_an_exact_point_is_where_it_is_positive() -> None:
    problem = linear_complementarity_problem([[2, 1, -1], [1, 2, -1], [1, 1, 0]], [0, 5, -1], [False, False, True])
    point = ExactArray.of([1, 0, 2])
    assert problem.residuals(point).worst == 0
    assert support_of(problem, point).tolist() == [True, False, True]


def test_the_best_vertex_on_a_support_is_chosen() -> None:
    level = linear_complementarity_problem([[1, 1], [1, 1]], [-1, -1])
    both = np.array([True, True])
    for weights, expected in (([1, 0], [1, 0]), ([0, 1], [0, 1])):
        answer = solve_on_support(level, both, ExactArray.of(weights), "max")
        assert exact_point(answer).to_fractions() == expected
        assert answer.objective == 1
    assert solve_on_support(level, both).objective is None


def test_a_support_without_an_optimum_is_reported_with_proof() -> None:
    none = solve_on_support(PAIR, np.array([False, False]))
    assert none.termination is Termination.INFEASIBLE
    assert isinstance(none.ray, ExactArray)
    anything = linear_complementarity_problem([[0]], [0])
    endless = solve_on_support(anything, np.array([True]), ExactArray.of([1]), "max")
    assert endless.termination is Termination.UNBOUNDED
    assert isinstance(endless.ray, ExactArray)


def test_a_point_with_the_zeros_of_no_solution_stays_the_solvers() -> None:
    point = np.array([7.0, 0.0])
    answer = exact_complementarity(PAIR, near(point))
    assert answer.termination is Termination.NUMERICAL_ERROR
    assert "no exact solution has the zeros" in answer.status
    assert answer.primal is point


def test_limits_are_terminations() -> None:
    problem = random_degenerate_game(0, size=12)
    cut = exact_complementarity(problem, LemkeBackend().solve(problem), time_limit=1e-9)
    assert cut.termination is Termination.TIME_LIMIT


def test_vectors_of_other_lengths_and_answers_without_a_point_are_model_errors() -> None:
    with pytest.raises(ModelError, match="3 values for 2 variables"):
        support_of(PAIR, np.zeros(3))
    with pytest.raises(ModelError, match="support of length 1"):
        support_program(PAIR, np.array([True]))
    with pytest.raises(ModelError, match="objective of length 3"):
        solve_on_support(PAIR, np.array([True, True]), ExactArray.of([1, 2, 3]))
    with pytest.raises(ModelError, match="returned no point: time limit"):
        exact_complementarity(PAIR, RawSolution(Termination.TIME_LIMIT, "stopped"))
