"""The display of a session: all that the person may see, as data for every medium: terminal, browser, plain text.

`display` is the only way from a session to a picture, and it has nothing that the person may not observe: cards that
are hidden are empty, and stakes and keys depend on public actions only. Texts are those of the game; a medium escapes
them (`seqform.system.foreign_text`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from seqform.models.games.extensive import CHANCE
from seqform.models.games.signals import PUBLIC
from seqform.models.numbers.exact import Number, in_doubles
from seqform.models.numbers.text import ROUNDING_NOISE, decimal_text, rounded, short
from seqform.play.agents import picture, shown_name
from seqform.play.matches import Move, interval_text
from seqform.play.review import GRADES_BY_COST, NO_LOSS, Decision
from seqform.play.session import HIDDEN, Hand, Session
from seqform.playable import Information, RulesSituation
from seqform.playable.felt import Felt

RESERVED = "qv?"
"""Keys that no action has: to leave, to review, for help."""

LONGEST_FRACTION = 7
"""Characters of a fraction that is not shown as a decimal."""

YOU, OPPONENT, NATURE = "you", "opponent", "chance"
"""Those who make events."""

FELT, BOARD, TABLE = "felt", "board", "table"
"""The layouts: cards on a felt, a board of cells, or a table of text for all other games."""

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_CARD = re.compile(r"(10|[2-9TJQKA])([shdc])", re.IGNORECASE)
_ENUMERATED = "123456789abcdefghijklmnoprstuwxyz"


@dataclass(frozen=True)
class Card:
    """A card, or another signal; empty text if it is face down. `suit` is one of ♠♥♦♣, or empty."""

    text: str
    suit: str = ""

    @property
    def hidden(self) -> bool:
        """True if the card is face down."""
        return not self.text

    def __str__(self) -> str:
        """Return rank and suit, or a question mark."""
        return f"{self.text}{self.suit}" or HIDDEN


@dataclass(frozen=True)
class BoardCell:
    """A cell of a board: its mark, "" for none; the number of the action that it stands for; whether it is the last."""

    mark: str
    choice: int | None = None
    latest: bool = False


@dataclass(frozen=True)
class ActionChoice:
    """A legal action: its number for `Session.act`, its name, and a key of one character, "" if there are too many."""

    index: int
    label: str
    key: str


HIDDEN_MOVE = "hidden move"
"""The words for a move that the person does not observe."""


@dataclass(frozen=True)
class Event:
    """A move: "you", "opponent" or "chance", and the action, "?" if the person does not observe it."""

    who: str
    action: str

    @property
    def text(self) -> str:
        """The action for people: a move that is not observed is a "hidden move"."""
        return HIDDEN_MOVE if self.action == HIDDEN else self.action


@dataclass(frozen=True)
class PastHand:
    """A hand that is over, with the moves as the person may observe them, and the person's payoff.

    `cards` are the person's, the opponent's and public ones, where there are cards. `cost` is that of all decisions and
    `grade` that of the worst one, None without a judge. Training hands do not count in the score.
    """

    number: int
    seat: int
    events: tuple[Event, ...]
    payoff: Fraction
    cost: Number | None
    grade: str | None = None
    training: bool = False
    cards: str = ""


@dataclass(frozen=True)
class ScoreLine:
    """A line of the score: what it is, its value, and its interval, such as "± 0.1", as texts; "" for no interval."""

    label: str
    value: str
    interval: str = ""


@dataclass(frozen=True)
class ActionRow:
    """An action in a review: its probability in the profile, its worth, and its cost; None where nothing compares."""

    action: str
    chosen: bool
    probability: Number
    worth: Number | None
    cost: Number | None


@dataclass(frozen=True)
class ReviewedDecision:
    """A decision of the person with a judgement.

    `where` are the person's cards, those of the board and the actions so far, or the name of the information set;
    `grade` is one of `seqform.play.review`, None where nothing compares; `verdict` is a clause about the action chosen.
    `equity`, in games that are dealt by their rules, is the probability that the person's hand is the stronger one in
    the end, as a sentence.
    """

    where: str
    chosen: str
    grade: str | None
    cost: Number | None
    verdict: str
    rows: tuple[ActionRow, ...]
    equity: str | None = None


@dataclass(frozen=True)
class Display:
    """All that the person sees now.

    - `title`, `opponent`: The game, and the name of the agent.
    - `hand`, `seat`: The number of the hand, from 1; the person's seat, 0 or 1.
    - `seats`: The names of both seats.
    - `layout`: `FELT` where there are cards, `BOARD` where `board` has rows, `TABLE` otherwise.
    - `own`, `other`, `public`: The cards dealt so far; the opponent's are face down until they are shown.
    - `to_come`: Number of public cards of the longest play that have not been dealt.
    - `stakes`: tuple of Fraction, or None. What the person and the opponent have put in; their sum is the pot.
    - `picture`, `known`: The position drawn by the rules, of several lines; the name of the information set, "" if the
      hand is over.
    - `events`: The moves of this hand.
    - `choices`: The legal actions; none when the hand is over.
    - `payoffs`: tuple of Fraction, or None. Of the person and of the opponent when the hand is over.
    - `message`: A sentence: whose turn it is, or the result.
    - `hint`: The worth of the actions here, where hints are asked for.
    - `past`: The hands that are over.
    - `review`: The decisions of the hand that was over last; empty without a judge.
    - `reviewable`: True if decisions against this opponent can be judged.
    - `training`: True if this hand was dealt to train a decision, and does not count in the score.
    """

    title: str
    opponent: str
    hand: int
    seat: int
    seats: tuple[str, str]
    layout: str
    own: tuple[Card, ...]
    other: tuple[Card, ...]
    public: tuple[Card, ...]
    to_come: int
    stakes: tuple[Fraction, Fraction] | None
    board: tuple[tuple[BoardCell, ...], ...]
    picture: str
    known: str
    events: tuple[Event, ...]
    choices: tuple[ActionChoice, ...]
    payoffs: tuple[Fraction, Fraction] | None
    message: str
    hint: ReviewedDecision | None
    score: tuple[ScoreLine, ...]
    past: tuple[PastHand, ...]
    review: tuple[ReviewedDecision, ...]
    reviewable: bool
    training: bool = False

    @property
    def over(self) -> bool:
        """True if the hand is over."""
        return self.payoffs is not None

    @property
    def pot(self) -> Fraction | None:
        """The sum of the stakes; None without stakes."""
        if self.stakes is None:
            return None
        return sum(self.stakes, Fraction(0))

    def name_of(self, who: str) -> str:
        """Return the name of who makes an event: of the opponent, that of the seat."""
        if who == OPPONENT:
            return self.seats[1 - self.seat]
        return who


def display(session: Session, *, hints: bool = False, judged: bool = True) -> Display:
    """Return all that the person sees of a session now.

    - `hints`: Judge the actions before the decision, where there is a judge.
    - `judged`: False leaves out what takes the time of judgements: reviews, grades, and scores beside the payoffs.

    Examples
    --------
    >>> from seqform.play import open_session
    >>> shown = display(open_session("kuhn", seat=0, seed=3))
    >>> shown.layout, str(shown.own[0]), str(shown.other[0]), shown.pot
    ('felt', 'J', '?', Fraction(2, 1))
    >>> [(choice.key, choice.label) for choice in shown.choices]
    [('c', 'check'), ('b', 'bet')]
    """
    now = session.observation()
    playable = session.playable
    seat = session.seat
    felt = playable.felt
    own, other, public = _cards(felt, seat, now.moves)
    to_come = 0
    stakes = None
    layout = TABLE
    if felt is not None:
        layout = FELT
        to_come = felt.receivers.count(PUBLIC) + len(felt.table) - len(public)
        stakes = felt.stakes([move.action for move in now.moves if move.player != CHANCE])

    known = ""
    choices: tuple[ActionChoice, ...] = ()
    if now.turn is not None:
        known = shown_name(playable, now.turn.player, now.turn.infoset)
        choices = _choices(now.turn.actions)
    board: tuple[tuple[BoardCell, ...], ...] = ()
    if session.position is not None:
        board = _board(session.position, choices, now.moves)
        layout = BOARD if board else layout

    payoffs = None
    message = "Your move."
    if now.payoffs is not None:
        payoffs = _by_seat(now.payoffs, seat)
        message = result_text(session, *now.payoffs)

    is_judgeable = session.judge is not None
    hint = None
    if hints and is_judgeable and not session.over:
        hint = hinted(session)
    review: tuple[ReviewedDecision, ...] = ()
    if judged and is_judgeable and session.hands:
        review = reviewed(session)
    return Display(
        title=playable.title,
        opponent=session.agent.name,
        hand=now.hand,
        seat=seat,
        seats=playable.players,
        layout=layout,
        own=own,
        other=other,
        public=public,
        to_come=to_come,
        stakes=None if stakes is None else _by_seat(stakes, seat),
        board=board,
        picture=picture(Information(seat, "", (), session.position)),
        known=known,
        events=_events(now.moves, seat),
        choices=choices,
        payoffs=payoffs,
        message=message,
        hint=hint,
        score=score_lines(session, judged=judged),
        past=tuple(_past(session, hand, judged) for hand in session.hands),
        review=review,
        reviewable=is_judgeable,
        training=session.dealt is not None,
    )


def _by_seat(numbers: Sequence[Fraction], seat: int) -> tuple[Fraction, Fraction]:
    """Return the person's number and the opponent's, of those of players 0 and 1."""
    return numbers[seat], numbers[1 - seat]


def _choices(actions: Sequence[str]) -> tuple[ActionChoice, ...]:
    keys = keys_of(actions)
    return tuple(ActionChoice(number, label, keys[number]) for number, label in enumerate(actions))


def reviewed(session: Session, hand: Hand | None = None) -> tuple[ReviewedDecision, ...]:
    """Return the person's decisions in a hand that is over, by default the last one, with judgements."""
    if hand is None:
        hand = session.hands[-1]
    reviews = []
    for decision, place in zip(session.review(hand), hand.decided, strict=True):
        moves = session.known(hand, place)
        reviews.append(_reviewed(session, hand.seat, decision, moves))
    return tuple(reviews)


