"""Bounds of first-order methods and of the interior point on the value of a card game against time.

    python scripts/run.py first_order                                      # DCFR+ on the smallest deck, a minute
    python scripts/run.py first_order --game rhode-island --shrink lossless --minutes 60 --methods cfr
    python scripts/run.py first_order --methods barrier --gap 1e-9 --game "rhode-island(ranks=4)"
    python scripts/run.py first_order --methods cfr cfr:method=pcfr+ cfr:method=dcfr,averaging=4

A method is a backend, with options of its own after a colon. Every run has a process of its own, so that its memory
can be measured. The curves of a game are kept in a file, to which later runs on that game add theirs.
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measure import RESULTS, called, markdown_table, table_records, write_results
from seqform.experiments.report.figure import tick_text
from seqform.io.figures import curve_colors, new_figure, styled, write_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "first_order"
ROW_COMMAND = (
    "python scripts/run.py first_order --game GAME --shrink WAY --methods METHOD --minutes LIMIT"
)
MILESTONES = (0.1, 0.01, 0.001, 1e-4, 1e-5, 1e-6, 1e-9)


def run(
    *,
    game: str = "rhode-island(ranks=3)",
    shrink: str = "lossless",
    methods: tuple[str, ...] = ("cfr",),
    minutes: float = 1.0,
    gap: float = 1e-6,
    threads: int | None = None,
    checkpoints: str | None = None,
) -> None:
    """Add runs to the page: of a card game, shrunk in a way, by backends or backend:option=value,...

    Each method has so many minutes, or stops earlier at the gap; runs go on from checkpoints in a folder.
    """
    curves = Curves(game, shrink)
    settings = {"game": game, "shrink": shrink, "minutes": minutes, "gap": gap}
    for method in methods:
        sys.stderr.write(f"{method}\n")
        values = {"method": method, "threads": threads, "checkpoints": checkpoints, **settings}
        found, finished = called("bench.first_order", "measure_here", 120 * minutes + 600, **values)
        if found is None:
            curves.add(method, {"status": finished.failure, "bounds": []})
        else:
            curves.add(method, {**found, "minutes": minutes, "peak_bytes": finished.peak_bytes})
    page = write_results(
        NAME,
        "First-order methods and the interior point",
        curves.sections(),
        row_command=ROW_COMMAND,
    )
    plot(curves, page.with_suffix(".png"))
    sys.stdout.write(page.read_text("utf-8"))


class Curves:
    """What has been measured on a game, in a file."""

    def __init__(self, game: str, shrink: str) -> None:
        self.path = RESULTS / f"{NAME}.json"
        self.all: dict[str, dict[str, Any]] = (
            json.loads(self.path.read_text("utf-8")) if self.path.exists() else {}
        )
        self.title = f"{game}, {shrink}"
        self.all.setdefault(self.title, {})

    def add(self, method: str, measured: dict[str, Any]) -> None:
        """Keep a run, in place of an earlier one of the same method."""
        self.all[self.title][method] = measured
        RESULTS.mkdir(exist_ok=True)
        self.path.write_text(json.dumps(self.all, indent=None) + "\n", encoding="utf-8")

    def sections(self) -> list[str]:
        """Return a table for every game."""
        note = (
            "Seconds and iterations until the gap between the bounds on the value, nash_conv, is at most so many units "
            "of payoff; bounds are exact best responses to the strategies at hand, computed in doubles as it goes, and "
            f"the time for that is counted. The curves are in `{self.path.name}`. Runs are added one by one; GAME "
            "and WAY are the heading's."
        )
        tables = [f"## {title}\n\n{table(runs)}" for title, runs in self.all.items() if runs]
        return [note, *tables, f"![gap against seconds]({NAME}.png)"]


def measure_here(
    method: str,
    game: str,
    shrink: str,
    minutes: float,
    gap: float,
    threads: int | None,
    checkpoints: str | None,
) -> dict[str, Any]:
    """Run a method in this process, and print the steps that took memory."""
    import resource

    import seqform as sf
    from seqform.solving.abstracted import abstract_game

    backend, options = parsed(method)
    classes = abstract_game(game, shrink).classes
    path = None
    if checkpoints is not None:
        Path(checkpoints).mkdir(exist_ok=True)
        path = Path(checkpoints) / f"{game}-{shrink}-{method}.npz"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer: Any = sf.backends.get(backend).solve(
        classes,
        sf.SolveOptions(
            time_limit=60 * minutes,
            tolerance=gap,
            threads=threads,
            checkpoint=path,
            progress=lambda line: print(line, file=sys.stderr),
            raw=options,
        ),
    )
    return {
        "solver": answer.solver,
        "status": answer.status,
        "iterations": answer.iterations,
        "seconds": answer.seconds,
        "threads": answer.options.get("threads"),
        "sequences": [classes.num_sequences(player) for player in (0, 1)],
        "bytes_before": before * (1 if sys.platform == "darwin" else 1024),
        "bounds": [tuple(bound) for bound in answer.bounds],
    }


def parsed(method: str) -> tuple[str, dict[str, Any]]:
    """Return a backend's name and the options after the colon.

    >>> parsed("cfr:method=cfr+,averaging=1,alternation=false")
    ('cfr', {'method': 'cfr+', 'averaging': 1, 'alternation': False})
    """
    backend, _, text = method.partition(":")
    pairs = (part.partition("=") for part in text.split(",") if part)
    found: dict[str, Any] = {name: value for name, _, value in pairs}
    for name, value in found.items():
        with suppress(json.JSONDecodeError):
            found[name] = json.loads(value)
    return backend, found


def table(runs: dict[str, dict[str, Any]]) -> str:
    """Return the times at which every method reached each gap."""
    header = (
        "method",
        *(f"{gap:g}" for gap in MILESTONES),
        "last gap",
        "iterations",
        "seconds",
        "limit, min",
        "memory, MB",
        "before",
    )
    rows = []
    for method, run in runs.items():
        if not run["bounds"]:
            rows.append((method, *[""] * len(MILESTONES), run["status"], *[""] * 5))
            continue
        _, _, lower, upper = run["bounds"][-1]
        memory = (f"{run[name] / 1e6:.0f}" for name in ("peak_bytes", "bytes_before"))
        reached = (
            next(
                (
                    f"{s:.3g} s ({number:,})"
                    for number, s, low, high in run["bounds"]
                    if high - low <= gap
                ),
                "",
            )
            for gap in MILESTONES
        )
        rows.append(
            (
                method,
                *reached,
                f"{upper - lower:.2g}",
                f"{run['iterations']:,}",
                f"{run['seconds']:.0f}",
                f"{run['minutes']:g}",
                *memory,
            )
        )
    sizes = next((run["sequences"] for run in runs.values() if run["bounds"]), (0, 0))
    said = f"{sizes[0]:,} and {sizes[1]:,} sequences. Memory is the peak of the whole process, and that before solving."
    return f"{said}\n\n{markdown_table(header, rows)}"


def linear_programs(title: str) -> list[tuple[str, float, float]]:
    """Return solver, seconds and nash_conv of the linear programs of a game on the page of `large_lp`."""
    match = re.fullmatch(r"rhode-island(?:\(ranks=(\d+)\))?, lossless", title)
    if match is None:
        return []
    ranks, records = match[1] or "13", table_records(RESULTS / "large_lp.md")
    found = [
        row
        for row in records
        if row["ranks"] == ranks and row["form"] == "plain" and row["nash_conv"] != "–"
    ]
    return [(row["solver"], float(row["solved, s"]), float(row["nash_conv"])) for row in found]


def plot(curves: Curves, path: Path) -> None:
    """Draw the gap against seconds, one panel a game, with the answers of solvers of linear programs as points."""
    games = {
        title: runs
        for title, runs in curves.all.items()
        if any(run["bounds"] for run in runs.values())
    }
    rows = max(1, (len(games) + 1) // 2)

    def figure() -> Figure:
        drawn = new_figure(12, 4.5 * rows)
        panels = drawn.subplots(rows, 2, squeeze=False)
        for panel in panels.flat[len(games) :]:
            panel.set_axis_off()
        for panel, (title, runs) in zip(panels.flat, games.items(), strict=False):
            colors = iter(curve_colors() * 3)
            for method, run in runs.items():
                points = [
                    (bound[1], bound[3] - bound[2])
                    for bound in run["bounds"]
                    if bound[3] > bound[2]
                ]
                if points:
                    panel.loglog(*zip(*points, strict=True), color=next(colors), label=method)
            for solver, seconds, gap in linear_programs(title):
                panel.loglog(
                    [seconds], [gap], linestyle="", marker="o", color=next(colors), label=solver
                )
            for axis in (panel.xaxis, panel.yaxis):
                axis.set_major_formatter(lambda value, _: tick_text(value, powers=True))
            panel.set(title=title, xlabel="seconds", ylabel="nash_conv, units of payoff")
            panel.legend()
        return drawn

    with styled():
        write_figure(figure, path)
