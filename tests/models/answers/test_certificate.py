"""Certificates: regrets from values, what is proven, and how they are shown."""

from dataclasses import replace
from fractions import Fraction

import pytest

from seqform.errors import ModelError
from seqform.models.answers.certificate import Certificate
from seqform.models.numbers.exact import Number

HALF, ONE, ZERO, NAN = Fraction(1, 2), Fraction(1), Fraction(0), float("nan")
Pair = tuple[Number, Number]


def test_regrets_their_sum_and_half_of_it() -> None:
    certificate = Certificate((-ONE, ONE), (HALF, 3 * ONE), exact=True, constant_sum=ZERO)
    assert certificate.regrets == (Fraction(3, 2), Fraction(2))
    assert certificate.nash_conv == Fraction(7, 2)
    assert certificate.exploitability == Fraction(7, 4)
    assert (certificate.note, certificate.checks) == ("", {})
    assert certificate._repr_html_() == (
        "<table><caption>Certificate, exact</caption><tr><th></th><th>player 1</th><th>player 2</th></tr>"
        "<tr><td>value</td><td>-1</td><td>1</td></tr><tr><td>best response</td><td>1/2</td><td>3</td></tr>"
        "<tr><td>regret</td><td>3/2</td><td>2</td></tr></table>"
        "<p>nash_conv = 7/2;  exploitability = 7/4;  no equilibrium: player 1 gains 3/2 by deviating;  "
        "no equilibrium: player 2 gains 2 by deviating</p>"
    )
    noted = replace(certificate, note="rounded")._repr_html_()
    assert noted == certificate._repr_html_() + "<p>note: rounded</p>"
    general = Certificate((-ONE, ONE), (HALF, 3 * ONE), exact=True)
    assert (general.constant_sum, general.exploitability) == (None, None)


def test_a_negative_regret_is_an_error_that_names_the_player_and_both_values() -> None:
    with pytest.raises(ModelError) as caught:
        Certificate((ONE, ONE), (ONE, HALF), exact=True)
    assert str(caught.value) == ("player 2: the best response is 1/2 and the value 1; a regret of -0.5 is impossible")


@pytest.mark.parametrize(
    ("values", "best", "player"),
    [
        ((ONE, ZERO), (ZERO, ONE), 1),
        ((0.0, 0.0), (0.0005, -0.0009), 2),
        ((NAN, 0.0), (0.0, 0.0), 1),
        ((0.0, 0.0), (0.0, NAN), 2),
    ],
)
def test_no_regret_makes_up_for_one_that_is_negative_or_no_number(values: Pair, best: Pair, player: int) -> None:
    with pytest.raises(ModelError, match=f"player {player}: .* is impossible"):
        Certificate(values, best, exact=False)


@pytest.mark.parametrize(
    ("values", "best"),
    [((NAN, 0.0), (0.0, 0.0)), ((0.0, 0.0), (0.0, NAN)), ((1.0, 4.0), (0.5, 4.0)), ((1.0, 4.0), (1.0, 3.5))],
)
def test_a_regret_below_the_rounding_bound_is_an_error(values: tuple[float, float], best: tuple[float, float]) -> None:
    with pytest.raises(ModelError, match="is impossible"):
        Certificate.in_doubles(values, best, rounding=0.25)


def test_a_regret_that_is_negative_by_the_rounding_bound_is_zero_and_a_positive_one_is_kept() -> None:
    certificate = Certificate.in_doubles((1.0, 4.0), (0.75, 3.75), rounding=0.25)
    assert certificate.best_response_values == (1.0, 4.0)
    assert Certificate.in_doubles((1.0, 4.0), (1.0, 4.125), rounding=0.25).regrets == (0.0, 0.125)


def test_doubles_keep_constant_sum_and_note() -> None:
    certificate = Certificate.in_doubles((1.0, 2.0), (1.5, 4.0), 1e-9, Fraction(3), "a note")
    assert (certificate.values, certificate.best_response_values) == ((1.0, 2.0), (1.5, 4.0))
    assert (certificate.constant_sum, certificate.note, certificate.exact) == (Fraction(3), "a note", False)
    plain = Certificate.in_doubles((1.0, 2.0), (1.5, 4.0), 1e-9)
    assert (plain.constant_sum, plain.note) == (None, "")


def test_proven_needs_fractions_and_each_regret_zero() -> None:
    assert Certificate((ZERO, ZERO), (ZERO, ZERO), exact=True).proven
    assert not Certificate((0.0, 0.0), (0.0, 0.0), exact=False).proven
    assert not Certificate((ZERO, ZERO), (ZERO, ONE), exact=True).proven
    assert not Certificate((ZERO, ZERO), (ONE, ZERO), exact=True).proven


def test_a_certificate_that_was_only_read_or_has_no_tolerance_claims_nothing() -> None:
    for exact, stored in ((True, True), (False, False)):
        certificate = Certificate((1, 1), (1, 1), exact=exact, stored=stored)
        assert certificate.claims == {"Nash equilibrium": "not proven"}
    assert Certificate((1, 1), (1, 1), exact=False, allowed=1e-6).claims == {"Nash equilibrium": "within tolerance"}
    assert Certificate((1, 1), (1, 2), exact=True).claims == {"Nash equilibrium": "no"}
