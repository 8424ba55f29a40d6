"""Tables of paths of complementary pivoting."""

from __future__ import annotations

from seqform.models.answers.trace import Trace, TraceRow, same_plan
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.tables.strategies import sequence_names
from seqform.tables.table import Cell, Line, Report, Table


def path_report(trace: Trace) -> Report:
    """Return the pivots of a path: entering and leaving variables, z0 and, where they are known, the players' plans."""
    names = _Names(trace)
    located = trace.rows[0].plans is not None
    players = trace.game.players if located else ()
    rows: list[list[Cell]] = []
    before: RealizationPlans | None = None
    for row in trace.rows[0 if located and trace.rows[0].z0 is not None else 1 :]:
        rows.append([*_cells(row, names), *_plan_cells(row.plans, before, names)])
        before = row.plans
    table = Table("", ("pivot", "enters", "leaves", "z0", *players), "rllr" + "l" * len(players), rows)
    index = f"; index of the last basis {trace.path.index:+d}" if trace.raw.solved else ""
    title = Line(f"Path through {trace.game.title} from {trace.start_name}", "bold")
    return Report(
        [title, table, Line(f"{trace.raw.solver}: {trace.raw.status}{index}", "dim")], {"pivots": lambda: table}
    )


def _cells(row: TraceRow, names: _Names) -> list[Cell]:
    leaving = "nothing: a ray" if row.entering is not None and row.leaving is None else names.variable(row.leaving)
    return [row.pivots, names.variable(row.entering), leaving, row.z0]


def _plan_cells(plans: RealizationPlans | None, before: RealizationPlans | None, names: _Names) -> list[str]:
    if plans is None:
        return []
    unmoved = [before is not None and same_plan(plans[player], before[player]) for player in (0, 1)]
    return ["as before" if same else names.plan(plan) for same, plan in zip(unmoved, plans, strict=True)]


class _Names:
    """Sequences by their last action alone, as in the literature, where no two sets of a player share an action."""

    def __init__(self, trace: Trace) -> None:
        first, second = (sequence_names(trace.game, sequences.index) for sequences in trace.game.sequences)
        mine, theirs = (trace.game.shown_names(player) for player in (0, 1))  # the rows of E x = e and F y = f
        self._of = {"x": first, "r": first, "y": second, "s": second, "E": mine, "u'": mine, "F": theirs, "v'": theirs}
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
