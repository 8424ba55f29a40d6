"""The sequential auction: its rules, and its irrelevant differences between signals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from class_profiles import lifted_profile, random_strategies, raw_profile

import seqform as sf
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.auction import outcry, sequential_auction
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.errors import GameError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.verify.deal_certificate import certify_deals
from seqform.verify.nash import certify


def payoff(game: OrderedGame, *path: str, first: tuple[str, ...], second: tuple[str, ...]) -> list[Fraction]:
    """Return what the bidders get who hold these signals, one for each good, after these bids."""
    number = len(path) - 1
    stage = game.rounds[number].stage
    end = [" ".join(stage.path(leaf)) for leaf in stage.ends].index(path[-1])
    history = game.histories(number).index(tuple(tuple(actions.split()) for actions in path[:-1]))
    deals = game.deals(number)
    names = [name for pair in zip(first, second, strict=True) for name in pair]
    deal = next(
        place for place, row in enumerate(deals.signals.tolist()) if [game.signals[signal] for signal in row] == names
    )
    views = (game.views[number], game.views[number])
    values = [int(feature.values(deals, views)[deal]) for feature in game.features]
    table = game.payoffs[number]
    return [
        Fraction(
            sum(int(c) * v for c, v in zip(table.numerators[who, :, end, history], values, strict=True)),
            table.denominator,
        )
        for who in (0, 1)
    ]


def test_goods_go_to_the_last_bidder_for_the_last_bid() -> None:
    game = sequential_auction("auction", valuations=6, max_bids=3, resale=2, increment=Fraction(1, 2))
    hands = {"first": ("6", "1"), "second": ("4", "3")}
    assert payoff(game, "bid bid pass", "pass pass", **hands) == [0, 3], "player 2 opens the second auction"
    assert payoff(game, "bid bid bid", "bid pass", **hands) == [6 - Fraction(3, 2), 3 - Fraction(1, 2)]
    assert payoff(game, "pass bid", "pass bid", **hands) == [2 - Fraction(1, 2), 4 - Fraction(1, 2)], "resold for 2"
    assert payoff(game, "pass pass", "pass pass", **hands) == [0, 0]


def test_synergy_goes_to_the_bidder_with_all_goods() -> None:
    game = sequential_auction("auction", valuations=4, synergy=3)
    hands = {"first": ("4", "2"), "second": ("1", "3")}
    assert payoff(game, "bid pass", "pass bid", **hands) == [4 - 1 + 2 - 1 + 3, 0]
    assert payoff(game, "bid pass", "bid pass", **hands) == [3, 2]


def test_bidding_ends_with_a_pass_or_the_last_bid() -> None:
    stage = outcry(3, 1, last=False)
    paths = [" ".join(stage.path(leaf)) for leaf in stage.continuing]
    assert paths == ["bid bid bid", "bid bid pass", "bid pass", "pass bid", "pass pass"]
    assert [stage.player[node] for node in (0, *stage.children[0])] == [1, 0, 0]


@pytest.mark.parametrize(
    ("parameters", "classes"),
    [
        ({"valuations": 5, "resale": 0}, (5, 20)),
        ({"valuations": 5, "resale": 2}, (4, 13)),
        ({"valuations": 5, "resale": 3}, (3, 7)),
        ({"valuations": 3, "copies": 2, "resale": 0}, (3, 9)),
        ({"valuations": 3, "copies": 2, "resale": 2}, (2, 4)),
    ],
)
def test_valuations_below_resale_and_copies_do_not_matter(parameters: dict[str, int], classes: tuple[int, ...]) -> None:
    filters = equitable_filters(sequential_auction("auction", **parameters))
    assert [one.num_classes for one in filters] == [classes, classes]


@pytest.mark.parametrize(
    "parameters", [{"valuations": 4}, {"valuations": 2, "copies": 2}, {"valuations": 4, "synergy": 1}]
)
def test_an_equilibrium_of_the_abstraction_is_one_of_the_auction(parameters: dict[str, int]) -> None:
    game = sequential_auction("auction", **parameters)
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


def test_auctions_that_cannot_be_held_are_refused() -> None:
    with pytest.raises(GameError, match="3 valuations for two bidders and 2 goods; 4 are needed"):
        sequential_auction("auction", valuations=3)
    with pytest.raises(GameError, match="at least one good, one bid, and a positive increment"):
        sequential_auction("auction", increment=0)
    with pytest.raises(GameError, match="0 copies of each valuation; from 1 to 26"):
        sequential_auction("auction", copies=0)
