"""Running the same cases on Dask: on processes of this machine, or on a cluster by its scheduler's address.

Every task runs its case in a worker process of its own making, as the local pool does, so that the limits hold there
too, and a case that kills its process does not kill Dask's.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import multiprocessing
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from seqform.errors import BackendError, OptionError
from seqform.experiments.declaration import Limits
from seqform.experiments.journal import Journal, JournalError
from seqform.experiments.pool import LocalPool
from seqform.experiments.rows import Outcome, Row, row_from, row_text
from seqform.experiments.run_case import failed_row, one_line
from seqform.experiments.values import Case
from seqform.system import signals
from seqform.system.packages import require

LOCAL = "local"
CONNECTION_PATIENCE = 30
"""Seconds for a scheduler to answer."""

_LOGGERS = ("distributed", "distributed.client", "distributed.core", "distributed.comm")

_DROPPED = ("cancelled", "lost")
"""What tasks are that a scheduler has forgotten."""

_GONE = "the scheduler of the cluster is gone; when it is back, the same command goes on with what is missing"

_CHILDREN = {"distributed.worker.daemon": False}
"""Dask's processes may have children, in which cases run."""


class DaskCrew:
    """Runs cases on a cluster.

    Parameters
    ----------
    folder : Path
        Of the journals.
    workers : int, optional
        Of a cluster on this machine; one for each processor if absent.
    cluster : str
        "local", or the address of a scheduler.

    Raises
    ------
    BackendNotInstalledError
        If Dask is not installed.
    BackendError
        If the scheduler does not answer.
    """

    def __init__(self, folder: Path, driver: str, workers: int | None, limits: Limits, cluster: str) -> None:
        distributed, dask = require("distributed"), require("dask")
        self._levels = {name: logging.getLogger(name).level for name in _LOGGERS}
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what goes wrong is told in one sentence, by us
        self._shared = str(folder.absolute()) if cluster == LOCAL else None
        self._limits, self._driver = limits, driver
        self._journal = Journal(folder, driver)
        self._tasks: dict[Any, Case] = {}
        self._cluster = None
        if cluster == LOCAL:
            with signals.held(workers=True), dask.config.set(_CHILDREN):
                self._cluster = distributed.LocalCluster(
                    n_workers=workers or os.cpu_count() or 1,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.ERROR,
                )
        try:
            with signals.held(workers=True):
                self._client = distributed.Client(self._cluster or cluster, timeout=CONNECTION_PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            self._let_go()
            raise BackendError(f"cluster {cluster}: no scheduler of Dask there: {one_line(error)}") from None
        self._ended = distributed.as_completed(raise_errors=False)
        try:
            self._require_children(cluster)
        except BaseException:
            self.stop()
            raise
        self.workers = max(1, sum(self._client.nthreads().values()))

    def _require_children(self, cluster: str) -> None:
        """Refuse a cluster whose workers cannot run cases.

        Raises
        ------
        BackendError
            If seqform is not installed there, or they may not start processes.
        """
        try:
            able = self._client.run(may_have_children)
        except Exception as error:
            raise BackendError(
                f'cluster {cluster}: its workers need seqform, with pip install "seqform[cluster]": {one_line(error)}'
            ) from None
        if not all(able.values()):
            raise BackendError(
                f"cluster {cluster}: its workers may not start processes, which cases run in; "
                "start them with DASK_DISTRIBUTED__WORKER__DAEMON=False"
            )

    def submit(self, case: Case) -> None:
        """Take on a case."""
        limits = {"time": self._limits.time, "memory": self._limits.memory}
        name = f"{self._driver}-{case.key}"
        with _reachable():
            future = self._client.submit(
                run_on_node, self._driver, self._shared, case.as_dict(), limits, key=name, pure=False
            )
        self._tasks[future] = case
        self._ended.add(future)

    def collect(self, seconds: float) -> list[Row]:
        """Write down the rows that have come back; see `Crew.collect`.

        Raises
        ------
        BackendError
            If the scheduler has died.
        OptionError
            If no case can be run within the limits.
        JournalError
            If a row could not be written down, here or on a node.
        """
        end = time.monotonic() + seconds
        while not self._ended.has_ready() and time.monotonic() < end:
            time.sleep(0.01)
        ended = self._ended.next_batch(block=False) if self._ended.has_ready() else []
        if any(future.status in _DROPPED for future in ended):
            raise BackendError(_GONE)
        with _reachable():
            texts = self._client.gather([future for future in ended if future.status == "finished"], errors="skip")
        rows = [row_from(text) for text in texts]
        answered = {row.key for row in rows}
        for future in ended:
            case = self._tasks.pop(future)
            error = future.exception() if future.status == "error" else None
            if isinstance(error, OptionError | JournalError):
                raise error
            if case.key not in answered:
                rows.append(failed_row(case, Outcome.CRASHED, f"on the cluster: {_words(future)}"))
        for row in rows:
            self._journal.write(row)
        return rows

    def stop(self) -> list[Row]:
        """End at once; see `Crew.stop`."""
        with signals.held(workers=True), contextlib.suppress(OSError, TimeoutError):
            if self._client.status == "running":
                self._client.cancel(list(self._tasks))
            self._client.close()
            if self._cluster is not None:
                self._cluster.close()
        self._let_go()
        return []

    def _let_go(self) -> None:
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)
        self._journal.close()


@contextlib.contextmanager
def _reachable() -> Iterator[None]:
    """Make one error of what a scheduler that has died leads to.

    Raises
    ------
    BackendError
    """
    try:
        yield
    except (OSError, TimeoutError, RuntimeError) as error:
        raise BackendError(f"{_GONE} ({one_line(error)})") from None


def _words(future: Any) -> str:
    error = future.exception() if future.status == "error" else None
    return f"the task was {future.status}" if error is None else f"{type(error).__name__}: {one_line(error)}"


def may_have_children() -> bool:
    """Tell whether this process may start others."""
    return not multiprocessing.current_process().daemon


_pools: dict[tuple[str | None, int, Limits], LocalPool] = {}
"""On a node, in each process of Dask: pools of one worker, for every thread that runs tasks; drivers share them."""

_opening = threading.Lock()


def run_on_node(driver: str, folder: str | None, case: dict[str, Any], limits: dict[str, Any]) -> str:
    """Run a case in a worker process of this node, and return its row.

    Parameters
    ----------
    folder : str, optional
        Where the store's journals are, if this machine has them; else they are kept for as long as the node runs.
    case : dict
        Its attributes.
    limits : dict
        Likewise.

    Returns
    -------
    str
        The row as JSON.
    """
    pool = _pool(driver, folder, Limits(**limits))
    pool.submit(Case.from_dict(case))
    while True:
        for row in pool.collect(1.0):
            return row_text(row)


def _pool(driver: str, folder: str | None, limits: Limits) -> LocalPool:
    thread = threading.get_ident()
    with _opening:
        known = (folder, thread, limits)
        if known not in _pools:
            kept = folder or tempfile.mkdtemp(prefix="seqform-")
            _pools[known] = LocalPool(Path(kept), f"{driver}-{os.getpid()}x{thread}", 1, limits, batch=0)
            atexit.register(_end, _pools[known], None if folder else kept)
        return _pools[known]


def _end(pool: LocalPool, folder: str | None) -> None:
    pool.stop()
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
