"""Pictures against a parameter: the value and watched probabilities, and nash_conv against the threshold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from sweep_rows import SWEPT, THRESHOLD, WATCHED, drawn, made_row

from seqform.errors import ModelError, OptionError
from seqform.experiments.report.data import frame_of
from seqform.experiments.report.figure import MEDIANS, PALEST, pale
from seqform.experiments.report.parameter import parameter_points, sweepable, threshold_points, value_colors
from seqform.experiments.rows import Outcome, Row
from seqform.io.style import THEMES, curve_colors, styled

for package in ("pandas", "matplotlib"):
    pytest.importorskip(package, reason="pictures need the extras 'sweeps' and 'plots'")


def curves(rows: Sequence[Row], x: str) -> dict[tuple[str, str, str], list[tuple[float, float]]]:
    """Return the points by title, series and name."""
    points = parameter_points(frame_of(rows), x)
    groups = points.groupby(["title", "series", "name"], sort=False)
    return {key: list(zip(found["x"], found["y"], strict=True)) for key, found in groups}  # type: ignore[misc]


def test_a_sweep_has_a_panel_for_each_other_parameter() -> None:
    found = curves(SWEPT, "bet")
    assert found["kuhn, ante = 2", "scipy", "value_1"] == [(1.0, -2.0), (2.0, -1.0), (4.0, -0.5)]
    assert found["kuhn, ante = 2", "highs", WATCHED] == [(1.0, 1.0), (2.0, 0.5), (4.0, 0.25)]
    assert list(dict.fromkeys(title for title, _, _ in found)) == ["kuhn, ante = 1", "kuhn, ante = 2"]
    figure = drawn("sweep", SWEPT, x="bet").draw()
    assert [axes.get_ylabel() for axes in figure.axes] == ["value to player 1", "probability, player 1", "", ""]


def test_twelve_of_fourteen_watched_probabilities_are_drawn_by_player() -> None:
    names = [f"{1 + number % 2}:I{number}:bet" for number in range(14)]
    rows = [
        made_row("kuhn", {"bet": bet}, value=(0.0, 0.0), probabilities=dict.fromkeys(names, 1 / bet)) for bet in (1, 2)
    ]
    picture = drawn("sweep", rows)
    assert "2 of 14 watched probabilities are not drawn" in picture.notes
    assert any("need not be unique" in note for note in picture.notes)
    _, first, second = picture.draw().axes
    assert (first.get_ylabel(), second.get_ylabel()) == ("probability, player 1", "probability, player 2")
    assert (len(first.lines), len(second.lines)) == (7, 5)
    assert len({(line.get_color(), line.get_marker()) for axes in (first, second) for line in axes.lines}) == 12


def test_a_panel_without_watched_probabilities_has_no_axes_for_them() -> None:
    rows = [made_row("leduc", {"bet": bet}, value=(0.0, 0.0)) for bet in (1, 2)]
    kuhn, below, leduc = drawn("sweep", [*SWEPT[:6], *rows]).draw().axes
    assert [axes.get_title() for axes in (kuhn, below, leduc)] == ["kuhn", "", "leduc"]
    assert (kuhn.get_ylabel(), below.get_ylabel()) == ("value to player 1", "probability, player 1")


def test_answers_that_are_not_certified_are_hollow_and_noted() -> None:
    rows = [
        made_row("kuhn", {"bet": bet}, value=(0.0, 0.0), outcome=outcome)
        for bet, outcome in [(1, Outcome.CERTIFIED), (2, Outcome.UNCERTIFIED), (3, Outcome.APPROXIMATE)]
    ]
    picture = drawn("sweep", rows)
    assert picture.notes[0] == "of 3 cases drawn 1 approximate and 1 uncertified: hollow marks"
    figure = picture.draw()
    line, hollow = figure.axes[0].lines
    assert line.get_markevery() == [0]
    assert hollow.get_markerfacecolor() == THEMES["light"].background and np.array_equal(hollow.get_xdata(), [2, 3])
    assert "not certified" in [text.get_text() for text in figure.legends[0].get_texts()]


@pytest.mark.parametrize(
    ("rows", "x", "expected"),
    [
        (
            [made_row("battle", {"prize": prize}, value=(prize, 2.0 * prize)) for prize in (1, 2)],
            "prize",
            {("battle", "", "value_1"): [(1, 1), (2, 2)], ("battle", "", "value_2"): [(1, 2), (2, 4)]},
        ),
        (
            [
                made_row("kuhn", {"bet": 1}, value=(0.0, 0.0), probabilities={WATCHED: 0.5}),
                made_row("kuhn", {"bet": 2}, value=(0.0, 0.0)),
            ],
            "bet",
            {("kuhn", "", "value_1"): [(1, 0), (2, 0)]},
        ),
        (
            [made_row(settings={"epsilon": epsilon}, value=(0.5, -0.5)) for epsilon in ("1/4", "1/2")],
            "epsilon",
            {("kuhn", "", "value_1"): [(0.25, 0.5), (0.5, 0.5)]},
        ),
    ],
    ids=["both values of a game that is not zero-sum", "no probability of one number alone", "fractions as text"],
)
def test_points_are_drawn_by_the_only_parameter_that_varies(rows: list[Row], x: str, expected: dict[Any, Any]) -> None:
    assert sweepable(frame_of(rows)) == [x]
    assert curves(rows, x) == expected


def test_seeds_are_repetitions_drawn_around_their_median_each_once() -> None:
    found = {1: (1.0, 2.0, 2.0, 9.0, 9.0), 2: (3.0, 4.0, 6.0, 7.0)}
    rows = [
        made_row("random", {"size": size}, seed=seed, value=(value, -value))
        for size, values in found.items()
        for seed, value in enumerate(values)
    ]
    picture = drawn("sweep", rows)
    median, others = picture.draw().axes[0].lines
    assert np.asarray(median.get_xydata()).tolist() == [[1, 2.0], [2, 4.0]]
    assert np.asarray(others.get_xydata()).tolist() == [[1, 1.0], [1, 9.0], [2, 3.0], [2, 6.0], [2, 7.0]]
    assert median.get_marker() == others.get_marker()
    assert "medians" in picture.notes[0]


def test_measured_columns_are_no_parameters() -> None:
    rows = [
        made_row("kuhn", {"bet": n}, seconds=float(n), nodes=n, phases={"solve": float(n)}, value=(0.0, 0.0))
        for n in (1, 2)
    ]
    for name in ("seconds", "nodes", "phases.solve"):
        with pytest.raises(OptionError, match=f"--x {name}: is measured.*there are bet"):
            drawn("sweep", rows, x=name)


def test_combinations_with_a_single_number_are_left_out_and_counted() -> None:
    rows = [*SWEPT, made_row("kuhn", {"ante": 3, "bet": 1}, value=(0.0, 0.0))]
    assert parameter_points(frame_of(rows), "bet")["panel"].nunique() == 2
    assert drawn("sweep", rows, x="bet").notes[-1] == "1 case left out: no case differs from them in bet alone"


def test_ways_that_coincide_are_drawn_in_the_order_of_the_legend_the_lower_wider_and_paler() -> None:
    rows = [
        made_row("leduc", {"bet": bet}, backend=backend, value=(0.5, -0.5)) for bet in (1, 2) for backend in ("b", "c")
    ]
    rows += [made_row("kuhn", {"bet": bet}, backend="c", value=(0.5, -0.5)) for bet in (1, 2)]
    figure = drawn("sweep", rows, by=["backend"]).draw()
    legend = figure.legends[0]
    assert [text.get_text() for text in legend.get_texts()] == ["c", "b"]
    lower, upper = figure.axes[1].lines
    assert [lower.get_linestyle(), upper.get_linestyle()] == [mark.get_linestyle() for mark in legend.get_lines()]
    assert lower.get_linewidth() > upper.get_linewidth() and lower.get_markersize() > upper.get_markersize()
    assert lower.get_color() == pale(curve_colors()[0], PALEST) and upper.get_color() == curve_colors()[1]
    assert lower.get_markerfacecolor() == curve_colors()[0]
    assert figure.axes[0].lines[0].get_linewidth() == upper.get_linewidth()


def test_no_colour_of_a_value_is_one_of_a_probability() -> None:
    found = {WATCHED: 0.5, "2:Q:call": 0.5}
    rows = [made_row("battle", {"prize": prize}, value=(prize, 2.0 * prize), probabilities=found) for prize in (1, 2)]
    colors = [mark.get_color() for mark in drawn("sweep", rows).draw().legends[0].get_lines()]
    assert len(colors) == len(set(colors)) == 4
    for name in THEMES:
        with styled(name):
            assert not set(value_colors()) & set(curve_colors())


def test_a_sweep_needs_two_cases_that_differ_in_the_parameter_alone() -> None:
    rows = [made_row("kuhn", {"bet": bet}, backend=backend, value=(0.0, 0.0)) for bet, backend in [(0, "a"), (1, "b")]]
    assert sweepable(frame_of(rows)) == []
    with pytest.raises(ModelError, match=r"bet is 0, 1, and no two .* differ in bet alone: one number each of a; b$"):
        drawn("sweep", rows, x="bet")
    assert drawn("sweep", rows, by=["game"]).title == "the value against bet"
    with pytest.raises(ModelError, match="one number each of key = "):
        drawn("sweep", SWEPT, x="bet", by=["key"])
    picture = drawn("sweep", [*rows, made_row("kuhn", {"bet": 2}, backend="a", value=(0.0, 0.0))])
    assert picture.notes == ("a mark without a line, as of a single number of bet: b",)


def test_panels_of_one_picture_have_one_kind_of_scale() -> None:
    rows = [
        made_row(game, {"bet": bet}, value=(0.0, 0.0))
        for game, bets in (("kuhn", (1e-4, 1.0, 1e4)), ("leduc", (1.0, 2.0)))
        for bet in bets
    ]
    assert [axes.get_xscale() for axes in drawn("sweep", rows).draw().axes] == ["log", "log"]
    zero = made_row("leduc", {"bet": 0.0}, value=(0.0, 0.0))
    assert [axes.get_xscale() for axes in drawn("sweep", [*rows, zero]).draw().axes] == ["linear", "linear"]


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
