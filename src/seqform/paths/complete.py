"""All equilibria of a two-player game: every extreme equilibrium, and the maximal Nash subsets that they span.

Let X and Y be the polytopes of realization plans. A Nash subset is a product X'×Y' of convex sets all of whose pairs
are equilibria; those that are maximal have the set of all equilibria as their union. The set T(x) of the sequences that
are part of a best reply to x determines all best replies: they are the plans that play sequences of T(x) alone, a face
of Y.

*Extreme equilibria.* Let X'×Y' be a maximal Nash subset, and x in the relative interior of X'. Then X' is the set of
all plans x' that play no sequence beyond those of x, with T(x') ⊇ T(x): the pair of any such x' with any y of Y' is an
equilibrium, since y is a best reply to x, so to x', and x, so x', plays only best replies to y. It is a union of
cells of the subdivision of X (`seqform.backends.exact.subdivision`), because which sequences are played and
optimal is constant in the relative interior of a cell. Hence every vertex of X' is a vertex of the subdivision, and all
equilibria are found among pairs of vertices (x, y) for which x plays sequences of T(y) alone, and y those of T(x).
A pair is extreme if neither of its plans can be moved: if no other vertex x' plays only sequences of x and has
T(x') ⊇ T(x), and likewise y. This holds for exactly the pairs of vertices of maximal Nash subsets.

*Maximal Nash subsets.* For sets U and V of extreme plans all of whose pairs are equilibria, all pairs of their convex
hulls are, because best replies are faces. So the maximal Nash subsets are the products of the convex hulls of U and V
over the maximal complete bipartite subgraphs of the graph of extreme equilibria (Avis, Rosenberg, Savani & von
Stengel, Economic Theory 42 (2010)), and they are connected where the graph is.

*Parts.* A subdivision can have too many vertices. Every equilibrium satisfies, for each sequence, one of two
conditions: it is not played, or it is optimal (Audet, Belhaiza & Hansen, International Game Theory Review 11
(2009)). So a part in which both subdivisions exceed a limit is divided into two: in one a
sequence is unused, in the other it is required to be optimal, which removes vertices of the opponent's subdivision.
If only one exceeds the limit, the part is divided by the vertices of the other: with x, the plans y play
sequences of T(x), and the sequences of x are required. Parts with the same equilibrium find it several times. A part
without vertices has no equilibria. A part in which all is decided is not divided further.

In a constant-sum game any two optimal plans are an equilibrium. So with one equilibrium (x, y), every other plays
sequences of T(x) and T(y), and those of x and y are optimal against it.

*The best.* In a Nash subset what player 0 receives depends on player 1's plan only, linearly, and the other way round.
So the payoffs in the product of the convex hulls of U and V are a rectangle: player 0's between the least and the
largest for plans in V, player 1's for plans in U. Its points are attained by mixtures of two plans of each player, and
the best one by an objective is found as in `Objective.best_of`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from operator import or_
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from seqform.backends.exact.subdivision import (
    Equations,
    Subdivision,
    TooManyVerticesError,
    counts,
    ones,
    subdivisions,
)
from seqform.backends.protocol import OwnOptions, SolveOptions, options_among
from seqform.builders.forms.sequence_form import sequence_form
from seqform.errors import CertificationError, SolveError, TooLargeError
from seqform.io.load import load
from seqform.models.answers.answer import Resolved
from seqform.models.answers.certificate import NASH, Certificate
from seqform.models.answers.components import AllEquilibria, ExtremeEquilibrium, NashSubset
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Number
from seqform.models.options import option, whole
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    RealizationPlan,
    RealizationPlans,
)
from seqform.models.strategies.profile_set import ObjectiveLike, objective
from seqform.solving import api
from seqform.solving.request import Progress
from seqform.system import watch
from seqform.system.deadline import Deadline
from seqform.verify.nash import certify, payoff_by_sequence

Key = tuple[Any, ...]
"""The identity of exact numbers."""

Pair = tuple[int, int]
Plans = tuple[RealizationPlan, ...]

USUAL_SEQUENCES = 20
"""Sequences of each player up to which all equilibria are found in seconds."""

MOST_SEQUENCES = 40
"""Sequences that can be unused or optimal, of the player with fewer, beyond which the search needs a limit."""

LEAST_SECONDS = 1.0
"""For listing the subsets, and for certifying the equilibria, after a time limit."""

PAIRS_PER_CHECK = 10_000
"""Extreme equilibria between two looks at the clock."""

LEAST_VERTICES = 10_000
MOST_VERTICES = 100_000
"""Bounds on the default of the option `vertices`."""

MOST_WEIGHTS = 3_000_000
"""Vertices times sequences of both players, from which a part is divided by default."""

_AT_ONCE = 2**22
"""Entries of the largest matrices of counts."""


@dataclass(frozen=True)
class CompleteOptions(OwnOptions):
    """The options of the complete search."""

    backend: ClassVar[str] = "the complete search"

    vertices: int | None = option(
        None,
        "Divide a part of the search if both subdivisions have more vertices than this; by default 10,000 to 100,000, "
        "the fewer the more sequences the game has.",
        whole(1),
    )
    parts: int | None = option(None, "Stop after so many parts.", whole(1))
    subsets: int = option(
        100_000,
        "List no more maximal Nash subsets: n plans of each player can have 2ⁿ - 2 of them.",
        whole(1),
    )


def all_equilibria(
    game: ExtensiveGame | str | Path | Any,
    *,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> AllEquilibria:
    """Return all extreme equilibria of a game, and the maximal Nash subsets, whose union is the set of all equilibria.

    The module describes the method with its proof. Time and memory grow exponentially with the game in the worst case:
    it is for games with about 20 sequences for each player.

    - `game`: ExtensiveGame, or anything that `load` accepts. With payoffs of any kind.
    - `options`: SolveOptions, or a mapping of its fields. Time limit, progress, and in `raw` the fields of
      `CompleteOptions`.
    - `progress`: Called with short progress messages.

    Every certificate is exact, every nash_conv 0. After Ctrl-C, or at a limit, the equilibria are those found until
    then. Where the limit is reached while the subsets are listed, there are none, but all extreme equilibria and
    components. After a time limit the subsets and the certificates have a second each.

    Raises TooLargeError if the search would not end, unless there is a time limit or a limit of parts.

    Examples
    --------
    >>> answer = all_equilibria("vsvet-figure-1")
    >>> [tuple(map(str, equilibrium.values)) for equilibrium in answer], answer.components
    ([('11', '3'), ('11', '3'), ('4', '3/2'), ('4', '7/3')], 3)
    """
    portable = options_among("the complete search", ("time_limit", "progress", "raw"), options)
    own = CompleteOptions.of(portable)
    began = time.perf_counter()
    deadline = Deadline(portable.time_limit)
    report = progress or portable.progress or (lambda text: None)
    game = load(game, progress=progress)
    search = _Search(game, own, deadline, report)
    stopped = ""
    try:
        with watch.partial("dividing the plans of both players"):
            search.begin()
            search.run()
    except _StopError as reason:
        stopped = str(reason)
    except KeyboardInterrupt:
        stopped = "interrupted"
    if stopped:
        report(f"{stopped}: returning the equilibria found so far")
    with watch.partial("certifying"), watch.finishing("certifying the equilibria found"):
        plans, pairs = search.result()
        equilibria, subsets, unlisted = _answers(game, plans, pairs, own.subsets, deadline)
    unfinished = len(search.parts)
    if len(equilibria) < len(pairs):  # the certification is a part as well
        unfinished += 1
    seconds = time.perf_counter() - began
    return AllEquilibria(
        game, plans, equilibria, subsets, search.examined, unfinished, stopped or unlisted, seconds
    )


class _StopError(Exception):
    """A limit was reached."""


@dataclass(frozen=True, eq=False)
class _Part(Immutable):
    """Equilibria with some sequences of each player unused, and some required to be optimal."""

    unused: tuple[Mask, Mask]
    required: tuple[Mask, Mask]

    def undecided(self, player: int) -> Mask:
        return ~(self.unused[player] | self.required[player])


class _Search:
    """The parts that are left, and the extreme equilibria found: pairs of numbers of plans."""

    def __init__(
        self, game: ExtensiveGame, options: CompleteOptions, deadline: Deadline, report: Progress
    ) -> None:
        self.game = game
        self.options = options
        self.deadline = deadline
        self.report = report
        self.form = sequence_form(game).target
        self.indices = self.form.sequences
        # Of the opponent, whose best replies divide a player's plans.
        self.payoffs = (self.form.B, self.form.A.T)
        self.plans: tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]] = ({}, {})
        self.pairs: set[Pair] = set()
        self.examined = 0

        # At first nothing is decided but that empty sequences are played.
        sizes = (len(self.indices[0]), len(self.indices[1]))
        unused = (np.zeros(sizes[0], dtype=bool), np.zeros(sizes[1], dtype=bool))
        required = (np.arange(sizes[0]) == 0, np.arange(sizes[1]) == 0)
        self.parts = [_Part(unused, required)]

    def begin(self) -> None:
        """Choose the first part; raise TooLargeError if the search would not end."""
        if self.game.constant_sum is not None:
            self.parts = [self._optimal_part()]
        first_part = self.parts[0]
        open_sequences = [int(np.count_nonzero(first_part.undecided(player))) for player in (0, 1)]
        has_limit = self.deadline.seconds is not None or self.options.parts is not None
        if min(open_sequences) > MOST_SEQUENCES and not has_limit:
            raise TooLargeError(
                f"{self.game.title!r}: the complete search is for games with about 20 sequences for each player; here "
                f"{open_sequences[0]:,} and {open_sequences[1]:,} are unused or optimal in up to "
                f"2^{min(open_sequences)} combinations, and it would not end; give it a time limit, or search along "
                "Lemke paths, without 'complete'"
            )
        first, second = open_sequences
        self.report(f"complete search, {first} × {second} sequences to be unused or optimal")

    def run(self) -> None:
        """Examine all parts."""
        while self.parts:
            self._check()
            if self.options.parts == self.examined:
                raise _StopError("limit of parts")
            self.parts[-1:] = self._examine(self.parts[-1])
            self.examined += 1
            self.report(self._progress())

    def _progress(self) -> str:
        parts = f"{self.examined:,} parts examined, {len(self.parts):,} left"
        return f"{parts}, {len(self.pairs):,} extreme equilibria"

    def _optimal_part(self) -> _Part:
        """Return the part that has all equilibria of a constant-sum game, from one of them."""
        try:
            profile = api.solve(self.game, exact=True, time_limit=self.deadline.left).profile
        except SolveError:
            self._check()
            raise
        played = []
        optimal = []
        for player in (0, 1):
            own = profile[player].plan.exact_weights("equilibria")
            played.append(np.asarray(own.numerators > 0, dtype=bool))
            opposing = profile[1 - player].plan.exact_weights("equilibria")
            gradient = payoff_by_sequence(self.game, player, player, opposing)
            optimal.append(optimal_sequences(self.indices[player], gradient))
        # Others play what is optimal against this one, and make optimal what it plays.
        return _Part((~optimal[0], ~optimal[1]), (played[0], played[1]))

    def _examine(self, part: _Part) -> list[_Part]:
        """Return the parts into which a part is divided; none if its equilibria are found."""
        undecided = [int(np.count_nonzero(part.undecided(player))) for player in (0, 1)]
        limit = self._limit() if any(undecided) else None
        try:
            first, second = subdivisions(
                self.indices, self.payoffs, part.unused, part.required, limit, self._check
            )
        except TooManyVerticesError:
            player = 1 if undecided[1] > undecided[0] else 0
            return _halves(part, player, self.indices[player])
        self._match(first, second)
        return []

    def _limit(self) -> int:
        """Return the number of vertices from which a part is divided."""
        if self.options.vertices is not None:
            return self.options.vertices
        sequences = sum(len(index) for index in self.indices)
        return min(max(LEAST_VERTICES, MOST_WEIGHTS // sequences), MOST_VERTICES)

    def _match(self, first: Subdivision, second: Subdivision) -> None:
        """Add the extreme equilibria among pairs of vertices.

        x and y are an equilibrium if x plays no sequence outside of T(y), and y none outside of T(x). A row of ones for
        what x plays and what is not in T(x), and one for what is not in T(y) and what y plays, have no one in common
        exactly then.
        """
        first_conditions = ones(first.played, ~first.optimal)
        second_conditions = ones(~second.optimal, second.played)
        rows, columns = _disjoint(first_conditions, second_conditions, self._check)
        row_is_extreme = self._extreme(first_conditions, rows)
        column_is_extreme = self._extreme(second_conditions, columns)
        is_extreme = row_is_extreme & column_is_extreme
        rows = rows[is_extreme]
        columns = columns[is_extreme]

        # Parts find the same plans again: they are numbered once for all parts.
        first_number = {row: self._number(0, first, row) for row in np.unique(rows).tolist()}
        second_number = {row: self._number(1, second, row) for row in np.unique(columns).tolist()}
        for start in range(0, len(rows), PAIRS_PER_CHECK):
            self._check()
            chunk = slice(start, start + PAIRS_PER_CHECK)
            for row, column in zip(rows[chunk].tolist(), columns[chunk].tolist(), strict=True):
                self.pairs.add((first_number[row], second_number[column]))

    def _extreme(self, conditions: Equations, places: Ints) -> Mask:
        """Return which of these vertices are the only ones that play their sequences against their best replies.

        A vertex has no one outside of the ones of another if it plays nothing else and has at least its best replies;
        each has that to itself.
        """
        distinct, back = np.unique(places, return_inverse=True)
        within, _ = _disjoint(1 - conditions[distinct], conditions, self._check)
        return np.asarray(np.bincount(within, minlength=len(distinct))[back] == 1, dtype=bool)

    def _number(self, player: int, vertices: Subdivision, row: int) -> int:
        known = self.plans[player]
        return known.setdefault(tuple(vertices.weights[row].tolist()), len(known))

    def result(self) -> tuple[tuple[Plans, Plans], list[Pair]]:
        """Return the plans of the equilibria found, in descending order of their weights, and the pairs of them."""
        first_plans, first_place = self._ordered(0)
        second_plans, second_place = self._ordered(1)
        pairs = [(first_place[first], second_place[second]) for first, second in self.pairs]
        return (first_plans, second_plans), sorted(pairs)

    def _ordered(self, player: int) -> tuple[Plans, dict[int, int]]:
        """Return the plans of a player in descending order of their weights, and the place of each number there."""
        plans: list[tuple[int, RealizationPlan]] = []
        for weights, number in self.plans[player].items():
            exact = ExactArray(np.array(weights, dtype=object), weights[0])
            plans.append((number, RealizationPlan(self.indices[player], exact)))
        plans.sort(
            key=lambda item: item[1].exact_weights("equilibria").to_fractions(), reverse=True
        )
        places = {number: place for place, (number, _) in enumerate(plans)}
        return tuple(plan for _, plan in plans), places

    def _check(self, vertices: int = 0) -> None:
        if vertices:
            self.report(f"{self._progress()}; {vertices:,} vertices")
        if self.deadline.passed:
            raise _StopError("time limit")


def _replaced(masks: tuple[Mask, Mask], player: int, mask: Mask) -> tuple[Mask, Mask]:
    """Return the masks of both players with that of one replaced."""
    return (mask, masks[1]) if player == 0 else (masks[0], mask)


def _halves(part: _Part, player: int, index: SequenceIndex) -> list[_Part]:
    """Return the parts in which a sequence is unused, with those that continue it, and in which it is required."""
    sequence = int(np.argmax(part.undecided(player)))
    required = part.required[player].copy()
    required[sequence] = True
    unused = part.unused[player].copy()
    unused[sequence] = True
    for infoset, above in enumerate(index.parent_sequence.tolist()):
        unused[slice(*index.first_sequence[infoset : infoset + 2])] |= unused[above]
    return [
        _Part(_replaced(part.unused, player, unused), part.required),
        _Part(part.unused, _replaced(part.required, player, required)),
    ]


def _disjoint(first: Equations, second: Equations, check: Callable[[], None]) -> tuple[Ints, Ints]:
    """Return the pairs of rows without a common one; sums of so few ones are exact in single precision."""
    rows = [np.zeros(0, dtype=np.int64)]
    columns = [np.zeros(0, dtype=np.int64)]
    size = max(1, _AT_ONCE // max(1, len(second)))
    for start in range(0, len(first), size):
        check()
        of_chunk, column = np.nonzero(counts(first[start : start + size], second.T) == 0)
        rows.append(of_chunk + start)
        columns.append(column)
    return np.concatenate(rows), np.concatenate(columns)


def optimal_sequences(index: SequenceIndex, gradient: ExactArray) -> Mask:
    """Return the sequences of a player that are part of a best response to a linear payoff."""
    best = index.best_response(gradient)
    assert isinstance(best.sequence_value, ExactArray)
    assert isinstance(best.infoset_value, ExactArray)
    optimal = np.ones(len(index), dtype=bool)
    for infoset, above in enumerate(index.parent_sequence.tolist()):
        choices = slice(*index.first_sequence[infoset : infoset + 2])
        value = best.infoset_value.numerators[infoset]
        optimal[choices] = optimal[above] & (best.sequence_value.numerators[choices] == value)
    return optimal


# ---- answers ----


def _answers(
    game: ExtensiveGame,
    plans: tuple[Plans, Plans],
    pairs: Sequence[Pair],
    most: int,
    deadline: Deadline,
) -> tuple[tuple[ExtremeEquilibrium, ...], tuple[NashSubset, ...], str]:
    """Return the equilibria, certified on the tree, the subsets that they span, and why some are missing, if so.

    After the deadline and the first second, and after Ctrl-C, no further equilibria are certified, and there are no
    subsets.
    """
    reason = ""
    subsets: tuple[NashSubset, ...] = ()
    try:
        subsets = _maximal_subsets(pairs, most, deadline)
    except _StopError as why:
        reason = str(why)
    except KeyboardInterrupt:
        reason = "interrupted"
    places: dict[Pair, list[int]] = {pair: [] for pair in pairs}
    for place, subset in enumerate(subsets):
        for pair in product(*subset.plans):
            places[pair].append(place)

    @cache
    def against(player: int, plan: int) -> tuple[ExactArray, Number]:
        """Return what each of a player's sequences contributes against a plan, and the best response."""
        weights = plans[1 - player][plan].exact_weights("equilibria")
        gradient = payoff_by_sequence(game, player, player, weights)
        assert isinstance(gradient, ExactArray)
        return gradient, game.sequences[player].index.best_response(gradient).value

    distributions: dict[Key, int] = {}

    def certified(pair: Pair) -> ExtremeEquilibrium:
        """Return the equilibrium of a pair of plans."""
        first = plans[0][pair[0]]
        second = plans[1][pair[1]]
        first_gradient, first_best = against(0, pair[1])
        second_gradient, second_best = against(1, pair[0])
        first_value = first_gradient.dot(first.exact_weights("equilibria"))
        second_value = second_gradient.dot(second.exact_weights("equilibria"))
        certificate = Certificate(
            values=(first_value, second_value),
            best_response_values=(first_best, second_best),
            exact=True,
            constant_sum=game.constant_sum,
            note=game.note,
            of=(first, second),
            game=game,
        )
        if not certificate.holds(NASH):
            raise CertificationError(
                f"the certificate fails: {certificate}; please report the game", certificate
            )

        both = RealizationPlans((first, second))
        distribution = canonical(leaf_distribution(game, both))
        leaves = distributions.setdefault(distribution, len(distributions))
        gradients = (first_gradient, second_gradient)
        return ExtremeEquilibrium(
            game, both, pair, certificate, tuple(places[pair]), leaves, gradients
        )

    began = time.monotonic()
    equilibria: list[ExtremeEquilibrium] = []
    cut = ""
    for pair in pairs:
        if deadline.passed and time.monotonic() > began + LEAST_SECONDS:
            cut = "time limit"
            break
        try:
            equilibria.append(certified(pair))
        except KeyboardInterrupt:
            cut = "interrupted"
            break
    if cut:
        listed = tuple(equilibrium.recomputed(subsets=()) for equilibrium in equilibria)
        return listed, (), cut
    return tuple(equilibria), subsets, reason


