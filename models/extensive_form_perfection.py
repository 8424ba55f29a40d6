"""Whether behavior is locally best along a family in ε, the player's own later trembles counted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from seqform.models.number_text import counted, short


@dataclass(frozen=True)
class BetterAction:
    """An information set at which an action that behavior takes earns less than another for small ε > 0.

    Attributes
    ----------
    player : int
    infoset, action, instead_of : str
        Where, a best action, and one in use that is none.
    gain : Fraction
        What the best action earns more, to lowest order in ε; weighted by the probability with which chance and
        the opponent let play reach the set.
    order : int
        That order.
    """

    player: int
    infoset: str
    action: str
    instead_of: str
    gain: Fraction
    order: int

    def __str__(self) -> str:
        size = short(self.gain) + (f" ε^{self.order}" if self.order else "")
        where = f"player {self.player + 1}'s information set {self.infoset!r},"
        return f"at {where} {self.action!r} earns {size} more than {self.instead_of!r}"


@dataclass(frozen=True, eq=False, repr=False)
class ExtensiveFormPerfection:
    """Whether a profile is the limit of a family and every action that it takes is a local best reply to the family.

    Then the profile is extensive-form perfect. Otherwise this family does not show that it is; another one might.

    Attributes
    ----------
    difference : str
        Where the family tends to another profile, "" if nowhere.
    better_actions : tuple of BetterAction
        One for every information set at which one exists, player 1's first, later sets of the table last.

    References
    ----------
    Selten (1975), Reexamination of the perfectness concept for equilibrium points in extensive games, International
    Journal of Game Theory 4, 25-55.
    """

    difference: str
    better_actions: tuple[BetterAction, ...]

    @property
    def holds(self) -> bool:
        """Whether the profile is proved to be extensive-form perfect."""
        return not self.difference and not self.better_actions

    def __str__(self) -> str:
        if self.holds:
            return "extensive-form perfect"
        if self.difference:
            return f"not extensive-form perfect along this family: {self.difference}"
        where = counted(len(self.better_actions), "information set")
        return f"not extensive-form perfect along this family, at {where}: {self.better_actions[0]}"

    def __repr__(self) -> str:
        return f"<ExtensiveFormPerfection: {self}>"
