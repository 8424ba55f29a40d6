"""Numbers as text: in full for programs, shortened for people."""

from __future__ import annotations

import math
import re
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any, SupportsFloat

from seqform.system.packages import require

LONGEST_FRACTION = 15
"""Longer fractions are shown as decimals after a ≈."""

ROUNDING_NOISE = 1e-14
"""Doubles below this are rounding noise where payoffs are of order one; they are shown as "<1e-14"."""

LARGEST_EXPONENT = 300
"""Decimal exponents up to this, and down to minus this, are within the range of doubles."""

MOST_BITS = 10_000
"""Longer integers are beyond the digits that `str` writes by default, and FLINT writes them faster."""

_DECIMALS = Context(prec=30, Emax=10**9, Emin=-(10**9))


NUMBER = r"[+-]?(?:[0-9]++/[0-9]++|(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?)"
"""Pattern of a number: ``3``, ``-3/4``, ``.5``, ``1.``, ``+1.5e-2``."""

MOST_DIGITS = 100_000
"""Longer numbers, written out in full, are refused: ``1e999999999`` would fill the memory."""

_NUMBER_ALONE = re.compile(rf"\s*({NUMBER})\s*", re.ASCII)
_EXPONENT = re.compile(r"[eE][+-]?0*([0-9]*)\Z")


def parse_rational(text: Any, most_digits: int = MOST_DIGITS) -> Fraction | None:
    """Return the rational number that a string spells, None for any other string and for values that are no strings.

    A number has the form `NUMBER`, as in game files, and written out in full no more than so many digits.

    Examples
    --------
    >>> parse_rational("-3/2"), parse_rational("0.25"), parse_rational("-1.5e3"), parse_rational("1/0")
    (Fraction(-3, 2), Fraction(1, 4), Fraction(-1500, 1), None)
    >>> parse_rational("1e99999999999"), parse_rational("1,5"), parse_rational(2)
    (None, None, None)
    """
    if not isinstance(text, str):
        return None
    match = _NUMBER_ALONE.fullmatch(text)
    if match is None or written_digits(match[1]) > most_digits:
        return None
    # Decimal is exact here, and unlike int() it reads any number of digits
    numerator, _, denominator = match[1].partition("/")
    if not denominator:
        return Fraction(Decimal(numerator))
    divisor = int(Decimal(denominator))
    if divisor == 0:
        return None
    return Fraction(int(Decimal(numerator)), divisor)


def written_digits(number: str) -> int:
    """Return a bound on the digits of a number of the form `NUMBER` that is written out in full.

    Examples
    --------
    >>> written_digits("12.5"), written_digits("1e-20"), written_digits("2E+0300")
    (4, 25, 307)
    """
    digits = len(number)
    exponent = _EXPONENT.search(number)
    if exponent:
        # Seven digits of the exponent are enough to be beyond any limit, and int() reads no more than some thousands
        digits += int(exponent[1][:7] or 0)
    return digits


def write_rational(value: Fraction) -> str:
    """Return a fraction as text with all its digits.

    Examples
    --------
    >>> write_rational(Fraction(-3, 2)), write_rational(Fraction(7))
    ('-3/2', '7')
    """
    numerator = _digits(value.numerator)
    if value.denominator == 1:
        return numerator
    return f"{numerator}/{_digits(value.denominator)}"


