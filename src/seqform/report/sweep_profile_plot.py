"""Performance profiles of the ways of solving in a sweep."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from seqform.errors import ModelError, OptionError
from seqform.models.number_text import counted
from seqform.report.performance_profile import PerformanceProfile, performance_profiles
from seqform.report.sweep_columns import (
    PROBLEM_FIELDS,
    case_title,
    grouped,
    in_order,
    label_of,
    parameter_columns,
    text_of,
    value_at,
    varying,
    way_columns,
)
from seqform.report.sweep_figure import COLORS, LINES, Picture, legend_below, new_figure, require_few, set_scale
from seqform.sweeps.row import Outcome, Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Times = dict[str, dict[Hashable, float | None]]


def profile_times(rows: Sequence[Row], by: Sequence[str] | None = None, time: str = "seconds") -> tuple[Times, int]:
    """Return each solver's seconds for every problem that all of them were given, None where it failed.

    A problem is a game with its parameters, seed and concept; a solver the backend and what else varies of the way of
    solving, or what is the same in the columns `by`.

    Returns
    -------
    dict by solver of dict by problem of float
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
            if len(cases) > 1:
                raise ModelError(_twice(cases))
            solver[problem] = _seconds(cases[0], time)
            problems.add(problem)
    if len(times) < 2:
        raise ModelError(
            "profile plot: needs the same problems solved in two or more ways, such as by different backends; "
            f"here there is only {next(iter(times), 'nothing')}"
        )
    shared = [problem for problem in problems if all(problem in given for given in times.values())]
    if not shared:
        raise ModelError(
            f"profile plot: needs problems that were given to every one of {', '.join(times)}, and there is none; "
            "choose with --where"
        )
    shared.sort(key=str)
    both = {name: {problem: given[problem] for problem in shared} for name, given in times.items()}
    return both, len(problems) - len(shared)


def _seconds(row: Row, time: str) -> float | None:
    if row.outcome is not Outcome.CERTIFIED:
        return None
    seconds = value_at(row, time)
    if seconds is None:
        raise ModelError(f"profile plot: needs {time} of every certified case; {case_title(row)} has none")
    return float(seconds)


def _twice(cases: Sequence[Row]) -> str:
    ways = varying(cases, way_columns(cases))
    differ = ", ".join(f"{name} = {' and '.join(text_of(value_at(row, name)) for row in cases[:2])}" for name in ways)
    return (
        f"profile plot: {case_title(cases[0])} is there {len(cases)} times, with {differ}; "
        f"say --by with {' and '.join(ways)}, or choose with --where"
    )


def profile_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of the performance profiles.

    Parameters
    ----------
    rows : sequence of Row
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
    if x is not None:
        raise OptionError(f"--x {x}: of no meaning with a profile plot, which draws factors of the best time")
    time = y or "seconds"
    if time != "seconds" and not time.startswith("phases."):
        raise OptionError(f"--y {y}: of a profile plot seconds, or phases.NAME such as phases.solve, is expected")
    times, left_out = profile_times(rows, by, time)
    require_few(list(times), "profile")
    profiles = performance_profiles(times)
    total = len(next(iter(times.values())))
    notes = [
        f"{name}: the fastest on {profile.within(1):.0%}, within twice the best on {profile.within(2):.0%}, "
        f"solves {profile.solved:.0%} of {counted(total, 'problem')}"
        for name, profile in profiles.items()
    ]
    if left_out:
        notes.append(f"{counted(left_out, 'problem')} left out: not given to all of {', '.join(times)}")
    return Picture(
        "profile",
        f"performance profiles over {counted(total, 'problem')}",
        lambda: _figure(profiles, total),
        tuple(notes),
    )


def _figure(profiles: dict[str, PerformanceProfile], total: int) -> Figure:
    figure = new_figure(7, 4.2)
    axes = figure.add_subplot()
    finite = [ratio for profile in profiles.values() for ratio in profile.ratios if math.isfinite(ratio)]
    end = max(2.0, 1.15 * max(finite, default=1.0))
    for number, (name, profile) in enumerate(profiles.items()):
        factors, shares = zip(*profile.steps, (end, profile.solved), strict=True)
        axes.step(
            factors, shares, where="post", color=COLORS[number], linestyle=LINES[number // 5], linewidth=1.8,
            label=f"{name}:  solves {profile.solved:.0%}", clip_on=False,
        )  # fmt: skip
    set_scale(axes, "x", (1.0, end), log=True)
    axes.set(xlim=(1, end), ylim=(0, 1.02))
    axes.set(xlabel="τ, times the best solver's seconds", ylabel=f"solved within τ, of {counted(total, 'problem')}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    legend_below(figure, [axes])
    return figure
