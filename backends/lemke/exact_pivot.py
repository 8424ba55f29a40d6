"""The lexico-minimum ratio test in rational arithmetic: for the few pivots on which doubles cannot decide."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.lemke.rules import PivotRule
from seqform.backends.lemke.starting import DEPENDENT_TIES
from seqform.errors import ModelError
from seqform.models.exact import ExactArray, Ints


def tie_column(basis: ExactBasis, rule: PivotRule, ties_from: Ints) -> ExactArray:
    """Return C of `PivotRule`: the columns of L with their random weights, added up; shape (n,)."""
    n = len(ties_from)
    weights = rule.weights(n)
    if np.array_equal(ties_from, np.arange(n)):
        return ExactArray(weights)
    total = ExactArray.zeros(n)
    for weight, variable in zip(weights.tolist(), ties_from.tolist(), strict=True):
        total = total + basis.column(variable) * weight
    return total


def exact_leaving(basis: ExactBasis, entering: int, rule: PivotRule, ties_from: Ints) -> int:
    """Return the variable that leaves as another enters, -1 if none does.

    Raises
    ------
    ModelError
        If the columns that settle ties are linearly dependent.
    """
    n = len(basis.problem)
    entries = basis.solve(basis.column(entering))
    free = np.concatenate([np.zeros(n, dtype=bool), basis.problem.free, [False]])
    positive = np.asarray(entries.numerators > 0, dtype=bool) & ~free[basis.basis]
    candidates = np.flatnonzero(positive).tolist()
    if not candidates:
        return -1
    candidates = _least(candidates, basis.values, entries)
    if rule.early_exit and 2 * n in basis.basis[candidates]:
        return 2 * n
    if len(candidates) > 1 and rule.ties == "random-column":
        candidates = _least(candidates, basis.solve(tie_column(basis, rule, ties_from)), entries)
    for variable in ties_from.tolist():
        if len(candidates) == 1:
            break
        candidates = _least(candidates, basis.solve(basis.column(variable)), entries)
    if len(candidates) > 1:
        raise ModelError(DEPENDENT_TIES)
    return int(basis.basis[candidates[0]])


def first_leaving(q: ExactArray, d: ExactArray, rule: PivotRule) -> int:
    """Return the slack that leaves as z0 enters the basis of slacks, where q is not nonnegative.

    It is the one that makes z0 just large enough: z0 = -q_i / d_i, ties settled as `PivotRule` says.
    """
    rows = np.flatnonzero(np.asarray(q.numerators < 0, dtype=bool)).tolist()
    need = {row: Fraction(-int(q.numerators[row]), int(d.numerators[row])) for row in rows}
    largest = max(need.values())
    rows = [row for row in rows if need[row] == largest]
    if len(rows) > 1 and rule.ties == "random-column":
        weights = rule.weights(len(q)).tolist()
        perturbed = {row: Fraction(weights[row], int(d.numerators[row])) for row in rows}
        least = min(perturbed.values())
        rows = [row for row in rows if perturbed[row] == least]
    return rows[-1]


def _least(candidates: list[int], values: ExactArray, entries: ExactArray) -> list[int]:
    ratios = [Fraction(int(values.numerators[c]), int(entries.numerators[c])) for c in candidates]
    least = min(ratios)
    return [c for c, ratio in zip(candidates, ratios, strict=True) if ratio == least]
