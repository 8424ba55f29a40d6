"""Routes of extensive games that are computed from realization plans, for Nash and normal-form perfect equilibria."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.answers import reading
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.errors import CertificationError, GameError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlans
from seqform.solving.execute import Plan, Route, Solved, Stage, building, step_stages
from seqform.solving.request import require_pass, require_reached, with_allowed
from seqform.verify.nash import certify

Program = Reduced[Any, RawSolution, RealizationPlans]


class PlansRoute(Route):
    """A class of problems whose solutions are realization plans."""

    forms = (SequenceForm,)

    def refusal(self, plan: Plan) -> str | None:
        """Return the reason why a plan's game does not become such a problem; None if it does."""
        raise NotImplementedError

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the sequence form, the problem, and the steps on either."""
        yield building("sequence form", sequence_form)
        yield from step_stages(plan.steps, SequenceForm)
        yield building(self.title, lambda form: self.build(plan, form))
        yield from step_stages(plan.steps, self.problem)

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        """Return the reduction from the sequence form."""
        raise NotImplementedError

    def must_be_exact(self, plan: Plan) -> bool:
        """Return whether the answer has to be rational: for a refinement, and for all games but constant-sum ones."""
        request = plan.request
        return bool(request.exact or request.concept.check) or plan.game.constant_sum is None

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

    def certified(self, plan: Plan, solved: Solved, prepared: BehaviorProfile | None) -> Equilibrium:
        """Return the equilibrium with its certificate on the game itself."""
        game, request, witness = plan.game, plan.request, prepared
        with reading(plan.backend):
            profile = self.lifted(plan, solved)
        if request.concept.needs_witness and witness is None:
            profile, witness = _undominated(game, profile, request.left)
        if witness is None:
            certificate = certify(game, profile)
        else:
            from seqform.verify.normal_form import certify_normal_form_perfect

            certificate = certify_normal_form_perfect(game, profile, witness)
        certificate = with_allowed(game, certificate, request)
        return plan.answer(profile, certificate, plan.remarked(solved.raw), witness=witness, objective=plan.objective)

    def require_certified(self, plan: Plan, found: Equilibrium) -> None:
        """Raise an error unless the certificate holds: of steps that may lose, in the game after them."""
        require_reached(found)
        try:
            require_pass(found)
        except CertificationError:
            if plan.loses_nothing or plan.map is None:
                raise
            small, profile = plan.tree.target, plan.map.restricted(found.profile)
            certificate = with_allowed(small, certify(small, profile), plan.request)
            require_pass(replace(found, game=small, profile=profile, certificate=certificate))


class SettledRoute(PlansRoute):
    """Games of which steps on games have left no move; no solver is called."""

    problem, title = PositionGraph, "game without moves"

    def refusal(self, plan: Plan) -> str | None:
        return None

    def stages(self, plan: Plan) -> Iterator[Stage]:
        return iter(())

    def solve(self, plan: Plan, model: ExtensiveGame) -> RawSolution:
        from seqform.builders.preprocess.subgames import hides_something

        hidden = hides_something(plan.game).any()
        status = "the whole game is solved by induction" if hidden else "the whole game is one of perfect information"
        if plan.objective:
            status += f"; {plan.game_steps[-1].claim}"
        return RawSolution(Termination.SOLVED, status, solver="seqform bestNash")

    def lifted(self, plan: Plan, solved: Solved) -> BehaviorProfile:
        first, second = (BehaviorStrategy(own.index, np.array([Fraction(1)])) for own in plan.tree.target.sequences)
        profile: BehaviorProfile = plan.tree.lift(BehaviorProfile((first, second)))
        return profile


SETTLED = SettledRoute()


def require_constant_sum(game: ExtensiveGame | OrderedGame) -> None:
    """Raise GameError, of a tree with two places whose payoffs add up differently, unless the game is constant-sum."""
    if game.constant_sum is None:
        if isinstance(game, OrderedGame):
            raise GameError(f"{game.title} is not constant-sum, so its equilibria are not those of a linear program")
        raise GameError(not_constant_sum(game))


def not_constant_sum(game: ExtensiveGame) -> str:
    """Return a sentence with two places of a general-sum game whose payoffs add up differently."""
    first, second = game.leaf_payoffs
    total = (first + second).numerators
    other = int(np.argmax(total != total[0]))
    places = [" > ".join(game.path(int(game.leaves[leaf]))) or "the root" for leaf in (0, other)]
    return (
        f"{game.title!r} is not constant-sum, so no linear program solves it: the payoffs add up to "
        f"{shown_rational((first + second)[0])} at {places[0]} and to "
        f"{shown_rational((first + second)[other])} at {places[1]}"
    )


def _undominated(
    game: ExtensiveGame, profile: BehaviorProfile, options: SolveOptions
) -> tuple[BehaviorProfile, BehaviorProfile | None]:
    """Return a profile with its witness of normal-form perfection, if it has one.

    In a constant-sum game dominated strategies of the equilibrium are replaced, which leaves it an equilibrium.
    """
    from seqform.verify.normal_form import normal_form_perfect

    verdict = normal_form_perfect(game, profile, options=replace(options, raw={}, tolerance=None))
    replaced = verdict.undominated_profile if game.constant_sum is not None else profile
    return replaced, verdict.witness
