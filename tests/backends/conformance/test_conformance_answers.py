"""The known answers of the conformance suite are right."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

import numpy as np
import pytest
from solver_runs import supports_of

from seqform.backends import SolveOptions, get
from seqform.backends.conformance import ConformanceCase
from seqform.backends.conformance.complementarity import (
    kuhn_problem,
    problem_cases,
    random_problem,
    three_equilibria,
)
from seqform.backends.conformance.linear import program_cases, random_program
from seqform.backends.conformance.saddle_points import (
    class_game_cases,
    flattened,
    in_units,
    kuhn_classes,
    saddle_point_cases,
    two_rounds,
    written_out,
)
from seqform.backends.exact.solution import Sense, solve_on_support
from seqform.builders import sequence_form, sequence_form_lcp
from seqform.builders.abstraction.class_lp import class_lp
from seqform.builders.games import catalog
from seqform.models import ExactArray, Termination
from seqform.models.programs.class_game import ClassGame, ClassSolution
from seqform.models.programs.sequence_form import SaddlePointSolution

NAME = attrgetter("name")
SENSES: tuple[Sense, ...] = ("min", "max")


@pytest.mark.parametrize("case", program_cases(), ids=NAME)
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [case for case in SMALL if case.solutions and "random" not in case.name], ids=NAME
)
def test_no_solution_is_missing_from_the_known_ones(case: ConformanceCase) -> None:
    assert all(case.model.residuals(solution).worst == 0 for solution in case.solutions)
    found = {tuple(z.to_fractions()) for z in all_vertices(case)}
    assert found == {tuple(solution.to_fractions()) for solution in case.solutions}


@pytest.mark.parametrize(
    "case", [case for case in SMALL if Termination.SOLVED not in case.terminations], ids=NAME
)
def test_problems_without_solution_have_none(case: ConformanceCase) -> None:
    assert not any(
        solve_on_support(case.model, support).solved for support in supports_of(case.model)
    )


@pytest.mark.parametrize("case", [case for case in SMALL if case.invariant], ids=NAME)
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


@pytest.mark.parametrize(
    "case", [case for case in class_game_cases() if case.value is not None], ids=NAME
)
def test_known_values_of_class_games_are_those_of_their_linear_programs(case: Any) -> None:
    pytest.importorskip("flint", reason="exact values are computed with python-flint")
    if case.model.num_sequences(0) > 1:
        assert get("exact").solve(class_lp(case.model).target).objective == case.value
    else:
        assert written_out(case.model).payoffs.to_dense() == [[case.value]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [case for case in saddle_point_cases() if case.value is not None], ids=NAME
)
def test_known_values_of_saddle_points_are_between_bounds_of_regret_matching(case: Any) -> None:
    unit = case.model.spread or 1.0
    answer = get("cfr").solve(case.model, SolveOptions(tolerance=1e-4 * unit))
    assert isinstance(answer, SaddlePointSolution)
    assert answer.lower - 1e-9 * unit <= case.value <= answer.upper + 1e-9 * unit


@pytest.mark.parametrize("game", [kuhn_classes(), kuhn_classes(blind=True), two_rounds()])
def test_a_class_game_written_out_has_the_same_bounds(game: ClassGame) -> None:
    answer = get("cfr").solve(game, SolveOptions(tolerance=0.1))
    assert isinstance(answer, ClassSolution)
    first, second = (flattened(game, player, answer.strategies[player].plan()) for player in (0, 1))
    assert written_out(game).bounds(first, second) == pytest.approx(
        (answer.lower, answer.upper), abs=1e-12
    )


def test_a_change_of_units_scales_the_payoffs_and_nothing_else() -> None:
    game = kuhn_classes()
    assert in_units(game, 10).payoff_spread == 10 * game.payoff_spread
    assert in_units(game, 10).pairs is game.pairs
