"""What kinds of opponents each class of hands meets in the last round of a game of classes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.class_game import ClassGame
from seqform.models.exact import Ints, Numerators
from seqform.models.immutable import Immutable


@dataclass(frozen=True, eq=False)
class Kinds(Immutable):
    """The kinds of opponents: what the features add up to against them, and which of several patterns they show.

    Attributes
    ----------
    direction, pattern : ndarray of int, shape (kinds,)
    kind : ndarray of int, shape (entries,)
        The kinds that class 0 meets, then those that class 1 meets, and so on.
    start : ndarray of int, shape (classes,)
        Where the kinds of each class begin.
    """

    direction: Ints
    pattern: Ints
    kind: Ints
    start: Ints


@dataclass(frozen=True, eq=False)
class Encounters(Immutable):
    """Whom a player's classes meet, up to how often.

    Attributes
    ----------
    own, other, direction : ndarray of int, shape (p,)
        The last tells which row of `directions`.
    directions : ndarray of int, shape (d, features)
        The different vectors of the features' sums, each in lowest terms.
    num_classes : int
        How many classes the player has.
    """

    own: Ints
    other: Ints
    direction: Ints
    directions: Numerators
    num_classes: int
    _known: dict[bytes, Kinds] = field(default_factory=dict)

    def kinds(self, pattern: Ints) -> Kinds:
        """Return the kinds of opponents if these show patterns, numbered from 0, one for each of their classes."""
        key = pattern.tobytes()
        if key not in self._known:
            self._known[key] = self._find_kinds(pattern)
        return self._known[key]

    def _find_kinds(self, pattern: Ints) -> Kinds:
        patterns = int(pattern.max()) + 1
        codes = self.direction if patterns == 1 else self.direction * patterns + pattern.take(self.other)
        kinds, kind = distinct(codes, len(self.directions) * patterns)
        direction, shown = np.divmod(kinds, patterns)
        entries, _ = distinct(self.own * len(kinds) + kind, self.num_classes * len(kinds))
        owner, met = np.divmod(entries, len(kinds))
        return Kinds(direction, shown, met, np.searchsorted(owner, np.arange(self.num_classes)))


def encounters(game: ClassGame, player: int) -> Encounters:
    """Return whom a player's classes meet in the last round."""
    pairs = game.pairs[-1]
    sums = pairs.numerators // np.maximum(np.gcd.reduce(pairs.numerators, axis=0), 1)
    directions = np.zeros((1, 0), dtype=np.int64)
    codes = np.zeros(len(pairs), dtype=np.int64)
    for row in sums:
        least = int(row.min())
        values, place = distinct(row - least, int(row.max()) - least + 1)
        kept, codes = distinct(codes * len(values) + place, len(directions) * len(values))
        above, value = np.divmod(kept, len(values))
        directions = np.concatenate([directions[above], (values[value] + least)[:, None]], axis=1)
    own, other = (pairs.first, pairs.second) if player == 0 else (pairs.second, pairs.first)
    return Encounters(own, other, codes, directions, game.num_classes[player][-1])


def row_patterns(rows: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.bool_], Ints]:
    """Return the different rows of a mask, and which of them every row is."""
    codes = np.zeros(len(rows), dtype=np.int64)
    size = 1
    for column in rows.T:
        kept, codes = distinct(codes * 2 + column, size * 2)
        size = len(kept)
    first = np.unique(codes, return_index=True)[1]
    return rows[first], codes


def distinct(codes: npt.NDArray[Any], size: int) -> tuple[Ints, Ints]:
    """Return the different codes, nonnegative and below `size`, in order, and the place of each code among them."""
    if size > 8 * len(codes):
        kept, place = np.unique(codes, return_inverse=True)
        return kept, place
    used = np.zeros(size, dtype=bool)
    used[codes] = True
    return np.flatnonzero(used), (np.cumsum(used) - 1).take(codes)
