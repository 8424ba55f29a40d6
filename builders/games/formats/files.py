"""Game files: readers and writers by suffix, tables of payoffs, standard input, and files that are not read."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from pathlib import Path

from seqform.builders.games.exact_numbers import given_rational
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.formats.efg import parse_efg, read_efg, write_efg
from seqform.builders.games.formats.explorer import parse_xml
from seqform.builders.games.formats.nfg import parse_nfg, read_nfg, write_nfg
from seqform.builders.games.formats.tokens import decoded, errors_named
from seqform.builders.games.rounding import without_rounding
from seqform.errors import GameError, ParseError
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


SEPARATORS = ",;\t"

Cells = list[list[str]]


def parse_table(text: str, file: str = "<string>", *, normalize: bool = False) -> ExtensiveGame:
    r"""Return the game of a table of payoffs, in which player 1 chooses a row and player 2 a column.

    One table has player 1's payoffs in a zero-sum game. Two tables of the same shape, with an empty line between them,
    have player 1's and player 2's. Values are separated by commas, semicolons or tabs, of which the first line has the
    most. The first row and the first column may hold names of actions. Numbers are read exactly: integers, decimals
    and fractions such as 1/3. ``normalize``, which readers of all formats take, has no effect.

    Raises
    ------
    ParseError
        If a payoff is not a number, rows differ in length, or there are more than two tables; the message names the
        line.

    Examples
    --------
    >>> parse_table("3,0\n5,1\n\n3,5\n0,1\n").constant_sum is None
    True
    >>> parse_table(",left,right\nup,1,-1\ndown,-1,1\n")
    <ExtensiveGame '<string>': 7 nodes, 1 and 1 information sets>
    """
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    separator = max(SEPARATORS, key=first.count)
    blocks: list[tuple[int, Cells]] = []
    open_block = False
    for number, row in enumerate(csv.reader(lines, delimiter=separator), start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            open_block = False
            continue
        if not open_block:
            blocks.append((number, []))
            open_block = True
        blocks[-1][1].append(cells)
    if not 1 <= len(blocks) <= 2:
        raise ParseError(
            f"one table of payoffs, or two with an empty line between them, expected, not {len(blocks)}", file
        )
    with errors_named(file):
        tables = [_numbers(cells, start, file) for start, cells in blocks]
        (payoffs, rows, columns), other = tables[0], tables[1][0] if len(tables) == 2 else None
        return bimatrix_game(Path(file).stem or file, payoffs, other, rows, columns)


def _numbers(cells: Cells, start: int, file: str) -> tuple[Cells, list[str] | None, list[str] | None]:
    """Return the payoffs of a table as texts, and the names of its rows and columns if it has any."""
    has_columns = not any(map(_is_number, cells[0][1:] or cells[0]))
    body = cells[1:] if has_columns else cells
    has_rows = bool(body) and not any(_is_number(row[0]) for row in body)
    payoffs = [row[1:] if has_rows else row for row in body]
    width = len(payoffs[0]) if payoffs else 0
    for number, row in enumerate(payoffs, start=start + has_columns):
        if len(row) != width:
            raise ParseError(f"{len(row)} payoffs in a table of {width} columns", file, number, 1)
        wrong = next((place for place, cell in enumerate(row) if not _is_number(cell)), None)
        if wrong is not None:
            raise ParseError(
                f"payoff {wrong + 1} is {row[wrong]!r}: a number such as -2, 0.5 or 1/3 expected", file, number, 1
            )
    if not width:
        raise ParseError("a table of payoffs expected, not names alone", file, start, 1)
    columns = cells[0][-width:] if has_columns else None
    return payoffs, [row[0] for row in body] if has_rows else None, columns


def _is_number(cell: str) -> bool:
    try:
        given_rational(cell)
    except GameError:
        return False
    return True


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
