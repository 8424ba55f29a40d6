"""Backward induction for any number of players, with or without chance (anyNash of Littman et al., section 1.2).

Without chance it compares ranks of payoffs. With chance it works in 64-bit integers, every position with a denominator
of its own, and in fractions where these do not suffice.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.compiled import compiled, compiled_part, prepare
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, Movers, Moves, PositionGraph
from seqform.models.numbers.exact import ExactArray, Ints, magnitude

FIRST, LAST, BY_KEY = range(3)
"""Tie-breaking among best moves: the first, the last, or the one with the largest key."""

Keys = npt.NDArray[np.float32]

_BOUND = 2**62
"""Strict bound on numerators in 64-bit arithmetic."""


class Tables(NamedTuple):
    """Arrays of a `PositionGraph` in the types that the loops are compiled for."""

    first_move: Ints
    child: Moves
    player: Movers


def tables_of(graph: PositionGraph) -> Tables:
    """Return the tables of a graph, and prepare the loops."""
    prepare("bestnash", len(graph.child))
    return Tables(
        np.require(graph.first_move, np.int64, ["C", "W"]),
        np.require(graph.child, np.int32, ["C", "W"]),
        np.require(graph.player, np.int8, ["C", "W"]),
    )


def induced_choices(graph: PositionGraph, ties: int, keys: Keys) -> tuple[Moves, tuple[Fraction, ...]]:
    """Return the moves of backward induction, and the expected payoffs at the initial position.

    Every position has expected payoffs of its own, however improbable it is; so play is subgame perfect below chance
    moves of probability zero as well.

    `choice`, shape (n,), is -1 where no player moves. The keys of moves are read with `BY_KEY` only.
    """
    if graph.has_chance:
        assert graph.probability is not None
        found = _in_integers(graph, graph.probability, ties, keys)
        return _in_fractions(graph, graph.probability, ties, keys) if found is None else found
    value = np.array(graph.outcome, dtype=np.int32)
    choice = np.full(len(graph), -1, dtype=np.int32)
    ranks = [np.unique(payoff.numerators, return_inverse=True)[1].reshape(-1) for payoff in graph.payoffs]
    best_outcomes(tables_of(graph), np.stack(ranks).astype(np.int32), ties, keys, value, choice)
    return choice, tuple(payoff[int(value[0])] for payoff in graph.payoffs)


def _in_integers(
    graph: PositionGraph, probability: ExactArray, ties: int, keys: Keys
) -> tuple[Moves, tuple[Fraction, ...]] | None:
    """Return the answer, or None if 64-bit integers do not suffice."""
    largest = max(1, *(magnitude(payoff.numerators) for payoff in graph.payoffs))
    if largest >= _BOUND or max(probability.denominator, magnitude(probability.numerators)) >= _BOUND:
        return None
    tables = tables_of(graph)
    first_move = tables.first_move
    chance = graph.player == CHANCE
    divisor = np.ones(len(graph), dtype=np.int64)
    has_moves = np.diff(first_move) > 0
    divisor[has_moves] = np.gcd.reduceat(probability.numerators, first_move[:-1][has_moves])
    divisor = np.where(chance, np.gcd(divisor, probability.denominator), 1)
    numerators = probability.numerators // np.repeat(divisor, np.diff(first_move))
    scale = np.ones(len(graph), dtype=np.int64)
    per_position = np.where(chance, probability.denominator // divisor, 1)
    if not denominators(tables, per_position, _BOUND // largest, scale):
        return None
    over = graph.player == END
    value = np.zeros((len(graph.players), len(graph)), dtype=np.int64)
    for row, payoff in zip(value, graph.payoffs, strict=True):
        row[over] = payoff.numerators[graph.outcome[over]]
    choice = np.full(len(graph), -1, dtype=np.int32)
    expected_payoffs(tables, numerators, scale, ties, keys, value, choice)
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


@compiled_part
def preferred(move: int, best: int, ties: int, keys: Keys) -> bool:
    """Return whether of two equally good moves, `best` the earlier one, the later is made."""
    if ties == BY_KEY:
        return bool(keys[move] > keys[best])
    return ties == LAST


@compiled
def best_outcomes(
    tables: Tables, ranks: npt.NDArray[np.int32], ties: int, keys: Keys, value: Moves, choice: Moves
) -> None:
    """Find the outcome that play leads to from every position, without chance.

    `ranks`, shape (players, outcomes), are those of every player's payoff in every outcome. `value`, shape (n,), has
    the outcomes where the game is over and is completed; `choice`, shape (n,), receives the moves.
    """
    first_move, child, player = tables
    for position in range(len(player) - 1, -1, -1):
        begin, end = first_move[position], first_move[position + 1]
        if begin == end:
            continue
        rank = ranks[player[position]]
        best, outcome = begin, value[child[begin]]
        for move in range(begin + 1, end):
            rival = value[child[move]]
            if rank[rival] > rank[outcome] or (rank[rival] == rank[outcome] and preferred(move, best, ties, keys)):
                best, outcome = move, rival
        value[position] = outcome
        choice[position] = best - begin


@compiled_part
def least_common_multiple(one: int, two: int, bound: int) -> int:
    """Return the least common multiple, or 0 if it is beyond the bound."""
    greater, smaller = one, two
    while smaller:
        greater, smaller = smaller, greater % smaller
    factor = two // greater
    return one * factor if one <= bound // factor else 0


@compiled
def denominators(tables: Tables, chance: Ints, bound: int, scale: Ints) -> bool:
    """Find denominators of the expected payoffs, those of the outcomes being integers; return whether all are in bound.

    `chance`, shape (n,), is the denominator of the probabilities where chance moves, 1 elsewhere; `scale`, shape (n,),
    receives the denominators.
    """
    first_move, child, _ = tables
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
    tables: Tables, probability: Ints, scale: Ints, ties: int, keys: Keys, value: Ints, choice: Moves
) -> None:
    """Find the expected payoffs at every position.

    `probability`, shape (moves,), is that of chance's moves over the denominator at their position. `scale` is that of
    `denominators`, so small that nothing below overflows. `value`, shape (players, n), has the payoffs where the game
    is over and is completed with expected payoffs over `scale`; `choice`, shape (n,), receives the players' moves.
    """
    first_move, child, player = tables
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
