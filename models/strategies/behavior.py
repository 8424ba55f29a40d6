"""Strategies and profiles: behavior strategies, realization plans, mixed strategies."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError, UnknownLabelError, suggestion, unknown
from seqform.models.games.infosets import UNNAMED, SequenceIndex, player_number
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Vector, with_python_integers
from seqform.models.numbers.integers import times
from seqform.models.numbers.rationals import exact_rational
from seqform.models.numbers.text import shown_rational
from seqform.models.strategies.tables import profile_report, strategy_report
from seqform.models.table import Report, Tabular
from seqform.system.foreign_files import shown_value
from seqform.system.packages import require

if TYPE_CHECKING:
    from seqform.models.games.extensive import ExtensiveGame
    from seqform.models.strategies.assessment import PlanFamily

FLOAT_SUM_TOLERANCE = 1e-9
"""Tolerance on the sum of the floating-point probabilities at an information set."""

NEGLIGIBLE_WEIGHT = 1e-9
"""Floating-point weights up to this are rounding noise and do not determine behavior."""

_LARGEST_SHARED_DENOMINATOR = 2**31
_NUMBER_KINDS = "fiuO"
"""Kinds of NumPy types: floating point, integers, and objects, which are checked to be fractions."""
_NOTHING, _ALL = Fraction(0), Fraction(1)


def no_infoset(what: str, infoset: object, names: Collection[str]) -> str:
    """Return the message for an unknown information set, with a suggestion."""
    return f"{what} {shown_value(infoset)}{suggestion(infoset, names)}"


class ActionProbabilities(dict[str, Any]):
    """The probabilities of actions at an information set, with a suggestion for a mistyped action."""

    def __missing__(self, action: str) -> Any:
        raise UnknownLabelError(unknown("no action", action, self))


@dataclass(frozen=True, eq=False)
class BehaviorStrategy(Tabular, Immutable, Mapping[str, dict[str, Any]], copy_arrays=True):
    """A probability for every action at every information set of one player.

    A mapping from information set names to dictionaries from action names to probabilities, in depth-first,
    left-to-right order of the tree. Fractions have to sum to exactly 1 at every set, doubles to within 1e-9.

    - `probabilities`, shape (|S|,): For every sequence the probability of its last choice, 1 for the empty one:
      doubles, or an object array of fractions.
    - `undetermined`, shape (|H|,): The sets at which the realization plan of this strategy determines no behavior; a
      best response was filled in.
    """

    index: SequenceIndex
    probabilities: npt.NDArray[Any]
    undetermined: Mask | None = None

    def __post_init__(self) -> None:
        who, given = f"player {self.index.player + 1}", self.probabilities
        if (
            not isinstance(given, np.ndarray)
            or given.ndim != 1
            or given.dtype.kind not in _NUMBER_KINDS
        ):
            raise ModelError(
                f"{who}: a one-dimensional array of doubles or fractions expected as probabilities"
            )
        if len(given) != len(self.index):
            raise ModelError(f"{who}: {len(given)} probabilities, {len(self.index)} sequences")
        if given[0] != 1:
            raise ModelError(f"{who}: the probability of the empty sequence is 1, not {given[0]}")
        starts = self.index.first_sequence[:-1]
        if len(starts) == 0:
            return
        if self.exact and not {int, Fraction}.issuperset(map(type, given)):
            exact = [exact_rational(probability) for probability in given]
            if None in exact:
                raise ModelError(
                    f"{who}: probabilities are all fractions or all doubles, not some of each"
                )
            given = np.array(exact, dtype=object)
            object.__setattr__(self, "probabilities", given)
        if self.exact:
            given = with_python_integers(given)
            object.__setattr__(self, "probabilities", given)
        shares = self._shares
        if shares is not None:
            sums = shares.segment_sums(starts).numerators
            good = (sums == shares.denominator) & (
                np.minimum.reduceat(shares.numerators, starts) >= 0
            )
        elif self.exact:
            numerators, denominators = self._ratios
            sets = pairwise(self.index.first_sequence.tolist())
            good = np.array(
                [_is_distribution(numerators[a:b], denominators[a:b]) for a, b in sets], dtype=bool
            )
        else:
            doubles = given.astype(np.float64)  # integers would wrap around
            with np.errstate(invalid="ignore"):
                total, least = (
                    np.add.reduceat(doubles, starts),
                    np.minimum.reduceat(doubles, starts),
                )
                good = (np.abs(total - 1) <= FLOAT_SUM_TOLERANCE) & (least >= 0)
        good = np.asarray(good, dtype=bool)
        if not good.all():
            row = int(np.argmin(good))
            start, stop = self.index.first_sequence[row : row + 2]
            here = self.probabilities[start:stop]
            problem = (
                f"a negative probability, {shown_rational(here.min())}"
                if here.min() < 0
                else f"the probabilities sum to {shown_rational(sum(here.tolist()))}, not to 1"
            )
            raise ModelError(f"{who}, information set {self.index.infoset_names[row]!r}: {problem}")

    @property
    def exact(self) -> bool:
        """True if the probabilities are fractions."""
        return self.probabilities.dtype == object

    def __getitem__(self, infoset: str) -> dict[str, Any]:
        row = self.index.row_of.get(infoset)
        if row is None:
            who = f"player {self.index.player + 1} has no information set"
            message = no_infoset(who, infoset, self.index.infoset_names)
            unnamed = any("#" in name for name in self.index.infoset_names)
            more = (
                "; game.shown_names(player) pairs these names with those that tables print"
                if unnamed
                else ""
            )
            raise UnknownLabelError(message + more)
        start, stop = self.index.first_sequence[row : row + 2]
        return ActionProbabilities(
            zip(self.index.action_names[row], self.probabilities[start:stop].tolist(), strict=True)
        )

    def __contains__(self, infoset: object) -> bool:
        return infoset in self.index.row_of

    def __iter__(self) -> Iterator[str]:
        return (self.index.infoset_names[row] for row in self.index.order)

    def __len__(self) -> int:
        """Return |H|, the number of information sets."""
        return self.index.num_infosets

    @property
    def _ratios(self) -> tuple[list[int], list[int]]:
        """The numerators and the denominators of the probabilities, if they are exact."""
        numbers = self.probabilities.tolist()
        return [number.numerator for number in numbers], [number.denominator for number in numbers]

    @cached
    def _shares(self) -> ExactArray | None:
        """The probabilities over one denominator; None for doubles and large denominators."""
        if not self.exact:
            return None
        denominator = 1
        for other in set(self._ratios[1]):
            denominator = math.lcm(denominator, other)
            if denominator > _LARGEST_SHARED_DENOMINATOR:
                return None
        return ExactArray.of(self.probabilities)

    @cached
    def plan(self) -> RealizationPlan:
        """The realization plan: the product of the probabilities along each sequence (vSvET, 2.1)."""
        shares, depth = self._shares, len(self.index.stages)
        if shares is not None and shares.denominator**depth <= _LARGEST_SHARED_DENOMINATOR:
            whole = shares.denominator**depth
            numerators = np.full(len(self.index), whole, dtype=np.int64)
            for sets, sequences in self.index.stages:
                above = np.repeat(
                    numerators[self.index.parent_sequence[sets]], self.index.num_actions[sets]
                )
                numerators[sequences] = times(
                    above // shares.denominator, shares.numerators[sequences]
                )
            return RealizationPlan(self.index, ExactArray(numerators, whole).reduced())
        if self.exact:
            return RealizationPlan(self.index, self._exact_weights())
        weights = np.ones(len(self.index))
        for sets, sequences in self.index.stages:
            above = np.repeat(
                weights[self.index.parent_sequence[sets]], self.index.num_actions[sets]
            )
            weights[sequences] = above * self.probabilities[sequences]
        return RealizationPlan(self.index, weights)

    def _exact_weights(self) -> ExactArray:
        """Return the weights of the plan; most choices are certain, or excluded, and need no arithmetic."""
        fmpq = require("flint").fmpq
        zero = fmpq(0)
        numerators, denominators = self._ratios
        weights = [fmpq(1)] * len(self.index)
        sets = pairwise(self.index.first_sequence.tolist())
        for above, (start, stop) in zip(self.index.parent_sequence.tolist(), sets, strict=True):
            weight = weights[above]
            for place in range(start, stop):
                if numerators[place] == denominators[place]:
                    weights[place] = weight
                elif weight and numerators[place]:
                    weights[place] = weight * fmpq(numerators[place], denominators[place])
                else:
                    weights[place] = zero
        return ExactArray.of_quotients(
            [weight.numerator for weight in weights], [weight.denominator for weight in weights]
        )

    def bound_to(self, index: SequenceIndex) -> BehaviorStrategy:
        """Return this strategy for the sequences of a game that has the same information sets and actions by name."""
        if index is self.index:
            return self
        sequences, sets = index.correspondence(self.index)
        return BehaviorStrategy(
            index,
            self.probabilities[sequences],
            None if self.undetermined is None else self.undetermined[sets],
        )

    def normalized(self) -> BehaviorStrategy:
        """Return this strategy with doubles that sum to 1 at every information set as closely as doubles can."""
        if self.exact or self.index.num_infosets == 0:
            return self
        doubles = self.probabilities.astype(np.float64)
        sums = np.add.reduceat(doubles, self.index.first_sequence[:-1])
        doubles[1:] /= np.repeat(sums, self.index.num_actions)
        return BehaviorStrategy(self.index, doubles, self.undetermined)

    def to_floats(self) -> BehaviorStrategy:
        """Return this strategy in doubles."""
        return BehaviorStrategy(
            self.index, self.probabilities.astype(np.float64), self.undetermined
        )

    def report(self, *, everything: bool = False) -> Report:
        """Return the behavior as a table; in that of a profile information sets without a label have their path."""
        return strategy_report(self, everything=everything)

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "floating-point"
        return f"<{kind} BehaviorStrategy of player {self.index.player + 1}: {len(self)} information sets>"


@dataclass(frozen=True, eq=False)
class BehaviorProfile(Tabular):
    """A behavior strategy for each player; `profile[0]`, or `profile["Player 1"]` by the player's name, is player 1's.

    `game` is the game that the profile was made for or bound to, if known; tables take players' names, paths of
    information sets and probabilities of reaching them from it. Strategies of another game with the same information
    sets and actions by name are put in the order of its sequences when the profile is made.
    """

    strategies: tuple[BehaviorStrategy, BehaviorStrategy]
    game: ExtensiveGame | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        require_pair(self.strategies, BehaviorStrategy, "a profile")
        if self.game is not None:
            first, second = (
                one.bound_to(own.index) for one, own in zip(self, self.game.sequences, strict=True)
            )
            object.__setattr__(self, "strategies", (first, second))

    def __getitem__(self, player: int | str) -> BehaviorStrategy:
        """Return the strategy of a player, 0, 1 or a name."""
        return self.strategies[
            player_number(player, UNNAMED if self.game is None else self.game.players, "profile")
        ]

    def __iter__(self) -> Iterator[BehaviorStrategy]:
        return iter(self.strategies)

    @property
    def exact(self) -> bool:
        """True if the probabilities of both strategies are fractions."""
        return all(strategy.exact for strategy in self.strategies)

    def bound_to(self, game: ExtensiveGame) -> BehaviorProfile:
        """Return this profile for the sequences of a game; the profile itself if it is bound to this game object.

        A profile may come from another game object with the same information sets and actions by name, for example from
        the same file read twice; its plans refer to that game until it is bound to this one.
        """
        return self if self.game is game else BehaviorProfile(self.strategies, game)

    def equals(self, other: BehaviorProfile) -> bool:
        """Return whether all probabilities are equal, at the same sequences."""
        return all(
            one.index is two.index
            and (
                one.probabilities is two.probabilities
                or np.array_equal(one.probabilities, two.probabilities)
            )
            for one, two in zip(self, other, strict=True)
        )

    def normalized(self) -> BehaviorProfile:
        """Return this profile with doubles that sum to 1 at every information set as closely as doubles can."""
        return BehaviorProfile((self[0].normalized(), self[1].normalized()), self.game)

    def report(self, *, everything: bool = False) -> Report:
        """Return the behavior of both players as tables."""
        return profile_report(self, everything=everything)

    def to_floats(self) -> BehaviorProfile:
        """Return this profile in doubles."""
        return BehaviorProfile((self[0].to_floats(), self[1].to_floats()), self.game)


@dataclass(frozen=True, eq=False)
class RealizationPlan(Immutable, copy_arrays=True):
    """A weight for every sequence of one player.

    - `weights`, shape (|S|,): x with x_∅ = 1 and, at every set h, Σ_c x_{σ_h c} = x_{σ_h}: E x = e (vSvET, 2.3 and
      2.4).
    """

    index: SequenceIndex
    weights: Vector

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.index):
            raise ModelError(
                f"a plan of {len(self.weights)} weights for {len(self.index)} sequences"
            )

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "floating-point"
        return f"<{kind} RealizationPlan of player {self.index.player + 1}: {len(self.index):,} sequences>"

    @property
    def exact(self) -> bool:
        """True if the weights are rational numbers."""
        return isinstance(self.weights, ExactArray)

    def bound_to(self, index: SequenceIndex) -> RealizationPlan:
        """Return this plan for the sequences of a game that has the same information sets and actions by name."""
        if index is self.index:
            return self
        sequences, _ = index.correspondence(self.index, "plan")
        weights = (
            self.weights.take(sequences)
            if isinstance(self.weights, ExactArray)
            else self.weights[sequences]
        )
        bound = RealizationPlan(index, weights)
        miss = bound.residual()
        if miss > (0 if self.exact else FLOAT_SUM_TOLERANCE):
            raise ModelError(
                f"player {index.player + 1}: no realization plan of this game; "
                f"it misses E x = e by {shown_rational(miss)}"
            )
        return bound

    def exact_weights(self, who: str) -> ExactArray:
        """Return the weights of an exact plan; the error for any other begins with `who` and the player."""
        who = f"{who}, player {self.index.player + 1}"
        if not isinstance(self.weights, ExactArray):
            raise ModelError(f"{who}: fractions expected, not doubles; solve with exact=True")
        if self.residual() != 0:
            raise ModelError(
                f"{who}: not a realization plan; it misses x ≥ 0, E x = e by {shown_rational(self.residual())}"
            )
        return self.weights

    def residual(self) -> Fraction | float:
        """Return the largest violation of x ≥ 0, E x = e."""
        numerators, one = _integers(self.weights)
        starts = self.index.first_sequence[:-1]
        sums = np.add.reduceat(numerators, starts) if len(starts) else numerators[:0]
        misses = [abs(numerators[0] - one), max(0, -numerators.min())]
        misses += (
            [np.abs(sums - numerators[self.index.parent_sequence]).max()] if len(starts) else []
        )
        worst = max(misses)
        return Fraction(int(worst), one) if self.exact else float(worst)

    def behavior(self, gradient: Vector) -> BehaviorStrategy:
        """Return the behavior strategy that realizes this plan: β(c) = x_{σ_h c} / x_{σ_h} (vSvET, 5.1).

        At sets that the plan gives no weight, behavior is a best response to `gradient`, the player's payoff per
        sequence against the opponent's plan (A y for player 1, Bᵀ x for player 2), and `BehaviorStrategy.undetermined`
        marks the set.
        """
        index = self.index
        numerators, _ = _integers(self.weights)
        kept = np.maximum(numerators, 0)
        starts = index.first_sequence[:-1]
        total = np.add.reduceat(kept, starts) if len(starts) else kept[:0]
        undetermined = np.asarray(total <= (0 if self.exact else NEGLIGIBLE_WEIGHT), dtype=bool)
        probabilities = np.full(len(index), Fraction(0) if self.exact else 0.0)
        probabilities[0] += 1
        owner = index.infoset_of[1:]
        determined = 1 + np.flatnonzero(~undetermined[owner])
        above = total[index.infoset_of[determined]]
        if self.exact:
            shares = zip(kept[determined].tolist(), above.tolist(), strict=True)
            probabilities[determined] = [_share(part, whole) for part, whole in shares]
        else:
            probabilities[determined] = kept[determined] / above
        if undetermined.any():
            sets = np.flatnonzero(undetermined)
            best = index.best_response(gradient).choice[sets]
            probabilities[index.first_sequence[sets] + best] += 1
        return BehaviorStrategy(index, probabilities, undetermined)

    def mixed(self) -> MixedStrategy:
        """Return a mixed strategy with few pure strategies that realizes this plan.

        Greedily: follow the heaviest choice everywhere, subtract as much of that pure strategy as possible, and repeat.
        Every round makes the weight of a sequence zero, so the support has at most |S| pure strategies (Koller &
        Megiddo 1996).
        """
        index = self.index
        rest = np.maximum(_integers(self.weights)[0], 0)
        whole, pure, probabilities = rest[0], [], []
        while rest[0] > (0 if self.exact else NEGLIGIBLE_WEIGHT):
            choice = np.full(index.num_infosets, -1, dtype=np.int64)
            played = np.zeros(len(index), dtype=bool)
            played[0] = True
            for row in range(index.num_infosets):
                if played[index.parent_sequence[row]]:
                    start, stop = index.first_sequence[row : row + 2]
                    choice[row] = int(np.argmax(rest[start:stop]))
                    played[start + choice[row]] = True
            weight = rest[played].min()
            if weight <= 0:
                raise ModelError(
                    "this plan violates its flow equations, so no mixed strategy realizes it"
                )
            rest[played] -= weight
            pure.append(choice)
            probabilities.append(
                Fraction(int(weight), int(whole)) if self.exact else float(weight / whole)
            )
        return MixedStrategy(index, np.array(pure, dtype=np.int64), probabilities)


@dataclass(frozen=True, eq=False)
class MixedStrategy(Immutable, copy_arrays=True):
    """A distribution over reduced pure strategies.

    - `pure`, shape (k, |H|): The choice of every pure strategy at every set, -1 at sets its own choices exclude.
    """

    index: SequenceIndex
    pure: Ints
    probabilities: Sequence[Fraction | float]

    @property
    def plan(self) -> RealizationPlan:
        """The realization plan, μ[σ] = Σ_π π[σ] μ(π) (vSvET, 2.2)."""
        exact = all(isinstance(value, Fraction) for value in self.probabilities)
        weights = np.zeros(len(self.index), dtype=object if exact else np.float64)
        for choice, probability in zip(self.pure, self.probabilities, strict=True):
            made = np.flatnonzero(choice >= 0)
            weights[0] += probability
            weights[self.index.first_sequence[made] + choice[made]] += probability
        return RealizationPlan(self.index, ExactArray.of(weights) if exact else weights)


One = TypeVar("One", "RealizationPlan", "PlanFamily")


@dataclass(frozen=True, eq=False)
class PlanPair(Generic[One]):
    """A plan, or a family of plans, for each player; `plans[0]` is player 1's."""

    plans: tuple[One, One]
    kind: ClassVar[type]
    what: ClassVar[str]

    def __post_init__(self) -> None:
        require_pair(self.plans, self.kind, self.what)

    def bound_to(self, game: ExtensiveGame) -> Self:
        """Return these plans for the sequences of a game; see their own `bound_to`."""
        first, second = (
            plan.bound_to(own.index) for plan, own in zip(self.plans, game.sequences, strict=True)
        )
        return self if (first, second) == self.plans else type(self)((first, second))

    def __getitem__(self, player: int | str) -> One:
        return self.plans[player_number(player, where=self.what)]

    def __iter__(self) -> Iterator[One]:
        return iter(self.plans)


