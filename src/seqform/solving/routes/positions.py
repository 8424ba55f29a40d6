"""Subgame perfect equilibria: bestNash on games of perfect information, quasi-perfect equilibria on other games.

Where chance moves, the payoffs of all equilibria of a two-player tree are unions of boxes, computed exactly; where
these are too many, a mixed-integer program finds the best equilibrium by an objective. Other games are solved part by
part where chance does not reach all subgames.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

from seqform.backends import get
from seqform.backends.answers import solved_by
from seqform.backends.bestnash.backend import BestNashBackend
from seqform.backends.protocol import Backend, SolveOptions, traits_of
from seqform.builders.preprocess.subgames import ChanceParts, chance_parts, perfect_information
from seqform.builders.steps import GRAPH_IN_UNITS, PARTS, TREE_OF_POSITIONS
from seqform.errors import CertificationError, GameError, InputError, ModelError, SolveError
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium, PositionSolution
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import counted, short
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment, limit_assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.profile_set import PayoffBox, PayoffSet, UtilityProfileSet
from seqform.solving import concepts
from seqform.solving.chain import Solved, Stage, building
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.execute import Plan, Route, execute_part
from seqform.solving.request import Phases, time_left
from seqform.solving.routes.optimal_with_chance import optimal_with_chance
from seqform.solving.subgames import equilibrium_of
from seqform.verify.subgames import certify_positions, certify_subgame_perfect, subgame_roots


@dataclass(frozen=True, eq=False)
class PositionAnswer:
    """An equilibrium of a game of perfect information, and the backend that found it.

    `unproven` is the reason why it may not be the chosen one; empty if it is, or the solver claims so.
    """

    solution: PositionSolution
    backend: str
    unproven: str = ""

    @property
    def equilibrium(self) -> PositionEquilibrium:
        """The equilibrium; raise SolveError if there is none."""
        return equilibrium_of(self.solution)


class SubgamesRoute(Route):
    """A route to subgame perfect equilibria, certified in every subgame."""

    problem = PositionGraph
    title = "tree of positions"
    place = "every subgame"

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error if the options of the concept, or steps on programs, do not fit the game."""
        for step in plan.steps:
            reason = "subgame perfect equilibria are computed without steps on programs"
            if ExtensiveGame in step.models:
                reason = "for extensive games, not for graphs of positions"
            raise InputError(f"{step.name}: {reason}; leave it out")

    def answer(
        self, plan: Plan, profile: BehaviorProfile, raw: RawSolution, backend: str, **parts: Any
    ) -> Equilibrium:
        """Return the equilibrium with its certificate."""
        parts["objective"] = parts.get("objective") or plan.objective
        certificate = certify_subgame_perfect(plan.game, profile)
        return plan.answer(profile, certificate, plan.remarked(raw, backend), backend, **parts)


