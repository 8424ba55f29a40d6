"""Strategies of games of classes without equal actions: the probabilities of equal actions on the one that stays.

A player's realization plan in the game without equal actions is the sum over the own equal actions, where the opponent
takes those that stay (`EqualActions`). After other ones of the opponent the player goes on as after those that stay.
Best responses of the opponent earn no more than before: a response to this plan earns as much against the former one,
if it answers all equal actions of the player alike. So nash_conv does not grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.games.equal_actions import FORCED, EqualActions
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import read_only
from seqform.models.numbers.exact import Ints
from seqform.models.programs.class_game import (
    ClassGame,
    ClassPlan,
    ClassStrategy,
    along_sequences,
    behavior_of_plan,
)

_ARRIVING = -1
"""An entry of a table that stands for the weight with which the player comes to the turn."""


def without_equal_actions(
    game: OrderedGame, strategies: tuple[Any, Any]
) -> tuple[ClassStrategy, ClassStrategy] | tuple[ClassPlan, ClassPlan]:
    """Return both players' strategies or exact plans for the classes of a game without equal actions."""
    equal = game.equal_actions
    first, second = strategies
    if equal is None:
        return first, second
    if isinstance(first, ClassPlan):
        return merged_plan(first, equal), merged_plan(second, equal)
    return merged_strategy(first, equal), merged_strategy(second, equal)


def merged_plan(plan: ClassPlan, equal: EqualActions) -> ClassPlan:
    """Return an exact plan without equal actions."""
    start = np.array(plan.denominator, dtype=object)
    weights = _merged(plan.game, plan.player, plan.weights, equal, start)
    return ClassPlan(plan.game, plan.player, tuple(weights), plan.denominator)


def merged_strategy(strategy: ClassStrategy, equal: EqualActions) -> ClassStrategy:
    """Return a behavior strategy without equal actions; where its owner never comes, those of each turn are added up.

    Examples
    --------
    >>> import numpy as np
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.models.games.abstraction import identity_filters
    >>> from seqform.models.programs.class_game import behavior_of_plan
    >>> game = sf.load("holdem(board=JsKs5cQs,pot=10,stack=30,ranges=AsAh; KhKd,bets=pot+all-in)", kind="ordered")
    >>> classes = class_game(*identity_filters(game))
    >>> even = behavior_of_plan(classes, 0, [np.zeros(classes.shape(0, number)) for number in (0, 1)])
    >>> stage = classes.stages[1]
    >>> [stage.action[node] for node in stage.children[0]]
    ['check', 'bet pot', 'all-in']
    >>> merged = merged_strategy(even, game.equal_actions)
    >>> np.round(merged.behavior[1][0, :3], 4).T.tolist()  # a bet of the pot is all-in but in the first history
    [[0.3333, 0.3333, 0.3333], [0.3333, 0.0, 0.6667], [0.3333, 0.0, 0.6667]]
    """
    game = strategy.game
    player = strategy.player
    plan = _merged(game, player, strategy.plan(), equal, 1.0)
    elsewhere = []
    for number, table in enumerate(strategy.behavior):
        summed = table.astype(np.float64)
        nodes = list(game.stages[number].sequences(player).nodes)
        stands_for = _places_of_nodes(game, player, number)[equal.stands_for[number][nodes]]
        is_other = stands_for != np.arange(len(nodes))[:, None]
        for choice, history in np.argwhere(is_other).tolist():
            summed[:, stands_for[choice, history], history] += table[:, choice, history]
            summed[:, choice, history] = 0
        elsewhere.append(read_only(summed))
    return behavior_of_plan(
        game, player, plan, elsewhere=ClassStrategy(game, player, tuple(elsewhere))
    )


def _places_of_nodes(game: ClassGame, player: int, number: int) -> Ints:
    """Return for every node of a round the place of the player's choice that leads there, -1 for others."""
    stage = game.stages[number]
    place_of = np.full(len(stage), -1, dtype=np.int64)
    nodes = stage.sequences(player).nodes
    place_of[list(nodes)] = np.arange(len(nodes))
    return place_of


def _merged(
    game: ClassGame,
    player: int,
    plan: Sequence[npt.NDArray[Any]],
    equal: EqualActions,
    start: Any,
) -> list[npt.NDArray[Any]]:
    """Return the tables of a plan without equal actions, by rounds, of shape (classes, choices, histories)."""
    tables = []
    by_opponent = equal.kept_by(1 - player)
    by_player = equal.kept_by(player)
    for number, table in enumerate(plan):
        nodes = list(game.stages[number].sequences(player).nodes)
        above = [game.stages[number].parent[node] for node in nodes]
        histories = table.shape[2]

        # The place of every choice and history among the columns of the table, and that of the one it is equal to.
        place = np.arange(len(nodes) * histories).reshape(len(nodes), histories)
        target = equal.targets[number][nodes]
        is_free = target != FORCED
        node, history = np.divmod(target, histories)
        equal_place = _places_of_nodes(game, player, number)[node] * histories + history
        is_equal = is_free & (equal_place != place)

        # The sums are over the own actions after which the opponent has taken none but those that stay.
        merged = table.reshape(len(table), -1).copy()
        counted = is_equal & by_opponent[number][above]
        for source, goal in zip(
            place[counted].tolist(), equal_place[counted].tolist(), strict=True
        ):
            merged[:, goal] += table[:, source // histories, source % histories]

        # Each turn has the sums of the turn that it is equal to.
        kept = equal.kept[number][nodes]
        copied = is_equal & kept & by_player[number][above]
        merged[:, place[is_equal]] = 0
        merged[:, place[copied]] = merged[:, equal_place[copied]]
        merged[:, place[~is_free]] = np.where(kept[~is_free], _ARRIVING, 0)
        tables.append(merged.reshape(table.shape))

    def step(arriving: npt.NDArray[Any], choices: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.where(choices == _ARRIVING, arriving, choices)

    return [weights[:, 1:] for weights in along_sequences(game, player, tables, start, step)]