@dataclass(frozen=True)
class RealizationPlans(PlanPair[RealizationPlan]):
    """A realization plan for each player; `plans[0]` is player 1's."""

    kind, what = RealizationPlan, "realization plans"


def require_pair(given: object, kind: type, what: str) -> None:
    """Refuse anything but a pair: one of player 1, then one of player 2."""
    if (
        not isinstance(given, tuple)
        or len(given) != 2
        or not all(isinstance(one, kind) for one in given)
    ):
        found = f"{len(given)} items" if isinstance(given, tuple | list) else type(given).__name__
        raise ModelError(
            f"{what}: a pair of {kind.__name__}, one of each player, expected, not {found}"
        )
    for player, one in enumerate(given):
        if one.index.player != player:
            raise ModelError(
                f"{what}: player {player + 1}'s expected at [{player}], not player {one.index.player + 1}'s"
            )


def _integers(weights: Vector) -> tuple[npt.NDArray[Any], int]:
    """Return Python integers, whose sums cannot wrap around, and their common denominator; or doubles and 1."""
    if isinstance(weights, ExactArray):
        return weights.numerators.astype(object), weights.denominator
    return weights.astype(np.float64), 1


def _is_distribution(numerators: list[int], denominators: list[int]) -> bool:
    """Return whether fractions are not negative and sum to 1."""
    whole = math.lcm(*denominators)
    parts = numerators
    if whole != 1:
        parts = [
            part * (whole // denominator)
            for part, denominator in zip(numerators, denominators, strict=True)
        ]
    return min(parts) >= 0 and sum(parts) == whole


def _share(part: int, whole: int) -> Fraction:
    """Return part/whole; most shares are 0 or 1 and need no arithmetic."""
    if part == 0:
        return _NOTHING
    return _ALL if part == whole else Fraction(part, whole)


def completely_mixed_profile(plans: RealizationPlans) -> BehaviorProfile:
    """Return the behavior strategies of a pair of completely mixed plans, each as in `completely_mixed_behavior`.

    Any point (x̄, ȳ) of the path before its end is such a pair if the start was one (vSvET, theorem 1).
    """
    return BehaviorProfile(
        (completely_mixed_behavior(plans[0]), completely_mixed_behavior(plans[1]))
    )


def completely_mixed_behavior(plan: RealizationPlan) -> BehaviorStrategy:
    """Return the behavior strategy of a completely mixed exact plan: β(c) = x_{σ_h c} / x_{σ_h} (vSvET, 5.1).

    A plan that is in doubles, violates E x = e, or gives a sequence no weight raises `ModelError`.
    """
    weights = plan.exact_weights("completely mixed behavior")
    positive = np.asarray(weights.numerators > 0, dtype=bool)
    if not positive.all():
        sequence = int(np.argmin(positive))
        raise ModelError(
            f"player {plan.index.player + 1}: this plan is not completely mixed; sequence "
            f"{plan.index.names[sequence]!r} has weight {shown_rational(weights[sequence])}"
        )
    return plan.behavior(weights)  # a gradient matters only where the plan determines no behavior


def uniform_strategy(index: SequenceIndex) -> BehaviorStrategy:
    """Return the strategy that takes every action at an information set with equal probability, exactly."""
    shares = {count: Fraction(1, count) for count in set(index.num_actions.tolist())}
    probabilities = [
        Fraction(1),
        *(shares[count] for count in index.num_actions[index.infoset_of[1:]].tolist()),
    ]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object))
