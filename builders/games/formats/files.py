"""Game files: readers and writers by suffix, and the readers of XML, tables of payoffs and standard input.

XML files are those of user interfaces: Game Theory Explorer's games, and Gambit's workbooks.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.formats.efg import parse_efg, read_efg, write_efg
from seqform.builders.games.formats.nfg import parse_nfg, read_nfg, write_nfg
from seqform.builders.games.formats.tables import parse_table, write_table
from seqform.builders.games.formats.tokens import (
    MOST_BYTES,
    decoded,
    errors_named,
    read_text,
    unquote,
)
from seqform.builders.games.tree import Leaf, Lottery, Node, PlayerMove, tree
from seqform.errors import GameError, ParseError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.exact import Rational
from seqform.models.numbers.given import given_rational
from seqform.system.files import open_regular

GAMBIT = "{http://gambit.sourceforge.net/}document"
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def parse_xml(text: str, file: str = "<string>", *, normalize: bool = False) -> ExtensiveGame:
    """Return the game of Game Theory Explorer's or of Gambit's workbook that a text describes.

    Of a workbook the game is that in Gambit's own format; colors and layout are left out. Of Game Theory Explorer's
    files both kinds are read, trees and tables. A node without a player, whose set has none either, is a move of
    chance. Payoffs at a node before the end are added to those of the leaves below.

    Raises ParseError if the text is not XML, or of another kind; the message names the place or the root.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise ParseError(f"not well-formed XML: {error.msg}", file, line, column + 1) from None
    if root.tag == GAMBIT:  # a workbook, with the game as text in one of its elements
        for tag, parse in (("efgfile", parse_efg), ("nfgfile", parse_nfg)):
            game_text = root.findtext(f".//{tag}")
            if game_text:
                return parse(game_text, file, normalize=normalize)
        raise ParseError(
            "a workbook of Gambit's without a game: an <efgfile> or an <nfgfile> expected", file
        )
    if root.tag not in ("gte", "extensiveForm", "strategicForm"):
        raise ParseError(
            f"an XML file whose root is <{root.tag}>; files of Game Theory Explorer (<gte>) and workbooks of Gambit's "
            "user interface are read",
            file,
        )
    with errors_named(file):
        players = _Players.of(root)
        title = (root.findtext("gameDescription") or "").strip() or Path(file).stem
        table = root if root.tag == "strategicForm" else root.find("strategicForm")
        if table is not None:
            return _table(table, title, players)
        form = root if root.tag == "extensiveForm" else root.find("extensiveForm")
        if form is None or not _children(form):
            raise GameError("an <extensiveForm> with a <node>, or a <strategicForm>, expected")
        return tree(title, _tree(_children(form)[0], players), players.names)


class _Players(NamedTuple):
    """The names of both players, and the number that each name or identifier of the file stands for."""

    names: tuple[str, str]
    numbers: Mapping[str, int]

    @classmethod
    def of(cls, root: Element) -> _Players:
        """Return the players that a file lists, or names in its nodes and payoffs."""
        names: dict[str, str] = {}  # by identifier, which may be the name
        for element in root.iter("player"):
            text = element.text or ""
            names[element.get("playerId") or text] = text.strip()
        if not names:
            tags = ("node", "payoff", "payoffs")
            owners = {element.get("player") for element in root.iter() if element.tag in tags}
            for name in sorted(filter(None, owners)):
                names[name] = f"Player {name}" if name.isdigit() else name

        if len(names) != 2:
            raise GameError(
                f"a game of two players expected, not of {len(names)}: {', '.join(names) or 'none named'}"
            )
        numbers = {"1": 0, "2": 1}
        for player, (identifier, name) in enumerate(names.items()):  # elements use either
            numbers[identifier] = player
            numbers[name] = player
        first, second = names.values()
        return cls((first, second), numbers)

    def number(self, name: str) -> int:
        """Return 0 or 1."""
        if name not in self.numbers:
            raise GameError(f"no player {name!r}; the players are {' and '.join(self.names)}")
        return self.numbers[name]


def _children(element: Element) -> list[Element]:
    """Return the nodes and leaves directly below an element."""
    return [child for child in element if child.tag in ("node", "outcome")]


def _tree(start: Element, players: _Players) -> Node:
    """Return the tree below an element, built from its last node to its first, so that its depth does not matter."""
    elements = [element for element in start.iter() if element.tag in ("node", "outcome")]
    owners = {}  # by information set: not every node of a set need name the player
    for element in elements:
        if element.get("iset") and element.get("player"):
            owners[element.get("iset")] = element.get("player")

    # Payoffs before the end count for all leaves below.
    totals = {start: _payoffs(start, players, (0, 0))}
    for element in elements:
        for child in _children(element):
            totals[child] = _payoffs(child, players, totals[element])

    built: dict[Element, Node] = {}
    for number, element in reversed(list(enumerate(elements, start=1))):
        children = _children(element)
        if not children:
            first, second = totals[element]
            built[element] = Leaf((first, second))
            continue

        moves = []
        for place, child in enumerate(children, start=1):
            moves.append(child.get("move") or str(place))
        below = dict(zip(unique_names(moves), children, strict=True))
        owner = element.get("player") or owners.get(element.get("iset"))
        if owner is None:
            shares = _shares(below)
            built[element] = Lottery(
                {move: (shares[move], built.pop(child)) for move, child in below.items()}
            )
        else:
            label = element.get("isetName") or element.get("iset") or f"node {number}"
            subtrees = {move: built.pop(child) for move, child in below.items()}
            built[element] = PlayerMove(players.number(owner), label, subtrees)
    return built[start]


