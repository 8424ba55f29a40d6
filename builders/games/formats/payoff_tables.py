"""Reader of tables of payoffs as spreadsheets save them: comma-separated values, or other separators."""

from __future__ import annotations

import csv
from pathlib import Path

from seqform.builders.games.exact_numbers import given_rational
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.formats.tokens import errors_named
from seqform.errors import GameError, ParseError
from seqform.models.games.extensive import ExtensiveGame

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
