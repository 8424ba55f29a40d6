"""Running the same cases on Dask: on processes of this machine, or on a cluster by its scheduler's address.

Every task runs its case in a worker process of its own making, as the local pool does, so that the limits hold there
too, and a case that kills its process does not kill Dask's.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from seqform.errors import BackendError
from seqform.sweeps.case import Case
from seqform.sweeps.extras import extra
from seqform.sweeps.journal import Journal
from seqform.sweeps.limits import Limits
from seqform.sweeps.local_pool import LocalPool
from seqform.sweeps.row import Outcome, Row
from seqform.sweeps.row_json import row_from, row_text
from seqform.sweeps.run_case import failed_row, one_line

LOCAL = "local"
CONNECTION_PATIENCE = 30
"""Seconds for a scheduler to answer."""

_CHILDREN = {"distributed.worker.daemon": False}
"""Dask's processes may have children, in which cases run."""


class DaskCrew:
    """Runs cases on a cluster.

    Parameters
    ----------
    folder : Path
        Of the journals.
    driver : str
    workers : int, optional
        Of a cluster on this machine; one for each processor if absent.
    limits : Limits
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
        distributed, dask = extra("distributed"), extra("dask")
        self._shared = str(folder.absolute()) if cluster == LOCAL else None
        self._limits, self._driver = limits, driver
        self._journal = Journal(folder, driver)
        self._tasks: dict[Any, Case] = {}
        self._cluster = None
        if cluster == LOCAL:
            with dask.config.set(_CHILDREN):
                self._cluster = distributed.LocalCluster(
                    n_workers=workers or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=None
                )
        try:
            self._client = distributed.Client(self._cluster or cluster, timeout=CONNECTION_PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            raise BackendError(f"cluster {cluster}: no scheduler of Dask there: {one_line(error)}") from None
        self._ended = distributed.as_completed(with_results=False, raise_errors=False)
        self.workers = max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))

    def submit(self, case: Case) -> None:
        """Take on a case."""
        limits = {"time": self._limits.time, "memory": self._limits.memory}
        name = f"{self._driver}-{case.key}"
        future = self._client.submit(
            run_on_node, self._driver, self._shared, case.as_dict(), limits, key=name, pure=False
        )
        self._tasks[future] = case
        self._ended.add(future)

    def collect(self, seconds: float) -> list[Row]:
        """Write down the rows that have come back; see `Crew.collect`."""
        end = time.monotonic() + seconds
        while self._ended.queue.empty() and self._tasks and time.monotonic() < end:
            time.sleep(0.01)
        rows = []
        for future in [] if self._ended.queue.empty() else self._ended.next_batch(block=False):
            case = self._tasks.pop(future)
            rows.append(_row_of(case, future))
            self._journal.write(rows[-1])
        return rows

    def stop(self) -> list[Row]:
        """End at once; see `Crew.stop`."""
        self._client.cancel(list(self._tasks))
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
        self._journal.close()
        return []


def _row_of(case: Case, future: Any) -> Row:
    error = future.exception() if future.status == "error" else None
    if error is None and future.status == "finished":
        return row_from(future.result())
    words = f"{type(error).__name__}: {one_line(error)}" if error is not None else f"the task was {future.status}"
    return failed_row(case, Outcome.CRASHED, f"on the cluster: {words}")


_pools: dict[str, LocalPool] = {}
"""On a node, in each process of Dask: for every thread that runs tasks, the pool of one worker of every driver."""

_opening = threading.Lock()


def run_on_node(driver: str, folder: str | None, case: dict[str, Any], limits: dict[str, Any]) -> str:
    """Run a case in a worker process of this node, and return its row.

    Parameters
    ----------
    driver : str
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
    pool = _pool(f"{driver}-{os.getpid()}x{threading.get_ident()}", folder, Limits(**limits))
    pool.submit(Case(**{**case, "watch": tuple(case["watch"])}))
    while True:
        for row in pool.collect(1.0):
            return row_text(row)


def _pool(name: str, folder: str | None, limits: Limits) -> LocalPool:
    with _opening:
        if name not in _pools:
            kept = folder or tempfile.mkdtemp(prefix="seqform-")
            _pools[name] = LocalPool(Path(kept), name, 1, limits)
            atexit.register(_end, _pools[name], None if folder else kept)
        return _pools[name]


def _end(pool: LocalPool, folder: str | None) -> None:
    pool.stop()
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
