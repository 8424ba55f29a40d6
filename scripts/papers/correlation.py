"""Correlated equilibria of the games of Farina et al. 2019 and of von Stengel & Forges 2008, exactly, by concept.

python scripts/run.py correlation                     # all games, some minutes
python scripts/run.py correlation --games job-signals # seconds
"""

from __future__ import annotations

from time import perf_counter

import seqform as sf
from measure import Page, markdown_table
from seqform.models.answers.device import Device
from seqform.models.numbers.text import short

CONCEPTS = {
    "extensive-form-correlated": "EFCE",
    "extensive-form-coarse": "EFCCE",
    "normal-form-coarse": "NFCCE",
}
OBJECTIVES = ("social", "best-for-1", "best-for-2")
GAMES = (
    "job-signals",
    "inspection",
    "battleship",
    "battleship(shots=3)",
    "battleship(loss=1)",
    "sheriff(rounds=1)",
    "sheriff",
    "sheriff(items=5)",
    "sheriff(bribe=4)",
    "sheriff(worth=2)",
    "sheriff(fine=5)",
    "sheriff(compensation=5)",
)


def run(*, games: tuple[str, ...] = GAMES) -> Page:
    """Make the page: values by concept and objective, with the sizes of the mixtures and the seconds."""
    rows: list[tuple[object, ...]] = []
    for name in games:
        game = sf.load(name)
        for concept, abbreviation in CONCEPTS.items():
            for objective in OBJECTIVES:
                start = perf_counter()
                device: object = sf.solve(game, concept, objective=objective, exact=True)
                assert isinstance(device, Device)
                assert device.optimal
                row = (
                    name,
                    abbreviation,
                    objective,
                    *map(short, device.values),
                    f"{float(device.values[0]):.4f}",
                    f"{float(device.values[1]):.4f}",
                    f"{len(device.plan.pairs):,}",
                    len(device.mixture),
                    f"{perf_counter() - start:.1f}",
                )
                rows.append(row)
    parts = [
        "The best correlated equilibria of von Stengel & Forges's signaling game (2008, figure 1), of Sheriff and "
        "battleship (Farina, Ling, Fang & Sandholm 2019), and of an inspection game, by concept and objective. All are "
        "computed exactly: no deviation gains, and none is better, with proof. Pairs are the relevant pairs of "
        "sequences, the columns of the program; mixed are the pairs of pure strategies of the device. The seconds are "
        "of the whole solution.",
        markdown_table(
            (
                "game",
                "concept",
                "objective",
                "value 1",
                "value 2",
                "≈ 1",
                "≈ 2",
                "pairs",
                "mixed",
                "seconds",
            ),
            rows,
        ),
    ]
    return "correlation", "Correlated equilibria of benchmark games", parts