def _maximal_subsets(
    pairs: Sequence[Pair], most: int, deadline: Deadline
) -> tuple[NashSubset, ...]:
    """Return the maximal complete bipartite subgraphs of a graph, whose second sides are intersections of neighbors.

    Sets of plans are the bits of integers. Raise `_StopError` if there are more than `most`, or after the deadline,
    but not within the first second.

    For example, if plan 0 of player 0 is in equilibrium with the plans 0 and 1 of player 1, and plan 1 with 1 and 2,
    the neighbors are 011 and 110 in binary. Their intersections are these and 010: the subsets are {0} × {0, 1},
    {1} × {1, 2} and {0, 1} × {1}.
    """
    began = time.monotonic()

    def is_late() -> bool:
        return deadline.passed and time.monotonic() > began + LEAST_SECONDS

    neighbors: dict[int, int] = {}
    for first_plan, second_plan in pairs:
        neighbors[first_plan] = neighbors.get(first_plan, 0) | 1 << second_plan

    intersections: set[int] = set()
    for mask in set(neighbors.values()):
        for known in [mask, *intersections]:
            intersections.add(mask & known)
            if len(intersections) > most + 1:  # the empty one is among them
                raise _StopError("limit of subsets")
        if is_late():
            raise _StopError("time limit")

    components: list[int] = []  # by the plans of player 1
    for mask in neighbors.values():
        joined = [component for component in components if component & mask]
        components = [component for component in components if not component & mask]
        components.append(reduce(or_, joined, mask))

    subsets = []
    in_order = sorted(neighbors.items())
    for mask in intersections - {0}:
        if is_late():
            raise _StopError("time limit")
        first = tuple(plan for plan, reply in in_order if reply & mask == mask)
        second = tuple(plan for plan in range(mask.bit_length()) if mask >> plan & 1)
        number = next(place for place, component in enumerate(components) if component & mask)
        subsets.append(NashSubset((first, second), number))

    # Components are numbered in the order of the first subset of each.
    subsets.sort(key=lambda subset: subset.plans)
    order = list(dict.fromkeys(subset.component for subset in subsets))
    renumbered = [replace(subset, component=order.index(subset.component)) for subset in subsets]
    return tuple(sorted(renumbered, key=lambda subset: (subset.component, subset.plans)))


