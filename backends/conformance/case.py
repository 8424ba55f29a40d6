"""The conformance case, the checks of every answer, and the contracts common to all classes of models."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from seqform.backends.answers import solved_by
from seqform.backends.protocol import Backend, SolveOptions, traits_of
from seqform.errors import OptionError, SolveError, UnsupportedModelError
from seqform.models.numbers.exact import ExactArray, Vector
from seqform.models.programs.perturbed import PerturbedSolution
from seqform.models.programs.solutions import RawSolution, Termination

# Correct terminations. A method that proves nothing may also stop at a limit of its own, of iterations or of time.
SOLVED = frozenset({Termination.SOLVED})
OWN_LIMITS = frozenset({Termination.ITERATION_LIMIT, Termination.TIME_LIMIT})
INFEASIBLE = OWN_LIMITS | {Termination.INFEASIBLE, Termination.INFEASIBLE_OR_UNBOUNDED}
UNBOUNDED = OWN_LIMITS | {Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED}


class ConformanceFailure(AssertionError):  # noqa: N818 - named like the failures of unittest and pytest
    """A conformance case that a backend fails; the message states the case and the deviation."""


@dataclass(frozen=True)
class Invariant:
    """A linear function with the same value at every solution."""

    name: str
    coefficients: ExactArray
    value: Fraction


@dataclass(frozen=True, eq=False)
class ConformanceCase:
    """A model, the known facts about its solutions, and the check of a backend against them."""

    name: str
    claim: str  # the tested property as a sentence
    model: Any  # its class decides to which backends the case applies
    judge: Judge  # raises ConformanceFailure
    terminations: frozenset[Termination] = SOLVED  # the correct ones
    value: Fraction | None = None  # the optimal objective, or the value of the game
    primal: ExactArray | None = None  # the optimal point, where it is unique
    dual: ExactArray | None = None  # likewise the optimal row duals
    # All solutions of a complementarity problem, where they are few.
    solutions: tuple[ExactArray, ...] = ()
    invariant: Invariant | None = None  # of the solutions of a complementarity problem

    @property
    def kind(self) -> type:
        """The class of the model."""
        return type(self.model)


Judge = Callable[[ConformanceCase, Backend, SolveOptions, float], None]
AnswerJudge = Callable[[ConformanceCase, RawSolution, float], None]


def require(condition: bool, message: str) -> None:
    """Raise ConformanceFailure with the message unless the condition holds."""
    if not condition:
        raise ConformanceFailure(message)


def require_answer(
    answer: RawSolution | PerturbedSolution, terminations: frozenset[Termination]
) -> None:
    """Require one of the terminations, a native status and a solver's name."""
    require(
        answer.termination in terminations,
        f"reported {answer.termination} ({answer.status}); correct is {' or '.join(sorted(terminations))}",
    )
    require(
        bool(answer.status) and bool(answer.solver),
        "the native status or the name of the solver is missing",
    )


def number_of(value: Fraction | float | None, what: str) -> Fraction | float:
    """Require a number that may be missing, and return it."""
    if value is None:
        raise ConformanceFailure(f"{what} is missing")
    return value


def vector_of(values: Vector | None, count: int, message: str) -> Vector:
    """Require a vector of a length, and return it."""
    if values is None or len(values) != count:
        raise ConformanceFailure(message)
    return values


def conforming(backend: Backend, model: Any, options: SolveOptions) -> Any:
    """Return a backend's answer to a model, and require that every field fits the model."""
    try:
        return solved_by(backend, model, options)
    except SolveError as error:
        raise ConformanceFailure(str(error)) from error


def require_refusal(
    backend: Backend,
    model: Any,
    options: SolveOptions,
    error: type[Exception],
    accepted: str,
    name: str = "",
) -> None:
    """Require an error of a class that contains a name."""
    # An error of another class is not caught here: `check` reports it as raised.
    try:
        backend.solve(model, options)
    except error as raised:
        require(
            name in str(raised), f"the {error.__name__} does not name the option {name}: {raised}"
        )
    else:
        raise ConformanceFailure(f"accepted {accepted}")


def solved_once(judge: AnswerJudge) -> Judge:
    """Return the judge of cases whose model is solved once, with the options unchanged."""

    def run(
        case: ConformanceCase, backend: Backend, options: SolveOptions, accuracy: float
    ) -> None:
        answer = conforming(backend, case.model, options)
        judge(case, answer, accuracy)

    return run


def cells(text: str) -> list[list[str]]:
    r"""Return the cells of a table: a row is a line, with indented ones below it; an empty claim is that above it.

    Examples
    --------
    >>> cells("a | first | 1\n  | 2\nb | | 3")
    [['a', 'first', '1', '2'], ['b', 'first', '3']]
    """
    lines = text.strip().replace("\n  ", " ").split("\n")
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    for above, row in pairwise(rows):
        row[1] = row[1] or above[1]
    return rows


