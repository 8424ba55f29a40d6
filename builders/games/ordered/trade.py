"""Trade with private valuations: a sequential auction by open outcry, and a negotiation of a seller and a buyer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.errors import GameError
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.signals import Own
from seqform.models.games.stages import CONTINUE, OVER, Ending, StageGame, Turn, turn
from seqform.models.numbers.exact import Ints, Rational


def valuation_names(valuations: int, copies: int) -> tuple[str, ...]:
    """Return the signals: valuations from 1 up, each in several copies, which a letter distinguishes."""
    letters = [""]
    if copies > 1:
        letters = [chr(ord("a") + number) for number in range(copies)]
    names = []
    for value in range(1, valuations + 1):
        names += [f"{value}{letter}" for letter in letters]
    return tuple(names)


@dataclass(frozen=True)
class Valuation:
    """Value to its holder of the private signal received as number ``place``: at least ``sure``, the resale value."""

    place: int
    copies: int
    sure: int

    def __call__(self, public: Ints, private: Ints) -> Ints:
        """Return the values by rows; 0 where the signal has not been received yet."""
        if private.shape[1] <= self.place:
            return np.zeros(len(private), dtype=np.int64)
        return np.maximum(private[:, self.place].astype(np.int64) // self.copies + 1, self.sure)


BID = "bid"
PASS = "pass"


def sequential_auction(
    title: str,
    valuations: int = 5,
    goods: int = 2,
    copies: int = 1,
    increment: Rational = 1,
    max_bids: int = 2,
    resale: int = 2,
    synergy: Rational = 0,
) -> OrderedGame:
    """Return a sequential auction (Gilpin & Sandholm, section 1.2): not constant-sum, as the seller gets the prices.

    Before each good is sold, each bidder learns a private valuation. Valuations are drawn without replacement, so that
    they are correlated between bidders and between goods. A bid is an increment above the last one; after a pass the
    other bidder has the good at the last bid. Player 0 opens the first auction, player 1 the second, and so on. If the
    opener passes, the other may have the good for one increment.

    A good can always be resold, for `resale`. So valuations below that are equivalent, and so are the copies of a
    valuation; an abstraction merges them. A bidder who wins all goods has the additional value `synergy`.
    """
    signals = valuation_names(valuations, copies)
    if len(signals) < 2 * goods:
        raise GameError(
            f"{title}: {len(signals)} valuations for two bidders and {goods} goods; {2 * goods} are needed"
        )
    worth = [Valuation(good, copies, resale) for good in range(goods)]
    rounds = []
    for good in range(goods):
        auction = outcry(max_bids, good % 2, last=good == goods - 1)
        rounds.append(Round(auction, public=0, private=1))
    features = []
    for player in (0, 1):
        features += [Own(player, value, _worth(player, good)) for good, value in enumerate(worth)]

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        sales = [_sale(actions, good % 2) for good, actions in enumerate(path)]
        return _payoff(sales, 0, increment, synergy), _payoff(sales, 1, increment, synergy)

    return ordered_game(
        title,
        rounds,
        signals,
        features,
        utility,
        ordering=worth,
        players=("Bidder 1", "Bidder 2"),
    )


def outcry(max_bids: int, opener: int, *, last: bool) -> StageGame:
    """Return one auction by open outcry as a stage game.

    The bidders take turns: a pass after a bid ends it, and so does the highest bid allowed. After a pass of the opener
    the other one has the last word.
    """
    end = OVER if last else CONTINUE

    # From the highest bid down: what follows a bid is the turn of the other bidder, after one bid less.
    after_bid: Turn | Ending = end
    for bids in reversed(range(1, max_bids)):
        after_bid = turn((opener + bids) % 2, {BID: after_bid, PASS: end})
    answer = turn(1 - opener, {BID: end, PASS: end})
    return StageGame.of(turn(opener, {BID: after_bid, PASS: answer}))


def _sale(actions: Sequence[str], opener: int) -> tuple[int, int] | None:
    """Return the winner of the good and the number of bids; None without bids."""
    if BID not in actions:
        return None
    last = max(place for place, action in enumerate(actions) if action == BID)
    return (opener + last) % 2, actions.count(BID)


def _payoff(
    sales: Sequence[tuple[int, int] | None], player: int, increment: Rational, synergy: Rational
) -> Payoff:
    """Return a bidder's payoff: the worth of every good won, less its price, and the synergy of all of them."""
    payoff: dict[str, Rational] = {"constant": 0}
    for good, sale in enumerate(sales):
        if sale is None:
            continue
        winner, bids = sale
        if winner == player:
            payoff[_worth(player, good)] = 1
            payoff["constant"] -= bids * increment
    has_won_all = len(payoff) == 1 + len(sales)  # the constant, and the worth of every good
    if has_won_all:
        payoff["constant"] += synergy
    return payoff


