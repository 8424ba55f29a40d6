"""Playing games: agents, and matches between them.

    >>> from seqform.play import match
    >>> result = match("kuhn", "equilibrium", "random", games=20)
    >>> result.agents, len(result.games)
    (('equilibrium', 'random'), 20)

OpenSpiel's agents are imported when they are used.
"""

from seqform.play.agents import (
    KINDS,
    Agent,
    HumanAgent,
    NegamaxAgent,
    NegamaxSearch,
    ProfileAgent,
    RandomAgent,
    SolutionAgent,
    draw,
    recipe,
)
from seqform.play.matches import MatchResult, Move, PlayedGame, match
from seqform.play.ordered_table import OrderedTable, OrderedView
from seqform.play.ordered_values import action_values
from seqform.play.tables import GameLimits, GameTable, RulesTable, Situation, TreeTable, View, open_table, to_openspiel

__all__ = [
    "KINDS",
    "Agent",
    "GameLimits",
    "GameTable",
    "HumanAgent",
    "MatchResult",
    "Move",
    "NegamaxAgent",
    "NegamaxSearch",
    "OrderedTable",
    "OrderedView",
    "PlayedGame",
    "ProfileAgent",
    "RandomAgent",
    "RulesTable",
    "Situation",
    "SolutionAgent",
    "TreeTable",
    "View",
    "action_values",
    "draw",
    "match",
    "open_table",
    "recipe",
    "to_openspiel",
]
