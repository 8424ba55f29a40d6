"""What a strategy is worth at every position of a game of perfect information, recomputed exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.exact import ExactArray, Ints
from seqform.models.game_tables import CHANCE
from seqform.models.position_graph import END, PositionGraph
from seqform.models.position_strategy import PositionStrategy
from seqform.verify.flint_numbers import Rationals, rationals


def strategy_values(graph: PositionGraph, strategy: PositionStrategy) -> tuple[npt.NDArray[Any], ...]:
    """Return what every player expects at every position if everybody follows a strategy.

    Parameters
    ----------
    graph : PositionGraph
        Of any number of players, with or without chance.
    strategy : PositionStrategy

    Returns
    -------
    tuple of ndarray of Fraction, one for each player, each of shape (n,)
        V^π of Littman et al. (2006), equation 1.

    Raises
    ------
    ModelError
        If the strategy is for another graph.

    Examples
    --------
    >>> from seqform.builders.games.efg_positions import parse_position_graph
    >>> graph = parse_position_graph('EFG 2 R "" { "A" } p "" 1 1 "" { "a" "b" } 0 t "" 1 "" { 1 } t "" 2 "" { 2 }')
    >>> strategy_values(graph, PositionStrategy.pure(graph, np.array([1, -1, -1], dtype=np.int32)))[0].tolist()
    [Fraction(2, 1), Fraction(1, 1), Fraction(2, 1)]
    """
    known: dict[int, Fraction] = {}
    return tuple(_as_fractions(values, known) for values in position_values(graph, strategy))


def position_values(graph: PositionGraph, strategy: PositionStrategy) -> list[Rationals]:
    """Return the values of `strategy_values` in flint's numbers."""
    if strategy.graph is not graph:
        raise ModelError(f"strategy: one for {graph!r} expected, not for {strategy.graph!r}")
    onward = _onward(graph, strategy)
    branches = sorted([*_lotteries(graph, strategy, onward), *_chances(graph, onward)], key=_position, reverse=True)
    ending = np.flatnonzero(graph.player == END)
    values = []
    for payoff in graph.payoffs:
        value = np.empty(len(graph), dtype=object)
        value[ending] = rationals(payoff.to_fractions())[graph.outcome[ending]]
        for position, ways, shares in branches:
            value[position] = sum(share * value[way] for way, share in zip(ways, shares, strict=True))
        values.append(value[onward])
    return values


Branch = tuple[int, list[int], list[Any]]
"""A position where play goes several ways; where each leads, as `_onward` says; and their probabilities."""


def _position(branch: Branch) -> int:
    return branch[0]


def _onward(graph: PositionGraph, strategy: PositionStrategy) -> Ints:
    """Return the first position, from each on, where the game is over or chance or a lottery decides."""
    certain = graph.player >= 0
    certain[strategy.mixed] = False
    places = np.flatnonzero(certain)
    onward = np.arange(len(graph))
    onward[places] = graph.child[graph.first_move[places] + strategy.choice[places]]
    while True:
        further = onward[onward]
        if np.array_equal(further, onward):
            return onward
        onward = further


def _lotteries(graph: PositionGraph, strategy: PositionStrategy, onward: Ints) -> Iterator[Branch]:
    first_move = graph.first_move[strategy.mixed]
    ways = [
        onward[graph.child[first_move + move]].tolist() for move in (strategy.choice[strategy.mixed], strategy.other)
    ]
    shares = rationals(strategy.probability.to_fractions())
    for position, first, second, share in zip(strategy.mixed.tolist(), *ways, shares, strict=True):
        yield position, [first, second], [1 - share, share]


def _chances(graph: PositionGraph, onward: Ints) -> Iterator[Branch]:
    if graph.probability is None:
        return
    distinct, kind = distinct_numbers(graph.probability)
    for position in np.flatnonzero(graph.player == CHANCE).tolist():
        moves = slice(graph.first_move[position], graph.first_move[position + 1])
        yield position, onward[graph.child[moves]].tolist(), distinct[kind[moves]].tolist()


def distinct_numbers(numbers: ExactArray) -> tuple[Rationals, Ints]:
    """Return the different numbers that occur, and which of them stands at each place."""
    distinct, kind = np.unique(numbers.numerators, return_inverse=True)
    return rationals(ExactArray(distinct, numbers.denominator).to_fractions()), kind


def _as_fractions(values: Rationals, known: dict[int, Fraction]) -> npt.NDArray[Any]:
    """Return flint's numbers as fractions, an object that comes again once."""
    result = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        number = known.get(id(value))
        if number is None:
            number = known[id(value)] = fraction(value)
        result[place] = number
    return result


def fraction(value: Any) -> Fraction:
    """Return one of flint's numbers as a fraction."""
    return Fraction(int(value.numerator), int(value.denominator))
