"""Game trees: tables that grow while a tree is expanded or read, and trees as nested Python calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from inspect import signature
from typing import Any, NoReturn, ParamSpec, TypeVar

import numpy as np

from seqform.builders.games.exact_numbers import exact_column
from seqform.builders.games.names import distinct_names, text_of_name
from seqform.errors import GameError, UnknownLabelError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, InformationSets, Outcomes
from seqform.models.games.infosets import UNNAMED, player_label, player_number
from seqform.models.numbers.exact import ExactArray, Ints, Rational
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import shown_rational

Payoffs = tuple[Rational, Rational]


class SetRows:
    """The information sets found so far."""

    def __init__(self) -> None:
        self.owner: list[int] = []
        self.labels: list[str] = []
        self.start: list[int] = [0]
        self.action_labels: list[str] = []
        self.lotteries: list[tuple[int, Sequence[Rational]]] = []

    def add(
        self,
        owner: int,
        label: str,
        action_labels: Iterable[str],
        shares: Sequence[Rational] | None = None,
    ) -> int:
        """Add a set, with the probabilities of its actions if it is chance's, and return its row."""
        if shares is not None:
            self.lotteries.append((self.start[-1], shares))
        self.owner.append(owner)
        self.labels.append(label)
        self.action_labels.extend(action_labels)
        self.start.append(len(self.action_labels))
        return len(self.owner) - 1

    def table(self) -> InformationSets:
        """Return the table of all sets."""
        return InformationSets(
            player=np.array(self.owner, dtype=np.int64),
            labels=tuple(self.labels),
            action_start=np.array(self.start, dtype=np.int64),
            action_labels=tuple(self.action_labels),
            probability=scattered(self.lotteries, self.start[-1]),
        )


def scattered(lotteries: Sequence[tuple[int, Sequence[Rational]]], size: int) -> ExactArray:
    """Return a vector that holds each lottery's probabilities from its place on, and zeros elsewhere."""
    all_shares: list[Rational] = []
    places: list[int] = []
    for start, shares in lotteries:
        all_shares += shares
        places += range(start, start + len(shares))
    column = exact_column(all_shares)
    numerators = np.zeros(size, dtype=column.numerators.dtype)
    numerators[places] = column.numerators
    return ExactArray(numerators, column.denominator)


def payoff_columns(outcomes: Iterable[Sequence[Rational]]) -> tuple[ExactArray, ExactArray]:
    """Return the payoffs of player 0 and of player 1."""
    rows = list(outcomes)
    first = exact_column(row[0] for row in rows)
    second = exact_column(row[1] for row in rows)
    return first, second


def unlabelled_outcomes(payoffs: Iterable[Sequence[Rational]]) -> Outcomes:
    """Return the outcomes with the given payoffs."""
    columns = payoff_columns(payoffs)
    return Outcomes(("",) * len(columns[0]), columns)


def breadth_first_game(
    title: str,
    infoset: Sequence[int] | Ints,
    sets: InformationSets,
    outcome: Sequence[int] | Ints,
    outcomes: Outcomes,
    *,
    players: tuple[str, str] = UNNAMED,
    comment: str = "",
    note: str = "",
) -> ExtensiveGame:
    """Return the game of nodes in breadth-first order.

    ``infoset`` has the row of every node's information set, `NONE` at leaves; ``outcome`` every leaf's outcome.
    """
    row = np.asarray(infoset, dtype=np.int64)
    num_actions = np.append(np.diff(sets.action_start), 0)[row]  # NONE, -1, picks the appended 0
    at_leaves = np.full(len(row), NONE)
    at_leaves[row == NONE] = outcome
    return ExtensiveGame(
        title=title,
        players=players,
        parent=np.concatenate([[NONE], np.repeat(np.arange(len(row)), num_actions)]),
        infoset=row,
        outcome=at_leaves,
        information_sets=sets,
        outcomes=outcomes,
        comment=comment,
        note=note,
    )


@dataclass(frozen=True)
class Leaf:
    """A leaf, with both players' payoffs."""

    payoffs: tuple[Rational, Rational]


@dataclass(frozen=True)
class PlayerMove:
    """A player's move at the information set of the given label."""

    player: int | str
    infoset: str
    children: Mapping[str, Node]


@dataclass(frozen=True)
class Lottery:
    """A move of chance."""

    children: Mapping[str, tuple[Rational, Node]]


Node = Leaf | PlayerMove | Lottery

MOVE_EXAMPLE = "move(0, 'hand', {'bet': leaf(1), 'fold': leaf(-1)})"
CHANCE_EXAMPLE = "chance({'red': ('1/2', leaf(1)), 'black': ('1/2', leaf(-1))})"

