"""Correlation of two players' strategies: relevant pairs of sequences, correlation plans, and mixtures of pure pairs.

Two information sets of different players are connected if a path of the game meets both. A pair of sequences is
relevant if one of them is empty, or their last choices are at connected sets. A correlation plan has a weight for every
relevant pair: the probability that a mediator recommends what leads along both sequences.

References
----------
von Stengel & Forges (2008), Extensive-form correlated equilibrium: definition and computational complexity,
Mathematics of Operations Research 33.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.infosets import PlayerSequences, SequenceIndex, ranges
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Ints, Mask, Number, Vector
from seqform.models.numbers.text import counted
from seqform.models.strategies.behavior import MixedStrategy

Moment = Literal["recommendation", "information set", "start"]
"""When a player may stop to obey: after the recommendation at a set, before it, or at the beginning of the game."""

RECOMMENDATION: Moment = "recommendation"
INFORMATION_SET: Moment = "information set"
START: Moment = "start"


class Trigger(NamedTuple):
    """A moment at which a player may stop to obey.

    - `player`: 0 or 1.
    - `sequence`: The player's sequence up to the last recommendation that is seen; the opponent's are correlated with
      it.
    - `sets`: The information sets at which the deviation begins.
    - `choices`: The sequences that end with what is recommended at these sets, among which the obedient one is.
    """

    player: int
    sequence: int
    sets: Ints
    choices: Ints


def triggers(index: SequenceIndex, moment: Moment) -> Iterator[Trigger]:
    """Yield the triggers of a player.

    Examples
    --------
    >>> import seqform as sf
    >>> index = sf.load("kuhn").sequences[0].index
    >>> [len(list(triggers(index, moment))) for moment in ("recommendation", "information set", "start")]
    [12, 6, 1]
    """
    if moment == START:
        first_sets = np.flatnonzero(index.parent_sequence == 0)
        choices = ranges(index.first_sequence[first_sets], index.num_actions[first_sets])
        yield Trigger(index.player, 0, first_sets, choices)
        return

    for infoset in range(index.num_infosets):
        start, stop = index.first_sequence[infoset : infoset + 2].tolist()
        sets = np.array([infoset], dtype=np.int64)
        if moment == INFORMATION_SET:
            before = int(index.parent_sequence[infoset])
            yield Trigger(index.player, before, sets, np.arange(start, stop))
            continue
        for sequence in range(start, stop):
            yield Trigger(index.player, sequence, sets, np.array([sequence], dtype=np.int64))


@dataclass(frozen=True, eq=False, repr=False)
class RelevantPairs(Immutable):
    """The relevant pairs of sequences of a game, ordered by the first and then by the second sequence.

    - `connected`: The connected pairs of information sets: the rows of player 0's sets and those of player 1's.
    """

    sequences: tuple[SequenceIndex, SequenceIndex]
    connected: tuple[Ints, Ints]

    @cached
    def _codes(self) -> Ints:
        """The number of each pair, first · |S2| + second, ascending."""
        first_index, second_index = self.sequences
        first_sets, second_sets = self.connected
        size = len(second_index)

        # All pairs of choices at a connected pair of sets: each choice of the first with each of the second.
        num_first = first_index.num_actions[first_sets]
        num_second = second_index.num_actions[second_sets]
        first = ranges(first_index.first_sequence[first_sets], num_first)
        times = num_second.repeat(num_first)
        first = first.repeat(times)
        starts = second_index.first_sequence[second_sets].repeat(num_first)
        second = ranges(starts, times)

        with_empty_second = np.arange(len(first_index)) * size
        with_empty_first = np.arange(1, size)
        return np.sort(np.concatenate([with_empty_second, with_empty_first, first * size + second]))

    @cached
    def first(self) -> Ints:
        """Player 0's sequence of each pair, shape (n,)."""
        return self._codes // len(self.sequences[1])

    @cached
    def second(self) -> Ints:
        """Player 1's sequence of each pair, shape (n,)."""
        return self._codes % len(self.sequences[1])

    def __len__(self) -> int:
        """Return the number of relevant pairs."""
        return len(self._codes)

    def places(self, player: int, own: Ints, other: Ints) -> Ints:
        """Return the places of pairs that are given by the sequences of a player and those of the opponent.

        Raises ModelError if a pair is not relevant.
        """
        first, second = (own, other) if player == 0 else (other, own)
        codes = first * len(self.sequences[1]) + second
        places: Ints = np.searchsorted(self._codes, codes)
        is_known = self._codes[np.minimum(places, len(self) - 1)] == codes
        if not is_known.all():
            wrong = int(np.argmin(is_known))
            names = [
                index.names[int(sequences[wrong])]
                for index, sequences in zip(self.sequences, (first, second), strict=True)
            ]
            raise ModelError(f"the sequences {names[0]!r} and {names[1]!r} are no relevant pair")
        return places

    def name(self, place: int) -> str:
        """Return the name of a pair: those of both sequences."""
        first_index, second_index = self.sequences
        first = first_index.names[int(self.first[place])]
        second = second_index.names[int(self.second[place])]
        return f"{first} | {second}"

    @cached
    def is_triangle_free(self) -> bool:
        """True if the equations of correlation plans have no other solutions than the plans of mixtures.

        A triangle are two sets I, I' of one player after the same own sequence and two sets J, J' of the other one,
        after the same own sequence, with I and J, I' and J', and I and J' connected. Among the sets after the same
        sequences, so no connected pair may have a further neighbor on both sides.

        References
        ----------
        Farina & Sandholm (2020), Polynomial-time computation of optimal correlated equilibria in two-player
        extensive-form games with public chance moves and beyond, definition 2 and theorem 1.
        """
        first_index, second_index = self.sequences
        first_sets, second_sets = self.connected
        if not len(first_sets):
            return True

        # The neighbors of a set that come after the same sequence: one more than those is a neighbor on this side.
        before_first = first_index.parent_sequence[first_sets]
        before_second = second_index.parent_sequence[second_sets]
        first_groups = first_sets * len(second_index) + before_second
        second_groups = second_sets * len(first_index) + before_first
        return not bool(np.any(_has_company(first_groups) & _has_company(second_groups)))

    def __repr__(self) -> str:
        sets = counted(len(self.connected[0]), "connected pair")
        return f"<RelevantPairs: {len(self):,} of sequences, {sets} of information sets>"


