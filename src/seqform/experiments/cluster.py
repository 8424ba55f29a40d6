"""Executor of a sweep's cases on a cluster of Dask.

Every task runs its case in a worker process of a local pool, so that limits hold there too and a case that kills its
process leaves Dask's alone. Rows return to the driver, which stores them. Workers may come and go while a sweep runs;
those that cannot run its cases, and those of another version of seqform, end it with one error.
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

from seqform import __version__
from seqform.errors import BackendError, BackendNotInstalledError, OptionError
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

WORKER_PATIENCE = 300.0
"""Seconds for a scheduler without workers to get one."""

SILENCE = 5.0
"""Seconds without workers after which a message is logged."""

CENSUS_PERIOD = 1.0
"""Seconds between two looks at the workers of a cluster."""

AHEAD = 1000
"""Cases that the scheduler has at a time."""

_logger = logging.getLogger("seqform")
_LOGGERS = ("distributed", "distributed.client", "distributed.core", "distributed.comm")

_DROPPED = ("cancelled", "lost")
"""States of tasks that a scheduler has forgotten."""

_GONE = (
    "the scheduler of the cluster is gone; when it is back, the same command runs the missing cases"
)

_PROCESSES = {
    "distributed.worker.daemon": False,
    "distributed.nanny.pre-spawn-environ.PYTHONSAFEPATH": "1",
}
"""Dask's processes may have children, in which cases run, and import no module from the current folder."""

_VERSION = "__import__('seqform').__version__"
"""Evaluated by a worker: no function of another version of seqform need be the same there."""


