"""Plot of the equilibria over a parameter: payoffs and probabilities of every branch, and what is proved of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from seqform.analysis.ranges import Range
from seqform.errors import InputError, suggestion
from seqform.io.figures import (
    LINES,
    caption_figure,
    curve_colors,
    label_text,
    new_figure,
    styled,
    theme,
    write_figure,
)
from seqform.models.numbers.algebraic import AlgebraicNumber, RationalFunction
from seqform.models.numbers.exact import in_doubles
from seqform.models.numbers.text import counted, shown_rational
from seqform.paths.branch_formulas import EquilibriumFormula
from seqform.system.foreign_text import figure_text, visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from seqform.paths.correspondence import EquilibriumCorrespondence

MOST_PROBABILITIES = 6
"""Panels of probabilities: half of them for each player, of those that differ most over all numbers and branches."""

MOST_BRANCHES = 12
"""Branches with an entry of their own in the legend."""

LEGEND_ENTRY = 1.2  # inches, with the space beside it

MOST_THRESHOLDS = 4
"""Thresholds that the caption names."""

WIDTH = 6.8  # inches
HEIGHT = 1.5  # of a panel

MOST_IN_COLUMN = 6
"""With more panels than these, there are two columns."""

WIDTH_OF_TWO = 11.0  # inches, of two columns

CAPTION_WIDTH = 105
"""Characters in a line of the caption."""

Choice = tuple[int, str, str]
"""A player, an information set and an action."""


STEPS = 8
"""Parts of a gap between samples at whose ends a formula is drawn."""

Curve = tuple[list[float], list[float]]
"""Numbers of the parameter, and the values there."""

FormulaOf = Callable[[EquilibriumFormula], RationalFunction | None]
"""The quantity of a panel in an equilibrium; None where it has none."""


class Strand(NamedTuple):
    """Ranges of a quantity along a branch, in doubles.

    - `marks`: The numbers that were sampled, by their places in `places`; those in between are of formulas.
    - `curves`: The formulas on the gaps with changes, each on the part where it is proved.
    - `bridged`: The numbers left of gaps that formulas enter, so that no chord is drawn there.
    """

    branch: int
    places: list[float]
    lows: list[float]
    highs: list[float]
    marks: list[int]
    curves: list[Curve]
    bridged: set[float]


def plot_correspondence(
    answer: EquilibriumCorrespondence,
    path: str | Path,
    *,
    theme: str = "light",
    infosets: Sequence[str] = (),
) -> None:
    """Draw payoffs and probabilities over the parameter to .svg, .png or .pdf, a line for each branch.

    A mark is a number at which the equilibria were computed exactly. Between marks formulas are drawn where they are
    proved, up to their exact ends; elsewhere lines only join the marks. Where a component has more than one
    equilibrium, the range is shaded. Vertical grey bands are the gaps in which the set of equilibria changes: there
    lines are thin and ranges are vertical bars at the numbers of samples. Dotted vertical lines are the exact
    thresholds of formulas. Of the probabilities those that differ most are drawn, of both players and of an action less
    than there are at every information set; the caption states how many are left out.

    - `infosets`: Names of information sets: all of their probabilities that differ are drawn, and no others.

    Raises InputError if there is no such information set, or nothing differs at it.
    """
    if isinstance(infosets, str):
        infosets = (infosets,)
    differing = _differing(answer)
    choices = _chosen(differing)
    if infosets:
        choices = _choices_at(answer, differing, infosets)
    with styled(theme):
        write_figure(lambda: _figure(answer, choices, len(differing)), Path(path))


def _figure(
    answer: EquilibriumCorrespondence, choices: Sequence[Choice], num_differing: int
) -> Figure:
    game = answer.game(answer.start)
    count = 2 + len(choices)
    columns = 1 if count <= MOST_IN_COLUMN else 2
    rows = (count + columns - 1) // columns
    width = WIDTH if columns == 1 else WIDTH_OF_TWO
    figure = new_figure(width, HEIGHT * rows + 0.9)
    grid: Any = figure.subplots(rows, columns, sharex=True, squeeze=False)
    panels = list(grid.flat)[:count]
    for axes in list(grid.flat)[count:]:
        axes.set_visible(False)
    gaps = [(in_doubles(change.low), in_doubles(change.high)) for change in answer.changes]

    for player, axes in enumerate(panels[:2]):
        _draw(axes, list(_payoffs(answer, player)), gaps)
        axes.set_ylabel(label_text(f"value to {game.players[player]}"))
    for axes, choice in zip(panels[2:], choices, strict=True):
        player, infoset, action = choice
        name = game.shown_names(player).get(infoset, infoset)
        _draw(axes, list(_probabilities(answer, choice)), gaps)
        axes.set_ylabel(f"{label_text(name)}\n{label_text(action)}")
        axes.set_ylim(-0.06, 1.06)

    for axes in panels:
        for low, high in gaps:
            axes.axvspan(low, high, color=theme().muted, alpha=0.13, linewidth=0.8, zorder=0)
        for threshold in answer.thresholds:
            axes.axvline(float(threshold), color=theme().muted, linestyle=":", linewidth=0.8)
    for axes in panels[-columns:]:  # the last one of each column
        axes.set_xlabel(label_text(answer.name))
        axes.tick_params(labelbottom=True)
    panels[0].set_xlim(in_doubles(answer.start), in_doubles(answer.end))
    if 1 < len(answer.branches) <= MOST_BRANCHES:
        handles, labels = panels[0].get_legend_handles_labels()
        fitting = max(1, int(width / LEGEND_ENTRY))
        figure.legend(handles, labels, loc="outside lower left", ncols=fitting)
    numbers = counted(len(answer.samples), "number")
    title = figure_text(visible(answer.heading))
    caption = f"{title}: {answer.found},\nsampled at {numbers} (marks), exact at each"
    if gaps:
        caption += "; changes are in the grey gaps"
    if answer.formulas:
        caption += f"\n{_proved_text(answer)}"
    if answer.thresholds:
        caption += f"\n{_thresholds_text(answer)}"
    if len(choices) < num_differing:
        left_out = num_differing - len(choices)
        caption += f"\n{len(choices)} of {num_differing} probabilities that vary are drawn, {left_out} are not"
    if answer.stopped:
        caption += f"; {answer.stopped}"
    for note in answer.notes:
        caption += f"\n{fill(figure_text(visible(note)), CAPTION_WIDTH)}"
    caption_figure(figure, "", caption)
    return figure


def _draw(axes: Any, strands: list[Strand], gaps: list[tuple[float, float]]) -> None:
    colors = curve_colors()
    for strand in strands:
        color = colors[strand.branch % len(colors)]
        dashes = LINES[strand.branch % len(LINES)]
        axes.plot(
            [],
            [],
            color=color,
            linestyle=dashes,
            marker=".",
            label=f"branch {strand.branch + 1}",
        )
        lines = [strand.highs]
        if strand.lows != strand.highs:
            lines.append(strand.lows)

        stretches = _stretches(strand.places, gaps)
        for first, end in stretches:
            places = strand.places[first:end]
            for line in lines:
                marks = [mark - first for mark in strand.marks if first <= mark < end]
                axes.plot(
                    places,
                    line[first:end],
                    color=color,
                    linestyle=dashes,
                    marker=".",
                    markevery=marks,
                )
            lows, highs = strand.lows[first:end], strand.highs[first:end]
            if len(places) == 1:
                axes.vlines(places, lows, highs, color=color, linewidth=2.0)
            elif lows != highs:
                axes.fill_between(places, lows, highs, color=color, alpha=0.16, linewidth=0)

        for (_, end), (first, _) in pairwise(stretches):
            if strand.places[end - 1] in strand.bridged:
                continue
            across = slice(end - 1, first + 1)
            for line in lines:
                axes.plot(
                    strand.places[across], line[across], color=color, linewidth=0.7, alpha=0.6
                )
        for places, values in strand.curves:
            axes.plot(places, values, color=color, linewidth=0.7, alpha=0.6)


def _stretches(places: list[float], gaps: list[tuple[float, float]]) -> list[tuple[int, int]]:
    """Return the first sample and that after the last one of every stretch without a gap between its samples."""
    begins = [0]
    for number, (before, after) in enumerate(pairwise(places), start=1):
        if any(low <= before and after <= high for low, high in gaps):
            begins.append(number)
    return list(pairwise([*begins, len(places)]))


def _payoffs(answer: EquilibriumCorrespondence, player: int) -> Iterator[Strand]:
    for number, branch in enumerate(answer.branches):
        numbers = range(branch.first, branch.last + 1)
        ranges = [component.values[player] for component in branch.components]

        def value_of(formula: EquilibriumFormula) -> RationalFunction:
            return formula.values[player]

        yield _strand(answer, number, dict(zip(numbers, ranges, strict=True)), value_of)


def _probabilities(answer: EquilibriumCorrespondence, choice: Choice) -> Iterator[Strand]:
    """Yield the stretches of the branches on which the information set can be reached by the player's own choices."""
    player, infoset, action = choice

    def share_of(formula: EquilibriumFormula) -> RationalFunction | None:
        return formula.behavior(player).get(infoset, {}).get(action)

    for number, branch in enumerate(answer.branches):
        stretch: dict[int, Range] = {}
        for place, component in enumerate(branch.components, start=branch.first):
            share = component.behavior[player].get(infoset, {}).get(action)
            if share is not None:
                stretch[place] = share
            elif stretch:
                yield _strand(answer, number, stretch, share_of)
                stretch = {}
        if stretch:
            yield _strand(answer, number, stretch, share_of)


