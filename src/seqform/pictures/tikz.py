r"""Scenes as TikZ pictures, which need no LaTeX package but TikZ.

Text is safe for LaTeX: its special characters are escaped, and characters beyond Latin letters, which pdfLaTeX has no
fonts for, are printed by XeLaTeX and LuaLaTeX, and by pdfLaTeX as question marks.
"""

from __future__ import annotations

from collections.abc import Iterator

from seqform.pictures.scene import Item, Path, Scene, Shape, TextItem
from seqform.pictures.svg import number
from seqform.system.foreign_text import LATEX_DEFINITIONS, latex_text

_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
_POINTS = 0.75
"""TeX's big points in a pixel of CSS."""

_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{tikz}
\usepackage[paperwidth=WIDTHbp,paperheight=HEIGHTbp,margin=0bp]{geometry}
\pagestyle{empty}
\setlength{\parindent}{0bp}
\setlength{\topskip}{0bp}
"""
"""A page of the picture's size; one more point of height leaves room for rounding."""


def tikz(scene: Scene, *, document: bool = True) -> str:
    """Return a scene as a LaTeX document, or as the ``tikzpicture`` alone with the definitions that it needs."""
    colors: dict[str, str] = {}
    lines: list[str] = []
    for item in scene.items:
        lines += _lines(item, colors)
    box = scene.box
    canvas = f"({number(box.left)},{number(box.top)}) rectangle ({number(box.right)},{number(box.bottom)})"
    back = f"\\fill[{_color(scene.background, colors)}] {canvas};"
    defined = [f"\\definecolor{{{name}}}{{HTML}}{{{color[1:].upper()}}}%" for color, name in colors.items()]
    picture = "\n".join(
        [
            LATEX_DEFINITIONS.rstrip(),
            *defined,
            f"\\begin{{tikzpicture}}[x={_POINTS}bp,y=-{_POINTS}bp,line join=round,inner sep=0pt,outer sep=0pt]",
            back,
            *lines,
            r"\end{tikzpicture}",
            "",
        ]
    )
    if not document:
        return picture
    width, height = (length * _POINTS for length in (box.right - box.left, box.bottom - box.top))
    head = _HEAD.replace("WIDTH", number(width)).replace("HEIGHT", number(height + 1))
    return f"{head}\\begin{{document}}\n{picture}\\end{{document}}\n"


def _color(color: str, colors: dict[str, str]) -> str:
    return colors.setdefault(color, f"seqform{len(colors)}")


def _lines(item: Item, colors: dict[str, str]) -> Iterator[str]:
    faded = "" if item.opacity == 1 else f",opacity={item.opacity:g}"
    if isinstance(item, TextItem):
        size = number(item.size * _POINTS)
        style = (r"\bfseries" if item.bold else "") + (r"\itshape" if item.italic else "")
        font = f"\\fontsize{{{size}bp}}{{{size}bp}}\\selectfont\\sffamily{style}"
        options = f"anchor={_ANCHORS[item.anchor]},text={_color(item.color, colors)},font={{{font}}}"
        options += "" if item.opacity == 1 else f",text opacity={item.opacity:g}"
        yield f"\\node[{options}] at {_point(item.x, item.y)} {{{latex_text(item.text)}}};"
    elif isinstance(item, Path):
        steps = "".join(map(_step, item.steps))
        style = f"{_color(item.color, colors)},{_stroke(item.width, item.dash)}{faded}"
        yield f"\\draw[{style}] {_point(*item.start)}{steps};"
    else:
        yield _shape(item, colors, faded)


def _shape(item: Shape, colors: dict[str, str], faded: str) -> str:
    style = f"fill={_color(item.fill, colors)}{faded}"
    if item.stroke != "none":
        style += f",draw={_color(item.stroke, colors)},{_stroke(item.width, item.dash)}"
    center = _point(item.x, item.y)
    if item.radius == item.half_width == item.half_height:
        return f"\\path[{style}] {center} circle[radius={number(item.radius * _POINTS)}bp];"
    corner = max(min(item.radius, item.half_width, item.half_height) * _POINTS - 0.05, 0)
    turn = f",rotate around={{45:{center}}}" if item.turned else ""
    first = _point(item.x - item.half_width, item.y - item.half_height)
    last = _point(item.x + item.half_width, item.y + item.half_height)
    return f"\\path[{style},rounded corners={corner:.2f}bp{turn}] {first} rectangle {last};"


def _step(step: tuple[float, ...]) -> str:
    if len(step) == 2:
        return f" -- {_point(*step)}"
    return f" .. controls {_point(*step[:2])} and {_point(*step[2:4])} .. {_point(*step[4:])}"


def _stroke(width: float, dash: tuple[float, ...]) -> str:
    pattern = "".join(
        f" {word} {number(length * _POINTS)}bp" for word, length in zip(("on", "off"), dash, strict=False)
    )
    return f"line width={width * _POINTS:.2f}bp" + (f",dash pattern={pattern.strip()}" if dash else "")


def _point(x: float, y: float) -> str:
    return f"({number(x)},{number(y)})"
