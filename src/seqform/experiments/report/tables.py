"""Tables of a sweep: measures of groups of cases, as text for people, and as plain data, JSON and CSV for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seqform.experiments.report import data
from seqform.experiments.report.data import (
    ANSWERED,
    DEFAULT_BY,
    ROW,
    group_numbers,
    opened,
    reason,
    sorted_keys,
    text_in,
)
from seqform.experiments.rows import Outcome
from seqform.experiments.store import FIXED_COLUMNS, OPENED
from seqform.models.numbers.text import ROUNDING_NOISE, short
from seqform.system.foreign_text import csv_text

if TYPE_CHECKING:
    from pandas import DataFrame, Series

SCHEMA = 1
"""Version of the layout of `sweep_data`."""

TableText = tuple[list[str], list[list[str]]]
"""Header and lines."""

NOTHING = "–"
MOST_WATCHED = 8
"""Probabilities in the table; CSV and JSON have all."""

LONGEST_EXACT = 15
SAME_VALUE = 1e-7
"""Values in doubles that differ by less are shown as one."""

COUNTERS = {kind: kind.replace(" ", "_") for kind in Outcome}
"""Names of the numbers of cases by outcome."""


# ---- measures of groups ----


def group_measures(cases: DataFrame, by: Sequence[str]) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Return what was measured of every group, by its cells in the columns `by`.

    Times, memory, values, nash_conv and probabilities are of the cases with an answer; phases and probabilities stand
    in the order in which they first occur, where some case has them; any other measure that no case has is None.
    """
    import pandas as pd

    keys, numbers = sorted_keys(cases, by), group_numbers(cases, by)
    answered = cases[cases["outcome"].isin(ANSWERED)]
    phases, watched = opened(cases, "phases"), opened(cases, "probabilities")
    values = data.values_in(cases)
    floats = ["seconds", "peak_bytes", *values, "nash_conv", *phases.values(), *watched.values()]
    groups = answered[floats].astype(float).groupby(numbers[answered.index])
    medians, least, most = groups.median(), groups.min(), groups.max()
    exact = answered.groupby(numbers[answered.index])[[f"exact_{name}" for name in values]]
    fractions = exact.first().where(exact.nunique(dropna=False) == 1)

    found: dict[str, Series[Any]] = {"cases": numbers.value_counts()}
    found |= {name: numbers[cases["outcome"] == kind].value_counts() for kind, name in COUNTERS.items()}
    counts = list(found)
    found |= {"seconds_median": medians["seconds"], "seconds_min": least["seconds"], "seconds_max": most["seconds"]}
    optional = {OPENED["phases"].format(key): medians[name] for key, name in phases.items()}
    optional = {name: series for name, series in optional.items() if name not in found}
    found |= optional | {"peak_bytes": most["peak_bytes"]}
    for name in values:
        found |= {f"{name}_min": least[name], f"{name}_max": most[name], f"exact_{name}": fractions[f"exact_{name}"]}
    found["nash_conv_max"] = most["nash_conv"]
    for key, name in watched.items():
        label = OPENED["probabilities"].format(key)
        optional |= {f"{label}_min": least[name], f"{label}_max": most[name]}
    found |= optional
    table = pd.DataFrame(found).reindex(range(len(keys))).astype(object)
    lines: list[dict[Any, Any]] = table.where(table.notna(), None).to_dict("records")
    for line in lines:
        line |= {name: int(line[name] or 0) for name in counts}
        line |= {"peak_bytes": None if line["peak_bytes"] is None else int(line["peak_bytes"])}
        for name in optional:
            if line[name] is None:
                del line[name]
    return dict(zip(keys, lines, strict=True))


# ---- data for programs ----


def sweep_data(cases: DataFrame, by: Sequence[str] = DEFAULT_BY) -> dict[str, Any]:
    """Return a sweep as plain data, for JSON: cases, groups, and failures."""
    outcomes = cases["outcome"].value_counts()
    return {
        "schema": SCHEMA,
        "cases": len(cases),
        "outcomes": {str(kind): int(outcomes[kind]) for kind in Outcome if kind in outcomes},
        "versions": data.computed_by(cases),
        "by": list(by),
        "groups": _group_records(cases, by),
        "rows": case_records(cases),
        "failures": [
            {"key": row.key, "case": row.case, "outcome": str(row.outcome), "error": reason(row)}
            for row in data.failures(cases)
        ],
    }


def _group_records(cases: DataFrame, by: Sequence[str]) -> list[dict[str, Any]]:
    """Return a record per group; where a measure has the name of a column grouped by, the column counts."""
    named = [(dict(zip(by, values, strict=True)), measured) for values, measured in group_measures(cases, by).items()]
    return [about | measured | about for about, measured in named]


