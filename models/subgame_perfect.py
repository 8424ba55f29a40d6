"""The answer about a game of perfect information."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from seqform.models.number_text import short
from seqform.models.position_strategy import PositionStrategy
from seqform.models.profile_set import UtilityProfileSet


@dataclass(frozen=True, eq=False, repr=False)
class SubgamePerfect:
    """A subgame perfect equilibrium of a game of perfect information.

    Attributes
    ----------
    strategy : PositionStrategy
    values : tuple of Fraction, one for each player
        What they expect from the initial position.
    profiles : UtilityProfileSet, optional
        What the subgame perfect equilibria can pay, where all of them were found.
    """

    strategy: PositionStrategy
    values: tuple[Fraction, ...]
    profiles: UtilityProfileSet | None = None

    def __repr__(self) -> str:
        title = self.strategy.graph.title
        return f"<SubgamePerfect of {title!r}: values {', '.join(map(short, self.values))}>"
