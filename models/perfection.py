"""Evidence that a strategy is undominated, and that an equilibrium is normal-form perfect."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.errors import ModelError
from seqform.models.certificate import Certificate
from seqform.models.exact import ExactArray
from seqform.models.number_text import short
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy, RealizationPlan, RealizationPlans


@dataclass(frozen=True, eq=False, repr=False)
class Undominated:
    """Whether a strategy is undominated, and the evidence, which can be checked on the game.

    A strategy is dominated by one that is never worse, whatever the opponent does, and sometimes
    better. It is undominated if and only if it is a best response to a completely mixed strategy
    of the opponent.

    Attributes
    ----------
    strategy : BehaviorStrategy
        The strategy in question.
    dominating : BehaviorStrategy, optional
        One that dominates it, and is itself undominated; None if there is none.
    gains : two Fractions
        The least and the most that `dominating` earns above `strategy`, over all strategies of
        the opponent; both 0 if nothing dominates.
    witness : BehaviorStrategy
        A completely mixed strategy of the opponent to which `best` is a best response.
    """

    strategy: BehaviorStrategy
    dominating: BehaviorStrategy | None
    gains: tuple[Fraction, Fraction]
    witness: BehaviorStrategy

    @property
    def holds(self) -> bool:
        """Whether the strategy is undominated."""
        return self.dominating is None

    @property
    def best(self) -> BehaviorStrategy:
        """The dominating strategy if there is one, and otherwise the strategy itself: undominated."""
        return self.strategy if self.dominating is None else self.dominating

    def __str__(self) -> str:
        who = f"player {self.strategy.index.player + 1}'s strategy is"
        if self.holds:
            return f"{who} undominated"
        least, most = map(short, self.gains)
        return f"{who} dominated: another earns from {least} to {most} more, depending on the opponent"

    def __repr__(self) -> str:
        return f"<Undominated: {self}>"


@dataclass(frozen=True, eq=False, repr=False)
class NormalFormPerfection:
    """Whether a profile is a normal-form perfect equilibrium, and the evidence.

    Attributes
    ----------
    certificate : Certificate
        Of the profile, the conditions among its `checks`.
    players : two Undominated
        One verdict for each player's strategy.

    References
    ----------
    van Damme (1987), Stability and Perfection of Nash Equilibria, section 3.2: an equilibrium of a two-player
    game is normal-form perfect if and only if both strategies are undominated.
    """

    certificate: Certificate
    players: tuple[Undominated, Undominated]

    @property
    def holds(self) -> bool:
        """Whether the profile is an equilibrium and both strategies are undominated."""
        return self.certificate.proven and all(verdict.holds for verdict in self.players)

    @property
    def undominated_profile(self) -> BehaviorProfile:
        """The profile, each dominated strategy replaced by the one that dominates it.

        If the profile is an equilibrium of a constant-sum game, this one is a normal-form
        perfect equilibrium: whatever dominates an optimal strategy is optimal.
        """
        first, second = (verdict.best for verdict in self.players)
        return BehaviorProfile((first, second))

    @property
    def witness(self) -> BehaviorProfile:
        """A completely mixed profile to which each player's strategy in `undominated_profile` is a best response."""
        return BehaviorProfile((self.players[1].witness, self.players[0].witness))

    def __repr__(self) -> str:
        reasons = [str(verdict) for verdict in self.players if not verdict.holds]
        return f"<NormalFormPerfection: {'; '.join([str(self.certificate), *reasons])}>"


def completely_mixed_profile(plans: RealizationPlans) -> BehaviorProfile:
    """Return the behavior strategies of a pair of completely mixed plans, each as in `completely_mixed`.

    Any point (x̄, ȳ) of the path before its end is such a pair if the start was one (vSvET, theorem 1).
    """
    return BehaviorProfile((completely_mixed(plans[0]), completely_mixed(plans[1])))


def completely_mixed(plan: RealizationPlan) -> BehaviorStrategy:
    """Return the behavior strategy of a completely mixed plan: β(c) = x_{σ_h c} / x_{σ_h} (vSvET, 5.1).

    Parameters
    ----------
    plan : RealizationPlan
        Exact, every weight positive.

    Raises
    ------
    ModelError
        If the plan is in doubles, violates E x = e, or gives a sequence no weight; the message names the sequence.

    References
    ----------
    von Stengel, van den Elzen & Talman (2002), section 5.
    """
    who = f"player {plan.index.player + 1}"
    if not isinstance(plan.weights, ExactArray):
        raise ModelError(f"{who}: an exact plan expected, but its weights are doubles")
    positive = np.asarray(plan.weights.numerators > 0, dtype=bool)
    if not positive.all():
        sequence = int(np.argmin(positive))
        raise ModelError(
            f"{who}: this plan is not completely mixed; sequence {plan.index.names[sequence]!r} has weight "
            f"{plan.weights[sequence]}"
        )
    miss = plan.residual()
    if miss != 0:
        raise ModelError(f"{who}: not a realization plan; it misses x ≥ 0, E x = e by {miss}")
    unused = plan.weights  # a gradient is read only where a plan is silent
    return plan.behavior(unused)
