"""Averages of strategies by reach: the strategy that is worth as much as one drawn by weights before the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from seqform.errors import InputError, ModelError
from seqform.io.load import load
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_number
from seqform.models.numbers.exact import ExactArray, Rational, Vector
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import counted
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.playable.profiles import profile, strategy_of

Share = Fraction | float
Read = TypeVar("Read")


@overload
def average(
    profiles: Sequence[Any],
    weights: Sequence[Given] | npt.NDArray[Any] | None = ...,
    *,
    game: Any = ...,
    player: None = ...,
) -> BehaviorProfile: ...
@overload
def average(
    profiles: Sequence[Any],
    weights: Sequence[Given] | npt.NDArray[Any] | None = ...,
    *,
    game: Any = ...,
    player: int | str,
) -> BehaviorStrategy: ...
def average(
    profiles: Sequence[Any],
    weights: Sequence[Given] | npt.NDArray[Any] | None = None,
    *,
    game: ExtensiveGame | str | Path | Any = None,
    player: int | str | None = None,
) -> BehaviorProfile | BehaviorStrategy:
    """Return the average of profiles by reach, such as that of the iterates of a learning method.

    Against every strategy of the opponent it is worth the average of what the strategies are worth. Probabilities at an
    information set are averaged with the weight of each profile times the probability with which its own choices
    lead to the set: the average of realization plans, and no average of probabilities. At a set to which no profile of
    positive weight leads, the probabilities themselves are averaged by the weights.

    Parameters
    ----------
    profiles : sequence
        At least one, each whatever `seqform.profile` takes; with `player` also strategies of that player alone.
    weights : sequence of numbers, optional
        One for each profile, from 0 on, not all 0; divided by their sum. By default they are equal.
    game : ExtensiveGame, or anything that `seqform.load` accepts, optional
        By default the game of the first of the profiles that is bound to one.
    player : int or str, optional
        0, 1 or a name: the player whose strategies are averaged, of both if absent.

    Returns
    -------
    BehaviorProfile or BehaviorStrategy
        In fractions if all profiles and weights are exact, where an array of doubles is not; else in doubles.

    Raises
    ------
    InputError
        If there are no profiles, the weights do not fit, or no game is known.
    ModelError
        If a profile is for another game.

    Examples
    --------
    >>> first = profile("kuhn", {"J:": {"bet": 1}}, rest="uniform")
    >>> second = profile("kuhn", {"J:": {"check": 1}, "J:cb": {"fold": 1}}, rest="uniform")
    >>> mixed = average([first, second], [1, 2])
    >>> mixed[0]["J:"], mixed[0]["J:cb"]
    ({'check': Fraction(2, 3), 'bet': Fraction(1, 3)}, {'fold': Fraction(1, 1), 'call': Fraction(0, 1)})
    """
    sources = _sources(profiles)
    shares = _shares(weights, len(sources))
    tree = load(_game_of(sources) if game is None else game)

    if player is not None:
        number = player_number(player, tree.players, "average, player")
        strategies = _read(sources, lambda source: strategy_of(tree, number, source))
        return _average(tree.sequences[number].index, strategies, shares)

    bound = _read(sources, lambda source: profile(tree, source))
    first = _average(tree.sequences[0].index, [each[0] for each in bound], shares)
    second = _average(tree.sequences[1].index, [each[1] for each in bound], shares)
    return BehaviorProfile((first, second), tree)


# ---- the arguments ----


def _sources(profiles: Sequence[Any]) -> list[Any]:
    """Return what is averaged; refuse anything but a sequence of at least one."""
    is_pair = isinstance(profiles, BehaviorProfile)
    if is_pair or isinstance(profiles, str | Path | Mapping) or not isinstance(profiles, Iterable):
        raise InputError(
            "average, profiles: a list of profiles expected, such as [first, second], not "
            f"{type(profiles).__name__}"
        )
    sources = list(profiles)
    if not sources:
        raise InputError("average, profiles: at least one profile expected")
    return sources


def _shares(weights: Sequence[Given] | npt.NDArray[Any] | None, number: int) -> list[Share]:
    """Return the weights divided by their sum: in doubles those of an array of doubles, else exactly."""
    if weights is None:
        return [Fraction(1, number)] * number
    if isinstance(weights, str | Mapping) or not isinstance(weights, Iterable):
        raise InputError(f"average, weights: a list of numbers expected, not {weights!r:.80}")
    listed = list(weights)
    if len(listed) != number:
        raise InputError(
            f"average, weights: {counted(len(listed), 'weight')} for {counted(number, 'profile')}"
        )

    exact: list[Fraction] = []
    for place, weight in enumerate(listed):
        where = f"average, weights[{place}]"
        exact.append(Fraction(given_rational(weight, where, "a number from 0 on", _is_nonnegative)))
    total = sum(exact)
    if not total:
        raise InputError("average, weights: at least one that is not 0 expected")
    shares = [weight / total for weight in exact]
    if isinstance(weights, np.ndarray) and weights.dtype.kind == "f":
        return [float(share) for share in shares]
    return list(shares)


def _is_nonnegative(number: Rational) -> bool:
    """Return whether a number is 0 or more."""
    return number >= 0


def _game_of(sources: Sequence[Any]) -> ExtensiveGame:
    """Return the game of the first source that is bound to one."""
    for source in sources:
        strategies = getattr(source, "profile", source)
        game = getattr(strategies, "game", None)
        if isinstance(game, ExtensiveGame):
            return game
    raise InputError("average: none of the profiles is bound to a game: name it, game=...")


def _read(sources: Sequence[Any], read: Callable[[Any], Read]) -> list[Read]:
    """Return what is read of each source; the error of one has its number."""
    objects: list[Read] = []
    for place, source in enumerate(sources):
        try:
            objects.append(read(source))
        except (InputError, ModelError) as error:
            raise type(error)(f"average, profiles[{place}]: {error}") from None
    return objects


# ---- the average ----


def _average(
    index: SequenceIndex, strategies: Sequence[BehaviorStrategy], shares: Sequence[Share]
) -> BehaviorStrategy:
    """Return the average by reach of one player's strategies.

    The plans are added up with the weights; the probability of a choice is the weight of its sequence divided by that
    of the sequence before it. Where the latter is 0, the probabilities of all strategies are added up instead.
    """
    bound = [strategy.bound_to(index) for strategy in strategies]
    is_exact = all(strategy.exact for strategy in bound)
    is_exact = is_exact and all(isinstance(share, Fraction) for share in shares)

    if is_exact:
        weights = np.full(len(index), Fraction(0))
        mixed = np.full(len(index), Fraction(0))
    else:
        weights = np.zeros(len(index))
        mixed = np.zeros(len(index))
        shares = [float(share) for share in shares]
        bound = [strategy.to_floats() for strategy in bound]
    for strategy, share in zip(bound, shares, strict=True):
        if share:
            weights += share * _numbers(strategy.plan.weights)
            mixed += share * strategy.probabilities

    # Of the sum over the choices, rather than the weight of the sequence before them, so that doubles sum to 1
    probabilities = mixed
    for start, stop in pairwise(index.first_sequence.tolist()):
        total = weights[start:stop].sum()
        if total:
            probabilities[start:stop] = weights[start:stop] / total
    probabilities[0] = 1
    return BehaviorStrategy(index, probabilities)


def _numbers(weights: Vector) -> npt.NDArray[Any]:
    """Return weights as an array of fractions or of doubles."""
    if isinstance(weights, ExactArray):
        return np.array(weights.to_fractions(), dtype=object)
    return weights
