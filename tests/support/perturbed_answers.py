"""Solutions of small perturbed programs, apart from every method: a basis at a tiny ε, then its polynomials."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from bimatrix import flint_matrix, fraction

from seqform.backends.exact.solution import ExactBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.perturbed_lp import Trembles, perturbed_lp, quasi_perfect_trembles
from seqform.models import BasisStatus, ExactArray, ExtensiveGame, PolynomialArray, Termination
from seqform.models.programs.perturbed import PerturbedLinearProgram, PerturbedSolution
from seqform.models.strategies.assessment import Assessment, EpsilonFamily, limit_assessment

TINY = Fraction(1, 10**6)


def solved(program: PerturbedLinearProgram, epsilon: Fraction = TINY) -> PerturbedSolution:
    """The basis that is optimal at a tiny ε, with its polynomials; that it is stable has to be checked."""
    raw = ExactBackend().solve(program.at(epsilon))
    assert raw.basis is not None
    basic = np.flatnonzero(raw.basis.columns == BasisStatus.BASIC)
    active = np.flatnonzero(raw.basis.rows != BasisStatus.BASIC)
    dense = program.matrix.to_dense()
    square = [[dense[row][column] for column in basic.tolist()] for row in active.tolist()]
    primal = _solution(square, program.right.take(active))
    dual = _solution([list(column) for column in zip(*square, strict=True)], program.objective.take(basic))
    m, n = program.matrix.shape
    return PerturbedSolution(
        Termination.SOLVED,
        "a basis at a tiny ε",
        primal=primal.sum_by(basic, n),
        dual=dual.sum_by(active, m),
        basis=raw.basis,
        epsilon=epsilon,
    )


def family_of(game: ExtensiveGame, player: int = 0, trembles: Trembles = quasi_perfect_trembles) -> EpsilonFamily:
    """A family of equilibria of the perturbed zero-sum game, proved to be one."""
    step = perturbed_lp(sequence_form(game).target, player, trembles)
    for digits in (6, 12, 24):
        answer = solved(step.target, Fraction(1, 10**digits))
        assert answer.primal is not None
        assert answer.dual is not None
        if step.target.violations(answer.primal, answer.dual) == []:
            return step.lift(answer)
    raise AssertionError("no stable basis")


def assessment_of(game: ExtensiveGame, player: int = 0) -> Assessment:
    """A quasi-perfect equilibrium of a zero-sum game, with beliefs and family."""
    return limit_assessment(game, family_of(game, player))


def _solution(square: list[list[Fraction]], right: PolynomialArray) -> PolynomialArray:
    if not square:
        return PolynomialArray.zeros(0)
    matrix = flint_matrix(square)
    columns = [part.to_fractions() for part in right.coefficients]
    rights = flint_matrix([[column[row] for column in columns] for row in range(len(square))])
    answer = matrix.solve(rights)
    return PolynomialArray(
        tuple(ExactArray.of([fraction(answer[row, k]) for row in range(len(square))]) for k in range(len(columns)))
    )
