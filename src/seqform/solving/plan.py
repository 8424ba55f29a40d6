"""The choice of a plan: the steps on games, the route, the backend and the further steps of a request.

The table `ROUTES` has the ways from a class of games to the answers of a concept, in the order in which they are tried;
`chosen` takes the first that is meant for a game and does not refuse. A route is imported when it is tried, which
halves the time that the first call of `solve` takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from seqform.backends import get
from seqform.backends.protocol import Backend
from seqform.builders.steps import IDENTITY, Abstraction, ConstantSum, EliminateDominated, Step
from seqform.errors import InputError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
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
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.chain import applied, payoffs_after
from seqform.solving.concepts import NUMERIC, Concept, ExtensiveFormPerfect, Nash, SafeResponse
from seqform.solving.defaults import DEFAULT_BACKENDS, EXACT_CLASSES
from seqform.solving.execute import Plan, Route
from seqform.solving.preprocessing import SolveSubgames, SupportedColumns, abstraction_of
from seqform.solving.request import Request
from seqform.system.packages import Registry

if TYPE_CHECKING:
    from seqform.solving.abstracted import AbstractedGame


@dataclass(frozen=True)
class Draft:
    """A game after the steps on games, and what is asked of it.

    - `game`: The game itself; `after`, the game after the steps, with their lift.
    - `game_steps`, `games`: The steps on games, and the games after each of them.
    - `others`: The steps on forms and programs; None for the default.
    - `remarks`: What the steps on games add to the status of the answer.
    """

    game: Any
    request: Request
    after: Reduced[Any, Any, Any]
    game_steps: tuple[Step, ...] = ()
    games: tuple[Any, ...] = ()
    others: tuple[Step, ...] | None = None
    remarks: tuple[str, ...] = ()

    @property
    def target(self) -> Any:
        """The game after the steps on games."""
        return self.after.target

    @property
    def concept(self) -> Concept:
        """The concept."""
        return self.request.concept

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps on forms and programs that are named."""
        return self.others or ()

    @property
    def has_start(self) -> bool:
        """True if the concept has a start."""
        return self.request.start is not None

    @property
    def is_constant_sum(self) -> bool:
        """True if the payoffs of the game after the steps on games have a constant sum."""
        return self.target.constant_sum is not None

    def may_solve(self, *problems: type) -> bool:
        """Return whether the backend that is named solves one of the problems, or none is named."""
        named = self.request.backend
        return named is None or bool(named.supports & set(problems))

    def plan(self, route: Route | Callable[[Plan], Route], backend: Backend) -> Plan:
        """Return the plan of a route, or of the one that is made of what it reads of the plan."""
        draft = Plan(
            self.game,
            self.request,
            self.after,
            self.game_steps,
            route if isinstance(route, Route) else Route(),
            backend,
            self.steps,
            self.games,
            self.remarks,
            unchecked_plan,
        )
        return draft if isinstance(route, Route) else replace(draft, route=route(draft))


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


def has_perfect_information(draft: Draft) -> bool:
    """Return whether the game after the steps has perfect information."""
    return _is_of_perfect_information(draft.target)


def has_perfect_information_throughout(draft: Draft) -> bool:
    """Return whether the game itself and that after the steps have perfect information."""
    return _is_of_perfect_information(draft.game) and _is_of_perfect_information(draft.target)


def needs_permutahedra(draft: Draft) -> bool:
    """Return whether proper equilibria come from permutahedra: in general-sum games, and by a backend for them."""
    named = draft.request.backend
    is_for_them = named is not None and PerturbedComplementarityProblem in named.supports
    return is_for_them or not draft.is_constant_sum


def has_weight(draft: Draft) -> bool:
    """Return whether a response has a weight, rather than a bound on the loss."""
    return cast("SafeResponse", draft.concept).weight is not None


def is_exact_without_steps(draft: Draft) -> bool:
    """Return whether an exact answer is asked of a game of classes without further steps."""
    return bool(draft.request.exact) and not draft.steps


def is_exact(draft: Draft) -> bool:
    """Return whether an exact answer is asked."""
    return bool(draft.request.exact)


def stays_game_of_classes(draft: Draft) -> bool:
    """Return whether a named backend solves games of classes; of the defaults one that iterates."""
    from seqform.solving.routes.classes import is_solved_as_program

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


