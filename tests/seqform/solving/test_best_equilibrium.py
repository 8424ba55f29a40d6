"""The best equilibria of small games and of trees with chance, against all of them."""

from fractions import Fraction
from typing import Any

import pytest
from every_equilibrium import best_values, expected_payoffs, largest_regret, lottery, pair, positions_of, small_trees
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.bestnash.backend import best_nash
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.families.paper_figures import knapsack_game, random_objects
from seqform.builders.games.tree import leaf, move
from seqform.builders.preprocess.subgames import perfect_information
from seqform.builders.programs.mixed_integer import MEASURES, EquilibriumProgram
from seqform.errors import GameError, InputError, ModelError, SolveError
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray, Vector
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.profile_set import Objective
from seqform.solving.routes.positions import OptimalWithChance, optimal_with_chance

pytestmark = pytest.mark.slow

WANTED = [*MEASURES, "fairest,best-for-2", "single-maximum,fairest", "best-for-1,fairest,social"]


def knapsack(objects: int, seed: int = 0) -> PositionGraph:
    return perfect_information(knapsack_game("knapsack", *random_objects(objects, seed))).target


def require_best(graph: PositionGraph, wanted: str, found: OptimalWithChance) -> None:
    assert found.settled
    assert found.equilibrium.values == best_values(graph, wanted)
    assert expected_payoffs(found.equilibrium.strategy)[0] == found.equilibrium.values
    assert largest_regret(found.equilibrium.strategy) == 0


@given(small_trees(payoffs=4, moves=3, leaves=12, with_chance=True), st.sampled_from(WANTED))
def test_trees_that_shrink_have_the_best_equilibria_of_brute_force(graph: PositionGraph, wanted: str) -> None:
    require_best(graph, wanted, optimal_with_chance(graph, wanted))


def test_payoffs_far_from_zero_and_of_different_size_are_distinguished() -> None:
    far, small = 10**15, Fraction(1, 10**6)
    tied = move(1, "", {"a": leaf(far, small), "b": leaf(far + 2, small)})
    graph = positions_of(
        move(0, "", {"stop": leaf(far + 1, 0), "on": lottery([1, 1], [tied, leaf(far + 1, 2 * small)])})
    )
    for wanted in ("social", "best-for-2", "fairest"):
        require_best(graph, wanted, optimal_with_chance(graph, wanted))


@pytest.mark.parametrize("size", [10**7, 10**9, 10**12])
@pytest.mark.parametrize("wanted", MEASURES)
def test_large_payoffs_of_which_little_is_left_to_choose_are_no_obstacle(size: int, wanted: str) -> None:
    nested = lottery([4, 4, 1], [leaf(size + 1, -size), leaf(size + 1, size + 1), leaf(size + 1, size + 1)])
    for choices in ({"only": leaf(-size, size + 1)}, {"one": leaf(-size, size + 1), "two": leaf(-size, size)}):
        graph = positions_of(lottery([1, 1], [move(0, "", choices), nested]))
        require_best(graph, wanted, optimal_with_chance(graph, wanted))


def test_a_program_that_highs_calls_infeasible_is_one_that_doubles_cannot_solve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = RawSolution(Termination.INFEASIBLE, "Infeasible")
    monkeypatch.setattr(HighsBackend, "solve", lambda self, program, options: answer)
    with pytest.raises(SolveError, match="doubles do not distinguish its payoffs"):
        optimal_with_chance(knapsack(2), "social")


def test_a_gap_that_the_options_allow_is_not_settled() -> None:
    graph = knapsack(40)
    loose = optimal_with_chance(graph, "social", options=SolveOptions(raw={"mip_rel_gap": 0.5, "presolve": "off"}))
    best = sum(best_nash(graph, "social").values)
    assert loose.attained[0].value <= best <= loose.attained[0].bound
    assert not loose.settled
    assert loose.claim.startswith("perhaps not the best by social: ")


def test_what_only_doubles_allow_is_excluded_by_the_exact_program() -> None:
    """An object one part in 10^12 too heavy: within the tolerance it fits."""
    weight = 10**12
    graph = perfect_information(knapsack_game("knapsack", [weight + 1, weight - 1], [10, 1], weight)).target
    found = optimal_with_chance(graph, "best-for-2")
    assert found.equilibrium.values[1] == best_values(graph, "best-for-2")[1] == Fraction(1, 2)
    assert largest_regret(found.equilibrium.strategy) == 0


