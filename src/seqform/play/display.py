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
from seqform.models.numbers.text import rounded, short
from seqform.play.agents import picture, shown_name
from seqform.play.matches import Move, interval_text
from seqform.play.review import GRADES, NO_LOSS, Decision
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


@dataclass(frozen=True)
class Event:
    """A move: "you", "opponent" or "chance", and the action, "?" if the person does not observe it."""

    who: str
    action: str


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
        return None if self.stakes is None else sum(self.stakes, Fraction(0))

    def name_of(self, who: str) -> str:
        """Return the name of who makes an event: of the opponent, that of the seat."""
        return self.seats[1 - self.seat] if who == OPPONENT else who


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
    now, playable, seat = session.observation(), session.playable, session.seat
    felt, position = playable.felt, session.position
    actions = now.turn.actions if now.turn is not None else ()
    keys = keys_of(actions)
    choices = tuple(ActionChoice(number, label, keys[number]) for number, label in enumerate(actions))
    stakes = None if felt is None else felt.stakes([move.action for move in now.moves if move.player != CHANCE])
    owners = () if felt is None else felt.receivers
    own, other, public = _cards(felt, seat, now.moves)
    board = () if position is None else _board(position, choices, now.moves)
    judge = session.judge
    return Display(
        title=playable.title,
        opponent=session.agent.name,
        hand=now.hand,
        seat=seat,
        seats=playable.players,
        layout=BOARD if board else FELT if felt is not None else TABLE,
        own=own,
        other=other,
        public=public,
        to_come=owners.count(PUBLIC) - len(public),
        stakes=None if stakes is None else (stakes[seat], stakes[1 - seat]),
        board=board,
        picture=picture(Information(seat, "", (), position)),
        known="" if now.turn is None else shown_name(playable, now.turn.player, now.turn.infoset),
        events=_events(now.moves, seat),
        choices=choices,
        payoffs=None if now.payoffs is None else (now.payoffs[seat], now.payoffs[1 - seat]),
        message="Your move." if now.payoffs is None else _result(session, *now.payoffs),
        hint=hinted(session) if hints and judge is not None and not session.over else None,
        score=score_lines(session, judged=judged),
        past=tuple(_past(session, hand, judged) for hand in session.hands),
        review=reviewed(session) if judged and judge is not None and session.hands else (),
        reviewable=judge is not None,
        training=session.dealt is not None,
    )


def reviewed(session: Session, hand: Hand | None = None) -> tuple[ReviewedDecision, ...]:
    """Return the person's decisions in a hand that is over, by default the last one, with judgements."""
    hand, decisions = hand or session.hands[-1], session.review(hand)
    pairs = zip(decisions, hand.decided, strict=True)
    return tuple(_reviewed(session, hand.seat, one, session.known(hand, place)) for one, place in pairs)


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
        lines.insert(0, ScoreLine("without luck", *_with_interval(score.adjusted_mean, score.adjusted_half_width)))
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
    return text if len(text) <= LONGEST_FRACTION or not isinstance(number, Fraction) else f"≈{rounded(number, 6)}"


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
    return f"≈{rounded(cost, 3)}" if text.startswith("≈") else text


def _with_interval(mean: float, half_width: float | None, least: float = -math.inf) -> tuple[str, str]:
    """Return a mean, with as many decimals as its interval has, and the interval."""
    if not half_width:
        return short(mean), interval_text(mean, half_width)
    decimals = max(0, 1 - math.floor(math.log10(half_width)))
    return f"{round(mean, decimals) + 0.0:.{decimals}f}", interval_text(mean, half_width, least)


def keys_of(actions: Sequence[str]) -> list[str]:
    """Return a key for every action: its name if all have one character, else its first letter, else its number."""
    names = [action.lower() for action in actions]
    for keys in (names, [name[:1] for name in names]):
        fits = all(len(key) == 1 and key.isascii() and key.isalnum() and key not in RESERVED for key in keys)
        if fits and len(set(keys)) == len(keys) and (keys is names or not any(key.isdecimal() for key in keys)):
            return keys
    return [*_ENUMERATED[: len(names)], *[""] * (len(names) - len(_ENUMERATED))]


def card_named(text: str) -> Card:
    """Return the card of a name, face down for a hidden one."""
    if text == HIDDEN:
        return Card("")
    named = _CARD.fullmatch(text)
    return Card(text) if named is None else Card(named[1].upper(), _SUITS[named[2].lower()])


