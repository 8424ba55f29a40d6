"""Subgame perfect equilibria: bestNash on games of perfect information, quasi-perfect equilibria on other games.

Where chance moves, the payoffs of all equilibria of a two-player tree are unions of boxes, computed exactly; where
these are too many, a mixed-integer program finds the best equilibrium by an objective. Other games are solved part by
part where chance does not reach all subgames.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends.protocol import SolveOptions, portable_options
from seqform.builders.forms.perfect_information import is_perfect_information, perfect_information
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import read_position_graph
from seqform.builders.games.positions import position_graph
from seqform.builders.games.rules import Rules, is_rules
from seqform.builders.preprocess.chance_parts import chance_parts
from seqform.builders.preprocess.subgames import SolvedSubgame, perfect_information_subgames, replace_subgames
from seqform.errors import CertificationError, GameError, InputError, ModelError, SolveError
from seqform.io.load import is_game_file, load
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.answers.objectives import Objective, ObjectiveLike, objective
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import counted
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.solving import concepts
from seqform.solving.branching import optimal_with_chance
from seqform.solving.phases import Phases, Progress
from seqform.solving.pipeline import Request, require_constant_sum, require_pass, solve_by_plans
from seqform.solving.preprocessing import SolveSubgames
from seqform.solving.refinements import solve_refinement
from seqform.verify.nash import certify
from seqform.verify.subgames import CHECK, certify_subgame_perfect, subgame_perfect_violation, subgame_roots


def solved_subgames(
    game: ExtensiveGame, objective: ObjectiveLike = "social"
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game with its perfect-information subgames solved, for a Nash equilibrium of the rest.

    Every maximal subgame of perfect information without chance is replaced by what its best subgame perfect equilibrium
    pays. Best in a subgame need not be best for the whole game, where several such subgames hang together.

    Parameters
    ----------
    objective : Objective, str or callable
        Which equilibrium of a subgame is best, as in `best_nash`; payoffs are those of the whole game.

    Returns
    -------
    Reduced
        A Nash equilibrium of the target becomes one of the game, subgame perfect in the parts that were solved.

    Raises
    ------
    ModelError
        If the objective is unknown or fails.
    SolveError
        If a subgame takes too much memory.

    Examples
    --------
    Chance says whether player 2 is asked at all.

    >>> from fractions import Fraction
    >>> from seqform.builders.games.tree import chance, leaf, move, tree
    >>> reply = move(2, "reply", {"yes": leaf(1, 1), "no": leaf(0, 0)})
    >>> game = tree("asked", chance({"no": (Fraction(1, 2), leaf(0)), "yes": (Fraction(1, 2), reply)}))
    >>> step = solved_subgames(game)
    >>> len(game), len(step.target), step.target.leaf_payoffs[1].to_fractions()
    (5, 3, [Fraction(0, 1), Fraction(1, 1)])
    """
    from seqform.backends.bestnash.backend import best_nash  # loads numba

    solved = []
    for subgame in perfect_information_subgames(game):
        answer = best_nash(subgame.graph, objective)
        first, second = answer.values
        solved.append(SolvedSubgame(subgame, answer.strategy, (first, second)))
    return replace_subgames(game, solved)


_SOLVER = "seqform bestNash"

MIXED_INTEGER_BACKEND = "highs"
"""The backend of the mixed-integer program, where chance moves."""


@dataclass(frozen=True, eq=False)
class Found:
    """An equilibrium of a game of perfect information, and the backend that found it.

    Attributes
    ----------
    unproven : str
        The reason why it may not be the chosen one; empty if it is, or HiGHS claims so.
    """

    equilibrium: PositionEquilibrium
    raw: RawSolution
    backend: str
    unproven: str = ""


