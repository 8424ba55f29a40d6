"""Information filters: partitions of a player's signals in an ordered game, and maps between the signals of games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
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
        for number, (classes, views) in enumerate(
            zip(self.classes, self.views, strict=True), start=1
        ):
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
        classes, views = self.classes[number], self.views[number]
        before = self.classes[number - 1][views.parent]
        first = first_members(classes)[classes]
        wrong = np.flatnonzero(before != before[first])
        if len(wrong):
            one, other = (self.name(number, int(view)) for view in (first[wrong[0]], wrong[0]))
            raise ModelError(
                f"filter: imperfect recall: {one} and {other} share a class in round {number + 1}, but their "
                f"beginnings have different classes in round {number}; let labels include those of the round before"
            )

    @property
    def views(self) -> tuple[Views, ...]:
        """The views that are merged, by rounds."""
        return views_of(self.game, self.player)

    @classmethod
    def identity(cls, game: OrderedGame, player: int | None = None) -> InformationFilter:
        """Return the filter that keeps all views apart."""
        return cls(game, tuple(np.arange(len(views)) for views in views_of(game, player)), player)

    @classmethod
    def coarsest(cls, game: OrderedGame, player: int | None = None) -> InformationFilter:
        """Return the filter that merges all views, so that players observe actions only."""
        return cls(
            game,
            tuple(np.zeros(len(views), dtype=np.int64) for views in views_of(game, player)),
            player,
        )

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
        >>> low = {one: jacks for one in jacks} | {one: kings for one in kings}
        >>> InformationFilter.from_sets(game, [low]).num_classes
        (2,)
        """
        if len(sets) != len(game.rounds):
            raise ModelError(f"filter: {len(sets)} mappings for {len(game.rounds)} rounds")
        names = (_names(game, views) for views in views_of(game, player))
        pairs = enumerate(zip(names, sets, strict=True), start=1)
        return cls(
            game,
            tuple(_partition(each, number, mapping) for number, (each, mapping) in pairs),
            player,
        )

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
        classes = []
        for number, given in enumerate(labels):
            names = _names(game, views_of(game, player)[number])
            if isinstance(given, Mapping):
                left_out = next((name for name in names if name not in given), None)
                if left_out is not None:
                    raise ModelError(
                        f"filter: round {number + 1}: {' '.join(left_out)} has no label"
                    )
                if len(given) > len(names):
                    other = next(iter(given.keys() - set(names)))
                    raise ModelError(
                        f"filter: round {number + 1}: {other!r} is no hand of {game.title}"
                    )
                given = [given[name] for name in names]
            if len(given) != len(names):
                raise ModelError(
                    f"filter: round {number + 1}: {len(given)} labels for {len(names)} hands"
                )
            given = [
                tuple(one.ravel().tolist()) if isinstance(one, np.ndarray) else one for one in given
            ]
            try:
                number_of = {label: place for place, label in enumerate(dict.fromkeys(given))}
            except TypeError as error:
                raise ModelError(
                    f"filter: round {number + 1}: a label that has no hash: {error}"
                ) from None
            classes.append(np.array([number_of[label] for label in given], dtype=np.int64))
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
        labels = []
        for number, views in enumerate(views_of(game, player)):
            private, public = views.private, views.public
            labels.append(
                [
                    label(
                        number + 1,
                        tuple(name[one] for one in private),
                        tuple(name[one] for one in public),
                    )
                    for name in _names(game, views)
                ]
            )
        return cls.from_labels(game, labels, player)

    def bound_to(self, game: OrderedGame) -> InformationFilter:
        """Return this filter for a game with the same signals, for example the same game loaded twice."""
        if game is self.game:
            return self
        same = game.signals == self.game.signals and len(game.views) == len(self.game.views)
        if not same or not all(
            np.array_equal(one.signals, other.signals) and one.public == other.public
            for one, other in zip(views_of(game, self.player), self.views, strict=True)
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
        return np.asarray(
            self.classes[number - 1][self.views[number].parent[first]], dtype=np.int64
        )

    def refines(self, other: InformationFilter) -> bool:
        """Return whether every class lies within a class of `other`."""
        pairs = zip(self.classes, other.classes, strict=True)
        return all(
            np.array_equal(coarse, coarse[first_members(fine)][fine]) for fine, coarse in pairs
        )

    def name(self, number: int, view: int) -> str:
        """Return a view of round `number` by its signals."""
        return " ".join(self.game.signals[signal] for signal in self.views[number].signals[view])

    def __repr__(self) -> str:
        return f"<InformationFilter of {self.game.title!r}: {' / '.join(f'{n:,}' for n in self.num_classes)} classes>"


Filters = tuple[InformationFilter, InformationFilter]
"""Those of player 1 and of player 2."""


def views_of(game: OrderedGame, player: int | None) -> tuple[Views, ...]:
    """Return a player's views by rounds; None stands for either player."""
    return tuple(both[player or 0] for both in game.views)


def require_filters(filters: Filters) -> None:
    """Raise a ModelError unless the filters are one of player 1 and one of player 2."""
    for player, one in enumerate(filters):
        if not one.game.is_even and one.player != player:
            raise ModelError(
                f"filters of player 1 and of player 2 expected, and {one!r} is not player {player + 1}'s"
            )


def identity_filters(game: OrderedGame) -> Filters:
    """Return the filters that keep all views apart; the same one for both players of an even game."""
    first = InformationFilter.identity(game, None if game.is_even else 0)
    return first, first if game.is_even else InformationFilter.identity(game, 1)


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
        if tuple(one.stage for one in self.whole.rounds) != tuple(
            one.stage for one in self.small.rounds
        ):
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
        for number, (place, whole, small) in enumerate(
            zip(self.views, views_of(self.whole, None), views_of(self.small, None), strict=True),
            start=1,
        ):
            if len(place) != len(whole) or not np.array_equal(
                np.unique(place), np.arange(len(small))
            ):
                raise ModelError(
                    f"map of signals: round {number}: for each of the {len(whole)} views of {self.whole.title} one of "
                    f"the {len(small)} views of {self.small.title} expected, and each of these for one at least"
                )
            if number > 1 and not np.array_equal(small.parent[place], above[whole.parent]):
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
        unknown = next((name for name in signals if name not in number), None)
        if unknown is not None or len(signals) != len(whole.signals):
            what = (
                f"{unknown!r} is no signal of {small.title}"
                if unknown is not None
                else f"{len(signals)} names"
            )
            raise ModelError(
                f"map of signals: {what}; one for each of the {len(whole.signals)} of {whole.title} expected"
            )
        images = np.array([number[name] for name in signals], dtype=np.int16)
        views = []
        for before, after in zip(views_of(whole, None), views_of(small, None), strict=True):
            rows = images[before.signals]
            if (np.diff(np.sort(rows, axis=1), axis=1) == 0).any():
                raise ModelError(
                    "map of signals: two signals of a hand become one, so that the hand is none"
                )
            views.append(after.find(rows))
        return cls(whole, small, tuple(views))

    def __call__(self, filters: Filters) -> Filters:
        """Return filters of the smaller game as filters of the whole game."""
        first, second = (
            InformationFilter(
                self.whole,
                tuple(
                    classes[place]
                    for classes, place in zip(
                        one.bound_to(self.small).classes, self.views, strict=True
                    )
                ),
            )
            for one in filters
        )
        return first, second

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
    return [tuple(game.signals[signal] for signal in row) for row in views.signals.tolist()]


def _partition(names: list[View], number: int, mapping: Mapping[View, Iterable[View]]) -> Ints:
    sets = {view: frozenset(members) for view, members in mapping.items()}
    for view in names:
        if view not in sets:
            raise ModelError(f"filter: round {number}: {' '.join(view)} has no class")
        if view not in sets[view]:
            raise ModelError(
                f"filter: round {number}: {' '.join(view)} is not in its own class: not truthful"
            )
        for other in sets[view]:
            if sets.get(other) != sets[view]:
                raise ModelError(
                    f"filter: round {number}: the classes of {' '.join(view)} and {' '.join(other)} overlap "
                    "without being the same: not independent"
                )
    number_of = {
        members: place for place, members in enumerate(dict.fromkeys(sets[view] for view in names))
    }
    return np.array([number_of[sets[view]] for view in names], dtype=np.int64)
