"""Base of the stable-basis methods: a solver called at numbers ε, within one time limit, and the choice of these ε."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

import numpy as np

from seqform.backends.linalg.rational_solve import Deadline, OutOfTimeError
from seqform.backends.protocol import Backend, SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import ModelError
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution, RationalSolution
from seqform.models.programs.solutions import Basis, RawSolution, Termination

Solution = TypeVar("Solution", PerturbedSolution, RationalSolution)

TOLERANCE = 1e-10
"""The tightest of HiGHS: least weights multiply along a path, and looser tolerances would hide them."""

NO_OPTIMUM = (Termination.INFEASIBLE, Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED)

_SEEN = 2e-10
_DOUBLE = 1e-280  # a power that doubles hold
_LARGEST, _SMALLEST = 1e-2, 1e-3


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


def require_small(epsilon: Fraction | None) -> None:
    """Raise ModelError unless ε is None or a fraction between 0 and 1."""
    if epsilon is not None and not (isinstance(epsilon, int | Fraction) and 0 < epsilon < 1):
        raise ModelError(f"ε: a fraction between 0 and 1 expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")


@dataclass(kw_only=True)
class StableBasisRun(ABC, Generic[Solution]):
    """State of a method that solves a program at numbers ε and proves the answer for all small ε.

    `epsilon` is the next number, `basis` the last basis, from which HiGHS starts, and `raw` the last answer of the
    solver. The time limit applies to all phases together; `seconds` counts them apart.
    """

    solver: Backend
    options: SolveOptions
    epsilon: Fraction
    basis: Basis | None = None
    raw: RawSolution | None = None
    iterations: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.started = time.perf_counter()
        self.deadline = Deadline(self.options.time_limit)

    def solve(self) -> Solution:
        """Run the method; the time limit and Ctrl-C end it with the basis reached."""
        try:
            return self._solve()
        except OutOfTimeError:
            return self._unfinished(Termination.TIME_LIMIT)
        except KeyboardInterrupt:
            return self._unfinished(Termination.INTERRUPTED)

    @abstractmethod
    def _solve(self) -> Solution: ...

    @abstractmethod
    def _unfinished(self, termination: Termination) -> Solution: ...

    def ask(self, model: LinearProgram) -> RawSolution:
        """Return the answer of the solver to the program at a number ε."""
        raw = self.options.raw
        if self.options.tolerance is None and self.solver.name in ("highs", "exact"):
            raw = dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), TOLERANCE) | dict(raw)
        options = replace(self.options, time_limit=self.time_left(), raw=raw)
        if isinstance(self.solver, HighsBackend) and self.basis is not None:
            answer = self.solver.solve(model, options, self.basis)
        else:
            answer = self.solver.solve(model, options)
        self.iterations += answer.iterations or 0
        return answer

    def time_left(self) -> float | None:
        """Return the remaining seconds, None without a limit; raise OutOfTimeError if none are left."""
        if self.options.time_limit is None:
            return None
        self.deadline.check()
        return max(1e-3, self.options.time_limit - (time.perf_counter() - self.started))

    def report(self, text: str) -> None:
        """Pass a line of text to the progress callback."""
        if self.options.progress is not None:
            self.options.progress(text)

    @property
    def raw_options(self) -> dict[str, Any]:
        """The options of the last answer of the solver."""
        return dict(self.raw.options) if self.raw is not None else {}

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the duration of a block to `seconds`."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began
