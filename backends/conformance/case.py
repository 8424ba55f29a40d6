"""A linear program with a known answer, as the conformance suite states it.

What a promise of the conformance suite is, and how one is broken.

A linear complementarity problem with a known answer, as the conformance suite states it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.backends.protocol import Backend, SolveOptions
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.complementarity import LinearComplementarityProblem, linear_complementarity_problem
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination

Judge = Callable[[Backend, SolveOptions, float], None]


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
    judge: Judge


def require(kept: bool, message: str) -> None:
    """Raise ConformanceFailure with the message unless the promise is kept."""
    if not kept:
        raise ConformanceFailure(message)


def require_answer(answer: RawSolution, terminations: frozenset[Termination]) -> None:
    """Require an answer that says something true, and who says it."""
    require(isinstance(answer, RawSolution), f"a RawSolution expected, not {type(answer).__name__}")
    require(
        answer.termination in terminations,
        f"says {answer.termination} ({answer.status}); true is {' or '.join(sorted(terminations))}",
    )
    require(bool(answer.status) and bool(answer.solver), "the solver's words or its name are missing")
    require(answer.seconds >= 0, f"took {answer.seconds} seconds")


Number = int | str | Fraction
Interval = tuple[Number | None, Number | None]

# What is true to say. A method without proofs may also iterate to its limit and say so.
SOLVED = frozenset({Termination.SOLVED})
INFEASIBLE = frozenset({Termination.INFEASIBLE, Termination.INFEASIBLE_OR_UNBOUNDED, Termination.ITERATION_LIMIT})
UNBOUNDED = frozenset({Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED, Termination.ITERATION_LIMIT})


@dataclass(frozen=True, eq=False)
class ProgramCase:
    """A linear program and what is true of it.

    Attributes
    ----------
    terminations : frozenset of Termination
        Those that are true.
    primal, dual : ExactArray, optional
        The optimal point and the optimal row duals, where they are unique.
    """

    name: str
    claim: str
    program: LinearProgram
    terminations: frozenset[Termination] = SOLVED
    objective: Fraction | None = None
    primal: ExactArray | None = None
    dual: ExactArray | None = None


def linear_program(
    sense: Literal["min", "max"],
    objective: Sequence[Number],
    rows: Sequence[tuple[Number | None, Sequence[Number], Number | None]],
    columns: Sequence[Interval],
    name: str = "conformance",
) -> LinearProgram:
    """Return a program from rows of lower bound, coefficients and upper bound, None for an absent bound."""
    m, n = len(rows), len(columns)
    matrix = ExactMatrix.zeros((m, n))
    if m and n:
        matrix = ExactMatrix.from_dense([[Fraction(value) for value in row] for _, row, _ in rows])
    return LinearProgram(
        sense,
        vector(objective),
        matrix,
        _bounds([(lower, upper) for lower, _, upper in rows]),
        _bounds(columns),
        [f"row {i}" for i in range(m)],
        [f"column {j}" for j in range(n)],
        name,
    )


def vector(values: Sequence[Number]) -> ExactArray:
    """Return the rational numbers as an exact vector."""
    return ExactArray.of([Fraction(value) for value in values])


def _bounds(intervals: Sequence[Interval]) -> Bounds:
    return Bounds(
        vector([0 if lower is None else lower for lower, _ in intervals]),
        vector([0 if upper is None else upper for _, upper in intervals]),
        np.array([lower is not None for lower, _ in intervals], dtype=bool),
        np.array([upper is not None for _, upper in intervals], dtype=bool),
    )


def unique_case(
    name: str, claim: str, program: LinearProgram, primal: Sequence[Number], dual: Sequence[Number]
) -> ProgramCase:
    """Return a case whose optimal point and row duals are both unique."""
    point = vector(primal)
    value = program.objective.dot(point)
    return ProgramCase(name, claim, program, SOLVED, value, point, vector(dual))


# What is true to say. A secondary ray ends a path and is no verdict; an error, such as of a search within bounds that
# found nothing, claims nothing.
_NO_VERDICT = frozenset(
    {Termination.SECONDARY_RAY, Termination.ITERATION_LIMIT, Termination.NUMERICAL_ERROR, Termination.ERROR}
)
NO_SOLUTION = _NO_VERDICT | {Termination.INFEASIBLE}
HARD = _NO_VERDICT | SOLVED


@dataclass(frozen=True, eq=False)
class ProblemCase:
    """A linear complementarity problem and what is true of it.

    Attributes
    ----------
    terminations : frozenset of Termination
        Those that are true.
    solutions : tuple of ExactArray
        All solutions, where they are few.
    invariant : (ExactArray, Fraction), optional
        The coefficients of a linear function of z and its value at every solution.
    invariant_name : str
        What that function is.
    """

    name: str
    claim: str
    problem: LinearComplementarityProblem
    terminations: frozenset[Termination] = SOLVED
    solutions: tuple[ExactArray, ...] = ()
    invariant: tuple[ExactArray, Fraction] | None = None
    invariant_name: str = ""


def complementarity_problem(
    matrix: Sequence[Sequence[Number]],
    q: Sequence[Number],
    free: Sequence[bool] | None = None,
    covering_vector: Sequence[int] | None = None,
) -> LinearComplementarityProblem:
    """Return the problem of a dense matrix of rational numbers."""
    return linear_complementarity_problem(
        [[Fraction(value) for value in row] for row in matrix],
        [Fraction(value) for value in q],
        free,
        covering_vector,
        "conformance",
    )
