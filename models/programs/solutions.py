"""Raw results of solvers: termination, points, bases, rays, bounds, and the paths of complementary pivoting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, Ints, Vector
from seqform.models.programs.complementarity import LinearComplementarityProblem


@dataclass(frozen=True, eq=False)
class ComplementaryPath(Immutable):
    """Path of complementary pivoting: the entering and the leaving variable of every pivot, and the values of z0.

    Variables are numbered: 0 to n - 1 are the slacks w_i, n to 2n - 1 the z_i, and 2n is z0.

    - `start`, shape (n,): The variables that were basic before the first pivot, one for every row, in the order of the
      rows: the leaving variable of a pivot gives its place to the entering one.
    - `entering`, `leaving`, shape (number of pivots,): On a secondary ray the last variable enters and none leaves: -1.
    - `z0`, shape (number of pivots,): The artificial variable after each pivot.
    - `determinant`: 1 or -1, the sign of the determinant of the last basis, its columns (e_i of w_i, -M_i of z_i) in
      the order of the rows.
    """

    problem: LinearComplementarityProblem
    start: Ints
    entering: Ints
    leaving: Ints
    z0: Sequence[Fraction] | Floats
    determinant: int

    def __len__(self) -> int:
        """Return the number of pivots."""
        return len(self.entering)

    def __repr__(self) -> str:
        return f"<ComplementaryPath of {self.problem.name!r}: {len(self):,} pivots>"

    def basis(self, pivots: int) -> Ints:
        """Return the variables that are basic after a number of pivots from the start, in the order of the rows."""
        basis = self.start.copy()
        row_of = {variable: row for row, variable in enumerate(basis.tolist())}
        entering_variables = self.entering[:pivots].tolist()
        leaving_variables = self.leaving[:pivots].tolist()
        for entering, leaving in zip(entering_variables, leaving_variables, strict=True):
            if leaving < 0:  # a secondary ray: nothing leaves
                continue
            row = row_of.pop(leaving)
            basis[row] = entering
            row_of[entering] = row
        return basis

    @property
    def index(self) -> int:
        """The index of the last basis: the sign of det M_αα, α the pairs whose z_i is basic.

        It is that of the solution if that is nondegenerate: no other basis has it.

        References
        ----------
        Cottle, Pang & Stone (1992), section 6.2; vSvET, section 7.
        """
        basis = self.basis(len(self))
        n = len(self.problem)
        # The columns of w_i are e_i and those of z_i are -M_i: in the rows of their pairs the determinant is that of
        # M_αα, with the sign changed once for each z_i
        sign = self.determinant
        if n:
            sign *= permutation_sign(basis % n)
        if np.count_nonzero(basis >= n) % 2:
            sign = -sign
        return sign


BasisNames = tuple[tuple[str, ...], tuple[str, ...]]
"""A complementary basis without z0: the names of player 0's basic x and of player 1's basic y, of all u' and v'."""


def basis_names(problem: LinearComplementarityProblem, basis: Ints) -> BasisNames | None:
    """Return the names of the basic x and y of a basis of a game's problem; None unless all of u' and v' are basic."""
    n = len(problem)
    is_basic = np.zeros(n, dtype=bool)
    is_basic[basis[(basis >= n) & (basis < 2 * n)] - n] = True
    if not is_basic[problem.free].all():
        return None
    of_letter: dict[str, list[str]] = {"x": [], "y": []}
    for place in np.flatnonzero(is_basic).tolist():
        letter, _, name = problem.names[place].partition(" ")
        if letter in of_letter:
            of_letter[letter].append(name)
    return tuple(of_letter["x"]), tuple(of_letter["y"])


def permutation_sign(permutation: Ints) -> int:
    """Return 1 for an even and -1 for an odd permutation of 0, ..., n - 1: each cycle of even length changes the sign.

    Examples
    --------
    >>> permutation_sign(np.array([1, 0, 2])), permutation_sign(np.array([1, 2, 0]))
    (-1, 1)
    """
    seen = np.zeros(len(permutation), dtype=bool)
    sign = 1
    for first in range(len(permutation)):
        place = first
        length = 0
        while not seen[place]:
            seen[place] = True
            place = int(permutation[place])
            length += 1
        if length and length % 2 == 0:
            sign = -sign
    return sign


