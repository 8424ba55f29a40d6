"""The pictures that can be drawn of a sweep, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from seqform.errors import OptionError, SeqformError
from seqform.report.sweeps.convergence_plot import convergence_picture
from seqform.report.sweeps.figure import Picture
from seqform.report.sweeps.parameter_panels import sweepable
from seqform.report.sweeps.parameter_plot import parameter_picture
from seqform.report.sweeps.profile_plot import profile_picture
from seqform.report.sweeps.scaling_plot import scaling_picture
from seqform.report.sweeps.threshold_plot import threshold_picture
from seqform.sweeps.row import Row


@dataclass(frozen=True)
class Plot:
    """A kind of picture.

    Attributes
    ----------
    draw : callable
        Returns the picture of some rows.
    what : str
        What it draws, for the help.
    heading : str
        Above it on a page.
    """

    draw: Callable[..., Picture]
    what: str
    heading: str


PLOTS = {
    "sweep": Plot(
        parameter_picture,
        "the value and the watched probabilities against a parameter",
        "Value and strategies by parameter",
    ),
    "scaling": Plot(scaling_picture, "time against size, with fitted exponents", "Time against size"),
    "profile": Plot(profile_picture, "performance profiles", "Performance profiles"),
    "convergence": Plot(convergence_picture, "gap against time", "Gap against time"),
    "threshold": Plot(threshold_picture, "nash_conv against GameShrink's threshold", "nash_conv by threshold"),
}


def picture_of(
    kind: str,
    rows: Sequence[Row],
    *,
    x: str | None = None,
    y: str | None = None,
    by: Sequence[str] | None = None,
) -> Picture:
    """Return a picture of a sweep.

    Parameters
    ----------
    kind : str
        One of `PLOTS`.
    rows : sequence of Row
    x, y : str, optional
        What is drawn against what, where there is a choice.
    by : sequence of str, optional
        The columns that tell lines apart.

    Raises
    ------
    OptionError
        If the kind is unknown, or an option means nothing for it.
    ModelError
        If the rows have nothing to draw; the message says what would be needed.
    """
    if kind not in PLOTS:
        raise OptionError(f"--plot {kind}: unknown; there are {', '.join(PLOTS)}")
    return PLOTS[kind].draw(rows, x=x, y=y, by=by)


def all_pictures(rows: Sequence[Row]) -> tuple[list[Picture], list[str]]:
    """Return every picture that the rows have data for, and for the others what would be needed."""
    wanted: list[tuple[str, str | None]] = [("sweep", name) for name in sweepable(rows)] or [("sweep", None)]
    wanted += [(kind, None) for kind in PLOTS if kind != "sweep"]
    pictures, missing = [], []
    for kind, x in wanted:
        try:
            pictures.append(picture_of(kind, rows, x=x))
        except SeqformError as problem:
            missing.append(f"--x {x}: {problem}" if x else str(problem))
    return pictures, missing
