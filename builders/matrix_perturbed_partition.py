"""A smaller program with ε in its matrix and the same optimum for every ε, by colour refinement."""

from __future__ import annotations

from dataclasses import replace

from seqform.builders.equitable_partition import (
    Partition,
    coarsest_equitable,
    first_members,
    merged_matrix,
    ranks,
    spread_over_rows,
)
from seqform.models.exact import ExactArray, ExactMatrix, magnitude
from seqform.models.matrix_perturbed_program import MatrixPerturbedProgram
from seqform.models.polynomials import PolynomialArray
from seqform.models.rational_functions import RationalFunctionArray
from seqform.models.rational_solution import RationalSolution
from seqform.models.reduced import Reduced


def merge_equivalent_matrix_perturbed(
    program: MatrixPerturbedProgram,
) -> Reduced[MatrixPerturbedProgram, RationalSolution, RationalSolution]:
    """Return the program in which every class of the equitable partition is one row or one column.

    Parameters
    ----------
    program : MatrixPerturbedProgram

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
    >>> from seqform.builders.behavior_perturbed_lp import behavior_perturbed_lp
    >>> from seqform.builders.sequence_form import sequence_form
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
            dual=None if answer.dual is None else _spread_over_rows(answer.dual, partition),
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


def _spread_over_rows(dual: RationalFunctionArray, partition: Partition) -> RationalFunctionArray:
    parts = []
    for part in dual.numerators.coefficients:
        spread_part = spread_over_rows(part, partition)
        assert isinstance(spread_part, ExactArray)
        parts.append(spread_part)
    return RationalFunctionArray(PolynomialArray(tuple(parts)), dual.denominator)
