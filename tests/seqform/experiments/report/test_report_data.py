"""Columns of a sweep, their names and order, and conditions on them."""

from typing import Any

import pytest
from sweep_rows import SWEEP, made_row

from seqform.errors import OptionError
from seqform.experiments.report.data import (
    frame_of,
    grouped,
    number_of,
    require_columns,
    sort_key,
    where,
)
from seqform.experiments.rows import Row

pytest.importorskip("pandas", reason="reports need the extra 'sweeps'")


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
        *(("target_gap", (0.01, 0.1), f"target_gap{relation}0.01", [0.01]) for relation in ("=", "<=")),
        *(("target_gap", (0.01, 0.1), f"target_gap{relation}0.01", [0.1]) for relation in ("!=", ">")),
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
            for text in ("bet", "bet=", "bet= ", "=2", "bet~2", "", "bet=>2", "bet=<2", "bet<>2", "bet===2")
        ),
        ("bet<many", "--where bet<many: bet has numbers, and many is no number"),
        ("ante>many", "--where ante>many: ante has numbers"),
        ("exact>0", "no case is left; exact is none, true"),
    ],
)
def test_texts_of_another_form_and_comparisons_with_words_are_refused(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        where(frame_of([*SWEEP, made_row(settings={"exact": True})]), [text])


def test_unknown_columns_are_refused_with_similar_names_and_some_of_those_there_are() -> None:
    known = r"--by bett: no case of this store has it; did you mean bet\? Known: game, .*ante, bet, "
    with pytest.raises(OptionError, match=known):
        require_columns(["game", "bett"], frame_of(SWEEP), "--by")
    rows = [made_row(versions={f"package {number}": "1" for number in range(30)}, host={"system": "Linux"})]
    with pytest.raises(OptionError, match=r"and \d\d more$") as refused:
        require_columns(["nothing-like-it"], frame_of(rows), "--by")
    assert len(str(refused.value)) < 300 and "package" not in str(refused.value)
    with pytest.raises(OptionError, match="--by row: no case"):
        require_columns(["row"], frame_of(rows), "--by")


def test_integers_beyond_the_doubles_are_sorted_behind_all_numbers() -> None:
    huge = 10**400
    assert number_of(huge) == huge
    assert sorted([huge, 1, -huge, 2.5, "text", None], key=sort_key) == [None, -huge, 1, 2.5, huge, "text"]
    assert list(grouped(frame_of([made_row(parameters={"bet": bet}) for bet in (huge, 1)]), ["bet"])) == [(1,), (huge,)]
