"""The coarsest filters of an ordered game that lose nothing, by colour refinement."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.builders.lossless import Filters, continuation_chances, violation_in_round
from seqform.builders.meetings import Meetings, meetings
from seqform.models.exact import Ints, Numerators
from seqform.models.immutable import Immutable
from seqform.models.information_filter import InformationFilter, numbered
from seqform.models.ordered_game import OrderedGame

ATTEMPTS = 3
"""Random weights err with a chance of about 1 in 2^30 at worst; the proof notices, and others are drawn."""


def equitable_filters(game: OrderedGame) -> Filters:
    """Return the coarsest equitable filters of both players: the smallest lossless game of classes.

    Classes are split until two views of a class agree, for every class of the opponent's, on the expectation of all
    that their player's payoffs in the round depend on (the probability of meeting the class, the
    expected showdown against it), and on the probability of continuing to each class of the next
    round; the classes of a round refine those of the round before. Sums are compared through random
    weights modulo 2^64, and what comes out is proved in integers. In games that are not
    constant-sum each player's classes depend on that player's payoffs alone, against the opponent's
    classes, which depend on the opponent's.

    Parameters
    ----------
    game : OrderedGame

    Returns
    -------
    (InformationFilter, InformationFilter)
        Of player 1 and of player 2; one and the same where the players' signals and payoffs mirror each other.
        Nothing is merged if the proof fails, which has not been seen.

    References
    ----------
    Grohe, Kersting, Mladenov & Selman (2014), Dimension reduction via colour refinement, ESA.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import leduc
    >>> equitable_filters(leduc("leduc"))[0]
    <InformationFilter of 'leduc': 3 / 9 classes>
    """
    sides = (_side(game, 0), _side(game, 1))
    mirrored = _mirrored(*sides)
    for seed in range(ATTEMPTS):
        classes = _refined((sides[0], sides[0]) if mirrored else sides, np.random.default_rng(seed))
        first = InformationFilter(game, tuple(classes[0]))
        filters = first, first if mirrored else InformationFilter(game, tuple(classes[1]))
        if _is_proved(filters, sides[:1] if mirrored else sides):
            return filters
    unmerged = InformationFilter.identity(game)
    return unmerged, unmerged


@dataclass(frozen=True, eq=False)
class _Side(Immutable):
    """What one player's views are told apart by: whom they meet and how they continue, and where they come from."""

    looks: tuple[Meetings, ...]
    continuations: tuple[Numerators | None, ...]
    parents: tuple[Ints, ...]


def _side(game: OrderedGame, player: int) -> _Side:
    rounds = range(len(game.rounds))
    return _Side(
        tuple(meetings(game, player, number) for number in rounds),
        tuple(continuation_chances(game, player, number) for number in rounds),
        tuple(views.parent for views in game.views),
    )


def _mirrored(first: _Side, second: _Side) -> bool:
    """Tell whether both players face the same, gains turned into losses or not."""
    return all(map(_looks_alike, first.looks, second.looks)) and all(
        mine is theirs or (mine is not None and theirs is not None and np.array_equal(mine, theirs))
        for mine, theirs in zip(first.continuations, second.continuations, strict=True)
    )


def _looks_alike(first: Meetings, second: Meetings) -> bool:
    return (
        np.array_equal(first.opponents, second.opponents)
        and np.array_equal(first.chance, second.chance)
        and len(first.outcomes) == len(second.outcomes)
        and all(
            np.array_equal(mine, theirs) or np.array_equal(mine, -theirs)
            for mine, theirs in zip(first.outcomes, second.outcomes, strict=True)
        )
    )


def _is_proved(filters: Filters, sides: tuple[_Side, ...]) -> bool:
    return all(
        violation_in_round(filters, player, number, looks, side.continuations[number]) is None
        for player, side in enumerate(sides)
        for number, looks in enumerate(side.looks)
    )


def _refined(sides: tuple[_Side, _Side], rng: np.random.Generator) -> list[list[Ints]]:
    """Split classes until none splits any more."""
    classes = [[np.zeros(len(parent), dtype=np.int64) for parent in side.parents] for side in sides]
    alike = sides[0] is sides[1]
    while True:
        before = _counts(classes)
        for player, side in enumerate(sides[:1] if alike else sides):
            classes[player] = _split(side, classes[player], classes[0 if alike else 1 - player], rng)
        if _counts(classes) == before:
            return classes


def _counts(classes: list[list[Ints]]) -> list[int]:
    return [int(one.max()) + 1 for rounds in classes for one in rounds]


def _split(side: _Side, own: list[Ints], others: list[Ints], rng: np.random.Generator) -> list[Ints]:
    """Return a player's classes, told apart by payoffs and continuations, last round first, and then by the past."""
    split = list(own)
    for number in reversed(range(len(own))):
        key = _mixed(own[number], rng)
        looks = side.looks[number]
        marks = _mixed(others[number], rng).take(looks.opponents)
        for outcome in range(len(looks.outcomes)):
            key = key * _odd(rng) + (marks * _modulo_word(looks.weighted(outcome))).sum(axis=1)
        continuations = side.continuations[number]
        if continuations is not None:
            chance = _modulo_word(continuations)
            key = key * _odd(rng) + (_mixed(split[number + 1], rng).reshape(chance.shape) * chance).sum(axis=1)
        split[number] = numbered(key)
    for number in range(1, len(own)):
        above = split[number - 1][side.parents[number]]
        split[number] = numbered(split[number] * (int(above.max()) + 1) + above)
    return split


def _mixed(classes: Ints, rng: np.random.Generator) -> Ints:
    """Return a random word for every class, at each of its members."""
    words = rng.integers(-(2**63), 2**63, size=int(classes.max()) + 1, dtype=np.int64, endpoint=False)
    return words.take(classes)


def _odd(rng: np.random.Generator) -> np.int64:
    """Return a random word by which products modulo 2^64 lose nothing."""
    return rng.integers(-(2**63), 2**63, dtype=np.int64) | np.int64(1)


def _modulo_word(values: Numerators) -> Numerators:
    """Return integers modulo 2^64, as signed words; arrays of them wrap around."""
    if values.dtype != object:
        return values
    return (
        np.array([value % 2**64 for value in values.reshape(-1)], dtype=np.uint64)
        .astype(np.int64)
        .reshape(values.shape)
    )
