"""All equilibria of a game: the extreme ones, and the maximal Nash subsets that they span."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

import seqform.models.verbs as verbs
from seqform.models.answers.certificate import Certificate, Certified
from seqform.models.answers.computed import Computed
from seqform.models.answers.equilibrium import MAX_BOXES, Findings, marks, marks_table, numbers_text
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import cached
from seqform.models.numbers.exact import ExactArray, Number
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan, RealizationPlans
from seqform.models.strategies.profile_set import PayoffBox, PayoffSet
from seqform.models.strategies.tables import played, sequence_names
from seqform.models.table import MAX_ROWS, Cell, Line, Part, Report, Shares, Table, Words


@dataclass(frozen=True, eq=False, repr=False)
class ExtremeEquilibrium(Computed, Certified):
    """A vertex of the set of equilibria.

    - `numbers`: The places of the plans among the extreme plans of each player, `AllEquilibria.plans`.
    - `certificate`: Exact, recomputed on the game from the plans.
    - `subsets`: The places of the maximal Nash subsets that contain it, in `AllEquilibria.subsets`.
    - `distribution`: Equilibria with the same number lead to the same distribution on the leaves.
    - `gradients`: Each player's payoff per sequence against the other's plan.
    - `completed`: Behavior that realizes the plans, chosen so that a claim holds; None where none was.
    - `objections`: By check why it fails however the plans are completed, by a subgame, a message, or an information
      set at which no beliefs make behavior optimal.
    """

    game: ExtensiveGame
    plans: RealizationPlans
    numbers: tuple[int, int]
    certificate: Certificate
    subsets: tuple[int, ...]
    distribution: int
    gradients: tuple[ExactArray, ExactArray]
    completed: BehaviorProfile | None = None
    objections: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        object.__setattr__(self, "plans", self.plans.bound_to(self.game))
        self.certificate.require_game(self.game)

    check = verbs.check

    @cached
    def profile(self) -> BehaviorProfile:
        """Behavior strategies that realize the plans; at sets of weight zero as chosen, or best responses."""
        if self.completed is not None:
            return self.completed.bound_to(self.game)
        first = self.plans[0].behavior(self.gradients[0])
        second = self.plans[1].behavior(self.gradients[1])
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


@dataclass(frozen=True)
class Lacking:
    """A component of the set of equilibria none of whose members passes a check, with the reason."""

    component: int
    check: str
    reason: str

    def __str__(self) -> str:
        return f"component {self.component + 1} has no {self.check} equilibrium: {self.reason}"


@dataclass(frozen=True)
class Outcome:
    """A distribution on the leaves to which extreme equilibria lead.

    - `distribution`: Its number, from 0.
    - `equilibria`: How many lead to it.
    - `values`: The payoffs of both players, the same for all.
    - `verdicts`: By check, how many of these have each verdict, such as "yes", "no" and "open".
    """

    distribution: int
    equilibria: int
    values: tuple[Number, Number]
    verdicts: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, eq=False, repr=False)
class AllEquilibria(Computed, Findings[ExtremeEquilibrium]):
    """The extreme equilibria of a game; every equilibrium is in one of the `subsets`, if the search is `finished`.

    - `plans`: The extreme plans of each player.
    - `subsets`: Their union is the set of all equilibria. Of a search that was stopped they may be too small, and there
      are none if it was stopped while they were listed.
    - `examined`, `unfinished`: Parts of the search that were completed, and that were not.
    - `stopped`: "interrupted", "time limit", "limit of parts" or "limit of subsets" if the search was cut short, else
      empty.
    - `checks`: Those that `checked` has decided, or left open, for each equilibrium; `undecided` of certificates has
      the reasons for those that are open.
    - `lacking`: The components none of whose members passes one of these checks.
    - `remarks`: Sentences on the components in which mixtures of extreme equilibria alone pass one of them, and on the
      checks for which that is open.
    - `marked`: The equilibria, from the first on, for which `checked` has examined them.
    - `marks_stopped`: "interrupted" or "time limit" if it was cut short, else empty.
    """

    game: ExtensiveGame
    plans: tuple[tuple[RealizationPlan, ...], tuple[RealizationPlan, ...]]
    found: tuple[ExtremeEquilibrium, ...]
    subsets: tuple[NashSubset, ...]
    examined: int
    unfinished: int
    stopped: str
    seconds: float
    checks: tuple[str, ...] = ()
    lacking: tuple[Lacking, ...] = ()
    remarks: tuple[str, ...] = ()
    marked: int = 0
    marks_stopped: str = ""

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        for equilibrium in self.found:
            equilibrium.certificate.require_game(self.game)

    @property
    def components(self) -> int:
        """The number of connected components of the set of equilibria.

        Extreme equilibria are edges between extreme plans of both players, given as (player, place). Components are
        those of this graph, by union-find: `joined` leads from a plan to one in its component, and at last to one that
        stands for the component and leads to itself.
        """
        joined: dict[tuple[int, int], tuple[int, int]] = {}

        def representative(plan: tuple[int, int]) -> tuple[int, int]:
            while joined.setdefault(plan, plan) != plan:
                joined[plan] = joined[joined[plan]]  # the way is halved for later calls
                plan = joined[plan]
            return plan

        for equilibrium in self.found:
            first, second = equilibrium.numbers
            joined[representative((0, first))] = representative((1, second))
        return len(set(map(representative, list(joined))))

    best = verbs.best
    checked = verbs.checked

    @cached
    def payoffs_of_subsets(self) -> tuple[PayoffBox, ...]:
        """The payoffs of the equilibria of each subset: a point, a line or a rectangle, attained everywhere."""
        values = {equilibrium.numbers: equilibrium.values for equilibrium in self.found}
        boxes: list[PayoffBox] = []
        for subset in self.subsets:
            pairs = [values[pair] for pair in product(*subset.plans)]
            first, second = zip(*pairs, strict=True)
            low = (Fraction(min(first)), Fraction(min(second)))
            high = (Fraction(max(first)), Fraction(max(second)))
            boxes.append(PayoffBox(low, high))
        return tuple(boxes)

    @property
    def payoffs(self) -> PayoffSet:
        """The payoffs of all equilibria, if the search is `finished`: the union of those of the subsets."""
        boxes = list(dict.fromkeys(self.payoffs_of_subsets))
        maximal: list[PayoffBox] = []
        for box in boxes:
            others = (candidate for candidate in boxes if candidate != box)
            if not any(box.low in candidate and box.high in candidate for candidate in others):
                maximal.append(box)
        return PayoffSet(tuple(maximal), pure=False)

    @property
    def distributions(self) -> int:
        """The number of distributions on the leaves to which the extreme equilibria lead."""
        return len({equilibrium.distribution for equilibrium in self.found})

    @cached
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the extreme equilibria, with the claims that were decided for these."""
        members: dict[int, list[ExtremeEquilibrium]] = {}
        for equilibrium in self.found:
            members.setdefault(equilibrium.distribution, []).append(equilibrium)

        outcomes = []
        for distribution, of_outcome in sorted(members.items()):
            verdicts: dict[str, dict[str, int]] = {}
            for check in self.checks:
                tally = Counter(member.certificate.verdict_on(check) for member in of_outcome)
                verdicts[check] = dict(sorted(tally.items(), reverse=True))
            values = of_outcome[0].values
            outcomes.append(Outcome(distribution, len(of_outcome), values, verdicts))
        return tuple(outcomes)

    @property
    def are_isolated(self) -> bool:
        """True if the search is finished, and every connected component of equilibria is a single pair of plans."""
        return self.finished and self.components == len(self)

    def report(self, *, everything: bool = False, every_row: bool = False) -> Report:
        """Return the equilibria as a table of what is played, then the subsets and extreme plans.

        A line stands for the first table where what is played is too long for it. The tables of subsets and plans are
        left out where the equilibria are isolated and the first table has them all. With `everything` there are all
        tables with all rows; with `every_row`, for documents, the tables that are there have all rows.
        """
        every_row = every_row or everything
        equilibria = _equilibria_table(self)
        subsets = _subsets_table(self)
        tables = []
        parts: list[Part] = []
        is_whole = False
        if _fits(self, every_row):
            tables.append(_played_table(self))
            is_whole = self.are_isolated and (every_row or len(self) <= MAX_ROWS)
        elif len(self):
            parts.append(Line("what is played is long: the extreme plans below have it"))
        if everything or not is_whole:
            tables.append(_equilibria_table(self, marked=False))
            if len(tables) == 1:
                tables.append(marks_table(self.checks, self))
            tables += [subsets, _shown_plans(self, 0), _shown_plans(self, 1)]

        outcomes = _outcomes_table(self)
        if self.checks and self.distributions < len(self) and len(self) > MAX_ROWS:
            tables.insert(min(1, len(tables)), outcomes)

        for table in tables:
            if table.rows:
                parts += replace(table, columns=("", *table.columns[1:])).shortened(every_row)
        parts += _summary(self)
        if is_whole and not everything:
            parts.append(
                Line("", "dim", hint="--all shows the extreme plans and maximal Nash subsets")
            )
        data = {
            "equilibria": lambda: equilibria,
            "outcomes": lambda: outcomes,
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


_LONGEST = 240
"""Most characters of what a player plays in a row of the table of equilibria, some lines of a terminal."""


def _fits(equilibria: AllEquilibria, everything: bool) -> bool:
    """Return whether what the players do fits into a table with a row for each equilibrium."""
    shown = equilibria if everything else equilibria[:MAX_ROWS]
    plans = (equilibrium.plans[player] for equilibrium in shown for player in (0, 1))
    return len(shown) > 0 and all(
        len(str(played(equilibria.game, plan))) <= _LONGEST for plan in plans
    )


def _played_table(equilibria: AllEquilibria) -> Table:
    """Return a row for each equilibrium: what both players do, and their payoffs, with the claims that were decided."""
    first, second = equilibria.game.players
    rows: list[list[Cell]] = []
    for place, equilibrium in enumerate(equilibria, start=1):
        row: list[Cell] = [place]
        row += [played(equilibria.game, equilibrium.plans[player]) for player in (0, 1)]
        first_value, second_value = equilibrium.values
        row.append(Words((first_value, ", ", second_value)))
        row += marks(equilibrium.certificate, equilibria.checks)
        rows.append(row)
    columns = ("equilibrium", f"{first} plays", f"{second} plays", "payoffs", *equilibria.checks)
    title = "Equilibria" if equilibria.are_isolated else "Extreme equilibria, what is played"
    return Table(title, columns, "rlll" + "l" * len(equilibria.checks), rows)


def _equilibria_table(equilibria: AllEquilibria, *, marked: bool = True) -> Table:
    """Return a row for each equilibrium, with the claims that were decided if they are to be `marked`."""
    checks = equilibria.checks if marked else ()
    values = [f"value of {name}" for name in equilibria.game.players]
    rows: list[list[Cell]] = []
    for place, equilibrium in enumerate(equilibria, start=1):
        first, second = equilibrium.numbers
        row: list[Cell] = [
            place,
            *equilibrium.values,
            first + 1,
            second + 1,
            _numbers(equilibrium.subsets),
            equilibrium.distribution + 1,
            *marks(equilibrium.certificate, checks),
        ]
        rows.append(row)
    columns = (
        "equilibrium",
        *values,
        "plan 1",
        "plan 2",
        "subsets",
        "on leaves",
        *checks,
    )
    alignment = "rrrrrlr" + "l" * len(checks)
    return Table("Extreme equilibria", columns, alignment, rows)


def _outcomes_table(equilibria: AllEquilibria) -> Table:
    """Return a row for each distribution on the leaves: of so many extreme equilibria, with the claims decided.

    The equilibria with an outcome have the same payoffs.
    """
    rows: list[list[Cell]] = []
    for outcome in equilibria.outcomes:
        row: list[Cell] = [outcome.distribution + 1, outcome.equilibria, *outcome.values]
        row += map(_tally, outcome.verdicts.values())
        rows.append(row)
    first, second = equilibria.game.players
    values = (f"value of {first}", f"value of {second}")
    columns = ("outcome", "equilibria", *values, *equilibria.checks)
    title = "Outcomes of the extreme equilibria, distributions on leaves"
    return Table(title, columns, "rrrr" + "l" * len(equilibria.checks), rows)


def _tally(verdicts: Mapping[str, int]) -> str:
    """Return how many equilibria have each verdict, a verdict alone if it is that of all."""
    if len(verdicts) == 1:
        return next(iter(verdicts))
    return ", ".join(f"{verdict} for {number:,}" for verdict, number in verdicts.items())


def _subsets_table(equilibria: AllEquilibria) -> Table:
    first, second = equilibria.game.players
    columns = ("subset", "component", f"plans of {first}", f"plans of {second}")
    rows: list[list[Cell]] = [
        [place, subset.component + 1, *map(_numbers, subset.plans)]
        for place, subset in enumerate(equilibria.subsets, start=1)
    ]
    return Table("Maximal Nash subsets, products of convex hulls", columns, "rrll", rows)


def _shown_plans(equilibria: AllEquilibria, player: int) -> Table:
    game = equilibria.game
    names = tuple(sequence_names(game, game.sequences[player].index).values())
    rows: list[list[Cell]] = []
    for place, plan in enumerate(equilibria.plans[player], start=1):
        assert isinstance(plan.weights, ExactArray)
        rows.append([place, Shares(names, tuple(plan.weights.to_fractions()[1:]))])
    title = f"Extreme plans of {game.players[player]}"
    return Table(title, ("plan", "weights of sequences"), "rl", rows)


def _plans_table(equilibria: AllEquilibria) -> Table:
    rows: list[list[Cell]] = []
    for name, plans in zip(equilibria.game.players, equilibria.plans, strict=True):
        for place, plan in enumerate(plans, start=1):
            assert isinstance(plan.weights, ExactArray)
            weights = plan.weights.to_fractions()
            for sequence, weight in zip(plan.index.names, weights, strict=True):
                rows.append([name, place, sequence, weight])
    return Table("", ("player", "plan", "sequence", "weight"), "lrlr", rows)


def _objections(equilibria: AllEquilibria) -> list[str]:
    """Return sentences on why checks fail; those on equilibria with the same reason are one."""
    places: dict[tuple[str, str], list[int]] = {}
    for place, equilibrium in enumerate(equilibria):
        for check, reason in equilibrium.objections.items():
            places.setdefault((check, reason), []).append(place)
    sentences = []
    for (check, reason), numbers in places.items():
        verb = "is" if len(numbers) == 1 else "are"
        sentences.append(f"{numbers_text(numbers)} {verb} not {check}: {reason}")
    if len(sentences) > MAX_ROWS:
        left_out = counted(len(sentences) - MAX_ROWS, "more reason")
        sentences[MAX_ROWS:] = [f"and {left_out}, which --json has, and `objections` of equilibria"]
    return sentences


def _numbers(places: Sequence[int]) -> str:
    return ", ".join(str(place + 1) for place in places)


def _summary(equilibria: AllEquilibria) -> list[Line]:
    """Return lines on the search: what is proven, and whether all is found."""
    size = len(equilibria)
    components = counted(equilibria.components, "connected component")
    sentences = [*map(str, equilibria.lacking), *equilibria.remarks]
    sentences += _objections(equilibria)
    sentences += equilibria.open_reasons
    if size:
        sentences.append(
            f"{counted(size, 'extreme equilibrium', 'extreme equilibria')} with "
            f"{counted(equilibria.distributions, 'distribution')} on leaves; every one proven: nash_conv = 0 (exact)"
        )
    sentences += equilibria.open_marks
    if equilibria.finished:
        lines = list(map(Line, sentences))
        subsets = counted(len(equilibria.subsets), "maximal Nash subset")
        statement = f"complete: all equilibria are the union of {subsets} in {components}"
        lines.append(Line(statement, time=f"{equilibria.seconds:.2f} s"))
        if len(equilibria.payoffs.boxes) <= MAX_BOXES:
            lines.append(Line(f"they pay {equilibria.payoffs}"))
        return lines
    if not equilibria.unfinished and size:
        sentences.append(
            f"all extreme equilibria, in {components}; {equilibria.stopped} while the "
            "maximal Nash subsets were listed, of which there may be 2^n for n plans"
        )
    else:
        sentences.append(
            f"incomplete, {equilibria.stopped}: {counted(equilibria.unfinished, 'part')} of the search unfinished, "
            f"{equilibria.examined:,} examined; equilibria may be missing, and subsets too small"
        )
    return list(map(Line, sentences))
