"""Pictures against a parameter: the value and watched probabilities, and nash_conv against the threshold."""

import pytest
from sweep_rows import SWEPT, THRESHOLD, drawn, lines_of, made_row

from seqform.errors import ModelError, OptionError
from seqform.experiments.report.data import frame_of
from seqform.experiments.report.figure import VALUES
from seqform.experiments.report.parameter import UPWARDS, sweepable
from seqform.experiments.rows import Outcome

for package in ("pandas", "matplotlib"):
    pytest.importorskip(package, reason="pictures need the extras 'sweeps' and 'plots'")

VALUE = VALUES[0]


def test_a_sweep_has_a_panel_for_each_other_parameter_and_axes_for_each_player_watched() -> None:
    picture = drawn("sweep", SWEPT, x="bet")
    found = lines_of(picture)
    assert found["kuhn, ante = 2", "scipy", VALUE] == [(1.0, -2.0), (2.0, -1.0), (4.0, -0.5)]
    assert found["kuhn, ante = 2", "highs", "player 1 at K: bet"] == [(1.0, 1.0), (2.0, 0.5), (4.0, 0.25)]
    assert list(dict.fromkeys(title for title, _, _ in found)) == ["kuhn, ante = 1", "kuhn, ante = 2"]
    rows = [made_row("leduc", {"bet": bet}, value=(0.0, 0.0)) for bet in (1, 2)]
    axes = drawn("sweep", [*SWEPT[:6], *rows]).points.groupby("panel", sort=False)["axes"].unique()
    assert {game: list(names) for game, names in axes.items()} == {
        "kuhn": [VALUE, "probability, player 1"],
        "leduc": [VALUE],
    }


def test_twelve_of_fourteen_watched_probabilities_are_drawn_by_player() -> None:
    names = [f"{1 + number % 2}:I{number}:bet" for number in range(14)]
    rows = [
        made_row("kuhn", {"bet": bet}, value=(0.0, 0.0), probabilities=dict.fromkeys(names, 1 / bet)) for bet in (1, 2)
    ]
    picture = drawn("sweep", rows)
    assert "2 of 14 watched probabilities are not drawn" in picture.notes
    assert any("need not be unique" in note for note in picture.notes)
    hues = picture.points.groupby("axes", sort=False)["hue"].nunique()
    assert hues.to_dict() == {VALUE: 1, "probability, player 1": 7, "probability, player 2": 5}


def test_answers_that_are_not_certified_are_counted() -> None:
    rows = [
        made_row("kuhn", {"bet": bet}, value=(0.0, 0.0), outcome=outcome)
        for bet, outcome in [(1, Outcome.CERTIFIED), (2, Outcome.UNCERTIFIED), (3, Outcome.APPROXIMATE)]
    ]
    picture = drawn("sweep", rows)
    assert picture.notes[0] == "of 3 cases drawn 1 approximate and 1 uncertified: hollow marks"
    assert picture.points["certified"].tolist() == [True, False, False]


def test_measured_columns_are_no_parameters() -> None:
    rows = [
        made_row("kuhn", {"bet": n}, seconds=float(n), nodes=n, phases={"solve": float(n)}, value=(0.0, 0.0))
        for n in (1, 2)
    ]
    for name in ("seconds", "nodes", "phases.solve"):
        with pytest.raises(OptionError, match=f"--x {name}: is measured.*there are bet"):
            drawn("sweep", rows, x=name)


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
    assert drawn("sweep", rows).logarithmic == "x"
    assert drawn("sweep", [*rows, made_row("leduc", {"bet": 0.0}, value=(0.0, 0.0))]).logarithmic == ""


def test_thresholds_are_drawn_in_order_and_the_infinite_one_is_noted() -> None:
    picture = drawn("threshold", THRESHOLD)
    assert lines_of(picture, axes=UPWARDS)["", "leduc", ""] == [(0.0, 0.0), (0.5, 0.3), (1.0, 0.8)]
    assert lines_of(picture, axes="sequences")["", "leduc", ""] == [(0.0, 90.0), (0.5, 20.0), (1.0, 9.0)]
    assert picture.notes == ("leduc: nash_conv 0 at threshold 0, 0.8 at 1, 2 where everything is merged",)


def test_nash_conv_without_merging_is_a_line_of_its_own() -> None:
    exact = [made_row(game, abstraction="lossless", nash_conv=lost) for game, lost in (("leduc", 0.01), ("kuhn", 0.5))]
    picture = drawn("threshold", [*THRESHOLD, *exact])
    assert picture.notes[0].endswith(", 0.01 where nothing is lost")
    assert lines_of(picture, layer="baseline") == {("", "leduc", ""): [(0.0, 0.01), (1.0, 0.01)]}


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
