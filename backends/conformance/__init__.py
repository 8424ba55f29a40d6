"""Conformance suite for backends: known answers, residuals, options, limits and refusals.

    from seqform.backends import conformance print(conformance.run(MyBackend()))

or, as a test, ``check(backend, case)`` for every case of `cases()` whose model the backend supports. Each class of
models has one table of cases; a further class is one more module and one more entry of `TABLES`.
"""

from __future__ import annotations

from dataclasses import dataclass

from seqform.backends.conformance.case import ConformanceCase, ConformanceFailure
from seqform.backends.conformance.complementarity import complementarity_cases
from seqform.backends.conformance.linear import linear_cases, mixed_integer_cases
from seqform.backends.conformance.perturbed import perturbed_cases, position_graph_cases
from seqform.backends.conformance.saddle_points import class_game_cases, saddle_point_cases
from seqform.backends.protocol import Backend, SolveOptions, traits_of
from seqform.system.packages import submodules

__getattr__ = submodules(__name__)

__all__ = ["ConformanceCase", "ConformanceFailure", "ConformanceReport", "cases", "check", "run"]

TABLES = (
    linear_cases,
    complementarity_cases,
    saddle_point_cases,
    class_game_cases,
    mixed_integer_cases,
    perturbed_cases,
    position_graph_cases,
)
"""The cases of each class of models."""

ACCURACY = 1e-6

FIRST_ORDER_ACCURACY = 1e-5


@dataclass(frozen=True)
class ConformanceReport:
    """The result of a run."""

    backend: str
    failures: tuple[tuple[str, str], ...]  # name and message of each failed case
    passed: tuple[str, ...]  # names of the other cases

    @property
    def conforms(self) -> bool:
        """True if no case failed, and at least one applied."""
        return not self.failures and bool(self.passed)

    def __str__(self) -> str:
        lines = [f"{self.backend}: {len(self.passed)} cases passed, {len(self.failures)} failed"]
        lines += [f"  {message}" for _, message in self.failures]
        return "\n".join(lines)


def cases() -> tuple[ConformanceCase, ...]:
    """Return all cases, for every class of models that a backend may support.

    Examples
    --------
    >>> [case.claim for case in cases() if case.name == "Kuhn poker"]
    ['the value of the sequence form of Kuhn poker for the first player is -1/18']
    """
    return tuple(case for table in TABLES for case in table())


def check(
    backend: Backend,
    case: ConformanceCase,
    options: SolveOptions | None = None,
    accuracy: float | None = None,
) -> None:
    """Check a backend on one case; raise ConformanceFailure if it fails.

    - `options`: For every solve, such as a choice of solver or a tolerance. For saddle points and class games the
      tolerance is relative to the spread of the payoffs, and `accuracy` if absent.
    - `accuracy`: Largest error of objective, point, duals and residuals, relative to the size of the numbers; by
      default 1e-6, or 1e-5 where the traits of the backend state a first-order method. Exact backends are allowed no
      error.
    """
    options = options or SolveOptions()
    traits = traits_of(backend)
    if accuracy is None:
        solver = options.raw.get(traits.solver_option) if traits.solver_option else None
        accuracy = FIRST_ORDER_ACCURACY if traits.is_first_order(solver) else ACCURACY
    if backend.exact:
        accuracy = 0.0
    try:
        case.judge(case, backend, options, accuracy)
    except ConformanceFailure as failure:
        raise ConformanceFailure(f"{case.name}: {failure}") from None
    except Exception as error:
        raise ConformanceFailure(f"{case.name}: raised {type(error).__name__}: {error}") from error


def run(
    backend: Backend, options: SolveOptions | None = None, accuracy: float | None = None
) -> ConformanceReport:
    """Check a backend on all cases of the classes of models that it supports; see `check`."""
    failures = []
    passed = []
    for case in cases():
        if case.kind not in backend.supports:
            continue
        try:
            check(backend, case, options, accuracy)
            passed.append(case.name)
        except ConformanceFailure as failure:
            failures.append((case.name, str(failure)))
    return ConformanceReport(backend.name, tuple(failures), tuple(passed))
