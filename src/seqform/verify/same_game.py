"""Whether a strategy is one of a given game."""

from __future__ import annotations

from seqform.errors import ModelError
from seqform.models.game import ExtensiveGame
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import BehaviorStrategy


def require_strategy_of(game: ExtensiveGame, player: int, strategy: BehaviorStrategy) -> None:
    """Refuse a strategy of the other player, or for other information sets or actions.

    Raises
    ------
    ModelError
        The message says which.
    """
    expected, given = game.sequences[player].index, strategy.index
    if given.player != player:
        raise ModelError(f"a strategy of player {player + 1} expected, not of player {given.player + 1}")
    if given is not expected and not _same(expected, given):
        raise ModelError(
            f"player {player + 1}: this strategy is for another game; its information sets or actions differ"
        )


def _same(one: SequenceIndex, other: SequenceIndex) -> bool:
    return (one.infoset_names, one.action_names) == (other.infoset_names, other.action_names)
