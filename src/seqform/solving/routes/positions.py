"""Subgame perfect equilibria: bestNash on games of perfect information, quasi-perfect equilibria on other games.

Where chance moves, the payoffs of all equilibria of a two-player tree are unions of boxes, computed exactly; where
these are too many, a mixed-integer program finds the best equilibrium by an objective. Other games are solved part by
part where chance does not reach all subgames.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

from seqform.backends import get
from seqform.backends.answers import solved_by
from seqform.backends.bestnash.backend import BestNashBackend
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import Backend, SolveOptions, traits_of
from seqform.builders.preprocess.subgames import ChanceParts, chance_parts, perfect_information
from seqform.builders.programs.mixed_integer import (
    MAX_BINARIES,
    MEASURES,
    EquilibriumProgram,
    subgame_perfect_milp,
)
from seqform.builders.steps import GRAPH_IN_UNITS, PARTS, TREE_OF_POSITIONS
from seqform.errors import CertificationError, GameError, InputError, ModelError, SolveError
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium, PositionSolution
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import counted, short
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.models.programs.solutions import NO_OPTIMUM, RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment, limit_assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.profile_set import (
    OBJECTIVES,
    ObjectiveLike,
    PayoffBound,
    PayoffBox,
    PayoffSet,
    UtilityProfileSet,
    objective,
)
from seqform.solving import concepts
from seqform.solving.chain import Solved, Stage, building
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.execute import Plan, Route, execute
from seqform.solving.request import Phases, time_left
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

    problem, title, place = PositionGraph, "tree of positions", "every subgame"

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
            perfect_information(plan.game)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(TREE_OF_POSITIONS)
        yield from super().stages(plan)

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the equilibrium; its status states whether it may not be the chosen one."""
        found: PositionAnswer = solved.raw
        measure = cast("concepts.SubgamePerfect", plan.request.concept).measure
        profile = plan.tree.lift(self.lifted(solved))
        name = "" if measure is None else measure.name
        answer = self.answer(plan, profile, found.solution, found.backend, objective=name)
        super().require_certified(plan, answer)
        require_stated_values(plan, found, answer)
        choice = chosen_on_game(plan, found, answer, lambda: perfect_information(plan.game).target)
        profiles = cast("UtilityProfileSet | None", choice.profiles)
        answer = answer.recomputed(profiles=profiles, raw=choice.remarked(answer.raw))
        require_chosen(plan, found, answer)
        return answer


def require_stated_values(
    plan: Plan, found: PositionAnswer, answer: Equilibrium | PositionEquilibrium
) -> None:
    """Raise CertificationError if an answer for the game itself does not pay what the backend states."""
    stated = found.equilibrium.values
    if not plan.game_steps and answer.values != stated:
        raise CertificationError(
            f"the answer of {found.backend} pays {', '.join(map(short, answer.values))}, not "
            f"{', '.join(map(short, stated))} as it states; please report the game",
            equilibrium=answer,
        )


@dataclass(frozen=True)
class Choice:
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
    found: PositionAnswer,
    answer: Equilibrium | PositionEquilibrium,
    graph: Callable[[], PositionGraph],
) -> Choice:
    """Return the choice of an equilibrium as it is in the game itself, as of `graph()`.

    Whatever another backend than bestNash, or a game after steps, leads to is not believed: bestNash computes the
    payoffs of all equilibria of the game itself once more, as far as its limits of boxes and the time allow. Raises
    CertificationError if the answer does not pay the target, breaks a bound, mixes though `pure`, or is not the best.
    """
    concept = cast("concepts.SubgamePerfect", plan.request.concept)
    if not concept.chooses:
        return Choice()
    fault = _fault_of_choice(concept, answer)
    is_own = plan.request.backend is None or PositionGraph not in plan.backend.supports
    if fault or ((is_own or isinstance(plan.backend, BestNashBackend)) and not plan.game_steps):
        _require_no_fault(plan, fault, answer)
        return Choice(found.equilibrium.profiles)
    options = SolveOptions(time_limit=plan.phases.deadline.left)
    try:
        recomputed = _by_positions(
            graph(), concept, get(DEFAULT_BACKENDS[PositionGraph]), options
        ).solution
    except GameError as reason:
        return Choice(unchecked=str(reason))
    if recomputed.equilibrium is None:
        return Choice(unchecked=recomputed.status)
    measure, best = concept.measure, recomputed.equilibrium.values
    if measure is not None and measure.numbers(best) > measure.numbers(_fractions(answer)):
        fault = f"({', '.join(map(short, best))}) is better by {measure.name}"
    _require_no_fault(plan, fault, answer)
    return Choice(recomputed.equilibrium.profiles)


