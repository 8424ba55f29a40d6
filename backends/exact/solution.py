"""Proved rational solutions of linear programs, from the basis or the point of HiGHS, and the backend `exact`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.exact.basis import ComputationalForm, Statuses
from seqform.backends.exact.simplex import ExactSimplex, SimplexOutcome
from seqform.backends.protocol import SolveOptions, Traits, require_supported
from seqform.backends.solvers.highs import FROM_NEIGHBOR, HighsBackend, basis_from_point
from seqform.errors import BackendError, CertificationError, ModelError
from seqform.models.numbers.exact import ExactArray, Vector, doubles
from seqform.models.numbers.text import counted
from seqform.models.programs.linear import Bounds, LinearProgram, to_arrays
from seqform.models.programs.solutions import CUT_SHORT, Basis, BasisStatus, RawSolution, Termination
from seqform.system.deadline import Deadline, OutOfTimeError


def proves_infeasible(program: LinearProgram, multipliers: ExactArray) -> bool:
    """Return whether row multipliers y, shape (m,), prove that no x satisfies the bounds (Farkas).

    Every x has y·(A x) = (A.T y)·x. If the largest y·s over the row bounds is below the least
    (A.T y)·x over the column bounds, no x within the column bounds has A x within the row bounds.
    """
    of_columns = _least(program.matrix.T.dot(multipliers), program.columns)
    of_rows = _least(-multipliers, program.rows)
    return of_columns is not None and of_rows is not None and of_columns + of_rows > 0


def proves_unbounded(program: LinearProgram, point: ExactArray, ray: ExactArray) -> bool:
    """Return whether a point is feasible and a ray from it, both of shape (n,), stays so and improves without bound."""
    gain = program.objective.dot(ray)
    return (
        _within(point, program.columns)
        and _within(program.matrix.dot(point), program.rows)
        and _recedes(ray, program.columns)
        and _recedes(program.matrix.dot(ray), program.rows)
        and (gain < 0 if program.sense == "min" else gain > 0)
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
    over_lower, under_upper = (values - bounds.lower).numerators, (bounds.upper - values).numerators
    return not np.any((over_lower < 0) & bounds.has_lower) and not np.any((under_upper < 0) & bounds.has_upper)


def _recedes(direction: ExactArray, bounds: Bounds) -> bool:
    falls, rises = direction.numerators < 0, direction.numerators > 0
    return not np.any(falls & bounds.has_lower) and not np.any(rises & bounds.has_upper)


_NEAR = 1e-7


def exact_solution(
    program: LinearProgram,
    raw: RawSolution | None = None,
    *,
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> RawSolution:
    """Solve a linear program over the rational numbers, starting from the answer of a solver.

    The start is the `basis` of `raw`; without one, a basis near its `primal` (and near its `dual` if it has both);
    without any, the basis of all row activities, which is slow. The basis is solved exactly and its signs are checked
    exactly. If it is not optimal, exact simplex pivots follow until it is, or until the program is proved infeasible or
    unbounded. The answer is checked against the program before it is returned; a CertificationError is a defect.

    Returns
    -------
    RawSolution
        Of termination SOLVED, with `primal` and `dual` exact and ``residuals(...).worst == 0``, `objective` a fraction
        and `basis` optimal; INFEASIBLE or UNBOUNDED, with `ray` the exact proof (and `primal` the point from which an
        unbounded ray departs); or TIME_LIMIT or INTERRUPTED, with the last exact feasible point, or else that of the
        solver. ``options["exact_pivots"]`` counts the pivots, ``options["basis_repairs"]`` the statuses that the repair
        of the start changed.

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
    form, deadline = ComputationalForm(program), Deadline(time_limit)
    simplex = ExactSimplex(form, _start(form, start), deadline, progress)
    try:
        answer = certified(form, simplex.run())
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
        raise ModelError(f"exact solution: {len(primal)} primal values for {form.column_count} columns")
    x = doubles(primal)
    point = np.concatenate([x, form.program.matrix.to_scipy() @ x])
    lower, upper = form.bounds.to_floats()
    margin = _NEAR * (1 + np.abs(point))
    statuses = np.full(len(point), BasisStatus.BASIC, dtype=np.int8)
    statuses[point >= upper - margin] = BasisStatus.UPPER
    statuses[point <= lower + margin] = BasisStatus.LOWER
    return form.nearest_statuses(statuses)


def certified(form: ComputationalForm, outcome: SimplexOutcome) -> RawSolution:
    """Return the outcome as a checked answer to the program."""
    program, primal = form.program, _columns(form, outcome.point)
    if outcome.ray is not None:
        ray = _columns(form, outcome.ray)
        if not proves_unbounded(program, primal, ray):
            raise CertificationError("exact solution: the unbounded ray fails its check; please report the program")
        return RawSolution(Termination.UNBOUNDED, "unbounded, proved over the rationals", primal, ray=ray)
    assert outcome.multipliers is not None
    multipliers = outcome.multipliers.reduced()
    if outcome.termination is Termination.SOLVED:
        dual = multipliers if form.sign == 1 else -multipliers
        worst = program.residuals(primal, dual).worst
        if worst != 0:
            raise CertificationError(f"exact solution: the optimal pair misses by {worst}; please report the program")
        objective = Fraction(program.objective_at(primal))
        return RawSolution(Termination.SOLVED, "optimal over the rationals", primal, dual, objective)
    for candidate in (multipliers, -multipliers):
        if proves_infeasible(program, candidate):
            return RawSolution(Termination.INFEASIBLE, "infeasible, proved over the rationals", ray=candidate)
    raise CertificationError("exact solution: the proof of infeasibility fails its check; please report the program")


def _unfinished(
    form: ComputationalForm, simplex: ExactSimplex, raw: RawSolution, termination: Termination
) -> RawSolution:
    """Return the best known answer after a limit."""
    status = f"{termination} during exact arithmetic"
    if simplex.feasible_point is None:
        return replace(raw, termination=termination, status=status)
    primal = _columns(form, simplex.feasible_point)
    return RawSolution(termination, status, primal, objective=Fraction(form.program.objective_at(primal)))


def _columns(form: ComputationalForm, point: ExactArray) -> ExactArray:
    return point.take(slice(form.column_count)).reduced()


class ExactBackend:
    """HiGHS, then an exact solution at its basis and, if necessary, exact simplex pivots.

    The options are those of the backend ``highs``. Every verdict is proved: see `exact_solution`.
    If HiGHS reaches a limit, its answer is returned unchanged, in doubles. Programs with numbers
    outside the range of doubles are solved without HiGHS, slowly.
    """

    name = "exact"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = True
    traits = Traits(solver_option="solver", threads=True, takes_basis=True, neighbor_options=FROM_NEIGHBOR)

    def solvers(self) -> tuple[str, ...]:
        """Return the values of the option ``solver`` of HiGHS."""
        return HighsBackend().solvers()

    def solve(self, model: Any, options: SolveOptions | None = None, basis: Basis | None = None) -> RawSolution:
        """Solve a linear program exactly, HiGHS from a basis if there is one; raises as it and `exact_solution` do."""
        require_supported(self, model)
        options = options or SolveOptions()
        deadline = Deadline(options.time_limit)
        raw = HighsBackend().solve(model, options, basis) if _fits_doubles(model) else None
        if raw is not None and raw.termination in CUT_SHORT:
            return raw
        return exact_solution(model, raw, time_limit=deadline.left, progress=options.progress)


def _fits_doubles(program: LinearProgram) -> bool:
    try:
        to_arrays(program)
    except ModelError:
        return False
    return True
