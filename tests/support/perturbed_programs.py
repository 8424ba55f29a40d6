"""Small perturbed linear programs of every kind, perturbed games, and their solutions, apart from every method."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from bimatrix import flint_matrix, fraction
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.exact.solution import ExactBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.perturbed_lp import (
    PerturbedStep,
    Trembles,
    perturbed_lp,
    quasi_perfect_trembles,
)
from seqform.models import (
    BasisStatus,
    ExactArray,
    ExactMatrix,
    ExtensiveGame,
    PolynomialArray,
    Termination,
)
from seqform.models.programs.perturbed import PerturbedLinearProgram, PerturbedSolution
from seqform.models.strategies.assessment import Assessment, EpsilonFamily, limit_assessment

Numbers = Sequence[Fraction | int]

NUMBERS = st.sampled_from(
    [Fraction(sixths, 6) for sixths in (0, 0, 0, 0, 6, 6, -6, 12, -12, 18, -30, 2, -5, 15)]
)


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
        PolynomialArray(
            tuple(ExactArray.of([right[k] for _, _, right in rows]) for k in range(orders))
        ),
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


# ---- solutions: a basis at a tiny ε, then its polynomials ----


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
    dual = _solution(
        [list(column) for column in zip(*square, strict=True)], program.objective.take(basic)
    )
    m, n = program.matrix.shape
    return PerturbedSolution(
        Termination.SOLVED,
        "a basis at a tiny ε",
        primal=primal.sum_by(basic, n),
        dual=dual.sum_by(active, m),
        basis=raw.basis,
        epsilon=epsilon,
    )


def family_of(
    game: ExtensiveGame, player: int = 0, trembles: Trembles = quasi_perfect_trembles
) -> EpsilonFamily:
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
        tuple(
            ExactArray.of([fraction(answer[row, k]) for row in range(len(square))])
            for k in range(len(columns))
        )
    )
