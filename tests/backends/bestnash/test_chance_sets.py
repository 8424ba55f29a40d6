"""Payoffs of the equilibria of trees with chance, and equilibria with given payoffs, against brute force."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from drawn_games import game_with_chance_zeros
from every_equilibrium import (
    Box,
    best_selection,
    best_values,
    contains,
    covered,
    disagreement,
    equilibrium_payoffs,
    expected_payoffs,
    largest_regret,
    lottery,
    pair,
    positions_of,
    random_tree,
)
from hypothesis import given
from hypothesis import strategies as st

from seqform.backends.bestnash.backend import best_nash, nash_paying
from seqform.backends.bestnash.chance import BoxUnion, chance_sets, simplified
from seqform.backends.bestnash.profile_sets import Effort, GivenUpError
from seqform.builders.games.families.paper_figures import knapsack_game, random_objects
from seqform.builders.games.tree import PlayerMove, leaf, move
from seqform.builders.preprocess.subgames import perfect_information
from seqform.errors import GameError, ModelError
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.strategies.profile_set import OBJECTIVES, UtilityProfileSet
from seqform.system.deadline import Deadline
from seqform.verify.subgames import subgame_perfect_violation

pytestmark = pytest.mark.slow

Samples = tuple[list[Fraction], list[Fraction]]


def boxes_of(union: BoxUnion) -> list[Box]:
    fractions = [[Fraction(end, union.denominator) for end in box] for box in union.ends.tolist()]
    return [((a, b), (c, d)) for a, b, c, d in fractions]


def samples(boxes: list[Box]) -> Samples:
    """Return all ends of boxes, a number between any two, and numbers beyond."""
    first, second = ({end for box in boxes for end in box[player]} for player in (0, 1))
    return between(sorted(first)), between(sorted(second))


def between(ends: list[Fraction]) -> list[Fraction]:
    inside = [number for low, high in pairwise(ends) for number in (low, low + (high - low) / 3)]
    return [ends[0] - 1, *inside, ends[-1], ends[-1] + 1]


def require_paid(strategy: PositionStrategy, values: tuple[Fraction, Fraction]) -> None:
    assert expected_payoffs(strategy)[0] == values
    assert subgame_perfect_violation(strategy.graph, strategy) is None
    assert largest_regret(strategy) == 0


def require_brute_force(graph: PositionGraph, source: random.Random, mixing: bool = True) -> None:
    """Compare the root set everywhere, and attain some of its points, corners and others."""
    sets = chance_sets(graph, mixing=mixing)
    reference, found = equilibrium_payoffs(graph, mixing=mixing), boxes_of(sets.root)
    points = samples(reference + found)
    assert np.array_equal(covered(*points, reference), covered(*points, found))
    profiles = sets.profiles()
    assert profiles is not None
    every = [(source.choice(points[0]), source.choice(points[1])) for _ in range(6)]
    for values in [
        *every,
        *source.choices(
            [pair(*corner) for box in sets.root.boxes() for corner in box.candidates()], k=2
        ),
    ]:
        assert (values in profiles) == (values in sets.root) == contains(reference, values)
        if values in sets.root:
            require_paid(sets.attain(values), values)
        else:
            with pytest.raises(ModelError, match="no subgame perfect equilibrium"):
                sets.attain(values)


def test_random_trees_agree_with_brute_force_and_attain_every_point() -> None:
    for seed in range(250):
        source = random.Random(seed)
        graph = random_tree(
            seed, players=source.randint(1, 5), payoffs=source.randint(2, 4), lotteries=3
        )
        require_brute_force(graph, source, mixing=source.random() < 0.8)


def test_trees_with_chance_moves_of_probability_zero_agree_with_brute_force() -> None:
    for seed in range(80):
        source = random.Random(seed)
        game = game_with_chance_zeros(seed, depth=3, merge="0", payoffs=source.randint(2, 3))
        require_brute_force(perfect_information(game).target, source, mixing=source.random() < 0.7)


def test_trees_with_many_moves_agree_with_brute_force() -> None:
    for seed in range(80):
        graph = random_tree(seed, players=2, payoffs=4, moves=8, lotteries=1)
        require_brute_force(graph, random.Random(seed))


def test_payoffs_between_those_of_one_move_alone_are_not_in_the_set() -> None:
    """The last of forty moves pays player 1 five and player 2 two or five, and none between."""

    def tied(low: int, high: int, worth: int) -> PlayerMove:
        return move(1, "", {"low": leaf(low, worth), "high": leaf(high, worth)})

    corner = move(0, "", {"long": tied(0, 7, 5), "short": tied(0, 3, 2)})
    gap = move(1, "", {"corner": corner, "line": tied(5, 6, 2)})
    poor = {str(k): leaf(-1, 9) for k in range(38)}
    sets = chance_sets(positions_of(move(0, "", {**poor, "stop": leaf(0, 0), "on": gap})))
    assert all(pair(*values) in sets.root for values in ((5, 2), (5, 5), (0, 1), (2, 3), (7, 5)))
    assert not any(pair(*values) in sets.root for values in ((5, 3), (7, 3), (-1, 9), (1, 1)))


@pytest.mark.parametrize("wanted", [*OBJECTIVES, "fairest,best-for-2", "product,social"])
def test_every_objective_has_the_best_values_of_brute_force(wanted: str) -> None:
    for seed in range(12):
        graph = random_tree(seed, players=6, lotteries=3)
        for mixing in (True, False):
            found = best_nash(graph, wanted, mixing=mixing)
            assert found.values == best_values(graph, wanted, mixing=mixing)
            require_paid(found.strategy, (found.values[0], found.values[1]))


def test_functions_are_objectives() -> None:
    graph = random_tree(5, players=6, lotteries=3)
    for wanted in (
        lambda first, second: first - second,
        lambda first, second: (min(first, 1), second),
    ):
        assert best_nash(graph, wanted).values == best_values(graph, wanted)


def test_without_chance_the_sets_are_those_of_the_payoff_grid() -> None:
    for seed in range(80):
        graph = random_tree(seed, players=6)
        sets = chance_sets(graph)
        profiles, best = sets.profiles(), best_nash(graph, "product").values
        assert OBJECTIVES["product"].best_of(sets.boxes()) == best
        assert isinstance(profiles, UtilityProfileSet)
        assert disagreement(graph, profiles) is None


def test_payoffs_beyond_64_bits_and_within_a_rectangle_are_attained_exactly() -> None:
    huge = 10**40
    for_1 = move(0, "", {"a": leaf(huge, 1), "b": leaf(huge, huge)})
    for_2 = move(1, "", {"a": leaf(-huge, 5), "b": leaf(Fraction(1, 3), 5)})
    graph = positions_of(lottery([1, 2], [for_1, for_2]))
    target = (Fraction(huge, 7), Fraction(huge, 9))
    require_paid(nash_paying(graph, target).strategy, target)
    assert best_nash(graph).values == (
        Fraction(huge, 3) + Fraction(2, 9),
        Fraction(huge, 3) + Fraction(10, 3),
    )


def test_sums_beyond_64_bits_of_parts_within_them_are_exact() -> None:
    large = 2**61 + 1
    tied = move(0, "", {"a": leaf(0, large), "b": leaf(0, -large)})
    graph = positions_of(lottery([1, 1, 1], [tied, tied, tied]))
    for target in (pair(0, large), pair(0, -large), pair(0, Fraction(large, 5))):
        require_paid(nash_paying(graph, target).strategy, target)


def test_a_knapsack_of_two_hundred_objects_is_packed_best() -> None:
    weights, values, capacity = random_objects(200, seed=1)
    graph = perfect_information(knapsack_game("knapsack", weights, values, capacity)).target
    found = best_nash(graph, "best-for-2")
    assert found.values[1] * 200 == best_selection(weights, values, capacity)
    assert subgame_perfect_violation(graph, found.strategy) is None


def test_two_payoffs_that_differ_in_the_eleventh_digit_are_distinguished() -> None:
    large = 10**12
    best = move(1, "", {"a": leaf(large, large), "b": leaf(large + 1, large)})
    graph = positions_of(
        move(0, "", {"on": lottery([1, 1], [best, leaf(0, 0)]), "out": leaf(0, large)})
    )
    assert best_nash(graph).values == (Fraction(large + 1, 2), Fraction(large, 2))


def subset_sums(objects: int) -> PositionGraph:
    powers = [2**k for k in range(objects)]
    return perfect_information(knapsack_game("powers", powers, powers, 2**objects)).target


def test_limits_on_boxes_pairs_and_time_end_in_an_error() -> None:
    for effort, message in (
        (Effort(boxes=100), "position 2: .*more than 100 boxes at a position.*NP-hard"),
        (Effort(pairs=1000), "too many pairs of boxes"),
        (Effort(deadline=Deadline(1e-9)), "the time is up"),
    ):
        with pytest.raises(GivenUpError, match=message):
            chance_sets(subset_sums(12), effort=effort)


def test_the_profiles_are_left_out_where_their_grid_is_very_large() -> None:
    found = best_nash(subset_sums(10), "best-for-2")
    assert found.values[1] == Fraction(2**10 - 1, 10)
    assert found.profiles is None


def test_other_than_two_players_are_refused() -> None:
    graph = positions_of(move(0, "", {"a": leaf(0, 0), "b": leaf(0, 0)}))
    with pytest.raises(GameError, match="two players, not 1"):
        chance_sets(replace(graph, players=("A",), payoffs=graph.payoffs[:1]))


@given(
    st.lists(st.tuples(*4 * [st.integers(0, 6)]), min_size=1, max_size=12),
    st.sampled_from([1, 2**70]),
)
def test_simplified_boxes_have_the_same_union_and_none_lies_within_another(
    drawn: list[tuple[int, int, int, int]], scale: int
) -> None:
    ends = (
        np.array(
            [[min(a, b), max(a, b), min(c, d), max(c, d)] for a, b, c, d in drawn], dtype=object
        )
        * scale
    )
    before, after = (boxes_of(BoxUnion(each, 3)) for each in (ends, simplified(ends, Effort())))
    points = samples(before)
    assert np.array_equal(covered(*points, before), covered(*points, after))
    assert not any(
        one != other and all(o[0] <= i[0] and i[1] <= o[1] for i, o in zip(one, other, strict=True))
        for one in after
        for other in after
    )
