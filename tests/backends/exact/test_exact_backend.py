"""The backend `exact`, and exact solutions of complementarity problems from a solver's zeros."""

from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from solver_runs import exact_point

from seqform.backends import SolveOptions
from seqform.backends.conformance.complementarity import random_degenerate_game, random_problem
from seqform.backends.conformance.linear import linear_program
from seqform.backends.exact import ExactBackend
from seqform.backends.exact.simplex import ComputationalForm, ExactSimplex, FactoredBasis
from seqform.backends.exact.solution import (
    exact_complementarity,
    exact_solution,
    solve_on_support,
    support_of,
    support_program,
)
from seqform.backends.lemke.backend import LemkeBackend
from seqform.errors import ModelError, SolveError
from seqform.models import (
    BasisStatus,
    ExactArray,
    LinearProgram,
    RawSolution,
    Termination,
    linear_complementarity_problem,
)
from seqform.solving import programs
from seqform.system.deadline import Deadline, OutOfTimeError

LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


def game_program(name: str, player: int = 0) -> LinearProgram:
    return programs.linear_program(name, player).target


@pytest.fixture(scope="module")
def leduc() -> LinearProgram:
    return game_program("leduc")


def require_exact(program: LinearProgram, answer: RawSolution, objective: Fraction) -> None:
    assert answer.termination is Termination.SOLVED
    assert isinstance(answer.dual, ExactArray)
    assert program.residuals(exact_point(answer), answer.dual).worst == 0
    assert answer.objective == objective


def test_an_optimal_basis_of_leduc_poker_needs_no_pivot(leduc: LinearProgram) -> None:
    answer = ExactBackend().solve(leduc)
    require_exact(leduc, answer, LEDUC)
    again = exact_solution(leduc, answer)
    require_exact(leduc, again, LEDUC)
    assert again.options["exact_pivots"] == again.options["basis_repairs"] == 0


def test_a_basis_found_with_a_loose_tolerance_leads_to_the_exact_value(leduc: LinearProgram) -> None:
    loose = {"dual_feasibility_tolerance": 1e-4, "primal_feasibility_tolerance": 1e-4, "presolve": "off"}
    answer = ExactBackend().solve(leduc, SolveOptions(raw={"simplex_strategy": 4, **loose}))
    require_exact(leduc, answer, LEDUC)


@pytest.mark.parametrize("exponent", [18, 25, 400])
def test_numbers_beyond_the_range_of_highs_are_solved(exponent: int) -> None:
    big = 10**exponent
    program = linear_program("max", [1, big], [(None, [big, 1], big), (None, [1, 1], 2)], [(0, None), (0, big)])
    require_exact(program, ExactBackend().solve(program), Fraction(2 * big))


def test_a_limit_of_highs_is_returned(leduc: LinearProgram) -> None:
    answer = ExactBackend().solve(leduc, SolveOptions(raw={"simplex_iteration_limit": 5, "presolve": "off"}))
    assert answer.termination is Termination.ITERATION_LIMIT
    assert not isinstance(answer.primal, ExactArray)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
BASIC, LOWER, UPPER, FREE = BasisStatus.BASIC, BasisStatus.LOWER, BasisStatus.UPPER, BasisStatus.FREE

PROGRAM = linear_program(
    "max",
    [HALF, 3, 0, 1],
    [(None, [HALF, THIRD, 0, 0], 5), (THIRD, [0, 0, 4, 6], THIRD), (None, [0, 0, 0, 0], None)],
    [(0, None), (None, HALF), (-1, 2), (None, None)],
)
"""Columns with a lower bound, an upper one, both and none; rows below 5, equal to 1/3, and without entries."""


@pytest.fixture
def form() -> ComputationalForm:
    return ComputationalForm(PROGRAM)


def test_systems_of_a_basis_respect_the_deadline(form: ComputationalForm) -> None:
    statuses = np.array([BASIC, UPPER, LOWER, FREE, UPPER, BASIC, BASIC], dtype=np.int8)
    for deadline, expected in ((Deadline(60), nullcontext()), (Deadline(-1), pytest.raises(OutOfTimeError))):
        with expected:
            FactoredBasis(form, statuses, deadline).point()


def program_of_long_numbers(seed: int, size: int = 8) -> LinearProgram:
    """Return a program with numbers of 20 digits in which one row is the sum of two others."""
    source = Random(seed)
    rows = [[source.randint(1, 10**20) for _ in range(size)] for _ in range(size)]
    limits = [source.randint(1, 10**20) for _ in range(size)]
    rows.append([one + other for one, other in zip(rows[0], rows[1], strict=True)])
    limits.append(limits[0] + limits[1])
    bounded = [(None, row, limit) for row, limit in zip(rows, limits, strict=True)]
    return linear_program("max", [source.randint(1, 10**20) for _ in range(size)], bounded, [(0, None)] * size)


@pytest.mark.slow
def test_many_bits_lead_to_a_basis_that_is_optimal_over_the_rationals() -> None:
    errors = []
    for seed in range(6):
        form = ComputationalForm(program_of_long_numbers(seed))
        for kinds in ([BasisStatus.LOWER, BasisStatus.BASIC], [BasisStatus.BASIC, BasisStatus.LOWER]):
            start = form.nearest_statuses(np.repeat(kinds, [8, 9]).astype(np.int8))
            exact, precise = ExactSimplex(form, start), ExactSimplex(form, start, bits=300)
            outcome, nearly = exact.run(), precise.run()
            assert outcome.termination is nearly.termination is Termination.SOLVED
            proof = ExactSimplex(form, precise.statuses)
            assert proof.run().termination is Termination.SOLVED
            assert proof.pivots == proof.repairs == 0
            points = zip(outcome.point.to_fractions(), nearly.point.to_fractions(), strict=True)
            errors.append(max(abs(one - two) for one, two in points))
    assert 0 < max(errors) < Fraction(1, 2**200), "solved to many bits, not exactly"


def test_too_few_bits_are_an_error_and_no_search_without_end() -> None:
    form = ComputationalForm(program_of_long_numbers(0))
    start = form.nearest_statuses(np.repeat([BasisStatus.LOWER, BasisStatus.BASIC], [8, 9]).astype(np.int8))
    simplex = ExactSimplex(form, start, bits=100)
    with pytest.raises(SolveError, match="100 bits do not suffice"):
        simplex.run()
    assert 170 < simplex.pivots < 180


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
