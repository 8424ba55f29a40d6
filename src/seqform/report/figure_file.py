"""Figures drawn by matplotlib (the extra "plots"), written so that the same figure gives the same file."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from seqform.errors import ModelError
from seqform.packages import require
from seqform.report.text_file import write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".svg", ".png")


def require_plottable(path: Path | None) -> None:
    """Refuse a plot that cannot be drawn before the work, not after it.

    Raises
    ------
    ModelError
        If the file's name does not end in one of `FORMATS`.
    BackendNotInstalledError
        If matplotlib is not installed.
    """
    if path is None:
        return
    if path.suffix not in FORMATS:
        raise ModelError(f"{path}: {' or '.join(FORMATS)} expected")
    require("matplotlib", "a plot")


def write_figure(drawn: Callable[[], Figure], path: Path) -> None:
    """Draw a figure to a file.

    Parameters
    ----------
    drawn : callable
        Returns the figure.
    path : Path
        Ends in one of `FORMATS`.

    Raises
    ------
    ModelError
        If it ends in something else, or cannot be written.
    BackendNotInstalledError
        If matplotlib is not installed.
    """
    require_plottable(path)
    require("matplotlib")
    import matplotlib as mpl

    content = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "seqform"}):
        metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        drawn().savefig(content, format=path.suffix[1:], metadata=metadata)
    write_whole(path, content.getvalue())
