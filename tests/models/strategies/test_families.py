"""Families of completely mixed plans in ε: validation and limits."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from assessments import profile_playing, random_family, random_profile, random_witness
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.assessment import EpsilonFamily, PlanFamily, constant_family

RISKY: SequenceIndex = sf.load("safe-or-risky").sequences[0].index


def plan(*orders: list[Fraction | int]) -> PlanFamily:
    """Of player 1 in safe-or-risky: the coefficients of ∅, safe, risky, careful, slip."""
    return PlanFamily(RISKY, PolynomialArray(tuple(ExactArray.of(order) for order in orders)))


def test_the_limit_is_the_ratio_of_leading_coefficients() -> None:
    family = plan([1, 1, 0, 0, 0], [0, -4, 4, 3, 1])
    assert family.limit["start"] == {"safe": 1, "risky": 0}
    assert family.limit["after risky"] == {"careful": Fraction(3, 4), "slip": Fraction(1, 4)}
    numbers = family.at(Fraction(1, 8))
    assert numbers.weights[1] == Fraction(1, 2)
    assert numbers.residual() == 0
    slow = plan([1, 1, 0, 0, 0], [0, -2, 2, 2, 0], [0, 0, 0, -1, 1])
    assert slow.limit["after risky"] == {"careful": 1, "slip": 0}, "choices of higher order than their set vanish"


@pytest.mark.parametrize(
    ("orders", "message"),
    [
        ([[1, 1, 0]], "3 polynomials for 5 sequences"),
        ([[2, 1, 1, 1, 0]], "the weight of the empty sequence is not 1"),
        ([[1, 1, 0, 0, 0], [1, 0, 1, 1, 0]], "the weight of the empty sequence is not 1"),
        ([[1, 1, 0, 0, 0], [0, -1, 2, 1, 1]], "at information set 'start' the weights of the choices do not add up"),
        ([[1, 1, 0, 0, 0], [0, -1, 1, 1, 1]], "at information set 'after risky' the weights of the choices"),
        ([[1, 1, 0, 0, 0], [0, -1, 1, 1, 0]], "sequence 'after risky slip' has no positive weight for small ε"),
        ([[1, 1, 0, 0, 0], [0, 1, -1, 0, -1]], "sequence 'start risky' has no positive weight for small ε"),
    ],
)
def test_plans_that_are_not_completely_mixed_are_refused(orders: list[list[Fraction | int]], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        plan(*orders)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from([0, 1]))
def test_the_limit_is_close_to_behavior_at_a_tiny_epsilon(seed: int, player: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    random = Random(seed)
    behavior = random_profile(game, random)[player]
    family = random_witness(behavior, random).family
    assert np.array_equal(family.limit.probabilities, behavior.probabilities)
    near = family.at(Fraction(1, 10**20)).behavior(np.zeros(0))
    assert all(
        share > 0 and abs(share - limit) < Fraction(1, 10**9)
        for share, limit in zip(near.probabilities, behavior.probabilities, strict=True)
    )


def test_a_pair_of_families_gives_a_profile() -> None:
    game = sf.load("kuhn")
    random = Random(5)
    profile = random_profile(game, random)
    family = random_family(profile, random)
    assert family.degree == max(plan.weights.degree for plan in family)
    assert repr(family) == f"<EpsilonFamily: plans of degree {family.degree} in ε>"
    for player, strategy in enumerate(profile):
        assert np.array_equal(family.limit[player].probabilities, strategy.probabilities)
        assert family.at(Fraction(1, 1000))[player].residual() == 0
        assert family[player].index is strategy.index


def test_a_completely_mixed_plan_is_a_family_that_does_not_depend_on_epsilon() -> None:
    uniform = sf.uniform_profile(sf.load("kuhn"))
    family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    assert family.degree == 0
    assert np.array_equal(family.limit[0].probabilities, uniform[0].probabilities)
    with pytest.raises(ModelError, match="an exact plan expected"):
        constant_family(uniform[0].to_floats().plan)
    never = profile_playing(sf.load("kuhn"))[0]
    with pytest.raises(ModelError, match="has no positive weight for small ε"):
        constant_family(never.plan)
