"""Figures of a path of Lemke's algorithm by matplotlib (the extra "plots").

z0 by pivots; and for small games the strategy spaces with the path, figures 3 and 4 of vSvET: von Stengel, van den
Elzen & Talman, Computing normal form perfect equilibria for extensive two-person games, Econometrica 70 (2002).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from seqform.builders.forms.sequence_form import reduced_normal_form, sequence_form
from seqform.errors import ModelError
from seqform.io.figures import (
    blend,
    caption_figure,
    new_figure,
    plain_figure,
    styled,
    theme,
    write_figure,
)
from seqform.models.answers.trace import Trace, TraceRow, same_plans
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, nearest_double
from seqform.models.numbers.text import short
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.behavior import RealizationPlans
from seqform.models.strategies.tables import sequence_names
from seqform.system.foreign_text import figure_text, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CLOSE = 1e-9
"""Distance below which points, and values of z0 in doubles, are drawn as one."""

MOST_MARKERS = 100
"""A longer path is drawn without a marker at every pivot."""


def write_path_plot(trace: Trace, path: str | Path, *, theme: str = "light") -> None:
    """Draw z0 along a path to a file, .svg, .png or .pdf; the same path gives the same file."""
    with styled(theme):
        write_figure(lambda: path_figure(trace), Path(path))


def path_figure(trace: Trace) -> Figure:
    """Return the figure: z0 against the number of pivots.

    Stretches where z0 stands still are shaded; darker those where (x̄, ȳ) does not move either, the
    pivots being degenerate, if the trace has its points.
    """
    require("matplotlib", "a plot")
    from matplotlib.ticker import MaxNLocator

    figure = new_figure(7, 3.5)
    axes = figure.add_subplot()
    rows = [row for row in trace.rows if row.z0 is not None]
    _shade(axes, _stretches(rows, _same_z0), 0.1, "z₀ stands still")
    _shade(axes, _stretches(rows, _same_point), 0.25, "(x̄, ȳ) stands still")
    marker = "." if len(rows) <= MOST_MARKERS else ""
    color = theme().players[0]
    axes.plot(
        [row.pivots for row in rows],
        [_height(row) for row in rows],
        marker=marker,
        color=color,
        clip_on=False,
    )
    axes.set(xlabel="pivots", ylabel="z₀")
    heading, ending = (
        f"{trace.game.title} from {trace.start_name}",
        f"{trace.raw.solver}: {trace.raw.status}",
    )
    caption_figure(figure, figure_text(visible(heading)), figure_text(visible(ending)))
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower center", ncols=2, fontsize="small", frameon=False)
    return plain_figure(figure)


def _shade(axes: Axes, stretches: Iterator[tuple[int, int]], share: float, label: str) -> None:
    color = blend(theme().ink, theme().background, share)
    for number, (first, last) in enumerate(stretches):
        axes.axvspan(first, last, color=color, linewidth=0, label=label if number == 0 else None)


def _stretches(
    rows: Sequence[TraceRow], same: Callable[[TraceRow, TraceRow], bool]
) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of pivots of every stretch of rows that are the same as their neighbours."""
    for is_same, pairs in groupby(pairwise(rows), key=lambda pair: same(*pair)):
        if is_same:
            (first, last), *more = pairs
            yield first.pivots, (more[-1][1] if more else last).pivots


def _same_z0(row: TraceRow, other: TraceRow) -> bool:
    if isinstance(row.z0, Fraction) and isinstance(other.z0, Fraction):
        return row.z0 == other.z0
    return abs(_height(row) - _height(other)) <= CLOSE


def _same_point(row: TraceRow, other: TraceRow) -> bool:
    return row.plans is not None and other.plans is not None and same_plans(row.plans, other.plans)


def _height(row: TraceRow) -> float:
    assert row.z0 is not None
    return nearest_double(row.z0) if isinstance(row.z0, Fraction) else row.z0


MOST_DIMENSIONS = 2

