"""Executors of a sweep's cases on this machine: this process, or worker processes with limits of time and memory."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, Protocol

from seqform.errors import BackendError, OptionError, SeqformError
from seqform.experiments.declaration import Limits
from seqform.experiments.driver import Recorder
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.run_case import failed_row, forget_neighbor, now, one_line, run_case
from seqform.experiments.values import Case, pieces
from seqform.system import signals
from seqform.system.packages import require

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
"""Variables of the environment by which libraries use one thread when they are loaded: cases run beside each other."""

GUARD = 'a script that sweeps needs if __name__ == "__main__": before its own work'

PERIOD = 0.2
"""Seconds after which an executor returns to its caller at the latest."""

MEMORY_PERIOD = 0.02
"""Seconds between two checks of the memory of workers."""

CHILDREN_PERIOD = 0.25
"""Seconds between two searches for the processes that a worker has begun, which take longer."""

QUICK = 0.05
"""A worker whose last case took fewer seconds gets the next case in advance."""

MAX_DEATHS = 3
"""Workers in a row that may end by themselves before they are ready."""


class Executor(Protocol):
    """Runs cases and stores their rows."""

    def run(self, cases: Iterable[Case]) -> Iterator[list[Row]]:
        """Run cases; yield the rows of those that have ended, all stored, and at least every `PERIOD` nothing."""

    def close(self) -> None:
        """Stop at once; cases that are running get no row."""


class InProcess:
    """Runs cases in this process, one after the other, without limits."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def run(self, cases: Iterable[Case]) -> Iterator[list[Row]]:
        """Run cases; see `Executor.run`."""
        # This process may have run another sweep, whose rows are in another store.
        forget_neighbor()
        for case in cases:
            yield [self._recorder.add(run_case(case))]

    def close(self) -> None:
        """Stop; nothing is running."""


class MemoryWatch:
    """Memory of a process, given by its number, and of those that it has begun, such as solvers."""

    def __init__(self, process: int) -> None:
        psutil = require("psutil")
        self._gone = contextlib.suppress(psutil.NoSuchProcess)
        self._process: Any = None
        with self._gone:
            self._process = psutil.Process(process)
        self._seen: set[Any] = set()
        self._children: set[Any] = set()
        self._last_scan = -CHILDREN_PERIOD

    def held(self) -> int:
        """Return the bytes that the processes hold now; 0 after their end.

        A child counts when it has been seen twice: one that begins shares the memory of its parent for a moment.
        """
        with self._gone:
            if self._process is None:
                return 0
            if time.monotonic() - self._last_scan > CHILDREN_PERIOD:
                children = set(self._process.children(recursive=True))
                self._children = children & self._seen
                self._seen = children
                self._last_scan = time.monotonic()
            return self._memory(self._process) + sum(map(self._memory, self._children))
        return 0

    def kill(self) -> None:
        """Kill the process and those that it has begun."""
        processes: list[Any] = []
        with self._gone:
            # The children are listed first: those of a dead process are nobody's, and cannot be found.
            if self._process is not None:
                processes = [*self._process.children(recursive=True), self._process]
        for process in processes:
            with self._gone:
                process.kill()

    def _memory(self, process: Any) -> int:
        with self._gone:
            return int(process.memory_info().rss)
        return 0


