"""The equilibria of a game over a parameter: the equilibrium correspondence, sampled, with formulas in between.

The correspondence maps a number of the parameter to the set of equilibria of the game there. It is computed at finitely
many numbers, so that nothing is proved between two of them but what step 5 adds. In steps:

1. The game is solved at evenly spaced numbers of the interval: all equilibria, as connected components with their
   extreme equilibria, the ends of Lemke paths, or the one equilibrium or device that a concept computes.
2. The form of a set of equilibria is the pairs of supports of its extreme equilibria, by component. Where it differs at
   neighboring numbers, it changes between them: of these gaps the widest is halved until all are narrow enough.
3. In each gap that is left the simplest fraction is tried, if it is simpler than both ends: many changes are at one,
   where the set has a form of its own.
4. Components at neighboring numbers are joined to branches: first those of the same form, then the nearest ones, by the
   gap between the ranges of their realization weights, if they are near.
5. Where the payoffs are polynomials in the parameter, every extreme equilibrium is followed as rational functions, with
   the interval on which these are proved to be an equilibrium (`seqform.paths.branch_formulas`). Their ends are the
   exact numbers at which equilibria begin and end. That there are no others between the numbers is not proved.

For example, of a game with the equilibria A for t < 1/3, B for t > 1/3 and all between A and B at 1/3, a gap is halved
until it is from 341/1024 to 342/1024. The simplest fraction in it is 1/3, and A, all between and B are one branch.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np

import seqform.models.verbs as verbs
from seqform.analysis.families import Family, NamedFamily, family_of, parameter_number
from seqform.analysis.polynomial_family import PolynomialFamily
from seqform.analysis.ranges import Range
from seqform.analysis.value_function import formula_cell, number_cell
from seqform.backends.protocol import SolveOptions
from seqform.errors import GameError, InputError, SeqformError, SolveError, TooLargeError
from seqform.models.answers.components import AllEquilibria
from seqform.models.answers.computed import Computed
from seqform.models.answers.device import Device
from seqform.models.answers.equilibrium import Equilibrium, EquilibriumSet
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.algebraic import (
    AlgebraicNumber,
    polynomial_text,
    simplest_between,
)
from seqform.models.numbers.exact import Number
from seqform.models.numbers.given import Given
from seqform.models.numbers.text import counted, shown_rational
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan
from seqform.models.strategies.correlation import PairMixture
from seqform.models.table import Cell, Formula, Line, Part, Report, Table, Tabular, Words
from seqform.paths.branch_formulas import EquilibriumFormula, FormulaSearch, Plans
from seqform.paths.branch_marks import (
    MarkRun,
    Marks,
    SolvedNumber,
    mark_runs,
    marks_by_number,
    run_words,
    runs_table,
)
from seqform.paths.complete import all_equilibria
from seqform.paths.marks import claim_names
from seqform.paths.member_marks import check_of
from seqform.paths.search import equilibria
from seqform.solving.api import solve
from seqform.solving.concepts import Concept, Nash, concept_of
from seqform.system import watch
from seqform.system.deadline import Deadline, OutOfTimeError

POINTS = 17
"""Numbers of the parameter at which a game is solved first."""

MOST_POINTS = 500
"""Of these, so that as many are left for the changes."""

HALVINGS = 10
"""The default precision is the length of the interval, so many times halved."""

MOST_SAMPLES = 1_000
"""Numbers at which a game is solved at most."""

LIMIT_OF_NUMBERS = "limit of numbers"

NEAR = Fraction(1, 10)
"""Components of different forms at neighboring numbers are of one branch up to this distance of realization weights."""

MOST_NAMED = 2
"""Numbers of the parameter that a note names."""

Support = tuple[frozenset[str], frozenset[str]]
"""The sequences of both players that an equilibrium plays; of a refinement their actions at all information sets."""

Ranges = Mapping[str, Range]
Behavior = Mapping[str, Mapping[str, Range]]


@dataclass(frozen=True, eq=False)
class SampledComponent:
    """A connected component of the equilibria at a number of the parameter.

    - `strategies`: One of its equilibria, exact: a profile, or of a concept whose answers are devices the mixture.
    - `values`: The payoffs of each player over its equilibria.
    - `behavior`: Of each player, by information set and action, the probabilities over its equilibria; of sets that a
      player's own choices exclude in all of them there are none. Of a device those of recommendations, given the
      player's own ones before.
    - `weights`: Of each player the realization weights over its equilibria, by sequence.
    - `supports`: Those of its extreme equilibria; of a device the pairs of pure strategies that it draws.
    - `extremes`: The plans of its extreme equilibria; of a concept's answer, and of a device, none.
    - `marks`: The claims that were checked, by name.
    """

    strategies: BehaviorProfile | PairMixture
    values: tuple[Range, Range]
    behavior: tuple[Behavior, Behavior] = field(repr=False)
    weights: tuple[Ranges, Ranges] = field(repr=False)
    supports: frozenset[Support] = field(repr=False)
    extremes: tuple[Plans, ...] = field(default=(), repr=False)
    marks: Marks = field(default_factory=dict, repr=False)

    @property
    def profile(self) -> BehaviorProfile:
        """The equilibrium, which a device has not."""
        if isinstance(self.strategies, PairMixture):
            raise InputError(
                "profile: this is a device, which has a mixture of pairs: component.mixture"
            )
        return self.strategies

    @property
    def mixture(self) -> PairMixture:
        """The mixture of a device, which an equilibrium has not."""
        if isinstance(self.strategies, BehaviorProfile):
            raise InputError("mixture: this is no device but an equilibrium: component.profile")
        return self.strategies

    @property
    def is_point(self) -> bool:
        """True if there is one equilibrium, up to behavior at sets that a player's own choices exclude."""
        spans = [*self.weights[0].values(), *self.weights[1].values()]
        return all(low == high for low, high in spans)

    def distance(self, other: SampledComponent) -> Fraction:
        """Return the largest gap between the ranges of a weight in both components; 0 where all have numbers in common.

        A sequence that one of the games does not have has the weight 0 there.
        """
        nothing = Range(Fraction(0), Fraction(0))
        largest = Fraction(0)
        for player in (0, 1):
            own = self.weights[player]
            others = other.weights[player]
            for name in own.keys() | others.keys():
                low, high = own.get(name, nothing)
                other_low, other_high = others.get(name, nothing)
                largest = max(largest, other_low - high, low - other_high)
        return largest


