"""Worker processes on this machine, which stay warm, keep to limits, and are replaced when they die."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import deque
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seqform.errors import BackendError, OptionError
from seqform.sweeps import worker
from seqform.sweeps.case import Case
from seqform.sweeps.file_lock import is_locked
from seqform.sweeps.journal import Journal, JournalError, JournalReader
from seqform.sweeps.limits import Limits
from seqform.sweeps.memory_watch import MemoryWatch, own_memory
from seqform.sweeps.processes import process_context
from seqform.sweeps.row import Outcome, Row
from seqform.sweeps.run_case import failed_row, now, one_line
from seqform.system import signals
from seqform.system.packages import require

GUARD = 'a script that sweeps needs if __name__ == "__main__": before its own work'

BATCH = 0.02
"""Rows of cases that end within so many seconds are handled together."""

START_PATIENCE = 5.0
"""Seconds for workers to be ready before they may be stopped."""

STALLED = 10.0
"""Seconds after which a pool in which nothing happens, though it should, is replaced by a new one."""

MAX_POOLS = 10
"""So many pools in a row may break before any case ends."""


@dataclass
class _Task:
    """A case that was taken on, and since when it is seen to run."""

    case: Case
    future: Future[None]
    started: str = ""
    since: float = field(default_factory=time.monotonic)


class LocalPool:
    """Runs cases in worker processes.

    Parameters
    ----------
    folder : Path
        Of the journals.
    driver : str
    workers : int
    limits : Limits
    batch : float
        Seconds to wait for more cases to end once one has.

    Raises
    ------
    BackendNotInstalledError
        If Pebble is not installed.
    OptionError
        If a worker by itself holds more memory than the limit.
    """

    def __init__(self, folder: Path, driver: str, workers: int, limits: Limits, batch: float = BATCH) -> None:
        self.workers, self._limits, self._batch = workers, limits, batch
        self._folder, self._driver = folder, driver
        self._pebble = require("pebble")
        self._journal, self._reader = Journal(folder, driver), JournalReader(folder, driver)
        self._tasks: dict[str, _Task] = {}
        self._late: list[Row] = []
        self._begun = False
        self._ended: deque[_Task] = deque()
        self._something_ended = threading.Event()
        self._last_event, self._broken = time.monotonic(), 0
        self._watch = None if limits.memory is None else MemoryWatch(JournalReader(folder, driver), limits.memory)
        self._pool = self._new_pool()
        if limits.memory is not None and self._watch is not None:
            try:
                self._require_room(limits.memory)
            except BaseException:
                self._stop_pool()
                self._journal.close()
                raise
            self._watch.start()

    def submit(self, case: Case) -> None:
        """Take on a case."""
        self._begun = True
        with signals.held(workers=True):
            try:
                future = self._pool.schedule(worker.work, args=[case.as_dict()], timeout=self._limits.time)
            except RuntimeError:  # the pool broke since the last look
                future = Future()
                future.set_exception(BrokenProcessPool())
        task = self._tasks[case.key] = _Task(case, future)
        self._last_event = task.since
        future.add_done_callback(lambda _: self._note_end(task))

    def _note_end(self, task: _Task) -> None:
        self._ended.append(task)
        self._something_ended.set()

    def collect(self, seconds: float) -> list[Row]:
        """Return the rows of cases that have ended; see `Crew.collect`.

        Raises
        ------
        JournalError
            If this process or a worker could not write a row down.
        """
        if self._something_ended.wait(seconds):
            time.sleep(self._batch)
        self._something_ended.clear()
        ended = [self._ended.popleft() for _ in range(len(self._ended))]
        rows, self._late = self._late, []
        rows += self._read()  # after that look: a worker's own row counts more than how the worker ended
        broken = False
        for task in ended:
            if self._tasks.get(task.case.key) is not task:
                continue
            error = _error_of(task.future)
            if isinstance(error, JournalError):
                raise error
            if isinstance(error, BrokenProcessPool | CancelledError):
                broken = True
            else:
                rows.append(self._failed(task, error))
        self._note_starts()
        if rows:
            self._last_event, self._broken = time.monotonic(), 0
        if broken or self._stalled():
            self._renew()
        return rows

    def stop(self) -> list[Row]:
        """End at once; see `Crew.stop`."""
        with signals.held(workers=True):
            self._await_workers()
            self._stop_pool()
            if self._watch is not None:
                self._watch.end()
            self._journal.close()
        return [*self._late, *self._read()]

    def _require_room(self, limit: int) -> None:
        """Refuse a limit that a worker exceeds before it has a case; where none begins, what waits for cases tells it.

        Raises
        ------
        OptionError
            If it is too low.
        """
        with signals.held(workers=True):
            future = self._pool.schedule(own_memory)
        try:
            held = int(future.result(timeout=START_PATIENCE))
        except (RuntimeError, OSError, CancelledError, self._pebble.ProcessExpired):
            return
        if held > limit:
            raise OptionError(
                f"limits: memory = {limit / 1e6:,.0f} MB is less than the {held / 1e6:,.0f} MB that a worker holds "
                "before it has a case; allow more"
            )

    def _note_starts(self) -> None:
        """Note which cases have begun; the pool takes them in turn, so none after the first that waits has."""
        for task in self._tasks.values():
            if task.future.running() and not task.started:
                task.started, task.since = now(), time.monotonic()
                self._last_event = task.since
            elif not task.started and not task.future.done():
                break

    def _read(self) -> list[Row]:
        """Return the rows that workers have written; their cases are no longer tasks."""
        rows = [row for row in self._reader.new_rows() if row.key in self._tasks]
        for row in rows:
            self._tasks.pop(row.key, None)
        return rows

    def _failed(self, task: _Task, error: BaseException) -> Row:
        """Write the row of a case whose worker did not."""
        del self._tasks[task.case.key]
        peak = 0
        if isinstance(error, self._pebble.ProcessExpired):
            peak = self._watch.killed.get(error.pid, 0) if self._watch is not None else 0
            outcome, words = self._death(error, peak)
        elif isinstance(error, TimeoutError):
            outcome, words = Outcome.TIMED_OUT, f"stopped after {self._limits.time:g} s, the limit"
        else:
            outcome, words = Outcome.CRASHED, f"{type(error).__name__}: {one_line(error)}"
        spent = time.monotonic() - task.since
        row = failed_row(task.case, outcome, words, started=task.started, seconds=spent, peak=peak)
        self._journal.write(row)
        return row

    def _death(self, error: Any, peak: int) -> tuple[Outcome, str]:
        if peak:
            return Outcome.OUT_OF_MEMORY, f"stopped at {peak / 1e6:,.0f} MB, above the limit"
        code = error.exitcode
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                return Outcome.CRASHED, f"the process was killed by {signal.Signals(-code).name}"
        return Outcome.CRASHED, f"the process ended with status {code}"

    def _stalled(self) -> bool:
        """Tell whether the pool has lost a task: a worker that is killed at a bad moment can take one with it."""
        quiet = time.monotonic() - self._last_event
        if not self._tasks or quiet < STALLED:
            return False
        if any(task.future.running() for task in self._tasks.values()):
            return self._limits.time is not None and quiet > self._limits.time + STALLED
        ready = [path for path in self._workers() if is_locked(path)]
        return bool(ready) and time.time() - max(path.stat().st_mtime for path in ready) > STALLED

    def _workers(self) -> list[Path]:
        """Return the journals of all workers that have ever been ready."""
        return [path for path, process in self._reader.processes().items() if process != os.getpid()]

    def _await_workers(self) -> None:
        """Wait until all workers are ready: stopped while they begin, they would complain."""
        end = time.monotonic() + START_PATIENCE
        while self._begun and self._pool.active and time.monotonic() < end:
            if sum(map(is_locked, self._workers())) >= self.workers:
                break
            time.sleep(0.02)

    def _renew(self) -> None:
        """Put a new pool in the place of one that broke, and give it the tasks that have not ended.

        Raises
        ------
        BackendError
            If that does not help.
        """
        self._broken += 1
        if self._broken > (MAX_POOLS if self._workers() else 1):
            raise BackendError(
                f"the worker processes end as soon as they begin; {GUARD}, and workers = 0 runs cases without processes"
            )
        self._stop_pool()
        self._late = self._read()  # written before the workers were stopped
        self._pool = self._new_pool()
        self._last_event = time.monotonic()
        left, self._tasks = self._tasks, {}
        for task in left.values():
            self.submit(task.case)

    def _new_pool(self) -> Any:
        return self._pebble.ProcessPool(
            max_workers=self.workers,
            initializer=worker.begin,
            initargs=(str(self._folder), self._driver, self._limits.memory),
            context=process_context(),
        )

    def _stop_pool(self) -> None:
        self._pool.stop()
        self._pool.join()


def _error_of(future: Future[None]) -> BaseException:
    """Return why a task ended without a row."""
    if future.cancelled():
        return CancelledError()
    return future.exception() or JournalError(
        "a case has ended, but its row cannot be read: the folder of journals beside the store must stay; run the same "
        "again"
    )
