"""Tables and data of a sweep: groups, measures, and cases as CSV and JSON, against numbers by hand."""

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console
from sweep_rows import SWEEP, made_row

from seqform.cli.commands.report import sweep_report
from seqform.experiments.report.data import default_groups, frame_of, game_title, label_of
from seqform.experiments.report.tables import cases_csv, group_measures, group_tables, groups_csv, sweep_data
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import Case

pytest.importorskip("pandas", reason="reports need the extra 'sweeps'")


def shown(rows: Sequence[Row], by: Sequence[str] = ("game", "backend"), *, width: int = 200, **how: bool) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(sweep_report(frame_of(rows), by, **how))
    return console.export_text()


def lines_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_groups_count_outcomes_and_measure_only_cases_with_an_answer() -> None:
    groups = group_measures(frame_of(SWEEP), ["game", "backend"])
    assert list(groups) == [("kuhn", "cvxpy"), ("kuhn", "highs"), ("leduc", "cvxpy")]
    highs = {name: value for name, value in groups["kuhn", "highs"].items() if value not in (0, None)}
    assert highs == {
        "cases": 4, "certified": 3, "timed_out": 1, "seconds_median": 3.0, "seconds_min": 1.0, "seconds_max": 8.0,
        "seconds_solve": 1.5, "peak_bytes": 8 * 2**20, "value_1_min": -0.3, "value_1_max": -0.1, "value_2_min": 0.1,
        "value_2_max": 0.3, "nash_conv_max": 3 * 1e-9,
    }  # fmt: skip
    assert {name for name, value in groups["leduc", "cvxpy"].items() if value} == {"cases", "refused"}


def test_cells_without_a_value_are_dashes_and_no_shrinking_is_none() -> None:
    rows = [made_row("leduc", {"ranks": 3}, abstraction=kind, seed=seed) for seed, kind in enumerate((None, "none"))]
    groups = group_measures(frame_of([*rows, made_row("leduc", abstraction="lossless")]), ["ranks", "abstraction"])
    assert list(groups) == [(None, "lossless"), (3, "none")]
    assert "–" in shown([made_row("kuhn")], ["game", "backend", "seed"]).splitlines()[4]
    assert label_of(["backend", "preprocess", "abstraction"], ["cfr", "none", "none"]) == "cfr"


def test_seconds_of_a_single_answer_are_shown_once() -> None:
    rows = [made_row("kuhn", {"bet": bet}, seconds=bet) for bet in (1, 2)]
    assert "least" in shown(rows)
    assert "least" not in shown(rows, ["bet"]) and "seconds" in shown(rows, ["bet"])
    more = frame_of([*rows, made_row("kuhn", {"bet": 2}, seed=1, seconds=4)])
    _, (header, lines), _ = group_tables(more, ["bet"])
    assert header == ["bet", "median", "least", "most", "process memory"]
    assert [line[:4] for line in lines] == [["1", "1", "–", "–"], ["2", "3", "2", "4"]]


def test_a_backend_that_is_not_named_is_shown_as_the_default() -> None:
    rows = [made_row(backend="", outcome=Outcome.REFUSED), made_row()]
    (_, (first, second)), *_ = group_tables(frame_of(rows), ["backend"])
    assert (first[0], second[0]) == ("(default)", "highs")
    assert "backend = (default)" in shown(rows[:1], ["game"])
    assert [group["backend"] for group in sweep_data(frame_of(rows), ["backend"])["groups"]] == [None, "highs"]


def test_a_column_grouped_by_takes_precedence_over_a_measure_of_its_name() -> None:
    rows = [made_row(outcome=Outcome.REFUSED, peak_bytes=5), made_row(seed=1, peak_bytes=6, phases={"solve": 2.0})]
    groups = sweep_data(frame_of(rows), ["peak_bytes", "seconds_solve"])["groups"]
    assert [(group["peak_bytes"], group["seconds_solve"]) for group in groups] == [(5, None), (6, 2.0)]
    (group,) = group_measures(frame_of([made_row(phases={"median": 7.0}, seconds=3.0)]), ["game"]).values()
    assert group["seconds_median"] == 3.0


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


def test_the_game_and_the_backend_shared_by_all_cases_are_shown_once() -> None:
    rows = [made_row("kuhn", {"bet": bet}) for bet in (1, 2)]
    assert "2 cases: 2 certified; game = kuhn, backend = highs\n" in shown(rows, ["bet"])
    assert "2 cases: 2 certified; backend = highs\n" in shown(rows, ["game"])


def test_an_exact_value_is_shown_as_a_fraction_if_all_answers_agree() -> None:
    exact: dict[str, Any] = {"value": (-1 / 18, 1 / 18), "exact_value": ("-1/18", "1/18")}
    rows = [made_row(seed=seed, nash_conv=0.0, **exact) for seed in (1, 2)]
    assert "-1/18" in shown(rows)
    rows.append(made_row(seed=3, value=(-0.0555, 0.0555), nash_conv=0.0))
    (group,) = group_measures(frame_of(rows), ["game"]).values()
    assert group["exact_value_1"] is None
    assert "-0.05556 to -0.0555" in shown(rows) and "value to player 2" not in shown(rows)
    assert "value to player 2" in shown([made_row(value=(1.0, 2.0))])


