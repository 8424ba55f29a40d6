"""Paths of complementary pivoting through the strategy space of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from seqform.models.table import Cell, Line, Part, Report, Table, Tabular
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
            # A degenerate pivot stays at its point, and another one may go on in the same direction
            if corners and same_plans(corners[-1], row.plans):
                continue
            if len(corners) > 1 and _straight(corners[-2], corners[-1], row.plans):
                corners.pop()
            corners.append(row.plans)
        return corners

    @property
    def bases(self) -> tuple[BasisNames, ...]:
        """The basis at the equilibrium where the path ends, by names; none without an end, or without all u' and v'."""
        if not self.raw.solved:
            return ()
        names = basis_names(self.path.problem, self.path.basis(len(self.path)))
        return () if names is None else (names,)

    @property
    def end(self) -> PathStart:
        """The last basis as the start of another path, z0 rising from 0 (vSvET, section 7).

        Its own columns settle ties, since it need not be lexicographically feasible in those of the slacks. A path that
        was cut short has none.
        """
        if self.termination is not Termination.SOLVED:
            raise ModelError(f"the path has not come to its end: {self.raw.status}")
        basis = self.path.basis(len(self.path))
        start = self.path.problem.start
        return PathStart(
            basis,
            2 * len(basis),
            ties_from=basis,
            determinant=self.path.determinant,
            nonnegative=start is not None and start.nonnegative,
        )

    def report(self, *, everything: bool = False) -> Report:
        """Return the pivots as a table: entering and leaving variables, z0 and, if known, the players' plans."""
        names = _Names(self)
        pivots = self._pivots_table(names)
        parts: list[Part] = [
            Line(f"Path through {self.game.title} from {self.start_name}", "bold"),
            pivots,
        ]
        if self._has_points:
            parts.append(_values_table(self.rows, names))
        parts += [Line(remark, "yellow") for remark in self.remarks]
        ending = f"{self.raw.solver}: {self.raw.status}"
        if self.raw.solved:
            ending += f"; index of the last basis {self.path.index:+d}"
        parts.append(Line(ending, "dim"))
        for trace in self.others:
            parts += [Line(""), *trace.report(everything=everything).parts]
        return Report(parts, {"pivots": lambda: pivots})

    @property
    def _has_points(self) -> bool:
        """True if the path was traced with the points on it."""
        return self.rows[0].plans is not None

    def _pivots_table(self, names: _Names) -> Table:
        # The start has a line where there is something to show: its point, unless it lies on a ray at z0 = ∞
        first = 0 if self._has_points and self.rows[0].z0 is not None else 1
        players = self.game.players if self._has_points else ()
        lines: list[list[Cell]] = []
        before: RealizationPlans | None = None
        for row in self.rows[first:]:
            lines.append([*_cells(row, names), *_plan_cells(row.plans, before, names)])
            before = row.plans
        columns = ("pivot", "enters", "leaves", "z0", *players)
        return Table("", columns, "rllr" + "l" * len(players), lines)

    def __len__(self) -> int:
        """Return the number of pivots."""
        return len(self.path)

    def __repr__(self) -> str:
        return f"<Trace of {self.game.title!r} from {visible(self.start_name)}: {self.raw.status}>"


def same_plans(plans: RealizationPlans, theirs: RealizationPlans) -> bool:
    """Return whether two pairs of exact plans are the same."""
    return same_plan(plans[0], theirs[0]) and same_plan(plans[1], theirs[1])


def same_plan(plan: RealizationPlan, their_plan: RealizationPlan) -> bool:
    """Return whether two exact plans are the same."""
    mine = plan.weights
    theirs = their_plan.weights
    return isinstance(mine, ExactArray) and isinstance(theirs, ExactArray) and mine.equals(theirs)


def _straight(before: RealizationPlans, here: RealizationPlans, after: RealizationPlans) -> bool:
    """Return whether three different points lie on a line in this order."""
    middle = _point(here)
    step = middle - _point(before)
    following = _point(after) - middle
    # One coordinate that moves gives the ratio of both steps, which then holds for all or they turn
    place = int(np.flatnonzero(step.numerators)[0])
    rate = following[place] / step[place]
    return rate > 0 and following.equals(step * rate)


