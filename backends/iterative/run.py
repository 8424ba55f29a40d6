"""Running an iterative method: limits, bounds as it goes, progress, Ctrl-C, and checkpoints.

Options that every iterative method on class games has: limits, threads, reports and checkpoints.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from seqform.backends.iterative.checkpoint import Checkpoint, Saved, fingerprint
from seqform.backends.linalg.compiled import prepare
from seqform.backends.protocol import SolveOptions
from seqform.errors import ModelError, OptionError, SolveError, UnsupportedModelError
from seqform.models.programs.bounded import Bound
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.programs.solutions import Termination
from seqform.system import signals
from seqform.system.foreign_text import visible

Arrays = Mapping[str, npt.NDArray[Any]]


class Method(Protocol):
    """An iterative method, whose state is a set of arrays."""

    def step(self) -> None:
        """Do one iteration."""
        ...

    def value_bounds(self) -> tuple[float, float]:
        """Return the bounds on the value that the current answer proves, without changing the state."""
        ...

    def state(self) -> Arrays:
        """Return all that the iterations to come depend on; the arrays are written out, not kept."""
        ...

    def restore(self, state: Arrays) -> None:
        """Go back to a state.

        Raises
        ------
        ModelError
            If it is none of this method on this game; see `require_same_arrays`.
        """
        ...


@runtime_checkable
class DampedMethod(Method, Protocol):
    """A method that can take smaller steps where its own have made it swing."""

    def damp(self) -> None:
        """Take somewhat smaller steps from here on."""
        ...


GROWTH = 1.5
"""A gap that has grown by more than this since the last evaluation comes of steps that are too large."""

SETTLED = 300
"""Iterations after which this is so; before, gaps go up and down."""

MAX_RETREATS = 3
"""How often a run goes back to the same iteration; if that did not help, it goes on from there with its own steps."""


@dataclass(frozen=True)
class RunLimits:
    """When to stop.

    Parameters
    ----------
    gap : float
        Upper minus lower bound, in units of payoff.
    seconds : float, optional
        All sessions of a resumed run together.
    """

    gap: float
    iterations: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class RunEnd:
    """How a run ended; the last bound is that of the method's final answer."""

    termination: Termination
    status: str
    iterations: int
    seconds: float
    bounds: tuple[Bound, ...]


