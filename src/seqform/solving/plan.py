"""The choice of a plan: the steps on games, the route, the backend and the further steps of a request.

The table `ROUTES` has the ways from a class of games to the answers of a concept, in the order in which they are tried;
`chosen` takes the first that is meant for a game and applies. A route is imported when it is tried, which
halves the time that the first call of `solve` takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from seqform.backends import get
from seqform.backends.protocol import Backend
from seqform.builders.steps import EliminateDominated, Step
from seqform.errors import InputError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.matrices import require_own_tree
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.positions import PositionGraph
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.perturbed import (
    MatrixPerturbedComplementarityProblem,
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
)
from seqform.models.programs.sequence_form import SaddlePointProblem, SequenceForm
from seqform.models.reduced import Reduced
from seqform.solving.concepts import (
    NAMES_OF_PLAYERS,
    NUMERIC,
    ExtensiveFormPerfect,
    Mediated,
    SafeResponse,
)
from seqform.solving.defaults import DEFAULT_BACKENDS, EXACT_CLASSES
from seqform.solving.draft import (
    Draft,
    after_game_steps,
    is_of_perfect_information,
    with_usual_steps,
)
from seqform.solving.execute import Plan, Route
from seqform.solving.preprocessing import SupportedColumns
from seqform.solving.request import Request
from seqform.system.packages import Registry

if TYPE_CHECKING:
    from seqform.solving.abstracted import AbstractedGame


# ---- the games for which the routes are meant ----


def no_move_is_left(draft: Draft) -> bool:
    """Return whether the steps on games have solved the whole tree."""
    return len(draft.target) == 1 < len(draft.game) and not draft.concept.check


def becomes_linear_program(draft: Draft) -> bool:
    """Return whether a named backend solves linear programs; of the defaults where no path of Lemke's is needed."""
    if draft.request.backend is not None:
        return draft.may_solve(LinearProgram)
    follows_path = not isinstance(draft.request.start, Equilibrium | None)
    return draft.is_constant_sum and not follows_path and not draft.concept.needs_witness


def becomes_saddle_point(draft: Draft) -> bool:
    """Return whether a named backend solves saddle points, which none does by default."""
    return draft.request.backend is not None and draft.may_solve(SaddlePointProblem)


def becomes_complementarity_problem(draft: Draft) -> bool:
    """Return whether the backend may solve complementarity problems, and no weights choose among their solutions."""
    return draft.may_solve(LinearComplementarityProblem) and not _has_weights(draft)


def becomes_mixed_integer_program(draft: Draft) -> bool:
    """Return whether the backend may solve mixed-integer programs, or has to because of weights."""
    return draft.may_solve(MixedIntegerProgram) or _has_weights(draft)


def has_trembling_actions(draft: Draft) -> bool:
    """Return whether actions tremble, rather than sequences."""
    return draft.concept.check == ExtensiveFormPerfect.claim.check


def has_trembling_actions_in_program(draft: Draft) -> bool:
    """Return whether actions tremble in a constant-sum game, and the backend may solve its linear program."""
    is_linear = draft.is_constant_sum and draft.may_solve(LinearProgram, MatrixPerturbedProgram)
    return has_trembling_actions(draft) and is_linear


def has_trembling_sequences(draft: Draft) -> bool:
    """Return whether sequences tremble, rather than actions."""
    return not has_trembling_actions(draft)


def has_trembling_sequences_in_program(draft: Draft) -> bool:
    """Return whether sequences tremble in a constant-sum game, and the backend may solve its linear program."""
    is_linear = draft.is_constant_sum and draft.may_solve(LinearProgram, PerturbedLinearProgram)
    return has_trembling_sequences(draft) and is_linear and not draft.has_start


def has_trembling_sequences_at_a_number(draft: Draft) -> bool:
    """Return whether that program is solved at one number ε."""
    named = draft.request.backend
    methods = (getattr(draft.concept, "method", None), named.name if named is not None else "")
    return has_trembling_sequences_in_program(draft) and NUMERIC in methods


def is_constant_sum(draft: Draft) -> bool:
    """Return whether the payoffs of the game after the steps on games have a constant sum."""
    return draft.is_constant_sum


def is_constant_sum_by_payoffs(draft: Draft) -> bool:
    """Return whether payoffs have a constant sum, also in the game itself, and a device is chosen by them alone."""
    measure = cast("Mediated", draft.concept).measure
    is_own_sum_constant = draft.game.constant_sum is not None
    return draft.is_constant_sum and is_own_sum_constant and not measure.outcome


