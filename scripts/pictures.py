"""Draw the pictures of the README and the guides: python scripts/pictures.py.

It needs the extras ``plots``, ``play`` and ``test``, and Chromium.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from fractions import Fraction
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from rich.console import Console

import seqform as sf
from seqform.experiments.report.curves import write_profile_set_plot
from seqform.paths.figures import write_path_plot, write_spaces
from seqform.play.screen import PlayApp
from seqform.play.web.page import Page

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
GAMES = Path(__file__).resolve().parent / "games"
TREE = "random-game(seed=229,depth=6,chance=0,merge=0,payoffs=3,zero_sum=false)"


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    draw_terminal()
    path = sf.trace("binary-tree(depth=8)", start="random:5", path_start="best-response")
    write_path_plot(path, PICTURES / "path-z0.svg")
    start = sf.trace("vsvet-figure-1", start=GAMES / "vsvet-start.json", points=True)
    write_spaces(start, PICTURES / "path-spaces.svg")
    found = sf.solve(TREE, concept="subgame-perfect", objective="fairest,social")
    assert found.profiles is not None and found.certificate.proven
    first, second = (Fraction(value) for value in found.values)
    write_profile_set_plot(
        found.profiles, PICTURES / "profile-set.svg", title="a random tree", chosen=(first, second)
    )
    sf.draw("kuhn", sf.solve("kuhn", exact=True)).save(PICTURES / "tree-kuhn.svg")
    draw_entry()
    sf.value_function("kuhn", bet=(0, 4)).plot(PICTURES / "value-kuhn.svg")
    beer = sf.equilibrium_correspondence("beer-quiche(strong=0..1)")
    beer.plot(PICTURES / "equilibria-beer-quiche.svg")
    sf.payoff_regions("inspection").chart().save(PICTURES / "payoffs-inspection.svg")
    sf.draw("littman-figure-4", sets=True).save(PICTURES / "littman-figure-4.svg")
    asyncio.run(
        draw_play("play-leduc", "leduc", 12, "bbcc ccbb crcck cbccr ckfb brcc ccbb cc", (96, 30))
    )
    asyncio.run(draw_play("play-review", "kuhn", 7, "b cb ccb bb ccv", (80, 24)))
    draw_page("play-browser", "leduc", 47, "10 0 00 0 1 0 11 11")
    sf.chart(sf.solve("leduc", exact=True), after="check bet call", player=0).save(
        PICTURES / "chart-leduc.svg"
    )


def draw_entry() -> None:
    """Draw the game of the README's first example with its equilibrium."""
    reply = sf.move(1, "entered", {"fight": sf.leaf(-1, 0), "yield": sf.leaf(2, 2)})
    game = sf.tree("entry", sf.move(0, "start", {"out": sf.leaf(0, 4), "in": reply}))
    sf.draw(game, sf.solve(game, "quasi-perfect")).save(PICTURES / "tree-entry.svg")


def draw_terminal() -> None:
    with Path("/dev/null").open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=84, file=nowhere, force_terminal=True)
        console.print("[bold]$ seqform solve kuhn --exact[/bold]", highlight=False)
        console.print(sf.solve("kuhn", exact=True).report())
        picture = console.export_svg(title="seqform", unique_id="seqform")
    (PICTURES / "solve-kuhn.svg").write_text(without_fonts(picture), encoding="utf-8")


async def draw_play(name: str, game: str, seed: int, hands: str, size: tuple[int, int]) -> None:
    """Draw the table of `seqform play` after some hands, each of which is the keys typed as long as they are of use."""
    app = PlayApp(sf.play.open_session(game, seed=seed))
    async with app.run_test(size=size) as pilot:
        for number, keys in enumerate(hands.split()):
            for key in [*(["enter"] if number else []), *keys]:
                await pilot.press(key)
                await app.workers.wait_for_complete()
            await pilot.pause()
        picture = app.export_screenshot(title=f"seqform play {game}")
    (PICTURES / f"{name}.svg").write_text(without_fonts(picture), encoding="utf-8")


def draw_page(name: str, game: str, seed: int, hands: str) -> None:
    """Draw the page of `seqform play --browser` after some hands, each of which is the numbers of the actions taken."""
    session = sf.play.open_session(game, seed=seed)
    for number, actions in enumerate(hands.split()):
        if number:
            session.next()
        for action in actions:
            session.act(int(action))
    with sync_playwright() as running:
        browser = running.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1020, "height": 700})
        page.set_content(Page(session).table(0))
        picture = page.locator("main").screenshot()
        browser.close()
    with Image.open(BytesIO(picture)) as opened:
        opened.convert("RGB").save(PICTURES / f"{name}.webp", quality=86, method=6)


def without_fonts(picture: str) -> str:
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    main()
