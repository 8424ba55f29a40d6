"""Tables of a sweep: columns, filters, groups, exponents and performance profiles, all against numbers by hand."""

import csv
import io
import math
import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from sweep_rows import SWEEP, made_row

from seqform.errors import ModelError
from seqform.experiments.report.data import (
    cases_csv,
    default_groups,
    game_title,
    grouped,
    label_of,
    row_groups,
    sweep_csv,
    sweep_data,
)
from seqform.experiments.report.profile import performance_profiles
from seqform.experiments.report.scaling import power_law
from seqform.experiments.report.table import group_tables, sweep_report
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import Case


def shown(rows: Sequence[Row], by: Sequence[str] = ("game", "backend"), *, everything: bool = False) -> str:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(sweep_report(rows, by, everything=everything))
    return console.export_text()


def test_groups_count_outcomes_and_measure_only_what_was_answered() -> None:
    first, second, third = row_groups(SWEEP)
    assert [group.values for group in (first, second, third)] == [
        ("kuhn", "cvxpy"),
        ("kuhn", "highs"),
        ("leduc", "cvxpy"),
    ]
    assert second.outcomes == {Outcome.CERTIFIED: 3, Outcome.TIMED_OUT: 1}
    assert second.seconds == (3.0, 1.0, 8.0)
    assert second.phases == {"solve": 1.5}
    assert second.peak_bytes == 8 * 2**20
    assert second.value(0) == (-0.3, -0.1)
    assert second.nash_conv == 3 * 1e-9
    assert (third.seconds, third.peak_bytes, third.nash_conv, third.value(0)) == (None,) * 4


def test_what_a_case_lacks_is_a_dash_and_no_shrinking_is_none() -> None:
    rows = [made_row("leduc", {"ranks": 3}, shrink=shrink, seed=seed) for seed, shrink in enumerate((None, "none"))]
    assert list(grouped([*rows, made_row("leduc", shrink="lossless")], ["ranks", "shrink"])) == [
        (None, "lossless"),
        (3, "none"),
    ]
    assert len(row_groups(rows, ["shrink"])) == 1
    assert "–" in shown([made_row("kuhn")], ["game", "ranks"]).splitlines()[4]
    assert label_of(["backend", "preprocess", "shrink"], ["cfr", "none", "none"]) == "cfr"


def test_seconds_of_one_answer_are_told_once() -> None:
    rows = [made_row("kuhn", {"bet": bet}, seconds=bet) for bet in (1, 2)]
    assert "least" in shown(rows)
    assert "least" not in shown(rows, ["bet"]) and "seconds" in shown(rows, ["bet"])
    _, (header, lines), _ = group_tables(row_groups([*rows, made_row("kuhn", {"bet": 2}, seed=1, seconds=4)], ["bet"]))
    assert header == ["bet", "median", "least", "most", "process memory"]
    assert [line[:4] for line in lines] == [["1", "1", "–", "–"], ["2", "3", "2", "4"]]


def test_a_backend_that_nobody_named_is_told_to_be_the_default() -> None:
    rows = [made_row(backend="", outcome=Outcome.REFUSED), made_row()]
    (_, (first, second)), *_ = group_tables(row_groups(rows, ["backend"]))
    assert (first[0], second[0]) == ("(default)", "highs")
    assert "backend = (default)" in shown(rows[:1], ["game"])
    assert [group["backend"] for group in sweep_data(rows, ["backend"])["groups"]] == [None, "highs"]


def test_groups_keep_what_they_are_grouped_by() -> None:
    rows = [made_row(outcome=Outcome.REFUSED, peak_bytes=5), made_row(seed=1, peak_bytes=6, phases={"solve": 2.0})]
    groups = sweep_data(rows, ["peak_bytes", "seconds_solve"])["groups"]
    assert [(group["peak_bytes"], group["seconds_solve"]) for group in groups] == [(5, None), (6, 2.0)]


@pytest.mark.parametrize("width", [100, 60, 30])
def test_no_number_is_broken_however_narrow_the_terminal(width: int) -> None:
    rows = [
        made_row(
            "kuhn", {"bet": bet}, value=(-0.0166667 * bet, 0.0166667 * bet), nash_conv=0.00123457,
            probabilities={f"1:{card}:bet": 0.333333 + 0.1 * number for number, card in enumerate("JQK")},
        )
        for bet in (1, 2)
    ]  # fmt: skip
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(sweep_report(rows, ["bet"]))
    text = console.export_text()
    assert all(len(line) <= width for line in text.splitlines() if "certified;" not in line)
    for number in ("-0.0166667", "-0.0333334", "0.00123457", "0.333333", "0.433333", "0.533333"):
        assert re.search(rf" {re.escape(number)} ", text)
    assert text.count(" bet ") >= (2 if width > 60 else 3)