def hinted(session: Session) -> ReviewedDecision:
    """Return the decision that comes next, with the worth of all actions."""
    return _reviewed(session, session.seat, session.hint(), session.observation().moves)


def score_lines(session: Session, *, judged: bool = True) -> tuple[ScoreLine, ...]:
    """Return the score, the mean without luck first; no line before a hand is over."""
    score = session.scored(judged=judged)
    if score is None:
        return ()
    lines = [ScoreLine("as played", *_with_interval(in_doubles(score.mean), score.half_width))]
    if score.adjusted_mean is not None:
        lines.insert(
            0,
            ScoreLine(
                "without luck", *_with_interval(score.adjusted_mean, score.adjusted_half_width)
            ),
        )
    if score.perfect is not None and score.mistakes is not None:
        lines.append(ScoreLine("perfect play earns", number_text(score.perfect)))
        cost = _with_interval(score.mistakes, score.mistakes_half_width, least=0.0)
        lines.append(ScoreLine("your mistakes have cost", *cost))
    return tuple(lines)


def number_text(number: Number) -> str:
    """Return a number for display, as a decimal unless its fraction is short.

    Examples
    --------
    >>> number_text(Fraction(1, 3)), number_text(Fraction(12345, 67891))
    ('1/3', '≈0.181836')
    """
    text = short(number)
    if isinstance(number, Fraction) and len(text) > LONGEST_FRACTION:
        return f"≈{rounded(number, 6)}"
    return text


