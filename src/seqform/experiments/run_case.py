"""Run of one case, with a row as result even if it fails."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from seqform.errors import CertificationError, SeqformError, SolveError
from seqform.experiments.provenance import forget_peak, host, peak_bytes, versions
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.solve_case import (
    LOADING,
    Known,
    note_equilibrium,
    of_certificate,
    of_raw,
    solve_case,
    with_threads,
)
from seqform.experiments.values import Case
from seqform.experiments.warm_up import warm_up
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.memory_limit import is_cause

LONGEST_ERROR = 2000


def run_case(case: Case) -> Row:
    """Solve a case, and return its row, whether it succeeds or fails.

    Before the clock starts, small games are solved the same way, once in a process, so that imports and compilation
    are in no case's seconds; within a sweep's limit of time they do count.

    Returns
    -------
    Row
        Its `case` has the defaults filled in: the backend that was chosen, the number of threads.

    Raises
    ------
    KeyboardInterrupt
        At Ctrl-C, even if the solver returned an answer then.

    Examples
    --------
    >>> row = run_case(Case("kuhn", settings={"exact": True}))
    >>> row.outcome, row.exact_value, row.case["backend"]
    (<Outcome.CERTIFIED: 'certified'>, ('-1/18', '1/18'), 'highs')
    """
    warm_up(case, partial(_attempt, is_small=True))
    forget_peak()
    start = time.perf_counter()
    known = _attempt(case)
    spent = time.perf_counter() - start - known.pop(LOADING, 0.0)
    return Row(
        key=case.key,
        seconds=spent,
        peak_bytes=peak_bytes(),
        versions=versions(str(known["case"]["backend"])),
        host=host(),
        **known,
    )


def _attempt(case: Case, *, is_small: bool = False) -> Known:
    """Solve a case; return the attributes of its row that are known then, with the outcome.

    Parameters
    ----------
    is_small : bool
        A small game of the warm-up, for which no engine is loaded.

    Raises
    ------
    KeyboardInterrupt
        At Ctrl-C.
    """
    known: Known = {"case": case.as_dict(), "started": now()}
    if is_small:
        known[LOADING] = 0.0
    try:
        solve_case(case, known)
    except SolveError as error:
        known |= {"outcome": Outcome.GAVE_UP, "error": one_line(error)}
        if isinstance(error.raw, RawSolution):
            known |= of_raw(error.raw)
        if isinstance(error.equilibrium, Equilibrium):
            note_equilibrium(error.equilibrium, case, known)
    except CertificationError as error:
        known |= {"outcome": Outcome.UNCERTIFIED, "error": one_line(error)}
        if isinstance(error.equilibrium, Equilibrium):
            note_equilibrium(error.equilibrium, case, known)
        if isinstance(error.certificate, Certificate):
            known |= of_certificate(error.certificate)
    except SeqformError as error:
        known |= {"outcome": Outcome.REFUSED, "error": one_line(error)}
    except MemoryError as error:
        known |= {"outcome": Outcome.OUT_OF_MEMORY, "error": f"out of memory: {one_line(error)}".rstrip(" :")}
    except Exception as error:
        outcome = Outcome.OUT_OF_MEMORY if is_cause(error, expected=False) else Outcome.CRASHED
        known |= {"outcome": outcome, "error": f"{type(error).__name__}: {one_line(error)}"}
    if known.get("termination") == Termination.INTERRUPTED:
        raise KeyboardInterrupt
    return known


def failed_row(
    case: Case, outcome: Outcome, error: str, *, started: str = "", seconds: float = 0.0, peak: int = 0
) -> Row:
    """Return the row of a case whose process could not write one."""
    resolved = replace(case, options=with_threads(case.options, case.backend))
    return Row(
        case.key,
        resolved.as_dict(),
        outcome,
        error,
        started or now(),
        seconds,
        peak_bytes=peak,
        versions=versions(case.backend),
        host=host(),
    )


def now() -> str:
    """Return the date and the time, UTC, to the microsecond, so that rows can be put in order."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def one_line(error: BaseException) -> str:
    """Return an error's message without line breaks, not too long."""
    text = " ".join(str(error).split())
    return text if len(text) <= LONGEST_ERROR else text[: LONGEST_ERROR - 3] + "..."
