"""Agents that search with OpenSpiel's algorithms."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.algorithms.minimax import alpha_beta_search

from seqform.errors import GameError
from seqform.play.openspiel_games import TableGame, TableState, state_at
from seqform.play.tables import GameTable, TreeTable, View

DEEPEST = 400
"""OpenSpiel's alpha-beta calls itself once a move; deeper searches would meet Python's limit."""


@dataclass(frozen=True)
class MctsOptions:
    """Options of Monte Carlo tree search: simulations for every move, and random plays from every new node.

    `uct` is the constant of the UCT formula, for payoffs between -1 and 1; it is scaled to those of the game.
    """

    simulations: int = 1000
    uct: float = 2.0
    rollouts: int = 1


class MctsAgent:
    """Monte Carlo tree search; in games of hidden information over information sets (IS-MCTS).

    IS-MCTS draws the node by chance's probabilities alone, whatever the opponent's actions reveal; it does not converge
    to an equilibrium.
    """

    def __init__(self, name: str, table: GameTable, options: MctsOptions) -> None:
        self.name = name
        self.table = table
        self.options = options
        self.game = TableGame(table)
        least, most = table.limits.payoffs
        self.uct = options.uct * float(most - least) / 2

    def choose(self, view: View, random: Random) -> int:
        """Return the action that was tried most often."""
        draws = np.random.RandomState(random.getrandbits(32))
        rollouts = RandomRolloutEvaluator(self.options.rollouts, draws)
        if view.situation is not None:
            bot = MCTSBot(self.game, self.uct, self.options.simulations, rollouts, random_state=draws)
            return int(bot.step(TableState(self.game, view.situation)))
        bot = ISMCTSBot(self.game, rollouts, self.uct, self.options.simulations, random_state=draws)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, draws.random_sample))
        assert isinstance(self.table, TreeTable)  # where anything is hidden, games are played on their tree
        some_node = self.table.worlds(view.player, view.infoset).nodes[0]  # the bot draws its own
        return int(bot.step(state_at(self.game, some_node)))


class AlphaBetaAgent:
    """Alpha-beta search of a zero-sum game of perfect information without chance, without a memory of positions.

    `depth` is the number of moves to look ahead, to the end of the game if absent; positions beyond count as the middle
    between the least and the greatest payoff.
    """

    def __init__(self, name: str, table: GameTable, depth: int | None = None) -> None:
        limits = table.limits
        if not table.perfect_information or limits.chance_actions or limits.constant_sum != 0:
            raise GameError(
                "alpha-beta is for zero-sum games of perfect information without chance, "
                f"and {table.title} is not one; try mcts"
            )
        self.name = name
        self.game = TableGame(table)
        self.depth = min(limits.longest, depth or limits.longest)
        if self.depth > DEEPEST:
            raise GameError(
                f"{table.title}: plays of {limits.longest:,} moves are too long for alpha-beta; "
                f"look at most {DEEPEST} ahead, as in alpha-beta:10"
            )

    def choose(self, view: View, random: Random) -> int:
        """Return the first of the best moves."""
        assert view.situation is not None  # hidden information has been refused
        state = TableState(self.game, view.situation)
        _, action = alpha_beta_search(self.game, state, self._unknown, self.depth)
        return int(action)

    def _unknown(self, state: Any) -> float:
        return float(self.game.min_utility() + self.game.max_utility()) / 2
