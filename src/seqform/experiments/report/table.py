"""Tables of a sweep as text: what is measured of groups of cases, ready for a terminal, a page or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seqform.experiments.report.data import ANSWERED, DEFAULT_BY, opened, text_in
from seqform.experiments.report.records import group_measures
from seqform.experiments.rows import Outcome
from seqform.models.numbers.text import ROUNDING_NOISE, short

if TYPE_CHECKING:
    from pandas import DataFrame

TableText = tuple[list[str], list[list[str]]]
"""Header and lines."""

NOTHING = "–"
MOST_WATCHED = 8
"""Probabilities in the table; CSV and JSON have all."""

LONGEST_EXACT = 15
SAME_VALUE = 1e-7
"""Values in doubles that differ by less are shown as one."""


def group_tables(cases: DataFrame, by: Sequence[str] = DEFAULT_BY) -> tuple[TableText, TableText, TableText]:
    """Return three tables: outcomes and values; seconds and memory; median seconds by phase.

    The least and the most seconds of a group with one answer equal its median, and are not repeated.
    """
    groups = group_measures(cases, by)
    measures = list(groups.values())
    about = [[_cell_text(name, value) for name, value in zip(by, key, strict=True)] for key in groups]
    kinds = [kind for kind in Outcome if any(line[_counter(kind)] for line in measures)]
    answered = cases[cases["outcome"].isin(ANSWERED)]
    sums = (answered["value_1"].astype(float) + answered["value_2"].astype(float)).abs()
    players = (1, 2) if (sums > SAME_VALUE).any() else (1,)
    names = ["value to player 1", "value to player 2"] if len(players) > 1 else ["value"]
    watched = [f"probability_{name}" for name in opened(answered, "probabilities")][:MOST_WATCHED]
    results = [
        [
            *(f"{line[_counter(kind)]:,}" if line[_counter(kind)] else NOTHING for kind in kinds),
            *(_value_text(line, player) for player in players),
            NOTHING if line["nash_conv_max"] is None else short(line["nash_conv_max"]),
            *(_span_text(line.get(f"{name}_min"), line.get(f"{name}_max")) for name in watched),
        ]
        for line in measures
    ]
    several = [sum(line[_counter(kind)] for kind in ANSWERED) > 1 for line in measures]
    spread = ["median", "least", "most"] if any(several) else ["seconds"]
    times = [
        [
            seconds_text(line["seconds_median"]),
            *(seconds_text(line[f"seconds_{end}"]) if more else NOTHING for end in ("min", "max") if any(several)),
            bytes_text(line["peak_bytes"]),
        ]
        for line, more in zip(measures, several, strict=True)
    ]
    phases = list(opened(answered, "phases"))
    by_phase = [[seconds_text(line.get(f"seconds_{name}")) for name in phases] for line in measures]
    titles = [name.removeprefix("probability_") for name in watched]
    return (
        ([*by, *map(str, kinds), *names, "nash_conv", *titles], _beside(about, results)),
        ([*by, *spread, "process memory"], _beside(about, times)),
        ([*by, *phases], _beside(about, by_phase)),
    )


def _beside(left: Sequence[list[str]], right: Sequence[list[str]]) -> list[list[str]]:
    return [[*first, *second] for first, second in zip(left, right, strict=True)]


def _counter(kind: Outcome) -> str:
    return kind.replace(" ", "_")


def _cell_text(name: str, value: Any) -> str:
    return NOTHING if value is None and name != "backend" else text_in(name, value)


def _value_text(line: dict[str, Any], player: int) -> str:
    exact = line[f"exact_value_{player}"]
    if exact is not None and len(exact) <= LONGEST_EXACT:
        return str(exact)
    return _span_text(line[f"value_{player}_min"], line[f"value_{player}_max"])


def _span_text(low: float | None, high: float | None) -> str:
    """Return a number, or both ends where the cases differ."""
    if low is None or high is None:
        return NOTHING
    low, high = (0.0 if abs(end) <= ROUNDING_NOISE else end for end in (low, high))
    return short(low) if high - low <= SAME_VALUE else f"{low:.4g} to {high:.4g}"


def seconds_text(seconds: float | None) -> str:
    """Return seconds to three digits, and to a tenth of a millisecond.

    Examples
    --------
    >>> [seconds_text(number) for number in (1e-06, 0.0012345, 0.12345, 12.345, 1234.5, 0.0, None)]
    ['<0.0001', '0.0012', '0.123', '12.3', '1,234', '0', '–']
    """
    if seconds is None:
        return NOTHING
    if seconds >= 1000 or seconds == 0:
        return f"{seconds:,.0f}"
    if seconds < 1e-4:
        return "<0.0001"
    return f"{seconds:.4f}" if seconds < 0.1 else f"{seconds:.3g}"


def bytes_text(number: int | None) -> str:
    """Return an amount of memory to three digits.

    Examples
    --------
    >>> bytes_text(123_456_789), bytes_text(0)
    ('118 MiB', '–')
    """
    if not number:
        return NOTHING
    return f"{number / 2**20:.3g} MiB" if number < 1000 * 2**20 else f"{number / 2**30:.3g} GiB"
