"""The table on the whole screen: every small game by keys, sizes, panels, errors, and a true terminal."""

import asyncio
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from seqform.builders.games import catalog
from seqform.play import Information, RandomAgent, Session, open_game, open_session, resume_session
from seqform.play.display import YOU, display

pytestmark = pytest.mark.slow

textual = pytest.importorskip("textual", reason="needs textual")

from textual.pilot import Pilot  # noqa: E402 - after the check
from textual.widgets import Button  # noqa: E402

from seqform.play.screen import Board, PlayApp, ReviewPanel  # noqa: E402

SMALL = [
    entry.name for entry in catalog.entries() if entry.sizes is not None and entry.sizes.nodes <= 60
]

Play = Callable[[Pilot[None], PlayApp], Awaitable[None]]


def on_screen(
    session: Session, play: Play, size: tuple[int, int] = (80, 24), **options: Any
) -> PlayApp:
    """Run the application without a terminal while a coroutine presses keys."""
    app = PlayApp(session, **options)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot, app)

    asyncio.run(run())
    return app


async def press(pilot: Pilot[None], app: PlayApp, *keys: str) -> None:
    """Press keys that change no hand, or wait for all that they change."""
    for key in keys:
        await pilot.press(key)
        await app.workers.wait_for_complete()
        await pilot.pause()


async def take(app: PlayApp, key: str) -> None:
    """Press a key that takes an action or begins a hand, and wait for no longer than that takes."""
    before = app.shown
    app.simulate_key(key)
    while (app.shown is before or app.busy) and app.is_running and app.problem is None:
        await asyncio.sleep(0.002)


def text_of(app: PlayApp) -> str:
    """Return the text on the screen."""
    return "\n".join(line.text for line in app.screen._compositor.render_strips())


@pytest.mark.parametrize("game", SMALL)
def test_every_small_game_is_played_to_its_end_by_keys(game: str) -> None:
    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        while not app.shown.over:
            assert app.shown.message in text_of(app)
            choice = app.shown.choices[-1]
            assert app.shown.board or any(
                f" {choice.key} " in str(button.label) for button in app.query(Button)
            )
            await take(app, choice.key)
        await pilot.pause()
        assert app.shown.message in text_of(app)
        await press(pilot, app, "enter")

    app = on_screen(Session(open_game(game), RandomAgent(), seed=2), play, hands=1)
    assert len(app.session.hands) == 1 and app.problem is None and not app.is_running


@pytest.mark.parametrize("game", ["leduc", "tic-tac-toe"])
def test_all_is_on_the_screen_at_every_size(game: str) -> None:
    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        for size in ((200, 60), (60, 20), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.shown.message in text_of(app)
            for button in app.query(Button):
                assert button.region.height > 0 and app.screen.region.contains_region(button.region)
            assert app.query_one("#side").display is (size[0] >= 76)
        await pilot.resize_terminal(12, 5)  # whatever there is room for
        await pilot.pause()

    on_screen(Session(open_game(game), RandomAgent(), seed=1, seat=0), play)


def test_cards_are_drawn_and_hidden_ones_are_not() -> None:
    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        assert "J" in text_of(app) and "░" in text_of(app) and "pot 2" in text_of(app)
        await press(pilot, app, "b")
        assert "You lose 2." in text_of(app) and "pot 4" in text_of(app) and "░" not in text_of(app)
        assert app.shown == display(app.session)

    on_screen(open_session("kuhn", seat=0, seed=3), play)


def test_a_board_is_played_by_clicks() -> None:
    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        board = app.query_one(Board)
        await pilot.click("#cell-1-1")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert str(board.cells[1][1].label).strip() == "X" and board.cells[1][1].disabled
        assert sum(str(button.label).strip() == "O" for row in board.cells for button in row) == 1

    on_screen(open_session("tic-tac-toe", seat=0), play)


def test_buttons_and_numbers_take_actions_too() -> None:
    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, app, "2")
        assert app.session.hands[0].moves[2].action == "bet"
        await take(app, "enter")
        await press(pilot, app, "right", "right", "left", "enter")
        assert next(event.action for event in app.shown.events if event.who == YOU) == "check"

    on_screen(open_session("kuhn", "random", seat=0), play)


def test_the_review_shows_every_hand_and_goes_on() -> None:
    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, app, "v")
        assert not isinstance(app.screen, ReviewPanel)  # no hand is over
        await press(pilot, app, "b")
        assert isinstance(app.screen, ReviewPanel)  # by itself
        assert "Q, first to act: bet   ?! inaccuracy; it costs 0.167 (1/6)" in text_of(app)
        await press(pilot, app, "enter")
        assert app.shown.hand == 2 and not isinstance(app.screen, ReviewPanel)
        while not app.shown.over:
            await press(pilot, app, "c")
        assert "Hand 2" in text_of(app)
        await press(pilot, app, "left", "left")
        assert "Hand 1" in text_of(app)
        await press(pilot, app, "right", "escape")
        assert app.shown.hand == 2 and app.shown.over

    on_screen(open_session("kuhn", seed=7), play, review=True)


def test_the_result_is_shown_before_the_review_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    known, review = threading.Event(), Session.review

    def slowly(session: Session, hand: Any = None) -> Any:
        assert known.wait(60)
        return review(session, hand)

    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        await take(app, "b")
        assert app.shown.over and "You" in app.shown.message and app.shown.past[0].grade is None
        await pilot.press("v")
        assert not isinstance(app.screen, ReviewPanel)
        await take(app, "enter")
        assert app.shown.hand == 2  # the next hand needs no review either
        known.set()
        await press(pilot, app, "c", "c")
        assert app.shown.past[0].grade is not None and len(app.shown.score) == 4

    monkeypatch.setattr(Session, "review", slowly)
    on_screen(open_session("kuhn", seed=7), play)


