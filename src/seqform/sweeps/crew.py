"""Who runs the cases: what every way of running them offers."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path
from typing import Protocol

from seqform.sweeps.case import Case
from seqform.sweeps.journal import Journal
from seqform.sweeps.row import Row


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
    driver : str
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
        from seqform.sweeps.run_case import run_case

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
