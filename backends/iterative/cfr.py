"""Regret matching on class games as a backend."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from seqform import __version__
from seqform.backends.iterative.ranked import in_board_order
from seqform.backends.iterative.regret import RegretRule
from seqform.backends.iterative.run import (
    RunEnd,
    check_run_options,
    is_number,
    make_checkpoint,
    prepare_loops,
    reporter,
    require_bool,
    require_choice,
    require_constant_sum,
    run,
    run_limits,
    threads_of,
)
from seqform.backends.iterative.saddle_point import solve_by_regret_matching
from seqform.backends.protocol import SolveOptions, check_names, require_supported
from seqform.errors import OptionError
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.strategies.classes import ClassSolution, ClassStrategy

METHODS: Mapping[str, RegretRule] = {
    "dcfr+": RegretRule(),
    "pdcfr+": RegretRule(prediction=True),
    "pcfr+": RegretRule(averaging=2.0, discount=None, prediction=True),
    "cfr+": RegretRule(averaging=2.0, discount=None),
    "dcfr": RegretRule(averaging=2.0, plus=False),
}
"""What there is to choose among, with the settings that each has unless told otherwise."""

DEFAULT_METHOD = "dcfr+"


@dataclass(frozen=True)
class CfrOptions:
    """The options of the backend ``cfr``.

    Parameters
    ----------
    method : str
        ``"dcfr+"``, ``"pdcfr+"`` (with prediction), ``"pcfr+"`` (not discounted), ``"cfr+"`` or ``"dcfr"``.
    averaging : float, optional
        Plan number t has a weight in proportion to t to this power; the method's own if absent.
    discount : float, optional
        α ≥ 0: accumulated positive regrets are multiplied by t^α / (t^α + 1) before others are added; the method's own
        if absent, 0 for none at all.
    alternation : bool
        Whether player 2 responds to player 1's new strategy, rather than both to the old ones.
    precision : "double" or "single"
        Of regrets and behavior in class games; averages, bounds and saddle points are always in doubles.
    gap : float, optional
        Where to stop: upper minus lower bound, in units of payoff. `SolveOptions.tolerance` means the same.
    iterations : int, optional
        Where to stop if the gap is not reached.
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

    method: str = DEFAULT_METHOD
    averaging: float | None = None
    discount: float | None = None
    alternation: bool = True
    precision: str = "single"
    gap: float | None = None
    iterations: int | None = None
    checkpoint: str | os.PathLike[str] | None = None
    checkpoint_seconds: float = 60.0
    resume: bool = False

    def __post_init__(self) -> None:
        require_choice("cfr", "method", self.method, tuple(METHODS))
        require_choice("cfr", "precision", self.precision, ("double", "single"))
        require_bool("cfr", "alternation", self.alternation)
        check_run_options("cfr", self)
        for name in ("averaging", "discount"):
            value = getattr(self, name)
            if value is not None and (not is_number(value) or not 0 <= value <= 100):
                raise OptionError(f"cfr, option {name}: a number from 0 to 100 expected, not {value!r}")

    @property
    def rule(self) -> RegretRule:
        """The rule that the options ask for."""
        own = METHODS[self.method]
        discount = own.discount if self.discount is None else (self.discount or None)
        averaging = own.averaging if self.averaging is None else float(self.averaging)
        return RegretRule(averaging, discount, own.plus, own.prediction, self.alternation)


class CfrBackend:
    """Counterfactual regret minimisation on a constant-sum class game, or on the saddle point of any constant-sum game.

    Both bounds on the value are computed as it goes, by exact best responses in doubles. `raw` takes what
    `CfrOptions` lists. Ctrl-C ends the run with what there is; the answer says ``INTERRUPTED``. The course of a run
    depends neither on the number of threads nor on whether it was resumed.

    Examples
    --------
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> from seqform.models.games.abstraction import InformationFilter
    >>> game = class_game(InformationFilter.identity(kuhn("kuhn")))
    >>> answer = CfrBackend().solve(game, SolveOptions(tolerance=1e-4))
    >>> answer.lower <= -1 / 18 <= answer.upper, answer.nash_conv <= 1e-4
    (True, True)
    """

    name = "cfr"
    supports: frozenset[type] = frozenset({ClassGame, SaddlePointProblem})
    exact = False

    def solve(self, model: Any, options: SolveOptions | None = None) -> ClassSolution | SaddlePointSolution:
        """Solve a constant-sum class game, or a saddle point.

        Raises
        ------
        OptionError
            If an option is unknown or has a wrong value, or the checkpoint is of another run.
        UnsupportedModelError
            If `model` is neither a constant-sum ClassGame nor a SaddlePointProblem.
        """
        require_supported(self, model)
        options = options or SolveOptions()
        check_names("cfr", options.raw, [field.name for field in fields(CfrOptions)])
        own = CfrOptions(**options.raw)
        solver = f"{own.method.upper()}, seqform {__version__}"
        prepare_loops(model, options)
        if isinstance(model, SaddlePointProblem):
            return replace(solve_by_regret_matching(model, options, own, own.rule, own.method), solver=solver)
        require_constant_sum(self.name, model)
        return _solve_class_game(model, options, own, solver)


def _solve_class_game(model: ClassGame, options: SolveOptions, own: CfrOptions, solver: str) -> ClassSolution:
    from seqform.backends.iterative.operator import PayoffOperator
    from seqform.backends.iterative.regret import RegretMatching

    course = {**asdict(own.rule), "precision": own.precision}
    threads = threads_of(options)
    ordered = in_board_order(model)
    operator = PayoffOperator(ordered.game, threads)
    with operator.team:
        method = RegretMatching(operator, own.rule, np.float64 if own.precision == "double" else np.float32)
        checkpoint = make_checkpoint("cfr", model, own, course)
        limits = run_limits("cfr", options, own)
        end = run(method, limits, progress=reporter(options), checkpoint=checkpoint)
    first, second = map(ordered.lift, method.strategies())
    resolved = {**asdict(own), **course, "threads": threads}
    return class_solution(model, (first, second), end, resolved, solver)


def class_solution(
    model: ClassGame,
    strategies: tuple[ClassStrategy, ClassStrategy],
    end: RunEnd,
    options: dict[str, Any],
    solver: str,
) -> ClassSolution:
    """Return how a run ended as a backend's answer."""
    last = end.bounds[-1]
    return ClassSolution(
        termination=end.termination,
        status=end.status,
        objective=(last.lower + last.upper) / 2,
        iterations=end.iterations,
        seconds=end.seconds,
        options=options,
        solver=solver,
        game=model,
        strategies=strategies,
        bounds=end.bounds,
    )
