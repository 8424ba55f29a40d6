"""Plain values and best responses of one round of hold'em with ranges, by dense matrices; shares nothing with solvers.

A strategy is a function of the path of actions and the number of the hand that returns the probability of each action.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from plain_hands import plain_key

from seqform.models.games.ordered import OrderedGame

Table = npt.NDArray[np.float64]


class PlainRiver:
    """The hands of a game of one round, the probabilities of the pairs, and the winner of each."""

    def __init__(self, game: OrderedGame, cards: Mapping[str, int], board: tuple[int, ...]) -> None:
        assert game.ranges is not None
        self.game = game
        hands = [[cards[game.signals[k]] for k in hand] for hand in game.ranges.hands.tolist()]
        keys = [plain_key((*hand, *board)) for hand in hands]
        meet = [[0.0 if set(own) & set(theirs) else 1.0 for theirs in hands] for own in hands]
        weights = [own.astype(np.float64) / float(max(own)) for own in game.ranges.weights]
        self.chance = np.array(meet) * np.outer(*weights)
        self.chance /= self.chance.sum()
        self.sign = np.array([[(own > theirs) - (own < theirs) for theirs in keys] for own in keys])

    def payoffs(self, leaf: int) -> Table:
        """The payoff of player 0 for every pair of hands at an end, times the probability of the pair."""
        payoffs = self.game.payoffs[0]
        end = self.game.rounds[0].stage.ends.index(leaf)
        constant, showdown = payoffs.numerators[0, :, end, 0] / payoffs.denominator
        table: Table = self.chance * (constant + showdown * self.sign)
        return table

    def reaches(self, player: int, behavior: Any) -> dict[int, Table]:
        """The probability of a player's own choices on the way to each node, for every hand."""
        stage = self.game.rounds[0].stage
        reach = {0: np.ones(len(self.chance))}
        place = 0
        for node, mover in enumerate(stage.player):
            for child in stage.children[node]:
                reach[child] = reach[node]
                if mover == player:
                    reach[child] = reach[node] * behavior[:, place]
                    place += 1
        return reach

    def value(self, behaviors: tuple[Any, Any]) -> float:
        """The expected payoff of player 0."""
        first, second = (self.reaches(player, behaviors[player]) for player in (0, 1))
        ends = self.game.rounds[0].stage.ends
        return float(sum(first[leaf] @ self.payoffs(leaf) @ second[leaf] for leaf in ends))

    def best_response(self, player: int, opponent: Any) -> float:
        """The payoff of a player's best response to the behavior of the opponent."""
        stage = self.game.rounds[0].stage
        reach = self.reaches(1 - player, opponent)
        values: dict[int, Table] = {}
        for node in reversed(range(len(stage))):
            children = [values[child] for child in stage.children[node]]
            if stage.player[node] == player:
                values[node] = np.max(children, axis=0)
            elif children:
                values[node] = np.sum(children, axis=0)
            elif player == 0:
                values[node] = self.payoffs(node) @ reach[node]
            else:
                values[node] = -self.payoffs(node).T @ reach[node]
        return float(values[0].sum())
