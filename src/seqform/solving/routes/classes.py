"""Routes of games with ordered signals: merge signals, solve the game of classes, certify on deals.

An exact answer is computed on the tree of the game of classes instead, and certified on the tree of the original game.
To a restricted Nash response the known opponent enters the game of classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, ClassVar, cast

from seqform.backends import get
from seqform.backends.answers import checked_answer, reading, solved_by
from seqform.backends.exact.solution import exact_solution
from seqform.backends.iterative.run import require_checkpoint
from seqform.backends.iterative.units import normalized_class_game
from seqform.backends.protocol import SolveOptions
from seqform.builders.abstraction.class_lp import exact_plans, program_point
from seqform.builders.abstraction.dominated_classes import Eliminated
from seqform.builders.abstraction.filters import filtered_game
from seqform.builders.abstraction.restricted_lp import restricted_lp
from seqform.builders.preprocess.restricted_response import restricted_classes
from seqform.builders.programs.zero_sum_lp import FAR
from seqform.builders.steps import CLASS_LP, CLASSES, EXACT_CLASS_LP, Abstraction, Reduction, Step
from seqform.errors import GameError, InputError, SolveError, UnsupportedModelError
from seqform.models.answers.equilibrium import Resolved
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.numbers.text import shown_bytes
from seqform.models.programs.class_game import ClassGame, ClassPlan, ClassSolution, ClassStrategy
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.programs.units import Units
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.abstracted import AbstractedGame, ClassesLift
from seqform.solving.chain import (
    LARGE_PROGRAM,
    Solved,
    Stage,
    Unbuilt,
    applied,
    building,
    problem_bytes,
    step_stages,
)
from seqform.solving.concepts import Concept, Nash, SafeResponse
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.defaults import EXACT_CLASSES as EXACT_CLASSES_BACKEND
from seqform.solving.execute import Plan, Route
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.preprocessing import SupportedColumns, abstraction_of
from seqform.solving.request import (
    ROUNDING,
    Request,
    interior_point,
    machine_memory,
    require_gap,
    require_reached,
    require_solved,
)
from seqform.solving.routes.supported import (
    default_gap,
    largest_payoff,
    solve_supported,
    supporting_run,
)
from seqform.verify.deal_certificate import DealCertificate, certify_deals, certify_plans
from seqform.verify.guarantee import certify_on_deals

EXACT_GAP = 1e-10
"""Gap at which iterative solvers stop before their answer is made exact, relative to the spread of the payoffs."""

SMALL_PROGRAM = 20_000
"""Nonzeros of a program of classes up to which a linear program is solved sooner than machine code is loaded."""

SLOW_PROGRAM = 500_000
"""Nonzeros of a program of classes from which on the simplex method takes minutes."""

LARGE = 20
"""Payoffs with a size between 2^-20 and 2^20 are given to solvers of linear programs as they are."""


def is_solved_as_program(small: AbstractedGame, request: Request, steps: Sequence[Step]) -> bool:
    """Return whether a game of classes is solved by its linear program where no backend is named.

    So it is before a step that needs the program, and of a small game, unless there are options of iterative methods.
    """
    if not all(map(keeps_classes, steps)):
        return True
    options = request.options
    iterates = (
        options.raw or options.checkpoint is not None or options.target_gap or options.tolerance
    )
    return not iterates and small.classes.has_program_within(SMALL_PROGRAM)


class ClassesRoute(Route):
    """A route through the game of classes to strategies that are certified on all deals of the game itself."""

    place = "on all deals"
    keeps_exact = False
    takes_player: ClassVar[bool] = False
    """Whether the problem is the linear program of one player, chosen by the option `player`."""

    def refuse(self, plan: Plan) -> None:
        """Raise an error if the backend, the steps or the player do not fit."""
        if cast("Nash", plan.request.concept).player and not self.takes_player:
            raise InputError(
                "player: of no meaning for a game with ordered signals without a linear program; leave it out"
            )
        if not {ClassGame, LinearProgram} & plan.backend.supports:
            raise UnsupportedModelError(
                f"backend {plan.backend.name} solves neither class games nor linear programs"
            )
        for step in plan.steps:
            if not {ClassGame, LinearProgram} & step.models:
                raise InputError(
                    f"{step.name}: not for the linear program of a game of classes; leave it out"
                )

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the game of classes, and the steps that keep it one."""
        yield building(CLASSES, lambda small: Reduced(small.classes, unchanged))
        yield from step_stages([step for step in plan.steps if keeps_classes(step)], ClassGame)

    def require_usable(self, plan: Plan, raw: Any) -> None:
        """Accept every answer: it has strategies, or is made exact."""

    def strategies(self, plan: Plan, solved: Solved) -> Any:
        """Return the strategies of the game of classes."""
        answer = solved.raw.strategies if isinstance(solved.raw, ClassSolution) else solved.raw
        return plan.tree.lift(replace(solved, raw=answer).lifted())

    def target(self, plan: Plan) -> float:
        """Return the nash_conv that the solver was asked for."""
        return 0.0

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        """Return the strategies."""
        with reading(plan.backend):
            return self.strategies(plan, solved)

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> OrderedEquilibrium:
        """Return the strategies with their certificate on all deals."""
        whole, request = _of_the_game(plan), plan.request
        deals = self.deals(
            plan, prepared, threads=request.options.threads or 2, progress=plan.phases.progress
        )
        profile = self.profile(plan, prepared)
        allowed = self.allowed_gap(plan)
        deals = _with_loss(plan, deals, allowed)
        return OrderedEquilibrium(
            whole, profile, deals, solved.raw, _resolved(plan), allowed, plan.phases.seconds
        )

    def profile(self, plan: Plan, strategies: Any) -> Any:
        """Return the strategies that are the answer."""
        return strategies

    def allowed_gap(self, plan: Plan) -> float:
        """Return the largest gap that passes: the target, and the tolerance of the certificate."""
        classes, tolerance = (
            _of_the_game(plan).classes,
            cast("Nash", plan.request.concept).certificate_tolerance,
        )
        return (
            tolerance * classes.payoff_spread
            + ROUNDING * largest_payoff(classes)
            + self.target(plan)
        )

    def deals(self, plan: Plan, strategies: Any, **options: Any) -> DealCertificate:
        """Return the certificate of strategies on all deals."""
        whole = _of_the_game(plan)
        return certify_deals(whole.game, whole.filters, strategies, **options)

    def require_certified(self, plan: Plan, found: OrderedEquilibrium) -> None:
        """Raise an error if the solver stopped early, or a lossless abstraction lost."""
        require_reached(found)
        if not found.certificate.gap <= found.allowed_gap and plan.loses_nothing:
            require_gap(found, found.allowed_gap)


