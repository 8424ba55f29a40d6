"""Derivatives of values by payoffs and chance, against the formulas of the value along segments."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from command_line import Run
from slowness import first_quick
from small_games import Shape, random_game

import seqform as sf
from seqform.analysis.sensitivity import sensitivity
from seqform.analysis.value_function import value_function
from seqform.builders.games.formats.efg import parse_efg
from seqform.errors import GameError, InputError, SolveError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, Outcomes
from seqform.models.numbers.exact import ExactArray


def with_payoff(game: ExtensiveGame, leaf: int, change: int) -> ExtensiveGame:
    """Return the game with another payoff of player 1 at one of its leaves, and of player 2 the other way."""
    outcome = np.full(len(game), NONE, dtype=np.int64)
    outcome[game.leaves] = np.arange(len(game.leaves))
    first, second = game.leaf_payoffs
    more = ExactArray.unit(len(game.leaves), leaf) * change
    labels = tuple(map(str, range(len(game.leaves))))
    return replace(game, outcome=outcome, outcomes=Outcomes(labels, (first + more, second - more)))


def with_chance(game: ExtensiveGame, infoset: int, action: int, change: Fraction) -> ExtensiveGame:
    """Return the game with another probability of a move by chance, the others changed in proportion."""
    sets = game.information_sets
    start, stop = sets.action_start[infoset : infoset + 2].tolist()
    shares = sets.probability.to_fractions()
    rest = 1 - shares[start + action]
    for place in range(start, stop):
        shares[place] += change if place == start + action else -change * shares[place] / rest
    return replace(game, information_sets=replace(sets, probability=ExactArray.of(shares)))


@pytest.mark.parametrize("seed", first_quick(range(12), 3))
def test_slopes_are_those_of_the_value_along_segments(seed: int) -> None:
    rng = Random(seed)
    kind = rng.choice(("ties", "ties", "small"))
    game = parse_efg(random_game(rng, Shape(inner=rng.choice((3, 5, 7)), constant_sum=True, numbers=kind)).to_efg())
    found = sensitivity(game)
    assert found.value == sf.solve(game, exact=True).values[0] and len(found.payoffs) == len(game.leaves)
    for leaf in rng.sample(range(len(game.leaves)), min(4, len(game.leaves))):
        slope = found.payoffs[leaf]
        assert slope.number == game.leaf_payoffs[0][leaf]
        assert slope.right == value_function(game, with_payoff(game, leaf, 1)).derivative(0)
        assert slope.left == -value_function(game, with_payoff(game, leaf, -1)).derivative(0)
    chances = iter(found.chances)
    for infoset in np.flatnonzero(game.information_sets.player == CHANCE).tolist():
        start, stop = game.information_sets.action_start[infoset : infoset + 2].tolist()
        for action in range(stop - start):
            share = game.information_sets.probability[start + action]
            if share == 1:
                continue
            slope = next(chances)
            assert slope.number == share and slope.action == game.information_sets.action_labels[start + action]
            up = min(Fraction(1, 8), 1 - share)
            assert slope.right == value_function(game, with_chance(game, infoset, action, up)).derivative(0) / up
            if share:
                moved = with_chance(game, infoset, action, -share / 2)
                assert slope.left == value_function(game, moved).derivative(0) / (-share / 2)


def test_the_command_prints_slopes(seqform: Run) -> None:
    status, shown, _ = seqform("vary", "kuhn")
    assert status == 0 and "J > Q > check > check" in shown and "by chance" in shown and "14 more leaves" in shown
    data = json.loads(seqform("vary", "kuhn", "--json")[1])
    assert data["value"] == "-1/18" and data["chances"][0]["left"] == "-17/12" and len(data["payoffs"]) == 30


@pytest.mark.slow
def test_the_time_limit_is_that_of_all_linear_programs_and_progress_counts_payoffs() -> None:
    lines: list[str] = []
    with pytest.raises(SolveError, match=r"ranges of player \d: time limit"):
        sf.sensitivity(sf.solve("leduc", exact=True), time_limit=0.5, progress=lines.append)
    assert lines[0].startswith("payoff 1 of 5,520: optimal strategies of player 1: ")
    with pytest.raises(SolveError, match="time limit"):
        sf.strategy_ranges("leduc", time_limit=0.5)


def test_general_sum_games_are_refused() -> None:
    with pytest.raises(GameError, match="not constant-sum"):
        sf.sensitivity("vsvet-figure-1")


@pytest.mark.slow
def test_edges_are_as_wide_as_the_slopes_below_them(seqform: Run) -> None:
    found = sf.sensitivity("kuhn")
    weights = found.weights
    assert max(weights[1:]) == 1 and sum(weights[leaf] for leaf in found.game.leaves) == pytest.approx(weights[0])
    status, shown, _ = seqform("draw", "kuhn", "--sensitivity")
    widest = max(map(float, re.findall(r'stroke-width="([\d.]+)"', shown)))
    assert status == 0 and widest == pytest.approx(6.8)
    assert shown != sf.draw("kuhn").svg()
    with pytest.raises(InputError, match="sensitivity: of the picture of one tree"):
        sf.draw("kuhn", sensitivity=True, sets=True)
