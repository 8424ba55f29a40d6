"""The payoffs that correlated equilibria reach, as polygons with proved vertices, with Nash equilibria and commitments.

The payoffs of the equilibria of a concept are a convex polygon, and in every direction an exact linear program has a
device that is farthest there. The vertices follow from finitely many directions (`seqform.models.numbers.polygons`).
Each vertex has a device, whose certificate proves that it is reached; the optima in the directions of the edges prove
that nothing beyond them is. Where the program is a relaxation and the best mixture is out of reach, its optimum alone
is known: such points make the outer bound, and no vertex.

The feasible payoffs are found by the same program without incentives.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions, options_among
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.correlated import PlanLift, correlated_lp, relevant_pairs
from seqform.builders.programs.pure_pairs import mixture_of
from seqform.errors import BoundOnlyError, CertificationError, SolveError
from seqform.io.load import load
from seqform.models.answers.regions import (
    FEASIBLE,
    LeaderPayoffs,
    NashPayoffs,
    PayoffRegion,
    PayoffRegions,
    PayoffVertex,
)
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polygons import Direction, Point, convex_hull, polygon_of
from seqform.models.numbers.text import counted
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.correlation import START, CorrelationPlan
from seqform.models.strategies.profile_set import PayoffBox
from seqform.paths.complete import MOST_SEQUENCES, all_equilibria
from seqform.paths.search import equilibria
from seqform.solving.api import solve
from seqform.solving.concepts import (
    Correlated,
    ExtensiveFormCoarse,
    ExtensiveFormCorrelated,
    NormalFormCoarse,
    Stackelberg,
    StackelbergCorrelated,
)
from seqform.solving.request import Progress
from seqform.solving.routes.pair_columns import best_mixture, may_be_priced
from seqform.system.deadline import Deadline, within

CONCEPTS: tuple[type[Correlated], ...] = (
    NormalFormCoarse,
    ExtensiveFormCoarse,
    ExtensiveFormCorrelated,
)
"""The concepts whose regions are computed, the largest region first."""

MOST_PAIRS_OF_LEADERS = 1_500
"""Relevant pairs of sequences beyond which the mixed-integer programs of commitments may take long."""

COMPLETE_SEARCH = {"parts": 100, "vertices": 5_000}
"""The limits of the search for all Nash equilibria, after which those that were found are shown."""

STARTS = 20
"""Starts of Lemke paths, where not all Nash equilibria are found."""


def payoff_regions(
    game: Any,
    *,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **portable: Any,
) -> PayoffRegions:
    """Return the payoffs of all correlated equilibria of a game, with those of Nash equilibria and of commitments.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `load` accepts
        With two players, perfect recall, and payoffs of any kind.
    options : SolveOptions, or a mapping of its fields, optional
        `time_limit`, in seconds, which holds for all of it, and `progress`; no others apply. A field may also be given
        by name.
    progress : callable, optional
        Called with short progress messages.

    Returns
    -------
    PayoffRegions
        With vertices in rational arithmetic, each with its device. All Nash equilibria are there in games of up to 40
        sequences, as far as a bounded search finds them, and the known ones in others; commitments in games of up to
        1,500 relevant pairs of sequences.

    Raises
    ------
    SolveError
        If a time limit is reached.
    OptionError
        If an option has no effect here.

    Examples
    --------
    >>> regions = payoff_regions("job-signals")
    >>> [tuple(map(str, point)) for point in regions.region("extensive-form-correlated").points]
    [('0', '6'), ('4', '6'), ('7/2', '13/2')]
    """
    chosen = options_among("payoff_regions", ("time_limit", "progress"), options, **portable)
    report = progress or chosen.progress or (lambda text: None)
    with within(chosen.time_limit):
        return _regions(load(game), Deadline(chosen.time_limit), report)


def _regions(tree: ExtensiveGame, deadline: Deadline, report: Progress) -> PayoffRegions:
    """Return the payoffs of all concepts, in the order of `PayoffRegions`."""
    form = sequence_form(tree).target
    seconds: dict[str, float] = {}

    def timed(name: str, compute: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        result = compute()
        seconds[name] = time.perf_counter() - began
        return result

    feasible = timed(FEASIBLE, lambda: _FeasibleSupport(tree, deadline, report, form).region())
    regions = []
    for concept in CONCEPTS:
        support = _DeviceSupport(tree, deadline, report, concept)
        regions.append(timed(concept.name, support.region))
    nash = timed("nash", lambda: _nash_payoffs(tree, form, deadline, report))
    commitments, remarks = timed("commitments", lambda: _commitments(tree, form, deadline, report))
    devices, unattained = timed(
        "correlated commitments", lambda: _correlated_commitments(tree, deadline, report)
    )
    return PayoffRegions(
        tree,
        feasible,
        tuple(regions),
        nash,
        tuple(commitments),
        tuple(devices),
        (*remarks, *unattained),
        seconds,
    )


# ---- polygons ----


@dataclass
class _Support:
    """A region by its farthest points; `reached` has those that are paid, with the vertices that they may be."""

    game: ExtensiveGame
    deadline: Deadline
    report: Progress
    reached: dict[Point, PayoffVertex] = field(default_factory=dict, kw_only=True)

    name: ClassVar[str]

    def farthest(self, direction: Direction) -> Point:
        """Return the payoffs of a mixture that is farthest in a direction, or those of the optimum of a relaxation."""
        raise NotImplementedError

    def region(self) -> PayoffRegion:
        """Return the polygon of the farthest points, and the part of it that is reached."""
        bound = polygon_of(self._next)
        vertices = tuple(self.reached[point] for point in convex_hull(self.reached))
        return PayoffRegion(self.name, vertices, bound)

    def _next(self, direction: Direction) -> Point:
        self.report(f"{self.name} payoffs: {counted(len(self.reached), 'point')}")
        return self.farthest(direction)


@dataclass
class _DeviceSupport(_Support):
    """The payoffs of the equilibria of a concept."""

    concept: type[Correlated]

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the concept."""
        return self.concept.name

    def farthest(self, direction: Direction) -> Point:
        """Return the payoffs of the best device by a weighted sum; those of the best plan where there is no device."""
        first, second = direction
        objective = f"weights({first},{second})"
        try:
            device = solve(
                self.game,
                self.concept(objective=objective),
                exact=True,
                time_limit=self.deadline.left,
            )
        except BoundOnlyError as problem:
            plan = PlanLift(relevant_pairs(self._form))(problem.raw)
            return _payoffs_of(self._form, plan)
        if not device.optimal or not device.certificate.holds(self.concept.claim):
            raise CertificationError(
                f"{self.name}: a device that is the best by {objective} is not proved to be; please report the game"
            )
        payoffs = (Fraction(device.values[0]), Fraction(device.values[1]))
        self.reached.setdefault(payoffs, PayoffVertex(payoffs, device.mixture, device))
        return payoffs

    @cached_property
    def _form(self) -> SequenceForm:
        return sequence_form(self.game).target


