"""Mixed-integer linear programs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.numbers.text import counted
from seqform.models.programs.linear import Bounds, LinearProgram


@dataclass(frozen=True, eq=False, repr=False)
class MixedIntegerProgram(Immutable):
    """A linear program some of whose columns have to be whole numbers.

    Parameters
    ----------
    program : LinearProgram
        The relaxation, with n columns.
    integer : ndarray of bool, shape (n,)
        Mask of the columns that have to be whole numbers.

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactMatrix
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([3, 5, 4]), ExactMatrix.from_dense([[2, 3, 2]]),
    ...     Bounds.at_most(ExactArray.of([4])), Bounds.nonnegative(3), ["room"], ["a", "b", "c"])
    >>> MixedIntegerProgram(program, np.array([True, True, False]))
    <MixedIntegerProgram 'seqform': max, 1 row, 3 columns, 2 of them whole numbers>
    """

    program: LinearProgram
    integer: Mask

    def __post_init__(self) -> None:
        columns = self.program.matrix.shape[1]
        if self.integer.shape != (columns,) or self.integer.dtype != np.bool_:
            raise ModelError(
                f"mixed-integer program: {counted(columns, 'column')} and a mask of shape {self.integer.shape}, "
                f"{self.integer.dtype}; true or false is needed for every column"
            )

    def with_fixed(self, values: ExactArray) -> LinearProgram:
        """Return the linear program with the integer columns fixed to the given values, in their order."""
        places = np.flatnonzero(self.integer)
        if len(values) != len(places):
            raise ModelError(f"mixed-integer program: {len(values)} values for {len(places)} whole numbers")
        for place, value in zip(places.tolist(), values.to_fractions(), strict=True):
            if value.denominator != 1 or not _within(self.program.columns, place, value):
                raise ModelError(f"mixed-integer program: column {self.program.column_names[place]} cannot be {value}")
        order = np.arange(len(self.integer))
        order[places] = len(order) + np.arange(len(places))
        columns = Bounds.concatenate([self.program.columns, Bounds.equal(values)]).take(order)
        return replace(self.program, columns=columns)

    def __repr__(self) -> str:
        rows, columns = self.program.matrix.shape
        return (
            f"<MixedIntegerProgram {self.program.name!r}: {self.program.sense}, {counted(rows, 'row')}, "
            f"{counted(columns, 'column')}, {int(self.integer.sum()):,} of them whole numbers>"
        )


def _within(bounds: Bounds, place: int, value: Fraction) -> bool:
    low = not bounds.has_lower[place] or bounds.lower[place] <= value
    return bool(low and (not bounds.has_upper[place] or value <= bounds.upper[place]))