def _is_of_perfect_information(game: ExtensiveGame) -> bool:
    from seqform.builders.preprocess.subgames import is_perfect_information

    return is_perfect_information(game)


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
            "perturbed:AT_A_NUMBER", PerturbedLinearProgram, has_trembling_sequences_at_a_number
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
        Candidate("proper:PERMUTAHEDRA", PerturbedComplementarityProblem, needs_permutahedra),
        Candidate("proper:BY_INDUCTION", LinearProgram, has_perfect_information_throughout),
        Candidate("proper:BY_PROGRAMS", LinearProgram, always),
    ),
    ("maximin", ExtensiveGame): (Candidate("response:MAXIMIN", LinearProgram, always),),
    ("constrained", ExtensiveGame): (Candidate("plans:CONSTRAINED", LinearProgram, always),),
    ("response", ExtensiveGame): (
        Candidate("response:RestrictedRoute", LinearProgram, has_weight),
        Candidate("response:ResponseRoute", LinearProgram, always),
    ),
    ("plans", OrderedGame): (
        Candidate("classes:EXACT_CLASSES", ClassGame, is_exact_without_steps, EXACT_CLASSES),
        Candidate("classes:EXACT_CLASSES", LinearProgram, is_exact),
        Candidate("classes:ITERATIVE", ClassGame, stays_game_of_classes),
        Candidate("classes:SUPPORTED", LinearProgram, has_supported_columns),
        Candidate("classes:CLASS_PROGRAM", LinearProgram, always),
    ),
    ("response", OrderedGame): (
        Candidate("classes:RESPONSE_ITERATIVE", ClassGame, stays_game_of_classes),
        Candidate("classes:RESPONSE_PROGRAM", LinearProgram, always),
    ),
}
"""The candidates by the kind of a concept and the class of a game, in the order in which they are tried."""


# ---- the plan ----


def plan_of(game: Any, request: Request) -> Plan:
    """Return the plan for a game and a request.

    Raises InputError, UnsupportedModelError or GameError if the concept is not computed of such a game, an option has
    no effect, or the options, the steps and the backend do not go together.
    """
    plan = unchecked_plan(game, request)
    plan.refuse_idle()
    _ = plan.translated  # or an error before anything is solved
    return plan


def unchecked_plan(game: Any, request: Request) -> Plan:
    """Return the plan for a game and a request, without a look at options that have no effect."""
    concept = request.concept
    if isinstance(player := getattr(concept, "player", None), str):
        concept = replace(cast("Nash", concept), player=player_number(player, game.players))
        request = replace(request, concept=concept)
    planner = PLANNERS.get((concept.kind, type(game)))
    if planner is None or (planner is planned and type(game) not in concept.games):
        raise InputError(
            f"concept {concept.name!r} is not computed of an object of class {type(game).__name__}"
        )
    return planner(game, request)


def planned(game: Any, request: Request) -> Plan:
    """Return the plan of the first route of the table that suits; the steps on games are carried out."""
    if isinstance(game, OrderedGame):
        return chosen(ordered_draft(game, request))
    if isinstance(game, ExtensiveGame):
        request = with_usual_steps(game, request)
    return chosen(after_game_steps(game, request))


def chosen(draft: Draft) -> Plan:
    """Return the plan of the first route that suits a draft and does not refuse it.

    A backend that is named is tried with all classes of problems that it solves, in their order; where none is named,
    the first route that suits comes with its default. Raises the error of the route that refused last, or the first of
    those that refused a start from the equilibrium of a similar game.
    """
    request = draft.request
    refusals: list[UnsupportedModelError] = []
    for candidate in ROUTES[draft.concept.kind, type(draft.game)]:
        if not candidate.suits(draft):
            continue
        backend = request.backend or get(candidate.default_backend)
        plan = draft.plan(candidate.route, backend)
        try:
            plan.route.refuse(plan)
        except UnsupportedModelError as refusal:
            refusals.append(refusal)
            if request.backend is None:
                break
        else:
            return (
                plan if draft.others is not None else replace(plan, steps=usual_further_steps(plan))
            )

    if not refusals:
        name = cast("Backend", request.backend).name
        raise UnsupportedModelError(
            f"backend {name} solves neither linear nor mixed-integer programs nor complementarity problems"
        )
    is_warm = isinstance(request.start, Equilibrium) and draft.is_constant_sum
    raise refusals[0 if is_warm else -1]


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


# ---- steps on games ----


