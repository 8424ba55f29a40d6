"""A linear program with a known answer, as the conformance suite states it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.linear_program import Bounds, LinearProgram
from seqform.models.raw_solution import Termination

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
    name, claim : str
    program : LinearProgram
    terminations : frozenset of Termination
        Those that are true.
    objective : Fraction, optional
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
