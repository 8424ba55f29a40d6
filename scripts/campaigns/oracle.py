"""Independent evaluation of small games in fractions: recursion, enumeration of pure strategies, a simplex method.

Nothing here uses seqform but `game_of`, which hands a tree over to it. Whatever a campaign finds proven, exact or
bounded by seqform is compared with this module.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from types import FrameType
from typing import Any

from campaign import patience

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree


@dataclass(frozen=True)
class Leaf:
    """The end of a play."""

    payoffs: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Lot:
    """A move of chance: labels, probabilities and what follows."""

    branches: tuple[tuple[str, Fraction, Any], ...]


@dataclass(frozen=True)
class Choice:
    """A move of a player at an information set."""

    player: int
    infoset: str
    branches: tuple[tuple[str, Any], ...]


Node = Any
"""A `Leaf`, a `Lot` or a `Choice`."""
Behavior = Mapping[str, Mapping[str, Fraction]]
Pure = Mapping[str, str]


# ---- random trees ----


def drawn_payoffs(rng: Random, style: str) -> tuple[Fraction, Fraction]:
    """Draw the payoffs of a leaf: with ties, generic, or with one sum."""
    if style == "ties":
        return Fraction(rng.randint(0, 2)), Fraction(rng.randint(0, 2))
    if style == "zero-sum":
        first = Fraction(rng.randint(-3, 3))
        return first, -first
    if style == "constant-sum":
        first = Fraction(rng.randint(-4, 4), rng.choice((1, 2, 3)))
        return first, 5 - first
    return Fraction(rng.randint(-30, 30), rng.choice((1, 1, 7))), Fraction(
        rng.randint(-30, 30), rng.choice((1, 1, 3))
    )


STYLES = ("ties", "zero-sum", "constant-sum", "generic")


MAX_PAIRS = 300
"""Pairs of pure strategies of a drawn tree, at most."""


def drawn_tree(rng: Random, style: str, *, perfect: bool = False, depth: int | None = None) -> Node:
    """Draw a tree with perfect recall, with at most `MAX_PAIRS` pairs of pure strategies."""
    while True:
        node = _any_tree(rng, style, perfect=perfect, depth=depth)
        pairs = 1
        for player in (0, 1):
            for actions in infosets(node, player).values():
                pairs *= len(actions)
        if pairs <= MAX_PAIRS:
            return node


def _any_tree(rng: Random, style: str, *, perfect: bool, depth: int | None) -> Node:
    """Draw a tree with perfect recall.

    The mover, the number of actions, who sees the action, and whether the first action ends the play depend on the
    depth alone, so that an information set is what its player has seen.
    """
    depth = depth or rng.randint(2, 4)
    movers = [rng.randrange(2) for _ in range(depth)]
    movers[:2] = rng.sample((0, 1), 2)
    sizes = [rng.choice((1, 2, 2, 2, 3)) for _ in range(depth)]
    seen = [perfect or rng.random() < 0.6 for _ in range(depth)]
    ends = [rng.random() < 0.3 for _ in range(depth)]
    lots = rng.choice((1, 1, 2, 3))
    sees_lot = [perfect or rng.random() < 0.5 for _ in range(2)]

    def below(level: int, views: tuple[str, str]) -> Node:
        if level == depth:
            return Leaf(drawn_payoffs(rng, style))
        player = movers[level]
        branches: list[tuple[str, Node]] = []
        for number in range(sizes[level]):
            action = "abc"[number]
            after = tuple(
                view + action if seen[level] or who == player else view + "?"
                for who, view in enumerate(views)
            )
            if ends[level] and number == 0:
                branches.append((action, Leaf(drawn_payoffs(rng, style))))
            else:
                branches.append((action, below(level + 1, (after[0], after[1]))))
        return Choice(player, f"{player + 1}:{views[player]}", tuple(branches))

    if lots == 1:
        return below(0, ("", ""))
    weights = [rng.randint(1, 3) for _ in range(lots)]
    outcomes: list[tuple[str, Fraction, Node]] = []
    for number, weight in enumerate(weights):
        views = tuple(str(number) if sees else "" for sees in sees_lot)
        outcomes.append(
            (f"lot {number}", Fraction(weight, sum(weights)), below(0, (views[0], views[1])))
        )
    return Lot(tuple(outcomes))


def matrix_tree(first: Sequence[Sequence[Fraction]], second: Sequence[Sequence[Fraction]]) -> Node:
    """Return the tree of a bimatrix game."""
    rows: list[tuple[str, Node]] = []
    for i, (row, their) in enumerate(zip(first, second, strict=True)):
        leaves = [
            (f"c{j}", Leaf((mine, yours)))
            for j, (mine, yours) in enumerate(zip(row, their, strict=True))
        ]
        rows.append((f"r{i}", Choice(1, "column", tuple(leaves))))
    return Choice(0, "row", tuple(rows))


def mapped(node: Node, maps: Sequence[tuple[Fraction, Fraction]]) -> Node:
    """Return the tree with each player's payoffs times a factor, plus a constant."""
    if isinstance(node, Leaf):
        first, second = (
            factor * pay + shift for pay, (factor, shift) in zip(node.payoffs, maps, strict=True)
        )
        return Leaf((first, second))
    if isinstance(node, Lot):
        return Lot(
            tuple((label, share, mapped(child, maps)) for label, share, child in node.branches)
        )
    return Choice(
        node.player,
        node.infoset,
        tuple((action, mapped(child, maps)) for action, child in node.branches),
    )


