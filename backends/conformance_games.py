"""Games in sequence form as linear complementarity problems."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from seqform.backends.conformance_case import Number, vector
from seqform.backends.conformance_programs import kuhn_program
from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.linear_complementarity import LinearComplementarityProblem

Rows = Sequence[Sequence[Number]]


def game_problem(
    first: Rows, second: Rows, E: Rows, F: Rows, p: Sequence[Number], q: Sequence[Number]
) -> LinearComplementarityProblem:
    """Return the problem of a game in sequence form, in costs, with the covering vector of a start (p, q).

    Its z is (x, v', y, u') and its w is (first·y - Eᵀu', F y - f, secondᵀx - Fᵀv', E x - e), u' and v' free.
    """
    costs, others, rows, columns = (_matrix(part) for part in (first, second, E, F))
    e, f = (vector([1] + [0] * (len(part) - 1)) for part in (E, F))
    sizes = [len(E[0]), len(F), len(F[0]), len(E)]
    names = [[f"{letter} {i + 1}" for i in range(size)] for letter, size in zip("xvyu", sizes, strict=True)]
    return LinearComplementarityProblem(
        matrix=ExactMatrix.block(
            [
                [None, None, costs, -rows.T],
                [None, None, columns, None],
                [others.T, -columns.T, None, None],
                [rows, None, None, None],
            ]
        ),
        q=ExactArray.concatenate([ExactArray.zeros(sizes[0]), -f, ExactArray.zeros(sizes[2]), -e]),
        free=np.repeat([False, True, False, True], sizes),
        covering_vector=ExactArray.concatenate([costs.dot(vector(q)), f, others.T.dot(vector(p)), e]),
        names=[f"{name[0]}' {name[2:]}" if name[0] in "uv" else name for part in names for name in part],
        slack_names=[f"slack of {name}" for part in names for name in part],
        name="conformance",
    )


def _matrix(rows: Rows) -> ExactMatrix:
    return ExactMatrix.from_dense([[Fraction(value) for value in row] for row in rows])


def three_equilibria() -> LinearComplementarityProblem:
    """Return the sequence form of vSvET's figure 1, in costs: 25 less player 1's payoff, 11 less player 2's."""
    plans = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [0, 0, -1, 1, 1]]  # ∅, L, R, RS, RT
    replies = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [-1, 0, 0, 1, 1]]  # ∅, a, b, c, d
    nothing: list[Number] = [0] * 5
    first: list[list[Number]] = [
        nothing,
        [0, 14, 22, 0, 0],
        nothing,
        [0, "25/2", "25/2", "25/2", "1/2"],
        [0, 0, 0, 19, 25],
    ]
    second: list[list[Number]] = [
        nothing,
        [0, 8, 11, 0, 0],
        nothing,
        [0, "11/2", "1/2", "7/2", "11/2"],
        [0, 0, 0, 11, 10],
    ]
    return game_problem(
        first, second, plans, replies, [1, "3/10", "7/10", "7/20", "7/20"], [1, "1/3", "2/3", "1/3", "2/3"]
    )


def kuhn_problem() -> LinearComplementarityProblem:
    """Return the sequence form of Kuhn poker; each player pays 3 to play, so that all is cost."""
    program = kuhn_program()
    dense = program.matrix.to_dense()
    plans = [row[:13] for row in dense[:7]]
    replies = [list(column) for column in zip(*(row[13:] for row in dense[7:]), strict=True)]
    gains = [list(column) for column in zip(*([-value for value in row[:13]] for row in dense[7:]), strict=True)]
    deal = Fraction(1, 6)
    first = [[3 * deal - gain if gain else Fraction(0) for gain in row] for row in gains]
    second = [[3 * deal + gain if gain else Fraction(0) for gain in row] for row in gains]
    card: list[Number] = ["1/2", "1/2", "1/4", "1/4"]
    return game_problem(first, second, plans, replies, [1, *card * 3], [1, *["1/2"] * 12])


def large_game(size: int = 30) -> LinearComplementarityProblem:
    """Return the problem of a game with many actions, in costs from 1 to 41."""
    first, second = (
        [[(i * step + j * 101 + i * j * 13) % 41 + 1 for j in range(size)] for i in range(size)] for step in (37, 59)
    )
    simplex, even = [[1] * size], [Fraction(1, size)] * size
    return game_problem(first, second, simplex, simplex, even, even)


def random_degenerate_game(seed: int, size: int = 4) -> LinearComplementarityProblem:
    """Return the problem of a game with costs from {1, 2, 3}."""
    draw = random.Random(seed)
    first, second = ([[draw.randint(1, 3) for _ in range(size)] for _ in range(size)] for _ in range(2))
    simplex, even = [[1] * size], [Fraction(1, size)] * size
    return game_problem(first, second, simplex, simplex, even, even)
