"""JSON files and the exact numbers in them."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from seqform.errors import ModelError, ParseError

EXACT_NUMBER = re.compile(r"\s*[+-]?(\d{1,4000}(/\d{1,4000}|\.\d{0,4000})?|\.\d{1,4000})\s*")
"""A rational number as text; the limits keep Python from refusing to read it."""


def json_file(path: Path) -> Any:
    """Return the data in a JSON file.

    Raises
    ------
    ParseError
        If it cannot be read or is not JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror}", str(path)) from None
    except json.JSONDecodeError as error:
        raise ParseError(f"not JSON: {error.msg}", str(path), error.lineno, error.colno) from None
    except UnicodeDecodeError:
        raise ParseError(
            "not JSON, nor a text at all; a profile in JSON expected, such as 'seqform solve GAME -o FILE' writes "
            "without --shrink",
            str(path),
        ) from None
    except (ValueError, RecursionError) as error:
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
        raise ModelError(f'{where}: {value!r} is not an exact number; write "1/4" or "0.25" in quotes')
    return number