def after_game_steps(game: Any, request: Request) -> Draft:
    """Return a game after the steps on games of its class.

    The default of the other steps also holds where steps on games alone are given.
    """
    kind = type(game)
    steps = tuple(step for step in request.steps or () if kind in step.reductions)
    others = tuple(step for step in request.steps or () if step not in steps)
    whole = Reduced[Any, Any, Any](game, unchanged)
    games: list[Any] = []
    for place, step in enumerate(steps):
        require_units(step, game, steps[:place], games)
        apply = partial(applied, step, kind)
        with request.phases.phase("preprocess", step.message):
            whole = whole.then(apply) if games else apply(game)
        games.append(whole.target)
    has_default = request.steps is None or (bool(steps) and not others)
    remarks = [
        step.remark(*pair) for step, *pair in zip(steps, (game, *games), games, strict=False)
    ]
    rest = None if has_default else others
    return Draft(game, request, whole, steps, tuple(games), rest, tuple(filter(None, remarks)))


def require_units(step: Step, game: Any, before: Sequence[Step], games: Sequence[Any]) -> None:
    """Raise InputError if a step has an option in units of payoff, and steps on games before it may change these."""
    option = step.in_units_of_payoff(game)
    if not option or not before:
        return
    payoffs = payoffs_after(game, before, games)
    if payoffs is None or not payoffs.keeps_payoffs:
        raise InputError(
            f"{step.spelled}: its {option} is in units of payoff, which may be others after "
            f"{', '.join(each.spelled for each in before)}; leave one of them out"
        )


def with_usual_steps(game: ExtensiveGame, request: Request) -> Request:
    """Return a request with the steps on a tree that are carried out without being named."""
    solves_subgames = _solves_subgames(game, request)
    if _corrects_rounding(request) and not (solves_subgames and _is_of_perfect_information(game)):
        request = replace(request, steps=with_correction(game, request.steps))
    if solves_subgames:
        request = replace(request, steps=(*(request.steps or ()), SolveSubgames()))
    return request


MANY_NODES = 1_000
"""Inner nodes in subgames that backward induction solves from which these are solved first by default."""


def _solves_subgames(game: ExtensiveGame, request: Request) -> bool:
    """Return whether subgames are solved first by default, which takes linear or nearly linear time.

    So it is for games with `MANY_NODES` in such subgames, and for general-sum games of perfect information without
    chance of any size. The steps, the backend, its options, a starting point and the player are left to the caller who
    names them.
    """
    if request.concept.name != Nash.name:
        return False
    concept = cast("Nash", request.concept)
    if concept.weights is not None or concept.formulation != Nash.formulation:
        return False
    named = (
        request.steps,
        request.backend,
        request.start,
        concept.player or None,
        request.options.checkpoint,
    )
    if request.options.raw or any(choice is not None for choice in named):
        return False

    if game.constant_sum is None:
        from seqform.builders.preprocess.subgames import nodes_decided

        decided = nodes_decided(game)
        moves = len(game) - len(game.leaves)
        return decided >= MANY_NODES or decided == moves > 0

    if len(game) <= MANY_NODES:
        return False
    from seqform.builders.preprocess.induction import count_decided

    return count_decided(game) >= MANY_NODES


def _corrects_rounding(request: Request) -> bool:
    """Return whether rounding of payoffs is corrected by default, for a linear program or a saddle point.

    A claim that has to be proven of the game as written, and a start of a path, need the complementarity problem.
    """
    concept, backend = request.concept, request.backend
    has_program = backend is None or bool({LinearProgram, SaddlePointProblem} & backend.supports)
    is_plain = concept.name == Nash.name and cast("Nash", concept).weights is None
    return (
        is_plain
        and has_program
        and not request.exact
        and request.start is None
        and request.steps != ()
    )


def with_correction(game: ExtensiveGame, steps: tuple[Step, ...] | None) -> tuple[Step, ...] | None:
    """Return the steps, after one that makes a game constant-sum whose payoffs are so but for rounding in doubles."""
    if game.constant_sum is not None or any(isinstance(step, ConstantSum) for step in steps or ()):
        return steps
    from seqform.builders.preprocess.constant_sum import rounded_sum

    return steps if rounded_sum(game) is None else (ConstantSum(), *(steps or ()))


MANY_SEQUENCES = 20_000
"""Sequences of each player from which a linear program is solved without those that are dominated, by default."""