def _has_company(groups: Ints) -> Mask:
    """Return for each entry whether another one is equal to it."""
    _, inverse, counts = np.unique(groups, return_inverse=True, return_counts=True)
    return np.asarray(counts[inverse] > 1, dtype=bool)


@dataclass(frozen=True, eq=False, repr=False)
class CorrelationPlan(Immutable):
    """A weight for every relevant pair of sequences, shape (n,), exact or in doubles."""

    pairs: RelevantPairs
    weights: Vector

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.pairs):
            raise ModelError(
                f"correlation plan: {len(self.weights)} weights, but {len(self.pairs)} relevant pairs"
            )

    @property
    def exact(self) -> bool:
        """True if the weights are rational numbers."""
        return isinstance(self.weights, ExactArray)

    def sum(self, coefficients: ExactMatrix) -> Number:
        """Return the sum of the weights times coefficients, of shape (|S1|, |S2|), as of a player's payoffs."""
        places = self.pairs.places(0, coefficients.rows, coefficients.columns)
        if isinstance(self.weights, ExactArray):
            return coefficients.values.dot(self.weights.take(places))
        return float(coefficients.values.to_floats() @ self.weights[places])

    def __repr__(self) -> str:
        how = "exact" if self.exact else "in doubles"
        return f"<CorrelationPlan: {len(self.pairs):,} relevant pairs, {how}>"


