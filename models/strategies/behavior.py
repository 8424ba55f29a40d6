"""Strategies and profiles: behavior strategies, realization plans, mixed strategies."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from operator import methodcaller
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, TypeVar

import numpy as np
import numpy.typing as npt

import seqform.models.verbs as verbs
from seqform.errors import ModelError, UnknownLabelError, suggestion, unknown
from seqform.models.games.infosets import UNNAMED, SequenceIndex, player_label, player_number
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

SINGLE_PRECISION = 1e-5
"""The largest deviation of a sum from 1 that is taken for single precision, as of most neural networks."""

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
        self._check_form()
        if self.index.num_infosets == 0:
            return
        if self.exact:
            object.__setattr__(self, "probabilities", self._python_fractions())

        is_distribution = self._are_distributions()
        if not is_distribution.all():
            self._refuse_set(int(np.argmin(is_distribution)))

    def _check_form(self) -> None:
        """Raise ModelError unless there is a number for each sequence, and a 1 for the empty one."""
        who = player_label(self.index.player)
        probabilities: object = self.probabilities
        if (
            not isinstance(probabilities, np.ndarray)
            or probabilities.ndim != 1
            or probabilities.dtype.kind not in _NUMBER_KINDS
        ):
            raise ModelError(
                f"{who}: a one-dimensional array of doubles or fractions expected as probabilities"
            )
        if len(probabilities) != len(self.index):
            raise ModelError(
                f"{who}: {len(probabilities)} probabilities, {len(self.index)} sequences"
            )
        if probabilities[0] != 1:
            raise ModelError(
                f"{who}: the probability of the empty sequence is 1, not {probabilities[0]}"
            )

    def _python_fractions(self) -> npt.NDArray[Any]:
        """Return exact probabilities of any package as fractions of Python, whose parts are Python integers."""
        probabilities = self.probabilities
        if not {int, Fraction}.issuperset(map(type, probabilities)):
            rationals = [exact_rational(probability) for probability in probabilities]
            if None in rationals:
                raise ModelError(
                    f"{player_label(self.index.player)}: probabilities are all fractions or all doubles, "
                    "not some of each"
                )
            probabilities = np.array(rationals, dtype=object)
        return with_python_integers(probabilities)

    def _are_distributions(self) -> Mask:
        """Return for each information set whether its probabilities are not negative and sum to 1."""
        starts = self.index.first_sequence[:-1]
        shares = self._shares
        if shares is not None:
            sums = shares.segment_sums(starts).numerators
            least = np.minimum.reduceat(shares.numerators, starts)
            return np.asarray((sums == shares.denominator) & (least >= 0), dtype=bool)
        if self.exact:
            numerators, denominators = self._ratios
            sets = pairwise(self.index.first_sequence.tolist())
            return np.array(
                [_is_distribution(numerators[a:b], denominators[a:b]) for a, b in sets], dtype=bool
            )

        doubles = self.probabilities.astype(np.float64)  # integers would wrap around
        with np.errstate(invalid="ignore"):
            total = np.add.reduceat(doubles, starts)
            least = np.minimum.reduceat(doubles, starts)
            # Written so that NaN fails both comparisons
            return np.asarray((np.abs(total - 1) <= FLOAT_SUM_TOLERANCE) & (least >= 0), dtype=bool)

    def _refuse_set(self, row: int) -> NoReturn:
        """Raise the ModelError about the probabilities at an information set."""
        start, stop = self.index.first_sequence[row : row + 2]
        probabilities = self.probabilities[start:stop]
        least = probabilities.min()
        if least < 0:
            problem = f"a negative probability, {shown_rational(least)}"
        else:
            total = sum(probabilities.tolist())
            problem = f"the probabilities sum to {shown_rational(total)}, not to 1"
            if not self.exact and abs(total - 1) <= SINGLE_PRECISION:
                problem += (
                    "; seqform.profile(game, source, normalize=True) divides them by their sum"
                )
        raise ModelError(
            f"{player_label(self.index.player)}, information set {self.index.infoset_names[row]!r}: {problem}"
        )

    @property
    def exact(self) -> bool:
        """True if the probabilities are fractions."""
        return self.probabilities.dtype == object

    def __getitem__(self, infoset: str) -> dict[str, Any]:
        row = self.index.row_of.get(infoset)
        if row is None:
            raise UnknownLabelError(self._unknown_set(infoset))
        start, stop = self.index.first_sequence[row : row + 2]
        return ActionProbabilities(
            zip(self.index.action_names[row], self.probabilities[start:stop].tolist(), strict=True)
        )

    def _unknown_set(self, infoset: str) -> str:
        who = f"{player_label(self.index.player)} has no information set"
        message = no_infoset(who, infoset, self.index.infoset_names)
        # Sets without a label of their own have generated names, such as "1#3", which no table prints
        if any("#" in name for name in self.index.infoset_names):
            message += "; game.shown_names(player) pairs these names with those that tables print"
        return message

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
        ratios = map(methodcaller("as_integer_ratio"), self.probabilities.tolist())
        numerators, denominators = zip(*ratios, strict=True)
        return list(numerators), list(denominators)

    @cached
    def _shares(self) -> ExactArray | None:
        """The probabilities over one denominator; None for doubles and large denominators."""
        if not self.exact:
            return None
        numerators, denominators = self._ratios
        common = 1
        for denominator in set(denominators):
            common = math.lcm(common, denominator)
            if common > _LARGEST_SHARED_DENOMINATOR:
                return None
        return ExactArray.of_quotients(numerators, denominators)

    @cached
    def plan(self) -> RealizationPlan:
        """The realization plan: the product of the probabilities along each sequence (vSvET, 2.1).

        Stages go from the root down, so that the weight of the sequence that leads to a set is known before the set is
        met. Exact weights are, where they fit, integers over d^k: d is the common denominator of all probabilities, and
        a sequence has at most k choices, the number of stages. Each choice then divides by d without a remainder.
        """
        index = self.index
        shares = self._shares
        if shares is not None:
            denominator = shares.denominator ** len(index.stages)
            if denominator <= _LARGEST_SHARED_DENOMINATOR:
                numerators = np.full(len(index), denominator, dtype=np.int64)
                for sets, sequences in index.stages:
                    above = numerators[index.parent_sequence[sets]].repeat(index.num_actions[sets])
                    numerators[sequences] = times(
                        above // shares.denominator, shares.numerators[sequences]
                    )
                return RealizationPlan(index, ExactArray(numerators, denominator).reduced())
        if self.exact:
            return RealizationPlan(index, self._exact_weights())

        weights = np.ones(len(index))
        for sets, sequences in index.stages:
            before = weights[index.parent_sequence[sets]].repeat(index.num_actions[sets])
            weights[sequences] = before * self.probabilities[sequences]
        return RealizationPlan(index, weights)

    def _exact_weights(self) -> ExactArray:
        """Return the weights of the plan; most choices are certain, or excluded, and need no arithmetic."""
        fmpq = require("flint").fmpq  # faster than fractions, which reduce in Python
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
        undetermined = self.undetermined
        if undetermined is not None:
            undetermined = undetermined[sets]
        return BehaviorStrategy(index, self.probabilities[sequences], undetermined)

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

    save = verbs.save_profile

    def report(self, *, everything: bool = False) -> Report:
        """Return the behavior as a table; in that of a profile information sets without a label have their path."""
        return strategy_report(self, everything=everything)

    def __repr__(self) -> str:
        return (
            f"<{_arithmetic(self.exact)} BehaviorStrategy of {player_label(self.index.player)}: "
            f"{len(self)} information sets>"
        )


@dataclass(frozen=True, eq=False)
class BehaviorProfile(Tabular):
    """A behavior strategy for each player; `profile[0]`, or `profile["Player 1"]` by the player's name, is player 0's.

    `game` is the game that the profile was made for or bound to, if known; tables take players' names, paths of
    information sets and probabilities of reaching them from it. Strategies of another game with the same information
    sets and actions by name are put in the order of its sequences when the profile is made.
    """

    strategies: tuple[BehaviorStrategy, BehaviorStrategy]
    game: ExtensiveGame | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        require_pair(self.strategies, BehaviorStrategy, "a profile")
        if self.game is not None:
            first, second = self.strategies
            own_first, own_second = self.game.sequences
            strategies = (first.bound_to(own_first.index), second.bound_to(own_second.index))
            object.__setattr__(self, "strategies", strategies)

    def __repr__(self) -> str:
        first, second = self.strategies
        name = "" if self.game is None else f" of {self.game.title!r}"
        return (
            f"<{_arithmetic(self.exact)} BehaviorProfile{name}: "
            f"{len(first):,} and {len(second):,} information sets>"
        )

    def __getitem__(self, player: int | str) -> BehaviorStrategy:
        """Return the strategy of a player, 0, 1 or a name."""
        names = UNNAMED if self.game is None else self.game.players
        return self.strategies[player_number(player, names, "profile")]

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

    def equals(self, profile: BehaviorProfile) -> bool:
        """Return whether all probabilities are equal, at the same sequences."""
        for mine, theirs in zip(self, profile, strict=True):
            if mine.index is not theirs.index:
                return False
            if mine.probabilities is not theirs.probabilities and not np.array_equal(
                mine.probabilities, theirs.probabilities
            ):
                return False
        return True

    def __eq__(self, profile: object) -> bool:
        """Return whether the strategies are equal, and the games that the profiles are for."""
        if not isinstance(profile, BehaviorProfile):
            return NotImplemented
        if self.game is not profile.game and self.game != profile.game:
            return False
        return self.equals(profile) or self.strategies == profile.strategies

    def __hash__(self) -> int:
        """Return a hash of the numbers of information sets, as equal profiles may have other orders of sets."""
        return hash(tuple(map(len, self.strategies)))

    def normalized(self) -> BehaviorProfile:
        """Return this profile with doubles that sum to 1 at every information set as closely as doubles can."""
        return BehaviorProfile((self[0].normalized(), self[1].normalized()), self.game)

    save = verbs.save_profile

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
        return (
            f"<{_arithmetic(self.exact)} RealizationPlan of {player_label(self.index.player)}: "
            f"{len(self.index):,} sequences>"
        )

    @property
    def exact(self) -> bool:
        """True if the weights are rational numbers."""
        return isinstance(self.weights, ExactArray)

    @property
    def _negligible(self) -> float:
        """The largest weight that does not determine behavior."""
        return 0 if self.exact else NEGLIGIBLE_WEIGHT

    def bound_to(self, index: SequenceIndex) -> RealizationPlan:
        """Return this plan for the sequences of a game that has the same information sets and actions by name."""
        if index is self.index:
            return self
        sequences, _ = index.correspondence(self.index, "plan")
        if isinstance(self.weights, ExactArray):
            bound = RealizationPlan(index, self.weights.take(sequences))
        else:
            bound = RealizationPlan(index, self.weights[sequences])

        # The sets have the same names, but what leads to them may differ
        tolerance = 0 if self.exact else FLOAT_SUM_TOLERANCE
        miss = bound.residual()
        if miss > tolerance:
            raise ModelError(
                f"{player_label(index.player)}: no realization plan of this game; "
                f"it misses E x = e by {shown_rational(miss)}"
            )
        return bound

    def exact_weights(self, who: str) -> ExactArray:
        """Return the weights of an exact plan; the error for any other begins with `who` and the player."""
        who = f"{who}, {player_label(self.index.player)}"
        if not isinstance(self.weights, ExactArray):
            raise ModelError(f"{who}: fractions expected, not doubles; solve with exact=True")
        if self.residual() != 0:
            raise ModelError(
                f"{who}: not a realization plan; it misses x ≥ 0, E x = e by {shown_rational(self.residual())}"
            )
        return self.weights

    def residual(self) -> Fraction | float:
        """Return the largest violation of x ≥ 0, E x = e."""
        numerators, unit = _integers(self.weights)
        misses = [abs(numerators[0] - unit), max(0, -numerators.min())]
        starts = self.index.first_sequence[:-1]
        if len(starts):
            sums = np.add.reduceat(numerators, starts)
            misses.append(np.abs(sums - numerators[self.index.parent_sequence]).max())
        worst = max(misses)
        return Fraction(int(worst), unit) if self.exact else float(worst)

    def behavior(self, gradient: Vector) -> BehaviorStrategy:
        """Return the behavior strategy that realizes this plan: β(c) = x_{σ_h c} / x_{σ_h} (vSvET, 5.1).

        At sets that the plan gives no weight, behavior is a best response to `gradient`, the player's payoff per
        sequence against the opponent's plan (A y for player 0, Bᵀ x for player 1), and `BehaviorStrategy.undetermined`
        marks the set. An exact plan with a negative weight raises ModelError.
        """
        index = self.index
        numerators, _ = _integers(self.weights)
        if self.exact and numerators.min() < 0:
            name = index.names[int(np.argmin(numerators))]
            raise ModelError(
                f"a plan with a negative weight, at {name!r}, which no behavior realizes"
            )
        weights = np.maximum(numerators, 0)  # rounding leaves tiny negative ones in doubles

        # Of the sum over the choices rather than x_{σ_h}, so that the shares of doubles sum to 1
        starts = index.first_sequence[:-1]
        total = np.add.reduceat(weights, starts) if len(starts) else weights[:0]
        undetermined = np.asarray(total <= self._negligible, dtype=bool)

        determined = 1 + np.flatnonzero(~undetermined[index.infoset_of[1:]])
        above = total[index.infoset_of[determined]]
        if self.exact:
            probabilities = np.full(len(index), _NOTHING)
            probabilities[0] = _ALL
            parts = zip(weights[determined].tolist(), above.tolist(), strict=True)
            probabilities[determined] = [_share(part, sum_at_set) for part, sum_at_set in parts]
        else:
            probabilities = np.zeros(len(index))
            probabilities[0] = 1
            probabilities[determined] = weights[determined] / above

        if undetermined.any():
            sets = np.flatnonzero(undetermined)
            best = index.best_response(gradient).choice[sets]
            probabilities[index.first_sequence[sets] + best] = _ALL if self.exact else 1.0
        return BehaviorStrategy(index, probabilities, undetermined)

    def mixed(self) -> MixedStrategy:
        """Return a mixed strategy with few pure strategies that realizes this plan.

        Greedily: follow the heaviest choice everywhere, subtract as much of that pure strategy as possible, and repeat.
        Every round makes the weight of a sequence zero, so the support has at most |S| pure strategies (Koller &
        Megiddo 1996).
        """
        index = self.index
        numerators, _ = _integers(self.weights)
        rest = np.maximum(numerators, 0)
        unit = rest[0]
        pure: list[Ints] = []
        probabilities: list[Fraction | float] = []
        while rest[0] > self._negligible:
            choice, played = heaviest_choices(index, rest)
            weight = rest[played].min()
            if weight <= 0:
                raise ModelError(
                    "this plan violates its flow equations, so no mixed strategy realizes it"
                )
            rest[played] -= weight
            pure.append(choice)
            if self.exact:
                probabilities.append(Fraction(int(weight), int(unit)))
            else:
                probabilities.append(float(weight / unit))
        return MixedStrategy(index, np.array(pure, dtype=np.int64), probabilities)


def heaviest_choices(index: SequenceIndex, weights: npt.NDArray[Any]) -> tuple[Ints, Mask]:
    """Return the pure strategy that follows the heaviest choice everywhere: its choices, and the sequences it plays.

    The choice is -1 at the sets that earlier choices of the strategy exclude.
    """
    choice = np.full(index.num_infosets, -1, dtype=np.int64)
    played = np.zeros(len(index), dtype=bool)
    played[0] = True
    # A set's row comes after those of the sets that lead to it, so `played` is final at its parent sequence
    for row in range(index.num_infosets):
        if played[index.parent_sequence[row]]:
            start, stop = index.first_sequence[row : row + 2]
            choice[row] = int(np.argmax(weights[start:stop]))
            played[start + choice[row]] = True
    return choice, played


@dataclass(frozen=True, eq=False)
class MixedStrategy(Immutable, copy_arrays=True):
    """A distribution over reduced pure strategies.

    - `pure`, shape (k, |H|): The choice of every pure strategy at every set, -1 at sets its own choices exclude.
    """

    index: SequenceIndex
    pure: Ints
    probabilities: Sequence[Fraction | float]

    @property
    def exact(self) -> bool:
        """True if the probabilities are rational numbers."""
        return all(isinstance(value, Fraction) for value in self.probabilities)

    @property
    def plays(self) -> Mask:
        """True for the sequences that each pure strategy plays, shape (k, |S|)."""
        plays = np.zeros((len(self.pure), len(self.index)), dtype=bool)
        plays[:, 0] = True
        rows, sets = np.nonzero(self.pure >= 0)
        plays[rows, self.index.first_sequence[sets] + self.pure[rows, sets]] = True
        return plays

    @property
    def plan(self) -> RealizationPlan:
        """The realization plan, μ[σ] = Σ_π π[σ] μ(π) (vSvET, 2.2)."""
        exact = self.exact
        weights = np.zeros(len(self.index), dtype=object if exact else np.float64)
        for plays, probability in zip(self.plays, self.probabilities, strict=True):
            weights[plays] += probability
        return RealizationPlan(self.index, ExactArray.of(weights) if exact else weights)


AnyPlan = TypeVar("AnyPlan", "RealizationPlan", "PlanFamily")


@dataclass(frozen=True, eq=False)
class PlanPair(Generic[AnyPlan]):
    """A plan, or a family of plans, for each player; `plans[0]` is player 0's."""

    plans: tuple[AnyPlan, AnyPlan]
    member: ClassVar[type]
    what: ClassVar[str]

    def __post_init__(self) -> None:
        require_pair(self.plans, self.member, self.what)

    def bound_to(self, game: ExtensiveGame) -> Self:
        """Return these plans for the sequences of a game; see their own `bound_to`."""
        first, second = self.plans
        own_first, own_second = game.sequences
        plans = (first.bound_to(own_first.index), second.bound_to(own_second.index))
        return self if plans == self.plans else type(self)(plans)

    def __getitem__(self, player: int | str) -> AnyPlan:
        return self.plans[player_number(player, where=self.what)]

    def __iter__(self) -> Iterator[AnyPlan]:
        return iter(self.plans)


