"""The class game of an ordered game under information filters, with payoffs as products of small tables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt

from seqform.builders.forms.hand_sums import class_pairs_of_hands
from seqform.models.games.abstraction import InformationFilter, require_filters
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import Comparison, Signals, numbers_of
from seqform.models.games.symmetries import (
    ViewOrbits,
    kept_symmetries,
    symmetric_filters,
)
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Numerators, magnitude
from seqform.models.numbers.integers import SAFE, matrix_product, sums_by, times
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.class_pairs import ClassPairs, HandPairs, Pairs

LEAST_SHARE = 2.0**-20
"""Share of meetings in all pairs of hands below which differences by inclusion and exclusion lose too many digits."""


@dataclass(frozen=True, eq=False)
class EndPayoffs(Immutable):
    """A player's payoffs at one leaf of round ``number``, weighted by chance: ``tables @ coefficients / denominator``.

    They have shape (pairs, histories); `tables` has shape (pairs, features), and `own_class` and `other_class` are the
    classes that meet, ordered by the opponent's, then by the player's. `own_choice` and `other_choice` are the last
    choices of the player and of the opponent in the round, counted from 1, 0 for none.
    """

    number: int
    own_choice: int
    other_choice: int
    own_class: Ints
    other_class: Ints
    tables: Numerators
    coefficients: npt.NDArray[np.int64]
    denominator: int

    @property
    def both_moved(self) -> bool:
        """True if each player has made a choice in the round."""
        return self.own_choice > 0 and self.other_choice > 0

    def nonzero(self) -> npt.NDArray[np.bool_]:
        """Return a mask of the pairs with a nonzero payoff after some history."""
        # Many histories have the same coefficients.
        distinct = np.unique(self.coefficients, axis=1)
        return np.asarray(matrix_product(self.tables, distinct).any(axis=1), dtype=bool)

    def numerators(self, pairs: Ints, denominator: int) -> Numerators:
        """Return the payoffs of some pairs over a multiple of the denominator, shape (pairs, histories)."""
        coefficients = times(self.coefficients, denominator // self.denominator)
        return matrix_product(self.tables[pairs], coefficients)


def end_payoffs(game: ClassGame, player: int) -> list[EndPayoffs]:
    """Return the payoffs of a player at all ends, by rounds."""
    ends = []
    for number, stage in enumerate(game.stages):
        pairs = game.pairs[number]
        payoffs = game.payoffs[number]
        own_class = pairs.first if player == 0 else pairs.second
        other_class = pairs.second if player == 0 else pairs.first
        order = np.lexsort((own_class, other_class))
        tables = np.ascontiguousarray(pairs.numerators[:, order].T)
        own_choices = stage.sequences(player).at
        other_choices = stage.sequences(1 - player).at
        for place, leaf in enumerate(stage.ends):
            end = EndPayoffs(
                number=number,
                own_choice=own_choices[leaf],
                other_choice=other_choices[leaf],
                own_class=own_class[order],
                other_class=other_class[order],
                tables=tables,
                coefficients=payoffs.numerators[player, :, place, :],
                denominator=payoffs.denominator * pairs.denominator,
            )
            ends.append(end)
    return ends


def fit_into_64_bits(ends: list[EndPayoffs]) -> bool:
    """Return whether payoffs over their common denominator, and sums of one from each end, fit into 64 bits."""
    denominator = common_denominator(ends)
    largest = denominator
    for end in ends:
        # A payoff is a sum of products of a table's entry and a coefficient, one for each feature.
        product = magnitude(end.tables) * magnitude(end.coefficients)
        num_features = end.tables.shape[1]
        largest = max(largest, product * num_features * (denominator // end.denominator))
    return bool(largest * (1 + len(ends)) < SAFE)


def common_denominator(ends: list[EndPayoffs]) -> int:
    """Return the least common denominator of all payoffs."""
    return math.lcm(*(end.denominator for end in ends))


def class_game(first: InformationFilter, second: InformationFilter | None = None) -> ClassGame:
    """Return Γ_F, the game in which players see classes of hands (Gilpin & Sandholm, definition 2).

    Payoffs are averages over the hands of the classes, weighted by their probability. The filters are those of player 0
    and of player 1; without a second, the first is both players'.
    """
    if second is None:
        second = first
    require_filters((first, second))
    game = first.game
    rounds = range(len(game.rounds))
    first_parents = tuple(first.parents(number) for number in rounds)
    second_parents = tuple(second.parents(number) for number in rounds)
    return ClassGame(
        title=game.title,
        players=game.players,
        stages=tuple(played_round.stage for played_round in game.rounds),
        num_classes=(first.num_classes, second.num_classes),
        parents=(first_parents, second_parents),
        pairs=tuple(_pairs(game, (first, second), number) for number in rounds),
        payoffs=game.payoffs,
        features=tuple(feature.name for feature in game.features),
    )


def _pairs(
    game: OrderedGame, filters: tuple[InformationFilter, InformationFilter], number: int
) -> Pairs:
    """Return the pairs of classes of a round; of a game with ranges as products where that can express them."""
    if game.ranges is None:
        return _class_pairs(game, filters, number)
    used = np.flatnonzero(game.payoffs[number].numerators.any(axis=(0, 2, 3))).tolist()
    further = [place for place in used if place > 0]
    if len(further) > 1 or not all(isinstance(game.features[k], Comparison) for k in further):
        return _class_pairs(game, filters, number)
    sign_feature = None
    compare = None
    if further:
        (sign_feature,) = further
        compare = cast("Comparison", game.features[sign_feature]).strength
    merging = None
    if game.ranges.share_that_meets >= LEAST_SHARE:
        merging = _merging(game, filters, number)
    if merging is None:
        pairs = class_pairs_of_hands(game, filters, number, sign_feature, compare)
        return _class_pairs(game, filters, number) if pairs is None else pairs

    views, _ = game.views[number]
    orbits = ViewOrbits.of(game.ranges, views, filters[0].classes[number], merging)
    strength = np.zeros(len(orbits), dtype=np.int64)
    if compare is not None:
        signals = orbits.signals.astype(np.int64)
        public = signals[:, list(views.public)]
        strength = numbers_of(compare, public, signals[:, list(views.private)])
    return HandPairs(
        game.ranges,
        orbits,
        strength,
        game.num_draws(number),
        len(game.features),
        sign_feature,
    )


def _merging(
    game: OrderedGame, filters: tuple[InformationFilter, InformationFilter], number: int
) -> tuple[Signals, ...] | None:
    """Return the permutations of signals under which the classes of both filters are orbits, None if there are none.

    Without permutations every view is a class.
    """
    classes = [own.classes[number] for own in filters]
    views = np.arange(len(classes[0]))
    if all(np.array_equal(own, views) for own in classes):
        return ()
    orbits = symmetric_filters(game)[0].classes[number]
    if all(np.array_equal(own, orbits) for own in classes):
        return kept_symmetries(game)
    return None


def _class_pairs(
    game: OrderedGame, filters: tuple[InformationFilter, InformationFilter], number: int
) -> ClassPairs:
    """Return the joint probabilities of the classes of round `number`, and the sums of their features."""
    deals = game.deals(number)
    first_filter, second_filter = filters
    first_view, second_view = deals.view
    first_class = first_filter.classes[number][first_view]
    second_class = second_filter.classes[number][second_view]

    # A pair of classes as one number, and for each deal the place of its pair among those that occur.
    width = second_filter.num_classes[number]
    pair, place = np.unique(first_class * width + second_class, return_inverse=True)
    coefficients = game.payoffs[number].numerators
    sums = []
    for place_of_feature, feature in enumerate(game.features):
        values = np.zeros(len(deals), dtype=np.int64)
        if place_of_feature == 0 or coefficients[:, place_of_feature].any():
            values = feature.values(deals, game.views[number])
        sums.append(_sums(deals.probability, values, place, len(pair)))
    features = ExactArray(np.concatenate(sums), deals.probability.denominator).reduced()
    return ClassPairs(
        first=pair // width,
        second=pair % width,
        numerators=features.numerators.reshape(len(sums), -1),
        denominator=features.denominator,
    )


def _sums(probability: ExactArray, values: Ints, place: Ints, size: int) -> Numerators:
    """Return the sums of probability times value over the deals of each place, as numerators."""
    products = times(probability.numerators, values)
    # np.bincount adds up doubles, which is faster, and exact as long as no sum exceeds 53 bits.
    if products.dtype != object and magnitude(products) * len(values) < 2**53:
        return np.bincount(place, weights=products, minlength=size).astype(np.int64)
    return sums_by(products, place, size)
