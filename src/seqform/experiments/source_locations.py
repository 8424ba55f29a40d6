"""Places in a declaration for error messages, with the line numbers that `tomllib` does not report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from seqform.errors import ParseError

KeyPath = tuple[str | int, ...]
"""Names of tables and keys from the outside in; after the name of an array of tables, which one, from 0."""

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_NAME})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*({_NAME})[ \t]*=")
_QUOTES = ('"""', "'''", '"', "'")


@dataclass(frozen=True)
class Place:
    """A place in a sweep's declaration.

    Attributes
    ----------
    file : str
        Its name; a word for a declaration in Python.
    lines : mapping from KeyPath to int
        Those of `key_lines`; empty without a file.
    """

    file: str
    lines: Mapping[KeyPath, int] = field(default_factory=dict)
    path: KeyPath = ()

    def at(self, *names: str | int) -> Place:
        """Return a place further in."""
        return Place(self.file, self.lines, (*self.path, *names))

    def fail(self, message: str) -> NoReturn:
        """Raise the error for a mistake at this place, with the file, the line and the key."""
        where, path = self.words, self.path
        while path and path not in self.lines:  # a key in an inline table has the line of the table
            path = path[:-1]
        raise ParseError(f"{where}: {message}" if where else message, self.file, self.lines.get(path))

    @property
    def words(self) -> str:
        """The path as a person writes it: "grid 2, ante"."""
        words: list[str] = []
        for part in self.path:
            if isinstance(part, int):
                words[-1] += f" {part + 1}"
            else:
                words.append(part)
        return ", ".join(words)


def key_lines(text: str) -> dict[KeyPath, int]:
    r"""Return the line, counted from 1, of every table and key of a correct TOML text, but for inline tables.

    Examples
    --------
    >>> key_lines('store = "a"\n[[grid]]\nante = [\n  1]\n[[grid]]\nbet = 2\n')
    {('store',): 1, ('grid', 0): 2, ('grid', 0, 'ante'): 3, ('grid', 1): 5, ('grid', 1, 'bet'): 6}
    """
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, statement in _statements(text):
        header, key = _HEADER.match(statement), _KEY.match(statement)
        if header is not None:
            table = _entered(_parts(header[2]), header[1] == "[[", counts)
            lines[table] = number
        elif key is not None:
            lines.setdefault((*table, *_parts(key[1])), number)
    return lines


def _entered(names: list[str], is_array: bool, counts: dict[KeyPath, int]) -> KeyPath:
    """Return the path of a table whose header begins; `counts` has the tables of every array so far."""
    path: KeyPath = ()
    for name in names[:-1]:
        path = (*path, name)
        if path in counts:
            path = (*path, counts[path] - 1)
    path = (*path, names[-1])
    if not is_array:
        return path
    counts[path] = counts.get(path, 0) + 1
    return (*path, counts[path] - 1)


def _parts(name: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_PART, name)]


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number of the first line of every statement, and that line."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        first = number
        depth, quote = _state_after(lines[number], 0, "")
        while (depth or quote) and number + 1 < len(lines):
            number += 1
            depth, quote = _state_after(lines[number], depth, quote)
        yield first + 1, lines[first]
        number += 1


def _state_after(line: str, depth: int, quote: str) -> tuple[int, str]:
    """Return how many brackets are open after a line, and the quotation mark of a text that goes on, if one does."""
    place = 0
    while place < len(line):
        if quote:
            if quote[0] == '"' and line[place] == "\\":
                place += 2
            elif line.startswith(quote, place):
                place, quote = place + len(quote), ""
            else:
                place += 1
            continue
        if line[place] == "#":
            break
        quote = next((mark for mark in _QUOTES if line.startswith(mark, place)), "")
        if not quote:
            depth += (line[place] in "[{") - (line[place] in "]}")
        place += len(quote) or 1
    return depth, quote if len(quote) == 3 else ""
