"""Descriptions of options, from which the command line and the keys of sweeps are generated; the names of starts.

An option is a field of a frozen dataclass: of a concept, of a preprocessing step, or of `SolveOptions`. Its description
is the metadata of the field, made by `option`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import Field, dataclass, field, fields
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from seqform.errors import InputError, ModelError, SeqformError, suggestion
from seqform.models.numbers.given import given_rational
from seqform.models.numbers.rationals import exact_rational
from seqform.models.numbers.text import shown, write_rational

if TYPE_CHECKING:
    from seqform.models.answers.equilibrium import Equilibrium
    from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlans

_KEY = "seqform option"

Read = Callable[[object], Any]
"""Returns the argument for a plain value; raises ValueError, or an error of seqform, with the possible values."""


@dataclass(frozen=True)
class Option:
    """The description of an option, with `help` and `metavar`, none for flags, for the command line.

    `read` takes a plain value (text, whole number, decimal or truth value, as in declarations) to the argument, and
    `write` the argument to a plain value, the same for equal arguments; `accept`, by default `read`, takes arguments of
    Python. With `names_file` it may be the path of a file. `flag` is the name on the command line if it is another; the
    flag may then be repeated, and `read` takes a list.
    """

    help: str
    read: Read
    write: Callable[[Any], Any]
    metavar: str = ""
    is_flag: bool = False
    names_file: bool = False
    accept: Read | None = None
    flag: str = ""


@dataclass(frozen=True)
class Reader:
    """A function that reads values, with the metavar for these."""

    metavar: str
    read: Read

    def __call__(self, value: object) -> Any:
        """Return the argument for a plain value."""
        return self.read(value)


def option(
    default: Any,
    help: str,
    read: Read,
    *,
    metavar: str = "",
    write: Callable[[Any], Any] = lambda value: value,
    accept: Read | None = None,
    names_file: bool = False,
    flag: str = "",
) -> Any:
    """Return a dataclass field with a description; the metavar is by default that of the reader, if it has one."""
    metavar = metavar or getattr(read, "metavar", "")
    described = Option(help, read, write, metavar, read is truth, names_file, accept, flag)
    return field(default=default, metadata={_KEY: described})


def options_of(described_class: type) -> dict[str, Option]:
    """Return the described fields of a dataclass, by name."""
    return {part.name: part.metadata[_KEY] for part in _described(described_class)}


def defaults_of(described_class: type) -> dict[str, Any]:
    """Return the default values of the described fields, as arguments."""
    return {part.name: part.default for part in _described(described_class)}


def _described(options: Any) -> list[Field[Any]]:
    """Return the fields of a dataclass, or of an instance, that have a description."""
    return [part for part in fields(options) if _KEY in part.metadata]


def accept_arguments(options: Any, where: str, error: type[InputError]) -> None:
    """Replace the described fields of a dataclass by the arguments that their values stand for, when it is made.

    None stays where it is the default. The message of the error begins with `where` and the name of the field.
    """
    for part in _described(options):
        value = getattr(options, part.name)
        if value is None and part.default is None:
            continue
        described: Option = part.metadata[_KEY]
        read = described.accept or described.read
        accepted = argument(f"{where}{part.name}", read, value, error)
        object.__setattr__(options, part.name, accepted)


def argument(name: str, read: Read, value: object, error: type[InputError] = InputError) -> Any:
    """Return what a function reads from the value of an argument; the message of the error begins with its name."""
    try:
        return read(value)
    except (InputError, ModelError) as reason:
        raise error(f"{name}: {reason}") from None


def require_callable(name: str, function: object) -> None:
    """Raise InputError unless a callback is a function, or None."""
    if function is not None and not callable(function):
        raise InputError(f"{name}: a function expected, or None, not {shown(function)}")


def whole_number(
    name: str, value: object, least: int, error: type[SeqformError] = InputError
) -> int:
    """Return a whole number that is an argument in Python, also one of NumPy's; texts are none."""
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise error(f"{name}: a whole number from {least} on expected, not {shown(value)}")
    return int(value)


def parsed(text: str) -> object:
    """Return the plain value that a text stands for: a whole number, a decimal, or the text itself.

    Examples
    --------
    >>> parsed("2"), parsed("1e-3"), parsed("1/2")
    (2, Decimal('0.001'), '1/2')
    """
    for number_type in (int, Decimal):
        try:
            number = number_type(text)
        except (ValueError, ArithmeticError):
            continue
        return number
    return text


def _parsed(value: object) -> object:
    """Return the plain value that a text stands for, and any other value as it is."""
    return parsed(value) if isinstance(value, str) else value


def truth(value: object) -> bool:
    """Read a truth value."""
    if not isinstance(value, bool):
        raise InputError(f"true or false expected, not {shown(value)}")
    return value


def text(value: object) -> str:
    """Read a text; numbers are taken as they are written."""
    if isinstance(value, bool) or not isinstance(value, str | int | Decimal):
        raise InputError(f"a text expected, not {shown(value)}")
    return str(value)


def one_of(known: Iterable[str]) -> Read:
    """Return a function that reads one of these words."""
    words = tuple(known)

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise InputError(
                f"{shown(value)} is unknown{suggestion(value, words)}; known: {', '.join(words)}"
            )
        return value

    return Reader("|".join(words), read)


