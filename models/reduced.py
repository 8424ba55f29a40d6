"""Reductions: a transformed problem with the map that recovers a solution of the original.

A step that makes a game smaller decides some choices, and leaves the others to the smaller game. Its lift is therefore
data: one array of sequences and one of probabilities for each player, whatever the strategies are made of: doubles,
fractions, or polynomials in ε.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.games.abstraction import SignalMap
from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask, entries
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.assessment import EpsilonFamily, Mixture, PlanFamily
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    RealizationPlan,
    RealizationPlans,
)

if TYPE_CHECKING:
    from seqform.models.games.extensive import ExtensiveGame

DECIDED = -1
"""Place of a sequence whose last choice is decided, and not left to the smaller game."""


@dataclass(frozen=True, eq=False)
class StrategyMap(Immutable):
    """The map from a player's strategies in a smaller game to those in the whole game.

    `sequence` has, for each of the player's sequences in the whole game, the sequence of the smaller game whose last
    choice is as likely, or `DECIDED` where the map decides; 0 at 0. `share`, shape (|S|,), has the probability of the
    last choice where the map decides: integers 0 and 1, or an object array of fractions, which need no common
    denominator.
    """

    whole: SequenceIndex
    small: SequenceIndex
    sequence: Ints
    share: npt.NDArray[Any]

    @classmethod
    def identity(cls, index: SequenceIndex) -> StrategyMap:
        """Return the map of a game to itself."""
        return cls(index, index, np.arange(len(index)), np.zeros(len(index), dtype=np.int64))

    @cached
    def _is_decided(self) -> Mask:
        return np.asarray(self.sequence == DECIDED, dtype=bool)

    def _above(self, sets: Ints) -> Ints:
        """Return the sequence before each choice at some sets of the whole game, in the order of these choices."""
        return self.whole.parent_sequence[sets].repeat(self.whole.num_actions[sets])

    @cached
    def _shares(self) -> npt.NDArray[Any]:
        """The probabilities of `share` as fractions."""
        if self.share.dtype == object:
            return self.share
        certain = np.array([Fraction(0), Fraction(1)], dtype=object)
        shares: npt.NDArray[Any] = certain[self.share]
        return shares

    @cached
    def leading(self) -> Ints:
        """The longest sequence of the smaller game on the way to each sequence, shape (|S| of whole,)."""
        leading = self.sequence.copy()
        # From the first choices to the last: where a choice is decided, it is that of the sequence before it
        for sets, sequences in self.whole.stages:
            before = leading[self._above(sets)]
            leading[sequences] = np.where(self._is_decided[sequences], before, leading[sequences])
        return leading

    @cached
    def factor(self) -> ExactArray | None:
        """The probability of all decided choices on the way to each sequence; None if all of them are 1."""
        decided = np.flatnonzero(self._is_decided)
        if np.all(self.share[decided] == 1):
            return None
        factor = np.full(len(self.whole), Fraction(1))
        share = self._shares.copy()
        share[~self._is_decided] = Fraction(1)
        for sets, sequences in self.whole.stages:
            factor[sequences] = factor[self._above(sets)] * share[sequences]
        return ExactArray.of(factor)

    @property
    def keeps_mixed(self) -> bool:
        """True if completely mixed strategies of the smaller game become completely mixed ones."""
        return bool(np.all(self.share[self._is_decided] > 0))

    def behavior(self, strategy: BehaviorStrategy) -> BehaviorStrategy:
        """Return the strategy of the whole game."""
        strategy = strategy.bound_to(self.small)
        shares = self._shares if strategy.exact else self.share.astype(np.float64)
        probabilities = np.where(self._is_decided, shares, strategy.probabilities[self.sequence])
        undetermined = None
        if strategy.undetermined is not None:
            # A set is that of the smaller game to which its first choice leads; a decided set is determined
            first = self.sequence[self.whole.first_sequence[:-1]]
            small_sets = self.small.infoset_of[first]
            undetermined = (first != DECIDED) & np.append(strategy.undetermined, False)[small_sets]
        return BehaviorStrategy(self.whole, probabilities, undetermined)

    def weights(self, weights: Any) -> Any:
        """Return the weights of the whole game's sequences: ExactArray, PolynomialArray or ndarray, as those given."""
        if isinstance(weights, PolynomialArray):
            return PolynomialArray(tuple(self.weights(part) for part in weights.coefficients))
        leading_weights = entries(weights, self.leading)
        factor = self.factor
        if factor is None:
            return leading_weights
        if isinstance(leading_weights, ExactArray):
            return (leading_weights * factor).reduced()
        return leading_weights * factor.to_floats()

    def plan(self, plan: RealizationPlan) -> RealizationPlan:
        """Return the realization plan of the whole game."""
        return RealizationPlan(self.whole, self.weights(plan.bound_to(self.small).weights))

    def family(self, family: PlanFamily) -> PlanFamily:
        """Return the plans of the whole game for every small ε > 0, with a mixed strategy where that can be lifted."""
        family = family.bound_to(self.small)
        return type(family)(self.whole, self.weights(family.weights), self._mixture(family.mixture))

    def _mixture(self, mixture: Mixture | None) -> Mixture | None:
        """Return the mixed strategy of the whole game if its pure strategies are those of the smaller one."""
        if mixture is None or self.factor is not None:
            return None
        pure = mixture.strategies.to_scipy()[:, self.leading].tocoo()
        order = np.lexsort((pure.col, pure.row))
        rows = pure.row[order].astype(np.int64)
        columns = pure.col[order].astype(np.int64)
        strategies = ExactMatrix.from_entries(pure.shape, rows, columns, ExactArray.ones(len(rows)))
        return replace(mixture, strategies=strategies)

    def restricted(self, strategy: BehaviorStrategy) -> BehaviorStrategy:
        """Return a strategy of the whole game as one of the smaller game: a right inverse of `behavior`.

        Choices of several sets that have become one are averaged; where choices are absent the others are scaled, or
        equally likely if they have probability 0. Probabilities in doubles stay doubles.
        """
        undecided = np.flatnonzero(~self._is_decided)
        probabilities = strategy.bound_to(self.whole).probabilities
        exact = ExactArray.of(map(Fraction, probabilities.tolist()))
        sums = exact.take(undecided).sum_by(self.sequence[undecided], len(self.small))
        shares = np.array(sums.to_fractions(), dtype=object)
        for start, stop in pairwise(self.small.first_sequence.tolist()):
            total = shares[start:stop].sum()
            if total:
                shares[start:stop] = shares[start:stop] / total
            else:
                shares[start:stop] = Fraction(1, stop - start)
        shares[0] = Fraction(1)
        if not strategy.exact:
            shares = shares.astype(np.float64)
        return BehaviorStrategy(self.small, shares)

    def rows(self, matrix: ExactMatrix) -> ExactMatrix:
        """Return rows over the sequences of the whole game as rows over those of the smaller one: the transpose.

        A row has the same sum at the plan of the smaller game as it has at the plan of the whole game.
        """
        values = matrix.values
        if self.factor is not None:
            values = values * self.factor.take(matrix.columns)
        shape = (matrix.shape[0], len(self.small))
        return ExactMatrix.from_entries(shape, matrix.rows, self.leading[matrix.columns], values)

    def then(self, inner: StrategyMap) -> StrategyMap:
        """Return the composition with the map of a still smaller game."""
        if len(inner.whole) != len(self.small):
            raise ModelError(
                f"a map to {len(self.small)} sequences expected, not to {len(inner.whole)}"
            )
        # What this map does not decide, the inner one decides or leaves to its own smaller game
        sequence = np.where(self._is_decided, DECIDED, inner.sequence[self.sequence])
        share = np.where(self._is_decided, self._shares, inner._shares[self.sequence])
        return StrategyMap(self.whole, inner.small, sequence, share)


