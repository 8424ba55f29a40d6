"""Executor of cases on Dask: on processes of this machine, or on a cluster given by the address of its scheduler.

Every task runs its case in a worker process of a local pool, so that limits hold there too and a case that kills its
process leaves Dask's alone. Rows return to the driver, which stores them.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from seqform.errors import BackendError, OptionError
from seqform.experiments.declaration import Limits
from seqform.experiments.driver import Recorder
from seqform.experiments.executors import PERIOD, LocalPool
from seqform.experiments.rows import Outcome, Row, row_from, row_text
from seqform.experiments.run_case import failed_row, one_line
from seqform.experiments.values import Case
from seqform.system import signals
from seqform.system.packages import require

LOCAL = "local"
CONNECTION_PATIENCE = 30
"""Seconds for a scheduler to answer."""

AHEAD = 1000
"""Cases that the scheduler has at a time."""

_LOGGERS = ("distributed", "distributed.client", "distributed.core", "distributed.comm")

_DROPPED = ("cancelled", "lost")
"""States of tasks that a scheduler has forgotten."""

_GONE = "the scheduler of the cluster is gone; when it is back, the same command runs the missing cases"

_CHILDREN = {"distributed.worker.daemon": False}
"""Dask's processes may have children, in which cases run."""


class DaskExecutor:
    """Executor on a cluster: "local", with so many workers or one for each processor, or the address of a scheduler."""

    def __init__(self, recorder: Recorder, workers: int | None, limits: Limits, cluster: str) -> None:
        distributed, dask = require("distributed"), require("dask")
        self._levels = {name: logging.getLogger(name).level for name in _LOGGERS}
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # failures are reported in one sentence here
        self._recorder, self._limits = recorder, limits
        self._tasks: dict[Any, Case] = {}
        self._client: Any = None
        self._cluster: Any = None
        try:
            with signals.held(workers=True):
                if cluster == LOCAL:
                    with dask.config.set(_CHILDREN):
                        self._cluster = distributed.LocalCluster(
                            n_workers=workers or os.cpu_count() or 1,
                            threads_per_worker=1,
                            dashboard_address=None,
                            silence_logs=logging.ERROR,
                        )
                self._client = distributed.Client(self._cluster or cluster, timeout=CONNECTION_PATIENCE)
            self._ended = distributed.as_completed(raise_errors=False)
            self._require_children(cluster)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError | ValueError | TimeoutError):
                raise BackendError(f"cluster {cluster}: no scheduler of Dask there: {one_line(error)}") from None
            raise

    def _require_children(self, cluster: str) -> None:
        """Refuse a cluster whose workers have no seqform, or may not start processes."""
        try:
            able = self._client.run(_may_have_children)
        except Exception as error:
            raise BackendError(
                f'cluster {cluster}: its workers need seqform, with pip install "seqform[cluster]": {one_line(error)}'
            ) from None
        if not all(able.values()):
            raise BackendError(
                f"cluster {cluster}: its workers may not start processes, which cases run in; "
                "start them with DASK_DISTRIBUTED__WORKER__DAEMON=False"
            )

    def run(self, cases: Iterable[Case]) -> Iterator[list[Row]]:
        """Run cases; see `Executor.run`."""
        waiting = deque(cases)
        while waiting or self._tasks:
            while waiting and len(self._tasks) < AHEAD:
                self._submit(waiting.popleft())
            end = time.monotonic() + PERIOD
            while not self._ended.has_ready() and time.monotonic() < end:
                time.sleep(0.01)
            futures = self._ended.next_batch(block=False) if self._ended.has_ready() else []
            yield [self._recorder.add(row) for row in self._rows(futures)]

    def _submit(self, case: Case) -> None:
        limits = {"time": self._limits.time, "memory": self._limits.memory}
        name = f"{self._recorder.driver}-{case.key}"
        with _reachable():
            future = self._client.submit(run_on_node, case.as_dict(), limits, key=name, pure=False)
        self._tasks[future] = case
        self._ended.add(future)

    def _rows(self, futures: list[Any]) -> list[Row]:
        if any(future.status in _DROPPED for future in futures):
            raise BackendError(_GONE)
        with _reachable():
            texts = self._client.gather([future for future in futures if future.status == "finished"], errors="skip")
        rows = {row.key: row for row in map(row_from, texts)}
        for future in futures:
            case = self._tasks.pop(future)
            error = future.exception() if future.status == "error" else None
            if isinstance(error, OptionError):
                raise error
            words = f"the task was {future.status}" if error is None else f"{type(error).__name__}: {one_line(error)}"
            if case.key not in rows:
                rows[case.key] = failed_row(case, Outcome.CRASHED, f"on the cluster: {words}")
        return list(rows.values())

    def close(self) -> None:
        """Stop at once; see `Executor.close`."""
        with signals.held(workers=True), contextlib.suppress(OSError, TimeoutError):
            if self._client is not None:
                if self._client.status == "running":
                    self._client.cancel(list(self._tasks))
                self._client.close()
            if self._cluster is not None:
                self._cluster.close()
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)


@contextlib.contextmanager
def _reachable() -> Iterator[None]:
    """Make one error of those that follow from the end of a scheduler."""
    try:
        yield
    except (OSError, TimeoutError, RuntimeError) as error:
        raise BackendError(f"{_GONE} ({one_line(error)})") from None


def _may_have_children() -> bool:
    return not multiprocessing.current_process().daemon


_pools: dict[tuple[int, Limits], LocalPool] = {}
"""On a node, in each process of Dask: pools of one worker, for every thread that runs tasks; drivers share them."""

_opening = threading.Lock()


def run_on_node(case: dict[str, Any], limits: dict[str, Any]) -> str:
    """Run a case in a worker process of this node, and return its row as JSON; both arguments are attributes."""
    known = (threading.get_ident(), Limits(**limits))
    with _opening:
        if known not in _pools:
            _pools[known] = LocalPool(None, 1, known[1])
            atexit.register(_pools[known].close)
    for rows in _pools[known].run([Case.from_dict(case)]):
        for row in rows:
            return row_text(row)
    raise BackendError("a case has ended without a row")
