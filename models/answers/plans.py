"""Realization plans of answers as arrays, in the order of the columns of a game's own matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.answers.equilibrium import profile_in
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, entries
from seqform.models.strategies.behavior import RealizationPlans


def realization_plans(
    game: ExtensiveGame, answer: Any
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the realization plans x and y of a profile, an answer, or a pair of plans, as arrays.

    - `answer`: An equilibrium, a BehaviorProfile, or RealizationPlans, such as those of the points of a path.

    The arrays, of fractions or of doubles, are in the order of the columns of E and F in a game of matrices, else in
    that of the sequences.
    """
    if isinstance(answer, RealizationPlans):
        plans = answer.bound_to(game)
    else:
        first, second = profile_in("plans", answer).bound_to(game)
        plans = RealizationPlans((first.plan, second.plan))
    vectors: list[npt.NDArray[Any]] = []
    for player, plan in enumerate(plans):
        weights = plan.weights
        if game.matrices is not None:
            places = game.matrices.places(plan.index.names, player)
            weights = entries(weights, places)
        if isinstance(weights, ExactArray):
            vectors.append(np.array(weights.to_fractions(), dtype=object))
        else:
            vectors.append(weights)
    return vectors[0], vectors[1]
