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

*The best.* In a Nash subset what player 1 receives depends on player 2's plan only, linearly, and the other way round.
So the payoffs in the product of the convex hulls of U and V are a rectangle: player 1's between the least and the
largest for plans in V, player 2's for plans in U. Its points are attained by mixtures of two plans of each player, and
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
from seqform.models.answers.certificate import NASH, Certificate
from seqform.models.answers.components import AllEquilibria, ExtremeEquilibrium, NashSubset
from seqform.models.answers.equilibrium import Equilibrium, Resolved
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

MOST_SEQUENCES = 40
"""Sequences that can be unused or optimal, of the player with fewer, beyond which the search needs a limit."""

LEAST_SECONDS = 1.0
"""For listing the subsets, and for certifying the equilibria, after a time limit."""

PAIRS_PER_CHECK = 10_000
"""Extreme equilibria between two looks at the clock."""

LEAST_VERTICES, MOST_VERTICES = 10_000, 100_000
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
    >>> found = all_equilibria("vsvet-figure-1")
    >>> [tuple(map(str, one.values)) for one in found], found.components
    ([('11', '3'), ('11', '3'), ('4', '3/2'), ('4', '7/3')], 3)
    """
    portable = options_among("the complete search", ("time_limit", "progress", "raw"), options)
    own = CompleteOptions.of(portable)
    began, deadline = time.perf_counter(), Deadline(portable.time_limit)
    report = progress or portable.progress or (lambda text: None)
    game = load(game, progress=progress)
    watch.phase("dividing the plans of both players")
    search = _Search(game, own, deadline, report)
    stopped = ""
    try:
        search.begin()
        search.run()
    except _StopError as reason:
        stopped = str(reason)
    except KeyboardInterrupt:
        stopped = "interrupted"
    if stopped:
        report(f"{stopped}: returning the equilibria found so far")
    with watch.finishing("certifying the equilibria found"):
        plans, pairs = search.result()
        found, subsets, unlisted = _answers(game, plans, pairs, own.subsets, deadline)
    unfinished = len(search.parts) + (
        len(found) < len(pairs)
    )  # the certification is a part as well
    seconds = time.perf_counter() - began
    return AllEquilibria(
        game, plans, found, subsets, search.examined, unfinished, stopped or unlisted, seconds
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
        self.game, self.options, self.deadline, self.report = game, options, deadline, report
        self.form = sequence_form(game).target
        self.indices = self.form.sequences
        self.payoffs = (
            self.form.B,
            self.form.A.T,
        )  # of the other player, whose best replies divide the plans
        self.plans: tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]] = ({}, {})
        self.pairs: set[Pair] = set()
        unused, required = (
            [np.zeros(len(index), dtype=bool) for index in self.indices] for _ in range(2)
        )
        for one in required:
            one[0] = True
        self.parts = [_Part((unused[0], unused[1]), (required[0], required[1]))]
        self.examined = 0

    def begin(self) -> None:
        """Choose the first part; raise TooLargeError if the search would not end."""
        if self.game.constant_sum is not None:
            self.parts = [self._optimal_part()]
        open_sequences = [
            int(np.count_nonzero(self.parts[0].undecided(player))) for player in (0, 1)
        ]
        if (
            min(open_sequences) > MOST_SEQUENCES
            and self.deadline.seconds is None
            and self.options.parts is None
        ):
            raise TooLargeError(
                f"{self.game.title!r}: the complete search is for games with about 20 sequences for each player; here "
                f"{open_sequences[0]:,} and {open_sequences[1]:,} are unused or optimal in up to "
                f"2^{min(open_sequences)} combinations, and it would not end; give it a time limit, or search along "
                "Lemke paths, without 'complete'"
            )
        self.report(
            "complete search, {} × {} sequences to be unused or optimal".format(*open_sequences)
        )

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
        found = f"{self.examined:,} parts examined, {len(self.parts):,} left"
        return f"{found}, {len(self.pairs):,} extreme equilibria"

    def _optimal_part(self) -> _Part:
        """Return the part that has all equilibria of a constant-sum game, from one of them."""
        try:
            profile = api.solve(self.game, exact=True, time_limit=self.deadline.left).profile
        except SolveError:
            self._check()
            raise
        sides = []
        for player in (0, 1):
            weights = profile[player].plan.exact_weights("equilibria")
            value = payoff_by_sequence(self.game, 1 - player, 1 - player, weights)
            sides.append(
                (
                    np.asarray(weights.numerators > 0, dtype=bool),
                    optimal_sequences(self.indices[1 - player], value),
                )
            )
        (first, second_optimal), (second, first_optimal) = sides
        return _Part((~first_optimal, ~second_optimal), (first, second))

    def _examine(self, part: _Part) -> list[_Part]:
        """Return the parts into which a part is divided; none if its equilibria are found."""
        undecided = [part.undecided(player) for player in (0, 1)]
        limit = self._limit() if np.any(undecided[0]) or np.any(undecided[1]) else None
        try:
            vertices = subdivisions(
                self.indices, self.payoffs, part.unused, part.required, limit, self._check
            )
        except TooManyVerticesError:
            player = int(np.count_nonzero(undecided[1]) > np.count_nonzero(undecided[0]))
            return _halves(part, player, self.indices[player])
        self._match(*vertices)
        return []

    def _limit(self) -> int:
        """Return the number of vertices from which a part is divided."""
        if self.options.vertices is not None:
            return self.options.vertices
        sequences = sum(len(index) for index in self.indices)
        return min(max(LEAST_VERTICES, MOST_WEIGHTS // sequences), MOST_VERTICES)

    def _match(self, first: Subdivision, second: Subdivision) -> None:
        """Add the extreme equilibria among pairs of vertices."""
        conditions = ones(first.played, ~first.optimal), ones(~second.optimal, second.played)
        rows, columns = _disjoint(*conditions, self._check)
        kept = self._extreme(conditions[0], rows) & self._extreme(conditions[1], columns)
        rows, columns = rows[kept], columns[kept]
        numbers = tuple(
            {row: self._number(player, vertices, row) for row in np.unique(places).tolist()}
            for player, vertices, places in ((0, first, rows), (1, second, columns))
        )
        for start in range(0, len(rows), PAIRS_PER_CHECK):
            self._check()
            here = slice(start, start + PAIRS_PER_CHECK)
            for row, column in zip(rows[here].tolist(), columns[here].tolist(), strict=True):
                self.pairs.add((numbers[0][row], numbers[1][column]))

    def _extreme(self, conditions: Equations, places: Ints) -> Mask:
        """Return which of these vertices are the only ones that play their sequences against their best replies."""
        distinct, back = np.unique(places, return_inverse=True)
        within, _ = _disjoint(1 - conditions[distinct], conditions, self._check)
        return np.asarray(np.bincount(within, minlength=len(distinct))[back] == 1, dtype=bool)

    def _number(self, player: int, vertices: Subdivision, row: int) -> int:
        known = self.plans[player]
        return known.setdefault(tuple(vertices.weights[row].tolist()), len(known))

    def result(self) -> tuple[tuple[Plans, Plans], list[Pair]]:
        """Return the plans of the equilibria found, in descending order of their weights, and the pairs of them."""
        plans, places = [], []
        for index, known in zip(self.indices, self.plans, strict=True):
            exact = {
                number: ExactArray(np.array(weights, dtype=object), weights[0])
                for weights, number in known.items()
            }
            order = sorted(exact, key=lambda number: exact[number].to_fractions(), reverse=True)
            plans.append(tuple(RealizationPlan(index, exact[number]) for number in order))
            places.append({number: place for place, number in enumerate(order)})
        return (plans[0], plans[1]), sorted(
            (places[0][one], places[1][two]) for one, two in self.pairs
        )

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
    unused, required = part.unused[player].copy(), part.required[player].copy()
    unused[sequence] = required[sequence] = True
    for infoset, above in enumerate(index.parent_sequence.tolist()):
        unused[slice(*index.first_sequence[infoset : infoset + 2])] |= unused[above]
    return [
        _Part(_replaced(part.unused, player, unused), part.required),
        _Part(part.unused, _replaced(part.required, player, required)),
    ]


def _disjoint(one: Equations, other: Equations, check: Callable[[], None]) -> tuple[Ints, Ints]:
    """Return the pairs of rows without a common one; sums of so few ones are exact in single precision."""
    rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    size = max(1, _AT_ONCE // max(1, len(other)))
    for start in range(0, len(one), size):
        check()
        found = np.nonzero(counts(one[start : start + size], other.T) == 0)
        rows.append(found[0] + start)
        columns.append(found[1])
    return np.concatenate(rows), np.concatenate(columns)


def optimal_sequences(index: SequenceIndex, gradient: ExactArray) -> Mask:
    """Return the sequences of a player that are part of a best response to a linear payoff."""
    best = index.best_response(gradient)
    assert isinstance(best.sequence_value, ExactArray)
    assert isinstance(best.infoset_value, ExactArray)
    optimal = np.ones(len(index), dtype=bool)
    for infoset, above in enumerate(index.parent_sequence.tolist()):
        here = slice(*index.first_sequence[infoset : infoset + 2])
        value = best.infoset_value.numerators[infoset]
        optimal[here] = optimal[above] & (best.sequence_value.numerators[here] == value)
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

    After the deadline and the first second no further equilibria are certified, and there are no subsets.
    """
    reason, subsets = "", tuple[NashSubset, ...]()
    try:
        subsets = _maximal_subsets(pairs, most, deadline)
    except _StopError as why:
        reason = str(why)
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

    began = time.monotonic()
    distributions: dict[Key, int] = {}
    found: list[ExtremeEquilibrium] = []
    for one, two in pairs:
        if deadline.passed and time.monotonic() > began + LEAST_SECONDS:
            listed = tuple(equilibrium.recomputed(subsets=()) for equilibrium in found)
            return listed, (), "time limit"
        both = RealizationPlans((plans[0][one], plans[1][two]))
        (mine, best_of_first), (theirs, best_of_second) = against(0, two), against(1, one)
        values = (
            mine.dot(both[0].exact_weights("equilibria")),
            theirs.dot(both[1].exact_weights("equilibria")),
        )
        best = (best_of_first, best_of_second)
        certificate = Certificate(
            values, best, True, game.constant_sum, note=game.note, of=(both[0], both[1]), game=game
        )
        if not certificate.holds(NASH):
            raise CertificationError(
                f"the certificate fails: {certificate}; please report the game", certificate
            )
        leaves = distributions.setdefault(
            canonical(leaf_distribution(game, both)), len(distributions)
        )
        found.append(
            ExtremeEquilibrium(
                game, both, (one, two), certificate, tuple(places[one, two]), leaves, (mine, theirs)
            )
        )
    return tuple(found), subsets, reason


