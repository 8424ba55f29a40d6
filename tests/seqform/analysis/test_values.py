"""Values as functions of a parameter, slopes, ranges of probabilities over all equilibria, and sets of payoffs."""

import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from itertools import count, pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from bimatrix import best_guaranteed, matrix_value
from command_line import Run
from every_equilibrium import (
    best_values,
    contains,
    expected_payoffs,
    graph_from,
    largest_regret,
    payoffs_everywhere,
    pure_equilibria,
    small_trees,
)
from game_files import first_quick
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from nested_lists import shared_graphs
from plays import normal_form
from small_games import Shape, SmallGame, random_game, random_matrix_game, with_payoffs

import seqform as sf
from seqform.analysis.ranges import OptimalPlans, Range, optimal_plans, strategy_ranges
from seqform.analysis.sensitivity import sensitivity
from seqform.analysis.value_function import ValueFunction, value_function
from seqform.backends.bestnash.backend import best_nash
from seqform.backends.bestnash.profile_sets import pure_sets
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.programs.zero_sum_lp import optimal_ratio_lp
from seqform.errors import CertificationError, GameError, InputError, ModelError, SolveError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, Outcomes
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.profile_set import objective


def probes(function: ValueFunction, rng: Random, most: int) -> list[Fraction]:
    """Return the ends, the rational breakpoints of the strategies, and numbers between any two breakpoints."""
    rational = [
        function.start,
        *(part.end.rational for part in function.strategies if part.end.rational is not None),
    ]
    inner = []
    for part in function.strategies:
        low, high = (
            part.start.within(Fraction(1, 10**9)).high,
            part.end.within(Fraction(1, 10**9)).low,
        )
        inner.append(low + (high - low) * Fraction(rng.randint(1, 9), 10))
    found = [*rational, *inner]
    return rng.sample(found, min(most, len(found)))


def test_kuhn_has_three_regimes() -> None:
    function = value_function("kuhn", bet=(0, 4))
    assert [(str(one.start), str(one.end), one.value.text("b")) for one in function.pieces] == [
        ("0", "1", "-b^2 / (6 b + 12)"),
        ("1", "2", "(b^2 - 2 b) / (6 b + 12)"),
        ("2", "4", "0"),
    ]
    for k in range(33):
        bet = Fraction(k, 8)
        expected = -(bet**2) if bet <= 1 else bet * (bet - 2) if bet <= 2 else 0
        assert function(bet) == expected / (6 * (bet + 2))
        assert sf.check(function.game(bet), function.profile(bet)).proven
    assert function(1.5) == pytest.approx(-1 / 28)


@pytest.mark.parametrize("seed", range(25))
def test_values_and_profiles_along_segments_are_those_of_brute_force(seed: int) -> None:
    rng = Random(seed)

    def with_random_payoffs() -> SmallGame:
        numbers = rng.choice(((0, 1), (-1, 0, 1), range(-9, 10)))
        paid = (Fraction(rng.choice(numbers), rng.choice((1, 1, 3))) for _ in count())
        return with_payoffs(
            small, lambda _: (x := next(paid), 1 - x), lambda _: (Fraction(0), Fraction(0))
        )

    is_matrix = rng.random() < 0.3
    if is_matrix:
        small = random_matrix_game(rng, constant_sum=True, most=3)
    else:
        small = random_game(rng, Shape(inner=rng.choice((3, 5, 7)), constant_sum=True))
    games = (with_random_payoffs(), with_random_payoffs())
    function = value_function(
        *(parse_nfg(one.to_nfg()) if is_matrix else parse_efg(one.to_efg()) for one in games)
    )
    for left, right in pairwise(function.strategies):
        assert left.end == right.start and left.start < left.end
    for t in probes(function, rng, 6):
        game, profile = function.game(t), function.profile(t)
        certificate = sf.check(game, profile)
        assert certificate.proven and certificate.values[0] == function(t)
        assert function(t) == matrix_value(normal_form(game, 0))
    for one, two in pairwise(function.pieces):
        assert one.value != two.value
        near = one.end.within(Fraction(1, 10**12)).low
        assert abs(float(one.value(near) - two.value(near))) < 1e-9


