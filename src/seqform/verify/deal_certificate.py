"""Certificates of class strategies on the deals of the unabstracted ordered game.

Each player's strategy is lifted from classes to hands and fixed in turn, and the other player's best reply, which sees
all signals, is computed by backward induction over the rounds: in one round for all hands of some public states at
once. The abstraction supplies nothing but the class of each hand; the sums are over the game's own deals.

Strategies are certified in doubles, with a bound on rounding; realization plans in rational numbers are certified in
integers, over one denominator for all payoffs, probabilities and weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
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
from seqform.models.games.infosets import player_label
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import (
    PUBLIC,
    Comparison,
    Constant,
    Deals,
    Signals,
    Views,
    codes_of,
    of_views,
)
from seqform.models.games.stages import StageGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    Floats,
    Ints,
    Numerators,
    as_integers,
    magnitude,
)
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


def _notes(game: OrderedGame) -> str:
    """Return the note of a certificate, with that of the game."""
    return "; ".join(filter(None, (game.note, _NOTE)))


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
    lifted = (lift(game, filters[0], strategies[0]), lift(game, filters[1], strategies[1]))
    certificate = certify_lifted(game, lifted, threads=threads, progress=progress)
    return certificate.of((*filters, *strategies))


def certify_lifted(
    game: OrderedGame,
    strategies: tuple[LiftedStrategy, LiftedStrategy],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> DealCertificate:
    """Certify strategies on all views; see `certify_deals`."""
    (first, second), largest = _play_back(game, strategies, max(1, threads), progress)
    # There is one history before the first round.
    played = (first.played[:, 0], second.played[:, 0])
    best = (first.best[:, 0], second.best[:, 0])
    roundings = _roundings(game) * _UNIT_ROUNDOFF
    rounding_bound = roundings * largest / (1 - roundings)
    certificate = Certificate.in_doubles(
        values=(float(played[0].sum()), float(played[1].sum())),
        best_response_values=(float(best[0].sum()), float(best[1].sum())),
        rounding=2 * rounding_bound,
        constant_sum=game.constant_sum,
        note=_notes(game),
        game=game,
    )
    return _by_hands(game, certificate, rounding_bound, played, best)


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
    lifted = (
        _lift_plan(game, filters[0], plans[0], 0),
        _lift_plan(game, filters[1], plans[1], 1),
    )
    unit = common_denominator(game)
    (first, second), _ = _play_back(game, lifted, 1, progress, unit)

    # A best reply is weighted by the opponent's plan alone, play by both plans.
    denominators = (plans[0].denominator, plans[1].denominator)
    best = (
        _fractions(first.best, unit * denominators[1]),
        _fractions(second.best, unit * denominators[0]),
    )
    of_both = unit * denominators[0] * denominators[1]
    played = (_fractions(first.played, of_both), _fractions(second.played, of_both))
    certificate = Certificate(
        values=(played[0].sum(), played[1].sum()),
        best_response_values=(best[0].sum(), best[1].sum()),
        exact=True,
        constant_sum=game.constant_sum,
        note=_notes(game),
        of=(*filters, *plans),
        game=game,
    )
    return _by_hands(game, certificate, 0.0, played, best)


def _fractions(numerators: Weights, denominator: int) -> npt.NDArray[Any]:
    """Return the values of every hand at the one history before the first round."""
    integers = map(int, numerators[:, 0].tolist())
    return np.array([Fraction(integer, denominator) for integer in integers], dtype=object)


def common_denominator(game: OrderedGame) -> int:
    """Return a number by which every probability of a deal times a payoff becomes an integer."""
    common = 1
    for number in range(len(game.rounds)):
        of_deals = _deals_denominator(game, number)
        common = math.lcm(common, of_deals * game.payoffs[number].denominator)
    return common


def _deals_denominator(game: OrderedGame, number: int) -> int:
    """Return a number by which the probability of every deal by a round becomes an integer."""
    if game.ranges is not None:
        return game.ranges.unit * game.num_draws(number)
    if game.weights is None:
        return game.num_deals(number)  # all deals are equally likely
    common = 1
    for members in _members(game, number):
        for state in range(len(members[0])):
            require_time()
            *_, deals = deals_of(game, number, _some(members, state, 1))
            common = math.lcm(common, deals.probability.denominator)
    return common


def _by_hands(
    game: OrderedGame, certificate: Certificate, rounding_bound: float, played: Pair, best: Pair
) -> DealCertificate:
    """Return the certificate with each hand's values given that it is dealt, in doubles."""
    chances = _chances(game)

    def given_hands(values: Pair) -> tuple[Floats, Floats]:
        by_player = []
        for own, chance in zip(values, chances, strict=True):
            never = np.full(len(chance), np.nan)  # of hands that a player is never dealt
            own_values = own.astype(np.float64)
            by_player.append(np.divide(own_values, chance, out=never, where=chance > 0))
        return by_player[0], by_player[1]

    return DealCertificate(
        certificate=certificate,
        rounding_bound=rounding_bound,
        hands=(_hands(game, 0), _hands(game, 1)),
        values=given_hands(played),
        best_response_values=given_hands(best),
    )


