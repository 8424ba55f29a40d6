"""Realization plans of class strategies as integers over a fixed denominator, and their compact encoding as bytes.

A player has the same integer weight with every hand. At each information set the weight that arrives is divided
among the actions in integers, and the share of an action is its probability. Weights add up exactly and compress well;
rarely reached sets are stored less precisely, and those that the player's own strategy never reaches not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.games.stages import StageGame
from seqform.models.numbers.exact import Floats, Ints

Bytes = npt.NDArray[np.uint8]

NONE, ALL, SOME = 0, 1, 2
"""Share of an action in the weight that is left at a set."""

WIDTH = 4
"""Most bytes of a weight."""


def _sets(stage: StageGame, player: int) -> Iterator[tuple[int, int, int]]:
    """Yield the sequence above each set of a player, and the first and the last sequence (exclusive) at the set."""
    sequences = stage.sequences(player)
    for above, (start, stop) in zip(sequences.set_above, pairwise(sequences.set_start), strict=True):
        yield int(above), int(start), int(stop)


def quantized(stage: StageGame, player: int, arriving: Ints, behavior: npt.NDArray[np.floating]) -> Ints:
    """Return the quantized weights of the sequences of a round, each within less than 1 of its share.

    `arriving`, the weights at the beginning of the round, has shape (classes, histories), `behavior` (classes, choices,
    histories), the result (classes, 1 + choices, histories): first the weights that arrive, then those of the choices.
    """
    weights = np.empty((behavior.shape[0], behavior.shape[1] + 1, behavior.shape[2]), dtype=np.int64)
    weights[:, 0] = arriving
    for above, start, stop in _sets(stage, player):
        upto = np.cumsum(behavior[:, start - 1 : stop - 1], axis=1, dtype=np.float64)
        upto /= upto[:, -1:]
        shared = np.rint(upto * weights[:, above, None]).astype(np.int64)
        weights[:, start:stop] = np.diff(shared, axis=1, prepend=0)
    return weights


def behavior_of(stage: StageGame, player: int, weights: Ints) -> Floats:
    """Return the probabilities of every choice; all are equally likely where no weight arrives."""
    behavior = np.empty((weights.shape[0], weights.shape[1] - 1, weights.shape[2]))
    for above, start, stop in _sets(stage, player):
        total = weights[:, above, None]
        share = weights[:, start:stop] / np.maximum(total, 1)
        behavior[:, start - 1 : stop - 1] = np.where(total > 0, share, 1 / (stop - start))
    return behavior


def next_arriving(stage: StageGame, player: int, weights: Ints) -> Ints:
    """Return the weights at the beginning of the next round, shape (classes of this round, histories of the next)."""
    at = stage.sequences(player).at
    leaves = [at[leaf] for leaf in stage.continuing]
    return np.ascontiguousarray(weights[:, leaves].transpose(0, 2, 1)).reshape(len(weights), -1)


@dataclass(frozen=True, eq=False)
class Packed:
    """The weights of one round, without those that follow from the weights that arrive.

    `kinds` has `NONE`, `ALL` or `SOME` of the weight that is left, for each choice but the last of each set, unless it
    is 0. `planes` has the bytes, lowest first, of the weights that are `SOME`; only those that may differ from 0.
    """

    kinds: Bytes
    planes: tuple[Bytes, ...]


def pack(stage: StageGame, player: int, weights: Ints) -> Packed:
    """Return the weights of a round, shape (classes, 1 + choices, histories), in few bytes."""
    kinds: list[Bytes] = []
    planes: list[list[Bytes]] = [[] for _ in range(WIDTH)]
    for above, start, stop in _sets(stage, player):
        left = weights[:, above].copy()
        for choice in range(start, stop - 1):
            there = left > 0
            count, most = weights[:, choice][there], left[there]
            kind = np.where(count == 0, NONE, np.where(count == most, ALL, SOME)).astype(np.uint8)
            kinds.append(kind)
            rest, room = count[kind == SOME] - 1, most[kind == SOME] - 2
            for place, plane in enumerate(planes):
                plane.append(((rest >> 8 * place) & 255)[_has_byte(room, place)].astype(np.uint8))
            left -= weights[:, choice]
    return Packed(_joined(kinds), tuple(_joined(plane) for plane in planes))


def unpack(stage: StageGame, player: int, arriving: Ints, packed: Packed) -> Ints:
    """Return the weights of a round from their packed form, the inverse of `pack`."""
    weights = np.zeros((arriving.shape[0], len(stage.sequences(player)) + 1, arriving.shape[1]), dtype=np.int64)
    weights[:, 0] = arriving
    kinds, planes = _Reader(packed.kinds), [_Reader(plane) for plane in packed.planes]
    for above, start, stop in _sets(stage, player):
        left = weights[:, above].copy()
        for choice in range(start, stop - 1):
            there = left > 0
            most = left[there]
            kind = kinds.next(len(most))
            count = np.where(kind == ALL, most, 0)
            count[kind == SOME] = _counts(most[kind == SOME], planes)
            weights[:, choice][there] = count
            left -= weights[:, choice]
        weights[:, stop - 1] = left
    if weights.min(initial=0) < 0 or not all(reader.at_end for reader in (kinds, *planes)):
        raise ModelError("the probabilities do not fit the classes and the stage games")
    return weights


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
    """Sequential access to an array of bytes."""

    data: Bytes
    position: int = 0

    def next(self, count: int) -> Bytes:
        part = self.data[self.position : self.position + count]
        if len(part) < count:
            raise ModelError("the probabilities do not fit the classes and the stage games")
        self.position += count
        return part

    @property
    def at_end(self) -> bool:
        return self.position == len(self.data)
