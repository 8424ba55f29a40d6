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
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.epsilon_family import EpsilonFamily
from seqform.models.exact import ExactArray, Ints, magnitude, widened
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import Mask
from seqform.models.polynomials import PolynomialArray
from seqform.models.quasi_perfection import BetterReply, QuasiPerfection
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy
from seqform.verify.consistency import difference_of_profiles
from seqform.verify.exact_assessment import exact_profile


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
    >>> from seqform.models.epsilon_family import constant_family
    >>> game = sf.load("guess-the-ace")
    >>> uniform = sf.uniform_profile(game)
    >>> family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    >>> print(quasi_perfection(game, uniform, family).better_replies[0])
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
    game : ExtensiveGame
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


def better_replies(strategy: BehaviorStrategy, gradient: PolynomialArray) -> list[BetterReply]:
    """Return a better reply for every information set at which a strategy is no best reply from there on.

    Parameters
    ----------
    strategy : BehaviorStrategy
    gradient : PolynomialArray, shape (|S|,)
        The player's payoff per sequence against the opponent's family.
    """
    index = strategy.index
    values = [_with_room_for_sums(part) for part in gradient.coefficients]
    used = np.asarray(strategy.probabilities > 0, dtype=bool)
    found: list[BetterReply] = []
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
) -> BetterReply:
    row = int(index.infoset_of[better])
    start, names = int(index.first_sequence[row]), index.action_names[row]
    gain = tuple(
        Fraction(int(part[better]) - int(part[worse]), coefficients.denominator)
        for part, coefficients in zip(values, gradient.coefficients, strict=True)
    )
    return BetterReply(index.player, index.infoset_names[row], names[better - start], names[worse - start], gain)
