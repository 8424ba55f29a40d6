"""A limit to the memory of worker processes, kept by looking at them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path

from seqform.sweeps.file_lock import is_locked
from seqform.sweeps.journal import JournalReader
from seqform.sweeps.process_tree import descendants, parents
from seqform.sweeps.surroundings import held_bytes

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
        self._journals, self._limit = journals, limit
        self._gone: set[Path] = set()
        self._over = threading.Event()
        self._children: dict[int, set[int]] = {}
        self._seen: set[int] = set()
        self._last_scan = -CHILDREN_PERIOD

    def run(self) -> None:
        """Look until told to stop."""
        while not self._over.wait(PERIOD):
            workers = {path: process for path, process in self._journals.processes().items() if process != os.getpid()}
            if time.monotonic() - self._last_scan > CHILDREN_PERIOD:
                self._find_children({process for path, process in workers.items() if path not in self._gone})
            for path, process in workers.items():
                if path not in self._gone:
                    self._look_at(path, process)

    def end(self) -> None:
        """Stop looking."""
        self._over.set()
        self.join()

    def _look_at(self, path: Path, process: int) -> None:
        held = held_bytes(process)
        if held == 0:
            self._gone.add(path)
            return
        held += sum(map(held_bytes, self._children.get(process, ())))
        if held > self._limit and is_locked(path):  # else the number is another process's by now
            self.killed[process] = held
            self._gone.add(path)
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def _find_children(self, workers: set[int]) -> None:
        """Note the processes that workers have begun and that were there at the last look.

        One that begins shares the memory of its parent for a moment, which would count twice.
        """
        parent_of = parents()
        found = {worker: descendants(worker, parent_of) for worker in workers}
        self._children = {worker: children & self._seen for worker, children in found.items()}
        self._seen = set().union(*found.values())
        self._last_scan = time.monotonic()


def own_memory() -> int:
    """Return the memory that this process holds now; 0 where the system does not tell."""
    return held_bytes(os.getpid())