def canonical(numbers: ExactArray) -> Key:
    """Return a key that is equal exactly for equal numbers."""
    reduced = numbers.reduced()
    return reduced.denominator, tuple(reduced.numerators.tolist())


def leaf_distribution(game: ExtensiveGame, plans: RealizationPlans) -> ExactArray:
    """Return the probability of every leaf."""
    leaves = game.leaves
    reach = game.chance_reach.take(leaves)
    for sequences, plan in zip(game.sequences, plans, strict=True):
        weights = plan.exact_weights("equilibria").take(sequences.at_node[leaves])
        reach = (reach * weights).reduced()
    return reach


SOLVER = "seqform complete search"


def best_equilibrium(answer: AllEquilibria, wanted: ObjectiveLike = "social") -> Equilibrium:
    """Return the best of all Nash equilibria by an objective, with its certificate; a method of `AllEquilibria`.

    - `answer`: Of a search that is finished.
    - `wanted`: str, Objective or callable. As of `seqform.solving.concepts.SubgamePerfect`.

    Raises ModelError if the objective is unknown or fails, or no equilibrium keeps to its bounds. Raises SolveError if
    the search is not finished.

    Examples
    --------
    >>> import seqform as sf
    >>> every = sf.equilibria("vsvet-figure-1", complete=True)
    >>> [tuple(map(str, every.best(wanted).values)) for wanted in ("fairest", "least-social", "best-for-2 where 1<=5")]
    [('11', '3'), ('4', '3/2'), ('4', '7/3')]
    """
    measure = objective(wanted)
    game = answer.game
    if not answer.finished:
        raise SolveError(
            f"{game.title}: the search for all equilibria was stopped ({answer.stopped}), so none is best"
        )
    values = measure.best_of(answer.payoffs.boxes)
    place = next(place for place, box in enumerate(answer.payoffs_of_subsets) if values in box)
    subset = answer.subsets[place]
    weights = [
        _mixture_with_value(answer, subset, 0, Fraction(values[1])),
        _mixture_with_value(answer, subset, 1, Fraction(values[0])),
    ]
    profile = BehaviorProfile((_strategy(answer, 0, weights), _strategy(answer, 1, weights)))
    certificate = certify(game, profile)
    raw = RawSolution(Termination.SOLVED, f"{measure.claim} of all Nash equilibria", solver=SOLVER)
    resolved = Resolved("nash", {}, SOLVER, (), True, {})
    return Equilibrium(
        game, profile, certificate, raw, resolved, {"solve": answer.seconds}, objective=measure.name
    )


