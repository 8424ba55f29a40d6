"""Routes of games with ordered signals: what they have in common, and the game of classes itself.

Signals are merged, the game of classes is solved, and the strategies are certified on all deals of the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

from seqform.backends import get
from seqform.backends.answers import reading, solved_by
from seqform.backends.protocol import SolveOptions
from seqform.builders.abstraction.equal_actions import without_equal_actions
from seqform.builders.steps import CLASSES, Step
from seqform.errors import InputError, UnsupportedModelError
from seqform.models.answers.answer import Resolved
from seqform.models.numbers.text import shown_bytes
from seqform.models.programs.class_game import ClassGame, ClassPlan, ClassSolution
from seqform.models.programs.linear import LinearProgram
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.abstracted import AbstractedGame, ClassesLift
from seqform.solving.chain import Solved, Stage, building, problem_bytes, step_stages
from seqform.solving.concepts import Nash
from seqform.solving.defaults import DEFAULT_BACKENDS, EXACT_CLASSES
from seqform.solving.execute import Plan, Route
from seqform.solving.ordered_equilibrium import OrderedEquilibrium, Strategies
from seqform.solving.request import ROUNDING, Request, require_gap, require_reached
from seqform.system.memory import machine_memory
from seqform.verify.deal_certificate import DealCertificate, certify_deals

SMALL_PROGRAM = 20_000
"""Nonzeros of a program of classes up to which HiGHS solves it, exactly but for rounding, in the time that iterative
methods take for a few digits: at 20,000 each takes 0.4 s, at 28,000 HiGHS takes 1 s and the others 0.25 s."""

RELATIVE_GAP = 3e-6
"""Default gap at which iterative solvers stop, relative to the spread of the payoffs."""


FEWER_SEQUENCES = (
    "take fewer actions, such as one size of bets on all rounds but the last, or fewer bets after each other; ranges "
    "of fewer hands; or merge more signals (threshold=T)"
)
"""What to do where no method has the memory that it takes."""


QUICK = 60
"""Seconds up to which an interior-point method is taken for a small target gap: each digit costs it a few steps, and
cfr several times as many iterations (`rhode-island(ranks=3)` to 6e-5: 1.8 and 12 s, to 1e-8: 2.5 s and minutes)."""


# ---- the choice between the game of classes and its linear program ----


def is_solved_as_program(small: AbstractedGame, request: Request, steps: Sequence[Step]) -> bool:
    """Return whether a game of classes is solved by its linear program where no backend is named.

    So it is before a step that needs the program, and of a small game, unless there are options that only iterative
    methods have. A gap or a tolerance is none: the answer of the program meets it in any case.
    """
    if not all(map(keeps_classes, steps)):
        return True
    return not iterative_option(request.options) and small.classes.has_program_within(SMALL_PROGRAM)


def iterative_option(options: SolveOptions) -> str:
    """Return the name of an option that only iterative methods have; empty if there is none."""
    if options.raw:
        return f"option {next(iter(options.raw))}"
    if options.checkpoint is not None:
        return "checkpoint"
    return ""


def needs_many_digits(small: AbstractedGame, request: Request) -> bool:
    """Return whether the target gap is below the default one, and an interior point comes below it soon.

    Options of a method and checkpoints are those of the default, and no reason for another one.
    """
    gap = request.options.target_gap or request.options.tolerance
    if not gap or iterative_option(request.options) or gap >= default_gap(small.classes):
        return False
    interior: Any = get(EXACT_CLASSES)
    if interior.memory(small.classes) >= machine_memory():
        return False
    return bool(interior.seconds(small.classes) <= QUICK)


def keeps_classes(step: Step) -> bool:
    """Return whether a step makes a game of classes of one."""
    return ClassGame in step.reductions and step.model_after(ClassGame) is ClassGame


# ---- figures of a game of classes ----


def largest_payoff(game: ClassGame) -> float:
    """Return the size of the largest payoff of player 0."""
    return float(max(map(abs, game.payoff_range)))


def default_gap(game: ClassGame) -> float:
    """Return the nash_conv at which iterative solvers stop by default."""
    return RELATIVE_GAP * game.payoff_spread


def with_gap(options: SolveOptions, default: float) -> SolveOptions:
    """Return the options with the tolerance, or a default, as target gap where there is none."""
    if options.target_gap is not None:
        return options
    return replace(options, target_gap=options.tolerance or default, tolerance=None)


def of_the_game(plan: Plan) -> AbstractedGame:
    """Return the abstraction of a plan as one of the game itself."""
    return cast("ClassesLift", plan.tree.lift).original


# ---- the routes ----


class ClassesRoute(Route):
    """A route through the game of classes to strategies that are certified on all deals of the game itself."""

    place = "on all deals"
    keeps_exact = False
    takes_player: ClassVar[bool] = False
    """True if the problem is the linear program of one player, chosen by the option `player`."""

    keeps_equal_actions: ClassVar[bool] = False
    """True if strategies may take actions for which an equal one stands."""

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error if the backend, the steps or the player do not fit."""
        if cast("Nash", plan.request.concept).player and not self.takes_player:
            raise InputError(f"player: of no meaning for {self.without_player(plan)}")
        if not {ClassGame, LinearProgram} & plan.backend.supports:
            raise UnsupportedModelError(
                f"backend {plan.backend.name} solves neither class games nor linear programs"
            )
        for step in plan.steps:
            if not {ClassGame, LinearProgram} & step.models:
                raise InputError(
                    f"{step.name}: not for the linear program of a game of classes; leave it out"
                )

    def without_player(self, plan: Plan) -> str:
        """Return the case in which no player is chosen, with the option that leads to it and a remedy."""
        raise NotImplementedError

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the game of classes, and the steps that keep it one."""
        yield building(CLASSES, lambda small: Reduced(small.classes, unchanged))
        yield from step_stages([step for step in plan.steps if keeps_classes(step)], ClassGame)

    def require_usable(self, plan: Plan, raw: Any) -> None:
        """Accept every answer: it has strategies, or is made exact."""

    def strategies(self, plan: Plan, solved: Solved) -> Any:
        """Return the strategies of the game of classes."""
        answer = solved.raw
        if isinstance(answer, ClassSolution):
            answer = answer.strategies
        return plan.tree.lift(replace(solved, raw=answer).lifted())

    def target(self, plan: Plan) -> float:
        """Return the nash_conv that the solver was asked for."""
        return 0.0

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        """Return the strategies, of equal actions with that which stands for all."""
        with reading(plan.backend):
            strategies = self.strategies(plan, solved)
        if self.keeps_equal_actions:
            return strategies
        return without_equal_actions(of_the_game(plan).game, strategies)

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> OrderedEquilibrium:
        """Return the strategies with their certificate on all deals."""
        deals = self.deals(
            plan,
            prepared,
            threads=plan.request.options.threads or 2,
            progress=plan.phases.progress,
        )
        profile = self.profile(plan, prepared)
        return self.answer(plan, solved, profile, deals, self.allowed_gap(plan))

    def profile(self, plan: Plan, strategies: Any) -> Any:
        """Return the strategies that are the answer."""
        return strategies

    def allowed_gap(self, plan: Plan) -> float:
        """Return the largest gap that passes: the target, and the tolerance of the certificate."""
        classes = of_the_game(plan).classes
        tolerance = cast("Nash", plan.request.concept).certificate_tolerance
        certified = tolerance * classes.payoff_spread + ROUNDING * largest_payoff(classes)
        return certified + self.target(plan)

    def deals(self, plan: Plan, strategies: Any, **options: Any) -> DealCertificate:
        """Return the certificate of strategies on all deals."""
        original = of_the_game(plan)
        return certify_deals(original.game, original.filters, strategies, **options)

    def answer(
        self,
        plan: Plan,
        solved: Solved,
        profile: Strategies,
        deals: DealCertificate,
        allowed: float,
        plans: tuple[ClassPlan, ClassPlan] | None = None,
    ) -> OrderedEquilibrium:
        """Return strategies as an answer, with a note where the abstraction lost more than the allowed gap."""
        certificate = plan.with_loss(deals.certificate.recomputed(allowed=allowed))
        return OrderedEquilibrium(
            of_the_game(plan),
            profile,
            deals.recomputed(certificate=certificate),
            solved.raw,
            _resolved(plan),
            allowed,
            plan.phases.seconds,
            plans,
        )

    def require_certified(self, plan: Plan, answer: OrderedEquilibrium) -> None:
        """Raise an error if the solver stopped early, or a lossless abstraction lost."""
        require_reached(answer)
        # An abstraction that may lose is not held to the gap: the certificate states what it lost.
        if not answer.certificate.gap <= answer.allowed_gap and plan.loses_nothing:
            require_gap(answer, answer.allowed_gap)


def _resolved(plan: Plan) -> Resolved:
    """Return the arguments, with the kind of abstraction among the steps at its place."""
    steps = (
        *(step.spelled for step in plan.game_steps),
        plan.tree.target.kind,
        *(step.spelled for step in plan.steps),
    )
    return replace(plan.request.resolved(plan.backend.name), preprocess=steps)


class IterativeRoute(ClassesRoute):
    """The game of classes itself, for regret, first-order and interior-point methods."""

    builder = CLASSES
    accepts_limits = True

    def require_applicable(self, plan: Plan) -> None:
        super().require_applicable(plan)
        for step in plan.steps:
            if not keeps_classes(step):
                raise InputError(
                    f"{step.name}: {plan.backend.name} works without a linear program; take highs or pdlp"
                )

    def default_for(self, plan: Plan) -> str:
        """Return what the default backend is the default for: a small target gap has another one."""
        if plan.backend.name == EXACT_CLASSES and not plan.exact:
            share = f"{RELATIVE_GAP:g} of the payoffs' spread"
            return f"{self.title} and a target gap below {share}"
        return self.title

    def without_player(self, plan: Plan) -> str:
        """Return the option that chose a method without a linear program: the backend, one of methods, or the size."""
        case = "a game with ordered signals without a linear program"
        name = plan.backend.name
        remedy = "leave it out, or take highs"
        if plan.request.backend is not None:
            return f"{case}, and {name} works without one; {remedy}"
        option = iterative_option(plan.request.options)
        if name == EXACT_CLASSES:
            option = "a small target_gap"
        if option:
            return f"{case}, and {option} chooses {name}, which works without one; leave one of the two out"
        return (
            f"{case}, and {name}, the default for a game of this size, works without one; {remedy}"
        )

    def require_room(self, plan: Plan) -> None:
        """Raise InputError where what the backend states does not fit into the memory, with a remedy."""
        classes = plan.tree.target.classes
        needed = problem_bytes(plan.backend, classes) or 0
        if not needed > machine_memory() > 0:
            return
        remedy = FEWER_SEQUENCES
        default = DEFAULT_BACKENDS[ClassGame]
        if (problem_bytes(get(default), classes) or 0) <= machine_memory():
            remedy = f"take {default}, or merge more signals"
        raise InputError(
            f"{plan.game.title}: {plan.backend.name} takes about {shown_bytes(needed)}, and this machine has "
            f"{shown_bytes(machine_memory())}; {remedy}"
        )

    def solve(self, plan: Plan, model: ClassGame) -> ClassSolution:
        with plan.phases.phase("solve", self.solving(plan)):
            answer: ClassSolution = solved_by(plan.backend, model, self.options(plan, model))
        return answer

    def options(self, plan: Plan, model: ClassGame) -> SolveOptions:
        """Return the options of the backend, with a gap at which it stops."""
        options = plan.translated.left
        # `translated` has the target gap in units of the game after the steps; a tolerance that stands for it has not.
        if options.target_gap is None and options.tolerance:
            gap = plan.gap_after("tolerance", options.tolerance)
            options = replace(options, target_gap=gap, tolerance=None)
        return with_gap(options, default_gap(model))

    def target(self, plan: Plan) -> float:
        gap = self.options(plan, plan.tree.target.classes).target_gap
        return plan.gap_before(float(gap or 0))


ITERATIVE = IterativeRoute()
