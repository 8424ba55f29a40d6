"""Paths of complementary pivoting through the strategy space of a game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, cast

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.complementarity import PathStart
from seqform.models.programs.solutions import ComplementaryPath, RawSolution, Termination
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.models.tabular import Tabular
from seqform.system.foreign_text import visible


@dataclass(frozen=True, eq=False)
class TraceRow:
    """The path after a number of pivots.

    `entering` is None before the first pivot, `leaving` also on a secondary ray, and the artificial variable `z0` at ∞.
    `plans`, if requested, are (x̄, ȳ) = (x + p z0, y + q z0) (vSvET, 3.5).
    """

    pivots: int
    entering: str | None
    leaving: str | None
    z0: Fraction | float | None
    plans: RealizationPlans | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Trace(Tabular):
    """A path through the strategy space of a game, from a start (p, q) to an equilibrium or the last point reached.

    The first of the 1 + number of pivots `rows` is the start, whose name is "centroid", "random:SEED", a file, or
    "given plans". `raw` has the termination of the method; `raw.path` is the path by numbers of variables.
    """

    game: ExtensiveGame
    start: RealizationPlans
    start_name: str
    formulation: str
    rows: tuple[TraceRow, ...]
    raw: RawSolution

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
                raise ModelError("the points of this path are not known; trace(..., points=True) computes them")
            if corners and same_plans(corners[-1], row.plans):
                continue
            if len(corners) > 1 and _straight(corners[-2], corners[-1], row.plans):
                corners.pop()
            corners.append(row.plans)
        return corners

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
        return PathStart(basis, 2 * len(basis), ties_from=basis, determinant=sign, nonnegative=nonnegative)

    def report(self, *, everything: bool = False) -> Any:
        """Return the pivots as a table."""
        reports: Any = import_module("seqform.tables.paths")  # tables are above models
        return reports.path_report(self)

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
        ExactArray.concatenate([cast("ExactArray", plan.weights) for plan in plans]) for plans in (before, here, after)
    )
    step, following = middle - start, end - middle
    place = int(np.flatnonzero(step.numerators)[0])
    rate = following[place] / step[place]
    return rate > 0 and following.equals(step * rate)
