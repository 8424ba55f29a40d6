"""What a first-order method brings back from a class game."""

from __future__ import annotations

from dataclasses import dataclass

from seqform.models.bounded_solution import BoundedSolution
from seqform.models.class_game import ClassGame
from seqform.models.class_strategy import ClassStrategy


@dataclass(frozen=True, eq=False, kw_only=True)
class ClassSolution(BoundedSolution):
    """A pair of strategies in a constant-sum class game, and bounds on its value.

    Attributes
    ----------
    game : ClassGame
    strategies : (ClassStrategy, ClassStrategy)
    """

    game: ClassGame
    strategies: tuple[ClassStrategy, ClassStrategy]

    def __repr__(self) -> str:
        return (
            f"<ClassSolution of {self.game.title!r} by {self.solver}: value in [{self.lower:.9g}, {self.upper:.9g}], "
            f"{self.termination}>"
        )
