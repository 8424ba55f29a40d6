"""Subgame perfect equilibria: of trees of perfect information whichever is wanted, of other games one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from fractions import Fraction

import numpy as np

from seqform.backends.options import SolveOptions
from seqform.builders.chance_parts import chance_parts
from seqform.builders.perfect_information import is_perfect_information, perfect_information
from seqform.errors import CertificationError, GameError, ModelError, OptionError, SolveError
from seqform.models.assessment import Assessment
from seqform.models.equilibrium import Equilibrium
from seqform.models.game import ExtensiveGame
from seqform.models.number_text import counted
from seqform.models.objectives import Objective
from seqform.models.position_graph import PositionGraph
from seqform.models.raw_solution import RawSolution, Termination
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy
from seqform.models.subgame_perfect import SubgamePerfect
from seqform.phases import Phases
from seqform.subgame_perfect_choices import SUBGAME_PERFECT, SubgamePerfectChoices
from seqform.subgame_solving import solved_subgames
from seqform.verify.certify import certify
from seqform.verify.subgame_perfection import CHECK, certify_subgame_perfect, subgame_roots

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
    game : ExtensiveGame
    choices : SubgamePerfectChoices
    options : SolveOptions
        For the solver of trees with chance.
    phases : Phases
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
    game : ExtensiveGame
    objective : Objective
    rest : callable
        Solves the game in which those subgames are leaves.
    phases : Phases
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
    from seqform.backends.bestnash.backward_induction import backward_induction  # loads numba

    start = time.perf_counter()
    found = backward_induction(graph)
    return Found(found, _raw("solved by backward induction", start), "bestnash")


def _best(graph: PositionGraph, choices: SubgamePerfectChoices) -> Found:
    from seqform.backends.bestnash.best import best_nash  # loads numba
    from seqform.backends.bestnash.paying import nash_paying

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
    from seqform.chance_route import wanted_with_chance

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
