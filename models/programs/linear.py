"""Linear and mixed-integer programs with exact data, residuals of solutions, and conversion to double precision."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from seqform.errors import DoubleRangeError, ModelError
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Floats,
    Mask,
    RowEntries,
    Vector,
    entries,
)
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import counted, shown_rational
from seqform.models.programs.units import Units

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True, eq=False)
class ProgramArrays(Immutable):
    """The parts of a linear program of m rows and n columns rounded to doubles; absent bounds are infinite."""

    cost: Floats
    entries: RowEntries
    row_lower: Floats
    row_upper: Floats
    column_lower: Floats
    column_upper: Floats

    @cached
    def matrix(self) -> csr_array:
        """The matrix of SciPy, which takes time to import."""
        return self.entries.to_scipy()


def to_arrays(program: LinearProgram) -> ProgramArrays:
    """Round a linear program to doubles; numbers outside their range are an error."""
    try:
        return ProgramArrays(
            program.objective.to_floats(),
            program.matrix.row_entries(),
            *program.rows.to_floats(),
            *program.columns.to_floats(),
        )
    except DoubleRangeError as error:
        fact = f"linear program {program.name}: {error.fact}"
        raise DoubleRangeError(fact, error.advice) from None


_FEW = 100
"""Most names that are printed."""


@dataclass(frozen=True, eq=False, repr=False)
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

    def __eq__(self, names: object) -> bool:
        """Return whether another sequence has the same names."""
        return isinstance(names, Sequence) and list(self) == list(names)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[list[str]], tuple[list[str]]]:
        """Return the names themselves: their function may be one that cannot be pickled."""
        return list, (list(self),)

    def __repr__(self) -> str:
        return repr(list(self)) if self.size <= _FEW else f"<{self.size:,} names>"


@dataclass(frozen=True, eq=False)
class Bounds(Immutable):
    """Lower and upper bounds of a vector, each exact or absent.

    - `lower`, `upper`, shape (n,): Read only where the masks say that the bound exists.
    - `has_lower`, `has_upper`, shape (n,): Whether it does.
    """

    lower: ExactArray
    upper: ExactArray
    has_lower: Mask
    has_upper: Mask

    def __post_init__(self) -> None:
        if not len(self.lower) == len(self.upper) == len(self.has_lower) == len(self.has_upper):
            raise ModelError("bounds: the four vectors differ in length")
        negative = np.asarray((self.upper - self.lower).numerators < 0, dtype=bool)
        crossed = np.flatnonzero(self.has_lower & self.has_upper & negative)
        if len(crossed):
            place = int(crossed[0])
            raise ModelError(
                f"bounds: entry {place} has lower bound {shown_rational(self.lower[place])} "
                f"above its upper bound {shown_rational(self.upper[place])}"
            )

    @classmethod
    def equal(cls, values: ExactArray) -> Bounds:
        """Return lower and upper bounds at `values`."""
        return cls._where(values, has_lower=True, has_upper=True)

    @classmethod
    def at_least(cls, values: ExactArray) -> Bounds:
        """Return lower bounds only."""
        return cls._where(values, has_lower=True, has_upper=False)

    @classmethod
    def at_most(cls, values: ExactArray) -> Bounds:
        """Return upper bounds only."""
        return cls._where(values, has_lower=False, has_upper=True)

    @classmethod
    def nonnegative(cls, size: int) -> Bounds:
        """Return lower bounds 0."""
        return cls.at_least(ExactArray.zeros(size))

    @classmethod
    def free(cls, size: int) -> Bounds:
        """Return absent bounds."""
        return cls._where(ExactArray.zeros(size), has_lower=False, has_upper=False)

    @classmethod
    def _where(cls, values: ExactArray, has_lower: bool, has_upper: bool) -> Bounds:
        return cls(values, values, np.full(len(values), has_lower), np.full(len(values), has_upper))

    @classmethod
    def of(cls, intervals: Sequence[tuple[Given | None, Given | None]]) -> Bounds:
        """Return the bounds given as pairs, None for an absent one."""
        lower, has_lower = _with_presence([low for low, _ in intervals])
        upper, has_upper = _with_presence([high for _, high in intervals])
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
        return Bounds(
            self.lower.take(places),
            self.upper.take(places),
            self.has_lower[places],
            self.has_upper[places],
        )

    def contain(self, place: int, value: Fraction) -> bool:
        """Return whether a number satisfies the bounds of an entry."""
        if self.has_lower[place] and value < self.lower[place]:
            return False
        return not (self.has_upper[place] and value > self.upper[place])

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


def _with_presence(values: Sequence[Given | None]) -> tuple[ExactArray, Mask]:
    """Return numbers, 0 for an absent one, and a mask of those that are there."""
    numbers = ExactArray.of(
        0 if value is None else given_rational(value, "bound", error=ModelError) for value in values
    )
    return numbers, np.array([value is not None for value in values], dtype=bool)


@dataclass(frozen=True)
class Residuals:
    """Violations of the conditions of optimality by a primal-dual pair.

    All four are zero exactly for a pair of optimal solutions. They are fractions
    for exact vectors and floats otherwise.

    - `primal_rows`, `primal_columns`: The largest violation of a row's and of a column's bounds.
    - `dual`: The largest wrong-signed row dual or reduced cost.
    - `gap`: Absolute difference of the primal and the dual objective.
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

    - `objective`, shape (n,): c.
    - `matrix`, shape (m, n): A.
    - `row_names`, `column_names`: Unique names, for file formats and messages; `LazyNames` where there are millions.
    - `units`: Of a game, the payoffs for which its numbers stand: those of extreme size are scaled by the builders, and
      those far from zero centered.

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
    units: Units = Units()  # noqa: RUF009 - a constant

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
            if not isinstance(names, LazyNames):  # distinct, and too many to compare
                require_distinct(names, f"linear program: {what}")

    @classmethod
    def of_blocks(
        cls,
        objective: Sequence[ExactArray],
        matrix: Sequence[Sequence[ExactMatrix | None]],
        rows: Sequence[Bounds],
        columns: Sequence[Bounds],
        *,
        names: tuple[Sequence[str], Sequence[str]] | None = None,
        name: str,
        units: Units = Units(),  # noqa: B008 - a constant
    ) -> LinearProgram:
        """Return a maximisation made of blocks, as `ExactMatrix.block`; without names rows and columns are numbered."""
        matrix_of_blocks = ExactMatrix.block(matrix)
        if names is None:
            m, n = matrix_of_blocks.shape
            names = (LazyNames(m, "row {}".format), LazyNames(n, "column {}".format))
        row_names, column_names = names
        return cls(
            sense="max",
            objective=ExactArray.concatenate(objective),
            matrix=matrix_of_blocks,
            rows=Bounds.concatenate(rows),
            columns=Bounds.concatenate(columns),
            row_names=row_names,
            column_names=column_names,
            name=name,
            units=units,
        )

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
        return self.objective.to_floats() - self.matrix.T.dot(dual)

    def residuals(self, primal: Vector, dual: Vector) -> Residuals:
        """Measure a primal-dual pair, shapes (n,) and (m,), against this program, exactly where both are exact."""
        require_lengths(primal, dual, self.matrix.shape)
        costs = self.reduced_costs(dual)
        activity = self.matrix.dot(primal)
        # Row duals and reduced costs are measured alike, and both contribute to the dual objective
        sign = 1 if self.sense == "min" else -1
        row_miss, row_bound = _dual_measure(dual, self.rows, sign)
        column_miss, column_bound = _dual_measure(costs, self.columns, sign)
        gap: Fraction | float = abs(self.objective_at(primal) - row_bound - column_bound)
        return Residuals(
            _violation(activity, self.rows),
            _violation(primal, self.columns),
            max(row_miss, column_miss),
            gap,
        )