CLOSE = Fraction(1, 10**9)
"""Probabilities whose sum differs from 1 by at most this are taken for rounded fractions in the error about them."""

LARGEST_DENOMINATOR = 1000
"""Of the fractions that the error suggests."""


Parameters = ParamSpec("Parameters")
Made = TypeVar("Made")


def _written_as(example: str) -> Callable[[Callable[Parameters, Made]], Callable[Parameters, Made]]:
    """Return the decorator by which arguments too many, too few or of other names are an error with an example."""

    def decorated(function: Callable[Parameters, Made]) -> Callable[Parameters, Made]:
        @wraps(function)
        def guarded(*arguments: Parameters.args, **named: Parameters.kwargs) -> Made:
            try:
                return function(*arguments, **named)
            except TypeError:
                try:
                    signature(function).bind(*arguments, **named)
                except TypeError as error:
                    message = f"{function.__name__}: {error}; as in {example}"
                    raise GameError(message) from None
                raise

        return guarded

    return decorated


@_written_as("leaf(1, -1), a payoff of each player, or leaf(1)")
def leaf(first: Given, second: Given | None = None) -> Leaf:
    """Return a leaf; with one number, player 1 gets its negative.

    Payoffs are integers, fractions, texts such as ``"0.1"``, or floats, which have the value of the decimal that Python
    prints for them.

    Examples
    --------
    >>> leaf("0.1").payoffs, leaf(0.5, "1/3").payoffs
    ((Fraction(1, 10), Fraction(-1, 10)), (Fraction(1, 2), Fraction(1, 3)))
    """
    if second is None and isinstance(first, tuple | list):
        shown = ", ".join(map(str, first))
        raise GameError(f"leaf: numbers expected, not {first!r}; write leaf({shown})")
    first_payoff = _exact("payoff", first)
    if second is None:
        return Leaf((first_payoff, -first_payoff))
    return Leaf((first_payoff, _exact("payoff", second)))


@_written_as(MOVE_EXAMPLE)
def move(player: int | str, infoset: str | float, children: Mapping[Any, Node]) -> PlayerMove:
    """Return a move of a player at an information set; sets of one player with equal labels are one set.

    The player is 0, 1 or one of the names that `tree` is given. Labels are texts; a number is the text that Python
    prints for it.
    """
    try:
        infoset = text_of_name(infoset, "move: the label of an information set")
    except GameError as error:
        raise GameError(f"{error}; as in {MOVE_EXAMPLE}") from None
    where = f"move at {infoset!r}"
    if not isinstance(player, str):
        player = player_number(player, where=where)
    if not isinstance(children, Mapping):
        raise GameError(
            f"{where}: a dict from each action to its subtree expected, not {children!r}, as in {MOVE_EXAMPLE}"
        )
    subtrees: dict[str, Node] = {}
    for action, child in zip(distinct_names(children, where), children.values(), strict=True):
        _require_node(f"{where}: action {action!r}", child)
        subtrees[action] = child
    return PlayerMove(player, infoset, subtrees)


@_written_as(CHANCE_EXAMPLE)
def chance(children: Mapping[Any, tuple[Given, Node]]) -> Lottery:
    """Return a move of chance: a probability, given like a payoff of `leaf`, and a subtree for every action.

    Actions are labelled as those of `move`.
    """
    if not isinstance(children, Mapping):
        raise GameError(
            "chance: a dict from each action to its probability and subtree expected,"
            f" not {children!r}, as in {CHANCE_EXAMPLE}"
        )
    exact: dict[str, tuple[Rational, Node]] = {}
    for action, child in zip(distinct_names(children, "chance"), children.values(), strict=True):
        if not isinstance(child, tuple) or len(child) != 2:
            raise GameError(
                f"chance: action {action!r} needs a probability and a subtree, as in ('1/2', leaf(1))"
            )
        probability, subtree = child
        _require_node(f"chance: action {action!r}", subtree)
        exact[action] = (_exact(f"probability of {action!r}", probability), subtree)

    total = Fraction(sum(probability for probability, _ in exact.values()))
    if total != 1:
        _refuse_total(children, total)
    return Lottery(exact)


def _refuse_total(children: Mapping[Any, tuple[Given, Node]], total: Fraction) -> NoReturn:
    """Raise a GameError about probabilities with another sum than 1; doubles near fractions are named as these."""
    actions = ", ".join(map(repr, children))
    message = f"chance: the probabilities of {actions} sum to {shown_rational(total)}, not to 1"
    if abs(total - 1) <= CLOSE:
        for probability, _ in children.values():
            if isinstance(probability, float):
                fraction = Fraction(probability).limit_denominator(LARGEST_DENOMINATOR)
                message += f"; write a fraction as a text, '{fraction}' for {probability}"
                break
    raise GameError(message)


