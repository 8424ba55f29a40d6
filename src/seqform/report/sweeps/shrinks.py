"""What became of the hands in a case of a game with ordered signals."""

from __future__ import annotations

from seqform.errors import OptionError
from seqform.shrinking import LOSSLESS, NONE, THRESHOLD, threshold_of
from seqform.sweeps.row import Row


def single_threshold(row: Row) -> float | None:
    """Return the threshold that a case is shrunk with in all rounds, None if it is shrunk otherwise or not at all.

    Examples
    --------
    >>> from seqform.sweeps.row import Outcome
    >>> shrinks = ("threshold=1/4", "threshold=0.1,inf", "lossless", None)
    >>> [single_threshold(Row("", {"shrink": shrink}, Outcome.CERTIFIED)) for shrink in shrinks]
    [0.25, None, None, None]
    """
    shrink = row.case.get("shrink")
    if not isinstance(shrink, str) or not shrink.startswith(THRESHOLD):
        return None
    try:
        return threshold_of(shrink.removeprefix(THRESHOLD))
    except OptionError:
        return None


def is_merged(row: Row) -> bool:
    """Tell whether hands are merged."""
    return row.case.get("shrink") not in (None, NONE)


def may_lose(row: Row) -> bool:
    """Tell whether hands may be merged that are not alike, so that what is solved is another game."""
    return is_merged(row) and row.case["shrink"] != LOSSLESS
