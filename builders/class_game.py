"""From an ordered game and information filters to the game of classes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError
from seqform.models.class_game import ClassGame, ClassPairs
from seqform.models.exact import ExactArray, Ints, magnitude, widened
from seqform.models.information_filter import InformationFilter
from seqform.models.ordered_game import OrderedGame


def class_game(first: InformationFilter, second: InformationFilter | None = None) -> ClassGame:
    """Return Γ_F, the game in which players see classes of hands (Gilpin & Sandholm, definition 2).

    Payoffs are averages over the hands of the classes, weighted by their probability.

    Parameters
    ----------
    first, second : InformationFilter
        Of player 1 and of player 2; the same for both if the second is absent.

    Returns
    -------
    ClassGame

    Raises
    ------
    GameError
        If a sum over deals needs more than 64 bits.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> game = catalog.ordered("rhode-island(ranks=3,suits=2)")
    >>> class_game(InformationFilter.identity(game))
    <ClassGame 'rhode-island(ranks=3,suits=2)': 6 / 30 / 120 classes>
    """
    filters = (first, first if second is None else second)
    game = first.game
    return ClassGame(
        title=game.title,
        players=game.players,
        stages=tuple(one.stage for one in game.rounds),
        num_classes=(filters[0].num_classes, filters[1].num_classes),
        parents=(_parents(filters[0]), _parents(filters[1])),
        pairs=tuple(class_pairs(game, filters, number) for number in range(len(game.rounds))),
        payoffs=game.payoffs,
        features=tuple(feature.name for feature in game.features),
    )


def _parents(one: InformationFilter) -> tuple[Ints, ...]:
    return tuple(one.parents(number) for number in range(len(one.classes)))


def class_pairs(game: OrderedGame, filters: tuple[InformationFilter, InformationFilter], number: int) -> ClassPairs:
    """Return how likely the classes of round `number` are to meet, and their features' sums."""
    deals, views = game.deals(number), game.views[number]
    classes = [one.classes[number][view] for one, view in zip(filters, deals.view, strict=True)]
    width = filters[1].num_classes[number]
    pair, place = np.unique(classes[0] * width + classes[1], return_inverse=True)
    sums = [
        _sums(game.title, deals.probability, feature.values(deals, (views, views)), place, len(pair))
        for feature in game.features
    ]
    denominator = deals.probability.denominator
    common = int(np.gcd.reduce(np.concatenate(sums), initial=denominator))
    return ClassPairs(pair // width, pair % width, np.stack(sums) // common, denominator // common)


def _sums(title: str, probability: ExactArray, values: Ints, place: Ints, size: int) -> npt.NDArray[np.int64]:
    bound = magnitude(probability.numerators) * magnitude(values) * len(values)
    if bound < 2**53:
        weights = probability.numerators * values
        return np.bincount(place, weights=weights, minlength=size).astype(np.int64)
    total = ExactArray(widened(probability.numerators, bound) * values, probability.denominator).sum_by(place, size)
    numerators = total.over(probability.denominator)
    if magnitude(numerators) >= 2**62:
        raise GameError(f"{title}: sums over the deals need more than 64 bits; choose simpler probabilities")
    return numerators.astype(np.int64)
