"""Perturbed programs at one number ε: by any solver, and exactly below a bound on the changes of the optimal bases.

The first, `numeric`, proves nothing about smaller ε; the second, `bound`, proves its answer for all of them.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.answers import solved_by
from seqform.backends.exact.simplex import ComputationalForm
from seqform.backends.exact.solution import exact_solution
from seqform.backends.perturbed.proofs import basis_polynomials, require_proved
from seqform.backends.protocol import (
    UNSET_OPTIONS,
    Backend,
    SolveOptions,
    checks_call,
)
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import OptionError, SolveError
from seqform.models.numbers.exact import ExactArray, Numerators
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.integers import sums_by
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import counted, shown_rational
from seqform.models.programs.perturbed import PerturbedLinearProgram, PerturbedSolution
from seqform.models.programs.solutions import CUT_SHORT, RawSolution, Termination
from seqform.system.deadline import Deadline, OutOfTimeError

USUAL_TOLERANCE = 1e-7
"""Default feasibility tolerance of solvers."""

LARGEST_EPSILON = Fraction(1, 20)

_SEEN = 2e-10  # a power that exceeds the tolerance of a solver
_DOUBLE = 1e-280  # a power that doubles hold
_LARGEST = 1e-2
_SMALLEST = 1e-3


class NumericBackend:
    """Any solver at one number ε; the answer proves nothing about ε → 0.

    - `solver`: For linear programs; HiGHS by default. It receives the options unchanged.
    - `epsilon`: Positive; `suitable_epsilon` if absent.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends.exact import ExactBackend
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> program = sf.builders.sequence_form(sf.load("kuhn")).then(perturbed_lp).target
    >>> answer = NumericBackend(ExactBackend(), Fraction(1, 100)).solve(program)
    >>> answer.raw.objective, answer.proven
    (Fraction(-25883, 500000), False)
    """

    name = "numeric"
    supports: frozenset[type] = frozenset({PerturbedLinearProgram})
    exact = False

    def __init__(self, solver: Backend | None = None, epsilon: Given | None = None) -> None:
        self.solver: Backend = HighsBackend() if solver is None else solver
        self.epsilon: Fraction | int | None = None
        if epsilon is not None:
            expected = "a number above 0"
            self.epsilon = given_rational(
                epsilon, "epsilon", expected, lambda value: value > 0, OptionError
            )

    def calling(self, solver: Backend, epsilon: Fraction | None = None) -> NumericBackend:
        """Return the method with another solver of linear programs, and another ε."""
        return NumericBackend(solver, epsilon)

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> PerturbedSolution:
        """Solve the program at ε; raises ModelError if a power of ε is below the range of doubles.

        The answer of the solver is in `raw`, without polynomials or a proof: numbers found at one ε, mostly in doubles,
        are not rounded to exact ones. `numeric_plans` reads plans from it, or raises an error.
        """
        number = suitable_epsilon(model, options) if self.epsilon is None else self.epsilon
        epsilon = Fraction(number)

        began = time.perf_counter()
        raw: RawSolution = solved_by(self.solver, model.at(epsilon), options)
        status = (
            f"{raw.status} at ε = {shown_rational(epsilon)}, which proves nothing about smaller ε"
        )
        if raw.termination in (Termination.INFEASIBLE, Termination.INFEASIBLE_OR_UNBOUNDED):
            status += "; plans have no room for trembles so large: take a smaller ε"
        return PerturbedSolution(
            raw.termination,
            status,
            epsilon=epsilon,
            raw=replace(raw, status=status),
            iterations=raw.iterations,
            seconds={"solver": time.perf_counter() - began},
            options=raw.options,
            solver=raw.solver,
        )


def suitable_epsilon(program: PerturbedLinearProgram, options: SolveOptions) -> Fraction:
    """Return an ε of at most 1/20 whose highest power exceeds the tolerance of the solver.

    A tolerance of at least 1e-7 is assumed, since solvers drop smaller numbers elsewhere.
    """
    tolerance = max(USUAL_TOLERANCE, options.tolerance or 0.0)
    inverse = (10 * tolerance) ** (-1 / max(1, program.degree))
    return min(LARGEST_EPSILON, Fraction(1, max(1, math.floor(inverse * (1 + 1e-9)))))


def suggested_epsilon(program: PerturbedLinearProgram) -> Fraction:
    """Return an ε that is small for the game and whose powers exceed the tolerance of a solver; see `visible_epsilon`.

    It is at most half of the bound below which every right-hand side of an equation keeps its sign, which is 1/(2a)
    for players with up to a actions.
    """
    right = program.right.take(program.equations)
    orders = right.leading_orders()
    leading = np.abs(right.coefficient_at(orders).to_floats())

    # Below the inverse of this ratio the leading coefficient decides the sign.
    following = np.zeros(len(right))
    for k in range(1, right.degree + 1):
        following += np.where(orders < k, np.abs(right.order(k).to_floats()), 0.0)
    ratios = following / np.where(leading > 0, leading, 1.0)
    largest = float(np.max(ratios, initial=1.0))
    return visible_epsilon(program.degree, 2 * largest)


def visible_epsilon(degree: int, least_inverse: float) -> Fraction:
    """Return an ε ≤ 1 / `least_inverse`, from 1/1000 to 1/100 if possible, whose power `degree` is about 2e-10.

    For high degrees ε is larger, so that the power is a double.

    Examples
    --------
    >>> visible_epsilon(4, 6), visible_epsilon(1, 6)
    (Fraction(1, 266), Fraction(1, 1000))
    """
    degree = max(1, degree)
    visible = _SEEN ** (1 / degree)
    visible = min(_LARGEST, max(_SMALLEST, visible))
    visible = max(_DOUBLE ** (1 / degree), visible)
    return Fraction(1, math.ceil(max(least_inverse, 1 / visible)))


SOLVER = "exact LP below the root bound"

MOST_BITS = 5000
"""Largest number of bits of ε."""

MOST_BITS_OF_POWERS = 50_000
"""Largest number of bits of the highest power of ε; the program at ε has many numbers of this size."""


def epsilon_bound(program: PerturbedLinearProgram) -> Fraction:
    """Return an ε_G > 0 such that a basis optimal at one ε below it is optimal at all of them.

    Multiply row i of A by the least r_i > 0 that makes it integral, and let β and γ be the common denominators of all
    r_i b_i(ε) and of c(ε). The slack of row i in the new units has the column ±e_i. Let B be a basis.

    By Cramer's rule, β det(B) times a basic variable is Σ_k n_k ε^k, where n_k is the determinant of B with one column
    replaced by the integers β r b_k. Up to signs, γ det(B) times a reduced cost is Σ_k n_k ε^k, where n_k is the
    determinant of B bordered by a column of A, or of a slack, and by the integers γ c_k as a row. So whether B is
    optimal at ε is decided by the signs of such polynomials. Their coefficients are integers, and by Hadamard's
    inequality none is larger than K: expanded along the columns of slacks, n_k is a minor of [A, β r b_k], or of A with
    the row γ c_k below; it is at most the product of the Euclidean lengths of its rows, and of its columns, where a
    length below 1 counts as 1 so that rows and columns outside of the minor do no harm. A minor has at most min(m, n)
    columns of A beside that of b, and min(m + 1, n) with a row of c, so the longest ones suffice.

    If |n_k| ≤ K for all k and n_j is the first that is not zero, then for 0 < ε < 1/(2K) the terms
    after n_j ε^j amount to less than K ε^(j+1) / (1 - ε) ≤ ε^j in absolute value, so the sign is that of n_j: it is
    the same for all these ε, and so is whether the polynomial is zero. The same polynomials, and entries of B⁻¹A,
    which do not depend on ε, decide whether a basis proves that the program is infeasible or unbounded.

    ε_G is 1 / (2K).

    References
    ----------
    Miltersen & Sørensen (2006), lemma 2.1, which leaves K open.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> epsilon_bound(perturbed_lp(sequence_form(sf.load("safe-or-risky")).target).target)
    Fraction(1, 20)
    """
    form = ComputationalForm(program.at(0))
    matrix = form.integer_matrix
    m, n = program.matrix.shape
    squares = matrix.values.numerators.astype(object) ** 2
    rows = sums_by(squares, matrix.rows, m)
    columns = sums_by(squares, matrix.columns, n)
    right = _integral(program.right, form.row_scale.numerators)
    cost = _integral(program.objective, np.ones(n, dtype=object))

    # Squares of Hadamard's bounds on minors of [A, β r b_k], by their rows and by their columns.
    by_rows = max(math.prod(np.maximum(1, rows + part * part)) for part in right)
    by_columns = _product_of_largest(columns, min(m, n)) * _longest(right)
    primal = min(by_rows, by_columns)

    # The same of A with the row γ c_k below.
    by_rows = math.prod(np.maximum(1, rows)) * _longest(cost)
    by_columns = max(_product_of_largest(columns + part * part, min(m + 1, n)) for part in cost)
    dual = min(by_rows, by_columns)

    largest = math.isqrt(max(primal, dual) - 1) + 1  # the root rounded up, K
    return Fraction(1, 2 * largest)


def _integral(polynomials: PolynomialArray, factors: Numerators) -> list[Numerators]:
    """Return the coefficients times the factors, over one common denominator, as integers: one vector an order."""
    common = math.lcm(*(part.denominator for part in polynomials.coefficients))
    integers = [order.over(common).astype(object) for order in polynomials.coefficients]
    orders = [numerators * factors.astype(object) for numerators in integers]

    divisor = common
    for numerators in orders:
        divisor = math.gcd(divisor, *map(int, numerators))
    return [numerators // divisor for numerators in orders]


def _longest(vectors: list[Numerators]) -> int:
    """Return the largest squared length, at least 1."""
    return max(1, *(int((vector * vector).sum()) for vector in vectors))


def _product_of_largest(squares: Numerators, count: int) -> int:
    """Return the product of the largest squared lengths, of which those below 1 count as 1."""
    lengths = [max(1, int(square)) for square in squares]
    lengths.sort(reverse=True)
    return math.prod(lengths[:count])


class BoundBackend:
    """Small perturbed programs, exactly at ε_G / 2: the optimal basis is optimal for all smaller ε.

    The time is polynomial if the linear program is solved in polynomial time; here a solver's basis at a moderate ε is
    the start of exact simplex pivots.

    - `most_bits`: Largest number of bits of ε.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, lemma 2.1 and theorem 1.1.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> step = perturbed_lp(sf.builders.sequence_form(sf.load("guess-the-ace")).target)
    >>> answer = BoundBackend().solve(step.target)
    >>> answer.proven, step.lift(answer).limit[1]["asked"]
    (True, {'yes': Fraction(0, 1), 'no': Fraction(1, 1)})
    """

    name = "bound"
    supports: frozenset[type] = frozenset({PerturbedLinearProgram})
    exact = True

    def __init__(self, most_bits: int = MOST_BITS) -> None:
        self.most_bits = most_bits

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> PerturbedSolution:
        """Solve a perturbed program; the options are those of the backend ``exact``.

        All results are proved for all smaller ε. Raises SolveError if ε has more than `most_bits` bits, or its highest
        power more than `MOST_BITS_OF_POWERS`, and CertificationError if the answer does not pass its own check.
        """
        started = time.perf_counter()
        deadline = Deadline(options.time_limit)
        epsilon = epsilon_bound(model) / 2
        bits = epsilon.denominator.bit_length()
        if bits > self.most_bits or bits * model.degree > MOST_BITS_OF_POWERS:
            raise SolveError(
                f"method bound: ε would be 1 over a number of {bits:,} bits, and its power {model.degree} one of "
                f"{bits * model.degree:,}, too many; use the method stable-basis, or symbolic"
            )

        try:
            answer = _solved(model, epsilon, options, deadline)
        except OutOfTimeError:
            answer = PerturbedSolution(
                Termination.TIME_LIMIT, "time limit after a basis below the bound was found"
            )
        except KeyboardInterrupt:
            answer = PerturbedSolution(Termination.INTERRUPTED, "interrupted")
        seconds = {"solve": time.perf_counter() - started}
        return replace(answer, epsilon=epsilon, seconds=seconds, solver=answer.solver or SOLVER)


def _solved(
    program: PerturbedLinearProgram, epsilon: Fraction, options: SolveOptions, deadline: Deadline
) -> PerturbedSolution:
    """Solve at an ε below the bound, from the basis of HiGHS at a moderate one, and prove it for all smaller ε."""
    raw = HighsBackend().solve(program.at(suggested_epsilon(program)), options)
    if raw.termination not in CUT_SHORT:
        raw = exact_solution(
            program.at(epsilon), raw, time_limit=deadline.left, progress=options.progress
        )
    pivots = int(raw.options.get("exact_pivots", 0))
    answer = PerturbedSolution(
        raw.termination,
        raw.status,
        iterations=raw.iterations,
        pivots=pivots,
        options=raw.options,
        solver=f"{SOLVER} ({raw.solver})",
    )
    if raw.basis is None or raw.termination in CUT_SHORT:
        return answer

    primal, dual = basis_polynomials(program, raw.basis, deadline)
    ray = raw.ray if isinstance(raw.ray, ExactArray) else None
    require_proved("method bound", program, raw.termination, primal, dual, ray)

    verdict = "optimal" if answer.solved else str(raw.termination)
    where = f"at an ε of {epsilon.denominator.bit_length():,} bits, below the bound, and so for all smaller ones"
    status = f"{verdict} {where}, proved over the rationals; {counted(pivots, 'exact pivot')}"
    if not answer.solved:
        return replace(answer, status=status)
    return replace(answer, status=status, primal=primal, dual=dual, proven=True, basis=raw.basis)