TRIANGLE = np.array([[0.5, np.sqrt(0.75)], [0.0, 0.0], [1.0, 0.0]], dtype=np.float64)
"""Places of three pure strategies, in their order."""


def write_spaces(trace: Trace, path: str | Path, *, theme: str = "light") -> None:
    """Draw the strategy spaces with the path of a trace to a file, .svg, .png or .pdf; see `spaces_figure`."""
    with styled(theme):
        write_figure(lambda: spaces_figure(trace), Path(path))


def spaces_figure(trace: Trace) -> Figure:
    """Return the figure: a panel for each player's strategy space, with the steps of the path numbered by pivots.

    A space is a point, a segment, a triangle or a square, whose corners are the reduced pure strategies. It is divided
    into the regions where the opponent's choices are best responses, once for every set of the opponent's that is
    parallel to others. Dotted are the restricted sets X(z0) and Y(z0) at which the path turns. An arrow is a step that
    moves the player's plan; the numbers of the other steps are underlined.

    Raises ModelError if the plans of a player have more than two free dimensions, or the trace has no points.
    """
    if trace.start is None or any(row.plans is None for row in trace.rows if row.z0 is not None):
        raise ModelError(
            "strategy spaces: a trace with points expected, trace(..., points=True), from plans (p, q)"
        )
    require_drawable_spaces(trace.game)
    form = sequence_form(trace.game).target
    normal = reduced_normal_form(form)
    first, second = (
        _Space(index, pure.to_scipy().toarray())
        for index, pure in zip(form.sequences, normal.strategies, strict=True)
    )
    figure = new_figure(9.5, 5.2)
    panels = figure.subplots(1, 2)
    for own, other, axes in ((first, second, panels[0]), (second, first, panels[1])):
        _draw_space(axes, trace, own, list(_partitions(trace, form, own, other)))
    heading = figure_text(visible(f"{trace.game.title} from {trace.start_name}"))
    caption_figure(figure, "", f"{heading}: {trace.raw.status}")
    return plain_figure(figure)


def require_drawable_spaces(game: ExtensiveGame) -> None:
    """Raise ModelError if the plans of a player have more than two free dimensions; nothing is computed."""
    for sequences in game.sequences:
        free = int(np.sum(sequences.index.num_actions - 1))
        if free > MOST_DIMENSIONS:
            raise ModelError(
                f"strategy spaces: plans of at most {MOST_DIMENSIONS} free dimensions can be drawn, those of player "
                f"{sequences.index.player + 1} in {game.title!r} have {free}"
            )


@dataclass(frozen=True, eq=False)
class _Space(Immutable):
    """A player's realization plans as a polygon. `pure`, shape (k, |S|), has the reduced pure strategies, its corners.

    Information sets with one action are no part of it: corners and regions are named by choices.

    The first two of a square's sets are vertical and horizontal: the first choice of one up, that of the other left.
    """

    index: SequenceIndex
    pure: Floats

    @cached_property
    def sets(self) -> list[int]:
        """The information sets with a choice."""
        return [row for row in self.index.order.tolist() if self.index.num_actions[row] > 1]

    @property
    def is_square(self) -> bool:
        """True if two sets are parallel."""
        return len(self.pure) == 4

    @cached_property
    def _to_plane(self) -> Floats:
        places: Floats
        if self.is_square:
            up, left = (int(self.index.first_sequence[row]) for row in self.sets)
            places = np.column_stack([1 - self.pure[:, left], self.pure[:, up]])
        elif len(self.pure) == 3:
            places = TRIANGLE
        else:
            places = np.column_stack([np.arange(len(self.pure)), np.zeros(len(self.pure))])
        return np.linalg.lstsq(self.pure, places, rcond=None)[0].astype(np.float64)

    def place(self, plans: Floats) -> Floats:
        """Return the places of plans in the plane."""
        places: Floats = plans @ self._to_plane
        return places

    def place_of(self, plans: RealizationPlans) -> Floats:
        """Return the place of the player's own plan."""
        return self.place(plans[self.index.player].exact_weights("path").to_floats())

    def located(self, trace: Trace) -> list[tuple[int, Floats]]:
        """Return the numbers of pivots and the places along a path."""
        return [
            (row.pivots, self.place_of(row.plans)) for row in trace.rows if row.plans is not None
        ]

    @cached_property
    def polygon(self) -> Floats:
        """The corners in cyclic order, as plans."""
        places = self.place(self.pure)
        angle = np.arctan2(*(places - places.mean(axis=0)).T[::-1])
        return self.pure[np.argsort(angle, kind="stable")]

    def choices(self, row: int) -> range:
        """Return the sequences that end with a choice at an information set."""
        return range(*self.index.first_sequence[row : row + 2].tolist())

    def name(self, corner: int, names: dict[str, str]) -> str:
        """Return the last choices of a pure strategy; the last actions of the only one of a player without a choice."""
        rows = self.sets or self.index.order.tolist()
        played = [
            choice for row in rows for choice in self.choices(row) if self.pure[corner, choice] > 0
        ]
        continued = {above for choice in played for above in self._choices_before(choice)}
        last = [self.index.names[choice] for choice in sorted(played) if choice not in continued]
        return " ".join(names.get(name, name) for name in last) or "∅"

    def _choices_before(self, sequence: int) -> Iterator[int]:
        """Yield the sequences that a sequence continues, but for the empty one."""
        while (sequence := int(self.index.parent_sequence[self.index.infoset_of[sequence]])) > 0:
            yield sequence