def _fault_of_choice(
    concept: concepts.SubgamePerfect, answer: Equilibrium | PositionEquilibrium
) -> str:
    """Return why an equilibrium is not one of those among which one is chosen; empty if it is."""
    values, measure = _fractions(answer), concept.measure
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
    plan: Plan, found: PositionAnswer, answer: Equilibrium | PositionEquilibrium
) -> None:
    """Raise SolveError, with the answer, if it may not be the chosen equilibrium."""
    if found.unproven:
        raise SolveError(f"{plan.game.title}: {found.unproven}", found.solution, answer)


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
        if not concept.chooses:
            return
        try:
            perfect_information(plan.tree.target)
        except GameError as why:
            what = concept.chosen_by
            raise GameError(f"{what}: {why}; or concept {concept.name} without {what}") from None

    def stages(self, plan: Plan) -> Iterator[Stage]:
        message = "searching for subgames that chance reaches with probability 0"
        yield replace(building(PARTS, _parts_by_chance), message=message)

    def solve(self, plan: Plan, model: ChanceParts) -> list[Equilibrium]:
        answers = []
        for part in model.parts:
            steps = None if plan.request.steps is None or plan.game_steps else ()
            request = plan.request.part(concepts.QuasiPerfect(), steps=steps)
            game = model.game if len(model.parts) == 1 else part.game
            answers.append(execute(plan.part(game, request)))
            plan.phases.add(answers[-1].seconds)
        return answers

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the assessment that is made of those of the parts, with the raw solution of the part at the root."""
        answers: list[Equilibrium] = solved.raw
        assessments = [answer.assessment for answer in answers if answer.assessment is not None]
        raw, more = answers[0].raw, len(answers) - 1
        assessment = assessments[0] if not more else solved[PARTS.name].lift(assessments)
        if more:
            alone = f"{counted(more, 'subgame')} that chance reaches with probability 0 solved on "
            raw = replace(raw, status=f"{raw.status}; {alone}{'its' if more == 1 else 'their'} own")
        if not plan.keeps_mixed:  # there is no family of the whole game
            return self.answer(plan, plan.tree.lift(assessment.profile), raw, answers[0].backend)
        if plan.game_steps:
            assessment = limit_assessment(plan.game, plan.tree.lift(assessment.family))
        return self.answer(plan, assessment.profile, raw, answers[0].backend, assessment=assessment)


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
    with phases.phase("solve", "utility profile sets" if concept.chooses else "backward induction"):
        return _by_positions(graph, concept, get(DEFAULT_BACKENDS[PositionGraph]), options)


def _by_positions(
    graph: PositionGraph, concept: concepts.SubgamePerfect, backend: Backend, options: SolveOptions
) -> PositionAnswer:
    wanted = {
        "objective": concept.measure,
        "target_payoffs": concept.payoffs,
        "pure": concept.pure or None,
    }
    raw = dict(options.raw) | {name: value for name, value in wanted.items() if value is not None}
    solution: PositionSolution = solved_by(backend, graph, replace(options, raw=raw))
    found = solution.equilibrium
    if (
        found is not None
    ):  # labels, players and payoffs are those of the graph, whatever comes with the strategy
        solution = replace(
            solution, equilibrium=replace(found, strategy=found.strategy.bound_to(graph))
        )
    return PositionAnswer(solution, backend.name)


def _with_chance(
    graph: PositionGraph,
    concept: concepts.SubgamePerfect,
    backend: Backend | None,
    options: SolveOptions,
) -> PositionAnswer:
    usual = SolveOptions(time_limit=options.time_limit, progress=options.progress)
    by_sets = get(DEFAULT_BACKENDS[PositionGraph])
    met: dict[str, Any] = dict.fromkeys(traits_of(by_sets).met(options))
    if backend is not None or replace(options, **met) != usual:
        return _by_mixed_integer_program(graph, concept, backend, options)
    started = time.perf_counter()
    half = None if options.time_limit is None else options.time_limit / 2
    found = _by_positions(graph, concept, by_sets, replace(options, time_limit=half))
    if found.solution.solved:
        return found
    left = time_left(options.time_limit, started)
    try:
        return _by_mixed_integer_program(graph, concept, None, replace(options, time_limit=left))
    except (GameError, ModelError) as why:
        status = found.solution.status
        raise SolveError(
            f"{status}. The mixed-integer program cannot choose one either: {why}"
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
        what = "target_payoffs" if concept.measure is None else "pure"
        raise ModelError(
            f"{what}: the mixed-integer program finds the best of all equilibria by an objective only"
        )
    found = optimal_with_chance(graph, concept.measure, solver=solver, options=options)
    status = f"{found.claim} ({found.solution.status})"
    return PositionAnswer(
        replace(found.solution, status=status), solver.name, "" if found.settled else found.claim
    )


class PositionsRoute(_ChosenRoute):
    """A graph of positions, verified at every position.

    Where positions are shared and one equilibrium was chosen, its strategy is of the unfolded graph, whose positions
    are pairs of a position and of the payoffs to be attained from there.
    """

    place = "every position"

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> PositionEquilibrium:
        """Return the equilibrium of the game itself; raise CertificationError unless it is subgame perfect."""
        found: PositionAnswer = solved.raw
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
        require_stated_values(plan, found, answer)
        choice = chosen_on_game(plan, found, answer, lambda: plan.game)
        answer = answer.recomputed(profiles=choice.profiles)
        require_chosen(plan, found, answer)
        return answer

    def require_certified(self, plan: Plan, found: Any) -> None:
        """Accept the answer, which has been verified at every position."""


PERFECT_INFORMATION, POSITIONS = PerfectInformationRoute(), PositionsRoute()
BY_PARTS = PartsRoute()


TOLERANCE = 1e-9
"""Of the solver, as a share of the payoffs' spread, unless the options have one."""

