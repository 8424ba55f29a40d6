"""Reports of sweeps: tables, data for other programs, pictures and one HTML page.

pandas (extra ``sweeps``) holds the cases, matplotlib (extra ``plots``) draws the pictures, and Jinja2 (extra
``sweeps``) fills in the page. All three are imported when they are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from seqform.errors import OptionError
from seqform.system.packages import submodules

__getattr__ = submodules(__name__)

if TYPE_CHECKING:
    from pandas import DataFrame

    from seqform.experiments.report.figure import Picture


PHASES = "phases.NAME"
"""Among the choices of an axis, any phase."""

TIMES = ("seconds", "solver_seconds", PHASES)


class Plot(NamedTuple):
    """A kind of pictures: a description, the heading on a page, and the choices of the axes, None for all columns."""

    description: str
    heading: str
    x: tuple[str, ...] | None = ()
    y: tuple[str, ...] = ()


PLOTS = {
    "sweep": Plot(
        "the value and the watched probabilities against a parameter",
        "Value and strategies by parameter",
        x=None,
    ),
    "scaling": Plot(
        "time against size, with fitted exponents",
        "Time against size",
        ("nodes", "sequences", "infosets"),
        TIMES,
    ),
    "profile": Plot("performance profiles", "Performance profiles", y=TIMES),
    "convergence": Plot("gap against time", "Gap against time", ("seconds", "iterations")),
    "threshold": Plot(
        "nash_conv against GameShrink's threshold",
        "nash_conv by threshold",
        y=("sequences", "seconds"),
    ),
}
"""Kinds of pictures, as --plot names them."""


def picture_of(
    kind: str,
    cases: DataFrame,
    *,
    x: str | None = None,
    y: str | None = None,
    by: Sequence[str] | None = None,
) -> Picture:
    """Return a picture of a sweep.

    - `kind`: One of `PLOTS`.
    - `x`, `y`: The columns of the axes, where there is a choice.
    - `by`: The columns that distinguish lines; by default what varies of the way of solving.

    Raises OptionError if the kind is unknown, or has no use for an option. Raises ModelError if the cases have nothing
    to draw; the message has what would be needed.
    """
    if kind not in PLOTS:
        raise OptionError(f"--plot {kind}: unknown; there are {', '.join(PLOTS)}")
    _require_choice("--x", x, PLOTS[kind].x, kind)
    _require_choice("--y", y, PLOTS[kind].y, kind)
    from seqform.experiments.report import parameter, times

    draw = {
        "sweep": parameter.parameter_picture,
        "scaling": times.scaling_picture,
        "profile": times.profile_picture,
        "convergence": times.convergence_picture,
        "threshold": parameter.threshold_picture,
    }
    return draw[kind](cases, x, y, by)


def _require_choice(
    option: str, given: str | None, known: tuple[str, ...] | None, kind: str
) -> None:
    if (
        given is None
        or known is None
        or given in known
        or (PHASES in known and given.startswith("phases."))
    ):
        return
    if known:
        raise OptionError(
            f"{option} {given}: of a {kind} plot one of {', '.join(known)} is expected"
        )
    raise OptionError(f"{option} {given}: of no meaning with a {kind} plot, whose axis is fixed")
