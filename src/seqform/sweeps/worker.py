"""What runs in a worker process: cases, one after the other, each row written down as the last act.

This module imports nothing heavy, so that the environment is set before the solvers are loaded.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from seqform.sweeps.case import Case
from seqform.sweeps.journal import Journal

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""What tells libraries how many threads to use: one, unless the user says otherwise, since cases run beside others."""

_PARENT_DEATH_SIGNAL = 1
_journals: list[Journal] = []
"""The journal of this process, once it is a worker."""


def begin(folder: str, driver: str, parent: int) -> None:
    """Make this process a worker: it opens its journal, loads what cases need, and dies with its parent."""
    for name in THREADS:
        os.environ.setdefault(name, "1")
    _die_with(parent)
    import seqform.sweeps.run_case  # noqa: F401 -- loaded now, so that no case's time limit pays for it

    _journals.append(Journal(Path(folder), driver))


def work(case: dict[str, Any]) -> None:
    """Run a case, given as its attributes, and write its row down."""
    from seqform.sweeps.run_case import run_case

    _journals[0].write(run_case(Case(**{**case, "watch": tuple(case["watch"])})))


def _die_with(parent: int) -> None:
    """End this process when its parent does, however that ends: nobody would keep its limits any more."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
