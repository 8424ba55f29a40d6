"""Numbers as text, in full and shortened, of any size."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.models.numbers.text import short, shown_rational, write_rational


@given(st.fractions())
def test_a_fraction_is_written_as_python_writes_it(value: Fraction) -> None:
    assert write_rational(value) == str(value)


def test_any_number_of_digits_is_written() -> None:
    assert write_rational(Fraction(10**9000)) == "1" + "0" * 9000
    assert shown_rational(Fraction(10**9000)) == "1" + "0" * 56 + "..."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(-1, 18), "-1/18"),
        (Fraction(0), "0"),
        (Fraction(10**400, 3), "≈3.33333e+399"),
        (Fraction(1, 10**400 + 1), "≈1.00000e-400"),
        (Fraction(123456789012345678), "≈1.23457e+17"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (3e-15, "<1e-14"),
        (float("nan"), "nan"),
    ],
)
def test_people_get_six_digits(value: Fraction | float, text: str) -> None:
    assert short(value) == text
