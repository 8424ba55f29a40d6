"""Run the ready sweeps of scripts/sweeps, draw their pictures, and write their results pages.

    python scripts/run_sweeps.py                     # all: five minutes on two cores
    python scripts/run_sweeps.py kuhn_bet epsilon    # some
    python scripts/run_sweeps.py --stores elsewhere --workers 1

A sweep that was stopped continues; one that is finished is only reported again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pandas import DataFrame

import measure
from seqform.errors import SeqformError
from seqform.experiments.declaration import expand, read_spec
from seqform.experiments.report import picture_of
from seqform.experiments.report.data import rows_frame, summary_line, where
from seqform.experiments.report.figure import write_picture
from seqform.experiments.sweep import sweep
from sweep_pages import by_problem, classes_left, equilibria_found, picture_part, sections

ROOT = Path(__file__).resolve().parents[1]
SPECS = ROOT / "scripts" / "sweeps"
PICTURES = ROOT / "docs" / "pictures"
STORES = ROOT / "build" / "sweeps"


@dataclass(frozen=True)
class Ready:
    """Report of a ready sweep.

    Attributes
    ----------
    by : tuple of str
        Columns of its tables.
    plot, x : str
        Kind and parameter of its picture.
    conditions : tuple of str
        Conditions on the cases that are drawn.
    lines : tuple of str, optional
        Columns that distinguish lines of the picture.
    workers : int, optional
        Number of processes, whatever is asked for: one where times are compared.
    further : callable, optional
        Returns a part of the page that only this sweep has.
    """

    title: str
    by: tuple[str, ...]
    plot: str
    x: str | None = None
    conditions: tuple[str, ...] = ()
    lines: tuple[str, ...] | None = None
    workers: int | None = None
    further: Callable[[DataFrame], str] | None = None


READY = {
    "kuhn_bet": Ready("Kuhn poker as the bet grows", ("bet",), "sweep"),
    "epsilon": Ready(
        "How small trembles have to be", ("game", "method", "epsilon"), "sweep", "epsilon", ("game=kuhn-with-raise",)
    ),
    "starts": Ready(
        "Lemke's algorithm from many starts",
        ("depth", "start"),
        "sweep",
        "depth",
        lines=("start",),
        further=equilibria_found,
    ),
    "threshold": Ready(
        "GameShrink's threshold against nash_conv in the real game",
        ("game", "ranks", "shrink"),
        "threshold",
        further=classes_left,
    ),
    "deck_size": Ready(
        "Time against the size of the deck",
        ("game", "backend", "ranks"),
        "scaling",
        lines=("game", "backend", "shrink"),
        workers=1,
    ),
    "solvers": Ready(
        "Solvers compared",
        ("backend",),
        "profile",
        conditions=("game!=matching-pennies",),
        lines=("backend",),
        workers=1,
        further=by_problem,
    ),
}
"""By the name of the declaration."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(READY)}; all if absent")
    parser.add_argument("--stores", type=Path, default=STORES, help="where the results are kept (default build/sweeps)")
    parser.add_argument("--specs", type=Path, default=SPECS, help="where the declarations are")
    parser.add_argument("--pictures", type=Path, default=PICTURES, help="where pictures go (default docs/pictures)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2; 1 disturbs times least)")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in READY]:
        parser.error(f"{unknown[0]}: no such sweep; there are {', '.join(READY)}")
    try:
        for folder in (arguments.stores, arguments.pictures):
            folder.mkdir(parents=True, exist_ok=True)
        for name in arguments.names or READY:
            spec, store = arguments.specs / f"{name}.toml", arguments.stores / f"{name}.sqlite"
            cases = cases_of(spec, store, READY[name].workers or arguments.workers)
            report(name, spec, cases, arguments.pictures / f"sweep-{name.replace('_', '-')}.svg")
    except (SeqformError, OSError) as problem:
        parser.exit(2, f"{parser.prog}: {problem}\n")


def cases_of(spec: Path, store: Path, workers: int) -> DataFrame:
    """Run the cases that are missing; return those that are declared now."""
    declared = read_spec(spec)
    sweep(declared, store=store, workers=workers)
    cases = rows_frame(store)
    return cases[cases["key"].isin([case.key for case in expand(declared)])]


def report(name: str, spec: Path, cases: DataFrame, picture: Path) -> None:
    """Draw a sweep's picture and write its page."""
    ready = READY[name]
    drawn = picture_part(ready.title, picture, draw(ready, cases, picture), measure.RESULTS)
    further = "" if ready.further is None else ready.further(cases)
    page = measure.write_results(f"sweep_{name}", ready.title, sections(spec, cases, ready.by, drawn, further))
    sys.stderr.write(f"{page.name}: {summary_line(cases)}\n")


def draw(ready: Ready, cases: DataFrame, path: Path) -> tuple[str, ...]:
    """Draw a sweep's picture; return its notes."""
    picture = picture_of(ready.plot, where(cases, ready.conditions), x=ready.x, by=ready.lines)
    write_picture(picture, path)
    return picture.notes


if __name__ == "__main__":
    main()
