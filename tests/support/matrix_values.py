"""Values of small constant-sum games by linear programs over reduced pure strategies, in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bimatrix import Matrix, maximum
from plays import normal_form

from seqform.models.games.extensive import ExtensiveGame


def pure_payoffs(game: ExtensiveGame) -> Matrix:
    """Return player 1's expected payoff for every pair of reduced pure strategies, by the plays."""
    return normal_form(game, 0)


def best_guaranteed(matrix: Matrix, against: Sequence[Fraction], share: Fraction, least: Fraction | None) -> Fraction:
    """Return the largest share · against·x + (1 - share) · guarantee of a mixture x of the rows.

    `least` is a bound on the guarantee, the payoff against the worst column.
    """
    shift = 1 + max(abs(value) for row in matrix for value in row)
    count, columns = len(matrix), range(len(matrix[0]))
    rows = [[*(-row[k] - shift for row in matrix), Fraction(1)] for k in columns]
    rows += [[*[Fraction(1)] * count, Fraction(0)], [*[Fraction(-1)] * count, Fraction(0)]]
    right = [*[Fraction(0)] * len(columns), Fraction(1), Fraction(-1)]
    if least is not None:
        rows.append([*[Fraction(0)] * count, Fraction(-1)])
        right.append(-least - shift)
    objective = [*(share * value for value in against), 1 - share]
    found = maximum(objective, rows, right)
    assert found is not None
    return found - (1 - share) * shift


def matrix_value(matrix: Matrix) -> Fraction:
    """Return the value of a matrix game."""
    return best_guaranteed(matrix, [Fraction(0)] * len(matrix), Fraction(0), None)
