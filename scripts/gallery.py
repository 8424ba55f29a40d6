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
from pathlib import Path
from typing import Any, NamedTuple

import seqform as sf
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.pictures.formats import Drawing
from seqform.play.web.offline import offline_page

FOLDER = "gallery"
SOURCES = ("pictures", "play", "paths", "builders/games", "models/games", "solving")


class Picture(NamedTuple):
    """A picture, or an interactive page: the name of its file, a caption, and the code that makes it."""

    name: str
    caption: str
    code: str
    page: bool = False

    @property
    def title(self) -> str:
        """A title of a few words."""
        return TITLES.get(self.file) or self.name.partition("(")[0].replace("-", " ").capitalize()

    @property
    def thumbnail(self) -> str:
        """The file of the picture that is shown small; of a page, that of its game."""
        return f"{self.name.removeprefix('play-')}.svg"

    @property
    def file(self) -> str:
        """The name of the file, with its suffix."""
        return self.name + (".html" if self.page else ".svg")


def solved(
    game: str, caption: str, how: str = "exact=True", more: str = "", name: str = ""
) -> Picture:
    """Return the picture of a game with an equilibrium; `how` are the arguments of `solve`, `more` those of `draw`."""
    solution = f'sf.solve("{game}"{", " if how else ""}{how})'
    return Picture(name or game.partition("(")[0], caption, f'sf.draw("{game}", {solution}{more})')


LEDUC = 'sf.solve("leduc", exact=True)'
SOCIAL = '"subgame-perfect", objective="social"'

