"""Draw the gallery of the documentation: every game of the catalog, and the games that the papers draw.

    python scripts/gallery.py build/gallery              # as SVG, and interactive pages, with time and size of each
    python scripts/gallery.py build/gallery --png        # the pictures as PNG, too (needs the extra "pictures")

The code of a picture is what the documentation shows. Only what has changed is drawn again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from html import escape
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple

import seqform as sf
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.pictures.drawing import Drawing

FOLDER = "gallery"
SOURCES = ("pictures", "builders/games", "models/games", "solving")


class Picture(NamedTuple):
    """A picture, or an interactive page: the name of its file, a caption, and the code that makes it."""

    name: str
    caption: str
    code: str
    page: bool = False

    @property
    def file(self) -> str:
        """The name of the file, with its suffix."""
        return self.name + (".html" if self.page else ".svg")


SECTIONS = {
    "papers": (
        Picture(
            "guess-the-ace",
            "Miltersen & Sørensen (2006), figure 1. In a quasi-perfect equilibrium player 2 answers no, although the question is "
            "never asked; the numbers below the nodes are beliefs.",
            'sf.draw("guess-the-ace", sf.solve("guess-the-ace", "quasi-perfect"))',
        ),
        Picture(
            "guess-the-ace-second-gift",
            "The variant of section 1.1, in which player 1 may give the prize away after the answer. Two equilibria, and where they "
            "differ: normal-form perfection does not exclude the answer yes, sequential rationality does.",
            'sf.draw("guess-the-ace-second-gift", sf.solve("guess-the-ace-second-gift", exact=True),\n'
            '        compare=sf.solve("guess-the-ace-second-gift", "quasi-perfect"), difference=True)',
        ),
        Picture(
            "kuhn-with-raise",
            "Miltersen & Sørensen (2006), figure 2: Kuhn poker with a raise, after player 1 has checked the ace and player 2 has bet. "
            "The quasi-perfect equilibrium raises.",
            'sf.draw("kuhn-with-raise", sf.solve("kuhn-with-raise", "quasi-perfect"), at="1:A:cb")',
        ),
        Picture(
            "safe-or-risky",
            "Miltersen & Sørensen (2006), figure 3. Quasi-perfect equilibria may take the risk, extensive-form perfect ones do not.",
            'sf.draw("safe-or-risky", sf.solve("safe-or-risky", "extensive-form-perfect"))',
        ),
        Picture(
            "vsvet-figure-1",
            "Von Stengel, van den Elzen & Talman (2002), figure 1, with the equilibrium at the end of Lemke's path from the centroid.",
            'sf.draw("vsvet-figure-1", sf.solve("vsvet-figure-1"))',
        ),
        Picture(
            "littman-figure-1",
            "Littman, Ravi, Talwar & Zinkevich (2006), figure 1, with the equilibrium of the largest sum of payoffs.",
            'sf.draw("littman-figure-1", sf.solve("littman-figure-1", "subgame-perfect", objective="social"))',
        ),
        Picture(
            "littman-figure-4",
            "Littman, Ravi, Talwar & Zinkevich (2006), figure 4: the best equilibrium for both together mixes.",
            'sf.draw("littman-figure-4", sf.solve("littman-figure-4", "subgame-perfect", objective="social"))',
        ),
        Picture(
            "knapsack-figure-3",
            "Littman, Ravi, Talwar & Zinkevich (2006), figure 3: one object of the reduction from the knapsack problem.",
            'sf.draw("knapsack-figure-3")',
        ),
        Picture(
            "two-level-tree",
            "The basic tree of \"Trees in Games\", with the result of backward induction.",
            'sf.draw("two-level-tree", sf.solve("two-level-tree", "subgame-perfect"))',
        ),
        Picture(
            "tiny-poker",
            "Gilpin & Sandholm (2006), the example of GameShrink: a poker with two jacks and two kings, 113 nodes.",
            'sf.draw("tiny-poker")',
        ),
        Picture(
            "tiny-poker-shrunk",
            "The same after GameShrink: cards of equal rank are one class.",
            'sf.draw(to_extensive(tiny_poker, sf.abstract_game(tiny_poker, "published").filters))',
        ),
        Picture(
            "abstraction-counterexample",
            "Gilpin & Sandholm (2006), section 4.1: chance's move is not observed, and merging the subtrees of a and b is not allowed.",
            'sf.draw("abstraction-counterexample", sf.solve("abstraction-counterexample", exact=True))',
        ),
        Picture(
            "abstraction-counterexample-merged",
            "The game after the merger: player 2 plays left.",
            'sf.draw("abstraction-counterexample(merged=true)", sf.solve("abstraction-counterexample(merged=true)", exact=True))',
        ),
        Picture(
            "three-card-orderings",
            "The second game of section 4.1, in which the players order the cards differently.",
            'sf.draw("three-card-orderings", sf.solve("three-card-orderings", exact=True))',
        ),
        Picture(
            "three-card-orderings-merged",
            "The same with both jacks merged.",
            'sf.draw("three-card-orderings(merged=true)", sf.solve("three-card-orderings(merged=true)", exact=True))',
        ),
    ),
    "poker": (
        Picture("kuhn", "Kuhn poker with an exact equilibrium.", 'sf.draw("kuhn", sf.solve("kuhn", exact=True))'),
        Picture(
            "kuhn-beliefs",
            "The information set of player 1 with the king after check and bet, in a quasi-perfect equilibrium.",
            'sf.draw("kuhn", sf.solve("kuhn", "quasi-perfect"), at="1:K:cb")',
        ),
        Picture(
            "kuhn-dark",
            "The first moves of two equilibria side by side, in the dark theme.",
            'sf.draw("kuhn", sf.solve("kuhn", exact=True), compare=sf.uniform_profile(sf.load("kuhn")), depth=3, theme="dark")',
        ),
        Picture(
            "leduc-tree",
            "Leduc hold'em, 9,457 nodes, folded to the parts that play reaches most often.",
            'sf.draw("leduc", sf.solve("leduc", exact=True), nodes=45)',
        ),
        Picture(
            "leduc-chart",
            "A chart of the second round of Leduc hold'em: hands by situations.",
            'sf.chart(sf.solve("leduc", exact=True), round=2, player=1)',
        ),
        Picture(
            "leduc-difference",
            "An equilibrium (above) and even play (below), with the probability that moves.",
            'sf.chart("leduc", sf.solve("leduc", exact=True), versus=sf.uniform_profile(sf.load("leduc")), round=1)',
        ),
        Picture(
            "rhode-island-chart",
            "The first round of Rhode Island Hold'em, 6.7 billion nodes, from the solution that comes with the package.",
            "sf.chart(rhode_island, round=1, player=1)",
        ),
        Picture(
            "rhode-island-board",
            "Its second round after two checks, on the king of spades: the own card by rank and suit.",
            'sf.chart(rhode_island, board="Ks", after="check check", player=1)',
        ),
    ),
    "others": (
        Picture("matching-pennies", "Matching pennies.", 'sf.draw("matching-pennies", sf.solve("matching-pennies", exact=True))'),
        Picture(
            "rock-paper-scissors",
            "Rock, paper, scissors.",
            'sf.draw("rock-paper-scissors", sf.solve("rock-paper-scissors", exact=True))',
        ),
        Picture(
            "matrix-game",
            "A random matrix game of three rows and three columns.",
            'sf.draw("matrix-game(rows=3,columns=3)", sf.solve("matrix-game(rows=3,columns=3)", exact=True))',
        ),
        Picture(
            "uniform-bounds",
            "Farina, Gatti & Sandholm (2018): equal trembles at all sequences lead to an equilibrium that is not subgame perfect.",
            'sf.draw("uniform-bounds", sf.solve("uniform-bounds", "quasi-perfect"))',
        ),
        Picture(
            "liars-dice",
            "Liar's dice with two faces.",
            'sf.draw("liars-dice(sides=2)", sf.solve("liars-dice(sides=2)", exact=True), nodes=60)',
        ),
        Picture(
            "goofspiel",
            "Goofspiel with three cards.",
            'sf.draw("goofspiel(cards=3)", sf.solve("goofspiel(cards=3)", exact=True), nodes=60)',
        ),
        Picture(
            "tic-tac-toe",
            "Tic-tac-toe as a graph of 5,478 positions, with the result of backward induction.",
            'sf.draw(sf.load("tic-tac-toe", kind="positions"), nodes=40)',
        ),
        Picture(
            "binary-tree",
            "A binary tree of Table I of von Stengel, van den Elzen & Talman (2002), with random payoffs.",
            'sf.draw("binary-tree(depth=4)", sf.solve("binary-tree(depth=4)"))',
        ),
        Picture(
            "random-game",
            "A random game.",
            'sf.draw("random-game(seed=3)", sf.solve("random-game(seed=3)", exact=True))',
        ),
        Picture(
            "oh-hell",
            "Open-Handed Oh Hell! with two cards each, with an equilibrium of the largest sum of payoffs.",
            'sf.draw("oh-hell(cards=2)", sf.solve("oh-hell(cards=2)", "subgame-perfect", objective="social"), nodes=60)',
        ),
        Picture(
            "knapsack",
            "The knapsack problem as a tree: the best equilibrium for player 2 packs the objects of the largest value.",
            'sf.draw("knapsack(objects=2)", sf.solve("knapsack(objects=2)", "subgame-perfect", objective="best-for-2"))',
        ),
        Picture(
            "sequential-auction",
            "An auction by open outcry between two bidders, with three valuations, of which each bidder has one.",
            'sf.draw("sequential-auction(valuations=3,goods=1)", sf.solve("sequential-auction(valuations=3,goods=1)"))',
        ),
        Picture(
            "negotiation",
            "A negotiation: the seller offers, the buyer accepts or rejects; costs, valuations and news are drawn from three types.",
            'sf.draw("negotiation(types=3,offers=1)", sf.solve("negotiation(types=3,offers=1)"))',
        ),
    ),
    "pages": (
        Picture(
            "kuhn-page",
            "Kuhn poker as an interactive page: fold, search, and select nodes.",
            'sf.draw("kuhn", sf.solve("kuhn", exact=True))',
            page=True,
        ),
        Picture(
            "leduc-page",
            "All of Leduc hold'em as a flow of probabilities.",
            'sf.draw("leduc", sf.solve("leduc", exact=True), view="flow")',
            page=True,
        ),
    ),
}
"""The pictures by the sections of the page."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--png", action="store_true", help="write the pictures as PNG, too")
    arguments = parser.parse_args()
    sys.stdout.writelines(f"{line}\n" for line in drawn(arguments.folder, png=arguments.png))


