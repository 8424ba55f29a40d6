"""Small HTML tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from seqform.system.foreign_text import html_text


def html_table(caption: str, rows: Iterable[Sequence[Any]], header: Sequence[str] = ()) -> str:
    """Return an HTML table; everything is escaped."""
    head = "<tr>" + "".join(f"<th>{html_text(name)}</th>" for name in header) + "</tr>" if header else ""
    body = "".join("<tr>" + "".join(f"<td>{html_text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{html_text(caption)}</caption>{head}{body}</table>"
