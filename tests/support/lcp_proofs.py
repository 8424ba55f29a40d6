"""Proofs of where a complementary path ends, and of its every basis, computed apart from any engine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from bimatrix import flint_matrix, fraction
from flint import fmpq_mat

from seqform.backends.lemke.path import LemkeResult, PivotRule, first_basis, never_leaves
from seqform.models import ExactArray, LinearComplementarityProblem, Termination


def require_proven(end: LemkeResult) -> None:
    """Require an exact solution, or an exact ray that all conditions of the augmented system allow."""
    problem = end.path.problem
    if end.termination is Termination.SOLVED:
        assert end.z0 == 0
        assert end.ray is None
        assert problem.residuals(end.z).worst == 0
        return
    assert end.termination is Termination.SECONDARY_RAY
    assert end.ray is not None
    assert end.path.leaving[-1] == -1
    assert problem.covering_vector is not None
    n, d = len(problem), problem.covering_vector
    w = (problem.q + problem.matrix.dot(end.z) + d * end.z0).to_fractions()
    z, rates = end.z.to_fractions(), end.ray.to_fractions()
    z_rates = rates[:n]
    w_rates = (problem.matrix.dot(ExactArray.of(z_rates)) + d * rates[n]).to_fractions()
    assert any(rates)
    assert end.z0 >= 0
    assert rates[n] >= 0
    for i in range(n):
        if problem.free[i]:
            assert w[i] == w_rates[i] == 0
            continue
        assert min(z[i], w[i], z_rates[i], w_rates[i]) >= 0
        assert (z[i] == 0 and z_rates[i] == 0) or (w[i] == 0 and w_rates[i] == 0)


def require_same(one: LemkeResult, other: LemkeResult) -> None:
    """Require two engines to have followed the same path to the same end."""
    require_same_path(one, other)
    assert one.family.equals(other.family)
    assert one.z0 == other.z0
    assert all(mine.equals(theirs) for mine, theirs in zip(one.higher, other.higher, strict=True))
    assert (one.ray is None) == (other.ray is None)
    assert one.ray is None or (other.ray is not None and one.ray.equals(other.ray))
    assert np.allclose([float(z0) for z0 in one.path.z0], [float(z0) for z0 in other.path.z0])


def require_same_path(one: LemkeResult, other: LemkeResult) -> None:
    assert one.termination is other.termination
    assert steps(one) == steps(other)
    assert one.path.determinant == other.path.determinant


def columns(problem: LinearComplementarityProblem) -> list[list[Fraction]]:
    """Return the columns of w_1, ..., w_n, z_1, ..., z_n, z0."""
    n = len(problem)
    assert problem.covering_vector is not None
    units = [[Fraction(int(i == j)) for i in range(n)] for j in range(n)]
    negated = [[-value for value in column] for column in problem.matrix.T.to_dense()]
    return [*units, *negated, [-value for value in problem.covering_vector.to_fractions()]]


def basis_matrix(problem: LinearComplementarityProblem, basis: Any) -> Any:
    all_columns = columns(problem)
    return flint_matrix([all_columns[variable] for variable in basis.tolist()]).transpose()


def basic_values(problem: LinearComplementarityProblem, basis: Any) -> list[Fraction]:
    side = flint_matrix([[value] for value in problem.q.to_fractions()])
    solution = basis_matrix(problem, basis).solve(side)
    return list(map(fraction, solution.entries()))


def sign(value: Any) -> int:
    return int(value > 0) - int(value < 0)


def require_lexicographic(end: LemkeResult, rule: PivotRule) -> None:
    """Require lexicographically positive rows for all variables that may leave, in every basis of the path.

    Only the last may do without: the one after z0 left early.
    """
    problem, path = end.path.problem, end.path
    n, all_columns, may_leave = len(problem), columns(problem), ~never_leaves(problem)
    ties = first_basis(problem)[1]
    L = flint_matrix([[sign * value for value in all_columns[variable]] for variable, sign in ties.columns()])
    weights = rule.weights(n).tolist()
    groups = [range(ties.leading), range(ties.leading, n)][: 1 + (ties.leading < n)]
    C = L.transpose() * fmpq_mat([[weights[k] if k in group else 0 for group in groups] for k in range(n)])
    L = L.transpose()
    q = flint_matrix([[value] for value in problem.q.to_fractions()])
    unchecked = rule.early_exit or end.termination is Termination.SECONDARY_RAY  # the last step is no pivot on a ray
    for pivots in range(1, len(path) + 1 - int(unchecked)):
        basis = path.basis(pivots)
        inverse = basis_matrix(problem, basis).inv()
        sides = [q, C, L] if rule.ties == "random-column" else [q, L]
        parts = [(inverse * side).tolist() for side in sides]
        for row, variable in enumerate(basis.tolist()):
            if may_leave[variable]:
                assert next(value for part in parts for value in part[row] if value != 0) > 0


def solutions(problem: LinearComplementarityProblem) -> list[list[Fraction]]:
    """Return the basic solutions of a small problem without free variables, by trying all complementary bases."""
    n, found = len(problem), []
    for choice in range(2**n):
        basis = np.array([i + n * (choice >> i & 1) for i in range(n)])
        if basis_matrix(problem, basis).det() == 0:
            continue
        values = basic_values(problem, basis)
        if min(values) >= 0:
            found.append(
                [value if variable >= n else Fraction(0) for variable, value in zip(basis, values, strict=True)]
            )
    return found


def last_basis(end: LemkeResult) -> Any:
    return end.path.basis(len(end.path))


def steps(end: LemkeResult) -> list[tuple[int, int]]:
    return list(zip(end.path.entering.tolist(), end.path.leaving.tolist(), strict=True))
