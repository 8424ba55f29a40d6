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


class Lines(Moves):
    """The same with moves of chance, whose first action has weight 1, the second 2, and so on."""

    def chance(self, state: str) -> list[tuple[str, Rational]]:
        return [(letter, weight) for weight, letter in enumerate(self.letters[len(state)], start=1)]


def test_nodes_are_numbered_breadth_first_in_the_order_of_the_actions() -> None:
    game = expand(Lines())
    assert game.parent.tolist() == [NONE, 0, 0, 1, 1, 2, 2]
    assert [game.path(node) for node in game.leaves] == [("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]


def test_observations_separate_information_sets() -> None:
    assert expand(Lines(seen="all")).count()["information sets of player 2"] == 2
    assert expand(Lines(seen="none")).count()["information sets of player 2"] == 1


def test_players_remember_their_own_moves_even_if_the_observation_forgets_them() -> None:
    game = expand(Lines(movers=(0, 0, 0), letters=("ab", "cd", "ef"), seen="none"))
    assert game.count()["information sets of player 1"] == 1 + 2 + 4


def test_chance_weights_become_exact_probabilities() -> None:
    game = expand(Lines(movers=(CHANCE, 0), letters=("xyz", "ab")))
    assert game.chance_reach.take(game.levels[1]).to_fractions() == [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]


def test_weights_may_be_fractions() -> None:
    class Thirds(Lines):
        def chance(self, state: str) -> list[tuple[str, Rational]]:
            return [("x", Fraction(1, 3)), ("y", Fraction(2, 3)), ("z", 0)]

    game = expand(Thirds(movers=(CHANCE,), letters=("xyz",)))
    assert game.chance_reach.take(game.leaves).to_fractions() == [Fraction(1, 3), Fraction(2, 3), 0]


def test_leaves_share_outcomes_of_equal_payoffs() -> None:
    game = expand(Lines())
    assert len(game.outcomes) == 1
    assert game.leaf_payoffs[0].to_fractions() == [2, 2, 2, 2]


def test_a_game_may_be_over_before_it_begins() -> None:
    game = expand(Lines(movers=(), letters=()))
    assert len(game) == 1
    assert game.leaf_payoffs[1].to_fractions() == [0]


def test_labels_come_from_the_rules() -> None:
    class Labelled(Lines):
        def infoset_label(self, state: str, player: int) -> str:
            return f"<{state}>"

        def action_label(self, state: str, action: str) -> str:
            return action.upper()

    game = expand(Labelled())
    assert game.information_sets.labels == ("<>", "<a>", "<b>")
    assert game.information_sets.actions(1) == ("C", "D")


def test_a_tree_that_grows_too_large_is_refused() -> None:
    with pytest.raises(GameError, match="lines: more than 6 nodes; choose smaller parameters, or raise max_nodes"):
        expand(Lines(), max_nodes=6)
    assert len(expand(Lines(), max_nodes=7)) == 7


def test_progress_is_reported_at_every_level() -> None:
    heard: list[str] = []
    expand(Lines(), progress=heard.append)
    assert heard == ["expanding lines: 3 nodes", "expanding lines: 7 nodes", "expanding lines: 7 nodes"]


def test_different_actions_in_an_information_set_are_refused() -> None:
    class Uneven(Lines):
        def actions(self, state: str) -> str:
            return "cde" if state == "b" else super().actions(state)

    with pytest.raises(GameError, match=r"player 2 has actions .* in one information set"):
        expand(Uneven(seen="none"))


@pytest.mark.parametrize(("mover", "who"), [(0, "player 1"), (1, "player 2"), (CHANCE, "chance")])
def test_a_move_without_actions_is_refused(mover: int, who: str) -> None:
    with pytest.raises(GameError, match=f"{who} has to move but has no action"):
        expand(Lines(movers=(mover,), letters=("",)))


@pytest.mark.parametrize("weights", [(1, -1), (0, 0)])
def test_weights_that_are_no_distribution_are_refused(weights: tuple[int, int]) -> None:
    class Weighted(Lines):
        def chance(self, state: str) -> list[tuple[str, Rational]]:
            return list(zip("xy", weights, strict=True))

    with pytest.raises(GameError, match=r"chance's weights are .*, not a distribution"):
        expand(Weighted(movers=(CHANCE,), letters=("xy",)))


def test_floats_are_refused_as_weights_and_as_payoffs() -> None:
    class FloatWeights(Lines):
        def chance(self, state: str) -> list[tuple[str, Rational]]:
            return [("x", 0.1), ("y", 0.9)]  # type: ignore[list-item]

    class FloatPayoffs(Lines):
        def payoffs(self, state: str) -> tuple[Rational, Rational]:
            return (0.1, -0.1)  # type: ignore[return-value]

    with pytest.raises(GameError, match=r"chance's weights have to be integers or fractions, not 0.1, 0.9"):
        expand(FloatWeights(movers=(CHANCE,), letters=("xy",)))
    with pytest.raises(GameError, match=r"payoffs have to be integers or fractions, not 0.1, -0.1"):
        expand(FloatPayoffs())


def test_rules_without_chance_that_let_chance_move_are_refused() -> None:
    with pytest.raises(GameError, match="Moves: chance moves, but the rules do not say how"):
        expand(Moves(movers=(CHANCE,)))


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ({"payoffs": lambda self, state: None}, r"payoffs\(state\) returned None; a pair of numbers expected"),
        ({"payoffs": lambda self, state: 1}, r"payoffs\(state\) returned 1; a pair"),
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
