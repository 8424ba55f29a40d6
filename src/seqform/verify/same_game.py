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
    require_sequences_of(game, player, strategy.index, "strategy")


def require_sequences_of(game: ExtensiveGame, player: int, given: SequenceIndex, what: str) -> None:
    """Refuse what is for the sequences of the other player, or of another game.

    Raises
    ------
    ModelError
        The message says which, and calls the thing `what`.
    """
    expected = game.sequences[player].index
    if given.player != player:
        raise ModelError(f"a {what} of player {player + 1} expected, not of player {given.player + 1}")
    if given is not expected and not _same(expected, given):
        raise ModelError(
            f"player {player + 1}: this {what} is for another game; its information sets or actions differ"
        )


def _same(one: SequenceIndex, other: SequenceIndex) -> bool:
    return (one.infoset_names, one.action_names) == (other.infoset_names, other.action_names)
