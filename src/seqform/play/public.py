"""The public names of `seqform.play`."""

from seqform.play.agents import KINDS, Agent, HumanAgent, ProfileAgent, RandomAgent, SolutionAgent, draw, recipe
from seqform.play.history import open_session, resume_session
from seqform.play.matches import match
from seqform.play.ordered_values import OpposingHands, action_values, opposing_hands
from seqform.play.review import Decision, Judge
from seqform.play.scores import MatchResult, Move, PlayedGame
from seqform.play.searching_agents import AlphaBetaAgent, NegamaxAgent
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
