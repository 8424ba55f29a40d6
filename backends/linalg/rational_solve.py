"""Sparse exact linear algebra: square integer systems over the rational numbers, and elimination over any field.

A system is factored once, in doubles. Each right-hand side is then solved by iterative refinement with exact integer
residuals: the corrections are the digits of the solution in a large base. A rational number with a small denominator is
the only such number near a good approximation, and a continued fraction finds it; the entries of a solution share most
of their denominator, so a few continued fractions suffice. Every solution is verified in integers.

References
----------
Z. Wan, "An algorithm to solve integer linear systems exactly using numerical methods",
Journal of Symbolic Computation 41 (2006).
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from seqform.errors import SolveError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Floats,
    Ints,
    Mask,
    Numerators,
    magnitude,
    widened,
)
from seqform.models.numbers.integers import times
from seqform.system.deadline import Deadline
from seqform.system.packages import require

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_CAUTION_BITS = 24  # a fraction is accepted if one as simple is this much rarer than by chance

# Numbers that show most of a common denominator, or that the digits do not suffice.
_SAMPLE = 8
_LARGE_SAMPLE = 512


@dataclass(frozen=True, eq=False)
class Approximation(Immutable):
    """Unknown numbers x_i with ``|digits_i - 2**exponent x_i| <= error``.

    The error may be an estimate, because results are verified.
    """

    digits: Numerators  # shape (n,), Python integers
    exponent: int  # nonnegative
    error: int  # at least 1, or 0 if exact


class _Digits:
    """Digits of many numbers in a large base, those of high order first, put together when the numbers are needed.

    Each append to the numbers themselves would copy all digits. Here equally many are put together at a time.
    """

    def __init__(self) -> None:
        # Digits, their bits, and the number of appends that are in them, which falls along the list.
        self._blocks: list[tuple[Numerators, int, int]] = []
        self.exponent = 0

    def append(self, digits: Numerators, bits: int) -> None:
        """Multiply the numbers by ``2**bits`` and add the digits."""
        self.exponent += bits
        self._blocks.append((digits, bits, 1))
        while len(self._blocks) > 1 and self._blocks[-1][2] == self._blocks[-2][2]:
            self._join()

    def numbers(self) -> Numerators:
        """Return the numbers, Python integers."""
        while len(self._blocks) > 1:
            self._join()
        return self._blocks[0][0].astype(object)

    def _join(self) -> None:
        """Put the last two blocks together."""
        low, low_bits, low_count = self._blocks.pop()
        high, high_bits, high_count = self._blocks.pop()
        joined = (high.astype(object) << low_bits) + low
        self._blocks.append((joined, high_bits + low_bits, high_count + low_count))


def simplest_fraction(numerator: int, denominator: int, error: int) -> tuple[int, int] | None:
    """Return the first convergent p/q, q > 0, near enough to a fraction, None if it is not significant.

    `error`, at least 1, is the largest distance in units of ``1/denominator``. A fraction is not significant if most
    numbers have one as simple near them, so that a better approximation is needed.

    Examples
    --------
    >>> simplest_fraction(333333333333, 1000000000000, 1)
    (1, 3)
    >>> simplest_fraction(3333, 10000, 1) is None
    True
    """
    # The continued fraction of numerator / denominator: its convergents p / q, by Euclid's algorithm.
    p_before = 1
    q_before = 0
    q = 1
    divisor = denominator
    p, remainder = divmod(numerator, denominator)
    while remainder > error * q:
        quotient, rest = divmod(divisor, remainder)
        divisor = remainder
        remainder = rest
        p, p_before = quotient * p + p_before, p
        q, q_before = quotient * q + q_before, q
    if (q * q * error) << _CAUTION_BITS > denominator:
        return None
    return p, q


def reconstruct(approximation: Approximation) -> tuple[Numerators, int] | None:
    """Return integers num and den > 0 with x = num / den, or None if the approximation is too coarse.

    The result is very likely correct, and has to be verified. The common denominator is that of a few numbers first,
    then of more, and at last of all, each the start for the next.
    """
    digits = approximation.digits.astype(object)
    denominator = 1
    for stride in (len(digits) // _SAMPLE, len(digits) // _LARGE_SAMPLE, 1):
        sample = digits[:: max(1, stride)]
        common = _common_denominator(sample, approximation, denominator)
        if common is None:
            return None
        denominator = common
    half = (1 << approximation.exponent) >> 1
    return (digits * denominator + half) >> approximation.exponent, denominator


def _common_denominator(digits: Numerators, approximation: Approximation, start: int) -> int | None:
    """Return the least multiple of `start` that makes all numbers integers, or None if undecided."""
    denominator = start
    unit = 1 << approximation.exponent
    remaining = digits  # a number that a denominator makes an integer stays one for its multiples
    while True:
        error = approximation.error * denominator
        if error << _CAUTION_BITS > unit:
            return None

        # How far each is above an integer, plus the error; % would divide by the power of two.
        remainders = (remaining * denominator + error) & (unit - 1)
        failing = np.flatnonzero(np.asarray(remainders > 2 * error, dtype=bool))
        if len(failing) == 0:
            return denominator

        fraction = simplest_fraction(int(remainders[failing[0]]) - error, unit, error)
        if fraction is None:
            return None
        _, factor = fraction
        denominator *= factor
        remaining = remaining[failing]


DENSE_LIMIT = 1500

SMALL = 200
"""Rows up to which a matrix is inverted by NumPy as long as SciPy's sparse solvers are not imported: that takes 0.25 s.

