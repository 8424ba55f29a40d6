"""Common part of the iterative backends: options, limits, checkpoints and answers."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar, cast

from seqform import __version__
from seqform.backends.iterative.plan_space import ClassSpace, MatrixSpace
from seqform.backends.iterative.rounds import in_board_order
from seqform.backends.iterative.run import (
    Checkpoint,
    Method,
    RetreatRule,
    RunLimits,
    fingerprint,
    next_evaluation,
    run,
)
from seqform.backends.iterative.units import normalized_class_game, normalized_saddle_point
from seqform.backends.machine_code import warn_if_missing
from seqform.backends.protocol import (
    UNSET_OPTIONS,
    OwnOptions,
    SolveOptions,
    Traits,
    checks_call,
)
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.options import number, option, whole
from seqform.models.programs.class_game import ClassGame, ClassSolution, behavior_of_plan
from seqform.models.programs.sequence_form import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.units import Units
from seqform.system.deadline import Deadline
from seqform.system.foreign_text import visible

CLASS_SHARE = 2.5e-4
"""Default gap on class games, as a share of the payoffs' spread."""

SADDLE_POINT_SHARE = 2.5e-7
"""Default gap on saddle points, likewise."""

ROUNDING = 2.0**-46
"""A gap, in units of normalized payoffs, that counts as reached whatever gap is asked."""

EXHAUSTED = 2.0**-40
"""A gap that counts as reached where a method does not improve any more."""


SHARE = number(0, included=False, most=1)
"""Reads an option that is a share, and positive."""

EXPONENT = number(0, most=100)
"""Reads an option that is an exponent."""


@dataclass(frozen=True)
class RunOptions(OwnOptions):
    """Options of every iterative backend."""

    iterations: int | None = option(
        None, "Stop after so many iterations if the gap is not reached.", whole(1)
    )
    checkpoint_seconds: float = option(
        60.0, "The interval at which the checkpoint is written.", number(0)
    )

    @property
    def course(self) -> Mapping[str, object]:
        """The options on which the course of a run depends."""
        raise NotImplementedError

    @property
    def retreat(self) -> RetreatRule:
        """The conditions for going back to the last evaluation."""
        return RetreatRule()


LOADED_BYTES = 30_000_000
"""Measured memory of the modules that a run loads, and of an answer and its certificate in a small game."""

Options = TypeVar("Options", bound=RunOptions)