@dataclass(frozen=True, eq=False)
class Sample:
    """The equilibria at a number of the parameter.

    - `note`: What the certificate of a concept's equilibrium remarks there, for example on information sets out of
      chance's reach, which are not judged.
    """

    place: Fraction
    components: tuple[SampledComponent, ...]
    note: str = ""

    @property
    def form(self) -> Counter[frozenset[Support]]:
        """The supports of the components, each with the number of components that have it."""
        return Counter(component.supports for component in self.components)


@dataclass(frozen=True)
class Change:
    """An interval of the parameter within which the form of the set of equilibria changes; it differs at both ends.

    - `at`: A number within at which the set has a form of its own, different from those on both sides; None if none is
      known. The change need not be there alone.
    - `thresholds`: The exact numbers within, ends included, at which an equilibrium is proved to begin or to end.
    """

    low: Fraction
    high: Fraction
    at: Fraction | None = None
    thresholds: tuple[AlgebraicNumber, ...] = ()

    def text(self, name: str) -> str:
        """Return the interval in words."""
        words = f"between {name} = {shown_rational(self.low)} and {shown_rational(self.high)}"
        if self.at is not None:
            words += f"; at {shown_rational(self.at)} they differ from both"
        if self.thresholds:
            numbers = " and ".join(number.description(name) for number in self.thresholds)
            words += f"; equilibria begin or end exactly at {numbers}"
        return words


@dataclass(frozen=True, eq=False)
class Branch:
    """Components at consecutive numbers that belong together.

    - `first`: The place of the first number in `EquilibriumCorrespondence.samples`.
    - `components`: One for each number from there on.
    - `formulas`: Of its extreme equilibria, each proved on its interval, which may go beyond the branch.
    - `unexplained`: The numbers at which an extreme equilibrium has no formula.
    """

    first: int
    components: tuple[SampledComponent, ...] = field(repr=False)
    formulas: tuple[EquilibriumFormula, ...] = field(default=(), repr=False)
    unexplained: tuple[Fraction, ...] = field(default=(), repr=False)

    @property
    def last(self) -> int:
        """The place of the last number."""
        return self.first + len(self.components) - 1


