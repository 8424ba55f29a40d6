"""Routes of extensive games that are computed from realization plans: linear programs and saddle points.

What they have in common, `PlansRoute`, also holds for complementarity problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, cast

import numpy as np

from seqform.backends.answers import reading, solved_by
from seqform.backends.exact.solution import exact_solution, work_in_doubles
from seqform.backends.protocol import traits_of
from seqform.builders.steps import (
    LINEAR_PROGRAM,
    SADDLE_POINT_PROBLEM,
    SEQUENCE_FORM,
    MergeEquivalent,
    ModelBuilder,
    require_steps_for_problem,
)
from seqform.errors import (
    CertificationError,
    GameError,
    InputError,
    UnsupportedModelError,
)
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import double
from seqform.models.numbers.text import counted, shown_rational
from seqform.models.options import ALL_ONES
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.sequence_form import SaddlePointProblem, SequenceForm
from seqform.models.programs.solutions import CUT_SHORT, Basis, RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlans
from seqform.solving.chain import Solved, Stage, building, step_stages
from seqform.solving.concepts import Nash, PlanConcept
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.execute import Plan, Route, execute_part
from seqform.solving.request import require_pass, require_reached, with_allowed
from seqform.solving.routes.starts import require_similar, starting_basis
from seqform.verify.nash import certify

Program = Reduced[Any, RawSolution, RealizationPlans]

NO_PRIMAL = {"player": "chooses the primal solution of a linear program, and none is solved here"}
"""The option that is without effect where the plans of both players are parts of one solution."""


class FormRoute(Route):
    """A class of problems that are built from the sequence form."""

    forms: ClassVar[tuple[type, ...]] = (SequenceForm,)

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error if steps are for neither the problem nor the forms before it, or do not go with a start."""
        request = plan.request
        has_start = request.start not in (None, ALL_ONES)
        require_steps_for_problem(
            plan.steps, self.problem, request.concept, has_start=has_start, forms=self.forms
        )

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the sequence form, the problem, and the steps on either."""
        yield building(SEQUENCE_FORM)
        for form in self.forms:
            yield from step_stages(plan.steps, form)
        yield building(cast("ModelBuilder", self.builder), partial(self.built, plan))
        yield from step_stages(plan.steps, self.problem)

    def built(self, plan: Plan, form: SequenceForm) -> Reduced[Any, Any, Any]:
        """Return the problem, built from the sequence form with the arguments that the request has for it."""
        return cast("ModelBuilder", self.builder)(form, **self.arguments(plan, form))

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the arguments of the builder."""
        return {}


class PlansRoute(FormRoute):
    """A class of problems whose solutions are realization plans."""

    def witness(self, plan: Plan, solved: Solved) -> BehaviorProfile | None:
        """Return a completely mixed profile that witnesses normal-form perfection, where the solution has one."""
        return None

    def lifted(self, plan: Plan, solved: Solved) -> BehaviorProfile:
        """Return the answer as a profile of the game itself."""
        profile: BehaviorProfile = plan.tree.lift(solved.lifted())
        return profile

    def prepared(self, plan: Plan, solved: Solved) -> BehaviorProfile | None:
        """Return the witness, if there is one."""
        with reading(plan.backend):
            return self.witness(plan, solved)

    def certified(
        self, plan: Plan, solved: Solved, prepared: BehaviorProfile | None
    ) -> Equilibrium:
        """Return the equilibrium with its certificate on the game itself."""
        game, request = plan.game, plan.request
        with reading(plan.backend):
            profile = self.lifted(plan, solved)

        witness = prepared
        is_decided = request.concept.needs_witness and witness is None
        if is_decided:  # linear programs find a witness, or a strategy that dominates
            from seqform.verify.normal_form import normal_form_perfect

            options = replace(request.left, raw={}, tolerance=None)
            verdict = normal_form_perfect(game, profile, options=options)
            if game.constant_sum is not None:  # where dominated strategies may be replaced
                profile = verdict.undominated_profile
            witness = verdict.witness

        if witness is None:
            certificate = certify(game, profile)
        else:
            from seqform.verify.normal_form import certify_normal_form_perfect

            certificate = certify_normal_form_perfect(game, profile, witness, decides=is_decided)
        certificate = plan.with_loss(with_allowed(game, certificate, request))
        return plan.answer(
            profile,
            certificate,
            plan.remarked(solved.raw),
            witness=witness,
            objective=plan.objective,
        )

    def require_certified(self, plan: Plan, answer: Equilibrium) -> None:
        """Raise an error unless the certificate holds: of steps that may lose, in the game after them."""
        require_reached(answer)
        try:
            require_pass(answer)
        except CertificationError:
            if plan.loses_nothing or plan.map is None:
                raise
            small = plan.tree.target
            profile = plan.map.restricted(answer.profile)
            certificate = with_allowed(small, certify(small, profile), plan.request)
            require_pass(answer.recomputed(game=small, profile=profile, certificate=certificate))