def _maximal_subsets(
    pairs: Sequence[Pair], most: int, deadline: Deadline
) -> tuple[NashSubset, ...]:
    """Return the maximal complete bipartite subgraphs of a graph, whose second sides are intersections of neighbors.

    Sets of plans are the bits of integers. Raise `_StopError` if there are more than `most`, or after the deadline,
    but not within the first second.
    """
    began = time.monotonic()

    def is_late() -> bool:
        return deadline.passed and time.monotonic() > began + LEAST_SECONDS

    replies: dict[int, int] = {}
    for one, two in pairs:
        replies[one] = replies.get(one, 0) | 1 << two
    closed: set[int] = set()
    for mask in set(replies.values()):
        for other in [mask, *closed]:
            closed.add(mask & other)
            if len(closed) > most + 1:
                raise _StopError("limit of subsets")
        if is_late():
            raise _StopError("time limit")
    components: list[int] = []  # by the plans of player 2
    for mask in replies.values():
        joined = [other for other in components if other & mask]
        components = [other for other in components if not other & mask]
        components.append(reduce(or_, joined, mask))
    subsets, in_order = [], sorted(replies.items())
    for mask in closed - {0}:
        if is_late():
            raise _StopError("time limit")
        first = tuple(one for one, reply in in_order if reply & mask == mask)
        second = tuple(two for two in range(mask.bit_length()) if mask >> two & 1)
        component = next(place for place, other in enumerate(components) if other & mask)
        subsets.append(NashSubset((first, second), component))
    order = list(
        dict.fromkeys(subset.component for subset in sorted(subsets, key=lambda one: one.plans))
    )
    renamed = [replace(subset, component=order.index(subset.component)) for subset in subsets]
    return tuple(sorted(renamed, key=lambda subset: (subset.component, subset.plans)))


