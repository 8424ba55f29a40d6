"""Tables of equilibria of games with ordered signals, and counts of classes."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import numpy as np

from seqform.models.numbers.text import short
from seqform.models.strategies.classes import ClassSolution
from seqform.solving.abstracted import AbstractedGame
from seqform.solving.ordered import OrderedEquilibrium
from seqform.tables.strategies import certificate_parts, certificate_report
from seqform.tables.table import Cell, Line, Part, Report, Table

MAX_HANDS = 60
"""Of a first round with more hands, values by hand are not shown."""


def ordered_report(found: OrderedEquilibrium) -> Report:
    """Return what strategies for an ordered game are worth on its hands, and how they came about."""
    abstraction = found.abstraction
    took = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in found.seconds.items() if seconds >= 0.005)
    classes = " / ".join(class_counts(abstraction))
    rows, columns = abstraction.classes.program_shape
    title = f"{found.game.title}: {classes} classes of hands ({abstraction.kind}), {rows:,} × {columns:,}"
    parts: list[Part] = [Line(title, "bold"), *_hands_table(found)]
    parts += certificate_parts(found.certificate, found.game.players)
    if isinstance(solution := found.raw, ClassSolution):
        lower, upper = f"{solution.lower:.7g}", f"{solution.upper:.7g}"
        inside = f"in the game of classes the value is between {lower} and {upper}"
        parts.append(Line(f"{inside}: nash_conv = {short(solution.nash_conv)}"))
    parts.append(Line(f"{found.raw.solver}: {found.raw.status}  ({took})", "dim"))
    return Report(parts, certificate_report(found.certificate, found.game.players).data)


def _hands_table(found: OrderedEquilibrium) -> list[Part]:
    """Return what the classes of the first round are worth to each player."""
    filters = found.abstraction.filters
    if max(one.num_classes[0] for one in filters) > MAX_HANDS:
        return []
    names = [heading for name in found.game.players for heading in (f"{name}'s first signals", "value")]
    hands = [_first_hands(one, values) for one, values in zip(filters, found.deals.values, strict=True)]
    rows = [[*first, *second] for first, second in zip_longest(*hands, fillvalue=("", ""))]
    return [Table("", tuple(names), "lrlr", rows)]


def _first_hands(one: Any, values: Any) -> list[tuple[Cell, Cell]]:
    classes = one.classes[0]
    rows: list[tuple[Cell, Cell]] = []
    for number in range(one.num_classes[0]):
        members = np.flatnonzero(classes == number)
        names = [one.name(0, int(view)) for view in members]
        label = ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"
        rows.append((label, float(values[members].mean())))
    return rows


def class_counts(one: AbstractedGame) -> list[str]:
    """Return how many classes each round has; both players' numbers where they differ."""
    return [class_count(one, number) for number in range(len(one.game.rounds))]


def class_count(one: AbstractedGame, number: int) -> str:
    """Return how many classes a round has; both players' numbers where they differ."""
    first, second = (side.num_classes[number] for side in one.filters)
    return f"{first:,}" if first == second else f"{first:,} and {second:,}"
