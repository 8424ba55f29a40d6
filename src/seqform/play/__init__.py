"""Playing games: agents, matches between them, and sessions of a person against one of them.

    >>> from seqform.play import match
    >>> result = match("kuhn", "equilibrium", "random", games=20)
    >>> result.agents, len(result.games)
    (('equilibrium', 'random'), 20)

OpenSpiel's agents are imported when they are used.
"""

from typing import TYPE_CHECKING

from seqform.system.packages import public_names

if TYPE_CHECKING:
    from seqform.play.public import *  # noqa: F403

_RENAMED = {
    "GameTable": "PlayableGame",
    "OrderedTable": "PlayableOrderedGame",
    "OrderedView": "OrderedInformation",
    "RulesTable": "PlayableRules",
    "TreeTable": "PlayableTree",
    "View": "Information",
    "open_table": "open_game",
}

__getattr__, __dir__ = public_names(__name__, _RENAMED)