@dataclass(frozen=True)
class RealizationPlans(PlanPair[RealizationPlan]):
    """A realization plan for each player; `plans[0]` is player 0's."""

    member = RealizationPlan
    what = "realization plans"


def require_pair(pair: object, member: type, what: str) -> None:
    """Refuse anything but a pair: one of player 0, then one of player 1."""
    if (
        not isinstance(pair, tuple)
        or len(pair) != 2
        or not isinstance(pair[0], member)
        or not isinstance(pair[1], member)
    ):
        shown = f"{len(pair)} items" if isinstance(pair, tuple | list) else type(pair).__name__
        raise ModelError(
            f"{what}: a pair of {member.__name__}, one of each player, expected, not {shown}"
        )
    for player, strategy in enumerate(pair):
        owner = strategy.index.player
        if owner != player:
            raise ModelError(
                f"{what}: {player_label(player)}'s expected at [{player}], not {player_label(owner)}'s"
            )


def _arithmetic(exact: bool) -> str:
    return "exact" if exact else "floating-point"


def _integers(weights: Vector) -> tuple[npt.NDArray[Any], int]:
    """Return Python integers, whose sums cannot wrap around, and their common denominator; or doubles and 1."""
    if isinstance(weights, ExactArray):
        return weights.numerators.astype(object), weights.denominator
    return weights.astype(np.float64), 1


