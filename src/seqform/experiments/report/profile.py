"""Performance profiles of the ways of solving in a sweep.

Performance profiles: which solver is how often within a factor of the best.

E. D. Dolan & J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical Programming 91
(2002).
"""

from __future__ import annotations

import math
import statistics
from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seqform.errors import ModelError
from seqform.experiments.report.data import (
    PROBLEM_FIELDS,
    SECONDS,
    case_title,
    grouped,
    in_order,
    label_of,
    listed,
    parameter_columns,
    require_none,
    text_of,
    time_column,
    time_text,
    value_at,
    varying,
    way_columns,
)
from seqform.experiments.report.figure import (
    COLORS,
    Picture,
    label_text,
    legend_below,
    line_of,
    new_figure,
    require_few,
    set_scale,
)
from seqform.experiments.rows import Outcome, Row
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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


Times = dict[str, dict[Hashable, float | None]]


def profile_times(rows: Sequence[Row], by: Sequence[str] | None = None, time: str = SECONDS) -> tuple[Times, int]:
    """Return each solver's seconds for every problem that all of them were given, None where it failed.

    A problem is a game with its parameters, seed and concept; a solver the backend and what else varies of the way of
    solving, or what is the same in the columns `by`.

    Returns
    -------
    int
        How many problems are left out because not all solvers were given them.

    Raises
    ------
    ModelError
        If there are not two solvers with problems in common, or one of them has solved a problem twice.
    """
    rows = in_order(rows)
    columns = list(by) if by is not None else way_columns(rows)
    problem_columns = [name for name in (*PROBLEM_FIELDS, *parameter_columns(rows)) if name not in columns]
    times: Times = {}
    problems: set[Hashable] = set()
    for values, members in grouped(rows, columns).items():
        solver = times.setdefault(label_of(columns, values), {})
        for problem, cases in grouped(members, problem_columns).items():
            if varying(cases, way_columns(cases)):
                raise ModelError(_twice(cases))
            solver[problem] = _median_seconds(cases, time)
            problems.add(problem)
    if len(times) < 2:
        raise ModelError(
            "profile plot: needs the same problems solved in two or more ways, such as by different backends; "
            f"here there is only {next(iter(times), 'nothing')}"
        )
    shared = [problem for problem in problems if all(problem in given for given in times.values())]
    if not shared:
        raise ModelError(
            f"profile plot: needs problems that were given to every one of {listed(times, '; ')}, and there is none; "
            "choose with --where"
        )
    shared.sort(key=str)
    both = {name: {problem: given[problem] for problem in shared} for name, given in times.items()}
    return both, len(problems) - len(shared)


def _median_seconds(cases: Sequence[Row], time: str) -> float | None:
    """Return the median of repetitions, such as two cases that watch different probabilities; failing takes forever."""
    times = [_seconds(row, time) for row in cases]
    median = statistics.median(math.inf if seconds is None else seconds for seconds in times)
    return None if math.isinf(median) else median


def _seconds(row: Row, time: str) -> float | None:
    if row.outcome is not Outcome.CERTIFIED:
        return None
    seconds = value_at(row, time)
    if seconds is None:
        raise ModelError(f"profile plot: needs {time} of every certified case; {case_title(row)} has none")
    return float(seconds)


def _twice(cases: Sequence[Row]) -> str:
    ways = varying(cases, way_columns(cases))
    differ = ", ".join(f"{name} = {listed(_texts(cases, name), ' and ')}" for name in ways)
    return (
        f"profile plot: {case_title(cases[0], without=ways)} is there {len(cases)} times, with {differ}; "
        f"say --by with {' and '.join(ways)}, or choose with --where"
    )


def _texts(rows: Sequence[Row], column: str) -> list[str]:
    return list(dict.fromkeys(text_of(value_at(row, column)) for row in rows))


def profile_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of the performance profiles.

    Parameters
    ----------
    x : None
        It is always the factor τ.
    y : str, optional
        The time that is compared: "seconds" if absent, or "phases.NAME".
    by : sequence of str, optional
        As in `profile_times`.

    Raises
    ------
    ModelError
        As `profile_times`.
    OptionError
        If x is given, or y is no time.
    """
    require_none("--x", x, "profile", "factors of the best time")
    time = time_column(y, "profile")
    times, left_out = profile_times(rows, by, time)
    require_few(list(times), "profile")
    profiles = performance_profiles(times)
    total = len(next(iter(times.values())))
    if not any(profile.solved for profile in profiles.values()):
        raise ModelError(f"profile plot: needs certified cases; none of the {counted(total, 'problem')} was solved")
    notes = [
        f"{name}: the fastest on {profile.within(1):.0%}, within twice the best on {profile.within(2):.0%}, "
        f"solves {profile.solved:.0%} of {counted(total, 'problem')}"
        for name, profile in profiles.items()
    ]
    if left_out:
        notes.append(f"{counted(left_out, 'problem')} left out: not given to all of {listed(times, '; ')}")
    return Picture(
        "profile",
        f"performance profiles over {counted(total, 'problem')}" + (f", {time_text(time)}" if time != SECONDS else ""),
        lambda: _figure(profiles, total, time_text(time)),
        tuple(notes),
    )


def _figure(profiles: dict[str, PerformanceProfile], total: int, time: str) -> Figure:
    figure = new_figure(7, 4.2)
    axes = figure.add_subplot()
    finite = [ratio for profile in profiles.values() for ratio in profile.ratios if math.isfinite(ratio)]
    end = max(2.0, 1.15 * max(finite, default=1.0))
    for number, (name, profile) in enumerate(profiles.items()):
        factors, shares = zip(*profile.steps, (end, profile.solved), strict=True)
        axes.step(
            factors, shares, where="post", color=COLORS[number], linestyle=line_of(number), linewidth=1.8,
            label=f"{label_text(name)}:  solves {profile.solved:.0%}", clip_on=False,
        )  # fmt: skip
    set_scale(axes, "x", (1.0, end), log=True)
    axes.set(xlim=(1, end), ylim=(0, 1.02))
    axes.set(xlabel=f"τ, times the best solver's {time}", ylabel=f"solved within τ, of {counted(total, 'problem')}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    legend_below(figure, axes)
    return figure
