"""Games as they are played: on their tree, or by their rules without one.

By the rules are played games of perfect information and, by dealing signals, games with ordered signals.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from seqform.builders.games import catalog
from seqform.builders.games.rules import (
    MAX_NODES,
    is_rules,
    require_methods,
    require_two_players,
)
from seqform.builders.games.rules import GameLimits as GameLimits
from seqform.errors import TooLargeError
from seqform.io.load import load, resolved
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.matrices import require_own_tree
from seqform.models.games.ordered import OrderedGame, count
from seqform.playable.ordered import OrderedInformation as OrderedInformation
from seqform.playable.ordered import OrderedSituation as OrderedSituation
from seqform.playable.ordered import PlayableOrderedGame as PlayableOrderedGame
from seqform.playable.tree import Information as Information
from seqform.playable.tree import PlayableRules as PlayableRules
from seqform.playable.tree import PlayableTree as PlayableTree
from seqform.playable.tree import RulesSituation as RulesSituation
from seqform.playable.tree import TreeSituation as TreeSituation
from seqform.system.packages import require, submodules
from seqform.system.sources import Source, SourceKind

__getattr__ = submodules(__name__)

Situation: TypeAlias = "RulesSituation | TreeSituation | OrderedSituation"
"""A point of play, which is immutable.

`player` is the one who moves: 0, 1, `CHANCE`, or `TERMINAL` when the game is over. `actions` are the names of the
`num_actions` actions, and `after` returns the situation after one of them, by its number from 0. Where a player moves,
`infoset` is the name of the information set; where chance does, `lottery` has the probabilities of its actions; when
the game is over, `payoffs` has those of both players. From situations with the same `position` play may go on alike.
"""

PlayableGame: TypeAlias = "PlayableRules | PlayableTree | PlayableOrderedGame"
"""A game that can be played: its title, the names of the players, the `root` of play, and the limits of the game.

`perfect_information` is true where players have observed everything before. `felt` has the cards and stakes, if any.
"""


def open_game(
    source: ExtensiveGame | str | Path | Any,
    *,
    tree: bool = False,
    deals: bool = False,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> PlayableGame:
    """Return a game as it is played.

    Parameters
    ----------
    tree : bool
        Play on the tree in any case. Otherwise rules of perfect information are played as they are: those
        with an attribute ``perfect_information`` that is true.
    deals : bool
        Play games with ordered signals, of any size, by dealing signals, unless `tree` is true.
    normalize, max_nodes, progress
        As in `seqform.load`.

    Returns
    -------
    PlayableGame
        A `PlayableTree`, a `PlayableRules`, or an `PlayableOrderedGame`.

    Examples
    --------
    >>> type(open_game("tic-tac-toe")).__name__, type(open_game("kuhn")).__name__
    ('PlayableRules', 'PlayableTree')
    """
    source = resolved(source)
    rules = source
    if isinstance(source, Source) and catalog.has(source):
        rules = catalog.built(source)

    # Without the tree, if that will do.
    has_perfect_information = False
    if is_rules(rules):
        require_two_players(rules, "plays and matches")
        require_methods(rules)
        has_perfect_information = bool(getattr(rules, "perfect_information", False))
    if has_perfect_information and not tree:
        return PlayableRules(rules, max_nodes)
    if isinstance(rules, OrderedGame):
        if deals and not tree:
            return PlayableOrderedGame(rules)
        _require_size(rules, max_nodes)

    game = load(source, normalize=normalize, max_nodes=max_nodes, progress=progress)
    require_own_tree(game, "play")
    return PlayableTree(
        game,
        rules=rules if has_perfect_information else None,
        openspiel=source if _is_openspiel(source) else None,
        ordered=rules if isinstance(rules, OrderedGame) else None,
    )


def _require_size(game: OrderedGame, max_nodes: int) -> None:
    """Refuse a game whose tree is too large, before it is expanded."""
    nodes = count(game).nodes
    if nodes > max_nodes:
        raise TooLargeError(
            f"{game.title}: {nodes:,} nodes, too many to write out with max_nodes = {max_nodes:,}, and an agent needs "
            "the tree; human, random and solution:FILE, which 'seqform solve -o FILE' writes, play by the rules",
            nodes,
        )


def _is_openspiel(source: object) -> bool:
    """Return whether a source is a game of OpenSpiel's, or names one."""
    if isinstance(source, Source):
        return source.kind is SourceKind.OPENSPIEL
    return any(
        parent.__module__.startswith("pyspiel") and parent.__name__ == "Game"
        for parent in type(source).__mro__
    )


def require_openspiel() -> None:
    """Raise an error with the command that installs OpenSpiel where it is missing."""
    require("pyspiel", "an agent of OpenSpiel's (mcts, alpha-beta, openspiel)")
