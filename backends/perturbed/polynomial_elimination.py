"""Sparse linear systems whose entries are polynomials in ε: constant pivots first, then a small dense core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from seqform.backends.exact.deadline import Deadline
from seqform.backends.perturbed.polynomial_core import solve_core
from seqform.errors import SolveError
from seqform.system.packages import require

Polynomial = Any  # a polynomial of flint: fmpq_poly here, fmpz_poly in the core
Row = dict[int, Polynomial]
Tell = Callable[[str], None]

RIGHT = -1
"""Where a row keeps its right-hand side."""

LARGEST_FILL = 30
"""A constant pivot is taken while at most so many entries may come to be; a denser core is solved by evaluation."""


@dataclass(frozen=True)
class Pivot:
    """An equation that gives one unknown as a linear function of unknowns that are found before it."""

    column: int
    constant: Any
    rest: Row


def solve_sparse(
    rows: list[Row], size: int, deadline: Deadline, tell: Tell | None = None
) -> tuple[list[Polynomial], Polynomial]:
    """Return the solution of a square system as polynomials over one denominator.

    Parameters
    ----------
    rows : list of dict
        The nonzero entries of each equation by unknown, `fmpq_poly` in ε, the right-hand side at `RIGHT`. They are
        changed.
    size : int
        The number of unknowns, and of rows.
    deadline : Deadline
    tell : callable, optional
        Hears what the core is like.

    Returns
    -------
    list of fmpq_poly, length `size`
    fmpq_poly
        The denominator.

    Raises
    ------
    SolveError
        If the system is singular as a matrix of rational functions.
    OutOfTimeError

    Examples
    --------
    >>> from flint import fmpq_poly
    >>> one, epsilon = fmpq_poly([1]), fmpq_poly([0, 1])
    >>> values, denominator = solve_sparse([{0: one, 1: epsilon, RIGHT: one}, {0: epsilon, 1: one}], 2, Deadline())
    >>> values == [one, -epsilon], denominator == 1 - epsilon * epsilon
    (True, True)
    """
    require("flint")
    from flint import fmpq_poly

    pivots = _eliminate_constants(rows, deadline)
    core = [row for row in rows if row]
    if len(core) + len(pivots) != size:
        raise SolveError("a basis of the perturbed program is singular for every ε")
    values: list[Polynomial] = [fmpq_poly()] * size
    unknowns = sorted({column for row in core for column in row} - {RIGHT})
    if tell is not None and len(core) > 1:
        tell(f"core of {len(core):,} equations with entries that depend on ε")
    solution, denominator = solve_core(core, unknowns, RIGHT, deadline)
    for column, value in zip(unknowns, solution, strict=True):
        values[column] = value
    for pivot in reversed(pivots):
        deadline.check()
        total = pivot.rest.get(RIGHT, fmpq_poly()) * denominator
        for column, entry in pivot.rest.items():
            if column != RIGHT:
                total -= entry * values[column]
        values[pivot.column] = total / pivot.constant
    return values, denominator


def _eliminate_constants(rows: list[Row], deadline: Deadline) -> list[Pivot]:
    """Eliminate with constant pivots that make few new entries, rows used become empty; return them in order."""
    columns: dict[int, set[int]] = {}
    for i, row in enumerate(rows):
        for column in row:
            columns.setdefault(column, set()).add(i)
    columns.pop(RIGHT, None)
    pivots: list[Pivot] = []
    found = True
    while found:
        found = False
        for column in sorted(columns, key=lambda j: len(columns[j])):
            place = _cheapest(rows, columns, column)
            if place is not None:
                deadline.check()
                pivots.append(_eliminate(rows, columns, place, column))
                found = True
    return pivots


def _cheapest(rows: list[Row], columns: dict[int, set[int]], column: int) -> int | None:
    """Return the shortest row with a constant in a column, None if there is none or it would make many entries."""
    constant = [place for place in columns[column] if rows[place][column].degree() == 0]
    if not constant:
        return None
    place = min(constant, key=lambda i: (len(rows[i]), i))
    return place if (len(rows[place]) - 1) * (len(columns[column]) - 1) <= LARGEST_FILL else None


def _eliminate(rows: list[Row], columns: dict[int, set[int]], place: int, column: int) -> Pivot:
    row = rows[place]
    rows[place] = {}
    for j in row:
        if j != RIGHT:
            columns[j].discard(place)
    constant = row.pop(column)[0]
    for i in columns.pop(column):
        other = rows[i]
        factor = other.pop(column) / constant
        for j, entry in row.items():
            changed = other[j] - factor * entry if j in other else -factor * entry
            if changed:
                other[j] = changed
                if j != RIGHT:
                    columns[j].add(i)
            elif j in other:
                del other[j]
                if j != RIGHT:
                    columns[j].discard(i)
    return Pivot(column, constant, row)