def test_breakpoints_may_be_irrational_and_are_exact() -> None:
    """The value of [[t, 1], [1, t²]] is (t³ - 1) / (t² + t - 2), and that of a saddle point for t > 1."""
    square = value_function(
        lambda t: sf.bimatrix_game("irrational", [[t * t, 2], [2, 2 * t]]),
        interval=(Fraction(1, 2), 2),
    )
    (root,) = (one for one in square.breakpoints if one.rational is None)
    assert root.description("t") == "≈1.41421, a root of t^2 - 2"
    for t in (
        Fraction(1, 2),
        Fraction(3, 4),
        Fraction(1),
        Fraction(5, 4),
        Fraction(7, 5),
        Fraction(3, 2),
        Fraction(2),
    ):
        assert square(t) == sf.solve(square.game(t), exact=True).values[0]
        assert sf.check(square.game(t), square.profile(t)).proven


def hidden(t: Fraction) -> sf.ExtensiveGame:
    """Return a game with a payoff that vanishes at 0, 4 and the first numbers by halves between."""
    bump = t * (t - 1) * (t - 2) * (t - 3) * (t - 4)
    return sf.bimatrix_game([[bump, 0], [0, bump + 1]])


def test_payoffs_that_vanish_at_simple_numbers_are_seen() -> None:
    function = value_function(hidden, interval=(0, 4))
    for place in (Fraction(1, 2), Fraction(7, 2), Fraction(3)):
        assert function(place) == matrix_value(normal_form(hidden(place), 0))
    assert function(Fraction(1, 2)) != 0


def test_payoffs_that_change_within_a_piece_are_refused() -> None:
    def family(t: Fraction) -> sf.ExtensiveGame:
        return sf.bimatrix_game(
            [[max(Fraction(0), Fraction(1, 100) - abs(t - Fraction(1, 2))), 1], [1, 0]]
        )

    with pytest.raises(InputError, match=r"t = 1/2: the payoffs are not the polynomials"):
        value_function(family, interval=(0, 1))


def test_probabilities_that_become_negative_between_the_ends_are_refused() -> None:
    """(t - 1/√2)² less a little is below 0 at no number that is simple or asked for."""

    def family(t: Fraction) -> sf.ExtensiveGame:
        share = (t - Fraction(70711, 100_000)) ** 2 - Fraction(1, 10**8)
        return tree("coin", chance({"heads": (share, leaf(t)), "tails": (1 - share, leaf(1))}))

    with pytest.raises(GameError, match=r"probability of 'heads' is negative beside 70701/100000"):
        value_function(family, interval=(0, 1))
    assert len(value_function(family, interval=(0, Fraction(7, 10))).pieces) == 1


