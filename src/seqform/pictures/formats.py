"""Drawings, and their formats: SVG, HTML, TikZ, PNG and PDF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from seqform.builders.games import catalog
from seqform.errors import GameError, InputError
from seqform.io.load import game_file
from seqform.models.games.ordered import OrderedGame, count
from seqform.pictures.markup import svg, text_of, tikz
from seqform.pictures.scene import Scene
from seqform.system.files import write_whole
from seqform.system.packages import require

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
            f'#image(bytes(sys.inputs.picture), format: "svg", width: {width})'
        )
        options = {"ppi": _PIXELS_PER_INCH} if form == "png" else {}
        content: bytes = typst.compile(source.encode(), format=form, sys_inputs={"picture": self.svg()}, **options)
        return content

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        box = self.scene.box
        size = f"{box.right - box.left:.0f} × {box.bottom - box.top:.0f} pixels"
        folded = f"; {self.scene.folded}, more by nodes=" if self.scene.folded else ""
        return f"<{type(self).__name__} of {self.scene.title!r}: {size}{folded}>"


FORMATS: dict[str, Callable[[Drawing], str | bytes]] = {
    ".svg": Drawing.svg,
    ".html": lambda drawing: drawing.html(),
    ".tex": Drawing.tikz,
    ".png": Drawing.png,
    ".pdf": Drawing.pdf,
}
"""The writers of the formats, by the suffix of a file."""


def require_drawable(path: Path | None) -> None:
    """Check before the work that a drawing can be written: the suffix is known, and its package is installed."""
    if path is None:
        return
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"{path}: a name that ends in {', '.join(FORMATS)} expected")
    if path.suffix.lower() in (".png", ".pdf"):
        require("typst", f"a picture as {path.suffix[1:].upper()}")


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
