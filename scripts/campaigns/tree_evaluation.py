"""Independent exact evaluation of strategies, beliefs and families on the nested trees of `small_games`.

Everything is enumeration and recursion in fractions: best replies by the best actions from the last set on,
dominance and the best equilibrium from the reduced normal form, by a small simplex method and by the vertices of
best-reply polyhedra.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from small_games import CHANCE, END, NOTHING, Node, Pair, Play, SmallGame, Steps

Behavior = dict[int, tuple[Fraction, ...]]
"""Probabilities of the actions at each of a player's information sets."""
Profile = tuple[Behavior, Behavior]
Matrix = list[list[Fraction]]
Polynomial = tuple[Fraction, ...]
"""Coefficients of ε^0, ε^1, ..."""
ZERO, ONE = Fraction(0), Fraction(1)


# ---- values and best replies ----


def expected(game: SmallGame, profile: Profile, node: Node | None = None) -> Pair:
    """Return what both players expect from a node on, outcomes above it left out."""
    node = node or game.root
    here = node.outcome or NOTHING
    first, second = here
    shares: Sequence[Fraction] = ()
    if node.owner == CHANCE:
        shares = game.shares[node.infoset]
    elif node.owner != END:
        shares = profile[node.owner][node.infoset]
    for share, child in zip(shares, node.children, strict=True):
        if share:
            below = expected(game, profile, child)
            first, second = first + share * below[0], second + share * below[1]
    return (first, second)


def probability(behavior: Behavior, steps: Steps) -> Fraction:
    """Return the probability of a sequence of choices."""
    product = ONE
    for infoset, action in steps:
        product *= behavior[infoset][action]
    return product


def follows(strategy: dict[int, int], steps: Steps) -> bool:
    """Whether a pure strategy makes these choices."""
    return all(strategy.get(infoset) == action for infoset, action in steps)


def best_reply_value(game: SmallGame, player: int, opponent: Behavior) -> Fraction:
    """Return the most that any strategy earns against the opponent's behavior, by the best action at every set."""
    after: dict[Steps, Fraction] = {}
    for play in game.plays:
        weight = play.chance * probability(opponent, play.steps[1 - player])
        if weight:
            steps = play.steps[player]
            after[steps] = after.get(steps, ZERO) + weight * play.payoffs[player]
    for infoset, history in reversed(game.histories[player].items()):
        actions = range(len(game.actions[player, infoset]))
        best = max(after.get((*history, (infoset, action)), ZERO) for action in actions)
        after[history] = after.get(history, ZERO) + best
    return after.get((), ZERO)


def best_reply_values(game: SmallGame, profile: Profile) -> Pair:
    """Return what each player can get against the other's strategy."""
    return (best_reply_value(game, 0, profile[1]), best_reply_value(game, 1, profile[0]))


def regrets(game: SmallGame, profile: Profile) -> Pair:
    """Return what each player forgoes."""
    values, best = expected(game, profile), best_reply_values(game, profile)
    return (best[0] - values[0], best[1] - values[1])


# ---- subgames ----


def subgames(game: SmallGame) -> Iterator[Node]:
    """Yield the roots of subgames: inner nodes below which lie whole information sets of the players."""
    sizes = _sizes(game.root)
    for node in game.root.walk():
        if node.owner != END and all(sizes[key] == size for key, size in _sizes(node).items()):
            yield node


def _sizes(root: Node) -> dict[tuple[int, int], int]:
    sizes: dict[tuple[int, int], int] = {}
    for node in root.walk():
        if node.owner in (0, 1):
            key = (node.owner, node.infoset)
            sizes[key] = sizes.get(key, 0) + 1
    return sizes


def subgame_perfect(game: SmallGame, profile: Profile) -> bool:
    """Whether no player gains in any subgame, those behind a probability of 0 included."""
    return all(
        regret == 0
        for root in subgames(game)
        for regret in regrets(SmallGame(root, game.labels, game.actions, game.shares), profile)
    )


# ---- normal-form perfection ----


def normal_form(game: SmallGame, player: int) -> Matrix:
    """Return a player's payoffs: rows are the player's reduced pure strategies, columns the opponent's."""
    own, other = game.pure_strategies(player), game.pure_strategies(1 - player)
    table = [[ZERO] * len(other) for _ in own]
    for play in game.plays:
        worth = play.chance * play.payoffs[player]
        if not worth:
            continue
        columns = [place for place, one in enumerate(other) if follows(one, play.steps[1 - player])]
        for row, one in zip(table, own, strict=True):
            if follows(one, play.steps[player]):
                for column in columns:
                    row[column] += worth
    return table


