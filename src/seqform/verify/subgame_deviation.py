"""What refutes subgame perfection."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from seqform.models.number_text import short
from seqform.models.sequences import LONGEST_PATH
from seqform.system.foreign_text import visible


@dataclass(frozen=True)
class SubgameDeviation:
    """What refutes subgame perfection: a player gains in a subgame.

    Attributes
    ----------
    root : int
        The position, or the node, where the subgame begins.
    path : tuple of str
        Moves that lead there.
    player : int
        From 0.
    gain : Fraction
        By the best deviation in the subgame: of one move there and then, if `move` names one.
    move : str, optional
        The better move at the root.
    """

    root: int
    path: tuple[str, ...]
    player: int
    gain: Fraction
    move: str | None = None

    def __str__(self) -> str:
        by = "" if self.move is None else f" by {self.move!r}"
        steps = self.path if len(self.path) <= LONGEST_PATH else ("...", *self.path[-LONGEST_PATH:])
        where = f"after {visible(' > '.join(steps))}" if steps else "from the beginning"
        return f"player {self.player + 1} gains {short(self.gain)}{by} in the subgame {where}"
