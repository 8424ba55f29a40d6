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
from itertools import chain
from numbers import Rational as AnyRational
from operator import methodcaller
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
        return float(number)  # of NumPy's doubles, too
    nearest = nearest_double(number)
    if math.isinf(nearest):
        return double(number)  # raises the error
    return nearest


def extreme_ratios(values: Numerators, divisors: Numerators) -> tuple[Fraction, Fraction]:
    """Return the least and the largest value / divisor, of at least one value, for positive divisors.

    Examples
    --------
    >>> extreme_ratios(np.array([1, 1, 2]), np.array([3, 2, 6]))
    (Fraction(1, 3), Fraction(1, 2))
    """
    return -_largest_ratio(times(values, -1), divisors), _largest_ratio(values, divisors)


def _largest_ratio(values: Numerators, divisors: Numerators) -> Fraction:
    """Return the largest value / divisor, of at least one value, for positive divisors.

    Doubles show which ratios are near the largest, and only these are compared exactly: a ratio a / b gives way to one
    c / d of them with c b > a d, as long as there is one.
    """
    longest = max(magnitude(values), magnitude(divisors)).bit_length()
    excess = max(0, longest - 1000)  # bits beyond the range of doubles
    ratios = ((values >> excess) / np.maximum(divisors >> excess, 1)).astype(np.float64)
    if excess == 0:  # else short terms may have lost all their bits, and all are compared
        near = np.flatnonzero(ratios >= ratios.max() - 1e-9 * np.abs(ratios).max())
        values = values[near]
        divisors = divisors[near]
        ratios = ratios[near]

    place = int(np.argmax(ratios))
    while True:
        value = int(values[place])
        divisor = int(divisors[place])
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
        """Return the vector of numerators that a method below computed, an array of their own: 64-bit ones are safe."""
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
        integer: Any = int
        if any(denominator.bit_length() > LONG for denominator in distinct):
            integer = require("flint").fmpz
            common = reduce(integer.lcm, map(integer, distinct))
        else:
            common = math.lcm(*map(int, distinct))

        # Few denominators differ, and many numerators are 0
        factors = {denominator: common // integer(denominator) for denominator in distinct}
        products = [
            int(integer(numerator) * factors[denominator]) if numerator else 0
            for numerator, denominator in zip(numerators, denominators, strict=True)
        ]
        return cls(np.array(products, dtype=object), int(common))

    @classmethod
    def zeros(cls, size: int) -> ExactArray:
        """Return `size` zeros."""
        return cls._computed(np.zeros(size, dtype=np.int64), 1)

    @classmethod
    def ones(cls, size: int) -> ExactArray:
        """Return `size` ones."""
        return cls._computed(np.ones(size, dtype=np.int64), 1)

    @classmethod
    def unit(cls, size: int, place: int) -> ExactArray:
        """Return a vector of `size` zeros but for a one."""
        numerators = np.zeros(size, dtype=np.int64)
        numerators[place] = 1
        return cls._computed(numerators, 1)

    @classmethod
    def concatenate(cls, parts: Sequence[ExactArray]) -> ExactArray:
        """Return the parts one after the other, over their least common denominator."""
        denominator = math.lcm(*(part.denominator for part in parts))
        numerators = np.concatenate([part.over(denominator) for part in parts])
        return cls._computed(numerators, denominator)

    def over(self, denominator: int) -> Numerators:
        """Return the numerators over a multiple of the present denominator."""
        factor, remainder = divmod(denominator, self.denominator)
        if remainder:
            raise ValueError(f"{denominator} is not a multiple of {self.denominator}")
        if factor == 1:
            return self.numerators
        return times(self.numerators, factor)

    def reduced(self) -> ExactArray:
        """Return the same numbers over the smallest common denominator."""
        if self.denominator == 1:
            return self
        common = self._common_factor()
        if common == 1:
            return self
        numerators = widened(self.numerators, common) // common
        return self._computed(numerators, self.denominator // common)

    def _common_factor(self) -> int:
        """Return the largest integer that divides the denominator and all numerators."""
        common = self.denominator
        if self.numerators.dtype != object:
            # gcd(0, ..., 0) and that of none are 0, and every denominator divides 0
            return math.gcd(common, int(np.gcd.reduce(self.numerators)))
        numerators = self.numerators[self.numerators != 0]
        # A divisor of all numerators divides this sum, which mostly has no factor of the denominator but those
        weighted_sum = int(numerators.dot(np.arange(1, len(numerators) + 1).astype(object)))
        common = math.gcd(common, weighted_sum)
        for numerator in numerators.tolist():
            if common == 1:
                break
            common = math.gcd(common, numerator)
        return common

    def __len__(self) -> int:
        return len(self.numerators)

    def __repr__(self) -> str:
        return f"<ExactArray of {len(self):,} numbers>"

    def __getitem__(self, index: int) -> Fraction:
        return quotient(int(self.numerators[index]), self.denominator)

    def bisect(self, value: Fraction) -> tuple[int, bool]:
        """Return, of an ascending vector, how many entries are below a number, and whether the next one equals it."""
        scaled = value * self.denominator
        below = bisect_left(
            range(len(self)), math.ceil(scaled), key=lambda k: int(self.numerators[k])
        )
        return below, below < len(self) and int(self.numerators[below]) == scaled

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

    def __add__(self, addend: ExactArray | Fraction | int) -> ExactArray:
        addend = self._beside(addend)
        denominator = math.lcm(self.denominator, addend.denominator)
        return self._computed(plus(self.over(denominator), addend.over(denominator)), denominator)

    __radd__ = __add__

    def __sub__(self, subtrahend: ExactArray | Fraction | int) -> ExactArray:
        subtrahend = self._beside(subtrahend)
        denominator = math.lcm(self.denominator, subtrahend.denominator)
        difference = minus(self.over(denominator), subtrahend.over(denominator))
        return self._computed(difference, denominator)

    def __mul__(self, factor: ExactArray | Fraction | int) -> ExactArray:
        if isinstance(factor, ExactArray):
            products = times(self.numerators, factor.numerators)
            return self._computed(products, self.denominator * factor.denominator)
        if not isinstance(factor, AnyRational):
            raise TypeError(
                f"exact array: an integer, a Fraction or another exact array expected, not {factor!r}"
            )
        products = times(self.numerators, int(factor.numerator))
        return self._computed(products, self.denominator * int(factor.denominator)).reduced()

    __rmul__ = __mul__

    def _beside(self, addend: ExactArray | Fraction | int) -> ExactArray:
        """Return an array as it is, and a number as an array of as many equal entries."""
        if isinstance(addend, ExactArray):
            return addend
        return ExactArray.ones(len(self)) * addend

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

    def outer(self, vector: ExactArray) -> ExactArray:
        """Return the products of all entries with all of another vector's, row by row in one vector."""
        products = times(self.numerators[:, None], vector.numerators[None, :])
        return ExactArray(products.reshape(-1), self.denominator * vector.denominator)

    def dot(self, vector: ExactArray) -> Fraction:
        """Return the inner product."""
        return (self * vector).sum()

    def equals(self, vector: ExactArray) -> bool:
        """Return whether all entries are equal, over whatever denominators."""
        if len(self) != len(vector):
            return False
        denominator = math.lcm(self.denominator, vector.denominator)
        return bool(np.array_equal(self.over(denominator), vector.over(denominator)))

    def to_fractions(self) -> list[Fraction]:
        """Return the entries as fractions in lowest terms."""
        return [quotient(numerator, self.denominator) for numerator in self.numerators.tolist()]

    def to_floats(self) -> Floats:
        """Return the nearest doubles; a number beyond their range, or so small that it would become 0, is an error."""
        # Integers below 2^53 are doubles, so that the division alone rounds
        if (
            self.numerators.dtype != object
            and max(magnitude(self.numerators), self.denominator) < 2**53
        ):
            return self.numerators / self.denominator
        try:
            quotients = [numerator / self.denominator for numerator in self.numerators.tolist()]
        except OverflowError:
            raise DoubleRangeError("a number is too large for a double") from None
        nearest = np.array(quotients, dtype=np.float64)
        if np.any((nearest == 0) & np.asarray(self.numerators != 0, dtype=bool)):
            raise DoubleRangeError("a number is too small for a double")
        return nearest

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

    def extremes(self) -> tuple[Fraction, ...]:
        """Return the smallest and the largest size among the entries that are not 0; nothing without any.

        Examples
        --------
        >>> ExactArray.of([0, Fraction(-1, 4), 16]).extremes()
        (Fraction(1, 4), Fraction(16, 1))
        """
        sizes = np.abs(self.numerators)  # 64-bit ones are below 2^62
        sizes = sizes[np.asarray(sizes != 0, dtype=bool)]
        if not len(sizes):
            return ()
        return quotient(int(sizes.min()), self.denominator), quotient(
            int(sizes.max()), self.denominator
        )

    def range_exponent(self) -> int:
        """Return an e with 2**(e - 1) < largest / smallest < 2**(e + 1), of the sizes that are not 0; 0 without any.

        Examples
        --------
        >>> ExactArray.of([0, Fraction(-1, 4), 16]).range_exponent()
        6
        """
        sizes = self.extremes()
        if not sizes:
            return 0
        ratio = sizes[1] / sizes[0]
        return ratio.numerator.bit_length() - ratio.denominator.bit_length()


def powers_of_two(exponents: Ints) -> ExactArray:
    """Return two to each of the exponents, which may be negative.

    Examples
    --------
    >>> powers_of_two(np.array([-1, 3])).to_fractions()
    [Fraction(1, 2), Fraction(8, 1)]
    """
    least = min(0, int(exponents.min(initial=0)))
    numerators = [1 << exponent for exponent in (exponents - least).tolist()]
    return ExactArray(as_integers(numerators), 1 << -least)


LEAST_EXPONENT = -1000
LEAST_DOUBLE = 2.0**LEAST_EXPONENT
"""Size of the doubles that stand for numbers which are nearer to zero."""

Vector = Floats | ExactArray


def with_python_integers(fractions: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an object array of fractions whose parts are Python integers.

    The fractions that Python makes of NumPy's integers keep them, and wrap around in sums.
    """
    numbers = fractions.tolist()
    ratios = map(methodcaller("as_integer_ratio"), numbers)
    if set(map(type, chain.from_iterable(ratios))) <= {int}:
        return fractions
    sound = np.empty(len(numbers), dtype=object)
    sound[:] = [Fraction(int(number.numerator), int(number.denominator)) for number in numbers]
    return sound


def doubles(vector: Vector) -> Floats:
    """Return a vector in doubles."""
    if isinstance(vector, ExactArray):
        return vector.to_floats()
    return np.asarray(vector, dtype=np.float64)


def entries(vector: Vector, places: npt.NDArray[np.int64] | slice) -> Vector:
    """Return the entries of an exact or floating-point vector at the given places."""
    if isinstance(vector, ExactArray):
        return vector.take(places).reduced()
    return vector[places]


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
        num_rows = len(self.rows)
        num_columns = len(self.columns)
        num_values = len(self.values)
        if not num_rows == num_columns == num_values:
            raise ModelError(
                f"matrix: {num_rows:,} rows, {num_columns:,} columns and {num_values:,} values of entries"
            )
        if num_rows == 0:
            return
        for name, line, length in (("row", self.rows, height), ("column", self.columns, width)):
            if not 0 <= np.minimum.reduce(line) <= np.maximum.reduce(line) < length:
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
        # Places in row-major order
        places = rows.astype(np.int64) * shape[1] + columns
        sums = values
        if (places[1:] < places[:-1]).any():
            order = np.argsort(places, kind="stable")
            places = places[order]
            sums = values.take(order)

        is_first = np.ones(len(places), dtype=bool)
        is_first[1:] = places[1:] != places[:-1]
        if not is_first.all():
            starts = np.flatnonzero(is_first)
            places = places[starts]
            sums = sums.segment_sums(starts)

        nonzero = np.asarray(sums.numerators != 0, dtype=bool)
        if not nonzero.all():
            places = places[nonzero]
            sums = sums.take(nonzero)
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
        values = ExactArray.of(chain.from_iterable(rows))
        return cls.from_entries(shape, row_of, column_of, values)

    @classmethod
    def block(cls, blocks: Sequence[Sequence[ExactMatrix | None]]) -> ExactMatrix:
        """Return the matrix made of blocks; None stands for zeros.

        Every row and every column of blocks needs at least one matrix, which determines its size.
        """
        heights = [_first_size(row, 0) for row in blocks]
        widths = [_first_size(column, 1) for column in zip(*blocks, strict=True)]
        tops = np.cumsum([0, *heights])
        lefts = np.cumsum([0, *widths])
        rows: list[Ints] = []
        columns: list[Ints] = []
        values: list[ExactArray] = []
        for i, row_of_blocks in enumerate(blocks):
            for j, matrix in enumerate(row_of_blocks):
                if matrix is None:
                    continue
                if matrix.shape != (heights[i], widths[j]):
                    raise ValueError(
                        f"a block of shape {(heights[i], widths[j])} expected, not {matrix.shape}"
                    )
                rows.append(matrix.rows + tops[i])
                columns.append(matrix.columns + lefts[j])
                values.append(matrix.values)
        return cls.from_entries(
            (sum(heights), sum(widths)),
            np.concatenate(rows),
            np.concatenate(columns),
            ExactArray.concatenate(values),
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

    def __add__(self, addend: ExactMatrix) -> ExactMatrix:
        return ExactMatrix.from_entries(
            self.shape,
            np.concatenate([self.rows, addend.rows]),
            np.concatenate([self.columns, addend.columns]),
            ExactArray.concatenate([self.values, addend.values]),
        )

    def submatrix(self, rows: Mask, columns: Mask) -> ExactMatrix:
        """Return the matrix of some rows and columns, by masks."""
        inside = rows[self.rows] & columns[self.columns]
        new_row = np.cumsum(rows) - 1
        new_column = np.cumsum(columns) - 1
        return ExactMatrix(
            (int(rows.sum()), int(columns.sum())),
            new_row[self.rows[inside]],
            new_column[self.columns[inside]],
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
        row_sums = np.zeros(self.shape[0], dtype=products.dtype)
        # `reduceat` gives an empty row the product that follows it, so empty rows are left out
        filled = (self.row_start[1:] > self.row_start[:-1]).nonzero()[0]
        if len(filled):
            row_sums[filled] = np.add.reduceat(products, self.row_start[filled])
        return ExactArray._computed(row_sums, self.values.denominator * vector.denominator)

    @cached
    def row_start(self) -> Ints:
        """The CSR row pointer: start of each row among the entries, shape (rows + 1,)."""
        return np.searchsorted(self.rows, np.arange(self.shape[0] + 1)).astype(np.int64)

    def row_entries(self) -> RowEntries:
        """Return the entries row by row as doubles; every value is rounded once, indices take 32 bits if they can."""
        index_type = np.int32 if max(self.nonzeros, *self.shape) < 2**31 else np.int64
        return RowEntries(
            self.values.to_floats(),
            self.columns.astype(index_type),
            self.row_start.astype(index_type),
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

    def equals(self, matrix: ExactMatrix) -> bool:
        """Return whether shape and all entries are equal."""
        return (
            self.shape == matrix.shape
            and np.array_equal(self.rows, matrix.rows)
            and np.array_equal(self.columns, matrix.columns)
            and self.values.equals(matrix.values)
        )


def _first_size(matrices: Iterable[ExactMatrix | None], axis: int) -> int:
    """Return the height (axis 0) or the width of the first matrix among zeros of unknown size."""
    return next(matrix.shape[axis] for matrix in matrices if matrix is not None)
