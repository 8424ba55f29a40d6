"""Common part of the iterative backends: options, limits, checkpoints and answers."""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from seqform import __version__
from seqform.backends.iterative.checkpoint import Checkpoint, fingerprint
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.plan_space import MatrixSpace
from seqform.backends.iterative.ranked import in_board_order
from seqform.backends.iterative.run import Method, RunEnd, RunLimits, run
from seqform.backends.linalg.compiled import prepare
from seqform.backends.protocol import SolveOptions, check_names, require_supported
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.strategies.classes import ClassSolution, behavior_of_plan
from seqform.system.foreign_text import visible

CLASS_GAP = 1e-3
"""Default gap on class games, in units of payoff."""

SADDLE_POINT_SHARE = 2.5e-7
"""Default gap on saddle points, as a share of the payoffs' spread."""

ROUNDING = 1e-13
"""Added to it as a share of the sum of all payoffs' sizes, for games that have next to no spread."""


@dataclass(frozen=True)
class RunOptions:
    """Options of every iterative backend.

    Parameters
    ----------
    iterations : int, optional
        Stop after so many iterations if the gap is not reached.
    checkpoint : str or path, optional
        File to which the run is saved at intervals and at its end.
    checkpoint_seconds : float
        The interval.
    resume : bool
        Continue from the checkpoint.
    """

    backend: ClassVar[str]

    iterations: int | None = None
    checkpoint: str | os.PathLike[str] | None = None
    checkpoint_seconds: float = 60.0
    resume: bool = False

    def __post_init__(self) -> None:
        if self.iterations is not None:
            self._require("iterations", is_count(self.iterations, 1), "a whole number from 1 on")
        if self.checkpoint is not None:
            self._require("checkpoint", isinstance(self.checkpoint, str | os.PathLike), "a file name")
        seconds = self.checkpoint_seconds
        self._require("checkpoint_seconds", is_number(seconds) and seconds >= 0, "a number from 0 on")
        self._require("resume", isinstance(self.resume, bool), "true or false")
        if self.resume and self.checkpoint is None:
            raise OptionError(f"{self.backend}, option resume: name the file to resume from as option checkpoint")

    def _require(self, name: str, fits: bool, expected: str) -> None:
        if not fits:
            raise OptionError(f"{self.backend}, option {name}: {expected} expected, not {getattr(self, name)!r}")

    @property
    def course(self) -> Mapping[str, object]:
        """The options on which the course of a run depends."""
        raise NotImplementedError

    def limits(self, options: SolveOptions, default_gap: float) -> RunLimits:
        """Return the limits of a run; raise OptionError if both a gap and a tolerance are set."""
        given = [value for value in (options.target_gap, options.tolerance) if value is not None]
        if len(given) > 1:
            raise OptionError(f"{self.backend}: target_gap and tolerance mean the same; set one of them")
        return RunLimits(given[0] if given else default_gap, self.iterations, options.time_limit)

    def checkpoint_for(self, model: ClassGame | SaddlePointProblem) -> Checkpoint | None:
        """Return the checkpoint of a run on a model."""
        if self.checkpoint is None:
            return None
        digest = fingerprint(model, self.backend, self.course)
        return Checkpoint(Path(self.checkpoint), digest, every=self.checkpoint_seconds, resume=self.resume)


def is_number(value: object) -> bool:
    """Return whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def is_count(value: object, least: int) -> bool:
    """Return whether a value is a whole number from `least` on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


Options = TypeVar("Options", bound=RunOptions)


class IterativeBackend(ABC, Generic[Options]):
    """A backend that runs an iterative method on a constant-sum class game, or on a saddle point.

    Both bounds on the value are computed at intervals, by exact best responses in doubles. Ctrl-C ends the run with the
    present answer and the termination ``INTERRUPTED``. The course of a run depends neither on the number of threads nor
    on whether it was resumed.
    """

    name: str
    supports: frozenset[type] = frozenset({ClassGame, SaddlePointProblem})
    exact = False
    options_type: type[Options]

    @abstractmethod
    def method(self, space: ClassSpace | MatrixSpace, own: Options) -> Method:
        """Return the method before its first iteration."""

    def title(self, own: Options) -> str:
        """Return the name of the method."""
        return own.backend

    def solve(self, model: Any, options: SolveOptions | None = None) -> ClassSolution | SaddlePointSolution:
        """Solve a constant-sum class game or a saddle point; see `Backend.solve`."""
        require_supported(self, model)
        options = options or SolveOptions()
        check_names(self.name, options.raw, [field.name for field in fields(self.options_type)])
        own = self.options_type(**options.raw)
        if options.checkpoint is not None:
            own = replace(own, checkpoint=options.checkpoint, resume=Path(options.checkpoint).exists())
        if isinstance(model, SaddlePointProblem):
            prepare("iterative", model.payoffs.nonzeros, reporter(options))
            return self._solve_saddle_point(model, options, own)
        if model.constant_sum is None:
            raise UnsupportedModelError(f"backend {self.name} solves constant-sum games; {model.title!r} is not one")
        shapes = (model.shape(player, number) for player in (0, 1) for number in range(model.num_rounds))
        prepare("iterative", sum(map(math.prod, shapes)), reporter(options))
        return self._solve_class_game(model, options, own)

    def _solve_saddle_point(
        self, problem: SaddlePointProblem, options: SolveOptions, own: Options
    ) -> SaddlePointSolution:
        default_gap = SADDLE_POINT_SHARE * problem.spread + ROUNDING * float(np.abs(problem.matrix.data).sum())
        limits, space = own.limits(options, default_gap), MatrixSpace(problem)
        method = self.method(space, own)
        end = run(method, limits, progress=reporter(options), checkpoint=own.checkpoint_for(problem))
        plans = [space.zeros(0), space.zeros(1)]
        for player, weights in enumerate(method.weights()):
            behavior = space.zeros(player)
            space.make_behavior(player, weights, behavior)
            space.make_plan(player, behavior, plans[player])
        return SaddlePointSolution(
            **self._common(own, end),
            primal=plans[0][0],
            dual=plans[1][0],
            options={**own.course, "gap": limits.gap},
            problem=problem,
        )

    def _solve_class_game(self, game: ClassGame, options: SolveOptions, own: Options) -> ClassSolution:
        threads = (os.cpu_count() or 1) if options.threads is None else options.threads
        limits, checkpoint = own.limits(options, CLASS_GAP), own.checkpoint_for(game)
        ordered = in_board_order(game)
        space = ClassSpace(ordered.game, threads)
        with space.operator.threads:
            method = self.method(space, own)
            end = run(method, limits, progress=reporter(options), checkpoint=checkpoint)
            weights = method.weights()
        first, second = (ordered.lift(behavior_of_plan(ordered.game, player, weights[player])) for player in (0, 1))
        return ClassSolution(
            **self._common(own, end),
            options={**asdict(own), **own.course, "threads": threads},
            game=game,
            strategies=(first, second),
        )

    def _common(self, own: Options, end: RunEnd) -> dict[str, Any]:
        return {
            "termination": end.termination,
            "status": end.status,
            "objective": (end.bounds[-1].lower + end.bounds[-1].upper) / 2,
            "iterations": end.iterations,
            "seconds": end.seconds,
            "solver": f"{self.title(own)}, seqform {__version__}",
            "bounds": end.bounds,
        }


def reporter(options: SolveOptions) -> Callable[[str], None] | None:
    """Return the progress callback, which also prints lines if `options` are verbose."""
    if not options.verbose:
        return options.progress

    def report(line: str) -> None:
        print(visible(line), flush=True)
        if options.progress is not None:
            options.progress(line)

    return report
