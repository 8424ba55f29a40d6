"""Ctrl-C goes to every process of a terminal; only a sweep's driver is to hear it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

from seqform.sweeps.environment import set_meanwhile

_QUIET_TRACKER = {"PYTHONWARNINGS": "ignore:resource_tracker"}
"""It frees what killed workers leave, and would say so."""


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C wait, and let the threads and processes that begin meanwhile, and their children, never see it."""
    if sys.platform == "win32":
        yield
        return
    with set_meanwhile(_QUIET_TRACKER):
        resource_tracker.ensure_running()  # it would let Ctrl-C in again if it began within
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
