"""Contraction of forced moves, and the maps of strategies that lift its answers."""

from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_walks import random_profile

import seqform as sf
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.preprocess.contraction import contract_forced
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.reduced import ProfileMap
from seqform.models.strategies.behavior import RealizationPlans
from seqform.verify.nash import certify

OUTCOMES_ON_THE_WAY = """EFG 2 R "tolls" { "A" "B" } ""
p "" 1 1 "gate" { "in" } 1 "toll" { -3, 1 }
c "" 1 "weather" { "fair" 1 } 2 "rain" { 1/2, -5 }
p "" 2 1 "fork" { "left" "right" } 0
t "" 3 "" { 1, 2 }
t "" 4 "" { 2, 1 }
"""


@st.composite
def games(draw: st.DrawFn) -> ExtensiveGame:
    """Draw a small tree, many of whose moves are forced."""
    names = count()
    choices = st.sampled_from([(who, kids) for who in (0, 1, 2) for kids in (1, 1, 2, 3)])

    def node(depth: int) -> Any:
        if depth == 0 or draw(st.integers(0, 6)) == 0:
            return leaf(draw(st.integers(0, 3)), draw(st.integers(0, 3)))
        who, size = draw(choices)
        kids = [node(depth - 1) for _ in range(size)]
        if who == 0:
            weights = [draw(st.integers(1, 3)) for _ in kids]
            return chance({f"b{k}": (Fraction(weights[k], sum(weights)), kid) for k, kid in enumerate(kids)})
        return move(who - 1, f"h{next(names)}", {f"a{k}": kid for k, kid in enumerate(kids)})

    return tree("forced moves", node(4))


@given(game=games(), seed=st.integers(0, 10**6))
def test_profiles_have_the_same_certificate_in_the_smaller_game_and_in_the_whole(
    game: ExtensiveGame, seed: int
) -> None:
    step = contract_forced(game)
    if len(step.target) < len(game):
        assert not np.any(step.target.num_actions == 1)
    profile = random_profile(step.target, seed)
    lifted = step.lift(profile)
    small, whole = certify(step.target, profile), certify(game, lifted)
    assert (small.values, small.nash_conv) == (whole.values, whole.nash_conv)
    assert step.lift(profile.to_floats()).equals(lifted.to_floats())
    assert isinstance(step.lift, ProfileMap)
    assert step.lift.restricted(lifted).equals(profile)
    plans = step.lift(RealizationPlans((profile[0].plan, profile[1].plan)))
    for player in (0, 1):
        assert plans[player].weights.to_fractions() == lifted[player].plan.weights.to_fractions()  # type: ignore[union-attr]


@pytest.mark.parametrize("concept", ["nash", "normal-form-perfect", "quasi-perfect", "subgame-perfect"])
@settings(max_examples=12)
@given(game=games())
def test_every_claim_is_proved_on_the_whole_game(concept: str, game: ExtensiveGame) -> None:
    found = sf.solve(game, concept, preprocess="contract-forced", exact=True)
    assert found.game is game and found.certificate.proven
    assert all(found.certificate.checks.values())


@settings(max_examples=12)
@given(game=games(), seed=st.integers(0, 99))
def test_a_start_of_the_whole_game_is_one_of_the_smaller_and_keeps_the_witness(game: ExtensiveGame, seed: int) -> None:
    found = sf.solve(game, preprocess="contract-forced", start=f"random:{seed}")
    assert found.certificate.checks == {"normal-form perfect": True} or found.witness is None


def test_payoffs_on_the_way_are_paid_at_the_end() -> None:
    game = parse_efg(OUTCOMES_ON_THE_WAY)
    small = contract_forced(game).target
    assert len(small) == 3
    assert [payoff.to_fractions() for payoff in small.leaf_payoffs] == [
        payoff.to_fractions() for payoff in game.leaf_payoffs
    ]


def test_a_game_without_choices_is_left_as_it_is() -> None:
    game = tree("corridor", move(0, "a", {"go": move(1, "b", {"go": leaf(1)})}))
    assert contract_forced(game).target is game


def test_a_strategy_of_another_game_is_refused() -> None:
    step = contract_forced(tree("door", move(0, "door", {"open": move(1, "choice", {"l": leaf(1), "r": leaf(0)})})))
    with pytest.raises(ModelError, match="is for another game"):
        step.lift(sf.uniform_profile(sf.load("kuhn")))
