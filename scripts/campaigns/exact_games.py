"""Small games with an exact reading of their own, for the campaigns from outside; nothing here is seqform's.

A game is a tree of `Leaf`, `Chance` and `Move`. Its plans are mappings from the names of sequences ("∅", "h1 a") to
fractions. Payoffs per sequence and best responses come from walks of the tree; all equilibria from the vertices of both
best-response polytopes of the reduced normal form; the index from determinants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from random import Random

ONE, ZERO = Fraction(1), Fraction(0)
EMPTY = "∅"
Plan = Mapping[str, Fraction]
Plans = tuple[Plan, Plan]
Vector = tuple[Fraction, ...]
Rows = list[list[Fraction]]


@dataclass(frozen=True)
class Leaf:
    """The end of play, with both payoffs."""

    payoffs: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Chance:
    """A chance move: actions with probabilities and what follows."""

    moves: tuple[tuple[str, Fraction, Game], ...]


@dataclass(frozen=True)
class Move:
    """A move of player 0 or 1 at an information set: actions and what follows."""

    player: int
    infoset: str
    moves: tuple[tuple[str, Game], ...]


Game = Leaf | Chance | Move


# ---- games ----


def drawn_tree(rng: Random, payoffs: Sequence[Fraction], depth: int) -> Move:
    """Return a random tree with perfect recall.

    Nodes of one player, with equally many actions, are joined at random if the player has done the same before.
    """
    sets: dict[tuple[int, tuple[str, ...], int], list[str]] = {}
    counts = [0, 0]

    def below(level: int, histories: tuple[tuple[str, ...], tuple[str, ...]]) -> Game:
        if level == 0 or (level < depth and rng.random() < 0.15):
            return Leaf((rng.choice(payoffs), rng.choice(payoffs)))
        if 0 < level < depth and rng.random() < 0.15:
            weights = rng.choice([(1, 1), (1, 2), (3, 1)])
            shares = [Fraction(weight, sum(weights)) for weight in weights]
            return Chance(
                tuple(
                    (f"n{k}", share, below(level - 1, histories)) for k, share in enumerate(shares)
                )
            )
        player = rng.randrange(2)
        number = rng.choice([1, 2, 2, 2, 2, 3])
        known = sets.setdefault((player, histories[player], number), [])
        if known and rng.random() < 0.6:
            infoset = rng.choice(known)
        else:
            infoset = f"{'hk'[player]}{counts[player]}"
            counts[player] += 1
            known.append(infoset)
        moves = []
        for k in range(number):
            action = f"{'abc'[k] if player == 0 else 'xyz'[k]}"
            longer = list(histories)
            longer[player] = (*histories[player], f"{infoset} {action}")
            moves.append((action, below(level - 1, (longer[0], longer[1]))))
        return Move(player, infoset, tuple(moves))

    while True:
        root = below(depth, ((), ()))
        if isinstance(root, Move):
            return root
        sets.clear()


def matrix_game(first: Sequence[Sequence[Fraction]], second: Sequence[Sequence[Fraction]]) -> Move:
    """Return the game of two matrices: player 0 chooses a row, unseen by player 1."""
    rows = []
    for k, (one, two) in enumerate(zip(first, second, strict=True)):
        leaves = [(f"c{j}", Leaf(pair)) for j, pair in enumerate(zip(one, two, strict=True))]
        rows.append((f"r{k}", Move(1, "column", tuple(leaves))))
    return Move(0, "row", tuple(rows))


def drawn_matrices(rng: Random, payoffs: Sequence[Fraction], largest: int) -> tuple[Rows, Rows]:
    """Return two random matrices of the same shape."""
    height, width = rng.randint(1, largest), rng.randint(1, largest)
    first, second = (
        [[rng.choice(payoffs) for _ in range(width)] for _ in range(height)] for _ in range(2)
    )
    return first, second


def nodes(game: Game) -> Iterator[Game]:
    """Yield all nodes in prefix order."""
    yield game
    if not isinstance(game, Leaf):
        for move in game.moves:
            yield from nodes(move[-1])


def with_payoffs(
    game: Game, maps: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
) -> Game:
    """Return the game in which player i's payoff u is scale_i u + shift_i."""
    if isinstance(game, Leaf):
        first, second = (
            scale * pay + shift for pay, (scale, shift) in zip(game.payoffs, maps, strict=True)
        )
        return Leaf((first, second))
    if isinstance(game, Chance):
        return Chance(
            tuple((action, share, with_payoffs(child, maps)) for action, share, child in game.moves)
        )
    return Move(
        game.player,
        game.infoset,
        tuple((action, with_payoffs(child, maps)) for action, child in game.moves),
    )