def case_records(cases: DataFrame) -> list[dict[str, Any]]:
    """Return every case by the names of columns, without keys of tables that it does not have."""
    names = [name for name in cases.columns.drop(ROW) if not data.is_recorded(name)]
    records = [
        {name: value for name, value in zip(names, values, strict=True) if value is not None or name in FIXED_COLUMNS}
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


# ---- text for people ----


def group_tables(cases: DataFrame, by: Sequence[str] = DEFAULT_BY) -> tuple[TableText, TableText, TableText]:
    """Return three tables: outcomes and values; seconds and memory; median seconds by phase.

    The least and the most seconds of a group with one answer equal its median, and are not repeated.
    """
    groups = group_measures(cases, by)
    measures = list(groups.values())
    kinds = [kind for kind, name in COUNTERS.items() if any(line[name] for line in measures)]
    answered = cases[cases["outcome"].isin(ANSWERED)]
    values_of = data.values_in(answered)
    sums = (answered["value_1"].astype(float) + answered["value_2"].astype(float)).abs()
    players = range(1, 2)
    names = ["value"]
    if len(values_of) > 2 or (sums > SAME_VALUE).any():
        players = range(1, len(values_of) + 1)
        names = [f"value to player {player}" for player in players]
    watched = list(opened(answered, "probabilities"))[:MOST_WATCHED]
    several = [sum(line[COUNTERS[kind]] for kind in ANSWERED) > 1 for line in measures]
    spread = ["median", "least", "most"] if any(several) else ["seconds"]
    phases = list(opened(answered, "phases"))
    results, times, by_phase = [], [], []
    for key, line, more in zip(groups, measures, several, strict=True):
        cells = zip(by, key, strict=True)
        about = [NOTHING if cell is None and name != "backend" else text_in(name, cell) for name, cell in cells]
        numbers = [f"{line[COUNTERS[kind]]:,}" if line[COUNTERS[kind]] else NOTHING for kind in kinds]
        values = [_value_text(line, player) for player in players]
        nash_conv = NOTHING if line["nash_conv_max"] is None else short(line["nash_conv_max"])
        shares = [_span_text(line, OPENED["probabilities"].format(name)) for name in watched]
        ends = [seconds_text(line[f"seconds_{end}"]) if more else NOTHING for end in ("min", "max")]
        results.append([*about, *numbers, *values, nash_conv, *shares])
        median, memory = seconds_text(line["seconds_median"]), bytes_text(line["peak_bytes"])
        times.append([*about, median, *(ends if any(several) else ()), memory])
        by_phase.append([*about, *(seconds_text(line.get(f"seconds_{name}")) for name in phases)])
    return (
        ([*by, *map(str, kinds), *names, "nash_conv", *watched], results),
        ([*by, *spread, "process memory"], times),
        ([*by, *phases], by_phase),
    )


def _value_text(line: dict[str, Any], player: int) -> str:
    exact = line[f"exact_value_{player}"]
    return str(exact) if exact is not None and len(exact) <= LONGEST_EXACT else _span_text(line, f"value_{player}")


def _span_text(line: dict[str, Any], name: str) -> str:
    """Return a measure, or both ends where the cases differ."""
    low, high = line.get(f"{name}_min"), line.get(f"{name}_max")
    if low is None or high is None:
        return NOTHING
    low, high = (0.0 if abs(end) <= ROUNDING_NOISE else end for end in (low, high))
    return short(low) if high - low <= SAME_VALUE else f"{low:.4g} to {high:.4g}"


def seconds_text(seconds: float | None) -> str:
    """Return seconds to three digits, and to a tenth of a millisecond.

    Examples
    --------
    >>> [seconds_text(number) for number in (1e-06, 0.0012345, 0.12345, 12.345, 1234.5, 0.0, None)]
    ['<0.0001', '0.0012', '0.123', '12.3', '1,234', '0', '–']
    """
    if seconds is None:
        return NOTHING
    if seconds >= 1000 or seconds == 0:
        return f"{seconds:,.0f}"
    if seconds < 1e-4:
        return "<0.0001"
    return f"{seconds:.4f}" if seconds < 0.1 else f"{seconds:.3g}"


def bytes_text(number: int | None) -> str:
    """Return an amount of memory to three digits.

    Examples
    --------
    >>> bytes_text(123_456_789), bytes_text(0)
    ('118 MiB', '–')
    """
    if not number:
        return NOTHING
    return f"{number / 2**20:.3g} MiB" if number < 1000 * 2**20 else f"{number / 2**30:.3g} GiB"
