"""Run the ready sweeps of scripts/sweeps, draw their pictures, and write their results pages.

    python scripts/run_sweeps.py                     # all: five minutes on two cores
    python scripts/run_sweeps.py kuhn_bet epsilon    # some
    python scripts/run_sweeps.py --stores elsewhere --workers 1

A sweep that was stopped goes on where it was; one that is finished is only reported anew.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import seqform as sf
from measure import markdown_table, write_results
from seqform.models.number_text import counted, short
from seqform.report.sweep_columns import Condition, case_title, grouped, in_order, text_of, value_at, where
from seqform.report.sweep_figure import write_picture
from seqform.report.sweep_parameter_plot import watch_text
from seqform.report.sweep_plots import picture_of
from seqform.report.sweep_table import RowGroup, failures, group_tables, reason, row_groups, summary_line
from seqform.sweeps.case import Case
from seqform.sweeps.expand import expand
from seqform.sweeps.games import spelled
from seqform.sweeps.row import Row
from seqform.sweeps.spec import read_spec
from seqform.sweeps.store import open_store
from seqform.sweeps.sweep import sweep

ROOT = Path(__file__).resolve().parents[1]
SPECS = ROOT / "scripts" / "sweeps"
PICTURES = ROOT / "docs" / "pictures"
STORES = ROOT / "build" / "sweeps"
MOST_FAILURES = 20


@dataclass(frozen=True)
class Ready:
    """How a ready sweep is reported.

    Attributes
    ----------
    title : str
    by : tuple of str
        The columns of its tables.
    plot : str
        The kind of its picture.
    x : str, optional
        Of the picture.
    conditions : tuple of str
        Which cases are drawn.
    lines : tuple of str, optional
        The columns that tell lines of the picture apart.
    workers : int, optional
        How many processes it is to have, whatever is asked for: one where times are compared.
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
    further: Callable[[Sequence[Row]], str] | None = None


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
    arguments.stores.mkdir(parents=True, exist_ok=True)
    for name in arguments.names or READY:
        spec = arguments.specs / f"{name}.toml"
        rows = rows_of(spec, arguments.stores / f"{name}.duckdb", READY[name].workers or arguments.workers)
        picture = arguments.pictures / f"sweep-{name.replace('_', '-')}.svg"
        notes = draw(READY[name], rows, picture)
        page = write_results(f"sweep_{name}", READY[name].title, sections(READY[name], spec, rows, picture, notes))
        sys.stderr.write(f"{page.name}: {summary_line(rows)}\n")


def rows_of(spec: Path, store: Path, workers: int) -> list[Row]:
    """Run what is missing; return the rows of the cases that are declared now."""
    declared = read_spec(spec)
    sweep(declared, store=store, workers=workers)
    keys = {case.key for case in expand(declared)}
    return [row for row in open_store(store).rows() if row.key in keys]


def draw(ready: Ready, rows: Sequence[Row], path: Path) -> tuple[str, ...]:
    """Draw a sweep's picture; return what it shows in words."""
    conditions = [Condition.parse(text) for text in ready.conditions]
    picture = picture_of(ready.plot, where(rows, conditions), x=ready.x, by=ready.lines)
    write_picture(picture, path)
    return picture.notes


# ---- what only one sweep has ----