On a busy machine the threads of an inversion wait for one another, up to 0.1 s."""

_SAFE_BITS = 62  # of integers in 64 bits
_FLOAT_BITS = 1000  # of integers as doubles, which hold up to 1024
_ROW_BITS = 500  # between the largest entries of two rows, or columns, of a matrix that is factored in doubles
_DIGIT_BITS = 50  # of a step of refinement; a double has 53
_LEAST_DIGIT_BITS = 26  # with less space than this in 64 bits, Python integers are faster
_LEAST_GAIN_BITS = 6  # of a step of refinement, otherwise the factors are too poor

# Work of a row in a step of refinement, in machine words, and of Python integers.
_WORK_OF_WORD = 2
_WORK_OF_INTEGER = 100

FloatSolve = Callable[[Floats], Floats]


class NoConvergenceError(Exception):
    """Doubles cannot resolve the matrix; caught inside this package."""


class IntegerOperator(Protocol):
    """A matrix K of integers for iterative refinement; `norm` bounds the sums of the magnitudes of its rows."""

    norm: int

    def dot(self, vector: Numerators) -> Numerators:
        """Return the exact product with a vector of integers."""


class IntegerMatrix:
    """A sparse matrix of denominator 1 with an exact product, in 64-bit integers if they suffice."""

    def __init__(self, matrix: ExactMatrix) -> None:
        self.matrix = matrix
        self._filled = np.flatnonzero(np.diff(matrix.row_start))
        self._starts = matrix.row_start[self._filled]
        self._numerators = matrix.values.numerators
        coarse = magnitude(self._numerators) * max(1, matrix.shape[1])
        self.norm = magnitude(self._row_sums(abs(widened(self._numerators, coarse))))

    def _row_sums(self, entries: Numerators) -> Numerators:
        """Return the sums of the rows; the callers leave room for them in 64 bits."""
        sums = np.zeros(self.matrix.shape[0], dtype=entries.dtype)
        if len(entries):
            sums[self._filled] = np.add.reduceat(entries, self._starts)
        return sums

    @cached_property
    def _machine(self) -> csr_array:
        """The matrix as one of SciPy's, in 64-bit integers."""
        require("scipy.sparse")
        from scipy.sparse import csr_array

        return csr_array(
            (self._numerators, self.matrix.columns, self.matrix.row_start), shape=self.matrix.shape
        )

    def dot(self, vector: Numerators) -> Numerators:
        """Return the exact product with a vector of integers."""
        if vector.dtype != object and self.norm * max(1, magnitude(vector)) < 2**_SAFE_BITS:
            if max(self.matrix.shape) <= SMALL:
                return self._row_sums(self._numerators * vector[self.matrix.columns])
            product: Numerators = self._machine @ vector
            return product
        return self._row_sums(self._numerators.astype(object) * vector[self.matrix.columns])


