"""Bimatrix games by enumeration in fractions: a small simplex method, extreme equilibria, dominated mixtures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from flint import fmpq, fmpq_mat

Matrix = list[list[Fraction]]
ZERO, ONE = Fraction(0), Fraction(1)


def largest_improvement(rows: Matrix, target: Sequence[Fraction]) -> Fraction:
    """Return the largest sum of slacks of a mixture of rows above a target that it has to reach everywhere."""
    gain = [sum(row, ZERO) - sum(target, ZERO) for row in rows]
    limits: Matrix = [[bound - row[column] for row in rows] for column, bound in enumerate(target)]
    found = maximum(gain, [*limits, [ONE] * len(rows), [-ONE] * len(rows)], [*[ZERO] * len(target), ONE, -ONE])
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
        rows.append(_in_terms(basis, others, rows, {-1: -ONE}))
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
    while entering := [k for k, value in enumerate(rows[-1][1:]) if value > 0]:
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


# ---- extreme equilibria ----


def best_weighted_value(first: Matrix, second: Matrix, weights: tuple[Fraction, Fraction]) -> Fraction:
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
    for chosen in combinations(limits, size):
        square = flint_matrix([row for row, _ in chosen])
        if square.det() == 0:
            continue
        solved = square.solve(flint_matrix([[bound] for _, bound in chosen]))
        point = list(map(fraction, solved.entries()))
        slack = [bound - sum((a * z for a, z in zip(row, point, strict=True)), ZERO) for row, bound in limits]
        if min(slack) >= 0 and tuple(point) not in seen:
            seen.add(tuple(point))
            yield point, {k for k, value in enumerate(slack) if value == 0}


def flint_matrix(rows: Sequence[Sequence[Fraction]]) -> Any:
    return fmpq_mat([[fmpq(value.numerator, value.denominator) for value in row] for row in rows])


def fraction(number: Any) -> Fraction:
    """Return a rational number of FLINT's or of gambit's."""
    return Fraction(int(number.numerator), int(number.denominator))
