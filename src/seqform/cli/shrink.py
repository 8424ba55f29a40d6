"""The command that reports the sizes of abstractions, and the report of solving from coarse to fine."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from seqform.backends.protocol import SolveOptions
from seqform.builders.games import catalog
from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import Game, Json, MaxNodes, Normalize, out, present, progress
from seqform.cli.show.console import Text
from seqform.cli.show.ordered import (
    class_counts,
    merged_data,
    merged_table,
    ordered_data,
    shrink_data,
    shrink_table,
)
from seqform.cli.show.strategies import certificate_table
from seqform.errors import CertificationError, OptionError, SolveError
from seqform.io.equilibria import certificate_data
from seqform.io.json_values import to_json
from seqform.io.solutions import read_solution
from seqform.models.games.ordered import count
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.classes import ClassSolution
from seqform.solving import api
from seqform.solving.ordered import OrderedEquilibrium, abstract_game, solve_anytime
from seqform.solving.preprocessing import ABSTRACTIONS, LOSSLESS, PUBLISHED, THRESHOLD, abstraction_kind

HEADINGS = ("step", "classes by rounds", "rows", "its nash_conv", "in the game", "value", "solved, s", "in all, s")
WIDTHS = (15, 27, 12, 14, 12, 12, 10, 10)


def walk(
    game: str,
    *,
    backend: str | None,
    options: SolveOptions,
    output: Path | None,
    json: bool,
) -> None:
    """Show each step as soon as it is certified, and keep the best strategies so far in a file.

    Raises
    ------
    SolveError
        If the time was up before the last step; the steps before have then been written and shown.
    """
    start, best = time.perf_counter(), float("inf")
    steps: list[dict[str, Any]] = []
    found: OrderedEquilibrium | None = None
    callback = _ProgressRelay()
    answers = solve_anytime(game, backend=backend, options=options, progress=callback)
    try:
        for found in _steps_with_progress(answers, callback, options.verbose):
            if not (steps or json):
                out.print(Text(_line(HEADINGS), style="bold"), soft_wrap=True)
            seconds = time.perf_counter() - start
            steps.append({**ordered_data(found), "elapsed": seconds})
            if not json:
                out.print(Text(_line(_cells(found, seconds))), soft_wrap=True)
            if found.certificate.nash_conv < best:
                best = float(found.certificate.nash_conv)
                if output is not None:
                    found.save(output)
    finally:
        if json and steps:
            sys.stdout.write(to_json({"steps": steps}))
    _require_end(found)


def _require_end(last: OrderedEquilibrium | None) -> None:
    if last is None:
        raise SolveError("stopped before the first abstraction: time limit reached")
    done = last.raw.termination is Termination.SOLVED
    if not done or last.abstraction.violation is not None:
        why = "time limit reached" if done else last.raw.status
        raise SolveError(f"stopped early ({why}); the steps are as good as shown", last.raw)


class _ProgressRelay:
    """Forwards progress messages to the active display."""

    def __init__(self) -> None:
        self.show: Callable[[str], None] | None = None

    def __call__(self, text: str) -> None:
        if self.show is not None:
            self.show(text)


def _steps_with_progress(
    steps: Iterator[OrderedEquilibrium], callback: _ProgressRelay, quiet: bool
) -> Iterator[OrderedEquilibrium]:
    """Return the steps, with progress shown between them and not while they are printed."""
    while True:
        with progress(quiet) as callback.show:
            found = next(steps, None)
        if found is None:
            return
        yield found


def _cells(found: OrderedEquilibrium, seconds: float) -> tuple[str, ...]:
    solution = found.raw
    return (
        found.abstraction.kind,
        " / ".join(class_counts(found.abstraction)),
        f"{found.abstraction.classes.program_shape[0]:,}",
        f"{solution.nash_conv:.3g}" if isinstance(solution, ClassSolution) else "",
        f"{float(found.certificate.nash_conv):.4g}",
        f"{float(found.certificate.values[0]):.5g}",
        f"{found.seconds['solve']:.1f}",
        f"{seconds:.1f}",
    )


def _line(cells: tuple[str, ...]) -> str:
    first, *others = (cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))
    return "".join([cells[0].ljust(len(first)), *others])


THRESHOLDS_HELP = (
    f"T is one number for all rounds, or one for each: {THRESHOLD}=0.01,0.05,0.1; 0 merges what GameShrink finds "
    "isomorphic, 1 everything"
)


def shrink(
    game: Game,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--preprocess",
            metavar="|".join(ABSTRACTIONS),
            help="Repeatable; published and lossless if absent. For games with ordered signals; of all others "
            f"{LOSSLESS} counts the equivalent information sets. {THRESHOLDS_HELP}.",
        ),
    ] = None,
    json: Json = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Report the size of a game after equivalent signals or information sets are merged."""
    with progress() as callback:
        others = [kind for kind in kinds or () if abstraction_kind(kind) != LOSSLESS]
        if catalog.is_ordered(game):
            whole = api.load(game, kind="ordered")
            sizes = count(whole)
            found = [abstract_game(whole, kind, callback) for kind in kinds or (PUBLISHED, LOSSLESS)]
            data, table = shrink_data(sizes, found), shrink_table(whole, sizes, found)
        else:
            if others:
                raise OptionError(
                    f"--preprocess {others[0]}: {game} is not a game with ordered signals of the catalog; only "
                    f"{LOSSLESS} applies, which merges equivalent information sets"
                )
            tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
            data = merged_data(tree)
            table = merged_table(tree, data)
    present(json, lambda: data, lambda: table)


def check_solution(game: str, path: Path, json: bool, certificate_tolerance: float | None) -> None:
    """Recompute what a saved solution is worth, hand by hand.

    Raises
    ------
    CertificationError
        If its nash_conv is above `certificate_tolerance`.
    """
    with progress() as callback:
        whole = catalog.ordered(game)
        hands = read_solution(path, whole).check(threads=2, progress=callback)
    certificate = hands.certificate
    present(
        json,
        lambda: {**certificate_data(certificate), "rounding_bound": hands.rounding_bound},
        lambda: certificate_table(certificate, whole),
    )
    if certificate_tolerance is not None and not certificate.nash_conv <= certificate_tolerance:
        raise CertificationError(f"nash_conv is above {certificate_tolerance:g}", certificate)
