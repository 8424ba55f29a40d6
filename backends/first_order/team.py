"""Threads that share a list of pieces of work."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType

from seqform.models.exact import Ints

Work = Callable[[int, int, int], None]
"""From the first and the last (exclusive) item of a piece, and the number of the thread that does it."""


class Team:
    """A number of threads, the caller's among them, for work that leaves Python's lock.

    Which thread does which piece is left to chance, so that a thread that is held up holds nobody else up; results
    must not depend on it.

    Parameters
    ----------
    threads : int
        At least 1.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads - 1, "seqform-first-order") if threads > 1 else None

    def run(self, cuts: Ints, work: Work) -> None:
        """Do the pieces from ``cuts[i]`` to ``cuts[i + 1]``, and return when all are done."""
        pieces = list(zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True))
        if self._pool is None or len(pieces) < 2:
            for first, stop in pieces:
                work(first, stop, 0)
            return
        numbers = itertools.count()

        def take(thread: int) -> None:
            while (number := next(numbers)) < len(pieces):
                work(*pieces[number], thread)

        others = [self._pool.submit(take, thread) for thread in range(1, self.threads)]
        take(0)
        for other in others:
            other.result()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Team:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
