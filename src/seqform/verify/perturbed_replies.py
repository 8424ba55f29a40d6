"""Whether plans at one number ε are nearly best replies where they are played."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.models.exact import Floats
from seqform.models.game import ExtensiveGame
from seqform.models.strategies import BehaviorProfile
from seqform.verify.reach import infoset_reach

ROUNDING = 1e-6
"""What may be lost at a set to rounding, in units of the payoffs' spread."""


def senseless_sets(game: ExtensiveGame, profile: BehaviorProfile, epsilon: Fraction) -> list[str]:
    """Return information sets at which a profile loses more than trembles of size ε do.

    At an equilibrium of the perturbed game every action but the best ones has the least probability, about ε, so
    that the loss at a set, given that it is reached, is at most of the order of ε times the payoffs' spread.

    Parameters
    ----------
    game : ExtensiveGame
    profile : BehaviorProfile
        Completely mixed.
    epsilon : Fraction

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
