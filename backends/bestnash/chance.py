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
from seqform.models.strategies.profile_set import PayoffBox, PayoffSet, UtilityProfileSet

Payoffs = tuple[Fraction, Fraction]

Places = npt.NDArray[np.int32]

LOW = (0, 2)
HIGH = (1, 3)
"""The columns of the least and of the largest payoffs of a box, for each player."""


@dataclass(frozen=True, eq=False, repr=False)
class BoxUnion(Immutable):
    """A union of k ≥ 1 boxes.

    `ends`, shape (k, 4), are numerators over the common `denominator`: the least and the largest payoff of player 1,
    then those of player 2.
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
        common = (
            math.gcd(self.denominator, *self.ends.reshape(-1).tolist())
            if self.denominator > 1
            else 1
        )
        return (
            self
            if common == 1
            else BoxUnion(as_integers(self.ends // common), self.denominator // common)
        )

    def reaching(self, player: int, payoff: Fraction) -> Mask:
        """Return a mask of the boxes that have a point with this payoff of a player."""
        scaled = payoff * self.denominator
        mask: Mask = (self.ends[:, LOW[player]] <= math.floor(scaled)) & (
            self.ends[:, HIGH[player]] >= math.ceil(scaled)
        )
        return mask.astype(bool)

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
        found = [Fraction(box[HIGH[0]], self.denominator), Fraction(box[HIGH[1]], self.denominator)]
        found[player] = Fraction(box[LOW[player]], self.denominator)
        return found[0], found[1]

    def profile_set(self, most_cells: int, *, pure: bool) -> UtilityProfileSet | None:
        """Return the union on the grid of the boxes' ends; None where it has too many cells; `pure` if nobody mixes."""
        axes, ranks = ranked(self.ends)
        shape = (2 * len(axes[0]) - 1, 2 * len(axes[1]) - 1)
        if shape[0] * shape[1] > most_cells:
            return None
        cells = np.zeros(shape, dtype=np.bool_)
        for top, bottom, left, right in (2 * ranks).tolist():
            cells[top : bottom + 1, left : right + 1] = True
        first, second = (ExactArray(axis, self.denominator).reduced() for axis in axes)
        return UtilityProfileSet((first, second), cells, pure)


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

    Examples
    --------
    >>> simplified(np.array([[0, 1, 0, 1], [1, 3, 0, 1], [2, 2, 0, 0]]), Effort()).tolist()
    [[0, 3, 0, 1]]
    """
    if len(ends) == 1:
        return ends
    axes, ranks = ranked(ends)
    size = 0
    while size != len(ranks):
        size = len(ranks)
        ranks = _joined(_joined(ranks, 0), 1)
    ranks = _outermost(ranks, effort)
    return np.stack([axes[column // 2][ranks[:, column]] for column in range(4)], axis=1)


def _joined(ranks: Places, player: int) -> Places:
    """Join boxes that touch along one player's axis and agree along the other's."""
    low, high = ranks[:, 2 * player], ranks[:, 2 * player + 1]
    across = ranks[:, [2 - 2 * player, 3 - 2 * player]]
    order = np.lexsort((low, across[:, 1], across[:, 0]))
    low, high, across = low[order], high[order], across[order]
    new_group = np.concatenate([[False], np.any(across[1:] != across[:-1], axis=1)])
    beyond = int(high.max()) + 1
    lift = np.cumsum(new_group) * beyond
    reached = np.maximum.accumulate(high + lift)
    begins = np.concatenate([[True], (low + lift)[1:] > reached[:-1]])
    first = np.flatnonzero(begins)
    last = np.concatenate([first[1:], [len(low)]]) - 1
    joined = np.empty((len(first), 4), dtype=np.int32)
    joined[:, 2 * player], joined[:, 2 * player + 1] = low[first], reached[last] - lift[last]
    joined[:, [2 - 2 * player, 3 - 2 * player]] = across[first]
    return joined


def _outermost(ranks: Places, effort: Effort) -> Places:
    """Return the boxes within no other, of different ones; a box that holds another one is sorted before it."""
    block_size = 512
    kept = ranks[np.lexsort((-ranks[:, 3], ranks[:, 2], -ranks[:, 1], ranks[:, 0]))]
    size = 0
    for begin in range(0, len(kept), block_size):
        block = kept[begin : begin + block_size]
        effort.spend(len(block) * (size + len(block)))
        block = block[~_within(block, kept[:size]).any(axis=1)]
        block = block[~np.tril(_within(block, block), -1).any(axis=1)]
        kept[size : size + len(block)] = block
        size += len(block)
        effort.hold(size)
    return kept[:size]


def _within(inner: Places, outer: Places) -> Mask:
    """Return a mask, shape (inner, outer), of boxes within others that begin no later."""
    one, other = inner[:, None], outer[None]
    inside: Mask = (
        (one[..., 1] <= other[..., 1])
        & (one[..., 2] >= other[..., 2])
        & (one[..., 3] <= other[..., 3])
    )
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
        wanted = (Fraction(payoffs[0]), Fraction(payoffs[1]))
        if wanted not in self.root:
            kind = "" if self.mixing else " in pure moves"
            text = ", ".join(map(short, wanted))
            raise ModelError(f"payoffs ({text}): no subgame perfect equilibrium{kind} pays that")
        return attained(self.graph, wanted, self._decision)

    def _decision(self, position: int, here: Payoffs) -> Play:
        player = int(self.graph.player[position])
        below = [self.unions[child] for child in self.graph.moves(position)]
        if player == CHANCE:
            return Play(_split(self.averages[position], below, here))
        targets = [union.least_point(player) for union in below]
        choice, other, share = _decide(player, below, here, targets)
        return Play(targets, choice, other, share)


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
        denominator = math.lcm(
            *(below[move].denominator * shares[move].denominator for move in moves)
        )
        weights = tuple(shares[move] * denominator for move in moves)
        parts = tuple(
            below[move].times(int(weight / below[move].denominator))
            for move, weight in zip(moves, weights, strict=True)
        )
        sums = [parts[0]]
        for part in parts[1:]:
            sums.append(_sum(sums[-1], part, effort))
        return cls(moves, weights, parts, tuple(sums), denominator)


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
    at: list[BoxUnion] = [BoxUnion.point((Fraction(0), Fraction(0)))] * len(graph)
    averages: dict[int, Average] = {}
    for position in reversed(range(len(graph))):
        effort.where = f"{graph.title}, position {position}"
        effort.spend(1)
        player = int(graph.player[position])
        below = [at[child] for child in graph.moves(position)]
        if player == END:
            first, second = graph.payoffs_at(position)
            at[position] = BoxUnion.point((first, second))
        elif player == CHANCE:
            averages[position] = average = Average.of(graph.chances(position), below, effort)
            at[position] = BoxUnion(average.sums[-1], average.denominator).reduced()
        else:
            at[position] = _chosen(player, below, mixing, effort)
    return ChanceSets(graph, at, averages, mixing)


def _sum(one: Numerators, other: Numerators, effort: Effort) -> Numerators:
    """Return the sums of one box from each, as fewer boxes with the same union."""
    effort.spend(len(one) * len(other))
    small, large = sorted((one, other), key=len)
    if len(small) == 1:
        return plus(large, small)
    at_once = max(1, _PAIRS_AT_ONCE // len(large))
    found = large[:0]
    for begin in range(0, len(small), at_once):
        sums = plus(small[begin : begin + at_once, None], large[None]).reshape(-1, 4)
        found = simplified(np.concatenate([found, sums]), effort)
    return found


def _chosen(player: int, below: list[BoxUnion], mixing: bool, effort: Effort) -> BoxUnion:
    """Return the set where a player moves, from those that the moves lead to."""
    if len(below) == 1:
        return below[0]
    denominator = math.lcm(*(union.denominator for union in below))
    scaled = [union.times(denominator // union.denominator) for union in below]
    bar = max(int(ends[:, LOW[player]].min()) for ends in scaled)
    moves = np.repeat(np.arange(len(below)), [len(union) for union in below])
    ends = np.concatenate(scaled)
    above = np.asarray(ends[:, HIGH[player]] >= bar, dtype=bool)
    ends, moves = ends[above], moves[above]
    ends[:, LOW[player]] = np.maximum(ends[:, LOW[player]], bar)
    if mixing and moves[0] != moves[-1]:
        ends = np.concatenate([ends, _mixtures(player, ends, moves, effort)])
    return BoxUnion(simplified(ends, effort), denominator).reduced()


def _mixtures(player: int, ends: Numerators, moves: Ints, effort: Effort) -> Numerators:
    """Return the hull of the boxes on each point and interval of the mover's axis that boxes of two moves reach."""
    axes, ranks = ranked(ends)
    own, others = axes[player], axes[1 - player]
    cells = 2 * len(own) - 1
    effort.spend(int(2 * (ranks[:, HIGH[player]] - ranks[:, LOW[player]]).sum()) + len(ends))
    least, largest = np.full(cells, len(others)), np.full(cells, -1)
    first, last = np.full(cells, moves[-1]), np.full(cells, moves[0])
    columns = [LOW[player], HIGH[player], LOW[1 - player], HIGH[1 - player]]
    for move, (begin, end, low, high) in zip(
        moves.tolist(), ranks[:, columns].tolist(), strict=True
    ):
        here = slice(2 * begin, 2 * end + 1)
        np.minimum(least[here], low, out=least[here])
        np.maximum(largest[here], high, out=largest[here])
        np.minimum(first[here], move, out=first[here])
        np.maximum(last[here], move, out=last[here])
    several = first < last
    changes = (
        (several[1:] != several[:-1]) | (least[1:] != least[:-1]) | (largest[1:] != largest[:-1])
    )
    begins = np.concatenate([[0], np.flatnonzero(changes) + 1])
    stops = np.concatenate([begins[1:], [cells]]) - 1
    begins, stops = begins[several[begins]], stops[several[begins]]
    mixed = np.empty((len(begins), 4), dtype=ends.dtype)
    mixed[:, columns[0]], mixed[:, columns[1]] = own[begins // 2], own[(stops + 1) // 2]
    mixed[:, columns[2]], mixed[:, columns[3]] = others[least[begins]], others[largest[begins]]
    return mixed


def _decide(
    player: int, below: list[BoxUnion], wanted: Payoffs, targets: list[Payoffs]
) -> tuple[int, int, Fraction]:
    """Return a move that pays the wanted point, or two with the probability of the second; set their targets.

    Without a lottery the second move is -1. All other moves are held to the mover's least.
    """
    made = next((move for move, union in enumerate(below) if wanted in union), None)
    if made is not None:
        targets[made] = wanted
        return made, -1, Fraction(0)
    own, worth = wanted[player], wanted[1 - player]
    paying = {move: _others_range(player, union, own) for move, union in enumerate(below)}
    ranges = {move: interval for move, interval in paying.items() if interval is not None}
    low = min(ranges, key=lambda move: ranges[move][0])
    high = max((move for move in ranges if move != low), key=lambda move: ranges[move][1])
    if (
        ranges[high][1] < worth
    ):  # the least and the largest belong to one move; any other lies between
        low, high = high, low
    least, largest = ranges[low][0], ranges[high][1]
    for move, worth_there in ((low, least), (high, largest)):
        targets[move] = (own, worth_there) if player == 0 else (worth_there, own)
    return low, high, (worth - least) / (largest - least)


def _others_range(player: int, union: BoxUnion, own: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return the least and largest payoffs of the other player where the mover gets `own`; None if that is nowhere."""
    ends = union.ends[union.reaching(player, own)]
    if len(ends) == 0:
        return None
    least, largest = int(ends[:, LOW[1 - player]].min()), int(ends[:, HIGH[1 - player]].max())
    return Fraction(least, union.denominator), Fraction(largest, union.denominator)


def _split(average: Average, below: list[BoxUnion], wanted: Payoffs) -> list[Payoffs]:
    """Return payoffs after each of chance's moves whose average is the wanted point."""
    targets = [union.least_point(0) for union in below]
    left = [average.denominator * payoff for payoff in wanted]
    for place in reversed(range(1, len(average.moves))):
        before, part = _adding_up(average.sums[place - 1], average.parts[place], left)
        taken = [
            max(Fraction(part[LOW[player]]), left[player] - before[HIGH[player]])
            for player in (0, 1)
        ]
        targets[average.moves[place]] = (
            taken[0] / average.weights[place],
            taken[1] / average.weights[place],
        )
        left = [left[player] - taken[player] for player in (0, 1)]
    targets[average.moves[0]] = (left[0] / average.weights[0], left[1] / average.weights[0])
    return targets


def _adding_up(
    before: Numerators, part: Numerators, wanted: list[Fraction]
) -> tuple[list[int], list[int]]:
    """Return a box of each whose sum holds a point."""
    floor, ceiling = ([whole(payoff) for payoff in wanted] for whole in (math.floor, math.ceil))
    at_once = max(1, _PAIRS_AT_ONCE // len(part))
    for begin in range(0, len(before), at_once):
        sums = plus(before[begin : begin + at_once, None], part[None])
        held = np.ones(sums.shape[:2], dtype=bool)
        for player in (0, 1):
            held &= np.asarray(sums[..., LOW[player]] <= floor[player], dtype=bool)
            held &= np.asarray(sums[..., HIGH[player]] >= ceiling[player], dtype=bool)
        if held.any():
            one, other = np.unravel_index(int(np.argmax(held)), held.shape)
            return before[begin + int(one)].tolist(), part[int(other)].tolist()
    raise AssertionError("a point of the sum is the sum of two points")
