"""Games with ordered signals that are dealt from the rules: the same games as on their trees."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_ordered_games import random_ordered_game

import seqform as sf
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.rules import TERMINAL
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.ordered import OrderedGame
from seqform.play import PlayableOrderedGame, PlayableTree, match
from seqform.playable import OrderedSituation


def walk(situation: Any, reach: Fraction = Fraction(1)) -> Iterator[tuple[Any, Fraction]]:
    """Yield all situations with their probability if all players' actions are equally likely."""
    yield situation, reach
    if situation.player != TERMINAL:
        count = situation.num_actions
        shares = situation.lottery if situation.player == CHANCE else [Fraction(1, count)] * count
        assert sum(shares) == 1 and len(shares) == count == len(situation.actions)
        for action, share in enumerate(shares):
            yield from walk(situation.after(action), reach * share)


def summary(table: PlayableOrderedGame | PlayableTree) -> tuple[tuple[Fraction, Fraction], dict[Any, Fraction]]:
    """Return the expected payoffs, and the probability of every information set with its actions."""
    payoffs, sets = [Fraction(0), Fraction(0)], defaultdict[Any, Fraction](Fraction)
    for situation, reach in walk(table.root):
        if situation.player == TERMINAL:
            for player in (0, 1):
                payoffs[player] += reach * situation.payoffs[player]
        elif situation.player != CHANCE:
            sets[situation.player, situation.infoset, situation.actions] += reach
    return (payoffs[0], payoffs[1]), dict(sets)


def same_as_the_tree(game: OrderedGame) -> None:
    assert summary(PlayableOrderedGame(game)) == summary(PlayableTree(to_extensive(game)))


@pytest.mark.parametrize(
    "name", ["kuhn", "kuhn(ranks=5)", "tiny-poker", "leduc(suits=1)", "negotiation(types=3,prices=2)"]
)
def test_a_game_of_the_catalog_has_the_payoffs_and_information_sets_of_its_tree(name: str) -> None:
    same_as_the_tree(sf.load(name, kind="ordered"))


@pytest.mark.slow
@settings(max_examples=2)
@example(258)  # the players receive their signals in different rounds
@given(seed=st.integers(0, 10**6))
def test_a_game_at_random_has_the_payoffs_and_information_sets_of_its_tree(seed: int) -> None:
    unit = Fraction(1, 3)
    for even in (True, False):
        same_as_the_tree(random_ordered_game(seed, signals=4 + seed % 2, weighted=seed % 3 == 0, unit=unit, even=even))


@settings(max_examples=5)
@given(seed=st.integers(0, 10**6), even=st.booleans())
def test_limits_bound_the_game_and_views_have_the_numbers_of_the_games_views(seed: int, even: bool) -> None:
    game = random_ordered_game(seed, signals=4, even=even)
    table = PlayableOrderedGame(game)
    limits = table.limits
    for situation, _ in walk(table.root):
        if situation.player == TERMINAL:
            assert all(limits.payoffs[0] <= payoff <= limits.payoffs[1] for payoff in situation.payoffs)
        elif situation.player == CHANCE:
            assert situation.num_actions <= limits.chance_actions
        else:
            assert situation.num_actions <= limits.actions
            view = situation.information
            seen = [game.signals[signal] for signal in game.views[view.round][view.player].signals[view.hand]]
            assert view.signals == tuple(seen)
            assert sorted(seen) == sorted(view.own + view.public)
            assert (*game.histories(view.round)[view.past], view.history[-1]) == view.history
            assert game.rounds[view.round].stage.path(view.node) == view.history[-1]


def play(situation: OrderedSituation, *actions: str) -> OrderedSituation:
    for action in actions:
        situation = situation.after(situation.actions.index(action))
    return situation


def test_the_opponents_cards_stay_hidden_after_a_fold_and_not_at_a_showdown() -> None:
    table = PlayableOrderedGame(sf.load("rhode-island", kind="ordered"))
    folded = play(table.root, "As", "2h", "bet", "fold")
    assert folded.payoffs == (Fraction(5), Fraction(-5))
    assert table.hidden(folded) == ((1,), (0,))
    shown = play(table.root, "As", "2h", "check", "check", "Kd", "bet", "raise", "call", "2s", "check", "check")
    assert shown.payoffs == (Fraction(-45), Fraction(45))
    assert table.hidden(shown) == ((), ())
    with pytest.raises(GameError, match="at the end of the game only"):
        table.payoffs(table.root)
    results = [game for game in match("rhode-island", "random", "random", games=40).games if "fold" in str(game)]
    for game in results:
        cards = [move.action for move in game.moves if move.player == CHANCE]
        for agent, seat in enumerate(game.seats):
            assert f"({cards[seat]})" in game.seen_by(agent)
            assert f"({cards[1 - seat]})" not in game.seen_by(agent) and "(?)" in game.seen_by(agent)
