"""Pictures of a sweep: what is drawn is what was measured, the same every time, and errors say what is needed."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from sweep_rows import made_row

from seqform.errors import ModelError, OptionError
from seqform.report.sweep_columns import counting_approximate
from seqform.report.sweep_convergence_plot import gaps
from seqform.report.sweep_figure import picture_svg, write_picture
from seqform.report.sweep_parameter_plot import parameter_panels, sweepable
from seqform.report.sweep_plots import PLOTS, all_pictures, picture_of
from seqform.report.sweep_profile_plot import profile_times
from seqform.report.sweep_scaling_plot import scaling_series
from seqform.report.sweep_threshold_plot import threshold_series
from seqform.sweeps.row import Outcome

pytest.importorskip("matplotlib", reason="plots are an extra")

SIZES = (10, 100, 1000, 10_000)
SCALING = [
    made_row(
        "kuhn",
        {"ranks": size},
        backend=backend,
        nodes=size,
        seconds=1e-5 * size**exponent,
        phases={"solve": 1e-6 * size},
        value=(0.0, 0.0),
    )
    for backend, exponent in (("highs", 1.5), ("lemke", 2.0))
    for size in SIZES
] + [made_row("kuhn", {"ranks": 7}, backend="lemke", nodes=70_000, seconds=60.0, outcome=Outcome.TIMED_OUT)]

WATCHED = "1:K:bet"
SWEEP = [
    made_row(
        "kuhn",
        {"ante": ante, "bet": bet},
        backend=backend,
        value=(-ante / bet, ante / bet),
        probabilities={WATCHED: 1 / bet},
    )
    for ante in (1, 2)
    for bet in (1, 2, 4)
    for backend in ("highs", "scipy")
]
THRESHOLD = [
    made_row("leduc", shrink=f"threshold={level}", nash_conv=nash_conv, seconds=1.0, sequences=size)
    for level, nash_conv, size in [("0.5", 0.3, 20), ("0", 0.0, 90), ("inf", 2.0, 4), ("1", 0.8, 9)]
]
CONVERGENCE = [
    made_row("leduc", backend=backend, bounds=[(step, step / rate, -1 / step, 1 / step) for step in (1, 10, 100)])
    for backend, rate in (("cfr", 10.0), ("pdhg", 100.0))
]
ROWS = {
    "sweep": SWEEP,
    "scaling": SCALING,
    "profile": SCALING[:-1],
    "convergence": CONVERGENCE,
    "threshold": THRESHOLD,
}
CHOICES = {"sweep": {"x": "bet"}}


@pytest.mark.parametrize("kind", PLOTS)
def test_the_same_rows_in_any_order_give_the_same_valid_svg(kind: str, tmp_path: Path) -> None:
    for name, rows in (("a.svg", ROWS[kind]), ("b.svg", ROWS[kind][::-1])):
        write_picture(picture_of(kind, rows, **CHOICES.get(kind, {})), tmp_path / name)
    first = (tmp_path / "a.svg").read_bytes()
    assert first == (tmp_path / "b.svg").read_bytes()
    assert ElementTree.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"
    assert b"<dc:date>" not in first


def test_a_png_is_one(tmp_path: Path) -> None:
    write_picture(picture_of("threshold", THRESHOLD), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        (
            "sweep",
            ["value to player 1", "probability", "player 1 at K: bet", "kuhn, ante = 2", "highs", "scipy", "bet"],
        ),
        (
            "scaling",
            ["nodes of the tree", "seconds", "highs:  exponent 1.50 ± 0.00", "no certified answer: not fitted"],
        ),
        ("profile", ["highs:  solves 100%", "solved within τ, of 4 problems"]),
        ("convergence", ["gap between the bounds", "cfr", "pdhg", "leduc"]),
        ("threshold", ["nash_conv in the real game", "threshold", "sequences", "leduc"]),
    ],
)
def test_the_text_of_an_svg_is_text(kind: str, labels: list[str], tmp_path: Path) -> None:
    write_picture(picture_of(kind, ROWS[kind], **CHOICES.get(kind, {})), tmp_path / "a.svg")
    texts = [
        "".join(part.itertext()).strip()
        for part in ElementTree.parse(tmp_path / "a.svg").iter()
        if part.tag.endswith("text")
    ]
    assert set(labels) <= set(texts)


def test_dollar_signs_are_no_mathematics(tmp_path: Path) -> None:
    rows = [made_row("a$b$c.efg", {"x": x}, value=(0.0, 0.0)) for x in (1, 2)]
    write_picture(picture_of("sweep", rows), tmp_path / "a.svg")
    assert "a$b$c.efg" in (tmp_path / "a.svg").read_text()


def test_identifiers_of_two_pictures_on_a_page_differ() -> None:
    picture = picture_of("threshold", THRESHOLD)
    first, second = (set(re.findall(r'\bid="([^"]+)"', picture_svg(picture, prefix))) for prefix in ("a", "b"))
    assert first and not first & second
    svg = picture_svg(picture, "a")
    used = re.findall(r'url\(#([^)]+)\)|xlink:href="#([^"]+)"', svg)
    assert used and {left or right for left, right in used} <= first


def test_scaling_fits_certified_cases_alone() -> None:
    first, second = scaling_series(SCALING)
    assert (first.label, second.label) == ("highs", "lemke")
    assert first.law is not None and first.law.exponent == pytest.approx(1.5)
    assert second.law is not None and second.law.exponent == pytest.approx(2.0)
    assert second.failed == [(70_000.0, 60.0)] and second.law.points == 4
    by_phase = scaling_series(SCALING, time="phases.solve")
    assert by_phase[0].law is not None and by_phase[0].law.exponent == pytest.approx(1.0)


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


def test_a_sweep_has_a_panel_for_each_other_parameter() -> None:
    first, second = parameter_panels(SWEEP, "bet")
    assert (first.title, second.title) == ("kuhn, ante = 1", "kuhn, ante = 2")
    assert second.values[("scipy", 0)] == [(1.0, -2.0), (2.0, -1.0), (4.0, -0.5)]
    assert second.probabilities[("highs", WATCHED)] == [(1.0, 1.0), (2.0, 0.5), (4.0, 0.25)]
    figure = picture_of("sweep", SWEEP, x="bet").draw()
    assert [axes.get_ylabel() for axes in figure.axes] == ["value to player 1", "", "probability", ""]


def test_a_sweep_of_a_game_that_is_not_zero_sum_has_both_values() -> None:
    rows = [made_row("battle", {"prize": prize}, value=(prize, 2.0 * prize)) for prize in (1, 2)]
    (panel,) = parameter_panels(rows, "prize")
    assert panel.values == {("", 0): [(1.0, 1), (2.0, 2)], ("", 1): [(1.0, 2.0), (2.0, 4.0)]}


def test_fractions_written_as_text_are_drawn_as_numbers() -> None:
    rows = [made_row(settings={"epsilon": epsilon}, value=(0.5, -0.5)) for epsilon in ("1/4", "1/2")]
    assert sweepable(rows) == ["epsilon"]
    (panel,) = parameter_panels(rows, "epsilon")
    assert panel.places == [0.25, 0.5]


def test_seeds_are_repetitions_drawn_around_their_median() -> None:
    rows = [made_row("random", {"size": size}, seed=seed, value=(seed, -seed)) for size in (1, 2) for seed in (1, 2, 9)]
    axes = picture_of("sweep", rows).draw().axes[0]
    assert np.array_equal(axes.lines[0].get_ydata(), [2, 2])
    assert np.size(axes.lines[1].get_ydata()) == 6


def test_combinations_with_a_single_number_are_left_out_and_counted() -> None:
    rows = [*SWEEP, made_row("kuhn", {"ante": 3, "bet": 1}, value=(0.0, 0.0))]
    picture = picture_of("sweep", rows, x="bet")
    assert len(parameter_panels(rows, "bet")) == 2
    assert picture.notes == ("1 case left out: no case differs from them in bet alone",)


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


def test_gaps_that_have_no_logarithm_are_left_out() -> None:
    row = made_row(bounds=[(0, 0.0, -1.0, 1.0), (1, 0.5, -1.0, 1.0), (2, 0.6, 0.0, 0.0)])
    assert gaps(row) == [(0.5, 2.0)]
    assert gaps(row, "iterations") == [(1.0, 2.0)]


def test_a_gap_that_closes_ends_in_a_triangle_below_all_others_and_a_note() -> None:
    bounds = [(1, 0.5, -1.0, 1.0), (2, 0.6, -0.5, 0.5), (3, 0.7, 0.25, 0.25)]
    picture = picture_of("convergence", [made_row(backend="pdhg", bounds=bounds)])
    assert "gap 0 after 0.7 s" in picture.notes[0] and "triangle" in picture.notes[0]
    curve, end = picture.draw().axes[0].lines
    assert np.asarray(curve.get_ydata()).tolist() == [2.0, 1.0]
    assert np.asarray(end.get_xydata()).tolist() == [[0.6, 1.0], [0.7, 0.1]]
    opened = picture_of("convergence", [made_row(backend="pdhg", bounds=bounds[:2])])
    assert len(opened.draw().axes[0].lines) == 1 and "triangle" not in opened.notes[0]


def test_thresholds_are_drawn_in_order_and_the_infinite_one_is_told() -> None:
    (series,) = threshold_series(THRESHOLD)
    assert series.points == [(0.0, 0.0), (0.5, 0.3), (1.0, 0.8)]
    assert series.sizes == [(0.0, 90.0), (0.5, 20.0), (1.0, 9.0)]
    assert picture_of("threshold", THRESHOLD).notes == (
        "leduc: nash_conv 0 at threshold 0, 0.8 at 1, 2 where everything is merged",
    )


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("sweep", "needs a parameter with two or more numbers"),
        ("scaling", "needs certified cases with seconds, of games with different numbers of nodes, and all have 58"),
        ("profile", "needs the same problems solved in two or more ways.*here there is only highs"),
        ("convergence", "needs cases whose solver notes bounds on the value"),
        ("threshold", 'needs cases with shrink = "threshold=T" for two or more.*no case here is shrunk'),
    ],
)
def test_a_plot_without_data_says_what_would_be_needed(kind: str, needed: str) -> None:
    with pytest.raises(ModelError, match=f"^{kind} plot: {needed}"):
        picture_of(kind, [made_row(nodes=58, seconds=1.0, value=(0.0, 0.0))])


@pytest.mark.parametrize(
    ("kind", "choices", "problem"),
    [
        ("pie", {}, "--plot pie: unknown; there are sweep, scaling"),
        ("sweep", {}, "say with --x which parameter to draw against; there are ante, bet"),
        ("sweep", {"x": "bets"}, "--x bets: no case of this store has it"),
        ("sweep", {"x": "bet", "y": "nodes"}, "--y nodes: of no meaning"),
        ("scaling", {"x": "bet"}, "--x bet: of a scaling plot one of nodes, sequences, infosets"),
        ("scaling", {"y": "bet"}, "--y bet: of a scaling plot seconds, or phases.NAME"),
        ("profile", {"x": "bet"}, "--x bet: of no meaning"),
        ("convergence", {"x": "bet"}, "one of seconds, iterations"),
        ("threshold", {"y": "bet"}, "one of sequences, seconds"),
    ],
)
def test_options_without_meaning_are_refused(kind: str, choices: dict[str, str], problem: str) -> None:
    with pytest.raises(OptionError, match=re.escape(problem)):
        picture_of(kind, SWEEP, **choices)


def test_too_many_series_are_refused_with_a_way_out() -> None:
    rows = [made_row(backend=f"b{n}", nodes=size, seconds=1.0, seed=size) for n in range(11) for size in (1, 2)]
    with pytest.raises(ModelError, match=r"11 kinds of cases are too many.*--where.*--by"):
        picture_of("scaling", rows)
    assert picture_of("scaling", rows, by=["game"]).notes == ("kuhn: 2 sizes, too few to fit an exponent",)


def test_all_pictures_are_those_with_data_and_the_rest_is_explained() -> None:
    pictures, missing = all_pictures(SWEEP)
    assert [(picture.kind, picture.title) for picture in pictures] == [
        ("sweep", "the value against ante"),
        ("sweep", "the value against bet"),
        ("profile", "performance profiles over 6 problems"),
    ]
    assert [problem.partition(" plot")[0] for problem in missing] == ["scaling", "convergence", "threshold"]
