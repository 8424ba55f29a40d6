"""Columns of a sweep, and which cases are looked at."""

from dataclasses import replace

import pytest
from sweep_rows import SWEEP, made_row

from seqform.errors import OptionError
from seqform.experiments.report.data import (
    Condition,
    case_records,
    columns_of,
    grouped,
    in_order,
    number_of,
    require_columns,
    sort_key,
    value_at,
    way_columns,
    where,
)
from seqform.experiments.rows import Outcome


def test_groups_come_in_the_order_of_numbers() -> None:
    assert list(grouped(SWEEP, ["bet"])) == [(None,), (1,), (2,), (3,), (10,)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("backend=highs", 4),
        ("backend!=highs", 3),
        ("bet>=2", 4),
        ("bet > 2", 2),
        ("bet<2", 2),
        ("bet<=1.5", 2),
        ("bet=2.0", 2),
        ("bet==2", 2),
        ("value_1<-0.25", 2),
        ("seconds_solve>=2.5", 3),
        ("bet=none", 1),
        ("bet!=none", 6),
        ("outcome=timed out", 1),
        ("seconds<4", 3),
        ("parameters.ante=2", 3),
        ("error!=none", 2),
        ("error=none", 5),
        ("error=no such option", 1),
        ("backend>=d", 4),
        ("started>2031", 1),
        ("started<=2031-05-02T00:00", 1),
    ],
)
def test_conditions_filter(text: str, kept: int) -> None:
    assert len(where(SWEEP, [Condition.parse(text)])) == kept


def test_fractions_written_as_text_are_numbers_to_conditions() -> None:
    rows = [made_row(settings={"epsilon": epsilon}) for epsilon in ("1/1000", "1/2", "0.25")]
    assert len(where(rows, [Condition.parse("epsilon>=1/4")])) == 2


def test_what_is_looked_for_may_contain_a_sign_of_relation() -> None:
    rows = [made_row(shrink=shrink) for shrink in ("threshold=0.1", "threshold=0.2", None)]
    assert where(rows, [Condition.parse("shrink=threshold=0.1")]) == rows[:1]
    assert where(rows, [Condition.parse("shrink = none")]) == rows[2:]


def test_conditions_add_up() -> None:
    conditions = [Condition.parse("bet>=2"), Condition.parse("backend=cvxpy")]
    assert [value_at(row, "bet") for row in where(SWEEP, conditions)] == [10]


@pytest.mark.parametrize("text", ["bet", "bet=", "=2", "bet~2", "", "bet=>2", "bet=<2", "bet<>2", "bet===2"])
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match=r"a condition such as .*; none is nothing, as in error!=none"):
        Condition.parse(text)


def test_no_number_is_compared_with_a_word() -> None:
    with pytest.raises(OptionError, match="--where bet<many: bet has numbers, and many is no number"):
        where(SWEEP, [Condition.parse("bet<many")])


def test_words_and_truth_values_among_numbers_are_neither_small_nor_large() -> None:
    rows = [made_row(settings={"start": start}) for start in ("ones", 2, 3, True)]
    assert where(rows, [Condition.parse("start>2")]) == rows[2:3]
    with pytest.raises(OptionError, match="no case is left; exact is true"):
        where([made_row(settings={"exact": True})], [Condition.parse("exact>0")])


@pytest.mark.parametrize("text", ["exact=true", "exact=True", "exact!=FALSE"])
def test_truth_values_are_the_same_in_any_letters(text: str) -> None:
    rows = [made_row(settings={"exact": exact}) for exact in (True, False)]
    assert where(rows, [Condition.parse(text)]) == rows[:1]


@pytest.mark.parametrize("text", ["backend=none", "backend=(default)"])
def test_cases_that_name_no_backend_can_be_chosen(text: str) -> None:
    rows = [made_row(backend=""), made_row()]
    assert where(rows, [Condition.parse(text)]) == rows[:1]
    with pytest.raises(OptionError, match=r"no case is left; backend is \(default\), highs$"):
        where(rows, [Condition.parse("backend=cfr")])


@pytest.mark.parametrize("column", ["backend", "error", "termination", "status", "solver", "started"])
def test_an_empty_text_is_nothing(column: str) -> None:
    row = made_row(backend="")
    assert value_at(row, column) is None
    assert case_records([row])[0][column] is None
    assert column not in columns_of([row])


def test_a_filter_that_leaves_nothing_says_what_there_is() -> None:
    with pytest.raises(OptionError, match=r"--where backend=hihgs: no case is left; backend is cvxpy, highs"):
        where(SWEEP, [Condition.parse("backend=hihgs")])


def test_unknown_columns_are_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(
        OptionError, match=r"--by bett: no case of this store has it; did you mean bet\? Known: game, .*ante, bet, "
    ):
        require_columns(["game", "bett"], SWEEP, "--by")


def test_messages_name_a_few_columns_and_none_of_the_versions() -> None:
    rows = [made_row(versions={f"package {number}": "1" for number in range(30)}, host={"system": "Linux"})]
    with pytest.raises(OptionError, match=r"and \d\d more$") as refused:
        require_columns(["nothing-like-it"], rows, "--by")
    assert len(str(refused.value)) < 300 and "package" not in str(refused.value)


def test_every_column_of_the_csv_is_a_column_by_the_same_name() -> None:
    row = made_row(
        "kuhn", {"bet": 2, "seconds": 7}, settings={"exact": True}, options={"time_limit": 5, "raw.presolve": "off"},
        value=(-0.5, 0.5), exact_value=("-1/2", "1/2"), probabilities={"1:K:bet": 0.25},
        phases={"solve": 1.5}, seconds=2.0, nash_conv=0.0, seed=3, shrink="lossless",
    )  # fmt: skip
    row = replace(row, case=row.case | {"preprocess": ["merge", "prune"]})
    (record,) = case_records([row])
    assert {"seconds_solve", "option_raw.presolve", "parameters_seconds", "probability_1:K:bet"} <= set(record)
    assert {name: value_at(row, name) for name in record} == record
    assert [value_at(row, name) for name in ("1:K:bet", "time_limit", "phases.solve")] == [0.25, 5, 1.5]


def test_every_listed_column_can_be_used() -> None:
    for name in columns_of(SWEEP):
        require_columns([name], SWEEP, "--by")
        assert any(value_at(row, name) is not None for row in SWEEP)


def test_ways_of_solving_are_what_varies_within_a_backend() -> None:
    rows = [made_row(backend="scipy"), made_row(options={"threads": 1, "raw.solver": "ipm"})]
    assert way_columns(rows) == ["backend"]
    rows.append(made_row(options={"threads": 1, "raw.solver": "simplex"}))
    assert way_columns(rows) == ["backend", "raw.solver"]


def test_defaults_that_a_stopped_case_does_not_tell_are_no_other_way_of_solving() -> None:
    rows = [made_row(options={"threads": 1}), made_row(seed=1, outcome=Outcome.TIMED_OUT)]
    assert way_columns(rows) == ["backend"]
    rows.append(made_row(options={"threads": 2}, outcome=Outcome.TIMED_OUT))
    assert way_columns(rows) == ["backend", "threads"]


def test_the_order_of_rows_does_not_depend_on_when_they_were_computed() -> None:
    assert in_order(SWEEP) == in_order(reversed(SWEEP))


def test_integers_beyond_the_doubles_are_sorted_behind_all_numbers() -> None:
    huge = 10**400
    assert number_of(huge) == huge
    assert sorted([huge, 1, -huge, 2.5, "text", None], key=sort_key) == [None, -huge, 1, 2.5, huge, "text"]
