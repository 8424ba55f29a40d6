"""Certificates: regrets from values, what is proven, and how they are shown."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from seqform.errors import ModelError
from seqform.models.answers.certificate import Certificate

HALF, ONE, ZERO, NAN = Fraction(1, 2), Fraction(1), Fraction(0), float("nan")


def test_regrets_their_sum_and_half_of_it() -> None:
    certificate = Certificate((-ONE, ONE), (HALF, 3 * ONE), exact=True, constant_sum=ZERO)
    assert certificate.regrets == (Fraction(3, 2), Fraction(2))
    assert (certificate.nash_conv, certificate.exploitability) == (Fraction(7, 2), Fraction(7, 4))
    assert (certificate.note, certificate.checks) == ("", {})
    shown = certificate._repr_html_()
    assert (
        "<tr><td>regret</td><td>3/2</td><td>2</td></tr></table><p>nash_conv = 7/2;  exploitability = 7/4;"
        in shown
    )
    assert replace(certificate, note="rounded")._repr_html_() == shown + "<p>note: rounded</p>"
    assert replace(certificate, constant_sum=None).exploitability is None


@pytest.mark.parametrize(
    ("values", "best", "rounding", "message"),
    [
        (
            (ONE, ONE),
            (ONE, HALF),
            None,
            "player 2: the best response is 1/2 and the value 1; a regret of -0.5",
        ),
        ((ONE, ZERO), (ZERO, ONE), None, "player 1: .*"),
        ((0.0, 0.0), (0.0005, -0.0009), None, "player 2: .*"),
        ((NAN, 0.0), (0.0, 0.0), None, "player 1: .*"),
        ((0.0, 0.0), (0.0, NAN), None, "player 2: .*"),
        ((NAN, 0.0), (0.0, 0.0), 0.25, "player 1: .*"),
        ((0.0, 0.0), (0.0, NAN), 0.25, "player 2: .*"),
        ((1.0, 4.0), (0.5, 4.0), 0.25, "player 1: .*"),
        ((1.0, 4.0), (1.0, 3.5), 0.25, "player 2: .*"),
    ],
)
def test_a_regret_that_is_negative_or_no_number_is_an_error_whatever_the_other_is(
    values: Any, best: Any, rounding: float | None, message: str
) -> None:
    with pytest.raises(ModelError, match=f"^{message} is impossible$"):
        if rounding is None:
            Certificate(values, best, exact=False)
        else:
            Certificate.in_doubles(values, best, rounding)


def test_a_regret_that_is_negative_by_the_rounding_bound_is_zero_and_a_positive_one_is_kept() -> (
    None
):
    certificate = Certificate.in_doubles((1.0, 4.0), (0.75, 3.75), rounding=0.25)
    assert certificate.best_response_values == (1.0, 4.0)
    assert Certificate.in_doubles((1.0, 4.0), (1.0, 4.125), rounding=0.25).regrets == (0.0, 0.125)


def test_doubles_keep_constant_sum_and_note() -> None:
    certificate = Certificate.in_doubles((1.0, 2.0), (1.5, 4.0), 1e-9, Fraction(3), "a note")
    assert certificate == Certificate(
        (1.0, 2.0), (1.5, 4.0), exact=False, constant_sum=Fraction(3), note="a note"
    )


def test_proven_needs_fractions_and_each_regret_zero() -> None:
    assert Certificate((ZERO, ZERO), (ZERO, ZERO), exact=True).proven
    assert not Certificate((0.0, 0.0), (0.0, 0.0), exact=False).proven
    assert not Certificate((ZERO, ZERO), (ZERO, ONE), exact=True).proven
    assert not Certificate((ZERO, ZERO), (ONE, ZERO), exact=True).proven


def test_a_certificate_that_was_only_read_or_has_no_tolerance_claims_nothing() -> None:
    for exact, stored in ((True, True), (False, False)):
        certificate = Certificate((1, 1), (1, 1), exact=exact, stored=stored)
        assert certificate.claims == {"Nash equilibrium": "not proven"}
    assert Certificate((1, 1), (1, 1), exact=False, allowed=1e-6).claims == {
        "Nash equilibrium": "within tolerance"
    }
    assert Certificate((1, 1), (1, 2), exact=True).claims == {"Nash equilibrium": "no"}
