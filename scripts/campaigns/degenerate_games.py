"""Small games with payoffs that tie everywhere, and oracles about them in fractions; nothing here uses the library.

A plan is a tuple of the weights of a player's sequences, in the order of `Oracle.sequences`: the empty sequence, then
the actions of the information sets in depth-first order. All verdicts enumerate the reduced pure strategies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from random import Random
from typing import Any

from flint import fmpq, fmpq_mat

CHANCE, END = -1, -2
ZERO, ONE = Fraction(0), Fraction(1)
ACTIONS = "abcdefgh"

Plan = tuple[Fraction, ...]
Plans = tuple[Plan, Plan]
Step = tuple[str, str]
"""The label of an information set, and an action; two empty texts for the empty sequence."""
EMPTY = ("", "")


@dataclass(frozen=True, eq=False)
class Node:
    """A node with everything below it: the owner, its information set, chance's probabilities, or payoffs."""

    owner: int
    infoset: str = ""
    children: tuple[Node, ...] = ()
    shares: tuple[Fraction, ...] = ()
    payoffs: tuple[int, int] = (0, 0)

    def walk(self) -> Iterator[Node]:
        """Yield the nodes in depth-first order."""
        yield self
        for child in self.children:
            yield from child.walk()


def efg(root: Node) -> str:
    """Return a tree in the .efg format."""
    lines = ['EFG 2 R "degenerate" { "One" "Two" }', '""']
    numbers: dict[tuple[int, str], int] = {}
    for place, node in enumerate(root.walk(), start=1):
        if node.owner == END:
            lines.append(f't "" {place} "" {{ {node.payoffs[0]}, {node.payoffs[1]} }}')
            continue
        known = numbers.setdefault((node.owner, node.infoset), len(numbers) + 1)
        actions = [f'"{action}"' for action in ACTIONS[: len(node.children)]]
        if node.owner == CHANCE:
            shares = " ".join(
                f"{action} {share}" for action, share in zip(actions, node.shares, strict=True)
            )
            lines.append(f'c "" {known} "" {{ {shares} }} 0')
        else:
            lines.append(
                f'p "" {node.owner + 1} {known} "{node.infoset}" {{ {" ".join(actions)} }} 0'
            )
    return "\n".join(lines) + "\n"


# ---- random games ----


def drawn_matrices(rng: Random, most: int = 4) -> tuple[list[list[int]], list[list[int]]]:
    """Return the payoffs of a bimatrix game, with equal rows, equal columns, rows of zeros and other ties."""
    rows, columns = rng.randint(1, most), rng.randint(1, most)
    values = rng.choice(((0, 1), (0, 1), (0, 0, 0, 1), (0, 1, 2), (0, 1, 1, 1)))
    first = [[rng.choice(values) for _ in range(columns)] for _ in range(rows)]
    second = [[rng.choice(values) for _ in range(columns)] for _ in range(rows)]
    kind = rng.choice(("any", "any", "any", "identical", "opposite", "symmetric", "indifferent"))
    if kind == "identical":
        second = [list(row) for row in first]
    elif kind == "opposite":
        second = [[max(values) - value for value in row] for row in first]
    elif kind == "symmetric" and rows == columns:
        second = [list(column) for column in zip(*first, strict=True)]
    elif kind == "indifferent":
        second = [[row[0]] * columns for row in second]
    if rng.random() < 0.3:
        place, copied = rng.randrange(rows), rng.randrange(rows)
        first[place], second[place] = list(first[copied]), list(second[copied])
    if rng.random() < 0.3:
        place, copied = rng.randrange(columns), rng.randrange(columns)
        for row in (*first, *second):
            row[place] = row[copied]
    if rng.random() < 0.2:
        rng.choice((first, second))[rng.randrange(rows)] = [0] * columns
    return first, second


def matrix_tree(first: Sequence[Sequence[int]], second: Sequence[Sequence[int]]) -> Node:
    """Return the tree of a bimatrix game: player 1 moves first, unseen by player 2."""

    def below(row: int) -> Node:
        pairs = zip(first[row], second[row], strict=True)
        return Node(1, "column", tuple(Node(END, payoffs=pair) for pair in pairs))

    return Node(0, "row", tuple(below(row) for row in range(len(first))))


