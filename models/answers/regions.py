"""Regions of payoffs: those that the equilibria of each concept of correlation reach, with what proves every vertex.

The payoffs of two players are a point of the plane, and those of all correlated equilibria of a concept a convex
polygon, since mixtures of two equilibria are equilibria.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import seqform.models.verbs as verbs
from seqform.models.answers.certificate import COMMITMENT
from seqform.models.answers.computed import Computed
from seqform.models.answers.device import Device
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.polygons import Point
from seqform.models.numbers.text import counted
from seqform.models.strategies.correlation import PairMixture
from seqform.models.strategies.profile_set import PayoffBox
from seqform.models.table import Cell, Line, Part, Report, Table, Tabular

FEASIBLE = "feasible"
"""The name of the region of the payoffs of all mixtures, which need no equilibrium."""


@dataclass(frozen=True, eq=False)
class PayoffVertex(Immutable):
    """A vertex of a region: its payoffs, and the mixture of pairs of pure strategies that pays them.

    - `device`: The correlated equilibrium with this mixture; None of the feasible payoffs, which need none.
    """

    payoffs: Point
    mixture: PairMixture
    device: Device | None


@dataclass(frozen=True, eq=False)
class PayoffRegion(Immutable):
    """The payoffs of all equilibria of a concept, or all feasible payoffs: a convex polygon, a segment or a point.

    - `name`: That of the concept, or "feasible".
    - `vertices`: Those of the polygon that is proved to be reached, counterclockwise from the left.
    - `bound`: The vertices of a polygon that no such equilibrium leaves: the same ones, unless the game is not
      triangle-free, and too large for the exact optimum.
    """

    name: str
    vertices: tuple[PayoffVertex, ...]
    bound: tuple[Point, ...]

    @property
    def points(self) -> tuple[Point, ...]:
        """The payoffs at the vertices."""
        return tuple(vertex.payoffs for vertex in self.vertices)

    @property
    def is_exact(self) -> bool:
        """Whether the vertices are those of the region itself, and not of a part that is known to be reached."""
        return self.points == self.bound


@dataclass(frozen=True, eq=False)
class NashPayoffs:
    """The payoffs of Nash equilibria: a point, a line or a rectangle for each maximal Nash subset, without repetitions.

    - `boxes`: Each with the number of its connected component; of equilibria that were found singly, a number for
      each.
    - `complete`: Whether every Nash equilibrium pays one of these.
    """

    boxes: tuple[tuple[PayoffBox, int], ...]
    complete: bool


@dataclass(frozen=True, eq=False)
class LeaderPayoffs:
    """The payoffs of the best commitment of a leader.

    - `answer`: To a strategy, a strong Stackelberg equilibrium; to a device, the best correlated commitment.
    """

    answer: Equilibrium | Device

    @property
    def leader(self) -> int:
        """The player who commits, 0 or 1."""
        leader: int = self.answer.resolved.settings["leader"]
        return leader

    @property
    def payoffs(self) -> Point:
        """Those of both players."""
        first, second = self.answer.values
        return Fraction(first), Fraction(second)

    @property
    def is_proven(self) -> bool:
        """True if it is proven that no such commitment earns more; otherwise this is the claim of a solver."""
        if isinstance(self.answer, Device):
            return self.answer.optimal
        certificate = self.answer.certificate
        return certificate.exact and certificate.holds(COMMITMENT)


@dataclass(frozen=True, eq=False, repr=False)
class PayoffRegions(Computed, Tabular):
    """The payoffs that a mediator, a commitment and equilibria without either reach in a game.

    - `feasible`: The payoffs of all mixtures of pairs of pure strategies.
    - `regions`: Those of the equilibria of each concept, the largest first: normal-form coarse, extensive-form coarse
      and extensive-form correlated.
    - `nash`, `commitments`: Those of Nash equilibria, and of the best commitments of each player to a strategy.
    - `correlated_commitments`: Those of the best commitments of each player to a device, which are worth as much or
      more to the leader.
    - `remarks`: What is left out, and why.

    Examples
    --------
    >>> import seqform as sf
    >>> found = sf.payoff_regions("battle-of-the-sexes")
    >>> for region in found.regions:
    ...     print(region.name, [tuple(map(str, vertex.payoffs)) for vertex in region.vertices])
    normal-form-coarse [('2/3', '2/3'), ('2', '1'), ('1', '2')]
    extensive-form-coarse [('2/3', '2/3'), ('2', '1'), ('1', '2')]
    extensive-form-correlated [('2/3', '2/3'), ('2', '1'), ('1', '2')]
    """

    game: ExtensiveGame
    feasible: PayoffRegion
    regions: tuple[PayoffRegion, ...]
    nash: NashPayoffs
    commitments: tuple[LeaderPayoffs, ...]
    correlated_commitments: tuple[LeaderPayoffs, ...] = ()
    remarks: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)

    def region(self, name: str) -> PayoffRegion:
        """Return the region of a concept by its name, or the feasible payoffs, "feasible"."""
        for region in (self.feasible, *self.regions):
            if region.name == name:
                return region
        known = ", ".join(region.name for region in (self.feasible, *self.regions))
        raise KeyError(f"{name!r}: one of {known} expected")

    @property
    def same_regions(self) -> list[list[PayoffRegion]]:
        """The regions, the largest first, those of the same payoffs together."""
        groups: list[list[PayoffRegion]] = []
        for region in self.regions:
            last = groups[-1][-1] if groups else None
            if last and last.points == region.points and last.bound == region.bound:
                groups[-1].append(region)
            else:
                groups.append([region])
        return groups

    @property
    def distinct_commitments(self) -> list[LeaderPayoffs]:
        """All commitments, without those to a device that pay what the leader's commitment to a strategy pays."""
        known = {(leader.leader, leader.payoffs) for leader in self.commitments}
        beyond = [
            leader
            for leader in self.correlated_commitments
            if (leader.leader, leader.payoffs) not in known
        ]
        return [*self.commitments, *beyond]

    chart = verbs.regions_chart

    def report(self, *, everything: bool = False) -> Report:
        """Return the vertices of all regions, the Nash equilibria and the commitments as a table."""
        rows = [row for region in self.regions for row in _region_rows(region)]
        rows += self._nash_rows()
        rows += self._leader_rows()
        feasible = list(_region_rows(self.feasible))
        columns = ("payoffs", *(f"value of {name}" for name in self.game.players), "proof")
        complete = Table("", columns, "lrrl", [*feasible, *rows])
        shown = Table(f"{self.game.title}: payoffs", columns, "lrrl", rows)

        parts: list[Part] = list(shown.shortened(everything, "rows"))
        parts += [Line(sentence) for sentence in self._sentences()]
        return Report(parts, {"vertices": lambda: complete})

    def _nash_rows(self) -> Iterator[list[Cell]]:
        """Yield the corners of the payoffs of Nash equilibria."""
        for box, component in self.nash.boxes:
            name = "Nash equilibrium"
            if self.nash.complete:
                name = f"Nash equilibria, component {component + 1}"
            for first, second in box.corners:
                yield [name, first, second, "nash_conv = 0"]

    def _leader_rows(self) -> Iterator[list[Cell]]:
        for leader in self.distinct_commitments:
            proof = "no strategy earns more"
            if isinstance(leader.answer, Device):
                proof = "no device earns more"
            if not leader.is_proven:
                proof = f"the best by the claim of {leader.answer.backend}"
            words = commitment_words(self.game.players[leader.leader], leader)
            yield [words, *leader.payoffs, proof]

    def _sentences(self) -> Iterator[str]:
        """Yield what coincides, what is a bound, and what is left out."""
        for group in self.same_regions:
            if len(group) > 1:
                names = " and ".join(region.name for region in group)
                yield f"{names}: the same payoffs"
        for region in (self.feasible, *self.regions):
            if not region.is_exact:
                yield (
                    f"{region.name}: between the vertices that are reached and the outer bound nothing is proved"
                )
        if not self.nash.complete:
            yield "Nash equilibria: those that were found; there may be others"
        distinct = self.distinct_commitments
        for leader in self.correlated_commitments:
            if leader not in distinct:
                name = self.game.players[leader.leader]
                yield f"{name} commits to a device: the same payoffs as by a strategy"
        yield from self.remarks

    def __repr__(self) -> str:
        sizes = ", ".join(
            f"{region.name} {counted(len(region.bound), 'vertex', 'vertices')}"
            for region in self.regions
        )
        return f"<PayoffRegions of {self.game.title!r}: {sizes}>"


def commitment_words(name: str, leader: LeaderPayoffs) -> str:
    """Return what a leader of some name does, in words."""
    if isinstance(leader.answer, Device):
        return f"{name} commits to a device"
    return f"{name} commits"


def _region_rows(region: PayoffRegion) -> Iterator[list[Cell]]:
    """Yield the vertices of a region, and those of the outer bound that are not proved to be reached."""
    for vertex in region.vertices:
        proof = counted(len(vertex.mixture), "pair")
        proof = f"mixture of {proof}" if vertex.device is None else f"device of {proof}"
        yield [region.name, *vertex.payoffs, proof]
    for point in region.bound:
        if point not in region.points:
            yield [f"{region.name}, outer bound", *point, "not proved to be reached"]
