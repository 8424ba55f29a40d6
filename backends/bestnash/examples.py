"""Small games that call every loop over trees, so that all of them get compiled."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.backends.bestnash import backward_induction, best_nash
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import ExactArray


def small_game(shared: bool, first: int = 0) -> PositionGraph:
    """Return a game of three positions with moves, the last two ends being the same one if positions are shared."""
    child = np.array([1, 2, 3, 4, 5, 5 if shared else 6], dtype=np.int32)
    ends = 3 if shared else 4
    player = np.array([first, 0, 1] + ends * [END], dtype=np.int8)
    first_move = np.array([0, 2, 4] + (ends + 1) * [6], dtype=np.int64)
    outcome = np.array([-1, -1, -1, *range(ends)], dtype=np.int32)
    payoffs = (ExactArray.of([1, 1, 0, 0][:ends]), ExactArray.of([1, 2, 0, 3][:ends]))
    probability = ExactArray(np.ones(6, dtype=np.int64), 2) if first == CHANCE else None
    return PositionGraph("small", ("1", "2"), player, first_move, child, outcome, payoffs, probability)


def run_all() -> None:
    """Solve small games, which compiles everything that is not compiled yet."""
    for game in (small_game(shared=False), small_game(shared=True)):
        assert best_nash(game).values == (Fraction(1), Fraction(2))
    assert len(backward_induction(small_game(shared=False, first=CHANCE)).values) == 2
