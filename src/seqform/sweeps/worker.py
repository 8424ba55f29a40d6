"""What runs in a worker process: cases, one after the other, each row written down as the last act.

This module imports nothing heavy, so that the environment is set before the solvers are loaded.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from seqform.sweeps.case import Case
from seqform.sweeps.environment import set_missing
from seqform.sweeps.journal import Journal
from seqform.sweeps.memory_watch import own_memory
from seqform.sweeps.processes import ONE_THREAD
from seqform.system.signals import die_with_parent

KEPT = 0.1
"""A worker in which this share of the limit on memory is left over from its cases gives way to a new one."""

_journals: list[Journal] = []
"""The journal of this process, once it is a worker."""

_most_memory: list[float] = []
"""How much it may hold between two cases, where there is a limit."""


def begin(folder: str, driver: str, memory: int | None) -> None:
    """Make this process a worker: it loads what cases need, opens its journal, and dies with its driver.

    Parameters
    ----------
    folder, driver : str
        Of the journal.
    memory : int, optional
        The limit for each case.
    """
    set_missing(ONE_THREAD)
    die_with_parent()
    import seqform.sweeps.run_case  # noqa: F401 -- loaded now, so that no case's time limit pays for it

    if memory is not None:
        _most_memory.append(own_memory() + KEPT * memory)
    _journals.append(Journal(Path(folder), driver))


def work(case: dict[str, Any]) -> None:
    """Run a case, given as its attributes, and write its row down."""
    from seqform.sweeps.run_case import run_case

    _journals[0].write(run_case(Case.from_dict(case)))
    if _most_memory and own_memory() > _most_memory[0]:
        os._exit(0)  # what this case has left would count as the next one's
