"""The text of linear programs in the MPS and the LP format, with numbers that are read back as the same doubles.

No number is too large or too small for a file: what a reader does with those beyond its own range is for its options.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import NamedTuple

import numpy as np

from seqform.models.numbers.exact import Floats
from seqform.models.programs.linear import ProgramArrays

OBJECTIVE_NAMES = ("Obj", "obj", "NoObj")
"""Names of the objective: in MPS files, in LP files, and of one without coefficients in MPS files."""

_LONGEST_LINE = 558
"""Of the LP format, which allows 560 characters."""


@dataclass(frozen=True)
class ProgramText:
    """A linear program in doubles whose names have the characters of the format.

    - `sense`: "min" or "max".
    - `row_names`, shape (m,), `column_names`, shape (n,).
    """

    title: str
    sense: str
    arrays: ProgramArrays
    row_names: Sequence[str]
    column_names: Sequence[str]

    def lines(self, ending: str) -> Iterator[str]:
        """Return the lines of the file whose name has this ending, ".mps" or ".lp"."""
        if ending == ".lp":
            return self.lp()
        return self.mps()

    # ---- MPS ----

    def mps(self) -> Iterator[str]:
        """Yield the lines of a file in the free MPS format."""
        objective = OBJECTIVE_NAMES[0] if np.any(self.arrays.cost) else OBJECTIVE_NAMES[2]
        yield f"NAME        {self.title}"
        if self.sense == "max":
            yield "OBJSENSE"
            yield "  MAX"
        yield "ROWS"
        yield f" N  {objective:8}"
        rows = [
            mps_row(lower, upper)
            for lower, upper in _pairs(self.arrays.row_lower, self.arrays.row_upper)
        ]
        for name, row in zip(self.row_names, rows, strict=True):
            yield f" {row.letter}  {name:8}"
        yield "COLUMNS"
        yield from self._mps_columns(objective)
        yield "RHS"
        for name, row in zip(self.row_names, rows, strict=True):
            if row.side:
                yield f"    RHS_V     {name:8}  {row.side:.17g}"
        if any(row.distance is not None for row in rows):
            yield "RANGES"
            for name, row in zip(self.row_names, rows, strict=True):
                if row.distance is not None:
                    yield f"    RANGE     {name:8}  {row.distance:.17g}"
        bounds = [*self._mps_bounds()]
        if bounds:
            yield "BOUNDS"
            yield from bounds
        yield "ENDATA"

    def _mps_columns(self, objective: str) -> Iterator[str]:
        """Yield the coefficients column by column; a column without any has a zero in the objective."""
        entries = self.arrays.entries
        rows = np.repeat(np.arange(entries.shape[0]), np.diff(entries.row_start))
        order = np.argsort(entries.columns, kind="stable")
        start = np.searchsorted(entries.columns[order], np.arange(entries.shape[1] + 1))
        for column, name in enumerate(self.column_names):
            places = order[start[column] : start[column + 1]]
            cost = float(self.arrays.cost[column])
            if cost or not len(places):
                yield f"    {name:8}  {objective:8}  {cost:.17g}"
            pairs = zip(rows[places].tolist(), entries.values[places].tolist(), strict=True)
            for row, value in pairs:
                yield f"    {name:8}  {self.row_names[row]:8}  {value:.17g}"

    def _mps_bounds(self) -> Iterator[str]:
        """Yield the bounds of columns other than 0 ≤ x, which readers take without them."""
        bounds = _pairs(self.arrays.column_lower, self.arrays.column_upper)
        for name, (lower, upper) in zip(self.column_names, bounds, strict=True):
            if lower == upper:
                yield f" FX BOUND     {name:8}  {lower:.17g}"
                continue
            if lower == -math.inf and upper == math.inf:
                yield f" FR BOUND     {name:8}"
                continue
            if lower == -math.inf:
                yield f" MI BOUND     {name:8}"
            elif (
                lower or upper < 0
            ):  # without a lower bound some readers take a negative upper one as free below
                yield f" LO BOUND     {name:8}  {lower:.17g}"
            if upper != math.inf:
                yield f" UP BOUND     {name:8}  {upper:.17g}"

    # ---- LP ----

    def lp(self) -> Iterator[str]:
        """Yield the lines of a file in the LP format, long ones broken between words."""
        for line in self._lp_lines():
            if len(line) > _LONGEST_LINE:
                yield fill(line, _LONGEST_LINE, subsequent_indent=" ", break_on_hyphens=False)
            else:
                yield line

    def _lp_lines(self) -> Iterator[str]:
        yield self.sense
        yield f" obj: {self._lp_objective()}"
        yield "st"
        row_bounds = _pairs(self.arrays.row_lower, self.arrays.row_upper)
        for row, (lower, upper) in enumerate(row_bounds):
            name = self.row_names[row]
            if lower == upper:
                yield f" {name}: {self._lp_row(row)}= {lower:+.17g}"
                continue
            # Without ranges in the format, a row with two bounds is written twice.
            has_both = lower != -math.inf and upper != math.inf
            if lower != -math.inf:
                yield f" {name}{'lo' if has_both else ''}: {self._lp_row(row)}>= {lower:+.17g}"
            if upper != math.inf:
                yield f" {name}{'up' if has_both else ''}: {self._lp_row(row)}<= {upper:+.17g}"
        yield "bounds"
        column_bounds = _pairs(self.arrays.column_lower, self.arrays.column_upper)
        for name, (lower, upper) in zip(self.column_names, column_bounds, strict=True):
            text = _lp_bounds(name, lower, upper)
            if text:
                yield f" {text}"
        yield from ("bin", "gen", "semi", "end")

    def _lp_objective(self) -> str:
        """Return the objective, in which a column that occurs in no row with a bound has a zero."""
        entries = self.arrays.entries
        is_written = np.isfinite(self.arrays.row_lower) | np.isfinite(self.arrays.row_upper)
        occurs = np.zeros(entries.shape[1], dtype=bool)
        occurs[entries.columns[np.repeat(is_written, np.diff(entries.row_start))]] = True
        columns = np.flatnonzero(~occurs | (self.arrays.cost != 0))
        return self._lp_terms(self.arrays.cost[columns].tolist(), columns.tolist())

    def _lp_row(self, row: int) -> str:
        """Return the terms of a row; of one without any a zero, which readers require."""
        entries = self.arrays.entries
        start, stop = entries.row_start[row : row + 2].tolist()
        if start == stop and self.column_names:
            return self._lp_terms([0.0], [0])
        return self._lp_terms(
            entries.values[start:stop].tolist(), entries.columns[start:stop].tolist()
        )

    def _lp_terms(self, values: Iterable[float], columns: Iterable[int]) -> str:
        """Return a sum, with a space at the end."""
        terms = []
        for value, column in zip(values, columns, strict=True):
            terms.append(f"{value:+.17g} {self.column_names[column]} ")
        return "".join(terms)


class MpsRow(NamedTuple):
    """A row of an MPS file: its type N, E, G or L, its side, and the distance of the other bound, if there are two."""

    letter: str
    side: float
    distance: float | None = None


def mps_row(lower: float, upper: float) -> MpsRow:
    """Return a row with these bounds, so that readers compute the bounds of the program from it.

    An MPS file has one bound of a row with two and the distance of the other, which a reader adds. Here it is the bound
    nearer to zero, as of bounds 1e-10 and 1e10 no digit of the lower one remains beside the upper, and of the doubles
    near the distance one from which the other bound follows to the last bit. Where there is none, mostly with bounds of
    both signs, it is off by a unit in the last place.
    """
    if lower == upper:
        return MpsRow("E", lower)
    if lower == -math.inf and upper == math.inf:
        return MpsRow("N", 0.0)
    if upper == math.inf:
        return MpsRow("G", lower)
    if lower == -math.inf:
        return MpsRow("L", upper)

    nearest = upper - lower
    distances = [nearest, math.nextafter(nearest, math.inf), math.nextafter(nearest, 0)]
    if abs(lower) <= abs(upper):
        misses = [abs(lower + distance - upper) for distance in distances]
        return MpsRow("G", lower, distances[misses.index(min(misses))])
    misses = [abs(upper - distance - lower) for distance in distances]
    return MpsRow("L", upper, distances[misses.index(min(misses))])


def _lp_bounds(name: str, lower: float, upper: float) -> str:
    """Return the bounds of a column; nothing for 0 ≤ x, which readers take without them."""
    if lower == upper:
        return f"{name} = {lower:.17g}"
    if lower == -math.inf and upper == math.inf:
        return f"{name} free"
    if lower == -math.inf:
        return f"-inf <= {name} <= {upper:.17g}"
    if upper == math.inf:
        return f"{lower:.17g} <= {name}" if lower else ""
    if lower == 0 <= upper:
        return f"{name} <= {upper:.17g}"
    return f"{lower:.17g} <= {name} <= {upper:.17g}"


def _pairs(lower: Floats, upper: Floats) -> list[tuple[float, float]]:
    return list(zip(lower.tolist(), upper.tolist(), strict=True))
