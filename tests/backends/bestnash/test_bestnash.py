"""Best equilibria of trees by their sets of profiles, and backward induction."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from every_equilibrium import (
    best_values,
    disagreement,
    equilibrium_payoffs,
    expected_payoffs,
    graph_from,
    largest_regret,
    random_tree,
    small_trees,
)
from hypothesis import given
from hypothesis import strategies as st
from nested_lists import shared_graphs
from plain_kernels import plain
from plans import exactly

from seqform.backends.bestnash import backend
from seqform.backends.bestnash.backend import (
    Ties,
    attain,
    backward_induction,
    best_nash,
    nash_paying,
)
from seqform.backends.bestnash.induction import induced_choices
from seqform.backends.bestnash.layout import FIRST
from seqform.backends.bestnash.profile_sets import ProfileSets, profile_sets
from seqform.backends.conformance.perturbed import graph_of
from seqform.errors import GameError, ModelError, OptionError, SolveError
from seqform.models import CHANCE, ExactArray
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.strategies.profile_set import OBJECTIVES, UtilityProfileSet

FIGURE_1 = [1, [0, (2, 3), (2, 100)], (1000, 4)]


def assert_attained(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> None:
    """Check that a strategy pays that, and that nobody gains anywhere by another move."""
    require_equilibrium(attain(sets, payoffs), payoffs)


@given(small_trees(4, 4, 14), st.booleans())
def test_every_grid_point_of_the_root_set_is_attained_by_an_equilibrium(
    graph: PositionGraph, mixing: bool
) -> None:
    sets = profile_sets(graph, mixing=mixing)
    for payoffs in sets.root.grid_points():
        assert_attained(sets, payoffs)
        assert mixing or len(attain(sets, payoffs).mixed) == 0


@given(shared_graphs())
def test_on_shared_positions_the_unfolded_strategy_attains_every_grid_point(
    graph: PositionGraph,
) -> None:
    sets = profile_sets(graph)
    for payoffs in sets.root.grid_points():
        assert_attained(sets, payoffs)
        assert attain(sets, payoffs).bound_to(graph).graph.players == graph.players


@given(small_trees(4, 4, 14), st.booleans())
def test_payoffs_that_are_asked_for_are_paid_exactly(graph: PositionGraph, mixing: bool) -> None:
    for box in profile_sets(graph, mixing=mixing).root.boxes:
        middle = ((box.low[0] + box.high[0]) / 2, (2 * box.low[1] + box.high[1]) / 3)
        found = nash_paying(graph, middle, mixing=mixing)
        assert found.values == middle
        require_equilibrium(found.strategy, middle)
    with pytest.raises(ModelError, match="no subgame perfect equilibrium"):
        nash_paying(graph, (Fraction(9), Fraction(9)))


def test_a_position_that_is_shared_may_be_played_in_two_ways() -> None:
    graph = graph_from(
        "shared",
        [1, 0, 1, 0, END, END, END, END],
        [0, 2, 4, 6, 8, 8, 8, 8, 8],
        [1, 2, 3, 4, 3, 5, 6, 7],
        [(0, 9), (5, 2), (0, 1), (0, 3)],
    )
    sets = profile_sets(graph)
    for payoffs in sets.root.grid_points():
        assert_attained(sets, payoffs)
    assert max(len(attain(sets, payoffs).graph) for payoffs in sets.root.grid_points()) > len(graph)


def test_huge_rational_payoffs_stay_exact() -> None:
    large, small = Fraction(10**60 + 1, 7), Fraction(1, 10**60)
    graph = graph_of([1, (0, large), [0, (small, large - small), (small, large + 3 * small)]])
    sets = profile_sets(graph)
    assert (small, large) in sets.root
    strategy = attain(sets, (small, large))
    assert strategy.at(2) == {0: Fraction(3, 4), 1: Fraction(1, 4)}
    assert_attained(sets, (small, large))


def test_a_set_wider_than_a_machine_word_is_kept_whole() -> None:
    graph = graph_of([1, [0, *((0, k) for k in range(100))], [1, *((k, 50) for k in range(100))]])
    sets = profile_sets(graph)
    assert str(sets.at(1)) == "0 × [0, 99]"
    assert str(sets.at(2)) == "[0, 99] × 50"
    assert {str(box) for box in sets.root.boxes} == {"0 × [50, 99]", "[0, 99] × 50"}
    assert_attained(sets, (Fraction(33), Fraction(50)))


def path(length: int) -> PositionGraph:
    """Return a path of positions at which the players may stop, in turn, and are often indifferent."""
    inner = np.arange(length)
    child = np.stack([2 * inner + 1, 2 * inner + 2], axis=1).reshape(-1).astype(np.int32)
    player = np.full(2 * length + 1, END, dtype=np.int8)
    player[0::2][:length] = inner % 2
    first_move = np.zeros(2 * length + 2, dtype=np.int64)
    first_move[1:] = np.cumsum(np.where(player == END, 0, 2))
    outcome = np.full(2 * length + 1, -1, dtype=np.int32)
    outcome[player == END] = np.arange(length + 1) * 7919 % 9
    axis = np.arange(9)
    payoffs = ExactArray(axis // 3), ExactArray(axis % 3)
    return PositionGraph("path", ("1", "2"), player, first_move, child, outcome, payoffs)


def test_a_path_of_100_000_positions_is_solved_without_recursion() -> None:
    graph = path(100_000)
    assert len(backward_induction(graph).strategy.choice) == 200_001
    best = best_nash(graph, "social")
    assert isinstance(best.profiles, UtilityProfileSet)
    assert best.values in set(best.profiles.grid_points())


def test_along_a_path_every_grid_point_is_attained() -> None:
    sets = profile_sets(path(300))
    for payoffs in sets.root.grid_points():
        assert_attained(sets, payoffs)


def test_payoffs_outside_the_set_are_refused() -> None:
    sets = profile_sets(graph_of(FIGURE_1))
    with pytest.raises(ModelError, match="no subgame perfect equilibrium pays that"):
        attain(sets, (Fraction(2), Fraction(3)))
    with pytest.raises(ModelError, match="in pure moves"):
        attain(profile_sets(graph_of(FIGURE_1), mixing=False), (Fraction(2), Fraction(50)))
    with pytest.raises(ModelError, match="`through`"):
        attain(sets, (Fraction(2), Fraction(50)))


def test_chance_and_a_third_player_are_refused_with_a_reason() -> None:
    lottery = [CHANCE, (Fraction(1, 2), (0, 0)), (Fraction(1, 2), (1, 1))]
    with pytest.raises(GameError, match=r"NP-hard.*`best_nash`"):
        profile_sets(graph_of(lottery))
    with pytest.raises(GameError, match=r"3 players.*open"):
        profile_sets(graph_of([0, (0, 0, 0), (1, 1, 1)]))


def test_sets_that_take_too_much_memory_end_in_one_error_with_their_size() -> None:
    graph = graph_of([1, [0, *((0, k) for k in range(100))], [1, *((k, 50) for k in range(100))]])
    with pytest.raises(SolveError, match=r"GiB.*grid of 100 × 100 payoffs"):
        profile_sets(graph, memory=1000)


def test_a_game_that_is_over_at_once_has_its_outcome_only() -> None:
    best = best_nash(graph_of((3, 4)))
    assert best.values == exactly(3, 4)
    assert str(best.profiles) == "(3, 4)"


KINDS = {
    "two payoffs": {"players": 7, "payoffs": 2, "moves": 2},
    "three payoffs": {"players": 12, "payoffs": 3, "moves": 2},
    "many moves": {"players": 6, "payoffs": 3, "moves": 4},
    "four payoffs": {"players": 15, "payoffs": 4, "moves": 2},
}
SEEDS = 240
WANTED = [*OBJECTIVES, "fairest,social", "single-maximum,best-for-2"]


def tree(kind: str, seed: int) -> PositionGraph:
    return random_tree(seed, **KINDS[kind])


def require_equilibrium(strategy: PositionStrategy, pays: tuple[Fraction, ...]) -> None:
    assert expected_payoffs(strategy)[0] == pays
    assert largest_regret(strategy) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("mixing", "step"), [(True, 1), (False, 4)])
@pytest.mark.parametrize("kind", KINDS)
def test_profile_sets_are_those_of_brute_force(kind: str, mixing: bool, step: int) -> None:
    for seed in range(0, SEEDS, step):
        graph = tree(kind, seed)
        point = disagreement(graph, profile_sets(graph, mixing=mixing).root, mixing=mixing)
        assert point is None, f"{kind} {seed}: {point}"


@pytest.mark.slow
@pytest.mark.parametrize(("mixing", "objectives"), [(True, WANTED), (False, ["social"])])
@pytest.mark.parametrize("kind", KINDS)
def test_the_best_by_every_objective_is_that_of_brute_force_and_is_attained(
    kind: str, mixing: bool, objectives: list[str]
) -> None:
    for seed in range(0, SEEDS, 8):
        graph = tree(kind, seed)
        for wanted in objectives:
            found = best_nash(graph, wanted, mixing=mixing)
            assert found.values == best_values(graph, wanted, mixing=mixing), (
                f"{kind} {seed} {wanted}"
            )
            assert mixing or len(found.strategy.mixed) == 0
            require_equilibrium(found.strategy, found.values)


@pytest.mark.slow
@given(small_trees(payoffs=3, moves=4, leaves=12))
def test_profile_sets_of_trees_that_shrink_are_those_of_brute_force(graph: PositionGraph) -> None:
    assert disagreement(graph, profile_sets(graph).root) is None


@pytest.mark.slow
def test_the_trees_have_points_lines_rectangles_and_several_of_them() -> None:
    boxes = [equilibrium_payoffs(tree(kind, seed)) for kind in KINDS for seed in range(0, SEEDS, 4)]
    assert {sum(low < high for low, high in box) for one in boxes for box in one} == {0, 1, 2}
    assert max(map(len, boxes)) >= 3
    assert sum(len(one) > 1 for one in boxes) > len(boxes) / 20


TIES: list[Ties] = ["first", "last", "random"]


def games_with_chance(players: int) -> st.SearchStrategy[Any]:
    """Return trees for some players with chance, some of whose moves have probability zero."""

    def inner(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        moves = st.lists(below, min_size=1, max_size=3)
        by_players = st.tuples(st.integers(0, players - 1), moves).map(
            lambda drawn: [drawn[0], *drawn[1]]
        )
        weights = st.lists(st.integers(0, 3), min_size=3, max_size=3)
        by_chance = st.tuples(weights, moves).map(lambda drawn: _lottery(*drawn))
        return by_players | by_chance

    payoff = st.integers(-2, 2) | st.fractions(-1, 1, max_denominator=3)
    return st.recursive(st.tuples(*[payoff] * players), inner, max_leaves=14)


def _lottery(weights: list[int], moves: list[Any]) -> list[Any]:
    weights = weights[: len(moves)]
    weights[0] += sum(weights) == 0
    return [
        CHANCE,
        *(
            (Fraction(w, sum(weights)), following)
            for w, following in zip(weights, moves, strict=True)
        ),
    ]


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
        game = [
            CHANCE,
            (Fraction(1, denominator), (0, 0)),
            (1 - Fraction(1, denominator), [0, game, (0, 0)]),
        ]
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
    choices = [
        backward_induction(graph, ties="random", seed=seed).strategy.choice.tolist()
        for seed in (1, 1, 2)
    ]
    assert choices[0] == choices[1] != choices[2]


def test_payoffs_equal_as_doubles_are_distinguished() -> None:
    large = 10**40
    assert backward_induction(
        graph_of([0, (large, 0), (large + 1, 1), (large, 2)])
    ).values == exactly(large + 1, 1)


def test_an_unknown_way_to_break_ties_is_refused() -> None:
    with pytest.raises(OptionError, match="'best'"):
        backward_induction(graph_of((0, 0)), ties="best")  # type: ignore[arg-type]


def test_probabilities_of_players_moves_are_not_read() -> None:
    graph = graph_of([CHANCE, (Fraction(1, 2), [0, (1, 1), (2, 0)]), (Fraction(1, 2), (0, 0))])
    assert graph.probability is not None
    changed = ExactArray.of([Fraction(1, 2), Fraction(1, 2), 0, 0])
    choice, values = induced_choices(
        replace(graph, probability=changed), FIRST, np.zeros(0, dtype=np.float32)
    )
    assert choice.tolist() == [-1, 1, -1, -1, -1]
    assert values == exactly(1, 0)


def test_the_sources_of_the_loops_compute_the_same() -> None:
    sources = plain("seqform.backends.bestnash.backend")
    wide = graph_of([1, [0, *((0, k) for k in range(100))], [1, *((k, 50) for k in range(100))]])
    for graph in (wide, path(300), *(tree(kind, seed) for kind in KINDS for seed in range(4))):
        for mixing in (True, False):
            found, expected = (
                solver.best_nash(graph, mixing=mixing) for solver in (sources, backend)
            )
            assert (found.values, str(found.profiles)) == (expected.values, str(expected.profiles))
            assert moves_of(found.strategy) == moves_of(expected.strategy)
    lottery = graph_of(
        [CHANCE, *((Fraction(1, 7), [k % 2, (k, 1), (3, k), (k, 2)]) for k in range(7))]
    )
    for graph in (lottery, tree("four payoffs", 1)):
        for ties in TIES:
            found, expected = (
                solver.backward_induction(graph, ties=ties) for solver in (sources, backend)
            )
            assert found.values == expected.values
            assert moves_of(found.strategy) == moves_of(expected.strategy)


def moves_of(strategy: PositionStrategy) -> list[dict[int, Fraction]]:
    """Return the probabilities of the moves at every position where a player moves."""
    return [
        strategy.at(position)
        for position, player in enumerate(strategy.graph.player)
        if player >= 0
    ]
