"""Strategies of two players together as pictures show them: correlation devices, and commitments with their reply."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

import numpy as np

from seqform.models.answers.device import mixture_table
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Number
from seqform.models.strategies.correlation import PairMixture
from seqform.pictures.scene import shown_number
from seqform.pictures.visible import Numbers, Remark, TreeSource
from seqform.solving.concepts import Stackelberg


class DeviceSource(TreeSource):
    """An extensive game with a correlation device, whose recommendations both players obey.

    The probability of an action at a node is that given all that has led there: it may differ between nodes of one
    information set, since the device correlates what it recommends to the players. Where play never leads if both obey
    no action has a probability above 0, and nothing is expected.
    """

    def __init__(self, game: ExtensiveGame, mixture: PairMixture) -> None:
        super().__init__(game, None, None)
        self.mixture = mixture.bound_to(game.sequences)
        self.has_profile = True
        self.remarks = (_OF_DEVICES, *_drawn_pairs(game, self.mixture))

    @cached_property
    def reach(self) -> Numbers:
        """The probability of every node if both players obey."""
        first, second = (own.at_node for own in self.game.sequences)
        both = self.mixture.probabilities(first, second)
        chance = self.game.chance_reach
        if isinstance(both, ExactArray):
            return np.array((chance * both).to_fractions(), dtype=object)
        return np.asarray(chance.to_floats() * both, np.float64)

    @cached_property
    def choices(self) -> Numbers:
        """The probability of the edge into every node, given that its parent is reached; that of chance always."""
        game = self.game
        chances = game.edge_probability
        is_exact = self.reach.dtype == object
        into: Numbers = np.empty(len(game), dtype=self.reach.dtype)
        into[:] = chances.to_fractions() if is_exact else chances.to_floats()
        for child in range(1, len(game)):
            parent = int(game.parent[child])
            if game.player[parent] == CHANCE:
                continue
            into[child] = self.reach[child] * 0
            if self.reach[parent]:
                into[child] = self.reach[child] / self.reach[parent]
        return into

    def values(self, key: int) -> tuple[Number, ...] | None:
        """Return each player's expected payoff from a node on; None where play never leads."""
        return super().values(key) if self.reach[key] else None


_OF_DEVICES = Remark(
    "",
    "A mediator draws one of these pairs of strategies; an edge has the probability of the move given all before it, "
    "if both obey:",
)


def _drawn_pairs(game: ExtensiveGame, mixture: PairMixture) -> Iterator[Remark]:
    """Yield the pairs of strategies of a device with their probabilities, the likeliest first.

    They are shown where play leads if both obey; pairs that are alike there are one.
    """
    total: dict[str, Number] = {}
    for probability, *recommended in mixture_table(game, mixture, everything=False).rows:
        assert isinstance(probability, Fraction | float)
        parts = [
            f"{name}: {text}" for name, text in zip(game.players, recommended, strict=True) if text
        ]
        pair = "; ".join(parts) or "nothing to recommend"
        total[pair] = total.get(pair, 0) + probability
    for pair, probability in sorted(total.items(), key=lambda entry: -entry[1]):
        yield Remark(shown_number(probability), pair)


def commitment_remarks(game: ExtensiveGame, equilibrium: Equilibrium) -> tuple[Remark, ...]:
    """Return who commits, and who replies, in a commitment; nothing of an equilibrium of another concept."""
    if equilibrium.concept != Stackelberg.name:
        return ()
    leader = int(equilibrium.resolved.settings["leader"])
    first = game.players[leader]
    second = game.players[1 - leader]
    reply = f"{second} sees the strategy and plays a best reply, of several the best for {first}."
    return (Remark("", f"{first} commits to the strategy drawn. {reply}"),)
