"""Games drawn in papers: their equilibria, and what distinguishes refinements in them."""

from fractions import Fraction

import numpy as np
import pytest
from assessments import Choices, profile_playing
from tree_walks import payoffs_by_path

import seqform as sf
from seqform.builders.games import catalog
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Rational
from seqform.verify.nash import payoff_per_sequence

F = Fraction


def gains(game: ExtensiveGame, player: int, opponent: Choices) -> dict[str, Fraction]:
    """Return what each sequence of a player contributes to that player's payoff against a behavior."""
    pair: tuple[Choices, Choices] = ({}, opponent) if player == 0 else (opponent, {})
    slope = payoff_per_sequence(game, player, profile_playing(game, *pair)[1 - player])
    assert not isinstance(slope, np.ndarray)
    return dict(zip(game.sequences[player].index.names, slope.to_fractions(), strict=True))


FIGURE_1: list[tuple[Choices, tuple[int, int]]] = [
    ({"1": {"2": 1}, "2": {"5": 1}}, (2, 100)),
    ({"1": {"3": 1}, "2": {"4": 1}}, (1000, 4)),
    ({"1": {"2": 1}, "2": {"4": F(96, 97), "5": F(1, 97)}}, (2, 4)),
    ({"1": {"3": 1}, "2": {"4": F(96, 97), "5": F(1, 97)}}, (1000, 4)),
]
EVEN = F(1, 2)
FIGURE_4: list[tuple[Choices, tuple[int, int]]] = [
    ({"5": {"10": 1}, "4": {"9": 1}, "3": {"8": 1}, "2": {"7": 1}, "1": {"2": 1}}, (3, 1)),
    ({"5": {"11": 1}, "4": {"5": 1}, "3": {"4": 1}, "2": {"3": 1}, "1": {"2": 1}}, (3, 3)),
    ({"5": {"10": EVEN, "11": EVEN}, "4": {"9": EVEN, "5": EVEN}, "3": {"4": 1}, "2": {"3": 1}, "1": {"6": 1}}, (2, 5)),
]
FIGURE_3: list[tuple[Choices, tuple[Rational, Rational]]] = [
    ({"start": {"quit": 1}, "object": {"leave": 1}}, (0, 0)),
    ({"start": {"pass": 1}, "object": {"pack": 1}}, (F(-3, 1000), 7)),
]
TWO_LEVELS: Choices = {"start": {"left": 1}, "after left": {"right": 1}, "after right": {"left": 1}}


@pytest.mark.parametrize(
    ("spec", "choices", "values"),
    [
        *(("littman-figure-1", *row) for row in FIGURE_1),
        *(("littman-figure-4", *row) for row in FIGURE_4),
        *(("knapsack-figure-3(weight=3,value=7,scale=1000)", *row) for row in FIGURE_3),
        ("two-level-tree", TWO_LEVELS, (1, -1)),
    ],
)
def test_subgame_perfect_equilibria_are_the_papers(
    spec: str, choices: Choices, values: tuple[Rational, Rational]
) -> None:
    game = catalog.make(spec)
    certificate = sf.check(game, profile_playing(game, choices, choices), subgame_perfect=True)
    assert certificate.values == values
    assert certificate.checks == {"subgame perfect": True}


@pytest.mark.parametrize("alpha", [F(97, 98), F(1)])
def test_littmans_figure_1_goes_left_for_alpha_up_to_96_97ths_only(alpha: Fraction) -> None:
    game = catalog.make("littman-figure-1")
    choices: Choices = {"1": {"2": 1}, "2": {"4": alpha, "5": 1 - alpha}}
    assert not sf.check(game, profile_playing(game, choices, choices), subgame_perfect=True).checks["subgame perfect"]


def test_the_two_level_tree_has_the_articles_payoffs() -> None:
    payoffs = zip(*(column.to_fractions() for column in catalog.make("two-level-tree").leaf_payoffs), strict=True)
    assert list(payoffs) == [(5, -5), (1, -1), (-3, 3), (6, -6)]


def test_merging_isomorphic_subtrees_turns_player_2_from_right_to_left() -> None:
    for merged, replies in ((False, ("l", "right")), (True, ("r", "left"))):
        game = catalog.make("abstraction-counterexample", merged=merged)
        (mine,), (theirs,) = (own.index.infoset_names for own in game.sequences)
        against = [gains(game, 0, {theirs: {answer: 1}}) for answer in ("left", "right")]
        dominant = [a for a, b in ("lr", "rl") if all(row[f"{mine} {a}"] > row[f"{mine} {b}"] for row in against)]
        slope = gains(game, 1, {mine: {dominant[0]: 1}})
        best = max(("left", "right"), key=lambda answer: slope[f"{theirs} {answer}"])
        assert (*dominant, best) == replies
        assert slope[f"{theirs} left"] != slope[f"{theirs} right"]


def test_the_subtrees_below_a_and_b_are_isomorphic_and_chance_is_not_observed() -> None:
    game = catalog.make("abstraction-counterexample")
    at = payoffs_by_path(game)
    below_a = {path[1:]: payoff for path, payoff in at.items() if path[0] == "a"}
    swapped = {("r" if path[1] == "l" else "l", *path[2:]): payoff for path, payoff in at.items() if path[0] == "b"}
    assert swapped == below_a
    assert game.player[0] == CHANCE
    assert game.infoset[1] == game.infoset[2]


def test_asking_loses_whatever_the_answer_and_no_is_the_better_answer() -> None:
    game = catalog.make("guess-the-ace")
    for answer in ("yes", "no"):
        offered = gains(game, 0, {"asked": {answer: 1}})
        assert offered["start ask"] < offered["start stop"] == 0
    for cards in (2, 52):
        asked = gains(catalog.make("guess-the-ace", cards=cards, prize=100), 1, {"start": {"ask": 1}})
        assert asked["asked yes"] == F(100, cards)
        assert asked["asked no"] == 100 - F(100, cards)


def test_the_second_gift_may_reward_the_senseless_answer() -> None:
    game = catalog.make("guess-the-ace-second-gift(cards=4,prize=8)")
    choices: Choices = {"start": {"ask": 1}, "after yes": {"give": 1}, "after no": {"keep": 1}}
    assert gains(game, 1, choices) == {"∅": 0, "asked yes": 8 + 2, "asked no": 6}
    assert len(game.leaves) == 10


def test_under_uniform_bounds_c_and_d_continue_the_same_sequence() -> None:
    game = catalog.make("uniform-bounds")
    values = {("a",): 2, ("b", "r", "c"): 1, ("b", "r", "d"): -2, ("b", "s", "p"): 0, ("b", "s", "q"): 0}
    assert payoffs_by_path(game) == values
    index = game.sequences[0].index
    after_b = 1 + index.action_names[0].index("b")
    assert index.parent_sequence[1:].tolist() == [after_b, after_b]
