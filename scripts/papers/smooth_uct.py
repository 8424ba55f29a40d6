"""Smooth UCT and UCT by self-play against the exact equilibrium: distance by the number of simulations.

python scripts/run.py smooth_uct                          # Kuhn poker and Leduc hold'em, a quarter of an hour
python scripts/run.py smooth_uct --simulations 100000     # a minute
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from statistics import mean
from typing import Any

import seqform as sf
from measure import Page, markdown_table
from seqform.analysis.monte_carlo import AverageStage

GAMES = ("kuhn", "leduc")
METHODS = {
    "Smooth UCT, d = 0.002": {"eta": 0.9, "gamma": 0.1, "decay": 0.002},
    "Smooth UCT, d = 0.02": {"eta": 0.9, "gamma": 0.1, "decay": 0.02},
    "UCT": {"eta": 1.0, "gamma": 1.0, "decay": 0.0},
}


def run(
    *,
    simulations: int = 3_000_000,
    seeds: tuple[int, ...] = (1, 2),
    games: tuple[str, ...] = GAMES,
    jobs: int = 2,
) -> Page:
    """Make the page, with means over seeds, in so many processes."""
    stops = [a * 10**k for k in range(3, 10) for a in (1, 3) if a * 10**k <= simulations]
    parts = [
        "Heinrich & Silver (IJCAI 2015) report that Smooth UCT approaches an equilibrium of Kuhn and Leduc poker while "
        "UCT diverges. The average strategies are certified after so many simulations; nash_conv is the sum of both "
        "players' regrets, in chips, exploitability half of it. η = 0.9 and γ = 0.1 with Smooth UCT; the constant of "
        f"UCT is 0.5 for payoffs between -1 and 1. Means over seeds {', '.join(map(str, seeds))}."
    ]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for game in games:
            value = sf.solve(game, exact=True).values[0]
            found = {
                name: pool.map(checkpoints, repeat(game), repeat(name), repeat(stops), seeds)
                for name in METHODS
            }
            rows = [row for name, by_seed in found.items() for row in rows_of(name, list(by_seed))]
            parts += [
                f"## {game}\n\nThe exact value is {value}, ≈{float(value):.5f}.",
                markdown_table(
                    ("method", "simulations", "value", "nash_conv", "exploitability", "seconds"),
                    rows,
                ),
            ]
    return "smooth_uct", "Smooth UCT", parts


def checkpoints(game: str, method: str, stops: list[int], seed: int) -> tuple[AverageStage, ...]:
    """Return what one run finds after each number of simulations."""
    sys.stderr.write(f"{game}: {method}, seed {seed}\n")
    options: dict[str, Any] = METHODS[method]
    return sf.smooth_uct(
        game, simulations=stops[-1], checkpoints=stops, seed=seed, **options
    ).checkpoints


def rows_of(name: str, by_seed: list[tuple[AverageStage, ...]]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for same in zip(*by_seed, strict=True):
        value, gap, spent = (
            mean(float(getattr(one, key)) for one in same)
            for key in ("value", "nash_conv", "seconds")
        )
        rows.append(
            (
                name,
                f"{same[0].simulations:,}",
                f"{value:.4f}",
                f"{gap:.4f}",
                f"{gap / 2:.4f}",
                f"{spent:.1f}",
            )
        )
    return rows
