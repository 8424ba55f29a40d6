"""Starting plans are exact, completely mixed, reproducible, and distributed as documented."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.forms.starts import centroid, completely_mixed, plans_of, random_start
from seqform.builders.games import catalog
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans

KUHN = sequence_form(catalog.make("kuhn")).target


def one_move(actions: int) -> SequenceForm:
    game = tree("one move", move(1, "h", {str(action): leaf(action) for action in range(actions)}))
    return sequence_form(game).target


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_the_centroid_divides_evenly_at_every_set(seed: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=5,max_actions=5)")).target
    for plan in centroid(form):
        assert plan.residual() == 0
        x = weights(plan)
        for sequence in range(1, len(x)):
            row = plan.index.infoset_of[sequence]
            assert x[sequence] == x[plan.index.parent_sequence[row]] / int(plan.index.num_actions[row])


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from([7, 1000, 10**9 + 7, 2**62]))
def test_random_starts_are_completely_mixed_plans_with_the_denominator_asked_for(seed: int, denominator: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed % 97},depth=6,max_actions=5)")).target
    start = random_start(form, seed, denominator)
    assert completely_mixed(start)
    for plan in start:
        assert plan.residual() == 0
        x = weights(plan)
        for sequence in range(1, len(x)):
            row = plan.index.infoset_of[sequence]
            probability = x[sequence] / x[plan.index.parent_sequence[row]]
            assert denominator % probability.denominator == 0
            assert probability < 1 or plan.index.num_actions[row] == 1


def test_a_seed_gives_the_same_start_again_and_another_seed_another() -> None:
    first, again, other = (random_start(KUHN, seed) for seed in (5, 5, 6))
    assert [weights(plan) for plan in first] == [weights(plan) for plan in again]
    assert [weights(plan) for plan in first] != [weights(plan) for plan in other]
    assert weights(first[0])[1:3] != weights(first[0])[3:5]


@pytest.mark.parametrize(("actions", "denominator"), [(2, 7), (3, 6), (4, 7), (5, 6)])
def test_all_compositions_of_the_denominator_are_equally_likely(actions: int, denominator: int) -> None:
    form, draws = one_move(actions), 2000
    found = Counter(tuple(weights(random_start(form, seed, denominator)[0])[1:]) for seed in range(draws))
    parts = [Fraction(part, denominator) for part in range(1, denominator)]
    compositions = [shares for shares in product(parts, repeat=actions) if sum(shares) == 1]
    assert set(found) == set(compositions)
    expected = draws / len(compositions)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in found.values())


def test_a_long_game_keeps_every_digit() -> None:
    node: Any = leaf(1)
    for depth in reversed(range(30)):
        node = move(1, f"h{depth}", {"on": node, "off": leaf(0)})
    form = sequence_form(tree("long", node)).target
    x = weights(random_start(form, 0, 997)[0])
    assert x[-1].denominator == 997**30
    assert centroid(form)[0].residual() == random_start(form, 0)[0].residual() == 0


def test_a_player_who_never_moves_has_one_plan() -> None:
    form = one_move(2)
    assert weights(random_start(form, 1)[1]) == weights(centroid(form)[1]) == [1]


@pytest.mark.parametrize("denominator", [2, 0, -1, 2**62 + 1])
def test_a_denominator_out_of_range_is_one_clear_error(denominator: int) -> None:
    with pytest.raises(ModelError, match=r"a denominator from 3, .* to 2\*\*62 expected, not"):
        random_start(one_move(3), 0, denominator)


def test_a_negative_seed_is_one_clear_error() -> None:
    with pytest.raises(ModelError, match="a seed of 0 or more expected, not -1"):
        random_start(KUHN, -1)


@pytest.mark.parametrize("start", [centroid, lambda form: random_start(form, 0)])
def test_a_game_instead_of_its_sequence_form_is_one_clear_error(start: Any) -> None:
    with pytest.raises(ModelError, match=r"a SequenceForm expected .* not ExtensiveGame"):
        start(catalog.make("kuhn"))


def test_plans_of_the_uniform_profile_are_the_centroid() -> None:
    plans = plans_of(sf.uniform_profile(catalog.make("kuhn")))
    assert [weights(plan) for plan in plans] == [weights(plan) for plan in centroid(KUHN)]


def test_plans_of_doubles_or_of_something_else_is_one_clear_error() -> None:
    profile = sf.uniform_profile(catalog.make("kuhn")).to_floats()
    with pytest.raises(ModelError, match="start, player 1: fractions expected, not doubles"):
        plans_of(profile)
    not_a_profile: Any = centroid(KUHN)
    with pytest.raises(ModelError, match="a BehaviorProfile expected, not RealizationPlans"):
        plans_of(not_a_profile)


def test_only_positive_weights_everywhere_are_completely_mixed() -> None:
    form = one_move(2)
    pure = RealizationPlan(form.sequences[0], ExactArray.of([1, 1, 0]))
    other = centroid(form)[1]
    assert not completely_mixed(RealizationPlans((pure, other)))
    doubles = RealizationPlan(form.sequences[0], np.array([1.0, 0.25, 0.75]))
    assert completely_mixed(RealizationPlans((doubles, other)))


def weights(plan: RealizationPlan) -> list[Fraction]:
    assert isinstance(plan.weights, ExactArray)
    return plan.weights.to_fractions()
