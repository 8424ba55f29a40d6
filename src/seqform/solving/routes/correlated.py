"""Routes to correlated equilibria, with their certificates.

The best correlation plan of a linear program, and the mixture that has it; of constant-sum games an equilibrium.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple, cast

from seqform.backends.answers import reading, solved_in_doubles
from seqform.backends.exact.solution import exact_solution, work_in_doubles
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.correlated import (
    PayoffRow,
    outcome_weights,
    relevant_pairs,
    suits_interior_point,
)
from seqform.builders.programs.pure_pairs import mixture_of
from seqform.builders.steps import CORRELATED_LP, SEQUENCE_FORM
from seqform.errors import BoundOnlyError, InputError, SolveError, UnsupportedModelError
from seqform.models.answers.device import Device
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Number
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import CUT_SHORT, NO_OPTIMUM, RawSolution, Termination
from seqform.models.reduced import ProfileMap
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.correlation import CorrelationPlan, PairMixture
from seqform.models.strategies.profile_set import Objective, PayoffBound
from seqform.solving.chain import Solved
from seqform.solving.concepts import Mediated
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.execute import Plan
from seqform.solving.request import with_allowed
from seqform.solving.routes.pair_columns import best_mixture, may_be_priced
from seqform.solving.routes.plans import EquilibriumRoute, FormRoute
from seqform.verify.commitment import largest_payoff
from seqform.verify.correlated import certify_device
from seqform.verify.nash import best_response, rounding_bound

MOST_CELLS = 200_000_000
"""The number of pairs times sequences up to which strategies that are drawn apart make a mixture."""

BY_INTERIOR_POINT = {"solver": "ipx"}
"""HiGHS's interior-point method, with crossover to a basis."""


class Correlation(NamedTuple):
    """What an answer to the program stands for: the mixture, and the optimum over correlation plans.

    `optimal` is whether it is proved that no mixture that keeps to the rows is better.
    """

    mixture: PairMixture
    bound: Number
    optimal: bool


class DrawnApart(NamedTuple):
    """An equilibrium, and the mixture of its strategies, which are drawn apart; None if it has too many cells."""

    profile: BehaviorProfile
    mixture: PairMixture | None


