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
from seqform.models.games.infosets import SequenceIndex, player_name
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
    >>> equilibrium = sf.solve("guess-the-ace", "quasi-perfect")
    >>> family = equilibrium.assessment.family
    >>> print(quasi_perfection(equilibrium.game, equilibrium.profile, family))
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
    profile = exact_profile(game, profile)
    family = family.bound_to(game)
    objection = ""
    if difference := difference_of_profiles(family.limit, profile):
        objection = f"it tends to another profile at {difference}"

    deviations: list[Deviation] = []
    for player in (0, 1):
        names = game.shown_names(player)
        gradient = polynomial_gradient(game, player, family[1 - player].weights)
        better_choices = better(profile[player], family, gradient)
        who = player_name(game.players, player)
        deviations += [replace(each, shown=names[each.infoset], who=who) for each in better_choices]
    return objection, tuple(deviations)


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
    """Return a better reply for every information set at which a strategy is no best reply from there on.

    Backward induction computes V_u, of which `values` has the coefficients, one array over the sequences for each
    order. At the sets of a stage the best choices are those with the lexicographic maximum; a choice in use that is
    not among them is a deviation, and the maximum is added to the sequence before the set.
    """
    index = strategy.index
    values = []
    for coefficients in gradient.coefficients:
        numerators = coefficients.numerators
        room_for_sums = magnitude(numerators) * len(numerators)
        values.append(widened(numerators, room_for_sums).copy())
    used = np.asarray(strategy.probabilities > 0, dtype=bool)

    deviations: list[Deviation] = []
    for sets, sequences in reversed(index.stages):
        require_time()
        owner = np.repeat(np.arange(len(sets)), index.num_actions[sets])
        is_best = _lexicographic_best(values, sequences, owner)
        chosen = sequences[is_best][_first_of_owners(owner[is_best])]  # one for each set

        is_worse = used[sequences] & ~is_best
        wrong = np.flatnonzero(is_worse)[_first_of_owners(owner[is_worse])]  # one for each bad set
        for place in wrong.tolist():
            better = int(chosen[owner[place]])
            played = int(sequences[place])
            deviations.append(_deviation(index, values, gradient, better, played))

        for numerators in values:
            np.add.at(numerators, index.parent_sequence[sets], numerators[chosen])
    return deviations


def _first_of_owners(owner: Ints) -> Ints:
    """Return the first place of every owner; owners ascend, and some may be missing."""
    return np.unique(owner, return_index=True)[1]


def _deviation(
    index: SequenceIndex,
    values: list[npt.NDArray[Any]],
    gradient: PolynomialArray,
    better: int,
    played: int,
) -> Deviation:
    """Return the deviation from one sequence to a better one of the same set, by the first order that differs."""
    order = 0
    while values[order][better] == values[order][played]:
        order += 1
    excess = int(values[order][better]) - int(values[order][played])
    row = int(index.infoset_of[better])
    start = int(index.first_sequence[row])
    names = index.action_names[row]
    return Deviation(
        index.player,
        index.infoset_names[row],
        names[better - start],
        Fraction(excess, gradient.coefficients[order].denominator),
        order,
        names[played - start],
    )


def _lexicographic_best(values: list[npt.NDArray[Any]], sequences: Ints, owner: Ints) -> Mask:
    """Return which sequences have the largest polynomial among those of the same owner; owners ascend from 0."""
    places = np.arange(len(sequences))  # of the sequences that are best in all orders so far
    for coefficients in values:
        candidates = coefficients[sequences[places]]
        group = owner[places]
        starts = np.flatnonzero(np.diff(group, prepend=-1))  # no group is ever empty
        largest = np.maximum.reduceat(candidates, starts)
        places = places[np.asarray(candidates == largest[group], dtype=bool)]
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
        totals = [weight * payoff for weight, payoff in zip(weights, gradient, strict=True)]

        # A sequence has a greater number than the one before it: sums go from the last sequence to the first.
        index = own.index
        before = index.parent_sequence[index.infoset_of[1:]].tolist()
        for sequence in range(len(index) - 1, 0, -1):
            require_time()
            totals[before[sequence - 1]] += totals[sequence]
        return cls(
            weights=weights,
            totals=totals,
            weights_low=_lowest_orders(weights),
            totals_low=_lowest_orders(totals),
            opponent=empty[0],
            scale=Fraction(empty_common, gradient_common),
        )

    def excess(self, first: int, second: int) -> Polynomial:
        """Return a polynomial with the sign of the advantage of one sequence over another of the same set."""
        return self.totals[first] * self.weights[second] - self.totals[second] * self.weights[first]

    def sign(self, first: int, second: int) -> int:
        """Return the sign of the advantage of one sequence over another: mostly by the lowest orders alone."""
        low = (
            self.totals_low[first] * self.weights_low[second]
            - self.totals_low[second] * self.weights_low[first]
        )
        return _sign(low, LOWEST_ORDERS) or _sign(self.excess(first, second))

    def gain(self, first: int, second: int) -> tuple[Fraction, int]:
        """Return the first nonzero coefficient of the advantage of one sequence over another, and its order."""
        gain, order = _leading(self.excess(first, second))
        for divisor in (self.weights[first], self.weights[second], self.opponent):
            coefficient, divisor_order = _leading(divisor)
            gain /= coefficient
            order -= divisor_order
        return gain * self.scale, order


