"""Actions that are dominated in the agent normal form, which no extensive-form perfect equilibrium plays."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from assessments import random_family
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_walks import edge, expected_from, random_profile

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.solving.certifiers.local_dominance import local_dominance
from seqform.verify.perturbed import extensive_form_perfection

CHECK = "extensive-form perfect"


def playing(game: ExtensiveGame, choices: dict[str, str]) -> BehaviorProfile:
    """Return the profile of actions, by set."""
    return sf.profile(game, {infoset: {action: 1} for infoset, action in choices.items()})


def objection(game: ExtensiveGame, choices: dict[str, str]) -> str:
    dominance = local_dominance(game, playing(game, choices))
    return "" if dominance is None else str(dominance)


def alternating_offers() -> ExtensiveGame:
    """Two rounds: an offer, and after a rejection a counteroffer of half of what is left."""
    last = move(0, "reply", {"yes": leaf(1, 1), "no": leaf(0, 0)})
    counteroffer = move(1, "counteroffer", {"half": last, "end": leaf(0, 0)})
    generous = move(1, "offered 1", {"accept": leaf(3, 1), "reject": counteroffer})
    return tree("offers", move(0, "offer", {"1": generous, "none": leaf(2, 0)}))


def test_rejection_of_what_is_the_most_that_can_follow_is_dominated_at_its_set() -> None:
    """It is a best reply in the limit, where the counteroffer is accepted, but not if that may fail."""
    game = alternating_offers()
    choices = {
        "offer": "none",
        "offered 1": "reject",
        "counteroffer": "half",
        "reply": "yes",
    }
    profile = playing(game, choices)
    assert sf.check(game, profile, sequential=True).checks["sequential"]
    assert not sf.check(game, profile, extensive_form_perfect=True).checks[CHECK]
    assert "at 'offered 1' 'reject' of player 2 earns less than 'accept'" in objection(
        game, choices
    )
    assert not objection(game, {**choices, "offer": "1", "offered 1": "accept"})


def test_a_component_of_sequential_equilibria_by_a_threat_that_may_go_wrong_has_no_perfect_one() -> (
    None
):
    """After the first entry fighting pays as much as sharing, unless the later move goes wrong; else less."""
    later = move(1, "later", {"good": leaf(-1, 1), "bad": leaf(-1, 0)})
    first = move(1, "entered", {"fight": later, "share": leaf(1, 1)})
    second = move(1, "entered", {"fight": leaf(-1, 0), "share": leaf(3, 1)})
    game = tree("threat", move(0, "start", {"out": leaf(2, 0), "first": first, "second": second}))
    marked = sf.equilibria(game, complete=True).checked("sequential", "extensive-form-perfect")
    (lacking,) = (each for each in marked.lacking if each.check == CHECK)
    assert lacking.reason == (
        "at 'entered' 'fight' of player 2 earns less than 'share' in the agent normal form, whatever the mistakes"
    )
    threats = [member for member in marked if member.profile[0]["start"]["out"] == 1]
    assert [member.certificate.checks[CHECK] for member in threats] == [False] * len(threats)
    assert any(member.certificate.checks["sequential"] for member in threats)
    assert any(member.certificate.checks[CHECK] for member in marked)


def test_a_sequential_equilibrium_with_a_risky_move_is_refuted_with_the_reason() -> None:
    game = sf.load("safe-or-risky")
    risky = playing(game, {"start": "risky", "after risky": "careful"})
    certificate = sf.check(game, risky, sequential=True, extensive_form_perfect=True)
    assert (certificate.checks["sequential"], certificate.checks[CHECK]) == (True, False)
    assert sf.check(game, risky, quasi_perfect=True).checks == {"quasi-perfect": True}


def test_a_mixture_dominates_where_no_action_does() -> None:
    """All earn 1 against l and r, half each, as half left and half right do; against m these earn 1, middle nothing."""
    payoffs = {"left": (2, 0, 1), "right": (0, 2, 1), "middle": (1, 1, 0)}
    branches = {
        name: move(
            1, "reply", {reply: leaf(earned, 0) for reply, earned in zip("lrm", row, strict=True)}
        )
        for name, row in payoffs.items()
    }
    again = move(0, "again", {"go": move(0, "start", branches), "out": leaf(0, 0)})
    game = tree("mixture", again)
    half = {"l": Fraction(1, 2), "r": Fraction(1, 2), "m": 0}
    profile = sf.profile(game, {"again": {"go": 1}, "start": {"middle": 1}, "reply": half})
    assert str(local_dominance(game, profile)) == (
        "at 'start' 'middle' of player 1 earns less than left: 1/2, right: 1/2 in the agent normal form, whatever the "
        "mistakes"
    )
    assert not sf.check(game, profile, extensive_form_perfect=True).checks[CHECK]


def test_of_a_value_that_differs_in_the_limit_the_dominance_is_close_to_the_profile() -> None:
    game = tree(
        "close",
        move(
            0,
            "start",
            {
                "a": move(1, "after a", {"l": leaf(1, 0), "r": leaf(3, 0)}),
                "b": move(1, "after b", {"l": leaf(2, 0), "r": leaf(0, 0)}),
            },
        ),
    )
    assert objection(game, {"start": "a", "after a": "l", "after b": "l"}).endswith(
        "whatever the mistakes, if they are small enough"
    )
    assert not objection(game, {"start": "a", "after a": "r", "after b": "l"})


@pytest.mark.parametrize("payoffs", [(1, 1), (1, 0)])
def test_equal_actions_are_not_dominated_and_sets_out_of_reach_are_left_out(
    payoffs: tuple[int, int],
) -> None:
    better, worse = payoffs
    equal = move(0, "start", {"a": leaf(better), "b": leaf(worse), "c": leaf(better)})
    never = tree("never", chance({"x": (0, equal), "y": (1, leaf(0))}))
    game = tree("always", equal)
    assert not objection(never, {"start": "b"})
    assert not objection(game, {"start": "a"})
    assert bool(objection(game, {"start": "b"})) == (better > worse)


def gains(game: ExtensiveGame, profile: BehaviorProfile) -> dict[tuple[str, str, str], Fraction]:
    """What each action at a set loses against the best one there, weighted by the probability of the nodes."""
    reach = [Fraction(1)] * len(game)
    for node in range(1, len(game)):
        parent = int(game.parent[node])
        reach[node] = reach[parent] * edge(game, profile, parent, int(game.action[node]))
    lost = {}
    for player in (0, 1):
        index = game.sequences[player].index
        shown = game.shown_names(player)
        infosets = game.sequences[player].infosets.tolist()
        for name, infoset, actions in zip(
            index.infoset_names, infosets, index.action_names, strict=True
        ):
            nodes = [node for node in range(len(game)) if game.infoset[node] == infoset]
            earned = []
            for place in range(len(actions)):
                children = [(node, int(game.first_child[node]) + place) for node in nodes]
                values = (
                    reach[node] * expected_from(game, profile, player, child)
                    for node, child in children
                )
                earned.append(sum(values, Fraction(0)))
            for action, amount in zip(actions, earned, strict=True):
                lost[f"player {player + 1}", shown[name], action] = max(earned) - amount
    return lost


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_refuted_is_no_local_best_reply_along_any_mistakes(seed: int) -> None:
    """Random trees with many ties: completely mixed profiles near the profile, and families in ε."""
    random = Random(seed)
    game = sf.load(
        f"random-game(seed={seed % 5000},depth=4,max_actions=3,payoffs=1,zero_sum=false,merge=1/2)"
    )
    profile = random_profile(game, random)
    dominance = local_dominance(game, profile)
    if dominance is None:
        return
    for _ in range(4):
        family = random_family(profile, random)
        assert not extensive_form_perfection(game, profile, family).holds
        mixed = random_profile(game, random, (1, 2, 9))
        if not dominance.close:
            lost = gains(game, mixed)
            assert lost[dominance.who, dominance.infoset, dominance.action] > 0


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_computed_as_extensive_form_perfect_is_never_refuted(seed: int) -> None:
    game = sf.load(
        f"random-game(seed={seed},depth=4,max_actions=2,payoffs=1,zero_sum=false,merge=1/2)"
    )
    profile = sf.solve(game, "extensive-form-perfect", exact=True).profile
    assert local_dominance(game, profile) is None
