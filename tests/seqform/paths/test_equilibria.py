"""Many equilibria of one game, from many starts and by going back; all equilibria, complete beside other programs."""

import itertools
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from bimatrix import Pair, in_hull, pairs_by_gambit, pairs_by_vertices, pairs_found
from command_line import LIMIT, JumpingClock, Run
from game_files import FOLDER, paths
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from plans import exact, form_of, most_strategies, weights

import seqform as sf
from seqform.backends.lemke.backend import LemkeOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import ModelError, OptionError, SolveError, TooLargeError
from seqform.models.answers.components import AllEquilibria
from seqform.models.answers.equilibrium import EquilibriumSet
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan
from seqform.models.strategies.profile_set import objective
from seqform.paths import complete as complete_search
from seqform.paths.game_paths import GamePaths, PathEnd
from seqform.paths.search import equilibria
from seqform.solving.routes.starts import starting_plans
from seqform.verify.nash import certify
from seqform.verify.normal_form import check_witness

pytestmark = pytest.mark.slow

FIGURE_1 = "vsvet-figure-1"


def values(found: EquilibriumSet) -> set[tuple[Any, Any]]:
    return {one.certificate.values for one in found}


def test_the_worked_example_has_an_equilibrium_of_negative_index_between_two_others() -> None:
    found = equilibria(FIGURE_1, starts=20, back=True)
    assert found.closed
    assert found.index_sum == 1
    assert [one.index for one in found if one.nondegenerate] == [1, -1]
    (negative,) = [one for one in found if one.index < 0]
    assert negative.starts == ()
    assert weights(negative.profile[0].plan)[1] == Fraction(5, 14)  # x_L of section 7
    assert values(found) == {(11, 3), (4, Fraction(7, 3)), (4, Fraction(3, 2))}


def test_only_nondegenerate_equilibria_have_an_index_of_their_own() -> None:
    # Row 2, column 2 is strict. Row 1 is in a component of index 0, of which a path finds one basis, of index 1.
    game = bimatrix_game("degenerate", [[1, 0, 1], [1, 2, 0]], [[2, 0, 2], [1, 2, 0]])
    found = equilibria(game, starts=12, back=True)
    assert (2, 2) in values(found)
    assert all(one.nondegenerate == (one.certificate.values == (2, 2)) for one in found)
    assert {one.index for one in found if one.nondegenerate} == {1}
    shown = re.findall(r"│ +([+-][0-9])? +│ +[0-9]+ │ +(?:[0-9]+|back) │", str(found))
    assert sorted(shown) == sorted("+1" if one.nondegenerate else "" for one in found)


def test_every_equilibrium_is_certified_and_those_of_starts_have_a_witness() -> None:
    found = equilibria("binary-tree(depth=5,seed=3)", starts=12, back=True)
    for one in found:
        assert one.certificate.proven
        assert certify(found.game, one.profile).nash_conv == 0
        assert (one.witness is not None) == bool(one.starts)
        if one.witness is not None:
            assert all(check_witness(found.game, one.profile, one.witness).values())


def test_equilibria_are_distinct_and_starts_add_up() -> None:
    found = equilibria("binary-tree(depth=5)", starts=30, witnesses=False)
    plans = {tuple(tuple(weights(strategy.plan)) for strategy in one.profile) for one in found}
    assert len(plans) == len(found)
    assert sorted(number for one in found for number in one.starts) == list(range(30))
    assert found.distributions == len({one.distribution for one in found}) <= len(found)
    assert len(found.pivots) == found.starts == 30
    assert all(pivots % 2 == 1 for pivots in found.pivots)  # as the paper observed


