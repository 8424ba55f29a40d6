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
_OPAQUE = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:\\.|[^"\\\n])*"|' r"'[^'\n]*'|#[^\n]*", re.DOTALL
)
"""Texts and comments, whose brackets do not count."""


@dataclass(frozen=True)
class Place:
    """A place in a sweep's declaration: a key in a file, with the lines of `key_lines`; empty without a file."""

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
    lines, number, depth = text.split("\n"), 0, 0
    for shown in _OPAQUE.sub(lambda found: "\0" * found[0].count("\n"), text).split("\n"):
        if depth == 0:
            yield number + 1, lines[number]
        depth += sum((sign in "[{") - (sign in "]}") for sign in shown)
        number += 1 + shown.count("\0")
