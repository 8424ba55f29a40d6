"""The path of a trace as a table for the terminal."""

from __future__ import annotations

from seqform.models.exact import ExactArray
from seqform.models.number_text import short
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import RealizationPlan, RealizationPlans
from seqform.models.trace import Trace, TraceRow, same_plan
from seqform.report.console import Group, RenderableType, Table, Text

UNMOVED = Text("as before", style="dim")


def path_table(trace: Trace) -> RenderableType:
    """Return the pivots of a path: what enters, what leaves, z0 and, where they are known, the players' plans."""
    names = _Names(trace)
    located = trace.rows[0].plans is not None
    table = Table()
    table.add_column("pivot", justify="right")
    table.add_column("enters")
    table.add_column("leaves")
    table.add_column("z0", justify="right")
    if located:
        for name in trace.game.players:
            table.add_column(Text(name))
    before: RealizationPlans | None = None
    for row in trace.rows[0 if located and trace.rows[0].z0 is not None else 1 :]:
        table.add_row(*_cells(row, names), *_plan_cells(row.plans, before, names))
        before = row.plans
    title = Text(f"Path through {trace.game.title} from {trace.start_name}", style="bold")
    return Group(title, table, Text(f"{trace.raw.solver}: {_ending(trace)}", style="dim"))


def _cells(row: TraceRow, names: _Names) -> list[Text]:
    leaving = "nothing: a ray" if row.entering is not None and row.leaving is None else names.variable(row.leaving)
    z0 = "" if row.z0 is None else short(row.z0)
    return [Text(str(row.pivots)), Text(names.variable(row.entering)), Text(leaving), Text(z0)]


def _plan_cells(plans: RealizationPlans | None, before: RealizationPlans | None, names: _Names) -> list[Text]:
    if plans is None:
        return []
    return [
        UNMOVED if before is not None and same_plan(plans[player], before[player]) else Text(names.plan(plans[player]))
        for player in (0, 1)
    ]


def _ending(trace: Trace) -> str:
    return (
        f"{trace.raw.status}; index of the last basis {trace.path.index:+d}" if trace.raw.solved else trace.raw.status
    )


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
