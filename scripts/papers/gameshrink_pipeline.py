"""The pipeline of Gilpin & Sandholm (2006) on Rhode Island Hold'em: GameShrink, elimination, linear program, export.

    python scripts/run.py gameshrink_pipeline                        # 3 to 9 ranks and 13; up to 25 minutes
    python scripts/run.py gameshrink_pipeline --ranks 3 --limit 60

The steps are those of ``seqform solve --preprocess published --preprocess eliminate-dominated=last --backend highs``,
which leave the published sizes, each deck in a process of its own. The program of the whole deck, 13 ranks, is built,
counted and exported, and not solved.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import seqform as sf
from measure import Page, called, markdown_table, timed
from seqform.errors import SolveError
from seqform.io.linear_programs import write

WHOLE_DECK = 13
STEPS = ("published", "eliminate-dominated=last")
HEADER = (
    "ranks", "hands by round", "rows × columns", "without dominated", "nonzeros", "built, s", "file, MB", "written, s",
    "solved, s", "status", "player 1 receives", "nash_conv in the real game", "memory, MB",
)  # fmt: skip


def run(
    *, ranks: tuple[int, ...] = (3, 4, 5, 6, 7, 8, 9, 13), suits: int = 4, limit: float = 120.0
) -> Page:
    """Make the page, with so many seconds for each solution."""
    rows = []
    for count in ranks:
        facts, finished = called(
            "papers.gameshrink_pipeline", "one_deck", 3600, ranks=count, suits=suits, seconds=limit
        )
        memory = f"{finished.peak_bytes / 1e6:,.0f}"
        rows.append([str(count), *(facts or ["failed", *["–"] * (len(HEADER) - 3)]), memory])
        print(" | ".join(rows[-1]), flush=True)
    text = (
        "GameShrink as published, then dominated sequences of the last round eliminated until none is left, then the "
        "linear program by the interior-point method of HiGHS without presolve and crossover, stopped after "
        f"{limit:g} s. Rows belong to "
        "player 2's sequences and player 1's sets. At a limit the strategies are those of the last point. Payoff and "
        "nash_conv in the real game, in chips (the ante is 5), are computed over all deals: GameShrink as published is "
        "not lossless here. The machine was shared with other work."
    )
    return (
        "gameshrink_pipeline",
        "GameShrink, elimination, linear program",
        [text, markdown_table(HEADER, rows)],
    )


def one_deck(ranks: int, suits: int, seconds: float) -> list[str]:
    """Return the cells of a deck between the number of ranks and the memory."""
    game = (
        f"rhode-island(ranks={ranks},suits={suits})"
        if (ranks, suits) != (WHOLE_DECK, 4)
        else "rhode-island"
    )
    small = sf.abstract_game(game, STEPS[0])
    program, built = timed(lambda: sf.linear_program(game, preprocess=STEPS).target)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / ("program.npz" if ranks == WHOLE_DECK else "program.mps")
        _, written = timed(partial(write, program, file))
        size = file.stat().st_size
    plain, left = small.classes.program_shape, program.matrix.shape
    cells = [
        " / ".join(f"{number:,}" for number in small.filters[0].num_classes),
        f"{plain[0]:,} × {plain[1]:,}",
        f"{left[0]:,} × {left[1]:,}",
        f"{program.matrix.nonzeros:,}",
        f"{built:.1f}",
        f"{size / 1e6:,.1f} ({file.suffix[1:]})",
        f"{written:.1f}",
    ]
    del program
    return [
        *cells,
        *(["–", "not solved", "–", "–"] if ranks == WHOLE_DECK else solved(game, seconds)),
    ]


def solved(game: str, limit: float) -> list[str]:
    raw = {"solver": "ipx", "run_crossover": "off", "presolve": "off"}
    found: Any
    try:
        found = sf.solve(
            game, backend="highs", preprocess=STEPS, options={"time_limit": limit, "raw": raw}
        )
    except SolveError as error:
        found = error.equilibrium
        if found is None:
            return ["–", str(error), "–", "–"]
    seconds, gap = found.seconds.get("solve", 0.0), float(found.certificate.nash_conv)
    return [f"{seconds:.1f}", str(found.raw.status), f"{float(found.values[0]):.4f}", f"{gap:.3g}"]
