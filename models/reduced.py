"""Reductions: a transformed problem with the map that recovers a solution of the original.

A step that makes a game smaller decides some choices, and leaves the others to the smaller game. Its lift is therefore
data: one array of sequences and one of probabilities for each player, whatever the strategies are made of: doubles,
fractions, or polynomials in ε.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
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

    @cached
    def _shares(self) -> npt.NDArray[Any]:
        certain = np.array([Fraction(0), Fraction(1)], dtype=object)
        return self.share if self.share.dtype == object else certain[self.share]

    @cached
    def leading(self) -> Ints:
        """The longest sequence of the smaller game on the way to each sequence, shape (|S| of whole,)."""
        leading = self.sequence.copy()
        for sets, sequences in self.whole.stages:
            above = np.repeat(self.whole.parent_sequence[sets], self.whole.num_actions[sets])
            leading[sequences] = np.where(
                self._is_decided[sequences], leading[above], leading[sequences]
            )
        return leading

    @cached
    def factor(self) -> ExactArray | None:
        """The probability of all decided choices on the way to each sequence; None if all of them are 1."""
        decided = np.flatnonzero(self._is_decided)
        if np.all(self.share[decided] == 1):
            return None
        factor = np.full(len(self.whole), Fraction(1))
        share = dict(zip(decided.tolist(), self._shares[decided].tolist(), strict=True))
        for sets, sequences in self.whole.stages:
            above = np.repeat(self.whole.parent_sequence[sets], self.whole.num_actions[sets])
            factor[sequences] = [
                factor[over] * share.get(one, 1)
                for over, one in zip(above.tolist(), sequences.tolist(), strict=True)
            ]
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
            first = self.sequence[self.whole.first_sequence[:-1]]
            small_sets = self.small.infoset_of[first]
            undetermined = (first != DECIDED) & np.append(strategy.undetermined, False)[small_sets]
        return BehaviorStrategy(self.whole, probabilities, undetermined)

    def weights(self, weights: Any) -> Any:
        """Return the weights of the whole game's sequences: ExactArray, PolynomialArray or ndarray, as those given."""
        if isinstance(weights, PolynomialArray):
            return PolynomialArray(tuple(self.weights(part) for part in weights.coefficients))
        taken, factor = entries(weights, self.leading), self.factor
        if factor is None:
            return taken
        return (
            (taken * factor).reduced()
            if isinstance(taken, ExactArray)
            else taken * factor.to_floats()
        )

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
        rows, columns = pure.row[order].astype(np.int64), pure.col[order].astype(np.int64)
        strategies = ExactMatrix.from_entries(pure.shape, rows, columns, ExactArray.ones(len(rows)))
        return replace(mixture, strategies=strategies)

    def restricted(self, strategy: BehaviorStrategy) -> BehaviorStrategy:
        """Return a strategy of the whole game as one of the smaller game: a right inverse of `behavior`.

        Choices of several sets that have become one are averaged; where choices are absent the others are scaled, or
        equally likely if they have probability 0. Probabilities in doubles stay doubles.
        """
        own = np.flatnonzero(~self._is_decided)
        given = ExactArray.of(map(Fraction, strategy.bound_to(self.whole).probabilities.tolist()))
        sums = given.take(own).sum_by(self.sequence[own], len(self.small)).to_fractions()
        probabilities = np.array(sums, dtype=object)
        for start, stop in zip(
            self.small.first_sequence[:-1], self.small.first_sequence[1:], strict=True
        ):
            total = probabilities[start:stop].sum()
            probabilities[start:stop] = (
                probabilities[start:stop] / total if total else Fraction(1, int(stop - start))
            )
        probabilities[0] = Fraction(1)
        return BehaviorStrategy(
            self.small, probabilities if strategy.exact else probabilities.astype(np.float64)
        )

    def rows(self, matrix: ExactMatrix) -> ExactMatrix:
        """Return rows over the sequences of the whole game as rows over those of the smaller one: the transpose.

        A row has the same sum at the plan of the smaller game as it has at the plan of the whole game.
        """
        values = matrix.values
        if self.factor is not None:
            values = values * self.factor.take(matrix.columns)
        shape = matrix.shape[0], len(self.small)
        return ExactMatrix.from_entries(shape, matrix.rows, self.leading[matrix.columns], values)

    def then(self, inner: StrategyMap) -> StrategyMap:
        """Return the composition with the map of a still smaller game."""
        if len(inner.whole) != len(self.small):
            raise ModelError(
                f"a map to {len(self.small)} sequences expected, not to {len(inner.whole)}"
            )
        outer = self._is_decided
        share = np.where(outer, self._shares, inner._shares[self.sequence])
        return StrategyMap(
            self.whole, inner.small, np.where(outer, DECIDED, inner.sequence[self.sequence]), share
        )


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
        one, other = self.players
        if isinstance(answer, BehaviorProfile):
            return BehaviorProfile((one.behavior(answer[0]), other.behavior(answer[1])))
        if isinstance(answer, RealizationPlans):
            return RealizationPlans((one.plan(answer[0]), other.plan(answer[1])))
        return EpsilonFamily((one.family(answer[0]), other.family(answer[1])))

    @property
    def keeps_mixed(self) -> bool:
        """True if completely mixed profiles of the smaller game become completely mixed ones."""
        return all(one.keeps_mixed for one in self.players)

    def restricted(self, profile: BehaviorProfile) -> BehaviorProfile:
        """Return an exact profile of the whole game as one of the smaller game; see `StrategyMap.restricted`."""
        one, other = self.players
        return BehaviorProfile((one.restricted(profile[0]), other.restricted(profile[1])))

    def then(self, inner: ProfileMap) -> ProfileMap:
        """Return the composition with the map of a still smaller game."""
        first, second = (
            one.then(after) for one, after in zip(self.players, inner.players, strict=True)
        )
        return ProfileMap((first, second))


def identity_map(game: ExtensiveGame) -> ProfileMap:
    """Return the map of a game to itself."""
    first, second = (StrategyMap.identity(own.index) for own in game.sequences)
    return ProfileMap((first, second))


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