@dataclass(frozen=True)
class ProfileMap:
    """The map from the profiles, plans and families of a smaller game to those of the whole game.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.preprocess.subgames import contract_forced
    >>> game = sf.load("guess-the-ace")
    >>> step = contract_forced(game)
    >>> step.lift(sf.uniform_profile(step.target)).equals(sf.uniform_profile(game))
    True
    """

    players: tuple[StrategyMap, StrategyMap]

    @overload
    def __call__(self, answer: BehaviorProfile) -> BehaviorProfile: ...
    @overload
    def __call__(self, answer: RealizationPlans) -> RealizationPlans: ...
    @overload
    def __call__(self, answer: EpsilonFamily) -> EpsilonFamily: ...
    def __call__(
        self, answer: BehaviorProfile | RealizationPlans | EpsilonFamily
    ) -> BehaviorProfile | RealizationPlans | EpsilonFamily:
        """Return an answer of the smaller game as one of the whole game."""
        first, second = self.players
        if isinstance(answer, BehaviorProfile):
            return BehaviorProfile((first.behavior(answer[0]), second.behavior(answer[1])))
        if isinstance(answer, RealizationPlans):
            return RealizationPlans((first.plan(answer[0]), second.plan(answer[1])))
        return EpsilonFamily((first.family(answer[0]), second.family(answer[1])))

    @property
    def keeps_mixed(self) -> bool:
        """True if completely mixed profiles of the smaller game become completely mixed ones."""
        return self.players[0].keeps_mixed and self.players[1].keeps_mixed

    def restricted(self, profile: BehaviorProfile) -> BehaviorProfile:
        """Return an exact profile of the whole game as one of the smaller game; see `StrategyMap.restricted`."""
        first, second = self.players
        return BehaviorProfile((first.restricted(profile[0]), second.restricted(profile[1])))

    def then(self, inner: ProfileMap) -> ProfileMap:
        """Return the composition with the map of a still smaller game."""
        first, second = self.players
        return ProfileMap((first.then(inner.players[0]), second.then(inner.players[1])))


