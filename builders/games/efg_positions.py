"""Games of perfect information, of any number of players, from Gambit's .efg files."""

from __future__ import annotations

import os

import numpy as np

from seqform.builders.games.efg_tree import EfgTree
from seqform.builders.games.tokens import Tokens, errors_named, read_comment, read_players, read_text, read_title
from seqform.models.exact import ExactArray, Ints
from seqform.models.game_tables import CHANCE, NONE
from seqform.models.position_graph import END, PositionGraph, distinct_outcomes
from seqform.models.sequences import unique_names

MAX_PLAYERS = 100
"""A file with more names is refused."""


def read_position_graph(path: str | os.PathLike[str], *, normalize: bool = False) -> PositionGraph:
    """Return the game of perfect information in an .efg file.

    Parameters
    ----------
    path : str or path
    normalize : bool
        As in `parse_position_graph`.

    Raises
    ------
    ParseError
        As in `parse_position_graph`; or if the file cannot be read.
    """
    return parse_position_graph(read_text(path, "EFG"), os.fspath(path), normalize=normalize)


def efg_players(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Return the names of the players in an .efg file, however many.

    Raises
    ------
    ParseError
        If the file cannot be read, or does not begin as such a file does.
    """
    tokens = Tokens(read_text(path, "EFG"), os.fspath(path))
    read_title(tokens, "EFG", 2)
    return _players(tokens)


def parse_position_graph(text: str, file: str = "<string>", *, normalize: bool = False) -> PositionGraph:
    """Return the game of perfect information that a text in Gambit's .efg format describes.

    Positions are numbered breadth-first; payoffs of outcomes on the way are added up.

    Parameters
    ----------
    text : str
        Of a game with one player or more; chance may move.
    file : str
        What error messages call it.
    normalize : bool
        Divide chance's probabilities by their sum where that is not 1.

    Raises
    ------
    ParseError
        If the text is not such a game, with line and column: a player's information set that comes at a second node
        is one mistake.

    Examples
    --------
    >>> parse_position_graph('''EFG 2 R "a vote" { "Ann" "Bob" "Cid" }
    ... p "" 1 1 "" { "yes" "no" } 0
    ... p "" 2 1 "" { "yes" "no" } 0
    ... t "" 1 "passed" { 2, 1, 0 }
    ... p "" 3 1 "" { "yes" "no" } 0
    ... t "" 1
    ... t "" 2 "failed" { 0, 0, 1 }
    ... t "" 2''')
    <PositionGraph 'a vote': a tree of 7 positions>
    """
    tokens = Tokens(text, file)
    title = read_title(tokens, "EFG", 2)
    players = _players(tokens)
    read_comment(tokens)
    tree = EfgTree(tokens, len(players), normalize)
    tree.read()
    _check_perfect_information(tree)
    with errors_named(file):
        return _graph(tree, title, players)


def _players(tokens: Tokens) -> tuple[str, ...]:
    tokens.peek()
    place = tokens.position
    players = read_players(tokens, at_most=MAX_PLAYERS + 1)
    if not 1 <= len(players) <= MAX_PLAYERS:
        count = "more" if players else "none"
        raise tokens.error(f"a game of 1 to {MAX_PLAYERS} players expected, not of {count}", place)
    tokens.symbol("}", "}")
    return tuple(players)


def _check_perfect_information(tree: EfgTree) -> None:
    first: dict[int, int] = {}
    for node, infoset in enumerate(tree.infoset):
        if infoset == NONE or tree.owners[infoset] == CHANCE:
            continue
        if infoset in first:
            line, column = tree.tokens.place(tree.places[first[infoset]])
            raise tree.tokens.error(
                f"perfect information expected, but this node and the one at {line}:{column} are in one information "
                f"set of player {tree.owners[infoset] + 1}",
                tree.places[node],
            )
        first[infoset] = node


def _graph(tree: EfgTree, title: str, players: tuple[str, ...]) -> PositionGraph:
    order, parent = _breadth_first(tree)
    sets = tree.information_sets()
    infoset = np.array(tree.infoset)[order]
    sizes = np.append(np.diff(sets.action_start), 0)[infoset]
    over = infoset == NONE
    rows, payoffs = distinct_outcomes(tuple(payoff.take(over) for payoff in _added_up(tree, order, parent)))
    outcome = np.full(len(order), NONE, dtype=np.int32)
    outcome[over] = rows
    by_move = sets.action_start[infoset[parent[1:]]] + np.array(tree.action)[order][1:]
    return PositionGraph(
        title=title,
        players=players,
        player=np.append(sets.player, END)[infoset].astype(np.int8),
        first_move=np.append(0, np.cumsum(sizes)),
        child=np.arange(1, len(order), dtype=np.int32),
        outcome=outcome,
        payoffs=payoffs,
        probability=sets.probability.take(by_move) if np.any(sets.player == CHANCE) else None,
        move_label=lambda position, move: unique_names(sets.actions(int(infoset[position])))[move],
        note=tree.note,
    )


def _breadth_first(tree: EfgTree) -> tuple[Ints, Ints]:
    """Return the nodes level by level, and which position is above each of them, `NONE` above the root."""
    depth = [0]
    for above in tree.parent[1:]:
        depth.append(depth[above] + 1)
    order = np.argsort(np.array(depth), kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    parent = place[np.array(tree.parent)[order]]
    parent[0] = NONE
    return order, parent


def _added_up(tree: EfgTree, order: Ints, parent: Ints) -> list[ExactArray]:
    """Return what every player has received when play is at each position, the outcome there included."""
    outcome = np.array(tree.outcome)[order]
    sums = []
    for table in tree.payoff_table():
        total = np.append(table.numerators, 0)[outcome].tolist()
        for position in range(1, len(order)):
            total[position] += total[parent[position]]
        sums.append(ExactArray(np.array(total, dtype=object), table.denominator))
    return sums
