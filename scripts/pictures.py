"""Draw the pictures of the README and the guides: python scripts/pictures.py (needs the extras "plots" and "play")."""

from __future__ import annotations

import asyncio
import re
from fractions import Fraction
from pathlib import Path

from rich.console import Console

import seqform as sf
from seqform.cli.show.plots import write_path_plot, write_profile_set_plot
from seqform.play.screen import TableApp

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
TREE = "random-game(seed=229,depth=6,chance=0,merge=0,payoffs=3,zero_sum=false)"


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    draw_terminal()
    path = sf.trace("binary-tree(depth=8)", start="random:5", path_start="best-response")
    write_path_plot(path, PICTURES / "path-z0.svg")
    draw_profile_set()
    sf.draw("kuhn", sf.solve("kuhn", exact=True)).save(PICTURES / "tree-kuhn.svg")
    asyncio.run(draw_play("play-leduc", "leduc", 12, "bbcc ccbb crcck cbccr ckfb brcc ccbb cc", (96, 30)))
    asyncio.run(draw_play("play-review", "kuhn", 7, "b cb ccb bb ccv", (80, 24)))
    sf.chart(sf.solve("leduc", exact=True), after="check bet call", player=1).save(PICTURES / "chart-leduc.svg")


def draw_terminal() -> None:
    """Draw the output of `seqform solve kuhn --exact`."""
    with Path("/dev/null").open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=84, file=nowhere, force_terminal=True)
        console.print("[bold]$ seqform solve kuhn --exact[/bold]", highlight=False)
        console.print(sf.solve("kuhn", exact=True).report())
        picture = console.export_svg(title="seqform", unique_id="seqform")
    (PICTURES / "solve-kuhn.svg").write_text(without_fonts(picture), encoding="utf-8")


async def draw_play(name: str, game: str, seed: int, hands: str, size: tuple[int, int]) -> None:
    """Draw the table of `seqform play` after some hands, each of which is the keys typed as long as they are of use."""
    app = TableApp(sf.play.open_session(game, seed=seed))
    async with app.run_test(size=size) as pilot:
        for number, keys in enumerate(hands.split()):
            for key in [*(["enter"] if number else []), *keys]:
                await pilot.press(key)
                await app.workers.wait_for_complete()
            await pilot.pause()
        picture = app.export_screenshot(title=f"seqform play {game}")
    (PICTURES / f"{name}.svg").write_text(without_fonts(picture), encoding="utf-8")


def without_fonts(picture: str) -> str:
    """Return a picture that has nothing to be fetched."""
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


def draw_profile_set() -> None:
    """Draw the payoffs of the subgame perfect equilibria of a random tree."""
    found = sf.solve(TREE, concept="subgame-perfect", objective="fairest,social")
    assert found.profiles is not None and found.certificate.proven
    first, second = (Fraction(value) for value in found.values)
    write_profile_set_plot(found.profiles, PICTURES / "profile-set.svg", title="a random tree", chosen=(first, second))


if __name__ == "__main__":
    main()
