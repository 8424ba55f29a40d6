"""Colours and fonts of all pictures, and figures of matplotlib (the extra "plots"), written reproducibly."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.errors import InputError, ModelError
from seqform.system.files import write_whole
from seqform.system.foreign_text import figure_text, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure


FORMATS = (".svg", ".png", ".pdf")

_CHANGING = {
    ".svg": ("Date",),
    ".png": ("Software",),
    ".pdf": ("CreationDate", "Creator", "Producer"),
}
"""Entries of a file's metadata that would differ between equal pictures."""

MOST_OF_A_TEXT = 1000
"""Bound on the characters of any text in a figure, line breaks included; most titles and labels are cut earlier."""

MOST_OF_A_LABEL = 80
"""Characters of a label of a legend or an axis."""

LINES: tuple[Any, ...] = (
    "-",
    (0, (5, 2)),
    (0, (1, 1.5)),
    (0, (6, 1.5, 1, 1.5)),
    (0, (9, 2)),
    (0, (4, 1.2, 1, 1.2, 1, 1.2)),
    (0, (1, 4)),
    (0, (2.5, 1)),
    (0, (9, 1.5, 3, 1.5)),
    (0, (3, 1.2, 3, 1.2, 1, 1.2)),
    (0, (2.5, 4)),
    (0, (9, 1.5, 1, 1.5, 1, 1.5, 1, 1.5)),
)
"""Lines of series, all different: dashes and gaps in widths of the line."""

_FAMILY = re.compile(rb"(font-family: |font: [^;\"]*?\dpx )[^;\"]+")
"""The fonts of a text in an SVG file, which begin with that of this machine."""

_ABOUT_GLYPHS = (
    "Glyph .* missing from",
    "Matplotlib currently does not support",
    "constrained_layout not applied",
)


def require_plottable(path: Path | None, theme_name: str = "light") -> None:
    """Check before the computation that a plot can be written: suffix and theme are known, matplotlib is installed."""
    require_theme(theme_name)
    if path is None:
        return
    if path.suffix not in FORMATS:
        raise ModelError(f"{path}: {', '.join(FORMATS[:-1])} or {FORMATS[-1]} expected")
    require("matplotlib", "a plot")


def write_figure(drawn: Callable[[], Figure], path: Path) -> None:
    """Draw a figure to a file."""
    require_plottable(path)
    write_whole(
        path, figure_bytes(drawn, path.suffix[1:], metadata=dict.fromkeys(_CHANGING[path.suffix]))
    )


def figure_bytes(drawn: Callable[[], Figure], form: str, **settings: Any) -> bytes:
    """Return a drawn figure as SVG, PNG or PDF.

    All text is drawn literally: ``$`` begins no formula, and control characters, which XML does not allow, are escaped.
    Characters that the font lacks are drawn as boxes, without a warning. Settings are those of `Figure.savefig`.
    """
    require("matplotlib")
    import matplotlib as mpl

    content = BytesIO()
    # a matplotlibrc in the current folder may ask for LaTeX, which runs what a preamble there has
    settings_of_text: Any = {
        "svg.hashsalt": "seqform",
        "text.parse_math": False,
        "text.usetex": False,
    }
    with mpl.rc_context(settings_of_text), warnings.catch_warnings():
        for message in _ABOUT_GLYPHS:
            warnings.filterwarnings("ignore", message, UserWarning)
        plain_figure(drawn()).savefig(content, format=form, **settings)
    data = content.getvalue()
    if form == "svg":  # its fonts are those of all pictures, whichever are installed here
        data = _FAMILY.sub(rb"\1" + FONTS.encode(), data)
    return data


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure, sizes in inches, that needs no display."""
    require("matplotlib.backends.backend_agg", "a plot")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def caption_figure(figure: Figure, title: str, caption: str) -> None:
    """Put a title and a caption above the only panel of a figure, or a caption alone above all panels."""
    look: Any = {"fontsize": 8, "color": theme().muted}
    if title:
        axes = figure.axes[0]
        axes.set_title(title, loc="left", fontsize=12, fontweight="bold", pad=20 if caption else 8)
        axes.annotate(
            caption, (0, 1), (0, 7), xycoords="axes fraction", textcoords="offset points", **look
        )
    else:
        figure.suptitle(caption, x=0.01, ha="left", **look)


def plain_figure(figure: Figure) -> Figure:
    """Set every text of a figure to be drawn literally, and return the figure."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        text.set_parse_math(False)
        text.set_text(figure_text(text.get_text(), most=MOST_OF_A_TEXT))
    return figure


FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True)
class Theme:
    """Colours: of text and lines, of players and their information sets in turn, and of edges that are never played."""

    background: str
    ink: str
    muted: str
    players: tuple[str, ...]
    sets: tuple[str, ...]
    on_player: str
    never: str


