"""Playing on the whole screen of a terminal: cards, a board or a table of text, by keys and buttons.

The application draws `seqform.play.display` and has no state of the game. Agents and judges work in threads, so that
keys are answered meanwhile; the result of a hand is shown before its review is known. It needs Textual, of the extra
``play``.

>>> from seqform.play import open_session
>>> from seqform.play.screen import PlayApp
>>> app = PlayApp(open_session("kuhn"))  # app.run() plays
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from threading import Thread
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, ItemGrid, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import Button, Footer, Static

from seqform.play import screen_drawing as drawing
from seqform.play.display import (
    BOARD,
    FELT,
    ActionChoice,
    BoardCell,
    Display,
    display,
    number_text,
    reviewed,
)
from seqform.play.review import BLUNDER, INACCURACY, MISTAKE, NEGLIGIBLE, NO_LOSS
from seqform.play.session import Session
from seqform.system.console import Group, RenderableType, Text
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
_SOON = 0.2
"""Seconds after which work is named in the title."""
_MANY = 6
"""Beyond this number actions have buttons of one row."""

CSS = """
#title { height: 1; padding: 0 1; background: $panel; color: $foreground; text-style: bold; }
#middle { height: 1fr; }
#stage { width: 1fr; height: 1fr; }
CardTable { width: 1fr; height: 1fr; background: #0f5c45; color: #eaf4ee; }
CardTable.-text { background: $surface; color: $foreground; padding: 0 2; }
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


def tones(app: App[Any]) -> drawing.Tones:
    """Return the colours of grades in the theme of an application."""
    theme = app.current_theme
    return {
        NO_LOSS: theme.success or "",
        NEGLIGIBLE: theme.success or "",
        INACCURACY: theme.warning or "",
        MISTAKE: theme.error or "",
        BLUNDER: theme.error or "",
    }


class CardTable(Widget):
    """The cards on a felt, or the position as text."""

    shown: Display | None = None

    def render(self) -> RenderableType:
        """Return the drawing for the present size."""
        if self.shown is None:
            return ""
        if self.shown.layout == FELT:
            rows = drawing.felt(self.shown, self.size.height)
        else:
            rows = drawing.position(self.shown, self.size.height)
        return Group(*[Text()] * ((self.size.height - len(rows)) // 2), *rows)


class ActionButton(Button):
    """A button that takes an action, by its number; None for none."""

    choice: int | None = None


class Board(Vertical):
    """A board whose free cells are buttons."""

    def __init__(self, rows: Sequence[Sequence[BoardCell]]) -> None:
        super().__init__(id="board")
        self.cells = [
            [ActionButton(id=f"cell-{y}-{x}") for x, _ in enumerate(row)]
            for y, row in enumerate(rows)
        ]

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

    def show(self, shown: Display) -> None:
        """Show marks, and the keys of the free cells."""
        for buttons, row in zip(self.cells, shown.board, strict=True):
            for button, cell in zip(buttons, row, strict=True):
                key = "" if cell.choice is None else shown.choices[cell.choice].key
                button.label = (
                    Text(f" {cell.mark} ", "bold reverse") if cell.mark else Text(key, "dim")
                )
                button.choice = cell.choice
                button.disabled = cell.choice is None
                button.set_class(cell.latest, "-latest")
        self.query_one("#result", Static).update(Text(shown.message))

    def on_resize(self, event: events.Resize) -> None:
        """Leave gaps where there is room."""
        self.set_class(event.size.height >= 4 * len(self.cells) + 4, "-tall")


class _Panel(ModalScreen[bool]):
    """A text over the game; Enter returns True, other keys that close it False."""

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
        return drawing.help_text()


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
        head = Text(
            f"Hand {hand.number}, as {self.session.playable.players[hand.seat]}, payoff ", "bold"
        )
        head.append(number_text(hand.payoff), "bold")
        decisions = reviewed(self.session, hand)
        if not decisions:
            return Group(head, Text("No decision of yours in this hand."))
        return Group(
            head, *(part for each in decisions for part in drawing.review(each, tones(self.app)))
        )

    def action_turn(self, step: int) -> None:
        """Show another hand."""
        self.place = min(max(self.place + step, 0), len(self.session.hands) - 1)
        self.query_one("#content", Static).update(self.content())


class PlayApp(App[None]):
    """The game of a session on the whole screen.

    - `hands`: End after so many.
    - `hints`: Show the worth of all actions before every decision.
    - `review`: Open the review after every hand.
    - `train`: Deal hands that lead to decisions which have cost something (`Session.next`).

    - `problem`: The error that ended the application, or KeyboardInterrupt after Ctrl-C.

    Examples
    --------
    >>> from seqform.play import open_session
    >>> app = PlayApp(open_session("kuhn"))
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
        self.session, self.last, self.hints, self.reviews, self.trains = (
            session,
            hands,
            hints,
            review,
            train,
        )
        self.shown = display(session, hints=hints)
        self.judged, self.busy = len(session.hands), False
        self.problem: BaseException | None = None

    # ---- the screen ----

    def compose(self) -> ComposeResult:
        """Yield title, game, side and actions."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            with Vertical(id="stage"):
                yield Board(self.shown.board) if self.shown.layout == BOARD else CardTable()
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
        # If the terminal says so.
        is_light = os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
        self.theme = THEMES[is_light].name
        await self.show(self.shown)

    async def show(self, shown: Display) -> None:
        """Draw what a person may see."""
        self.shown = shown
        for board in self._table.query(Board):
            board.show(shown)
        for scene in self._table.query(CardTable):
            scene.shown = shown
            scene.set_class(shown.layout != FELT, "-text")
            scene.refresh()
        below = drawing.moves(shown)
        self._table.query_one("#events", Static).update(Group(*below))
        self._table.query_one("#events").display = bool(below)
        self._table.query_one("#score", Static).update(drawing.score(shown))
        self._table.query_one("#hands", Static).update(drawing.hands(shown, tones(self)))
        await self._show_actions()
        self.refresh_bindings()
        self.busy = False
        self._show_title()
        if shown.reviewable and self.judged < len(shown.past):
            self._judge(len(shown.past))

    @work(exclusive=True, group="judge")
    async def _judge(self, hands: int) -> None:
        """Judge the hands that are over, in a thread that only fills what the session remembers; then show that."""
        try:
            await _in_thread(
                lambda: (
                    [self.session.review(one) for one in self.session.hands[:hands]],
                    self.session.score,
                )
            )
        except Exception as problem:
            self.problem = problem
            self.exit()
            return
        self.judged = hands
        if self.busy or len(self.session.hands) > hands:
            return  # what is shown next has the judgement
        full = display(self.session)
        self.shown = replace(self.shown, score=full.score, past=full.past, review=full.review)
        self._table.query_one("#score", Static).update(drawing.score(self.shown))
        self._table.query_one("#hands", Static).update(drawing.hands(self.shown, tones(self)))
        if self.shown.over and self.reviews:
            self.action_review()

    @property
    def _table(self) -> Screen[Any]:
        """The screen under all panels."""
        return self.screen_stack[0]

    def _show_title(self) -> None:
        shown = self.shown
        parts = [
            f"hand {shown.hand}{', training' if shown.training else ''}",
            f"you are {shown.seats[shown.seat]}",
        ]
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
        if (
            event.is_printable
            and not found
            and not key.isdecimal()
            and event.key not in self.screen.active_bindings
        ):
            keys = (
                ", ".join(f"{choice.key} {choice.label}" for choice in choices if choice.key)
                or "Enter next hand"
            )
            self.notify(f"{visible(key)!r} is no key here: {keys}, ? help", timeout=3, markup=False)
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
        def done() -> Display:
            step()
            return display(
                self.session, hints=self.hints, judged=self.judged == len(self.session.hands)
            )

        task = _in_thread(done)
        if not (await asyncio.wait({task}, timeout=_SOON))[0]:
            self._show_title()
            for scene in self._table.query(CardTable):
                scene.shown = replace(self.shown, message="…")
                scene.refresh()
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

        if self.judged < len(self.session.hands):
            self.notify("The review is being computed.", timeout=2)
        elif not self.busy:
            self.push_screen(ReviewPanel(self.session), closed)

    def action_help(self) -> None:
        """Show the keys, and the terms of the score."""
        self.push_screen(_Panel())

    def action_light_or_dark(self) -> None:
        """Change the theme."""
        self.theme = THEMES[self.theme == THEMES[0].name].name
        self._table.query_one("#hands", Static).update(drawing.hands(self.shown, tones(self)))

    def action_interrupt(self) -> None:
        """End as Ctrl-C does everywhere."""
        self.problem = KeyboardInterrupt()
        self.exit()


def _in_thread(work: Callable[[], Any]) -> asyncio.Future[Any]:
    """Start work in a thread that does not keep the process alive, as one of an executor would."""
    future: Future[Any] = Future()

    def run() -> None:
        future.set_running_or_notify_cancel()  # a caller that has stopped waiting ignores the result
        try:
            future.set_result(work())
        except Exception as problem:
            future.set_exception(problem)

    Thread(target=run, daemon=True).start()
    return asyncio.wrap_future(future)


def _button(choice: ActionChoice, *, compact: bool) -> Button:
    button = ActionButton(_keycap(choice.key, choice.label), compact=compact)
    button.choice = choice.index
    return button


def _keycap(key: str, label: str) -> Text:
    text = Text(f" {key} " if key else "", "bold reverse")
    return (
        text if label.lower() == key else text.append(f" {label}" if key else label, "not reverse")
    )