class IterativeRoute(ClassesRoute):
    """The game of classes itself, for regret, first-order and interior-point methods."""

    builder = CLASSES
    accepts_limits = True

    def refuse(self, plan: Plan) -> None:
        super().refuse(plan)
        for step in plan.steps:
            if not keeps_classes(step):
                raise InputError(
                    f"{step.name}: {plan.backend.name} works without a linear program; take highs or pdlp"
                )

    def require_room(self, plan: Plan) -> None:
        """Raise InputError where what the backend states does not fit into the memory, with a remedy."""
        default = DEFAULT_BACKENDS[ClassGame]
        needed = problem_bytes(plan.backend, plan.tree.target.classes) or 0
        if needed > machine_memory() > 0 and plan.backend.name != default:
            raise InputError(
                f"{plan.game.title}: {plan.backend.name} takes about {shown_bytes(needed)}, and this machine has "
                f"{shown_bytes(machine_memory())}; take {default}, or merge more signals"
            )

    def solve(self, plan: Plan, model: ClassGame) -> ClassSolution:
        with plan.phases.phase("solve", self.solving(plan)):
            answer: ClassSolution = solved_by(plan.backend, model, self.options(plan, model))
        return answer

    def options(self, plan: Plan, model: ClassGame) -> SolveOptions:
        """Return the options of the backend, with a gap at which it stops."""
        options = plan.translated.left
        if options.target_gap is None and options.tolerance:
            options = replace(
                options, target_gap=plan.gap_after("tolerance", options.tolerance), tolerance=None
            )
        return with_gap(options, default_gap(model))

    def target(self, plan: Plan) -> float:
        return plan.gap_before(float(self.options(plan, plan.tree.target.classes).target_gap or 0))


def with_gap(options: SolveOptions, default: float) -> SolveOptions:
    """Return the options with the tolerance, or a default, as target gap where there is none."""
    if options.target_gap is not None:
        return options
    return replace(options, target_gap=options.tolerance or default, tolerance=None)