class SettledRoute(PlansRoute):
    """Games of which steps on games have left no move; no solver is called."""

    problem = PositionGraph
    title = "game without moves"
    without_solver = "no solver is called, since the steps leave no move"
    idle: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("start", "formulation", "player"), "of no effect, since the steps leave no move"
    )

    def require_applicable(self, plan: Plan) -> None:
        """Accept all steps: those on forms and programs are without effect."""

    def stages(self, plan: Plan) -> Iterator[Stage]:
        return iter(())

    def solver(self, plan: Plan) -> str:
        """Return the backend for positions, which the steps have called."""
        return DEFAULT_BACKENDS[PositionGraph]

    def solve(self, plan: Plan, model: ExtensiveGame) -> RawSolution:
        from seqform.builders.preprocess.subgames import hides_something

        if not any(step.objective_name for step in plan.game_steps):
            names = ", ".join(step.spelled for step in plan.game_steps)
            status = f"no move is left after {names}"
            return RawSolution(Termination.SOLVED, status, solver="seqform")

        status = "the whole game is one of perfect information"
        if hides_something(plan.game).any():
            status = "the whole game is solved by induction"
        if plan.objective:
            status += f"; {plan.game_steps[-1].claim}"
        return RawSolution(Termination.SOLVED, status, solver="seqform bestNash")

    def lifted(self, plan: Plan, solved: Solved) -> BehaviorProfile:
        certain = np.array([Fraction(1)], dtype=object)
        first, second = (BehaviorStrategy(own.index, certain) for own in plan.tree.target.sequences)
        profile: BehaviorProfile = plan.tree.lift(BehaviorProfile((first, second)))
        return profile


SETTLED = SettledRoute()


def require_constant_sum(game: ExtensiveGame | OrderedGame) -> None:
    """Raise GameError, of a tree with two places whose payoffs add up differently, unless the game is constant-sum."""
    if game.constant_sum is None:
        if isinstance(game, OrderedGame):
            raise GameError(
                f"{game.title} is not constant-sum, so its equilibria are not those of a linear program"
            )
        raise GameError(not_constant_sum(game))


def not_constant_sum(game: ExtensiveGame) -> str:
    """Return a sentence with two places of a general-sum game whose payoffs add up differently."""
    from seqform.builders.preprocess.constant_sum import rounded_sum, shown_correction

    if rounded_sum(game) is not None:
        return (
            f"{game.title!r} is not constant-sum: its {shown_correction(game)}; correct them by "
            "seqform.builders.constant_sum_game(game).target, or by `seqform convert --preprocess constant-sum`"
        )
    if game.matrices is not None:
        return (
            f"{game.title!r} is not constant-sum, so no linear program solves it: xᵀ(A + B) y is not the same for "
            "all plans x and y"
        )
    first, second = game.leaf_payoffs
    total = first + second
    differing = int(np.argmax(total.numerators != total.numerators[0]))
    sums = []
    for leaf in (0, differing):
        place = " > ".join(game.path(int(game.leaves[leaf]))) or "the root"
        sums.append(f"to {shown_rational(total[leaf])} at {place}")
    return (
        f"{game.title!r} is not constant-sum, so no linear program solves it: the payoffs add up "
        f"{' and '.join(sums)}"
    )


SLOW_SIMPLEX_SEQUENCES = 20_000
"""Sequences of each player from which an interior-point method may take less time than the simplex method."""


SIMPLEX = "simplex"
"""The one method of solvers that starts from a basis."""

UNUSED_START = "; start not used: "
"""The beginning, in the status of an answer, of the reason why it was computed without the start that is given."""


def require_usable_start(plan: Plan) -> None:
    """Raise UnsupportedModelError if the backend of a plan cannot begin with the start that is given."""
    start, name = plan.request.start, plan.backend.name
    if start is None:
        return
    if not isinstance(start, Equilibrium):
        raise UnsupportedModelError(
            f"backend {name} follows no path, so it has no start; take lemke"
        )
    if not traits_of(plan.backend).takes_basis:
        reason = ""
        if SaddlePointProblem in plan.backend.supports:
            reason = ": it would save next to nothing"
        raise UnsupportedModelError(
            f"backend {name} does not start from an equilibrium{reason}; take highs or exact, or leave start out"
        )
    _require_simplex(plan, "start")
    require_similar(plan.game, start)
    if start.raw.basis is None:
        raise UnsupportedModelError(
            f"start: this equilibrium of {start.backend} comes without a basis; take one of highs or exact"
        )


