"""The linear-programming solver for graphics processors, cuPDLPx: how it ends, and its digits on games.

    python scripts/run.py gpu                    # at most two minutes of iterations for each of twelve solutions
    python scripts/run.py gpu --ranks 3 --tolerances 1e-4 --time-limit 30

Each program of Rhode Island Hold'em has a process of its own, so that its memory can be measured. A build of cuPDLPx
without its presolver takes `--no-presolve`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from typing import Any

import seqform as sf
from bench.large_lp import FORMS, nash_conv, status_of, unavailable
from measure import Page, called, markdown_table, timed
from seqform.backends import SolveOptions, get
from seqform.backends.conformance.linear import program_cases
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import rhode_island
from seqform.errors import InputError, SolveError
from seqform.models.programs.solutions import Termination
from seqform.verify.deal_certificate import certify_deals

NAME = "gpu"
BACKEND = "cupdlpx"
UNREACHABLE = 1e-300
"""A tolerance that no run meets, so that a limit ends it."""

MOST_ITERATIONS = 100_000
"""Of programs without a solution, which only the presolver recognizes."""

ENDS_HEADER = ("program", "options", "expected", "termination", "status", "iterations", "seconds")
SMALL_HEADER = ("game", "tolerance", "value", "nash_conv", "termination", "iterations", "solver s")
LARGE_HEADER = (
    "ranks", "form", "rows", "nonzeros", "built, s", "tolerance", "solved, s", "iterations", "termination",
    "nash_conv in classes", "nash_conv on all deals", "certified, s", "memory, MB", "limit, s",
)  # fmt: skip


@dataclass(frozen=True)
class End:
    """A program of the conformance suite, options, and the termination that is expected."""

    program: str
    text: str
    options: SolveOptions
    expected: Termination


ENDS = (
    End("Kuhn poker", "tolerance 1e-8", SolveOptions(tolerance=1e-8), Termination.SOLVED),
    End(
        "Kuhn poker",
        "time limit of 0.05 s",
        SolveOptions(tolerance=UNREACHABLE, time_limit=0.05),
        Termination.TIME_LIMIT,
    ),
    End(
        "Kuhn poker",
        "iteration_limit=400",
        SolveOptions(tolerance=UNREACHABLE, raw={"iteration_limit": 400}),
        Termination.ITERATION_LIMIT,
    ),
    End(
        "infeasible rows",
        f"iteration_limit={MOST_ITERATIONS}",
        SolveOptions(raw={"iteration_limit": MOST_ITERATIONS}),
        Termination.INFEASIBLE,
    ),
    End(
        "unbounded, maximised",
        f"iteration_limit={MOST_ITERATIONS}",
        SolveOptions(raw={"iteration_limit": MOST_ITERATIONS}),
        Termination.INFEASIBLE_OR_UNBOUNDED,
    ),
)


def run(
    *,
    games: tuple[str, ...] = ("kuhn", "leduc"),
    ranks: tuple[int, ...] = (3, 6, 13),
    suits: int = 4,
    forms: tuple[str, ...] = tuple(FORMS),
    tolerances: tuple[float, ...] = (1e-4, 1e-6),
    time_limit: float = 120.0,
    presolve: bool = True,
) -> Page:
    """Make the page: games in full, decks by classes, and so many seconds for each solution of a deck."""
    reason = unavailable("cuPDLPx")
    if reason is not None:
        raise InputError(reason)
    raw = {"presolve": presolve}
    ends = [end_row(end, raw) for end in ENDS]
    small = [small_row(name, tolerance, raw) for name in games for tolerance in tolerances]
    large = []
    for count in ranks:
        for form in forms:
            rows = large_rows(count, suits, form, tolerances, time_limit, raw)
            sys.stderr.write("\n".join(" | ".join(row) for row in rows) + "\n")
            large += rows
    sections = [
        f"cuPDLPx {version(BACKEND)} on {processor()}, with `presolve={presolve}`. Tolerances are relative, as cuPDLPx "
        "defines them. Its seconds are those of presolve, scaling and iterations, not those of the start of its "
        "process and of reading the program.",
        "## Ends\n\nThe programs are those of the conformance suite.",
        markdown_table(ENDS_HEADER, ends),
        "## Small games\n\nThe certificate is that of the game itself.",
        markdown_table(SMALL_HEADER, small),
        f"## Rhode Island Hold'em\n\nLossless classes, {suits} suits; nash_conv in chips (the ante is 5). The "
        "strategies are read from the last point, also at a limit; on all deals, best replies see the hands.",
        markdown_table(LARGE_HEADER, large),
    ]
    return NAME, "cuPDLPx on a graphics processor", sections


def processor() -> str:
    """Return the name and the driver of the graphics processor."""
    command = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    with suppress(OSError, subprocess.CalledProcessError):
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        name, _, driver = listed.splitlines()[0].partition(", ")
        return f"one {name}, driver {driver}"
    return "a graphics processor of unknown name"


def end_row(end: End, raw: dict[str, Any]) -> tuple[str, ...]:
    (model,) = (case.model for case in program_cases() if case.name == end.program)
    options = replace(end.options, raw={**raw, **end.options.raw})
    answer = get(BACKEND).solve(model, options)
    return (
        end.program,
        end.text,
        str(end.expected),
        str(answer.termination),
        answer.status,
        f"{answer.iterations or 0:,}",
        f"{answer.seconds:.2f}",
    )


def small_row(name: str, tolerance: float, raw: dict[str, Any]) -> tuple[str, ...]:
    options = {"tolerance": tolerance, "raw": raw}
    try:
        found = sf.solve(name, backend=BACKEND, options=options, certificate_tolerance=1.0)
    except SolveError as error:
        return (name, f"{tolerance:g}", "–", "–", str(error), "–", "–")
    return (
        name,
        f"{tolerance:g}",
        f"{float(found.values[0]):.8f}",
        f"{float(found.certificate.nash_conv):.2g}",
        str(found.raw.termination),
        f"{found.raw.iterations:,}",
        f"{found.raw.seconds:.2f}",
    )


def large_rows(
    ranks: int,
    suits: int,
    form: str,
    tolerances: tuple[float, ...],
    time_limit: float,
    raw: dict[str, Any],
) -> list[tuple[str, ...]]:
    """Return a row for each tolerance."""
    values = {"ranks": ranks, "suits": suits, "form": form, "tolerances": tolerances}
    longest = len(tolerances) * (1.5 * time_limit + 300) + 300
    found, finished = called(
        "bench.gpu", "solved_here", longest, time_limit=time_limit, raw=raw, **values
    )
    if found is None:
        return [(str(ranks), form, *["–"] * 6, finished.failure, *["–"] * 4, f"{time_limit:g}")]
    memory = f"{finished.peak_bytes / 1e6:,.0f}"
    return [(str(ranks), form, *cells, memory, f"{time_limit:g}") for cells in found]


def solved_here(
    ranks: int,
    suits: int,
    form: str,
    tolerances: list[float],
    time_limit: float,
    raw: dict[str, Any],
) -> list[list[str]]:
    """Return, for each tolerance, the cells of a row between the form and the memory."""
    game = rhode_island(f"rhode-island(ranks={ranks})", ranks, suits)
    filters = equitable_filters(game)
    classes = class_game(*filters)
    step, built = timed(lambda: FORMS[form](classes))
    matrix = step.target.matrix
    sizes = [f"{matrix.shape[0]:,}", f"{matrix.nonzeros:,}", f"{built:.1f}"]
    rows = []
    for tolerance in tolerances:
        options = SolveOptions(
            tolerance=tolerance,
            time_limit=time_limit,
            progress=lambda line: print(line, file=sys.stderr),
            raw=raw,
        )
        answer = get(BACKEND).solve(step.target, options)
        gaps = ["–", "–", "–"]
        if answer.primal is not None and answer.dual is not None:
            strategies = step.lift(answer)
            check = partial(certify_deals, game, filters, strategies, threads=os.cpu_count() or 1)
            deals, certified = timed(check)
            gaps = [
                f"{nash_conv(classes, strategies):.2g}",
                f"{float(deals.certificate.nash_conv):.2g}",
                f"{certified:.1f}",
            ]
        rows.append(
            [
                *sizes,
                f"{tolerance:g}",
                f"{answer.seconds:.1f}",
                f"{answer.iterations or 0:,}",
                status_of(answer, None),
                *gaps,
            ]
        )
    return rows
