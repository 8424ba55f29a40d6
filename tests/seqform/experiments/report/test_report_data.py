"""Columns, conditions, tables and pictures against a parameter of a sweep, against numbers by hand."""

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console
from sweep_rows import SWEEP, SWEPT, THRESHOLD, drawn, lines_of, made_row

from seqform.cli.commands.report import sweep_report
from seqform.errors import ModelError, OptionError
from seqform.experiments.report.data import (
    frame_of,
    grouped,
    number_of,
    require_columns,
    sort_key,
    where,
)
from seqform.experiments.report.figure import VALUES
from seqform.experiments.report.parameter import UPWARDS, sweepable
from seqform.experiments.report.tables import cases_csv, group_measures, sweep_data
from seqform.experiments.rows import Outcome, Row

for package in ("pandas", "matplotlib"):
    pytest.importorskip(package, reason="reports need the extras 'sweeps' and 'plots'")


def kept(rows: list[Row], *conditions: str) -> list[Row]:
    return [row for row in rows if row in where(frame_of(rows), conditions)["row"].tolist()]


CONDITIONS = {
    "backend=highs": 4, "backend!=highs": 3, "backend>=d": 4, "bet>=2": 4, "bet > 2": 2, "bet<2": 2, "bet<=1.5": 2,
    "bet=2.0": 2, "bet==2": 2, "bet=none": 1, "bet!=none": 6, "parameters.ante=2": 3, "value_1<-0.25": 2,
    "seconds<4": 3, "seconds_solve>=2.5": 3, "phases.solve>=2.5": 3, "outcome=timed out": 1, "error!=none": 2,
    "error=none": 5, "error=no such option": 1, "started>2031": 1, "started<=2031-05-02T00:00": 1,
}  # fmt: skip
"""Conditions, with the number of cases of `SWEEP` that meet them."""


def test_conditions_filter_and_add_up() -> None:
    assert {text: len(kept(SWEEP, text)) for text in CONDITIONS} == CONDITIONS
    assert where(frame_of(SWEEP), ["bet>=2", "backend=cvxpy"])["bet"].tolist() == [10]


