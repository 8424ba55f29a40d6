"""Runs of an iterative method: limits, bounds at intervals, retreats, progress, Ctrl-C, and checkpoints in files."""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.backends.iterative.plan_space import Vector
from seqform.errors import BackendError, ModelError, OptionError, SolveError
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.sequence_form import SaddlePointProblem
from seqform.models.programs.solutions import Bound, Termination
from seqform.models.programs.units import Units
from seqform.system import signals, watch
from seqform.system.files import write_whole
from seqform.system.foreign_files import Archive, json_data, open_archive, shown_value

Arrays = Mapping[str, npt.NDArray[Any]]


class Method(ABC):
    """An iterative method, whose answer is a pair of plans, and whose state is a set of arrays."""

    @abstractmethod
    def step(self) -> None:
        """Do one iteration."""

    @abstractmethod
    def value_bounds(self) -> tuple[float, float]:
        """Return the bounds on the value that the current answer proves, without changing the state."""

    @abstractmethod
    def weights(self) -> tuple[Vector, Vector]:
        """Return the current plans, or positive multiples of them."""

    @abstractmethod
    def state(self) -> Arrays:
        """Return everything that later iterations depend on; the arrays may be the method's own."""

    @abstractmethod
    def restore(self, state: Arrays) -> None:
        """Go back to a state; raise ModelError if it is not one of this method on this game."""

    damp: Callable[[], None] | None = None
    """Takes somewhat smaller steps from here on, where a method's own may make it oscillate."""

    @property
    def stalled(self) -> bool:
        """True if further iterations are not expected to improve the answer."""
        return False

    @property
    def forecast(self) -> float:
        """The seconds that the next iteration is expected to take, 0 without any expectation."""
        return 0.0

    def remark(self, units: Units) -> str:
        """Return the progress of iterates that may be worse than the answer, for progress lines; or nothing."""
        return ""


