"""Entries of the game catalog: parameters, sizes, values and sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from seqform.builders.games.rules import Rules
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.rationals import exact_rational
from seqform.models.numbers.text import parse_rational
from seqform.system.sources import no_such_parameter

Value = bool | int | Fraction | str

MOST_DIGITS = 1000
"""Bound on the digits of a number that is a parameter of a game."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a game; its kind is the kind of its default.

    - `minimum`, `maximum`: Both included; for numbers.
    - `choices`: The allowed words, for a parameter that is a word.
    - `pattern`: A regular expression for a parameter that is another text; the description says what it allows.
    """

    name: str
    default: Value
    description: str
    minimum: int | Fraction | None = None
    maximum: int | Fraction | None = None
    choices: tuple[str, ...] = ()
    pattern: str = ""

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if self.pattern:
            return f"a text such as {self.default}"
        if self.choices:
            return "one of " + ", ".join(self.choices)
        kind = (
            "an integer"
            if isinstance(self.default, int)
            else "an integer, decimal or fraction such as 3/2"
        )
        if self.minimum is not None and self.maximum is not None:
            return f"{kind} from {self.minimum} to {self.maximum}"
        return kind if self.minimum is None else f"{kind}, at least {self.minimum}"

    def read(self, given: object) -> Value:
        """Return the value that a text or a Python value stands for; a whole number is an int.

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
        return self._converted(parse_rational(text, MOST_DIGITS))

    def _converted(self, given: object) -> Value | None:
        if isinstance(self.default, bool):
            return given if isinstance(given, bool) else None
        number = None if isinstance(given, bool) else exact_rational(given)
        if number is None or isinstance(self.default, str):
            return None
        if number.denominator == 1:
            return int(number)  # faster than a Fraction wherever payoffs are computed
        return Fraction(number) if isinstance(self.default, Fraction) else None

    def _in_range(self, value: Value) -> bool:
        if isinstance(value, str):
            return (
                re.fullmatch(self.pattern, value) is not None
                if self.pattern
                else value in self.choices
            )
        return (self.minimum is None or value >= self.minimum) and (
            self.maximum is None or value <= self.maximum
        )

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
    """The value of a zero-sum game to player 1, with its source: a publication, or the method of computation.

    ``spec`` is the game with its parameters, such as ``kuhn(bet=2)``.
    """

    spec: str
    value: Fraction
    source: str = PROVED


Build = Callable[..., ExtensiveGame | Rules[Any, Any] | OrderedGame]
"""From the title and the parameters by name to the game, or to rules that are still to be expanded."""


@dataclass(frozen=True)
class Builder:
    """A function "module:name" of `seqform.builders.games`, whose module is imported when a game is built."""

    function: str

    def __call__(self, **parameters: Any) -> Any:
        """Return the game."""
        module, _, name = self.function.partition(":")
        return getattr(import_module(f"seqform.builders.games.{module}"), name)(**parameters)


@dataclass(frozen=True)
class CatalogEntry:
    """A game of the catalog.

    - `name`: Lower case, words joined by "-".
    - `source`: The paper, and the figure in it; or the program whose rules are followed.
    - `build`: Takes ``title`` and every parameter by name.
    - `sizes`: With all parameters at their defaults; None if nobody knows the size of the tree.
    - `values`: The default's first, if it is known.
    - `ordered`: Like `build`, for the same game as one with ordered signals.
    - `positions`: True if it is built as rules of perfect information that may share positions or have more than two
      players.
    """

    name: str
    description: str
    source: str
    build: Build
    sizes: Sizes | None
    parameters: tuple[Parameter, ...] = ()
    values: tuple[KnownValue, ...] = ()
    aliases: tuple[str, ...] = ()
    ordered: Callable[..., OrderedGame] | None = None
    positions: bool = False

    @classmethod
    def of_table(cls, name: str, table: Mapping[str, Any]) -> CatalogEntry:
        """Return the entry of a table of ``catalog.toml``; fractions are texts there, and builders names."""
        given, sizes = dict(table), table.get("sizes")
        given |= {key: Builder(table[key]) for key in ("build", "ordered") if key in table}
        described, values = table.get("parameters", {}).items(), table.get("values", ())
        given |= {
            "parameters": tuple(Parameter(key, **_exact_numbers(one)) for key, one in described),
            "sizes": sizes
            and Sizes(sizes["nodes"], tuple(sizes["infosets"]), tuple(sizes["sequences"])),
            "values": tuple(
                KnownValue(**{**one, "value": Fraction(one["value"])}) for one in values
            ),
            "aliases": tuple(table.get("aliases", ())),
        }
        return cls(name, **given)

    @property
    def signature(self) -> str:
        """The name, and the parameters with their defaults."""
        return spell(self.name, self.defaults)

    @property
    def value(self) -> Fraction | None:
        """The value, with all parameters at their defaults; None where it is not known, or not zero-sum."""
        return next((known.value for known in self.values if known.spec == self.name), None)

    @property
    def defaults(self) -> dict[str, Value]:
        """Every parameter's default."""
        return {parameter.name: parameter.default for parameter in self.parameters}

    def read(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Return the values of the parameters that are given, in the order in which the entry lists them."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise no_such_parameter(self.name, name, known)
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
            "ordered": self.ordered is not None,
            "parameters": [parameter.as_dict() for parameter in self.parameters],
            "nodes": None if self.sizes is None else self.sizes.nodes,
            "information_sets": None if self.sizes is None else list(self.sizes.infosets),
            "sequences": None if self.sizes is None else list(self.sizes.sequences),
            "values": [
                {"game": known.spec, "value": str(known.value), "source": known.source}
                for known in self.values
            ],
        }


def _exact_numbers(parameter: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a parameter, whose numbers are fractions if they are given as texts."""
    is_text = "choices" in parameter or "pattern" in parameter
    numbers = ("minimum", "maximum") if is_text else ("default", "minimum", "maximum")
    exact = {
        key: Fraction(parameter[key]) for key in numbers if isinstance(parameter.get(key), str)
    }
    return {**parameter, **exact, "choices": tuple(parameter.get("choices", ()))}


def spell(name: str, parameters: Mapping[str, Value]) -> str:
    """Return a game's name with parameters, as a user types it."""
    if not parameters:
        return name
    return (
        f"{name}({','.join(f'{key}={format_value(value)}' for key, value in parameters.items())})"
    )


def format_value(value: object) -> str:
    """Return a parameter's value as a user types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
