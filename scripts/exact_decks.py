"""Small decks three ways: whole and losslessly shrunk as exact linear programs, and by first-order bounds.

    python scripts/exact_decks.py                        # about five minutes
    python scripts/exact_decks.py --games leduc

The two exact values have to be the same fraction, and the bounds have to hold it.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import seqform as sf
from measure import markdown_table, seconds, write_results
from seqform.models.numbers.text import short

NAME = "exact_decks"
GAMES = ("kuhn", "leduc", "tiny-poker", "rhode-island(ranks=2,suits=2)", "rhode-island(ranks=3,suits=2)")
HEADER = (
    "game",
    "rows, whole",
    "exact value",
    "the same when shrunk",
    "bounds",
    "hold it",
    "exact s",
    "shrunk s",
    "cfr s",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--gap", type=float, default=1e-4, help="of the first-order bounds (default 1e-4)")
    arguments = parser.parse_args()
    rows = []
    for name in arguments.games:
        sys.stderr.write(f"{name}\n")
        rows.append(row(name, arguments.gap))
    note = (
        "The whole game and the one of lossless classes, solved as linear programs over the rationals; and bounds by "
        f"regret matching (`cfr`) on the classes, to a gap of {arguments.gap:g}. Seconds are those of everything but "
        "loading. The exact values are fractions; long ones are shown rounded."
    )
    page = write_results(NAME, "Small decks, exactly", [note, markdown_table(HEADER, rows)])
    sys.stdout.write(page.read_text("utf-8"))


def row(name: str, gap: float) -> tuple[str, ...]:
    """Solve a game in the three ways."""
    answers: dict[str, sf.Equilibrium] = {}
    game = sf.load(name)
    whole = seconds(lambda: answers.update(whole=sf.solve(game, exact=True)))
    shrunk = seconds(lambda: answers.update(shrunk=sf.solve(name, preprocess="lossless", exact=True)))
    value = answers["whole"].values[0]
    assert answers["whole"].certificate.proven and answers["shrunk"].certificate.proven
    found: list[tuple[float, float]] = []
    took = seconds(lambda: found.append(bounds(name, gap)))
    lower, upper = found[0]
    return (
        name,
        f"{1 + game.sequences[0].index.num_infosets + len(game.sequences[1].index):,}",
        short(value),
        "yes" if answers["shrunk"].values[0] == value else "NO",
        f"[{lower:.7f}, {upper:.7f}]",
        "yes" if lower <= value <= upper else "NO",
        f"{whole:.1f}",
        f"{shrunk:.1f}",
        f"{took:.1f}",
    )


def bounds(name: str, gap: float) -> tuple[float, float]:
    """Return first-order bounds on the value."""
    solution: Any = sf.solve(name, preprocess="lossless", target_gap=gap).raw
    return solution.lower, solution.upper


if __name__ == "__main__":
    main()
