"""The best subgame perfect equilibrium of a small two-player tree with chance, or one that pays what is asked for."""

from __future__ import annotations

from fractions import Fraction

from seqform.backends.bestnash.box_covers import Effort
from seqform.backends.bestnash.boxes import Payoffs
from seqform.backends.bestnash.chance_attain import attain_with_chance
from seqform.backends.bestnash.chance_sets import ChanceSets, chance_sets
from seqform.models.objectives import ObjectiveLike, objective
from seqform.models.position_graph import PositionGraph
from seqform.models.subgame_perfect import SubgamePerfect


def best_nash_with_chance(
    graph: PositionGraph, wanted: ObjectiveLike = "social", *, mixing: bool = True, effort: Effort | None = None
) -> SubgamePerfect:
    """Find a subgame perfect equilibrium that is best of all, exactly.

    Parameters
    ----------
    graph : PositionGraph
        A tree of two players, with chance or without.
    wanted : Objective, str or callable
        What is to be maximised; see `seqform.models.objectives`.
    mixing : bool
        False for the best of the equilibria in which nobody mixes.
    effort : Effort, optional
        How much work there may be.

    Returns
    -------
    SubgamePerfect
        With the profiles of all subgame perfect equilibria of the kind, unless their grid is very large.

    Raises
    ------
    GameError
        If there are not two players, or positions are shared.
    ModelError
        If the objective is unknown or fails.
    SolveError
        If it takes too many boxes or too much time.

    Examples
    --------
    >>> from seqform.builders.games.tree import chance, leaf, move, tree
    >>> from seqform.builders.perfect_information import perfect_information
    >>> share = move(1, "share", {"much": leaf(2, 3), "little": leaf(2, 0)})
    >>> half = Fraction(1, 2)
    >>> game = tree("trust", move(2, "trust", {"no": leaf(1, 1), "yes": chance(
    ...     {"works": (half, share), "fails": (half, leaf(0, 0))})}))
    >>> best_nash_with_chance(perfect_information(game).target, "product")
    <SubgamePerfect of 'trust': values 1, 3/2>
    """
    measure = objective(wanted)
    sets = chance_sets(graph, mixing=mixing, effort=effort)
    return _paying(sets, measure.best(sets.root.corners()))


def nash_paying_with_chance(
    graph: PositionGraph, payoffs: Payoffs, *, mixing: bool = True, effort: Effort | None = None
) -> SubgamePerfect:
    """Find a subgame perfect equilibrium that pays exactly this.

    Parameters
    ----------
    graph : PositionGraph
        A tree of two players, with chance or without.
    payoffs : two fractions
    mixing : bool
        False if nobody may mix.
    effort : Effort, optional
        How much work there may be.

    Raises
    ------
    GameError
        If there are not two players, or positions are shared.
    ModelError
        If no equilibrium pays that.
    SolveError
        If it takes too many boxes or too much time.
    """
    first, second = payoffs
    return _paying(chance_sets(graph, mixing=mixing, effort=effort), (Fraction(first), Fraction(second)))


def _paying(sets: ChanceSets, values: Payoffs) -> SubgamePerfect:
    return SubgamePerfect(attain_with_chance(sets, values), values, sets.profiles())
