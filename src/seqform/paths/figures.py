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
    axes.plot(
        [row.pivots for row in rows],
        [_height(row) for row in rows],
        marker="." if len(rows) <= MOST_MARKERS else "",
        color=theme().players[0],
        clip_on=False,
    )
    axes.set(xlabel="pivots", ylabel="z₀")
    heading = f"{trace.game.title} from {trace.start_name}"
    ending = f"{trace.raw.solver}: {trace.raw.status}"
    caption_figure(figure, figure_text(visible(heading)), figure_text(visible(ending)))
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower center", ncols=2, fontsize="small", frameon=False)
    return plain_figure(figure)


def _shade(axes: Axes, stretches: Iterator[tuple[int, int]], share: float, label: str) -> None:
    color = blend(theme().ink, theme().background, share)
    legend_label: str | None = label  # of the first one alone
    for first, last in stretches:
        axes.axvspan(first, last, color=color, linewidth=0, label=legend_label)
        legend_label = None


def _stretches(
    rows: Sequence[TraceRow], same: Callable[[TraceRow, TraceRow], bool]
) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of pivots of every stretch of rows that are the same as their neighbours."""
    for is_same, group in groupby(pairwise(rows), key=lambda pair: same(*pair)):
        if is_same:
            pairs = list(group)
            first, _ = pairs[0]
            _, last = pairs[-1]
            yield first.pivots, last.pivots


def _same_z0(first: TraceRow, second: TraceRow) -> bool:
    if isinstance(first.z0, Fraction) and isinstance(second.z0, Fraction):
        return first.z0 == second.z0
    return abs(_height(first) - _height(second)) <= CLOSE


def _same_point(first: TraceRow, second: TraceRow) -> bool:
    if first.plans is None or second.plans is None:
        return False
    return same_plans(first.plans, second.plans)


def _height(row: TraceRow) -> float:
    assert row.z0 is not None
    if isinstance(row.z0, Fraction):
        return nearest_double(row.z0)
    return row.z0


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
    strategies = reduced_normal_form(form).strategies
    first = _Space(form.sequences[0], strategies[0].to_scipy().toarray())
    second = _Space(form.sequences[1], strategies[1].to_scipy().toarray())

    figure = new_figure(9.5, 5.2)
    panels = figure.subplots(1, 2)
    _draw_space(panels[0], trace, first, list(_partitions(trace, form, first, second)))
    _draw_space(panels[1], trace, second, list(_partitions(trace, form, second, first)))
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
        """The linear map from plans to the plane, shape (|S|, 2), by the places of the corners."""
        corners: Floats
        if self.is_square:
            first_set, second_set = self.sets
            up = int(self.index.first_sequence[first_set])
            left = int(self.index.first_sequence[second_set])
            corners = np.column_stack([1 - self.pure[:, left], self.pure[:, up]])
        elif len(self.pure) == 3:
            corners = TRIANGLE
        else:
            corners = np.column_stack([np.arange(len(self.pure)), np.zeros(len(self.pure))])
        to_plane: Floats = np.linalg.lstsq(self.pure, corners, rcond=None)[0].astype(np.float64)
        return to_plane

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
        away = places - places.mean(axis=0)
        angle = np.arctan2(away[:, 1], away[:, 0])
        return self.pure[np.argsort(angle, kind="stable")]

    def choices(self, row: int) -> range:
        """Return the sequences that end with a choice at an information set."""
        return range(*self.index.first_sequence[row : row + 2].tolist())

    def name(self, corner: int, names: dict[str, str]) -> str:
        """Return the last choices of a pure strategy; the last actions of the only one of a player without a choice."""
        played: list[int] = []
        continued: set[int] = set()
        for row in self.sets or self.index.order.tolist():
            for choice in self.choices(row):
                if self.pure[corner, choice] > 0:
                    played.append(choice)
                    continued.update(self._choices_before(choice))
        last = [self.index.names[choice] for choice in sorted(played) if choice not in continued]
        return " ".join(names.get(name, name) for name in last) or "∅"

    def _choices_before(self, sequence: int) -> Iterator[int]:
        """Yield the sequences that a sequence continues, but for the empty one."""
        while (sequence := int(self.index.parent_sequence[self.index.infoset_of[sequence]])) > 0:
            yield sequence


_Region = tuple[str, Floats]
"""A choice of the opponent, and the part of a space where it is a best response, as a polygon of plans."""


def _partitions(
    trace: Trace, form: SequenceForm, own: _Space, opponent: _Space
) -> Iterator[list[_Region]]:
    """Yield the divisions of a space by the opponent's best responses: one, or one for each of two parallel sets."""
    gradients = _gradients(form, own, opponent)
    names = sequence_names(trace.game, opponent.index)
    corners = range(len(opponent.pure))
    if not opponent.is_square:
        yield _regions(own, gradients, [opponent.name(corner, names) for corner in corners])
        return

    # At parallel sets the choice at one does not matter for the other: of two strategies that differ at one set alone,
    # one for each choice there, the better one has the better choice.
    first_set, second_set = opponent.sets
    for row, parallel in ((first_set, second_set), (second_set, first_set)):
        elsewhere = opponent.pure[:, list(opponent.choices(parallel))]
        alike = [corner for corner in corners if np.array_equal(elsewhere[corner], elsewhere[0])]
        choices = opponent.choices(row)
        labels = []
        for corner in alike:
            choice = choices[int(np.argmax(opponent.pure[corner, list(choices)]))]
            name = opponent.index.names[choice]
            labels.append(names.get(name, name))
        yield _regions(own, gradients[alike], labels)


