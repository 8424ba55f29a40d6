"""Matrix and bimatrix games in fractions: linear programs, values, proper payoffs, extreme equilibria, dominance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpq_mat
from plans import exact, form_of, weights
from scipy.optimize import nnls

import seqform as sf
from seqform.builders.forms.sequence_form import realized_plan, reduced_normal_form
from seqform.models.answers.components import AllEquilibria
from seqform.models.numbers.exact import ExactArray

Matrix = list[list[Fraction]]
ZERO, ONE = Fraction(0), Fraction(1)


def largest_improvement(rows: Matrix, target: Sequence[Fraction]) -> Fraction:
    """Return the largest sum of slacks of a mixture of rows above a target that it has to reach everywhere."""
    gain = [sum(row, ZERO) - sum(target, ZERO) for row in rows]
    limits: Matrix = [[bound - row[column] for row in rows] for column, bound in enumerate(target)]
    found = maximum(
        gain, [*limits, [ONE] * len(rows), [-ONE] * len(rows)], [*[ZERO] * len(target), ONE, -ONE]
    )
    assert found is not None
    return found


def maximum(
    objective: Sequence[Fraction], matrix: Matrix, right: Sequence[Fraction]
) -> Fraction | None:
    """Return the largest c·x with A x ≤ b, x ≥ 0, None if there is no such x; the least-index criss-cross method.

    The maximum has to exist if there is any x (Terlaky, Optimization 16, 1985: it needs no feasible beginning).
    """
    n = len(objective)
    rows = [[bound, *(-value for value in row)] for row, bound in zip(matrix, right, strict=True)]
    rows.append([ZERO, *objective])
    basis, others = list(range(n, n + len(matrix))), list(range(n))
    while True:
        low = [(basis[place], place, -1) for place, row in enumerate(rows[:-1]) if row[0] < 0]
        wanted = [
            (others[column], -1, column) for column, value in enumerate(rows[-1][1:]) if value > 0
        ]
        if not low and not wanted:
            return rows[-1][0]
        _, place, column = min(low + wanted)
        if place < 0:
            places = [k for k, row in enumerate(rows[:-1]) if row[column + 1] < 0]
            place = min(places, key=basis.__getitem__, default=-1)
        else:
            columns = [k for k, value in enumerate(rows[place][1:]) if value > 0]
            column = min(columns, key=others.__getitem__, default=-1)
        if place < 0 or column < 0:
            return None
        _pivot(rows, basis, others, place, column)


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


# ---- matrix games ----


def best_guaranteed(
    matrix: Matrix, against: Sequence[Fraction], share: Fraction, least: Fraction | None
) -> Fraction:
    """Return the largest share · against·x + (1 - share) · guarantee of a mixture x of the rows.

    `least` is a bound on the guarantee, the payoff against the worst column.
    """
    shift = 1 + max(abs(value) for row in matrix for value in row)
    count, columns = len(matrix), range(len(matrix[0]))
    rows = [[*(-row[k] - shift for row in matrix), Fraction(1)] for k in columns]
    rows += [[*[Fraction(1)] * count, Fraction(0)], [*[Fraction(-1)] * count, Fraction(0)]]
    right = [*[Fraction(0)] * len(columns), Fraction(1), Fraction(-1)]
    if least is not None:
        rows.append([*[Fraction(0)] * count, Fraction(-1)])
        right.append(-least - shift)
    objective = [*(share * value for value in against), 1 - share]
    found = maximum(objective, rows, right)
    assert found is not None
    return found - (1 - share) * shift


def matrix_value(matrix: Matrix) -> Fraction:
    """Return the value of a matrix game."""
    return best_guaranteed(matrix, [Fraction(0)] * len(matrix), Fraction(0), None)


def proper_payoffs(payoffs: Matrix) -> list[Fraction]:
    """Return what a player's proper strategies earn against every strategy of the opponent, by Dresher's procedure.

    `payoffs` are the player's in a constant-sum game, by the opponent's pure strategies and the player's own. Level by
    level the least payoff over the opponent's strategies without one is maximized; one has the level if its payoff
    cannot be raised above it, which one linear program decides for each.
    """
    levels: list[Fraction | None] = [None] * len(payoffs)
    while None in levels:
        open_ones = [column for column, level in enumerate(levels) if level is None]
        value = _largest(payoffs, levels, None, open_ones)
        held = [value if level is None else level for level in levels]
        fixed = [column for column in open_ones if _largest(payoffs, held, column, []) == value]
        assert fixed
        for column in fixed:
            levels[column] = value
    return [level for level in levels if level is not None]


def _largest(
    payoffs: Matrix, levels: Sequence[Fraction | None], column: int | None, open_ones: list[int]
) -> Fraction:
    """Return the largest payoff at a column, or least payoff over the open ones, with at least the levels elsewhere."""
    size = len(payoffs[0])
    objective = [*[ZERO] * size, ONE, -ONE] if column is None else [*payoffs[column], ZERO, ZERO]
    least = [(ONE, -ONE) if k in open_ones else (ZERO, ZERO) for k in range(len(payoffs))]
    rows = [[*(-value for value in row), *free] for row, free in zip(payoffs, least, strict=True)]
    rows += [[*[ONE] * size, ZERO, ZERO], [*[-ONE] * size, ZERO, ZERO]]
    found = maximum(objective, rows, [*(-(level or ZERO) for level in levels), ONE, -ONE])
    assert found is not None
    return found


# ---- extreme equilibria ----


def best_weighted_value(
    first: Matrix, second: Matrix, weights: tuple[Fraction, Fraction]
) -> Fraction:
    """Return the largest weighted sum of payoffs over all equilibria, rows being player 1's strategies in both tables.

    On every maximal product of convex hulls of extreme equilibria the sum is bilinear, so one of these attains it.
    """
    table = [
        [weights[0] * a + weights[1] * b for a, b in zip(*rows, strict=True)]
        for rows in zip(first, second, strict=True)
    ]
    return max(
        sum((p * q * table[i][j] for i, p in enumerate(x) for j, q in enumerate(y)), ZERO)
        for x, y in extreme_equilibria(first, second)
    )


def extreme_equilibria(
    first: Matrix, second: Matrix
) -> list[tuple[list[Fraction], list[Fraction]]]:
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
    for chosen in combinations(limits, size):
        square = flint_matrix([row for row, _ in chosen])
        if square.det() == 0:
            continue
        solved = square.solve(flint_matrix([[bound] for _, bound in chosen]))
        point = list(map(fraction, solved.entries()))
        slack = [
            bound - sum((a * z for a, z in zip(row, point, strict=True)), ZERO)
            for row, bound in limits
        ]
        if min(slack) >= 0 and tuple(point) not in seen:
            seen.add(tuple(point))
            yield point, {k for k, value in enumerate(slack) if value == 0}


def flint_matrix(rows: Sequence[Sequence[Fraction]]) -> Any:
    return fmpq_mat([[fmpq(value.numerator, value.denominator) for value in row] for row in rows])


def fraction(number: Any) -> Fraction:
    """Return a rational number of FLINT's or of gambit's."""
    return Fraction(int(number.numerator), int(number.denominator))


# ---- extreme equilibria as pairs of plans, from those of the normal form ----


Plan = tuple[Fraction, ...]
Floats = npt.NDArray[np.float64]
Pair = tuple[Plan, Plan]


def pairs_found(found: AllEquilibria) -> set[Pair]:
    """Return the plans of the equilibria."""
    return {(tuple(weights(one.plans[0])), tuple(weights(one.plans[1]))) for one in found}


def pairs_by_gambit(game: sf.ExtensiveGame, folder: Path) -> set[Pair]:
    """Return the extreme equilibria after pygambit's enumeration for the reduced normal form."""
    import pygambit

    theirs = _read_by_gambit(game, folder)
    found = pygambit.nash.enummixed_solve(theirs, rational=True).equilibria
    mixed = [
        [[fraction(share) for _, share in one[player]] for player in theirs.players]
        for one in found
    ]
    return _extreme(game, mixed)


