"""Merging of equivalent rows and columns by colour refinement, for every kind of program, and of information sets.

Rows and columns that a program treats alike, such as hands of cards that differ in suits only, become one row or one
column, and a solution of the smaller program is spread evenly over the members. Nothing is lost: the spread solution
solves the original.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from seqform.builders.forms.sequence_form import sequence_form
from seqform.errors import ModelError
from seqform.models.games.abstraction import first_members, numbered
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, entries, magnitude, widened
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.complementarity import LinearComplementarityProblem, slack_start
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram
from seqform.models.programs.perturbed import (
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
    PerturbedSolution,
)
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced

Keys = npt.NDArray[Any]
Complementarity = LinearComplementarityProblem | PerturbedComplementarityProblem
RowProgram = LinearProgram | PerturbedLinearProgram | MatrixPerturbedProgram

MAX_ROUNDS = 100
"""Limit on rounds of refinement; about as many as the tree has levels are needed."""

ATTEMPTS = 3
"""Attempts with random weights, which err with probability 2^-30 or less; a failed proof leads to other weights."""


@dataclass(frozen=True, eq=False)
class Partition(Immutable):
    """The class of every row, shape (m,), and of every column, shape (n,), numbered in the order of first members."""

    rows: Ints
    columns: Ints

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of row classes and of column classes."""
        return _count(self.rows), _count(self.columns)


_Raw = TypeVar("_Raw", LinearProgram, LinearComplementarityProblem)
_Perturbed = TypeVar(
    "_Perturbed", PerturbedLinearProgram, MatrixPerturbedProgram, PerturbedComplementarityProblem
)


@overload
def merge_equivalent(program: _Raw) -> Reduced[_Raw, RawSolution, RawSolution]: ...
@overload
def merge_equivalent(
    program: _Perturbed,
) -> Reduced[_Perturbed, PerturbedSolution, PerturbedSolution]: ...
def merge_equivalent(program: RowProgram | Complementarity) -> Reduced[Any, Any, Any]:
    """Return the program in which every class of the coarsest equitable partition is one row or one column.

    In a complementarity problem the rows and the columns have the same classes: z_i and z_j are equivalent if they
    agree in q, in being free, and in the covering vector, and if rows i and j of M have the same sum over every class.
    Wherever z is constant on the classes, so is w = q + M z then. A perturbed one has no start of its path: its
    covering vector would tell best choices apart, and its first basis is none of the target.

    `target` has a column for every class J, whose variable is the common value of the variables in J: objective and
    coefficients are summed over J. It has one row for every class I, since the rows in I have become the same. `lift`
    gives every variable its class's value, and every row its class's dual divided by the size of the class; a basis of
    the target is none of the original. With ε in the program, values and duals are polynomials or rational functions of
    ε: the partition does not depend on ε, so that the argument holds for each ε at a time.

    The target of a complementarity problem is w' = q' + M' z' with M' = Pᵀ M P, P the classes' incidence matrix, and q'
    and the covering vector summed over the classes, which keeps the conditions under which Lemke's algorithm ends at a
    solution. `lift` gives every variable and every slack its class's value; the path and the ray are none of the
    original's. In a sequence-form problem equivalent choices become equally likely.

    Notes
    -----
    Start a game's complementarity problem from the centroid (as `sequence_form_lcp` does by itself): equivalent choices
    have the same covering vector then; a random start leaves hardly anything to merge. In a game that is the same for
    both players sequences of one are merged with those of the other: the equilibrium is a symmetric one.

    References
    ----------
    Grohe, Kersting, Mladenov & Selman (2014), Dimension reduction via colour refinement, ESA.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.zero_sum_lp import zero_sum_lp
    >>> program = zero_sum_lp(sf.builders.sequence_form(sf.load("leduc")).target).target
    >>> program.matrix.shape, merge_equivalent(program).target.matrix.shape
    ((1562, 1562), (482, 482))
    """
    if isinstance(program, LinearComplementarityProblem | PerturbedComplementarityProblem):
        return _merged_complementarity(program)

    partition = equitable_partition(program)
    row = first_members(partition.rows)
    column = first_members(partition.columns)
    merged: dict[str, Any] = {
        "objective": program.objective.sum_by(partition.columns, len(column)),
        "row_names": LazyNames(len(row), lambda place: program.row_names[row[place]]),
        "column_names": LazyNames(len(column), lambda place: program.column_names[column[place]]),
    }
    # The kinds of programs have some of these fields each.
    for name in ("rows", "right", "at_least", "at_most"):
        if hasattr(program, name):
            merged[name] = getattr(program, name).take(row)
    for name in ("columns", "free"):
        if hasattr(program, name):
            merged[name] = getattr(program, name).take(column)
    for name in ("matrix", "slope"):
        if hasattr(program, name):
            merged[name] = _merged_matrix(getattr(program, name), partition)
    return Reduced(replace(program, **merged), partial(_spread, partition))


