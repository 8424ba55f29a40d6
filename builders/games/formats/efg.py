"""Reader and writer of Gambit's .efg files.

They are read as extensive games of two players, or as positions of any number of players.
"""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Hashable
from fractions import Fraction
from functools import partial
from itertools import islice
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
from seqform.errors import ParseError
from seqform.models.games.extensive import (
    CHANCE,
    NONE,
    ExtensiveGame,
    InformationSets,
    Outcomes,
    breadth_first,
)
from seqform.models.games.infosets import player_label, unique_names
from seqform.models.games.positions import END, PositionGraph, distinct_outcomes
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.text import NUMBER, counted, shown_rational, write_rational

_EMPTY = quote("")

_NORMALIZED = (
    "where chance's probabilities did not sum to 1 in the file, they were divided by their sum"
)


_DESCRIBED = rf"{INTEGER}{WHITE}(?:{DESCRIPTION}|(?!\"))"
"""The number of an information set or of an outcome, and its description where one follows."""

_NODE = re.compile(
    rf"(?:(t)|(p)|c){ENDS}{WHITE}({STRING}){WHITE}"
    rf"(?(1)|((?(2){INTEGER}{WHITE}){_DESCRIBED}){WHITE})({_DESCRIBED}){WHITE}",
    re.DOTALL,
)
"""A node: t, p or c; its label; the information set, for p after the player's number, for t none; the outcome."""

_PLAYER, _LABEL, _SET, _OUTCOME = 2, 3, 4, 5
"""Groups of `_NODE`: p if it is a player's, the label, what is written of the information set and of the outcome."""

_STRING = re.compile(STRING, re.DOTALL)
_CHOICES = re.compile(
    rf"({INTEGER}){WHITE}({INTEGER}){WHITE}({STRING}){WHITE}\{{((?:{WHITE}{STRING})+){WHITE}\}}",
    re.DOTALL,
)
"""A player's information set: the numbers of the player and of the set, its label, those of the actions in braces."""


def _outcome_pattern(players: int) -> re.Pattern[str]:
    """Return the pattern of an outcome with its description; the groups are `_NUMBER`, `_NAME` and the payoffs."""
    payoff = rf"{WHITE}({NUMBER}){ENDS}{WHITE},?"
    return re.compile(
        rf"({INTEGER}){WHITE}({STRING}){WHITE}\{{{payoff * players}{WHITE}\}}", re.DOTALL
    )


_NUMBER, _NAME, _FIRST_PAYOFF = 1, 2, 3
"""Groups of an outcome's pattern."""


class Description(NamedTuple):
    """The data of an information set or of an outcome in a file.

    An information set's labels are its own and its actions', its numbers the actions' probabilities if it is
    chance's; an outcome has one label and the players' payoffs.
    """

    labels: tuple[str, ...]
    numbers: tuple[Fraction, ...]

    def difference(self, earlier: Description) -> tuple[str, str] | None:
        """Return the first contradiction to an earlier description, as the values in both, or None.

        An empty label agrees with every label.
        """
        for label, earlier_label in zip(self.labels, earlier.labels, strict=False):
            if label and earlier_label and label != earlier_label:
                return shown(label), shown(earlier_label)
        if len(self.labels) != len(earlier.labels):
            return f"{len(self.labels) - 1} actions", f"{len(earlier.labels) - 1}"

        for number, earlier_number in zip(self.numbers, earlier.numbers, strict=True):
            if number != earlier_number:
                return shown_rational(number), shown_rational(earlier_number)
        return None


