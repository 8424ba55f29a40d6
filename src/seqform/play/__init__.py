"""Playing games: agents, and matches between them.

    >>> from seqform.play import match
    >>> result = match("kuhn", "equilibrium", "random", games=20)
    >>> result.agents, len(result.games)
    (('equilibrium', 'random'), 20)

OpenSpiel's agents are imported when they are asked for.
"""

from seqform.play.agents import Agent, ProfileAgent, RandomAgent, draw
from seqform.play.human import HumanAgent
from seqform.play.match_result import MatchResult, Move, PlayedGame
from seqform.play.matches import match
from seqform.play.negamax import NegamaxAgent, NegamaxSearch
from seqform.play.roster import KINDS, recipe
from seqform.play.rules_table import RulesTable
from seqform.play.situations import Limits, Situation, Table, View
from seqform.play.tables import open_table, to_openspiel
from seqform.play.tree_table import TreeTable

__all__ = [
    "KINDS",
    "Agent",
    "HumanAgent",
    "Limits",
    "MatchResult",
    "Move",
    "NegamaxAgent",
    "NegamaxSearch",
    "PlayedGame",
    "ProfileAgent",
    "RandomAgent",
    "RulesTable",
    "Situation",
    "Table",
    "TreeTable",
    "View",
    "draw",
    "match",
    "open_table",
    "recipe",
    "to_openspiel",
]
