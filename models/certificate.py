"""What an answer is worth in the original game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from seqform.models.html import html_table
from seqform.models.number_text import short

Number = Fraction | float


@dataclass(frozen=True)
class Certificate:
    """The worth of a strategy profile, recomputed on the game it is for.

    Attributes
    ----------
    values : two numbers
        What each player expects under the profile.
    best_response_values : two numbers
        What each could get by the best reply to the other's strategy.
    exact : bool
        Whether all of this is rational computation; otherwise it is in doubles.
    constant_sum : Fraction, optional
        What the payoffs add up to at every leaf, where that is one number.
    checks : mapping from str to bool
        Conditions of a refinement that were checked, and whether they hold.
    note : str
        What a reader has to know about the game's own data.
    """

    values: tuple[Number, Number]
    best_response_values: tuple[Number, Number]
    exact: bool
    constant_sum: Fraction | None = None
    checks: Mapping[str, bool] = field(default_factory=dict)
    note: str = ""

    @property
    def regrets(self) -> tuple[Number, Number]:
        """What each player forgoes by not replying best."""
        return (
            self.best_response_values[0] - self.values[0],
            self.best_response_values[1] - self.values[1],
        )

    @property
    def nash_conv(self) -> Number:
        """The sum of the regrets: zero exactly at a Nash equilibrium."""
        return self.regrets[0] + self.regrets[1]

    @property
    def exploitability(self) -> Number | None:
        """Half of `nash_conv`, in constant-sum games only."""
        return None if self.constant_sum is None else self.nash_conv / 2

    @property
    def proven(self) -> bool:
        """Whether the profile is proven to be a Nash equilibrium: exact, with no regret at all."""
        return self.exact and self.nash_conv == 0

    def __str__(self) -> str:
        how = "exact" if self.exact else "in doubles"
        parts = [
            f"nash_conv = {short(self.nash_conv)} ({how})",
            *(f"{what}: {'yes' if ok else 'no'}" for what, ok in self.checks.items()),
        ]
        return "; ".join(parts)

    def _repr_html_(self) -> str:
        rows = [
            ("value", *map(short, self.values)),
            ("best response", *map(short, self.best_response_values)),
            ("regret", *map(short, self.regrets)),
        ]
        return html_table(str(self), rows, ("", "player 1", "player 2"))
