"""Sparse linear systems whose entries are polynomials in ε.

Constant pivots are eliminated first; the small dense core is solved by evaluation at integers and interpolation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import lcm
from typing import Any

import numpy as np

from seqform.backends.linalg.rational_solve import Row, eliminate, rows_of_columns
from seqform.errors import SolveError
from seqform.models.numbers.exact import Ints
from seqform.system.deadline import Deadline
from seqform.system.packages import require

Polynomial = Any
Integers = Any  # fmpz_mat

RIGHT = -1
"""Key of the right-hand side in a row."""

LARGEST_FILL = 30
"""Largest number of new entries of a constant pivot; a denser core is solved by evaluation."""

SINGULAR = "a basis of the perturbed program is singular for every ε"

_FORBIDDEN = -(10**9)
"""Degree of a zero entry, far below any sum of degrees."""


def solve_sparse(
    rows: list[Row], size: int, deadline: Deadline, progress: Callable[[str], None] | None = None
) -> tuple[list[Polynomial], Polynomial]:
    """Return the solution of a square system as polynomials over one denominator, which comes last.

    A row has the nonzero entries of an equation by unknown, `fmpq_poly` in ε, and the right-hand side at `RIGHT`. Rows
    are overwritten. `size` is the number of unknowns, and of rows. Raises SolveError if the system is singular as a
    matrix of rational functions.

    Examples
    --------
    >>> from flint import fmpq_poly
    >>> unit, epsilon = fmpq_poly([1]), fmpq_poly([0, 1])
    >>> values, denominator = solve_sparse([{0: unit, 1: epsilon, RIGHT: unit}, {0: epsilon, 1: unit}], 2, Deadline())
    >>> values == [unit, -epsilon], denominator == 1 - epsilon * epsilon
    (True, True)
    """
    fmpq_poly = require("flint").fmpq_poly
    remaining = dict(enumerate(rows))
    pivots = _eliminate_constants(remaining, deadline)

    # What remains is a core whose entries all depend on ε, or are dense.
    core = [row for row in remaining.values() if row]
    if len(core) + len(pivots) != size:
        raise SolveError(SINGULAR)
    unknowns = _unknowns(core)
    if progress is not None and len(core) > 1:
        progress(f"core of {len(core):,} equations with entries that depend on ε")
    solution, denominator = solve_core(core, unknowns, deadline)

    values: list[Polynomial] = [fmpq_poly()] * size
    for unknown, value in zip(unknowns, solution, strict=True):
        values[unknown] = value

    # Back substitution: the equation of a pivot has unknowns of later pivots and of the core.
    for unknown, inverse, rest in reversed(pivots):
        deadline.check()
        total = rest.pop(RIGHT, fmpq_poly()) * denominator
        for column, entry in rest.items():
            total -= entry * values[column]
        values[unknown] = total * inverse
    return values, denominator


def _unknowns(rows: Sequence[Row]) -> list[int]:
    """Return the unknowns of some equations, in increasing order."""
    unknowns: set[int] = set()
    for row in rows:
        unknowns |= row.keys()
    return sorted(unknowns - {RIGHT})


def _eliminate_constants(rows: dict[int, Row], deadline: Deadline) -> list[tuple[int, Any, Row]]:
    """Eliminate with constant pivots of small fill, whose rows are removed.

    Return the unknown, the inverse of the pivot and the rest of the row of each: an equation in terms of unknowns that
    come later.
    """
    columns = rows_of_columns(rows)
    columns.pop(RIGHT, None)
    pivots: list[tuple[int, Any, Row]] = []

    # A pivot may make other entries constant, or their fill small: sweeps, until one finds nothing.
    is_changed = True
    while is_changed:
        is_changed = False
        for column in sorted(columns, key=lambda j: len(columns[j])):
            place = _cheapest(rows, columns, column)
            if place is None:
                continue
            deadline.check()
            inverse = 1 / rows[place][column][0]
            rest = eliminate(rows, columns, place, column, inverse)
            pivots.append((column, inverse, rest))
            is_changed = True
    return pivots


def _cheapest(rows: dict[int, Row], columns: dict[int, set[int]], column: int) -> int | None:
    """Return the shortest row with a constant in a column, None without any or if the fill is large."""
    constant = [place for place in columns[column] if rows[place][column].degree() == 0]
    if not constant:
        return None
    place = min(constant, key=lambda i: (len(rows[i]), i))
    fill = (len(rows[place]) - 1) * (len(columns[column]) - 1)
    return place if fill <= LARGEST_FILL else None


def solve_core(
    rows: Sequence[Row], unknowns: Sequence[int], deadline: Deadline
) -> tuple[list[Polynomial], Polynomial]:
    """Return the solution of a square system by Cramer's rule, as polynomials over the determinant.

    Determinants are polynomials of bounded degree, determined by their values at sufficiently many integers. Groups of
    equations without common unknowns are solved separately. The polynomials are in the order of the unknowns, the
    denominator comes last, and common factors are cancelled.
    """
    from flint import fmpq_poly

    if len(rows) != len(unknowns):
        raise SolveError(SINGULAR)
    values: dict[int, Polynomial] = {}
    denominators: dict[int, Polynomial] = {}
    denominator = fmpq_poly([1])
    for block in blocks(rows):
        members = _unknowns(block)
        if len(block) != len(members):
            raise SolveError(SINGULAR)
        solution, below = _solve_block(block, members, deadline)
        for unknown, value in zip(members, solution, strict=True):
            values[unknown] = value
            denominators[unknown] = below
        denominator = denominator * (below // denominator.gcd(below))  # the least common multiple

    solution = [values[j] * (denominator // denominators[j]) for j in unknowns]
    return solution, denominator


def blocks(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the equations in groups without common unknowns.

    A row joins all groups that have one of its unknowns to one.

    Examples
    --------
    >>> [len(group) for group in blocks([{0: 1, 1: 1}, {2: 1}, {1: 1, RIGHT: 1}])]
    [2, 1]
    """
    group_of: dict[int, list[Row]] = {}
    for row in rows:
        touched: dict[int, list[Row]] = {}
        for j in row:
            group = group_of.get(j)
            if group is not None:
                touched[id(group)] = group

        joined = [row]
        for group in touched.values():
            joined = group + joined
        for member in joined:
            for j in member:
                if j != RIGHT:
                    group_of[j] = joined

    groups = {id(group): group for group in group_of.values()}
    return list(groups.values())


