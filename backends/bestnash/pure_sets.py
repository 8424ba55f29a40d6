"""Payoffs of the subgame perfect equilibria in pure moves, of any number of players, as finite sets of vectors.

From the ends of play up: where a player moves, each move can be made to pay its mover as little as its least vector
does, whatever the others are made to pay. So the vectors that an equilibrium can pay are those of every move that pay
the mover at least the largest of these least payoffs. Where chance moves, they are the averages of one vector of each
move. A set may grow exponentially with chance, and up to the number of outcomes without.

With lotteries it is open whether the sets of three or more players can be computed efficiently (Littman et al. 2006).

Strategies that attain a target, also of the other sets, are found from the initial position down. Where positions are
shared, a position may be needed for several targets, and play there depends on the moves before: then the strategy is
one of an unfolded graph, with a position for every pair of a position and a target.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from seqform.errors import SolveError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.infosets import ranges
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.strategies.profile_set import PayoffBox, Payoffs, PayoffSet
from seqform.system.deadline import Deadline


class GivenUpError(SolveError):
    """A limit on the work was reached."""


@dataclass(eq=False)
class Effort:
    """Limits on the work, and the work left.

    At most `boxes` are kept at a position, and `pairs` of boxes may still be compared or added up. `where` is the game
    and position, for messages.
    """

    boxes: int = 20_000
    pairs: int = 5 * 10**9
    deadline: Deadline = field(default_factory=Deadline)
    where: str = ""

    def spend(self, pairs: int) -> None:
        """Count pairs of boxes; raise GivenUpError if none are left, or the time is up."""
        self.pairs -= pairs
        if self.pairs < 0:
            raise self._given_up("too many pairs of boxes to compare")
        if self.deadline.passed:
            raise self._given_up("the time is up")

    def hold(self, boxes: int) -> None:
        """Raise GivenUpError for too many boxes at a position."""
        if boxes > self.boxes:
            raise self._given_up(f"more than {self.boxes:,} boxes at a position")

    def _given_up(self, why: str) -> GivenUpError:
        return GivenUpError(
            f"{self.where}: the payoffs of the subgame perfect equilibria take {why}; finding the best one of a tree "
            "with chance is NP-hard (Littman et al. 2006, section 1.6)"
        )


class Play(NamedTuple):
    """The play at a position: a move, or `other` with the probability `share`; and the targets after all moves.

    `other` is -1 without a lottery, and `choice` where chance moves.
    """

    targets: Sequence[Any]
    choice: int = -1
    other: int = -1
    share: Fraction = Fraction(0)


def attained(graph: PositionGraph, target: Hashable, decide: Callable[[int, Any], Play]) -> PositionStrategy:
    """Return the strategy of the decisions that begin with a target at the initial position.

    `decide` is called for a position where the game is not over and a target there.
    """
    numbers: list[dict[Any, int]] = [{} for _ in range(len(graph))]
    numbers[0][target] = 0
    decisions: list[Play] = []
    linked: list[tuple[int, int]] = []
    for position, here in enumerate(numbers):
        children = graph.moves(position)
        for wanted in here:
            over = graph.player[position] == END
            decisions.append(decision := Play(()) if over else decide(position, wanted))
            for child, after in zip(children, decision.targets, strict=True):
                linked.append((child, numbers[child].setdefault(after, len(numbers[child]))))
    counts = np.array([len(here) for here in numbers])
    if np.any(counts != 1):
        begin = np.cumsum(counts) - counts
        graph = _unfolded(graph, np.repeat(np.arange(len(graph)), counts), [begin[k] + place for k, place in linked])
    mixed = [place for place, decision in enumerate(decisions) if decision.other >= 0]
    return PositionStrategy(
        graph,
        np.array([decision.choice for decision in decisions], dtype=np.int32),
        np.array(mixed, dtype=np.int64),
        np.array([decisions[place].other for place in mixed], dtype=np.int32),
        ExactArray.of(decisions[place].share for place in mixed),
    )


def _unfolded(graph: PositionGraph, position: Ints, child: Sequence[int]) -> PositionGraph:
    """Return the graph whose positions are these of another one, ascending, with the positions that moves lead to."""
    moves = np.diff(graph.first_move)[position]
    probability = graph.probability
    if probability is not None:
        probability = probability.take(ranges(graph.first_move[position], moves))
    return PositionGraph(
        graph.title,
        graph.players,
        graph.player[position],
        np.concatenate([[0], np.cumsum(moves)]).astype(np.int64),
        np.array(child, dtype=np.int32),
        graph.outcome[position],
        graph.payoffs,
        probability,
        move_label=partial(_move_label, graph, position),
        note=graph.note,
    )


def _move_label(graph: PositionGraph, position: Ints, place: int, move: int) -> str:
    return graph.move_label(int(position[place]), move)


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
