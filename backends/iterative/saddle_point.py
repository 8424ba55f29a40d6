"""Runs of iterative methods on saddle points: limits, checkpoints, and the answer.

Primal-dual iterations on a payoff matrix, after some of regret matching.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from seqform.backends.iterative.plan_space import MatrixSpace
from seqform.backends.iterative.primal_dual import PrimalDualRule, WarmStarted
from seqform.backends.iterative.regret import RegretRule, TreeplexRegretMatching
from seqform.backends.iterative.run import Method, RunOptions, make_checkpoint, reporter, run, run_limits
from seqform.backends.protocol import SolveOptions
from seqform.models.numbers.exact import Floats
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution


class WarmStartedMatrix(WarmStarted):
    """The method, one iteration at a time; a `SaddlePointMethod`.

    Parameters
    ----------
    start_iterations : int
        How many iterations are regret matching's.
    """

    def __init__(
        self, problem: SaddlePointProblem, rule: PrimalDualRule, start_rule: RegretRule, start_iterations: int
    ) -> None:
        start = TreeplexRegretMatching(problem, start_rule)

        def weights() -> tuple[list[Floats], list[Floats]]:
            first, second = start.answer()
            return [first], [second]

        super().__init__(MatrixSpace(problem), rule, start, weights, start_iterations)

    def answer(self) -> tuple[Floats, Floats]:
        """Return x and y."""
        first, second = self.plans()
        return first[0], second[0]


DEFAULT_SHARE = 2.5e-7
"""Where to stop unless told otherwise: a gap of this share of the payoffs' spread."""

ROUNDING = 1e-13
"""And this share of the sum of all payoffs' sizes, for games that have next to no spread."""


class SaddlePointMethod(Method, Protocol):
    """An iterative method whose answer is a pair of plans."""

    def answer(self) -> tuple[Floats, Floats]:
        """Return x and y."""
        ...


def solve_by_regret_matching(
    problem: SaddlePointProblem, options: SolveOptions, own: RunOptions, rule: RegretRule, name: str
) -> SaddlePointSolution:
    """Solve a saddle point by counterfactual regret minimisation.

    Parameters
    ----------
    options : SolveOptions
        Of which time limit, tolerance (the gap), verbose and progress are read.
    name : str
        Of the method.

    Raises
    ------
    OptionError
        If both a gap and a tolerance are set, or the checkpoint is of another run.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends.iterative.cfr import CfrOptions
    >>> from seqform.builders.programs.saddle_point import saddle_point
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> kuhn = saddle_point(sequence_form(sf.load("kuhn")).target).target
    >>> own = CfrOptions(gap=1e-4)
    >>> answer = solve_by_regret_matching(kuhn, SolveOptions(), own, own.rule, own.method)
    >>> answer.lower <= -1 / 18 <= answer.upper, answer.nash_conv <= 1e-4
    (True, True)
    """
    from seqform.backends.iterative.regret import TreeplexRegretMatching

    method = TreeplexRegretMatching(problem, rule)
    return solved(problem, options, own, method, name, vars(rule))


def solved(
    problem: SaddlePointProblem,
    options: SolveOptions,
    own: RunOptions,
    method: SaddlePointMethod,
    name: str,
    course: Mapping[str, object],
) -> SaddlePointSolution:
    """Run a method, and return its answer.

    Parameters
    ----------
    problem, options, own
        As for `solve_by_regret_matching`.
    method : SaddlePointMethod
        Before its first iteration.
    course : mapping
        The options on which the course of the method depends.
    """
    checkpoint = make_checkpoint(name, problem, own, course)
    limits = run_limits(name, options, own, usual_gap(problem))
    end = run(method, limits, progress=reporter(options), checkpoint=checkpoint)
    first, second = method.answer()
    last = end.bounds[-1]
    return SaddlePointSolution(
        termination=end.termination,
        status=end.status,
        primal=first,
        dual=second,
        objective=(last.lower + last.upper) / 2,
        iterations=end.iterations,
        seconds=end.seconds,
        options={**course, "gap": limits.gap},
        solver=name,
        problem=problem,
        bounds=end.bounds,
    )


def usual_gap(problem: SaddlePointProblem) -> float:
    """Return where to stop if nobody says."""
    return DEFAULT_SHARE * problem.spread + ROUNDING * float(np.abs(problem.matrix.data).sum())
