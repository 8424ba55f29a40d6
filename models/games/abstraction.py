"""Information filters: partitions of a player's signals in an ordered game, and maps between the signals of games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.games.infosets import player_label
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import Views
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints

View = tuple[str, ...]
"""A view, by the names of its signals."""


@dataclass(frozen=True, eq=False)
class InformationFilter(Immutable):
    """An information filter F of an ordered game (Gilpin & Sandholm, definition 2).

    A player observes the class of a view instead of the view. `classes` has, for each round, the class of every one of
    `views`, from 0 without gaps. A filter of a game in which the players get unequal numbers of private signals is one
    of `player`, 0 or 1. By the form of the data a class contains its views (truthful) and the classes
    of a round are a partition (independent). Information preservation is checked: views that share a class although the
    views that they continue do not raise a `ModelError`.
    """

    game: OrderedGame
    classes: tuple[Ints, ...]
    player: int | None = None

    def __post_init__(self) -> None:
        if self.player is None and not self.game.is_even:
            raise ModelError(
                f"filter: the players of {self.game.title} get unequal numbers of private signals; whose filter it is "
                "has to be given, by player=0 or 1"
            )
        if len(self.classes) != len(self.game.rounds):
            raise ModelError(
                f"filter: {len(self.classes)} partitions for {len(self.game.rounds)} rounds"
            )
        rounds = zip(self.classes, self.views, strict=True)
        for number, (classes, views) in enumerate(rounds, start=1):
            if len(classes) != len(views):
                raise ModelError(
                    f"filter: {len(classes)} classes for the {len(views)} views of round {number}"
                )
            used = np.unique(classes)
            if not np.array_equal(used, np.arange(len(used))):
                raise ModelError(
                    f"filter: the classes of round {number} are numbered from 0 without gaps"
                )
        for number in range(1, len(self.classes)):
            self._check_preservation(number)

    def _check_preservation(self, number: int) -> None:
        """Raise ModelError if views of round `number` (from 0) share a class, but not those that they continue."""
        classes = self.classes[number]
        before = self.classes[number - 1][self.views[number].parent]
        first = first_members(classes)[classes]  # of the class of each view
        wrong = np.flatnonzero(before != before[first])
        if len(wrong):
            view = int(wrong[0])
            shared = f"{self.name(number, int(first[view]))} and {self.name(number, view)}"
            raise ModelError(
                f"filter: imperfect recall: {shared} share a class in round {number + 1}, but their "
                f"beginnings have different classes in round {number}; let labels include those of the round before"
            )

    @property
    def views(self) -> tuple[Views, ...]:
        """The views that are merged, by rounds."""
        return views_of(self.game, self.player)

    @classmethod
    def identity(cls, game: OrderedGame, player: int | None = None) -> InformationFilter:
        """Return the filter that keeps all views apart."""
        classes = tuple(np.arange(len(views)) for views in views_of(game, player))
        return cls(game, classes, player)

    @classmethod
    def coarsest(cls, game: OrderedGame, player: int | None = None) -> InformationFilter:
        """Return the filter that merges all views, so that players observe actions only."""
        classes = tuple(np.zeros(len(views), dtype=np.int64) for views in views_of(game, player))
        return cls(game, classes, player)

    @classmethod
    def from_sets(
        cls,
        game: OrderedGame,
        sets: Sequence[Mapping[View, Iterable[View]]],
        player: int | None = None,
    ) -> InformationFilter:
        """Return the filter that maps views, given by the names of their signals, to sets of views: F^j for each round.

        A view that is missing or not in its own set, and sets that overlap without being the same, raise a
        `ModelError`.

        Examples
        --------
        >>> from seqform.builders.games import catalog
        >>> game = catalog.ordered("tiny-poker")
        >>> jacks, kings = [("J1",), ("J2",)], [("K1",), ("K2",)]
        >>> low = {jack: jacks for jack in jacks} | {king: kings for king in kings}
        >>> InformationFilter.from_sets(game, [low]).num_classes
        (2,)
        """
        if len(sets) != len(game.rounds):
            raise ModelError(f"filter: {len(sets)} mappings for {len(game.rounds)} rounds")
        classes: list[Ints] = []
        rounds = zip(views_of(game, player), sets, strict=True)
        for number, (views, mapping) in enumerate(rounds, start=1):
            classes.append(_partition(_names(game, views), number, mapping))
        return cls(game, tuple(classes), player)

    @classmethod
    def from_labels(
        cls,
        game: OrderedGame,
        labels: Sequence[Mapping[View, Hashable] | Sequence[Hashable] | npt.NDArray[Any]],
        player: int | None = None,
    ) -> InformationFilter:
        """Return the filter that merges the views of a round that have equal labels.

        - `labels`: For each round a mapping from views, given by the names of their signals, or a label for each of the
          player's ``game.views``, in their order. Labels are equal or not as values; rows of an array are, too.

        Examples
        --------
        >>> from seqform.builders.games import catalog
        >>> game = catalog.ordered("tiny-poker")
        >>> InformationFilter.from_labels(game, [{("J1",): "low", ("J2",): "low", ("K1",): "high", ("K2",): "high"}])
        <InformationFilter of 'tiny-poker': 2 classes>
        """
        if (
            isinstance(labels, str | Mapping)
            or not hasattr(labels, "__len__")
            or len(labels) != len(game.rounds)
        ):
            raise ModelError(
                f"filter: labels for each of the {len(game.rounds)} rounds of {game.title} expected"
            )
        classes: list[Ints] = []
        rounds = zip(views_of(game, player), labels, strict=True)
        for number, (views, round_labels) in enumerate(rounds, start=1):
            classes.append(_classes_by_label(game, number, views, round_labels))
        return cls(game, tuple(classes), player)

    @classmethod
    def from_function(
        cls,
        game: OrderedGame,
        label: Callable[[int, tuple[str, ...], tuple[str, ...]], Hashable],
        player: int | None = None,
    ) -> InformationFilter:
        """Return the filter that merges the views of a round to which a function gives equal labels.

        - `label`: Of the round, from 1, and the names of the player's own and of the public signals, as revealed.

        Examples
        --------
        >>> from seqform.builders.games import catalog
        >>> InformationFilter.from_function(catalog.ordered("leduc"), lambda number, own, public: own[0][0])
        <InformationFilter of 'leduc': 3 / 3 classes>
        """
        labels: list[list[Hashable]] = []
        for number, views in enumerate(views_of(game, player), start=1):
            private = views.private
            public = views.public
            round_labels: list[Hashable] = []
            for signals in _names(game, views):
                own_signals = tuple(signals[column] for column in private)
                public_signals = tuple(signals[column] for column in public)
                round_labels.append(label(number, own_signals, public_signals))
            labels.append(round_labels)
        return cls.from_labels(game, labels, player)

    def bound_to(self, game: OrderedGame) -> InformationFilter:
        """Return this filter for a game with the same signals, for example the same game loaded twice."""
        if game is self.game:
            return self
        is_same = game.signals == self.game.signals and len(game.views) == len(self.game.views)
        if not is_same or not all(
            np.array_equal(own.signals, views.signals) and own.public == views.public
            for own, views in zip(views_of(game, self.player), self.views, strict=True)
        ):
            raise ModelError(
                f"filter: one of the signals of {self.game.title}, not of {game.title}"
            )
        return InformationFilter(game, self.classes, self.player)

    @property
    def num_classes(self) -> tuple[int, ...]:
        """Number of classes of each round."""
        return tuple(int(classes.max()) + 1 for classes in self.classes)

    def parents(self, number: int) -> Ints:
        """Return the class in the previous round of every class of round `number` (from 0), zeros in the first."""
        first = first_members(self.classes[number])
        if number == 0:
            return np.zeros(len(first), dtype=np.int64)
        parent = self.views[number].parent[first]
        return np.asarray(self.classes[number - 1][parent], dtype=np.int64)

    def refines(self, coarser: InformationFilter) -> bool:
        """Return whether every class lies within a class of another filter."""
        pairs = zip(self.classes, coarser.classes, strict=True)
        # Each view has the class of the first member of its own finer class
        return all(
            np.array_equal(coarse, coarse[first_members(fine)][fine]) for fine, coarse in pairs
        )

    def name(self, number: int, view: int) -> str:
        """Return a view of round `number` by its signals."""
        return " ".join(self.game.signals[signal] for signal in self.views[number].signals[view])

    def __repr__(self) -> str:
        return f"<InformationFilter of {self.game.title!r}: {' / '.join(f'{n:,}' for n in self.num_classes)} classes>"


Filters = tuple[InformationFilter, InformationFilter]
"""Those of player 0 and of player 1."""


def views_of(game: OrderedGame, player: int | None) -> tuple[Views, ...]:
    """Return a player's views by rounds; None stands for either player."""
    return tuple(both[player or 0] for both in game.views)


