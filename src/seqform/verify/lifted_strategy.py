"""A strategy for classes of hands as one for the hands themselves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.class_strategy import ClassStrategy
from seqform.models.exact import Floats, Ints
from seqform.models.immutable import Immutable
from seqform.models.information_filter import InformationFilter
from seqform.models.ordered_game import OrderedGame
from seqform.models.stage_game import StageGame


@dataclass(frozen=True, eq=False)
class LiftedStrategy(Immutable):
    """What a player does with every hand: what the strategy does with its class.

    Attributes
    ----------
    player : int
        0 or 1.
    classes : tuple of ndarray of int, one for each round, shape (views,)
        The class of every view.
    behavior : tuple of ndarray of float64, one for each round, shape (classes, choices, histories)
        Probabilities, which sum to 1 in doubles.
    weights : tuple of ndarray of float64, one for each round, shape (classes, 1 + choices, histories)
        The realization plan; the first entry is the weight with which the round begins.
    """

    player: int
    classes: tuple[Ints, ...]
    behavior: tuple[Floats, ...]
    weights: tuple[Floats, ...]


def lift(game: OrderedGame, one: InformationFilter, strategy: ClassStrategy) -> LiftedStrategy:
    """Return a player's strategy on all views of the game.

    Parameters
    ----------
    game : OrderedGame
    one : InformationFilter
        The player's, on this game.
    strategy : ClassStrategy
        For the classes of the filter. Probabilities that are kept in single precision are made to sum to 1 in doubles.

    Raises
    ------
    ModelError
        If the filter or the strategy is for another game.
    """
    require_fitting(game, one, strategy)
    return lift_behavior(game, one, strategy.player, strategy.behavior)


def lift_behavior(
    game: OrderedGame, one: InformationFilter, player: int, behavior: tuple[npt.NDArray[np.floating], ...]
) -> LiftedStrategy:
    """Return the strategy on all views that has these probabilities; by rounds, (classes, choices, histories)."""
    doubles = tuple(_normalised(each.stage, player, table) for each, table in zip(game.rounds, behavior, strict=True))
    return LiftedStrategy(player, one.classes, doubles, _weights(game, one, player, doubles))


def require_fitting(game: OrderedGame, one: InformationFilter, strategy: ClassStrategy) -> None:
    """Raise ModelError unless a filter and a strategy are for a game and for each other."""
    who = f"player {strategy.player + 1}"
    if one.game is not game and (one.game.title, _sizes(one.game)) != (game.title, _sizes(game)):
        raise ModelError(f"{who}: a filter of {one.game!r}, not of {game!r}")
    if strategy.game.stages != tuple(each.stage for each in game.rounds):
        raise ModelError(
            f"{who}: a strategy for {strategy.game.title}, whose stage games are not those of {game.title}"
        )
    classes = strategy.game.num_classes[strategy.player]
    if one.num_classes != classes:
        raise ModelError(f"{who}: a strategy for {classes} classes by rounds, but the filter has {one.num_classes}")


def _sizes(game: OrderedGame) -> list[int]:
    return [len(views) for views in game.views]


def _normalised(stage: StageGame, player: int, behavior: npt.NDArray[np.floating]) -> Floats:
    table: Floats = behavior.astype(np.float64)
    starts = stage.sequences(player).set_start
    for start, stop in pairwise(starts):
        part = table[:, start - 1 : stop - 1]
        part /= part.sum(axis=1, keepdims=True)
    return table


def _weights(
    game: OrderedGame, one: InformationFilter, player: int, behavior: tuple[Floats, ...]
) -> tuple[Floats, ...]:
    arriving: Floats = np.ones((1, 1))
    rounds = []
    for number, (each, table) in enumerate(zip(game.rounds, behavior, strict=True)):
        sequences = each.stage.sequences(player)
        weights = np.empty((table.shape[0], len(sequences) + 1, table.shape[2]))
        weights[:, 0] = arriving[one.parents(number)]
        for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
            weights[:, start:stop] = weights[:, above, None] * table[:, start - 1 : stop - 1]
        leaves = [sequences.at[leaf] for leaf in each.stage.continuing]
        arriving = weights[:, leaves].transpose(0, 2, 1).reshape(len(weights), -1)
        rounds.append(weights)
    return tuple(rounds)