def _gradients(form: SequenceForm, own: _Space, opponent: _Space) -> npt.NDArray[Any]:
    """Return the opponent's payoff by the own sequences, for each of the opponent's pure strategies, in fractions.

    In doubles, payoffs in small units or with a large constant would have other best responses than the game.
    """
    payoffs = form.B if own.index.player == 0 else form.A.T
    pure = _in_fractions(opponent.pure)
    gradients = np.full((len(opponent.pure), len(own.index)), Fraction(0), dtype=object)
    entries = zip(
        payoffs.rows.tolist(),
        payoffs.columns.tolist(),
        payoffs.values.to_fractions(),
        strict=True,
    )
    for own_sequence, opponent_sequence, payoff in entries:
        gradients[:, own_sequence] += payoff * pure[:, opponent_sequence]
    return gradients


def _in_fractions(pure: Floats) -> npt.NDArray[Any]:
    """Return plans of zeros and ones in fractions."""
    certain = np.array([Fraction(0), Fraction(1)], dtype=object)
    return np.asarray(certain[(pure > 0).astype(np.int64)], dtype=object)


def _regions(own: _Space, gradients: npt.NDArray[Any], labels: Sequence[str]) -> list[_Region]:
    """Return the parts of a space where each gradient is the largest; a part may be empty, or a segment or point."""
    regions = []
    space = _in_fractions(own.polygon)
    for place, label in enumerate(labels):
        corners = space
        for rival in range(len(labels)):
            if rival != place:
                corners = _clipped(corners, gradients[place] - gradients[rival])
        if len(corners):
            regions.append((label, corners.astype(np.float64)))
    return regions


