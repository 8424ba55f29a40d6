"""A best response to a known strategy in a game of classes, by backward induction over its rounds."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from seqform.backends.iterative.operator import PayoffOperator
from seqform.models.games.equal_actions import EqualActions
from seqform.models.games.stages import StageGame
from seqform.models.numbers.exact import Floats, Mask
from seqform.models.programs.class_game import ClassGame, ClassStrategy

NEARLY = 1e-9
"""Actions whose payoffs differ by less than this part of the larger one are taken for equal in doubles."""


def best_response(
    game: ClassGame, known: ClassStrategy, equal: EqualActions | None = None, threads: int = 1
) -> ClassStrategy:
    """Return a pure best response of the opponent of a known strategy, of several best actions the first.

    What a unit of weight on every sequence earns against the known strategy is the product of the payoff matrix with
    its plan. From the last round back, and in a round from the last turn, the larger sum is taken at every turn, and
    added to the sequence before the turn. At a leaf that continues, this sequence is the one of the class of the round
    before, to which the values of all classes that continue it are added up.

    - `equal`: Of nearly equal actions one that stands for its equals is taken before others.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> game = class_game(sf.InformationFilter.identity(sf.load("kuhn", kind="ordered")))
    >>> even = ClassStrategy(game, 1, (np.full(game.shape(1, 0), 0.5),))
    >>> best_response(game, even).behavior[0][:, :2, 0].tolist()  # check or bet with J, Q, K
    [[0.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    """
    player = 1 - known.player
    operator = PayoffOperator(game, threads)
    _, payoffs = operator.gradient(player, known.plan())

    behavior: list[Floats] = [np.zeros(table.shape) for table in payoffs]
    values: Floats = np.zeros((game.num_classes[player][-1], 0))
    for number in reversed(range(game.num_rounds)):
        stage = game.stages[number]
        preferred = _preferred(stage, player, game.num_histories[number], equal, number)
        at_root = _choose(stage, player, payoffs[number], values, preferred, behavior[number])
        values = operator.sums_by_parents(player, number, at_root)
    return ClassStrategy(game, player, tuple(behavior))


def _preferred(
    stage: StageGame, player: int, num_histories: int, equal: EqualActions | None, number: int
) -> Mask:
    """Return whether each choice of a round stands for itself, shape (choices, histories)."""
    nodes = list(stage.sequences(player).nodes)
    if equal is None:
        return np.ones((len(nodes), num_histories), dtype=bool)
    return np.asarray(equal.kept[number][nodes], dtype=bool)


def _choose(
    stage: StageGame,
    player: int,
    payoffs: Floats,
    later: Floats,
    preferred: Mask,
    behavior: Floats,
) -> Floats:
    """Write the best actions of a round, and return the values at its beginning, shape (classes, histories).

    - `later`: The values of the next round by the classes of this one, shape (classes, histories of the next round).
    """
    sequences = stage.sequences(player)
    num_classes, num_choices, num_histories = payoffs.shape
    totals = np.zeros((num_classes, 1 + num_choices, num_histories))
    totals[:, 1:] = payoffs
    num_leaves = len(stage.continuing)
    for place, leaf in enumerate(stage.continuing):
        totals[:, sequences.at[leaf]] += later[:, place::num_leaves]

    # A set comes after those on the way to it.
    bounds = list(pairwise(sequences.set_start))
    for above, (start, stop) in reversed(list(zip(sequences.set_above, bounds, strict=True))):
        choices = totals[:, start:stop]
        largest = choices.max(axis=1)
        nearly = choices >= largest[:, None] - NEARLY * np.abs(choices).max(axis=1)[:, None]
        rank = nearly * (1 + preferred[None, start - 1 : stop - 1])
        chosen = rank.argmax(axis=1)
        one_hot = chosen[:, None] == np.arange(stop - start)[:, None]
        behavior[:, start - 1 : stop - 1] = one_hot
        totals[:, above] += np.take_along_axis(choices, chosen[:, None], axis=1)[:, 0]
    return np.ascontiguousarray(totals[:, 0])
