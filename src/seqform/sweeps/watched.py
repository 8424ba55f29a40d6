"""Probabilities of single actions that a case's row notes, each "PLAYER:INFORMATION SET:ACTION"."""

from __future__ import annotations

from seqform.errors import OptionError
from seqform.models.equilibrium import Equilibrium
from seqform.models.game import ExtensiveGame
from seqform.sweeps.places import near
from seqform.sweeps.values import shown

LISTED = 6
"""How many names of information sets an error lists."""


def watched(value: object) -> tuple[str, ...]:
    """Return the probabilities to be noted.

    Raises
    ------
    ValueError
        If one is not PLAYER:INFORMATION SET:ACTION.
    """
    texts = list(value) if isinstance(value, list | tuple) else [value]
    for text in texts:
        split_watched(text)
    return tuple(map(str, texts))


def split_watched(text: object) -> tuple[int, str, str]:
    """Return the player, 0 or 1, the information set and the action of a probability to be noted.

    Raises
    ------
    ValueError
        If the text is not PLAYER:INFORMATION SET:ACTION.

    Examples
    --------
    >>> split_watched("2:K:cb:call")
    (1, 'K:cb', 'call')
    """
    player, _, rest = text.partition(":") if isinstance(text, str) else ("", "", "")
    infoset, _, action = rest.rpartition(":")
    if player not in ("1", "2") or not action:
        raise ValueError(f'"PLAYER:INFORMATION SET:ACTION" expected, such as "1:K:bet", not {shown(text)}')
    return int(player) - 1, infoset, action


def place_of(text: str, game: ExtensiveGame) -> tuple[int, int, int]:
    """Return the player, the information set and the action that a watched probability belongs to.

    Raises
    ------
    OptionError
        If the game has no such information set, or no such action there.
    """
    player, infoset, action = split_watched(text)
    index = game.sequences[player].index
    row = index.row_of.get(infoset, index.row_of.get(f"{infoset}:"))  # "1:K:bet" is short for "1:K::bet"
    if row is None:
        raise OptionError(
            f"watch {text}: player {player + 1} has no information set {infoset!r}; "
            f"{near(infoset, index.infoset_names, most=LISTED)}"
        )
    actions = list(index.action_names[row])
    if action not in actions:
        raise OptionError(f"watch {text}: no action {action!r} there; {near(action, actions)}")
    return player, row, actions.index(action)


def probability(text: str, found: Equilibrium) -> float:
    """Return the probability in an equilibrium."""
    player, row, action = place_of(text, found.game)
    strategy = found.profile[player]
    return float(strategy.probabilities[int(strategy.index.first_sequence[row]) + action])
