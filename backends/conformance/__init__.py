"""The promises that every backend keeps, as a suite that anyone can run on a backend of their own.

    from seqform.backends import conformance
    print(conformance.run(MyBackend()))

or, as a test, ``check(backend, case)`` for every case of `cases()` whose model the backend supports.
"""

from __future__ import annotations

from dataclasses import dataclass

from seqform.backends.conformance.case import (
    ConformanceCase,
    ConformanceFailure,
    ProblemCase,
    ProgramCase,
    linear_program,
)
from seqform.backends.conformance.class_games import class_game_promises
from seqform.backends.conformance.complementarity import judge_problem_answer, judge_problem_residuals, problem_cases
from seqform.backends.conformance.contracts import Sample, contracts
from seqform.backends.conformance.games import large_game
from seqform.backends.conformance.linear import (
    judge_program_answer,
    judge_program_residuals,
    program_cases,
    random_cases,
)
from seqform.backends.conformance.mixed_integer import mixed_integer_promises
from seqform.backends.conformance.saddle_points import saddle_point_promises
from seqform.backends.protocol import Backend, SolveOptions
from seqform.models.programs.complementarity import LinearComplementarityProblem, linear_complementarity_problem
from seqform.models.programs.linear import LinearProgram

__all__ = ["ConformanceCase", "ConformanceFailure", "ConformanceReport", "cases", "check", "run"]

ACCURACY = 1e-6


@dataclass(frozen=True)
class ConformanceReport:
    """What came of a run.

    Attributes
    ----------
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
    """Return all promises, about every class of models that a backend may support.

    Examples
    --------
    >>> [case.claim for case in cases() if case.name == "Kuhn poker"]
    ["the sequence form of Kuhn poker, from the first player's side, is worth -1/18"]
    """
    programs = [_program_promise(case) for case in (*program_cases(), *random_cases())]
    problems = [_problem_promise(case) for case in problem_cases()]
    return (
        *programs,
        *contracts(_programs_sample()),
        *problems,
        *contracts(_problems_sample()),
        *saddle_point_promises(),
        *class_game_promises(),
        *mixed_integer_promises(),
    )


def check(
    backend: Backend, case: ConformanceCase, options: SolveOptions | None = None, accuracy: float = ACCURACY
) -> None:
    """Hold a backend to one promise.

    Parameters
    ----------
    options : SolveOptions, optional
        For every solve, such as a choice of solver or a tolerance; of saddle points and class games a tolerance is
        a share of the payoffs' spread, and `accuracy` without one.
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


def _program_promise(case: ProgramCase) -> ConformanceCase:
    def judge(backend: Backend, options: SolveOptions, accuracy: float) -> None:
        judge_program_answer(case, backend.solve(case.program, options), accuracy)

    return ConformanceCase(case.name, case.claim, LinearProgram, judge)


def _problem_promise(case: ProblemCase) -> ConformanceCase:
    def judge(backend: Backend, options: SolveOptions, accuracy: float) -> None:
        judge_problem_answer(case, backend.solve(case.problem, options), accuracy, exact=backend.exact)

    return ConformanceCase(case.name, case.claim, LinearComplementarityProblem, judge)


def _programs_sample() -> Sample:
    payoffs = [[(i * 37 + j * 101 + i * j * 13) % 41 - 20 for j in range(30)] for i in range(30)]
    game = linear_program(
        "max",
        [0] * 30 + [1],
        [*((0, [*column, -1], None) for column in payoffs), (1, [1] * 30 + [0], 1)],
        [*[(0, None)] * 30, (None, None)],
    )
    small = linear_program("max", [1, 1], [(None, [1, 2], 4), (None, [3, 1], 6)], [(0, None), (0, None)])
    return Sample(small, game, "", judge_program_residuals)


def _problems_sample() -> Sample:
    small = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])
    return Sample(small, large_game(), " of a complementarity problem", judge_problem_residuals)