class CorrelatedRoute(FormRoute):
    """The linear program over the polytope of von Stengel & Forges, with the incentives of a concept."""

    builder = CORRELATED_LP
    forms = ()
    make_exact = staticmethod(exact_solution)
    work = staticmethod(work_in_doubles)
    exact_without_answer = True
    exact_in_general_sum = False

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error unless the backend solves linear programs, and the steps keep payoffs and pure strategies."""
        if LinearProgram not in plan.backend.supports:
            raise UnsupportedModelError(
                f"backend {plan.backend.name} solves no linear programs, which correlated equilibria need; take highs"
            )
        after_steps = plan.require_map("a correlated equilibrium")
        if after_steps is not None and any(part.factor is not None for part in after_steps.players):
            raise InputError(
                f"{plan.game_steps[0].name}: a step that mixes leads to no pure strategies; leave it out"
            )
        super().require_applicable(plan)

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the moments at which players may stop to obey, the objective, and the bounds on payoffs as rows."""
        concept = _concept(plan)
        conditions = [_condition(plan, bound) for bound in concept.measure.bounds]
        coefficients = _after_steps(plan, _coefficients(plan.game, concept.measure))
        return {
            "moment": concept.moment,
            "objective": coefficients,
            "conditions": conditions,
            "deviators": concept.deviators,
        }

    def solve(self, plan: Plan, model: LinearProgram) -> RawSolution:
        """Return the answer of the backend: of HiGHS without options of its own by the method that suits the size.

        Where interior point ends without an optimal basis, the simplex method follows.
        """
        left = plan.translated.left
        options = with_method(plan, model, left)
        if options is not left:
            with plan.phases.phase("solve", self.solving(plan)):
                raw = solved_in_doubles(plan.backend, model, options)
            if raw.termination in CUT_SHORT or (raw.solved and raw.basis is not None):
                return raw
        solved: RawSolution = super().solve(plan, model)
        return solved

    def require_usable(self, plan: Plan, raw: Any) -> None:
        """Raise InputError where the bounds of the objective contradict the incentives, SolveError as others do."""
        becomes_exact = plan.exact or plan.exact_by_default
        if raw.termination in NO_OPTIMUM and not becomes_exact:
            self._require_attainable(plan)
        super().require_usable(plan, raw)

    def made_exact(self, plan: Plan, model: Any, raw: Any) -> Any:
        """Return the rational solution; raise InputError where it is proved that there is none."""
        exact = super().made_exact(plan, model, raw)
        if exact.termination is Termination.INFEASIBLE:
            self._require_attainable(plan)
        return exact

    def _require_attainable(self, plan: Plan) -> None:
        """Raise InputError if the objective has bounds, without which there always is a solution."""
        if _concept(plan).measure.bounds:
            raise unattainable(plan)

    def prepared(self, plan: Plan, solved: Solved) -> Correlation:
        """Return the mixture of the plan, as one of the game itself, and the value of the plan by the objective."""
        with reading(plan.backend):
            best: CorrelationPlan = solved.lifted(SEQUENCE_FORM.name)
        coefficients = _after_steps(plan, _coefficients(plan.game, _concept(plan).measure))
        bound = best.sum(coefficients)
        with plan.phases.phase("mixture", "looking for the pairs of pure strategies of the plan"):
            mixture = mixture_of(best)
        is_optimal = True
        if mixture is None:
            mixture = self._by_columns(plan, solved, best, bound)
        else:
            is_proved = _is_proved(solved[self.title].target, solved.lifted(self.title))
            is_optimal = is_proved and mixture.plan(best.pairs).sum(coefficients) == bound
        return Correlation(_lifted(plan.map, mixture), bound, is_optimal)

    def _by_columns(
        self, plan: Plan, solved: Solved, best: CorrelationPlan, bound: Number
    ) -> PairMixture:
        """Return the best mixture where the best plan has none; SolveError with the bound where it is out of reach."""
        concept = _concept(plan)
        reason = f"{concept.measure.name}: {shown_rational(bound)} is a bound for every {concept.claim.name}"
        if best.pairs.is_triangle_free:
            raise SolveError(
                f"{reason}, and {plan.backend.name} has found it too roughly for a mixture of pure strategies; ask for "
                "a smaller tolerance, or an exact answer",
                solved.raw,
            )
        if not may_be_priced(best.pairs):
            raise BoundOnlyError(
                f"{reason}, and no mixture of pure strategies attains it as far as is known: the game is not "
                "triangle-free, and has too many pure strategies for the exact optimum",
                solved.raw,
            )
        program = solved[self.title].target
        with plan.phases.phase("columns", "generating pairs of pure strategies"):
            mixture = best_mixture(program, best.pairs, lambda: plan.phases.deadline.left)
        if mixture is None:
            raise unattainable(plan)
        return mixture

    def certified(self, plan: Plan, solved: Solved, prepared: Correlation) -> Device:
        """Return the device with its certificate on the game itself."""
        concept = _concept(plan)
        correlation = prepared.mixture.plan(relevant_pairs(sequence_form(plan.game).target))
        attained = correlation.sum(_coefficients(plan.game, concept.measure))
        bound = None
        if len(concept.deviators) == 1:
            bound = self._most(plan, solved, prepared, attained)
        return _device(plan, prepared, correlation, attained, bound, solved.raw)

    def _most(self, plan: Plan, solved: Solved, prepared: Correlation, attained: Number) -> Number:
        """Return a bound on what a leader earns: the optimum where it is proved, or confirmed by duals in doubles.

        Otherwise it is the largest payoff of the leader.
        """
        concept = _concept(plan)
        if prepared.optimal:
            return attained
        raw = solved.lifted(self.title)
        if not prepared.mixture.exact and raw.dual is not None:
            residuals = solved[self.title].target.residuals(raw.primal, raw.dual)
            if residuals.worst <= concept.certificate_tolerance:
                return prepared.bound
        (follower,) = concept.deviators
        return largest_payoff(sequence_form(plan.game).target, 1 - follower)