class LocalPool:
    """Pool of worker processes of this machine.

    Each worker has a pipe, over which it receives cases and sends rows, and stores a row before it sends it; without a
    recorder, rows are stored by the caller. A worker that ends, or is killed at a limit, is replaced; the case that it
    was running gets a row without an answer. A worker in which the share `kept` of the limit on memory is left over
    from its cases is replaced by a new one. Warm cases that are neighbors go to the workers in contiguous pieces.
    """

    def __init__(
        self, recorder: Recorder | None, workers: int, limits: Limits, kept: float = 0.1
    ) -> None:
        require("psutil")
        self._recorder = recorder
        self._size = workers
        self._limits = limits
        self._kept = None if limits.memory is None else int(kept * limits.memory)
        self._begun = now()
        self._workers: list[_Worker] = []
        self._waiting: deque[deque[Case]] = deque()
        self._deaths = 0
        self._logged: set[str] = set()

    def run(self, cases: Iterable[Case]) -> Iterator[list[Row]]:
        """Run cases; see `Executor.run`."""
        self._waiting.extend(map(deque, pieces(list(cases), self._size)))
        while self._waiting or any(worker.has_work for worker in self._workers):
            self._fill()
            rows: list[Row] = []

            # A row that has arrived counts, even if its case has reached a limit meanwhile: so messages come first.
            for worker in self._reporting():
                rows += self._received(worker)
                if worker.has_ended:
                    rows += self._replaced(worker)
            for worker in list(self._workers):
                rows += self._limited(worker)
            yield rows

    def close(self) -> None:
        """Kill the workers; running cases are lost."""
        with signals.held(workers=True):
            for worker in self._workers:
                worker.end()
            self._workers.clear()

    def _reporting(self) -> list[_Worker]:
        """Wait until workers have sent something or ended, for no longer than until the next check, and return them."""
        worker_of: dict[Any, _Worker] = {}
        for worker in self._workers:
            worker_of |= dict.fromkeys(worker.sources, worker)

        patience = MEMORY_PERIOD  # memory grows at any time, so its limit is checked often
        if self._limits.memory is None:
            left = min(worker.seconds_left(self._limits) for worker in self._workers)
            patience = max(0.0, min(PERIOD, left))
        ready = connection.wait(list(worker_of), patience)
        return list(dict.fromkeys(worker_of[source] for source in ready))

    def _fill(self) -> None:
        """Start the workers that are missing, and send cases to those that have room for them."""
        needed = len(self._waiting) + sum(worker.slots for worker in self._workers)
        while len(self._workers) < min(self._size, needed):
            with signals.held(workers=True):
                self._workers.append(_Worker(self._recorder, self._kept))

        for worker in self._workers:
            while worker.has_room and (worker.piece or self._waiting):
                if not worker.piece:
                    worker.piece = self._waiting.popleft()
                if not worker.send(worker.piece[0]):
                    break
                worker.piece.popleft()

    def _received(self, worker: _Worker) -> list[Row]:
        """Return the rows that a worker has sent; raise the error for which it cannot go on."""
        rows: list[Row] = []
        for message in worker.messages():
            if isinstance(message, SeqformError):
                raise message
            if isinstance(message, Row):
                worker.finish(message)
                rows.append(message)
            elif isinstance(message, str):
                self._log(message)
            else:  # the memory that it holds, sent once when it is ready
                self._deaths = 0
                self._require_memory(message)
        return rows

    def _log(self, message: str) -> None:
        """Log a message once, such as that loops are compiled, which every worker sends."""
        if message not in self._logged:
            self._logged.add(message)
            logging.getLogger("seqform").warning(message)

    def _require_memory(self, held: int) -> None:
        """Refuse a limit on memory that a worker exceeds before it has a case."""
        limit = self._limits.memory
        if limit is not None and held > limit:
            raise OptionError(
                f"limits: memory = {limit / 1e6:,.0f} MB is less than the {held / 1e6:,.0f} MB that a worker holds "
                "before it has a case; allow more"
            )

    def _replaced(
        self, worker: _Worker, killed: tuple[Outcome, str, int] | None = None
    ) -> list[Row]:
        """Let another worker take the place of one that has ended; return the row of the case that it was running.

        The reason for which it was `killed` is an outcome, an error and the memory held.
        """
        self._workers.remove(worker)
        worker.end()
        rows = self._received(worker)  # sent at the last moment
        self._count_death(worker)

        # A worker that was killed at a limit and had just sent a row was running no case any more.
        has_finished = killed is not None and bool(rows)
        if worker.cases and not worker.is_over and not has_finished:
            reason = killed or (Outcome.CRASHED, _death(worker.exit_code), 0)
            rows.append(self._failed(worker, *reason))

        remaining = deque([*worker.cases, *worker.piece])
        if remaining:
            self._waiting.appendleft(remaining)
        return rows

    def _count_death(self, worker: _Worker) -> None:
        """Raise an error after `MAX_DEATHS` workers in a row that ended by themselves before they were ready."""
        if worker.is_ready or worker.exit_code < 0:
            return
        self._deaths += 1
        if self._deaths >= MAX_DEATHS:
            raise BackendError(
                f"{MAX_DEATHS} worker processes have ended before they could run a case, the last one with status "
                f"{worker.exit_code}; {GUARD}, and workers = 0 runs cases without processes"
            )

    def _limited(self, worker: _Worker) -> list[Row]:
        """Kill a worker whose case has reached a limit; return the row of the case."""
        if not worker.cases:
            return []
        if self._limits.memory is not None:
            held = worker.watch.held()
            if held > self._limits.memory:
                error = f"stopped at {held / 1e6:,.0f} MB, above the limit"
                return self._replaced(worker, (Outcome.OUT_OF_MEMORY, error, held))
        if worker.seconds_left(self._limits) <= 0:
            return self._replaced(
                worker, (Outcome.TIMED_OUT, f"stopped after {self._limits.time:g} s, the limit", 0)
            )
        return []

    def _failed(self, worker: _Worker, outcome: Outcome, words: str, peak: int) -> Row:
        """Store the row of a case whose worker has ended, unless the worker has stored one as its last act."""
        case = worker.cases.popleft()
        seconds = time.monotonic() - worker.since
        row = failed_row(case, outcome, words, started=worker.started, seconds=seconds, peak=peak)
        if self._recorder is None:
            return row
        return self._recorder.add(row, unless_since=self._begun)


