"""The route of the method "numeric": a perturbed linear program at one number ε, which proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from seqform.backends.answers import reading
from seqform.builders.programs.perturbed_lp import REMEDY, numeric_plans
from seqform.builders.steps import LP_AT_A_NUMBER, SEQUENCE_FORM
from seqform.errors import InputError, SolveError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import NEGLIGIBLE_WEIGHT, RealizationPlans
from seqform.solving.chain import Solved, Stage, building, step_stages
from seqform.solving.concepts import PerturbedConcept
from seqform.solving.execute import Plan
from seqform.solving.routes.perturbed import PerturbedRoute, player_of, trembles_of
from seqform.verify.nash import certify
from seqform.verify.perturbed import suboptimal_infosets


class NumericRoute(PerturbedRoute):
    """The perturbed linear program at one number ε, which proves nothing about the limit."""

    claim = (
        "the nash_conv of an equilibrium of the game perturbed with one ε; nothing about the limit"
    )
    doing = "solving with {solver} at one ε"

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the sequence form, the program, whose answers are lifted as plans at one ε, and the steps on it."""
        form_stage, program_stage, *steps = super().stages(plan)
        player = player_of(plan)
        tolerance = plan.request.options.tolerance or NEGLIGIBLE_WEIGHT

        def at_a_number(form: SequenceForm) -> Reduced[Any, PerturbedSolution, RealizationPlans]:
            trembles = trembles_of(plan, form)

            def lift(answer: PerturbedSolution) -> RealizationPlans:
                assert answer.epsilon is not None
                assert answer.raw is not None
                return numeric_plans(form, player, answer.epsilon, answer.raw, trembles, tolerance)

            # The problem is that of all small ε, from which the backend takes it at one; only the lift differs.
            return Reduced(program_stage.apply(form).target, lift)

        yield form_stage
        yield replace(program_stage, apply=at_a_number)
        yield from steps

    def exported(self, plan: Plan) -> Iterator[Stage]:
        """Yield the stages to the program at the concept's number ε, in the weights themselves."""
        concept = cast("PerturbedConcept", plan.request.concept)
        epsilon = cast("Fraction", concept.epsilon or Fraction(0))
        for step in plan.steps:
            if LinearProgram not in step.reductions:
                raise InputError(
                    f"{step.spelled}: not for linear programs, which that at a number ε is; leave it out"
                )

        def build(form: SequenceForm) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
            tolerance = plan.request.options.tolerance or NEGLIGIBLE_WEIGHT
            arguments = self.arguments(plan, form)
            return LP_AT_A_NUMBER(form, epsilon=epsilon, tolerance=tolerance, **arguments)

        yield building(SEQUENCE_FORM)
        yield building(LP_AT_A_NUMBER, build)
        yield from step_stages(plan.steps, LinearProgram)

    def require_usable(self, plan: Plan, raw: PerturbedSolution) -> None:
        """Raise SolveError unless the solver has an answer."""
        if raw.raw is None or raw.epsilon is None or not raw.solved:
            raise SolveError(
                f"no equilibrium of the perturbed game: {raw.termination} ({raw.status})", raw.raw
            )

    def prepared(self, plan: Plan, solved: Solved) -> None:
        """Return nothing: there is no limit."""

    def certified(self, plan: Plan, solved: Solved, prepared: Assessment | None) -> Equilibrium:
        """Return the profile that the solver found, with a certificate that notes that nothing is proven."""
        answer = solved.raw
        with reading(plan.backend):
            profile = solved.lifted()
        suboptimal = suboptimal_infosets(plan.tree.target, profile, answer.epsilon)
        if suboptimal:
            reason = f"at this ε the solver does not see what is best: {suboptimal[0]}; {REMEDY}"
            raise SolveError(reason, answer.raw)
        profile = plan.tree.lift(profile)
        certificate = certify(plan.game, profile)
        note = (
            f"what the solver takes for an equilibrium of the game perturbed with ε = "
            f"{shown_rational(answer.epsilon)}, which proves nothing about the limit; nash_conv is what the trembles "
            "cost"
        )
        notes = filter(None, (certificate.note, note))
        certificate = certificate.recomputed(note="; ".join(notes))
        return plan.answer(profile, certificate, answer.raw, plan.backend.name)

    def require_certified(self, plan: Plan, answer: Equilibrium) -> None:
        """Accept the answer, which proves nothing."""


AT_A_NUMBER = NumericRoute()
