"""Agents: names, choices and payoffs."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import seqform as sf
from seqform.builders.games.families.board_games import TicTacToe
from seqform.errors import OptionError
from seqform.play import HumanAgent, Information, ProfileAgent, draw, open_game, recipe
from seqform.play.matches import information_at

KUHN = sf.load("kuhn")
EQUILIBRIUM = sf.solve(KUHN, exact=True)


def test_a_profile_agent_draws_from_its_strategy() -> None:
    agent, numbers = ProfileAgent("p", EQUILIBRIUM.profile), Random(5)
    mixed = next(name for name, shares in EQUILIBRIUM.profile[1].items() if min(shares.values()) > 0)
    shares = list(EQUILIBRIUM.profile[1][mixed].values())
    view = Information(1, mixed, tuple(EQUILIBRIUM.profile[1][mixed]))
    drawn = Counter(agent.choose(view, numbers) for _ in range(3000))
    for action, share in enumerate(shares):
        assert abs(drawn[action] / 3000 - share) < 0.04  # four standard deviations


def test_lotteries_are_drawn_exactly_even_with_huge_denominators() -> None:
    tiny = Fraction(1, 10**40)
    numbers = Random(1)
    assert {draw([tiny, 1 - 2 * tiny, tiny], numbers) for _ in range(100)} == {1}
    assert {draw([0.0, 1.0], numbers) for _ in range(20)} == {1}
    counts = Counter(draw([Fraction(1, 3), Fraction(2, 3)], numbers) for _ in range(3000))
    assert abs(counts[0] - 1000) < 110


def test_a_mistyped_agent_gets_one_error_with_the_possible_ones() -> None:
    for text, message in {
        "mtcs:100": r"no agent named 'mtcs'; did you mean mcts\? there are human, random, negamax, alpha-beta",
        "random:3": "random takes nothing after a colon",
        "equilibrium:best": "no equilibrium concept 'best'; known: nash, ",
        "profile:": "a file expected, as in profile:kuhn.json",
    }.items():
        with pytest.raises(OptionError, match=message):
            recipe(text)


def test_an_equilibrium_is_exact_and_played_on_the_tree_only() -> None:
    agent = recipe("equilibrium").make(open_game(KUHN), None)
    assert isinstance(agent, ProfileAgent) and sf.check(KUHN, agent.profile).proven
    with pytest.raises(OptionError, match="plays on the tree of a game only"):
        recipe("equilibrium").make(open_game("tic-tac-toe"), None)


def test_a_person_is_shown_what_the_player_knows_and_is_asked_again() -> None:
    said: list[str] = []
    typed = iter(("0", "3", "raise", "", "²", "2", "check"))
    agent = HumanAgent(open_game("kuhn"), said.append, lambda prompt: next(typed))
    view = Information(1, "K:b", ("check", "bet"))
    assert agent.choose(view, Random(1)) == 1
    assert agent.choose(view, Random(1)) == 0  # by name
    text = "\n".join(said)
    assert "You are Player 2. You know: K:b" in text
    assert "   1  check\n   2  bet" in text
    assert text.count("is no action here; expected: a number from 1 to 2, or an action") == 5


class Drawn(TicTacToe):
    def picture(self, state: Any) -> str:
        return "a board"


@pytest.mark.parametrize(
    ("source", "board"), [("tic-tac-toe", "  O | X | 2\n  3 | X | 5\n  6 | 7 | 8"), (Drawn(), "a board")]
)
def test_squares_are_called_by_their_own_numbers_on_a_board_that_rules_may_draw(source: Any, board: str) -> None:
    said: list[str] = []
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return ("4", "1", "8")[len(asked) - 1]

    table = open_game(source)
    here = table.root.after(4).after(0).after(0)
    view = information_at(table, here)
    assert here.actions[HumanAgent(table, said.append, ask).choose(view, Random(1))] == "8"
    assert said[1] == board
    assert asked == ["Your move (2, 3, 5, 6, 7, 8): "] * 3