def require_filters(filters: Filters) -> None:
    """Raise a ModelError unless the filters are one of player 0 and one of player 1."""
    for player, own_filter in enumerate(filters):
        if not own_filter.game.is_even and own_filter.player != player:
            raise ModelError(
                f"filters of player 1 and of player 2 expected, and {own_filter!r} is not {player_label(player)}'s"
            )


def identity_filters(game: OrderedGame) -> Filters:
    """Return the filters that keep all views apart; the same one for both players of an even game."""
    if game.is_even:
        shared = InformationFilter.identity(game)
        return shared, shared
    return InformationFilter.identity(game, 0), InformationFilter.identity(game, 1)


@dataclass(frozen=True, eq=False)
class SignalMap(Immutable):
    """The map from the filters of a smaller ordered game, and so from the strategies through them, to the whole game's.

    The games have the same stage games; views of the whole game that are one view of the smaller game share its class.

    `views` has for each round the view of the smaller game that stands for each view of the whole game. Every view of
    the smaller game stands for one, and its beginning for the beginning of that one.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> whole, small = catalog.ordered("leduc(ranks=4)"), catalog.ordered("leduc(ranks=2,suits=4)")
    >>> coarser = SignalMap.of_signals(whole, small, small.signals)
    >>> by_rank = InformationFilter.from_function(small, lambda number, own, public: own[0][0])
    >>> coarser((by_rank, by_rank))[0]
    <InformationFilter of 'leduc(ranks=4)': 2 / 2 classes>
    """

    whole: OrderedGame
    small: OrderedGame
    views: tuple[Ints, ...]

    def __post_init__(self) -> None:
        stages = [stage_round.stage for stage_round in self.whole.rounds]
        small_stages = [stage_round.stage for stage_round in self.small.rounds]
        if stages != small_stages:
            raise ModelError(
                f"map of signals: {self.small.title} has other stage games than {self.whole.title}"
            )
        if not (self.whole.is_even and self.small.is_even):
            raise ModelError(
                "map of signals: both players have to get equal numbers of private signals"
            )
        if len(self.views) != len(self.whole.rounds):
            raise ModelError(
                f"map of signals: {len(self.views)} arrays for {len(self.whole.rounds)} rounds"
            )
        above = np.zeros(1, dtype=np.int64)
        rounds = zip(
            self.views, views_of(self.whole, None), views_of(self.small, None), strict=True
        )
        for number, (place, views, small_views) in enumerate(rounds, start=1):
            if len(place) != len(views) or not np.array_equal(
                np.unique(place), np.arange(len(small_views))
            ):
                raise ModelError(
                    f"map of signals: round {number}: for each of the {len(views)} views of {self.whole.title} one of "
                    f"the {len(small_views)} views of {self.small.title} expected, and each of these for one at least"
                )
            if number > 1 and not np.array_equal(small_views.parent[place], above[views.parent]):
                raise ModelError(
                    f"map of signals: round {number}: a view's beginning is another than its image's"
                )
            above = place

    @classmethod
    def of_signals(
        cls, whole: OrderedGame, small: OrderedGame, signals: Sequence[str]
    ) -> SignalMap:
        """Return the map that takes each of ``whole.signals`` to a signal of the smaller game, by name."""
        number = {name: place for place, name in enumerate(small.signals)}
        expected = f"one for each of the {len(whole.signals)} of {whole.title} expected"
        for name in signals:
            if name not in number:
                raise ModelError(
                    f"map of signals: {name!r} is no signal of {small.title}; {expected}"
                )
        if len(signals) != len(whole.signals):
            raise ModelError(f"map of signals: {len(signals)} names; {expected}")

        images = np.array([number[name] for name in signals], dtype=np.int16)
        places: list[Ints] = []
        for views, small_views in zip(views_of(whole, None), views_of(small, None), strict=True):
            image_signals = images[views.signals]
            if (np.diff(np.sort(image_signals, axis=1), axis=1) == 0).any():
                raise ModelError(
                    "map of signals: two signals of a hand become one, so that the hand is none"
                )
            places.append(small_views.find(image_signals))
        return cls(whole, small, tuple(places))

    def __call__(self, filters: Filters) -> Filters:
        """Return filters of the smaller game as filters of the whole game."""
        first, second = filters
        return self._of_whole(first), self._of_whole(second)

    def _of_whole(self, small_filter: InformationFilter) -> InformationFilter:
        small_classes = small_filter.bound_to(self.small).classes
        pairs = zip(small_classes, self.views, strict=True)
        return InformationFilter(self.whole, tuple(classes[place] for classes, place in pairs))

    def then(self, inner: SignalMap) -> SignalMap:
        """Return the composition with the map of a still smaller game."""
        views = tuple(after[place] for place, after in zip(self.views, inner.views, strict=True))
        return SignalMap(self.whole, inner.small, views)