def _clipped(corners: npt.NDArray[Any], gradient: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the part of a polygon where gradient · point ≥ 0, in fractions (Sutherland & Hodgman, CACM 17, 1974)."""
    height = [sum(corner * gradient, Fraction(0)) for corner in corners]
    clipped: list[npt.NDArray[Any]] = []
    for start in range(len(corners)):
        end = (start + 1) % len(corners)
        if height[start] >= 0:
            clipped.append(corners[start])
        crosses = min(height[start], height[end]) < 0 < max(height[start], height[end])
        if crosses:
            share = height[start] / (height[start] - height[end])
            clipped.append(corners[start] + share * (corners[end] - corners[start]))
    return np.array(clipped, dtype=object)


def _draw_space(
    axes: Axes, trace: Trace, own: _Space, partitions: Sequence[Sequence[_Region]]
) -> None:
    from matplotlib.colors import to_rgb

    player = own.index.player
    opponent_color = theme().players[1 - player]
    axes.set_aspect("equal")
    axes.axis("off")
    mover = trace.game.players[player]
    replier = trace.game.players[1 - player]
    title = f"{mover}'s plans, by the best responses of {replier}"
    axes.set_title(figure_text(visible(title), most=80), fontsize=10)

    # The numbers of steps stand at the points of the path and between them: no name goes there.
    points = [place for _, place in own.located(trace)]
    taken = [*points, *((before + after) / 2 for before, after in pairwise(points))]
    outline = own.place(own.polygon)
    names_of_flat: dict[Place, list[str]] = {}  # of regions without an interior
    for number, regions in enumerate(partitions):
        for place, (name, plans) in enumerate(regions):
            corners = own.place(plans)
            tint = 0.0 if number else (0.06, 0.16, 0.26)[place % 3]
            axes.fill(*corners.T, facecolor=(*to_rgb(opponent_color), tint), edgecolor="none")
            if number == 0 or place == 0:  # dashes of two regions would fill each other's gaps
                style = "--" if number else "-"
                axes.plot(*_closed(corners), color=opponent_color, linewidth=1.0, linestyle=style)
            label = figure_text(visible(name), most=30)
            if len(outline) == 1 or _dimension(corners) < _dimension(outline):
                names_of_flat.setdefault(_rounded(corners.mean(axis=0)), []).append(label)
                continue
            spot = _free_spot(corners, taken)
            taken.append(spot)
            above = 0
            if len(outline) == 2:
                above = 14  # not on the line
            axes.annotate(
                label, tuple(spot), (0, above), textcoords="offset points",
                color=opponent_color, fontsize=10, fontstyle="italic", ha="center", va="center",
            )  # fmt: skip
    _name_flat_regions(axes, names_of_flat, outline, opponent_color)
    axes.plot(*_closed(outline), color=theme().ink, linewidth=1.4)
    _draw_restricted_sets(axes, trace, own, outline)
    _name_corners(axes, trace, own)
    _draw_path(axes, trace, own)
    axes.margins(0.15)


Place = tuple[float, float]


def _rounded(place: Floats) -> Place:
    """Return a place that is the same for points that are drawn as one."""
    return round(float(place[0]), 6), round(float(place[1]), 6)


def _dimension(corners: Floats) -> int:
    """Return the dimension of a polygon: 0 of a point, 1 of a segment, else 2."""
    return int(np.linalg.matrix_rank(corners - corners[0], tol=CLOSE))


def _name_flat_regions(
    axes: Axes, names_of_flat: dict[Place, list[str]], outline: Floats, color: str
) -> None:
    """Name the regions that are a point or a segment of an edge, outside of the space, with a line to their middle."""
    centre = outline.mean(axis=0)
    for place, labels in names_of_flat.items():
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
    spots = [centre]
    for corner in corners:
        spots += [centre + 0.3 * (corner - centre), centre + 0.6 * (corner - centre)]

    def distance(spot: Floats) -> float:
        return min(float(np.hypot(*(spot - place))) for place in taken)

    return max(spots, key=distance)


def _draw_restricted_sets(axes: Axes, trace: Trace, own: _Space, outline: Floats) -> None:
    assert trace.start is not None
    start = own.place_of(trace.start)
    grey = blend(theme().ink, theme().background, 0.45)
    turns = {row.z0 for row in trace.rows if row.z0 is not None and 0 < row.z0 < 1}
    for z0 in sorted(turns):
        corners = start * float(z0) + outline * (1 - float(z0))
        axes.plot(*_closed(corners), color=grey, linewidth=0.9, linestyle=":")
        # At the rightmost corner; of several, at the lowest one.
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
        shift = np.array([0.0, -18.0], dtype=np.float64)
        if length > CLOSE:
            shift = 14 * away / length
        axes.annotate(
            figure_text(visible(own.name(corner, names)), most=30), place, tuple(shift), textcoords="offset points",
            ha="center", va="center", fontsize=10, fontweight="bold", color=theme().players[own.index.player],
        )  # fmt: skip


def _draw_path(axes: Axes, trace: Trace, own: _Space) -> None:
    arrow = {"arrowstyle": "-|>", "color": theme().ink, "shrinkA": 0, "shrinkB": 0}
    located = own.located(trace)
    standing: dict[Place, list[int]] = {}  # the numbers of steps that do not move the plan
    for (_, start), (number, end) in pairwise(located):
        if np.abs(end - start).max() <= CLOSE:
            standing.setdefault(_rounded(end), []).append(number)
            continue
        axes.annotate("", tuple(end), tuple(start), arrowprops=arrow)
        _label(axes, f"{number}.", (start + end) / 2, (6, 6))
    for place, numbers in standing.items():
        text = ", ".join(_underlined(f"{number}.") for number in numbers[:6])
        if len(numbers) > 6:
            text += " …"
        _label(axes, text, np.array(place, dtype=np.float64), (-9, -9))
    _, last = located[-1]
    axes.plot(*last, marker="*", color=theme().ink, markersize=11)


def _underlined(text: str) -> str:
    return "".join(f"{letter}\N{COMBINING LOW LINE}" for letter in text)


def _label(axes: Axes, text: str, place: Floats, shift: tuple[float, float]) -> None:
    axes.annotate(
        text, tuple(place), shift, textcoords="offset points", fontsize=8, color=theme().ink, ha="center", va="center",
        bbox={"boxstyle": "round,pad=0.1", "facecolor": theme().background, "edgecolor": "none", "alpha": 0.75},
    )  # fmt: skip


def _closed(corners: Floats) -> Floats:
    """Return the coordinates of the closed line around a polygon."""
    return np.vstack([corners, corners[:1]]).T
