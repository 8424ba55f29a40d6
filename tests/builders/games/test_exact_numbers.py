"""Numbers as text and as doubles."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.builders.games.exact_numbers import exact_column, nearby_fraction, read_rational
from seqform.errors import GameError
from seqform.models.numbers.text import write_rational


@given(st.fractions())
def test_fractions_survive_writing_and_reading(value: Fraction) -> None:
    assert read_rational(write_rational(value)) == value


@given(st.integers(-(10**18), 10**18), st.integers(-30, 30))
def test_decimals_and_exponents_are_read_exactly(digits: int, exponent: int) -> None:
    assert read_rational(f"{digits}e{exponent}") == digits * Fraction(10) ** exponent


@given(st.fractions(-1000, 1000, max_denominator=10_000))
def test_the_double_nearest_to_a_fraction_is_read_as_that_fraction(value: Fraction) -> None:
    assert nearby_fraction(float(value)) == value


@given(st.integers(-(10**12), 10**12), st.integers(0, 20))
def test_short_decimals_are_read_as_written(digits: int, places: int) -> None:
    assert nearby_fraction(float(f"{digits}e-{places}")) == Fraction(digits, 10**places)


@given(st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False))
def test_the_fraction_lies_within_the_tolerance(value: float) -> None:
    assert abs(nearby_fraction(value) - Fraction(value)) <= abs(Fraction(value)) * Fraction(1e-12)


@given(st.integers(1, 1000), st.sampled_from([1e-2, 1e-3, 1e-4]))
def test_of_all_fractions_within_the_tolerance_the_simplest_is_taken(times: int, tolerance: float) -> None:
    value = times * math.pi / 7
    low, high = (Fraction(value) * (1 + sign * Fraction(tolerance)) for sign in (-1, 1))
    simplest = next(q for q in range(1, 10**6) if math.ceil(low * q) <= high * q)
    found = nearby_fraction(value, tolerance)
    assert found.denominator == simplest
    assert low <= found <= high


@given(st.integers(-(2**60), 2**60).map(float))
def test_integers_are_kept_however_large(value: float) -> None:
    assert nearby_fraction(value) == value


def test_columns_keep_their_numbers() -> None:
    values = [Fraction(1, 3), Fraction(-7, 4), Fraction(10**30)]
    assert exact_column(values).to_fractions() == values
    assert len(exact_column([])) == 0


@pytest.mark.parametrize("text", ["1e100001", "1e-100001", "9" * 100_001, "1/" + "9" * 100_001])
def test_numbers_of_absurd_length_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="more than 100,000 digits"):
        read_rational(text)
