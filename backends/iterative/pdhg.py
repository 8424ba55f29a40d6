"""Restarted primal-dual hybrid gradient as a backend."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from seqform import __version__
from seqform.backends.iterative.cfr import class_solution
from seqform.backends.iterative.regret import RegretRule
from seqform.backends.iterative.run import (
    check_run_options,
    make_checkpoint,
    prepare_loops,
    reporter,
    require_constant_sum,
    run,
    run_limits,
    threads_of,
)
from seqform.backends.iterative.saddle_point import solved
from seqform.backends.protocol import SolveOptions, check_names, require_supported
from seqform.errors import OptionError
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.strategies.classes import ClassSolution

if TYPE_CHECKING:
    from seqform.backends.iterative.primal_dual import PrimalDualRule

SOLVER = f"restarted primal-dual hybrid gradient, seqform {__version__}"
START_RULE = RegretRule(averaging=2.0, plus=False, prediction=False)
"""Discounted regret matching, which leads to a rough solution soonest."""


@dataclass(frozen=True)
class PdhgOptions:
    """The options of the backend ``pdhg``.

    Parameters
    ----------
    start_iterations : int
        How many of the iterations, the first ones, are done by discounted regret matching.
    share, mixture : float from 0 to 1
        Of the geometry; see `PrimalDualRule`.
    gap : float, optional
        Where to stop: upper minus lower bound, in units of payoff. `SolveOptions.tolerance` means the same.
    iterations : int, optional
        Where to stop if the gap is not reached; those of the start count.
    checkpoint : str or path, optional
        Where to save the run now and then, and at its end.
    checkpoint_seconds : float
        How often.
    resume : bool
        Go on from the checkpoint.

    Raises
    ------
    OptionError
        If a value has the wrong type or is out of range.
    """

    start_iterations: int = 300
    share: float = 0.6
    mixture: float = 0.1
    gap: float | None = None
    iterations: int | None = None
    checkpoint: str | os.PathLike[str] | None = None
    checkpoint_seconds: float = 60.0
    resume: bool = False

    def __post_init__(self) -> None:
        check_run_options("pdhg", self)
        first = self.start_iterations
        if isinstance(first, bool) or not isinstance(first, int) or first < 0:
            raise OptionError(f"pdhg, option start_iterations: a whole number from 0 on expected, not {first!r}")
        for name in ("share", "mixture"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
                raise OptionError(f"pdhg, option {name}: a number above 0, at most 1 expected, not {value!r}")

    @property
    def rule(self) -> PrimalDualRule:
        """The rule that the options ask for."""
        from seqform.backends.iterative.primal_dual import PrimalDualRule

        return PrimalDualRule(share=float(self.share), mixture=float(self.mixture))

    @property
    def course(self) -> dict[str, object]:
        """The options on which the course of a run depends."""
        return {"start_iterations": self.start_iterations, **asdict(self.rule)}


class PdhgBackend:
    """Restarted primal-dual hybrid gradient over realization plans, in the geometry of behaviors.

    It starts with some iterations of regret matching. In the end it converges linearly, so that it is for answers of
    high accuracy. Bounds are computed as it goes, by exact best responses in doubles. `raw` takes what `PdhgOptions`
    lists. Ctrl-C ends the run with what there is; the answer says ``INTERRUPTED``.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.saddle_point import saddle_point
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> kuhn = saddle_point(sequence_form(sf.load("kuhn")).target).target
    >>> answer = PdhgBackend().solve(kuhn, SolveOptions(tolerance=1e-9))
    >>> answer.nash_conv <= 1e-9, round(18 * answer.objective, 6)
    (True, -1.0)
    """

    name = "pdhg"
    supports: frozenset[type] = frozenset({ClassGame, SaddlePointProblem})
    exact = False

    def solve(self, model: Any, options: SolveOptions | None = None) -> ClassSolution | SaddlePointSolution:
        """Solve a constant-sum class game or a saddle point.

        Raises
        ------
        OptionError
            If an option is unknown or has a wrong value, or the checkpoint is of another run.
        UnsupportedModelError
            If `model` is neither, or a class game that is not constant-sum.
        """
        require_supported(self, model)
        options = options or SolveOptions()
        check_names("pdhg", options.raw, [field.name for field in fields(PdhgOptions)])
        own = PdhgOptions(**options.raw)
        prepare_loops(model, options)
        if isinstance(model, SaddlePointProblem):
            return _solve_saddle_point(model, options, own)
        require_constant_sum(self.name, model)
        return _solve_class_game(model, options, own)


def _solve_saddle_point(problem: SaddlePointProblem, options: SolveOptions, own: PdhgOptions) -> SaddlePointSolution:
    from seqform.backends.iterative.saddle_point import WarmStartedMatrix

    method = WarmStartedMatrix(problem, own.rule, START_RULE, own.start_iterations)
    return solved(problem, options, own, method, SOLVER, own.course)


def _solve_class_game(game: ClassGame, options: SolveOptions, own: PdhgOptions) -> ClassSolution:
    from seqform.backends.iterative.class_plan_space import ClassSpace
    from seqform.backends.iterative.primal_dual import WarmStarted
    from seqform.backends.iterative.regret import RegretMatching

    threads = threads_of(options)
    space = ClassSpace(game, threads)
    with space.operator.team:
        start = RegretMatching(space.operator, START_RULE)
        method = WarmStarted(space, own.rule, start, lambda: (start.average[0], start.average[1]), own.start_iterations)
        checkpoint = make_checkpoint("pdhg", game, own, own.course)
        end = run(method, run_limits("pdhg", options, own), progress=reporter(options), checkpoint=checkpoint)
        first, second = method.behaviors()
        strategies = space.strategy(0, first), space.strategy(1, second)
    return class_solution(game, strategies, end, {**asdict(own), **own.course, "threads": threads}, SOLVER)
