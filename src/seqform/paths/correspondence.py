"""The equilibrium correspondence of a game over a parameter, as data: samples, branches, changes, and their tables.

It is computed by `seqform.paths.correspondence_sampling`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import seqform.models.verbs as verbs
from seqform.analysis.families import Family, NamedFamily, parameter_number
from seqform.analysis.ranges import Range
from seqform.analysis.value_function import formula_cell, number_cell
from seqform.errors import InputError
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.algebraic import (
    AlgebraicNumber,
    polynomial_text,
)
from seqform.models.numbers.exact import Number
from seqform.models.numbers.given import Given
from seqform.models.numbers.text import counted, shown_rational
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.correlation import PairMixture
from seqform.models.table import Cell, Formula, Line, Part, Report, Table, Tabular, Words
from seqform.paths.branch_formulas import EquilibriumFormula, Plans
from seqform.paths.branch_marks import (
    MarkRun,
    Marks,
    mark_runs,
    run_words,
    runs_table,
)

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
    >>> import seqform as sf
    >>> hunt = sf.equilibrium_correspondence("stag-hunt(hare=3..5)", points=3)
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
        return distinct_numbers(
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


def distinct_numbers(numbers: Iterable[AlgebraicNumber]) -> tuple[AlgebraicNumber, ...]:
    """Return numbers in ascending order, each once."""
    distinct: list[AlgebraicNumber] = []
    for number in sorted(numbers):
        if not distinct or distinct[-1] != number:
            distinct.append(number)
    return tuple(distinct)
