"""A smaller perturbed linear program with the same optimum for every ε, by colour refinement.

What `merge_equivalent` does to a linear program, with all orders of ε told apart.
"""

from __future__ import annotations

from dataclasses import replace

from seqform.builders.equitable_partition import (
    Keys,
    Partition,
    coarsest_equitable,
    first_members,
    merged_matrix,
    ranks,
    spread,
    spread_over_rows,
)
from seqform.models.exact import ExactArray
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.perturbed_solution import PerturbedSolution
from seqform.models.polynomials import PolynomialArray
from seqform.models.reduced import Reduced


def merge_equivalent_perturbed(
    program: PerturbedLinearProgram,
) -> Reduced[PerturbedLinearProgram, PerturbedSolution, PerturbedSolution]:
    """Return the program in which every class of the equitable partition is one row or one column.

    Parameters
    ----------
    program : PerturbedLinearProgram

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
    >>> from seqform.builders.perturbed_lp import perturbed_lp
    >>> from seqform.builders.sequence_form import sequence_form
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

    Parameters
    ----------
    program : PerturbedLinearProgram

    Returns
    -------
    Partition
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
