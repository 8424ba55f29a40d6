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
6. Branches are joined where one ends before the number at which another begins, and a formula leads from one to the
   other.

For example, of a game with the equilibria A for t < 1/3, B for t > 1/3 and all between A and B at 1/3, a gap is halved
until it is from 341/1024 to 342/1024. The simplest fraction in it is 1/3, and A, all between and B are one branch.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np

from seqform.analysis.families import Family, family_of, parameter_number
from seqform.analysis.polynomial_family import PolynomialFamily
from seqform.analysis.ranges import Range
from seqform.backends.protocol import SolveOptions
from seqform.errors import GameError, InputError, SeqformError, SolveError, TooLargeError
from seqform.models.answers.components import AllEquilibria
from seqform.models.answers.device import Device
from seqform.models.answers.equilibrium import Equilibrium, EquilibriumSet
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.algebraic import (
    simplest_between,
)
from seqform.models.numbers.given import Given
from seqform.models.numbers.text import counted, shown_rational
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan
from seqform.paths.branch_formulas import EquilibriumFormula, FormulaSearch, Plans
from seqform.paths.branch_marks import (
    Marks,
    SolvedNumber,
    marks_by_number,
)
from seqform.paths.complete import all_equilibria
from seqform.paths.correspondence import (
    Behavior,
    Branch,
    Change,
    EquilibriumCorrespondence,
    Sample,
    SampledComponent,
    distinct_numbers,
)
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
    return _joined_by_formulas(explained, samples)


def _joined_by_formulas(branches: Sequence[Branch], samples: Sequence[Sample]) -> list[Branch]:
    """Return the branches in which one that ends before another begins is joined with it where a formula connects them.

    On its interval a formula is a continuous path of equilibria, so that the components it leads to at two neighboring
    numbers belong together, however far from each other they are. Of several branches the first ones are joined.
    """
    joined: list[Branch] = []
    # In the order in which they begin, so that those that end before a branch are complete
    for branch in branches:
        for number, earlier in enumerate(joined):
            if earlier.last + 1 == branch.first and _is_connected(earlier, branch, samples):
                joined[number] = _one_after_the_other(earlier, branch)
                break
        else:
            joined.append(branch)
    return joined


def _is_connected(earlier: Branch, later: Branch, samples: Sequence[Sample]) -> bool:
    """Return whether a formula leads from the last component of a branch to the first one of the next."""
    before = samples[earlier.last].place
    after = samples[later.first].place
    known = set(map(id, earlier.formulas))
    for formula in later.formulas:
        if id(formula) not in known:
            continue
        if not (formula.contains(before) and formula.contains(after)):
            continue
        leaves = any(formula.equals(plans, before) for plans in earlier.components[-1].extremes)
        arrives = any(formula.equals(plans, after) for plans in later.components[0].extremes)
        if leaves and arrives:
            return True
    return False


def _one_after_the_other(earlier: Branch, later: Branch) -> Branch:
    """Return both branches as one, with each formula once."""
    distinct = {id(formula): formula for formula in (*earlier.formulas, *later.formulas)}
    in_order = sorted(distinct.values(), key=lambda formula: (formula.start, formula.end))
    return Branch(
        earlier.first,
        (*earlier.components, *later.components),
        tuple(in_order),
        (*earlier.unexplained, *later.unexplained),
    )


def _with_thresholds(changes: Iterable[Change], branches: Sequence[Branch]) -> Iterator[Change]:
    """Yield the changes with the exact ends of formulas within them."""
    numbers = distinct_numbers(
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