class Termination(StrEnum):
    """Reason why a solver stopped."""

    SOLVED = "solved"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    INFEASIBLE_OR_UNBOUNDED = "infeasible or unbounded"
    SECONDARY_RAY = "secondary ray"
    REPEATED_BASIS = "repeated basis"
    TIME_LIMIT = "time limit"
    ITERATION_LIMIT = "iteration limit"
    INTERRUPTED = "interrupted"
    NUMERICAL_ERROR = "numerical error"
    ERROR = "error"


CUT_SHORT = (Termination.TIME_LIMIT, Termination.ITERATION_LIMIT, Termination.INTERRUPTED)
"""Terminations by a limit; the solver may have a point or a bound."""

NO_OPTIMUM = (Termination.INFEASIBLE, Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED)
"""Verdicts that there is no optimum."""


class BasisStatus(IntEnum):
    """Status of a column, or of a row's activity, in a simplex basis."""

    BASIC = 0
    LOWER = 1
    UPPER = 2
    FREE = 3  # nonbasic without a bound, at value zero


@dataclass(frozen=True, eq=False)
class Basis(Immutable):
    """A simplex basis of a linear program with m rows and n columns.

    - `columns`, shape (n,): A `BasisStatus` for every column.
    - `rows`, shape (m,): A `BasisStatus` for every row's activity. As many entries of `columns` and `rows` together are
      BASIC as there are rows.
    """

    columns: npt.NDArray[np.int8]
    rows: npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class RawSolution(Immutable):
    """A solver's answer to one model.

    - `status`: The solver's own description of its termination.
    - `primal`, shape (n,): Best point known; exact only when a backend computed it so. Of a complementarity problem: z.
    - `dual`, shape (m,): Row duals, in the convention of `LinearProgram`; none of a mixed-integer program.
    - `basis`: The final simplex basis, where the method has one.
    - `seconds`: Wall-clock time of the solver itself, without translation.
    - `options`: The options as the solver resolved them.
    - `solver`: Name and version, such as "HiGHS 1.15.1".
    - `ray`: The proof of an unbounded program: a direction, shape (n,), in which `primal` can move without end; or of
      an infeasible one: row multipliers y, shape (m,), such that the largest y·s over the row bounds is below the least
      (A.T y)·x over the column bounds. Of a complementarity problem: the direction, shape (n + 1,), of the secondary
      ray of (z, z0).
    - `bound`: Of a mixed-integer program: the solver's bound on the objective, in doubles.
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
        """True if the solver claims an optimal solution."""
        return self.termination is Termination.SOLVED


class Bound(NamedTuple):
    """Bounds on the value of a constant-sum game after some iterations.

    Payoffs of player 0: `lower` is that of its strategy against a best response, `upper` that of its best response
    against the strategy of player 1. `seconds` of wall-clock time are summed over all sessions of a resumed run.
    """

    iteration: int
    seconds: float
    lower: float
    upper: float

    @property
    def gap(self) -> float:
        """The sum of both players' regrets, nash_conv."""
        return self.upper - self.lower


@dataclass(frozen=True, eq=False, kw_only=True)
class BoundedSolution(RawSolution):
    """A pair of strategies of a constant-sum game, and the history of bounds on its value, the last that of the pair.

    `objective` is the middle of the last bounds.
    """

    bounds: tuple[Bound, ...]

    @property
    def lower(self) -> float:
        """Lower bound on the value."""
        return self.bounds[-1].lower

    @property
    def upper(self) -> float:
        """Upper bound on the value."""
        return self.bounds[-1].upper

    @property
    def nash_conv(self) -> float:
        """The sum of both players' regrets."""
        return self.bounds[-1].gap
