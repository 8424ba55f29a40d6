"""Information filters: partitions of a player's signals in an ordered game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints

View = tuple[str, ...]
"""A view, by the names of its signals."""


@dataclass(frozen=True, eq=False)
class InformationFilter(Immutable):
    """An information filter F of an ordered game (Gilpin & Sandholm, definition 2).

    A player observes the class of a view instead of the view. `classes` has, for each round, the class of every view of
    ``game.views``, from 0 without gaps. By the form of the data a class contains its views (truthful) and the classes
    of a round are a partition (independent). Information preservation is checked: views that share a class although the
    views that they continue do not raise a `ModelError`.
    """

    game: OrderedGame
    classes: tuple[Ints, ...]

    def __post_init__(self) -> None:
        if len(self.classes) != len(self.game.rounds):
            raise ModelError(f"filter: {len(self.classes)} partitions for {len(self.game.rounds)} rounds")
        for number, (classes, views) in enumerate(zip(self.classes, self.game.views, strict=True), start=1):
            if len(classes) != len(views):
                raise ModelError(f"filter: {len(classes)} classes for the {len(views)} views of round {number}")
            used = np.unique(classes)
            if not np.array_equal(used, np.arange(len(used))):
                raise ModelError(f"filter: the classes of round {number} are numbered from 0 without gaps")
        for number in range(1, len(self.classes)):
            self._check_preservation(number)

    def _check_preservation(self, number: int) -> None:
        classes, views = self.classes[number], self.game.views[number]
        before = self.classes[number - 1][views.parent]
        first = first_members(classes)[classes]
        wrong = np.flatnonzero(before != before[first])
        if len(wrong):
            one, other = (self.name(number, int(view)) for view in (first[wrong[0]], wrong[0]))
            raise ModelError(
                f"filter: {one} and {other} share a class in round {number + 1}, but could be told apart in round "
                f"{number}: information is not preserved (definition 2)"
            )

    @classmethod
    def identity(cls, game: OrderedGame) -> InformationFilter:
        """Return the filter that keeps all views apart."""
        return cls(game, tuple(np.arange(len(views)) for views in game.views))

    @classmethod
    def coarsest(cls, game: OrderedGame) -> InformationFilter:
        """Return the filter that merges all views, so that players observe actions only."""
        return cls(game, tuple(np.zeros(len(views), dtype=np.int64) for views in game.views))

    @classmethod
    def from_sets(cls, game: OrderedGame, sets: Sequence[Mapping[View, Iterable[View]]]) -> InformationFilter:
        """Return the filter that maps views, given by the names of their signals, to sets of views: F^j for each round.

        A view that is missing or not in its own set, and sets that overlap without being the same, raise a
        `ModelError`.

        Examples
        --------
        >>> from seqform.builders.games import catalog
        >>> game = catalog.ordered("tiny-poker")
        >>> jacks, kings = [("J1",), ("J2",)], [("K1",), ("K2",)]
        >>> low = {one: jacks for one in jacks} | {one: kings for one in kings}
        >>> InformationFilter.from_sets(game, [low]).num_classes
        (2,)
        """
        if len(sets) != len(game.rounds):
            raise ModelError(f"filter: {len(sets)} mappings for {len(game.rounds)} rounds")
        return cls(game, tuple(_partition(game, number, mapping) for number, mapping in enumerate(sets)))

    @property
    def num_classes(self) -> tuple[int, ...]:
        """Number of classes of each round."""
        return tuple(int(classes.max()) + 1 for classes in self.classes)

    def parents(self, number: int) -> Ints:
        """Return the class in the previous round of every class of round `number` (from 0), zeros in the first."""
        first = first_members(self.classes[number])
        if number == 0:
            return np.zeros(len(first), dtype=np.int64)
        return np.asarray(self.classes[number - 1][self.game.views[number].parent[first]])

    def refines(self, other: InformationFilter) -> bool:
        """Return whether every class lies within a class of `other`."""
        pairs = zip(self.classes, other.classes, strict=True)
        return all(np.array_equal(coarse, coarse[first_members(fine)][fine]) for fine, coarse in pairs)

    def name(self, number: int, view: int) -> str:
        """Return a view of round `number` by its signals."""
        return " ".join(self.game.signals[signal] for signal in self.game.views[number].signals[view])

    def __repr__(self) -> str:
        return f"<InformationFilter of {self.game.title!r}: {' / '.join(f'{n:,}' for n in self.num_classes)} classes>"


def first_members(classes: npt.NDArray[Any]) -> Ints:
    """Return the place of the first member of every class."""
    return np.unique(classes, return_index=True)[1].astype(np.int64)


def numbered(keys: npt.NDArray[Any]) -> Ints:
    """Return classes numbered from 0 in the order of their first members, one for each distinct key."""
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return np.asarray(place[inverse.reshape(-1)])


def _partition(game: OrderedGame, number: int, mapping: Mapping[View, Iterable[View]]) -> Ints:
    views = game.views[number]
    names = [tuple(game.signals[signal] for signal in row) for row in views.signals.tolist()]
    sets = {view: frozenset(members) for view, members in mapping.items()}
    for view in names:
        if view not in sets:
            raise ModelError(f"filter: round {number + 1}: {' '.join(view)} has no class")
        if view not in sets[view]:
            raise ModelError(f"filter: round {number + 1}: {' '.join(view)} is not in its own class: not truthful")
        for other in sets[view]:
            if sets.get(other) != sets[view]:
                raise ModelError(
                    f"filter: round {number + 1}: the classes of {' '.join(view)} and {' '.join(other)} overlap "
                    "without being the same: not independent"
                )
    number_of = {members: place for place, members in enumerate(dict.fromkeys(sets[view] for view in names))}
    return np.array([number_of[sets[view]] for view in names], dtype=np.int64)
