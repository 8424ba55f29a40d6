"""Any linear program in fewer nonzeros, where its matrix repeats itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from seqform.builders.sparsified_payoffs import factored_tables
from seqform.models.exact import ExactArray, ExactMatrix, magnitude
from seqform.models.lazy_names import LazyNames
from seqform.models.linear_program import Bounds, LinearProgram, entries
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced


def sparsify(program: LinearProgram) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return a program with the same optimum in which sums that many rows share are auxiliary variables.

    What is factored are the entries in rows that are no equations and in columns that have bounds: in the
    programs of a sequence form the payoffs. Rows and columns that these entries connect, directly or by way of
    others, make a block, and each block is factored by itself; see `factored_columns`. Blocks beyond some
    millions of places are left as they are. For a game known by its classes, `sparsified_lp` gets further.

    Parameters
    ----------
    program : LinearProgram
        Left as it is if its numbers need more than 64 bits.

    Returns
    -------
    Reduced
        `target` has the rows and columns of `program` first, then one equation and one free column for every auxiliary
        variable. `lift` drops these, and the basis.

    References
    ----------
    Zhang & Sandholm, Sparsified linear programming for zero-sum equilibrium finding, ICML 2020.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.sequence_form import sequence_form
    >>> from seqform.builders.zero_sum_lp import zero_sum_lp
    >>> program = zero_sum_lp(sequence_form(catalog.make("leduc")).target).target
    >>> program.matrix.nonzeros, sparsify(program).target.matrix.nonzeros
    (8042, 7222)
    """
    matrix = program.matrix
    m, n = matrix.shape
    bounded = program.columns.has_lower | program.columns.has_upper
    chosen = ~program.rows.fixed[matrix.rows] & bounded[matrix.columns]
    if matrix.values.numerators.dtype == object or not chosen.any():
        return Reduced(program, lambda raw: raw)
    numerators, denominator = matrix.values.numerators, matrix.values.denominator
    factors = factored_tables((numerators[chosen],), matrix.columns[chosen], matrix.rows[chosen])
    extra = factors.size
    if max(magnitude(factors.V[2]), magnitude(factors.W[2])) * denominator >= 2**62:
        return Reduced(program, lambda raw: raw)
    parts = (
        (matrix.rows[~chosen], matrix.columns[~chosen], numerators[~chosen]),
        (factors.R[0], n + factors.R[1], factors.R[2]),
        factors.S,
        (m + factors.V[0], n + factors.V[1], factors.V[2] * denominator),
        (m + factors.W[0], factors.W[1], factors.W[2] * denominator),
    )
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    target = LinearProgram(
        sense=program.sense,
        objective=ExactArray.concatenate([program.objective, ExactArray.zeros(extra)]),
        matrix=ExactMatrix.from_entries((m + extra, n + extra), rows, columns, ExactArray(values, denominator)),
        rows=Bounds.concatenate([program.rows, Bounds.equal(ExactArray.zeros(extra))]),
        columns=Bounds.concatenate([program.columns, Bounds.free(extra)]),
        row_names=[*program.row_names, *LazyNames(extra, "definition {}".format)],
        column_names=[*program.column_names, *LazyNames(extra, "auxiliary {}".format)],
        name=f"{program.name}, sparsified",
    )

    def lift(raw: RawSolution) -> RawSolution:
        return replace(
            raw,
            primal=None if raw.primal is None else entries(raw.primal, slice(0, n)),
            dual=None if raw.dual is None else entries(raw.dual, slice(0, m)),
            ray=None,
            basis=None,
        )

    return Reduced(target, lift)
