"""The cases of a sweep one by one, as plain data for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from seqform.report.sweeps.columns import tables_of
from seqform.report.sweeps.ways import in_order
from seqform.sweeps.columns import OPENED, record_of
from seqform.sweeps.row import Row
from seqform.system.foreign_text import csv_text

NOT_SHOWN = ("row", *OPENED)
"""Columns of the store that hold others."""


def case_records(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return what is known of every case, by the names of the columns that the store's view has.

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> from seqform.sweeps.row import Outcome
    >>> case = Case("kuhn", {"bet": 2}, watch=("1:K:bet",))
    >>> (record,) = case_records([Row("k", case.as_dict(), Outcome.CERTIFIED, probabilities={"1:K:bet": 0.75})])
    >>> record["game"], record["bet"], record["probability_1:K:bet"]
    ('kuhn', 2, 0.75)
    """
    return [_record(row) for row in in_order(rows)]


def cases_csv(rows: Sequence[Row]) -> str:
    """Return the cases as CSV, one line each, numbers in full."""
    return records_csv(case_records(rows))


def records_csv(records: Sequence[dict[str, Any]]) -> str:
    """Return records as CSV, with all columns that any of them has; true and false as a store's own export has them."""
    columns = dict.fromkeys(name for record in records for name in record)
    return csv_text(columns, ([record.get(name) for name in columns] for record in records))


def _record(row: Row) -> dict[str, Any]:
    plain = {name: None if value == "" else value for name, value in record_of(row).items() if name not in NOT_SHOWN}
    inside = tables_of(row)
    for table, naming in OPENED.items():
        for name, value in inside[table].items():
            column = naming.format(name)
            plain[f"{table}_{name}" if column in plain else column] = value
    return plain
