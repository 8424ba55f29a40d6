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
    labels, names, probabilities = (
        list(sets.labels),
        list(sets.action_labels),
        sets.probability.to_fractions(),
    )
    for infoset in copied.tolist():
        start, stop = sets.action_start[infoset : infoset + 2].tolist()
        labels.append(f"{sets.labels[infoset]} known")
        names += sets.action_labels[start:stop]
        probabilities += shares[start:stop]
    counts = [*actions, *actions[copied], 2]
    tables = InformationSets(
        player=np.array([*sets.player, *([CHANCE] * len(copied)), CHANCE], dtype=np.int64),
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
        parent=np.concatenate(
            [[NONE], parent, np.where(game.parent == NONE, 0, game.parent + 1 + size)]
        ),
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
    own, other = ClassSequences(game, player), ClassSequences(game, known.player)
    weights = np.concatenate([[1.0], *(table.ravel() for table in known.plan())])
    earned = np.zeros(len(own))
    for end in end_payoffs(game, player):
        reached = weights[other.at(end.number, end.other_choice)]
        shape = game.num_classes[player][end.number], game.num_classes[known.player][end.number]
        for values, coefficients in zip(end.tables.T, end.coefficients, strict=True):
            if coefficients.any():
                features = ExactArray(values, end.denominator).to_floats()
                met = csr_array((features, (end.own_class, end.other_class)), shape=shape)
                np.add.at(
                    earned,
                    own.at(end.number, end.own_choice),
                    met @ reached * coefficients.astype(np.float64),
                )
    earned *= float(weight)
    rest = 1 - weight
    payoffs = tuple(
        RoundPayoffs(
            as_integers(times(table.numerators, rest.numerator)),
            table.denominator * rest.denominator,
        )
        for table in game.payoffs
    )
    besides = PlanPayoffs(player, float(earned[0]), tuple(own.by_rounds(earned)))
    return replace(game, payoffs=payoffs, besides=besides)