THEMES = {
    "light": Theme(
        "#ffffff", "#1b1f24", "#5c6470", ("#0b62a8", "#b84a00", "#1d7a46", "#8a3f8f"),
        ("#e3effa", "#fdebdc", "#e0f2e7", "#f3e6f4"), "#ffffff", "#b4bbc5",
    ),
    "dark": Theme(
        "#14171b", "#e8eaed", "#a3abb6", ("#62b0f4", "#ff9d5c", "#6fd39a", "#dba0e0"),
        ("#1c2c3b", "#3a2a1e", "#1c3326", "#362439"), "#14171b", "#59616c",
    ),
    "print": Theme(
        "#ffffff", "#000000", "#4a4a4a", ("#000000", "#555555", "#2b2b2b", "#777777"),
        ("#f4f4f4", "#e6e6e6", "#eeeeee", "#dddddd"), "#ffffff", "#b0b0b0",
    ),
}  # fmt: skip
"""Of screens with light and with dark background, and of black-and-white print."""

_SERIES = {
    "light": (
        "#cc79a7",
        "#e69f00",
        "#56b4e9",
        "#332288",
        "#882255",
        "#44aa99",
        "#999933",
        "#7f7f7f",
        "#222222",
    ),
    "dark": (
        "#f2a7cf",
        "#ffd166",
        "#9be1ff",
        "#a99cf5",
        "#e58fb1",
        "#7fe0cf",
        "#d5d56a",
        "#a3abb6",
        "#ffffff",
    ),
    "print": (
        "#8c8c8c",
        "#1a1a1a",
        "#6b6b6b",
        "#9a9a9a",
        "#3d3d3d",
        "#7d7d7d",
        "#a6a6a6",
        "#4d4d4d",
        "#5e5e5e",
    ),
}
"""Colours of curves after those of the first three players; of print, markers and lines tell curves apart."""

_chosen: ContextVar[str] = ContextVar("theme", default="light")


def require_theme(name: str) -> None:
    """Refuse the name of a theme that there is not."""
    if name not in THEMES:
        raise InputError(f"theme {name!r}: one of {', '.join(THEMES)} expected")


def theme() -> Theme:
    """Return the colours of the picture that is being drawn."""
    return THEMES[_chosen.get()]


def label_text(label: str) -> str:
    """Return a label of a legend or an axis, on one line and not too long."""
    return figure_text(visible(label), most=MOST_OF_A_LABEL)


def curve_colors() -> tuple[str, ...]:
    """Return the colours of the curves of the picture that is being drawn."""
    return (*theme().players[:3], *_SERIES[_chosen.get()])


def blend(first: str, second: str, share: float) -> str:
    """Return a mixture of two colours with the given share of the first.

    Examples
    --------
    >>> blend("#ff0000", "#0000ff", 0.2)
    '#3300cc'
    """
    mixture = "#"
    for place in (1, 3, 5):  # of red, green and blue, two hexadecimal digits each
        of_first = int(first[place : place + 2], 16)
        of_second = int(second[place : place + 2], 16)
        mixture += f"{round(share * of_first + (1 - share) * of_second):02x}"
    return mixture


@contextmanager
def styled(name: str = "light") -> Iterator[None]:
    """Draw with matplotlib in the fonts and the colours of a theme."""
    require_theme(name)
    require("matplotlib")
    import matplotlib as mpl

    token = _chosen.set(name)
    try:
        with mpl.rc_context(_settings(name)):
            yield
    finally:
        _chosen.reset(token)


@cache
def _settings(name: str) -> Any:
    colors = THEMES[name]
    return {
        "xtick.color": colors.muted,
        "ytick.color": colors.muted,
        "axes.edgecolor": colors.muted,
        "text.color": colors.ink,
        "axes.labelcolor": colors.ink,
        "xtick.labelcolor": colors.ink,
        "ytick.labelcolor": colors.ink,
        "figure.facecolor": colors.background,
        "axes.facecolor": colors.background,
        "savefig.facecolor": colors.background,
        "font.family": _installed(),
        "font.size": 9,
        "axes.titlesize": 9.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": colors.muted,
        "grid.alpha": 0.2,
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "legend.fontsize": "medium",
        "lines.linewidth": 1.5,
        "lines.markersize": 4.5,
        "pdf.fonttype": 42,
        "savefig.dpi": 192,
        "svg.fonttype": "none",
        "svg.hashsalt": "seqform",
        "text.parse_math": False,
    }


def _installed() -> list[str]:
    """Return the fonts that there are, of those of all pictures; matplotlib brings the last but one."""
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    *quoted, _ = FONTS.split(", ")  # the last is the generic family of CSS
    names = [name.strip("'") for name in quoted]
    return [name for name in names if name in installed]
