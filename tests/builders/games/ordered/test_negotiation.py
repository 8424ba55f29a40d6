"""The negotiation: its rules, and its irrelevant differences between signals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from class_profiles import lifted_profile

import seqform as sf
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.negotiation import negotiation
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.verify.nash import certify


def outcomes(tree: ExtensiveGame) -> set[tuple[Fraction, Fraction]]:
    first, second = (payoffs.to_fractions() for payoffs in tree.leaf_payoffs)
    return set(zip(first, second, strict=True))


def test_one_offer_divides_the_gains_from_trade() -> None:
    game = negotiation("offer", types=3, offers=1, prices=1, fallback=0)
    deals = {(2 - (4 - seller), buyer - 2) for seller in (1, 2, 3) for buyer in (1, 2, 3) if seller != buyer}
    assert outcomes(to_extensive(game)) == {(Fraction(one), Fraction(other)) for one, other in deals} | {(0, 0)}


def test_later_offers_are_discounted() -> None:
    game = negotiation("offers", types=2, offers=2, prices=1, fallback=0, news=False, discount=Fraction(1, 3))
    half, sixth = Fraction(1, 2), Fraction(1, 6)  # one side has type 1, the other 2, and the price is 3/2
    now, later = {(half, -half), (-half, half)}, {(sixth, -sixth), (-sixth, sixth)}
    assert outcomes(to_extensive(game)) == now | later | {(0, 0)}


def test_the_buyer_makes_every_second_offer_unless_it_is_take_it_or_leave_it() -> None:
    alternating = negotiation("offers", offers=3, types=5)
    assert [one.stage.player[0] for one in alternating.rounds] == [0, 1, 0]
    assert [one.public for one in alternating.rounds] == [0, 1, 1]
    assert [one.stage.player[0] for one in negotiation("offers", alternating=False).rounds] == [0, 0]


@pytest.mark.parametrize(
    ("parameters", "classes"),
    [
        ({"types": 4, "fallback": 0}, (4, 12)),
        ({"types": 4, "fallback": 2}, (3, 7)),
        ({"types": 5, "fallback": 3}, (3, 7)),
        ({"types": 3, "copies": 2, "fallback": 0}, (3, 9)),
        ({"types": 4, "news": False}, (3, 3)),
    ],
)
def test_types_below_the_fallback_and_copies_do_not_matter(
    parameters: dict[str, Any], classes: tuple[int, ...]
) -> None:
    filters = equitable_filters(negotiation("negotiation", **parameters))
    assert [one.num_classes for one in filters] == [classes, classes]


@pytest.mark.parametrize(
    "parameters", [{}, {"alternating": False}, {"types": 3, "copies": 2}, {"types": 5, "news": False}]
)
def test_an_equilibrium_of_the_abstraction_is_one_of_the_negotiation(parameters: dict[str, Any]) -> None:
    game = negotiation("negotiation", **parameters)
    assert game.constant_sum is None
    filters = equitable_filters(game)
    tree, small = to_extensive(game), to_extensive(game, filters)
    assert len(small) < len(tree)
    equilibrium = sf.solve(small, exact=True)
    certificate = certify(tree, lifted_profile(tree, filters, equilibrium.profile))
    assert certificate.nash_conv == 0
    assert certificate.values == equilibrium.values


def test_negotiations_that_make_no_sense_are_refused() -> None:
    with pytest.raises(GameError, match="2 types for both sides and the news; 3 are needed"):
        negotiation("negotiation", types=2)
    with pytest.raises(GameError, match="a discount from 0 to 1"):
        negotiation("negotiation", discount=2)
