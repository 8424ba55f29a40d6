"""Equilibria with their certificates: single ones, sets of them, and those of games of perfect information."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from seqform.errors import InputError
from seqform.models import verbs
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.tables import equilibria_report, equilibrium_report, found_report, positions_report
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints, Number
from seqform.models.numbers.text import short
from seqform.models.programs.solutions import RawSolution
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.profile_set import UtilityProfileSet
from seqform.models.table import Report
from seqform.models.tabular import Tabular


@dataclass(frozen=True, eq=False)
class FoundEquilibrium(Tabular):
    """One exact equilibrium among several.

    Attributes
    ----------
    certificate : Certificate
        Recomputed on the game; with the check "normal-form perfect" if there is a `witness`, as in `Equilibrium`.
    index : int
        The sum of the indices of the bases at which paths ended in this equilibrium.
    nondegenerate : bool
        Whether exactly one of each complementary pair is positive. Then the equilibrium has one basis, whose index
        is its own; a degenerate one has several, of which `index` covers those that were found.
    starts : tuple of int
        Numbers of the starts whose paths end here: 0 is the centroid, the others are seeds. Empty for an
        equilibrium found only by going back.
    distribution : int
        Equilibria with the same number lead to the same distribution on the leaves.
    """

    profile: BehaviorProfile
    certificate: Certificate
    index: int
    nondegenerate: bool
    starts: tuple[int, ...]
    distribution: int
    witness: BehaviorProfile | None

    def __post_init__(self) -> None:
        self.certificate.require(self.profile)

    @property
    def values(self) -> tuple[Number, Number]:
        """Expected payoff of each player."""
        return self.certificate.values

    def report(self, *, everything: bool = False) -> Report:
        """Return both strategies and the certificate as tables."""
        return found_report(self, everything=everything, witnessed=self.witness is not None)

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        kind = "" if self.nondegenerate else ", degenerate"
        return (
            f"<FoundEquilibrium: values {first}, {second}; index {self.index:+d}{kind}; from {len(self.starts)} starts>"
        )


@dataclass(frozen=True, eq=False)
class EquilibriumSet(Tabular, Immutable, Sequence[FoundEquilibrium]):
    """The distinct equilibria found, in the order of the first start that led to each.

    `starts` were tried, and there are so many `distributions` on the leaves; `pivots` are the lengths of the paths from
    every start. The set is `closed` if all paths back were followed until no new equilibrium was found; `stopped` is
    "interrupted" or "time limit" if the search was cut short, else empty.
    """

    game: ExtensiveGame
    found: tuple[FoundEquilibrium, ...]
    starts: int
    distributions: int
    pivots: Ints
    closed: bool
    stopped: str
    seconds: float

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: int | slice) -> Any:
        return self.found[place]

    @property
    def finished(self) -> bool:
        """True if the search was not cut short."""
        return not self.stopped

    @property
    def index_sum(self) -> int:
        """The sum of all indices: 1 if the set is closed."""
        return sum(one.index for one in self.found)

    def report(self, *, everything: bool = False) -> Report:
        """Return a table of the equilibria; with `everything` also their strategies."""
        return equilibria_report(self, everything=everything)

    def __repr__(self) -> str:
        return (
            f"<EquilibriumSet of {self.game.title!r}: {len(self)} equilibria with {self.distributions} distributions "
            f"on leaves, from {self.starts} starts>"
        )


@dataclass(frozen=True)
class Resolved:
    """The arguments of `seqform.solve` with all defaults filled in.

    `settings` are the options of the concept, `backend` the name of the solver, or of the method that needs none,
    `preprocess` the steps, and `options` the portable options, with the solver's own as ``raw``.
    """

    concept: str
    settings: Mapping[str, Any]
    backend: str
    preprocess: tuple[str, ...]
    exact: bool
    options: Mapping[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class PositionEquilibrium(Tabular):
    """A subgame perfect equilibrium of a game of perfect information, with each player's expected payoff at the start.

    `profiles` has the payoffs of all subgame perfect equilibria, if they were computed.
    """

    strategy: PositionStrategy
    values: tuple[Fraction, ...]
    profiles: UtilityProfileSet | None = None

    @property
    def profile(self) -> PositionStrategy:
        """The strategies of all players: `strategy`."""
        return self.strategy

    save = verbs.save

    def report(self, *, everything: bool = False) -> Report:
        """Return the expected payoffs and the likeliest line of play."""
        return positions_report(self, everything=everything)

    def __repr__(self) -> str:
        title = self.strategy.graph.title
        return f"<PositionEquilibrium of {title!r}: values {', '.join(map(short, self.values))}>"


@dataclass(frozen=True, eq=False, repr=False)
class PositionSolution(RawSolution):
    """A backend's answer to a `PositionGraph`, with the equilibrium if it found one."""

    equilibrium: PositionEquilibrium | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium(Tabular):
    """An equilibrium of a game, with its certificate.

    Attributes
    ----------
    profile : BehaviorProfile
        `profile[0]["name of an information set"]["name of an action"]` is a probability.
    certificate : Certificate
        Recomputed from `game` and `profile` alone.
    raw : RawSolution
        The solver's answer for its program: after preprocessing, and with scaled payoffs if they were of
        extreme size.
    resolved : Resolved
        The arguments of the call with the defaults filled in.
    seconds : mapping from str to float
        Wall-clock time by phase.
    witness : BehaviorProfile, optional
        A completely mixed profile to which `profile` is a best response of both players: the proof that the
        equilibrium is normal-form perfect, a check of `certificate`.
    assessment : Assessment, optional
        Of a refinement: `profile` with beliefs, and the family in ε of which they are the limit.
    profiles : UtilityProfileSet, optional
        Payoffs of all subgame perfect equilibria, if one of them was chosen by its payoffs.
    objective : str
        Name of the measure by which it was chosen, if any.
    """

    game: ExtensiveGame
    profile: BehaviorProfile
    certificate: Certificate
    raw: RawSolution
    resolved: Resolved
    seconds: Mapping[str, float] = field(default_factory=dict)
    witness: BehaviorProfile | None = None
    assessment: Assessment | None = None
    profiles: UtilityProfileSet | None = None
    objective: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "profile", self.profile.bound_to(self.game))
        if self.witness is not None:
            object.__setattr__(self, "witness", self.witness.bound_to(self.game))
        if self.assessment is not None:
            object.__setattr__(self, "assessment", self.assessment.bound_to(self.game))
        self.certificate.require(self.profile)

    @property
    def values(self) -> tuple[Number, Number]:
        """Expected payoff of each player."""
        return self.certificate.values

    @property
    def concept(self) -> str:
        """Name of the equilibrium concept."""
        return self.resolved.concept

    @property
    def backend(self) -> str:
        """Name of the solver, or of the method that needs none."""
        return self.resolved.backend

    save = verbs.save
    chart = verbs.chart

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        return f"<Equilibrium of {self.game.title!r}: values {first}, {second}; {self.certificate}>"

    def report(self, *, everything: bool = False) -> Report:
        """Return both strategies, the certificate and the solver's status as tables."""
        return equilibrium_report(self, everything=everything)


def profile_in(where: str, given: object) -> BehaviorProfile:
    """Return a profile, or that of an equilibrium; refuse anything else, in a message that begins with `where`."""
    if isinstance(given, Equilibrium | FoundEquilibrium):
        return given.profile
    if not isinstance(given, BehaviorProfile):
        raise InputError(f"{where}: an equilibrium or a BehaviorProfile expected, not {type(given).__name__}")
    return given
