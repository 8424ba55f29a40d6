"""Pictures of a sweep: the measured numbers, the same file every time, and errors with what is needed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from sweep_rows import CONVERGENCE, PICTURED, SWEPT, THRESHOLD, drawn, made_row

from seqform.errors import ModelError, OptionError
from seqform.experiments.report import PLOTS
from seqform.experiments.report.data import frame_of
from seqform.experiments.report.figure import MEDIANS, picture_svg, write_picture
from seqform.experiments.report.page import all_pictures
from seqform.experiments.report.parameter import threshold_points
from seqform.experiments.report.times import gap_curve
from seqform.experiments.rows import Outcome

for package in ("pandas", "matplotlib"):
    pytest.importorskip(package, reason="pictures need the extras 'sweeps' and 'plots'")

LABELS = {
    "sweep": [
        "value to player 1", "probability, player 1", "player 1 at K: bet", "kuhn, ante = 2", "highs", "scipy", "bet",
    ],
    "scaling": ["nodes of the tree", "seconds", "highs:  exponent 1.50 ± 0.00", "no certified answer: not fitted"],
    "profile": ["highs:  solves 100%", "solved within τ, of 4 problems"],
    "convergence": ["gap between the bounds", "cfr", "pdhg", "leduc"],
    "threshold": ["nash_conv in the real game,", "threshold", "sequences", "leduc"],
}  # fmt: skip


@pytest.mark.parametrize("kind", PLOTS)
def test_the_same_rows_in_any_order_give_the_same_svg_with_its_text_as_text(kind: str, tmp_path: Path) -> None:
    choices = {"x": "bet"} if kind == "sweep" else {}
    for name, rows in (("a.svg", PICTURED[kind]), ("b.svg", PICTURED[kind][::-1])):
        write_picture(drawn(kind, rows, **choices), tmp_path / name)
    first = (tmp_path / "a.svg").read_bytes()
    assert first == (tmp_path / "b.svg").read_bytes()
    assert b"<dc:date>" not in first
    root = ElementTree.fromstring(first)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = {"".join(part.itertext()).strip() for part in root.iter() if part.tag.endswith("text")}
    assert set(LABELS[kind]) <= texts


def test_a_png_is_written_and_dollar_signs_begin_no_formula(tmp_path: Path) -> None:
    write_picture(drawn("threshold", THRESHOLD), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    rows = [made_row("a$b$c.efg", {"x": x}, value=(0.0, 0.0)) for x in (1, 2)]
    write_picture(drawn("sweep", rows), tmp_path / "a.svg")
    assert "a$b$c.efg" in (tmp_path / "a.svg").read_text()


def test_identifiers_of_two_pictures_on_a_page_differ() -> None:
    picture = drawn("threshold", THRESHOLD)
    first, second = (set(re.findall(r'\bid="([^"]+)"', picture_svg(picture, prefix))) for prefix in ("a", "b"))
    assert first and not first & second
    used = re.findall(r'url\(#([^)]+)\)|xlink:href="#([^"]+)"', picture_svg(picture, "a"))
    assert used and {left or right for left, right in used} <= first


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("sweep", "needs a parameter with two or more numbers"),
        ("scaling", "needs certified cases with seconds, of games with different numbers of nodes, and all have 58"),
        ("profile", "needs the same problems solved in two or more ways.*here there is only highs"),
        ("convergence", "needs cases whose solver records bounds on the value"),
        ("threshold", 'needs cases with preprocess = "threshold=T" for two or more.*in no case here are hands merged'),
    ],
)
def test_a_plot_without_data_lists_what_would_be_needed(kind: str, needed: str) -> None:
    with pytest.raises(ModelError, match=f"^{kind} plot: {needed}"):
        drawn(kind, [made_row(nodes=58, seconds=1.0, value=(0.0, 0.0))])


@pytest.mark.parametrize(
    ("kind", "choices", "problem"),
    [
        ("pie", {}, "--plot pie: unknown; there are sweep, scaling"),
        ("sweep", {}, "choose with --x the parameter to draw against; there are ante, bet"),
        ("sweep", {"x": "bets"}, "--x bets: no case of this store has it"),
        ("sweep", {"x": "bet", "y": "nodes"}, "--y nodes: of no meaning"),
        ("scaling", {"x": "bet"}, "--x bet: of a scaling plot one of nodes, sequences, infosets"),
        ("scaling", {"y": "bet"}, "--y bet: of a scaling plot seconds, or phases.NAME"),
        ("profile", {"x": "bet"}, "--x bet: of no meaning"),
        ("convergence", {"x": "bet"}, "one of seconds, iterations"),
        ("threshold", {"y": "bet"}, "one of sequences, seconds"),
        ("threshold", {"by": ["backend", "abstraction"]}, "the abstraction distinguishes no lines"),
    ],
)
def test_options_without_meaning_are_refused(kind: str, choices: dict[str, str], problem: str) -> None:
    with pytest.raises(OptionError, match=re.escape(problem)):
        drawn(kind, SWEPT, **choices)


def test_too_many_series_are_refused_with_a_way_out() -> None:
    rows = [made_row(backend=f"b{n}", nodes=size, seconds=1.0, seed=size) for n in range(13) for size in (1, 2)]
    with pytest.raises(ModelError, match=r"13 kinds of cases are too many.*--where.*--by"):
        drawn("scaling", rows)
    assert drawn("scaling", rows, by=["game"]).notes == ("kuhn: 2 sizes, too few to fit an exponent",)


def test_all_pictures_are_those_with_data_and_the_rest_is_explained() -> None:
    pictures, missing = all_pictures(frame_of(SWEPT))
    assert [(picture.kind, picture.title) for picture in pictures] == [
        ("sweep", "the value against ante"),
        ("sweep", "the value against bet"),
        ("profile", "performance profiles over 6 problems"),
    ]
    assert [problem.partition(" plot")[0] for problem in missing] == ["scaling", "convergence", "threshold"]
    rows = [made_row("kuhn", {"bet": bet}, backend=f"b{n}", value=(0.0, 0.0)) for n in range(13) for bet in (1, 2)]
    assert all_pictures(frame_of(rows))[1][0].startswith("--x bet: sweep plot: 13 kinds of cases")


# ---- convergence ----

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
    assert picture.draw().axes[0].lines[-1].get_markerfacecolor() == "white"


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


# ---- threshold ----


def test_thresholds_are_drawn_in_order_and_the_infinite_one_is_noted() -> None:
    picture = drawn("threshold", THRESHOLD)
    upper, lower = picture.draw().axes
    assert np.asarray(upper.lines[0].get_xydata()).tolist() == [[0.0, 0.0], [0.5, 0.3], [1.0, 0.8]]
    assert np.asarray(lower.lines[0].get_xydata()).tolist() == [[0.0, 90.0], [0.5, 20.0], [1.0, 9.0]]
    assert picture.notes == ("leduc: nash_conv 0 at threshold 0, 0.8 at 1, 2 where everything is merged",)


def test_nash_conv_without_merging_is_a_line_of_its_own() -> None:
    exact = [made_row(game, abstraction="lossless", nash_conv=lost) for game, lost in (("leduc", 0.01), ("kuhn", 0.5))]
    picture = drawn("threshold", [*THRESHOLD, *exact])
    assert picture.notes[0].endswith(", 0.01 where nothing is lost")
    figure = picture.draw()
    assert [0.01, 0.01] in [np.asarray(line.get_ydata()).tolist() for line in figure.axes[0].lines]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["leduc", "nothing lost by merging"]


def test_several_cases_of_a_threshold_are_drawn_around_their_median() -> None:
    rows = [
        made_row("leduc", abstraction=f"threshold={level}", seed=seed, nash_conv=level, seconds=seconds)
        for level, found in ((0.0, (1.0, 2.0, 9.0)), (0.5, (3.0, 5.0, 4.0)))
        for seed, seconds in enumerate(found)
    ]
    picture = drawn("threshold", rows, y="seconds")
    median, others = picture.draw().axes[1].lines
    assert np.asarray(median.get_xydata()).tolist() == [[0.0, 2.0], [0.5, 4.0]]
    assert np.asarray(others.get_xydata()).tolist() == [[0.0, 1.0], [0.0, 9.0], [0.5, 3.0], [0.5, 5.0]]
    assert picture.notes[-1] == MEDIANS
    assert MEDIANS not in drawn("threshold", THRESHOLD).notes


def test_options_mixed_in_a_line_of_the_threshold_plot_are_noted() -> None:
    rows = [
        made_row("leduc", abstraction=f"threshold={level}", options={"time_limit": limit}, nash_conv=level * limit)
        for level in (1, 2)
        for limit in (3, 5)
    ]
    series = threshold_points(frame_of(rows))["series"].unique().tolist()
    assert series == ["leduc, time_limit = 3", "leduc, time_limit = 5"]
    assert drawn("threshold", rows, by=["backend"]).notes[0] == (
        "leduc, highs: nash_conv 3 to 5 at threshold 1, 6 to 10 at 2, "
        "of cases with time_limit = 3 and 5, which --by can distinguish"
    )


def test_coinciding_lines_of_the_threshold_plot_are_all_visible() -> None:
    rows = [
        made_row("leduc", abstraction=f"threshold={level}", backend=backend, nash_conv=level, sequences=9 - level)
        for level in (1, 2)
        for backend in ("cfr", "highs")
    ]
    for axes in drawn("threshold", rows).draw().axes:
        lower, upper = axes.lines
        assert lower.get_linewidth() > upper.get_linewidth()
        assert lower.get_linestyle() != upper.get_linestyle()


def test_the_threshold_plot_notes_the_cases_of_its_games_that_it_leaves_out() -> None:
    stopped = [
        made_row("leduc", abstraction=kind, outcome=Outcome.TIMED_OUT) for kind in ("lossless", "threshold=0.25", None)
    ]
    refused = made_row("leduc", abstraction="threshold=3", backend="pdhg", outcome=Outcome.REFUSED)
    others = [made_row("leduc", abstraction=kind, nash_conv=1.0) for kind in ("published", "threshold=0.1,0.2")]
    elsewhere = made_row("kuhn", outcome=Outcome.TIMED_OUT)
    assert drawn("threshold", [*THRESHOLD, *stopped, refused, *others, elsewhere]).notes[1:] == (
        "4 cases without an answer left out: 1 refused, 3 timed out; "
        "abstraction = lossless, none, threshold=0.25, threshold=3",
        "2 cases without a single threshold left out: abstraction = published, threshold=0.1,0.2",
    )
