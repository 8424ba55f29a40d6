"""The memory of this process, and a bound on what the expansion of a tree takes of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from seqform.errors import TooLargeError


class MemoryBound:
    """A bound on the memory of a tree: it may not have taken more since the start than is still available.

    So it takes at most half of what was available. Without the files of Linux in /proc there is no bound.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.at_start = resident_bytes() or 0

    def check(self, nodes: int) -> None:
        """Raise TooLargeError if the nodes so far have taken more than is available."""
        resident = resident_bytes()
        available = available_bytes()
        if resident is None or available is None:
            return
        taken = resident - self.at_start
        if taken > available:
            raise TooLargeError(
                f"{self.title}: {nodes:,} nodes take {taken / 1e9:.1f} GB, half of the memory that was available, and "
                "the tree has more; choose smaller parameters"
            )


def resident_bytes() -> int | None:
    """Return the memory of this process, None where the system does not state it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def available_bytes() -> int | None:
    """Return the memory that this process can still get, None where the system does not state it.

    It is that of the machine, or of the container where this has a lower limit.
    """
    try:
        text = Path("/proc/meminfo").read_text(encoding="ascii")
    except (OSError, ValueError):
        return None
    for line in text.splitlines():
        if line.startswith("MemAvailable:"):
            available = int(line.split()[1]) * 1024
            in_container = _left_in_container()
            return available if in_container is None else min(available, in_container)
    return None


class _ControlGroup(NamedTuple):
    """The files of a control group's memory in Linux, of version 2 or 1: the limit, what is in use, and statistics."""

    folder: str
    limit: str
    current: str
    # The beginning of the line of the statistics that has the pages of files.
    pages_of_files: str


_CONTROL_GROUPS = (
    _ControlGroup("/sys/fs/cgroup", "memory.max", "memory.current", "file "),
    _ControlGroup(
        "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache "
    ),
)
"""The control groups at the root, of which a system has one."""


def machine_memory() -> int:
    """Return the bytes of memory of this machine or, where it is lower, the limit of the container; 0 if not stated."""
    if not hasattr(os, "sysconf"):
        return 0
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for group in _CONTROL_GROUPS:
        try:
            limit = int((Path(group.folder) / group.limit).read_text(encoding="ascii"))
        except (OSError, ValueError):  # also of "max", no limit
            continue
        return min(machine, limit)
    return machine


def _left_in_container() -> int | None:
    """Return the memory below the limit of the control group at the root, None without a limit.

    Pages of files count as free, since the system takes them back.
    """
    for group in _CONTROL_GROUPS:
        folder = Path(group.folder)
        try:
            limit = int((folder / group.limit).read_text(encoding="ascii"))
            current = int((folder / group.current).read_text(encoding="ascii"))
            statistics = (folder / "memory.stat").read_text(encoding="ascii")
        except (OSError, ValueError):  # also of "max", no limit
            continue
        for line in statistics.splitlines():
            if line.startswith(group.pages_of_files):
                return limit - current + int(line.split()[1])
    return None
