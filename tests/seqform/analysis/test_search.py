"""Searches: every method finds the value of plain recursion, at a horizon and to the end."""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from every_equilibrium import graph_from
from hypothesis import given
from hypothesis import strategies as st
from nested_lists import Nested, NestedLists, State, shared_graphs

import seqform as sf
from seqform.analysis.search import METHODS, Search
from seqform.backends.bestnash.backend import backward_induction
from seqform.builders.games.families.board_games import ConnectFour
from seqform.builders.games.rules import TERMINAL, GameLimits
from seqform.errors import GameError, InputError, OptionError, SeqformError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.play import match, open_game, recipe
from seqform.play.matches import information_at

LISTS = st.recursive(
    st.integers(0, 4),
    lambda below: st.lists(below, min_size=1, max_size=3) | st.tuples(below, below),
    max_leaves=25,
)
"""Trees with many ties; at tuples chance moves."""


class Bounded(NestedLists):
    """Nested lists with payoffs from 0 to 4."""

    limits = GameLimits(
        (Fraction(0), Fraction(4)), longest=99, actions=3, constant_sum=Fraction(10)
    )


def estimate(state: State) -> Fraction:
    """An arbitrary function of the position, with many ties."""
    return Fraction(len(repr(state[0])) * 7 % 5 + len(state[1]) % 2, 2)


def plain(rules: NestedLists, state: State, depth: int) -> Fraction:
    """The value by plain recursion."""
    player = rules.player(state)
    if player == TERMINAL:
        return Fraction(rules.payoffs(state)[0])
    if depth == 0:
        return estimate(state)
    if player == CHANCE:
        lottery = rules.chance(state)
        total = sum(weight for _, weight in lottery)
        return sum(
            (plain(rules, rules.apply(state, m), depth - 1) * w / total for m, w in lottery),
            Fraction(0),
        )
    values = [plain(rules, rules.apply(state, move), depth - 1) for move in rules.actions(state)]
    return max(values) if player == 0 else min(values)


@given(LISTS, st.integers(1, 6))
def test_every_method_agrees_with_plain_recursion_at_any_horizon_and_its_bounds_hold(
    tree: Nested, depth: int
) -> None:
    rules = Bounded(tree)
    root = rules.initial()
    whole, value = plain(rules, root, 99), plain(rules, root, depth)
    for method in METHODS:
        for memory in (0, 2, 1000):
            found = sf.search(rules, depth=depth, evaluate=estimate, method=method, memory=memory)
            assert (found.value, found.bounds[0] <= whole <= found.bounds[1]) == (value, True)
            complete = sf.search(rules, method=method, memory=memory)
            assert (complete.value, complete.bounds, complete.depth) == (
                whole,
                (whole, whole),
                None,
            )
    deeper = sf.search(rules, depth=depth, evaluate=estimate, deepening=True)
    assert deeper.proven or (deeper.value, deeper.depth in (depth, None)) == (value, True)
    assert sf.search(rules, deepening=True).value == whole
    assert sf.search(NestedLists(tree)).value == whole  # without limits


@given(LISTS, st.integers(1, 6))
def test_a_memory_shared_by_searches_of_all_depths_changes_no_value(
    tree: Nested, depth: int
) -> None:
    rules = Bounded(tree)
    one, root = Search(rules, evaluate=estimate), rules.initial()
    for ahead in (depth, 1, 6, None, depth):
        assert one.value(root, ahead).value == plain(rules, root, 99 if ahead is None else ahead)


@given(LISTS, st.integers(1, 6))
def test_alpha_beta_searches_no_more_positions_than_minimax(tree: Nested, depth: int) -> None:
    nodes = [
        sf.search(Bounded(tree), depth=depth, evaluate=estimate, method=method, memory=0).nodes
        for method in ("alpha-beta", "negamax", "minimax")
    ]
    assert nodes[0] <= nodes[1] == nodes[2]


@given(LISTS)
def test_the_line_leads_to_the_value_of_best_play(tree: Nested) -> None:
    rules = Bounded(tree)
    found, state = sf.search(rules), rules.initial()
    for move in found.line:
        assert rules.player(state) in (0, 1)
        state = rules.apply(state, int(move))
        assert plain(rules, state, 99) == found.value
    assert rules.player(state) in (TERMINAL, CHANCE)


def zero_sum(graph: PositionGraph) -> PositionGraph:
    first = graph.payoffs[0]
    second = ExactArray(-first.numerators, first.denominator)
    return PositionGraph(
        graph.title,
        graph.players,
        graph.player,
        graph.first_move,
        graph.child,
        graph.outcome,
        (first, second),
    )


@given(shared_graphs())
def test_graphs_whose_positions_are_shared_have_the_value_of_backward_induction(
    graph: PositionGraph,
) -> None:
    graph = zero_sum(graph)
    for method in METHODS:
        assert sf.search(graph, method=method).value == backward_induction(graph).values[0]


