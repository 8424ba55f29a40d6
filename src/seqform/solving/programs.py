"""Linear programs of games, as `solve` passes them to backends, for files and for solvers of other programs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from seqform.backends import get
from seqform.backends.protocol import SolveOptions
from seqform.builders.games.rules import MAX_NODES
from seqform.errors import GameError, InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.solving.api import game_for
from seqform.solving.concepts import NUMERIC, Formulation, Nash, QuasiPerfect
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
    epsilon: Fraction | None = None,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
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
    epsilon : Fraction, optional
        Of trees: the program perturbed with this ε, in which every sequence of k choices has weight ε^k at least.
    normalize, max_nodes
        See `load`.

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
    >>> perturbed = linear_program("kuhn", epsilon=Fraction(1, 100))
    >>> profile = perturbed.lift(get("highs").solve(perturbed.target))
    >>> bool(min(profile[1].probabilities) > 0.0099)
    True
    """
    given, concept = steps_of(preprocess), _concept(player, formulation, epsilon)
    require_accepted(given or (), concept)
    source = game_for(game, concept, given, normalize=normalize, max_nodes=max_nodes, progress=progress)
    if not isinstance(source, ExtensiveGame | OrderedGame):
        raise GameError("linear programs are for two players")
    if not any(type(source) in step.reductions for step in given or ()):
        require_constant_sum(source)
    steps = () if given is None and isinstance(source, ExtensiveGame) else given
    options = SolveOptions(progress=progress)
    plan = plan_of(source, Request(concept, get(LINEAR_BACKEND), steps, False, options, Phases(progress)))
    return replace(plan, steps=tuple(step for step in plan.steps if step in (given or ()))).reduction()


def _concept(player: int | str, formulation: Formulation, epsilon: Fraction | None) -> Nash | QuasiPerfect:
    """Return the concept whose equilibria the program leads to."""
    if epsilon is None:
        return Nash(player=player, formulation=formulation)
    if formulation != "sequence-form":
        raise InputError(f"formulation {formulation}: of no meaning with epsilon")
    return QuasiPerfect(method=NUMERIC, epsilon=epsilon, player=player)
