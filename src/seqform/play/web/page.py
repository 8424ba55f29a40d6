"""The pages of a session: HTML by Jinja, from what the person may observe, with playing cards as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from seqform.io.pages import hash_of
from seqform.models.games.signals import PUBLIC
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, rounded
from seqform.play.agents import named_agent
from seqform.play.display import (
    FELT,
    NATURE,
    OPPONENT,
    TABLE,
    ActionRow,
    Card,
    Event,
    ReviewedDecision,
    card_named,
    cost_text,
    display,
    number_text,
    reviewed,
    score_lines,
)
from seqform.play.review import BLUNDER, INACCURACY, MISTAKE
from seqform.play.session import Hand, Session
from seqform.system.foreign_text import html_text, visible

NEXT, TRAIN, QUIT = "next", "train", "quit"
"""The values of the buttons that are no actions."""

NOTICE = "That page was out of date, so nothing was played from it. This is the present state."

LONGEST_NUMBER = 5
"""Characters of a number that is not rounded."""

MOST_SHOWN = 50
"""Hands in the list of the last ones."""

_GRADES = {INACCURACY: "slip", MISTAKE: "bad", BLUNDER: "bad"}


class Page:
    """The pages of a session; without a session under way, they are those of hands and messages.

    - `ranges`: A picture of both players' ranges, as SVG; empty without one.
    - `policy`: The content security policy of all of them.
    - `judged`: The hands whose reviews are known; pages show reviews and the score without luck once all hands are.
    """

    def __init__(
        self,
        session: Session,
        *,
        hands: int | None = None,
        hints: bool = False,
        ranges: str = "",
    ) -> None:
        from markupsafe import Markup

        self.session = session
        self.ranges = Markup(ranges)
        self.hands = hands
        self.hints = hints
        self._template, self.policy = _template()
        self.judged = len(session.hands)

    @property
    def is_last(self) -> bool:
        """True if no other hand is to begin."""
        return self.hands is not None and len(self.session.hands) >= self.hands

    @property
    def is_judged(self) -> bool:
        """True if the reviews of all hands are known, or there are none."""
        return self.session.judge is None or self.judged == len(self.session.hands)

    @property
    def is_trainable(self) -> bool:
        """True if a decision is known to have cost something, to which hands can be dealt."""
        if self.session.judge is None or not self.is_judged:
            return False
        return any(decision.cost for _, decision in self.session.decided())

    def choices(self) -> tuple[str, ...]:
        """Return the values that the form of the present state may have."""
        turn = self.session.observation().turn
        if turn is not None:
            return tuple(map(str, range(len(turn.actions))))
        if self.is_last:
            return ()
        if self.is_trainable:
            return NEXT, TRAIN
        return (NEXT,)

    def table(self, step: int, *, outdated: bool = False) -> str:
        """Return the page of the present state, whose forms are for the state of this number."""
        shown = display(self.session, hints=self.hints, judged=self.is_judged)
        training = ", training" if shown.training else ""
        return self._page(
            f"{shown.message} – {shown.title}",
            f"hand {shown.hand}{training}, you are {shown.seats[shown.seat]}, against {shown.opponent}",
            notice=NOTICE if outdated else "",
            table=shown,
            step=step,
            is_last=self.is_last,
            is_trainable=shown.over and self.is_trainable,
            is_pending=not self.is_judged,
            review=shown.review if shown.over else (),
            past=shown.past[::-1],
        )

    def hand(self, hand: Hand) -> str:
        """Return the page of a hand that is over."""
        past = next(known for known in display(self.session).past if known.number == hand.number)
        seat = self.session.playable.players[hand.seat]
        review: tuple[ReviewedDecision, ...] = ()
        if self.session.judge is not None:
            review = reviewed(self.session, hand)
        return self._page(
            f"Hand {hand.number} – {self.session.playable.title}",
            f"hand {hand.number}, you were {seat}",
            summary=f"{self._moves(past.events, hand.seat)}. You received {_number(past.payoff)}.",
            dealt=self._dealt(past.events, hand.seat),
            review=review,
            link=True,
        )

    def _dealt(self, events: Sequence[Event], seat: int) -> list[tuple[Card, str]]:
        """Return the cards among events, each with the words for whose it is."""
        playable = self.session.playable
        if playable.felt is None:
            return []
        owners: dict[int | None, str] = {
            seat: "your card",
            1 - seat: f"{playable.players[1 - seat]}'s card",
            PUBLIC: "public card",
            None: "card",
        }
        names = [event.action for event in events if event.who == NATURE]
        on_table = [(card_named(name), owners[PUBLIC]) for name in playable.felt.table]
        pairs = zip(names, playable.felt.receivers, strict=False)
        return on_table + [(card_named(name), owners[receiver]) for name, receiver in pairs]

    def end(self) -> str:
        """Return the page after the end of the session."""
        hands = counted(len(self.session.hands), "hand")
        played = f"{hands} played; the server has ended, and this page can be closed."
        return self._page(f"The end – {self.session.playable.title}", "the end", notice=played)

    def message(self, text: str) -> str:
        """Return a page with a message."""
        return self._page(f"{text} – {self.session.playable.title}", "", notice=text, link=True)

    def failed(self, error: Exception) -> str:
        """Return the page after an error, with which the server ends."""
        return self._page(
            "Error", "", notice=f"{error or type(error).__name__}; the server has ended.", score=()
        )

    def _page(self, heading: str, subtitle: str, **parts: Any) -> str:
        empty: dict[str, Any] = {"table": None, "step": 0, "summary": "", "notice": ""}
        empty |= dict.fromkeys(("is_last", "is_trainable", "is_pending", "link"), False)
        empty |= dict.fromkeys(("dealt", "review", "past"), ())
        named: dict[str, Any] = {
            "title": self.session.playable.title,
            "seats": self.session.playable.players,
            "ranges": self.ranges,
            "strategy": named_agent(self.session.agent.name).before_colon,
            "moves": self._moves,
            "actions": lambda events: ", ".join(event.text for event in self._shown(events)),
        }
        if "score" not in parts:  # after an error it may not be there to be computed
            parts["score"] = score_lines(self.session, judged=self.is_judged)
        text: str = self._template.render(
            heading=heading, subtitle=subtitle, **empty | named | parts
        )
        return text

    def _moves(self, events: Sequence[Event], seat: int) -> str:
        opponent = self.session.playable.players[1 - seat]
        moves = []
        for event in self._shown(events):
            name = opponent if event.who == OPPONENT else event.who
            moves.append(f"{name}: {event.text}")
        return ", ".join(moves)

    def _shown(self, events: Sequence[Event]) -> list[Event]:
        """Return events without those of chance that are shown as cards."""
        if self.session.playable.felt is None:
            return list(events)
        return [event for event in events if event.who != NATURE]


@cache
def _template() -> tuple[Any, str]:
    """Return the template of all pages, and their content security policy."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    folder = files(__package__)
    style = folder.joinpath("style.css").read_text("utf-8")
    script = folder.joinpath("keys.js").read_text("utf-8")
    template = folder.joinpath("page.html").read_text("utf-8")
    spade = f'<path fill="#17694c" d="{SUITS["♠"][2]}"/>'
    icon = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{spade}</svg>'
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: value if isinstance(value, Markup) else visible(value),
    )
    environment.globals |= {
        "style": Markup(style),
        "script": Markup(script),
        "icon": Markup(quote(icon)),
        "card": lambda card, owner: Markup(drawn(card, owner)),
        "number": _number,
        "cost": cost_text,
        "rounded": _rounded,
        "worth_bars": _worth_bars,
        "grade_class": lambda grade: _GRADES.get(grade, "good"),
        "last": MOST_SHOWN,
        "felt": FELT,
        "generic": TABLE,
    }
    policy = (
        f"default-src 'none'; style-src '{hash_of(style)}'; script-src '{hash_of(script)}'; "
        "img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    return environment.from_string(template), policy


def _number(value: Number) -> str:
    """Return a number as text: a short fraction, or three digits."""
    return _rounded(number_text(value))


def _rounded(text: str) -> str:
    """Return the text of a number with at most three digits, unless it is short."""
    plain = text.removeprefix("≈")
    is_whole = "." not in plain and "/" not in plain
    if len(plain) > LONGEST_NUMBER and not is_whole and "<" not in plain:
        text = rounded(Fraction(plain), 3)
    return text.replace("-", "−")


def _worth_bars(rows: Sequence[ActionRow]) -> list[tuple[float, float, str]]:
    """Return for every action the beginning, the width and the class of the bar of its worth, in per cent."""
    worths: list[Number] = [row.worth for row in rows if row.worth is not None]
    low = min(0, *worths, 0)
    high = max(0, *worths, 0)
    span = (high - low) or 1

    # exact worths may be beyond doubles, and their shares of the span are not
    bars = []
    for worth in worths:
        start = float(100 * (min(worth, 0) - low) / span)
        width = max(float(100 * max(worth, -worth) / span), 1.0)
        bars.append((start, width, "loss" if worth < 0 else "gain"))
    return bars


RANKS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {
    "♠": ("spades", "s", "M12 1.5C17 7 21.7 10.2 21.7 14.9A4.7 4.7 0 0 1 13.2 17.4Q13.5 20.3 15.8 22.5H8.2"
          "Q10.5 20.3 10.8 17.4A4.7 4.7 0 0 1 2.3 14.9C2.3 10.2 7 7 12 1.5Z"),
    "♥": ("hearts", "h", "M12 22C5.2 16.3 1.8 12.3 1.8 8A5.3 5.3 0 0 1 12 5.7A5.3 5.3 0 0 1 22.2 8"
          "C22.2 12.3 18.8 16.3 12 22Z"),
    "♦": ("diamonds", "d", "M12 1.3Q15.6 7.2 20.2 12Q15.6 16.8 12 22.7Q8.4 16.8 3.8 12Q8.4 7.2 12 1.3Z"),
    "♣": ("clubs", "c", "M12 1.6A4.7 4.7 0 0 1 15.6 9.4A4.7 4.7 0 1 1 13.2 17.1Q13.5 20.3 15.8 22.5H8.2"
          "Q10.5 20.3 10.8 17.1A4.7 4.7 0 1 1 8.4 9.4A4.7 4.7 0 0 1 12 1.6Z"),
}  # fmt: skip
"""For each suit its name, its class in the style sheet, and its sign in a square of 24 units."""

_PAPER = '<rect class="paper" x=".5" y=".5" width="79" height="111" rx="8"/>'


def spoken(card: Card) -> str:
    """Return a card in words.

    Examples
    --------
    >>> spoken(Card("K", "♠")), spoken(Card("J")), spoken(Card("")), spoken(Card("1-4"))
    ('king of spades', 'jack', 'face down', '1-4')
    """
    if card.hidden:
        return "face down"
    rank = RANKS.get(card.text, card.text)
    if not card.suit:
        return rank
    return f"{rank} of {SUITS[card.suit][0]}"


def drawn(card: Card, owner: str = "") -> str:
    """Return a card as an SVG element with a text for screen readers, which begins with its owner.

    Examples
    --------
    >>> drawn(Card("K", "♠"), "your card")[:89]
    '<svg class="card s" viewBox="0 0 80 112" role="img" aria-label="your card: king of spades'
    """
    label = html_text(f"{owner}: {spoken(card)}" if owner else spoken(card))
    if card.hidden:
        style_class, inside = "back", _back()
    elif card.suit:
        style_class, inside = SUITS[card.suit][1], _suited(card)
    else:
        style_class, inside = "plain", _plain(card.text)
    return (
        f'<svg class="card {style_class}" viewBox="0 0 80 112" role="img" aria-label="{label}">'
        f'<g aria-hidden="true">{inside}</g></svg>'
    )


def _back() -> str:
    lattice = "".join(f"M{x} 9L{x + 94} 103M{x + 94} 9L{x} 103" for x in range(-84, 72, 12))
    return (
        f'{_PAPER}<rect class="cloth" x="6" y="6" width="68" height="100" rx="4"/>'
        f'<svg x="9" y="9" width="62" height="94" viewBox="9 9 62 94"><path class="lattice" d="{lattice}"/></svg>'
        '<rect class="edge" x="9" y="9" width="62" height="94" rx="2.5"/>'
    )


def _suited(card: Card) -> str:
    sign = SUITS[card.suit][2]
    rank = "10" if card.text == "T" else card.text
    corner = (
        f'<text class="index" x="14" y="23">{html_text(rank)}</text>'
        f'<path transform="translate(7.4 27) scale(.55)" d="{sign}"/>'
    )
    turned = f'<g transform="rotate(180 40 56)">{corner}</g>'
    return f'{_PAPER}{corner}{turned}<path transform="translate(19.6 35.6) scale(1.7)" d="{sign}"/>'


def _plain(text: str) -> str:
    size = min(44.0, 92 / len(text))
    corners = ""
    if len(text) < 3:
        corner = f'<text class="index" x="14" y="23">{html_text(text)}</text>'
        corners = f'{corner}<g transform="rotate(180 40 56)">{corner}</g>'
    middle = (
        f'<text x="40" y="{56 + 0.36 * size:.1f}" font-size="{size:.1f}">{html_text(text)}</text>'
    )
    return f'{_PAPER}<rect class="frame" x="22" y="29" width="36" height="54" rx="4"/>{corners}{middle}'
