"""The class game of an ordered game under information filters, with payoffs as products of small tables."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.models.games.abstraction import InformationFilter, require_filters
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Numerators, magnitude
from seqform.models.numbers.integers import SAFE, matrix_product, sums_by, times
from seqform.models.programs.class_game import ClassGame, ClassPairs


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
        return np.asarray(
            matrix_product(self.tables, np.unique(self.coefficients, axis=1)).any(axis=1),
            dtype=bool,
        )

    def numerators(self, pairs: Ints, denominator: int) -> Numerators:
        """Return the payoffs of some pairs over a multiple of the denominator, shape (pairs, histories)."""
        return matrix_product(
            self.tables[pairs], times(self.coefficients, denominator // self.denominator)
        )


def end_payoffs(game: ClassGame, player: int) -> list[EndPayoffs]:
    """Return the payoffs of a player at all ends, by rounds."""
    ends = []
    for number, (stage, pairs, payoffs) in enumerate(
        zip(game.stages, game.pairs, game.payoffs, strict=True)
    ):
        classes = (pairs.first, pairs.second)
        own_class, other_class = classes[player], classes[1 - player]
        order = np.lexsort((own_class, other_class))
        tables = np.ascontiguousarray(pairs.numerators[:, order].T)
        own_at, other_at = stage.sequences(player).at, stage.sequences(1 - player).at
        for place, leaf in enumerate(stage.ends):
            ends.append(
                EndPayoffs(
                    number,
                    own_at[leaf],
                    other_at[leaf],
                    own_class[order],
                    other_class[order],
                    tables,
                    payoffs.numerators[player, :, place, :],
                    payoffs.denominator * pairs.denominator,
                )
            )
    return ends


def fit_into_64_bits(ends: list[EndPayoffs]) -> bool:
    """Return whether payoffs over their common denominator, and sums of one from each end, fit into 64 bits."""
    denominator = common_denominator(ends)
    bounds = [
        magnitude(end.tables)
        * magnitude(end.coefficients)
        * end.tables.shape[1]
        * (denominator // end.denominator)
        for end in ends
    ]
    return bool(max(denominator, *bounds) * (1 + len(ends)) < SAFE)


def common_denominator(ends: list[EndPayoffs]) -> int:
    """Return the least common denominator of all payoffs."""
    return math.lcm(*(end.denominator for end in ends))


def class_game(first: InformationFilter, second: InformationFilter | None = None) -> ClassGame:
    """Return Γ_F, the game in which players see classes of hands (Gilpin & Sandholm, definition 2).

    Payoffs are averages over the hands of the classes, weighted by their probability. The filters are those of player 1
    and of player 2; without a second, the first is both players'.
    """
    filters = (first, first if second is None else second)
    require_filters(filters)
    game = first.game
    mine, theirs = (
        tuple(one.parents(number) for number in range(len(game.rounds))) for one in filters
    )
    return ClassGame(
        title=game.title,
        players=game.players,
        stages=tuple(one.stage for one in game.rounds),
        num_classes=(filters[0].num_classes, filters[1].num_classes),
        parents=(mine, theirs),
        pairs=tuple(_class_pairs(game, filters, number) for number in range(len(game.rounds))),
        payoffs=game.payoffs,
        features=tuple(feature.name for feature in game.features),
    )


def _class_pairs(
    game: OrderedGame, filters: tuple[InformationFilter, InformationFilter], number: int
) -> ClassPairs:
    """Return the joint probabilities of the classes of round `number`, and the sums of their features."""
    deals, views = game.deals(number), game.views[number]
    classes = [one.classes[number][view] for one, view in zip(filters, deals.view, strict=True)]
    width = filters[1].num_classes[number]
    pair, place = np.unique(classes[0] * width + classes[1], return_inverse=True)
    sums = [
        _sums(deals.probability, feature.values(deals, views), place, len(pair))
        for feature in game.features
    ]
    whole = ExactArray(np.concatenate(sums), deals.probability.denominator).reduced()
    return ClassPairs(
        pair // width, pair % width, whole.numerators.reshape(len(sums), -1), whole.denominator
    )


def _sums(probability: ExactArray, values: Ints, place: Ints, size: int) -> Numerators:
    products = times(probability.numerators, values)
    if products.dtype != object and magnitude(products) * len(values) < 2**53:
        return np.bincount(place, weights=products, minlength=size).astype(np.int64)
    return sums_by(products, place, size)
