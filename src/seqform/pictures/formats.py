"""Drawings in their formats: SVG, HTML, TikZ, PNG and PDF.

SVG is without scripts, styles or references; TikZ pictures need no other LaTeX package. Text is safe for LaTeX: its
special characters are escaped, and characters beyond Latin letters, which pdfLaTeX has no fonts for, are printed by
XeLaTeX and LuaLaTeX, and by pdfLaTeX as question marks.
"""

from __future__ import annotations

import pathlib
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from seqform.builders.games import catalog
from seqform.errors import GameError, InputError
from seqform.io.figures import FONTS, Theme
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.table import Tabular
from seqform.pictures.scene import Item, Path, Scene, Shape, TextItem
from seqform.system.files import file_path, write_whole
from seqform.system.foreign_text import LATEX_DEFINITIONS, latex_text
from seqform.system.packages import require
from seqform.system.sources import Source

if TYPE_CHECKING:
    from seqform.pictures.visible import VisibleTree

PAGE_STYLE = (
    "body{{margin:0 16px 16px;background:{0};color:{1};font:13px Helvetica,Arial,sans-serif}}"
    "table{{border-collapse:collapse;margin:20px 0}}caption{{text-align:left;font-weight:700;padding:4px 0}}"
    "th,td{{text-align:left;padding:3px 10px 3px 0;font-weight:400;border-bottom:1px solid {2};vertical-align:top}}"
    "th{{font-weight:700}}td small{{color:{2}}}"
)
"""The style of pages with a chart and tables, in the background, the ink and the muted colour of a theme."""

_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
_POINTS = 0.75
"""TeX's big points in a pixel of CSS."""

TABLE_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
"""
"""The preamble of a document with tables."""

_HEAD = (
    TABLE_HEAD
    + r"""\usepackage{tikz}
\usepackage[paperwidth=WIDTHbp,paperheight=HEIGHTbp,margin=0bp]{geometry}
\pagestyle{empty}
\setlength{\parindent}{0bp}
\setlength{\topskip}{0bp}
"""
)
"""A page of the picture's size; one more point of height leaves room for rounding."""


def svg(scene: Scene) -> str:
    """Return the SVG document of a scene; the same scene gives the same text."""
    box = scene.box
    width = number(box.right - box.left)
    height = number(box.bottom - box.top)
    view = f"{number(box.left)} {number(box.top)} {width} {height}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}" role="img" '
        f'font-family="{FONTS}" aria-label="{text_of(scene.description)}">\n<title>{text_of(scene.title)}</title>\n'
        f'<rect x="{number(box.left)}" y="{number(box.top)}" width="{width}" height="{height}" '
        f'fill="{scene.background}"/>\n'
    )
    elements = "".join(f"{_element(item)}\n" for item in scene.items)
    return f"{head}{elements}</svg>\n"


