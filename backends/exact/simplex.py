"""Bases of linear programs over the rationals, and the simplex method for the last few pivots to an optimal one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.rational_solve import LinearSystem, independent_entries
from seqform.errors import SolveError
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Ints,
    Mask,
    Numerators,
    least_ratios,
)
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import Basis, BasisStatus, Termination
from seqform.system.deadline import Deadline

Statuses = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class ComputationalForm(Immutable):
    """Minimise c·z over z = (x, s) with A x - s = 0 and bounds on all of z.

    A program with m rows and n columns has n + m variables here: first its columns x,
    then the activities s of its rows. A maximisation is negated.
    """

    program: LinearProgram

    @property
    def row_count(self) -> int:
        """The number m of rows."""
        return self.program.matrix.shape[0]

    @property
    def column_count(self) -> int:
        """The number n of columns."""
        return self.program.matrix.shape[1]

    @property
    def sign(self) -> int:
        """1 for a minimisation, -1 for a maximisation."""
        return 1 if self.program.sense == "min" else -1

    @cached
    def cost(self) -> ExactArray:
        """c, shape (n + m,); zero for the activities."""
        objective = self.program.objective
        if self.sign == -1:
            objective = -objective
        return ExactArray.concatenate([objective, ExactArray.zeros(self.row_count)])

    @cached
    def bounds(self) -> Bounds:
        """The bounds on z, both over one denominator and zero where absent."""
        both = Bounds.concatenate([self.program.columns, self.program.rows])
        denominator = math.lcm(both.lower.denominator, both.upper.denominator)
        lower = np.where(both.has_lower, both.lower.over(denominator), 0)
        upper = np.where(both.has_upper, both.upper.over(denominator), 0)
        return Bounds(
            ExactArray(lower, denominator),
            ExactArray(upper, denominator),
            both.has_lower,
            both.has_upper,
        )

    @cached
    def fixed(self) -> Mask:
        """Mask of the variables with equal bounds."""
        return self.bounds.fixed

    @cached
    def boxed(self) -> Mask:
        """Mask of the variables with two different bounds."""
        return self.bounds.has_lower & self.bounds.has_upper & ~self.fixed

    @cached
    def row_scale(self) -> ExactArray:
        """The least positive integers that make each row of A integral, shape (m,)."""
        matrix = self.program.matrix
        filled = np.flatnonzero(np.diff(matrix.row_start))

        # What the common denominator has in common with all numerators of a row need not be multiplied.
        common = np.full(self.row_count, matrix.values.denominator, dtype=object)
        if len(filled):
            entries_common = np.gcd.reduceat(matrix.values.numerators, matrix.row_start[filled])
            common[filled] = np.gcd(entries_common.astype(object), common[filled])
        return ExactArray(matrix.values.denominator // common)

    @cached
    def integer_matrix(self) -> ExactMatrix:
        """A with each row multiplied by its `row_scale`."""
        matrix = self.program.matrix
        scaled = matrix.values * self.row_scale.take(matrix.rows)
        return ExactMatrix(matrix.shape, matrix.rows, matrix.columns, scaled.reduced())

    def nearest_statuses(self, statuses: Statuses) -> Statuses:
        """Return the statuses with every nonbasic variable at one of its bounds, or free without any."""
        has_lower = self.bounds.has_lower
        has_upper = self.bounds.has_upper
        goes_up = has_upper & ((statuses == BasisStatus.UPPER) | ~has_lower)

        placed = np.full(len(statuses), BasisStatus.FREE, dtype=np.int8)
        placed[has_lower] = BasisStatus.LOWER
        placed[goes_up] = BasisStatus.UPPER
        placed[statuses == BasisStatus.BASIC] = BasisStatus.BASIC
        return placed

    def statuses_of(self, basis: Basis) -> Statuses:
        """Return the basis as one vector of shape (n + m,), nonbasic variables at bounds that exist."""
        if len(basis.columns) != self.column_count or len(basis.rows) != self.row_count:
            raise SolveError(
                f"exact solution: the basis is for {len(basis.columns)} columns and {len(basis.rows)} rows, "
                f"the program has {self.column_count} and {self.row_count}"
            )
        return self.nearest_statuses(np.concatenate([basis.columns, basis.rows]))

    def basis_of(self, statuses: Statuses) -> Basis:
        """Return the statuses as a `Basis`."""
        return Basis(statuses[: self.column_count].copy(), statuses[self.column_count :].copy())


class FactoredBasis:
    """The square system of a nonsingular basis, such as `repaired` returns.

    Rows with a basic activity drop out; the rest is K x_C = b, where K has the nonbasic
    rows R and the basic columns C of A. The methods raise SolveError if the system can be solved neither by refinement
    nor densely. `bits` is that of `LinearSystem`.
    """

    def __init__(
        self,
        form: ComputationalForm,
        statuses: Statuses,
        deadline: Deadline | None = None,
        bits: int | None = None,
    ) -> None:
        self.form = form
        self.statuses = statuses
        self.columns, self.rows = basic_block(form, statuses)
        block = submatrix(form.integer_matrix, self.rows, self.columns)
        self._system = LinearSystem(block, deadline, bits=bits)

    @property
    def is_factored(self) -> bool:
        """True if there are factors in doubles, so that refinement may solve the system."""
        return self._system.is_factored

    def point(self) -> ExactArray:
        """Return the basic solution z, shape (n + m,)."""
        bounds = self.form.bounds
        at_lower = bounds.lower.where(self.statuses == BasisStatus.LOWER)
        at_upper = bounds.upper.where(self.statuses == BasisStatus.UPPER)
        return self._completed(at_lower + at_upper)

    def direction(self, entering: int) -> ExactArray:
        """Return the change of z, shape (n + m,), as one nonbasic variable grows by 1 and the others stay."""
        return self._completed(ExactArray.unit(len(self.statuses), entering))

    def _completed(self, nonbasic: ExactArray) -> ExactArray:
        """Return z with A x = s, given its nonbasic variables."""
        form = self.form
        size = form.column_count
        x = nonbasic.take(slice(size))
        activities = nonbasic.take(slice(size, None))

        # K x_C is the activities of the nonbasic rows without what the nonbasic columns add to them.
        right = activities.take(self.rows)
        if np.any(x.numerators):
            right = right - form.program.matrix.dot(x).take(self.rows)
        solution = self._system.solve(right * form.row_scale.take(self.rows))
        x = x + solution.scattered(size, self.columns)
        return ExactArray.concatenate([x, form.program.matrix.dot(x)])

    def multipliers(self, cost: ExactArray) -> ExactArray:
        """Return the y, shape (m,), for which all basic variables have reduced cost zero; a cost has shape (n + m,)."""
        form = self.form
        size = form.column_count

        # A basic activity has the reduced cost c_i + y_i = 0; the other y_i solve the transposed system.
        of_activities = -cost.take(slice(size, None))
        slack_part = of_activities.where(self.statuses[size:] == BasisStatus.BASIC)
        right = cost.take(self.columns)
        if np.any(slack_part.numerators):
            right = right - form.program.matrix.T.dot(slack_part).take(self.columns)
        scaled = self._system.solve_transposed(right)
        row_part = scaled * form.row_scale.take(self.rows)
        return slack_part + row_part.reduced().scattered(form.row_count, self.rows)

    def reduced_costs(self, cost: ExactArray, multipliers: ExactArray) -> ExactArray:
        """Return c_x - A.T y and c_s + y as one vector, shape (n + m,)."""
        size = self.form.column_count
        columns = cost.take(slice(size)) - self.form.program.matrix.T.dot(multipliers)
        return ExactArray.concatenate([columns, cost.take(slice(size, None)) + multipliers])

    def tableau_row(self, basic: int) -> ExactArray:
        """Return the w, shape (n + m,), with z_basic = w·z whenever A x = s; zero on basic variables."""
        return self.reduced_costs(
            ExactArray.unit(len(self.statuses), basic), self.tableau_multipliers(basic)
        )

    def tableau_multipliers(self, basic: int) -> ExactArray:
        """Return the multipliers of A x - s = 0, shape (m,), that yield the equation of `tableau_row`."""
        return self.multipliers(ExactArray.unit(len(self.statuses), basic))


def basic_block(form: ComputationalForm, statuses: Statuses) -> tuple[Ints, Ints]:
    """Return the basic columns and the nonbasic rows."""
    columns = np.flatnonzero(statuses[: form.column_count] == BasisStatus.BASIC)
    rows = np.flatnonzero(statuses[form.column_count :] != BasisStatus.BASIC)
    return columns, rows


def submatrix(matrix: ExactMatrix, rows: Ints, columns: Ints) -> ExactMatrix:
    """Return the entries in the given rows and columns, both in increasing order."""
    row_place = np.full(matrix.shape[0], -1, dtype=np.int64)
    row_place[rows] = np.arange(len(rows))
    column_place = np.full(matrix.shape[1], -1, dtype=np.int64)
    column_place[columns] = np.arange(len(columns))
    kept = (row_place[matrix.rows] >= 0) & (column_place[matrix.columns] >= 0)
    return ExactMatrix(
        (len(rows), len(columns)),
        row_place[matrix.rows[kept]],
        column_place[matrix.columns[kept]],
        matrix.values.take(kept),
    )


def repaired(form: ComputationalForm, statuses: Statuses) -> Statuses:
    """Return statuses that form a basis and keep as many of the basic columns as possible.

    Columns that depend on the others are moved to a bound; the activities of rows without a pivot become basic.
    """
    columns, rows = basic_block(form, statuses)
    kept_rows, kept_columns = independent_entries(submatrix(form.integer_matrix, rows, columns))
    changed = statuses.copy()
    changed[columns] = BasisStatus.LOWER
    changed[columns[kept_columns]] = BasisStatus.BASIC
    changed[form.column_count + np.delete(rows, kept_rows)] = BasisStatus.BASIC
    return form.nearest_statuses(changed)


_REPORT_EVERY = 10

_WORK_OF_PIVOT = 300
"""Operations on machine words for each number of the program, in which a basis is factored and its signs are found."""

_MOST_PIVOTS = 10
"""Pivots for each variable after which an approximate method is taken to move in circles."""

Move = tuple[dict[int, BasisStatus], bool]
"""New statuses of variables, and whether the point or a dual price changes."""


@dataclass(frozen=True, eq=False)
class SimplexOutcome:
    """SOLVED, INFEASIBLE or UNBOUNDED, in terms of the computational form."""

    termination: Termination
    point: ExactArray  # shape (n + m,), the last basic solution: optimal, or the origin of an unbounded ray
    # Shape (m,), optimal ones of the minimisation, or those of Farkas up to sign.
    multipliers: ExactArray | None = None
    ray: ExactArray | None = None  # shape (n + m,), a direction of unbounded descent


class ExactSimplex:
    """Pivots from a basis to an optimal one, or to a proof that there is none.

    The dual method is used at infeasible bases, the primal one at feasible bases. Before dual pivots
    reduced costs of wrong sign are corrected: variables with two bounds move to the other
    one, the costs of others are shifted. The shift is undone for the primal method, and does not affect
    a proof of infeasibility, which does not depend on the costs.

    The largest violation is chosen. After as many pivots without progress as there are rows, or always with
    `least_index`, the least index is (Bland), until there is progress again, so that the method ends. Every basis is
    factored anew, which suits a few pivots and is slow for thousands.

    `statuses`, shape (n + m,), is the present basis; that of the start is repaired if it is none. `feasible_point` is
    the last basic solution within all bounds. `pivots` counts changes of basis and moves from one bound to the other,
    `repairs` the statuses that the repair changed.

    With `bits`, systems are solved to that many bits, and numbers below 2 to the minus three quarters of them count as
    zero: far more precise than doubles, and far faster than rational numbers with long denominators, but no proof.
    """

    def __init__(
        self,
        form: ComputationalForm,
        statuses: Statuses,
        deadline: Deadline | None = None,
        progress: Callable[[str], None] | None = None,
        least_index: bool = False,
        bits: int | None = None,
    ) -> None:
        self.form = form
        self.statuses = statuses
        self.repairs = self.pivots = 0
        self.feasible_point: ExactArray | None = None
        self._deadline = deadline or Deadline()
        self._progress = progress
        self._bits = bits
        self._cost = form.cost
        self._work = _WORK_OF_PIVOT * (len(statuses) + form.program.matrix.nonzeros)

        # Pivots without progress, and the number after which the least index decides.
        self._idle_pivots = 0
        self._most_idle_pivots = -1 if least_index else form.row_count

    def run(self) -> SimplexOutcome:
        """Pivot to the end; raise OutOfTimeError at the deadline or the end of its work, with the attributes reached.

        Raises SolveError if a basis cannot be solved by refinement or densely, or not to enough bits.
        """
        outcome = self._at_start()
        if outcome is not None:
            return outcome

        start = self.statuses
        self.statuses = repaired(self.form, start)
        self.repairs = int(np.count_nonzero(self.statuses != start))
        while outcome is None:
            self._deadline.spend(self._work)
            if self._bits is not None and self.pivots > _MOST_PIVOTS * len(self.statuses):
                raise SolveError(
                    f"{self._bits} bits do not suffice: {self.pivots} pivots without an end"
                )
            outcome = self._advance()
            if self._progress is not None and self.pivots % _REPORT_EVERY == 1:
                self._progress(f"exact simplex: {self.pivots} pivots")
        return outcome

    def _at_start(self) -> SimplexOutcome | None:
        """Return the outcome if the start is an optimal basis, as a solver's mostly is; that needs no repair.

        A system that is solved exactly from both sides need not be nonsingular for the pair to be optimal.
        """
        columns, rows = basic_block(self.form, self.statuses)
        if self._bits is not None or len(columns) != len(rows):
            return None
        basis = FactoredBasis(self.form, self.statuses, self._deadline)
        if not basis.is_factored:
            return None
        # Most starts end here: a system that cannot be solved is left to the repair.
        try:
            point = basis.point()
            low, high = self._violations(point)
            if np.any(low | high):
                return None
            multipliers = basis.multipliers(self.form.cost)
        except SolveError:
            return None
        if np.any(self._improving(basis.reduced_costs(self.form.cost, multipliers))):
            return None
        self.feasible_point = point
        return SimplexOutcome(Termination.SOLVED, point, multipliers)

    def _violations(self, point: ExactArray) -> tuple[Mask, Mask]:
        """Return the masks of the variables below their lower bounds, and above their upper ones."""
        bounds = self.form.bounds
        low = bounds.has_lower & self._negative(point - bounds.lower)
        high = bounds.has_upper & self._negative(bounds.upper - point)
        return low, high

    def _advance(self) -> SimplexOutcome | None:
        """Make one pivot, or return the outcome if there is none to make."""
        basis = FactoredBasis(self.form, self.statuses, self._deadline, self._bits)
        point = basis.point()
        low, high = self._violations(point)
        if not np.any(low | high):
            self.feasible_point = point
            return self._primal(basis, point)

        # Before dual pivots variables with two bounds move to the better one, the costs of others are shifted.
        reduced = basis.reduced_costs(self._cost, basis.multipliers(self._cost))
        wrong = self._improving(reduced)
        if np.any(wrong):
            flips = wrong & self.form.boxed
            shifts = wrong & ~self.form.boxed
            flipped = np.where(
                self.statuses == BasisStatus.LOWER, BasisStatus.UPPER, BasisStatus.LOWER
            )
            self.statuses = np.where(flips, flipped, self.statuses).astype(np.int8)
            self.pivots += int(np.count_nonzero(flips))
            self._cost = (self._cost - reduced.where(shifts)).reduced()
            return None
        return self._dual(basis, point, reduced, low, high)

    def _primal(self, basis: FactoredBasis, point: ExactArray) -> SimplexOutcome | None:
        """Make a primal pivot from a feasible point, or return the outcome."""
        multipliers = basis.multipliers(self.form.cost)
        reduced = basis.reduced_costs(self.form.cost, multipliers)
        wrong = self._improving(reduced)
        if not np.any(wrong):
            return SimplexOutcome(Termination.SOLVED, point, multipliers)

        entering = self._chosen(np.flatnonzero(wrong), reduced.numerators)
        motion = basis.direction(entering)
        if reduced[entering] > 0:  # then it falls
            motion = -motion
        move = self._primal_move(point, motion, entering)
        if move is None:
            return SimplexOutcome(Termination.UNBOUNDED, point, ray=motion)
        self._make(move)
        return None

    def _primal_move(self, point: ExactArray, motion: ExactArray, entering: int) -> Move | None:
        """Return the move to the first bound that a point reaches, and None without any.

        `motion`, shape (n + m,), is its change as the entering variable moves by 1 or -1.
        """
        bounds = self.form.bounds
        flip = None
        if self.form.boxed[entering]:
            flip = bounds.upper[entering] - bounds.lower[entering]
        at_lower = self.statuses[entering] == BasisStatus.LOWER
        opposite = BasisStatus.UPPER if at_lower else BasisStatus.LOWER
        to_other_bound: Move = ({entering: opposite}, True)

        # The basic variables that move towards a bound.
        basic = self.statuses == BasisStatus.BASIC
        to_lower = basic & bounds.has_lower & self._negative(motion)
        to_upper = basic & bounds.has_upper & self._negative(-motion)
        stopped = np.flatnonzero(to_lower | to_upper)
        if len(stopped) == 0:
            return None if flip is None else to_other_bound

        slopes = motion.take(stopped)
        # The variable whose bound is nearest, in multiples of the motion, stops it; both bounds have one denominator.
        stop = np.where(to_upper, bounds.upper.numerators, bounds.lower.numerators)[stopped]
        gaps = point.take(stopped) - ExactArray(stop, bounds.lower.denominator)
        place = self._nearest(gaps.numerators, slopes.numerators)
        length = abs(gaps[place] / slopes[place])
        if flip is not None and flip <= length:
            return to_other_bound

        leaving = int(stopped[place])
        bound = BasisStatus.UPPER if to_upper[leaving] else BasisStatus.LOWER
        return {entering: BasisStatus.BASIC, leaving: bound}, length > 0

    def _dual(
        self, basis: FactoredBasis, point: ExactArray, reduced: ExactArray, low: Mask, high: Mask
    ) -> SimplexOutcome | None:
        """Make a dual pivot from a point outside the bounds, or return the proof that it is infeasible."""
        bounds = self.form.bounds
        nearest = np.where(low, bounds.lower.numerators, bounds.upper.numerators)
        violations = point - ExactArray(nearest, bounds.lower.denominator)
        leaving = self._chosen(np.flatnonzero(low | high), violations.numerators)

        # The variables whose motion brings the leaving one back; without any the row proves infeasibility.
        row = basis.tableau_row(leaving)
        rises = bool(low[leaving])
        helpful = np.flatnonzero(self._improving(-row if rises else row))
        if len(helpful) == 0:
            return SimplexOutcome(Termination.INFEASIBLE, point, basis.tableau_multipliers(leaving))

        slopes = row.take(helpful).numerators
        entering = int(helpful[self._nearest(reduced.take(helpful).numerators, slopes)])
        bound = BasisStatus.LOWER if rises else BasisStatus.UPPER
        self._make(({entering: BasisStatus.BASIC, leaving: bound}, reduced[entering] != 0))
        return None

    def _improving(self, reduced: ExactArray) -> Mask:
        """Return the mask of the nonbasic variables that lower the cost, by the signs of their reduced costs."""
        free = self.statuses == BasisStatus.FREE
        up = self._negative(reduced) & ((self.statuses == BasisStatus.LOWER) | free)
        down = self._negative(-reduced) & ((self.statuses == BasisStatus.UPPER) | free)
        candidates: Mask = (up | down) & ~self.form.fixed
        return candidates

    def _negative(self, values: ExactArray) -> Mask:
        """Return the mask of the negative values, beyond the tolerance of the bits if they are not exact."""
        least = 0
        if self._bits is not None:
            least = -(values.denominator >> (3 * self._bits // 4))
        return np.asarray(values.numerators < least, dtype=bool)

    def _nearest(self, gaps: Numerators, slopes: Numerators) -> int:
        """Return the place of least absolute ratio of a gap to a slope."""
        slopes = abs(slopes)
        places = least_ratios(range(len(gaps)), abs(gaps), slopes)
        return self._chosen(np.array(places, dtype=np.int64), slopes)

    def _chosen(self, places: Ints, sizes: Numerators) -> int:
        """Return the place of largest absolute size, or the first one after too many idle pivots."""
        if self._idle_pivots > self._most_idle_pivots:
            return int(places[0])
        return int(places[np.argmax(abs(sizes[places]))])

    def _make(self, move: Move) -> None:
        """Set new statuses, and count the pivot and those without progress."""
        changes, is_progress = move
        changed = self.statuses.copy()
        for variable, status in changes.items():
            changed[variable] = status
        self.statuses = changed
        self.pivots += 1
        self._idle_pivots += 1
        if is_progress:
            self._idle_pivots = 0
