"""Reader and writer of Gambit's .efg files.

They are read as extensive games of two players, or as positions of any number of players.
"""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import partial
from itertools import repeat, zip_longest
from typing import NamedTuple

import numpy as np

from seqform.builders.games.exact_numbers import exact_column
from seqform.builders.games.formats.tokens import (
    DESCRIPTION,
    ENDS,
    INTEGER,
    STRING,
    WHITE,
    Tokens,
    errors_named,
    quote,
    read_comment,
    read_header,
    read_payoffs,
    read_players,
    read_text,
    read_title,
    shown,
    unquote,
)
from seqform.builders.games.tree import SetRows
from seqform.models.games.extensive import (
    CHANCE,
    NONE,
    ExtensiveGame,
    InformationSets,
    Outcomes,
    breadth_first,
)
from seqform.models.games.infosets import unique_names
from seqform.models.games.positions import END, PositionGraph, distinct_outcomes
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.text import NUMBER, counted, shown_rational, write_rational

_NORMALIZED = (
    "where chance's probabilities did not sum to 1 in the file, they were divided by their sum"
)


_LABEL = rf"{ENDS}{WHITE}({STRING}){WHITE}"
_DESCRIBED = rf"({INTEGER})(?:{WHITE}({DESCRIPTION}))?"
_NODE = re.compile(
    rf"{WHITE}()(?:t{_LABEL}|(?:p{_LABEL}({INTEGER}){WHITE}|c{_LABEL}){_DESCRIBED}{WHITE}){_DESCRIBED}"
    rf'(?!{WHITE}")',
    re.DOTALL,
)
"""A node; the groups are its place, the label of an end, the label of a player's move and the player, the label of a
move of chance, the number and the description of the information set, those of the outcome."""

_STRING = re.compile(STRING, re.DOTALL)
_CHOICES = re.compile(rf"{WHITE}{STRING}{WHITE}\{{(?:{WHITE}{STRING})+{WHITE}\}}", re.DOTALL)
"""The description of a player's information set: its label, and those of the actions in braces."""

_SET_NUMBER, _SET, _OUTCOME_NUMBER, _OUTCOME = 6, 7, 8, 9
"""Groups of `_NODE`."""


class Description(NamedTuple):
    """The data of an information set or of an outcome in a file.

    An information set's labels are its own and its actions', its numbers the actions' probabilities if it is
    chance's; an outcome has one label and the players' payoffs.
    """

    labels: tuple[str, ...]
    numbers: tuple[Fraction, ...]

    def difference(self, other: Description) -> tuple[str, str] | None:
        """Return the first contradiction between two descriptions, as the values in both, or None."""
        for one, two in zip_longest(self.labels, other.labels):
            if one is None or two is None:
                return f"{len(self.labels) - 1} actions", f"{len(other.labels) - 1}"
            if one and two and one != two:
                return shown(one), shown(two)
        for this, that in zip(self.numbers, other.numbers, strict=True):
            if this != that:
                return shown_rational(this), shown_rational(that)
        return None


class _Reader:
    """Reader of descriptions of one kind, which parses each distinct text once."""

    def __init__(self, tokens: Tokens, describe: Callable[[], Description]) -> None:
        self.tokens = tokens
        self.describe = describe
        self.known: dict[str, Description] = {}

    def of(self, match: re.Match[str], group: int) -> Description | None:
        """Return the description that a pattern has matched in a group, None if the group is empty."""
        text = match[group]
        if text is None:
            return None
        description = self.known.get(text)
        if description is None:
            self.tokens.position = match.start(group)
            description = self.known[text] = self.describe()
        return description

    def next(self) -> Description | None:
        """Return the description that comes next, None if none does."""
        tokens = self.tokens
        if tokens.peek() != '"':
            return None
        start = tokens.position
        text = tokens.description_ahead()
        description = self.known.get(text)
        if description is None:
            description = self.describe()
            self.known[tokens.text[start : tokens.position]] = description
        else:
            tokens.position = start + len(text)
        return description