def _solve_block(
    rows: Sequence[Row], unknowns: Sequence[int], deadline: Deadline
) -> tuple[list[Polynomial], Polynomial]:
    """Return the solution of a square system without independent parts, by its values at sufficiently many integers."""
    from flint import fmpz_mat

    columns = [*unknowns, RIGHT]
    table = [_integral(row, columns) for row in rows]
    needed = degree_bound(table) + 1
    parts = _triangular_blocks(table)

    points: list[int] = []
    values: list[list[Any]] = []
    for tried in count():
        point = (tried + 1) // 2 * (-1) ** tried  # 0, -1, 1, -2, 2, ...
        deadline.check()
        if len(points) == needed:
            break
        if tried > 2 * needed:
            raise SolveError(SINGULAR)

        # The system may be singular at single integers, the roots of its determinant.
        numbers = [[entry(point) for entry in row] for row in table]
        determinants = _cramer(numbers, parts)
        if determinants is not None:
            points.append(point)
            values.append(determinants)

    functions = _interpolated(points, fmpz_mat(values), deadline)
    return without_common_factor(functions)


def degree_bound(rows: Sequence[Sequence[Polynomial]]) -> int:
    """Return a bound on the degrees of the determinants in Cramer's rule, the last entry of a row its right side.

    Each is a sum of products of one entry from every row and from every column but one: the largest sum of degrees in
    such a product is the value of an assignment problem.
    """
    linear_sum_assignment = require("scipy.optimize").linear_sum_assignment

    degrees = np.full((len(rows), len(rows[0])), _FORBIDDEN, dtype=np.int64)
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            if entry:
                degrees[i, j] = entry.degree()
    chosen = linear_sum_assignment(degrees, maximize=True)
    return max(0, int(degrees[chosen].sum()))


