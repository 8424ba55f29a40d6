"""The reader of exact numbers that people write, in Python, in files and in commands: ``0.1`` is 1/10."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from seqform.errors import InputError, SeqformError
from seqform.models.numbers.rationals import exact_rational, is_of_numpy
from seqform.models.numbers.text import MOST_DIGITS, parse_rational, shown, written_digits

if TYPE_CHECKING:
    import numpy as np

    from seqform.models.numbers.exact import Rational

    Given = Rational | float | str | Decimal | np.integer | np.floating
else:  # without NumPy's numbers, since commands that do not compute do not import it
    Given = Fraction | int | float | str | Decimal
"""A number that a person writes: `given_rational` returns its exact value."""

EXAMPLES = '0.1 or "1/3"'
"""Numbers that messages show: a decimal, and a fraction as text."""


def written_rational(value: Any, most_digits: int = MOST_DIGITS) -> Rational | None:
    """Return the exact value of a number that a person writes, None for anything else.

    An integer or a fraction, also of another package, keeps its value, and a text such as ``"0.1"`` or ``"1/3"`` is
    read as in game files, up to so many digits. A double has the value of the shortest decimal that stands for it,
    which is the one that Python prints. Truth values, infinity and NaN are no numbers here.

    Examples
    --------
    >>> written_rational("0.1"), written_rational(0.1), written_rational(Decimal("0.1")), written_rational(2)
    (Fraction(1, 10), Fraction(1, 10), Fraction(1, 10), 2)
    >>> written_rational(float("inf")), written_rational(True), written_rational("x")
    (None, None, None)
    """
    if isinstance(value, bool):
        return None
    exact = exact_rational(value)
    if exact is not None:
        return exact
    text = value
    if isinstance(value, str):
        text = value.strip()  # also of spaces that are not ASCII's, as cells of tables have
    elif isinstance(value, float):
        text = repr(float(value))  # of NumPy's doubles, too
    elif isinstance(value, Decimal) or is_of_numpy(value, "floating"):
        text = str(value)
    # "nan" and "inf" have not the form of a number
    return parse_rational(text, most_digits)


def given_rational(
    value: Any,
    where: str = "",
    expected: str = "a number",
    allowed: Callable[[Rational], bool] | None = None,
    error: type[SeqformError] = InputError,
) -> Rational:
    """Return the exact value of a number that a person writes, as `written_rational` reads it.

    An error of the given class is raised for anything else, and for numbers that are not allowed; its message begins
    with `where`, and has the numbers that are expected.

    Examples
    --------
    >>> given_rational(0.1, "bet"), given_rational("1/3", "bet")
    (Fraction(1, 10), Fraction(1, 3))
    >>> given_rational(-1, "bet", "a number from 0 on", lambda bet: bet >= 0)
    Traceback (most recent call last):
    ...
    seqform.errors.InputError: bet: a number from 0 on expected, such as 0.1 or "1/3", not -1
    """
    exact = written_rational(value)
    if exact is not None and (allowed is None or allowed(exact)):
        return exact
    if isinstance(value, str | Decimal) and written_digits(str(value).strip()) > MOST_DIGITS:
        expected = f"{expected} of at most {MOST_DIGITS:,} digits"
    place = f"{where}: " if where else ""
    raise error(f"{place}{expected} expected, such as {EXAMPLES}, not {shown(value)}")
