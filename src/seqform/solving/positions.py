"""Subgame perfect equilibria: bestNash on games of perfect information, quasi-perfect equilibria on other games.

Where chance moves, the payoffs of all equilibria of a two-player tree are unions of boxes, computed exactly; where
these are too many, a mixed-integer program finds the best equilibrium by an objective. Other games are solved part by
part where chance does not reach all subgames.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from seqform.backends import get
from seqform.backends.answers import solved_by
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.preprocess.subgames import (
    SolvedSubgame,
    chance_parts,
    is_perfect_information,
    perfect_information,
    perfect_information_subgames,
    replace_subgames,
)
from seqform.errors import CertificationError, GameError, InputError, ModelError, SolveError
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium, PositionSolution
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import counted, short
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.profile_set import Objective, ObjectiveLike, objective
from seqform.solving import concepts
from seqform.solving.best import MIXED_INTEGER_BACKEND, optimal_with_chance
from seqform.solving.pipeline import require_constant_sum, solve_by_plans
from seqform.solving.preprocessing import SolveSubgames
from seqform.solving.refinements import solve_refinement
from seqform.solving.request import Phases, Request, require_pass, time_left
from seqform.verify.nash import certify
from seqform.verify.rational import fraction
from seqform.verify.subgames import (
    CHECK,
    certify_subgame_perfect,
    position_values,
    subgame_perfect_violation,
    subgame_roots,
)


def solved_subgames(
    game: ExtensiveGame, objective: ObjectiveLike = "social"
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game with its perfect-information subgames solved, for a Nash equilibrium of the rest.

    Every maximal subgame of perfect information without chance is replaced by what its best subgame perfect equilibrium
    pays. Best in a subgame need not be best for the whole game, where several such subgames hang together.

    `objective` is the measure of an equilibrium of a subgame, as in `best_nash`; payoffs are those of the whole game. A
    Nash equilibrium of the target becomes one of the game, subgame perfect in the parts that were solved.
    """
    backend, options, solved = get("bestnash"), SolveOptions(raw={"objective": objective}), []
    for subgame in perfect_information_subgames(game):
        found = _equilibrium(solved_by(backend, subgame.graph, options))
        first, second = found.values
        solved.append(SolvedSubgame(subgame, found.strategy, (first, second)))
    return replace_subgames(game, solved)


@dataclass(frozen=True, eq=False)
class Found:
    """An equilibrium of a game of perfect information, and the backend that found it.

    `unproven` is the reason why it may not be the chosen one; empty if it is, or the solver claims so.
    """

    solution: PositionSolution
    backend: str
    unproven: str = ""

    @property
    def equilibrium(self) -> PositionEquilibrium:
        """The equilibrium; raise SolveError if there is none."""
        return _equilibrium(self.solution)


def _equilibrium(solution: RawSolution) -> PositionEquilibrium:
    if not isinstance(solution, PositionSolution) or solution.equilibrium is None:
        raise SolveError(solution.status, solution)
    return solution.equilibrium


def solve_subgame_perfect(game: ExtensiveGame, request: Request) -> Equilibrium:
    """Return a subgame perfect equilibrium, certified in every subgame.

    In a game with hidden information a quasi-perfect equilibrium is one of every subgame that chance reaches with
    positive probability; other subgames are solved as games of their own.

    Raises as `Concept.solve`, and GameError or ModelError if an equilibrium is to be chosen and cannot be.
    """
    concept, phases = request.concept, request.phases
    assert isinstance(concept, concepts.SubgamePerfect)
    _refuse_steps(request)
    raw: RawSolution
    if is_perfect_information(game):
        with phases.phase("build", "building the tree"):
            step = perfect_information(game)
        found = chosen_equilibrium(step.target, concept, request.backend, request.left, phases)
        profile, profiles = step.lift(found.equilibrium.strategy), found.equilibrium.profiles
        raw, backend, unproven, assessment = found.solution, found.backend, found.unproven, None
    else:
        _refuse_choices(game, concept)
        assessment, raw, backend = _part_by_part(game, request)
        profile, profiles, unproven = assessment.profile, None, ""
    with phases.phase("verify", "verifying every subgame", cut=False):
        certificate = certify_subgame_perfect(game, profile)
    answer = Equilibrium(
        game,
        profile,
        certificate,
        raw,
        request.resolved(backend),
        phases.seconds,
        assessment=assessment,
        profiles=profiles,
        objective="" if concept.measure is None else concept.measure.name,
    )
    if not (certificate.proven and certificate.checks[CHECK]):
        raise CertificationError(f"the certificate fails: {certificate}; please report the game", certificate, answer)
    if unproven:
        raise SolveError(f"{game.title}: {unproven}", raw, answer)
    return answer


