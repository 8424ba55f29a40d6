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
        found = _in_integers(graph, graph.probability, ties, keys)
        return _in_fractions(graph, graph.probability, ties, keys) if found is None else found
    value = np.array(graph.outcome, dtype=np.int32)
    choice = np.full(len(graph), -1, dtype=np.int32)
    ranks = [
        np.unique(payoff.numerators, return_inverse=True)[1].reshape(-1) for payoff in graph.payoffs
    ]
    best_outcomes(tables_of(graph), np.stack(ranks).astype(np.int32), ties, keys, value, choice)
    return choice, tuple(payoff[int(value[0])] for payoff in graph.payoffs)


def _in_integers(
    graph: PositionGraph, probability: ExactArray, ties: int, keys: Keys
) -> tuple[Moves, tuple[Fraction, ...]] | None:
    """Return the answer, or None if 64-bit integers do not suffice."""
    largest = max(1, *(magnitude(payoff.numerators) for payoff in graph.payoffs))
    if (
        largest >= _BOUND
        or max(probability.denominator, magnitude(probability.numerators)) >= _BOUND
    ):
        return None
    tables = tables_of(graph)
    first_move = graph.first_move
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
                sum(
                    (weight * value for weight, value in zip(weights, column, strict=True)),
                    Fraction(0),
                )
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
