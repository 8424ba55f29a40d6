"""Situations: by the rules, by dealing signals and on the tree they are the same game."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nested_lists import Nested, NestedLists
from random_ordered_games import random_ordered_game

import seqform as sf
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.rules import TERMINAL, GameLimits, Rules
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.play import (
    NegamaxAgent,
    PlayableOrderedGame,
    PlayableRules,
    PlayableTree,
    Situation,
    match,
    open_game,
)
from seqform.playable import OrderedSituation
from seqform.playable.felt import felt_of_deals, felt_of_tree

WITH_CHANCE = NestedLists([[1, (2, [3, 4])], ([5, 6], 7), [(2, [3, 4]), 0]])


def leaves(
    situation: Situation,
) -> list[tuple[tuple[str, ...], Fraction, tuple[Fraction, Fraction]]]:
    """All plays: names of actions, probability by chance, payoffs."""
    if situation.player == TERMINAL:
        return [((), Fraction(1), situation.payoffs)]
    by_chance = situation.player == CHANCE
    found = []
    for action, name in enumerate(situation.actions):
        share = situation.lottery[action] if by_chance else Fraction(1)
        found += [
            ((name, *path), share * weight, payoffs)
            for path, weight, payoffs in leaves(situation.after(action))
        ]
    return found


def test_rules_and_their_tree_have_the_same_plays() -> None:
    by_rules, on_tree = open_game(WITH_CHANCE), open_game(WITH_CHANCE, tree=True)
    assert isinstance(by_rules, PlayableRules)
    assert isinstance(on_tree, PlayableTree)
    assert on_tree.perfect_information
    plays = leaves(by_rules.root)
    assert plays == leaves(on_tree.root)
    assert {weight for _, weight, _ in plays} == {Fraction(1), Fraction(1, 3), Fraction(2, 3)}
    assert by_rules.limits == on_tree.limits


def test_limits_are_those_of_the_game_on_the_tree_and_without() -> None:
    limits = open_game("kuhn").limits
    assert limits == GameLimits((Fraction(-2), Fraction(2)), longest=5, actions=2, chance_actions=3)
    assert open_game("three-card-orderings").limits.constant_sum is None
    assert open_game("tic-tac-toe").limits == GameLimits(
        (Fraction(-1), Fraction(1)), longest=9, actions=9
    )


def test_too_many_positions_are_refused_unless_the_rules_declare_their_limits() -> None:
    with pytest.raises(
        GameError, match="more than 3 positions; give the rules an attribute limits"
    ):
        _ = PlayableRules(NestedLists([[1, 2], [3, 4]]), max_positions=3).limits
    declared = GameLimits((Fraction(-1), Fraction(1)), longest=9, actions=9)
    rules = NestedLists([1, 2])
    rules.limits = declared  # type: ignore[attr-defined]
    assert PlayableRules(rules, max_positions=1).limits == declared


def test_worlds_of_an_information_set_have_the_weights_of_chance() -> None:
    table: Any = open_game("leduc(collapse_suits=true)")
    worlds = table.worlds(0, "K:")
    total = sum(worlds.weights)
    shares = sorted(Fraction(weight, total) for weight in worlds.weights)
    # One king is left, and two of each other rank.
    assert shares == [Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)]
    assert {(node.player, node.infoset) for node in worlds.nodes} == {(0, "K:")}
    for node in worlds.nodes:
        here: Situation = table.root
        for action in node.path:
            here = here.after(action)
        assert here.position == node.position


def minimax(situation: Situation) -> Fraction:
    if situation.player == TERMINAL:
        return situation.payoffs[0]
    values = [minimax(situation.after(action)) for action in range(situation.num_actions)]
    return max(values) if situation.player == 0 else min(values)


nested_lists = st.recursive(
    st.integers(-3, 3), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=20
)


@given(nested_lists)
def test_negamax_agrees_with_plain_minimax_for_any_order_of_moves_and_any_sum(tree: Nested) -> None:
    table = open_game(NestedLists(tree))
    agent = NegamaxAgent(table)
    if table.root.player != TERMINAL:
        values = [minimax(table.root.after(action)) for action in range(table.root.num_actions)]
        best = [k for k, value in enumerate(values) if value == minimax(table.root)]
        assert agent.best_actions(agent.rules.initial()) == best


class Chain(Rules[int, str]):
    """A play of `length` forced moves of both players in turn, worth 7 to player 1."""

    title = "chain"
    perfect_information = True

    def __init__(self, length: int) -> None:
        self.length = length

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return TERMINAL if state == self.length else state % 2

    def actions(self, state: int) -> list[str]:
        return ["go on"]

    def apply(self, state: int, action: str) -> int:
        return state + 1

    def payoffs(self, state: int) -> tuple[int, int]:
        return (7, 3)

    def observation(self, state: int, player: int) -> int:
        return state

    def position(self, state: int) -> int:
        return state


def test_negamax_searches_plays_longer_than_python_calls_deep() -> None:
    agent = NegamaxAgent(open_game(Chain(5000)))
    assert agent.search.value(agent.rules.initial()).value == 7


# ---- games with ordered signals ----


def walk(situation: Any, reach: Fraction = Fraction(1)) -> Iterator[tuple[Any, Fraction]]:
    """Yield all situations with their probability if all players' actions are equally likely."""
    yield situation, reach
    if situation.player != TERMINAL:
        count = situation.num_actions
        shares = situation.lottery if situation.player == CHANCE else [Fraction(1, count)] * count
        assert sum(shares) == 1 and len(shares) == count == len(situation.actions)
        for action, share in enumerate(shares):
            yield from walk(situation.after(action), reach * share)


