"""Playing on the whole screen of a terminal: cards, a board or a table of text, by keys and buttons.

The application draws `seqform.play.view` and has no state of the game. Agents and judges work in a thread, so that keys
are answered meanwhile.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Thread
from typing import Any, ClassVar

from rich.table import Table as Columns
from textual import events, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, ItemGrid, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import Button, Footer, Static

from seqform.models.numbers.text import counted
from seqform.play.review import BLUNDER, INACCURACY, NO_LOSS
from seqform.play.session import HIDDEN, Session
from seqform.play.view import (
    BOARD,
    FELT,
    NATURE,
    TABLE,
    YOU,
    Card,
    Cell,
    Choice,
    ReviewedDecision,
    TableView,
    card_named,
    number_text,
    reviewed,
    view,
)
from seqform.system.console import Group, RenderableType, Table, Text
from seqform.system.foreign_text import visible

THEMES = (
    Theme(
        "seqform-dark", primary="#62b0f4", secondary="#ff9d5c", accent="#ffd166", foreground="#e6e9ee",
        background="#14171b", surface="#1c2127", panel="#2a313a", success="#8fcb9b", warning="#ffd166", error="#ff8a7a",
    ),
    Theme(
        "seqform-light", primary="#0b62a8", secondary="#b84a00", accent="#7a4d00", foreground="#1a1e24",
        background="#f4f5f3", surface="#ffffff", panel="#e3e7ea", success="#1b6e3b", warning="#7a4d00", error="#b3261e",
        dark=False,
    ),
)  # fmt: skip
_SUITS = {"♠": "#16191d", "♥": "#b3261e", "♦": "#0b62a8", "♣": "#1b6e3b"}
_FACE, _EDGE, _BACK = "#fbfaf5", "#c9ccd1", "#9fc0ea on #234f8a"
_WIDTH = 5
"""Characters of a card between its edges."""
_BAR = 12
"""Characters of the bar of probability 1."""
_SIGNS = {NO_LOSS: "✓", INACCURACY: "?!", BLUNDER: "??"}
_LONGEST_NAME = 16
_SOON = 0.2
"""Seconds after which work is named in the title."""
_MANY = 6
"""Beyond this number actions have buttons of one row."""

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
            (_SIGNS[INACCURACY], f"{INACCURACY}: less than 5 % of the range of payoffs"),
            (_SIGNS[BLUNDER], f"{BLUNDER}: more than that"),
        ),
    ),
)

CSS = """
#title { height: 1; padding: 0 1; background: $panel; color: $foreground; text-style: bold; }
#middle { height: 1fr; }
#stage { width: 1fr; height: 1fr; }
Scene { width: 1fr; height: 1fr; background: #0f5c45; color: #eaf4ee; }
Scene.-text { background: $surface; color: $foreground; padding: 0 2; }
#board { width: 1fr; height: 1fr; align: center middle; background: $surface; }
#board Grid { height: auto; grid-gutter: 0 1; }
#board.-tall Grid { grid-gutter: 1 2; }
#board #result { height: 1; margin-top: 1; text-align: center; text-style: bold; }
#events { height: auto; max-height: 4; padding: 0 1; background: $panel; }
#actions { height: auto; max-height: 50%; padding: 0 1; background: $background; }
#actions ItemGrid { grid-gutter: 0 1; }
Button, Button:disabled {
    width: 1fr; min-width: 5; height: 3; opacity: 100%; text-opacity: 100%;
    background: $panel; color: $foreground; border: round $primary; text-style: none;
}
Button:hover { background: $primary 30%; border: round $primary; }
Button:focus { border: heavy $accent; text-style: bold; background-tint: $foreground 0%; }
Button:disabled { border: round $panel-lighten-2; }
Button.-latest, Button.-latest:disabled { border: heavy $secondary; }
Button.-textual-compact, Button.-textual-compact:disabled { height: 1; border: none; }
Button.-textual-compact:focus { background: $accent; color: $background; }
#side { width: 32; padding: 0 1; background: $surface; border-left: solid $panel; }
#side Static { height: auto; }
#hands { margin-top: 1; }
.-narrow #side { display: none; }
ModalScreen { align: center middle; }
ModalScreen > Vertical {
    width: 92%; max-width: 92; height: auto; max-height: 100%; padding: 0 1;
    background: $surface; border: round $primary;
}
ModalScreen VerticalScroll { height: auto; }
ModalScreen #keys { height: 1; color: $text-muted; }
"""


class Scene(Widget):
    """The cards on a felt, or the position as text."""

    shown: TableView | None = None

    def render(self) -> RenderableType:
        """Return the drawing for the present size."""
        if self.shown is None:
            return ""
        if self.shown.layout == FELT:
            rows = _felt(self.shown, self.size.height)
        else:
            rows = _position(self.shown, self.size.height)
        return Group(*[Text()] * ((self.size.height - len(rows)) // 2), *rows)


class ActionButton(Button):
    """A button that takes an action, by its number; None for none."""

    choice: int | None = None


class Board(Vertical):
    """A board whose free cells are buttons."""

    def __init__(self, rows: Sequence[Sequence[Cell]]) -> None:
        super().__init__(id="board")
        self.cells = [[ActionButton(id=f"cell-{y}-{x}") for x, _ in enumerate(row)] for y, row in enumerate(rows)]

    def compose(self) -> ComposeResult:
        """Yield the cells, and the line of the result."""
        with Grid() as grid:
            columns = max(map(len, self.cells))
            grid.styles.grid_size_columns = columns
            grid.styles.width = 12 * columns
            for row in self.cells:
                yield from row
        result = Static(id="result")
        result.styles.width = 12 * columns
        yield result

    def show(self, shown: TableView, *, ready: bool) -> None:
        """Show marks, and the keys of the free cells."""
        for buttons, row in zip(self.cells, shown.board, strict=True):
            for button, cell in zip(buttons, row, strict=True):
                key = "" if cell.choice is None else shown.choices[cell.choice].key
                button.label = Text(f" {cell.mark} ", "bold reverse") if cell.mark else Text(key, "dim")
                button.choice = cell.choice
                button.disabled = cell.choice is None or not ready
                button.set_class(cell.latest, "-latest")
        self.query_one("#result", Static).update(Text(shown.message))

    def on_resize(self, event: events.Resize) -> None:
        """Leave gaps where there is room."""
        self.set_class(event.size.height >= 4 * len(self.cells) + 4, "-tall")


class _Panel(ModalScreen[bool]):
    """A text over the table; Enter returns True, other keys that close it False."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,v,question_mark", "dismiss(False)", show=False),
        Binding("enter,space", "dismiss(True)", show=False, priority=True),
    ]
    keys = "Esc closes"

    def compose(self) -> ComposeResult:
        """Yield the text and the keys."""
        with Vertical():
            with VerticalScroll():
                yield Static(self.content(), id="content")
            yield Static(Text(self.keys), id="keys")

    def content(self) -> RenderableType:
        """Return the text."""
        parts: list[RenderableType] = []
        for title, rows in HELP:
            table = Columns.grid(padding=(0, 2))
            for term, meaning in rows:
                table.add_row(Text(f"  {term}"), Text(meaning))
            parts += [Text(title, "bold"), table]
        return Group(*parts)