@dataclass
class _FeasibleSupport(_Support):
    """The payoffs of all mixtures of pairs of pure strategies."""

    form: SequenceForm
    name = FEASIBLE

    def farthest(self, direction: Direction) -> Point:
        """Return the payoffs of the best mixture by a weighted sum; those of the best plan where there is none."""
        first, second = direction
        objective = _scaled(self.form.A, first) + _scaled(self.form.B, second)
        step = correlated_lp(self.form, START, objective, deviators=())
        raw = ExactBackend().solve(step.target, SolveOptions(time_limit=self.deadline.left))
        if not raw.solved or not isinstance(raw.primal, ExactArray):
            raise SolveError(f"{self.game.title}: {raw.termination} ({raw.status})", raw)
        plan = step.lift(raw)
        mixture = mixture_of(plan)
        if mixture is None and may_be_priced(plan.pairs):
            mixture = best_mixture(step.target, plan.pairs, lambda: self.deadline.left)
        if mixture is None:
            return _payoffs_of(self.form, plan)
        payoffs = _payoffs_of(self.form, mixture.plan(plan.pairs))
        self.reached.setdefault(payoffs, PayoffVertex(payoffs, mixture, None))
        return payoffs


def _scaled(matrix: ExactMatrix, factor: int) -> ExactMatrix:
    """Return a multiple of a matrix."""
    return replace(matrix, values=matrix.values * factor)