def equilibria_found(rows: Sequence[Row]) -> str:
    """Return how many different payoffs the equilibria of each game have, and how long the paths are."""
    lines = []
    for (depth,), members in grouped(in_order(rows), ["depth"]).items():
        payoffs = Counter(row.exact_value or row.value for row in members if row.value is not None)
        pivots = sorted(row.iterations for row in members if row.iterations is not None)
        often = payoffs.most_common(1)[0][1] if payoffs else 0
        lines.append((depth, len(members), len(payoffs), often, pivots[len(pivots) // 2], pivots[0], pivots[-1]))
    header = ("depth", "starts", "different payoffs", "starts to the commonest", "median pivots", "least", "most")
    return "## Equilibria by their payoffs\n\n" + markdown_table(header, lines)


def classes_left(rows: Sequence[Row]) -> str:
    """Return how many classes of hands each way of shrinking leaves."""
    lines = []
    for row in in_order(rows):
        case = _case(row)
        found = sf.shrunk(sf.load_ordered(spelled(case)), case.shrink or "none")
        lines.append(
            (
                spelled(case),
                case.shrink,
                " / ".join(f"{count:,}" for count in found.filters[0].num_classes),
                f"{found.classes.program_shape[0]:,}",
                "yes" if found.violation is None else "no",
                "–" if row.nash_conv is None else short(row.nash_conv),
            )
        )
    header = ("game", "shrink", "hands by round", "rows", "proved lossless", "nash_conv in the real game")
    return "## Classes of hands\n\n" + markdown_table(header, lines)


def _case(row: Row) -> Case:
    return Case(game=row.case["game"], parameters=row.case["parameters"], shrink=row.case["shrink"])


def by_problem(rows: Sequence[Row]) -> str:
    """Return the seconds of every game by backend."""
    backends = sorted({row.case["backend"] for row in rows})
    times: dict[str, dict[str, str]] = {}
    for row in in_order(rows):
        title = spelled(_case(row))
        good = str(row.outcome) == "certified"
        times.setdefault(title, {})[row.case["backend"]] = f"{row.seconds:.3g}" if good else str(row.outcome)
    lines = [(title, *(found.get(backend, "–") for backend in backends)) for title, found in times.items()]
    return "## Seconds by game\n\n" + markdown_table(("game", *backends), lines)


READY = {
    "kuhn_bet": Ready("Kuhn poker as the bet grows", ("bet",), "sweep"),
    "epsilon": Ready(
        "How small trembles have to be", ("game", "method", "epsilon"), "sweep", "epsilon", ("game=kuhn-with-raise",)
    ),
    "starts": Ready(
        "Lemke's algorithm from random starts", ("depth",), "sweep", "depth", ("seed<40",), further=equilibria_found
    ),
    "threshold": Ready(
        "GameShrink's threshold against exploitability", ("game", "ranks", "shrink"), "threshold", further=classes_left
    ),
    "deck_size": Ready("Time against the size of the deck", ("game", "backend", "ranks"), "scaling", workers=1),
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


# ---- the page ----


def sections(ready: Ready, spec: Path, rows: Sequence[Row], picture: Path, notes: Sequence[str]) -> list[str]:
    """Return the parts of the results page."""
    text = spec.read_text(encoding="utf-8")
    what = " ".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ") and line[2] != " ")
    declared = "\n".join(line for line in text.splitlines() if not line.startswith("# ")).strip()
    parts = [
        f"{what}\n\n![{ready.title}](../../docs/pictures/{picture.name})",
        "\n".join(f"- {note}" for note in notes) if notes else "",
        *tables(row_groups(rows, ready.by), summary_line(rows)),
        watched(ready, rows),
        ready.further(rows) if ready.further is not None else "",
        failed(rows),
        f"## The declaration\n\n`scripts/sweeps/{spec.name}`\n\n```toml\n{declared}\n```",
    ]
    return [part for part in parts if part]


def tables(groups: Sequence[RowGroup], summary: str) -> Iterator[str]:
    """Yield the tables of values and of times."""
    answers, times, _ = group_tables(groups)
    yield f"## Answers\n\n{summary}.\n\n{markdown_table(answers[0], list(answers[1]))}"
    header, lines = times
    places = list(range(len(header)))
    if all(len(group.rows) == 1 for group in groups):
        places = [place for place in places if header[place] not in ("least", "most")]
    chosen = [[line[place] for place in places] for line in lines]
    yield f"## Seconds of a case, and memory\n\n{markdown_table([header[place] for place in places], chosen)}"


def watched(ready: Ready, rows: Sequence[Row]) -> str:
    """Return the probabilities that were to be noted."""
    names = list(dict.fromkeys(name for row in in_order(rows) for name in row.probabilities))
    if not names:
        return ""
    lines = [
        (
            *(text_of(value_at(row, column)) for column in ready.by),
            *(short(row.probabilities[name]) if name in row.probabilities else "–" for name in names),
        )
        for row in in_order(rows)
        if row.probabilities
    ]
    return "## Probabilities\n\n" + markdown_table((*ready.by, *map(watch_text, names)), lines)


def failed(rows: Sequence[Row]) -> str:
    """Return the cases without a certified answer."""
    lost = failures(rows)
    if not lost:
        return ""
    lines = [f"- {row.outcome}: {case_title(row)}: {reason(row)}" for row in lost[:MOST_FAILURES]]
    lines += [f"- and {counted(len(lost) - MOST_FAILURES, 'case')} more"] if len(lost) > MOST_FAILURES else []
    return "## Without a certified answer\n\n" + "\n".join(lines)


if __name__ == "__main__":
    main()
