"""A negotiation: a seller and a buyer with private costs and valuations make offers in turn."""

from __future__ import annotations

from fractions import Fraction

from seqform.builders.games.entry import CatalogEntry, Parameter, Sizes
from seqform.builders.games.ordered.auction import Valuation, valuation_names
from seqform.errors import GameError
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.signals import Own
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Rational

ACCEPT, REJECT = "accept", "reject"
SELLER, BUYER = 0, 1
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
    if offers < 1 or prices < 1 or not 0 <= discount <= 1:
        raise GameError(f"{title}: at least one offer, one price, and a discount from 0 to 1 are needed")
    signals = valuation_names(types, copies)
    public = 1 if news else 0
    needed = 2 + public * (offers - 1)
    if len(signals) < needed:
        raise GameError(f"{title}: {len(signals)} types for both sides and the news; {needed} are needed")
    gain = Valuation(0, copies, fallback)
    asked = {f"at {price}": price for price in (Fraction(types + 1, prices + 1) * (k + 1) for k in range(prices))}

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        offer, answer = path[-1]
        if answer == REJECT:
            return 0, 0
        kept = Fraction(discount) ** (len(path) - 1)
        price = asked[offer]
        return (
            {GAINS[SELLER]: kept, "constant": kept * (price - types - 1)},
            {GAINS[BUYER]: kept, "constant": -kept * price},
        )

    return ordered_game(
        title,
        [
            Round(
                _offer(list(asked), BUYER if alternating and number % 2 else SELLER, last=number == offers - 1),
                public if number else 0,
                0 if number else 1,
            )
            for number in range(offers)
        ],
        signals,
        [Own(player, gain, GAINS[player]) for player in (SELLER, BUYER)],
        utility,
        ordering=[gain],
        players=("Seller", "Buyer"),
    )


def _offer(prices: list[str], proposer: int, *, last: bool) -> StageGame:
    answer = turn(2 - proposer, {ACCEPT: OVER, REJECT: OVER if last else CONTINUE})
    return StageGame.of(turn(proposer + 1, dict.fromkeys(prices, answer)))


GAMES = (
    CatalogEntry(
        name="negotiation",
        description="a seller and a buyer with private costs and valuations make offers; not zero-sum",
        source="after Gilpin & Sandholm (2006), section 1.2",
        build=negotiation,
        ordered=negotiation,
        parameters=(
            Parameter("types", 4, "number of types of each side: 1, 2, ...", 2, 20),
            Parameter("copies", 1, "number of signals with each type", 1, 4),
            Parameter("offers", 2, "largest number of offers", 1, 4),
            Parameter("prices", 3, "number of prices that may be offered", 1, 20),
            Parameter("discount", Fraction(9, 10), "factor of the gains with each further offer", 0, 1),
            Parameter("alternating", True, "whether the buyer makes every second offer"),
            Parameter("news", True, "whether a type that neither has becomes public before later offers"),
            Parameter("fallback", 2, "the type below which types do not matter", 0, 20),
        ),
        sizes=Sizes(nodes=845, infosets=(112, 48), sequences=(229, 133)),
    ),
)
