"""The best subgame perfect equilibrium (bestNash of Littman et al.).

A subgame perfect equilibrium that pays what is asked for.

The best subgame perfect equilibrium of a small two-player tree with chance, or one that pays what is asked for.

Some subgame perfect equilibrium, by backward induction (anyNash of Littman et al., section 1.2).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.backends.bestnash.boxes import Effort, Payoffs
from seqform.backends.bestnash.chance import ChanceSets, attain_with_chance, chance_sets, choices_with_chance
from seqform.backends.bestnash.grid import ranks_of, tables_of
from seqform.backends.bestnash.induction import BY_KEY, FIRST, LAST, best_outcomes
from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.backends.bestnash.unfolding import unfolded
from seqform.errors import OptionError
from seqform.models.answers.equilibrium import SubgamePerfect
from seqform.models.answers.objectives import ObjectiveLike, objective
from seqform.models.games.positions import PositionGraph, PositionStrategy


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
    >>> from seqform.models.numbers.exact import ExactArray
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


def best_nash_with_chance(
    graph: PositionGraph, wanted: ObjectiveLike = "social", *, mixing: bool = True, effort: Effort | None = None
) -> SubgamePerfect:
    """Find a subgame perfect equilibrium that is best of all, exactly.

    Parameters
    ----------
    graph : PositionGraph
        A tree of two players, with chance or without.
    wanted : Objective, str or callable
        What is to be maximised; see `seqform.models.answers.objectives`.
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
    >>> from seqform.builders.forms.perfect_information import perfect_information
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


Ties = Literal["first", "last", "random"]

_TIES = {"first": FIRST, "last": LAST, "random": BY_KEY}


def backward_induction(graph: PositionGraph, *, ties: Ties = "first", seed: int = 0) -> SubgamePerfect:
    """Find a subgame perfect equilibrium in pure moves, in time proportional to the number of moves.

    Parameters
    ----------
    graph : PositionGraph
        Any number of players, with or without chance.
    ties : {"first", "last", "random"}
        Which move is made where several are equally good for the player who moves.
    seed : int
        For random ties.

    Returns
    -------
    SubgamePerfect
        Without profiles, since only one equilibrium was looked for.

    Raises
    ------
    OptionError
        If `ties` is none of these.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), section 1.2.

    Examples
    --------
    The game of the paper's figure 1, in which player 1 is indifferent at position 1.

    >>> from seqform.models.numbers.exact import ExactArray
    >>> figure = PositionGraph(
    ...     "figure 1", ("1", "2"), np.array([1, 0, -2, -2, -2], dtype=np.int8), np.array([0, 2, 4, 4, 4, 4]),
    ...     np.array([1, 2, 3, 4], dtype=np.int32), np.array([-1, -1, 0, 1, 2], dtype=np.int32),
    ...     (ExactArray.of([1000, 2, 2]), ExactArray.of([4, 3, 100])))
    >>> backward_induction(figure).values, backward_induction(figure, ties="last").values
    ((Fraction(1000, 1), Fraction(4, 1)), (Fraction(2, 1), Fraction(100, 1)))
    """
    if ties not in _TIES:
        raise OptionError(f"ties: one of {', '.join(_TIES)} expected, not {ties!r}")
    keys = np.zeros(0, dtype=np.float32)
    if ties == "random":
        keys = np.random.default_rng(seed).random(len(graph.child), dtype=np.float32)
    if graph.has_chance:
        choice, values = choices_with_chance(graph, _TIES[ties], keys)
        return SubgamePerfect(PositionStrategy.pure(graph, choice), values)
    value = np.array(graph.outcome, dtype=np.int32)
    choice = np.full(len(graph), -1, dtype=np.int32)
    first_move, child, player = tables_of(graph)
    best_outcomes(first_move, child, player, ranks_of(graph.payoffs), _TIES[ties], keys, value, choice)
    reached = int(value[0])
    return SubgamePerfect(PositionStrategy.pure(graph, choice), tuple(payoff[reached] for payoff in graph.payoffs))


def best_nash(graph: PositionGraph, wanted: ObjectiveLike = "social", *, mixing: bool = True) -> SubgamePerfect:
    """Find a subgame perfect equilibrium of a two-player game without chance that is best of all.

    Parameters
    ----------
    graph : PositionGraph
        Two players, no chance. Where positions are shared, the strategy is one of the unfolded graph.
    wanted : Objective, str or callable
        What is to be maximised, such as ``"social"`` or ``"fairest,social"``; see `seqform.models.answers.objectives`.
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
    >>> from seqform.models.numbers.exact import ExactArray
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
