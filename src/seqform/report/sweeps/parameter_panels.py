"""The value of a game and its watched probabilities by a parameter: the points that are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from seqform.errors import ModelError, OptionError
from seqform.report.sweeps.columns import MEASURED, number_of, require_columns, sort_key, text_of, value_at
from seqform.report.sweeps.curves import Point, is_repeated
from seqform.report.sweeps.titles import label_of, listed, short_titles
from seqform.report.sweeps.ways import grouped, in_order, parameter_columns, varying, way_columns
from seqform.sweeps.row import Outcome, Row

CONSTANT_SUM = 1e-6
"""Where the players' values add up to the same within this, player 1's is drawn alone."""

NEEDED = "sweep plot: needs a parameter with two or more numbers, the others the same, among cases with an answer"


@dataclass(frozen=True)
class Panel:
    """What is drawn for one combination of the other parameters.

    Attributes
    ----------
    game, title : str
    values : dict from (series, player) to points
        Points are sorted, of the parameter and the value.
    probabilities : dict from (series, watched probability) to points
    outcomes : Counter
        Of the cases.
    """

    game: str
    title: str
    values: dict[tuple[str, int], list[Point]]
    probabilities: dict[tuple[str, str], list[Point]]
    outcomes: Counter[Outcome]

    @property
    def places(self) -> list[float]:
        """The numbers that the parameter takes."""
        return sorted({point.at for points in self.values.values() for point in points})

    @property
    def is_repeated(self) -> bool:
        """Whether cases of the same series and number have different answers."""
        return is_repeated((*self.values.values(), *self.probabilities.values()))

    @property
    def lonely(self) -> list[str]:
        """The series with a single number, for which there is no line."""
        return [label for (label, player), points in self.values.items() if not player and _is_single(points)]

    @property
    def players(self) -> list[str]:
        """The players, "1" and "2", some of whose probabilities are watched."""
        return sorted({player_of(name) for _, name in self.probabilities})


def watched_names(rows: Iterable[Row], panels: Iterable[Panel]) -> list[str]:
    """Return the probabilities in some panels, those of player 1 first, in the order in which they are declared."""
    there = {name for panel in panels for _, name in panel.probabilities}
    declared = dict.fromkeys(name for row in rows for name in row.case.get("watch", ()))
    return sorted([*(name for name in declared if name in there), *sorted(there - set(declared))], key=player_of)


def player_of(watched: str) -> str:
    """Return the player that a watched probability is of.

    Examples
    --------
    >>> player_of("2:K:cb:call")
    '2'
    """
    return watched.partition(":")[0]


def sweepable(rows: Sequence[Row], by: Sequence[str] | None = None) -> list[str]:
    """Return the parameters and settings that take several numbers in a series, while the other parameters stay."""
    names = [*parameter_columns(rows), *sorted({name for row in rows for name in row.case.get("settings", {})})]
    return [name for name in dict.fromkeys(names) if parameter_panels(rows, name, by)]


def chosen_parameter(rows: Sequence[Row], x: str | None, by: Sequence[str] | None = None) -> str:
    """Return the parameter to draw against: the one that is asked for, or the only one there is.

    Raises
    ------
    ModelError
        If it does not take two numbers.
    OptionError
        If it is unknown or no parameter, or has to be said.
    """
    there = sweepable(rows, by)
    if x is None:
        if not there:
            raise ModelError(f"{NEEDED}; there is none")
        if len(there) > 1:
            raise OptionError(f"sweep plot: say with --x which parameter to draw against; there are {', '.join(there)}")
        return there[0]
    require_columns([x], rows, "--x")
    instead = f"; there are {', '.join(there)}" if there else ""
    if not _is_declared(x, rows):
        raise OptionError(f"--x {x}: is measured; a sweep plot draws against what a sweep declares{instead}")
    if not parameter_panels(rows, x, by):
        raise ModelError(f"{NEEDED}, but {_why_none(rows, x, by)}{instead}")
    return x


def _why_none(rows: Sequence[Row], x: str, by: Sequence[str] | None) -> str:
    """Return which numbers there are, and where there are two, the series that have one each."""
    taken = listed(text_of(value) for value in sorted({value_at(row, x) for row in rows}, key=sort_key))
    known = _known_rows(rows, x)
    if not varying(known, [x]):
        return f"{x} is {taken}"
    series = _series_columns(known, x, by)
    names = listed((label_of(series, way) for way in grouped(known, series)), "; ") if series else "all cases"
    return f"{x} is {taken}, and no two of these cases differ in {x} alone: one number each of {names}"


def _is_declared(column: str, rows: Iterable[Row]) -> bool:
    declared = (Row(row.key, row.case, row.outcome) for row in rows)
    return column not in MEASURED and any(value_at(row, column) is not None for row in declared)


def parameter_panels(rows: Iterable[Row], x: str, by: Sequence[str] | None = None) -> list[Panel]:
    """Return values and watched probabilities by a parameter, a panel for each game and other parameters.

    There is none where the parameter takes one number only in each series.

    Parameters
    ----------
    rows : iterable of Row
    x : str
        A column of numbers.
    by : sequence of str, optional
        Columns that tell lines apart; if absent, the concept, the backend and the way of solving, where they vary.
    """
    known = _known_rows(rows, x)
    series = _series_columns(known, x, by)
    others = [name for name in ("game", *parameter_columns(known)) if name not in (x, *series)]
    groups = [cases for cases in grouped(known, others).values() if _is_swept(cases, x, series)]
    titles = short_titles([row for cases in groups for row in cases], without=(x, *series))
    return [_panel(cases, x, series, titles[cases[0].key]) for cases in groups]


def _series_columns(rows: Sequence[Row], x: str, by: Sequence[str] | None) -> list[str]:
    ways = by if by is not None else varying(rows, ["concept", *way_columns(rows)])
    return [name for name in ways if name != x]


def _known_rows(rows: Iterable[Row], x: str) -> list[Row]:
    """Return the cases with an answer and a number of the parameter."""
    answered = [row for row in in_order(rows) if row.outcome.has_answer and row.value is not None]
    return [row for row in answered if number_of(value_at(row, x)) is not None]


def _is_swept(rows: Sequence[Row], x: str, series: Sequence[str]) -> bool:
    """Tell whether the parameter takes two numbers or more in one series at least."""
    return any(varying(cases, [x]) for cases in grouped(rows, series).values())


def _is_single(points: Iterable[Point]) -> bool:
    return len({point.at for point in points}) == 1


def _panel(rows: Sequence[Row], x: str, series: Sequence[str], title: str) -> Panel:
    values: dict[tuple[str, int], list[Point]] = {}
    probabilities: dict[tuple[str, str], list[Point]] = {}
    players = range(1 if _constant_sum(rows) else 2)
    for way, cases in grouped(rows, series).items():
        label = label_of(series, way) if series else ""
        for row in cases:
            at, sure = float(_known(number_of(value_at(row, x)))), row.outcome is Outcome.CERTIFIED
            for player in players:
                values.setdefault((label, player), []).append(Point(at, _known(row.value)[player], sure))
            for name, share in row.probabilities.items():
                probabilities.setdefault((label, name), []).append(Point(at, share, sure))
    outcomes = Counter(row.outcome for row in rows)
    several = {name for name, places in _places(probabilities).items() if len(places) > 1}
    probabilities = {key: points for key, points in probabilities.items() if key[1] in several}
    return Panel(str(rows[0].case["game"]), title, _sorted(values), _sorted(probabilities), outcomes)


def _places(curves: Mapping[tuple[str, str], Iterable[Point]]) -> dict[str, set[float]]:
    """Return where each probability is known: at a single place there is nothing to compare."""
    places: dict[str, set[float]] = {}
    for (_, name), points in curves.items():
        places.setdefault(name, set()).update(point.at for point in points)
    return places


def _known(value: Any) -> Any:
    assert value is not None
    return value


def _constant_sum(rows: Iterable[Row]) -> bool:
    return all(abs(sum(_known(row.value))) <= CONSTANT_SUM for row in rows)


def _sorted(curves: dict[Any, list[Point]]) -> dict[Any, list[Point]]:
    return {key: sorted(points) for key, points in curves.items()}


def with_probabilities(panels: Iterable[Panel], names: Sequence[str]) -> list[Panel]:
    """Return the panels without the probabilities that are none of some."""
    return [
        replace(panel, probabilities={key: found for key, found in panel.probabilities.items() if key[1] in names})
        for panel in panels
    ]
