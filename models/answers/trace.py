"""Paths of complementary pivoting through the strategy space of a game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import numpy as np

import seqform.models.verbs as verbs
from seqform.errors import ModelError
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short
from seqform.models.programs.complementarity import PathStart
from seqform.models.programs.solutions import (
    BasisNames,
    ComplementaryPath,
    RawSolution,
    Termination,
    basis_names,
)
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan, RealizationPlans
from seqform.models.strategies.tables import sequence_names
from seqform.models.table import Cell, Line, Report, Table, Tabular
from seqform.system.foreign_text import visible


@dataclass(frozen=True, eq=False)
class PathValues:
    """The variables of the problem at a point of a path (vSvET, 3.4 and 3.6).

    `targets` are (x*, y*) = (x, y) / (1 - z0), absent at z0 = 1. `u` and `v` are the values of the players' best
    responses by information sets, `r` and `s` the slacks of the best-response conditions by sequences; all of them for
    the payoffs of the problem, which are shifted so that each player's largest is -1.
    """

    targets: RealizationPlans | None
    u: ExactArray
    v: ExactArray
    r: ExactArray
    s: ExactArray


@dataclass(frozen=True, eq=False)
class TraceRow:
    """The path after a number of pivots.

    `entering` is None before the first pivot, `leaving` also on a secondary ray, and the artificial variable `z0` at ∞.
    `plans`, if requested, are (x̄, ȳ) = (x + p z0, y + q z0) (vSvET, 3.5), and `values` the variables there.
    """

    pivots: int
    entering: str | None
    leaving: str | None
    z0: Fraction | float | None
    plans: RealizationPlans | None = None
    values: PathValues | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Trace(Computed, Tabular):
    """A path through the strategy space of a game, from a start (p, q) to an equilibrium or the last point reached.

    The first of the 1 + number of pivots `rows` is the start, whose name is "centroid", "random:SEED", a file, or
    "given plans"; or "ones", whose path has no plans (p, q). `raw` has the termination of the method; `raw.path` is the
    path by numbers of variables. `profile` is the equilibrium at which the path ends, None without an end.

    Of a path from a known equilibrium `returned` is true if it leads back to the start, and `owned` if it is also the
    path from the start to this equilibrium, followed back. `others` are the paths from the other bases of the
    equilibrium at which paths of this start end, and `remarks` are sentences on the bases, and on digits of z0.
    """

    game: ExtensiveGame
    start: RealizationPlans | None
    start_name: str
    formulation: str
    rows: tuple[TraceRow, ...]
    raw: RawSolution
    returned: bool = False
    owned: bool = False
    others: tuple[Trace, ...] = ()
    remarks: tuple[str, ...] = ()
    profile: BehaviorProfile | None = None

    plot = verbs.plot
    draw_spaces = verbs.draw_spaces

    @property
    def complete(self) -> bool:
        """True if the path was followed to its end: an equilibrium, or the start of a path followed back."""
        return self.raw.solved or self.returned

    @property
    def path(self) -> ComplementaryPath:
        """The path by numbers of variables."""
        assert self.raw.path is not None
        return self.raw.path

    @property
    def termination(self) -> Termination:
        """Reason why the path ended."""
        return self.raw.termination

    @property
    def corners(self) -> list[RealizationPlans]:
        """The points (x̄, ȳ) at which the path starts, turns and ends.

        Unless payoffs tie, they are the same whatever the first basis and the rule for ties. A path that was traced
        without points raises `ModelError`.
        """
        corners: list[RealizationPlans] = []
        for row in self.rows:
            if row.plans is None:
                raise ModelError(
                    "the points of this path are not known; trace(..., points=True) computes them"
                )
            if corners and same_plans(corners[-1], row.plans):
                continue
            if len(corners) > 1 and _straight(corners[-2], corners[-1], row.plans):
                corners.pop()
            corners.append(row.plans)
        return corners

    @property
    def bases(self) -> tuple[BasisNames, ...]:
        """The basis at the equilibrium where the path ends, by names; none without an end, or without all u' and v'."""
        names = (
            basis_names(self.path.problem, self.path.basis(len(self.path)))
            if self.raw.solved
            else None
        )
        return () if names is None else (names,)

    @property
    def end(self) -> PathStart:
        """The last basis as the start of another path, z0 rising from 0 (vSvET, section 7).

        Its own columns settle ties, since it need not be lexicographically feasible in those of the slacks. A path that
        was cut short has none.
        """
        if self.termination is not Termination.SOLVED:
            raise ModelError(f"the path has not come to its end: {self.raw.status}")
        basis, start = self.path.basis(len(self.path)), self.path.problem.start
        nonnegative, sign = start is not None and start.nonnegative, self.path.determinant
        return PathStart(
            basis, 2 * len(basis), ties_from=basis, determinant=sign, nonnegative=nonnegative
        )

    def report(self, *, everything: bool = False) -> Report:
        """Return the pivots as a table: entering and leaving variables, z0 and, if known, the players' plans."""
        names = _Names(self)
        located = self.rows[0].plans is not None
        players = self.game.players if located else ()
        rows: list[list[Cell]] = []
        before: RealizationPlans | None = None
        for row in self.rows[0 if located and self.rows[0].z0 is not None else 1 :]:
            rows.append([*_cells(row, names), *_plan_cells(row.plans, before, names)])
            before = row.plans
        table = Table(
            "", ("pivot", "enters", "leaves", "z0", *players), "rllr" + "l" * len(players), rows
        )
        values = [_values_table(self.rows, names)] if located else []
        index = f"; index of the last basis {self.path.index:+d}" if self.raw.solved else ""
        title = Line(f"Path through {self.game.title} from {self.start_name}", "bold")
        remarks = [Line(remark, "yellow") for remark in self.remarks]
        ending = Line(f"{self.raw.solver}: {self.raw.status}{index}", "dim")
        others = [
            part
            for trace in self.others
            for part in (Line(""), *trace.report(everything=everything).parts)
        ]
        return Report([title, table, *values, *remarks, ending, *others], {"pivots": lambda: table})

    def __len__(self) -> int:
        """Return the number of pivots."""
        return len(self.path)

    def __repr__(self) -> str:
        return f"<Trace of {self.game.title!r} from {visible(self.start_name)}: {self.raw.status}>"


