"""A limit to the memory of worker processes, kept by looking at them."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from seqform.sweeps.file_lock import is_locked
from seqform.sweeps.journal import JournalReader
from seqform.system.packages import require

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
