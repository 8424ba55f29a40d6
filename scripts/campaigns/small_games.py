"""Small two-player games as plain nested trees, drawn at random and written as .efg and .nfg text.

Nothing here uses the library: the trees are the input of the independent evaluators in `tree_evaluation`, and the
library reads the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random

CHANCE, END = -1, -2

Pair = tuple[Fraction, Fraction]
Step = tuple[int, int]
"""A choice: the number of the information set, and of the action there, from 0."""
Steps = tuple[Step, ...]

MOST_PURE_STRATEGIES = 48
NOTHING: Pair = (Fraction(0), Fraction(0))


@dataclass(frozen=True, eq=False)
class Node:
    """A node with everything below it.

    Attributes
    ----------
    owner : int
        0 or 1, `CHANCE` or `END`.
    infoset : int
        Among the owner's.
    children : tuple of Node
    outcome : two Fractions, optional
        Payoffs add up along a path.
    """

    owner: int
    infoset: int = 0
    children: tuple[Node, ...] = ()
    outcome: Pair | None = None

    def walk(self) -> Iterator[Node]:
        """Yield the nodes in depth-first order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Play:
    """A path from the root to a leaf: the choices of both players, chance's probability, the payoffs."""

    steps: tuple[Steps, Steps]
    chance: Fraction
    payoffs: Pair


