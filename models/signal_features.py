"""What payoffs may depend on in the signals of an ordered game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError
from seqform.models.deals import PUBLIC, Deals, Views
from seqform.models.exact import Ints

Strength = Callable[[Ints, Ints], npt.NDArray[np.integer[Any]]]
"""From public signals, shape (n, Σκ), and one player's private ones, shape (n, Σγ), to numbers, shape (n,)."""


def of_views(function: Strength, views: Views) -> Ints:
    """Return a function of public and private signals at every view."""
    signals = views.signals.astype(np.int64)
    return numbers_of(function, signals[:, list(views.public)], signals[:, list(views.private)])


def numbers_of(function: Callable[..., npt.NDArray[np.integer[Any]]], *signals: Ints) -> Ints:
    """Return a function's number for every row of signals.

    Parameters
    ----------
    function : callable
        Such as a `Strength`.
    *signals : arrays, shapes (n, ...)
        Its arguments.

    Raises
    ------
    GameError
        If the function fails, or returns anything but an integer for each row.

    Examples
    --------
    >>> numbers_of(lambda public, private: private[:, 0], np.zeros((2, 0), int), np.array([[4], [5]]))
    array([4, 5])
    """
    name = getattr(function, "__name__", type(function).__name__)
    given = " and ".join(str(one.shape) for one in signals)
    try:
        numbers = np.asarray(function(*signals))
    except Exception as error:
        raise GameError(f"{name}: fails for signals of shape {given}: {error!r}") from error
    if numbers.shape != (len(signals[0]),) or numbers.dtype.kind not in "biu":
        raise GameError(
            f"{name}: an integer for each row of signals expected, of shape ({len(signals[0])},); signals of shape "
            f"{given} give {numbers.dtype} of shape {numbers.shape}"
        )
    return numbers.astype(np.int64)


class Feature(Protocol):
    """A number that the signals of both players determine; payoffs are sums of features times coefficients."""

    @property
    def name(self) -> str:
        """A word for messages."""
        ...

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the feature of every deal, given the views to which ``deals.view`` refers."""
        ...


@dataclass(frozen=True)
class Constant:
    """One, whatever the signals: what a payoff that does not depend on them is a multiple of."""

    name: str = "constant"

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return ones."""
        return np.ones(len(deals), dtype=np.int64)


@dataclass(frozen=True)
class Comparison:
    """Which player has the stronger signals: 1 for player 1, -1 for player 2, 0 for a tie.

    Parameters
    ----------
    strength : callable
        See `Strength`; more is better.
    name : str
    """

    strength: Strength
    name: str = "showdown"

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the sign of the difference of the strengths."""
        first, second = (
            of_views(self.strength, mine).take(place) for mine, place in zip(views, deals.view, strict=True)
        )
        signs: Ints = np.sign(first - second)
        return signs


@dataclass(frozen=True)
class Own:
    """A number that one player's own signals determine, such as what a good is worth to that player.

    Parameters
    ----------
    player : int
        0 or 1.
    value : callable
        See `Strength`.
    name : str
    """

    player: int
    value: Strength
    name: str

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the player's number."""
        return of_views(self.value, views[self.player]).take(deals.view[self.player])


@dataclass(frozen=True)
class Joint:
    """A number that the signals of both players determine in whatever way.

    Parameters
    ----------
    value : callable
        From public signals and both players' private ones, one deal a row, to integers.
    name : str
    """

    value: Callable[[Ints, Ints, Ints], npt.NDArray[np.integer[Any]]]
    name: str

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the number of every deal."""
        return numbers_of(self.value, deals.of(PUBLIC), deals.of(0), deals.of(1))