class LinearSystem:
    """A factored square matrix of denominator 1, shape (k, k), with exact solves from both sides.

    Dense rational arithmetic serves up to `dense_limit` rows. With `bits`, solutions are not exact: they are correct to
    that many bits of their largest number.

    Examples
    --------
    >>> system = LinearSystem(ExactMatrix.from_dense([[3, 1], [1, 2]]))
    >>> system.solve(ExactArray.of([1, 0])).to_fractions()
    [Fraction(2, 5), Fraction(-1, 5)]
    """

    def __init__(
        self,
        matrix: ExactMatrix,
        deadline: Deadline | None = None,
        dense_limit: int = DENSE_LIMIT,
        bits: int | None = None,
    ) -> None:
        self.matrix = matrix
        self._dense_limit = dense_limit
        self._bits = bits
        self._deadline = deadline or Deadline()
        self._forward = IntegerMatrix(matrix)
        self._shift = max(0, self._forward.norm.bit_length() - _FLOAT_BITS)
        self._float_factors = self._factor()

    @property
    def is_factored(self) -> bool:
        """True if there are factors in doubles, or nothing to factor."""
        return self._float_factors is not None or self.matrix.shape[0] == 0

    @cached_property
    def _backward(self) -> IntegerMatrix:
        """The transposed matrix."""
        return IntegerMatrix(self.matrix.T)

    def solve(self, right: ExactArray) -> ExactArray:
        """Return the x with K x = right.

        Raises SolveError if K is too ill-conditioned for doubles and too large for dense arithmetic, or singular.
        """
        return self._solve(self._forward, right, "N")

    def solve_transposed(self, right: ExactArray) -> ExactArray:
        """Return the y with K.T y = right; raises as `solve` does."""
        return self._solve(self._backward, right, "T")

    def _factor(self) -> Any:
        """Return the factors of K / 2**shift in doubles, None if they are useless."""
        size = self.matrix.shape[0]
        if size == 0:
            return None
        if self._shift and (size <= SMALL or not self._has_even_sizes()):
            return None  # few rows of long numbers are solved faster densely

        values = ExactArray(self.matrix.values.numerators, 1 << self._shift)
        if size <= SMALL and "scipy.sparse.linalg" not in sys.modules:
            dense = np.zeros(self.matrix.shape)
            dense[self.matrix.rows, self.matrix.columns] = values.to_rounded_floats()
            try:
                return _Inverse(np.linalg.inv(dense).astype(np.float64, copy=False))
            except np.linalg.LinAlgError:
                return None

        require("scipy.sparse.linalg")
        from scipy.sparse import csr_array
        from scipy.sparse.linalg import splu

        narrowed = csr_array(
            (values.to_rounded_floats(), self.matrix.columns, self.matrix.row_start),
            shape=self.matrix.shape,
        )
        try:
            return splu(narrowed.tocsc())
        except RuntimeError:
            return None

    def _has_even_sizes(self) -> bool:
        """Return whether every row and every column has an entry that stays visible in doubles beside the largest."""
        exponents = self.matrix.values.binary_exponents()
        for places in (self.matrix.rows, self.matrix.columns):
            largest = np.full(self.matrix.shape[0], -_ROW_BITS)
            np.maximum.at(largest, places, exponents)
            if largest.min() < largest.max() - _ROW_BITS:
                return False
        return True

    def _solve(self, matrix: IntegerMatrix, right: ExactArray, side: str) -> ExactArray:
        """Solve by refinement, or densely if the factors in doubles are too poor, which are then dropped."""
        if len(right) == 0 or magnitude(right.numerators) == 0:
            return ExactArray.zeros(len(right))

        factors = self._float_factors
        if factors is not None:
            try:
                return refine(
                    matrix,
                    lambda vector: factors.solve(vector, side),
                    right,
                    self._deadline,
                    self._bits,
                    self._shift,
                )
            except NoConvergenceError:
                self._float_factors = None
        return solve_dense(matrix.matrix, right, self._dense_limit, self._deadline)


