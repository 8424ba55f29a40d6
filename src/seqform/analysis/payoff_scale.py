"""Payoffs of one player in units of that player's own, for methods that weigh payoffs against constants.

Two players' payoffs have no unit in common, and equilibria and best moves stay what they are when the payoffs of one
player are multiplied by a positive number or all grow by the same amount. Scaled payoffs are computed from rational
numbers, so that they are the same doubles after such a change: a method that uses them alone makes the same choices.
"""

from __future__ import annotations

from fractions import Fraction

from seqform.models.numbers.exact import Rational

FARTHEST = 10**150
"""The largest scaled payoff; only payoffs that differ still more in size are beyond it, and sums remain doubles."""


class PayoffScale:
    """A linear scale for the payoffs of one player: their range is mapped to [0, 1] where it is known.

    Without bounds the first payoff is mapped to 0, and the first one that differs from it to 1 or -1. `least` and
    `greatest` are the ends of the range on the scale, of the payoffs so far if no bounds are known.

    - `bounds`: The least and the greatest payoff of the player, if they are known.

    Examples
    --------
    >>> scale = PayoffScale((Fraction(-100), Fraction(300)))
    >>> scale.scaled(Fraction(0)), scale.payoff(0.25)
    (0.25, Fraction(0, 1))
    >>> scale = PayoffScale()
    >>> [scale.scaled(payoff) for payoff in (1007, 1007, 1005, 1013)], scale.spread
    ([0.0, 0.0, -1.0, 3.0], 4.0)
    """

    def __init__(self, bounds: tuple[Rational, Rational] | None = None) -> None:
        self._origin: Fraction | None = None
        self._unit: Fraction | None = None
        self._known: dict[Rational, float] = {}
        self.least = self.greatest = 0.0
        if bounds is not None:
            for bound in bounds:
                self.scaled(bound)

    def scaled(self, payoff: Rational) -> float:
        """Return a payoff on the scale; the range on it grows to contain the payoff."""
        scaled = self._known.get(payoff)
        if scaled is None:
            scaled = self._known[payoff] = self._placed(Fraction(payoff))
            self.least = min(self.least, scaled)
            self.greatest = max(self.greatest, scaled)
        return scaled

    def _placed(self, payoff: Fraction) -> float:
        if self._origin is None:
            self._origin = payoff
        distance = payoff - self._origin
        if self._unit is None and distance:
            self._unit = abs(distance)
        if self._unit is None:
            return 0.0
        ratio = distance / self._unit
        if ratio > FARTHEST:
            return float(FARTHEST)
        if ratio < -FARTHEST:
            return -float(FARTHEST)
        return float(ratio)

    @property
    def spread(self) -> float:
        """The length of the range on the scale; 1 while all payoffs are equal, as any other length would do."""
        return self.greatest - self.least or 1.0

    def payoff(self, scaled: float) -> Fraction:
        """Return the payoff at a point of the scale."""
        return (self._origin or Fraction(0)) + (self._unit or Fraction(0)) * Fraction(scaled)
