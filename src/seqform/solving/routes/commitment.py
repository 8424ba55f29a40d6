"""Routes to strong Stackelberg equilibria: a mixed-integer program, and of constant-sum games an equilibrium."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from seqform.backends.answers import reading, solved_by, solved_in_doubles
from seqform.backends.exact.solution import ExactBackend
from seqform.builders.programs.commitment import CommitmentMilp
from seqform.builders.programs.correlated import relevant_pairs
from seqform.builders.steps import COMMITMENT_MILP
from seqform.errors import CertificationError, SolveError, UnsupportedModelError
from seqform.models.answers.certificate import COMMITMENT
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Mask, in_doubles, nearest_double
from seqform.models.numbers.text import rounded
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.sequence_form import SequenceForm, extreme_payoffs
from seqform.models.programs.solutions import NO_OPTIMUM, RawSolution
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.chain import Solved
from seqform.solving.concepts import Stackelberg
from seqform.solving.execute import Plan
from seqform.solving.request import require_pass, require_reached, with_allowed
from seqform.solving.routes.correlated import with_method
from seqform.solving.routes.plans import EquilibriumRoute, FormRoute
from seqform.system.deadline import Deadline, time_left
from seqform.verify.commitment import (
    MOST_PAIRS,
    BestKnown,
    bound_on_commitments,
    certify_commitment,
    favorable_reply,
)
from seqform.verify.nash import best_response, certify

MOST_REPLIES = 100
"""Replies that are excluded one after the other where doubles allow them and exact arithmetic does not."""

SETTLED = 1e-6
"""The most by which an exact optimum may be below that of a solver, relative to the spread of the leader's payoffs."""


@dataclass(frozen=True)
class Committed:
    """The best commitment for the reply that a solver has found.

    - `raw`: The last answer of the solver.
    - `plan`: The commitment, exactly.
    - `payoff`: The leader's payoff, in units of the program.
    """

    raw: RawSolution
    plan: RealizationPlan
    payoff: Fraction