def same_plans(plans: RealizationPlans, others: RealizationPlans) -> bool:
    """Return whether two pairs of exact plans are the same."""
    return all(same_plan(mine, theirs) for mine, theirs in zip(plans, others, strict=True))


def same_plan(plan: RealizationPlan, other: RealizationPlan) -> bool:
    """Return whether two exact plans are the same."""
    mine, theirs = plan.weights, other.weights
    return isinstance(mine, ExactArray) and isinstance(theirs, ExactArray) and mine.equals(theirs)


def _straight(before: RealizationPlans, here: RealizationPlans, after: RealizationPlans) -> bool:
    """Return whether three different points lie on a line in this order."""
    start, middle, end = (
        ExactArray.concatenate([cast("ExactArray", plan.weights) for plan in plans])
        for plans in (before, here, after)
    )
    step, following = middle - start, end - middle
    place = int(np.flatnonzero(step.numerators)[0])
    rate = following[place] / step[place]
    return rate > 0 and following.equals(step * rate)


def _cells(row: TraceRow, names: _Names) -> list[Cell]:
    leaving = (
        "nothing: a ray"
        if row.entering is not None and row.leaving is None
        else names.variable(row.leaving)
    )
    return [row.pivots, names.variable(row.entering), leaving, row.z0]


def _plan_cells(
    plans: RealizationPlans | None, before: RealizationPlans | None, names: _Names
) -> list[str]:
    if plans is None:
        return []
    unmoved = [before is not None and same_plan(plans[player], before[player]) for player in (0, 1)]
    return [
        "as before" if same else names.plan(plan) for same, plan in zip(unmoved, plans, strict=True)
    ]


def _values_table(rows: tuple[TraceRow, ...], names: _Names) -> Table:
    """Return a line for each of x*, y*, u, v, r and s after every pivot, with the entries that are not zero."""
    cells: list[list[Cell]] = []
    for row in rows:
        at = row.values
        if at is None:
            continue
        plans = (
            ()
            if at.targets is None
            else zip(("x*", "y*"), map(names.plan, at.targets), strict=True)
        )
        vectors = (("u", "u'", at.u), ("v", "v'", at.v), ("r", "r", at.r), ("s", "s", at.s))
        lines = [
            *plans,
            *((name, names.vector(letter, entries)) for name, letter, entries in vectors),
        ]
        cells += [[row.pivots if place == 0 else None, *line] for place, line in enumerate(lines)]
    return Table(
        "variables, for payoffs shifted below zero; zeros left out",
        ("pivot", "", "entries"),
        "rll",
        cells,
    )


class _Names:
    """Sequences by their last action alone, as in the literature, where no two sets of a player share an action."""

    def __init__(self, trace: Trace) -> None:
        first, second = (
            sequence_names(trace.game, sequences.index) for sequences in trace.game.sequences
        )
        mine, theirs = (
            trace.game.shown_names(player) for player in (0, 1)
        )  # the rows of E x = e and F y = f
        self._of = {
            "x": first,
            "r": first,
            "y": second,
            "s": second,
            "E": mine,
            "u'": mine,
            "F": theirs,
            "v'": theirs,
        }
        self._plans = (first, second)
        problem = trace.path.problem
        named = [name.partition(" ")[::2] for name in (*problem.slack_names, *problem.names)]
        self._full = {
            letter: [what for first, what in named if first == letter] for letter in self._of
        }

    def variable(self, name: str | None) -> str:
        """Return the name of a variable, brief."""
        letter, _, what = (name or "").partition(" ")
        return f"{letter} {self._of[letter].get(what, what)}" if letter in self._of else name or ""

    def vector(self, letter: str, entries: ExactArray) -> str:
        """Return the entries that are not zero, of variables of that letter."""
        pairs = zip(self._full[letter], entries.to_fractions(), strict=True)
        return ", ".join(
            f"{self._of[letter].get(name, name)}={short(value)}" for name, value in pairs if value
        )

    def plan(self, plan: RealizationPlan) -> str:
        """Return the sequences of positive weight, but for the empty one, with their weights."""
        brief, weights = self._plans[plan.index.player], plan.weights
        assert isinstance(weights, ExactArray)
        pairs = list(zip(plan.index.names, weights.to_fractions(), strict=True))[1:]
        return ", ".join(
            f"{brief.get(name, name)}={short(weight)}" for name, weight in pairs if weight
        )
