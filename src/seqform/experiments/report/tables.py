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
from seqform.models.games.infosets import player_label
from seqform.models.numbers.text import ROUNDING_NOISE, short
from seqform.system.foreign_text import csv_text

if TYPE_CHECKING:
    from pandas import DataFrame, Series

SCHEMA = 1
"""Version of the layout of `sweep_data`."""

TableText = tuple[list[str], list[list[str]]]
"""Header and lines."""

SOLVER = "solver_seconds"
"""The column with the seconds of the solver alone."""

NOTHING = "–"
MOST_WATCHED = 8
"""Probabilities in the table; CSV and JSON have all."""

LONGEST_EXACT = 15
SAME_VALUE = 1e-7
"""Values in doubles that differ by less are shown as one."""

COUNTERS = {outcome: outcome.replace(" ", "_") for outcome in Outcome}
"""Names of the numbers of cases by outcome."""


# ---- measures of groups ----


def group_measures(cases: DataFrame, by: Sequence[str]) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Return what was measured of every group, by its cells in the columns `by`.

    Times, memory, values, nash_conv and probabilities are of the cases with an answer; phases and probabilities stand
    in the order in which they first occur, where some case has them; any other measure that no case has is None.
    """
    import pandas as pd

    keys = sorted_keys(cases, by)
    group = group_numbers(cases, by)
    answered = cases[cases["outcome"].isin(ANSWERED)]
    group_of_answered = group[answered.index]
    phases = opened(cases, "phases")
    watched = opened(cases, "probabilities")
    values = data.values_in(cases)
    floats = [
        "seconds",
        SOLVER,
        "peak_bytes",
        *values,
        "nash_conv",
        *phases.values(),
        *watched.values(),
    ]
    groups = answered[floats].astype(float).groupby(group_of_answered)
    medians, least, most = groups.median(), groups.min(), groups.max()

    # An exact value is one of the group only where all its cases have the same.
    exact = answered.groupby(group_of_answered)[[f"exact_{name}" for name in values]]
    exact_values = exact.first().where(exact.nunique(dropna=False) == 1)

    counts: dict[str, Series[Any]] = {"cases": group.value_counts()}
    for outcome, name in COUNTERS.items():
        counts[name] = group[cases["outcome"] == outcome].value_counts()
    measures = dict(counts)
    measures["seconds_median"] = medians["seconds"]
    measures["seconds_min"] = least["seconds"]
    measures["seconds_max"] = most["seconds"]
    optional: dict[str, Series[Any]] = {f"{SOLVER}_median": medians[SOLVER]}
    for phase, name in phases.items():
        label = OPENED["phases"].format(phase)
        if label not in measures:
            optional[label] = medians[name]
    measures |= optional
    measures["peak_bytes"] = most["peak_bytes"]
    for name in values:
        measures[f"{name}_min"] = least[name]
        measures[f"{name}_max"] = most[name]
        measures[f"exact_{name}"] = exact_values[f"exact_{name}"]
    measures["nash_conv_max"] = most["nash_conv"]
    for place, name in watched.items():
        label = OPENED["probabilities"].format(place)
        optional[f"{label}_min"] = least[name]
        optional[f"{label}_max"] = most[name]
    measures |= optional

    table = pd.DataFrame(measures).reindex(range(len(keys))).astype(object)
    lines: list[dict[Any, Any]] = table.where(table.notna(), None).to_dict("records")
    for line in lines:
        for name in counts:
            line[name] = int(line[name] or 0)
        if line["peak_bytes"] is not None:
            line["peak_bytes"] = int(line["peak_bytes"])
        for name in optional:
            if line[name] is None:
                del line[name]
    return dict(zip(keys, lines, strict=True))


# ---- data for programs ----


def sweep_data(cases: DataFrame, by: Sequence[str] = DEFAULT_BY) -> dict[str, Any]:
    """Return a sweep as plain data, for JSON: cases, groups, and failures."""
    outcomes = cases["outcome"].value_counts()
    failures = [
        {"key": row.key, "case": row.case, "outcome": str(row.outcome), "error": reason(row)}
        for row in data.failures(cases)
    ]
    return {
        "schema": SCHEMA,
        "cases": len(cases),
        "outcomes": {
            str(outcome): int(outcomes[outcome]) for outcome in Outcome if outcome in outcomes
        },
        "versions": data.computed_by(cases),
        "by": list(by),
        "groups": _group_records(cases, by),
        "rows": case_records(cases),
        "failures": failures,
    }


def _group_records(cases: DataFrame, by: Sequence[str]) -> list[dict[str, Any]]:
    """Return a record per group; where a measure has the name of a column grouped by, the column counts."""
    records = []
    for values, measures in group_measures(cases, by).items():
        cells = dict(zip(by, values, strict=True))
        records.append(cells | measures | cells)
    return records


def case_records(cases: DataFrame) -> list[dict[str, Any]]:
    """Return every case by the names of columns, without keys of tables that it does not have."""
    names = [name for name in cases.columns.drop(ROW) if not data.is_recorded(name)]
    records = []
    for row, *values in cases[[ROW, *names]].itertuples(index=False, name=None):
        cells = zip(names, values, strict=True)
        record = {
            name: value for name, value in cells if value is not None or name in FIXED_COLUMNS
        }
        if row.case.get("preprocess") is None:
            # Unknown: the default steps were not filled in.
            record |= {"preprocess": None, "abstraction": None}
        records.append(record)
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


def group_tables(
    cases: DataFrame, by: Sequence[str] = DEFAULT_BY
) -> tuple[TableText, TableText, TableText]:
    """Return three tables: outcomes and values; seconds and memory; median seconds by phase.

    The seconds of the solver are a median. The least and the most seconds of a group with one answer equal its median,
    and are not repeated.
    """
    groups = group_measures(cases, by)
    answered = cases[cases["outcome"].isin(ANSWERED)]
    return (
        _results_table(groups, answered, by),
        _seconds_table(groups, by),
        _phases_table(groups, list(opened(answered, "phases")), by),
    )


Measures = Mapping[tuple[Any, ...], dict[str, Any]]
"""The measurements of every group, by its key."""


def _results_table(groups: Measures, answered: DataFrame, by: Sequence[str]) -> TableText:
    outcomes = [
        outcome for outcome, name in COUNTERS.items() if any(line[name] for line in groups.values())
    ]
    watched = list(opened(answered, "probabilities"))[:MOST_WATCHED]

    # Values that add up to 0 everywhere are those of player 0 alone.
    values = data.values_in(answered)
    sums = (answered["value_1"].astype(float) + answered["value_2"].astype(float)).abs()
    players = range(1, 2)
    names = ["value"]
    if len(values) > 2 or (sums > SAME_VALUE).any():
        players = range(1, len(values) + 1)
        names = [f"value to {player_label(player)}" for player in range(len(values))]

    lines = []
    for key, measures in zip(_key_texts(by, groups), groups.values(), strict=True):
        line = list(key)
        for outcome in outcomes:
            count = measures[COUNTERS[outcome]]
            line.append(f"{count:,}" if count else NOTHING)
        line += [_value_text(measures, player) for player in players]
        nash_conv = measures["nash_conv_max"]
        line.append(NOTHING if nash_conv is None else short(nash_conv))
        line += [_span_text(measures, OPENED["probabilities"].format(name)) for name in watched]
        lines.append(line)
    return [*by, *map(str, outcomes), *names, "nash_conv", *watched], lines


def _seconds_table(groups: Measures, by: Sequence[str]) -> TableText:
    answers = [
        sum(measures[COUNTERS[outcome]] for outcome in ANSWERED) for measures in groups.values()
    ]
    has_spread = any(number > 1 for number in answers)
    median = f"{SOLVER}_median"
    has_solver = any(median in measures for measures in groups.values())
    lines = []
    keys = _key_texts(by, groups)
    for key, measures, number in zip(keys, groups.values(), answers, strict=True):
        line = [*key, seconds_text(measures["seconds_median"])]
        if has_spread:
            ends = (measures["seconds_min"], measures["seconds_max"])
            line += [seconds_text(end) if number > 1 else NOTHING for end in ends]
        if has_solver:
            line.append(seconds_text(measures.get(median)))
        line.append(bytes_text(measures["peak_bytes"]))
        lines.append(line)
    spread = ["median", "least", "most"] if has_spread else ["seconds"]
    solver = ["of the solver"] if has_solver else []
    return [*by, *spread, *solver, "process memory"], lines


def _phases_table(groups: Measures, phases: list[str], by: Sequence[str]) -> TableText:
    lines = []
    for key, measures in zip(_key_texts(by, groups), groups.values(), strict=True):
        seconds = [seconds_text(measures.get(f"seconds_{name}")) for name in phases]
        lines.append([*key, *seconds])
    return [*by, *phases], lines


def _key_texts(by: Sequence[str], groups: Measures) -> list[tuple[str, ...]]:
    """Return the cells of the groups' keys; a backend that is not named is the default, other empty cells are nothing.

    Doubles have six digits, unless different ones of a column would look the same.
    """
    columns = []
    for place, name in enumerate(by):
        cells = [key[place] for key in groups]
        doubles = {cell for cell in cells if isinstance(cell, float)}
        is_shortened = len({short(double) for double in doubles}) == len(doubles)
        texts = []
        for cell in cells:
            if cell is None and name != "backend":
                texts.append(NOTHING)
            elif isinstance(cell, float) and is_shortened:
                texts.append(short(cell))
            else:
                texts.append(text_in(name, cell))
        columns.append(texts)
    return list(zip(*columns, strict=True))


def _value_text(line: dict[str, Any], player: int) -> str:
    exact = line[f"exact_value_{player}"]
    if exact is not None and len(exact) <= LONGEST_EXACT:
        return str(exact)
    return _span_text(line, f"value_{player}")


def _span_text(line: dict[str, Any], name: str) -> str:
    """Return a measure, or both ends where the cases differ."""
    low = line.get(f"{name}_min")
    high = line.get(f"{name}_max")
    if low is None or high is None:
        return NOTHING
    low, high = (0.0 if abs(end) <= ROUNDING_NOISE else end for end in (low, high))
    if high - low <= SAME_VALUE:
        return short(low)
    return f"{low:.4g} to {high:.4g}"


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
    if seconds < 0.1:
        return f"{seconds:.4f}"
    return f"{seconds:.3g}"


def bytes_text(number: int | None) -> str:
    """Return an amount of memory to three digits.

    Examples
    --------
    >>> bytes_text(123_456_789), bytes_text(0)
    ('118 MiB', '–')
    """
    if not number:
        return NOTHING
    if number < 1000 * 2**20:
        return f"{number / 2**20:.3g} MiB"
    return f"{number / 2**30:.3g} GiB"
