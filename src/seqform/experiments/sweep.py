"""A sweep: every case of a declaration gets a row, and only those without one are run."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seqform.errors import ModelError, OptionError
from seqform.experiments.declaration import Limits, Spec, expand, read_spec, spec_from
from seqform.experiments.journal import Ledger
from seqform.experiments.pool import GUARD, Crew, InProcess, LocalPool
from seqform.experiments.processes import process_context
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.store import open_store
from seqform.experiments.warm_up import compile_for
from seqform.system import signals

PERIOD = 3.0
"""Seconds between two turns at the store, while there is work; journals keep what ends meanwhile."""

PATIENCE = 0.2
"""Seconds between two looks, while other drivers have all cases that are left, or none has ended."""

AHEAD = 2 * PERIOD
"""For so many seconds cases are taken on in advance, at the rate of late."""

MOST_AHEAD = 2000


@dataclass
class SweepState:
    """How far a sweep has come.

    Attributes
    ----------
    total : int
        Cases declared.
    found : int
        Those that had a row before, or were run by another driver.
    ran : Counter
        Those that this driver has run, by outcome.
    running : int
        Those that this driver has taken on.
    seconds : float
        Since the beginning.
    """

    total: int
    found: int = 0
    ran: Counter[Outcome] = field(default_factory=Counter)
    running: int = 0
    seconds: float = 0.0

    @property
    def done(self) -> int:
        """Cases that have rows."""
        return self.found + self.ran.total()

    @property
    def failed(self) -> int:
        """Cases that this driver has run without an answer that passes."""
        return sum(number for outcome, number in self.ran.items() if not outcome.is_answer)

    @property
    def rate(self) -> float:
        """Cases a second."""
        return self.ran.total() / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class SweepSummary:
    """How a sweep ended.

    Attributes
    ----------
    keys : list of str
        Of the cases declared; they all have rows now.
    found : Counter
        Outcomes of those that this driver did not run.
    ran : Counter
        Outcomes of those that it ran.
    driver_seconds : float
        Processor time of this process: what running the cases cost besides the cases.
    """

    store: Path
    keys: list[str]
    found: Counter[Outcome]
    ran: Counter[Outcome]
    seconds: float
    driver_seconds: float

    @property
    def total(self) -> int:
        """How many cases were declared."""
        return len(self.keys)

    @property
    def outcomes(self) -> Counter[Outcome]:
        """The outcomes of all cases."""
        return self.found + self.ran

    @property
    def failed(self) -> int:
        """How many cases are without an answer that passes."""
        return sum(number for outcome, number in self.outcomes.items() if not outcome.is_answer)


Watcher = Callable[[SweepState], None]


def sweep(
    declaration: Spec | Mapping[str, Any] | str | Path,
    *,
    store: str | Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    retry_failed: bool = False,
    progress: Watcher | None = None,
) -> SweepSummary:
    """Run every case of a sweep that has no row in its store yet.

    A case that fails, takes too long or too much memory is a row too. What has ended is never lost, even if this
    process or a worker is killed; the same call goes on where it stopped. Several processes may work at one store.

    Parameters
    ----------
    declaration : Spec, mapping, or the path of a TOML file
        See `seqform.experiments.declaration`.
    store : path, optional
        The file with the results, instead of the one that is declared: ".duckdb", or ".sqlite" or ".db".
    workers : int, optional
        Processes; one for each processor if absent. With 0 the cases run in this process, without limits.
        A script that has workers needs the usual ``if __name__ == "__main__":`` around its own work.
    cluster : "local" or str, optional
        Run on Dask: on a cluster of processes on this machine, or on the one whose scheduler has this address.
    retry_failed : bool
        Run cases anew that have rows without an answer that passes.
    progress : callable, optional
        Told the `SweepState` now and then.

    Raises
    ------
    ParseError
        If something in the declaration is wrong.
    ModelError
        If no store is named, or it cannot be written.
    BackendNotInstalledError
        If a package is missing that this needs.
    KeyboardInterrupt
        After Ctrl-C, when all that has ended is in the store.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = sweep({"grid": [{"game": "kuhn", "bet": [1, 2]}]}, store=f"{folder}/kuhn.sqlite", workers=0)
    >>> done.outcomes
    Counter({<Outcome.CERTIFIED: 'certified'>: 2})
    """
    begun, used = time.perf_counter(), time.process_time()
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise OptionError(GUARD)  # a worker that begins has come across this call, in the script that it belongs to
    if cluster is None and workers != 0:
        process_context()  # what workers are copied from loads while this process goes on
    spec = declared(declaration)
    path = store_path(spec, store)
    cases = expand(spec)
    ledger = Ledger(open_store(path), cases, retry_failed)
    state = SweepState(len(ledger.missing) + ledger.found.total())
    try:
        if cluster is None and workers != 0:
            compile_for(ledger.missing)
        crew = _crew(ledger, spec.limits, workers, cluster) if ledger.missing else None
    except BaseException:
        ledger.leave([])
        raise
    if crew is None:
        ledger.leave([])
    else:
        _run(ledger, crew, state, progress)
    return SweepSummary(
        path,
        [case.key for case in cases],
        ledger.found,
        state.ran,
        time.perf_counter() - begun,
        time.process_time() - used,
    )


def declared(declaration: Spec | Mapping[str, Any] | str | Path) -> Spec:
    """Return a declaration, checked."""
    if isinstance(declaration, Spec):
        return declaration
    return read_spec(declaration) if isinstance(declaration, str | Path) else spec_from(declaration)


def store_path(spec: Spec, store: str | Path | None) -> Path:
    """Return the file that is named, or else declared, for the results.

    Raises
    ------
    ModelError
        If there is neither.
    """
    chosen = spec.store if store is None else store
    if chosen is None:
        raise ModelError('which store? Write store = "results.duckdb" into the declaration, or give --store FILE')
    return Path(chosen)


def _crew(ledger: Ledger, limits: Limits, workers: int | None, cluster: str | None) -> Crew:
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 0):
        raise OptionError(f"workers: a whole number from 0 on expected, not {workers!r}")
    if cluster is not None:
        from seqform.experiments.cluster import LOCAL, DaskCrew

        if workers == 0 or (workers is not None and cluster != LOCAL):
            raise OptionError(
                f"workers: {workers} has no meaning with cluster = {cluster!r}; "
                + ("say 1 or more" if cluster == LOCAL else "the scheduler there knows its own")
            )
        return DaskCrew(ledger.folder.path, ledger.driver, workers, limits, cluster)
    if workers == 0:
        if limits != Limits():
            raise OptionError("workers: limits of time and memory need worker processes, so 1 or more")
        return InProcess(ledger.folder.path, ledger.driver)
    return LocalPool(ledger.folder.path, ledger.driver, workers or os.cpu_count() or 1, limits)


def _run(ledger: Ledger, crew: Crew, state: SweepState, progress: Watcher | None) -> None:
    """Run what is missing; whatever happens, what has ended is in the store or the journals afterwards."""
    begun = last_turn = time.monotonic()
    rows: list[Row] = []
    try:
        while ledger.missing or state.running:
            elapsed = time.monotonic() - last_turn
            hungry = bool(ledger.missing) and state.running < 2 * crew.workers
            if (hungry and (rows or last_turn == begun)) or ((rows or hungry) and elapsed > PERIOD):
                want = max(2 * crew.workers, min(MOST_AHEAD, round(AHEAD * len(rows) / elapsed)))
                taken = ledger.turn(rows, max(0, want - state.running))
                rows, last_turn = [], time.monotonic()
                for case in taken:
                    crew.submit(case)
                state.running += len(taken)
            ended = crew.collect(PATIENCE)
            rows += ended
            state.ran.update(row.outcome for row in ended)
            state.running -= len(ended)
            state.found, state.seconds = ledger.found.total(), time.monotonic() - begun
            if progress is not None:
                progress(state)
    except BaseException:
        with signals.held(workers=True):
            try:
                crew.stop()
            finally:
                ledger.leave([], interrupted=True)
        raise
    ledger.leave([*rows, *crew.stop()])
    if progress is not None:
        progress(state)
