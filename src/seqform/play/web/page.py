"""The pages of a session: HTML by Jinja, from what the person may observe."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from seqform.io.pages import hash_of
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted
from seqform.play.display import (
    FELT,
    NATURE,
    OPPONENT,
    TABLE,
    ActionRow,
    Event,
    card_named,
    cost_text,
    display,
    number_text,
    reviewed,
    score_lines,
)
from seqform.play.review import BLUNDER, INACCURACY
from seqform.play.session import Hand, Session
from seqform.play.web.cards import SUITS, drawn
from seqform.system.foreign_text import visible

NEXT, TRAIN, QUIT = "next", "train", "quit"
"""The values of the buttons that are no actions."""

NOTICE = "That page was out of date, so nothing was played from it. This is the present state."

LONGEST_NUMBER = 5
"""Characters of a number that is not rounded."""

MOST_SHOWN = 50
"""Hands in the list of the last ones."""

_ICON = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#17694c" d="{SUITS["♠"][2]}"/></svg>'
_GRADES = {INACCURACY: "slip", BLUNDER: "bad"}


class Page:
    """The pages of a session; without a session under way, they are those of hands and messages.

    Attributes
    ----------
    policy : str
        The content security policy of all of them.
    judged : int
        The hands whose reviews are known; pages show reviews and the score without luck once all hands are.
    """

    def __init__(self, session: Session, *, hands: int | None = None, hints: bool = False) -> None:
        self.session, self.hands, self.hints = session, hands, hints
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
        can_be = self.session.judge is not None and self.is_judged
        return can_be and any(decision.cost for _, decision in self.session.decided())

    def choices(self) -> tuple[str, ...]:
        """Return the values that the form of the present state may have."""
        turn = self.session.observation().turn
        if turn is not None:
            return tuple(map(str, range(len(turn.actions))))
        return () if self.is_last else (NEXT, TRAIN) if self.is_trainable else (NEXT,)

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
        past = next(one for one in display(self.session).past if one.number == hand.number)
        players, felt = self.session.playable.players, self.session.playable.felt
        owners = {hand.seat: "your card", 1 - hand.seat: f"{players[1 - hand.seat]}'s card"}
        dealt = [one.action for one in past.events if one.who == NATURE] if felt is not None else []
        receivers = felt.receivers if felt is not None else ()
        return self._page(
            f"Hand {hand.number} – {self.session.playable.title}",
            f"hand {hand.number}, you were {players[hand.seat]}",
            summary=f"{self._moves(past.events, hand.seat)}. You received {_number(past.payoff)}.",
            dealt=[
                (card_named(name), owners.get(receiver, "public card") if receiver is not None else "card")
                for name, receiver in zip(dealt, receivers, strict=False)
            ],
            review=reviewed(self.session, hand) if self.session.judge is not None else (),
            link=True,
        )

    def end(self) -> str:
        """Return the page after the end of the session."""
        played = (
            f"{counted(len(self.session.hands), 'hand')} played; the server has ended, and this page can be closed."
        )
        return self._page(f"The end – {self.session.playable.title}", "the end", notice=played)

    def message(self, text: str) -> str:
        """Return a page with a message."""
        return self._page(f"{text} – {self.session.playable.title}", "", notice=text, link=True)

    def failed(self, error: Exception) -> str:
        """Return the page after an error, with which the server ends."""
        return self._page("Error", "", notice=f"{error or type(error).__name__}; the server has ended.", score=())

    def _page(self, heading: str, subtitle: str, **parts: Any) -> str:
        empty: dict[str, Any] = {"table": None, "step": 0, "summary": "", "notice": ""}
        empty |= dict.fromkeys(("is_last", "is_trainable", "is_pending", "link"), False)
        empty |= dict.fromkeys(("dealt", "review", "past"), ())
        named: dict[str, Any] = {
            "title": self.session.playable.title,
            "seats": self.session.playable.players,
            "strategy": self.session.agent.name.partition(":")[0],
            "moves": self._moves,
            "actions": lambda events: ", ".join(one.action for one in self._shown(events)),
        }
        score = {} if "score" in parts else {"score": score_lines(self.session, judged=self.is_judged)}
        text: str = self._template.render(heading=heading, subtitle=subtitle, **empty | named | score | parts)
        return text

    def _moves(self, events: Sequence[Event], seat: int) -> str:
        name = self.session.playable.players[1 - seat]
        return ", ".join(f"{name if one.who == OPPONENT else one.who}: {one.action}" for one in self._shown(events))

    def _shown(self, events: Sequence[Event]) -> list[Event]:
        """Return events without those of chance that are shown as cards."""
        return [one for one in events if one.who != NATURE or self.session.playable.felt is None]


@cache
def _template() -> tuple[Any, str]:
    """Return the template of all pages, and their content security policy."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    style, script, template = (
        files(__package__).joinpath(name).read_text("utf-8") for name in ("style.css", "keys.js", "page.html")
    )
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
        "icon": Markup(quote(_ICON)),
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
    is_long = len(plain) > LONGEST_NUMBER and ("." in plain or "/" in plain) and "<" not in plain
    return (f"{float(Fraction(plain)):.3g}" if is_long else text).replace("-", "−")


def _worth_bars(rows: Sequence[ActionRow]) -> list[tuple[float, float, str]]:
    """Return for every action the beginning, the width and the class of the bar of its worth, in per cent."""
    worths: list[Number] = [row.worth for row in rows if row.worth is not None]
    numbers = [float(worth) for worth in worths]
    low, high = min(0.0, *numbers, 0.0), max(0.0, *numbers, 0.0)
    span = (high - low) or 1.0
    starts = (100 * (min(number, 0.0) - low) / span for number in numbers)
    widths = (max(100 * abs(number) / span, 1.0) for number in numbers)
    return list(zip(starts, widths, ["loss" if number < 0 else "gain" for number in numbers], strict=True))