def _strand(
    answer: EquilibriumCorrespondence,
    branch: int,
    ranges: dict[int, Range],
    function_of: FormulaOf,
) -> Strand:
    """Return the ranges at samples, with formulas in between.

    Where the set of equilibria does not change, and the formulas at both samples are the ends of the ranges there, the
    lines between them have the least and the largest value of the formulas. In a gap with changes, and beside the first
    and the last sample, each formula is a curve of its own up to the exact end of its interval.
    """
    strand = Strand(branch, [], [], [], [], [], set())
    formulas = []
    for formula in answer.branches[branch].formulas:
        function = function_of(formula)
        if function is not None:
            formulas.append((formula, function))

    samples = answer.samples
    for number, values in ranges.items():
        place = samples[number].place
        strand.marks.append(len(strand.places))
        _add_range(strand, place, values)
        for beside in (number - 1, number + 1):
            is_next = beside > number
            if not 0 <= beside < len(samples) or (beside in ranges and not is_next):
                continue  # there is no gap, or it was that of the sample before
            other = samples[beside].place
            low, high = min(place, other), max(place, other)
            is_change = any(change.low <= low and high <= change.high for change in answer.changes)
            if beside in ranges and not is_change:
                for middle, between in _refined(formulas, low, values, high, ranges[beside]):
                    _add_range(strand, middle, between)
                continue
            for formula, function in formulas:
                if beside not in ranges and not formula.contains(place):
                    continue  # it is of the branch elsewhere
                start = max(low, _near(formula.start))
                end = min(high, _near(formula.end))
                if start < end:
                    places = _spread(start, end)
                    drawn = [in_doubles(function(middle)) for middle in places]
                    strand.curves.append(([in_doubles(middle) for middle in places], drawn))
                    strand.bridged.add(in_doubles(low))
    return strand


