"""Playing games: agents, matches between them, and sessions of a person against one of them.

    >>> from seqform.play import match
    >>> result = match("kuhn", "equilibrium", "random", games=20)
    >>> result.agents, len(result.games)
    (('equilibrium', 'random'), 20)

OpenSpiel's agents are imported when they are used.
"""

from __future__ import annotations

from typing import Any

from seqform.play.agents import (
    KINDS,
    Agent,
    AlphaBetaAgent,
    HumanAgent,
    NegamaxAgent,
    ProfileAgent,
    RandomAgent,
    SolutionAgent,
    draw,
    recipe,
)
from seqform.play.history import open_session, resume_session
from seqform.play.matches import match
from seqform.play.ordered_values import OpposingHands, action_values, opposing_hands
from seqform.play.review import Decision, Judge
from seqform.play.scores import MatchResult, Move, PlayedGame
from seqform.play.session import Hand, Observation, Score, Session
from seqform.playable import (
    GameLimits,
    Information,
    OrderedInformation,
    PlayableGame,
    PlayableOrderedGame,
    PlayableRules,
    PlayableTree,
    Situation,
    open_game,
)
from seqform.playable.profiles import to_openspiel
from seqform.system.renamed import renamed

__all__ = [
    "KINDS",
    "Agent",
    "AlphaBetaAgent",
    "Decision",
    "GameLimits",
    "Hand",
    "HumanAgent",
    "Information",
    "Judge",
    "MatchResult",
    "Move",
    "NegamaxAgent",
    "Observation",
    "OpposingHands",
    "OrderedInformation",
    "PlayableGame",
    "PlayableOrderedGame",
    "PlayableRules",
    "PlayableTree",
    "PlayedGame",
    "ProfileAgent",
    "RandomAgent",
    "Score",
    "Session",
    "Situation",
    "SolutionAgent",
    "action_values",
    "draw",
    "match",
    "open_game",
    "open_session",
    "opposing_hands",
    "recipe",
    "resume_session",
    "to_openspiel",
]

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
    if name in _RENAMED:
        return globals()[renamed(f"seqform.play.{name}", _RENAMED[name])]
    raise AttributeError(f"module 'seqform.play' has no attribute {name!r}")