def _hands(game: OrderedGame, player: int) -> tuple[str, ...]:
    rows = game.views[0][player].signals.tolist()
    return tuple(" ".join(game.signals[signal] for signal in row) for row in rows)


def _play_back(
    game: OrderedGame,
    lifted: tuple[LiftedStrategy, LiftedStrategy],
    threads: int,
    progress: Progress | None,
    unit: int = 0,
) -> tuple[tuple[HandValues, HandValues], float]:
    """Return both players' values of every hand of the first round, times its probability; and the largest payoff.

    The rounds are played back from the last to the first. In each, blocks of public states are computed in threads, and
    the values of every hand are added to those of the hand that it continues. Sums are in the order of the blocks, so
    that they do not depend on the threads.
    """
    rounds = range(len(game.rounds))
    num_states = sum(num_public_states(game, number) for number in rounds)
    done = 0
    largest = 0.0
    number_type = object if unit else np.float64
    values = (HandValues.zeros(0), HandValues.zeros(0))
    with ThreadPoolExecutor(threads) as pool:
        for number in reversed(rounds):
            induction = RoundInduction(game, number, lifted, values, unit)
            values = begun(game, 0, number, number_type), begun(game, 1, number, number_type)
            size = induction.block_size(_BLOCK_ENTRIES)
            for blocks in _batches(public_blocks(game, number, size, unit), threads):
                roots = pool.map(induction.root_values, blocks)
                for block, (first, second) in zip(blocks, roots, strict=True):
                    values[0].add(block.above(game, 0), first)
                    values[1].add(block.above(game, 1), second)
                    largest = max(largest, induction.largest_payoff(block))
                    done += len(block.members[0])
                if progress is not None:
                    progress(f"best replies: {done:,} of {num_states:,} public states")
    return values, largest


def begun(
    game: OrderedGame, player: int, number: int, number_type: type = np.float64
) -> HandValues:
    """Return zeros for a player's values of round `number` by the views of the round before, or of the first round."""
    views = game.views[max(number - 1, 0)][player]
    return HandValues.zeros(len(views), game.num_histories[number], number_type=number_type)


def _batches(blocks: Iterator[PublicBlock], size: int) -> Iterator[list[PublicBlock]]:
    while batch := list(islice(blocks, size)):
        yield batch


