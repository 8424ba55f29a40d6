r"""Tables in LaTeX that fit the page: long text in paragraphs, many columns in several tables, fractions apart.

Widths are estimated for ten points and the text width of the class ``article``. No package is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

CHARACTER = 5.0
"""The width of a digit, in points."""

_WIDTHS = {
    **dict.fromkeys("bdhknpqu", 5.5),
    **dict.fromkeys("agovxy0123456789/+", 5.2),
    **dict.fromkeys("cerstzJ?", 4.4),
    **dict.fromkeys("ilfj.,:;!'I| -()[]", 3.4),
    **dict.fromkeys("mwMWQ%@&=<>~", 9.0),
}
"""Widths of characters in Computer Modern, by groups; those that are missing are as wide as capital letters."""

_CAPITAL = 7.3

PAGE = 340.0
_LINE = 345.0  # of the class article at ten points
_GAP = 12.0  # between columns
_LEAST = 70.0  # of a column of text
_HEIGHT = 500.0  # of the rows of one table
_RAGGED = 1.2  # the lines of a paragraph are not full
_SINGLE = 12.0  # of a line
_STRETCH = 1.4  # of the lines of tables with fractions


def text_width(text: str) -> float:
    """Return the width of a line of text, in points.

    Examples
    --------
    >>> text_width("mill") > text_width("ill") + 6
    True
    """
    return sum(_WIDTHS.get(character, _CAPITAL) for character in text)


class TexCell(NamedTuple):
    """A cell: its text in LaTeX, the width of a line with it, and the text with places at which long words break."""

    text: str
    width: float
    breakable: str


def tabulars(
    head: Sequence[TexCell], rows: Sequence[Sequence[TexCell]], align: str, keys: int = 1
) -> str:
    """Return a ``tabular`` or, where it would be wider or longer than a page, several below each other.

    `align` has "l" for columns of text and "r" for those of numbers. Tables beside which there is no room for further
    columns are followed by others, which begin with the first columns again, the `keys` that tell the rows apart.
    """
    # 1. The width of every column is that of its widest cell, but text needs no more than `_LEAST`. Where all together
    #    fit a page only if the words of headings stand in two lines, they do.
    # 2. Columns are distributed to tables: each takes as many as fit, beside the keys.
    # 3. In a table that is too wide, the widest columns of text become paragraphs, all of one width.
    # 4. Tables that are too high are cut. One with fractions has its lines further apart.
    widths = _widths([head, *rows])
    groups = _groups(widths, align, keys)
    if len(groups) > 1:
        stacked = [_in_two_lines(cell, side) for cell, side in zip(head, align, strict=True)]
        narrower = _widths([stacked, *rows])
        if len(_groups(narrower, align, keys)) == 1:
            head = stacked
            widths = narrower
            groups = _groups(widths, align, keys)
    parts = []
    for columns in groups:
        letters, sizes = _letters(columns, widths, align)
        pages = _pages(columns, sizes, rows)
        parts += [_tabular(columns, letters, head, page) for page in pages]
    return "\\par\\medskip\\noindent\n".join(parts)


def _widths(rows: Sequence[Sequence[TexCell]]) -> list[float]:
    """Return the width of the widest cell of every column."""
    return [max(cell.width for cell in cells) for cells in zip(*rows, strict=True)]


def _in_two_lines(cell: TexCell, side: str) -> TexCell:
    """Return a heading of several words in two lines, as short as they can be."""
    words = cell.text.split(" ")
    if len(words) < 2 or "$" in cell.text:
        return cell
    lines = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    first, second = min(lines, key=lambda pair: max(map(text_width, pair)))
    width = max(text_width(first), text_width(second))
    return cell._replace(text=f"\\shortstack[{side}]{{{first}\\\\{second}}}", width=width)


def _groups(widths: Sequence[float], align: str, keys: int) -> list[list[int]]:
    """Return the columns of every table."""
    least = list(widths)
    for column, side in enumerate(align):
        if side == "l":
            least[column] = min(widths[column], _LEAST)
    return column_groups([width + _GAP for width in least], PAGE, keys)


def column_groups(widths: Sequence[float], room: float, keys: int) -> list[list[int]]:
    """Return the columns of tables in which a wide one is shown, each of which begins with the first columns, its keys.

    Each takes as many of the other columns as there is room for, and at least one.
    """
    first = list(range(keys))
    groups = [first.copy()]
    for column in range(keys, len(widths)):
        needed = sum(widths[member] for member in groups[-1]) + widths[column]
        if needed > room and len(groups[-1]) > keys:
            groups.append(first.copy())
        groups[-1].append(column)
    return groups


def _pages(
    columns: Sequence[int], sizes: Sequence[float], rows: Sequence[Sequence[TexCell]]
) -> list[list[Sequence[TexCell]]]:
    """Return the rows of each of the tables below each other."""
    pages: list[list[Sequence[TexCell]]] = [[]]
    height = 0.0
    for row in rows:
        lines = 1
        for column, size in zip(columns, sizes, strict=True):
            lines = max(lines, math.ceil(_RAGGED * row[column].width / size))
        row_height = _SINGLE * (_STRETCH + lines - 1)
        if height + row_height > _HEIGHT and pages[-1]:
            pages.append([])
            height = 0.0
        pages[-1].append(row)
        height += row_height
    return pages


def _letters(
    columns: Sequence[int], widths: Sequence[float], align: str
) -> tuple[list[str], list[float]]:
    """Return how each column of a table is set, "l", "r", or a paragraph of some width, and how wide it is."""
    letters = [align[column] for column in columns]
    sizes = [max(widths[column], CHARACTER) * _RAGGED for column in columns]  # in one line
    room = PAGE - sum(_GAP for _ in columns)
    if sum(widths[column] for column in columns) <= room:
        return letters, sizes

    # Narrow columns of text stay as they are; the others share what these leave.
    room -= sum(widths[column] for column in columns if align[column] != "l")
    flexible = sorted(
        (column for column in columns if align[column] == "l"), key=lambda column: widths[column]
    )
    while flexible and widths[flexible[0]] <= room / len(flexible):
        room -= widths[flexible.pop(0)]
    for column in flexible:
        size = max(room / len(flexible), _LEAST / 2)
        place = columns.index(column)
        letters[place] = f"p{{{size / _LINE:.2f}\\linewidth}}"
        sizes[place] = size
    return letters, sizes


def _tabular(
    columns: Sequence[int],
    letters: Sequence[str],
    head: Sequence[TexCell],
    rows: Sequence[Sequence[TexCell]],
) -> str:
    """Return one ``tabular`` of some columns and rows."""
    lines = [_row(columns, letters, row) for row in rows]
    body = "".join(lines)
    text = (
        f"\\begin{{tabular}}{{{''.join(letters)}}}\n\\toprule\n{_row(columns, letters, head)}\\midrule\n"
        f"{body}\\bottomrule\n\\end{{tabular}}\n"
    )
    if r"\frac" not in body:
        return text
    return f"\\begingroup\\renewcommand{{\\arraystretch}}{{{_STRETCH:g}}}%\n{text}\\endgroup\n"


def _row(columns: Sequence[int], letters: Sequence[str], cells: Sequence[TexCell]) -> str:
    r"""Return a row; it ends in ``\tabularnewline`` where ``\\`` would end a line within a paragraph."""
    texts = []
    for column, letter in zip(columns, letters, strict=True):
        cell = cells[column]
        texts.append(f"\\raggedright {cell.breakable}" if letter.startswith("p") else cell.text)
    line = " & ".join(texts)
    # After the end of a row, LaTeX would read these as the arguments of its command
    if line.lstrip().startswith(("[", "*")):
        line = "{}" + line
    end = r"\\"
    if any(letter.startswith("p") for letter in letters):
        end = r"\tabularnewline"
    return f"{line} {end}\n"