def _add_range(strand: Strand, place: Fraction, values: Range) -> None:
    strand.places.append(in_doubles(place))
    strand.lows.append(in_doubles(values.low))
    strand.highs.append(in_doubles(values.high))


def _refined(
    formulas: Sequence[tuple[EquilibriumFormula, RationalFunction]],
    low: Fraction,
    at_low: Range,
    high: Fraction,
    at_high: Range,
) -> Iterator[tuple[Fraction, Range]]:
    """Yield ranges of the formulas within a gap on which they are proved; none if they are not those at its ends."""
    functions = [
        function
        for formula, function in formulas
        if formula.contains(low) and formula.contains(high)
    ]
    if not functions:
        return

    def range_at(place: Fraction) -> Range:
        values = [function(place) for function in functions]
        return Range(min(values), max(values))

    if range_at(low) != at_low or range_at(high) != at_high:
        return
    for place in _spread(low, high)[1:-1]:
        yield place, range_at(place)


def _near(number: AlgebraicNumber) -> Fraction:
    """Return a number itself, or if it is irrational the double nearest to it."""
    if number.rational is not None:
        return number.rational
    return Fraction(float(number))


def _spread(start: Fraction, end: Fraction) -> list[Fraction]:
    """Return evenly spaced numbers, both ends included."""
    return [start + (end - start) * Fraction(step, STEPS) for step in range(STEPS + 1)]


