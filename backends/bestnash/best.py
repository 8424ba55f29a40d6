"""The best subgame perfect equilibrium (bestNash of Littman et al.)."""

from __future__ import annotations

from seqform.backends.bestnash.paying import nash_paying
from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.backends.bestnash.unfolding import unfolded
from seqform.models.objectives import ObjectiveLike, objective
from seqform.models.position_graph import PositionGraph
from seqform.models.subgame_perfect import SubgamePerfect


def best_nash(graph: PositionGraph, wanted: ObjectiveLike = "social", *, mixing: bool = True) -> SubgamePerfect:
    """Find a subgame perfect equilibrium of a two-player game without chance that is best of all.

    Parameters
    ----------
    graph : PositionGraph
        Two players, no chance. Where positions are shared, the strategy is one of the unfolded graph.
    wanted : Objective, str or callable
        What is to be maximised, such as ``"social"`` or ``"fairest,social"``; see `seqform.models.objectives`.
    mixing : bool
        False for the best of the equilibria in which nobody mixes.

    Returns
    -------
    SubgamePerfect
        With the profiles of all subgame perfect equilibria of the kind.

    Raises
    ------
    GameError
        If there are not two players, or there is chance.
    ModelError
        If the objective is unknown or fails.
    SolveError
        If the sets take too much memory.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), section 2.

    Examples
    --------
    The game of the paper's figure 1.

    >>> import numpy as np
    >>> from seqform.models.exact import ExactArray
    >>> figure = PositionGraph(
    ...     "figure 1", ("1", "2"), np.array([1, 0, -2, -2, -2], dtype=np.int8), np.array([0, 2, 4, 4, 4, 4]),
    ...     np.array([1, 2, 3, 4], dtype=np.int32), np.array([-1, -1, 0, 1, 2], dtype=np.int32),
    ...     (ExactArray.of([1000, 2, 2]), ExactArray.of([4, 3, 100])))
    >>> best_nash(figure, "social")
    <SubgamePerfect of 'figure 1': values 1000, 4>
    >>> print(best_nash(figure, "best-for-2").profiles)
    [2, 1000] × 4, 2 × [4, 100]
    """
    measure = objective(wanted)
    sets = profile_sets(graph, mixing=mixing)
    profiles = sets.root
    values = measure.best(profiles.candidates())
    if sets.grid.place(values) is None:
        return nash_paying(graph, values, mixing=mixing)
    return SubgamePerfect(unfolded(sets, values).strategy, values, profiles)