class _Table:
    """Objects that a file refers to by number and describes at the first reference or later."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.rows: dict[Hashable, int] = {}
        self.descriptions: list[Description] = []
        self.places: list[int] = []

    def row(self, key: Hashable, description: Description | None, place: int, name: str) -> int:
        """Return the row of an object that is referred to, perhaps with a description at a place in the text."""
        row = self.rows.get(key)
        if row is not None:
            if description is not None:
                self._agree(row, description, place, name)
            return row

        if description is None:
            raise self.tokens.expected(
                f"{name} appears for the first time; its label and a list in braces"
            )
        row = self.rows[key] = len(self.descriptions)
        self.descriptions.append(description)
        self.places.append(place)
        return row

    def _agree(self, row: int, second: Description, place: int, name: str) -> None:
        """Check a second description of an object, whose labels fill in those that the first left empty."""
        first = self.descriptions[row]
        difference = second.difference(first)
        if difference is not None:
            here, there = difference
            line, column = self.tokens.place(self.places[row])
            raise self.tokens.error(
                f"{name} has {here} here, but {there} where it was described at {line}:{column}",
                place,
            )

        labels = []
        for first_label, second_label in zip(first.labels, second.labels, strict=True):
            labels.append(first_label or second_label)
        self.descriptions[row] = first._replace(labels=tuple(labels))


class EfgTree:
    """The nodes in the file's order, depth-first, with their information sets and outcomes.

    ``parent``, ``infoset`` and ``outcome`` are as in `breadth_first`, one entry for each node. Chance's probabilities
    that do not sum to 1 are divided by their sum where ``normalize`` is true.

    Files have hundreds of MB, so that the time for each node counts. One pattern finds the nodes one after the other,
    and cuts each into its label and what is written of its information set and of its outcome. Both are looked up as
    they are written: in a large file most of them have come before, word for word. Only a text that is new is read
    token by token. So is a node that does not fit the pattern, for the error message.
    """

    def __init__(self, tokens: Tokens, players: int, normalize: bool) -> None:
        self.tokens = tokens
        self.players = players
        self.normalize = normalize
        self.note = ""

        self.start = tokens.start()
        self.parent = array("q")
        self.infoset = array("q")
        self.outcome = array("q")
        self.labels: list[str] = []

        self.owners: list[int] = []
        self.action_labels: dict[str, tuple[str, ...]] = {}  # by their text
        self.sets = _Table(tokens)
        self.outcomes = _Table(tokens)
        self.outcome_pattern = _outcome_pattern(players)
        self.payoff_groups = range(_FIRST_PAYOFF, _FIRST_PAYOFF + players)

    def read(self) -> None:
        """Read all nodes; what follows them, nodes or other text, is left out with a note, as Gambit does."""
        tokens = self.tokens
        tokens.position = self._read_nodes()
        if not tokens.peek():
            return
        line, _ = tokens.place(tokens.position)
        text = tokens.text[tokens.position :].strip().splitlines()[0]
        left_out = f"text after the last node, from line {line} on, was left out: {shown(text)}"
        self.note = "; ".join(filter(None, (self.note, left_out)))

    def _read_nodes(self) -> int:
        """Read all nodes and return the position after them."""
        set_rows: dict[str, int] = {}
        outcome_rows: dict[str, int] = {}
        descriptions = self.sets.descriptions
        unread = [NONE]  # the parent of every node still to be read, that of the next one last
        end = self.start
        for match in _NODE.finditer(self.tokens.text, end):
            if match.start() != end:  # what stands in between is no node
                break
            end = match.end()
            label, set_text, outcome_text = match.group(_LABEL, _SET, _OUTCOME)
            self.labels.append("" if label == _EMPTY else unquote(label))
            self.parent.append(unread.pop())

            # The texts of chance's sets and of players' sets differ: these have two numbers.
            if set_text is None:
                self.infoset.append(NONE)
            else:
                infoset = set_rows.get(set_text)
                if infoset is None:
                    self.tokens.position = match.start(_SET)
                    infoset = set_rows[set_text] = self._read_set(by_chance=match[_PLAYER] is None)
                self.infoset.append(infoset)
                num_actions = len(descriptions[infoset].labels) - 1
                unread += [len(self.infoset) - 1] * num_actions

            outcome = outcome_rows.get(outcome_text)
            if outcome is None:
                self.tokens.position = match.start(_OUTCOME)
                outcome = outcome_rows[outcome_text] = self._read_outcome()
            self.outcome.append(outcome)

            # Before the next match is searched for: what follows the tree may be long and anything.
            if not unread:
                return end

        self.tokens.position = end
        parent = unread[-1]
        if parent == NONE:
            where = "the root (c, p or t)"
        else:
            labels = descriptions[self.infoset[parent]].labels
            action = labels[len(labels) - unread.count(parent)]  # as many of its children are left
            where = f"the node (c, p or t) after action {shown(action)}"
        raise self._bad_node(where)

    def _bad_node(self, where: str) -> ParseError:
        """Return the error for a node that the pattern does not take: that of its first token out of place."""
        tokens = self.tokens
        node = tokens.choice("c", "p", "t")
        if node is not None:
            tokens.string("the node's label in quotation marks")
            if node != "t":
                self._read_set(by_chance=node == "c")
            self._read_outcome()
        return tokens.expected(where)

    # ---- information sets ----

    def _read_set(self, by_chance: bool) -> int:
        """Read the number of an information set, for a player's after the player's, and return the set's row."""
        tokens = self.tokens
        match = None if by_chance else _CHOICES.match(tokens.text, tokens.position)
        if match is not None and 1 <= int(match[1]) <= self.players:
            description = Description((unquote(match[3]), *self._action_labels(match[4])), ())
            tokens.position = match.end()
            return self._set_row(int(match[1]) - 1, int(match[2]), description, match.start(3))

        # A set of chance, a set without a description, or one that has a fault: the pattern does not say where.
        owner = CHANCE
        if not by_chance:
            start = tokens.start()
            player = tokens.integer("the player's number")
            if not 1 <= player <= self.players:
                known = (
                    "player 1 or 2" if self.players == 2 else f"a player from 1 to {self.players}"
                )
                raise tokens.error(f"{known} expected, not {player}", start)
            owner = player - 1

        number = tokens.integer("the information set's number")
        place = tokens.start()
        late_description = None
        if tokens.peek() == '"':
            late_description = self._describe_lottery() if by_chance else self._describe_choices()
        return self._set_row(owner, number, late_description, place)

    def _set_row(self, owner: int, number: int, description: Description | None, place: int) -> int:
        """Return the row of an information set; chance and the players each number theirs on their own."""
        who = "chance" if owner == CHANCE else player_label(owner)
        row = self.sets.row(
            (owner, number), description, place, f"information set {number} of {who}"
        )
        if row == len(self.owners):
            self.owners.append(owner)
        return row

    def _action_labels(self, text: str) -> tuple[str, ...]:
        """Return the labels in a list of actions; many sets have the same list."""
        labels = self.action_labels.get(text)
        if labels is None:
            labels = tuple([unquote(label) for label in _STRING.findall(text)])
            self.action_labels[text] = labels
        return labels

    def _describe_choices(self) -> Description:
        """Read the description of a player's information set token by token."""
        tokens = self.tokens
        labels = [tokens.string("the information set's label")]
        tokens.symbol("{", "{ and the actions' labels")
        while len(labels) == 1 or tokens.peek() != "}":
            labels.append(self._action_label(labels))
        tokens.symbol("}", "}")
        return Description(tuple(labels), ())

    def _describe_lottery(self) -> Description:
        """Read the description of an information set of chance."""
        tokens = self.tokens
        labels = [tokens.string("the information set's label")]
        tokens.symbol("{", "{ and chance's actions")
        place = tokens.position - 1
        probabilities: list[Fraction] = []
        while not probabilities or tokens.peek() != "}":
            labels.append(self._action_label(labels))
            start = tokens.start()
            probability = tokens.number("the action's probability")
            if probability < 0:
                raise tokens.error("a probability may not be below 0", start)
            probabilities.append(probability)
        tokens.symbol("}", "}")
        return Description(tuple(labels), self._distribution(probabilities, place))

    def _action_label(self, labels_before: list[str]) -> str:
        """Return the label of an action, of which there has to be one after the set's label."""
        or_end = ", or }" if len(labels_before) > 1 else ""
        return self.tokens.string(f"an action's label{or_end}")

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

    def _read_outcome(self) -> int:
        """Read the number of an outcome, 0 for none, and return the outcome's row."""
        tokens = self.tokens
        match = self.outcome_pattern.match(tokens.text, tokens.position)
        if match is not None and int(match[_NUMBER]) != 0:
            number = int(match[_NUMBER])
            payoffs = [tokens.number_at(match, group) for group in self.payoff_groups]
            description = Description((unquote(match[_NAME]),), tuple(payoffs))
            tokens.position = match.end()
            return self.outcomes.row(number, description, match.start(_NAME), f"outcome {number}")

        # Without a description, or with one that has a fault.
        number = tokens.integer("the outcome's number")
        place = tokens.start()
        is_described = tokens.peek() == '"'
        if number != 0:
            faulty = self._describe_outcome() if is_described else None
            return self.outcomes.row(number, faulty, place, f"outcome {number}")
        if is_described:
            raise tokens.error(
                "outcome 0 means none and has neither label nor payoffs; give this one another number"
            )
        return NONE

    def _describe_outcome(self) -> Description:
        """Read the description of an outcome token by token."""
        tokens = self.tokens
        label = tokens.string("the outcome's label")
        tokens.symbol("{", "{ and the payoffs")
        payoffs = read_payoffs(tokens, self.players)
        everybody = "two players" if self.players == 2 else counted(self.players, "player")
        tokens.symbol("}", f"}} after the payoffs of {everybody}")
        return Description((label,), payoffs)

    # ---- the tables ----

    def actions(self) -> Ints:
        """Return the number of the parent's action that leads to each node: children come in the order of actions."""
        parent = np.array(self.parent, dtype=np.int64)
        by_parent = np.argsort(parent, kind="stable")  # siblings stay in the file's order
        sorted_parent = parent[by_parent]
        first_sibling = np.searchsorted(sorted_parent, sorted_parent)
        action = np.empty(len(parent), dtype=np.int64)
        action[by_parent] = np.arange(len(parent)) - first_sibling
        return action

    def place(self, node: int) -> int:
        """Return the position of a node in the text, where the nodes are read once more: for error messages."""
        nodes = _NODE.finditer(self.tokens.text, self.start)
        return next(islice(nodes, node, None)).start()

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
    with errors_named(file):  # what is wrong with the game as a whole has no line
        first, second = tree.payoff_table()
        return breadth_first(
            title=title,
            players=players,
            parent=np.array(tree.parent, dtype=np.int64),
            action=tree.actions(),
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
    """Raise a ParseError where a player's information set has a second node."""
    first: dict[int, int] = {}
    for node, infoset in enumerate(tree.infoset):
        if infoset == NONE or tree.owners[infoset] == CHANCE:
            continue
        if infoset in first:
            line, column = tree.tokens.place(tree.place(first[infoset]))
            raise tree.tokens.error(
                f"perfect information expected, but this node and the one at {line}:{column} are in one information "
                f"set of {player_label(tree.owners[infoset])}",
                tree.place(node),
            )
        first[infoset] = node


def _graph(tree: EfgTree, title: str, players: tuple[str, ...]) -> PositionGraph:
    """Return the nodes as positions, level by level."""
    order, parent = _breadth_first(tree)
    sets = tree.information_sets()
    infoset = np.array(tree.infoset, dtype=np.int64)[order]
    num_moves = np.append(np.diff(sets.action_start), 0)[infoset]  # NONE, -1, picks the last

    is_end = infoset == NONE
    totals = _added_up(tree, order, parent)
    rows, payoffs = distinct_outcomes(tuple(total.take(is_end) for total in totals))
    outcome = np.full(len(order), NONE, dtype=np.int32)
    outcome[is_end] = rows

    # Level by level, the moves into positions 1, 2, ... are numbered 0, 1, ...
    probability = None
    if np.any(sets.player == CHANCE):
        action = tree.actions()[order][1:]
        into_position = sets.action_start[infoset[parent[1:]]] + action
        probability = sets.probability.take(into_position)

    return PositionGraph(
        title=title,
        players=players,
        player=np.append(sets.player, END)[infoset].astype(np.int8),
        first_move=np.append(0, np.cumsum(num_moves)),
        child=np.arange(1, len(order), dtype=np.int32),
        outcome=outcome,
        payoffs=payoffs,
        probability=probability,
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
    # Stable, so that the children of a position stay together, in the order of its moves.
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
        total = np.append(table.numerators, 0)[outcome].tolist()  # NONE, -1, picks the appended 0
        for position in range(1, len(order)):  # parents come first
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
    first, second = (quote(player) for player in game.players)
    lines = [f"EFG 2 R {quote(game.title)} {{ {first} {second} }}", quote(game.comment), ""]

    walk = np.argsort(game.preorder)
    infosets = _set_texts(game)
    outcomes = _outcome_texts(game, game.outcome[walk])
    set_rows = game.infoset[walk].tolist()
    outcome_rows = game.outcome[walk].tolist()
    labels = game.node_labels
    for node, infoset, outcome in zip(walk.tolist(), set_rows, outcome_rows, strict=True):
        label = quote(labels[node]) if labels else _EMPTY
        letter, description = infosets[infoset]
        lines.append(f"{letter} {label}{description} {outcomes[outcome]}")
    return "\n".join(lines) + "\n"


def _set_texts(game: ExtensiveGame) -> list[tuple[str, str]]:
    """Return the text before and after the label of a node of each information set; last, for index NONE, a leaf's."""
    sets = game.information_sets
    texts = [("", "")] * len(sets) + [("t", "")]
    numbers = {CHANCE: 0, 0: 0, 1: 0}
    for row in game.infoset_order.tolist():
        owner = int(sets.player[row])
        numbers[owner] += 1
        letter = "p"
        player = f" {owner + 1}"
        actions = [quote(label) for label in sets.actions(row)]
        if owner == CHANCE:
            letter = "c"
            player = ""
            start = int(sets.action_start[row])
            for place, label in enumerate(actions):
                actions[place] = f"{label} {write_rational(sets.probability[start + place])}"

        described = f"{quote(sets.labels[row])} {{ {' '.join(actions)} }}"
        texts[row] = (letter, f"{player} {numbers[owner]} {described}")
    return texts


def _outcome_texts(game: ExtensiveGame, in_order: Ints) -> list[str]:
    """Return number and description of each outcome, numbered by first use; last, for index NONE, no outcome's."""
    texts = [""] * len(game.outcomes) + ["0"]
    first, second = game.outcomes.payoffs
    number = 0
    for row in dict.fromkeys(in_order.tolist()):
        if row != NONE:
            number += 1
            payoffs = f"{{ {write_rational(first[row])}, {write_rational(second[row])} }}"
            texts[row] = f"{number} {quote(game.outcomes.labels[row])} {payoffs}"
    return texts
