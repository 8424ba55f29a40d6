"""Entries of the game catalog: parameters, sizes, values and sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from seqform.builders.games.rules import Rules
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.given import Given, given_rational, written_rational
from seqform.system.foreign_files import quotes_advice
from seqform.system.intervals import interval_advice
from seqform.system.sources import no_such_parameter

Value = bool | int | Fraction | str

MOST_DIGITS = 1000
"""Bound on the digits of a number that is a parameter of a game."""

BOUNDED = ("default", "minimum", "maximum", "above")
"""The fields of a parameter that are numbers."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a game; its kind is the kind of its default.

    - `minimum`, `maximum`: Both included; for numbers.
    - `above`: A bound that is not included, in place of `minimum`.
    - `choices`: The allowed words, for a parameter that is a word.
    - `pattern`: A regular expression for a parameter that is another text; the description says what it allows.
    - `as_written`: True for a text that is kept as it is, a name of a file for example; others are read in lower case.
    """

    name: str
    default: Value
    description: str
    minimum: int | Fraction | None = None
    maximum: int | Fraction | None = None
    choices: tuple[str, ...] = ()
    pattern: str = ""
    as_written: bool = False
    above: int | Fraction | None = None

    if TYPE_CHECKING:  # the arguments are numbers as people write them, the attributes exact

        def __init__(
            self,
            name: str,
            default: bool | Given,
            description: str,
            minimum: Given | None = None,
            maximum: Given | None = None,
            choices: tuple[str, ...] = (),
            pattern: str = "",
            as_written: bool = False,
            above: Given | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        # A decimal in Python code is a fraction, as one in the catalog's file is
        for name in BOUNDED:
            value = getattr(self, name)
            if isinstance(value, float | Decimal):
                where = f"{self.name}, {name}"
                exact = Fraction(given_rational(value, where, error=GameError))
                object.__setattr__(self, name, exact)

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if self.pattern:
            return f"a text such as {self.default}"
        if self.choices:
            return "one of " + ", ".join(self.choices)
        numbers = "an integer, decimal or fraction such as 3/2"
        if isinstance(self.default, int):
            numbers = "an integer"
        if self.above is not None:
            most = "" if self.maximum is None else f", {self.maximum} at most"
            return f"{numbers}, more than {self.above}{most}"
        if self.minimum is None:
            return numbers
        if self.maximum is None:
            return f"{numbers}, at least {self.minimum}"
        return f"{numbers} from {self.minimum} to {self.maximum}"

    def read(self, argument: object) -> Value:
        """Return the value that a text or a Python value stands for; a whole number is an int.

        Examples
        --------
        >>> Parameter("bet", Fraction(1), "size of the bet", minimum=0).read("3/2")
        Fraction(3, 2)
        """
        value = self._parsed(argument) if isinstance(argument, str) else self._converted(argument)
        if value is None or not self._in_range(value):
            raise GameError(
                f"{self.name}={format_value(argument)}: {self.name} ({self.description}) is {self.allowed}; "
                f"the default is {format_value(self.default)}{self._advice(argument)}"
            )
        return value

    def _advice(self, argument: object) -> str:
        """Return what to do about an interval in place of one number, or typographic quotation marks; "" else."""
        if not isinstance(argument, str):
            return ""
        is_number = isinstance(self.default, int | Fraction) and not isinstance(self.default, bool)
        if is_number and interval_advice(self.name, argument):
            return interval_advice(self.name, argument)
        return quotes_advice(argument)

    def _parsed(self, text: str) -> Value | None:
        """Return the value of a text, None if it has none of the parameter's type."""
        text = text.strip()
        if isinstance(self.default, bool):
            return {"true": True, "false": False}.get(text.lower())
        if isinstance(self.default, str):
            return text if self.as_written else text.lower().replace("_", "-")
        return self._number(text)

    def _converted(self, argument: object) -> Value | None:
        """Return the value of a Python object that is no text, None if it has none of the parameter's type."""
        if isinstance(self.default, bool):
            return argument if isinstance(argument, bool) else None
        if isinstance(self.default, str):
            return None
        return self._number(argument)

    def _number(self, argument: object) -> Value | None:
        """Return the exact value of a number, None if it has none of the parameter's type."""
        number = written_rational(argument, MOST_DIGITS)
        if number is None:
            return None
        if number.denominator == 1:
            return int(number)  # faster than a Fraction wherever payoffs are computed
        return Fraction(number) if isinstance(self.default, Fraction) else None

    def _in_range(self, value: Value) -> bool:
        """Return whether a value of the parameter's type is allowed."""
        if isinstance(value, str):
            if self.pattern:
                return re.fullmatch(self.pattern, value) is not None
            return value in self.choices
        if self.minimum is not None and value < self.minimum:
            return False
        if self.above is not None and value <= self.above:
            return False
        return self.maximum is None or value <= self.maximum

    def as_dict(self) -> dict[str, object]:
        """Return the parameter for a JSON document."""
        return {
            "name": self.name,
            "default": str(self.default) if isinstance(self.default, Fraction) else self.default,
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
    """The value of a zero-sum game to player 0, with its source: a publication, or the method of computation.

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
        fields = dict(table)
        for key in ("build", "ordered"):
            if key in table:
                fields[key] = Builder(table[key])

        parameters = []
        for parameter, description in table.get("parameters", {}).items():
            parameters.append(Parameter(parameter, **_exact_numbers(description)))
        rows = table.get("values", ())
        values = [KnownValue(**{**row, "value": Fraction(row["value"])}) for row in rows]
        fields["parameters"] = tuple(parameters)
        fields["values"] = tuple(values)

        sizes = table.get("sizes")
        fields["sizes"] = None
        if sizes is not None:
            fields["sizes"] = Sizes(
                sizes["nodes"], tuple(sizes["infosets"]), tuple(sizes["sequences"])
            )
        fields["aliases"] = tuple(table.get("aliases", ()))
        return cls(name, **fields)

    @property
    def signature(self) -> str:
        """The name, and the parameters with their defaults."""
        return spell(self.name, self.defaults)

    @property
    def value(self) -> Fraction | None:
        """The value, with all parameters at their defaults; None where it is not known, or not zero-sum."""
        for known in self.values:
            if known.spec == self.name:
                return known.value
        return None

    @property
    def defaults(self) -> dict[str, Value]:
        """Every parameter's default."""
        return {parameter.name: parameter.default for parameter in self.parameters}

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(self.defaults)

    def takes(self, name: str) -> bool:
        """Return whether there is a parameter of a name."""
        return name in self.defaults

    def complete(self, arguments: Mapping[str, object]) -> dict[str, Value]:
        """Return the values of all parameters, those that are not given at their defaults."""
        return self.read({**self.defaults, **arguments})

    def read(self, arguments: Mapping[str, object]) -> dict[str, Value]:
        """Return the values of the parameters that are given, in the order in which the entry lists them."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in arguments:
            if name not in known:
                raise no_such_parameter(self.name, name, known)

        values = {}
        for name, parameter in known.items():
            if name in arguments:
                try:
                    values[name] = parameter.read(arguments[name])
                except GameError as error:
                    raise GameError(f"{self.name}: {error}") from None
        return values

    def as_dict(self) -> dict[str, object]:
        """Return the entry for a JSON document."""
        nodes = information_sets = sequences = None
        if self.sizes is not None:
            nodes = self.sizes.nodes
            information_sets = list(self.sizes.infosets)
            sequences = list(self.sizes.sequences)
        values = [
            {"game": known.spec, "value": str(known.value), "source": known.source}
            for known in self.values
        ]
        return {
            "name": self.name,
            "aliases": list(self.aliases),
            "description": self.description,
            "source": self.source,
            "ordered": self.ordered is not None,
            "parameters": [parameter.as_dict() for parameter in self.parameters],
            "nodes": nodes,
            "information_sets": information_sets,
            "sequences": sequences,
            "values": values,
        }


def _exact_numbers(parameter: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a parameter, whose numbers are fractions if they are given as texts."""
    fields = {**parameter, "choices": tuple(parameter.get("choices", ()))}
    is_text = "choices" in parameter or "pattern" in parameter
    for key in BOUNDED:
        if isinstance(parameter.get(key), str) and not (is_text and key == "default"):
            fields[key] = Fraction(parameter[key])
    return fields


def spell(name: str, parameters: Mapping[str, Value]) -> str:
    """Return a game's name with parameters, as a user types it."""
    if not parameters:
        return name
    arguments = [f"{key}={format_value(value)}" for key, value in parameters.items()]
    return f"{name}({','.join(arguments)})"


def format_value(value: object) -> str:
    """Return a parameter's value as a user types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
