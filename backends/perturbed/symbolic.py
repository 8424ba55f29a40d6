"""The backend `symbolic`: the simplex method on an integer tableau, with ε as an indeterminate.

Right-hand sides and costs are polynomials in ε, compared lexicographically, so that all decisions hold for all
small ε > 0.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.backends.perturbed.proofs import require_proved
from seqform.backends.protocol import (
    UNSET_OPTIONS,
    SolveOptions,
    check_names,
    checks_call,
    translate,
)
from seqform.errors import SolveError
from seqform.models.numbers.exact import (
    ExactArray,
    Floats,
    Ints,
    Mask,
    Numerators,
    least_ratios,
    magnitude,
)
from seqform.models.numbers.integers import times
from seqform.models.numbers.polynomials import PolynomialArray, Signs
from seqform.models.numbers.text import counted
from seqform.models.programs.perturbed import PerturbedLinearProgram, PerturbedSolution
from seqform.models.programs.solutions import Basis, BasisStatus, Termination
from seqform.system.deadline import Deadline, OutOfTimeError

SOLVER = "symbolic simplex"

MOST_ENTRIES = 10**7
"""Largest number of entries of the dense simplex."""

_SAFE = 2**62
_REPORT_EVERY = 100  # pivots


class SymbolicBackend:
    """Simplex pivots on a tableau whose numbers are polynomials in ε, for programs of up to some hundred rows.

    All decisions are made in integers, for all small ε > 0 at once. Only the options `time_limit` and `progress` apply.

    - `most_entries`: Largest number of entries of the dense simplex.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, section 2.3.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> step = perturbed_lp(sf.builders.sequence_form(sf.load("guess-the-ace")).target)
    >>> answer = SymbolicBackend().solve(step.target)
    >>> answer.proven, step.lift(answer).limit[1]["asked"]
    (True, {'yes': Fraction(0, 1), 'no': Fraction(1, 1)})
    """

    name = "symbolic"
    supports: frozenset[type] = frozenset({PerturbedLinearProgram})
    exact = True

    def __init__(self, most_entries: int = MOST_ENTRIES) -> None:
        self.most_entries = most_entries

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> PerturbedSolution:
        """Solve a perturbed program.

        All results are proved for all small ε; at a limit the status has the pivots so far. Raises SolveError if the
        tableau has more than `most_entries` entries, and CertificationError if the answer does not pass its own check.
        """
        translate(SOLVER, options, {"time_limit": ("time_limit",)})
        check_names(SOLVER, options.raw, ())

        m, n = model.matrix.shape
        if m * n > self.most_entries:
            raise SolveError(
                f"{SOLVER}: {m:,} rows × {n:,} columns are too many for its dense tableau; use the method stable-basis"
            )

        started = time.perf_counter()
        simplex = SymbolicSimplex(model, Deadline(options.time_limit), options.progress)
        try:
            termination = simplex.run()
        except OutOfTimeError:
            termination = Termination.TIME_LIMIT
        except KeyboardInterrupt:
            termination = Termination.INTERRUPTED
        return _answer(model, simplex, termination, started)


def _answer(
    program: PerturbedLinearProgram,
    simplex: SymbolicSimplex,
    termination: Termination,
    started: float,
) -> PerturbedSolution:
    """Return the answer at the end of the pivots, proved if they came to an end."""
    pivoted = time.perf_counter()
    pivots = counted(simplex.pivots, "pivot")
    status = f"{termination} after {pivots}, {simplex.phase}"
    primal = None
    dual = None
    if termination in (Termination.SOLVED, Termination.INFEASIBLE, Termination.UNBOUNDED):
        ray = None
        if termination is Termination.INFEASIBLE:
            ray = simplex.multipliers(simplex.culprit)
        elif termination is Termination.UNBOUNDED:
            ray = simplex.ray(simplex.culprit)
        pair = simplex.primal(), simplex.dual()
        require_proved(SOLVER, program, termination, *pair, ray)

        verdict = "optimal" if ray is None else termination
        status = f"{verdict} for all small ε, proved over the rationals; {pivots}"
        if ray is None:
            primal, dual = pair

    return PerturbedSolution(
        termination,
        status,
        primal=primal,
        dual=dual,
        proven=primal is not None,
        basis=None if primal is None else simplex.basis(),
        iterations=simplex.pivots,
        pivots=simplex.pivots,
        seconds={"pivots": pivoted - started, "check": time.perf_counter() - pivoted},
        solver=SOLVER,
    )


class SymbolicSimplex:
    """Simplex pivots that are the same for all small ε > 0, on a tableau of integers.

    The variables are the n columns and, numbered from n on, the m slacks: row i reads
    A_i x + s_i = b_i(ε), with both sides negated where b_i is a lower bound only, so that s_i ≥ 0, and s_i = 0
    of an equation. The cost is maximised. Equation i stands in one row of integers,

        scale_i · basic_i + Σ_j entry_ij · nonbasic_j = Σ_k right_ik ε^k,   scale_i > 0,

    without a common divisor. There is a cost row for each power of ε. So only the right-hand side and
    the cost depend on ε, as in (2.8) and (2.9) of the paper, and a pivot multiplies integers only:
    64-bit integers as long as all fit, and then Python integers.

    `basic`, shape (m,), is the variable of every row and `nonbasic`, shape (n,), that of every column; `free` and
    `fixed`, shape (n + m,), mark variables without a bound and the slacks of equations.

    First the slacks of equations leave the basis and the free columns enter it, chosen so that programs of games
    are feasible at once. Phase 1, for values that are still negative, is the dual simplex method without a cost;
    phase 2 is the primal one. The entering column is that of steepest edge in the lowest order of ε
    that admits an improvement. After as many pivots without progress as there are rows, and in all of phase 1, the
    least index decides (Bland), so that the method ends.

    `culprit` is the row that proves a program infeasible, or the column that proves it unbounded.

    References
    ----------
    Miltersen & Sørensen (2006), section 2.3. Bland (1977), Mathematics of Operations Research 2, 103-107.
    """

    def __init__(
        self,
        program: PerturbedLinearProgram,
        deadline: Deadline | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        m, n = program.matrix.shape
        self.program = program
        self.basic: Ints = n + np.arange(m)
        self.nonbasic: Ints = np.arange(n)
        self.free: Mask = np.concatenate([program.free, np.zeros(m, dtype=bool)])
        self.fixed: Mask = np.concatenate([np.zeros(n, dtype=bool), program.equations])
        self.pivots = 0
        self.phase = "looking for a first basis"
        self.culprit = -1
        self._row_sign: Ints = np.where(program.at_most, 1, -1)
        self._numbers = _first_numbers(program, self._row_sign)
        self._deadline = deadline or Deadline()
        self._progress = progress
        self._idle_pivots = 0

    def run(self) -> Termination:
        """Pivot to the end: SOLVED, INFEASIBLE or UNBOUNDED; raise OutOfTimeError at the deadline."""
        self._take_equations()
        self._take_free_columns()
        self._take_equations()
        unequal = np.flatnonzero(self.fixed[self.basic] & (self.right_signs() != 0))
        if len(unequal):
            self.culprit = int(unequal[0])
            return Termination.INFEASIBLE

        self.phase = "phase 1"
        while len(rows := np.flatnonzero(self._constrained_rows() & (self.right_signs() < 0))):
            row = self._least(rows, self.basic)
            columns = np.flatnonzero(self._enterable() & (self.entries[row] < 0))
            if len(columns) == 0:
                self.culprit = row
                return Termination.INFEASIBLE
            self._pivot(row, self._least(columns, self.nonbasic))

        self.phase = "phase 2"
        return self._improve()

    def _take_equations(self) -> None:
        """Let the slacks of equations leave the basis, for columns that are bounded."""
        for row in np.flatnonzero(self.fixed[self.basic]):
            entries = self.entries[row]
            columns = np.flatnonzero(self._enterable() & (entries != 0))
            if len(columns) == 0:
                continue

            # Of the columns whose new value is not negative, if there are any, the one with the fewest entries.
            sign = int(self.right_signs()[row])
            feasible = columns[entries[columns] * sign >= 0]
            if len(feasible):
                columns = feasible
            fill = np.count_nonzero(self.entries[:, columns], axis=0)
            self._pivot(int(row), int(columns[np.argmin(fill)]))

    def _take_free_columns(self) -> None:
        """Let the free columns enter the basis, the last first: values of a game are found from the leaves up."""
        for column in np.flatnonzero(self.free[self.nonbasic])[::-1]:
            entries = self.entries[:, column]
            equations = np.flatnonzero(self.fixed[self.basic] & (entries != 0))
            rising = np.flatnonzero(self._constrained_rows() & (entries > 0))
            falling = np.flatnonzero(self._constrained_rows() & (entries < 0))
            for rows in (equations, rising, falling):
                if len(rows):
                    self._pivot(self._first_to_block(rows, int(column)), int(column))
                    break

    def _improve(self) -> Termination:
        """Make primal pivots until the basis is optimal, or a column is unbounded."""
        while True:
            signs = self.cost_signs()
            unhindered = np.flatnonzero((signs != 0) & self.free[self.nonbasic])
            if len(unhindered):
                self.culprit = int(unhindered[0])
                return Termination.UNBOUNDED

            columns = np.flatnonzero(self._enterable() & (signs < 0))
            if len(columns) == 0:
                return Termination.SOLVED

            column = self._entering(columns)
            rows = np.flatnonzero(self._constrained_rows() & (self.entries[:, column] > 0))
            if len(rows) == 0:
                self.culprit = column
                return Termination.UNBOUNDED

            row = self._first_to_block(rows, column)
            self._idle_pivots += 1
            if np.any(self.right[row]):
                self._idle_pivots = 0
            self._pivot(row, column)

    def _entering(self, columns: Ints) -> int:
        """Return the column of steepest improvement in the lowest order of ε that can be improved."""
        if self._idle_pivots > len(self.basic):
            return self._least(columns, self.nonbasic)

        lowest = next(order for order in self.cost[:, columns] if np.any(order < 0))
        improving = np.asarray(lowest < 0, dtype=bool)
        rates = (lowest[improving] / lowest.min()).astype(np.float64)
        steepness = rates**2 / self.squared_lengths(columns[improving])
        return int(columns[improving][np.argmax(steepness)])

    def _first_to_block(self, rows: Ints, column: int) -> int:
        """Return the row whose right-hand side over |entry| is least for all small ε; ties by least index."""
        entries = np.abs(self.entries[:, column])
        right = self.right
        for k in range(right.shape[1]):
            rows = np.array(least_ratios(rows.tolist(), right[:, k], entries), dtype=np.int64)
            if len(rows) == 1:
                break
        return self._least(rows, self.basic)

    def _pivot(self, row: int, column: int) -> None:
        """Exchange and count a pivot, and report it from time to time."""
        self._deadline.check()
        self._exchange(row, column)
        self.pivots += 1
        if self._progress is not None and self.pivots % _REPORT_EVERY == 0:
            self._progress(f"symbolic simplex: {self.pivots:,} pivots, {self.phase}")

    def _constrained_rows(self) -> Mask:
        """Return which basic variables may not be negative, shape (m,)."""
        return ~self.free[self.basic] & ~self.fixed[self.basic]

    def _enterable(self) -> Mask:
        """Return which nonbasic variables may grow from zero, shape (n,)."""
        return ~self.free[self.nonbasic] & ~self.fixed[self.nonbasic]

    @staticmethod
    def _least(places: Ints, variables: Ints) -> int:
        """Return the place of the variable with the least index (Bland)."""
        return int(places[np.argmin(variables[places])])

    # ---- the tableau ----

    @property
    def entries(self) -> Numerators:
        """The entries of the constraint rows, shape (m, n)."""
        return self._numbers[: len(self.basic), : len(self.nonbasic)]

    @property
    def right(self) -> Numerators:
        """The right-hand side of the constraint rows, shape (m, orders)."""
        return self._numbers[: len(self.basic), len(self.nonbasic) : -1]

    @property
    def cost(self) -> Numerators:
        """The negative reduced costs, each order of ε over a scale of its own, shape (orders, n)."""
        return self._numbers[len(self.basic) :, : len(self.nonbasic)]

    def right_signs(self) -> Signs:
        """Return the sign of every basic variable for all small ε > 0, shape (m,)."""
        return _first_signs(self.right)

    def cost_signs(self) -> Signs:
        """Return -1 for every nonbasic variable whose increase improves the cost, shape (n,)."""
        return _first_signs(self.cost.T)

    def squared_lengths(self, columns: Ints) -> Floats:
        """Return the approximate squared length of the edge along which a nonbasic variable grows by 1, for pricing."""
        scales = self._numbers[: len(self.basic), -1:]
        try:
            moves = (self.entries[:, columns] / scales).astype(np.float64)
        except OverflowError:  # numbers beyond the doubles
            return np.ones(len(columns))
        with np.errstate(over="ignore"):
            squares: Floats = 1 + np.einsum("ij,ij->j", moves, moves)
        return squares

    def _exchange(self, row: int, column: int) -> None:
        """Exchange the basic variable of a row and the nonbasic one of a column, whose entry is not zero.

        With the pivot element p > 0 in its row, and the entry f of another row in the column, that row is multiplied by
        p / gcd(p, f), and f / gcd(p, f) times the pivot row is subtracted from it. In the pivot row the leaving
        variable, with its scale, takes the place of the entering one, whose scale is then p.
        """
        pivot_row = self._numbers[row].copy()
        if pivot_row[column] < 0:
            pivot_row = -pivot_row
        pivot = int(pivot_row[column])
        leaving_scale = int(pivot_row[-1])

        touched = np.flatnonzero(self._numbers[:, column])
        touched = touched[touched != row]
        factors = self._numbers[touched, column]
        common = np.gcd(factors, pivot)
        pivot_row[column] = leaving_scale
        pivot_row[-1] = 0  # the scales of the other rows are only multiplied
        self._subtract(touched, column, pivot // common, factors // common, pivot_row)

        pivot_row[-1] = pivot
        self._numbers[row] = pivot_row
        self.basic[row], self.nonbasic[column] = self.nonbasic[column], self.basic[row]

    def _subtract(
        self,
        touched: Ints,
        column: int,
        multipliers: Numerators,
        factors: Numerators,
        pivot_row: Numerators,
    ) -> None:
        """Multiply rows and subtract multiples of the pivot row; their entries in the column are recomputed."""
        block = self._numbers[touched]
        block[:, column] = 0

        # 64-bit integers as long as no number exceeds them.
        if block.dtype != object:
            bound = magnitude(block.ravel()) * magnitude(multipliers)
            bound += magnitude(factors) * magnitude(pivot_row)
            if bound >= _SAFE:
                self._numbers = self._numbers.astype(object)
                block = block.astype(object)
                pivot_row = pivot_row.astype(object)
                multipliers = multipliers.astype(object)
                factors = factors.astype(object)

        grown = np.flatnonzero(multipliers > 1)
        filled = np.flatnonzero(pivot_row)
        block[grown] *= multipliers[grown, np.newaxis]
        block[:, filled] -= factors[:, np.newaxis] * pivot_row[filled]
        block[grown] = _without_common_divisors(block[grown])
        self._numbers[touched] = block

    def primal(self) -> PolynomialArray:
        """Return x(ε), shape (n,)."""
        n = len(self.nonbasic)
        rows = np.flatnonzero(self.basic < n)
        scales = [int(scale) for scale in self._numbers[rows, -1]]
        common = math.lcm(*scales)
        factors = np.array([common // scale for scale in scales], dtype=object)

        # Values over their scales, brought to a common one, order by order.
        values = (self.right[rows].astype(object) * factors[:, np.newaxis]).T
        orders = [_placed(n, self.basic[rows], order, common) for order in values]
        return PolynomialArray(tuple(orders))

    def dual(self) -> PolynomialArray:
        """Return y(ε), shape (m,), in the convention of `LinearProgram`."""
        m, n = self.program.matrix.shape
        columns = np.flatnonzero(self.nonbasic >= n)
        rows = self.nonbasic[columns] - n
        sense = 1 if self.program.sense == "max" else -1
        signs = self._row_sign[rows] * sense
        costs = self.cost[:, columns].astype(object)
        scales = self._numbers[m:, -1]

        orders = []
        for cost, scale in zip(costs, scales, strict=True):
            orders.append(_placed(m, rows, cost * signs, int(scale)))
        return PolynomialArray(tuple(orders))

    def multipliers(self, row: int) -> ExactArray:
        """Return y, shape (m,), such that Σ_i y_i (A_i x) ≤ y·b(ε) is the row, its right-hand side negative."""
        m, n = self.program.matrix.shape
        sign = -1 if self.right_signs()[row] > 0 else 1
        variables = np.append(self.nonbasic, self.basic[row])
        numbers = np.append(self._numbers[row, :n], self._numbers[row, -1]).astype(object)
        slacks = np.flatnonzero(variables >= n)
        rows = variables[slacks] - n
        return _placed(m, rows, numbers[slacks] * self._row_sign[rows] * sign, 1)

    def ray(self, column: int) -> ExactArray:
        """Return how x changes, shape (n,), as the nonbasic variable of a column changes and improves the cost."""
        n = len(self.nonbasic)
        sign = -1 if self.cost_signs()[column] > 0 else 1
        motion = [Fraction(0)] * (n + len(self.basic))
        motion[self.nonbasic[column]] = Fraction(sign)
        for row in np.flatnonzero(self.entries[:, column]):
            motion[self.basic[row]] = Fraction(
                -sign * int(self.entries[row, column]), int(self._numbers[row, -1])
            )
        return ExactArray.of(motion[:n])

    def basis(self) -> Basis:
        """Return the present basis."""
        n = len(self.nonbasic)
        columns = np.where(self.program.free, BasisStatus.FREE, BasisStatus.LOWER).astype(np.int8)
        rows = np.where(self.program.at_least, BasisStatus.LOWER, BasisStatus.UPPER).astype(np.int8)
        columns[self.basic[self.basic < n]] = BasisStatus.BASIC
        rows[self.basic[self.basic >= n] - n] = BasisStatus.BASIC
        return Basis(columns, rows)


def _first_signs(values: npt.NDArray[Any]) -> Signs:
    """Return the sign of the first entry of every row that is not zero, 0 for a row of zeros: (2.11) of the paper."""
    signs = (values > 0).astype(np.int8) - (values < 0).astype(np.int8)
    first = np.argmax(signs != 0, axis=1)
    leading: Signs = signs[np.arange(len(signs)), first]
    return leading


def _without_common_divisors(rows: Numerators) -> Numerators:
    """Return every row divided by the greatest common divisor of its entries; no row is zero."""
    if len(rows) == 0:
        return rows
    if rows.dtype == object:
        common = np.array([math.gcd(*row) for row in rows.tolist()], dtype=object)
    else:
        common = np.gcd.reduce(rows, axis=1)
    divided: Numerators = rows // common[:, np.newaxis]
    return divided


def _first_numbers(program: PerturbedLinearProgram, row_sign: Ints) -> Numerators:
    """Return the rows with all slacks basic: entries, right-hand side by order, scale; cost rows last."""
    matrix = program.matrix
    m, n = program.matrix.shape
    right = program.right.coefficients
    cost = program.objective.coefficients
    numbers = np.zeros((m + len(cost), n + len(right) + 1), dtype=object)

    # Constraint rows share one denominator, their scale; rows of lower bounds are negated.
    common = math.lcm(matrix.values.denominator, *(order.denominator for order in right))
    numbers[matrix.rows, matrix.columns] = times(matrix.values.over(common), row_sign[matrix.rows])
    for k, order in enumerate(right):
        numbers[:m, n + k] = times(order.over(common), row_sign)
    numbers[:m, -1] = common

    # A cost row for each order of ε, of negative costs if they are maximised.
    for k, order in enumerate(cost):
        numbers[m + k, :n] = order.numerators
        if program.sense == "max":
            numbers[m + k, :n] = (-order).numerators
        numbers[m + k, -1] = order.denominator

    numbers = _without_common_divisors(numbers)
    return numbers.astype(np.int64) if magnitude(numbers.ravel()) < _SAFE else numbers


def _placed(size: int, places: Ints, values: Numerators, denominator: int) -> ExactArray:
    """Return a vector of zeros with these numerators at some places."""
    numerators = np.zeros(size, dtype=object)
    numerators[places] = values
    return ExactArray(numerators, denominator).reduced()
