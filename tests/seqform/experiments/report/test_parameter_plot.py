"""The picture of the value and the watched probabilities, and pictures of several panels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from sweep_picture_rows import SWEEP, WATCHED
from sweep_rows import made_row

from seqform.errors import ModelError, OptionError
from seqform.experiments.report.data import frame_of, short_titles
from seqform.experiments.report.figure import (
    COLORS,
    LINE_WIDTH,
    PALEST,
    Picture,
    looks,
    new_figure,
    pale,
    points_frame,
    set_scale,
    styled,
)
from seqform.experiments.report.page import picture_of
from seqform.experiments.report.parameter import VALUE_COLORS, Panel, parameter_panels, sweepable
from seqform.experiments.rows import Outcome, Row

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.text import Text

for package in ("pandas", "matplotlib"):
    pytest.importorskip(package, reason="pictures need the extras 'sweeps' and 'plots'")


def drawn(rows: Sequence[Row], **choices: Any) -> Picture:
    return picture_of("sweep", frame_of(rows), **choices)


def panels_of(rows: Sequence[Row], x: str) -> list[Panel]:
    return parameter_panels(frame_of(rows), x)


def test_a_sweep_has_a_panel_for_each_other_parameter() -> None:
    first, second = panels_of(SWEEP, "bet")
    assert (first.title, second.title) == ("kuhn, ante = 1", "kuhn, ante = 2")
    assert second.values["scipy", "1"].values.tolist() == [[1.0, -2.0, True], [2.0, -1.0, True], [4.0, -0.5, True]]
    assert second.probabilities["highs", WATCHED]["y"].tolist() == [1.0, 0.5, 0.25]
    figure = drawn(SWEEP, x="bet").draw()
    assert [axes.get_ylabel() for axes in figure.axes] == ["value to player 1", "probability, player 1", "", ""]


def test_twelve_of_fourteen_watched_probabilities_are_drawn_by_player() -> None:
    names = [f"{1 + number % 2}:I{number}:bet" for number in range(14)]
    rows = [
        made_row("kuhn", {"bet": bet}, value=(0.0, 0.0), probabilities=dict.fromkeys(names, 1 / bet)) for bet in (1, 2)
    ]
    picture = drawn(rows)
    assert "2 of 14 watched probabilities are not drawn" in picture.notes
    assert any("need not be unique" in note for note in picture.notes)
    _, first, second = picture.draw().axes
    assert (first.get_ylabel(), second.get_ylabel()) == ("probability, player 1", "probability, player 2")
    assert (len(first.lines), len(second.lines)) == (7, 5)
    looks = {(line.get_color(), line.get_marker()) for axes in (first, second) for line in axes.lines}
    assert len(looks) == 12


def test_a_panel_without_watched_probabilities_has_no_axes_for_them() -> None:
    rows = [made_row("leduc", {"bet": bet}, value=(0.0, 0.0)) for bet in (1, 2)]
    figure = drawn([*SWEEP[:6], *rows]).draw()
    titled = {axes.get_title(): axes.get_ylabel() for axes in figure.axes}
    assert sorted(titled) == ["", "kuhn", "leduc"] and titled[""] == "probability, player 1"
    assert len(figure.axes) == 3


def test_a_probability_that_is_known_at_one_number_alone_is_not_drawn() -> None:
    rows = [made_row("kuhn", {"bet": 1}, value=(0.0, 0.0), probabilities={WATCHED: 0.5})]
    (panel,) = panels_of([*rows, made_row("kuhn", {"bet": 2}, value=(0.0, 0.0))], "bet")
    assert panel.probabilities == {}


def test_answers_that_are_not_certified_are_hollow_and_noted() -> None:
    rows = [
        made_row("kuhn", {"bet": bet}, value=(0.0, 0.0), outcome=outcome)
        for bet, outcome in [(1, Outcome.CERTIFIED), (2, Outcome.UNCERTIFIED), (3, Outcome.APPROXIMATE)]
    ]
    picture = drawn(rows)
    assert picture.notes[0] == "of 3 cases drawn 1 approximate and 1 uncertified: hollow marks"
    line, hollow = picture.draw().axes[0].lines
    assert line.get_markevery() == [0]
    assert hollow.get_markerfacecolor() == "white" and np.array_equal(hollow.get_xdata(), [2, 3])
    legend = picture.draw().legends[0]
    assert "not certified" in [text.get_text() for text in legend.get_texts()]


def test_titles_have_the_parameters_that_vary_within_a_game_and_fit_their_panels() -> None:
    parameters = [{"ante_of_both": ante, "most_raises": raises} for ante in (1, 2) for raises in (1, 2)]
    rows = [
        *(made_row("kuhn", {**given, "bet": bet}, value=(0.0, 0.0)) for given in parameters for bet in (1, 2)),
        *(made_row("leduc", {"bet": bet}, value=(0.0, 0.0)) for bet in (1, 2)),
    ]
    assert set(short_titles(frame_of(rows), without=("bet",))) == {
        "leduc",
        *(f"kuhn, ante_of_both = {ante}, most_raises = {raises}" for ante in (1, 2) for raises in (1, 2)),
    }
    assert not overlaps(rows, "sweep", x="bet")


@pytest.mark.parametrize("width", [3.3, 6.8])
@pytest.mark.parametrize(
    ("low", "high"), [(0.0004, 0.013), (58, 9457), (1e-9, 2.0), (31, 43), (1, 1e9), (7, 7), (2e-5, 3e4)]
)
def test_labels_of_logarithmic_axes_have_room(low: float, high: float, width: float) -> None:
    with styled():
        figure = new_figure(width, 2.3)
        axes = figure.add_subplot()
        axes.plot([low, high], [low, high])
        for which in ("x", "y"):
            set_scale(axes, which, [low, high], log=True)
        figure.canvas.draw()
        for axis in (axes.xaxis, axes.yaxis):
            boxes = [label.get_window_extent() for label in shown(axis) if label.get_text()]
            assert len(boxes) >= (2 if high > 10 * low else 1)
            assert not any(first.overlaps(second) for first, second in pairwise(boxes))


def test_no_labels_lie_on_each_other() -> None:
    spans = {"kuhn": 30.0, "leduc": 3000.0, "tiny": 3.0}
    rows = [
        made_row(
            game, backend=backend, bounds=[(step, 1e-3 * span**step, -1.0, 1.0 / span**step) for step in (0, 0.5, 1)]
        )
        for game, span in spans.items()
        for backend in ("cfr", "pdhg")
    ]
    assert not overlaps(rows, "convergence")
    tolerances = [
        made_row(game, options={"tolerance": tolerance}, value=(0.0, 0.0))
        for game in ("kuhn", "leduc", "pennies")
        for tolerance in (1e-4, 1e-2)
    ]
    assert not overlaps(tolerances, "sweep", x="tolerance")


def overlaps(rows: Sequence[Row], kind: str, **choices: str) -> list[tuple[str, str]]:
    """Return the pairs of texts of a picture that overlap."""
    with styled():
        figure = picture_of(kind, frame_of(rows), **choices).draw()
        figure.canvas.draw()
        axes = figure.axes
        inside = [(label, one) for one in axes for axis in (one.xaxis, one.yaxis) for label in shown(axis)]
        texts = [label for label, _ in inside] + [one.title for one in axes]
        texts += [label for one in axes for label in (one.xaxis.label, one.yaxis.label)]
        boxes = [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]
    return [(a, b) for (a, first), (b, second) in combinations(boxes, 2) if first.overlaps(second)]


def shown(axis: Axis) -> list[Text]:
    """Return the labels that an axis shows, which are those within its limits."""
    low, high = sorted(axis.get_view_interval())
    ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    return [tick.label1 for tick in ticks if tick.label1.get_visible()]


def test_a_sweep_of_a_game_that_is_not_zero_sum_has_both_values() -> None:
    rows = [made_row("battle", {"prize": prize}, value=(prize, 2.0 * prize)) for prize in (1, 2)]
    (panel,) = panels_of(rows, "prize")
    assert {key: points["y"].tolist() for key, points in panel.values.items()} == {("", "1"): [1, 2], ("", "2"): [2, 4]}


def test_fractions_written_as_text_are_drawn_as_numbers() -> None:
    rows = [made_row(settings={"epsilon": epsilon}, value=(0.5, -0.5)) for epsilon in ("1/4", "1/2")]
    assert sweepable(frame_of(rows)) == ["epsilon"]
    (panel,) = panels_of(rows, "epsilon")
    assert panel.places == [0.25, 0.5]


def test_seeds_are_repetitions_drawn_around_their_median_each_once() -> None:
    found = {1: (1.0, 2.0, 2.0, 9.0, 9.0), 2: (3.0, 4.0, 6.0, 7.0)}
    rows = [
        made_row("random", {"size": size}, seed=seed, value=(value, -value))
        for size, values in found.items()
        for seed, value in enumerate(values)
    ]
    picture = drawn(rows)
    median, others = picture.draw().axes[0].lines
    assert np.asarray(median.get_xydata()).tolist() == [[1, 2.0], [2, 4.0]]
    assert np.asarray(others.get_xydata()).tolist() == [[1, 1.0], [1, 9.0], [2, 3.0], [2, 6.0], [2, 7.0]]
    assert median.get_marker() == others.get_marker()
    assert "medians" in picture.notes[0]


@pytest.mark.parametrize("name", ["seconds", "nodes", "phases.solve"])
def test_measured_columns_are_no_parameters(name: str) -> None:
    rows = [
        made_row("kuhn", {"bet": bet}, seconds=float(bet), nodes=bet, phases={"solve": float(bet)}, value=(0.0, 0.0))
        for bet in (1, 2)
    ]
    with pytest.raises(OptionError, match=f"--x {name}: is measured.*there are bet"):
        drawn(rows, x=name)


def test_combinations_with_a_single_number_are_left_out_and_counted() -> None:
    rows = [*SWEEP, made_row("kuhn", {"ante": 3, "bet": 1}, value=(0.0, 0.0))]
    picture = drawn(rows, x="bet")
    assert len(panels_of(rows, "bet")) == 2
    assert picture.notes[-1] == "1 case left out: no case differs from them in bet alone"


def test_ways_that_coincide_are_drawn_in_the_order_of_the_legend_the_lower_wider_and_paler() -> None:
    rows = [
        made_row("leduc", {"bet": bet}, backend=backend, value=(0.5, -0.5)) for bet in (1, 2) for backend in ("b", "c")
    ]
    rows += [made_row("kuhn", {"bet": bet}, backend="c", value=(0.5, -0.5)) for bet in (1, 2)]
    figure = drawn(rows, by=["backend"]).draw()
    legend = {
        text.get_text(): mark
        for text, mark in zip(figure.legends[0].get_texts(), figure.legends[0].get_lines(), strict=True)
    }
    assert list(legend) == ["c", "b"]
    lower, upper = figure.axes[1].lines
    assert (lower.get_linestyle(), upper.get_linestyle()) == (legend["c"].get_linestyle(), legend["b"].get_linestyle())
    assert lower.get_linewidth() > upper.get_linewidth() and lower.get_markersize() > upper.get_markersize()
    assert lower.get_color() == pale(COLORS[0], PALEST) and upper.get_color() == COLORS[1]
    assert lower.get_markerfacecolor() == COLORS[0]
    assert figure.axes[0].lines[0].get_linewidth() == upper.get_linewidth()


def test_curves_coincide_by_what_their_axis_spans() -> None:
    first, near, far = (
        points_frame([(1.0, height, True), (2.0, 5.0 * height, True)]) for height in (1.0, 1.0 + 1e-9, 1.2)
    )
    assert [look.width > LINE_WIDTH for look in looks([first, near, far], 10.0)] == [True, False, False]
    assert [look.width > LINE_WIDTH for look in looks([first, near], 1e-12)] == [False, False]


def test_no_colour_of_a_value_is_one_of_a_probability() -> None:
    rows = [
        made_row(
            "bimatrix", {"prize": prize}, value=(prize, 2.0 * prize), probabilities={WATCHED: 0.5, "2:Q:call": 0.5}
        )
        for prize in (1, 2)
    ]
    colors = [mark.get_color() for mark in drawn(rows).draw().legends[0].get_lines()]
    assert len(colors) == len(set(colors)) == 4
    assert not set(VALUE_COLORS) & set(COLORS)


def test_a_sweep_needs_two_cases_that_differ_in_the_parameter_alone() -> None:
    rows = [made_row("kuhn", {"bet": bet}, backend=backend, value=(0.0, 0.0)) for bet, backend in [(0, "a"), (1, "b")]]
    assert sweepable(frame_of(rows)) == []
    with pytest.raises(ModelError, match=r"bet is 0, 1, and no two .* differ in bet alone: one number each of a; b$"):
        drawn(rows, x="bet")
    assert drawn(rows, by=["game"]).title == "the value against bet"
    with pytest.raises(ModelError, match="one number each of key = "):
        drawn(SWEEP, x="bet", by=["key"])
    picture = drawn([*rows, made_row("kuhn", {"bet": 2}, backend="a", value=(0.0, 0.0))])
    assert picture.notes == ("a mark without a line, as of a single number of bet: b",)


def test_panels_of_one_picture_have_one_kind_of_scale() -> None:
    rows = [
        made_row(game, {"bet": bet}, value=(0.0, 0.0))
        for game, bets in (("kuhn", (1e-4, 1.0, 1e4)), ("leduc", (1.0, 2.0)))
        for bet in bets
    ]
    assert [axes.get_xscale() for axes in drawn(rows).draw().axes] == ["log", "log"]
    zero = made_row("leduc", {"bet": 0.0}, value=(0.0, 0.0))
    assert [axes.get_xscale() for axes in drawn([*rows, zero]).draw().axes] == ["linear", "linear"]
