"""Signals of ordered games: views, deals, and the features of them on which payoffs depend."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError, ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.integers import SAFE, magnitude

Signals = npt.NDArray[np.int16]

PUBLIC = -1
"""The receiver of a public signal, in place of a player."""

_BLOCK = 2**15
"""Number of views processed at a time, so that the data stays in the processor's cache."""


@dataclass(frozen=True, eq=False)
class Views(Immutable):
    """The possible views of one player by a round: the set S^j of legal signals (definition 2).

    A view is the public and the player's private signals in the order in which they are revealed, within a round the
    public ones first. Views, the rows of `signals`, of shape (n, m), are numbered lexicographically. `parent`, shape
    (n,), is the view of the previous round that each continues, `public` the columns of public signals.
    """

    signals: Signals
    parent: Ints
    public: tuple[int, ...]
    num_signals: int

    def __len__(self) -> int:
        return len(self.signals)

    @property
    def private(self) -> tuple[int, ...]:
        """The columns that hold the player's own signals."""
        return tuple(column for column in range(self.signals.shape[1]) if column not in self.public)

    def find(self, signals: Signals) -> Ints:
        """Return the numbers of the given views, one a row."""
        numbers = np.empty(len(signals), dtype=np.int64)
        for start in range(0, len(signals), _BLOCK):
            columns = np.ascontiguousarray(signals[start : start + _BLOCK].T)
            numbers[start : start + _BLOCK] = _places(columns, self.num_signals)
        return numbers


@dataclass(frozen=True, eq=False)
class Deals(Immutable):
    """All assignments of signals to receivers by a round.

    A row of `signals`, of shape (n, m), is a deal, in the order in which signals are revealed; `receivers` are the
    players who receive the columns, or `PUBLIC`. `view`, two arrays of shape (n,), are the numbers of each one's view.
    """

    signals: Signals
    receivers: tuple[int, ...]
    view: tuple[Ints, Ints]
    probability: ExactArray

    def __len__(self) -> int:
        return len(self.signals)

    def of(self, receiver: int) -> Ints:
        """Return the columns that are `PUBLIC`, or private to player 0 or 1."""
        columns = [column for column, who in enumerate(self.receivers) if who == receiver]
        return self.signals[:, columns].astype(np.int64)


def enumerate_views(
    num_signals: int, public: Sequence[int], private: Sequence[int]
) -> tuple[Views, ...]:
    """Return the views of every round, given κ and γ."""
    rounds: list[Views] = []
    signals: Signals = np.zeros((1, 0), dtype=np.int16)
    columns: list[int] = []
    for kappa, gamma in zip(public, private, strict=True):
        parent = np.arange(len(signals))
        columns += range(signals.shape[1], signals.shape[1] + kappa)
        for _ in range(kappa + gamma):
            row, signals = drawn(signals, num_signals)
            parent = parent[row]
        rounds.append(Views(signals, parent, tuple(columns), num_signals))
    return tuple(rounds)


def drawn(signals: Signals, num_signals: int) -> tuple[Ints, Signals]:
    """Return every extension of a row by a signal not in it, and the rows these came from.

    The k-th signal that is not in a row is k plus the number of those in the row at or below it: each of these,
    ascending, moves all from it on up by one. With 1 and 2 taken of five, 0, 1, 2 become 0, 2, 3 and then 0, 3, 4.
    """
    rows, length = signals.shape
    free = num_signals - length
    signal = np.tile(np.arange(free, dtype=np.int16), (rows, 1))
    for taken in np.sort(signals, axis=1).T:
        signal += signal >= taken[:, None]
    longer = np.empty((rows, free, length + 1), dtype=np.int16)
    longer[:, :, :length] = signals[:, None, :]
    longer[:, :, length] = signal
    return np.repeat(np.arange(rows), free), longer.reshape(rows * free, length + 1)


def _places(columns: Signals, num_signals: int) -> Ints:
    """Return the lexicographic ranks of arrangements without repetition, one a column.

    A rank is a number in a mixed base: its digit for a signal is the number of smaller ones that are still free.
    """
    place = np.zeros(columns.shape[1], dtype=np.int64)
    for length, signal in enumerate(columns):
        smaller = (columns[:length] < signal).sum(axis=0, dtype=np.int16)
        place = place * (num_signals - length) + (signal - smaller)
    return place


def colex_index(subsets: Ints) -> Ints:
    """Return index(c) = Σ C(c_i, i) of every subset (Gilpin & Sandholm, "Efficiency enhancements").

    Subsets of r numbers below n are mapped one to one onto 0, ..., C(n, r) - 1. They are the rows of an array of shape
    (k, r), c_1 < c_2 < ... < c_r.
    """
    subsets = np.asarray(subsets, dtype=np.int64)
    count, size = subsets.shape
    if np.any(subsets[:, 1:] <= subsets[:, :-1]) or np.any(subsets < 0):
        raise ModelError("colexicographic index: the numbers of a subset increase from 0 or more")
    if count == 0 or size == 0:
        return np.zeros(count, dtype=np.int64)
    largest = int(subsets.max())
    if math.comb(largest + 1, size) >= 2**63:
        raise ModelError(
            f"colexicographic index: subsets of {size} numbers up to {largest} need more than 63 bits"
        )
    index = np.zeros(count, dtype=np.int64)
    for place, column in enumerate(subsets.T, start=1):
        binomials = [math.comb(value, place) for value in range(int(column.max()) + 1)]
        index += np.array(binomials, dtype=np.int64)[column]
    return index


