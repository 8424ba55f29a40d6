"""Ctrl-C goes to every process of a terminal; only a sweep's driver is to hear it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    """Have a variable of the environment for what begins meanwhile; one that the user has set stays."""
    if name in os.environ:
        yield
        return
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C wait, and let the threads and processes that begin meanwhile, and their children, never see it."""
    if sys.platform == "win32":
        yield
        return
    with _environment(
        "PYTHONWARNINGS", "ignore:resource_tracker"
    ):  # it warns of what killed workers leave, and frees it
        resource_tracker.ensure_running()  # it would let Ctrl-C in again if it began within
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
