"""Algebraic numbers and rational functions: polynomials with known roots, order, and arithmetic at numbers."""

from fractions import Fraction
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.errors import ModelError
from seqform.models.numbers.algebraic import (
    AlgebraicNumber,
    RationalFunction,
    polynomial,
    roots_between,
    simplest_between,
    value_at,
)

small = st.fractions(min_value=-4, max_value=4, max_denominator=12)
coefficients = st.lists(st.integers(-6, 6), min_size=1, max_size=5)


@given(st.lists(st.tuples(small, st.integers(1, 3)), max_size=4), st.lists(st.integers(2, 12), max_size=2))
def test_the_roots_of_a_product_are_those_of_odd_order_in_the_open_interval(
    factors: list[tuple[Fraction, int]], squares: list[int]
) -> None:
    """Factors are powers of t - r, and t² - n, whose positive root is the square root of n."""
    product, orders = polynomial([1]), dict[float, int]()
    for root, power in factors:
        product *= polynomial([-root.numerator, root.denominator]) ** power
        orders[float(root)] = orders.get(float(root), 0) + power
    for number in squares:
        product *= polynomial([-number, 0, 1])
        for sign in (-1, 1):
            orders[sign * sqrt(number)] = orders.get(sign * sqrt(number), 0) + 1
    low, high = Fraction(-2), Fraction(3)
    found = roots_between(product, low, high)
    expected = sorted(root for root, power in orders.items() if power % 2 and -2 < root < 3)
    assert [float(one) for one in found] == pytest.approx(expected)
    assert all(one < two for one, two in pairwise(found))
    for one in found:
        assert one.polynomial.factor()[1][0][1] == 1 and len(one.polynomial.factor()[1]) == 1
        assert low < one < high and one == one.within(Fraction(1, 10**6)) and hash(one) == hash(one.refined())


@given(small, small)
def test_the_simplest_number_of_an_interval_has_the_least_denominator(one: Fraction, two: Fraction) -> None:
    if one == two:
        return
    low, high = min(one, two), max(one, two)
    found = simplest_between(low, high)
    assert low < found < high
    for denominator in range(1, found.denominator):
        assert not any(low < Fraction(k, denominator) < high for k in range(-5 * denominator, 5 * denominator))


@given(coefficients, coefficients, small)
def test_rational_functions_are_in_lowest_terms_and_have_the_values_of_the_quotient(
    above: list[int], below: list[int], place: Fraction
) -> None:
    if not any(below):
        with pytest.raises(ModelError, match="the denominator is 0"):
            RationalFunction.of(polynomial(above), polynomial(below))
        return
    function = RationalFunction.of(polynomial(above), polynomial(below))
    assert function.above.gcd(function.below).degree() <= 0 and function.below.leading_coefficient() > 0
    divisor = value_at(polynomial(below), place)
    if divisor:
        assert function(place) == value_at(polynomial(above), place) / divisor
        h = Fraction(1, 10**9)
        if value_at(polynomial(below), place + h):
            slope = (function(place + h) - function(place)) / h
            assert float(function.derivative()(place)) == pytest.approx(float(slope), rel=1e-3, abs=1e-3)
    common = polynomial([3, 1])
    assert function == RationalFunction.of(polynomial(above) * common, polynomial(below) * common)


def test_numbers_compare_with_fractions_and_each_other() -> None:
    (root,) = roots_between(polynomial([-2, 0, 1]), Fraction(1), Fraction(2))
    (other,) = roots_between(polynomial([-2, 0, 0, 0, 1]) * polynomial([1, 0, 1]), Fraction(1), Fraction(2))
    assert other < root < Fraction(3, 2) and root != Fraction(141421356, 10**8) and max(root, other) is root
    assert AlgebraicNumber.of(Fraction(1, 2)) == Fraction(1, 2) and root != "2"
    (negative,) = roots_between(polynomial([-2, 0, 1]), Fraction(-2), Fraction(0))
    assert negative < root and negative != root and str(negative) == "≈-1.41421"
