"""Certificates of class strategies on the deals of the unabstracted ordered game.

Each player's strategy is lifted from classes to hands and fixed in turn, and the other player's best reply, which sees
all signals, is computed by backward induction over the rounds: in one round for all hands of some public states at
once. The abstraction supplies nothing but the class of each hand; the sums are over the game's own deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.answers.certificate import Certificate
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import PUBLIC, Deals, Signals, Views, codes_of
from seqform.models.games.stages import StageGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Floats, Ints, magnitude
from seqform.models.strategies.classes import ClassStrategy

Progress = Callable[[str], None]

CONSTANT = 0
"""The place of the constant among a game's features."""

_BLOCK_ENTRIES = 2**20
"""Approximate number of doubles in the largest table of a block of public states: 8 MB."""

_UNIT_ROUNDOFF = 2.0**-53


@dataclass(frozen=True, eq=False)
class DealCertificate(Immutable):
    """The certificate, in doubles, of two strategies on the deals, with the values of the first round's hands.

    No value is further than `rounding_bound` from the one that exact arithmetic gives. By hand of the first round,
    `values` and `best_response_values` are each player's expected payoff by the strategy and by the best reply.
    """

    certificate: Certificate
    rounding_bound: float
    hands: tuple[str, ...]
    values: tuple[Floats, Floats]
    best_response_values: tuple[Floats, Floats]


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
    with the number of public states done. In a public state, n hands of one player meet n of the other, which costs n²
    for every end and history; deals of a few public states are in memory at a time.

    `DealCertificate.rounding_bound` is m u M / (1 - m u): u is 2⁻⁵³, M bounds the payoffs, and m is the number of
    successive roundings through which a term of the sums passes at most. It holds because terms have weights that are
    probabilities, and because a maximum is no further from the true one than the numbers compared.
    """
    if [strategy.player for strategy in strategies] != [0, 1]:
        raise ModelError("a strategy of player 1 and one of player 2 expected, in this order")
    first, second = (lift(game, one, strategy) for one, strategy in zip(filters, strategies, strict=True))
    return certify_lifted(game, (first, second), threads=threads, progress=progress)


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
        note="best replies see the hands themselves",
    )
    chances = _chances(game)
    return DealCertificate(
        certificate=certificate,
        rounding_bound=rounding_bound,
        hands=tuple(" ".join(game.signals[signal] for signal in row) for row in game.views[0].signals.tolist()),
        values=(played_1 / chances[0], played_2 / chances[1]),
        best_response_values=(best_1 / chances[0], best_2 / chances[1]),
    )


def _play_back(
    game: OrderedGame, lifted: tuple[LiftedStrategy, LiftedStrategy], threads: int, progress: Progress | None
) -> tuple[tuple[HandValues, HandValues], float]:
    """Return both players' values of every hand of the first round, times its probability; and the largest payoff."""
    rounds = range(len(game.rounds))
    states = [num_public_states(game, number) for number in rounds]
    done, largest = 0, 0.0
    values = (HandValues.zeros(0), HandValues.zeros(0))
    with ThreadPoolExecutor(threads) as pool:
        for number in reversed(rounds):
            induction = RoundInduction(game, number, lifted, values)
            values = _begun(game, number), _begun(game, number)
            target = game.views[number].parent if number else np.arange(len(game.views[0]))
            size = induction.block_size(_BLOCK_ENTRIES, len(game.views[number]) // states[number])
            for blocks in _batches(public_blocks(game, number, size), threads):
                for block, found in zip(blocks, pool.map(induction.root_values, blocks), strict=True):
                    for sums, one in zip(values, found, strict=True):
                        sums.add(target[block.members], one)
                    largest = max(largest, induction.largest_payoff(block))
                    done += len(block.members)
                if progress is not None:
                    progress(f"best replies: {done:,} of {sum(states):,} public states")
    return values, largest


def _begun(game: OrderedGame, number: int) -> HandValues:
    """Return zeros for the values of round `number` by the views of the round before, or of the first round."""
    return HandValues.zeros(len(game.views[max(number - 1, 0)]), game.num_histories[number])


def _batches(blocks: Iterator[PublicBlock], size: int) -> Iterator[list[PublicBlock]]:
    while batch := list(islice(blocks, size)):
        yield batch


def _chances(game: OrderedGame) -> tuple[Floats, Floats]:
    """Return the probability of each hand of the first round, for each player."""
    first, second = np.zeros(len(game.views[0])), np.zeros(len(game.views[0]))
    for block in public_blocks(game, 0, 1):
        first[block.members] = block.matrices[CONSTANT].sum(axis=2)
        second[block.members] = block.matrices[CONSTANT].sum(axis=1)
    return first, second


def _roundings(game: OrderedGame) -> int:
    """Return a bound on the number of successive roundings that a term of the sums passes through."""
    count, met, before = 10 + len(game.features), 0, 1
    for number, (one, views) in enumerate(zip(game.rounds, game.views, strict=True)):
        depth = max(len(one.stage.path(leaf)) for leaf in one.stage.leaves)
        actions = max(len(children) for children in one.stage.children)
        count += len(views) // before + 3 * depth * (actions + 2)
        met = max(met, len(views) // num_public_states(game, number))
        before = len(views)
    return count + met


@dataclass(eq=False)
class HandValues:
    """Values of a player's hands at the beginning of a round, times the probability of chance and the opponent.

    Of the best reply from here on, and of the player's own strategy, each of shape (..., histories).
    """

    best: Floats
    played: Floats

    @classmethod
    def zeros(cls, *shape: int) -> HandValues:
        """Return zeros."""
        return cls(np.zeros(shape), np.zeros(shape))

    def add(self, place: Ints, other: HandValues) -> None:
        """Add values to those at the given places; a place may occur repeatedly."""
        np.add.at(self.best, place, other.best)
        np.add.at(self.played, place, other.played)

    def take(self, place: Ints) -> HandValues:
        """Return the values at the given places."""
        return HandValues(self.best[place], self.played[place])

    def after(self, leaf: int, leaves: int) -> HandValues:
        """Return the values after one of the continuing leaves of the round before, by that round's histories."""
        return HandValues(self.best[..., leaf::leaves], self.played[..., leaf::leaves])


@dataclass(frozen=True, eq=False)
class RoundInduction:
    """One round, with both players' strategies.

    `later`, of shape (views, histories of the next round), are the values of the next round for each player, by the
    views of this one.
    """

    game: OrderedGame
    number: int
    strategies: tuple[LiftedStrategy, LiftedStrategy]
    later: tuple[HandValues, HandValues]

    @property
    def _stage(self) -> StageGame:
        return self.game.rounds[self.number].stage

    def block_size(self, entries: int, hands: int) -> int:
        """Return the number of public states, of `hands` hands each, with tables of about `entries` doubles."""
        return max(1, entries // (hands * max(hands, len(self._stage) * self.game.num_histories[self.number])))

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

    def _root_values(self, block: PublicBlock, player: int) -> HandValues:
        values = self._leaf_values(block, player)
        own = self.strategies[player]
        behavior = own.behavior[self.number][own.classes[self.number][block.members]]
        sequences = self._stage.sequences(player)
        for node in reversed(range(len(self._stage))):
            below = [values.pop(child) for child in self._stage.children[node]]
            if not below:
                continue
            best, played = below[0].best, below[0].played
            if self._stage.player[node] == player:
                first = sequences.set_start[sequences.sets.index(node)] - 1
                played = played * behavior[:, :, first]
                for choice, child in enumerate(below[1:], start=first + 1):
                    best = np.maximum(best, child.best)
                    played += behavior[:, :, choice] * child.played
            else:
                for child in below[1:]:
                    best, played = best + child.best, played + child.played
            values[node] = HandValues(best, played)
        return values[0]

    def _leaf_values(self, block: PublicBlock, player: int) -> dict[int, HandValues]:
        values = {leaf: HandValues(ended, ended) for leaf, ended in self._end_values(block, player).items()}
        continuing = self._stage.continuing
        if continuing:
            later = self.later[player].take(block.members)
            values |= {leaf: later.after(place, len(continuing)) for place, leaf in enumerate(continuing)}
        return values

    def _end_values(self, block: PublicBlock, player: int) -> dict[int, Floats]:
        """Return Σ over opposing hands of probability × weight × payoff, for every leaf that ends the game."""
        payoffs, opponent = self.game.payoffs[self.number], self.strategies[1 - player]
        at, ends = np.array(self._stage.sequences(1 - player).at), np.array(self._stage.ends, dtype=np.int64)
        classes = opponent.classes[self.number][block.members]
        shape = (*block.members.shape, self.game.num_histories[self.number])
        values = {int(end): np.zeros(shape) for end in ends}
        for feature, matrix in block.matrices.items():
            coefficients = payoffs.numerators[player, feature]
            used = np.flatnonzero(coefficients.any(axis=1))
            if len(used) == 0:
                continue
            weights = opponent.weights[self.number][classes[:, :, None], at[ends[used]]]
            by_hand = matrix if player == 0 else matrix.transpose(0, 2, 1)
            sums = (by_hand @ weights.reshape(*classes.shape, -1)).reshape(weights.shape)
            for place, end in enumerate(used):
                values[int(ends[end])] += sums[:, :, place] * (coefficients[end] / payoffs.denominator)
        return values


@dataclass(frozen=True, eq=False)
class PublicBlock(Immutable):
    """Some public states of a round, with the probabilities of the pairs of hands there.

    `members`, shape (states, n), are the views that agree with each public state; all states have the same number. For
    every feature that payoffs of the round depend on, by its place among the game's features, `largest` is its largest
    absolute value, and the matrix of shape (states, n, n) is probability times feature where player 1 holds the row's
    hand and player 2 the column's, 0 if they cannot. The constant's matrix is always there: the probability itself.
    """

    members: Ints
    matrices: dict[int, Floats]
    largest: dict[int, int]


def public_blocks(game: OrderedGame, number: int, size: int) -> Iterator[PublicBlock]:
    """Yield the public states of round `number` (from 0), `size` of them at a time.

    Deals are generated block by block from the views, so that they are never in memory all at once.
    """
    members = _members(game.views[number])
    for start in range(0, len(members), size):
        yield _block(game, number, members[start : start + size])


def num_public_states(game: OrderedGame, number: int) -> int:
    """Return the number of possible public signals by round `number` (from 0)."""
    return len(_members(game.views[number]))


def _members(views: Views) -> Ints:
    codes = codes_of(views.signals[:, list(views.public)], views.num_signals)
    states = len(np.unique(codes))
    return np.argsort(codes, kind="stable").reshape(states, -1)


def _block(game: OrderedGame, number: int, members: Ints) -> PublicBlock:
    views = game.views[number]
    here = Views(views.signals[members.reshape(-1)], views.parent[members.reshape(-1)], views.public, views.num_signals)
    place = _possible_pairs(here, members.shape)
    deals = _deals(game, number, here, place, members.shape[1])
    probability = deals.probability.to_floats()
    matrices, largest = {}, {}
    used = np.flatnonzero(np.asarray(game.payoffs[number].numerators.any(axis=(0, 2, 3))))
    for feature in sorted({CONSTANT, *used.tolist()}):
        values = game.features[feature].values(deals, (here, here))
        matrix = np.zeros((*members.shape, members.shape[1]))
        matrix[place] = probability * values
        matrices[feature], largest[feature] = matrix, magnitude(values)
    return PublicBlock(members, matrices, largest)


def _possible_pairs(here: Views, shape: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """Return state, row and column of every pair of hands without a signal in common."""
    private = here.signals[:, list(here.private)].reshape(*shape, -1)
    clash = (private[:, :, None, :, None] == private[:, None, :, None, :]).any(axis=(3, 4))
    state, row, column = np.nonzero(~clash)
    return state, row, column


def _deals(game: OrderedGame, number: int, here: Views, place: tuple[Ints, Ints, Ints], width: int) -> Deals:
    state, row, column = place
    receivers = game.receivers[number]
    signals: Signals = np.empty((len(state), len(receivers)), dtype=np.int16)
    view = (state * width + row, state * width + column)
    for player in (0, 1):
        seen = [position for position, who in enumerate(receivers) if who in (PUBLIC, player)]
        signals[:, seen] = here.signals[view[player]]
    return Deals(signals, receivers, view, _probability(game, number, signals))


def _probability(game: OrderedGame, number: int, signals: Signals) -> ExactArray:
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

    By rounds, `classes`, shape (views,), is the class of every view; `behavior`, shape (classes, choices, histories),
    has probabilities that sum to 1 in doubles; `weights`, shape (classes, 1 + choices, histories), is the realization
    plan, whose first entry is the weight at the beginning of the round.
    """

    player: int
    classes: tuple[Ints, ...]
    behavior: tuple[Floats, ...]
    weights: tuple[Floats, ...]


def lift(game: OrderedGame, one: InformationFilter, strategy: ClassStrategy) -> LiftedStrategy:
    """Return a player's strategy on all views of the game, for the classes of the player's filter on this game.

    Probabilities that are kept in single precision are made to sum to 1 in doubles.
    """
    require_fitting(game, one, strategy)
    return lift_behavior(game, one, strategy.player, strategy.behavior)


def lift_behavior(
    game: OrderedGame, one: InformationFilter, player: int, behavior: tuple[npt.NDArray[np.floating], ...]
) -> LiftedStrategy:
    """Return the strategy on all views with given probabilities; by rounds, of shape (classes, choices, histories)."""
    doubles = tuple(_normalized(each.stage, player, table) for each, table in zip(game.rounds, behavior, strict=True))
    return LiftedStrategy(player, one.classes, doubles, _weights(game, one, player, doubles))


def require_fitting(game: OrderedGame, one: InformationFilter, strategy: ClassStrategy) -> None:
    """Raise ModelError unless a filter and a strategy belong to a game and to each other."""
    who = f"player {strategy.player + 1}"
    sizes = [[len(views) for views in each.views] for each in (one.game, game)]
    if one.game is not game and (one.game.title, sizes[0]) != (game.title, sizes[1]):
        raise ModelError(f"{who}: a filter of {one.game!r}, not of {game!r}")
    if strategy.game.stages != tuple(each.stage for each in game.rounds):
        raise ModelError(
            f"{who}: a strategy for {strategy.game.title}, whose stage games are not those of {game.title}"
        )
    classes = strategy.game.num_classes[strategy.player]
    if one.num_classes != classes:
        raise ModelError(f"{who}: a strategy for {classes} classes by rounds, but the filter has {one.num_classes}")


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
        for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
            weights[:, start:stop] = weights[:, above, None] * table[:, start - 1 : stop - 1]
        leaves = [sequences.at[leaf] for leaf in each.stage.continuing]
        arriving = weights[:, leaves].transpose(0, 2, 1).reshape(len(weights), -1)
        rounds.append(weights)
    return tuple(rounds)