def draw(folder: Path) -> None:
    """Draw what is missing or out of date."""
    for _ in drawn(folder):
        pass


def drawn(folder: Path, *, png: bool = False) -> Iterator[str]:
    """Draw the pictures that are out of date; yield a line for each."""
    folder.mkdir(parents=True, exist_ok=True)
    record, state = folder / ".drawn.json", sources_digest()
    known: dict[str, str] = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    with as_file(files("seqform.play") / "rhode-island.solution") as shipped:
        names: dict[str, Any] = {"rhode_island": None, "tiny_poker": sf.load("tiny-poker", kind="ordered")}
        for one in (picture for pictures in SECTIONS.values() for picture in pictures):
            key = hashlib.sha256((state + one.code).encode()).hexdigest()
            if known.get(one.file) == key and (folder / one.file).exists():
                continue
            if "rhode_island" in one.code and names["rhode_island"] is None:
                names["rhode_island"] = sf.read_solution(shipped)
            start = time.perf_counter()
            drawing: Drawing = eval(one.code, globals() | names)
            drawing.save(folder / one.file)
            if png and not one.page:
                drawing.save(folder / f"{one.name}.png")
            known[one.file] = key
            yield f"{time.perf_counter() - start:6.2f} s {(folder / one.file).stat().st_size:9,} bytes  {one.file}"
    record.write_text(json.dumps(known), encoding="utf-8")


def sources_digest() -> str:
    """Return a digest of the modules that decide what the pictures look like."""
    digest, package = hashlib.sha256(), Path(sf.__file__).parent
    for folder in SOURCES:
        for file in sorted((package / folder).rglob("*.*")):
            if file.suffix in (".py", ".js", ".css", ".html"):
                digest.update(file.read_bytes())
    return digest.hexdigest()


def figure(one: Picture) -> str:
    """Return a picture of the gallery as HTML, with caption and code."""
    link, caption = f"{FOLDER}/{one.file}", escape(one.caption)
    shown = f'<img src="{link}" alt="{caption}" loading="lazy">' if not one.page else "Open the page"
    code = f'<div class="highlight"><pre>{escape(one.code)}</pre></div>'
    text = f"<figcaption>{caption}</figcaption>"
    return f'<figure class="game" id="{one.name}"><a href="{link}">{shown}</a>{text}{code}</figure>'


if __name__ == "__main__":
    main()
