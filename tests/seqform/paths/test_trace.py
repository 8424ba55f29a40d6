"""Traces of Lemke paths: the worked example of the paper, fraction by fraction, and properties of all paths."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import LIMIT, JumpingClock
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.forms.sequence_form import behavior_profile, sequence_form
from seqform.errors import InputError, ModelError, OptionError
from seqform.io.equilibria import path_data, write_path
from seqform.io.json_values import to_json
from seqform.io.profiles import profile_from_data
from seqform.models.answers.trace import Trace, same_plans
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan
from seqform.paths import points as paths_points
from seqform.paths.figures import write_path_plot

pytestmark = pytest.mark.slow

FIGURE_1 = sf.load("vsvet-figure-1")


def figure_1_start(a: str) -> BehaviorProfile:
    """Return (p, q) of (4.1) and of section 7, where only the probability of a differs."""
    sets = [
        [("start", "LR", "3/10"), ("after R", "ST", "1/2")],
        [("h", "ab", a), ("h'", "cd", "1/3")],
    ]

    def data(label: str, actions: str, first: str) -> dict[str, Any]:
        return {
            "label": label,
            "actions": list(actions),
            "probabilities": [first, str(1 - Fraction(first))],
        }

    return profile_from_data(
        {"players": [{"information_sets": [data(*one) for one in part]} for part in sets]}, FIGURE_1
    )


START = figure_1_start("1/3")


def weights(plan: RealizationPlan, names: str) -> list[str]:
    """Return the weights of the sequences that end with the actions named."""
    assert isinstance(plan.weights, ExactArray)
    values = dict(
        zip(
            [name.split()[-1] for name in plan.index.names],
            plan.weights.to_fractions(),
            strict=True,
        )
    )
    return [str(values[name]) for name in names.split()]


def points(trace: Trace) -> list[tuple[list[str], list[str]]]:
    """Return (L, RS, RT) and (a, b, c, d) of every row."""
    return [
        (weights(row.plans[0], "L S T"), weights(row.plans[1], "a b c d"))
        for row in trace.rows
        if row.plans
    ]


SECTION_4 = [
    ("9/16", ["27/160", "203/320", "63/320"], ["3/16", "13/16", "5/8", "3/8"]),
    ("9/16", ["257/512", "771/2560", "63/320"], ["3/16", "13/16", "5/8", "3/8"]),
    ("60/77", ["5/11", "3/11", "3/11"], ["249/616", "367/616", "37/77", "40/77"]),
    ("60/77", ["5/11", "3/11", "3/11"], ["37/77", "40/77", "37/77", "40/77"]),
    ("0", ["1", "0", "0"], ["1", "0", "1", "0"]),
]


@pytest.mark.parametrize("engine", ["tableau", "revised"])
@pytest.mark.parametrize(("initial", "before"), [("best-response", 0), ("slacks", 12)])
def test_the_worked_example_step_by_step(engine: str, initial: Any, before: int) -> None:
    found: Any = sf.trace(
        FIGURE_1, start=START, path_start=initial, points=True, options={"raw": {"engine": engine}}
    )
    steps = found.rows[1 + before :]
    assert found.termination is Termination.SOLVED
    assert found.path.index == 1
    assert [row.leaving for row in steps] == ["r start L", "s h a", "x after R S", "y h b", "z0"]
    assert [row.entering for row in steps][1:] == ["x start L", "y h a", "r after R S", "s h b"]
    assert [
        (str(row.z0), *point) for row, point in zip(steps, points(found)[1 + before :], strict=True)
    ] == SECTION_4
    assert all(same_plans(row.plans, found.start) for row in found.rows[: 1 + before] if row.plans)


def test_the_pure_lexicographic_rule_goes_on_to_another_equilibrium() -> None:
    rule = {"early_exit": False, "ties": "unit-columns"}
    found = sf.trace(FIGURE_1, start=START, path_start="slacks", options={"raw": rule}, points=True)
    assert [row.leaving for row in found.rows[-3:]] == ["s h' d", "r after R S", "z0"]
    assert points(found)[-1] == (["1", "0", "0"], ["1", "0", "1/12", "11/12"])


def exact(plan: RealizationPlan) -> ExactArray:
    return plan.exact_weights("test")


def profile_at_end(found: Trace) -> sf.BehaviorProfile:
    plans: Any = found.rows[-1].plans
    return behavior_profile(sequence_form(found.game).target, plans).bound_to(found.game)


def test_back_from_an_equilibrium_along_the_path_of_another_start_as_in_section_7() -> None:
    known = sf.trace(FIGURE_1, start=figure_1_start("1/8"), points=True)
    assert (known.path.index, points(known)[-1]) == (
        1,
        (["0", "1/3", "2/3"], ["0", "1", "2/3", "1/3"]),
    )
    profile = profile_at_end(known)
    givens: tuple[dict[str, Any], ...] = {"path_start": known.end}, {"equilibrium": profile}
    for way in givens:
        back = sf.trace(FIGURE_1, start=START, points=True, **way)
        assert [(row.leaving, str(row.z0)) for row in back.rows[1:]] == [
            ("r start L", "3/8"), ("s h a", "3/8"), ("z0", "0")
        ]  # fmt: skip
        assert points(back)[0] == points(known)[-1]
        assert points(back)[-1] == (["5/14", "3/14", "3/7"], ["1/8", "7/8", "2/3", "1/3"])
        assert (back.path.index, back.complete, back.returned) == (-1, True, False)
    own = sf.trace(FIGURE_1, start=figure_1_start("1/8"), equilibrium=profile, points=True)
    assert own.returned and own.complete and own.rows[-1].z0 == 1
    assert (
        own.start is not None
        and own.rows[-1].plans is not None
        and same_plans(own.rows[-1].plans, own.start)
    )


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), ties=st.booleans(), table=st.booleans())
def test_back_from_any_equilibrium_of_a_random_game_to_an_end_of_opposite_index_or_the_start(
    seed: int, ties: bool, table: bool
) -> None:
    largest = 2 if ties else 10**6
    tree = f"random-game(seed={seed},depth=3,payoffs={largest},zero_sum=false)"
    square = f"matrix-game(rows=4,columns=4,seed={seed},zero_sum=false,lowest=0,highest={largest})"
    game = sf.load(square if table else tree)
    found = sf.equilibria(game, starts=6)
    for one in found:
        back = sf.trace(game, start=f"random:{seed}", equilibrium=one, points=True)
        assert back.complete
        if not back.returned:
            end = profile_at_end(back)
            assert sf.check(game, end).nash_conv == 0
            assert not one.nondegenerate or back.path.index == -1


def test_a_path_is_followed_back_from_an_exact_extreme_equilibrium_only() -> None:
    game = sf.load("kuhn")
    with pytest.raises(ModelError, match="no equilibrium, exactly"):
        sf.trace(game, equilibrium=sf.uniform_profile(game))
    with pytest.raises(ModelError, match="path_start"):
        sf.trace(game, equilibrium=sf.uniform_profile(game), path_start="slacks")


def test_the_values_along_a_path_solve_its_system() -> None:
    found = sf.trace(FIGURE_1, start=START, points=True)
    for row in found.rows:
        at, plans = row.values, row.plans
        assert (
            at is not None
            and plans is not None
            and found.start is not None
            and isinstance(row.z0, Fraction)
        )
        if at.targets is None:
            assert row.z0 == 1
            continue
        for target, start, plan in zip(at.targets, found.start, plans, strict=True):
            mixed = exact(target) * (1 - row.z0) + exact(start) * row.z0
            assert mixed.equals(exact(plan))
        for slack, target in ((at.r, at.targets[0]), (at.s, at.targets[1])):
            assert min(slack.to_fractions()) >= 0
            assert not any((slack * exact(target)).to_fractions())
    assert "x*" in str(found)


def test_the_path_of_the_covering_vector_of_ones_has_no_points() -> None:
    found = sf.trace(FIGURE_1, start="ones")
    assert found.termination is Termination.SOLVED
    assert found.start is None
    with pytest.raises(ModelError, match=r"points \(--points\) does not apply"):
        sf.trace(FIGURE_1, start="ones", points=True)


def test_back_along_its_own_path_an_equilibrium_leads_to_the_start_and_off_on_a_ray() -> None:
    there = sf.trace(FIGURE_1, start=START, path_start="best-response", points=True)
    back = sf.trace(FIGURE_1, start=START, path_start=there.end, points=True)
    assert back.termination is Termination.SECONDARY_RAY
    assert back.rows[-1].leaving is None
    assert points(back)[:6] == points(there)[::-1]
    with pytest.raises(ModelError, match="the path has not come to its end"):
        back.end  # noqa: B018


@settings(max_examples=15)
@given(
    seed=st.integers(0, 10**6),
    depth=st.integers(3, 5),
    ties=st.sampled_from(["random-column", "unit-columns"]),
)
def test_both_first_bases_lead_along_the_same_line_where_no_payoffs_tie(
    seed: int, depth: int, ties: str
) -> None:
    game = sf.load(f"random-game(seed={seed},depth={depth},payoffs=1000000000,zero_sum=false)")
    options = {"raw": {"ties": ties}}
    first, second = (
        sf.trace(game, start=f"random:{seed}", path_start=initial, points=True, options=options).corners
        for initial in ("slacks", "best-response")
    )  # fmt: skip
    assert len(first) == len(second)
    assert all(same_plans(mine, theirs) for mine, theirs in zip(first, second, strict=True))


@given(
    seed=st.integers(0, 10**6),
    formulation=st.sampled_from(["sequence-form", "normal-form"]),
    initial=st.sampled_from(["slacks", "best-response"]),
)
def test_every_point_is_a_pair_of_plans_and_the_last_one_an_equilibrium(
    seed: int, formulation: Any, initial: Any
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=3,max_actions=2,zero_sum=false)")
    found = sf.trace(
        game, start=f"random:{seed}", path_start=initial, formulation=formulation, points=True
    )
    assert found.termination is Termination.SOLVED
    pairs = [row.plans for row in found.rows if row.plans is not None]
    assert len(pairs) == len(found.rows)
    assert all(plan.residual() == 0 for pair in pairs for plan in pair)
    assert sf.check(game, sequence_form(game).lift(pairs[-1])).proven


@pytest.mark.parametrize("powers", [(9, -9), (-9, 2), (30, 30), (-300, 0)])
def test_slacks_are_in_the_unit_of_each_players_payoffs(powers: tuple[int, int]) -> None:
    first, second = [[1, 3], [2, 0], [0, 1]], [[2, 1], [0, 3], [3, 0]]
    units = [Fraction(10) ** power for power in powers]
    scaled = [
        [[unit * pay for pay in row] for row in table]
        for table, unit in zip((first, second), units, strict=True)
    ]
    start = "random:1"
    plain = sf.trace(sf.bimatrix_game(first, second), start=start, points=True)
    other = sf.trace(sf.bimatrix_game("scaled", scaled[0], scaled[1]), start=start, points=True)
    assert len(plain.rows) == len(other.rows) > 2
    for row, same in zip(plain.rows, other.rows, strict=True):
        assert row.values is not None and same.values is not None
        for slack, name in zip(units, "rs", strict=True):
            numbers = getattr(row.values, name).to_fractions()
            assert getattr(same.values, name).to_fractions() == [
                slack * number for number in numbers
            ]


@pytest.mark.parametrize("engine", ["tableau", "revised"])
def test_a_limit_leaves_the_path_so_far(engine: str) -> None:
    found = sf.trace(
        FIGURE_1,
        start=START,
        path_start="slacks",
        points=True,
        options={"raw": {"engine": engine, "max_pivots": 13}},
    )
    assert found.termination is Termination.ITERATION_LIMIT
    assert (len(found), len(found.rows)) == (13, 14)
    assert str(found.rows[-1].z0) == "9/16"
    assert (
        repr(found)
        == "<Trace of 'vsvet-figure-1' from given plans: stopped after 13 pivots, z0 = 0.5625>"
    )


@pytest.mark.parametrize(
    ("stopped", "end", "points"),
    [("interrupted", Termination.INTERRUPTED, 3), ("time limit", Termination.TIME_LIMIT, 4)],
)
def test_an_interruption_or_a_limit_leaves_the_points_so_far(
    stopped: str, end: Termination, points: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = JumpingClock(monkeypatch).stop_at("point 3 ", stopped)
    found = sf.trace(
        FIGURE_1, path_start="slacks", points=True, progress=progress, options={"time_limit": LIMIT}
    )
    assert found.termination is end
    assert (
        found.raw.status == f"{stopped} while its points were computed; solved exactly in 13 pivots"
    )
    assert [row.plans is not None for row in found.rows[:6]] == [True] * points + [False] * (
        6 - points
    )


def test_corners_need_points_and_a_wrong_first_basis_or_option_is_refused() -> None:
    with pytest.raises(ModelError, match="points=True"):
        sf.trace(FIGURE_1).corners  # noqa: B018
    wrong: Any = "slack"
    with pytest.raises(ModelError, match="first basis 'slack': best-response or slacks expected"):
        sf.trace(FIGURE_1, path_start=wrong)
    with pytest.raises(OptionError, match="lemke"):
        sf.trace(FIGURE_1, options={"raw": {"pivots": 3}})
    other = sf.trace("kuhn").end
    with pytest.raises(ModelError, match="start of a path"):
        sf.trace(FIGURE_1, path_start=other)


def test_the_schema_is_as_documented(tmp_path: Path) -> None:
    found = sf.trace(FIGURE_1, start=START, path_start="best-response", points=True)
    data = json.loads(to_json(path_data(found)))
    assert set(data) == {
        "schema", "game", "formulation", "problem", "start", "first_basis", "rows",
        "termination", "status", "solver", "seconds", "options", "index", "returned", "owned", "remarks", "others",
        "players", "bases",
    }  # fmt: skip
    assert data["problem"] == {"variables": 16}
    assert data["start"]["name"] == "given plans"
    assert data["start"]["plans"][1] == {
        "∅": "1",
        "h a": "1/3",
        "h b": "2/3",
        "h' c": "1/3",
        "h' d": "2/3",
    }
    assert len(data["first_basis"]) == 16
    assert data["rows"][0]["entering"] is None
    last = data["rows"][-1]
    assert (last["pivots"], last["entering"], last["leaving"], last["z0"]) == (
        5,
        "s h b",
        "z0",
        "0",
    )
    assert last["plans"] == [{"∅": "1", "start L": "1"}, {"∅": "1", "h a": "1", "h' c": "1"}]
    assert last["values"]["targets"] == last["plans"]
    assert [len(last["values"][name]) for name in "uvrs"] == [3, 3, 5, 5]
    assert (data["termination"], data["index"], data["returned"]) == ("solved", 1, False)
    write_path(found, tmp_path / "path.json")
    assert json.loads((tmp_path / "path.json").read_text(encoding="utf-8"))["rows"] == data["rows"]


POWERS = st.sampled_from(
    [(0, 400), (-400, 0), (-400, 0, 400), (0, 12), (0, 150), (-160, 160), (0, 9)]
)


@settings(max_examples=20)
@given(
    st.randoms(use_true_random=False),
    POWERS,
    st.integers(2, 4),
    st.sampled_from(["centroid", "random:1", "ones"]),
)
def test_z0_has_the_right_digits_by_either_engine_in_payoffs_of_any_size(
    random: Random, powers: tuple[int, ...], size: int, start: str
) -> None:
    """Payoffs of one game are as far apart as 10^±400; z0 in doubles was 0, infinite, or NaN there."""

    def payoffs() -> list[list[Fraction]]:
        return [
            [Fraction(10) ** random.choice(powers) * random.randint(-9, 9) for _ in range(size)]
            for _ in range(size)
        ]

    game = sf.bimatrix_game("sizes", payoffs(), payoffs())
    revised, tableau = (
        sf.trace(game, start=start, raw={"engine": engine}) for engine in ("revised", "tableau")
    )
    for row, exact in zip(revised.rows, tableau.rows, strict=True):
        assert (row.entering, row.leaving) == (exact.entering, exact.leaving)
        if isinstance(row.z0, float):
            assert row.z0 == pytest.approx(float(exact.z0 or 0), rel=1e-6)
        else:
            assert row.z0 == exact.z0
    assert revised.remarks == ()


LITTLE = Fraction(1, 10**400)
SMALL = sf.bimatrix_game(
    "small",
    [[-LITTLE, -LITTLE], [Fraction(0), LITTLE]],
    [[Fraction(2), -LITTLE], [-LITTLE, LITTLE]],
)


def test_a_z0_below_all_doubles_is_shown_written_and_drawn(tmp_path: Path) -> None:
    found = sf.trace(SMALL, start="random:1", raw={"engine": "revised"})
    z0 = [row.z0 for row in found.rows]
    assert any(isinstance(value, Fraction) and 0 < value < Fraction(1, 10**399) for value in z0), z0
    located = sf.trace(SMALL, start="random:1", points=True)
    assert [row.z0 for row in located.rows] == z0
    assert "e-40" in found.report().to_text()
    data = path_data(found)
    assert [Fraction(row["z0"]) for row in data["rows"]] == z0
    write_path_plot(found, tmp_path / "path.svg")


def test_z0_that_would_take_too_many_systems_has_a_remark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths_points, "MOST_EXACT_WORK", 1)
    (remark,) = sf.trace(SMALL, start="random:1", raw={"engine": "revised"}).remarks
    assert "too few digits" in remark
    assert "--engine tableau" in remark
    assert sf.trace(SMALL, start="random:1", raw={"engine": "tableau"}).remarks == ()


def test_the_name_of_the_option_is_answered_with_that_of_the_argument() -> None:
    with pytest.raises(InputError, match=r"no argument initial, .* path_start='slacks'"):
        sf.trace("kuhn", initial="slacks")
