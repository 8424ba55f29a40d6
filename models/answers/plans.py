"""Realization plans of answers as arrays, in the order of the columns of a game's own matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.answers.equilibrium import profile_in
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, entries


def realization_plans(
    game: ExtensiveGame, answer: Any
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the realization plans x and y of a profile, or of an answer, as arrays of fractions or of doubles.

    They are in the order of the columns of E and F in a game of matrices, else in that of the sequences.
    """
    profile = profile_in("plans", answer).bound_to(game)
    vectors: list[npt.NDArray[Any]] = []
    for player, strategy in enumerate(profile):
        weights = strategy.plan.weights
        if game.matrices is not None:
            places = game.matrices.places(strategy.index.names, player)
            weights = entries(weights, places)
        if isinstance(weights, ExactArray):
            vectors.append(np.array(weights.to_fractions(), dtype=object))
        else:
            vectors.append(weights)
    return vectors[0], vectors[1]
