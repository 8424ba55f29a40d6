"""Small decks three ways: whole and losslessly shrunk as exact linear programs, and by first-order bounds.

    python scripts/run.py exact_decks                        # about ten minutes
    python scripts/run.py exact_decks --games leduc --classes

The two exact values have to be the same fraction, and the bounds have to hold it. Decks whose tree is too large are
solved on their classes alone: the interior point, crossover, rational arithmetic, and a certificate over all deals.
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import seqform as sf
from measure import Page, markdown_table, timed
from seqform.builders.abstraction.class_lp import class_lp
from seqform.models.numbers.text import short

NAME = "exact_decks"
GAMES = (
    "kuhn",
    "leduc",
    "tiny-poker",
    "rhode-island(ranks=2,suits=2)",
    "rhode-island(ranks=3,suits=2)",
)
ON_CLASSES = ("rhode-island(ranks=3)", "rhode-island(ranks=4)")
HEADER = (
    "game", "rows, whole", "exact value", "the same when shrunk", "bounds", "hold it", "exact s", "shrunk s", "cfr s",
)  # fmt: skip
CLASSES_HEADER = (
    "game", "rows on classes", "value", "bits", "interior point s", "exact s", "certificate s", "all s", "file MB",
    "check s", "proven",
)  # fmt: skip


def run(
    *, games: tuple[str, ...] = GAMES, classes: tuple[str, ...] = ON_CLASSES, gap: float = 1e-4
) -> Page:
    """Make the page: `classes` are games solved on their classes alone, and the gap is that of the bounds."""
    note = (
        "The whole game and the one of lossless classes, solved as linear programs over the rationals; and bounds by "
        f"regret matching (`cfr`) on the classes, to a gap of {gap:g}. Seconds are those of everything but "
        "loading. The exact values are fractions; long ones are shown rounded."
    )
    text = (
        "## On classes alone\n\nThe tree is too large to be written out. Bits are those of the numerator and the "
        "denominator of the value; the file has both plans as fractions, and `check` recomputes the certificate from "
        "it without a solver."
    )
    whole = markdown_table(HEADER, [row(name, gap) for name in games])
    large = markdown_table(CLASSES_HEADER, [on_classes(name) for name in classes])
    return NAME, "Small decks, exactly", [note, whole, text, large]


def row(name: str, gap: float) -> tuple[str, ...]:
    game = sf.load(name)
    exact, whole = timed(lambda: sf.solve(game, exact=True))
    small, shrunk = timed(lambda: sf.solve(name, preprocess="lossless", exact=True))
    assert exact.certificate.proven and small.certificate.proven
    value = exact.values[0]
    bounds: Any
    bounds, took = timed(
        lambda: sf.solve(name, preprocess="lossless", backend="cfr", target_gap=gap).raw
    )
    lower, upper = bounds.lower, bounds.upper
    return (
        name,
        f"{1 + game.sequences[0].index.num_infosets + len(game.sequences[1].index):,}",
        short(value),
        "yes" if small.values[0] == value else "NO",
        f"[{lower:.7f}, {upper:.7f}]",
        "yes" if lower <= value <= upper else "NO",
        f"{whole:.1f}",
        f"{shrunk:.1f}",
        f"{took:.1f}",
    )


def on_classes(name: str) -> tuple[str, ...]:
    """Solve a game exactly on its classes, keep the plans in a file, and check that."""
    how: dict[str, Any] = {
        "preprocess": "lossless",
        "backend": "barrier",
        "progress": partial(print, file=sys.stderr),
    }
    found: Any
    found, whole = timed(lambda: sf.solve(name, exact=True, **how))
    value, phases = found.values[0], found.seconds
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.solution"
        found.save(path)
        checked, check = timed(
            lambda: sf.read_solution(path, sf.load(name, kind="ordered")).check()
        )
        size = path.stat().st_size / 1e6
    certificate = checked.certificate
    return (
        name,
        f"{class_lp(found.abstraction.classes).target.matrix.shape[0]:,}",
        f"{float(value):.15f}",
        f"{value.numerator.bit_length():,} / {value.denominator.bit_length():,}",
        f"{phases['solve']:.1f}",
        f"{phases['exact']:.1f}",
        f"{phases['verify']:.1f}",
        f"{whole:.1f}",
        f"{size:.1f}",
        f"{check:.1f}",
        "yes" if certificate.proven and certificate.nash_conv == 0 else "NO",
    )
