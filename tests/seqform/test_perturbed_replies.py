"""Information sets at which plans at a number ε lose more than trembles of that size do."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest
from assessments import with_behavior

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.verify.perturbed import suboptimal_infosets

HUNDREDTH = Fraction(1, 100)


def choice(*payoffs: int) -> ExtensiveGame:
    """Player 1 chooses among payoffs; player 2 does not move."""
    return tree("choice", move(1, "A", {f"a{k}": leaf(payoff) for k, payoff in enumerate(payoffs)}))


def played(game: ExtensiveGame, player: int, infoset: str, shares: Mapping[str, Fraction]) -> BehaviorProfile:
    return with_behavior(sf.uniform_profile(game), player, infoset, **shares)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (5, 15), (-30, 0)])
def test_two_trembles_of_every_action_and_rounding_are_allowed(first: int, second: int) -> None:
    game = choice(first, second)
    for share, allowed in ((Fraction(400005, 10**7), True), (Fraction(41, 1000), False)):
        profile = played(game, 0, "A", {"a0": share, "a1": 1 - share})
        found = suboptimal_infosets(game, profile, HUNDREDTH)
        lost = float(share * (second - first))
        assert found == ([] if allowed else [f"player 1 loses {lost:.3g} at information set 'A'"])


def test_the_allowance_grows_with_the_number_of_actions() -> None:
    game = choice(0, 1, 1)
    for share, allowed in ((Fraction(600005, 10**7), True), (Fraction(61, 1000), False)):
        rest = (1 - share) / 2
        profile = played(game, 0, "A", {"a0": share, "a1": rest, "a2": rest})
        assert (suboptimal_infosets(game, profile, HUNDREDTH) == []) is allowed


def test_at_zero_only_rounding_is_allowed() -> None:
    game = choice(0, 1)
    for share, allowed in ((Fraction(9, 10**7), True), (Fraction(11, 10**7), False)):
        profile = played(game, 0, "A", {"a0": share, "a1": 1 - share})
        assert (suboptimal_infosets(game, profile, Fraction(0)) == []) is allowed


def hidden() -> ExtensiveGame:
    """Player 1 gets to B by r, if chance and player 2 lead there: with 1/4 times 1/5 times its own 1/2."""
    end = move(1, "B", {"good": leaf(1), "bad": leaf(0)})
    answer = move(2, "X", {"on": end, "off": leaf(0)})
    start = move(1, "A", {"l": leaf(0), "r": answer})
    return tree("hidden", chance({"in": (Fraction(1, 4), start), "out": (Fraction(3, 4), leaf(0))}))


def test_losses_are_those_given_that_the_set_is_reached() -> None:
    game = hidden()
    for bad, allowed in ((Fraction(400005, 10**7), True), (Fraction(41, 1000), False)):
        profile = with_behavior(sf.uniform_profile(game), 0, "B", bad=bad, good=1 - bad)
        profile = with_behavior(profile, 0, "A", l=HUNDREDTH, r=1 - HUNDREDTH)
        profile = with_behavior(profile, 1, "X", on=Fraction(1, 100), off=Fraction(99, 100))
        found = suboptimal_infosets(game, profile, HUNDREDTH)
        assert found == ([] if allowed else ["player 1 loses 0.041 at information set 'B'"])


def test_sets_of_both_players_are_named_the_first_players_first() -> None:
    game = hidden()
    profile = sf.uniform_profile(game)
    assert suboptimal_infosets(game, profile, HUNDREDTH) == [
        "player 1 loses 0.25 at information set 'A'",
        "player 1 loses 0.5 at information set 'B'",
        "player 2 loses 0.25 at information set 'X'",
    ]
    assert suboptimal_infosets(hidden(), profile, HUNDREDTH) == suboptimal_infosets(game, profile, HUNDREDTH)


def test_a_first_player_without_a_choice_hides_no_set_of_the_second() -> None:
    game = tree("second only", move(2, "X", {"on": leaf(1), "off": leaf(0)}))
    found = suboptimal_infosets(game, sf.uniform_profile(game), HUNDREDTH)
    assert found == ["player 2 loses 0.5 at information set 'X'"]


def test_where_every_outcome_pays_the_same_nothing_is_lost() -> None:
    assert suboptimal_infosets(choice(3, 3), sf.uniform_profile(choice(3, 3)), Fraction(0)) == []


def test_sets_that_chance_excludes_are_not_named() -> None:
    never = move(1, "never", {"good": leaf(1), "bad": leaf(0)})
    game = tree("never", chance({"no": (Fraction(0), never), "yes": (Fraction(1), leaf(0))}))
    with np.errstate(all="raise"):
        assert suboptimal_infosets(game, sf.uniform_profile(game), HUNDREDTH) == []
