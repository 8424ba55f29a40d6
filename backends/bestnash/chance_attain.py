"""From payoffs to play in a tree with chance: a strategy that pays a point of the root set, from there down."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.bestnash.boxes import HIGH, LOW, BoxUnion, Payoffs, addable
from seqform.backends.bestnash.chance_sets import Average, ChanceSets
from seqform.errors import ModelError
from seqform.models.exact import ExactArray, Numerators
from seqform.models.game_tables import CHANCE
from seqform.models.number_text import short
from seqform.models.position_graph import END
from seqform.models.position_strategy import PositionStrategy

_PAIRS_AT_ONCE = 2**20


@dataclass(frozen=True)
class _Play:
    """What is done at a position: one move, or a lottery over two.

    Attributes
    ----------
    move : int
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
    sets : ChanceSets
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
    at_once = max(1, _PAIRS_AT_ONCE // len(part))
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
