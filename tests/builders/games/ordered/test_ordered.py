"""Ordered games: poker, the auction and the negotiation as rules, and their trees."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from assessments import Choices, profile_playing
from class_profiles import lifted_profile, random_strategies, raw_profile
from tree_walks import both_payoffs_by_path, payoffs_by_path

import seqform as sf
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.ordered.betting import BettingTree, LimitStreet, betting_round
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.limit_poker import Betting, limit_poker
from seqform.builders.games.ordered.trade import negotiation, sequential_auction
from seqform.errors import GameError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.signals import Comparison
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Ints, Rational
from seqform.models.programs.class_game import ClassStrategy
from seqform.verify import certify
from seqform.verify.deal_certificate import certify_deals


def value(game: object) -> Fraction | float:
    found: Fraction | float = sf.solve(game, preprocess="merge-equivalent", exact=True).values[0]
    return found


def test_the_papers_tiny_poker_shrinks_from_113_to_39_nodes() -> None:
    game = catalog.ordered("tiny-poker")
    ranks = InformationFilter(game, (np.array([0, 0, 1, 1]),))
    full, small = to_extensive(game), to_extensive(game, (ranks, ranks))
    assert (len(full), len(small)) == (113, 39)
    assert value(full) == value(small) == 0


@pytest.mark.parametrize(
    "spec",
    [
        "leduc",
        "kuhn",
        "kuhn(ante=2,bet=3)",
        "kuhn(bet=0)",
        "tiny-poker",
        "leduc(ranks=4,ante=2)",
        "leduc(max_bets=0)",
    ],
)
def test_ordered_poker_expands_to_the_tree_of_its_rules(spec: str) -> None:
    game, tree = to_extensive(catalog.ordered(spec)), catalog.make(spec)
    sets, expected = game.information_sets, tree.information_sets
    assert (game.title, sets.labels, sets.action_labels) == (
        tree.title,
        expected.labels,
        expected.action_labels,
    )
    assert sets.probability.to_fractions() == expected.probability.to_fractions()
    for name in ("parent", "infoset", "outcome"):
        assert np.array_equal(getattr(game, name), getattr(tree, name))
    for own, other in zip(game.leaf_payoffs, tree.leaf_payoffs, strict=True):
        assert own.to_fractions() == other.to_fractions()


def test_one_player_may_see_less_than_the_other() -> None:
    game = catalog.ordered("tiny-poker")
    blind, seeing = InformationFilter.coarsest(game), InformationFilter.identity(game)
    one_sided = to_extensive(game, (blind, seeing))
    assert [len(own.index.infoset_names) for own in one_sided.sequences] == [2, 8]
    assert value(one_sided) < 0


def test_a_strategy_that_is_no_distribution_is_refused() -> None:
    game = class_game(InformationFilter.identity(catalog.ordered("kuhn")))
    with pytest.raises(sf.errors.ModelError, match="negative or do not sum to 1"):
        ClassStrategy(game, 0, (np.zeros(game.shape(0, 0)),))
    with pytest.raises(sf.errors.ModelError, match="has shape"):
        ClassStrategy(game, 0, (np.zeros((1, 1, 1)),))


def test_a_round_in_which_nobody_acts_is_passed_through() -> None:
    deal = StageGame.of(CONTINUE)
    stage = StageGame.of(turn(0, {"stop": OVER, "play": turn(1, {"fold": OVER, "call": OVER})}))
    high = Comparison(lambda public, private: private[:, 0])

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        if path[-1] == ("play", "call"):
            return {"showdown": 1}, {"showdown": -1}
        return (0, 0) if path[-1] == ("stop",) else (Fraction(1, 2), Fraction(-1, 2))

    rounds = [Round(deal, 0, 1), Round(stage, 1, 0)]
    game = ordered_game("late", rounds, "abcd", [high], utility, ordering=[high.strength])
    expanded = to_extensive(game)
    assert [len(own.index.infoset_names) for own in expanded.sequences] == [12, 12]
    found = sf.solve(game, backend="highs").certificate.values[0]
    assert float(value(expanded)) == pytest.approx(float(found), abs=1e-9)


Make = Callable[..., OrderedGame]


def test_goods_go_to_the_last_bidder_for_the_last_bid() -> None:
    half = Fraction(1, 2)
    game = sequential_auction("auction", valuations=6, max_bids=3, resale=2, increment=half)
    at = both_payoffs_by_path(to_extensive(game))

    def sold(first: str, second: str) -> tuple[Rational, Rational]:
        return at["6", "4", *first.split(), "1", "3", *second.split()]

    assert sold("bid bid pass", "pass pass") == (0, 3), "player 2 opens the second auction"
    assert sold("bid bid bid", "bid pass") == (6 - 3 * half, 3 - half)
    assert sold("pass bid", "pass bid") == (2 - half, 4 - half), "resold for 2"
    assert sold("pass pass", "pass pass") == (0, 0)


def test_synergy_goes_to_the_bidder_with_all_goods() -> None:
    at = both_payoffs_by_path(to_extensive(sequential_auction("auction", valuations=5, synergy=3)))
    assert at["4", "1", "bid", "pass", "2", "3", "pass", "bid"] == (4 - 1 + 2 - 1 + 3, 0)
    assert at["4", "1", "bid", "pass", "2", "3", "bid", "pass"] == (3, 2)


def test_one_offer_divides_the_gains_from_trade() -> None:
    game = negotiation("offer", types=3, offers=1, prices=1, fallback=0)
    deals = {
        (2 - (4 - seller), buyer - 2)
        for seller in (1, 2, 3)
        for buyer in (1, 2, 3)
        if seller != buyer
    }
    assert set(both_payoffs_by_path(to_extensive(game)).values()) == deals | {(0, 0)}


def test_later_offers_are_discounted() -> None:
    game = negotiation(
        "offers", types=2, offers=2, prices=1, fallback=0, news=False, discount=Fraction(1, 3)
    )
    # One side has type 1, the other 2, and the price is 3/2.
    half, sixth = (Fraction(1, 2), Fraction(1, 6))
    now, later = {(half, -half), (-half, half)}, {(sixth, -sixth), (-sixth, sixth)}
    assert set(both_payoffs_by_path(to_extensive(game)).values()) == now | later | {(0, 0)}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "sequential-auction(valuations=3)",
            "3 valuations for two bidders and 2 goods; 4 are needed",
        ),
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
    assert [one.num_classes for one in equitable_filters(make("game", **parameters))] == [
        classes,
        classes,
    ]


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
def test_an_equilibrium_of_the_abstraction_is_one_of_the_game(
    make: Make, parameters: dict[str, Any]
) -> None:
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
    assert report.certificate.best_response_values == pytest.approx(
        expected.best_response_values, abs=1e-12
    )
    assert report.certificate.exploitability is None


def test_blind_bidders_can_be_exploited() -> None:
    game = sequential_auction("auction")
    blind = InformationFilter.coarsest(game)
    certificate = certify_deals(
        game, (blind, blind), random_strategies(class_game(blind), 1)
    ).certificate
    assert min(certificate.regrets) > 0.1


def test_an_equilibrium_of_the_game_with_merged_jacks_is_none_of_the_game_itself() -> None:
    second: Choices = {"K:b": {"call": 1}, "J1:b": {"call": 1}, "J1:c": {"bet": 1}}
    calls: Choices = {card: {"call": 1} for card in ("J:cb", "J1:cb", "J2:cb", "K:cb")}
    games = (
        catalog.make("three-card-orderings(merged=true)"),
        catalog.make("three-card-orderings"),
    )
    merged, itself = (certify(game, profile_playing(game, calls, second)) for game in games)
    assert merged.values == itself.values
    assert merged.regrets == (0, 0)
    assert itself.regrets == (Fraction(1, 12), 0)


@pytest.mark.parametrize(
    ("spec", "path", "payoff"),
    [
        ("kuhn(ante=2,bet=3)", "K J check check", 2),
        ("kuhn(ante=2,bet=3)", "K J bet fold", 2),
        ("kuhn(ante=2,bet=3)", "K J bet call", 5),
        ("kuhn(ante=2,bet=3)", "Q K check bet fold", -2),
        ("kuhn(ante=2,bet=3)", "Q K check bet call", -5),
        ("leduc", "Ks Qs check check Js check check", 1),
        ("leduc", "Ks Qs check check Qh check check", -1),
        ("leduc", "Ks Kh bet call Js bet call", 0),
        ("leduc", "Js Qs bet raise call Jh bet raise call", 1 + 2 * 2 + 2 * 4),
        ("leduc", "Js Qs bet raise call Ks bet raise fold", -(1 + 2 * 2 + 4)),
        ("leduc", "Ks Qs bet raise fold", -(1 + 2)),
        ("kuhn-with-raise", "AQ check bet raise call", 3),
        ("kuhn-with-raise", "AQ check bet raise fold", 2),
        ("tiny-poker", "J1 J2 bet call", 0),
        ("tiny-poker", "K2 J1 bet call", 2),
    ],
)
def test_the_winner_gains_the_share_of_the_loser_of_the_pot(
    spec: str, path: str, payoff: int
) -> None:
    assert payoffs_by_path(catalog.make(spec))[tuple(path.split())] == payoff


def test_players_with_different_orders_of_the_cards_may_both_win() -> None:
    game = catalog.make("three-card-orderings(bet=1)")
    at = both_payoffs_by_path(game)
    assert at["K", "J1", "bet", "call"] == (2, 2)
    assert at["J1", "J2", "bet", "call"] == (0, -2)
    assert at["J1", "K", "bet", "call"] == (-2, -2)
    assert at["J2", "K", "bet", "fold"] == (1, -1)


def test_decks_that_are_too_small_and_games_without_ordered_signals_are_refused() -> None:
    with pytest.raises(GameError, match="2 ranks in 1 suit make too few cards to deal three"):
        catalog.make("leduc(ranks=2,suits=1)")
    with pytest.raises(GameError, match="too few cards to deal four"):
        catalog.ordered("rhode-island(ranks=3,suits=1)")
    with pytest.raises(GameError, match="leave collapse_suits out"):
        catalog.ordered("leduc(collapse_suits=true)")
    with pytest.raises(GameError, match="not known as a game with ordered signals; these are: "):
        catalog.ordered("tic-tac-toe")


def test_a_bet_and_two_raises_make_the_round_of_rhode_island_holdem() -> None:
    turns = betting_round(LimitStreet(1, 3))
    decisions = [turn for turn in turns.values() if turn.actions]
    ends = [turn for turn in turns.values() if not turn.actions]
    assert Counter(turn.player for turn in decisions) == {0: 4, 1: 4}
    assert [
        sum(len(turn.actions) for turn in decisions if turn.player == player) for player in (0, 1)
    ] == [10, 10]
    assert sum(turn.folded is not None for turn in ends) == 6
    assert sorted(turn.paid[0] for turn in ends if turn.folded is None) == [0, 1, 1, 2, 2, 3, 3]
    stage = BettingTree.of(turns, last=False).stage
    assert [len(stage.sets(player)) for player in (0, 1)] == [4, 4]
    assert [len(stage.sequences(player)) for player in (0, 1)] == [10, 10]
    assert (len(stage.ends), len(stage.continuing)) == (6, 7)


def test_nobody_folds_to_a_check_or_raises_beyond_the_limit_and_those_who_continue_have_paid_the_same() -> (
    None
):
    for here in betting_round(LimitStreet(1, 4)).values():
        if not here.actions and here.folded is None:
            assert here.paid[0] == here.paid[1]
        if here.folded is not None:
            assert here.paid[here.folded] < here.paid[1 - here.folded]
    turns = betting_round(LimitStreet(1, 2))
    assert turns[""].actions == turns["c"].actions == ("c", "b")
    assert turns["b"].actions == ("f", "k", "r")
    assert turns["br"].actions == turns["cbr"].actions == ("f", "k")
    assert list(betting_round(LimitStreet(1, 0))) == ["", "c", "cc"]


def own_card(public: Ints, private: Ints) -> Ints:
    card: Ints = private[:, 0]
    return card


def one_card_poker(strength: Any, **betting: Any) -> OrderedGame:
    rounds = [Betting(**{"bet": 1, "private": 1, **betting})]
    return limit_poker("poker", deck="JQK", ante=1, rounds=rounds, strength=strength)


STRENGTH = "^poker: strength in round 1: .*"
FAILS = f"{STRENGTH}fails for signals of shape "


@pytest.mark.parametrize(
    ("strength", "betting", "message"),
    [
        (own_card, {"bet": -1}, "Betting: bet: a number from 0 on expected, .* not -1"),
        (own_card, {"max_bets": -1}, "Betting: max_bets=-1: an integer, at least 0"),
        (own_card, {"private": 1.5}, "Betting: private=1.5: an integer, at least 0"),
        (lambda table, own: 3, {}, rf"{STRENGTH}int64 of shape \(\)"),
        (lambda table, own: own, {}, rf"{STRENGTH}int64 of shape \(1, 1\)"),
        (lambda table, own: own[:, 0] / 3, {}, f"{STRENGTH}float64"),
        (
            lambda table, own: table[:, 0],
            {},
            rf"{FAILS}\(1, 0\) and \(1, 1\): IndexError",
        ),
        (lambda table: 3, {}, f"{FAILS}.*TypeError"),
    ],
)
def test_wrong_betting_and_a_wrong_strength_are_refused_at_once(
    strength: Any, betting: dict[str, Any], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        one_card_poker(strength, **betting)


def test_a_strength_that_ranks_one_hand_only_is_refused_when_it_ranks_more() -> None:
    game = one_card_poker(lambda table, own: own[:1, 0])
    with pytest.raises(
        GameError, match=r"integer for each row of signals expected, of shape \(3,\)"
    ):
        equitable_filters(game)


def strengths(*hands: str) -> list[int]:
    game = catalog.ordered("rhode-island")
    cards = np.array([[game.signals.index(card) for card in hand.split()] for hand in hands])
    return [int(rank) for rank in game.ordering[0](cards[:, 1:], cards[:, :1])]


def test_three_card_hands_rank_by_the_rules_in_any_order_of_the_cards() -> None:
    ranking = strengths(
        "Ah Kh Qh", "2s 3s As", "7h 7s 7d", "Ah Kd Qh", "4h 3h 2s", "Ah 2d 3h", "Ks 9s 2s", "Ah Ad Kd", "Ah Kd Kc",
        "Kh Kd 2c", "Ah Kd Jc", "Ah Kd 9c", "9h 8d 6c", "5h 4d 2s",
    )  # fmt: skip
    assert ranking == sorted(ranking, reverse=True)
    assert len(set(ranking)) == len(ranking)
    assert len(set(strengths("Ah 2d 3h", "3h Ah 2d", "2d 3h Ah"))) == 1
