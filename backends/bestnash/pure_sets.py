"""Payoffs of the subgame perfect equilibria in pure moves, of any number of players, as finite sets of vectors.

From the ends of play up: where a player moves, each move can be made to pay its mover as little as its least vector
does, whatever the others are made to pay. So the vectors that an equilibrium can pay are those of every move that pay
the mover at least the largest of these least payoffs. Where chance moves, they are the averages of one vector of each
move. A set may grow exponentially with chance, and up to the number of outcomes without.

With lotteries it is open whether the sets of three or more players can be computed efficiently (Littman et al. 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from seqform.backends.bestnash.chance import Effort
from seqform.backends.bestnash.unfolding import Play, attained
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.strategies.profile_set import PayoffBox, Payoffs, PayoffSet

Vectors = frozenset[Payoffs]


@dataclass(frozen=True, eq=False, repr=False)
class PureSets(Immutable):
    """The payoffs of the subgame perfect equilibria in pure moves of every subgame: `vectors`, by position."""

    graph: PositionGraph
    vectors: list[Vectors]

    def at(self, position: int) -> PayoffSet:
        """Return the payoffs of the equilibria from a position on."""
        return PayoffSet(tuple(PayoffBox(one, one) for one in sorted(self.vectors[position])), pure=True)

    def attain(self, payoffs: Payoffs) -> PositionStrategy:
        """Return an equilibrium that pays a vector of the set of the initial position."""
        return attained(self.graph, payoffs, self._decision)

    def _decision(self, position: int, wanted: Payoffs) -> Play:
        player = int(self.graph.player[position])
        below = [self.vectors[child] for child in self.graph.moves(position)]
        if player == CHANCE:
            return Play(_split(self.graph.chances(position), below, wanted))
        made = next(move for move, vectors in enumerate(below) if wanted in vectors)
        held = [min(vectors, key=lambda one: (one[player], one)) for vectors in below]
        return Play([wanted if move == made else least for move, least in enumerate(held)], made)


def pure_sets(graph: PositionGraph, *, effort: Effort | None = None) -> PureSets:
    """Find the payoffs of the subgame perfect equilibria in pure moves at every position.

    Where positions are shared, play may depend on the moves that led there: the sets are those of the tree. Raises
    GivenUpError if a set has more vectors than the effort has boxes.

    Examples
    --------
    >>> import seqform as sf
    >>> print(pure_sets(sf.load("littman-figure-4", kind="positions")).at(0))
    (3, 1), (3, 3)
    """
    effort = effort or Effort()
    vectors: list[Vectors] = [frozenset()] * len(graph)
    known: dict[tuple[int, tuple[int, ...]], Vectors] = {}
    distinct: dict[Vectors, Vectors] = {}  # one object for equal sets, so that its id names it
    for position in reversed(range(len(graph))):
        effort.where = f"{graph.title}, position {position}"
        effort.spend(1)
        player = int(graph.player[position])
        below = [vectors[child] for child in graph.moves(position)]
        key = player, tuple(map(id, below))
        if player == END:
            found: Vectors = frozenset([graph.payoffs_at(position)])
        elif player == CHANCE:
            found = _sums(graph.chances(position), below, effort)[-1]
        elif key in known:
            found = known[key]
        else:
            bar = max(min(one[player] for one in each) for each in below)
            found = frozenset(one for each in below for one in each if one[player] >= bar)
            effort.hold(len(found))
            found = known[key] = distinct.setdefault(found, found)
        vectors[position] = distinct.setdefault(found, found)
    return PureSets(graph, vectors)


def _sums(shares: Sequence[Fraction], below: Sequence[Vectors], effort: Effort) -> list[Vectors]:
    """Return the weighted sums of vectors of the first k sets, for k = 1, 2, ..., in which probability 0 counts 0."""
    sums: list[Vectors] = []
    for share, vectors in zip(shares, below, strict=True):
        parts = {_times(share, one) for one in vectors}
        effort.spend(len(parts) * (len(sums[-1]) if sums else 1))
        sums.append(frozenset(_plus(one, part) for one in sums[-1] for part in parts) if sums else frozenset(parts))
        effort.hold(len(sums[-1]))
    return sums


def _split(shares: Sequence[Fraction], below: Sequence[Vectors], wanted: Payoffs) -> list[Payoffs]:
    """Return a vector of each set, whose weighted sum is the wanted one."""
    sums = _sums(shares, below, Effort())
    targets, left = list[Payoffs](), wanted
    for place in reversed(range(1, len(below))):
        one, left = next(
            (one, rest)
            for one in sorted(below[place])
            if (rest := _plus(left, _times(-shares[place], one))) in sums[place - 1]
        )
        targets.append(one)
    targets.append(next(one for one in sorted(below[0]) if _times(shares[0], one) == left))
    return targets[::-1]


def _times(factor: Fraction, payoffs: Iterable[Fraction]) -> Payoffs:
    return tuple(factor * payoff for payoff in payoffs)


def _plus(one: Payoffs, other: Payoffs) -> Payoffs:
    return tuple(map(Fraction.__add__, one, other))
