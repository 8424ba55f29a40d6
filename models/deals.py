"""How the signals of an ordered game may fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.models.exact import ExactArray, Ints
from seqform.models.immutable import Immutable

Signals = npt.NDArray[np.int16]

PUBLIC = -1
"""The receiver of a public signal, in place of a player."""

_BLOCK = 2**15
"""So many views are numbered at a time, which keeps the work in the processor's cache."""


@dataclass(frozen=True, eq=False)
class Views(Immutable):
    """What one player may have seen by a round: the set S^j of legal signals (definition 2).

    A view is the public and the player's private signals in the order in which they are revealed,
    within a round the public ones first. Views are numbered lexicographically.

    Attributes
    ----------
    signals : ndarray of int, shape (n, m)
        One view a row.
    parent : ndarray of int, shape (n,)
        The view of the round before, which each continues.
    public : tuple of int
        The columns that hold public signals; the others are private.
    num_signals : int
        |Θ|.
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
    """All ways in which the signals may have fallen by a round.

    Attributes
    ----------
    signals : ndarray of int, shape (n, m)
        One deal a row, signals in the order in which they are revealed.
    receivers : tuple of int, length m
        Who sees each column: 0, 1, or `PUBLIC`.
    view : two ndarrays of int, shape (n,)
        The number of each player's view.
    probability : ExactArray, length n
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


def enumerate_views(num_signals: int, public: Sequence[int], private: Sequence[int]) -> tuple[Views, ...]:
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
    """Return every row with every signal that is not yet in it, and the rows these came from."""
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
    """Return the places of arrangements without repetition, one a column, in lexicographic order."""
    place = np.zeros(columns.shape[1], dtype=np.int64)
    for length, signal in enumerate(columns):
        smaller = (columns[:length] < signal).sum(axis=0, dtype=np.int16)
        place = place * (num_signals - length) + (signal - smaller)
    return place


def codes_of(signals: Signals, num_signals: int) -> Ints:
    """Return the rows as numbers in base |Θ|."""
    codes = np.zeros(len(signals), dtype=np.int64)
    for column in signals.T:
        codes = codes * num_signals + column
    return codes
