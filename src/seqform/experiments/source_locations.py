"""Line numbers of the tables and keys of a TOML file, which `tomllib` does not report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

KeyPath = tuple[str | int, ...]
"""Names of tables and keys from the outside in; after the name of an array of tables, which one, from 0."""

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_NAME})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*({_NAME})[ \t]*=")
_QUOTES = ('"""', "'''", '"', "'")


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


def line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    """Return the line of a key, or of what it is in, where it is not listed itself."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None


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