_Region = tuple[str, Floats]
"""A choice of the opponent, and the part of a space where it is a best response, as a polygon of plans."""


def _partitions(
    trace: Trace, form: SequenceForm, own: _Space, other: _Space
) -> Iterator[list[_Region]]:
    """Yield the divisions of a space by the opponent's best responses: one, or one for each of two parallel sets."""
    gradients = _gradients(form, own, other)
    names = sequence_names(trace.game, other.index)
    if not other.is_square:
        yield _regions(
            own, gradients, [other.name(corner, names) for corner in range(len(other.pure))]
        )
        return
    for row, elsewhere in (other.sets, other.sets[::-1]):
        kept, here = list(other.choices(elsewhere)), list(other.choices(row))
        same = [
            corner
            for corner in range(4)
            if np.array_equal(other.pure[corner, kept], other.pure[0, kept])
        ]
        chosen = [here[int(np.argmax(other.pure[corner, here]))] for corner in same]
        labels = [names.get(other.index.names[one], other.index.names[one]) for one in chosen]
        yield _regions(own, gradients[same], labels)


def _gradients(form: SequenceForm, own: _Space, other: _Space) -> npt.NDArray[Any]:
    """Return the opponent's payoff by the own sequences, for each of the opponent's pure strategies, in fractions.

    In doubles, payoffs in small units or with a large constant would have other best responses than the game.
    """
    first_is_own = own.index.player == 0
    payoffs = form.B if first_is_own else form.A
    mine, theirs = (
        (payoffs.rows, payoffs.columns) if first_is_own else (payoffs.columns, payoffs.rows)
    )
    plays = _in_fractions(other.pure)
    gradients = np.full((len(other.pure), len(own.index)), Fraction(0), dtype=object)
    for here, there, payoff in zip(
        mine.tolist(), theirs.tolist(), payoffs.values.to_fractions(), strict=True
    ):
        gradients[:, here] += payoff * plays[:, there]
    return gradients


def _in_fractions(pure: Floats) -> npt.NDArray[Any]:
    """Return plans of zeros and ones in fractions."""
    certain = np.array([Fraction(0), Fraction(1)], dtype=object)
    return np.asarray(certain[(pure > 0).astype(np.int64)], dtype=object)


def _regions(own: _Space, gradients: npt.NDArray[Any], labels: Sequence[str]) -> list[_Region]:
    regions = []
    whole = _in_fractions(own.polygon)
    for here, label in enumerate(labels):
        corners = whole
        for rival in range(len(labels)):
            if rival != here:
                corners = _clipped(corners, gradients[here] - gradients[rival])
        if len(corners):
            regions.append((label, corners.astype(np.float64)))
    return regions


