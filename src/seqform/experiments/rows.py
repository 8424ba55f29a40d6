"""Rows of finished cases, failed ones included, and their form as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any


class Outcome(StrEnum):
    """Outcome of a case."""

    CERTIFIED = "certified"
    APPROXIMATE = "approximate"  # an answer for a game that filters made coarser: no equilibrium of the whole game
    UNCERTIFIED = "uncertified"  # an answer that failed its certificate
    GAVE_UP = "gave up"  # the solver stopped without an equilibrium
    REFUSED = "refused"  # bad input: game, option, combination
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    CRASHED = "crashed"

    @property
    def is_answer(self) -> bool:
        """Whether the case has the answer asked for; else it failed."""
        return self in (Outcome.CERTIFIED, Outcome.APPROXIMATE)

    @property
    def has_answer(self) -> bool:
        """Whether there are strategies with a value, even if their certificate failed."""
        return self.is_answer or self is Outcome.UNCERTIFIED


@dataclass(frozen=True)
class Row:
    """A finished case.

    Attributes
    ----------
    key : str
        `Case.key`.
    case : dict
        `Case.as_dict()`.
    error : str
        One line, where there is no answer or it failed.
    started : str
        Date and time, UTC, ISO 8601.
    seconds : float
        Of the whole case.
    phases : dict of float
        Seconds by phase: load, build, preprocess, solve, exact, verify, ...
    peak_bytes : int
        The most memory that the process held while the case ran, including the program and the solvers of earlier
        cases. For a case that was stopped for its memory, the memory held then; 0 where it was not measured, as for one
        stopped for its time.
    termination, status, solver : str
        The solver's, as in `RawSolution`.
    nodes, infosets, sequences : int, optional
        Of the game: nodes; information sets and sequences of both players together. With an abstraction, the sequences
        are those of the classes, which were solved.
    exact_value : two str, optional
        As fractions, where the answer is exact.
    certificate : dict, optional
        As in the JSON of a profile: exact, values, best_response_values, regrets, nash_conv, exploitability, checks.
    probabilities : dict of float
        Those watched.
    bounds : list of (iteration, seconds, lower, upper)
        On the way, from solvers that report bounds.
    versions : dict of str
        Of seqform, Python, and the packages used.
    host : dict
        System, processor, number of cores; no names of machines or users.
    """

    key: str
    case: dict[str, Any]
    outcome: Outcome
    error: str = ""
    started: str = ""
    seconds: float = 0.0
    phases: dict[str, float] = field(default_factory=dict)
    peak_bytes: int = 0
    termination: str = ""
    status: str = ""
    solver: str = ""
    iterations: int | None = None
    nodes: int | None = None
    infosets: int | None = None
    sequences: int | None = None
    value: tuple[float, float] | None = None
    exact_value: tuple[str, str] | None = None
    nash_conv: float | None = None
    certificate: dict[str, Any] | None = None
    probabilities: dict[str, float] = field(default_factory=dict)
    bounds: list[tuple[int, float, float, float]] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    host: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the attributes as plain data, for JSON."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


Check = Callable[[Any], bool]


def row_text(row: Row) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(row.as_dict(), separators=(",", ":"), default=str)


def row_from(text: str | bytes) -> Row:
    """Return the row that `row_text` wrote.

    Raises
    ------
    ValueError
        If the text is no row, its case has another form than `Case.as_dict`, or a number has more than 64 bits.

    Examples
    --------
    >>> row = Row("k", {"game": "kuhn"}, Outcome.CERTIFIED, value=(0.5, -0.5), bounds=[(1, 0.1, 0.0, 1.0)])
    >>> row_from(row_text(row)) == row
    True
    """
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("not a row: nested too deeply") from None
    try:
        data["outcome"] = Outcome(data["outcome"])
        data["bounds"] = [tuple(bound) for bound in data["bounds"]]
        for name in ("value", "exact_value"):
            data[name] = None if data[name] is None else tuple(data[name])
        row = Row(**data)
    except (LookupError, TypeError) as error:
        raise ValueError(f"not a row: {error}") from None
    _require(_ATTRIBUTES, vars(row))
    _require(_CASE, row.case)
    for name in ("parameters", "options", "settings"):
        if row.case.get(name, {}) is None:  # absent or a table
            raise ValueError(f"not a row: its {name} is of another kind")
    for name in ("peak_bytes", "iterations", "nodes", "infosets", "sequences"):
        if not _fits(getattr(row, name)):
            raise ValueError(f"not a row: its {name} has more than 64 bits")
    return row


def _require(checks: Mapping[str, Check], values: Mapping[str, Any]) -> None:
    for name, is_right in checks.items():
        if not is_right(values.get(name)):
            raise ValueError(f"not a row: its {name} is of another kind")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _fits(value: Any) -> bool:
    return value is None or (_whole(value) and abs(value) < 2**63)


def _number(value: Any) -> bool:
    return isinstance(value, float) or (_whole(value) and _fits(value))


def _scalar(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _table(check: Check = lambda value: True) -> Check:
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def _each(check: Check, length: int | None = None) -> Check:
    return lambda value: isinstance(value, tuple | list) and length in (None, len(value)) and all(map(check, value))


_ATTRIBUTES: dict[str, Check] = {
    **dict.fromkeys(("key", "error", "started", "termination", "status", "solver"), _text),
    **dict.fromkeys(("iterations", "nodes", "infosets", "sequences"), _or_none(_whole)),
    **dict.fromkeys(("phases", "probabilities"), _table(_number)),
    "case": _table(),
    "seconds": _number,
    "peak_bytes": _whole,
    "value": _or_none(_each(_number, 2)),
    "exact_value": _or_none(_each(_text, 2)),
    "nash_conv": _or_none(_number),
    "certificate": _or_none(_table()),
    "bounds": _each(_each(_number, 4)),
    "versions": _table(_text),
    "host": _table(_or_none(_scalar)),
}
"""Checks of the attributes of a row."""

_CASE: dict[str, Check] = {
    "game": _text,
    **dict.fromkeys(("concept", "backend"), _or_none(_text)),
    **dict.fromkeys(("parameters", "options", "settings"), _or_none(_table(_scalar))),
    "files": _or_none(_table(_text)),
    "preprocess": _or_none(_each(_text)),
    "watch": _or_none(_each(_text)),
    "seed": _fits,
}
"""Checks of the attributes of a case; those other than the game may be absent."""
