"""Games of perfect information as trees of positions, and strategies put back."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from every_equilibrium import expected_payoffs
from game_files import paths
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_walks import expected_from

import seqform as sf
from seqform.backends.bestnash.backend import backward_induction
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import parse_efg, read_efg
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.preprocess.subgames import is_perfect_information, perfect_information
from seqform.errors import GameError, ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.exact import ExactArray
from seqform.verify.nash import certify


def open_game(seed: int) -> ExtensiveGame:
    """Return a random game of perfect information, with few payoffs and so with ties."""
    return catalog.make(f"random-game(seed={seed},depth=4,chance=1/5,merge=0,payoffs=2,zero_sum=false)")


def random_strategy(graph: PositionGraph, seed: int) -> PositionStrategy:
    """Return moves, and lotteries at about half of the positions that allow one."""
    source = np.random.default_rng(seed)
    sizes = np.diff(graph.first_move)
    choice = np.where(graph.player >= 0, source.integers(0, np.maximum(sizes, 1)), -1).astype(np.int32)
    mixed = np.flatnonzero((graph.player >= 0) & (sizes > 1) & (source.random(len(graph)) < 0.5))
    other = ((choice[mixed] + source.integers(1, sizes[mixed])) % sizes[mixed]).astype(np.int32)
    return PositionStrategy(graph, choice, mixed, other, ExactArray(source.integers(0, 8, len(mixed)), 7))


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_positions_are_the_nodes_with_their_numbers(seed: int) -> None:
    game = open_game(seed)
    graph = perfect_information(game).target
    assert graph.is_tree
    assert graph.player.tolist() == game.player.tolist()
    assert graph.source is game
    for node in range(len(game)):
        assert graph.moves(node) == np.flatnonzero(game.parent == node).tolist()
        if game.player[node] >= 0:
            names = game.action_names[int(game.infoset[node])]
            assert tuple(graph.move_label(node, k) for k in range(len(names))) == names
    for player in (0, 1):
        payoffs = [graph.payoffs_at(int(leaf))[player] for leaf in game.leaves]
        assert payoffs == game.leaf_payoffs[player].to_fractions()


@given(st.integers(0, 10**6), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_strategy_put_back_is_worth_the_same(seed: int, choices: int) -> None:
    game = open_game(seed)
    step = perfect_information(game)
    strategy = random_strategy(step.target, choices)
    profile = step.lift(strategy)
    assert profile.exact
    assert expected_payoffs(strategy)[0] == tuple(expected_from(game, profile, player) for player in (0, 1))


def test_outcomes_on_the_way_are_added_up() -> None:
    text = """EFG 2 R "a fee" { "A" "B" }
p "" 1 1 "" { "pay" "stop" } 1 "fee" { -1, 1 }
p "" 2 1 "" { "left" "right" } 2 "gift" { 10, 0 }
t "" 3 "" { 1/2, 1/2 }
t "" 0
t "" 0"""
    graph = perfect_information(parse_efg(text)).target
    left, right = graph.moves(1)
    assert list(graph.payoffs_at(2)) == [-1, 1]
    assert list(graph.payoffs_at(left)) == [Fraction(19, 2), Fraction(3, 2)]
    assert list(graph.payoffs_at(right)) == [9, 1]


def test_chance_nodes_in_one_set_hide_nothing() -> None:
    lottery = {"h": (Fraction(1, 3), leaf(1)), "t": (Fraction(2, 3), leaf(0))}
    graph = perfect_information(tree("two tosses", move(1, "m", {"a": chance(lottery), "b": chance(lottery)}))).target
    assert [graph.chances(position)[0] for position in (1, 2)] == [Fraction(1, 3)] * 2


def test_a_game_that_is_over_at_once_is_one_position() -> None:
    step = perfect_information(tree("over", leaf(3, 4)))
    assert list(step.target.payoffs_at(0)) == [3, 4]
    assert len(step.lift(PositionStrategy.pure(step.target, np.array([-1], dtype=np.int32)))[0]) == 0


def test_hidden_information_and_strategies_of_other_games_are_refused() -> None:
    with pytest.raises(
        GameError, match=r"not of perfect information: information set '.*' of player 1 has 2 nodes; .*'nash'"
    ):
        perfect_information(sf.load("kuhn"))
    one, other = (perfect_information(open_game(seed)) for seed in (1, 2))
    with pytest.raises(ModelError, match="not for"):
        one.lift(random_strategy(other.target, 0))


@pytest.mark.parametrize("path", paths(".efg", perfect_recall="True"))
def test_files_are_of_perfect_information_if_no_set_has_two_nodes(path: Path) -> None:
    game = read_efg(path)
    players = game.infoset[game.player >= 0]
    assert is_perfect_information(game) == (len(players) == len(set(players.tolist())))


@pytest.mark.slow
def test_half_a_million_nodes_there_and_back() -> None:
    game = catalog.make("tic-tac-toe")
    step = perfect_information(game)
    assert len(step.target) == 549_946
    certificate = certify(game, step.lift(backward_induction(step.target).strategy))
    assert (certificate.values, certificate.nash_conv) == ((0, 0), 0)