@dataclass(frozen=True, eq=False, repr=False)
class MixedIntegerProgram(Immutable):
    """A linear program some of whose columns have to be whole numbers.

    `program` is the relaxation, `integer` a mask of those columns.

    Examples
    --------
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
            raise ModelError(
                f"mixed-integer program: {len(values)} values for {len(places)} whole numbers"
            )
        for place, value in zip(places.tolist(), values.to_fractions(), strict=True):
            if value.denominator != 1 or not self.program.columns.contain(place, value):
                raise ModelError(
                    f"mixed-integer program: column {self.program.column_names[place]} "
                    f"cannot be {shown_rational(value)}"
                )
        # The fixed bounds behind those of all columns, each taken in the place of its column's
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


def require_distinct(names: Sequence[str], what: str) -> None:
    """Raise `ModelError` if a name is repeated."""
    if len(set(names)) != len(names):
        repeated = next(name for name, count in Counter(names).items() if count > 1)
        raise ModelError(f"{what} name {repeated!r} is used twice")


def require_lengths(primal: Sized, dual: Sized, shape: tuple[int, int], advice: str = "") -> None:
    """Raise `ModelError` unless a primal-dual pair has an entry for every column and every row."""
    if (len(dual), len(primal)) != shape:
        raise ModelError(
            f"{len(primal)} primal and {len(dual)} dual values, but the program has {shape[1]} columns and {shape[0]} "
            f"rows{advice}"
        )


def largest(values: Vector) -> Any:
    """Return the largest entry, at least 0: a fraction, or a float for doubles."""
    if not isinstance(values, ExactArray):
        return float(np.max(values, initial=0.0))
    if len(values) == 0:
        return Fraction(0)
    return Fraction(max(0, int(values.numerators.max())), values.denominator)


def _violation(values: Vector, bounds: Bounds) -> Any:
    """Return the largest amount by which an entry lies outside its bounds."""
    lower, upper = _like(values, bounds)
    below = entries(lower - values, np.flatnonzero(bounds.has_lower))
    above = entries(values - upper, np.flatnonzero(bounds.has_upper))
    return max(largest(below), largest(above))


def _dual_measure(dual: Vector, bounds: Bounds, sign: int) -> tuple[Any, Any]:
    """Return the largest wrong-signed entry, and the contribution of the others to the dual objective.

    In a minimisation, `sign` 1, a positive entry belongs to a lower and a negative one to an upper bound, and each
    contributes its product with that bound; an entry whose bound is absent is wrong. A maximisation turns the signs.
    """
    directed: Any = dual if sign > 0 else -dual
    signed = directed.numerators if isinstance(directed, ExactArray) else directed
    rising = np.asarray(signed > 0, dtype=bool)
    falling = np.asarray(signed < 0, dtype=bool)
    wrong = (rising & ~bounds.has_lower) | (falling & ~bounds.has_upper)
    misses = entries(dual, np.flatnonzero(wrong))

    lower, upper = _like(dual, bounds)
    value = _active_value(dual, lower, rising & bounds.has_lower)
    value += _active_value(dual, upper, falling & bounds.has_upper)
    return max(largest(misses), largest(-misses)), value


def _active_value(dual: Vector, bound: Any, is_active: Mask) -> Any:
    """Return the sum of the products of active bounds and their duals."""
    active = np.flatnonzero(is_active)
    if isinstance(dual, ExactArray):
        return dual.take(active).dot(bound.take(active))
    return math.fsum(dual[active] * bound[active])


def _like(values: Vector, bounds: Bounds) -> tuple[Any, Any]:
    """Return both bounds, exact or as doubles, as `values` are."""
    if isinstance(values, ExactArray):
        return bounds.lower, bounds.upper
    return bounds.to_floats()
