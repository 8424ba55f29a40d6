"""The pages in a browser: by keyboard, with and without a script, on a phone, in two tabs, after the back button."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest
from browsers import Tab

from seqform.models.games.extensive import CHANCE
from seqform.play import Hand, Session, open_session
from seqform.play.display import score_lines
from seqform.play.session import HIDDEN
from seqform.play.web import offline_page, serve
from seqform.playable import TreeSituation

PHONE = {"width": 320, "height": 640}

pytest.importorskip("uvicorn", reason="the extra 'play' brings uvicorn")
pytest.importorskip("starlette", reason="the extra 'play' brings Starlette")
pytest.importorskip("jinja2", reason="the extra 'play' brings Jinja")
pytestmark = pytest.mark.slow


class Served(Tab):
    """A session that is served, in a browser."""

    def __init__(self, browser: Any, session: Session, address: str, **options: Any) -> None:
        self.session = session
        self.origin = address.partition("/enter")[0]
        super().__init__(browser, address, viewport=PHONE, **options)

    def check_secrets(self, text: str) -> None:
        """Check that the page has the cards that the person may see, and reviews only after a hand."""
        shown = self.session.observation()
        dealt = sum(move.player == CHANCE for move in shown.moves)
        assert text.count("face down") == sum(move.action == HIDDEN for move in shown.moves)
        assert text.count('class="card ') == dealt and (shown.turn is None or "<table" not in text)


@contextmanager
def served(
    browser: Any, game: str = "kuhn", against: str = "equilibrium", **options: Any
) -> Iterator[Served]:
    session = open_session(game, against, seed=7)
    said: list[str] = []
    server = Thread(
        target=serve,
        args=[session],
        kwargs={"open_browser": False, "say": said.append},
        daemon=True,
    )
    server.start()
    until = monotonic() + 100
    while not said and monotonic() < until:
        sleep(0.01)
    play = Served(browser, session, said[0], **options)
    yield play
    play.page.goto(f"{play.origin}/")
    play.page.get_by_role("button", name="End the session").click()
    play.page.wait_for_selector("text=the server has ended")
    play.close()
    server.join(timeout=100)
    assert not server.is_alive()
    assert all(url.startswith((play.origin, "data:image/svg+xml,")) for url in play.requests)


STATE = """() => ({
  step: document.querySelector("main [name=step]").value,
  keys: [...document.querySelectorAll("main [data-key]")].map((one) => one.dataset.key),
  text: document.getElementById("page").outerHTML,
})"""

CHANGED = """before => new Promise((resolve) => {
  const look = () => document.querySelector("main [name=step]").value !== before && (watch.disconnect(), resolve(true));
  const watch = new MutationObserver(look);
  watch.observe(document.body, {childList: true});
  look();
})"""


def press(page: Any, key: str, step: str) -> dict[str, Any]:
    """Press a key at a state, and return the state after it."""
    page.keyboard.press(key)
    page.evaluate(CHANGED, step)
    state: dict[str, Any] = page.evaluate(STATE)
    return state


def test_twenty_hands_by_keyboard_at_the_width_of_a_phone(browser: Any) -> None:
    with served(browser) as play:
        page, random = play.page, Random(5)
        state = page.evaluate(STATE)
        while len(play.session.hands) < 20:
            play.check_secrets(state["text"])
            state = press(page, random.choice(state["keys"]), state["step"])
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        text = page.inner_text("aside")
        assert "20 hands" in text and all(line.label in text for line in score_lines(play.session))
        assert page.inner_text("#live").startswith(("You win", "You lose"))
        press(page, "Enter", state["step"])  # the button for the next hand has the focus
        assert page.inner_text("#live").startswith("Your move.")
        assert page.evaluate("document.activeElement.className") == "news"


def test_the_review_follows_the_result_without_a_key(
    browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seqform.play.web.server.PATIENCE", 0.0)
    with served(browser) as play:
        page, known, review = play.page, Event(), play.session.review
        monkeypatch.setattr(play.session, "review", lambda *hand: known.wait(60) and review(*hand))
        state = page.evaluate(STATE)
        while not play.session.over:
            state = press(page, state["keys"][0], state["step"])
        page.wait_for_selector("text=Your decisions are being reviewed")
        known.set()
        page.wait_for_selector("text=Your decisions in this hand")
        press(page, "Enter", state["step"])  # the button for the next hand has the focus still


def test_two_tabs_reload_and_the_back_button_never_play_twice(browser: Any) -> None:
    for scripted in (True, False):
        with served(browser, java_script_enabled=scripted) as play:
            first, second = play.page, play.context.new_page()
            second.goto(f"{play.origin}/")
            first.get_by_role("button", name="check").click()
            first.wait_for_selector("text=you: check")
            second.get_by_role("button", name="bet").click()
            second.wait_for_selector("text=out of date")
            taken = play.session.history
            assert '"action": "check"' in taken and '"action": "bet"' not in taken
            first.reload()
            first.get_by_role("link", name="1", exact=True).click()
            first.wait_for_url("**/hand/1")
            first.go_back()
            assert first.inner_text(".result") == "You win 1."
            assert play.session.history == taken


class Offline(Tab):
    """A page of one file, which asks for no other one."""

    def __init__(self, browser: Any, path: Path, seed: str) -> None:
        super().__init__(browser, path.as_uri() + seed, viewport=PHONE)

    def play(self, hands: int) -> list[dict[str, Any]]:
        """Play so many hands by keys, and return what is shown at their ends with what the page keeps of them."""
        random = Random(2)
        ends: list[dict[str, Any]] = []
        while len(ends) < hands:
            state = self.page.evaluate(
                """() => ({
                  keys: [...document.querySelectorAll("main [data-key]")].map((one) => one.dataset.key),
                  ended: document.getElementById("result").className === "result",
                  result: document.getElementById("result").textContent,
                  cards: [...document.querySelectorAll("main .card")].map((one) => one.getAttribute("aria-label")),
                  hand: window.played.at(-1),
                })"""
            )
            if state["ended"]:
                ends.append(state)
            if len(ends) < hands:
                self.page.keyboard.press(random.choice(state["keys"]))
        return ends

    def close(self) -> None:
        super().close()
        assert len(self.requests) == 1


@pytest.mark.parametrize(
    ("game", "hands"), [("kuhn", 15), ("leduc(ranks=2)", 6), ("goofspiel(cards=3)", 4)]
)
def test_a_page_of_one_file_keeps_the_score_of_a_session(
    browser: Any, tmp_path: Path, game: str, hands: int
) -> None:
    session = open_session(game, "equilibrium")
    table: Any = session.playable
    path = tmp_path / "page.html"
    path.write_text(offline_page(session), encoding="utf-8")
    opened = Offline(browser, path, "#seed=5")
    ends = opened.play(hands)
    for number, end in enumerate(ends, start=1):
        kept = end["hand"]
        taken = TreeSituation(table, kept["end"]).path
        situations = list(
            accumulate(taken, lambda here, action: here.after(action), initial=table.root)
        )
        hand = Hand(number, (number - 1) % 2, tuple(situations), taken)
        session.hands.append(hand)
        judged = session.review(hand)
        assert (kept["number"], kept["seat"]) == (number, hand.seat)
        assert len(kept["decisions"]) == len(judged) and kept["payoff"] == float(hand.payoff)
        assert kept["cost"] == pytest.approx(float(sum(one.cost or 0 for one in judged)))
        if table.felt is not None:
            hidden = sum(move.action == HIDDEN for move in session.seen(hand))
            assert sum(label.endswith("face down") for label in end["cards"]) == hidden
    score: Any = session.score
    lines = [line.replace("−", "-") for line in opened.page.locator("#score dd").all_inner_texts()]
    assert float(lines.pop(2)) == pytest.approx(float(score.perfect), rel=6e-3)
    means = (score.adjusted_mean, float(score.mean), score.mistakes)
    widths = (score.adjusted_half_width, score.half_width, score.mistakes_half_width)
    for line, center, width in zip(lines, means, widths, strict=True):
        found = re.fullmatch(r"(\S+) (?:± (\S+)|\(0 to (\S+)\))", line)
        assert found is not None, line
        assert float(found[1]) == pytest.approx(center, rel=6e-3, abs=1e-6)
        assert (found[2] is None) == (line is lines[2] and width > center)
        assert float(found[2] or found[3]) == pytest.approx(
            width if found[2] else center + width, rel=6e-2
        )
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 320
    opened.close()
    if game == "kuhn":
        again = Offline(browser, path, "#seed=5")
        assert [end["hand"] for end in again.play(10)] == [end["hand"] for end in ends[:10]]
        again.page.fill("#seed", "")
        again.page.click("#again")
        assert again.page.inner_text("#subtitle").startswith("hand 1, ")
        other = again.play(12)
        assert [end["cards"] for end in other] != [end["cards"] for end in ends[:12]]
        again.close()
