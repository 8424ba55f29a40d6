"""Situations: by the rules and on the tree they are the same game."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies
from nested_lists import Nested, NestedLists, State

from seqform.builders.games.rules import TERMINAL, GameLimits
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE
from seqform.play import NegamaxAgent, PlayableRules, PlayableTree, Situation, open_game

WITH_CHANCE = NestedLists([[1, (2, [3, 4])], ([5, 6], 7), [(2, [3, 4]), 0]])


def leaves(situation: Situation) -> list[tuple[tuple[str, ...], Fraction, tuple[Fraction, Fraction]]]:
    """All plays: names of actions, probability by chance, payoffs."""
    if situation.player == TERMINAL:
        return [((), Fraction(1), situation.payoffs)]
    by_chance = situation.player == CHANCE
    found = []
    for action, name in enumerate(situation.actions):
        share = situation.lottery[action] if by_chance else Fraction(1)
        found += [((name, *path), share * weight, payoffs) for path, weight, payoffs in leaves(situation.after(action))]
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
    assert open_game("tic-tac-toe").limits == GameLimits((Fraction(-1), Fraction(1)), longest=9, actions=9)


def test_too_many_positions_are_refused_unless_the_rules_declare_their_limits() -> None:
    with pytest.raises(GameError, match="more than 3 positions; give the rules an attribute limits"):
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
    assert shares == [Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)]  # one king is left, and two of each other rank
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


nested_lists = strategies.recursive(
    strategies.integers(-3, 3), lambda inner: strategies.lists(inner, min_size=1, max_size=3), max_leaves=20
)


@given(nested_lists)
def test_negamax_agrees_with_plain_minimax_for_any_order_of_moves_and_any_sum(tree: Nested) -> None:
    table = open_game(NestedLists(tree))
    agent = NegamaxAgent(table)
    if table.root.player != TERMINAL:
        values = [minimax(table.root.after(action)) for action in range(table.root.num_actions)]
        best = [k for k, value in enumerate(values) if value == minimax(table.root)]
        assert agent.best_actions(agent.rules.initial()) == best


def test_negamax_searches_plays_longer_than_python_calls_deep() -> None:
    tree: Nested = 7
    for _ in range(5000):
        tree = [tree]

    class ByDepth(NestedLists):
        def position(self, state: State) -> int:
            return len(state[1])

    agent = NegamaxAgent(open_game(ByDepth(tree)))
    assert agent.search.value(agent.rules.initial()).value == 7
