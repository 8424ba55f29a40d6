"""Bases of degenerate equilibria at which the paths of a start end, and the paths that are followed back from them."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import LIMIT, JumpingClock
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.lemke.backend import LemkeOptions
from seqform.builders.forms.sequence_form import plans_of, sequence_form
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.programs.lcp import GameLcp, shared_sequence_form_lcp
from seqform.cli.commands.paths import all_equilibria_data
from seqform.errors import ModelError, TimeLimitError
from seqform.io.equilibria import write_equilibrium, write_path
from seqform.io.profiles import read_known, read_profile
from seqform.models.answers.components import AllEquilibria, ExtremeEquilibrium
from seqform.models.answers.trace import same_plans
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.paths import bases, spanning, tracing
from seqform.paths.bases import end_bases, is_basis_of, is_end
from seqform.paths.partition import complementary_basis
from seqform.solving.routes.starts import starting_plans

RULES: list[dict[str, Any]] = [
    {},
    {"early_exit": False},
    {"ties": "unit-columns"},
    {"engine": "tableau"},
]

WEAK = sf.bimatrix_game([[0, 0], [0, 0]], [[0, 0], [0, 1]])
"""The first choices are an equilibrium in which player 2's is weakly dominated."""


def payoffs(data: st.DataObject, rows: int, columns: int) -> list[list[int]]:
    """Return a table of payoffs 0 and 1, in which the last row is often that before."""
    numbers = st.lists(st.integers(0, 1), min_size=columns, max_size=columns)
    table: list[list[int]] = data.draw(st.lists(numbers, min_size=rows, max_size=rows))
    return [*table[:-1], table[-2]] if rows > 1 and data.draw(st.booleans()) else table


def degenerate_game(data: st.DataObject) -> ExtensiveGame:
    """Return a bimatrix game with payoffs 0 and 1, or a tree with few different payoffs."""
    if data.draw(st.booleans()):
        rows, columns = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
        return sf.bimatrix_game(payoffs(data, rows, columns), payoffs(data, rows, columns))
    seed, largest = data.draw(st.integers(0, 10**6)), data.draw(st.integers(1, 2))
    return sf.load(
        f"random-game(seed={seed},depth=3,payoffs={largest},max_actions=2,zero_sum=false)"
    )


def some_start(data: st.DataObject, game: ExtensiveGame) -> Any:
    """Return the centroid, a random start or pure strategies."""
    word = data.draw(st.sampled_from(["centroid", "random:1", "random:7", "pure"]))
    if word != "pure":
        return word
    pure = []
    for own in game.sequences:
        strategy = {}
        for name, actions in zip(own.index.infoset_names, own.index.action_names, strict=True):
            chosen = data.draw(st.sampled_from(actions))
            strategy[name] = {action: int(action == chosen) for action in actions}
        pure.append(strategy)
    return tuple(pure)


def determinant_sign(lcp: GameLcp, basis: Ints) -> int:
    """Return the sign of det M_αα, α the pairs whose z_i is basic, by elimination with fractions."""
    n, matrix = len(lcp.base), lcp.base.matrix
    dense = [[Fraction(0)] * n for _ in range(n)]
    for row, column, value in zip(
        matrix.rows.tolist(), matrix.columns.tolist(), matrix.values.to_fractions(), strict=True
    ):
        dense[row][column] = value
    chosen = np.sort(basis[basis >= n] - n).tolist()
    square = [[dense[row][column] for column in chosen] for row in chosen]
    sign = 1
    for place in range(len(square)):
        pivot = next(row for row in range(place, len(square)) if square[row][place])
        if pivot != place:
            square[place], square[pivot], sign = square[pivot], square[place], -sign
        sign *= 1 if square[place][place] > 0 else -1
        for row in range(place + 1, len(square)):
            factor = square[row][place] / square[place][place]
            square[row] = [
                entry - factor * top for entry, top in zip(square[row], square[place], strict=True)
            ]
    return sign


def complementary_bases(lcp: GameLcp) -> Iterator[Ints]:
    """Yield all choices of one variable of each pair, with u' and v'."""
    n = len(lcp.base)
    for chosen in product((False, True), repeat=int(np.count_nonzero(~lcp.base.free))):
        is_basic = lcp.base.free.copy()
        is_basic[~lcp.base.free] = chosen
        yield np.where(is_basic, n + np.arange(n), np.arange(n))


