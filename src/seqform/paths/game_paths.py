"""Lemke paths of one game from numbered starts, forward and back, with a shared problem and layout."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import get_args

import numpy as np

from seqform.backends.lemke.backend import LemkeOptions
from seqform.backends.lemke.engine import follow_path
from seqform.backends.lemke.layout import BlockLayout, lay_out
from seqform.backends.lemke.path import LemkeResult, PathLimits
from seqform.builders.forms.sequence_form import behavior_profile, sequence_form
from seqform.builders.forms.starts import centroid, plans_of, random_start
from seqform.builders.programs.lcp import GameLcp, best_response_start
from seqform.errors import ModelError, SolveError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import PathStart, Termination
from seqform.models.strategies.behavior import RealizationPlans
from seqform.solving.concepts import Formulation
from seqform.solving.pipeline import game_lcp
from seqform.solving.starts import Initial, last_segment

Basis = tuple[int, ...]
"""The variables of a basis in ascending order."""


@dataclass(frozen=True, eq=False)
class PathEnd(Immutable):
    """The end of a path: an equilibrium.

    `number` is that of the start, `z` the solution, shape (n,), `rows` the basic variables in the order of the rows,
    and `determinant` the sign of their determinant.
    """

    number: int
    z: ExactArray
    pivots: int
    index: int
    rows: Ints
    determinant: int

    @property
    def basis(self) -> Basis:
        """The basic variables, in ascending order."""
        return tuple(np.sort(self.rows).tolist())


class OutOfTime(Exception):  # noqa: N818 - no error; caught inside this package
    """The deadline passed while a path was followed."""


@dataclass(frozen=True, eq=False)
class GamePaths:
    """Paths through the strategy space of a game from the centroid, start 0, and from random starts, by seed.

    `reversible` paths are those of the standard problem, in which u' and v' are nonnegative and may leave the basis
    like any other variable. Payoffs are negative, so the equilibria are the same. With the pure lexicographic rule its
    bases are joined in pairs by the path of every start, but for one at which the path from the start itself ends:
    every path can be followed back.

    At the `deadline`, in seconds of `time.monotonic`, whose clock processes share, all methods that follow a path raise
    OutOfTime.
    """

    game: ExtensiveGame
    options: LemkeOptions
    formulation: Formulation = "sequence-form"
    initial: Initial = "slacks"
    reversible: bool = False
    deadline: float | None = None

    @cached_property
    def form(self) -> SequenceForm:
        """The sequence form of the game."""
        return sequence_form(self.game).target

    @cached_property
    def lcp(self) -> GameLcp:
        """The part that the problems of all starts share."""
        return game_lcp(self.form, self.formulation)

    @cached_property
    def _layout(self) -> BlockLayout | None:
        if self.options.engine == "tableau":
            return None
        try:
            return lay_out(self._base)
        except ZeroDivisionError:
            return None

    @cached_property
    def both_ways(self) -> GamePaths:
        """The same paths without early exit, so that each can be followed back."""
        pure = replace(self.options, early_exit=False)
        return GamePaths(self.game, pure, self.formulation, reversible=True, deadline=self.deadline)

    @cached_property
    def _base(self) -> LinearComplementarityProblem:
        base = self.lcp.base
        return replace(base, free=np.zeros(len(base), dtype=bool)) if self.reversible else base

    def start(self, number: int) -> RealizationPlans:
        """Return the plans of a start."""
        return centroid(self.form) if number == 0 else random_start(self.form, number)

    def end(self, number: int) -> PathEnd:
        """Return the end of the path from a start."""
        plans = self.start(number)
        return self._end(number, self._follow(plans, first_basis(self.lcp, plans, self.initial)))

    def back(self, known: PathEnd, number: int) -> PathEnd:
        """Return the other end of a start's path through an equilibrium that is not its own (vSvET, section 7)."""
        start = PathStart(known.rows, 2 * len(known.rows), determinant=known.determinant)
        return self._end(number, self._follow(self.start(number), start))

    def plans(self, end: PathEnd) -> RealizationPlans:
        """Return the plans of an equilibrium; in the standard problem weights at unreached sets may be too large."""
        plans = self.lcp.plans(end.z)
        return plans_of(behavior_profile(self.form, plans)) if self.reversible else plans

    def trembles(self, end: PathEnd) -> RealizationPlans | None:
        """Return plans on the last segment of the path from a start, None if z0 is constant there."""
        if end.pivots == 0:
            return None
        plans = self.start(end.number)
        return last_segment(self.lcp, plans, self._problem(plans), end.rows, end.z)

    def nondegenerate(self, end: PathEnd) -> bool:
        """Return whether exactly one variable of each complementary pair is positive."""
        problem = self.lcp.base
        w = problem.slack(end.z)
        assert isinstance(w, ExactArray)
        either = np.asarray((end.z.numerators > 0) | (w.numerators > 0), dtype=bool)
        return bool(either[~problem.free].all())

    def _problem(self, start: RealizationPlans) -> LinearComplementarityProblem:
        return replace(self._base, covering_vector=self.lcp.covering_vector(start))

    def _follow(self, start: RealizationPlans, first: PathStart | None) -> LemkeResult:
        left = None if self.deadline is None else self.deadline - time.monotonic()
        if left is not None and left <= 0:
            raise OutOfTime
        limits = PathLimits(left, self.options.max_pivots)
        options = self.options
        return follow_path(self._problem(start), options.rule, limits, first, options.engine, self._layout)

    def _end(self, number: int, end: LemkeResult) -> PathEnd:
        if end.termination is Termination.INTERRUPTED:
            raise KeyboardInterrupt
        if end.termination is Termination.TIME_LIMIT:
            raise OutOfTime
        if end.termination is not Termination.SOLVED:
            raise SolveError(f"the path of start {number} does not end in an equilibrium: {end.termination}")
        rows = end.path.basis(len(end.path))
        return PathEnd(number, end.z, len(end.path), end.path.index, rows, end.path.determinant)


def first_basis(lcp: GameLcp, start: RealizationPlans, initial: Initial) -> PathStart | None:
    """Return the basis at which the path from a start begins, None for that of the slacks."""
    if initial == "slacks":
        return None
    if initial == "best-response":
        return best_response_start(lcp, start)
    raise ModelError(f"first basis {initial!r}: {' or '.join(get_args(Initial))} expected")
