"""Certificates of class strategies on the deals of the unabstracted ordered game.

Each player's strategy is lifted from classes to hands and fixed in turn, and the other player's best reply, which sees
all signals, is computed by backward induction over the rounds: in one round for all hands of some public states at
once. The abstraction supplies nothing but the class of each hand; the sums are over the game's own deals.

Strategies are certified in doubles, with a bound on rounding; realization plans in rational numbers are certified in
integers, over one denominator for all payoffs, probabilities and weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import islice, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.computed import Computed
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import PUBLIC, Deals, Signals, Views, codes_of
from seqform.models.games.stages import StageGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Numerators, magnitude
from seqform.models.programs.class_game import ClassPlan, ClassStrategy
from seqform.system.deadline import require_time

Progress = Callable[[str], None]

Weights = Floats | Numerators
"""Doubles, or Python's integers."""

CONSTANT = 0
"""The place of the constant among a game's features."""

_BLOCK_ENTRIES = 2**20
"""Approximate number of doubles in the largest table of a block of public states: 8 MB."""

_UNIT_ROUNDOFF = 2.0**-53

_NOTE = "best replies see the hands themselves"

Pair = tuple[npt.NDArray[Any], npt.NDArray[Any]]


@dataclass(frozen=True, eq=False)
class DealCertificate(Computed):
    """The certificate of two strategies on the deals, with the values of the first round's hands.

    No value is further than `rounding_bound` from the one that exact arithmetic gives. By hand of the first round, in
    doubles, `values` and `best_response_values` are each player's expected payoffs by the strategy and by the best
    reply.
    """

    certificate: Certificate
    rounding_bound: float
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    values: tuple[Floats, Floats]
    best_response_values: tuple[Floats, Floats]

    def of(self, parts: tuple[Any, ...]) -> DealCertificate:
        """Return the certificate as one of these parts of strategies: filters, and probabilities or weights."""
        return self.recomputed(certificate=self.certificate.recomputed(of=parts))


