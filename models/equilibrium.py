"""The answer: a profile, its certificate, and where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from seqform.models.certificate import Certificate, Number
from seqform.models.game import ExtensiveGame
from seqform.models.html import html_table
from seqform.models.raw_solution import RawSolution
from seqform.models.strategies import BehaviorProfile

MAX_HTML_ROWS = 200
"""A notebook shows this many information sets of each player."""


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
        What the solver said.
    concept : str
        Which equilibrium was asked for.
    backend : str
        Which solver was asked.
    seconds : mapping from str to float
        Wall-clock time by phase.
    """

    game: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    raw: RawSolution
    concept: str = "nash"
    backend: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def values(self) -> tuple[Number, Number]:
        """What each player expects."""
        return self.certificate.values

    def __repr__(self) -> str:
        return f"<Equilibrium of {self.game.title!r}: values {self.values[0]}, {self.values[1]}; {self.certificate}>"

    def _repr_html_(self) -> str:
        parts = [
            html_table(
                f"{self.game.players[player]}, value {self.values[player]}",
                [
                    (infoset, ", ".join(f"{action}: {value}" for action, value in strategy[infoset].items()))
                    for infoset in list(strategy)[:MAX_HTML_ROWS]
                ],
                ("information set", "behavior"),
            )
            for player, strategy in enumerate(self.profile)
        ]
        return "".join([*parts, f"<p>{escape(str(self.certificate))}</p>"])