def drawn_tree(rng: Random) -> Node:
    """Return a random tree with perfect recall, hidden and forced moves, and moves of chance with zeros."""
    values = rng.choice(((0, 1), (0, 1), (0, 0, 0, 1), (0, 1, 2)))
    movers = rng.choice(((0, 1), (0, 1), (0, 1), (0, 0, 1), (0, 1, CHANCE)))
    known: dict[tuple[int, tuple[Step, ...], int], list[str]] = {}
    labels: list[str] = []
    alike = rng.random() < 0.3

    def leaf() -> Node:
        first = rng.choice(values)
        return Node(END, payoffs=(first, first if alike else rng.choice(values)))

    def grown(size: int, pasts: tuple[tuple[Step, ...], ...]) -> Node:
        if size == 0:
            return leaf()
        count, owner = rng.choice((1, 2, 2, 2, 2, 3)), rng.choice(movers)
        parts = [0] * count
        for _ in range(size - 1):
            parts[rng.randrange(count)] += 1
        if owner == CHANCE:
            weights = [rng.choice((0, 1, 1, 2)) for _ in range(count)]
            weights[rng.randrange(count)] = 1
            shares = tuple(Fraction(weight, sum(weights)) for weight in weights)
            return Node(
                CHANCE,
                f"chance {rng.random()}",
                tuple(grown(part, pasts) for part in parts),
                shares,
            )
        sets = known.setdefault((owner, pasts[owner], count), [])
        if not sets or rng.random() < 0.4:
            labels.append(f"{'AB'[owner]}{len(labels) + 1}")
            sets.append(labels[-1])
        infoset, below = rng.choice(sets), []
        for action, part in zip(ACTIONS, parts, strict=False):
            longer = (*pasts[owner], (infoset, action))
            below.append(grown(part, (longer, pasts[1]) if owner == 0 else (pasts[0], longer)))
        return Node(owner, infoset, tuple(below))

    return grown(rng.choice((2, 3, 4, 5, 6, 7)), ((), ()))


def drawn_chain(rng: Random) -> Node:
    """Return a long chain of moves that stop or go on, with forced ones between them."""
    root = Node(END, payoffs=(rng.randint(0, 1), rng.randint(0, 1)))
    for depth in range(rng.randint(3, 8)):
        owner = rng.choice((0, 1))
        if rng.random() < 0.25:
            root = Node(owner, f"{'AB'[owner]}{depth}", (root,))
        elif rng.random() < 0.2:
            aside = Node(END, payoffs=(rng.randint(0, 1), rng.randint(0, 1)))
            share = rng.choice((ZERO, Fraction(1, 2), ONE))
            root = Node(CHANCE, f"chance {depth}", (root, aside), (share, 1 - share))
        else:
            aside = Node(END, payoffs=(rng.randint(0, 1), rng.randint(0, 1)))
            root = Node(owner, f"{'AB'[owner]}{depth}", rng.choice(((root, aside), (aside, root))))
    return root


def drawn_root(rng: Random) -> Node:
    """Return a bimatrix game, a tree or a chain, with at most twelve reduced pure strategies of each player."""
    while True:
        kind = rng.choice(("matrix", "matrix", "tree", "tree", "chain"))
        root = matrix_tree(*drawn_matrices(rng)) if kind == "matrix" else drawn_tree(rng)
        root = drawn_chain(rng) if kind == "chain" else root
        if rng.random() < 0.1:
            root = Node(CHANCE, "first", (root, Node(END)), (ONE, ZERO))
        if max(map(len, Oracle(root).pure)) <= 12:
            return root


# ---- linear programs ----


