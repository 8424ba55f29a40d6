"""Pictures of times: exponents of certified answers, profiles of problems given to all solvers, and gaps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sweep_rows import CONVERGENCE, SCALING, SIZES, drawn, made_row

from seqform.errors import ModelError
from seqform.experiments.report import times
from seqform.experiments.report.data import counting_approximate, frame_of
from seqform.experiments.report.times import gap_curve, power_law, profile_times, scaling_points
from seqform.experiments.rows import Outcome, Row
from seqform.io.style import THEMES

pytestmark = pytest.mark.slow

pandas = pytest.importorskip("pandas", reason="pictures need the extra 'sweeps'")
pytest.importorskip("matplotlib", reason="pictures need the extra 'plots'")


def points_of(rows: Iterable[Row], *choices: str, certified: bool, **more: str) -> dict[str, list[tuple[float, float]]]:
    """Return the points of every series that are certified, or those that are not."""
    points = scaling_points(frame_of(rows), *choices, **more).dropna()
    return {
        str(label): [
            (x, y) for x, y, sure in zip(part["x"], part["y"], part["certified"], strict=True) if sure == certified
        ]
        for label, part in points.groupby("series", sort=False)
    }


def exponents(rows: Iterable[Row], **choices: Any) -> dict[str, float | None]:
    laws = times.power_laws(scaling_points(frame_of(rows), **choices).dropna())
    return {label: None if law is None else round(law.exponent, 9) for label, law in laws.items()}


# ---- time against size ----


@given(
    st.floats(-2, 4),
    st.floats(1e-8, 1e2),
    st.lists(st.integers(1, 10**7), min_size=3, max_size=12, unique=True).filter(lambda x: max(x) > 1.5 * min(x)),
)
def test_exact_power_laws_are_recovered(exponent: float, factor: float, sizes: list[int]) -> None:
    law = power_law(sizes, [factor * size**exponent for size in sizes])
    assert law is not None
    assert law.exponent == pytest.approx(exponent, abs=1e-9)
    assert law.factor == pytest.approx(factor, rel=1e-6)
    assert law.standard_error < 1e-9
    assert law(100.0) == pytest.approx(factor * 100.0**exponent, rel=1e-6)


def test_the_standard_error_is_that_of_linear_regression_and_too_few_sizes_have_no_exponent() -> None:
    from scipy.stats import linregress

    sizes, seconds = [10.0, 20, 50, 50, 100], [1.0, 2.5, 4, 6, 13]
    law, expected = power_law(sizes, seconds), linregress(np.log(sizes), np.log(seconds))
    assert law is not None and law.sizes == 4
    assert (law.exponent, law.standard_error) == pytest.approx((expected.slope, expected.stderr))
    for few in ([], [10.0], [10.0, 20.0], [10.0, 10.0, 20.0]):
        assert power_law(few, [1.0] * len(few)) is None


def test_scaling_fits_certified_cases_alone_of_enough_sizes() -> None:
    assert exponents(SCALING) == {"highs": 1.5, "lemke": 2.0}
    assert points_of(SCALING, certified=False) == {"highs": [], "lemke": [(70_000.0, 60.0)]}
    assert exponents(SCALING, time="phases.solve")["highs"] == 1.0
    notes = drawn("scaling", [row for row in SCALING if row.nodes in (10, 100)]).notes
    assert notes == ("highs: 2 sizes, too few to fit an exponent", "lemke: 2 sizes, too few to fit an exponent")


def test_a_stopped_case_has_the_size_that_another_case_of_its_game_has() -> None:
    rows = [
        made_row("leduc", {"ranks": 6}, backend="highs", nodes=500, sequences=9, seconds=1.0),
        made_row("leduc", {"ranks": 6}, backend="lemke", seconds=3.0, outcome=Outcome.TIMED_OUT),
        made_row("leduc", {"ranks": 8}, backend="lemke", seconds=3.0, outcome=Outcome.TIMED_OUT),
        made_row("leduc", {"ranks": 6}, backend="cfr", abstraction="lossless", seconds=3.0, outcome=Outcome.TIMED_OUT),
    ]
    failed = points_of(rows, certified=False)
    assert failed["lemke"] == failed["cfr"] == [(500.0, 3.0)]
    assert "cfr" not in points_of(rows, "sequences", certified=False)


def test_scaling_notes_refused_cases_and_cases_without_the_phase_left_out() -> None:
    refused = made_row("battle", nodes=7, seconds=1e-3, outcome=Outcome.REFUSED)
    assert set(exponents([*SCALING, refused])) == {"highs", "lemke"}
    assert "1 refused case left out" in drawn("scaling", [*SCALING, refused]).notes
    picture = drawn("scaling", SCALING, y="phases.solve")
    assert picture.notes[-1] == "1 case without seconds to solve left out"
    assert picture.draw().axes[0].get_ylabel() == "seconds to solve"


def test_scaling_fits_each_game_with_sizes_enough_by_itself() -> None:
    single = [made_row(game, backend="highs", nodes=50, seconds=1.0) for game in ("pennies", "battle")]
    rows = [*SCALING, *single]
    assert exponents(rows) == {"kuhn, highs": 1.5, "kuhn, lemke": 2.0, "other games, highs": None}
    assert any("several games: battle, pennies" in note for note in drawn("scaling", rows).notes)
    mixed = drawn("scaling", rows, by=["backend"])
    assert any("distinguish them with --by game,backend" in note for note in mixed.notes)
    assert not any("several games" in note for note in drawn("scaling", rows, by=["game", "backend"]).notes)


def test_scaling_draws_every_case_where_it_belongs_and_marks_failures_by_crosses() -> None:
    failed = made_row("kuhn", {"ranks": 9}, backend="pdhg", nodes=90, seconds=3.0, outcome=Outcome.TIMED_OUT)
    figure = drawn("scaling", [*SCALING, failed]).draw()
    axes, legend = figure.axes[0], figure.legends[0]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert np.array_equal(axes.lines[0].get_xdata(), SIZES)
    assert np.allclose(axes.lines[0].get_ydata(), [1e-5 * size**1.5 for size in SIZES])
    texts = [text.get_text().partition(":")[0] for text in legend.get_texts()]
    marks = dict(zip(texts, [mark.get_marker() for mark in legend.get_lines()], strict=True))
    assert {name for name, mark in marks.items() if mark == "x"} == {"pdhg", "no certified answer"}
    assert len(marks) == 4


def test_a_slow_first_run_among_several_does_not_tilt_the_fit() -> None:
    times = {10: (0.1, 0.1, 5.0), 100: (1.0, 1.1, 0.9), 1000: (10.0, 10.0, 10.0)}
    rows = [
        made_row("kuhn", {"ranks": size}, seed=seed, nodes=size, seconds=seconds)
        for size, found in times.items()
        for seed, seconds in enumerate(found)
    ]
    assert drawn("scaling", rows).notes == ("highs: nodes^(1.00 ± 0.00) fitted to the medians of 3 sizes, 9 cases",)


# ---- performance profiles ----


def test_performance_profiles_step_where_they_should() -> None:
    inf = np.inf  # best times 1, 2, 4; the last problem is solved by no solver
    table = pandas.DataFrame({"quick": [1.0, 2, inf, inf], "sure": [3.0, 2, 4, inf], "slow": [4.0, 8, 16, inf]})
    found = {name: times.profile_steps(ratios).to_dict() for name, ratios in times.time_ratios(table).items()}
    assert found == {"quick": {1.0: 0.5}, "sure": {1.0: 0.5, 3.0: 0.75}, "slow": {1.0: 0.0, 4.0: 0.75}}


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.floats(1e-6, 1e6) | st.just(np.inf)] * 3), min_size=1, max_size=8))
def test_profiles_rise_and_some_solver_is_the_best(lines: list[tuple[float, ...]]) -> None:
    ratios = times.time_ratios(pandas.DataFrame(lines))
    for name in ratios:
        own = ratios[name]
        heights = times.profile_steps(own).tolist()
        assert heights == sorted(heights) and heights[-1] == np.isfinite(own).mean()
    solved = np.mean([min(line) < np.inf for line in lines])
    assert (ratios <= 1).mean().sum() >= solved - 1e-12


def test_profiles_compare_the_problems_given_to_every_backend_by_the_median_of_repetitions() -> None:
    seconds, left_out = profile_times(frame_of(SCALING))
    assert left_out == 1  # ranks = 7 was given to lemke alone
    assert list(seconds) == ["highs", "lemke"] and len(seconds["highs"]) == 4
    failed = [made_row(backend="highs", seconds=1.0), made_row(backend="cvxpy", seconds=9.0, outcome=Outcome.CRASHED)]
    seconds, left_out = profile_times(frame_of(failed))
    assert seconds["cvxpy"].tolist() == [np.inf] and left_out == 0
    ended = [
        ("highs", 1.0, "certified"),
        ("highs", 3.0, "certified"),
        ("lemke", 5.0, "certified"),
        ("lemke", 6.0, "gave up"),
    ]
    rows = [
        replace(made_row(backend=backend, seconds=spent, outcome=Outcome(outcome)), key=f"{backend}{spent}")
        for backend, spent, outcome in ended
    ]
    assert profile_times(frame_of(rows))[0].values.tolist() == [[2.0, np.inf]]


def test_options_that_vary_within_a_backend_tell_solvers_apart() -> None:
    rows = [made_row(backend="highs", options={"raw.solver": name}, seconds=1.0) for name in ("ipx", "simplex")]
    assert list(profile_times(frame_of(rows))[0]) == ["highs, raw.solver = ipx", "highs, raw.solver = simplex"]
    with pytest.raises(ModelError, match=r"there 2 times, with raw.solver = ipx and simplex; use --by"):
        profile_times(frame_of([*rows, made_row(backend="scipy")]), by=["backend"])


def test_profiles_name_the_seconds_that_they_compare() -> None:
    picture = drawn("profile", SCALING[:-1], y="phases.solve")
    assert picture.title == "performance profiles over 4 problems, seconds to solve"
    assert picture.draw().axes[0].get_xlabel() == "τ, times the best solver's seconds to solve"


def limited(limits: Iterable[float], **about: Any) -> list[Row]:
    return [made_row(backend="highs", options={"tolerance": limit}, seconds=1.0, **about) for limit in limits]


@pytest.mark.parametrize(
    ("rows", "choices", "message"),
    [
        (
            [made_row(backend=backend, outcome=Outcome.CRASHED) for backend in ("highs", "lemke")],
            {},
            "needs certified cases; none of the 1 problem was solved",
        ),
        (
            [*limited((0.1, 0.2)), made_row("leduc", backend="lemke")],
            {},
            r"of highs, tolerance = 0\.1; highs, tolerance = 0\.2; lemke, and there is none",
        ),
        (
            [row for limit in range(12) for row in limited([limit], seed=limit)],
            {},
            "tolerance = 7 and 4 others, and there is none",
        ),
        (
            [made_row(backend=backend, options={"time_limit": 3}, seconds=1.0) for backend in ("highs", "lemke")],
            {"by": ["game"]},
            "kuhn time_limit=3 is there 2 times, with backend = highs and lemke; use --by",
        ),
    ],
    ids=["nothing solved", "no common problem", "many solvers", "repeated case"],
)
def test_cases_that_make_no_profile_are_refused_with_the_reason(
    rows: list[Row], choices: dict[str, Any], message: str
) -> None:
    with pytest.raises(ModelError, match=f"^profile plot: .*{message}"):
        drawn("profile", rows, **choices)


def test_approximate_answers_are_solved_only_if_asked_for() -> None:
    rows = [
        made_row(backend="cfr", abstraction=kind, outcome=outcome, seconds=1.0, nodes=nodes, seed=nodes)
        for nodes in (1, 2, 3)
        for kind, outcome in (("lossless", Outcome.CERTIFIED), ("threshold=9", Outcome.APPROXIMATE))
    ]
    for cases, seconds, measured in ((frame_of(rows), np.inf, 3), (counting_approximate(frame_of(rows)), 1.0, 6)):
        assert set(profile_times(cases)[0]["cfr, threshold=9"]) == {seconds}
        assert scaling_points(cases)["certified"].sum() == measured


# ---- gap against time ----

BOUNDS = [(1, 0.5, -1.0, 1.0), (2, 0.6, -0.5, 0.5), (3, 0.7, 0.25, 0.25)]


@pytest.mark.parametrize(("gaps", "closed"), [((2, 0, 0), 2.0), ((2, 0, 1), None), ((0, 1, 0), 3.0), ((0, 0, 0), 1.0)])
def test_a_gap_is_closed_where_it_stays_closed(gaps: tuple[float, ...], closed: float | None) -> None:
    assert gap_curve([(step, step, 0.0, gap) for step, gap in enumerate(gaps, 1)]).closed == closed
    bounds = [(0, 0.0, -1.0, 1.0), (1, 0.5, -1.0, 1.0), (2, 0.6, 0.0, 0.0)]  # 0 has no logarithm
    for across, at in (("seconds", 0.5), ("iterations", 1.0)):
        assert gap_curve(bounds, across).points[["x", "y"]].values.tolist() == [[at, 2.0]]


def test_a_gap_that_closes_ends_in_a_triangle_below_all_others_and_a_note() -> None:
    picture = drawn("convergence", [made_row(backend="pdhg", bounds=BOUNDS)])
    assert "gap 0 after 0.7 s" in picture.notes[0] and "triangle" in picture.notes[0]
    curve, end = picture.draw().axes[0].lines
    assert np.asarray(curve.get_ydata()).tolist() == [2.0, 1.0]
    assert np.asarray(end.get_xydata()).tolist() == [[0.6, 1.0], [0.7, 0.1]]
    opened = drawn("convergence", [made_row(backend="pdhg", bounds=BOUNDS[:2])])
    assert len(opened.draw().axes[0].lines) == 1 and "triangle" not in opened.notes[0]


def test_panels_of_convergence_come_in_the_order_of_their_parameters_and_repetitions_share_a_note() -> None:
    rows = [
        made_row("leduc", {"suits": suits}, backend="cfr", seed=seed, abstraction=kind, bounds=BOUNDS[:2])
        for suits in (3, 2)
        for seed in (1, 2)
        for kind in ("lossless", "published")
        if (suits, kind) != (2, "lossless")
    ]
    picture = drawn("convergence", rows)
    assert [axes.get_title() for axes in picture.draw().axes] == ["leduc, suits = 2", "leduc, suits = 3"]
    assert picture.notes == (
        "leduc, suits = 2, cfr, published, in the merged game, 2 cases: gap 1 after 0.6 s",
        "leduc, suits = 3, cfr, lossless, 2 cases: gap 1 after 0.6 s",
        "leduc, suits = 3, cfr, published, in the merged game, 2 cases: gap 1 after 0.6 s",
    )


def test_a_gap_in_the_merged_game_is_noted_with_nash_conv_in_the_real_game() -> None:
    about: dict[str, Any] = {"abstraction": "threshold=9", "outcome": Outcome.APPROXIMATE, "nash_conv": 32.0}
    picture = drawn("convergence", [made_row(backend="cfr", bounds=[(1, 0.5, 0.0, 0.25)], **about)])
    assert picture.notes == (
        "kuhn, cfr, in the merged game: gap 0.25 after 0.5 s; nash_conv 32 in the real game; approximate",
    )
    assert picture.draw().axes[0].lines[-1].get_markerfacecolor() == THEMES["light"].background


def test_convergence_counts_the_cases_that_it_leaves_out() -> None:
    closed = made_row("pennies", bounds=[(1, 0.5, 0.0, 0.0)])
    with pytest.raises(ModelError, match="the 1 here with bounds have no gap above 0 to show"):
        drawn("convergence", [closed])
    stopped = [made_row("leduc", backend="cfr", seed=seed, outcome=Outcome.TIMED_OUT) for seed in (1, 2)]
    elsewhere = made_row("leduc", backend="lemke", outcome=Outcome.TIMED_OUT)
    assert drawn("convergence", [*CONVERGENCE, closed, *stopped, elsewhere]).notes[-2:] == (
        "1 case left out: no gap above 0 to show on a logarithmic axis",
        "2 cases of cfr without bounds left out: 2 timed out",
    )
    assert not any("left out" in note for note in drawn("convergence", [*CONVERGENCE, elsewhere]).notes)
