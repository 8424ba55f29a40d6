"""Routes to proper equilibria of constant-sum games: levels and a perturbed program, or backward induction."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

import numpy as np

from seqform.backends import get
from seqform.backends.answers import reading, solved_by, solved_in_doubles
from seqform.backends.exact.solution import exact_solution
from seqform.backends.protocol import CallsSolver
from seqform.builders.programs.proper import (
    LevelAnswer,
    level_lp,
    proper_lp,
    proper_values,
)
from seqform.builders.steps import SEQUENCE_FORM
from seqform.errors import InputError, SolveError
from seqform.models.answers.certificate import NASH, NORMAL_FORM_PERFECT
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.answers.evidence import Level, Levels
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_label
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import CUT_SHORT, RawSolution, Termination
from seqform.models.reduced import Reduced, StrategyMap
from seqform.models.strategies.assessment import EpsilonFamily, limit_assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.solving.chain import Solved, Stage, building
from seqform.solving.concepts import STABLE_BASIS
from seqform.solving.execute import Plan, Route
from seqform.solving.request import require_solved
from seqform.verify.checks import QUASI_PERFECT, SEQUENTIAL, check_assessment, decidable
from seqform.verify.nash import certify
from seqform.verify.proper import PROPER, earned_through, induction_objection, properness

INDUCTION = "backward induction"

SEEN = 1e-9
"""The least coefficient that solvers see."""


@dataclass(frozen=True)
class ProperAnswer:
    """The levels of both players' strategies, and the solution of the perturbed program with its family."""

    levels: tuple[Levels, Levels]
    solution: PerturbedSolution
    family: EpsilonFamily


