"""What is publicly known in a round of an ordered game, and the hands that the players may hold then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.models.deals import PUBLIC, Deals, Signals, Views, codes_of
from seqform.models.exact import ExactArray, Floats, Ints, magnitude
from seqform.models.immutable import Immutable
from seqform.models.ordered_game import OrderedGame

CONSTANT = 0
"""The place of the constant among a game's features."""


@dataclass(frozen=True, eq=False)
class PublicBlock(Immutable):
    """Some public states of a round, and how the hands of the two players meet there.

    Attributes
    ----------
    members : ndarray of int, shape (states, n)
        The views that agree with each public state; every state has as many.
    matrices : mapping from int to ndarray, shape (states, n, n)
        For every feature that payoffs of the round depend on, by its place among the game's features: probability
        times feature where player 1 holds the row's hand and player 2 the column's, 0 if they cannot.
        The constant's is always there: the probability itself.
    largest : mapping from int to int
        The largest absolute value of each of these features.
    """

    members: Ints
    matrices: dict[int, Floats]
    largest: dict[int, int]


def public_blocks(game: OrderedGame, number: int, size: int) -> Iterator[PublicBlock]:
    """Yield the public states of round `number` (from 0), `size` of them at a time.

    Deals are made block by block from the views, so that they never lie in memory all at once.
    """
    members = _members(game.views[number])
    for start in range(0, len(members), size):
        yield _block(game, number, members[start : start + size])


def num_public_states(game: OrderedGame, number: int) -> int:
    """Return in how many ways the public signals may have fallen by round `number` (from 0)."""
    return len(_members(game.views[number]))


def _members(views: Views) -> Ints:
    codes = codes_of(views.signals[:, list(views.public)], views.num_signals)
    states = len(np.unique(codes))
    return np.argsort(codes, kind="stable").reshape(states, -1)


def _block(game: OrderedGame, number: int, members: Ints) -> PublicBlock:
    views = game.views[number]
    here = Views(views.signals[members.reshape(-1)], views.parent[members.reshape(-1)], views.public, views.num_signals)
    place = _possible_pairs(here, members.shape)
    deals = _deals(game, number, here, place, members.shape[1])
    probability = deals.probability.to_floats()
    matrices, largest = {}, {}
    for feature in _features_used(game, number):
        values = game.features[feature].values(deals, (here, here))
        matrix = np.zeros((*members.shape, members.shape[1]))
        matrix[place] = probability * values
        matrices[feature], largest[feature] = matrix, magnitude(values)
    return PublicBlock(members, matrices, largest)


def _possible_pairs(here: Views, shape: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """Return state, row and column of every pair of hands without a signal in common."""
    private = here.signals[:, list(here.private)].reshape(*shape, -1)
    clash = (private[:, :, None, :, None] == private[:, None, :, None, :]).any(axis=(3, 4))
    state, row, column = np.nonzero(~clash)
    return state, row, column


def _deals(game: OrderedGame, number: int, here: Views, place: tuple[Ints, Ints, Ints], width: int) -> Deals:
    state, row, column = place
    receivers = game.receivers[number]
    signals: Signals = np.empty((len(state), len(receivers)), dtype=np.int16)
    view = (state * width + row, state * width + column)
    for player in (0, 1):
        seen = [position for position, who in enumerate(receivers) if who in (PUBLIC, player)]
        signals[:, seen] = here.signals[view[player]]
    return Deals(signals, receivers, view, _probability(game, number, signals))


def _probability(game: OrderedGame, number: int, signals: Signals) -> ExactArray:
    if game.weights is None:
        return ExactArray(np.ones(len(signals), dtype=np.int64), game.num_deals(number))
    return ExactArray.of(_drawn(game.weights, deal) for deal in signals.tolist())


def _drawn(weights: tuple[int, ...], deal: list[int]) -> Fraction:
    """Return the probability that these signals are drawn in this order, without replacement."""
    probability, left = Fraction(1), sum(weights)
    for signal in deal:
        probability *= Fraction(weights[signal], left)
        left -= weights[signal]
    return probability


def _features_used(game: OrderedGame, number: int) -> list[int]:
    used = np.flatnonzero(np.asarray(game.payoffs[number].numerators.any(axis=(0, 2, 3))))
    return sorted({CONSTANT, *used.tolist()})
