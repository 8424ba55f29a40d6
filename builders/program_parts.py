"""A mixed-integer program put together column by column and row by row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.linear_program import Bounds, LinearProgram
from seqform.models.mixed_integer_program import MixedIntegerProgram

Number = Fraction | int
Limits = tuple[Number | None, Number | None]


@dataclass
class ProgramParts:
    """What there is so far.

    Examples
    --------
    >>> parts = ProgramParts()
    >>> chairs = parts.whole("chairs", (0, 5))
    >>> parts.row("wood", {chairs: 2}, (None, 7))
    >>> parts.maximise(chairs, "carpenter")
    <MixedIntegerProgram 'carpenter': max, 1 row, 1 column, 1 of them whole numbers>
    """

    column_names: list[str] = field(default_factory=list)
    column_limits: list[Limits] = field(default_factory=list)
    whole_columns: list[int] = field(default_factory=list)
    row_names: list[str] = field(default_factory=list)
    row_limits: list[Limits] = field(default_factory=list)
    entries: list[tuple[int, int, Number]] = field(default_factory=list)

    def column(self, name: str, limits: Limits) -> int:
        """Add a column and return its place; limits are the least and the largest value, None where there is none."""
        self.column_names.append(name)
        self.column_limits.append(limits)
        return len(self.column_names) - 1

    def whole(self, name: str, limits: Limits) -> int:
        """Add a column that is to be a whole number, and return its place."""
        place = self.column(name, limits)
        self.whole_columns.append(place)
        return place

    def row(self, name: str, coefficients: Mapping[int, Number], limits: Limits) -> None:
        """Add a row, its coefficients by column."""
        self.entries.extend((len(self.row_names), column, value) for column, value in coefficients.items())
        self.row_names.append(name)
        self.row_limits.append(limits)

    def copy(self) -> ProgramParts:
        """Return the same parts, to be added to apart."""
        return ProgramParts(*(list(part) for part in vars(self).values()))

    def maximise(self, column: int, name: str) -> MixedIntegerProgram:
        """Return the program whose objective is one of the columns."""
        size = len(self.column_names)
        objective = np.zeros(size, dtype=np.int64)
        objective[column] = 1
        whole = np.zeros(size, dtype=bool)
        whole[self.whole_columns] = True
        program = LinearProgram(
            sense="max",
            objective=ExactArray(objective),
            matrix=self._matrix(),
            rows=_bounds(self.row_limits),
            columns=_bounds(self.column_limits),
            row_names=self.row_names,
            column_names=self.column_names,
            name=name,
        )
        return MixedIntegerProgram(program, whole)

    def _matrix(self) -> ExactMatrix:
        return ExactMatrix.from_entries(
            (len(self.row_names), len(self.column_names)),
            np.array([row for row, _, _ in self.entries], dtype=np.int64),
            np.array([column for _, column, _ in self.entries], dtype=np.int64),
            ExactArray.of(value for _, _, value in self.entries),
        )


def _bounds(limits: list[Limits]) -> Bounds:
    return Bounds(
        ExactArray.of(0 if low is None else low for low, _ in limits),
        ExactArray.of(0 if high is None else high for _, high in limits),
        np.array([low is not None for low, _ in limits], dtype=bool),
        np.array([high is not None for _, high in limits], dtype=bool),
    )
