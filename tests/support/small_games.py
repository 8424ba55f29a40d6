"""Small two-player games as plain nested trees, drawn at random, changed, and written as .efg and .nfg text.

Nothing here uses the library, which reads the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

CHANCE, END = -1, -2

Pair = tuple[Fraction, Fraction]
Key = tuple[int, int]
"""The owner and the number of an information set."""


@dataclass(frozen=True, eq=False)
class Node:
    """A node with everything below it; payoffs of outcomes add up along a path."""

    owner: int
    infoset: int = 0
    children: tuple[Node, ...] = ()
    outcome: Pair | None = None

    def walk(self) -> Iterator[Node]:
        """Yield the nodes in depth-first order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, eq=False)
class SmallGame:
    """A tree with the names of its information sets and actions.

    Attributes
    ----------
    labels, actions : dict by (owner, infoset)
    shares : dict by infoset
        Chance's probabilities.
    benign : bool
        Whether doubles represent all of its numbers well.
    """

    root: Node
    labels: dict[Key, str]
    actions: dict[Key, tuple[str, ...]]
    shares: dict[int, tuple[Fraction, ...]]
    benign: bool = True

    def to_efg(self) -> str:
        """Return the game in the .efg format."""
        lines = ['EFG 2 R "a game" { "One" "Two" }', '""', ""]
        numbers: dict[Pair, int] = {}
        for node in self.root.walk():
            outcome = "0"
            if node.outcome is not None:
                number = numbers.setdefault(node.outcome, len(numbers) + 1)
                outcome = f'{number} "" {{ {node.outcome[0]}, {node.outcome[1]} }}'
            lines.append(f"{self._described(node)} {outcome}")
        return "\n".join(lines) + "\n"

    def _described(self, node: Node) -> str:
        if node.owner == END:
            return 't ""'
        labels = [f'"{label}"' for label in self.actions[node.owner, node.infoset]]
        name = self.labels[node.owner, node.infoset]
        if node.owner == CHANCE:
            shares = " ".join(
                f"{a} {b}" for a, b in zip(labels, self.shares[node.infoset], strict=True)
            )
            return f'c "" {node.infoset} "{name}" {{ {shares} }}'
        return f'p "" {node.owner + 1} {node.infoset} "{name}" {{ {" ".join(labels)} }}'

    def to_nfg(self) -> str:
        """Return a game of `random_matrix_game` in the .nfg format."""
        rows, columns = (len(self.actions[player, 1]) for player in (0, 1))
        payoffs = [
            self.root.children[row].children[column].outcome
            for column in range(columns)
            for row in range(rows)
        ]
        strategies = " ".join(
            "{ " + " ".join(f'"{label}"' for label in self.actions[p, 1]) + " }" for p in (0, 1)
        )
        numbers = " ".join(f"{payoff[0]} {payoff[1]}" for payoff in payoffs if payoff is not None)
        return f'NFG 1 R "a game" {{ "One" "Two" }}\n{{ {strategies} }}\n""\n\n{numbers}\n'


# ---- random games ----


@dataclass(frozen=True)
class Shape:
    """Bounds on random trees: the most inner nodes, what they may have, and the kind of payoffs, drawn if absent."""

    inner: int = 7
    constant_sum: bool = False
    perfect_information: bool = False
    numbers: str | None = None
    excluded: bool = True
    inner_outcomes: bool = True
    chance: bool = True


BENIGN = ("ties", "small", "fractions")
NUMBERS: dict[str, Callable[[Random], Fraction]] = {
    "ties": lambda rng: Fraction(rng.randint(0, 2)),
    "small": lambda rng: Fraction(rng.randint(-9, 9)),
    "fractions": lambda rng: Fraction(rng.randint(-9, 9), rng.randint(1, 7)),
    "huge": lambda rng: Fraction(rng.randint(-3, 3) * 10**40 + rng.randint(0, 1)),
    "tiny": lambda rng: Fraction(rng.randint(-3, 3), 10**40 + rng.randint(0, 1)),
    "mixed": lambda rng: NUMBERS[rng.choice(("ties", "small", "fractions", "huge", "tiny"))](rng),
    "zero-one": lambda rng: Fraction(rng.randint(0, 1)),
    "mostly zero": lambda rng: Fraction(rng.choice((0, 0, 0, 0, 1, 2))),
    "signs": lambda rng: Fraction(rng.choice((-1, 1))),
    "constant": lambda rng: Fraction(3),
}
"""Kinds of payoffs."""
TIED = ("zero-one", "mostly zero", "signs", "constant")
"""Kinds with many ties."""


def drawn_kind(rng: Random) -> str:
    """Return a kind of payoffs, benign ones more often."""
    return rng.choice((*BENIGN, *BENIGN, "huge", "tiny", "mixed"))


