"""Entries of the game catalog: parameters, sizes, values and sources; exact numbers as text."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from seqform.builders.games.rules import Rules
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import parse_rational

NUMBER = r"[+-]?(?:[0-9]++/[0-9]++|(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?)"
"""Pattern of a number: ``3``, ``-3/4``, ``.5``, ``1.``, ``+1.5e-2``."""

MAX_DIGITS = 100_000
"""Longer numbers, written out in full, are refused: ``1e999999999`` would fill the memory."""

MAX_COLUMN_BITS = 2**31
"""A column of numbers that would take more than this over one common denominator is refused."""

_EXPONENT = re.compile(r"[eE]([+-]?)([0-9]+)\Z")
_SHORT_DECIMAL = 12


def read_rational(text: str) -> Fraction:
    """Return the exact value of a number.

    Parameters
    ----------
    text : str
        Of the form `NUMBER`.

    Raises
    ------
    GameError
        If a denominator is zero, or the number has more than `MAX_DIGITS` digits.

    Examples
    --------
    >>> read_rational("1.5e+2"), read_rational("-6/4"), read_rational(".1")
    (Fraction(150, 1), Fraction(-3, 2), Fraction(1, 10))
    """
    if _length(text) > MAX_DIGITS:
        raise GameError(f"this number has more than {MAX_DIGITS:,} digits")
    # Decimal is exact here, and unlike int() it reads any number of digits
    if "/" not in text:
        return Fraction(Decimal(text))
    numerator, denominator = (int(Decimal(part)) for part in text.split("/"))
    if denominator == 0:
        raise GameError("this number has denominator 0")
    return Fraction(numerator, denominator)


def _length(text: str) -> int:
    exponent = _EXPONENT.search(text)
    if exponent is None:
        return len(text)
    return len(text) + int("0" + exponent[2].lstrip("0")[:7])


def exact_column(values: Iterable[Fraction]) -> ExactArray:
    """Return the vector of the given numbers, unless their common denominator is out of all proportion.

    Raises
    ------
    GameError
        If the vector would take more than `MAX_COLUMN_BITS`.
    """
    column = list(values)
    largest = max((abs(value.numerator).bit_length() for value in column), default=0)
    common = 1
    for denominator in {value.denominator for value in column}:
        common = math.lcm(common, denominator)
        if len(column) * (common.bit_length() + largest) > MAX_COLUMN_BITS:
            raise GameError(
                f"the {len(column):,} numbers have a common denominator of more than {common.bit_length():,} bits; "
                "write them with fewer different denominators"
            )
    return ExactArray.of(column)


def nearby_fraction(value: float, tolerance: float = 1e-12) -> Fraction:
    """Return a simple fraction near a double.

    Parameters
    ----------
    tolerance : float
        The largest relative distance of the fraction from the double.

    Returns
    -------
    Fraction
        An integer as it is; a double that a decimal of up to 12 digits denotes as that
        decimal; any other as the fraction with the smallest denominator within the
        tolerance.

    Raises
    ------
    GameError
        If the value is infinite or not a number.

    Examples
    --------
    >>> nearby_fraction(1 / 3), nearby_fraction(12345.6789), nearby_fraction(-2.5)
    (Fraction(1, 3), Fraction(123456789, 10000), Fraction(-5, 2))
    """
    if not math.isfinite(value):
        raise GameError(f"{value} is not a finite number")
    exact = Fraction(value)
    if exact.denominator == 1:
        return exact
    decimal = Decimal(repr(float(value))).normalize()
    if len(decimal.as_tuple().digits) <= _SHORT_DECIMAL:
        return Fraction(decimal)
    margin = abs(exact) * Fraction(tolerance)
    nearby = _simplest_between(abs(exact) - margin, abs(exact) + margin)
    return nearby if exact > 0 else -nearby


def _simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction of smallest denominator in [low, high], 0 < low, by continued fractions."""
    quotients = []
    while (whole := math.ceil(low)) > high:
        quotients.append(whole - 1)
        low, high = 1 / (high - (whole - 1)), 1 / (low - (whole - 1))
    result = Fraction(whole)
    for quotient in reversed(quotients):
        result = quotient + 1 / result
    return result


Value = bool | int | Fraction | str


