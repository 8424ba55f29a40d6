"""One round of limit betting between two players, as poker games share it.

A history is written with one letter for each action: c check, b bet, k call,
f fold, r raise. "cbk" is a check, a bet, a call.
"""

from __future__ import annotations

from typing import NamedTuple

ACTIONS = {"c": "check", "b": "bet", "k": "call", "f": "fold", "r": "raise"}


class Turn(NamedTuple):
    """Where a round stands after a history.

    Parameters
    ----------
    player : int
        Who is next.
    actions : tuple of str
        The letters that may follow; none when the round is over.
    paid : (int, int)
        What each player has paid in this round, in bets.
    folded : int or None
        Who has folded.
    """

    player: int
    actions: tuple[str, ...]
    paid: tuple[int, int]
    folded: int | None


def betting_round(max_bets: int) -> dict[str, Turn]:
    """Return every history of a round with where it leads.

    Player 1 (here 0) acts first. A bet and each raise cost one bet more than the opponent
    has paid, and there are at most `max_bets` bets and raises.

    Examples
    --------
    >>> betting_round(1)["cb"]
    Turn(player=0, actions=('f', 'k'), paid=(0, 1), folded=None)
    >>> [history for history, turn in betting_round(1).items() if not turn.actions]
    ['cc', 'bf', 'bk', 'cbf', 'cbk']
    """
    turns: dict[str, Turn] = {}
    pending = [""]
    for history in pending:
        turns[history] = _turn(history, max_bets)
        pending.extend(history + action for action in turns[history].actions)
    return turns


def _turn(history: str, max_bets: int) -> Turn:
    player = len(history) % 2
    paid = [0, 0]
    for place, action in enumerate(history):
        if action in "br":
            paid[place % 2] = max(paid) + 1
        elif action == "k":
            paid[place % 2] = max(paid)
    actions: tuple[str, ...] = ()
    if history in ("", "c"):
        actions = ("c", "b") if max_bets else ("c",)
    elif history[-1] in "br":
        actions = ("f", "k", "r") if max(paid) < max_bets else ("f", "k")
    return Turn(player, actions, (paid[0], paid[1]), 1 - player if history[-1:] == "f" else None)
