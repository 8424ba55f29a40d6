"""From whatever a game comes from to a table at which it is played, or to OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.builders.games import catalog
from seqform.builders.games.rules import MAX_NODES, Rules, is_rules
from seqform.io.load import load
from seqform.models.games.extensive import ExtensiveGame
from seqform.play.situations import GameTable
from seqform.play.tree_table import RulesTable, TreeTable, hide_nothing
from seqform.system.packages import require

if TYPE_CHECKING:
    from seqform.play.openspiel_games import TableGame


def open_table(
    source: ExtensiveGame | str | Path | Any,
    *,
    tree: bool = False,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> GameTable:
    """Return the table at which a game is played.

    Parameters
    ----------
    tree : bool
        Play on the tree in any case. Otherwise rules of perfect information are played as they are: those
        with an attribute ``perfect_information`` that is true.
    normalize, max_nodes, progress
        As in `seqform.load`.

    Returns
    -------
    GameTable
        A `TreeTable`, or a `RulesTable`.

    Raises
    ------
    GameError
        If there is no such game.

    Examples
    --------
    >>> type(open_table("tic-tac-toe")).__name__, type(open_table("kuhn")).__name__
    ('RulesTable', 'TreeTable')
    """
    rules = None if tree else _rules(source)
    if rules is not None and hide_nothing(rules):
        return RulesTable(rules, max_nodes)
    return TreeTable(load(source, normalize=normalize, max_nodes=max_nodes, progress=progress))


def to_openspiel(game: ExtensiveGame | str | Path | Any) -> TableGame:
    """Return a game as one of OpenSpiel, to be used with its algorithms.

    Parameters
    ----------
    game : ExtensiveGame, or whatever `seqform.load` accepts
        Rules of perfect information are not expanded.

    Returns
    -------
    pyspiel.Game
        Sequential, payoffs at the end, chance moves listed, information states as strings; probabilities and
        payoffs become doubles. It is for OpenSpiel's algorithms in Python: its bots in C++ do not play Python games.

    Raises
    ------
    BackendNotInstalledError
        If OpenSpiel is not installed.
    GameError
        If there is no such game, or rules without an attribute ``limits`` have too many positions to visit them all.
    """
    require_openspiel()
    from seqform.play.openspiel_games import TableGame

    return TableGame(open_table(game))


def require_openspiel() -> None:
    """Refuse to go on without OpenSpiel, and say how to install it."""
    require("pyspiel", "an agent of OpenSpiel's (mcts, alpha-beta)")


def _rules(source: Any) -> Rules[Any, Any] | None:
    """Return the rules that a source is, or that the catalog has under its name."""
    if isinstance(source, str) and catalog.has(source):
        source = catalog.built(source)
    return source if is_rules(source) else None