class CommitmentRoute(FormRoute):
    """The mixed-integer program over the leader's plans and the follower's pure replies.

    The best correlated commitment, a linear program, comes first. It bounds all commitments, and often recommends one
    reply for certain, or a reply that earns as much; then there is no more to be solved.

    Of a solver's answer the reply alone is read. The best commitment for this reply is computed by an exact linear
    program; if there is none, or one that earns less than the solver states, doubles did not distinguish the payoffs,
    the reply is excluded and the program is solved again.
    """

    builder = COMMITMENT_MILP
    place = "the best reply, and bounds on other commitments"
    claim = "the payoffs of the commitment and the best reply to it, exactly, and a bound on those of all commitments"
    doing = "looking for the best commitment with {solver}"

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error unless the backend solves mixed-integer programs, and for steps that these do not take."""
        if MixedIntegerProgram not in plan.backend.supports:
            raise UnsupportedModelError(
                f"backend {plan.backend.name} solves no mixed-integer programs, which commitment in a game that is not "
                "constant-sum needs; take highs or pyomo"
            )
        super().require_applicable(plan)

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the leader."""
        return {"leader": _leader(plan)}

    def solve(self, plan: Plan, model: CommitmentMilp) -> Committed:
        """Return the best commitment for the reply of the solver's answer, or raise SolveError without any."""
        within = SETTLED * _spread(model)
        committed = self._by_correlation(plan, model, within)
        if committed is not None:
            return committed
        excluded: list[Mask] = []
        best: Committed | None = None
        for _ in range(MOST_REPLIES):
            with plan.phases.phase("solve", self.solving(plan)):
                raw: RawSolution = solved_by(
                    plan.backend, model.without(excluded), plan.translated.left
                )
            if raw.primal is None:
                break
            with reading(plan.backend):
                played = model.played(raw)
            with plan.phases.phase(
                "exact", "computing the best commitment for the reply", cut=False
            ):
                committed = self._for_reply(model, raw, played)
            if committed is not None and (best is None or committed.payoff > best.payoff):
                best = committed
            is_settled = best is not None and float(best.payoff) >= _stated(raw) - within
            if is_settled or not raw.solved:
                break
            excluded.append(played)

        if best is None:
            reason = f"{raw.termination} ({raw.status})"
            if excluded or raw.termination in NO_OPTIMUM:  # every game has an equilibrium
                reason = "doubles do not distinguish its payoffs"
            raise SolveError(f"{plan.backend.name} found no commitment: {reason}", raw)
        return replace(best, raw=raw)

    def _by_correlation(self, plan: Plan, model: CommitmentMilp, within: float) -> Committed | None:
        """Return the best commitment for the reply that the best correlated one recommends, if it earns as much.

        None if it earns less, the program is too large, or the backend or an option is for mixed-integer programs.
        """
        if plan.request.options.raw or LinearProgram not in plan.backend.supports:
            return None
        if len(relevant_pairs(model.sides.form)) > MOST_PAIRS:
            return None
        relaxation = model.correlated()
        options = with_method(plan, relaxation.target, plan.translated.left)
        with plan.phases.phase("solve", "looking for the best correlated commitment"):
            raw = solved_in_doubles(plan.backend, relaxation.target, options)
        if not raw.solved:
            return None

        with reading(plan.backend):
            bound, played = model.earned_and_recommended(relaxation.lift(raw))
        with plan.phases.phase("exact", "computing the best commitment for the reply", cut=False):
            committed = self._for_reply(model, raw, played)
        if committed is None or float(committed.payoff) < float(bound) - within:
            return None
        status = f"{raw.status}; a commitment earns as much as the best correlated one"
        return replace(committed, raw=replace(raw, status=status))

    @staticmethod
    def _for_reply(model: CommitmentMilp, raw: RawSolution, played: Mask) -> Committed | None:
        """Return the best commitment to which a reply is a best one; None if it is one to none.

        It is a small linear program, which is solved also after the time limit, at which a solver may have a reply.
        """
        program = model.best_for(played)
        exact = ExactBackend().solve(program.target)
        if not exact.solved or not isinstance(exact.primal, ExactArray):
            return None
        return Committed(raw, program.lift(exact), program.target.objective.dot(exact.primal))

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the commitment with the best reply of the game itself, and what is proved of other commitments.

        Where the follower's replies are few, and one of them leads to a better commitment, it is that one.
        """
        game: ExtensiveGame = plan.game
        leader = _leader(plan)
        committed: Committed = solved.raw
        small = plan.tree.target
        commitment = _behavior(committed.plan)
        lifted = plan.tree.lift(_with_reply(small, leader, commitment))
        profile = _with_reply(game, leader, lifted[leader])
        attained = _payoff(game, leader, profile)
        left = time_left()  # of the certificate, which has some after the time limit
        deadline = Deadline(None if math.isinf(left) else left)
        known = bound_on_commitments(game, leader, attained, deadline=deadline)
        if known.plan is not None and known.bound > attained:
            profile = _with_reply(game, leader, _behavior(known.plan))
        certificate = certify_commitment(game, profile, leader, known)
        raw = plan.remarked(committed.raw)
        if not certificate.holds(COMMITMENT):
            claim = self._claim(plan, solved)
            raw = replace(raw, status=f"{raw.status}; {claim}")
        return plan.answer(profile, certificate, raw)

    @staticmethod
    def _claim(plan: Plan, solved: Solved) -> str:
        """Return the claim of the solver that no commitment is better, with its gap in units of the game itself."""
        committed: Committed = solved.raw
        claim = f"that no commitment earns more is the claim of {plan.backend.name}"
        if committed.raw.bound is None:
            return claim
        model: CommitmentMilp = solved[COMMITMENT_MILP.name].target
        form = model.sides.form
        payoffs = form.A if model.sides.leader == 0 else form.B
        least, largest = extreme_payoffs(payoffs, form.W)
        spread = _spread(model)
        gap = max(0.0, float(committed.raw.bound) - float(committed.payoff))
        if spread > 0:
            gap = plan.gap_before(gap * nearest_double(largest - least) / spread)
        return f"{claim}, to a gap of {rounded(gap, 2)}"

    def require_certified(self, plan: Plan, answer: Equilibrium) -> None:
        """Raise an error if the solver stopped early without a proof, or the follower gains by another reply."""
        certificate = answer.certificate
        if certificate.holds(COMMITMENT):
            return
        require_reached(answer)
        if certificate.differences[1 - _leader(plan)] > 0:
            raise CertificationError(
                f"the certificate fails: {certificate}; please report the game", certificate, answer
            )


class ConstantSumRoute(EquilibriumRoute):
    """An equilibrium of a constant-sum game, whose strategies are the best to commit to."""

    place = "the best reply, and the value"

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the leader's strategy with the best reply; the follower's equilibrium strategy bounds all others."""
        game: ExtensiveGame = plan.game
        leader = _leader(plan)
        answer: Equilibrium = solved.raw
        equilibrium: BehaviorProfile = plan.tree.lift(answer.profile)
        bound = best_response(game, leader, equilibrium[1 - leader]).value
        constant = game.constant_sum
        assert constant is not None
        rest = constant - bound
        profile = _with_reply(game, leader, equilibrium[leader])
        known = BestKnown(bound, (bound, rest) if leader == 0 else (rest, bound))
        certificate = certify_commitment(game, profile, leader, known)
        certificate = with_allowed(game, certificate, plan.request)
        return plan.answer(profile, certificate, answer.raw, answer.backend, witness=equilibrium)

    def require_certified(self, plan: Plan, answer: Equilibrium) -> None:
        """Raise CertificationError unless the leader's payoff is the value, or within the tolerance."""
        require_pass(answer)


def _leader(plan: Plan) -> int:
    return cast("int", cast("Stackelberg", plan.request.concept).leader)


def _behavior(commitment: RealizationPlan) -> BehaviorStrategy:
    """Return the behavior of a leader's plan; at sets that it excludes any choice, the first one."""
    return commitment.behavior(ExactArray.zeros(len(commitment.index)))


def _with_reply(game: ExtensiveGame, leader: int, commitment: BehaviorStrategy) -> BehaviorProfile:
    """Return a commitment with the follower's best reply, the best for the leader."""
    reply = favorable_reply(game, leader, commitment)
    pair = (commitment, reply) if leader == 0 else (reply, commitment)
    return BehaviorProfile(pair, game)


def _payoff(game: ExtensiveGame, leader: int, profile: BehaviorProfile) -> Fraction:
    """Return the leader's payoff by an exact profile."""
    return Fraction(certify(game, profile).values[leader])


def _spread(model: CommitmentMilp) -> float:
    """Return the difference of the largest and the least payoff of the leader, in units of the program."""
    least, largest = extreme_payoffs(model.sides.payoffs, model.sides.chance)
    return in_doubles(largest - least)


def _stated(raw: RawSolution) -> float:
    """Return the optimum that a solver states."""
    return -math.inf if raw.objective is None else float(raw.objective)


CONSTANT_SUM = ConstantSumRoute()
MIXED_INTEGER = CommitmentRoute()