# ---- contracts: options, models, limits and progress ----


def contracts(
    small: Any, large: Any, suffix: str, judge: AnswerJudge
) -> tuple[ConformanceCase, ...]:
    """Return the cases about options, models, limits and progress, which are the same for every class of models.

    `small` is solved at once, `large` takes more than a millisecond; names of cases end with the suffix, and `judge` is
    for a solved answer to a case about which nothing is known.
    """
    cases = [
        ConformanceCase(name + suffix, claim, small, check) for name, claim, check in _CONTRACTS
    ]

    def check_limit(
        case: ConformanceCase, backend: Backend, options: SolveOptions, accuracy: float
    ) -> None:
        _time_limit(case, small, judge, backend, options, accuracy)

    claim = "a time limit ends the solve, is reported, and does not affect the next solve"
    cases.append(ConformanceCase(f"time limit{suffix}", claim, large, check_limit))
    return tuple(cases)


def _with_raw(options: SolveOptions, **more: Any) -> SolveOptions:
    return replace(options, raw={**options.raw, **more})


def _unknown_option(
    case: ConformanceCase, backend: Backend, options: SolveOptions, _: float
) -> None:
    name = "no_such_option"
    wrong = _with_raw(options, **{name: 1})
    require_refusal(backend, case.model, wrong, OptionError, f"an option {name}", name)


def _ill_typed_option(
    case: ConformanceCase, backend: Backend, options: SolveOptions, _: float
) -> None:
    names = set(backend.solve(case.model, options).options)
    choice = traits_of(backend).solver_option
    if choice:
        names.add(choice)
    # The choice of a solver need not be among the options that the answer names.
    for name in sorted(names):
        wrong = _with_raw(options, **{name: object()})
        accepted = f"an object() for option {name}"
        require_refusal(backend, case.model, wrong, OptionError, accepted, name)


def _wrong_model(_: ConformanceCase, backend: Backend, options: SolveOptions, __: float) -> None:
    require_refusal(backend, object(), options, UnsupportedModelError, "an object() for a model")


def _portable_options(
    case: ConformanceCase, backend: Backend, options: SolveOptions, _: float
) -> None:
    portable: dict[str, Any] = {"tolerance": 1e-7, "threads": 1, "time_limit": 60}
    for name, value in portable.items():
        try:
            answer = backend.solve(case.model, replace(options, **{name: value}))
        except OptionError as error:
            require(name in str(error), f"the OptionError does not name {name}: {error}")
            is_stated = name == "threads" and traits_of(backend).threads
            require(not is_stated, "the option threads: refused, although the traits state it")
            continue
        require(answer.solved, f"with {name}={value}: {answer.termination} ({answer.status})")


def _progress(case: ConformanceCase, backend: Backend, options: SolveOptions, _: float) -> None:
    lines: list[Any] = []
    answer = backend.solve(case.model, replace(options, progress=lines.append))
    require(answer.solved, f"reported {answer.termination} ({answer.status})")
    require(all(isinstance(line, str) for line in lines), f"progress received {lines}")


def _time_limit(
    case: ConformanceCase,
    small: Any,
    judge: AnswerJudge,
    backend: Backend,
    options: SolveOptions,
    accuracy: float,
) -> None:
    start = time.perf_counter()
    try:
        limited = backend.solve(case.model, replace(options, time_limit=1e-3))
    except OptionError as error:
        require("time_limit" in str(error), f"the OptionError does not name time_limit: {error}")
        return
    seconds = time.perf_counter() - start
    require(seconds < 30, f"took {seconds:.0f} seconds with a time limit of a millisecond")
    require(
        limited.termination in (Termination.TIME_LIMIT, Termination.SOLVED),
        f"reported {limited.termination} ({limited.status})",
    )
    if limited.solved:
        judge(case, limited, 100 * accuracy)

    # A solver may keep a limit in the process.
    answer = backend.solve(small, options)
    require(
        answer.solved,
        f"the next solve, without a limit, reported {answer.termination} ({answer.status})",
    )


_CONTRACTS: tuple[tuple[str, str, Judge], ...] = (
    (
        "unknown option",
        "an option that the solver does not have is an OptionError",
        _unknown_option,
    ),
    (
        "ill typed option",
        "a value of the wrong type is an OptionError, for each option that the answer names",
        _ill_typed_option,
    ),
    (
        "wrong model",
        "a model of a class that is not supported is an UnsupportedModelError",
        _wrong_model,
    ),
    (
        "portable options",
        "each portable option is accepted, or refused by an OptionError that names it",
        _portable_options,
    ),
    (
        "progress",
        "the progress callback receives lines of text, or nothing, and the answer is the same",
        _progress,
    ),
)
