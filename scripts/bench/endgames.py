"""Endgames of Texas hold'em with the ranges of Libratus's play: time to shares of the pot, memory, iterations.

    python scripts/run.py endgames --folder ../shared/games/endgames      # the four situations by cfr
    python scripts/run.py endgames --situations 4 3 --methods barrier --share 1e-9 --page endgames_barrier
    python scripts/run.py endgames --situations 0 --merging identity lossless --page endgames_merging

The files `subgame1.txt` to `subgame4.txt` in the folder are those of OpenSpiel (universal_poker/endgames). Without one
the range of a situation is the text of the option `ranges`. Situation 0 is none of Libratus's play: hearts, diamonds
and clubs may be exchanged there.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import seqform as sf
from measure import Page, called, markdown_table
from seqform.backends import get
from seqform.backends.protocol import SolveOptions

NAME = "endgames"
SITUATIONS = {
    0: ("AsKsQs7s", 500, 1000),
    1: ("7s9h9cTc", 500, 19750),
    2: ("Ts6hAh7c", 4780, 17610),
    3: ("4s8hTc9h2s", 500, 19750),
    4: ("JsKs5cQs7d", 3750, 18125),
}
"""Board, pot and stack; of 0, 1 and 2 the river is still to be dealt."""

SHARES = (1e-2, 1e-3, 1e-4, 1e-9)
"""Shares of the pot that nash_conv is to reach."""

HEADER = (
    "board", "pot", "hands", "bets", "merging", "sequences", "method", "1 %", "0.1 %", "0.01 %", "1e-9",
    "last, % of the pot", "iterations", "iterations a second", "memory, MB",
)  # fmt: skip


def run(
    *,
    folder: str = "",
    ranges: str = "random",
    situations: tuple[int, ...] = (4, 3, 2, 1),
    bets: tuple[str, ...] = ("pot+all-in",),
    merging: tuple[str, ...] = ("identity",),
    methods: tuple[str, ...] = ("cfr",),
    share: float = 1e-4,
    minutes: float = 15.0,
    threads: int = 2,
    page: str = NAME,
) -> Page:
    """Make the page: each situation, menu of bets and method in a process of its own, up to a share of the pot."""
    rows = []
    for situation, menu, abstraction, method in product(situations, bets, merging, methods):
        values = {
            "situation": situation,
            "ranges": f"{folder}/subgame{situation}.txt" if folder else ranges,
            "bets": menu,
            "merging": abstraction,
            "method": method,
            "share": share,
            "minutes": minutes,
            "threads": threads,
        }
        cells, finished = called("bench.endgames", "measured", 60 * minutes + 600, **values)
        memory = f"{finished.peak_bytes / 1e6:.0f}"
        rows.append((*(cells or (situation, finished.failure)), memory))
    note = (
        "Seconds, and iterations in parentheses, until nash_conv in the game of hands is at most a share of the pot; "
        "bounds are best responses over all hands, computed in doubles as it goes, and the time for that is counted. "
        f"At most {minutes:g} minutes, {threads} threads, memory of the whole process; sequences are player 1's."
    )
    title = "Endgames of Texas hold'em"
    if len(merging) > 1:
        title += ": merging of hands"
    elif page != NAME:
        title += f" by {' and '.join(methods)}"
    return page, title, [note, markdown_table(HEADER, rows)]


def measured(
    situation: int,
    ranges: str,
    bets: str,
    merging: str,
    method: str,
    share: float,
    minutes: float,
    threads: int,
) -> list[Any]:
    """Solve a situation, and return its row but for the memory."""
    board, pot, stack = SITUATIONS[situation]
    spelled = f"holdem(board={board},pot={pot},stack={stack},ranges={Path(ranges)},bets={bets})"
    game = sf.load(spelled, kind="ordered")
    classes = sf.abstract_game(game, merging).classes
    answer: Any = get(method).solve(
        classes,
        SolveOptions(
            target_gap=share * pot,
            time_limit=60 * minutes,
            threads=threads,
            progress=partial(print, file=sys.stderr),
        ),
    )
    reached = []
    for goal in SHARES:
        bounds = [bound for bound in answer.bounds if bound.gap <= goal * pot]
        reached.append(f"{bounds[0].seconds:.1f} s ({bounds[0].iteration:,})" if bounds else "")
    last = answer.bounds[-1]
    return [
        board,
        pot,
        len(game.views[0][0]),
        bets,
        merging,
        f"{classes.num_sequences(0):,}",
        method,
        *reached,
        f"{100 * last.gap / pot:.2g}",
        f"{answer.iterations:,}",
        f"{answer.iterations / answer.seconds:.1f}",
    ]
