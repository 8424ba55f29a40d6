"""Groups of cases and their measures, and cases, as plain data, JSON and CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seqform.experiments.report.data import (
    ANSWERED,
    DEFAULT_BY,
    FIXED,
    ROW,
    failures,
    group_numbers,
    is_recorded,
    opened,
    reason,
    sorted_keys,
)
from seqform.experiments.rows import Outcome
from seqform.experiments.store import OPENED
from seqform.system.foreign_text import csv_text

if TYPE_CHECKING:
    from pandas import DataFrame, Series

SCHEMA = 1
"""Version of the layout of `sweep_data`."""


def group_measures(cases: DataFrame, by: Sequence[str]) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Return what was measured of every group, by its cells in the columns `by`.

    Times, memory, values, nash_conv and probabilities are of the cases with an answer; phases and probabilities stand
    in the order in which they first occur, where some case has them; any other measure that no case has is None.
    """
    keys = sorted_keys(cases, by)
    numbers = group_numbers(cases, by)
    answered = cases[cases["outcome"].isin(ANSWERED)]
    phases, watched = opened(cases, "phases"), opened(cases, "probabilities")
    floats = ["seconds", "peak_bytes", "value_1", "value_2", "nash_conv", *phases.values(), *watched.values()]
    groups = answered[floats].astype(float).groupby(numbers[answered.index])
    medians, least, most = groups.median(), groups.min(), groups.max()
    exact = answered.groupby(numbers[answered.index])[["exact_value_1", "exact_value_2"]]
    fractions, different = exact.first(), exact.nunique(dropna=False)

    found: dict[str, Series[Any]] = {"cases": numbers.value_counts()}
    found |= {kind.replace(" ", "_"): numbers[cases["outcome"] == kind].value_counts() for kind in Outcome}
    counts = ["peak_bytes", *found]
    found |= {"seconds_median": medians["seconds"], "seconds_min": least["seconds"], "seconds_max": most["seconds"]}
    optional = {OPENED["phases"].format(key): medians[name] for key, name in phases.items()}
    optional = {name: series for name, series in optional.items() if name not in found}
    found |= optional
    found["peak_bytes"] = most["peak_bytes"]
    for player in (1, 2):
        found |= {f"value_{player}_min": least[f"value_{player}"], f"value_{player}_max": most[f"value_{player}"]}
        name = f"exact_value_{player}"
        found[name] = fractions[name].where(different[name] == 1)
    found["nash_conv_max"] = most["nash_conv"]
    for key, name in watched.items():
        label = OPENED["probabilities"].format(key)
        optional |= {f"{label}_min": least[name], f"{label}_max": most[name]}
    found |= optional
    cells = [[*series.reindex(range(len(keys))).astype(object)] for series in found.values()]
    lines: list[dict[str, Any]] = [
        {name: None if cell is None or cell != cell else cell for name, cell in zip(found, line, strict=True)}
        for line in zip(*cells, strict=True)
    ]
    for line in lines:
        line |= {name: 0 for name in counts[1:] if line[name] is None}
        line |= {name: int(line[name]) for name in counts if line[name] is not None}
    given = [{name: cell for name, cell in line.items() if cell is not None or name not in optional} for line in lines]
    return dict(zip(keys, given, strict=True))


def sweep_data(cases: DataFrame, by: Sequence[str] = DEFAULT_BY) -> dict[str, Any]:
    """Return the groups, the cases and the failures as plain data."""
    outcomes = cases["outcome"].value_counts()
    return {
        "schema": SCHEMA,
        "cases": len(cases),
        "outcomes": {str(kind): int(outcomes[kind]) for kind in Outcome if kind in outcomes},
        "by": list(by),
        "groups": _group_records(cases, by),
        "rows": case_records(cases),
        "failures": [
            {"key": row.key, "case": row.case, "outcome": str(row.outcome), "error": reason(row)}
            for row in failures(cases)
        ],
    }


def _group_records(cases: DataFrame, by: Sequence[str]) -> list[dict[str, Any]]:
    """Return a record per group; where a measure has the name of a column grouped by, the column counts."""
    named = [(dict(zip(by, values, strict=True)), measured) for values, measured in group_measures(cases, by).items()]
    return [about | measured | about for about, measured in named]


def case_records(cases: DataFrame) -> list[dict[str, Any]]:
    """Return every case by the names of columns, without keys of tables that it does not have.

    Examples
    --------
    >>> from seqform.experiments.report.data import frame_of
    >>> from seqform.experiments.rows import Row
    >>> from seqform.experiments.values import Case
    >>> case = Case("kuhn", {"bet": 2}, watch=("1:K:bet",))
    >>> row = Row("k", case.as_dict(), Outcome.CERTIFIED, probabilities={"1:K:bet": 0.75})
    >>> (record,) = case_records(frame_of([row]))
    >>> record["game"], record["bet"], record["probability_1:K:bet"]
    ('kuhn', 2, 0.75)
    """
    names = [name for name in cases.columns.drop(ROW) if not is_recorded(name)]
    records = [
        {name: value for name, value in zip(names, values, strict=True) if value is not None or name in FIXED}
        for values in cases[names].itertuples(index=False, name=None)
    ]
    for record, row in zip(records, cases[ROW], strict=True):
        if row.case.get("preprocess") is None:
            record |= {"preprocess": None, "abstraction": None}
    return records


def cases_csv(cases: DataFrame) -> str:
    """Return the cases as CSV, one line each, numbers in full."""
    return _csv(case_records(cases))


def groups_csv(cases: DataFrame, by: Sequence[str] = DEFAULT_BY) -> str:
    """Return the groups as CSV, one line each, numbers in full."""
    return _csv(_group_records(cases, by))


def _csv(records: Sequence[Mapping[str, Any]]) -> str:
    columns = dict.fromkeys(name for record in records for name in record)
    return csv_text(columns, ([record.get(name) for name in columns] for record in records))
