"""Subgame perfection: of positions by single moves, and of any game by the best replies in each subgame."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from assessments import profile_playing
from game_files import paths
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_walks import (
    best_reply,
    expected_from,
    largest_gain,
    random_moves,
    random_profile,
    subgame_roots_by_definition,
)

import seqform as sf
from seqform.backends.bestnash.backend import backward_induction, best_nash
from seqform.builders.games import catalog
from seqform.builders.games.families.board_games import TicTacToe
from seqform.builders.games.formats.efg import parse_position_graph, read_efg
from seqform.builders.games.rules import position_graph
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.builders.preprocess.subgames import perfect_information
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionStrategy
from seqform.models.numbers.algebraic import fraction, fractions
from seqform.verify.nash import certify
from seqform.verify.subgames import (
    SubgameDeviation,
    certify_subgame_perfect,
    position_values,
    subgame_deviation,
    subgame_perfect_violation,
    subgame_roots,
)

ENTRY = tree(
    "entry",
    move(
        0,
        "entrant",
        {
            "out": leaf(0, 2),
            "in": move(1, "incumbent", {"fight": leaf(-1, -1), "share": leaf(1, 1)}),
        },
    ),
)


def some_game(seed: int, depth: int = 4, merge: str = "1/4") -> ExtensiveGame:
    return catalog.make(
        f"random-game(seed={seed},depth={depth},chance=1/6,merge={merge},stop=1/20,payoffs=2,zero_sum=false)"
    )


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_values_and_the_first_gain_are_those_of_the_definition(seed: int, choices: int) -> None:
    game = some_game(seed, merge="0")
    step = perfect_information(game)
    graph, strategy = step.target, random_moves(step.target, choices)
    profile = step.lift(strategy)
    values = [
        [expected_from(game, profile, player, node) for node in range(len(game))]
        for player in (0, 1)
    ]
    assert [fractions(row).tolist() for row in position_values(graph, strategy)] == values
    gains = {
        position: max(values[mover][child] for child in graph.moves(position))
        - values[mover][position]
        for position, mover in enumerate(graph.player.tolist())
        if mover >= 0
    }
    worse = [position for position, gain in gains.items() if gain > 0]
    violation = subgame_perfect_violation(graph, strategy)
    assert (violation is None) == (not worse)
    if violation is not None:
        assert (violation.root, violation.gain) == (worse[0], gains[worse[0]])
        assert violation.player == graph.player[worse[0]]


def test_a_better_move_is_named_with_the_way_there() -> None:
    graph = perfect_information(ENTRY).target
    threat = PositionStrategy.pure(graph, np.array([0, -1, 0, -1, -1], dtype=np.int32))
    violation = subgame_perfect_violation(graph, threat)
    assert str(violation) == "player 2 gains 2 by 'share' in the subgame after in"
    rash = PositionStrategy.pure(graph, np.array([0, -1, 1, -1, -1], dtype=np.int32))
    assert (
        str(subgame_perfect_violation(graph, rash))
        == "player 1 gains 1 by 'in' in the subgame from the beginning"
    )


RANDOM_TREES = [
    f"random-game(seed={seed},depth=5,chance=0,merge=0,payoffs=2,zero_sum=false)"
    for seed in range(30)
]


def test_the_best_equilibria_of_trees_pass_with_their_lotteries() -> None:
    lotteries = 0
    for name in ("littman-figure-4", *RANDOM_TREES):
        game = sf.load(name)
        step = perfect_information(game)
        for objective in ("social", "best-for-1", "best-for-2"):
            answer = best_nash(step.target, objective)
            lotteries += len(answer.strategy.mixed)
            assert subgame_perfect_violation(step.target, answer.strategy) is None
            assert (
                tuple(fraction(row[0]) for row in position_values(step.target, answer.strategy))
                == answer.values
            )
            assert certify_subgame_perfect(game, step.lift(answer.strategy)).checks[
                "subgame perfect"
            ]
    assert lotteries > 0


def test_three_players_and_chance_that_never_happens() -> None:
    text = """EFG 2 R "t" { "A" "B" "C" }
