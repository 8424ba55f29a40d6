"""Players as arguments: 0 and 1, or their names."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral

from seqform.errors import UnknownLabelError, unknown

UNNAMED = ("Player 1", "Player 2")
"""The names of the players of a game that states none."""


def player_number(given: object, names: Sequence[str] = UNNAMED, where: str = "player") -> int:
    """Return a player of a two-player game, given as 0, 1 or a name, as 0 or 1.

    Anything else raises an UnknownLabelError that begins with `where` and names 0 and 1, since people count players
    from 1.

    Examples
    --------
    >>> player_number(1), player_number("Alice", ("Alice", "Bob"))
    (1, 0)
    >>> player_number(2, ("Al", "Bo"), "p")
    Traceback (most recent call last):
    ...
    seqform.errors.UnknownLabelError: p: 0, 1 or a name expected (Python counts from 0; 'Al' is 0, 'Bo' is 1), not 2
    """
    if isinstance(given, str):
        if given not in names:
            raise UnknownLabelError(unknown(f"{where}: no player", given, names))
        if names[0] == names[1]:
            raise UnknownLabelError(f"{where}: both players are named {given!r}; give the number instead")
        return names.index(given)
    if isinstance(given, Integral) and not isinstance(given, bool) and given in (0, 1):
        return int(given)
    raise UnknownLabelError(
        f"{where}: 0, 1 or a name expected (Python counts from 0; {names[0]!r} is 0, {names[1]!r} is 1), "
        f"not {given!r:.80}"
    )