def test_the_derivative_is_the_limit_of_differences_and_one_sided_at_kinks() -> None:
    function = value_function("kuhn(bet=1/2..3)")
    for t in (Fraction(3, 4), Fraction(3, 2), Fraction(5, 2)):
        h = Fraction(1, 10**6)
        assert float((function(t + h) - function(t - h)) / (2 * h)) == pytest.approx(
            float(function.derivative(t))
        )
    assert (
        function.derivative(2, side="left") == Fraction(1, 12)
        and function.derivative(2, side="right") == 0
    )
    assert function.derivative("1/2") == function.derivative("1/2", side="right")
    with pytest.raises(InputError, match="1/12 left and 0 right of bet = 2; choose a side"):
        function.derivative(2)
    with pytest.raises(InputError, match="nothing is known left"):
        function.derivative("1/2", side="left")
    with pytest.raises(InputError, match="side: 'left' or 'right'"):
        function.derivative(1, side="up")


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("kuhn",), {"bet": (4, 0)}, "bet from 4 to 0: the interval is empty"),
        (("kuhn(bet=1..1)",), {}, "bet from 1 to 1: the interval is empty"),
        (("kuhn",), {"bet": (0, "half")}, "bet: a number expected"),
        (("kuhn",), {"bet": (0, 1, 2)}, "bet: two numbers, the ends of an interval"),
        (("kuhn",), {}, "a game with an interval of one parameter expected"),
        (("kuhn(bet=0..1)",), {"interval": (0, 1)}, "has one already"),
        (("kuhn",), {"bet": (0, 4), "interval": (1, 2)}, "interval: bet has one already"),
        (("kuhn(bet=0..4)",), {"bet": 3}, "parameter 'bet' is given twice"),
        (("kuhn(bet=0..1,ante=1..2)",), {}, "the interval of one parameter expected"),
        (("kuhn", "kuhn(bet=2)"), {"bet": (0, 1)}, "bet: of no meaning with two games"),
        (("kuhn(max=0..1)",), {}, "kuhn has no parameter 'max'"),
        (("kuhn(ranks=3..5)",), {}, "ranks = 3 and ranks = 5: the trees differ at the root"),
        (("leduc(max_bets=1..2)",), {}, "the trees differ at Js > Jh > bet"),
        (("kuhn", "leduc"), {}, "the trees differ"),
        (("vsvet-figure-1", "vsvet-figure-1"), {}, "not constant-sum"),
        ((lambda t: "kuhn",), {}, "interval: needed"),
        (
            (lambda t: sf.bimatrix_game("inverse", [[1 / (1 + t), 0], [0, 1]]),),
            {"interval": (0, 1)},
            "no polynomials",
        ),
    ],
)
def test_bad_input_is_one_clear_error(
    arguments: tuple[Any, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises((InputError, GameError), match=message):
        value_function(*arguments, **options)


def test_numbers_beyond_the_interval_are_refused_and_a_deadline_holds() -> None:
    function = value_function("kuhn", bet=(0, 1))
    with pytest.raises(InputError, match="bet = 2: a number from 0 to 1 expected"):
        function(2)
    with pytest.raises(InputError, match=r"bet: a number expected, .* not nan"):
        function.profile(math.nan)
    with pytest.raises(SolveError, match="time limit"):
        value_function("leduc", second_bet=(0, 4), time_limit=1e-9)


def test_the_command_prints_formulas_and_writes_the_plot(seqform: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "value.svg"
    status, shown, _ = seqform("vary", "kuhn(bet=0..4)", "-o", str(path))
    assert (
        status == 0
        and "(bet^2 - 2 bet) / (6 bet + 12)" in shown
        and "proved on its whole interval" in shown
    )
    assert "Q:cb call" in path.read_text() and "value to Player 1" in path.read_text()
    data = json.loads(seqform("vary", "kuhn(bet=0..4)", "--json")[1])
    assert data["pieces"][1]["numerator"] == ["0", "-2", "1"] and data["pieces"][1]["start"] == "1"
    assert seqform("vary", "kuhn(bet=0..4)", "--format", "csv")[1].splitlines()[3] == "2,4,0"
    assert seqform("vary", "kuhn", "-o", "slopes.svg")[0] == 2


Matrix = list[list[int]]


def span(low: int | Fraction, high: int | Fraction) -> Range:
    return Range(Fraction(low), Fraction(high))


def only(value: int | Fraction) -> Range:
    return span(value, value)


@pytest.mark.slow
def test_kuhn_has_the_known_family_of_player_1_and_one_strategy_of_player_2() -> None:
    first, second = strategy_ranges(sf.load("kuhn"))
    third = Fraction(1, 3)
    assert first["J:"]["bet"] == span(0, third)
    assert first["Q:"]["bet"] == only(0)
    assert first["K:"]["bet"] == span(0, 1)
    assert first["Q:cb"]["call"] == span(third, 2 * third)
    assert first["J:cb"]["call"] == only(0) and first["K:cb"]["call"] == only(1)
    assert all(
        one is not None and one.low == one.high
        for actions in second.values()
        for one in actions.values()
    )
    assert second["J:c"]["bet"] == second["Q:b"]["call"] == only(third)


@pytest.mark.slow
@settings(max_examples=20)
@given(
    st.integers(2, 3).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(-1, 1), min_size=n, max_size=n), min_size=2, max_size=4
        )
    )
)
def test_ranges_of_matrix_games_are_extremes_over_all_mixtures_with_the_guarantee(
    matrix: Matrix,
) -> None:
    game = sf.bimatrix_game("matrix", matrix, [[-entry for entry in row] for row in matrix])
    first, second = optimal_plans(game)
    transposed = [[-row[column] for row in matrix] for column in range(len(matrix[0]))]
    for plans, payoffs in ((first, matrix), (second, transposed)):
        count = len(payoffs)

        def extremes(places: range, payoffs: Any = payoffs, value: Fraction = plans.value) -> Range:
            worth = [Fraction(k in places) for k in range(len(payoffs))]
            low = best_guaranteed(payoffs, [-one for one in worth], Fraction(1), value)
            return Range(-low, best_guaranteed(payoffs, worth, Fraction(1), value))

        units = [ExactArray.unit(count + 1, 1 + k) for k in range(count)]
        assert plans.shares(units) == tuple(extremes(range(k, k + 1)) for k in range(count))
        assert plans.sums(units) == tuple(extremes(range(k)) for k in range(1, count))


