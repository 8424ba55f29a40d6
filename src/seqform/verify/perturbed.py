"""Checks along a family of completely mixed plans in ε: quasi-perfection and extensive-form perfection.

A profile ρ is quasi-perfect if there are completely mixed profiles ρₙ that tend to it such that at every information
set u of either player, the behavior that ρ prescribes to this player from u on is a best reply to the opponent's
behavior in ρₙ. The player's own trembles do not count, neither before u, where they are the same for all nodes, nor
after it. ρ is extensive-form perfect if at every information set every action that ρ takes with positive probability
is a best reply to ρₙ of the agent who moves there: all other choices, the same player's later ones included, are as in
ρₙ. That is perfection of the agent normal form.

Both are checked along a given family ρ(ε) of polynomial or rational plans, in every order of ε. A failure refers to
this family; another one might prove the property. Let x(ε) be the player's plan and g_σ(ε) the payoff that sequence
σ contributes at the leaves against the opponent's plan.

*Quasi-perfection.* The best that can be had from u on, weighted by how likely chance and the opponent make u, is
V_u = max_c [g_{σ_u c} + Σ V_u'], over the choices c at u and the sets u' that come next after c. "max" compares
coefficients lexicographically, which is right for all small ε > 0. Behavior is a best reply from every u on if
and only if each choice in use attains that maximum, exactly, in every order of ε.

*Extensive-form perfection.* Play by way of a choice c at a set h earns T_{hc} = Σ g_σ x_σ, summed over the sequences
σ that hc begins, hc among them; and T_{hc} / x_{hc} is the payoff of c if the player makes for h and chooses c for
certain, with later behavior as it is. These are compared by cross-multiplication: the sign of T_c x_d - T_d x_c for all
small ε > 0 is that of its first coefficient. A positive factor common to the weights of a player, such as the
denominator of a rational family, changes no sign.

References
----------
Selten, Reexamination of the perfectness concept for equilibrium points in extensive games, International Journal of
Game Theory 4 (1975), 25-55; van Damme, A relation between perfect equilibria in extensive form games and proper
equilibria in normal form games, International Journal of Game Theory 13 (1984), 1-13; van Damme, Stability and
Perfection of Nash Equilibria (1987), chapter 6; Miltersen & Sørensen (2006), section 3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.answers.evidence import Deviation, ExtensiveFormPerfection, QuasiPerfection
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Ints, Mask, magnitude, widened
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.assessment import EpsilonFamily, PlanFamily
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.tables import reach_without
from seqform.system.deadline import require_time
from seqform.system.packages import require
from seqform.verify.consistent import difference_of_profiles
from seqform.verify.nash import payoff_by_sequence, payoff_per_sequence
from seqform.verify.sequential import exact_profile

Polynomial = Any
"""A `flint.fmpz_poly`."""

LOWEST_ORDERS = 24
"""Orders of ε that decide most comparisons."""

ROUNDING_SHARE = 1e-6
"""Loss at a set that is attributed to rounding, as a share of the spread of the payoffs."""


def quasi_perfection(
    game: ExtensiveGame, profile: BehaviorProfile, family: EpsilonFamily
) -> QuasiPerfection:
    """Check whether a family of completely mixed plans proves an exact profile quasi-perfect.

    It does if the family tends to the profile and the profile replies best to the family at every information set.

    Examples
    --------
    >>> import seqform as sf
    >>> found = sf.solve("guess-the-ace", "quasi-perfect")
    >>> print(quasi_perfection(found.game, found.profile, found.assessment.family))
    quasi-perfect
    """
    return QuasiPerfection(*_checked(game, profile, family, _better_replies))


def extensive_form_perfection(
    game: ExtensiveGame, profile: BehaviorProfile, family: EpsilonFamily
) -> ExtensiveFormPerfection:
    """Check whether a family of completely mixed plans proves an exact profile extensive-form perfect.

    It does if it tends to the profile and every action that the profile takes is a local best reply to the family.
    """
    return ExtensiveFormPerfection(*_checked(game, profile, family, _better_actions))


def _checked(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    family: EpsilonFamily,
    better: Callable[[BehaviorStrategy, EpsilonFamily, PolynomialArray], list[Deviation]],
) -> tuple[str, tuple[Deviation, ...]]:
    """Return a place where the family tends to another profile, "" if nowhere, and better choices of both players."""
    profile, family = exact_profile(game, profile), family.bound_to(game)
    difference = difference_of_profiles(family.limit, profile)
    names = (game.shown_names(0), game.shown_names(1))
    found = [
        replace(one, shown=names[player][one.infoset])
        for player in (0, 1)
        for one in better(
            profile[player], family, polynomial_gradient(game, player, family[1 - player].weights)
        )
    ]
    return f"it tends to another profile at {difference}" if difference else "", tuple(found)


def polynomial_gradient(
    game: ExtensiveGame, player: int, opponent: PolynomialArray
) -> PolynomialArray:
    """Return the payoff that each of a player's sequences contributes against a family of plans: A y(ε) or Bᵀ x(ε)."""
    parts = []
    for weights in opponent.coefficients:
        require_time()
        parts.append(payoff_by_sequence(game, player, player, weights))
    return PolynomialArray(tuple(parts))


