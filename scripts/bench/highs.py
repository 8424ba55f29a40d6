"""Methods of HiGHS on the linear programs of games: simplex, and interior point with crossover.

The table is the ground for the default method of the backend `highs`, which goes by the entries in a row:

    python scripts/run.py highs                # six minutes
"""

from __future__ import annotations

import sys

import seqform as sf
from measure import Page, markdown_table, timed
from seqform.backends import SolveOptions
from seqform.backends.solvers import highs
from seqform.models.programs.linear import LinearProgram

GAMES = (
    *("leduc(ranks=8)", "leduc(ranks=13)", "leduc(ranks=20)"),
    *(
        "liars-dice(sides=5)",
        "liars-dice(sides=6)",
        "liars-dice(sides=7)",
        "goofspiel(cards=4)",
        "goofspiel(cards=5)",
    ),
)
COLUMNS = (
    "game",
    "rows",
    "nonzeros",
    "in a row",
    "simplex, s",
    "ipx, s",
    "simplex / ipx",
    "default",
)


def run(*, games: tuple[str, ...] = GAMES) -> Page:
    sf.solve("kuhn")  # imports
    rows = []
    for name in games:
        print(name, file=sys.stderr)
        program = sf.linear_program(name, preprocess="merge-equivalent").target
        count, nonzeros = len(program.rows), program.matrix.nonzeros
        simplex, interior = (seconds(program, method) for method in ("simplex", "ipx"))
        default = "ipx" if highs.suits_interior_point(program) else "simplex"
        times = f"{simplex:.1f}", f"{interior:.1f}", f"{simplex / interior:.1f}"
        rows.append(
            (name, f"{count:,}", f"{nonzeros:,}", f"{nonzeros / count:.1f}", *times, default)
        )
    text = "Equivalent rows and columns are merged. Both methods end at an optimal basis; one run each, wall-clock.\n\n"
    return "bench_highs", "Methods of HiGHS on games", [text + markdown_table(COLUMNS, rows)]


def seconds(program: LinearProgram, method: str) -> float:
    """Return the time of a method, which has to end at an optimal basis."""
    answer, spent = timed(
        lambda: highs.HighsBackend().solve(program, SolveOptions(raw={"solver": method}))
    )
    if not answer.solved or answer.basis is None:
        raise SystemExit(f"{method}: {answer.status}")
    return spent
