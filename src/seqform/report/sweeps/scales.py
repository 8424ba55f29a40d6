"""The scales of a picture's axes, and as many labels as there is room for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOG_FROM = 100.0
"""Positive numbers are drawn on a logarithmic scale if the largest is at least this many times the least."""

GROUPED_FROM = 10_000
"""From here on the digits of a number are grouped by commas."""

FEWEST_LABELS = 3
FEWEST_DECADES, MARGIN = 0.3, 0.04
"""What an axis of a single number spans, and the part of its span that an axis goes on beyond what is drawn."""

LEAST_PLAIN, LEAST_POWER = 0.99e-4, 0.99e6
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

BESIDE_LABELS = 0.75
"""Inches of a panel that its own labels and the distance to the next one take."""

CHARACTER, LINE, APART = 0.08, 0.16, 0.12
"""Inches: the width of a character, the height of a line, and what is left free between two labels."""


def set_scale(axes: Axes, which: Literal["x", "y"], numbers: Iterable[float], *, log: bool | None = None) -> None:
    """Make an axis logarithmic, or linear, or whichever suits the numbers; label it without overlaps."""
    numbers = list(numbers)
    if not numbers:
        return
    if is_wide(numbers) if log is None else log:
        _set_logarithmic(axes, which, min(numbers), max(numbers))
    else:
        _set_linear(axes, which, numbers)


def is_wide(numbers: Iterable[float]) -> bool:
    """Tell whether a logarithmic scale suits numbers.

    Examples
    --------
    >>> is_wide([1, 10, 100]), is_wide([1, 10]), is_wide([0, 100])
    (True, False, False)
    """
    numbers = list(numbers)
    return min(numbers) > 0 and max(numbers) >= LOG_FROM * min(numbers)


def _set_logarithmic(axes: Axes, which: Literal["x", "y"], low: float, high: float) -> None:
    require("matplotlib.ticker")
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    axis = axes.xaxis if which == "x" else axes.yaxis
    ticks = log_ticks(low, high, _inches(axes, which), across=which == "x")
    powers = needs_powers(ticks)
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value, powers=powers)))
    axis.set_minor_formatter(NullFormatter())


def _set_linear(axes: Axes, which: Literal["x", "y"], numbers: Sequence[float]) -> None:
    require("matplotlib.ticker")
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis = axes.xaxis if which == "x" else axes.yaxis
    if which == "x" and all(float(number).is_integer() for number in numbers):
        axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    if max(map(abs, numbers)) >= GROUPED_FROM:
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))


def _inches(axes: Axes, which: Literal["x", "y"]) -> float:
    """Return about how long an axis is going to be; the layout is made only when the figure is drawn."""
    figure, place = axes.get_figure(root=True), axes.get_subplotspec()
    if figure is None or place is None:
        return 3.0
    grid = place.get_gridspec()
    whole = figure.get_figwidth() / grid.ncols if which == "x" else figure.get_figheight() / grid.nrows
    return max(1.0, whole - BESIDE_LABELS)


def log_ticks(low: float, high: float, inches: float, *, across: bool = True) -> list[float]:
    """Return where a logarithmic axis is labelled: 1, 2, 5 of every decade, or 1, 3, or its beginning, as they fit.

    Parameters
    ----------
    low, high : float
        What is drawn; positive.
    inches : float
        How long the axis is.
    across : bool
        Whether the labels stand side by side, as on a horizontal axis.

    Examples
    --------
    >>> log_ticks(1.0, 100.0, 3.0), log_ticks(1.0, 1e4, 3.0), log_ticks(30.0, 45.0, 3.0)
    ([1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0], [1.0, 10.0, 100.0, 1000.0, 10000.0], [30.0, 35.0, 40.0, 45.0])
    >>> log_ticks(1e-4, 1e4, 1.5)
    [0.001, 1.0, 1000.0]
    """
    span = math.log10(high / low) or FEWEST_DECADES
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    low, high = low * 10 ** (-MARGIN * span), high * 10 ** (MARGIN * span)
    scale = inches / span
    digits = [[digit * 10.0**power for power in powers for digit in some] for some in ((1, 2, 5), (1, 3), (1,))]
    decades = [[10.0**power for power in powers if power % stride == 0] for stride in range(2, len(powers) + 1)]
    even = [_even(low, high, parts) for parts in (5, 4, 3, 2)]
    fine, *coarse = (
        [float(f"{tick:.10g}") for tick in ticks if low <= tick <= high] for ticks in digits + decades + even
    )
    choices = [fine, *coarse] if len(fine) >= FEWEST_LABELS else [*coarse[-len(even) :], fine]
    fitting = [ticks for ticks in choices if len(ticks) > 1 and _fit(ticks, scale, across)]
    return fitting[0] if fitting else fine[:1]


def _fit(ticks: Sequence[float], scale: float, across: bool) -> bool:
    """Tell whether the labels are apart."""
    powers = needs_powers(ticks)
    sizes = [len(tick_text(tick, powers=powers)) * CHARACTER if across else LINE for tick in ticks]
    return all(
        math.log10(right / left) * scale >= (size + further) / 2 + APART
        for (left, size), (right, further) in pairwise(zip(ticks, sizes, strict=True))
    )


def _even(low: float, high: float, parts: int) -> list[float]:
    require("matplotlib.ticker")
    from matplotlib.ticker import MaxNLocator

    return [float(tick) for tick in MaxNLocator(parts, steps=[1, 2, 5, 10]).tick_values(low, high)]


def needs_powers(ticks: Iterable[float]) -> bool:
    """Tell whether an axis has labels too large or too small to be written out: then all are powers of ten."""
    return any(not LEAST_PLAIN <= tick < LEAST_POWER for tick in ticks)


def tick_text(value: float, *, powers: bool = False) -> str:
    """Return a number as a logarithmic axis is labelled.

    Examples
    --------
    >>> tick_text(1000.0), tick_text(0.002)
    ('1,000', '0.002')
    >>> [tick_text(value, powers=True) for value in (1e-07, 2e7, 10.0, 1.0)]
    ['10⁻⁷', '2·10⁷', '10', '1']
    """
    digits, _, exponent = f"{value:.9e}".partition("e")
    power = int(exponent)
    if not powers or power in (0, 1):
        return f"{value:,.10g}"
    raised = "10" + str(power).translate(_RAISED)
    return raised if float(digits) == 1 else f"{float(digits):g}·{raised}"
