"""Options that every iterative method on class games has: limits, threads, reports and checkpoints."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from seqform.backends.factors.compiled import prepare
from seqform.backends.first_order.checkpoint import Checkpoint, fingerprint
from seqform.backends.first_order.run import RunLimits
from seqform.backends.options import SolveOptions
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.class_game import ClassGame
from seqform.models.saddle_point import SaddlePointProblem
from seqform.system.foreign_text import visible

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
    """Decide how the loops run on a game of this size; see `seqform.backends.factors.compiled.prepare`."""
    if isinstance(model, SaddlePointProblem):
        size = model.payoffs.nonzeros
    else:
        size = sum(math.prod(model.shape(player, number)) for player in (0, 1) for number in range(model.num_rounds))
    prepare("first_order", size, reporter(options))


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
    method : str
    model : ClassGame or SaddlePointProblem
    own : RunOptions
    course : mapping
        The options on which the course of the method depends.
    """
    if own.checkpoint is None:
        return None
    digest = fingerprint(model, method, course)
    return Checkpoint(Path(own.checkpoint), digest, every=own.checkpoint_seconds, resume=own.resume)
