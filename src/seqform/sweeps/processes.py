"""How worker processes begin."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import BaseContext

from seqform.sweeps import interrupts

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""What tells libraries, when they are loaded, how many threads to use."""


def process_context() -> BaseContext:
    """Return how workers begin: on Linux as copies of a process that has loaded what they need, elsewhere from nothing.

    A copy takes milliseconds, so a worker that is stopped at a limit costs little. The process that is copied has one
    thread only, since others would not be copied with it.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["seqform.sweeps.run_case"])
    with interrupts.held_back(), _one_thread():
        forkserver.ensure_running()
    return context


def set_one_thread() -> list[str]:
    """Have libraries that are loaded from now on use one thread, since cases run beside others.

    Returns
    -------
    list of str
        The variables of the environment that were set; those that the user has set stay.
    """
    missing = [name for name in THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(missing, "1"))
    return missing


@contextmanager
def _one_thread() -> Iterator[None]:
    missing = set_one_thread()
    try:
        yield
    finally:
        for name in missing:
            del os.environ[name]