def _merged_matrix(matrix: ExactMatrix, partition: Partition) -> ExactMatrix:
    """Return one row of every class, its coefficients summed over the classes of columns."""
    # Of each class of rows the first member stands for all; columns of a class are added up by `from_entries`.
    first = first_members(partition.rows)
    kept = first[partition.rows[matrix.rows]] == matrix.rows
    return ExactMatrix.from_entries(
        partition.shape,
        partition.rows[matrix.rows[kept]],
        partition.columns[matrix.columns[kept]],
        matrix.values.take(kept),
    )


def _spread(partition: Partition, answer: Any) -> Any:
    """Return a solution of the merged program as one of the original."""
    changes: dict[str, Any] = {"basis": None}
    if answer.primal is not None:
        changes["primal"] = answer.primal.take(partition.columns)
    if answer.dual is not None:
        changes["dual"] = spread_over_rows(answer.dual, partition)
    if isinstance(answer, PerturbedSolution) and answer.raw is not None:
        changes["raw"] = _spread(partition, answer.raw)
    return replace(answer, **changes)


def spread_over_rows(dual: Any, partition: Partition) -> Any:
    """Return for every row its class's dual divided by the size of the class."""
    return _quotients(dual, np.bincount(partition.rows)).take(partition.rows)


def _quotients(vector: Any, sizes: Ints) -> Any:
    """Return the entries, of whatever kind, divided by numbers."""
    if isinstance(vector, RationalFunctionArray):
        return RationalFunctionArray(_quotients(vector.numerators, sizes), vector.denominator)
    if isinstance(vector, PolynomialArray):
        return PolynomialArray(tuple(_quotients(part, sizes) for part in vector.coefficients))
    if not isinstance(vector, ExactArray):
        return vector / sizes
    # Over the least common multiple of the sizes all quotients are integers.
    common = math.lcm(*set(sizes.tolist()))
    numerators = widened(vector.numerators, magnitude(vector.numerators) * common)
    return ExactArray(numerators * (common // sizes), vector.denominator * common).reduced()


def _merged_complementarity(problem: Complementarity) -> Reduced[Any, Any, Any]:
    is_perturbed = isinstance(problem, PerturbedComplementarityProblem)
    if is_perturbed and problem.start is not None:
        raise ModelError(
            f"merge_equivalent: {problem.name}: not after a start; build the problem without one"
        )

    classes = equivalent_variables(problem)
    first = first_members(classes)
    size = len(first)
    matrix = problem.matrix
    merged: dict[str, Any] = {
        "matrix": ExactMatrix.from_entries(
            (size, size), classes[matrix.rows], classes[matrix.columns], matrix.values
        ),
        "q": problem.q.sum_by(classes, size),
        "free": problem.free[first],
        "names": [problem.names[place] for place in first],
        "slack_names": [problem.slack_names[place] for place in first],
    }
    if problem.covering_vector is not None:
        merged["covering_vector"] = problem.covering_vector.sum_by(classes, size)
    if problem.units is not None:
        merged["units"] = problem.units.take(np.concatenate([first, len(problem) + first]))
    if problem.start is not None:
        merged["start"] = slack_start(size)

    def lift(raw: Any) -> Any:
        changes: dict[str, Any] = {"basis": None}
        if not is_perturbed:
            changes |= {"path": None, "ray": None}
        for name in ("primal", "dual"):
            vector = getattr(raw, name)
            if vector is not None:
                changes[name] = vector.take(classes) if is_perturbed else entries(vector, classes)
        return replace(raw, **changes)

    return Reduced(replace(problem, **merged), lift)


def equivalent_variables(problem: Complementarity) -> Ints:
    """Return the class of every variable, shape (n,), proved in integers; see `merge_equivalent`."""
    keys = [*_orders(problem.q), np.asarray(problem.free, dtype=bool)]
    if problem.covering_vector is not None:
        keys.append(ranks(problem.covering_vector))
    return coarsest_row_equitable(problem.matrix, keys)


def equitable_partition(program: RowProgram) -> Partition:
    """Return the coarsest equitable partition, with its defining property proved exactly.

    Nothing is merged where that takes more than `MAX_ROUNDS` rounds, or where the proof fails
    because numbers of more than 64 bits differ by a multiple of 2^64. Columns of a class have the
    same bounds and objective and, over every class of rows, the same sum of coefficients in each
    row; rows of a class have the same bounds and, over every class of columns, the same sum. With ε in the
    program all this holds in every order of ε.
    """
    if isinstance(program, LinearProgram):
        columns = [*_bounds_keys(program.columns), ranks(program.objective)]
        return coarsest_equitable(program.matrix, _bounds_keys(program.rows), columns)

    matrix = program.matrix
    if isinstance(program, MatrixPerturbedProgram):
        matrix = _with_slope(program)
    row_keys = [program.at_least, program.at_most, *_orders(program.right)]
    column_keys = [program.free, *_orders(program.objective)]
    return coarsest_equitable(matrix, row_keys, column_keys)


def _orders(vector: ExactArray | PolynomialArray) -> list[Keys]:
    """Return keys of the entries in every order of ε."""
    if isinstance(vector, PolynomialArray):
        return list(map(ranks, vector.coefficients))
    return [ranks(vector)]


def _with_slope(program: MatrixPerturbedProgram) -> ExactMatrix:
    """Return M_0 + K M_1 with K so large that sums over classes agree only if those of M_0 and of M_1 do.

    M_1 is scaled to integers. For two rows with sums t and t' of M_0, s and s' of M_1, t + K s = t' + K s' leaves no
    choice but s = s' and t = t', as |t - t'| < K: the rows have at most all nonzeros of M_0 together.
    """
    values, slope = program.matrix.values, program.slope
    larger = 1 + magnitude(values.numerators) * program.matrix.nonzeros
    scaled = ExactArray(slope.values.numerators) * larger
    return program.matrix + ExactMatrix.from_entries(slope.shape, slope.rows, slope.columns, scaled)


def coarsest_equitable(
    matrix: ExactMatrix, row_keys: list[Keys], column_keys: list[Keys]
) -> Partition:
    """Return the coarsest equitable partition of a matrix whose classes agree in all keys, proved in integers.

    The keys have shapes (m,) and (n,). Nothing is merged where more than `MAX_ROUNDS` rounds would be needed, or where
    the proof fails.
    """
    row_classes = _classes(row_keys)
    column_classes = _classes(column_keys)
    for seed in range(ATTEMPTS):
        partition = _refined(matrix, row_classes, column_classes, Random(seed))
        rows = partition.rows
        columns = partition.columns
        if (
            _refines(rows, row_classes)
            and _refines(columns, column_classes)
            and _is_equitable(matrix, rows, columns)
            and _is_equitable(matrix.T, columns, rows)
        ):
            return partition
    return _unmerged(matrix)


def coarsest_row_equitable(matrix: ExactMatrix, keys: list[Keys]) -> Ints:
    """Return the class of every place of a square matrix, proved in integers, for the coarsest such partition.

    Members of a class agree in all keys, of shape (n,), and, over every class of columns, in the sum of their row. As
    in `coarsest_equitable` nothing is merged where that takes too long.
    """
    coarsest = _classes(keys)
    for seed in range(ATTEMPTS):
        classes = _refined(matrix, coarsest, None, Random(seed)).rows
        if _refines(classes, coarsest) and _is_equitable(matrix, classes, classes):
            return classes
    return np.arange(matrix.shape[0])


def _refined(matrix: ExactMatrix, rows: Ints, columns: Ints | None, rng: Random) -> Partition:
    """Split classes until none splits any more; sums over classes are compared through random weights.

    Without classes of columns, those of the rows count for the columns as well. A round splits the rows by their sums
    over the classes of columns, then the columns by theirs over the new classes of rows. Classes are only ever split,
    so that a round which leaves their numbers leaves the classes.
    """
    values = _modulo_word(matrix.values.numerators)
    column_classes = rows if columns is None else columns
    for _ in range(MAX_ROUNDS):
        before = (_count(rows), _count(column_classes))
        rows = _split(rows, values, matrix.rows, column_classes[matrix.columns], rng)
        if columns is not None:
            row_of_entry = rows[matrix.rows]
            column_classes = _split(column_classes, values, matrix.columns, row_of_entry, rng)
        else:
            column_classes = rows
        if (_count(rows), _count(column_classes)) == before:
            return Partition(numbered(rows), numbered(column_classes))
    return _unmerged(matrix)


def _unmerged(matrix: ExactMatrix) -> Partition:
    m, n = matrix.shape
    return Partition(np.arange(m), np.arange(n))


def _split(own: Ints, values: npt.NDArray[np.uint64], at: Ints, classes: Ints, rng: Random) -> Ints:
    """Return classes of the rows that agree in their own class and, for each class, in the sum of the row over it.

    The sums are compared through a random linear function of them, modulo 2^64: the color of a row is a random word of
    its class plus, for each of its entries, the value times a random word of the class of the column.
    """
    colors = _random_words(own, rng)
    np.add.at(colors, at, values * _random_words(classes, rng))
    _, split = np.unique(colors, return_inverse=True)
    return np.asarray(split, dtype=np.int64)


def _random_words(classes: Ints, rng: Random) -> npt.NDArray[np.uint64]:
    """Return a random word for every class, at each of its members."""
    words = np.frombuffer(rng.randbytes(8 * _count(classes)), dtype=np.uint64)
    return words[classes]


def _refines(classes: Ints, coarser: Ints) -> bool:
    """Return whether the members of a class are of one of the coarser classes."""
    return np.array_equal(coarser, coarser[first_members(classes)][classes])


def _is_equitable(matrix: ExactMatrix, rows: Ints, columns: Ints) -> bool:
    """Prove that rows of a class have the same sum over every class of columns."""
    sums = ExactMatrix.from_entries(
        (matrix.shape[0], _count(columns)), matrix.rows, columns[matrix.columns], matrix.values
    )
    model = first_members(rows)[rows]  # the row that every row has to equal
    length = np.diff(sums.row_start)
    if not np.array_equal(length, length[model]):
        return False

    # Entry k of a row has to equal entry k of its model: the same column, and the same value.
    place_in_row = np.arange(sums.nonzeros) - sums.row_start[sums.rows]
    twin = sums.row_start[model[sums.rows]] + place_in_row
    numerators = sums.values.numerators
    has_same_columns = np.array_equal(sums.columns, sums.columns[twin])
    return has_same_columns and bool(np.all(numerators == numerators[twin]))


def _classes(keys: list[Keys]) -> Ints:
    """Return the same number for entries that agree in all keys, numbered by first appearance."""
    order = np.lexsort(keys)
    size = len(order)
    starts = np.zeros(size, dtype=bool)
    for key in keys:
        ordered = key[order]
        starts[1:] |= ordered[1:] != ordered[:-1]
    classes = np.empty(size, dtype=np.int64)
    classes[order] = np.cumsum(starts)
    return numbered(classes)


def _count(classes: Ints) -> int:
    return int(classes.max(initial=-1)) + 1


def _bounds_keys(bounds: Bounds) -> list[Keys]:
    return [
        bounds.has_lower,
        bounds.has_upper,
        np.where(bounds.has_lower, ranks(bounds.lower), 0),
        np.where(bounds.has_upper, ranks(bounds.upper), 0),
    ]


def ranks(values: ExactArray) -> Ints:
    """Return small numbers that agree where the values agree."""
    places: Ints = np.unique(values.numerators, return_inverse=True)[1]
    return places


def _modulo_word(numerators: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    if numerators.dtype == object:
        return np.array([value % 2**64 for value in numerators], dtype=np.uint64)
    return numerators.astype(np.uint64)


Classes = tuple[tuple[str, ...], ...]


def equivalent_information_sets(game: ExtensiveGame) -> tuple[Classes, Classes]:
    """Return each player's information sets, by name, in classes of equivalent ones; many stand alone.

    Sequences and information sets are coloured until sequences of a class have the same payoff against every
    class of the opponent's sequences and lead to the same classes of sets, and sets of a class
    follow the same class of sequences and offer the same classes of choices: the coarsest equitable partition.
    There is an equilibrium in which equivalent choices are equally likely, and it is one among
    all strategies. A player's own payoffs decide the player's classes, so games need not be constant-sum.
    """
    form = sequence_form(game).target
    matrix = ExactMatrix.block(
        [
            [None, form.A, form.E.T, None],
            [form.B.T, None, None, form.F.T],
            [form.E, None, None, None],
            [None, form.F, None, None],
        ]
    )
    sizes = [form.E.shape[1], form.F.shape[1], form.E.shape[0], form.F.shape[0]]
    classes = coarsest_row_equitable(matrix, [np.repeat(np.arange(4), sizes)])

    # The last two blocks are the rows of E and of F, whose first ones are no sets.
    _, _, of_first_sets, of_second_sets = np.split(classes, np.cumsum(sizes)[:-1])
    first, second = form.sequences
    return (
        _grouped(of_first_sets[1:].tolist(), first.infoset_names),
        _grouped(of_second_sets[1:].tolist(), second.infoset_names),
    )


def _grouped(classes: list[int], names: tuple[str, ...]) -> Classes:
    members: dict[int, list[str]] = {}
    for number, name in zip(classes, names, strict=True):
        members.setdefault(number, []).append(name)
    return tuple(map(tuple, members.values()))