def test_payoffs_that_doubles_do_not_distinguish_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(stated: EquilibriumProgram, primal: Vector) -> ExactArray:
        return ExactArray.of([1, 0, 0, 1] if len(stated.parts.whole_columns) == 4 else [])

    monkeypatch.setattr(EquilibriumProgram, "pattern", wrong)
    with pytest.raises(SolveError, match="doubles do not distinguish its payoffs"):
        optimal_with_chance(positions_of(move(0, "", {"a": leaf(1, 4), "b": leaf(1, 0)})), "social")


def test_among_equally_good_ones_it_is_that_of_the_largest_sum_then_of_player_1() -> None:
    graph = positions_of(
        move(0, "", {"a": leaf(1, 0), "b": leaf(1, 4), "c": lottery([1, 1], [leaf(0, 4), leaf(2, 4)])})
    )
    found = optimal_with_chance(graph, "best-for-1")
    assert found.equilibrium.values == pair(1, 4)
    assert [one.measure for one in found.attained] == ["best-for-1", "social"]


def test_at_a_time_limit_what_was_found_comes_back_unsettled_or_nothing() -> None:
    graph = knapsack(80, seed=3)
    try:
        found = optimal_with_chance(graph, "social", options=SolveOptions(time_limit=1e-3))
    except SolveError as error:
        assert "time limit" in str(error)
    else:
        assert largest_regret(found.equilibrium.strategy) == 0
        assert found.settled == (found.solution.termination is Termination.SOLVED)


def test_stopped_early_the_equilibrium_is_one_and_the_bound_is_above_it() -> None:
    found = optimal_with_chance(knapsack(25, seed=2), "social", options=SolveOptions(raw={"mip_max_improving_sols": 1}))
    assert largest_regret(found.equilibrium.strategy) == 0
    assert found.attained[0].bound >= float(found.attained[0].value)
    if not found.settled:
        assert "not settled" in repr(found)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("product", "product.*social, fairest"),
        ("fairest,product", "product.*social, fairest"),
        ("happiness", "unknown objective 'happiness'"),
        (lambda first, second: first * second, "lambda.*takes no functions"),
        (Objective("social", lambda first, second: first - second), "social: .*takes no functions"),
    ],
)
def test_other_objectives_are_refused(wanted: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        optimal_with_chance(positions_of(leaf(0, 0)), wanted)


def test_a_large_tree_is_refused_and_the_limit_can_be_raised() -> None:
    graph = knapsack(30)
    with pytest.raises(GameError, match=r"binary choices, and 50 are allowed; .* NP-hard"):
        optimal_with_chance(graph, "social", max_binaries=50)
    assert optimal_with_chance(graph, "social", max_binaries=500).settled


STAG_HUNT = [[4, 0], [3, 3]]


def test_of_the_equilibria_of_stag_hunt_the_best_is_the_hunt_and_the_worst_the_hare() -> None:
    game = bimatrix_game("stag hunt", STAG_HUNT, [list(column) for column in zip(*STAG_HUNT, strict=True)])
    assert sf.solve(game, weights=(1, 1)).values == (4, 4)
    assert sf.solve(game, weights=(-1, -1)).values == (3, 3)


@pytest.mark.parametrize("seed", range(5))
def test_nothing_that_many_paths_find_is_better(seed: int) -> None:
    game = sf.load(f"binary-tree(depth=3,seed={seed})")
    found = sf.equilibria(game, starts=30, back=True, witnesses=False)
    weights: list[tuple[Any, Any]] = [(1, 1), (1, 0), (0, -1), (Fraction(1, 3), -2)]
    for one, other in weights:
        best = sf.solve(game, weights=(one, other))
        assert best.certificate.proven
        worth, *others = (Fraction(one * x + other * y) for x, y in (best.values, *(each.values for each in found)))
        assert worth >= max(others)


def test_weights_choose_nothing_in_a_constant_sum_game_which_a_linear_program_solves() -> None:
    found = sf.solve("leduc(ranks=2)", weights=(1, 2))
    assert found.certificate.proven
    assert found.values == sf.solve("leduc(ranks=2)", exact=True).values
    assert sf.plan("kuhn", weights=(1, 2)).route.title == "linear program"


def test_the_message_of_the_solver_says_where_weights_take_long() -> None:
    plans = [sf.plan(f"binary-tree(depth={depth})", weights=(1, 2)) for depth in (3, 6)]
    few, many = (plan.route.solving(plan) for plan in plans)
    assert few == "looking for the best equilibrium with highs"
    assert many.startswith(f"{few} (66 sequences may take hours; ")


def test_wrong_weights_and_limits_are_refused() -> None:
    with pytest.raises(InputError, match="weights: "):
        sf.solve("vsvet-figure-1", weights=(1.5, 2))
