"""A log-log picture of times against the size of the game."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import numpy as np


@dataclass(frozen=True)
class Curve:
    """One program's times: all seconds measured, by number of nodes."""

    label: str
    seconds: Mapping[int, list[float]]


def by_nodes(measured: Iterable[tuple[int, float]]) -> dict[int, list[float]]:
    """Gather pairs of nodes and seconds by nodes."""
    gathered: dict[int, list[float]] = {}
    for size, time in measured:
        gathered.setdefault(size, []).append(time)
    return dict(sorted(gathered.items()))


def draw_scaling(curves: Iterable[Curve], slopes: Mapping[int, tuple[int, float]], path: Path) -> None:
    """Draw medians as lines and all times as dots, with the slopes of some powers of N beside them.

    Parameters
    ----------
    curves : iterable of Curve
    slopes : mapping from int to (nodes, seconds)
        By exponent, a point that the slope is drawn through.
    path : Path
        Of the SVG file: the same for the same times.
    """
    mpl.use("Agg")
    import matplotlib.pyplot as plt

    with mpl.rc_context({"svg.hashsalt": "seqform"}):
        figure, axes = plt.subplots(figsize=(7, 4.6), layout="constrained")
        axes.set(xscale="log", yscale="log", xlabel="N, nodes of the tree", ylabel="seconds to one equilibrium")
        sizes: set[int] = set()
        for curve in curves:
            sizes.update(curve.seconds)
            medians = [statistics.median(times) for times in curve.seconds.values()]
            (line,) = axes.plot(list(curve.seconds), medians, "o-", markersize=4, label=curve.label)
            dots = [(size, time) for size, times in curve.seconds.items() for time in times if len(times) > 1]
            if dots:
                axes.plot(*zip(*dots, strict=True), ".", markersize=3, alpha=0.4, color=line.get_color())
        axes.autoscale_view()
        axes.set_autoscale_on(False)  # the slopes may leave the picture
        ends = np.array([min(sizes), max(sizes)])
        for (power, (size, time)), style in zip(slopes.items(), (":", "--", "-."), strict=False):
            label = f"slope $N^{power}$"
            axes.plot(ends, time * (ends / size) ** power, style, color="grey", linewidth=0.8, label=label)
        axes.legend(fontsize="small")
        axes.grid(which="major", alpha=0.3)
        figure.savefig(path, metadata={"Date": None})
        plt.close(figure)
