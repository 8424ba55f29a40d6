"""Make the solution of Rhode Island Hold'em that comes with the package: `python scripts/run.py shipped_solution`.

The whole deck is solved, its signals merged without loss, until nash_conv is at most 0.005 chips. Rounding the weights
to 8 bits makes the file small and costs about 0.1 chips of nash_conv, which the file's own certificate includes. Four
to five minutes on two cores.
"""

from pathlib import Path

import seqform as sf
from seqform.io.saved_solution import FEWEST_BITS, SavedSolution

FILE = Path(__file__).parents[2] / "src" / "seqform" / "io" / "rhode-island.solution"
TARGET_GAP = 0.005


def run() -> None:
    game = sf.load("rhode-island", kind="ordered")
    found = sf.solve(game, preprocess="lossless", target_gap=TARGET_GAP, progress=print)
    saved = SavedSolution.of(
        game,
        found.abstraction.filters,
        found.profile,
        bits=FEWEST_BITS,
        method=f"{found.backend}: {found.raw.status}",
        versions={"solver": found.raw.solver},
        progress=print,
    )
    sf.write_solution(saved, FILE)
    print(f"{FILE}: {FILE.stat().st_size:,} bytes, {saved}")
