"""Games of perfect information as graphs of positions: loaded, solved, verified, whatever the number of players."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from seqform.api import portable_options
from seqform.backends.options import SolveOptions
from seqform.builders.games import catalog
from seqform.builders.games.efg_positions import read_position_graph
from seqform.builders.games.positions import position_graph
from seqform.builders.games.rules import Rules, is_rules
from seqform.builders.perfect_information import perfect_information
from seqform.errors import CertificationError, SolveError
from seqform.models.objectives import ObjectiveLike
from seqform.models.position_graph import PositionGraph
from seqform.models.subgame_perfect import SubgamePerfect
from seqform.phases import Phases, Progress
from seqform.sources import is_game_file, load
from seqform.subgame_perfect_choices import subgame_perfect_choices
from seqform.subgame_perfect_route import chosen_equilibrium
from seqform.verify.position_optimality import subgame_perfect_violation


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
    game : PositionGraph, or whatever `load_positions` accepts
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
