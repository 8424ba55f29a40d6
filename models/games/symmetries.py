"""Symmetries of games with ranges: permutations of signals that keep the game, and the orbits of views under them.

A permutation keeps a game if every hand has the weights of its image, and every view the strengths of its image: then
it only renames signals, and views that are images of each other may be merged for both players. Weights and strengths
are compared one by one, in integers, so that a symmetry is computed and never assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.abstraction import (
    Filters,
    InformationFilter,
    first_members,
    identity_filters,
    numbered,
)
from seqform.models.games.infosets import player_label
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import (
    Comparison,
    Constant,
    Feature,
    LaterComparison,
    Own,
    Signals,
    Views,
    codes_of,
    of_views,
)
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints


@lru_cache(maxsize=8)
def kept_symmetries(game: OrderedGame) -> tuple[Signals, ...]:
    """Return those of a game's `symmetries` that keep it, each for every signal its image; see `symmetry_violation`."""
    if game.ranges is None or not game.symmetries:
        return ()
    images = [np.array(permutation, dtype=np.int16) for permutation in game.symmetries]
    reasons = _violations(game, game.ranges, images)
    return tuple(image for image, reason in zip(images, reasons, strict=True) if reason is None)


def symmetry_violation(game: OrderedGame, permutation: Sequence[int]) -> str | None:
    """Return the reason why a permutation of signals does not keep a game with ranges, as a sentence; None if it does.

    - `permutation`: For each signal, by number, its image.

    The conditions are that a hand has the weights of its image for both players, and that in every round a view has the
    strength of its image in all that payoffs depend on, with the signals that are still to come where they do.

    Raises ModelError for a game without ranges, and where each signal is not the image of one.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> game = catalog.ordered("holdem(board=JsKs5hQs7h,ranges=[AA KdTd KcTc])")
    >>> def exchange(first, second):
    ...     suits = str.maketrans(first + second, second + first)
    ...     images = [name.translate(suits) for name in game.signals]
    ...     return [game.signals.index(image) for image in images]
    >>> print(symmetry_violation(game, exchange("d", "c")))
    None
    """
    if game.ranges is None:
        raise ModelError(f"{game.title}: symmetries are those of games with ranges")
    image: Signals = np.array(permutation, dtype=np.int16)
    if not np.array_equal(np.sort(image), np.arange(len(game.signals))):
        raise ModelError(
            f"{game.title}: a permutation of the numbers of {len(game.signals)} signals expected"
        )
    return _violations(game, game.ranges, [image])[0]


@lru_cache(maxsize=8)
def symmetric_filters(game: OrderedGame) -> Filters:
    """Return the filters that merge the views that are images of each other under the symmetries that keep a game.

    Both players have the same filter. They lose nothing: against a strategy that depends on orbits alone, views of one
    orbit have the same payoffs, and continue to each orbit with the same probability.
    """
    symmetries = kept_symmetries(game)
    if not symmetries:
        return identity_filters(game)
    classes = []
    for views, _ in game.views:
        images = [views.find(image[views.signals]) for image in symmetries]
        classes.append(numbered(_orbits(len(views), images)))
    merged = InformationFilter(game, tuple(classes))
    return merged, merged


@dataclass(frozen=True, eq=False)
class ViewOrbits(Immutable):
    """The orbits of the views of a round under permutations of signals, by their members on a board of each orbit.

    The boards, which are the public signals of views, have orbits too, of which one board stands for all. On this board
    an orbit of views is one of hands under the permutations that keep the board; so are orbits of single signals.

    - `members`, shape (m, k): The views on the boards that stand for others, a hand first and then the board.
    - `orbit_of`, shape (m,): The orbit of each of them.
    - `signals`, shape (n, k): One of them for each orbit.
    - `num_boards`, shape (n,): The number of boards for which an orbit's board stands.
    - `cards`, shape (n, h): For each signal of an orbit's hand a number of its orbit.
    - `card_counts`, shape (n, h): The number of signals of that orbit.
    """

    members: Signals
    orbit_of: Ints
    signals: Signals
    num_boards: Ints
    cards: Ints
    card_counts: Ints

    @classmethod
    def of(
        cls, ranges: Ranges, views: Views, classes: Ints, permutations: Sequence[Signals]
    ) -> ViewOrbits:
        """Return the orbits of views under the group of some permutations, which are the given classes."""
        num_signals = ranges.num_signals
        public = views.signals[:, ranges.hand_size :]
        codes, first, board = np.unique(
            codes_of(public, num_signals), return_index=True, return_inverse=True
        )
        boards = public[first]
        board_images = []
        card_images = []
        for image in permutations:
            board_image = np.searchsorted(codes, codes_of(image[boards], num_signals))
            board_images.append(board_image)
            # A signal beside a board is one number
            card_images.append((board_image[:, None] * num_signals + image).reshape(-1))
        standing = _orbits(len(boards), board_images)
        num_alike = np.bincount(standing, minlength=len(boards))
        beside = _orbits(len(boards) * num_signals, card_images)
        num_beside = np.bincount(beside, minlength=len(beside))

        members = np.flatnonzero(standing[board] == board)
        orbit_of = classes[members]
        one_of_each = members[first_members(orbit_of)]
        board_of_each = board[one_of_each]
        hands = views.signals[one_of_each, : ranges.hand_size].astype(np.int64)
        orbits_of_cards = beside[board_of_each[:, None] * num_signals + hands]
        num_boards = num_alike[board_of_each]
        return cls(
            members=views.signals[members],
            orbit_of=orbit_of,
            signals=views.signals[one_of_each],
            num_boards=num_boards,
            cards=orbits_of_cards % num_signals,
            card_counts=num_beside[orbits_of_cards] // num_boards[:, None],
        )

    def __len__(self) -> int:
        return len(self.signals)

    @property
    def on_board(self) -> Ints:
        """The number of members of each orbit on its board."""
        return np.bincount(self.orbit_of, minlength=len(self))

    def reordered(self, order: Ints) -> ViewOrbits:
        """Return the orbits in another order, given by their present numbers; some may be left out."""
        place = np.full(len(self), -1)
        place[order] = np.arange(len(order))
        orbit_of = place[self.orbit_of]
        is_left = orbit_of >= 0
        return ViewOrbits(
            members=self.members[is_left],
            orbit_of=orbit_of[is_left],
            signals=self.signals[order],
            num_boards=self.num_boards[order],
            cards=self.cards[order],
            card_counts=self.card_counts[order],
        )


