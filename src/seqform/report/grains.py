"""Realization plans in whole grains: small integers that add up exactly, and compress well.

A player has the same number of grains with every hand. At each information set the grains that arrive are shared
out among the actions, and the share of an action is its probability. What is rarely reached is kept less
precisely, what a player's own strategy never reaches not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.exact import Floats, Ints
from seqform.models.stage_game import StageGame

Bytes = npt.NDArray[np.uint8]

NONE, ALL, SOME = 0, 1, 2
"""What an action may get of the grains that are left."""

WIDTH = 4
"""Counts have at most so many bytes."""


def grains_of(stage: StageGame, player: int, arriving: Ints, behavior: npt.NDArray[np.floating]) -> Ints:
    """Return the grains of every sequence of a round.

    Parameters
    ----------
    stage : StageGame
    player : int
    arriving : ndarray of int, shape (classes, histories)
        The grains with which the round begins.
    behavior : ndarray, shape (classes, choices, histories)

    Returns
    -------
    ndarray of int, shape (classes, 1 + choices, histories)
        What arrives first, then what each choice gets: less than one grain more or less than its share.

    Examples
    --------
    >>> from seqform.models.stage_game import OVER, turn
    >>> stage = StageGame.of(turn(1, {"left": OVER, "middle": OVER, "right": OVER}))
    >>> thirds = np.full((1, 3, 1), 1 / 3)
    >>> grains_of(stage, 0, np.array([[1000]]), thirds).ravel().tolist()
    [1000, 333, 334, 333]
    """
    grains = np.empty((behavior.shape[0], behavior.shape[1] + 1, behavior.shape[2]), dtype=np.int64)
    grains[:, 0] = arriving
    sequences = stage.sequences(player)
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        upto = np.cumsum(behavior[:, start - 1 : stop - 1], axis=1, dtype=np.float64)
        upto /= upto[:, -1:]
        shared = np.rint(upto * grains[:, above, None]).astype(np.int64)
        grains[:, start:stop] = np.diff(shared, axis=1, prepend=0)
    return grains


def behavior_of(stage: StageGame, player: int, grains: Ints) -> Floats:
    """Return the probabilities of every choice; all are equally likely where no grain arrives."""
    behavior = np.empty((grains.shape[0], grains.shape[1] - 1, grains.shape[2]))
    sequences = stage.sequences(player)
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        total = grains[:, above, None]
        share = grains[:, start:stop] / np.maximum(total, 1)
        behavior[:, start - 1 : stop - 1] = np.where(total > 0, share, 1 / (stop - start))
    return behavior


def arriving_next(stage: StageGame, player: int, grains: Ints) -> Ints:
    """Return the grains with which the next round begins, shape (classes of this round, histories of the next)."""
    at = stage.sequences(player).at
    leaves = [at[leaf] for leaf in stage.continuing]
    return np.ascontiguousarray(grains[:, leaves].transpose(0, 2, 1)).reshape(len(grains), -1)


@dataclass(frozen=True, eq=False)
class Packed:
    """The grains of one round, without what follows from what arrives.

    Attributes
    ----------
    kinds : ndarray of uint8
        `NONE`, `ALL` or `SOME` of what is left, for each choice but the last of each set, where anything is left.
    planes : tuple of ndarray of uint8
        The bytes, lowest first, of the counts that are `SOME`; only those that may differ from 0.
    """

    kinds: Bytes
    planes: tuple[Bytes, ...]


def pack(stage: StageGame, player: int, grains: Ints) -> Packed:
    """Return the grains of a round, shape (classes, 1 + choices, histories), in few bytes."""
    kinds: list[Bytes] = []
    planes: list[list[Bytes]] = [[] for _ in range(WIDTH)]
    sequences = stage.sequences(player)
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        left = grains[:, above].copy()
        for choice in range(start, stop - 1):
            there = left > 0
            count, most = grains[:, choice][there], left[there]
            kind = np.where(count == 0, NONE, np.where(count == most, ALL, SOME)).astype(np.uint8)
            kinds.append(kind)
            rest, room = count[kind == SOME] - 1, most[kind == SOME] - 2
            for place, plane in enumerate(planes):
                plane.append(((rest >> 8 * place) & 255)[_has_byte(room, place)].astype(np.uint8))
            left -= grains[:, choice]
    return Packed(_joined(kinds), tuple(_joined(plane) for plane in planes))


def unpack(stage: StageGame, player: int, arriving: Ints, packed: Packed) -> Ints:
    """Return the grains that `pack` was given.

    Raises
    ------
    ModelError
        If these are not the grains of such a round.
    """
    sequences = stage.sequences(player)
    grains = np.zeros((arriving.shape[0], len(sequences) + 1, arriving.shape[1]), dtype=np.int64)
    grains[:, 0] = arriving
    kinds, planes = _Reader(packed.kinds), [_Reader(plane) for plane in packed.planes]
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        left = grains[:, above].copy()
        for choice in range(start, stop - 1):
            there = left > 0
            most = left[there]
            kind = kinds.next(len(most))
            count = np.where(kind == ALL, most, 0)
            count[kind == SOME] = _counts(most[kind == SOME], planes)
            grains[:, choice][there] = count
            left -= grains[:, choice]
        grains[:, stop - 1] = left
    if grains.min(initial=0) < 0 or not all(reader.at_end for reader in (kinds, *planes)):
        raise ModelError("the probabilities do not fit the classes and the stage games")
    return grains


def _counts(most: Ints, planes: Sequence[_Reader]) -> Ints:
    room = most - 2
    rest = np.zeros(len(room), dtype=np.int64)
    for place, plane in enumerate(planes):
        has = _has_byte(room, place)
        rest[has] += plane.next(int(has.sum())).astype(np.int64) << 8 * place
    return rest + 1


def _has_byte(room: Ints, place: int) -> npt.NDArray[np.bool_]:
    return np.asarray(room >> 8 * place > 0)


def _joined(parts: list[Bytes]) -> Bytes:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint8)


@dataclass
class _Reader:
    """Bytes that are read from the beginning to the end."""

    data: Bytes
    position: int = field(default=0)

    def next(self, count: int) -> Bytes:
        part = self.data[self.position : self.position + count]
        if len(part) < count:
            raise ModelError("the probabilities do not fit the classes and the stage games")
        self.position += count
        return part

    @property
    def at_end(self) -> bool:
        return self.position == len(self.data)