def place_of(answer: AllEquilibria, equilibrium: Equilibrium) -> tuple[int | None, int]:
    """Return which extreme equilibrium another one is, by its place, None if it is a mixture; and its component.

    - `equilibrium`: As of `best_equilibrium`.
    """
    plans = [strategy.plan.exact_weights("best") for strategy in equilibrium.profile]
    for place, extreme in enumerate(answer):
        weights = [plan.exact_weights("best") for plan in extreme.plans]
        if all(own.equals(other) for own, other in zip(plans, weights, strict=True)):
            return place, answer.subsets[extreme.subsets[0]].component
    values = (Fraction(equilibrium.values[0]), Fraction(equilibrium.values[1]))
    subset = next(place for place, box in enumerate(answer.payoffs_of_subsets) if values in box)
    return None, answer.subsets[subset].component


def _mixture_with_value(
    answer: AllEquilibria, subset: NashSubset, player: int, value: Fraction
) -> ExactArray:
    """Return the mixture of two of a player's plans in a subset at which the opponent receives a value."""
    values = {equilibrium.numbers: equilibrium.values for equilibrium in answer}
    opposing_plan = subset.plans[1 - player][0]  # any: the value does not depend on it
    opponent_value: dict[int, Fraction] = {}
    for plan in subset.plans[player]:
        pair = (plan, opposing_plan) if player == 0 else (opposing_plan, plan)
        opponent_value[plan] = Fraction(values[pair][1 - player])

    low = min(opponent_value, key=opponent_value.__getitem__)
    high = max(opponent_value, key=opponent_value.__getitem__)
    spread = opponent_value[high] - opponent_value[low]
    share = (value - opponent_value[low]) / spread if spread else Fraction(0)
    low_weights = answer.plans[player][low].exact_weights("equilibria")
    high_weights = answer.plans[player][high].exact_weights("equilibria")
    return (low_weights * (1 - share) + high_weights * share).reduced()


def _strategy(answer: AllEquilibria, player: int, weights: list[ExactArray]) -> BehaviorStrategy:
    gradient = payoff_by_sequence(answer.game, player, player, weights[1 - player])
    return RealizationPlan(answer.game.sequences[player].index, weights[player]).behavior(gradient)
