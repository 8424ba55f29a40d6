"""From coarse to fine: filters to solve and evaluate one after the other, for as long as there is time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from seqform.builders.gameshrink.merging import Filters, check_game, check_threshold, game_shrink
from seqform.errors import ModelError
from seqform.models.ordered_game import OrderedGame


def coarse_to_fine(game: OrderedGame, thresholds: Iterable[float]) -> Iterator[tuple[float, Filters]]:
    """Return ever finer filters for ever lower thresholds (Gilpin & Sandholm, "State-space approximations").

    Each one is refined by the next, and a threshold that changes nothing is passed over. Outcomes and
    costs of matchings are computed once for all thresholds.

    Parameters
    ----------
    game : OrderedGame
    thresholds : iterable of float
        Decreasing; see `game_shrink`. With 0 last, the walk ends at GameShrink's own filters.

    Yields
    ------
    (float, (InformationFilter, InformationFilter))
        The threshold, and the filters of players 1 and 2.

    Raises
    ------
    GameError
        If `game` is not an ordered game.
    ModelError
        If a threshold is no number from 0, or they do not decrease.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import leduc
    >>> for threshold, (filters, _) in coarse_to_fine(leduc("leduc"), [1, 0.3, 0.1, 0]):
    ...     print(threshold, filters)
    1 <InformationFilter of 'leduc': 1 / 1 classes>
    0.3 <InformationFilter of 'leduc': 1 / 3 classes>
    0.1 <InformationFilter of 'leduc': 3 / 7 classes>
    """
    check_game(game)
    levels = list(thresholds)
    for level in levels:
        check_threshold(level)
    for above, below in pairwise(levels):
        if below >= above:
            raise ModelError(f"from coarse to fine: decreasing thresholds expected, but {below} follows {above}")
    return _walk(game, levels)


def _walk(game: OrderedGame, levels: list[float]) -> Iterator[tuple[float, Filters]]:
    seen: list[tuple[int, ...]] = []
    for level in levels:
        filters = game_shrink(game, level)
        sizes = [one.num_classes for one in filters]
        if sizes != seen:  # as each filter refines the one before, equal sizes are equal filters
            seen = sizes
            yield level, filters
