"""Rows of finished cases, failed ones included, and their form as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import call
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints


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
    nash_conv : float, optional
        Of an answer that claims to be an equilibrium.
    claim : str
        The name of the claim that the certificate decides; empty in rows of 1.0.0rc1.
    gap : float, optional
        The figure that decides the claim: of an equilibrium its nash_conv.
    certificate : dict, optional
        As in the JSON of a profile: exact, values, best_response_values, regrets, nash_conv, exploitability, checks,
        claims.
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
    claim: str = ""
    gap: float | None = None
    certificate: dict[str, Any] | None = None
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
    found = _RELEASE.fullmatch(version)
    if found is None:
        return ()
    *numbers, stage, number = found.groups()
    return (*map(int, numbers), stage or "z", int(number or 0))  # a, b and rc come before the release


def _fits(value: int | None) -> bool:
    return value is None or abs(value) < 2**63


def _check(kind: Any) -> Callable[[Any], bool]:
    """Return the check whether a value from JSON has a type; an integer of 64 bits may stand for a float."""
    origin, checks = get_origin(kind), [_check(one) for one in get_args(kind)]
    if kind is Any:
        return lambda value: True
    if origin is UnionType and bool in get_args(kind):  # any scalar
        return lambda value: isinstance(value, kind)
    if origin is UnionType:  # X | None
        return lambda value: value is None or checks[0](value)
    if origin is dict and get_args(kind)[1] is Any:
        return lambda value: isinstance(value, dict)
    if origin is dict:
        return lambda value: isinstance(value, dict) and all(map(checks[1], value.values()))
    if origin is list:
        return lambda value: isinstance(value, list) and all(map(checks[0], value))
    if origin is tuple:
        size = len(checks)
        return lambda value: isinstance(value, tuple) and len(value) == size and all(map(call, checks, value))
    if kind is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if kind is float:
        return lambda value: isinstance(value, float) or (type(value) is int and _fits(value))
    return lambda value: isinstance(value, kind)


_TYPES = get_type_hints(Row) | {"host": dict[str, str | int | float | bool | None]}
_ATTRIBUTES = {name: _check(kind) for name, kind in _TYPES.items()}
_SCALARS = dict[str, str | int | float | bool]
_CASE = {
    "game": _check(str),
    **dict.fromkeys(("concept", "backend"), _check(str | None)),
    **dict.fromkeys(("parameters", "options", "settings"), _check(_SCALARS)),
    "files": _check(dict[str, str] | None),
    **dict.fromkeys(("preprocess", "watch"), _check(list[str] | None)),
    "seed": _check(int | None),
}
"""Checks of the attributes of a case; those other than the game may be absent."""


def row_text(row: Row) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(row.as_dict(), separators=(",", ":"), default=str)


def row_from(text: str | bytes) -> Row:
    """Return the row that `row_text` wrote; a ValueError is raised for any other text.

    So it is if the case has another form than `Case.as_dict`, or a number of a row has more than 64 bits.
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
    case = {"parameters": {}, "options": {}, "settings": {}, **row.case} if isinstance(row.case, dict) else {}
    for values, checks in ((vars(row), _ATTRIBUTES), (case, _CASE)):
        for name, is_right in checks.items():
            if not is_right(values.get(name)):
                raise ValueError(f"not a row: its {name} is of another kind")
    for name in ("peak_bytes", "iterations", "nodes", "infosets", "sequences"):
        if not _fits(getattr(row, name)):
            raise ValueError(f"not a row: its {name} has more than 64 bits")
    if not _fits(case.get("seed")):
        raise ValueError("not a row: its seed has more than 64 bits")
    return row
