"""Exact payoffs of the subgame perfect equilibria of two-player trees with chance, and strategies that attain them.

Without chance all payoffs are those of outcomes. With it the sets are still unions of boxes, but averages of averages
may have exponentially many. A box is a closed rectangle, line or point of payoffs, in rational numbers.
From the ends of play up:

- An outcome is a point.
- Where chance moves, the set is the weighted sum of the sets below. A sum of boxes is a box, its ends the sums of
  their ends; so it is the union of the sums of one box from each.
- A player who moves must not gain by any move. Whatever is played below, each move can be made to pay its mover as
  little as its least point does. So an equilibrium may pay the mover x just if x is at least the largest of these, the
  bar, and some move can pay x; all other moves can be held to x or less. Of the moves that can pay x one is made, which
  gives the points of its own set from the bar on; or the player mixes several. Then the other player is paid an
  average of what these pay, by any weights. With two moves or more that can pay x, this is every number from the
  least to the largest that any of them pays along with x: if one move alone has both, a third number is one of
  another move, and both halves are mixtures. The ends of the boxes cut the mover's axis into points and
  intervals on which the same boxes lie, so that this adds one box for every point and interval at most.

References
----------
Littman, Ravi, Talwar & Zinkevich (2006), equations 1 to 3 and section 1.6.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.profile_sets import Effort, Play, attained
from seqform.errors import GameError, ModelError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Numerators, as_integers
from seqform.models.numbers.integers import plus, times
from seqform.models.numbers.text import short
from seqform.models.strategies.profile_set import (
    PayoffBox,
    PayoffSet,
    UtilityProfileSet,
    exact_payoffs,
)

Payoffs = tuple[Fraction, Fraction]

Places = npt.NDArray[np.int32]

LOW = (0, 2)
HIGH = (1, 3)
"""The columns of the least and of the largest payoffs of a box, for each player."""


@dataclass(frozen=True, eq=False, repr=False)
class BoxUnion(Immutable):
    """A union of k ≥ 1 boxes.

    `ends`, shape (k, 4), are numerators over the common `denominator`: the least and the largest payoff of player 0,
    then those of player 1.
    """

    ends: Numerators
    denominator: int

    @classmethod
    def point(cls, payoffs: Payoffs) -> BoxUnion:
        """Return the set of a single point."""
        exact = ExactArray.of([payoffs[0], payoffs[0], payoffs[1], payoffs[1]])
        return cls(exact.numerators.reshape(1, 4), exact.denominator)

    def __len__(self) -> int:
        return len(self.ends)

    def times(self, factor: int) -> Numerators:
        """Return the ends times a whole number from 1 on."""
        return times(self.ends, factor)

    def reduced(self) -> BoxUnion:
        """Return the same boxes over the smallest common denominator."""
        if self.denominator == 1:
            return self
        common = math.gcd(self.denominator, *self.ends.reshape(-1).tolist())
        if common == 1:
            return self
        return BoxUnion(as_integers(self.ends // common), self.denominator // common)

    def reaching(self, player: int, payoff: Fraction) -> Mask:
        """Return a mask of the boxes that have a point with this payoff of a player."""
        # Ends are integers: low <= x just if low <= floor(x). Integers of any size are compared exactly, fractions not.
        scaled = payoff * self.denominator
        begins_by_then = self.ends[:, LOW[player]] <= math.floor(scaled)
        ends_later = self.ends[:, HIGH[player]] >= math.ceil(scaled)
        return np.asarray(begins_by_then & ends_later, dtype=bool)

    def __contains__(self, payoffs: Payoffs) -> bool:
        return bool((self.reaching(0, payoffs[0]) & self.reaching(1, payoffs[1])).any())

    def boxes(self) -> Iterator[PayoffBox]:
        """Yield the boxes."""
        for ends in self.ends.tolist():
            first_low, first_high, second_low, second_high = (
                Fraction(end, self.denominator) for end in ends
            )
            yield PayoffBox((first_low, second_low), (first_high, second_high))

    def least_point(self, player: int) -> Payoffs:
        """Return a point with a player's least payoff, and of those in its box, with the other player's largest."""
        box = self.ends[int(np.argmin(self.ends[:, LOW[player]]))].tolist()
        least = Fraction(box[LOW[player]], self.denominator)
        largest = Fraction(box[HIGH[1 - player]], self.denominator)
        return _point(player, least, largest)

    def profile_set(self, most_cells: int, *, pure: bool) -> UtilityProfileSet | None:
        """Return the union on the grid of the boxes' ends; None where it has too many cells; `pure` if nobody mixes."""
        (first, second), ranks = ranked(self.ends)
        rows = 2 * len(first) - 1
        columns = 2 * len(second) - 1
        if rows * columns > most_cells:
            return None
        cells = np.zeros((rows, columns), dtype=np.bool_)
        for top, bottom, left, right in (2 * ranks).tolist():
            cells[top : bottom + 1, left : right + 1] = True
        axes = (
            ExactArray(first, self.denominator).reduced(),
            ExactArray(second, self.denominator).reduced(),
        )
        return UtilityProfileSet(axes, cells, pure)


