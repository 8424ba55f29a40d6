"""Time from a game's name to a certified equilibrium, beside OpenSpiel and Gambit.

Every ratio compares two programs in the same run on the same machine:

    python scripts/run.py peers             # two minutes
    python scripts/run.py peers --full      # OpenSpiel's liars_dice with 5 sides too: another minute and 3 GB
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import warnings
from fractions import Fraction
from functools import partial

import seqform as sf
from measure import Page, markdown_table, medians_in_turn
from seqform.backends import get
from seqform.builders.games.formats.pygambit import to_pygambit
from seqform.models.programs.linear import LinearProgram

DICE = "liars-dice(sides={})"
EXACT_GAMES = {
    "kuhn": None,
    "leduc": 1.0,
    DICE.format(3): None,
    DICE.format(5): 2.0,
    DICE.format(6): 10.0,
}
OPENSPIEL = {
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    DICE.format(3): "liars_dice(numdice=1,dice_sides=3)",
}
OPENSPIEL_SLOW = {DICE.format(5): "liars_dice(numdice=1,dice_sides=5)"}
GAMBIT_GAMES = ("kuhn", "binary-tree(depth=5,zero_sum=true)", "binary-tree(depth=6,zero_sum=true)")


def import_section(repeat: int, full: bool) -> str:
    """`import seqform` in a fresh interpreter, and with everything that `solve` with HiGHS needs."""
    rows = []
    for code in ("import seqform", "import seqform; seqform.solve", "import numpy", "import cvxpy"):
        script = f"import time; s = time.perf_counter(); {code}; print(time.perf_counter() - s)"
        run = [sys.executable, "-c", script]
        times = [
            float(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
            for _ in range(repeat)
        ]
        rows.append((f"`{code}`", f"{statistics.median(times):.3f}"))
    return "## Import (target: seqform under 0.3 s)\n\n" + markdown_table(
        ("statement", "seconds"), rows
    )


def build(name: str) -> LinearProgram:
    return sf.linear_program(name).target


def build_section(repeat: int, full: bool) -> str:
    """Time the building of the LP, from the catalog name on, against HiGHS's own time for it."""
    rows = []
    highs = get("highs")
    for name in ("leduc", DICE.format(5), DICE.format(6)):
        program = build(name)
        built, solved = medians_in_turn(
            [partial(build, name), partial(highs.solve, program)], repeat
        )
        count = f"{program.matrix.shape[0]:,} × {program.matrix.shape[1]:,}"
        rows.append(
            (
                name,
                f"{len(sf.load(name)):,}",
                count,
                f"{built:.3f}",
                f"{solved:.3f}",
                f"{built / solved:.2f}",
            )
        )
    header = ("game", "nodes", "LP", "name to LP, s", "HiGHS, s", "ratio")
    return "## Building the model against solving it (target: ratio below 1)\n\n" + markdown_table(
        header, rows
    )


def exact_section(repeat: int, full: bool) -> str:
    """Name to an exact certificate with nash_conv 0."""
    rows = []
    for name, target in EXACT_GAMES.items():
        plain, exact = medians_in_turn(
            [partial(sf.solve, name, exact=False), partial(sf.solve, name, exact=True)], repeat
        )
        answer = sf.solve(name, exact=True)
        assert answer.certificate.proven
        value = answer.values[0]
        assert isinstance(value, Fraction)
        phase = answer.seconds["exact"]
        shown = (
            str(value)
            if len(str(value)) < 25
            else f"{float(value):.12g} ({value.denominator.bit_length()} bits)"
        )
        rows.append(
            (
                name,
                shown,
                f"{plain:.3f}",
                f"{exact:.3f}",
                f"{phase:.3f}",
                "" if target is None else target,
            )
        )
    header = (
        "game",
        "value",
        "in doubles, s",
        "exact, s",
        "of it exact arithmetic, s",
        "target, s",
    )
    return "## Name to certificate, nash_conv = 0 exactly\n\n" + markdown_table(header, rows)


def openspiel_solve(name: str) -> object:
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    return sequence_form_lp.solve_zero_sum_game(pyspiel.load_game(name))


def openspiel_section(repeat: int, full: bool) -> str:
    """OpenSpiel's `sequence_form_lp` with its own default solver, ECOS."""
    rows = []
    for name, theirs in {**OPENSPIEL, **(OPENSPIEL_SLOW if full else {})}.items():
        turns = 1 if name in OPENSPIEL_SLOW else repeat
        openspiel, ours, exact = medians_in_turn(
            [
                partial(openspiel_solve, theirs),
                partial(sf.solve, name, exact=False),
                partial(sf.solve, name, exact=True),
            ],
            turns,
        )
        times = (f"{openspiel:.3f}", f"{ours:.3f}", f"{exact:.3f}")
        rows.append((name, *times, f"{openspiel / ours:.1f}", f"{openspiel / exact:.1f}"))
    header = (
        "game",
        "OpenSpiel, s",
        "seqform, s",
        "seqform exact, s",
        "times faster",
        "times faster, exact",
    )
    note = (
        "OpenSpiel returns values and policies without a certificate. "
        "Target: at least 10 times faster on Leduc, exact 6 times."
    )
    return f"## Against OpenSpiel\n\n{note}\n\n" + markdown_table(header, rows)


def gambit_section(repeat: int, full: bool) -> str:
    """Gambit's exact `lp_solve` and `lcp_solve` through pygambit."""
    import pygambit

    rows = []
    for name in GAMBIT_GAMES:
        ours = sf.load(name)
        game = to_pygambit(ours)
        lp, lcp, exact = medians_in_turn(
            [
                partial(pygambit.nash.lp_solve, game, rational=True),
                partial(pygambit.nash.lcp_solve, game, rational=True),
                partial(sf.solve, ours, exact=True),
            ],
            repeat,
        )
        rows.append(
            (
                name,
                f"{lp:.3f}",
                f"{lcp:.3f}",
                f"{exact:.3f}",
                f"{lp / exact:.1f}",
                f"{lcp / exact:.1f}",
            )
        )
    header = ("game", "lp_solve, s", "lcp_solve, s", "seqform exact, s", "lp ratio", "lcp ratio")
    return "## Against Gambit, both exact, from a game in memory\n\n" + markdown_table(header, rows)


SECTIONS = {
    "import": import_section,
    "build": build_section,
    "exact": exact_section,
    "openspiel": openspiel_section,
    "gambit": gambit_section,
}


def run(*, only: tuple[str, ...] = tuple(SECTIONS), full: bool = False, repeat: int = 5) -> Page:
    """Make the page or some of its sections, with OpenSpiel's large game if full; the median of so many runs counts."""
    warnings.simplefilter("ignore")
    sf.solve("kuhn", exact=True)  # imports, once, for everybody
    sections = [section(repeat, full) for name, section in SECTIONS.items() if name in only]
    return "bench_peers", "From a name to a certified equilibrium", sections
