"""Payoffs of the subgame perfect equilibria of two players without chance, and of those in pure moves of any game.

The first are utility profile sets of Littman et al., on the grid of the payoffs that occur.

Those in pure moves, of any number of players, are finite sets of vectors. From the ends of play up: where a player
moves, each move can be made to pay its mover as little as its least vector does, whatever the others are made to pay.
So the vectors that an equilibrium can pay are those of every move that pay the mover at least the largest of these
least payoffs. Where chance moves, they are the averages of one vector of each move. A set may grow exponentially with
chance, and up to the number of outcomes without.

With lotteries it is open whether the sets of three or more players can be computed efficiently (Littman et al. 2006).

Strategies that attain a target, also of the other sets, are found from the initial position down. Where positions are
shared, a position may be needed for several targets, and play there depends on the moves before: then the strategy is
one of an unfolded graph, with a position for every pair of a position and a target.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from seqform.backends.bestnash.induction import tables_of
from seqform.backends.bestnash.layout import (
    BOTTOM,
    DONE,
    LEFT,
    NO_ROOM,
    POSITION,
    RIGHT,
    SETS,
    TOP,
    Ranks,
)
from seqform.backends.bestnash.set_kernel import (
    SetStore,
    bytes_of,
    empty_store,
    enlarge,
    merge_upwards,
)
from seqform.errors import GameError, SolveError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, Moves, PositionGraph, PositionStrategy, unfolded
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.numbers.text import counted
from seqform.models.strategies.profile_set import (
    PayoffBox,
    Payoffs,
    PayoffSet,
    UtilityProfileSet,
    exact_payoffs,
)
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
    """The play at a position: a move, or `second` with the probability `share`; and the targets after all moves.

    `second` is -1 without a lottery, and `choice` where chance moves.
    """

    targets: Sequence[Any]
    choice: int = -1
    second: int = -1
    share: Fraction = Fraction(0)


def attained(
    graph: PositionGraph, target: Hashable, decide: Callable[[int, Any], Play]
) -> PositionStrategy:
    """Return the strategy of the decisions that begin with a target at the initial position.

    `decide` is called for a position where the game is not over and a target there.

    Positions come before those that their moves lead to, so that all targets at a position are known when it is
    reached; each gets a number there, in the order of their discovery. The graph is unfolded into one position for
    every pair, ordered by position and number, unless that is the graph itself: each position has one target.
    """
    numbers: list[dict[Any, int]] = [{} for _ in range(len(graph))]
    numbers[0][target] = 0
    decisions: list[Play] = []
    links: list[
        tuple[int, int]
    ] = []  # after each move of a pair, the next position and the number of its target
    for position, targets in enumerate(numbers):
        children = graph.moves(position)
        for here in targets:
            decision = Play(())
            if graph.player[position] != END:
                decision = decide(position, here)
            decisions.append(decision)
            for child, after in zip(children, decision.targets, strict=True):
                number = numbers[child].setdefault(after, len(numbers[child]))
                links.append((child, number))

    counts = np.array([len(targets) for targets in numbers], dtype=np.int64)
    if np.any(counts != 1):
        begin = np.cumsum(counts) - counts
        places = np.array([begin[child] + number for child, number in links], dtype=np.int32)
        graph = unfolded(graph, np.repeat(np.arange(len(graph)), counts), places)

    choice = []
    mixed = []
    second = []
    shares = []
    for place, decision in enumerate(decisions):
        choice.append(decision.choice)
        if decision.second >= 0:
            mixed.append(place)
            second.append(decision.second)
            shares.append(decision.share)
    return PositionStrategy(
        graph,
        np.array(choice, dtype=np.int32),
        np.array(mixed, dtype=np.int64),
        np.array(second, dtype=np.int32),
        ExactArray.of(shares),
    )


# ---- equilibria in pure moves ----


Vectors = frozenset[Payoffs]


@dataclass(frozen=True, eq=False, repr=False)
class PureSets(Immutable):
    """The payoffs of the subgame perfect equilibria in pure moves of every subgame: `vectors`, by position."""

    graph: PositionGraph
    vectors: list[Vectors]

    def at(self, position: int) -> PayoffSet:
        """Return the payoffs of the equilibria from a position on."""
        points = sorted(self.vectors[position])
        return PayoffSet(tuple(PayoffBox(point, point) for point in points), pure=True)

    def profiles(self) -> PayoffSet:
        """Return the payoffs of the equilibria of the game."""
        return self.at(0)

    def boxes(self) -> tuple[PayoffBox, ...]:
        """Return the points of the root set as boxes."""
        return self.at(0).boxes

    def attain(self, payoffs: Payoffs) -> PositionStrategy:
        """Return an equilibrium that pays a vector of the set of the initial position."""
        return attained(self.graph, exact_payoffs(payoffs), self._decision)

    def _decision(self, position: int, target: Payoffs) -> Play:
        """Return the first move that can pay the target; after the others the mover is held to the least."""
        player = int(self.graph.player[position])
        below = [self.vectors[child] for child in self.graph.moves(position)]
        if player == CHANCE:
            return Play(_split(self.graph.chances(position), below, target))

        made = next(move for move, vectors in enumerate(below) if target in vectors)
        # Among equal payoffs of the mover the lexicographically least: answers do not depend on a set's order.
        targets = [
            min(vectors, key=lambda payoffs: (payoffs[player], payoffs)) for vectors in below
        ]
        targets[made] = target
        return Play(targets, made)


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
    # Where players move, equal sets below give equal sets: shared and repeated subgames are worked out once.
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
            payable: Vectors = frozenset([graph.payoffs_at(position)])
        elif player == CHANCE:
            payable = _sums(graph.chances(position), below, effort)[-1]
        elif key in known:
            payable = known[key]
        else:
            payable = _chosen(player, below)
            effort.hold(len(payable))
            payable = known[key] = distinct.setdefault(payable, payable)
        vectors[position] = distinct.setdefault(payable, payable)
    return PureSets(graph, vectors)


def _chosen(player: int, below: Sequence[Vectors]) -> Vectors:
    """Return the vectors that pay the mover at least the bar: the largest, over all moves, of the least payoffs."""
    bar = max(min(payoffs[player] for payoffs in vectors) for vectors in below)
    payable = []
    for vectors in below:
        payable += [payoffs for payoffs in vectors if payoffs[player] >= bar]
    return frozenset(payable)


def _sums(shares: Sequence[Fraction], below: Sequence[Vectors], effort: Effort) -> list[Vectors]:
    """Return the weighted sums of vectors of the first k sets, for k = 1, 2, ..., in which probability 0 counts 0."""
    sums: list[Vectors] = []
    for share, vectors in zip(shares, below, strict=True):
        parts = frozenset(_times(share, payoffs) for payoffs in vectors)
        if not sums:
            effort.spend(len(parts))
            sums.append(parts)
        else:
            effort.spend(len(parts) * len(sums[-1]))
            sums.append(frozenset(_plus(total, part) for total in sums[-1] for part in parts))
        effort.hold(len(sums[-1]))
    return sums


def _split(shares: Sequence[Fraction], below: Sequence[Vectors], target: Payoffs) -> list[Payoffs]:
    """Return a vector of each set, whose weighted sum is the target.

    From the last set back: a vector is taken if what is left of the target is a sum of vectors of the sets before.
    """
    sums = _sums(shares, below, Effort())
    targets: list[Payoffs] = []
    left = target
    for place in reversed(range(1, len(below))):
        for payoffs in sorted(below[place]):
            rest = _plus(left, _times(-shares[place], payoffs))
            if rest in sums[place - 1]:
                break
        targets.append(payoffs)
        left = rest
    targets.append(next(first for first in sorted(below[0]) if _times(shares[0], first) == left))
    return targets[::-1]


def _times(factor: Fraction, payoffs: Iterable[Fraction]) -> Payoffs:
    return tuple(factor * payoff for payoff in payoffs)


def _plus(first: Payoffs, second: Payoffs) -> Payoffs:
    return tuple(map(Fraction.__add__, first, second))


# ---- utility profile sets ----

_PAUSE_AFTER = 2 * 10**7
"""Words of sets gone through in one call of the kernel, so that the keyboard can interrupt it."""


@dataclass(frozen=True, eq=False)
class PayoffGrid:
    """The grid of the payoffs of two players, points and open intervals alternating.

    `axes` are U^1 and U^2 of the paper, ascending. `places`, shape (2, outcomes), has row and column of every outcome;
    they are even, since the intervals lie at the odd places.
    """

    axes: tuple[ExactArray, ExactArray]
    places: Ranks

    @classmethod
    def of(
        cls, payoffs: Sequence[ExactArray], through: Sequence[tuple[Fraction, Fraction]]
    ) -> PayoffGrid:
        """Return the grid of the payoffs in all outcomes, and of those in `through`."""
        axes = []
        places = []
        for player, payoff in enumerate(payoffs):
            added = ExactArray.of([pair[player] for pair in through])
            # Over one denominator, so that numerators sort as the payoffs do.
            numbers = ExactArray.concatenate([payoff, added])
            _, first, rank = np.unique(numbers.numerators, return_index=True, return_inverse=True)
            axes.append(numbers.take(first))
            places.append(2 * rank.reshape(-1)[: len(payoff)])
        return cls((axes[0], axes[1]), np.ascontiguousarray(np.stack(places), dtype=np.int32))

    def place(self, payoffs: tuple[Fraction, Fraction]) -> tuple[int, int] | None:
        """Return row and column of a pair of payoffs; None where one of them is not on the grid."""
        row, has_row = self.axes[0].bisect(Fraction(payoffs[0]))
        column, has_column = self.axes[1].bisect(Fraction(payoffs[1]))
        if not (has_row and has_column):
            return None
        return 2 * row, 2 * column


@dataclass(frozen=True, eq=False, repr=False)
class ProfileSets:
    """The utility profile set at every position of a game; `mixing` if players may mix.

    `store` has the distinct sets, and `number`, shape (n,), the one at every position.
    """

    graph: PositionGraph
    grid: PayoffGrid
    store: SetStore
    number: Moves
    mixing: bool

    @property
    def root(self) -> UtilityProfileSet:
        """The payoffs of the subgame perfect equilibria of the game."""
        return self.at(0)

    def profiles(self) -> UtilityProfileSet:
        """Return the payoffs of the equilibria of the game, for answers."""
        return self.root

    def boxes(self) -> Sequence[PayoffBox]:
        """Return the boxes of the root set."""
        return self.root.boxes

    @property
    def distinct(self) -> int:
        """The number of different sets that are more than an outcome."""
        return int(self.store.used[SETS])

    def at(self, position: int) -> UtilityProfileSet:
        """Return the payoffs of the subgame perfect equilibria from a position on.

        The set's grid reaches from its least payoffs to its greatest.
        """
        number = int(self.number[position])
        box = np.asarray(self.store.box)[number].tolist()
        if number < self.store.outcomes:
            return self._cropped(box, np.ones((1, 1), dtype=np.bool_))

        first_word = box[LEFT] >> 6
        last_word = box[RIGHT] >> 6
        rows = box[BOTTOM] - box[TOP] + 1
        words = last_word - first_word + 1
        begin = int(self.store.offset[number - self.store.outcomes])
        packed = np.asarray(self.store.words)[begin : begin + rows * words]

        # Little-endian words, so that the bits of all bytes follow each other in the order of the columns.
        of_bytes = packed.astype("<u8").view(np.uint8).reshape(rows, 8 * words)
        cells = np.unpackbits(of_bytes, axis=1, bitorder="little").astype(np.bool_)
        left = box[LEFT] - 64 * first_word
        right = box[RIGHT] - 64 * first_word
        return self._cropped(box, cells[:, left : right + 1])

    def _cropped(self, box: list[int], cells: Mask) -> UtilityProfileSet:
        """Return the set with these cells in a box, whose edges are payoffs: sets are closed."""
        first, second = self.grid.axes
        first = first.take(slice(box[TOP] // 2, box[BOTTOM] // 2 + 1))
        second = second.take(slice(box[LEFT] // 2, box[RIGHT] // 2 + 1))
        return UtilityProfileSet((first, second), cells, pure=not self.mixing)

    def __repr__(self) -> str:
        return f"<ProfileSets of {self.graph.title!r}: {counted(self.distinct, 'distinct set')} beside the outcomes>"


def profile_sets(
    graph: PositionGraph,
    *,
    mixing: bool = True,
    through: Sequence[tuple[Fraction, Fraction]] = (),
    memory: int = 4 * 2**30,
) -> ProfileSets:
    """Find the payoffs of the subgame perfect equilibria of a two-player game without chance, at every position.

    Where positions are shared, play may depend on the moves that led there: the sets are those of the tree.

    Without mixing, the best payoffs may be missed (the paper's figure 4). The payoffs in `through` are put on the grid
    too, so that they can be attained where a set has them within a line or rectangle. `memory` is the most bytes that
    the sets may take.

    Raises GameError if there are not two players, or there is chance, and SolveError if the sets take too much memory.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), section 2.
    """
    _check(graph)
    grid = PayoffGrid.of(graph.payoffs, through)
    store = empty_store(grid.places)
    sets = np.array(graph.outcome, dtype=np.int32)
    tables = tables_of(graph)

    # The kernel goes on at `place` after every pause, and with larger buffers after they were full.
    place = np.array([len(graph) - 1, 0, -1], dtype=np.int64)
    ended = NO_ROOM
    while ended != DONE:
        ended = merge_upwards(tables, mixing, store, _PAUSE_AFTER, sets, place)
        if ended == NO_ROOM:
            enlarge(store)
            if bytes_of(store) > memory:
                rows, columns = map(len, grid.axes)
                raise SolveError(
                    f"the utility profile sets take more than {memory / 2**30:.1f} GiB: {int(store.used[SETS]):,} "
                    f"different ones on a grid of {rows:,} × {columns:,} payoffs, {int(place[POSITION]) + 1:,} of "
                    f"{len(graph):,} positions to go. Allow more memory, make payoffs coarser so that fewer differ, or "
                    "use backward induction"
                )
    return ProfileSets(graph, grid, store, sets, mixing)


def _check(graph: PositionGraph) -> None:
    if len(graph.players) == 1:
        raise GameError(
            "optimal equilibria of one player: all of them pay the same, and backward induction finds one"
        )
    if len(graph.players) != 2:
        raise GameError(
            f"optimal equilibria of {counted(len(graph.players), 'player')}: only two players are covered; for three "
            "or more it is open whether they can be found efficiently (Littman et al. 2006, figure 2). With pure, the "
            "best equilibrium in pure moves is found; without an objective, any subgame perfect equilibrium"
        )
    if graph.has_chance:
        raise GameError(
            "optimal equilibria of a game with chance moves are NP-hard to find (Littman et al. 2006, section 1.6). "
            "Backward induction finds some subgame perfect equilibrium; `best_nash` finds the best one of a two-player "
            "game whose sets do not grow too large"
        )
