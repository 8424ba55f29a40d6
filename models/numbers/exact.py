"""Rational vectors and sparse matrices: integers over one common denominator.

Numerators are 64-bit integers wherever a bound computed beforehand shows that
nothing can overflow, and Python integers otherwise; no operation rounds. Code outside this package computes with
numerators through these classes or the functions of `integers`, never with operators of NumPy.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from numbers import Rational as AnyRational
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from seqform.errors import DoubleRangeError, ModelError
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.integers import LONG, minus, plus, segment_sums, sums_by, times, total
from seqform.models.numbers.integers import Numerators as Numerators
from seqform.models.numbers.integers import as_integers as as_integers
from seqform.models.numbers.integers import least_ratios as least_ratios
from seqform.models.numbers.integers import magnitude as magnitude
from seqform.models.numbers.integers import widened as widened
from seqform.system.packages import require

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

Rational = Fraction | int
Number = Fraction | float


def double(number: Rational) -> float:
    """Return the nearest double; raises as `ExactArray.to_floats`."""
    return float(ExactArray.of([number]).to_floats()[0])


def nearest_double(number: Number) -> float:
    """Return the nearest double, infinite where a number is too large.

    Examples
    --------
    >>> nearest_double(Fraction(1, 4)), nearest_double(-(10**400)), nearest_double(Fraction(1, 10**400))
    (0.25, -inf, 0.0)
    """
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def in_doubles(number: Number) -> float:
    """Return the nearest double, 0 for a number that is too small; raises DoubleRangeError for one that is too large.

    Examples
    --------
    >>> in_doubles(Fraction(1, 4)), in_doubles(Fraction(1, 10**400)), in_doubles(0.5)
    (0.25, 0.0, 0.5)
    """
    if isinstance(number, float):
        return float(number)
    nearest = nearest_double(number)
    return double(number) if math.isinf(nearest) else nearest


def extreme_ratios(values: Numerators, divisors: Numerators) -> tuple[Fraction, Fraction]:
    """Return the least and the largest value / divisor, of at least one value, for positive divisors.

    Examples
    --------
    >>> extreme_ratios(np.array([1, 1, 2]), np.array([3, 2, 6]))
    (Fraction(1, 3), Fraction(1, 2))
    """
    return -_largest_ratio(times(values, -1), divisors), _largest_ratio(values, divisors)


def _largest_ratio(values: Numerators, divisors: Numerators) -> Fraction:
    excess = max(
        0, max(magnitude(values), magnitude(divisors)).bit_length() - 1000
    )  # beyond the range of doubles
    ratios = ((values >> excess) / np.maximum(divisors >> excess, 1)).astype(np.float64)
    near = (
        np.flatnonzero(ratios >= ratios.max() - 1e-9 * np.abs(ratios).max())
        if excess == 0
        else np.arange(len(ratios))
    )
    values, divisors, ratios = values[near], divisors[near], ratios[near]
    place = int(np.argmax(ratios))
    while True:
        value, divisor = int(values[place]), int(divisors[place])
        larger = np.flatnonzero(minus(times(values, divisor), times(divisors, value)) > 0)
        if not len(larger):
            return Fraction(value, divisor)
        place = int(larger[np.argmax(ratios[larger])])


class _LowestTerms(NamedTuple):
    """Two integers without a common factor, which `Fraction` takes as they are."""

    numerator: int
    denominator: int


AnyRational.register(_LowestTerms)


def quotient(numerator: int, denominator: int) -> Fraction:
    """Return the quotient of an integer by a positive one; FLINT reduces long ones several times as fast as Python."""
    if denominator.bit_length() <= LONG:
        return Fraction(numerator, denominator)
    reduced = require("flint").fmpq(numerator, denominator)
    lowest: Any = _LowestTerms(int(reduced.p), int(reduced.q))
    return Fraction(lowest)


@dataclass(frozen=True, eq=False)
class ExactArray(Immutable):
    """A vector of rational numbers.

    - `numerators`, shape (n,): Of 64 bits, or Python integers.
    - `denominator`: Common to all entries, a positive Python integer; ModelError otherwise.

    Examples
    --------
    >>> from fractions import Fraction
    >>> half = ExactArray.of([Fraction(1, 2), 3])
    >>> (half * half)[0], half.sum()
    (Fraction(1, 4), Fraction(7, 2))
    """

    numerators: Numerators
    denominator: int = 1

    def __post_init__(self) -> None:
        if type(self.denominator) is not int or self.denominator <= 0:
            raise ModelError(f"a positive integer expected as denominator, not {self.denominator}")
        object.__setattr__(self, "numerators", as_integers(self.numerators))

    @classmethod
    def _computed(cls, numerators: Numerators, denominator: int) -> ExactArray:
        """Return the vector of numerators that a method below computed: 64-bit integers are known to be safe."""
        if numerators.dtype != np.int64:
            return cls(numerators, denominator)
        vector = object.__new__(cls)
        numerators.setflags(write=False)
        vector.__dict__.update(numerators=numerators, denominator=denominator)
        return vector

    @classmethod
    def of(cls, values: Iterable[Fraction | int]) -> ExactArray:
        """Return the vector of the given rational numbers."""
        fractions = [value if isinstance(value, Fraction) else Fraction(value) for value in values]
        numerators = [int(value.numerator) for value in fractions]
        return cls.of_quotients(numerators, [int(value.denominator) for value in fractions])

    @classmethod
    def of_quotients(cls, numerators: Sequence[Any], denominators: Sequence[Any]) -> ExactArray:
        """Return the vector of the quotients of integers, of Python or of FLINT, by positive ones."""
        distinct = set(denominators)
        is_long = any(denominator.bit_length() > LONG for denominator in distinct)
        integer: Any = require("flint").fmpz if is_long else int
        common = (
            reduce(integer.lcm, map(integer, distinct))
            if is_long
            else math.lcm(*map(integer, distinct))
        )
        factors = {denominator: common // integer(denominator) for denominator in distinct}
        products = [
            int(integer(numerator) * factors[denominator]) if numerator else 0
            for numerator, denominator in zip(numerators, denominators, strict=True)
        ]
        return cls(np.array(products, dtype=object), int(common))

    @classmethod
    def zeros(cls, size: int) -> ExactArray:
        """Return `size` zeros."""
        return cls(np.zeros(size, dtype=np.int64))

    @classmethod
    def ones(cls, size: int) -> ExactArray:
        """Return `size` ones."""
        return cls(np.ones(size, dtype=np.int64))

    @classmethod
    def unit(cls, size: int, place: int) -> ExactArray:
        """Return a vector of `size` zeros but for a one."""
        numerators = np.zeros(size, dtype=np.int64)
        numerators[place] = 1
        return cls(numerators)

    @classmethod
    def concatenate(cls, parts: Sequence[ExactArray]) -> ExactArray:
        """Return the parts one after the other, over their least common denominator."""
        denominator = math.lcm(*(part.denominator for part in parts))
        return cls(np.concatenate([part.over(denominator) for part in parts]), denominator)

    def over(self, denominator: int) -> Numerators:
        """Return the numerators over a multiple of the present denominator."""
        factor, remainder = divmod(denominator, self.denominator)
        if remainder:
            raise ValueError(f"{denominator} is not a multiple of {self.denominator}")
        return self.numerators if factor == 1 else times(self.numerators, factor)

    def reduced(self) -> ExactArray:
        """Return the same numbers over the smallest common denominator."""
        if self.denominator == 1:
            return self
        if self.numerators.dtype == object:
            numerators = self.numerators[self.numerators != 0]
            # a divisor of all numerators divides this sum, which mostly has no factor of the denominator but those
            common = math.gcd(
                self.denominator,
                int(numerators.dot(np.arange(1, len(numerators) + 1).astype(object))),
            )
            for numerator in numerators.tolist():
                if common == 1:
                    break
                common = math.gcd(common, numerator)
        else:
            common = (
                math.gcd(self.denominator, int(np.gcd.reduce(self.numerators)))
                if len(self)
                else self.denominator
            )
        if common == 1:
            return self
        return ExactArray(widened(self.numerators, common) // common, self.denominator // common)

    def __len__(self) -> int:
        return len(self.numerators)

    def __repr__(self) -> str:
        return f"<ExactArray of {len(self):,} numbers>"

    def __getitem__(self, index: int) -> Fraction:
        return quotient(int(self.numerators[index]), self.denominator)

    def bisect(self, value: Fraction) -> tuple[int, bool]:
        """Return, of an ascending vector, how many entries are below a number, and whether the next one equals it."""
        wanted = value * self.denominator
        below = bisect_left(
            range(len(self)), math.ceil(wanted), key=lambda k: int(self.numerators[k])
        )
        return below, below < len(self) and int(self.numerators[below]) == wanted

    def take(self, index: npt.NDArray[Any] | slice) -> ExactArray:
        """Return the entries at the given indices (integers, a mask, or a slice)."""
        return self._computed(self.numerators[index], self.denominator)

    def where(self, mask: Mask) -> ExactArray:
        """Return the entries where a mask is True, zeros elsewhere."""
        return self._computed(np.where(mask, self.numerators, 0), self.denominator)

    def scattered(self, size: int, places: npt.NDArray[Any]) -> ExactArray:
        """Return a vector of `size` zeros but for these entries at the given places."""
        numerators: Numerators = np.zeros(size, dtype=self.numerators.dtype)
        numerators[places] = self.numerators
        return self._computed(numerators, self.denominator)

    def __neg__(self) -> ExactArray:
        return self._computed(-self.numerators, self.denominator)

    def __add__(self, other: ExactArray) -> ExactArray:
        denominator = math.lcm(self.denominator, other.denominator)
        return self._computed(plus(self.over(denominator), other.over(denominator)), denominator)

    def __sub__(self, other: ExactArray) -> ExactArray:
        denominator = math.lcm(self.denominator, other.denominator)
        return self._computed(minus(self.over(denominator), other.over(denominator)), denominator)

    def __mul__(self, other: ExactArray | Fraction | int) -> ExactArray:
        if isinstance(other, int | Fraction):
            factor, divisor = int(other.numerator), int(other.denominator)
            return self._computed(
                times(self.numerators, factor), self.denominator * divisor
            ).reduced()
        return self._computed(
            times(self.numerators, other.numerators), self.denominator * other.denominator
        )

    def sum_by(self, index: npt.NDArray[Any], size: int) -> ExactArray:
        """Return, for every k below `size`, the sum of the entries whose index is k."""
        return self._computed(sums_by(self.numerators, index, size), self.denominator)

    def segment_sums(self, starts: Ints) -> ExactArray:
        """Return the sums of the entries from each start, ascending, up to the next one; none without starts."""
        return self._computed(segment_sums(self.numerators, starts), self.denominator)

    def least(self) -> Fraction:
        """Return the least entry."""
        return quotient(int(self.numerators.min()), self.denominator)

    def largest(self) -> Fraction:
        """Return the largest entry."""
        return quotient(int(self.numerators.max()), self.denominator)

    def sum(self) -> Fraction:
        """Return the sum of all entries."""
        return quotient(int(total(self.numerators)), self.denominator)

    def outer(self, other: ExactArray) -> ExactArray:
        """Return the products of all entries with all of another vector's, row by row in one vector."""
        products = times(self.numerators[:, None], other.numerators[None, :])
        return ExactArray(products.reshape(-1), self.denominator * other.denominator)

    def dot(self, other: ExactArray) -> Fraction:
        """Return the inner product."""
        return (self * other).sum()

    def equals(self, other: ExactArray) -> bool:
        """Return whether all entries are equal, over whatever denominators."""
        if len(self) != len(other):
            return False
        denominator = math.lcm(self.denominator, other.denominator)
        return bool(np.array_equal(self.over(denominator), other.over(denominator)))

    def to_fractions(self) -> list[Fraction]:
        """Return the entries as fractions in lowest terms."""
        return [quotient(numerator, self.denominator) for numerator in self.numerators.tolist()]

    def to_floats(self) -> Floats:
        """Return the nearest doubles; a number beyond their range, or so small that it would become 0, is an error."""
        if (
            self.numerators.dtype != object
            and max(magnitude(self.numerators), self.denominator) < 2**53
        ):
            return self.numerators / self.denominator
        try:
            doubles = [numerator / self.denominator for numerator in self.numerators.tolist()]
        except OverflowError:
            raise DoubleRangeError(
                "a number is too large for a double; scale the game, or use exact arithmetic"
            ) from None
        if any(
            double == 0 and numerator != 0
            for double, numerator in zip(doubles, self.numerators, strict=True)
        ):
            raise DoubleRangeError(
                "a number is too small for a double; scale the game, or use exact arithmetic"
            )
        return np.array(doubles, dtype=np.float64)

    def to_rounded_floats(self) -> Floats:
        """Return the nearest doubles, and those of size `LEAST_DOUBLE` and the same sign for numbers nearer to 0.

        Beside numbers of order one that is a rounding error. A number that is too large is an error, as in `to_floats`.
        """
        try:
            return self.to_floats()
        except DoubleRangeError:
            rounded = np.sign(self.numerators).astype(np.float64) * LEAST_DOUBLE
            is_normal = self.binary_exponents() > LEAST_EXPONENT
            rounded[is_normal] = self.take(is_normal).to_floats()
            return rounded

    def binary_exponents(self) -> Ints:
        """Return for each number an e with 2**(e - 1) < |number| < 2**(e + 1), and 0 for a zero."""
        bits = self.denominator.bit_length()
        sizes = [abs(numerator).bit_length() for numerator in self.numerators.tolist()]
        return np.array([size - bits if size else 0 for size in sizes], dtype=np.int64)


