"""The memory of the machine, and numbers of bytes in words."""

from __future__ import annotations

import math
import os


def machine_memory() -> int:
    """Return the bytes of memory of this machine, 0 where the system does not tell."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0


def shown_seconds(seconds: float) -> str:
    """Return an estimate of a time with two digits and a unit.

    Examples
    --------
    >>> shown_seconds(0.02), shown_seconds(6.2), shown_seconds(880)
    ('a second', '6 s', '15 minutes')
    """
    value, unit = (seconds / 60, " minutes") if seconds >= 120 else (seconds, " s")
    return f"{float(f'{value:.2g}'):.0f}{unit}" if seconds >= 1.5 else "a second"


def shown_bytes(count: float) -> str:
    """Return a number of bytes with two digits and a unit.

    Examples
    --------
    >>> shown_bytes(2_840_000_000), shown_bytes(512e6), shown_bytes(64e9)
    ('2.8 GB', '510 MB', '64 GB')
    """
    count = round(count, 1 - math.floor(math.log10(count)))
    return f"{count / 1e9:.2g} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