def is_general_sum(draft: Draft) -> bool:
    """Return whether the payoffs of the game after the steps on games have no constant sum."""
    return not draft.is_constant_sum


def has_perfect_information(draft: Draft) -> bool:
    """Return whether the game after the steps has perfect information."""
    return is_of_perfect_information(draft.target)


def has_perfect_information_throughout(draft: Draft) -> bool:
    """Return whether the game itself and that after the steps have perfect information."""
    return is_of_perfect_information(draft.game) and is_of_perfect_information(draft.target)


def needs_permutahedra(draft: Draft) -> bool:
    """Return whether proper equilibria come from permutahedra: in general-sum games, and by a backend for them."""
    named = draft.request.backend
    is_for_them = named is not None and PerturbedComplementarityProblem in named.supports
    return is_for_them or not draft.is_constant_sum


def has_weight(draft: Draft) -> bool:
    """Return whether a response has a weight, rather than a bound on the loss."""
    return cast("SafeResponse", draft.concept).weight is not None


def has_no_weight(draft: Draft) -> bool:
    """Return whether a response is one to the known strategy alone."""
    return not has_weight(draft)


def is_exact_without_steps(draft: Draft) -> bool:
    """Return whether an exact answer is asked of a game of classes without further steps."""
    return bool(draft.request.exact) and not draft.steps


def is_exact(draft: Draft) -> bool:
    """Return whether an exact answer is asked."""
    return bool(draft.request.exact)


def needs_many_digits(draft: Draft) -> bool:
    """Return whether no backend is named, and the target gap of a game of classes needs an interior point."""
    from seqform.solving.routes.ordered import classes

    if draft.request.backend is not None or not stays_game_of_classes(draft):
        return False
    return classes.needs_many_digits(draft.target, draft.request)


def stays_game_of_classes(draft: Draft) -> bool:
    """Return whether a named backend solves games of classes; of the defaults one that iterates."""
    from seqform.solving.routes.ordered.classes import is_solved_as_program

    if draft.request.backend is not None:
        return draft.may_solve(ClassGame)
    return not is_solved_as_program(draft.target, draft.request, draft.steps)


def has_supported_columns(draft: Draft) -> bool:
    """Return whether only the supported columns of linear programs are solved, in rounds."""
    return any(isinstance(step, SupportedColumns) for step in draft.steps)


def always(draft: Draft) -> bool:
    """Return True."""
    return True


def _has_weights(draft: Draft) -> bool:
    return getattr(draft.concept, "weights", None) is not None


# ---- the table ----


@dataclass(frozen=True)
class Candidate:
    """A way to the answers of a concept: a route, the problems at which it ends, and the games for which it is meant.

    - `place`: ``"module:route"`` in `seqform.solving.routes`. The route has the builder and the certifier.
    - `problem`: The class of problems, which decides the default backend.
    - `suits`: The condition on the game after the steps on games, and on the request.
    - `backend`: The default backend, if it is not that of the class of problems.
    """

    place: str
    problem: type
    suits: Callable[[Draft], bool]
    backend: str = ""

    @property
    def route(self) -> Route | Callable[[Plan], Route]:
        """The route, or the class of one that reads something of the plan when it is chosen."""
        module, _, name = self.place.partition(":")
        route: Route | Callable[[Plan], Route] = getattr(
            import_module(f"seqform.solving.routes.{module}"), name
        )
        return route

    @property
    def default_backend(self) -> str:
        """The backend where none is named."""
        return self.backend or DEFAULT_BACKENDS[self.problem]


