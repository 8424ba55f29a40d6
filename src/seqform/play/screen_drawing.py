"""The parts of the screen as renderables of rich: cards, positions, moves, the score, hands, reviews and help.

They are functions of `seqform.play.display` and of the room that there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seqform.models.numbers.text import counted
from seqform.play.display import (
    FELT,
    NATURE,
    OPPONENT,
    TABLE,
    Card,
    Display,
    ReviewedDecision,
    card_named,
    cost_text,
    number_text,
)
from seqform.play.review import BLUNDER, INACCURACY, MISTAKE, NEGLIGIBLE, NO_LOSS
from seqform.play.session import HIDDEN
from seqform.system.console import ConsoleTable, Group, RenderableType, Text
from seqform.system.foreign_text import visible

Tones = Mapping[str, str]
"""The colours of grades."""

_SUITS = {"♠": "#16191d", "♥": "#b3261e", "♦": "#0b62a8", "♣": "#1b6e3b"}
_FACE, _EDGE, _BACK = "#fbfaf5", "#c9ccd1", "#9fc0ea on #234f8a"
_WIDTH = 5
"""Characters of a card between its edges."""
_BAR = 12
"""Characters of the bar of probability 1."""
_SIGNS = {NO_LOSS: "✓", NEGLIGIBLE: "✓", INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??"}
_LONGEST_NAME = 16

HELP = (
    (
        "Keys",
        (
            ("on a button", "takes the action; so do clicks, and arrows with Enter"),
            ("Enter", "the next hand, when one is over"),
            ("v", "review of the last hand; ← and → show other hands"),
            ("Ctrl-T", "light or dark"),
            ("q, Ctrl-C", "end; a history, where one is kept, has every action"),
        ),
    ),
    (
        "Score: means of a hand, with Student's 95 % interval",
        (
            ("without luck", "the same mean, with the part of luck taken out"),
            ("as played", "the payoff"),
            ("perfect play earns", "the most to be expected against this opponent"),
            ("your mistakes", "the worth of the best actions less that of yours"),
        ),
    ),
    (
        "Grades of a decision, by its cost alone",
        (
            (_SIGNS[NO_LOSS], f"{NO_LOSS}, even if the equilibrium never plays it"),
            (
                _SIGNS[INACCURACY],
                f"{INACCURACY}: less than 5 % of the range of payoffs, with a pot 2 % of it",
            ),
            (_SIGNS[MISTAKE], f"{MISTAKE}: with a pot, from 2 % of it on"),
            (_SIGNS[BLUNDER], f"{BLUNDER}: more than that; with a pot from 5 % of it on"),
        ),
    ),
)

# ---- cards ----


def felt(shown: Display, height: int) -> list[RenderableType]:
    """Return the lines of the felt: high cards where there is room, and gaps."""
    has_public = bool(shown.public or shown.to_come)
    is_tall = height >= (21 if has_public else 15)
    own_stake, other_stake = "", ""
    if shown.stakes is not None:
        own_stake, other_stake = (f"   stake {number_text(stake)}" for stake in shown.stakes)

    own = [_line(f"You know: {shown.known or HIDDEN}")]
    if shown.own:
        own = _cards(shown.own, 0, is_tall)
    line = Text(justify="center")
    if shown.pot is not None:
        line.append(f"pot {number_text(shown.pot)}   ")
    line.append(shown.message, "bold")

    parts = [
        [_line(f"{shown.name_of(OPPONENT)}{other_stake}", "dim"), *_cards(shown.other, 0, is_tall)]
    ]
    if has_public:
        parts.append(_cards(shown.public, shown.to_come, is_tall))
    parts += [[line], [*own, _line(f"you, {shown.seats[shown.seat]}{own_stake}", "dim")]]
    has_gaps = height >= sum(map(len, parts)) + len(parts) - 1
    rows: list[RenderableType] = [*parts[0]]
    for part in parts[1:]:
        if has_gaps:
            rows.append(Text())
        rows += part
    return rows


def _line(text: str, style: str = "") -> Text:
    return Text(text, style, justify="center")


def _cards(cards: Sequence[Card], to_come: int, tall: bool) -> list[Text]:
    """Return cards beside each other, in five rows or three."""
    drawn = [_card(card, tall=tall) for card in cards] + [_place(tall=tall)] * to_come
    if not drawn:
        return [Text()] * (5 if tall else 3)
    rows = []
    for parts in zip(*drawn, strict=True):
        row = Text(justify="center")
        for place, part in enumerate(parts):
            if place:
                row.append("  ")
            row.append(part)
        rows.append(row)
    return rows


def _card(card: Card, *, tall: bool) -> list[Text]:
    text = visible(card.text)
    suit = card.suit
    width = max(_WIDTH, len(text) + len(suit) + 2)
    if card.hidden:
        return _framed([Text("░" * width, _BACK)] * (3 if tall else 1), width, _BACK)
    if not tall:
        lines = [f"{text}{suit}".center(width)]
    elif suit:
        lines = [f" {text}".ljust(width), suit.center(width), f"{text} ".rjust(width)]
    else:
        lines = ["", text.center(width), ""]
    ink = f"bold {_SUITS.get(suit, _SUITS['♠'])} on {_FACE}"
    return _framed([Text(line.ljust(width), ink) for line in lines], width, f"{_EDGE} on {_FACE}")


def _place(*, tall: bool) -> list[Text]:
    """Return the place of a card that has not been dealt."""
    rows = [f"╎{' ' * _WIDTH}╎"] * (3 if tall else 1)
    return [Text(row, "dim") for row in (f"┌{'╌' * _WIDTH}┐", *rows, f"└{'╌' * _WIDTH}┘")]


def _framed(inner: Sequence[Text], width: int, style: str) -> list[Text]:
    sides = [Text("│", style).append(line).append("│", style) for line in inner]
    return [Text(f"┌{'─' * width}┐", style), *sides, Text(f"└{'─' * width}┘", style)]


# ---- text ----


def position(shown: Display, height: int) -> list[RenderableType]:
    """Return the position as text, and the last moves below each other."""
    lines: list[Text] = []
    if shown.picture:
        lines += map(Text, shown.picture.split("\n"))
    elif shown.known:
        lines += [Text("You know   ", "dim").append(shown.known, "bold not dim"), Text()]
    room = max(height - len(lines) - 3, 1)
    if len(shown.events) > room:
        lines.append(Text("…", "dim"))
    for event in shown.events[-room:]:
        who = shown.name_of(event.who)[:_LONGEST_NAME]
        lines.append(Text(f"{who:<{_LONGEST_NAME}}  ", "dim").append(event.text, "not dim"))
    return [*lines, Text(), Text(shown.message, "bold")]


def moves(shown: Display) -> list[Text]:
    """Return the moves of the hand in a line, unless they are on the screen, and the hint."""
    taken = list(shown.events)
    while shown.layout == FELT and taken and taken[0].who == NATURE:
        del taken[0]  # they are the cards
    line = Text()
    for event in taken:
        if line:
            line.append(" › ", "dim")
        if event.who == NATURE:
            line.append(f"({card_named(event.action)})")
        else:
            line.append(f"{shown.name_of(event.who)}: ", "dim").append(event.text, "bold")
    if not taken:
        line = Text("no move so far", "dim")
    lines = [] if shown.layout == TABLE else [line]
    if shown.hint is not None and shown.hint.rows[0].worth is not None:
        worths = ", ".join(f"{row.action} {number_text(row.worth or 0)}" for row in shown.hint.rows)
        lines.append(Text(f"worth: {worths}", "italic"))
    return lines


def score(shown: Display) -> RenderableType:
    """Return the score."""
    trained = sum(hand.training for hand in shown.past)
    head = [Text(f"Score, {counted(len(shown.past) - trained, 'hand')}", "bold")]
    if trained:
        head.append(Text(f"not counted: {trained} in training", "dim"))
    if not shown.score:
        return Group(*head, Text("no hand is over", "dim"))
    table = ConsoleTable.grid(padding=(0, 1), expand=True)
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True)
    for line in shown.score:
        value = Text(line.value, "bold")
        if line.interval not in ("", "± 0"):
            value.append(f" {line.interval}")
        table.add_row(Text(line.label), value)
    return Group(*head, table)


def hands(shown: Display, tones: Tones) -> RenderableType:
    """Return the hands that are over, the last one first: number, payoff, sign of the worst grade, cards, moves."""
    if not shown.past:
        return Text()
    table = ConsoleTable.grid(padding=(0, 1), expand=True)
    for justify in ("right", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    for hand in reversed(shown.past[-99:]):
        number = f"{hand.number}t" if hand.training else f"{hand.number}"
        payoff = number_text(hand.payoff)
        if hand.payoff > 0:
            payoff = f"+{payoff}"
        sign = Text(*_sign(hand.grade, tones))
        taken = [event.text for event in hand.events if event.who != NATURE]
        course = " ".join([hand.cards, *taken]).strip()
        table.add_row(Text(number, "dim"), Text(payoff, "bold"), sign, Text(course))
    return Group(Text("Hands", "bold"), table)


def _sign(grade: str | None, tones: Tones) -> tuple[str, str]:
    """Return the sign of a grade, and its style."""
    if grade is None:
        return "", ""
    return _SIGNS[grade], f"bold {tones[grade]}"


def review(decision: ReviewedDecision, tones: Tones) -> list[RenderableType]:
    """Return a decision: the verdict, and all actions with probability, worth and cost."""
    sign, style = _sign(decision.grade, tones)
    head = Text(f"{decision.where}: {decision.chosen}   ", "bold")
    head.append(f"{sign} {decision.verdict}".strip(), style)
    table = ConsoleTable(
        left=["", "action", "probability"], right=["", "worth", "costs"], box=None, padding=(0, 1)
    )
    for row in decision.rows:
        share = float(row.probability)
        bar = "█" * round(share * _BAR)
        worth = "" if row.worth is None else number_text(row.worth)
        cost = "" if row.cost is None else cost_text(row.cost)
        mark = "▸" if row.chosen else ""
        style = "bold" if row.chosen else ""
        table.add_row(
            mark,
            row.action,
            bar.ljust(_BAR, "·"),
            number_text(row.probability),
            worth,
            cost,
            style=style,
        )
    lines: list[RenderableType] = [Text(), head, table]
    if decision.equity is not None:
        lines.append(Text(decision.equity))
    return lines


def help_text() -> RenderableType:
    """Return the keys, the lines of the score, and the grades."""
    parts: list[RenderableType] = []
    for title, rows in HELP:
        table = ConsoleTable.grid(padding=(0, 2))
        for term, meaning in rows:
            table.add_row(Text(f"  {term}"), Text(meaning))
        parts += [Text(title, "bold"), table]
    return Group(*parts)