class ConstantSumRoute(EquilibriumRoute):
    """An equilibrium of a constant-sum game: its strategies, drawn apart, are a best device.

    By any device that nobody leaves at the start, each player earns at least what an equilibrium strategy guarantees,
    and so both earn the value, by which all devices are equal for a sum of payoffs.
    """

    place = "the recommendations, and the value"

    def prepared(self, plan: Plan, solved: Solved) -> DrawnApart:
        """Return the equilibrium in the game itself, and the mixture of its strategies."""
        profile: BehaviorProfile = plan.tree.lift(solved.raw.profile)
        with plan.phases.phase("mixture", "looking for the pure strategies of the equilibrium"):
            return DrawnApart(profile, _drawn_apart(profile))

    def certified(self, plan: Plan, solved: Solved, prepared: DrawnApart) -> Device:
        """Return the device, and as bounds what the equilibrium strategies leave to the opponent at most.

        Raises InputError where no payoff between them keeps to the bounds of the objective, BoundOnlyError where the
        strategies are mixtures of too many pure ones.
        """
        game: ExtensiveGame = plan.game
        concept = _concept(plan)
        constant = game.constant_sum
        assert constant is not None
        profile, mixture = prepared
        most: list[Number] = [
            best_response(game, player, profile[1 - player]).value for player in (0, 1)
        ]
        rounding = 0 if profile.exact else rounding_bound(game)
        for player, relation, limit in concept.measure.bounds:
            is_too_low = relation != "<=" and most[player] < limit - rounding
            is_too_high = relation != ">=" and constant - most[1 - player] > limit + rounding
            if is_too_low or is_too_high:
                raise unattainable(plan)

        # The value of player 0 is between these two, and an objective is linear in it.
        assert concept.measure.weights is not None
        first, second = concept.measure.weights
        bound = max(
            first * value + second * (constant - value) for value in (most[0], constant - most[1])
        )
        if mixture is None:
            raise BoundOnlyError(
                f"{concept.measure.name}: {shown_rational(bound)} is a bound for every {concept.claim.name}; the "
                "strategies of an equilibrium, which attain it, are mixtures of too many pure strategies for a device"
            )
        correlation = mixture.plan(relevant_pairs(sequence_form(game).target))
        attained = correlation.sum(_coefficients(game, concept.measure))
        best = Correlation(mixture, bound, mixture.exact and attained == bound)
        most_of_leader = None
        if len(concept.deviators) == 1:
            (follower,) = concept.deviators
            most_of_leader = most[1 - follower]
        return _device(plan, best, correlation, attained, most_of_leader, solved.raw.raw)


def _drawn_apart(profile: BehaviorProfile) -> PairMixture | None:
    """Return the mixture of both strategies, drawn apart; None if it has too many cells."""
    sequences = sum(len(strategy.index) for strategy in profile)
    if sequences**2 > MOST_CELLS:
        return None
    first, second = (strategy.plan.mixed() for strategy in profile)
    if len(first.pure) * len(second.pure) * sequences > MOST_CELLS:
        return None
    return PairMixture.independent(first, second)