def _board(
    here: RulesSituation, choices: Sequence[ActionChoice], moves: Sequence[Move]
) -> tuple[tuple[BoardCell, ...], ...]:
    rules, latest = here.rules, moves[-1].action if moves else None
    numbers: dict[str | None, int] = {choice.label: choice.index for choice in choices}

    def cell(mark: str, action: object) -> BoardCell:
        label = None if action is None else rules.action_label(here.state, action)
        return BoardCell(mark, None if mark else numbers.get(label), bool(mark) and label == latest)

    rows = getattr(rules, "board", lambda state: ())(here.state)
    return tuple(tuple(cell(mark, action) for mark, action in row) for row in rows)


def _events(moves: Sequence[Move], seat: int) -> tuple[Event, ...]:
    names = {seat: YOU, 1 - seat: OPPONENT, CHANCE: NATURE}
    return tuple(Event(names[move.player], move.action) for move in moves)


def _cards(felt: Felt | None, seat: int, moves: Sequence[Move]) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a player, of the opponent and of both among moves."""
    owners = () if felt is None else felt.receivers
    dealt = [move.action for move in moves if move.player == CHANCE]
    return tuple(
        tuple(card_named(text) for text, owner in zip(dealt, owners, strict=False) if owner == who)
        for who in (seat, 1 - seat, PUBLIC)
    )


def _past(session: Session, hand: Hand, judged: bool) -> PastHand:
    cost, grade = None, None
    if judged and session.judge is not None:
        decisions = session.review(hand)
        cost = sum((decision.cost or Fraction(0) for decision in decisions), Fraction(0))
        graded = [GRADES.index(decision.grade) for decision in decisions if decision.grade is not None]
        grade = GRADES[max(graded)] if graded else None
    seen = session.seen(hand)
    own, other, public = (" ".join(map(str, cards)) for cards in _cards(session.playable.felt, hand.seat, seen))
    cards = f"{own}–{other} {public}".strip() if own else public
    return PastHand(
        hand.number, hand.seat, _events(seen, hand.seat), hand.payoff, cost, grade, hand.dealt is not None, cards
    )


def _result(session: Session, *payoffs: Fraction) -> str:
    own, other = payoffs[session.seat], payoffs[1 - session.seat]
    if own + other:
        name = session.playable.players[1 - session.seat]
        return f"You receive {number_text(own)}, and {name} {number_text(other)}."
    return "A draw." if own == 0 else f"You {'win' if own > 0 else 'lose'} {number_text(abs(own))}."


def in_cards(felt: Felt | None, seat: int, moves: Sequence[Move]) -> str:
    """Return a decision in the language of cards, "K♥, board Q♥, after bet, call"; empty where the player has none."""
    own, _, public = _cards(felt, seat, moves)
    if not own:
        return ""
    board = [f"board {' '.join(map(str, public))}"] if public else []
    taken = ", ".join(move.action for move in moves if move.player != CHANCE)
    return ", ".join([" ".join(map(str, own)), *board, f"after {taken}" if taken else "first to act"])


def _reviewed(session: Session, seat: int, decision: Decision, moves: Sequence[Move]) -> ReviewedDecision:
    best = None if decision.worth is None else max(decision.worth)
    rows = []
    for number, (action, share) in enumerate(zip(decision.actions, decision.profile, strict=True)):
        worth = None if decision.worth is None else decision.worth[number]
        cost = None if worth is None or best is None else best - worth
        rows.append(ActionRow(action, number == decision.chosen, share, worth, cost))
    where = in_cards(session.playable.felt, seat, moves) or shown_name(session.playable, seat, decision.infoset)
    chosen, equity = decision.actions[decision.chosen], None
    if decision.equity is not None:
        equity = f"Your hand is the stronger one in the end with probability {number_text(decision.equity)}."
    return ReviewedDecision(where, chosen, decision.grade, decision.cost, _verdict(decision), tuple(rows), equity)


def _verdict(decision: Decision) -> str:
    if decision.cost is None:
        return "the agent's strategy never leads here, so nothing can be compared"
    if decision.grade != NO_LOSS:
        return f"{decision.grade}; it costs {cost_text(decision.cost)}"
    return NO_LOSS + ("; the profile itself never plays it" if decision.profile[decision.chosen] == 0 else "")
