"""Patrols and inspectors: the rules of patrols, and what commitment is worth."""

from fractions import Fraction
from typing import Any

import pytest

import seqform as sf
from seqform.errors import SeqformError


@pytest.mark.parametrize("penalty", [Fraction(1, 2), 1, 3])
def test_a_leading_inspector_of_two_days_loses_what_theory_states(penalty: Fraction) -> None:
    """Inspecting on the first day with probability 1 / (2 + b) makes the inspectee indifferent, who then complies."""
    answer = sf.solve(f"inspection(days=2,penalty={penalty})", "stackelberg")
    share = 1 / (2 + Fraction(penalty))
    assert answer.values == (-share, share)
    assert answer.certificate.proven
    assert answer.profile[0]["day 1"]["inspect"] == share
    assert answer.profile[1]["day 1"]["legal"] == 1


@pytest.mark.parametrize("penalty", [2, 4])
def test_a_patrol_gains_by_committing(penalty: int) -> None:
    name = f"border-patrol(penalty={penalty})"
    answer = sf.solve(name, "stackelberg")
    equilibrium = sf.solve(name, exact=True)
    assert answer.certificate.proven
    assert answer.values[0] > equilibrium.values[0]


def test_attacks_are_caught_where_the_patrol_goes() -> None:
    game = sf.load("border-patrol(sites=3,start=1,rounds=1,caught=5,penalty=7)")
    paid: dict[str, tuple[Any, Any]] = {}
    first, second = game.leaf_payoffs
    for place, leaf in enumerate(game.leaves.tolist()):
        paid[" > ".join(game.path(leaf))] = (first[place], second[place])
    assert paid["attack 2 > to 2"] == (5, -7)
    assert paid["attack 2 > to 1"] == (-2, 2)
    assert paid["wait > to 2"] == (0, 0)
    assert "attack 3 > to 3" not in paid


def test_a_start_beyond_the_sites_is_refused() -> None:
    with pytest.raises(SeqformError, match="a start at site 3, of 2"):
        sf.load("border-patrol(sites=2,start=3)")
