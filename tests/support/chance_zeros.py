"""Random games in which chance gives probability 0 to some of its actions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np

from seqform.builders.games import catalog
from seqform.models import CHANCE, ExactArray, ExtensiveGame


def with_chance_zeros(game: ExtensiveGame, source: Random, share: float = 0.5) -> ExtensiveGame:
    """Return a game with some chance probabilities set to 0, and those left of the same move scaled up to sum to 1."""
    sets = game.information_sets
    probability = sets.probability.to_fractions()
    for row in np.flatnonzero(sets.player == CHANCE).tolist():
        first, last = sets.action_start[row : row + 2].tolist()
        kept = source.randrange(first, last)
        zero = [k for k in range(first, last) if k != kept and source.random() < share]
        left = 1 - sum((probability[k] for k in zero), Fraction(0))
        for k in range(first, last):
            probability[k] = Fraction(0) if k in zero else probability[k] / left
    return replace(game, information_sets=replace(sets, probability=ExactArray.of(probability)))


def game_with_chance_zeros(
    seed: int, depth: int = 4, *, chance: str = "1/3", merge: str = "1/4", payoffs: int = 2, zero_sum: bool = False
) -> ExtensiveGame:
    """Return a random game with many ties, `merge=0` for perfect information, and chance probabilities of 0."""
    game = catalog.make(
        f"random-game(seed={seed},depth={depth},chance={chance},merge={merge},stop=1/20,payoffs={payoffs},"
        f"zero_sum={'true' if zero_sum else 'false'})"
    )
    return with_chance_zeros(game, Random(seed))
