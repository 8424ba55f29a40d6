"""The path of complementary pivoting on a game, told in the game's own names."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.solutions import ComplementaryPath, PathStart, RawSolution, Termination
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.system.foreign_text import visible


@dataclass(frozen=True, eq=False)
class TraceRow:
    """The path after a number of pivots.

    Attributes
    ----------
    entering : str, optional
        The variable that entered the basis in the last pivot; None where there was none yet.
    leaving : str, optional
        The one that left it; None also where the path goes off on a secondary ray.
    z0 : Fraction or float, optional
        The artificial variable; None where the path comes down from z0 = ∞.
    plans : RealizationPlans, optional
        (x̄, ȳ) = (x + p z0, y + q z0) (vSvET, 3.5), if it was asked for.
    """

    pivots: int
    entering: str | None
    leaving: str | None
    z0: Fraction | float | None
    plans: RealizationPlans | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """A path through the strategy space of a game, from a start to an equilibrium, or as far as it was followed.

    Attributes
    ----------
    start : RealizationPlans
        (p, q).
    start_name : str
        "centroid", "random:SEED", a file, or "given plans".
    rows : tuple of TraceRow, length 1 + number of pivots
        The first is the beginning.
    raw : RawSolution
        How it ended; `raw.path` is the path by numbers of variables.
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
        """Why it ended."""
        return self.raw.termination

    @property
    def corners(self) -> list[RealizationPlans]:
        """The points (x̄, ȳ) where the path begins, turns and ends.

        Unless payoffs tie, they are the same whatever the first basis and the rule for ties.

        Raises
        ------
        ModelError
            If the trace was made without points.
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
        """The last basis, to follow the path of another start from, z0 rising from 0 (vSvET, section 7).

        Its own columns settle ties: where z0 left early it need not be lexicographically feasible in the slacks'.

        Raises
        ------
        ModelError
            If the path has not come to its end.
        """
        if self.termination is not Termination.SOLVED:
            raise ModelError(f"the path has not come to its end: {self.raw.status}")
        basis = self.path.basis(len(self.path))
        return PathStart(basis, 2 * len(basis), ties_from=basis, determinant=self.path.determinant)

    def __len__(self) -> int:
        """Return the number of pivots."""
        return len(self.path)

    def __repr__(self) -> str:
        return f"<Trace of {self.game.title!r} from {visible(self.start_name)}: {self.raw.status}>"


def same_plans(plans: RealizationPlans, others: RealizationPlans) -> bool:
    """Tell whether two pairs of exact plans are the same."""
    return all(same_plan(mine, theirs) for mine, theirs in zip(plans, others, strict=True))


def same_plan(plan: RealizationPlan, other: RealizationPlan) -> bool:
    """Tell whether two exact plans are the same."""
    mine, theirs = plan.weights, other.weights
    return isinstance(mine, ExactArray) and isinstance(theirs, ExactArray) and mine.equals(theirs)


def _straight(before: RealizationPlans, here: RealizationPlans, after: RealizationPlans) -> bool:
    """Tell whether one goes straight on from a point to the next, three different ones given."""
    step, following = (_difference(one, other) for one, other in ((before, here), (here, after)))
    place = int(np.flatnonzero(step.numerators)[0])
    rate = following[place] / step[place]
    return rate > 0 and following.equals(step * rate)


def _difference(plans: RealizationPlans, others: RealizationPlans) -> ExactArray:
    mine, theirs = (
        ExactArray.concatenate([cast("ExactArray", plan.weights) for plan in pair]) for pair in (plans, others)
    )
    return theirs - mine
