"""Traces of Lemke's algorithm as tables, and their z0 as a plot by matplotlib (the extra "plots")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from seqform.cli.show.console import Group, RenderableType, Table, Text
from seqform.io.figures import new_figure, plain_figure, write_figure
from seqform.models.answers.trace import Trace, TraceRow, same_plan, same_plans
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.system.foreign_text import figure_text, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TOO_CLOSE_TO_SEE = 1e-9
"""Values of z0 in doubles that differ by less are drawn as one."""

MOST_MARKERS = 100
"""A longer path is drawn without a marker at every pivot."""


def write_path_plot(trace: Trace, path: str | Path) -> None:
    """Draw z0 along a path to a file, .svg or .png; the same path gives the same file."""
    write_figure(lambda: path_figure(trace), Path(path))


def path_figure(trace: Trace) -> Figure:
    """Return the figure: z0 against the number of pivots.

    Stretches where z0 stands still are shaded; darker those where (x̄, ȳ) does not move either, the
    pivots being degenerate, if the trace has its points.
    """
    require("matplotlib", "a plot")
    from matplotlib.ticker import MaxNLocator

    figure = new_figure(7, 3.5)
    axes = figure.add_subplot()
    rows = [row for row in trace.rows if row.z0 is not None]
    _shade(axes, _stretches(rows, _same_z0), "0.92", "z₀ stands still")
    _shade(axes, _stretches(rows, _same_point), "0.78", "(x̄, ȳ) stands still")
    marker = "." if len(rows) <= MOST_MARKERS else ""
    axes.plot([row.pivots for row in rows], [_height(row) for row in rows], marker=marker, clip_on=False)
    axes.set(xlabel="pivots", ylabel="z₀")
    axes.set_title(figure_text(visible(f"{trace.game.title} from {trace.start_name}")))
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower center", ncols=2, fontsize="small", frameon=False)
    return plain_figure(figure)


def _shade(axes: Axes, stretches: Iterator[tuple[int, int]], grey: str, label: str) -> None:
    for number, (first, last) in enumerate(stretches):
        axes.axvspan(first, last, color=grey, linewidth=0, label=label if number == 0 else None)


def _stretches(rows: Sequence[TraceRow], same: Callable[[TraceRow, TraceRow], bool]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of pivots of every stretch of rows that are the same as their neighbours."""
    for is_same, pairs in groupby(pairwise(rows), key=lambda pair: same(*pair)):
        if is_same:
            (first, last), *more = pairs
            yield first.pivots, (more[-1][1] if more else last).pivots


def _same_z0(row: TraceRow, other: TraceRow) -> bool:
    if isinstance(row.z0, Fraction) and isinstance(other.z0, Fraction):
        return row.z0 == other.z0
    return abs(_height(row) - _height(other)) <= TOO_CLOSE_TO_SEE


def _same_point(row: TraceRow, other: TraceRow) -> bool:
    return row.plans is not None and other.plans is not None and same_plans(row.plans, other.plans)


def _height(row: TraceRow) -> float:
    assert row.z0 is not None
    return float(row.z0)


UNMOVED = Text("as before", style="dim")


def path_table(trace: Trace) -> RenderableType:
    """Return the pivots of a path: entering and leaving variables, z0 and, where they are known, the players' plans."""
    names = _Names(trace)
    located = trace.rows[0].plans is not None
    table = Table(right=["pivot"])
    for heading in ("enters", "leaves"):
        table.add_column(heading)
    table.add_column("z0", justify="right")
    for name in trace.game.players if located else ():
        table.add_column(name)
    before: RealizationPlans | None = None
    for row in trace.rows[0 if located and trace.rows[0].z0 is not None else 1 :]:
        table.add_row(*_cells(row, names), *_plan_cells(row.plans, before, names))
        before = row.plans
    index = f"; index of the last basis {trace.path.index:+d}" if trace.raw.solved else ""
    title = Text(f"Path through {trace.game.title} from {trace.start_name}", style="bold")
    return Group(title, table, Text(f"{trace.raw.solver}: {trace.raw.status}{index}", style="dim"))


def _cells(row: TraceRow, names: _Names) -> list[str]:
    leaving = "nothing: a ray" if row.entering is not None and row.leaving is None else names.variable(row.leaving)
    return [str(row.pivots), names.variable(row.entering), leaving, "" if row.z0 is None else short(row.z0)]


def _plan_cells(plans: RealizationPlans | None, before: RealizationPlans | None, names: _Names) -> list[Text | str]:
    if plans is None:
        return []
    unmoved = [before is not None and same_plan(plans[player], before[player]) for player in (0, 1)]
    return [UNMOVED if same else names.plan(plan) for same, plan in zip(unmoved, plans, strict=True)]


class _Names:
    """Sequences by their last action alone, as in the literature, where no two sets of a player share an action."""

    def __init__(self, trace: Trace) -> None:
        first, second = (_brief_names(sequences.index) for sequences in trace.game.sequences)
        self._of = {"x": first, "r": first, "y": second, "s": second}
        self._plans = (first, second)

    def variable(self, name: str | None) -> str:
        """Return the name of a variable, brief."""
        letter, _, what = (name or "").partition(" ")
        return f"{letter} {self._of[letter].get(what, what)}" if letter in self._of else name or ""

    def plan(self, plan: RealizationPlan) -> str:
        """Return the sequences of positive weight, but for the empty one, with their weights."""
        brief, weights = self._plans[plan.index.player], plan.weights
        assert isinstance(weights, ExactArray)
        pairs = list(zip(plan.index.names, weights.to_fractions(), strict=True))[1:]
        return ", ".join(f"{brief.get(name, name)}={short(weight)}" for name, weight in pairs if weight)


def _brief_names(index: SequenceIndex) -> dict[str, str]:
    actions = [action for actions in index.action_names for action in actions]
    distinct = len(set(actions)) == len(actions) and all(actions)
    return dict(zip(index.names[1:], actions, strict=True)) if distinct else {}