def test_two_processes_find_what_one_does() -> None:
    game = sf.load("binary-tree(depth=5,seed=1)")
    one, two = (equilibria(game, starts=40, jobs=jobs, witnesses=False) for jobs in (1, 2))
    assert [found.starts for found in one] == [found.starts for found in two]
    assert values(one) == values(two)
    assert one.pivots.tolist() == two.pivots.tolist()


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), high=st.sampled_from([1, 100]))
def test_indices_of_a_closed_set_add_up_to_one(seed: int, high: int) -> None:
    game = sf.load(f"random-game(seed={seed},zero_sum=false,depth=4,payoffs={high})")
    found = equilibria(game, starts=6, back=True, witnesses=False)
    assert found.closed
    assert found.index_sum == 1


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("high", [3, 10**6])
def test_ends_of_paths_are_among_the_extreme_equilibria_that_gambit_enumerates(
    high: int, seed: int, tmp_path: Path
) -> None:
    pytest.importorskip("pygambit")
    game = sf.bimatrix_game(
        "random", *np.random.default_rng(seed).integers(0, high, (2, 3, 3 + high % 2)).tolist()
    )
    found, theirs = equilibria(game, starts=30, back=True), pairs_by_gambit(game, tmp_path)
    assert {
        tuple(tuple(weights(strategy.plan)) for strategy in one.profile) for one in found
    } <= theirs
    assert found.index_sum == 1
    assert high == 3 or (len(theirs) % 2 == 1 and all(one.nondegenerate for one in found))


@pytest.mark.parametrize("seed", range(6))
def test_going_back_reverses_the_index_and_returns_to_where_it_came_from(seed: int) -> None:
    paths = GamePaths(sf.load(f"binary-tree(depth=5,seed={seed})"), LemkeOptions()).both_ways
    check_back(paths, [paths.end(number) for number in range(12)])


def check_back(paths: GamePaths, ends: list[PathEnd]) -> None:
    """Check that every start's path through the end of another leads to a third, and back again."""
    for number, own in enumerate(ends):
        assert paths.joins(own, number)
        for end in ends:
            if end.basis == own.basis or not paths.joins(end, number):
                continue
            other = paths.back(end, number)
            assert other.index == -end.index
            assert other.basis != own.basis
            assert paths.joins(other, number)
            assert paths.back(other, number).basis == end.basis


@pytest.mark.parametrize("rule", [{}, {"ties": "unit-columns"}, {"early_exit": False}])
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_end_of_every_path_comes_back_to_its_own_start_in_games_of_payoffs_0_and_1(
    rule: dict[str, Any], data: st.DataObject
) -> None:
    rows, columns, options = (
        data.draw(st.integers(1, 3)),
        data.draw(st.integers(1, 3)),
        {"raw": rule},
    )
    tables = st.lists(
        st.lists(st.integers(0, 1), min_size=columns, max_size=columns),
        min_size=rows,
        max_size=rows,
    )
    game = bimatrix_game("bits", data.draw(tables), data.draw(tables))
    names = [tuple(str(place) for place in range(1, size + 1)) for size in (rows, columns)]
    pure = tuple(
        {name: {action: int(action == chosen) for action in own}}
        for name, own, chosen in zip(
            ("row", "column"), names, map(data.draw, map(st.sampled_from, names)), strict=True
        )
    )
    starts: list[Any] = ["centroid", "random:1", pure]
    found = equilibria(game, starts=starts, back=True, options=options)
    assert (found.closed, found.index_sum) == (True, 1)
    assert all(one.index in (-1, 1) for one in found if one.nondegenerate)
    for one in found:
        for number in one.starts:
            back = sf.trace(game, start=starts[number], equilibrium=one, options=options)
            assert back.owned
    check_back(*ends_of(game, starts, rule))


def ends_of(game: Any, starts: list[Any], rule: dict[str, Any]) -> tuple[GamePaths, list[PathEnd]]:
    """Return the paths of some starts, and their ends."""
    form = sequence_form(game).target
    chosen = tuple(starting_plans(game, form, start) for start in starts)
    paths = GamePaths(game, LemkeOptions(**rule), chosen=chosen)
    return paths, [paths.end(number) for number in range(len(starts))]