def _better_actions(
    strategy: BehaviorStrategy, family: EpsilonFamily, gradient: PolynomialArray
) -> list[Deviation]:
    """Return a better action for every information set at which a strategy takes one that is no local best reply."""
    index = strategy.index
    values = _LocalValues.of(family[index.player], family[1 - index.player], gradient)
    deviations: list[Deviation] = []
    for row, (start, stop) in enumerate(pairwise(index.first_sequence.tolist())):
        require_time()
        best = start
        for sequence in range(start + 1, stop):
            if values.sign(sequence, best) > 0:
                best = sequence
        used = [sequence for sequence in range(start, stop) if strategy.probabilities[sequence] > 0]

        # No choice is better than the best: a sign that is not 0 says that it is worse.
        worse = [sequence for sequence in used if sequence != best and values.sign(best, sequence)]
        if worse:
            names = index.action_names[row]
            better = names[best - start]
            played = names[worse[0] - start]
            gain, order = values.gain(best, worse[0])
            infoset = index.infoset_names[row]
            deviations.append(Deviation(index.player, infoset, better, gain, order, played))
    return deviations


def _lowest_orders(polynomials: list[Polynomial]) -> list[Polynomial]:
    """Return the terms of the lowest orders of polynomials."""
    return [type(each)(each.coeffs()[:LOWEST_ORDERS]) for each in polynomials]


def _integral(polynomials: PolynomialArray) -> tuple[list[Polynomial], int]:
    """Return the polynomials times a positive integer, with integer coefficients, and that integer."""
    require("flint")
    from flint import fmpz_poly

    common = lcm(*(vector.denominator for vector in polynomials.coefficients))
    orders = [vector.over(common).tolist() for vector in polynomials.coefficients]
    return [fmpz_poly(list(coefficients)) for coefficients in zip(*orders, strict=True)], common


def _leading(polynomial: Polynomial) -> tuple[Fraction, int]:
    """Return the first coefficient that is not zero, and its order."""
    for order, coefficient in enumerate(polynomial.coeffs()):
        if coefficient:
            return Fraction(int(coefficient)), order
    raise AssertionError("only of polynomials that are not zero")


def _sign(polynomial: Polynomial, orders: int | None = None) -> int:
    """Return the sign for all small ε > 0; 0 if the first `orders` coefficients, all by default, are zero."""
    for coefficient in polynomial.coeffs()[:orders]:
        if coefficient:
            return 1 if coefficient > 0 else -1
    return 0


def suboptimal_infosets(
    game: ExtensiveGame, profile: BehaviorProfile, epsilon: Fraction
) -> list[str]:
    """Return a sentence on every set at which a completely mixed profile loses more than trembles of size ε do.

    At an equilibrium of the perturbed game every action but the best ones has the least probability, about ε, so that
    the loss at a set, given that it is reached, is at most of the order of ε times the payoffs' spread. A filter in
    doubles, not a proof of anything.
    """
    doubles = profile.bound_to(game).to_floats()
    sentences = []
    for player in (0, 1):
        index = doubles[player].index
        if not index.num_infosets:
            continue
        reply = index.best_response(payoff_per_sequence(game, player, doubles[1 - player]))
        values = np.asarray(reply.sequence_value, dtype=np.float64)
        weighted = doubles[player].probabilities[1:] * values[1:]
        played = np.add.reduceat(weighted, index.first_sequence[:-1] - 1)
        lost = np.asarray(reply.infoset_value, dtype=np.float64) - played

        # Half the spread of the payoffs: all of it may exceed the doubles.
        payoffs = game.leaf_payoffs[player].to_floats()
        half_spread = float(payoffs.max() / 2 - payoffs.min() / 2) or 0.5
        share = 4 * float(epsilon) * index.num_actions.astype(np.float64) + 2 * ROUNDING_SHARE
        allowed = half_spread * share

        # Losses are weighted by the probability that chance and the opponent lead to the set.
        reach = np.asarray(reach_without(game, player, doubles[1 - player]), dtype=np.float64)
        names = game.shown_names(player)
        for row in np.flatnonzero((reach > 0) & (lost > allowed * reach)).tolist():
            loss = f"{lost[row] / reach[row]:.3g}"
            infoset = names[index.infoset_names[row]]
            sentences.append(
                f"{player_name(game.players, player)} loses {loss} at information set {infoset!r}"
            )
    return sentences