class _ChosenRoute(SubgamesRoute):
    """A graph of positions, of whose equilibria one may be chosen by its payoffs in the game itself."""

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the graph with payoffs in the units of the game itself, if the choice depends on them."""
        concept = cast("concepts.SubgamePerfect", plan.request.concept)
        if concept.chooses and plan.game_steps:
            payoffs = plan.known_payoffs(concept.chosen_by)
            if not payoffs.keeps_payoffs:
                yield building(GRAPH_IN_UNITS, partial(GRAPH_IN_UNITS, payoffs=payoffs))

    def solve(self, plan: Plan, model: PositionGraph) -> PositionAnswer:
        concept = cast("concepts.SubgamePerfect", plan.request.concept)
        return chosen_equilibrium(
            model, concept, plan.request.backend, plan.request.left, plan.phases
        )

    def require_usable(self, plan: Plan, raw: PositionAnswer) -> None:
        """Raise SolveError if there is no equilibrium."""
        assert raw.equilibrium is not None

    def lifted(self, solved: Solved) -> Any:
        """Return the answer as one of the game after the steps on games: a strategy for its graph, or a profile."""
        answer = solved.raw.equilibrium.strategy
        return replace(solved, raw=answer).lifted()


class PerfectInformationRoute(_ChosenRoute):
    """The tree of positions of a game of perfect information, solved by bestNash or a mixed-integer program."""

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error if an equilibrium is chosen, and only after steps the game is of perfect information."""
        super().require_applicable(plan)
        if plan.game_steps and cast("concepts.SubgamePerfect", plan.request.concept).chooses:
            perfect_information(plan.game)  # or an error: the choice is checked on the game itself

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(TREE_OF_POSITIONS)
        yield from super().stages(plan)

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the equilibrium; its status states whether it may not be the chosen one."""
        chosen: PositionAnswer = solved.raw
        measure = cast("concepts.SubgamePerfect", plan.request.concept).measure
        name = "" if measure is None else measure.name
        profile = plan.tree.lift(self.lifted(solved))
        answer = self.answer(plan, profile, chosen.solution, chosen.backend, objective=name)
        super().require_certified(plan, answer)
        require_stated_values(plan, chosen, answer)

        choice = chosen_on_game(plan, chosen, answer, lambda: perfect_information(plan.game).target)
        profiles = cast("UtilityProfileSet | None", choice.profiles)
        answer = answer.recomputed(profiles=profiles, raw=choice.remarked(answer.raw))
        require_chosen(plan, chosen, answer)
        return answer


def require_stated_values(
    plan: Plan, chosen: PositionAnswer, answer: Equilibrium | PositionEquilibrium
) -> None:
    """Raise CertificationError if an answer for the game itself does not pay what the backend states."""
    stated = chosen.equilibrium.values
    if not plan.game_steps and answer.values != stated:
        raise CertificationError(
            f"the answer of {chosen.backend} pays {', '.join(map(short, answer.values))}, not "
            f"{', '.join(map(short, stated))} as it states; please report the game",
            equilibrium=answer,
        )


@dataclass(frozen=True)
class CheckedChoice:
    """What is known in the game itself about the choice of an equilibrium.

    - `profiles`: The payoffs of all equilibria, if they were computed.
    - `unchecked`: The reason why nothing but the claim of a backend, or of a step, makes it the best one; empty if it
      was checked.
    """

    profiles: UtilityProfileSet | PayoffSet | None = None
    unchecked: str = ""

    def remarked(self, raw: Any) -> Any:
        """Return an answer of a backend with the reason in its status."""
        if not self.unchecked:
            return raw
        return replace(
            raw, status=f"{raw.status}; not checked on the game itself: {self.unchecked}"
        )


def chosen_on_game(
    plan: Plan,
    chosen: PositionAnswer,
    answer: Equilibrium | PositionEquilibrium,
    graph: Callable[[], PositionGraph],
) -> CheckedChoice:
    """Return the choice of an equilibrium as it is in the game itself, as of `graph()`.

    Whatever another backend than bestNash, or a game after steps, leads to is not believed: bestNash computes the
    payoffs of all equilibria of the game itself once more, as far as its limits of boxes and the time allow. Raises
    CertificationError if the answer does not pay the target, breaks a bound, mixes though `pure`, or is not the best.
    """
    concept = cast("concepts.SubgamePerfect", plan.request.concept)
    _require_no_fault(plan, _fault_of_choice(concept, answer), answer)
    if not concept.chooses:
        return CheckedChoice()

    calls_default = plan.request.backend is None or PositionGraph not in plan.backend.supports
    is_believed = calls_default or isinstance(plan.backend, BestNashBackend)
    if is_believed and not plan.game_steps:
        return CheckedChoice(chosen.equilibrium.profiles)

    default = get(DEFAULT_BACKENDS[PositionGraph])
    options = SolveOptions(time_limit=plan.phases.deadline.left)
    try:
        recomputed = _by_positions(graph(), concept, default, options).solution
    except GameError as error:
        return CheckedChoice(unchecked=str(error))
    if recomputed.equilibrium is None:
        return CheckedChoice(unchecked=recomputed.status)

    measure = concept.measure
    best = recomputed.equilibrium.values
    if measure is not None and measure.numbers(best) > measure.numbers(_fractions(answer)):
        fault = f"({', '.join(map(short, best))}) is better by {measure.name}"
        _require_no_fault(plan, fault, answer)
    return CheckedChoice(recomputed.equilibrium.profiles)


def _fault_of_choice(
    concept: concepts.SubgamePerfect, answer: Equilibrium | PositionEquilibrium
) -> str:
    """Return why an equilibrium is not one of those among which one is chosen; empty if it is."""
    values = _fractions(answer)
    measure = concept.measure
    if concept.payoffs is not None and values != tuple(map(Fraction, concept.payoffs)):
        return f"({', '.join(map(short, concept.payoffs))}) are the target payoffs"
    if measure is not None and PayoffBox(values, values).within(measure.bounds) is None:
        return f"the objective is {measure.name}"
    if concept.pure and not _is_pure(answer):
        return "it mixes, though pure moves are asked for"
    return ""


def _fractions(answer: Equilibrium | PositionEquilibrium) -> tuple[Fraction, ...]:
    return tuple(Fraction(value) for value in answer.values)


def _is_pure(answer: Equilibrium | PositionEquilibrium) -> bool:
    if isinstance(answer, PositionEquilibrium):
        return len(answer.strategy.mixed) == 0
    return all(
        share in (0, 1) for strategy in answer.profile for share in strategy.probabilities.tolist()
    )


def _require_no_fault(plan: Plan, fault: str, answer: Equilibrium | PositionEquilibrium) -> None:
    """Raise CertificationError with the answer if it is not the chosen one in the game itself."""
    if fault:
        paid = ", ".join(map(short, answer.values))
        names = ", ".join(step.spelled for step in plan.game_steps)
        after = f" after {names}" if names else ""
        raise CertificationError(
            f"the equilibrium that {plan.route.solver(plan)} chose{after} pays ({paid}) in the game itself: {fault}",
            equilibrium=answer,
        )


def require_chosen(
    plan: Plan, chosen: PositionAnswer, answer: Equilibrium | PositionEquilibrium
) -> None:
    """Raise SolveError, with the answer, if it may not be the chosen equilibrium."""
    if chosen.unproven:
        raise SolveError(f"{plan.game.title}: {chosen.unproven}", chosen.solution, answer)


class PartsRoute(SubgamesRoute):
    """Quasi-perfect equilibria of the parts of a game between subgames that chance reaches with probability 0.

    A quasi-perfect equilibrium is one of every subgame that chance reaches with positive probability. The time limit is
    for all parts together.
    """

    title = "perturbed program for each part"

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error if an equilibrium is to be chosen, or for steps on programs."""
        super().require_applicable(plan)
        concept = cast("concepts.SubgamePerfect", plan.request.concept)
        if plan.backend.name == concepts.NUMERIC:
            raise InputError("backend: the method numeric proves nothing; leave it out")
        if not concept.chooses and not concept.pure:
            return
        try:
            perfect_information(plan.tree.target)
        except GameError as error:
            option = concept.chosen_by
            raise GameError(
                f"{option}: {error}; or concept {concept.name} without {option}"
            ) from None

    def stages(self, plan: Plan) -> Iterator[Stage]:
        message = "searching for subgames that chance reaches with probability 0"
        yield replace(building(PARTS, _parts_by_chance), message=message)

    def solve(self, plan: Plan, model: ChanceParts) -> list[Equilibrium]:
        # Steps on games are carried out already; "none" holds for the programs of the parts as well.
        steps = None if plan.request.steps is None or plan.game_steps else ()
        answers = []
        for part in model.parts:
            request = plan.request.part(concepts.QuasiPerfect(), steps=steps)
            game = model.game if len(model.parts) == 1 else part.game
            answer: Equilibrium = execute_part(plan.part(game, request), "part of the game")
            plan.phases.add(answer.seconds)
            answers.append(answer)
        return answers

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the assessment that is made of those of the parts, with the raw solution of the part at the root."""
        answers: list[Equilibrium] = solved.raw
        assessments = [answer.assessment for answer in answers if answer.assessment is not None]
        raw = answers[0].raw
        backend = answers[0].backend
        assessment = assessments[0]
        apart = len(answers) - 1
        if apart:
            assessment = solved[PARTS.name].lift(assessments)
            subgames = f"{counted(apart, 'subgame')} that chance reaches with probability 0"
            owners = "its" if apart == 1 else "their"
            raw = replace(raw, status=f"{raw.status}; {subgames} solved on {owners} own")

        if not plan.keeps_mixed:  # there is no family of the whole game
            return self.answer(plan, plan.tree.lift(assessment.profile), raw, backend)
        if plan.game_steps:
            assessment = limit_assessment(plan.game, plan.tree.lift(assessment.family))
        return self.answer(plan, assessment.profile, raw, backend, assessment=assessment)


def _parts_by_chance(game: ExtensiveGame) -> Reduced[ChanceParts, Sequence[Assessment], Assessment]:
    parts = chance_parts(game, subgame_roots(game))
    return Reduced(parts, parts.join)


def chosen_equilibrium(
    graph: PositionGraph,
    concept: concepts.SubgamePerfect,
    backend: Backend | None,
    options: SolveOptions,
    phases: Phases,
) -> PositionAnswer:
    """Return the chosen equilibrium of a game of perfect information, not yet verified.

    In a two-player tree with chance the payoffs of all equilibria are computed exactly, as unions of boxes. Where these
    are too many, the best equilibrium by most objectives is that of a mixed-integer program, which HiGHS solves in
    doubles. Another backend for such programs, or any option but the time limit, of which boxes may take half, selects
    the mixed-integer program at once.

    Raises GameError if one is to be chosen of more than two players, or of a game that has no mixed-integer program.
    Raises ModelError if no equilibrium pays the target payoffs, or the mixed-integer program does not support the
    objective. Raises SolveError if the solver did not finish.
    """
    if backend is not None and PositionGraph in backend.supports:
        with phases.phase("solve", f"solving with {backend.name}"):
            return _by_positions(graph, concept, backend, options)
    if concept.chooses and graph.has_chance and len(graph.players) == 2:
        with phases.phase("solve", "searching for the best equilibrium"):
            return _with_chance(graph, concept, backend, options)
    if backend is not None:
        raise InputError(
            f"backend {backend.name}: a solver is called only to choose an equilibrium of a tree with chance"
        )
    message = "utility profile sets" if concept.chooses else "backward induction"
    with phases.phase("solve", message):
        return _by_positions(graph, concept, get(DEFAULT_BACKENDS[PositionGraph]), options)


def _by_positions(
    graph: PositionGraph, concept: concepts.SubgamePerfect, backend: Backend, options: SolveOptions
) -> PositionAnswer:
    choice = {
        "objective": concept.measure,
        "target_payoffs": concept.payoffs,
        "pure": concept.pure or None,
    }
    raw = dict(options.raw)
    raw |= {name: value for name, value in choice.items() if value is not None}
    solution: PositionSolution = solved_by(backend, graph, replace(options, raw=raw))
    equilibrium = solution.equilibrium
    if equilibrium is not None:
        # Labels, players and payoffs are those of the graph, whatever comes with the strategy.
        strategy = equilibrium.strategy.bound_to(graph)
        solution = replace(solution, equilibrium=replace(equilibrium, strategy=strategy))
    return PositionAnswer(solution, backend.name)


def _with_chance(
    graph: PositionGraph,
    concept: concepts.SubgamePerfect,
    backend: Backend | None,
    options: SolveOptions,
) -> PositionAnswer:
    """Return the choice by boxes of payoffs, or by a mixed-integer program where that is named or boxes are too many.

    Options that bestNash meets in any case do not name the mixed-integer program; all others do.
    """
    usual = SolveOptions(time_limit=options.time_limit, progress=options.progress)
    by_sets = get(DEFAULT_BACKENDS[PositionGraph])
    met: dict[str, Any] = dict.fromkeys(traits_of(by_sets).met(options))
    if backend is not None or replace(options, **met) != usual:
        return _by_mixed_integer_program(graph, concept, backend, options)

    started = time.perf_counter()
    half = None if options.time_limit is None else options.time_limit / 2
    by_boxes = _by_positions(graph, concept, by_sets, replace(options, time_limit=half))
    if by_boxes.solution.solved:
        return by_boxes

    left = time_left(options.time_limit, started)
    try:
        return _by_mixed_integer_program(graph, concept, None, replace(options, time_limit=left))
    except (GameError, ModelError) as error:
        status = by_boxes.solution.status
        raise SolveError(
            f"{status}. The mixed-integer program cannot choose one either: {error}"
        ) from None


def _by_mixed_integer_program(
    graph: PositionGraph,
    concept: concepts.SubgamePerfect,
    backend: Backend | None,
    options: SolveOptions,
) -> PositionAnswer:
    solver = get(DEFAULT_BACKENDS[MixedIntegerProgram]) if backend is None else backend
    if MixedIntegerProgram not in solver.supports:
        raise InputError(
            f"backend {solver.name}: the mixed-integer program of trees with chance is solved by highs"
        )
    if concept.measure is None or concept.pure:
        option = "target_payoffs" if concept.measure is None else "pure"
        raise ModelError(
            f"{option}: the mixed-integer program finds the best of all equilibria by an objective only"
        )
    best = optimal_with_chance(graph, concept.measure, solver=solver, options=options)
    solution = replace(best.solution, status=f"{best.claim} ({best.solution.status})")
    return PositionAnswer(solution, solver.name, unproven="" if best.settled else best.claim)


class PositionsRoute(_ChosenRoute):
    """A graph of positions, verified at every position.

    Where positions are shared and one equilibrium was chosen, its strategy is of the unfolded graph, whose positions
    are pairs of a position and of the payoffs to be attained from there.
    """

    place = "every position"

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> PositionEquilibrium:
        """Return the equilibrium of the game itself; raise CertificationError unless it is subgame perfect."""
        chosen: PositionAnswer = solved.raw
        lifted = plan.tree.lift(self.lifted(solved))
        try:
            strategy = lifted.bound_to(plan.game)
        except ModelError as error:
            names = ", ".join(step.spelled for step in plan.game_steps)
            raise SolveError(
                f"{names}: the lift of a strategy is none of {plan.game.title}: {error}"
            ) from None

        certificate = certify_positions(strategy)
        answer = PositionEquilibrium(strategy, certificate.values, certificate=certificate)
        if not certificate.proven:
            reason = f"the answer is not subgame perfect: {certificate.objection}; please report the game"
            raise CertificationError(reason, equilibrium=answer)
        require_stated_values(plan, chosen, answer)

        choice = chosen_on_game(plan, chosen, answer, lambda: plan.game)
        answer = answer.recomputed(profiles=choice.profiles)
        require_chosen(plan, chosen, answer)
        return answer

    def require_certified(self, plan: Plan, answer: Any) -> None:
        """Accept the answer, which has been verified at every position."""


PERFECT_INFORMATION, POSITIONS = PerfectInformationRoute(), PositionsRoute()
BY_PARTS = PartsRoute()