class _Worker:
    """A worker process as its driver has it.

    Its `cases` have been sent to it and have no row yet; the first has been running `since` a monotonic time, at which
    the date and time was `started`. The cases of its `piece`, which are neighbors, follow them.
    """

    def __init__(self, recorder: Recorder | None, kept: int | None) -> None:
        self._connection, workers_end = multiprocessing.Pipe()
        store = None if recorder is None else (recorder.path, recorder.driver)
        arguments = (workers_end, store, kept)
        self._process = process_context().Process(target=work, args=arguments, daemon=True)  # type: ignore[attr-defined]
        with set_meanwhile(ONE_THREAD):
            self._process.start()
        workers_end.close()  # while this copy is open, the pipe does not end with the worker
        self.watch = MemoryWatch(self._process.pid)
        self.cases: deque[Case] = deque()
        self.piece: deque[Case] = deque()
        self.is_ready = False
        self._is_quick = False
        self.is_over = False
        self._restart_clock("")

    @property
    def sources(self) -> list[Any]:
        """Objects that become ready when it has sent a message, or has ended."""
        return [self._connection, self._process.sentinel]

    @property
    def has_work(self) -> bool:
        """True if it is running cases or has some to be sent."""
        return bool(self.cases or self.piece)

    @property
    def slots(self) -> int:
        """Number of workers that its work needs: one for each case sent, or one for the whole piece that follows."""
        return max(len(self.cases), bool(self.piece))

    @property
    def has_room(self) -> bool:
        """True if it may be sent a case: one at a time, or two if these are quick, so that it never waits."""
        most = 2 if self._is_quick else 1
        return self.is_ready and not self.is_over and len(self.cases) < most

    @property
    def has_ended(self) -> bool:
        """True if its process has ended, and all that it sent has been read."""
        return self._connection.closed or not self._process.is_alive()

    @property
    def exit_code(self) -> int:
        """The status of its process, negative after a signal."""
        return int(self._process.exitcode or 0)

    def seconds_left(self, limits: Limits) -> float:
        """Return the seconds that its case has left."""
        if limits.time is None or not self.cases:
            return float("inf")
        return self.since + limits.time - time.monotonic()

    def send(self, case: Case) -> bool:
        """Send a case; return whether that was possible."""
        try:
            self._connection.send(case.as_dict())
        except OSError:  # it has ended
            return False
        if not self.cases:
            self._restart_clock(now())
        self.cases.append(case)
        return True

    def finish(self, row: Row) -> None:
        """Note that its first case has a row."""
        self.cases.popleft()
        self._is_quick = row.seconds < QUICK
        self._restart_clock(now())

    def _restart_clock(self, started: str) -> None:
        self.since = time.monotonic()
        self.started = started

    def messages(self) -> Iterator[Any]:
        """Return its messages: its memory when it is ready, then rows and texts, None before it ends, or an error."""
        try:
            while not self._connection.closed and self._connection.poll():
                message = self._connection.recv()
                if message is None:
                    self.is_over = True
                else:
                    self.is_ready = True
                    yield message
        except (EOFError, OSError):
            self._connection.close()

    def end(self) -> None:
        """End its process, and those that it has begun."""
        self.watch.kill()
        self._process.kill()
        self._process.join()


def work(pipe: Connection, store: tuple[Path, str] | None, kept: int | None) -> None:
    """Run the cases that arrive, one after the other, in a worker process, which ends with its driver.

    The store has the path and the driver of the recorder; without one, rows are only sent. `kept` is the number of
    bytes that may be left over from cases.
    """
    signals.die_with_parent()
    logger = logging.getLogger("seqform")
    logger.addHandler(_ToDriver(pipe))
    logger.propagate = False
    try:
        recorder = None if store is None else Recorder(*store)
        held_at_start = own_memory()
        pipe.send(held_at_start)
        while True:
            row = run_case(Case.from_dict(pipe.recv()))
            if recorder is not None:
                row = recorder.add(row)
            pipe.send(row)

            # What the cases have left would count as the next one's, so another worker takes over.
            if kept is not None and own_memory() > held_at_start + kept:
                pipe.send(None)
                pipe.close()
                os._exit(0)
    except (EOFError, OSError):  # the driver has ended
        pass
    except SeqformError as error:  # of this process, and of no case
        pipe.send(error)
    except Exception as error:
        pipe.send(BackendError(f"a worker: {type(error).__name__}: {one_line(error)}"))


class _ToDriver(logging.Handler):
    """Handler that sends the messages of a worker's log to its driver."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__(logging.WARNING)
        self._pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        """Send a message."""
        self._pipe.send(record.getMessage())


def own_memory() -> int:
    """Return the memory in bytes that this process holds now."""
    return int(require("psutil").Process().memory_info().rss)


def process_context() -> BaseContext:
    """Return how workers begin: on Linux as copies of a process that has loaded what they need, elsewhere from nothing.

    A copy takes milliseconds, so a worker that is stopped at a limit costs little. The process that is copied has one
    thread only, since others would not be copied with it.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["seqform.experiments.executors", "highspy", "scipy.linalg", "scipy.sparse"]
    )

    # Started here, and not by the first worker, so that the variables are set when the libraries are loaded.
    with signals.held(workers=True), set_meanwhile(ONE_THREAD):
        forkserver.ensure_running()
    return context


def _death(code: int) -> str:
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"the process was killed by {signal.Signals(-code).name}"
    return f"the process ended with status {code}"


@contextlib.contextmanager
def set_meanwhile(values: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for a while; those that the user has set stay."""
    missing = {name: value for name, value in values.items() if name not in os.environ}
    os.environ.update(missing)
    try:
        yield
    finally:
        for name in missing:
            del os.environ[name]