def _proved_text(answer: EquilibriumCorrespondence) -> str:
    """Return what formulas prove between the samples, for the caption."""
    places = {place for branch in answer.branches for place in branch.unexplained}
    text = "the branches have formulas, proved between the marks"
    if len(places) > MOST_THRESHOLDS:
        text += f", except for some equilibria at {len(places)} numbers"
    elif places:
        numbers = ", ".join(map(shown_rational, sorted(places)))
        text += f", except for some equilibria at {answer.name} = {numbers}"
    return fill(figure_text(visible(text)), CAPTION_WIDTH)


def _thresholds_text(answer: EquilibriumCorrespondence) -> str:
    """Return the first thresholds, which are proved, for the caption."""
    numbers = [str(threshold) for threshold in answer.thresholds[:MOST_THRESHOLDS]]
    text = f"dotted lines: exact thresholds, proved, {answer.name} = {', '.join(numbers)}"
    further = len(answer.thresholds) - len(numbers)
    if further:
        text += f" and {further} more"
    return fill(figure_text(visible(text)), CAPTION_WIDTH)


def _differing(answer: EquilibriumCorrespondence) -> dict[Choice, Range]:
    """Return the probabilities that differ, without one action of every information set, with their ranges."""
    ranges: dict[Choice, Range] = {}
    for sample in answer.samples:
        for component in sample.components:
            for player in (0, 1):
                for infoset, actions in component.behavior[player].items():
                    for action, share in list(actions.items())[1:]:
                        known = ranges.get((player, infoset, action), share)
                        ranges[player, infoset, action] = Range(
                            min(known.low, share.low), max(known.high, share.high)
                        )
    return {choice: share for choice, share in ranges.items() if share.low < share.high}


def _chosen(differing: Mapping[Choice, Range]) -> list[Choice]:
    """Return the choices that differ most, as many of each player as there are, up to half of the panels.

    Where one player has fewer, the other has more.
    """
    most = sorted(differing, key=lambda choice: differing[choice].low - differing[choice].high)
    by_player = [[choice for choice in most if choice[0] == player] for player in (0, 1)]
    half = MOST_PROBABILITIES // 2
    taken = [own[:half] for own in by_player]
    for player in (0, 1):
        room = MOST_PROBABILITIES - len(taken[1 - player])
        taken[player] = by_player[player][:room]
    chosen = {*taken[0], *taken[1]}
    return [choice for choice in differing if choice in chosen]


def _choices_at(
    answer: EquilibriumCorrespondence, differing: Mapping[Choice, Range], infosets: Sequence[str]
) -> list[Choice]:
    """Return the choices at information sets that differ; the sets by their names, or as they are shown."""
    game = answer.game(answer.start)
    names: dict[str, set[tuple[int, str]]] = {}
    for player in (0, 1):
        shown = game.shown_names(player)
        for infoset in game.sequences[player].index.infoset_names:
            for name in {infoset, shown.get(infoset, infoset)}:
                names.setdefault(name, set()).add((player, infoset))

    wanted: set[tuple[int, str]] = set()
    for name in infosets:
        if name not in names:
            raise InputError(
                f"information set {name!r}: none of this name{suggestion(name, names)}; there are "
                f"{', '.join(map(repr, names))}"
            )
        if not any((player, infoset) in names[name] for player, infoset, _ in differing):
            raise InputError(
                f"information set {name!r}: its probabilities are the same at all numbers, so there is nothing to draw"
            )
        wanted |= names[name]
    return [choice for choice in differing if choice[:2] in wanted]
