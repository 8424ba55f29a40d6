"""Exact vectors and matrices of numbers of any size: conversions, matrices and blocks."""

import math
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, quotient

FRACTIONS = st.builds(
    Fraction,
    st.one_of(st.integers(-20, 20), st.integers(-(2**70), 2**70)),
    st.one_of(st.integers(1, 12), st.integers(2**61, 2**66)),
)


def test_values_are_scattered_among_zeros() -> None:
    found = ExactArray(np.array([5, 7]), 2).scattered(4, np.array([3, 1]))
    assert found.to_fractions() == [0, Fraction(7, 2), 0, Fraction(5, 2)]
    assert ExactArray.of([2**80]).scattered(2, np.array([0])).to_fractions() == [2**80, 0]


def test_doubles_are_refused_as_exact_numbers() -> None:
    with pytest.raises(TypeError, match="integers expected"):
        ExactArray(np.array([0.5]))


ENTRIES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4), FRACTIONS), max_size=12)


def _dense(entries: list[tuple[int, int, Fraction]]) -> list[list[Fraction]]:
    rows = [[Fraction(0)] * 5 for _ in range(4)]
    for row, column, value in entries:
        rows[row][column] += value
    return rows


def _matrix(entries: list[tuple[int, int, Fraction]]) -> ExactMatrix:
    rows = np.array([row for row, _, _ in entries], dtype=int)
    columns = np.array([column for _, column, _ in entries], dtype=int)
    return ExactMatrix.from_entries((4, 5), rows, columns, ExactArray.of(value for *_, value in entries))


@given(ENTRIES, st.lists(FRACTIONS, min_size=5, max_size=5))
def test_a_matrix_agrees_with_its_dense_form(entries: list[tuple[int, int, Fraction]], vector: list[Fraction]) -> None:
    dense, matrix = _dense(entries), _matrix(entries)
    assert matrix.to_dense() == dense
    assert matrix.T.to_dense() == [list(column) for column in zip(*dense, strict=True)]
    assert matrix.dot(ExactArray.of(vector)).to_fractions() == [
        sum(a * b for a, b in zip(row, vector, strict=True)) for row in dense
    ]
    assert (matrix + (-matrix)).nonzeros == 0
    assert matrix.equals(ExactMatrix.from_dense(dense))


def test_blocks_land_where_they_belong() -> None:
    corner = ExactMatrix.from_dense([[1, 2]])
    low = ExactMatrix.from_dense([[Fraction(1, 3)], [0]])
    assert ExactMatrix.block([[corner, None], [None, low]]).to_dense() == [[1, 2, 0], [0, 0, Fraction(1, 3)], [0, 0, 0]]
    with pytest.raises(ValueError, match="a block of shape"):
        ExactMatrix.block([[corner, low]])


def test_unsigned_and_numpy_integers_keep_their_value() -> None:
    assert ExactArray(np.array([2**63 + 5], dtype=np.uint64))[0] == 2**63 + 5
    tiny, large = Fraction(1, 2**30), Fraction(2**40)
    assert ExactArray.of([Fraction(cast(Any, np.int64(2**40))), tiny]).to_fractions() == [large, tiny]


@pytest.mark.parametrize("value", [Fraction(10**400), Fraction(1, 10**400)])
def test_numbers_beyond_doubles_are_not_rounded_away(value: Fraction) -> None:
    with pytest.raises(ModelError, match="for a double"):
        ExactArray.of([value]).to_floats()


def integers(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(2**bits), 2**bits)


@given(
    st.lists(st.builds(Fraction, integers(4000), st.integers(1, 2**3000)), min_size=1, max_size=4),
    st.builds(Fraction, integers(3000), st.integers(1, 2**3000)),
)
def test_long_numbers_are_computed_as_short_ones_are(values: list[Fraction], factor: Fraction) -> None:
    array, common = ExactArray.of([*values, Fraction(0)]), math.prod(values, start=factor)
    assert array.to_fractions() == [*values, 0]
    assert array.reduced().denominator == math.lcm(*(value.denominator for value in values))
    assert (array * array).to_fractions() == [value**2 for value in (*values, Fraction(0))]
    assert (array * factor).to_fractions() == [value * factor for value in (*values, Fraction(0))]
    assert (array.sum(), array.largest()) == (sum(values), max(0, *values))
    assert ExactArray(array.numerators * 6, array.denominator * 6).reduced().equals(array)
    assert quotient(common.numerator * 15, common.denominator * 15) == common
