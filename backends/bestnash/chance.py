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

Backward induction with chance, exactly: in 64-bit integers where they suffice, else in fractions.

From payoffs to play in a tree with chance: a strategy that pays a point of the root set, from there down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.bestnash.boxes import HIGH, LOW, BoxUnion, Effort, Payoffs, addable, ranked, simplified
from seqform.backends.bestnash.grid import tables_of
from seqform.backends.bestnash.induction import BY_KEY, LAST, Keys
from seqform.backends.bestnash.set_kernels import denominators, expected_payoffs
from seqform.errors import GameError, ModelError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, Moves, PositionGraph, PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Numerators, magnitude
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.profile_set import UtilityProfileSet

_BOUND = 2**62
"""What numerators must stay below."""


def choices_with_chance(graph: PositionGraph, ties: int, keys: Keys) -> tuple[Moves, tuple[Fraction, ...]]:
    """Return the moves of backward induction, and what everyone expects from the initial position.

    Every position has expected payoffs of its own, however improbable it is; so the play is subgame perfect below
    chance moves of probability zero as well.

    Parameters
    ----------
    graph : PositionGraph
        With chance.
    ties : int
        `FIRST`, `LAST` or `BY_KEY` of `induction_kernel`.
    keys : ndarray of float32, shape (moves,)

    Returns
    -------
    choice : ndarray of int32, shape (n,)
        -1 where no player moves.
    """
    assert graph.probability is not None
    found = _in_integers(graph, graph.probability, ties, keys)
    return _in_fractions(graph, graph.probability, ties, keys) if found is None else found


