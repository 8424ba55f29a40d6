"""Parameters of games in Python files of the user's: those of a class, or of a function that returns a game.

They are read from the signature, and play the part of the parameters of a `CatalogEntry` in sweeps. The values that a
parameter takes are those of `seqform.system.own_arguments.taken_by`, as in parentheses after the name.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field

from seqform.builders.games.entry import MOST_DIGITS, Value, format_value
from seqform.errors import GameError
from seqform.models.numbers.given import written_rational
from seqform.models.numbers.text import shown
from seqform.system.own_arguments import Kind, Taken, is_list, taken_by, truth_value
from seqform.system.own_code import own_signature
from seqform.system.sources import Source, no_such_parameter

SPECIAL = frozenset(",()[]=")
"""Characters with a meaning in FILE.py:NAME(argument=value), which a text among the values cannot have."""


@dataclass(frozen=True)
class OwnEntry:
    """The parameters of a class or a function FILE.py:NAME.

    - `name`: FILE.py:NAME, as it was written.
    - `defaults`: Those that are numbers, truth values, texts, or lists of these, which are texts such as "[1,1/2]".
    - `others`: The parameters whose defaults are something else, such as None.
    - `needed`: The parameters without a default.
    - `is_open`: True if parameters of any other name are taken as well.
    - `taken`: What the parameters take.
    """

    name: str
    defaults: Mapping[str, Value]
    others: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    is_open: bool = False
    taken: Mapping[str, Taken] = field(default_factory=dict)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of the parameters, those that are needed first."""
        return (*self.needed, *self.defaults, *self.others)

    def takes(self, name: str) -> bool:
        """Return whether there is a parameter of a name."""
        return self.is_open or name in self.parameter_names

    def read(self, arguments: Mapping[str, object]) -> dict[str, Value]:
        """Return the values of the parameters that are given, in the order of the signature, others after them."""
        for name in arguments:
            if not self.takes(name):
                raise no_such_parameter(self.name, name, self.parameter_names)
        values = {}
        for name in dict.fromkeys((*self.parameter_names, *arguments)):
            if name in arguments:
                values[name] = self._read(name, arguments[name])
        return values

    def complete(self, arguments: Mapping[str, object]) -> dict[str, Value]:
        """Return the values of all parameters, those with another default only where they are given."""
        for name in self.needed:
            if name not in arguments:
                raise GameError(f"{self.name} needs its parameter {name}, which has no default")
        return self.read({**self.defaults, **arguments})

    def _read(self, name: str, argument: object) -> Value:
        default = self.defaults.get(name)
        if default is not None and argument == default and type(argument) is type(default):
            return default
        taken = self.taken.get(name, Taken())
        value: Value | None
        if taken.kind is Kind.TRUTH:
            value = truth_value(format_value(argument))
        elif taken.kind is Kind.TEXT and not isinstance(argument, list | tuple):
            value = format_value(argument)
        else:
            value = plain_value(argument)
        expected = taken.expected
        if value is not None and not taken.accepts(value):
            value = None
        if value is not None and not _is_writable(value):
            value = None
            expected = f"a text without any of {' '.join(sorted(SPECIAL))} expected"
        if value is None:
            advice = taken.advice(name, argument)
            raise GameError(f"{self.name}: {name}={shown(argument)}: {expected}{advice}")
        return value


def plain_value(argument: object) -> Value | None:
    """Return the number, the truth value or the text that an argument stands for, None of other objects.

    A list is a text.

    Examples
    --------
    >>> plain_value("3/2"), plain_value([1, 0.5]), plain_value(" [1, 1/2] "), plain_value("True"), plain_value(None)
    (Fraction(3, 2), '[1,1/2]', '[1,1/2]', True, None)
    """
    if isinstance(argument, bool):
        return argument
    if isinstance(argument, list | tuple):
        items = [plain_value(item) for item in argument]
        if any(item is None or is_list(item) for item in items):
            return None
        return f"[{','.join(map(format_value, items))}]"

    number = written_rational(argument, MOST_DIGITS)
    if number is not None:
        return int(number) if number.denominator == 1 else number
    if not isinstance(argument, str):
        return None
    text = argument.strip()
    if is_list(text):
        inside = text[1:-1].strip()
        return plain_value([item.strip() for item in inside.split(",")] if inside else [])
    truth = truth_value(text)
    return text if truth is None else truth


def _is_writable(value: Value) -> bool:
    """Return whether a value, or the items of a list, can be an argument of FILE.py:NAME."""
    text = str(value)
    if is_list(value):
        text = text[1:-1].replace(",", "")
    return not SPECIAL & set(text)


def own_entry(source: Source) -> OwnEntry:
    """Return the parameters of a class or a function FILE.py:NAME; of an object there are none. The file is run."""
    defaults: dict[str, Value] = {}
    others = []
    needed = []
    is_open = False
    taken: dict[str, Taken] = {}
    for parameter in own_signature(source):
        if parameter.kind in (
            inspect.Parameter.POSITIONAL_ONLY,
            inspect.Parameter.VAR_POSITIONAL,
        ):
            continue  # which no name can give
        taken[parameter.name] = taken_by(parameter)
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            is_open = True
        elif parameter.default is inspect.Parameter.empty:
            needed.append(parameter.name)
        else:
            value = plain_value(parameter.default)
            if isinstance(parameter.default, str):
                value = parameter.default
            if value is None:
                others.append(parameter.name)
            else:
                defaults[parameter.name] = value
    return OwnEntry(source.head, defaults, tuple(others), tuple(needed), is_open, taken)
