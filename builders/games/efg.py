"""Extensive games from Gambit's .efg files."""

from __future__ import annotations

import os

import numpy as np

from seqform.builders.games.efg_tree import EfgTree
from seqform.builders.games.tokens import Tokens, errors_named, read_comment, read_header, read_text
from seqform.models.breadth_first import breadth_first
from seqform.models.game import ExtensiveGame
from seqform.models.game_tables import Outcomes


def read_efg(path: str | os.PathLike[str], *, normalize: bool = False) -> ExtensiveGame:
    """Return the game in an .efg file.

    Parameters
    ----------
    path : str or path
    normalize : bool
        As in `parse_efg`.

    Raises
    ------
    ParseError, ImperfectRecallError
        As in `parse_efg`; or if the file cannot be read.
    """
    return parse_efg(read_text(path, "EFG"), os.fspath(path), normalize=normalize)


def parse_efg(text: str, file: str = "<string>", *, normalize: bool = False) -> ExtensiveGame:
    """Return the game that a text in Gambit's .efg format describes.

    Numbers are read exactly. An information set or an outcome is described where it
    is first named; later descriptions have to agree with that one, where an empty
    label agrees with every label.

    Parameters
    ----------
    text : str
    file : str
        What error messages call it.
    normalize : bool
        Divide chance's probabilities by their sum where that is not 1; the game's note then says so.

    Raises
    ------
    ParseError
        If the text is not a game of two players; with line and column.
    ImperfectRecallError
        If a player forgets.

    Examples
    --------
    >>> parse_efg('''EFG 2 R "an offer" { "Ann" "Bob" }
    ... p "" 1 1 "" { "generous" "mean" } 0
    ... p "" 2 1 "" { "yes" "no" } 0
    ... t "" 1 "a deal" { 1, 1 }
    ... t "" 0
    ... p "" 2 2 "" { "yes" "no" } 0
    ... t "" 2 "a bad deal" { 1.5, 1/2 }
    ... t "" 0''')
    <ExtensiveGame 'an offer': 7 nodes, 1 and 2 information sets>
    """
    tokens = Tokens(text, file)
    title, players = read_header(tokens, "EFG", 2)
    comment = read_comment(tokens)
    tree = EfgTree(tokens, 2, normalize)
    tree.read()
    with errors_named(file):
        return _game(tree, title, players, comment)


def _game(tree: EfgTree, title: str, players: tuple[str, str], comment: str) -> ExtensiveGame:
    first, second = tree.payoff_table()
    return breadth_first(
        title=title,
        players=players,
        parent=np.array(tree.parent),
        action=np.array(tree.action),
        infoset=np.array(tree.infoset),
        outcome=np.array(tree.outcome),
        information_sets=tree.information_sets(),
        outcomes=Outcomes(tree.outcome_labels(), (first, second)),
        node_labels=tree.labels,
        comment=comment,
        note=tree.note,
    )