def efg(game: Game, title: str = "game") -> str:
    """Return the game as text in Gambit's format."""
    lines = [f'EFG 2 R "{title}" {{ "Player 1" "Player 2" }}', '""', ""]
    numbers: dict[tuple[int, str], int] = {}
    chances, outcomes = 0, 0
    for node in nodes(game):
        if isinstance(node, Leaf):
            outcomes += 1
            lines.append(f't "" {outcomes} "" {{ {node.payoffs[0]}, {node.payoffs[1]} }}')
        elif isinstance(node, Chance):
            chances += 1
            moves = " ".join(f'"{action}" {share}' for action, share, _ in node.moves)
            lines.append(f'c "" {chances} "" {{ {moves} }} 0')
        else:
            number = numbers.setdefault((node.player, node.infoset), len(numbers) + 1)
            moves = " ".join(f'"{action}"' for action, _ in node.moves)
            lines.append(f'p "" {node.player + 1} {number} "{node.infoset}" {{ {moves} }} 0')
    return "\n".join(lines) + "\n"


# ---- sequences and best responses ----


def infosets(game: Game, player: int) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return for each information set of a player the sequence that leads there and its actions, in prefix order."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}

    def walk(node: Game, sequence: str) -> None:
        if isinstance(node, Leaf):
            return
        if isinstance(node, Move) and node.player == player:
            found.setdefault(node.infoset, (sequence, tuple(action for action, _ in node.moves)))
            for action, child in node.moves:
                walk(child, f"{node.infoset} {action}")
        else:
            for move in node.moves:
                walk(move[-1], sequence)

    walk(game, EMPTY)
    return found


def plan_of(
    game: Game, player: int, behavior: Mapping[str, Mapping[str, Fraction]]
) -> dict[str, Fraction]:
    """Return the realization plan of a behavior strategy."""
    plan = {EMPTY: ONE}
    for infoset, (before, actions) in infosets(game, player).items():
        for action in actions:
            plan[f"{infoset} {action}"] = plan[before] * behavior[infoset][action]
    return plan


def is_plan(game: Game, player: int, plan: Plan) -> bool:
    """Return whether weights are those of a plan."""
    names = {EMPTY}
    for infoset, (before, actions) in infosets(game, player).items():
        names |= {f"{infoset} {action}" for action in actions}
        if sum(plan.get(f"{infoset} {action}", ZERO) for action in actions) != plan.get(
            before, ZERO
        ):
            return False
    return (
        plan.get(EMPTY) == 1 and all(weight >= 0 for weight in plan.values()) and set(plan) <= names
    )


def gradient(game: Game, player: int, opponent: Plan) -> dict[str, Fraction]:
    """Return the payoff of each sequence of a player against an opponent's plan: A y or Bᵀ x."""
    found = {EMPTY: ZERO}
    for infoset, (_, actions) in infosets(game, player).items():
        found.update({f"{infoset} {action}": ZERO for action in actions})

    def walk(node: Game, own: str, other: str, chance: Fraction) -> None:
        if isinstance(node, Leaf):
            found[own] += chance * opponent.get(other, ZERO) * node.payoffs[player]
        elif isinstance(node, Chance):
            for _, share, child in node.moves:
                walk(child, own, other, chance * share)
        else:
            for action, child in node.moves:
                sequence = f"{node.infoset} {action}"
                if node.player == player:
                    walk(child, sequence, other, chance)
                else:
                    walk(child, own, sequence, chance)

    walk(game, EMPTY, EMPTY, ONE)
    return found


def best_value(game: Game, player: int, payoffs: Mapping[str, Fraction]) -> Fraction:
    """Return the largest payoff of a plan, given the payoff of each sequence."""
    values = dict(payoffs)
    for infoset, (before, actions) in reversed(infosets(game, player).items()):
        values[before] += max(values[f"{infoset} {action}"] for action in actions)
    return values[EMPTY]


def product_of(plan: Plan, payoffs: Mapping[str, Fraction]) -> Fraction:
    """Return the payoff of a plan, given the payoff of each sequence."""
    return sum((weight * payoffs[name] for name, weight in plan.items()), ZERO)


def regret(game: Game, player: int, plans: Plans) -> Fraction:
    """Return how much a player gains by a best response."""
    payoffs = gradient(game, player, plans[1 - player])
    return best_value(game, player, payoffs) - product_of(plans[player], payoffs)


def is_equilibrium(game: Game, plans: Plans) -> bool:
    """Return whether both plans are best responses to each other."""
    return all(
        is_plan(game, player, plans[player]) and regret(game, player, plans) == 0
        for player in (0, 1)
    )


