"""The promises that every backend keeps, as a suite that anyone can run on a backend of their own.

    from seqform.backends import conformance
    print(conformance.run(MyBackend()))

or, as a test, ``check(backend, case)`` for every case of `cases()`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from seqform.backends.conformance_case import ProgramCase, linear_program
from seqform.backends.conformance_programs import program_cases
from seqform.backends.conformance_random import random_cases
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.exact import ExactArray
from seqform.models.linear_program import LinearProgram
from seqform.models.raw_solution import BasisStatus, RawSolution, Termination

ACCURACY = 1e-6


class ConformanceFailure(AssertionError):  # noqa: N818 - the built-in suites say failure too
    """A backend that breaks a promise; the message says which and how."""


@dataclass(frozen=True, eq=False)
class ConformanceCase:
    """One promise.

    Attributes
    ----------
    name, claim : str
        What is promised, in short and in a sentence.
    model : type
        The class of models that it is about; backends that do not support it need not keep it.
    judge : callable
        Takes the backend, options and accuracy, and raises ConformanceFailure.
    """

    name: str
    claim: str
    model: type
    judge: Callable[[Backend, SolveOptions, float], None]


@dataclass(frozen=True)
class ConformanceReport:
    """What came of a run.

    Attributes
    ----------
    backend : str
    failures : tuple of (str, str)
        The name of the case and what went wrong.
    passed : tuple of str
        The names of the other cases.
    """

    backend: str
    failures: tuple[tuple[str, str], ...]
    passed: tuple[str, ...]

    @property
    def conforms(self) -> bool:
        """Whether nothing went wrong, and something was tried."""
        return not self.failures and bool(self.passed)

    def __str__(self) -> str:
        lines = [f"{self.backend}: {len(self.passed)} promises kept, {len(self.failures)} broken"]
        lines += [f"  {message}" for _, message in self.failures]
        return "\n".join(lines)


def cases() -> tuple[ConformanceCase, ...]:
    """Return all promises.

    Examples
    --------
    >>> [case.claim for case in cases() if case.name == "Kuhn poker"]
    ["the sequence form of Kuhn poker, from the first player's side, is worth -1/18"]
    """
    programs = [_program_case(case) for case in (*program_cases(), *random_cases())]
    contracts = [ConformanceCase(name, claim, LinearProgram, judge) for name, (claim, judge) in _CONTRACTS.items()]
    return (*programs, *contracts)


def check(
    backend: Backend, case: ConformanceCase, options: SolveOptions | None = None, accuracy: float = ACCURACY
) -> None:
    """Hold a backend to one promise.

    Parameters
    ----------
    backend : Backend
    case : ConformanceCase
    options : SolveOptions, optional
        For every solve, such as a choice of solver or a tolerance.
    accuracy : float
        How far objective, point, duals and residuals may be off, relative to the size of
        the numbers; something like 1e-4 befits a first-order method. Exact backends must be right.

    Raises
    ------
    ConformanceFailure
        If the backend does not keep it.
    """
    try:
        case.judge(backend, options or SolveOptions(), 0.0 if backend.exact else accuracy)
    except ConformanceFailure as failure:
        raise ConformanceFailure(f"{case.name}: {failure}") from None
    except Exception as error:
        raise ConformanceFailure(f"{case.name}: raised {type(error).__name__}: {error}") from error


def run(backend: Backend, options: SolveOptions | None = None, accuracy: float = ACCURACY) -> ConformanceReport:
    """Hold a backend to all promises about the models that it supports; see `check`."""
    failures, passed = [], []
    for case in cases():
        if case.model not in backend.supports:
            continue
        try:
            check(backend, case, options, accuracy)
            passed.append(case.name)
        except ConformanceFailure as failure:
            failures.append((case.name, str(failure)))
    return ConformanceReport(backend.name, tuple(failures), tuple(passed))


def _program_case(case: ProgramCase) -> ConformanceCase:
    def judge(backend: Backend, options: SolveOptions, accuracy: float) -> None:
        _judge_answer(case, backend.solve(case.program, options), accuracy)

    return ConformanceCase(case.name, case.claim, LinearProgram, judge)


def _require(kept: bool, message: str) -> None:
    if not kept:
        raise ConformanceFailure(message)


def _judge_answer(case: ProgramCase, answer: RawSolution, accuracy: float) -> None:
    """Compare an answer with what is known, and with itself."""
    _require(isinstance(answer, RawSolution), f"a RawSolution expected, not {type(answer).__name__}")
    _require(
        answer.termination in case.terminations,
        f"says {answer.termination} ({answer.status}); true is {' or '.join(sorted(case.terminations))}",
    )
    _require(bool(answer.status) and bool(answer.solver), "the solver's words or its name are missing")
    _require(answer.seconds >= 0, f"took {answer.seconds} seconds")
    if not answer.solved:
        return
    program = case.program
    m, n = program.matrix.shape
    _require(answer.primal is not None and len(answer.primal) == n, f"{n} primal values expected")
    _require(answer.dual is not None and len(answer.dual) == m, f"{m} dual values expected")
    assert answer.primal is not None
    assert answer.dual is not None
    allowed = accuracy * _size(program)
    _require(answer.objective is not None, "the objective is missing")
    if case.objective is not None:
        miss = abs(answer.objective - case.objective)  # type: ignore[operator]  # not None, as required above
        _require(miss <= allowed, f"the objective is {answer.objective}; true is {case.objective}")
    _judge_residuals(program, answer, allowed)
    _judge_vector("primal", answer.primal, case.primal, allowed)
    _judge_vector("dual", answer.dual, case.dual, allowed)
    _judge_basis(program, answer)


def _judge_residuals(program: LinearProgram, answer: RawSolution, allowed: float) -> None:
    primal, dual = answer.primal, answer.dual
    assert primal is not None
    assert dual is not None
    residuals = program.residuals(primal, dual)
    for what, value in (
        ("a row is violated", max(residuals.primal_rows, 0)),
        ("a column is violated", max(residuals.primal_columns, 0)),
    ):
        _require(value <= allowed, f"{what} by {float(value):.3g}")
    if max(residuals.dual, residuals.gap) > allowed:
        turned = program.residuals(primal, -dual)
        hint = "; with the opposite sign they would be right" if turned.worst <= allowed else ""
        raise ConformanceFailure(
            f"the duals are off by {float(residuals.dual):.3g}, the duality gap is {float(residuals.gap):.3g}{hint}"
        )
    own = program.objective_at(primal)
    _require(
        abs(float(own) - float(answer.objective or 0)) <= allowed,
        f"the objective is given as {answer.objective}, but is {float(own)} at the point given",
    )


def _judge_vector(what: str, values: Any, expected: ExactArray | None, allowed: float) -> None:
    if expected is None:
        return
    if isinstance(values, ExactArray):
        _require(values.equals(expected), f"the {what} vector is {values.to_fractions()}")
        return
    miss = float(np.max(np.abs(values - expected.to_floats()), initial=0.0))
    _require(
        miss <= allowed,
        f"the {what} vector is {np.asarray(values).tolist()}; true is {expected.to_floats().tolist()}",
    )


def _judge_basis(program: LinearProgram, answer: RawSolution) -> None:
    if answer.basis is None:
        return
    m, n = program.matrix.shape
    statuses = np.concatenate([answer.basis.rows, answer.basis.columns])
    _require(len(answer.basis.rows) == m and len(answer.basis.columns) == n, "the basis is of another size")
    basic = int(np.count_nonzero(statuses == BasisStatus.BASIC))
    _require(basic == m, f"{basic} rows and columns are basic, of {m} that should be")
    for what, place, bounds in (
        ("row", answer.basis.rows, program.rows),
        ("column", answer.basis.columns, program.columns),
    ):
        at_lower, at_upper = place == BasisStatus.LOWER, place == BasisStatus.UPPER
        stray = np.any(at_lower & ~bounds.has_lower) or np.any(at_upper & ~bounds.has_upper)
        _require(not stray, f"the basis has a {what} at a bound that it does not have")


def _size(program: LinearProgram) -> float:
    """Return the size of the largest number in the objective and the bounds, at least 1."""
    numbers = [program.objective.to_floats()]
    for lower, upper in (program.rows.to_floats(), program.columns.to_floats()):
        numbers += [lower[np.isfinite(lower)], upper[np.isfinite(upper)]]
    return max(1.0, *(float(np.max(np.abs(values), initial=0.0)) for values in numbers))


def _small_program() -> LinearProgram:
    return linear_program("max", [1, 1], [(None, [1, 2], 4), (None, [3, 1], 6)], [(0, None), (0, None)])


def _with_raw(options: SolveOptions, **more: Any) -> SolveOptions:
    return replace(options, raw={**options.raw, **more})


def _unknown_option(backend: Backend, options: SolveOptions, _: float) -> None:
    try:
        backend.solve(_small_program(), _with_raw(options, no_such_option=1))
    except OptionError as error:
        _require("no_such_option" in str(error), f"the OptionError does not name the option: {error}")
        return
    raise ConformanceFailure("took an option no_such_option without a word")


def _ill_typed_option(backend: Backend, options: SolveOptions, _: float) -> None:
    names = set(backend.solve(_small_program(), options).options)
    choice = getattr(backend, "solver_option", None)
    for name in sorted(names | {choice} if choice else names):
        try:
            backend.solve(_small_program(), _with_raw(options, **{name: object()}))
        except OptionError as error:
            _require(name in str(error), f"the OptionError does not name the option {name}: {error}")
        else:
            raise ConformanceFailure(f"took an object() for option {name}")


def _wrong_model(backend: Backend, options: SolveOptions, _: float) -> None:
    try:
        backend.solve(object(), options)
    except UnsupportedModelError:
        return
    raise ConformanceFailure("took an object() for a model")


def _portable_options(backend: Backend, options: SolveOptions, accuracy: float) -> None:
    portable: dict[str, Any] = {"tolerance": 1e-7, "threads": 1, "time_limit": 60}
    for name, value in portable.items():
        try:
            answer = backend.solve(_small_program(), replace(options, **{name: value}))
        except OptionError as error:
            _require(name in str(error), f"the OptionError does not name {name}: {error}")
            continue
        _require(answer.solved, f"with {name}={value}: {answer.termination} ({answer.status})")


def _time_limit(backend: Backend, options: SolveOptions, accuracy: float) -> None:
    payoffs = [[(i * 37 + j * 101 + i * j * 13) % 41 - 20 for j in range(30)] for i in range(30)]
    game = linear_program(
        "max",
        [0] * 30 + [1],
        [*((0, [*column, -1], None) for column in payoffs), (1, [1] * 30 + [0], 1)],
        [*[(0, None)] * 30, (None, None)],
    )
    start = time.perf_counter()
    try:
        limited = backend.solve(game, replace(options, time_limit=1e-3))
    except OptionError as error:
        _require("time_limit" in str(error), f"the OptionError does not name time_limit: {error}")
        return
    took = time.perf_counter() - start
    _require(took < 30, f"took {took:.0f} seconds with a time limit of a millisecond")
    honest = (Termination.TIME_LIMIT, Termination.SOLVED)
    _require(limited.termination in honest, f"says {limited.termination} ({limited.status})")
    if limited.solved:
        _judge_residuals(game, limited, 100 * accuracy)
    answer = backend.solve(_small_program(), options)
    _require(answer.solved, f"the next solve, without a limit, says {answer.termination} ({answer.status})")


def _progress(backend: Backend, options: SolveOptions, _: float) -> None:
    heard: list[Any] = []
    answer = backend.solve(_small_program(), replace(options, progress=heard.append))
    _require(answer.solved, f"says {answer.termination} ({answer.status})")
    _require(all(isinstance(line, str) for line in heard), f"told {heard}")


_CONTRACTS: dict[str, tuple[str, Callable[[Backend, SolveOptions, float], None]]] = {
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