def decimal_text(value: Fraction) -> str:
    """Return a nonnegative fraction as the decimal that equals it, where there is one, else as a fraction.

    Examples
    --------
    >>> decimal_text(Fraction(1, 8)), decimal_text(Fraction(200)), decimal_text(Fraction(1, 3))
    ('0.125', '200', '1/3')
    """
    twos = (value.denominator & -value.denominator).bit_length() - 1
    odd = value.denominator >> twos
    fives = 0
    while odd % 5 == 0:
        odd //= 5
        fives += 1
    if odd > 1:
        return write_rational(value)
    places = max(twos, fives)
    digits = Decimal(value.numerator * 10**places // value.denominator).as_tuple().digits
    return str(Decimal((0, digits, -places)))


def _digits(integer: int) -> str:
    if integer.bit_length() <= MOST_BITS:
        return str(integer)
    return str(require("flint").fmpz(integer))


LONGEST_SHOWN = 60
"""Most characters of a number in an error message."""


def shown_rational(value: Fraction | float) -> str:
    """Return a number as text of at most 60 characters, for error messages: a longer one as a decimal after a ≈.

    Examples
    --------
    >>> shown_rational(Fraction(-3, 2)), shown_rational(0.1), shown_rational(Fraction(10**500 + 1, 3))
    ('-3/2', '0.1', '≈3.33333333333e+499')
    """
    text = write_rational(Fraction(value)) if isinstance(value, int | Fraction) else str(value)
    if len(text) > LONGEST_SHOWN:
        return f"≈{rounded(value, 12)}"
    return text


def shown(value: object) -> str:
    """Return a value as an error message quotes it."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return shown_rational(value)
    if isinstance(value, Decimal):
        return str(value)[:LONGEST_SHOWN]
    if isinstance(value, float):
        return repr(float(value))  # NumPy's doubles as Python's
    try:
        return " ".join(repr(value).split())[:200]  # arrays and tables have lines
    except ValueError:  # a number of too many digits within
        return f"a {type(value).__name__} with long numbers"


def rounded(value: Fraction | SupportsFloat, digits: int) -> str:
    """Return a number with so many digits, exact ones also beyond the range of doubles.

    Examples
    --------
    >>> rounded(Fraction(2, 3), 3), rounded(Fraction(10**400, 3), 3), rounded(2 / 3, 3)
    ('0.667', '3.33e+399', '0.667')
    """
    if isinstance(value, int | Fraction):
        quotient = _DECIMALS.divide(Decimal(value.numerator), Decimal(value.denominator))
        if abs(quotient.adjusted()) >= LARGEST_EXPONENT:
            return f"{quotient:.{digits - 1}e}"
        return f"{float(quotient):.{digits}g}"
    return f"{float(value) + 0.0:.{digits}g}"  # + 0.0 turns -0.0 into 0.0


def decade(value: Fraction) -> Fraction:
    """Return the largest power of ten that is at most a positive number.

    Examples
    --------
    >>> str(decade(Fraction(1000, 3))), str(decade(Fraction(1, 100))), str(decade(Fraction(999, 10**5)))
    ('100', '1/100', '1/1000')
    """
    quotient = _DECIMALS.divide(Decimal(value.numerator), Decimal(value.denominator))
    power = Fraction(10) ** quotient.adjusted()
    return power if power <= value else power / 10  # of a quotient that was rounded up


def short(value: Fraction | SupportsFloat) -> str:
    """Return a number for display: short fractions in full, other numbers with six digits.

    Examples
    --------
    >>> short(Fraction(1, 3)), short(Fraction(10**20 + 1, 10**20)), short(2 / 3), short(-7e-18), short(10**400)
    ('1/3', '≈1', '0.666667', '<1e-14', '≈1.00000e+400')
    """
    if isinstance(value, int | Fraction):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) < 4 * LONGEST_FRACTION:
            text = str(value)
            if len(text) <= LONGEST_FRACTION:
                return text
        return f"≈{rounded(value, 6)}"
    number = float(value)
    if 0 < abs(number) < ROUNDING_NOISE:
        return f"<{ROUNDING_NOISE:g}"
    return rounded(number, 6)


def equation(name: str, value: Fraction | SupportsFloat) -> str:
    """Return a name with its number for display.

    Examples
    --------
    >>> equation("gap", Fraction(1, 3)), equation("gap", Fraction(10**20 + 1, 10**20)), equation("gap", 7e-18)
    ('gap = 1/3', 'gap ≈ 1', 'gap < 1e-14')
    """
    text = short(value)
    if text[0] in "≈<":
        return f"{name} {text[0]} {text[1:]}"
    return f"{name} = {text}"


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "start"), counted(1200, "start"), counted(2, "equilibrium", "equilibria")
    ('1 start', '1,200 starts', '2 equilibria')
    """
    if number == 1:
        return f"1 {singular}"
    return f"{number:,} {plural or singular + 's'}"


def rough_count(number: int) -> str:
    """Return a number in full below 10^9, and its order of magnitude from there on.

    Examples
    --------
    >>> rough_count(27_000), rough_count(3**10_000)
    ('27,000', 'about 10^4771')
    """
    if number < 10**9:
        return f"{number:,}"
    return f"about 10^{int(math.log10(number))}"


def shown_seconds(seconds: float) -> str:
    """Return an estimate of a time with two digits and a unit.

    Examples
    --------
    >>> shown_seconds(0.02), shown_seconds(6.2), shown_seconds(880)
    ('a second', '6 s', '15 minutes')
    """
    if seconds < 1.5:
        return "a second"
    if seconds < 120:
        return f"{_two_digits(seconds)} s"
    return f"{_two_digits(seconds / 60)} minutes"


def _two_digits(value: float) -> str:
    return f"{float(f'{value:.2g}'):.0f}"


def shown_bytes(count: float) -> str:
    """Return a number of bytes with two digits and a unit.

    Examples
    --------
    >>> shown_bytes(2_840_000_000), shown_bytes(512e6), shown_bytes(64e9)
    ('2.8 GB', '510 MB', '64 GB')
    """
    # First to two digits, so that 999.9 MB is shown as a gigabyte
    count = round(count, 1 - math.floor(math.log10(count)))
    if count >= 1e9:
        return f"{count / 1e9:.2g} GB"
    return f"{count / 1e6:.0f} MB"
