"""The backend `numeric`, a linear program at one number ε that proves nothing about smaller ones; choices of ε."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.answers import solved_by
from seqform.backends.protocol import Backend, SolveOptions, require_supported
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import OptionError
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.perturbed import PerturbedLinearProgram, PerturbedSolution
from seqform.models.programs.solutions import RawSolution, Termination

USUAL_TOLERANCE = 1e-7
"""Default feasibility tolerance of solvers."""

LARGEST_EPSILON = Fraction(1, 20)

_SEEN = 2e-10
_DOUBLE = 1e-280  # a power that doubles hold
_LARGEST, _SMALLEST = 1e-2, 1e-3


class NumericBackend:
    """Any solver at one number ε; the answer proves nothing about ε → 0.

    Parameters
    ----------
    solver : Backend, optional
        For linear programs; HiGHS by default. It receives the options unchanged.
    epsilon : Fraction, optional
        Positive; `suitable_epsilon` if absent.

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

    def __init__(self, solver: Backend | None = None, epsilon: Fraction | int | None = None) -> None:
        if epsilon is not None and (
            isinstance(epsilon, bool) or not isinstance(epsilon, int | Fraction) or epsilon <= 0
        ):
            raise OptionError(
                f"epsilon: a positive fraction expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth"
            )
        self.solver: Backend = HighsBackend() if solver is None else solver
        self.epsilon = epsilon

    def calling(self, solver: Backend, epsilon: Fraction | None = None) -> NumericBackend:
        """Return the method with another solver of linear programs, and another ε."""
        return NumericBackend(solver, epsilon)

    def solve(self, model: Any, options: SolveOptions | None = None) -> PerturbedSolution:
        """Solve the program at ε; raises ModelError if a power of ε is below the range of doubles.

        The answer of the solver is in `raw`, without polynomials or a proof: numbers found at one ε, mostly in doubles,
        are not rounded to exact ones. `numeric_plans` reads plans from it, or raises an error.
        """
        require_supported(self, model)
        options = options or SolveOptions()
        epsilon = suitable_epsilon(model, options) if self.epsilon is None else Fraction(self.epsilon)
        began = time.perf_counter()
        raw: RawSolution = solved_by(self.solver, model.at(epsilon), options)
        status = f"{raw.status} at ε = {shown_rational(epsilon)}, which proves nothing about smaller ε"
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
    following = np.zeros(len(right))
    for k in range(1, right.degree + 1):
        following += np.where(orders < k, np.abs(right.order(k).to_floats()), 0.0)
    held = float(np.max(following / np.where(leading > 0, leading, 1.0), initial=1.0))
    return visible_epsilon(program.degree, 2 * held)


def visible_epsilon(degree: int, least_inverse: float) -> Fraction:
    """Return an ε ≤ 1 / `least_inverse`, from 1/1000 to 1/100 if possible, whose power `degree` is about 2e-10.

    For high degrees ε is larger, so that the power is a double.

    Examples
    --------
    >>> visible_epsilon(4, 6), visible_epsilon(1, 6)
    (Fraction(1, 266), Fraction(1, 1000))
    """
    degree = max(1, degree)
    seen = max(_DOUBLE ** (1 / degree), min(_LARGEST, max(_SMALLEST, _SEEN ** (1 / degree))))
    return Fraction(1, math.ceil(max(least_inverse, 1 / seen)))