def game_of(node: Node, title: str = "drawn") -> Any:
    """Return the game of seqform that has this tree."""

    def part(node: Node) -> Any:
        if isinstance(node, Leaf):
            return leaf(*node.payoffs)
        if isinstance(node, Lot):
            return chance({label: (share, part(child)) for label, share, child in node.branches})
        return move(
            node.player, node.infoset, {action: part(child) for action, child in node.branches}
        )

    return tree(title, part(node))


# ---- values ----


def infosets(node: Node, player: int) -> dict[str, tuple[str, ...]]:
    """Return the actions of each information set of a player."""
    if isinstance(node, Leaf):
        return {}
    sets: dict[str, tuple[str, ...]] = {}
    if isinstance(node, Choice) and node.player == player:
        sets[node.infoset] = tuple(action for action, _ in node.branches)
    for branch in node.branches:
        sets |= infosets(branch[-1], player)
    return sets


def payoffs_of(node: Node, behavior: Sequence[Behavior]) -> tuple[Fraction, Fraction]:
    """Return what both players expect when they behave so."""
    if isinstance(node, Leaf):
        return node.payoffs
    first = second = Fraction(0)
    for branch in node.branches:
        is_lot = isinstance(node, Lot)
        share = branch[1] if is_lot else behavior[node.player][node.infoset][branch[0]]
        if share:
            below = payoffs_of(branch[-1], behavior)
            first, second = first + share * below[0], second + share * below[1]
    return first, second


def pure_strategies(node: Node, player: int) -> list[Pure]:
    """Return all pure strategies of a player."""
    sets = infosets(node, player)
    return [dict(zip(sets, actions, strict=True)) for actions in product(*sets.values())]


def as_behavior(pure: Pure, sets: Mapping[str, tuple[str, ...]]) -> Behavior:
    """Return a pure strategy as probabilities."""
    return {
        name: {action: Fraction(action == pure[name]) for action in actions}
        for name, actions in sets.items()
    }


@cache
def normal_form(
    node: Node,
) -> tuple[tuple[tuple[tuple[Fraction, Fraction], ...], ...], tuple[Any, ...]]:
    """Return the payoffs of all pairs of pure strategies, and these."""
    sets = [infosets(node, player) for player in (0, 1)]
    pures = [
        [as_behavior(pure, sets[player]) for pure in pure_strategies(node, player)]
        for player in (0, 1)
    ]
    table = tuple(tuple(payoffs_of(node, (mine, yours)) for yours in pures[1]) for mine in pures[0])
    return table, (tuple(pures[0]), tuple(pures[1]))