def _other_program(start: Equilibrium, plan: Plan, program: LinearProgram) -> str:
    """Return that the basis of a start is of a program of another shape."""
    rows, columns = program.matrix.shape
    after = ""
    if plan.all_steps:
        after = f" after {', '.join(step.spelled for step in plan.all_steps)}"
    basis = cast("Basis", start.raw.basis)
    return (
        f"its program has {counted(len(basis.rows), 'row')} and {counted(len(basis.columns), 'column')}, "
        f"that of this game{after} {rows:,} and {columns:,}; "
        "solve the game of the start with the same steps and options"
    )


def _require_simplex(plan: Plan, option: str) -> None:
    """Raise InputError, for an option with a start, where the options of the solver name a method that takes none."""
    name = str(traits_of(plan.backend).solver_option)
    method = plan.request.options.raw.get(name, SIMPLEX)
    if method != SIMPLEX:
        raise InputError(
            f"{option}: only the simplex method starts from an equilibrium, not {name} = {method}; "
            "leave one of the two out"
        )


def require_usable_weights(plan: Plan) -> None:
    """Raise InputError for what does not go together with weights, where the concept has any."""
    concept = cast("PlanConcept", plan.request.concept)
    if getattr(concept, "weights", None) is None:
        return
    if MixedIntegerProgram not in plan.backend.supports:
        raise InputError(
            f"weights: by a mixed-integer program, which {plan.backend.name} does not solve; take highs or pyomo"
        )
    if plan.steps and plan.tree.target.constant_sum is None:
        raise InputError(
            f"{plan.steps[0].name}: weights choose among the equilibria of the whole game; leave it out"
        )
    for option, default in (("start", None), ("formulation", "sequence-form")):
        if getattr(concept, option) != default:
            raise InputError(f"{option}: of no meaning with weights; leave one of the two out")


class LinearRoute(PlansRoute):
    """The linear program of a constant-sum game, of Koller, Megiddo & von Stengel."""

    builder = LINEAR_PROGRAM
    default_steps = (MergeEquivalent(),)
    make_exact = staticmethod(exact_solution)
    work = staticmethod(work_in_doubles)
    exact_without_answer = True

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error for a start that the backend does not take, and unless the game is constant-sum."""
        require_usable_weights(plan)
        require_usable_start(plan)
        if plan.tree.target.constant_sum is None:
            reason = not_constant_sum(plan.tree.target)
            raise UnsupportedModelError(
                f"{reason}; backend {plan.backend.name} solves nothing else: take lemke, highs or pyomo"
            )
        super().require_applicable(plan)

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        concept = cast("PlanConcept", plan.request.concept)
        return {"player": concept.player, "formulation": concept.formulation}

    def solve(self, plan: Plan, model: LinearProgram) -> RawSolution:
        """Return the backend's answer; of a point at a limit without duals, or the reverse, the other part is zero.

        Zeros stand for a plan that is undecided everywhere, where a best response is filled in.
        """
        raw, reason = self._from_neighbor(plan, model)
        if raw is None:
            raw = super().solve(plan, model)
            if reason:
                raw = replace(raw, status=f"{raw.status}{UNUSED_START}{reason}")
        if raw.termination not in CUT_SHORT or (raw.primal is None) == (raw.dual is None):
            return raw
        rows, columns = model.matrix.shape
        if raw.primal is None:
            return replace(raw, primal=np.zeros(columns))
        return replace(raw, dual=np.zeros(rows))

    def made_exact(self, plan: Plan, model: Any, raw: Any) -> Any:
        """Return the rational solution; that the start was not used remains in its status."""
        exact = super().made_exact(plan, model, raw)
        _, mark, reason = raw.status.partition(UNUSED_START)
        return replace(exact, status=f"{exact.status}{mark}{reason}")

    def _from_neighbor(self, plan: Plan, model: LinearProgram) -> tuple[RawSolution | None, str]:
        """Return the answer that the backend finds from the basis of a similar game's program.

        Without one it is None, with the reason where a start is given.
        """
        start, backend = plan.request.start, plan.backend
        if not isinstance(start, Equilibrium):
            return None, ""
        basis = starting_basis(start, model)
        if basis is None:
            return None, _other_program(start, plan, model)

        options = plan.translated.left
        options = replace(options, raw={**traits_of(backend).neighbor_options, **options.raw})
        with plan.phases.phase("solve", self.solving(plan)):
            raw: RawSolution = solved_by(backend, model, options, basis)
        if raw.solved or raw.termination in CUT_SHORT:
            return raw, ""
        return None, f"{backend.name} ended from its basis with {raw.termination} ({raw.status})"

    def require_usable(self, plan: Plan, raw: RawSolution) -> None:
        """Accept the point that a solver has at a limit: each player's part of it is a plan with a guarantee."""
        cut_short = raw.termination in CUT_SHORT and raw.primal is not None and raw.dual is not None
        if not cut_short or plan.exact or plan.request.concept.needs_witness:
            super().require_usable(plan, raw)

    def advice(self, plan: Plan) -> str:
        """Return that an interior-point method may be faster than the simplex method for a large game."""
        is_small = (
            min(len(own.index) for own in plan.tree.target.sequences) < SLOW_SIMPLEX_SEQUENCES
        )
        if is_small or plan.backend.name != "highs" or "solver" in plan.request.options.raw:
            return ""
        return " (option solver=ipx, an interior-point method, may take less time)"