def key(basis: Ints) -> tuple[int, ...]:
    """Return the variables of a basis in ascending order."""
    return tuple(np.sort(basis).tolist())


@settings(max_examples=12)
@given(data=st.data(), rule=st.sampled_from(RULES))
def test_the_search_finds_the_bases_that_all_complementary_bases_have_among_them(
    data: st.DataObject, rule: dict[str, Any]
) -> None:
    rows, columns = data.draw(st.sampled_from([(1, 2), (2, 2), (2, 1)]))
    game = sf.bimatrix_game(payoffs(data, rows, columns), payoffs(data, rows, columns))
    form = sequence_form(game).target
    lcp, pivot_rule = shared_sequence_form_lcp(form), LemkeOptions(**rule).rule
    problem = lcp.problem(starting_plans(game, form, some_start(data, game)))
    every = list(complementary_bases(lcp))
    for one in sf.equilibria(game, complete=True):
        search = end_bases(lcp, problem, pivot_rule, one.plans)
        expected = {
            key(basis) for basis in every if is_end(lcp, problem, pivot_rule, one.plans, basis)
        }
        assert search.finished
        assert sorted(map(key, search.bases)) == sorted(expected)


def check_pairs(game: ExtensiveGame, start: Any, rule: dict[str, Any]) -> None:
    """Check that the paths of a start join its bases in pairs of opposite index, but for the end of its own path."""
    form = sequence_form(game).target
    lcp, options = shared_sequence_form_lcp(form), {"raw": rule}
    plans = starting_plans(game, form, start)
    own_path = sf.trace(game, start=plans, options=options).path
    own_end = key(own_path.basis(len(own_path)))
    joined: dict[tuple[int, ...], tuple[int, ...]] = {}
    owned, index_sum = [], 0
    for member in sf.equilibria(game, complete=True):
        ends = end_bases(lcp, lcp.problem(plans), LemkeOptions(**rule).rule, member.plans).bases
        if not ends:
            continue
        first = sf.trace(game, start=plans, equilibrium=member, points=True, options=options)
        traces = [first, *first.others]
        assert {key(trace.path.start) for trace in traces} == set(map(key, ends))
        for trace in traces:
            sign = determinant_sign(lcp, trace.path.start)
            index_sum += sign
            assert trace.complete
            assert trace.owned == trace.returned
            if trace.owned:
                owned.append(key(trace.path.start))
                assert sign == 1
                assert trace.rows[-1].plans is not None and same_plans(trace.rows[-1].plans, plans)
                continue
            last = trace.path.basis(len(trace.path))
            joined[key(trace.path.start)] = key(last)
            assert trace.path.index == determinant_sign(lcp, last) == -sign
    assert owned == [own_end]
    assert index_sum == 1
    assert all(joined[end] == beginning for beginning, end in joined.items())


