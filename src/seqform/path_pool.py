"""The ends of many paths of one game, computed in one process or in several."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context

from seqform.backends.factors.compiled import WORTH_COMPILING, compile_ahead
from seqform.errors import BackendNotInstalledError, SolveError
from seqform.paths import GamePaths, PathEnd
from seqform.system import signals

WORTH_A_SECOND_PROCESS = 3.0
"""Seconds of work that are left when it pays to start more processes."""

LONGEST_CHUNK = 0.5
"""Seconds of work that a process is given at a time, for that long it may go on after an interruption."""

SAMPLE = 8
"""This many starts are timed before that is decided."""


def path_ends(paths: GamePaths, numbers: list[int], jobs: int | None) -> Iterator[PathEnd]:
    """Yield the end of every start's path, in order.

    Parameters
    ----------
    paths : GamePaths
    numbers : list of int
        Of the starts.
    jobs : int, optional
        Processes; if absent, one for every core where that pays.

    Raises
    ------
    SolveError
        If a path does not end in an equilibrium, or the processes cannot be started.
    """
    first = numbers[
        : SAMPLE if jobs is None else 1
    ]  # here, so that compiling, if it pays, is done before processes start
    began = time.perf_counter()
    for number in first:
        yield paths.end(number)
    left = numbers[len(first) :]
    seconds = (time.perf_counter() - began) / max(1, len(first))
    if jobs is None:
        expected = seconds * len(left)
        jobs = (os.cpu_count() or 1) if expected > WORTH_A_SECOND_PROCESS else 1
    if jobs == 1 or not left:
        for number in left:
            yield paths.end(number)
        return
    if seconds * len(left) > WORTH_COMPILING and paths.options.engine != "tableau":
        with suppress(BackendNotInstalledError):  # plain loops go on where numba is missing
            compile_ahead(["lemke"])
    try:
        yield from _in_processes(paths, left, jobs, max(1, min(32, int(LONGEST_CHUNK / max(seconds, 1e-6)))))
    except BrokenProcessPool:
        raise SolveError(
            "the processes for more paths cannot be started; a script has to call this under "
            "'if __name__ == \"__main__\":', or with jobs=1"
        ) from None


def _in_processes(paths: GamePaths, numbers: list[int], jobs: int, size: int) -> Iterator[PathEnd]:
    chunks = [numbers[i : i + size] for i in range(0, len(numbers), size)]
    with ProcessPoolExecutor(jobs, get_context("spawn"), _open_paths, (paths,)) as pool:
        try:
            with signals.held(workers=True):  # the processes begin here
                results = pool.map(_ends_of_chunk, chunks)
            for ends in results:
                yield from ends
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_PATHS: list[GamePaths] = []
"""Of this process, where it is a worker."""


def _open_paths(paths: GamePaths) -> None:
    signals.die_with_parent()
    _PATHS[:] = [paths]


def _ends_of_chunk(numbers: list[int]) -> list[PathEnd]:
    return [_PATHS[0].end(number) for number in numbers]