def first_members(classes: npt.NDArray[Any]) -> Ints:
    """Return the place of the first member of every class, numbered from 0."""
    first = np.empty(int(classes.max(initial=-1)) + 1, dtype=np.int64)
    first[classes[::-1]] = np.arange(len(classes))[::-1]  # the last assignment counts
    return first


def numbered(keys: npt.NDArray[Any]) -> Ints:
    """Return classes numbered from 0 in the order of their first members, one for each distinct key."""
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return np.asarray(place[inverse.reshape(-1)], dtype=np.int64)


def _names(game: OrderedGame, views: Views) -> list[View]:
    return [tuple(map(game.signals.__getitem__, row)) for row in views.signals.tolist()]


def _partition(names: list[View], number: int, mapping: Mapping[View, Iterable[View]]) -> Ints:
    """Return the classes of the views of a round (from 1), by the set of views to which each is mapped."""
    sets = {view: frozenset(members) for view, members in mapping.items()}
    for view in names:
        if view not in sets:
            raise ModelError(f"filter: round {number}: {' '.join(view)} has no class")
        if view not in sets[view]:
            raise ModelError(
                f"filter: round {number}: {' '.join(view)} is not in its own class: not truthful"
            )
        for member in sets[view]:
            if sets.get(member) != sets[view]:
                raise ModelError(
                    f"filter: round {number}: the classes of {' '.join(view)} and {' '.join(member)} overlap "
                    "without being the same: not independent"
                )
    return _numbered([sets[view] for view in names])