def maximum(
    objective: Sequence[Fraction], rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]
) -> Any:
    """Return the largest c·x with A x = b, x ≥ 0, None without any such x; two phases, by Bland's rule."""
    count = len(objective)
    tableau = []
    for place, (row, bound) in enumerate(zip(rows, right, strict=True)):
        sign = -1 if bound < 0 else 1
        artificial = [ONE if place == k else ZERO for k in range(len(rows))]
        tableau.append([*(sign * value for value in row), *artificial, sign * bound])
    basis = list(range(count, count + len(rows)))
    costs = [ZERO] * count + [-ONE] * len(rows)
    if _optimum(tableau, basis, costs, count + len(rows)) < 0:
        return None
    for place, column in enumerate(basis):
        if column >= count:
            entering = next((k for k in range(count) if tableau[place][k]), None)
            if entering is not None:
                _exchange(tableau, basis, place, entering)
    return _optimum(tableau, basis, [*objective, *[ZERO] * len(rows)], count)


def _optimum(
    tableau: list[list[Fraction]], basis: list[int], costs: Sequence[Fraction], allowed: int
) -> Fraction:
    while True:
        prices = [costs[column] for column in basis]
        entering = next(
            (
                k
                for k in range(allowed)
                if costs[k]
                > sum((p * row[k] for p, row in zip(prices, tableau, strict=True) if row[k]), ZERO)
            ),
            None,
        )
        if entering is None:
            return sum((p * row[-1] for p, row in zip(prices, tableau, strict=True)), ZERO)
        ratios = [
            (row[-1] / row[entering], basis[place], place)
            for place, row in enumerate(tableau)
            if row[entering] > 0
        ]
        assert ratios, "unbounded"
        _exchange(tableau, basis, min(ratios)[2], entering)


def _exchange(tableau: list[list[Fraction]], basis: list[int], place: int, entering: int) -> None:
    pivot = tableau[place][entering]
    tableau[place] = [value / pivot for value in tableau[place]]
    for k, row in enumerate(tableau):
        if k != place and row[entering]:
            factor = row[entering]
            tableau[k] = [
                value - factor * solved for value, solved in zip(row, tableau[place], strict=True)
            ]
    basis[place] = entering


def in_hull(point: Plan, points: Sequence[Plan]) -> bool:
    """Return whether a plan is a mixture of plans; the weight 1 of the empty sequence makes the shares sum to 1."""
    return maximum([ZERO] * len(points), list(zip(*points, strict=True)), point) is not None


# ---- verdicts ----


