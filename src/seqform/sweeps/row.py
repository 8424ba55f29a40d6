"""What is kept of a case, whatever became of it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any


class Outcome(StrEnum):
    """How a case ended."""

    CERTIFIED = "certified"
    APPROXIMATE = "approximate"  # what was asked for, but of a game that filters made coarser: no equilibrium
    UNCERTIFIED = "uncertified"  # an answer that failed its certificate
    GAVE_UP = "gave up"  # the solver stopped without an equilibrium
    REFUSED = "refused"  # bad input: game, option, combination
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    CRASHED = "crashed"

    @property
    def is_answer(self) -> bool:
        """Whether the case got what it asked for; else it failed."""
        return self in (Outcome.CERTIFIED, Outcome.APPROXIMATE)

    @property
    def has_answer(self) -> bool:
        """Whether there are strategies with a value, be it that their certificate failed."""
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
    outcome : Outcome
    error : str
        One line, where there is no answer or it failed.
    started : str
        Date and time, UTC, ISO 8601.
    seconds : float
        Of the whole case.
    phases : dict of float
        Seconds by phase: load, build, preprocess, solve, exact, verify, ...
    peak_bytes : int
        The most memory that the process held while the case ran: what it held before, such as the program and the
        solvers of earlier cases, is in it. Of a case that was stopped for its memory, what it held then; 0 where nobody
        has looked, as of one that was stopped for its time.
    termination, status, solver : str
        The solver's, as in `RawSolution`.
    iterations : int, optional
    nodes, infosets, sequences : int, optional
        Of the game: nodes; information sets and sequences of both players together. With `shrink`, the sequences are
        those of the classes, which were solved.
    value : two floats, optional
    exact_value : two str, optional
        As fractions, where the answer is exact.
    nash_conv : float, optional
    certificate : dict, optional
        As in the JSON of a profile: exact, values, best_response_values, regrets, nash_conv, exploitability, checks.
    probabilities : dict of float
        Those watched.
    bounds : list of (iteration, seconds, lower, upper)
        On the way, from solvers that report bounds.
    versions : dict of str
        Of seqform, Python, and what was used.
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