class _Table:
    """Objects that a file refers to by number and describes at the first reference or later."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.rows: dict[Hashable, int] = {}
        self.descriptions: list[Description] = []
        self.places: list[int] = []

    def row(
        self, key: Hashable, description: Description | None, place: int, name: Callable[[], str]
    ) -> int:
        """Return the row of an object that is referred to, perhaps with a description at a place in the text."""
        row = self.rows.get(key)
        if row is None:
            if description is None:
                raise self.tokens.expected(
                    f"{name()} appears for the first time; its label and a list in braces"
                )
            row = self.rows[key] = len(self.descriptions)
            self.descriptions.append(description)
            self.places.append(place)
        elif description is not None and description is not self.descriptions[row]:
            self._agree(row, description, place, name)
        return row

    def _agree(self, row: int, second: Description, place: int, name: Callable[[], str]) -> None:
        first = self.descriptions[row]
        difference = second.difference(first)
        if difference is not None:
            here, there = difference
            line, column = self.tokens.place(self.places[row])
            raise self.tokens.error(
                f"{name()} has {here} here, but {there} where it was described at {line}:{column}",
                place,
            )
        labels = tuple(one or two for one, two in zip(first.labels, second.labels, strict=True))
        self.descriptions[row] = first._replace(labels=labels)


class EfgTree:
    """The nodes in the file's order, depth-first, with their information sets and outcomes.

    ``parent``, ``action``, ``infoset`` and ``outcome`` are as in `breadth_first`, one entry for each node; ``places``
    are the positions of the nodes in the text. Chance's probabilities that do not sum to 1 are divided by their sum
    where ``normalize`` is true.
    """

    def __init__(self, tokens: Tokens, players: int, normalize: bool) -> None:
        self.tokens = tokens
        self.players = players
        self.normalize = normalize
        self.note = ""
        self.parent, self.action, self.infoset, self.outcome = (
            array("q"),
            array("q"),
            array("q"),
            array("q"),
        )
        self.places = array("q")
        self.labels: list[str] = []
        self.owners: list[int] = []
        self.sets, self.outcomes = _Table(tokens), _Table(tokens)
        payoff = rf"{WHITE}({NUMBER}){ENDS}{WHITE},?"
        self.outcome_pattern = re.compile(
            rf"{WHITE}({STRING}){WHITE}\{{{payoff * players}{WHITE}\}}", re.DOTALL
        )
        self.choices = _Reader(tokens, lambda: self._describe_set(0))
        self.lotteries = _Reader(tokens, lambda: self._describe_set(CHANCE))
        self.payoffs = _Reader(tokens, self._describe_outcome)

    def read(self) -> None:
        """Read all nodes; what follows them, nodes or other text, is left out with a note, as Gambit does."""
        pending: list[Iterator[tuple[int, int]]] = [iter([(NONE, 0)])]
        while pending:
            place = next(pending[-1], None)
            if place is None:
                pending.pop()
                continue
            actions = self._node(*place)
            if actions:
                pending.append(zip(repeat(len(self.parent) - 1), range(actions)))
        tokens = self.tokens
        if not tokens.peek():
            return
        line, _ = tokens.place(tokens.position)
        text = tokens.text[tokens.position :].strip().splitlines()[0]
        left_out = f"text after the last node, from line {line} on, was left out: {shown(text)}"
        self.note = "; ".join(filter(None, (self.note, left_out)))

    def _node(self, parent: int, action: int) -> int:
        """Read a node and return its number of actions."""
        tokens = self.tokens
        match = _NODE.match(tokens.text, tokens.position)
        if match is None:
            return self._node_by_tokens(parent, action)
        label = match[2] or match[3] or match[5]
        infoset = NONE
        if match[2] is None:
            owner = CHANCE if match[4] is None else self._player(int(match[4]), match.start(4))
            reader = self.lotteries if owner == CHANCE else self.choices
            description = reader.of(match, _SET)
            tokens.position = match.end(_SET_NUMBER)
            infoset = self._infoset(owner, int(match[_SET_NUMBER]), description, match.start(_SET))
        outcome = NONE
        number = int(match[_OUTCOME_NUMBER])
        if number != 0 or match[_OUTCOME] is not None:
            description = self.payoffs.of(match, _OUTCOME)
            tokens.position = match.end(_OUTCOME_NUMBER)
            outcome = self._outcome(number, description, match.start(_OUTCOME))
        tokens.position = match.end()
        return self._add(match.start(1), unquote(label), parent, action, infoset, outcome)

    def _node_by_tokens(self, parent: int, action: int) -> int:
        """Read a node token by token, one of which is not as expected."""
        tokens = self.tokens
        node = tokens.choice("c", "p", "t")
        if node is None and parent == NONE:
            raise tokens.expected("the root (c, p or t)")
        if node is None:
            label = self.sets.descriptions[self.infoset[parent]].labels[action + 1]
            raise tokens.expected(f"the node (c, p or t) after action {shown(label)}")
        place = tokens.position - 1
        label = tokens.string("the node's label in quotation marks")
        infoset = NONE
        if node != "t":
            owner = CHANCE
            if node == "p":
                start = tokens.start()
                owner = self._player(tokens.integer("the player's number"), start)
            number = tokens.integer("the information set's number")
            reader = self.lotteries if owner == CHANCE else self.choices
            start = tokens.start()
            infoset = self._infoset(owner, number, reader.next(), start)
        number = tokens.integer("the outcome's number")
        start = tokens.start()
        outcome = self._outcome(number, self.payoffs.next() if number else None, start)
        return self._add(place, label, parent, action, infoset, outcome)

    def _add(
        self, place: int, label: str, parent: int, action: int, infoset: int, outcome: int
    ) -> int:
        """Append a node and return its number of actions."""
        self.places.append(place)
        self.labels.append(label)
        self.parent.append(parent)
        self.action.append(action)
        self.infoset.append(infoset)
        self.outcome.append(outcome)
        return 0 if infoset == NONE else len(self.sets.descriptions[infoset].labels) - 1

    # ---- information sets ----

    def _infoset(self, owner: int, number: int, description: Description | None, place: int) -> int:
        """Return the row of an information set, whose description, if any, is at a place."""
        who = "chance" if owner == CHANCE else f"player {owner + 1}"
        row = self.sets.row(
            (owner, number), description, place, lambda: f"information set {number} of {who}"
        )
        if row == len(self.owners):
            self.owners.append(owner)
        return row

    def _player(self, player: int, place: int) -> int:
        """Return the number of a player from 0 on, where the text has it from 1 on at a place."""
        if not 1 <= player <= self.players:
            known = "player 1 or 2" if self.players == 2 else f"a player from 1 to {self.players}"
            raise self.tokens.error(f"{known} expected, not {player}", place)
        return player - 1

    def _describe_set(self, owner: int) -> Description:
        tokens, by_chance = self.tokens, owner == CHANCE
        match = None if by_chance else _CHOICES.match(tokens.text, tokens.position)
        if match is not None:
            tokens.position = match.end()
            return Description(tuple(unquote(label) for label in _STRING.findall(match[0])), ())
        labels = [tokens.string("the information set's label")]
        numbers: list[Fraction] = []
        tokens.symbol("{", "{ and chance's actions" if by_chance else "{ and the actions' labels")
        place = tokens.position - 1
        while len(labels) == 1 or tokens.peek() != "}":
            labels.append(
                tokens.string("an action's label" + (", or }" if len(labels) > 1 else ""))
            )
            if by_chance:
                numbers.append(self._probability())
        tokens.symbol("}", "}")
        return Description(tuple(labels), self._distribution(numbers, place) if by_chance else ())

    def _probability(self) -> Fraction:
        self.tokens.peek()
        place = self.tokens.position
        probability = self.tokens.number("the action's probability")
        if probability < 0:
            raise self.tokens.error("a probability may not be below 0", place)
        return probability

    def _distribution(self, probabilities: list[Fraction], place: int) -> tuple[Fraction, ...]:
        total = sum(probabilities, Fraction(0))
        if total == 1:
            return tuple(probabilities)
        if total > 0 and self.normalize:
            self.note = _NORMALIZED
            return tuple(probability / total for probability in probabilities)
        advice = "; --normalize (normalize=True) divides them by their sum" if total > 0 else ""
        raise self.tokens.error(
            f"chance's probabilities sum to {shown_rational(total)}, not to 1{advice}", place
        )

    # ---- outcomes ----

    def _outcome(self, number: int, description: Description | None, place: int) -> int:
        """Return the row of an outcome, whose description, if any, is at a place."""
        if number != 0:
            return self.outcomes.row(number, description, place, lambda: f"outcome {number}")
        if self.tokens.peek() == '"':
            raise self.tokens.error(
                "outcome 0 means none and has neither label nor payoffs; give this one another number"
            )
        return NONE

    def _describe_outcome(self) -> Description:
        tokens = self.tokens
        match = self.outcome_pattern.match(tokens.text, tokens.position)
        if match is not None:
            payoffs = tuple(tokens.number_at(match, group) for group in range(2, self.players + 2))
            tokens.position = match.end()
            return Description((unquote(match[1]),), payoffs)
        label = tokens.string("the outcome's label")
        tokens.symbol("{", "{ and the payoffs")
        payoffs = read_payoffs(tokens, self.players)
        everybody = "two players" if self.players == 2 else counted(self.players, "player")
        tokens.symbol("}", f"}} after the payoffs of {everybody}")
        return Description((label,), payoffs)

    # ---- the tables ----

    def information_sets(self) -> InformationSets:
        """Return the table of the information sets, in the order in which the file names them."""
        rows = SetRows()
        for owner, (labels, numbers) in zip(self.owners, self.sets.descriptions, strict=True):
            rows.add(owner, labels[0], labels[1:], numbers if owner == CHANCE else None)
        return rows.table()

    def payoff_table(self) -> tuple[ExactArray, ...]:
        """Return every player's payoffs in every outcome."""
        rows = [payoffs for _, payoffs in self.outcomes.descriptions]
        return tuple(exact_column(row[player] for row in rows) for player in range(self.players))


