"""Tables of matches: scores with confidence intervals, without luck as well, and the games."""

from __future__ import annotations

from seqform.models.games.infosets import unique_names
from seqform.models.numbers.text import counted, short
from seqform.play.matches import CONFIDENCE, MatchResult
from seqform.tables.table import Cell, Line, Part, Report, Table

_UNITS = (("s", 1), ("ms", 1_000), ("µs", 1_000_000))


def match_report(result: MatchResult) -> Report:
    """Return the score: mean payoffs with intervals, wins, draws and losses, time; without luck; and mistakes."""
    names = unique_names(result.agents)
    how = f"{names[0]} is player 1" if result.fixed_seats else "seats swapped within each pair"
    title = f"{result.title}: {_played(result)}, {how}, seed {result.seed}"
    columns = ("agent", "mean payoff", f"± {CONFIDENCE:.0%}", "wins", "draws", "losses", "per move")
    rows: list[list[Cell]] = [
        [
            name,
            float(result.mean(agent)),
            _width(result.half_width(agent)) or "none",
            *result.record(agent),
            _duration(result.seconds_per_move(agent)),
        ]
        for agent, name in enumerate(names)
    ]
    parts: list[Part] = [Table(title, columns, "lrrrrrr", rows), *map(Line, _lines_without_luck(result, names))]
    parts.append(Line(interval_of(result), "dim"))
    return Report(parts, {"agents": lambda: _agents_table(result), "games": lambda: _games_table(result)})


def interval_of(result: MatchResult) -> str:
    """Return how the intervals of a match are computed."""
    units = result.units(0)
    if len(units) < 2:
        return "no interval: two independent games or pairs are needed at least"
    what = "games" if result.fixed_seats else "pairs of games"
    alike = "; all came out alike, which tells nothing of what is rare" if len(set(units)) == 1 else ""
    return f"± {CONFIDENCE:.0%} confidence interval: Student's t over {len(units):,} independent {what}{alike}"


def _lines_without_luck(result: MatchResult, names: tuple[str, ...]) -> list[str]:
    adjusted, perfect, mistakes = list[str](), list[str](), list[str]()
    for agent, name in enumerate(names):
        if (mean := result.adjusted_mean(agent)) is not None:
            adjusted.append(f"{name} {_with_width(mean, result.adjusted_half_width(agent))}")
        if (most := result.perfect[agent]) is not None and (cost := result.mistakes(agent)) is not None:
            perfect.append(f"{name} {short(float(most))}")
            mistakes.append(f"{name} {_with_width(cost, result.mistakes_half_width(agent))}")
    scores = (("without luck", adjusted), ("perfect play earns from these seats", perfect), ("mistakes cost", mistakes))
    return [f"{what}: {', '.join(found)}" for what, found in scores if found]


def _with_width(mean: float, half_width: float | None) -> str:
    return short(mean) + ("" if half_width is None else f" ± {_width(half_width)}")


def _width(half_width: float | None) -> str:
    return "" if half_width is None else f"{half_width:.2g}"


def _agents_table(result: MatchResult) -> Table:
    columns = ("agent", "mean", "half width", "wins", "draws", "losses", "moves", "seconds per move")
    adjusted = ("mean without luck", "half width without luck")
    judged = ("perfect play", "mistakes", "half width of mistakes")
    rows: list[list[Cell]] = [
        [
            name,
            result.mean(agent),
            result.half_width(agent),
            *result.record(agent),
            result.moves[agent],
            result.seconds_per_move(agent),
            result.adjusted_mean(agent),
            result.adjusted_half_width(agent),
            result.perfect[agent],
            result.mistakes(agent),
            result.mistakes_half_width(agent),
        ]
        for agent, name in enumerate(unique_names(result.agents))
    ]
    return Table("", (*columns, *adjusted, *judged), "l" + "r" * 12, rows)


def _games_table(result: MatchResult) -> Table:
    names = unique_names(result.agents)
    whats = ("payoff", "payoff without luck", "mistakes")
    rows: list[list[Cell]] = [
        [
            number,
            names[game.seats[0]],
            str(game),
            *(cell for both in (game.payoffs, game.adjusted or (None, None), game.mistakes) for cell in both),
        ]
        for number, game in enumerate(result.games, start=1)
    ]
    columns = ("game", "player 1", "moves", *(f"{what} of {name}" for what in whats for name in names))
    return Table("", columns, "rll" + "r" * 6, rows)


def _played(result: MatchResult) -> str:
    played = counted(len(result.games), "game")
    return f"{played} of {result.asked:,}, interrupted" if result.interrupted else played


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "never moved"
    unit, factor = next(((unit, factor) for unit, factor in _UNITS if seconds * factor >= 1), _UNITS[-1])
    return f"{seconds * factor:.3g} {unit}"