def _better_replies(
    strategy: BehaviorStrategy, _: EpsilonFamily, gradient: PolynomialArray
) -> list[Deviation]:
    """Return a better reply for every information set at which a strategy is no best reply from there on."""
    index = strategy.index
    parts = [part.numerators for part in gradient.coefficients]
    values = [
        widened(part, magnitude(part) * len(part)).copy() for part in parts
    ]  # with room for sums
    used = np.asarray(strategy.probabilities > 0, dtype=bool)
    found: list[Deviation] = []
    for sets, sequences in reversed(index.stages):
        require_time()
        owner = np.repeat(np.arange(len(sets)), index.num_actions[sets])
        best = _lexicographic_best(values, sequences, owner)
        chosen = sequences[np.flatnonzero(best)[np.unique(owner[best], return_index=True)[1]]]
        worse = used[sequences] & ~best
        for place in np.unique(owner[worse], return_index=True)[1].tolist():
            wrong = int(np.flatnonzero(worse)[place])
            better, instead = int(chosen[owner[wrong]]), int(sequences[wrong])
            order = next(
                order for order, part in enumerate(values) if part[better] != part[instead]
            )
            excess = int(values[order][better]) - int(values[order][instead])
            gain, row = (
                Fraction(excess, gradient.coefficients[order].denominator),
                int(index.infoset_of[better]),
            )
            start, names = int(index.first_sequence[row]), index.action_names[row]
            name = index.infoset_names[row]
            found.append(
                Deviation(
                    index.player, name, names[better - start], gain, order, names[instead - start]
                )
            )
        for part in values:
            np.add.at(part, index.parent_sequence[sets], part[chosen])
    return found


def _lexicographic_best(values: list[npt.NDArray[Any]], sequences: Ints, owner: Ints) -> Mask:
    """Return which sequences have the largest polynomial among those of the same owner; owners ascend from 0."""
    places = np.arange(len(sequences))
    for part in values:
        here, group = part[sequences[places]], owner[places]
        most = np.maximum.reduceat(here, np.flatnonzero(np.diff(group, prepend=-1)))
        places = places[np.asarray(here == most[group], dtype=bool)]
    best = np.zeros(len(sequences), dtype=bool)
    best[places] = True
    return best


@dataclass(frozen=True, eq=False)
class _LocalValues:
    """Payoffs of a player's choices against a family, the player's own later behavior being that of the family.

    `weights` and `totals` are polynomials p_σ and T_σ of every sequence, up to positive factors: choice c earns scale ·
    T_{hc} / (p_{hc} · opponent), where `opponent` is the weight of the opponent's empty sequence, by which T is too
    large. `weights_low` and `totals_low` are their terms of the lowest orders.
    """

    weights: list[Polynomial]
    totals: list[Polynomial]
    weights_low: list[Polynomial]
    totals_low: list[Polynomial]
    opponent: Polynomial
    scale: Fraction

    @classmethod
    def of(cls, own: PlanFamily, opponent: PlanFamily, payoff: PolynomialArray) -> _LocalValues:
        """Return the values of a player's choices; `payoff` is the player's `polynomial_gradient`."""
        gradient, gradient_common = _integral(payoff)
        empty, empty_common = _integral(opponent.weights.take(np.zeros(1, dtype=np.int64)))
        weights, _ = _integral(own.weights)
        totals = [weight * part for weight, part in zip(weights, gradient, strict=True)]
        index = own.index
        before = index.parent_sequence[index.infoset_of[1:]].tolist()
        for sequence in range(len(index) - 1, 0, -1):
            require_time()
            totals[before[sequence - 1]] += totals[sequence]
        weights_low, totals_low = (
            [type(one)(one.coeffs()[:LOWEST_ORDERS]) for one in table]
            for table in (weights, totals)
        )
        return cls(
            weights,
            totals,
            weights_low,
            totals_low,
            empty[0],
            Fraction(empty_common, gradient_common),
        )

    def excess(self, one: int, other: int) -> Polynomial:
        """Return a polynomial with the sign of the advantage of sequence `one` over `other` at the same set."""
        return self.totals[one] * self.weights[other] - self.totals[other] * self.weights[one]

    def sign(self, one: int, other: int) -> int:
        """Return the sign of the advantage of sequence `one` over `other`: mostly by the lowest orders alone."""
        low = (
            self.totals_low[one] * self.weights_low[other]
            - self.totals_low[other] * self.weights_low[one]
        )
        return _sign(low, LOWEST_ORDERS) or _sign(self.excess(one, other))

    def gain(self, one: int, other: int) -> tuple[Fraction, int]:
        """Return the first nonzero coefficient of the advantage of `one` over `other`, and its order."""
        above, order = _leading(self.excess(one, other))
        for part in (self.weights[one], self.weights[other], self.opponent):
            below, less = _leading(part)
            above, order = above / below, order - less
        return above * self.scale, order


