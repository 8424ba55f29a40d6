"""Arrays of polynomials, rational functions and their roots."""

from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import ModelError
from seqform.models.numbers.algebraic import (
    AlgebraicNumber,
    RationalFunction,
    polynomial,
    roots_between,
    simplest_between,
    value_at,
)
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.strategies.assessment import RationalPlanFamily

rationals = st.builds(Fraction, st.integers(-6, 6), st.integers(1, 5))
Coefficients = list[list[Fraction]]


@st.composite
def coefficients(draw: st.DrawFn, size: int = 3) -> Coefficients:
    orders = draw(st.integers(1, 4))
    return [draw(st.lists(rationals, min_size=size, max_size=size)) for _ in range(orders)]


def polynomials(orders: Coefficients) -> PolynomialArray:
    return PolynomialArray(tuple(ExactArray.of(order) for order in orders))


def value(orders: Coefficients, place: int, epsilon: Fraction) -> Fraction:
    return sum((order[place] * epsilon**k for k, order in enumerate(orders)), Fraction(0))


@given(coefficients(), coefficients(), coefficients(1), rationals, rationals)
def test_values_and_arithmetic_at_a_number_are_those_of_fractions(
    one: Coefficients,
    other: Coefficients,
    single: Coefficients,
    factor: Fraction,
    epsilon: Fraction,
) -> None:
    first, second = polynomials(one), polynomials(other)
    left, right = first.at(epsilon), second.at(epsilon)
    assert left.to_fractions() == [value(one, place, epsilon) for place in range(3)]
    assert (first + second).at(epsilon).equals(left + right)
    assert (first - second).at(epsilon).equals(left - right)
    assert (-first).at(epsilon).equals(-left)
    assert (first * factor).at(epsilon).equals(left * factor)
    assert first.times(polynomials(single)[0]).at(epsilon).equals(left * value(single, 0, epsilon))
    assert first.dot(second).at(epsilon)[0] == left.dot(right)
    assert first.equals(second) == (not (first - second).signs().any())
    matrix = ExactMatrix.from_dense([[1, Fraction(1, 2), 0], [0, 0, 0], [-3, 0, 7], [0, 0, 1]])
    assert first.under(matrix).at(epsilon).equals(matrix.dot(left))
    index = np.array([2, 0, 2])
    assert first.sum_by(index, 4).at(epsilon).equals(left.sum_by(index, 4))


@given(coefficients())
def test_signs_are_those_at_all_small_numbers(orders: Coefficients) -> None:
    small = Fraction(1, 10**6)  # below it, sizes of 1/5 to 6 leave the first coefficient in charge
    signs = polynomials(orders).signs()
    for epsilon in (small, small / 1000):
        values = [value(orders, place, epsilon) for place in range(3)]
        assert signs.tolist() == [(number > 0) - (number < 0) for number in values]


@given(coefficients(), st.lists(st.integers(0, 5), min_size=3, max_size=3))
def test_leading_orders_and_coefficients_are_picked_for_each_entry(
    orders: Coefficients, picked: list[int]
) -> None:
    array = polynomials(orders)
    leading = array.leading_orders()
    for place, order in enumerate(leading.tolist()):
        assert not any(array[place][:order])
        assert order == array.degree + 1 or array[place][order] != 0
    assert np.sign(array.coefficient_at(leading).numerators).tolist() == array.signs().tolist()
    expected = [orders[k][place] if k < len(orders) else 0 for place, k in enumerate(picked)]
    assert array.coefficient_at(np.array(picked)).to_fractions() == expected


@given(coefficients(), coefficients(2))
def test_parts_are_joined_and_taken_apart(one: Coefficients, other: Coefficients) -> None:
    first, second = polynomials(one), polynomials(other)
    joined = PolynomialArray.concatenate([first, second])
    assert len(joined) == 5
    assert joined.degree == max(first.degree, second.degree)
    assert joined.take(slice(0, 3)).equals(first)
    assert joined.take(np.array([3, 4])).equals(second)
    assert joined.take(np.arange(5) >= 3).equals(second)


