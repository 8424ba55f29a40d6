"""Performance profiles: which solver is how often within a factor of the best.

E. D. Dolan & J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical Programming 91
(2002).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from seqform.errors import ModelError

SHORTEST = 1e-9
"""Shorter times count as this: a ratio needs a best time above zero."""


@dataclass(frozen=True)
class PerformanceProfile:
    """One solver's profile.

    Attributes
    ----------
    ratios : tuple of float
        For every problem the solver's time over the best solver's, increasing; inf where it failed.
    """

    ratios: tuple[float, ...]

    def within(self, factor: float) -> float:
        """Return ρ(τ): the fraction of all problems solved within τ = `factor` times the best."""
        if math.isinf(factor):
            return self.solved
        return bisect_right(self.ratios, factor) / len(self.ratios)

    @property
    def solved(self) -> float:
        """The fraction of all problems solved at all."""
        return sum(map(math.isfinite, self.ratios)) / len(self.ratios)

    @property
    def steps(self) -> list[tuple[float, float]]:
        """Where ρ jumps, and what it is from there on; it begins at τ = 1."""
        finite = sorted({1.0, *(ratio for ratio in self.ratios if math.isfinite(ratio))})
        return [(factor, self.within(factor)) for factor in finite]


def performance_profiles(times: Mapping[str, Mapping[Hashable, float | None]]) -> dict[str, PerformanceProfile]:
    """Return every solver's profile over the same problems.

    Parameters
    ----------
    times : mapping from solver to mapping from problem to seconds
        None where the solver failed: then it is within no factor of the best. A problem that nobody solved counts
        against everybody.

    Raises
    ------
    ModelError
        If the solvers were not all given the same problems, or there are none.

    Examples
    --------
    >>> found = performance_profiles({"a": {1: 2.0, 2: 1.0}, "b": {1: 1.0, 2: None}})
    >>> found["a"].steps, found["b"].steps
    ([(1.0, 0.5), (2.0, 1.0)], [(1.0, 0.5)])
    """
    problems = list(next(iter(times.values()), {}))
    if not problems or any(set(given) != set(problems) for given in times.values()):
        raise ModelError("performance profiles compare solvers on the same problems, at least one")
    best = {problem: min(map(_time, (given[problem] for given in times.values()))) for problem in problems}
    return {
        name: PerformanceProfile(tuple(sorted(_ratio(_time(given[problem]), best[problem]) for problem in problems)))
        for name, given in times.items()
    }


def _time(seconds: float | None) -> float:
    return math.inf if seconds is None else max(seconds, SHORTEST)


def _ratio(seconds: float, best: float) -> float:
    return math.inf if math.isinf(seconds) else seconds / best