class _Inverse(NamedTuple):
    """A dense inverse in doubles, in place of SciPy's factors."""

    inverse: Floats

    def solve(self, vector: Floats, side: str) -> Floats:
        """Return the approximate solution, or with side "T" that of the transposed system."""
        solution: Floats = self.inverse @ vector if side == "N" else vector @ self.inverse
        return solution


def refine(
    matrix: IntegerMatrix,
    solve: FloatSolve,
    right: ExactArray,
    deadline: Deadline,
    bits: int | None = None,
    shift: int = 0,
) -> ExactArray:
    """Return the solution of K x = right by refinement in doubles with exact residuals, or its first bits.

    `solve` is the approximate inverse of K / 2**shift. Raises `NoConvergenceError` if it is too poor.
    """
    for approximation in approximations(matrix, solve, right.numerators, deadline, shift):
        digits = approximation.digits
        unit = 1 << approximation.exponent
        if bits is not None and magnitude(digits) >> bits >= approximation.error:
            return ExactArray(digits, unit * right.denominator)

        deadline.spend(len(digits) * (1 + approximation.exponent // 8))
        fractions = (digits, unit) if approximation.error == 0 else reconstruct(approximation)
        if fractions is None:
            continue

        # The proof: K numerators = right times denominator.
        numerators, denominator = fractions
        narrow = ExactArray(numerators).numerators
        if np.array_equal(matrix.dot(narrow), times(right.numerators, denominator)):
            return ExactArray(numerators, denominator * right.denominator).reduced()
    raise NoConvergenceError


def approximations(
    matrix: IntegerOperator,
    solve: FloatSolve,
    right: Numerators,
    deadline: Deadline,
    shift: int = 0,
) -> Iterator[Approximation]:
    """Yield successively better approximations of the solution of K x = right, each with a quarter more digits.

    `solve` is the approximate inverse of K / 2**shift, since entries of K may be beyond the range of doubles. Each
    step multiplies the residual r by a power of two, takes the integers d nearest to the approximate solution of K
    d = r as the next digits, and replaces r by r - K d. The size of the solution for the new residual estimates the
    error of the digits so far; the last approximation, if there is one, has error 0. Raises `NoConvergenceError` if
    a step gains too little.
    """
    # As many digits that their product with K fits 64 bits.
    digit_bits = min(_DIGIT_BITS, _SAFE_BITS - 1 - matrix.norm.bit_length())
    if digit_bits < _LEAST_DIGIT_BITS:
        digit_bits = _DIGIT_BITS

    residual = right
    digits = _Digits()
    next_yield = 0
    mantissas, size = _scaled_solution(solve, residual, shift)
    for number in count():
        work = _WORK_OF_INTEGER if residual.dtype == object else _WORK_OF_WORD
        deadline.spend(len(residual) * work)

        # The solution times 2**gained, in integers; the residual is multiplied alike before they are taken off.
        gained = digit_bits - size
        step = np.rint(np.ldexp(mantissas, digit_bits)).astype(np.int64)
        if gained < 0:
            step = step.astype(object) << -gained
        digits.append(step, max(gained, 0))
        residual = widened(residual, magnitude(residual) << max(gained, 0)) << max(gained, 0)
        residual = (ExactArray(residual) - ExactArray(matrix.dot(step))).numerators
        if magnitude(residual) == 0:
            yield Approximation(digits.numbers(), digits.exponent, 0)
            return

        mantissas, size_after = _scaled_solution(solve, residual, shift)
        if size_after > size + max(gained, 0) - _LEAST_GAIN_BITS:
            raise NoConvergenceError
        size = size_after
        if number == next_yield:
            next_yield += 1 + number // 4
            yield Approximation(digits.numbers(), digits.exponent, 1 << max(size + 1, 0))


def in_doubles(numbers: Numerators) -> tuple[Floats, int]:
    """Return doubles d and an exponent e >= 0 such that the integers are near 2**e d."""
    excess = max(0, magnitude(numbers).bit_length() - _FLOAT_BITS)
    narrowed = numbers >> excess if excess else numbers
    return narrowed.astype(np.float64), excess


def _scaled_solution(solve: FloatSolve, right: Numerators, shift: int) -> tuple[Floats, int]:
    """Return m and e with |m| <= 1 and 2**e m the approximate solution."""
    narrowed, excess = in_doubles(right)
    solution = solve(narrowed)
    largest = float(np.max(np.abs(solution)))
    if not np.isfinite(largest) or largest == 0:
        raise NoConvergenceError
    size = int(np.frexp(largest)[1])
    return np.ldexp(solution, -size), size + excess - shift


def _dense(matrix: ExactMatrix) -> Any:
    """Return the numerators of a matrix as a dense one of FLINT's."""
    fmpz_mat = require("flint").fmpz_mat
    dense = np.zeros(matrix.shape, dtype=object)
    dense[matrix.rows, matrix.columns] = matrix.values.numerators
    return fmpz_mat(dense.tolist())


def rank(table: Numerators) -> int:
    """Return the rank of a dense table of integers, decided exactly.

    Examples
    --------
    >>> rank(np.array([[1, 2, 3], [2, 4, 6]]))
    1
    """
    return int(require("flint").fmpz_mat(table.tolist()).rank())


def is_singular(matrix: ExactMatrix) -> bool:
    """Return whether a square matrix is singular, decided exactly.

    To be asked where it is likely: SuperLU (SciPy 1.17) may end the process on many singular matrices.
    """
    return bool(_dense(matrix).rank() < matrix.shape[0])


def solve_dense(
    matrix: ExactMatrix,
    right: ExactArray,
    limit: int = DENSE_LIMIT,
    deadline: Deadline | None = None,
) -> ExactArray:
    """Return the solution of K x = right by dense rational arithmetic, for any condition number.

    Raises SolveError if K has more than `limit` rows, or is singular; OutOfTimeError before it begins.
    """
    fmpz_mat = require("flint").fmpz_mat
    size = matrix.shape[0]
    if size > limit:
        raise SolveError(
            f"exact solution: a basis of {size} rows is too ill-conditioned for doubles, and dense rational "
            f"arithmetic is limited to {limit} rows; scale the payoffs, or merge equivalent moves"
        )
    if deadline is not None:
        deadline.spend(size**3)

    column = fmpz_mat([[int(value)] for value in right.numerators])
    try:
        solution = _dense(matrix).solve(column)
    except ZeroDivisionError:
        raise SolveError(f"exact solution: a matrix of {size} rows is singular") from None
    numerators, denominator = solution.numer_denom()
    values = np.array([int(numerators[row, 0]) for row in range(size)], dtype=object)
    return ExactArray(values, int(denominator) * right.denominator).reduced()


# ---- sparse Gaussian elimination ----

PRIME = 2**61 - 1
"""Modulus of the elimination that finds independent rows and columns."""

_LEAST_SHARE = 100  # sweeps continue while each removes at least one in this many entries

Row = dict[int, Any]
"""Entries by column."""


def independent_entries(matrix: ExactMatrix, prime: int = PRIME) -> tuple[Ints, Ints]:
    """Return rows and columns, both of shape (rank,), whose square submatrix is invertible, as many as possible.

    Gaussian elimination of a matrix of denominator 1 modulo a prime: first all pivots that are alone in their row or
    column, then, in the small core that remains of most bases, the column with the fewest entries and in
    it the row with the fewest. A matrix that is invertible modulo the prime is invertible; a rank that
    is smaller modulo the prime is unlikely, and harmless if any invertible submatrix suffices.

    Examples
    --------
    The second row is twice the first one.

    >>> rows, columns = independent_entries(ExactMatrix.from_dense([[1, 2, 0], [2, 4, 0], [0, 3, 5]]))
    >>> rows.tolist(), columns.tolist()
    ([2, 0], [2, 0])
    """
    nmod = require("flint").nmod
    residues = (matrix.values.numerators % prime).astype(np.int64)
    remaining = residues != 0
    lone_rows, lone_columns = _peel(matrix, remaining)

    core = [nmod(residue, prime) for residue in residues[remaining].tolist()]
    core_rows, core_columns = _eliminate_all(
        matrix.rows[remaining].tolist(), matrix.columns[remaining].tolist(), core
    )
    return np.concatenate([lone_rows, core_rows]), np.concatenate([lone_columns, core_columns])


def _peel(matrix: ExactMatrix, remaining: Mask) -> tuple[Ints, Ints]:
    """Return pivots alone in their column or row while there are many, and clear their entries in `remaining`."""
    taken_rows: list[Ints] = [np.zeros(0, dtype=np.int64)]
    taken_columns: list[Ints] = [np.zeros(0, dtype=np.int64)]
    while True:
        before = np.count_nonzero(remaining)
        # Entries alone in their column, then those alone in their row; of several in one line only the first.
        for along, across in ((matrix.columns, matrix.rows), (matrix.rows, matrix.columns)):
            places = np.flatnonzero(remaining)
            counts = np.bincount(along[places])
            lone = places[counts[along[places]] == 1]
            if len(lone) == 0:
                continue
            lone = lone[np.unique(across[lone], return_index=True)[1]]
            taken_rows.append(matrix.rows[lone])
            taken_columns.append(matrix.columns[lone])
            remaining &= ~np.isin(across, across[lone])
        if (before - np.count_nonzero(remaining)) * _LEAST_SHARE <= before:
            return np.concatenate(taken_rows), np.concatenate(taken_columns)


def _eliminate_all(
    row_of: list[int], column_of: list[int], entries: list[Any]
) -> tuple[Ints, Ints]:
    """Eliminate a matrix over a field; return the rows and the columns of the pivots.

    The pivot is in the column with the fewest entries. The queue may have a column several times, of which only those
    with its present number of entries count.
    """
    rows: dict[int, Row] = {}
    for i, j, entry in zip(row_of, column_of, entries, strict=True):
        rows.setdefault(i, {})[j] = entry

    columns = rows_of_columns(rows)
    queue = [(len(members), j) for j, members in columns.items()]
    heapq.heapify(queue)
    pivots: list[tuple[int, int]] = []
    while queue:
        count, j = heapq.heappop(queue)
        members = columns.get(j, set())
        if len(members) != count or not members:
            continue

        pivot_row = min(members, key=lambda i: len(rows[i]))
        pivots.append((pivot_row, j))
        inverse = 1 / rows[pivot_row][j]
        for touched in eliminate(rows, columns, pivot_row, j, inverse):
            heapq.heappush(queue, (len(columns[touched]), touched))
    taken = np.array(pivots, dtype=np.int64).reshape(-1, 2)
    return taken[:, 0], taken[:, 1]


def rows_of_columns(rows: Mapping[int, Row]) -> dict[int, set[int]]:
    """Return, for every column, the rows with an entry there."""
    columns: dict[int, set[int]] = {}
    for i, row in rows.items():
        for j in row:
            columns.setdefault(j, set()).add(i)
    return columns


def eliminate(
    rows: dict[int, Row],
    columns: dict[int, set[int]],
    pivot_row: int,
    pivot_column: int,
    inverse: Any,
) -> Row:
    """Eliminate with a pivot over any field, and remove its row and column; return the rest of the row.

    `inverse` is that of the pivot. Right-hand sides are entries at keys that are not among the columns.
    """
    row = rows.pop(pivot_row)
    for j in row.keys() & columns.keys():
        columns[j].discard(pivot_row)
    del row[pivot_column]

    for i in columns.pop(pivot_column):
        target = rows[i]
        factor = target.pop(pivot_column) * inverse
        for j, entry in row.items():
            # A new entry is listed in its column, one that cancels is taken out.
            product = factor * entry
            changed = target[j] - product if j in target else -product
            if changed:
                target[j] = changed
                if j in columns:
                    columns[j].add(i)
            elif j in target:
                del target[j]
                if j in columns:
                    columns[j].discard(i)
    return row
