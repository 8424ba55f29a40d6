"""Benchmark of LP solvers on Rhode Island Hold'em, plain, sparsified and restricted, by the number of ranks.

Every run has a process of its own. The page is written after each, and what it already holds is not run again, so
that the whole may be interrupted:

    python scripts/run.py large_lp --ranks 3 4 --time-limit 600
    python scripts/run.py large_lp --ranks 13 --forms sparsified --solvers "cuPDLPx" --time-limit 3000
"""

from __future__ import annotations

import resource
import sys
from dataclasses import dataclass
from itertools import product
from typing import Any

from measure import RESULTS, called, markdown_table, table_records, timed, write_results
from seqform.backends import ChoosesSolver, SolveOptions, get
from seqform.backends.iterative.plan_space import ClassSpace
from seqform.builders.abstraction.class_lp import ClassStrategies, class_lp, sparsified_lp
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import rhode_island
from seqform.errors import SeqformError
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.solving.preprocessing import SupportedColumns
from seqform.solving.routes.ordered.supported import solve_supported

PAGE = "large_lp"
FORMS = {"plain": class_lp, "sparsified": sparsified_lp}
RESTRICTED = "restricted"
"""The form of two programs, one for each player, over the columns that a run of `cfr` supports."""

RESTRICTED_TARGET = 1e-9
HEADER = (
    "ranks", "form", "solver", "rows", "nonzeros", "built, s", "solved, s", "iterations", "status", "nash_conv",
    "memory, MB", "limit, s", "tolerance",
)  # fmt: skip
ROW_COMMAND = (
    'python scripts/run.py large_lp --ranks RANKS --forms FORM --solvers "SOLVER" --time-limit LIMIT '
    "--tolerance TOLERANCE"
)


@dataclass(frozen=True)
class Solver:
    """A backend with its options; first-order methods stop at the tolerance asked for."""

    backend: str
    raw: dict[str, Any]
    first_order: bool = True


SOLVERS = {
    "HiGHS ipx": Solver("highs", {"solver": "ipx", "run_crossover": "off"}, first_order=False),
    "HiGHS ipx, no presolve": Solver(
        "highs", {"solver": "ipx", "run_crossover": "off", "presolve": "off"}, first_order=False
    ),
    "Clarabel": Solver(
        "cvxpy",
        {"solver": "CLARABEL", "tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10},
        first_order=False,
    ),
    "HiGHS hipo": Solver("highs", {"solver": "hipo"}, first_order=False),
    "HiGHS hipdlp": Solver("highs", {"solver": "hipdlp"}),
    "HiGHS pdlp": Solver("highs", {"solver": "pdlp"}),
    "OR-tools PDLP": Solver("pdlp", {}),
    "cuPDLPx": Solver("cupdlpx", {}),
}


def run(
    *,
    ranks: tuple[int, ...] = (3, 4, 6, 13),
    suits: int = 4,
    forms: tuple[str, ...] = tuple(FORMS),
    solvers: tuple[str, ...] = tuple(SOLVERS),
    time_limit: float = 600.0,
    tolerance: float = 1e-4,
    memory: float | None = None,
    page: str = PAGE,
) -> None:
    """Add rows to the page: so many seconds for each solver, the tolerance of first-order methods, GB of memory."""
    path = RESULTS / f"{page}.md"
    rows = [list(record.values()) for record in table_records(path)]
    for count, form, solver in product(ranks, forms, solvers):
        if [str(count), form, solver] in [row[:3] for row in rows]:
            continue
        reason = unavailable(solver)
        if reason is not None:
            print(f"{solver}: {reason}", file=sys.stderr)
            continue
        limits = {
            "suits": suits,
            "time_limit": time_limit,
            "tolerance": tolerance,
            "memory": memory,
        }
        row = measured_row(count, form, solver, limits)
        print(" | ".join(row), flush=True)
        rows.append(row)
        rows.sort(
            key=lambda row: (
                int(row[0]),
                [*FORMS, RESTRICTED].index(row[1]),
                [*SOLVERS].index(row[2]),
            )
        )
        command = f"{ROW_COMMAND} --suits {suits}"
        write_results(
            page, "LP solvers on Rhode Island Hold'em", sections(suits, rows), row_command=command
        )
    print(f"results in {path}")


def unavailable(solver: str) -> str | None:
    """Return the reason why a solver cannot run here, or None."""
    try:
        backend = get(SOLVERS[solver].backend)
    except SeqformError as error:
        return str(error)
    method = SOLVERS[solver].raw.get("solver")
    if (
        method is not None
        and isinstance(backend, ChoosesSolver)
        and method not in backend.solvers()
    ):
        return f"{method} is not installed here"
    reason: str | None = getattr(backend, "unavailable", None)
    return reason


def sections(suits: int, rows: list[list[str]]) -> list[str]:
    text = (
        f"Lossless classes, {suits} suits. Each run had a process of its own. "
        "nash_conv, in chips (the ante is 5), is computed by best responses to the strategies read from the solver's "
        "last point, primal and dual; – where it left none. At a limit HiGHS leaves one of interior points only, and, "
        "except HiPO, only without presolve. A solver without a tolerance is run without that option. "
        "The restricted form is one round of the step `supported`: a program for each player over the columns that "
        "4,000 iterations of `cfr` support, whose plans are certified in the whole game; the sizes are sums, and the "
        "time of `cfr` counts as that of building. "
        "The machine was shared with other work, except for the rows of Clarabel. "
        "What needs no matrix, the backend `cfr` on the classes themselves, "
        "is on the page of `scripts/run.py rhode_island`: 13 ranks to 0.001 in about a minute."
    )
    return [text, markdown_table(HEADER, rows)]


def measured_row(ranks: int, form: str, solver: str, limits: dict[str, Any]) -> list[str]:
    seconds, tolerance = limits["time_limit"], limits["tolerance"]
    values = {"ranks": ranks, "form": form, "name": solver, **limits}
    facts, finished = called("bench.large_lp", "one_run", 1.5 * seconds + 300, **values)
    memory = f"{finished.peak_bytes / 1e6:,.0f}"
    asked = [f"{seconds:g}", f"{tolerance:g}" if SOLVERS[solver].first_order else "–"]
    if facts is None:
        return [
            str(ranks),
            form,
            solver,
            "–",
            "–",
            "–",
            f"{finished.seconds:.0f}",
            "–",
            finished.failure,
            "–",
            memory,
            *asked,
        ]
    gap = "–" if facts["nash_conv"] is None else f"{facts['nash_conv']:.2g}"
    return [
        *(
            str(ranks),
            form,
            solver,
            f"{facts['rows']:,}",
            f"{facts['nonzeros']:,}",
            f"{facts['built']:.1f}",
        ),
        *(f"{facts['solved']:.1f}", f"{facts['iterations']:,}", facts["status"], gap, memory),
        *asked,
    ]


def one_run(
    ranks: int,
    form: str,
    name: str,
    suits: int,
    time_limit: float,
    tolerance: float,
    memory: float | None,
) -> dict[str, Any]:
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (round(1e9 * memory),) * 2)
    solver = SOLVERS[name]
    game = class_game(
        *equitable_filters(rhode_island(f"rhode-island(ranks={ranks})", ranks, suits))
    )
    options = SolveOptions(
        time_limit=time_limit,
        tolerance=tolerance if solver.first_order else None,
        progress=lambda line: print(line, file=sys.stderr),
        raw=solver.raw,
    )
    if form == RESTRICTED:
        return restricted_run(game, solver, options, memory)
    step, built = timed(lambda: FORMS[form](game))
    facts = {
        "rows": step.target.matrix.shape[0],
        "nonzeros": step.target.matrix.nonzeros,
        "built": built,
    }
    answer, solved = timed(lambda: solution(solver, step.target, options))
    there = answer.primal is not None and answer.dual is not None
    return {
        **facts,
        "solved": solved,
        "iterations": answer.iterations or 0,
        "status": status_of(answer, memory),
        "nash_conv": nash_conv(game, step.lift(answer)) if there else None,
    }


