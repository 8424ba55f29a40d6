"""The lexico-minimum ratio test in rational arithmetic: for the few pivots on which doubles cannot decide."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.lemke.rules import PivotRule
from seqform.backends.lemke.starting import DEPENDENT_TIES, combination
from seqform.errors import ModelError
from seqform.models.exact import ExactArray, Ints
from seqform.models.linear_program import Mask
from seqform.models.polynomials import PolynomialArray


def exact_leaving(
    basis: ExactBasis, entering: int, rule: PivotRule, ties_from: Ints, higher: Sequence[ExactArray] = ()
) -> int:
    """Return the variable that leaves as another enters, -1 if none does.

    Parameters
    ----------
    basis : ExactBasis
    entering : int
    rule : PivotRule
    ties_from : ndarray of int, shape (n,)
    higher : sequence of ExactArray
        q_1, ..., q_D, if q is a polynomial in ε.

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
    for order in higher:
        if len(candidates) > 1:
            candidates = _least(candidates, basis.solve(order), entries)
    if rule.early_exit and 2 * n in basis.basis[candidates]:
        return 2 * n
    if len(candidates) > 1 and rule.ties == "random-column":
        candidates = _least(candidates, basis.solve(combination(basis.problem, ties_from, rule.weights(n))), entries)
    for variable in ties_from.tolist():
        if len(candidates) == 1:
            break
        candidates = _least(candidates, basis.solve(basis.column(variable)), entries)
    if len(candidates) > 1:
        raise ModelError(DEPENDENT_TIES)
    return int(basis.basis[candidates[0]])


def first_leaving(values: PolynomialArray, slopes: ExactArray, movable: Mask, rule: PivotRule) -> int:
    """Return the place of the basic variable that is zero first as z0 falls from ∞, -1 if z0 itself is.

    That is where z0 = -value / slope is largest, ties settled as `PivotRule` says.

    Parameters
    ----------
    values : PolynomialArray, shape (n,)
        Of the basic variables at z0 = 0, in the order of the columns that settle ties, which are their own.
    slopes : ExactArray, shape (n,)
        How fast they rise with z0; positive wherever a value is negative.
    movable : ndarray of bool, shape (n,)
        Which of them may leave.
    rule : PivotRule
    """
    places = np.flatnonzero((values.signs() < 0) & movable).tolist()
    if not places:
        return -1
    for order in values.coefficients:
        places = _least(places, order, slopes)
    if rule.ties == "random-column":
        places = _least(places, ExactArray(rule.weights(len(values))), slopes)
    return int(places[-1])


def _least(candidates: list[int], values: ExactArray, entries: ExactArray) -> list[int]:
    ratios = [Fraction(int(values.numerators[c]), int(entries.numerators[c])) for c in candidates]
    least = min(ratios)
    return [c for c, ratio in zip(candidates, ratios, strict=True) if ratio == least]