def read_efg(path: str | os.PathLike[str], *, normalize: bool = False) -> ExtensiveGame:
    """Return the game in an .efg file; see `parse_efg`."""
    return parse_efg(read_text(path, "EFG"), os.fspath(path), normalize=normalize)


def parse_efg(text: str, file: str = "<string>", *, normalize: bool = False) -> ExtensiveGame:
    """Return the game that a text in Gambit's .efg format describes.

    Numbers are read exactly. An information set or an outcome is described where it is first named; later descriptions
    have to agree with that one, where an empty label agrees with every label.

    `file` is the file's name in error messages, which have the line and the column. With `normalize` chance's
    probabilities are divided by their sum where that is not 1, and the game has a note.

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
        first, second = tree.payoff_table()
        return breadth_first(
            title=title,
            players=players,
            parent=np.array(tree.parent, dtype=np.int64),
            action=np.array(tree.action, dtype=np.int64),
            infoset=np.array(tree.infoset, dtype=np.int64),
            outcome=np.array(tree.outcome, dtype=np.int64),
            information_sets=tree.information_sets(),
            outcomes=Outcomes(
                tuple(labels[0] for labels, _ in tree.outcomes.descriptions), (first, second)
            ),
            node_labels=tree.labels,
            comment=comment,
            note=tree.note,
        )


MAX_PLAYERS = 100
"""Limit on the number of players."""


def read_position_graph(path: str | os.PathLike[str], *, normalize: bool = False) -> PositionGraph:
    """Return the game of perfect information in an .efg file; see `parse_position_graph`."""
    return parse_position_graph(read_text(path, "EFG"), os.fspath(path), normalize=normalize)


def efg_players(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Return the names of the players in an .efg file, however many."""
    tokens = Tokens(read_text(path, "EFG"), os.fspath(path))
    read_title(tokens, "EFG", 2)
    return read_players(tokens, 1, MAX_PLAYERS)


