"""Linear programs with exact data, their residuals, and their conversion to double precision."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Mask, Vector

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True, eq=False)
class ProgramArrays(Immutable):
    """The parts of a linear program of m rows and n columns rounded to doubles; absent bounds are infinite."""

    cost: Floats
    matrix: csr_array
    row_lower: Floats
    row_upper: Floats
    column_lower: Floats
    column_upper: Floats


def to_arrays(program: LinearProgram) -> ProgramArrays:
    """Round a linear program to doubles; numbers outside their range are an error."""
    try:
        return ProgramArrays(
            program.objective.to_floats(),
            program.matrix.to_scipy(),
            *program.rows.to_floats(),
            *program.columns.to_floats(),
        )
    except ModelError as error:
        raise ModelError(f"linear program {program.name}: {error}") from None


@dataclass(frozen=True, eq=False)
class LazyNames(Sequence[str]):
    """Distinct names computed on access from an index, for programs with too many names to store.

    Examples
    --------
    >>> names = LazyNames(10**9, "x{}".format)
    >>> len(names), names[12], names[-1], list(names[:2])
    (1000000000, 'x12', 'x999999999', ['x0', 'x1'])
    """

    size: int
    name: Callable[[int], str]

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> LazyNames: ...
    def __getitem__(self, index: int | slice) -> str | LazyNames:
        if isinstance(index, slice):
            indices = range(self.size)[index]
            return LazyNames(len(indices), lambda k: self.name(indices[k]))
        return self.name(range(self.size)[index])


@dataclass(frozen=True, eq=False)
class Bounds(Immutable):
    """Lower and upper bounds of a vector, each exact or absent.

    Parameters
    ----------
    lower, upper : ExactArray of length n
        Read only where the masks say that the bound exists.
    has_lower, has_upper : ndarray of bool, shape (n,)
    """

    lower: ExactArray
    upper: ExactArray
    has_lower: Mask
    has_upper: Mask

    def __post_init__(self) -> None:
        if len({len(self.lower), len(self.upper), len(self.has_lower), len(self.has_upper)}) != 1:
            raise ModelError("bounds: the four vectors differ in length")
        both = self.has_lower & self.has_upper
        crossed = np.flatnonzero(both & np.asarray((self.upper - self.lower).numerators < 0, dtype=bool))
        if len(crossed):
            place = int(crossed[0])
            raise ModelError(
                f"bounds: entry {place} has lower bound {self.lower[place]} above its upper bound {self.upper[place]}"
            )

    @classmethod
    def equal(cls, values: ExactArray) -> Bounds:
        """Return lower and upper bounds at `values`."""
        every = np.ones(len(values), dtype=bool)
        return cls(values, values, every, every)

    @classmethod
    def at_least(cls, values: ExactArray) -> Bounds:
        """Return lower bounds only."""
        return cls(values, values, np.ones(len(values), dtype=bool), np.zeros(len(values), dtype=bool))

    @classmethod
    def at_most(cls, values: ExactArray) -> Bounds:
        """Return upper bounds only."""
        return cls(values, values, np.zeros(len(values), dtype=bool), np.ones(len(values), dtype=bool))

    @classmethod
    def nonnegative(cls, size: int) -> Bounds:
        """Return lower bounds 0."""
        return cls.at_least(ExactArray.zeros(size))

    @classmethod
    def free(cls, size: int) -> Bounds:
        """Return absent bounds."""
        none = np.zeros(size, dtype=bool)
        return cls(ExactArray.zeros(size), ExactArray.zeros(size), none, none)

    @classmethod
    def of(cls, intervals: Sequence[tuple[Fraction | int | str | None, Fraction | int | str | None]]) -> Bounds:
        """Return the bounds given as pairs, None for an absent one."""
        ends = list(zip(*intervals, strict=True)) or [(), ()]
        lower, upper = (ExactArray.of(Fraction(value or 0) for value in values) for values in ends)
        has_lower, has_upper = (np.array([value is not None for value in values], dtype=bool) for values in ends)
        return cls(lower, upper, has_lower, has_upper)

    @classmethod
    def concatenate(cls, parts: Sequence[Bounds]) -> Bounds:
        """Return the parts one after the other."""
        return cls(
            ExactArray.concatenate([part.lower for part in parts]),
            ExactArray.concatenate([part.upper for part in parts]),
            np.concatenate([part.has_lower for part in parts]),
            np.concatenate([part.has_upper for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.lower)

    def take(self, places: npt.NDArray[np.int64]) -> Bounds:
        """Return the bounds at the given places."""
        return Bounds(self.lower.take(places), self.upper.take(places), self.has_lower[places], self.has_upper[places])

    @property
    def fixed(self) -> Mask:
        """Mask of the entries whose bounds exist and agree."""
        same = np.asarray((self.upper - self.lower).numerators == 0, dtype=bool)
        return np.asarray(self.has_lower & self.has_upper & same, dtype=bool)

    def to_floats(self) -> tuple[Floats, Floats]:
        """Return lower and upper bounds as doubles, infinite where absent."""
        return (
            np.where(self.has_lower, self.lower.to_floats(), -np.inf),
            np.where(self.has_upper, self.upper.to_floats(), np.inf),
        )


@dataclass(frozen=True)
class Residuals:
    """Violations of the conditions of optimality by a primal-dual pair.

    All four are zero exactly for a pair of optimal solutions. They are fractions
    for exact vectors and floats otherwise.

    Attributes
    ----------
    primal_rows, primal_columns
        The largest violation of a row's and of a column's bounds.
    dual
        The largest wrong-signed row dual or reduced cost.
    gap
        Absolute difference of the primal and the dual objective.
    """

    primal_rows: Fraction | float
    primal_columns: Fraction | float
    dual: Fraction | float
    gap: Fraction | float

    @property
    def worst(self) -> Fraction | float:
        """The largest of the four."""
        return max(self.primal_rows, self.primal_columns, self.dual, self.gap)


@dataclass(frozen=True, eq=False)
class LinearProgram:
    """Minimise or maximise c·x subject to row bounds on A x and column bounds on x.

    Parameters
    ----------
    objective : ExactArray, shape (n,)
        c.
    matrix : ExactMatrix, shape (m, n)
        A.
    row_names, column_names : sequence of str
        Unique names, for file formats and messages; `LazyNames` where there are millions.

    Notes
    -----
    Dual values follow one convention for every backend: the dual of a row is the
    derivative of the optimal objective with respect to that row's active bound,
    whatever the sense. So ``c - A.T @ dual`` are the reduced costs, and in a
    minimisation the dual of an active lower bound is nonnegative.

    Examples
    --------
    >>> from fractions import Fraction
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1, 1]), ExactMatrix.from_dense([[1, 2], [3, 1]]),
    ...     Bounds.at_most(ExactArray.of([4, 6])), Bounds.nonnegative(2), ["land", "labour"], ["wheat", "rye"])
    >>> best = ExactArray.of([Fraction(8, 5), Fraction(6, 5)])
    >>> program.residuals(best, ExactArray.of([Fraction(2, 5), Fraction(1, 5)])).worst
    Fraction(0, 1)
    """

    sense: Literal["min", "max"]
    objective: ExactArray
    matrix: ExactMatrix
    rows: Bounds
    columns: Bounds
    row_names: Sequence[str]
    column_names: Sequence[str]
    name: str = "seqform"

    def __post_init__(self) -> None:
        m, n = self.matrix.shape
        if self.sense not in ("min", "max"):
            raise ModelError(f'linear program: the sense is "min" or "max", not {self.sense!r}')
        for what, length, expected in (
            ("objective", len(self.objective), n),
            ("row bounds", len(self.rows), m),
            ("column bounds", len(self.columns), n),
            ("row names", len(self.row_names), m),
            ("column names", len(self.column_names), n),
        ):
            if length != expected:
                raise ModelError(
                    f"linear program: {what} of length {length}, but the matrix has {m} rows and {n} columns"
                )
        for what, names in (("row", self.row_names), ("column", self.column_names)):
            if not isinstance(names, LazyNames):
                require_distinct(names, f"linear program: {what}")

    def __repr__(self) -> str:
        rows, columns = self.matrix.shape
        return (
            f"<LinearProgram {self.name!r}: {self.sense}, {rows:,} rows × {columns:,} columns, "
            f"{self.matrix.nonzeros:,} nonzeros>"
        )

    def objective_at(self, primal: Vector) -> Fraction | float:
        """Return c·x, exactly for an exact x."""
        if isinstance(primal, ExactArray):
            return self.objective.dot(primal)
        return float(self.objective.to_floats() @ primal)

    def reduced_costs(self, dual: Vector) -> Vector:
        """Return c - A.T @ dual, exactly for an exact dual."""
        if isinstance(dual, ExactArray):
            return self.objective - self.matrix.T.dot(dual)
        costs: Floats = self.objective.to_floats() - self.matrix.to_scipy().T @ dual
        return costs

    def residuals(self, primal: Vector, dual: Vector) -> Residuals:
        """Measure a primal-dual pair, shapes (n,) and (m,), against this program, exactly where both are exact."""
        if len(primal) != self.matrix.shape[1] or len(dual) != self.matrix.shape[0]:
            raise ModelError(
                f"residuals: {len(primal)} primal and {len(dual)} dual values for {self.matrix.shape[1]} columns "
                f"and {self.matrix.shape[0]} rows"
            )
        costs = self.reduced_costs(dual)
        activity = self.matrix.dot(primal) if isinstance(primal, ExactArray) else self.matrix.to_scipy() @ primal
        sign = 1 if self.sense == "min" else -1
        row_miss, row_bound = _dual_measure(dual, self.rows, sign)
        column_miss, column_bound = _dual_measure(costs, self.columns, sign)
        gap: Fraction | float = abs(self.objective_at(primal) - row_bound - column_bound)
        return Residuals(
            _violation(activity, self.rows), _violation(primal, self.columns), max(row_miss, column_miss), gap
        )


def require_distinct(names: Sequence[str], what: str) -> None:
    """Raise `ModelError` if a name is repeated."""
    if len(set(names)) != len(names):
        repeated = next(name for name, count in Counter(names).items() if count > 1)
        raise ModelError(f"{what} name {repeated!r} is used twice")


def largest(values: ExactArray) -> Fraction:
    """Return the largest entry, at least 0."""
    return Fraction(max(0, int(values.numerators.max())), values.denominator) if len(values) else Fraction(0)


def _violation(values: Vector, bounds: Bounds) -> Fraction | float:
    """Return the largest amount by which an entry lies outside its bounds."""
    if isinstance(values, ExactArray):
        below = (bounds.lower - values).take(bounds.has_lower)
        above = (values - bounds.upper).take(bounds.has_upper)
        return max(largest(below), largest(above))
    lower, upper = bounds.to_floats()
    return max(0.0, float(np.max(lower - values, initial=0.0)), float(np.max(values - upper, initial=0.0)))


def _dual_measure(dual: Vector, bounds: Bounds, sign: int) -> tuple[Any, Any]:
    """Return the largest wrong-signed entry, and the contribution of the others to the dual objective."""
    signed = sign * (dual.numerators if isinstance(dual, ExactArray) else dual)
    rising, falling = (np.asarray(mask, dtype=bool) for mask in (signed > 0, signed < 0))
    low, high = rising & bounds.has_lower, falling & bounds.has_upper
    wrong = (rising & ~low) | (falling & ~high)
    if isinstance(dual, ExactArray):
        value = dual.take(low).dot(bounds.lower.take(low)) + dual.take(high).dot(bounds.upper.take(high))
        return max(largest(dual.take(wrong)), largest(-dual.take(wrong))), value
    lower, upper = bounds.to_floats()
    miss = float(np.max(np.abs(dual[wrong]), initial=0.0))
    return miss, math.fsum(dual[low] * lower[low]) + math.fsum(dual[high] * upper[high])
