"""All equilibria of a game: the extreme ones, and the maximal Nash subsets that they span."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import seqform.models.verbs as verbs
from seqform.models.answers.certificate import Certificate, Certified
from seqform.models.answers.computed import Computed
from seqform.models.answers.equilibrium import MAX_BOXES, Findings
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import cached
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan, RealizationPlans
from seqform.models.strategies.profile_set import PayoffBox, PayoffSet
from seqform.models.strategies.tables import sequence_names
from seqform.models.table import Cell, Line, Part, Report, Shares, Table


@dataclass(frozen=True, eq=False, repr=False)
class ExtremeEquilibrium(Computed, Certified):
    """A vertex of the set of equilibria.

    - `numbers`: The places of the plans among the extreme plans of each player, `AllEquilibria.plans`.
    - `certificate`: Exact, recomputed on the game from the plans.
    - `subsets`: The places of the maximal Nash subsets that contain it, in `AllEquilibria.subsets`.
    - `distribution`: Equilibria with the same number lead to the same distribution on the leaves.
    - `gradients`: Each player's payoff per sequence against the other's plan.
    """

    game: ExtensiveGame
    plans: RealizationPlans
    numbers: tuple[int, int]
    certificate: Certificate
    subsets: tuple[int, ...]
    distribution: int
    gradients: tuple[ExactArray, ExactArray]

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        object.__setattr__(self, "plans", self.plans.bound_to(self.game))
        self.certificate.require_game(self.game)

    @cached
    def profile(self) -> BehaviorProfile:
        """Behavior strategies that realize the plans, completed by best responses at sets of weight zero."""
        first, second = (
            plan.behavior(gradient)
            for plan, gradient in zip(self.plans, self.gradients, strict=True)
        )
        return BehaviorProfile((first, second)).bound_to(self.game)

    def report(self, *, everything: bool = False) -> Report:
        """Return both strategies and the certificate as tables."""
        return self.profile.report(everything=everything) + self.certificate.report(
            players=self.game.players
        )

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        return f"<ExtremeEquilibrium: values {first}, {second}; plans {self.numbers[0] + 1}, {self.numbers[1] + 1}>"


@dataclass(frozen=True)
class NashSubset:
    """A maximal product of convex sets all of whose pairs of plans are equilibria.

    - `plans`: The places of each player's extreme plans in `AllEquilibria.plans`; the set is the product of their
      convex hulls.
    - `component`: Subsets with the same number are connected by equilibria.
    """

    plans: tuple[tuple[int, ...], tuple[int, ...]]
    component: int


@dataclass(frozen=True, eq=False, repr=False)
class AllEquilibria(Computed, Findings[ExtremeEquilibrium]):
    """The extreme equilibria of a game; every equilibrium is in one of the `subsets`, if the search is `finished`.

    - `plans`: The extreme plans of each player.
    - `subsets`: Their union is the set of all equilibria. Of a search that was stopped they may be too small, and there
      are none if it was stopped while they were listed.
    - `examined`, `unfinished`: Parts of the search that were completed, and that were not.
    - `stopped`: "interrupted", "time limit", "limit of parts" or "limit of subsets" if the search was cut short, else
      empty.
    """

    game: ExtensiveGame
    plans: tuple[tuple[RealizationPlan, ...], tuple[RealizationPlan, ...]]
    found: tuple[ExtremeEquilibrium, ...]
    subsets: tuple[NashSubset, ...]
    examined: int
    unfinished: int
    stopped: str
    seconds: float

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        for equilibrium in self.found:
            equilibrium.certificate.require_game(self.game)

    @property
    def components(self) -> int:
        """The number of connected components of the set of equilibria."""
        joined: dict[tuple[int, int], tuple[int, int]] = {}

        def first(plan: tuple[int, int]) -> tuple[int, int]:
            while joined.setdefault(plan, plan) != plan:
                joined[plan] = joined[joined[plan]]
                plan = joined[plan]
            return plan

        for one in self.found:
            joined[first((0, one.numbers[0]))] = first((1, one.numbers[1]))
        return len({first(plan) for plan in list(joined)})

    best = verbs.best

    @cached
    def payoffs_of_subsets(self) -> tuple[PayoffBox, ...]:
        """The payoffs of the equilibria of each subset: a point, a line or a rectangle, attained everywhere."""
        values = {one.numbers: one.values for one in self.found}
        boxes = []
        for subset in self.subsets:
            pairs = [values[pair] for pair in product(*subset.plans)]
            low, high = (
                tuple(Fraction(end(payoffs)) for payoffs in zip(*pairs, strict=True))
                for end in (min, max)
            )
            boxes.append(PayoffBox(low, high))
        return tuple(boxes)

    @property
    def payoffs(self) -> PayoffSet:
        """The payoffs of all equilibria, if the search is `finished`: the union of those of the subsets."""
        boxes = dict.fromkeys(self.payoffs_of_subsets)
        kept = (
            box
            for box in boxes
            if not any(box.low in one and box.high in one for one in boxes if one != box)
        )
        return PayoffSet(tuple(kept), pure=False)

    @property
    def distributions(self) -> int:
        """The number of distributions on the leaves to which the extreme equilibria lead."""
        return len({one.distribution for one in self.found})

    def report(self, *, everything: bool = False) -> Report:
        """Return the equilibria, the subsets and the extreme plans as tables; with `everything`, all rows."""
        equilibria, subsets = _equilibria_table(self), _subsets_table(self)
        parts: list[Part] = []
        for table in (equilibria, subsets, _shown_plans(self, 0), _shown_plans(self, 1)):
            if table.rows:
                parts += replace(table, columns=("", *table.columns[1:])).shortened(everything)
        parts += map(Line, _summary(self))
        data = {
            "equilibria": lambda: equilibria,
            "subsets": lambda: subsets,
            "plans": lambda: _plans_table(self),
        }
        return Report(parts, data)

    def __repr__(self) -> str:
        which = "all" if self.finished else "some"
        return (
            f"<AllEquilibria of {self.game.title!r}: {which} {len(self)} extreme equilibria in {len(self.subsets)} "
            f"maximal Nash subsets, {self.components} components>"
        )


def _equilibria_table(found: AllEquilibria) -> Table:
    values = (f"value of {name}" for name in found.game.players)
    rows: list[list[Cell]] = [
        [
            place,
            *one.values,
            *(number + 1 for number in one.numbers),
            _numbers(one.subsets),
            one.distribution + 1,
        ]
        for place, one in enumerate(found, start=1)
    ]
    return Table(
        "Extreme equilibria",
        ("equilibrium", *values, "plan 1", "plan 2", "subsets", "on leaves"),
        "rrrrrlr",
        rows,
    )


def _subsets_table(found: AllEquilibria) -> Table:
    columns = ("subset", "component", *(f"plans of {name}" for name in found.game.players))
    rows: list[list[Cell]] = [
        [place, subset.component + 1, *map(_numbers, subset.plans)]
        for place, subset in enumerate(found.subsets, start=1)
    ]
    return Table("Maximal Nash subsets, products of convex hulls", columns, "rrll", rows)


def _shown_plans(found: AllEquilibria, player: int) -> Table:
    names = list(sequence_names(found.game, found.game.sequences[player].index).values())
    rows: list[list[Cell]] = []
    for place, plan in enumerate(found.plans[player], start=1):
        assert isinstance(plan.weights, ExactArray)
        rows.append([place, Shares(tuple(names), tuple(plan.weights.to_fractions()[1:]))])
    return Table(
        f"Extreme plans of {found.game.players[player]}",
        ("plan", "weights of sequences"),
        "rl",
        rows,
    )


def _plans_table(found: AllEquilibria) -> Table:
    rows: list[list[Cell]] = []
    for name, plans in zip(found.game.players, found.plans, strict=True):
        for place, plan in enumerate(plans, start=1):
            assert isinstance(plan.weights, ExactArray)
            rows += [
                [name, place, *one]
                for one in zip(plan.index.names, plan.weights.to_fractions(), strict=True)
            ]
    return Table("", ("player", "plan", "sequence", "weight"), "lrlr", rows)


def _numbers(places: Sequence[int]) -> str:
    return ", ".join(str(place + 1) for place in places)


def _summary(found: AllEquilibria) -> list[str]:
    sentences = []
    if len(found):
        sentences.append(
            f"{counted(len(found), 'extreme equilibrium', 'extreme equilibria')} with "
            f"{counted(found.distributions, 'distribution')} on leaves; every one proven: nash_conv = 0 (exact)"
        )
    if found.finished:
        sentences.append(
            f"complete: all equilibria are the union of {counted(len(found.subsets), 'maximal Nash subset')} "
            f"in {counted(found.components, 'connected component')}; {found.seconds:.2f} s"
        )
        if len(found.payoffs.boxes) <= MAX_BOXES:
            sentences.append(f"they pay {found.payoffs}")
    elif not found.unfinished and len(found):
        sentences.append(
            f"all extreme equilibria, in {counted(found.components, 'connected component')}; {found.stopped} while the "
            "maximal Nash subsets were listed, of which there may be 2^n for n plans"
        )
    else:
        sentences.append(
            f"incomplete, {found.stopped}: {counted(found.unfinished, 'part')} of the search unfinished, "
            f"{found.examined:,} examined; equilibria may be missing, and subsets too small"
        )
    return sentences
