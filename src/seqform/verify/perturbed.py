"""Quasi-perfection, proved by a family in ε: best replies at every information set, decided order by order.

A profile ρ is quasi-perfect if there are completely mixed profiles ρₙ that tend to it such that at every information
set u of either player, what ρ prescribes to this player from u on is a best reply to the opponent's behavior in
ρₙ. The player's own trembles do not count, neither before u, where they are the same for all nodes, nor after it.

Against the opponent's plan y(ε) a sequence σ contributes g_σ(ε), a polynomial, at the leaves that it leads to. The
best that can be had from u on, weighted by how likely chance and the opponent make u, is
V_u = max_c [g_{σ_u c} + Σ V_u'], over the choices c at u and the sets u' that come next after c. "max" compares
coefficients lexicographically, which is right for all small ε > 0. Behavior is a best reply from every u on if
and only if each choice in use attains that maximum, exactly, in every order of ε.

References
----------
van Damme, A relation between perfect equilibria in extensive form games and proper equilibria in normal form games,
International Journal of Game Theory 13 (1984), 1-13; Miltersen & Sørensen (2006), section 3.

Extensive-form perfection, proved by a family in ε: local best replies at every information set, order by order.

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

Whether plans at one number ε are nearly best replies where they are played.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.answers.evidence import Deviation, ExtensiveFormPerfection, QuasiPerfection
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Mask, magnitude, widened
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.families import EpsilonFamily, PlanFamily
from seqform.system.packages import require
from seqform.verify.consistency import difference_of_profiles
from seqform.verify.nash import infoset_reach
from seqform.verify.sequential import exact_profile


def quasi_perfection(game: ExtensiveGame, profile: BehaviorProfile, family: EpsilonFamily) -> QuasiPerfection:
    """Check whether a family proves a profile quasi-perfect.

    Parameters
    ----------
    game : ExtensiveGame
        Zero-sum or not.
    profile : BehaviorProfile
        Exact; from anywhere.
    family : EpsilonFamily
        Completely mixed plans; from anywhere.

    Returns
    -------
    QuasiPerfection
        `holds` if the family tends to the profile and the profile replies best to the family at every information
        set; otherwise it names where it does not.

    Raises
    ------
    ModelError
        If profile or family are not of this game, or the profile is in doubles.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.strategies.families import constant_family
    >>> game = sf.load("guess-the-ace")
    >>> uniform = sf.uniform_profile(game)
    >>> family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    >>> print(quasi_perfection(game, uniform, family).deviations[0])
    at player 1's information set 'start', 'stop' earns 500 more than 'ask'
    """
    profile, family = exact_profile(game, profile), family.bound_to(game)
    difference = difference_of_profiles(family.limit, profile)
    replies = [
        reply
        for player in (0, 1)
        for reply in better_replies(profile[player], polynomial_gradient(game, player, family[1 - player].weights))
    ]
    return QuasiPerfection(f"it tends to another profile at {difference}" if difference else "", tuple(replies))


def polynomial_gradient(game: ExtensiveGame, player: int, opponent: PolynomialArray) -> PolynomialArray:
    """Return what each of a player's sequences contributes at the leaves against a family of plans: A y(ε) or Bᵀx(ε).

    Parameters
    ----------
    player : int
        0 or 1.
    opponent : PolynomialArray
        The other player's weights.

    Returns
    -------
    PolynomialArray, shape (|S|,)
        Summed over the leaves of the tree.
    """
    own, other = game.sequences[player], game.sequences[1 - player]
    paying = np.asarray(game.leaf_payoffs[player].numerators != 0, dtype=bool)
    leaves = game.leaves[paying]
    payoff = (game.chance_reach.take(leaves) * game.leaf_payoffs[player].take(paying)).reduced()
    return PolynomialArray(
        tuple(
            _leaf_sums(payoff, weights, own.at_node[leaves], other.at_node[leaves], len(own.index))
            for weights in opponent.coefficients
        )
    )


def _leaf_sums(payoff: ExactArray, weights: ExactArray, own: Ints, other: Ints, size: int) -> ExactArray:
    present = np.asarray(weights.numerators != 0, dtype=bool)[other]
    terms = payoff.take(present) * weights.take(other[present])
    return terms.sum_by(own[present], size).reduced()


def better_replies(strategy: BehaviorStrategy, gradient: PolynomialArray) -> list[Deviation]:
    """Return a better reply for every information set at which a strategy is no best reply from there on.

    Parameters
    ----------
    gradient : PolynomialArray, shape (|S|,)
        The player's payoff per sequence against the opponent's family.
    """
    index = strategy.index
    values = [_with_room_for_sums(part) for part in gradient.coefficients]
    used = np.asarray(strategy.probabilities > 0, dtype=bool)
    found: list[Deviation] = []
    for sets, sequences in reversed(index.stages):
        owner = np.repeat(np.arange(len(sets)), index.num_actions[sets])
        best = _lexicographic_best(values, sequences, owner)
        chosen = sequences[np.flatnonzero(best)[np.unique(owner[best], return_index=True)[1]]]
        worse = used[sequences] & ~best
        for place in np.unique(owner[worse], return_index=True)[1].tolist():
            wrong = int(np.flatnonzero(worse)[place])
            found.append(_better_reply(index, gradient, values, int(chosen[owner[wrong]]), int(sequences[wrong])))
        for part in values:
            np.add.at(part, index.parent_sequence[sets], part[chosen])
    return found


def _with_room_for_sums(part: ExactArray) -> npt.NDArray[Any]:
    """Return a copy of the numerators in which sums of any of them fit."""
    return widened(part.numerators, magnitude(part.numerators) * len(part)).copy()


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


def _better_reply(
    index: SequenceIndex, gradient: PolynomialArray, values: list[npt.NDArray[Any]], better: int, worse: int
) -> Deviation:
    row = int(index.infoset_of[better])
    start, names = int(index.first_sequence[row]), index.action_names[row]
    order = next(order for order, part in enumerate(values) if part[better] != part[worse])
    excess = int(values[order][better]) - int(values[order][worse])
    gain = Fraction(excess, gradient.coefficients[order].denominator)
    name = index.infoset_names[row]
    return Deviation(index.player, name, names[better - start], gain, order, names[worse - start])


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
    >>> from seqform.models.strategies.families import constant_family
    >>> game = sf.load("guess-the-ace")
    >>> uniform = sf.uniform_profile(game)
    >>> family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    >>> print(extensive_form_perfection(game, uniform, family).deviations[0])
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


def better_actions(strategy: BehaviorStrategy, values: LocalValues) -> list[Deviation]:
    """Return a better action for every information set at which a strategy takes one that is no local best reply.

    Parameters
    ----------
    values : LocalValues
        Of the same player.
    """
    index = strategy.index
    found: list[Deviation] = []
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
            found.append(Deviation(index.player, index.infoset_names[row], better, gain, order, instead))
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


ROUNDING = 1e-6
"""What may be lost at a set to rounding, in units of the payoffs' spread."""


