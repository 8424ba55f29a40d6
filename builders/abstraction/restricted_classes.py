"""The game of classes of restricted Nash responses: the opponent plays a known strategy with some probability."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from seqform.builders.abstraction.class_lp import ClassSequences
from seqform.builders.forms.class_game import end_payoffs
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.integers import as_integers, times
from seqform.models.programs.class_game import ClassGame, PlanPayoffs
from seqform.models.strategies.classes import ClassStrategy


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
                np.add.at(earned, own.at(end.number, end.own_choice), met @ reached * coefficients.astype(np.float64))
    earned *= float(weight)
    rest = 1 - weight
    payoffs = tuple(
        RoundPayoffs(as_integers(times(table.numerators, rest.numerator)), table.denominator * rest.denominator)
        for table in game.payoffs
    )
    besides = PlanPayoffs(player, float(earned[0]), tuple(own.by_rounds(earned)))
    return replace(game, payoffs=payoffs, besides=besides)
