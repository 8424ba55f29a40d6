"""A smaller linear program with the same optimum, by colour refinement.

Rows and columns that a program cannot tell apart, such as hands of cards that differ
in suits only, are merged, and a solution of the smaller program is spread evenly over
what was merged. Nothing is lost: the spread solution is optimal in the original.

A smaller linear complementarity problem, by colour refinement, for general-sum games too.

A smaller perturbed linear program with the same optimum for every ε, by colour refinement.

What `merge_equivalent` does to a linear program, with all orders of ε told apart.

A smaller program with ε in its matrix and the same optimum for every ε, by colour refinement.

Which information sets of a game need not be told apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.builders.forms.sequence_form import sequence_form
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Vector, entries, magnitude, widened
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.perturbed import MatrixPerturbedProgram, PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution, RationalSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced

Keys = npt.NDArray[Any]

MAX_ROUNDS = 100
"""About as many rounds as the tree has levels are needed; a deeper program is left as it is."""

ATTEMPTS = 3
"""Random weights err with a chance of about 1 in 2^60; the proof notices, and others are drawn."""


@dataclass(frozen=True, eq=False)
class Partition(Immutable):
    """Classes of a program's rows and columns, numbered in the order of their first members.

    Parameters
    ----------
    rows : ndarray of int, shape (m,)
        The class of every row.
    columns : ndarray of int, shape (n,)
        The class of every column.
    """

    rows: Ints
    columns: Ints

    @property
    def shape(self) -> tuple[int, int]:
        """Number of row classes and of column classes."""
        return _count(self.rows), _count(self.columns)


def merge_equivalent(program: LinearProgram) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return the program in which every class of the equitable partition is one row or one column.

    Returns
    -------
    Reduced
        `target` has a column for every class J, whose variable is the common value of the
        variables in J: objective and coefficients are summed over J. It has one row for every
        class I, since the rows in I have become the same. `lift` gives every variable its class's
        value, and every row its class's dual divided by the size of the class.

    References
    ----------
    Grohe, Kersting, Mladenov & Selman (2014), Dimension reduction via colour refinement, ESA.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> from seqform.builders.programs.zero_sum_lp import zero_sum_lp
    >>> program = zero_sum_lp(sequence_form(catalog.make("leduc")).target).target
    >>> program.matrix.shape, merge_equivalent(program).target.matrix.shape
    ((1562, 1562), (482, 482))
    """
    partition = equitable_partition(program)
    row, column = first_members(partition.rows), first_members(partition.columns)
    target = LinearProgram(
        sense=program.sense,
        objective=program.objective.sum_by(partition.columns, len(column)),
        matrix=merged_matrix(program.matrix, partition),
        rows=program.rows.take(row),
        columns=program.columns.take(column),
        row_names=[program.row_names[k] for k in row],
        column_names=[program.column_names[k] for k in column],
        name=program.name,
    )
    return Reduced(target, lambda raw: spread(raw, partition))


def merged_matrix(matrix: ExactMatrix, partition: Partition) -> ExactMatrix:
    """Return one row of every class, its coefficients summed over the classes of columns."""
    row = first_members(partition.rows)
    kept = row[partition.rows[matrix.rows]] == matrix.rows
    return ExactMatrix.from_entries(
        partition.shape,
        partition.rows[matrix.rows[kept]],
        partition.columns[matrix.columns[kept]],
        matrix.values.take(kept),
    )


def spread(raw: RawSolution, partition: Partition) -> RawSolution:
    """Return a solution of the merged program as one of the original; its basis is none of the original."""
    dual = None if raw.dual is None else spread_over_rows(raw.dual, partition)
    primal = None if raw.primal is None else entries(raw.primal, partition.columns)
    return replace(raw, primal=primal, dual=dual, basis=None)


def spread_over_rows(dual: Vector, partition: Partition) -> Vector:
    """Return for every row its class's dual divided by the size of the class."""
    return entries(_divided(dual, np.bincount(partition.rows)), partition.rows)