def _device(
    plan: Plan,
    best: Correlation,
    correlation: CorrelationPlan,
    attained: Number,
    most_of_leader: Number | None,
    raw: RawSolution,
) -> Device:
    """Return a mixture of the game itself as a device, with its certificate.

    - `correlation`, `attained`: Its plan, and the value of the objective.
    - `most_of_leader`: A bound on what a leader earns, where one commits to the mixture.
    - `raw`: The answer of the solver.
    """
    concept = _concept(plan)
    certificate, gains = certify_device(
        plan.game,
        best.mixture,
        concept.claim,
        concept.moment,
        deviators=concept.deviators,
        bound=most_of_leader,
    )
    return Device(
        game=plan.game,
        mixture=best.mixture,
        plan=correlation,
        certificate=with_allowed(plan.game, certificate, plan.request),
        gains=gains,
        raw=plan.remarked(raw),
        resolved=plan.request.resolved(plan.route.solver(plan), plan.all_steps),
        objective=concept.measure.name,
        objective_value=attained,
        bound=best.bound,
        optimal=best.optimal,
        triangle_free=correlation.pairs.is_triangle_free,
        seconds=plan.phases.seconds,
    )


def unattainable(plan: Plan) -> InputError:
    """Return the error about bounds that no equilibrium keeps to."""
    concept = _concept(plan)
    return InputError(
        f"objective {concept.measure.name}: no {concept.claim.name} pays that; relax a bound"
    )


def with_method(plan: Plan, model: LinearProgram, options: SolveOptions) -> SolveOptions:
    """Return options with the method of HiGHS that suits a large program, unless there are some of the solver's own."""
    is_free = plan.backend.name == DEFAULT_BACKENDS[LinearProgram] and not options.raw
    if is_free and suits_interior_point(model):
        return replace(options, raw=BY_INTERIOR_POINT)
    return options


def _concept(plan: Plan) -> Mediated:
    return cast("Mediated", plan.request.concept)


def _is_proved(program: LinearProgram, raw: RawSolution) -> bool:
    """Return whether a solution and its duals prove the optimum, in rational arithmetic; a backend may err."""
    if not isinstance(raw.primal, ExactArray) or not isinstance(raw.dual, ExactArray):
        return False
    return program.residuals(raw.primal, raw.dual).worst == 0


def _coefficients(game: ExtensiveGame, measure: Objective) -> ExactMatrix:
    """Return an objective as coefficients of pairs of sequences of a game, shape (|S1|, |S2|)."""
    if measure.outcome:
        reached = outcome_weights(game, measure.outcome)
        return replace(reached, values=reached.values * measure.factor)
    assert measure.weights is not None
    first, second = measure.weights
    form = sequence_form(game).target
    own = replace(form.A, values=form.A.values * first)
    other = replace(form.B, values=form.B.values * second)
    return own + other


def _condition(plan: Plan, bound: PayoffBound) -> PayoffRow:
    """Return a bound on a payoff as a condition on plans of the game after the steps."""
    form = sequence_form(plan.game).target
    payoffs = form.A if bound.player == 0 else form.B
    limit = ExactArray.of([bound.limit])
    if bound.relation == "=":
        bounds = Bounds.equal(limit)
    elif bound.relation == ">=":
        bounds = Bounds.at_least(limit)
    else:
        bounds = Bounds.at_most(limit)
    return PayoffRow(str(bound), _after_steps(plan, payoffs), bounds)


def _after_steps(plan: Plan, coefficients: ExactMatrix) -> ExactMatrix:
    """Return coefficients of pairs of sequences as those of the game after the steps: the transpose of the lift."""
    if plan.map is None:
        return coefficients
    first, second = plan.map.players
    return ExactMatrix.from_entries(
        (len(first.small), len(second.small)),
        first.leading[coefficients.rows],
        second.leading[coefficients.columns],
        coefficients.values,
    )


def _lifted(after_steps: ProfileMap | None, mixture: PairMixture) -> PairMixture:
    """Return a mixture of the game after the steps as one of the game itself."""
    if after_steps is None:
        return mixture
    first, second = after_steps.players
    return PairMixture(
        (first.whole, second.whole),
        (mixture.plays[0][:, first.leading], mixture.plays[1][:, second.leading]),
        mixture.weights,
    )


CORRELATED = CorrelatedRoute()
CONSTANT_SUM = ConstantSumRoute()
