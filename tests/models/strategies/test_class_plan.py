"""Realization plans of class games in integers prove their equations."""

from typing import Any

import numpy as np
import pytest
from class_profiles import random_plans
from hypothesis import given
from hypothesis import strategies as st
from random_ordered_games import random_filter, random_ordered_game

from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import kuhn
from seqform.errors import ModelError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.programs.class_game import ClassPlan

KUHN = class_game(InformationFilter.identity(kuhn("kuhn")))


def plan(weights: list[list[int]], denominator: int) -> ClassPlan:
    return ClassPlan(KUHN, 1, (np.array(weights, dtype=object)[:, :, None],), denominator)


@given(seed=st.integers(0, 10**6))
def test_the_plan_of_its_strategy_is_the_plan(seed: int) -> None:
    game = random_ordered_game(seed)
    for one in random_plans(class_game(random_filter(game, seed)), seed):
        for table, weights in zip(one.strategy().plan(), one.weights, strict=True):
            assert table == pytest.approx((weights / one.denominator).astype(np.float64), rel=1e-12, abs=0)


@pytest.mark.parametrize(
    ("weights", "denominator", "message"),
    [
        ([[1, 1, 2, 0], [2, 0, 1, 1], [0, 2, 0, 1]], 2, "player 2: the weights of a set do not sum"),
        ([[1, 1, 2, 0], [2, 0, 1, 1], [0, 2, -1, 3]], 2, "player 2: a weight is negative"),
        ([[1, 1, 2, 0], [2, 0, 1, 1], [0, 2, 0, 2]], 1, "do not sum"),
        ([[0, 0, 0, 0]] * 3, 0, "the denominator not positive"),
        ([[0.5, 0.5, 1, 0], [1, 0, 0.5, 0.5], [0, 1, 0, 1]], 1, "round 1 has weights that are no integers"),
        ([[1, 1, 2], [2, 0, 1], [0, 2, 0]], 2, r"round 1 has shape \(3, 3, 1\), not \(3, 4, 1\)"),
    ],
)
def test_weights_that_are_no_plan_are_refused(weights: Any, denominator: int, message: str) -> None:
    plan([[1, 1, 2, 0], [2, 0, 1, 1], [0, 2, 0, 2]], 2)
    with pytest.raises(ModelError, match=message):
        plan(weights, denominator)
