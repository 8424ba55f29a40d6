"""JSON files and the exact numbers in them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from seqform.errors import ModelError, ParseError
from seqform.models.games.infosets import SequenceIndex
from seqform.system.foreign_files import memory_errors_named, shown_value

EXACT_NUMBER = re.compile(r"\s*[+-]?(\d{1,4000}(/\d{1,4000}|\.\d{0,4000})?|\.\d{1,4000})\s*")
"""A rational number as text; the limits keep Python from refusing to read it."""

MOST_NAMES = 20
"""Of actions that a message lists."""

MOST_BYTES = 2**30
"""Bound on the size of a file that is read."""


def json_file(path: Path) -> Any:
    """Return the data in a JSON file.

    Raises
    ------
    ParseError
        If it cannot be read or is not JSON.
    """
    try:
        with memory_errors_named(str(path)):
            if path.is_file() and path.stat().st_size > MOST_BYTES:
                raise ParseError(f"a file of more than {MOST_BYTES:,} bytes, which is not read", str(path))
            return json.loads(path.read_text(encoding="utf-8-sig"))
    except ParseError:
        raise
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror}", str(path)) from None
    except RecursionError:
        raise ParseError("not JSON of the kind expected: lists and objects are nested too deeply", str(path)) from None
    except json.JSONDecodeError as error:
        raise ParseError(f"not JSON: {error.msg}", str(path), error.lineno, error.colno) from None
    except UnicodeDecodeError:
        raise ParseError(
            "not JSON, nor a text at all; a profile in JSON expected, such as 'seqform solve GAME -o FILE' writes "
            "without --shrink",
            str(path),
        ) from None
    except ValueError as error:
        raise ParseError(f"not JSON: {error}", str(path)) from None


def rational_text(value: Any) -> Fraction | None:
    """Return the rational number that a string spells, None if it spells none or is no string."""
    if isinstance(value, str) and EXACT_NUMBER.fullmatch(value):
        try:
            return Fraction(value)
        except ZeroDivisionError:
            return None
    return None


def exact_number(value: Any, where: str) -> Fraction:
    """Return a number that has to be exact: a string that spells one, or an integer.

    Raises
    ------
    ModelError
        If it is something else; the message begins with `where`.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    number = rational_text(value)
    if number is None:
        raise ModelError(f'{where}: {shown_value(value)} is not an exact number; write "1/4" or "0.25" in quotes')
    return number


def action_places(actions: Any, index: SequenceIndex, row: int, where: str) -> list[int]:
    """Return the places of an information set's actions, from 0, in the order in which a file lists them.

    Raises
    ------
    ModelError
        If it does not list each action once; the message begins with `where`.
    """
    names = index.action_names[row]
    place_of = {name: place for place, name in enumerate(names)}
    places = [place_of.get(name) for name in actions if isinstance(name, str)] if isinstance(actions, list) else []
    found = [place for place in places if place is not None]
    if not isinstance(actions, list) or len(actions) != len(names) or len(set(found)) != len(names):
        raise ModelError(f'{where}: "actions" has to list {_listed(names)}')
    return found


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else f"{shown}, ... ({len(names):,} actions)"
