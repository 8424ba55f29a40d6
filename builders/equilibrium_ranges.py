"""Intervals that the payoffs of subgame perfect equilibria cannot leave."""

from __future__ import annotations

from fractions import Fraction

from seqform.models.game_tables import CHANCE
from seqform.models.position_graph import END, PositionGraph

Range = tuple[Fraction, Fraction]
Ranges = tuple[Range, ...]


def equilibrium_ranges(graph: PositionGraph) -> list[Ranges]:
    """Return, for every position and player, a least and a largest payoff that no equilibrium of that subgame leaves.

    It is backward induction with intervals. Whoever moves gets no less than the largest of the moves' least payoffs and
    no more than the largest of their largest; the others are paid by one of the `candidates`. Chance averages.

    Parameters
    ----------
    graph : PositionGraph

    Returns
    -------
    list of tuple of (Fraction, Fraction)
        For every position one interval for each player.

    Examples
    --------
    >>> from seqform.builders.games.catalog import make
    >>> from seqform.builders.perfect_information import perfect_information
    >>> graph = perfect_information(make("littman-figure-1")).target
    >>> [[str(number) for number in interval] for interval in equilibrium_ranges(graph)[0]]
    [['2', '1000'], ['4', '100']]
    """
    ranges: list[Ranges] = [()] * len(graph)
    for position in reversed(range(len(graph))):
        player = int(graph.player[position])
        if player == END:
            ranges[position] = tuple((payoff, payoff) for payoff in graph.payoffs_at(position))
            continue
        below = [ranges[child] for child in graph.moves(position)]
        if player == CHANCE:
            ranges[position] = _averaged(graph.chances(position), below)
        else:
            ranges[position] = _chosen(player, [below[k] for k in candidates(player, below)])
    return ranges


def candidates(player: int, below: list[Ranges]) -> list[int]:
    """Return which of a player's moves may be the best, from what they can lead to."""
    needed = max(ranges[player][0] for ranges in below)
    return [k for k, ranges in enumerate(below) if ranges[player][1] >= needed]


def _averaged(shares: list[Fraction], below: list[Ranges]) -> Ranges:
    def mean(player: int, end: int) -> Fraction:
        return sum((share * ranges[player][end] for share, ranges in zip(shares, below, strict=True)), Fraction(0))

    return tuple((mean(player, 0), mean(player, 1)) for player in range(len(below[0])))


def _chosen(player: int, below: list[Ranges]) -> Ranges:
    hull = [(min(low for low, _ in column), max(high for _, high in column)) for column in zip(*below, strict=True)]
    hull[player] = (max(ranges[player][0] for ranges in below), hull[player][1])
    return tuple(hull)