@pytest.mark.parametrize("stopped", ["time limit", "interrupted"])
def test_a_limit_or_an_interruption_returns_what_was_found(
    stopped: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = JumpingClock(monkeypatch).stop_at("5 of", stopped)
    found = equilibria(
        "binary-tree(depth=5)", starts=50, options={"time_limit": LIMIT}, jobs=1, progress=progress
    )
    assert (found.starts, found.stopped) == (5, stopped)
    assert not found.finished and not found.closed
    assert all(one.certificate.proven for one in found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"starts": 0}, "starts"),
        ({"seed": -1}, "seed"),
        ({"jobs": 0}, "jobs"),
        ({"starts": 2.5}, "starts"),
    ],
)
def test_numbers_out_of_range_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=f"{message}: a whole number"):
        equilibria(FIGURE_1, **cast(Any, arguments))


def test_a_limit_on_pivots_holds_for_every_path_and_unknown_options_are_refused() -> None:
    with pytest.raises(SolveError, match="iteration limit"):
        equilibria(FIGURE_1, starts=2, options={"raw": {"max_pivots": 1}})
    with pytest.raises(OptionError, match="no option 'tie'; did you mean ties"):
        equilibria(FIGURE_1, options={"raw": {"tie": "unit-columns"}})


def test_an_unguarded_script_with_several_processes_gets_advice(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import seqform as sf\nsf.equilibria('binary-tree(depth=4)', starts=20, jobs=2)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert "__main__" in done.stderr.splitlines()[-1]


SIZES = st.sampled_from(
    [
        Fraction(0),
        Fraction(1),
        Fraction(2),
        Fraction(1, 10**9),
        Fraction(10**15),
        Fraction(5 * 10**15),
    ]
)


@pytest.mark.parametrize("formulation", ["sequence-form", "normal-form"])
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(payoffs=st.lists(st.lists(SIZES, min_size=12, max_size=12), min_size=2, max_size=2))
def test_paths_back_are_closed_where_payoffs_differ_by_more_digits_than_doubles_have(
    formulation: Any, caplog: pytest.LogCaptureFixture, payoffs: list[list[Fraction]]
) -> None:
    caplog.clear()
    first, second = ([row[k : k + 4] for k in (0, 4, 8)] for row in payoffs)
    found = equilibria(
        bimatrix_game("sizes", first, second), starts=3, back=True, formulation=formulation
    )
    assert (found.closed, found.index_sum) == (True, 1)
    assert not caplog.records


def test_chosen_starts_are_numbered_by_their_places() -> None:
    game = sf.load("binary-tree(depth=5)")
    found = sf.equilibria(game, starts=["random:4", "centroid", "random:9", "random:4"])
    by_seed = sf.equilibria(game, starts=1)
    assert sorted(start for one in found for start in one.starts) == [0, 1, 2, 3]
    assert next(one for one in found if 1 in one.starts).profile.equals(by_seed[0].profile)
    assert any({0, 3} <= set(one.starts) for one in found)


def test_paths_from_starts_that_are_not_completely_mixed_have_no_witness() -> None:
    pure = sf.solve("kuhn")
    (found,) = sf.equilibria("kuhn", starts=[pure, pure.profile])
    assert found.certificate.proven and found.witness is None and found.starts == (0, 1)


def test_quasi_perfect_equilibria_from_many_starts_are_certified_and_distinct() -> None:
    found = sf.equilibria("binary-tree(depth=3)", starts=8, concept="quasi-perfect")
    assert all(
        one.certificate.checks["quasi-perfect"] and one.certificate.nash_conv == 0 for one in found
    )
    assert "every one proven: nash_conv = 0 (exact), sequential, quasi-perfect" in " ".join(
        str(found).split()
    )
    assert sum(len(one.starts) for one in found) == found.starts == 8
    assert not any(
        one.profile.equals(other.profile) for one in found for other in found if one is not other
    )


SIX_BY_SIX = "catalog__journals__dcg__vonstengel1999__6x6_game_with_75_eq_small_payoffs.nfg"


def complete(game: ExtensiveGame | str, **raw: int) -> AllEquilibria:
    return sf.equilibria(game, complete=True, options={"raw": raw})


def random_bimatrix(seed: int, most: int = 4) -> ExtensiveGame:
    """Return a bimatrix game, often with many ties."""
    source = Random(seed)
    rows, columns, high = (
        source.randint(1, most),
        source.randint(1, most),
        source.choice((1, 2, 3, 20)),
    )
    first, second = (
        [[source.randint(0, high) for _ in range(columns)] for _ in range(rows)] for _ in range(2)
    )
    return sf.bimatrix_game(f"bimatrix {seed}", first, second)


def random_tree(seed: int, most: int = 5) -> ExtensiveGame:
    """Return an extensive game with chance whose players have no more pure strategies than this."""
    for number in itertools.count(seed):
        source = Random(number)
        zero_sum, depth, high = (
            source.choice(("false", "true")),
            source.randint(2, 4),
            source.choice((1, 2, 10)),
        )
        game = sf.load(
            f"random-game(seed={number},zero_sum={zero_sum},depth={depth},payoffs={high})"
        )
        if most_strategies(form_of(game)) <= most:
            return game
    raise AssertionError


def contains(found: AllEquilibria, pair: Pair) -> bool:
    """Return whether a pair of plans is in the product of convex hulls of one of the subsets."""
    return any(
        all(
            in_hull(plan, [tuple(weights(own[place])) for place in places])
            for plan, own, places in zip(pair, found.plans, subset.plans, strict=True)
        )
        for subset in found.subsets
    )


def test_subsets_that_share_an_equilibrium_are_one_component() -> None:
    # Row 1 is as good as row 2 against column 1, and player 2 indifferent at row 1: an L of two segments.
    found = complete(sf.bimatrix_game("L", [[1, 1], [1, 0]], [[1, 1], [1, 0]]))
    assert [one.plans for one in found.subsets] == [((0,), (0, 1)), ((0, 1), (0,))]
    assert found.components == 1


def test_sets_that_the_own_plan_excludes_leave_one_equilibrium_and_those_the_opponent_avoids_a_component() -> (
    None
):
    threat = move(1, "threat", {"fight": leaf(-1, 0), "yield": leaf(2, 2)})
    found = complete(tree("entry", move(0, "start", {"out": leaf(0, 4), "in": threat})))
    shapes = [tuple(map(len, subset.plans)) for subset in found.subsets]
    # Enter and yield; stay out, against fighting with probability 2/3 or more.
    assert sorted(shapes) == [(1, 1), (1, 2)]
    assert {weight for plan in found.plans[1] for weight in weights(plan)} == {
        0,
        1,
        Fraction(1, 3),
        Fraction(2, 3),
    }
    twice = tree(
        "twice",
        move(0, "a", {"out": leaf(1, 1), "in": move(0, "b", {"l": leaf(0, 0), "r": leaf(0, 1)})}),
    )
    assert len(complete(twice)) == 1


def test_a_bimatrix_game_with_seventy_five_equilibria_has_no_more() -> None:
    if not FOLDER.is_dir():
        pytest.skip("the collection of game files is absent")
    found = complete(str(FOLDER / SIX_BY_SIX))
    assert len(found) == found.components == found.distributions == 75


@pytest.mark.parametrize("path", paths(players="2", perfect_recall="True"))
def test_every_small_game_file_has_the_equilibria_that_gambit_enumerates(
    path: Path, tmp_path: Path
) -> None:
    pytest.importorskip("pygambit")
    game = sf.load(path)
    if most_strategies(form_of(game)) > 5:
        pytest.skip("enumeration in the normal form takes too long")
    assert pairs_found(complete(game)) == pairs_by_gambit(game, tmp_path)


@given(seed=st.integers(0, 10**6), is_tree=st.booleans())
def test_random_games_have_the_equilibria_that_gambit_enumerates(
    seed: int, is_tree: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("pygambit")
    game = random_tree(seed) if is_tree else random_bimatrix(seed)
    assert pairs_found(complete(game)) == pairs_by_gambit(game, tmp_path_factory.getbasetemp())


@given(seed=st.integers(0, 10**6), is_tree=st.booleans())
def test_random_games_have_the_equilibria_of_an_enumeration_of_bases(
    seed: int, is_tree: bool
) -> None:
    game = random_tree(seed, 3) if is_tree else random_bimatrix(seed, 3)
    assert pairs_found(complete(game)) == pairs_by_vertices(game)


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), is_tree=st.booleans())
def test_every_equilibrium_is_exact_and_every_one_that_lemke_finds_is_in_a_subset(
    seed: int, is_tree: bool
) -> None:
    game = random_tree(seed, 12) if is_tree else random_bimatrix(seed, 6)
    found = complete(game)
    for one in found:
        assert one.certificate.proven
        assert certify(game, one.profile) == one.certificate
        assert [weights(strategy.plan) for strategy in one.profile] == [
            weights(plan) for plan in one.plans
        ]
    for lemke in sf.equilibria(game, starts=5, back=True, witnesses=False):
        first, second = (tuple(weights(strategy.plan)) for strategy in lemke.profile)
        assert contains(found, (first, second))