def expected(game: Game, plans: Plans) -> tuple[Fraction, Fraction]:
    """Return both players' expected payoffs."""
    first, second = (
        product_of(plans[player], gradient(game, player, plans[1 - player])) for player in (0, 1)
    )
    return first, second


# ---- the reduced normal form ----


def pure_plans(game: Game, player: int) -> list[dict[str, Fraction]]:
    """Return the plans of all reduced pure strategies: a choice at each set that earlier choices leave possible."""
    found: list[dict[str, Fraction]] = [{EMPTY: ONE}]
    for infoset, (before, actions) in infosets(game, player).items():
        longer = []
        for plan in found:
            if before in plan:
                longer += [{**plan, f"{infoset} {action}": ONE} for action in actions]
            else:
                longer.append(plan)
        found = longer
    return found


def normal_form(game: Game) -> tuple[Rows, Rows]:
    """Return both payoff matrices of the reduced normal form."""
    first, second = pure_plans(game, 0), pure_plans(game, 1)
    mine = [[product_of(row, gradient(game, 0, column)) for column in second] for row in first]
    theirs = [[product_of(column, gradient(game, 1, row)) for column in second] for row in first]
    return mine, theirs


def dominated(rows: Rows) -> list[bool]:
    """Return for each row whether another row is nowhere less and somewhere larger."""
    found = []
    for row in rows:
        better = (
            other
            for other in rows
            if other != row and all(a >= b for a, b in zip(other, row, strict=True))
        )
        found.append(any(True for _ in better))
    return found


