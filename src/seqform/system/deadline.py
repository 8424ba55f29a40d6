"""Deadlines: one for each computation, none after that of the computation or command that it is part of."""

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

STARTED = time.monotonic()
"""When this process began, nearly: the command line imports this module first."""

LEAST_LEFT = 1e-3
"""Seconds that a solver gets at least: none of them accepts a limit of 0."""


class OutOfTimeError(Exception):
    """The deadline has passed; caught by the methods that set one."""


class OutOfWorkError(OutOfTimeError):
    """The work that is allowed has been done."""


_END: ContextVar[float] = ContextVar("end", default=math.inf)
"""The end of the whole, in the time of `time.monotonic`."""

_LIMIT: ContextVar[float | None] = ContextVar("limit", default=None)
"""The time limit in seconds that ends the whole, as it was given."""


class Deadline:
    """The end of a time limit in seconds from now, None without any, and never after that of the whole.

    `work` is a limit that does not depend on the speed of a machine: the work left, in operations on machine words, as
    counted by those that `spend` it. `limit` is the time limit of which this is the end, for messages: that of the
    whole where `seconds` are the rest of it.

    Examples
    --------
    >>> Deadline().left is None, Deadline(60).left <= 60, Deadline(60).passed
    (True, True, False)
    """

    def __init__(self, seconds: float | None = None, work: float = math.inf) -> None:
        self.seconds = seconds
        self.work = work
        self.limit = seconds
        self._end = math.inf
        if seconds is not None:
            self._end = time.monotonic() + seconds
            if _END.get() <= self._end:
                self._end = _END.get()
                self.limit = _LIMIT.get()

    def spend(self, work: float) -> None:
        """Count work that begins; raise OutOfWorkError instead if too little is left, OutOfTimeError after the end."""
        self.work -= work
        if self.work < 0:
            raise OutOfWorkError
        self.check()

    @property
    def passed(self) -> bool:
        """True after the deadline."""
        return time.monotonic() > self._end

    @property
    def left(self) -> float | None:
        """The seconds left, at least `LEAST_LEFT`; None without a limit."""
        if self.seconds is None:
            return None
        return max(LEAST_LEFT, self._end - time.monotonic())

    def check(self) -> None:
        """Raise `OutOfTimeError` after the deadline."""
        if self.passed:
            raise OutOfTimeError


def time_left() -> float:
    """Return the seconds left of the whole, infinite without a limit."""
    return _END.get() - time.monotonic()


def require_time() -> None:
    """Raise TimeLimitError after the end of the whole; called by loops that no deadline of their own ends."""
    if time.monotonic() > _END.get():
        from seqform.errors import TimeLimitError  # which takes time to import

        raise TimeLimitError("time limit reached")


@contextmanager
def lasting(seconds: float) -> Iterator[None]:
    """Let the whole end no earlier than so many seconds from now, in a block that brings it to its end."""
    before = _END.set(max(_END.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _END.reset(before)


@contextmanager
def within(seconds: float | None, since: float | None = None) -> Iterator[None]:
    """Let no deadline made in a block end later than so many seconds from now, or after a time of `time.monotonic`."""
    if seconds is None:
        yield
        return
    if since is None:
        since = time.monotonic()
    if _END.get() <= since + seconds:
        yield
        return
    before = _END.set(since + seconds)
    limit_before = _LIMIT.set(seconds)
    try:
        yield
    finally:
        _END.reset(before)
        _LIMIT.reset(limit_before)