def test_the_tree_with_two_levels_is_worth_1_by_left_and_right() -> None:
    for source in (
        "two-level-tree",
        sf.load("two-level-tree"),
        sf.load("two-level-tree", kind="positions"),
    ):
        found = sf.search(source)
        assert (found.value, found.line, found.nodes, found.cutoffs) == (1, ("left", "right"), 6, 1)


def test_tic_tac_toe_is_a_draw_with_5478_positions_and_its_presets_are_other_games() -> None:
    assert [
        sf.search("tic-tac-toe", method=method).value for method in ("negamax", "alpha-beta")
    ] == [0, 0]
    assert sf.search("tic-tac-toe", method="negamax").nodes == 5478
    part = "tic-tac-toe(board=x...o....)"
    assert sf.search(part, method="minimax").nodes == len(sf.load(part)) > 5478
    preset = sf.search("tic-tac-toe(board=..o...xox)")
    graph = sf.load("tic-tac-toe(board=..o...xox)", kind="positions")
    assert preset.value == sf.solve(graph, "subgame-perfect").values[0] == 1
    assert sf.search("tic-tac-toe(board=xx.oo....)", depth=1).line == ("2",)
    for board, message in (("xxxx.....", "one more"), ("oooxxx...", "no row of three")):
        with pytest.raises(SeqformError, match=message):
            sf.search(f"tic-tac-toe(board={board})")
    with pytest.raises(GameError, match=r"board=x: board \(the squares at the start"):
        sf.search("tic-tac-toe(board=x)")


def winner(marks: dict[tuple[int, int], int]) -> int | None:
    for (x, y), player in marks.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(marks.get((x + k * dx, y + k * dy)) == player for k in range(4)):
                return player
    return None


@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (4, 5), (12, 12), (5, 1), (1, 6)])
def test_connect_four_follows_a_board_of_marks(columns: int, rows: int) -> None:
    rules = ConnectFour("", columns, rows)
    for seed in range(60):
        numbers, state, marks, mover = (
            Random(seed),
            rules.initial(),
            dict[tuple[int, int], int](),
            0,
        )
        while (player := rules.player(state)) != TERMINAL:
            heights = [sum(x == column for x, _ in marks) for column in range(columns)]
            assert winner(marks) is None and player == mover
            assert sorted(rules.actions(state)) == [
                x + 1 for x, height in enumerate(heights) if height < rows
            ]
            column = numbers.choice(rules.actions(state)) - 1
            marks[column, heights[column]] = mover
            state, mover = rules.apply(state, column + 1), 1 - mover
            shown = {
                (x, rows - 1 - y): m
                for y, row in enumerate(rules.board(state))
                for x, (m, _) in enumerate(row)
            }
            assert {place: "XO".index(mark) for place, mark in shown.items() if mark} == marks
        assert rules.payoffs(state) == {0: (1, -1), 1: (-1, 1), None: (0, 0)}[winner(marks)]
        assert winner(marks) is not None or len(marks) == columns * rows


@pytest.mark.slow
def test_connect_four_on_a_board_of_4_by_4_is_a_draw_and_too_large_for_a_tree_on_the_usual_one() -> (
    None
):
    assert sf.search("connect-four(columns=4,rows=4)").value == 0
    small = "connect-four(columns=4,rows=3)"
    graph = sf.load(small, kind="positions")
    assert sf.solve(graph, "subgame-perfect").values[0] == sf.search(small).value
    assert sf.search("connect-four", depth=4).bounds == (-1, 1)
    with pytest.raises(
        GameError, match="too large for a tree; search, match and play follow its rules"
    ):
        sf.load("connect-four")


def test_a_time_limit_ends_at_the_last_depth_reached() -> None:
    found = sf.search("connect-four", time_limit=0.1)
    assert found.depth is not None and [one.depth for one in found.iterations] == list(
        range(1, found.depth + 1)
    )
    assert not found.proven and len(found.line) == found.depth


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"game": "kuhn"},
            "kuhn has hidden information: player 1 observes the same at .* smooth-uct",
        ),
        ({"game": sf.load("kuhn")}, "kuhn is not of perfect information: information set"),
        ({"game": "littman-figure-1"}, "littman-figure-1 is not constant-sum, as a search expects"),
        ({"game": NestedLists([1, [2]]), "depth": 1}, "a value at the horizon needs evaluate="),
        (
            {"game": "tic-tac-toe", "depth": 2, "evaluate": lambda state: 7},
            "evaluate returned 7; .* from -1 to 1",
        ),
        (
            {"game": "tic-tac-toe", "depth": 2, "evaluate": lambda state: None},
            "evaluate returned None",
        ),
        ({"game": "tic-tac-toe", "depth": 0}, "depth: a whole number from 1 on expected"),
        (
            {"game": "tic-tac-toe", "method": "alphabeta"},
            "method: 'alphabeta' is unknown; did you mean alpha-beta",
        ),
        ({"game": "tic-tac-toe", "time_limit": 0}, "time_limit: a number above 0 expected"),
    ],
)
def test_what_cannot_be_searched_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SeqformError, match=message):
        sf.search(**arguments)


class Uneven(NestedLists):
    def payoffs(self, state: State) -> tuple[int, int]:
        return (state[0], state[0])