class WarmStarted(Method):
    """Some iterations of a method, then another one from its plans; itself a `Method`.

    `create` returns the second method from the plans of the first, or from None for plans of its own choice.
    """

    def __init__(
        self,
        first: Method,
        iterations: int,
        create: Callable[[tuple[Vector, Vector] | None], Method],
    ) -> None:
        self._first = first
        self._create = create
        self._iterations = iterations
        self._left = iterations
        self._second: Method | None = None if iterations else create(None)

    @property
    def current(self) -> Method:
        """The method that does the next iteration."""
        return self._first if self._second is None else self._second

    def step(self) -> None:
        self.current.step()
        if self._second is None:
            self._left -= 1
            if self._left == 0:
                self._second = self._create(self._first.weights())

    def weights(self) -> tuple[Vector, Vector]:
        return self.current.weights()

    def value_bounds(self) -> tuple[float, float]:
        return self.current.value_bounds()

    def state(self) -> Arrays:
        """Return the state of the current method, with the number of iterations left to the first one."""
        if self._second is not None:
            return self._second.state()
        return {**self._first.state(), "left": np.array(self._left, dtype=np.int64)}

    @property
    def stalled(self) -> bool:
        return self.current.stalled

    @property
    def forecast(self) -> float:
        return self.current.forecast

    def remark(self, units: Units) -> str:
        return self.current.remark(units)

    def restore(self, state: Arrays) -> None:
        if "left" not in state:
            self._second = self._create(None)
            self._second.restore(state)
            return
        left = restored_count("left", state)
        if not 1 <= left <= self._iterations:
            raise ModelError(f"{left} iterations left of {self._iterations}")
        self._first.restore({name: array for name, array in state.items() if name != "left"})
        self._second = None
        self._left = left


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
    """Conditions for stopping.

    A gap of `rounding` counts as reached where a smaller one is asked, since doubles tell no smaller one from zero, and
    one of `exhausted` where the method detects the limit of its accuracy.
    """

    gap: float  # upper minus lower bound
    iterations: int | None = None
    seconds: float | None = None  # of all sessions of a resumed run together
    rounding: float = 0.0
    exhausted: float = 0.0


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
    if iteration < 32:
        return max(1, 2 * iteration)
    return iteration + max(25, iteration // 50)


def run(
    method: Method,
    limits: RunLimits,
    *,
    progress: Callable[[str], None] | None = None,
    checkpoint: Checkpoint | None = None,
    schedule: Callable[[int], int] = next_evaluation,
    retreat: RetreatRule | None = None,
    units: Units = Units(),  # noqa: B008 - a constant
) -> RunEnd:
    """Iterate until the gap is small enough, a limit is reached, or Ctrl-C.

    Limits and bounds are in units of the method; lines and the status are for people, in those of the original game.

    Where the gap has grown, a method that can take smaller steps goes back to the last evaluation and does so: regret
    matching close to a solution may begin to oscillate with growing amplitude. Checkpoints hold the state at the last
    evaluation, at intervals and at the end; a resumed run takes the same course as an uninterrupted one. `schedule`
    maps an iteration at which bounds were computed to the next. An OptionError is raised if the checkpoint cannot be
    resumed, and a SolveError if no answer has finite bounds; where they cease to be finite, the run ends with the last
    answer that had some.
    """
    saved = None if checkpoint is None else _resumed(method, checkpoint)
    with signals.noted() as interrupted:
        course = _Course(method, retreat or RetreatRule(), progress, interrupted, saved, units)
        termination, status = _iterate(course, limits, schedule, checkpoint)
        with watch.finishing("computing the bounds of the strategies found"):
            if not course.evaluated:
                course.go_back_if_worse()
            if interrupted.is_set():  # also while the last bounds were computed
                termination = Termination.INTERRUPTED
                status = "interrupted"
            final = list(course.bounds)
            if not course.evaluated:
                final.append(course.bound())
        seconds = course.seconds
        if checkpoint is not None and course.kept is not None:
            checkpoint.save(replace(course.kept, seconds=seconds))
    return RunEnd(termination, status, course.iteration, seconds, tuple(final))


def _resumed(method: Method, checkpoint: Checkpoint) -> Saved | None:
    """Restore a checkpoint; its last bounds are computed again, since the answer's may not come from a file."""
    saved = checkpoint.load()
    if saved is None:
        return None
    try:
        method.restore(saved.state)
        lower, upper = method.value_bounds()
    except ModelError as error:
        raise OptionError(
            f"checkpoint {checkpoint.path}: does not fit this game and method: {error}; delete it or name another"
        ) from None
    last = saved.bounds[-1]._replace(lower=float(lower), upper=float(upper))
    saved.bounds = (*saved.bounds[:-1], last)
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
        units: Units,
    ) -> None:
        self.method = method
        self.units = units
        self.interrupted = interrupted
        self._rule = retreat
        self._progress = progress
        self._retreats = 0

        self.kept = saved
        self.iteration = 0
        self.bounds: list[Bound] = []
        self._start = time.perf_counter()
        if saved is not None:
            self.iteration = saved.iteration
            self.bounds = list(saved.bounds)
            self._start -= saved.seconds

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._start

    @property
    def evaluated(self) -> bool:
        """True if the last bounds are those of the current answer."""
        return bool(self.bounds) and self.bounds[-1].iteration == self.iteration

    def step(self) -> None:
        self.method.step()
        self.iteration += 1

    def bound(self) -> Bound:
        lower, upper = self.method.value_bounds()
        return Bound(self.iteration, self.seconds, float(lower), float(upper))

    def evaluate(self) -> bool:
        """Compute bounds and keep the state, or go back to the last evaluation; return whether bounds are finite."""
        bound = self.bound()
        if not math.isfinite(bound.gap):
            return False
        rule = self._rule
        kept = self.kept
        if (
            self.method.damp is not None
            and kept is not None
            and self.iteration > rule.settled
            and self._retreats <= rule.most
            and bound.gap > rule.growth * self.bounds[-1].gap
        ):
            self.method.restore(kept.state)
            self._retreats += 1
            # The state is undamped: the second retreat to it damps twice. After the last one its own steps are taken.
            if self._retreats <= rule.most:
                for _ in range(self._retreats):
                    self.method.damp()
            return True

        self.bounds.append(bound)
        self._retreats = 0
        self._keep()
        self._report(bound)
        return True

    def go_back_if_worse(self) -> None:
        """At the end of a run, return to the answer of the last evaluation unless the current one is better."""
        if self.kept is not None and self.bounds and not self.bound().gap <= self.bounds[-1].gap:
            self.method.restore(self.kept.state)
            self.iteration = self.kept.iteration
        # Also of a first answer, which no evaluation has judged.
        if not math.isfinite(self.bound().gap):
            raise SolveError(
                f"after {self.iteration:,} iterations bounds on the value are not finite: payoffs are too large, too "
                "small, or too far apart for doubles"
            )

    def _keep(self) -> None:
        """Copy the state, into the arrays of the last copy."""
        state = self.method.state()
        if self.kept is not None and state.keys() == self.kept.state.keys():
            copies = self.kept.state
            for name, array in copies.items():
                np.copyto(array, state[name])
        else:
            copies = {name: array.copy() for name, array in state.items()}
        self.kept = Saved(self.iteration, self.seconds, tuple(self.bounds), copies)

    def _report(self, bound: Bound) -> None:
        """Call the progress callback, which may raise KeyboardInterrupt."""
        if self._progress is None:
            return
        shown = self.units.bound(bound)
        line = (
            f"iteration {bound.iteration:,}, {bound.seconds:.1f} s: value in [{shown.lower:.9g}, {shown.upper:.9g}], "
            f"gap {self.units.gap(bound.gap):.3g}"
        )
        if remark := self.method.remark(self.units):
            line += f"; {remark}"
        try:
            self._progress(line)
        except KeyboardInterrupt:
            self.interrupted.set()


