"""The mixed-integer program of equilibria: its intervals, its scales, and that its patterns are just the equilibria."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from every_equilibrium import (
    equilibrium_payoffs,
    expected_payoffs,
    largest_regret,
    lottery,
    pair,
    positions_of,
    random_tree,
    small_trees,
)
from hypothesis import example, given
from hypothesis import strategies as st
from plans import exact

from seqform.backends.exact.solution import ExactBackend
from seqform.builders.games.tree import leaf, move
from seqform.builders.programs.subgame_perfect_milp import (
    MEASURES,
    EquilibriumProgram,
    Scale,
    equilibrium_ranges,
    subgame_perfect_milp,
)
from seqform.errors import GameError, ModelError
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.profile_set import OBJECTIVES

EXACT = ExactBackend()


def patterns(stated: EquilibriumProgram) -> list[ExactArray]:
    """Return all choices of a low and a high move everywhere, and of whose payoff counts."""
    groups = [group for choice in stated.choices for group in (choice.low, choice.high) if group]
    groups += [measure.counted for measure in stated.measures if measure.counted]
    return [
        ExactArray.of(int(column in chosen) for column in stated.parts.whole_columns) for chosen in product(*groups)
    ]


def best_by_patterns(graph: PositionGraph, measure: str) -> Fraction:
    """Return the best value of a measure: an exact linear program for each pattern, every equilibrium verified."""
    stated = subgame_perfect_milp(graph, [measure])
    found = []
    for pattern in patterns(stated):
        answer = EXACT.solve(stated.program(0).with_fixed(pattern))
        if answer.solved:
            primal = exact(answer.primal)
            strategy, values = stated.strategy(primal), stated.values(primal)
            assert largest_regret(strategy) == 0
            assert expected_payoffs(strategy)[0] == values
            scale = stated.measures[0].scale
            found.append(scale.least + scale.unit * primal[stated.measures[0].column])
            assert found[-1] <= OBJECTIVES[measure].measure(values[0], values[1])  # less if the other's payoff counts
    return max(found)


@given(small_trees(payoffs=3, moves=2, leaves=5, with_chance=True), st.sampled_from(MEASURES))
def test_the_best_pattern_is_the_best_of_all_equilibria(graph: PositionGraph, measure: str) -> None:
    corners = [corner for box in equilibrium_payoffs(graph) for corner in product(*box)]
    assert best_by_patterns(graph, measure) == max(OBJECTIVES[measure].measure(*corner) for corner in corners)


@pytest.mark.parametrize("seed", range(40))
def test_no_equilibrium_leaves_the_intervals(seed: int) -> None:
    graph = random_tree(seed, players=4, lotteries=3)
    ranges = equilibrium_ranges(graph)[0]
    for box in equilibrium_payoffs(graph):
        for (low, high), (least, largest) in zip(box, ranges, strict=True):
            assert least <= low <= high <= largest


def test_moves_that_are_never_best_need_no_binaries() -> None:
    graph = positions_of(move(0, "", {"a": leaf(2, 5), "b": leaf(1, 9), "c": lottery([1, 1], [leaf(0), leaf(4, 1)])}))
    assert equilibrium_ranges(graph)[0] == (pair(2, 2), pair(Fraction(1, 2), 5))
    stated = subgame_perfect_milp(positions_of(move(0, "", {"a": leaf(2, 5), "b": leaf(1, 9)})), ["social"])
    assert not stated.parts.whole_columns
    assert stated.choices[0].moves == (0,)


@given(st.lists(st.fractions(), min_size=1, max_size=5))
@example([Fraction(10**12), Fraction(10**12 + 3)])
def test_a_scale_is_a_power_of_two_and_no_larger_than_it_need_be(numbers: list[Fraction]) -> None:
    scale = Scale.of(numbers)
    low, high = scale.scaled((min(numbers), max(numbers)))
    assert low == 0
    assert high <= 1
    assert high > Fraction(1, 2) or high == 0
    assert scale.unit.numerator & (scale.unit.numerator - 1) == 0
    assert scale.unit.denominator & (scale.unit.denominator - 1) == 0


TIED = positions_of(move(0, "", {"a": leaf(1, 0), "b": leaf(1, 4)}))


def test_attained_measures_become_rows_and_excluded_patterns_do_not_come_again() -> None:
    stated = subgame_perfect_milp(TIED, ["best-for-1", "social"])
    rows = stated.program(0).program.matrix.shape[0]
    later = stated.program(1, [Fraction(0)], patterns(stated)[:1]).program
    assert (later.matrix.shape[0], stated.program(0).program.matrix.shape[0]) == (rows + 2, rows)
    for place, pattern in enumerate(patterns(stated)):
        point = pattern.sum_by(np.array(stated.parts.whole_columns), later.matrix.shape[1])
        assert (later.matrix.dot(point)[rows + 1] > later.rows.upper[rows + 1]) == (place == 0)


def test_binaries_that_are_not_quite_whole_are_read_as_the_largest_of_their_kind() -> None:
    stated = subgame_perfect_milp(TIED, ["social"])
    point = np.zeros(stated.program(0).program.matrix.shape[1])
    low, high = stated.choices[0].low, stated.choices[0].high
    point[[*low, *high]] = [0.3, 0.7, 1 - 1e-9, 1e-9]
    assert stated.pattern(point).to_fractions() == [0, 1, 1, 0]


def test_other_graphs_too_many_choices_and_other_measures_are_refused() -> None:
    graph = positions_of(lottery([1, 1], [leaf(0, 0), leaf(1, 1)]))
    with pytest.raises(GameError, match="for two players, not 3"):
        subgame_perfect_milp(replace(graph, players=("1", "2", "3"), payoffs=(*graph.payoffs, graph.payoffs[0])), [])
    with pytest.raises(GameError, match="a position is reached in several ways"):
        subgame_perfect_milp(replace(graph, child=np.array([1, 1], dtype=np.int32)), [])
    assert len(subgame_perfect_milp(TIED, [], max_binaries=4).parts.whole_columns) == 4
    with pytest.raises(GameError, match=r"4 binary choices, and 3 are allowed.*NP-hard.*backward induction"):
        subgame_perfect_milp(TIED, [], max_binaries=3)
    with pytest.raises(ModelError, match=r"'product'.*social, fairest, single-maximum, best-for-1, best-for-2"):
        subgame_perfect_milp(positions_of(leaf(0, 0)), ["product"])


def test_a_game_that_is_over_at_once_has_its_payoffs() -> None:
    stated = subgame_perfect_milp(positions_of(leaf(3, Fraction(-1, 2))), ["social"])
    assert stated.values(exact(EXACT.solve(stated.program(0).program).primal)) == pair(3, Fraction(-1, 2))
