"""Solving an ordered game from coarse to fine, a line for each step."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from seqform.anytime import solve_anytime
from seqform.backends.options import SolveOptions
from seqform.commands.common import out, progress
from seqform.errors import SolveError
from seqform.models.class_solution import ClassSolution
from seqform.models.raw_solution import Termination
from seqform.ordered_route import OrderedEquilibrium
from seqform.report.console import Text
from seqform.report.ordered_tables import class_counts, ordered_data
from seqform.report.profile_json import to_json
from seqform.report.solution_file import write_solution

HEADINGS = ("step", "classes by rounds", "rows", "its nash_conv", "in the game", "value", "solved, s", "in all, s")
WIDTHS = (15, 27, 12, 14, 12, 12, 10, 10)


def walk(
    game: str,
    *,
    backend: str,
    options: SolveOptions,
    gap: float | None,
    output: Path | None,
    json: bool,
) -> None:
    """Show each step of the walk as soon as it is certified, and keep the best strategies so far in a file.

    Raises
    ------
    SolveError
        If the walk ended before its last step; what it reached has then been written and shown.
    """
    start, best = time.perf_counter(), float("inf")
    steps: list[dict[str, Any]] = []
    found: OrderedEquilibrium | None = None
    told = _Told()
    answers = solve_anytime(game, backend=backend, options=options, gap=gap, progress=told)
    try:
        for found in _told_steps(answers, told, options.verbose):
            if not (steps or json):
                out.print(Text(_line(HEADINGS), style="bold"), soft_wrap=True)
            seconds = time.perf_counter() - start
            steps.append({**ordered_data(found), "elapsed": seconds})
            if not json:
                out.print(Text(_line(_cells(found, seconds))), soft_wrap=True)
            if found.certificate.nash_conv < best:
                best = float(found.certificate.nash_conv)
                if output is not None:
                    write_solution(found.saved(), output)
    finally:
        if json and steps:
            sys.stdout.write(to_json({"steps": steps}))
    _require_end(found)


def _require_end(last: OrderedEquilibrium | None) -> None:
    if last is None:
        raise SolveError("the walk ended before its first step: time limit reached")
    done = last.termination is Termination.SOLVED
    if not done or last.shrunk.violation is not None:
        why = "time limit reached" if done else last.solution.status
        raise SolveError(f"the walk ended early ({why}); its steps are as good as shown", last.solution)


class _Told:
    """Hands on what is going on to whoever shows it at the time."""

    def __init__(self) -> None:
        self.show: Callable[[str], None] | None = None

    def __call__(self, text: str) -> None:
        if self.show is not None:
            self.show(text)


def _told_steps(steps: Iterator[OrderedEquilibrium], told: _Told, quiet: bool) -> Iterator[OrderedEquilibrium]:
    """Return the steps; what is going on is shown between them, not while they are printed."""
    while True:
        with progress(quiet) as told.show:
            found = next(steps, None)
        if found is None:
            return
        yield found


def _cells(found: OrderedEquilibrium, seconds: float) -> tuple[str, ...]:
    solution = found.solution
    return (
        found.shrunk.how,
        " / ".join(class_counts(found.shrunk)),
        f"{found.shrunk.classes.program_shape[0]:,}",
        f"{solution.nash_conv:.3g}" if isinstance(solution, ClassSolution) else "",
        f"{float(found.certificate.nash_conv):.4g}",
        f"{float(found.certificate.values[0]):.5g}",
        f"{found.seconds['solve']:.1f}",
        f"{seconds:.1f}",
    )


def _line(cells: tuple[str, ...]) -> str:
    first, *others = (cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))
    return "".join([cells[0].ljust(len(first)), *others])