def undominated(game: SmallGame, player: int, behavior: Behavior) -> bool:
    """Whether no mixed strategy is as good as a behavior against all strategies, and better against one."""
    target = []
    for strategy in game.pure_strategies(1 - player):
        worth = ZERO
        for play in game.plays:
            if follows(strategy, play.steps[1 - player]):
                worth += play.chance * probability(behavior, play.steps[player]) * play.payoffs[player]
        target.append(worth)
    return largest_improvement(normal_form(game, player), target) == 0


def normal_form_perfect(game: SmallGame, profile: Profile) -> bool:
    """Whether a profile is an equilibrium in undominated strategies, which is the same with two players."""
    if any(regrets(game, profile)):
        return False
    return all(undominated(game, player, profile[player]) for player in (0, 1))


def largest_improvement(rows: Matrix, target: Sequence[Fraction]) -> Fraction:
    """Return the largest sum of slacks of a mixture of rows above a target that it has to reach everywhere."""
    columns = range(len(target))
    gain = [sum(row, ZERO) - sum(target, ZERO) for row in rows]
    limits: Matrix = [[target[column] - row[column] for row in rows] for column in columns]
    bounds = [ZERO for _ in columns]
    limits += [[ONE] * len(rows), [-ONE] * len(rows)]
    found = maximum(gain, limits, [*bounds, ONE, -ONE])
    assert found is not None
    return found


def maximum(objective: Sequence[Fraction], matrix: Matrix, right: Sequence[Fraction]) -> Fraction | None:
    """Return the largest c·x with A x ≤ b, x ≥ 0, None if there is no such x; dictionaries and Bland's rule.

    The maximum has to exist if there is any x.
    """
    n = len(objective)
    rows = [[bound, *(-value for value in row)] for row, bound in zip(matrix, right, strict=True)]
    basis, others = list(range(n, n + len(rows))), list(range(n))
    if min(right) < 0:  # first phase: an artificial variable, numbered -1, is minimised
        others = [-1, *others]
        rows = [[row[0], ONE, *row[1:]] for row in rows]
        _pivot(rows, basis, others, min(range(len(rows)), key=lambda k: rows[k][0]), 0)
        goal = _in_terms(basis, others, rows, {-1: -ONE})
        rows.append(goal)
        _optimise(rows, basis, others)
        if rows.pop()[0] < 0:
            return None
        if -1 in basis:
            place = basis.index(-1)
            column = next((k for k, value in enumerate(rows[place][1:]) if value), None)
            if column is None:
                del rows[place], basis[place]
            else:
                _pivot(rows, basis, others, place, column)
        if -1 in others:
            column = others.index(-1)
            del others[column]
            for row in rows:
                del row[column + 1]
    rows.append(_in_terms(basis, others, rows, dict(enumerate(objective))))
    _optimise(rows, basis, others)
    return rows[-1][0]


def _in_terms(basis: list[int], others: list[int], rows: Matrix, objective: dict[int, Fraction]) -> list[Fraction]:
    goal = [ZERO, *(objective.get(one, ZERO) for one in others)]
    for variable, row in zip(basis, rows, strict=False):
        factor = objective.get(variable, ZERO)
        if factor:
            goal = [one + factor * other for one, other in zip(goal, row, strict=True)]
    return goal


def _optimise(rows: Matrix, basis: list[int], others: list[int]) -> None:
    """Pivot until no coefficient of the last row is positive."""
    while True:
        entering = [k for k, value in enumerate(rows[-1][1:]) if value > 0]
        if not entering:
            return
        column = min(entering, key=lambda k: others[k])
        ratios = [
            (-row[0] / row[column + 1], basis[place], place)
            for place, row in enumerate(rows[:-1])
            if row[column + 1] < 0
        ]
        _pivot(rows, basis, others, min(ratios)[2], column)


def _pivot(rows: Matrix, basis: list[int], others: list[int], place: int, column: int) -> None:
    pivot = rows[place][column + 1]
    solved = [-value / pivot for value in rows[place]]
    solved[column + 1] = 1 / pivot
    for k, row in enumerate(rows):
        if k != place and row[column + 1]:
            factor = row[column + 1]
            row[column + 1] = ZERO
            rows[k] = [one + factor * other for one, other in zip(row, solved, strict=True)]
    rows[place] = solved
    basis[place], others[column] = others[column], basis[place]


# ---- all extreme equilibria ----