@dataclass(frozen=True, eq=False, repr=False)
class EquilibriumCorrespondence(Computed, Tabular):
    """The equilibria of a game over a parameter, sampled: exact at each number, and by formulas between them.

    The formulas of a branch are proved on their intervals. Otherwise nothing is proved between the numbers: not that
    there are no further equilibria there.

    - `name`: The name of the parameter.
    - `found`: The equilibria that there are at each number, such as "all Nash equilibria".
    - `samples`: By number, from left to right.
    - `changes`: Between the samples.
    - `branches`: Components followed from number to number, in the order in which they begin.
    - `without_formulas`: Why there are no formulas, as a sentence; empty if they were sought.
    - `stopped`: "interrupted", "time limit" or "limit of numbers" if it was cut short, else empty.
    - `checks`: The claims that were checked at each number.
    - `marks_stopped`: Why they are open at some numbers, "interrupted" or "time limit"; empty if all were examined.

    Examples
    --------
    >>> hunt = equilibrium_correspondence("stag-hunt(hare=3..5)", points=3)
    >>> [(str(change.low), str(change.high), str(change.at)) for change in hunt.changes]
    [('2047/512', '2049/512', '4')]
    >>> [len(hunt.at(hare).components) for hare in (3, 4, 5)]
    [3, 2, 1]
    """

    title: str
    name: str
    found: str
    samples: tuple[Sample, ...]
    changes: tuple[Change, ...]
    branches: tuple[Branch, ...]
    family: Family
    constant_sum: bool
    without_formulas: str
    stopped: str
    seconds: float
    checks: tuple[str, ...] = ()
    marks_stopped: str = ""

    @property
    def start(self) -> Fraction:
        """The left end of the interval."""
        return self.samples[0].place

    @property
    def end(self) -> Fraction:
        """The right end."""
        return self.samples[-1].place

    @property
    def heading(self) -> str:
        """The title for people: that of the game if a Python file has it, unless it depends on the parameter."""
        if not isinstance(self.family, NamedFamily) or not self.family.source.runs_code:
            return self.title
        own_title = self.game(self.start).title
        if self.game(self.end).title != own_title:
            return self.title
        start, end = shown_rational(self.start), shown_rational(self.end)
        return f"{own_title}, {self.name} from {start} to {end}"

    @property
    def finished(self) -> bool:
        """True if the sampling was not cut short."""
        return not self.stopped

    def game(self, place: Given) -> ExtensiveGame:
        """Return the game at a number."""
        return self.family(parameter_number(place, self.name))

    def at(self, place: Given) -> Sample:
        """Return the equilibria at a number that was sampled."""
        exact = parameter_number(place, self.name)
        for sample in self.samples:
            if sample.place == exact:
                return sample
        nearest = min(self.samples, key=lambda sample: abs(sample.place - exact))
        raise InputError(
            f"{self.name} = {shown_rational(exact)}: not among the {len(self.samples)} numbers; the nearest is "
            f"{shown_rational(nearest.place)}"
        )

    @property
    def formulas(self) -> tuple[EquilibriumFormula, ...]:
        """The formulas of all branches, each once."""
        distinct: dict[int, EquilibriumFormula] = {}
        for branch in self.branches:
            for formula in branch.formulas:
                distinct[id(formula)] = formula
        return tuple(distinct.values())

    @property
    def thresholds(self) -> tuple[AlgebraicNumber, ...]:
        """The exact numbers at which the formula of an equilibrium begins or ends, ascending.

        Each formula is an equilibrium on one side of its end, and none just beyond.
        """
        return _distinct_numbers(
            number for formula in self.formulas for number in formula.thresholds
        )

    @property
    def mark_runs(self) -> tuple[MarkRun, ...]:
        """The consecutive numbers at which a branch has the same mark, by branch and claim."""
        runs: list[MarkRun] = []
        for number, branch in enumerate(self.branches):
            places = [sample.place for sample in self.samples[branch.first : branch.last + 1]]
            marks = [component.marks for component in branch.components]
            runs += mark_runs(number, places, marks, self.checks)
        return tuple(runs)

    def _marks_lines(self) -> Iterator[Line]:
        """Yield for each branch and claim the numbers at which it holds, in words."""
        groups: dict[tuple[int, str], list[MarkRun]] = {}
        for run in self.mark_runs:
            groups.setdefault((run.branch, run.check), []).append(run)
        for (branch, _), runs in groups.items():
            yield Line(f"branch {branch + 1}, at the numbers sampled: {run_words(runs)}")

    plot = verbs.plot_correspondence

    def pieces(self) -> Iterator[tuple[int, int, int]]:
        """Yield the place of a branch, and those of the first and the last sample between which it keeps its form."""
        for number, branch in enumerate(self.branches):
            first = branch.first
            for before, (left, right) in enumerate(pairwise(branch.components), branch.first):
                if left.supports != right.supports:
                    yield number, first, before
                    first = before + 1
            yield number, first, branch.last

    def component(self, branch: int, sample: int) -> SampledComponent:
        """Return the component of a branch at a sample, by their places."""
        followed = self.branches[branch]
        return followed.components[sample - followed.first]

    def report(self, *, everything: bool = False) -> Report:
        """Return the branches with payoffs and strategies at the ends of their pieces, and the changes."""
        branches = _branches_table(self)
        sampled = _branches_table(self, explained=False)
        strategies = _strategies_table(self)
        parts: list[Part] = []
        if self.formulas:
            parts += _formulas_table(self).shortened(everything)
            parts += _strategy_formulas_table(self).shortened(everything)
        if sampled.rows:
            parts += sampled.shortened(everything)
        if strategies.rows:
            parts += strategies.shortened(everything)
        if self.checks:
            if any(run.mark.reason for run in self.mark_runs):
                parts += runs_table(self.mark_runs).shortened(everything)
            parts += self._marks_lines()
            if any(run.mark.status == "some" for run in self.mark_runs):
                parts.append(Line("some: of several extreme equilibria, not of all", "dim"))
        parts += [Line(f"the supports change {change.text(self.name)}") for change in self.changes]
        for threshold in self.thresholds:
            if not any(threshold in change.thresholds for change in self.changes):
                where = threshold.description(self.name)
                parts.append(
                    Line(f"an equilibrium begins or ends exactly at {self.name} = {where}")
                )
        for number, branch in enumerate(self.branches, start=1):
            if branch.unexplained and not self.without_formulas:
                where = self._where(branch.unexplained)
                parts.append(Line(f"branch {number}: extreme equilibria without a formula {where}"))
        parts.append(Line(self.summary, "bold"))
        parts += [Line(f"note: {note}", "yellow") for note in self.notes]
        if self.constant_sum:
            parts.append(
                Line(
                    "constant-sum: `value_function`, or `vary` without --concept, has the value as an exact formula",
                    "dim",
                )
            )
        claims = {}
        if self.checks:
            claims["claims"] = lambda: runs_table(self.mark_runs)
        return Report(
            parts,
            {
                "samples": lambda: _samples_table(self),
                "branches": lambda: branches,
                "strategies": lambda: _all_strategies_table(self),
                "changes": lambda: _changes_table(self),
                "formulas": lambda: _formulas_table(self),
                "strategy formulas": lambda: _strategy_formulas_table(self),
                "thresholds": lambda: _thresholds_table(self),
                **claims,
            },
        )

    @property
    def has_devices(self) -> bool:
        """True if the concept is one of devices, such as correlated equilibria."""
        return isinstance(self.samples[0].components[0].strategies, PairMixture)

    @property
    def answers(self) -> str:
        """The word of titles for the solutions at each number."""
        return "devices" if self.has_devices else "equilibria"

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of the samples, each with the numbers where it holds; a sentence each."""
        places: dict[str, list[Fraction]] = {}
        for sample in self.samples:
            if sample.note:
                places.setdefault(sample.note, []).append(sample.place)
        return tuple(f"{self._where(at)}: {note}" for note, at in places.items())

    def _where(self, places: Sequence[Fraction]) -> str:
        """Return in words the numbers that a note is about."""
        if len(places) == len(self.samples):
            return "at each number"
        if len(places) > MOST_NAMED:
            first, last = shown_rational(places[0]), shown_rational(places[-1])
            return f"at {len(places)} numbers of {self.name} from {first} to {last}"
        return f"at {self.name} = {' and '.join(map(shown_rational, places))}"

    @property
    def summary(self) -> str:
        """What was computed, and what is proved, in a sentence."""
        numbers = counted(len(self.samples), "number")
        text = f"{self.found}, sampled at {numbers} of {self.name}: exact and proved at each, and "
        if self.formulas:
            text += "the formulas on their intervals; further equilibria between the numbers are not excluded"
        else:
            text += "nothing is proved between them"
        if self.without_formulas:
            text += f"; no formulas: {self.without_formulas}"
        if self.stopped:
            text += f"; {self.stopped}, so that changes may be missing or within wider gaps"
        if self.marks_stopped:
            text += f"; {self.marks_stopped} before all claims were examined"
        return text

    def __repr__(self) -> str:
        branches = counted(len(self.branches), "branch", "branches")
        return (
            f"<EquilibriumCorrespondence of {self.title!r}: {self.name} from {shown_rational(self.start)} to "
            f"{shown_rational(self.end)}, {len(self.samples)} numbers, {branches}>"
        )


# ---- tables ----


def _cell(values: Range) -> Cell:
    if values.low == values.high:
        return values.low
    return Words(_words(values))


def _words(values: Range) -> tuple[str | Fraction, ...]:
    if values.low == values.high:
        return (values.low,)
    return values.low, " to ", values.high


def _is_explained(answer: EquilibriumCorrespondence, branch: int, first: int, last: int) -> bool:
    """Return whether formulas have all extreme equilibria at the numbers of a piece."""
    unexplained = answer.branches[branch].unexplained
    places = [sample.place for sample in answer.samples[first : last + 1]]
    return bool(answer.formulas) and not any(place in unexplained for place in places)


def _branches_table(answer: EquilibriumCorrespondence, *, explained: bool = True) -> Table:
    """Return the payoffs at the first and the last number of each piece; those with formulas may be left out.

    Where a branch begins or ends between two numbers, these are next to the end, which formulas have exactly.
    """
    rows: list[list[Cell]] = []
    for branch, first, last in answer.pieces():
        if not explained and _is_explained(answer, branch, first, last):
            continue
        left = answer.component(branch, first)
        right = answer.component(branch, last)
        row: list[Cell] = [branch + 1, answer.samples[first].place, answer.samples[last].place]
        for player in (0, 1):
            row += [_cell(left.values[player]), _cell(right.values[player])]
        rows.append(row)
    columns = ["branch", "from", "to"]
    for name in answer.game(answer.start).players:
        columns += [f"{name}, from", f"{name}, to"]
    title = f"Payoffs of the {answer.answers} of {answer.heading}"
    if answer.formulas and not explained:
        title += ", where no formula has them"
    return Table(title, tuple(columns), "rrrrrrr", rows, keys=3)


def _strategies_table(answer: EquilibriumCorrespondence) -> Table:
    """Return the strategies at the ends of the pieces without all formulas; no probabilities of 0."""
    game = answer.game(answer.start)
    title = "Strategies, where no formula has them" if answer.formulas else "Strategies"
    if answer.has_devices:
        title = "Recommendations to each player, given the player's own before"
    rows: list[list[Cell]] = []
    for branch, first, last in answer.pieces():
        if _is_explained(answer, branch, first, last):
            continue
        for place in dict.fromkeys((first, last)):
            component = answer.component(branch, place)
            keys: list[Cell] = [branch + 1, answer.samples[place].place]
            for player, player_name in enumerate(game.players):
                names = game.shown_names(player)
                for infoset in component.behavior[player]:
                    shares = _shares(component, player, infoset)
                    rows.append([*keys, player_name, names.get(infoset, infoset), shares])
    columns = ("branch", answer.name, "player", "information set", "strategy")
    return Table(title, columns, "rrlll", rows, keys=4)


def _shares(component: SampledComponent, player: int, infoset: str) -> Words:
    """Return the probabilities at an information set that are not 0."""
    parts: list[str | Number | Formula] = []
    for action, share in component.behavior[player].get(infoset, {}).items():
        if share.high:
            parts += [f"{', ' if parts else ''}{action}: ", *_words(share)]
    return Words(tuple(parts))


def _numbered(answer: EquilibriumCorrespondence) -> Iterator[tuple[list[Cell], EquilibriumFormula]]:
    """Yield the formulas with the number of the branch, that in the branch, and the ends of the interval."""
    for branch_number, branch in enumerate(answer.branches, start=1):
        for number, formula in enumerate(branch.formulas, start=1):
            ends = (number_cell(formula.start), number_cell(formula.end))
            yield [branch_number, number, *ends], formula


def _formulas_table(answer: EquilibriumCorrespondence) -> Table:
    """Return the payoffs of each equilibrium as formulas; those of a branch that agree on an interval are one row."""
    numbers: dict[tuple[Any, ...], list[int]] = {}
    first_of: dict[tuple[Any, ...], EquilibriumFormula] = {}
    for branch_number, branch in enumerate(answer.branches, start=1):
        for number, formula in enumerate(branch.formulas, start=1):
            key = (branch_number, formula.start, formula.end, *formula.values)
            numbers.setdefault(key, []).append(number)
            first_of.setdefault(key, formula)

    rows: list[list[Cell]] = []
    for key, members in numbers.items():
        number_of_branch, start, end, *values = key
        cells = [formula_cell(function, answer.name, first_of[key]) for function in values]
        members_text = ", ".join(map(str, members))
        rows.append([number_of_branch, members_text, number_cell(start), number_cell(end), *cells])
    columns = ("branch", "no.", "from", "to", *answer.game(answer.start).players)
    title = (
        f"Formulas of the payoffs of extreme equilibria of {answer.heading}, proved from end to end"
    )
    return Table(title, columns, "rlrrll", rows, keys=4)


def _strategy_formulas_table(answer: EquilibriumCorrespondence) -> Table:
    """Return the strategies of each equilibrium as formulas, without probabilities of 0."""
    game = answer.game(answer.start)
    rows: list[list[Cell]] = []
    for keys, formula in _numbered(answer):
        for player, player_name in enumerate(game.players):
            names = game.shown_names(player)
            for infoset, actions in formula.behavior(player).items():
                parts: list[str | Number | Formula] = []
                for action, share in actions.items():
                    if share.above:
                        joint = ", " if parts else ""
                        parts += [f"{joint}{action}: ", formula_cell(share, answer.name, formula)]
                rows.append([*keys, player_name, names.get(infoset, infoset), Words(tuple(parts))])
    columns = ("branch", "no.", "from", "to", "player", "information set", "strategy")
    return Table("Their strategies", columns, "rrrrlll", rows, keys=4)


def _thresholds_table(answer: EquilibriumCorrespondence) -> Table:
    """Return the thresholds: each exactly, as the root of a polynomial in an interval."""
    rows: list[list[Cell]] = []
    for number in answer.thresholds:
        text = polynomial_text(number.polynomial, answer.name)
        rows.append([number.rational, text, number.low, number.high])
    return Table("", ("number", "root of", "above", "below"), "rlrr", rows)


def _samples_table(answer: EquilibriumCorrespondence) -> Table:
    rows: list[list[Cell]] = []
    for place, branch, component in _by_sample(answer):
        first, second = component.values
        ends = (first.low, first.high, second.low, second.high)
        marks = [component.marks[check].status for check in answer.checks]
        rows.append([place, branch + 1, *ends, len(component.supports), *marks])
    columns = (
        answer.name,
        "branch",
        "least value 1",
        "largest value 1",
        "least value 2",
        "largest value 2",
        "supports",
        *answer.checks,
    )
    return Table("", columns, "rrrrrrr" + "l" * len(answer.checks), rows, keys=2)


def _all_strategies_table(answer: EquilibriumCorrespondence) -> Table:
    players = answer.game(answer.start).players
    rows: list[list[Cell]] = []
    for place, branch, component in _by_sample(answer):
        for player_name, behavior in zip(players, component.behavior, strict=True):
            for infoset, actions in behavior.items():
                for action, share in actions.items():
                    cells: list[Cell] = [place, branch + 1, player_name, infoset, action]
                    rows.append([*cells, share.low, share.high])
    columns = (
        answer.name,
        "branch",
        "player",
        "information set",
        "action",
        "least probability",
        "largest probability",
    )
    return Table("", columns, "rrlllrr", rows, keys=5)


def _changes_table(answer: EquilibriumCorrespondence) -> Table:
    rows: list[list[Cell]] = []
    for change in answer.changes:
        exact = ", ".join(number.description(answer.name) for number in change.thresholds)
        rows.append([change.low, change.high, change.at, exact])
    columns = ("above", "below", "set of its own at", "equilibria begin or end exactly at")
    return Table("", columns, "rrrl", rows)


def _by_sample(
    answer: EquilibriumCorrespondence,
) -> Iterator[tuple[Fraction, int, SampledComponent]]:
    """Yield the number, the place of the branch and the component, by number."""
    for place, sample in enumerate(answer.samples):
        for number, branch in enumerate(answer.branches):
            if branch.first <= place <= branch.last:
                yield sample.place, number, answer.component(number, place)


# ---- sampling ----


def equilibrium_correspondence(
    game: Any,
    other: Any = None,
    *,
    concept: str | Concept = "nash",
    starts: int | None = None,
    interval: tuple[Any, Any] | None = None,
    points: int = POINTS,
    precision: Given | None = None,
    check: str | Sequence[str] = (),
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
    **parameters: Any,
) -> EquilibriumCorrespondence:
    """Return the equilibria of a game at many numbers of a parameter, followed from number to number.

    The equilibria at each number are exact and proved. Of all Nash equilibria, where the payoffs are polynomials in the
    parameter and the tree does not depend on it, there are formulas too, each proved on its interval, and exact
    thresholds; that there are no further equilibria between the numbers is not proved. Games of any kind, and the
    payoffs and the tree may depend on the parameter in any way. The numbers are spaced evenly, and denser where the set
    of equilibria changes.

    Parameters
    ----------
    game : name, function or ExtensiveGame
        As of `value_function`: a text with an interval, such as ``./mygame.py:game(p=0..1)``; a game of the catalog or
        of a Python file with an interval among `parameters`; a function of the parameter; or, with `other`, a game.
    other : ExtensiveGame, name or path, optional
        A second game on the same tree: payoffs and probabilities go linearly from those of `game` at t = 0 to those of
        this one at t = 1.
    concept : str or Concept
        "nash" for all Nash equilibria, found as by ``equilibria(game, complete=True)``: small games. Of any other
        concept, and of an object with options such as ``Nash(weights=(1, 1))``, the equilibrium or the device that
        ``solve(game, concept, exact=True)`` computes, which may jump to another one.
    starts : int, optional
        Of "nash": the equilibria at the ends of so many Lemke paths instead of all: larger games. Some may be missing.
    interval : pair of numbers, optional
        Of a function; of two games it is (0, 1) by default.
    points : int
        The numbers to begin with, evenly spaced, both ends included.
    precision : number, optional
        Gaps in which the set of equilibria changes are halved until they are at most so wide; by default a 1,024th of
        the interval.
    check : str or sequence of str
        Claims of "nash", such as "sequential" and "proper", which are decided for the equilibria at each number as by
        ``equilibria(game).checked(...)``: `mark_runs` has the numbers at which they hold for each branch.
    time_limit : float, optional
        In seconds. After it, and after Ctrl-C, the answer has the numbers solved until then.
    **parameters
        Those of the game: one is a pair, the ends of the interval.

    Raises
    ------
    InputError
        If the interval, the concept or a number is wrong.
    TooLargeError
        If all equilibria are too many to find; `starts` finds some.
    SolveError
        If fewer than two numbers were solved within the time limit, or a game cannot be solved.

    Examples
    --------
    >>> answer = equilibrium_correspondence("stag-hunt", hare=(0, 3), points=4)
    >>> [formula.values[0].text("hare") for branch in answer.branches for formula in branch.formulas]
    ['4', 'hare', 'hare']
    >>> for component in answer.at(2).components:
    ...     print(*(float(values.low) for values in component.values), component.profile[0]["row"]["stag"])
    4.0 4.0 1
    2.0 2.0 1/2
    2.0 2.0 0
    """
    began = time.perf_counter()
    title, name, family, (start, end) = family_of(
        "equilibrium_correspondence", game, other, interval, parameters
    )
    if isinstance(points, bool) or not isinstance(points, int) or not 2 <= points <= MOST_POINTS:
        raise InputError(
            f"points: a whole number from 2 to {MOST_POINTS:,} expected, not {points!r}"
        )
    if starts is not None and (
        isinstance(starts, bool) or not isinstance(starts, int) or starts < 1
    ):
        raise InputError(f"starts: a whole number from 1 on expected, not {starts!r}")
    width = (end - start) / 2**HALVINGS
    if precision is not None:
        width = parameter_number(precision, "precision")
        if width <= 0:
            raise InputError(f"precision: a number above 0 expected, not {precision}")

    wanted = concept_of(concept, {})
    wants_all = concept == Nash.name
    if starts is not None and not wants_all:
        raise InputError(f"starts: of the concept 'nash' alone, not of {concept!r}")
    claims = claim_names([check] if isinstance(check, str) else check)
    if claims and not wants_all:
        raise InputError(
            f"check: of the concept 'nash' alone, of whose equilibria claims are decided, not of {concept!r}"
        )
    deadline = Deadline(time_limit)
    sampler = _Sampler(
        title, name, family, None if wants_all else wanted, starts, deadline, progress
    )
    stopped = ""
    try:
        sampler.spread(start, end, points)
        sampler.refine(width)
    except _StopError as reason:
        stopped = str(reason)
    except KeyboardInterrupt:
        stopped = "interrupted"
    samples = sampler.in_order()
    if len(samples) < 2:
        if stopped == "interrupted":
            raise KeyboardInterrupt
        raise SolveError(
            f"{title}: {stopped} before two numbers of {name} were solved; a longer limit, or starts=10 "
            "(--starts 10), for some of the equilibria, or another concept"
        )
    marks_stopped = ""
    if claims:
        ends_marks = stopped if stopped != LIMIT_OF_NUMBERS else ""
        marks, marks_stopped = marks_by_number(
            sampler.solved, claims, ends_marks, deadline, sampler.where, progress
        )
        samples = tuple(_with_marks(sample, marks[sample.place]) for sample in samples)
        if marks_stopped == "interrupted":
            stopped = marks_stopped
    with watch.finishing("following the equilibria"):
        branches = _branches(samples)
    without_formulas = "the concept is not all Nash equilibria"
    if stopped == "interrupted":
        without_formulas = stopped
    elif wants_all:
        try:
            branches = _with_formulas(branches, samples, family, name, deadline, progress)
            without_formulas = ""
        except (InputError, GameError) as error:
            without_formulas = str(error)
        except OutOfTimeError:
            without_formulas = "the time limit passed"
        except KeyboardInterrupt:
            stopped = without_formulas = "interrupted"
    return EquilibriumCorrespondence(
        title=title,
        name=name,
        found=sampler.found,
        samples=samples,
        changes=tuple(_with_thresholds(_changes(samples), branches)),
        branches=tuple(branches),
        family=family,
        constant_sum=all(family(place).constant_sum is not None for place in (start, end)),
        without_formulas=without_formulas,
        stopped=stopped,
        seconds=time.perf_counter() - began,
        checks=tuple(map(check_of, claims)),
        marks_stopped=marks_stopped,
    )


def _with_marks(sample: Sample, marks: Sequence[Marks]) -> Sample:
    """Return a sample whose components have marks."""
    components = [
        replace(component, marks=of_component)
        for component, of_component in zip(sample.components, marks, strict=True)
    ]
    return replace(sample, components=tuple(components))


class _StopError(Exception):
    """A limit was reached."""


class _Sampler:
    """The numbers at which a family has been solved: for a concept, or without one for all Nash equilibria."""

    def __init__(
        self,
        title: str,
        name: str,
        family: Family,
        concept: Concept | None,
        starts: int | None,
        deadline: Deadline,
        progress: Callable[[str], None] | None,
    ) -> None:
        self.title = title
        self.name = name
        self.family = family
        self.concept = concept
        self.starts = starts
        self.deadline = deadline
        self.progress = progress
        self.samples: dict[Fraction, Sample] = {}
        # The lists of equilibria, in the order in which they were found
        self.solved: dict[Fraction, SolvedNumber] = {}

    @property
    def found(self) -> str:
        if self.concept is not None:
            return f"{self.concept.claim.name}, the one that is computed"
        if self.starts is None:
            return "all Nash equilibria"
        return f"Nash equilibria at the ends of {counted(self.starts, 'path')}, perhaps not all"

    def where(self, place: Fraction) -> str:
        """Return a number in words."""
        return f"{self.name} = {shown_rational(place)}"

    def in_order(self) -> tuple[Sample, ...]:
        return tuple(self.samples[place] for place in sorted(self.samples))

    def spread(self, start: Fraction, end: Fraction, points: int) -> None:
        """Solve at evenly spaced numbers: the ends first, then ever closer ones, in case this is cut short."""
        steps = points - 1

        def order(number: int) -> tuple[bool, int, int]:
            is_inside = 0 < number < steps
            return is_inside, -_twos(number) if is_inside else 0, number

        for number in sorted(range(points), key=order):
            self.sample(start + (end - start) * Fraction(number, steps))

    def refine(self, width: Fraction) -> None:
        """Halve the gaps in which the form changes, the widest first, then try the simplest fraction in each."""
        gaps: list[tuple[Fraction, Fraction, Fraction]] = []

        def add(low: Fraction, high: Fraction) -> None:
            if high - low > width and self.samples[low].form != self.samples[high].form:
                heappush(gaps, (low - high, low, high))

        for left, right in pairwise(sorted(self.samples)):
            add(left, right)
        while gaps:
            _, low, high = heappop(gaps)
            middle = (low + high) / 2
            self.sample(middle)
            add(low, middle)
            add(middle, high)

        for change in list(_changes(self.in_order())):
            simplest = simplest_between(change.low, change.high)
            is_simpler = simplest.denominator < min(change.low.denominator, change.high.denominator)
            if change.at is None and is_simpler:
                self.sample(simplest)

    def sample(self, place: Fraction) -> None:
        """Solve the game at a number."""
        if place in self.samples:
            return
        if len(self.samples) == MOST_SAMPLES:
            raise _StopError(LIMIT_OF_NUMBERS)
        if self.deadline.passed:
            raise _StopError("time limit")
        where = self.where(place)
        if self.progress is not None:
            self.progress(f"{where}, after {counted(len(self.samples), 'number')}")
        try:
            self.samples[place] = self._sample(place, self.family(place))
        except SeqformError as error:
            if self.deadline.passed and isinstance(error, SolveError):
                raise _StopError("time limit") from None
            if isinstance(error, TooLargeError):
                raise TooLargeError(
                    f"{self.title}: {where}: too large for all equilibria at each number; starts=10 (--starts 10) "
                    "follows Lemke paths to some of them, and a refinement (--concept) has one"
                ) from None
            if type(error) in (InputError, SolveError):
                raise type(error)(f"{self.title}: {where}: {error}") from error
            raise

    def _sample(self, place: Fraction, game: ExtensiveGame) -> Sample:
        """Return the components of the equilibria of a game, the largest payoffs of player 0 first."""
        options = SolveOptions(time_limit=self.deadline.left)
        if self.concept is not None:
            answer = solve(game, self.concept, exact=True, options=options)
            certificate = answer.certificate
            if not certificate.holds(certificate.claim):
                raise SolveError(
                    f"{certificate}: a proven answer expected at each number; choose another method"
                )
            if isinstance(answer, Device):
                component = _component_of_device(answer)
            else:
                component = _component_of_answer(answer)
            return Sample(place, (component,), certificate.note)
        answers: AllEquilibria | EquilibriumSet
        if self.starts is None:
            answers = all_equilibria(game, options=options)
            self._require_finished(answers.stopped)
            components = _components_of_all(answers)
        else:
            answers = equilibria(game, starts=self.starts, witnesses=False, options=options)
            self._require_finished(answers.stopped)
            components = []
            for number, equilibrium in enumerate(answers):
                plans = (equilibrium.profile[0].plan, equilibrium.profile[1].plan)
                component = _component([plans], [equilibrium.values], equilibrium.profile)
                components.append((component, (number,)))
        components.sort(key=lambda pair: pair[0].values, reverse=True)
        self.solved[place] = SolvedNumber(answers, tuple(members for _, members in components))
        return Sample(place, tuple(component for component, _ in components))

    def _require_finished(self, stopped: str) -> None:
        if stopped:
            raise _StopError(stopped)


def _twos(number: int) -> int:
    """Return how often a number is divisible by 2."""
    return (number & -number).bit_length()


def _components_of_all(
    every: AllEquilibria,
) -> list[tuple[SampledComponent, tuple[int, ...]]]:
    """Return the connected components of all equilibria of a game, with the places of these in the list."""
    members: dict[int, list[int]] = {}
    for place, equilibrium in enumerate(every):
        number = every.subsets[equilibrium.subsets[0]].component
        members.setdefault(number, []).append(place)
    components = []
    for places in members.values():
        extreme = [every[place] for place in places]
        plans = [(equilibrium.plans[0], equilibrium.plans[1]) for equilibrium in extreme]
        values = [equilibrium.values for equilibrium in extreme]
        component = _component(plans, values, extreme[0].profile)
        components.append((component, tuple(places)))
    return components


def _component(
    plans: Sequence[Plans],
    values: Sequence[Sequence[Any]],
    profile: BehaviorProfile,
) -> SampledComponent:
    """Return the component that some extreme equilibria span, given by their plans and payoffs.

    The payoffs and the weights in a product of convex hulls are between those of its vertices. So is a probability, the
    quotient of two weights: in a mixture of plans it is the mean of theirs, weighted by the weight of the information
    set in each.
    """
    supports = set()
    for first, second in plans:
        supports.add((_played(first), _played(second)))
    weights = []
    behavior = []
    for player in (0, 1):
        own_plans = [pair[player] for pair in plans]
        index = own_plans[0].index
        vectors = [plan.exact_weights("equilibria").to_fractions() for plan in own_plans]
        columns = list(zip(*vectors, strict=True))
        weights.append(
            {name: _range(column) for name, column in zip(index.names, columns, strict=True)}
        )
        behavior.append(_behavior(index, columns))
    first_values, second_values = zip(*values, strict=True)
    return SampledComponent(
        profile,
        (_range(first_values), _range(second_values)),
        (behavior[0], behavior[1]),
        (weights[0], weights[1]),
        frozenset(supports),
        tuple(plans),
    )


def _behavior(index: Any, columns: Sequence[Sequence[Fraction]]) -> Behavior:
    """Return the ranges of the probabilities by information set, of weights of several plans for each sequence."""
    behavior: dict[str, dict[str, Range]] = {}
    for row, infoset in enumerate(index.infoset_names):
        reach = columns[index.parent_sequence[row]]
        if not any(reach):
            continue
        behavior[infoset] = {}
        first = int(index.first_sequence[row])
        for sequence, action in enumerate(index.action_names[row], start=first):
            pairs = zip(columns[sequence], reach, strict=True)
            behavior[infoset][action] = _range([weight / above for weight, above in pairs if above])
    return behavior


def _component_of_answer(answer: Equilibrium) -> SampledComponent:
    """Return the equilibrium of a concept, with the behavior at all information sets."""
    behaviors = []
    supports = []
    weights = []
    for strategy in answer.profile:
        behavior: dict[str, dict[str, Range]] = {}
        played = set()
        for infoset, actions in strategy.items():
            behavior[infoset] = {}
            for action, share in actions.items():
                behavior[infoset][action] = _range([Fraction(share)])
                if share:
                    played.add(f"{infoset}: {action}")
        behaviors.append(behavior)
        supports.append(frozenset(played))
        shares = strategy.plan.exact_weights("equilibria").to_fractions()
        names = strategy.index.names
        weights.append({name: _range([share]) for name, share in zip(names, shares, strict=True)})
    first, second = answer.values
    return SampledComponent(
        answer.profile,
        (_range([Fraction(first)]), _range([Fraction(second)])),
        (behaviors[0], behaviors[1]),
        (weights[0], weights[1]),
        frozenset([(supports[0], supports[1])]),
    )


def _component_of_device(device: Device) -> SampledComponent:
    """Return the device of a concept, with the probabilities of recommendations to each player by itself."""
    mixture = device.mixture
    behaviors = []
    weights = []
    for player, index in enumerate(mixture.sequences):
        every = np.arange(len(index))
        empty = np.zeros(len(index), dtype=np.int64)
        pairs = (every, empty) if player == 0 else (empty, every)
        shares: Any = mixture.probabilities(*pairs)  # exact, as the certificate is a proof
        columns = [(share,) for share in shares.to_fractions()]
        weights.append(
            {name: _range(column) for name, column in zip(index.names, columns, strict=True)}
        )
        behaviors.append(_behavior(index, columns))
    supports = set()
    for pair in range(len(mixture)):
        first, second = (
            frozenset(index.names[sequence] for sequence in np.flatnonzero(plays[pair]).tolist())
            for index, plays in zip(mixture.sequences, mixture.plays, strict=True)
        )
        supports.add((first, second))
    first_value, second_value = device.values
    return SampledComponent(
        mixture,
        (_range([first_value]), _range([second_value])),
        (behaviors[0], behaviors[1]),
        (weights[0], weights[1]),
        frozenset(supports),
    )


def _played(plan: RealizationPlan) -> frozenset[str]:
    weights = plan.exact_weights("equilibria").to_fractions()
    return frozenset(name for name, weight in zip(plan.index.names, weights, strict=True) if weight)


def _range(numbers: Sequence[Any]) -> Range:
    return Range(Fraction(min(numbers)), Fraction(max(numbers)))


# ---- changes and branches ----


def _changes(samples: Sequence[Sample]) -> Iterator[Change]:
    """Yield the gaps in which the form changes; two beside each other around one sample are one."""
    places = [sample.place for sample in samples]
    forms = [sample.form for sample in samples]
    gap = 0
    while gap < len(places) - 1:
        if forms[gap] == forms[gap + 1]:
            gap += 1
            continue
        has_own_set = gap + 2 < len(places) and forms[gap + 1] != forms[gap + 2]
        if has_own_set:
            yield Change(places[gap], places[gap + 2], places[gap + 1])
            gap += 2
        else:
            yield Change(places[gap], places[gap + 1])
            gap += 1


def _branches(samples: Sequence[Sample]) -> list[Branch]:
    """Return the branches that join the components at neighboring numbers, in the order in which they begin."""
    branches: list[Branch] = []
    ending: dict[int, int] = {}  # the branch of each component at the number before
    for place, sample in enumerate(samples):
        before: Sequence[SampledComponent] = samples[place - 1].components if place else ()
        joined = _joined(before, sample.components)
        continued = {}
        for number, component in enumerate(sample.components):
            if number in joined:
                branch = ending[joined[number]]
                followed = branches[branch]
                branches[branch] = replace(followed, components=(*followed.components, component))
            else:
                branch = len(branches)
                branches.append(Branch(place, (component,)))
            continued[number] = branch
        ending = continued
    return branches


def _joined(
    before: Sequence[SampledComponent], after: Sequence[SampledComponent]
) -> dict[int, int]:
    """Return for components at a number those at the number before that they continue, by their places.

    Pairs are taken in turn, no component twice: those of one form first, the others if they are near, and of both the
    nearest first.
    """
    pairs = []
    for left, earlier in enumerate(before):
        for right, later in enumerate(after):
            is_new = earlier.supports != later.supports
            distance = earlier.distance(later)
            if not is_new or distance <= NEAR:
                pairs.append((is_new, distance, left, right))
    joined: dict[int, int] = {}
    for _, _, left, right in sorted(pairs):
        if right not in joined and left not in joined.values():
            joined[right] = left
    return joined


# ---- formulas ----


def _with_formulas(
    branches: Sequence[Branch],
    samples: Sequence[Sample],
    family: Family,
    name: str,
    deadline: Deadline,
    progress: Callable[[str], None] | None,
) -> list[Branch]:
    """Return the branches with the formulas of their extreme equilibria.

    Numbers in the middle of a branch come first: formulas from there go up to a change, while at the number of a change
    more equations hold than beside it.

    Raises InputError or GameError if the payoffs are no polynomials, and OutOfTimeError at the deadline.
    """
    start = samples[0].place
    end = samples[-1].place
    terms = PolynomialFamily.of(family, name, start, end, players=(0, 1))
    for sample in samples:
        terms.require_at(sample.place)
    search = FormulaSearch(terms, start, end, deadline)
    known: list[EquilibriumFormula] = []

    def formula_of(plans: Plans, place: Fraction) -> EquilibriumFormula | None:
        for formula in known:
            if formula.contains(place) and formula.equals(plans, place):
                return formula
        around = search.around(plans, place)
        if around is not None:
            known.append(around)
        return around

    explained = []
    for number, branch in enumerate(branches, start=1):
        if progress is not None:
            progress(f"formulas of branch {number} of {len(branches)}")
        formulas: dict[int, EquilibriumFormula] = {}
        unexplained = []
        middle = (branch.first + branch.last) / 2
        for place in sorted(
            range(branch.first, branch.last + 1), key=lambda place: abs(place - middle)
        ):
            sample = samples[place]
            is_explained = True
            for plans in branch.components[place - branch.first].extremes:
                formula = formula_of(plans, sample.place)
                if formula is None:
                    is_explained = False
                else:
                    formulas[id(formula)] = formula
            if not is_explained:
                unexplained.append(sample.place)
        in_order = sorted(formulas.values(), key=lambda formula: (formula.start, formula.end))
        explained.append(
            replace(branch, formulas=tuple(in_order), unexplained=tuple(sorted(unexplained)))
        )
    return explained


def _with_thresholds(changes: Iterable[Change], branches: Sequence[Branch]) -> Iterator[Change]:
    """Yield the changes with the exact ends of formulas within them."""
    numbers = _distinct_numbers(
        number
        for branch in branches
        for formula in branch.formulas
        for number in formula.thresholds
    )
    for change in changes:
        within = tuple(
            number for number in numbers if not (number < change.low or number > change.high)
        )
        yield replace(change, thresholds=within)


def _distinct_numbers(numbers: Iterable[AlgebraicNumber]) -> tuple[AlgebraicNumber, ...]:
    """Return numbers in ascending order, each once."""
    distinct: list[AlgebraicNumber] = []
    for number in sorted(numbers):
        if not distinct or distinct[-1] != number:
            distinct.append(number)
    return tuple(distinct)
