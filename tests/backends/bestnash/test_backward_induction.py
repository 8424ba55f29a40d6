"""Backward induction: any number of players, chance, shared positions, ties."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from every_equilibrium import expected_payoffs, largest_regret
from exactly import exactly
from hypothesis import given
from hypothesis import strategies as st
from nested_games import shared_graphs

from seqform.backends.bestnash.backend import Ties, backward_induction
from seqform.backends.bestnash.induction import FIRST, induced_choices
from seqform.backends.conformance.perturbed import graph_of
from seqform.errors import OptionError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray

TIES: list[Ties] = ["first", "last", "random"]


def games_with_chance(players: int) -> st.SearchStrategy[Any]:
    """Return trees for some players with chance, some of whose moves have probability zero."""

    def inner(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        moves = st.lists(below, min_size=1, max_size=3)
        by_players = st.tuples(st.integers(0, players - 1), moves).map(lambda drawn: [drawn[0], *drawn[1]])
        weights = st.lists(st.integers(0, 3), min_size=3, max_size=3)
        by_chance = st.tuples(weights, moves).map(lambda drawn: _lottery(*drawn))
        return by_players | by_chance

    payoff = st.integers(-2, 2) | st.fractions(-1, 1, max_denominator=3)
    return st.recursive(st.tuples(*[payoff] * players), inner, max_leaves=14)


def _lottery(weights: list[int], moves: list[Any]) -> list[Any]:
    weights = weights[: len(moves)]
    weights[0] += sum(weights) == 0
    return [CHANCE, *((Fraction(w, sum(weights)), following) for w, following in zip(weights, moves, strict=True))]


@given(games_with_chance(3), st.sampled_from(TIES))
def test_nobody_gains_anywhere_with_three_players_and_chance(game: Any, ties: Ties) -> None:
    found = backward_induction(graph_of(game), ties=ties)
    assert largest_regret(found.strategy) <= 0
    assert expected_payoffs(found.strategy)[0] == found.values


@given(games_with_chance(2), st.sampled_from(TIES))
def test_fractions_make_the_same_moves_as_64_bit_integers(game: Any, ties: Ties) -> None:
    graph = graph_of(game)
    large = replace(graph, payoffs=tuple(payoff * 10**30 for payoff in graph.payoffs))
    one, other = (backward_induction(game, ties=ties, seed=3) for game in (graph, large))
    assert one.strategy.choice.tolist() == other.strategy.choice.tolist()
    assert tuple(10**30 * value for value in one.values) == other.values


@given(shared_graphs(), st.sampled_from(TIES))
def test_nobody_gains_anywhere_where_positions_are_shared(graph: PositionGraph, ties: Ties) -> None:
    found = backward_induction(graph, ties=ties)
    assert largest_regret(found.strategy) <= 0
    assert expected_payoffs(found.strategy)[0] == found.values


def test_play_below_a_chance_move_of_probability_zero_is_optimal_too() -> None:
    found = backward_induction(graph_of([CHANCE, (1, (0, 0)), (0, [0, (1, 0), (2, 0)])]))
    assert found.strategy.choice.tolist()[2] == 1
    assert found.values == exactly(0, 0)


def test_chance_moves_of_many_denominators_in_a_row_stay_exact() -> None:
    game: Any = (1, Fraction(1, 3))
    for denominator in range(2, 60):
        game = [CHANCE, (Fraction(1, denominator), (0, 0)), (1 - Fraction(1, denominator), [0, game, (0, 0)])]
    found = backward_induction(graph_of(game))
    assert found.values == exactly(Fraction(1, 59), Fraction(1, 177))


def test_ties_are_broken_as_asked() -> None:
    graph = graph_of([0, (0, 9), *((1, k) for k in range(5)), (0, 8)])
    assert backward_induction(graph).values == exactly(1, 0)
    assert backward_induction(graph, ties="last").values == exactly(1, 4)
    drawn = {backward_induction(graph, ties="random", seed=seed).values for seed in range(60)}
    assert drawn == {exactly(1, k) for k in range(5)}
    assert backward_induction(graph, ties="random", seed=7).values in drawn


def test_random_ties_are_the_same_for_the_same_seed() -> None:
    graph = graph_of([0, *([1, (1, 1), (2, 1), (0, 1)] for _ in range(50))])
    choices = [backward_induction(graph, ties="random", seed=seed).strategy.choice.tolist() for seed in (1, 1, 2)]
    assert choices[0] == choices[1] != choices[2]


def test_payoffs_equal_as_doubles_are_distinguished() -> None:
    large = 10**40
    assert backward_induction(graph_of([0, (large, 0), (large + 1, 1), (large, 2)])).values == exactly(large + 1, 1)


def test_an_unknown_way_to_break_ties_is_refused() -> None:
    with pytest.raises(OptionError, match="'best'"):
        backward_induction(graph_of((0, 0)), ties="best")  # type: ignore[arg-type]


def test_probabilities_of_players_moves_are_not_read() -> None:
    graph = graph_of([CHANCE, (Fraction(1, 2), [0, (1, 1), (2, 0)]), (Fraction(1, 2), (0, 0))])
    assert graph.probability is not None
    changed = ExactArray.of([Fraction(1, 2), Fraction(1, 2), 0, 0])
    choice, values = induced_choices(replace(graph, probability=changed), FIRST, np.zeros(0, dtype=np.float32))
    assert choice.tolist() == [-1, 1, -1, -1, -1]
    assert values == exactly(1, 0)