def senseless_sets(game: ExtensiveGame, profile: BehaviorProfile, epsilon: Fraction) -> list[str]:
    """Return information sets at which a profile loses more than trembles of size ε do.

    At an equilibrium of the perturbed game every action but the best ones has the least probability, about ε, so
    that the loss at a set, given that it is reached, is at most of the order of ε times the payoffs' spread.

    Parameters
    ----------
    profile : BehaviorProfile
        Completely mixed.

    Returns
    -------
    list of str
        One sentence for each, player 1's sets first. A filter in doubles, not a proof of anything.
    """
    doubles, found = profile.bound_to(game).to_floats(), []
    for player in (0, 1):
        index = doubles[player].index
        if not index.num_infosets:
            continue
        gradient = _gradient(game, doubles, player)
        reply = index.best_response(gradient)
        values = np.asarray(reply.sequence_value, dtype=np.float64)
        played = np.add.reduceat(doubles[player].probabilities[1:] * values[1:], index.first_sequence[:-1] - 1)
        own = np.asarray(doubles[player].plan.weights, dtype=np.float64)[index.parent_sequence]
        reach = np.asarray(infoset_reach(game, doubles, player), dtype=np.float64) / own
        spread = float(np.ptp(game.leaf_payoffs[player].to_floats())) or 1.0
        allowed = spread * (2 * float(epsilon) * index.num_actions.astype(np.float64) + ROUNDING)
        lost = np.asarray(reply.infoset_value, dtype=np.float64) - played
        for row in np.flatnonzero((reach > 0) & (lost > allowed * reach)).tolist():
            name = index.infoset_names[row]
            found.append(f"player {player + 1} loses {lost[row] / reach[row]:.3g} at information set {name!r}")
    return found


def _gradient(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> Floats:
    """Return what each of a player's sequences earns against the other's plan, leaf by leaf, shape (|S|,)."""
    opponent = np.asarray(profile[1 - player].plan.weights, dtype=np.float64)
    leaves = game.leaves
    weight = opponent[game.sequences[1 - player].at_node[leaves]] * game.chance_reach.take(leaves).to_floats()
    own, size = game.sequences[player].at_node[leaves], len(profile[player].index)
    sums = np.bincount(own, weights=weight * game.leaf_payoffs[player].to_floats(), minlength=size)
    return np.asarray(sums, dtype=np.float64)
