"""Endgames of Texas hold'em for two players: a board, a pot, and the ranges of both players.

Ranges are weights of the 1,326 hands of two cards; two hands are dealt with a probability in proportion to the product
of their weights if the four cards are different and none is on the board. Cards of the board that are missing are dealt
one by one, each before a round of betting; where both are all-in before, the payoff is the mean over them. Player 1,
the big blind, acts first in every round.

Payoffs are the chips won in the whole hand, half of the pot having been put in by each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import numpy as np

from seqform.builders.games.cards.deck import CARDS, SUITS, hand_cards, meets, parse_board
from seqform.builders.games.cards.ranges import given_ranges, require_meeting
from seqform.builders.games.cards.strengths import strengths
from seqform.builders.games.ordered.betting import (
    USUAL_SIZES,
    BettingRules,
    Chips,
    Limit,
    all_in_note,
    no_limit,
)
from seqform.builders.games.ordered.common_betting import Betting, CommonRound, common_round
from seqform.errors import GameError
from seqform.models.games.equal_actions import EqualActions
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game, require_few_paths
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import Comparison, Feature, LaterComparison
from seqform.models.numbers.exact import Ints, Rational
from seqform.models.numbers.text import decimal_text

SHOWDOWN = "showdown"

USUAL = "usual"
"""The value of the parameter for bets of the sizes that `no_limit` has unless others are given."""

AS_BETS = "as-bets"
"""The value of the parameter for raises that are of the sizes of bets."""

CARDS_ON_FLOP, CARDS_ON_RIVER = 3, 5

USUAL_CAP = 4
"""The bets and raises of a round of limit betting, unless another number is given."""


def holdem(
    title: str,
    board: str = "JsKs5cQs7d",
    pot: Rational = 3750,
    stack: Rational = 18125,
    ranges: str = "QQ+ AK",
    bets: str = USUAL,
    raises: str = AS_BETS,
    max_bets: int = 0,
    min_bet: Rational = 0,
    small_bet: Rational = 0,
    big_bet: Rational = 0,
) -> OrderedGame:
    """Return an endgame of Texas hold'em.

    - `board`: Three, four or five cards.
    - `pot`: The chips of both players together in the pot.
    - `stack`: The chips that each player has left.
    - `ranges`: A file or text, see `given_ranges`; text may be in brackets.
    - `bets`, `raises`, `max_bets`, `min_bet`: As of `no_limit`; no cap on bets and raises if 0.
    - `small_bet`, `big_bet`: Limit betting if one is not 0: bets and raises of this size on the flop, and on the turn
      and river, where it is twice the small bet if only that is given. `max_bets` is then 4 if 0. A bet or raise that
      the stack does not suffice for is all-in. A stack of `max_bets` bets in each round never binds.

    Raises GameError for a board, ranges or bets that do not fit.

    References
    ----------
    Brown & Sandholm, Superhuman AI for heads-up no-limit poker: Libratus beats top professionals, Science 359 (2018),
    and the situations of its play in Solving imperfect-information games via discounted regret minimization, AAAI 2019.
    """
    cards = parse_board(board)
    if pot <= 0:
        raise GameError(
            f"{title}: pot={decimal_text(Fraction(pot))}: chips of both players expected, more than 0"
        )
    betting: BettingRules
    num_rounds = 1 + CARDS_ON_RIVER - len(cards)
    if small_bet or big_bet:
        of_no_limit = {"bets": bets != USUAL, "raises": raises != AS_BETS, "min_bet": min_bet}
        others = [name for name, is_given in of_no_limit.items() if is_given]
        if others:
            raise GameError(
                f"{title}: small_bet and big_bet are of limit betting, {' and '.join(others)} of no-limit betting; "
                "leave one of them out"
            )
        betting = _limit(title, len(cards), stack, small_bet, big_bet, max_bets or USUAL_CAP)
    else:
        betting = no_limit(
            stack,
            USUAL_SIZES if bets == USUAL else bets,
            raises=None if raises == AS_BETS else raises,
            max_bets=max_bets or None,
            min_bet=min_bet,
        )
        betting.require_rounds(title, num_rounds)
    deck = tuple([card for card in range(len(CARDS)) if card not in cards])
    strength = BoardStrength(cards, deck)
    rounds = _rounds(betting, Fraction(pot) / 2, num_rounds)
    require_few_paths(title, [common.stage for common in rounds])
    stages = [
        Round(common.stage, public=min(number, 1), private=0)
        for number, common in enumerate(rounds)
    ]
    stages[0] = Round(rounds[0].stage, public=0, private=2)
    features: list[Feature] = [Comparison(strength, SHOWDOWN)]
    features += [
        LaterComparison(strength, to_come, f"{SHOWDOWN} after {to_come} more")
        for to_come in range(1, len(rounds))
    ]
    marks: dict[str, str] = {}
    for common in rounds:
        marks |= common.marks

    of_players = _ranges(title, ranges, cards, deck)
    notes = [all_in_note(betting, Fraction(pot) / 2, num_rounds), _weight_note(ranges)]

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        end = _end(rounds, path)
        if end.folded is not None:
            lost = end.paid[end.folded]
            return (-lost, lost) if end.folded == 0 else (lost, -lost)
        to_come = len(rounds) - len(path)
        left = len(deck) - 4 - (len(path) - 1)
        won = Fraction(end.paid[0]) / math.comb(left, to_come)
        return {features[to_come].name: won}, {features[to_come].name: -won}

    return ordered_game(
        title,
        stages,
        [CARDS[card] for card in deck],
        features,
        utility,
        ordering=[strength],
        marks=marks,
        ranges=of_players,
        equal_actions=_equal_actions(rounds),
        pot=pot,
        table=[CARDS[card] for card in cards],
        symmetries=_suit_exchanges(cards, deck),
        note="; ".join(filter(None, notes)),
    )


def _suit_exchanges(board: tuple[int, ...], deck: tuple[int, ...]) -> list[dict[str, str]]:
    """Return the images of the cards of the deck under every permutation of suits that keeps the board."""
    exchanges = []
    for suits in permutations(range(len(SUITS))):
        image = [card - card % len(SUITS) + suits[card % len(SUITS)] for card in range(len(CARDS))]
        if {image[card] for card in board} == set(board) and image != sorted(image):
            exchanges.append({CARDS[card]: CARDS[image[card]] for card in deck})
    return exchanges


@dataclass(frozen=True)
class BoardStrength:
    """Ranks hands of two cards on a board, with the cards that are dealt to it later; 0 until it is complete.

    Cards are numbers in `deck`, the cards that are not on the board at first.
    """

    board: tuple[int, ...]
    deck: tuple[int, ...]

    def __call__(self, public: Ints, private: Ints) -> Ints:
        deck = np.array(self.deck, dtype=np.int64)
        hands = deck[private]
        numbers = np.zeros(len(hands), dtype=np.int64)
        if len(self.board) + public.shape[1] < CARDS_ON_RIVER:
            return numbers
        boards, board_of = np.unique(deck[public], axis=0, return_inverse=True)
        for number, dealt in enumerate(boards.tolist()):
            on_board = board_of.reshape(-1) == number
            numbers[on_board] = strengths((*self.board, *dealt), hands[on_board])
        return numbers


def _weight_note(text: str) -> str:
    """Return a note on a weight above 1 in a range that also has one of at most 1, "" where there is none.

    Only the ratios of weights matter, but "AA:50, KK" may be meant as half of the hands AA.
    """
    for player, hands in enumerate(given_ranges(_written(text)), start=1):
        weights = hands.weights.take(np.flatnonzero(hands.support))
        largest = max(weights.to_fractions())
        if largest > 1 >= min(weights.to_fractions()):
            return (
                f"player {player}'s range has weights up to {decimal_text(largest)}, which count as they are, beside "
                "those of 1 without a number; half of the hands is 0.5 or 50%"
            )
    return ""


def _written(text: str) -> str:
    """Return the ranges without the brackets around them."""
    return text[1:-1] if text.startswith("[") and text.endswith("]") else text


def _ranges(title: str, text: str, board: tuple[int, ...], deck: tuple[int, ...]) -> Ranges:
    """Return the ranges of the hands without a card of the board, in numbers of the deck."""
    first, second = require_meeting(*given_ranges(_written(text)), board)
    number_of = {card: number for number, card in enumerate(deck)}
    free = np.flatnonzero(~meets(board))
    hands = [[number_of[card] for card in hand] for hand in hand_cards()[free].tolist()]
    return Ranges.of(title, len(deck), hands, [first.weights.take(free), second.weights.take(free)])


def _limit(
    title: str, on_board: int, stack: Rational, small: Rational, big: Rational, max_bets: int
) -> Limit:
    """Return limit betting from a board of some cards on."""
    if stack <= 0:
        raise GameError(
            f"{title}: stack={decimal_text(Fraction(stack))}: chips that each player has left expected, more than 0"
        )
    if on_board == CARDS_ON_FLOP and not small:
        raise GameError(
            f"{title}: the board is a flop, and big_bet is the size of bets on the turn and river; give small_bet, too"
        )
    later = big or 2 * small
    bets = [later] * (CARDS_ON_RIVER - on_board + 1)
    if on_board == CARDS_ON_FLOP:
        bets[0] = small
    return Limit(stack, tuple(bets), max_bets)


def _rounds(betting: BettingRules, paid_first: Rational, count: int) -> list[CommonRound]:
    """Return the rounds of betting, each for all amounts of chips with which it may begin."""
    rounds: list[CommonRound] = []
    starts: list[Chips] = [(paid_first, paid_first)]
    for number in range(count):
        street = betting.street(number, paid_first)
        last = number == count - 1
        common = common_round(street, starts, last)
        rounds.append(common)
        leaves = [common.stage.path(leaf) for leaf in common.stage.continuing]
        starts = sorted({after[leaf].paid for after in common.after.values() for leaf in leaves})
    return rounds


def _equal_actions(rounds: list[CommonRound]) -> EqualActions | None:
    """Return which actions stand for equal ones, after all histories; None where no two are equal."""
    (start,) = rounds[0].after
    paid_by_history = [start]
    tables = []
    for common in rounds:
        tables.append(np.stack([common.stands_for[paid] for paid in paid_by_history], axis=1))
        leaves = [common.stage.path(leaf) for leaf in common.stage.continuing]
        ends = [common.after[paid] for paid in paid_by_history]
        paid_by_history = [after[leaf].paid for after in ends for leaf in leaves]
    equal = EqualActions(tuple([common.stage for common in rounds]), tuple(tables))
    return equal if equal.count else None


def _end(rounds: list[CommonRound], path: tuple[tuple[str, ...], ...]) -> Betting:
    """Return the betting at the end of a path of actions, by rounds."""
    paid = next(iter(rounds[0].after))
    for common, actions in zip(rounds, path, strict=False):
        end = common.after[paid][actions]
        paid = end.paid
    return end
