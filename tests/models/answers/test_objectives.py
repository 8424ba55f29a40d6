"""Objectives for the choice among equilibria."""

from __future__ import annotations

import pytest
from exactly import exactly

from seqform.errors import ModelError
from seqform.models.strategies.profile_set import OBJECTIVES, ObjectiveLike, Payoffs, objective


def pair(first: int, second: int) -> Payoffs:
    one, other = exactly(first, second)
    return one, other


PROFILES = [pair(2, 100), pair(1000, 4), pair(50, 40)]
TIED = [pair(3, 1), pair(1, 3), pair(2, 2)]


@pytest.mark.parametrize(
    ("wanted", "profiles", "best"),
    [
        ("social", PROFILES, pair(1000, 4)),
        ("fairest", PROFILES, pair(50, 40)),
        ("single-maximum", PROFILES, pair(1000, 4)),
        ("best-for-1", PROFILES, pair(1000, 4)),
        ("best-for-2", PROFILES, pair(2, 100)),
        ("product", PROFILES, pair(1000, 4)),
        (lambda first, second: 100 * second + first, PROFILES, pair(2, 100)),
        ("social,best-for-2", TIED, pair(1, 3)),
        ("social, fairest", TIED, pair(2, 2)),
        ("best-for-1", [pair(1, 0), pair(1, 5)], pair(1, 5)),  # among equally good profiles the larger sum
    ],
)
def test_every_objective_picks_its_profile(wanted: ObjectiveLike, profiles: list[Payoffs], best: Payoffs) -> None:
    assert objective(wanted).best(profiles) == best
    assert not isinstance(wanted, str) or "," in wanted or wanted in OBJECTIVES


@pytest.mark.parametrize("text", ["sozial", "social,", "", "social;fairest"])
def test_an_unknown_objective_is_refused_with_the_known_names(text: str) -> None:
    with pytest.raises(ModelError, match="known: social, fairest"):
        objective(text)


@pytest.mark.parametrize("wanted", [lambda first, _: None if first > 10 else first, lambda a, b: a / (b - 4)])
def test_a_function_that_gives_no_number_is_refused(wanted: ObjectiveLike) -> None:
    with pytest.raises(ModelError, match=r"a number expected|fails for payoffs"):
        objective(wanted).best(PROFILES)
