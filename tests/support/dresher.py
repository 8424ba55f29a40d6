"""Dresher's procedure on the reduced normal form of a constant-sum game, exactly: the proper payoffs of a player."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from seqform.backends import get
from seqform.builders.forms.sequence_form import NormalForm
from seqform.models import Bounds, ExactArray, ExactMatrix, LinearProgram


def proper_payoffs(normal: NormalForm, player: int) -> list[Fraction]:
    """Return what a player's proper strategies earn against every pure strategy of the opponent.

    Level by level the least payoff over the columns without one is maximized; a column has the level if it cannot be
    raised above it, which one linear program decides for each column.
    """
    payoffs = (normal.A.T if player == 0 else normal.B).to_dense()
    levels: list[Fraction | None] = [None] * len(payoffs)
    while None in levels:
        open_ones = [column for column, level in enumerate(levels) if level is None]
        value = _largest(payoffs, levels, None, open_ones)
        held = [value if level is None else level for level in levels]
        fixed = [column for column in open_ones if _largest(payoffs, held, column, []) == value]
        assert fixed
        for column in fixed:
            levels[column] = value
    return [level for level in levels if level is not None]


def _largest(
    payoffs: list[list[Fraction]], levels: Sequence[Fraction | None], column: int | None, open_ones: list[int]
) -> Fraction:
    """Return the largest payoff at a column, or least payoff over the open ones, with at least the levels elsewhere."""
    size = len(payoffs[0])
    objective = [*([Fraction(0)] * size if column is None else payoffs[column]), Fraction(int(column is None))]
    rows = [[*row, Fraction(-int(k in open_ones))] for k, row in enumerate(payoffs)]
    matrix = [[*[Fraction(1)] * size, Fraction(0)], *rows]
    least = ExactArray.of([level or 0 for level in levels])
    program = LinearProgram(
        "max",
        ExactArray.of(objective),
        ExactMatrix.from_dense(matrix),
        Bounds.concatenate([Bounds.equal(ExactArray.of([1])), Bounds.at_least(least)]),
        Bounds.concatenate([Bounds.nonnegative(size), Bounds.free(1)]),
        [f"row {k}" for k in range(len(matrix))],
        [f"column {k}" for k in range(size + 1)],
    )
    answer = get("exact").solve(program)
    assert answer.solved and isinstance(answer.objective, Fraction)
    return answer.objective