_SETTLED = 10
"""Times the tolerance: what value and bound may differ by, as a share of the payoffs' spread."""

_PATTERNS = 20


@dataclass(frozen=True)
class Attained:
    """The value of the equilibrium by one measure.

    `bound` is on the value of any that is as good by the measures before: the claim of a solver, in doubles, unless it
    is `proved`, as every move was settled beforehand. The value is `settled` if both agree, to ten times the tolerance.
    """

    measure: str
    value: Fraction
    bound: float
    settled: bool
    proved: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class OptimalWithChance:
    """The best subgame perfect equilibrium that was found.

    `solution` has the equilibrium, exact, and the answer of the solver, of all measures
    together; its objective and bound are those of the first. `attained` is for the measures of the objective in their
    order, then for those that choose among equally good ones. Value and bound may differ by `within`, a share of the
    payoffs' spread, and count as settled. The equilibrium, and all that it is compared with, keep to the `bounds`.
    """

    solution: PositionSolution
    attained: tuple[Attained, ...]
    within: float
    bounds: tuple[PayoffBound, ...] = ()

    @property
    def equilibrium(self) -> PositionEquilibrium:
        """The equilibrium."""
        assert self.solution.equilibrium is not None
        return self.solution.equilibrium

    @property
    def settled(self) -> bool:
        """True if the search ended: the solver claims that none is better, within its tolerance."""
        return all(measure.settled for measure in self.attained)

    @property
    def claim(self) -> str:
        """The knowledge about better equilibria, by the first measure that is not settled, or by all."""
        one = next((one for one in self.attained if not one.settled), self.attained[0])
        if self.settled:
            names = ",".join(one.measure for one in self.attained)
            if self.bounds:
                names += f" where {' and '.join(map(str, self.bounds))}"
            solver = self.solution.solver.partition(" ")[0] or "the solver"
            if all(one.proved for one in self.attained):
                return f"best by {names}: all equilibria pay the same"
            return (
                f"best by {names} to {self.within:g} of the payoffs' spread, as {solver} claims in doubles: "
                f"none above {one.bound:.12g} by {one.measure}"
            )
        bound = "no bound" if math.isinf(one.bound) else f"the bound is {one.bound:.12g}"
        known = f"{short(one.value)} is attained, {bound} ({self.solution.termination})"
        return f"perhaps not the best by {one.measure}: {known}"

    def __repr__(self) -> str:
        best = ", ".join(f"{one.measure} {short(one.value)}" for one in self.attained)
        return f"<OptimalWithChance: {best}{'' if self.settled else ', not settled'}>"