def _point(plans: RealizationPlans) -> ExactArray:
    """Return the weights of both plans in one vector."""
    return ExactArray.concatenate([cast("ExactArray", plan.weights) for plan in plans])


def _cells(row: TraceRow, names: _Names) -> list[Cell]:
    leaving = names.variable(row.leaving)
    if row.entering is not None and row.leaving is None:
        leaving = "nothing: a ray"
    return [row.pivots, names.variable(row.entering), leaving, row.z0]


def _plan_cells(
    plans: RealizationPlans | None, before: RealizationPlans | None, names: _Names
) -> list[str]:
    if plans is None:
        return []
    cells: list[str] = []
    for player, plan in enumerate(plans):
        unmoved = before is not None and same_plan(plan, before[player])
        cells.append("as before" if unmoved else names.plan(plan))
    return cells


def _values_table(rows: tuple[TraceRow, ...], names: _Names) -> Table:
    """Return a line for each of x*, y*, u, v, r and s after every pivot, with the entries that are not zero."""
    cells: list[list[Cell]] = []
    for row in rows:
        values = row.values
        if values is None:
            continue
        lines: list[tuple[str, str]] = []
        if values.targets is not None:
            lines.append(("x*", names.plan(values.targets[0])))
            lines.append(("y*", names.plan(values.targets[1])))
        lines.append(("u", names.vector("u'", values.u)))
        lines.append(("v", names.vector("v'", values.v)))
        lines.append(("r", names.vector("r", values.r)))
        lines.append(("s", names.vector("s", values.s)))
        for place, line in enumerate(lines):
            cells.append([row.pivots if place == 0 else None, *line])
    title = "variables, for payoffs shifted below zero; zeros left out"
    return Table(title, ("pivot", "", "entries"), "rll", cells)


class _Names:
    """Sequences by their last action alone, as in the literature, where no two sets of a player share an action.

    Names of variables are a letter and the name of a sequence, or of an information set.
    """

    def __init__(self, trace: Trace) -> None:
        game = trace.game
        first_sequences = sequence_names(game, game.sequences[0].index)
        second_sequences = sequence_names(game, game.sequences[1].index)
        # u' and v' are of the rows of E x = e and F y = f: information sets
        first_infosets = game.shown_names(0)
        second_infosets = game.shown_names(1)
        self._brief = {
            "x": first_sequences,
            "r": first_sequences,
            "y": second_sequences,
            "s": second_sequences,
            "E": first_infosets,
            "u'": first_infosets,
            "F": second_infosets,
            "v'": second_infosets,
        }
        self._plans = (first_sequences, second_sequences)
        self._of_letter: dict[str, list[str]] = {letter: [] for letter in self._brief}
        problem = trace.path.problem
        for name in (*problem.slack_names, *problem.names):
            letter, _, what = name.partition(" ")
            if letter in self._of_letter:
                self._of_letter[letter].append(what)

    def variable(self, name: str | None) -> str:
        """Return the name of a variable, brief."""
        if name is None:
            return ""
        letter, _, what = name.partition(" ")
        if letter not in self._brief:
            return name
        return f"{letter} {self._brief[letter].get(what, what)}"

    def vector(self, letter: str, entries: ExactArray) -> str:
        """Return the entries that are not zero, of variables of that letter."""
        return _nonzero(self._brief[letter], self._of_letter[letter], entries.to_fractions())

    def plan(self, plan: RealizationPlan) -> str:
        """Return the sequences of positive weight, but for the empty one, with their weights."""
        assert isinstance(plan.weights, ExactArray)
        brief = self._plans[plan.index.player]
        return _nonzero(brief, plan.index.names[1:], plan.weights.to_fractions()[1:])


def _nonzero(brief: Mapping[str, str], names: Sequence[str], numbers: Sequence[Fraction]) -> str:
    """Return the numbers that are not zero with their names, in the brief form where there is one."""
    return ", ".join(
        f"{brief.get(name, name)}={short(number)}"
        for name, number in zip(names, numbers, strict=True)
        if number
    )