def _worth(player: int, good: int) -> str:
    return f"good {good + 1} to bidder {player + 1}"


ACCEPT = "accept"
REJECT = "reject"
SELLER = 0
BUYER = 1
GAINS = ("gain of the seller", "gain of the buyer")


def negotiation(
    title: str,
    types: int = 4,
    copies: int = 1,
    offers: int = 2,
    prices: int = 3,
    discount: Rational = Fraction(9, 10),
    alternating: bool = True,
    news: bool = True,
    fallback: int = 2,
) -> OrderedGame:
    """Return a bargaining game with private costs and valuations (Gilpin & Sandholm, section 1.2); not constant-sum.

    Each side has a type from 1 up, drawn without replacement; a higher one is better for its holder. To the buyer of
    type t the good is worth t; the seller of type t has costs of n + 1 - t, where n is the highest type. A price is
    offered, to be accepted or rejected; after a rejection the next offer follows, and the gains shrink by the discount.
    After the last offer there is no deal, and nothing is gained. The prices divide the range from 0 to n + 1 evenly.
    The buyer makes every second offer if they are `alternating`; if not, the seller makes all: take it or leave it.

    With `news`, a type that neither side has becomes public before every offer but the first: both sides learn more
    about the other. The buyer can resell the good for `fallback`, and the seller can buy it in at the costs of that
    type. So types below it, private or in the news, are equivalent, and so are the copies of a type; an abstraction
    merges them.

    Examples
    --------
    >>> negotiation("negotiation").histories(1)
    [(('at 5/4', 'reject'),), (('at 5/2', 'reject'),), (('at 15/4', 'reject'),)]
    """
    signals = valuation_names(types, copies)
    needed = 2
    if news:
        needed += offers - 1
    if len(signals) < needed:
        raise GameError(
            f"{title}: {len(signals)} types for both sides and the news; {needed} are needed"
        )
    gain = Valuation(0, copies, fallback)
    price_of = {}
    for number in range(1, prices + 1):
        price = Fraction(types + 1, prices + 1) * number
        price_of[f"at {price}"] = price

    def offer(proposer: int, after: Ending) -> StageGame:
        answer = turn(1 - proposer, {ACCEPT: OVER, REJECT: after})
        return StageGame.of(turn(proposer, dict.fromkeys(price_of, answer)))

    rounds = []
    for number in range(offers):
        is_first = number == 0
        is_last = number == offers - 1
        proposer = BUYER if alternating and number % 2 == 1 else SELLER
        stage = offer(proposer, OVER if is_last else CONTINUE)
        if is_first:
            rounds.append(Round(stage, public=0, private=1))
        else:
            rounds.append(Round(stage, public=int(news), private=0))

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        offered, answer = path[-1]
        if answer == REJECT:
            return 0, 0
        # With type t the seller's costs are n + 1 - t, so the gain is t + price - (n + 1), and the buyer's t - price.
        remaining = Fraction(discount) ** (len(path) - 1)
        price = price_of[offered]
        return (
            {GAINS[SELLER]: remaining, "constant": remaining * (price - types - 1)},
            {GAINS[BUYER]: remaining, "constant": -remaining * price},
        )

    return ordered_game(
        title,
        rounds,
        signals,
        [Own(player, gain, GAINS[player]) for player in (SELLER, BUYER)],
        utility,
        ordering=[gain],
        players=("Seller", "Buyer"),
    )