def optimal_with_chance(
    graph: PositionGraph,
    wanted: ObjectiveLike = "social",
    *,
    solver: Backend | None = None,
    options: SolveOptions | None = None,
    max_binaries: int = MAX_BINARIES,
) -> OptimalWithChance:
    """Return the best subgame perfect equilibrium of a two-player tree, with chance or without.

    A solver, HiGHS by default, solves the mixed-integer program of `subgame_perfect_milp`. Of its answer only the
    binaries are read, which state between which moves players mix; with them, payoffs and probabilities are computed by
    an exact linear program. What is left in doubles is the claim that there is no
    better one.

    Among equally good equilibria it is one with the largest sum of payoffs, then the largest payoff of player 1.

    The objective is ``social``, ``fairest``, ``single-maximum``, ``best-for-1``, ``best-for-2``, or several of them,
    the first counting most, perhaps with bounds such as ``social where 2>=4``. The time limit is for everything; at the
    limit the best one found so far comes back. More than `max_binaries` choices are refused.

    Raises GameError if there are not two players, positions are shared, or there are too many choices. Raises
    ModelError if the objective is another. Raises SolveError if no equilibrium was found within the limits, or doubles
    do not distinguish the payoffs.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), section 1.6: the problem is NP-hard.

    Examples
    --------
    >>> import seqform as sf
    >>> optimal_with_chance(sf.load("knapsack", kind="positions"), "best-for-2").settled
    True
    """
    bounds = objective(wanted).bounds
    for player, _, _ in bounds:
        if player >= len(graph.players):
            raise ModelError(
                f"objective: bounds on player {player + 1}, and {graph.title} has {len(graph.players)}"
            )
    stated = subgame_perfect_milp(graph, _measures(wanted), max_binaries, bounds)
    backend = get(DEFAULT_BACKENDS[MixedIntegerProgram]) if solver is None else solver
    search = _Search(stated, backend, options or SolveOptions(), bounds)
    found = search.run()
    last = found[-1]
    values, attained = stated.values(last.primal), list[Attained]()
    for measure, one in zip(stated.measures, found, strict=False):
        scale, value = measure.scale, OBJECTIVES[measure.name].measure(values[0], values[1])
        bound = float(scale.least) + float(scale.unit) * one.bound
        settled = one.finished and search.settled((value - scale.least) / scale.unit, one.bound)
        attained.append(Attained(measure.name, value, bound, settled, one.proved))
    solution = PositionSolution(
        Termination.SOLVED if last.finished else last.raw.termination,
        last.raw.status,
        objective=attained[0].value,
        bound=attained[0].bound,
        iterations=last.raw.iterations,
        seconds=time.perf_counter() - search.started,
        options=last.raw.options,
        solver=last.raw.solver,
        equilibrium=PositionEquilibrium(stated.strategy(last.primal), values),
    )
    return OptimalWithChance(solution, tuple(attained), search.within, bounds)


def _measures(wanted: ObjectiveLike) -> list[str]:
    """Return the measures in their order, and then those that choose among equally good equilibria."""
    named = objective(wanted)
    names = named.name.partition(" where ")[0].split(",")
    is_function = (
        len(names) == 1
        and names[0] in OBJECTIVES
        and OBJECTIVES[names[0]].measure is not named.measure
    )
    if is_function or not OBJECTIVES.keys() >= set(names):
        raise ModelError(
            f"objective {named.name}: with chance, equilibria are compared by a mixed-integer program, which takes no "
            f"functions; take {', '.join(MEASURES)}, or several of them with commas between, and bounds if you wish"
        )
    names = list(dict.fromkeys([*names, "social", "best-for-1"]))
    linear = [
        place for place, name in enumerate(names) if name in ("social", "best-for-1", "best-for-2")
    ]
    return names[: linear[1] + 1]  # two of these settle both payoffs