def number(value: float) -> str:
    """Return a coordinate with one decimal.

    Examples
    --------
    >>> number(2.0), number(-0.04), number(1.26)
    ('2', '0', '1.3')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def text_of(text: str) -> str:
    """Return text for the content or an attribute of an element; characters that XML forbids become U+FFFD."""
    return escape("".join(map(_permitted, text)))


def _permitted(character: str) -> str:
    if character.isprintable():
        return character
    if character.isspace():
        return " "
    return "\ufffd"


def _element(item: Item) -> str:
    content = ""
    if item.title:
        content = f"<title>{text_of(item.title)}</title>"
    if isinstance(item, TextItem):
        name, attributes = "text", _text(item)
        content += text_of(item.text)
    elif isinstance(item, Path):
        name, attributes = "path", _path(item)
    else:
        name, attributes = _shape(item)
    if item.opacity != 1:
        attributes += f' opacity="{item.opacity:g}"'
    if not content:
        return f"<{name} {attributes}/>"
    return f"<{name} {attributes}>{content}</{name}>"


def _text(item: TextItem) -> str:
    style = (
        f'x="{number(item.x)}" y="{number(item.y)}" font-size="{item.size:g}" fill="{item.color}"'
    )
    if item.anchor != "start":
        style += f' text-anchor="{item.anchor}"'
    if item.bold:
        style += ' font-weight="700"'
    if item.italic:
        style += ' font-style="italic"'
    return style


def _path(item: Path) -> str:
    steps = []
    for step in item.steps:
        # A curve by two control points and its end, or a line.
        command = "C" if len(step) == 6 else "L"
        steps.append(f"{command}{_numbers(step)}")
    if item.fill != "none":
        steps.append("Z")
    stroke = f' fill="{item.fill}" stroke="{item.color}" stroke-width="{item.width:.3g}" stroke-linejoin="round"'
    return f'd="M{_numbers(item.start)}{"".join(steps)}"{stroke}{_dash(item.dash)}'


def _shape(item: Shape) -> tuple[str, str]:
    """Return the name and the attributes of a circle or a rectangle."""
    style = f'fill="{item.fill}"'
    if item.stroke != "none":
        style += f' stroke="{item.stroke}" stroke-width="{item.width:g}"{_dash(item.dash)}'
    x = number(item.x)
    y = number(item.y)
    if item.radius == item.half_width == item.half_height:
        return "circle", f'cx="{x}" cy="{y}" r="{number(item.radius)}" {style}'

    corner = f'x="{number(item.x - item.half_width)}" y="{number(item.y - item.half_height)}"'
    size = f'width="{number(2 * item.half_width)}" height="{number(2 * item.half_height)}"'
    attributes = f"{corner} {size}"
    if item.radius:
        attributes += f' rx="{number(item.radius)}"'
    attributes += f" {style}"
    if item.turned:
        attributes += f' transform="rotate(45 {x} {y})"'
    return "rect", attributes


def _dash(dash: tuple[float, ...]) -> str:
    if not dash:
        return ""
    return f' stroke-dasharray="{_numbers(dash)}"'


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(number, values))


def tikz(scene: Scene, *, document: bool = True) -> str:
    """Return a scene as a LaTeX document, or as the ``tikzpicture`` alone with the definitions that it needs."""
    # Colours get their names as they are used, so that their definitions are written last, and stand first.
    colors: dict[str, str] = {}
    drawn: list[str] = []
    for item in scene.items:
        drawn += _tikz_lines(item, colors)
    box = scene.box
    canvas = f"({number(box.left)},{number(box.top)}) rectangle ({number(box.right)},{number(box.bottom)})"
    background = f"\\fill[{_color(scene.background, colors)}] {canvas};"

    lines = [LATEX_DEFINITIONS.rstrip()]
    lines += [
        f"\\definecolor{{{name}}}{{HTML}}{{{color[1:].upper()}}}%" for color, name in colors.items()
    ]
    lines += [
        f"\\begin{{tikzpicture}}[x={_POINTS}bp,y=-{_POINTS}bp,line join=round,inner sep=0pt,outer sep=0pt]",
        background,
        *drawn,
        r"\end{tikzpicture}",
        "",
    ]
    picture = "\n".join(lines)
    if not document:
        return picture
    width = (box.right - box.left) * _POINTS
    height = (box.bottom - box.top) * _POINTS
    head = _HEAD.replace("WIDTH", number(width)).replace("HEIGHT", number(height + 1))
    return f"{head}\\begin{{document}}\n{picture}\\end{{document}}\n"


def _color(color: str, colors: dict[str, str]) -> str:
    return colors.setdefault(color, f"seqform{len(colors)}")


def _tikz_lines(item: Item, colors: dict[str, str]) -> Iterator[str]:
    faded = "" if item.opacity == 1 else f",opacity={item.opacity:g}"
    if isinstance(item, TextItem):
        yield _tikz_text(item, colors)
    elif isinstance(item, Path):
        steps = "".join(map(_step, item.steps))
        style = f"{_color(item.color, colors)},{_stroke(item.width, item.dash)}{faded}"
        if item.fill != "none":
            style += f",fill={_color(item.fill, colors)}"
            steps += " -- cycle"
        yield f"\\draw[{style}] {_point(*item.start)}{steps};"
    else:
        yield _tikz_shape(item, colors, faded)


def _tikz_text(item: TextItem, colors: dict[str, str]) -> str:
    size = number(item.size * _POINTS)
    font = f"\\fontsize{{{size}bp}}{{{size}bp}}\\selectfont\\sffamily"
    if item.bold:
        font += r"\bfseries"
    if item.italic:
        font += r"\itshape"
    options = f"anchor={_ANCHORS[item.anchor]},text={_color(item.color, colors)},font={{{font}}}"
    if item.opacity != 1:
        options += f",text opacity={item.opacity:g}"
    return f"\\node[{options}] at {_point(item.x, item.y)} {{{latex_text(item.text)}}};"


def _tikz_shape(item: Shape, colors: dict[str, str], faded: str) -> str:
    style = f"fill={_color(item.fill, colors)}{faded}"
    if item.stroke != "none":
        style += f",draw={_color(item.stroke, colors)},{_stroke(item.width, item.dash)}"
    center = _point(item.x, item.y)
    if item.radius == item.half_width == item.half_height:
        return f"\\path[{style}] {center} circle[radius={number(item.radius * _POINTS)}bp];"

    corner = max(min(item.radius, item.half_width, item.half_height) * _POINTS - 0.05, 0)
    style += f",rounded corners={corner:.2f}bp"
    if item.turned:
        style += f",rotate around={{45:{center}}}"
    first = _point(item.x - item.half_width, item.y - item.half_height)
    last = _point(item.x + item.half_width, item.y + item.half_height)
    return f"\\path[{style}] {first} rectangle {last};"


def _step(step: tuple[float, ...]) -> str:
    if len(step) == 2:
        return f" -- {_point(*step)}"
    return f" .. controls {_point(*step[:2])} and {_point(*step[2:4])} .. {_point(*step[4:])}"


def _stroke(width: float, dash: tuple[float, ...]) -> str:
    stroke = f"line width={width * _POINTS:.2f}bp"
    if dash:
        pattern = [
            f"{word} {number(length * _POINTS)}bp"
            for word, length in zip(("on", "off"), dash, strict=False)
        ]
        stroke += f",dash pattern={' '.join(pattern)}"
    return stroke


def _point(x: float, y: float) -> str:
    return f"({number(x)},{number(y)})"


_PIXELS_PER_INCH = 192.0


@dataclass(frozen=True, eq=False)
class Drawing:
    """A picture of a game; notebooks show it, and `save` writes it in the format of the file's suffix.

    `paint` returns the picture, `page` the interactive page, where there is one, and `tree` the nodes that are shown,
    where the picture is that of one tree.
    """

    paint: Callable[[], Scene]
    page: Callable[[], str] | None = None
    tree: Callable[[], VisibleTree] | None = None

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

    def tex(self) -> str:
        """Return the picture as a LaTeX document."""
        return self.tikz()

    def png(self) -> bytes:
        """Return the picture as PNG, at twice the size in pixels; needs the extra "pictures"."""
        return self._typeset("png")

    def pdf(self) -> bytes:
        """Return the picture as PDF with vector graphics; needs the extra "pictures"."""
        return self._typeset("pdf")

    def save(self, path: str | pathlib.Path) -> None:
        """Write the picture to a file; its suffix, one of `FORMATS`, is the format."""
        path = file_path("save, path", path)
        require_drawable(path, CHART_FORMATS if self.tree is None else FORMATS)
        content = FORMATS[path.suffix.lower()].write(self)
        write_whole(path, content.encode() if isinstance(content, str) else content)

    def _typeset(self, form: str) -> bytes:
        typst: Any = require("typst", f"a picture as {form.upper()}")
        box = self.scene.box
        width = f"{_POINTS * (box.right - box.left):.2f}pt"
        height = f"{_POINTS * (box.bottom - box.top):.2f}pt"
        source = (
            f"#set page(width: {width}, height: {height}, margin: 0pt)\n"
            f'#image(bytes(sys.inputs.picture), format: "svg", width: {width})'
        )
        options = {"ppi": _PIXELS_PER_INCH} if form == "png" else {}
        content: bytes = typst.compile(
            source.encode(), format=form, sys_inputs={"picture": self.svg()}, **options
        )
        return content

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        box = self.scene.box
        description = f"{box.right - box.left:.0f} × {box.bottom - box.top:.0f} pixels"
        if self.scene.folded:
            description += f"; {self.scene.folded}, more by nodes="
        return f"<{type(self).__name__} of {self.scene.title!r}: {description}>"


@dataclass(frozen=True)
class Format:
    """A format of pictures.

    - `write`: Returns the content of the file.
    - `package`: The module of an extra that it needs, if it does.
    - `of_trees`: Whether it shows `Drawing.tree`, so that charts and pictures of several trees cannot be written in it.
    """

    write: Callable[[Drawing], str | bytes]
    package: str = ""
    of_trees: bool = False


FORMATS: dict[str, Format] = {
    ".svg": Format(Drawing.svg),
    ".html": Format(lambda drawing: drawing.html()),
    ".tex": Format(lambda drawing: drawing.tex()),
    ".png": Format(Drawing.png, package="typst"),
    ".pdf": Format(Drawing.pdf, package="typst"),
}
"""The formats by the suffix of a file."""

CHART_FORMATS = tuple(suffix for suffix, form in FORMATS.items() if not form.of_trees)
"""The suffixes of files for charts."""


def require_drawable(path: pathlib.Path | None, suffixes: Iterable[str] = tuple(FORMATS)) -> None:
    """Check before the work that a drawing can be written: the suffix is known, and its package is installed."""
    if path is None:
        return
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        raise InputError(f"{path}: a name that ends in {', '.join(suffixes)} expected")
    package = FORMATS[suffix].package
    if package:
        require(package, f"a picture as {suffix[1:].upper()}")


def require_tree(game: Any, max_nodes: int, what: str) -> None:
    """Refuse a card game whose tree is too large to be written out; `what` is not done then."""
    game = catalog.source_of(game)
    if isinstance(game, Source) and catalog.is_ordered(game):
        try:
            game = catalog.ordered(game)
        except GameError:
            return
    if not isinstance(game, OrderedGame):
        return
    nodes = count(game).nodes
    if nodes > max_nodes:
        spelled = shlex.quote(game.title)
        raise InputError(
            f"{game.title}: a tree of {nodes:,} nodes is not {what}; `seqform solve {spelled} --preprocess lossless "
            f"-o FILE.sol` writes a solution file, and `seqform chart {spelled} --profile FILE.sol` shows it; in "
            "Python, chart what solve(game, preprocess='lossless') returns"
        )


def page_with_table(picture: Drawing, result: Tabular, theme: Theme) -> str:
    """Return a page with a picture and the table of its result as text; no scripts."""
    table = result.report(everything=True).named().to_html()
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{text_of(picture.scene.title)}</title>\n'
        f"<style>{PAGE_STYLE.format(theme.background, theme.ink, theme.muted)}</style>\n"
        f"<body>\n{picture.svg()}{table}</body>\n</html>\n"
    )