def summary(
    table: PlayableOrderedGame | PlayableTree,
) -> tuple[tuple[Fraction, Fraction], dict[Any, Fraction]]:
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
    "name",
    ["kuhn", "kuhn(ranks=5)", "tiny-poker", "leduc(suits=1)", "negotiation(types=3,prices=2)"],
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
        same_as_the_tree(
            random_ordered_game(
                seed, signals=4 + seed % 2, weighted=seed % 3 == 0, unit=unit, even=even
            )
        )


@settings(max_examples=5)
@given(seed=st.integers(0, 10**6), even=st.booleans())
def test_limits_bound_the_game_and_views_have_the_numbers_of_the_games_views(
    seed: int, even: bool
) -> None:
    game = random_ordered_game(seed, signals=4, even=even)
    table = PlayableOrderedGame(game)
    limits = table.limits
    for situation, _ in walk(table.root):
        if situation.player == TERMINAL:
            assert all(
                limits.payoffs[0] <= payoff <= limits.payoffs[1] for payoff in situation.payoffs
            )
        elif situation.player == CHANCE:
            assert situation.num_actions <= limits.chance_actions
        else:
            assert situation.num_actions <= limits.actions
            view = situation.information
            seen = [
                game.signals[signal]
                for signal in game.views[view.round][view.player].signals[view.hand]
            ]
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
    shown = play(
        table.root,
        "As",
        "2h",
        "check",
        "check",
        "Kd",
        "bet",
        "raise",
        "call",
        "2s",
        "check",
        "check",
    )
    assert shown.payoffs == (Fraction(-45), Fraction(45))
    assert table.hidden(shown) == ((), ())
    with pytest.raises(GameError, match="at the end of the game only"):
        table.payoffs(table.root)
    results = [
        game
        for game in match("rhode-island", "random", "random", games=40).games
        if "fold" in str(game)
    ]
    for game in results:
        cards = [move.action for move in game.moves if move.player == CHANCE]
        for agent, seat in enumerate(game.seats):
            assert f"({cards[seat]})" in game.seen_by(agent)
            assert f"({cards[1 - seat]})" not in game.seen_by(agent) and "(?)" in game.seen_by(
                agent
            )


@pytest.mark.parametrize("name", ["kuhn", "leduc", "tiny-poker"])
def test_cards_and_stakes_of_a_tree_are_those_of_the_deals_that_it_was_expanded_from(
    name: str,
) -> None:
    of_deals = felt_of_deals(sf.load(name, kind="ordered"))
    of_tree = felt_of_tree(sf.load(name))
    assert of_tree is not None
    assert of_tree.receivers == of_deals.receivers
    for history in public_histories(sf.load(name)):
        assert of_tree.stakes(history) == of_deals.stakes(history)


def public_histories(game: ExtensiveGame) -> set[tuple[str, ...]]:
    """Return the actions of the players on the way to every node."""
    histories: dict[int, tuple[str, ...]] = {0: ()}
    for node in range(1, len(game)):
        above = int(game.parent[node])
        taken: tuple[str, ...] = ()
        if game.player[above] >= 0:
            taken = (game.action_names[game.infoset[above]][game.action[node]],)
        histories[node] = (*histories[above], *taken)
    return set(histories.values())
