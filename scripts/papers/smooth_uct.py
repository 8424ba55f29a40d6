"""Smooth UCT and UCT by self-play against the exact equilibrium: distance by the number of simulations.

python scripts/run.py smooth_uct                          # Kuhn poker and Leduc hold'em, a quarter of an hour
python scripts/run.py smooth_uct --simulations 100000     # a minute
"""

from __future__ import annotations

import sys
from statistics import mean

import seqform as sf
from measure import Page, markdown_table

GAMES = ("kuhn", "leduc")
METHODS = {
    "Smooth UCT, d = 0.002": {"eta": 0.9, "gamma": 0.1, "decay": 0.002},
    "Smooth UCT, d = 0.02": {"eta": 0.9, "gamma": 0.1, "decay": 0.02},
    "UCT": {"eta": 1.0, "gamma": 1.0, "decay": 0.0},
}


def run(*, simulations: int = 3_000_000, seeds: tuple[int, ...] = (1, 2), games: tuple[str, ...] = GAMES) -> Page:
    """Make the page, with means over seeds."""
    stops = [a * 10**k for k in range(3, 10) for a in (1, 3) if a * 10**k <= simulations]
    parts = [
        "Heinrich & Silver (IJCAI 2015) report that Smooth UCT approaches an equilibrium of Kuhn and Leduc poker while "
        "UCT diverges. The average strategies are certified after so many simulations; nash_conv is the sum of both "
        "players' regrets, in chips, exploitability half of it. η = 0.9 and γ = 0.1 with Smooth UCT; the constant of "
        f"UCT is 0.5 for payoffs between -1 and 1. Means over seeds {', '.join(map(str, seeds))}."
    ]
    for game in games:
        value = sf.solve(game, exact=True).values[0]
        rows = [row for name, options in METHODS.items() for row in rows_of(game, name, options, stops, seeds)]
        parts += [
            f"## {game}\n\nThe exact value is {value}, ≈{float(value):.5f}.",
            markdown_table(("method", "simulations", "value", "nash_conv", "exploitability", "seconds"), rows),
        ]
    return "smooth_uct", "Smooth UCT", parts


def rows_of(
    game: str, name: str, options: dict[str, float], stops: list[int], seeds: tuple[int, ...]
) -> list[tuple[str, ...]]:
    """Return a row for each number of simulations."""
    sys.stderr.write(f"{game}: {name}\n")
    found = [sf.smooth_uct(game, simulations=stops[-1], checkpoints=stops, seed=seed, **options) for seed in seeds]  # type: ignore[arg-type]
    rows: list[tuple[str, ...]] = []
    for same in zip(*(one.checkpoints for one in found), strict=True):
        value, gap, spent = (
            mean(float(getattr(one, key)) for one in same) for key in ("value", "nash_conv", "seconds")
        )
        rows.append((name, f"{same[0].simulations:,}", f"{value:.4f}", f"{gap:.4f}", f"{gap / 2:.4f}", f"{spent:.1f}"))
    return rows