@dataclass(frozen=True, eq=False)
class Oracle:
    """Facts about a game, by enumeration of reduced pure strategies."""

    root: Node

    @cached_property
    def _tables(self) -> tuple[list[dict[str, tuple[Step, int]]], dict[Any, list[Fraction]]]:
        """The sets of each player with the sequence before and the number of actions; payoffs by pairs of sequences."""
        sets: list[dict[str, tuple[Step, int]]] = [{}, {}]
        entries: dict[Any, list[Fraction]] = {}

        def visit(node: Node, last: tuple[Step, Step], chance: Fraction) -> None:
            if node.owner == END:
                sums = entries.setdefault(last, [ZERO, ZERO])
                for player in (0, 1):
                    sums[player] += chance * node.payoffs[player]
                return
            if node.owner >= 0:
                sets[node.owner][node.infoset] = (last[node.owner], len(node.children))
            for place, child in enumerate(node.children):
                if node.owner == CHANCE:
                    visit(child, last, chance * node.shares[place])
                else:
                    step = (node.infoset, ACTIONS[place])
                    visit(child, (step, last[1]) if node.owner == 0 else (last[0], step), chance)

        visit(self.root, (EMPTY, EMPTY), ONE)
        return sets, entries

    @property
    def sets(self) -> list[dict[str, tuple[Step, int]]]:
        """By player and label the sequence that leads to an information set, and the number of its actions."""
        return self._tables[0]

    @cached_property
    def sequences(self) -> tuple[list[Step], list[Step]]:
        """The sequences of each player."""
        first, second = (
            [
                EMPTY,
                *(
                    (label, action)
                    for label, (_, count) in own.items()
                    for action in ACTIONS[:count]
                ),
            ]
            for own in self.sets
        )
        return first, second

    @cached_property
    def pure(self) -> tuple[list[Plan], list[Plan]]:
        """The plans of the reduced pure strategies of each player."""
        first, second = (list(self._pure(player)) for player in (0, 1))
        return first, second

    def _pure(self, player: int) -> Iterator[Plan]:
        """Yield every way to choose at the sets that a strategy does not exclude itself."""
        after: dict[Step, list[str]] = {}
        for label, (before, _) in self.sets[player].items():
            after.setdefault(before, []).append(label)

        def below(sequence: Step) -> list[frozenset[Step]]:
            choices = [
                [
                    chosen
                    for action in ACTIONS[: self.sets[player][label][1]]
                    for chosen in below((label, action))
                ]
                for label in after.get(sequence, [])
            ]
            return [frozenset({sequence}).union(*chosen) for chosen in product(*choices)]

        for chosen in below(EMPTY):
            yield tuple(ONE if sequence in chosen else ZERO for sequence in self.sequences[player])

    @cached_property
    def _entries(self) -> tuple[list[tuple[int, int, Fraction]], list[tuple[int, int, Fraction]]]:
        places = [{sequence: k for k, sequence in enumerate(own)} for own in self.sequences]
        first, second = (
            [
                (places[0][row], places[1][column], sums[player])
                for (row, column), sums in self._tables[1].items()
            ]
            for player in (0, 1)
        )
        return first, second

    def payoff(self, player: int, plans: Plans) -> Fraction:
        """Return what a player expects."""
        x, y = plans
        return sum(
            (x[row] * y[column] * value for row, column, value in self._entries[player]), ZERO
        )

    def payoffs(self, player: int, opposite: Plan) -> list[Fraction]:
        """Return what each pure strategy of a player earns against a plan of the opponent."""
        return [
            self.payoff(player, (own, opposite) if player == 0 else (opposite, own))
            for own in self.pure[player]
        ]

    def is_best_reply(self, player: int, own: Plan, opposite: Plan) -> bool:
        """Return whether a plan earns as much as any pure strategy against a plan of the opponent."""
        earned = self.payoff(player, (own, opposite) if player == 0 else (opposite, own))
        return earned == max(self.payoffs(player, opposite))

    def is_equilibrium(self, plans: Plans) -> bool:
        """Return whether both plans are best replies."""
        return self.is_best_reply(0, *plans) and self.is_best_reply(1, plans[1], plans[0])

    def plan_fault(self, player: int, plan: Sequence[Fraction]) -> str | None:
        """Return which condition of a realization plan fails."""
        weights = dict(zip(self.sequences[player], plan, strict=True))
        if weights[EMPTY] != 1 or min(plan) < 0:
            return f"no plan of player {player + 1}: {shown(plan)}"
        for label, (before, count) in self.sets[player].items():
            if sum((weights[label, action] for action in ACTIONS[:count]), ZERO) != weights[before]:
                return f"the weights at {label} do not sum to that of {before}: {shown(plan)}"
        return None

    def undominated(self, player: int, plan: Plan) -> bool:
        """Return whether no mixture earns as much against all pure strategies, and more against one."""
        replies = self.pure[1 - player]

        def earned(own: Plan) -> list[Fraction]:
            return [
                self.payoff(player, (own, reply) if player == 0 else (reply, own))
                for reply in replies
            ]

        table, target = [earned(own) for own in self.pure[player]], earned(plan)
        rows = [
            [*(row[k] for row in table), *(-ONE if k == j else ZERO for j in range(len(replies)))]
            for k in range(len(replies))
        ]
        rows.append([ONE] * len(table) + [ZERO] * len(replies))
        return bool(maximum([ZERO] * len(table) + [ONE] * len(replies), rows, [*target, ONE]) == 0)

    def is_perfect(self, plans: Plans) -> bool:
        """Return whether an equilibrium of two players is normal-form perfect: no plan is weakly dominated."""
        return self.is_equilibrium(plans) and all(
            self.undominated(player, plans[player]) for player in (0, 1)
        )

    def has_basis(self, plans: Plans, most: int) -> bool | None:
        """Return whether an equilibrium has a complementary basis with r, s ≥ 0; None if that is too much work.

        A basis has all of u and v, one of x and r for each sequence of player 1, one of y and s for those of player 2.
        """
        open_ones = [
            (player, k)
            for player in (0, 1)
            for k, weight in enumerate(plans[player])
            if weight == 0
        ]
        if 2 ** len(open_ones) > most:
            return None
        wanted = [weight for plan in plans for weight in plan]
        counts = [len(own) for own in self.sequences]
        for chosen in product((False, True), repeat=len(open_ones)):
            slack = [[False] * count for count in counts]
            for (player, k), is_slack in zip(open_ones, chosen, strict=True):
                slack[player][k] = is_slack
            square, right = self._basis(slack)
            if square.det() == 0:
                continue
            solved = [
                Fraction(int(value.p), int(value.q)) for value in square.solve(right).entries()
            ]
            values, marks = solved[: sum(counts)], [*slack[0], *slack[1]]
            if all(
                value >= 0 if is_slack else value == weight
                for value, is_slack, weight in zip(values, marks, wanted, strict=True)
            ):
                return True
        return False

    def _basis(self, slack: Sequence[Sequence[bool]]) -> tuple[Any, Any]:
        """Return the basis matrix of (2.7), and its right-hand side: columns x or r, y or s, u, v."""
        counts = [len(own) for own in self.sequences]
        sizes = [1 + len(own) for own in self.sets]
        size = sum(counts) + sum(sizes)
        rows = [[ZERO] * size for _ in range(size)]
        right = [ZERO] * size
        for player in (0, 1):
            begin, opposite_begin = (0, counts[0]) if player == 0 else (counts[0], 0)
            values = sum(counts) + (0 if player == 0 else sizes[0])
            places = {sequence: k for k, sequence in enumerate(self.sequences[player])}
            constraints = [(0, [(places[EMPTY], ONE)])]
            for number, (label, (before, count)) in enumerate(self.sets[player].items(), start=1):
                signs = [
                    (places[before], -ONE),
                    *((places[label, action], ONE) for action in ACTIONS[:count]),
                ]
                constraints.append((number, signs))
            right[values] = ONE
            for number, signs in constraints:
                for k, sign in signs:
                    rows[begin + k][values + number] += sign
                    if not slack[player][k]:
                        rows[values + number][begin + k] += sign
            for row, column, value in self._entries[player]:
                own, opposite = (row, column) if player == 0 else (column, row)
                if not slack[1 - player][opposite]:
                    rows[begin + own][opposite_begin + opposite] -= value
            for k, is_slack in enumerate(slack[player]):
                if is_slack:
                    rows[begin + k][begin + k] -= ONE
        square = fmpq_mat([[_rational(value) for value in row] for row in rows])
        return square, fmpq_mat([[_rational(value)] for value in right])

    # ---- all equilibria ----

    def vertices(self, player: int, most: int) -> list[Plan] | None:
        """Return the vertices of the subdivision of a player's plans by best replies, None if that is too much work.

        They are the plans of the vertices of {(x, v) | x is a plan, v is at least what each pure reply earns}.
        """
        own, replies = self.sequences[player], self.pure[1 - player]
        places = {sequence: k for k, sequence in enumerate(own)}
        size = len(own) + 1
        equations: list[list[Fraction]] = [[ONE, *[ZERO] * (size - 1)]]
        for label, (before, count) in self.sets[player].items():
            equation = [ZERO] * size
            equation[places[before]] = -ONE
            for action in ACTIONS[:count]:
                equation[places[label, action]] = ONE
            equations.append(equation)
        limits: list[list[Fraction]] = [
            [ONE if k == j else ZERO for k in range(size)] for j in range(1, size - 1)
        ]
        rows = set()
        for reply in replies:
            earned = [ZERO] * size
            for row, column, value in self._entries[1 - player]:
                sequence, weight = (row, reply[column]) if player == 0 else (column, reply[row])
                earned[sequence] -= weight * value
            rows.add((*earned[:-1], ONE))
        limits += [list(row) for row in sorted(rows)]
        free = size - len(equations)
        if _ways(len(limits), free) > most:
            return None
        found: dict[Plan, None] = {}
        for chosen in combinations(limits, free):
            square = fmpq_mat(
                [[_rational(value) for value in row] for row in [*equations, *chosen]]
            )
            if square.det() == 0:
                continue
            solved = square.solve(fmpq_mat([[fmpq(int(k == 0))] for k in range(size)]))
            point = [Fraction(int(value.p), int(value.q)) for value in solved.entries()]
            if all(
                sum((a * z for a, z in zip(row, point, strict=True)), ZERO) >= 0 for row in limits
            ):
                found[tuple(point[:-1])] = None
        return list(found)

    def extreme(self, most: int = 3000) -> set[Plans] | None:
        """Return the extreme equilibria, None if that is too much work."""
        both = [self.vertices(player, most) for player in (0, 1)]
        if both[0] is None or both[1] is None:
            return None
        return {(x, y) for x in both[0] for y in both[1] if self.is_equilibrium((x, y))}


