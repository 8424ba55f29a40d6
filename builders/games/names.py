"""Names that people give in Python: texts, and numbers as the texts that Python prints for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from numbers import Number
from typing import Any

from seqform.errors import GameError
from seqform.models.numbers.text import shown


def text_of_name(name: Any, where: str) -> str:
    """Return a name as a text; raise a GameError that begins with `where` for what is neither a text nor a number.

    Examples
    --------
    >>> text_of_name("C", "row 1"), text_of_name(2, "row 1"), text_of_name(0.5, "row 1")
    ('C', '2', '0.5')
    """
    # A truth value or None is rather a mistake, and the text that stands for another object is not a name
    is_number = isinstance(name, Number) and not isinstance(name, bool)
    if not isinstance(name, str) and not is_number:
        raise GameError(f"{where}: a text or a number expected as a name, not {shown(name)}")
    return str(name)


def texts_of_names(names: Any, where: str) -> list[str]:
    """Return a list of names as texts; the letters of a text are names of one letter each.

    Raises GameError for what is no list, and for a name that is neither a text nor a number.
    """
    if isinstance(names, Set | Mapping | bytes) or not isinstance(names, Iterable):
        raise GameError(f"{where}: a list of names expected, not {shown(names)}")
    return [text_of_name(name, f"{where}: name {place}") for place, name in enumerate(names, 1)]


def distinct_names(names: Iterable[Any], where: str) -> list[str]:
    """Return names as texts; raise GameError where two of them, such as 1 and "1", are the same text."""
    names_of: dict[str, Any] = {}
    for name in names:
        text = text_of_name(name, where)
        if text in names_of:
            raise GameError(
                f"{where}: the names {shown(names_of[text])} and {shown(name)} are the same text; choose another one"
            )
        names_of[text] = name
    return list(names_of)