def restricted_run(
    game: ClassGame, solver: Solver, options: SolveOptions, memory: float | None
) -> dict[str, Any]:
    """Solve one round of restricted programs; return the measurements, sizes being sums over the two programs."""
    sizes: list[tuple[int, int]] = []
    times: list[float] = []
    answers: list[RawSolution] = []

    def solve(program: LinearProgram, limited: SolveOptions) -> RawSolution:
        sizes.append((program.matrix.shape[0], program.matrix.nonzeros))
        answer, spent = timed(lambda: solution(solver, program, limited))
        answers.append(answer)
        times.append(spent)
        return answer

    found, whole = timed(
        lambda: solve_supported(game, SupportedColumns(rounds=1), solve, options, RESTRICTED_TARGET)
    )
    return {
        "rows": sum(rows for rows, _ in sizes),
        "nonzeros": sum(nonzeros for _, nonzeros in sizes),
        "built": whole - sum(times),
        "solved": sum(times),
        "iterations": sum(answer.iterations or 0 for answer in answers),
        "status": status_of(answers[-1], memory) if answers else str(found.termination),
        "nash_conv": found.nash_conv,
    }


def solution(solver: Solver, program: LinearProgram, options: SolveOptions) -> RawSolution:
    """Return the answer of a solver, which may be that memory was lacking."""
    try:
        return get(solver.backend).solve(program, options)
    except MemoryError:
        return RawSolution(Termination.ERROR, "memory: std::bad_alloc")


def status_of(answer: RawSolution, memory: float | None) -> str:
    """Return in a word how a solver ended."""
    if "memory" not in answer.status.lower():
        return str(answer.termination)
    return "out of memory" if memory is None else f"out of memory ({memory:g} GB)"


def nash_conv(game: ClassGame, strategies: ClassStrategies) -> float:
    """Return how much the two players could gain together by best responses."""
    space = ClassSpace(game, threads=2)
    return -(space.guarantee(0, strategies[0].plan()) + space.guarantee(1, strategies[1].plan()))