def _point(player: int, own: Fraction, worth: Fraction) -> Payoffs:
    """Return the payoffs where a player gets `own` and the other one `worth`."""
    return (own, worth) if player == 0 else (worth, own)


def ranked(ends: Numerators) -> tuple[tuple[Numerators, Numerators], Places]:
    """Return the numbers that occur as ends for each player, ascending, and the place of every end among them."""
    ranks = np.empty(ends.shape, dtype=np.int32)
    axes = []
    for columns in ([0, 1], [2, 3]):
        numbers, place = np.unique(ends[:, columns].reshape(-1), return_inverse=True)
        axes.append(numbers)
        ranks[:, columns] = place.reshape(-1, 2)
    return (axes[0], axes[1]), ranks


def simplified(ends: Numerators, effort: Effort) -> Numerators:
    """Return boxes with the same union, shape (k, 4), none within another; raise GivenUpError at a limit.

    Boxes that touch are joined along either axis until no more are; then boxes within others are dropped. This works
    on places among the numbers that occur, which are small integers whatever the payoffs are.

    Examples
    --------
    >>> simplified(np.array([[0, 1, 0, 1], [1, 3, 0, 1], [2, 2, 0, 0]]), Effort()).tolist()
    [[0, 3, 0, 1]]
    """
    if len(ends) == 1:
        return ends
    (first, second), ranks = ranked(ends)
    size = 0
    while size != len(ranks):
        size = len(ranks)
        ranks = _joined(_joined(ranks, 0), 1)
    ranks = _outermost(ranks, effort)
    return np.stack(
        [first[ranks[:, 0]], first[ranks[:, 1]], second[ranks[:, 2]], second[ranks[:, 3]]], axis=1
    )


def _joined(ranks: Places, player: int) -> Places:
    """Join boxes that touch along one player's axis and agree along the other's."""
    along = [LOW[player], HIGH[player]]
    across = [LOW[1 - player], HIGH[1 - player]]

    # Boxes that agree across form a group, in which they are sorted by where they begin.
    order = np.lexsort((ranks[:, LOW[player]], ranks[:, across[1]], ranks[:, across[0]]))
    ranks = ranks[order]
    low = ranks[:, LOW[player]]
    high = ranks[:, HIGH[player]]
    edges = ranks[:, across]
    is_new_group = np.concatenate([[False], np.any(edges[1:] != edges[:-1], axis=1)])

    # Each group is lifted beyond the one before, so that one running maximum does for all of them. A joined box begins
    # where a box begins after the largest end so far.
    lift = np.cumsum(is_new_group) * (int(high.max()) + 1)
    reached = np.maximum.accumulate(high + lift)
    begins = np.concatenate([[True], (low + lift)[1:] > reached[:-1]])
    first = np.flatnonzero(begins)
    last = np.concatenate([first[1:], [len(low)]]) - 1

    joined = np.empty((len(first), 4), dtype=np.int32)
    joined[:, along[0]] = low[first]
    joined[:, along[1]] = reached[last] - lift[last]
    joined[:, across] = edges[first]
    return joined


def _outermost(ranks: Places, effort: Effort) -> Places:
    """Return the boxes within no other, of different ones; a box that holds another one is sorted before it."""
    block_size = 512  # bounds the memory of a comparison
    kept = ranks[np.lexsort((-ranks[:, 3], ranks[:, 2], -ranks[:, 1], ranks[:, 0]))]
    size = 0
    for begin in range(0, len(kept), block_size):
        block = kept[begin : begin + block_size]
        effort.spend(len(block) * (size + len(block)))
        block = block[~_within(block, kept[:size]).any(axis=1)]
        block = block[~np.tril(_within(block, block), -1).any(axis=1)]
        # At most as many boxes are kept as were read, so that none is overwritten that is still to be read.
        kept[size : size + len(block)] = block
        size += len(block)
        effort.hold(size)
    return kept[:size]


