"""Several equilibria of one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from seqform.models.certificate import Certificate, Number
from seqform.models.exact import Ints
from seqform.models.game import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.number_text import short
from seqform.models.strategies import BehaviorProfile


@dataclass(frozen=True, eq=False)
class FoundEquilibrium:
    """One equilibrium among several.

    Attributes
    ----------
    profile : BehaviorProfile
        Exact.
    certificate : Certificate
        Recomputed on the game; with the check "normal-form perfect" where a witness was kept.
    index : int
        The sum of the indices of the bases at which paths ended in this equilibrium.
    nondegenerate : bool
        Whether exactly one of each complementary pair is positive. Then the equilibrium has one basis, whose index
        is its own; a degenerate one has others, too, and `index` only tells of those that were found.
    starts : tuple of int
        Numbers of the starts whose paths end here: 0 is the centroid, the others are seeds. None for an
        equilibrium found only by going back.
    distribution : int
        Equilibria with the same number lead to the same distribution on the leaves.
    witness : BehaviorProfile, optional
        As in `Equilibrium`.
    """

    profile: BehaviorProfile
    certificate: Certificate
    index: int
    nondegenerate: bool
    starts: tuple[int, ...]
    distribution: int
    witness: BehaviorProfile | None

    @property
    def values(self) -> tuple[Number, Number]:
        """What each player expects."""
        return self.certificate.values

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        kind = "" if self.nondegenerate else ", degenerate"
        return (
            f"<FoundEquilibrium: values {first}, {second}; index {self.index:+d}{kind}; from {len(self.starts)} starts>"
        )


@dataclass(frozen=True, eq=False)
class EquilibriumSet(Immutable, Sequence[FoundEquilibrium]):
    """The distinct equilibria found, in the order of the first start that led to each.

    Attributes
    ----------
    game : ExtensiveGame
    found : tuple of FoundEquilibrium
    starts : int
        How many starts were tried.
    distributions : int
        Number of distinct distributions on the leaves.
    pivots : ndarray of int
        Of the path from every start.
    closed : bool
        Whether all paths back were followed until nothing new came.
    stopped : str
        "interrupted" or "time limit" where that came first, and else empty.
    seconds : float
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
        """Whether all that was asked for was done."""
        return not self.stopped

    @property
    def index_sum(self) -> int:
        """The sum of all indices: 1 if the set is closed."""
        return sum(one.index for one in self.found)

    def __repr__(self) -> str:
        return (
            f"<EquilibriumSet of {self.game.title!r}: {len(self)} equilibria with {self.distributions} distributions "
            f"on leaves, from {self.starts} starts>"
        )
