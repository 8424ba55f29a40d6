"""Backward induction for any number of players, with or without chance (anyNash of Littman et al., section 1.2).

Without chance it compares ranks of payoffs. With chance it works in 64-bit integers, every position with a denominator
of its own, and in fractions where these do not suffice.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.backends.bestnash.induction_kernel import (
    Tables,
    best_outcomes,
    denominators,
    expected_payoffs,
)
from seqform.backends.bestnash.layout import BY_KEY, LAST, Keys
from seqform.backends.machine_code import warn_if_missing
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, Moves, PositionGraph
from seqform.models.numbers.exact import ExactArray, magnitude

_BOUND = 2**62
"""Strict bound on numerators in 64-bit arithmetic."""


def tables_of(graph: PositionGraph) -> Tables:
    """Return the tables of a graph."""
    warn_if_missing()
    return Tables(
        np.require(graph.first_move, np.int64, ["C"]),
        np.require(graph.child, np.int32, ["C"]),
        np.require(graph.player, np.int8, ["C"]),
    )


def induced_choices(
    graph: PositionGraph, ties: int, keys: Keys
) -> tuple[Moves, tuple[Fraction, ...]]:
    """Return the moves of backward induction, and the expected payoffs at the initial position.

    Every position has expected payoffs of its own, however improbable it is; so play is subgame perfect below chance
    moves of probability zero as well.

    `choice`, shape (n,), is -1 where no player moves. The keys of moves are read with `BY_KEY` only.
    """
    if graph.has_chance:
        assert graph.probability is not None
        answer = _in_integers(graph, graph.probability, ties, keys)
        if answer is None:
            answer = _in_fractions(graph, graph.probability, ties, keys)
        return answer

    ranks = np.empty((len(graph.payoffs), len(graph.payoffs[0])), dtype=np.int32)
    for player, payoff in enumerate(graph.payoffs):
        # Only comparisons matter without chance, and ranks are small integers whatever the payoffs.
        _, rank = np.unique(payoff.numerators, return_inverse=True)
        ranks[player] = rank.reshape(-1)

    value = np.array(graph.outcome, dtype=np.int32)
    choice = np.full(len(graph), -1, dtype=np.int32)
    best_outcomes(tables_of(graph), ranks, ties, keys, value, choice)
    return choice, tuple(payoff[int(value[0])] for payoff in graph.payoffs)


def _in_integers(
    graph: PositionGraph, probability: ExactArray, ties: int, keys: Keys
) -> tuple[Moves, tuple[Fraction, ...]] | None:
    """Return the answer, or None if 64-bit integers do not suffice."""
    largest = max(1, *(magnitude(payoff.numerators) for payoff in graph.payoffs))
    if largest >= _BOUND:
        return None
    if max(probability.denominator, magnitude(probability.numerators)) >= _BOUND:
        return None

    # The probabilities at each position where chance moves, over the smallest denominator that will do there.
    first_move = graph.first_move
    is_chance = graph.player == CHANCE
    divisor = np.ones(len(graph), dtype=np.int64)
    has_moves = np.diff(first_move) > 0
    divisor[has_moves] = np.gcd.reduceat(probability.numerators, first_move[:-1][has_moves])
    divisor = np.where(is_chance, np.gcd(divisor, probability.denominator), 1)
    numerators = probability.numerators // np.repeat(divisor, np.diff(first_move))
    chance_denominators = np.where(is_chance, probability.denominator // divisor, 1)

    # Expected payoffs are averages, so that with a scale of at most _BOUND / largest no numerator passes the bound.
    tables = tables_of(graph)
    scale = np.ones(len(graph), dtype=np.int64)
    if not denominators(tables, chance_denominators, _BOUND // largest, scale):
        return None

    is_over = graph.player == END
    value = np.zeros((len(graph.players), len(graph)), dtype=np.int64)
    for row, payoff in zip(value, graph.payoffs, strict=True):
        row[is_over] = payoff.numerators[graph.outcome[is_over]]
    choice = np.full(len(graph), -1, dtype=np.int32)
    expected_payoffs(tables, numerators, scale, ties, keys, value, choice)

    expected = []
    for numerator, payoff in zip(value[:, 0].tolist(), graph.payoffs, strict=True):
        expected.append(Fraction(numerator, int(scale[0]) * payoff.denominator))
    return choice, tuple(expected)


def _in_fractions(
    graph: PositionGraph, probability: ExactArray, ties: int, keys: Keys
) -> tuple[Moves, tuple[Fraction, ...]]:
    """Return the answer by fractions of any size."""
    values: list[tuple[Fraction, ...]] = [()] * len(graph)
    choice = np.full(len(graph), -1, dtype=np.int32)
    for position in range(len(graph) - 1, -1, -1):
        mover = int(graph.player[position])
        begin = int(graph.first_move[position])
        following = [values[child] for child in graph.moves(position)]

        if mover == END:
            values[position] = graph.payoffs_at(position)
            continue
        if mover == CHANCE:
            expected = [Fraction(0)] * len(graph.players)
            for move, payoffs in enumerate(following):
                weight = probability[begin + move]
                for player, payoff in enumerate(payoffs):
                    expected[player] += weight * payoff
            values[position] = tuple(expected)
            continue

        most = max(payoffs[mover] for payoffs in following)
        best = [move for move, payoffs in enumerate(following) if payoffs[mover] == most]
        made = best[0]
        if ties == LAST:
            made = best[-1]
        elif ties == BY_KEY:
            made = max(best, key=lambda move: keys[begin + move])
        choice[position] = made
        values[position] = following[made]
    return choice, values[0]
