"""Pictures of every kind: files, options, errors with what is needed, the plotting layer, exponents and profiles."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sweep_rows import PICTURED, SCALING, SWEPT, THRESHOLD, WATCHED, drawn, lines_of, made_row

from seqform.errors import ModelError, OptionError
from seqform.experiments.report import PLOTS, times
from seqform.experiments.report.data import counting_approximate, frame_of
from seqform.experiments.report.figure import (
    CHARACTERS,
    EXPLAINED,
    MARKERS,
    MOST_SERIES,
    NOT_CERTIFIED,
    VALUES,
    WIDTH,
    Picture,
    broken,
    picture_svg,
    points_of,
    value_colors,
    write_picture,
)
from seqform.experiments.report.page import all_pictures
from seqform.experiments.report.times import power_law, profile_times, scaling_points
from seqform.experiments.rows import Outcome, Row
from seqform.io.figures import LINES, THEMES, curve_colors, styled

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.text import Text

pytestmark = pytest.mark.slow

for package in ("pandas", "matplotlib"):
    pytest.importorskip(package, reason="pictures need the extras 'sweeps' and 'plots'")

LABELS = {
    "sweep": [
        "value to player 1", "probability, player 1", "player 1 at K: bet", "kuhn, ante = 2", "highs", "scipy", "bet",
    ],
    "scaling": ["nodes of the tree", "seconds", "highs:  exponent 1.50 ± 0.00", EXPLAINED["failed"]],
    "profile": ["highs:  solves 100%", "% solved within τ, of 4 problems"],
    "convergence": ["gap between the bounds", "cfr", "pdhg", "leduc"],
    "threshold": ["nash_conv in the real game,", "threshold", "sequences", "leduc"],
}  # fmt: skip


@pytest.mark.parametrize("kind", PLOTS)
def test_the_same_rows_in_any_order_give_the_same_svg_with_its_text_as_text(
    kind: str, tmp_path: Path
) -> None:
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
    first, second = (
        set(re.findall(r'\bid="([^"]+)"', picture_svg(picture, prefix))) for prefix in ("a", "b")
    )
    assert first and not first & second
    used = re.findall(r'url\(#([^)]+)\)|xlink:href="#([^"]+)"', picture_svg(picture, "a"))
    assert used and {left or right for left, right in used} <= first


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("sweep", "needs a parameter with two or more numbers"),
        (
            "scaling",
            "needs certified cases with seconds, of games with different numbers of nodes, and all have 58",
        ),
        ("profile", "needs the same problems solved in two or more ways.*here there is only highs"),
        ("convergence", "needs cases whose solver records bounds on the value"),
        (
            "threshold",
            'needs cases with preprocess = "threshold=T" for two or more.*in no case here are hands merged',
        ),
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
        (
            "scaling",
            {"y": "bet"},
            "--y bet: of a scaling plot one of seconds, solver_seconds, phases.NAME",
        ),
        ("profile", {"x": "bet"}, "--x bet: of no meaning"),
        ("convergence", {"x": "bet"}, "one of seconds, iterations"),
        ("threshold", {"y": "bet"}, "one of sequences, seconds"),
        ("threshold", {"by": ["backend", "abstraction"]}, "the abstraction distinguishes no lines"),
    ],
)
def test_options_without_meaning_are_refused(
    kind: str, choices: dict[str, str], problem: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(problem)):
        drawn(kind, SWEPT, **choices)


def test_too_many_series_are_refused_with_a_way_out() -> None:
    rows = [
        made_row(backend=f"b{n}", nodes=size, seconds=1.0, seed=size)
        for n in range(13)
        for size in (1, 2)
    ]
    with pytest.raises(ModelError, match=r"13 kinds of cases are too many.*--where.*--by"):
        drawn("scaling", rows)
    assert drawn("scaling", rows, by=["game"]).notes == (
        "kuhn: 2 sizes, too few to fit an exponent",
    )


def test_all_pictures_are_those_with_data_and_the_rest_is_explained() -> None:
    pictures, missing = all_pictures(frame_of(SWEPT))
    assert [(picture.kind, picture.title) for picture in pictures] == [
        ("sweep", "the value against ante"),
        ("sweep", "the value against bet"),
        ("profile", "performance profiles over 6 problems"),
    ]
    assert [problem.partition(" plot")[0] for problem in missing] == [
        "scaling",
        "convergence",
        "threshold",
    ]
    rows = [
        made_row("kuhn", {"bet": bet}, backend=f"b{n}", value=(0.0, 0.0))
        for n in range(13)
        for bet in (1, 2)
    ]
    assert all_pictures(frame_of(rows))[1][0].startswith("--x bet: sweep plot: 13 kinds of cases")


SPANS = {"kuhn": 30.0, "leduc": 3000.0, "tiny": 3.0}
CROWDED = {
    "convergence": [
        made_row(
            game,
            backend=backend,
            bounds=[(n, 1e-3 * span**n, -1.0, 1.0 / span**n) for n in (0, 0.5, 1)],
        )
        for game, span in SPANS.items()
        for backend in ("cfr", "pdhg")
    ],
    "tolerance": [
        made_row(game, options={"tolerance": tolerance}, value=(0.0, 0.0))
        for game in ("kuhn", "leduc", "pennies")
        for tolerance in (1e-4, 1e-2)
    ],
    "bet": [
        made_row(game, {**more, "bet": bet}, value=(0.0, 0.0))
        for game, more in (
            ("leduc", {}),
            *(
                ("kuhn", {"ante_of_both": ante, "most_raises": raises})
                for ante in (1, 2)
                for raises in (1, 2)
            ),
        )
        for bet in (1, 2)
    ],
}


SPREAD = (
    (4e-4, 0.013, 2),
    (58, 9457, 1),
    (1e-9, 2.0, 2),
    (31, 43, 2),
    (1, 1e9, 1),
    (7, 7, 2),
    (2e-5, 3e4, 1),
)
"""Ends of logarithmic axes, with the number of panels."""


@pytest.mark.parametrize("name", [*CROWDED, *range(len(SPREAD))])
def test_no_labels_lie_on_each_other_and_logarithmic_axes_have_some(name: str | int) -> None:
    with styled():
        if isinstance(name, int):
            low, high, panels = SPREAD[name]
            points = points_of(
                [low, high] * panels, [low, high] * panels, panel=np.repeat([*"ab"[:panels]], 2)
            )
            picture = Picture("scaling", "", points, "x", logarithmic="xy")
        else:
            how = {} if name == "convergence" else {"x": name}
            picture = drawn("sweep" if how else name, CROWDED[name], **how)
        figure = picture.draw()
        figure.draw_without_rendering()
        axes = [axis for one in figure.axes for axis in (one.xaxis, one.yaxis)]
        ticks = [[label for label in shown(axis) if label.get_text()] for axis in axes]
        texts = [
            *chain(*ticks),
            *(
                text
                for one in figure.axes
                for text in (one.title, one.xaxis.label, one.yaxis.label)
            ),
        ]
        boxes = [text.get_window_extent() for text in texts if text.get_text()]
    assert not any(first.overlaps(second) for first, second in combinations(boxes, 2))
    assert not isinstance(name, int) or min(map(len, ticks)) >= 1 + (high > 10 * low)


def shown(axis: Axis) -> list[Text]:
    """Return the labels that an axis shows, which are those within its limits."""
    low, high = sorted(axis.get_view_interval())
    ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    return [tick.label1 for tick in ticks if tick.label1.get_visible()]


def test_as_many_series_as_are_drawn_have_lines_marks_and_colours_of_their_own() -> None:
    for looks in (LINES, MARKERS, curve_colors()):
        assert len(set(looks)) == len(looks) >= MOST_SERIES
    import pandas as pd
    from matplotlib.lines import Line2D

    def dashes_of(line: Any) -> str:
        return str(line._unscaled_dash_pattern)

    frames = [points_of([0, 1], [k, k], series=f"ante = {k}") for k in range(MOST_SERIES)]
    figure = Picture("sweep", "", pd.concat(frames), "x").draw()
    handles = figure.legends[0].get_lines()
    for look in (Line2D.get_color, Line2D.get_marker, dashes_of):
        assert len({look(line) for line in handles}) == MOST_SERIES
    # So have measures of a single series, here eight of them.
    frames = [points_of([0, 1], [k, k], hue=f"player 1 at {k}: bet") for k in range(8)]
    of_hues = Picture("sweep", "", pd.concat(frames), "x").draw().legends[0].get_lines()
    for look in (Line2D.get_color, Line2D.get_marker, dashes_of):
        assert len({look(line) for line in of_hues}) == 8
    # A handle is long enough for more than a period of its dashes.
    for line, dashes in zip(handles, LINES, strict=True):
        period = 0 if dashes == "-" else sum(dashes[1])
        length = float(np.ptp(line.get_xdata()))
        assert length >= 1.3 * period * line.get_linewidth()


@given(st.text("ab ,:(/=1", max_size=80), st.integers(4, 30))
def test_titles_are_broken_between_words(text: str, width: int) -> None:
    lines = broken(text, width, 100)
    assert all(len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    # A word that fits on a line is on one.
    for word in text.split():
        assert len(word) > width or any(word in line for line in lines)


def test_a_long_game_is_broken_behind_its_file_and_parameters() -> None:
    title = "./folder/market.py:used_cars(quality=3,price=1/2), seed = 1"
    assert broken(title, 26, 5) == [
        "./folder/market.py:",
        "used_cars(quality=3,",
        "price=1/2), seed = 1",
    ]
    assert broken(title, 26, 2) == ["./folder/market.py:", "used_cars(quality=3,…"]
    import pandas as pd

    panel = points_of([0, 1], [0, 1], panel=title + ", and more of it" * 4)
    other = points_of([0, 1], [0, 1], panel="other")
    figure = Picture("sweep", "", pd.concat([panel, other]), "x").draw()
    shown = figure.axes[0].get_title().split("\n")
    assert max(map(len, shown)) <= int(WIDTH * CHARACTERS)
    assert shown[:2] == [
        "./folder/market.py:used_cars(quality=3,",
        "price=1/2), seed = 1, and more of it,",
    ]


def test_series_differ_and_the_legend_has_them_with_hollow_marks_and_layers() -> None:
    layers = ["curve", "curve", "failed", "baseline"]
    points = points_of(
        [1, 2, 3, 4],
        [1, 2, 3, 4],
        series=["a", "b", "b", "b"],
        layer=layers,
        certified=[0, 1, 1, 1],
    )
    figure = Picture("sweep", "", points.astype({"certified": bool}), "x").draw()
    marks = figure.legends[0].get_lines()
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "a",
        "b",
        *EXPLAINED.values(),
        NOT_CERTIFIED,
    ]
    assert (
        len({mark.get_color() for mark in marks[:2]})
        == len({mark.get_marker() for mark in marks[:2]})
        == 2
    )
    hollow = [
        line
        for line in figure.axes[0].lines
        if line.get_markerfacecolor() == THEMES["light"].background
    ]
    assert [np.asarray(line.get_xdata()).tolist() for line in hollow] == [[1]]


def test_no_colour_of_a_value_is_one_of_a_series() -> None:
    points = points_of(range(4), range(4), hue=[*VALUES, "p", "q"])
    colors = [
        mark.get_color() for mark in Picture("sweep", "", points, "x").draw().legends[0].get_lines()
    ]
    assert len(colors) == len(set(colors)) == 4
    for name in THEMES:
        with styled(name):
            assert not set(value_colors()) & set(curve_colors())


def test_only_the_panels_that_fit_a_page_are_drawn() -> None:
    picture = Picture(
        "sweep", "", points_of(range(20), range(20), panel=[*map(str, range(20))]), "x", ("a note",)
    )
    assert picture.points["panel"].nunique() == 12
    assert picture.notes == ("a note", "the first 12 of 20 panels are drawn; choose with --where")


INF = float("inf")
STRANGE = {
    "values": [
        made_row("kuhn", {"bet": bet}, value=(value, -value))
        for bet, value in ((1, INF), (2, 1.0), (3, -INF))
    ],
    "parameters": [
        made_row("kuhn", {"bet": bet}, value=(1.0, -1.0)) for bet in (10**400, INF, 1, 2)
    ],
    "probabilities": [
        made_row("kuhn", {"bet": n}, value=(0.0, 0.0), probabilities={WATCHED: INF}) for n in (1, 2)
    ],
    "bounds": [
        made_row(bounds=[(1, 1.0, -INF, INF), (2, INF, 0.0, 1.0), (3, 3.0, 0.0, float("nan"))])
    ],
    "gaps": [
        made_row("leduc", abstraction=f"threshold={n}", nash_conv=lost)
        for n, lost in ((0, INF), (1, INF))
    ],
    "times": [
        made_row("kuhn", {"ranks": n}, nodes=n, seconds=s)
        for n, s in ((1, INF), (2, 1.0), (3, 0.0), (4, 2.0))
    ],
}


@pytest.mark.parametrize("name", STRANGE)
def test_numbers_that_no_axis_has_are_left_out(name: str) -> None:
    pictures, _ = all_pictures(frame_of(STRANGE[name]))
    for number, picture in enumerate(pictures):
        assert np.isfinite(picture.points[["x", "y"]].to_numpy()).all()
        assert "<svg" in picture_svg(picture, f"p{number}")


@pytest.mark.parametrize("logarithmic", ["", "x", "xy"])
def test_numbers_that_leave_no_room_for_margins_are_left_out_with_a_note(logarithmic: str) -> None:
    numbers = [1e-308, 1.0, 1e150, 1e308]
    picture = Picture(
        "sweep", "", points_of(numbers, [1.0, 2.0, 3.0, 1e308]), "x", logarithmic=logarithmic
    )
    assert "<svg" in picture_svg(picture, "p")
    left_out = "2 points" if logarithmic else "1 point"
    assert picture.notes == (f"{left_out} beyond 1e+150 cannot be drawn; tables have the numbers",)


pandas: Any = sys.modules["pandas"]


def exponents(picture: Picture) -> dict[str, str]:
    """Return the exponent of every series in the legend, empty where there is none."""
    labels = (label.partition(":  exponent ") for label in picture.points["series"].unique())
    return {name: text.partition(" ")[0] for name, _, text in labels}


@given(
    st.floats(-2, 4),
    st.floats(1e-8, 1e2),
    st.lists(st.integers(1, 10**7), min_size=3, max_size=12, unique=True).filter(
        lambda x: max(x) > 1.5 * min(x)
    ),
)
def test_exact_power_laws_are_recovered(exponent: float, factor: float, sizes: list[int]) -> None:
    law: Any = power_law(
        pandas.DataFrame({"x": sizes, "y": [factor * size**exponent for size in sizes]})
    )
    assert law[:2] == pytest.approx((exponent, 0.0), abs=1e-9) and law[2] == pytest.approx(
        factor, rel=1e-6
    )


def test_scaling_fits_medians_of_certified_cases_alone_of_enough_sizes() -> None:
    picture = drawn("scaling", SCALING)
    assert exponents(picture) == {"highs": "1.50", "lemke": "2.00"}
    assert [*lines_of(picture, layer="failed").values()] == [[(70_000.0, 60.0)]]
    assert exponents(drawn("scaling", SCALING, y="phases.solve"))["highs"] == "1.00"
    few = drawn("scaling", [row for row in SCALING if row.nodes in (10, 100)])
    assert few.notes == (
        "highs: 2 sizes, too few to fit an exponent",
        "lemke: 2 sizes, too few to fit an exponent",
    )
    times = {10: (0.1, 0.1, 5.0), 100: (1.0, 1.1, 0.9), 1000: (10.0, 10.0, 10.0)}
    rows = [
        made_row("kuhn", {"ranks": size}, seed=seed, nodes=size, seconds=seconds)
        for size, found in times.items()
        for seed, seconds in enumerate(found)
    ]
    assert drawn("scaling", rows).notes == (
        "highs: nodes^(1.00 ± 0.00) fitted to the medians of 3 sizes, 9 cases",
    )


def test_scaling_fits_each_game_with_sizes_enough_by_itself() -> None:
    single = [
        made_row(game, backend="highs", nodes=50, seconds=1.0) for game in ("pennies", "battle")
    ]
    rows = [*SCALING, *single]
    picture = drawn("scaling", rows)
    assert exponents(picture) == {
        "kuhn, highs": "1.50",
        "kuhn, lemke": "2.00",
        "other games, highs": "",
    }
    assert any("several games: battle, pennies" in note for note in picture.notes)
    mixed = drawn("scaling", rows, by=["backend"])
    assert any("distinguish them with --by game,backend" in note for note in mixed.notes)
    assert not any(
        "several games" in note for note in drawn("scaling", rows, by=["game", "backend"]).notes
    )


def test_performance_profiles_step_where_they_should() -> None:
    inf = np.inf  # best times 1, 2, 4; the last problem is solved by no solver
    table = pandas.DataFrame(
        {"quick": [1.0, 2, inf, inf], "sure": [3.0, 2, 4, inf], "slow": [4.0, 8, 16, inf]}
    )
    found = {
        name: times.profile_steps(ratios).to_dict()
        for name, ratios in times.time_ratios(table).items()
    }
    assert found == {
        "quick": {1.0: 0.5},
        "sure": {1.0: 0.5, 3.0: 0.75},
        "slow": {1.0: 0.0, 4.0: 0.75},
    }


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


def test_profiles_compare_the_problems_given_to_every_backend_by_the_median_of_repetitions() -> (
    None
):
    seconds, left_out = profile_times(frame_of(SCALING))
    assert left_out == 1  # ranks = 7 was given to lemke alone
    assert list(seconds) == ["highs", "lemke"] and len(seconds["highs"]) == 4
    failed = [
        made_row(backend="highs", seconds=1.0),
        made_row(backend="cvxpy", seconds=9.0, outcome=Outcome.CRASHED),
    ]
    seconds, left_out = profile_times(frame_of(failed))
    assert seconds["cvxpy"].tolist() == [np.inf] and left_out == 0
    ended = [
        ("highs", 1.0, "certified"),
        ("highs", 3.0, "certified"),
        ("lemke", 5.0, "certified"),
        ("lemke", 6.0, "gave up"),
    ]
    rows = [
        replace(
            made_row(backend=backend, seconds=spent, outcome=Outcome(outcome)),
            key=f"{backend}{spent}",
        )
        for backend, spent, outcome in ended
    ]
    assert profile_times(frame_of(rows))[0].values.tolist() == [[2.0, np.inf]]


def limited(limits: Iterable[float], **about: Any) -> list[Row]:
    return [
        made_row(backend="highs", options={"tolerance": limit}, seconds=1.0, **about)
        for limit in limits
    ]


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
            [
                made_row(backend=backend, options={"time_limit": 3}, seconds=1.0)
                for backend in ("highs", "lemke")
            ],
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
        made_row(
            backend="cfr", abstraction=kind, outcome=outcome, seconds=1.0, nodes=nodes, seed=nodes
        )
        for nodes in (1, 2, 3)
        for kind, outcome in (("lossless", Outcome.CERTIFIED), ("threshold=9", Outcome.APPROXIMATE))
    ]
    for cases, seconds, measured in (
        (frame_of(rows), np.inf, 3),
        (counting_approximate(frame_of(rows)), 1.0, 6),
    ):
        assert set(profile_times(cases)[0]["cfr, threshold=9"]) == {seconds}
        assert scaling_points(cases)["certified"].sum() == measured
