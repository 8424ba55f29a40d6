"""What players forgo at their information sets, given an assessment."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.immutable import Immutable, cached
from seqform.models.number_text import counted, short
from seqform.models.sequences import SequenceIndex


@dataclass(frozen=True)
class Deviation:
    """A better action at an information set.

    Attributes
    ----------
    player : int
    infoset, action : str
        Where, and what to do instead.
    gain : Fraction
        What the action earns above the behavior there, as the player's beliefs see it.
    """

    player: int
    infoset: str
    action: str
    gain: Fraction

    def __str__(self) -> str:
        return f"player {self.player + 1} gains {short(self.gain)} by {self.action!r} at {self.infoset!r}"


@dataclass(frozen=True, eq=False, repr=False)
class SequentialRegrets(Immutable):
    """The worth of every action at every information set, and what the behavior there forgoes.

    Attributes
    ----------
    indices : two SequenceIndex
    action_values : two arrays of Fraction, shapes (|S_i|,)
        For a sequence that ends with action j at information set u: Σ_z μ(z) val(s_j(z)), to the player
        who moves there; 0 for the empty sequence.
    regrets : two arrays of Fraction, shapes (|H_i|,)
        The best action's value minus the value of the behavior; 0 where every action in use is a best one,
        and at sets that no play reaches because of chance.

    References
    ----------
    Miltersen & Sørensen (2006), section 2.2: one action is changed at a time. With consistent beliefs nothing is gained
    by changing several, and the condition is that of Kreps & Wilson (1982); with others it is weaker.
    """

    indices: tuple[SequenceIndex, SequenceIndex]
    action_values: tuple[npt.NDArray[Any], npt.NDArray[Any]]
    regrets: tuple[npt.NDArray[Any], npt.NDArray[Any]]

    @property
    def worst(self) -> Fraction:
        """The largest regret; 0 if the assessment is a sequential best reply against itself."""
        return max((regret for regrets in self.regrets for regret in regrets.tolist()), default=Fraction(0))

    @property
    def holds(self) -> bool:
        """Whether the assessment is sequentially rational."""
        return self.worst == 0

    @cached
    def deviations(self) -> tuple[Deviation, ...]:
        """A best action wherever the behavior is not one, the largest gain first."""
        found = [
            self._deviation(player, row) for player in (0, 1) for row in np.flatnonzero(self.regrets[player]).tolist()
        ]
        return tuple(sorted(found, key=lambda deviation: deviation.gain, reverse=True))

    def _deviation(self, player: int, row: int) -> Deviation:
        index, values = self.indices[player], self.action_values[player]
        start, stop = index.first_sequence[row : row + 2].tolist()
        best = max(range(start, stop), key=values.__getitem__)
        action = index.action_names[row][best - start]
        return Deviation(player, index.infoset_names[row], action, self.regrets[player][row])

    def __str__(self) -> str:
        if self.holds:
            return "sequentially rational"
        where = counted(len(self.deviations), "information set")
        return f"not sequentially rational at {where}: {self.deviations[0]}"

    def __repr__(self) -> str:
        return f"<SequentialRegrets: {self}>"
