"""What a first-order method brings back from a class game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from seqform.models.class_game import ClassGame
from seqform.models.class_strategy import ClassStrategy
from seqform.models.raw_solution import RawSolution


class Bound(NamedTuple):
    """What was known of the value after some iterations.

    Attributes
    ----------
    iteration : int
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
class ClassSolution(RawSolution):
    """A pair of strategies in a constant-sum class game, and bounds on its value.

    Attributes
    ----------
    game : ClassGame
    strategies : (ClassStrategy, ClassStrategy)
    bounds : tuple of Bound
        As the method went on; the last is that of `strategies`.

    Notes
    -----
    Bounds are computed in doubles. `objective` is the middle between the last two.
    """

    game: ClassGame
    strategies: tuple[ClassStrategy, ClassStrategy]
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

    def __repr__(self) -> str:
        return (
            f"<ClassSolution of {self.game.title!r} by {self.solver}: value in [{self.lower:.9g}, {self.upper:.9g}], "
            f"{self.termination}>"
        )
