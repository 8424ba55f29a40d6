"""Private valuations as ordered signals, for auctions and negotiations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.errors import GameError
from seqform.models.exact import Ints

MAX_COPIES = 26


def valuation_names(valuations: int, copies: int) -> tuple[str, ...]:
    """Return the signals: valuations from 1 up, each as often as there are copies, told apart by a letter.

    Examples
    --------
    >>> valuation_names(3, 1), valuation_names(2, 2)
    (('1', '2', '3'), ('1a', '1b', '2a', '2b'))
    """
    if not 1 <= copies <= MAX_COPIES:
        raise GameError(f"{copies} copies of each valuation; from 1 to {MAX_COPIES}")
    letters = [""] if copies == 1 else [chr(ord("a") + number) for number in range(copies)]
    return tuple(f"{value}{letter}" for value in range(1, valuations + 1) for letter in letters)


@dataclass(frozen=True)
class Valuation:
    """What a private signal is worth to who holds it: more for a higher one, but never less than what is sure.

    Parameters
    ----------
    place : int
        Which of the private signals, from 0, in the order in which they are received.
    copies : int
        How many signals stand for the same valuation.
    sure : int
        What the good brings in any case, as it can be resold for that.
    """

    place: int
    copies: int
    sure: int

    def __call__(self, public: Ints, private: Ints) -> Ints:
        """Return the worth by rows; nothing where the signal has not been received yet."""
        if private.shape[1] <= self.place:
            return np.zeros(len(private), dtype=np.int64)
        return np.maximum(private[:, self.place].astype(np.int64) // self.copies + 1, self.sure)
