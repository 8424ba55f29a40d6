"""Reproducible writing of matplotlib figures (the extra "plots"), with all text drawn literally."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.errors import ModelError
from seqform.io.style import FONTS, require_theme, theme
from seqform.system.files import write_whole
from seqform.system.foreign_text import figure_text
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".svg", ".png", ".pdf")

_CHANGING = {".svg": ("Date",), ".png": ("Software",), ".pdf": ("CreationDate", "Creator", "Producer")}
"""Entries of a file's metadata that would differ between equal pictures."""

MOST_OF_A_TEXT = 1000
"""Bound on the characters of any text in a figure, line breaks included; most titles and labels are cut earlier."""

_FAMILY = re.compile(rb"(font-family: |font: [^;\"]*?\dpx )[^;\"]+")
"""The fonts of a text in an SVG file, which begin with that of this machine."""

_ABOUT_GLYPHS = ("Glyph .* missing from", "Matplotlib currently does not support", "constrained_layout not applied")


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
    write_whole(path, figure_bytes(drawn, path.suffix[1:], metadata=dict.fromkeys(_CHANGING[path.suffix])))


def figure_bytes(drawn: Callable[[], Figure], form: str, **settings: Any) -> bytes:
    """Return a drawn figure as SVG, PNG or PDF.

    All text is drawn literally: ``$`` begins no formula, and control characters, which XML does not allow, are escaped.
    Characters that the font lacks are drawn as boxes, without a warning. Settings are those of `Figure.savefig`.
    """
    require("matplotlib")
    import matplotlib as mpl

    content = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "seqform", "text.parse_math": False}), warnings.catch_warnings():
        for message in _ABOUT_GLYPHS:
            warnings.filterwarnings("ignore", message, UserWarning)
        plain_figure(drawn()).savefig(content, format=form, **settings)
    return _FAMILY.sub(rb"\1" + FONTS.encode(), content.getvalue()) if form == "svg" else content.getvalue()


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
        axes.annotate(caption, (0, 1), (0, 7), xycoords="axes fraction", textcoords="offset points", **look)
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
