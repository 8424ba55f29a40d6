"""Rhode Island Hold'em shrunk in every way, solved, and evaluated in the real game.

    python scripts/run.py rhode_island                                       # the whole deck: about ten minutes
    python scripts/run.py rhode_island --game "rhode-island(ranks=4)" --gap 0.01

Every way has a process of its own, so that its memory can be measured.
"""

from __future__ import annotations

import sys
from typing import Any

from measure import Page, called, markdown_table

NAME = "rhode_island"
WAYS = (
    "threshold=0.07", "threshold=0.06", "threshold=0.05", "threshold=0.03", "threshold=0.01", "published", "lossless",
)  # fmt: skip
HEADER = (
    "classes", "hands by round", "rows and columns", "nonzeros", "without dominated", "shrunk, s", "solved, s",
    "its own nash_conv", "nash_conv in the real game", "player 1 gains", "player 2 gains", "value", "in all, s",
    "memory, MB",
)  # fmt: skip


def run(
    *,
    game: str = "rhode-island",
    ways: tuple[str, ...] = WAYS,
    gap: float = 0.001,
    minutes: float = 10.0,
) -> Page:
    """Make the page: stop each way at a gap in chips, or after so many minutes."""
    rows = []
    for way in ways:
        sys.stderr.write(f"{way}\n")
        rows.append(row(way, game, gap, minutes))
    note = (
        f"`{game}`, solved by the backend `cfr` until nash_conv in the game of classes was at most "
        f"{gap:g} chips (the ante is 5). The strategies were then lifted to all hands, and best replies "
        "computed over every deal, hands seen as they are. Sizes without dominated sequences of the last round are "
        "player 1's and player 2's (the paper's rows and columns). Seconds in all include start, shrinking, solving "
        "and the replies."
    )
    return NAME, "Rhode Island Hold'em, shrunk and judged", [note, markdown_table(HEADER, rows)]


def row(way: str, game: str, gap: float, minutes: float) -> tuple[str, ...]:
    limits = {"gap": gap, "minutes": minutes}
    found, finished = called(
        "papers.rhode_island", "solved_here", 120 * minutes + 600, way=way, game=game, **limits
    )
    if found is None:
        return (way, finished.failure, *[""] * (len(HEADER) - 2))
    return (way, *found, f"{finished.seconds:.1f}", f"{finished.peak_bytes / 1e6:.0f}")


def solved_here(way: str, game: str, gap: float, minutes: float) -> list[str]:
    """Return the cells of a row between the way of shrinking and the seconds in all."""
    import seqform as sf
    from seqform.builders.abstraction.dominated_classes import eliminated_sequences

    found: Any
    try:
        found = sf.solve(
            game, preprocess=way, backend="cfr", time_limit=60 * minutes, target_gap=gap
        )
    except sf.errors.SolveError as stopped:  # at the limit on time
        found = stopped.equilibrium
        if found is None:
            raise
    abstraction, certificate = found.abstraction, found.certificate
    undominated = eliminated_sequences(abstraction.classes, "last").program_shape
    return [
        " / ".join(f"{count:,}" for count in abstraction.filters[0].num_classes),
        f"{abstraction.classes.program_shape[0]:,}",
        f"{abstraction.classes.num_program_entries:,}",
        " × ".join(f"{size:,}" for size in reversed(undominated)),
        f"{abstraction.seconds:.2f}",
        f"{found.raw.seconds:.1f}",
        f"{found.raw.nash_conv:.2g}",
        f"{float(certificate.nash_conv):.3g}",
        *(f"{float(regret):.3g}" for regret in certificate.regrets),
        f"{float(certificate.values[0]):.4f}",
    ]
