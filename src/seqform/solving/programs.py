"""Linear programs of games, as `solve` passes them to backends, for files and for solvers of other programs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from seqform.backends import get
from seqform.backends.protocol import SolveOptions
from seqform.builders.abstraction.restricted_lp import restricted_lp
from seqform.builders.steps import Step
from seqform.errors import GameError, InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.players import player_number
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.api import game_for
from seqform.solving.concepts import Formulation, Nash
from seqform.solving.execute import step_stages
from seqform.solving.loops.supported import SupportedColumns, supporting_run
from seqform.solving.plan import ordered_plan, tree_plan
from seqform.solving.preprocessing import Preprocess, require_accepted, steps_of
from seqform.solving.request import Phases, Progress, Request
from seqform.solving.routes.classes import LINEAR_BACKEND, well_scaled
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
    if isinstance(source, OrderedGame):
        if formulation != "sequence-form":
            raise InputError(f"formulation {formulation!r}: for trees, not for a game of classes")
        return _of_classes(source, player, given, phases)
    if not any(ExtensiveGame in step.reductions for step in given or ()):
        require_constant_sum(source)
    concept = Nash(player=player, formulation=formulation)
    request = Request(concept, get(LINEAR_BACKEND), given or (), False, SolveOptions(), phases)
    plan = tree_plan(source, request)
    return replace(plan, steps=plan.steps if given else ()).reduction()


def _of_classes(game: OrderedGame, player: int, steps: tuple[Step, ...] | None, phases: Phases) -> Program:
    if game.constant_sum is None:
        raise GameError(f"{game.title} is not constant-sum, so its equilibria are not those of a linear program")
    plan = ordered_plan(game, Request(Nash(), get(LINEAR_BACKEND), steps, False, SolveOptions(), phases))
    plan = replace(plan, request=replace(plan.request, concept=Nash(player=player)))
    classes = plan.tree.lift(plan.tree.target).classes
    program = replace(plan, tree=Reduced(plan.tree.target, unchanged)).reduction()
    supported = next((step for step in plan.steps if isinstance(step, SupportedColumns)), None)
    if supported is not None:
        with phases.phase("preprocess", supported.message):
            first, chosen = supporting_run(program.target, supported, SolveOptions(progress=phases.progress))
        program = restricted_lp(well_scaled(program.target), player, chosen[player], first.strategies)
        for stage in step_stages(plan.steps, LinearProgram):
            with phases.phase(stage.phase, stage.message):
                program = program.then(stage.apply)
    return Reduced(program.target, lambda raw: tuple(replace(strategy, game=classes) for strategy in program.lift(raw)))