def number(least: float, *, included: bool = True, most: float = math.inf) -> Read:
    """Return a function that reads a finite double from `least` on, or above it, up to `most`."""
    if included:
        expected = f"a number from {least:g}"
        upper = f" to {most:g}"
    else:
        expected = f"a number above {least:g}"
        upper = f", at most {most:g}"
    if most < math.inf:
        expected += upper

    def read(value: object) -> float:
        plain = _parsed(value)
        double = _finite_double(plain)
        if not least <= double <= most or (double == least and not included):  # also if it is NaN
            raise InputError(f"{expected} expected, not {shown(plain)}{_comma_advice(plain)}")
        return double

    return Reader("NUMBER", read)


def _comma_advice(value: object) -> str:
    """Return how a decimal is written, for a text of one with a comma; "" of any other value."""
    if not isinstance(value, str) or _DECIMAL_COMMA.fullmatch(value.strip()) is None:
        return ""
    return f"; a decimal is written with a point, {value.strip().replace(',', '.')}"


def gap() -> Read:
    """Return a function that reads a gap: a double from 0 on, or a percentage of the pot, which stays a text."""
    read_number = number(0)

    def read(value: object) -> float | str:
        if isinstance(value, str) and value.strip().endswith("%"):
            percent_of(value)
            return value.strip()
        return float(read_number(value))

    return Reader("NUMBER|PERCENT%", read)


def percent_of(text: str) -> float:
    """Return the percentage of a text such as "0.1%"; raise InputError for any other.

    Examples
    --------
    >>> percent_of("0.1%")
    0.1
    """
    try:
        percent: float = number(0)(text.strip().removesuffix("%").strip())
    except InputError:
        raise InputError(
            f'a number from 0, or a percentage of the pot such as "0.1%", expected, not {shown(text)}'
        ) from None
    return percent


def _finite_double(value: object) -> float:
    """Return a number as a double; NaN for one beyond 1e300 in size, for infinity, and for what is no number."""
    if isinstance(value, bool) or not isinstance(value, Real | Decimal):
        return math.nan
    if not isinstance(value, int | float | Decimal):  # a number of NumPy's, or a fraction
        try:
            value = float(value)
        except OverflowError:
            return math.nan
    if Decimal(value).is_nan() or not -_LARGE < value < _LARGE:
        return math.nan
    return float(value)


_LARGE = Decimal("1e300")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)


def whole(least: int) -> Read:
    """Return a function that reads a whole number from `least` on."""

    def read(value: object) -> int:
        plain = _parsed(value)
        exact = None if isinstance(plain, bool) else exact_rational(plain)
        if exact is None or exact.denominator != 1 or exact < least:
            raise InputError(f"a whole number from {least} on expected, not {shown(plain)}")
        return int(exact)

    return Reader("NUMBER", read)


def player(value: object) -> int | str:
    """Read a player, counted from 1 as people do, as 0, 1 or a name."""
    plain = _parsed(value)
    if isinstance(plain, str):
        return plain
    if isinstance(plain, bool) or not isinstance(plain, Integral) or plain not in (1, 2):
        raise InputError(
            f"1, 2 or a player's name expected (players are counted from 1 here), not {shown(plain)}"
        )
    return int(plain) - 1


def written_player(value: int | str) -> int | str:
    """Write a player, counted from 1."""
    if isinstance(value, str):
        return value
    return value + 1


def fraction(value: object) -> Fraction:
    """Read an exact number: 0.1 is 1/10, as a double, too."""
    return Fraction(given_rational(value))


def share(value: object) -> Fraction:
    """Read an exact number above 0 and below 1."""
    return Fraction(
        given_rational(value, "", "a number above 0 and below 1", lambda exact: 0 < exact < 1)
    )


def loss(value: object) -> Fraction:
    """Read an exact number from 0 on."""
    return Fraction(given_rational(value, "", "a number from 0 on", lambda exact: exact >= 0))


def pair(value: object) -> tuple[Fraction, Fraction]:
    """Read two exact numbers, separated by a comma, or as a list."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or len(parts) != 2:
        raise InputError(
            f"two numbers with a comma between expected, such as 5,2, not {shown(value)}"
        )
    first, second = (part.strip() if isinstance(part, str) else part for part in parts)
    return fraction(first), fraction(second)


def written_pair(value: tuple[Fraction | int, Fraction | int]) -> str:
    """Write two exact numbers with a comma between."""
    return ",".join(write_rational(Fraction(number)) for number in value)


Start: TypeAlias = "str | Path | BehaviorProfile | RealizationPlans | Equilibrium"
"""Accepted: "centroid", "random:SEED", the path of a profile's JSON file, a profile, plans, or an equilibrium of a
similar game, from whose basis linear programs are solved."""

CENTROID = "centroid"
RANDOM = "random"

HAND = "hand"
"""The rows that are single hands."""

HAND_GROUPS = {"class": "class", "made": "made hand", "range": "range"}
"""The groups of hands that rows may be, with the heading of their names."""

UNIFORM = "uniform"
"""The opponent of a response who plays every action with the same probability."""

EQUILIBRIUM = "equilibrium"
"""An agent of `seqform match` that has probabilities at every information set; RANDOM alone is another, `UNIFORM`."""

ALL_ONES = "ones"
"""Not a point, but the covering vector of Koller, Megiddo & von Stengel (1996), whose path is not one of plans."""