def canonical(numbers: ExactArray) -> Key:
    """Return a key that is equal exactly for equal numbers."""
    reduced = numbers.reduced()
    return reduced.denominator, tuple(reduced.numerators.tolist())


def leaf_distribution(game: ExtensiveGame, plans: RealizationPlans) -> ExactArray:
    """Return the probability of every leaf."""
    leaves = game.leaves
    reach = game.chance_reach.take(leaves)
    for sequences, plan in zip(game.sequences, plans, strict=True):
        reach = (reach * plan.exact_weights("equilibria").take(sequences.at_node[leaves])).reduced()
    return reach


SOLVER = "seqform complete search"


def best_equilibrium(found: AllEquilibria, wanted: ObjectiveLike = "social") -> Equilibrium:
    """Return the best of all Nash equilibria by an objective, with its certificate; a method of `AllEquilibria`.

    - `found`: Of a search that is finished.
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
    measure, game = objective(wanted), found.game
    if not found.finished:
        raise SolveError(
            f"{game.title}: the search for all equilibria was stopped ({found.stopped}), so none is best"
        )
    values = measure.best_of(found.payoffs.boxes)
    place = next(place for place, box in enumerate(found.payoffs_of_subsets) if values in box)
    subset, pays = found.subsets[place], {one.numbers: one.values for one in found}
    plans = []
    for player in (0, 1):
        own, other = subset.plans[player], subset.plans[1 - player][0]
        worth = {
            plan: pays[(plan, other) if player == 0 else (other, plan)][1 - player] for plan in own
        }
        low, high = min(own, key=worth.__getitem__), max(own, key=worth.__getitem__)
        spread = Fraction(worth[high] - worth[low])
        share = Fraction(values[1 - player] - worth[low]) / spread if spread else Fraction(0)
        first, second = (
            found.plans[player][plan].exact_weights("equilibria") for plan in (low, high)
        )
        plans.append((first * (1 - share) + second * share).reduced())
    profile = BehaviorProfile((_strategy(found, 0, plans), _strategy(found, 1, plans)))
    certificate = certify(game, profile)
    raw = RawSolution(Termination.SOLVED, f"{measure.claim} of all Nash equilibria", solver=SOLVER)
    resolved = Resolved("nash", {}, SOLVER, (), True, {})
    return Equilibrium(
        game, profile, certificate, raw, resolved, {"solve": found.seconds}, objective=measure.name
    )


def _strategy(found: AllEquilibria, player: int, plans: list[ExactArray]) -> BehaviorStrategy:
    gradient = payoff_by_sequence(found.game, player, player, plans[1 - player])
    return RealizationPlan(found.game.sequences[player].index, plans[player]).behavior(gradient)