def payoff_text(payoff: Number) -> str:
    """Return a payoff for display, as the decimal that equals it where there is a short one.

    Examples
    --------
    >>> payoff_text(Fraction(-1743, 50)), payoff_text(Fraction(1, 3)), payoff_text(Fraction(2))
    ('-34.86', '1/3', '2')
    """
    if isinstance(payoff, Fraction):
        text = decimal_text(abs(payoff))
        if len(text) <= LONGEST_FRACTION:
            return f"-{text}" if payoff < 0 else text
    return number_text(payoff)


LEAST_SHARE = 1e-4
"""The least probability in doubles that is shown as a number."""


def share_text(share: Number) -> str:
    """Return a probability for display; of a tiny one in doubles, a bound.

    Examples
    --------
    >>> share_text(9.53674e-07), share_text(0.25), share_text(Fraction(1, 3))
    ('<0.0001', '0.25', '1/3')
    """
    if isinstance(share, float) and 0 < share < LEAST_SHARE:
        return f"<{LEAST_SHARE:.4f}"
    return number_text(share)


def cost_text(cost: Number) -> str:
    """Return a cost as a decimal, with its fraction if that is short.

    Examples
    --------
    >>> cost_text(Fraction(1, 3)), cost_text(Fraction(12345, 67891))
    ('0.333 (1/3)', '≈0.182')
    """
    text = number_text(cost)
    if "/" in text:
        return f"{rounded(cost, 3)} ({text})"
    if text.startswith("≈"):
        return f"≈{rounded(cost, 3)}"
    return text