def _orbits(size: int, images: Sequence[Ints]) -> Ints:
    """Return the smallest member of the orbit of each of the numbers below `size` under the group of permutations.

    Each takes the smaller one of its own and its image's until nothing changes: along a cycle all are then equal.
    """
    smallest = np.arange(size)
    while True:
        before = smallest
        for image in images:
            smallest = np.minimum(smallest, smallest[image])
        if np.array_equal(before, smallest):
            return smallest


# ---- the proof that a permutation keeps a game ----


def _violations(game: OrderedGame, ranges: Ranges, images: Sequence[Signals]) -> list[str | None]:
    """Return the reason against each permutation; the strengths of a round are computed once for all of them."""
    reasons = [_weight_violation(game, ranges, image) for image in images]
    for number, (views, _) in enumerate(game.views):
        used = game.payoffs[number].numerators.any(axis=(0, 2, 3))
        for place in np.flatnonzero(used).tolist():
            feature = game.features[place]
            if isinstance(feature, Constant) or None not in reasons:
                continue
            strengths = _strengths(feature, views)
            for permutation, image in enumerate(images):
                if reasons[permutation] is None:
                    reasons[permutation] = _strength_violation(
                        game, number, feature, strengths, image
                    )
    return reasons


def _weight_violation(game: OrderedGame, ranges: Ranges, image: Signals) -> str | None:
    """Return the reason why a permutation does not keep the weights of hands."""
    codes = codes_of(ranges.hands, ranges.num_signals)
    images: Signals = np.sort(image[ranges.hands], axis=1)
    image_codes = codes_of(images, ranges.num_signals)
    unknown = np.flatnonzero(~np.isin(image_codes, codes))
    if len(unknown):
        hand = int(unknown[0])
        return (
            f"{_names(game, ranges.hands[hand].tolist())} is a hand of a range, but its image "
            f"{_names(game, images[hand].tolist())} is none"
        )
    place = np.searchsorted(codes, image_codes)
    for player, weights in enumerate(ranges.weights):
        differs = np.flatnonzero(weights != weights[place])
        if len(differs):
            hand = int(differs[0])
            return (
                f"{_names(game, ranges.hands[hand].tolist())} and its image {_names(game, images[hand].tolist())} "
                f"have different weights in the range of {player_label(player)}"
            )
    return None


def _strengths(feature: Feature, views: Views) -> Ints | None:
    """Return the strength of each view after each set of signals to come, shape (sets, views).

    None of a feature that compares no strengths.
    """
    if isinstance(feature, LaterComparison):
        sets = combinations(range(views.num_signals), feature.to_come)
        return np.stack([feature.strengths(views, to_come) for to_come in sets])
    if isinstance(feature, Comparison):
        return of_views(feature.strength, views)[None]
    if isinstance(feature, Own):
        return of_views(feature.value, views)[None]
    return None


def _strength_violation(
    game: OrderedGame, number: int, feature: Feature, strengths: Ints | None, image: Signals
) -> str | None:
    """Return the reason why a permutation does not keep the strengths of a feature in a round."""
    if strengths is None:
        return (
            f"round {number + 1}: payoffs depend on {feature.name}, a function of both players' signals, of which no "
            "symmetry is known"
        )
    views, _ = game.views[number]
    num_to_come = feature.to_come if isinstance(feature, LaterComparison) else 0
    sets = np.array(list(combinations(range(views.num_signals), num_to_come)), dtype=np.int16)
    sets = sets.reshape(len(strengths), num_to_come)
    image_sets: Signals = np.sort(image[sets], axis=1)
    place = np.searchsorted(
        codes_of(sets, views.num_signals), codes_of(image_sets, views.num_signals)
    )
    image_views = views.find(image[views.signals])
    is_other = strengths != strengths[place][:, image_views]
    if not is_other.any():
        return None
    row, view = np.argwhere(is_other)[0].tolist()
    signals = [*views.signals[view].tolist(), *sets[row].tolist()]
    return (
        f"round {number + 1}: {_names(game, signals)} and its image {_names(game, image[signals].tolist())} differ in "
        f"{feature.name}"
    )


def _names(game: OrderedGame, signals: Sequence[int]) -> str:
    return " ".join(game.signals[signal] for signal in signals)