def _classes_by_label(
    game: OrderedGame,
    number: int,
    views: Views,
    labels: Mapping[View, Hashable] | Sequence[Hashable] | npt.NDArray[Any],
) -> Ints:
    """Return the classes of the views of a round (from 1) that have equal labels."""
    names = _names(game, views)
    if isinstance(labels, Mapping):
        for name in names:
            if name not in labels:
                raise ModelError(f"filter: round {number}: {' '.join(name)} has no label")
        if len(labels) > len(names):
            stranger = next(iter(labels.keys() - set(names)))
            raise ModelError(f"filter: round {number}: {stranger!r} is no hand of {game.title}")
        labels = [labels[name] for name in names]
    if len(labels) != len(names):
        raise ModelError(f"filter: round {number}: {len(labels)} labels for {len(names)} hands")
    # Rows of an array are equal by their entries
    hashable = [
        tuple(label.ravel().tolist()) if isinstance(label, np.ndarray) else label
        for label in labels
    ]
    try:
        return _numbered(hashable)
    except TypeError as error:
        raise ModelError(f"filter: round {number}: a label that has no hash: {error}") from None


def _numbered(labels: Sequence[Hashable]) -> Ints:
    """Return the place of each label among the distinct ones, in the order of their first occurrences."""
    number_of = {label: place for place, label in enumerate(dict.fromkeys(labels))}
    return np.array([number_of[label] for label in labels], dtype=np.int64)