def parse_position_graph(
    text: str, file: str = "<string>", *, normalize: bool = False
) -> PositionGraph:
    """Return the game of perfect information that a text in Gambit's .efg format describes.

    There may be one player or more, and chance. Positions are numbered breadth-first; payoffs of outcomes on the way
    are added up. ``file`` and ``normalize`` are as in `parse_efg`. A player's information set that comes at a second
    node is a ParseError.
    """
    tokens = Tokens(text, file)
    title = read_title(tokens, "EFG", 2)
    players = read_players(tokens, 1, MAX_PLAYERS)
    read_comment(tokens)
    tree = EfgTree(tokens, len(players), normalize)
    tree.read()
    _check_perfect_information(tree)
    with errors_named(file):
        return _graph(tree, title, players)


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
    infoset = np.array(tree.infoset, dtype=np.int64)[order]
    sizes = np.append(np.diff(sets.action_start), 0)[infoset]
    over = infoset == NONE
    rows, payoffs = distinct_outcomes(
        tuple(payoff.take(over) for payoff in _added_up(tree, order, parent))
    )
    outcome = np.full(len(order), NONE, dtype=np.int32)
    outcome[over] = rows
    by_move = (
        sets.action_start[infoset[parent[1:]]] + np.array(tree.action, dtype=np.int64)[order][1:]
    )
    return PositionGraph(
        title=title,
        players=players,
        player=np.append(sets.player, END)[infoset].astype(np.int8),
        first_move=np.append(0, np.cumsum(sizes)),
        child=np.arange(1, len(order), dtype=np.int32),
        outcome=outcome,
        payoffs=payoffs,
        probability=sets.probability.take(by_move) if np.any(sets.player == CHANCE) else None,
        move_label=partial(_move_label, sets, infoset),
        note=tree.note,
    )


