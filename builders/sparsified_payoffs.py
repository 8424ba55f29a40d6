"""The payoffs of a round in few nonzeros, by auxiliary variables."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.builders.class_payoffs import EndPayoffs
from seqform.builders.column_tree import FactoredColumns, Triples, factored_columns
from seqform.models.exact import Ints
from seqform.models.immutable import Immutable
from seqform.system.packages import require

_LARGEST = 2**24
"""Tables with more places, of classes that are all connected, are not factored."""


@dataclass(frozen=True, eq=False)
class Direction(Immutable):
    """An end whose payoffs, after some histories, are one table of pairs of classes times a number for each.

    Attributes
    ----------
    other_choice : int
        The opponent's last choice of the round.
    table : int
        Which of the group's tables.
    scales : ndarray of int64, shape (histories,)
    denominator : int
        Of the scales.
    """

    other_choice: int
    table: int
    scales: npt.NDArray[np.int64]
    denominator: int


@dataclass(frozen=True, eq=False)
class Group(Immutable):
    """The ends of a round at which the player's last choice is the same, after histories that value them alike.

    Attributes
    ----------
    number, own_choice : int
    histories : ndarray of int
    tables : tuple of ndarray of int64, each of shape (pairs,)
    directions : tuple of Direction
    """

    number: int
    own_choice: int
    histories: Ints
    tables: tuple[Ints, ...]
    directions: tuple[Direction, ...]


def groups(ends: list[EndPayoffs]) -> Iterator[Group]:
    """Group ends that both players have moved to, so that each group's tables are factored once for all histories."""
    by_choice: dict[tuple[int, int], list[EndPayoffs]] = {}
    for end in ends:
        by_choice.setdefault((end.number, end.own_choice), []).append(end)
    for (number, own_choice), members in by_choice.items():
        primitive, scales = zip(*(_primitive(end.coefficients) for end in members), strict=True)
        stacked = np.concatenate(primitive, axis=0)
        kinds, kind = np.unique(stacked, axis=1, return_inverse=True)
        for place in range(kinds.shape[1]):
            histories = np.flatnonzero(kind.reshape(-1) == place)
            yield _group(number, own_choice, members, histories, np.split(kinds[:, place], len(members)), scales)


def _primitive(coefficients: Ints) -> tuple[Ints, Ints]:
    """Return every history's coefficients without common factors, the first positive, and the factors."""
    common = np.gcd.reduce(coefficients, axis=0)
    lead = np.take_along_axis(coefficients, (coefficients != 0).argmax(axis=0)[None, :], axis=0)[0]
    scales = np.where(lead < 0, -common, common)
    return coefficients // np.where(scales == 0, 1, scales), scales


def _group(
    number: int,
    own_choice: int,
    members: list[EndPayoffs],
    histories: Ints,
    vectors: list[Ints],
    scales: tuple[Ints, ...],
) -> Group:
    distinct = list(dict.fromkeys(tuple(vector.tolist()) for vector in vectors if vector.any()))
    directions = tuple(
        Direction(end.other_choice, distinct.index(tuple(vector.tolist())), scale[histories], end.denominator)
        for end, vector, scale in zip(members, vectors, scales, strict=True)
        if vector.any()
    )
    tables = tuple(members[0].tables @ np.array(vector, dtype=np.int64) for vector in distinct)
    return Group(number, own_choice, histories, tables, directions)


def factored_tables(tables: tuple[Ints, ...], own_class: Ints, other_class: Ints) -> FactoredColumns:
    """Factor tables of pairs of classes, side by side: column t·m + j is table t's column of the opponent's class j.

    Classes that never meet, by whatever chain of others, are factored apart: on a public board, the hands there.

    Parameters
    ----------
    tables : tuple of ndarray of int64, shape (pairs,)
    own_class, other_class : ndarray of int, shape (pairs,)
    """
    require("scipy.sparse")
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    heights, width = int(own_class.max()) + 1, int(other_class.max()) + 1
    # The opponent's classes come after the player's, as the nodes of one graph.
    edges = coo_array((np.ones(len(own_class)), (own_class, heights + other_class)), shape=(heights + width,) * 2)
    _, label = connected_components(edges, directed=False)
    order = np.argsort(label[own_class], kind="stable")
    bounds = np.flatnonzero(np.diff(label[own_class][order], prepend=-1, append=-1))
    known: dict[tuple[tuple[int, ...], bytes], FactoredColumns] = {}
    parts = [
        _component([table[pairs] for table in tables], own_class[pairs], other_class[pairs], width, known)
        for pairs in (order[start:stop] for start, stop in itertools.pairwise(bounds))
    ]
    offsets = np.cumsum([0, *(part.size for part in parts)])
    return FactoredColumns(
        int(offsets[-1]),
        _joined([part.V for part in parts], offsets, offsets),
        _joined([part.W for part in parts], offsets, None),
        _joined([part.R for part in parts], None, offsets),
        _joined([part.S for part in parts], None, None),
    )


def _component(
    tables: list[Ints],
    own_class: Ints,
    other_class: Ints,
    width: int,
    known: dict[tuple[tuple[int, ...], bytes], FactoredColumns],
) -> FactoredColumns:
    """Factor the tables of classes that meet; boards on which the same hands meet are factored once."""
    rows, row = np.unique(own_class, return_inverse=True)
    columns, column = np.unique(other_class, return_inverse=True)
    names = (np.arange(len(tables))[:, None] * width + columns[None, :]).ravel()
    if len(rows) * len(names) > _LARGEST:
        return _plain(tables, own_class, other_class, width)
    matrix = np.zeros((len(rows), len(tables), len(columns)), dtype=np.int64)
    for place, table in enumerate(tables):
        matrix[row, place, column] = table
    key = (matrix.shape, matrix.tobytes())
    if key not in known:
        known[key] = factored_columns(matrix.reshape(len(rows), -1))
    local = known[key]
    return FactoredColumns(
        local.size,
        local.V,
        (local.W[0], rows[local.W[1]], local.W[2]),
        (names[local.R[0]], local.R[1], local.R[2]),
        (names[local.S[0]], rows[local.S[1]], local.S[2]),
    )


def _plain(tables: list[Ints], own_class: Ints, other_class: Ints, width: int) -> FactoredColumns:
    none = np.zeros(0, dtype=np.int64)
    parts = [(place * width + other_class, own_class, table) for place, table in enumerate(tables)]
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return FactoredColumns(0, (none,) * 3, (none,) * 3, (none,) * 3, summed((rows, columns, values)))


def _joined(parts: list[Triples], rows: Ints | None, columns: Ints | None) -> Triples:
    moved = [
        (
            part[0] + (0 if rows is None else rows[place]),
            part[1] + (0 if columns is None else columns[place]),
            part[2],
        )
        for place, part in enumerate(parts)
    ]
    first, second, third = (np.concatenate(column) for column in zip(*moved, strict=True))
    return first, second, third


def summed(entries: Triples) -> Triples:
    """Add up entries at the same place, and leave out those that cancel."""
    rows, columns, values = entries
    if not len(rows):
        return entries
    width = int(columns.max()) + 1
    keys, place = np.unique(rows * width + columns, return_inverse=True)
    totals = np.zeros(len(keys), dtype=np.int64)
    np.add.at(totals, place.reshape(-1), values)
    kept = totals != 0
    return keys[kept] // width, keys[kept] % width, totals[kept]
