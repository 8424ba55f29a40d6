"""Scenes as SVG, without scripts, styles or references."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from seqform.io.style import FONTS
from seqform.pictures.scene import Item, Path, Scene, Shape, TextItem


def svg(scene: Scene) -> str:
    """Return the SVG document of a scene; the same scene gives the same text."""
    box = scene.box
    width, height = number(box.right - box.left), number(box.bottom - box.top)
    view = f"{number(box.left)} {number(box.top)} {width} {height}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}" role="img" '
        f'font-family="{FONTS}" aria-label="{text_of(scene.description)}">\n<title>{text_of(scene.title)}</title>\n'
        f'<rect x="{number(box.left)}" y="{number(box.top)}" width="{width}" height="{height}" '
        f'fill="{scene.background}"/>\n'
    )
    return head + "".join(f"{_element(item)}\n" for item in scene.items) + "</svg>\n"


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
    return escape("".join(one if one.isprintable() else " " if one.isspace() else "\ufffd" for one in text))


def _element(item: Item) -> str:
    if isinstance(item, TextItem):
        name, attributes, content = "text", _text(item), text_of(item.text)
    elif isinstance(item, Path):
        name, attributes, content = "path", _path(item), ""
    else:
        name, attributes, content = _shape(item)
    if item.opacity != 1:
        attributes += f' opacity="{item.opacity:g}"'
    content = (f"<title>{text_of(item.title)}</title>" if item.title else "") + content
    return f"<{name} {attributes}>{content}</{name}>" if content else f"<{name} {attributes}/>"


def _text(item: TextItem) -> str:
    style = f'x="{number(item.x)}" y="{number(item.y)}" font-size="{item.size:g}" fill="{item.color}"'
    style += "" if item.anchor == "start" else f' text-anchor="{item.anchor}"'
    style += ' font-weight="700"' if item.bold else ""
    return style + (' font-style="italic"' if item.italic else "")


def _path(item: Path) -> str:
    steps = "".join(f"{'C' if len(step) == 6 else 'L'}{_numbers(step)}" for step in item.steps)
    stroke = f' fill="none" stroke="{item.color}" stroke-width="{item.width:.3g}" stroke-linejoin="round"'
    return f'd="M{_numbers(item.start)}{steps}"{stroke}{_dash(item.dash)}'


def _shape(item: Shape) -> tuple[str, str, str]:
    style = f'fill="{item.fill}"'
    if item.stroke != "none":
        style += f' stroke="{item.stroke}" stroke-width="{item.width:g}"{_dash(item.dash)}'
    x, y = number(item.x), number(item.y)
    if item.radius == item.half_width == item.half_height:
        return "circle", f'cx="{x}" cy="{y}" r="{number(item.radius)}" {style}', ""
    corner = f'x="{number(item.x - item.half_width)}" y="{number(item.y - item.half_height)}"'
    size = f'width="{number(2 * item.half_width)}" height="{number(2 * item.half_height)}"'
    size += f' rx="{number(item.radius)}"' if item.radius else ""
    turn = f' transform="rotate(45 {x} {y})"' if item.turned else ""
    return "rect", f"{corner} {size} {style}{turn}", ""


def _dash(dash: tuple[float, ...]) -> str:
    return f' stroke-dasharray="{_numbers(dash)}"' if dash else ""


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(number, values))