def test_zero_coefficients_of_high_orders_change_neither_equality_nor_the_degree_of_products() -> (
    None
):
    short, long = polynomials([[Fraction(1)]]), polynomials([[Fraction(1)], [Fraction(0)]])
    assert short.equals(long)
    assert not short.equals(polynomials([[Fraction(1), Fraction(1)]]))
    line = PolynomialArray((ExactArray.of([1, 0]), ExactArray.of([-2, 3])))
    assert line.times([Fraction(2), Fraction(0), Fraction(0)]).degree == 1
    assert line.times([Fraction(0)]).equals(PolynomialArray.zeros(2))


@pytest.mark.parametrize("parts", [(), (ExactArray.of([1]), ExactArray.of([1, 2]))])
def test_orders_of_different_lengths_are_refused(parts: tuple[ExactArray, ...]) -> None:
    with pytest.raises(ModelError, match="one vector of coefficients per order"):
        PolynomialArray(parts)


TINY = Fraction(1, 10**9)


def ace_family(
    stop: tuple[int, ...], ask: tuple[int, ...], whole: tuple[int, ...]
) -> RationalPlanFamily:
    index = sf.load("guess-the-ace").sequences[0].index
    orders = zip(whole, stop, ask, strict=True)
    return RationalPlanFamily(
        index, PolynomialArray(tuple(ExactArray.of(order) for order in orders))
    )


@example([0], [0, 0, 1])
@given(
    st.lists(st.integers(-5, 5), min_size=1, max_size=4),
    st.lists(st.integers(-5, 5), min_size=1, max_size=3),
)
def test_signs_and_limits_are_those_of_numbers_at_a_tiny_epsilon(
    above: list[int], below: list[int]
) -> None:
    numerator, denominator = (
        polynomials([[Fraction(part)] for part in parts]) for parts in (above, below)
    )
    if denominator.signs()[0] <= 0:
        with pytest.raises(ModelError, match="one denominator, positive"):
            RationalFunctionArray(numerator, denominator)
        return
    function = RationalFunctionArray(numerator, denominator)
    value = function.at(TINY)[0]
    assert function.signs()[0] == (value > 0) - (value < 0)
    if numerator.leading_orders()[0] < denominator.leading_orders()[0] and any(above):
        with pytest.raises(ModelError, match="unbounded as ε falls to 0"):
            assert function.limit
    else:
        assert abs(function.limit[0] - value) < 1000 * TINY


def test_a_plan_over_a_denominator_tends_to_the_ratio_of_lowest_orders() -> None:
    family = ace_family((1, 2, 0), (1, 0, 3), (2, 2, 3))
    assert family.limit["start"] == {"stop": Fraction(1, 2), "ask": Fraction(1, 2)}
    plan = family.at(Fraction(1, 3))
    assert plan.weights[0] == 1
    assert plan.residual() == 0


def test_another_number_of_weights_and_a_zero_of_the_denominator_are_refused() -> None:
    index = sf.load("guess-the-ace").sequences[0].index
    with pytest.raises(ModelError, match="2 polynomials for 3 sequences"):
        RationalPlanFamily(index, PolynomialArray.zeros(2))
    with pytest.raises(ModelError, match="denominator vanishes at ε = 1"):
        ace_family((1, -1), (1, -1), (2, -2)).at(1)
    with pytest.raises(ModelError, match="vanishes at ε = 1/2"):
        RationalFunctionArray(
            polynomials([[Fraction(1)]]), polynomials([[Fraction(1)], [Fraction(-2)]])
        ).at(Fraction(1, 2))


def test_zeros_times_numbers_beyond_64_bits_are_zeros() -> None:
    zeros = PolynomialArray((ExactArray.of([0, 0]), ExactArray.of([0, 0])))
    assert zeros.times([Fraction(10**30), Fraction(1, 10**30)]).equals(PolynomialArray.zeros(2))


small = st.fractions(min_value=-4, max_value=4, max_denominator=12)
factors = st.lists(st.integers(-6, 6), min_size=1, max_size=5)


@given(
    st.lists(st.tuples(small, st.integers(1, 3)), max_size=4),
    st.lists(st.integers(2, 12), max_size=2),
)
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
        assert (
            low < one < high
            and one == one.within(Fraction(1, 10**6))
            and hash(one) == hash(one.refined())
        )


