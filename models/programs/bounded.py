"""Results of iterative methods with bounds on the value of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from seqform.models.programs.solutions import RawSolution


class Bound(NamedTuple):
    """Bounds on the value after some iterations.

    Attributes
    ----------
    seconds : float
        Wall-clock time until then, summed over all sessions of a resumed run.
    lower : float
        Payoff of player 1's strategy against its best response.
    upper : float
        Payoff of player 1's best response against the strategy of player 2.
    """

    iteration: int
    seconds: float
    lower: float
    upper: float

    @property
    def gap(self) -> float:
        """The sum of both players' regrets, nash_conv."""
        return self.upper - self.lower


@dataclass(frozen=True, eq=False, kw_only=True)
class BoundedSolution(RawSolution):
    """A pair of strategies of a constant-sum game, and bounds on its value.

    Attributes
    ----------
    bounds : tuple of Bound
        The history, in doubles; the last is that of the strategies. `objective` is the middle of its bounds.
    """

    bounds: tuple[Bound, ...]

    @property
    def lower(self) -> float:
        """Lower bound on the value: the payoff that player 1's strategy guarantees."""
        return self.bounds[-1].lower

    @property
    def upper(self) -> float:
        """Upper bound on the value: the largest payoff that player 2's strategy concedes."""
        return self.bounds[-1].upper

    @property
    def nash_conv(self) -> float:
        """The sum of both players' regrets."""
        return self.bounds[-1].gap