def _refuse_steps(request: Request) -> None:
    if request.steps:
        raise InputError(
            f"{request.steps[0].name}: subgame perfect equilibria are computed without steps; leave it out"
        )


def _part_by_part(game: ExtensiveGame, request: Request) -> tuple[Assessment, RawSolution, str]:
    """Return an assessment with its family, subgame perfect, and the raw solution and backend of the part at the root.

    The time limit is for all parts together.
    """
    phases = request.phases
    with phases.phase("build", "searching for subgames that chance reaches with probability 0"):
        cut = chance_parts(game, subgame_roots(game))
    answers = []
    for part in cut.parts:
        quasi_perfect = replace(
            request,
            concept=concepts.QuasiPerfect(),
            phases=phases.of_part(),
        )
        answers.append(solve_refinement(game if len(cut.parts) == 1 else part.game, quasi_perfect))
        phases.add(answers[-1].seconds)
    assessments = [answer.assessment for answer in answers if answer.assessment is not None]
    raw, backend, more = answers[0].raw, answers[0].backend, len(answers) - 1
    if not more:
        return assessments[0], raw, backend
    own = "its" if more == 1 else "their"
    alone = f"{counted(more, 'subgame')} that chance reaches with probability 0 solved on {own} own"
    return cut.join(assessments), replace(raw, status=f"{raw.status}; {alone}"), backend


def solve_around_subgames(game: ExtensiveGame, request: Request) -> Equilibrium:
    """Return a Nash equilibrium in which subgames of perfect information are played as an objective picks.

    The rest of a general-sum game is solved exactly, even where it is constant-sum.
    """
    phases, steps = request.phases, request.steps or ()
    step = next(one for one in steps if isinstance(one, SolveSubgames))
    measure = objective(step.objective)
    if game.constant_sum is None and request.backend is not None and SaddlePointProblem in request.backend.supports:
        require_constant_sum(game)  # as without the step: these methods give no exact answer
    with phases.phase("preprocess", step.message):
        rest = solved_subgames(game, measure)
    if len(rest.target) == 1:
        return _wholly_solved(game, rest.lift(_nothing_to_do(rest.target)), measure, request)
    inner = solve_by_plans(
        rest.target,
        replace(
            request,
            steps=tuple(one for one in steps if one is not step) or None,
            exact=request.exact or game.constant_sum is None,
            phases=phases.of_part(),
        ),
    )
    with phases.phase("verify", "verifying on the tree", cut=False):
        profile = rest.lift(inner.profile)
        certificate = certify(game, profile)
    solved = f"{len(game) - len(rest.target):,} of {len(game):,} nodes lie in subgames of perfect information"
    raw = replace(inner.raw, status=f"{inner.raw.status}; {solved}")
    phases.add(inner.seconds)
    resolved = replace(request.resolved(inner.backend), preprocess=(step.spelled, *inner.resolved.preprocess))
    found = Equilibrium(game, profile, certificate, raw, resolved, phases.seconds, objective=measure.name)
    require_pass(found, getattr(request.concept, "certificate_tolerance", concepts.CERTIFICATE_TOLERANCE))
    return found


def _wholly_solved(
    game: ExtensiveGame, profile: BehaviorProfile, objective: Objective, request: Request
) -> Equilibrium:
    phases = request.phases
    with phases.phase("verify", "verifying on the tree", cut=False):
        certificate = certify(game, profile)
    status = f"the whole game is one of perfect information; {objective.claim}"
    raw = RawSolution(Termination.SOLVED, status, solver="seqform bestNash")
    resolved = request.resolved("bestnash", request.steps or ())
    return Equilibrium(game, profile, certificate, raw, resolved, phases.seconds, objective=objective.name)


def _nothing_to_do(game: ExtensiveGame) -> BehaviorProfile:
    """Return the profile of a game without moves."""
    first, second = (BehaviorStrategy(game.sequences[player].index, np.array([Fraction(1)])) for player in (0, 1))
    return BehaviorProfile((first, second))


