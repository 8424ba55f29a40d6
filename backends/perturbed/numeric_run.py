"""What methods share that ask a solver at numbers ε: its options, the clock, the phases, the last basis."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from seqform.backends.exact.deadline import Deadline
from seqform.backends.highs import HighsBackend
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.models.linear_program import LinearProgram
from seqform.models.raw_solution import Basis, RawSolution, Termination

TOLERANCE = 1e-10
"""HiGHS's tightest: least weights multiply along a path, and with looser tolerances they are not seen."""

NO_OPTIMUM = (Termination.INFEASIBLE, Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED)


@dataclass(kw_only=True)
class NumericRun:
    """One call of a method.

    Parameters
    ----------
    backend : Backend
    options : SolveOptions
        Its time limit is for everything together.
    epsilon : Fraction
        The next number to ask at.

    Attributes
    ----------
    basis : Basis, optional
        The last one; HiGHS goes on from it.
    raw : RawSolution, optional
        The solver's last answer.
    iterations : int
        The solver's, together.
    seconds : dict from str to float
        By phase.
    """

    backend: Backend
    options: SolveOptions
    epsilon: Fraction
    basis: Basis | None = None
    raw: RawSolution | None = None
    iterations: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.started = time.perf_counter()
        self.deadline = Deadline(self.options.time_limit)

    def ask(self, model: LinearProgram) -> RawSolution:
        """Return the solver's answer at a number ε."""
        options = replace(self.options, time_limit=self.time_left(), raw=self._raw_options())
        if isinstance(self.backend, HighsBackend) and self.basis is not None:
            answer = self.backend.solve(model, options, self.basis)
        else:
            answer = self.backend.solve(model, options)
        self.iterations += answer.iterations or 0
        return answer

    def _raw_options(self) -> Mapping[str, Any]:
        if self.options.tolerance is not None or self.backend.name not in ("highs", "exact"):
            return self.options.raw
        tight = dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), TOLERANCE)
        return {**tight, **self.options.raw}

    def time_left(self) -> float | None:
        """Return how many seconds are left, None without a limit.

        Raises
        ------
        OutOfTimeError
            If none are.
        """
        if self.options.time_limit is None:
            return None
        self.deadline.check()
        return max(1e-3, self.options.time_limit - (time.perf_counter() - self.started))

    def tell(self, text: str) -> None:
        """Tell whoever listens to progress."""
        if self.options.progress is not None:
            self.options.progress(text)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Time what happens within."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began
