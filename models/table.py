r"""Tables of results, and their writers for terminals, notebooks, data frames, CSV, Markdown and LaTeX.

A cell is text, a number, a truth value, nothing, or `Shares`: probabilities by name. Numbers stay exact in data; in
documents they are shortened by `seqform.models.numbers.text.short`.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.errors import InputError
from seqform.models.latex_tables import CHARACTER, TexCell, column_groups, tabulars, text_width
from seqform.models.numbers.text import short, write_rational
from seqform.system.files import write_whole
from seqform.system.foreign_text import (
    LATEX_DEFINITIONS,
    csv_text,
    html_table,
    html_text,
    latex_text,
    markdown_text,
    visible,
)
from seqform.system.packages import require

if TYPE_CHECKING:
    from seqform.models.numbers.exact import Number
    from seqform.system import console

MAX_ROWS = 16
"""Of longer tables these many rows are shown to people, unless everything is asked for."""

SHOW_ALL = "--all shows every"
"""The hint of a line below a table that does not have all rows, which ends in a noun."""

FORMATS = ("table", "json", "csv", "markdown", "latex")
"""The formats of results on the command line."""

BAR_WIDTH = 12
_MOST_BARS = 1000
_UNBOUNDED = 10**6
_BLOCKS = "█▓▒░"
_ASCII_BLOCKS = "#=+-"
_ASCII = str.maketrans({"≈": "~", "×": "x", "–": "-", "→": "->", "…": "...", "ε": "eps", "∅": "()"})

_LATEX_HEAD = (
    LATEX_DEFINITIONS
    + r"""\providecommand{\seqformletter}[1]{{\def\first{OT1}\edef\current{\csname f@encoding\endcsname}%
  \ifx\current\first\seqformglyph{#1}\else#1\fi}}%
\providecommand{\toprule}{\hline}\providecommand{\midrule}{\hline}\providecommand{\bottomrule}{\hline}%
"""
)
_BELOW_TITLE = r"\par\nobreak\smallskip\nobreak\noindent"
"""A title stays on the page of its table."""

_LONG_WORD = 12  # letters; longer ones may be broken in columns of paragraphs
_WORD_PART = 6

_AROUND_CELL = 3  # of a terminal's columns: two of space and a border
_LONGEST_ON_TERMINAL = 24  # of a terminal's columns; longer words may be broken

_ONLY_T1 = re.compile("[ĄąĘęĐđÐðÞþ]")
"""Letters that LaTeX's first encoding has not."""

_OPTION = re.compile(r"(?<!\S)--([a-z]+(?:-[a-z]+)*)(?: ([A-Z]+)\b)?")
_NUMBER = re.compile(r"([≈<]?)(-?)(\d+(?:\.\d+)?)(?:/(\d+))?(?:e([+-]?\d+))?")


@dataclass(frozen=True)
class Shares:
    """Probabilities by name in one cell; of those not above a bound documents show none, and `mark` follows them."""

    names: tuple[str, ...]
    probabilities: tuple[Number, ...]
    above: float = 0
    mark: str = ""

    def shown(self) -> Iterator[tuple[str, Number]]:
        """Return the names with the probabilities that documents show."""
        pairs = zip(self.names, self.probabilities, strict=True)
        return ((name, share) for name, share in pairs if share > self.above)

    def __str__(self) -> str:
        return ", ".join(f"{name}: {short(share)}" for name, share in self.shown()) + self.mark

    def bar(self, blocks: str = _BLOCKS, width: int = BAR_WIDTH) -> str:
        """Return the probabilities as the lengths of parts of a bar, each name in a shade of its own.

        Examples
        --------
        >>> Shares(("check", "bet"), (Fraction(2, 3), Fraction(1, 3))).bar()
        '████████▓▓▓▓'
        """
        bar = ""
        end = 0.0
        for place, probability in enumerate(self.probabilities):
            end += float(probability)
            # Ends are rounded, not lengths, so that rounding does not add up
            bar += blocks[place % len(blocks)] * (round(width * end) - len(bar))
        return bar


@dataclass(frozen=True)
class Words:
    """Text with numbers in it, which documents in LaTeX have as formulas: the parts one after the other.

    Examples
    --------
    >>> print(Words(("check: ", Fraction(2, 3), ", bet: ", Fraction(1, 3))))
    check: 2/3, bet: 1/3
    """

    parts: tuple[str | Number | Formula, ...]

    def __str__(self) -> str:
        return "".join(map(shown, self.parts))


@dataclass(frozen=True)
class Formula:
    r"""A formula as text, and as LaTeX between dollar signs.

    Examples
    --------
    >>> table = Table("", ("value",), "l", [(Formula("2 p / (p + 1)", r"\frac{2 p}{p + 1}"),)])
    >>> print(table.to_csv().split()[1:], r"$\frac{2 p}{p + 1}$" in table.to_latex())
    ['2', 'p', '/', '(p', '+', '1)'] True
    """

    text: str
    latex: str

    def __str__(self) -> str:
        return self.text


Cell = str | int | float | Fraction | bool | Shares | Words | Formula | None


@dataclass(frozen=True)
class Table:
    r"""Rows of cells below the names of the columns.

    `align` has a letter for each column, ``l`` or ``r``. `bars` is the number of the column whose shares a wide
    terminal also shows as bars. Without `heading` a terminal shows the rows alone. Where not all columns fit a page of
    LaTeX or a terminal, several tables share them, each of which begins with the first `keys` of the columns.

    Examples
    --------
    >>> table = Table("", ("action", "share"), "lr", [("a_b", Fraction(1, 3))])
    >>> print(table.to_csv(), table.to_markdown(), table.to_latex(), sep="")
    action,share
    a_b,1/3
    | action | share |
    | --- | ---: |
    | a\_b | 1/3 |
    \begingroup\renewcommand{\arraystretch}{1.4}%
    \begin{tabular}{lr}
    \toprule
    action & share \\
    \midrule
    a\_b & $\frac{1}{3}$ \\
    \bottomrule
    \end{tabular}
    \endgroup
    <BLANKLINE>
    """

    title: str
    columns: tuple[str, ...]
    align: str
    rows: Sequence[Sequence[Cell]]
    bars: int | None = None
    heading: bool = True
    keys: int = 1

    def __post_init__(self) -> None:
        assert len(self.align) == len(self.columns)
        assert all(len(row) == len(self.columns) for row in self.rows)

    def shortened(self, everything: bool, noun: str = "") -> list[Part]:
        """Return the table; unless `everything` is asked for, of a long one the first rows and a line on the others."""
        left_out = len(self.rows) - MAX_ROWS
        if everything or left_out <= 0:
            return [self]
        what = f"{left_out:,} more {noun}".rstrip()
        return [replace(self, rows=self.rows[:MAX_ROWS]), Line(what, hint=f"{SHOW_ALL} one")]

    def to_frame(self) -> Any:
        """Return a pandas data frame."""
        pandas: Any = require("pandas", "a data frame")
        return pandas.DataFrame(
            [list(map(_datum, row)) for row in self.rows], columns=list(self.columns)
        )

    def to_csv(self) -> str:
        """Return the table in CSV."""
        return csv_text(self.columns, [list(map(_exact_text, row)) for row in self.rows])

    def to_markdown(self) -> str:
        """Return the table in Markdown, below its title."""
        head = _markdown_row(map(markdown_text, self.columns))
        rule = _markdown_row("---" if side == "l" else "---:" for side in self.align)
        lines = [head, rule]
        lines += [_markdown_row(map(_markdown, row)) for row in self.rows]
        if self.title:
            lines = [f"**{markdown_text(self.title)}**", "", *lines]
        return "\n".join(lines) + "\n"

    def to_latex(self) -> str:
        """Return the table as a ``tabular`` below its title, or as several where a page has no room for one."""
        title = ""
        if self.title:
            title = f"\\textbf{{{_latex_words(self.title)}}}{_BELOW_TITLE}\n"
        head = [_tex_cell(name) for name in self.columns]
        rows = [[_tex_cell(cell) for cell in row] for row in self.rows]
        return title + tabulars(head, rows, self.align, self.keys)

    def to_html(self) -> str:
        """Return the table in HTML."""
        return html_table(self.title, (list(map(shown, row)) for row in self.rows), self.columns)

    def __rich_console__(
        self, terminal: console.AnyConsole, options: console.ConsoleOptions
    ) -> Iterator[console.RenderableType]:
        if self.bars is not None and 0 < len(self.rows) <= _MOST_BARS:
            wide = self._on_terminal(options, bars=True)
            width = terminal.measure(wide, options=options.update(width=_UNBOUNDED)).maximum
            if width <= options.max_width:
                yield wide
                return
        for part, widths in self._parts(options.max_width, options.ascii_only):
            yield part._on_terminal(options, bars=False, widths=widths)

    def _parts(self, width: int, ascii_only: bool) -> Iterator[tuple[Table, Sequence[int | None]]]:
        """Yield the tables that a terminal shows with the widths of their columns, None where the terminal decides.

        Lines are broken between words. A column has room for its widest number or word, long words apart, and more of
        the room than others only where these are complete.
        """
        least = []
        most = []
        for place, side in enumerate(self.align):
            heading = _terminal_text(self.columns[place], ascii_only) if self.heading else ""
            widest_word = max(map(_width, heading.split()), default=1)
            widest = max(_width(heading), 1)
            for row in self.rows:
                text = _terminal_text(shown(row[place]), ascii_only)
                text_width = _width(text)
                if side == "l":
                    widest_word = max(widest_word, _widest_word(text))
                else:
                    widest_word = max(widest_word, text_width)
                widest = max(widest, text_width)
            least.append(widest_word)
            most.append(widest)

        room = width - 1  # of the right border
        beside_keys = room - sum(size + _AROUND_CELL for size in least[: self.keys])
        for column in range(self.keys, len(least)):
            least[column] = max(1, min(least[column], beside_keys - _AROUND_CELL))
        if sum(most) + _AROUND_CELL * len(most) <= room:
            yield self, [None] * len(most)
            return
        for number, columns in enumerate(
            column_groups([size + _AROUND_CELL for size in least], room, self.keys)
        ):
            part = replace(
                self,
                title="" if number else self.title,
                columns=tuple(self.columns[column] for column in columns),
                align="".join(self.align[column] for column in columns),
                rows=[[row[column] for column in columns] for row in self.rows],
                bars=None,
            )
            bounds = [(least[column], most[column]) for column in columns]
            yield part, _shared_room(bounds, room - _AROUND_CELL * len(columns))

    def _on_terminal(
        self,
        options: console.ConsoleOptions,
        *,
        bars: bool,
        widths: Sequence[int | None] | None = None,
    ) -> console.ConsoleTable:
        """Return the table of a terminal; with `bars`, a further column behind that of the shares."""
        from seqform.system import console

        ascii_only = options.ascii_only
        title = _terminal_text(self.title, ascii_only) if self.title else None
        table = console.ConsoleTable(title, show_header=self.heading)
        shares = self.bars if bars else None
        for place, (name, side) in enumerate(zip(self.columns, self.align, strict=True)):
            heading = _terminal_text(name, ascii_only)
            justify = "left" if side == "l" else "right"
            width = widths[place] if widths else None
            table.add_column(heading, justify=justify, overflow="fold", width=width)
            if place == shares:
                table.add_column("", no_wrap=True)

        blocks = _ASCII_BLOCKS if ascii_only else _BLOCKS
        for row in self.rows:
            cells = [_terminal_text(shown(cell), ascii_only) for cell in row]
            if shares is not None:
                cell = row[shares]
                cells.insert(shares + 1, cell.bar(blocks) if isinstance(cell, Shares) else "")
            table.add_row(*cells)
        return table


@dataclass(frozen=True)
class Line:
    r"""A line between tables, or below them; `style` is "bold", "dim", "yellow" or empty.

    A `hint` names an option of the command line, by which there is more to see. Terminals have it behind the text, and
    HTML, for notebooks, has it as Python's option; Markdown and LaTeX, for documents, have the text alone, or a comment
    where it states what is left out of a table.
    `time` is what the line has on the time that a computation took, which LaTeX leaves out.

    Examples
    --------
    >>> Report([Line("3 more", hint="--all shows every one")]).to_markdown()
    '<!-- not shown: 3 more -->\n'
    """

    text: str
    style: str = ""
    time: str = ""
    hint: str = ""

    def __str__(self) -> str:
        return "; ".join(filter(None, (self.text, self.time)))

    @property
    def hinted(self) -> str:
        """The text with its time and the hint behind it."""
        return "; ".join(filter(None, (str(self), self.hint)))

    @property
    def is_omission(self) -> bool:
        """True if the line states what is left out of a table."""
        return self.hint.startswith(SHOW_ALL)

    def to_markdown(self) -> str:
        """Return the line in Markdown; in a comment there are no two hyphens."""
        if self.is_omission:
            return f"<!-- not shown: {_one_line(self.text).replace('--', '-')} -->\n"
        return f"{markdown_text(str(self))}\n"

    def to_latex(self) -> str:
        """Return the line in LaTeX."""
        if self.is_omission:
            return f"% not shown: {_one_line(self.text)}\n"
        return f"{_latex_words(self.text)}\n"

    def to_html(self) -> str:
        """Return the line in HTML, options in it as those of Python."""
        return f"<p>{html_text(_OPTION.sub(_in_python, self.hinted))}</p>"


def _one_line(text: str) -> str:
    """Return a text without breaks, as a comment needs it."""
    return " ".join(text.split())


Part = Table | Line


@dataclass(frozen=True)
class Report:
    """The tables of a result: `parts`, with lines between them, for people, and `data`, whole ones by name."""

    parts: Sequence[Part]
    data: Mapping[str, Callable[[], Table]] = field(default_factory=dict)

    def __add__(self, below: Report) -> Report:
        """Return both reports below each other."""
        return Report([*self.parts, *below.parts], {**self.data, **below.data})

    def named(self, name: str = "") -> Table:
        """Return a table of the data; the first one if no name is given."""
        if name and name not in self.data:
            raise InputError(f"table {name!r}: one of {', '.join(self.data)} expected")
        return self.data[name or next(iter(self.data))]()

    def written(self, form: str) -> str:
        """Return the report in a format: "csv" has the first table of the data."""
        if form == "csv":
            return self.named().to_csv()
        if form == "markdown":
            return self.to_markdown()
        return self.to_latex()

    def to_markdown(self) -> str:
        """Return the report in Markdown."""
        return "\n".join(part.to_markdown() for part in self._document_parts())

    def to_latex(self, caption: str = "", label: str = "") -> str:
        """Return the report in LaTeX: paragraphs of a document, or a ``table`` with a caption and a label.

        The rules are those of the package booktabs where a document loads it.
        """
        paragraphs: list[str] = []
        for part in self._document_parts():
            if isinstance(part, Line) and part.is_omission and paragraphs:
                paragraphs[-1] += part.to_latex()  # a comment makes no paragraph
            else:
                paragraphs.append(part.to_latex())
        if not (caption or label):
            return _LATEX_HEAD + "\n\\medskip\n".join(
                f"\\noindent\n{paragraph}" for paragraph in paragraphs
            )
        head = f"\\begin{{table}}[htbp]\n\\centering\n\\caption{{{_latex_words(caption)}}}"
        if label:
            head += f"\\label{{{re.sub('[^A-Za-z0-9:._-]', '-', label)}}}"
        body = "\n\\medskip\n\n".join(paragraphs)
        return f"{_LATEX_HEAD}{head}\n{body}\\end{{table}}\n"

    def _document_parts(self) -> list[Part]:
        """Return the parts of a document, which are all but those lines that are only a hint."""
        parts: list[Part] = []
        for part in self.parts:
            is_hint = isinstance(part, Line) and bool(part.hint) and not part.text
            if not is_hint:
                parts.append(part)
        return parts

    def to_html(self) -> str:
        """Return the report in HTML, for notebooks: options in its lines are those of Python."""
        return "".join(part.to_html() for part in self.parts)

    _repr_html_ = to_html

    def to_text(self) -> str:
        """Return the report as the command line prints it, without colours."""
        from seqform.system import console

        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        file = io.TextIOWrapper(
            io.BytesIO(), encoding=encoding, errors="backslashreplace", newline="\n"
        )
        console.Console(file=file, color_system=None, force_terminal=False).print(self)
        file.flush()
        text = file.buffer.getvalue().decode(encoding)
        return "\n".join(line.rstrip() for line in text.splitlines())

    def __rich_console__(
        self, terminal: console.AnyConsole, options: console.ConsoleOptions
    ) -> Iterator[console.RenderableType]:
        from seqform.system.console import Text

        for part in self.parts:
            if isinstance(part, Line):
                yield Text(_terminal_text(part.hinted, options.ascii_only), style=part.style)
            else:
                yield part


def _in_python(option: re.Match[str]) -> str:
    """Return an option of the command line as that of Python, such as ``time_limit=SECONDS`` or ``complete=True``."""
    name, metavar = option.groups()
    if name == "all":
        return "report(everything=True)"
    return f"{name.replace('-', '_')}={metavar or 'True'}"


def shown(cell: Cell) -> str:
    """Return a cell as documents show it.

    Examples
    --------
    >>> [shown(cell) for cell in ("K", Fraction(1, 3), 12345, 0.5, None, Shares(("a", "b"), (1, 0)))]
    ['K', '1/3', '12,345', '0.5', '', 'a: 1']
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, str | Shares | Words | Formula):
        return str(cell)
    return short(cell)


def numeric(value: Any) -> Fraction | float:
    """Return a number as a cell: a fraction for a fraction or an integer, a double for any other."""
    if isinstance(value, int | Fraction):
        return Fraction(value)
    return float(value)


def stacked(column: str, tables: Sequence[tuple[str, Table]]) -> Table:
    """Return the rows of tables with the same columns below each other, the name of each table in a first column."""
    first = tables[0][1]
    rows: list[Sequence[Cell]] = []
    for name, table in tables:
        rows += [(name, *row) for row in table.rows]
    return Table("", (column, *first.columns), "l" + first.align, rows)


def _datum(cell: Cell) -> Any:
    return str(cell) if isinstance(cell, Shares | Words | Formula) else cell


def _exact_text(cell: Cell) -> Any:
    """Return a cell as CSV has it: fractions in full, doubles with all their digits."""
    value = _datum(cell)
    if isinstance(value, float):  # also NumPy's, which csv would write by their own repr
        return repr(float(value))
    if isinstance(value, Fraction):
        return write_rational(value)
    return value


def _markdown_row(cells: Iterable[str]) -> str:
    return "".join(f"| {cell} " for cell in cells) + "|"


def _markdown(cell: Cell) -> str:
    if isinstance(cell, int | float | Fraction):
        return shown(cell).replace("<", r"\<")
    return markdown_text(shown(cell))


def _tex_cell(cell: Cell) -> TexCell:
    """Return a cell as LaTeX writes it."""
    if isinstance(cell, Shares):
        names = [(_tex_cell(name), _tex_cell(share)) for name, share in cell.shown()]
        text = ", ".join(f"{name.text}: {share.text}" for name, share in names)
        breakable = ", ".join(f"{name.breakable}: {share.text}" for name, share in names)
        width = sum(name.width + share.width + text_width(", : ") for name, share in names)
        mark = _latex_words(cell.mark)
        return TexCell(text + mark, width + text_width(cell.mark), breakable + mark)
    if isinstance(cell, Words):
        parts = [_tex_cell(part) for part in cell.parts]
        texts = "".join(part.text for part in parts)
        return TexCell(
            texts,
            sum(part.width for part in parts),
            "".join(part.breakable for part in parts),
        )
    if isinstance(cell, Formula):
        # The digits of a quotient stand above each other.
        characters = max(map(len, cell.text.split(" / ")))
        formula = f"${cell.latex}$"
        return TexCell(formula, CHARACTER * characters, formula)
    if isinstance(cell, bool) or not isinstance(cell, int | float | Fraction):
        text = shown(cell)
        return TexCell(_latex_words(text), text_width(text), _breakable(text))

    text = short(cell)
    formula = latex_number(text)
    # The digits of a fraction stand above each other, and are smaller.
    characters = max(map(len, text.split("/")))
    return TexCell(formula, CHARACTER * (characters + text.count("≈") + text.count("<")), formula)


def _breakable(text: str) -> str:
    """Return text in LaTeX whose long words may be broken after every few letters."""
    words = []
    for word in text.split(" "):
        if len(word) <= _LONG_WORD or "$" in word:
            words.append(_latex_words(word))
        else:
            parts = [word[k : k + _WORD_PART] for k in range(0, len(word), _WORD_PART)]
            words.append(r"\allowbreak{}".join(map(_latex_words, parts)))
    return " ".join(words)


def latex_number(text: str) -> str:
    r"""Return a number that `short` has written as a formula of LaTeX.

    Examples
    --------
    >>> print(latex_number("-1/18"), latex_number("≈0.25"), latex_number("<1e-14"))
    $-\frac{1}{18}$ $\approx 0.25$ $< 10^{-14}$
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        return {"inf": r"$\infty$", "-inf": r"$-\infty$"}.get(text, text)
    relation, sign, digits, denominator, exponent = match.groups()
    number = digits
    if denominator:
        number = f"\\frac{{{digits}}}{{{denominator}}}"
    if exponent:
        power = f"10^{{{int(exponent)}}}"
        number = power if digits == "1" else f"{digits} \\cdot {power}"
    before = {"≈": r"\approx ", "<": "< "}.get(relation, "")
    return f"${before}{sign}{number}$"


def _latex_words(text: str) -> str:
    plain = latex_text(visible(text)).replace(r"\textquotedbl{}", r"\textquotedblright{}")
    return _ONLY_T1.sub(r"\\seqformletter{\g<0>}", plain)


def _shared_room(bounds: Sequence[tuple[int, int]], room: int) -> list[int]:
    """Return widths between bounds, the widest of them as narrow as they can be where all together fill the room.

    Examples
    --------
    >>> _shared_room([(2, 3), (4, 30), (4, 20)], 24)
    [3, 11, 10]
    """
    widths = [least for least, _ in bounds]
    left = room - sum(widths)
    while left > 0:
        growing = [place for place, (_, most) in enumerate(bounds) if widths[place] < most]
        if not growing:
            break
        narrowest = min(growing, key=widths.__getitem__)
        widths[narrowest] += 1
        left -= 1
    return widths


def _widest_word(text: str) -> int:
    """Return how many columns of a terminal a text needs; words other than numbers may be broken if they are long."""
    widest = 1
    for word in text.split():
        width = _width(word)
        if not _NUMBER.fullmatch(word.rstrip(",;")):
            width = min(width, _LONGEST_ON_TERMINAL)
        widest = max(widest, width)
    return widest


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    from seqform.system import console

    return console.cell_len(text)


def _terminal_text(text: str, ascii_only: bool) -> str:
    if ascii_only:
        return text.translate(_ASCII).encode("ascii", "backslashreplace").decode()
    return text


class Tabular:
    """Results with tables: `print` shows them as the command line does, notebooks as HTML, and methods export them.

    Data, `to_frame` and `to_csv`, have one number in a cell, and every row. Documents, `to_markdown` and `to_latex`,
    have the rows that the command line shows, and all rows with `everything`.

    Examples
    --------
    >>> import seqform as sf
    >>> equilibrium = sf.solve("guess-the-ace", exact=True)
    >>> print(equilibrium.to_csv(table="certificate"), end="")
    quantity,Player 1,Player 2
    value,0,0
    best response,0,0
    regret,0,0
    >>> equilibrium.to_frame()["action"].tolist()
    ['stop', 'ask', 'yes', 'no']
    """

    def report(self, *, everything: bool = False) -> Report:
        """Return the tables of this result; with `everything`, all rows."""
        raise NotImplementedError

    def to_frame(self, table: str = "") -> Any:
        """Return a table as a pandas data frame, exact numbers as fractions; needs the extra "sweeps".

        `table` is the name of one of the result's tables; by default it is the first.
        """
        return self.report().named(table).to_frame()

    def to_csv(self, path: str | Path | None = None, *, table: str = "") -> str:
        """Return a table in CSV, as in `to_frame`, exact numbers as fractions; with `path`, also write the file."""
        return _written(path, self.report().named(table).to_csv())

    def to_markdown(self, path: str | Path | None = None, *, everything: bool = False) -> str:
        """Return all tables in Markdown; with `path`, also write the file."""
        return _written(path, self.report(everything=everything).to_markdown())

    def to_latex(
        self,
        path: str | Path | None = None,
        *,
        everything: bool = False,
        caption: str = "",
        label: str = "",
    ) -> str:
        r"""Return all tables in LaTeX; with `path`, also write the file.

        The rules are those of booktabs where a document loads it; no package is needed. With a `caption`, or a `label`
        for ``\ref``, the tables are in one ``table``; without, they can stand in one of the document's own.
        """
        return _written(path, self.report(everything=everything).to_latex(caption, label))

    def __str__(self) -> str:
        return self.report().to_text()

    def _repr_html_(self) -> str:
        return self.report().to_html()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def _written(path: str | Path | None, text: str) -> str:
    if path is not None:
        write_whole(path, text)
    return text
