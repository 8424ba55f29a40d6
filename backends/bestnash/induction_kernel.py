"""Backward induction over the positions of a game: the compiled loops.

A position comes before those that its moves lead to, so that one pass from the last position to the first meets every
position after all that can follow it. The types of arguments and of local variables are in the file
`induction_kernel.pxd`.
"""

from __future__ import annotations

from dataclasses import dataclass

from seqform.backends.bestnash.layout import BY_KEY, LAST, Keys, Ranks
from seqform.models.games.positions import Movers, Moves
from seqform.models.numbers.exact import Ints


@dataclass(eq=False, repr=False)
class Tables:
    """Arrays of a `PositionGraph` in the types that the loops are compiled for."""

    first_move: Ints
    child: Moves
    player: Movers


def best_outcomes(
    tables: Tables, ranks: Ranks, ties: int, keys: Keys, value: Moves, choice: Moves
) -> None:
    """Find the outcome that play leads to from every position, without chance.

    `ranks`, shape (players, outcomes), are those of every player's payoff in every outcome. `value`, shape (n,), has
    the outcomes where the game is over and is completed; `choice`, shape (n,), receives the moves.
    """
    first_move = tables.first_move
    child = tables.child
    player = tables.player
    ahead = 1 if ties == LAST else 0  # by which a later move wins a tie
    for position in range(len(player) - 1, -1, -1):
        begin = int(first_move[position])
        end = int(first_move[position + 1])
        if begin == end:
            continue

        mover = int(player[position])
        best = begin
        most = ranks[mover, value[child[begin]]]
        for move in range(begin + 1, end):
            rank = ranks[mover, value[child[move]]]
            if ties == BY_KEY:
                ahead = 1 if keys[move] > keys[best] else 0
            # Ranks are integers: with `ahead` the move wins a tie, and no more than that.
            if rank + ahead > most:
                best = move
                most = rank

        value[position] = value[child[best]]
        choice[position] = best - begin


def least_common_multiple(first: int, second: int, bound: int) -> int:
    """Return the least common multiple, or 0 if it is beyond the bound."""
    greater = first
    smaller = second
    while smaller:
        greater, smaller = smaller, greater % smaller
    factor = second // greater
    if first > bound // factor:
        return 0
    return first * factor


def denominators(tables: Tables, chance: Ints, bound: int, scale: Ints) -> bool:
    """Find denominators of the expected payoffs, those of the outcomes being integers; return whether all are in bound.

    `chance`, shape (n,), is the denominator of the probabilities where chance moves, 1 elsewhere; `scale`, shape (n,),
    receives the denominators.
    """
    first_move = tables.first_move
    child = tables.child
    for position in range(len(chance) - 1, -1, -1):
        common = 1
        for move in range(first_move[position], first_move[position + 1]):
            common = least_common_multiple(common, scale[child[move]], bound)
            if common == 0:
                return False
        if common > bound // chance[position]:
            return False
        scale[position] = common * chance[position]
    return True


def expected_payoffs(
    tables: Tables,
    probability: Ints,
    scale: Ints,
    ties: int,
    keys: Keys,
    value: Ints,
    choice: Moves,
) -> None:
    """Find the expected payoffs at every position.

    `probability`, shape (moves,), is that of chance's moves over the denominator at their position. `scale` is that of
    `denominators`, so small that nothing below overflows. `value`, shape (players, n), has the payoffs where the game
    is over and is completed with expected payoffs over `scale`; `choice`, shape (n,), receives the players' moves.
    """
    first_move = tables.first_move
    child = tables.child
    player = tables.player
    ahead = 1 if ties == LAST else 0  # by which a later move wins a tie
    for position in range(len(player) - 1, -1, -1):
        begin = int(first_move[position])
        end = int(first_move[position + 1])
        if begin == end:
            continue
        mover = int(player[position])

        if mover < 0:
            # Values over the common denominator of those below, times probabilities over the one of chance, are over
            # the product of both, which is the scale of this position.
            common = 1
            for move in range(begin, end):
                common = least_common_multiple(common, scale[child[move]], scale[position])
            for move in range(begin, end):
                weight = probability[move] * (common // scale[child[move]])
                for receiver in range(len(value)):
                    value[receiver, position] += weight * value[receiver, child[move]]
            continue

        best = begin
        most = value[mover, child[begin]] * (scale[position] // scale[child[begin]])
        for move in range(begin + 1, end):
            rival = value[mover, child[move]] * (scale[position] // scale[child[move]])
            if ties == BY_KEY:
                ahead = 1 if keys[move] > keys[best] else 0
            if rival + ahead > most:
                best = move
                most = rival

        factor = scale[position] // scale[child[best]]
        for receiver in range(len(value)):
            value[receiver, position] = value[receiver, child[best]] * factor
        choice[position] = best - begin