def test_payoffs_whose_sum_differs_are_refused_when_they_are_met() -> None:
    with pytest.raises(
        GameError, match="is not constant-sum, as a search expects: payoffs sum to 2 and to 4"
    ):
        sf.search(Uneven([1, 2]), method="minimax")


def test_an_alpha_beta_agent_looks_no_further_than_its_depth_and_averages_chance(
    tmp_path: Path,
) -> None:
    file = tmp_path / "score.py"
    file.write_text("def corner(state):\n    return 1 if state[1] & 1 else 0\n")
    table = open_game("tic-tac-toe")
    chosen = [
        recipe(text).make(table, None).choose(information_at(table, table.root), Random(1))
        for text in (f"alpha-beta:1,evaluate={file}:corner", "alpha-beta:9")
    ]
    assert (
        chosen[0] == 0 and match("tic-tac-toe", "alpha-beta", "random", games=20).record(0)[2] == 0
    )
    assert match("connect-four", "alpha-beta:4", "random", games=4).record(0)[0] == 4
    gamble = Bounded([([0, 0], [3, 3]), [1, 1]])  # 2 on average, or 1
    for played in (open_game(gamble), open_game(gamble, tree=True), open_game(sf.load(gamble))):
        for text in ("alpha-beta", "alpha-beta:2", "mcts:200", "negamax"):
            assert (
                recipe(text)
                .make(played, None)
                .choose(information_at(played, played.root), Random(1))
                == 0
            )
    below = played.root.after(0).after(1)
    assert recipe("negamax").make(played, None).choose(
        information_at(played, below), Random(1)
    ) in (0, 1)
    with pytest.raises(OptionError, match="alpha-beta has no 'width'"):
        recipe("alpha-beta:width=3")


def three_players() -> PositionGraph:
    """Player 3 chooses at the beginning whether player 1 or player 2 is to choose among payoffs."""
    payoffs = [(5, 0, 1), (1, 9, 9), (0, 5, 2), (9, 1, 9)]
    return graph_from(
        "three",
        [2, 0, 1, END, END, END, END],
        [0, 2, 4, 6, 6, 6, 6, 6],
        [1, 2, 3, 4, 5, 6],
        payoffs,
    )


def test_mcts_counts_visits_of_every_move_and_chooses_by_visits_or_values() -> None:
    for final in ("visits", "values"):
        found = sf.mcts(three_players(), simulations=500, final=final)
        assert sum(one.visits for one in found.moves) == 500
        assert (found.player, found.best, round(found.moves[1].average or 0)) == ("3", 1, 2)
    again = sf.mcts(three_players(), simulations=500, final="values")
    assert again.moves == found.moves
    assert sf.mcts("tic-tac-toe(board=xx.oo....)").moves[0].average == 1
    with pytest.raises(OptionError, match="known: visits, values"):
        sf.mcts("tic-tac-toe", final="best")


@pytest.mark.slow
def test_smooth_uct_comes_near_an_equilibrium_and_plain_uct_does_not() -> None:
    smooth = sf.smooth_uct("kuhn", simulations=60_000, checkpoints=(600,), seed=2)
    plain_uct = sf.smooth_uct("kuhn", simulations=60_000, eta=1, gamma=1, seed=2)
    assert smooth.checkpoints[1].nash_conv < 0.5 * smooth.checkpoints[0].nash_conv
    assert smooth.certificate.nash_conv < 0.03 < plain_uct.certificate.nash_conv
    assert sf.check("kuhn", smooth.profile).nash_conv == smooth.certificate.nash_conv


@pytest.mark.parametrize("checkpoints", [(0,), (11,), (5, 100), ("x",), (1.5,)])
def test_a_checkpoint_that_is_never_reached_is_refused(checkpoints: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="checkpoints"):
        sf.smooth_uct("kuhn", simulations=10, checkpoints=checkpoints)


def test_checkpoints_up_to_the_end_are_certified() -> None:
    played = sf.smooth_uct("kuhn", simulations=10, checkpoints=(10, 3))
    assert [stage.simulations for stage in played.checkpoints] == [3, 10]


def test_simulations_end_at_a_time_limit_with_those_that_were_done() -> None:
    moves = sf.mcts("tic-tac-toe", simulations=10**9, time_limit=0.2)
    assert 1 <= moves.simulations == sum(row.visits for row in moves.moves) < 10**9
    assert f"{moves.simulations:,} simulation" in " ".join(str(moves).split())
    strategies = sf.smooth_uct("kuhn", simulations=10**9, checkpoints=(10**8,), time_limit=0.2)
    (stage,) = strategies.checkpoints
    assert 1 <= stage.simulations < 10**8
    assert strategies.certificate.nash_conv == stage.nash_conv


@pytest.mark.parametrize("simulate", [sf.mcts, sf.smooth_uct])
def test_a_time_limit_of_simulations_is_a_positive_number(simulate: Any) -> None:
    with pytest.raises(SeqformError, match="time_limit: a number above 0 expected"):
        simulate("kuhn", time_limit=0)