c "" 1 "" { "never" 0 "always" 1 } 0
p "" 3 1 "" { "a" "b" } 0
t "" 1 "" { 0 0 1 }
t "" 2 "" { 0 0 2 }
p "" 2 1 "" { "a" "b" } 0
t "" 2
t "" 1"""
    graph = parse_position_graph(text)
    choice = backward_induction(graph).strategy.choice.copy()
    assert subgame_perfect_violation(graph, PositionStrategy.pure(graph, choice.copy())) is None
    choice[1] = 0
    violation = subgame_perfect_violation(graph, PositionStrategy.pure(graph, choice))
    assert str(violation) == "C gains 1 by 'b' in the subgame after never"


@pytest.mark.slow
def test_a_graph_with_shared_positions_is_checked() -> None:
    graph = position_graph(TicTacToe())
    strategy = backward_induction(graph).strategy
    assert subgame_perfect_violation(graph, strategy) is None
    first = PositionStrategy.pure(graph, np.where(graph.player >= 0, 0, -1).astype(np.int32))
    violation = subgame_perfect_violation(graph, first)
    assert violation is not None
    assert violation.gain > 0


def test_a_strategy_of_another_graph_is_refused() -> None:
    graph, other = (perfect_information(ENTRY).target for _ in range(2))
    strategy = random_moves(other, 1)
    for check in (position_values, subgame_perfect_violation):
        with pytest.raises(ModelError, match="strategy: one for"):
            check(graph, strategy)


def test_a_long_way_to_a_subgame_is_cut_at_its_beginning() -> None:
    moves = tuple(f"m{k}" for k in range(17))
    deviation = SubgameDeviation(20, moves[1:], 0, Fraction(3, 2), "on")
    shown = " > ".join(moves[1:])
    assert str(deviation) == f"player 1 gains 3/2 by 'on' in the subgame after {shown}"
    assert (
        str(SubgameDeviation(20, moves, 1, Fraction(2)))
        == f"player 2 gains 2 in the subgame after ... > {shown}"
    )


@given(st.integers(0, 10**6))
def test_subgames_begin_where_the_definition_says(seed: int) -> None:
    game = some_game(seed)
    assert np.flatnonzero(subgame_roots(game)).tolist() == subgame_roots_by_definition(game)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_any_profile_is_judged_as_by_each_subgame_on_its_own(seed: int, choices: int) -> None:
    game = some_game(seed, depth=3)
    equilibrium = sf.solve(game, backend="lemke").profile
    certificate = certify_subgame_perfect(game, equilibrium)
    assert certificate.nash_conv == 0
    assert certificate.checks["subgame perfect"] == (largest_gain(game, equilibrium) == 0)
    profile = random_profile(game, choices)
    deviation = subgame_deviation(game, profile)
    assert (deviation is None) == (largest_gain(game, profile) == 0)
    if deviation is not None:
        player, root = deviation.player, deviation.root
        best = best_reply(game, profile, player, [(root, Fraction(1))])
        assert deviation.gain == best - expected_from(game, profile, player, root)
        assert deviation.path == game.path(root)


@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_quasi_perfect_equilibria_are_subgame_perfect_where_chance_reaches_every_subgame(
    seed: int,
) -> None:
    game = some_game(seed, depth=3)
    profile = sf.solve(game, concept="quasi-perfect").profile
    assert subgame_deviation(game, profile) is None


def test_an_empty_threat_is_an_equilibrium_but_not_subgame_perfect() -> None:
    threat = profile_playing(ENTRY)
    certificate = certify_subgame_perfect(ENTRY, threat)
    assert certificate.nash_conv == 0
    assert certificate.checks == {"subgame perfect": False}
    assert str(subgame_deviation(ENTRY, threat)) == "player 2 gains 2 in the subgame after in"
    credible = profile_playing(ENTRY, {"entrant": "in"}, {"incumbent": "share"})
    assert (
        str(certify_subgame_perfect(ENTRY, credible))
        == "nash_conv = 0 (exact); subgame perfect: yes"
    )


def test_a_threat_behind_hidden_coins_that_chance_never_tosses_counts_as_well() -> None:
    """Matching pennies, where player 2 can also punish both."""

    def guess(pay: int) -> Node:
        return move(1, "guess", {"h": leaf(pay), "t": leaf(-pay), "punish": leaf(-5, -5)})

    pennies = move(0, "coin", {"h": guess(1), "t": guess(-1)})
    toss = chance({"never": (Fraction(0), pennies), "always": (Fraction(1), leaf(0))})
    game = tree("pennies", move(0, "enter", {"out": leaf(0), "in": toss}))
    even = {"h": Fraction(1, 2), "t": Fraction(1, 2)}
    assert subgame_deviation(game, profile_playing(game, {"coin": even}, {"guess": even})) is None
    punish = profile_playing(game, second={"guess": "punish"})
    assert certify(game, punish).nash_conv == 0
    assert (
        str(subgame_deviation(game, punish)) == "player 2 gains 6 in the subgame after in > never"
    )


def test_a_set_beside_a_subgame_belongs_to_the_game_above() -> None:
    """After chance comes a subgame of player 1 first, and then one set of player 1 with two nodes."""
    third = Fraction(1, 3)
    game = tree("beside", chance({
        "own": (third, move(0, "own", {"good": leaf(1), "bad": leaf(0)})),
        "one": (third, move(0, "shared", {"l": leaf(0), "r": leaf(3)})),
        "two": (third, move(0, "shared", {"l": leaf(0), "r": leaf(6)})),
    }))  # fmt: skip
    for own, shared, gain in (
        ("good", "r", "None"),
        ("good", "l", "player 1 gains 3 in the subgame from the beginning"),
        ("bad", "l", "player 1 gains 1 in the subgame after own"),
    ):
        assert (
            str(subgame_deviation(game, profile_playing(game, {"own": own, "shared": shared})))
            == gain
        )


@pytest.mark.parametrize("path", paths(".efg", perfect_recall="True"))
def test_subgames_of_files_begin_where_the_definition_says(path: Path) -> None:
    game = read_efg(path)
    assert np.flatnonzero(subgame_roots(game)).tolist() == subgame_roots_by_definition(game)


def test_a_game_that_is_over_at_once_has_no_subgame() -> None:
    game = tree("over", leaf(1, 2))
    certificate = certify_subgame_perfect(game, sf.uniform_profile(game))
    assert certificate.checks["subgame perfect"]
    assert not subgame_roots(game).any()


def test_deep_games_need_no_recursion() -> None:
    depth = 1500
    node: Node = leaf(0, 0)
    for k in range(depth):
        node = move(k % 2, f"m{k}", {"stop": leaf(k % 2, 1), "on": node})
    game = tree("centipede", node)
    step = perfect_information(game)
    strategy = backward_induction(step.target).strategy
    assert subgame_perfect_violation(step.target, strategy) is None
    assert certify_subgame_perfect(game, step.lift(strategy)).checks["subgame perfect"]
