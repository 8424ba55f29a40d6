"""Backward induction in one round of an ordered game, over all hands of a public state at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.models.exact import Floats, Ints
from seqform.models.ordered_game import OrderedGame
from seqform.models.stage_game import StageGame
from seqform.verify.lifted_strategy import LiftedStrategy
from seqform.verify.public_states import PublicBlock


@dataclass(eq=False)
class HandValues:
    """What a player's hands are worth where a round begins, times the probability that chance and the opponent let it.

    Attributes
    ----------
    best, played : ndarray, shape (..., histories)
        With the best reply from here on, and with the player's own strategy.
    """

    best: Floats
    played: Floats

    @classmethod
    def zeros(cls, *shape: int) -> HandValues:
        """Return zeros."""
        return cls(np.zeros(shape), np.zeros(shape))

    def add(self, place: Ints, other: HandValues) -> None:
        """Add values to those at the given places; a place may be there more than once."""
        np.add.at(self.best, place, other.best)
        np.add.at(self.played, place, other.played)

    def take(self, place: Ints) -> HandValues:
        """Return the values at the given places."""
        return HandValues(self.best[place], self.played[place])

    def after(self, leaf: int, leaves: int) -> HandValues:
        """Return the values where the round before ended at one of its continuing leaves, by its own histories."""
        return HandValues(self.best[..., leaf::leaves], self.played[..., leaf::leaves])


@dataclass(frozen=True, eq=False)
class RoundInduction:
    """One round, with both players' strategies.

    Parameters
    ----------
    game : OrderedGame
    number : int
        The round, from 0.
    strategies : two LiftedStrategy
    later : two HandValues, shape (views, histories of the next round)
        What the next round is worth to each player, by the views of this one.
    """

    game: OrderedGame
    number: int
    strategies: tuple[LiftedStrategy, LiftedStrategy]
    later: tuple[HandValues, HandValues]

    @property
    def stage(self) -> StageGame:
        """The stage game of the round."""
        return self.game.rounds[self.number].stage

    def block_size(self, entries: int, hands: int) -> int:
        """Return how many public states of so many hands have tables of about `entries` doubles."""
        return max(1, entries // (hands * max(hands, len(self.stage) * self.game.num_histories[self.number])))

    def largest_payoff(self, block: PublicBlock) -> float:
        """Return a bound on the payoffs of the round, given the features of some public states."""
        payoffs = self.game.payoffs[self.number]
        sizes = sum(
            largest * np.abs(payoffs.numerators[:, feature]).astype(np.float64)
            for feature, largest in block.largest.items()
        )
        return float(np.max(sizes, initial=0.0)) / payoffs.denominator

    def root_values(self, block: PublicBlock) -> tuple[HandValues, HandValues]:
        """Return what the round is worth to each player's hands in some public states, shape (states, n, histories)."""
        return self._root_values(block, 0), self._root_values(block, 1)

    def _root_values(self, block: PublicBlock, player: int) -> HandValues:
        values = self._leaf_values(block, player)
        own = self.strategies[player]
        behavior = own.behavior[self.number][own.classes[self.number][block.members]]
        sequences = self.stage.sequences(player)
        for node in reversed(range(len(self.stage))):
            below = [values.pop(child) for child in self.stage.children[node]]
            if not below:
                continue
            best, played = below[0].best, below[0].played
            if self.stage.player[node] == player:
                first = sequences.set_start[sequences.sets.index(node)] - 1
                played = played * behavior[:, :, first]
                for choice, child in enumerate(below[1:], start=first + 1):
                    best = np.maximum(best, child.best)
                    played += behavior[:, :, choice] * child.played
            else:
                for child in below[1:]:
                    best, played = best + child.best, played + child.played
            values[node] = HandValues(best, played)
        return values[0]

    def _leaf_values(self, block: PublicBlock, player: int) -> dict[int, HandValues]:
        values = {leaf: HandValues(ended, ended) for leaf, ended in self._end_values(block, player).items()}
        continuing = self.stage.continuing
        if continuing:
            later = self.later[player].take(block.members)
            values |= {leaf: later.after(place, len(continuing)) for place, leaf in enumerate(continuing)}
        return values

    def _end_values(self, block: PublicBlock, player: int) -> dict[int, Floats]:
        """Return Σ over opposing hands of probability × weight × payoff, for every leaf that ends the game."""
        payoffs, opponent = self.game.payoffs[self.number], self.strategies[1 - player]
        at, ends = np.array(self.stage.sequences(1 - player).at), np.array(self.stage.ends, dtype=np.int64)
        classes = opponent.classes[self.number][block.members]
        shape = (*block.members.shape, self.game.num_histories[self.number])
        values = {int(end): np.zeros(shape) for end in ends}
        for feature, matrix in block.matrices.items():
            coefficients = payoffs.numerators[player, feature]
            used = np.flatnonzero(coefficients.any(axis=1))
            if len(used) == 0:
                continue
            weights = opponent.weights[self.number][classes[:, :, None], at[ends[used]]]
            by_hand = matrix if player == 0 else matrix.transpose(0, 2, 1)
            sums = (by_hand @ weights.reshape(*classes.shape, -1)).reshape(weights.shape)
            for place, end in enumerate(used):
                values[int(ends[end])] += sums[:, :, place] * (coefficients[end] / payoffs.denominator)
        return values
