"""Claims: statements about the strategies of both players that certificates decide."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """A statement about a profile, which holds exactly if two figures of each player agree.

    The figures are named by what they are: `attained` by the strategy of a player, and the `bound` that no strategy
    exceeds; `difference` and `gap` are the names of their difference and of its sum over the players, `failure` the
    sentence for a player with a difference, with the fields ``player`` and ``amount``. For a refinement the `check` of
    a certificate has to hold as well. Strategies for which the claim holds may be an equilibrium, `is_equilibrium`,
    against which one plays and compares.

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

CONSTRAINED = Claim(
    "equilibrium of the constrained game",
    bound="best response under the constraints",
    gap="nash_conv of the constrained game",
    failure="no equilibrium of the constrained game: {player} gains {amount} by deviating",
    is_equilibrium=False,
)
"""Each strategy keeps to the constraints of its player, who gains by no deviation that keeps to them."""

RESPONSE = Claim(
    "best response with this guarantee",
    attained="payoff",
    bound="bound on it",
    difference="shortfall",
    gap="total shortfall",
    failure="no best response with this guarantee proven: {amount} more is not excluded for {player}",
    is_equilibrium=False,
)
"""One player's strategy earns the most against a known opponent among all that guarantee as much; nothing is claimed of
the opponent, whose figures are her payoff."""

GUARANTEE = "guarantee"
"""The figure with the payoffs that the strategies of a profile guarantee."""


def refinement(check: str) -> Claim:
    """Return the claim of a Nash equilibrium that passes a check."""
    return Claim(f"{check} equilibrium", check)
