"""The shapes of an SVG picture with their numbers, as a reader of the file sees them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

XML = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Mark:
    """One element: its center (of a text its anchor), its size, its colors, its tooltip and its text."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    color: str
    stroke: float
    opacity: float
    dashed: bool
    title: str
    text: str
    size: float
    bold: bool
    italic: bool
    anchor: str
    points: tuple[tuple[float, float], ...]


def marks(svg: str) -> list[Mark]:
    """Return the elements of a picture in the order in which they are drawn, without the canvas."""
    root = ElementTree.fromstring(svg)
    return [_mark(one) for one in root if one.tag != f"{XML}title"][1:]


def _mark(one: ElementTree.Element) -> Mark:
    def number(name: str, default: float = 0.0) -> float:
        return float(one.get(name, default))

    kind, title = one.tag.removeprefix(XML), one.findtext(f"{XML}title") or ""
    x, y, width, height = number("x"), number("y"), number("width"), number("height")
    if kind == "rect":
        x, y = x + width / 2, y + height / 2
    elif kind == "circle":
        x, y, width, height = number("cx"), number("cy"), 2 * number("r"), 2 * number("r")
    places = [float(text) for text in re.findall(r"-?\d+(?:\.\d+)?", one.get("d", ""))]
    return Mark(
        kind, x, y, width, height,
        one.get("stroke" if kind == "path" else "fill", ""),
        number("stroke-width"), number("opacity", 1.0), one.get("stroke-dasharray") is not None,
        title, "".join(one.itertext()).removeprefix(title), number("font-size"),
        one.get("font-weight") == "700", one.get("font-style") == "italic", one.get("text-anchor", "start"),
        tuple(zip(places[::2], places[1::2], strict=True)),
    )  # fmt: skip
