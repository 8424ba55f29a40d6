"""The loop of an iterative method: limits, bounds at intervals, retreats, progress, Ctrl-C and checkpoints."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from seqform.backends.iterative.checkpoint import Checkpoint, Saved
from seqform.backends.iterative.plan_space import Vector
from seqform.errors import ModelError, OptionError, SolveError
from seqform.models.programs.solutions import Bound, Termination
from seqform.system import signals

Arrays = Mapping[str, npt.NDArray[Any]]


class Method(Protocol):
    """An iterative method, whose answer is a pair of plans, and whose state is a set of arrays."""

    def step(self) -> None:
        """Do one iteration."""
        ...

    def value_bounds(self) -> tuple[float, float]:
        """Return the bounds on the value that the current answer proves, without changing the state."""
        ...

    def weights(self) -> tuple[Vector, Vector]:
        """Return the current plans, or positive multiples of them."""
        ...

    def state(self) -> Arrays:
        """Return everything that later iterations depend on; the arrays may be the method's own."""
        ...

    def restore(self, state: Arrays) -> None:
        """Go back to a state; raise ModelError if it is not one of this method on this game."""
        ...


@runtime_checkable
class DampedMethod(Method, Protocol):
    """A method that can take smaller steps where its own have made it oscillate."""

    def damp(self) -> None:
        """Take somewhat smaller steps from here on."""
        ...


@dataclass(frozen=True)
class RetreatRule:
    """Conditions for going back to the last evaluation with smaller steps.

    A gap that has grown by more than the factor `growth` since the last evaluation shows that the steps are too large,
    after the first `settled` iterations, in which gaps go up and down. If `most` retreats to the same iteration have
    not helped, the run continues from there with its own steps.
    """

    growth: float = 1.5
    settled: int = 300
    most: int = 3


@dataclass(frozen=True)
class RunLimits:
    """Conditions for stopping."""

    gap: float  # upper minus lower bound, in units of payoff
    iterations: int | None = None
    seconds: float | None = None  # of all sessions of a resumed run together


@dataclass(frozen=True)
class RunEnd:
    """The end of a run; the last bound is that of the method's final answer."""

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
    retreat: RetreatRule | None = None,
) -> RunEnd:
    """Iterate until the gap is small enough, a limit is reached, or Ctrl-C.

    Where the gap has grown, a method that can take smaller steps goes back to the last evaluation and does so: regret
    matching close to a solution may begin to oscillate with growing amplitude. Checkpoints hold the state at the last
    evaluation, at intervals and at the end; a resumed run takes the same course as an uninterrupted one. `schedule`
    maps an iteration at which bounds were computed to the next. An OptionError is raised if the checkpoint cannot be
    resumed, and a SolveError if no answer has finite bounds; where they cease to be finite, the run ends with the last
    answer that had some.
    """
    saved = None if checkpoint is None else _resumed(method, checkpoint)
    with signals.noted() as interrupted:
        course = _Course(method, retreat or RetreatRule(), progress, interrupted, saved)
        termination, status = _iterate(course, limits, schedule, checkpoint)
        if not course.evaluated:
            course.go_back_if_worse()
        if interrupted.is_set():  # also while the last bounds were computed
            termination, status = Termination.INTERRUPTED, "interrupted"
        final = course.bounds if course.evaluated else [*course.bounds, course.bound()]
        seconds = course.seconds
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


