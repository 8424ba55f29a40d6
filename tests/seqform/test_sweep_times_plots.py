"""Pictures of times: exponents of what was certified, and profiles of what all solvers were given."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sweep_picture_rows import SCALING, SIZES
from sweep_rows import made_row

from seqform.errors import ModelError
from seqform.experiments.report.data import counting_approximate
from seqform.experiments.report.page import picture_of
from seqform.experiments.report.profile import profile_times
from seqform.experiments.report.scaling import scaling_series
from seqform.experiments.rows import Outcome

pytest.importorskip("matplotlib", reason="plots are an extra")


def test_scaling_fits_certified_cases_alone() -> None:
    first, second = scaling_series(SCALING)
    assert (first.label, second.label) == ("highs", "lemke")
    assert first.law is not None and first.law.exponent == pytest.approx(1.5)
    assert second.law is not None and second.law.exponent == pytest.approx(2.0)
    assert second.failed == [(70_000.0, 60.0)] and second.law.points == 4
    by_phase = scaling_series(SCALING, time="phases.solve")
    assert by_phase[0].law is not None and by_phase[0].law.exponent == pytest.approx(1.0)


def test_a_stopped_case_has_the_size_that_another_case_of_its_game_has() -> None:
    rows = [
        made_row("leduc", {"ranks": 6}, backend="highs", nodes=500, sequences=9, seconds=1.0),
        made_row("leduc", {"ranks": 6}, backend="lemke", seconds=3.0, outcome=Outcome.TIMED_OUT),
        made_row("leduc", {"ranks": 8}, backend="lemke", seconds=3.0, outcome=Outcome.TIMED_OUT),
        made_row("leduc", {"ranks": 6}, backend="cfr", shrink="lossless", seconds=3.0, outcome=Outcome.TIMED_OUT),
    ]
    failed = {series.label: series.failed for series in scaling_series(rows)}
    assert failed["lemke"] == [(500.0, 3.0)] and failed["cfr"] == [(500.0, 3.0)]
    assert "cfr" not in [series.label for series in scaling_series(rows, "sequences")]


def test_scaling_leaves_refused_cases_out_and_says_so() -> None:
    refused = [made_row("battle", nodes=7, seconds=1e-3, outcome=Outcome.REFUSED)]
    assert scaling_series([*SCALING, *refused]) == scaling_series(SCALING)
    assert "1 refused case left out" in picture_of("scaling", [*SCALING, *refused]).notes


def test_scaling_by_a_phase_leaves_out_what_has_no_seconds_of_it() -> None:
    picture = picture_of("scaling", SCALING, y="phases.solve")
    assert all(not series.failed for series in scaling_series(SCALING, time="phases.solve"))
    assert picture.notes[-1] == "1 case without seconds to solve left out"
    assert picture.draw().axes[0].get_ylabel() == "seconds to solve"


def test_scaling_fits_each_game_with_sizes_enough_by_itself() -> None:
    single = [made_row(game, backend="highs", nodes=50, seconds=1.0) for game in ("pennies", "battle")]
    rows = [*SCALING, *single]
    assert [series.label for series in scaling_series(rows)] == ["kuhn, highs", "kuhn, lemke", "other games, highs"]
    assert scaling_series(rows)[0].law == scaling_series(SCALING)[0].law
    assert any("several games: battle, pennies" in note for note in picture_of("scaling", rows).notes)
    mixed = picture_of("scaling", rows, by=["backend"])
    assert any("tell them apart by game,backend" in note for note in mixed.notes)
    assert not any("several games" in note for note in picture_of("scaling", rows, by=["game", "backend"]).notes)


def test_scaling_says_where_there_is_too_little_to_fit() -> None:
    notes = picture_of("scaling", [row for row in SCALING if row.nodes in (10, 100)]).notes
    assert notes == ("highs: 2 sizes, too few to fit an exponent", "lemke: 2 sizes, too few to fit an exponent")


def test_scaling_draws_every_case_where_it_belongs() -> None:
    axes = picture_of("scaling", SCALING).draw().axes[0]
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
    (series,) = scaling_series(rows)
    assert series.law is not None and series.law.exponent == pytest.approx(1.0)
    assert picture_of("scaling", rows).notes == (
        "highs: nodes^(1.00 ± 0.00) fitted to the medians of 3 sizes, 9 cases",
    )


def test_profiles_compare_what_every_backend_was_given() -> None:
    times, left_out = profile_times(SCALING)
    assert left_out == 1  # ranks = 7 was given to lemke alone
    assert list(times) == ["highs", "lemke"] and len(times["highs"]) == 4
    failed = [made_row(backend="highs", seconds=1.0), made_row(backend="cvxpy", seconds=9.0, outcome=Outcome.CRASHED)]
    times, left_out = profile_times(failed)
    assert list(times["cvxpy"].values()) == [None] and left_out == 0


def test_options_that_vary_within_a_backend_tell_solvers_apart() -> None:
    rows = [made_row(backend="highs", options={"raw.solver": name}, seconds=1.0) for name in ("ipm", "simplex")]
    times, _ = profile_times(rows)
    assert list(times) == ["highs, raw.solver = ipm", "highs, raw.solver = simplex"]
    with pytest.raises(ModelError, match=r"there 2 times, with raw.solver = ipm and simplex; say --by"):
        profile_times([*rows, made_row(backend="scipy")], by=["backend"])


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
    times, _ = profile_times(rows)
    assert [list(given.values()) for given in times.values()] == [[2.0], [None]]


def test_profiles_say_which_seconds_they_compare() -> None:
    picture = picture_of("profile", SCALING[:-1], y="phases.solve")
    assert picture.title == "performance profiles over 4 problems, seconds to solve"
    assert picture.draw().axes[0].get_xlabel() == "τ, times the best solver's seconds to solve"


def test_profiles_of_nothing_solved_are_refused() -> None:
    rows = [made_row(backend=backend, outcome=Outcome.CRASHED) for backend in ("highs", "lemke")]
    with pytest.raises(ModelError, match="profile plot: needs certified cases; none of the 1 problem was solved"):
        picture_of("profile", rows)


def test_solvers_without_common_problems_are_listed_apart() -> None:
    rows = [
        made_row("kuhn", backend="highs", options={"tolerance": tolerance}, seconds=1.0) for tolerance in (0.1, 0.2)
    ] + [made_row("leduc", backend="lemke")]
    with pytest.raises(
        ModelError, match=r"of highs, tolerance = 0\.1; highs, tolerance = 0\.2; lemke, and there is none"
    ):
        picture_of("profile", rows)


def test_approximate_answers_are_solved_only_if_asked_for() -> None:
    rows = [
        made_row(backend="cfr", shrink=shrink, outcome=outcome, seconds=1.0, nodes=nodes, seed=nodes)
        for nodes in (1, 2, 3)
        for shrink, outcome in (("lossless", Outcome.CERTIFIED), ("threshold=9", Outcome.APPROXIMATE))
    ]
    times, _ = profile_times(rows)
    assert set(times["cfr, threshold=9"].values()) == {None}
    assert not scaling_series(rows)[1].measured
    counted = counting_approximate(rows)
    assert set(profile_times(counted)[0]["cfr, threshold=9"].values()) == {1.0}
    assert len(scaling_series(counted)[1].measured) == 3


def test_a_series_without_a_certified_answer_has_a_cross_in_the_legend_of_scaling() -> None:
    failed = made_row("kuhn", {"ranks": 9}, backend="pdhg", nodes=90, seconds=3.0, outcome=Outcome.TIMED_OUT)
    legend = picture_of("scaling", [*SCALING, failed]).draw().legends[0]
    marks = {
        text.get_text().partition(":")[0]: mark.get_marker()
        for text, mark in zip(legend.get_texts(), legend.get_lines(), strict=True)
    }
    assert (marks["pdhg"], marks["no certified answer"]) == ("x", "x")
    assert "x" not in (marks["highs"], marks["lemke"]) and len(marks) == 4


def test_messages_of_profiles_list_no_more_than_eight_solvers() -> None:
    rows = [made_row(backend="highs", options={"tolerance": number}, seed=number, seconds=1.0) for number in range(12)]
    with pytest.raises(ModelError, match="tolerance = 7 and 4 others, and there is none"):
        picture_of("profile", rows)


def test_cases_of_a_profile_that_are_there_twice_are_named_by_what_they_share() -> None:
    rows = [made_row(backend=backend, options={"time_limit": 3}, seconds=1.0) for backend in ("highs", "lemke")]
    with pytest.raises(
        ModelError, match="kuhn time_limit=3 is there 2 times, with backend = highs and lemke; say --by"
    ):
        picture_of("profile", rows, by=["game"])
