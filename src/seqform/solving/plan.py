"""The choice of a plan: the route, the backend and the steps for a game, a concept and options.

Routes other than the linear program are imported when a plan needs them, which halves the time that the first call of
`solve` takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from seqform.backends import get
from seqform.builders.steps import IDENTITY, Abstraction, ConstantSum, EliminateDominated, Step, require_steps
from seqform.errors import InputError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.positions import PositionGraph
from seqform.models.options import ALL_ONES
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.sequence_form import SaddlePointProblem
from seqform.models.reduced import ProfileMap, Reduced, unchanged
from seqform.solving.concepts import Concept, Nash, SafeResponse
from seqform.solving.execute import SOLVER_OPTIONS, Plan, Route, applied, payoffs_after
from seqform.solving.preprocessing import SolveSubgames, SupportedColumns, abstraction_of
from seqform.solving.request import Request
from seqform.solving.routes.plans import LINEAR, MANY_SEQUENCES, SADDLE_POINT, SETTLED, PlansRoute
from seqform.system.packages import Registry

DEFAULT_BACKENDS: dict[type, str] = {
    LinearProgram: "highs",
    LinearComplementarityProblem: "lemke",
    MixedIntegerProgram: "highs",
}
"""The backend that is called where none is named, by class of problems."""

POSITIONS_BACKEND = "bestnash"


def tree_plan(game: ExtensiveGame, request: Request) -> Plan:
    """Return the plan for an equilibrium of an extensive game; the steps on games are carried out.

    Raises InputError, UnsupportedModelError or GameError if the concept, the options, the steps and the backend do not
    go together.
    """
    concept = request.concept
    solves_subgames = _solves_subgames(game, request)
    if _corrects_rounding(request) and not (solves_subgames and _is_of_perfect_information(game)):
        request = replace(request, steps=with_correction(game, request.steps))
    if solves_subgames:
        request = replace(request, steps=(*(request.steps or ()), SolveSubgames()))
    tree, games, game_steps, others = after_game_steps(game, ExtensiveGame, request)
    befores = (game, *games)
    remarks = (step.remark(before, after) for step, before, after in zip(game_steps, befores, games, strict=False))
    backend = request.backend or get(_usual_backend(tree.target, concept))
    needs_map = request.start is not None and backend.name != DEFAULT_BACKENDS[LinearProgram]
    if game_steps and needs_map and not isinstance(tree.lift, ProfileMap):
        raise InputError(
            f"{game_steps[0].name}: a start needs a step whose lift is a ProfileMap; leave one of the two out"
        )
    plan = Plan(game, request, tree, game_steps, SETTLED, backend, others or (), games, tuple(filter(None, remarks)))
    if len(tree.target) == 1 < len(game) and concept.kind == "plans" and not concept.check:
        return replace(plan, backend=get(POSITIONS_BACKEND), remarks=())
    if concept.kind == "subgames":
        from seqform.builders.preprocess.subgames import is_perfect_information
        from seqform.solving.routes.positions import PERFECT_INFORMATION, PartsRoute

        if is_perfect_information(tree.target):
            best = request.backend or get(POSITIONS_BACKEND)
            return replace(plan, route=PERFECT_INFORMATION, backend=best).accepted()
        return replace(plan, route=PartsRoute(tree_plan)).accepted()
    if concept.kind == "perturbation":
        from seqform.solving.routes.perturbed import perturbed_route

        route: Any = perturbed_route(tree.target, request, backend)
    else:
        route = _plans_route(plan)
    steps = others
    if steps is None:
        steps = (*_elimination(tree.target, request, route), *route.default_steps)
    require_steps(steps, route.problem, concept, has_start=request.start not in (None, ALL_ONES), forms=route.forms)
    return replace(plan, route=route, steps=steps)


MANY_NODES = 1_000
"""Inner nodes in subgames that backward induction solves from which these are solved first by default."""


def _solves_subgames(game: ExtensiveGame, request: Request) -> bool:
    """Return whether subgames are solved first by default, which takes linear or nearly linear time.

    So it is for games with `MANY_NODES` in such subgames, and for general-sum games of perfect information without
    chance of any size. The steps, the backend, its options, a starting point and the player are left to the caller who
    names them.
    """
    concept = request.concept
    if not isinstance(concept, Nash) or concept.weights is not None or concept.formulation != Nash.formulation:
        return False
    options = [getattr(request.options, name) or None for name in SOLVER_OPTIONS]
    named = (request.steps, request.backend, request.start, concept.player or None, *options)
    if any(choice is not None for choice in named):
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


def _is_of_perfect_information(game: ExtensiveGame) -> bool:
    from seqform.builders.preprocess.subgames import is_perfect_information

    return is_perfect_information(game)


def _corrects_rounding(request: Request) -> bool:
    """Return whether rounding of payoffs is corrected by default, for a linear program or a saddle point.

    A claim that has to be proven of the game as written, and a start of a path, need the complementarity problem.
    """
    concept, backend = request.concept, request.backend
    has_program = backend is None or bool({LinearProgram, SaddlePointProblem} & backend.supports)
    is_plain = isinstance(concept, Nash) and concept.weights is None and not concept.check
    return is_plain and has_program and not request.exact and request.start is None and request.steps != ()


def with_correction(game: ExtensiveGame, steps: tuple[Step, ...] | None) -> tuple[Step, ...] | None:
    """Return the steps, after one that makes a game constant-sum whose payoffs are so but for rounding in doubles."""
    if game.constant_sum is not None or any(isinstance(step, ConstantSum) for step in steps or ()):
        return steps
    from seqform.builders.preprocess.constant_sum import rounded_sum

    return steps if rounded_sum(game) is None else (ConstantSum(), *(steps or ()))


def _elimination(game: ExtensiveGame, request: Request, route: Any) -> tuple[Step, ...]:
    """Return the step that eliminates each player's dominated sequences once, for the linear program of a large game.

    A starting point, a basis among them, is one of the whole program.
    """
    step = EliminateDominated(once=True, if_many=True)
    is_small = min(len(player.index) for player in game.sequences) < MANY_SEQUENCES
    is_refused = step.refusal(request.concept) is not None
    return () if route is not LINEAR or is_small or is_refused or request.start is not None else (step,)


def after_game_steps(
    game: Any, kind: type, request: Request
) -> tuple[Reduced[Any, Any, Any], tuple[Any, ...], tuple[Step, ...], tuple[Step, ...] | None]:
    """Return a game after the steps on games of its class, the games in between, these steps, and the others.

    None stands for the default of the others, which also holds where steps on games alone are given.
    """
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
    return whole, tuple(games), steps, None if request.steps is None or (steps and not others) else others


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


def ordered_plan(game: OrderedGame, request: Request) -> Plan:
    """Return the plan for a Nash equilibrium of a game with ordered signals; its signals are merged.

    The backends "cfr", "pdhg" and "barrier" work on the classes themselves, at any size; all others solve the linear
    program, by default HiGHS that of a small game. An exact answer is computed on the tree of the game of classes
    instead, if that is small enough.

    Raises GameError if the game is not constant-sum, and no exact answer is asked. Raises InputError or
    UnsupportedModelError if the options, the steps and the backend do not go together.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, sections 3 to 6.
    """
    from seqform.builders.games.ordered.expansion import to_extensive
    from seqform.solving.abstracted import abstract_game, lifted_abstraction
    from seqform.solving.routes import classes

    classes.refuse_options(request.concept)
    whole, games, game_steps, given = after_game_steps(game, OrderedGame, request)
    steps = (Abstraction(),) if given is None else given
    abstraction = abstraction_of(steps) or Abstraction(IDENTITY)
    others = tuple(step for step in steps if step is not abstraction)
    supported = any(isinstance(step, SupportedColumns) for step in others)
    if request.exact and supported:
        raise InputError(f"{SupportedColumns.name}: its bounds are in doubles, not exact; leave it or exact out")
    has_program = classes.has_exact_program(whole.target, others)
    on_tree = request.exact and not (has_program and classes.without_tree(game, abstraction, request, others))
    if on_tree:
        classes.refuse_on_tree(whole.target, others)
        with request.phases.phase("expand", "expanding the game tree"):
            tree = to_extensive(game, max_nodes=abstraction.max_nodes, progress=request.phases.progress)
    else:
        classes.require_solvable(whole.target, request)
    require_units(abstraction, game, game_steps, games)
    with request.phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        small = abstract_game(whole.target, abstraction)
    lifted = lifted_abstraction(small, game, whole.lift)
    if on_tree:
        step = classes.TreeOfClasses(
            abstraction.kind, abstraction.max_nodes, abstraction.filters, small=small, whole=lifted
        )
        concept = replace(cast("Nash", request.concept), witness=False)
        plan = tree_plan(tree, replace(request, concept=concept, steps=(step, *others)))
        return replace(plan, game_steps=(*game_steps, *plan.game_steps), games=(*games, *plan.games))
    plan = classes.classes_plan(small, request, others, lifted)
    return replace(plan, game_steps=game_steps, games=games)


def maximin_plan(game: ExtensiveGame, request: Request) -> Plan:
    """Return the plan for maximin strategies of an extensive game."""
    from seqform.solving.routes.response import MaximinRoute

    return _plan_on_games(game, request, MaximinRoute(tree_plan), DEFAULT_BACKENDS[LinearProgram])


def _plan_on_games(game: Any, request: Request, route: Route, backend: str) -> Plan:
    """Return the plan of a route after the steps on games, with a backend by default."""
    whole, games, steps, others = after_game_steps(game, type(game), request)
    solver = request.backend or get(backend)
    return Plan(game, request, whole, steps, route, solver, others or (), games).accepted()


def constrained_plan(game: ExtensiveGame, request: Request) -> Plan:
    """Return the plan for an equilibrium of an extensive game under constraints, which are on the game itself."""
    from seqform.solving.routes.plans import CONSTRAINED

    backend = request.backend or get(DEFAULT_BACKENDS[LinearProgram])
    steps = CONSTRAINED.default_steps if request.steps is None else request.steps
    require_steps(steps, LinearProgram, request.concept, has_start=False)
    return Plan(game, request, Reduced(game, unchanged), (), CONSTRAINED, backend, steps).accepted()


def response_plan(game: ExtensiveGame, request: Request) -> Plan:
    """Return the plan for a response to a known opponent."""
    from seqform.solving.routes.response import ResponseRoute, RestrictedRoute, known_opponent

    backend, known = request.backend or get(DEFAULT_BACKENDS[LinearProgram]), known_opponent(plan_of, game, request)
    route: RestrictedRoute | ResponseRoute = RestrictedRoute(tree_plan, known)
    steps = request.steps or ()
    if cast("SafeResponse", request.concept).weight is None:
        route = ResponseRoute(tree_plan, known)
        steps = route.default_steps if request.steps is None else request.steps
        require_steps(steps, LinearProgram, request.concept, has_start=False)
    return Plan(game, request, Reduced(game, unchanged), (), route, backend, steps).accepted()


def ordered_response_plan(game: OrderedGame, request: Request) -> Plan:
    """Return the plan for a response in a game with ordered signals: by a weight on classes, else on the tree."""
    from seqform.builders.games.ordered.expansion import to_extensive
    from seqform.solving.abstracted import abstract_game
    from seqform.solving.routes import classes

    abstraction = abstraction_of(request.steps) or Abstraction()
    others = tuple(step for step in request.steps or () if step is not abstraction)
    if request.exact or cast("SafeResponse", request.concept).weight is None:
        if not abstraction.loses_nothing:
            raise InputError(
                f"{abstraction.kind}: exact responses, and those with a bound on the loss, are computed on the tree of "
                "the game itself; leave it out, or give a weight"
            )
        tree = to_extensive(game, max_nodes=abstraction.max_nodes, progress=request.phases.progress)
        return response_plan(tree, replace(request, steps=others or None))
    classes.require_solvable(game, request)
    with request.phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        small = abstract_game(game, abstraction)
    return classes.class_response_plan(small, request, others)


def proper_plan(game: ExtensiveGame, request: Request) -> Plan:
    """Return the plan for a proper equilibrium of an extensive game."""
    from seqform.builders.preprocess.subgames import is_perfect_information
    from seqform.solving.routes.proper import BY_INDUCTION, BY_PROGRAMS, PERMUTAHEDRA

    named = request.backend
    if game.constant_sum is None or (named is not None and PERMUTAHEDRA.problem in named.supports):
        return _plan_on_games(game, request, PERMUTAHEDRA, DEFAULT_BACKENDS[LinearComplementarityProblem])
    route = BY_INDUCTION if is_perfect_information(game) else BY_PROGRAMS
    return _plan_on_games(game, request, route, DEFAULT_BACKENDS[LinearProgram])


def positions_plan(graph: PositionGraph, request: Request) -> Plan:
    """Return the plan for a subgame perfect equilibrium of a graph of positions."""
    from seqform.solving.routes.positions import POSITIONS

    return _plan_on_games(graph, request, POSITIONS, POSITIONS_BACKEND)


def _plans_route(plan: Plan) -> PlansRoute:
    """Return the first problem class that the game, the concept and the backend allow.

    Raises UnsupportedModelError if there is none; with the reason of the last class that the backend solves.
    """
    if getattr(plan.request.concept, "weights", None) is not None:
        from seqform.solving.routes.complementarity import MIXED_INTEGER

        MIXED_INTEGER.refusal(plan)
        if plan.tree.target.constant_sum is None:
            return MIXED_INTEGER
        return LINEAR  # all equilibria have the same payoffs, so that each is the best one
    reasons = []
    for route in _plans_routes():
        if route.problem in plan.backend.supports:
            reason = route.refusal(plan)
            if reason is None:
                return route
            reasons.append(reason)
    if not reasons:
        name = plan.backend.name
        raise UnsupportedModelError(
            f"backend {name} solves neither linear nor mixed-integer programs nor complementarity problems"
        )
    is_warm = isinstance(plan.request.start, Equilibrium) and plan.tree.target.constant_sum is not None
    raise UnsupportedModelError(reasons[0 if is_warm else -1])


def _plans_routes() -> Iterator[PlansRoute]:
    """Yield the problem classes that Nash and normal-form perfect equilibria are reduced to, best first."""
    yield from (LINEAR, SADDLE_POINT)
    from seqform.solving.routes.complementarity import COMPLEMENTARITY, MIXED_INTEGER

    yield from (COMPLEMENTARITY, MIXED_INTEGER)


Planner = Callable[[Any, Request], Plan]

_PLANNERS: dict[tuple[str, type], Planner] = {
    ("plans", ExtensiveGame): tree_plan,
    ("perturbation", ExtensiveGame): tree_plan,
    ("subgames", ExtensiveGame): tree_plan,
    ("maximin", ExtensiveGame): maximin_plan,
    ("proper", ExtensiveGame): proper_plan,
    ("constrained", ExtensiveGame): constrained_plan,
    ("response", ExtensiveGame): response_plan,
    ("response", OrderedGame): ordered_response_plan,
    ("subgames", PositionGraph): positions_plan,
    ("plans", OrderedGame): ordered_plan,
}
PLANNERS = Registry("planner", _PLANNERS)
"""The function that plans, by the kind of a concept and the class of a game; an entry makes the routes of another
package available."""


def plan_of(game: Any, request: Request) -> Plan:
    """Return the plan for a game and a request.

    Raises InputError if the concept is not computed of such a game, if an option has no effect, or as `tree_plan` and
    `ordered_plan`.
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
    if planner is None or (planner is ordered_plan and OrderedGame not in concept.games):
        raise InputError(f"concept {concept.name!r} is not computed of an object of class {type(game).__name__}")
    return planner(game, request)


def _usual_backend(game: ExtensiveGame, concept: Concept) -> str:
    if getattr(concept, "weights", None) is not None:
        return DEFAULT_BACKENDS[MixedIntegerProgram]
    has_start = not isinstance(getattr(concept, "start", None), Equilibrium | None)
    linear = game.constant_sum is not None and not has_start and not concept.needs_witness
    return DEFAULT_BACKENDS[LinearProgram if linear else LinearComplementarityProblem]