def points_by_supports(game: sf.ExtensiveGame, folder: Path) -> list[tuple[Floats, Floats]]:
    """Return the plans of the equilibria, in doubles, that pygambit's enumeration of supports finds."""
    import pygambit

    theirs = _read_by_gambit(game, folder)
    found = pygambit.nash.enumpoly_solve(theirs, use_strategic=True, max_rectangles=2000).equilibria
    form = form_of(game)
    strategies = reduced_normal_form(form).strategies

    def plan(player: int, shares: list[float]) -> Floats:
        chosen = ExactArray.of(map(Fraction, shares))
        return exact(realized_plan(form.sequences[player], strategies[player], chosen)).to_floats()

    mixed = [
        [[float(share) for _, share in one[player]] for player in theirs.players] for one in found
    ]
    return [(plan(0, one[0]), plan(1, one[1])) for one in mixed]


def is_in_a_subset(found: AllEquilibria, point: tuple[Floats, Floats]) -> bool:
    """Return whether a pair of plans is in the product of the hulls of a maximal Nash subset, up to 1e-4."""

    def is_in(plan: Floats, vertices: list[list[Fraction]]) -> bool:
        columns = np.array(vertices, dtype=np.float64).T
        # The weight of the empty sequence is 1, so that the shares sum to 1.
        return bool(nnls(columns, plan)[1] < 1e-4)

    return any(
        all(
            is_in(plan, [weights(own[place]) for place in places])
            for plan, own, places in zip(point, found.plans, subset.plans, strict=True)
        )
        for subset in found.subsets
    )


