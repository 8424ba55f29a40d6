"""Playing games: agents, matches between them, and sessions of a person against one of them.

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
from seqform.play.history import open_session, resume_session
from seqform.play.matches import match
from seqform.play.ordered_values import OpposingHands, action_values, opposing_hands
from seqform.play.profiles import to_openspiel
from seqform.play.review import Decision, Judge
from seqform.play.scores import MatchResult, Move, PlayedGame
from seqform.play.session import Hand, Observation, Score, Session
from seqform.play.tables import (
    GameLimits,
    GameTable,
    OrderedTable,
    OrderedView,
    RulesTable,
    Situation,
    TreeTable,
    View,
    open_table,
)

__all__ = [
    "KINDS",
    "Agent",
    "Decision",
    "GameLimits",
    "GameTable",
    "Hand",
    "HumanAgent",
    "Judge",
    "MatchResult",
    "Move",
    "NegamaxAgent",
    "NegamaxSearch",
    "Observation",
    "OpposingHands",
    "OrderedTable",
    "OrderedView",
    "PlayedGame",
    "ProfileAgent",
    "RandomAgent",
    "RulesTable",
    "Score",
    "Session",
    "Situation",
    "SolutionAgent",
    "TreeTable",
    "View",
    "action_values",
    "draw",
    "match",
    "open_session",
    "open_table",
    "opposing_hands",
    "recipe",
    "resume_session",
    "to_openspiel",
]