@given(seed=st.integers(0, 10**6), is_tree=st.booleans(), vertices=st.sampled_from([1, 3, 6]))
def test_a_search_that_is_divided_finds_the_same(seed: int, is_tree: bool, vertices: int) -> None:
    game = random_tree(seed) if is_tree else random_bimatrix(seed)
    whole, divided = complete(game), complete(game, vertices=vertices)
    assert pairs_found(whole) == pairs_found(divided)
    assert whole.subsets == divided.subsets
    assert divided.unfinished == 0


@given(seed=st.integers(0, 10**6))
def test_subsets_are_maximal_and_their_points_are_equilibria(seed: int) -> None:
    game = random_bimatrix(seed)
    found = complete(game)
    numbers = {one.numbers for one in found}
    assert {
        pair for subset in found.subsets for pair in itertools.product(*subset.plans)
    } == numbers
    for first, second in (subset.plans for subset in found.subsets):
        assert set(itertools.product(first, second)) <= numbers
        for one in set(range(len(found.plans[0]))) - set(first):
            assert not {(one, two) for two in second} <= numbers
        for two in set(range(len(found.plans[1]))) - set(second):
            assert not {(one, two) for one in first} <= numbers


def test_payoffs_beyond_64_bits_have_the_same_plans() -> None:
    for seed in range(12):
        game = random_bimatrix(seed)
        form = form_of(game)
        first, second = (
            [
                [10**40 * value + Fraction(1, 7) for value in row[1:]]
                for row in matrix.to_dense()[1:]
            ]
            for matrix in (form.A, form.B)
        )
        assert pairs_found(complete(sf.bimatrix_game("huge", first, second))) == pairs_found(
            complete(game)
        )


