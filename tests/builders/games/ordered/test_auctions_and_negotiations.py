"""The sequential auction and the negotiation: their rules, and their irrelevant differences between signals."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from class_profiles import lifted_profile, random_strategies, raw_profile

import seqform as sf
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.trade import negotiation, sequential_auction
from seqform.errors import GameError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Rational
from seqform.verify.deal_certificate import certify_deals
from seqform.verify.nash import certify

Make = Callable[..., OrderedGame]


def outcomes(game: OrderedGame) -> dict[tuple[str, ...], tuple[Rational, Rational]]:
    """Return the payoffs at every end of the extensive game."""
    tree = to_extensive(game)
    pairs = zip(*(payoffs.to_fractions() for payoffs in tree.leaf_payoffs), strict=True)
    return dict(zip(map(tree.path, tree.leaves.tolist()), pairs, strict=True))


def test_goods_go_to_the_last_bidder_for_the_last_bid() -> None:
    half = Fraction(1, 2)
    at = outcomes(sequential_auction("auction", valuations=6, max_bids=3, resale=2, increment=half))

    def sold(first: str, second: str) -> tuple[Rational, Rational]:
        return at["6", "4", *first.split(), "1", "3", *second.split()]

    assert sold("bid bid pass", "pass pass") == (0, 3), "player 2 opens the second auction"
    assert sold("bid bid bid", "bid pass") == (6 - 3 * half, 3 - half)
    assert sold("pass bid", "pass bid") == (2 - half, 4 - half), "resold for 2"
    assert sold("pass pass", "pass pass") == (0, 0)


def test_synergy_goes_to_the_bidder_with_all_goods() -> None:
    at = outcomes(sequential_auction("auction", valuations=5, synergy=3))
    assert at["4", "1", "bid", "pass", "2", "3", "pass", "bid"] == (4 - 1 + 2 - 1 + 3, 0)
    assert at["4", "1", "bid", "pass", "2", "3", "bid", "pass"] == (3, 2)


def test_one_offer_divides_the_gains_from_trade() -> None:
    game = negotiation("offer", types=3, offers=1, prices=1, fallback=0)
    deals = {(2 - (4 - seller), buyer - 2) for seller in (1, 2, 3) for buyer in (1, 2, 3) if seller != buyer}
    assert set(outcomes(game).values()) == {(Fraction(one), Fraction(other)) for one, other in deals} | {(0, 0)}


def test_later_offers_are_discounted() -> None:
    game = negotiation("offers", types=2, offers=2, prices=1, fallback=0, news=False, discount=Fraction(1, 3))
    half, sixth = Fraction(1, 2), Fraction(1, 6)  # one side has type 1, the other 2, and the price is 3/2
    now, later = {(half, -half), (-half, half)}, {(sixth, -sixth), (-sixth, sixth)}
    assert set(outcomes(game).values()) == now | later | {(0, 0)}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("sequential-auction(valuations=3)", "3 valuations for two bidders and 2 goods; 4 are needed"),
        ("sequential-auction(increment=0)", "increment=0: "),
        ("sequential-auction(copies=0)", "copies=0: "),
        ("negotiation(types=2)", "2 types for both sides and the news; 3 are needed"),
        ("negotiation(discount=2)", "discount=2: "),
    ],
)
def test_games_that_cannot_be_held_are_refused(spec: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        catalog.ordered(spec)


@pytest.mark.parametrize(
    ("make", "parameters", "classes"),
    [
        (sequential_auction, {"valuations": 5, "resale": 0}, (5, 20)),
        (sequential_auction, {"valuations": 5, "resale": 2}, (4, 13)),
        (sequential_auction, {"valuations": 5, "resale": 3}, (3, 7)),
        (sequential_auction, {"valuations": 3, "copies": 2, "resale": 0}, (3, 9)),
        (sequential_auction, {"valuations": 3, "copies": 2, "resale": 2}, (2, 4)),
        (negotiation, {"types": 4, "fallback": 0}, (4, 12)),
        (negotiation, {"types": 4, "fallback": 2}, (3, 7)),
        (negotiation, {"types": 5, "fallback": 3}, (3, 7)),
        (negotiation, {"types": 3, "copies": 2, "fallback": 0}, (3, 9)),
        (negotiation, {"types": 4, "news": False}, (3, 3)),
    ],
)
def test_signals_below_the_resale_value_and_copies_do_not_matter(
    make: Make, parameters: dict[str, Any], classes: tuple[int, ...]
) -> None:
    assert [one.num_classes for one in equitable_filters(make("game", **parameters))] == [classes, classes]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "parameters"),
    [
        (sequential_auction, {"valuations": 2, "copies": 2}),
        (sequential_auction, {"valuations": 4, "synergy": 1}),
        (negotiation, {}),
        (negotiation, {"alternating": False}),
        (negotiation, {"types": 3, "copies": 2}),
        (negotiation, {"types": 5, "news": False}),
    ],
)
def test_an_equilibrium_of_the_abstraction_is_one_of_the_game(make: Make, parameters: dict[str, Any]) -> None:
    game = make("game", **parameters)
    assert game.constant_sum is None
    filters = equitable_filters(game)
    tree, small = to_extensive(game), to_extensive(game, filters)
    assert len(small) < len(tree)
    equilibrium = sf.solve(small, exact=True)
    certificate = certify(tree, lifted_profile(tree, filters, equilibrium.profile))
    assert certificate.nash_conv == 0
    assert certificate.values == equilibrium.values


def test_certificate_on_hands_is_that_of_the_written_out_auction() -> None:
    game = sequential_auction("auction")
    filters = equitable_filters(game)
    strategies = random_strategies(class_game(*filters), 7)
    report = certify_deals(game, filters, strategies)
    tree = to_extensive(game)
    expected = certify(tree, raw_profile(tree, filters, strategies))
    assert report.certificate.best_response_values == pytest.approx(expected.best_response_values, abs=1e-12)
    assert report.certificate.exploitability is None


def test_blind_bidders_can_be_exploited() -> None:
    game = sequential_auction("auction")
    blind = InformationFilter.coarsest(game)
    certificate = certify_deals(game, (blind, blind), random_strategies(class_game(blind), 1)).certificate
    assert min(certificate.regrets) > 0.1
