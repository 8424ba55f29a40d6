"""Intervals of a parameter of a game, as they are written, such as bet=0..4, and as they may be meant.

Formulas and equilibria over a parameter take them; all other readers of games refuse them with `interval_advice`.
"""

from __future__ import annotations

import re

_WRITTEN = re.compile(r"(?P<low>.*[^.\s])\s*\.\.\s*(?P<high>[^.\s].*)")
_NUMBER = r"-?(?:\d+(?:/\d+|\.\d+)?|\.\d+)"
_MEANT = re.compile(
    rf"\[?\s*(?P<low>{_NUMBER})\s*(?:\.\.\.?|…|[-–—:,]|to)\s*(?P<high>{_NUMBER})\s*\]?", re.ASCII
)


def interval_ends(text: str) -> tuple[str, str] | None:
    """Return the texts of the two ends of an interval, None of another text.

    Examples
    --------
    >>> interval_ends("0 .. 1/2"), interval_ends("-1..0.5"), interval_ends("0...5"), interval_ends("0-1")
    (('0', '1/2'), ('-1', '0.5'), None, None)
    """
    ends = _WRITTEN.fullmatch(text.strip())
    return None if ends is None else (ends["low"], ends["high"])


def interval_advice(name: str, text: str) -> str:
    """Return the end of a message about a parameter that takes one number, where a text is an interval; else "".

    Examples
    --------
    >>> interval_advice("bet", "0..1")
    '; only `seqform vary GAME` takes an interval; give one number, such as bet=0 or bet=1'
    >>> interval_advice("x", "0-1")
    '; an interval is written x=0..1, which only `seqform vary GAME` takes; else give one number, such as x=0 or x=1'
    >>> interval_advice("bet", "large")
    ''
    """
    ends = _MEANT.fullmatch(text.strip())
    if ends is None:
        return ""
    low, high = ends["low"], ends["high"]
    numbers = f"give one number, such as {name}={low} or {name}={high}"
    if interval_ends(text) is not None:
        return f"; only `seqform vary GAME` takes an interval; {numbers}"
    return f"; an interval is written {name}={low}..{high}, which only `seqform vary GAME` takes; else {numbers}"