def test_weights_are_exact_when_they_exceed_64_bits() -> None:
    source = Random(5)
    first, second = (
        [[source.randint(1, 10**9) for _ in range(7)] for _ in range(7)] for _ in range(2)
    )
    found = complete(sf.bimatrix_game("long numbers", first, second))
    assert max(exact(plan).denominator for plans in found.plans for plan in plans) > 2**63
    assert all(one.certificate.proven for one in found)
    assert len(found) % 2 == 1


def test_a_search_that_is_stopped_states_what_is_missing() -> None:
    game = random_bimatrix(7, 4)
    stopped = complete(game, vertices=2, parts=3)
    assert (stopped.stopped, stopped.examined) == ("limit of parts", 3)
    assert not stopped.finished
    assert stopped.unfinished > 0
    assert f"{stopped.unfinished} parts of the search unfinished, 3 examined" in str(stopped)
    assert pairs_found(stopped) <= pairs_found(complete(game))
    late = sf.equilibria("binary-tree(depth=7)", complete=True, options={"time_limit": 0.05})
    assert late.stopped == "time limit"
    assert late.unfinished > 0


def test_equilibria_are_certified_within_a_time_limit_and_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = JumpingClock(monkeypatch)
    certified: list[int] = []
    leaf_distribution = complete_search.leaf_distribution

    def slow(*arguments: Any) -> Any:
        certified.append(1)
        if len(certified) == 3:
            clock.jump()
        return leaf_distribution(*arguments)

    monkeypatch.setattr(complete_search, "leaf_distribution", slow)
    same = [[1, 1, 0], [1, 1, 0], [0, 0, 2]]
    found = sf.equilibria(sf.bimatrix_game(same, same), complete=True, time_limit=LIMIT)
    assert (found.stopped, found.finished, found.unfinished, len(found), found.subsets) == (
        "time limit",
        False,
        1,
        3,
        (),
    )
    assert all(one.certificate.proven and not one.subsets for one in found)
    assert "incomplete, time limit: 1 part of the search unfinished" in str(found)


