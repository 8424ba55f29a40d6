"""Pages of games: seconds to make one, its size, and milliseconds of its layout and its frames in Chromium.

    python scripts/run.py pages                # half a minute

Chromium has to be installed, and the extra `test`, which brings playwright.
"""

from __future__ import annotations

import shutil
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

import seqform as sf
from measure import Page, markdown_table, seconds

GAMES = ("kuhn", "leduc", "leduc(ranks=8)")
VIEWS = ("tree", "flow")
KEYS = ("-", "+", "+", "ArrowRight", "ArrowRight", "ArrowRight", "f")
REPEAT = 5
NEXT_FRAME = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
COLUMNS = (
    "game",
    "view",
    "nodes",
    "page, s",
    "page, kB",
    "layout, ms",
    "a frame, ms",
    "1/60 s by frame",
)


def run() -> Page:
    with TemporaryDirectory() as folder, sync_playwright() as running:
        browser = running.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        rows = [
            row(browser, Path(folder) / "page.html", name, view) for name in GAMES for view in VIEWS
        ]
        browser.close()
    text = (
        "Page: seconds to make it, the best of three. Layout: of all that the page unfolds at once, the best of "
        f"{REPEAT}. Frame: the median while the picture is zoomed and moved. The last column is the time between two "
        "frames of a screen of 60 Hz as a multiple of it."
    )
    return "pages", "Pages of games in a browser", [text, markdown_table(COLUMNS, rows)]


def row(browser: Any, path: Path, name: str, view: str) -> tuple[str, ...]:
    game = sf.load(name)

    def make() -> None:
        path.write_text(sf.draw(game, sf.uniform_profile(game), view=view).html(), encoding="utf-8")

    made = min(seconds(make) for _ in range(3))
    page = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    ).new_page()
    page.goto(path.as_uri())
    page.wait_for_function("window.ready")
    layouts = []
    if view == "tree":
        for _ in range(REPEAT):
            page.click("#fold")
            page.click("#all")
            layouts.append(page.evaluate("window.layout_ms"))
    page.evaluate("window.frames_ms = []")
    for key in KEYS:
        page.press("#canvas", key)
        page.evaluate(NEXT_FRAME)
    frame = statistics.median(page.evaluate("window.frames_ms"))
    page.context.close()
    layout = f"{min(layouts):.1f}" if layouts else "–"
    sizes = f"{len(game):,}", f"{made:.2f}", f"{path.stat().st_size / 1000:,.0f}"
    return name, view, *sizes, layout, f"{frame:.1f}", f"{1000 / 60 / frame:.1f}"
