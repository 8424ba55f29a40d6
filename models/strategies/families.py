"""Families of completely mixed plans in ε, polynomial or rational, and their limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan, RealizationPlans

if TYPE_CHECKING:
    from seqform.models.games.extensive import ExtensiveGame


@dataclass(frozen=True, eq=False)
class PlanFamily:
    """A realization plan x(ε) of one player for every small ε > 0, completely mixed.

    Weights that violate E x(ε) = e in some order of ε, or are not positive for small ε, raise a `ModelError` that names
    the information set or the sequence.

    Parameters
    ----------
    weights : PolynomialArray, shape (|S|,)
    """

    index: SequenceIndex
    weights: PolynomialArray

    def __post_init__(self) -> None:
        index, who = self.index, f"player {self.index.player + 1}"
        if len(self.weights) != len(index):
            raise ModelError(f"{who}: {len(self.weights)} polynomials for {len(index)} sequences")
        self._check_whole()
        owners = index.infoset_of[1:]
        sums = self.weights.take(slice(1, None)).sum_by(owners, index.num_infosets)
        unequal = np.flatnonzero((sums - self.weights.take(index.parent_sequence)).signs())
        if len(unequal):
            raise ModelError(
                f"{who}: at information set {index.infoset_names[int(unequal[0])]!r} the weights of the choices do "
                "not add up to that of the sequence that leads there"
            )
        unmixed = np.flatnonzero(self.weights.signs() <= 0)
        if len(unmixed):
            raise ModelError(
                f"{who}: sequence {index.names[int(unmixed[0])]!r} has no positive weight for small ε; a completely "
                "mixed plan is expected"
            )

    def _check_whole(self) -> None:
        if self.weights[0][0] != 1 or any(self.weights[0][1:]):
            raise ModelError(f"player {self.index.player + 1}: the weight of the empty sequence is not 1")

    def bound_to(self, index: SequenceIndex) -> Self:
        """Return this family for the sequences of a game that has the same information sets and actions by name."""
        if index is self.index:
            return self
        sequences, _ = index.correspondence(self.index, "family of plans")
        return type(self)(index, self.weights.take(sequences))

    def at(self, epsilon: Fraction | int) -> RealizationPlan:
        """Return the plan at a number ε."""
        return RealizationPlan(self.index, self.weights.at(epsilon))

    @cached_property
    def limit(self) -> BehaviorStrategy:
        """The behavior as ε falls to 0, at every information set: β(c) = lim x_{σ_h c}(ε) / x_{σ_h}(ε), exact.

        See Miltersen & Sørensen (2006), lemma 2.2.
        """
        index = self.index
        above = index.parent_sequence[index.infoset_of[1:]]
        orders = self.weights.leading_orders()[above]
        wholes = self.weights.take(above).coefficient_at(orders).to_fractions()
        parts = self.weights.take(slice(1, None)).coefficient_at(orders).to_fractions()
        shares = [part / whole if part else part for part, whole in zip(parts, wholes, strict=True)]
        return BehaviorStrategy(index, np.array([Fraction(1), *shares], dtype=object))


@dataclass(frozen=True, eq=False)
class EpsilonFamily:
    """A completely mixed pair of plans for every small ε > 0, the evidence that its limit is consistent."""

    plans: tuple[PlanFamily, PlanFamily]

    def __post_init__(self) -> None:
        players = [plan.index.player for plan in self.plans]
        if players != [0, 1]:
            raise ModelError(f"a family has player 1's plans first and player 2's second, not {players}")

    def bound_to(self, game: ExtensiveGame) -> EpsilonFamily:
        """Return this family for the sequences of a game; see `PlanFamily.bound_to`."""
        first, second = (plan.bound_to(own.index) for plan, own in zip(self, game.sequences, strict=True))
        if first is self[0] and second is self[1]:
            return self
        return EpsilonFamily((first, second))

    def __getitem__(self, player: int) -> PlanFamily:
        return self.plans[player]

    def __iter__(self) -> Iterator[PlanFamily]:
        return iter(self.plans)

    @property
    def degree(self) -> int:
        """The highest power of ε."""
        return max(plan.weights.degree for plan in self)

    def at(self, epsilon: Fraction | int) -> RealizationPlans:
        """Return the plans at a number ε."""
        return RealizationPlans((self[0].at(epsilon), self[1].at(epsilon)))

    @property
    def limit(self) -> BehaviorProfile:
        """The behavior as ε falls to 0."""
        return BehaviorProfile((self[0].limit, self[1].limit))

    def __repr__(self) -> str:
        return f"<EpsilonFamily: plans of degree {self.degree} in ε>"


def constant_family(plan: RealizationPlan) -> PlanFamily:
    """Return a completely mixed exact plan as a family that does not depend on ε."""
    if not isinstance(plan.weights, ExactArray):
        raise ModelError(f"player {plan.index.player + 1}: an exact plan expected, but its weights are doubles")
    return PlanFamily(plan.index, PolynomialArray.constant(plan.weights))


@dataclass(frozen=True, eq=False)
class RationalPlanFamily(PlanFamily):
    """A realization plan p(ε) / p_∅(ε) of one player for every small ε > 0, completely mixed.

    With lower bounds on behavior probabilities a plan is not a polynomial in ε. The weights are p, with E p(ε) = p_∅(ε)
    e; the denominator p_∅ is the first of them. Behavior and beliefs are ratios of weights, so results derived from a
    `PlanFamily`'s weights hold here too: its limit, its beliefs, and comparisons of the payoffs of an opponent's
    actions against it.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.numbers.polynomials import PolynomialArray
    >>> index = sf.load("guess-the-ace").sequences[0].index
    >>> family = RationalPlanFamily(index, PolynomialArray((ExactArray.of([1, 1, 0]), ExactArray.of([1, 0, 1]))))
    >>> family.at(Fraction(1, 9)).weights.to_fractions()[1:], family.limit["start"]["ask"]
    ([Fraction(9, 10), Fraction(1, 10)], Fraction(0, 1))
    """

    def _check_whole(self) -> None:
        """Accept any weight of the empty sequence, which is the denominator."""

    def at(self, epsilon: Fraction | int) -> RealizationPlan:
        """Return the plan at a number ε that is no zero of the denominator."""
        values: ExactArray = self.weights.at(epsilon)
        if values[0] == 0:
            raise ModelError(f"player {self.index.player + 1}: the plan's denominator vanishes at ε = {epsilon}")
        return RealizationPlan(self.index, values * (1 / values[0]))
