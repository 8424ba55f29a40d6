"""Performance profiles: the share of problems that each way of solving has solved within a factor of the best time.

E. D. Dolan & J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical Programming 91
(2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report.data import (
    ROW,
    case_title,
    column,
    group_numbers,
    labelled,
    listed,
    parameter_columns,
    sorted_keys,
    text_of,
    varying,
    way_columns,
)
from seqform.experiments.report.figure import (
    COLORS,
    Picture,
    label_text,
    line_of,
    new_figure,
    put_legend,
    refuse_axis,
    require_few,
    set_scale,
    time_column,
    time_text,
)
from seqform.experiments.rows import Outcome
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

PROBLEM_FIELDS = ("game", "seed", "concept")
"""With the parameters these determine the problem; all other columns of a case are ways of solving it."""

SHORTEST = 1e-9
"""Shorter times count as this: a ratio needs a best time above zero."""


def time_ratios(times: DataFrame) -> DataFrame:
    """Return every solver's time over the best one's, for every problem.

    Parameters
    ----------
    times : DataFrame
        A line per problem and a column per solver; infinite where the solver failed, which is within no factor of the
        best. A problem that no solver solved counts against all of them.

    Examples
    --------
    >>> import pandas as pd
    >>> time_ratios(pd.DataFrame({"a": [2.0, 1.0], "b": [1.0, np.inf]})).values.tolist()
    [[2.0, 1.0], [1.0, inf]]
    """
    floored = times.clip(lower=SHORTEST)
    return floored.div(floored.min(axis=1), axis=0).where(np.isfinite(floored), np.inf)


def profile_steps(ratios: Series[float]) -> Series[float]:
    """Return ρ(τ), the share of problems within a factor τ of the best, at each τ where it jumps, and at τ = 1.

    Examples
    --------
    >>> import pandas as pd
    >>> profile_steps(pd.Series([2.0, 1.0, np.inf, 2.0])).to_dict()
    {1.0: 0.25, 2.0: 0.75}
    """
    import pandas as pd

    factors = sorted({1.0, *ratios[np.isfinite(ratios)]})
    return pd.Series([float((ratios <= factor).mean()) for factor in factors], index=factors)


def profile_times(cases: DataFrame, by: Sequence[str] | None = None, time: str = "seconds") -> tuple[DataFrame, int]:
    """Return each solver's seconds for every problem that all of them were given, infinite where it failed.

    A problem is a game with its parameters, seed and concept; a solver is the backend and what else varies of the way
    of solving, or a group by the columns `by`. Of repetitions the median counts.

    Returns
    -------
    int
        The number of problems left out because not all solvers were given them.

    Raises
    ------
    ModelError
        If there are not two solvers with problems in common, or one of them has solved a problem in two ways.
    """
    import pandas as pd

    columns = list(by) if by is not None else way_columns(cases)
    names = [name for name in (*PROBLEM_FIELDS, *parameter_columns(cases)) if name not in columns]
    problem = group_numbers(cases, names)
    solvers: dict[str, Series[float]] = {}
    for label, members in labelled(cases, columns).items():
        same = problem[members.index]
        for _, repeated in members[same.duplicated(keep=False)].groupby(same, sort=False):
            if ways := varying(repeated, way_columns(repeated)):
                raise ModelError(_repeated(repeated, ways))
        certified = members["outcome"] == Outcome.CERTIFIED
        seconds = column(members, time).astype(float).where(certified, np.inf)
        if seconds.isna().any():
            title = case_title(members[ROW][seconds.isna()].iloc[0])
            raise ModelError(f"profile plot: needs {time} of every certified case; {title} has none")
        solvers[label] = seconds.groupby(same).median()
    if len(solvers) < 2:
        raise ModelError(
            "profile plot: needs the same problems solved in two or more ways, such as by different backends; "
            f"here there is only {next(iter(solvers), 'nothing')}"
        )
    both = pd.concat([*solvers.values()], axis=1, join="inner")
    if both.empty:
        raise ModelError(
            f"profile plot: needs problems that were given to every one of {listed(solvers, '; ')}, and there is none; "
            "choose with --where"
        )
    both.columns = pd.Index(list(solvers), dtype=object)
    return both.sort_index(), problem.nunique() - len(both)


def _repeated(cases: DataFrame, ways: Sequence[str]) -> str:
    texts = {name: [text_of(value) for (value,) in sorted_keys(cases, [name])] for name in ways}
    differ = ", ".join(f"{name} = {listed(found, ' and ')}" for name, found in texts.items())
    return (
        f"profile plot: {case_title(cases[ROW].iloc[0], without=ways)} is there {len(cases)} times, with {differ}; "
        f"say --by with {' and '.join(ways)}, or choose with --where"
    )


def profile_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of the performance profiles.

    `y` and `by` are `time` and `by` of `profile_times`; `x` has no choice. A ModelError is raised as in
    `profile_times`, or if no problem was solved.
    """
    refuse_axis("--x", x, "profile", "factors of the best time")
    time = time_column(y, "profile")
    times, left_out = profile_times(cases, by, time)
    require_few(list(times), "profile")
    problems = counted(len(times), "problem")
    ratios = time_ratios(times)
    solved = np.isfinite(ratios).mean()
    if not solved.any():
        raise ModelError(f"profile plot: needs certified cases; none of the {problems} was solved")
    notes = [
        f"{name}: the fastest on {(ratios[name] <= 1).mean():.0%}, within twice the best on "
        f"{(ratios[name] <= 2).mean():.0%}, solves {solved[name]:.0%} of {problems}"
        for name in ratios
    ]
    if left_out:
        notes.append(f"{counted(left_out, 'problem')} left out: not given to all of {listed(map(str, times), '; ')}")
    title = f"performance profiles over {problems}" + (f", {time_text(time)}" if time != "seconds" else "")
    return Picture("profile", title, lambda: _figure(ratios, problems, time_text(time)), tuple(notes))


def _figure(ratios: DataFrame, problems: str, time: str) -> Figure:
    figure = new_figure(7, 4.2)
    axes = figure.add_subplot()
    finite = ratios.to_numpy()[np.isfinite(ratios)]
    end = max(2.0, 1.15 * float(finite.max()))
    entries = {}
    for number, name in enumerate(ratios):
        steps = profile_steps(ratios[name])
        solved = steps.iloc[-1]
        (entries[f"{label_text(str(name))}:  solves {solved:.0%}"],) = axes.step(
            [*steps.index, end], [*steps, solved], where="post", color=COLORS[number], linestyle=line_of(number),
            linewidth=1.8, clip_on=False,
        )  # fmt: skip
    set_scale(axes, "x", (1.0, end), log=True)
    axes.set(xlim=(1, end), ylim=(0, 1.02))
    axes.set(xlabel=f"τ, times the best solver's {time}", ylabel=f"solved within τ, of {problems}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    put_legend(figure, entries)
    return figure