def equitable_partition(program: LinearProgram) -> Partition:
    """Return the coarsest equitable partition, with its defining property proved exactly.

    Nothing is merged where that takes more than `MAX_ROUNDS` rounds, or where the proof fails
    because numbers of more than 64 bits differ by a multiple of 2^64. Columns of a class have the
    same bounds and objective and, over every class of rows, the same sum of coefficients in each
    row; rows of a class have the same bounds and, over every class of columns, the same sum.
    """
    return coarsest_equitable(
        program.matrix, _bounds_keys(program.rows), [*_bounds_keys(program.columns), ranks(program.objective)]
    )


def coarsest_equitable(matrix: ExactMatrix, row_keys: list[Keys], column_keys: list[Keys]) -> Partition:
    """Return the coarsest equitable partition of a matrix whose classes agree in all keys, proved in integers.

    Parameters
    ----------
    matrix : ExactMatrix, shape (m, n)
    row_keys, column_keys : lists of ndarray, shapes (m,) and (n,)
        What members of a class have to have in common.

    Returns
    -------
    Partition
        Nothing is merged where more than `MAX_ROUNDS` rounds would be needed, or where the proof fails.
    """
    for seed in range(ATTEMPTS):
        partition = _refined(matrix, _classes(row_keys), _classes(column_keys), np.random.default_rng(seed))
        if _is_equitable(matrix, partition.rows, partition.columns) and _is_equitable(
            matrix.T, partition.columns, partition.rows
        ):
            return partition
    return _unmerged(matrix)


def coarsest_row_equitable(matrix: ExactMatrix, keys: list[Keys]) -> Ints:
    """Return the coarsest partition of a square matrix's places in which rows of a class have the same class sums.

    Parameters
    ----------
    matrix : ExactMatrix, shape (n, n)
    keys : list of ndarray, shape (n,)
        What members of a class have to have in common.

    Returns
    -------
    ndarray of int, shape (n,)
        The class of every place, proved in integers: members of a class agree in all keys and, over every class of
        columns, in the sum of their row. As in `coarsest_equitable` nothing is merged where that takes too long.
    """
    values = _modulo_word(matrix.values.numerators)
    for seed in range(ATTEMPTS):
        rng = np.random.default_rng(seed)
        classes = _classes(keys)
        for _ in range(MAX_ROUNDS):
            before = _count(classes)
            classes = _classes(
                [classes, *_weighted_sums(values, matrix.rows, classes[matrix.columns], len(classes), rng)]
            )
            if _count(classes) == before:
                break
        if _is_equitable(matrix, classes, classes):
            return classes
    return np.arange(matrix.shape[0])


def _refined(matrix: ExactMatrix, rows: Ints, columns: Ints, rng: np.random.Generator) -> Partition:
    """Split classes until none splits any more; sums over classes are compared through random weights."""
    values = _modulo_word(matrix.values.numerators)
    for _ in range(MAX_ROUNDS):
        before = (_count(rows), _count(columns))
        rows = _classes([rows, *_weighted_sums(values, matrix.rows, columns[matrix.columns], len(rows), rng)])
        columns = _classes([columns, *_weighted_sums(values, matrix.columns, rows[matrix.rows], len(columns), rng)])
        if (_count(rows), _count(columns)) == before:
            return Partition(rows, columns)
    return _unmerged(matrix)


def _unmerged(matrix: ExactMatrix) -> Partition:
    m, n = matrix.shape
    return Partition(np.arange(m), np.arange(n))


def _weighted_sums(
    values: npt.NDArray[np.uint64], at: Ints, classes: Ints, size: int, rng: np.random.Generator
) -> list[Keys]:
    """Return two random linear functions, modulo 2^64, of the sums that each row has over each class."""
    sums = []
    for _ in range(2):
        weights = rng.integers(0, 2**64, size=_count(classes), dtype=np.uint64, endpoint=False)
        total = np.zeros(size, dtype=np.uint64)
        np.add.at(total, at, values * weights[classes])
        sums.append(total)
    return sums