def _within(inner: Places, outer: Places) -> Mask:
    """Return a mask, shape (inner, outer), of boxes within others that begin no later along the first axis."""
    _, bottom, left, right = np.moveaxis(inner[:, None], -1, 0)
    _, outer_bottom, outer_left, outer_right = np.moveaxis(outer[None], -1, 0)
    inside: Mask = (bottom <= outer_bottom) & (left >= outer_left) & (right <= outer_right)
    return inside


_PAIRS_AT_ONCE = 2**18
"""Pairs of boxes that are added up in one step, which bounds the memory."""


@dataclass(frozen=True, eq=False, repr=False)
class ChanceSets:
    """The payoffs of the subgame perfect equilibria of every subgame, by position; `mixing` if players may mix.

    `averages` has the weighted sum that is the set at every position where chance moves.
    """

    graph: PositionGraph
    unions: list[BoxUnion]
    averages: dict[int, Average]
    mixing: bool

    @property
    def root(self) -> BoxUnion:
        """The payoffs of the equilibria of the game."""
        return self.unions[0]

    def at(self, position: int) -> PayoffSet:
        """Return the payoffs of the equilibria from a position on."""
        return PayoffSet(tuple(self.unions[position].boxes()), pure=not self.mixing)

    def profiles(self, most_cells: int = 250_000) -> UtilityProfileSet | None:
        """Return the payoffs of the equilibria of the game on a grid; None where it has too many cells."""
        return self.root.profile_set(most_cells, pure=not self.mixing)

    def boxes(self) -> Iterator[PayoffBox]:
        """Yield the boxes of the root set."""
        return self.root.boxes()

    def attain(self, payoffs: Payoffs) -> PositionStrategy:
        """Return an equilibrium that pays a point of the root set, subgame perfect also where chance never leads.

        Where positions are shared, it is a strategy of an unfolded graph, as of `attained`.
        """
        first, second = exact_payoffs(payoffs)
        target = (first, second)
        if target not in self.root:
            in_pure_moves = "" if self.mixing else " in pure moves"
            text = ", ".join(map(short, target))
            raise ModelError(
                f"payoffs ({text}): no subgame perfect equilibrium{in_pure_moves} pays that"
            )
        return attained(self.graph, target, self._decision)

    def _decision(self, position: int, here: Payoffs) -> Play:
        player = int(self.graph.player[position])
        below = [self.unions[child] for child in self.graph.moves(position)]
        if player == CHANCE:
            return Play(_split(self.averages[position], below, here))
        return _decision(player, below, here)


@dataclass(frozen=True, eq=False)
class Average(Immutable):
    """A weighted sum of sets, added up one after the other.

    `moves` are those of positive probability, `weights` their probabilities times the `denominator`, `parts` their
    sets times their probabilities, as numerators of shape (k, 4), `sums` those of the first part, the first two, ...
    """

    moves: tuple[int, ...]
    weights: tuple[Fraction, ...]
    parts: tuple[Numerators, ...]
    sums: tuple[Numerators, ...]
    denominator: int

    @classmethod
    def of(cls, shares: Sequence[Fraction], below: Sequence[BoxUnion], effort: Effort) -> Average:
        """Return the weighted sum of sets."""
        moves = tuple(move for move, share in enumerate(shares) if share > 0)
        denominator = 1
        for move in moves:
            own = below[move].denominator * shares[move].denominator
            denominator = math.lcm(denominator, own)

        weights = []
        parts = []
        for move in moves:
            weight = shares[move] * denominator
            weights.append(weight)
            parts.append(below[move].times(int(weight / below[move].denominator)))

        sums = [parts[0]]
        for part in parts[1:]:
            sums.append(_sum(sums[-1], part, effort))
        return cls(moves, tuple(weights), tuple(parts), tuple(sums), denominator)