@dataclass(frozen=True, eq=False, repr=False)
class PairMixture(Immutable):
    """A distribution over pairs of reduced pure strategies.

    - `plays`, shapes (k, |S1|) and (k, |S2|): Whether each of the k pairs plays along a sequence.
    - `weights`, shape (k,): The probabilities of the pairs, positive: fractions that sum to 1, or doubles.
    """

    sequences: tuple[SequenceIndex, SequenceIndex]
    plays: tuple[Mask, Mask]
    weights: Vector

    def __post_init__(self) -> None:
        for index, plays in zip(self.sequences, self.plays, strict=True):
            if plays.shape != (len(self), len(index)) or plays.dtype != np.bool_:
                raise ModelError(
                    f"mixture: a table of truth values of shape {(len(self), len(index))} expected, "
                    f"not {plays.shape} of {plays.dtype}"
                )
            for row in plays:
                _require_pure(index, row)
        if isinstance(self.weights, ExactArray):
            is_positive = bool(np.all(self.weights.numerators > 0))
            sums_to_one = self.weights.sum() == 1
        else:
            is_positive = bool(np.all(self.weights > 0))
            sums_to_one = abs(float(self.weights.sum()) - 1) <= 1e-9
        if not is_positive or not sums_to_one:
            raise ModelError("mixture: positive probabilities that sum to 1 expected")

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.weights)

    @classmethod
    def independent(cls, first: MixedStrategy, second: MixedStrategy) -> PairMixture:
        """Return the mixture of two mixed strategies that are drawn apart.

        Examples
        --------
        >>> import seqform as sf
        >>> profile = sf.solve("chicken", exact=True).profile
        >>> first, second = (strategy.plan.mixed() for strategy in profile)
        >>> mixture = PairMixture.independent(first, second)
        >>> len(mixture) == len(first.pure) * len(second.pure)
        True
        """
        sizes = (len(first.pure), len(second.pure))
        rows, columns = np.indices(sizes).reshape(2, -1)
        products = np.outer(
            np.array(first.probabilities, dtype=object),
            np.array(second.probabilities, dtype=object),
        ).reshape(-1)
        if first.exact and second.exact:
            weights: Vector = ExactArray.of(products)
        else:
            # Strategies in doubles are mixtures but for a negligible rest.
            floats = products.astype(np.float64)
            kept = floats > 0
            rows = rows[kept]
            columns = columns[kept]
            weights = floats[kept] / floats.sum()
        return cls(
            (first.index, second.index),
            (first.plays[rows], second.plays[columns]),
            weights,
        )

    @property
    def exact(self) -> bool:
        """True if the probabilities are rational numbers."""
        return isinstance(self.weights, ExactArray)

    def bound_to(self, sequences: tuple[PlayerSequences, PlayerSequences]) -> PairMixture:
        """Return this mixture for the sequences of a game that has the same information sets and actions by name."""
        first, second = (own.index for own in sequences)
        if first is self.sequences[0] and second is self.sequences[1]:
            return self
        first_places, _ = first.correspondence(self.sequences[0], "mixture")
        second_places, _ = second.correspondence(self.sequences[1], "mixture")
        plays = (self.plays[0][:, first_places], self.plays[1][:, second_places])
        return PairMixture((first, second), plays, self.weights)

    @property
    def parts(self) -> tuple[Mask, Mask, Vector]:
        """The plays of both players and the weights, of which certificates are."""
        return (*self.plays, self.weights)

    @cached
    def _pure(self) -> tuple[tuple[Mask, Ints], tuple[Mask, Ints]]:
        """The distinct pure strategies of each player, and for every pair the place of its own among them."""
        first, second = (_distinct_rows(plays) for plays in self.plays)
        return first, second

    def probabilities(self, first: Ints, second: Ints) -> Vector:
        """Return the probability with which both players play along each of some pairs of sequences, shape (n,).

        The pairs are taken together by the sequence of one player, of whom fewer distinct ones occur.
        """
        player = 0
        own = first
        opposing = second
        if len(np.unique(second)) < len(np.unique(first)):
            player = 1
            own = second
            opposing = first
        order = np.argsort(own, kind="stable")
        sequences, starts = np.unique(own[order], return_index=True)
        stops = np.append(starts, len(order))[1:]
        parts: list[Any] = [ExactArray.zeros(0) if self.exact else np.zeros(0)]
        for sequence, start, stop in zip(sequences, starts, stops, strict=True):
            parts.append(self._along(player, sequence, opposing[order[start:stop]]))

        as_given = np.argsort(order)
        if self.exact:
            return ExactArray.concatenate(parts).take(as_given).reduced()
        sums: Floats = np.concatenate(parts)[as_given]
        return sums

    def against(self, player: int, sequence: int) -> Vector:
        """Return the weights of the opponent's sequences where a player is to play along a sequence, shape (|S|,).

        They are a realization plan of the opponent times the probability of the player's sequence.
        """
        sums = self._along(player, sequence, np.arange(len(self.sequences[1 - player])))
        return sums.reduced() if isinstance(sums, ExactArray) else sums

    def _along(self, player: int, sequence: int, columns: Ints) -> Vector:
        """Return the probabilities that a player plays along a sequence and the opponent along each of some."""
        chosen = np.flatnonzero(self.plays[player][:, sequence])
        pure, place = self._pure[1 - player]
        table = pure[:, columns]
        if isinstance(self.weights, ExactArray):
            weights = self.weights.take(chosen).sum_by(place[chosen], len(pure))
            rows, places = np.nonzero(table)
            return weights.take(rows).sum_by(places, len(columns))
        grouped = np.bincount(place[chosen], weights=self.weights[chosen], minlength=len(pure))
        sums: Floats = np.asarray(grouped @ table, dtype=np.float64)
        return sums

    def plan(self, pairs: RelevantPairs) -> CorrelationPlan:
        """Return the correlation plan of the mixture."""
        return CorrelationPlan(pairs, self.probabilities(pairs.first, pairs.second))

    def choices(self, player: int, pair: int) -> dict[str, str]:
        """Return the recommended action at each information set that a pure strategy of a pair does not exclude."""
        index = self.sequences[player]
        recommended = {}
        for row in index.order.tolist():
            start, stop = index.first_sequence[row : row + 2].tolist()
            chosen = np.flatnonzero(self.plays[player][pair, start:stop])
            if len(chosen):
                recommended[index.infoset_names[row]] = index.action_names[row][int(chosen[0])]
        return recommended

    def __repr__(self) -> str:
        how = "exact" if self.exact else "in doubles"
        return f"<PairMixture of {counted(len(self), 'pair')} of pure strategies, {how}>"


class ClaimedDevice(NamedTuple):
    """A mixture, and the name of the concept of which it is said to be a device.

    - `leader`: The player who commits to it, 0 or 1, in a concept of commitment; None in others.
    """

    concept: str
    mixture: PairMixture
    leader: int | None = None


def _distinct_rows(table: Mask) -> tuple[Mask, Ints]:
    """Return the distinct rows of a table of truth values, and for every row its place among them."""
    _, examples, places = np.unique(
        np.packbits(table, axis=1), axis=0, return_index=True, return_inverse=True
    )
    return table[examples], places.reshape(-1)


def _require_pure(index: SequenceIndex, plays: Mask) -> None:
    """Raise ModelError unless a mask of sequences is a reduced pure strategy."""
    numbers = plays.astype(np.int64)
    chosen = (
        np.add.reduceat(numbers, index.first_sequence[:-1]) if index.num_infosets else numbers[:0]
    )
    expected = numbers[index.parent_sequence]
    if not plays[0] or not np.array_equal(chosen, expected):
        raise ModelError(
            "mixture: a strategy has to choose one action at each information set that its own choices reach, "
            "and none elsewhere"
        )
