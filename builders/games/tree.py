"""Game trees as nested Python calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from seqform.builders.games.tables import Payoffs, SetRows, breadth_first_game, unlabelled_outcomes
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame
from seqform.models.numbers.exact import Rational


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
    return Leaf((_exact("payoff", first), -first if second is None else _exact("payoff", second)))


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
    found = _Sets()
    infoset: list[int] = []
    outcome: list[int] = []
    payoffs: dict[Payoffs, int] = {}
    nodes = [root]
    for node in nodes:
        if isinstance(node, Leaf):
            infoset.append(NONE)
            outcome.append(payoffs.setdefault(node.payoffs, len(payoffs)))
        elif isinstance(node, Lottery):
            infoset.append(found.rows.add(CHANCE, "", node.children, [share for share, _ in node.children.values()]))
            nodes.extend(child for _, child in node.children.values())
        elif isinstance(node, PlayerMove):
            infoset.append(found.row(node))
            nodes.extend(node.children.values())
        else:
            raise GameError(f"a leaf, a move or a chance move expected, not {node!r}")
    return breadth_first_game(
        title, infoset, found.rows.table(), outcome, unlabelled_outcomes(payoffs), players=players, comment=comment
    )


class _Sets:
    """The information sets of the nodes entered so far, by player and label."""

    def __init__(self) -> None:
        self.rows = SetRows()
        self.known: dict[tuple[int, str], tuple[int, tuple[str, ...]]] = {}

    def row(self, node: PlayerMove) -> int:
        """Return the row of a node's information set, which is new at its first node."""
        actions = tuple(node.children)
        key = (node.player, node.infoset)
        if key not in self.known:
            self.known[key] = self.rows.add(node.player, node.infoset, actions), actions
        row, known = self.known[key]
        if known != actions:
            raise GameError(
                f"information set {node.infoset!r} of player {node.player + 1} has actions {', '.join(known)} at one "
                f"node and {', '.join(actions)} at another"
            )
        return row
