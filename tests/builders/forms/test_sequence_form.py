"""The sequence form of a game, and the starting points of paths in it."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import exact, form_of, plan_of, random_plans, same_plans, weights
from tree_walks import expected_from

import seqform as sf
from seqform.builders.forms.sequence_form import (
    behavior_profile,
    centroid,
    completely_mixed,
    count_pure_strategies,
    plans_of,
    random_start,
    reduced_normal_form,
)
from seqform.builders.games import catalog
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import ModelError
from seqform.models import RealizationPlan, RealizationPlans, SequenceForm


def test_the_matrices_of_a_small_game_are_those_on_paper() -> None:
    def deal(left: int, right: int) -> Any:
        return move(0, "h", {"L": leaf(3), "R": move(1, "g", {"l": leaf(left), "r": leaf(right)})})

    form = form_of(tree("small", chance({"a": (Fraction(1, 3), deal(6, 0)), "b": (Fraction(2, 3), deal(-3, 9))})))
    assert form.E.to_dense() == [[1, 0, 0], [-1, 1, 1]]
    assert form.F.to_dense() == [[1, 0, 0], [-1, 1, 1]]
    assert form.A.to_dense() == [[0, 0, 0], [3, 0, 0], [0, 0, 6]]
    assert form.e.to_fractions() == form.f.to_fractions() == [1, 0]
    assert (form.A + form.B).nonzeros == 0
    assert form.sequences[0].names == ("∅", "h L", "h R")


@given(st.integers(0, 10**6))
def test_the_bilinear_form_is_the_expected_payoff_of_the_tree(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=5,zero_sum=false)")
    form = form_of(game)
    plans = random_plans(form, seed)
    x, y = (exact(plan) for plan in plans)
    profile = behavior_profile(form, plans)
    assert x.dot(form.A.dot(y)) == expected_from(game, profile, 0)
    assert x.dot(form.B.dot(y)) == expected_from(game, profile, 1)
    assert x.dot(form.W.dot(y)) == 1
    assert form.W.values.numerators.min() > 0
    assert exact(form.gradient(0, y)).equals(form.A.dot(y))
    assert np.allclose(np.asarray(form.gradient(1, x.to_floats())), form.B.T.dot(x).to_floats())
    assert form.E.dot(x).equals(form.e)
    assert form.F.dot(y).equals(form.f)


def test_the_count_of_pure_strategies_is_that_of_the_list() -> None:
    form = form_of("kuhn")
    normal = reduced_normal_form(form)
    assert normal.A.shape == tuple(count_pure_strategies(index) for index in form.sequences) == (27, 64)
    assert len(set(normal.names[0])) == 27
    assert (normal.A + normal.B).nonzeros == 0


def test_an_exploding_normal_form_is_refused_before_it_explodes() -> None:
    with pytest.raises(ModelError, match=r"has about 10\^\d+ pure strategies of player 1, more than 20,000"):
        reduced_normal_form(form_of("leduc"))


KUHN = form_of("kuhn")


def one_move(actions: int) -> SequenceForm:
    return form_of(tree("one move", move(0, "h", {str(action): leaf(action) for action in range(actions)})))


def probabilities(plan: RealizationPlan) -> list[tuple[Fraction, int]]:
    """Return the behavior probability of every sequence but the empty one, with the number of actions at its set."""
    x, index = weights(plan), plan.index
    rows = index.infoset_of[1:].tolist()
    return [
        (x[sequence] / x[index.parent_sequence[row]], int(index.num_actions[row]))
        for sequence, row in enumerate(rows, start=1)
    ]


@given(st.integers(0, 10**6), st.sampled_from([7, 1000, 10**9 + 7, 2**62]))
def test_starts_are_completely_mixed_plans_with_the_probabilities_asked_for(seed: int, denominator: int) -> None:
    form = form_of(f"random-game(seed={seed % 97},depth=6,max_actions=5)")
    start, even = random_start(form, seed, denominator), centroid(form)
    assert completely_mixed(start)
    for plan in (*start, *even):
        assert plan.residual() == 0
    for plan in start:
        for probability, actions in probabilities(plan):
            assert denominator % probability.denominator == 0
            assert probability < 1 or actions == 1
    assert all(probability == Fraction(1, actions) for plan in even for probability, actions in probabilities(plan))


def test_a_seed_gives_the_same_start_again_and_the_uniform_profile_the_centroid() -> None:
    first, again, other = (random_start(KUHN, seed) for seed in (5, 5, 6))
    assert same_plans(first, again) and not same_plans(first, other)
    assert weights(first[0])[1:3] != weights(first[0])[3:5]
    assert same_plans(plans_of(sf.uniform_profile(catalog.make("kuhn"))), centroid(KUHN))
    form = one_move(2)  # player 2 never moves
    assert weights(random_start(form, 1)[1]) == weights(centroid(form)[1]) == [1]


@pytest.mark.slow
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
        node = move(0, f"h{depth}", {"on": node, "off": leaf(0)})
    form = form_of(tree("long", node))
    assert weights(random_start(form, 0, 997)[0])[-1].denominator == 997**30
    assert centroid(form)[0].residual() == random_start(form, 0)[0].residual() == 0


def test_only_positive_weights_everywhere_are_completely_mixed() -> None:
    form = one_move(2)
    first, other = form.sequences[0], centroid(form)[1]
    assert not completely_mixed(RealizationPlans((plan_of(first, [1, 1, 0]), other)))
    assert completely_mixed(RealizationPlans((RealizationPlan(first, np.array([1.0, 0.25, 0.75])), other)))


@pytest.mark.parametrize(
    ("start", "message"),
    [
        *((lambda d=d: random_start(one_move(3), 0, d), r"a denominator from 3, .* to 2\*\*62 expected, not")
          for d in (2, 0, -1, 2**62 + 1)),
        (lambda: random_start(KUHN, -1), "a seed of 0 or more expected, not -1"),
        (lambda: centroid(sf.load("kuhn")), r"a SequenceForm expected .* not ExtensiveGame"),  # type: ignore[arg-type]
        (lambda: random_start(sf.load("kuhn"), 0), r"a SequenceForm expected .* not"),  # type: ignore[arg-type]
        (lambda: plans_of(sf.uniform_profile(sf.load("kuhn")).to_floats()), "start, player 1: fractions expected, not"),
        (lambda: plans_of(centroid(KUHN)), "a BehaviorProfile expected, not RealizationPlans"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_wrong_argument_is_one_clear_error(start: Callable[[], Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        start()