class ReviewPanel(_Panel):
    """The review of a hand, by default the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
    ]
    keys = "← → other hands   ↑ ↓ more   Esc closes   Enter goes on"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.place = session, len(session.hands) - 1

    def content(self) -> RenderableType:
        """Return the decisions of the hand."""
        hand = self.session.hands[self.place]
        head = Text(f"Hand {hand.number}, as {self.session.table.players[hand.seat]}, payoff ", "bold")
        head.append(number_text(hand.payoff), "bold")
        decisions = reviewed(self.session, hand)
        if not decisions:
            return Group(head, Text("No decision of yours in this hand."))
        return Group(head, *(part for each in decisions for part in _review(each, self.app.current_theme)))

    def action_turn(self, step: int) -> None:
        """Show another hand."""
        self.place = min(max(self.place + step, 0), len(self.session.hands) - 1)
        self.query_one("#content", Static).update(self.content())


class TableApp(App[None]):
    """The table of a session on the whole screen.

    Parameters
    ----------
    hands : int, optional
        End after so many.
    hints : bool
        Show the worth of all actions before every decision.
    review : bool
        Open the review after every hand.
    train : bool
        Deal hands that lead to decisions which have cost something (`Session.next`).

    Attributes
    ----------
    problem : BaseException or None
        The error that ended the application, or KeyboardInterrupt after Ctrl-C.

    Examples
    --------
    >>> from seqform.play import open_session
    >>> app = TableApp(open_session("kuhn"))
    >>> app.run()  # doctest: +SKIP
    """

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide")]  # noqa: RUF012 - as in the base class
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "next hand"),
        Binding("v", "review", "review"),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("ctrl+t", "light_or_dark", "light/dark"),
        Binding("q", "quit", "end"),
        Binding("right,down", "focus_next", show=False),
        Binding("left,up", "focus_previous", show=False),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self,
        session: Session,
        *,
        hands: int | None = None,
        hints: bool = False,
        review: bool = False,
        train: bool = False,
    ) -> None:
        super().__init__()
        self.session, self.last, self.hints, self.reviews, self.trains = session, hands, hints, review, train
        self.shown = view(session, hints=hints)
        self.busy = False
        self.problem: BaseException | None = None

    # ---- the screen ----

    def compose(self) -> ComposeResult:
        """Yield title, table, side and actions."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            with Vertical(id="stage"):
                yield Board(self.shown.board) if self.shown.layout == BOARD else Scene()
                yield Static(id="events")
                grid = ItemGrid(min_column_width=14, stretch_height=False)
                yield VerticalScroll(grid, id="actions", can_focus=False)
            with Vertical(id="side"):
                yield Static(id="score")
                yield Static(id="hands")
        yield Footer(show_command_palette=False)

    async def on_mount(self) -> None:
        """Show the first hand."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[_is_light()].name
        await self.show(self.shown)

    async def show(self, shown: TableView) -> None:
        """Draw a view."""
        self.shown = shown
        for board in self._table.query(Board):
            board.show(shown, ready=True)
        for scene in self._table.query(Scene):
            scene.shown = shown
            scene.set_class(shown.layout != FELT, "-text")
            scene.refresh()
        below = _below(shown)
        self._table.query_one("#events", Static).update(Group(*below))
        self._table.query_one("#events").display = bool(below)
        self._table.query_one("#score", Static).update(_score(shown))
        self._table.query_one("#hands", Static).update(_hands(shown, self.current_theme))
        await self._show_actions()
        self.refresh_bindings()
        self.busy = False
        self._show_title()
        if shown.over and self.reviews and shown.reviewable:
            self.action_review()

    @property
    def _table(self) -> Screen[Any]:
        """The screen under all panels."""
        return self.screen_stack[0]

    def _show_title(self) -> None:
        shown = self.shown
        parts = [f"hand {shown.hand}{', training' if shown.training else ''}", f"you are {shown.seats[shown.seat]}"]
        parts += [f"against {shown.opponent}", *(["working …"] if self.busy else [])]
        self._table.query_one("#title", Static).update(Text(f"{shown.title}   {', '.join(parts)}"))

    async def _show_actions(self) -> None:
        grid = self._table.query_one("#actions ItemGrid", ItemGrid)
        await grid.remove_children()
        if self.shown.over:
            button = Button(_keycap("Enter", "end" if self._is_last else "next hand"), id="next")
            await grid.mount(button)
            button.focus()
        elif not self.shown.board:
            compact = len(self.shown.choices) > _MANY
            await grid.mount(*(_button(choice, compact=compact) for choice in self.shown.choices))

    @property
    def _is_last(self) -> bool:
        return self.last is not None and len(self.shown.past) >= self.last

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action makes sense now."""
        if action == "go_on":
            return self.shown.over
        return bool(self.shown.past) and self.shown.reviewable if action == "review" else True

    # ---- play ----

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "next":
            self.action_go_on()
        elif isinstance(event.button, ActionButton) and event.button.choice is not None:
            self._take(event.button.choice)

    def on_key(self, event: events.Key) -> None:
        """Take the action whose key this is, or whose number where no key is a digit."""
        if isinstance(self.screen, ModalScreen):
            return
        key = (event.character or "").lower()
        choices = self.shown.choices
        found = [choice.index for choice in choices if key and choice.key == key]
        if not found and key.isdecimal() and not any(choice.key.isdecimal() for choice in choices):
            found = [choice.index for choice in choices if str(choice.index + 1) == key]
        if found:
            event.stop()
            self._take(found[0])

    def _take(self, action: int) -> None:
        if not self.busy and not self.shown.over:
            self._work(lambda: self.session.act(action))

    def action_go_on(self) -> None:
        """Begin the next hand, or end."""
        if self.busy or not self.shown.over:
            return
        if self._is_last:
            self.exit()
        else:
            self._work(lambda: self.session.next(train=self.trains))

    def _work(self, step: Callable[[], None]) -> None:
        self.busy = True
        for button in self._table.query(Button):
            button.disabled = True
        self._do(step)

    @work(exclusive=True)
    async def _do(self, step: Callable[[], None]) -> None:
        def done() -> TableView:
            step()
            return view(self.session, hints=self.hints)

        task = _in_thread(done)
        if not (await asyncio.wait({task}, timeout=_SOON))[0]:
            self._show_title()
        try:
            shown = await task
        except Exception as problem:
            self.problem = problem
            self.exit()
        else:
            await self.show(shown)

    # ---- other keys ----

    def action_review(self) -> None:
        """Show the review of the last hand."""

        def closed(goes_on: bool | None) -> None:
            if goes_on:
                self.action_go_on()

        if not self.busy:
            self.push_screen(ReviewPanel(self.session), closed)

    def action_help(self) -> None:
        """Show the keys, and the terms of the score."""
        self.push_screen(_Panel())

    def action_light_or_dark(self) -> None:
        """Change the theme."""
        self.theme = THEMES[self.theme == THEMES[0].name].name
        self._table.query_one("#hands", Static).update(_hands(self.shown, self.current_theme))

    def action_interrupt(self) -> None:
        """End as Ctrl-C does everywhere."""
        self.problem = KeyboardInterrupt()
        self.exit()