def _iterate(
    course: _Course,
    limits: RunLimits,
    schedule: Callable[[int], int],
    checkpoint: Checkpoint | None,
) -> tuple[Termination, str]:
    """Iterate to the end of a run; return its termination and status.

    The time limit is kept by the length of the last iteration, with the bounds computed after it, and by the forecast
    of the method: the next one is not begun if it would end too late. The first iteration is always done, so that there
    is an answer.
    """
    next_bounds = schedule(course.bounds[-1].iteration if course.bounds else 0)
    last = 0.0  # seconds of the last iteration but the first, which may load machine code
    while True:
        if course.evaluated and course.bounds[-1].gap <= max(limits.gap, limits.rounding):
            return _reached(course, limits)
        if course.interrupted.is_set():
            return Termination.INTERRUPTED, "interrupted"
        if limits.iterations is not None and course.iteration >= limits.iterations:
            return Termination.ITERATION_LIMIT, "iteration limit reached"
        began = course.seconds
        if limits.seconds is not None and course.iteration:
            expected = course.method.forecast
            if began + max(last, expected) >= limits.seconds:
                return Termination.TIME_LIMIT, _time_limit_status(limits.seconds - began, expected)

        course.step()
        if course.iteration >= next_bounds:
            if not course.evaluate():
                status = f"bounds no longer finite after {course.iteration:,} iterations"
                return Termination.NUMERICAL_ERROR, status
            if course.method.stalled:
                if course.bounds[-1].gap <= max(limits.gap, limits.exhausted):
                    return _reached(course, limits)
                status = f"no improvement after {course.iteration:,} iterations: rounding"
                return Termination.NUMERICAL_ERROR, status
            next_bounds = schedule(course.iteration)
            if checkpoint is not None and checkpoint.due() and course.kept is not None:
                checkpoint.save(course.kept)
        if course.iteration > 1:
            last = course.seconds - began