def solve_subgame_perfect(game: ExtensiveGame, request: Request) -> Equilibrium:
    """Return a subgame perfect equilibrium, certified in every subgame.

    In a game with hidden information a quasi-perfect equilibrium is one of every subgame that chance reaches with
    positive probability; other subgames are solved as games of their own.

    Raises
    ------
    GameError
        If one is to be chosen, and the game is not of perfect information.
    ModelError
        If no equilibrium pays the target payoffs.
    SolveError
        If the solver did not finish.
    CertificationError
        If the check does not hold.
    """
    concept, phases = request.concept, request.phases
    assert isinstance(concept, concepts.SubgamePerfect)
    _refuse_steps(request)
    if is_perfect_information(game):
        with phases.phase("build", "building the tree"):
            step = perfect_information(game)
        backend_name = None if request.backend is None else request.backend.name
        found = chosen_equilibrium(step.target, concept, backend_name, request.options, phases)
        profile = step.lift(found.equilibrium.strategy)
        raw, backend, profiles = found.raw, found.backend, found.equilibrium.profiles
        unproven = found.unproven
        assessment = None
    else:
        _refuse_choices(game, concept)
        assessment, raw, backend = _part_by_part(game, request)
        profile, profiles = assessment.profile, None
        unproven = ""
    with phases.phase("verify", "verifying every subgame"):
        certificate = certify_subgame_perfect(game, profile)
    answer = Equilibrium(
        game,
        profile,
        certificate,
        raw,
        concepts.SubgamePerfect.name,
        backend,
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
    options, phases = request.options, request.phases
    started = time.perf_counter()
    with phases.phase("build", "searching for subgames that chance reaches with probability 0"):
        cut = chance_parts(game, subgame_roots(game))
    answers = []
    for part in cut.parts:
        left = None if options.time_limit is None else max(1e-3, options.time_limit - time.perf_counter() + started)
        quasi_perfect = replace(
            request,
            concept=concepts.QuasiPerfect(),
            options=replace(options, time_limit=left),
            phases=Phases(phases.progress),
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
        return _wholly_solved(game, rest.lift(_nothing_to_do(rest.target)), measure, phases)
    inner = solve_by_plans(
        rest.target,
        replace(
            request,
            steps=tuple(one for one in steps if one is not step) or None,
            exact=request.exact or game.constant_sum is None,
            phases=Phases(phases.progress),
        ),
    )
    with phases.phase("verify", "verifying on the tree"):
        profile = rest.lift(inner.profile)
        certificate = certify(game, profile)
    solved = f"{len(game) - len(rest.target):,} of {len(game):,} nodes lie in subgames of perfect information"
    raw = replace(inner.raw, status=f"{inner.raw.status}; {solved}")
    phases.add(inner.seconds)
    found = Equilibrium(game, profile, certificate, raw, "nash", inner.backend, phases.seconds, objective=measure.name)
    require_pass(found, getattr(request.concept, "certificate_tolerance", concepts.CERTIFICATE_TOLERANCE))
    return found


def _wholly_solved(game: ExtensiveGame, profile: BehaviorProfile, objective: Objective, phases: Phases) -> Equilibrium:
    with phases.phase("verify", "verifying on the tree"):
        certificate = certify(game, profile)
    status = f"the whole game is one of perfect information; best by {objective.name}"
    raw = RawSolution(Termination.SOLVED, status, solver=_SOLVER)
    return Equilibrium(game, profile, certificate, raw, "nash", "bestnash", phases.seconds, objective=objective.name)


def _nothing_to_do(game: ExtensiveGame) -> BehaviorProfile:
    """Return the profile of a game without moves."""
    first, second = (BehaviorStrategy(game.sequences[player].index, np.array([Fraction(1)])) for player in (0, 1))
    return BehaviorProfile((first, second))


def chosen_equilibrium(
    graph: PositionGraph, concept: concepts.SubgamePerfect, backend: str | None, options: SolveOptions, phases: Phases
) -> Found:
    """Return the chosen equilibrium of a game of perfect information, not yet verified.

    Raises
    ------
    GameError
        If one is to be chosen, and there are more than two players.
    ModelError
        If no equilibrium pays the target payoffs.
    SolveError
        If the solver did not finish.
    """
    if concept.chooses and graph.has_chance and len(graph.players) == 2:
        with phases.phase("solve", "searching for the best equilibrium"):
            return wanted_with_chance(graph, concept, backend, options)
    _refuse_options(options)
    if backend is not None:
        raise InputError(f"backend {backend}: a solver is called only to choose an equilibrium of a tree with chance")
    if not concept.chooses:
        with phases.phase("solve", "backward induction"):
            return _any(graph)
    with phases.phase("solve", "utility profile sets"):
        return _best(graph, concept)


def _any(graph: PositionGraph) -> Found:
    from seqform.backends.bestnash.backend import backward_induction  # loads numba

    start = time.perf_counter()
    found = backward_induction(graph)
    return Found(found, _raw("solved by backward induction", start), "bestnash")


def _best(graph: PositionGraph, concept: concepts.SubgamePerfect) -> Found:
    from seqform.backends.bestnash.backend import best_nash, nash_paying  # loads numba

    start = time.perf_counter()
    if concept.measure is not None:
        found = best_nash(graph, concept.measure, mixing=not concept.pure)
    else:
        assert concept.payoffs is not None
        found = nash_paying(graph, concept.payoffs, mixing=not concept.pure)
    return Found(found, _raw(concept.status, start), "bestnash")


def _refuse_options(options: SolveOptions) -> None:
    """Refuse options for a solver where none is asked."""
    usual = SolveOptions()
    names = [field.name for field in fields(SolveOptions) if field.name != "progress"]
    given = [name for name in names if getattr(options, name) != getattr(usual, name)]
    if given:
        name = "option" if given[0] == "raw" else given[0]
        raise InputError(f"{name}: trees of perfect information are solved without a solver; leave it out")


def _raw(status: str, start: float) -> RawSolution:
    return RawSolution(Termination.SOLVED, status, seconds=time.perf_counter() - start, solver=_SOLVER)


def _refuse_choices(game: ExtensiveGame, concept: concepts.SubgamePerfect) -> None:
    if not concept.chooses:
        return
    what = concept.chosen_by
    try:
        perfect_information(game)
    except GameError as why:
        raise GameError(f"{what}: {why}; or concept {concepts.SubgamePerfect.name} without {what}") from None


def load_positions(
    source: PositionGraph | Rules[Any, Any] | str | Path | Any,
    *,
    normalize: bool = False,
    progress: Progress | None = None,
) -> PositionGraph:
    """Return a game of perfect information as a graph of positions.

    Parameters
    ----------
    source : PositionGraph, Rules, str, Path, or whatever `load` accepts
        A game that is given by rules, also one of the catalog, becomes the graph of its distinct positions: its tree is
        not expanded. An ``.efg`` file may have any number of players; it becomes a tree, and so does anything else.
    normalize : bool
        For files: divide chance's probabilities by their sum where that is not 1.
    progress : callable, optional
        Callback that receives the progress of a long expansion.

    Raises
    ------
    GameError
        If there is no such game, or it is not of perfect information.

    Examples
    --------
    >>> load_positions("tic-tac-toe")
    <PositionGraph 'tic-tac-toe': a graph of 5,478 positions>
    """
    if isinstance(source, PositionGraph):
        return source
    if is_rules(source):
        return position_graph(source, progress=progress)
    if isinstance(source, str | Path) and is_game_file(source, ".efg"):
        return read_position_graph(Path(source).expanduser(), normalize=normalize)
    if isinstance(source, str) and catalog.has(source) and is_rules(rules := catalog.built(source)):
        return position_graph(rules, progress=progress)
    return perfect_information(load(source, normalize=normalize, progress=progress)).target


def solve_positions(
    game: PositionGraph | Rules[Any, Any] | str | Path | Any,
    *,
    objective: ObjectiveLike | None = None,
    target_payoffs: tuple[Fraction | int, Fraction | int] | None = None,
    pure: bool = False,
    normalize: bool = False,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> PositionEquilibrium:
    """Return a subgame perfect equilibrium of a game of perfect information, verified at every position.

    Parameters
    ----------
    objective, target_payoffs, pure
        As of `seqform.solving.concepts.SubgamePerfect`, for two players.
    normalize : bool
        As in `load_positions`.
    options : SolveOptions, or a mapping of its fields, optional
        For the solver of trees with chance.
    progress : callable, optional
        Callback that receives short progress messages.

    Returns
    -------
    PositionEquilibrium
        Where positions are shared and one was chosen, its strategy is of the unfolded graph, whose positions are pairs
        of a position and of what is to be attained from there.

    Raises
    ------
    GameError
        If the game is not of perfect information, or an objective is given for other than two players.
    ModelError
        If the objective is unknown, or no equilibrium pays the target payoffs.
    SolveError
        If the solver did not finish.
    CertificationError
        If the answer is not subgame perfect.

    Examples
    --------
    >>> solve_positions("tic-tac-toe").values
    (Fraction(0, 1), Fraction(0, 1))
    """
    concept = concepts.SubgamePerfect(objective=objective, target_payoffs=target_payoffs, pure=pure)
    phases = Phases(progress)
    graph = load_positions(game, normalize=normalize, progress=progress)
    chosen = chosen_equilibrium(graph, concept, None, portable_options(options), phases)
    found = chosen.equilibrium
    with phases.phase("verify", "verifying every position"):
        violation = subgame_perfect_violation(found.strategy.graph, found.strategy)
    if violation is not None:
        raise CertificationError(f"the answer is not subgame perfect: {violation}; please report the game")
    if chosen.unproven:
        raise SolveError(f"{graph.title}: {chosen.unproven}", chosen.raw, found)
    return found


def wanted_with_chance(
    graph: PositionGraph, concept: concepts.SubgamePerfect, backend: str | None, options: SolveOptions
) -> Found:
    """Return the chosen equilibrium of a two-player tree with chance.

    The payoffs of all equilibria are computed exactly, as unions of boxes. Where these are too many, the best
    equilibrium by most objectives is that of a mixed-integer program, which HiGHS solves in doubles.

    Parameters
    ----------
    backend : str, optional
        "highs" selects the mixed-integer program.
    options : SolveOptions
        So does any option but the time limit, of which boxes may take half.

    Raises
    ------
    GameError
        If positions are shared, or there are too many choices for the mixed-integer program.
    ModelError
        If no equilibrium pays the target payoffs, or the mixed-integer program does not support the objective.
    SolveError
        If it takes too long, or too much space.
    """
    if backend not in (None, MIXED_INTEGER_BACKEND):
        raise InputError(f"backend {backend}: the mixed-integer program of trees with chance is solved by highs")
    if backend is not None or _for_solver(options):
        return _by_mixed_integer_program(graph, concept, options)
    started = time.perf_counter()
    try:
        return _by_boxes(graph, concept, options.time_limit)
    except SolveError as too_much:
        left = None if options.time_limit is None else max(1e-3, options.time_limit - time.perf_counter() + started)
        try:
            return _by_mixed_integer_program(graph, concept, replace(options, time_limit=left))
        except (GameError, ModelError) as why:
            raise SolveError(f"{too_much}. The mixed-integer program is no way out: {why}") from None


def _for_solver(options: SolveOptions) -> bool:
    usual = SolveOptions()
    names = [field.name for field in fields(SolveOptions) if field.name not in ("time_limit", "progress")]
    return any(getattr(options, name) != getattr(usual, name) for name in names)


def _by_boxes(graph: PositionGraph, concept: concepts.SubgamePerfect, time_limit: float | None) -> Found:
    from seqform.backends.bestnash.backend import best_nash_with_chance, nash_paying_with_chance
    from seqform.backends.bestnash.boxes import Effort

    start = time.perf_counter()
    effort = Effort(seconds=None if time_limit is None else time_limit / 2)
    if concept.measure is not None:
        found = best_nash_with_chance(graph, concept.measure, mixing=not concept.pure, effort=effort)
    else:
        assert concept.payoffs is not None
        found = nash_paying_with_chance(graph, concept.payoffs, mixing=not concept.pure, effort=effort)
    took = time.perf_counter() - start
    raw = RawSolution(Termination.SOLVED, concept.status, seconds=took, solver="seqform bestNash")
    return Found(found, raw, "bestnash")


def _by_mixed_integer_program(graph: PositionGraph, concept: concepts.SubgamePerfect, options: SolveOptions) -> Found:
    if concept.measure is None or concept.pure:
        what = "target_payoffs" if concept.measure is None else "pure"
        raise ModelError(f"{what}: the mixed-integer program finds the best of all equilibria by an objective only")
    found = optimal_with_chance(graph, concept.measure, options=replace(options, raw=dict(options.raw)))
    unproven = "" if found.settled else found.claim
    raw = replace(found.raw, status=f"{found.claim} ({found.raw.status})")
    return Found(found.equilibrium, raw, MIXED_INTEGER_BACKEND, unproven)