def _in_thread(work: Callable[[], TableView]) -> asyncio.Future[TableView]:
    """Start work in a thread that does not keep the process alive, as one of an executor would."""
    future: Future[TableView] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as problem:
            future.set_exception(problem)

    Thread(target=run, daemon=True).start()
    return asyncio.wrap_future(future)


def _is_light() -> bool:
    """Return whether the terminal's background is light, as far as the environment has it."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def _button(choice: Choice, *, compact: bool) -> Button:
    button = ActionButton(_keycap(choice.key, choice.label), compact=compact)
    button.choice = choice.index
    return button


def _keycap(key: str, label: str) -> Text:
    text = Text(f" {key} " if key else "", "bold reverse")
    return text if label.lower() == key else text.append(f" {label}" if key else label, "not reverse")


# ---- cards ----


def _felt(shown: TableView, height: int) -> list[RenderableType]:
    """Return the lines of the felt: high cards where there is room, and gaps."""
    mine, theirs = ("", "") if shown.stakes is None else (f"   stake {number_text(one)}" for one in shown.stakes)
    with_public = bool(shown.public or shown.to_come)
    tall = height >= (21 if with_public else 15)
    above = [_line(f"{_opponent(shown)}, {shown.seats[1 - shown.seat]}{theirs}", "dim"), *_cards(shown.other, 0, tall)]
    own = _cards(shown.own, 0, tall) if shown.own else [_line(f"You know: {shown.known or HIDDEN}")]
    below = [*own, _line(f"you, {shown.seats[shown.seat]}{mine}", "dim")]
    public = [_cards(shown.public, shown.to_come, tall)] if with_public else []
    pot = "" if shown.pot is None else f"pot {number_text(shown.pot)}   "
    line = Text(pot, justify="center").append(shown.message, "bold")
    parts = [above, *public, [line], below]
    gap = [Text()] * (height >= sum(map(len, parts)) + len(parts) - 1)
    return [row for place, part in enumerate(parts) for row in (*(gap if place else []), *part)]


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
            row.append("  " if place else "").append(part)
        rows.append(row)
    return rows


def _card(card: Card, *, tall: bool) -> list[Text]:
    text, suit = visible(card.text), card.suit
    width = max(_WIDTH, len(text) + len(suit) + 2)
    if card.hidden:
        return _framed([Text("░" * width, _BACK)] * (3 if tall else 1), width, _BACK)
    ink = f"bold {_SUITS.get(suit, _SUITS['♠'])} on {_FACE}"
    inner = [f"{text}{suit}".center(width)]
    if tall:
        inner = [f" {text}".ljust(width), suit.center(width), f"{text} ".rjust(width)] if suit else ["", *inner, ""]
    return _framed([Text(one.ljust(width), ink) for one in inner], width, f"{_EDGE} on {_FACE}")


def _place(*, tall: bool) -> list[Text]:
    """Return the place of a card that has not been dealt."""
    rows = [f"╎{' ' * _WIDTH}╎"] * (3 if tall else 1)
    return [Text(row, "dim") for row in (f"┌{'╌' * _WIDTH}┐", *rows, f"└{'╌' * _WIDTH}┘")]


def _framed(inner: Sequence[Text], width: int, style: str) -> list[Text]:
    sides = [Text("│", style).append(one).append("│", style) for one in inner]
    return [Text(f"┌{'─' * width}┐", style), *sides, Text(f"└{'─' * width}┘", style)]


# ---- text ----


def _position(shown: TableView, height: int) -> list[RenderableType]:
    """Return the position as text, and the last moves below each other."""
    lines = [Text(line) for line in shown.picture.split("\n")] if shown.picture else []
    if shown.known and not shown.picture:
        lines += [Text("You know   ", "dim").append(shown.known, "bold not dim"), Text()]
    room = max(height - len(lines) - 3, 1)
    if len(shown.events) > room:
        lines.append(Text("…", "dim"))
    for event in shown.events[-room:]:
        who = {YOU: "you", NATURE: "chance"}.get(event.who, _opponent(shown))
        lines.append(Text(f"{who:<{_LONGEST_NAME}}  ", "dim").append(event.action, "not dim"))
    return [*lines, Text(), Text(shown.message, "bold")]


def _opponent(shown: TableView) -> str:
    return shown.opponent if len(shown.opponent) <= _LONGEST_NAME else "opponent"


def _below(shown: TableView) -> list[Text]:
    """Return the moves of the hand in a line, unless they are on the table, and the hint."""
    moves = list(shown.events)
    while shown.layout == FELT and moves and moves[0].who == NATURE:
        del moves[0]  # they are the cards
    line = Text()
    for place, event in enumerate(moves):
        line.append(" › " if place else "", "dim")
        if event.who == NATURE:
            line.append(f"({card_named(event.action)})")
        else:
            line.append(f"{YOU if event.who == YOU else _opponent(shown)}: ", "dim").append(event.action, "bold")
    lines = [] if shown.layout == TABLE else [line if moves else Text("no move so far", "dim")]
    if shown.hint is not None and shown.hint.rows[0].worth is not None:
        worths = ", ".join(f"{row.action} {number_text(row.worth or 0)}" for row in shown.hint.rows)
        lines.append(Text(f"worth: {worths}", "italic"))
    return lines


def _score(shown: TableView) -> RenderableType:
    trained = sum(hand.training for hand in shown.past)
    head = Text(f"Score, {counted(len(shown.past) - trained, 'hand')}", "bold")
    rest = [Text(f"not counted: {trained} in training", "dim")] if trained else []
    if not shown.score:
        return Group(head, *rest, Text("no hand is over", "dim"))
    table = Columns.grid(padding=(0, 1), expand=True)
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True)
    for line in shown.score:
        table.add_row(
            Text(line.label),
            Text(line.value, "bold").append("" if line.interval in ("", "0") else f" ± {line.interval}"),
        )
    return Group(head, *rest, table)


def _hands(shown: TableView, theme: Theme) -> RenderableType:
    if not shown.past:
        return Text()
    table = Columns.grid(padding=(0, 1), expand=True)
    for justify in ("right", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    for hand in reversed(shown.past[-99:]):
        moves = " ".join(event.action for event in hand.events if event.who != NATURE)
        sign = Text(*_sign(hand.grade, theme))
        number = f"{hand.number}{'t' if hand.training else ''}"
        payoff = number_text(hand.payoff)
        table.add_row(Text(number, "dim"), Text(f"+{payoff}" if hand.payoff > 0 else payoff, "bold"), sign, Text(moves))
    return Group(Text("Hands", "bold"), table)


def _sign(grade: str | None, theme: Theme) -> tuple[str, str]:
    """Return the sign of a grade, and its style."""
    colors = {NO_LOSS: theme.success, INACCURACY: theme.warning, BLUNDER: theme.error}
    return ("", "") if grade is None else (_SIGNS[grade], f"bold {colors[grade]}")


def _review(decision: ReviewedDecision, theme: Theme) -> list[RenderableType]:
    sign, style = _sign(decision.grade, theme)
    head = Text(f"{decision.where}   You chose {decision.chosen}: ", "bold")
    head.append(f"{sign} {decision.verdict}".strip(), style)
    table = Table(left=["", "action", "probability"], right=["", "worth", "costs"], box=None, padding=(0, 1))
    for row in decision.rows:
        share = float(row.probability)
        bar = "█" * round(share * _BAR)
        worth, cost = ("" if one is None else number_text(one) for one in (row.worth, row.cost))
        mark, style = ("▸", "bold") if row.chosen else ("", "")
        table.add_row(mark, row.action, bar.ljust(_BAR, "·"), number_text(row.probability), worth, cost, style=style)
    return [Text(), head, table]
