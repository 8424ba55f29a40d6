"""Payoffs without luck in games that are dealt by their rules: proved on all plays of small games."""

from fractions import Fraction
from functools import cache
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
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.extensive import CHANCE
from seqform.play import Judge, PlayableOrderedGame, PlayableTree, SolutionAgent
from seqform.play.ordered_values import costs_of_decisions
from seqform.play.review import SolutionJudge

pytestmark = pytest.mark.slow

SMALL = (("kuhn", 8), ("leduc", 3), ("rhode-island(ranks=2,suits=2,max_bets=1)", 1))
"""Games, and by how much their payoffs vary less without luck; in the last one nothing but errors makes them vary."""


ERROR = Fraction(1, 5)


@cache
def solved(name: str, gap: float = 0.1) -> SavedSolution:
    found: SavedSolution = sf.solve(sf.load(name, kind="ordered"), target_gap=gap).saved()
    return found


def plays(saved: SavedSolution, person: int) -> tuple[list[Fraction], list[Fraction], list[list[tuple[int, ...]]]]:
    """Return probability, payoff and decisions of all plays of a person who errs at a fifth of the sets."""
    table = PlayableOrderedGame(saved.game)
    judge = SolutionJudge(table, saved)
    probabilities, payoffs, decisions = [], [], []
    pending: list[tuple[Any, Fraction, list[tuple[int, ...]]]] = [(table.root, Fraction(1), [])]
    while pending:
        here, reach, points = pending.pop()
        count = here.num_actions
        if count == 0:
            probabilities.append(reach)
            payoffs.append(here.payoffs[person])
            decisions.append(points)
            continue
        if here.player == CHANCE:
            shares = here.lottery
        else:
            weights = saved.shares(here.player, *here.point)
            shares = [Fraction(weight, sum(weights)) if any(weights) else Fraction(1, count) for weight in weights]
            if here.player == person:
                shares = [(1 - ERROR) * share + ERROR / count for share in shares]
        for action, share in enumerate(shares):
            if share > 0:
                taken = [*points, (*judge.point(here), action)] if here.player == person else points
                pending.append((here.after(action), reach * share, taken))
    return probabilities, payoffs, decisions


@pytest.mark.parametrize(("name", "fewer"), SMALL)
@pytest.mark.parametrize("person", [0, 1])
def test_over_all_plays_the_payoff_without_luck_has_the_same_mean_and_less_variance(
    name: str, fewer: int, person: int
) -> None:
    saved = solved(name)
    probabilities, payoffs, decisions = plays(saved, person)
    assert sum(probabilities) == 1
    points = sorted({point for each in decisions for point in each})
    perfect, costs = costs_of_decisions(saved, person, points)
    cost = dict(zip(points, costs.tolist(), strict=True))
    adjusted = np.array([perfect - sum(cost[point] for point in each) for each in decisions])
    chances, raw = np.array(probabilities, dtype=float), np.array(payoffs, dtype=float)
    expected = float(sum(p * payoff for p, payoff in zip(probabilities, payoffs, strict=True)))
    assert chances @ adjusted == pytest.approx(expected, abs=1e-12)
    assert chances @ (raw - expected) ** 2 > fewer * (chances @ (adjusted - expected) ** 2)


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), weighted=st.booleans(), even=st.booleans())
def test_costs_found_all_at_once_are_those_on_the_tree(seed: int, weighted: bool, even: bool) -> None:
    game = random_ordered_game(seed, constant_sum=True, signals=4, weighted=weighted, even=even)
    filters = random_filter(game, seed), random_filter(game, seed + 1, 1)
    saved = SavedSolution.of(game, filters, random_strategies(class_game(*filters), seed), bits=12)
    tree = to_extensive(game)
    on_tree = SolutionAgent("s", saved, PlayableTree(tree))
    judge = Judge(tree, on_tree.profile)
    for player in (0, 1):
        index = tree.sequences[player].index
        assert np.array_equal(on_tree.profile[player].probabilities, saved_profile(tree, saved)[player].probabilities)
        sets = [(name, on_tree._points[player][name], actions) for name, actions in index_rows(index)]
        points = [(*point, action) for _, point, actions in sets for action in range(len(actions))]
        perfect, found = costs_of_decisions(saved, player, points)
        expected = [judge.decision(player, name, each).cost or 0 for name, _, actions in sets for each in actions]
        assert found == pytest.approx(np.array(expected, dtype=float), abs=1e-9)
        assert perfect == pytest.approx(float(judge.perfect(player)), abs=1e-9)


def index_rows(index: Any) -> list[tuple[str, tuple[str, ...]]]:
    return list(zip(index.infoset_names, index.action_names, strict=True))
