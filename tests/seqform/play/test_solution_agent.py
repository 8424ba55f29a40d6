"""Saved solutions at the table, and the values of actions and the costs of decisions against them."""

import math
import re
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from class_profiles import random_strategies, saved_profile
from hypothesis import given, settings
from hypothesis import strategies as st
from random_ordered_games import random_filter, random_ordered_game

import seqform as sf
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import GameError, OptionError
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.signals import Comparison
from seqform.play import (
    Information,
    Judge,
    PlayableOrderedGame,
    PlayableTree,
    SolutionAgent,
    action_values,
    match,
    opposing_hands,
)
from seqform.play.ordered_values import costs_of_decisions
from seqform.playable import OrderedSituation

pytestmark = pytest.mark.slow

SMALL = "rhode-island(ranks=3,suits=2,max_bets=1)"


@pytest.fixture(scope="module")
def saved() -> SavedSolution:
    found: SavedSolution = sf.solve(sf.load(SMALL, kind="ordered"), target_gap=0.05).saved()
    return found


def saved_at_random(
    seed: int, weighted: bool = False, bits: int = 12, even: bool = True
) -> SavedSolution:
    game = random_ordered_game(seed, constant_sum=True, signals=4, weighted=weighted, even=even)
    filters = random_filter(game, seed), random_filter(game, seed + 1, 1)
    return SavedSolution.of(game, filters, random_strategies(class_game(*filters), seed), bits=bits)


def test_two_solutions_earn_the_certified_value_by_dealing_and_from_a_file(
    saved: SavedSolution, tmp_path: Path
) -> None:
    result = match(SMALL, saved, saved, games=3000, seed=3, fixed_seats=True)
    payoffs = [float(payoff) for payoff in result.payoffs(0)]
    error = float(np.std(payoffs)) / math.sqrt(len(payoffs))
    assert abs(float(result.mean(0)) - float(saved.certificate.values[0])) < 3 * error
    sf.write_solution(saved, tmp_path / "small.solution")
    again = match(
        SMALL, f"solution:{tmp_path / 'small.solution'}", saved, games=20, seed=3, fixed_seats=True
    )
    assert [game.moves for game in again.games] == [game.moves for game in result.games[:20]]


def deal(table: PlayableOrderedGame, random: Random) -> OrderedSituation:
    """Return a decision somewhere in the game."""
    decisions, here = [], table.root
    while here.num_actions:
        if here.player >= 0:
            decisions.append(here)
        here = here.after(random.randrange(here.num_actions))
    return random.choice(decisions)


def test_an_agent_plays_the_probabilities_of_its_solution_on_both_tables(
    saved: SavedSolution,
) -> None:
    table, random = PlayableOrderedGame(saved.game), Random(1)
    dealing = SolutionAgent("s", saved, table)
    on_the_tree = SolutionAgent("s", saved, PlayableTree(to_extensive(saved.game)))
    for _ in range(10):
        view = deal(table, random).information
        known = saved.strategy(view.player, view.signals, view.history[:-1], view.history[-1])
        assert list(known) == list(view.actions)
        counts = Counter(dealing.choose(view, random) for _ in range(1000))
        for action, share in enumerate(known.values()):
            assert (
                abs(counts[action] / 1000 - share)
                < 5 * math.sqrt(share * (1 - share) / 1000) + 1e-9
            )
        plain = Information(view.player, view.infoset, view.actions)
        for seed in range(5):
            assert on_the_tree.choose(plain, Random(seed)) == dealing.choose(view, Random(seed))


def test_equilibria_profiles_and_solutions_are_agents() -> None:
    game = sf.load("leduc", kind="ordered")
    found, on_tree = sf.solve(game, target_gap=0.1), sf.solve("kuhn")
    assert match("leduc", found, found.saved(), games=20).mean(0) <= 12
    one, other = (
        match("kuhn", agent, "random", games=20, seed=2) for agent in (on_tree, on_tree.profile)
    )
    assert one.games == other.games
    for wrong, table in ((found, "kuhn"), (found, SMALL)):
        with pytest.raises(GameError, match=r"a solution of leduc, not of "):
            match(table, wrong, "random", games=2)
    with pytest.raises(
        GameError, match=r"solution:rhode-island: a solution of rhode-island, not of kuhn"
    ):
        # At once: its information sets are not listed.
        match("kuhn", "solution:rhode-island", "random", games=2)
    with pytest.raises(
        GameError, match=r"rhode-island: 6,705,372,545 nodes, too many to write out .*solution:FILE"
    ):
        match("rhode-island", "equilibrium", "random", games=2)
    with pytest.raises(
        OptionError, match=r"solution: a file expected, as in solution:ri\.solution"
    ):
        match(SMALL, "solution", "random", games=2)


def reversed_actions(game: ExtensiveGame) -> ExtensiveGame:
    """Return the same game with the actions of every set in reverse order."""

    def node(here: Any) -> Node:
        if not here.num_actions:
            return leaf(*here.payoffs)
        children = {label: node(here.after(k)) for k, label in reversed([*enumerate(here.actions)])}
        if here.player == CHANCE:
            return chance(
                {
                    label: (here.lottery[here.actions.index(label)], children[label])
                    for label in children
                }
            )
        return move(here.player, here.infoset, children)

    return tree(game.title, node(PlayableTree(game).root))


