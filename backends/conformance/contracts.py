"""The promises about options, models, limits and progress, which are the same for every class of models."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from seqform.backends.conformance.case import ConformanceCase, ConformanceFailure, require
from seqform.backends.protocol import Backend, SolveOptions
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.programs.solutions import RawSolution, Termination

JudgeOf = Callable[[Any, RawSolution, float], None]


@dataclass(frozen=True, eq=False)
class Sample:
    """Two models of a class, on which its contracts are tried.

    Attributes
    ----------
    small : model
        One that is solved at once.
    large : model
        One that takes more than a millisecond.
    suffix : str
        What the names of the promises end in.
    judge : callable
        Takes a model, an answer of termination SOLVED and the error allowed, and raises
        ConformanceFailure.
    """

    small: Any
    large: Any
    suffix: str
    judge: JudgeOf


def contracts(sample: Sample) -> list[ConformanceCase]:
    """Return the promises, to be tried on a sample."""
    model = type(sample.small)
    return [
        ConformanceCase(f"{name}{sample.suffix}", claim, model, _judge(judge, sample))
        for name, (claim, judge) in _CONTRACTS.items()
    ]


def _judge(
    judge: Callable[[Sample, Backend, SolveOptions, float], None], sample: Sample
) -> Callable[[Backend, SolveOptions, float], None]:
    return lambda backend, options, accuracy: judge(sample, backend, options, accuracy)


def _with_raw(options: SolveOptions, **more: Any) -> SolveOptions:
    return replace(options, raw={**options.raw, **more})


def _unknown_option(sample: Sample, backend: Backend, options: SolveOptions, _: float) -> None:
    try:
        backend.solve(sample.small, _with_raw(options, no_such_option=1))
    except OptionError as error:
        require("no_such_option" in str(error), f"the OptionError does not name the option: {error}")
        return
    raise ConformanceFailure("took an option no_such_option without a word")


def _ill_typed_option(sample: Sample, backend: Backend, options: SolveOptions, _: float) -> None:
    names = set(backend.solve(sample.small, options).options)
    choice = getattr(backend, "solver_option", None)
    for name in sorted(names | {choice} if choice else names):
        try:
            backend.solve(sample.small, _with_raw(options, **{name: object()}))
        except OptionError as error:
            require(name in str(error), f"the OptionError does not name the option {name}: {error}")
        else:
            raise ConformanceFailure(f"took an object() for option {name}")


def _wrong_model(_: Sample, backend: Backend, options: SolveOptions, __: float) -> None:
    try:
        backend.solve(object(), options)
    except UnsupportedModelError:
        return
    raise ConformanceFailure("took an object() for a model")


def _portable_options(sample: Sample, backend: Backend, options: SolveOptions, _: float) -> None:
    portable: dict[str, Any] = {"tolerance": 1e-7, "threads": 1, "time_limit": 60}
    for name, value in portable.items():
        try:
            answer = backend.solve(sample.small, replace(options, **{name: value}))
        except OptionError as error:
            require(name in str(error), f"the OptionError does not name {name}: {error}")
            continue
        require(answer.solved, f"with {name}={value}: {answer.termination} ({answer.status})")


def _time_limit(sample: Sample, backend: Backend, options: SolveOptions, accuracy: float) -> None:
    start = time.perf_counter()
    try:
        limited = backend.solve(sample.large, replace(options, time_limit=1e-3))
    except OptionError as error:
        require("time_limit" in str(error), f"the OptionError does not name time_limit: {error}")
        return
    took = time.perf_counter() - start
    require(took < 30, f"took {took:.0f} seconds with a time limit of a millisecond")
    honest = (Termination.TIME_LIMIT, Termination.SOLVED)
    require(limited.termination in honest, f"says {limited.termination} ({limited.status})")
    if limited.solved:
        sample.judge(sample.large, limited, 100 * accuracy)
    answer = backend.solve(sample.small, options)
    require(answer.solved, f"the next solve, without a limit, says {answer.termination} ({answer.status})")


def _progress(sample: Sample, backend: Backend, options: SolveOptions, _: float) -> None:
    heard: list[Any] = []
    answer = backend.solve(sample.small, replace(options, progress=heard.append))
    require(answer.solved, f"says {answer.termination} ({answer.status})")
    require(all(isinstance(line, str) for line in heard), f"told {heard}")


_CONTRACTS: dict[str, tuple[str, Callable[[Sample, Backend, SolveOptions, float], None]]] = {
    "unknown option": (
        "an option that the solver does not have is an OptionError",
        _unknown_option,
    ),
    "ill typed option": (
        "a value that is no option's is an OptionError, for each option that the answer names",
        _ill_typed_option,
    ),
    "wrong model": (
        "a model of a class that is not supported is an UnsupportedModelError",
        _wrong_model,
    ),
    "portable options": (
        "each portable option is heeded, or refused by an OptionError that names it",
        _portable_options,
    ),
    "time limit": (
        "a time limit ends the solve and is told, and does not outlive it",
        _time_limit,
    ),
    "progress": (
        "whoever wants to hear of progress hears lines of text, or nothing, and the answer is the same",
        _progress,
    ),
}
