"""Complementarity problems through mixed-integer programs: values, verdicts, limits, best solutions."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from solver_runs import exact_point, supports_of, through

from seqform.backends.conformance.complementarity import large_game, random_degenerate_game
from seqform.backends.exact.complementarity import Sense, exact_complementarity, solve_on_support
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.pyomo import PyomoBackend, best_solution
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.programs.lcp import sequence_form_lcp
from seqform.errors import ModelError, OptionError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.complementarity import LinearComplementarityProblem, linear_complementarity_problem
from seqform.models.programs.solutions import RawSolution, Termination

PYOMO = PyomoBackend()
THREE = linear_complementarity_problem([[2, 3], [3, 2]], [-3, -4])  # (3/2, 0), (0, 2) and (6/5, 1/5)


def equilibrium_problem(spec: str) -> Any:
    return sequence_form_lcp(sequence_form(catalog.make(spec)).target)


@pytest.mark.parametrize("solver", ["highs", "glpk", "cbc"])
@pytest.mark.parametrize("spec", ["vsvet-figure-1", "kuhn", "littman-figure-4", "binary-tree(depth=5)"])
def test_equilibria_of_small_games_are_found_and_made_exact(solver: str, spec: str) -> None:
    step = equilibrium_problem(spec)
    answer = PYOMO.solve(step.target, through(solver))
    assert answer.solved
    assert isinstance(answer.primal, np.ndarray)
    assert step.target.residuals(answer.primal).worst < 1e-6
    exact = exact_complementarity(step.target, answer)
    assert step.target.residuals(exact_point(exact)).worst == 0
    assert [plan.residual() for plan in step.lift(exact)] == [0, 0]


def test_the_answer_has_the_solver_and_its_options() -> None:
    answer = PYOMO.solve(THREE, SolveOptions(time_limit=60, raw={"mip_feasibility_tolerance": 1e-8}))
    assert {"solver": "highs", "time_limit": 60, "mip_feasibility_tolerance": 1e-8}.items() <= answer.options.items()
    assert "Pyomo" in answer.solver
    assert "highs" in answer.solver
    assert answer.objective is None
    assert answer.seconds > 0


@pytest.mark.parametrize("raw", [{"mip_rel_gap": "none"}, {"no_such_option": 1}, {"solver": "ipopt"}])
def test_options_are_checked(raw: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(raw))):
        PYOMO.solve(THREE, SolveOptions(raw=raw))


@pytest.mark.parametrize(
    ("matrix", "q", "free", "expected"),
    [
        ([[-1, 1], [-1, 1 - Fraction(1, 5000)]], [-1, 1], None, [9999, 10_000]),  # beyond the first box
        # a small variable is not taken for zero beside a large slack
        ([[-1, 10_000], [-1, 9_000]], [-1, 100_000], None, [1_000_009, 100.001]),
        ([[0]], [0], [True], [0]),  # a free variable without constraints
    ],
)
def test_solutions_of_awkward_sizes_are_found(matrix: Any, q: Any, free: Any, expected: Any) -> None:
    answer = PYOMO.solve(linear_complementarity_problem(matrix, q, free))
    assert answer.solved
    assert answer.primal == pytest.approx(expected)


def test_no_solution_is_infeasible_if_proved_and_otherwise_an_error_with_the_box() -> None:
    contradictory = PYOMO.solve(linear_complementarity_problem([[-1]], [-1]))
    assert contradictory.termination is Termination.INFEASIBLE
    assert contradictory.status.startswith("without complementarity")
    bounded = PYOMO.solve(linear_complementarity_problem([[-1, -1, -1], [0, -2, 2], [-1, 0, 2]], [1, -1, 1]))
    assert bounded.termination is Termination.INFEASIBLE
    unbounded = PYOMO.solve(linear_complementarity_problem([[0, 1], [0, 1]], [-1, 0]))
    assert unbounded.termination is Termination.ERROR
    assert unbounded.status == "no solution with every variable up to 1e+06"
    assert unbounded.primal is None


def random_small_problem(seed: int) -> LinearComplementarityProblem:
    draw = random.Random(seed)
    n, largest = draw.randint(1, 4), draw.choice((1, 2, 9, 100))
    matrix = [[draw.randint(-largest, largest) * draw.choice((0, 1, 1)) for _ in range(n)] for _ in range(n)]
    q = [draw.randint(-largest, largest) for _ in range(n)]
    return linear_complementarity_problem(matrix, q, [draw.random() < 0.2 for _ in range(n)])


@pytest.mark.parametrize("seed", range(25))
def test_existing_solutions_are_found_and_no_termination_is_false(seed: int) -> None:
    problem = random_small_problem(seed)
    answer = PYOMO.solve(problem)
    if any(solve_on_support(problem, support).solved for support in supports_of(problem)):
        assert answer.solved
        assert exact_complementarity(problem, answer).solved
    else:
        assert answer.termination in (Termination.INFEASIBLE, Termination.ERROR)


@pytest.mark.parametrize("solver", ["highs", "glpk", "cbc"])
def test_bounds_that_the_rows_imply_are_not_cut_by_a_box(solver: str) -> None:
    problem = linear_complementarity_problem([[-12, -1, 0], [-43, 46, -57], [54, 31, 0]], [44, 71, -57])
    assert PYOMO.solve(problem, through(solver)).solved


def test_a_time_limit_is_kept_and_reported() -> None:
    answer = PYOMO.solve(large_game(40), SolveOptions(time_limit=0.05))
    assert answer.termination in (Termination.TIME_LIMIT, Termination.SOLVED)
    cut = PYOMO.solve(large_game(10), SolveOptions(time_limit=1e-9))
    assert cut.termination is Termination.TIME_LIMIT


@pytest.mark.parametrize(
    ("weights", "sense", "expected"),
    [
        ([3, 1], "max", ["3/2", 0]),
        ([1, 1], "max", [0, 2]),
        ([1, 1], "min", ["6/5", "1/5"]),
        ([1, -2], "min", [0, 2]),
        ([1, -10], "max", ["3/2", 0]),
    ],
)
def test_the_best_of_several_solutions_is_found(weights: list[int], sense: Sense, expected: list[Any]) -> None:
    objective = ExactArray.of(weights)
    answer = best_solution(THREE, objective, sense, largest=100)
    best = ExactArray.of(map(Fraction, expected))
    assert answer.solved
    assert answer.primal == pytest.approx(best.to_floats())
    assert answer.objective == pytest.approx(float(objective.dot(best)))
    exact = exact_complementarity(THREE, answer, objective, sense)
    assert exact_point(exact).equals(best)
    assert exact.objective == objective.dot(best)


def enumerated(problem: LinearComplementarityProblem, objective: ExactArray, sense: Sense) -> Fraction:
    """The best value over all supports, each solved exactly."""
    values = []
    for support in supports_of(problem):
        answer = solve_on_support(problem, support, objective, sense)
        assert answer.termination in (Termination.SOLVED, Termination.INFEASIBLE)
        if answer.solved:
            values.append(Fraction(answer.objective or 0))
    return min(values) if sense == "min" else max(values)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("sense", ["min", "max"])
def test_the_best_equilibrium_of_a_bimatrix_game_is_that_of_all_supports(seed: int, sense: Sense) -> None:
    problem = random_degenerate_game(seed, size=3)
    total = ExactArray.of([name[0] in "uv" for name in problem.names])
    answer = best_solution(problem, total, sense, largest=3)
    truth = enumerated(problem, total, sense)
    assert answer.objective == pytest.approx(float(truth))
    assert exact_complementarity(problem, answer, total, sense).objective == truth


@pytest.mark.parametrize(
    ("spec", "players", "payoffs"),
    [
        ("littman-figure-1", (0,), (1000, 4)),
        ("littman-figure-1", (1,), (2, 100)),
        ("littman-figure-1", (0, 1), (1000, 4)),
        ("littman-figure-4", (0, 1), (2, 5)),
        ("vsvet-figure-1", (0, 1), (11, 3)),
    ],
)
def test_the_best_equilibrium_of_a_tree_for_one_player_or_both(
    spec: str, players: tuple[int, ...], payoffs: Any
) -> None:
    game = catalog.make(spec)
    form = sequence_form(game).target
    step = sequence_form_lcp(form)
    wanted = [("u' ∅", "v' ∅")[player] for player in players]
    cost = ExactArray.of([name in wanted for name in step.target.names])
    spread = max(max(values.to_fractions()) - min(values.to_fractions()) for values in game.leaf_payoffs)
    answer = best_solution(step.target, cost, "min", largest=1 + spread)
    exact = exact_complementarity(step.target, answer, cost, "min")
    first, second = (plan.weights for plan in step.lift(exact))
    assert isinstance(first, ExactArray)
    assert isinstance(second, ExactArray)
    assert (first.dot(form.A.dot(second)), first.dot(form.B.dot(second))) == payoffs


def test_best_solutions_may_be_infeasible_or_unbounded() -> None:
    objective = ExactArray.of([1, 0])
    beyond = best_solution(THREE, objective, largest=1)
    assert beyond.termination is Termination.INFEASIBLE
    assert beyond.status == "no solution with every variable up to 1"
    none = linear_complementarity_problem([[-1, 0], [0, 1]], [-1, 0])
    assert best_solution(none, objective, largest=10).termination is Termination.INFEASIBLE
    anything = linear_complementarity_problem([[0, 0], [0, 0]], [0, 0])
    for solver in PYOMO.solvers():
        endless = best_solution(anything, objective, largest=10, options=through(solver))
        assert endless.termination is Termination.UNBOUNDED
    least = best_solution(anything, objective, "min", largest=10)
    assert (least.termination, least.objective) == (Termination.SOLVED, 0)

    problem = large_game(25)
    total = ExactArray.of([name[0] in "uv" for name in problem.names])
    answer = best_solution(problem, total, "min", largest=41, options=SolveOptions(time_limit=0.5))
    assert answer.termination is Termination.TIME_LIMIT


@pytest.mark.parametrize(
    ("objective", "sense", "largest", "message"),
    [
        ([1], "max", 10, "objective of length 1, but there are 2 variables"),
        ([1, 1], "best", 10, "the sense is"),
        ([1, 1], "max", 0, "largest: a positive number expected"),
        ([1, 1], "max", float("nan"), "largest: a positive number expected"),
    ],
)
def test_a_bad_request_for_the_best_is_a_model_error(objective: Any, sense: Any, largest: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        best_solution(THREE, ExactArray.of(objective), sense, largest=largest)


def test_solving_is_deterministic() -> None:
    answers: list[RawSolution] = [PYOMO.solve(random_degenerate_game(1)) for _ in range(2)]
    assert np.array_equal(np.asarray(answers[0].primal), np.asarray(answers[1].primal))
