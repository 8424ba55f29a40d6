"""Rational numbers from their binary approximations."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seqform.backends.linalg.rational_solve import Approximation, reconstruct, simplest_fraction

BITS = 400


def approximate(values: list[Fraction], exponent: int, shift: int = 0) -> Approximation:
    digits = [round(value * 2**exponent) + shift for value in values]
    return Approximation(np.array(digits, dtype=object), exponent, abs(shift) + 1)


@given(st.fractions(max_denominator=10**30), st.integers(-1000, 1000))
def test_a_fraction_is_found_from_an_approximation_that_is_a_little_off(value: Fraction, shift: int) -> None:
    numerator = round(value * 2**BITS) + shift
    assert simplest_fraction(numerator, 2**BITS, abs(shift) + 1) == (value.numerator, value.denominator)


@given(st.lists(st.fractions(max_denominator=10**5), min_size=1, max_size=12), st.integers(-1000, 1000))
def test_a_vector_is_found_over_its_least_common_denominator(values: list[Fraction], shift: int) -> None:
    found = reconstruct(approximate(values, 1000, shift))
    assert found is not None
    numerators, denominator = found
    assert [Fraction(numerator, denominator) for numerator in numerators.tolist()] == values
    assert denominator == np.lcm.reduce([value.denominator for value in values], dtype=object)


@given(st.integers(0, 2**60), st.integers(1, 2**10))
def test_noise_is_not_taken_for_a_fraction(digits: int, error: int) -> None:
    found = simplest_fraction(digits, 2**60, error)
    if found is not None:
        p, q = found
        assert q * q * error * 2**24 <= 2**60
        assert abs(Fraction(digits, 2**60) - Fraction(p, q)) <= Fraction(error, 2**60)


def test_a_coarse_approximation_is_refused() -> None:
    values = [Fraction(1, 10**9 + 7), Fraction(1, 10**9 + 9)]
    assert reconstruct(approximate(values, 100)) is None
    found = reconstruct(approximate(values, 300))
    assert found is not None
    assert found[1] == (10**9 + 7) * (10**9 + 9)


def test_denominators_hidden_at_the_end_of_a_long_vector_are_found() -> None:
    values = [Fraction(1, 3)] * 100 + [Fraction(1, 97)]
    found = reconstruct(approximate(values, 200))
    assert found is not None
    assert found[1] == 3 * 97


def reconstructed(digits: int, exponent: int, error: int) -> tuple[list[int], int] | None:
    found = reconstruct(Approximation(np.array([digits], dtype=object), exponent, error))
    return None if found is None else (found[0].tolist(), found[1])


def test_a_fraction_may_be_off_by_the_error_and_no_more() -> None:
    assert simplest_fraction(2**59 + 5, 2**60, 5) == (1, 2)
    assert simplest_fraction(2**59 + 6, 2**60, 5) is None
    for shift in (-7, 7):
        assert reconstructed(3 * 2**60 + shift, 60, 7) == ([3], 1)
    for shift in (-10, 10):
        assert reconstructed(3 * 2**60 + shift, 60, 7) is None


def test_a_fraction_is_accepted_from_24_bits_on() -> None:
    assert simplest_fraction(0, 2**24, 1) == (0, 1)
    assert simplest_fraction(0, 2**24 - 1, 1) is None
    assert reconstructed(3 * 2**24, 24, 1) == ([3], 1)
    assert reconstructed(3 * 2**24, 24, 2) is None
    assert reconstructed(5, 10, 32) is None
