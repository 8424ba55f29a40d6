"""The nodes of Gambit's .efg files, and what they refer to, for any number of players."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import chain, repeat, zip_longest
from typing import NamedTuple

import numpy as np

from seqform.builders.games.rationals import exact_column
from seqform.builders.games.tokens import Tokens, read_payoffs_of, shown
from seqform.models.exact import ExactArray
from seqform.models.game_tables import CHANCE, NONE, InformationSets
from seqform.models.number_text import counted, shown_rational

_NORMALIZED = "where chance's probabilities did not sum to 1 in the file, they were divided by their sum"


class Description(NamedTuple):
    """What a file says of an information set or of an outcome.

    An information set's labels are its own and its actions', its numbers the actions'
    probabilities (zeros if not chance's); an outcome has one label and the players' payoffs.
    """

    labels: tuple[str, ...]
    numbers: tuple[Fraction, ...]

    def difference(self, other: Description) -> tuple[str, str] | None:
        """Return the first thing in which two descriptions contradict each other, as it is in both."""
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
    """Reads descriptions of one kind, each different text once."""

    def __init__(self, tokens: Tokens, describe: Callable[[], Description]) -> None:
        self.tokens = tokens
        self.describe = describe
        self.known: dict[str, Description] = {}

    def next(self) -> Description:
        """Return the description that comes next."""
        tokens = self.tokens
        start = tokens.position
        text = tokens.description_ahead()
        description = self.known.get(text)
        if description is not None:
            tokens.position = start + len(text)
        else:
            description = self.describe()
            self.known[tokens.text[start : tokens.position]] = description
        return description


class _Table:
    """What a file refers to by number and describes at least the first time."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.rows: dict[Hashable, int] = {}
        self.descriptions: list[Description] = []
        self.places: list[int] = []

    def row(self, key: Hashable, reader: _Reader, name: Callable[[], str]) -> int:
        """Return the row of what was just referred to, whose description may follow."""
        described = self.tokens.peek() == '"'
        place = self.tokens.position
        description = reader.next() if described else None
        row = self.rows.get(key)
        if row is None:
            if description is None:
                raise self.tokens.expected(f"{name()} appears for the first time; its label and a list in braces")
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
                f"{name()} has {here} here, but {there} where it was described at {line}:{column}", place
            )
        labels = tuple(one or two for one, two in zip(first.labels, second.labels, strict=True))
        self.descriptions[row] = first._replace(labels=labels)


