"""The reduction from the knapsack problem: best equilibria are best selections."""

from fractions import Fraction
from itertools import product

import pytest
from every_equilibrium import best_values, contains, equilibrium_payoffs, positions_of
from hypothesis import given
from hypothesis import strategies as st
from knapsacks import best_selection

from seqform.builders.games.families.paper_figures import knapsack_game, knapsack_tree, random_objects
from seqform.builders.preprocess.subgames import perfect_information
from seqform.errors import GameError
from seqform.models.games.positions import PositionGraph
from seqform.solving.routes.best_with_chance import optimal_with_chance

Instance = tuple[list[int], list[Fraction], int]
"""Weights, values and the capacity."""

sizes = st.integers(0, 6)
fractions = st.builds(Fraction, st.integers(0, 6), st.integers(1, 3))
instances = st.integers(1, 3).flatmap(
    lambda n: st.tuples(st.lists(sizes, min_size=n, max_size=n), st.lists(fractions, min_size=n, max_size=n), sizes)
)


def positions(weights: list[int], values: list[Fraction], capacity: int, abort: int = 0) -> PositionGraph:
    return positions_of(knapsack_tree(weights, values, capacity, abort)[0])


def tried(weights: list[int], values: list[Fraction], capacity: int) -> tuple[Fraction, int]:
    """Return the value and weight of the lightest most valuable selection, by trying them all."""
    selections = [
        (
            sum((v * d for v, d in zip(values, chosen, strict=True)), Fraction(0)),
            -sum(map(int.__mul__, weights, chosen)),
        )
        for chosen in product((0, 1), repeat=len(weights))
    ]
    value, negative = max(one for one in selections if -one[1] <= capacity)
    return value, -negative


@given(instances)
def test_the_best_of_all_equilibria_is_the_lightest_most_valuable_selection(instance: Instance) -> None:
    weights, values, capacity = instance
    value, weight = tried(*instance)
    assert value == best_selection(weights, values, capacity)
    root, scale = knapsack_tree(*instance)
    graph = positions_of(root)
    assert best_values(graph, "social") == (-weight / (scale * len(weights)), value / len(weights))
    assert best_values(graph, "best-for-2")[1] == value / len(weights)


@given(instances)
def test_every_selection_that_fits_is_an_equilibrium_and_no_other(instance: Instance) -> None:
    weights, values, capacity = instance
    root, scale = knapsack_tree(*instance)
    boxes, share = equilibrium_payoffs(positions_of(root)), Fraction(1, len(weights))
    for chosen in product((0, 1), repeat=len(weights)):
        weight = sum(w * d for w, d in zip(weights, chosen, strict=True))
        value = sum((v * d for v, d in zip(values, chosen, strict=True)), Fraction(0))
        paid = contains(boxes, (-weight * share / scale, value * share))
        if weight <= capacity:
            assert paid
    assert all(first[0] >= -capacity * share / scale for first, _ in boxes)


@pytest.mark.parametrize("seed", range(12))
def test_the_best_equilibrium_packs_as_dynamic_programming_does(seed: int) -> None:
    weights, values, capacity = random_objects(objects=4 + seed % 5, seed=seed)
    graph = perfect_information(knapsack_game("knapsack", weights, values, capacity)).target
    found = optimal_with_chance(graph, "social")
    assert found.settled
    assert found.equilibrium.values[1] * len(weights) == best_selection(weights, values, capacity)


def test_a_gain_of_player_2_from_aborting_would_hide_the_knapsack() -> None:
    gain = positions([3, 4], [Fraction(5), Fraction(6)], 5, abort=1000)
    assert best_values(gain, "social")[1] == 1000
    loss = positions([3, 4], [Fraction(5), Fraction(6)], 5, abort=-1000)
    assert best_values(loss, "social")[1] == 3


@pytest.mark.parametrize(
    ("weights", "values", "capacity", "message"),
    [([1, 2], [3], 4, "2 weights and 1 values"), ([-1], [1], 4, "cannot be negative")],
)
def test_bad_objects_get_one_error(weights: list[int], values: list[int], capacity: int, message: str) -> None:
    with pytest.raises(GameError, match=message):
        knapsack_game("knapsack", weights, values, capacity)
