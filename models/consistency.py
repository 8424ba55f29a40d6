"""Evidence that an assessment is consistent: how likely each player's trembles are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.epsilon_family import EpsilonFamily, PlanFamily
from seqform.models.exact import ExactArray, Ints
from seqform.models.immutable import Immutable
from seqform.models.polynomials import PolynomialArray
from seqform.models.strategies import BehaviorStrategy


@dataclass(frozen=True, eq=False, repr=False)
class Trembles(Immutable):
    """How a player's sequences become possible as ε grows from 0: σ with weight about ζ_σ ε^K_σ.

    Attributes
    ----------
    behavior : BehaviorStrategy
        What remains at ε = 0.
    orders : ndarray of int, shape (|S|,)
        K_σ: 0 for a sequence that the behavior plays, more for one that takes mistakes. Kreps & Wilson's label
        of an action is the difference between the sequence it ends and the one before.
    weights : ndarray of Fraction, shape (|S|,)
        ζ_σ, positive.
    """

    behavior: BehaviorStrategy
    orders: Ints
    weights: npt.NDArray[Any]

    @property
    def family(self) -> PlanFamily:
        """Completely mixed plans x(ε) with x_σ = ζ_σ ε^K_σ + terms of higher order, and the behavior as their limit.

        An action a that the behavior does not play at a set u gets the weight ζ ε^K; the actions it
        plays share what these leave of x_{σ_u} in the proportions of the behavior.
        """
        index, played = self.behavior.index, self.behavior.probabilities > 0
        plan = np.full((len(index), int(self.orders.max()) + 1), Fraction(0))
        silent = np.flatnonzero(~played)
        plan[0, 0] = Fraction(1)
        plan[silent, self.orders[silent]] = self.weights[silent]
        for sets, sequences in index.stages:
            sizes = index.num_actions[sets]
            mistakes = np.add.reduceat(plan[sequences], np.cumsum(sizes) - sizes, axis=0)
            left = np.repeat(plan[index.parent_sequence[sets]] - mistakes, sizes, axis=0)
            plan[sequences] += left * self.behavior.probabilities[sequences, None]
        orders = range(plan.shape[1])
        return PlanFamily(index, PolynomialArray(tuple(ExactArray.of(plan[:, k]) for k in orders)))


@dataclass(frozen=True, eq=False, repr=False)
class Consistency:
    """Whether an assessment is consistent, with evidence either way.

    Attributes
    ----------
    holds : bool
    reason : str
        Why: what proves it, or which beliefs contradict what.
    trembles : two Trembles, optional
        Mistakes that make the beliefs right, where they were searched for and exist.
    given : EpsilonFamily, optional
        The assessment's own family, if that proves it.
    """

    holds: bool
    reason: str
    trembles: tuple[Trembles, Trembles] | None = None
    given: EpsilonFamily | None = None

    @property
    def family(self) -> EpsilonFamily | None:
        """A family in ε that tends to the assessment; None if it is not consistent."""
        if self.given is not None or self.trembles is None:
            return self.given
        return EpsilonFamily((self.trembles[0].family, self.trembles[1].family))

    def __str__(self) -> str:
        return f"{'' if self.holds else 'not '}consistent: {self.reason}"

    def __repr__(self) -> str:
        return f"<Consistency: {self}>"