def usual_further_steps(plan: Plan) -> tuple[Step, ...]:
    """Return the steps on forms and programs where none are named: those of the route.

    Each player's dominated sequences are eliminated once before the linear program of a large tree. A starting point, a
    basis among them, is one of the whole program.
    """
    route, request = plan.route, plan.request
    elimination = EliminateDominated(once=True, if_many=True)
    is_refused = SequenceForm not in route.forms or elimination.refusal(request.concept) is not None
    if route.problem is not LinearProgram or is_refused or request.start is not None:
        return route.default_steps
    if min(len(player.index) for player in plan.tree.target.sequences) < MANY_SEQUENCES:
        return route.default_steps
    return (elimination, *route.default_steps)


# ---- games with ordered signals ----


def ordered_draft(game: OrderedGame, request: Request) -> Draft:
    """Return a game with ordered signals after the steps on games, and with its signals merged.

    The backends "cfr", "pdhg" and "barrier" work on the classes themselves, at any size; all others solve the linear
    program, by default HiGHS that of a small game. An exact answer is computed on the tree of the game of classes
    instead, if that is small enough; a response with a bound on the loss, or an exact one, on the tree of the game.

    Raises GameError if the game is not constant-sum, and no exact answer is asked. Raises InputError if an option has
    no meaning for such games, or the steps do not go together.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, sections 3 to 6.
    """
    from seqform.solving.abstracted import ClassesLift, abstract_game, lifted_abstraction
    from seqform.solving.routes import classes

    if request.concept.kind == SafeResponse.kind:
        return _response_draft(game, request)
    classes.refuse_options(request.concept)
    draft = after_game_steps(game, request)
    steps = (Abstraction(),) if draft.others is None else draft.others
    abstraction = abstraction_of(steps) or Abstraction(IDENTITY)
    others = tuple(step for step in steps if step is not abstraction)
    if request.exact and any(isinstance(step, SupportedColumns) for step in others):
        raise InputError(
            f"{SupportedColumns.name}: its bounds are in doubles, not exact; leave it or exact out"
        )

    has_program = classes.has_exact_program(draft.target, others)
    on_tree = request.exact and not (
        has_program and classes.without_tree(game, abstraction, request, others)
    )
    tree: ExtensiveGame | None = None
    if on_tree:
        classes.refuse_on_tree(draft.target, others)
        tree = _expanded(game, abstraction, request)
    else:
        classes.require_solvable(draft.target, request)
    require_units(abstraction, game, draft.game_steps, draft.games)
    with request.phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        small = abstract_game(draft.target, abstraction)
    lifted = lifted_abstraction(small, game, draft.after.lift)

    if tree is None:
        return replace(draft, after=Reduced(small, ClassesLift(lifted)), others=others)
    step = classes.TreeOfClasses(
        abstraction.kind, abstraction.max_nodes, abstraction.filters, small=small, whole=lifted
    )
    concept = replace(cast("Nash", request.concept), witness=False)
    on_classes = with_usual_steps(tree, replace(request, concept=concept, steps=(step, *others)))
    of_tree = after_game_steps(tree, on_classes)
    return replace(
        of_tree,
        game_steps=(*draft.game_steps, *of_tree.game_steps),
        games=(*draft.games, *of_tree.games),
    )


def _response_draft(game: OrderedGame, request: Request) -> Draft:
    """Return the draft of a response: by a weight on classes, else on the tree."""
    from seqform.solving.abstracted import abstract_game
    from seqform.solving.routes import classes

    concept = cast("SafeResponse", request.concept)
    abstraction = abstraction_of(request.steps) or Abstraction()
    others = tuple(step for step in request.steps or () if step is not abstraction)
    if request.exact or concept.weight is None:
        if not abstraction.loses_nothing:
            raise InputError(
                f"{abstraction.kind}: exact responses, and those with a bound on the loss, are computed on the tree of "
                "the game itself; leave it out, or give a weight"
            )
        tree = _expanded(game, abstraction, request)
        return after_game_steps(tree, replace(request, steps=others or None))
    classes.require_solvable(game, request)
    with request.phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        small = abstract_game(game, abstraction)
    return Draft(game, request, classes.restricted_abstraction(small, concept), others=others)


def plan_of_classes(small: AbstractedGame, request: Request) -> Plan:
    """Return the plan for the strategies of a game whose signals are merged, without further steps."""
    from seqform.solving.abstracted import ClassesLift

    return chosen(Draft(small.game, request, Reduced(small, ClassesLift(small)), others=()))


def _expanded(game: OrderedGame, abstraction: Abstraction, request: Request) -> ExtensiveGame:
    from seqform.builders.games.ordered.expansion import to_extensive

    with request.phases.phase("expand", "expanding the game tree"):
        return to_extensive(game, max_nodes=abstraction.max_nodes, progress=request.phases.progress)