def _with_interval(
    mean: float, half_width: float | None, least: float = -math.inf
) -> tuple[str, str]:
    """Return a mean, with as many decimals as its interval has, and the interval.

    A mean whose first two digits are beyond these decimals has more, and so has one that two more make exact: of few
    hands the interval is wide, and -1/2 is not 0.

    Examples
    --------
    >>> _with_interval(-0.5, 19.06), _with_interval(1 / 3, 19.06), _with_interval(1 / 3, 0.0123)
    (('-0.5', '± 19'), ('0.33', '± 19'), ('0.333', '± 0.012'))
    """
    if not half_width:
        return short(mean), interval_text(mean, half_width)
    of_interval = _decimals_of_two_digits(half_width)
    decimals = of_interval
    if abs(mean) >= ROUNDING_NOISE:
        decimals = max(of_interval, _decimals_of_two_digits(mean))
    for fewer in range(of_interval, decimals + 3):
        if round(mean, fewer) == mean:
            decimals = fewer
            break
    shown = round(mean, decimals) + 0.0  # which turns -0.0 into 0.0
    return f"{shown:.{decimals}f}", interval_text(mean, half_width, least)


def _decimals_of_two_digits(number: float) -> int:
    """Return the decimals that the first two digits of a number take that is not 0."""
    return max(0, 1 - math.floor(math.log10(abs(number))))


def keys_of(actions: Sequence[str]) -> list[str]:
    """Return a key for every action: its name if all have one character, else its first letter, else its number."""
    names = [action.lower() for action in actions]
    if _are_keys(names):
        return names
    initials = [name[:1] for name in names]
    # Read as the number of another action.
    has_digit = any(initial.isdecimal() for initial in initials)
    if _are_keys(initials) and not has_digit:
        return initials
    return [*_ENUMERATED[: len(names)], *[""] * (len(names) - len(_ENUMERATED))]


def _are_keys(texts: Sequence[str]) -> bool:
    """Return whether texts are different keys that are not reserved."""
    for text in texts:
        is_key = len(text) == 1 and text.isascii() and text.isalnum()
        if not is_key or text in RESERVED:
            return False
    return len(set(texts)) == len(texts)


def card_named(text: str) -> Card:
    """Return the card of a name, face down for a hidden one."""
    if text == HIDDEN:
        return Card("")
    match = _CARD.fullmatch(text)
    if match is None:
        return Card(text)
    rank, suit = match.groups()
    return Card(rank.upper(), _SUITS[suit.lower()])


def _board(
    here: RulesSituation, choices: Sequence[ActionChoice], moves: Sequence[Move]
) -> tuple[tuple[BoardCell, ...], ...]:
    """Return the cells of a board, if the rules have one, with the choices that empty cells stand for."""
    rules = here.rules
    if not hasattr(rules, "board"):
        return ()
    latest = moves[-1].action if moves else None
    number_of: dict[str | None, int] = {choice.label: choice.index for choice in choices}

    def cell(mark: str, action: object) -> BoardCell:
        label = None if action is None else rules.action_label(here.state, action)
        if mark:
            return BoardCell(mark, latest=label == latest)
        return BoardCell(mark, number_of.get(label))

    return tuple(
        tuple(cell(mark, action) for mark, action in row) for row in rules.board(here.state)
    )


