"""Whether behavior replies best to an opponent who trembles along a family in ε."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from seqform.models.number_text import counted, short


@dataclass(frozen=True)
class BetterReply:
    """An information set at which behavior is no best reply for small ε > 0.

    Attributes
    ----------
    player : int
    infoset, action, instead_of : str
        Where, a best action, and one in use that is none.
    gain : tuple of Fraction
        What the best action earns more, a polynomial in ε, c_0 first; weighted by the probability with
        which chance and the opponent let play reach the set.
    """

    player: int
    infoset: str
    action: str
    instead_of: str
    gain: tuple[Fraction, ...]

    @property
    def order(self) -> int:
        """The order of ε at which the gain begins."""
        return next(order for order, part in enumerate(self.gain) if part)

    def __str__(self) -> str:
        size = short(self.gain[self.order]) + (f" ε^{self.order}" if self.order else "")
        where = f"player {self.player + 1}'s information set {self.infoset!r},"
        return f"at {where} {self.action!r} earns {size} more than {self.instead_of!r}"


@dataclass(frozen=True, eq=False, repr=False)
class QuasiPerfection:
    """Whether a profile is the limit of a family and at every information set a best reply to it.

    Then the profile is quasi-perfect. Otherwise this family does not show that it is; another one might.

    Attributes
    ----------
    difference : str
        Where the family tends to another profile, "" if nowhere.
    better_replies : tuple of BetterReply
        One for every information set at which a better reply exists, player 1's first, later choices before
        earlier ones.

    References
    ----------
    van Damme (1984), International Journal of Game Theory 13, 1-13.
    """

    difference: str
    better_replies: tuple[BetterReply, ...]

    @property
    def holds(self) -> bool:
        """Whether the profile is proved to be quasi-perfect."""
        return not self.difference and not self.better_replies

    def __str__(self) -> str:
        if self.holds:
            return "quasi-perfect"
        if self.difference:
            return f"not quasi-perfect along this family: {self.difference}"
        where = counted(len(self.better_replies), "information set")
        return f"not quasi-perfect along this family, at {where}: {self.better_replies[0]}"

    def __repr__(self) -> str:
        return f"<QuasiPerfection: {self}>"
