"""Extensive-form perfection, proved by a family in ε: local best replies at every information set, order by order.

A profile ρ is extensive-form perfect if there are completely mixed profiles ρₙ that tend to it such that at every
information set every action that ρ takes with positive probability is a best reply to ρₙ of the agent who moves there:
all other choices, the same player's later ones included, are as in ρₙ. That is perfection of the agent normal form.

Let x(ε) be the player's plan and g_σ(ε) what sequence σ contributes at the leaves against the opponent's plan. What
play earns by way of a choice c at a set h is T_{hc} = Σ g_σ x_σ, summed over the sequences σ that hc begins, hc among
them; and T_{hc} / x_{hc} is what c earns if the player makes for it, chosen for certain from h on, with later behavior
as it is. Both are compared by cross-multiplication: the sign of T_c x_d - T_d x_c for all small ε > 0 is that of its
first coefficient. A positive factor common to the weights of a player, such as a denominator, changes no sign.

References
----------
Selten, Reexamination of the perfectness concept for equilibrium points in extensive games, International Journal of
Game Theory 4 (1975), 25-55; van Damme (1987), Stability and Perfection of Nash Equilibria, chapter 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any

import numpy as np

from seqform.models.epsilon_family import EpsilonFamily, PlanFamily
from seqform.models.extensive_form_perfection import BetterAction, ExtensiveFormPerfection
from seqform.models.game import ExtensiveGame
from seqform.models.polynomials import PolynomialArray
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy
from seqform.system.packages import require
from seqform.verify.consistency import difference_of_profiles
from seqform.verify.exact_assessment import exact_profile
from seqform.verify.quasi_perfection import polynomial_gradient

Polynomial = Any  # fmpz_poly


def extensive_form_perfection(
    game: ExtensiveGame, profile: BehaviorProfile, family: EpsilonFamily
) -> ExtensiveFormPerfection:
    """Check whether a family proves a profile extensive-form perfect.

    Parameters
    ----------
    game : ExtensiveGame
        Zero-sum or not.
    profile : BehaviorProfile
        Exact; from anywhere.
    family : EpsilonFamily
        Completely mixed plans, polynomial or rational; from anywhere.

    Returns
    -------
    ExtensiveFormPerfection
        `holds` if the family tends to the profile and every action that the profile takes is a local best reply to the
        family; otherwise it names where that fails, and a better action.

    Raises
    ------
    ModelError
        If profile or family are not of this game, or the profile is in doubles.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.epsilon_family import constant_family
    >>> game = sf.load("guess-the-ace")
    >>> uniform = sf.uniform_profile(game)
    >>> family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    >>> print(extensive_form_perfection(game, uniform, family).better_actions[0])
    at player 1's information set 'start', 'stop' earns 500 more than 'ask'
    """
    profile, family = exact_profile(game, profile), family.bound_to(game)
    difference = difference_of_profiles(family.limit, profile)
    actions = [
        action for player in (0, 1) for action in better_actions(profile[player], LocalValues.of(game, player, family))
    ]
    return ExtensiveFormPerfection(f"it tends to another profile at {difference}" if difference else "", tuple(actions))


@dataclass(frozen=True, eq=False)
class LocalValues:
    """What a player's choices earn against a family, the player's own later behavior being that of the family.

    Attributes
    ----------
    weights, totals : list of fmpz_poly, one per sequence
        p_σ and T_σ, up to positive factors: choice c earns scale · T_{hc} / (p_{hc} · opponent).
    opponent : fmpz_poly
        The weight of the opponent's empty sequence, by which T is too large.
    scale : Fraction
        Positive.
    """

    weights: list[Polynomial]
    totals: list[Polynomial]
    opponent: Polynomial
    scale: Fraction

    @classmethod
    def of(cls, game: ExtensiveGame, player: int, family: EpsilonFamily) -> LocalValues:
        """Return the values of a player's choices, summed over the leaves of the tree."""
        own: PlanFamily = family[player]
        gradient, gradient_common = _integral(polynomial_gradient(game, player, family[1 - player].weights))
        opponent, opponent_common = _integral(family[1 - player].weights.take(np.zeros(1, dtype=np.int64)))
        weights, _ = _integral(own.weights)
        totals = [weight * part for weight, part in zip(weights, gradient, strict=True)]
        index = own.index
        before = index.parent_sequence[index.infoset_of[1:]].tolist()
        for sequence in range(len(index) - 1, 0, -1):
            totals[before[sequence - 1]] += totals[sequence]
        return cls(weights, totals, opponent[0], Fraction(opponent_common, gradient_common))

    def excess(self, one: int, other: int) -> Polynomial:
        """Return a polynomial with the sign of what sequence `one` earns more than `other` at the same set."""
        return self.totals[one] * self.weights[other] - self.totals[other] * self.weights[one]

    def gain(self, one: int, other: int) -> tuple[Fraction, int]:
        """Return what sequence `one` earns more than `other`, which is not nothing, to lowest order, and the order."""
        above, order = _leading(self.excess(one, other))
        for part in (self.weights[one], self.weights[other], self.opponent):
            below, less = _leading(part)
            above, order = above / below, order - less
        return above * self.scale, order


def better_actions(strategy: BehaviorStrategy, values: LocalValues) -> list[BetterAction]:
    """Return a better action for every information set at which a strategy takes one that is no local best reply.

    Parameters
    ----------
    strategy : BehaviorStrategy
    values : LocalValues
        Of the same player.
    """
    index = strategy.index
    found: list[BetterAction] = []
    bounds = index.first_sequence.tolist()
    for row, (start, stop) in enumerate(pairwise(bounds)):
        best = start
        for sequence in range(start + 1, stop):
            if _sign(values.excess(sequence, best)) > 0:
                best = sequence
        used = [sequence for sequence in range(start, stop) if strategy.probabilities[sequence] > 0]
        worse = [sequence for sequence in used if sequence != best and values.excess(best, sequence)]
        if worse:
            names = index.action_names[row]
            gain, order = values.gain(best, worse[0])
            better, instead = names[best - start], names[worse[0] - start]
            found.append(BetterAction(index.player, index.infoset_names[row], better, instead, gain, order))
    return found


def _integral(polynomials: PolynomialArray) -> tuple[list[Polynomial], int]:
    """Return the polynomials times a positive integer, with integer coefficients, and that integer."""
    require("flint")
    from flint import fmpz_poly

    common = lcm(*(part.denominator for part in polynomials.coefficients))
    orders = [part.over(common).tolist() for part in polynomials.coefficients]
    return [fmpz_poly(list(coefficients)) for coefficients in zip(*orders, strict=True)], common


def _leading(polynomial: Polynomial) -> tuple[Fraction, int]:
    """Return the first coefficient that is not zero, and its order."""
    return next((Fraction(int(part)), order) for order, part in enumerate(polynomial.coeffs()) if part)


def _sign(polynomial: Polynomial) -> int:
    """Return the sign for all small ε > 0."""
    if not polynomial:
        return 0
    return 1 if _leading(polynomial)[0] > 0 else -1
