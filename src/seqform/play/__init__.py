"""Playing games: agents, matches between them, and sessions of a person against one of them.

    >>> from seqform.play import match
    >>> result = match("kuhn", "equilibrium", "random", games=20)
    >>> result.agents, len(result.games)
    (('equilibrium', 'random'), 20)

OpenSpiel's agents are imported when they are used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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


def __getattr__(name: str) -> Any:
    """Import the public names when one of them is used."""
    from seqform.play.public import NAMES

    if name in _RENAMED:
        from seqform.system.renamed import renamed

        name = renamed(f"seqform.play.{name}", _RENAMED[name])
    if name in NAMES:
        return NAMES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from seqform.play.public import __all__

    return sorted({*globals(), *__all__})