def chance_sets(
    graph: PositionGraph, *, mixing: bool = True, effort: Effort | None = None
) -> ChanceSets:
    """Find the payoffs of the subgame perfect equilibria of two players at every position.

    Where positions are shared, play may depend on the moves that led there: the sets are those of the tree.

    Raises GameError if there are not two players, and GivenUpError if it takes too many boxes or too much time.
    """
    if len(graph.players) != 2:
        raise GameError(
            f"optimal equilibria of trees with chance are for two players, not {len(graph.players)}"
        )
    effort = effort or Effort()
    point = BoxUnion.point((Fraction(0), Fraction(0)))
    unions = [point] * len(graph)
    averages: dict[int, Average] = {}
    for position in reversed(range(len(graph))):
        effort.where = f"{graph.title}, position {position}"
        effort.spend(1)
        player = int(graph.player[position])
        below = [unions[child] for child in graph.moves(position)]

        if player == END:
            first, second = graph.payoffs_at(position)
            unions[position] = BoxUnion.point((first, second))
        elif player == CHANCE:
            average = Average.of(graph.chances(position), below, effort)
            averages[position] = average
            unions[position] = BoxUnion(average.sums[-1], average.denominator).reduced()
        else:
            unions[position] = _chosen(player, below, mixing, effort)
    return ChanceSets(graph, unions, averages, mixing)