def next_evaluation(iteration: int) -> int:
    """Return the iteration after which bounds are computed next.

    It depends on the iteration alone, so that a resumed run computes them where an uninterrupted one does. From the
    thirties on they take about 3 % of the time or less.

    Examples
    --------
    >>> [next_evaluation(n) for n in (0, 1, 2, 32, 999, 2000)]
    [1, 2, 4, 57, 1024, 2040]
    """
    return max(1, 2 * iteration if iteration < 32 else iteration + max(25, iteration // 50))


def run(
    method: Method,
    limits: RunLimits,
    *,
    progress: Callable[[str], None] | None = None,
    checkpoint: Checkpoint | None = None,
    schedule: Callable[[int], int] = next_evaluation,
) -> RunEnd:
    """Iterate until the gap is small enough, a limit is reached, or Ctrl-C.

    Where the gap has grown, a method that can take smaller steps goes back to the last evaluation and does so: regret
    matching that is close to a solution may begin to swing, each iteration farther than the one before. What is
    saved is the state at the last evaluation, from which the course goes on as if nothing had happened.

    Parameters
    ----------
    progress : callable, optional
        Called with a line of text whenever bounds have been computed.
    checkpoint : Checkpoint, optional
        Where to save now and then and at the end, and what to begin from.
    schedule : callable
        From an iteration at which bounds were computed to the next.

    Raises
    ------
    OptionError
        If there is nothing at the checkpoint to begin from, or something that does not fit.
    SolveError
        If no answer has finite bounds. Where they cease to be finite, the run ends with the last answer that had some.
    """
    saved = None if checkpoint is None else _resumed(method, checkpoint)
    clock = _Clock(saved.seconds if saved is not None else 0.0)
    with signals.noted() as interrupted:
        course = _Course(method, clock, _Reports(progress, interrupted), saved)
        termination, status = _iterate(course, limits, schedule, checkpoint, interrupted)
        if not course.evaluated:
            course.go_back_if_worse()
        if interrupted.is_set():  # also while the last bounds were computed
            termination, status = Termination.INTERRUPTED, "interrupted"
        final = course.bounds if course.evaluated else [*course.bounds, course.bound()]
        seconds = clock.seconds
        if checkpoint is not None and course.kept is not None:
            checkpoint.save(replace(course.kept, seconds=seconds))
    return RunEnd(termination, status, course.iteration, seconds, tuple(final))


def _resumed(method: Method, checkpoint: Checkpoint) -> Saved | None:
    saved = checkpoint.load()
    if saved is not None:
        try:
            method.restore(saved.state)
        except ModelError as error:
            raise OptionError(
                f"checkpoint {checkpoint.path}: does not fit this game and method: {error}; delete it or name another"
            ) from None
    return saved


class _Clock:
    def __init__(self, before: float) -> None:
        self._start = time.perf_counter() - before

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._start


class _Reports:
    """Lines for whoever watches, who may answer with a KeyboardInterrupt."""

    def __init__(self, progress: Callable[[str], None] | None, interrupted: threading.Event) -> None:
        self._progress, self._interrupted = progress, interrupted

    def __call__(self, bound: Bound) -> None:
        if self._progress is None:
            return
        line = (
            f"iteration {bound.iteration:,}, {bound.seconds:.1f} s: value in [{bound.lower:.9g}, {bound.upper:.9g}], "
            f"gap {bound.gap:.3g}"
        )
        try:
            self._progress(line)
        except KeyboardInterrupt:
            self._interrupted.set()


class _Course:
    """Where a run has come to."""

    def __init__(self, method: Method, clock: _Clock, report: _Reports, saved: Saved | None) -> None:
        self.method, self.clock, self._report = method, clock, report
        self.iteration = 0 if saved is None else saved.iteration
        self.bounds = [] if saved is None else list(saved.bounds)
        self.kept = saved
        self.lost = False
        self._damped = method if isinstance(method, DampedMethod) else None
        self._retreats = 0

    @property
    def evaluated(self) -> bool:
        """Whether the last bounds are those of the current answer."""
        return bool(self.bounds) and self.bounds[-1].iteration == self.iteration

    def step(self) -> None:
        self.method.step()
        self.iteration += 1

    def bound(self) -> Bound:
        lower, upper = self.method.value_bounds()
        return Bound(self.iteration, self.clock.seconds, lower, upper)

    def evaluate(self) -> None:
        """Compute bounds, and go on from here; or from where the gap was smaller, with smaller steps."""
        bound = self.bound()
        if not math.isfinite(bound.gap):
            self.lost = True
            return
        if self._damped is not None and self._swings(bound):
            self._retreat(self._damped)
            return
        self.bounds.append(bound)
        self._retreats = 0
        self._keep()
        self._report(bound)

    def go_back_if_worse(self) -> None:
        """At the end of a run: take the answer of the last evaluation where what came after it is no better."""
        if self.kept is not None and self.bounds and not self.bound().gap <= self.bounds[-1].gap:
            self.method.restore(self.kept.state)
            self.iteration = self.kept.iteration
        if not math.isfinite(self.bound().gap):
            raise SolveError(
                f"after {self.iteration:,} iterations bounds on the value are not finite: payoffs are too large, too "
                "small, or too far apart for doubles"
            )

    def _swings(self, bound: Bound) -> bool:
        return (
            self.iteration > SETTLED
            and self.kept is not None
            and self._retreats <= MAX_RETREATS
            and bound.gap > GROWTH * self.bounds[-1].gap
        )

    def _retreat(self, method: DampedMethod) -> None:
        assert self.kept is not None
        method.restore(self.kept.state)
        self._retreats += 1
        if self._retreats <= MAX_RETREATS:
            for _ in range(self._retreats):
                method.damp()

    def _keep(self) -> None:
        """Remember this iteration, in the arrays of the one before."""
        state = self.method.state()
        if self.kept is not None and state.keys() == self.kept.state.keys():
            for name, array in self.kept.state.items():
                np.copyto(array, state[name])
            held = self.kept.state
        else:
            held = {name: np.array(array) for name, array in state.items()}
        self.kept = Saved(self.iteration, self.clock.seconds, tuple(self.bounds), held)


def _iterate(
    course: _Course,
    limits: RunLimits,
    schedule: Callable[[int], int],
    checkpoint: Checkpoint | None,
    interrupted: threading.Event,
) -> tuple[Termination, str]:
    at = _first_evaluation(course, schedule)
    while True:
        if course.evaluated and course.bounds[-1].gap <= limits.gap:
            return Termination.SOLVED, f"gap of at most {limits.gap:g} reached"
        if interrupted.is_set():
            return Termination.INTERRUPTED, "interrupted"
        if limits.iterations is not None and course.iteration >= limits.iterations:
            return Termination.ITERATION_LIMIT, "iteration limit reached"
        if limits.seconds is not None and course.iteration and course.clock.seconds >= limits.seconds:
            return Termination.TIME_LIMIT, "time limit reached"
        course.step()
        if course.iteration >= at:
            course.evaluate()
            if course.lost:
                return Termination.NUMERICAL_ERROR, f"bounds no longer finite after {course.iteration:,} iterations"
            at = schedule(course.iteration)
            if checkpoint is not None and checkpoint.due() and course.kept is not None:
                checkpoint.save(course.kept)


def _first_evaluation(course: _Course, schedule: Callable[[int], int]) -> int:
    return schedule(course.bounds[-1].iteration if course.bounds else 0)


def by_rounds(name: str, rounds: list[npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a vector under names of their own, for `Method.state`."""
    return {f"{name}{number}": array for number, array in enumerate(rounds)}


def restore_rounds(name: str, rounds: list[npt.NDArray[Any]], state: Arrays) -> None:
    """Copy what `by_rounds` named back into the arrays."""
    for number, array in enumerate(rounds):
        np.copyto(array, state[f"{name}{number}"], casting="no")


def require_same_arrays(own: Arrays, state: Arrays) -> None:
    """Raise ModelError unless a state has the names, shapes and types of a method's own, and no gaps in it."""
    different = sorted(own.keys() ^ state.keys())
    if different:
        name = different[0]
        raise ModelError(f"array {name!r} is {'missing' if name in own else 'unknown'}")
    for name, array in own.items():
        other = state[name]
        if (other.shape, other.dtype) != (array.shape, array.dtype):
            raise ModelError(f"array {name!r} of {other.dtype} {other.shape}, not {array.dtype} {array.shape}")
        if other.dtype.kind == "f" and np.isnan(other).any():
            raise ModelError(f"array {name!r} holds what is no number")


def restored_count(name: str, state: Arrays) -> int:
    """Return a number of iterations; raise ModelError if it is none."""
    count = int(state[name])
    if count < 0:
        raise ModelError(f"{name} {count}: a number from 0 on expected")
    return count


DEFAULT_GAP = 1e-3
"""In units of payoff."""


class RunOptions(Protocol):
    """The options, by name, among a backend's own.

    Attributes
    ----------
    gap : float or None
        Where to stop: upper minus lower bound, in units of payoff; `SolveOptions.tolerance` means the same.
    iterations : int or None
        Where to stop if the gap is not reached.
    checkpoint : str, path or None
        Where to save the run now and then, and at its end.
    checkpoint_seconds : float
        How often.
    resume : bool
        Go on from the checkpoint.
    """

    @property
    def gap(self) -> float | None: ...  # noqa: D102
    @property
    def iterations(self) -> int | None: ...  # noqa: D102
    @property
    def checkpoint(self) -> str | os.PathLike[str] | None: ...  # noqa: D102
    @property
    def checkpoint_seconds(self) -> float: ...  # noqa: D102
    @property
    def resume(self) -> bool: ...  # noqa: D102


def check_run_options(backend: str, own: RunOptions) -> None:
    """Raise OptionError if one of the options has the wrong type or is out of range."""
    if own.gap is not None and not (is_number(own.gap) and own.gap >= 0):
        raise OptionError(f"{backend}, option gap: a number from 0 on expected, not {own.gap!r}")
    if own.iterations is not None:
        require_count(backend, "iterations", own.iterations)
    if own.checkpoint is not None and not isinstance(own.checkpoint, str | os.PathLike):
        raise OptionError(f"{backend}, option checkpoint: a file name expected, not {own.checkpoint!r}")
    if not (is_number(own.checkpoint_seconds) and own.checkpoint_seconds >= 0):
        raise OptionError(
            f"{backend}, option checkpoint_seconds: a number from 0 on expected, not {own.checkpoint_seconds!r}"
        )
    require_bool(backend, "resume", own.resume)
    if own.resume and own.checkpoint is None:
        raise OptionError(f"{backend}, option resume: name the file to resume from as option checkpoint")


def is_number(value: object) -> bool:
    """Tell whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def require_bool(backend: str, name: str, value: object) -> None:
    """Raise OptionError unless a value is true or false."""
    if not isinstance(value, bool):
        raise OptionError(f"{backend}, option {name}: true or false expected, not {value!r}")


def require_count(backend: str, name: str, value: object) -> None:
    """Raise OptionError unless a value is a whole number from 1 on."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise OptionError(f"{backend}, option {name}: a whole number from 1 on expected, not {value!r}")


def require_choice(backend: str, name: str, value: object, choices: tuple[str, ...]) -> None:
    """Raise OptionError unless a value is one of the choices."""
    if value not in choices:
        raise OptionError(f"{backend}, option {name}: {' or '.join(choices)} expected, not {value!r}")


def prepare_loops(model: ClassGame | SaddlePointProblem, options: SolveOptions) -> None:
    """Decide how the loops run on a game of this size; see `seqform.backends.linalg.compiled.prepare`."""
    if isinstance(model, SaddlePointProblem):
        size = model.payoffs.nonzeros
    else:
        size = sum(math.prod(model.shape(player, number)) for player in (0, 1) for number in range(model.num_rounds))
    prepare("iterative", size, reporter(options))


def require_constant_sum(backend: str, game: ClassGame) -> None:
    """Raise UnsupportedModelError unless what one player wins the other loses."""
    if game.constant_sum is None:
        raise UnsupportedModelError(f"backend {backend} solves constant-sum games; {game.title!r} is not one")


def threads_of(options: SolveOptions) -> int:
    """Return how many threads to use: those asked for, or one for each processor."""
    return (os.cpu_count() or 1) if options.threads is None else options.threads


def run_limits(backend: str, options: SolveOptions, own: RunOptions, usual_gap: float = DEFAULT_GAP) -> RunLimits:
    """Return when to stop: at `usual_gap` where no gap is asked for.

    Raises
    ------
    OptionError
        If both a gap and a tolerance are set.
    """
    if own.gap is not None and options.tolerance is not None:
        raise OptionError(f"{backend}: option gap and tolerance mean the same; set one of them")
    gap = next((value for value in (own.gap, options.tolerance) if value is not None), usual_gap)
    return RunLimits(gap, own.iterations, options.time_limit)


def reporter(options: SolveOptions) -> Callable[[str], None] | None:
    """Return who is told how the run goes."""
    if not options.verbose:
        return options.progress

    def report(line: str) -> None:
        print(visible(line), flush=True)
        if options.progress is not None:
            options.progress(line)

    return report


def make_checkpoint(
    method: str, model: ClassGame | SaddlePointProblem, own: RunOptions, course: Mapping[str, object]
) -> Checkpoint | None:
    """Return where to save the run, if anywhere.

    Parameters
    ----------
    course : mapping
        The options on which the course of the method depends.
    """
    if own.checkpoint is None:
        return None
    digest = fingerprint(model, method, course)
    return Checkpoint(Path(own.checkpoint), digest, every=own.checkpoint_seconds, resume=own.resume)