def _time_limit_status(left: float, expected: float) -> str:
    """Return the status of a run that the time limit ends, with the time of an iteration that is longer."""
    if expected <= max(1.0, left):
        return "time limit reached"
    return f"time limit reached: the next iteration takes about {expected:.2g} s"


def _reached(course: _Course, limits: RunLimits) -> tuple[Termination, str]:
    gap = course.bounds[-1].gap
    if gap <= limits.gap:
        return Termination.SOLVED, f"gap of at most {course.units.gap(limits.gap):g} reached"
    return Termination.SOLVED, f"gap of {course.units.gap(gap):.2g} reached, the level of rounding"


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
        saved = state[name]
        if (saved.shape, saved.dtype) != (array.shape, array.dtype):
            raise ModelError(
                f"array {name!r} of {saved.dtype} {saved.shape}, not {array.dtype} {array.shape}"
            )
        if saved.dtype.kind == "f" and np.isnan(saved).any():
            raise ModelError(f"array {name!r} contains NaN")

    # Only now, so that a state that does not fit leaves the method as it was.
    for name, array in own.items():
        np.copyto(array, state[name], casting="no")


def restored_count(name: str, state: Arrays) -> int:
    """Return a number of iterations; raise ModelError if it is none."""
    count = state[name]
    if count.shape or count.dtype.kind != "i" or count < 0:
        raise ModelError(f"{name} {count}: a whole number from 0 on expected")
    return int(count)


# ---- checkpoints ----

FORMAT = "seqform iterative checkpoint 3"

FIRST_SAVE = 5.0
"""Seconds until the first checkpoint, unless the interval is shorter."""


@dataclass(eq=False)
class Saved:
    """Contents of a checkpoint: progress, bounds, and the arrays of the method, which the run modifies in place."""

    iteration: int
    seconds: float
    bounds: tuple[Bound, ...]
    state: Mapping[str, npt.NDArray[Any]]


class Checkpoint:
    """A file that is replaced atomically after `FIRST_SAVE` seconds, and then at intervals of `every` seconds.

    A kill during writing loses nothing.
    """

    def __init__(self, path: Path, fingerprint: str, every: float = 60.0) -> None:
        self.path = path
        self.fingerprint = fingerprint
        self.every = every
        self._last = time.monotonic()
        self._wait = min(every, FIRST_SAVE)

    def due(self) -> bool:
        """Return whether the interval since the last save, or to the first one, has passed."""
        return time.monotonic() - self._last >= self._wait

    def save(self, saved: Saved) -> None:
        """Write the file; raise BackendError if it cannot be written."""
        header = {
            "format": FORMAT,
            "fingerprint": self.fingerprint,
            "iteration": saved.iteration,
            "seconds": saved.seconds,
        }
        bounds = np.array(saved.bounds, dtype=np.float64).reshape(len(saved.bounds), 4)
        arrays: dict[str, Any] = {
            "header": np.array(json.dumps(header), dtype=str),
            "bounds": bounds,
        }
        # A method's names are marked, so that they differ from those above.
        arrays |= {f"_{name}": array for name, array in saved.state.items()}
        try:
            write_whole(self.path, lambda file: np.savez(file, **arrays))
        except ModelError as error:
            raise BackendError(f"checkpoint {error}") from None
        self._last = time.monotonic()
        self._wait = self.every

    def load(self) -> Saved | None:
        """Return the contents of the file, None if there is none; raise OptionError unless it belongs to this run."""
        with suppress(FileNotFoundError), _opened(self.path) as (archive, header):
            if header["fingerprint"] != self.fingerprint:
                raise OptionError(
                    f"checkpoint {self.path}: made for another game or with other options; resume with those, or name "
                    "another file"
                )
            bounds = archive.array("bounds.npy", kinds="f", shape=(None, len(Bound._fields)))
            return Saved(*_progress(header, bounds), _state(archive))
        return None


