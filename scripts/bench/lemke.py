"""Time of Lemke's algorithm from a game in memory to an exactly certified equilibrium, by size of the game.

The games are the binary trees of von Stengel, van den Elzen & Talman (2002), section 9:

    python scripts/run.py lemke                 # four minutes; also draws docs/pictures/lemke-scaling.svg
    python scripts/run.py lemke --deepest 14    # three minutes more
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import seqform as sf
from measure import Page, markdown_table, seconds, timed
from seqform.builders.games.formats.pygambit import profile_from_pygambit, to_pygambit
from seqform.errors import SolveError
from seqform.experiments.report.figure import tick_text
from seqform.io.figures import curve_colors, new_figure, styled, theme, write_figure
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.solutions import ComplementaryPath, Termination

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Point = tuple[int, float]
"""A number of nodes, and seconds."""

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "lemke-scaling.svg"

PAPER_SECONDS = {3: 0.003, 4: 0.017, 5: 0.142, 6: 0.89, 7: 6.0, 8: 49.8, 9: 464.3}
"""Table I of the paper, sequence form, on a 400 MHz Pentium."""

TARGETS = {9: 0.1, 11: 1.0, 13: 10.0}
"""Seconds, for the median."""

GAMES_AT = {12: 9, 13: 5, 14: 3, 15: 3}
"""At most so many games where one takes long."""

REPEATED_UP_TO = 11
"""Deeper games are solved once: they take long enough to be timed so."""

FIRST_SOLVES = (5, 9)
"""Depths whose first solve in a process is timed."""

STARTS = ("centroid", "random")
GAMBIT = (
    "## Against Gambit's `lcp_solve(rational=True)` (target: 300 times faster at L = 7)\n\n"
    "One equilibrium each, by Lemke's algorithm in rational numbers, from a game in memory, warm; medians over the "
    "games. Every profile of both is certified by seqform: nash_conv = 0 exactly. Gambit stops there; seqform "
    "also proves normal-form perfection, unless called with `witness=False`.\n\n"
)
TABLEAU = (
    "## The fast engine against the plain integer tableau\n\nMedians of the whole `sf.solve(game)`. On every game both "
    "engines walked the same path, pivot for pivot.\n\n"
)
PHASES = ("build", "solve", "witness", "verify")


def run(
    *,
    deepest: int = 13,
    games: int = 15,
    repeat: int = 3,
    time_limit: float = 120.0,
    tableau_deepest: int = 7,
    gambit_deepest: int = 7,
    processes: int = 5,
) -> Page:
    """Make the page and its picture, for depths up to the deepest; so many runs of each game, the median counts."""
    warnings.simplefilter("ignore")
    report("warming up")
    warm_up()
    report("first solves of fresh processes")
    first_solves = first_solve_section(FIRST_SOLVES, repeat=processes)
    runs = speed_runs(range(5, deepest + 1), games, repeat, time_limit)
    gambit = races("pygambit", against_gambit, range(5, gambit_deepest + 1), games, repeat)
    tableau = races("tableau", against_tableau, range(5, tableau_deepest + 1), games, repeat)
    sections = [speed_section(runs, time_limit), growth_section(runs)]
    sections += [
        GAMBIT + comparison(gambit, "pygambit"),
        TABLEAU + comparison(tableau, "tableau"),
        first_solves,
    ]
    draw_picture(runs, tableau, gambit, PICTURE)
    return (
        "bench_lemke",
        "Lemke's algorithm: from a game to an exactly certified equilibrium",
        sections,
    )


def report(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def nodes(depth: int) -> int:
    return int(2 ** (depth + 1) - 1)


def load(depth: int, seed: int) -> ExtensiveGame:
    """Return a game, built again, without anything cached by earlier runs."""
    return sf.load(f"binary-tree(depth={depth},seed={seed})")


def warm_up() -> None:
    """Load both engines."""
    for engine in ("tableau", "revised"):
        solve(load(4, 0), engine)


def solve(game: ExtensiveGame, engine: str = "auto", *, witness: bool = True) -> Equilibrium:
    """Return the equilibrium at the end of the path from the centroid, proven."""
    return proven(
        sf.solve(game, options=sf.SolveOptions(raw={"engine": engine}), witness=witness),
        witness=witness,
    )


def proven(answer: Equilibrium, *, witness: bool = True) -> Equilibrium:
    """Return an answer that is proven to be an equilibrium, normal-form perfect if it comes with the witness."""
    assert answer.certificate.proven
    assert answer.certificate.checks.get(NORMAL_FORM_PERFECT, False) == witness
    return answer


def path(answer: Equilibrium) -> ComplementaryPath:
    assert answer.raw.path is not None
    return answer.raw.path


def digits(number: float) -> str:
    """Return a time in seconds, or a ratio, with three digits."""
    if math.isinf(number):
        return "over the limit"
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


# ---- seqform alone ----


@dataclass(frozen=True)
class Run:
    """Times of one game, in all and by phase; infinite if the limit came first, even before a pivot."""

    depth: int
    start: str
    pivots: int
    seconds: float
    phases: Mapping[str, float]
    fell_back: bool = False


def timed_run(depth: int, seed: int, start: str, time_limit: float) -> Run:
    game = load(depth, seed)
    messages: list[str] = []
    options = sf.SolveOptions(time_limit=time_limit, progress=messages.append)
    source = start if start == "centroid" else f"{start}:{seed}"
    try:
        answer, spent = timed(lambda: sf.solve(game, start=source, options=options))
    except SolveError as error:
        if error.raw is None or error.raw.termination is not Termination.TIME_LIMIT:
            raise
        return Run(
            depth, start, error.raw.iterations or 0, math.inf, dict.fromkeys(PHASES, math.inf)
        )
    fell_back = any("tableau" in line for line in messages)
    return Run(depth, start, len(path(proven(answer))), spent, answer.seconds, fell_back)


def speed_runs(depths: Sequence[int], games: int, repeat: int, time_limit: float) -> list[Run]:
    """Solve the games of all depths in turn, `repeat` times; return each game's median run."""
    repeated: dict[tuple[int, int, str], list[Run]] = {}
    for turn in range(repeat):
        for depth in depths:
            if turn > 0 and depth > REPEATED_UP_TO:
                continue
            number = min(games, GAMES_AT.get(depth, games))
            report(f"turn {turn + 1} of {repeat}: {number} games of depth {depth}")
            for seed in range(number):
                for start in STARTS:
                    repeated.setdefault((depth, seed, start), []).append(
                        timed_run(depth, seed, start, time_limit)
                    )
    return [sorted(runs, key=lambda run: run.seconds)[len(runs) // 2] for runs in repeated.values()]


def speed_section(runs: Sequence[Run], time_limit: float) -> str:
    rows = []
    for depth in sorted({run.depth for run in runs}):
        for start in STARTS:
            here = [run for run in runs if run.depth == depth and run.start == start]
            pivots, spent = [run.pivots for run in here], [run.seconds for run in here]
            phases = [statistics.median(run.phases[phase] for run in here) for phase in PHASES]
            rows.append(
                (
                    *(depth, f"{nodes(depth):,}", start, len(here)),
                    f"{statistics.median(pivots):,.0f} ({max(pivots):,})",
                    *map(digits, [*phases, statistics.median(spent), max(spent)]),
                    *(TARGETS.get(depth, ""), PAPER_SECONDS.get(depth, "")),
                )
            )
    fallbacks = sum(run.fell_back for run in runs)
    note = (
        "Warm: the engine is loaded. Each game is built anew for each run, which is not timed; the time "
        "is that of `sf.solve(game)`, with all its checks, and each answer is certified: nash_conv = 0 exactly, "
        "normal-form perfect with its witness. Phases are medians over the games. "
        f"Limit of a run: {time_limit:g} s. Runs in which the fast engine gave up and the tableau took over: "
        f"{fallbacks}. The paper's times are those of a 400 MHz Pentium."
    )
    header = (
        "L",
        "nodes",
        "start",
        "games",
        "pivots, median (max)",
        *(f"{phase}, s" for phase in PHASES),
    )
    table = markdown_table((*header, "all, median s", "all, max s", "target, s", "paper, s"), rows)
    return f"## From a game in memory to a certificate\n\n{note}\n\n{table}"


def exponent(times: Mapping[int, float]) -> float:
    """Return the power of the number of nodes with which times by depth grow: the slope of the log-log fit."""
    reached = {nodes(depth): time for depth, time in times.items() if math.isfinite(time)}
    return float(np.polyfit(np.log(list(reached)), np.log(list(reached.values())), 1)[0])


def growth_section(runs: Sequence[Run]) -> str:
    depths = sorted({run.depth for run in runs})
    rows = []
    for start in STARTS:
        medians = {
            depth: statistics.median(
                run.seconds for run in runs if run.depth == depth and run.start == start
            )
            for depth in depths
        }
        for lowest in (6, 9, 12):
            times = {depth: time for depth, time in medians.items() if depth >= lowest}
            if len(times) > 1:
                rows.append(
                    (f"seqform, {start}", f"{min(times)} to {max(times)}", f"{exponent(times):.2f}")
                )
    rows.append(("paper", "3 to 9", f"{exponent(PAPER_SECONDS):.2f}"))
    note = (
        "Time as a power of the number of nodes N, fitted to the medians. Up to L = 8 a run is mostly set-up; "
        "L = 5 is the tableau's."
    )
    table = markdown_table(("times", "L", "exponent of N"), rows)
    return f"## Growth (target: at most 2; the paper reports about 3)\n\n{note}\n\n{table}"


# ---- against others ----


@dataclass(frozen=True)
class Race:
    """Seconds of another program on one game, and of seqform in turn with it, by what seqform was asked for."""

    depth: int
    other: float
    ours: Mapping[str, float]


def races(
    what: str,
    against: Callable[[int, int, int], Race],
    depths: Sequence[int],
    games: int,
    repeat: int,
) -> list[Race]:
    found = []
    for depth in depths:
        report(f"{what}: {games} games of depth {depth}")
        found += [against(depth, seed, repeat) for seed in range(games)]
    return found


def median_seconds(
    depth: int, seed: int, solvers: Sequence[Callable[[ExtensiveGame], object]], repeat: int
) -> list[float]:
    """Return each solver's median time for one game; they take turns."""
    times = [
        [seconds(partial(solver, load(depth, seed))) for solver in solvers] for _ in range(repeat)
    ]
    return [statistics.median(column) for column in zip(*times, strict=True)]


def against_gambit(depth: int, seed: int, repeat: int) -> Race:
    """Run Gambit's rational `lcp_solve` once in turn with ours; all answers are certified."""
    import pygambit

    game = load(depth, seed)
    theirs = to_pygambit(game)
    answer, spent = timed(lambda: pygambit.nash.lcp_solve(theirs, rational=True))
    assert sf.check(game, profile_from_pygambit(answer.equilibrium, game)).proven
    with_witness, without = median_seconds(
        depth, seed, [solve, partial(solve, witness=False)], repeat
    )
    return Race(depth, spent, {"seqform": with_witness, "without witness": without})


def against_tableau(depth: int, seed: int, repeat: int) -> Race:
    """Run the plain integer tableau once in turn with the fast engine; both walk the same path, pivot for pivot."""
    plain, fast = (path(solve(load(depth, seed), engine)) for engine in ("tableau", "revised"))
    assert np.array_equal(plain.entering, fast.entering)
    assert np.array_equal(plain.leaving, fast.leaving)
    (spent,) = median_seconds(depth, seed, [partial(solve, engine="tableau")], 1)
    (ours,) = median_seconds(depth, seed, [partial(solve, engine="revised")], repeat)
    return Race(depth, spent, {"fast engine": ours})


def comparison(found: Sequence[Race], other: str) -> str:
    """Return a table of medians and their ratios, with the smallest and the largest ratio on one game."""
    rows = []
    for depth in sorted({race.depth for race in found}):
        here = [race for race in found if race.depth == depth]
        theirs = statistics.median(race.other for race in here)
        cells = [str(depth), str(len(here)), digits(theirs)]
        for what in here[0].ours:
            ours = statistics.median(race.ours[what] for race in here)
            ratios = [race.other / race.ours[what] for race in here]
            cells += [
                digits(ours),
                f"{digits(theirs / ours)} ({digits(min(ratios))} to {digits(max(ratios))})",
            ]
        rows.append(cells)
    columns = [
        column for what in found[0].ours for column in (f"{what}, s", "ratio (game by game)")
    ]
    return markdown_table(("L", "games", f"{other}, s", *columns), rows)


# ---- fresh processes ----

PROCESS = """
import json, sys, time
moments = [time.perf_counter()]
import seqform as sf
games = [sf.load(f"binary-tree(depth={sys.argv[1]},seed={seed})") for seed in (0, 1)]
moments.append(time.perf_counter())
for game in games:
    assert sf.solve(game).certificate.proven
    moments.append(time.perf_counter())
seconds = [after - before for before, after in zip(moments, moments[1:])]
print(json.dumps(seconds))
"""


def first_solve_section(depths: Sequence[int], *, repeat: int = 5) -> str:
    """Time fresh processes."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bytecode = {"PYTHONPYCACHEPREFIX": folder}
        for depth in depths:
            fresh_process(depth, bytecode)  # Python writes its own bytecode
            processes = [fresh_process(depth, bytecode) for _ in range(repeat)]
            rows.append(first_solve_row(depth, processes))
    header = ("L", "processes", "import, load games, s", "first solve, s", "second solve, s")
    note = "The first solve loads SciPy and the engine. Medians over the processes."
    return f"## The first solve of a fresh process\n\n{note}\n\n" + markdown_table(header, rows)


def first_solve_row(depth: int, processes: Sequence[Sequence[float]]) -> tuple[str, ...]:
    medians = [statistics.median(column) for column in zip(*processes, strict=True)]
    return str(depth), str(len(processes)), *(f"{median:.3f}" for median in medians)


def fresh_process(depth: int, variables: Mapping[str, str]) -> list[float]:
    """Return the seconds before the first of two solves, of the first, and of the second."""
    environment = {
        key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    command = [sys.executable, "-c", PROCESS, str(depth)]
    done = subprocess.run(
        command, env={**environment, **variables}, capture_output=True, text=True, check=True
    )
    found: list[float] = json.loads(done.stdout)
    return found


# ---- the picture ----


def draw_picture(
    runs: Sequence[Run], tableau: Sequence[Race], gambit: Sequence[Race], file: Path
) -> None:
    """Draw medians as lines, all times as dots, by number of nodes, and the slopes of the target and of the paper."""
    paper = [(nodes(depth), time) for depth, time in PAPER_SECONDS.items()]
    ours = sorted((nodes(run.depth), run.seconds) for run in runs if math.isfinite(run.seconds))
    curves = {
        "paper, on a 400 MHz Pentium": paper,
        "Gambit's lcp_solve": [(nodes(race.depth), race.other) for race in gambit],
        "seqform, integer tableau": [(nodes(race.depth), race.other) for race in tableau],
        "seqform": ours,
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    with styled():
        write_figure(lambda: scaling_figure(curves, ours, paper), file)


def scaling_figure(
    curves: dict[str, list[Point]], ours: Sequence[Point], paper: Sequence[Point]
) -> Figure:
    """Return the figure of some curves, with slopes through the last points of the paper and at its size."""
    figure = new_figure(7, 4.6)
    axes = figure.subplots()
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="N, nodes of the tree",
        ylabel="seconds to one equilibrium",
    )
    for (label, points), color, mark in zip(curves.items(), curve_colors(), "os^D", strict=False):
        times = {size: [time for other, time in points if other == size] for size, _ in points}
        medians = [statistics.median(spent) for spent in times.values()]
        axes.plot(list(times), medians, f"{mark}-", color=color, label=label)
        if dots := [
            (size, time) for size, spent in times.items() for time in spent if len(spent) > 1
        ]:
            axes.plot(*zip(*dots, strict=True), ".", markersize=3, alpha=0.4, color=color)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: tick_text(value))
    axes.autoscale_view()
    axes.set_autoscale_on(False)  # the slopes may leave the picture
    last = min(ours[-1][0], paper[-1][0])
    middle = statistics.median(time for size, time in ours if size == last)
    ends = np.array([min(ours[0][0], paper[0][0]), max(ours[-1][0], paper[-1][0])])
    for power, (size, spent), style in (("³", paper[-1], ":"), ("²", (last, middle), "--")):
        line = spent * (ends / size) ** (3 if power == "³" else 2)
        axes.plot(ends, line, style, color=theme().muted, linewidth=0.8, label=f"slope N{power}")
    axes.legend()
    return figure
