"""Pictures of times: exponents of certified answers, and profiles of problems given to all solvers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sweep_picture_rows import SCALING, SIZES
from sweep_rows import made_row

from seqform.errors import ModelError
from seqform.experiments.report.data import counting_approximate, frame_of
from seqform.experiments.report.figure import Picture
from seqform.experiments.report.page import picture_of
from seqform.experiments.report.profile import profile_steps, profile_times, time_ratios
from seqform.experiments.report.scaling import ScalingSeries, power_law, scaling_series
from seqform.experiments.rows import Outcome, Row

pandas = pytest.importorskip("pandas", reason="pictures need the extra 'sweeps'")
pytest.importorskip("matplotlib", reason="pictures need the extra 'plots'")


def drawn(kind: str, rows: Iterable[Row], **choices: Any) -> Picture:
    return picture_of(kind, frame_of(rows), **choices)


def series_of(rows: Iterable[Row], *choices: str, **more: str) -> list[ScalingSeries]:
    return scaling_series(frame_of(rows), *choices, **more)


def points(frame: Any) -> list[tuple[float, float]]:
    return list(zip(frame["x"], frame["y"], strict=True))


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


def test_the_standard_error_is_that_of_linear_regression() -> None:
    from scipy.stats import linregress

    sizes, times = [10.0, 20, 50, 50, 100], [1.0, 2.5, 4, 6, 13]
    law, expected = power_law(sizes, times), linregress(np.log(sizes), np.log(times))
    assert law is not None and law.sizes == 4
    assert law.exponent == pytest.approx(expected.slope)
    assert law.standard_error == pytest.approx(expected.stderr)


@pytest.mark.parametrize("sizes", [[], [10], [10, 20], [10, 10, 20]])
def test_too_few_sizes_have_no_exponent(sizes: list[float]) -> None:
    assert power_law(sizes, [1.0] * len(sizes)) is None


def test_performance_profiles_step_where_they_should() -> None:
    """Best times 1, 2, 4; the last problem is solved by no solver."""
    inf = np.inf
    times = pandas.DataFrame({"quick": [1.0, 2, inf, inf], "sure": [3.0, 2, 4, inf], "slow": [4.0, 8, 16, inf]})
    found = {name: profile_steps(ratios).to_dict() for name, ratios in time_ratios(times).items()}
    assert found == {"quick": {1.0: 0.5}, "sure": {1.0: 0.5, 3.0: 0.75}, "slow": {1.0: 0.0, 4.0: 0.75}}


@given(st.lists(st.tuples(*[st.floats(1e-6, 1e6) | st.just(np.inf)] * 3), min_size=1, max_size=8))
def test_profiles_rise_and_some_solver_is_the_best(times: list[tuple[float, ...]]) -> None:
    ratios = time_ratios(pandas.DataFrame(times))
    for name in ratios:
        own = ratios[name]
        heights = profile_steps(own).tolist()
        assert heights == sorted(heights) and heights[-1] == np.isfinite(own).mean()
    solved = np.mean([min(line) < np.inf for line in times])
    assert (ratios <= 1).mean().sum() >= solved - 1e-12


def test_scaling_fits_certified_cases_alone() -> None:
    first, second = series_of(SCALING)
    assert (first.label, second.label) == ("highs", "lemke")
    assert first.law is not None and first.law.exponent == pytest.approx(1.5)
    assert second.law is not None and second.law.exponent == pytest.approx(2.0)
    assert points(second.failed) == [(70_000.0, 60.0)] and len(second.measured) == 4
    by_phase = series_of(SCALING, time="phases.solve")
    assert by_phase[0].law is not None and by_phase[0].law.exponent == pytest.approx(1.0)


def test_a_stopped_case_has_the_size_that_another_case_of_its_game_has() -> None:
    rows = [
        made_row("leduc", {"ranks": 6}, backend="highs", nodes=500, sequences=9, seconds=1.0),
        made_row("leduc", {"ranks": 6}, backend="lemke", seconds=3.0, outcome=Outcome.TIMED_OUT),
        made_row("leduc", {"ranks": 8}, backend="lemke", seconds=3.0, outcome=Outcome.TIMED_OUT),
        made_row("leduc", {"ranks": 6}, backend="cfr", shrink="lossless", seconds=3.0, outcome=Outcome.TIMED_OUT),
    ]
    failed = {series.label: points(series.failed) for series in series_of(rows)}
    assert failed["lemke"] == [(500.0, 3.0)] and failed["cfr"] == [(500.0, 3.0)]
    assert "cfr" not in [series.label for series in series_of(rows, "sequences")]


def test_scaling_leaves_refused_cases_out_with_a_note() -> None:
    refused = [made_row("battle", nodes=7, seconds=1e-3, outcome=Outcome.REFUSED)]
    assert len(series_of([*SCALING, *refused])) == 2
    assert "1 refused case left out" in drawn("scaling", [*SCALING, *refused]).notes


def test_scaling_by_a_phase_leaves_out_cases_without_it() -> None:
    picture = drawn("scaling", SCALING, y="phases.solve")
    assert all(series.failed.empty for series in series_of(SCALING, time="phases.solve"))
    assert picture.notes[-1] == "1 case without seconds to solve left out"
    assert picture.draw().axes[0].get_ylabel() == "seconds to solve"


def test_scaling_fits_each_game_with_sizes_enough_by_itself() -> None:
    single = [made_row(game, backend="highs", nodes=50, seconds=1.0) for game in ("pennies", "battle")]
    rows = [*SCALING, *single]
    assert [series.label for series in series_of(rows)] == ["kuhn, highs", "kuhn, lemke", "other games, highs"]
    assert series_of(rows)[0].law == series_of(SCALING)[0].law
    assert any("several games: battle, pennies" in note for note in drawn("scaling", rows).notes)
    mixed = drawn("scaling", rows, by=["backend"])
    assert any("tell them apart by game,backend" in note for note in mixed.notes)
    assert not any("several games" in note for note in drawn("scaling", rows, by=["game", "backend"]).notes)


def test_scaling_notes_series_with_too_few_sizes_to_fit() -> None:
    notes = drawn("scaling", [row for row in SCALING if row.nodes in (10, 100)]).notes
    assert notes == ("highs: 2 sizes, too few to fit an exponent", "lemke: 2 sizes, too few to fit an exponent")


def test_scaling_draws_every_case_where_it_belongs() -> None:
    axes = drawn("scaling", SCALING).draw().axes[0]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    dots = axes.lines[0]
    assert np.array_equal(dots.get_xdata(), SIZES)
    assert np.allclose(dots.get_ydata(), [1e-5 * size**1.5 for size in SIZES])


def test_a_slow_first_run_among_several_does_not_tilt_the_fit() -> None:
    times = {10: (0.1, 0.1, 5.0), 100: (1.0, 1.1, 0.9), 1000: (10.0, 10.0, 10.0)}
    rows = [
        made_row("kuhn", {"ranks": size}, seed=seed, nodes=size, seconds=seconds)
        for size, found in times.items()
        for seed, seconds in enumerate(found)
    ]
    (series,) = series_of(rows)
    assert series.law is not None and series.law.exponent == pytest.approx(1.0)
    assert drawn("scaling", rows).notes == ("highs: nodes^(1.00 ± 0.00) fitted to the medians of 3 sizes, 9 cases",)


def test_profiles_compare_the_problems_given_to_every_backend() -> None:
    times, left_out = profile_times(frame_of(SCALING))
    assert left_out == 1  # ranks = 7 was given to lemke alone
    assert list(times) == ["highs", "lemke"] and len(times["highs"]) == 4
    failed = [made_row(backend="highs", seconds=1.0), made_row(backend="cvxpy", seconds=9.0, outcome=Outcome.CRASHED)]
    times, left_out = profile_times(frame_of(failed))
    assert times["cvxpy"].tolist() == [np.inf] and left_out == 0


def test_options_that_vary_within_a_backend_tell_solvers_apart() -> None:
    rows = [made_row(backend="highs", options={"raw.solver": name}, seconds=1.0) for name in ("ipm", "simplex")]
    times, _ = profile_times(frame_of(rows))
    assert list(times) == ["highs, raw.solver = ipm", "highs, raw.solver = simplex"]
    with pytest.raises(ModelError, match=r"there 2 times, with raw.solver = ipm and simplex; say --by"):
        profile_times(frame_of([*rows, made_row(backend="scipy")]), by=["backend"])


def test_cases_that_differ_in_nothing_are_repetitions_whose_median_counts() -> None:
    rows = [
        replace(made_row(backend=backend, seconds=seconds, outcome=outcome), key=f"{backend}{seconds}")
        for backend, seconds, outcome in [
            ("highs", 1.0, Outcome.CERTIFIED),
            ("highs", 3.0, Outcome.CERTIFIED),
            ("lemke", 5.0, Outcome.CERTIFIED),
            ("lemke", 6.0, Outcome.GAVE_UP),
        ]
    ]
    times, _ = profile_times(frame_of(rows))
    assert times.values.tolist() == [[2.0, np.inf]]


def test_profiles_name_the_seconds_that_they_compare() -> None:
    picture = drawn("profile", SCALING[:-1], y="phases.solve")
    assert picture.title == "performance profiles over 4 problems, seconds to solve"
    assert picture.draw().axes[0].get_xlabel() == "τ, times the best solver's seconds to solve"


def test_profiles_of_nothing_solved_are_refused() -> None:
    rows = [made_row(backend=backend, outcome=Outcome.CRASHED) for backend in ("highs", "lemke")]
    with pytest.raises(ModelError, match="profile plot: needs certified cases; none of the 1 problem was solved"):
        drawn("profile", rows)


def test_solvers_without_common_problems_are_listed_apart() -> None:
    rows = [
        made_row("kuhn", backend="highs", options={"tolerance": tolerance}, seconds=1.0) for tolerance in (0.1, 0.2)
    ] + [made_row("leduc", backend="lemke")]
    with pytest.raises(
        ModelError, match=r"of highs, tolerance = 0\.1; highs, tolerance = 0\.2; lemke, and there is none"
    ):
        drawn("profile", rows)


def test_approximate_answers_are_solved_only_if_asked_for() -> None:
    rows = [
        made_row(backend="cfr", shrink=shrink, outcome=outcome, seconds=1.0, nodes=nodes, seed=nodes)
        for nodes in (1, 2, 3)
        for shrink, outcome in (("lossless", Outcome.CERTIFIED), ("threshold=9", Outcome.APPROXIMATE))
    ]
    times, _ = profile_times(frame_of(rows))
    assert set(times["cfr, threshold=9"]) == {np.inf}
    assert series_of(rows)[1].measured.empty
    counted = counting_approximate(frame_of(rows))
    assert set(profile_times(counted)[0]["cfr, threshold=9"]) == {1.0}
    assert len(scaling_series(counted)[1].measured) == 3


def test_a_series_without_a_certified_answer_has_a_cross_in_the_legend_of_scaling() -> None:
    failed = made_row("kuhn", {"ranks": 9}, backend="pdhg", nodes=90, seconds=3.0, outcome=Outcome.TIMED_OUT)
    legend = drawn("scaling", [*SCALING, failed]).draw().legends[0]
    marks = {
        text.get_text().partition(":")[0]: mark.get_marker()
        for text, mark in zip(legend.get_texts(), legend.get_lines(), strict=True)
    }
    assert (marks["pdhg"], marks["no certified answer"]) == ("x", "x")
    assert "x" not in (marks["highs"], marks["lemke"]) and len(marks) == 4


def test_messages_of_profiles_list_no_more_than_eight_solvers() -> None:
    rows = [made_row(backend="highs", options={"tolerance": number}, seed=number, seconds=1.0) for number in range(12)]
    with pytest.raises(ModelError, match="tolerance = 7 and 4 others, and there is none"):
        drawn("profile", rows)


def test_repeated_cases_of_a_profile_are_named_by_the_columns_that_they_share() -> None:
    rows = [made_row(backend=backend, options={"time_limit": 3}, seconds=1.0) for backend in ("highs", "lemke")]
    with pytest.raises(
        ModelError, match="kuhn time_limit=3 is there 2 times, with backend = highs and lemke; say --by"
    ):
        drawn("profile", rows, by=["game"])
