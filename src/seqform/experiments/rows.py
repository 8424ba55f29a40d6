"""Rows of finished cases, failed ones included, and their form as JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, get_type_hints

from seqform.system.foreign_files import json_data


class Outcome(StrEnum):
    """Outcome of a case."""

    CERTIFIED = "certified"
    APPROXIMATE = "approximate"  # an answer for a game that filters made coarser: no equilibrium of the whole game
    SEARCHED = "searched"  # the value that a search found, without a certificate
    UNCERTIFIED = "uncertified"  # an answer that failed its certificate
    GAVE_UP = "gave up"  # the solver stopped without an equilibrium
    REFUSED = "refused"  # bad input: game, option, combination
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    CRASHED = "crashed"

    @property
    def is_answer(self) -> bool:
        """Whether the case has the answer asked for; else it failed."""
        return self in (Outcome.CERTIFIED, Outcome.APPROXIMATE, Outcome.SEARCHED)

    @property
    def has_answer(self) -> bool:
        """True if there is a value, even with a failed certificate."""
        return self.is_answer or self is Outcome.UNCERTIFIED


@dataclass(frozen=True)
class Row:
    """A finished case.

    A text or a number is a column of the results, without an entry elsewhere: see `SCALARS`.

    - `key`: `Case.key`.
    - `case`: `Case.as_dict()`.
    - `error`: One line, where there is no answer or it failed.
    - `started`: Date and time, UTC, ISO 8601.
    - `seconds`: Of the whole case.
    - `phases`: dict of float. Seconds by phase: load, build, preprocess, solve, exact, verify, ...
    - `peak_bytes`: The most memory that the process held while the case ran, including the program and the solvers of
      earlier cases. For a case that was stopped for its memory, the memory held then; 0 where it was not measured, as
      for one stopped for its time.
    - `termination`, `status`, `solver`: The solver's, as in `RawSolution`.
    - `solver_seconds`: Of the solver alone, without imports and translation; None in rows of earlier versions.
    - `nodes`, `infosets`, `sequences`: Of the game: nodes; information sets and sequences of both players together.
      With an abstraction, the sequences are those of the classes, which were solved.
    - `value`: The payoff of each player; of a search that of player 0, and None.
    - `exact_value`: The same as fractions, where the answer is exact.
    - `nash_conv`: Of an answer that claims to be an equilibrium.
    - `claim`: The name of the claim that the certificate decides; empty in rows of 1.0.0rc1.
    - `gap`: The figure that decides the claim: of an equilibrium its nash_conv.
    - `certificate`: As in the JSON of a profile: exact, values, best_response_values, regrets, nash_conv,
      exploitability, checks, claims.
    - `line`: Of a search: the moves of best play.
    - `positions`, `cutoffs`: Of a search: positions searched, and nodes at which moves were cut off.
    - `warm_from`: The key of the case from whose answer this one started; empty where it started from none.
    - `probabilities`: dict of float. Those watched.
    - `bounds`: list of (iteration, seconds, lower, upper). On the way, from solvers that report bounds.
    - `versions`: dict of str. Of seqform, Python, and the packages used.
    - `host`: System, processor, number of cores; no names of machines or users.
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
    solver_seconds: float | None = None
    iterations: int | None = None
    nodes: int | None = None
    infosets: int | None = None
    sequences: int | None = None
    value: tuple[float | None, ...] | None = None
    exact_value: tuple[str, ...] | None = None
    nash_conv: float | None = None
    claim: str = ""
    gap: float | None = None
    certificate: dict[str, Any] | None = None
    line: str = ""
    positions: int | None = None
    cutoffs: int | None = None
    warm_from: str = ""
    probabilities: dict[str, float] = field(default_factory=dict)
    bounds: list[tuple[float, float, float, float]] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    host: dict[str, Any] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """The version of seqform that computed the row; an empty text if it is not recorded."""
        return self.versions.get("seqform", "")

    def as_dict(self) -> dict[str, Any]:
        """Return the attributes as plain data, for JSON."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


_RELEASE = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:(a|b|rc)(\d{1,9}))?")


def is_older(version: str, than: str) -> bool:
    """Return whether a version of seqform is older than another one; a text of any other form is the oldest.

    Examples
    --------
    >>> is_older("1.0.0rc2", "1.0.0"), is_older("1.10.0", "1.9.0"), is_older("", "1.0.0a1"), is_older("x", "y")
    (True, False, True, False)
    """
    return release_of(version) < release_of(than)


def release_of(version: str) -> tuple[Any, ...]:
    """Return a key that sorts versions of seqform, those of another form first."""
    match = _RELEASE.fullmatch(version)
    if match is None:
        return ()
    *numbers, stage, number = match.groups()
    # A, b and rc come before the release.
    return (*map(int, numbers), stage or "z", int(number or 0))


_SQL_TYPES: dict[Any, str] = {
    str: "TEXT",
    int: "INTEGER",
    int | None: "INTEGER",
    float: "REAL",
    float | None: "REAL",
}
SCALARS = {
    name: _SQL_TYPES[declared]
    for name, declared in get_type_hints(Row).items()
    if declared in _SQL_TYPES
}
"""The attributes of a row that are a text or a number, with the types of their columns in SQL."""

_SCALAR = str | int | float | None
_NUMBER = int | float | None
_TYPES: dict[str, Any] = {
    **{name: str if column == "TEXT" else _NUMBER for name, column in SCALARS.items()},
    "game": str,
    **dict.fromkeys(("concept", "backend"), str | None),
    "seed": _NUMBER,
}
"""Types of attributes of a row and of its case."""

_ITEMS: dict[str, tuple[Any, Any]] = {
    **dict.fromkeys(("parameters", "options", "settings"), (dict | None, _SCALAR)),
    "host": (dict, _SCALAR),
    **dict.fromkeys(("phases", "probabilities"), (dict, _NUMBER)),
    "versions": (dict, str),
    **dict.fromkeys(("preprocess", "watch"), (list | None, str)),
    "files": (dict | None, str),
    "value": (tuple | None, _NUMBER),
    "exact_value": (tuple | None, str),
    "certificate": (dict | None, object),
}
"""Types of tables and lists in them, and of their items."""


def _is(value: object, expected: Any) -> bool:
    """Return whether a value has a type; whole numbers that are measured have 64 bits."""
    if expected is _NUMBER and isinstance(value, int) and abs(value) >= 2**63:
        return False
    return isinstance(value, expected)


def row_text(row: Row) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(row.as_dict(), separators=(",", ":"), default=str)


def _of_players(values: object) -> tuple[Any, ...]:
    """Return values of two or more players, given as a list."""
    if not isinstance(values, list) or len(values) < 2:
        raise ValueError("a list of a value for each player expected")
    return tuple(values)


def row_from(text: str | bytes) -> Row:
    """Return the row that `row_text` wrote; a ValueError is raised for any other text."""
    try:
        data = json_data(text)
        data["outcome"] = Outcome(data["outcome"])
        data["bounds"] = [(at, spent, low, high) for at, spent, low, high in data["bounds"]]
        for name in ("value", "exact_value"):
            if data[name] is not None:
                data[name] = _of_players(data[name])
        row = Row(**data)
        wrong = _wrong_attributes(row)
    except (LookupError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise ValueError(f"this row is damaged: {' '.join(str(error).split())}") from None
    if wrong:
        raise ValueError(f"this row is damaged: its {wrong[0]} is of another kind")
    return row


def _wrong_attributes(row: Row) -> list[str]:
    """Return the names of the attributes of a row and its case that have another type than they should."""
    attributes = {**row.case, **vars(row)}
    wrong = [name for name, expected in _TYPES.items() if not _is(attributes.get(name), expected)]
    for bound in row.bounds:
        if not all(_is(number, _NUMBER) for number in bound):
            wrong.append("bounds")
            break
    for name, (expected, item_type) in _ITEMS.items():
        values = attributes.get(name)
        items = values.values() if isinstance(values, dict) else values or ()
        if not _is(values, expected) or not all(_is(item, item_type) for item in items):
            wrong.append(name)
    return wrong
