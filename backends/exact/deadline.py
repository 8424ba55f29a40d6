"""A moment after which exact arithmetic gives up."""

from __future__ import annotations

import time


class OutOfTimeError(Exception):
    """The deadline has passed; caught inside this package, never shown to a user."""


class Deadline:
    """A point in time, asked for between steps that are short.

    Parameters
    ----------
    seconds : float, optional
        From now on; None for no limit.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.perf_counter() + seconds

    def check(self) -> None:
        """Raise `OutOfTimeError` once the time is over."""
        if self._end is not None and time.perf_counter() > self._end:
            raise OutOfTimeError