def certify_deals(
    game: OrderedGame,
    filters: tuple[InformationFilter, InformationFilter],
    strategies: tuple[ClassStrategy, ClassStrategy],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> DealCertificate:
    """Certify strategies for classes of hands against best replies that see the hands (Gilpin & Sandholm, section 6).

    The game may be zero-sum or not. Blocks of public states are processed in `threads` threads; `progress` is called
    with the number of public states done. In a public state, n hands of one player meet m of the other, which costs n m
    for every end and history; deals of a few public states are in memory at a time.

    `DealCertificate.rounding_bound` is m u M / (1 - m u): u is 2⁻⁵³, M bounds the payoffs, and m is the number of
    successive roundings through which a term of the sums passes at most. It holds because terms have weights that are
    probabilities, and because a maximum is no further from the true one than the numbers compared.
    """
    if [strategy.player for strategy in strategies] != [0, 1]:
        raise ModelError("a strategy of player 1 and one of player 2 expected, in this order")
    first, second = (
        lift(game, one, strategy) for one, strategy in zip(filters, strategies, strict=True)
    )
    found = certify_lifted(game, (first, second), threads=threads, progress=progress)
    return found.of((*filters, *strategies))


def certify_lifted(
    game: OrderedGame,
    strategies: tuple[LiftedStrategy, LiftedStrategy],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> DealCertificate:
    """Certify strategies on all views; see `certify_deals`."""
    found, largest = _play_back(game, strategies, max(1, threads), progress)
    (best_1, played_1), (best_2, played_2) = ((one.best[:, 0], one.played[:, 0]) for one in found)
    roundings = _roundings(game) * _UNIT_ROUNDOFF
    rounding_bound = roundings * largest / (1 - roundings)
    certificate = Certificate.in_doubles(
        values=(float(played_1.sum()), float(played_2.sum())),
        best_response_values=(float(best_1.sum()), float(best_2.sum())),
        rounding=2 * rounding_bound,
        constant_sum=game.constant_sum,
        note=_NOTE,
        game=game,
    )
    return _by_hands(game, certificate, rounding_bound, (played_1, played_2), (best_1, best_2))


def certify_plans(
    game: OrderedGame,
    filters: tuple[InformationFilter, InformationFilter],
    plans: tuple[ClassPlan, ClassPlan],
    *,
    progress: Progress | None = None,
) -> DealCertificate:
    """Certify realization plans for classes of hands exactly, against best replies that see the hands.

    Everything is computed in integers over the product of the plans' denominators and a common denominator of payoffs
    times probabilities; see `certify_deals`.
    """
    first, second = (
        _lift_plan(game, one, plan, player)
        for player, (one, plan) in enumerate(zip(filters, plans, strict=True))
    )
    unit = common_denominator(game)
    found, _ = _play_back(game, (first, second), 1, progress, unit)
    denominators = [unit * plans[1].denominator, unit * plans[0].denominator]
    whole = unit * plans[0].denominator * plans[1].denominator
    best_1, best_2 = (
        _fractions(one.best, denominator)
        for one, denominator in zip(found, denominators, strict=True)
    )
    played_1, played_2 = (_fractions(one.played, whole) for one in found)
    certificate = Certificate(
        values=(played_1.sum(), played_2.sum()),
        best_response_values=(best_1.sum(), best_2.sum()),
        exact=True,
        constant_sum=game.constant_sum,
        note=_NOTE,
        of=(*filters, *plans),
        game=game,
    )
    return _by_hands(game, certificate, 0.0, (played_1, played_2), (best_1, best_2))


def _fractions(numerators: Weights, denominator: int) -> npt.NDArray[Any]:
    return np.array(
        [Fraction(int(numerator), denominator) for numerator in numerators[:, 0].tolist()],
        dtype=object,
    )


def common_denominator(game: OrderedGame) -> int:
    """Return a number by which every probability of a deal times a payoff becomes an integer."""
    common = 1
    for number in range(len(game.rounds)):
        if game.weights is None:
            drawn = game.num_deals(number)
        else:
            members = _members(game, number)
            drawn = 1
            for state in range(len(members[0])):
                require_time()
                *_, deals = deals_of(game, number, _some(members, state, 1))
                drawn = math.lcm(drawn, deals.probability.denominator)
        common = math.lcm(common, drawn * game.payoffs[number].denominator)
    return common


def _by_hands(
    game: OrderedGame, certificate: Certificate, rounding_bound: float, played: Pair, best: Pair
) -> DealCertificate:
    chances = _chances(game)
    first, second = (
        tuple(" ".join(game.signals[signal] for signal in row) for row in views.signals.tolist())
        for views in game.views[0]
    )
    return DealCertificate(
        certificate=certificate,
        rounding_bound=rounding_bound,
        hands=(first, second),
        values=(
            played[0].astype(np.float64) / chances[0],
            played[1].astype(np.float64) / chances[1],
        ),
        best_response_values=(
            best[0].astype(np.float64) / chances[0],
            best[1].astype(np.float64) / chances[1],
        ),
    )


def _play_back(
    game: OrderedGame,
    lifted: tuple[LiftedStrategy, LiftedStrategy],
    threads: int,
    progress: Progress | None,
    unit: int = 0,
) -> tuple[tuple[HandValues, HandValues], float]:
    """Return both players' values of every hand of the first round, times its probability; and the largest payoff."""
    rounds = range(len(game.rounds))
    states = [num_public_states(game, number) for number in rounds]
    done, largest = 0, 0.0
    kind = object if unit else np.float64
    values = (HandValues.zeros(0), HandValues.zeros(0))
    with ThreadPoolExecutor(threads) as pool:
        for number in reversed(rounds):
            induction = RoundInduction(game, number, lifted, values, unit)
            values = begun(game, 0, number, kind), begun(game, 1, number, kind)
            size = induction.block_size(_BLOCK_ENTRIES)
            for blocks in _batches(public_blocks(game, number, size, unit), threads):
                for block, found in zip(
                    blocks, pool.map(induction.root_values, blocks), strict=True
                ):
                    for player, (sums, one) in enumerate(zip(values, found, strict=True)):
                        sums.add(block.above(game, player), one)
                    largest = max(largest, induction.largest_payoff(block))
                    done += len(block.members[0])
                if progress is not None:
                    progress(f"best replies: {done:,} of {sum(states):,} public states")
    return values, largest


def begun(game: OrderedGame, player: int, number: int, kind: type = np.float64) -> HandValues:
    """Return zeros for a player's values of round `number` by the views of the round before, or of the first round."""
    return HandValues.zeros(
        len(game.views[max(number - 1, 0)][player]), game.num_histories[number], kind=kind
    )


def _batches(blocks: Iterator[PublicBlock], size: int) -> Iterator[list[PublicBlock]]:
    while batch := list(islice(blocks, size)):
        yield batch


def _chances(game: OrderedGame) -> tuple[Floats, Floats]:
    """Return the probability of each hand of the first round, for each player."""
    first, second = (np.zeros(len(views)) for views in game.views[0])
    for block in public_blocks(game, 0, 1):
        first[block.members[0]] = block.matrices[CONSTANT].sum(axis=2)
        second[block.members[1]] = block.matrices[CONSTANT].sum(axis=1)
    return first, second


def _roundings(game: OrderedGame) -> int:
    """Return a bound on the number of successive roundings that a term of the sums passes through."""
    count, met, before = 10 + len(game.features), 0, 1
    for number, (one, both) in enumerate(zip(game.rounds, game.views, strict=True)):
        views = max(map(len, both))
        depth = max(len(one.stage.path(leaf)) for leaf in one.stage.leaves)
        actions = max(len(children) for children in one.stage.children)
        count += -(-views // before) + 3 * depth * (actions + 2)
        met = max(met, views // num_public_states(game, number))
        before = min(map(len, both))
    return count + met


@dataclass(eq=False)
class HandValues:
    """Values of a player's hands at the beginning of a round, each of shape (..., histories).

    `best` is that of the best reply from here on, times the probability of chance and the opponent; `played` that of
    the player's own strategy, times the probability of all three.
    """

    best: Weights
    played: Weights

    @classmethod
    def zeros(cls, *shape: int, kind: type = np.float64) -> HandValues:
        """Return zeros."""
        return cls(np.zeros(shape, dtype=kind), np.zeros(shape, dtype=kind))

    def add(self, place: Ints, other: HandValues) -> None:
        """Add values to those at the given places; a place may occur repeatedly."""
        np.add.at(self.best, place, other.best)
        np.add.at(self.played, place, other.played)


@dataclass(frozen=True, eq=False)
class RoundInduction:
    """One round, with both players' strategies.

    `later`, of shape (views, histories of the next round), are the values of the next round for each player, by the
    views of this one. Payoffs times probabilities are integers over the denominator `unit`, or doubles if it is 0.
    """

    game: OrderedGame
    number: int
    strategies: tuple[LiftedStrategy, LiftedStrategy]
    later: tuple[HandValues, HandValues]
    unit: int = 0

    @property
    def _stage(self) -> StageGame:
        return self.game.rounds[self.number].stage

    def block_size(self, entries: int) -> int:
        """Return the number of public states with tables of about `entries` doubles."""
        states = num_public_states(self.game, self.number)
        few, many = sorted(len(views) // states for views in self.game.views[self.number])
        return max(
            1, entries // (many * max(few, len(self._stage) * self.game.num_histories[self.number]))
        )

    def largest_payoff(self, block: PublicBlock) -> float:
        """Return a bound on the payoffs of the round in some public states."""
        payoffs = self.game.payoffs[self.number]
        sizes = sum(
            largest * np.abs(payoffs.numerators[:, feature]).astype(np.float64)
            for feature, largest in block.largest.items()
        )
        return float(np.max(sizes, initial=0.0)) / payoffs.denominator

    def root_values(self, block: PublicBlock) -> tuple[HandValues, HandValues]:
        """Return the values of both players' hands in some public states, shape (states, n, histories)."""
        return self._root_values(block, 0), self._root_values(block, 1)

    def best_values(
        self, block: PublicBlock, player: int, ended: dict[int, Weights] | None = None
    ) -> dict[int, Weights]:
        """Return the values of a player's best reply from every node of the stage game on; see `HandValues`."""
        values, continuing = dict(ended or self._end_values(block, player)), self._stage.continuing
        if continuing:
            later = self.later[player].best[block.members[player]]
            values |= {
                leaf: later[..., place :: len(continuing)] for place, leaf in enumerate(continuing)
            }
        for node in reversed(range(len(self._stage))):
            if below := [values[child] for child in self._stage.children[node]]:
                combined = np.maximum if self._stage.player[node] == player else np.add
                values[node] = reduce(combined, below)
        return values

    def _root_values(self, block: PublicBlock, player: int) -> HandValues:
        own, at = self.strategies[player], self._stage.sequences(player).at
        weights = own.weights[self.number][own.classes[self.number][block.members[player]]]
        ended, continuing = self._end_values(block, player), self._stage.continuing
        played: Any = sum(values * weights[:, :, at[leaf]] for leaf, values in ended.items())
        if continuing:
            later = self.later[player].played[block.members[player]]
            played = played + later.reshape(*later.shape[:2], -1, len(continuing)).sum(axis=3)
        return HandValues(self.best_values(block, player, ended)[0], played)

    def _end_values(self, block: PublicBlock, player: int) -> dict[int, Weights]:
        """Return Σ over opposing hands of probability × weight × payoff, for every leaf that ends the game."""
        payoffs, opponent = self.game.payoffs[self.number], self.strategies[1 - player]
        at, ends = (
            np.array(self._stage.sequences(1 - player).at, dtype=np.int64),
            np.array(self._stage.ends, dtype=np.int64),
        )
        classes = opponent.classes[self.number][block.members[1 - player]]
        shape = (*block.members[player].shape, self.game.num_histories[self.number])
        values = {
            int(end): np.zeros(shape, dtype=object if self.unit else np.float64) for end in ends
        }
        for feature, matrix in block.matrices.items():
            coefficients = payoffs.numerators[player, feature]
            factors = (
                coefficients.astype(object) if self.unit else coefficients / payoffs.denominator
            )
            used = np.flatnonzero(coefficients.any(axis=1))
            if len(used) == 0:
                continue
            weights = opponent.weights[self.number][classes[:, :, None], at[ends[used]]]
            by_hand = matrix if player == 0 else matrix.transpose(0, 2, 1)
            sums = (by_hand @ weights.reshape(*classes.shape, -1)).reshape(
                *shape[:2], *weights.shape[2:]
            )
            for place, end in enumerate(used):
                values[int(ends[end])] += sums[:, :, place] * factors[end]
        return values


@dataclass(frozen=True, eq=False)
class PublicBlock(Immutable):
    """Some public states of a round, with the probabilities of the pairs of hands there.

    `members`, of shapes (states, n) and (states, m), are each player's views that agree with each public state; all
    states have the same numbers. For every feature that payoffs of the round depend on, by its place among the game's
    features, `largest` is its largest absolute value, and the matrix of shape (states, n, m) is probability times
    feature where player 1 holds the row's hand and player 2 the column's, 0 if they cannot. The constant's matrix is
    always there: the probability itself.
    """

    number: int
    members: tuple[Ints, Ints]
    matrices: dict[int, Weights]
    largest: dict[int, int]

    def above(self, game: OrderedGame, player: int) -> Ints:
        """Return the views of the round before that a player's views continue; in the first round these views."""
        members = self.members[player]
        return game.views[self.number][player].parent[members] if self.number else members


def public_blocks(
    game: OrderedGame, number: int, size: int, unit: int = 0
) -> Iterator[PublicBlock]:
    """Yield the public states of round `number` (from 0), `size` of them at a time.

    Deals are generated block by block from the views, so that they are never in memory all at once. The matrices are in
    doubles, or, with a `unit`, in integers that have to be divided by the unit and multiplied by the denominator of the
    round's payoffs. Raises TimeLimitError after the end of the whole.
    """
    members = _members(game, number)
    for start in range(0, len(members[0]), size):
        require_time()
        yield _block(game, number, _some(members, start, size), unit)


def num_public_states(game: OrderedGame, number: int) -> int:
    """Return the number of possible public signals by round `number` (from 0)."""
    return math.perm(len(game.signals), sum(one.public for one in game.rounds[: number + 1]))


def _members(game: OrderedGame, number: int) -> tuple[Ints, Ints]:
    """Return the views of each player that agree with each public state."""
    states = num_public_states(game, number)
    first, second = (
        np.argsort(
            codes_of(views.signals[:, list(views.public)], views.num_signals), kind="stable"
        ).reshape(states, -1)
        for views in game.views[number]
    )
    return first, second


def _some(members: tuple[Ints, Ints], start: int, size: int) -> tuple[Ints, Ints]:
    """Return the views of some public states."""
    return members[0][start : start + size], members[1][start : start + size]


def _block(game: OrderedGame, number: int, members: tuple[Ints, Ints], unit: int) -> PublicBlock:
    here, place, deals = deals_of(game, number, members)
    probability: Weights = deals.probability.to_floats()
    if unit:
        factor = unit // (deals.probability.denominator * game.payoffs[number].denominator)
        probability = deals.probability.numerators.astype(object) * factor
    matrices, largest = dict[int, Weights](), {}
    used = np.flatnonzero(
        np.asarray(game.payoffs[number].numerators.any(axis=(0, 2, 3)), dtype=bool)
    )
    for feature in sorted({CONSTANT, *used.tolist()}):
        values = game.features[feature].values(deals, here)
        matrix = np.zeros((*members[0].shape, members[1].shape[1]), dtype=probability.dtype)
        matrix[place] = probability * values
        matrices[feature], largest[feature] = matrix, magnitude(values)
    return PublicBlock(number, members, matrices, largest)


def deals_of(
    game: OrderedGame, number: int, members: tuple[Ints, Ints]
) -> tuple[tuple[Views, Views], tuple[Ints, Ints, Ints], Deals]:
    """Return the views of some public states, the places of possible pairs of hands, and their deals."""
    first, second = (
        Views(
            views.signals[one.reshape(-1)],
            views.parent[one.reshape(-1)],
            views.public,
            views.num_signals,
        )
        for views, one in zip(game.views[number], members, strict=True)
    )
    here = first, second
    state, row, column = place = _possible_pairs(here, members)
    receivers = game.receivers[number]
    signals: Signals = np.empty((len(state), len(receivers)), dtype=np.int16)
    view = (state * members[0].shape[1] + row, state * members[1].shape[1] + column)
    for player in (0, 1):
        seen = [position for position, who in enumerate(receivers) if who in (PUBLIC, player)]
        signals[:, seen] = here[player].signals[view[player]]
    return here, place, Deals(signals, receivers, view, probability_of_deals(game, number, signals))


def _possible_pairs(
    here: tuple[Views, Views], members: tuple[Ints, Ints]
) -> tuple[Ints, Ints, Ints]:
    """Return state, row and column of every pair of hands without a signal in common."""
    mine, theirs = (
        views.signals[:, list(views.private)].reshape(*one.shape, len(views.private))
        for views, one in zip(here, members, strict=True)
    )
    clash = (mine[:, :, None, :, None] == theirs[:, None, :, None, :]).any(axis=(3, 4))
    state, row, column = np.nonzero(~clash)
    return state, row, column


def probability_of_deals(game: OrderedGame, number: int, signals: Signals) -> ExactArray:
    """Return the probability of each deal by round `number` (from 0), its signals in the order of the receivers."""
    if game.weights is None:
        return ExactArray(np.ones(len(signals), dtype=np.int64), game.num_deals(number))
    return ExactArray.of(_drawn(game.weights, deal) for deal in signals.tolist())


def _drawn(weights: tuple[int, ...], deal: list[int]) -> Fraction:
    """Return the probability that these signals are drawn in this order, without replacement."""
    probability, left = Fraction(1), sum(weights)
    for signal in deal:
        probability *= Fraction(weights[signal], left)
        left -= weights[signal]
    return probability


@dataclass(frozen=True, eq=False)
class LiftedStrategy(Immutable):
    """A class strategy on all views: every hand is played as its class.

    By rounds, `classes`, shape (views,), is the class of every view; `weights`, shape (classes, 1 + choices,
    histories), is the realization plan, in doubles or integers, whose first entry is the weight at the beginning of the
    round.
    """

    player: int
    classes: tuple[Ints, ...]
    weights: tuple[Weights, ...]


def lift(game: OrderedGame, one: InformationFilter, strategy: ClassStrategy) -> LiftedStrategy:
    """Return a player's strategy on all views of the game, for the classes of the player's filter on this game.

    Probabilities that are kept in single precision are made to sum to 1 in doubles.
    """
    require_fitting(game, one, strategy)
    return lift_behavior(game, one, strategy.player, strategy.behavior)


def lift_behavior(
    game: OrderedGame,
    one: InformationFilter,
    player: int,
    behavior: tuple[npt.NDArray[np.floating], ...],
) -> LiftedStrategy:
    """Return the strategy on all views with given probabilities; by rounds, of shape (classes, choices, histories)."""
    doubles = tuple(
        _normalized(each.stage, player, table)
        for each, table in zip(game.rounds, behavior, strict=True)
    )
    return LiftedStrategy(player, one.classes, _weights(game, one, player, doubles))


def _lift_plan(
    game: OrderedGame, one: InformationFilter, plan: ClassPlan, player: int
) -> LiftedStrategy:
    """Return a realization plan on all views, in integers."""
    if plan.player != player:
        raise ModelError("a plan of player 1 and one of player 2 expected, in this order")
    require_fitting(game, one, plan)
    return LiftedStrategy(player, one.classes, plan.with_arriving())


def require_fitting(
    game: OrderedGame, one: InformationFilter, strategy: ClassStrategy | ClassPlan
) -> None:
    """Raise ModelError unless a filter and a strategy belong to a game and to each other."""
    who = f"player {strategy.player + 1}"
    sizes = [[tuple(map(len, both)) for both in each.views] for each in (one.game, game)]
    if one.game is not game and (one.game.title, sizes[0]) != (game.title, sizes[1]):
        raise ModelError(f"{who}: a filter of {one.game!r}, not of {game!r}")
    if strategy.game.stages != tuple(each.stage for each in game.rounds):
        raise ModelError(
            f"{who}: a strategy for {strategy.game.title}, whose stage games are not those of {game.title}"
        )
    classes = strategy.game.num_classes[strategy.player]
    if one.num_classes != classes:
        raise ModelError(
            f"{who}: a strategy for {classes} classes by rounds, but the filter has {one.num_classes}"
        )


def _normalized(stage: StageGame, player: int, behavior: npt.NDArray[np.floating]) -> Floats:
    table: Floats = behavior.astype(np.float64)
    starts = stage.sequences(player).set_start
    for start, stop in pairwise(starts):
        part = table[:, start - 1 : stop - 1]
        part /= part.sum(axis=1, keepdims=True)
    return table


def _weights(
    game: OrderedGame, one: InformationFilter, player: int, behavior: tuple[Floats, ...]
) -> tuple[Floats, ...]:
    arriving: Floats = np.ones((1, 1))
    rounds = []
    for number, (each, table) in enumerate(zip(game.rounds, behavior, strict=True)):
        sequences = each.stage.sequences(player)
        weights = np.empty((table.shape[0], len(sequences) + 1, table.shape[2]))
        weights[:, 0] = arriving[one.parents(number)]
        for above, (start, stop) in zip(
            sequences.set_above, pairwise(sequences.set_start), strict=True
        ):
            weights[:, start:stop] = weights[:, above, None] * table[:, start - 1 : stop - 1]
        leaves = [sequences.at[leaf] for leaf in each.stage.continuing]
        arriving = weights[:, leaves].transpose(0, 2, 1).reshape(len(weights), -1)
        rounds.append(weights)
    return tuple(rounds)