class ClassProgramRoute(ClassesRoute):
    """The linear program of the game of classes."""

    builder = CLASS_LP
    takes_player = True

    def require_room(self, plan: Plan) -> None:
        """Raise InputError where a large program does not fit into the memory, with a remedy."""
        classes = plan.tree.target.classes
        has_smaller_program = any(ClassGame in step.reductions for step in plan.steps)
        program = large_program(classes)
        if program is None or has_smaller_program:
            return
        usual = get(DEFAULT_BACKENDS[LinearProgram])
        needed = problem_bytes(plan.backend, program) or problem_bytes(usual, program) or 0
        if needed > machine_memory() > 0:
            others = " or ".join(
                filter(None, (DEFAULT_BACKENDS[ClassGame], interior_point(classes)))
            )
            raise InputError(
                f"{classes.title}: a linear program of {program.nonzeros:,} nonzeros takes about "
                f"{shown_bytes(needed)} with {plan.backend.name}, and this machine has "
                f"{shown_bytes(machine_memory())}; take {others}"
            )

    def advice(self, plan: Plan) -> str:
        """Return that an interior-point method is faster for a game whose program is not small."""
        classes = plan.tree.target.classes
        worth = not plan.exact and classes.num_program_entries >= SLOW_PROGRAM
        return f"; {advice} is faster" if worth and (advice := interior_point(classes)) else ""

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the game of classes, its linear program, and the steps on either."""
        yield building(CLASSES, lambda small: Reduced(well_scaled(small.classes)[0], unchanged))
        yield from program_stages(plan.steps, cast("Nash", plan.request.concept).player)

    def exported(self, plan: Plan) -> Iterator[Stage]:
        """Yield the stages to the program, with the units of the payoffs of the game."""
        yield from self.stages(plan)
        yield with_units(plan)

    def require_usable(self, plan: Plan, raw: RawSolution) -> None:
        """Raise SolveError unless there are strategies."""
        if raw.primal is None or raw.dual is None:
            require_solved(raw, plan.backend)
            raise SolveError(f"{plan.backend.name} returned no strategies: {raw.status}", raw)


def program_stages(steps: Sequence[Step], player: int | str = 0) -> Iterator[Stage]:
    """Yield the stages from a game of classes to a player's linear program, which a step may build, and on it."""
    kind: type = ClassGame
    left = list(steps)
    while kind is not LinearProgram:
        found = [step for step in left if kind in step.reductions]
        if not found:
            yield replace(
                building(CLASS_LP, partial(CLASS_LP, player=player)), foreseen=large_program
            )
            break
        for step in found:
            if (after := step.model_after(kind)) not in _ORDER:
                raise InputError(
                    f"{step.spelled}: a {after.__name__} is not among the models between a game of classes and its "
                    "linear program; leave the step out"
                )
        step = min(found, key=lambda step: _ORDER.index(step.model_after(kind)))
        left.remove(step)
        options = {"player": player} if step.model_after(kind) is LinearProgram and player else {}
        yield Stage(
            step.spelled,
            "preprocess",
            step.message,
            partial(applied, step, kind, **options),
            builds=False,
        )
        kind = step.model_after(kind)
    yield from step_stages(left, LinearProgram)


_ORDER = (ClassGame, Eliminated, LinearProgram)
"""The classes of models from a game of classes to its linear program."""


def keeps_classes(step: Step) -> bool:
    """Return whether a step makes a game of classes of one."""
    return ClassGame in step.reductions and step.model_after(ClassGame) is ClassGame


