"""Claims: statements about the strategies of both players that certificates decide."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """A statement about a profile, which holds exactly if two figures of each player agree.

    Parameters
    ----------
    name : str
        The statement as a noun, such as "Nash equilibrium".
    check : str
        The check of a certificate that has to hold as well, of a refinement; empty if there is none.
    attained, bound : str
        The names of both figures: what the strategy of a player attains, and what no strategy exceeds.
    difference, gap : str
        The names of their difference, and of its sum over the players.
    failure : str
        The sentence for a player with a difference, with the fields ``player`` and ``amount``.
    is_equilibrium : bool
        Whether strategies for which the claim holds are an equilibrium, against which one plays and compares.

    Examples
    --------
    >>> refinement("quasi-perfect").name, NASH.gap
    ('quasi-perfect equilibrium', 'nash_conv')
    """

    name: str
    check: str = ""
    attained: str = "value"
    bound: str = "best response"
    difference: str = "regret"
    gap: str = "nash_conv"
    failure: str = "no equilibrium: {player} gains {amount} by deviating"
    is_equilibrium: bool = True

    @property
    def with_article(self) -> str:
        """The name as the object of a sentence.

        Examples
        --------
        >>> NASH.with_article, refinement("extensive-form perfect").with_article
        ('a Nash equilibrium', 'an extensive-form perfect equilibrium')
        """
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"

    @property
    def decided_by(self) -> tuple[str, str]:
        """The names of both figures, `attained` and `bound`."""
        return self.attained, self.bound


NASH = Claim("Nash equilibrium")

SAFE = Claim(
    "pair of maximin strategies",
    attained="guarantee",
    bound="bound on it",
    difference="shortfall",
    gap="total shortfall",
    failure="no maximin strategy proven: a guarantee of {amount} more is not excluded for {player}",
    is_equilibrium=False,
)
"""Each strategy guarantees its player the most that can be guaranteed, whatever the opponent does."""


def refinement(check: str) -> Claim:
    """Return the claim of a Nash equilibrium that passes a check."""
    return Claim(f"{check} equilibrium", check)
