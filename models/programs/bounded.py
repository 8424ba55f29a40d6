"""What an iterative method brings back, with what it knows of the value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from seqform.models.programs.solutions import RawSolution


class Bound(NamedTuple):
    """What was known of the value after some iterations.

    Attributes
    ----------
    seconds : float
        Wall-clock time until then, all sessions of a resumed run together.
    lower : float
        What the strategy of player 1 earns against its best response.
    upper : float
        What a best response earns player 1 against the strategy of player 2.
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
        As the method went on; the last is that of the strategies.

    Notes
    -----
    Bounds are computed in doubles. `objective` is the middle between the last two.
    """

    bounds: tuple[Bound, ...]

    @property
    def lower(self) -> float:
        """What the strategy of player 1 guarantees."""
        return self.bounds[-1].lower

    @property
    def upper(self) -> float:
        """What the strategy of player 2 concedes at most."""
        return self.bounds[-1].upper

    @property
    def nash_conv(self) -> float:
        """The sum of both players' regrets."""
        return self.bounds[-1].gap
