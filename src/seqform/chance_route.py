"""The subgame perfect equilibrium that is wanted of a two-player tree with chance: exactly, or as HiGHS claims."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields, replace

from seqform.backends.options import SolveOptions
from seqform.chance_trees import optimal_with_chance
from seqform.errors import GameError, ModelError, SolveError
from seqform.models.position_graph import PositionGraph
from seqform.models.raw_solution import RawSolution, Termination
from seqform.models.subgame_perfect import SubgamePerfect
from seqform.subgame_perfect_choices import MIXED_INTEGER_BACKEND, SubgamePerfectChoices


@dataclass(frozen=True, eq=False)
class ChanceAnswer:
    """An equilibrium of a tree with chance, and what is known about better ones.

    Attributes
    ----------
    equilibrium : SubgamePerfect
    raw : RawSolution
    backend : str
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
    graph : PositionGraph
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
    from seqform.backends.bestnash.box_covers import Effort
    from seqform.backends.bestnash.chance_best import best_nash_with_chance, nash_paying_with_chance

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