SECTIONS = {
    "papers": (
        solved(
            "guess-the-ace",
            "Miltersen & Sørensen (2006), figure 1. In a quasi-perfect equilibrium player 2 answers no, although the "
            "question is never asked; the numbers beside the nodes are beliefs.",
            '"quasi-perfect"',
        ),
        solved(
            "guess-the-ace-second-gift",
            "The variant of section 1.1, in which player 1 may give the prize away after the answer: where two "
            "equilibria differ. Normal-form perfection does not exclude the answer yes, sequential rationality does.",
            more=', difference=True,\n        versus=sf.solve("guess-the-ace-second-gift", "quasi-perfect")',
        ),
        solved(
            "kuhn-with-raise",
            "Miltersen & Sørensen (2006), figure 2: Kuhn poker with a raise, after player 1 has checked the ace and "
            "player 2 has bet. The quasi-perfect equilibrium raises.",
            '"quasi-perfect"',
            ', at="1:A:cb"',
        ),
        solved(
            "safe-or-risky",
            "Miltersen & Sørensen (2006), figure 3. Quasi-perfect equilibria may take the risk, extensive-form "
            "perfect ones do not.",
            '"extensive-form-perfect"',
        ),
        solved(
            "vsvet-figure-1",
            "Von Stengel, van den Elzen & Talman (2002), figure 1, with the equilibrium at the end of Lemke's path "
            "from the centroid.",
            "",
        ),
        solved(
            "littman-figure-1",
            "Littman, Ravi, Talwar & Zinkevich (2006), figure 1, with the equilibrium of the largest sum of payoffs.",
            SOCIAL,
        ),
        solved(
            "littman-figure-4",
            "Littman, Ravi, Talwar & Zinkevich (2006), figure 4: the best equilibrium for both together mixes.",
            SOCIAL,
        ),
        Picture(
            "knapsack-figure-3",
            "Littman, Ravi, Talwar & Zinkevich (2006), figure 3: one object of the reduction from knapsack.",
            'sf.draw("knapsack-figure-3")',
        ),
        solved(
            "knapsack(objects=2)",
            "The whole reduction: the best equilibrium for player 2 packs the objects of the largest value.",
            '"subgame-perfect", objective="best-for-2"',
        ),
        solved(
            "two-level-tree",
            'The basic tree of "Trees in Games", with the result of backward induction.',
            '"subgame-perfect"',
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
        solved(
            "abstraction-counterexample",
            "Gilpin & Sandholm (2006), section 4.1: chance's move is not observed, and the subtrees of a and b must "
            "not be merged.",
        ),
        solved(
            "abstraction-counterexample(merged=true)",
            "The game after the merger: player 2 plays left.",
            name="abstraction-counterexample-merged",
        ),
        solved(
            "three-card-orderings",
            "The second game of section 4.1, in which the players order the cards differently.",
        ),
        solved(
            "three-card-orderings(merged=true)",
            "The same with both jacks merged.",
            name="three-card-orderings-merged",
        ),
    ),
    "course": (
        solved(
            "prisoners-dilemma",
            "The prisoner's dilemma (Tucker 1950): to defect is better whatever the other does.",
            "",
        ),
        solved(
            "battle-of-the-sexes",
            "The battle of the sexes (Luce & Raiffa 1957), with one of its three equilibria: both go to the fight, "
            "which player 1 prefers.",
            "",
        ),
        solved(
            "chicken",
            "Chicken (Rapoport & Chammah 1966), with one of its three equilibria: player 1 swerves.",
            "",
        ),
        solved(
            "stag-hunt",
            "The stag hunt (Rousseau 1755). Lemke's path from the even profile leads to the hares, which are safe.",
            "",
        ),
        solved(
            "entry-deterrence",
            "Entry into one market of the chain store (Selten 1978). The threat to fight is empty.",
            '"subgame-perfect"',
        ),
        solved(
            "ultimatum",
            "The ultimatum game (Güth, Schmittberger & Schwarze 1982), with the subgame perfect equilibrium best for "
            "the responder, who is offered the smallest amount above 0.",
            '"subgame-perfect", objective="best-for-2"',
        ),
        solved(
            "centipede",
            "The centipede (Rosenthal 1981), with the payoffs of McKelvey & Palfrey (1992): the first player takes.",
            '"subgame-perfect"',
        ),
        solved(
            "beer-quiche",
            "Beer or quiche (Cho & Kreps 1987): all have beer, and the observer would fight after every second quiche. "
            "The numbers beside the nodes are beliefs.",
            '"quasi-perfect"',
        ),
        solved(
            "spence(years=2)",
            "Education as a signal (Spence 1973): an equilibrium in which nobody goes to school. It is quasi-perfect, "
            "and fails the intuitive criterion of Cho & Kreps.",
            '"quasi-perfect"',
            name="spence",
        ),
        solved(
            "job-signals",
            "The signaling game of von Stengel & Forges (2008), with an equilibrium: without a mediator the professor "
            "takes nobody on.",
            "",
        ),
        solved(
            "inspection(days=2)",
            "One inspection on two days, of a rule that may be violated once (after von Stengel 2016).",
            "",
        ),
        solved(
            "border-patrol",
            "Patrols on a border with an equilibrium; the defender gains by committing to a strategy.",
            "",
        ),
        solved(
            "sheriff(items=2,bribe=1,rounds=1)",
            "A small Sheriff game (Farina, Ling, Fang & Sandholm 2019): a bribe is offered before an inspection.",
            "",
        ),
        Picture(
            "battleship",
            "Battleship on two cells with one shot each (Farina, Ling, Fang & Sandholm 2019).",
            'sf.draw("battleship(width=2,shots=1)")',
        ),
        solved(
            "job-signals",
            "The same game with a mediator, who makes the signals informative: the best sum of payoffs of an "
            "extensive-form correlated equilibrium. The moves at the two nodes of a set are not alike.",
            '"extensive-form-correlated", exact=True',
            name="job-signals-mediated",
        ),
        solved(
            "border-patrol",
            "The strategy to which the defender commits, with the best reply of the intruder who sees it.",
            '"stackelberg"',
            name="border-patrol-commitment",
        ),
        solved(
            "beer-quiche",
            "Player 2 commits to a device: three times in four the types separate and quiche is fought; otherwise both "
            "have quiche and are left alone. It earns 39/40, the best strategy without a device 19/20.",
            '"stackelberg-correlated", leader=1, exact=True',
            name="beer-quiche-commitment",
        ),
        Picture(
            "job-signals-payoffs",
            "What mediators can reach in the signaling game: the payoffs of correlated equilibria by concept, the Nash "
            "equilibrium, and the best commitment of each player, to a strategy and to a device.",
            'sf.payoff_regions("job-signals").chart()',
        ),
        Picture(
            "inspection-payoffs",
            "An inspector with a mediator and with a commitment, which earns more than any extensive-form correlated "
            "equilibrium.",
            'sf.payoff_regions("inspection").chart()',
        ),
        Picture(
            "battle-of-the-sexes-best-responses",
            "Best responses in the battle of the sexes: the lines of both players meet in three equilibria, of which "
            "one is mixed.",
            'sf.best_response_diagram("battle-of-the-sexes").chart()',
        ),
        Picture(
            "prisoners-dilemma-table",
            "The payoffs of the prisoner's dilemma: best replies are underlined, the pure equilibrium is framed, and "
            "what is strictly dominated is struck out.",
            'sf.payoff_table("prisoners-dilemma", dominated=True).chart()',
        ),
        solved(
            "seltens-horse",
            "Two players on the tree of the horse, whose three players are Selten's (1975). Without a proper subgame "
            "the empty threat to go right is subgame perfect; the quasi-perfect equilibrium goes left.",
            '"quasi-perfect"',
        ),
        solved(
            "monty-hall",
            "Monty Hall's three doors (Selvin 1975): the contestant picks one evenly, switches, and wins 2/3.",
        ),
        solved(
            "cournot(quantities=5,step=2)",
            "Cournot's duopoly (1838) on a grid of five quantities: each firm makes a third of demand.",
            "",
        ),
        solved(
            "stackelberg",
            "Von Stackelberg's duopoly (1934): the leader makes half of demand, the follower a quarter.",
            '"subgame-perfect"',
            ", nodes=40",
        ),
        solved(
            "market-for-lemons",
            "A market for lemons, after Akerlof (1970): the buyer offers the worth of a lemon, and good cars are not "
            "sold.",
            '"quasi-perfect"',
        ),
    ),
    "poker": (
        solved(
            "kuhn", 'Kuhn poker with an exact equilibrium: the "1-card poker" of "Trees in Games".'
        ),
        solved(
            "kuhn",
            "Beliefs of player 1 with the king after check and bet, in a quasi-perfect equilibrium.",
            '"quasi-perfect"',
            ', at="1:K:cb"',
            "kuhn-beliefs",
        ),
        solved(
            "kuhn",
            "The first moves of two profiles side by side, in the dark theme: an equilibrium, and even play.",
            more=', depth=3, theme="dark",\n        versus=sf.uniform_profile(sf.load("kuhn"))',
            name="kuhn-dark",
        ),
        solved(
            "leduc",
            "Leduc hold'em, 9,457 nodes, folded to what play reaches most often.",
            more=", nodes=45",
        ),
        Picture(
            "leduc-chart",
            "A chart of the second round of Leduc hold'em: hands by situations.",
            f"sf.chart({LEDUC}, round=2, player=0)",
        ),
        Picture(
            "leduc-difference",
            "An equilibrium (above) and even play (below), with the probability that moves.",
            f'sf.chart("leduc", {LEDUC}, round=1, versus=sf.uniform_profile(sf.load("leduc")))',
        ),
        Picture(
            "holdem",
            "An endgame of Texas hold'em on the river: the high pairs and ace-king, a pot of 3,750 and 18,125 behind.",
            'sf.chart("holdem", sf.solve("holdem", exact=True), player=0)',
        ),
        Picture(
            "rhode-island-chart",
            "The first round of Rhode Island Hold'em, 6.7 billion nodes, from the solution in the package.",
            "sf.chart(rhode_island, round=1, player=0)",
        ),
        Picture(
            "rhode-island-board",
            "Its second round after two checks, on the king of spades: the own card by rank and suit.",
            'sf.chart(rhode_island, board="Ks", after="check check", player=0)',
        ),
    ),
    "others": (
        solved("matching-pennies", "Matching pennies."),
        solved("rock-paper-scissors", "Rock, paper, scissors."),
        solved(
            "matrix-game(rows=3,columns=3)", "A random matrix game of three rows and three columns."
        ),
        solved(
            "uniform-bounds",
            "Farina, Gatti & Sandholm (2018): equal trembles at all sequences lead to an equilibrium that is not "
            "subgame perfect. This one is quasi-perfect.",
            '"quasi-perfect"',
        ),
        solved(
            "mertens-voting",
            "Mertens (1995): no equilibrium is both extensive-form and normal-form perfect. This one is the former.",
            '"extensive-form-perfect"',
        ),
        solved("liars-dice(sides=2)", "Liar's dice with two faces.", more=", nodes=60"),
        solved("goofspiel(cards=3)", "Goofspiel with three cards.", more=", nodes=60"),
        Picture(
            "tic-tac-toe",
            "Tic-tac-toe, folded after the likeliest line.",
            'sf.draw(sf.load("tic-tac-toe", kind="positions"), nodes=40)',
        ),
        Picture(
            "connect-four",
            "Connect four on a small board, folded after the likeliest line.",
            'sf.draw(sf.load("connect-four(columns=4,rows=2)", kind="positions"), nodes=40)',
        ),
        solved(
            "binary-tree(depth=4)",
            "A binary tree of Table I of von Stengel, van den Elzen & Talman (2002), with random payoffs.",
            "",
        ),
        solved("random-game(seed=3)", "A random game."),
        solved(
            "oh-hell(cards=2)",
            "Open-Handed Oh Hell! with two cards each, with an equilibrium of the largest sum of payoffs.",
            SOCIAL,
            ", nodes=60",
        ),
        solved(
            "sequential-auction(valuations=3,goods=1)",
            "An auction by open outcry between two bidders, with three valuations, of which each bidder has one.",
            "",
        ),
        solved(
            "negotiation(types=3,offers=1)",
            "A negotiation: the seller offers, the buyer accepts or rejects; costs, valuations and news are drawn "
            "from three types.",
            "",
        ),
    ),
    "pages": (
        solved(
            "kuhn", "Kuhn poker as an interactive page: fold, search, and select nodes."
        )._replace(page=True),
        solved(
            "leduc", "All of Leduc hold'em as a flow of probabilities.", more=', view="flow"'
        )._replace(page=True),
        Picture(
            "play-kuhn",
            "Play Kuhn poker against an exact equilibrium, with a review of every decision.",
            'offline_page(sf.play.open_session("kuhn"))',
            page=True,
        ),
        Picture(
            "play-leduc",
            "Play Leduc hold'em.",
            'offline_page(sf.play.open_session("leduc"))',
            page=True,
        ),
    ),
}
"""The pictures by the sections of the page."""

TITLES = {
    "guess-the-ace-second-gift.svg": "Guess the ace, with a second gift",
    "kuhn-with-raise.svg": "Kuhn poker with a raise",
    "vsvet-figure-1.svg": "The end of a path",
    "littman-figure-1.svg": "The largest sum of payoffs",
    "littman-figure-4.svg": "Best for both by mixing",
    "knapsack-figure-3.svg": "One object of a knapsack",
    "tiny-poker-shrunk.svg": "Tiny poker after GameShrink",
    "abstraction-counterexample.svg": "Subtrees that must not be merged",
    "abstraction-counterexample-merged.svg": "The merged subtrees",
    "three-card-orderings.svg": "Two orders of three cards",
    "three-card-orderings-merged.svg": "Both jacks merged",
    "kuhn.svg": "Kuhn poker",
    "kuhn-beliefs.svg": "Beliefs with the king",
    "kuhn-dark.svg": "Two profiles side by side",
    "leduc.svg": "Leduc hold'em",
    "leduc-chart.svg": "Leduc hold'em as a chart",
    "leduc-difference.svg": "Two strategies in one chart",
    "holdem.svg": "A river of Texas hold'em",
    "rhode-island-chart.svg": "Rhode Island Hold'em",
    "rhode-island-board.svg": "One board of Rhode Island Hold'em",
    "mertens-voting.svg": "A vote without a perfect equilibrium",
    "uniform-bounds.svg": "Equal trembles",
    "liars-dice.svg": "Liar's dice",
    "binary-tree.svg": "A tree of Table I",
    "oh-hell.svg": "Open-Handed Oh Hell!",
    "two-level-tree.svg": "The basic tree",
    "prisoners-dilemma.svg": "Prisoner's dilemma",
    "battle-of-the-sexes.svg": "Battle of the sexes",
    "battle-of-the-sexes-best-responses.svg": "Best responses in the battle of the sexes",
    "prisoners-dilemma-table.svg": "Payoffs of the prisoner's dilemma",
    "beer-quiche.svg": "Beer or quiche",
    "spence.svg": "Education as a signal",
    "job-signals.svg": "Signals to a professor",
    "inspection.svg": "An inspection game",
    "border-patrol.svg": "Patrols on a border",
    "job-signals-mediated.svg": "Signals with a mediator",
    "border-patrol-commitment.svg": "A patrol that is announced",
    "beer-quiche-commitment.svg": "A commitment to a device",
    "job-signals-payoffs.svg": "The worth of a mediator",
    "inspection-payoffs.svg": "The worth of an announcement",
    "sheriff.svg": "A smuggler and a sheriff",
    "seltens-horse.svg": "Selten's horse for two",
    "monty-hall.svg": "Monty Hall",
    "cournot.svg": "Cournot's duopoly",
    "stackelberg.svg": "Stackelberg's duopoly",
    "kuhn.html": "Kuhn poker, interactive",
    "leduc.html": "The flow of Leduc hold'em",
    "play-kuhn.html": "Play Kuhn poker",
    "play-leduc.html": "Play Leduc hold'em",
}
"""Titles of pictures, by their files, where the name makes none."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--png", action="store_true", help="write the pictures as PNG, too")
    arguments = parser.parse_args()
    sys.stdout.writelines(f"{line}\n" for line in drawn(arguments.folder, png=arguments.png))


def draw(folder: Path) -> None:
    for _ in drawn(folder):
        pass


def drawn(folder: Path, *, png: bool = False) -> Iterator[str]:
    """Draw the pictures that are out of date; yield a line for each."""
    folder.mkdir(parents=True, exist_ok=True)
    record, state = folder / ".drawn.json", sources_digest()
    known: dict[str, str] = (
        json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    )
    tiny_poker = sf.load("tiny-poker", kind="ordered")
    names: dict[str, Any] = {
        "sf": sf,
        "to_extensive": to_extensive,
        "offline_page": offline_page,
        "tiny_poker": tiny_poker,
    }
    for one in (picture for pictures in SECTIONS.values() for picture in pictures):
        key = hashlib.sha256((state + one.code).encode()).hexdigest()
        if known.get(one.file) == key and (folder / one.file).exists():
            continue
        if "rhode_island" in one.code and "rhode_island" not in names:
            names["rhode_island"] = sf.read_solution("rhode-island")
        start = time.perf_counter()
        drawing: Drawing | str = eval(one.code, names)
        if isinstance(drawing, str):
            (folder / one.file).write_text(drawing, encoding="utf-8")
        else:
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
    """Return a card of the gallery as HTML: the picture as a thumbnail, with title, caption and code."""
    link, caption = f"{FOLDER}/{one.file}", escape(one.caption)
    shown = f'<img src="{FOLDER}/{one.thumbnail}" alt="" loading="lazy"><b>{escape(one.title)}</b>'
    code = f'<details><summary>Code</summary><div class="highlight"><pre>{escape(one.code)}</pre></div></details>'
    text = f"<figcaption>{caption}{' Opens a page.' if one.page else ''}</figcaption>"
    return f'<figure class="game" id="{one.file}"><a href="{link}">{shown}</a>{text}{code}</figure>'


if __name__ == "__main__":
    main()