def test_what_all_cases_have_in_common_is_told_once() -> None:
    rows = [made_row("kuhn", {"bet": bet}) for bet in (1, 2)]
    assert "2 cases: 2 certified; game = kuhn, backend = highs\n" in shown(rows, ["bet"])
    assert "2 cases: 2 certified; backend = highs\n" in shown(rows, ["game"])


def test_an_exact_value_is_shown_as_a_fraction_if_all_agree() -> None:
    rows = [
        made_row(seed=seed, value=(-1 / 18, 1 / 18), exact_value=("-1/18", "1/18"), nash_conv=0.0) for seed in (1, 2)
    ]
    assert "-1/18" in shown(rows)
    rows.append(made_row(seed=3, value=(-0.0555, 0.0555), nash_conv=0.0))
    assert row_groups(rows)[0].exact_value(0) is None
    assert "-0.05556 to -0.0555" in shown(rows)


def test_both_values_are_shown_where_they_do_not_cancel() -> None:
    assert "value to player 2" not in shown(SWEEP)
    assert "value to player 2" in shown([made_row(value=(1.0, 2.0))])


def test_the_report_lists_failures_with_one_line_each() -> None:
    text = shown(SWEEP)
    assert "7 cases: 5 certified, 1 refused, 1 timed out" in text
    assert "timed out: kuhn(ante=2,bet=2) highs: stopped after 9 s" in text
    assert "refused: leduc cvxpy: no such option" in text


def test_a_case_is_told_by_the_parameters_that_are_not_as_usual() -> None:
    case = Case("leduc", {"ranks": 3, "suits": 2, "bet_1": 5, "of_another_version": True})
    assert game_title(Row(case.key, case.as_dict(), Outcome.CRASHED)) == "leduc(bet_1=5,of_another_version=true)"
    gone = Case("no-longer-there", {"bet": 1})
    assert game_title(Row(gone.key, gone.as_dict(), Outcome.CRASHED)) == "no-longer-there(bet=1)"


def test_watched_probabilities_stand_in_the_table_and_in_full_in_csv() -> None:
    rows = [
        made_row(parameters={"bet": bet}, seed=seed, probabilities={"1:K:bet": bet / 4})
        for bet in (1, 2)
        for seed in (1, 2)
    ]
    header, *lines = (line.split() for line in shown(rows, ["bet"]).splitlines() if "1:K:bet" in line or "0." in line)
    assert header[-1] == "1:K:bet"
    assert [line[-1] for line in lines[:2]] == ["0.25", "0.5"]
    assert "0.25 to 0.5" in shown(rows)
    first = next(csv.DictReader(io.StringIO(sweep_csv(rows))))
    assert (first["probability_1:K:bet_min"], first["probability_1:K:bet_max"]) == ("0.25", "0.5")
    assert [case["probability_1:K:bet"] for case in csv.DictReader(io.StringIO(cases_csv(rows)))] == [
        "0.25", "0.25", "0.5", "0.5",
    ]  # fmt: skip


def test_a_case_in_csv_and_json_has_its_values_and_all_it_was_asked_with() -> None:
    row = made_row(parameters={"bet": 2}, settings={"exact": True}, value=(-0.5, 0.5), exact_value=("-1/2", "1/2"))
    (line,) = csv.DictReader(io.StringIO(cases_csv([row])))
    assert (line["bet"], line["exact"], line["value_1"], line["exact_value_2"]) == ("2", "true", "-0.5", "1/2")
    (record,) = sweep_data([row])["rows"]
    assert (record["bet"], record["exact"], record["value_2"], record["key"]) == (2, True, 0.5, row.key)


def test_the_default_groups_are_what_the_sweep_varies() -> None:
    rows = [
        made_row("kuhn", {"bet": bet, "ante": 1}, backend=backend, seed=seed, settings={"method": method})
        for bet in (1, 2)
        for backend in ("highs", "scipy")
        for seed in (1, 2)
        for method in ("numeric", "bound")
    ]
    assert default_groups(rows) == (["game", "backend", "bet", "method"], "")
    many = [made_row("kuhn", {"bet": bet}) for bet in range(41)]
    columns, note = default_groups(many)
    assert columns == ["game", "backend"] and "--by bet" in note


def test_approximate_answers_are_counted_apart_and_are_no_failures() -> None:
    row = made_row("leduc", shrink="threshold=9", outcome=Outcome.APPROXIMATE, seconds=1.0, nash_conv=0.8)
    assert "1 case: 1 approximate" in shown([row]) and "without a certified answer" not in shown([row])
    (group,) = sweep_data([row])["groups"]
    assert (group["approximate"], group["certified"], group["nash_conv_max"]) == (1, 0, 0.8)


def test_many_failures_are_cut_off_unless_everything_is_asked_for() -> None:
    rows = [made_row(seed=seed, outcome=Outcome.CRASHED, error=f"number {seed}!") for seed in range(20)]
    assert "8 more; --all shows every one" in shown(rows)
    assert "number 19!" not in shown(rows)
    assert "number 19!" in shown(rows, everything=True)


