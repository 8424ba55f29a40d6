"""The payoffs of a game for which the numbers of a program stand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from seqform.models.numbers.exact import double

if TYPE_CHECKING:
    from seqform.models.programs.solutions import Bound


class Units(NamedTuple):
    """A payoff p of the player whom a program is for, in its units, is center + size · p in the game."""

    center: Fraction = Fraction(0)
    size: Fraction = Fraction(1)

    def gap(self, gap: float) -> float:
        """Return a difference of payoffs in the original game."""
        return gap * double(self.size)

    def normalized_gap(self, gap: float) -> float:
        """Return a difference of payoffs of the original game in the normalized one."""
        return float(gap) / double(self.size)

    def bound(self, bound: Bound) -> Bound:
        """Return bounds on the value of the original game."""
        center = double(self.center)
        size = double(self.size)
        return bound._replace(lower=center + size * bound.lower, upper=center + size * bound.upper)
