"""Game files: the readers and writers by suffix, standard input, and files that are recognized and not read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from seqform.builders.games.formats.efg import parse_efg, read_efg, write_efg
from seqform.builders.games.formats.explorer import parse_xml
from seqform.builders.games.formats.nfg import parse_nfg, read_nfg, write_nfg
from seqform.builders.games.formats.payoff_tables import parse_table
from seqform.builders.games.formats.tokens import decoded
from seqform.builders.games.rounding import without_rounding
from seqform.errors import ParseError
from seqform.models.games.extensive import ExtensiveGame
from seqform.system.foreign_files import memory_errors_named


def _reader(parse: Callable[..., ExtensiveGame]) -> Callable[..., ExtensiveGame]:
    """Return the reader of files whose text a function parses."""

    def read(path: Path, *, normalize: bool = False) -> ExtensiveGame:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ParseError(f"cannot be read: {error.strerror or error}", str(path)) from None
        return parse(decoded(data, str(path)).removeprefix("\ufeff"), str(path), normalize=normalize)

    return read


READERS: dict[str, Callable[..., ExtensiveGame]] = {
    ".efg": read_efg,
    ".nfg": read_nfg,
    ".xml": _reader(parse_xml),
    ".gbt": _reader(parse_xml),
    ".csv": _reader(parse_table),
}
OTHER_KINDS = {
    b"PK\x03\x04": "a spreadsheet's workbook or another archive; save the table of payoffs as .csv",
    b"%PDF": "a PDF document",
    b"{": "a JSON file; profiles and answers are read by commands that take one",
}
"""The kinds of files that are recognized and not read, by their first bytes."""
WRITERS: dict[str, Callable[[ExtensiveGame], str]] = {".efg": write_efg, ".nfg": write_nfg}


def read_game(path: Path, *, normalize: bool = False) -> ExtensiveGame:
    """Return the game in a file, of a kind by its suffix or its first bytes; ParseError if it cannot be read."""
    try:
        path = path.expanduser()
    except RuntimeError as error:
        raise ParseError(f"cannot be read: {error}", str(path)) from None
    with memory_errors_named(str(path)):
        read = READERS.get(path.suffix.lower()) or _reader_by_content(path)
        return without_rounding(read(path, normalize=normalize))


def read_standard_input(*, normalize: bool = False) -> ExtensiveGame:
    """Return the game of one of Gambit's files on standard input."""
    name = "standard input"
    with memory_errors_named(name):
        text = decoded(sys.stdin.buffer.read(), name)
        parse = parse_nfg if text.lstrip("\ufeff \t\r\n").startswith("NFG") else parse_efg
        return without_rounding(parse(text, name, normalize=normalize))


def _reader_by_content(path: Path) -> Callable[..., ExtensiveGame]:
    try:
        with path.open("rb") as file:
            head = file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")
    except (OSError, ValueError) as error:
        raise ParseError(f"cannot be read: {getattr(error, 'strerror', error)}", str(path)) from None
    if head.startswith((b"NFG", b"EFG")):
        return READERS[f".{head[:3].decode().lower()}"]
    if head.startswith(b"<"):
        return READERS[".xml"]
    if path.suffix == ".py":
        raise ParseError(f"a Python file; {path}:NAME is the game, or the rules, of that name in it", str(path))
    other = next((kind for begins, kind in OTHER_KINDS.items() if head.startswith(begins)), None)
    ways = 'a game file begins with "EFG 2 R" or "NFG 1 R", or is one of Game Theory Explorer (.xml), a workbook of '
    ways += "Gambit (.gbt), or a table of payoffs (.csv)"
    raise ParseError(ways if other is None else f"{other}. {ways[0].upper()}{ways[1:]}", str(path), 1, 1)