def anti_coordination(actions: int) -> sf.ExtensiveGame:
    """Return a game whose graph of pure equilibria is all edges but a perfect matching: 2ⁿ - 2 maximal subsets."""
    payoffs = [[int(row != column) for column in range(actions)] for row in range(actions)]
    return sf.bimatrix_game("anti-coordination", payoffs, payoffs)


def test_subsets_that_are_too_many_are_left_out_and_the_equilibria_stay() -> None:
    whole, cut = complete(anti_coordination(5)), complete(anti_coordination(5), subsets=10)
    assert len(whole.subsets) == 2**5 - 2 + 1
    assert whole.components == len({subset.component for subset in whole.subsets}) == 2
    assert (cut.stopped, cut.subsets, cut.components, cut.unfinished) == (
        "limit of subsets",
        (),
        2,
        0,
    )
    assert pairs_found(cut) == pairs_found(whole)
    assert "all extreme equilibria, in 2 connected components; limit of subsets" in str(cut)
    assert complete(anti_coordination(5), subsets=2**5 - 1).finished


def test_a_search_that_would_not_end_is_refused_without_a_limit() -> None:
    with pytest.raises(
        TooLargeError, match=r"games with about 20 sequences .* up to 2.\d+ combinations"
    ):
        sf.equilibria("binary-tree(depth=8)", complete=True)
    assert not sf.equilibria(
        "binary-tree(depth=8)", complete=True, options={"raw": {"parts": 1}}
    ).finished


def test_an_interrupted_search_returns_what_was_found() -> None:
    game = sf.bimatrix_game(
        "coordination", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    )

    def interrupt(text: str) -> None:
        if "2 extreme" in text:
            raise KeyboardInterrupt

    found = sf.equilibria(game, complete=True, options={"raw": {"vertices": 2}}, progress=interrupt)
    assert found.stopped == "interrupted"
    assert 2 <= len(found) < 7
    assert all(one.certificate.proven for one in found)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (
            {"vertices": 0},
            "complete search, option vertices: a whole number from 1 on expected, not 0",
        ),
        ({"parts": True}, "option parts: a whole number"),
        ({"part": 3}, "the complete search has no option 'part'; did you mean parts?"),
    ],
)
def test_options_are_checked(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message.replace("?", r"\?")):
        complete(FIGURE_1, **raw)


def test_the_command_shows_and_writes_everything(seqform: Run) -> None:
    status, out, _ = seqform("equilibria", FIGURE_1, "--complete", "-o", "all.json")
    assert status == 0
    assert "4 extreme equilibria with 3 distributions on leaves" in out
    assert (
        "complete: all equilibria are the union of 3 maximal Nash subsets in 3 connected components"
        in out
    )
    data = json.loads(Path("all.json").read_text(encoding="utf-8"))
    assert data["complete"]
    subsets = [([[0], [0, 1]], 0), ([[1], [2]], 1), ([[2], [3]], 2)]
    assert data["subsets"] == [{"plans": plans, "component": number} for plans, number in subsets]
    assert list(data["plans"][0][1].values()) == ["1", "5/14", "9/14", "3/14", "3/7"]
    assert [one["values"] for one in data["equilibria"]] == [
        ["11", "3"],
        ["11", "3"],
        ["4", "3/2"],
        ["4", "7/3"],
    ]
    assert all(one["certificate"]["nash_conv"] == "0" for one in data["equilibria"])
    status, out, _ = seqform("equilibria", FIGURE_1, "--complete", "--format", "csv")
    assert out.splitlines()[3] == "3,4,3/2,2,3,2,2"


