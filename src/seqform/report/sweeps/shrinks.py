"""What became of the hands in a case of a game with ordered signals."""

from __future__ import annotations

from seqform.report.sweeps.columns import number_of
from seqform.shrinking import LOSSLESS, NONE, THRESHOLD
from seqform.sweeps.row import Row


def threshold_of(row: Row) -> float | None:
    """Return the threshold that a case is shrunk with, None if it is shrunk otherwise or not at all."""
    shrink = row.case.get("shrink")
    if not isinstance(shrink, str) or not shrink.startswith(THRESHOLD):
        return None
    number = number_of(shrink.removeprefix(THRESHOLD))
    return None if number is None else float(number)


def is_merged(row: Row) -> bool:
    """Tell whether hands are merged."""
    return row.case.get("shrink") not in (None, NONE)


def may_lose(row: Row) -> bool:
    """Tell whether hands may be merged that are not alike, so that what is solved is another game."""
    return is_merged(row) and row.case["shrink"] != LOSSLESS