def dense(values: Ints) -> Ints:
    """Return the same values as numbers from 0 without gaps, in the same order."""
    least = int(values.min())
    size = int(values.max()) - least + 1
    if size > 4 * len(values) + 1000:  # a table of the range would be too large
        return np.asarray(np.unique(values, return_inverse=True)[1], dtype=np.int64)
    used = np.zeros(size, dtype=bool)
    used[values - least] = True
    numbers = np.cumsum(used, dtype=np.int64) - 1
    return np.asarray(numbers[values - least], dtype=np.int64)


def unordered_entries(views: Views) -> Ints:
    """Return a number for every view, the same for views with the same sets of public and of private signals."""
    public = colex_index(np.sort(views.signals[:, list(views.public)], axis=1))
    private = colex_index(np.sort(views.signals[:, list(views.private)], axis=1))
    return dense(public * (int(private.max()) + 1) + private)


def codes_of(signals: Signals, num_signals: int) -> Ints:
    """Return the rows as numbers in base |Θ|."""
    codes = np.zeros(len(signals), dtype=np.int64)
    for column in signals.T:
        codes = codes * num_signals + column
    return codes


Strength = Callable[[Ints, Ints], npt.NDArray[np.integer[Any]]]
"""From public signals, shape (n, Σκ), and one player's private ones, shape (n, Σγ), to numbers, shape (n,)."""


def of_views(function: Strength, views: Views) -> Ints:
    """Return a function of public and private signals at every view."""
    signals = views.signals.astype(np.int64)
    return numbers_of(function, signals[:, list(views.public)], signals[:, list(views.private)])


def numbers_of(function: Callable[..., npt.NDArray[np.integer[Any]]], *signals: Ints) -> Ints:
    """Return the value of a function for every row of signals; anything but integers is a GameError."""
    name = getattr(function, "__name__", type(function).__name__)
    shapes = " and ".join(str(part.shape) for part in signals)
    try:
        numbers = np.asarray(function(*signals))
    except Exception as error:
        raise GameError(f"{name}: fails for signals of shape {shapes}: {error!r}") from error
    if numbers.shape != (len(signals[0]),) or numbers.dtype.kind not in "biu":
        raise GameError(
            f"{name}: an integer for each row of signals expected, of shape ({len(signals[0])},); signals of shape "
            f"{shapes} give {numbers.dtype} of shape {numbers.shape}"
        )
    if numbers.dtype.itemsize == 8 and magnitude(numbers) >= SAFE:
        raise GameError(
            f"{name}: a value of {magnitude(numbers):,} in size; integers below 2^62 expected"
        )
    return numbers.astype(np.int64)


class Feature(Protocol):
    """A function of the signals of both players; payoffs are sums of features times coefficients."""

    @property
    def name(self) -> str:
        """Name for messages and payoffs."""
        ...

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the value for every deal, given the views to which ``deals.view`` refers."""
        ...


@dataclass(frozen=True)
class Constant:
    """The constant 1, for payoffs that do not depend on the signals."""

    name: str = "constant"

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return 1 for every deal."""
        return np.ones(len(deals), dtype=np.int64)


@dataclass(frozen=True)
class Comparison:
    """Comparison of the signals by a `Strength`: 1 if player 0's are stronger, -1 if player 1's are, 0 for a tie."""

    strength: Strength
    name: str = "showdown"

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the sign of the difference of the strengths."""
        first = of_views(self.strength, views[0]).take(deals.view[0])
        second = of_views(self.strength, views[1]).take(deals.view[1])
        return (first > second).astype(np.int64) - (first < second)


@dataclass(frozen=True)
class LaterComparison:
    """Sum of a comparison over all sets of public signals that may still be dealt, where play ends before them.

    - `strength`: As of `Comparison`, called with the public signals to come after those that are public.
    - `to_come`: The number of these.
    """

    strength: Strength
    to_come: int
    name: str

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the number of wins less that of losses of player 0, over the draws."""
        sums = np.zeros(len(deals), dtype=np.int64)
        for drawn_signals in combinations(range(views[0].num_signals), self.to_come):
            free = np.ones(len(deals), dtype=bool)
            for signal in drawn_signals:
                free &= (deals.signals != signal).all(axis=1)
            first = self.strengths(views[0], drawn_signals).take(deals.view[0])
            second = self.strengths(views[1], drawn_signals).take(deals.view[1])
            sums += np.where(free, np.sign(first - second), 0)
        return sums

    def strengths(self, views: Views, to_come: tuple[int, ...]) -> Ints:
        """Return the strengths of views with some signals to come; 0 of those that have one of them already."""
        signals = views.signals.astype(np.int64)
        strengths = np.zeros(len(views), dtype=np.int64)
        is_free = ~np.isin(signals, to_come).any(axis=1)
        public = signals[is_free][:, list(views.public)]
        later = np.tile(np.array(to_come, dtype=np.int64), (len(public), 1))
        own = signals[is_free][:, list(views.private)]
        strengths[is_free] = numbers_of(self.strength, np.concatenate([public, later], axis=1), own)
        return strengths


@dataclass(frozen=True)
class Own:
    """A function of the own signals of a player, 0 or 1, such as the player's value of a good; see `Strength`."""

    player: int
    value: Strength
    name: str

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the player's number."""
        return of_views(self.value, views[self.player]).take(deals.view[self.player])


@dataclass(frozen=True)
class Joint:
    """An arbitrary function of the signals of both players.

    ``value`` maps public signals and both players' private ones, one deal a row, to integers.
    """

    value: Callable[[Ints, Ints, Ints], npt.NDArray[np.integer[Any]]]
    name: str

    def values(self, deals: Deals, views: tuple[Views, Views]) -> Ints:
        """Return the number of every deal."""
        return numbers_of(self.value, deals.of(PUBLIC), deals.of(0), deals.of(1))
