"""The method `numeric`: any LP solver at one number ε, which proves nothing."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from fractions import Fraction

from seqform.backends.protocol import Backend, SolveOptions
from seqform.errors import OptionError
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution
from seqform.models.programs.solutions import Termination

USUAL_TOLERANCE = 1e-7
"""What solvers take for feasible unless told otherwise."""

LARGEST_EPSILON = Fraction(1, 20)


def solve_numeric(
    program: PerturbedLinearProgram,
    backend: Backend,
    options: SolveOptions | None = None,
    epsilon: Fraction | int | None = None,
) -> PerturbedSolution:
    """Ask a solver at one number ε. What it finds proves nothing about ε → 0.

    Parameters
    ----------
    backend : Backend
        One that solves linear programs.
    options : SolveOptions, optional
        The backend's.
    epsilon : Fraction, optional
        Positive; `suitable_epsilon` if absent.

    Returns
    -------
    PerturbedSolution
        With the solver's answer in `raw`, neither polynomials nor a proof: numbers that were found at one ε, most
        of them in doubles, are not made into exact ones. `numeric_plans` reads plans from it, or refuses.

    Raises
    ------
    OptionError
        If ε is not a positive fraction, or the backend refuses an option.
    ModelError
        If ε is so small that a power of it is no double.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends.exact import ExactBackend
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> step = perturbed_lp(sequence_form(sf.load("kuhn")).target)
    >>> answer = solve_numeric(step.target, ExactBackend(), epsilon=Fraction(1, 100))
    >>> answer.raw.objective, answer.proven
    (Fraction(-25883, 500000), False)
    """
    options = options or SolveOptions()
    epsilon = suitable_epsilon(program, options) if epsilon is None else epsilon
    if isinstance(epsilon, bool) or not isinstance(epsilon, int | Fraction) or epsilon <= 0:
        raise OptionError(f"epsilon: a positive fraction expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")
    started = time.perf_counter()
    raw = backend.solve(program.at(epsilon), options)
    where = f"at ε = {shown_rational(Fraction(epsilon))}"
    status = f"{raw.status} {where}, which proves nothing about smaller ε"
    if raw.termination in (Termination.INFEASIBLE, Termination.INFEASIBLE_OR_UNBOUNDED):
        status += "; plans have no room for trembles so large: take a smaller ε"
    return PerturbedSolution(
        raw.termination,
        status,
        epsilon=Fraction(epsilon),
        raw=replace(raw, status=status),
        iterations=raw.iterations,
        seconds={"solver": time.perf_counter() - started},
        options=raw.options,
        solver=raw.solver,
    )


def suitable_epsilon(program: PerturbedLinearProgram, options: SolveOptions | None = None) -> Fraction:
    """Return an ε whose highest power a solver can still tell from zero, at most a twentieth.

    Parameters
    ----------
    options : SolveOptions, optional
        Whose tolerance the solver will have; 1e-7 if it does not say, or is smaller, since solvers
        take smaller numbers for zero elsewhere.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> program = perturbed_lp(sequence_form(sf.load("kuhn")).target).target
    >>> suitable_epsilon(program), suitable_epsilon(program, SolveOptions(tolerance=1e-5))
    (Fraction(1, 1000), Fraction(1, 100))
    """
    tolerance = max(USUAL_TOLERANCE, (options.tolerance if options else None) or 0.0)
    inverse = (10 * tolerance) ** (-1 / max(1, program.degree))
    return min(LARGEST_EPSILON, Fraction(1, max(1, math.floor(inverse * (1 + 1e-9)))))