@pytest.mark.parametrize(
    ("solved", "played"),
    [("kuhn(ante=0,bet=0)", "kuhn"), ("kuhn", "kuhn(ante=2)"), ("kuhn(bet=2)", "kuhn")],
)
def test_a_solution_of_a_game_with_other_payoffs_is_refused_on_its_tree(
    solved: str, played: str, tmp_path: Path
) -> None:
    sf.solve(sf.load(solved, kind="ordered"), target_gap=1).save(tmp_path / "other.solution")
    game, own = sf.load(played), sf.load(solved)
    for table in (played, game, reversed_actions(game)):
        with pytest.raises(
            GameError, match=f"a solution of {re.escape(solved)}, not of {re.escape(played)}"
        ):
            match(table, f"solution:{tmp_path / 'other.solution'}", "random", games=2)
    assert (
        len(
            match(
                reversed_actions(own), f"solution:{tmp_path / 'other.solution'}", "random", games=2
            ).games
        )
        == 2
    )


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), weighted=st.booleans(), bits=st.sampled_from([8, 20, 30]))
def test_values_of_actions_are_those_on_the_tree(seed: int, weighted: bool, bits: int) -> None:
    saved = saved_at_random(seed, weighted, bits, even=seed % 3 > 0)
    tree, table, random = to_extensive(saved.game), PlayableOrderedGame(saved.game), Random(seed)
    judge = Judge(tree, saved_profile(tree, saved))
    for _ in range(8):
        view = deal(table, random).information
        worth = judge.decision(view.player, view.infoset, 0).worth
        found = action_values(saved, view.player, view.signals, view.history[:-1], view.history[-1])
        assert found == (None if worth is None else dict(zip(view.actions, worth, strict=True)))


@pytest.mark.parametrize("name", ["kuhn", "rhode-island(ranks=2,suits=2,max_bets=1)", SMALL])
def test_beliefs_and_equity_are_those_of_a_walk_through_all_deals(name: str) -> None:
    game = sf.load(name, kind="ordered")
    filters = random_filter(game, 1), random_filter(game, 2)
    saved = SavedSolution.of(game, filters, random_strategies(class_game(*filters), 3), bits=12)
    table, random = PlayableOrderedGame(game), Random(5)
    last = len(game.rounds) - 1
    compared = next(
        place for place, feature in enumerate(game.features) if isinstance(feature, Comparison)
    )
    for _ in range(12 if name != SMALL else 3):
        here = deal(table, random)
        view, player, other = here.information, here.player, 1 - here.player
        weights, won, seen = Counter[str](), Fraction(0), table.seen[player][view.round]
        for dealt in permutations(range(len(game.signals)), len(game.receivers[last])):
            if any(dealt[column] != here.dealt[column] for column in seen):
                continue
            end = OrderedSituation(table, last, dealt, 0, 0)
            theirs = [dealt[column] for column in table.seen[other][view.round]]
            held = game.views[view.round][other].find(np.array([theirs], dtype=np.int16))
            (row,) = saved.filters[other].classes[view.round][held]
            sequence = game.rounds[view.round].stage.sequences(other).at[view.node]
            weight = int(saved.weights[other][view.round][row, sequence, view.past])
            weights[
                " ".join(game.signals[dealt[column]] for column in table.columns[other][view.round])
            ] += weight
            mine, its = (table._strength(end, compared, each) for each in (player, other))
            won += weight * (Fraction(mine > its) + Fraction(mine == its) / 2)
        found: Any = opposing_hands(
            saved, player, view.signals, view.history[:-1], view.history[-1]
        )
        total = sum(weights.values())
        if total == 0:
            assert found is None
        else:
            assert found.beliefs == {
                hand: Fraction(each, total) for hand, each in weights.items() if each
            }
            assert found.equity == won / total


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), weighted=st.booleans(), even=st.booleans())
def test_costs_found_all_at_once_are_those_on_the_tree(
    seed: int, weighted: bool, even: bool
) -> None:
    saved = saved_at_random(seed, weighted, even=even)
    tree = to_extensive(saved.game)
    on_tree = SolutionAgent("s", saved, PlayableTree(tree))
    judge = Judge(tree, on_tree.profile)
    for player in (0, 1):
        index = tree.sequences[player].index
        assert np.array_equal(
            on_tree.profile[player].probabilities, saved_profile(tree, saved)[player].probabilities
        )
        rows = zip(index.infoset_names, index.action_names, strict=True)
        sets = [(name, on_tree._points[player][name], actions) for name, actions in rows]
        points = [(*point, action) for _, point, actions in sets for action in range(len(actions))]
        perfect, found = costs_of_decisions(saved, player, points)
        expected = [
            judge.decision(player, name, each).cost or 0
            for name, _, actions in sets
            for each in actions
        ]
        assert found == pytest.approx(np.array(expected, dtype=float), abs=1e-9)
        assert perfect == pytest.approx(float(judge.perfect(player)), abs=1e-9)