def best_weighted_value(first: Matrix, second: Matrix, weights: Pair) -> Fraction:
    """Return the largest weighted sum of payoffs over all equilibria of a bimatrix game.

    On every maximal product of convex hulls of extreme equilibria the sum is bilinear, so one of these attains it.

    Parameters
    ----------
    first, second : list of list of Fraction
        The players' payoffs, rows being player 1's strategies in both.
    weights : two Fractions
    """
    return max(
        sum(
            (
                x[i] * y[j] * (weights[0] * first[i][j] + weights[1] * second[i][j])
                for i in range(len(x))
                for j in range(len(y))
            ),
            ZERO,
        )
        for x, y in extreme_equilibria(first, second)
    )


def extreme_equilibria(first: Matrix, second: Matrix) -> list[tuple[list[Fraction], list[Fraction]]]:
    """Return the pairs of vertices of the best-reply polyhedra that have all labels."""
    m, n = len(first), len(first[0])
    low = min(min(map(min, first)), min(map(min, second))) - 1
    columns = [[second[i][j] - low for i in range(m)] for j in range(n)]
    rows = [[first[i][j] - low for j in range(n)] for i in range(m)]
    found = []
    others = list(_vertices(rows, n))
    for x, tight_x in _vertices(columns, m):
        for y, tight_y in others:
            labels = tight_x | {m + k if k < n else k - n for k in tight_y}
            if len(labels) == m + n and any(x) and any(y):
                found.append(([value / sum(x) for value in x], [value / sum(y) for value in y]))
    return found


def _vertices(rows: Matrix, size: int) -> Iterator[tuple[list[Fraction], set[int]]]:
    """Yield the vertices of {z ≥ 0 | rows z ≤ 1}, and which of all inequalities are tight, those of z ≥ 0 first."""
    limits = [([-ONE if k == j else ZERO for k in range(size)], ZERO) for j in range(size)]
    limits += [(row, ONE) for row in rows]
    seen = set()
    for chosen in combinations(range(len(limits)), size):
        point = _solved([limits[k] for k in chosen])
        if point is None or tuple(point) in seen:
            continue
        slack = [bound - sum((a * z for a, z in zip(row, point, strict=True)), ZERO) for row, bound in limits]
        if min(slack) >= 0:
            seen.add(tuple(point))
            yield point, {k for k, value in enumerate(slack) if value == 0}


def _solved(equations: list[tuple[list[Fraction], Fraction]]) -> list[Fraction] | None:
    """Return the only solution of square equations; None if there is none or several."""
    rows = [[*row, right] for row, right in equations]
    size = len(rows)
    for column in range(size):
        place = next((k for k in range(column, size) if rows[k][column]), None)
        if place is None:
            return None
        rows[column], rows[place] = rows[place], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for k in range(size):
            if k != column and rows[k][column]:
                factor = rows[k][column]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[column], strict=True)]
    return [row[-1] for row in rows]


# ---- assessments ----


def paths(game: SmallGame) -> dict[tuple[int, int], list[tuple[Node, Fraction, tuple[Steps, Steps]]]]:
    """Return the nodes of every information set of the players, with chance's probability and both players' choices."""
    found: dict[tuple[int, int], list[tuple[Node, Fraction, tuple[Steps, Steps]]]] = {}

    def visit(node: Node, chance: Fraction, steps: tuple[Steps, Steps]) -> None:
        if node.owner in (0, 1):
            found.setdefault((node.owner, node.infoset), []).append((node, chance, steps))
        for action, child in enumerate(node.children):
            share = game.shares[node.infoset][action] if node.owner == CHANCE else ONE
            own = ((node.infoset, action),)
            visit(child, chance * share, (steps[0] + own * (node.owner == 0), steps[1] + own * (node.owner == 1)))

    visit(game.root, ONE, ((), ()))
    return found


def reachable(game: SmallGame) -> set[tuple[int, int]]:
    """Return the information sets to which some play leads that chance does not exclude."""
    return {key for key, nodes in paths(game).items() if any(chance for _, chance, _ in nodes)}


def sequentially_rational(
    game: SmallGame, profile: Profile, beliefs: dict[tuple[int, int], tuple[Fraction, ...]]
) -> bool:
    """Whether no change of one action gains at any information set in chance's reach, given beliefs."""
    within = reachable(game)
    for (player, infoset), nodes in paths(game).items():
        if (player, infoset) not in within:
            continue
        worth = [
            sum(
                (
                    belief * expected(game, profile, node.children[action])[player]
                    for belief, (node, _, _) in zip(beliefs[player, infoset], nodes, strict=True)
                ),
                ZERO,
            )
            for action in range(len(game.actions[player, infoset]))
        ]
        used = [value for value, share in zip(worth, profile[player][infoset], strict=True) if share]
        if min(used) < max(worth):
            return False
    return True


# ---- families in ε ----


