"""Compiling of engines ahead of use, by small models that call every loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np

from seqform.backends.linalg.compiled import ENGINES, Progress
from seqform.backends.protocol import SolveOptions
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import linear_complementarity_problem
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.solutions import Termination

# Every example imports its engine itself: an engine is loaded where it is used.


def small_game(shared: bool, first: int = 0) -> PositionGraph:
    """Return a game of three positions with moves, the last two ends being the same one if positions are shared."""
    child = np.array([1, 2, 3, 4, 5, 5 if shared else 6], dtype=np.int32)
    ends = 3 if shared else 4
    player = np.array([first, 0, 1] + ends * [END], dtype=np.int8)
    first_move = np.array([0, 2, 4] + (ends + 1) * [6], dtype=np.int64)
    outcome = np.array([-1, -1, -1, *range(ends)], dtype=np.int32)
    payoffs = (ExactArray.of([1, 1, 0, 0][:ends]), ExactArray.of([1, 2, 0, 3][:ends]))
    probability = ExactArray(np.ones(6, dtype=np.int64), 2) if first == CHANCE else None
    return PositionGraph("small", ("1", "2"), player, first_move, child, outcome, payoffs, probability)


def bestnash() -> None:
    """Solve small games of perfect information."""
    from seqform.backends.bestnash import backward_induction, best_nash

    for game in (small_game(shared=False), small_game(shared=True)):
        assert best_nash(game).values == (Fraction(1), Fraction(2))
    assert len(backward_induction(small_game(shared=False, first=CHANCE)).values) == 2


def interior() -> None:
    """Do some iterations on a class game and on a saddle point."""
    from seqform.backends.conformance.saddle_points import kuhn_saddle_point, two_rounds
    from seqform.backends.registry import get

    for model in (kuhn_saddle_point(), two_rounds()):
        get("barrier").solve(model, SolveOptions(target_gap=0.0, raw={"iterations": 3, "start_iterations": 1}))


def iterative() -> None:
    """Do an iteration on a small game in every way."""
    from seqform.backends.conformance.saddle_points import kuhn_saddle_point, two_rounds
    from seqform.backends.iterative.cfr import RegretMatching, RegretRule
    from seqform.backends.iterative.class_space import ClassSpace
    from seqform.backends.registry import get

    game = two_rounds()
    for ranked in (True, False):
        space = ClassSpace(game, ranked=ranked)
        for dtype in (np.float64, np.float32):
            method = RegretMatching(space, RegretRule(), dtype)
            method.step()
            lower, upper = method.value_bounds()
            space.operator.gradient(0, method.average[1])
            assert lower <= upper
    get("cfr").solve(kuhn_saddle_point(), SolveOptions(raw={"iterations": 2}))
    for model in (kuhn_saddle_point(), game):
        get("pdhg").solve(model, SolveOptions(raw={"iterations": 4, "start_iterations": 1}))


def lemke() -> None:
    """Solve a small problem under each pivot rule."""
    from seqform.backends.lemke.path import PathLimits, PivotRule
    from seqform.backends.lemke.revised import follow_revised

    n = 6
    matrix = [[0] * i + [1] + [2] * (n - 1 - i) for i in range(n)]  # Murty's, with ties
    problem = linear_complementarity_problem(matrix, [-1] * n, covering_vector=np.ones(n, dtype=int).tolist())
    for ties in ("random-column", "unit-columns"):
        assert follow_revised(problem, PivotRule(ties=ties), PathLimits()).z0 == 0


def perturbed() -> None:
    """Solve a small program from its slacks."""
    from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex
    from seqform.backends.perturbed.proofs import slack_basis

    program = PerturbedLinearProgram(
        "max",
        PolynomialArray((ExactArray.of([1, 2, 0]), ExactArray.of([0, -1, 1]))),
        ExactMatrix.from_dense([[1, 1, 1], [1, 0, -1]]),
        PolynomialArray((ExactArray.of([1, 0]), ExactArray.of([-1, 1]))),
        np.array([True, False]),
        np.array([True, True]),
        np.array([False, False, True]),
        ["total", "limit"],
        ["x", "y", "z"],
    )
    assert LexicographicSimplex(program, slack_basis(program)).run() is Termination.SOLVED


EXAMPLES: dict[str, Callable[[], None]] = {
    one.__name__: one for one in (bestnash, interior, iterative, lemke, perturbed)
}
"""By package of `seqform.backends`."""


def compile_ahead(packages: Iterable[str] = tuple(ENGINES), progress: Progress | None = None) -> None:
    """Compile engines or load their cached machine code."""
    for package in packages:
        engine = ENGINES[package]
        engine.progress = progress
        engine.compile_or_load()
        EXAMPLES[package]()
