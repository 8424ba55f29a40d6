"""Rational functions of ε over one denominator, and plans made of them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.strategies.families import RationalPlanFamily

TINY = Fraction(1, 10**9)
coefficients = st.lists(st.integers(-5, 5), min_size=1, max_size=4)


def polynomial(*parts: int) -> PolynomialArray:
    return PolynomialArray(tuple(ExactArray.of([part]) for part in parts))


def ace_family(stop: tuple[int, ...], ask: tuple[int, ...], whole: tuple[int, ...]) -> RationalPlanFamily:
    index = sf.load("guess-the-ace").sequences[0].index
    orders = zip(whole, stop, ask, strict=True)
    return RationalPlanFamily(index, PolynomialArray(tuple(ExactArray.of(order) for order in orders)))


@given(coefficients, st.lists(st.integers(-5, 5), min_size=1, max_size=3))
def test_signs_and_limits_are_those_of_numbers_at_a_tiny_epsilon(above: list[int], below: list[int]) -> None:
    numerator, denominator = polynomial(*above), polynomial(*below)
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


def test_a_zero_of_the_denominator_is_refused() -> None:
    function = RationalFunctionArray(polynomial(1), polynomial(1, -2))
    with pytest.raises(ModelError, match="vanishes at ε = 1/2"):
        function.at(Fraction(1, 2))


def test_a_plan_over_a_denominator_tends_to_the_ratio_of_lowest_orders() -> None:
    family = ace_family((1, 2, 0), (1, 0, 3), (2, 2, 3))
    assert family.limit["start"] == {"stop": Fraction(1, 2), "ask": Fraction(1, 2)}
    plan = family.at(Fraction(1, 3))
    assert plan.weights[0] == 1
    assert plan.residual() == 0


@pytest.mark.parametrize(
    ("stop", "ask", "whole", "message"),
    [
        ((1, 0), (1, 0), (2, 1), "information set 'start' the weights of the choices do not add up"),
        ((2, 0), (0, -1), (2, -1), "sequence 'start ask' has no positive weight"),
        ((-1, 0), (-1, 0), (-2, 0), "sequence '∅' has no positive weight"),
    ],
)
def test_plans_that_are_not_completely_mixed_are_refused(
    stop: tuple[int, ...], ask: tuple[int, ...], whole: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        ace_family(stop, ask, whole)


def test_another_number_of_weights_and_a_zero_of_the_denominator_are_refused() -> None:
    index = sf.load("guess-the-ace").sequences[0].index
    with pytest.raises(ModelError, match="2 polynomials for 3 sequences"):
        RationalPlanFamily(index, PolynomialArray.zeros(2))
    with pytest.raises(ModelError, match="denominator vanishes at ε = 1"):
        ace_family((1, -1), (1, -1), (2, -2)).at(1)