def _better_actions(
    strategy: BehaviorStrategy, family: EpsilonFamily, gradient: PolynomialArray
) -> list[Deviation]:
    """Return a better action for every information set at which a strategy takes one that is no local best reply."""
    index = strategy.index
    values = _LocalValues.of(family[index.player], family[1 - index.player], gradient)
    found: list[Deviation] = []
    bounds = index.first_sequence.tolist()
    for row, (start, stop) in enumerate(pairwise(bounds)):
        require_time()
        best = start
        for sequence in range(start + 1, stop):
            if values.sign(sequence, best) > 0:
                best = sequence
        used = [sequence for sequence in range(start, stop) if strategy.probabilities[sequence] > 0]
        worse = [sequence for sequence in used if sequence != best and values.sign(best, sequence)]
        if worse:
            names = index.action_names[row]
            gain, order = values.gain(best, worse[0])
            better, instead = names[best - start], names[worse[0] - start]
            found.append(
                Deviation(index.player, index.infoset_names[row], better, gain, order, instead)
            )
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
    return next(
        (Fraction(int(part)), order) for order, part in enumerate(polynomial.coeffs()) if part
    )


def _sign(polynomial: Polynomial, orders: int | None = None) -> int:
    """Return the sign for all small ε > 0; 0 if the first `orders` coefficients, all by default, are zero."""
    first = next((part for part in polynomial.coeffs()[:orders] if part), 0)
    return int(first > 0) - int(first < 0)


def suboptimal_infosets(
    game: ExtensiveGame, profile: BehaviorProfile, epsilon: Fraction
) -> list[str]:
    """Return a sentence on every set at which a completely mixed profile loses more than trembles of size ε do.

    At an equilibrium of the perturbed game every action but the best ones has the least probability, about ε, so that
    the loss at a set, given that it is reached, is at most of the order of ε times the payoffs' spread. A filter in
    doubles, not a proof of anything.
    """
    doubles, found = profile.bound_to(game).to_floats(), []
    for player in (0, 1):
        index = doubles[player].index
        if not index.num_infosets:
            continue
        reply = index.best_response(payoff_per_sequence(game, player, doubles[1 - player]))
        values = np.asarray(reply.sequence_value, dtype=np.float64)
        played = np.add.reduceat(
            doubles[player].probabilities[1:] * values[1:], index.first_sequence[:-1] - 1
        )
        reach = np.asarray(reach_without(game, player, doubles[1 - player]), dtype=np.float64)
        payoffs = game.leaf_payoffs[player].to_floats()
        half_spread = (
            float(payoffs.max() / 2 - payoffs.min() / 2) or 0.5
        )  # the spread may exceed the doubles
        allowed = half_spread * (
            4 * float(epsilon) * index.num_actions.astype(np.float64) + 2 * ROUNDING_SHARE
        )
        lost = np.asarray(reply.infoset_value, dtype=np.float64) - played
        for row in np.flatnonzero((reach > 0) & (lost > allowed * reach)).tolist():
            name = game.shown_names(player)[index.infoset_names[row]]
            found.append(
                f"player {player + 1} loses {lost[row] / reach[row]:.3g} at information set {name!r}"
            )
    return found