class DaskExecutor:
    """Executor on a cluster: "local", with so many workers or one for each processor, or the address of a scheduler."""

    def __init__(
        self, recorder: Recorder, workers: int | None, limits: Limits, cluster: str
    ) -> None:
        distributed = require("distributed")
        dask = require("dask")
        self._levels = {name: logging.getLogger(name).level for name in _LOGGERS}
        for name in _LOGGERS:
            # Failures are reported in one sentence here.
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self._recorder = recorder
        self._limits = limits
        self._name = cluster
        self._tasks: dict[Any, Case] = {}
        self._client: Any = None
        self._cluster: Any = None
        try:
            with signals.held(workers=True):
                if cluster == LOCAL:
                    with dask.config.set(_PROCESSES):
                        self._cluster = distributed.LocalCluster(
                            n_workers=workers or os.cpu_count() or 1,
                            threads_per_worker=1,
                            dashboard_address=None,
                            # Else port 8787, with a warning.
                            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                            silence_logs=logging.ERROR,
                        )
                self._client = distributed.Client(
                    self._cluster or cluster, timeout=CONNECTION_PATIENCE
                )
            self._ended = distributed.as_completed(raise_errors=False)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError | ValueError | TimeoutError):
                raise BackendError(
                    f"cluster {cluster}: no scheduler of Dask there: {one_line(error)}"
                ) from None
            raise
        self._workers: set[str] = set()
        self._counted = -CENSUS_PERIOD
        self._last_seen = time.monotonic()
        self._is_logged = False

    def run(self, cases: Iterable[Case]) -> Iterator[list[Row]]:
        """Run cases; see `Executor.run`."""
        waiting = deque(cases)
        while waiting or self._tasks:
            self._count_workers()
            while self._workers and waiting and len(self._tasks) < AHEAD:
                case = waiting.popleft()
                limits = {"time": self._limits.time, "memory": self._limits.memory}
                name = f"{self._recorder.driver}-{case.key}"
                with _reachable():
                    future = self._client.submit(
                        run_on_node, case.as_dict(), limits, key=name, pure=False
                    )
                self._tasks[future] = case
                self._ended.add(future)
            end = time.monotonic() + PERIOD
            while not self._ended.has_ready() and time.monotonic() < end:
                time.sleep(0.01)
            futures = self._ended.next_batch(block=False) if self._ended.has_ready() else []
            yield [self._recorder.add(row) for row in self._rows(futures)]

    def _count_workers(self) -> None:
        """Note which workers there are; refuse those that cannot run cases, and to be without any for long."""
        now = time.monotonic()
        if now - self._counted < CENSUS_PERIOD:
            return
        with _reachable():
            present = set(self._client.nthreads())
        new = present - self._workers
        self._workers &= present
        if new:
            self._workers |= self._able(sorted(new))
        self._counted = time.monotonic()
        if self._workers:
            self._last_seen = self._counted
            self._is_logged = False
            return
        spent = self._counted - self._last_seen
        if spent > WORKER_PATIENCE:
            raise BackendError(
                f"cluster {self._name}: the scheduler has had no workers for {WORKER_PATIENCE:g} s; "
                "start some, and the same command runs the missing cases"
            )
        if spent > SILENCE and not self._is_logged:
            self._is_logged = True
            _logger.warning(
                "cluster %s: the scheduler has no workers; waiting %g s for one",
                self._name,
                WORKER_PATIENCE,
            )

    def _able(self, workers: list[str]) -> set[str]:
        """Return those workers that are still there; refuse the cluster if one of them cannot run cases as here."""
        versions = self._asked(workers, eval, _VERSION)
        for worker, version in versions.items():
            if isinstance(version, Exception):
                raise BackendError(
                    f"cluster {self._name}: worker {worker} needs seqform {__version__}, with pip install "
                    f'"seqform[cluster]": {one_line(version)}'
                )
            self._require_version(str(version), f"worker {worker}")
        problems = self._asked(list(versions), problem_of_node)
        for worker, problem in problems.items():
            if problem:
                raise BackendError(
                    f"cluster {self._name}: worker {worker}: {one_line(Exception(problem))}"
                )
        return set(problems)

    def _asked(self, workers: list[str], function: Any, *arguments: Any) -> dict[str, Any]:
        """Return what a function returns on workers, or the exceptions, without workers that are gone."""
        with _reachable():
            answers = self._client.run(function, *arguments, workers=workers, on_error="return")
        return {
            worker: answer for worker, answer in answers.items() if not isinstance(answer, OSError)
        }

    def _require_version(self, version: str, who: str) -> None:
        """Refuse rows of another version, which would lie among those of this one."""
        if version != __version__:
            raise BackendError(
                f"cluster {self._name}: {who} has seqform {version}, and this is {__version__}; "
                "install the same version on both sides"
            )

    def _rows(self, futures: list[Any]) -> list[Row]:
        if any(future.status in _DROPPED for future in futures):
            raise BackendError(_GONE)
        with _reachable():
            finished = [future for future in futures if future.status == "finished"]
            texts = self._client.gather(finished, errors="skip")
        rows = {row.key: row for row in map(row_from, texts)}
        for row in rows.values():
            self._require_version(row.version, "a worker")  # that has come since the last census

        # A task may have finished and its row be lost, with the worker that had it.
        for future in futures:
            case = self._tasks.pop(future)
            words = f"the task was {future.status}"
            if future.status == "error":
                error = future.exception()
                if isinstance(error, OptionError):
                    raise error
                words = f"{type(error).__name__}: {one_line(error)}"
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


def problem_of_node() -> str:
    """Return the reason for which a worker of Dask, which calls this, cannot run cases; an empty text if it can."""
    try:
        require("psutil", "a worker")
    except BackendNotInstalledError as error:
        return str(error)
    return ""


_pools: dict[tuple[int, Limits], LocalPool] = {}
"""On a node, in each process of Dask: pools of one worker, for every thread that runs tasks; drivers share them."""

_opening = threading.Lock()


def run_on_node(case: dict[str, Any], limits: dict[str, Any]) -> str:
    """Run a case in a worker process of this node, and return its row as JSON; both arguments are attributes."""
    pool_of = (threading.get_ident(), Limits(**limits))
    # Python denies processes to the daemonic child of a nanny, since they could outlive it; those of cases end with it
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    with _opening:
        if pool_of not in _pools:
            _pools[pool_of] = LocalPool(None, 1, Limits(**limits))
            atexit.register(_pools[pool_of].close)
    for rows in _pools[pool_of].run([Case.from_dict(case)]):
        for row in rows:
            return row_text(row)
    raise BackendError("a case has ended without a row")