def test_a_wrong_key_is_answered() -> None:
    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, app, "x")
        (note,) = app._notifications
        assert note.message == "'x' is no key here: c check, b bet, ? help"
        await press(pilot, app, "question_mark", "escape", "b")
        assert app.shown.over and len(app._notifications) == 1

    on_screen(open_session("kuhn", seat=0, seed=3), play)


def test_help_hints_and_themes() -> None:
    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        assert "worth: check -1, bet -1" in text_of(app)
        dark = app.current_theme.dark
        await press(pilot, app, "ctrl+t")
        assert app.current_theme.dark is not dark
        await press(pilot, app, "question_mark")
        assert "without luck" in text_of(app) and "blunder" in text_of(app)
        await press(pilot, app, "b", "escape")
        assert not app.shown.over  # keys of actions are not taken under a panel

    on_screen(open_session("kuhn", seat=0, seed=3), play, hints=True)


def test_text_of_the_game_is_never_markup() -> None:
    from seqform.builders.games.tree import leaf, move, tree

    game = tree("[bold]x\x1b[31m", move(0, "[/]", {"[red]": leaf(1), "\x1b]0;x": leaf(2)}))

    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        assert (
            "[bold]x\\x1b[31m" in text_of(app)
            and "[red]" in text_of(app)
            and "\x1b" not in text_of(app)
        )
        await press(pilot, app, "1")

    app = on_screen(Session(open_game(game), RandomAgent(), seat=0), play)
    assert app.session.over


def test_an_error_ends_the_application_and_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    session = open_session("kuhn", "random", seat=0, file=folder / "h.jsonl")
    (folder / "h.jsonl").unlink()
    folder.rmdir()

    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, app, "b")

    app = on_screen(session, play)
    assert app.problem is not None and "h.jsonl" in str(app.problem)


class Slow:
    """An agent that waits for a permission."""

    name = "slow"

    def __init__(self) -> None:
        self.allowed = threading.Event()

    def choose(self, information: Information, random: Random) -> int:
        self.allowed.wait(200)
        return 0


def test_keys_are_answered_while_the_opponent_thinks() -> None:
    agent = Slow()

    async def play(pilot: Pilot[None], app: PlayApp) -> None:
        app.simulate_key("b")
        while "working" not in text_of(app):
            await asyncio.sleep(0.01)
        assert all(button.disabled for button in app.query(Button))
        app.simulate_key("question_mark")
        while "Grades of a decision" not in text_of(app):
            await asyncio.sleep(0.01)
        agent.allowed.set()
        await app.workers.wait_for_complete()
        assert app.shown.over
        await press(pilot, app, "escape")
        assert "working" not in text_of(app) and app.shown.message in text_of(app)

    on_screen(Session(open_game("kuhn"), agent, seat=0), play)


# ---- a true terminal ----

pty = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are those of POSIX")


class Terminal:
    """A process of the command line on a pseudo-terminal."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        term: str = "xterm-256color",
    ):
        import pty

        self.ours, theirs = pty.openpty()
        self.resize(*size)
        environment = os.environ | {"TERM": term, "PYTHONUTF8": "1"}
        environment.pop("COLUMNS", None)
        environment.pop("LINES", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "seqform", *arguments],
            cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)

    def resize(self, columns: int, rows: int) -> None:
        import fcntl
        import termios

        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, text: str) -> str:
        """Read until a text has come; all there is for an empty one."""
        import select

        read = b""
        while not text or text.encode() not in read:
            try:
                some = (
                    os.read(self.ours, 65536) if select.select([self.ours], [], [], 200)[0] else b""
                )
            except OSError:  # the other end is closed
                break
            if not some:
                break
            read += some
        assert text.encode() in read, read[-2000:]
        return read.decode(errors="replace")

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def end(self) -> int:
        self.process.wait(timeout=200)
        os.close(self.ours)
        return self.process.returncode


@pty
def test_on_a_terminal_the_table_is_drawn_resized_interrupted_and_resumed(tmp_path: Path) -> None:
    terminal = Terminal(
        tmp_path, "play", "kuhn", "--against", "random", "--seat", "1", "--history", "h.jsonl"
    )
    assert "\x1b[?1049h" in terminal.until("check")  # the alternate screen
    terminal.type("b")
    terminal.until("next hand")
    terminal.resize(61, 40)
    terminal.process.send_signal(signal.SIGWINCH)
    terminal.until("next hand")
    terminal.type("\r")
    terminal.until("check")
    terminal.type("\x03")
    left = terminal.until("")
    assert terminal.end() == 130
    assert "\x1b[?1049l" in left and left.endswith("seqform: interrupted\r\n")
    records = [
        json.loads(line) for line in (tmp_path / "h.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert [sorted(record) for record in records[1:]] == [
        ["action", "hand", "infoset"],
        ["hand", "payoff"],
    ]
    again = resume_session(tmp_path / "h.jsonl", "kuhn")
    assert again.hand == 1 and again.over

    terminal = Terminal(tmp_path, "play", "kuhn", "--resume", "h.jsonl")
    terminal.until("next hand")
    terminal.type("q")
    assert "Score: 1 hand (1 as Player 1)" in terminal.until("")
    assert terminal.end() == 0


@pty
@pytest.mark.parametrize("terminal", [{"term": "dumb"}, {"size": (40, 24)}])
def test_plain_text_is_the_fallback(terminal: dict[str, Any], tmp_path: Path) -> None:
    process = Terminal(tmp_path, "play", "kuhn", "--against", "random", **terminal)
    assert "\x1b[?1049h" not in process.until("Your move: ")
    process.type("q\n")
    process.until("No hand is over.")
    assert process.end() == 0