@pytest.mark.slow
def test_where_no_equilibrium_leads_nothing_is_excluded() -> None:
    later = move(0, "later", {"left": leaf(-5, 5), "right": leaf(-6, 6)})
    game = sf.load(tree("a detour", move(0, "first", {"stop": leaf(0, 0), "go on": later})))
    first, _ = strategy_ranges(game)
    assert first["first"] == {"stop": only(1), "go on": only(0)}
    assert first["later"] == {"left": None, "right": None}


@pytest.mark.slow
@pytest.mark.parametrize(
    "multipliers", [ExactArray.zeros(13), ExactArray(np.ones(13, dtype=np.int64))]
)
def test_evidence_that_fails_its_check_is_an_error(
    multipliers: ExactArray, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = sf.load("kuhn")
    plans = OptimalPlans(game, 0, Fraction(-1, 18))

    def wrong(*arguments: object) -> object:
        step = optimal_ratio_lp(*arguments)  # type: ignore[arg-type]
        return type(step)(step.target, lambda raw: (step.lift(raw)[0], multipliers))

    monkeypatch.setattr("seqform.analysis.ranges.optimal_ratio_lp", wrong)
    with pytest.raises(
        (CertificationError, ModelError), match=r"fails its check|no multiple of a plan"
    ):
        _ = plans.possible


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
    game = parse_efg(
        random_game(
            rng, Shape(inner=rng.choice((3, 5, 7)), constant_sum=True, numbers=kind)
        ).to_efg()
    )
    found = sensitivity(game)
    assert found.value == sf.solve(game, exact=True).values[0] and len(found.payoffs) == len(
        game.leaves
    )
    for number in rng.sample(range(len(game.leaves)), min(4, len(game.leaves))):
        slope = found.payoffs[number]
        assert slope.number == game.leaf_payoffs[0][number]
        assert slope.right == value_function(game, with_payoff(game, number, 1)).derivative(0)
        assert slope.left == -value_function(game, with_payoff(game, number, -1)).derivative(0)
    chances = iter(found.chances)
    for infoset in np.flatnonzero(game.information_sets.player == CHANCE).tolist():
        start, stop = game.information_sets.action_start[infoset : infoset + 2].tolist()
        for action in range(stop - start):
            share = game.information_sets.probability[start + action]
            if share == 1:
                continue
            slope = next(chances)
            assert (
                slope.number == share
                and slope.action == game.information_sets.action_labels[start + action]
            )
            up = min(Fraction(1, 8), 1 - share)
            assert (
                slope.right
                == value_function(game, with_chance(game, infoset, action, up)).derivative(0) / up
            )
            if share:
                moved = with_chance(game, infoset, action, -share / 2)
                assert slope.left == value_function(game, moved).derivative(0) / (-share / 2)


def test_the_command_prints_slopes(seqform: Run) -> None:
    status, shown, _ = seqform("vary", "kuhn")
    assert (
        status == 0
        and "J > Q > check > check" in shown
        and "by chance" in shown
        and "14 more leaves" in shown
    )
    data = json.loads(seqform("vary", "kuhn", "--json")[1])
    assert (
        data["value"] == "-1/18"
        and data["chances"][0]["left"] == "-17/12"
        and len(data["payoffs"]) == 30
    )


@pytest.mark.slow
def test_the_time_limit_is_that_of_all_linear_programs_and_progress_counts_payoffs() -> None:
    lines: list[str] = []
    with pytest.raises(SolveError, match=r"ranges of player \d: time limit"):
        sf.sensitivity(sf.solve("leduc", exact=True), time_limit=0.5, progress=lines.append)
    assert lines[0].startswith("payoff 1 of 5,520: optimal strategies of player 1: ")
    with pytest.raises(SolveError, match="time limit"):
        sf.strategy_ranges("leduc", time_limit=0.5)


@pytest.mark.parametrize("analysis", [sf.sensitivity, sf.strategy_ranges])
def test_general_sum_games_are_refused(analysis: Any) -> None:
    with pytest.raises(GameError, match="not constant-sum"):
        analysis("vsvet-figure-1")


@pytest.mark.slow
def test_edges_are_as_wide_as_the_slopes_below_them(seqform: Run) -> None:
    found = sf.sensitivity("kuhn")
    weights = found.weights
    assert max(weights[1:]) == 1 and sum(
        weights[node] for node in found.game.leaves
    ) == pytest.approx(weights[0])
    status, shown, _ = seqform("draw", "kuhn", "--sensitivity")
    widest = max(map(float, re.findall(r'stroke-width="([\d.]+)"', shown)))
    assert status == 0 and widest == pytest.approx(6.8)
    assert shown != sf.draw("kuhn").svg()
    with pytest.raises(InputError, match="sensitivity: of the picture of one tree"):
        sf.draw("kuhn", sensitivity=True, sets=True)


@given(small_trees(payoffs=3, moves=3, leaves=7, with_chance=True), st.booleans())
def test_the_sets_of_all_positions_are_those_of_brute_force(
    graph: PositionGraph, pure: bool
) -> None:
    sets, every = sf.payoff_sets(graph, pure=pure), payoffs_everywhere(graph, mixing=not pure)
    assert list(sets) == list(range(len(graph)))
    for position, boxes in enumerate(every):
        ends = [
            (min(low), max(high))
            for low, high in (zip(*sides, strict=True) for sides in zip(*boxes, strict=True))
        ]
        assert list(sets[position].ranges) == ends
        points = [
            [(Fraction(low + high) / 2, low, high) for low, high in sides]
            for sides in [
                *boxes,
                *(zip(box.low, box.high, strict=True) for box in sets[position].boxes),
            ]
        ]
        for first, second in (point for sides in points for point in product(*sides)):
            assert ((first, second) in sets[position]) == contains(boxes, (first, second))


def as_tree(graph: PositionGraph) -> PositionGraph:
    """Return the tree of a graph of positions."""
    nodes, starts, child, shares = [0], [0], list[int](), list[Fraction | int]()
    for node in nodes:
        below = graph.moves(node)
        child += range(len(nodes), len(nodes) + len(below))
        shares += graph.chances(node) if graph.player[node] == CHANCE else [0] * len(below)
        nodes += below
        starts.append(len(child))
    ends = [graph.payoffs_at(node) for node in nodes if graph.player[node] == END]
    return graph_from("tree", graph.player[np.array(nodes)].tolist(), starts, child, ends, shares)


@given(
    shared_graphs(moving=4, kinds=3, players=3)
    | shared_graphs(moving=4, kinds=3, players=3, chance=True),
    st.sampled_from(["fairest", "least-best-for-3", "nearest(1,2,1)"]),
)
def test_of_three_players_all_pure_strategies_of_the_tree_pay_the_sets(
    graph: PositionGraph, wanted: str
) -> None:
    tree = as_tree(graph)
    assume(
        np.prod([max(1, len(tree.moves(k))) for k in range(len(tree)) if tree.player[k] >= 0])
        <= 500
    )
    every = pure_equilibria(tree)
    sets = pure_sets(graph)
    assert {box.low for box in sets.at(0).boxes} == every
    for payoffs in every:
        strategy = sets.attain(payoffs)
        assert expected_payoffs(strategy)[0] == payoffs and largest_regret(strategy) == 0
        assert strategy.bound_to(graph).graph.players == graph.players
    best = best_nash(graph, wanted, mixing=False)
    assert objective(wanted).numbers(best.values) == max(map(objective(wanted).numbers, every))


@given(
    shared_graphs(chance=True),
    st.sampled_from(["social", "least-social", "best-for-2,fairest"]),
    st.booleans(),
)
def test_shared_positions_with_chance_have_the_best_equilibria_of_the_tree(
    graph: PositionGraph, wanted: str, pure: bool
) -> None:
    found = sf.solve(graph, "subgame-perfect", objective=wanted, pure=pure)
    assert found.values == best_nash(as_tree(graph), wanted, mixing=not pure).values
    assert (
        largest_regret(found.strategy) == 0 and expected_payoffs(found.strategy)[0] == found.values
    )
    if not wanted.startswith("least"):
        assert found.values == best_values(as_tree(graph), wanted, mixing=not pure)


def test_more_players_that_may_mix_and_hidden_information_are_refused() -> None:
    with pytest.raises(GameError, match="With pure, the best equilibrium in pure moves"):
        sf.payoff_sets("oh-hell(players=3)")
    with pytest.raises(
        GameError, match=r"target_payoffs: of two players, not 3; take the objective nearest"
    ):
        sf.solve("oh-hell(players=3)", "subgame-perfect", target_payoffs=(1, 2), pure=True)
    with pytest.raises(GameError, match="not of perfect information"):
        sf.payoff_sets("kuhn")


def test_the_command_shows_and_writes_the_sets_of_all_nodes(seqform: Run) -> None:
    status, printed, _ = seqform(
        "solve", "littman-figure-4", "--concept", "subgame-perfect", "--sets"
    )
    assert status == 0
    assert "2, 3, 4    │ Player 2 │ [0, 3] × 2, 3 × [2, 3]" in printed
    chosen = ("--objective", "least-social", "--pure", "--sets", "--json")
    status, printed, _ = seqform(
        "solve", "littman-figure-4", "--concept", "subgame-perfect", *chosen
    )
    sets = json.loads(printed)["payoff_sets"]
    assert status == 0 and len(sets) == 11 and all(each["pure"] for each in sets)
    assert [box["low"] for box in sets[8]["boxes"]] == [["3", "1"], ["3", "3"]]


def test_the_drawing_of_figure_4_has_the_sets_as_titles_of_squares_beside_its_nodes(
    seqform: Run,
) -> None:
    status, _, _ = seqform(
        "draw", "littman-figure-4", "--sets", "--concept", "subgame-perfect", "-o", "figure.svg"
    )
    picture = Path("figure.svg").read_text("utf-8")
    assert status == 0
    for text in ("3 × [1, 3]", "[0, 3] × 2, 3 × [2, 3]", "[1, 3] × 2, 1 × [0, 2], 3 × [2, 3]"):
        assert f"><title>{text}</title></rect>" in picture
    with pytest.raises(InputError, match="leave out view"):
        sf.draw("littman-figure-4", sets=True, view="tree")


@pytest.mark.parametrize("extreme", [Fraction(10**400), Fraction(1, 10**400)])
def test_values_beyond_doubles_have_exact_formulas(extreme: Fraction) -> None:
    """A diagonal matrix of a and b is worth a b / (a + b)."""
    games = [sf.bimatrix_game([[extreme, 0], [0, last]]) for last in (1, 2)]
    function = sf.value_function(*games)
    for t in (Fraction(0), Fraction(1, 3), Fraction(1)):
        assert function(t) == extreme * (1 + t) / (extreme + 1 + t)


def test_bets_beyond_doubles_keep_the_formulas_of_small_ones() -> None:
    """From a bet of 2 on nobody bets: the value is 0."""
    large = sf.value_function("kuhn", bet=(0, 10**400))
    assert [piece.value for piece in large.pieces] == [
        piece.value for piece in sf.value_function("kuhn(bet=0..4)").pieces
    ]
    small = sf.value_function("kuhn", bet=(0, Fraction(1, 10**400)))
    assert small.pieces[0].value == large.pieces[0].value


def test_formulas_are_formulas_in_latex_and_text_in_csv() -> None:
    value = sf.value_function("kuhn", bet=(0, 3))
    document = value.to_latex(everything=True)
    assert r"$-\frac{\mathit{bet}^{2}}{6 \mathit{bet} + 12}$" in document
    assert "(6 bet + 12)" not in document
    assert value.to_csv().splitlines()[2] == "1,2,(bet^2 - 2 bet) / (6 bet + 12)"
