"""Strategies of a known opponent: a name, an agent's name, a file, an answer, or whatever `seqform.profile` takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import InputError
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import is_same_game, is_solution_file, read_solution
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.abstraction import Filters, InformationFilter, first_members
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.class_game import ClassGame
from seqform.models.strategies.behavior import BehaviorStrategy
from seqform.models.strategies.classes import ClassStrategy, behavior_of_plan
from seqform.models.strategies.start_names import EQUILIBRIUM, PROFILE, RANDOM, SOLUTION, UNIFORM
from seqform.solving.ordered_equilibrium import OrderedEquilibrium

Probabilities = npt.NDArray[np.floating]

WITHOUT_TABLE = {
    "human": "a person decides as the play goes on",
    "negamax": "it searches as the play goes on",
    "alpha-beta": "it searches as the play goes on",
    "mcts": "its moves come from random simulations as the play goes on",
    "openspiel": "a bot decides as the play goes on",
}
"""Agents of `seqform match` whose probabilities at all information sets are not known, with the reason."""


def opponent_strategy(
    game: ExtensiveGame, source: Any, opponent: int, solve: Callable[[str], Equilibrium]
) -> BehaviorStrategy:
    """Return the strategy of a known opponent that `SafeResponse.opponent` names or is.

    Parameters
    ----------
    solve : callable
        Of the name of a concept: an exact equilibrium of the game.

    Raises
    ------
    InputError
        If it is the name of an agent without a table of probabilities, or a solution for classes of signals.
    """
    from seqform.playable.profiles import profile, strategy_of  # which takes time to import

    if isinstance(source, str):
        name, rest = _agent(source)
        if name == UNIFORM:
            return profile(game, lambda infoset, actions: None, rest=UNIFORM)[opponent]
        if name == EQUILIBRIUM:
            return solve(rest or "nash").profile[opponent]
        source = rest if name == PROFILE else source
        is_solution = name == SOLUTION or is_solution_file(Path(source))
    else:
        is_solution = isinstance(source, SavedSolution | OrderedEquilibrium)
    if is_solution:
        raise InputError(
            "opponent: a solution for classes of signals has no probabilities on the tree; give preprocess='lossless' "
            "and a weight, for which the response is computed on classes"
        )
    return strategy_of(game, opponent, source)


def class_opponent(game: OrderedGame, filters: Filters, classes: ClassGame, source: Any, player: int) -> ClassStrategy:
    """Return the known strategy of the opponent as one of the classes, which it must not distinguish further.

    Raises
    ------
    InputError
        If it is given by something else than "uniform", a solution, its file or an answer for the same game, or if it
        distinguishes hands that the filters merge.
    """
    if isinstance(source, str) and _agent(source)[0] == UNIFORM:
        shapes = (classes.shape(player, number) for number in range(classes.num_rounds))
        return behavior_of_plan(classes, player, [np.zeros(shape) for shape in shapes])
    known, behavior = _of_classes(game, source, player)
    own, theirs = filters[player], known.bound_to(game)
    if not own.refines(theirs):
        raise InputError(
            "opponent: the strategy distinguishes hands that the abstraction merges; take the opponent's filters, "
            "preprocess=solution.filters, or identity, which merges none"
        )
    rows = [other[first_members(mine)] for mine, other in zip(own.classes, theirs.classes, strict=True)]
    return ClassStrategy(classes, player, tuple(table[row] for table, row in zip(behavior, rows, strict=True)))


def _of_classes(game: OrderedGame, source: Any, player: int) -> tuple[InformationFilter, tuple[Probabilities, ...]]:
    """Return a player's filter and probabilities in the solution that a name, a file or an answer stands for."""
    if isinstance(source, str | Path):
        name, rest = _agent(str(source))
        if name in (EQUILIBRIUM, PROFILE):
            raise InputError(
                f"opponent: {source}: of a tree, not of classes of signals; give a solution that 'seqform solve -o' "
                f"writes for {game.title}, or leave preprocess out"
            )
        source = read_solution(rest if name == SOLUTION else source, game)
    if not isinstance(source, SavedSolution | OrderedEquilibrium):
        raise InputError(
            f"opponent: {UNIFORM!r}, a solution of {game.title}, its file or an answer for classes of signals "
            f"expected, not an object of class {type(source).__name__}"
        )
    if not is_same_game(source.game, game):
        raise InputError(f"opponent: a solution of {source.game.title}, not of {game.title}")
    if isinstance(source, SavedSolution):
        return source.filters[player], source.behavior[player]
    return source.abstraction.filters[player], source.profile[player].behavior


def _agent(text: str) -> tuple[str, str]:
    """Return the kind of agent that a text names, and what is after its colon; ("", "") if it names a file."""
    name, _, rest = text.partition(":")
    name = name.strip().lower()
    if name in WITHOUT_TABLE:
        raise InputError(
            f"opponent: {text}: {WITHOUT_TABLE[name]}, so that the probabilities at all information sets are not "
            f"known; give {UNIFORM}, {EQUILIBRIUM}, or a file of a profile or a solution"
        )
    if name in (UNIFORM, RANDOM) and not rest:
        return UNIFORM, ""
    return (name, rest.strip()) if name in (EQUILIBRIUM, PROFILE, SOLUTION) else ("", "")
