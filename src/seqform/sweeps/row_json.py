"""Rows as JSON, one line each: what journals hold, and what a store keeps of a row as a whole."""

from __future__ import annotations

import json
from typing import Any

from seqform.sweeps.row import Outcome, Row


def row_text(row: Row) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(row.as_dict(), separators=(",", ":"), default=str)


def row_from(text: str | bytes) -> Row:
    """Return the row that `row_text` wrote.

    Raises
    ------
    ValueError
        If the text is none; so is the last line of a journal whose writer was killed.

    Examples
    --------
    >>> row = Row("k", {}, Outcome.CERTIFIED, value=(0.5, -0.5), bounds=[(1, 0.1, 0.0, 1.0)])
    >>> row_from(row_text(row)) == row
    True
    """
    data: Any = json.loads(text)
    try:
        data["outcome"] = Outcome(data["outcome"])
        data["bounds"] = [tuple(bound) for bound in data["bounds"]]
        for name in ("value", "exact_value"):
            data[name] = None if data[name] is None else tuple(data[name])
        return Row(**data)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a row: {error}") from None