def shown(plan: Sequence[Fraction]) -> str:
    """Return the weights of a plan as text."""
    return "(" + ", ".join(map(str, plan)) + ")"


def _rational(value: Fraction | int) -> Any:
    return fmpq(value.numerator, value.denominator)


def _ways(count: int, chosen: int) -> int:
    ways = 1
    for k in range(chosen):
        ways = ways * (count - k) // (k + 1)
    return ways


def maximal_products(pairs: set[Plans]) -> set[tuple[frozenset[Plan], frozenset[Plan]]]:
    """Return the maximal products of sets of plans all of whose pairs are in a set."""
    partners: dict[Plan, frozenset[Plan]] = {}
    for x, y in pairs:
        partners[x] = partners.get(x, frozenset()) | {y}
    closed = set(partners.values())
    while True:
        more = {
            first & second for first, second in combinations(closed, 2) if first & second
        } - closed
        if not more:
            break
        closed |= more
    return {(frozenset(x for x, own in partners.items() if ys <= own), ys) for ys in closed}


# ---- reduction of failures ----


def simpler(root: Node) -> Iterator[Node]:
    """Yield trees that are smaller or have smaller payoffs: without an action, without a move, with payoffs 0."""
    counts = {
        (node.owner, node.infoset): len(node.children) for node in root.walk() if node.owner != END
    }
    for key, count in counts.items():
        for dropped in range(count if count > 1 else 0):
            if key[0] != CHANCE:
                yield _without(root, key, dropped)
    for place, node in enumerate(root.walk()):
        if node.owner != END:
            yield _replaced(root, place, Node(END))
            if node.owner == CHANCE or len(node.children) == 1 or _alone(root, node):
                for child in node.children:
                    yield _replaced(root, place, child)
        elif any(node.payoffs):
            for player in (0, 1):
                if node.payoffs[player]:
                    smaller = node.payoffs[player] - 1
                    pair = (smaller, node.payoffs[1]) if player == 0 else (node.payoffs[0], smaller)
                    yield _replaced(root, place, replace(node, payoffs=pair))


def _alone(root: Node, node: Node) -> bool:
    return sum((met.owner, met.infoset) == (node.owner, node.infoset) for met in root.walk()) == 1


def _without(node: Node, key: tuple[int, str], dropped: int) -> Node:
    kept = [
        child
        for place, child in enumerate(node.children)
        if (node.owner, node.infoset) != key or place != dropped
    ]
    return replace(node, children=tuple(_without(child, key, dropped) for child in kept))


def _replaced(root: Node, place: int, new: Node) -> Node:
    counter = iter(range(10**9))

    def changed(node: Node) -> Node:
        here = next(counter)
        if here == place:
            for _ in range(sum(1 for _ in node.walk()) - 1):
                next(counter)
            return new
        return replace(node, children=tuple(map(changed, node.children)))

    return changed(root)
