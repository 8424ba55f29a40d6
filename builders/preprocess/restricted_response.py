"""The game of restricted Nash responses, in which the opponent plays a known strategy with some probability."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, InformationSets, breadth_first
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.behavior import BehaviorStrategy


def restricted_game(game: ExtensiveGame, opponent: BehaviorStrategy, weight: Fraction) -> ExtensiveGame:
    """Return the game in which chance decides unseen who plays: the opponent, or her known strategy.

    Chance first chooses between two copies of the tree. In one, with probability `weight`, it also moves in the place
    of the opponent, as her strategy says; probabilities in doubles are read as the fractions that they are, and
    normalized. The player's information sets contain the nodes of both copies.

    References
    ----------
    Johanson, Zinkevich & Bowling (2007), Computing robust counter-strategies, Advances in Neural Information
    Processing Systems 20.
    """
    player, sets, size = opponent.index.player, game.information_sets, len(game)
    theirs = sets.player == player
    actions = np.diff(sets.action_start)
    shares = sets.probability.to_fractions()
    for row, infoset in enumerate(game.sequences[player].infosets.tolist()):
        start = int(sets.action_start[infoset])
        first, stop = opponent.index.first_sequence[row : row + 2].tolist()
        known = [Fraction(share) for share in opponent.probabilities[first:stop]]
        shares[start : start + stop - first] = [share / sum(known) for share in known]
    copied = np.flatnonzero(theirs)
    # rows: those of the game, copies of the opponent's as chance's, and the first move
    labels, names, probabilities = list(sets.labels), list(sets.action_labels), sets.probability.to_fractions()
    for infoset in copied.tolist():
        start, stop = sets.action_start[infoset : infoset + 2].tolist()
        labels.append(f"{sets.labels[infoset]} known")
        names += sets.action_labels[start:stop]
        probabilities += shares[start:stop]
    counts = [*actions, *actions[copied], 2]
    tables = InformationSets(
        player=np.array([*sets.player, *([CHANCE] * len(copied)), CHANCE]),
        labels=(*labels, "opponent"),
        action_start=np.concatenate([[0], np.cumsum(counts)]),
        action_labels=(*names, "known", "free"),
        probability=ExactArray.of([*probabilities, weight, 1 - weight]),
    )
    row_of_copy = np.append(np.arange(len(sets)), NONE)
    row_of_copy[copied] = len(sets) + np.arange(len(copied))
    parent = np.where(game.parent == NONE, 0, game.parent + 1)
    return breadth_first(
        title=f"{game.title} (restricted response)",
        players=game.players,
        parent=np.concatenate([[NONE], parent, np.where(game.parent == NONE, 0, game.parent + 1 + size)]),
        action=np.concatenate([[0], [0], game.action[1:], [1], game.action[1:]]),
        infoset=np.concatenate([[len(tables) - 1], row_of_copy[game.infoset], game.infoset]),
        outcome=np.concatenate([[NONE], game.outcome, game.outcome]),
        information_sets=tables,
        outcomes=game.outcomes,
        note=game.note,
    )