def _move_label(sets: InformationSets, infoset: Ints, position: int, move: int) -> str:
    return unique_names(sets.actions(int(infoset[position])))[move]


def _breadth_first(tree: EfgTree) -> tuple[Ints, Ints]:
    """Return the nodes level by level, and the position above each of them, `NONE` above the root."""
    depth = [0]
    for above in tree.parent[1:]:
        depth.append(depth[above] + 1)
    order = np.argsort(np.array(depth, dtype=np.int64), kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    parent = place[np.array(tree.parent, dtype=np.int64)[order]]
    parent[0] = NONE
    return order, parent


def _added_up(tree: EfgTree, order: Ints, parent: Ints) -> list[ExactArray]:
    """Return every player's payoffs up to each position, the outcome there included."""
    outcome = np.array(tree.outcome, dtype=np.int64)[order]
    sums = []
    for table in tree.payoff_table():
        total = np.append(table.numerators, 0)[outcome].tolist()
        for position in range(1, len(order)):
            total[position] += total[parent[position]]
        sums.append(ExactArray(np.array(total, dtype=object), table.denominator))
    return sums


def write_efg(game: ExtensiveGame) -> str:
    """Return a game in the .efg format, version 2.

    Reading the text gives an equal game; only its note is lost. Nodes come in depth-first order; information sets and
    outcomes are numbered as they appear, and described at every node, as in Gambit's files. Gambit reads the text if
    the labels conform to its rules: printable ASCII, without two spaces or two backslashes in a row, and different for
    a player's information sets and for nodes.
    """
    walk = np.argsort(game.preorder)
    infosets = _set_texts(game)
    outcomes = _outcome_texts(game, game.outcome[walk])
    labels = game.node_labels
    lines = [
        f"{infosets[infoset][0]} {quote(labels[node]) if labels else _EMPTY}{infosets[infoset][1]} {outcomes[outcome]}"
        for node, infoset, outcome in zip(
            walk.tolist(), game.infoset[walk].tolist(), game.outcome[walk].tolist(), strict=True
        )
    ]
    first, second = (quote(player) for player in game.players)
    header = f"EFG 2 R {quote(game.title)} {{ {first} {second} }}\n{quote(game.comment)}\n\n"
    return header + "\n".join(lines) + "\n"


_EMPTY = quote("")


def _set_texts(game: ExtensiveGame) -> list[tuple[str, str]]:
    """Return the text before and after the label of a node of each information set; last, for index NONE, a leaf's."""
    sets = game.information_sets
    texts = [("", "")] * len(sets) + [("t", "")]
    numbers = {CHANCE: 0, 0: 0, 1: 0}
    for row in game.infoset_order.tolist():
        owner = int(sets.player[row])
        numbers[owner] += 1
        actions = [quote(label) for label in sets.actions(row)]
        if owner == CHANCE:
            start = int(sets.action_start[row])
            actions = [
                f"{label} {write_rational(sets.probability[start + k])}"
                for k, label in enumerate(actions)
            ]
        who = "" if owner == CHANCE else f" {owner + 1}"
        description = f"{who} {numbers[owner]} {quote(sets.labels[row])} {{ {' '.join(actions)} }}"
        texts[row] = ("c" if owner == CHANCE else "p", description)
    return texts


def _outcome_texts(game: ExtensiveGame, in_order: Ints) -> list[str]:
    """Return number and description of each outcome, numbered by first use; last, for index NONE, no outcome's."""
    texts = [""] * len(game.outcomes) + ["0"]
    first, second = game.outcomes.payoffs
    used = [row for row in dict.fromkeys(in_order.tolist()) if row != NONE]
    for number, row in enumerate(used, start=1):
        payoffs = f"{{ {write_rational(first[row])}, {write_rational(second[row])} }}"
        texts[row] = f"{number} {quote(game.outcomes.labels[row])} {payoffs}"
    return texts