def _chances(game: OrderedGame) -> tuple[Floats, Floats]:
    """Return the probability of each hand of the first round, for each player."""
    if game.ranges is not None:
        chances = []
        for player in (0, 1):
            numerators = game.ranges.chances(player, game.ranges.hands)
            chances.append(ExactArray(as_integers(numerators), game.ranges.unit).to_floats())
        return chances[0], chances[1]
    first, second = (np.zeros(len(views)) for views in game.views[0])
    for block in public_blocks(game, 0, 1):
        first[block.members[0]] = block.matrices[CONSTANT].sum(axis=2)
        second[block.members[1]] = block.matrices[CONSTANT].sum(axis=1)
    return first, second


def _roundings(game: OrderedGame) -> int:
    """Return a bound on the number of successive roundings that a term of the sums passes through.

    In every round there are those of the sum over the hands that continue one hand, and some for each move of a play.
    Those of the sum over the hands that the opponent may hold count once, in the round in which the game ends.
    """
    count = 10 + len(game.features)
    if game.ranges is not None:
        count += 2  # a probability is a product of two doubles
    most_met = 0
    fewest_before = 1
    for number, (game_round, views) in enumerate(zip(game.rounds, game.views, strict=True)):
        stage = game_round.stage
        most_views = max(map(len, views))
        depth = max(len(stage.path(leaf)) for leaf in stage.leaves)
        actions = max(map(len, stage.children))
        count += -(-most_views // fewest_before) + 3 * depth * (actions + 2)
        most_met = max(most_met, _most_in_state(game, number, most_views))
        fewest_before = min(map(len, views))
    return count + most_met


def _most_in_state(game: OrderedGame, number: int, most_views: int) -> int:
    """Return the largest number of a player's hands in a public state of a round."""
    if game.ranges is not None:
        return len(game.ranges.hands)
    return most_views // num_public_states(game, number)


@dataclass(eq=False)
class HandValues:
    """Values of a player's hands at the beginning of a round, each of shape (..., histories).

    `best` is that of the best reply from here on, times the probability of chance and the opponent; `played` that of
    the player's own strategy, times the probability of all three.
    """

    best: Weights
    played: Weights

    @classmethod
    def zeros(cls, *shape: int, number_type: type = np.float64) -> HandValues:
        """Return zeros."""
        return cls(np.zeros(shape, dtype=number_type), np.zeros(shape, dtype=number_type))

    def add(self, places: Ints, terms: HandValues) -> None:
        """Add values to those at the given places; a place may occur repeatedly."""
        np.add.at(self.best, places, terms.best)
        np.add.at(self.played, places, terms.played)


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
        few, many = sorted(-(-len(views) // states) for views in self.game.views[self.number])
        # Of one state: the pairs of hands, or the values of the hands at all nodes after all histories.
        nodes = len(self._stage) * self.game.num_histories[self.number]
        return max(1, entries // (many * max(few, nodes)))

    def largest_payoff(self, block: PublicBlock) -> float:
        """Return a bound on the payoffs of the round in some public states."""
        payoffs = self.game.payoffs[self.number]
        sizes: Any = 0
        for feature, largest in block.largest.items():
            sizes += largest * np.abs(payoffs.numerators[:, feature]).astype(np.float64)
        return float(np.max(sizes, initial=0.0)) / payoffs.denominator

    def root_values(self, block: PublicBlock) -> tuple[HandValues, HandValues]:
        """Return the values of both players' hands in some public states, shape (states, n, histories)."""
        return self._root_values(block, 0), self._root_values(block, 1)

    def best_values(
        self, block: PublicBlock, player: int, ended: dict[int, Weights] | None = None
    ) -> dict[int, Weights]:
        """Return the values of a player's best reply from every node of the stage game on; see `HandValues`."""
        stage = self._stage
        values = dict(ended or self._end_values(block, player))

        # A history of the next round is one of this round followed by a leaf: the leaf is the last digit.
        continuing = stage.continuing
        if continuing:
            later = self.later[player].best[block.members[player]]
            for place, leaf in enumerate(continuing):
                values[leaf] = later[..., place :: len(continuing)]

        # Children have greater numbers. The opponent's probabilities are in the values already: these add up.
        for node in reversed(range(len(stage))):
            below = [values[child] for child in stage.children[node]]
            if below:
                combined = np.maximum if stage.player[node] == player else np.add
                values[node] = reduce(combined, below)
        return values

    def _root_values(self, block: PublicBlock, player: int) -> HandValues:
        own = self.strategies[player]
        sequence_at = self._stage.sequences(player).at
        classes = own.classes[self.number][block.members[player]]
        weights = own.weights[self.number][classes]

        ended = self._end_values(block, player)
        played: Any = 0
        for leaf, values in ended.items():
            played = played + values * weights[:, :, sequence_at[leaf]]
        continuing = self._stage.continuing
        if continuing:
            # Values of play are weighted by the player's own plan in the later round.
            later = self.later[player].played[block.members[player]]
            played = played + later.reshape(*later.shape[:2], -1, len(continuing)).sum(axis=3)
        return HandValues(self.best_values(block, player, ended)[0], played)

    def _end_values(self, block: PublicBlock, player: int) -> dict[int, Weights]:
        """Return Σ over opposing hands of probability × weight × payoff, for every leaf that ends the game.

        A payoff is a combination of features, with coefficients by leaf and history. For each feature one product of
        matrices, (states, own hands, opposing hands) with (states, opposing hands, leaves × histories), serves all
        leaves whose payoffs depend on it.
        """
        payoffs = self.game.payoffs[self.number]
        opponent = self.strategies[1 - player]
        sequence_at = np.array(self._stage.sequences(1 - player).at, dtype=np.int64)
        ends = np.array(self._stage.ends, dtype=np.int64)
        classes = opponent.classes[self.number][block.members[1 - player]]
        num_states, num_hands = block.members[player].shape
        shape = (num_states, num_hands, self.game.num_histories[self.number])
        number_type = object if self.unit else np.float64
        values = {int(end): np.zeros(shape, dtype=number_type) for end in ends}

        for feature, matrix in block.matrices.items():
            coefficients = payoffs.numerators[player, feature]
            used = np.flatnonzero(coefficients.any(axis=1))
            if len(used) == 0:
                continue
            factors: Any = coefficients.astype(object)
            if not self.unit:  # integers have the denominator in the matrix
                factors = coefficients / payoffs.denominator

            weights = opponent.weights[self.number][classes[:, :, None], sequence_at[ends[used]]]
            by_hand = matrix if player == 0 else matrix.transpose(0, 2, 1)
            sums = by_hand @ weights.reshape(*classes.shape, -1)
            by_leaf = sums.reshape(num_states, num_hands, *weights.shape[2:])
            for place, end in enumerate(used):
                values[int(ends[end])] += by_leaf[:, :, place] * factors[end]
        return values


@dataclass(frozen=True, eq=False)
class PublicBlock(Immutable):
    """Some public states of a round, with the probabilities of the pairs of hands there.

    `members`, of shapes (states, n) and (states, m), are each player's views that agree with each public state; all
    states have the same numbers. For every feature that payoffs of the round depend on, by its place among the game's
    features, `largest` is its largest absolute value, and the matrix of shape (states, n, m) is probability times
    feature where player 0 holds the row's hand and player 1 the column's, 0 if they cannot. The constant's matrix is
    always there: the probability itself.
    """

    number: int
    members: tuple[Ints, Ints]
    matrices: dict[int, Weights]
    largest: dict[int, int]

    def above(self, game: OrderedGame, player: int) -> Ints:
        """Return the views of the round before that a player's views continue; in the first round these views."""
        members = self.members[player]
        if self.number == 0:
            return members
        return game.views[self.number][player].parent[members]


def public_blocks(
    game: OrderedGame, number: int, size: int, unit: int = 0
) -> Iterator[PublicBlock]:
    """Yield the public states of round `number` (from 0), `size` of them at a time.

    Deals are generated block by block from the views, so that they are never in memory all at once. The matrices are in
    doubles, or, with a `unit`, in integers that have to be divided by the unit and multiplied by the denominator of the
    round's payoffs. Raises TimeLimitError after the end of the whole.
    """
    for members in _members(game, number):
        for start in range(0, len(members[0]), size):
            require_time()
            yield _block(game, number, _some(members, start, size), unit)


def num_public_states(game: OrderedGame, number: int) -> int:
    """Return the number of possible public signals by round `number` (from 0)."""
    num_public = sum(game_round.public for game_round in game.rounds[: number + 1])
    return math.perm(len(game.signals), num_public)


def _members(game: OrderedGame, number: int) -> list[tuple[Ints, Ints]]:
    """Return the views of each player that agree with each public state, in tables of states with equally many."""
    first, second = game.views[number]
    by_state = _views_by_state(first), _views_by_state(second)
    if game.ranges is None:
        # Every public state has as many views, so that they are one table.
        states = num_public_states(game, number)
        tables = [np.concatenate(own).reshape(states, -1) for own in by_state]
        return [(tables[0], tables[1])]
    return [(own[None, :], theirs[None, :]) for own, theirs in zip(*by_state, strict=True)]


def _views_by_state(views: Views) -> list[Ints]:
    """Return the views of each public state, in the order of the states' numbers."""
    public = codes_of(views.signals[:, list(views.public)], views.num_signals)
    order = np.argsort(public, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(public[order])) + 1)


def _some(members: tuple[Ints, Ints], start: int, size: int) -> tuple[Ints, Ints]:
    """Return the views of some public states."""
    return members[0][start : start + size], members[1][start : start + size]


def _block(game: OrderedGame, number: int, members: tuple[Ints, Ints], unit: int) -> PublicBlock:
    if game.ranges is not None and not unit and _only_compares(game, number):
        return _block_of_ranges(game, game.ranges, number, members)
    views, place, deals = deals_of(game, number, members)
    probability: Weights = deals.probability.to_floats()
    if unit:
        factor = unit // (deals.probability.denominator * game.payoffs[number].denominator)
        probability = deals.probability.numerators.astype(object) * factor

    matrices: dict[int, Weights] = {}
    largest: dict[int, int] = {}
    for feature in _used_features(game, number):
        values = game.features[feature].values(deals, views)
        matrix = np.zeros((*members[0].shape, members[1].shape[1]), dtype=probability.dtype)
        matrix[place] = probability * values
        matrices[feature] = matrix
        largest[feature] = magnitude(values)
    return PublicBlock(number, members, matrices, largest)


def _used_features(game: OrderedGame, number: int) -> list[int]:
    """Return the places of the features that payoffs of a round depend on, and of the constant."""
    has_coefficient = game.payoffs[number].numerators.any(axis=(0, 2, 3))
    used = np.flatnonzero(np.asarray(has_coefficient, dtype=bool))
    return sorted({CONSTANT, *used.tolist()})


def _only_compares(game: OrderedGame, number: int) -> bool:
    """Return whether payoffs of a round depend on comparisons of hands and on nothing else of the signals."""
    used = _used_features(game, number)
    return all(isinstance(game.features[place], Comparison | Constant) for place in used)


def _block_of_ranges(
    game: OrderedGame, ranges: Ranges, number: int, members: tuple[Ints, Ints]
) -> PublicBlock:
    """Return one public state of a game with ranges, from the weights and strengths of its hands.

    A probability is the product of two doubles, one of which has the common denominator.
    """
    first_views, second_views = (
        _views_of(views, own) for views, own in zip(game.views[number], members, strict=True)
    )
    first = ranges.hand_of(first_views.signals)
    second = ranges.hand_of(second_views.signals)
    denominator = ranges.unit * game.num_draws(number)
    first_chance = ExactArray(as_integers(ranges.weights[0][first]), denominator).to_floats()
    second_weight = ExactArray(as_integers(ranges.weights[1][second]), 1).to_floats()
    chance = np.where(ranges.disjoint(first, second), np.outer(first_chance, second_weight), 0.0)

    matrices: dict[int, Weights] = {}
    for place in _used_features(game, number):
        feature = game.features[place]
        sign: Any = 1
        if isinstance(feature, Comparison):
            first_strength = of_views(feature.strength, first_views)
            second_strength = of_views(feature.strength, second_views)
            sign = np.sign(first_strength[:, None] - second_strength)
        matrices[place] = (chance * sign)[None]
    return PublicBlock(number, members, matrices, dict.fromkeys(matrices, 1))


def deals_of(
    game: OrderedGame, number: int, members: tuple[Ints, Ints]
) -> tuple[tuple[Views, Views], tuple[Ints, Ints, Ints], Deals]:
    """Return the views of some public states, the places of possible pairs of hands, and their deals."""
    all_views = game.views[number]
    views = (_views_of(all_views[0], members[0]), _views_of(all_views[1], members[1]))
    state, row, column = _possible_pairs(views, members)

    receivers = game.receivers[number]
    signals: Signals = np.empty((len(state), len(receivers)), dtype=np.int16)
    view = (state * members[0].shape[1] + row, state * members[1].shape[1] + column)
    for player in (0, 1):
        seen = [place for place, receiver in enumerate(receivers) if receiver in (PUBLIC, player)]
        signals[:, seen] = views[player].signals[view[player]]
    deals = Deals(signals, receivers, view, probability_of_deals(game, number, signals))
    return views, (state, row, column), deals


def _views_of(views: Views, members: Ints) -> Views:
    rows = members.reshape(-1)
    return Views(views.signals[rows], views.parent[rows], views.public, views.num_signals)


def _possible_pairs(
    views: tuple[Views, Views], members: tuple[Ints, Ints]
) -> tuple[Ints, Ints, Ints]:
    """Return state, row and column of every pair of hands without a signal in common."""
    first = _private_signals(views[0], members[0])
    second = _private_signals(views[1], members[1])
    is_common = first[:, :, None, :, None] == second[:, None, :, None, :]
    state, row, column = np.nonzero(~is_common.any(axis=(3, 4)))
    return state, row, column


def _private_signals(views: Views, members: Ints) -> Signals:
    """Return a player's own signals, of shape (states, hands, signals)."""
    own: Signals = views.signals[:, list(views.private)]
    return own.reshape(*members.shape, len(views.private))


def probability_of_deals(game: OrderedGame, number: int, signals: Signals) -> ExactArray:
    """Return the probability of each deal by round `number` (from 0), its signals in the order of the receivers."""
    if game.ranges is not None:
        # The first round deals player 0's hand and then player 1's, and nothing else.
        ranges = game.ranges
        first = ranges.weights[0][ranges.hand_of(signals)]
        second = ranges.weights[1][ranges.hand_of(signals[:, ranges.hand_size :])]
        return ExactArray(as_integers(first * second), ranges.unit * game.num_draws(number))
    if game.weights is None:
        return ExactArray(np.ones(len(signals), dtype=np.int64), game.num_deals(number))
    return ExactArray.of(_drawn(game.weights, deal) for deal in signals.tolist())


def _drawn(weights: tuple[int, ...], deal: list[int]) -> Fraction:
    """Return the probability that these signals are drawn in this order, without replacement."""
    probability = Fraction(1)
    left = sum(weights)
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


def lift(
    game: OrderedGame, player_filter: InformationFilter, strategy: ClassStrategy
) -> LiftedStrategy:
    """Return a player's strategy on all views of the game, for the classes of the player's filter on this game.

    Probabilities that are kept in single precision are made to sum to 1 in doubles.
    """
    require_fitting(game, player_filter, strategy)
    return lift_behavior(game, player_filter, strategy.player, strategy.behavior)


def lift_behavior(
    game: OrderedGame,
    player_filter: InformationFilter,
    player: int,
    behavior: tuple[npt.NDArray[np.floating], ...],
) -> LiftedStrategy:
    """Return the strategy on all views with given probabilities; by rounds, of shape (classes, choices, histories)."""
    tables = []
    for game_round, table in zip(game.rounds, behavior, strict=True):
        tables.append(_normalized(game_round.stage, player, table))
    weights = _weights(game, player_filter, player, tables)
    return LiftedStrategy(player, player_filter.classes, weights)


def _lift_plan(
    game: OrderedGame, player_filter: InformationFilter, plan: ClassPlan, player: int
) -> LiftedStrategy:
    """Return a realization plan on all views, in integers."""
    if plan.player != player:
        raise ModelError("a plan of player 1 and one of player 2 expected, in this order")
    require_fitting(game, player_filter, plan)
    return LiftedStrategy(player, player_filter.classes, plan.with_arriving())


def require_fitting(
    game: OrderedGame, player_filter: InformationFilter, strategy: ClassStrategy | ClassPlan
) -> None:
    """Raise ModelError unless a filter and a strategy belong to a game and to each other."""
    who = player_label(strategy.player)
    filtered = player_filter.game
    is_alike = filtered.title == game.title and _num_views(filtered) == _num_views(game)
    if filtered is not game and not is_alike:
        raise ModelError(f"{who}: a filter of {filtered!r}, not of {game!r}")
    if strategy.game.stages != tuple(game_round.stage for game_round in game.rounds):
        raise ModelError(
            f"{who}: a strategy for {strategy.game.title}, whose stage games are not those of {game.title}"
        )
    classes = strategy.game.num_classes[strategy.player]
    if player_filter.num_classes != classes:
        raise ModelError(
            f"{who}: a strategy for {classes} classes by rounds, but the filter has {player_filter.num_classes}"
        )


def _num_views(game: OrderedGame) -> list[tuple[int, int]]:
    """Return the numbers of both players' views in each round."""
    return [(len(first), len(second)) for first, second in game.views]


def _normalized(stage: StageGame, player: int, behavior: npt.NDArray[np.floating]) -> Floats:
    table: Floats = behavior.astype(np.float64)
    starts = stage.sequences(player).set_start
    for start, stop in pairwise(starts):
        part = table[:, start - 1 : stop - 1]
        part /= part.sum(axis=1, keepdims=True)
    return table


def _weights(
    game: OrderedGame,
    player_filter: InformationFilter,
    player: int,
    behavior: Sequence[Floats],
) -> tuple[Floats, ...]:
    """Return the realization plan of behavior, round by round; see `LiftedStrategy`.

    Within a round the weight of a choice is that of the sequence before its set times its probability. A class begins
    the next round, after a history that ends at a continuing leaf, with the weight of its parent there.
    """
    arriving: Floats = np.ones((1, 1))  # of shape (classes of the round before, histories)
    rounds = []
    for number, (game_round, table) in enumerate(zip(game.rounds, behavior, strict=True)):
        stage = game_round.stage
        sequences = stage.sequences(player)
        num_classes, _, num_histories = table.shape
        weights = np.empty((num_classes, len(sequences) + 1, num_histories))
        weights[:, 0] = arriving[player_filter.parents(number)]
        set_bounds = pairwise(sequences.set_start)
        for above, (start, stop) in zip(sequences.set_above, set_bounds, strict=True):
            weights[:, start:stop] = weights[:, above, None] * table[:, start - 1 : stop - 1]
        leaves = [sequences.at[leaf] for leaf in stage.continuing]
        arriving = weights[:, leaves].transpose(0, 2, 1).reshape(num_classes, -1)
        rounds.append(weights)
    return tuple(rounds)