@dataclass(frozen=True)
class Parameter:
    """A parameter of a game; its kind is the kind of its default.

    Parameters
    ----------
    minimum, maximum : int or Fraction, optional
        Both included; for numbers.
    choices : tuple of str
        The allowed words, for a parameter that is a word.
    """

    name: str
    default: Value
    description: str
    minimum: int | Fraction | None = None
    maximum: int | Fraction | None = None
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if self.choices:
            return "one of " + ", ".join(self.choices)
        kind = "an integer" if isinstance(self.default, int) else "an integer, decimal or fraction such as 3/2"
        if self.minimum is not None and self.maximum is not None:
            return f"{kind} from {self.minimum} to {self.maximum}"
        return kind if self.minimum is None else f"{kind}, at least {self.minimum}"

    def read(self, given: object) -> Value:
        """Return the value that a text or a Python value stands for; a whole number is an int.

        Raises
        ------
        GameError
            If it is of another kind, or out of range.

        Examples
        --------
        >>> Parameter("bet", Fraction(1), "size of the bet", minimum=0).read("3/2")
        Fraction(3, 2)
        """
        value = self._parsed(given.strip()) if isinstance(given, str) else self._converted(given)
        if value is None or not self._in_range(value):
            raise GameError(
                f"{self.name}={format_value(given)}: {self.name} ({self.description}) is {self.allowed}; "
                f"the default is {format_value(self.default)}"
            )
        return value

    def _parsed(self, text: str) -> Value | None:
        if isinstance(self.default, bool):
            return {"true": True, "false": False}.get(text.lower())
        if isinstance(self.default, str):
            return text.lower().replace("_", "-")
        return self._converted(parse_rational(text)) if len(text) <= 1000 else None

    def _converted(self, given: object) -> Value | None:
        if isinstance(self.default, bool):
            return given if isinstance(given, bool) else None
        if isinstance(given, bool) or not isinstance(given, int | Fraction) or isinstance(self.default, str):
            return None
        if given.denominator == 1:
            return int(given)  # faster than a Fraction wherever payoffs are computed
        return given if isinstance(self.default, Fraction) else None

    def _in_range(self, value: Value) -> bool:
        if isinstance(value, str):
            return value in self.choices
        return (self.minimum is None or value >= self.minimum) and (self.maximum is None or value <= self.maximum)

    def as_dict(self) -> dict[str, object]:
        """Return the parameter for a JSON document."""
        default = str(self.default) if isinstance(self.default, Fraction) else self.default
        return {
            "name": self.name,
            "default": default,
            "allowed": self.allowed,
            "description": self.description,
        }


@dataclass(frozen=True)
class Sizes:
    """Sizes of a game: nodes, and for each player information sets and sequences, the empty one included."""

    nodes: int
    infosets: tuple[int, int]
    sequences: tuple[int, int]


PROVED = "exact best responses to a pair of rational strategies, which allow no other value"
"""The source of a value that was computed for this catalog."""


@dataclass(frozen=True)
class KnownValue:
    """The value of a zero-sum game to player 1.

    Parameters
    ----------
    spec : str
        The game with its parameters, such as ``kuhn(bet=2)``.
    source : str
        The publication, or the method of computation.
    """

    spec: str
    value: Fraction
    source: str


Build = Callable[..., ExtensiveGame | Rules[Any, Any] | OrderedGame]
"""From the title and the parameters by name to the game, or to rules that are still to be expanded."""


@dataclass(frozen=True)
class CatalogEntry:
    """A game of the catalog.

    Parameters
    ----------
    name : str
        Lower case, words joined by "-".
    description : str
        One line.
    source : str
        The paper, and the figure in it; or the program whose rules are followed.
    build : callable
        Takes ``title`` and every parameter by name.
    sizes : Sizes
        With all parameters at their defaults.
    values : tuple of KnownValue
        The default's first, if it is known.
    aliases : tuple of str
        Other names.
    ordered : callable, optional
        Like `build`, for the same game as one with ordered signals.
    """

    name: str
    description: str
    source: str
    build: Build
    sizes: Sizes
    parameters: tuple[Parameter, ...] = ()
    values: tuple[KnownValue, ...] = ()
    aliases: tuple[str, ...] = ()
    ordered: Callable[..., OrderedGame] | None = None

    @property
    def signature(self) -> str:
        """The name, and the parameters with their defaults."""
        return spell(self.name, self.defaults)

    @property
    def nodes(self) -> int:
        """Rational of nodes, with all parameters at their defaults."""
        return self.sizes.nodes

    @property
    def value(self) -> Fraction | None:
        """The value, with all parameters at their defaults; None where it is not known, or not zero-sum."""
        return next((known.value for known in self.values if known.spec == self.name), None)

    @property
    def defaults(self) -> dict[str, Value]:
        """Every parameter's default."""
        return {parameter.name: parameter.default for parameter in self.parameters}

    def read(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Return the values of the parameters that are given, in the order in which the entry lists them.

        Raises
        ------
        GameError
            If there is no such parameter, or a value is not allowed.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                has = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
                raise GameError(f"{self.name} has no parameter {name!r}; {has}")
        try:
            return {name: known[name].read(given[name]) for name in known if name in given}
        except GameError as error:
            raise GameError(f"{self.name}: {error}") from None

    def as_dict(self) -> dict[str, object]:
        """Return the entry for a JSON document."""
        return {
            "name": self.name,
            "aliases": list(self.aliases),
            "description": self.description,
            "source": self.source,
            "parameters": [parameter.as_dict() for parameter in self.parameters],
            "nodes": self.sizes.nodes,
            "information_sets": list(self.sizes.infosets),
            "sequences": list(self.sizes.sequences),
            "values": [
                {"game": known.spec, "value": str(known.value), "source": known.source} for known in self.values
            ],
        }


def spell(name: str, parameters: Mapping[str, Value]) -> str:
    """Return a game's name with parameters, as a user types it."""
    if not parameters:
        return name
    return f"{name}({','.join(f'{key}={format_value(value)}' for key, value in parameters.items())})"


def format_value(value: object) -> str:
    """Return a parameter's value as a user types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