ROUTES: dict[tuple[str, type], tuple[Candidate, ...]] = {
    ("plans", ExtensiveGame): (
        Candidate("plans:SETTLED", PositionGraph, no_move_is_left),
        Candidate("plans:LINEAR", LinearProgram, becomes_linear_program),
        Candidate("plans:SADDLE_POINT", SaddlePointProblem, becomes_saddle_point),
        Candidate(
            "complementarity:COMPLEMENTARITY",
            LinearComplementarityProblem,
            becomes_complementarity_problem,
        ),
        Candidate(
            "complementarity:MIXED_INTEGER", MixedIntegerProgram, becomes_mixed_integer_program
        ),
    ),
    ("perturbation", ExtensiveGame): (
        Candidate(
            "perturbed:TREMBLING_ACTIONS", MatrixPerturbedProgram, has_trembling_actions_in_program
        ),
        Candidate(
            "perturbed:TREMBLING_ACTIONS_PATH",
            MatrixPerturbedComplementarityProblem,
            has_trembling_actions,
        ),
        Candidate(
            "numeric:AT_A_NUMBER", PerturbedLinearProgram, has_trembling_sequences_at_a_number
        ),
        Candidate(
            "perturbed:PERTURBED_LINEAR", PerturbedLinearProgram, has_trembling_sequences_in_program
        ),
        Candidate(
            "perturbed:PERTURBED_PATH", PerturbedComplementarityProblem, has_trembling_sequences
        ),
    ),
    ("subgames", ExtensiveGame): (
        Candidate("positions:PERFECT_INFORMATION", PositionGraph, has_perfect_information),
        Candidate("positions:BY_PARTS", PerturbedLinearProgram, is_constant_sum),
        Candidate("positions:BY_PARTS", PerturbedComplementarityProblem, always),
    ),
    ("subgames", PositionGraph): (Candidate("positions:POSITIONS", PositionGraph, always),),
    ("proper", ExtensiveGame): (
        Candidate("permutahedra:PERMUTAHEDRA", PerturbedComplementarityProblem, needs_permutahedra),
        Candidate("proper:BY_INDUCTION", LinearProgram, has_perfect_information_throughout),
        Candidate("proper:BY_PROGRAMS", LinearProgram, always),
    ),
    ("maximin", ExtensiveGame): (Candidate("maximin:MAXIMIN", LinearProgram, always),),
    ("constrained", ExtensiveGame): (Candidate("constrained:CONSTRAINED", LinearProgram, always),),
    ("commitment", ExtensiveGame): (
        Candidate("commitment:CONSTANT_SUM", LinearProgram, is_constant_sum),
        Candidate("commitment:MIXED_INTEGER", MixedIntegerProgram, is_general_sum),
    ),
    ("correlated", ExtensiveGame): (
        Candidate("correlated:CONSTANT_SUM", LinearProgram, is_constant_sum_by_payoffs),
        Candidate("correlated:CORRELATED", LinearProgram, always),
    ),
    ("response", ExtensiveGame): (
        Candidate("response:RestrictedRoute", LinearProgram, has_weight),
        Candidate("response:ResponseRoute", LinearProgram, always),
    ),
    ("plans", OrderedGame): (
        Candidate("ordered.exact:EXACT_CLASSES", ClassGame, is_exact_without_steps, EXACT_CLASSES),
        Candidate("ordered.exact:EXACT_CLASSES", LinearProgram, is_exact),
        Candidate("ordered.classes:ITERATIVE", ClassGame, needs_many_digits, EXACT_CLASSES),
        Candidate("ordered.classes:ITERATIVE", ClassGame, stays_game_of_classes),
        Candidate("ordered.supported:SUPPORTED", LinearProgram, has_supported_columns),
        Candidate("ordered.programs:CLASS_PROGRAM", LinearProgram, always),
    ),
    ("response", OrderedGame): (
        Candidate("ordered.responses:BEST_RESPONSE", ClassGame, has_no_weight),
        Candidate("ordered.responses:RESPONSE_ITERATIVE", ClassGame, stays_game_of_classes),
        Candidate("ordered.responses:RESPONSE_PROGRAM", LinearProgram, always),
    ),
}
"""The candidates by the kind of a concept and the class of a game, in the order in which they are tried."""


# ---- the plan ----


def plan_of(game: Any, request: Request) -> Plan:
    """Return the plan for a game and a request.

    Raises InputError, UnsupportedModelError or GameError if the concept is not computed of such a game, an option has
    no effect, or the options, the steps and the backend do not go together.
    """
    request = replace(request, options=request.options.with_pot(game))
    plan = unchecked_plan(game, request)
    plan.require_effective_options()
    _ = plan.translated  # or an error before anything is solved
    return plan


def unchecked_plan(game: Any, request: Request) -> Plan:
    """Return the plan for a game and a request, without a look at options that have no effect."""
    concept = request.concept
    for name in NAMES_OF_PLAYERS:
        player = getattr(concept, name, None)
        if isinstance(player, str):
            named: dict[str, Any] = {name: player_number(player, game.players, name)}
            concept = replace(concept, **named)
            request = replace(request, concept=concept)

    if concept.needs_tree and isinstance(game, ExtensiveGame):
        require_own_tree(game, f"concept {concept.name}")
    planner = PLANNERS.get((concept.kind, type(game)))
    if planner is None or (planner is planned and type(game) not in concept.games):
        raise InputError(
            f"concept {concept.name!r} is not computed of an object of class {type(game).__name__}"
        )
    return planner(game, request)


