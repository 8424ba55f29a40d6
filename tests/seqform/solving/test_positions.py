"""Graphs of positions solved and verified; best equilibria of small games and of trees with chance, against all."""

import json
from collections.abc import Hashable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from every_equilibrium import (
    best_values,
    equilibrium_payoffs,
    expected_payoffs,
    largest_regret,
    lottery,
    pair,
    positions_of,
    small_trees,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import exactly

import seqform as sf
from seqform.backends.bestnash.backend import best_nash
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.games.families.board_games import TicTacToe
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.families.paper_figures import knapsack_game, random_objects
from seqform.builders.games.rules import TERMINAL, Rules
from seqform.builders.games.tree import leaf, move
from seqform.builders.preprocess.subgames import perfect_information
from seqform.builders.programs.mixed_integer import MEASURES, EquilibriumProgram
from seqform.errors import GameError, ModelError, SolveError
from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray, Vector
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.profile_set import Objective, PayoffBox, objective
from seqform.solving.routes.optimal_with_chance import OptimalWithChance, optimal_with_chance
from seqform.verify.subgames import subgame_perfect_violation

THREE = """EFG 2 R "three" { "Ann" "Bob" "Cid" }
p "" 1 1 "start" { "in" "out" } 0
p "" 2 1 "middle" { "left" "right" } 0
p "" 3 1 "end" { "up" "down" } 0
t "" 1 "" { 3, 2, 1 }
t "" 2 "" { 0, 5, 1/2 }
t "" 3 "" { 1, 2, 7 }
t "" 4 "" { 2, 0, 0 }
"""


@pytest.fixture
def three(tmp_path: Path) -> Path:
    path = tmp_path / "three.efg"
    path.write_text(THREE, encoding="utf-8")
    return path


def test_rules_names_files_and_games_become_positions(three: Path) -> None:
    assert (
        len(sf.load("tic-tac-toe", kind="positions"))
        == len(sf.load(TicTacToe(), kind="positions"))
        == 5478
    )
    assert len(sf.load("littman-figure-1", kind="positions")) == 5
    assert sf.load(three, kind="positions").players == ("Ann", "Bob", "Cid")
    graph = sf.load(three, kind="positions")
    assert sf.load(graph, kind="positions") is graph


def test_three_players_are_solved_by_backward_induction(three: Path) -> None:
    found = sf.solve(sf.load(three, kind="positions"), "subgame-perfect")
    assert found.values == exactly(3, 2, 1)
    assert subgame_perfect_violation(found.profile.graph, found.profile) is None


class Walk(Rules[tuple[int, ...], int]):
    """The players add 1 or 2 in turn, and chance in between; payoffs depend on the sum, so positions are shared."""

    title, perfect_information = "walk", True

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        return (0, CHANCE, 1, 0, TERMINAL)[len(state)]

    def actions(self, state: tuple[int, ...]) -> Sequence[int]:
        return (1, 2)

    def chance(self, state: tuple[int, ...]) -> Sequence[tuple[int, int]]:
        return ((1, 1), (2, 2))

    def apply(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def payoffs(self, state: tuple[int, ...]) -> tuple[int, int]:
        return sum(state) % 2, sum(state) % 3

    def observation(self, state: tuple[int, ...], player: int) -> Hashable:
        return state

    def position(self, state: tuple[int, ...]) -> Hashable:
        return len(state), sum(state)


@pytest.mark.parametrize("rules", [Walk(), "tic-tac-toe(board=xo.o.x...)"])
@pytest.mark.parametrize("objective", [None, "fairest", "least-social where 1>=-1"])
def test_rules_with_shared_positions_are_solved_as_a_graph_with_the_values_of_the_tree(
    rules: Any, objective: str | None
) -> None:
    chosen = {} if objective is None else {"objective": objective}
    found, whole = (sf.solve(game, "subgame-perfect", **chosen) for game in (rules, sf.load(rules)))
    assert isinstance(found, PositionEquilibrium)
    assert not found.strategy.graph.is_tree or objective is not None
    assert subgame_perfect_violation(found.strategy.graph, found.strategy) is None
    if objective is not None:
        assert found.values == whole.values
        assert sf.payoff_sets(rules)[0].ranges == sf.payoff_sets(sf.load(rules))[0].ranges
    assert "svg" in sf.draw(rules, found).svg()


@pytest.mark.parametrize("players", (3, 7))
def test_oh_hell_for_more_players_is_solved_with_or_without_an_objective(
    seqform: Run, players: int
) -> None:
    game = f"oh-hell(cards=1,players={players})"
    best: Any = sf.solve(game, "subgame-perfect", objective="social", pure=True)
    assert best.profiles.pure and len(best.values) == players
    assert any(best.values == box.low for box in best.profiles.boxes)
    assert sum(sf.solve(game, "subgame-perfect").values) <= sum(best.values)
    status, printed, _ = seqform(
        "solve", game, "--concept", "subgame-perfect", "--objective", "fairest", "--pure"
    )
    assert status == 0 and "in pure moves can pay" in printed
    status, _, error = seqform("solve", game)
    assert status == 2 and f"{players} players; trees are of two players" in error.replace(
        "\n", " "
    )


def test_hidden_information_is_refused() -> None:
    with pytest.raises(GameError, match="kuhn"):
        sf.load("kuhn", kind="positions")


def test_the_best_equilibrium_of_a_graph_is_verified_on_the_unfolded_graph() -> None:
    found = sf.solve(
        sf.load("oh-hell(cards=2,seed=5)", kind="positions"), "subgame-perfect", objective="social"
    )
    whole = sf.solve("oh-hell(cards=2,seed=5)", concept="subgame-perfect", objective="social")
    assert found.values == whole.values


def test_the_command_solves_and_writes_three_players(seqform: Run, three: Path) -> None:
    status, printed, _ = seqform(
        "solve", str(three), "--concept", "subgame-perfect", "-o", "three.json"
    )
    assert status == 0
    assert "likeliest line of play: Ann: in, Bob: left, Cid: up" in printed
    written = json.loads(Path("three.json").read_text("utf-8"))
    assert written["values"] == ["3", "2", "1"]
    paths = {tuple(item["path"]): item["moves"] for item in written["strategy"]}
    assert paths[("in", "left")] == {"up": "1"}


def test_payoffs_may_be_any_fractions(three: Path) -> None:
    text = THREE.replace("3, 2, 1 }", f"{10**40}/3, 2, 1 }}")
    three.write_text(text, encoding="utf-8")
    assert sf.solve(three, "subgame-perfect").values[0] == Fraction(10**40, 3)


def test_the_command_prints_the_sizes_for_three_players(seqform: Run, three: Path) -> None:
    status, out, _ = seqform("info", str(three), "--json")
    assert status == 0
    graph = sf.load(three, kind="positions")
    data = json.loads(out)
    assert data["positions"] == len(graph)
    assert data["positions"] == data["leaves"] + sum(
        data[f"positions of player {player}"] for player in (1, 2, 3)
    )
    status, out, _ = seqform("info", str(three))
    assert status == 0
    assert f"{data['leaves']:,}" in out and "of 3 players" in out


@pytest.mark.slow
def test_the_file_of_a_graph_has_moves_to_every_position(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    assert seqform("solve", "tic-tac-toe", "--concept", "subgame-perfect", "-o", str(path))[0] == 0
    items = json.loads(path.read_text("utf-8"))["strategy"]
    paths = [tuple(item["path"]) for item in items]
    assert len(set(paths)) == len(paths) == 4520 and max(map(len, paths)) == 8
    assert all((len(item["path"]) % 2 == 0) == (item["player"] == "Player 1") for item in items)


WANTED = [*MEASURES, "fairest,best-for-2", "single-maximum,fairest", "best-for-1,fairest,social"]


def knapsack(objects: int, seed: int = 0) -> PositionGraph:
    return perfect_information(knapsack_game("knapsack", *random_objects(objects, seed))).target


def require_best(graph: PositionGraph, wanted: str, found: OptimalWithChance) -> None:
    assert found.settled
    assert found.equilibrium.values == best_values(graph, wanted)
    assert expected_payoffs(found.equilibrium.strategy)[0] == found.equilibrium.values
    assert largest_regret(found.equilibrium.strategy) == 0


@pytest.mark.slow
@given(small_trees(payoffs=4, moves=3, leaves=12, with_chance=True), st.sampled_from(WANTED))
def test_trees_that_shrink_have_the_best_equilibria_of_brute_force(
    graph: PositionGraph, wanted: str
) -> None:
    require_best(graph, wanted, optimal_with_chance(graph, wanted))


BOUNDS = st.lists(
    st.tuples(
        st.sampled_from("12"),
        st.sampled_from((">=", "<=", "=")),
        st.sampled_from(("0", "1", "3/2", "2", "3")),
    ),
    min_size=1,
    max_size=2,
).map(lambda bounds: " and ".join(map("".join, bounds)))


@settings(max_examples=10, deadline=None)
@given(
    small_trees(payoffs=4, moves=3, leaves=6, with_chance=True), st.sampled_from(MEASURES), BOUNDS
)
def test_the_program_keeps_to_bounds_as_brute_force_does(
    graph: PositionGraph, measure: str, bounds: str
) -> None:
    wanted = f"{measure} where {bounds}"
    boxes = []
    for (low_1, high_1), (low_2, high_2) in equilibrium_payoffs(graph):
        boxes.append(PayoffBox((low_1, low_2), (high_1, high_2)))
    try:
        best = objective(wanted).best_of(boxes)
    except ModelError:
        with pytest.raises(SolveError, match="no subgame perfect equilibrium keeps to"):
            optimal_with_chance(graph, wanted)
        return
    found = optimal_with_chance(graph, wanted)
    assert objective(wanted).measure(*found.equilibrium.values) == objective(wanted).measure(*best)
    assert found.settled
    assert largest_regret(found.equilibrium.strategy) == 0


@pytest.mark.slow
def test_payoffs_far_from_zero_and_of_different_size_are_distinguished() -> None:
    far, small = 10**15, Fraction(1, 10**6)
    tied = move(1, "", {"a": leaf(far, small), "b": leaf(far + 2, small)})
    graph = positions_of(
        move(
            0,
            "",
            {"stop": leaf(far + 1, 0), "on": lottery([1, 1], [tied, leaf(far + 1, 2 * small)])},
        )
    )
    for wanted in ("social", "best-for-2", "fairest"):
        require_best(graph, wanted, optimal_with_chance(graph, wanted))


@pytest.mark.slow
@pytest.mark.parametrize("size", [10**7, 10**9, 10**12])
@pytest.mark.parametrize("wanted", MEASURES)
def test_large_payoffs_of_which_little_is_left_to_choose_are_no_obstacle(
    size: int, wanted: str
) -> None:
    nested = lottery(
        [4, 4, 1], [leaf(size + 1, -size), leaf(size + 1, size + 1), leaf(size + 1, size + 1)]
    )
    for choices in (
        {"only": leaf(-size, size + 1)},
        {"one": leaf(-size, size + 1), "two": leaf(-size, size)},
    ):
        graph = positions_of(lottery([1, 1], [move(0, "", choices), nested]))
        require_best(graph, wanted, optimal_with_chance(graph, wanted))


@pytest.mark.slow
def test_a_program_that_highs_calls_infeasible_is_one_that_doubles_cannot_solve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = RawSolution(Termination.INFEASIBLE, "Infeasible")
    monkeypatch.setattr(HighsBackend, "solve", lambda self, program, options: answer)
    with pytest.raises(SolveError, match="doubles do not distinguish its payoffs"):
        optimal_with_chance(knapsack(2), "social")


@pytest.mark.slow
def test_a_gap_that_the_options_allow_is_not_settled() -> None:
    graph = knapsack(40)
    loose = optimal_with_chance(
        graph, "social", options=SolveOptions(raw={"mip_rel_gap": 0.5, "presolve": "off"})
    )
    best = sum(best_nash(graph, "social").values)
    assert loose.attained[0].value <= best <= loose.attained[0].bound
    assert not loose.settled
    assert loose.claim.startswith("perhaps not the best by social: ")


@pytest.mark.slow
def test_what_only_doubles_allow_is_excluded_by_the_exact_program() -> None:
    """An object one part in 10^12 too heavy: within the tolerance it fits."""
    weight = 10**12
    graph = perfect_information(
        knapsack_game("knapsack", [weight + 1, weight - 1], [10, 1], weight)
    ).target
    found = optimal_with_chance(graph, "best-for-2")
    assert found.equilibrium.values[1] == best_values(graph, "best-for-2")[1] == Fraction(1, 2)
    assert largest_regret(found.equilibrium.strategy) == 0


@pytest.mark.slow
def test_payoffs_that_doubles_do_not_distinguish_are_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(stated: EquilibriumProgram, primal: Vector) -> ExactArray:
        return ExactArray.of([1, 0, 0, 1] if len(stated.parts.whole_columns) == 4 else [])

    monkeypatch.setattr(EquilibriumProgram, "pattern", wrong)
    with pytest.raises(SolveError, match="doubles do not distinguish its payoffs"):
        optimal_with_chance(positions_of(move(0, "", {"a": leaf(1, 4), "b": leaf(1, 0)})), "social")


@pytest.mark.slow
def test_among_equally_good_ones_it_is_that_of_the_largest_sum_then_of_player_1() -> None:
    graph = positions_of(
        move(
            0,
            "",
            {"a": leaf(1, 0), "b": leaf(1, 4), "c": lottery([1, 1], [leaf(0, 4), leaf(2, 4)])},
        )
    )
    found = optimal_with_chance(graph, "best-for-1")
    assert found.equilibrium.values == pair(1, 4)
    assert [one.measure for one in found.attained] == ["best-for-1", "social"]


@pytest.mark.slow
def test_at_a_time_limit_what_was_found_comes_back_unsettled_or_nothing() -> None:
    graph = knapsack(80, seed=3)
    try:
        found = optimal_with_chance(graph, "social", options=SolveOptions(time_limit=1e-3))
    except SolveError as error:
        assert "time limit" in str(error)
    else:
        assert largest_regret(found.equilibrium.strategy) == 0
        assert found.settled == (found.solution.termination is Termination.SOLVED)


@pytest.mark.slow
def test_stopped_early_the_equilibrium_is_one_and_the_bound_is_above_it() -> None:
    found = optimal_with_chance(
        knapsack(25, seed=2), "social", options=SolveOptions(raw={"mip_max_improving_sols": 1})
    )
    assert largest_regret(found.equilibrium.strategy) == 0
    assert found.attained[0].bound >= float(found.attained[0].value)
    if not found.settled:
        assert "not settled" in repr(found)


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_large_tree_is_refused_and_the_limit_can_be_raised() -> None:
    graph = knapsack(30)
    with pytest.raises(GameError, match=r"binary choices, and 50 are allowed; .* NP-hard"):
        optimal_with_chance(graph, "social", max_binaries=50)
    assert optimal_with_chance(graph, "social", max_binaries=500).settled


STAG_HUNT = [[4, 0], [3, 3]]


@pytest.mark.slow
def test_of_the_equilibria_of_stag_hunt_the_best_is_the_hunt_and_the_worst_the_hare() -> None:
    game = bimatrix_game(
        "stag hunt", STAG_HUNT, [list(column) for column in zip(*STAG_HUNT, strict=True)]
    )
    assert sf.solve(game, weights=(1, 1)).values == (4, 4)
    assert sf.solve(game, weights=(-1, -1)).values == (3, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_nothing_that_many_paths_find_is_better(seed: int) -> None:
    game = sf.load(f"binary-tree(depth=3,seed={seed})")
    found = sf.equilibria(game, starts=30, back=True, witnesses=False)
    weights: list[tuple[Any, Any]] = [(1, 1), (1, 0), (0, -1), (Fraction(1, 3), -2)]
    for one, other in weights:
        best = sf.solve(game, weights=(one, other))
        assert best.certificate.proven
        worth, *others = (
            Fraction(one * x + other * y)
            for x, y in (best.values, *(each.values for each in found))
        )
        assert worth >= max(others)


@pytest.mark.slow
def test_weights_choose_nothing_in_a_constant_sum_game_which_a_linear_program_solves() -> None:
    found = sf.solve("leduc(ranks=2)", weights=(1, 2))
    assert found.certificate.proven
    assert found.values == sf.solve("leduc(ranks=2)", exact=True).values
    assert sf.plan("kuhn", weights=(1, 2)).route.title == "linear program"


@pytest.mark.slow
def test_the_message_of_the_solver_says_where_weights_take_long() -> None:
    plans = [sf.plan(f"binary-tree(depth={depth})", weights=(1, 2)) for depth in (3, 6)]
    few, many = (plan.route.solving(plan) for plan in plans)
    assert few == "looking for the best equilibrium with highs"
    assert many.startswith(f"{few} (66 sequences may take hours; ")
