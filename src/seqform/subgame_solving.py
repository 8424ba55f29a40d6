"""A preprocessor: what is of perfect information in a larger game is solved first."""

from __future__ import annotations

from seqform.builders.solved_subgames import SolvedSubgame, perfect_information_subgames, replace_subgames
from seqform.models.game import ExtensiveGame
from seqform.models.objectives import ObjectiveLike
from seqform.models.reduced import Reduced
from seqform.models.strategies import BehaviorProfile


def solved_subgames(
    game: ExtensiveGame, objective: ObjectiveLike = "social"
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game with its perfect-information subgames solved, for a Nash equilibrium of the rest.

    Every maximal subgame of perfect information without chance is replaced by what its best subgame perfect equilibrium
    pays. Best in a subgame need not be best for the whole game, where several such subgames hang together.

    Parameters
    ----------
    game : ExtensiveGame
    objective : Objective, str or callable
        Which equilibrium of a subgame is best, as in `best_nash`; payoffs are those of the whole game.

    Returns
    -------
    Reduced
        A Nash equilibrium of the target becomes one of the game, subgame perfect in the parts that were solved.

    Raises
    ------
    ModelError
        If the objective is unknown or fails.
    SolveError
        If a subgame takes too much memory.

    Examples
    --------
    Chance says whether player 2 is asked at all.

    >>> from fractions import Fraction
    >>> from seqform.builders.games.tree import chance, leaf, move, tree
    >>> reply = move(2, "reply", {"yes": leaf(1, 1), "no": leaf(0, 0)})
    >>> game = tree("asked", chance({"no": (Fraction(1, 2), leaf(0)), "yes": (Fraction(1, 2), reply)}))
    >>> step = solved_subgames(game)
    >>> len(game), len(step.target), step.target.leaf_payoffs[1].to_fractions()
    (5, 3, [Fraction(0, 1), Fraction(1, 1)])
    """
    from seqform.backends.bestnash.best import best_nash  # loads numba

    solved = []
    for subgame in perfect_information_subgames(game):
        answer = best_nash(subgame.graph, objective)
        first, second = answer.values
        solved.append(SolvedSubgame(subgame, answer.strategy, (first, second)))
    return replace_subgames(game, solved)