def _clipped(corners: npt.NDArray[Any], gradient: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the part of a polygon where gradient · point ≥ 0, in fractions (Sutherland & Hodgman, CACM 17, 1974)."""
    height = [sum(corner * gradient, Fraction(0)) for corner in corners]
    kept: list[npt.NDArray[Any]] = []
    for here in range(len(corners)):
        following = (here + 1) % len(corners)
        if height[here] >= 0:
            kept.append(corners[here])
        if min(height[here], height[following]) < 0 < max(height[here], height[following]):
            share = height[here] / (height[here] - height[following])
            kept.append(corners[here] + share * (corners[following] - corners[here]))
    return np.array(kept, dtype=object)


def _draw_space(
    axes: Axes, trace: Trace, own: _Space, partitions: Sequence[Sequence[_Region]]
) -> None:
    from matplotlib.colors import to_rgb

    player = own.index.player
    ink, theirs = theme().ink, theme().players[1 - player]
    axes.set_aspect("equal")
    axes.axis("off")
    mover, replier = trace.game.players[player], trace.game.players[1 - player]
    title = f"{mover}'s plans, by the best responses of {replier}"
    axes.set_title(figure_text(visible(title), most=80), fontsize=10)
    points = [place for _, place in own.located(trace)]
    taken = [
        *points,
        *((before + after) / 2 for before, after in pairwise(points)),
    ]  # where numbers stand
    outline = own.place(own.polygon)
    flat: dict[
        tuple[float, float], list[str]
    ] = {}  # names of regions without an interior, by their places
    for number, regions in enumerate(partitions):
        for place, (name, plans) in enumerate(regions):
            corners = own.place(plans)
            tint = 0.0 if number else (0.06, 0.16, 0.26)[place % 3]
            axes.fill(*corners.T, facecolor=(*to_rgb(theirs), tint), edgecolor="none")
            if number == 0 or place == 0:  # dashes of two regions would fill each other's gaps
                axes.plot(
                    *_closed(corners),
                    color=theirs,
                    linewidth=1.0,
                    linestyle="--" if number else "-",
                )
            label = figure_text(visible(name), most=30)
            if len(outline) == 1 or _dimension(corners) < _dimension(outline):
                middle = corners.mean(axis=0)
                flat.setdefault(
                    (round(float(middle[0]), 6), round(float(middle[1]), 6)), []
                ).append(label)
                continue
            spot = _free_spot(corners, taken)
            taken.append(spot)
            above = 0
            if len(outline) == 2:
                above = 14  # not on the line
            axes.annotate(
                label, tuple(spot), (0, above), textcoords="offset points",
                color=theirs, fontsize=10, fontstyle="italic", ha="center", va="center",
            )  # fmt: skip
    _name_flat_regions(axes, flat, outline, theirs)
    axes.plot(*_closed(outline), color=ink, linewidth=1.4)
    _draw_restricted_sets(axes, trace, own, outline)
    _name_corners(axes, trace, own)
    _draw_path(axes, trace, own)
    axes.margins(0.15)


def _dimension(corners: Floats) -> int:
    """Return the dimension of a polygon: 0 of a point, 1 of a segment, else 2."""
    return int(np.linalg.matrix_rank(corners - corners[0], tol=CLOSE))


def _name_flat_regions(
    axes: Axes, flat: dict[tuple[float, float], list[str]], outline: Floats, color: str
) -> None:
    """Name the regions that are a point or a segment of an edge, outside of the space, with a line to their middle."""
    centre = outline.mean(axis=0)
    for place, labels in flat.items():
        away = np.array(place, dtype=np.float64) - centre
        length = float(np.hypot(*away))
        shift = np.array([0.0, 34.0], dtype=np.float64)
        if len(outline) > 2 and length > CLOSE:
            shift = 40 * away / length
        axes.annotate(
            ", ".join(labels), place, tuple(shift), textcoords="offset points",
            color=color, fontsize=10, fontstyle="italic", ha="center", va="center",
            arrowprops={"arrowstyle": "-", "color": color, "linewidth": 0.6, "shrinkB": 2},
        )  # fmt: skip


def _free_spot(corners: Floats, taken: Sequence[Floats]) -> Floats:
    """Return a point of a polygon far from those taken: its centre, or one between the centre and a corner."""
    centre = corners.mean(axis=0)
    spots = [
        centre,
        *(centre + share * (corner - centre) for corner in corners for share in (0.3, 0.6)),
    ]
    return max(spots, key=lambda spot: min(float(np.hypot(*(spot - other))) for other in taken))


def _draw_restricted_sets(axes: Axes, trace: Trace, own: _Space, outline: Floats) -> None:
    assert trace.start is not None
    start = own.place_of(trace.start)
    grey = blend(theme().ink, theme().background, 0.45)
    for z0 in sorted({row.z0 for row in trace.rows if row.z0 is not None and 0 < row.z0 < 1}):
        corners = start * float(z0) + outline * (1 - float(z0))
        axes.plot(*_closed(corners), color=grey, linewidth=0.9, linestyle=":")
        right = corners[int(np.argmax(corners[:, 0] - 1e-3 * corners[:, 1]))]
        axes.annotate(
            f"z₀ = {short(z0)}",
            right,
            (4, -4),
            textcoords="offset points",
            color=grey,
            fontsize=7,
            va="top",
        )
    axes.plot(*start, marker="o", color=theme().ink, markersize=4)


def _name_corners(axes: Axes, trace: Trace, own: _Space) -> None:
    names = sequence_names(trace.game, own.index)
    places = own.place(own.pure)
    middle = places.mean(axis=0)
    for corner, place in enumerate(places):
        away = place - middle
        length = float(np.hypot(*away))
        shift = 14 * away / length if length > CLOSE else np.array([0.0, -18.0], dtype=np.float64)
        axes.annotate(
            figure_text(visible(own.name(corner, names)), most=30), place, tuple(shift), textcoords="offset points",
            ha="center", va="center", fontsize=10, fontweight="bold", color=theme().players[own.index.player],
        )  # fmt: skip


def _draw_path(axes: Axes, trace: Trace, own: _Space) -> None:
    ink, located = theme().ink, own.located(trace)
    standing: dict[tuple[float, float], list[int]] = {}
    for (_, before), (number, here) in pairwise(located):
        if np.abs(here - before).max() <= CLOSE:
            standing.setdefault((round(float(here[0]), 6), round(float(here[1]), 6)), []).append(
                number
            )
            continue
        axes.annotate(
            "",
            tuple(here),
            tuple(before),
            arrowprops={"arrowstyle": "-|>", "color": ink, "shrinkA": 0, "shrinkB": 0},
        )
        _label(axes, f"{number}.", (before + here) / 2, (6, 6))
    for place, numbers in standing.items():
        underlined = (
            "".join(f"{letter}\N{COMBINING LOW LINE}" for letter in f"{one}.")
            for one in numbers[:6]
        )
        text = ", ".join(underlined) + (" …" if len(numbers) > 6 else "")
        _label(axes, text, np.array(place, dtype=np.float64), (-9, -9))
    axes.plot(*located[-1][1], marker="*", color=ink, markersize=11)


def _label(axes: Axes, text: str, place: Floats, shift: tuple[float, float]) -> None:
    axes.annotate(
        text, tuple(place), shift, textcoords="offset points", fontsize=8, color=theme().ink, ha="center", va="center",
        bbox={"boxstyle": "round,pad=0.1", "facecolor": theme().background, "edgecolor": "none", "alpha": 0.75},
    )  # fmt: skip


def _closed(corners: Floats) -> Floats:
    """Return the coordinates of the closed line around a polygon."""
    return np.vstack([corners, corners[:1]]).T
