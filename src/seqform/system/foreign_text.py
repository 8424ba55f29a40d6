r"""Escaping of foreign text for terminals, HTML, figures, LaTeX, Markdown, CSV and JSON.

Titles, labels, comments, names of files and messages of other programs are foreign: they may hold control sequences of
a terminal, markup, formulas, or code units without a character. Files that seqform reads back (.efg, .nfg, JSON,
stores) keep the text itself; displayed text goes through one of these functions:

=================================  ====================================================================
terminal, logs                     `visible`, `visible_lines`; tables by way of `seqform.system.console`
messages of errors                 `message_lines`, by way of `SeqformError`
HTML, on pages and in notebooks    `html_text`, `html_lines`
figures                            `figure_text`
LaTeX                              `latex_text`, after `visible` where it may have control characters
Markdown                           `markdown_text`
CSV                                `csv_text`
JSON                               `json_text`
=================================  ====================================================================

Names in MPS and LP files are made safe by `seqform.io.linear_programs.safe_names`.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import Any

MOST_IN_FIGURE = 120
"""Characters of a title or label in a figure; the rest is cut off."""

MOST_IN_WORD = 300
"""Characters of a word, such as a number or the name of a file, in the message of an error."""

MOST_IN_MESSAGE = 4_000
"""Characters of the message of an error."""

_LONG_WORD = re.compile(rf"\S{{{MOST_IN_WORD + 1},}}")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "'": r"\textquotesingle{}", "`": r"\textasciigrave{}",
    "-": "{-}", "−": r"\ensuremath{-}", "…": r"\dots{}", "≈": r"\ensuremath{\approx}", "×": r"\ensuremath{\times}",
    "→": r"\ensuremath{\to}", "‹": r"\ensuremath{<}", "›": r"\ensuremath{>}",
}  # fmt: skip
_LATIN = "ĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž"
"""Letters of the encoding T1 beyond those of Latin-1."""

LATEX_DEFINITIONS = r"""\providecommand{\seqformglyph}[1]{?}%
\ifdefined\XeTeXversion\renewcommand{\seqformglyph}[1]{#1}\fi%
\ifdefined\directlua\renewcommand{\seqformglyph}[1]{#1}\fi%
\providecommand{\textquotedbl}{''}\providecommand{\textquotesingle}{'}%
"""
"""The commands that text from `latex_text` needs."""

_SYMBOLS = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega ast star circ bullet prime "
    "ell infty emptyset neg cdot times pm to rightarrow leq le geq ge neq ne in sim approx ldots dots cdots , ; quad"
)
_MARKDOWN = re.compile(r"[\\`*_\[\]<>|~$&#]|:(?=[\w+-]+:)|^[-+=](?=[-+=\s]*$|\s)|^ | $")
_SPACES = "Zs"
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(
    r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:/\d+)?|inf|infinity|nan)",
    re.ASCII | re.IGNORECASE,
)


def visible(text: object) -> str:
    r"""Return text on one line, with an escape such as ``\x1b`` for each character that has no glyph of its own.

    These are the characters that `repr` escapes, except for spaces: control characters, line breaks, directions of
    writing, invisible characters, surrogates and unassigned code points.

    Examples
    --------
    >>> print(visible("K\x1b[31m"), visible("a\nb"), visible("\u202eabc"), visible("Żółć"))
    K\x1b[31m a\nb \u202eabc Żółć
    """
    line = str(text)
    if line.isprintable():
        return line
    return "".join(map(_shown, line))


def visible_lines(text: object) -> str:
    """Return text like `visible`, but with its line feeds."""
    return "\n".join(map(visible, str(text).split("\n")))


def message_lines(text: object) -> str:
    """Return the message of an error like `visible_lines`, but never long: it may quote numbers and texts of any size.

    The middle of words of more than 300 characters, and of messages of more than 4,000, is left out.

    Examples
    --------
    >>> len(message_lines("9" * 10_000 + ": too large")), len(message_lines("a b " * 10_000))
    (310, 4000)
    """
    lines = _LONG_WORD.sub(lambda word: without_middle(word[0], MOST_IN_WORD), visible_lines(text))
    return without_middle(lines, MOST_IN_MESSAGE)


def without_middle(text: str, most: int) -> str:
    """Return a text of at most so many characters: of a longer one, the beginning and the end.

    Examples
    --------
    >>> without_middle("abcdefghijkl", 5), without_middle("abcde", 5)
    ('ab…kl', 'abcde')
    """
    if len(text) <= most:
        return text
    beginning = most // 2
    end = (most - 1) // 2
    return f"{text[:beginning]}…{text[len(text) - end :]}"


def shortened(text: str, most: int = 60) -> str:
    """Return a text of at most so many characters: of a longer one, the beginning with three dots."""
    if len(text) <= most:
        return text
    return text[: most - 3] + "..."


def html_text(content: object) -> str:
    """Return text for the content or an attribute of an HTML element, on one line."""
    return escape(visible(content))


def html_table(caption: str, rows: Iterable[Sequence[Any]], header: Sequence[str] = ()) -> str:
    """Return an HTML table; everything is escaped."""
    table = f"<table><caption>{html_text(caption)}</caption>"
    if header:
        table += _html_row(header, "th")
    for row in rows:
        table += _html_row(row, "td")
    return f"{table}</table>"


def _html_row(cells: Iterable[object], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{html_text(cell)}</{tag}>" for cell in cells) + "</tr>"


def html_lines(content: object) -> str:
    """Return text like `html_text`, but with its line feeds, for ``<pre>``."""
    return escape(visible_lines(content))


def figure_text(text: object, most: int = MOST_IN_FIGURE) -> str:
    """Return a label of a figure: not too long, and not hidden from legends, which skip labels that begin with ``_``.

    Matplotlib typesets ``$...$`` unless ``parse_math`` is off; `seqform.io.figures` turns it off.
    """
    label = visible_lines(text)
    if len(label) > most:
        label = label[: most - 1] + "…"
    if label.startswith("_"):
        label = f" {label}"
    return label


@cache
def latex_formula() -> re.Pattern[str]:
    """Return the pattern of formulas that LaTeX gets as they are: symbols, fractions, accents, index and exponent.

    No other command is let through, so that foreign text cannot read files or define commands.
    """
    symbol = rf"(?:[A-Za-z0-9 +\-*/=()\[\],.;:!<>|]|\\(?:{'|'.join(_SYMBOLS.split())})(?![A-Za-z]))"
    group = rf"(?:[A-Za-z0-9+\-*]|\{{{symbol}+\}})"
    accents = rf"\\(?:hat|bar|tilde|vec|overline|mathrm|mathbf|mathit|mathcal|sqrt)\{{{symbol}+\}}"
    base = rf"(?:{symbol}|{accents}|\\frac\{{{symbol}+\}}\{{{symbol}+\}})"
    return re.compile(rf"(\$(?=\S)(?:{base}(?:_{group})?(?:'+|\^{group})?)+(?<=\S)\$(?!\d))")


def latex_text(text: str) -> str:
    r"""Return text for a LaTeX document with the encoding T1 and `LATEX_DEFINITIONS`.

    Characters beyond Latin letters, for which pdfLaTeX has no fonts, are printed by XeLaTeX and LuaLaTeX, and by
    pdfLaTeX as question marks. Simple formulas between dollar signs stay formulas.

    Examples
    --------
    >>> print(latex_text("50% of $1 & a_b^c"), latex_text("Ü א"), latex_text(r"$\sigma_1^*$, $\input{x}$"))
    50\% of \$1 \& a\_b\textasciicircum{}c Ü \seqformglyph{א} $\sigma_1^*$, \$\textbackslash{}input\{x\}\$
    """
    document = ""
    for place, part in enumerate(latex_formula().split(text)):
        if place % 2 == 1:  # what the pattern matches comes at the odd places
            document += part
        else:
            document += "".join(map(_latex_character, part))
    return document


def markdown_text(content: object) -> str:
    r"""Return text for a line, or a cell of a table, in Markdown.

    Examples
    --------
    >>> print(markdown_text("a|b"), markdown_text("<b> *x* "))
    a\|b \<b\> \*x\*&#32;
    """
    return _MARKDOWN.sub(_markdown_escape, visible(content))


def _markdown_escape(match: re.Match[str]) -> str:
    return "&#32;" if match[0] == " " else f"\\{match[0]}"


def csv_text(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return a table in CSV, every cell by way of `csv_cell`."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(csv_cell, header))
    writer.writerows(map(csv_cell, row) for row in rows)
    return text.getvalue()


def csv_cell(value: Any) -> Any:
    r"""Return the value of a CSV cell, in which spreadsheets find no formula.

    Text that begins with ``=``, ``+``, ``-`` or ``@`` (also after spaces, and in their full-width forms) gets an
    apostrophe in front, unless it is a number such as -1/18; its control characters are escaped as by `visible`.
    Truth values become ``true`` and ``false``, and other values are left as they are.

    Examples
    --------
    >>> [csv_cell(value) for value in ("=1+1", "-1/18", "-x", "a\r=1", -1.5, True)]
    ["'=1+1", '-1/18', "'-x", 'a\\r=1', -1.5, 'true']
    """
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return value
    text = visible(value)
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def json_text(document: str) -> str:
    """Return a JSON document with escapes for the same characters as `visible`; its data stays the same."""
    lines = document.split("\n")
    for place, line in enumerate(lines):
        if not line.isprintable():  # which is soon seen, and rare
            lines[place] = "".join(map(_shown_in_json, line))
    return "\n".join(lines)


def _latex_character(character: str) -> str:
    if character in _LATEX:
        return _LATEX[character]
    if " " <= character <= "~":
        return character
    is_latin = "\u00c0" <= character <= "\u00ff" or character in _LATIN
    if is_latin and character.isalpha():
        return character
    glyph = character if character.isprintable() else "?"
    return f"\\seqformglyph{{{glyph}}}"


def _is_shown(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == _SPACES


def _shown(character: str) -> str:
    if _is_shown(character):
        return character
    return character.encode("unicode_escape").decode()


def _shown_in_json(character: str) -> str:
    if _is_shown(character):
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[k : k + 2].hex()}" for k in range(0, len(units), 2))
