"""Backward induction with chance, exactly: in 64-bit integers where they suffice, else in fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.backends.bestnash.chance_kernel import denominators, expected_payoffs
from seqform.backends.bestnash.induction_kernel import BY_KEY, LAST, Keys
from seqform.backends.bestnash.tables import tables_of
from seqform.models.exact import ExactArray, magnitude
from seqform.models.game_tables import CHANCE
from seqform.models.position_graph import END, Moves, PositionGraph

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
    values : tuple of Fraction
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
