"""Some subgame perfect equilibrium, by backward induction (anyNash of Littman et al., section 1.2)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from seqform.backends.bestnash.chance_values import choices_with_chance
from seqform.backends.bestnash.grid import ranks_of
from seqform.backends.bestnash.induction_kernel import BY_KEY, FIRST, LAST, best_outcomes
from seqform.backends.bestnash.tables import tables_of
from seqform.errors import OptionError
from seqform.models.position_graph import PositionGraph
from seqform.models.position_strategy import PositionStrategy
from seqform.models.subgame_perfect import SubgamePerfect

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

    >>> from seqform.models.exact import ExactArray
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
