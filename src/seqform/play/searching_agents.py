"""Agents that search games of perfect information: negamax, alpha-beta and Monte Carlo tree search."""

from __future__ import annotations

from random import Random
from typing import Any

from seqform.analysis.monte_carlo import Mcts, MctsOptions
from seqform.analysis.search import Evaluate, Search, evaluation_of, rules_of
from seqform.builders.games.rules import MAX_NODES, Rules
from seqform.errors import GameError
from seqform.playable import (
    Information,
    PlayableGame,
    PlayableOrderedGame,
    PlayableTree,
    RulesSituation,
)


class SearchingAgent:
    """The rules by which an agent searches a game of perfect information, and the states of situations in them."""

    def __init__(self, name: str, playable: PlayableGame) -> None:
        self.name = name
        if not playable.perfect_information or isinstance(playable, PlayableOrderedGame):
            raise GameError(
                f"{name} is for games of perfect information, and in {playable.title} players do not know all that "
                "happened; try equilibrium, or mcts"
            )
        self.on_positions = isinstance(playable, PlayableTree) and playable.rules is None
        self.rules: Rules[Any, Any]
        if isinstance(playable, PlayableTree):
            self.rules = rules_of(playable.game) if playable.rules is None else playable.rules
        else:
            self.rules = playable.rules

    def state(self, information: Information) -> Any:
        """Return the state of the player who moves."""
        situation = information.situation
        assert situation is not None  # hidden information has been refused
        if isinstance(situation, RulesSituation):
            return situation.state
        if self.on_positions:
            return situation.node
        here = RulesSituation(self.rules, self.rules.initial())
        for action in situation.path:
            here = here.after(action)
        return here.state


class NegamaxAgent(SearchingAgent):
    """Plays the best moves, all with equal probability, after an exact search of a constant-sum game."""

    def __init__(self, playable: PlayableGame, name: str = "negamax") -> None:
        super().__init__(name, playable)
        self.search = Search(self.rules, "negamax", memory=MAX_NODES)

    def choose(self, information: Information, random: Random) -> int:
        """Return a best move."""
        return random.choice(self.best_actions(self.state(information)))

    def best_actions(self, state: Any) -> list[int]:
        """Return the numbers of all moves that keep the value of a state."""
        values = [
            self.search.value(self.search.apply(state, move)).value
            for move in self.rules.actions(state)
        ]
        is_first = self.rules.player(state) == 0  # values are those to player 0
        best = max(values) if is_first else min(values)
        return [number for number, value in enumerate(values) if value == best]


class AlphaBetaAgent(SearchingAgent):
    """Plays a best move of a search so many moves deep, or to the end; moves of chance are averaged."""

    def __init__(
        self,
        name: str,
        playable: PlayableGame,
        depth: int | None = None,
        evaluate: Evaluate | None = None,
    ) -> None:
        super().__init__(name, playable)
        self.depth = depth
        self.search = Search(self.rules, evaluate=evaluation_of(self.rules, evaluate))

    def choose(self, information: Information, random: Random) -> int:
        """Return the first move of the line of best play."""
        state = self.state(information)
        move, _ = self.search.value(state, self.depth).line
        return list(self.rules.actions(state)).index(move)


class MctsAgent(SearchingAgent):
    """Plays the best move of a Monte Carlo tree search in a game of perfect information."""

    def __init__(self, name: str, playable: PlayableGame, options: MctsOptions) -> None:
        super().__init__(name, playable)
        self.options = options

    def choose(self, information: Information, random: Random) -> int:
        """Return the move that was tried most often, or the one of the largest average."""
        return Mcts(self.rules, self.options, random).run(self.state(information))[0]
