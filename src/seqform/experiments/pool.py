"""Worker processes on this machine, which stay warm, keep to limits, and are replaced when they die.

Who runs the cases: what every way of running them offers.

What runs in a worker process: cases, one after the other, each row written down as the last act.

This module imports nothing heavy, so that the environment is set before the solvers are loaded.

A limit to the memory of worker processes, kept by looking at them.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from seqform.errors import BackendError, OptionError
from seqform.experiments.declaration import Limits
from seqform.experiments.file_lock import is_locked
from seqform.experiments.journal import Journal, JournalError, JournalReader
from seqform.experiments.processes import ONE_THREAD, process_context
from seqform.experiments.provenance import set_missing
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.run_case import failed_row, now, one_line
from seqform.experiments.values import Case
from seqform.system import signals
from seqform.system.packages import require
from seqform.system.signals import die_with_parent


class Crew(Protocol):
    """Runs cases beside each other.

    Attributes
    ----------
    workers : int
        How many at once.
    """

    workers: int

    def submit(self, case: Case) -> None:
        """Take on a case."""

    def collect(self, seconds: float) -> list[Row]:
        """Wait so long for cases to end, or until one does; return the rows of those that have, all in journals."""

    def stop(self) -> list[Row]:
        """End at once, and return the rows that nobody has collected; what is running is lost."""


class InProcess:
    """Runs cases in this process, one after the other: for debugging, without limits.

    Parameters
    ----------
    folder : Path
        Of the journals.
    """

    workers = 1

    def __init__(self, folder: Path, driver: str) -> None:
        self._waiting: deque[Case] = deque()
        self._journal = Journal(folder, driver)

    def submit(self, case: Case) -> None:
        """Take on a case."""
        self._waiting.append(case)

    def collect(self, seconds: float) -> list[Row]:
        """Run the next case; without one, wait."""
        from seqform.experiments.run_case import run_case

        if not self._waiting:
            time.sleep(seconds)
            return []
        row = run_case(self._waiting.popleft())
        self._journal.write(row)
        return [row]

    def stop(self) -> list[Row]:
        """Forget the cases that wait."""
        self._waiting.clear()
        self._journal.close()
        return []


PERIOD = 0.02
"""Seconds between two looks."""

CHILDREN_PERIOD = 0.25
"""Seconds between two looks for the processes that workers have begun, which takes longer."""


class MemoryWatch(threading.Thread):
    """Kills workers that hold more memory than they may, with the solvers that they have begun.

    The process that watches is never one of them, though it has a journal too.

    Parameters
    ----------
    journals : JournalReader
        Whose processes are watched.
    limit : int
        Bytes.

    Attributes
    ----------
    killed : dict from int to int
        The processes that were killed, with what they held.
    """

    def __init__(self, journals: JournalReader, limit: int) -> None:
        super().__init__(daemon=True)
        self.killed: dict[int, int] = {}
        self._psutil = require("psutil")
        self._journals, self._limit = journals, limit
        self._workers: dict[Path, Any] = {}
        self._gone: set[Path] = set()
        self._over = threading.Event()
        self._seen: dict[Path, set[Any]] = {}
        self._children: dict[Path, set[Any]] = {}
        self._last_scan = -CHILDREN_PERIOD

    def run(self) -> None:
        """Look until told to stop."""
        while not self._over.wait(PERIOD):
            self._find_workers()
            if time.monotonic() - self._last_scan > CHILDREN_PERIOD:
                self._find_children()
            for path, worker in list(self._workers.items()):
                self._look_at(path, worker)

    def end(self) -> None:
        """Stop looking."""
        self._over.set()
        self.join()

    def _find_workers(self) -> None:
        for path, number in self._journals.processes().items():
            if number != os.getpid() and path not in self._workers and path not in self._gone:
                with self._gone_if_ended(path):
                    self._workers[path] = self._psutil.Process(number)

    def _find_children(self) -> None:
        """Note the processes that workers have begun and that were there at the last look.

        One that begins shares the memory of its parent for a moment, which would count twice.
        """
        before, self._seen = self._seen, {}
        for path, worker in list(self._workers.items()):
            with self._gone_if_ended(path):
                self._seen[path] = set(worker.children(recursive=True))
                self._children[path] = self._seen[path] & before.get(path, set())
        self._last_scan = time.monotonic()

    def _look_at(self, path: Path, worker: Any) -> None:
        with self._gone_if_ended(path):
            children = self._children.get(path, set())
            held = worker.memory_info().rss + sum(map(self._held, children))
            if held > self._limit and is_locked(path):  # else the number is another process's by now
                self.killed[worker.pid] = held
                worker.kill()
                for child in children:
                    with contextlib.suppress(self._psutil.NoSuchProcess):
                        child.kill()

    def _held(self, child: Any) -> int:
        with contextlib.suppress(self._psutil.NoSuchProcess):
            return int(child.memory_info().rss)
        return 0

    @contextlib.contextmanager
    def _gone_if_ended(self, path: Path) -> Iterator[None]:
        try:
            yield
        except self._psutil.NoSuchProcess:
            self._gone.add(path)
            self._workers.pop(path, None)


def own_memory() -> int:
    """Return the memory in bytes that this process holds now."""
    return int(require("psutil").Process().memory_info().rss)


KEPT = 0.1
"""A worker in which this share of the limit on memory is left over from its cases gives way to a new one."""

_journals: list[Journal] = []
"""The journal of this process, once it is a worker."""

_most_memory: list[float] = []
"""How much it may hold between two cases, where there is a limit."""


def begin(folder: str, driver: str, memory: int | None) -> None:
    """Make this process a worker: it loads what cases need, opens its journal, and dies with its driver.

    Parameters
    ----------
    folder, driver : str
        Of the journal.
    memory : int, optional
        The limit for each case.
    """
    set_missing(ONE_THREAD)
    die_with_parent()
    import seqform.experiments.run_case  # noqa: F401 -- loaded now, so that no case's time limit pays for it

    if memory is not None:
        _most_memory.append(own_memory() + KEPT * memory)
    _journals.append(Journal(Path(folder), driver))


def work(case: dict[str, Any]) -> None:
    """Run a case, given as its attributes, and write its row down."""
    from seqform.experiments.run_case import run_case

    _journals[0].write(run_case(Case.from_dict(case)))
    if _most_memory and own_memory() > _most_memory[0]:
        os._exit(0)  # what this case has left would count as the next one's


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
                future = self._pool.schedule(work, args=[case.as_dict()], timeout=self._limits.time)
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
            initializer=begin,
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
