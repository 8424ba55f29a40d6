"""The rows of a sweep, grouped by any columns."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from seqform.models.number_text import counted
from seqform.report.sweeps.columns import text_in, value_at
from seqform.report.sweeps.ways import grouped, in_order
from seqform.sweeps.row import Outcome, Row

DEFAULT_BY = ("game", "backend")


@dataclass(frozen=True)
class RowGroup:
    """Cases that have the same in some columns.

    Times, memory, values and nash_conv are those of the cases that gave an answer.

    Attributes
    ----------
    columns : tuple of str
    values : tuple
        What the cases have there.
    rows : list of Row
    """

    columns: tuple[str, ...]
    values: tuple[Any, ...]
    rows: list[Row]

    @cached_property
    def answered(self) -> list[Row]:
        """The cases that gave an answer."""
        return [row for row in self.rows if row.outcome.has_answer]

    @cached_property
    def outcomes(self) -> Counter[Outcome]:
        """How many cases ended how."""
        return Counter(row.outcome for row in self.rows)

    @cached_property
    def seconds(self) -> tuple[float, float, float] | None:
        """Median, least and most seconds of a whole case."""
        times = [row.seconds for row in self.answered]
        return (statistics.median(times), min(times), max(times)) if times else None

    @cached_property
    def phases(self) -> dict[str, float]:
        """Median seconds by phase, of the cases that have it, in the order of the work."""
        names = dict.fromkeys(name for row in self.answered for name in row.phases)
        return {
            name: statistics.median(row.phases[name] for row in self.answered if name in row.phases) for name in names
        }

    @cached_property
    def peak_bytes(self) -> int | None:
        """The most memory that a process held while it ran a case."""
        return max((row.peak_bytes for row in self.answered), default=None)

    @cached_property
    def nash_conv(self) -> float | None:
        """The largest nash_conv."""
        return max((row.nash_conv for row in self.answered if row.nash_conv is not None), default=None)

    def value(self, player: int) -> tuple[float, float] | None:
        """Return the least and the greatest value to a player."""
        values = [row.value[player] for row in self.answered if row.value is not None]
        return (min(values), max(values)) if values else None

    @cached_property
    def probabilities(self) -> dict[str, tuple[float, float]]:
        """The least and the greatest of every watched probability."""
        names = dict.fromkeys(name for row in self.answered for name in row.probabilities)
        found = {
            name: [row.probabilities[name] for row in self.answered if name in row.probabilities] for name in names
        }
        return {name: (min(shares), max(shares)) for name, shares in found.items()}

    def exact_value(self, player: int) -> str | None:
        """Return the value to a player as a fraction, where every answer has the same one."""
        texts = {None if row.exact_value is None else row.exact_value[player] for row in self.answered}
        return texts.pop() if len(texts) == 1 else None


def row_groups(rows: Iterable[Row], by: Sequence[str] = DEFAULT_BY) -> list[RowGroup]:
    """Return the rows grouped by some columns, in the order of numbers and words."""
    return [RowGroup(tuple(by), values, members) for values, members in grouped(in_order(rows), by).items()]


def summary_line(rows: Sequence[Row]) -> str:
    """Return how many cases there are and how they ended."""
    outcomes = Counter(row.outcome for row in rows)
    ended = ", ".join(f"{outcomes[kind]:,} {kind}" for kind in Outcome if outcomes[kind])
    return f"{counted(len(rows), 'case')}: {ended}"


def in_common(rows: Sequence[Row], by: Sequence[str] = ()) -> str:
    """Return the game and the backend where these are the same in all cases, unless the cases are grouped by them.

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> cases = [Case("kuhn", {"bet": bet}, backend="highs") for bet in (1, 2)]
    >>> rows = [Row(case.key, case.as_dict(), Outcome.CERTIFIED) for case in cases]
    >>> in_common(rows), in_common(rows, ["backend"])
    ('game = kuhn, backend = highs', 'game = kuhn')
    """
    found = [(name, {value_at(row, name) for row in rows}) for name in DEFAULT_BY if name not in by]
    return ", ".join(
        f"{name} = {text_in(name, value)}" for name, values in found if len(values) == 1 for value in values
    )


def failures(rows: Iterable[Row]) -> list[Row]:
    """Return the cases without the answer that was asked for."""
    return [row for row in in_order(rows) if not row.outcome.is_answer]


def reason(row: Row) -> str:
    """Return why a case failed, in one line."""
    text = row.error or ", ".join(filter(None, (row.termination, row.status))) or "no reason given"
    return " ".join(text.split())