class SupportedRoute(ClassesRoute):
    """Linear programs over the columns that a first-order run supports, in rounds; other steps apply to each."""

    builder = CLASS_LP
    takes_player = True

    def refuse(self, plan: Plan) -> None:
        super().refuse(plan)
        for step in plan.steps:
            if not (
                isinstance(step, SupportedColumns)
                or keeps_classes(step)
                or LinearProgram in step.reductions
            ):
                raise InputError(
                    f"{step.name}: {SupportedColumns.name} chooses the sequences; leave one of them out"
                )
        if self._step(plan).target is not None and plan.request.options.target_gap is not None:
            raise InputError(
                f"{SupportedColumns.name}: target and target_gap mean the same; set one of them"
            )

    def exported(self, plan: Plan) -> Iterator[Stage]:
        """Yield the stages to the first program of a player, over the columns that the first-order run supports."""
        step, player = self._step(plan), int(cast("Nash", plan.request.concept).player)

        def restricted(model: ClassGame) -> Reduced[LinearProgram, RawSolution, Any]:
            first, chosen = supporting_run(model, step, plan.request.left)
            return restricted_lp(well_scaled(model)[0], player, chosen[player], first.strategies)

        yield from self.stages(plan)
        yield Stage(step.spelled, "preprocess", step.message, restricted, builds=False)
        yield from step_stages(plan.steps, LinearProgram)
        yield with_units(plan)

    def solve(self, plan: Plan, model: ClassGame) -> ClassSolution:

        def solve(program: LinearProgram, options: SolveOptions) -> RawSolution:
            whole = Reduced[Any, Any, Any](program, unchanged)
            for stage in step_stages(plan.steps, LinearProgram):
                whole = whole.then(stage.apply)
            raw: RawSolution = solved_by(plan.backend, whole.target, options)
            if raw.primal is None or raw.dual is None:
                return raw
            return cast("RawSolution", checked_answer(plan.backend, program, whole.lift(raw)))

        with plan.phases.phase("solve", self.solving(plan)):
            options = replace(plan.request.left, target_gap=None)
            return solve_supported(
                model, self._step(plan), solve, options, self._target_in(plan, model)
            )

    def target(self, plan: Plan) -> float:
        """Return the gap that is asked for in the game itself; by default one for its certificate."""
        step, gap = self._step(plan), plan.request.options.target_gap
        given = step.target if step.target is not None else gap
        tolerance = cast("Nash", plan.request.concept).certificate_tolerance
        return (
            tolerance * _of_the_game(plan).classes.payoff_spread if given is None else float(given)
        )

    def _target_in(self, plan: Plan, model: ClassGame) -> float:
        """Return the gap at which the rounds end, in units of payoff of the game after the steps on games."""
        step, options = self._step(plan), plan.request.options
        if step.target is None and options.target_gap is None:
            return cast("Nash", plan.request.concept).certificate_tolerance * model.payoff_spread
        option = "target_gap" if step.target is None else f"{step.name}: target"
        return plan.gap_after(option, self.target(plan))

    def _step(self, plan: Plan) -> SupportedColumns:
        return next(step for step in plan.steps if isinstance(step, SupportedColumns))