class IterativeBackend(ABC, Generic[Options]):
    """A backend that runs an iterative method on a constant-sum class game, or on a saddle point.

    Both bounds on the value are computed at intervals, by exact best responses in doubles. Ctrl-C ends the run with the
    present answer and the termination ``INTERRUPTED``. The course of a run depends neither on the number of threads nor
    on whether it was resumed, nor on the unit of the payoffs or a constant that is part of all of them: the method runs
    in units of its own (`seqform.backends.iterative.units`), and bounds and gaps are stated in those of the game. A gap
    at the level of rounding counts as reached.
    """

    name: str
    supports: frozenset[type] = frozenset({ClassGame, SaddlePointProblem})
    exact = False
    traits: Traits
    vectors: ClassVar[int] = 9
    """Vectors over the sequences of both players that a run on a class game, and its tables, take, as measured."""

    @abstractmethod
    def method(self, space: ClassSpace | MatrixSpace, own: Options) -> Method:
        """Return the method before its first iteration."""

    def title(self, own: Options) -> str:
        """Return the name of the method."""
        return own.backend

    def memory(self, game: ClassGame) -> int:
        """Return the bytes that a run on a class game takes, with the modules that it loads, roughly."""
        return LOADED_BYTES + 8 * self.vectors * (game.num_sequences(0) + game.num_sequences(1))

    def completed(self, own: Options, model: ClassGame | SaddlePointProblem) -> Options:
        """Return the options with those filled in that depend on the model."""
        return own

    def next_evaluation(self, own: Options, iteration: int) -> int:
        """Return the iteration after which bounds are computed next."""
        return next_evaluation(iteration)

    @checks_call
    def solve(
        self, model: Any, options: SolveOptions = UNSET_OPTIONS
    ) -> ClassSolution | SaddlePointSolution:
        """Solve a constant-sum class game or a saddle point; see `Backend.solve`."""
        warn_if_missing()
        deadline = Deadline(options.time_limit)
        own = cast("type[Options]", self.traits.options).of(options)
        if options.target_gap is not None and options.tolerance is not None:
            raise OptionError(
                f"{self.name}: target_gap and tolerance mean the same; set one of them"
            )
        if isinstance(model, SaddlePointProblem):
            own = self.completed(own, model)
            return self._solve_saddle_point(model, options, own, deadline)
        if model.constant_sum is None:
            raise UnsupportedModelError(
                f"backend {self.name} solves constant-sum games; {model.title!r} is not one"
            )
        own = self.completed(own, model)
        return self._solve_class_game(model, options, own, deadline)

    def _solve_saddle_point(
        self, problem: SaddlePointProblem, options: SolveOptions, own: Options, deadline: Deadline
    ) -> SaddlePointSolution:
        normalized, units = normalized_saddle_point(problem)
        space = MatrixSpace(normalized)
        method = self.method(space, own)
        gap = SADDLE_POINT_SHARE * normalized.spread
        common = self._run(method, normalized, options, own, gap, units, deadline)

        first, second = method.weights()
        return SaddlePointSolution(
            **common,
            primal=space.plan_of_weights(0, first)[0],
            dual=space.plan_of_weights(1, second)[0],
            problem=problem,
        )

    def _solve_class_game(
        self, game: ClassGame, options: SolveOptions, own: Options, deadline: Deadline
    ) -> ClassSolution:
        threads = options.threads
        if threads is None:
            threads = os.cpu_count() or 1
        normalized, units = normalized_class_game(game)
        ordered = in_board_order(normalized)
        space = ClassSpace(ordered.game, threads)
        gap = CLASS_SHARE * normalized.payoff_spread
        with space.operator.threads:
            method = self.method(space, own)
            common = self._run(method, normalized, options, own, gap, units, deadline)
            weights = method.weights()
        # Stated, though the course of a run does not depend on it.
        common["options"]["threads"] = threads

        # From boards to the original order, and from the game in units of the method to the one that was given.
        first = ordered.lift(behavior_of_plan(ordered.game, 0, weights[0]))
        second = ordered.lift(behavior_of_plan(ordered.game, 1, weights[1]))
        strategies = (replace(first, game=game), replace(second, game=game))
        return ClassSolution(**common, game=game, strategies=strategies)

    def _run(
        self,
        method: Method,
        model: ClassGame | SaddlePointProblem,
        options: SolveOptions,
        own: Options,
        default_gap: float,
        units: Units,
        deadline: Deadline,
    ) -> dict[str, Any]:
        """Run the method on a normalized model; return the fields of every solution, in units of the original one."""
        asked = options.target_gap  # at most one of the two is set
        if asked is None:
            asked = options.tolerance
        gap = default_gap if asked is None else units.normalized_gap(asked)

        checkpoint = None
        if options.checkpoint is not None:
            digest = fingerprint(model, self.name, own.course)
            checkpoint = Checkpoint(Path(options.checkpoint), digest, own.checkpoint_seconds)
        limits = RunLimits(gap, own.iterations, deadline.left, ROUNDING, EXHAUSTED)
        end = run(
            method,
            limits,
            progress=reporter(options),
            checkpoint=checkpoint,
            schedule=lambda iteration: self.next_evaluation(own, iteration),
            retreat=own.retreat,
            units=units,
        )

        bounds = tuple(units.bound(bound) for bound in end.bounds)
        return {
            "termination": end.termination,
            "status": end.status,
            "objective": (bounds[-1].lower + bounds[-1].upper) / 2,
            "iterations": end.iterations,
            "seconds": end.seconds,
            "solver": f"{self.title(own)}, seqform {__version__}",
            "options": {
                **asdict(own),
                **own.course,
                "gap": units.gap(gap) if asked is None else asked,
            },
            "bounds": bounds,
        }


def sequences_of(model: ClassGame | SaddlePointProblem) -> int:
    """Return the number of sequences of both players."""
    if isinstance(model, ClassGame):
        return model.num_sequences(0) + model.num_sequences(1)
    return sum(model.payoffs.shape)


def reporter(options: SolveOptions) -> Callable[[str], None] | None:
    """Return the progress callback, which also prints lines if `options` are verbose."""
    if not options.verbose:
        return options.progress

    def report(line: str) -> None:
        print(visible(line), flush=True)
        if options.progress is not None:
            options.progress(line)

    return report
