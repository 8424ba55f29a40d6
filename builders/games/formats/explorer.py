"""Reader of XML files of user interfaces: Game Theory Explorer's games, and Gambit's workbooks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from seqform.builders.games.exact_numbers import given_rational
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.builders.games.formats.tokens import errors_named, unquote
from seqform.builders.games.tree import Leaf, Lottery, Node, PlayerMove, tree
from seqform.errors import GameError, ParseError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.exact import Rational

GAMBIT = "{http://gambit.sourceforge.net/}document"
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def parse_xml(text: str, file: str = "<string>", *, normalize: bool = False) -> ExtensiveGame:
    """Return the game of Game Theory Explorer's or of Gambit's workbook that a text describes.

    Of a workbook the game is that in Gambit's own format; colors and layout are left out. Of Game Theory Explorer's
    files both kinds are read, trees and tables. A node without a player, whose set has none either, is a move of
    chance. Payoffs at a node before the end are added to those of the leaves below.

    Raises
    ------
    ParseError
        If the text is not XML, or of another kind; the message names the place or the root.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise ParseError(f"not well-formed XML: {error.msg}", file, line, column + 1) from None
    if root.tag == GAMBIT:
        for tag, parse in (("efgfile", parse_efg), ("nfgfile", parse_nfg)):
            found = root.findtext(f".//{tag}")
            if found:
                return parse(found, file, normalize=normalize)
        raise ParseError("a workbook of Gambit's without a game: an <efgfile> or an <nfgfile> expected", file)
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
        if form is None or not _after(form):
            raise GameError("an <extensiveForm> with a <node>, or a <strategicForm>, expected")
        return tree(title, _tree(_after(form)[0], players), players.names)


class _Players(NamedTuple):
    """The names of both players, and the number that each name or identifier of the file stands for."""

    names: tuple[str, str]
    numbers: Mapping[str, int]

    @classmethod
    def of(cls, root: Element) -> _Players:
        """Return the players that a file lists, or names in its nodes and payoffs."""
        listed = {one.get("playerId") or one.text or "": (one.text or "").strip() for one in root.iter("player")}
        if not listed:
            used = (element.get("player") for element in root.iter() if element.tag in ("node", "payoff", "payoffs"))
            listed = {name: name if not name.isdigit() else f"Player {name}" for name in sorted(filter(None, used))}
        if len(listed) != 2:
            raise GameError(
                f"a game of two players expected, not of {len(listed)}: {', '.join(listed) or 'none named'}"
            )
        first, second = listed.values()
        numbers = {key: place for place, pair in enumerate(listed.items()) for key in pair}
        return cls((first, second), {"1": 0, "2": 1, **numbers})

    def number(self, name: str) -> int:
        """Return 0 or 1."""
        if name not in self.numbers:
            raise GameError(f"no player {name!r}; the players are {' and '.join(self.names)}")
        return self.numbers[name]


def _after(element: Element) -> list[Element]:
    return [child for child in element if child.tag in ("node", "outcome")]


def _tree(start: Element, players: _Players) -> Node:
    """Return the tree below an element, built from its last node to its first, so that its depth does not matter."""
    elements = [one for one in start.iter() if one.tag in ("node", "outcome")]
    owners = {one.get("iset"): one.get("player") for one in elements if one.get("iset") and one.get("player")}
    paid = {start: _payoffs(start, players, (0, 0))}
    for element in elements:
        paid.update((child, _payoffs(child, players, paid[element])) for child in _after(element))
    built: dict[Element, Node] = {}
    for number, element in reversed(list(enumerate(elements))):
        children = _after(element)
        if not children:
            first, second = paid[element]
            built[element] = Leaf((first, second))
            continue
        moves = unique_names([child.get("move") or str(place) for place, child in enumerate(children, start=1)])
        owner = element.get("player") or owners.get(element.get("iset"))
        if owner is None:
            shares = [child.get("prob") for child in children]
            if any(share is None for share in shares):
                raise GameError(
                    f"a move of chance with the moves {', '.join(moves)}: a probability (prob) of each expected; "
                    "a move of a player has a player"
                )
            weights = [given_rational(str(share)) for share in shares]
            pairs = zip(weights, (built.pop(child) for child in children), strict=True)
            built[element] = Lottery(dict(zip(moves, pairs, strict=True)))
        else:
            label = element.get("isetName") or element.get("iset") or f"node {number + 1}"
            below = dict(zip(moves, (built.pop(child) for child in children), strict=True))
            built[element] = PlayerMove(players.number(owner), label, below)
    return built[start]


def _payoffs(element: Element, players: _Players, before: Sequence[Rational]) -> list[Rational]:
    """Return the sums of the payoffs before an element and at it."""
    total = list(before)
    for payoff in element.findall("payoff"):
        value = given_rational((payoff.get("value") or payoff.text or "").strip())
        total[players.number(payoff.get("player") or "")] += value
    return total


def _table(element: Element, title: str, players: _Players) -> ExtensiveGame:
    names, payoffs = {}, {}
    for one in element:
        if one.tag in ("strategy", "payoffs"):
            place, text = players.number(one.get("player") or ""), one.text or ""
            if one.tag == "strategy":
                names[place] = [unquote(label) for label in _QUOTED.findall(text)]
            else:
                payoffs[place] = [line.split() for line in text.strip().splitlines()]
    if set(payoffs) != {0, 1}:
        raise GameError("a <strategicForm> with <payoffs> of both players expected")
    game = bimatrix_game(title, payoffs[0], payoffs[1], names.get(0), names.get(1))
    return replace(game, players=players.names)
