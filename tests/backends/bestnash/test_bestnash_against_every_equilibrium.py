"""Utility profile sets and best equilibria against brute force, on thousands of small trees full of ties."""

from __future__ import annotations

from fractions import Fraction

import pytest
from every_equilibrium import (
    best_values,
    disagreement,
    equilibrium_payoffs,
    expected_payoffs,
    largest_regret,
    random_tree,
    small_trees,
)
from hypothesis import given, settings

from seqform.backends.bestnash.attain import attain
from seqform.backends.bestnash.backend import best_nash
from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.strategies.profile_set import OBJECTIVES

KINDS = {
    "two payoffs": {"players": 7, "payoffs": 2, "moves": 2},
    "three payoffs": {"players": 12, "payoffs": 3, "moves": 2},
    "many moves": {"players": 6, "payoffs": 3, "moves": 4},
    "four payoffs": {"players": 15, "payoffs": 4, "moves": 2},
}
SEEDS = 500
WANTED = [*OBJECTIVES, "fairest,social", "single-maximum,best-for-2"]


def tree(kind: str, seed: int) -> PositionGraph:
    return random_tree(seed, **KINDS[kind])


def require_equilibrium(strategy: PositionStrategy, pays: tuple[Fraction, ...]) -> None:
    assert expected_payoffs(strategy)[0] == pays
    assert largest_regret(strategy) == 0


@pytest.mark.parametrize(("mixing", "step"), [(True, 1), (False, 4)])
@pytest.mark.parametrize("kind", KINDS)
def test_profile_sets_are_those_of_brute_force(kind: str, mixing: bool, step: int) -> None:
    for seed in range(0, SEEDS, step):
        graph = tree(kind, seed)
        point = disagreement(graph, profile_sets(graph, mixing=mixing).root, mixing=mixing)
        assert point is None, f"{kind} {seed}: {point}"


@pytest.mark.parametrize(("mixing", "objectives"), [(True, WANTED), (False, ["social"])])
@pytest.mark.parametrize("kind", KINDS)
def test_the_best_by_every_objective_is_that_of_brute_force_and_is_attained(
    kind: str, mixing: bool, objectives: list[str]
) -> None:
    for seed in range(0, SEEDS, 8):
        graph = tree(kind, seed)
        for wanted in objectives:
            found = best_nash(graph, wanted, mixing=mixing)
            assert found.values == best_values(graph, wanted, mixing=mixing), f"{kind} {seed} {wanted}"
            assert mixing or len(found.strategy.mixed) == 0
            require_equilibrium(found.strategy, found.values)


@pytest.mark.parametrize("kind", KINDS)
def test_every_corner_that_brute_force_finds_is_attained(kind: str) -> None:
    for seed in range(0, SEEDS, 8):
        graph = tree(kind, seed)
        sets = profile_sets(graph)
        for first, second in equilibrium_payoffs(graph):
            corner = (first[1], second[0])
            require_equilibrium(attain(sets, corner), corner)


@settings(deadline=None, max_examples=200)
@given(small_trees(payoffs=3, moves=4, leaves=12))
def test_profile_sets_of_trees_that_shrink_are_those_of_brute_force(graph: PositionGraph) -> None:
    assert disagreement(graph, profile_sets(graph).root) is None


def test_the_trees_have_points_lines_rectangles_and_several_of_them() -> None:
    """The variety of the comparison."""
    boxes = [equilibrium_payoffs(tree(kind, seed)) for kind in KINDS for seed in range(0, SEEDS, 4)]
    assert {sum(low < high for low, high in box) for one in boxes for box in one} == {0, 1, 2}
    assert max(map(len, boxes)) >= 3
    assert sum(len(one) > 1 for one in boxes) > len(boxes) / 20