def _shares(below: Mapping[str, Element]) -> dict[str, Rational]:
    """Return the probability of every move of chance."""
    texts = {move: child.get("prob") for move, child in below.items()}
    if None in texts.values():
        raise GameError(
            f"a move of chance with the moves {', '.join(below)}: a probability (prob) of each expected; "
            "a move of a player has a player"
        )
    return {move: given_rational(str(text), error=GameError) for move, text in texts.items()}


def _payoffs(element: Element, players: _Players, before: Sequence[Rational]) -> list[Rational]:
    """Return the sums of the payoffs before an element and at it."""
    total = list(before)
    for payoff in element.findall("payoff"):
        value = given_rational(payoff.get("value") or payoff.text or "", error=GameError)
        total[players.number(payoff.get("player") or "")] += value
    return total


def _table(element: Element, title: str, players: _Players) -> ExtensiveGame:
    """Return the game in strategic form that an element describes."""
    names = {}
    payoffs = {}
    for part in element:
        if part.tag not in ("strategy", "payoffs"):
            continue
        player = players.number(part.get("player") or "")
        text = part.text or ""
        if part.tag == "strategy":
            names[player] = [unquote(label) for label in _QUOTED.findall(text)]
        else:
            payoffs[player] = [line.split() for line in text.strip().splitlines()]
    if set(payoffs) != {0, 1}:
        raise GameError("a <strategicForm> with <payoffs> of both players expected")
    game = bimatrix_game(title, payoffs[0], payoffs[1], names.get(0), names.get(1))
    return replace(game, players=players.names)


def _reader(parse: Callable[..., ExtensiveGame]) -> Callable[..., ExtensiveGame]:
    """Return the reader of files whose text a function parses."""

    def read(path: Path, *, normalize: bool = False) -> ExtensiveGame:
        return parse(read_text(path).removeprefix("\ufeff"), str(path), normalize=normalize)

    return read


READERS: dict[str, Callable[..., ExtensiveGame]] = {
    ".efg": read_efg,
    ".nfg": read_nfg,
    ".xml": _reader(parse_xml),
    ".gbt": _reader(parse_xml),
    ".csv": _reader(parse_table),
}

FOREIGN_FORMATS = {
    b"PK\x03\x04": (
        "a spreadsheet's workbook, of which the table of payoffs is saved as .csv, the file of a solution, in place of "
        "which the game is given, or another archive"
    ),
    b"%PDF": "a PDF document",
    b"{": "a JSON file; profiles and answers are read by commands that take one, as in `seqform chart GAME --profile "
    "FILE`",
}
"""Formats that are recognized and not read, by their first bytes."""

WRITERS: dict[str, Callable[[ExtensiveGame], str]] = {
    ".efg": write_efg,
    ".nfg": write_nfg,
    ".csv": write_table,
}

NORMAL_FORMS = (".nfg", ".csv")
"""Suffixes of formats for games in which each player moves once."""


def read_game(path: Path, *, normalize: bool = False) -> ExtensiveGame:
    """Return the game in a file, of a kind by its suffix or its first bytes; ParseError if it cannot be read."""
    try:
        path = path.expanduser()
    except RuntimeError as error:
        raise ParseError(f"cannot be read: {error}", str(path)) from None
    read = READERS.get(path.suffix.lower()) or _reader_by_content(path)
    return read(path, normalize=normalize)


def read_standard_input(*, normalize: bool = False) -> ExtensiveGame:
    """Return the game of one of Gambit's files on standard input."""
    name = "standard input"
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ParseError(f"it has more than {MOST_BYTES:,} bytes", name)
    text = decoded(data, name)
    parse = parse_nfg if text.lstrip("\ufeff \t\r\n").startswith("NFG") else parse_efg
    return parse(text, name, normalize=normalize)


def _reader_by_content(path: Path) -> Callable[..., ExtensiveGame]:
    try:
        with open_regular(path) as file:
            # A byte order mark and blanks may come first.
            head = file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")
    except (OSError, ValueError) as error:
        raise ParseError(
            f"cannot be read: {getattr(error, 'strerror', error)}", str(path)
        ) from None
    if head.startswith((b"NFG", b"EFG")):
        return READERS[f".{head[:3].decode().lower()}"]
    if head.startswith(b"<"):
        return READERS[".xml"]
    if path.suffix == ".py":
        raise ParseError(
            f"a Python file; {path}:NAME is the game, or the rules, of that name in it", str(path)
        )
    if path.name.lower().endswith((".mps", ".mps.gz", ".lp", ".npz")):
        raise ParseError(
            "a linear program, which is no game; commands take the game that it was made of, and "
            "`sf.linear_program(game).lift` reads the answers of its solvers",
            str(path),
        )
    formats = (
        'game file begins with "EFG 2 R" or "NFG 1 R", or is one of Game Theory Explorer (.xml), a workbook of '
        "Gambit (.gbt), or a table of payoffs (.csv)"
    )
    message = f"a {formats}"
    for first_bytes, foreign_format in FOREIGN_FORMATS.items():
        if head.startswith(first_bytes):
            message = f"{foreign_format}. A {formats}"
    raise ParseError(message, str(path), 1, 1)
