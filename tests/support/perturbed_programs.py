"""Small perturbed linear programs of every kind, and perturbed games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.perturbed_lp import PerturbedStep, perturbed_lp
from seqform.models import ExactArray, ExactMatrix, PerturbedLinearProgram, PerturbedSolution, PolynomialArray

Numbers = Sequence[Fraction | int]

NUMBERS = st.sampled_from([Fraction(sixths, 6) for sixths in (0, 0, 0, 0, 6, 6, -6, 12, -12, 18, -30, 2, -5, 15)])


def perturbed_program(
    sense: str,
    rows: Sequence[tuple[str, Numbers, Numbers]],
    cost: Sequence[Numbers],
    free: Sequence[bool] | None = None,
) -> PerturbedLinearProgram:
    """Rows as (kind, coefficients, right-hand side by order), the cost by order; columns are nonnegative or `free`."""
    assert sense in ("min", "max")
    n = len(cost[0])
    kinds = np.array([kind for kind, _, _ in rows])
    orders = max((len(right) for _, _, right in rows), default=1)
    entries = [value for _, coefficients, _ in rows for value in coefficients]
    row_of, column_of = np.divmod(np.arange(len(entries)), max(1, n))
    return PerturbedLinearProgram(
        "min" if sense == "min" else "max",
        PolynomialArray(tuple(ExactArray.of(part) for part in cost)),
        ExactMatrix.from_entries((len(rows), n), row_of, column_of, ExactArray.of(entries)),
        PolynomialArray(tuple(ExactArray.of([right[k] for _, _, right in rows]) for k in range(orders))),
        np.isin(kinds, ["=", ">"]),
        np.isin(kinds, ["=", "<"]),
        np.array([False] * n if free is None else free, dtype=bool),
        [f"r{k}" for k in range(len(rows))],
        [f"c{k}" for k in range(n)],
    )


@st.composite
def perturbed_programs(draw: st.DrawFn, most: int = 4) -> PerturbedLinearProgram:
    """Draw a program with rows and columns of every kind, feasible or not, mostly degenerate."""
    m, n, orders = draw(st.integers(0, most)), draw(st.integers(1, most)), draw(st.integers(1, 3))
    rows = []
    for _ in range(m):
        coefficients = draw(st.lists(NUMBERS, min_size=n, max_size=n))
        right = draw(st.lists(NUMBERS, min_size=orders, max_size=orders))
        rows.append((draw(st.sampled_from("=<><")), coefficients, right))
    cost = [draw(st.lists(NUMBERS, min_size=n, max_size=n)) for _ in range(draw(st.integers(1, 3)))]
    free = draw(st.lists(st.sampled_from([False, False, True]), min_size=n, max_size=n))
    return perturbed_program(draw(st.sampled_from(["min", "max"])), rows, cost, free)


@st.composite
def perturbed_games(draw: st.DrawFn, depth: int = 4) -> PerturbedStep:
    """Draw a random zero-sum game with many equal payoffs, perturbed, from either side."""
    seed, payoffs = draw(st.integers(0, 10**6)), draw(st.integers(1, 3))
    game = f"random-game(seed={seed},zero_sum=true,depth={depth},payoffs={payoffs})"
    return perturbed_game(game, draw(st.integers(0, 1)))


def perturbed_game(name: str, player: int = 0) -> PerturbedStep:
    return perturbed_lp(sequence_form(sf.load(name)).target, player)


def optimum(program: PerturbedLinearProgram, answer: PerturbedSolution) -> PolynomialArray:
    """The optimal value as a polynomial in ε, which is unique, of an answer that is checked."""
    assert answer.solved
    assert answer.proven
    assert isinstance(answer.primal, PolynomialArray)
    assert isinstance(answer.dual, PolynomialArray)
    assert program.violations(answer.primal, answer.dual) == []
    return program.objective.dot(answer.primal)