class ExactClassesRoute(ClassesRoute):
    """Exact plans from the linear program of the game of classes, certified exactly on all deals.

    Dominated sequences may be eliminated before: an equilibrium of the smaller game is one of the game of classes.
    """

    builder = EXACT_CLASS_LP
    place = "on all deals, exactly"
    keeps_exact = always_exact = True

    def refuse(self, plan: Plan) -> None:
        super().refuse(plan)
        if plan.steps and ClassGame in plan.backend.supports:
            raise InputError(
                f"{plan.steps[0].name}: {plan.backend.name} works without a linear program; take highs"
            )

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the game of classes, the elimination of dominated sequences, and the program of player 1."""
        yield building(CLASSES, lambda small: Reduced(well_scaled(small.classes)[0], unchanged))
        yield from step_stages(plan.steps, ClassGame)
        yield building(EXACT_CLASS_LP)

    def solve(self, plan: Plan, model: LinearProgram) -> RawSolution:
        """Return a primal-dual pair, or a basis, from which an exact solution is near."""
        solver, classes = plan.backend, plan.tree.target.classes
        with plan.phases.phase("solve", self.solving(plan)):
            options = plan.translated.left
            if ClassGame not in solver.supports:
                return cast("RawSolution", solved_by(solver, model, options))
            options = with_gap(options, EXACT_GAP * classes.payoff_spread)
            answer: ClassSolution = solved_by(solver, classes, options)
            primal, dual = program_point(model, well_scaled(classes)[0], answer.strategies)
        given = {
            name: getattr(answer, name) for name in ("iterations", "seconds", "options", "solver")
        }
        return RawSolution(answer.termination, answer.status, primal, dual, **given)

    def made_exact(self, plan: Plan, model: LinearProgram, raw: RawSolution) -> RawSolution:
        """Return the exact solution; an error names what else may lead to one."""
        try:
            return cast("RawSolution", super().made_exact(plan, model, raw))
        except SolveError as error:
            other = _other_way(plan)
            raise SolveError(f"{plan.backend.name}: {error}; or {other}") from error

    make_exact = staticmethod(exact_solution)

    def strategies(self, plan: Plan, solved: Solved) -> tuple[ClassPlan, ClassPlan]:
        return exact_plans(_of_the_game(plan).classes, solved.lifted())

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> OrderedEquilibrium:
        whole, phases, plans = _of_the_game(plan), plan.phases, prepared
        deals = _with_loss(
            plan, certify_plans(whole.game, whole.filters, plans, progress=phases.progress), 0.0
        )
        strategies = plans[0].strategy(), plans[1].strategy()
        return OrderedEquilibrium(
            whole, strategies, deals, solved.raw, _resolved(plan), 0.0, phases.seconds, plans
        )


ITERATIVE, CLASS_PROGRAM, SUPPORTED = IterativeRoute(), ClassProgramRoute(), SupportedRoute()
EXACT_CLASSES = ExactClassesRoute()


def large_program(game: ClassGame | Eliminated) -> Unbuilt | None:
    """Return what is known beforehand of the linear program of a game of classes if it is large, or None."""
    if not isinstance(game, ClassGame) or game.num_program_entries <= LARGE_PROGRAM:
        return None
    return Unbuilt(game.program_shape, game.num_program_entries)


def _of_the_game(plan: Plan) -> AbstractedGame:
    """Return the abstraction as one of the game itself."""
    return cast("ClassesLift", plan.tree.lift).whole


def _with_loss(plan: Plan, deals: DealCertificate, allowed: float) -> DealCertificate:
    """Return the certificate with a note where the abstraction lost more than the allowed gap."""
    certificate = plan.with_loss(deals.certificate.recomputed(allowed=allowed))
    return deals.recomputed(certificate=certificate)


def _resolved(plan: Plan) -> Resolved:
    steps = (
        *(step.spelled for step in plan.game_steps),
        plan.tree.target.kind,
        *(step.spelled for step in plan.steps),
    )
    return replace(plan.request.resolved(plan.backend.name), preprocess=steps)


@dataclass(frozen=True)
class TreeOfClasses(Abstraction):
    """The step from the tree of a game with ordered signals to that of its game of classes."""

    small: AbstractedGame | None = None
    whole: AbstractedGame | None = None

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        """The reduction of the tree."""
        assert self.small is not None and self.whole is not None
        filters, whole = self.small.filters, self.whole.filters
        return {ExtensiveGame: lambda tree: filtered_game(filters, tree, whole)}

    @property
    def loses_nothing(self) -> bool:
        """True if the filters lose nothing."""
        return self.small is not None and self.small.loses_nothing


def refuse_options(concept: Concept) -> None:
    """Raise InputError for an option that has no meaning for games with ordered signals."""
    default = Nash()
    for one in fields(concept):
        if one.name not in ("witness", "certificate_tolerance", "player") and getattr(
            concept, one.name
        ) != getattr(default, one.name):
            raise InputError(
                f"{one.name}: of no meaning for a game with ordered signals; leave it out"
            )


def require_solvable(game: OrderedGame, request: Request) -> None:
    """Raise GameError unless a game with ordered signals is constant-sum, and an error if a checkpoint cannot be."""
    if game.constant_sum is None:
        raise GameError(
            f"{game.title} is not constant-sum: ask for an exact answer, which is computed on the tree of its classes"
        )
    if request.options.checkpoint is not None:
        require_checkpoint(request.options.checkpoint)


def has_exact_program(game: OrderedGame, steps: Sequence[Step]) -> bool:
    """Return whether exact plans follow from the program of the classes: after one elimination, or no step at all."""
    if game.constant_sum is None or len(steps) > 1:
        return False
    return all(
        ClassGame in step.reductions and step.model_after(ClassGame) is Eliminated for step in steps
    )


def of_classes_alone(step: Step) -> bool:
    """Return whether a step on games of classes is none on trees."""
    return step.models == {ClassGame}


def refuse_on_tree(game: OrderedGame, steps: Sequence[Step]) -> None:
    """Raise InputError for a step on games of classes alone before an exact answer that is computed on their tree."""
    for step in filter(of_classes_alone, steps):
        reason, remedy = "exact answers are of their tree", "leave it or exact out"
        if game.constant_sum is None:
            reason = f"exact answers are of their tree where a game, as {game.title}, is not constant-sum"
        elif len(steps) > 1:
            others = ", ".join(other.spelled for other in steps if other is not step)
            reason, remedy = (
                "beside other steps exact answers are of their tree",
                f"leave it, exact or {others} out",
            )
        if step.spelled != step.name:
            remedy += f", or take {step.name} without a value"
        raise InputError(f"{step.spelled}: for games of classes, and {reason}; {remedy}")


def without_tree(
    game: OrderedGame, abstraction: Abstraction, request: Request, steps: Sequence[Step]
) -> bool:
    """Return whether an exact answer is computed on the classes.

    So it is for large trees, by a backend for class games, and after a step on these alone.
    """
    if any(map(of_classes_alone, steps)):
        return True
    if request.backend is not None and ClassGame in request.backend.supports:
        return True
    return count(game).nodes > abstraction.max_nodes


def _other_way(plan: Plan) -> str:
    """Return what may lead to an exact answer where one from the linear program of the classes fails."""
    if plan.steps:
        return f"leave {plan.steps[0].spelled} out"
    abstraction = abstraction_of(plan.request.steps) or Abstraction()
    if plan.tree.target.sizes.nodes <= abstraction.max_nodes:
        return "take highs, which solves the tree of this game"
    if ClassGame in plan.backend.supports:
        return "set a smaller target_gap, so that the basis is that of a better answer"
    return f"take {EXACT_CLASSES_BACKEND}"


def well_scaled(game: ClassGame) -> tuple[ClassGame, Units]:
    """Return a game with the same equilibria, normalized where payoffs are of extreme size or far from zero.

    The units are those of player 0.
    """
    least, largest = game.payoff_range
    spread, size = largest - least, max(-least, largest)
    if spread == 0 or (2**LARGE * spread >= 1 and size <= min(2**LARGE, FAR * spread)):
        return game, Units()
    return normalized_class_game(game)


def with_units(plan: Plan) -> Stage:
    """Return the stage that states the units of a program whose game of classes is `well_scaled` first."""
    game, player = plan.tree.target.classes, int(cast("Nash", plan.request.concept).player)
    normalized, units = well_scaled(game)
    if player == 1 and normalized is not game:
        units = units._replace(center=game.constant_sum - units.center)

    def apply(program: LinearProgram) -> Reduced[LinearProgram, RawSolution, RawSolution]:
        return Reduced(replace(program, units=units), unchanged)

    return building("program in the units of the game", apply)


@dataclass(frozen=True, eq=False, repr=False)
class RestrictedAbstraction(AbstractedGame):
    """An abstraction with an opponent who plays a known strategy with the probability `weight`."""

    known: ClassStrategy
    weight: Fraction

    @cached_property
    def classes(self) -> ClassGame:
        """The smaller game, restricted."""
        return restricted_classes(self.known.game, self.known, self.weight)


class _ResponseRoute(ClassesRoute):
    """The certificate of a response on all deals, in place of that of an equilibrium."""

    place = "against the opponent and the best reply, on all deals"
    takes_player = True

    def deals(self, plan: Plan, strategies: Any, **options: Any) -> DealCertificate:
        """Return the certificate of a response, with the guarantee and the bound."""
        small = _restricted(plan)
        return certify_on_deals(
            small.game, small.filters, strategies, small.known, small.weight, **options
        )

    def profile(self, plan: Plan, strategies: Any) -> Any:
        """Return the response beside the known strategy."""
        known = _restricted(plan).known
        return (known, strategies[1]) if known.player == 0 else (strategies[0], known)

    def allowed_gap(self, plan: Plan) -> float:
        """Return the gap of both parts of the opponent's strategy."""
        return super().allowed_gap(plan) / float(_restricted(plan).weight)