class _Course:
    """The progress of a run: its iteration, its bounds, and the state at the last evaluation."""

    def __init__(
        self,
        method: Method,
        retreat: RetreatRule,
        progress: Callable[[str], None] | None,
        interrupted: threading.Event,
        saved: Saved | None,
    ) -> None:
        self.method, self.interrupted, self.kept = method, interrupted, saved
        self.iteration = 0 if saved is None else saved.iteration
        self.bounds = [] if saved is None else list(saved.bounds)
        self.lost = False
        self._rule, self._progress, self._retreats = retreat, progress, 0
        self._start = time.perf_counter() - (0.0 if saved is None else saved.seconds)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._start

    @property
    def evaluated(self) -> bool:
        """Whether the last bounds are those of the current answer."""
        return bool(self.bounds) and self.bounds[-1].iteration == self.iteration

    def step(self) -> None:
        self.method.step()
        self.iteration += 1

    def bound(self) -> Bound:
        lower, upper = self.method.value_bounds()
        return Bound(self.iteration, self.seconds, lower, upper)

    def evaluate(self) -> None:
        """Compute bounds and keep the state; or go back to the last evaluation, with smaller steps."""
        bound = self.bound()
        if not math.isfinite(bound.gap):
            self.lost = True
            return
        if isinstance(self.method, DampedMethod) and self._oscillates(bound):
            self._retreat(self.method)
            return
        self.bounds.append(bound)
        self._retreats = 0
        self._keep()
        self._report(bound)

    def go_back_if_worse(self) -> None:
        """At the end of a run, return to the answer of the last evaluation unless the current one is better."""
        if self.kept is not None and self.bounds and not self.bound().gap <= self.bounds[-1].gap:
            self.method.restore(self.kept.state)
            self.iteration = self.kept.iteration
        if not math.isfinite(self.bound().gap):
            raise SolveError(
                f"after {self.iteration:,} iterations bounds on the value are not finite: payoffs are too large, too "
                "small, or too far apart for doubles"
            )

    def _oscillates(self, bound: Bound) -> bool:
        return (
            self.iteration > self._rule.settled
            and self.kept is not None
            and self._retreats <= self._rule.most
            and bound.gap > self._rule.growth * self.bounds[-1].gap
        )

    def _retreat(self, method: DampedMethod) -> None:
        assert self.kept is not None
        method.restore(self.kept.state)
        self._retreats += 1
        if self._retreats <= self._rule.most:
            for _ in range(self._retreats):
                method.damp()

    def _keep(self) -> None:
        """Copy the state, into the arrays of the last copy."""
        state = self.method.state()
        if self.kept is not None and state.keys() == self.kept.state.keys():
            for name, array in self.kept.state.items():
                np.copyto(array, state[name])
            held = self.kept.state
        else:
            held = {name: np.array(array) for name, array in state.items()}
        self.kept = Saved(self.iteration, self.seconds, tuple(self.bounds), held)

    def _report(self, bound: Bound) -> None:
        """Call the progress callback, which may raise KeyboardInterrupt."""
        if self._progress is None:
            return
        line = (
            f"iteration {bound.iteration:,}, {bound.seconds:.1f} s: value in [{bound.lower:.9g}, {bound.upper:.9g}], "
            f"gap {bound.gap:.3g}"
        )
        try:
            self._progress(line)
        except KeyboardInterrupt:
            self.interrupted.set()


def _iterate(
    course: _Course, limits: RunLimits, schedule: Callable[[int], int], checkpoint: Checkpoint | None
) -> tuple[Termination, str]:
    at = schedule(course.bounds[-1].iteration if course.bounds else 0)
    while True:
        if course.evaluated and course.bounds[-1].gap <= limits.gap:
            return Termination.SOLVED, f"gap of at most {limits.gap:g} reached"
        if course.interrupted.is_set():
            return Termination.INTERRUPTED, "interrupted"
        if limits.iterations is not None and course.iteration >= limits.iterations:
            return Termination.ITERATION_LIMIT, "iteration limit reached"
        if limits.seconds is not None and course.iteration and course.seconds >= limits.seconds:
            return Termination.TIME_LIMIT, "time limit reached"
        course.step()
        if course.iteration >= at:
            course.evaluate()
            if course.lost:
                return Termination.NUMERICAL_ERROR, f"bounds no longer finite after {course.iteration:,} iterations"
            at = schedule(course.iteration)
            if checkpoint is not None and checkpoint.due() and course.kept is not None:
                checkpoint.save(course.kept)


def by_rounds(name: str, rounds: Vector) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a vector under names of their own, for `Method.state`."""
    return {f"{name}{number}": array for number, array in enumerate(rounds)}


def restore_arrays(own: Arrays, state: Arrays) -> None:
    """Copy a state into a method's own arrays; raise ModelError unless names, shapes and types agree, without NaN."""
    different = sorted(own.keys() ^ state.keys())
    if different:
        name = different[0]
        raise ModelError(f"array {name!r} is {'missing' if name in own else 'unknown'}")
    for name, array in own.items():
        other = state[name]
        if (other.shape, other.dtype) != (array.shape, array.dtype):
            raise ModelError(f"array {name!r} of {other.dtype} {other.shape}, not {array.dtype} {array.shape}")
        if other.dtype.kind == "f" and np.isnan(other).any():
            raise ModelError(f"array {name!r} contains NaN")
    for name, array in own.items():
        np.copyto(array, state[name], casting="no")


def restored_count(name: str, state: Arrays) -> int:
    """Return a number of iterations; raise ModelError if it is none."""
    count = state[name]
    if count.shape or count.dtype.kind != "i" or count < 0:
        raise ModelError(f"{name} {count}: a whole number from 0 on expected")
    return int(count)