def chosen_equilibrium(
    graph: PositionGraph,
    concept: concepts.SubgamePerfect,
    backend: Backend | None,
    options: SolveOptions,
    phases: Phases,
) -> Found:
    """Return the chosen equilibrium of a game of perfect information, not yet verified.

    In a two-player tree with chance the payoffs of all equilibria are computed exactly, as unions of boxes. Where these
    are too many, the best equilibrium by most objectives is that of a mixed-integer program, which HiGHS solves in
    doubles. Another backend for such programs, or any option but the time limit, of which boxes may take half, selects
    the mixed-integer program at once.

    Raises
    ------
    GameError
        If one is to be chosen, and there are more than two players, or the mixed-integer program is no way out.
    ModelError
        If no equilibrium pays the target payoffs, or the mixed-integer program does not support the objective.
    SolveError
        If the solver did not finish.
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
        return _by_positions(graph, concept, get("bestnash"), options)


def _by_positions(
    graph: PositionGraph, concept: concepts.SubgamePerfect, backend: Backend, options: SolveOptions
) -> Found:
    wanted = {"objective": concept.measure, "target_payoffs": concept.payoffs, "pure": concept.pure or None}
    raw = dict(options.raw) | {name: value for name, value in wanted.items() if value is not None}
    solution = solved_by(backend, graph, replace(options, raw=raw))
    return Found(solution, backend.name)


def _with_chance(
    graph: PositionGraph, concept: concepts.SubgamePerfect, backend: Backend | None, options: SolveOptions
) -> Found:
    usual = SolveOptions(time_limit=options.time_limit, progress=options.progress)
    if backend is not None or options != usual:
        return _by_mixed_integer_program(graph, concept, backend, options)
    started = time.perf_counter()
    half = None if options.time_limit is None else options.time_limit / 2
    found = _by_positions(graph, concept, get("bestnash"), replace(options, time_limit=half))
    if found.solution.solved:
        return found
    left = time_left(options.time_limit, started)
    try:
        return _by_mixed_integer_program(graph, concept, None, replace(options, time_limit=left))
    except (GameError, ModelError) as why:
        raise SolveError(f"{found.solution.status}. The mixed-integer program is no way out: {why}") from None


def _by_mixed_integer_program(
    graph: PositionGraph, concept: concepts.SubgamePerfect, backend: Backend | None, options: SolveOptions
) -> Found:
    solver = get(MIXED_INTEGER_BACKEND) if backend is None else backend
    if MixedIntegerProgram not in solver.supports:
        raise InputError(f"backend {solver.name}: the mixed-integer program of trees with chance is solved by highs")
    if concept.measure is None or concept.pure:
        what = "target_payoffs" if concept.measure is None else "pure"
        raise ModelError(f"{what}: the mixed-integer program finds the best of all equilibria by an objective only")
    found = optimal_with_chance(graph, concept.measure, solver=solver, options=options)
    status = f"{found.claim} ({found.solution.status})"
    return Found(replace(found.solution, status=status), solver.name, "" if found.settled else found.claim)


def _refuse_choices(game: ExtensiveGame, concept: concepts.SubgamePerfect) -> None:
    if not concept.chooses:
        return
    what = concept.chosen_by
    try:
        perfect_information(game)
    except GameError as why:
        raise GameError(f"{what}: {why}; or concept {concepts.SubgamePerfect.name} without {what}") from None


def solve_positions(graph: PositionGraph, request: Request) -> PositionEquilibrium:
    """Return a subgame perfect equilibrium of a game of perfect information, verified at every position.

    Where positions are shared and one equilibrium was chosen, its strategy is of the unfolded graph, whose positions
    are pairs of a position and of the payoffs to be attained from there.

    Raises
    ------
    GameError
        If an objective is given for other than two players.
    ModelError
        If no equilibrium pays the target payoffs.
    SolveError
        If the solver did not finish.
    CertificationError
        If the answer is not subgame perfect.
    """
    concept, phases = request.concept, request.phases
    assert isinstance(concept, concepts.SubgamePerfect)
    _refuse_steps(request)
    chosen = chosen_equilibrium(graph, concept, request.backend, request.left, phases)
    found = chosen.equilibrium
    with phases.phase("verify", "verifying every position", cut=False):
        violation = subgame_perfect_violation(found.strategy.graph, found.strategy)
        values = tuple(fraction(value[0]) for value in position_values(found.strategy.graph, found.strategy))
    if violation is not None:
        raise CertificationError(f"the answer is not subgame perfect: {violation}; please report the game")
    if values != found.values:
        raise CertificationError(
            f"the answer pays {', '.join(map(short, values))}, not {', '.join(map(short, found.values))} as it states; "
            "please report the game"
        )
    if chosen.unproven:
        raise SolveError(f"{graph.title}: {chosen.unproven}", chosen.solution, found)
    return found
