"""Small zero-sum games with implausible Nash equilibria, for tests of equilibrium refinements."""

from __future__ import annotations

from fractions import Fraction

from seqform.builders.games.entry import CatalogEntry, KnownValue, Parameter, Sizes
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Rational


def guess_the_ace(title: str, cards: int, prize: Rational) -> ExtensiveGame:
    """Return the game in which player 1 may ask whether the top card is the ace of spades.

    Without a question nothing is paid. If player 2 is asked and right, player 1 pays the
    prize. The deck is shuffled first and nobody sees the top card, so there is no proper
    subgame. Every answer is an equilibrium, since player 1 does not ask; in a sequential or
    normal-form perfect one the answer is no.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, figure 1.
    """

    def asked(right: str) -> Node:
        answers = {answer: leaf(-prize if answer == right else 0) for answer in ("yes", "no")}
        return move(1, "start", {"stop": leaf(0), "ask": move(2, "asked", answers)})

    return tree(title, _top_card(cards, asked("yes"), asked("no")))


def guess_the_ace_second_gift(title: str, cards: int, prize: Rational) -> ExtensiveGame:
    """Return Guess-the-Ace in which player 1 may give away the prize once more after the answer.

    Player 1 learns the answer but not yet the card. Now a wrong "yes" is not
    dominated, since it might be rewarded, and normal-form perfection no longer excludes it;
    sequential rationality still does.

    References
    ----------
    Miltersen & Sørensen (2006), section 1.1.
    """

    def asked(right: str) -> Node:
        answers = {answer: second_gift(answer, prize if answer == right else 0) for answer in ("yes", "no")}
        return move(1, "start", {"stop": leaf(0), "ask": move(2, "asked", answers)})

    def second_gift(answer: str, paid: Rational) -> Node:
        return move(1, f"after {answer}", {"keep": leaf(-paid), "give": leaf(-paid - prize)})

    return tree(title, _top_card(cards, asked("yes"), asked("no")))


def _top_card(cards: int, ace: Node, other: Node) -> Node:
    return chance({"ace of spades": (Fraction(1, cards), ace), "another card": (Fraction(cards - 1, cards), other)})


def safe_or_risky(title: str) -> ExtensiveGame:
    """Return the solitaire game that separates quasi-perfect from extensive-form perfect equilibria.

    Only player 1 moves. Safe play gets 1 at once; so does risky play, unless the next move
    is a slip. Extensive-form perfection requires safe play with probability 1; a
    quasi-perfect equilibrium may take the risk.

    References
    ----------
    Miltersen & Sørensen (2006), figure 3; the paper names no payoffs.
    """
    careful = move(1, "after risky", {"careful": leaf(1), "slip": leaf(0)})
    return tree(title, move(1, "start", {"safe": leaf(1), "risky": careful}))


def uniform_bounds(title: str) -> ExtensiveGame:
    """Return the game in which equal bounds ε on all sequences lead to an equilibrium that is not subgame perfect.

    After b and r player 1 chooses between c, worth 1, and d, worth -2. As ε goes to 0, the
    equilibria of the game in which every sequence has weight at least ε end at one that mixes c
    and d evenly, which is not even subgame perfect. With the bound ε^k on
    sequences of k choices the limit plays c.

    References
    ----------
    Farina, Gatti & Sandholm, Practical exact algorithm for trembling-hand equilibrium refinements
    in games, NeurIPS 2018.
    """
    after_b = {
        "r": move(1, "after r", {"c": leaf(1), "d": leaf(-2)}),
        "s": move(1, "after s", {"p": leaf(0), "q": leaf(0)}),
    }
    return tree(title, move(1, "start", {"a": leaf(2), "b": move(2, "after b", after_b)}))


_CARDS = Parameter("cards", 52, "number of cards in the deck", 2, 10**9)
_PRIZE = Parameter("prize", Fraction(1000), "payment for a right answer", minimum=0)

GAMES = (
    CatalogEntry(
        name="guess-the-ace",
        description="player 1 may offer a prize for guessing the top card",
        source="Miltersen & Sørensen (2006), figure 1",
        build=guess_the_ace,
        parameters=(_CARDS, _PRIZE),
        sizes=Sizes(nodes=11, infosets=(1, 1), sequences=(3, 3)),
        values=(KnownValue("guess-the-ace", Fraction(0), "Miltersen & Sørensen (2006): player 1 stops"),),
    ),
    CatalogEntry(
        name="guess-the-ace-second-gift",
        description="Guess-the-Ace in which player 1 may give the prize away once more",
        source="Miltersen & Sørensen (2006), section 1.1",
        build=guess_the_ace_second_gift,
        parameters=(_CARDS, _PRIZE),
        sizes=Sizes(nodes=19, infosets=(3, 1), sequences=(7, 3)),
        values=(KnownValue("guess-the-ace-second-gift", Fraction(0), "player 1 stops, and gives nothing"),),
    ),
    CatalogEntry(
        name="safe-or-risky",
        description="a safe move, or a risky one that is as good if no slip follows",
        source="Miltersen & Sørensen (2006), figure 3",
        build=safe_or_risky,
        sizes=Sizes(nodes=5, infosets=(2, 0), sequences=(5, 1)),
        values=(KnownValue("safe-or-risky", Fraction(1), "Miltersen & Sørensen (2006): the payoff of the safe move"),),
    ),
    CatalogEntry(
        name="uniform-bounds",
        description="trembles of the same size at every sequence lead to an implausible equilibrium",
        source="Farina, Gatti & Sandholm (2018)",
        build=uniform_bounds,
        sizes=Sizes(nodes=9, infosets=(3, 1), sequences=(7, 3)),
        values=(KnownValue("uniform-bounds", Fraction(2), "backward induction"),),
    ),
)