def _read_by_gambit(game: sf.ExtensiveGame, folder: Path) -> Any:
    """Return the reduced normal form as pygambit reads it from a file."""
    import pygambit

    normal = reduced_normal_form(form_of(game))
    path = folder / "normal-form.nfg"
    sf.save(sf.bimatrix_game("normal form", normal.A.to_dense(), normal.B.to_dense()), path)
    return pygambit.read_nfg(str(path))


def pairs_by_vertices(game: sf.ExtensiveGame) -> set[Pair]:
    """Return the extreme equilibria after an enumeration of all bases of the reduced normal form."""
    normal = reduced_normal_form(form_of(game))
    return _extreme(game, extreme_equilibria(normal.A.to_dense(), normal.B.to_dense()))


def _extreme(game: sf.ExtensiveGame, mixed: Iterable[Any]) -> set[Pair]:
    """Return the pairs of plans of mixed strategies of which neither plan is a mixture of others.

    The map from mixed strategies to plans is linear, and the equilibria are the pairs that it takes to equilibria. So
    the plans that are extreme against the other player's plan are among the images of extreme mixed strategies.
    """
    form = form_of(game)
    strategies = reduced_normal_form(form).strategies
    pairs = {
        tuple(
            tuple(weights(realized_plan(index, pure, ExactArray.of(shares))))
            for index, pure, shares in zip(form.sequences, strategies, both, strict=True)
        )
        for both in mixed
    }
    return {
        (x, y)
        for x, y in pairs
        if _is_vertex(x, {other for other, same in pairs if same == y})
        and _is_vertex(y, {other for same, other in pairs if same == x})
    }


def _is_vertex(point: Plan, points: set[Plan]) -> bool:
    others = list(points - {point})
    return len(others) < 2 or not in_hull(point, others)


def in_hull(point: Plan, points: Sequence[Plan]) -> bool:
    """Return whether a point is in the convex hull of points, by exact linear programming."""
    rows = [list(row) for row in zip(*points, strict=True)]
    opposite = [[-value for value in row] for row in rows]
    # The weight of the empty sequence is 1: the shares sum to 1.
    bounds = [
        *point,
        *(-value for value in point),
    ]
    return maximum([Fraction(0)] * len(points), rows + opposite, bounds) is not None
