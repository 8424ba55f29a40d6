"""A plain evaluation of poker hands: all subsets of five cards, compared by tuples; shares nothing with the product."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Key = tuple[int, tuple[int, ...]]


def plain_key(cards: Sequence[int]) -> Key:
    """The category, 0 to 8, and the ranks that decide within it, of the best five of some cards."""
    return max(_five(subset) for subset in combinations(cards, 5))


def _five(cards: Sequence[int]) -> Key:
    ranks = [card // 4 for card in cards]
    counts = Counter(ranks)
    # Ranks that occur more often first, then higher ones
    order = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    pattern = sorted(counts.values(), reverse=True)
    is_flush = len({card % 4 for card in cards}) == 1
    if len(counts) == 5:
        top = None
        if order[0] - order[4] == 4:
            top = order[0]
        elif order == (12, 3, 2, 1, 0):
            top = 3
        if top is not None:
            return (8 if is_flush else 4), (top,)
        return (5 if is_flush else 0), order
    categories = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return categories[tuple(pattern)], order