def identity_map(game: ExtensiveGame) -> ProfileMap:
    """Return the map of a game to itself."""
    first, second = game.sequences
    return ProfileMap((StrategyMap.identity(first.index), StrategyMap.identity(second.index)))


Target = TypeVar("Target")
Answer = TypeVar("Answer")
Lifted = TypeVar("Lifted")
Next = TypeVar("Next")
NextAnswer = TypeVar("NextAnswer")


@dataclass(frozen=True)
class Reduced(Generic[Target, Answer, Lifted]):
    """Result of a builder or preprocessor: a new problem, and a function from its answers to answers of the original.

    Examples
    --------
    >>> halve = Reduced(5, lambda answer: 2 * answer)
    >>> step = halve.then(lambda five: Reduced(five - 1, lambda answer: answer + 1))
    >>> step.target, step.lift(4)
    (4, 10)
    """

    target: Target
    lift: Callable[[Answer], Lifted]

    def __repr__(self) -> str:
        return f"<Reduced to {self.target!r}>"

    def then(
        self, step: Callable[[Target], Reduced[Next, NextAnswer, Answer]]
    ) -> Reduced[Next, NextAnswer, Lifted]:
        """Return the composition with a further step; maps of strategies are multiplied."""
        after = step(self.target)
        outer: Any = self.lift
        if isinstance(outer, ProfileMap | SignalMap) and isinstance(after.lift, type(outer)):
            composed: Any = outer.then(cast("Any", after.lift))
            return Reduced(after.target, composed)
        return Reduced(after.target, _Composition(self.lift, after.lift))


@dataclass(frozen=True)
class _Composition(Generic[NextAnswer, Answer, Lifted]):
    """Two lifts, one after the other; a class, so that it can be pickled where both can."""

    outer: Callable[[Answer], Lifted]
    inner: Callable[[NextAnswer], Answer]

    def __call__(self, answer: NextAnswer) -> Lifted:
        return self.outer(self.inner(answer))


def unchanged(answer: Answer) -> Answer:
    """Return the answer: the lift of a step that changes nothing."""
    return answer