def test_csv_and_json_hold_the_same_numbers_in_full() -> None:
    lines = list(csv.DictReader(io.StringIO(sweep_csv(SWEEP, ["ante", "backend"]))))
    data = sweep_data(SWEEP, ["ante", "backend"])["groups"]
    assert [line["ante"] for line in lines] == ["", "1", "2", "2"]
    assert [line["certified"] for line in lines] == ["0", "3", "2", "0"]
    assert [line["timed_out"] for line in lines] == ["0", "0", "0", "1"]
    assert lines[1]["seconds_median"] == "3.0" and data[1]["seconds_median"] == 3.0
    assert float(lines[2]["value_1_min"]) == data[2]["value_1_min"] == -1.0
    assert float(lines[2]["seconds_solve"]) == 3.0


def test_json_says_why_cases_failed() -> None:
    failed = sweep_data(SWEEP)["failures"]
    assert [(one["outcome"], one["error"]) for one in failed] == [
        ("timed out", "stopped after 9 s"),
        ("refused", "no such option"),
    ]


@given(
    st.floats(-2, 4),
    st.floats(1e-8, 1e2),
    st.lists(st.integers(1, 10**7), min_size=3, max_size=12, unique=True).filter(lambda x: max(x) > 1.5 * min(x)),
)
def test_exact_power_laws_are_recovered(exponent: float, factor: float, sizes: list[int]) -> None:
    law = power_law((size, factor * size**exponent) for size in sizes)
    assert law is not None
    assert law.exponent == pytest.approx(exponent, abs=1e-9)
    assert law.factor == pytest.approx(factor, rel=1e-6)
    assert law.standard_error < 1e-9
    assert law(100.0) == pytest.approx(factor * 100.0**exponent, rel=1e-6)


def test_the_standard_error_is_that_of_linear_regression() -> None:
    from scipy.stats import linregress

    sizes, times = np.array([10.0, 20, 50, 50, 100]), np.array([1.0, 2.5, 4, 6, 13])
    law, expected = power_law(zip(sizes, times, strict=True)), linregress(np.log(sizes), np.log(times))
    assert law is not None and (law.points, law.sizes) == (5, 4)
    assert law.exponent == pytest.approx(expected.slope)
    assert law.standard_error == pytest.approx(expected.stderr)


@pytest.mark.parametrize("measured", [[], [(10, 1.0)], [(10, 1.0), (20, 2.0)], [(10, 1.0), (10, 1.5), (20, 2.0)]])
def test_too_few_sizes_have_no_exponent(measured: list[tuple[float, float]]) -> None:
    assert power_law(measured) is None


def test_what_has_no_logarithm_is_left_out() -> None:
    law = power_law([(1, 1.0), (10, 10.0), (100, 100.0), (0, 3.0), (50, 0.0)])
    assert law is not None and law.points == 3 and law.exponent == pytest.approx(1)


def test_performance_profiles_step_where_they_should() -> None:
    """Best times 1, 2, 4; problem "d" is solved by nobody."""
    found = performance_profiles(
        {
            "quick": {"a": 1.0, "b": 2.0, "c": None, "d": None},
            "sure": {"a": 3.0, "b": 2.0, "c": 4.0, "d": None},
            "slow": {"a": 4.0, "b": 8.0, "c": 16.0, "d": None},
        }
    )
    assert found["quick"].steps == [(1.0, 0.5)]
    assert found["sure"].steps == [(1.0, 0.5), (3.0, 0.75)]
    assert found["slow"].steps == [(1.0, 0.0), (4.0, 0.75)]
    assert found["sure"].within(2.999) == 0.5 and found["sure"].within(3.0) == 0.75
    assert found["quick"].solved == 0.5 and found["slow"].within(math.inf) == 0.75


def test_profiles_need_the_same_problems() -> None:
    with pytest.raises(ModelError, match="same problems"):
        performance_profiles({"a": {1: 1.0}, "b": {2: 1.0}})
    with pytest.raises(ModelError, match="at least one"):
        performance_profiles({})


@given(
    st.lists(
        st.tuples(*[st.one_of(st.none(), st.floats(1e-6, 1e6))] * 3),
        min_size=1,
        max_size=8,
    )
)
def test_profiles_rise_and_somebody_is_the_best(times: list[tuple[float | None, ...]]) -> None:
    found = performance_profiles(
        {name: dict(enumerate(column)) for name, column in zip("abc", zip(*times, strict=True), strict=True)}
    )
    for profile in found.values():
        heights = [height for _, height in profile.steps]
        assert heights == sorted(heights) and heights[-1] == profile.solved
    anyone = sum(any(time is not None for time in line) for line in times) / len(times)
    assert sum(profile.within(1.0) for profile in found.values()) >= anyone - 1e-12