def random_shares(
    rng: Random, count: int, *, excluded: bool, extreme: bool
) -> tuple[Fraction, ...]:
    """Return probabilities of chance, some of them 0 or extremely small where that is wanted."""
    weights = [rng.randint(1, 4) for _ in range(count)]
    if extreme and rng.random() < 0.3:
        weights[rng.randrange(count)] = 10**40
    if excluded and count > 1 and rng.random() < 0.25:
        weights[rng.randrange(count)] = 0
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def random_game(rng: Random, shape: Shape = Shape()) -> SmallGame:
    """Return a random tree with perfect recall."""
    return _Growth(rng, shape).game()


Past = tuple[tuple[Key, ...], tuple[Key, ...]]
"""The choices of both players so far: information sets and actions."""


class _Growth:
    """A tree that grows from its root; nodes join an information set if the owner's past agrees."""

    def __init__(self, rng: Random, shape: Shape) -> None:
        self.rng, self.shape = rng, shape
        self.kind = shape.numbers or drawn_kind(rng)
        self.number = NUMBERS[self.kind]
        self.total = self.number(rng) if rng.random() < 0.3 else Fraction(0)
        self.labelling = rng.choice(("unique", "unique", "none", "equal", "some"))
        self.movers = rng.choice(((0, 1), (0, 1), (0, 1, 1), (0, 0, 1), (0,), (1,)))
        self.labels: dict[Key, str] = {}
        self.actions: dict[Key, tuple[str, ...]] = {}
        self.shares: dict[int, tuple[Fraction, ...]] = {}
        self.alike: dict[tuple[int, tuple[Key, ...], int], list[int]] = {}

    def game(self) -> SmallGame:
        size = (
            self.rng.randint(0, self.shape.inner) if self.rng.random() < 0.2 else self.shape.inner
        )
        root = self.grown(size, ((), ()))
        return SmallGame(
            root, self.labels, self.actions, self.shares, self.kind in (*BENIGN, *TIED)
        )

    def pair(self, total: Fraction) -> Pair:
        first = self.number(self.rng)
        return (first, total - first if self.shape.constant_sum else self.number(self.rng))

    def grown(self, size: int, past: Past) -> Node:
        """Return a tree of so many inner nodes."""
        rng = self.rng
        if size == 0:
            return Node(END, outcome=self.pair(self.total))
        count = rng.choice((1, 2, 2, 2, 2, 2, 3, 3))
        owner = CHANCE if self.shape.chance and rng.random() < 0.2 else rng.choice(self.movers)
        infoset = self.infoset(owner, past, count)
        parts = [0] * count
        for _ in range(size - 1):
            parts[rng.randrange(count)] += 1
        below = []
        for action, part in enumerate(parts):
            own = ((infoset, action),)
            below.append(
                self.grown(part, (past[0] + own * (owner == 0), past[1] + own * (owner == 1)))
            )
        outcome = (
            self.pair(Fraction(0)) if self.shape.inner_outcomes and rng.random() < 0.1 else None
        )
        return Node(owner, infoset, tuple(below), outcome)

    def infoset(self, owner: int, past: Past, count: int) -> int:
        """Return an information set with so many actions, a known one or a new one."""
        rng = self.rng
        known = self.alike.setdefault((owner, past[owner] if owner >= 0 else (), count), [])
        joined = rng.random() < (
            0.3 if owner == CHANCE else 0 if self.shape.perfect_information else 0.6
        )
        if known and joined:
            return rng.choice(known)
        number = len([one for one in self.actions if one[0] == owner]) + 1
        known.append(number)
        names = {"unique": f"set {number}", "none": "", "equal": "same"}
        self.labels[owner, number] = names[
            rng.choice(tuple(names)) if self.labelling == "some" else self.labelling
        ]
        self.actions[owner, number] = self.action_labels(number, count)
        if owner == CHANCE:
            extreme = self.kind not in BENIGN
            self.shares[number] = random_shares(
                rng, count, excluded=self.shape.excluded, extreme=extreme
            )
        return number

    def action_labels(self, number: int, count: int) -> tuple[str, ...]:
        kind = self.rng.random()
        if kind < 0.6:
            return tuple("abc"[:count])
        if kind < 0.8:
            return tuple(f"{number}{letter}" for letter in "abc"[:count])
        return tuple(self.rng.choice(("", "x", "#1", "y")) for _ in range(count))


def random_matrix_game(
    rng: Random, *, constant_sum: bool, most: int = 3, kind: str | None = None
) -> SmallGame:
    """Return a game in which both players choose once, player 2 without seeing player 1's choice."""
    kind = kind or drawn_kind(rng)
    rows, columns = rng.randint(1, most), rng.randint(1, most)
    total = NUMBERS[kind](rng)

    def end() -> Node:
        first = NUMBERS[kind](rng)
        return Node(END, outcome=(first, total - first if constant_sum else NUMBERS[kind](rng)))

    below = tuple(Node(1, 1, tuple(end() for _ in range(columns))) for _ in range(rows))
    actions = {(p, 1): tuple(f"{'rc'[p]}{k}" for k in range((rows, columns)[p])) for p in (0, 1)}
    return SmallGame(Node(0, 1, below), {(0, 1): "", (1, 1): ""}, actions, {}, kind in BENIGN)


