"""Linear programs of games, as `solve` passes them to backends, for files and for solvers of other programs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from seqform.backends import get
from seqform.backends.protocol import SolveOptions
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.players import player_number
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.solving.api import game_for
from seqform.solving.concepts import Formulation, Nash
from seqform.solving.plan import plan_of
from seqform.solving.preprocessing import Preprocess, require_accepted, steps_of
from seqform.solving.request import Phases, Progress, Request
from seqform.solving.routes.classes import LINEAR_BACKEND
from seqform.solving.routes.plans import require_constant_sum

Program = Reduced[LinearProgram, RawSolution, Any]


def linear_program(
    game: ExtensiveGame | OrderedGame | str | Any,
    player: int | str = 0,
    *,
    preprocess: Preprocess = None,
    formulation: Formulation = "sequence-form",
    progress: Progress | None = None,
) -> Program:
    """Return the linear program of a constant-sum game whose primal solution is a maximin plan of a player.

    Parameters
    ----------
    game : ExtensiveGame, OrderedGame, name or path
    player : int or str
        0, 1 or a name. The dual solution is the plan of the other player, except with the step "supported".
    preprocess : optional
        Steps as of `solve`: with an abstraction the program is that of the game of classes; with "supported" it has
        only those columns of the player that a first-order run supports. By default none, or for a game with ordered
        signals "lossless".
    formulation : {"sequence-form", "normal-form"}
        The normal form is a baseline for small games.

    Returns
    -------
    Reduced
        The program, and the function from a solver's solution to a profile, or to the strategies of classes.

    Examples
    --------
    >>> linear_program("leduc").target
    <LinearProgram 'leduc': max, 1,562 rows × 1,562 columns, 8,042 nonzeros>
    >>> linear_program("leduc", preprocess="lossless").target.matrix.shape
    (482, 482)
    """
    given = steps_of(preprocess)
    require_accepted(given or (), Nash())
    phases = Phases(progress)
    source = game_for(game, Nash(), given, progress=progress)
    if not isinstance(source, ExtensiveGame | OrderedGame):
        raise GameError("linear programs are for two players")
    player = player_number(player, source.players)
    if not any(type(source) in step.reductions for step in given or ()):
        require_constant_sum(source)
    concept, steps = Nash(player=player, formulation=formulation), given
    if steps is None and isinstance(source, ExtensiveGame):
        steps = ()
    plan = plan_of(source, Request(concept, get(LINEAR_BACKEND), steps, False, SolveOptions(progress=progress), phases))
    return replace(plan, steps=plan.steps if given else ()).reduction()
