"""The output of 'solve' from coarse to fine abstractions."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from seqform.backends.protocol import SolveOptions
from seqform.cli.common import out, progress
from seqform.cli.show.ordered import ordered_data, save_ordered
from seqform.errors import SolveError
from seqform.io.json_values import to_json
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.classes import ClassSolution
from seqform.solving.anytime import solve_anytime
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.system import watch
from seqform.system.console import Text

HEADINGS = ("step", "classes by rounds", "rows", "its nash_conv", "in the game", "value", "solved, s", "in all, s")
LINE = "{:<15}{:>27}{:>12}{:>14}{:>12}{:>12}{:>10}{:>10}"


def walk(game: str, *, backend: str | None, options: SolveOptions, output: Path | None, json: bool) -> None:
    """Show each step as soon as it is certified, and keep the best strategies so far in a file.

    A SolveError means that the time was up before the last step; the steps before have then been written and shown.
    """
    start, best = time.perf_counter(), float("inf")
    steps: list[dict[str, Any]] = []
    last: OrderedEquilibrium | None = None
    show: Callable[[str], None] | None = None
    answers = solve_anytime(
        game, backend=backend, options=options, progress=lambda text: None if show is None else show(text)
    )
    try:
        while True:
            with progress(options.verbose) as show:  # between the steps, and not while they are printed
                found = next(answers, None)
            if found is None:
                break
            last = found
            watch.phase("merging signals", cut=not json)  # JSON is written at the end
            if not (steps or json):
                out.print(Text(LINE.format(*HEADINGS), style="bold"), soft_wrap=True)
            seconds = time.perf_counter() - start
            steps.append({**ordered_data(found), "elapsed": seconds})
            if not json:
                out.print(Text(LINE.format(*_cells(found, seconds))), soft_wrap=True)
            if found.certificate.nash_conv < best:
                best = float(found.certificate.nash_conv)
                if output is not None:
                    save_ordered(found, output)
    finally:
        if json and steps:
            sys.stdout.write(to_json({"steps": steps}))
    if last is None:
        raise SolveError("stopped before the first abstraction: time limit reached")
    done = last.raw.termination is Termination.SOLVED
    if not done or last.abstraction.violation is not None:
        why = "time limit reached" if done else last.raw.status
        raise SolveError(f"stopped early ({why}); the steps are as good as shown", last.raw)


def _cells(found: OrderedEquilibrium, seconds: float) -> tuple[str, ...]:
    solution = found.raw
    return (
        found.abstraction.kind,
        " / ".join(found.abstraction.class_counts),
        f"{found.abstraction.classes.program_shape[0]:,}",
        f"{solution.nash_conv:.3g}" if isinstance(solution, ClassSolution) else "",
        f"{float(found.certificate.nash_conv):.4g}",
        f"{float(found.certificate.values[0]):.5g}",
        f"{found.seconds['solve']:.1f}",
        f"{seconds:.1f}",
    )