def binary_game(rng: Random, depth: int, kind: str) -> SmallGame:
    """Return the binary tree of vSvET, section 9, of a depth: movers observe all earlier choices but the last."""
    numbers: dict[str, int] = {}

    def grown(past: str) -> Node:
        if len(past) == depth:
            return Node(END, outcome=(NUMBERS[kind](rng), NUMBERS[kind](rng)))
        infoset = numbers.setdefault(past[:-1] if past else "root", len(numbers) + 1)
        return Node(len(past) % 2, infoset, (grown(past + "L"), grown(past + "R")))

    root = grown("")
    sets = dict.fromkeys((node.owner, node.infoset) for node in root.walk() if node.owner != END)
    return SmallGame(root, {key: str(key[1]) for key in sets}, dict.fromkeys(sets, ("L", "R")), {})


# ---- variants of a game ----


def with_payoffs(
    game: SmallGame, payoffs: Callable[[Pair], Pair], inner: Callable[[Pair], Pair] | None = None
) -> SmallGame:
    """Return the game with changed payoffs at its leaves, and at inner nodes where that is wanted."""

    def changed(node: Node) -> Node:
        change = payoffs if node.owner == END else inner
        outcome = node.outcome if node.outcome is None or change is None else change(node.outcome)
        return replace(node, children=tuple(map(changed, node.children)), outcome=outcome)

    return replace(game, root=changed(game.root))


def with_other_payoffs(game: SmallGame, rng: Random) -> SmallGame:
    """Return the tree with other payoffs at its leaves, general-sum."""
    number = NUMBERS[rng.choice(BENIGN)]
    return with_payoffs(game, lambda _: (number(rng), number(rng)))


def in_other_money(game: SmallGame, factor: Fraction, constants: Pair) -> SmallGame:
    """Return the game in which a payoff p of a player is factor · p + constant."""

    def changed(one: Pair, added: Sequence[Fraction | int]) -> Pair:
        return (factor * one[0] + added[0], factor * one[1] + added[1])

    return with_payoffs(game, lambda one: changed(one, constants), lambda one: changed(one, (0, 0)))


def with_permuted_labels(game: SmallGame, rng: Random) -> SmallGame:
    """Return the game with the labels of each player's information sets exchanged."""
    labels = dict(game.labels)
    for player in (0, 1):
        own = [key for key in game.labels if key[0] == player]
        labels |= dict(
            zip(own, rng.sample([game.labels[key] for key in own], len(own)), strict=True)
        )
    return replace(game, labels=labels)


def with_permuted_actions(
    game: SmallGame, rng: Random, *, relabel: bool = False, owners: Sequence[int] = (0, 1, CHANCE)
) -> SmallGame:
    """Return the game with the actions of some owners in another order, or only their labels."""
    orders = {
        key: rng.sample(range(len(labels)), len(labels))
        if key[0] in owners
        else list(range(len(labels)))
        for key, labels in game.actions.items()
    }

    def changed(node: Node) -> Node:
        below = tuple(map(changed, node.children))
        if node.children and not relabel:
            below = tuple(below[place] for place in orders[node.owner, node.infoset])
        return replace(node, children=below)

    actions = {
        key: tuple(labels[place] for place in orders[key]) for key, labels in game.actions.items()
    }
    shares = {
        number: tuple(one[place] for place in orders[CHANCE, number])
        for number, one in game.shares.items()
    }
    return replace(
        game, root=changed(game.root), actions=actions, shares=game.shares if relabel else shares
    )


def renamed(game: SmallGame, rng: Random) -> SmallGame:
    """Return the game with one information set of a player renamed, if there is one."""
    own = [key for key in game.labels if key[0] >= 0]
    return replace(game, labels={**game.labels, rng.choice(own): "renamed"}) if own else game


def without_labels(game: SmallGame) -> SmallGame:
    """Return the game without labels."""
    actions = {key: ("",) * len(labels) for key, labels in game.actions.items()}
    return replace(game, labels=dict.fromkeys(game.labels, ""), actions=actions)


def with_distinct_labels(game: SmallGame) -> SmallGame:
    """Return the game with different names of all information sets of a player, and of all actions at a set."""
    actions = {key: tuple("abc"[: len(labels)]) for key, labels in game.actions.items()}
    return replace(game, labels={key: f"set {key[1]}" for key in game.labels}, actions=actions)
