"""Run the ready sweeps of scripts/sweeps, draw their pictures, and write their results pages.

    python scripts/run_sweeps.py                     # all: five minutes on two cores
    python scripts/run_sweeps.py kuhn_bet epsilon    # some
    python scripts/run_sweeps.py --stores elsewhere --workers 1

A sweep that was stopped continues; one that is finished is only reported again.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pandas import DataFrame

import measure
import seqform as sf
from measure import markdown_table
from seqform.errors import SeqformError
from seqform.experiments.declaration import expand, read_spec
from seqform.experiments.keys import spelled
from seqform.experiments.report import picture_of
from seqform.experiments.report.data import (
    case_title,
    failures,
    grouped,
    reason,
    rows_frame,
    sorted_keys,
    summary_line,
    where,
)
from seqform.experiments.report.figure import write_picture
from seqform.experiments.report.tables import group_tables
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.sweep import sweep
from seqform.experiments.values import Case, abstraction_in
from seqform.models.numbers.text import counted, short

ROOT = Path(__file__).resolve().parents[1]
SPECS = ROOT / "scripts" / "sweeps"
PICTURES = ROOT / "docs" / "pictures"
MOST_FAILURES = 20
STORES = ROOT / "build" / "sweeps"


# ---- parts of single sweeps ----


def equilibria_found(cases: DataFrame) -> str:
    """Return the number of different payoffs of each game's equilibria, and the lengths of the paths to them."""
    lines = []
    for (depth,), members in grouped(cases, ["depth"]).items():
        by_start = {
            start: found["row"].tolist() for (start,), found in grouped(members, ["start"]).items()
        }
        random = payoffs_of(by_start.get("random", []))
        for start, rows in by_start.items():
            payoffs = payoffs_of(rows)
            shared = random[payoffs.most_common(1)[0][0]] if payoffs else 0
            pivots = [row.iterations for row in rows if row.iterations is not None]
            spread = (
                (f"{statistics.median(pivots):g}", min(pivots), max(pivots))
                if pivots
                else ("–",) * 3
            )
            lines.append((depth, start, len(rows), len(payoffs), shared, *spread))
    header = (
        "depth", "start", "cases", "different payoffs", "random starts to the commonest of these", "median pivots",
        "least", "most",
    )  # fmt: skip
    return "## Equilibria by their payoffs\n\n" + markdown_table(header, lines)


def payoffs_of(rows: Sequence[Row]) -> Counter[tuple[str, ...] | tuple[float | None, ...]]:
    """Return the numbers of cases by payoffs."""
    return Counter(row.exact_value or row.value for row in rows if row.value is not None)


def classes_left(cases: DataFrame) -> str:
    """Return the number of classes of hands after each way of shrinking."""
    lines = []
    for row in cases["row"]:
        case = Case.from_dict(row.case)
        found = sf.abstract_game(spelled(case), abstraction_in(case.preprocess) or "identity")
        lines.append(
            (
                spelled(case),
                abstraction_in(case.preprocess),
                " / ".join(f"{count:,}" for count in found.filters[0].num_classes),
                f"{found.classes.program_shape[0]:,}",
                "yes" if found.violation is None else "no",
                "–" if row.nash_conv is None else short(row.nash_conv),
            )
        )
    header = (
        "game",
        "abstraction",
        "hands by round",
        "rows",
        "proved lossless",
        "nash_conv in the real game",
    )
    return "## Classes of hands\n\n" + markdown_table(header, lines)


def by_problem(cases: DataFrame) -> str:
    backends = [backend for (backend,) in sorted_keys(cases, ["backend"])]
    times: dict[str, dict[str, str]] = {}
    for row in cases["row"]:
        title = spelled(Case.from_dict(row.case))
        good = row.outcome is Outcome.CERTIFIED
        times.setdefault(title, {})[row.case["backend"]] = (
            f"{row.seconds:.3g}" if good else str(row.outcome)
        )
    lines = [
        (title, *(found.get(backend, "–") for backend in backends))
        for title, found in times.items()
    ]
    return "## Seconds by game\n\n" + markdown_table(("game", *backends), lines)


# ---- sweeps ----


@dataclass(frozen=True)
class Ready:
    """Report of a ready sweep.

    - `by`: Columns of its tables.
    - `plot`, `x`, `conditions`, `lines`: Kind and parameter of its picture, conditions on the cases that are drawn, and
      columns that distinguish lines.
    - `workers`: Number of processes, whatever is asked for: one where times are compared.
    - `further`: Returns a part of the page that only this sweep has.
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
        "How small trembles have to be",
        ("game", "method", "epsilon"),
        "sweep",
        "epsilon",
        ("game=kuhn-with-raise",),
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


def failed(cases: DataFrame) -> str:
    lost = failures(cases)
    if not lost:
        return ""
    lines = [f"- {row.outcome}: {case_title(row)}: {reason(row)}" for row in lost[:MOST_FAILURES]]
    lines += (
        [f"- and {counted(len(lost) - MOST_FAILURES, 'case')} more"]
        if len(lost) > MOST_FAILURES
        else []
    )
    return "## Without a certified answer\n\n" + "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(READY)}; all if absent"
    )
    parser.add_argument(
        "--stores",
        type=Path,
        default=STORES,
        help="where the results are kept (default build/sweeps)",
    )
    parser.add_argument("--specs", type=Path, default=SPECS, help="where the declarations are")
    parser.add_argument(
        "--pictures", type=Path, default=PICTURES, help="where pictures go (default docs/pictures)"
    )
    parser.add_argument(
        "--workers", type=int, default=2, help="processes (default 2; 1 disturbs times least)"
    )
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


def report(name: str, spec: Path, cases: DataFrame, path: Path) -> None:
    """Draw a sweep's picture and write its page; the comments of the declaration describe its purpose."""
    ready = READY[name]
    picture = picture_of(ready.plot, where(cases, ready.conditions), x=ready.x, by=ready.lines)
    write_picture(picture, path)
    link = Path(os.path.relpath(path.resolve(), measure.RESULTS.resolve())).as_posix()
    lines = spec.read_text(encoding="utf-8").splitlines()
    declared = "\n".join(line for line in lines if not line.startswith("# ")).strip()
    answers, times, _ = group_tables(cases, ready.by)
    parts = [
        " ".join(
            line.removeprefix("# ") for line in lines if line.startswith("# ") and line[2] != " "
        ),
        f"![{ready.title}]({link})",
        "\n".join(f"- {note}" for note in picture.notes),
        f"## Answers\n\n{summary_line(cases)}.\n\n{markdown_table(*answers)}",
        f"## Seconds of a case, and memory\n\n{markdown_table(*times)}",
        "" if ready.further is None else ready.further(cases),
        failed(cases),
        f"## The declaration\n\n`scripts/sweeps/{spec.name}`\n\n```toml\n{declared}\n```",
    ]
    page = measure.write_results(f"sweep_{name}", ready.title, list(filter(None, parts)))
    sys.stderr.write(f"{page.name}: {summary_line(cases)}\n")


if __name__ == "__main__":
    main()
