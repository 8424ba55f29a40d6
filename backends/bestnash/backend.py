"""Subgame perfect equilibria under perfect information: backward induction, and the best of all (bestNash).

For two players, the best equilibrium, or one with given payoffs, is found on the grid of the payoffs that occur; in
trees with chance, from unions of boxes.

References
----------
Littman, Ravi, Talwar & Zinkevich, An efficient optimal-equilibrium algorithm for two-player game trees, UAI 2006.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.backends.bestnash.attain import unfolded
from seqform.backends.bestnash.boxes import Effort, Payoffs
from seqform.backends.bestnash.chance import ChanceSets, attain_with_chance, chance_sets
from seqform.backends.bestnash.induction import BY_KEY, FIRST, LAST, induced_choices
from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.errors import OptionError
from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.models.answers.objectives import ObjectiveLike, objective
from seqform.models.games.positions import PositionGraph, PositionStrategy

Ties = Literal["first", "last", "random"]

_TIES = {"first": FIRST, "last": LAST, "random": BY_KEY}


def backward_induction(graph: PositionGraph, *, ties: Ties = "first", seed: int = 0) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium in pure moves, in time proportional to the number of moves.

    Parameters
    ----------
    graph : PositionGraph
        Any number of players, with or without chance.
    ties : {"first", "last", "random"}
        The move where several are equally good for the player who moves.
    seed : int
        For random ties.

    Returns
    -------
    PositionEquilibrium
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
    choice, values = induced_choices(graph, _TIES[ties], keys)
    return PositionEquilibrium(PositionStrategy.pure(graph, choice), values)


def best_nash(graph: PositionGraph, wanted: ObjectiveLike = "social", *, mixing: bool = True) -> PositionEquilibrium:
    """Find the best subgame perfect equilibrium of a two-player game without chance.

    Parameters
    ----------
    graph : PositionGraph
        Where positions are shared, the strategy is one of the unfolded graph.
    wanted : Objective, str or callable
        To be maximised, such as ``"social"`` or ``"fairest,social"``; see `seqform.models.answers.objectives`.
    mixing : bool
        False for the best of the equilibria in which nobody mixes.

    Returns
    -------
    PositionEquilibrium
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
    <PositionEquilibrium of 'figure 1': values 1000, 4>
    >>> print(best_nash(figure, "best-for-2").profiles)
    [2, 1000] × 4, 2 × [4, 100]
    >>> nash_paying(figure, (Fraction(2), Fraction(52))).strategy.at(1)  # player 1 mixes
    {0: Fraction(48, 97), 1: Fraction(49, 97)}
    """
    measure = objective(wanted)
    sets = profile_sets(graph, mixing=mixing)
    profiles = sets.root
    values = measure.best(profiles.candidates())
    if sets.grid.place(values) is None:
        return nash_paying(graph, values, mixing=mixing)
    return PositionEquilibrium(unfolded(sets, values).strategy, values, profiles)


def nash_paying(graph: PositionGraph, payoffs: Payoffs, *, mixing: bool = True) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium of a two-player game without chance that has exactly these payoffs.

    They need not occur in the game. Arguments, result and errors are those of `best_nash`, and a ModelError if no
    equilibrium has the payoffs.
    """
    values = (Fraction(payoffs[0]), Fraction(payoffs[1]))
    sets = profile_sets(graph, mixing=mixing, through=[values])
    return PositionEquilibrium(unfolded(sets, values).strategy, values, sets.root)


def best_nash_with_chance(
    graph: PositionGraph, wanted: ObjectiveLike = "social", *, mixing: bool = True, effort: Effort | None = None
) -> PositionEquilibrium:
    """Find the best subgame perfect equilibrium of a two-player tree, with chance or without, exactly.

    Parameters
    ----------
    wanted : Objective, str or callable
        To be maximised; see `seqform.models.answers.objectives`.
    mixing : bool
        False for the best of the equilibria in which nobody mixes.
    effort : Effort, optional
        Limits on the work.

    Returns
    -------
    PositionEquilibrium
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
    <PositionEquilibrium of 'trust': values 1, 3/2>
    """
    measure = objective(wanted)
    sets = chance_sets(graph, mixing=mixing, effort=effort)
    return _paying(sets, measure.best(sets.root.corners()))


def nash_paying_with_chance(
    graph: PositionGraph, payoffs: Payoffs, *, mixing: bool = True, effort: Effort | None = None
) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium of a two-player tree that has exactly these payoffs.

    Arguments, result and errors are those of `best_nash_with_chance`, and a ModelError if no equilibrium has them.
    """
    values = (Fraction(payoffs[0]), Fraction(payoffs[1]))
    return _paying(chance_sets(graph, mixing=mixing, effort=effort), values)


def _paying(sets: ChanceSets, values: Payoffs) -> PositionEquilibrium:
    return PositionEquilibrium(attain_with_chance(sets, values), values, sets.profiles())
