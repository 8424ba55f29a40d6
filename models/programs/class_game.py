"""Abstracted ordered games, whose information sets are classes of hands, with their strategies and solutions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.games.infosets import player_label
from seqform.models.games.ordered import RoundPayoffs, history_counts, sum_of_payoffs
from seqform.models.games.stages import StageGame
from seqform.models.immutable import Immutable, cached, read_only
from seqform.models.numbers.exact import Floats, Ints, Numerators, extreme_ratios
from seqform.models.numbers.integers import SAFE, as_integers, magnitude, matrix_product, times
from seqform.models.programs.class_pairs import HandPairs, Pairs
from seqform.models.programs.solutions import BoundedSolution


@dataclass(frozen=True, eq=False)
class PlanPayoffs(Immutable):
    """Payoffs of a player for her own sequences alone, whatever the opponent plays; he loses them.

    `tables` has that of every sequence by rounds, shape (classes, choices, histories); `constant` is that of the empty
    one.
    """

    player: int
    constant: float
    tables: tuple[Floats, ...]

    def of(self, plan: Sequence[Floats]) -> float:
        """Return the payoff of a plan, given by rounds."""
        rounds = zip(self.tables, plan, strict=True)
        return self.constant + sum(float(np.vdot(payoffs, weights)) for payoffs, weights in rounds)

    def changed(self, change: Callable[[Floats], Floats]) -> PlanPayoffs:
        """Return the payoffs after a change of each."""
        constant = float(change(np.array(self.constant, dtype=np.float64)))
        return PlanPayoffs(self.player, constant, tuple(map(change, self.tables)))


@dataclass(frozen=True, eq=False)
class ClassGame(Immutable):
    """The game Γ_F of an ordered game Γ and filters F, in a compact form for large games.

    An information set of player i is a class k of round j, a history h of the rounds before, and a
    node of the stage game at which i acts. Payoffs are xᵀA y with
    A = Σ over rounds, ends and features of (unit matrix at the end's sequences) ⊗ (coefficients over histories) ⊗
    (feature over pairs of classes): a sum of Kronecker products, never written out.

    ``parents`` has, for each player and round, the class of the round before that each class continues, zeros in the
    first round. The first of the features is the constant.

    A player's sequences are the empty one and, for every round j, class k, choice s of the stage game
    (``stages[j].sequences(i)``, counted from 1) and history h, one. Vectors over the sequences are kept by rounds
    as arrays of shape (classes, choices, histories). The sequence before choice s of a set with ``set_above`` 0 is, in
    round j > 0, the one at the continuing leaf that ends the history, of class ``parents[k]``.

    With payoffs `besides`, of one player's plan alone, it is no longer the game of an ordered game, but one of
    restricted responses.
    """

    title: str
    players: tuple[str, str]
    stages: tuple[StageGame, ...]
    num_classes: tuple[tuple[int, ...], tuple[int, ...]]
    parents: tuple[tuple[Ints, ...], tuple[Ints, ...]]
    pairs: tuple[Pairs, ...]
    payoffs: tuple[RoundPayoffs, ...]
    features: tuple[str, ...]
    besides: PlanPayoffs | None = None

    @cached
    def num_histories(self) -> tuple[int, ...]:
        """For each round the number of histories of the rounds before it."""
        return history_counts(self.stages)

    @property
    def num_rounds(self) -> int:
        """Number of rounds."""
        return len(self.stages)

    def shape(self, player: int, number: int) -> tuple[int, int, int]:
        """Return (classes, choices, histories): the shape of a vector over a player's sequences of a round."""
        return (
            self.num_classes[player][number],
            len(self.stages[number].sequences(player)),
            self.num_histories[number],
        )

    def num_sequences(self, player: int) -> int:
        """Return |S_i|, the empty sequence included."""
        return 1 + sum(math.prod(self.shape(player, number)) for number in range(self.num_rounds))

    def num_infosets(self, player: int) -> int:
        """Return |H_i|."""
        return sum(
            self.num_classes[player][number]
            * len(self.stages[number].sets(player))
            * self.num_histories[number]
            for number in range(self.num_rounds)
        )

    @cached
    def num_nodes(self) -> int:
        """The number of nodes of the game tree: chance reveals player 0's class, then player 1's, where not certain.

        A round begins after a pair of classes of the round before and a history. Chance has a node there if several
        classes of player 0 can follow, and after each of them if several classes of player 1 can.
        """
        total = 0
        for number, (pairs, stage) in enumerate(zip(self.pairs, self.stages, strict=True)):
            second_above = self.parents[1][number][pairs.second]
            # The draws of player 0's class, each with the number of draws of player 1's that can follow
            first_draws, num_second = np.unique(
                np.stack([pairs.first, second_above]), axis=1, return_counts=True
            )
            first_above = self.parents[0][number][first_draws[0]]
            _, num_first = np.unique(
                np.stack([first_above, first_draws[1]]), axis=1, return_counts=True
            )
            chance_nodes = int(np.count_nonzero(num_first > 1) + np.count_nonzero(num_second > 1))
            decisions = len(stage) - len(stage.leaves)
            other_nodes = len(pairs) * (decisions + len(stage.ends))
            total += self.num_histories[number] * (chance_nodes + other_nodes)
        return total

    @cached
    def program_shape(self) -> tuple[int, int]:
        """Rows and columns of the linear program for player 0: |S_2| + 1 + |H_1| and |S_1| + 1 + |H_2|."""
        return (
            self.num_sequences(1) + 1 + self.num_infosets(0),
            self.num_sequences(0) + 1 + self.num_infosets(1),
        )

    @cached
    def num_payoff_entries(self) -> int:
        """Number of nonzero entries of A: in each round, pairs of classes times ends and histories.

        Where a player has not moved in a round that ends, pairs of classes share entries, which are then counted
        more than once.
        """
        total = 0
        for pairs, payoffs in zip(self.pairs, self.payoffs, strict=True):
            for frequency, num_pairs in _entries(pairs, payoffs):
                total += frequency * num_pairs
        return total

    @property
    def num_flow_entries(self) -> int:
        """Number of nonzero coefficients of E and of F."""
        return sum(self.num_sequences(player) + self.num_infosets(player) for player in (0, 1))

    @cached
    def num_program_entries(self) -> int:
        """Number of nonzero coefficients of the linear program: those of E, of F and of A."""
        return self.num_flow_entries + self.num_payoff_entries

    def has_program_within(self, entries: int) -> bool:
        """Return whether the linear program has at most so many nonzeros; of a large game without a count of all."""
        return self.num_flow_entries <= entries and self.num_program_entries <= entries

    @cached
    def constant_sum(self) -> Fraction | None:
        """Sum of the two payoffs if it is constant, None otherwise."""
        return sum_of_payoffs(self.payoffs)

    @cached
    def payoff_range(self) -> tuple[Fraction, Fraction]:
        """The smallest and the largest payoff of player 0, averaged over the deals of two classes that meet."""
        extremes: list[Fraction] = []
        for pairs, payoffs in zip(self.pairs, self.payoffs, strict=True):
            extremes += _extreme_payoffs(pairs, payoffs)
        return min(extremes, default=Fraction(0)), max(extremes, default=Fraction(0))

    @property
    def payoff_spread(self) -> float:
        """The largest minus the smallest of these payoffs."""
        least, largest = self.payoff_range
        return float(largest - least)

    def __repr__(self) -> str:
        first, second = (_by_rounds(counts) for counts in self.num_classes)
        classes = first if first == second else f"{first} and {second}"
        return f"<ClassGame {self.title!r}: {classes} classes>"


def _by_rounds(counts: Sequence[int]) -> str:
    return " / ".join(f"{count:,}" for count in counts)


def _entries(pairs: Pairs, payoffs: RoundPayoffs) -> list[tuple[int, int]]:
    """Return, for every distinct vector of coefficients, its frequency and the number of pairs with a nonzero payoff.

    Two ends of a stage game differ in some player's last choice, so no two of them share an entry of A.
    """
    table = payoffs.numerators[0]
    vectors, frequencies = np.unique(table.reshape(len(table), -1), axis=1, return_counts=True)
    entries: list[tuple[int, int]] = []
    for vector, frequency in zip(vectors.T, frequencies.tolist(), strict=True):
        # One vector after the other, which saves memory
        sums = matrix_product(vector, pairs.numerators)
        entries.append((frequency, int(np.count_nonzero(sums))))
    return entries


def _extreme_payoffs(pairs: Pairs, payoffs: RoundPayoffs) -> list[Fraction]:
    """Return extreme payoffs of player 0 for every vector of coefficients at the ends of a round."""
    table = payoffs.numerators[0]
    vectors = np.unique(table.reshape(len(table), table[0].size), axis=1).T
    extremes: list[Fraction] = []
    if isinstance(pairs, HandPairs):
        for constant, *comparison in vectors.tolist():
            for sign in pairs.signs:
                payoff = constant + sign * sum(comparison)
                extremes.append(Fraction(payoff, payoffs.denominator))
        return extremes
    if not len(pairs):
        return []
    features = _distinct_features(pairs.numerators)
    for vector in vectors:
        sums = matrix_product(vector, features)
        least, largest = extreme_ratios(sums, features[0])
        extremes += [least / payoffs.denominator, largest / payoffs.denominator]
    return extremes


def _distinct_features(numerators: Numerators) -> Numerators:
    """Return the sums of features of pairs up to a factor, each once where they are multiples of their probability.

    Such are those of pairs that meet in one deal, or in deals with the same features: long weights cancel.
    """
    if numerators.dtype != object:
        return numerators
    quotients = numerators // numerators[0]
    if not np.array_equal(times(quotients, numerators[0]), numerators):
        return numerators
    # Distinct columns have distinct weighted sums of their small entries, which are faster to sort.
    features = as_integers(quotients)
    span = 2 * magnitude(features) + 1
    if features.dtype == object or span ** len(features) >= SAFE:
        return features
    codes = np.zeros(features.shape[1], dtype=np.int64)
    for row in features:
        codes = codes * span + row
    return features[:, np.unique(codes, return_index=True)[1]]


@dataclass(frozen=True, eq=False)
class ClassStrategy(Immutable, copy_arrays=True):
    """A behavior strategy of one player in a class game.

    `behavior` holds, for each round, the probability of every choice at its information set, shape (classes, choices,
    histories).
    """

    game: ClassGame
    player: int
    behavior: tuple[npt.NDArray[np.floating], ...]

    def __post_init__(self) -> None:
        who = f"strategy of {player_label(self.player)}"
        _require_shapes(self.game, self.player, self.behavior, who)
        for number, table in enumerate(self.behavior):
            for start, stop in pairwise(self.game.stages[number].sequences(self.player).set_start):
                shares = table[:, start - 1 : stop - 1]
                total = shares.sum(axis=1, dtype=np.float64)
                if shares.min(initial=0) < 0 or not np.allclose(total, 1, rtol=0, atol=1e-5):
                    raise ModelError(
                        f"{who}: probabilities of round {number + 1} that are negative or do not sum to 1"
                    )

    def plan(self) -> list[npt.NDArray[np.float64]]:
        """Return the realization plan: the product of the player's own probabilities along each sequence."""
        weights = along_sequences(self.game, self.player, self.behavior, 1.0, np.multiply)
        return [table[:, 1:] for table in weights]


def _require_shapes(
    game: ClassGame, player: int, tables: Sequence[npt.NDArray[Any]], who: str
) -> None:
    for number, table in enumerate(tables):
        if table.shape != game.shape(player, number):
            raise ModelError(
                f"{who}: round {number + 1} has shape {table.shape}, not {game.shape(player, number)}"
            )


@dataclass(frozen=True, eq=False)
class ClassPlan(Immutable, copy_arrays=True):
    """A realization plan of one player in a class game, in integers over a common denominator.

    `weights` holds, for each round, the weight of every choice, shape (classes, choices, histories), Python's integers.
    A plan that is negative somewhere or violates an equation is refused.
    """

    game: ClassGame
    player: int
    weights: tuple[Numerators, ...]
    denominator: int

    def __post_init__(self) -> None:
        who = f"plan of {player_label(self.player)}"
        _require_shapes(self.game, self.player, self.weights, who)
        for number, table in enumerate(self.weights):
            if not all(isinstance(weight, int) for weight in table.ravel().tolist()):
                raise ModelError(f"{who}: round {number + 1} has weights that are no integers")
        object.__setattr__(self, "weights", tuple(table.astype(object) for table in self.weights))
        if self.denominator < 1 or any(np.any(table < 0) for table in self.weights):
            raise ModelError(f"{who}: a weight is negative, or the denominator not positive")
        for stage, table in zip(self.game.stages, self.with_arriving(), strict=True):
            sequences = stage.sequences(self.player)
            for above, (start, stop) in zip(
                sequences.set_above, pairwise(sequences.set_start), strict=True
            ):
                if np.any(table[:, start:stop].sum(axis=1) != table[:, above]):
                    raise ModelError(
                        f"{who}: the weights of a set do not sum to that with which it is reached"
                    )

    def with_arriving(self) -> tuple[Numerators, ...]:
        """Return the weights after those at the beginning of each round, shape (classes, 1 + choices, histories)."""
        start = np.array(self.denominator, dtype=object)
        return tuple(
            along_sequences(self.game, self.player, self.weights, start, lambda above, table: table)
        )

    def strategy(self) -> ClassStrategy:
        """Return the behavior strategy, in doubles."""
        plan = [(table / self.denominator).astype(np.float64) for table in self.weights]
        return behavior_of_plan(self.game, self.player, plan)


def along_sequences(
    game: ClassGame,
    player: int,
    tables: Sequence[npt.NDArray[Any]],
    start: Any,
    step: Callable[[Any, Any], Any],
    restart: bool = False,
) -> list[npt.NDArray[Any]]:
    """Return arrays of shape (classes, 1 + choices, histories) for each round, the first choice standing for none.

    `step` returns the values of the choices of a set from the values before it and the table of its choices; the values
    before a round are those at the end of the round before, or `start` again.
    """
    arriving = np.full((1, 1), start)
    rounds: list[npt.NDArray[Any]] = []
    for stage, parents, table in zip(game.stages, game.parents[player], tables, strict=True):
        own = stage.sequences(player)
        num_classes, num_choices, num_histories = table.shape
        values = np.empty((num_classes, 1 + num_choices, num_histories), dtype=arriving.dtype)
        values[:, 0] = start if restart else arriving[parents]
        for above, (first, stop) in zip(own.set_above, pairwise(own.set_start), strict=True):
            values[:, first:stop] = step(values[:, above, None], table[:, first - 1 : stop - 1])
        rounds.append(values)
        # A history of the next round is one of this round and a continuing leaf, the leaf last
        leaves = [own.at[leaf] for leaf in stage.continuing]
        arriving = values[:, leaves].transpose(0, 2, 1).reshape(len(values), -1)
    return rounds


def behavior_of_plan(
    game: ClassGame,
    player: int,
    plan: list[npt.NDArray[np.float64]],
    elsewhere: ClassStrategy | None = None,
) -> ClassStrategy:
    """Return the behavior strategy of a realization plan; at sets of weight zero uniform, or as in `elsewhere`."""
    rounds: list[npt.NDArray[np.float64]] = []
    for number, stage in enumerate(game.stages):
        table = np.empty(plan[number].shape)
        for start, stop in pairwise(stage.sequences(player).set_start):
            choices = slice(start - 1, stop - 1)
            weights = np.maximum(plan[number][:, choices], 0)
            total = weights.sum(axis=1, keepdims=True)
            unreached = total <= 0
            with np.errstate(invalid="ignore"):  # what is not finite is no strategy
                shares = weights / np.where(unreached, 1, total)
            default: Any = 1 / (stop - start)
            if elsewhere is not None:
                default = elsewhere.behavior[number][:, choices]
            table[:, choices] = np.where(unreached, default, shares)
        # Read-only arrays are not copied again: those of a large game are gigabytes
        rounds.append(read_only(table))
    return ClassStrategy(game, player, tuple(rounds))


@dataclass(frozen=True, eq=False, kw_only=True)
class ClassSolution(BoundedSolution):
    """A pair of strategies in a constant-sum class game, and bounds on its value."""

    game: ClassGame
    strategies: tuple[ClassStrategy, ClassStrategy]

    def __repr__(self) -> str:
        return (
            f"<ClassSolution of {self.game.title!r} by {self.solver}: value in [{self.lower:.9g}, {self.upper:.9g}], "
            f"{self.termination}>"
        )


class RestrictedProgram(NamedTuple):
    """A linear program over some columns of one player that was solved, with the guarantee of its plan.

    `guarantee` is the payoff of the player against a best response in the whole class game.
    """

    round: int
    player: int
    rows: int
    columns: int
    nonzeros: int
    guarantee: float


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class RestrictedSolution(ClassSolution):
    """The best strategies of a sequence of restricted linear programs; the bounds are numbered by rounds.

    The first bound, of round 0, is that of the first-order method whose strategies the first programs support.
    """

    programs: tuple[RestrictedProgram, ...]