def planned(game: Any, request: Request) -> Plan:
    """Return the plan of the first route of the table that suits; the steps on games are carried out."""
    if isinstance(game, OrderedGame):
        from seqform.solving.routes.ordered.draft import ordered_draft  # which takes time to import

        return chosen(ordered_draft(game, request))
    if isinstance(game, ExtensiveGame):
        request = with_usual_steps(game, request)
    return chosen(after_game_steps(game, request))


def chosen(draft: Draft) -> Plan:
    """Return the plan of the first route that suits a draft and applies.

    A backend that is named is tried with all classes of problems that it solves, in their order; where none is named,
    the first route that suits comes with its default. Raises the error of the last route that does not apply, or of
    the first one where a start from the equilibrium of a similar game was refused.
    """
    request = draft.request
    errors: list[UnsupportedModelError] = []
    for candidate in ROUTES[draft.concept.kind, type(draft.game)]:
        if not candidate.suits(draft):
            continue
        backend = request.backend or get(candidate.default_backend)
        plan = _plan_by(candidate.route, draft, backend)
        try:
            plan.route.require_applicable(plan)
        except UnsupportedModelError as error:
            errors.append(error)
            if request.backend is None:
                break
            continue

        if draft.others is None:
            plan = replace(plan, steps=usual_further_steps(plan))
        return plan

    if not errors:
        name = cast("Backend", request.backend).name
        raise UnsupportedModelError(
            f"backend {name} solves neither linear nor mixed-integer programs nor complementarity problems"
        )
    # The linear program comes first, and is what such a start is for; the routes after it would name other reasons.
    is_warm = isinstance(request.start, Equilibrium) and draft.is_constant_sum
    raise errors[0 if is_warm else -1]


def _plan_by(route: Route | Callable[[Plan], Route], draft: Draft, backend: Backend) -> Plan:
    """Return the plan of a draft by a route, or by the one that is made of what it reads of the plan."""
    plan = Plan(
        draft.game,
        draft.request,
        draft.after,
        draft.game_steps,
        route if isinstance(route, Route) else Route(),
        backend,
        draft.steps,
        draft.games,
        draft.remarks,
        unchecked_plan,
    )
    if isinstance(route, Route):
        return plan
    return replace(plan, route=route(plan))


PLANNERS: Registry[tuple[str, type], Callable[[Any, Request], Plan]] = Registry(
    "planner", dict.fromkeys(ROUTES, planned)
)
"""The function that plans, by the kind of a concept and the class of a game; an entry makes the routes of another
package available."""


def tree_plan(game: ExtensiveGame, request: Request) -> Plan:
    """Return the plan for an equilibrium of an extensive game; the steps on games are carried out.

    Raises InputError, UnsupportedModelError or GameError if the concept, the options, the steps and the backend do not
    go together.
    """
    return planned(game, request)


# ---- the steps on forms and programs ----


MANY_SEQUENCES = 20_000
"""Sequences of each player from which a linear program is solved without those that are dominated, by default."""


def usual_further_steps(plan: Plan) -> tuple[Step, ...]:
    """Return the steps on forms and programs where none are named: those of the route.

    Each player's dominated sequences are eliminated once before the linear program of a large tree. A starting point, a
    basis among them, is one of the whole program.
    """
    route, request = plan.route, plan.request
    if route.problem is not LinearProgram or SequenceForm not in route.forms:
        return route.default_steps

    elimination = EliminateDominated(once=True, if_many=True)
    if elimination.refusal(request.concept) is not None or request.start is not None:
        return route.default_steps

    if min(len(player.index) for player in plan.tree.target.sequences) < MANY_SEQUENCES:
        return route.default_steps
    return (elimination, *route.default_steps)


# ---- games with ordered signals ----


def plan_of_classes(small: AbstractedGame, request: Request) -> Plan:
    """Return the plan for the strategies of a game whose signals are merged, without further steps."""
    from seqform.solving.abstracted import ClassesLift

    return chosen(Draft(small.game, request, Reduced(small, ClassesLift(small)), others=()))
