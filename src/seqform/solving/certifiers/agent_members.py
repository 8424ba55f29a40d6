"""Members of a set of equilibria that may be extensive-form perfect: sequential ones without dominated actions.

Extensive-form perfect equilibria are sequential (Selten 1975), and no action in use is inferior in the agent normal
form (`local_dominance`). So if there is no sequential equilibrium in which all inferior actions are unused, there is no
extensive-form perfect one, however the plans are completed. The converse does not hold: whether a member is one is
decided by itself.
"""

from __future__ import annotations

from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.solving.certifiers.local_dominance import Dominances, Exclusions, Plans
from seqform.solving.certifiers.members import Case, MemberSearch

NO_MEMBER = (
    "whatever mistakes explain beliefs, some behavior is not optimal, or earns less than another in the agent normal "
    "form"
)


class AgentSearch(MemberSearch):
    """The search for a sequential, or quasi-perfect, equilibrium in which no action is inferior at its set."""

    def __init__(self, game: ExtensiveGame, *, quasi_perfect: bool) -> None:
        super().__init__(game, quasi_perfect=quasi_perfect)
        self.dominances = Dominances(game)
        self.unused = self.never_optimal

    def member(self, plans: Plans) -> BehaviorProfile | None:
        """Return a member, None if there is none; see `CaseSearch.member`."""
        exclusions = Exclusions.of(self.dominances, plans)
        if exclusions.reason:
            return None
        first, second = self.never_optimal
        self.unused = (first | exclusions.unused[0], second | exclusions.unused[1])
        return super().member(exclusions.plans)

    def _first_case(self) -> Case:
        return Case(self.unused, self._nothing())

    def reason(self, plans: Plans) -> str:
        """Return why there is no member: an action that is inferior, if one excludes all by itself."""
        return Exclusions.of(self.dominances, plans).reason or NO_MEMBER
