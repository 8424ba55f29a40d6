"""The method `numeric`, choices of numbers ε, and the base class of the stable-basis methods."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

import numpy as np

from seqform.backends.linalg.rational_solve import Deadline, OutOfTimeError
from seqform.backends.protocol import Backend, SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import ModelError, OptionError
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution
from seqform.models.programs.solutions import Basis, RawSolution, Termination

Solution = TypeVar("Solution")

_SEEN = 2e-10
_DOUBLE = 1e-280  # a power that doubles hold
_LARGEST, _SMALLEST = 1e-2, 1e-3
USUAL_TOLERANCE = 1e-7
"""Default feasibility tolerance of solvers."""

LARGEST_EPSILON = Fraction(1, 20)


def solve_numeric(
    program: PerturbedLinearProgram,
    backend: Backend,
    options: SolveOptions | None = None,
    epsilon: Fraction | int | None = None,
) -> PerturbedSolution:
    """Solve a perturbed program at one number ε with any solver; the answer proves nothing about ε → 0.

    Parameters
    ----------
    backend : Backend
        For linear programs.
    epsilon : Fraction, optional
        Positive; `suitable_epsilon` if absent.

    Returns
    -------
    PerturbedSolution
        With the answer of the solver in `raw`, and without polynomials or a proof: numbers found at one ε, mostly in
        doubles, are not rounded to exact ones. `numeric_plans` reads plans from it, or raises an error.

    Raises
    ------
    OptionError
        If ε is not a positive fraction, or the backend refuses an option.
    ModelError
        If a power of ε is below the range of doubles.

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
    began = time.perf_counter()
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
        seconds={"solver": time.perf_counter() - began},
        options=raw.options,
        solver=raw.solver,
    )


def suitable_epsilon(program: PerturbedLinearProgram, options: SolveOptions | None = None) -> Fraction:
    """Return an ε of at most 1/20 whose highest power exceeds the tolerance of the solver.

    Parameters
    ----------
    options : SolveOptions, optional
        With the tolerance of the solver; at least 1e-7 is assumed, since solvers drop smaller numbers elsewhere.

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


def suggested_epsilon(program: PerturbedLinearProgram) -> Fraction:
    """Return an ε that is small for the game and whose powers exceed the tolerance of a solver; see `visible_epsilon`.

    It is at most half of the bound below which every right-hand side of an equation keeps its sign, which is 1/(2a)
    for players with up to a actions.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> suggested_epsilon(perturbed_lp(sequence_form(sf.load("leduc")).target).target)
    Fraction(1, 266)
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


TOLERANCE = 1e-10
"""The tightest of HiGHS: least weights multiply along a path, and looser tolerances would hide them."""

NO_OPTIMUM = (Termination.INFEASIBLE, Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED)


@dataclass(kw_only=True)
class NumericRun(ABC, Generic[Solution]):
    """State of a method that solves the program at numbers ε and proves the answer for all small ε.

    Parameters
    ----------
    options : SolveOptions
        The time limit applies to all phases together.
    epsilon : Fraction
        The next number ε.

    Attributes
    ----------
    basis : Basis, optional
        The last basis; HiGHS starts from it.
    raw : RawSolution, optional
        The last answer of the solver.
    iterations : int
        Total iterations of the solver.
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
        """Return the remaining seconds, None without a limit.

        Raises
        ------
        OutOfTimeError
            If the time limit has passed.
        """
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