def _in_integers(
    graph: PositionGraph, probability: ExactArray, ties: int, keys: Keys
) -> tuple[Moves, tuple[Fraction, ...]] | None:
    """Return the answer, or None if 64-bit integers do not suffice."""
    largest = max(1, *(magnitude(payoff.numerators) for payoff in graph.payoffs))
    if largest >= _BOUND or max(probability.denominator, magnitude(probability.numerators)) >= _BOUND:
        return None
    first_move, child, player = tables_of(graph)
    chance = graph.player == CHANCE
    common = np.gcd.reduceat(probability.numerators, first_move[:-1][np.diff(first_move) > 0])
    divisor = np.ones(len(graph), dtype=np.int64)
    divisor[np.diff(first_move) > 0] = common
    divisor = np.where(chance, np.gcd(divisor, probability.denominator), 1)
    numerators = probability.numerators // np.repeat(divisor, np.diff(first_move))
    scale = np.ones(len(graph), dtype=np.int64)
    per_position = np.where(chance, probability.denominator // divisor, 1)
    if not denominators(first_move, child, per_position, _BOUND // largest, scale):
        return None
    over = graph.player == END
    value = np.zeros((len(graph.players), len(graph)), dtype=np.int64)
    for row, payoff in zip(value, graph.payoffs, strict=True):
        row[over] = payoff.numerators[graph.outcome[over]]
    choice = np.full(len(graph), -1, dtype=np.int32)
    expected_payoffs(first_move, child, player, numerators, scale, ties, keys, value, choice)
    ends = zip(value[:, 0].tolist(), graph.payoffs, strict=True)
    return choice, tuple(Fraction(end, int(scale[0]) * payoff.denominator) for end, payoff in ends)


def _in_fractions(
    graph: PositionGraph, probability: ExactArray, ties: int, keys: Keys
) -> tuple[Moves, tuple[Fraction, ...]]:
    values: list[tuple[Fraction, ...]] = [()] * len(graph)
    choice = np.full(len(graph), -1, dtype=np.int32)
    for position in range(len(graph) - 1, -1, -1):
        mover, begin = int(graph.player[position]), int(graph.first_move[position])
        following = [values[child] for child in graph.moves(position)]
        if mover == END:
            values[position] = graph.payoffs_at(position)
        elif mover == CHANCE:
            weights = [probability[begin + move] for move in range(len(following))]
            values[position] = tuple(
                sum((weight * value for weight, value in zip(weights, column, strict=True)), Fraction(0))
                for column in zip(*following, strict=True)
            )
        else:
            most = max(value[mover] for value in following)
            best = [move for move, value in enumerate(following) if value[mover] == most]
            made = best[-1] if ties == LAST else best[0]
            if ties == BY_KEY:
                made = max(best, key=lambda move: keys[begin + move])
            choice[position] = made
            values[position] = following[made]
    return choice, values[0]


_PAIRS_AT_ONCE = 2**18
_CELLS = 250_000


@dataclass(frozen=True, eq=False, repr=False)
class ChanceSets:
    """The payoffs of the subgame perfect equilibria of every subgame.

    Attributes
    ----------
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
    >>> from seqform.builders.forms.perfect_information import perfect_information
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


_ATTAINED_PAIRS_AT_ONCE = 2**20


@dataclass(frozen=True)
class _Play:
    """What is done at a position: one move, or a lottery over two.

    Attributes
    ----------
    targets : list of pairs of fractions
        What every move is to lead to.
    other : int
        The second move; -1 without a lottery.
    share : Fraction
        Its probability.
    """

    move: int
    targets: list[Payoffs]
    other: int = -1
    share: Fraction = Fraction(0)


def attain_with_chance(sets: ChanceSets, payoffs: Payoffs) -> PositionStrategy:
    """Return a subgame perfect equilibrium that pays exactly this.

    Parameters
    ----------
    payoffs : two fractions
        Any point of the root set.

    Returns
    -------
    PositionStrategy
        Subgame perfect also where chance never lets play go.

    Raises
    ------
    ModelError
        If no such equilibrium pays that.
    """
    wanted = (Fraction(payoffs[0]), Fraction(payoffs[1]))
    if wanted not in sets.root:
        kind = "" if sets.mixing else " in pure moves"
        raise ModelError(f"payoffs ({', '.join(map(short, wanted))}): no subgame perfect equilibrium{kind} pays that")
    graph = sets.graph
    target = {0: wanted}
    choice = np.full(len(graph), -1, dtype=np.int32)
    mixed: list[tuple[int, int, Fraction]] = []
    for position in range(len(graph)):
        here, player = target.pop(position), int(graph.player[position])
        if player == END:
            continue
        children = graph.moves(position)
        below = [sets.at[child] for child in children]
        if player == CHANCE:
            targets = _split(sets.averages[position], below, here)
        else:
            play = _play(player, below, here)
            targets, choice[position] = play.targets, play.move
            if play.other >= 0:
                mixed.append((position, play.other, play.share))
        target.update(zip(children, targets, strict=True))
    return PositionStrategy(
        graph,
        choice,
        np.array([position for position, _, _ in mixed], dtype=np.int64),
        np.array([move for _, move, _ in mixed], dtype=np.int32),
        ExactArray.of(share for _, _, share in mixed),
    )


# ---- a player moves ----


def _play(player: int, below: list[BoxUnion], wanted: Payoffs) -> _Play:
    """Return a move that pays what is wanted, or a lottery; all other moves are held to the mover's least."""
    targets = [union.least_point(player) for union in below]
    made = next((move for move, union in enumerate(below) if wanted in union), None)
    if made is not None:
        targets[made] = wanted
        return _Play(made, targets)
    own, worth = wanted[player], wanted[1 - player]
    paying = {move: _others_range(player, union, own) for move, union in enumerate(below)}
    ranges = {move: interval for move, interval in paying.items() if interval is not None}
    low = min(ranges, key=lambda move: ranges[move][0])
    high = max((move for move in ranges if move != low), key=lambda move: ranges[move][1])
    if ranges[high][1] < worth:  # the least and the largest belong to one move; any other lies between
        low, high = high, low
    least, largest = ranges[low][0], ranges[high][1]
    for move, worth_there in ((low, least), (high, largest)):
        targets[move] = (own, worth_there) if player == 0 else (worth_there, own)
    return _Play(low, targets, high, (worth - least) / (largest - least))


def _others_range(player: int, union: BoxUnion, own: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return the least and the largest that the other player gets where the mover gets just this; None if nowhere."""
    ends = union.ends[union.reaching(player, own)]
    if len(ends) == 0:
        return None
    least, largest = int(ends[:, LOW[1 - player]].min()), int(ends[:, HIGH[1 - player]].max())
    return Fraction(least, union.denominator), Fraction(largest, union.denominator)


# ---- chance moves ----


def _split(average: Average, below: list[BoxUnion], wanted: Payoffs) -> list[Payoffs]:
    """Return what each of chance's moves is to lead to, so that the average is what is wanted."""
    targets = [union.least_point(0) for union in below]
    left = [average.denominator * payoff for payoff in wanted]
    for place in reversed(range(1, len(average.moves))):
        before, part = _adding_up(average.sums[place - 1], average.parts[place], left)
        taken = [max(Fraction(part[LOW[player]]), left[player] - before[HIGH[player]]) for player in (0, 1)]
        targets[average.moves[place]] = (taken[0] / average.weights[place], taken[1] / average.weights[place])
        left = [left[player] - taken[player] for player in (0, 1)]
    targets[average.moves[0]] = (left[0] / average.weights[0], left[1] / average.weights[0])
    return targets


def _adding_up(before: Numerators, part: Numerators, wanted: list[Fraction]) -> tuple[list[int], list[int]]:
    """Return a box of each whose sum holds a point."""
    floor, ceiling = ([whole(payoff) for payoff in wanted] for whole in (math.floor, math.ceil))
    before, part = addable(before, part)
    at_once = max(1, _ATTAINED_PAIRS_AT_ONCE // len(part))
    for begin in range(0, len(before), at_once):
        sums = before[begin : begin + at_once, None] + part[None]
        held = np.ones(sums.shape[:2], dtype=bool)
        for player in (0, 1):
            held &= np.asarray(sums[..., LOW[player]] <= floor[player], dtype=bool)
            held &= np.asarray(sums[..., HIGH[player]] >= ceiling[player], dtype=bool)
        if held.any():
            one, other = np.unravel_index(int(np.argmax(held)), held.shape)
            return before[begin + int(one)].tolist(), part[int(other)].tolist()
    raise AssertionError("a point of the sum is the sum of two points")