class SaddlePointRoute(PlansRoute):
    """The saddle point of a constant-sum game over both treeplexes, approached by regret or first-order methods."""

    builder = SADDLE_POINT_PROBLEM
    accepts_limits = True
    idle = NO_PRIMAL

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the spread of the payoffs where it is not that at the leaves."""
        game = plan.tree.target
        if game.matrices is None:
            return {}
        # Payoffs behind chance count several times at the leaves of its tree; answers are certified by the limits
        limits = game.payoff_limits[0]
        return {"spread": double(limits.largest() - limits.least())}

    def require_applicable(self, plan: Plan) -> None:
        """Raise UnsupportedModelError for what an approach to an equilibrium is not, and without a constant sum."""
        request, name = plan.request, plan.backend.name
        require_usable_weights(plan)
        if plan.game_steps and plan.constant_sum_game is None:
            # the equilibrium of a constant-sum part makes no answer of the general-sum game exact
            raise UnsupportedModelError(not_constant_sum(plan.game))

        formulation = getattr(request.concept, "formulation", "sequence-form")
        needs_more = {
            "an exact answer": bool(request.exact),
            f"concept {request.concept.name}": bool(request.concept.check),
            "the normal form": formulation != "sequence-form",
        }
        for demand, is_made in needs_more.items():
            if is_made:
                raise UnsupportedModelError(
                    f"backend {name} approaches an equilibrium: {demand} needs highs or lemke"
                )

        require_usable_start(plan)
        if plan.tree.target.constant_sum is None:
            raise UnsupportedModelError(not_constant_sum(plan.tree.target))
        super().require_applicable(plan)


def nash_part(plan: Plan, game: ExtensiveGame, tolerance: float) -> Plan:
    """Return the plan for a Nash equilibrium of another game that stands for part of the answer.

    Its steps are those of the request, of which the steps on games are carried out already.
    """
    steps = plan.request.steps
    if plan.game_steps:
        steps = plan.steps or None
    concept = Nash(witness=False, certificate_tolerance=tolerance)
    return plan.part(game, plan.translated.part(concept, steps=steps))


class EquilibriumRoute(Route):
    """An equilibrium of a constant-sum game, from which the answer of another concept follows."""

    problem = LinearProgram
    title = "linear program of an equilibrium"

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error if the backend or the steps do not fit the game."""
        self._part(plan)

    def solve(self, plan: Plan, model: Any) -> Equilibrium:
        """Return the equilibrium, certified in the game after the steps on games."""
        answer: Equilibrium = execute_part(self._part(plan), "equilibrium of the game")
        plan.phases.add(answer.seconds)
        return answer

    @staticmethod
    def _part(plan: Plan) -> Plan:
        tolerance = cast("Any", plan.request.concept).certificate_tolerance
        return nash_part(plan, plan.tree.target, tolerance)


def require_warm(plan: Plan) -> None:
    """Raise InputError unless a plan may start from the equilibrium of a similar game."""
    if isinstance(plan.route, LinearRoute) and traits_of(plan.backend).takes_basis:
        _require_simplex(plan, "warm")
        return
    raise InputError(
        "warm: only linear programs of constant-sum trees, by highs or exact, start from a neighbor's answer, not a "
        f"{plan.route.title} by {plan.route.solver(plan)}; leave it out"
    )


LINEAR, SADDLE_POINT = LinearRoute(), SaddlePointRoute()