def solved(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return the solution of a square system, or None where it is singular."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    size = len(table)
    for column in range(size):
        pivot = next((k for k in range(column, size) if table[k][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        head = table[column]
        head[column:] = [number / head[column] for number in head[column:]]
        for k in range(size):
            factor = table[k][column]
            if k != column and factor:
                table[k] = [
                    number - factor * base for number, base in zip(table[k], head, strict=True)
                ]
    return [row[-1] for row in table]


def determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the determinant of a square matrix."""
    if not rows:
        return ONE
    pivot = next((k for k, row in enumerate(rows) if row[0]), None)
    if pivot is None:
        return ZERO
    head = rows[pivot]
    rest = [row for k, row in enumerate(rows) if k != pivot]
    smaller = [
        [a - row[0] / head[0] * b for a, b in zip(row[1:], head[1:], strict=True)] for row in rest
    ]
    sign = -ONE if pivot % 2 else ONE
    return sign * head[0] * determinant(smaller)


def _vertices(rows: Rows, own_first: bool) -> dict[Vector, frozenset[tuple[int, int]]]:
    """Return the vertices of {z ≥ 0, rows · z ≤ 1} but 0, each with its labels (player, strategy)."""
    width, height = len(rows[0]), len(rows)
    units = [[ONE if j == k else ZERO for j in range(width)] for k in range(width)]
    sides = [*units, *rows]
    bounds = [ZERO] * width + [ONE] * height
    own, other = (0, 1) if own_first else (1, 0)
    labels = [*((own, k) for k in range(width)), *((other, k) for k in range(height))]
    found: dict[Vector, frozenset[tuple[int, int]]] = {}
    for chosen in combinations(range(width + height), width):
        point = solved([sides[k] for k in chosen], [bounds[k] for k in chosen])
        if point is None or min(point) < 0 or not any(point) or tuple(point) in found:
            continue
        products = [sum((a * b for a, b in zip(row, point, strict=True)), ZERO) for row in rows]
        if max(products) > 1:
            continue
        tight = [not number for number in point] + [number == 1 for number in products]
        found[tuple(point)] = frozenset(
            label for label, holds in zip(labels, tight, strict=True) if holds
        )
    return found


def extreme_equilibria(first: Rows, second: Rows) -> list[tuple[Vector, Vector]]:
    """Return the extreme equilibria of two matrices: completely labelled pairs of vertices, as mixed strategies."""
    lowest = min(min(map(min, first)), min(map(min, second)))
    mine = [[number - lowest + 1 for number in row] for row in first]
    theirs = [[row[j] - lowest + 1 for row in second] for j in range(len(second[0]))]
    lefts, rights = _vertices(theirs, own_first=True), _vertices(mine, own_first=False)
    every = {(0, k) for k in range(len(first))} | {(1, k) for k in range(len(first[0]))}
    pairs = []
    for (one, held), (two, kept) in product(lefts.items(), rights.items()):
        if held | kept == every:
            pairs.append((tuple(a / sum(one) for a in one), tuple(b / sum(two) for b in two)))
    return pairs


def number_of_components(pairs: Sequence[tuple[Vector, Vector]]) -> int:
    """Return the number of connected components of the set that extreme equilibria span."""
    names: dict[tuple[int, Vector], tuple[int, Vector]] = {}

    def top(name: tuple[int, Vector]) -> tuple[int, Vector]:
        while names.setdefault(name, name) != name:
            name = names[name]
        return name

    for one, two in pairs:
        names[top((0, one))] = top((1, two))
    return len({top(name) for name in names})


def mixture(game: Game, player: int, weights: Vector) -> dict[str, Fraction]:
    """Return the plan of a mixed strategy of the reduced normal form."""
    found: dict[str, Fraction] = {}
    for plan, weight in zip(pure_plans(game, player), weights, strict=True):
        for name in plan:
            found[name] = found.get(name, ZERO) + weight
    return {name: weight for name, weight in found.items() if weight}


def regular_index(first: Rows, second: Rows, one: Vector, two: Vector) -> int | None:
    """Return the index of an equilibrium of matrices by its determinants, None if it is not a regular one."""
    lowest = min(min(map(min, first)), min(map(min, second)))
    mine = [[number - lowest + 1 for number in row] for row in first]
    theirs = [[number - lowest + 1 for number in row] for row in second]
    rows, columns = ([k for k, weight in enumerate(side) if weight] for side in (one, two))
    against = [sum((a * b for a, b in zip(row, two, strict=True)), ZERO) for row in mine]
    replies = [sum((theirs[k][j] * one[k] for k in range(len(one))), ZERO) for j in range(len(two))]
    strict = [against[k] == max(against) for k in range(len(one))] == [
        k in rows for k in range(len(one))
    ]
    strict = strict and [replies[j] == max(replies) for j in range(len(two))] == [
        j in columns for j in range(len(two))
    ]
    if not strict or len(rows) != len(columns):
        return None
    both = determinant([[mine[k][j] for j in columns] for k in rows])
    both *= determinant([[theirs[k][j] for j in columns] for k in rows])
    if not both:
        return None
    if len(rows) % 2 == 0:
        both = -both
    return 1 if both > 0 else -1


def has_basis(first: Rows, second: Rows, one: Vector, two: Vector) -> bool:
    """Return whether an equilibrium of matrices has a nonsingular complementary basis.

    A basis is a set of rows and one of columns, equally large, that contain the supports, are best responses, and whose
    matrices, bordered by ones, are not singular.
    """
    rows, columns = ({k for k, weight in enumerate(side) if weight} for side in (one, two))
    against = [sum((a * b for a, b in zip(row, two, strict=True)), ZERO) for row in first]
    replies = [sum((second[k][j] * one[k] for k in range(len(one))), ZERO) for j in range(len(two))]
    best_rows = [k for k, value in enumerate(against) if value == max(against)]
    best_columns = [j for j, value in enumerate(replies) if value == max(replies)]
    for size in range(1, min(len(best_rows), len(best_columns)) + 1):
        for chosen in combinations(best_rows, size):
            if not rows <= set(chosen):
                continue
            for picked in combinations(best_columns, size):
                if columns <= set(picked) and all(
                    determinant(_bordered(matrix, chosen, picked)) for matrix in (first, second)
                ):
                    return True
    return False


def _bordered(matrix: Rows, rows: Sequence[int], columns: Sequence[int]) -> Rows:
    return [*([*(matrix[k][j] for j in columns), ONE] for k in rows), [ONE] * len(columns) + [ZERO]]


# ---- convex hulls ----


def in_hull(point: Plan, points: Sequence[Plan]) -> bool:
    """Return whether a plan is a convex combination of plans: phase one of the simplex method, by Bland's rule."""
    names = sorted(set(point).union(*points))
    table = [
        [other.get(name, ZERO) for other in points] + [point.get(name, ZERO)] for name in names
    ]
    table.append([ONE] * len(points) + [ONE])
    costs = [-sum((row[j] for row in table), ZERO) for j in range(len(points) + 1)]
    basis: list[int] = [-1] * len(table)
    while True:
        entering = next((j for j in range(len(points)) if costs[j] < 0), None)
        if entering is None:
            return costs[-1] == 0
        ratios = [
            (row[-1] / row[entering], basis[k], k)
            for k, row in enumerate(table)
            if row[entering] > 0
        ]
        leaving = min(ratios)[2]
        pivot = table[leaving][entering]
        table[leaving] = [number / pivot for number in table[leaving]]
        head = table[leaving]
        for k, row in enumerate(table):
            if k != leaving and row[entering]:
                table[k] = [a - row[entering] * b for a, b in zip(row, head, strict=True)]
        costs = [a - costs[entering] * b for a, b in zip(costs, head, strict=True)]
        basis[leaving] = entering
