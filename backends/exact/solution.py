"""Proved rational solutions, from the answers of solvers in doubles, and the backend `exact`.

Of linear programs, and of complementarity problems, which on a given support are linear programs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from seqform.backends.answers import solved_by
from seqform.backends.exact.simplex import ComputationalForm, ExactSimplex, SimplexOutcome, Statuses
from seqform.backends.protocol import (
    UNSET_OPTIONS,
    SolveOptions,
    Traits,
    checks_call,
)
from seqform.backends.solvers.highs import FROM_NEIGHBOR, HighsBackend, basis_from_point
from seqform.backends.solvers.highs_calls import LEAST_TOLERANCE
from seqform.errors import BackendError, CertificationError, ModelError
from seqform.models.numbers.exact import ExactArray, Floats, Mask, Vector, doubles
from seqform.models.numbers.text import counted, shown_rational
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import Bounds, LinearProgram, to_arrays
from seqform.models.programs.solutions import (
    CUT_SHORT,
    Basis,
    BasisStatus,
    RawSolution,
    Termination,
)
from seqform.system.deadline import Deadline, OutOfTimeError, OutOfWorkError


def proves_infeasible(program: LinearProgram, multipliers: ExactArray) -> bool:
    """Return whether row multipliers y, shape (m,), prove that no x satisfies the bounds (Farkas).

    Every x has y·(A x) = (A.T y)·x. If the largest y·s over the row bounds is below the least
    (A.T y)·x over the column bounds, no x within the column bounds has A x within the row bounds.
    """
    of_columns = _least(program.matrix.T.dot(multipliers), program.columns)
    of_rows = _least(-multipliers, program.rows)  # the negative of the largest y·s
    return of_columns is not None and of_rows is not None and of_columns + of_rows > 0


def proves_unbounded(program: LinearProgram, point: ExactArray, ray: ExactArray) -> bool:
    """Return whether a point is feasible and a ray from it, both of shape (n,), stays so and improves without bound."""
    gain = program.objective.dot(ray)
    if program.sense == "min":
        gain = -gain
    return (
        _within(point, program.columns)
        and _within(program.matrix.dot(point), program.rows)
        and _recedes(ray, program.columns)
        and _recedes(program.matrix.dot(ray), program.rows)
        and gain > 0
    )


def _least(coefficients: ExactArray, bounds: Bounds) -> Fraction | None:
    """Return the least value of a linear function over a box, None if there is none."""
    rising = np.asarray(coefficients.numerators > 0, dtype=bool)
    falling = np.asarray(coefficients.numerators < 0, dtype=bool)
    if np.any(rising & ~bounds.has_lower) or np.any(falling & ~bounds.has_upper):
        return None
    at_lower = coefficients.take(rising).dot(bounds.lower.take(rising))
    return at_lower + coefficients.take(falling).dot(bounds.upper.take(falling))


def _within(values: ExactArray, bounds: Bounds) -> bool:
    """Return whether values are within their bounds."""
    is_below = (values - bounds.lower).numerators < 0
    is_above = (bounds.upper - values).numerators < 0
    return not np.any(is_below & bounds.has_lower) and not np.any(is_above & bounds.has_upper)


def _recedes(direction: ExactArray, bounds: Bounds) -> bool:
    """Return whether a direction moves towards no bound."""
    falls = direction.numerators < 0
    rises = direction.numerators > 0
    return not np.any(falls & bounds.has_lower) and not np.any(rises & bounds.has_upper)


_NEAR = 1e-7
"""Distance of a value in doubles from a bound, relative to its size, at which it counts as at the bound."""


def work_in_doubles(program: LinearProgram, raw: RawSolution) -> float:
    """Return the work of a simplex method in doubles that gave an answer, in the units of `Deadline.work`, roughly.

    In an iteration each number of the program is read about once.
    """
    return (raw.iterations or 0) * (sum(program.matrix.shape) + program.matrix.nonzeros)


def exact_solution(
    program: LinearProgram,
    raw: RawSolution | None = None,
    *,
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
    work: float = math.inf,
) -> RawSolution:
    """Solve a linear program over the rational numbers, starting from the answer of a solver.

    The start is the `basis` of `raw`; without one, a basis near its `primal` (and near its `dual` if it has both);
    without any, the basis of all row activities, which is slow. The basis is solved exactly and its signs are checked
    exactly. If it is not optimal, exact simplex pivots follow until it is, or until the program is proved infeasible or
    unbounded. The answer is checked against the program before it is returned; a CertificationError is a defect.

    The answer is SOLVED, with `primal` and `dual` exact and ``residuals(...).worst == 0``, `objective` a fraction and
    `basis` optimal; INFEASIBLE or UNBOUNDED, with `ray` the exact proof (and `primal` the point from which an unbounded
    ray departs); or TIME_LIMIT, INTERRUPTED, or ITERATION_LIMIT after the `work` that is allowed (see `Deadline`), with
    the last exact feasible point, or else that of the solver.
    ``options["exact_pivots"]`` counts the pivots, ``options["basis_repairs"]`` the statuses that the repair of the
    start changed.

    Raises SolveError if the basis does not fit the program, or is both too large and too ill-conditioned.

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactMatrix
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1, 1]), ExactMatrix.from_dense([[1, 2], [3, 1]]),
    ...     Bounds.at_most(ExactArray.of([4, 6])), Bounds.nonnegative(2), ["land", "labour"], ["wheat", "rye"])
    >>> solution = exact_solution(program)
    >>> solution.objective, solution.primal.to_fractions(), solution.dual.to_fractions()
    (Fraction(14, 5), [Fraction(8, 5), Fraction(6, 5)], [Fraction(2, 5), Fraction(1, 5)])
    """
    started = time.perf_counter()
    start = raw or RawSolution(Termination.ERROR, "no solver was run")
    form = ComputationalForm(program)
    deadline = Deadline(time_limit, work)
    simplex = ExactSimplex(form, _start(form, start), deadline, progress)
    try:
        answer = certified(form, simplex.run())
    except OutOfWorkError:
        answer = _unfinished(form, simplex, start, Termination.ITERATION_LIMIT)
    except OutOfTimeError:
        answer = _unfinished(form, simplex, start, Termination.TIME_LIMIT)
    except KeyboardInterrupt:
        answer = _unfinished(form, simplex, start, Termination.INTERRUPTED)
    return replace(
        answer,
        basis=form.basis_of(simplex.statuses),
        status=f"{answer.status}; {counted(simplex.pivots, 'exact pivot')}",
        iterations=start.iterations,
        seconds=start.seconds + time.perf_counter() - started,
        options={**start.options, "exact_pivots": simplex.pivots, "basis_repairs": simplex.repairs},
        solver=f"{start.solver}, exact simplex" if start.solver else "exact simplex",
    )


def _start(form: ComputationalForm, raw: RawSolution) -> Statuses:
    """Return the best statuses to start from."""
    basis = raw.basis or crossed_over(form.program, raw)
    if basis is not None:
        return form.statuses_of(basis)
    if raw.primal is not None:
        return nearby_statuses(form, raw.primal)

    # The basis of all activities.
    columns = np.full(form.column_count, BasisStatus.LOWER, dtype=np.int8)
    rows = np.full(form.row_count, BasisStatus.BASIC, dtype=np.int8)
    return form.nearest_statuses(np.concatenate([columns, rows]))


def crossed_over(program: LinearProgram, raw: RawSolution) -> Basis | None:
    """Return the basis to which HiGHS crosses over from a pair of points, None without a pair or without HiGHS."""
    if raw.primal is None or raw.dual is None:
        return None
    try:
        return basis_from_point(program, raw.primal, raw.dual)
    except BackendError:
        return None


def nearby_statuses(form: ComputationalForm, primal: Vector) -> Statuses:
    """Return BASIC for each variable between its bounds, and the bound of each variable at one.

    The number of basic variables need not be that of a basis.
    """
    if len(primal) != form.column_count:
        raise ModelError(
            f"exact solution: {len(primal)} primal values for {form.column_count} columns"
        )

    x = doubles(primal)
    point = np.concatenate([x, form.program.matrix.to_scipy() @ x])
    lower, upper = form.bounds.to_floats()
    margin = _NEAR * (1 + np.abs(point))

    # The lower bound comes last: it is that of a variable near both.
    statuses = np.full(len(point), BasisStatus.BASIC, dtype=np.int8)
    statuses[point >= upper - margin] = BasisStatus.UPPER
    statuses[point <= lower + margin] = BasisStatus.LOWER
    return form.nearest_statuses(statuses)


def certified(form: ComputationalForm, outcome: SimplexOutcome) -> RawSolution:
    """Return the outcome as a checked answer to the program."""
    program = form.program
    primal = _columns(form, outcome.point)
    if outcome.ray is not None:
        return _unbounded(program, primal, _columns(form, outcome.ray))

    assert outcome.multipliers is not None
    multipliers = outcome.multipliers.reduced()
    if outcome.termination is Termination.SOLVED:
        dual = multipliers if form.sign == 1 else -multipliers
        return _optimal(program, primal, dual)
    return _infeasible(program, multipliers)


def _unbounded(program: LinearProgram, point: ExactArray, ray: ExactArray) -> RawSolution:
    """Return the answer UNBOUNDED, checked."""
    if not proves_unbounded(program, point, ray):
        raise CertificationError(
            "exact solution: the unbounded ray fails its check; please report the program"
        )
    return RawSolution(
        Termination.UNBOUNDED, "unbounded, proved over the rationals", point, ray=ray
    )


def _optimal(program: LinearProgram, primal: ExactArray, dual: ExactArray) -> RawSolution:
    """Return the answer SOLVED, checked: the residuals are zero."""
    worst = program.residuals(primal, dual).worst
    if worst != 0:
        raise CertificationError(
            f"exact solution: the optimal pair misses by {shown_rational(worst)}; please report the program"
        )
    objective = Fraction(program.objective_at(primal))
    return RawSolution(Termination.SOLVED, "optimal over the rationals", primal, dual, objective)


def _infeasible(program: LinearProgram, multipliers: ExactArray) -> RawSolution:
    """Return the answer INFEASIBLE, checked."""
    for candidate in (multipliers, -multipliers):  # the simplex method leaves the sign open
        if proves_infeasible(program, candidate):
            return RawSolution(
                Termination.INFEASIBLE, "infeasible, proved over the rationals", ray=candidate
            )
    raise CertificationError(
        "exact solution: the proof of infeasibility fails its check; please report the program"
    )


def _unfinished(
    form: ComputationalForm, simplex: ExactSimplex, raw: RawSolution, termination: Termination
) -> RawSolution:
    """Return the best known answer after a limit."""
    status = f"{termination} during exact arithmetic"
    if simplex.feasible_point is None:
        return replace(raw, termination=termination, status=status)
    primal = _columns(form, simplex.feasible_point)
    objective = Fraction(form.program.objective_at(primal))
    return RawSolution(termination, status, primal, objective=objective)


def _columns(form: ComputationalForm, point: ExactArray) -> ExactArray:
    """Return the part of a point that belongs to the columns of the program."""
    return point.take(slice(form.column_count)).reduced()


class ExactBackend:
    """HiGHS, then an exact solution at its basis and, if necessary, exact simplex pivots.

    The options are those of the backend ``highs``. Every verdict is proved: see `exact_solution`.
    A tolerance is that of HiGHS; an exact answer meets any, so that HiGHS gets its least one in place of a smaller one.
    If HiGHS reaches a limit, its answer is returned unchanged, in doubles. Programs with numbers
    outside the range of doubles are solved without HiGHS, slowly.
    """

    name = "exact"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = True
    traits = Traits(
        solver_option="solver", threads=True, takes_basis=True, neighbor_options=FROM_NEIGHBOR
    )

    def solvers(self) -> tuple[str, ...]:
        """Return the values of the option ``solver`` of HiGHS."""
        return HighsBackend().solvers()

    @checks_call
    def solve(
        self, model: Any, options: SolveOptions = UNSET_OPTIONS, basis: Basis | None = None
    ) -> RawSolution:
        """Solve a linear program exactly, HiGHS from a basis if there is one; raises as it and `exact_solution` do."""
        deadline = Deadline(options.time_limit)
        raw = None
        if options.tolerance is not None:
            options = replace(options, tolerance=max(options.tolerance, LEAST_TOLERANCE))
        if _fits_doubles(model):
            in_doubles: RawSolution = solved_by(HighsBackend(), model, options, basis)
            if in_doubles.termination in CUT_SHORT:
                return in_doubles
            raw = in_doubles
        return exact_solution(model, raw, time_limit=deadline.left, progress=options.progress)


def _fits_doubles(program: LinearProgram) -> bool:
    try:
        to_arrays(program)
    except ModelError:
        return False
    return True


Sense = Literal["min", "max"]


def support_of(problem: LinearComplementarityProblem, z: Vector) -> Mask:
    """Return the support near a point of shape (n,): True where z_i, False where w_i may be nonzero.

    It is True for every free variable; otherwise where z_i relative to the largest z exceeds w_i relative to the sum of
    the absolute values of its terms. A z below what the coefficients of M and q resolve is not large, so that noise
    about 0 has no support.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, 6])
    >>> support_of(problem, np.array([2.4999999, 1e-9])).tolist()
    [True, False]
    """
    if len(z) != len(problem):
        raise ModelError(f"support: {len(z)} values for {len(problem)} variables")
    point = doubles(z)
    matrix = problem.matrix.to_scipy()
    q = problem.q.to_floats()

    # The least size that counts as large: of q over the largest coefficient.
    largest = np.max(np.abs(matrix.data), initial=0.0)
    resolved = 0.0
    if largest:
        resolved = np.max(np.abs(q), initial=0.0) / largest

    variables = _shares(point, np.max(np.abs(point[~problem.free]), initial=resolved))
    slacks = _shares(q + matrix @ point, np.abs(q) + abs(matrix) @ np.abs(point))
    return np.asarray(problem.free | (variables > slacks), dtype=bool)


def _shares(values: Floats, sizes: Floats | np.float64) -> Floats:
    """Return values relative to sizes, of which 0 counts as 1."""
    return values / np.where(sizes > 0, sizes, 1.0)


def support_program(
    problem: LinearComplementarityProblem,
    support: Mask,
    objective: ExactArray | None = None,
    sense: Sense = "min",
) -> LinearProgram:
    """Return the linear program of all solutions with z_i = 0 outside a support and w_i = 0 on it.

    Free variables always belong to the support. The objective is c·z, without one any solution is optimal.
    """
    n = len(problem)
    zeros = ExactArray.zeros(n)
    if objective is None:
        objective = zeros
    for what, length in (("support", len(support)), ("objective", len(objective))):
        if length != n:
            raise ModelError(f"{what} of length {length}, but there are {n} variables")

    # On the support q + M z = 0 and z_i has its sign constraint alone, outside q + M z ≥ 0 and z_i = 0.
    on = np.asarray(support | problem.free, dtype=bool)
    return LinearProgram(
        sense,
        objective,
        problem.matrix,
        Bounds(-problem.q, -problem.q, np.ones(n, dtype=bool), on),
        Bounds(zeros, zeros, ~problem.free, ~on),
        problem.slack_names,
        problem.names,
        problem.name,
    )


def solve_on_support(
    problem: LinearComplementarityProblem,
    support: Mask,
    objective: ExactArray | None = None,
    sense: Sense = "min",
    *,
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> RawSolution:
    """Return an exact solution with z_i = 0 outside a support and w_i = 0 on it, the best one for an objective.

    INFEASIBLE or UNBOUNDED, with proof, if there is no such solution or no best one; or the limit that was reached.
    """
    program = support_program(problem, support, objective, sense)
    answer = ExactBackend().solve(program, SolveOptions(time_limit=time_limit, progress=progress))
    if not answer.solved:
        return replace(answer, dual=None, basis=None)

    assert isinstance(answer.primal, ExactArray)
    worst = problem.residuals(answer.primal).worst
    if worst != 0:
        raise CertificationError(
            f"exact solution: the point misses by {shown_rational(worst)}; please report the problem"
        )
    return replace(
        answer,
        status="solved over the rationals",
        dual=None,
        basis=None,
        objective=None if objective is None else answer.objective,
    )


def exact_complementarity(
    problem: LinearComplementarityProblem,
    raw: RawSolution,
    objective: ExactArray | None = None,
    sense: Sense = "min",
    *,
    support: Mask | None = None,
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> RawSolution:
    """Turn the answer of a solver to a complementarity problem into an exact solution with the same zeros.

    Of several, the best one for an objective. If no exact solution has these zeros, the termination is NUMERICAL_ERROR,
    and the point that of the solver; otherwise the answer is that of `solve_on_support`. The zeros are those of the
    point, or those outside a `support`.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])
    >>> raw = RawSolution(Termination.SOLVED, "by eye", primal=np.array([1.33, 2.33]))
    >>> exact_complementarity(problem, raw).primal.to_fractions()
    [Fraction(4, 3), Fraction(7, 3)]
    """
    if raw.primal is None:
        raise ModelError(
            f"exact solution: the solver returned no point: {raw.termination} ({raw.status})"
        )
    if support is None:
        support = support_of(problem, raw.primal)
    exact = solve_on_support(
        problem, support, objective, sense, time_limit=time_limit, progress=progress
    )
    # Infeasible is the program of these zeros, not the problem.
    if exact.termination is Termination.INFEASIBLE:
        status = (
            "no exact solution has the zeros of the solver's point; ask the solver for a smaller tolerance, or, where "
            "the payoffs are of very different sizes, list all equilibria, which is exact (equilibria --complete)"
        )
        exact = replace(
            exact,
            termination=Termination.NUMERICAL_ERROR,
            status=status,
            primal=raw.primal,
            ray=None,
        )
    return replace(
        exact,
        iterations=raw.iterations,
        seconds=raw.seconds + exact.seconds,
        options={**raw.options, "exact_pivots": exact.options.get("exact_pivots", 0)},
        solver=f"{raw.solver}, exact simplex" if raw.solver else "exact simplex",
    )
