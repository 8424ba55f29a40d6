"""The complementarity problem of the reduced normal form: the same equilibria in mixed strategies."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seqform.builders.forms.normal_form import count_pure_strategies, reduced_normal_form
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.forms.starts import centroid, random_start
from seqform.builders.games import catalog
from seqform.builders.programs.lcp import normal_form_lcp, shared_normal_form_lcp, shared_sequence_form_lcp
from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans

FIGURE_1 = sequence_form(catalog.make("vsvet-figure-1")).target


def small_random_form(seed: int) -> SequenceForm:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4,zero_sum=false)")).target
    assume(max(count_pure_strategies(index) for index in form.sequences) <= 60)
    return form


@pytest.mark.parametrize(("depth", "dimension"), [(3, 8), (4, 14), (5, 26), (6, 146), (7, 386)])
def test_dimensions_are_those_of_table_1(depth: int, dimension: int) -> None:
    form = sequence_form(catalog.make(f"binary-tree(depth={depth})")).target
    problem = normal_form_lcp(form).target
    assert len(problem) == dimension
    assert np.count_nonzero(problem.free) == 2


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6))
def test_matrix_and_covering_vector_are_those_of_a_dense_construction(seed: int) -> None:
    form = small_random_form(seed)
    start = random_start(form, seed)
    problem = normal_form_lcp(form, start).target
    normal = reduced_normal_form(form)
    A, B = (shifted_by_what_the_sequence_form_is(form, normal, player) for player in (0, 1))
    k1, k2 = len(A), len(A[0])
    zero, one = Fraction(0), Fraction(1)
    rows = [[zero] * (k1 + 1) + [-entry for entry in row] + [-one] for row in A]
    rows += [[zero] * (k1 + 1) + [one] * k2 + [zero]]
    rows += [[-entry for entry in column] + [-one] + [zero] * (k2 + 1) for column in zip(*B, strict=True)]
    rows += [[one] * k1 + [zero] * (k2 + 2)]
    assert problem.matrix.to_dense() == rows
    assert problem.q.to_fractions() == [0] * k1 + [-1] + [0] * k2 + [-1]
    p, q = (
        product_distribution(plan.index, plan, pure.to_dense())
        for plan, pure in zip(start, normal.strategies, strict=True)
    )
    assert problem.covering_vector is not None
    d = [-sum(a * b for a, b in zip(row, q, strict=True)) for row in A] + [one]
    d += [-sum(a * b for a, b in zip(column, p, strict=True)) for column in zip(*B, strict=True)] + [one]
    assert problem.covering_vector.to_fractions() == d


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_the_mixed_strategy_of_a_plan_realizes_it(seed: int, denominator: int) -> None:
    form = small_random_form(seed)
    lcp = shared_normal_form_lcp(form)
    rng = np.random.default_rng(seed)
    for space, index in zip(lcp.spaces, form.sequences, strict=True):
        plan = RealizationPlan(index, ExactArray.of(random_weights(index, rng, denominator)))
        mixed = space.strategy(plan)
        assert mixed.sum() == 1
        assert mixed.numerators.min() >= 0
        back = space.plan(mixed)
        assert isinstance(back.weights, ExactArray)
        assert isinstance(plan.weights, ExactArray)
        assert back.weights.equals(plan.weights)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_a_completely_mixed_start_gives_completely_mixed_strategies(seed: int) -> None:
    form = small_random_form(seed)
    for strategy in shared_normal_form_lcp(form).strategies(random_start(form, seed)):
        assert strategy.numerators.min() > 0


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_plans_solve_this_problem_exactly_if_they_solve_that_of_the_sequence_form(seed: int) -> None:
    form = small_random_form(seed)
    rng = np.random.default_rng(seed)
    first, second = (
        RealizationPlan(index, ExactArray.of(random_weights(index, rng, 1 + seed % 2))) for index in form.sequences
    )
    plans = RealizationPlans((first, second))
    by_sequences, by_strategies = shared_sequence_form_lcp(form), shared_normal_form_lcp(form)
    there = by_sequences.base.residuals(by_sequences.point(plans)).worst == 0
    assert (by_strategies.base.residuals(by_strategies.point(plans)).worst == 0) == there


def test_lift_returns_the_realization_plans_of_mixed_strategies() -> None:
    step = normal_form_lcp(FIGURE_1)
    lcp = shared_normal_form_lcp(FIGURE_1)
    plans = centroid(FIGURE_1)
    z = lcp.point(plans)
    exact = step.lift(RawSolution(Termination.SOLVED, "", primal=z))
    in_doubles = step.lift(RawSolution(Termination.SOLVED, "", primal=z.to_floats()))
    for player in (0, 1):
        expected, found = plans[player].weights, exact[player].weights
        assert isinstance(expected, ExactArray)
        assert isinstance(found, ExactArray)
        assert found.equals(expected)
        assert in_doubles[player].weights == pytest.approx(expected.to_floats())


def test_names_describe_the_variables() -> None:
    problem = normal_form_lcp(FIGURE_1).target
    assert problem.names[:4] == ["x 1: start L", "x 2: start R, after R S", "x 3: start R, after R T", "v' total"]
    assert problem.slack_names[-2:] == ["s 4: h b, h' d", "E total"]
    assert problem.name == "vsvet-figure-1 (normal form)"


def test_a_normal_form_too_large_is_one_clear_error() -> None:
    form = sequence_form(catalog.make("binary-tree(depth=9)")).target
    with pytest.raises(
        ModelError, match=r"65,536 pure strategies of player 1, more than 20,000; use the sequence form"
    ):
        normal_form_lcp(form)
    with pytest.raises(ModelError, match="3 pure strategies of player 1, more than 2;"):
        normal_form_lcp(FIGURE_1, max_strategies=2)


def test_a_game_instead_of_its_sequence_form_is_one_clear_error() -> None:
    game: Any = catalog.make("kuhn")
    with pytest.raises(ModelError, match=r"a SequenceForm expected .* not ExtensiveGame"):
        normal_form_lcp(game)


def shifted_by_what_the_sequence_form_is(form: SequenceForm, normal: Any, player: int) -> list[list[Fraction]]:
    """Return the payoffs of the normal form less what makes the largest average at a pair of sequences -1."""
    sequences = (form.A, form.B)[player].to_dense()
    chances = zip(form.W.rows, form.W.columns, form.W.values.to_fractions(), strict=True)
    top = max(sequences[row][column] / chance for row, column, chance in chances) + 1
    return [[payoff - top for payoff in row] for row in (normal.A, normal.B)[player].to_dense()]


def product_distribution(index: SequenceIndex, plan: RealizationPlan, pure: list[list[Fraction]]) -> list[Fraction]:
    """Return, for every pure strategy, the product of the behavior probabilities of its choices."""
    assert isinstance(plan.weights, ExactArray)
    x = plan.weights.to_fractions()
    probabilities = []
    for strategy in pure:
        probability = Fraction(1)
        for sequence in range(1, len(index)):
            if strategy[sequence]:
                probability *= x[sequence] / x[index.parent_sequence[index.infoset_of[sequence]]]
        probabilities.append(probability)
    return probabilities


def random_weights(index: SequenceIndex, rng: np.random.Generator, denominator: int) -> list[Fraction]:
    """Return a plan whose probabilities are random multiples of one over the denominator, zeros among them."""
    weights = [Fraction(1)] * len(index)
    for row in range(index.num_infosets):
        shares = rng.multinomial(denominator, np.full(index.num_actions[row], 1 / index.num_actions[row]))
        for action, share in enumerate(shares.tolist()):
            above = weights[index.parent_sequence[row]]
            weights[index.first_sequence[row] + action] = above * Fraction(share, denominator)
    return weights