Family = tuple[dict[Steps, Polynomial], dict[Steps, Polynomial]]
"""The weights of both players' sequences."""


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return a product."""
    product = [ZERO] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(other):
                product[i + j] += a * b
    return tuple(product)


def plus(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return a sum."""
    size = max(len(one), len(other))
    padded = [part + (ZERO,) * (size - len(part)) for part in (one, other)]
    return tuple(a + b for a, b in zip(*padded, strict=True))


def sign(polynomial: Polynomial) -> int:
    """Return the sign for all small ε > 0."""
    return next((1 if value > 0 else -1 for value in polynomial if value), 0)


def tends_to(game: SmallGame, family: Family, profile: Profile) -> bool:
    """Whether the behavior of a family tends to a profile as ε falls to 0."""
    for player in (0, 1):
        for infoset, history in game.histories[player].items():
            whole = family[player][history]
            order = next(k for k, value in enumerate(whole) if value)
            for action, share in enumerate(profile[player][infoset]):
                part = family[player][(*history, (infoset, action))]
                if (part[order] if order < len(part) else ZERO) != share * whole[order]:
                    return False
    return True


def quasi_perfect_along(game: SmallGame, profile: Profile, family: Family) -> bool:
    """Whether behavior is, from every information set on, a best reply to the opponent's family for all small ε."""
    if not tends_to(game, family, profile):
        return False
    for (player, infoset), nodes in paths(game).items():
        below = [
            (steps, play)
            for node, chance, steps in nodes
            for play in (
                Play(
                    (steps[0] + one.steps[0], steps[1] + one.steps[1]),
                    chance * one.chance,
                    one.payoffs,
                )
                for one in game.plays_below(node)
            )
            if play.chance
        ]
        weights: dict[Steps, Polynomial] = {}
        for steps, play in below:
            later = play.steps[player][len(steps[player]) :]
            term = times((play.chance * play.payoffs[player],), family[1 - player][play.steps[1 - player]])
            weights[later] = plus(weights.get(later, (ZERO,)), term)
        kept: Polynomial = (ZERO,)
        for later, weight in weights.items():
            kept = plus(kept, times((probability(profile[player], later),), weight))
        for strategy in _strategies_from(game, player, infoset):
            worth: Polynomial = (ZERO,)
            for later, weight in weights.items():
                if follows(strategy, later):
                    worth = plus(worth, weight)
            if sign(plus(worth, times((-ONE,), kept))) > 0:
                return False
    return True


def _strategies_from(game: SmallGame, player: int, infoset: int) -> list[dict[int, int]]:
    """Return the pure continuations of a player from an information set on."""
    start = dict(game.histories[player][infoset])
    found: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}
    for strategy in game.pure_strategies(player):
        if all(strategy.get(one) == action for one, action in start.items()):
            later = {one: action for one, action in strategy.items() if one not in start}
            found.setdefault(tuple(sorted(later.items())), later)
    return list(found.values())


def extensive_form_perfect_along(game: SmallGame, profile: Profile, family: Family, epsilon: Fraction) -> bool:
    """Whether every action in use is locally best at a number ε if all, later selves included, tremble."""
    if not tends_to(game, family, profile):
        return False
    at: list[dict[Steps, Fraction]] = [
        {steps: sum((c * epsilon**k for k, c in enumerate(part)), ZERO) for steps, part in one.items()}
        for one in family
    ]
    mixed: list[Behavior] = [{}, {}]
    for player in (0, 1):
        for infoset, history in game.histories[player].items():
            mixed[player][infoset] = tuple(
                at[player][(*history, (infoset, action))] / at[player][history]
                for action in range(len(game.actions[player, infoset]))
            )
    trembling = (mixed[0], mixed[1])
    for (player, infoset), nodes in paths(game).items():
        worth = [
            sum(
                (
                    chance
                    * at[1 - player][steps[1 - player]]
                    * expected(game, trembling, node.children[action])[player]
                    for node, chance, steps in nodes
                ),
                ZERO,
            )
            for action in range(len(game.actions[player, infoset]))
        ]
        used = [value for value, share in zip(worth, profile[player][infoset], strict=True) if share]
        if min(used) < max(worth):
            return False
    return True


def least_payoff(game: SmallGame, player: int, behavior: Behavior) -> Fraction:
    """Return the least that a player's behavior earns, whatever pure strategy the opponent plays."""
    return min(
        sum(
            (
                play.chance * probability(behavior, play.steps[player]) * play.payoffs[player]
                for play in game.plays
                if follows(strategy, play.steps[1 - player])
            ),
            ZERO,
        )
        for strategy in game.pure_strategies(1 - player)
    )