@dataclass(frozen=True, eq=False)
class _Found:
    """The best exact point for a measure, and the claim of the solver."""

    primal: ExactArray
    value: Fraction
    bound: float
    finished: bool
    raw: RawSolution
    proved: bool = False


class _Search:
    """The measures one after the other, within the limits."""

    def __init__(
        self,
        stated: EquilibriumProgram,
        solver: Backend,
        options: SolveOptions,
        bounds: Sequence[PayoffBound],
    ) -> None:
        self.stated, self.solver, self.bounds = stated, solver, bounds
        self.options = replace(options, tolerance=options.tolerance or TOLERANCE)
        self.within = _SETTLED * (self.options.tolerance or TOLERANCE)
        self.started = time.perf_counter()

    def run(self) -> list[_Found]:
        """Return the results for the measures, as far as time allowed."""
        found: list[_Found] = []
        for place in range(len(self.stated.measures)):
            if found and not found[-1].finished:
                break
            found.append(
                self._best(place, [one.value for one in found], found[-1].primal if found else None)
            )
        return found

    def _best(self, place: int, attained: Sequence[Fraction], known: ExactArray | None) -> _Found:
        """Return the best pattern for a measure; patterns that only doubles allow are excluded one by one."""
        column = self.stated.measures[place].column
        if not self.stated.parts.whole_columns:
            return self._without_choices(place, attained)
        best, excluded = known, list[ExactArray]()
        for _ in range(_PATTERNS):
            left = time_left(self.options.time_limit, self.started)
            program, options = (
                self.stated.program(place, attained, excluded),
                replace(self.options, time_limit=left),
            )
            raw: RawSolution = solved_by(self.solver, program, options)
            if raw.primal is None:
                break
            pattern = self.stated.pattern(raw.primal)
            exact = ExactBackend().solve(self.stated.program(place, attained).with_fixed(pattern))
            point = exact.primal if exact.solved and isinstance(exact.primal, ExactArray) else None
            if point is not None and (best is None or point[column] > best[column]):
                best = point
            if not raw.solved or (best is not None and self.settled(best[column], raw.objective)):
                break
            excluded.append(pattern)
        if best is None:
            if raw.termination is Termination.INFEASIBLE and self.bounds and not excluded:
                claims = f"as {self.solver.name} claims in doubles"
                raise SolveError(f"{self._none_within_bounds}, {claims}", raw)
            reason = f"{raw.termination} ({raw.status})"
            if raw.solved or raw.termination in NO_OPTIMUM:  # every game has an equilibrium
                reason = "doubles do not distinguish its payoffs"
            raise SolveError(f"{self.stated.graph.title}: no equilibrium found: {reason}", raw)
        exhausted = bool(excluded) and raw.termination is Termination.INFEASIBLE
        most = -math.inf if exhausted else math.inf if raw.bound is None else raw.bound
        return _Found(
            best, best[column], max(float(best[column]), most), exhausted or raw.solved, raw
        )

    @property
    def _none_within_bounds(self) -> str:
        bounds = " and ".join(map(str, self.bounds))
        return f"{self.stated.graph.title}: no subgame perfect equilibrium keeps to {bounds}"

    def settled(self, value: Fraction, bound: float | Fraction | None) -> bool:
        """Return whether a value and a bound, in the scale of a measure, agree."""
        return bound is not None and bound <= float(value) + self.within

    def _without_choices(self, place: int, attained: Sequence[Fraction]) -> _Found:
        """Return the optimum where every move is settled beforehand: that of an exact linear program."""
        raw = ExactBackend().solve(
            self.stated.program(place, attained).with_fixed(ExactArray.zeros(0))
        )
        if raw.termination is Termination.INFEASIBLE and self.bounds:
            raise SolveError(self._none_within_bounds, raw)
        if not isinstance(raw.primal, ExactArray):
            raise SolveError(
                f"{self.stated.graph.title}: no equilibrium found: {raw.termination} ({raw.status})",
                raw,
            )
        value = raw.primal[self.stated.measures[place].column]
        return _Found(raw.primal, value, float(value), True, raw, proved=True)
