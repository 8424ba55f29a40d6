"""The backend `exact`: HiGHS followed by exact arithmetic."""

from __future__ import annotations

import time
from typing import Any

from seqform.backends.exact.solution import exact_solution
from seqform.backends.protocol import SolveOptions, require_supported
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import ModelError
from seqform.models.programs.linear import LinearProgram, to_arrays
from seqform.models.programs.solutions import CUT_SHORT, RawSolution


class ExactBackend:
    """HiGHS, then an exact solution at its basis and, if necessary, exact simplex pivots.

    The options are those of the backend ``highs``. Every verdict is proved: see `exact_solution`.
    If HiGHS reaches a limit, its answer is returned unchanged, in doubles. Programs with numbers
    outside the range of doubles are solved without HiGHS, slowly.

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactArray, ExactMatrix
    >>> from seqform.models.programs.linear import Bounds
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1, 1]), ExactMatrix.from_dense([[1, 2], [3, 1]]),
    ...     Bounds.at_most(ExactArray.of([4, 6])), Bounds.nonnegative(2), ["land", "labour"], ["wheat", "rye"])
    >>> answer = ExactBackend().solve(program)
    >>> answer.objective, answer.dual.to_fractions()
    (Fraction(14, 5), [Fraction(2, 5), Fraction(1, 5)])
    """

    name = "exact"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = True
    solver_option = "solver"

    def solvers(self) -> tuple[str, ...]:
        """Return the values of the option ``solver`` of HiGHS."""
        return HighsBackend().solvers()

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        """Solve a linear program exactly; raises as HiGHS and `exact_solution` do."""
        require_supported(self, model)
        options = options or SolveOptions()
        started = time.perf_counter()
        raw = HighsBackend().solve(model, options) if _fits_doubles(model) else None
        if raw is not None and raw.termination in CUT_SHORT:
            return raw
        remaining = None
        if options.time_limit is not None:
            remaining = options.time_limit - (time.perf_counter() - started)
        return exact_solution(model, raw, time_limit=remaining, progress=options.progress)


def _fits_doubles(program: LinearProgram) -> bool:
    try:
        to_arrays(program)
    except ModelError:
        return False
    return True
