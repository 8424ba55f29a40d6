"""Values of the arguments in FILE.py:NAME(argument=value), of the kind that each parameter takes.

The kind follows from the default and the annotation of the parameter: see `taken_by`.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from enum import Enum
from numbers import Rational

from seqform.errors import InputError
from seqform.system.foreign_text import shortened
from seqform.system.intervals import interval_advice, interval_ends

_NUMBER = re.compile(
    r"[+-]?(?:\d+(?:/\d+|\.\d*)?|\.\d+)(?:e(?P<exponent>[+-]?\d+))?", re.ASCII | re.IGNORECASE
)

MOST_DIGITS = 4000
"""Bound on the digits of a number in an argument, and on its decimal exponent."""


class Kind(Enum):
    """Kinds of arguments, with their words in messages."""

    TRUTH = "true or false"
    INTEGER = "an integer"
    NUMBER = "a number"
    TEXT = "a text"
    LIST = "a list such as [1,2]"
    ANY = "a number, a text, true or false, or a list of these"


_ANNOTATED = {
    "bool": Kind.TRUTH,
    "int": Kind.INTEGER,
    "float": Kind.NUMBER,
    "Fraction": Kind.NUMBER,
    "Decimal": Kind.NUMBER,
    "Rational": Kind.NUMBER,
    "str": Kind.TEXT,
}
"""The kinds of annotations, by their last word."""


@dataclass(frozen=True)
class Taken:
    """The kind of the arguments that a parameter takes, and where it follows from, such as "as its default is 1"."""

    kind: Kind = Kind.ANY
    reason: str = ""

    def read(self, name: str, text: str) -> object:
        """Return the value of an argument that is written in parentheses."""
        value: object
        if self.kind is Kind.TEXT:
            value = text
        elif self.kind is Kind.TRUTH:
            value = truth_value(text)
        else:
            value = _value(name, text)
        if value is None or not self.accepts(value):
            raise InputError(f"{name}={shortened(text)}: {self.expected}{self.advice(name, text)}")
        return value

    def advice(self, name: str, value: object) -> str:
        """Return what to do about a text that is an interval in place of one number; "" of any other value."""
        if not isinstance(value, str) or self.kind not in (Kind.NUMBER, Kind.INTEGER, Kind.ANY):
            return ""
        return interval_advice(name, value)

    def accepts(self, value: object) -> bool:
        """Return whether a value is of the kind; a list may be its text."""
        is_truth = isinstance(value, bool)
        if self.kind is Kind.TRUTH:
            return is_truth
        if self.kind is Kind.INTEGER:
            return isinstance(value, int) and not is_truth
        if self.kind is Kind.NUMBER:
            return isinstance(value, Rational) and not is_truth
        if self.kind is Kind.TEXT:
            return isinstance(value, str)
        if self.kind is Kind.LIST:
            return isinstance(value, list) or is_list(value)
        return not is_interval(value)

    @property
    def expected(self) -> str:
        """The clause of messages about an argument of another kind."""
        reason = f", {self.reason}" if self.reason else ""
        return f"{self.kind.value} expected{reason}"


def taken_by(parameter: inspect.Parameter) -> Taken:
    """Return what a parameter takes.

    A truth value or a text as the default decides by itself. Otherwise an annotation with bool, int, float, Fraction,
    Decimal, Rational or str does, also beside None; where there is none, or one of other words, the default does.
    Integers alone are required by the annotation int.
    """
    default = parameter.default
    if isinstance(default, bool):
        return Taken(Kind.TRUTH, f"as its default is {str(default).lower()}")
    default_reason = f"as its default is {default}"
    if isinstance(default, str):
        return Taken(Kind.TEXT, default_reason)

    annotation = ""
    if parameter.annotation is not inspect.Parameter.empty:
        annotation = parameter.annotation
        if not isinstance(annotation, str):
            annotation = inspect.formatannotation(annotation)
    annotated = _annotated(annotation)
    if annotated is not None:
        return Taken(annotated, f"as its annotation is {annotation}")
    if isinstance(default, float) or _is_number(default):  # a stake of 1 may become 1/2
        return Taken(Kind.NUMBER, default_reason)
    if isinstance(default, tuple | list):
        return Taken(Kind.LIST, "as its default is a list")
    return Taken()


def _annotated(annotation: str) -> Kind | None:
    """Return the kind that an annotation allows, None where a word of it is unknown."""
    kinds = set()
    for name in re.findall(r"[\w.]+", annotation):
        word = name.rpartition(".")[2]
        if word in ("None", "Optional", "Union"):
            continue
        if word not in _ANNOTATED:
            return None
        kinds.add(_ANNOTATED[word])
    if not kinds:
        return None
    if kinds <= {Kind.INTEGER, Kind.NUMBER}:
        return Kind.NUMBER if Kind.NUMBER in kinds else Kind.INTEGER
    return kinds.pop() if len(kinds) == 1 else Kind.ANY


def _is_number(default: object) -> bool:
    from decimal import Decimal  # which takes time to import

    return isinstance(default, Rational | Decimal)


def is_text_of_number(default: object) -> bool:
    """Return whether a default is the text of a number, such as "1/2".

    Examples
    --------
    >>> is_text_of_number("1/2"), is_text_of_number("half"), is_text_of_number(2)
    (True, False, False)
    """
    return isinstance(default, str) and _NUMBER.fullmatch(default) is not None


def truth_value(text: str) -> bool | None:
    """Return the truth value that a text stands for, in lower or upper case; None of another text.

    Examples
    --------
    >>> truth_value("true"), truth_value("False"), truth_value("no")
    (True, False, None)
    """
    return {"true": True, "false": False}.get(text.strip().lower())


def is_interval(value: object) -> bool:
    """Return whether a value is the text of an interval of two numbers."""
    ends = interval_ends(value) if isinstance(value, str) else None
    return ends is not None and all(_NUMBER.fullmatch(end) is not None for end in ends)


def is_list(value: object) -> bool:
    """Return whether a value is the text of a list."""
    return isinstance(value, str) and value.startswith("[") and value.endswith("]")


def _value(name: str, text: str) -> object:
    """Return the list, the truth value or the number that a text stands for, or the text."""
    if is_list(text):
        inside = text[1:-1].strip()
        return [_value(name, item.strip()) for item in inside.split(",")] if inside else []
    truth = truth_value(text)
    if truth is not None:
        return truth
    from fractions import Fraction  # which takes time to import

    number = _NUMBER.fullmatch(text)
    if number is None:
        return text

    # The length of the exponent comes first: Python refuses to read an integer of very many digits.
    exponent = number["exponent"] or "0"
    is_long = len(text) > MOST_DIGITS or len(exponent) > len(str(MOST_DIGITS)) + 1
    if is_long or abs(int(exponent)) > MOST_DIGITS:
        raise InputError(
            f"{name}={shortened(text)}: a number with at most {MOST_DIGITS:,} digits expected"
        )
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):  # a fraction with an exponent, or of 0
        return text
    return int(value) if value.denominator == 1 else value