def _events(moves: Sequence[Move], seat: int) -> tuple[Event, ...]:
    names = {seat: YOU, 1 - seat: OPPONENT, CHANCE: NATURE}
    return tuple(Event(names[move.player], move.action) for move in moves)


def _cards(felt: Felt | None, seat: int, moves: Sequence[Move]) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a player, of the opponent and of both among moves."""
    cards_of: dict[int, list[Card]] = {seat: [], 1 - seat: [], PUBLIC: []}
    if felt is not None:
        cards_of[PUBLIC] += map(card_named, felt.table)
        dealt = [move.action for move in moves if move.player == CHANCE]
        for text, owner in zip(dealt, felt.receivers, strict=False):
            if owner in cards_of:
                cards_of[owner].append(card_named(text))
    return tuple(cards_of[seat]), tuple(cards_of[1 - seat]), tuple(cards_of[PUBLIC])


def _past(session: Session, hand: Hand, judged: bool) -> PastHand:
    cost = None
    grade = None
    if judged and session.judge is not None:
        decisions = session.review(hand)
        cost = sum((decision.cost or Fraction(0) for decision in decisions), Fraction(0))
        grades = [decision.grade for decision in decisions if decision.grade is not None]
        grade = max(grades, key=GRADES_BY_COST.index, default=None)

    moves = session.seen(hand)
    own, other, public = (
        " ".join(map(str, cards)) for cards in _cards(session.playable.felt, hand.seat, moves)
    )
    cards = f"{own}–{other} {public}".strip() if own else public
    return PastHand(
        hand.number,
        hand.seat,
        _events(moves, hand.seat),
        hand.payoff,
        cost,
        grade,
        training=hand.dealt is not None,
        cards=cards,
    )


def result_text(session: Session, *payoffs: Fraction) -> str:
    """Return what the person has won, lost or received in a hand that is over, in words."""
    own, other = _by_seat(payoffs, session.seat)
    if own + other:
        name = session.playable.players[1 - session.seat]
        return f"You receive {payoff_text(own)}, and {name} {payoff_text(other)}."
    if own == 0:
        return "A draw."
    return f"You {'win' if own > 0 else 'lose'} {payoff_text(abs(own))}."


def in_cards(felt: Felt | None, seat: int, moves: Sequence[Move]) -> str:
    """Return a decision in the language of cards, "K♥, board Q♥, after bet, call"; empty where the player has none."""
    own, _, public = _cards(felt, seat, moves)
    if not own:
        return ""
    parts = [" ".join(map(str, own))]
    if public:
        parts.append(f"board {' '.join(map(str, public))}")
    taken = ", ".join(move.action for move in moves if move.player != CHANCE)
    parts.append(f"after {taken}" if taken else "first to act")
    return ", ".join(parts)


def _reviewed(
    session: Session, seat: int, decision: Decision, moves: Sequence[Move]
) -> ReviewedDecision:
    rows = []
    for number, (action, share) in enumerate(zip(decision.actions, decision.profile, strict=True)):
        worth = None
        cost = None
        if decision.worth is not None:
            worth = decision.worth[number]
            cost = max(decision.worth) - worth
        rows.append(ActionRow(action, number == decision.chosen, share, worth, cost))
    equity = None
    if decision.equity is not None:
        equity = f"Your hand is the stronger one in the end with probability {number_text(decision.equity)}."
    return ReviewedDecision(
        where=in_cards(session.playable.felt, seat, moves)
        or shown_name(session.playable, seat, decision.infoset),
        chosen=decision.actions[decision.chosen],
        grade=decision.grade,
        cost=decision.cost,
        verdict=_verdict(decision),
        rows=tuple(rows),
        equity=equity,
    )


def _verdict(decision: Decision) -> str:
    if decision.cost is None:
        return "the agent's strategy never leads here, so nothing can be compared"
    if decision.grade != NO_LOSS:
        share = ""
        if decision.pot:
            share = f", {float(100 * decision.cost / decision.pot):.3g} % of the pot"
        return f"{decision.grade}; it costs {cost_text(decision.cost)}{share}"
    if decision.profile[decision.chosen] == 0:
        return f"{NO_LOSS}; the profile itself never plays it"
    return NO_LOSS
