"""Games of restricted Nash responses: the opponent plays a known strategy with some probability.

Of trees, and of classes of signals, without a tree.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from seqform.builders.abstraction.class_lp import ClassSequences
from seqform.builders.forms.class_game import end_payoffs
from seqform.models.games.extensive import (
    CHANCE,
    NONE,
    ExtensiveGame,
    InformationSets,
    breadth_first,
)
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.integers import as_integers, times
from seqform.models.programs.class_game import ClassGame, ClassStrategy, PlanPayoffs
from seqform.models.strategies.behavior import BehaviorStrategy


def restricted_game(
    game: ExtensiveGame, opponent: BehaviorStrategy, weight: Fraction
) -> ExtensiveGame:
    """Return the game in which chance decides unseen who plays: the opponent, or her known strategy.

    Chance first chooses between two copies of the tree. In one, with probability `weight`, it also moves in the place
    of the opponent, as her strategy says; probabilities in doubles are read as the fractions that they are, and
    normalized. The player's information sets contain the nodes of both copies.

    References
    ----------
    Johanson, Zinkevich & Bowling (2007), Computing robust counter-strategies, Advances in Neural Information
    Processing Systems 20.
    """
    player = opponent.index.player
    sets = game.information_sets
    size = len(game)

    # The opponent's strategy, as the probabilities of chance at her sets.
    shares = sets.probability.to_fractions()
    for row, infoset in enumerate(game.sequences[player].infosets.tolist()):
        start = int(sets.action_start[infoset])
        first, stop = opponent.index.first_sequence[row : row + 2].tolist()
        known = [Fraction(share) for share in opponent.probabilities[first:stop]]
        total = sum(known)
        shares[start : start + stop - first] = [share / total for share in known]

    # Information sets: those of the game, copies of the opponent's as chance's, and the first move.
    copied = np.flatnonzero(sets.player == player)
    labels = list(sets.labels)
    action_labels = list(sets.action_labels)
    probabilities = sets.probability.to_fractions()
    for infoset in copied.tolist():
        start, stop = sets.action_start[infoset : infoset + 2].tolist()
        labels.append(f"{sets.labels[infoset]} known")
        action_labels += sets.action_labels[start:stop]
        probabilities += shares[start:stop]
    num_actions = np.diff(sets.action_start)
    counts = [*num_actions, *num_actions[copied], 2]
    tables = InformationSets(
        player=np.array([*sets.player, *([CHANCE] * len(copied)), CHANCE], dtype=np.int64),
        labels=(*labels, "opponent"),
        action_start=np.concatenate([[0], np.cumsum(counts)]),
        action_labels=(*action_labels, "known", "free"),
        probability=ExactArray.of([*probabilities, weight, 1 - weight]),
    )
    row_of_copy = np.append(np.arange(len(sets)), NONE)
    row_of_copy[copied] = len(sets) + np.arange(len(copied))

    # Nodes: the first move, the copy in which chance plays for the opponent, and the one in which she is free.
    parent_in_known = np.where(game.parent == NONE, 0, game.parent + 1)
    parent_in_free = np.where(game.parent == NONE, 0, game.parent + 1 + size)
    return breadth_first(
        title=f"{game.title} (restricted response)",
        players=game.players,
        parent=np.concatenate([[NONE], parent_in_known, parent_in_free]),
        action=np.concatenate([[0], [0], game.action[1:], [1], game.action[1:]]),
        infoset=np.concatenate([[len(tables) - 1], row_of_copy[game.infoset], game.infoset]),
        outcome=np.concatenate([[NONE], game.outcome, game.outcome]),
        information_sets=tables,
        outcomes=game.outcomes,
        note=game.note,
    )


def restricted_classes(game: ClassGame, known: ClassStrategy, weight: Fraction) -> ClassGame:
    """Return a constant-sum game of classes in which the opponent plays a known strategy with probability `weight`.

    The payoffs are those of the game times 1 - `weight`, and those that the player's sequences earn against the known
    strategy times `weight`, which depend on the player's plan alone. Equal to `restricted_game` of the trees, with no
    tree and no copy of the classes.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> game = class_game(sf.InformationFilter.identity(sf.load("kuhn", kind="ordered")))
    >>> even = ClassStrategy(game, 1, (np.full(game.shape(1, 0), 0.5),))
    >>> restricted_classes(game, even, Fraction(1, 2)).besides.player
    0
    """
    from scipy.sparse import csr_array

    player = 1 - known.player
    own = ClassSequences(game, player)
    opponent = ClassSequences(game, known.player)
    weights = np.concatenate([[1.0], *(table.ravel() for table in known.plan())])

    # What a sequence earns: at each end, for each feature, the sum over the opponent's classes that it meets.
    earned = np.zeros(len(own))
    for end in end_payoffs(game, player):
        sequences = own.at(end.number, end.own_choice)
        reached = weights[opponent.at(end.number, end.other_choice)]
        shape = (game.num_classes[player][end.number], game.num_classes[known.player][end.number])
        for values, coefficients in zip(end.tables.T, end.coefficients, strict=True):
            if coefficients.any():
                features = ExactArray(values, end.denominator).to_floats()
                met = csr_array((features, (end.own_class, end.other_class)), shape=shape)
                np.add.at(earned, sequences, met @ reached * coefficients.astype(np.float64))
    earned *= float(weight)

    rest = 1 - weight
    payoffs = []
    for table in game.payoffs:
        numerators = as_integers(times(table.numerators, rest.numerator))
        payoffs.append(RoundPayoffs(numerators, table.denominator * rest.denominator))
    besides = PlanPayoffs(player, float(earned[0]), tuple(own.by_rounds(earned)))
    return replace(game, payoffs=tuple(payoffs), besides=besides)
