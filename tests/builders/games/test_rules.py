import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from seqform.builders.games.rules import TERMINAL, Rules, expand
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, NONE
from seqform.models.numbers.exact import Rational


@dataclass
class Moves(Rules[str, str]):
    """Play writes letters; who moves and what may follow is looked up, letter by letter."""

    title: str = "lines"
    movers: tuple[int, ...] = (0, 1)
    letters: tuple[str, ...] = ("ab", "cd")
    seen: str = "all"

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return self.movers[len(state)] if len(state) < len(self.movers) else TERMINAL

    def actions(self, state: str) -> str:
        return self.letters[len(state)]

    def apply(self, state: str, action: str) -> str:
        return state + action

    def payoffs(self, state: str) -> tuple[Rational, Rational]:
        return (len(state), -len(state))

    def observation(self, state: str, player: int) -> str:
        return state if self.seen == "all" else ""


@dataclass
class Weighted(Moves):
    """The same with moves of chance."""

    weights: tuple[Any, ...] = (1, 2, 3)

    def chance(self, state: str) -> list[tuple[str, Rational]]:
        return list(zip(self.letters[len(state)], self.weights, strict=False))


def test_nodes_are_numbered_breadth_first_in_the_order_of_the_actions() -> None:
    game = expand(Weighted())
    assert game.parent.tolist() == [NONE, 0, 0, 1, 1, 2, 2]
    assert [game.path(node) for node in game.leaves] == [("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]
    assert len(game.outcomes) == 1
    assert game.leaf_payoffs[0].to_fractions() == [2, 2, 2, 2]
    assert expand(Weighted(movers=(), letters=())).leaf_payoffs[1].to_fractions() == [0]  # over before it begins


def test_observations_and_own_moves_separate_information_sets() -> None:
    assert expand(Weighted(seen="all")).count()["information sets of player 2"] == 2
    assert expand(Weighted(seen="none")).count()["information sets of player 2"] == 1
    game = expand(Weighted(movers=(0, 0, 0), letters=("ab", "cd", "ef"), seen="none"))
    assert game.count()["information sets of player 1"] == 1 + 2 + 4


@pytest.mark.parametrize(
    ("weights", "shares"),
    [((1, 2, 3), ("1/6", "1/3", "1/2")), ((Fraction(1, 3), Fraction(2, 3), 0), ("1/3", "2/3", 0))],
)
def test_chance_weights_become_exact_probabilities(weights: tuple[Rational, ...], shares: tuple[Any, ...]) -> None:
    game = expand(Weighted(movers=(CHANCE,), letters=("xyz",), weights=weights))
    assert game.chance_reach.take(game.leaves).to_fractions() == [Fraction(share) for share in shares]


def test_different_actions_in_an_information_set_and_chance_without_weights_are_refused() -> None:
    with pytest.raises(GameError, match="Moves: chance moves, but the rules do not say how"):
        expand(Moves(movers=(CHANCE,)))

    class Uneven(Weighted):
        def actions(self, state: str) -> str:
            return "cde" if state == "b" else super().actions(state)

    with pytest.raises(GameError, match=r"player 2 has actions .* in one information set"):
        expand(Uneven(seen="none"))


@pytest.mark.parametrize(("mover", "who"), [(0, "player 1"), (1, "player 2"), (CHANCE, "chance")])
def test_a_move_without_actions_is_refused(mover: int, who: str) -> None:
    with pytest.raises(GameError, match=f"{who} has to move but has no action"):
        expand(Weighted(movers=(mover,), letters=("",)))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ((1, -1), "chance's weights are 1, -1, not a distribution"),
        ((0, 0), "chance's weights are 0, 0, not a distribution"),
        ((0.1, math.inf), "chance's weights: inf: a finite number expected"),
    ],
)
def test_weights_that_are_no_distribution_are_refused(weights: tuple[Any, ...], message: str) -> None:
    with pytest.raises(GameError, match=message):
        expand(Weighted(movers=(CHANCE,), letters=("xy",), weights=weights))


def test_doubles_of_rules_are_the_decimals_that_they_print_and_a_constant_sum_but_for_rounding_is_one() -> None:
    thirds = expand(Weighted(movers=(CHANCE,), letters=("xyz",), weights=(1 / 3, 1 / 3, 1 / 3)))
    assert thirds.information_sets.probability.to_fractions() == [Fraction(1, 3)] * 3

    class Split(Weighted):
        def payoffs(self, state: str) -> Any:
            share = 0.1 * (1 + len(state) + ord(state[-1]) % 3)
            return share, 1 - share

    game = expand(Split(movers=(0,), letters=("xyz",)))
    assert game.constant_sum == 1 and "but for rounding" in game.note


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ({"payoffs": lambda self, state: None}, r"payoffs\(state\) returned None; a pair of numbers expected"),
        ({"payoffs": lambda self, state: (math.nan, 1)}, "payoffs: nan: a finite number expected"),
        ({"player": lambda self, state: 5}, r"player\(state\) returned 5; 0, 1, CHANCE or TERMINAL expected"),
    ],
)
def test_the_error_for_wrong_return_values_of_rules_names_the_method(method: dict[str, Any], message: str) -> None:
    sound: dict[str, Any] = {
        "title": "odd",
        "initial": lambda self: 0,
        "player": lambda self, state: 0 if state == 0 else -2,
        "actions": lambda self, state: (1, 2),
        "apply": lambda self, state, action: action,
        "payoffs": lambda self, state: (state, -state),
        "observation": lambda self, state, player: "here",
    }
    assert len(expand(type("Sound", (Rules,), sound)())) == 3
    with pytest.raises(GameError, match=message):
        expand(type("Odd", (Rules,), sound | method)())