def best_reply_value(node: Node, behavior: Sequence[Behavior], player: int) -> Fraction:
    """Return the most that a player can expect against the other one's behavior, by enumeration."""
    sets = infosets(node, player)
    values: list[Fraction] = []
    for pure in pure_strategies(node, player):
        pair = list(behavior)
        pair[player] = as_behavior(pure, sets)
        values.append(payoffs_of(node, pair)[player])
    return max(values)


def regrets(node: Node, behavior: Sequence[Behavior]) -> tuple[Fraction, Fraction]:
    """Return what each player can gain."""
    values = payoffs_of(node, behavior)
    first, second = (best_reply_value(node, behavior, player) - values[player] for player in (0, 1))
    return first, second


def constant_sum(node: Node) -> Fraction | None:
    """Return the sum of the payoffs, None where it differs."""
    sums = {sum(end.payoffs, Fraction(0)) for end in leaves(node)}
    return sums.pop() if len(sums) == 1 else None


def leaves(node: Node) -> Iterator[Leaf]:
    """Yield all ends."""
    if isinstance(node, Leaf):
        yield node
    else:
        for branch in node.branches:
            yield from leaves(branch[-1])


def maximin(node: Node, player: int) -> Fraction:
    """Return the most that a player can guarantee."""
    table, _ = normal_form(node)
    if player == 0:
        rows = [[pay[0] for pay in row] for row in table]
    else:
        rows = [[row[k][1] for row in table] for k in range(len(table[0]))]
    return matrix_value(rows)


