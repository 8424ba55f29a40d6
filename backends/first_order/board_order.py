"""Classes numbered board by board: what is worked on together lies together in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from seqform.backends.first_order.ranked import ranked_round
from seqform.models.class_game import ClassGame, ClassPairs
from seqform.models.class_strategy import ClassStrategy
from seqform.models.exact import Ints

Orders = tuple[tuple[Ints, ...], tuple[Ints, ...]]


@dataclass(frozen=True, eq=False)
class Renumbered:
    """A class game with its classes in another order.

    Attributes
    ----------
    game : ClassGame
    original : ClassGame
    orders : for each player and round, ndarray of int
        The original number of every class.
    """

    game: ClassGame
    original: ClassGame
    orders: Orders

    def lift(self, strategy: ClassStrategy) -> ClassStrategy:
        """Return a strategy of the renumbered game as one of the original."""
        behavior = []
        for order, table in zip(self.orders[strategy.player], strategy.behavior, strict=True):
            original = np.empty_like(table)
            original[order] = table
            behavior.append(original)
        return ClassStrategy(self.original, strategy.player, tuple(behavior))


def in_board_order(game: ClassGame) -> Renumbered:
    """Return a game with the classes of ranked rounds board by board, by rank; other rounds stay as they are."""
    found = [ranked_round(game, number) for number in range(game.num_rounds)]
    first, second = (
        tuple(
            np.arange(game.num_classes[player][number]) if ranked is None else ranked.classes
            for number, ranked in enumerate(found)
        )
        for player in (0, 1)
    )
    return renumbered(game, (first, second))


def renumbered(game: ClassGame, orders: Orders) -> Renumbered:
    """Return a game with its classes in the given orders; see `Renumbered`.

    Examples
    --------
    >>> from seqform.builders.class_game import class_game
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> from seqform.models.information_filter import InformationFilter
    >>> game = class_game(InformationFilter.identity(kuhn("kuhn")))
    >>> backwards = np.array([2, 1, 0])
    >>> renumbered(game, ((backwards,), (backwards,))).game.pairs[0].numerators[1].tolist()
    [1, 1, -1, 1, -1, -1]
    """
    places = [[np.argsort(order) for order in own] for own in orders]
    parents = [
        tuple(
            game.parents[player][number][order]
            if number == 0
            else places[player][number - 1][game.parents[player][number][order]]
            for number, order in enumerate(orders[player])
        )
        for player in (0, 1)
    ]
    pairs = []
    for number, table in enumerate(game.pairs):
        first, second = places[0][number][table.first], places[1][number][table.second]
        order = np.lexsort((second, first))
        pairs.append(ClassPairs(first[order], second[order], table.numerators[:, order], table.denominator))
    changed = replace(game, parents=(parents[0], parents[1]), pairs=tuple(pairs))
    return Renumbered(changed, game, orders)