class ProperRoute(Route):
    """The sequence of linear programs of both players' levels, and the perturbed program that has them."""

    problem: type = LinearProgram
    title = "linear program for each level"

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error for steps on programs, and unless the backend is one for linear programs."""
        require_no_steps(plan)
        plan.require_map("a proof of properness")
        if LinearProgram not in plan.backend.supports:
            raise InputError(
                f"backend {plan.backend.name} solves no linear programs: take highs or exact"
            )

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(SEQUENCE_FORM)

    def solve(self, plan: Plan, model: Any) -> Any:
        doing = "computing the levels of both players' strategies"
        with plan.phases.phase("levels", doing), reading(plan.backend):
            first_levels = strategy_levels(plan, model, 0)
            second_levels = strategy_levels(plan, model, 1)
        with plan.phases.phase("build", "building the perturbed linear program"):
            # The levels of a player's strategies are values of the opponent's sequences.
            values = second_levels.values.to_fractions(), first_levels.values.to_fractions()
            step = proper_lp(model, values)

        # The first ε is at most 1/4, and its highest power in the program is one that solvers see, if possible.
        first = Fraction(1, math.ceil(max(4, SEEN ** (-1 / max(1, step.target.degree)))))
        method = cast("CallsSolver", get(STABLE_BASIS))
        with plan.phases.phase("solve", "solving the perturbed linear program for all small ε"):
            backend = method.calling(plan.backend, first)
            solution: PerturbedSolution = solved_by(backend, step.target, plan.request.left)
        if not solution.solved or not solution.proven:
            status = f"no {PROPER} equilibrium: {solution.termination} ({solution.status})"
            raise SolveError(status, solution.at_zero())
        return ProperAnswer((first_levels, second_levels), solution, step.lift(solution))

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        with plan.phases.phase(
            "limit", "computing behavior and beliefs as ε falls to 0", cut=False
        ):
            return limit_assessment(plan.game, plan.tree.lift(solved.raw.family))

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Equilibrium:
        """Return the equilibrium, with proofs by its levels and its family."""
        answer = cast("ProperAnswer", solved.raw)
        levels = answer.levels
        after_steps = plan.require_map("a proof of properness")
        if after_steps is not None:
            first, second = after_steps.players
            levels = (
                levels_before(levels[0], first, second),
                levels_before(levels[1], second, first),
            )

        checks = decidable(plan.game, (SEQUENTIAL, QUASI_PERFECT, NORMAL_FORM_PERFECT))
        options = replace(plan.request.left, raw={})
        certificate = check_assessment(plan.game, prepared, checks, options=options).certificate
        verdicts = properness(plan.game, prepared.profile, levels)
        is_proper = certificate.holds(NASH) and all(verdict.holds for verdict in verdicts)
        certificate = certificate.recomputed(checks={PROPER: is_proper, **certificate.checks})

        numbers = " and ".join(str(len(part.stages)) for part in levels)
        raw = answer.solution.at_zero()
        raw = replace(raw, status=f"{numbers} levels; {raw.status}")
        return plan.answer(
            prepared.profile, certificate, plan.remarked(raw), assessment=prepared, levels=levels
        )


class InductionRoute(ProperRoute):
    """Backward induction on a game of perfect information, in linear time; no solver is called."""

    problem = ExtensiveGame
    title = "tree of perfect information"
    place = "every information set"
    without_solver = "no solver is called for games of perfect information"

    def stages(self, plan: Plan) -> Iterator[Stage]:
        return iter(())

    def solver(self, plan: Plan) -> str:
        return INDUCTION

    def solve(self, plan: Plan, model: Any) -> RawSolution:
        status = "the cheapest mistakes of the opponent exploited from every node on"
        return RawSolution(Termination.SOLVED, status, solver=INDUCTION)

    def prepared(self, plan: Plan, solved: Solved) -> BehaviorProfile:
        game = plan.tree.target
        with plan.phases.phase("solve", INDUCTION):
            first = proper_values(game, 0).strategy()
            second = proper_values(game, 1).strategy()
            lifted: BehaviorProfile = plan.tree.lift(BehaviorProfile((first, second)))
        return lifted

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Equilibrium:
        certificate = certify(plan.game, prepared)
        is_proper = certificate.holds(NASH) and not induction_objection(plan.game, prepared)
        certificate = certificate.recomputed(checks={PROPER: is_proper})
        return plan.answer(prepared, certificate, plan.remarked(solved.raw))


BY_PROGRAMS, BY_INDUCTION = ProperRoute(), InductionRoute()


def require_no_steps(plan: Plan) -> None:
    """Raise InputError for steps on programs."""
    for step in plan.steps:
        raise InputError(
            f"{step.name}: proper equilibria are computed without steps on programs; leave it out"
        )


def levels_before(levels: Levels, own: StrategyMap, opponent: StrategyMap) -> Levels:
    """Return the levels of a player's strategies in the game before steps on games, by the maps of both players.

    What the steps decide, if they decide what is forced, is on the way of a sequence of the smaller game, and has its
    level. The weight of that sequence is divided between it and the forced choices after it. Of other steps the levels
    are not those of the game, and the proof by them fails.
    """
    # By sequences of the game: the sequence of the smaller game on their way, and how many share that.
    leading = opponent.leading
    sharing = np.bincount(leading, minlength=len(opponent.small))[leading]

    stages = []
    for stage in levels.stages:
        weights = stage.weights.to_fractions()
        divided = [
            weights[small] / int(number)
            for small, number in zip(leading.tolist(), sharing.tolist(), strict=True)
        ]
        sequences = np.flatnonzero(np.isin(leading, stage.sequences))
        replies = opponent.weights(stage.replies)
        stages.append(Level(stage.value, sequences, ExactArray.of(divided), replies))
    return Levels(opponent.whole, tuple(stages), own.plan(levels.plan))


def strategy_levels(plan: Plan, form: SequenceForm, player: int) -> Levels:
    """Return the levels of a player's proper strategies, by two or more linear programs for each.

    1. A program raises the least payoff against all sequences of the opponent without a level: that is the next level.
    2. The sequences against which its plan earns just the level are candidates; against others more is earned.
    3. A further program raises the sum of what is earned against the candidates beyond the level. Those against which
       its plan still earns the level remain, and so on, until nothing can be raised: these sequences have the level.
    4. With their payoffs fixed the first step follows, for the sequences that are left.
    """
    index = form.sequences[1 - player]
    known: list[Fraction | None] = [None] * len(index)
    stages: list[Level] = []
    while None in known:
        answer = _solved(plan, level_lp(form, player, known))
        value = answer.value
        left = [sigma for sigma, level in enumerate(known) if level is None]
        tight = _earning(plan, player, answer, left)
        raised: list[int] = []
        while tight != raised:  # until no x raises the sum over the rest
            raised = tight
            answer = _solved(plan, level_lp(form, player, known, value, raised))
            tight = _earning(plan, player, answer, raised)

        # Levels rise, and each has a sequence; otherwise the answers are no optima.
        if not raised or (stages and value <= stages[-1].value):
            raise SolveError(
                f"backend {plan.backend.name} returned no optimum of a level's program: {short(value)}"
            )
        for sigma in raised:
            known[sigma] = value
        sequences = np.array(raised, dtype=np.int64)
        stages.append(Level(value, sequences, answer.weights, answer.replies))
        if plan.phases.progress is not None:
            plan.phases.progress(
                f"{player_label(player)}: {len(stages)} levels, {known.count(None)} sequences left"
            )
    return Levels(index, tuple(stages), answer.plan)


def _earning(plan: Plan, player: int, answer: LevelAnswer, among: list[int]) -> list[int]:
    """Return the sequences at which a plan earns just the level."""
    earned = earned_through(plan.tree.target, player, answer.plan.exact_weights("level"))
    return [sigma for sigma in among if earned[sigma] == answer.value]


def _solved(plan: Plan, step: Reduced[LinearProgram, RawSolution, LevelAnswer]) -> LevelAnswer:
    """Return the exact solution of a level's program."""
    raw = solved_in_doubles(plan.backend, step.target, plan.request.left)
    if not plan.backend.exact and raw.termination not in CUT_SHORT:
        raw = exact_solution(step.target, raw, time_limit=plan.phases.deadline.left)
    require_solved(raw, plan.backend)
    return step.lift(raw)
