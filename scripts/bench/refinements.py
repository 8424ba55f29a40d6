"""Cost of exact refinement: a quasi-perfect equilibrium beside the plain exact one, game by game.

    python scripts/run.py refinements                       # the games with a target, some minutes
    python scripts/run.py refinements --games leduc kuhn    # these only
    python scripts/run.py refinements --games "liars-dice(sides=7)" --time-limit 600
    python scripts/run.py refinements --gambit              # Kuhn with a raise against Gambit's logit tracing, too

Every game runs in a process of its own; a game that comes to its time limit is a row as well.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import seqform as sf
from measure import Page, called, markdown_table, medians_in_turn, seconds, timed
from seqform.builders.games.formats.pygambit import to_pygambit

TARGETS: dict[str, float | None] = {
    "kuhn-with-raise": 0.5,
    "leduc": 1,
    "goofspiel(cards=4)": 3,
    "liars-dice(sides=5)": 3,
    "leduc(ranks=13)": 20,
    "liars-dice(sides=6)": 20,
    "leduc(ranks=20)": None,
    "liars-dice(sides=7)": None,
}
"""Seconds from name to certificate; None where the question is how far one gets."""

PLAIN_REPEATS_BELOW = 2.0  # seconds; such games are timed three times


def run(
    *, games: tuple[str, ...] = tuple(TARGETS), time_limit: float = 600.0, gambit: bool = False
) -> Page:
    """Make the page, with so many seconds for each game; Gambit's logit tracing is timed on Kuhn with a raise."""
    rows = []
    for name in games:
        sys.stderr.write(f"{name}\n")
        values = {"name": name, "time_limit": time_limit}
        found, finished = called(
            "bench.refinements", "measure_here", 2 * time_limit + 120, **values
        )
        rows.append({"game": name, "status": finished.failure} if found is None else found)
    return (
        "refinements",
        "Exact quasi-perfect equilibria",
        [table(rows), *([against_gambit()] if gambit else [])],
    )


def measure_here(name: str, time_limit: float) -> dict[str, Any]:
    """Solve a game plainly and refined, name to certificate, warm."""
    sf.solve("kuhn-with-raise", concept="quasi-perfect")  # everything is loaded
    sf.solve("kuhn-with-raise", exact=True)
    options = {"time_limit": time_limit}
    _, plain = median_of_few(lambda: sf.solve(name, exact=True, options=options))
    try:
        answer, refined = median_of_few(
            lambda: sf.solve(name, concept="quasi-perfect", options=options)
        )
    except sf.errors.SeqformError as error:
        return {"game": name, "plain": plain, "status": str(error)}
    game = answer.game
    return {
        "game": name,
        "plain": plain,
        "refined": refined,
        "phases": dict(answer.seconds),
        "size": f"{len(game):,} nodes, {sum(len(own.index) for own in game.sequences):,} sequences",
        "status": answer.raw.status,
        "checks": ", ".join(what for what, holds in answer.certificate.checks.items() if holds),
    }


def median_of_few(work: Callable[[], sf.Equilibrium]) -> tuple[sf.Equilibrium, float]:
    """Return an answer, and the median seconds of up to three runs."""
    answer, *times = timed(work)
    while len(times) < 3 and times[0] < PLAIN_REPEATS_BELOW:
        times.append(seconds(work))
    return answer, statistics.median(times)


def table(rows: list[dict[str, Any]]) -> str:
    phases = list(dict.fromkeys(phase for row in rows for phase in row.get("phases", ())))
    header = (
        "game",
        "size",
        "target, s",
        "refined, s",
        "plain exact, s",
        "ratio",
        *phases,
        "how it ended",
        "proven",
    )
    lines = []
    for row in rows:
        target, plain, refined = TARGETS.get(row["game"]), row.get("plain"), row.get("refined")
        ratio = f"{refined / plain:.1f}" if refined and plain else ""
        times = ("" if target is None else f"{target:g}", _seconds(refined), _seconds(plain), ratio)
        spent = (_seconds(row.get("phases", {}).get(phase)) for phase in phases)
        lines.append(
            (row["game"], row.get("size", ""), *times, *spent, row["status"], row.get("checks", ""))
        )
    note = (
        "From the name of a game in the catalog to the certificate, warm; medians of three where that takes less than "
        f"{PLAIN_REPEATS_BELOW:g} s. The phases are those of the last refined solve."
    )
    return f"{note}\n\n{markdown_table(header, lines)}"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"


def against_gambit() -> str:
    """Time Gambit's logit tracing on Kuhn with a raise beside the refined solve, in turn."""
    import pygambit

    game = sf.load("kuhn-with-raise")
    gambit = to_pygambit(game)
    sf.solve(game, concept="quasi-perfect")
    refined = partial(sf.solve, "kuhn-with-raise", concept="quasi-perfect")
    ours, theirs = medians_in_turn([refined, partial(pygambit.nash.logit_solve, gambit)], 3)
    rows = [
        ("seqform, quasi-perfect, exact", _seconds(ours), "6 (Java, exact)"),
        ("Gambit, logit tracing, in doubles", _seconds(theirs), "75"),
    ]
    title = "## Kuhn with a raise"
    return f"{title}\n\n{markdown_table(('method', 'today, s', 'in the paper of 2006, s'), rows)}"