def test_failures_are_listed_in_one_line_each_in_tables_and_with_their_errors_in_json() -> None:
    text = shown(SWEEP)
    assert "7 cases: 5 certified, 1 refused, 1 timed out" in text
    assert "timed out: kuhn(ante=2,bet=2) highs: stopped after 9 s" in text
    assert "refused: leduc cvxpy: no such option" in text
    failed = [(one["outcome"], one["error"]) for one in sweep_data(frame_of(SWEEP))["failures"]]
    assert failed == [("timed out", "stopped after 9 s"), ("refused", "no such option")]
    many = [made_row(seed=seed, outcome=Outcome.CRASHED, error=f"number {seed}!") for seed in range(20)]
    assert "8 more; --all shows every one" in shown(many) and "number 19!" not in shown(many)
    assert "number 19!" in shown(many, everything=True)


def test_the_title_of_a_case_has_the_parameters_that_differ_from_their_defaults() -> None:
    case = Case("leduc", {"ranks": 3, "suits": 2, "bet_1": 5, "of_another_version": True})
    assert game_title(Row(case.key, case.as_dict(), Outcome.CRASHED)) == "leduc(bet_1=5,of_another_version=true)"
    gone = Case("no-longer-there", {"bet": 1})
    assert game_title(Row(gone.key, gone.as_dict(), Outcome.CRASHED)) == "no-longer-there(bet=1)"


def test_watched_probabilities_are_in_tables_and_in_full_in_csv() -> None:
    pairs = [(bet, seed) for bet in (1, 2) for seed in (1, 2)]
    rows = [made_row(parameters={"bet": bet}, seed=seed, probabilities={"1:K:bet": bet / 4}) for bet, seed in pairs]
    header, *lines = (line.split() for line in shown(rows, ["bet"]).splitlines() if "1:K:bet" in line or "0." in line)
    assert header[-1] == "1:K:bet"
    assert [line[-1] for line in lines[:2]] == ["0.25", "0.5"]
    assert "0.25 to 0.5" in shown(rows)
    first = lines_of(groups_csv(frame_of(rows)))[0]
    assert (first["probability_1:K:bet_min"], first["probability_1:K:bet_max"]) == ("0.25", "0.5")
    assert [line["probability_1:K:bet"] for line in lines_of(cases_csv(frame_of(rows)))] == ["0.25"] * 2 + ["0.5"] * 2


def test_a_case_in_csv_and_json_has_its_values_and_everything_it_declares() -> None:
    row = made_row(parameters={"bet": 2}, settings={"exact": True}, value=(-0.5, 0.5), exact_value=("-1/2", "1/2"))
    (line,) = lines_of(cases_csv(frame_of([row])))
    assert (line["bet"], line["exact"], line["value_1"], line["exact_value_2"]) == ("2", "true", "-0.5", "1/2")
    (record,) = sweep_data(frame_of([row]))["rows"]
    assert (record["bet"], record["exact"], record["value_2"], record["key"]) == (2, True, 0.5, row.key)
    assert (record["abstraction"], record["preprocess"]) == (None, None)


def test_the_default_groups_are_what_the_sweep_varies() -> None:
    rows = [
        made_row("kuhn", {"bet": bet, "ante": 1}, backend=backend, seed=seed, settings={"method": method})
        for bet in (1, 2)
        for backend in ("highs", "scipy")
        for seed in (1, 2)
        for method in ("numeric", "bound")
    ]
    assert default_groups(frame_of(rows)) == (["game", "backend", "bet", "method"], "")
    columns, note = default_groups(frame_of(made_row("kuhn", {"bet": bet}) for bet in range(41)))
    assert columns == ["game", "backend"] and "--by bet" in note


def test_approximate_answers_are_counted_apart_and_are_no_failures() -> None:
    row = made_row("leduc", abstraction="threshold=9", outcome=Outcome.APPROXIMATE, seconds=1.0, nash_conv=0.8)
    assert "1 case: 1 approximate" in shown([row]) and "without a certified answer" not in shown([row])
    (group,) = sweep_data(frame_of([row]))["groups"]
    assert (group["approximate"], group["certified"], group["nash_conv_max"]) == (1, 0, 0.8)


def test_csv_and_json_hold_the_same_numbers_in_full() -> None:
    lines = lines_of(groups_csv(frame_of(SWEEP), ["ante", "backend"]))
    data = sweep_data(frame_of(SWEEP), ["ante", "backend"])["groups"]
    assert [line["ante"] for line in lines] == ["", "1", "2", "2"]
    assert [line["certified"] for line in lines] == ["0", "3", "2", "0"]
    assert [line["timed_out"] for line in lines] == ["0", "0", "0", "1"]
    assert lines[1]["seconds_median"] == "3.0" and data[1]["seconds_median"] == 3.0
    assert float(lines[2]["value_1_min"]) == data[2]["value_1_min"] == -1.0
    assert float(lines[2]["seconds_solve"]) == 3.0