def _is_distribution(numerators: list[int], denominators: list[int]) -> bool:
    """Return whether fractions are not negative and sum to 1."""
    unit = math.lcm(*denominators)
    parts = numerators
    if unit != 1:
        ratios = zip(numerators, denominators, strict=True)
        parts = [numerator * (unit // denominator) for numerator, denominator in ratios]
    return min(parts) >= 0 and sum(parts) == unit


def _share(part: int, total: int) -> Fraction:
    """Return part/total; most shares are 0 or 1 and need no arithmetic."""
    if part == 0:
        return _NOTHING
    if part == total:
        return _ALL
    return Fraction(part, total)


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
            f"{player_label(plan.index.player)}: this plan is not completely mixed; sequence "
            f"{plan.index.names[sequence]!r} has weight {shown_rational(weights[sequence])}"
        )
    return plan.behavior(weights)  # a gradient matters only where the plan determines no behavior


def uniform_strategy(index: SequenceIndex) -> BehaviorStrategy:
    """Return the strategy that takes every action at an information set with equal probability, exactly."""
    shares = {count: Fraction(1, count) for count in set(index.num_actions.tolist())}
    counts = index.num_actions[index.infoset_of[1:]].tolist()
    probabilities = [_ALL, *(shares[count] for count in counts)]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object))
