"""Tables and data of a sweep: groups, measures, and cases as CSV and JSON, against numbers by hand."""

import csv
import io
import re
from collections.abc import Sequence

import pytest
from rich.console import Console
from sweep_rows import SWEEP, made_row

from seqform.cli.commands.report import sweep_report
from seqform.experiments.report.data import frame_of
from seqform.experiments.report.tables import cases_csv, group_measures, sweep_data
from seqform.experiments.rows import Outcome, Row

pytest.importorskip("pandas", reason="reports need the extra 'sweeps'")


def shown(rows: Sequence[Row], by: Sequence[str] = ("game", "backend"), *, width: int = 200, **how: bool) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(sweep_report(frame_of(rows), by, **how))
    return console.export_text()


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
    many = [made_row(seed=seed, outcome=Outcome.CRASHED, error=f"number {seed}!") for seed in range(20)]
    assert "8 more; --all shows every one" in shown(many) and "number 19!" not in shown(many)
    assert "number 19!" in shown(many, everything=True)


def test_a_case_in_csv_and_json_has_its_values_and_everything_it_declares() -> None:
    row = made_row(parameters={"bet": 2}, settings={"exact": True}, value=(-0.5, 0.5), exact_value=("-1/2", "1/2"))
    (line,) = csv.DictReader(io.StringIO(cases_csv(frame_of([row]))))
    assert (line["bet"], line["exact"], line["value_1"], line["exact_value_2"]) == ("2", "true", "-0.5", "1/2")
    (record,) = sweep_data(frame_of([row]))["rows"]
    assert (record["bet"], record["exact"], record["value_2"], record["key"]) == (2, True, 0.5, row.key)
    assert (record["abstraction"], record["preprocess"]) == (None, None)
