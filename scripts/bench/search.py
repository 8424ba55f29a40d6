"""Searches of tic-tac-toe and connect four: positions by method and depth, and positions a second.

python scripts/run.py search
python scripts/run.py search --depth 16
"""

from __future__ import annotations

from time import process_time

import seqform as sf
from measure import Page, markdown_table

HEADER = (
    "game",
    "method",
    "depth",
    "value",
    "bounds",
    "positions",
    "cut-offs",
    "in the memory",
    "seconds",
    "a second",
)


def run(*, depth: int = 14, small: str = "connect-four(columns=4,rows=4)", repeat: int = 3) -> Page:
    """Make the page, up to a depth of connect four, and on a small board to the end; the least times count."""
    rows = [
        row("tic-tac-toe", method, None, None, 1) for method in ("minimax", "negamax", "alpha-beta")
    ]
    rows += [row("tic-tac-toe", "alpha-beta", None, 0, repeat)]
    rows += [row(small, method, None, None, repeat) for method in ("negamax", "alpha-beta")]
    rows += [
        row("connect-four", "minimax", min(depth, 6), None, 1),
        row("connect-four", "alpha-beta", min(depth, 6), 0, repeat),
    ]
    rows += [
        row("connect-four", "alpha-beta", ahead, None, repeat) for ahead in range(6, depth + 1, 2)
    ]
    return (
        "search",
        "Searches",
        [
            "Positions at the horizon count as a draw. Seconds are those of the processor for a search in one "
            "thread of Python, the least of several runs; positions found in the memory are not among those searched.",
            markdown_table(HEADER, rows),
        ],
    )


def row(
    game: str, method: str, depth: int | None, memory: int | None, repeat: int
) -> tuple[str, ...]:
    """Search a game several times; return the row of the quickest one."""
    seconds = []
    for _ in range(repeat):
        began = process_time()
        found = sf.search(game, method=method, depth=depth, memory=memory)
        seconds.append(process_time() - began)
    return (
        game,
        method if memory is None else f"{method}, no memory",
        "to the end" if depth is None else str(depth),
        str(found.value),
        " to ".join(map(str, found.bounds)),
        f"{found.nodes:,}",
        f"{found.cutoffs:,}",
        f"{found.hits:,}",
        f"{min(seconds):.3f}",
        f"{found.nodes / min(seconds):,.0f}",
    )
