"""What the subgame perfect equilibria of a small two-player tree with chance can pay, at every position, exactly.

Without chance all payoffs are those of outcomes. With it the sets are still unions of boxes, but averages of averages
may have exponentially many. From the ends of play up:

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
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.bestnash.box_covers import Effort, simplified
from seqform.backends.bestnash.boxes import HIGH, LOW, BoxUnion, addable, ranked
from seqform.errors import GameError
from seqform.models.exact import Ints, Numerators
from seqform.models.game_tables import CHANCE
from seqform.models.immutable import Immutable
from seqform.models.number_text import counted
from seqform.models.position_graph import END, PositionGraph
from seqform.models.profile_set import UtilityProfileSet

_PAIRS_AT_ONCE = 2**18
_CELLS = 250_000


@dataclass(frozen=True, eq=False, repr=False)
class ChanceSets:
    """The payoffs of the subgame perfect equilibria of every subgame.

    Attributes
    ----------
    graph : PositionGraph
    at : list of BoxUnion
        For every position.
    averages : dict
        Of every position where chance moves, how its set was added up.
    mixing : bool
        Whether players may mix.
    """

    graph: PositionGraph
    at: list[BoxUnion]
    averages: dict[int, Average]
    mixing: bool

    @property
    def root(self) -> BoxUnion:
        """What the equilibria of the game can pay."""
        return self.at[0]

    def profiles(self, most_cells: int = _CELLS) -> UtilityProfileSet | None:
        """Return what the equilibria of the game can pay, on a grid; None where it has too many cells."""
        return self.root.profile_set(most_cells, pure=not self.mixing)

    def __repr__(self) -> str:
        most = max(len(union) for union in self.at)
        return f"<ChanceSets of {self.graph.title!r}: {counted(most, 'box', 'boxes')} at a position at most>"


@dataclass(frozen=True, eq=False)
class Average(Immutable):
    """A weighted sum of sets, added up one after the other.

    Attributes
    ----------
    moves : tuple of int
        Those of positive probability.
    weights : tuple of Fraction
        Their probabilities times the denominator.
    parts : tuple of ndarray, shape (k, 4)
        Their sets times their probabilities, as numerators.
    sums : tuple of ndarray, shape (k, 4)
        Of the first part, of the first two, and so on.
    denominator : int
        Of all of them.
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
        denominator = math.lcm(*(below[move].denominator * shares[move].denominator for move in moves))
        weights = tuple(shares[move] * denominator for move in moves)
        parts = tuple(
            below[move].times(int(weight / below[move].denominator))
            for move, weight in zip(moves, weights, strict=True)
        )
        sums = [parts[0]]
        for part in parts[1:]:
            sums.append(_sum(sums[-1], part, effort))
        return cls(moves, weights, parts, tuple(sums), denominator)


def chance_sets(graph: PositionGraph, *, mixing: bool = True, effort: Effort | None = None) -> ChanceSets:
    """Find what the subgame perfect equilibria of a two-player tree can pay, at every position.

    Parameters
    ----------
    graph : PositionGraph
        A tree of two players, with chance or without.
    mixing : bool
        False for equilibria in which nobody mixes.
    effort : Effort, optional
        How much work there may be.

    Raises
    ------
    GameError
        If there are not two players, or positions are shared.
    SolveError
        If it takes too many boxes or too much time.

    Examples
    --------
    >>> from seqform.builders.games.tree import chance, leaf, move, tree
    >>> from seqform.builders.perfect_information import perfect_information
    >>> share = move(1, "share", {"much": leaf(2, 3), "little": leaf(2, 0)})
    >>> half = Fraction(1, 2)
    >>> game = tree("trust", move(2, "trust", {"no": leaf(1, 1), "yes": chance(
    ...     {"works": (half, share), "fails": (half, leaf(0, 0))})}))
    >>> print(chance_sets(perfect_information(game).target).profiles())
    1 × [1, 3/2]
    """
    if len(graph.players) != 2:
        raise GameError(f"optimal equilibria of trees with chance are for two players, not {len(graph.players)}")
    if not graph.is_tree:
        raise GameError("optimal equilibria with chance need a tree; here a position is reached in several ways")
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
    small, large = sorted(addable(one, other), key=len)
    if len(small) == 1:
        return np.asarray(large + small)
    at_once = max(1, _PAIRS_AT_ONCE // len(large))
    found = large[:0]
    for begin in range(0, len(small), at_once):
        sums = (small[begin : begin + at_once, None] + large[None]).reshape(-1, 4)
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
    """Return, for all points and intervals of the mover's axis that boxes of two moves reach, the boxes' hull."""
    axes, ranks = ranked(ends)
    own, others = axes[player], axes[1 - player]
    cells = 2 * len(own) - 1
    effort.spend(int(2 * (ranks[:, HIGH[player]] - ranks[:, LOW[player]]).sum()) + len(ends))
    least, largest = np.full(cells, len(others)), np.full(cells, -1)
    first, last = np.full(cells, moves[-1]), np.full(cells, moves[0])
    columns = [LOW[player], HIGH[player], LOW[1 - player], HIGH[1 - player]]
    for move, (begin, end, low, high) in zip(moves.tolist(), ranks[:, columns].tolist(), strict=True):
        here = slice(2 * begin, 2 * end + 1)
        np.minimum(least[here], low, out=least[here])
        np.maximum(largest[here], high, out=largest[here])
        np.minimum(first[here], move, out=first[here])
        np.maximum(last[here], move, out=last[here])
    several = first < last
    changes = (several[1:] != several[:-1]) | (least[1:] != least[:-1]) | (largest[1:] != largest[:-1])
    begins = np.concatenate([[0], np.flatnonzero(changes) + 1])
    stops = np.concatenate([begins[1:], [cells]]) - 1
    begins, stops = begins[several[begins]], stops[several[begins]]
    mixed = np.empty((len(begins), 4), dtype=ends.dtype)
    mixed[:, columns[0]], mixed[:, columns[1]] = own[begins // 2], own[(stops + 1) // 2]
    mixed[:, columns[2]], mixed[:, columns[3]] = others[least[begins]], others[largest[begins]]
    return mixed
