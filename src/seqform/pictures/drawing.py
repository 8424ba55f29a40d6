"""The function `draw`, and drawings in the formats SVG, HTML, TikZ, PNG and PDF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from seqform.builders.games import catalog
from seqform.builders.games.rules import MAX_NODES
from seqform.errors import GameError, InputError
from seqform.io.assessments import read_assessment
from seqform.io.load import game_file, has_other_than_two_players, load
from seqform.io.profiles import read_profile
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium, PositionEquilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.games.positions import PositionGraph
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.pictures.page import VIEWS, tree_page
from seqform.pictures.scene import Scene
from seqform.pictures.svg import svg, text_of
from seqform.pictures.tikz import tikz
from seqform.pictures.tree import THEMES, Direction, tree_scene
from seqform.pictures.view import GraphSource, Source, TreeSource, same_nodes, visible_tree
from seqform.system.files import write_whole
from seqform.system.packages import require
from seqform.verify.nash import certify

MOST_NODES = 400
"""Nodes of a picture, unless another number is asked for; the rest of a larger game is folded."""

LARGEST_PICTURE = 20_000
"""Bound on the nodes of a picture."""

DIRECTIONS = ("auto", "down", "right")
_BETWEEN = 24.0
_PIXELS_PER_INCH = 192.0


@dataclass(frozen=True, eq=False)
class Drawing:
    """A picture of a game; notebooks show it, and `save` writes it in the format of the file's suffix.

    `paint` returns the picture, and `page` the interactive page, where there is one.
    """

    paint: Callable[[], Scene]
    page: Callable[[], str] | None = None

    @cached_property
    def scene(self) -> Scene:
        """The shapes of the picture."""
        return self.paint()

    def svg(self) -> str:
        """Return the picture as an SVG document."""
        return svg(self.scene)

    def html(self) -> str:
        """Return a page that needs no other file: of the whole game, interactive, or else with the picture alone."""
        if self.page is not None:
            return self.page()
        return (
            f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{text_of(self.scene.title)}</title>\n'
            f'<body style="margin:0;background:{self.scene.background}">\n{self.svg()}</body>\n</html>\n'
        )

    def tikz(self, *, document: bool = True) -> str:
        """Return the picture as a LaTeX document, or as a ``tikzpicture`` for one that loads the package ``tikz``."""
        return tikz(self.scene, document=document)

    def png(self) -> bytes:
        """Return the picture as PNG, at twice the size in pixels; needs the extra "pictures"."""
        return self._typeset("png")

    def pdf(self) -> bytes:
        """Return the picture as PDF with vector graphics; needs the extra "pictures"."""
        return self._typeset("pdf")

    def save(self, path: str | Path) -> None:
        """Write the picture to a file; its suffix, one of `FORMATS`, is the format."""
        require_drawable(Path(path))
        content = FORMATS[Path(path).suffix.lower()](self)
        write_whole(path, content if isinstance(content, bytes) else content.encode())

    def _typeset(self, form: str) -> bytes:
        typst: Any = require("typst", f"a picture as {form.upper()}")
        box = self.scene.box
        width, height = (f"{0.75 * length:.2f}pt" for length in (box.right - box.left, box.bottom - box.top))
        source = (
            f"#set page(width: {width}, height: {height}, margin: 0pt)\n"
            f'#image(sys.inputs.picture, format: "svg", width: {width})'
        )
        source = source.replace("sys.inputs.picture", "bytes(sys.inputs.picture)")
        options = {"ppi": _PIXELS_PER_INCH} if form == "png" else {}
        content: bytes = typst.compile(source.encode(), format=form, sys_inputs={"picture": self.svg()}, **options)
        return content

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        box = self.scene.box
        size = f"{box.right - box.left:.0f} × {box.bottom - box.top:.0f} pixels"
        return f"<{type(self).__name__} of {self.scene.title!r}: {size}>"


FORMATS: dict[str, Callable[[Drawing], str | bytes]] = {
    ".svg": Drawing.svg,
    ".html": lambda drawing: drawing.html(),
    ".tex": Drawing.tikz,
    ".png": Drawing.png,
    ".pdf": Drawing.pdf,
}
"""The writers of the formats, by the suffix of a file."""


NODES_WHEN_FOLDED = 150
"""Nodes of the picture in a notebook of a game that has more than `MOST_NODES`."""

LARGEST_IN_NOTEBOOK = 100_000
"""Nodes or positions of a game up to which a notebook shows a picture."""


def notebook_bundle(game: ExtensiveGame | PositionGraph) -> dict[str, str]:
    """Return what a notebook shows of a game, by MIME type: its sizes and its tree, folded if it is large."""
    bundle = {"text/plain": repr(game)}
    sizes = game._repr_html_() if isinstance(game, ExtensiveGame) else ""
    picture = ""
    if len(game) <= LARGEST_IN_NOTEBOOK:
        source = _source(game, None)
        small = len(source) <= MOST_NODES
        view = visible_tree(source, nodes=MOST_NODES if small else NODES_WHEN_FOLDED)
        picture = bundle["image/svg+xml"] = svg(tree_scene(view, THEMES["light"], None))
    return bundle | ({"text/html": sizes + picture} if sizes or picture else {})


def require_drawable(path: Path | None) -> None:
    """Check before the work that a drawing can be written: the suffix is known, and its package is installed."""
    if path is None:
        return
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"{path}: a name that ends in {', '.join(FORMATS)} expected")
    if path.suffix.lower() in (".png", ".pdf"):
        require("typst", f"a picture as {path.suffix[1:].upper()}")


def draw(
    game: Any,
    profile: Any = None,
    *,
    compare: Any = None,
    difference: bool = False,
    at: str | None = None,
    depth: int | None = None,
    nodes: int = MOST_NODES,
    direction: str = "auto",
    theme: str = "light",
    view: str | None = None,
) -> Drawing:
    """Draw the tree of a game, with a profile or without.

    Players differ by shape, number and colour; nodes of one information set share a capsule. With a profile the width
    of an edge is the probability of its action; actions that are never played are grey, and what is never reached is
    pale. Numbers below nodes are beliefs. The tooltips of nodes and labels have all numbers exactly.

    As HTML, the whole tree of a two-player game with one profile at most is an interactive page without limit on the
    depth, for games of up to 2,000,000 nodes; all else is the picture.

    Parameters
    ----------
    game : ExtensiveGame, PositionGraph, or whatever `load` accepts
        A file with other than two players is drawn as a game of perfect information.
    profile : BehaviorProfile, Equilibrium, or the name of a file, optional
        An assessment of an equilibrium, or in the file, has the beliefs at information sets that are not reached.
    compare : the same, optional
        A second profile, drawn beside the first.
    difference : bool
        Draw one tree with the probabilities of both profiles where they differ; an edge is as wide as its difference.
    at : str, optional
        Draw the game from an information set on: its name, with ``1:`` or ``2:`` in front where both players have it.
    depth, nodes : int, optional
        Fold the tree after so many moves, or keep so many nodes: the likeliest line, then what is likeliest.
    direction : {"auto", "down", "right"}
        Of growth; by default downwards where the picture is narrow.
    theme : {"light", "dark", "print"}
        The last one for black-and-white print. A page with the first one is dark where the reader's system is.
    view : {"tree", "flow"}, optional
        What an interactive page shows first: the tree, or the flow, boxes whose heights are the probabilities of their
        nodes. By default the tree for games of up to 50,000 nodes.

    Examples
    --------
    >>> import seqform as sf
    >>> drawing = draw("kuhn", sf.solve("kuhn", exact=True))
    >>> drawing.save("kuhn.svg")  # doctest: +SKIP
    >>> drawing.svg().count("information set J:cb")
    4
    """
    if theme not in THEMES:
        raise InputError(f"theme {theme!r}: one of {', '.join(THEMES)} expected")
    if direction not in DIRECTIONS:
        raise InputError(f"direction {direction!r}: one of {', '.join(DIRECTIONS)} expected")
    if not 1 <= nodes <= LARGEST_PICTURE:
        raise InputError(f"nodes {nodes}: a number from 1 to {LARGEST_PICTURE:,} expected")
    if depth is not None and depth < 0:
        raise InputError(f"depth {depth}: a number from 0 on expected")
    if compare is not None and profile is None:
        raise InputError("a profile to compare with another, but the other is missing")
    if difference and compare is None:
        raise InputError("difference: a second profile expected, to compare with the first")
    if view is not None and view not in VIEWS:
        raise InputError(f"view {view!r}: one of {', '.join(VIEWS)} expected")
    tree = _loaded(game)
    whole = isinstance(tree, ExtensiveGame) and at is None and depth is None and compare is None
    if view is not None and not whole:
        raise InputError(f"view {view!r}: for the whole tree of a two-player game, without `at`, `depth` and `compare`")
    source = _source(tree, profile)
    other = None if compare is None else _source(tree, compare)
    if at is not None:
        source.members(at)
    names = _heading(profile, 0), _heading(compare, 1)
    chosen: Direction | None = None if direction == "auto" else "down" if direction == "down" else "right"

    def paint() -> Scene:
        shown, colors = visible_tree(source, at=at, depth=depth, nodes=nodes), THEMES[theme]
        if other is None:
            return tree_scene(shown, colors, chosen)
        second = same_nodes(shown, other)
        if difference:
            return tree_scene(shown, colors, chosen, " → ".join(names), second, difference=True)
        first = tree_scene(shown, colors, chosen, names[0], second)
        return _side_by_side(first, tree_scene(second, colors, chosen, names[1], shown))

    def page() -> str:
        assert isinstance(source, TreeSource)
        certificate = getattr(profile, "certificate", None)
        if certificate is None and source.profile is not None:
            certificate = certify(source.game, source.profile)
        return tree_page(source, certificate, theme, view, None if nodes == MOST_NODES else nodes)

    return Drawing(paint, page if whole else None)


def require_tree(game: Any, max_nodes: int, what: str) -> None:
    """Refuse a card game whose tree is too large to be written out; `what` is not done then."""
    if isinstance(game, str) and game_file(game) is None and catalog.is_ordered(game):
        try:
            game = catalog.ordered(game)
        except GameError:
            return
    if isinstance(game, OrderedGame) and (nodes := count(game).nodes) > max_nodes:
        raise InputError(
            f"{game.title}: a tree of {nodes:,} nodes is not {what}; `seqform solve {game.title} --preprocess lossless "
            f"-o FILE.sol` writes a solution file, and `seqform chart {game.title} --profile FILE.sol` shows it"
        )


def _loaded(game: Any) -> ExtensiveGame | PositionGraph:
    if isinstance(game, str | Path) and has_other_than_two_players(game):
        return load(game, kind="positions")
    require_tree(game, MAX_NODES, "drawn")
    return game if isinstance(game, ExtensiveGame | PositionGraph) else load(game)


def _source(game: ExtensiveGame | PositionGraph, profile: Any) -> Source:
    if isinstance(game, PositionGraph):
        if profile is not None and not isinstance(profile, PositionEquilibrium):
            raise InputError("with a graph of positions, an equilibrium from `seqform.solve` expected as profile")
        return GraphSource(game, None if profile is None else profile.strategy)
    if isinstance(profile, str | Path):
        return TreeSource(game, read_profile(profile, game), read_assessment(profile, game))
    if isinstance(profile, Equilibrium | FoundEquilibrium):
        return TreeSource(game, profile.profile, getattr(profile, "assessment", None))
    if profile is not None and not isinstance(profile, BehaviorProfile):
        raise InputError(f"profile: a profile, an equilibrium or the name of a file expected, not {profile!r:.80}")
    return TreeSource(game, profile, None)


def _heading(profile: Any, number: int) -> str:
    return Path(profile).stem if isinstance(profile, str | Path) else ("first profile", "second profile")[number]


def _side_by_side(first: Scene, second: Scene) -> Scene:
    """Return a scene with the second one to the right of the first, their tops at one height."""
    left, right = first.box, second.box
    by = (left.right - right.left - 2 * first.margin + _BETWEEN, left.top - right.top)
    items = first.items + [item.moved(*by) for item in second.items]
    return Scene(first.title, f"{first.description}; {second.description}", first.background, items)