class ResponseIterativeRoute(_ResponseRoute, IterativeRoute):
    """The restricted game of classes itself."""

    def options(self, plan: Plan, model: ClassGame) -> SolveOptions:
        return with_gap(plan.request.left, default_gap(_of_the_game(plan).classes))


class ResponseProgramRoute(_ResponseRoute, ClassProgramRoute):
    """The linear program of the restricted game of classes."""


def restricted_abstraction(
    small: AbstractedGame, concept: SafeResponse
) -> Reduced[RestrictedAbstraction, Any, Any]:
    """Return the game of classes in which the opponent plays a known strategy with some probability."""
    from seqform.solving.routes.response import class_opponent

    player, weight = concept.player, concept.weight
    assert isinstance(player, int) and weight is not None
    known = class_opponent(small.game, small.filters, small.classes, concept.opponent, 1 - player)
    restricted = RestrictedAbstraction(
        small.game, small.kind, small.filters, small.seconds, known, weight
    )
    return Reduced(restricted, ClassesLift(small))


def _restricted(plan: Plan) -> RestrictedAbstraction:
    return cast("RestrictedAbstraction", plan.tree.target)


RESPONSE_ITERATIVE, RESPONSE_PROGRAM = ResponseIterativeRoute(), ResponseProgramRoute()