class EfgTree:
    """The nodes in the file's order, depth-first, and what they refer to.

    Parameters
    ----------
    tokens : Tokens
        Past the header.
    players : int
        How many there are.
    normalize : bool
        Divide chance's probabilities by their sum where that is not 1.

    Attributes
    ----------
    parent, action, infoset, outcome : array of int
        As in `breadth_first`, one entry for each node.
    places : array of int
        Where each node stands in the text.
    labels : list of str
        The nodes'.
    """

    def __init__(self, tokens: Tokens, players: int, normalize: bool) -> None:
        self.tokens = tokens
        self.players = players
        self.normalize = normalize
        self.normalized = False
        self.parent, self.action, self.infoset, self.outcome = array("q"), array("q"), array("q"), array("q")
        self.places = array("q")
        self.labels: list[str] = []
        self.owners: list[int] = []
        self.sets, self.outcomes = _Table(tokens), _Table(tokens)
        self.choices = _Reader(tokens, self._describe_choices)
        self.lotteries = _Reader(tokens, self._describe_lottery)
        self.payoffs = _Reader(tokens, self._describe_outcome)

    @property
    def note(self) -> str:
        """What a reader of any result has to know."""
        return _NORMALIZED if self.normalized else ""

    def read(self) -> None:
        """Read all nodes; nothing may follow them."""
        pending: list[Iterator[tuple[int, int]]] = [iter([(NONE, 0)])]
        while pending:
            place = next(pending[-1], None)
            if place is None:
                pending.pop()
                continue
            actions = self._node(*place)
            if actions:
                pending.append(zip(repeat(len(self.parent) - 1), range(actions)))
        self.tokens.end("the end of the file after the last node")

    def _node(self, parent: int, action: int) -> int:
        """Read a node and return its number of actions."""
        tokens = self.tokens
        kind = self._kind(parent, action)
        self.places.append(tokens.position - 1)
        self.labels.append(tokens.string("the node's label in quotation marks"))
        infoset = NONE if kind == "t" else self._infoset(kind)
        self.parent.append(parent)
        self.action.append(action)
        self.infoset.append(infoset)
        self.outcome.append(self._outcome())
        return 0 if kind == "t" else len(self.sets.descriptions[infoset].labels) - 1

    def _kind(self, parent: int, action: int) -> str:
        kind = self.tokens.choice("c", "p", "t")
        if kind is not None:
            return kind
        if parent == NONE:
            raise self.tokens.expected("the root (c, p or t)")
        label = self.sets.descriptions[self.infoset[parent]].labels[action + 1]
        raise self.tokens.expected(f"the node (c, p or t) after action {shown(label)}")

    # ---- information sets ----

    def _infoset(self, kind: str) -> int:
        owner = CHANCE if kind == "c" else self._player()
        number = self.tokens.integer("the information set's number")
        reader = self.lotteries if owner == CHANCE else self.choices
        row = self.sets.row((owner, number), reader, lambda: f"information set {number} of {_name(owner)}")
        if row == len(self.owners):
            self.owners.append(owner)
        return row

    def _player(self) -> int:
        self.tokens.peek()
        place = self.tokens.position
        player = self.tokens.integer("the player's number")
        if not 1 <= player <= self.players:
            known = "player 1 or 2" if self.players == 2 else f"a player from 1 to {self.players}"
            raise self.tokens.error(f"{known} expected, not {player}", place)
        return player - 1

    def _describe_choices(self) -> Description:
        tokens = self.tokens
        labels = [tokens.string("the information set's label")]
        tokens.symbol("{", "{ and the actions' labels")
        labels.append(tokens.string("an action's label"))
        while tokens.peek() != "}":
            labels.append(tokens.string("an action's label, or }"))
        tokens.symbol("}", "}")
        return Description(tuple(labels), (Fraction(0),) * (len(labels) - 1))

    def _describe_lottery(self) -> Description:
        tokens = self.tokens
        labels = [tokens.string("the information set's label")]
        probabilities: list[Fraction] = []
        tokens.symbol("{", "{ and chance's actions")
        place = tokens.position - 1
        while not probabilities or tokens.peek() != "}":
            labels.append(tokens.string("an action's label" + (", or }" if probabilities else "")))
            tokens.peek()
            at_number = tokens.position
            probabilities.append(tokens.number("the action's probability"))
            if probabilities[-1] < 0:
                raise tokens.error("a probability may not be below 0", at_number)
        tokens.symbol("}", "}")
        return Description(tuple(labels), self._distribution(probabilities, place))

    def _distribution(self, probabilities: list[Fraction], place: int) -> tuple[Fraction, ...]:
        total = sum(probabilities, Fraction(0))
        if total == 1:
            return tuple(probabilities)
        if total > 0 and self.normalize:
            self.normalized = True
            return tuple(probability / total for probability in probabilities)
        advice = "; --normalize (normalize=True) divides them by their sum" if total > 0 else ""
        raise self.tokens.error(f"chance's probabilities sum to {shown_rational(total)}, not to 1{advice}", place)

    # ---- outcomes ----

    def _outcome(self) -> int:
        tokens = self.tokens
        number = tokens.integer("the outcome's number")
        if number != 0:
            return self.outcomes.row(number, self.payoffs, lambda: f"outcome {number}")
        if tokens.peek() == '"':
            raise tokens.error("outcome 0 means none and has neither label nor payoffs; give this one another number")
        return NONE

    def _describe_outcome(self) -> Description:
        tokens = self.tokens
        label = tokens.string("the outcome's label")
        tokens.symbol("{", "{ and the payoffs")
        payoffs = read_payoffs_of(tokens, self.players)
        everybody = "two players" if self.players == 2 else counted(self.players, "player")
        tokens.symbol("}", f"}} after the payoffs of {everybody}")
        return Description((label,), payoffs)

    # ---- the tables ----

    def information_sets(self) -> InformationSets:
        """Return the table of the information sets, in the order in which the file names them."""
        sets = self.sets.descriptions
        sizes = [len(labels) - 1 for labels, _ in sets]
        return InformationSets(
            player=np.array(self.owners, dtype=np.int64),
            labels=tuple(labels[0] for labels, _ in sets),
            action_start=np.cumsum([0, *sizes]),
            action_labels=tuple(chain.from_iterable(labels[1:] for labels, _ in sets)),
            probability=exact_column(chain.from_iterable(numbers for _, numbers in sets)),
        )

    def outcome_labels(self) -> tuple[str, ...]:
        """Return the outcomes' labels."""
        return tuple(labels[0] for labels, _ in self.outcomes.descriptions)

    def payoff_table(self) -> tuple[ExactArray, ...]:
        """Return what every player receives in every outcome."""
        rows = [payoffs for _, payoffs in self.outcomes.descriptions]
        return tuple(exact_column(row[player] for row in rows) for player in range(self.players))


def _name(owner: int) -> str:
    return "chance" if owner == CHANCE else f"player {owner + 1}"
