"""A subgame perfect equilibrium that pays what is asked for."""

from __future__ import annotations

from fractions import Fraction

from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.backends.bestnash.unfolding import unfolded
from seqform.models.position_graph import PositionGraph
from seqform.models.subgame_perfect import SubgamePerfect


def nash_paying(graph: PositionGraph, payoffs: tuple[Fraction, Fraction], *, mixing: bool = True) -> SubgamePerfect:
    """Find a subgame perfect equilibrium of a two-player game without chance that pays exactly this.

    Parameters
    ----------
    graph : PositionGraph
        Two players, no chance. Where positions are shared, the strategy is one of the unfolded graph.
    payoffs : two fractions
        They need not be payoffs that occur.
    mixing : bool
        False if nobody may mix.

    Returns
    -------
    SubgamePerfect
        With the profiles of all subgame perfect equilibria of the kind.

    Raises
    ------
    GameError
        If there are not two players, or there is chance.
    ModelError
        If no equilibrium pays that.
    SolveError
        If the sets take too much memory.

    Examples
    --------
    In the game of Littman et al. (2006), figure 1, player 1 can mix so that player 2 expects 52.

    >>> import numpy as np
    >>> from seqform.models.exact import ExactArray
    >>> figure = PositionGraph(
    ...     "figure 1", ("1", "2"), np.array([1, 0, -2, -2, -2], dtype=np.int8), np.array([0, 2, 4, 4, 4, 4]),
    ...     np.array([1, 2, 3, 4], dtype=np.int32), np.array([-1, -1, 0, 1, 2], dtype=np.int32),
    ...     (ExactArray.of([1000, 2, 2]), ExactArray.of([4, 3, 100])))
    >>> nash_paying(figure, (Fraction(2), Fraction(52))).strategy.at(1)
    {0: Fraction(48, 97), 1: Fraction(49, 97)}
    """
    first, second = payoffs
    values = (Fraction(first), Fraction(second))
    sets = profile_sets(graph, mixing=mixing, through=[values])
    return SubgamePerfect(unfolded(sets, values).strategy, values, sets.root)