def _require_node(where: str, node: object) -> None:
    if not isinstance(node, Node):
        raise GameError(
            f"{where}: a subtree expected, not {node!r}; a payoff is a leaf, as in leaf(1, -1)"
        )


def _exact(what: str, number: Given) -> Rational:
    return given_rational(number, what, error=GameError)


@_written_as("tree('my game', move(...))")
def tree(
    title: str, root: Node, players: tuple[str, str] = UNNAMED, comment: str = ""
) -> ExtensiveGame:
    """Return the extensive game that a nested expression spells out.

    - `root`: Made of `leaf`, `move` and `chance`.

    Raises GameError if nodes of an information set differ in their actions, or probabilities do not sum to 1. Raises
    ImperfectRecallError if a player forgets.

    Examples
    --------
    >>> guess = {"yes": leaf(-1), "no": leaf(0)}, {"yes": leaf(0), "no": leaf(-1)}
    >>> tree("guess", move(0, "start", {"stop": leaf(0), "ask": chance({
    ...     "ace": ("1/52", move(1, "asked", guess[0])),
    ...     "other": ("51/52", move(1, "asked", guess[1]))})}))
    <ExtensiveGame 'guess': 9 nodes, 1 and 1 information sets>
    """
    if not isinstance(title, str):
        raise GameError(
            f"tree: a title expected first, not {title!r}, as in tree('my game', move(...))"
        )
    if not isinstance(players, list | tuple) or len(players) != 2:
        raise GameError(f"tree: the names of two players expected, not {players!r}")
    players = (
        text_of_name(players[0], "tree: player 1"),
        text_of_name(players[1], "tree: player 2"),
    )
    sets = _Sets(players)
    infoset: list[int] = []
    outcome: list[int] = []
    payoffs: dict[Payoffs, int] = {}
    nodes = [root]
    for node in nodes:  # grows on the way, level by level
        if isinstance(node, Leaf):
            infoset.append(NONE)
            outcome.append(payoffs.setdefault(node.payoffs, len(payoffs)))
        elif isinstance(node, Lottery):
            shares = []
            for share, child in node.children.values():
                shares.append(share)
                nodes.append(child)
            infoset.append(sets.rows.add(CHANCE, "", node.children, shares))
        elif isinstance(node, PlayerMove):
            infoset.append(sets.row(node))
            nodes.extend(node.children.values())
        else:
            raise GameError(f"tree: a leaf, a move or a chance move expected, not {node!r}")
    return breadth_first_game(
        title,
        infoset,
        sets.rows.table(),
        outcome,
        unlabelled_outcomes(payoffs),
        players=players,
        comment=comment,
    )


class _Sets:
    """The information sets of the nodes entered so far, by player and label."""

    def __init__(self, players: tuple[str, str]) -> None:
        self.players = players
        self.rows = SetRows()
        self.known: dict[tuple[int, str], tuple[int, tuple[str, ...]]] = {}

    def row(self, node: PlayerMove) -> int:
        """Return the row of a node's information set, which is new at its first node."""
        actions = tuple(node.children)  # the order counts: an action is found by its place
        try:
            player = player_number(node.player, self.players, f"move at {node.infoset!r}")
        except UnknownLabelError as error:
            if not isinstance(node.player, str) or self.players != UNNAMED:
                raise
            raise UnknownLabelError(
                f"{error}; tree(..., players=(NAME, NAME)) gives players names"
            ) from None
        key = (player, node.infoset)
        if key not in self.known:
            row = self.rows.add(player, node.infoset, actions)
            self.known[key] = (row, actions)
            return row

        row, known_actions = self.known[key]
        if known_actions != actions:
            raise GameError(
                f"information set {node.infoset!r} of {player_label(player)} has actions {', '.join(known_actions)} at "
                f"one node and {', '.join(actions)} at another; {_remedy(known_actions, actions)}"
            )
        return row


def _remedy(known: Sequence[str], actions: Sequence[str]) -> str:
    """Return what to write where nodes of an information set have different actions."""
    if sorted(known) == sorted(actions):
        return f"only the order differs: write {', '.join(known)} at every node"
    if sorted(map(str.casefold, known)) == sorted(map(str.casefold, actions)):
        return f"only capitals differ: did you mean {', '.join(known)} at every node?"
    return "nodes that the player can tell apart need different labels, which name what the player has observed"