@pytest.mark.parametrize(
    ("name", "cells", "condition", "passing"),
    [
        ("epsilon", ("1/1000", "1/2", "0.25"), "epsilon>=1/4", ["1/2", "0.25"]),
        ("start", ("ones", 2, 3, True), "start>2", [3]),
        ("exact", (True, False), "exact=true", [True]),
        ("exact", (True, False), "exact=True", [True]),
        ("exact", (True, False), "exact!=FALSE", [True]),
        ("text", ("threshold=0.1", "threshold=0.2"), "text=threshold=0.1", ["threshold=0.1"]),
        ("bet", (10**400, 1), "bet>2", [10**400]),
        *(
            ("target_gap", (0.01, 0.1), f"target_gap{relation}0.01", [0.01])
            for relation in ("=", "<=")
        ),
        *(
            ("target_gap", (0.01, 0.1), f"target_gap{relation}0.01", [0.1])
            for relation in ("!=", ">")
        ),
    ],
)
def test_cells_are_compared_as_numbers_where_both_sides_are(
    name: str, cells: tuple[Any, ...], condition: str, passing: list[Any]
) -> None:
    rows = [made_row(settings={name: cell}) for cell in cells]
    assert [row.case["settings"][name] for row in kept(rows, condition)] == passing


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (text, r"a condition such as .*; none is an empty cell, as in error!=none")
            for text in (
                "bet",
                "bet=",
                "bet= ",
                "=2",
                "bet~2",
                "",
                "bet=>2",
                "bet=<2",
                "bet<>2",
                "bet===2",
            )
        ),
        ("bet<many", "--where bet<many: bet has numbers, and many is no number"),
        ("ante>many", "--where ante>many: ante has numbers"),
        ("exact>0", "no case is left; exact is none, true"),
    ],
)
def test_texts_of_another_form_and_comparisons_with_words_are_refused(
    text: str, words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        where(frame_of([*SWEEP, made_row(settings={"exact": True})]), [text])


def test_unknown_columns_are_refused_with_similar_names_and_some_of_those_there_are() -> None:
    known = (
        r"--by bett: no case of this store has it; did you mean bet\? Known: game, .*ante, bet, "
    )
    with pytest.raises(OptionError, match=known):
        require_columns(["game", "bett"], frame_of(SWEEP), "--by")
    rows = [
        made_row(
            versions={f"package {number}": "1" for number in range(30)}, host={"system": "Linux"}
        )
    ]
    with pytest.raises(OptionError, match=r"and \d\d more$") as refused:
        require_columns(["nothing-like-it"], frame_of(rows), "--by")
    assert len(str(refused.value)) < 300 and "package" not in str(refused.value)
    with pytest.raises(OptionError, match="--by row: no case"):
        require_columns(["row"], frame_of(rows), "--by")


def test_integers_beyond_the_doubles_are_sorted_behind_all_numbers() -> None:
    huge = 10**400
    assert number_of(huge) == huge
    assert sorted([huge, 1, -huge, 2.5, "text", None], key=sort_key) == [
        None,
        -huge,
        1,
        2.5,
        huge,
        "text",
    ]
    assert list(
        grouped(frame_of([made_row(parameters={"bet": bet}) for bet in (huge, 1)]), ["bet"])
    ) == [(1,), (huge,)]


def shown(
    rows: Sequence[Row], by: Sequence[str] = ("game", "backend"), *, width: int = 200, **how: bool
) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(sweep_report(frame_of(rows), by, **how))
    return console.export_text()


def test_groups_count_outcomes_and_measure_only_cases_with_an_answer() -> None:
    groups = group_measures(frame_of(SWEEP), ["game", "backend"])
    assert list(groups) == [("kuhn", "cvxpy"), ("kuhn", "highs"), ("leduc", "cvxpy")]
    highs = {
        name: value for name, value in groups["kuhn", "highs"].items() if value not in (0, None)
    }
    assert highs == {
        "cases": 4, "certified": 3, "timed_out": 1, "seconds_median": 3.0, "seconds_min": 1.0, "seconds_max": 8.0,
        "seconds_solve": 1.5, "peak_bytes": 8 * 2**20, "value_1_min": -0.3, "value_1_max": -0.1, "value_2_min": 0.1,
        "value_2_max": 0.3, "nash_conv_max": 3 * 1e-9,
    }  # fmt: skip
    assert {name for name, value in groups["leduc", "cvxpy"].items() if value} == {
        "cases",
        "refused",
    }


@pytest.mark.parametrize("width", [100, 60, 30])
def test_no_number_is_broken_however_narrow_the_terminal(width: int) -> None:
    rows = [
        made_row(
            "kuhn", {"bet": bet}, value=(-0.0166667 * bet, 0.0166667 * bet), nash_conv=0.00123457,
            probabilities={f"1:{card}:bet": 0.333333 + 0.1 * number for number, card in enumerate("JQK")},
        )
        for bet in (1, 2)
    ]  # fmt: skip
    text = shown(rows, ["bet"], width=width)
    assert all(len(line) <= width for line in text.splitlines() if "certified;" not in line)
    for number in ("-0.0166667", "-0.0333334", "0.00123457", "0.333333", "0.433333", "0.533333"):
        assert re.search(rf" {re.escape(number)} ", text)
    assert text.count(" bet ") >= (2 if width > 60 else 3)


def test_failures_are_listed_in_one_line_each_in_tables_and_with_their_errors_in_json() -> None:
    text = shown(SWEEP)
    assert "7 cases: 5 certified, 1 refused, 1 timed out" in text
    assert "timed out: kuhn(ante=2,bet=2) highs: stopped after 9 s" in text
    assert "refused: leduc cvxpy: no such option" in text
    failed = [(one["outcome"], one["error"]) for one in sweep_data(frame_of(SWEEP))["failures"]]
    assert failed == [("timed out", "stopped after 9 s"), ("refused", "no such option")]
    many = [
        made_row(seed=seed, outcome=Outcome.CRASHED, error=f"number {seed}!") for seed in range(20)
    ]
    assert "8 more; --all shows every one" in shown(many) and "number 19!" not in shown(many)
    assert "number 19!" in shown(many, everything=True)


def test_a_case_in_csv_and_json_has_its_values_and_everything_it_declares() -> None:
    row = made_row(
        parameters={"bet": 2},
        settings={"exact": True},
        value=(-0.5, 0.5),
        exact_value=("-1/2", "1/2"),
    )
    (line,) = csv.DictReader(io.StringIO(cases_csv(frame_of([row]))))
    assert (line["bet"], line["exact"], line["value_1"], line["exact_value_2"]) == (
        "2",
        "true",
        "-0.5",
        "1/2",
    )
    (record,) = sweep_data(frame_of([row]))["rows"]
    assert (record["bet"], record["exact"], record["value_2"], record["key"]) == (
        2,
        True,
        0.5,
        row.key,
    )
    assert (record["abstraction"], record["preprocess"]) == (None, None)


VALUE = VALUES[0]


def test_a_sweep_has_a_panel_for_each_other_parameter_and_axes_for_each_player_watched() -> None:
    picture = drawn("sweep", SWEPT, x="bet")
    found = lines_of(picture)
    assert found["kuhn, ante = 2", "scipy", VALUE] == [(1.0, -2.0), (2.0, -1.0), (4.0, -0.5)]
    assert found["kuhn, ante = 2", "highs", "player 1 at K: bet"] == [
        (1.0, 1.0),
        (2.0, 0.5),
        (4.0, 0.25),
    ]
    assert list(dict.fromkeys(title for title, _, _ in found)) == [
        "kuhn, ante = 1",
        "kuhn, ante = 2",
    ]
    rows = [made_row("leduc", {"bet": bet}, value=(0.0, 0.0)) for bet in (1, 2)]
    axes = drawn("sweep", [*SWEPT[:6], *rows]).points.groupby("panel", sort=False)["axes"].unique()
    assert {game: list(names) for game, names in axes.items()} == {
        "kuhn": [VALUE, "probability, player 1"],
        "leduc": [VALUE],
    }


def test_twelve_of_fourteen_watched_probabilities_are_drawn_by_player() -> None:
    names = [f"{1 + number % 2}:I{number}:bet" for number in range(14)]
    rows = [
        made_row(
            "kuhn", {"bet": bet}, value=(0.0, 0.0), probabilities=dict.fromkeys(names, 1 / bet)
        )
        for bet in (1, 2)
    ]
    picture = drawn("sweep", rows)
    assert "2 of 14 watched probabilities are not drawn" in picture.notes
    assert any("need not be unique" in note for note in picture.notes)
    hues = picture.points.groupby("axes", sort=False)["hue"].nunique()
    assert hues.to_dict() == {VALUE: 1, "probability, player 1": 7, "probability, player 2": 5}


def test_answers_that_are_not_certified_are_counted() -> None:
    rows = [
        made_row("kuhn", {"bet": bet}, value=(0.0, 0.0), outcome=outcome)
        for bet, outcome in [
            (1, Outcome.CERTIFIED),
            (2, Outcome.UNCERTIFIED),
            (3, Outcome.APPROXIMATE),
        ]
    ]
    picture = drawn("sweep", rows)
    assert picture.notes[0] == "of 3 cases drawn 1 approximate and 1 uncertified: hollow marks"
    assert picture.points["certified"].tolist() == [True, False, False]


def test_measured_columns_are_no_parameters() -> None:
    rows = [
        made_row(
            "kuhn",
            {"bet": n},
            seconds=float(n),
            nodes=n,
            phases={"solve": float(n)},
            value=(0.0, 0.0),
        )
        for n in (1, 2)
    ]
    for name in ("seconds", "nodes", "phases.solve"):
        with pytest.raises(OptionError, match=f"--x {name}: is measured.*there are bet"):
            drawn("sweep", rows, x=name)


def test_a_sweep_needs_two_cases_that_differ_in_the_parameter_alone() -> None:
    rows = [
        made_row("kuhn", {"bet": bet}, backend=backend, value=(0.0, 0.0))
        for bet, backend in [(0, "a"), (1, "b")]
    ]
    assert sweepable(frame_of(rows)) == []
    with pytest.raises(
        ModelError,
        match=r"bet is 0, 1, and no two .* differ in bet alone: one number each of a; b$",
    ):
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
    assert (
        drawn("sweep", [*rows, made_row("leduc", {"bet": 0.0}, value=(0.0, 0.0))]).logarithmic == ""
    )


def test_thresholds_are_drawn_in_order_and_the_infinite_one_is_noted() -> None:
    picture = drawn("threshold", THRESHOLD)
    assert lines_of(picture, axes=UPWARDS)["", "leduc", ""] == [(0.0, 0.0), (0.5, 0.3), (1.0, 0.8)]
    assert lines_of(picture, axes="sequences")["", "leduc", ""] == [
        (0.0, 90.0),
        (0.5, 20.0),
        (1.0, 9.0),
    ]
    assert picture.notes == (
        "leduc: nash_conv 0 at threshold 0, 0.8 at 1, 2 where everything is merged",
    )


def test_nash_conv_without_merging_is_a_line_of_its_own() -> None:
    exact = [
        made_row(game, abstraction="lossless", nash_conv=lost)
        for game, lost in (("leduc", 0.01), ("kuhn", 0.5))
    ]
    picture = drawn("threshold", [*THRESHOLD, *exact])
    assert picture.notes[0].endswith(", 0.01 where nothing is lost")
    assert lines_of(picture, layer="baseline") == {("", "leduc", ""): [(0.0, 0.01), (1.0, 0.01)]}


def test_the_threshold_plot_notes_the_cases_of_its_games_that_it_leaves_out() -> None:
    stopped = [
        made_row("leduc", abstraction=kind, outcome=Outcome.TIMED_OUT)
        for kind in ("lossless", "threshold=0.25", None)
    ]
    refused = made_row("leduc", abstraction="threshold=3", backend="pdhg", outcome=Outcome.REFUSED)
    others = [
        made_row("leduc", abstraction=kind, nash_conv=1.0)
        for kind in ("published", "threshold=0.1,0.2")
    ]
    elsewhere = made_row("kuhn", outcome=Outcome.TIMED_OUT)
    assert drawn("threshold", [*THRESHOLD, *stopped, refused, *others, elsewhere]).notes[1:] == (
        "4 cases without an answer left out: 1 refused, 3 timed out; "
        "abstraction = lossless, none, threshold=0.25, threshold=3",
        "2 cases without a single threshold left out: abstraction = published, threshold=0.1,0.2",
    )