def _is_equitable(matrix: ExactMatrix, rows: Ints, columns: Ints) -> bool:
    """Prove that rows of a class have the same sum over every class of columns."""
    sums = ExactMatrix.from_entries(
        (matrix.shape[0], _count(columns)), matrix.rows, columns[matrix.columns], matrix.values
    )
    model = first_members(rows)[rows]  # the row that every row has to equal
    length = np.diff(sums.row_start)
    if not np.array_equal(length, length[model]):
        return False
    twin = sums.row_start[model[sums.rows]] + np.arange(sums.nonzeros) - sums.row_start[sums.rows]
    return np.array_equal(sums.columns, sums.columns[twin]) and bool(
        np.all(sums.values.numerators == sums.values.numerators[twin])
    )


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
    by_appearance = np.empty(_count(classes), dtype=np.int64)
    by_appearance[np.argsort(first_members(classes))] = np.arange(_count(classes))
    renumbered: Ints = by_appearance[classes]
    return renumbered


def first_members(classes: Ints) -> Ints:
    """Return the place of every class's first member."""
    return np.unique(classes, return_index=True)[1]


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


def _divided(vector: Vector, sizes: Ints) -> Vector:
    if not isinstance(vector, ExactArray):
        return vector / sizes
    common = math.lcm(*set(sizes.tolist()))
    numerators = widened(vector.numerators, magnitude(vector.numerators) * common)
    return ExactArray(numerators * (common // sizes), vector.denominator * common).reduced()


def merge_equivalent_lcp(
    problem: LinearComplementarityProblem,
) -> Reduced[LinearComplementarityProblem, RawSolution, RawSolution]:
    """Return the problem in which every class of equivalent variables is one variable.

    Two variables z_i and z_j are equivalent if they agree in q, in being free, and in the covering vector, and
    if rows i and j of M have the same sum over every class: wherever z is constant on the classes, so is
    w = q + M z. What solves the smaller problem, spread over the classes, then solves the original; in a
    sequence-form problem that is an equilibrium in which equivalent choices are equally likely.

    Returns
    -------
    Reduced
        `target` is w' = q' + M' z' with a row and a column for every class, entries summed over both, so that M' is
        Pᵀ M P with P the classes' incidence matrix, and keeps what makes Lemke's algorithm end at a
        solution. `lift` gives every variable its class's value; a basis, a path and a ray are none of the original's.

    Notes
    -----
    Start a game's problem from the centroid (as `sequence_form_lcp` does by itself): equivalent choices have
    the same covering vector then. A random start tells nearly everything apart. In a game that is the same for
    both players sequences of one are merged with those of the other: the equilibrium is a symmetric one.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> from seqform.builders.programs.lcp import sequence_form_lcp
    >>> problem = sequence_form_lcp(sequence_form(catalog.make("leduc")).target).target
    >>> len(problem), len(merge_equivalent_lcp(problem).target)
    (3124, 964)
    """
    classes = equivalent_variables(problem)
    first = first_members(classes)
    size = len(first)
    matrix, covering = problem.matrix, problem.covering_vector
    target = LinearComplementarityProblem(
        matrix=ExactMatrix.from_entries((size, size), classes[matrix.rows], classes[matrix.columns], matrix.values),
        q=problem.q.sum_by(classes, size),
        free=problem.free[first],
        covering_vector=None if covering is None else covering.sum_by(classes, size),
        names=[problem.names[place] for place in first],
        slack_names=[problem.slack_names[place] for place in first],
        name=problem.name,
    )
    return Reduced(target, lambda raw: _spread(raw, classes))


def equivalent_variables(problem: LinearComplementarityProblem) -> Ints:
    """Return the class of every variable, proved in integers; see `merge_equivalent_lcp`.

    Returns
    -------
    ndarray of int, shape (n,)
    """
    covering = ExactArray.zeros(len(problem)) if problem.covering_vector is None else problem.covering_vector
    keys: list[Keys] = [ranks(problem.q), np.asarray(problem.free), ranks(covering)]
    return coarsest_row_equitable(problem.matrix, keys)


def _spread(raw: RawSolution, classes: Ints) -> RawSolution:
    primal = None if raw.primal is None else entries(raw.primal, classes)
    dual = None if raw.dual is None else entries(raw.dual, classes)
    return replace(raw, primal=primal, dual=dual, basis=None, path=None, ray=None)


def merge_equivalent_perturbed(
    program: PerturbedLinearProgram,
) -> Reduced[PerturbedLinearProgram, PerturbedSolution, PerturbedSolution]:
    """Return the program in which every class of the equitable partition is one row or one column.

    Returns
    -------
    Reduced
        `target` is made as by `merge_equivalent`. `lift` gives every variable its class's polynomial, and every
        row its class's dual divided by the size of the class. A pair that is optimal for all small ε stays so:
        the argument is the linear program's, for each ε at a time, since the partition does not depend on ε.

    References
    ----------
    Grohe, Kersting, Mladenov & Selman (2014), Dimension reduction via colour refinement, ESA.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> program = perturbed_lp(sequence_form(sf.load("tiny-poker")).target).target
    >>> program.matrix.shape, merge_equivalent_perturbed(program).target.matrix.shape
    ((26, 26), (14, 14))
    """
    partition = perturbed_partition(program)
    row, column = first_members(partition.rows), first_members(partition.columns)
    target = PerturbedLinearProgram(
        sense=program.sense,
        objective=program.objective.sum_by(partition.columns, len(column)),
        matrix=merged_matrix(program.matrix, partition),
        right=program.right.take(row),
        at_least=program.at_least[row],
        at_most=program.at_most[row],
        free=program.free[column],
        row_names=[program.row_names[k] for k in row],
        column_names=[program.column_names[k] for k in column],
        name=program.name,
    )

    def lift(answer: PerturbedSolution) -> PerturbedSolution:
        return replace(
            answer,
            primal=None if answer.primal is None else answer.primal.take(partition.columns),
            dual=None if answer.dual is None else _spread_over_rows(answer.dual, partition),
            raw=None if answer.raw is None else spread(answer.raw, partition),
            basis=None,  # a basis of the target is none of the original
        )

    return Reduced(target, lift)


def perturbed_partition(program: PerturbedLinearProgram) -> Partition:
    """Return the coarsest equitable partition, with its defining property proved exactly.

    Columns of a class have the same objective in every order of ε and are free or not; rows of a class have the same
    right-hand side in every order and the same bounds. The matrix is treated as by `equitable_partition`.
    """
    return coarsest_equitable(
        program.matrix,
        [program.at_least, program.at_most, *_orders(program.right)],
        [program.free, *_orders(program.objective)],
    )


def _orders(polynomials: PolynomialArray) -> list[Keys]:
    return [ranks(part) for part in polynomials.coefficients]


def _spread_over_rows(dual: PolynomialArray, partition: Partition) -> PolynomialArray:
    parts = []
    for part in dual.coefficients:
        spread_part = spread_over_rows(part, partition)
        assert isinstance(spread_part, ExactArray)
        parts.append(spread_part)
    return PolynomialArray(tuple(parts))


def merge_equivalent_matrix_perturbed(
    program: MatrixPerturbedProgram,
) -> Reduced[MatrixPerturbedProgram, RationalSolution, RationalSolution]:
    """Return the program in which every class of the equitable partition is one row or one column.

    Returns
    -------
    Reduced
        `target` is made as by `merge_equivalent`, with a partition that is equitable for M_0 and for M_1, and so for
        every M_0 + ε M_1. `lift` gives every variable its class's function, and every row its class's dual divided by
        the size of the class.

    References
    ----------
    Grohe, Kersting, Mladenov & Selman (2014), Dimension reduction via colour refinement, ESA.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.behavior_perturbed_lp import behavior_perturbed_lp
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> program = behavior_perturbed_lp(sequence_form(sf.load("tiny-poker")).target).target
    >>> merge_equivalent_matrix_perturbed(program).target.matrix.shape[0] < program.matrix.shape[0]
    True
    """
    partition = coarsest_equitable(
        _both(program),
        [program.at_least, program.at_most, ranks(program.right)],
        [program.free, ranks(program.objective)],
    )
    row, column = first_members(partition.rows), first_members(partition.columns)
    target = MatrixPerturbedProgram(
        sense=program.sense,
        objective=program.objective.sum_by(partition.columns, len(column)),
        matrix=merged_matrix(program.matrix, partition),
        slope=merged_matrix(program.slope, partition),
        right=program.right.take(row),
        at_least=program.at_least[row],
        at_most=program.at_most[row],
        free=program.free[column],
        row_names=[program.row_names[k] for k in row],
        column_names=[program.column_names[k] for k in column],
        name=program.name,
    )

    def lift(answer: RationalSolution) -> RationalSolution:
        return replace(
            answer,
            primal=None if answer.primal is None else answer.primal.take(partition.columns),
            dual=None if answer.dual is None else _spread_rational_over_rows(answer.dual, partition),
            basis=None,  # a basis of the target is none of the original
        )

    return Reduced(target, lift)


def _both(program: MatrixPerturbedProgram) -> ExactMatrix:
    """Return M_0 + K M_1 with K so large that sums over classes agree only if those of M_0 and of M_1 do.

    M_1 is scaled to integers s; sums of M_0 are below half of K in absolute value, so t + K s = t' + K s' leaves
    no choice but s = s' and t = t'.
    """
    values, slope = program.matrix.values, program.slope
    larger = 1 + 2 * magnitude(values.numerators) * max(1, program.matrix.nonzeros)
    scaled = ExactArray(slope.values.numerators) * larger
    return program.matrix + ExactMatrix.from_entries(slope.shape, slope.rows, slope.columns, scaled)


def _spread_rational_over_rows(dual: RationalFunctionArray, partition: Partition) -> RationalFunctionArray:
    parts = []
    for part in dual.numerators.coefficients:
        spread_part = spread_over_rows(part, partition)
        assert isinstance(spread_part, ExactArray)
        parts.append(spread_part)
    return RationalFunctionArray(PolynomialArray(tuple(parts)), dual.denominator)


Classes = tuple[tuple[str, ...], ...]


def equivalent_information_sets(game: ExtensiveGame) -> tuple[Classes, Classes]:
    """Return for each player the information sets in classes that some equilibrium need not tell apart.

    Sequences and information sets are coloured until sequences of a class have the same payoff against every
    class of the opponent's sequences and lead to the same classes of sets, and sets of a class
    follow the same class of sequences and offer the same classes of choices: the coarsest equitable partition.
    There is an equilibrium in which equivalent choices are equally likely, and it is one among
    all strategies. A player's own payoffs decide the player's classes, so games need not be constant-sum.

    Parameters
    ----------
    game : ExtensiveGame
        Of two players with perfect recall.

    Returns
    -------
    (classes of player 1, classes of player 2)
        Each a tuple of the names of its sets, in the order of the first; sets that are like no other stand alone.

    Raises
    ------
    ImperfectRecallError
        If a player forgets something.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> first, second = equivalent_information_sets(catalog.make("tiny-poker"))
    >>> first
    (('J1:', 'J2:'), ('K1:', 'K2:'), ('J1:cb', 'J2:cb'), ('K1:cb', 'K2:cb'))
    """
    form = sequence_form(game).target
    classes = _classes_of_sets(form)
    k1, k2, m1 = form.E.shape[1], form.F.shape[1], form.E.shape[0]
    sets = classes[k1 + k2 + 1 : k1 + k2 + m1], classes[k1 + k2 + m1 + 1 :]
    names = [index.infoset_names for index in form.sequences]
    return _grouped(sets[0].tolist(), names[0]), _grouped(sets[1].tolist(), names[1])


def _classes_of_sets(form: SequenceForm) -> Ints:
    """Return the classes of sequences 1, sequences 2, constraints 1, and constraints 2, in this order."""
    matrix = ExactMatrix.block(
        [
            [None, form.A, form.E.T, None],
            [form.B.T, None, None, form.F.T],
            [form.E, None, None, None],
            [None, form.F, None, None],
        ]
    )
    sizes = [form.E.shape[1], form.F.shape[1], form.E.shape[0], form.F.shape[0]]
    kind = np.repeat(np.arange(4), sizes)
    is_root = np.zeros(len(kind), dtype=bool)
    is_root[[0, sizes[0], sizes[0] + sizes[1], sum(sizes[:3])]] = True
    return coarsest_row_equitable(matrix, [kind, is_root])


def _grouped(classes: list[int], names: tuple[str, ...]) -> Classes:
    members: dict[int, list[str]] = {}
    for one, name in zip(classes, names, strict=True):
        members.setdefault(one, []).append(name)
    return tuple(map(tuple, members.values()))