@dataclass(frozen=True, eq=False)
class SmallGame:
    """A tree with the names of its information sets and actions.

    Attributes
    ----------
    root : Node
    labels : dict from (owner, infoset) to str
    actions : dict from (owner, infoset) to tuple of str
    shares : dict from infoset to tuple of Fraction
        Chance's probabilities.
    benign : bool
        Whether doubles represent all of its numbers well.
    """

    root: Node
    labels: dict[tuple[int, int], str]
    actions: dict[tuple[int, int], tuple[str, ...]]
    shares: dict[int, tuple[Fraction, ...]]
    benign: bool = True

    @cached_property
    def sets(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The information sets of both players in depth-first order."""
        return (self._met(0), self._met(1))

    def _met(self, owner: int) -> tuple[int, ...]:
        return tuple(dict.fromkeys(node.infoset for node in self.root.walk() if node.owner == owner))

    @cached_property
    def names(self) -> tuple[dict[str, int], dict[str, int]]:
        """The information sets of both players by name, in depth-first order."""
        first, second = (
            dict(zip(distinct([self.labels[player, one] for one in self.sets[player]]), self.sets[player], strict=True))
            for player in (0, 1)
        )
        return (first, second)

    def action_names(self, player: int, infoset: int) -> tuple[str, ...]:
        """Return the names of the actions at an information set."""
        return distinct(self.actions[player, infoset])

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """All plays."""
        return tuple(self.plays_below(self.root))

    def plays_below(self, node: Node) -> Iterator[Play]:
        """Yield the plays that begin at a node, outcomes above it left out."""
        yield from self._plays(node, ((), ()), Fraction(1), NOTHING)

    def _plays(self, node: Node, steps: tuple[Steps, Steps], chance: Fraction, paid: Pair) -> Iterator[Play]:
        here = node.outcome or NOTHING
        paid = (paid[0] + here[0], paid[1] + here[1])
        if node.owner == END:
            yield Play(steps, chance, paid)
        for action, child in enumerate(node.children):
            if node.owner == CHANCE:
                yield from self._plays(child, steps, chance * self.shares[node.infoset][action], paid)
                continue
            step = (node.infoset, action)
            longer = (
                (*steps[0], step) if node.owner == 0 else steps[0],
                (*steps[1], step) if node.owner == 1 else steps[1],
            )
            yield from self._plays(child, longer, chance, paid)

    @cached_property
    def histories(self) -> tuple[dict[int, Steps], dict[int, Steps]]:
        """For both players the own choices before each information set, sets after those that lead to them."""
        found: tuple[dict[int, Steps], dict[int, Steps]] = ({}, {})

        def visit(node: Node, steps: tuple[Steps, Steps]) -> None:
            if node.owner in (0, 1):
                found[node.owner].setdefault(node.infoset, steps[node.owner])
            for action, child in enumerate(node.children):
                own = ((node.infoset, action),) if node.owner in (0, 1) else ()
                visit(child, (steps[0] + own * (node.owner == 0), steps[1] + own * (node.owner == 1)))

        visit(self.root, ((), ()))
        first, second = (dict(sorted(one.items(), key=lambda item: len(item[1]))) for one in found)
        return (first, second)

    def pure_strategies(self, player: int) -> list[dict[int, int]]:
        """Return the reduced pure strategies: an action at every set that the own choices do not exclude."""
        strategies: list[dict[int, int]] = [{}]
        for infoset, history in self.histories[player].items():
            count = len(self.actions[player, infoset])
            strategies = [
                longer
                for strategy in strategies
                for longer in (
                    [strategy | {infoset: action} for action in range(count)]
                    if all(strategy.get(one) == action for one, action in history)
                    else [strategy]
                )
            ]
            if len(strategies) > MOST_PURE_STRATEGIES:
                break
        return strategies

    @cached_property
    def constant_sum(self) -> Fraction | None:
        """What the payoffs add up to after every play, None if that differs."""
        sums = {play.payoffs[0] + play.payoffs[1] for play in self.plays}
        return sums.pop() if len(sums) == 1 else None

    @cached_property
    def scale(self) -> Fraction:
        """The largest payoff in absolute value."""
        return max(abs(payoff) for play in self.plays for payoff in play.payoffs)

    @property
    def chance_excludes(self) -> bool:
        """Whether chance has an action of probability 0."""
        return any(share == 0 for shares in self.shares.values() for share in shares)

    @property
    def has_hidden_information(self) -> bool:
        """Whether an information set has several nodes."""
        nodes = [(node.owner, node.infoset) for node in self.root.walk() if node.owner in (0, 1)]
        return len(nodes) != len(set(nodes))

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
            shares = " ".join(f"{a} {b}" for a, b in zip(labels, self.shares[node.infoset], strict=True))
            return f'c "" {node.infoset} "{name}" {{ {shares} }}'
        return f'p "" {node.owner + 1} {node.infoset} "{name}" {{ {" ".join(labels)} }}'

    def to_nfg(self) -> str:
        """Return a game of `random_matrix_game` in the .nfg format."""
        rows, columns = (len(self.actions[player, 1]) for player in (0, 1))
        payoffs = [self.root.children[row].children[column].outcome for column in range(columns) for row in range(rows)]
        strategies = " ".join("{ " + " ".join(f'"{label}"' for label in self.actions[p, 1]) + " }" for p in (0, 1))
        numbers = " ".join(f"{payoff[0]} {payoff[1]}" for payoff in payoffs if payoff is not None)
        return f'NFG 1 R "a game" {{ "One" "Two" }}\n{{ {strategies} }}\n""\n\n{numbers}\n'


def distinct(labels: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels; where one is empty or comes twice, with "#" and its place from 1."""
    names = tuple(
        label if label and labels.count(label) == 1 else f"{label}#{place}" for place, label in enumerate(labels, 1)
    )
    if len(set(names)) < len(names):
        return tuple(f"{name}#{place}" for place, name in enumerate(names, 1))
    return names


# ---- random games ----


@dataclass(frozen=True)
class Shape:
    """Bounds on random trees.

    Attributes
    ----------
    inner : int
        Most inner nodes.
    constant_sum : bool
    perfect_information : bool
    numbers : str, optional
        One of `NUMBERS` or `TIED`; drawn if absent.
    excluded : bool
        Whether chance may have actions of probability 0.
    inner_outcomes : bool
    chance : bool
    """

    inner: int = 7
    constant_sum: bool = False
    perfect_information: bool = False
    numbers: str | None = None
    excluded: bool = True
    inner_outcomes: bool = True
    chance: bool = True


BENIGN = ("ties", "small", "fractions")
NUMBERS = (*BENIGN, "huge", "tiny", "mixed")
"""Kinds of payoffs."""
TIED = ("zero-one", "mostly zero", "signs", "constant")
"""Kinds with many ties."""


def random_number(rng: Random, kind: str) -> Fraction:
    """Return a payoff."""
    if kind == "mixed":
        kind = rng.choice(NUMBERS[:-1])
    if kind == "zero-one":
        return Fraction(rng.randint(0, 1))
    if kind == "mostly zero":
        return Fraction(rng.choice((0, 0, 0, 0, 1, 2)))
    if kind == "signs":
        return Fraction(rng.choice((-1, 1)))
    if kind == "constant":
        return Fraction(3)
    if kind == "ties":
        return Fraction(rng.randint(0, 2))
    if kind == "small":
        return Fraction(rng.randint(-9, 9))
    if kind == "fractions":
        return Fraction(rng.randint(-9, 9), rng.randint(1, 7))
    if kind == "huge":
        return Fraction(rng.randint(-3, 3) * 10**40 + rng.randint(0, 1))
    return Fraction(rng.randint(-3, 3), 10**40 + rng.randint(0, 1))


def random_shares(rng: Random, count: int, *, excluded: bool, extreme: bool) -> tuple[Fraction, ...]:
    """Return probabilities of chance, some of them 0 or extremely small where that is wanted."""
    weights = [rng.randint(1, 4) for _ in range(count)]
    if extreme and rng.random() < 0.3:
        weights[rng.randrange(count)] = 10**40
    if excluded and count > 1 and rng.random() < 0.25:
        weights[rng.randrange(count)] = 0
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def random_game(rng: Random, shape: Shape = Shape()) -> SmallGame:
    """Return a random tree with perfect recall and few pure strategies."""
    while True:
        game = _Growth(rng, shape).game()
        if all(len(game.pure_strategies(player)) <= MOST_PURE_STRATEGIES for player in (0, 1)):
            return game


class _Growth:
    """A tree that grows from its root; nodes join an information set if the owner's past agrees."""

    def __init__(self, rng: Random, shape: Shape) -> None:
        self.rng, self.shape = rng, shape
        self.kind = shape.numbers or rng.choice((*BENIGN, *NUMBERS))
        self.total = random_number(rng, self.kind) if rng.random() < 0.3 else Fraction(0)
        self.labelling = rng.choice(("unique", "unique", "none", "equal", "some"))
        self.movers = rng.choice(((0, 1), (0, 1), (0, 1, 1), (0, 0, 1), (0,), (1,)))
        self.labels: dict[tuple[int, int], str] = {}
        self.actions: dict[tuple[int, int], tuple[str, ...]] = {}
        self.shares: dict[int, tuple[Fraction, ...]] = {}
        self.alike: dict[tuple[int, Steps, int], list[int]] = {}

    def game(self) -> SmallGame:
        size = self.rng.randint(0, self.shape.inner) if self.rng.random() < 0.2 else self.shape.inner
        root = self.grown(size, ((), ()))
        return SmallGame(root, self.labels, self.actions, self.shares, self.kind in (*BENIGN, *TIED))

    def grown(self, size: int, past: tuple[Steps, Steps]) -> Node:
        """Return a tree of so many inner nodes."""
        rng = self.rng
        if size == 0:
            first = random_number(rng, self.kind)
            second = self.total - first if self.shape.constant_sum else random_number(rng, self.kind)
            return Node(END, outcome=(first, second))
        count = rng.choice((1, 2, 2, 2, 2, 2, 3, 3))
        owner = CHANCE if self.shape.chance and rng.random() < 0.2 else rng.choice(self.movers)
        infoset = self.infoset(owner, past, count)
        parts = [0] * count
        for _ in range(size - 1):
            parts[rng.randrange(count)] += 1
        below = []
        for action, part in enumerate(parts):
            own = ((infoset, action),)
            below.append(self.grown(part, (past[0] + own * (owner == 0), past[1] + own * (owner == 1))))
        outcome = None
        if self.shape.inner_outcomes and rng.random() < 0.1:
            first = random_number(rng, self.kind)
            outcome = (first, -first if self.shape.constant_sum else random_number(rng, self.kind))
        return Node(owner, infoset, tuple(below), outcome)

    def infoset(self, owner: int, past: tuple[Steps, Steps], count: int) -> int:
        """Return an information set with so many actions, a known one or a new one."""
        rng = self.rng
        key = (owner, past[owner] if owner >= 0 else (), count)
        known = self.alike.setdefault(key, [])
        joined = rng.random() < (0.3 if owner == CHANCE else 0 if self.shape.perfect_information else 0.6)
        if known and joined:
            return rng.choice(known)
        number = len([one for one in self.actions if one[0] == owner]) + 1
        known.append(number)
        self.labels[owner, number] = self.label(f"set {number}")
        self.actions[owner, number] = self.action_labels(number, count)
        if owner == CHANCE:
            self.shares[number] = random_shares(
                rng, count, excluded=self.shape.excluded, extreme=self.kind not in BENIGN
            )
        return number

    def label(self, unique: str) -> str:
        if self.labelling == "some":
            return self.rng.choice((unique, "", "same"))
        return {"unique": unique, "none": "", "equal": "same"}[self.labelling]

    def action_labels(self, number: int, count: int) -> tuple[str, ...]:
        kind = self.rng.random()
        if kind < 0.6:
            return tuple("abc"[:count])
        if kind < 0.8:
            return tuple(f"{number}{letter}" for letter in "abc"[:count])
        return tuple(self.rng.choice(("", "x", "#1", "y")) for _ in range(count))


def random_matrix_game(rng: Random, *, constant_sum: bool, most: int = 3, kind: str | None = None) -> SmallGame:
    """Return a game in which both players choose once, player 2 without seeing player 1's choice."""
    kind = kind or rng.choice((*BENIGN, *NUMBERS))
    rows, columns = rng.randint(1, most), rng.randint(1, most)
    total = random_number(rng, kind)

    def end() -> Node:
        first = random_number(rng, kind)
        return Node(END, outcome=(first, total - first if constant_sum else random_number(rng, kind)))

    below = tuple(Node(1, 1, tuple(end() for _ in range(columns))) for _ in range(rows))
    labels = tuple(tuple(f"{letter}{k}" for k in range(n)) for letter, n in (("r", rows), ("c", columns)))
    return SmallGame(
        Node(0, 1, below),
        {(0, 1): "", (1, 1): ""},
        {(0, 1): labels[0], (1, 1): labels[1]},
        {},
        kind in BENIGN,
    )


def binary_game(rng: Random, depth: int, kind: str) -> SmallGame:
    """Return the binary tree of vSvET, section 9, of a depth: movers observe all earlier choices but the last."""
    numbers: dict[str, int] = {}

    def grown(past: str) -> Node:
        if len(past) == depth:
            return Node(END, outcome=(random_number(rng, kind), random_number(rng, kind)))
        infoset = numbers.setdefault(past[:-1] if past else "root", len(numbers) + 1)
        return Node(len(past) % 2, infoset, (grown(past + "L"), grown(past + "R")))

    root = grown("")
    sets = dict.fromkeys((node.owner, node.infoset) for node in root.walk() if node.owner != END)
    return SmallGame(root, {key: str(key[1]) for key in sets}, dict.fromkeys(sets, ("L", "R")), {})


# ---- variants of a game ----


def with_other_payoffs(game: SmallGame, rng: Random) -> SmallGame:
    """Return the tree with other payoffs at its leaves, general-sum."""
    kind = rng.choice(BENIGN)

    def changed(node: Node) -> Node:
        outcome = (random_number(rng, kind), random_number(rng, kind)) if node.owner == END else node.outcome
        return replace(node, children=tuple(map(changed, node.children)), outcome=outcome)

    return replace(game, root=changed(game.root))


def with_permuted_labels(game: SmallGame, rng: Random) -> SmallGame:
    """Return the game with the labels of each player's information sets exchanged."""
    labels = dict(game.labels)
    for player in (0, 1):
        own = [key for key in game.labels if key[0] == player]
        labels |= dict(zip(own, rng.sample([game.labels[key] for key in own], len(own)), strict=True))
    return replace(game, labels=labels)


def with_permuted_actions(game: SmallGame, rng: Random, *, relabel: bool) -> SmallGame:
    """Return the game with the actions of the information sets in another order, or only their labels."""
    orders = {key: rng.sample(range(len(labels)), len(labels)) for key, labels in game.actions.items()}

    def changed(node: Node) -> Node:
        below = tuple(map(changed, node.children))
        if node.children and not relabel:
            below = tuple(below[place] for place in orders[node.owner, node.infoset])
        return replace(node, children=below)

    return replace(
        game,
        root=changed(game.root),
        actions={key: tuple(labels[place] for place in orders[key]) for key, labels in game.actions.items()},
        shares={
            number: shares if relabel else tuple(shares[place] for place in orders[CHANCE, number])
            for number, shares in game.shares.items()
        },
    )


def with_permuted_moves(game: SmallGame, rng: Random) -> SmallGame:
    """Return the game with chance's actions in another order, so that a walk meets information sets in another one."""
    orders = {number: rng.sample(range(len(shares)), len(shares)) for number, shares in game.shares.items()}

    def changed(node: Node) -> Node:
        below = tuple(map(changed, node.children))
        if node.owner == CHANCE:
            below = tuple(below[place] for place in orders[node.infoset])
        return replace(node, children=below)

    actions = dict(game.actions)
    for number, order in orders.items():
        actions[CHANCE, number] = tuple(game.actions[CHANCE, number][place] for place in order)
    shares = {number: tuple(game.shares[number][place] for place in order) for number, order in orders.items()}
    return replace(game, root=changed(game.root), actions=actions, shares=shares)


def renamed(game: SmallGame, rng: Random) -> SmallGame | None:
    """Return the game with one information set of a player renamed; None if there is none."""
    own = [key for key in game.labels if key[0] >= 0]
    return replace(game, labels={**game.labels, rng.choice(own): "renamed"}) if own else None


def without_excluded(game: SmallGame) -> tuple[SmallGame, dict[tuple[int, int], list[bool]]]:
    """Return the game without what lies behind chance's actions of probability 0.

    Beside it, for every information set of the players, whether each of its nodes is left, in depth-first order.
    """
    kept: dict[tuple[int, int], list[bool]] = {}
    for node, possible in _with_possibility(game, game.root, True):
        if node.owner in (0, 1):
            kept.setdefault((node.owner, node.infoset), []).append(possible)
    possible_actions = {
        number: [k for k, share in enumerate(shares) if share] for number, shares in game.shares.items()
    }

    def changed(node: Node) -> Node:
        places = possible_actions[node.infoset] if node.owner == CHANCE else range(len(node.children))
        return replace(node, children=tuple(changed(node.children[place]) for place in places))

    actions, shares = dict(game.actions), dict(game.shares)
    for number, places in possible_actions.items():
        actions[CHANCE, number] = tuple(game.actions[CHANCE, number][place] for place in places)
        shares[number] = tuple(game.shares[number][place] for place in places)
    return replace(game, root=changed(game.root), actions=actions, shares=shares), kept


def _with_possibility(game: SmallGame, node: Node, possible: bool) -> Iterator[tuple[Node, bool]]:
    yield node, possible
    for action, child in enumerate(node.children):
        here = node.owner != CHANCE or game.shares[node.infoset][action] > 0
        yield from _with_possibility(game, child, possible and here)
