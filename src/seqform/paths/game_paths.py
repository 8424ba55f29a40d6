"""Paths of one game from many starts, with the layouts and bases that they share."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import numpy as np

from seqform.backends.lemke.backend import LemkeOptions, follow_path
from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.lemke.layout import lay_out
from seqform.backends.lemke.path import PathLimits
from seqform.backends.lemke.state import BlockLayout
from seqform.builders.forms.sequence_form import centroid, random_start, sequence_form
from seqform.builders.programs.lcp import GameLcp, Initial, game_lcp
from seqform.errors import DoubleRangeError, SolveError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.programs.complementarity import LinearComplementarityProblem, PathStart
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.behavior import RealizationPlans
from seqform.paths.bases import end_bases, is_feasible
from seqform.solving.concepts import Formulation
from seqform.solving.routes.starts import last_segment
from seqform.system.deadline import Deadline

Basis = tuple[int, ...]
"""The variables of a basis in ascending order."""


@dataclass(frozen=True, eq=False)
class PathEnd(Immutable):
    """The end of a path: an equilibrium.

    `number` is that of the start, `z` the solution, shape (n,), `rows` the basic variables in the order of the rows,
    `determinant` the sign of their determinant if known, and `seconds` the time for the path.
    """

    number: int
    z: ExactArray
    pivots: int
    index: int
    rows: Ints
    determinant: int | None
    seconds: float

    @property
    def basis(self) -> Basis:
        """The basic variables, in ascending order."""
        return tuple(np.sort(self.rows).tolist())


class OutOfTime(Exception):  # noqa: N818 - no error; caught inside this package
    """The deadline passed while a path was followed."""


@dataclass(frozen=True, eq=False)
class GamePaths:
    """Paths through the strategy space of a game from the centroid, start 0, and from random starts, by seed.

    With `chosen` plans the starts are these, numbered from 0 on.
    At the `deadline`, in seconds of `time.monotonic`, whose clock processes share, all methods that follow a path raise
    OutOfTime.
    """

    game: ExtensiveGame
    options: LemkeOptions
    formulation: Formulation = "sequence-form"
    initial: Initial = "best-response"
    deadline: float | None = None
    chosen: tuple[RealizationPlans, ...] | None = None

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
            return lay_out(self.lcp.problem(self.start(0), self.initial))
        except (ZeroDivisionError, DoubleRangeError):
            return None

    @cached_property
    def both_ways(self) -> GamePaths:
        """The same paths from best responses, each of which can be followed back.

        With the ties of one start broken as on its own path, the bases at which paths of this start end are joined in
        pairs of opposite index, but for the end of its own path, from which the way back leads to the start.
        """
        return replace(self, initial="best-response")

    @cached_property
    def pure(self) -> GamePaths:
        """The same paths from the slacks by the pure rule, which can lead to other equilibria where payoffs tie."""
        return replace(self, options=replace(self.options, early_exit=False), initial="slacks")

    def has_values(self, end: PathEnd) -> bool:
        """Return whether all of u' and v' are basic, as at every basis of a path from best responses."""
        free = np.flatnonzero(self.lcp.base.free)
        return bool(np.isin(len(end.rows) + free, end.rows).all())

    def start(self, number: int) -> RealizationPlans:
        """Return the plans of a start."""
        if self.chosen is not None:
            return self.chosen[number]
        if number == 0:
            return centroid(self.form)
        return random_start(self.form, number)

    def end(self, number: int) -> PathEnd:
        """Return the end of the path from a start."""
        return self._end(number, lambda: self.lcp.problem(self.start(number), self.initial))

    def back(self, known: PathEnd, number: int) -> PathEnd:
        """Return the other end of a start's path through an equilibrium that is not its own (vSvET, section 7).

        Ties are broken as on the path from the start, whose problem it is: see `joins`.
        """
        problem = self.problem(number)
        start = replace(
            cast("PathStart", problem.start),
            basis=known.rows,
            entering=2 * len(known.rows),
            determinant=known.determinant,
            ends_at_solution=False,
        )
        return self._end(number, lambda: replace(problem, start=start))

    def joins(self, end: PathEnd, number: int) -> bool:
        """Return whether a path of a start ends at the basis at the end of another path: whether it is feasible."""
        self._left()
        if end.basis not in self._at_bases:
            self._at_bases[end.basis] = ExactBasis(self.lcp.base, end.rows)
        return is_feasible(self._at_bases[end.basis], self.problem(number), self.options.rule)

    def ends_at(self, end: PathEnd, number: int) -> list[PathEnd]:
        """Return the bases of a degenerate equilibrium at which paths of a start end, those that a search finds."""
        deadline = Deadline(self._left())
        problem = self.problem(number)
        search = end_bases(self.lcp, problem, self.options.rule, self.plans(end), deadline)
        return [replace(end, number=number, rows=basis, determinant=None) for basis in search.bases]

    def problem(self, number: int) -> LinearComplementarityProblem:
        """Return the problem of a start."""
        if number not in self._problems:
            self._problems[number] = self.lcp.problem(self.start(number), self.initial)
        return self._problems[number]

    @cached_property
    def _at_bases(self) -> dict[Basis, ExactBasis]:
        return {}

    @cached_property
    def _problems(self) -> dict[int, LinearComplementarityProblem]:
        return {}

    def plans(self, end: PathEnd) -> RealizationPlans:
        """Return the plans of an equilibrium."""
        return self.lcp.plans(end.z)

    def trembles(self, end: PathEnd) -> RealizationPlans | None:
        """Return plans on the last segment of the path from a start, None if z0 is constant there."""
        if end.pivots == 0:
            return None
        plans = self.start(end.number)
        return last_segment(self.lcp, plans, self.lcp.problem(plans), end.rows, end.z)

    def nondegenerate(self, z: ExactArray) -> bool:
        """Return whether exactly one variable of each complementary pair is positive at a solution."""
        problem = self.lcp.base
        w = problem.slack(z)
        assert isinstance(w, ExactArray)
        either = np.asarray((z.numerators > 0) | (w.numerators > 0), dtype=bool)
        return bool(either[~problem.free].all())

    def _left(self) -> float | None:
        """Return the seconds until the deadline, None without any; raise OutOfTime after it."""
        if self.deadline is None:
            return None
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left

    def _end(self, number: int, problem: Callable[[], LinearComplementarityProblem]) -> PathEnd:
        began = time.perf_counter()
        limits = PathLimits(self._left(), self.options.max_pivots)
        end = follow_path(problem(), self.options.rule, limits, self.options.engine, self._layout)
        if end.termination is Termination.INTERRUPTED:
            raise KeyboardInterrupt
        if end.termination is Termination.TIME_LIMIT:
            raise OutOfTime
        if end.termination is not Termination.SOLVED:
            raise SolveError(
                f"the path of start {number} does not end in an equilibrium: {end.termination}"
            )
        rows = end.path.basis(len(end.path))
        seconds = time.perf_counter() - began
        return PathEnd(
            number, end.z, len(end.path), end.path.index, rows, end.path.determinant, seconds
        )
