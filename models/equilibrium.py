"""The answer: a profile, its certificate, and where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seqform.models.assessment import Assessment
from seqform.models.certificate import Certificate, Number
from seqform.models.game import ExtensiveGame
from seqform.models.number_text import short
from seqform.models.profile_set import UtilityProfileSet
from seqform.models.raw_solution import RawSolution
from seqform.models.strategies import BehaviorProfile


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium:
    """An equilibrium of a game, with the proof of what it is worth.

    Attributes
    ----------
    game : ExtensiveGame
    profile : BehaviorProfile
        `profile[0]["name of an information set"]["name of an action"]` is a probability.
    certificate : Certificate
        Recomputed from `game` and `profile` alone.
    raw : RawSolution
        What the solver said, of the program that it was given: after preprocessing, and in scaled
        payoffs where they were of extreme size.
    concept : str
        Which equilibrium was asked for.
    backend : str
        Which solver was asked.
    seconds : mapping from str to float
        Wall-clock time by phase.
    witness : BehaviorProfile, optional
        A completely mixed profile to which `profile` is a best response of both players: with it anyone can
        check that the equilibrium is normal-form perfect, as `certificate` then says.
    assessment : Assessment, optional
        Of a refinement: the beliefs that go with `profile`, and the family in ε that both are the limit of.
    profiles : UtilityProfileSet, optional
        What all subgame perfect equilibria can pay, where one of them was chosen for what it pays.
    objective : str
        By which measure it was chosen, if by one.
    """

    game: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    raw: RawSolution
    concept: str = "nash"
    backend: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)
    witness: BehaviorProfile | None = None
    assessment: Assessment | None = None
    profiles: UtilityProfileSet | None = None
    objective: str = ""

    @property
    def values(self) -> tuple[Number, Number]:
        """What each player expects."""
        return self.certificate.values

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        return f"<Equilibrium of {self.game.title!r}: values {first}, {second}; {self.certificate}>"

    def _repr_html_(self) -> str:
        return self.profile._repr_html_() + self.certificate._repr_html_()
