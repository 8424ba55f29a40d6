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


def run(*, game: str = "rhode-island", ways: tuple[str, ...] = WAYS, gap: float = 0.001, minutes: float = 10.0) -> Page:
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
    """Return the results of one way of shrinking."""
    limits = {"gap": gap, "minutes": minutes}
    found, finished = called("papers.rhode_island", "solved_here", 120 * minutes + 600, way=way, game=game, **limits)
    if found is None:
        return (way, "killed at its limit" if finished.killed else "failed", *[""] * (len(HEADER) - 2))
    return (
        way,
        " / ".join(f"{count:,}" for count in found["classes"]),
        f"{found['shape'][0]:,}",
        f"{found['nonzeros']:,}",
        " × ".join(f"{size:,}" for size in reversed(found["undominated"])),
        f"{found['shrink']:.2f}",
        f"{found['solve']:.1f}",
        f"{found['inside']:.2g}",
        f"{found['nash_conv']:.3g}",
        *(f"{regret:.3g}" for regret in found["regrets"]),
        f"{found['value']:.4f}",
        f"{finished.seconds:.1f}",
        f"{finished.peak_bytes / 1e6:.0f}",
    )


def solved_here(way: str, game: str, gap: float, minutes: float) -> dict[str, Any]:
    """Solve in this process."""
    import seqform as sf
    from seqform.builders.abstraction.dominated_classes import eliminated_sequences

    options = sf.SolveOptions(time_limit=60 * minutes)
    try:
        found: Any = sf.solve(game, preprocess=way, backend="cfr", options=options, target_gap=gap)
    except sf.errors.SolveError as stopped:  # at the limit on time
        if stopped.equilibrium is None:
            raise
        found = stopped.equilibrium
    classes = found.abstraction.classes
    solution: Any = found.raw
    return {
        "classes": found.abstraction.filters[0].num_classes,
        "shape": classes.program_shape,
        "nonzeros": classes.num_program_entries,
        "undominated": eliminated_sequences(found.abstraction.classes, "last").program_shape,
        "shrink": found.abstraction.seconds,
        "solve": solution.seconds,
        "inside": solution.nash_conv,
        "nash_conv": found.certificate.nash_conv,
        "regrets": [float(regret) for regret in found.certificate.regrets],
        "value": found.certificate.values[0],
    }
