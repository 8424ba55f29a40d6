"""Sequence forms of games by name, and exact plans for them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Any

from tree_walks import random_strategy

import seqform as sf
from seqform.builders.forms.sequence_form import count_pure_strategies, sequence_form
from seqform.models import ExactArray, RealizationPlan, RealizationPlans, SequenceForm, SequenceIndex


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
    first, second = (plan_of(index, weights) for index, weights in zip(form.sequences, both, strict=True))
    return RealizationPlans((first, second))


def random_plan(index: SequenceIndex, seed: int) -> RealizationPlan:
    """Return the plan of a random strategy that leaves out many actions."""
    return random_strategy(index, Random(seed)).plan


def random_plans(form: SequenceForm, seed: int) -> RealizationPlans:
    return RealizationPlans((random_plan(form.sequences[0], seed), random_plan(form.sequences[1], ~seed)))


def same_plans(one: RealizationPlans, other: RealizationPlans) -> bool:
    return [weights(plan) for plan in one] == [weights(plan) for plan in other]
