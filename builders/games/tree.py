"""A small language for typing a game by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.errors import GameError
from seqform.models.exact import ExactArray
from seqform.models.game import CHANCE, NONE, ExtensiveGame, InformationSets, Outcomes, breadth_first

Number = Fraction | int


@dataclass(frozen=True)
class Leaf:
    """The end of play, with both players' payoffs."""

    payoffs: tuple[Number, Number]


@dataclass(frozen=True)
class Move:
    """A player's move at the information set of the given label."""

    player: int
    infoset: str
    children: Mapping[str, Node]


@dataclass(frozen=True)
class Lottery:
    """A move of chance."""

    children: Mapping[str, tuple[Number, Node]]


Node = Leaf | Move | Lottery


def leaf(first: Number, second: Number | None = None) -> Leaf:
    """Return a leaf; with one number, player 2 gets its negative."""
    return Leaf((first, -first if second is None else second))


def move(player: int, infoset: str, children: Mapping[str, Node]) -> Move:
    """Return a move of player 1 or 2 at an information set; sets of one player with equal labels are one set."""
    if player not in (1, 2):
        raise GameError(f"move at {infoset!r}: player 1 or 2 expected, not {player!r}")
    return Move(player - 1, infoset, children)


def chance(children: Mapping[str, tuple[Number, Node]]) -> Lottery:
    """Return a move of chance: a probability and a subtree for every action."""
    return Lottery(children)


def tree(
    title: str, root: Node, players: tuple[str, str] = ("Player 1", "Player 2"), comment: str = ""
) -> ExtensiveGame:
    """Return the extensive game that a nested expression spells out.

    Parameters
    ----------
    title : str
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
    parent, action, infoset, outcome = [], [], [], []  # type: tuple[list[int], list[int], list[int], list[int]]
    sets: list[tuple[int, str, tuple[str, ...], list[Number]]] = []
    rows: dict[tuple[int, str], int] = {}
    payoffs: dict[tuple[Number, Number], int] = {}
    pending: list[tuple[Node, int, int]] = [(root, NONE, 0)]
    while pending:
        node, above, by = pending.pop()
        here = len(parent)
        parent.append(above)
        action.append(by)
        outcome.append(NONE)
        infoset.append(NONE)
        if isinstance(node, Leaf):
            outcome[here] = payoffs.setdefault(node.payoffs, len(payoffs))
            continue
        if isinstance(node, Lottery):
            row = len(sets)
            sets.append((CHANCE, "", tuple(node.children), [share for share, _ in node.children.values()]))
            children = [child for _, child in node.children.values()]
        else:
            row = rows.setdefault((node.player, node.infoset), len(sets))
            labels = tuple(node.children)
            if row == len(sets):
                sets.append((node.player, node.infoset, labels, [0] * len(labels)))
            elif sets[row][2] != labels:
                raise GameError(
                    f"information set {node.infoset!r} of player {node.player + 1} has actions "
                    f"{', '.join(sets[row][2])} at one node and {', '.join(labels)} at another"
                )
            children = list(node.children.values())
        infoset[here] = row
        pending.extend((child, here, k) for k, child in reversed(list(enumerate(children))))
    return breadth_first(
        title=title,
        players=players,
        parent=np.array(parent),
        action=np.array(action),
        infoset=np.array(infoset),
        outcome=np.array(outcome),
        information_sets=InformationSets(
            player=np.array([owner for owner, *_ in sets], dtype=np.int64),
            labels=tuple(label for _, label, *_ in sets),
            action_start=np.cumsum([0, *(len(labels) for *_, labels, _ in sets)]),
            action_labels=tuple(label for *_, labels, _ in sets for label in labels),
            probability=ExactArray.of(share for *_, shares in sets for share in shares),
        ),
        outcomes=Outcomes(
            ("",) * len(payoffs),
            (ExactArray.of(first for first, _ in payoffs), ExactArray.of(second for _, second in payoffs)),
        ),
        comment=comment,
    )
