"""What a backend brings back, before anyone has looked at it as a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.complementary_path import ComplementaryPath
from seqform.models.immutable import Immutable
from seqform.models.linear_program import Vector


class Termination(StrEnum):
    """Why a solver stopped."""

    SOLVED = "solved"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    INFEASIBLE_OR_UNBOUNDED = "infeasible or unbounded"
    SECONDARY_RAY = "secondary ray"
    TIME_LIMIT = "time limit"
    ITERATION_LIMIT = "iteration limit"
    INTERRUPTED = "interrupted"
    NUMERICAL_ERROR = "numerical error"
    ERROR = "error"


CUT_SHORT = (Termination.TIME_LIMIT, Termination.ITERATION_LIMIT, Termination.INTERRUPTED)
"""A solver that stopped so might have gone on, and may leave a point or a bound."""


class BasisStatus(IntEnum):
    """Where a simplex basis puts a column, or a row's activity."""

    BASIC = 0
    LOWER = 1
    UPPER = 2
    FREE = 3  # nonbasic without a bound, at value zero


@dataclass(frozen=True, eq=False)
class Basis(Immutable):
    """A simplex basis of a linear program with m rows and n columns.

    Parameters
    ----------
    columns : ndarray of int8, shape (n,)
        A `BasisStatus` for every column.
    rows : ndarray of int8, shape (m,)
        A `BasisStatus` for every row's activity. As many entries of `columns` and
        `rows` together are BASIC as there are rows.
    """

    columns: npt.NDArray[np.int8]
    rows: npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class RawSolution(Immutable):
    """A solver's answer to one model.

    Attributes
    ----------
    termination : Termination
    status : str
        The solver's own words.
    primal : ndarray or ExactArray, shape (n,), optional
        Best point known; exact only when a backend computed it so. Of a complementarity problem: z.
    dual : ndarray or ExactArray, shape (m,), optional
        Row duals, in the convention of `LinearProgram`; none of a mixed-integer program.
    objective : float or Fraction, optional
    basis : Basis, optional
        The final simplex basis, where the method has one.
    iterations : int, optional
    seconds : float
        Wall-clock time of the solver proper, translation excluded.
    options : mapping
        The options as the solver resolved them.
    solver : str
        Name and version, such as "HiGHS 1.15.1".
    path : ComplementaryPath, optional
        What complementary pivoting walked, where the method is that one.
    ray : ndarray or ExactArray, optional
        The proof of an unbounded program: a direction, shape (n,), in which `primal` may move
        for ever; or of an infeasible one: row multipliers y, shape (m,), such that the largest
        y·s over the row bounds is below the least (A.T y)·x over the column bounds. Of a
        complementarity problem: the direction, shape (n + 1,), in which (z, z0) runs away at the end of the path.
    bound : float, optional
        Of a mixed-integer program: the solver's claim, in doubles, of what no point betters.
    """

    termination: Termination
    status: str
    primal: Vector | None = None
    dual: Vector | None = None
    objective: float | Fraction | None = None
    basis: Basis | None = None
    iterations: int | None = None
    seconds: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict)
    solver: str = ""
    ray: Vector | None = None
    path: ComplementaryPath | None = None
    bound: float | None = None

    def __repr__(self) -> str:
        return f"<RawSolution of {self.solver or 'no solver'}: {self.termination} ({self.status})>"

    @property
    def solved(self) -> bool:
        """Whether the solver claims an optimal solution."""
        return self.termination is Termination.SOLVED
