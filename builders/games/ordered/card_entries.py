"""Rhode Island Hold'em in the catalog."""

from __future__ import annotations

from fractions import Fraction

from seqform.builders.games.entry import CatalogEntry, Parameter, Sizes
from seqform.builders.games.ordered.poker_games import rhode_island

GAMES = (
    CatalogEntry(
        name="rhode-island",
        aliases=("rhode-island-holdem",),
        description="Rhode Island Hold'em: one card each, two public cards, three rounds of betting",
        source="Shi & Littman (2000); Gilpin & Sandholm (2006)",
        build=rhode_island,
        ordered=rhode_island,
        parameters=(
            Parameter("ranks", 13, "number of ranks, the highest ones", 1, 13),
            Parameter("suits", 4, "number of cards of each rank", 1, 4),
            Parameter("ante", Fraction(5), "what each player puts in first", minimum=0),
            Parameter("first_bet", Fraction(10), "size of a bet in the first round", minimum=0),
            Parameter("second_bet", Fraction(20), "size of a bet in the second round", minimum=0),
            Parameter("third_bet", Fraction(20), "size of a bet in the third round", minimum=0),
            Parameter("max_bets", 3, "bets and raises allowed in a round", 0, 10),
        ),
        sizes=Sizes(nodes=6_705_372_545, infosets=(26_064_064, 26_064_064), sequences=(65_160_161, 65_160_161)),
    ),
)
