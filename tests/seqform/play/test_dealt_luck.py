"""Payoffs without luck in games that are dealt by their rules: proved on all plays of small games."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from importlib.resources import files
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
from seqform.models.games.ordered import OrderedGame
from seqform.play import Information, Judge, PlayableOrderedGame, PlayableTree, SolutionAgent, match, open_game
from seqform.play.ordered_values import costs_of_decisions
from seqform.play.review import SolutionJudge
from seqform.verify.deal_certificate import certify_lifted, lift_behavior

pytestmark = pytest.mark.slow

SMALL = (("kuhn", 8), ("leduc", 3), ("rhode-island(ranks=2,suits=2,max_bets=1)", 1))
"""Games, and by how much their payoffs vary less without luck; in the last one nothing but errors makes them vary."""

MEDIUM = "rhode-island(ranks=3,suits=2,max_bets=1)"

RANDOM_EARNS = -2.3879655676
"""What a random player 2 earns against the solution that comes with the package, by `expected_of_random`."""

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


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), weighted=st.booleans())
def test_costs_found_all_at_once_are_those_on_the_tree(seed: int, weighted: bool) -> None:
    game = random_ordered_game(seed, constant_sum=True, signals=4, weighted=weighted)
    filters = random_filter(game, seed), random_filter(game, seed + 1)
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


def expected_of_random(game: OrderedGame, saved: SavedSolution, person: int) -> float:
    """Return the expected payoff of a random player against a solution, computed over all deals at once."""
    lifted = [
        lift_behavior(
            game,
            saved.filters[player],
            player,
            tuple(np.ones_like(one) for one in each) if player == person else each,
        )
        for player, each in enumerate(saved.behavior)
    ]
    return float(certify_lifted(game, (lifted[0], lifted[1])).certificate.values[person])


@pytest.mark.parametrize("whole", [False, True])
def test_a_random_player_earns_the_expected_payoff_against_a_solution(whole: bool) -> None:
    """The tree of the whole game, 6,705,372,545 nodes, is never written out."""
    saved = sf.read_solution(str(files("seqform.play") / "rhode-island.solution")) if whole else solved(MEDIUM)
    result = match(saved.game, saved, "random", games=600, fixed_seats=True, seed=4)
    expected = RANDOM_EARNS if whole else expected_of_random(saved.game, saved, 1)
    half_width, adjusted, narrow = result.half_width(1), result.adjusted_mean(1), result.adjusted_half_width(1)
    assert half_width is not None and adjusted is not None and narrow is not None
    assert abs(float(result.mean(1)) - expected) < 1.6 * half_width  # three standard errors
    assert abs(adjusted - expected) < 1.6 * narrow
    assert (half_width / narrow) ** 2 > 3
    assert result.adjusted_mean(0) == pytest.approx(-adjusted)
    perfect, mistakes = result.perfect[1], result.mistakes(1)
    assert perfect is not None and mistakes is not None
    assert float(perfect) == pytest.approx(float(saved.certificate.best_response_values[1]))
    assert adjusted == pytest.approx(float(perfect) - mistakes)
    assert result.perfect[0] is None and result.mistakes(0) is None


class Erring:
    """Plays a solution, but one action in twenty at random."""

    def __init__(self, solution: SavedSolution, table: PlayableOrderedGame) -> None:
        self.name = "erring"
        self.plays = SolutionAgent("s", solution, table)

    def choose(self, information: Information, random: Any) -> int:
        if random.random() < 0.05:
            return int(random.randrange(len(information.actions)))
        return self.plays.choose(information, random)


def test_good_players_need_far_fewer_hands_without_luck() -> None:
    saved = solved(MEDIUM, 0.02)
    table = open_game(saved.game, deals=True)
    assert isinstance(table, PlayableOrderedGame)
    result = match(saved.game, saved, Erring(saved, table), games=600)
    wide, narrow = result.half_width(1), result.adjusted_half_width(1)
    assert wide is not None and narrow is not None and (wide / narrow) ** 2 > 10
    other = solved(MEDIUM, 0.5)
    between = match(saved.game, saved, other, games=600)
    wide, narrow = between.half_width(0), between.adjusted_half_width(0)
    assert wide is not None and narrow is not None and (wide / narrow) ** 2 > 10
    assert all((between.mistakes(agent) or 0) > 0 for agent in (0, 1))
    assert all(math.isfinite(float(each)) for game in between.games for each in game.adjusted or ())


def test_a_solution_is_judged_on_the_tree_of_its_game_as_well() -> None:
    saved = solved("kuhn")
    dealt = match("kuhn", saved, "random", games=40)
    assert dealt.adjusted_mean(1) is not None
    profile = sf.solve("kuhn", exact=True).profile
    on_tree = match("kuhn", saved, profile, games=40)
    assert on_tree.perfect[1] == pytest.approx(0, abs=0.1) and on_tree.perfect[0] == 0
