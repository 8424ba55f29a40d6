"""How worker processes begin."""

from __future__ import annotations

import multiprocessing
import sys
from multiprocessing.context import BaseContext

from seqform.experiments.provenance import set_meanwhile
from seqform.system import signals

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
"""What tells libraries, when they are loaded, to use one thread, since cases run beside others."""


def process_context() -> BaseContext:
    """Return how workers begin: on Linux as copies of a process that has loaded what they need, elsewhere from nothing.

    A copy takes milliseconds, so a worker that is stopped at a limit costs little. The process that is copied has one
    thread only, since others would not be copied with it.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["seqform.experiments.run_case"])
    with signals.held(workers=True), set_meanwhile(ONE_THREAD):
        forkserver.ensure_running()
    return context