@given(small, small)
def test_the_simplest_number_of_an_interval_has_the_least_denominator(
    one: Fraction, two: Fraction
) -> None:
    if one == two:
        return
    low, high = min(one, two), max(one, two)
    found = simplest_between(low, high)
    assert low < found < high
    for denominator in range(1, found.denominator):
        assert not any(
            low < Fraction(k, denominator) < high for k in range(-5 * denominator, 5 * denominator)
        )


@given(factors, factors, small)
def test_rational_functions_are_in_lowest_terms_and_have_the_values_of_the_quotient(
    above: list[int], below: list[int], place: Fraction
) -> None:
    if not any(below):
        with pytest.raises(ModelError, match="the denominator is 0"):
            RationalFunction.of(polynomial(above), polynomial(below))
        return
    function = RationalFunction.of(polynomial(above), polynomial(below))
    assert (
        function.above.gcd(function.below).degree() <= 0
        and function.below.leading_coefficient() > 0
    )
    divisor = value_at(polynomial(below), place)
    if divisor:
        assert function(place) == value_at(polynomial(above), place) / divisor
        h = Fraction(1, 10**9)
        if value_at(polynomial(below), place + h):
            slope = (function(place + h) - function(place)) / h
            assert float(function.derivative()(place)) == pytest.approx(
                float(slope), rel=1e-3, abs=1e-3
            )
    common = polynomial([3, 1])
    assert function == RationalFunction.of(polynomial(above) * common, polynomial(below) * common)


def test_numbers_compare_with_fractions_and_each_other() -> None:
    (root,) = roots_between(polynomial([-2, 0, 1]), Fraction(1), Fraction(2))
    (other,) = roots_between(
        polynomial([-2, 0, 0, 0, 1]) * polynomial([1, 0, 1]), Fraction(1), Fraction(2)
    )
    assert (
        other < root < Fraction(3, 2)
        and root != Fraction(141421356, 10**8)
        and max(root, other) is root
    )
    assert AlgebraicNumber.of(Fraction(1, 2)) == Fraction(1, 2) and root != "2"
    (negative,) = roots_between(polynomial([-2, 0, 1]), Fraction(-2), Fraction(0))
    assert negative < root and negative != root and str(negative) == "≈-1.41421"


def test_roots_with_overlapping_intervals_are_compared() -> None:
    function = polynomial([-1, 0, 2])
    root = AlgebraicNumber(function, Fraction(0), Fraction(1))
    same = AlgebraicNumber(polynomial([2, 0, -4]), Fraction(1, 3), Fraction(4, 3))
    negative = AlgebraicNumber(function, Fraction(-4, 3), Fraction(0))
    assert root == same
    assert hash(root) == hash(same)
    assert negative < root
    assert negative != root
    assert AlgebraicNumber(polynomial([-1, 2]), Fraction(0), Fraction(1)) == Fraction(1, 2)


def test_roots_beyond_doubles_are_shown() -> None:
    (root,) = roots_between(polynomial([-2 * 10**800, 0, 1]), Fraction(0), Fraction(10**401))
    assert str(root) == "≈1.41421e+400"
    assert float(root) == float("inf")
    (root,) = roots_between(polynomial([-2, 0, 10**800]), Fraction(0), Fraction(1))
    assert str(root) == "≈1.41421e-400"


@pytest.mark.parametrize(
    "coefficients", [(), (ExactArray.of([1]), 2), (np.zeros(2),), 3, [ExactArray.of([1])], None]
)
def test_coefficients_are_exact_vectors_of_one_length(coefficients: Any) -> None:
    with pytest.raises(ModelError, match="polynomials in ε: one vector of coefficients per order"):
        PolynomialArray(coefficients)


@pytest.mark.parametrize("part", [0, None, ExactArray.of([1]), "1"])
def test_rational_functions_are_made_of_polynomials(part: Any) -> None:
    one = PolynomialArray.constant(ExactArray.of([1]))
    for numerators, denominator in ((part, one), (one, part)):
        with pytest.raises(
            ModelError, match="polynomials as numerators and as denominator expected"
        ):
            RationalFunctionArray(numerators, denominator)
