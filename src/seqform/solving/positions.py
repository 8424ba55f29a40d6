"""Subgame perfect equilibria: of trees of perfect information whichever is wanted, of other games one.

Games of perfect information as graphs of positions: loaded, solved, verified, whatever the number of players.

The subgame perfect equilibrium that is wanted of a two-player tree with chance: exactly, or as HiGHS claims.

A preprocessor: what is of perfect information in a larger game is solved first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
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
from seqform.errors import CertificationError, GameError, ModelError, OptionError, SolveError
from seqform.io.load import is_game_file, load
from seqform.models.answers.equilibrium import Equilibrium, SubgamePerfect
from seqform.models.answers.objectives import Objective, ObjectiveLike
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import counted
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.solving.branching import optimal_with_chance
from seqform.solving.concepts import (
    MIXED_INTEGER_BACKEND,
    SUBGAME_PERFECT,
    SubgamePerfectChoices,
    subgame_perfect_choices,
)
from seqform.solving.phases import Phases, Progress
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


@dataclass(frozen=True, eq=False)
class Found:
    """An equilibrium of a tree, and what found it."""

    equilibrium: SubgamePerfect
    raw: RawSolution
    backend: str
    unproven: str = ""


def solve_subgame_perfect(
    game: ExtensiveGame,
    choices: SubgamePerfectChoices,
    options: SolveOptions,
    phases: Phases,
    otherwise: Callable[[ExtensiveGame, SolveOptions], Equilibrium],
) -> Equilibrium:
    """Return a subgame perfect equilibrium, certified in every subgame.

    Parameters
    ----------
    options : SolveOptions
        For the solver of trees with chance.
    otherwise : callable
        Computes a quasi-perfect equilibrium of a game with hidden information. It is an equilibrium of every subgame
        that chance reaches with positive probability; other subgames are solved as games of their own.

    Raises
    ------
    GameError
        If one is to be chosen, and the game is not of perfect information.
    ModelError
        If no equilibrium pays what is asked for.
    SolveError
        If the solver did not finish.
    CertificationError
        If the check does not hold.
    """
    if is_perfect_information(game):
        with phases.phase("build", "building the tree"):
            step = perfect_information(game)
        found = chosen_equilibrium(step.target, choices, options, phases)
        profile = step.lift(found.equilibrium.strategy)
        raw, backend, profiles = found.raw, found.backend, found.equilibrium.profiles
        unproven = found.unproven
        assessment = None
    else:
        _refuse_choices(game, choices)
        assessment, raw, backend = _part_by_part(game, options, phases, otherwise)
        profile, profiles = assessment.profile, None
        unproven = ""
    with phases.phase("verify", "verifying every subgame"):
        certificate = certify_subgame_perfect(game, profile)
    answer = Equilibrium(
        game,
        profile,
        certificate,
        raw,
        SUBGAME_PERFECT,
        backend,
        phases.seconds,
        assessment=assessment,
        profiles=profiles,
        objective="" if choices.objective is None else choices.objective.name,
    )
    if not (certificate.proven and certificate.checks[CHECK]):
        raise CertificationError(f"the certificate fails: {certificate}; please report the game", certificate, answer)
    if unproven:
        raise SolveError(f"{game.title}: {unproven}", raw, answer)
    return answer


def _part_by_part(
    game: ExtensiveGame,
    options: SolveOptions,
    phases: Phases,
    otherwise: Callable[[ExtensiveGame, SolveOptions], Equilibrium],
) -> tuple[Assessment, RawSolution, str]:
    """Return an assessment with its family, subgame perfect, and the raw solution and backend of the part at the root.

    The time limit is for all parts together.
    """
    started = time.perf_counter()
    with phases.phase("build", "looking for subgames that chance reaches with probability 0"):
        cut = chance_parts(game, subgame_roots(game))
    answers = []
    for part in cut.parts:
        left = None if options.time_limit is None else max(1e-3, options.time_limit - time.perf_counter() + started)
        answers.append(otherwise(game if len(cut.parts) == 1 else part.game, replace(options, time_limit=left)))
        phases.add(answers[-1].seconds)
    assessments = [answer.assessment for answer in answers if answer.assessment is not None]
    raw, backend, more = answers[0].raw, answers[0].backend, len(answers) - 1
    if not more:
        return assessments[0], raw, backend
    own = "its" if more == 1 else "their"
    alone = f"{counted(more, 'subgame')} that chance reaches with probability 0 solved on {own} own"
    return cut.join(assessments), replace(raw, status=f"{raw.status}; {alone}"), backend


def solve_around_subgames(
    game: ExtensiveGame, objective: Objective, rest: Callable[[ExtensiveGame], Equilibrium], phases: Phases
) -> Equilibrium:
    """Return a Nash equilibrium in which subgames of perfect information are played as the objective picks.

    Parameters
    ----------
    rest : callable
        Solves the game in which those subgames are leaves.
    """
    with phases.phase("preprocess", "solving subgames of perfect information"):
        step = solved_subgames(game, objective)
    if len(step.target) == 1:
        return _wholly_solved(game, step.lift(_nothing_to_do(step.target)), objective, phases)
    inner = rest(step.target)
    with phases.phase("verify", "verifying on the tree"):
        profile = step.lift(inner.profile)
        certificate = certify(game, profile)
    solved = f"{len(game) - len(step.target):,} of {len(game):,} nodes lie in subgames of perfect information"
    raw = replace(inner.raw, status=f"{inner.raw.status}; {solved}")
    phases.add(inner.seconds)
    return Equilibrium(game, profile, certificate, raw, "nash", inner.backend, phases.seconds, objective=objective.name)


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
    graph: PositionGraph, choices: SubgamePerfectChoices, options: SolveOptions, phases: Phases
) -> Found:
    """Return the equilibrium of a game of perfect information that is wanted, not yet verified.

    Raises
    ------
    GameError
        If one is to be chosen, and there are more than two players.
    ModelError
        If no equilibrium pays what is asked for.
    SolveError
        If the solver did not finish.
    """
    if not choices.chooses:
        _refuse_options(options)
        with phases.phase("solve", "backward induction"):
            return _any(graph)
    if graph.has_chance and len(graph.players) == 2:
        return _best_with_chance(graph, choices, options, phases)
    _refuse_options(options)
    if choices.backend is not None:
        raise ModelError(f"backend {choices.backend}: only where chance moves is a solver asked; leave it out")
    with phases.phase("solve", "utility profile sets"):
        return _best(graph, choices)


def _any(graph: PositionGraph) -> Found:
    from seqform.backends.bestnash.backend import backward_induction  # loads numba

    start = time.perf_counter()
    found = backward_induction(graph)
    return Found(found, _raw("solved by backward induction", start), "bestnash")


def _best(graph: PositionGraph, choices: SubgamePerfectChoices) -> Found:
    from seqform.backends.bestnash.backend import (
        best_nash,  # loads numba
        nash_paying,
    )

    start = time.perf_counter()
    if choices.objective is not None:
        found = best_nash(graph, choices.objective, mixing=choices.mixing)
    else:
        assert choices.payoffs is not None
        found = nash_paying(graph, choices.payoffs, mixing=choices.mixing)
    return Found(found, _raw(choices.status, start), "bestnash")


def _best_with_chance(
    graph: PositionGraph, choices: SubgamePerfectChoices, options: SolveOptions, phases: Phases
) -> Found:

    with phases.phase("solve", "looking for the best equilibrium"):
        answer = wanted_with_chance(graph, choices, options)
    return Found(answer.equilibrium, answer.raw, answer.backend, answer.unproven)


def _refuse_options(options: SolveOptions) -> None:
    """Refuse options for a solver where none is asked."""
    usual = SolveOptions()
    names = [field.name for field in fields(SolveOptions) if field.name != "progress"]
    given = [name for name in names if getattr(options, name) != getattr(usual, name)]
    if given:
        name = "option" if given[0] == "raw" else given[0]
        raise OptionError(f"{name}: trees of perfect information are solved here, no solver is asked; leave it out")


def _raw(status: str, start: float) -> RawSolution:
    return RawSolution(Termination.SOLVED, status, seconds=time.perf_counter() - start, solver=_SOLVER)


def _refuse_choices(game: ExtensiveGame, choices: SubgamePerfectChoices) -> None:
    if not choices.chooses:
        return
    what = "payoffs" if choices.objective is None else "objective"
    try:
        perfect_information(game)
    except GameError as why:
        raise GameError(f"{what}: {why}; or concept {SUBGAME_PERFECT} without {what}") from None


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
        Told how far a long expansion has come.

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
    if isinstance(source, str) and catalog.knows(source) and is_rules(rules := catalog.built(source)):
        return position_graph(rules, progress=progress)
    return perfect_information(load(source, normalize=normalize, progress=progress)).target


def solve_positions(
    game: PositionGraph | Rules[Any, Any] | str | Path | Any,
    *,
    objective: ObjectiveLike | None = None,
    payoffs: tuple[Fraction | int, Fraction | int] | None = None,
    mixing: bool = True,
    normalize: bool = False,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> SubgamePerfect:
    """Return a subgame perfect equilibrium of a game of perfect information, verified at every position.

    Parameters
    ----------
    objective, payoffs, mixing
        As in `seqform.solve`: which equilibrium is wanted, for two players; any, if nothing is said.
    normalize : bool
        As in `load_positions`.
    options : SolveOptions, or a mapping of its fields, optional
        For the solver of trees with chance.
    progress : callable, optional
        Told in a few words what is going on.

    Returns
    -------
    SubgamePerfect
        Where positions are shared and one was chosen, its strategy is of the unfolded graph, whose positions are pairs
        of a position and of what is to be attained from there.

    Raises
    ------
    GameError
        If the game is not of perfect information, or an objective is given for other than two players.
    ModelError
        If the objective is unknown, or no equilibrium pays what is asked for.
    SolveError
        If the solver did not finish.
    CertificationError
        If the answer is not subgame perfect.

    Examples
    --------
    >>> solve_positions("tic-tac-toe").values
    (Fraction(0, 1), Fraction(0, 1))
    """
    choices = subgame_perfect_choices(objective, payoffs, mixing=mixing)
    phases = Phases(progress)
    graph = load_positions(game, normalize=normalize, progress=progress)
    chosen = chosen_equilibrium(graph, choices, portable_options(options), phases)
    found = chosen.equilibrium
    with phases.phase("verify", "verifying every position"):
        violation = subgame_perfect_violation(found.strategy.graph, found.strategy)
    if violation is not None:
        raise CertificationError(f"the answer is not subgame perfect: {violation}; please report the game")
    if chosen.unproven:
        raise SolveError(f"{graph.title}: {chosen.unproven}", chosen.raw, found)
    return found


@dataclass(frozen=True, eq=False)
class ChanceAnswer:
    """An equilibrium of a tree with chance, and what is known about better ones.

    Attributes
    ----------
    unproven : str
        Why it may not be the one that is wanted; empty if it is, or HiGHS claims so.
    """

    equilibrium: SubgamePerfect
    raw: RawSolution
    backend: str
    unproven: str = ""


def wanted_with_chance(graph: PositionGraph, choices: SubgamePerfectChoices, options: SolveOptions) -> ChanceAnswer:
    """Return the equilibrium that is wanted of a two-player tree with chance.

    The payoffs of all equilibria are computed exactly, as unions of boxes. Where these are too many, the best
    equilibrium by most objectives is that of a mixed-integer program, which HiGHS solves in doubles.

    Parameters
    ----------
    choices : SubgamePerfectChoices
        The backend "highs" asks for the mixed-integer program.
    options : SolveOptions
        So do all but the time limit, which is for either: boxes may take half of it.

    Raises
    ------
    GameError
        If positions are shared, or there are too many choices for the mixed-integer program.
    ModelError
        If no equilibrium pays what is asked for, or the mixed-integer program does not know the objective.
    SolveError
        If it takes too long, or too much space.
    """
    if choices.backend == MIXED_INTEGER_BACKEND or _for_solver(options):
        return _by_mixed_integer_program(graph, choices, options)
    started = time.perf_counter()
    try:
        return _by_boxes(graph, choices, options.time_limit)
    except SolveError as too_much:
        left = None if options.time_limit is None else max(1e-3, options.time_limit - time.perf_counter() + started)
        try:
            return _by_mixed_integer_program(graph, choices, replace(options, time_limit=left))
        except (GameError, ModelError) as why:
            raise SolveError(f"{too_much}. The mixed-integer program is no way out: {why}") from None


def _for_solver(options: SolveOptions) -> bool:
    usual = SolveOptions()
    names = [field.name for field in fields(SolveOptions) if field.name not in ("time_limit", "progress")]
    return any(getattr(options, name) != getattr(usual, name) for name in names)


def _by_boxes(graph: PositionGraph, choices: SubgamePerfectChoices, time_limit: float | None) -> ChanceAnswer:
    from seqform.backends.bestnash.backend import best_nash_with_chance, nash_paying_with_chance
    from seqform.backends.bestnash.boxes import Effort

    start = time.perf_counter()
    effort = Effort(seconds=None if time_limit is None else time_limit / 2)
    if choices.objective is not None:
        found = best_nash_with_chance(graph, choices.objective, mixing=choices.mixing, effort=effort)
    else:
        assert choices.payoffs is not None
        found = nash_paying_with_chance(graph, choices.payoffs, mixing=choices.mixing, effort=effort)
    took = time.perf_counter() - start
    raw = RawSolution(Termination.SOLVED, choices.status, seconds=took, solver="seqform bestNash")
    return ChanceAnswer(found, raw, "bestnash")


def _by_mixed_integer_program(
    graph: PositionGraph, choices: SubgamePerfectChoices, options: SolveOptions
) -> ChanceAnswer:
    if choices.objective is None or not choices.mixing:
        what = "payoffs" if choices.objective is None else "equilibria without mixing"
        raise ModelError(f"{what}: the mixed-integer program finds the best of all equilibria by an objective only")
    found = optimal_with_chance(graph, choices.objective, options=replace(options, raw=dict(options.raw)))
    unproven = "" if found.settled else found.claim
    raw = replace(found.raw, status=f"{found.claim} ({found.raw.status})")
    return ChanceAnswer(found.equilibrium, raw, MIXED_INTEGER_BACKEND, unproven)