def _sum(first: Numerators, second: Numerators, effort: Effort) -> Numerators:
    """Return the sums of one box from each, as fewer boxes with the same union."""
    effort.spend(len(first) * len(second))
    small, large = sorted((first, second), key=len)
    if len(small) == 1:
        # Boxes of which none is within another stay so where the same box is added to all.
        return plus(large, small)

    at_once = max(1, _PAIRS_AT_ONCE // len(large))
    total = large[:0]
    for begin in range(0, len(small), at_once):
        sums = plus(small[begin : begin + at_once, None], large[None]).reshape(-1, 4)
        total = simplified(np.concatenate([total, sums]), effort)
    return total


def _chosen(player: int, below: list[BoxUnion], mixing: bool, effort: Effort) -> BoxUnion:
    """Return the set where a player moves, from those that the moves lead to."""
    if len(below) == 1:
        return below[0]  # with one move there is nothing to gain by another
    denominator = math.lcm(*(union.denominator for union in below))
    scaled = [union.times(denominator // union.denominator) for union in below]
    moves = np.repeat(np.arange(len(below)), [len(union) for union in below])
    ends = np.concatenate(scaled)

    # What is left of the boxes from the bar on.
    bar = max(int(numerators[:, LOW[player]].min()) for numerators in scaled)
    reaches_bar = np.asarray(ends[:, HIGH[player]] >= bar, dtype=bool)
    ends = ends[reaches_bar]
    moves = moves[reaches_bar]
    ends[:, LOW[player]] = np.maximum(ends[:, LOW[player]], bar)

    if mixing and moves[0] != moves[-1]:
        ends = np.concatenate([ends, _mixtures(player, ends, moves, effort)])
    return BoxUnion(simplified(ends, effort), denominator).reduced()


def _mixtures(player: int, ends: Numerators, moves: Ints, effort: Effort) -> Numerators:
    """Return the hull of the boxes on each point and interval of the mover's axis that boxes of two moves reach.

    The ends of boxes cut the mover's axis into cells: points at the even places, open intervals at the odd ones. Each
    box is drawn into its cells, which gives for every cell the range of the other player's payoffs, and the first and
    the last move that reach it. Cells that follow each other and agree make one box.
    """
    axes, ranks = ranked(ends)
    own_axis = axes[player]
    other_axis = axes[1 - player]
    cells = 2 * len(own_axis) - 1
    effort.spend(int(2 * (ranks[:, HIGH[player]] - ranks[:, LOW[player]]).sum()) + len(ends))

    # The starts are neutral: `least` and `largest` beyond all places, the moves the last and the first that there is.
    least = np.full(cells, len(other_axis))
    largest = np.full(cells, -1)
    first = np.full(cells, moves[-1])
    last = np.full(cells, moves[0])
    columns = [LOW[player], HIGH[player], LOW[1 - player], HIGH[1 - player]]
    boxes = ranks[:, columns].tolist()
    for move, (begin, end, low, high) in zip(moves.tolist(), boxes, strict=True):
        here = slice(2 * begin, 2 * end + 1)
        np.minimum(least[here], low, out=least[here])
        np.maximum(largest[here], high, out=largest[here])
        np.minimum(first[here], move, out=first[here])
        np.maximum(last[here], move, out=last[here])

    has_several = first < last
    changes = has_several[1:] != has_several[:-1]
    changes |= least[1:] != least[:-1]
    changes |= largest[1:] != largest[:-1]
    begins = np.concatenate([[0], np.flatnonzero(changes) + 1])
    stops = np.concatenate([begins[1:], [cells]]) - 1
    is_mixed = has_several[begins]
    begins = begins[is_mixed]
    stops = stops[is_mixed]

    # Sets are closed: an interval at either end takes the point beyond it along.
    mixed = np.empty((len(begins), 4), dtype=ends.dtype)
    mixed[:, LOW[player]] = own_axis[begins // 2]
    mixed[:, HIGH[player]] = own_axis[(stops + 1) // 2]
    mixed[:, LOW[1 - player]] = other_axis[least[begins]]
    mixed[:, HIGH[1 - player]] = other_axis[largest[begins]]
    return mixed


def _decision(player: int, below: list[BoxUnion], target: Payoffs) -> Play:
    """Return a move that pays the target, or a lottery over two; after all others the mover is held to the least."""
    targets = [union.least_point(player) for union in below]
    for move, union in enumerate(below):
        if target in union:
            targets[move] = target
            return Play(targets, move)

    own = target[player]
    worth = target[1 - player]
    ranges = {}
    for move, union in enumerate(below):
        interval = _others_range(player, union, own)
        if interval is not None:
            ranges[move] = interval
    low = min(ranges, key=lambda move: ranges[move][0])
    high = max((move for move in ranges if move != low), key=lambda move: ranges[move][1])
    if ranges[high][1] < worth:
        # The least and the largest belong to one move, and any other lies between: here below the target.
        low, high = high, low

    least = ranges[low][0]
    largest = ranges[high][1]
    targets[low] = _point(player, own, least)
    targets[high] = _point(player, own, largest)
    return Play(targets, low, high, (worth - least) / (largest - least))


def _others_range(player: int, union: BoxUnion, own: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return the least and largest payoffs of the other player where the mover gets `own`; None if that is nowhere."""
    ends = union.ends[union.reaching(player, own)]
    if len(ends) == 0:
        return None
    least = int(ends[:, LOW[1 - player]].min())
    largest = int(ends[:, HIGH[1 - player]].max())
    return Fraction(least, union.denominator), Fraction(largest, union.denominator)


def _split(average: Average, below: list[BoxUnion], target: Payoffs) -> list[Payoffs]:
    """Return payoffs after each of chance's moves whose average is the target.

    From the last part back: a box of it and one of the sum of the parts before hold the target together. The part is
    given as little as its box allows, or as much as the box before leaves over; the rest is for the parts before.
    """
    targets = [union.least_point(0) for union in below]
    left = (average.denominator * target[0], average.denominator * target[1])
    for place in reversed(range(1, len(average.moves))):
        before, part = _adding_up(average.sums[place - 1], average.parts[place], left)
        first = max(Fraction(part[LOW[0]]), left[0] - before[HIGH[0]])
        second = max(Fraction(part[LOW[1]]), left[1] - before[HIGH[1]])
        weight = average.weights[place]
        targets[average.moves[place]] = (first / weight, second / weight)
        left = (left[0] - first, left[1] - second)
    weight = average.weights[0]
    targets[average.moves[0]] = (left[0] / weight, left[1] / weight)
    return targets


def _adding_up(before: Numerators, part: Numerators, point: Payoffs) -> tuple[list[int], list[int]]:
    """Return a box of each whose sum holds a point."""
    at_once = max(1, _PAIRS_AT_ONCE // len(part))
    for begin in range(0, len(before), at_once):
        sums = plus(before[begin : begin + at_once, None], part[None])
        holds = np.ones(sums.shape[:2], dtype=bool)
        for player, payoff in enumerate(point):
            holds &= np.asarray(sums[..., LOW[player]] <= math.floor(payoff), dtype=bool)
            holds &= np.asarray(sums[..., HIGH[player]] >= math.ceil(payoff), dtype=bool)
        if holds.any():
            row, column = np.unravel_index(int(np.argmax(holds)), holds.shape)
            return before[begin + int(row)].tolist(), part[int(column)].tolist()
    raise AssertionError("a point of the sum is the sum of two points")