def matrix_value(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the value of a zero-sum matrix game to the player who chooses rows."""
    shift = 1 - min(min(row) for row in rows)
    # The column player: max sum y, with (A + shift) y <= 1; the value is one over it.
    table = [[entry + shift for entry in row] for row in rows]
    most, _ = maximum([Fraction(1)] * len(rows[0]), table, [Fraction(1)] * len(rows))
    return 1 / most - shift


# ---- refinements ----


def subgames(node: Node) -> Iterator[Node]:
    """Yield the subgames: no information set has nodes both in it and outside."""
    whole = _nodes_of_sets(node)

    def walk(part: Node) -> Iterator[Node]:
        if isinstance(part, Leaf):
            return
        inside = _nodes_of_sets(part)
        if all(whole[name] == count for name, count in inside.items()):
            yield part
        for branch in part.branches:
            yield from walk(branch[-1])

    yield from walk(node)


def _nodes_of_sets(node: Node) -> dict[str, int]:
    counts: dict[str, int] = {}

    def walk(part: Node) -> None:
        if isinstance(part, Leaf):
            return
        if isinstance(part, Choice):
            counts[part.infoset] = counts.get(part.infoset, 0) + 1
        for branch in part.branches:
            walk(branch[-1])

    walk(node)
    return counts


def is_subgame_perfect(node: Node, behavior: Sequence[Behavior]) -> bool:
    """Return whether nobody gains in any subgame."""
    return not any(any(regrets(part, behavior)) for part in subgames(node))


def is_undominated(node: Node, behavior: Sequence[Behavior], player: int) -> bool:
    """Return whether a strategy is a best reply to some strategy that mixes all pure ones."""
    table, pures = normal_form(node)
    if player == 0:
        rows = [[pay[0] for pay in row] for row in table]
        mine = [payoffs_of(node, (behavior[0], yours))[0] for yours in pures[1]]
    else:
        rows = [[row[k][1] for row in table] for k in range(len(table[0]))]
        mine = [payoffs_of(node, (theirs, behavior[1]))[1] for theirs in pures[0]]
    # Weights 1 + z of the opponent's pure strategies, z >= 0: (row - mine) (1 + z) <= 0 for all rows.
    differences = [[entry - own for entry, own in zip(row, mine, strict=True)] for row in rows]
    return feasible(differences, [-sum(row, Fraction(0)) for row in differences])


def pure_subgame_perfect_payoffs(node: Node) -> set[tuple[Fraction, Fraction]]:
    """Return what the subgame perfect equilibria in pure moves of a tree of perfect information pay."""
    if isinstance(node, Leaf):
        return {node.payoffs}
    if isinstance(node, Lot):
        pairs = {(Fraction(0), Fraction(0))}
        for _, share, child in node.branches:
            below = pure_subgame_perfect_payoffs(child)
            pairs = {(a + share * c, b + share * d) for a, b in pairs for c, d in below}
        return pairs
    children = [pure_subgame_perfect_payoffs(child) for _, child in node.branches]
    # What the others cannot be held below.
    least = max(min(pay[node.player] for pay in pays) for pays in children)
    return {pay for pays in children for pay in pays if pay[node.player] >= least}


# ---- linear programs ----


def maximum(
    cost: Sequence[Fraction], rows: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]
) -> tuple[Fraction, list[Fraction]]:
    """Maximise cost x subject to rows x <= bounds, x >= 0; ValueError where there is no optimum.

    The simplex method in fractions with Bland's rule. A first phase makes the bounds of the tableau nonnegative with
    one more variable, which is the same in all rows and is then minimised.
    """
    height, width = len(rows), len(cost)
    table = [[Fraction(entry) for entry in row] for row in rows]
    for i, row in enumerate(table):
        row += [Fraction(int(i == j)) for j in range(height)] + [Fraction(-1), Fraction(bounds[i])]
    basis = [width + i for i in range(height)]
    extra = width + height
    if min(bounds) < 0:
        _pivot(table, basis, min(range(height), key=lambda i: bounds[i]), extra)
        _climb(table, basis, [Fraction(0)] * extra + [Fraction(-1)])
        if any(place == extra and row[-1] for place, row in zip(basis, table, strict=True)):
            raise ValueError("infeasible")
        if extra in basis:
            line = basis.index(extra)
            _pivot(table, basis, line, next(j for j in range(extra) if table[line][j]))
    for row in table:
        row[extra] = Fraction(0)
    _climb(table, basis, [*cost, *[Fraction(0)] * (height + 1)])
    point = [Fraction(0)] * width
    for place, row in zip(basis, table, strict=True):
        if place < width:
            point[place] = row[-1]
    return sum((c * x for c, x in zip(cost, point, strict=True)), Fraction(0)), point


def _climb(table: list[list[Fraction]], basis: list[int], cost: Sequence[Fraction]) -> None:
    while True:
        prices = [cost[place] for place in basis]
        entering = next(
            (
                j
                for j in range(len(cost))
                if cost[j] - sum(p * row[j] for p, row in zip(prices, table, strict=True)) > 0
            ),
            None,
        )
        if entering is None:
            return
        ratios = [
            (row[-1] / row[entering], basis[i], i)
            for i, row in enumerate(table)
            if row[entering] > 0
        ]
        if not ratios:
            raise ValueError("unbounded")
        _pivot(table, basis, min(ratios)[2], entering)


def _pivot(table: list[list[Fraction]], basis: list[int], line: int, entering: int) -> None:
    by = table[line][entering]
    table[line] = [entry / by for entry in table[line]]
    for i, row in enumerate(table):
        if i != line and row[entering]:
            factor = row[entering]
            table[i] = [entry - factor * mine for entry, mine in zip(row, table[line], strict=True)]
    basis[line] = entering


def feasible(rows: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]) -> bool:
    """Return whether rows x <= bounds has a solution x >= 0."""
    try:
        maximum([Fraction(0)] * len(rows[0]), rows, bounds)
    except ValueError:
        return False
    return True


# ---- judging ----


def behavior_of(profile: Any, node: Node) -> tuple[Behavior, Behavior]:
    """Read the probabilities of a profile of seqform."""
    both: list[Behavior] = []
    for player in (0, 1):
        strategy = profile[player]
        both.append(
            {
                name: {action: Fraction(strategy[name][action]) for action in actions}
                for name, actions in infosets(node, player).items()
            }
        )
    return both[0], both[1]


def fault_of_certificate(node: Node, behavior: Sequence[Behavior], certificate: Any) -> str | None:
    """Return what a certificate states of a profile and is not so; None if all is true."""
    for strategy in behavior:
        for probabilities in strategy.values():
            if certificate.exact and (
                sum(probabilities.values()) != 1 or min(probabilities.values()) < 0
            ):
                return "behavior of an exact certificate is no distribution"
    values, mine = payoffs_of(node, behavior), regrets(node, behavior)
    best = tuple(value + regret for value, regret in zip(values, mine, strict=True))
    scale = max([Fraction(1), *(abs(pay) for end in leaves(node) for pay in end.payoffs)])
    allowed = Fraction(0) if certificate.exact else scale / 10**7
    shown = {"values": values, "best_response_values": best, "regrets": mine}
    for name, right in shown.items():
        for stated, true in zip(getattr(certificate, name), right, strict=True):
            if abs(Fraction(stated) - true) > allowed:
                return f"{name} {getattr(certificate, name)} where {right} is right"
    claims = dict(certificate.claims)
    if claims.get("Nash equilibrium") == "proven" and any(mine):
        return f"a Nash equilibrium, proven, with regrets {mine}"
    if certificate.proven and not claims:
        return "proven without a claim"
    return fault_of_checks(node, behavior, certificate.checks)


PERFECT_IN_SUBGAMES = ("subgame perfect", "sequential", "quasi-perfect", "extensive-form perfect")
"""Without "proper", which is about plans: choices at sets that a player's own moves exclude belong to none."""

UNDOMINATED = ("normal-form perfect", "quasi-perfect", "proper")


def fault_of_checks(
    node: Node, behavior: Sequence[Behavior], checks: Mapping[str, Any]
) -> str | None:
    """Return a refinement that is stated to hold, and whose necessary conditions do not; or the other way round."""
    for name, holds in checks.items():
        if name.endswith("undominated") and bool(holds) != is_undominated(
            node, behavior, int(name.split()[1]) - 1
        ):
            return f"{name}: {holds}, wrongly"
        equilibrium = name in PERFECT_IN_SUBGAMES or name in UNDOMINATED
        if equilibrium and holds and any(regrets(node, behavior)):
            return f"{name}: yes, with regrets {regrets(node, behavior)}"
        if holds and name in PERFECT_IN_SUBGAMES and not is_subgame_perfect(node, behavior):
            return f"{name}: yes, and not subgame perfect"
        if (
            holds
            and name in UNDOMINATED
            and not all(is_undominated(node, behavior, player) for player in (0, 1))
        ):
            return f"{name}: yes, and dominated"
        if holds is False and name == "subgame perfect" and is_subgame_perfect(node, behavior):
            return f"{name}: no, and it is"
        decided = (
            holds is False and name == "normal-form perfect" and not any(regrets(node, behavior))
        )
        if decided and all(is_undominated(node, behavior, player) for player in (0, 1)):
            return f"{name}: no, and it is"
    return None


def fault_of_answer(node: Node, answer: Any) -> str | None:
    """Return what an equilibrium of seqform states and is not so."""
    behavior = behavior_of(answer.profile, node)
    fault = fault_of_certificate(node, behavior, answer.certificate)
    if (
        fault is None
        and answer.certificate.exact
        and tuple(answer.values) != payoffs_of(node, behavior)
    ):
        fault = f"values {answer.values} where {payoffs_of(node, behavior)} is right"
    return fault


# ---- limits ----


class HungError(BaseException):
    """A call has taken too long; not an Exception, so that nothing takes it for a fault of the input."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Interrupt the calls of this block after so many seconds, on a loaded machine more."""

    def end(_: int, __: FrameType | None) -> None:
        raise HungError

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(patience(seconds))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def refusal_or_fault(error: BaseException) -> str | None:
    """Return None for an error that seqform raises on purpose, a description of any other one."""
    if isinstance(error, sf.errors.SeqformError):
        return None
    if isinstance(error, HungError):
        return "no answer within the limit"
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = (
        f"{place.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{place.tb_lineno}" if place else ""
    )
    return f"{type(error).__name__} at {where}: {str(error)[:200]}"
