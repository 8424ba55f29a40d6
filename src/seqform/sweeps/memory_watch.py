"""A limit to the memory of worker processes, kept by looking at them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from pathlib import Path

from seqform.sweeps.file_lock import is_locked
from seqform.sweeps.journal import JournalReader
from seqform.sweeps.surroundings import held_bytes

PERIOD = 0.02
"""Seconds between two looks."""


class MemoryWatch(threading.Thread):
    """Kills workers that hold more memory than they may.

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

    def run(self) -> None:
        """Look until told to stop."""
        while not self._over.wait(PERIOD):
            for path, process in self._journals.processes().items():
                if path in self._gone:
                    continue
                held = held_bytes(process)
                if held == 0:
                    self._gone.add(path)
                elif held > self._limit and is_locked(path):  # else the number is another process's by now
                    self.killed[process] = held
                    self._gone.add(path)
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)

    def end(self) -> None:
        """Stop looking."""
        self._over.set()
        self.join()
