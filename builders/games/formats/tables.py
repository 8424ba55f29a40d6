"""Tables of payoffs in text files, with whatever separators, decimal marks and names they have.

A file does not declare how it is to be read. Each way is tried on the whole file: separators that occur in every line,
with decimal points and, where the comma does not separate, decimal commas. One way has to fit; a file that several fit,
with different payoffs, is refused.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, pairwise
from pathlib import Path
from typing import NoReturn

from seqform.builders.games.families.matrix_games import TWO_TABLES, PayoffMatrix, game_of_tables
from seqform.builders.games.formats.tokens import errors_named
from seqform.errors import ParseError
from seqform.models.games.extensive import NONE, ExtensiveGame
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.given import given_rational, written_rational
from seqform.models.numbers.text import write_rational
from seqform.system.foreign_files import shown_value
from seqform.system.foreign_text import csv_text

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}

_DECIMAL_COMMA = re.compile(r"([+-]?[0-9]*),([0-9]+)")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+")
_BEGINS_AS_NUMBER = re.compile(
    r"[^\w\s]*\s*[\d½¼¾⅐-⅞⁰¹²³⁴-⁹]|[^\w\s]*(?:nan|inf(?:inity)?)\Z", re.IGNORECASE
)
"""Signs, points and other marks before a digit or a fraction, or before a word for a value that is no number."""

_PAIR = re.compile(r"\(.*|.*\)|[^\s,;|:]+\s*[,;|:\s]\s*[^\s,;|:]+")
"""A cell that may have the payoffs of both players, or be one half of such a cell."""

LEAST_NAMED = 3
"""Rows or columns from which on the first one may hold names, with at least two of payoffs behind it."""

Cells = list[list[str]]


@dataclass(frozen=True)
class _Way:
    """A way to read a file: what separates its values, and whether a comma is the decimal mark."""

    separator: str
    has_decimal_commas: bool = False

    def __str__(self) -> str:
        decimal_commas = ", with decimal commas" if self.has_decimal_commas else ""
        return f"separated by {SEPARATORS[self.separator]}{decimal_commas}"

    def number(self, cell: str) -> str | None:
        """Return a number as text with a decimal point, None for a cell that is none."""
        if self.has_decimal_commas:
            match = _DECIMAL_COMMA.fullmatch(cell)
            if match is not None:
                cell = f"{match[1]}.{match[2]}"
            elif "." in cell:
                return None
        return None if written_rational(cell) is None else cell


def parse_table(text: str, file: str = "<string>", *, normalize: bool = False) -> ExtensiveGame:
    r"""Return the game of a table of payoffs, in which player 0 chooses a row and player 1 a column.

    One table has player 0's payoffs in a zero-sum game. Two tables of the same shape, with an empty line between them,
    have player 0's and player 1's; the second is aligned with the first by the names that both have. Values are
    separated by commas, semicolons or tabs. The first row and the first column may hold names of actions; where the
    first cell is empty they do, even if the names are numbers. Otherwise a name that begins as a number does is
    refused, since it may be a misspelt payoff, and so are two names that are equal. Three or more names of columns
    above a first column of ascending numbers, which may name the rows, are refused, and so are three or more names of
    rows beside a first row of ascending numbers; of two tables, if these numbers are the same. Numbers are read
    exactly: integers, decimals, where semicolons or tabs separate also with decimal commas, and fractions such as 1/3.
    The note of the game states that there is one table, and how commas are read.
    ``normalize``, which readers of all formats take, has no effect.

    Raises ParseError if a payoff is not a number, rows differ in length, there are more than two tables, tables have
    different names, or the file can be read in two ways; the message names the line, or both ways.

    Examples
    --------
    >>> parse_table("3,0\n5,1\n\n3,5\n0,1\n").constant_sum is None
    True
    >>> parse_table(",left,right\nup,1,-1\ndown,-1,1\n")
    <ExtensiveGame '<string>': 7 nodes, 1 and 1 information sets>
    >>> parse_table("0,5;1,5\n2,5;0,25\n").leaf_payoffs[0].to_fractions()[3]
    Fraction(1, 4)
    """
    lines = text.splitlines()
    readings: list[tuple[_Way, list[PayoffMatrix]]] = []
    failures: list[tuple[_Way, ParseError]] = []
    for way in _ways(lines):
        try:
            tables = _tables(lines, way, file)
        except ParseError as error:
            failures.append((way, error))
            continue
        # Two ways to the same payoffs, as of a table of one column, are no ambiguity.
        is_new = all(tables != known_tables for _, known_tables in readings)
        if is_new:
            readings.append((way, tables))

    if not readings:
        raise _likeliest(failures, lines)
    if len(readings) > 1:
        raise ParseError(
            f"can be read in two ways: {_listed(readings)}; write it with decimal points and commas",
            file,
        )

    way, tables = readings[0]
    if way.has_decimal_commas:
        _refuse_thousands(lines, way, file)
    with errors_named(file):
        game = game_of_tables(Path(file).stem or file, tables)
    return replace(game, note="; ".join(_notes(tables, lines, way, file)))


def write_table(game: ExtensiveGame) -> str:
    r"""Return a game in which each player moves once as two tables with the names of actions, as `parse_table` reads.

    Names of players, labels and the comment are lost, and spaces around names.

    Examples
    --------
    >>> print(write_table(parse_table("1,-1\n-1,1\n")), end="")
    ,1,2
    1,1,-1
    2,-1,1
    <BLANKLINE>
    ,1,2
    1,-1,1
    2,1,-1
    """
    rows = _written_names(game.information_sets.actions(0))
    columns = _written_names(game.information_sets.actions(1))
    outcome = game.outcome[game.leaves].tolist()
    texts = []
    for payoffs in game.outcomes.payoffs:
        values = iter([Fraction(0) if row == NONE else payoffs[row] for row in outcome])
        lines = [[name, *(write_rational(next(values)) for _ in columns)] for name in rows]
        texts.append(csv_text(["", *columns], lines))
    return "\n".join(texts)


def _written_names(actions: Sequence[str]) -> tuple[str, ...]:
    """Return names that are neither empty nor equal."""
    return unique_names(
        [" ".join(name.split()) or str(place) for place, name in enumerate(actions, start=1)]
    )


def _notes(
    tables: Sequence[PayoffMatrix], lines: Sequence[str], way: _Way, file: str
) -> Iterator[str]:
    """Yield remarks on what may have been meant in another way."""
    if len(tables) == 1:
        yield "no second table: player 2 gets the opposite payoffs"
    for _, table in _blocks(lines, way, file):
        for cell in chain.from_iterable(table):
            number = way.number(cell)
            if "," in cell and number is not None:
                yield f"commas are decimal: {cell} is read as {write_rational(Fraction(given_rational(number)))}"
                return


def _likeliest(failures: Sequence[tuple[_Way, ParseError]], lines: Sequence[str]) -> ParseError:
    """Return the error of the way in which most cells are numbers; of two, that of decimal commas, or the first."""

    def likelihood(failure: tuple[_Way, ParseError]) -> tuple[float, bool]:
        way, _ = failure
        return _share_of_numbers(lines, way), way.has_decimal_commas

    _, error = max(failures, key=likelihood)
    return error


def _share_of_numbers(lines: Sequence[str], way: _Way) -> float:
    """Return the share of the cells that are numbers; 0 if the lines have no cells in this way."""
    num_cells = 0
    num_numbers = 0
    try:
        for row in csv.reader(lines, delimiter=way.separator):
            num_cells += len(row)
            num_numbers += sum(way.number(cell.strip()) is not None for cell in row)
    except csv.Error:
        return 0.0
    return num_numbers / max(1, num_cells)


def _listed(readings: Sequence[tuple[_Way, Sequence[PayoffMatrix]]]) -> str:
    """Return two ways in words, with the shapes of the tables to which they lead."""
    parts = []
    for way, tables in readings[:2]:
        rows, columns = tables[0].shape
        parts.append(f"{way}, as {rows} × {columns} payoffs")
    return " and ".join(parts)


def _ways(lines: Sequence[str]) -> Iterator[_Way]:
    """Yield the ways that are tried, first with the separator of which the first line has the most."""
    filled = [line for line in lines if line.strip()]
    first = filled[0] if filled else ""
    most_frequent = max(map(first.count, SEPARATORS))
    for separator in sorted(SEPARATORS, key=first.count, reverse=True):
        is_everywhere = all(separator in line for line in filled)
        # The most frequent one is tried in any case: if a line lacks it, its error names that line.
        if is_everywhere or first.count(separator) == most_frequent:
            yield _Way(separator)
        if is_everywhere and separator != ",":
            yield _Way(separator, has_decimal_commas=True)


def _tables(lines: Sequence[str], way: _Way, file: str) -> list[PayoffMatrix]:
    """Return the one or two tables of a file that is read in some way."""
    if way.has_decimal_commas:
        _refuse_points(lines, way, file)
    blocks = _blocks(lines, way, file)
    tables = [_table(cells, start, way, file) for start, cells in blocks]
    start, cells = blocks[0]
    _require_one_reading(tables, cells[0][0], file, start)
    return tables


def _blocks(lines: Sequence[str], way: _Way, file: str) -> list[tuple[int, Cells]]:
    """Return the cells of each table with the number of its first line."""
    try:
        # Names may stand in quotation marks, with separators inside.
        rows = list(csv.reader(lines, delimiter=way.separator))
    except csv.Error as error:
        raise ParseError(f"no table of payoffs: {error}", file) from None

    blocks: list[tuple[int, Cells]] = []
    is_open = False
    for number, row in enumerate(rows, start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            is_open = False
            continue
        if not is_open:
            blocks.append((number, []))
            is_open = True
        _, block = blocks[-1]
        block.append(cells)

    if not 1 <= len(blocks) <= 2:
        raise ParseError(
            f"one table of payoffs, or two with an empty line between them, expected, not {len(blocks)}",
            file,
        )
    return blocks


def _refuse_points(lines: Sequence[str], way: _Way, file: str) -> None:
    """Raise ParseError where a number has a decimal point though others are to have decimal commas."""
    with_points = _Way(way.separator)
    for start, table in _blocks(lines, way, file):
        for number, row in enumerate(table, start=start):
            for cell in row:
                if "." in cell and with_points.number(cell):
                    raise ParseError(
                        f"{shown_value(cell)} has a decimal point beside decimal commas",
                        file,
                        number,
                        1,
                    )


def _refuse_thousands(lines: Sequence[str], way: _Way, file: str) -> None:
    """Raise ParseError where all commas in numbers may separate thousands, as in 1,500."""
    with_comma = []
    for _, table in _blocks(lines, way, file):
        for row in table:
            with_comma += [cell for cell in row if "," in cell and way.number(cell)]

    # One number such as 0,5 or 1,25 shows that the commas are decimal.
    if with_comma and all(map(_THOUSANDS.fullmatch, with_comma)):
        raise ParseError(
            f"{shown_value(with_comma[0])} can be read in two ways: with a decimal "
            "comma, and with a comma that separates thousands; "
            "write a decimal point, or no separator of thousands",
            file,
        )


def _refuse_title(cells: Cells, start: int, way: _Way, file: str) -> None:
    """Raise ParseError where a line with one text is above the line of the names of columns."""
    title, *others = cells[0]
    if not title or any(others) or way.number(title) or len(cells) == 1:
        return
    if len(cells[1]) > 1 and not any(map(way.number, cells[1])):
        raise ParseError(
            f"{shown_value(title)} is a title; a table begins with the names of columns or with payoffs: "
            "leave this line out",
            file,
            start,
            1,
        )


def _refuse_no_payoffs(cells: Cells, start: int, way: _Way, file: str) -> NoReturn:
    """Raise ParseError of a table without payoffs, with the separator where blanks are between numbers."""
    for line, row in enumerate(cells, start=start):
        for cell in row:
            words = cell.split()
            if len(words) > 1 and all(map(way.number, words)):
                raise ParseError(
                    f"blanks are between the payoffs of {shown_value(cell)}; commas separate payoffs: "
                    f"write {shown_value(','.join(words))}",
                    file,
                    line,
                    1,
                )
    raise ParseError("a table of payoffs expected, not names alone", file, start, 1)


def _table(cells: Cells, start: int, way: _Way, file: str) -> PayoffMatrix:
    """Return the payoffs of a table as texts, with the names of its rows and columns if it has any."""
    _refuse_title(cells, start, way, file)
    # An empty first cell says that there are names of both; else a line without any number has names. The first cell
    # of all is left out where it may be a title above the names of rows.
    has_both = cells[0][0] == ""
    has_columns = has_both or not any(map(way.number, cells[0][1:] or cells[0]))
    body = cells[1:] if has_columns else cells
    has_rows = has_both or (bool(body) and not any(way.number(row[0]) for row in body))
    num_names = 1 if has_rows else 0  # cells before the payoffs of a row

    payoffs: Cells = []
    width = len(body[0]) - num_names if body else 0
    for line, row in enumerate(body, start=start + has_columns):
        entries = row[num_names:]
        if len(entries) != width:
            raise ParseError(f"{len(entries)} payoffs in a table of {width} columns", file, line, 1)
        payoffs.append(_numbers(entries, way, file, line))
    if not width:
        _refuse_no_payoffs(cells, start, way, file)

    column_names = None
    if has_columns:
        has_corner = has_both or (has_rows and len(cells[0]) == width + 1)
        column_names = cells[0][1:] if has_corner else cells[0]
        _require_names("row", column_names, has_both, file, start)
        if len(column_names) != width:
            raise ParseError(
                f"{len(column_names)} names of columns in a table of {width} columns",
                file,
                start,
                1,
            )

    row_names = None
    if has_rows:
        row_names = [row[0] for row in body]
        _require_names("column", row_names, has_both, file, start)
    return PayoffMatrix(payoffs, (row_names, column_names))


def _numbers(entries: Sequence[str], way: _Way, file: str, line: int) -> list[str]:
    """Return the payoffs of a row as texts with decimal points."""
    numbers = []
    for place, entry in enumerate(entries, start=1):
        number = way.number(entry)
        if number is None:
            expected = "a number such as -2, 0.5 or 1/3 expected"
            if _may_be_pair(entry):
                expected += f"; {TWO_TABLES}"
            elif not any(map(way.number, entries)):
                expected += (
                    "; if player 2's payoffs begin here, an empty line before them is missing"
                )
            raise ParseError(f"payoff {place} is {shown_value(entry)}: {expected}", file, line, 1)
        numbers.append(number)
    return numbers


def _may_be_pair(entry: str) -> bool:
    """Return whether a cell may have two numbers, or one of them behind a parenthesis."""
    if _PAIR.fullmatch(entry) is None:
        return False
    parts = [part for part in re.split(r"[\s,;|:]+", entry.strip("() ")) if part]
    return 1 <= len(parts) <= 2 and all(written_rational(part) is not None for part in parts)


def _require_names(line: str, names: Sequence[str], has_both: bool, file: str, start: int) -> None:
    """Refuse an empty name, and where no empty first cell marks names as such, one that may be a misspelt payoff.

    Names that are equal, such as O and O, may be as well. `line` is "row" or "column", the first one of the table, in
    which the names are.
    """
    if "" in names:
        raise ParseError(f"the first {line} has an empty cell among names", file, start, 1)
    doubtful = [name for name in names if _BEGINS_AS_NUMBER.match(name) or names.count(name) > 1]
    if doubtful and not has_both:
        raise ParseError(
            f"the first {line} can be read in two ways: as names, and as payoffs, of which {shown_value(doubtful[0])} "
            "would be one; correct its payoffs, or if they are names, name all rows and columns and leave the first "
            "cell empty",
            file,
            start,
            1,
        )


def _require_one_reading(
    tables: Sequence[PayoffMatrix], corner: str, file: str, start: int
) -> None:
    """Refuse numbers beside names that may be payoffs, or names of their own beside a title in the first cell.

    Such are the first column below the names of columns, and the first row beside the names of rows, if both tables
    have the same ones.
    """
    height, width = tables[0].shape
    have_row_names = [table.names[0] is not None for table in tables]
    have_column_names = [table.names[1] is not None for table in tables]

    if all(have_column_names) and not any(have_row_names) and width >= LEAST_NAMED:
        first_columns = [[str(row[0]) for row in table.cells] for table in tables]
        if _may_be_names(first_columns):
            raise _in_two_ways("column", corner, (height, width), (height, width - 1), file, start)

    if all(have_row_names) and not any(have_column_names) and height >= LEAST_NAMED:
        first_rows = [list(map(str, table.cells[0])) for table in tables]
        if _may_be_names(first_rows):
            raise _in_two_ways("row", corner, (height, width), (height - 1, width), file, start)


def _may_be_names(lines: Sequence[Sequence[str]]) -> bool:
    """Return whether the numbers of all tables may as well be names, which ascend from zero or above, as 10, 20, 30 do.

    Tables are aligned by names, so that they have the same ones.
    """
    first, *later = (list(map(given_rational, line)) for line in lines)
    if len(first) < 2 or first[0] < 0:
        return False
    ascends = all(before < after for before, after in pairwise(first))
    return ascends and all(sorted(line) == first for line in later)


def _in_two_ways(
    line: str,
    corner: str,
    as_payoffs: tuple[int, int],
    as_names: tuple[int, int],
    file: str,
    start: int,
) -> ParseError:
    """Return the error of a first row or column of numbers, named by the first cell, with the shapes of both readings.

    `line` is "row" or "column". It has payoffs, or names of the columns or rows below or beside a title.
    """
    if line == "column":
        named = "rows"
        remedy = "in a column before it"
    else:
        named = "columns"
        remedy = "in a row above it"
    rows, columns = as_payoffs
    fewer_rows, fewer_columns = as_names
    return ParseError(
        f"the first {line}, {shown_value(corner)}, can be read in two ways: as payoffs, in a table of {rows} × "
        f"{columns}, and as names of {named}, in one of {fewer_rows} × {fewer_columns}; name the {named} "
        f"{remedy} if these are payoffs, and leave the first cell empty if they are names",
        file,
        start,
        1,
    )