def _payoffs_of(form: SequenceForm, plan: CorrelationPlan) -> Point:
    """Return both players' payoffs by an exact plan."""
    return Fraction(plan.sum(form.A)), Fraction(plan.sum(form.B))


# ---- Nash equilibria and commitments ----


def _nash_payoffs(
    game: ExtensiveGame, form: SequenceForm, deadline: Deadline, report: Progress
) -> NashPayoffs:
    """Return the payoffs of all Nash equilibria, or of those that are found."""
    if game.constant_sum is not None:  # every equilibrium pays the value
        values = solve(game, exact=True, time_limit=deadline.left).values
        return NashPayoffs(((_point_box(values), 0),), True)

    boxes: dict[PayoffBox, int] = {}
    if min(len(index) for index in form.sequences) - 1 <= MOST_SEQUENCES:
        options = SolveOptions(time_limit=deadline.left, raw=COMPLETE_SEARCH)
        every = all_equilibria(game, options=options, progress=report)
        for box, subset in zip(every.payoffs_of_subsets, every.subsets, strict=True):
            boxes.setdefault(box, subset.component)
        if every.finished:
            return NashPayoffs(_maximal(boxes), True)

    paths = equilibria(game, starts=STARTS, time_limit=deadline.left, progress=report)
    for equilibrium in paths:
        box = _point_box(equilibrium.certificate.values)
        boxes.setdefault(box, len(boxes))
    return NashPayoffs(_maximal(boxes), False)


def _maximal(boxes: Mapping[PayoffBox, int]) -> tuple[tuple[PayoffBox, int], ...]:
    """Return the boxes that are in no other one, with their numbers."""
    return tuple(
        (box, number)
        for box, number in boxes.items()
        if not any(box.low in other and box.high in other for other in boxes if other != box)
    )


def _point_box(values: Any) -> PayoffBox:
    """Return a box that is a point."""
    payoffs = (Fraction(values[0]), Fraction(values[1]))
    return PayoffBox(payoffs, payoffs)


def _commitments(
    game: ExtensiveGame, form: SequenceForm, deadline: Deadline, report: Progress
) -> tuple[list[LeaderPayoffs], list[str]]:
    """Return the best commitment of each player, and why one is left out."""
    pairs = len(relevant_pairs(form))
    if game.constant_sum is None and pairs > MOST_PAIRS_OF_LEADERS:
        reason = (
            f"commitments are left out: the game has {pairs:,} relevant pairs of sequences, and their mixed-integer "
            'programs may take long; sf.solve(game, "stackelberg") computes one'
        )
        return [], [reason]
    commitments = []
    for leader in (0, 1):
        report(f"the best commitment of {game.players[leader]}")
        answer = solve(game, Stackelberg(leader=leader), exact=True, time_limit=deadline.left)
        commitments.append(LeaderPayoffs(answer))
    return commitments, []


def _correlated_commitments(
    game: ExtensiveGame, deadline: Deadline, report: Progress
) -> tuple[list[LeaderPayoffs], list[str]]:
    """Return the best correlated commitment of each player, and why one is left out."""
    commitments = []
    remarks = []
    for leader in (0, 1):
        name = game.players[leader]
        report(f"the best correlated commitment of {name}")
        concept = StackelbergCorrelated(leader=leader)
        try:
            device = solve(game, concept, exact=True, time_limit=deadline.left)
        except BoundOnlyError:
            remarks.append(
                f"{name} commits to a device: left out; the optimum has no known mixture"
            )
            continue
        commitments.append(LeaderPayoffs(device))
    return commitments, remarks