LEAST_EXPONENT = -1000
LEAST_DOUBLE = 2.0**LEAST_EXPONENT
"""Size of the doubles that stand for numbers which are nearer to zero."""

Vector = Floats | ExactArray


def with_python_integers(fractions: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an object array of fractions whose parts are Python integers.

    The fractions that Python makes of NumPy's integers keep them, and wrap around in sums.
    """
    numbers = fractions.tolist()
    if {type(part) for number in numbers for part in (number.numerator, number.denominator)} <= {
        int
    }:
        return fractions
    sound = np.empty(len(numbers), dtype=object)
    sound[:] = [Fraction(int(number.numerator), int(number.denominator)) for number in numbers]
    return sound


def doubles(vector: Vector) -> Floats:
    """Return a vector in doubles."""
    return (
        vector.to_floats()
        if isinstance(vector, ExactArray)
        else np.asarray(vector, dtype=np.float64)
    )


def entries(vector: Vector, places: npt.NDArray[np.int64] | slice) -> Vector:
    """Return the entries of an exact or floating-point vector at the given places."""
    return vector.take(places).reduced() if isinstance(vector, ExactArray) else vector[places]


@dataclass(frozen=True, eq=False)
class RowEntries(Immutable):
    """A sparse matrix of doubles by rows: the values, their columns, and where each row starts among them."""

    values: Floats
    columns: npt.NDArray[np.integer[Any]]
    row_start: npt.NDArray[np.integer[Any]]
    shape: tuple[int, int]

    def to_scipy(self) -> csr_array:
        """Return the matrix of SciPy, which shares the arrays."""
        require("scipy.sparse")
        from scipy.sparse import csr_array

        return csr_array((self.values, self.columns, self.row_start), shape=self.shape)


@dataclass(frozen=True, eq=False)
class ExactMatrix(Immutable):
    """A sparse matrix of rational numbers: distinct nonzero entries in row-major order.

    - `rows`, `columns`, shape (nonzeros,): The places of the entries.

    Raises ModelError where these are not as many as the values, or outside of the shape.
    """

    shape: tuple[int, int]
    rows: Ints
    columns: Ints
    values: ExactArray

    def __post_init__(self) -> None:
        height, width = self.shape
        places = (len(self.rows), len(self.columns), len(self.values))
        if len(set(places)) > 1:
            raise ModelError(
                f"matrix: {places[0]:,} rows, {places[1]:,} columns and {places[2]:,} values of entries"
            )
        for name, line, length in (("row", self.rows, height), ("column", self.columns, width)):
            if len(line) and not 0 <= np.min(line) <= np.max(line) < length:
                raise ModelError(
                    f"matrix: an entry in no {name} of a matrix of {height:,} rows and {width:,} columns"
                )

    @classmethod
    def from_entries(
        cls,
        shape: tuple[int, int],
        rows: npt.NDArray[Any],
        columns: npt.NDArray[Any],
        values: ExactArray,
    ) -> ExactMatrix:
        """Return the matrix with the given entries; entries at the same place add up."""
        places, sums = rows.astype(np.int64) * shape[1] + columns, values
        if np.any(places[1:] < places[:-1]):
            order = np.argsort(places, kind="stable")
            places, sums = places[order], values.take(order)
        starts = np.flatnonzero(np.diff(places, prepend=-1))
        if len(starts) < len(places):
            places, sums = places[starts], sums.segment_sums(starts)
        kept = np.asarray(sums.numerators != 0, dtype=bool)
        if not kept.all():
            places, sums = places[kept], sums.take(kept)
        row_of, column_of = np.divmod(places, max(shape[1], 1))
        return cls(shape, row_of, column_of, sums.reduced())

    @classmethod
    def zeros(cls, shape: tuple[int, int]) -> ExactMatrix:
        """Return a matrix without nonzeros."""
        none = np.zeros(0, dtype=np.int64)
        return cls(shape, none, none, ExactArray.zeros(0))

    @classmethod
    def from_dense(cls, rows: Sequence[Sequence[Fraction | int]]) -> ExactMatrix:
        """Return the sparse form of a list of rows."""
        shape = (len(rows), len(rows[0]) if rows else 0)
        row_of, column_of = np.divmod(np.arange(shape[0] * shape[1]), max(shape[1], 1))
        values = ExactArray.of([value for row in rows for value in row])
        return cls.from_entries(shape, row_of, column_of, values)

    @classmethod
    def block(cls, blocks: Sequence[Sequence[ExactMatrix | None]]) -> ExactMatrix:
        """Return the matrix made of blocks; None stands for zeros.

        Every row and every column of blocks needs at least one matrix, which determines its size.
        """
        heights = [next(part.shape[0] for part in row if part is not None) for row in blocks]
        widths = [
            next(row[j].shape[1] for row in blocks if row[j] is not None)  # type: ignore[union-attr]
            for j in range(len(blocks[0]))
        ]
        tops, lefts = np.cumsum([0, *heights]), np.cumsum([0, *widths])
        parts = []
        for i, row in enumerate(blocks):
            for j, part in enumerate(row):
                if part is None:
                    continue
                if part.shape != (heights[i], widths[j]):
                    raise ValueError(
                        f"a block of shape {(heights[i], widths[j])} expected, not {part.shape}"
                    )
                parts.append((part, int(tops[i]), int(lefts[j])))
        return cls.from_entries(
            (sum(heights), sum(widths)),
            np.concatenate([part.rows + top for part, top, _ in parts]),
            np.concatenate([part.columns + left for part, _, left in parts]),
            ExactArray.concatenate([part.values for part, _, _ in parts]),
        )

    def __repr__(self) -> str:
        return f"<ExactMatrix {self.shape[0]:,} × {self.shape[1]:,}, {self.nonzeros:,} nonzeros>"

    @property
    def nonzeros(self) -> int:
        """The number of entries that are not zero."""
        return len(self.rows)

    @cached
    def T(self) -> ExactMatrix:  # noqa: N802 - the usual name of a transpose
        """The transpose."""
        order = np.argsort(self.columns, kind="stable")  # entries are in row-major order
        shape = (self.shape[1], self.shape[0])
        return ExactMatrix(shape, self.columns[order], self.rows[order], self.values.take(order))

    def __neg__(self) -> ExactMatrix:
        return ExactMatrix(self.shape, self.rows, self.columns, -self.values)

    def __add__(self, other: ExactMatrix) -> ExactMatrix:
        return ExactMatrix.from_entries(
            self.shape,
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.columns, other.columns]),
            ExactArray.concatenate([self.values, other.values]),
        )

    def submatrix(self, rows: Mask, columns: Mask) -> ExactMatrix:
        """Return the matrix of some rows and columns, by masks."""
        inside = rows[self.rows] & columns[self.columns]
        row, column = (np.cumsum(mask) - 1 for mask in (rows, columns))
        return ExactMatrix(
            (int(rows.sum()), int(columns.sum())),
            row[self.rows[inside]],
            column[self.columns[inside]],
            self.values.take(inside),
        )

    @overload
    def dot(self, vector: ExactArray) -> ExactArray: ...
    @overload
    def dot(self, vector: Floats) -> Floats: ...
    def dot(self, vector: Vector) -> Vector:
        """Return the product with a column vector: exactly, or of the entries rounded to doubles."""
        if len(vector) != self.shape[1]:
            raise ValueError(f"a vector of {self.shape[1]} entries expected, not {len(vector)}")
        if not isinstance(vector, ExactArray):
            products: Floats = self.values.to_floats() * vector[self.columns]
            sums: Floats = np.bincount(self.rows, products, self.shape[0]).astype(
                np.float64, copy=False
            )
            return sums
        entries = self.values.numerators
        bound = magnitude(entries) * magnitude(vector.numerators) * max(1, self.nonzeros)
        products = widened(entries, bound) * widened(vector.numerators, bound)[self.columns]
        total = np.zeros(self.shape[0], dtype=products.dtype)
        filled = np.flatnonzero(np.diff(self.row_start))
        if len(filled):
            total[filled] = np.add.reduceat(products, self.row_start[filled])
        return ExactArray(total, self.values.denominator * vector.denominator)

    @cached
    def row_start(self) -> Ints:
        """The CSR row pointer: start of each row among the entries, shape (rows + 1,)."""
        return np.searchsorted(self.rows, np.arange(self.shape[0] + 1)).astype(np.int64)

    def row_entries(self) -> RowEntries:
        """Return the entries row by row as doubles; every value is rounded once, indices take 32 bits if they can."""
        kind = np.int32 if max(self.nonzeros, *self.shape) < 2**31 else np.int64
        return RowEntries(
            self.values.to_floats(),
            self.columns.astype(kind),
            self.row_start.astype(kind),
            self.shape,
        )

    def to_scipy(self) -> csr_array:
        """Return a float64 `scipy.sparse.csr_array`, of `row_entries`."""
        return self.row_entries().to_scipy()

    def to_dense(self) -> list[list[Fraction]]:
        """Return the rows as lists of fractions."""
        rows = [[Fraction(0)] * self.shape[1] for _ in range(self.shape[0])]
        for row, column, value in zip(
            self.rows, self.columns, self.values.to_fractions(), strict=True
        ):
            rows[row][column] = value
        return rows

    def equals(self, other: ExactMatrix) -> bool:
        """Return whether shape and all entries are equal."""
        return (
            self.shape == other.shape
            and np.array_equal(self.rows, other.rows)
            and np.array_equal(self.columns, other.columns)
            and self.values.equals(other.values)
        )
