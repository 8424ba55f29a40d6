"""The backend `numeric`: one ε, no proof, and plans only from valid answers."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed_programs import optimum, perturbed_game, perturbed_games
from plans import form_of

from seqform.backends import get
from seqform.backends.exact import ExactBackend
from seqform.backends.perturbed.root_bound import NumericBackend, epsilon_bound
from seqform.backends.perturbed.symbolic import SymbolicBackend
from seqform.builders.programs.perturbed_lp import PerturbedStep, numeric_plans, perturbed_lp, uniform_trembles
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.behavior import RealizationPlan

SMALL = Fraction(1, 1000)


def raw_of(step: PerturbedStep, backend: str = "highs", epsilon: Fraction = SMALL) -> RawSolution:
    raw = NumericBackend(get(backend), epsilon).solve(step.target).raw
    assert raw is not None
    return raw


def listed(plan: RealizationPlan) -> list[Fraction] | list[float]:
    weights = plan.weights
    return weights.to_fractions() if isinstance(weights, ExactArray) else [float(weight) for weight in weights]


@settings(max_examples=20)
@given(perturbed_games(), st.integers(0, 6))
def test_the_exact_backend_agrees_with_the_polynomial_at_that_number(step: PerturbedStep, digits: int) -> None:
    program = step.target
    epsilon = epsilon_bound(program) / 10**digits / 2
    answer = NumericBackend(ExactBackend(), epsilon).solve(program)
    assert answer.raw is not None
    assert answer.raw.objective == optimum(program, SymbolicBackend().solve(program)).at(epsilon)[0]
    assert answer.epsilon == epsilon


@pytest.mark.parametrize("game", ["guess-the-ace", "kuhn", "kuhn-with-raise", "goofspiel(cards=3)"])
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("backend", ["highs", "exact"])
def test_plans_keep_the_least_weights_and_add_up(game: str, player: int, backend: str) -> None:
    step = perturbed_game(game, player)
    answer = NumericBackend(get(backend)).solve(step.target)
    assert answer.epsilon is not None
    assert answer.raw is not None
    for plan in numeric_plans(form_of(game), player, answer.epsilon, answer.raw):
        assert plan.exact == (backend == "exact")
        assert plan.residual() <= (0 if plan.exact else 1e-9)
        assert min(listed(plan)) >= 0.99 * float(answer.epsilon) ** step.target.degree


def test_negative_weights_within_the_tolerance_of_the_solver_are_refused() -> None:
    """The plan has -ε² where ε² is asked for: as a probability, -1."""
    tiny = Fraction(1, 10**6)
    raw = raw_of(perturbed_game("kuhn-with-raise"), "exact", tiny)
    assert isinstance(raw.primal, ExactArray)
    point = np.array([float(value) for value in raw.primal.to_fractions()])
    raw = replace(raw, primal=np.where(point < 1e-9, -(float(tiny) ** 2), point))
    with pytest.raises(SolveError, match=r"sequence '.*' has weight .*; take a larger ε, .* stable-basis"):
        numeric_plans(form_of("kuhn-with-raise"), 0, tiny, raw)


def test_sets_reached_within_the_tolerance_are_noise() -> None:
    form, epsilon = form_of("liars-dice(sides=2)"), Fraction(1, 100)
    raw = raw_of(perturbed_lp(form), epsilon=epsilon)
    assert numeric_plans(form, 0, epsilon, raw)
    with pytest.raises(SolveError, match="tolerance of zero, so behavior after it is rounding noise"):
        numeric_plans(form, 0, epsilon, raw, tolerance=0.5)


def test_an_exact_solver_that_errs_is_refused() -> None:
    raw = raw_of(perturbed_game("guess-the-ace"), "exact")
    with pytest.raises(SolveError, match="E x = e fails, although the solver is exact"):
        numeric_plans(form_of("guess-the-ace"), 0, Fraction(1, 3), raw, lambda index: uniform_trembles(index) * 2)


def test_trembles_too_large_for_a_plan_are_reported() -> None:
    answer = NumericBackend(epsilon=Fraction(2, 3)).solve(perturbed_game("kuhn").target)
    assert answer.termination is Termination.INFEASIBLE
    assert "take a smaller ε" in answer.status
    assert answer.raw is not None
    with pytest.raises(SolveError, match="returned no primal-dual pair: infeasible"):
        numeric_plans(form_of("kuhn"), 0, Fraction(2, 3), answer.raw)


def test_answers_without_polynomials_or_of_another_size_are_refused() -> None:
    step = perturbed_game("kuhn")
    with pytest.raises(SolveError, match=r"no pair of plans: solved \(.*\); numeric_plans reads plans at that ε"):
        step.lift(NumericBackend().solve(step.target))
    with pytest.raises(ModelError, match="the program has 5 columns and 5 rows"):
        numeric_plans(form_of("guess-the-ace"), 0, SMALL, raw_of(step))
