"""Game trees as nested Python calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, InformationSets, Outcomes, breadth_first
from seqform.models.numbers.exact import ExactArray, Rational


@dataclass(frozen=True)
class Leaf:
    """A leaf, with both players' payoffs."""

    payoffs: tuple[Rational, Rational]


@dataclass(frozen=True)
class PlayerMove:
    """A player's move at the information set of the given label."""

    player: int
    infoset: str
    children: Mapping[str, Node]


@dataclass(frozen=True)
class Lottery:
    """A move of chance."""

    children: Mapping[str, tuple[Rational, Node]]


Node = Leaf | PlayerMove | Lottery


def leaf(first: Rational, second: Rational | None = None) -> Leaf:
    """Return a leaf; with one number, player 2 gets its negative."""
    payoffs = (_exact("payoff", first), -first if second is None else _exact("payoff", second))
    return Leaf(payoffs)


def move(player: int, infoset: str, children: Mapping[str, Node]) -> PlayerMove:
    """Return a move of player 1 or 2 at an information set; sets of one player with equal labels are one set."""
    if player not in (1, 2):
        raise GameError(f"move at {infoset!r}: player 1 or 2 expected, not {player!r}")
    return PlayerMove(player - 1, infoset, children)


def chance(children: Mapping[str, tuple[Rational, Node]]) -> Lottery:
    """Return a move of chance: a probability and a subtree for every action."""
    for action, child in children.items():
        if not isinstance(child, tuple) or len(child) != 2:
            raise GameError(
                f"chance: action {action!r} needs a probability and a subtree, as in (Fraction(1, 2), leaf(1))"
            )
        _exact(f"probability of {action!r}", child[0])
    return Lottery(children)


def _exact(what: str, number: Rational) -> Rational:
    if not isinstance(number, int | Fraction):
        raise GameError(f"{what} {number!r}: an integer or a Fraction expected, not a {type(number).__name__}")
    return number


def tree(
    title: str, root: Node, players: tuple[str, str] = ("Player 1", "Player 2"), comment: str = ""
) -> ExtensiveGame:
    """Return the extensive game that a nested expression spells out.

    Parameters
    ----------
    root : Node
        Made of `leaf`, `move` and `chance`.

    Raises
    ------
    GameError
        If nodes of an information set differ in their actions, or probabilities do not sum to 1.
    ImperfectRecallError
        If a player forgets.

    Examples
    --------
    >>> guess = {"yes": leaf(-1), "no": leaf(0)}, {"yes": leaf(0), "no": leaf(-1)}
    >>> tree("guess", move(1, "start", {"stop": leaf(0), "ask": chance({
    ...     "ace": (Fraction(1, 52), move(2, "asked", guess[0])),
    ...     "other": (Fraction(51, 52), move(2, "asked", guess[1]))})}))
    <ExtensiveGame 'guess': 9 nodes, 1 and 1 information sets>
    """
    nodes = _Nodes()
    pending: list[tuple[Node, int, int]] = [(root, NONE, 0)]
    while pending:
        node, above, by = pending.pop()
        here = len(nodes.parent)
        nodes.parent.append(above)
        nodes.action.append(by)
        pending.extend((child, here, k) for k, child in enumerate(nodes.enter(node)))
    payoffs = list(nodes.payoffs)
    return breadth_first(
        title=title,
        players=players,
        parent=np.array(nodes.parent),
        action=np.array(nodes.action),
        infoset=np.array(nodes.infoset),
        outcome=np.array(nodes.outcome),
        information_sets=nodes.information_sets(),
        outcomes=Outcomes(
            ("",) * len(payoffs),
            (ExactArray.of(first for first, _ in payoffs), ExactArray.of(second for _, second in payoffs)),
        ),
        comment=comment,
    )


@dataclass
class _Nodes:
    """The columns of the nodes entered so far, and their information sets and outcomes."""

    parent: list[int] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    infoset: list[int] = field(default_factory=list)
    outcome: list[int] = field(default_factory=list)
    sets: list[tuple[int, str, tuple[str, ...], list[Rational]]] = field(default_factory=list)
    rows: dict[tuple[int, str], int] = field(default_factory=dict)
    payoffs: dict[tuple[Rational, Rational], int] = field(default_factory=dict)

    def enter(self, node: Node) -> list[Node]:
        """Enter a node's information set or outcome, and return its children."""
        if isinstance(node, Leaf):
            self.infoset.append(NONE)
            self.outcome.append(self.payoffs.setdefault(node.payoffs, len(self.payoffs)))
            return []
        self.outcome.append(NONE)
        if isinstance(node, Lottery):
            self.infoset.append(len(self.sets))
            self.sets.append((CHANCE, "", tuple(node.children), [share for share, _ in node.children.values()]))
            return [child for _, child in node.children.values()]
        if isinstance(node, PlayerMove):
            self.infoset.append(self._row(node))
            return list(node.children.values())
        raise GameError(f"a leaf, a move or a chance move expected, not {node!r}")

    def _row(self, node: PlayerMove) -> int:
        row = self.rows.setdefault((node.player, node.infoset), len(self.sets))
        labels = tuple(node.children)
        if row == len(self.sets):
            self.sets.append((node.player, node.infoset, labels, [0] * len(labels)))
        elif self.sets[row][2] != labels:
            raise GameError(
                f"information set {node.infoset!r} of player {node.player + 1} has actions "
                f"{', '.join(self.sets[row][2])} at one node and {', '.join(labels)} at another"
            )
        return row

    def information_sets(self) -> InformationSets:
        """Return the table of the information sets."""
        return InformationSets(
            player=np.array([owner for owner, *_ in self.sets], dtype=np.int64),
            labels=tuple(label for _, label, *_ in self.sets),
            action_start=np.cumsum([0, *(len(labels) for *_, labels, _ in self.sets)]),
            action_labels=tuple(label for *_, labels, _ in self.sets for label in labels),
            probability=ExactArray.of(share for *_, shares in self.sets for share in shares),
        )
