"""What a case may take."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal

from seqform.sweeps.values import is_whole, plain, shown

_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "kib": 2**10, "mib": 2**20, "gib": 2**30}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", re.IGNORECASE)


LARGEST = 1e300
"""Units of memory from which on a limit is a mistake."""


@dataclass(frozen=True)
class Limits:
    """What each case may take before it is stopped.

    Attributes
    ----------
    time : float, optional
        Seconds of wall-clock time.
    memory : int, optional
        Bytes that the process which runs it may hold, with the solvers that it begins and the program itself: about
        200 MB.
    """

    time: float | None = None
    memory: int | None = None


def read_time(given: object) -> float:
    """Return a number of seconds.

    Raises
    ------
    ValueError
        If it is not a positive number.
    """
    seconds = math.nan
    if isinstance(given, int | float | Decimal) and not isinstance(given, bool):
        with suppress(OverflowError):
            seconds = float(given)
    if not math.isfinite(seconds) or seconds <= 0:
        raise ValueError(f"a positive number of seconds expected, not {shown(given)}")
    return seconds


def read_memory(given: object) -> int:
    """Return a number of bytes.

    Raises
    ------
    ValueError
        If it is neither a whole number nor a size such as "2 GB".

    Examples
    --------
    >>> read_memory("1.5 GB"), read_memory("1 KiB")
    (1500000000, 1024)
    """
    number = plain(given) if is_whole(given) else 0
    if isinstance(number, int) and number > 0:
        return number
    match = _SIZE.fullmatch(given) if isinstance(given, str) else None
    if match is None or match[2].lower() not in _UNITS or not 0 < float(match[1]) < LARGEST:
        raise ValueError(f'a size such as "2 GB" or "500 MB" expected, not {shown(given)}')
    return round(float(match[1]) * _UNITS[match[2].lower()])
