"""Backward induction with chance, in 64-bit integers: every position has its own denominator."""

from __future__ import annotations

from seqform.backends.bestnash.induction_kernel import Keys, preferred
from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.models.exact import Ints
from seqform.models.position_graph import Movers, Moves


@compiled_part
def least_common_multiple(one: int, two: int, bound: int) -> int:
    """Return the least common multiple, or 0 if it is beyond the bound."""
    greater, smaller = one, two
    while smaller:
        greater, smaller = smaller, greater % smaller
    factor = two // greater
    return one * factor if one <= bound // factor else 0


@compiled
def denominators(first_move: Ints, child: Moves, chance: Ints, bound: int, scale: Ints) -> bool:
    """Find a denominator of the expected payoffs at every position, those of the outcomes being integers.

    Parameters
    ----------
    first_move, child : ndarrays
        Of a `PositionGraph`.
    chance : ndarray of int, shape (n,)
        The denominator of the probabilities where chance moves, 1 elsewhere.
    bound : int
    scale : ndarray of int, shape (n,)
        Receives the denominators.

    Returns
    -------
    bool
        False if one is beyond the bound.
    """
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


@compiled
def expected_payoffs(
    first_move: Ints,
    child: Moves,
    player: Movers,
    probability: Ints,
    scale: Ints,
    ties: int,
    keys: Keys,
    value: Ints,
    choice: Moves,
) -> None:
    """Find what everyone expects from every position.

    Parameters
    ----------
    first_move, child, player : ndarrays
        Of a `PositionGraph`.
    probability : ndarray of int, shape (moves,)
        Of chance's moves, over the denominator at their position.
    scale : ndarray of int, shape (n,)
        As `denominators` found them; so small that nothing below overflows.
    ties, keys
        As in `best_outcomes`.
    value : ndarray of int, shape (players, n)
        What everyone receives where the game is over; completed with the expected payoffs over `scale`.
    choice : ndarray of int32, shape (n,)
        Receives the move at every position where a player moves.
    """
    for position in range(len(player) - 1, -1, -1):
        begin, end = first_move[position], first_move[position + 1]
        if begin == end:
            continue
        mover = player[position]
        if mover < 0:
            common = 1
            for move in range(begin, end):
                common = least_common_multiple(common, scale[child[move]], scale[position])
            for move in range(begin, end):
                weight = probability[move] * (common // scale[child[move]])
                for receiver in range(len(value)):
                    value[receiver, position] += weight * value[receiver, child[move]]
            continue
        best, most = begin, value[mover, child[begin]] * (scale[position] // scale[child[begin]])
        for move in range(begin + 1, end):
            rival = value[mover, child[move]] * (scale[position] // scale[child[move]])
            if rival > most or (rival == most and preferred(move, best, ties, keys)):
                best, most = move, rival
        factor = scale[position] // scale[child[best]]
        for receiver in range(len(value)):
            value[receiver, position] = value[receiver, child[best]] * factor
        choice[position] = best - begin