def _integral(row: Row, columns: Sequence[int]) -> list[Polynomial]:
    """Return a row's entries, multiplied by a common denominator, as `fmpz_poly`."""
    from flint import fmpz_poly

    common = lcm(*(int(entry.denom()) for entry in row.values()))
    integral = []
    for j in columns:
        if j in row:
            integral.append(row[j].numer() * (common // int(row[j].denom())))
        else:
            integral.append(fmpz_poly())
    return integral


def _triangular_blocks(rows: Sequence[Sequence[Polynomial]]) -> list[tuple[Ints, Ints]]:
    """Return the rows and columns of the diagonal blocks of the block triangular form, right sides left out.

    The determinant is the product of those of the blocks, up to a sign that depends on nothing but the pattern.
    """
    require("scipy.sparse")
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    pattern = np.array([[bool(entry) for entry in row[:-1]] for row in rows], dtype=bool)
    matched = maximum_bipartite_matching(csr_array(pattern), perm_type="column")
    if np.any(matched < 0):
        raise SolveError(SINGULAR)

    # With a matching on the diagonal, the blocks are the strong components of the matrix as a graph.
    number, part = connected_components(csr_array(pattern[:, matched]), connection="strong")
    blocks: list[tuple[Ints, Ints]] = []
    for k in range(number):
        places = np.flatnonzero(part == k)
        blocks.append((places, np.asarray(matched[places], dtype=np.int64)))
    return blocks


def _cramer(rows: list[list[Any]], blocks: list[tuple[Ints, Ints]]) -> list[Any] | None:
    """Return determinant times solution, and the determinant, of integers, up to a sign; None if it is 0."""
    from flint import fmpz, fmpz_mat

    determinant = fmpz(1)
    for part, columns in blocks:
        block = [[rows[i][j] for j in columns] for i in part]
        determinant *= fmpz_mat(block).det()
    if determinant == 0:
        return None

    size = len(rows)
    matrix = fmpz_mat([row[:size] for row in rows])
    right = fmpz_mat([row[size:] for row in rows])
    numerators, denominator = matrix.solve(right).numer_denom()
    factor = determinant // denominator
    determinants = [value * factor for value in numerators.entries()]
    return [*determinants, determinant]


def _interpolated(points: list[int], values: Integers, deadline: Deadline) -> list[Polynomial]:
    """Return for every column of values the polynomial that takes them at the points, after Lagrange."""
    from flint import fmpq, fmpq_poly, fmpz, fmpz_mat, fmpz_poly

    # The part of a point is zero at all others, and its weight the value at the point itself.
    master = fmpz_poly([1])
    for point in points:
        master *= fmpz_poly([-point, 1])
    parts = [master // fmpz_poly([-point, 1]) for point in points]
    weights = [part(point) for part, point in zip(parts, points, strict=True)]
    common = fmpz(lcm(*(int(weight) for weight in weights)))
    deadline.check()

    # Coefficients times the common multiple of the weights: a product of matrices of integers.
    scaled = [part * (common // weight) for part, weight in zip(parts, weights, strict=True)]
    basis = fmpz_mat([[part[k] for part in scaled] for k in range(len(points))])
    coefficients = basis * values
    deadline.check()

    scale = fmpq(1, common)
    columns = zip(*coefficients.table(), strict=True)
    return [fmpq_poly(list(column)) * scale for column in columns]


def without_common_factor(functions: list[Polynomial]) -> tuple[list[Polynomial], Polynomial]:
    """Return numerators and the denominator, which comes last, divided by their greatest common divisor."""
    from flint import fmpq_poly

    numerators = functions[:-1]
    denominator = functions[-1]
    common = denominator.numer()
    for numerator in numerators:
        if common.degree() <= 0:
            break
        common = common.gcd(numerator.numer())
    if common.degree() <= 0:
        return numerators, denominator

    divisor = fmpq_poly(common)
    return [numerator // divisor for numerator in numerators], denominator // divisor