@settings(max_examples=20)
@given(data=st.data(), rule=st.sampled_from(RULES))
def test_the_paths_of_a_start_join_all_its_bases_in_pairs_of_opposite_index_but_for_its_own_end(
    data: st.DataObject, rule: dict[str, Any]
) -> None:
    game = degenerate_game(data)
    check_pairs(game, some_start(data, game), rule)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("rows", "columns", "start"),
    [
        ([[1, 0], [0, 1]], [[1, 0], [0, 1]], "centroid"),
        ([[1, 0, 0], [0, 1, 0], [0, 0, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "centroid"),
        ([[0, 1], [1, 0], [1, 1]], [[0, 1], [1, 1], [0, 1]], ((0, 1, 0), (1, 0))),
        ([[1, 0], [0, 1]], [[1, 0], [0, 1]], ((0, 1), (0, 1))),
        ([[1, 1], [1, 1]], [[1, 1], [1, 1]], ((1, 0), (0, 1))),
    ],
)
def test_one_basis_alone_is_the_end_of_the_path_of_a_start_at_which_best_replies_tie(
    rows: list[list[int]], columns: list[list[int]], start: Any, rule: dict[str, Any]
) -> None:
    if start != "centroid":
        start = tuple(
            {name: {str(place): weight for place, weight in enumerate(weights, start=1)}}
            for name, weights in zip(("row", "column"), start, strict=True)
        )
    check_pairs(sf.bimatrix_game(rows, columns), start, rule)


@pytest.mark.parametrize("seed", range(6))
def test_one_basis_alone_is_the_end_of_the_path_in_trees_whose_start_is_an_equilibrium(
    seed: int,
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=2,payoffs=1,max_actions=2,zero_sum=false)")
    for member in list(sf.equilibria(game, complete=True))[:2]:
        check_pairs(game, member.profile, {})


def test_an_equilibrium_at_which_a_path_does_not_end_is_not_its_end_where_best_replies_tie_at_the_start() -> (
    None
):
    game = sf.bimatrix_game([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    end = sf.trace(game).profile
    assert end is not None
    for member in sf.equilibria(game, complete=True):
        back = sf.trace(game, equilibrium=member)
        assert back.owned == same_plans(member.plans, plans_of(end))
        assert ("own path" in back.raw.status) == back.owned
        assert back.owned or back.profile is not None


def test_a_path_that_ends_before_all_multipliers_are_basic_is_followed_back() -> None:
    """It comes to the equilibrium before the path has made its way through the equations of later sets."""
    later = move(
        1,
        "k1",
        {
            "x": move(1, "k2", {"x": leaf(1, 0)}),
            "y": chance({"n0": ("3/4", leaf(1, 1)), "n1": ("1/4", leaf(0, 1))}),
        },
    )
    last = move(1, "k3", {"x": move(1, "k4", {"x": leaf(0, 1)})})
    game = tree(
        "early",
        move(
            1, "k0", {"x": leaf(1, 0), "y": move(0, "h0", {"a": later, "b": last}), "z": leaf(0, 1)}
        ),
    )
    plans = {
        "h0": {"a": 1, "b": 0},
        "k0": {"x": "3/8", "y": "1/2", "z": "1/8"},
        "k1": {"x": 1, "y": 0},
    }
    start = sf.profile(game, plans | {name: {"x": 1} for name in ("k2", "k3", "k4")})

    forward = sf.trace(game, start=start, path_start="slacks")
    back = sf.trace(game, start=start, equilibrium=forward)

    assert forward.bases == ()
    assert (back.returned, back.owned) == (True, True)


@settings(max_examples=20)
@given(data=st.data())
def test_every_equilibrium_of_the_complete_search_has_a_path_a_remark_or_a_reason(
    data: st.DataObject,
) -> None:
    game = degenerate_game(data)
    start = some_start(data, game)
    for one in sf.equilibria(game, complete=True):
        try:
            trace = sf.trace(game, start=start, equilibrium=one)
        except ModelError as error:
            assert "it has no complementary basis" in str(error)
            continue
        assert trace.complete
        is_end_of_start = not any(
            "No path from the best responses to this start ends" in remark
            for remark in trace.remarks
        )
        rises = any(row.z0 for row in trace.rows)
        assert rises or any("z0 does not rise" in remark for remark in trace.remarks)
        assert rises or not is_end_of_start
        assert is_end_of_start or not trace.owned


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_trees_of_the_paper_come_back_to_the_start_with_and_without_the_basis_in_the_file(
    depth: int, tmp_path: Path
) -> None:
    path = tmp_path / "e.json"
    for seed in range(3):
        game = sf.load(f"binary-tree(depth={depth},seed={seed})")
        write_equilibrium(sf.solve(game, backend="lemke", start="random:3"), path)
        kept = sf.trace(game, start="random:3", equilibrium=path)
        data = json.loads(path.read_text(encoding="utf-8"))
        assert len(data.pop("bases")) == 1
        path.write_text(json.dumps(data), encoding="utf-8")
        for back in (kept, sf.trace(game, start="random:3", equilibrium=path)):
            assert back.owned
            assert back.raw.status.endswith("the end of its own path")
            assert back.rows[-1].z0 == pytest.approx(1, abs=1e-12)


def test_a_path_that_ends_elsewhere_by_the_pure_rule_is_followed_back_too() -> None:
    # Best replies to the centroid tie: the path ends at the first choices, and at the second ones by the pure rule.
    found = sf.equilibria(
        sf.bimatrix_game([[1, 0], [0, 1]], [[1, 0], [0, 1]]), starts=["centroid"], back=True
    )
    assert found.closed and found.index_sum == 1
    assert all(one.nondegenerate for one in found)
    assert [(one.profile[0]["row"]["1"], one.index) for one in found] == [
        (1, 1),
        (0, 1),
        (Fraction(1, 2), -1),
    ]


def test_a_weakly_dominated_equilibrium_is_no_end_of_a_path() -> None:
    back = sf.trace(WEAK, equilibrium=({"row": {"1": 1, "2": 0}}, {"column": {"1": 1, "2": 0}}))
    assert not back.owned
    assert back.remarks[0].startswith(
        "No path from the best responses to this start ends at the equilibrium: z0 cannot rise"
    )
    assert "own path" not in back.raw.status


def test_each_of_several_bases_is_followed_and_named() -> None:
    # Trembles give the second choice (3/6 - 1/6) z0 more than the first, near which both mix: a strict equilibrium of
    # index 1 and one of index -1, which are the same in the limit.
    rows = [[1, 0, 0], [0, 0, 1], [-1, -1, -1]]
    game = sf.bimatrix_game(rows, [list(column) for column in zip(*rows, strict=True)])
    trembles: dict[str, Any] = {"1": "1/6", "2": "1/3", "3": "1/2"}
    second = {"1": 0, "2": 1, "3": 0}
    start: Any = ({"row": trembles}, {"column": trembles})
    first = sf.trace(game, start=start, equilibrium=({"row": second}, {"column": second}))
    (other,) = first.others
    assert first.owned and not other.returned
    assert other.path.index == 1
    assert [trace.remarks[0] for trace in (first, other)] == [
        "Basis 1 of 2, with r row 1, s column 1:",
        "Basis 2 of 2, with x row 1, y column 1:",
    ]
    assert all(trace.remarks[0] in str(first) for trace in (first, other))


def test_a_search_that_is_stopped_still_has_the_end_of_the_own_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = sf.load("binary-tree(depth=4)")
    found = sf.solve(game, backend="lemke", start="random:3").profile
    monkeypatch.setattr(bases, "MOST_ENTRIES", 10)
    back = sf.trace(game, start="random:3", equilibrium=found)
    assert back.owned
    assert "was stopped, with 1 basis found" in back.remarks[0]


def test_of_an_equilibrium_inside_a_set_the_paths_of_those_that_span_it_are_followed() -> None:
    game = sf.bimatrix_game([[0, 0], [0, 0]], [[0, 0], [0, 0]])
    first = sf.trace(game, equilibrium="centroid")
    assert first.remarks[:2] == (
        "No path from the best responses to this start ends at the equilibrium: it has no complementary basis. The "
        "paths of 4 extreme equilibria that span it are followed instead.",
        "Extreme equilibrium 1 of 4, Player 1: 1=1; Player 2: 1=1:",
    )
    paths = (first, *first.others)
    assert len(paths) == 4
    assert not any(path.owned for path in paths)
    assert first.raw.status.endswith(
        "the end of the path of the start, which comes to this equilibrium"
    )


def mixture(x: list[Fraction], y: list[Fraction]) -> Any:
    """Return the profile of a bimatrix game with these probabilities."""
    return tuple(
        {name: {str(place): weight for place, weight in enumerate(weights, start=1)}}
        for name, weights in (("row", x), ("column", y))
    )


def copies_without_basis() -> tuple[ExtensiveGame, Any]:
    """Return a game and a mixture of 256 extreme equilibria without a basis.

    Rows 3 to 10 are copies, rows 11 to 18 as well, columns 2 to 5 and columns 6 to 9.
    """
    rows, columns = [0, 1, *[2] * 8, *[3] * 8], [2, *[1] * 4, *[0] * 4]
    first = np.array([[0, 1, 0], [1, 1, 0], [1, 0, 1], [1, 0, 1]])[rows][:, columns]
    second = np.array([[0, 1, 0], [1, 0, 0], [1, 0, 1], [0, 1, 0]])[rows][:, columns]
    x = [Fraction(0)] * 2 + [Fraction(1, 16)] * 16
    y = [Fraction(1, 2)] + [Fraction(0)] * 4 + [Fraction(1, 8)] * 4
    return sf.bimatrix_game(first.tolist(), second.tolist()), mixture(x, y)


def test_neighbours_are_examined_until_enough_have_a_basis() -> None:
    game, equilibrium = copies_without_basis()
    first = sf.trace(game, equilibrium=equilibrium)
    assert (
        "The paths of the first 20 extreme equilibria found in a set of equilibria with it"
        in first.remarks[0]
    )
    assert first.remarks[1].startswith("Extreme equilibrium 1 of the first 20 found, ")
    names = {
        remark
        for path in (first, *first.others)
        for remark in path.remarks
        if "Extreme equilibrium" in remark
    }
    assert len(names) == 20


def test_those_that_span_it_are_examined_before_neighbours_where_many_have_no_basis() -> None:
    # Player 1 is indifferent. Of the pure and mixed plans against which column 1 is optimal, the 225 mixed ones, that
    # make player 2 indifferent too, have no basis; they come first.
    copies = 15
    rows = [[0, 0]] * (2 * copies)
    columns = [[0, 1]] * copies + [[1, 0]] * copies
    game = sf.bimatrix_game(rows, columns)
    x = [Fraction(1, 4 * copies)] * copies + [Fraction(3, 4 * copies)] * copies
    first = sf.trace(game, equilibrium=mixture(x, [Fraction(1), Fraction(0)]))
    assert (
        "The paths of 15 extreme equilibria that span it are followed instead." in first.remarks[0]
    )
    assert first.remarks[1].startswith(
        "Extreme equilibrium 1 of 15, Player 1: 16=1; Player 2: 1=1:"
    )


def test_all_of_those_that_span_it_are_counted_only_where_all_were_examined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nothing = [[0] * 3 for _ in range(2)]
    game = sf.bimatrix_game("nothing", nothing, nothing)
    for most, several, total in [
        (7, "6 extreme equilibria that span", "6"),
        (6, "6 extreme equilibria that span", "6"),
        (5, "the first 5 extreme equilibria found that span", "the first 5 found"),
        (1, "the first 1 extreme equilibrium found that span", "the first 1 found"),
    ]:
        monkeypatch.setattr(tracing, "MOST_FOLLOWED", most)
        first = sf.trace(game, equilibrium="centroid")
        assert f"The paths of {several} it are followed instead." in first.remarks[0]
        assert first.remarks[1].startswith(f"Extreme equilibrium 1 of {total}, ")


def test_no_total_is_stated_of_a_set_with_more_extreme_equilibria_than_are_followed() -> None:
    nothing = [[0] * 15 for _ in range(15)]
    first = sf.trace(sf.bimatrix_game("nothing", nothing, nothing), equilibrium="centroid")
    assert (
        "The paths of the first 20 extreme equilibria found that span it are followed instead."
        in first.remarks[0]
    )
    assert not any("200" in remark or "225" in remark for remark in first.remarks)


def test_a_time_limit_during_the_search_near_an_equilibrium_is_no_proof_that_none_has_a_basis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, equilibrium = copies_without_basis()
    clock = JumpingClock(monkeypatch)
    examined: list[RealizationPlans] = []

    def after_some(lcp: GameLcp, plans: RealizationPlans, deadline: Any) -> Ints | None:
        examined.append(plans)
        if len(examined) == 30:
            clock.jump(2 * LIMIT)
        return complementary_basis(lcp, plans, deadline)

    monkeypatch.setattr(spanning, "complementary_basis", after_some)
    with pytest.raises(
        TimeLimitError, match="time limit reached while searching extreme equilibria near"
    ):
        sf.trace(game, equilibrium=equilibrium, time_limit=LIMIT)
    assert len(examined) == 30


def test_of_a_vertex_without_a_basis_the_paths_of_its_neighbours_are_followed_by_their_numbers(
    tmp_path: Path,
) -> None:
    # Player 2's choices pay the same: against the first row y may vary up to where the second row is as good.
    game = sf.bimatrix_game([[1, -1], [-1, 1]], [[0, 0], [0, 0]])
    members = sf.equilibria(game, complete=True)
    path = tmp_path / "all.json"
    path.write_text(json.dumps(all_equilibria_data(members)), encoding="utf-8")
    without = [
        number
        for number, member in enumerate(members, start=1)
        if is_vertex_with_mixed_reply(member)
    ]
    assert len(without) == 2
    for number in without:
        by_file = sf.trace(game, equilibrium=read_known(path, game, number=number), points=True)
        (named,) = [
            remark for remark in by_file.remarks if remark.startswith("Extreme equilibrium 1 of 1")
        ]
        matched = re.search("number ([0-9]+) in the file", named)
        assert matched is not None
        followed = by_file.rows[0].plans
        assert followed is not None
        assert same_plans(members[int(matched[1]) - 1].plans, followed)
        remedy = sf.trace(game, equilibrium=read_known(path, game, number=int(matched[1])))
        assert not any("complementary basis" in remark for remark in remedy.remarks)
        by_member = sf.trace(game, equilibrium=members[number - 1])
        assert "in a set of equilibria with it are followed instead" in by_member.remarks[0]


def is_vertex_with_mixed_reply(member: ExtremeEquilibrium) -> bool:
    """Return whether player 1 has a pure strategy and player 2 mixes both choices."""
    return 1 in member.profile[0]["row"].values() and 1 not in member.profile[1]["column"].values()


def test_an_isolated_equilibrium_without_a_basis_is_refused_with_the_reason() -> None:
    # Rows 2 to 4 pin y = (1/3, 1/3, 1/3) against the first row; to player 2 the third column is the mean of the others.
    rows = [[0, 0, 0], [2, -1, -1], [-1, 2, -1], [-1, -1, 2]]
    columns = [[2, 2, 2], [0, 2, 1], [0, 2, 1], [0, 2, 1]]
    game = sf.bimatrix_game(rows, columns)
    isolated = next(iter(sf.equilibria(game, complete=True)))
    with pytest.raises(ModelError, match=r"no complementary basis, so no path .* has one either"):
        sf.trace(game, equilibrium=isolated)


@settings(max_examples=20)
@given(data=st.data())
def test_a_basis_is_found_exactly_where_an_enumeration_finds_one(data: st.DataObject) -> None:
    game = degenerate_game(data)
    lcp = shared_sequence_form_lcp(sequence_form(game).target)
    found = sf.equilibria(game, complete=True)
    subset = data.draw(st.sampled_from(found.subsets))
    mixture = RealizationPlans(
        (mixture_of(data, found, 0, subset.plans[0]), mixture_of(data, found, 1, subset.plans[1]))
    )
    for plans in (*(member.plans for member in found), mixture):
        basis = complementary_basis(lcp, plans)
        assert (basis is not None) == any(
            is_basis_of(lcp, plans, candidate) for candidate in all_bases(lcp, plans)
        )
        assert basis is None or is_basis_of(lcp, plans, basis)


def mixture_of(
    data: st.DataObject, found: AllEquilibria, player: int, places: tuple[int, ...]
) -> RealizationPlan:
    """Return a mixture of some of the extreme plans of a player."""
    shares = [Fraction(data.draw(st.integers(0, 2))) for _ in places]
    shares[0] += sum(shares) == 0
    plans = [found.plans[player][place] for place in places]
    total = sum(
        (
            plan.exact_weights("plan") * (share / sum(shares))
            for plan, share in zip(plans, shares, strict=True)
        ),
        ExactArray.zeros(len(plans[0].index)),
    )
    return RealizationPlan(plans[0].index, total.reduced())


def all_bases(lcp: GameLcp, plans: RealizationPlans) -> Iterator[Ints]:
    """Yield every choice of one of each pair with all of u' and v' and all positive x and y."""
    z, n = lcp.point(plans), len(lcp.base)
    positive = lcp.base.free | np.asarray(z.numerators != 0, dtype=bool)
    zero = np.flatnonzero(~positive)
    for choice in product((False, True), repeat=len(zero)):
        is_basic = positive.copy()
        is_basic[zero[list(choice)]] = True
        yield np.where(is_basic, n + np.arange(n), np.arange(n))


def test_the_equilibrium_is_anything_that_a_start_is(tmp_path: Path) -> None:
    game = sf.load("vsvet-figure-1")
    forward = sf.trace(game)
    found = sf.solve(game, backend="lemke")
    extreme = sf.equilibria(game, complete=True)
    ways: list[Any] = [
        forward,
        found,
        found.profile,
        plans_of(found.profile),
        sf.equilibria(game, starts=1)[0],
    ]
    ways += [one for one in extreme if same_plans(one.plans, plans_of(found.profile))]
    write_path(forward, tmp_path / "path.json")
    ways += [tmp_path / "path.json", str(tmp_path / "path.json")]
    assert len(ways) == 8
    for way in ways:
        assert sf.trace(game, equilibrium=way).owned


def test_files_keep_bases_and_older_ones_are_read(tmp_path: Path) -> None:
    game, path = sf.load("kuhn"), tmp_path / "e.json"
    found = sf.solve(game, backend="lemke")
    write_equilibrium(found, path)
    assert read_known(path, game).bases == found.bases
    data = json.loads(path.read_text(encoding="utf-8"))
    for wrong in ([["a"]], [[["a"], [1]]], [1]):
        path.write_text(json.dumps(data | {"bases": wrong}), encoding="utf-8")
        with pytest.raises(ModelError, match='"bases": a list of pairs of lists of names expected'):
            read_known(path, game)
        assert read_profile(path, game).exact
    path.write_text(json.dumps(data | {"bases": [[["of"], ["another game"]]]}), encoding="utf-8")
    assert sf.trace(game, equilibrium=path).owned
    del data["bases"]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert read_known(path, game).bases == ()


def test_all_paths_back_and_the_searches_for_their_bases_have_one_time_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = sf.load("vsvet-figure-1")
    end = sf.solve(game, backend="lemke")
    clock = JumpingClock(monkeypatch)

    def searched(*arguments: Any) -> bases.EndBases:
        clock.jump(2 * LIMIT)
        return bases.EndBases((), finished=True)

    monkeypatch.setattr(tracing, "end_bases", searched)
    with pytest.raises(
        TimeLimitError, match="time limit reached while searching a basis of the equilibrium"
    ):
        sf.trace(game, equilibrium=end.profile, time_limit=LIMIT)


@pytest.mark.parametrize(("rows", "columns"), [(2, 1), (1, 2), (3, 3)])
def test_a_path_from_the_slacks_is_followed_back_as_the_own_path_of_its_start(
    rows: int, columns: int
) -> None:
    nothing = [[0] * columns for _ in range(rows)]
    game = sf.bimatrix_game("nothing", nothing, nothing)
    for start in ("centroid", "random:1", "random:2"):
        forward = sf.trace(game, start=start, path_start="slacks")
        back = sf.trace(game, start=start, equilibrium=forward)
        assert (back.returned, back.owned, back.rows[-1].z0) == (True, True, 1)


ENDS_OF_BOTH = [
    (
        [[0, 1, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0], [0, 1, 1, 1]],
        [[1, 1, 0, 1], [0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 1]],
        ([0, 0, 0, 1], [0, 0, 0, 1]),
    ),
    (
        [[0, 1, 0, 1], [1, 1, 1, 0], [1, 1, 0, 0]],
        [[0, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]],
        ([0, 0, 1], ["1/5", 0, "4/5", 0]),
    ),
]
"""Games and starts: the last basis of the path from the slacks is one of the path from best responses, too."""


@pytest.mark.parametrize(("first", "second", "start"), ENDS_OF_BOTH)
def test_a_basis_where_both_paths_end_is_followed_back_on_the_one_that_is_the_starts_own(
    first: Any, second: Any, start: Any
) -> None:
    game = sf.bimatrix_game("both", first, second)
    infosets = [sequences.index.infoset_names[0] for sequences in game.sequences]
    plans: Any = tuple({infoset: weights} for infoset, weights in zip(infosets, start, strict=True))
    forward = sf.trace(game, start=plans, path_start="slacks")
    back = sf.trace(game, start=plans, equilibrium=forward)
    assert (back.returned, back.owned, back.rows[0].z0) == (True, True, 0)


@settings(max_examples=20)
@given(data=st.data())
def test_any_path_from_the_slacks_comes_back_as_the_own_path_of_its_start(
    data: st.DataObject,
) -> None:
    game = degenerate_game(data)
    start = some_start(data, game)
    forward = sf.trace(game, start=start, path_start="slacks")
    back = sf.trace(game, start=start, equilibrium=forward)
    assert (back.returned, back.owned) == (True, True)


@settings(max_examples=20)
@given(data=st.data())
def test_the_path_from_the_slacks_is_named_only_where_it_ends_at_the_equilibrium(
    data: st.DataObject,
) -> None:
    game = degenerate_game(data)
    starts = [some_start(data, game), some_start(data, game)]
    options = {"raw": {"early_exit": data.draw(st.booleans())}}
    for member in sf.equilibria(game, starts=starts, initial="slacks", back=True):
        back = sf.trace(game, start=starts[0], equilibrium=member, options=options)
        if any("is that from the slacks" in remark for remark in back.remarks):
            end = sf.trace(game, start=starts[0], path_start="slacks", options=options).profile
            assert end is not None
            assert back.owned
            assert same_plans(plans_of(member.profile), plans_of(end))
