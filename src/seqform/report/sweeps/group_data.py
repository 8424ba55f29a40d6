"""The groups and the cases of a sweep as plain data for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from seqform.report.sweeps.case_data import case_records, records_csv
from seqform.report.sweeps.groups import DEFAULT_BY, RowGroup, failures, reason, row_groups
from seqform.sweeps.columns import OPENED
from seqform.sweeps.row import Outcome, Row

SCHEMA = 1


def sweep_data(rows: Sequence[Row], by: Sequence[str] = DEFAULT_BY) -> dict[str, Any]:
    """Return the groups, the cases and the failures as plain data."""
    ended = Counter(row.outcome for row in rows)
    return {
        "schema": SCHEMA,
        "cases": len(rows),
        "outcomes": {str(kind): ended[kind] for kind in Outcome if ended[kind]},
        "by": list(by),
        "groups": [_record(group) for group in row_groups(rows, by)],
        "rows": case_records(rows),
        "failures": [
            {"key": row.key, "case": row.case, "outcome": str(row.outcome), "error": reason(row)}
            for row in failures(rows)
        ],
    }


def _record(group: RowGroup) -> dict[str, Any]:
    about = dict(zip(group.columns, group.values, strict=True))
    return about | {name: value for name, value in _measured(group) if name not in about}


def _measured(group: RowGroup) -> Iterator[tuple[str, Any]]:
    yield "cases", len(group.rows)
    for kind in Outcome:
        yield f"{kind}".replace(" ", "_"), group.outcomes[kind]
    for name, seconds in zip(("median", "min", "max"), group.seconds or (None, None, None), strict=True):
        yield f"seconds_{name}", seconds
    for name, seconds in group.phases.items():
        yield OPENED["phases"].format(name), seconds
    yield "peak_bytes", group.peak_bytes
    for player in (0, 1):
        low, high = group.value(player) or (None, None)
        yield f"value_{player + 1}_min", low
        yield f"value_{player + 1}_max", high
        yield f"exact_value_{player + 1}", group.exact_value(player)
    yield "nash_conv_max", group.nash_conv
    for name, (low, high) in group.probabilities.items():
        yield f"probability_{name}_min", low
        yield f"probability_{name}_max", high


def sweep_csv(rows: Sequence[Row], by: Sequence[str] = DEFAULT_BY) -> str:
    """Return the groups as CSV, one line each, numbers in full."""
    return records_csv([_record(group) for group in row_groups(rows, by)])
