"""Objectives for the choice among equilibria."""

from __future__ import annotations

from fractions import Fraction

import pytest
from exactly import exactly

from seqform.errors import ModelError
from seqform.models.answers.objectives import OBJECTIVES, objective

PROFILES = [(Fraction(2), Fraction(100)), (Fraction(1000), Fraction(4)), (Fraction(50), Fraction(40))]


@pytest.mark.parametrize(
    ("name", "best"),
    [
        ("social", (1000, 4)),
        ("fairest", (50, 40)),
        ("single-maximum", (1000, 4)),
        ("best-for-1", (1000, 4)),
        ("best-for-2", (2, 100)),
        ("product", (1000, 4)),
    ],
)
def test_every_objective_picks_its_profile(name: str, best: tuple[int, int]) -> None:
    assert objective(name).best(PROFILES) == exactly(*best)
    assert name in OBJECTIVES


def test_objectives_in_order_decide_ties() -> None:
    tied = [(Fraction(3), Fraction(1)), (Fraction(1), Fraction(3)), (Fraction(2), Fraction(2))]
    assert objective("social,best-for-2").best(tied) == exactly(1, 3)
    assert objective("social, fairest").best(tied) == exactly(2, 2)


def test_among_equally_good_profiles_the_larger_sum_wins() -> None:
    assert objective("best-for-1").best([(Fraction(1), Fraction(0)), (Fraction(1), Fraction(5))]) == exactly(1, 5)


def test_a_function_is_an_objective() -> None:
    assert objective(lambda first, second: 100 * second + first).best(PROFILES) == exactly(2, 100)


@pytest.mark.parametrize("text", ["sozial", "social,", "", "social;fairest"])
def test_an_unknown_objective_is_refused_with_the_known_names(text: str) -> None:
    with pytest.raises(ModelError, match="known: social, fairest"):
        objective(text)


def test_a_function_that_gives_no_number_is_refused() -> None:
    with pytest.raises(ModelError, match=r"a number expected|fails for payoffs"):
        objective(lambda first, _: None if first > 10 else first).best(PROFILES)
    with pytest.raises(ModelError, match=r"a number expected|fails for payoffs"):
        objective(lambda first, second: first / (second - 4)).best(PROFILES)