def require_checkpoint(path: str | os.PathLike[str]) -> None:
    """Raise OptionError if there is a file at the path that is not a checkpoint, which no run may replace."""
    with suppress(FileNotFoundError), _opened(Path(path)):
        pass


_UNREADABLE = (OSError, RuntimeError, LookupError, TypeError, ValueError, ArithmeticError)
"""Errors from an archive, from its header, and from values that are out of range."""


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Archive, Mapping[str, Any]]]:
    """Open a checkpoint and read its header; raise OptionError for anything else."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OptionError(f"checkpoint {path}: a regular file expected")
        with open_archive(path) as archive:
            header = json_data(str(archive.array("header.npy", kinds="U", shape=())))
            if header["format"] != FORMAT:
                raise OptionError(
                    f"checkpoint {path}: {shown_value(header['format'])} is not {FORMAT!r}"
                )
            yield archive, header
    except (OptionError, FileNotFoundError):
        raise
    except _UNREADABLE:
        raise OptionError(
            f"checkpoint {path}: not a checkpoint of seqform, or damaged; delete it or name another"
        ) from None


def _state(archive: Archive) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of the method; a member of another kind is an error."""
    state = {}
    for member in archive.names:
        if member in ("header.npy", "bounds.npy"):
            continue
        if not (member.startswith("_") and member.endswith(".npy")):
            raise ValueError("unknown member")
        name = member.removeprefix("_").removesuffix(".npy")
        state[name] = archive.array(member, kinds="biuf")
    return state


def _progress(
    header: Mapping[str, Any], table: npt.NDArray[Any]
) -> tuple[int, float, tuple[Bound, ...]]:
    """Return iteration, seconds and bounds; raise ValueError unless each is possible and they belong together."""
    bounds = tuple(Bound(int(row[0]), *map(float, row[1:])) for row in table)
    iterations = [bound.iteration for bound in bounds]
    if not (bounds and np.isfinite(table).all()):
        raise ValueError("impossible bounds")
    if iterations != sorted(set(iterations)) or iterations[0] < 0:
        raise ValueError("impossible bounds")
    if iterations[-1] != header["iteration"]:
        raise ValueError("impossible bounds")

    seconds = float(header["seconds"])
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ValueError("impossible seconds")
    return iterations[-1], seconds, bounds


def fingerprint(
    model: ClassGame | SaddlePointProblem, method: str, options: Mapping[str, object]
) -> str:
    """Return a digest of a model and of the options on which the course of a method depends."""
    texts = [json.dumps([method, dict(options)], sort_keys=True, default=str)]
    tables: list[npt.NDArray[Any]]
    if isinstance(model, ClassGame):
        texts.append(repr((model.stages, model.num_classes, model.features)))
        tables = [array for own in model.parents for array in own]
        for pairs, payoffs in zip(model.pairs, model.payoffs, strict=True):
            texts.append(f"{pairs.denominator} {payoffs.denominator}")
            tables += [*pairs.tables(), payoffs.numerators]
        if model.besides is not None:
            texts.append(f"{model.besides.player} {model.besides.constant}")
            tables += model.besides.tables
    else:
        tables = [model.matrix.indptr, model.matrix.indices, model.matrix.data]
        for index in model.sequences:
            tables += [index.parent_sequence, index.first_sequence]

    # Types and shapes belong to it: other arrays may have the same bytes.
    digest = hashlib.sha256("".join(texts).encode())
    for table in tables:
        digest.update(repr((table.shape, table.dtype.str)).encode())
        if table.dtype == object:  # the bytes of Python's integers are addresses
            digest.update(repr(table.tolist()).encode())
        else:
            digest.update(np.ascontiguousarray(table).tobytes())
    return digest.hexdigest()