def test_the_command_refuses_what_has_no_meaning_and_stops_with_status_3(seqform: Run) -> None:
    status, _, err = seqform("equilibria", FIGURE_1, "--complete", "--starts", "3", "--back")
    assert (status, err) == (2, "seqform: --starts, --back: of no meaning with --complete\n")
    status, out, err = seqform(
        "equilibria", "binary-tree(depth=7)", "--complete", "--time-limit", "0.05"
    )
    assert status == 3
    assert "incomplete, time limit: " in out
    assert "games with about 20 sequences for each player, 'binary-tree(depth=7)' has " in err
    assert "\nseqform: stopped at the time limit after " in err


@pytest.mark.parametrize("seed", range(12))
def test_the_best_of_all_equilibria_is_attained_and_no_mixture_of_a_subset_is_better(
    seed: int,
) -> None:
    found = complete(random_bimatrix(seed, most=3))
    source, shares = Random(seed), [Fraction(k, 4) for k in range(5)]
    every = set()
    for subset in found.subsets:
        mixed = []
        for own, places in zip(found.plans, subset.plans, strict=True):
            one, two = (exact(own[source.choice(places)]) for _ in range(2))
            mixed.append([one * share + two * (1 - share) for share in shares])
        indices = [own.index for own in found.game.sequences]
        for plans in itertools.product(*mixed):
            first, second = (
                RealizationPlan(index, plan).behavior(plan)
                for index, plan in zip(indices, plans, strict=True)
            )
            certificate = certify(found.game, BehaviorProfile((first, second)))
            values = Fraction(certificate.values[0]), Fraction(certificate.values[1])
            assert certificate.proven and values in found.payoffs
            every.add(values)
    for wanted in (
        "fairest",
        "single-maximum",
        "product",
        "least-social",
        "nearest(1/2,3/2)",
        "least-difference",
    ):
        best, measure = found.best(wanted), objective(wanted)
        assert best.certificate.proven and best.objective == wanted
        assert measure.numbers((Fraction(best.values[0]), Fraction(best.values[1]))) >= max(
            map(measure.numbers, every)
        )


def test_a_target_within_the_rectangle_of_a_subset_is_attained_and_bounds_hold(
    seqform: Run,
) -> None:
    game = sf.bimatrix_game("indifferent", [[0, 4], [0, 4]], [[0, 0], [4, 4]])
    sf.save(game, "indifferent.efg")
    found = complete(game)
    assert str(found.payoffs) == "[0, 4] × [0, 4]"
    assert found.best("nearest(1,3)").values == (1, 3)
    assert found.best("social where 1<=5/2").values == (Fraction(5, 2), 4)
    status, printed, _ = seqform(
        "equilibria", "indifferent.efg", "--complete", "--objective", "least-social", "--json"
    )
    assert status == 0 and json.loads(printed)["best"]["values"] == ["0", "0"]
    status, _, error = seqform("equilibria", "indifferent.efg", "--objective", "social")
    assert status == 2 and "without --complete" in error


HALVED = (Fraction(1, 2), Fraction(1), 0)
TABLES = st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=3, max_size=3)
SCALES = st.sampled_from([Fraction(1, 2), Fraction(2), Fraction(3, 7), Fraction(10**19)])


@given(TABLES, TABLES, SCALES, SCALES, st.sampled_from([0, 5, -(10**12)]))
@example([[2, 2, 1], [1, 2, 0], [1, 1, 0]], [[1, 1, 0], [0, 1, 1], [1, 2, 0]], *HALVED)
def test_payoffs_that_tie_lead_to_the_same_equilibria_in_all_units(
    first: list[list[int]],
    second: list[list[int]],
    first_scale: Fraction,
    second_scale: Fraction,
    shift: int,
) -> None:
    def played(tables: Any) -> list[str]:
        equilibria = sf.equilibria(sf.bimatrix_game(*tables), starts=3, back=True)
        plans = [
            [strategy.probabilities.tolist() for strategy in each.profile] for each in equilibria
        ]
        return sorted(map(str, plans))

    in_other_units = [
        [[first_scale * payoff + shift for payoff in row] for row in first],
        [[second_scale * payoff - shift for payoff in row] for row in second],
    ]
    assert played(in_other_units) == played([first, second])
