"""Sequence forms of games by name, exact plans for them, and sequences of a player written down by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from tree_walks import random_strategy

import seqform as sf
from seqform.builders.forms.sequence_form import count_pure_strategies, sequence_form
from seqform.models import ExactArray, RealizationPlan, RealizationPlans, SequenceForm
from seqform.models.games.infosets import SequenceIndex


def form_of(game: str | sf.ExtensiveGame) -> SequenceForm:
    return sequence_form(sf.load(game) if isinstance(game, str) else game).target


def most_strategies(form: SequenceForm) -> int:
    """Return the larger of the players' numbers of reduced pure strategies."""
    return max(count_pure_strategies(index) for index in form.sequences)


def exact(vector: Any) -> ExactArray:
    """Return the weights of a plan, or a vector, that has to be exact."""
    vector = vector.weights if isinstance(vector, RealizationPlan) else vector
    assert isinstance(vector, ExactArray)
    return vector


def weights(plan: RealizationPlan) -> list[Fraction]:
    return exact(plan).to_fractions()


def plan_of(index: SequenceIndex, weights: Iterable[Fraction | int | str]) -> RealizationPlan:
    return RealizationPlan(index, ExactArray.of(Fraction(weight) for weight in weights))


def plans_of_weights(form: SequenceForm, *both: Iterable[Fraction | int | str]) -> RealizationPlans:
    first, second = (
        plan_of(index, weights) for index, weights in zip(form.sequences, both, strict=True)
    )
    return RealizationPlans((first, second))


def random_plan(index: SequenceIndex, seed: int) -> RealizationPlan:
    """Return the plan of a random strategy that leaves out many actions."""
    return random_strategy(index, Random(seed)).plan


def random_plans(form: SequenceForm, seed: int) -> RealizationPlans:
    return RealizationPlans(
        (random_plan(form.sequences[0], seed), random_plan(form.sequences[1], ~seed))
    )


def same_plans(one: RealizationPlans, other: RealizationPlans) -> bool:
    return [weights(plan) for plan in one] == [weights(plan) for plan in other]


# ---- numbers ----


def exactly(*numbers: int | Fraction) -> tuple[Fraction, ...]:
    return tuple(Fraction(number) for number in numbers)


# ---- sequences by hand, and once more in another order ----


INDEX = SequenceIndex(
    player=0,
    parent_sequence=np.array([0, 1, 0]),
    first_sequence=np.array([1, 3, 6, 7]),
    infoset_names=("A", "B", "C"),
    action_names=(("l", "r"), ("x", "y", "z"), ("u",)),
    order=np.array([2, 0, 1]),
)
"""Set A with actions l and r; set B, with x, y and z, after l; set C, with the one action u."""

REORDERED = SequenceIndex(
    player=0,
    parent_sequence=np.array([0, 0, 3]),
    first_sequence=np.array([1, 2, 4, 7]),
    infoset_names=("C", "A", "B"),
    action_names=(("u",), ("r", "l"), ("z", "x", "y")),
    order=np.array([0, 1, 2]),
)
"""The same sets and actions in another order."""

IN_ANOTHER_TREE = replace(INDEX, parent_sequence=np.array([0, 2, 0]))
"""The same sets and actions by name, but B comes after r."""
