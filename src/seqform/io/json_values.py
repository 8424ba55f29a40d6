"""Encoding and decoding of JSON files with exact numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import InputError, ModelError, ParseError, suggestion
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.text import counted, parse_rational, write_rational
from seqform.system.files import advice_on_data, file_of_member, read_regular
from seqform.system.foreign_files import (
    encoding_advice,
    json_data,
    quotes_advice,
    shown_value,
)
from seqform.system.foreign_text import json_text
from seqform.system.sources import SUFFIXES

SCHEMA = 2
"""Version of the layout of files of equilibria and profiles, their ``schema``; earlier ones are read as well."""

MOST_NAMES = 20
"""Bound on the number of actions that a message lists."""

MOST_BYTES = 2**30
"""Bound on the size of a file that is read."""


def to_json(data: Any) -> str:
    """Return data as JSON text, ending in a newline.

    Characters that would act on a terminal are escaped. Numbers that JSON does not have are the strings "nan", "inf"
    and "-inf".
    """
    write = partial(json.dumps, indent=2, ensure_ascii=False, allow_nan=False, default=_plain)
    try:
        text = write(data)
    except ValueError:
        text = write(_finite(data))
    return json_text(text) + "\n"


def number_data(value: Any) -> str | float | None:
    """Return a number as JSON data: a fraction as a string with all its digits, another as a double, None as null."""
    if value is None:
        return None
    if isinstance(value, Fraction):
        return write_rational(value)
    return float(value)


def numbers_data(values: Iterable[Any]) -> list[str | float | None]:
    """Return numbers as JSON data, in a list."""
    return list(map(number_data, values))


def field_of(data: object, name: str) -> Any:
    """Return a field of what should be an object of a file, None if it has none or is no object."""
    return data.get(name) if isinstance(data, Mapping) else None


def attributes(source: object, *names: str) -> dict[str, Any]:
    """Return attributes that are JSON data by their names."""
    return {name: getattr(source, name) for name in names}


def number_array(values: Sequence[Fraction | float], where: str) -> npt.NDArray[Any]:
    """Return numbers that were read as an array: of fractions if all are, else of doubles."""
    exact = all(isinstance(value, Fraction) for value in values)
    try:
        return np.array(values, dtype=object if exact else np.float64)
    except OverflowError:
        raise ModelError(f"{where}: a number is too large to be a probability") from None


def _finite(data: Any) -> Any:
    """Return data with strings in place of infinite numbers and NaN."""
    if isinstance(data, Mapping):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return list(map(_finite, data))
    if isinstance(data, np.generic):
        data = data.item()
    if isinstance(data, float) and not np.isfinite(data):
        return str(data)
    return data


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else str(value)


def json_file(path: Path) -> Any:
    """Return the data in a JSON file, or raise a ParseError, also for a newer ``schema`` than `SCHEMA`.

    Of FILE#N they are those of the equilibrium of this number in a file of several.
    """
    path, number = file_of_member(path)
    data = _json_data(path)
    schema = SCHEMA
    if isinstance(data, Mapping):
        schema = data.get("schema", SCHEMA)
    if type(schema) is not int or not 1 <= schema <= SCHEMA:
        advice = ""
        if type(schema) is int and schema > SCHEMA:
            advice = "; update seqform"
        raise ParseError(
            f"a file of schema {shown_value(schema)}; schemas 1 to {SCHEMA} are read here{advice}",
            str(path),
        )
    if number is None:
        return data
    with errors_located(path):
        return numbered(data, number)


def numbered(data: Any, number: int | None) -> Any:
    """Return the equilibrium of that number in a file of several, or the data of a single profile."""
    equilibria = field_of(data, "equilibria")
    if not isinstance(equilibria, list):
        if number is not None:
            raise ModelError(
                'number: only a file of several equilibria, with a list "equilibria", has numbers'
            )
        return data

    count = len(equilibria)
    if count == 0:
        raise ModelError("a file of no equilibria")
    if number is None:
        if count == 1:
            return equilibria[0]
        raise ModelError(
            f"a file of {count:,} equilibria; FILE#N, or number=N, from 1 to {count:,}, names one of them"
        )
    if not 1 <= number <= count:
        content = counted(count, "equilibrium", "equilibria")
        raise ModelError(
            f"a file of {content}: number=N, from 1 to {count:,}, expected, not {number:,}"
        )
    return equilibria[number - 1]


def _json_data(path: Path) -> Any:
    content = b""
    try:
        content = read_regular(path, MOST_BYTES)
        return json_data(content.decode("utf-8-sig"))
    except OSError as error:
        raise ParseError(
            f"cannot be read: {error.strerror}{advice_on_data(path)}", str(path)
        ) from None
    except json.JSONDecodeError as error:
        line = error.doc.splitlines()[error.lineno - 1 : error.lineno]
        message = f"not JSON: {error.msg}{quotes_advice(''.join(line))}"
        if path.suffix.lower() in SUFFIXES:
            message = "a game's file; a profile, in JSON, expected"
        raise ParseError(message, str(path), error.lineno, error.colno) from None
    except UnicodeDecodeError:
        raise ParseError(
            encoding_advice(content)
            or "not JSON, nor a text at all; a profile in JSON expected, such as 'seqform solve GAME -o FILE' writes "
            "without an abstraction",
            str(path),
        ) from None
    except ValueError as error:
        raise ParseError(str(error), str(path)) from None


@contextmanager
def errors_located(place: str | Path) -> Iterator[None]:
    """Put the name of a file, or the place within it, before the message of an error about its data: a ModelError."""
    try:
        yield
    except (ModelError, InputError) as error:
        raise ModelError(f"{place}: {error}") from None


def exact_number(value: Any, where: str) -> Fraction:
    """Return an exact number, given as a string or an integer."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    number = parse_rational(value)
    if number is None:
        raise ModelError(
            f'{where}: {shown_value(value)} is not an exact number; write "1/4" or "0.25" in quotes'
        )
    return number


def probability_from(value: Any, where: str) -> Fraction | float:
    """Return a probability: a fraction of a string or a whole number, or a double."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, float) and np.isfinite(value):
        return value
    number = None
    if not isinstance(value, bool):
        number = parse_rational(value)
    if number is None:
        raise ModelError(
            f"{where}: {shown_value(value)} is not a probability; write 0.25 for a double, "
            '"1/4" or "0.25" for a fraction'
        )
    return number


def action_places(actions: Any, index: SequenceIndex, row: int, where: str) -> list[int]:
    """Return the places of an information set's actions, from 0, in the order in which a file lists them."""
    names = index.action_names[row]
    place_of = {name: place for place, name in enumerate(names)}
    places = []
    if isinstance(actions, list):
        places = [place_of[name] for name in actions if isinstance(name, str) and name in place_of]
        if len(actions) == len(names) == len(set(places)):
            return places
    more = ""
    if len(names) > MOST_NAMES:
        more = f", ... ({len(names):,} actions)"
    raise ModelError(
        f'{where}: "actions", a list of {", ".join(names[:MOST_NAMES])}{more}, expected'
        f"{_misspelt(actions, names)}"
    )


def _misspelt(actions: Any, names: Sequence[str]) -> str:
    """Return a clause with the first of the listed actions that does not exist, or an empty text."""
    if not isinstance(actions, list):
        return ""
    for action in actions:
        if action not in names:
            return f", not {shown_value(action)}{suggestion(action, names)}"
    return ""
