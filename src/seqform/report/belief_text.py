"""What a player believes at an information set, in a few words."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.models.assessment import Beliefs
from seqform.models.game import ExtensiveGame
from seqform.models.number_text import short

MOST_NODES = 3
"""Of more nodes than this, the likeliest are named."""


class BeliefTexts:
    """Beliefs as text, set by set.

    Parameters
    ----------
    beliefs : Beliefs

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.assessment import fully_mixed_beliefs
    >>> game = sf.load("kuhn")
    >>> BeliefTexts(fully_mixed_beliefs(game, sf.uniform_profile(game))).at(game.sequences[0].infosets[0])
    'J Q: 1/2, J K: 1/2'
    """

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        game = beliefs.game
        self._by_set = np.argsort(game.infoset, kind="stable")
        self._starts = np.searchsorted(game.infoset[self._by_set], np.arange(len(game.information_sets) + 1))

    def at(self, infoset: int) -> str:
        """Return the text for a row of the game's table of information sets; nothing where there is one node."""
        nodes = self._by_set[self._starts[infoset] : self._starts[infoset + 1]]
        if len(nodes) < 2:
            return ""
        likely = sorted((node for node in nodes.tolist() if self._probability(node)), key=self._rank)
        named = [
            f"{_place(self._beliefs.game, node)}: {short(self._probability(node))}" for node in likely[:MOST_NODES]
        ]
        more = len(likely) - MOST_NODES
        return ", ".join(named) + (f", {more} more" if more > 0 else "")

    def _probability(self, node: int) -> Fraction:
        value: Fraction = self._beliefs.probability[node]
        return value

    def _rank(self, node: int) -> tuple[Fraction, int]:
        return -self._probability(node), node


def _place(game: ExtensiveGame, node: int) -> str:
    return " ".join(game.path(node)) or "the root"
